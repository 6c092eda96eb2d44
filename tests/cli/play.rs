//! `doomtree play` as somebody meets it: the real program, fed line by line.

use support::cli::{Answer, doomtree, fed, program};

const BOOK: &str = "b2b2/a2b1 a";

/// A game of humans.
fn two_humans(board: &str, typed: &str) -> Answer {
    fed(
        &["play", board, "--a", "human", "--b", "human"],
        typed.as_bytes(),
    )
}

#[test]
fn the_haskell_session_is_played_as_it_is_printed() {
    let humans = ["--a", "human", "--b", "human", "--rules", "haskell"];
    let answer = fed(&[&["play", BOOK], &humans[..]].concat(), b"1\n1\n1\n1\n1\n");
    // The boards, the moves and their numbers, and the result are the session's; a pass is called
    // as in Land of Lisp.
    let expected = "\
current player = a
    b-2 b-2
  a-2 b-1
choose your move:
1. 2 -> 3
current player = a
    b-2 b-2
  a-1 a-1
choose your move:
1. end turn
current player = b
    b-2 b-2
  a-1 a-1
choose your move:
1. 0 -> 2
2. 0 -> 3
3. 1 -> 3
current player = b
    b-1 b-2
  b-1 a-1
choose your move:
1. 1 -> 3
2. end turn
current player = b
    b-1 b-1
  b-1 b-1
choose your move:
1. end turn
    b-1 b-1
  b-1 b-1
The winner is b
";
    assert_eq!(answer.expect(0), expected);
    assert_eq!(answer.errors, "");
}

#[test]
fn the_end_of_the_input_ends_the_game_with_the_position_that_it_has_reached() {
    let answer = two_humans(BOOK, "1\n1\n1\n2\n");
    assert!(
        answer.expect(0).ends_with(
            "1. end turn\nThe input has ended, and the game stops after 4 moves, at b1b1/b1b1 b +2.\n"
        ),
        "{}",
        answer.output
    );
}

#[test]
fn the_lisp_sessions_board_and_moves_are_printed_as_they_are() {
    let answer = two_humans("b2a1a1/a2b2a3/b3b1b1 a", "");
    let (printed, _) = answer.expect(0).split_once("The input").expect("an end");
    let session = "\
current player = a
      b-2 a-1 a-1
    a-2 b-2 a-3
  b-3 b-1 b-1
choose your move:
1. 3 -> 7
2. 5 -> 8
3. 5 -> 4
";
    assert_eq!(printed, session);
}

#[test]
fn the_computer_answers_for_everybody_who_is_not_asked() {
    let answer = fed(&["play", BOOK], b"1\n1\n");
    let output = answer.expect(0);
    assert!(output.contains("\nb chooses 0 -> 2\n"), "{output}");
    assert!(output.contains("\nb chooses end turn\n"), "{output}");
    assert!(output.ends_with("The winner is b\n"), "{output}");
    assert_eq!(answer.errors, "", "nothing is drawn, so there is no seed");
}

#[test]
fn two_computers_play_to_the_end_and_a_tie_is_announced() {
    let answer = doomtree(&["play", BOOK, "--a", "computer", "--quiet"]);
    assert!(answer.expect(0).ends_with("The winner is b\n"));
    let tie = doomtree(&["play", "a1b1 a"]);
    assert_eq!(
        tie.expect(0),
        "  a-1 b-1\nThe game is a tie between a and b\n"
    );
}

#[test]
fn nonsense_is_answered_with_what_is_wrong_and_another_choice() {
    let answer = two_humans(
        BOOK,
        "7\n0\n-1\nattack\n\n2>9\n99999999999999999999999\n1\nquit\n",
    );
    let output = answer.expect(0);
    assert_eq!(output.matches("choose again").count(), 7, "{output}");
    assert!(output.contains("'7' is no move here: choose again, by 1,"));
    assert!(output.contains("Nothing was typed"));
    assert!(output.ends_with("The game stops after 1 move, at b2b2/a1a1 a +1.\n"));
}

#[test]
fn a_move_is_understood_by_its_number_its_notation_and_its_words() {
    for typed in ["1", "2>3", "2 -> 3", "2→3", " 2>3 \r"] {
        let answer = two_humans(BOOK, &format!("{typed}\nend turn\nquit\n"));
        assert!(
            answer
                .expect(0)
                .ends_with("after 2 moves, at b2b2/a1a1 b.\n"),
            "{typed:?}: {}",
            answer.output
        );
    }
}

#[test]
fn a_move_is_taken_back_with_the_computers_answer_and_made_again() {
    let answer = fed(&["play", BOOK, "--at", "2>3"], b"back\npass\n");
    assert!(
        answer
            .expect(0)
            .contains("no move of yours to take back: choose again")
    );
    // A game in which b's answer leaves a with a choice.
    let script = "top a: l -> x, r -> y; x b: go -> z; y b: go -> z; z a: m -> won; won end: 1 0";
    let args = ["play", script, "--game", "scripted"];
    let answer = fed(&args, b"l\nback\nr\nback\nforward\nforward\nm\n");
    let output = answer.expect(0);
    assert_eq!(output.matches("1. l\n2. r\n").count(), 3, "{output}");
    assert_eq!(output.matches("b chooses go").count(), 2, "{output}");
    assert_eq!(output.matches("1. m\n").count(), 3, "{output}");
    assert!(output.contains("Nothing was taken back"), "{output}");
    assert!(output.ends_with("The winner is a\n"), "{output}");
}

#[test]
fn a_game_whose_moves_are_called_like_commands_is_played_all_the_same() {
    let script = "top a: back -> x, quit -> y; x end: 1 0; y end: 0 1";
    let answer = fed(&["play", script, "--game", "scripted"], b"quit\n");
    assert!(answer.expect(0).ends_with("The winner is b\n"));
}

const COIN: &str = "players ann bob\n\
    top ann: toss -> coin, keep -> even\n\
    coin chance ann: heads 1/2 -> won, tails 1/2 -> lost\n\
    even end: 1/2 1/2\nwon end: 3 -1\nlost end: 0 1";

#[test]
fn a_seed_gives_the_same_luck_again() {
    let game = |seed: &str| {
        let args = ["play", COIN, "--game", "scripted", "--seed", seed];
        let answer = fed(&args, b"toss\n");
        assert_eq!(answer.errors, "");
        answer.expect(0).to_owned()
    };
    assert_eq!(game("1"), game("1"));
    let all: String = (0..8).map(|seed| game(&seed.to_string())).collect();
    assert!(all.contains("Chance decides: heads\n"), "{all}");
    assert!(all.contains("The winner is ann\nPayoffs: ann 3, bob -1\n"));
    assert!(all.contains("Chance decides: tails\n"), "{all}");
    assert!(all.contains("  lost\nThe winner is bob\n"));
}

#[test]
fn a_seed_that_was_chosen_is_told_where_anything_is_drawn() {
    let args = ["play", BOOK, "--a", "random", "--b", "random"];
    let answer = doomtree(&args);
    answer.expect(0);
    answer.sentence("gives this game again");
    let seed = answer.errors.split_whitespace().nth(2).expect("a number");
    let again = doomtree(&[&args[..], &["--seed", seed]].concat());
    assert_eq!(again.output, answer.output);
    assert_eq!(doomtree(&[&args[..], &["--quiet"]].concat()).errors, "");
}

#[test]
fn dice_are_rolled_for_attacks_and_told_as_they_fall() {
    let args = [
        "play",
        "a3b2/b1a2 a",
        "--rules",
        "land-of-lisp-v4",
        "--players",
        "2",
    ];
    let limits = ["--max-plies", "1", "--a", "random"];
    let mut outcomes = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let seed = seed.to_string();
        let answer = doomtree(&[&args[..], &limits, &["--seed", &seed]].concat());
        let output = answer.expect(0).to_owned();
        let sums: Vec<u32> = output
            .lines()
            .filter_map(|line| line.strip_prefix("On "))
            .map(|line| {
                let (_, rolled) = line.split_once(" dice rolled ").expect("a sum");
                let (sum, faces) = rolled.split_once(". (").expect("faces");
                let faces = faces.trim_end_matches(')').split(' ');
                let sum: u32 = sum.parse().expect("a number");
                assert_eq!(
                    faces
                        .map(|face| face.parse::<u32>().expect("a face"))
                        .sum::<u32>(),
                    sum
                );
                sum
            })
            .collect();
        assert_eq!(sums.len(), 2, "{output}");
        let outcome = if sums[0] > sums[1] { "wins" } else { "fails" };
        assert!(
            output.contains(&format!("\nChance decides: {outcome}\n")),
            "{output}"
        );
        outcomes.insert(outcome);
    }
    assert_eq!(outcomes.len(), 2, "both happen");
}

#[test]
fn four_players_are_played_to_an_end_or_to_the_limit() {
    let board = "a2b2/c2d2 a";
    let args = [
        "play",
        board,
        "--rules",
        "land-of-lisp-v4",
        "--a",
        "computer",
        "--c",
        "random",
    ];
    let args = [
        &args[..],
        &["--ai-plies", "2", "--seed", "3", "--max-plies", "60"],
    ]
    .concat();
    let answer = doomtree(&args);
    let output = answer.expect(0);
    for player in ["a chooses", "b chooses"] {
        assert!(output.contains(player), "{output}");
    }
    assert_eq!(
        output,
        doomtree(&args).output,
        "the same seed, the same game"
    );
}

const CYCLE: &str = "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
                     won end: 1 0\nlost end: 0 1";

#[test]
fn computers_that_repeat_themselves_are_stopped() {
    let args = ["play", CYCLE, "--game", "scripted", "--a", "computer"];
    let answer = doomtree(&args);
    assert!(
        answer.expect(0).ends_with(
            "No winner: the position repeats, and the computers would continue forever.\n"
        )
    );
}

#[test]
fn a_game_ends_at_its_ply_limit() {
    let args = ["play", CYCLE, "--game", "scripted", "--max-plies", "3"];
    let answer = fed(&args, b"on\non\non\n");
    assert!(
        answer
            .expect(0)
            .ends_with("The game stops after 3 plies: raise --max-plies to go on.\n"),
        "{}",
        answer.output
    );
    assert!(
        doomtree(&["play", BOOK, "--max-plies", "0"])
            .expect(0)
            .contains("after 0 plies")
    );
    let random = "top a: m -> top, n -> mid; mid b: m -> top; never end: 1 0";
    let args = [
        "play", random, "--game", "scripted", "--a", "random", "--quiet",
    ];
    assert!(
        doomtree(&args)
            .expect(0)
            .ends_with("after 1,000 plies: raise --max-plies to go on.\n")
    );
}

#[test]
fn a_larger_board_than_can_be_rated_is_played() {
    let row = "a3b2a1b3b1a2b2a3";
    let board = format!("{} a", [row; 8].join("/"));
    let args = [
        "play",
        &board,
        "--ai-plies",
        "1",
        "--a",
        "computer",
        "--max-plies",
        "4",
    ];
    let answer = doomtree(&args);
    assert_eq!(answer.expect(0).matches(" chooses ").count(), 4);
}

#[test]
fn what_cannot_be_played_is_refused_in_a_sentence() {
    doomtree(&["play", BOOK, "--c", "human"]).refused("--c: this game has 2 players");
    doomtree(&["play", BOOK, "--a", "robot"]).refused("invalid value 'robot'");
    doomtree(&["play", BOOK, "--ai-plies", "0"]).refused("'0'");
    doomtree(&["play", "b2b9 a"]).refused("9");
    fed(&["play", "-"], BOOK.as_bytes())
        .refused("the board and the moves can't both come from standard input");
    let alone = fed(&["play", "-", "--a", "computer"], BOOK.as_bytes());
    assert!(alone.expect(0).ends_with("The winner is b\n"));
}

#[test]
fn a_closed_pipe_ends_the_game_quietly() {
    let mut shell = std::process::Command::new("sh");
    shell.args([
        "-c",
        "\"$0\" play 'b2a1a1/a2b2a3/b3b1b1 a' --a computer | head -1",
    ]);
    let answer = Answer::of(shell.arg(program().get_program()));
    assert_eq!(answer.expect(0), "current player = a\n");
    assert_eq!(answer.errors, "");
}
