//! Games that are played in the window, driven by keys and commands.

use doomtree::app::{Command, CommandId, PlayChoices, ids};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::session::play::{MadeMove, Seat, WhoseTurn};
use doomtree::tree::{Limits, UnfoldingNode};
use eframe::egui::{Key, Modifiers};
use support::screen::{
    Opened, Window, click_on, is_there, line, numbers_of, press, press_with, root, run, run_named,
    scripted, settle, shows, text_of, type_into, window,
};

fn choose(window: &mut Window, change: impl FnOnce(PlayChoices) -> PlayChoices) {
    let choices = change(window.state().settings().play.clone());
    run(window, Command::ChoosePlay(Box::new(choices)));
}

fn seats(window: &mut Window, seats: &[Seat]) {
    for (player, seat) in Player::all(seats.len()).zip(seats) {
        choose(window, |choices| choices.with_seat(player, *seat));
    }
}

fn play(window: &mut Window) {
    run(window, Command::Named(CommandId::PlayHere));
}

/// Limits the plies of what is open.
fn choose_plies(window: &mut Window, plies: u32) {
    let mut root = window.state().document().root();
    root.limits.max_plies = Some(plies);
    run(window, Command::EditRoot(Box::new(root)));
}

/// The book's board to so many plies.
fn limited(plies: u32) -> Window {
    let limits = Limits {
        max_plies: Some(plies),
        ..Limits::default()
    };
    Opened {
        limits,
        ..Opened::default()
    }
    .open()
}

/// All moves of the game so far, from where it began.
fn game(window: &Window) -> String {
    let playing = window.state().playing().expect("a game");
    let moves: Vec<_> = playing.play().made().iter().map(MadeMove::text).collect();
    moves.join(" ")
}

/// Whether it is somebody's turn, and the window says whose.
fn asks(window: &Window, player: &str) -> bool {
    let letter = player.chars().next().and_then(Player::from_letter);
    let turn = window.state().playing().expect("a game").play().turn();
    Some(turn) == letter.map(|player| WhoseTurn::Player(player, Seat::Human))
        && shows(window, ids::GAME, &format!(", {player}"))
}

/// Whether a player alone has won, and the window says who.
fn has_won(window: &Window, player: &str) -> bool {
    let letter = player.chars().next().and_then(Player::from_letter);
    let turn = window.state().playing().expect("a game").play().turn();
    matches!(turn, WhoseTurn::Over(winners) if winners.len() == 1 && winners.iter().next() == letter)
        && shows(window, ids::GAME, &format!("{player} "))
}

/// Whether the game has come to its end.
fn is_over(window: &Window) -> bool {
    let turn = window.state().playing().expect("a game").play().turn();
    matches!(turn, WhoseTurn::Over(_)) && is_there(window, ids::NOTICE)
}

/// Whether the selected node is the one where the game stands, with the same position.
fn follows(window: &Window) -> bool {
    let session = &window.state().document().session;
    let playing = window.state().playing().expect("a game");
    playing.node() == Some(session.selected())
        && playing.play().here().text() == session.rated().graph.position_text(session.vertex())
}

#[test]
fn somebody_plays_the_books_board_against_the_computer_and_loses() {
    let mut window = window("b2b2/a2b1 a");
    play(&mut window);
    assert!(asks(&window, "a"));
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "2>3");
    assert!(asks(&window, "a"), "the turn goes on");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert!(follows(&window));
    assert!(has_won(&window, "b"));
    assert!(is_over(&window) && shows(&window, ids::NOTICE, "b "));
    assert!(!window.state().is_busy(), "nothing is left to do");
}

#[test]
fn a_click_on_the_board_and_the_keys_on_it_make_moves_of_the_game() {
    let mut window = window("b2b2/a2b1 a");
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    run_named(&mut window, CommandId::FocusBoard);
    press(&mut window, Key::Enter);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::Enter);
    assert_eq!(game(&window), "2>3");
    press(&mut window, Key::P);
    assert_eq!(game(&window), "2>3 pass");
    assert!(follows(&window));
}

#[test]
fn the_computers_turn_is_its_own() {
    // b's turn takes a while: the program makes no move in the first instant.
    let mut window = Opened {
        step: Some(0.01),
        ..Opened::default()
    }
    .open();
    window
        .ctx
        .all_styles_mut(|style| style.animation_time = 0.1);
    play(&mut window);
    press(&mut window, Key::Num1);
    window.key_press(Key::Num1);
    window.run_steps(3);
    assert_eq!(game(&window), "2>3 pass");
    window.key_press(Key::Num3);
    window.run_steps(3);
    assert_eq!(game(&window), "2>3 pass", "the move is refused");
    assert!(shows(&window, ids::NOTICE, "b "), "whose turn it is");
    settle(&mut window);
    assert_eq!(game(&window), "2>3 pass 0>2 pass");
}

#[test]
fn a_move_is_taken_back_with_the_answer_and_made_again() {
    let mut window = window("b2b2/a2b1 a");
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(
        (game(&window), line(&window)),
        ("2>3".to_owned(), "2>3".to_owned())
    );
    assert_eq!(numbers_of(&window, ids::NOTICE), [3], "taken back");
    assert!(follows(&window));
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(game(&window), "");
    assert!(!window.state().is_enabled(CommandId::TakeBack));
    run_named(&mut window, CommandId::MakeAgain);
    run_named(&mut window, CommandId::MakeAgain);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert!(follows(&window));
}

#[test]
fn a_board_of_six_hexes_is_played_to_its_end() {
    let mut window = window("b2a2b1/a3b2a1 a");
    seats(&mut window, &[Seat::Computer, Seat::Computer]);
    play(&mut window);
    assert!(follows(&window));
    assert!(is_over(&window));
    assert!(line(&window) == game(&window) && !game(&window).is_empty());
    // Afterwards the line is there to be walked.
    press(&mut window, Key::ArrowUp);
    assert!(game(&window).starts_with(&line(&window)));
    assert!(!window.state().is_busy(), "the game doesn't begin anew");
}

#[test]
fn a_game_goes_on_beyond_a_ply_limit_in_a_tree_that_is_built_from_there() {
    let mut window = limited(2);
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    assert_eq!(root(&window), "b2b2/a1a1 b", "a new root");
    assert_eq!(line(&window), "");
    assert!(follows(&window));
    press(&mut window, Key::Num2);
    assert_eq!(
        (line(&window), game(&window)),
        ("0>3".to_owned(), "2>3 pass 0>3".to_owned())
    );
    // Taking back leads across the new root.
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(
        (root(&window), game(&window)),
        ("b2b2/a1a1 b".to_owned(), "2>3 pass".to_owned())
    );
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(
        (root(&window), line(&window)),
        ("b2b2/a2b1 a".to_owned(), "2>3".to_owned())
    );
    assert!(follows(&window));
    run_named(&mut window, CommandId::MakeAgain);
    run_named(&mut window, CommandId::MakeAgain);
    assert_eq!(
        (root(&window), line(&window)),
        ("b2b2/a1a1 b".to_owned(), "0>3".to_owned())
    );
    assert!(
        window.state().is_enabled(CommandId::Undo),
        "the roots can be undone"
    );
    assert!(
        !window.state().document().edits.is_changed(),
        "where a game has gone is no change"
    );
}

#[test]
fn a_file_and_its_notes_stay_with_the_tree_that_a_game_has_left() {
    let folder = std::env::temp_dir().join(format!("doomtree-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("lesson.board.json");
    let board = r#"{"format":"doomtree-board","version":1,"minor":0,"game":"dice-of-doom","rules":"land-of-lisp","position":"b2b2/a2b1 a","title":"Lesson","note":"Look"}"#;
    std::fs::write(&path, board).expect("a file");
    let mut window = window("a1 a");
    run(&mut window, Command::OpenFile(path.clone()));
    choose_plies(&mut window, 2);
    let before = window.state().document().words.clone();
    assert_eq!(before.path.as_ref(), Some(&path));
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    assert_eq!(root(&window), "b2b2/a1a1 b");
    let away = window.state().document();
    assert_eq!(away.words.path, None, "saving asks for a file of its own");
    assert_eq!(away.note(UnfoldingNode::ROOT), "");
    // A note on the way is kept where it belongs.
    run(
        &mut window,
        Command::SetNote(UnfoldingNode::ROOT, "Here b is lost".to_owned()),
    );
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(root(&window), "b2b2/a2b1 a");
    let home = window.state().document();
    assert_eq!(home.words, before);
    assert_eq!(home.note(UnfoldingNode::ROOT), "Look");
    run(&mut window, Command::Named(CommandId::StopGame));
    choose_plies(&mut window, 4);
    run(&mut window, Command::Act(Action::Root));
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    let home = window.state().document();
    assert_eq!(home.note(home.session.selected()), "Here b is lost");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn changes_are_saved_with_the_tree_that_a_game_has_left() {
    let mut window = window("b2b2/a2b1 a");
    choose_plies(&mut window, 2);
    let note = Command::SetNote(UnfoldingNode::ROOT, "Look".to_owned());
    run(&mut window, note);
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    assert_eq!(root(&window), "b2b2/a1a1 b");
    run(&mut window, Command::Named(CommandId::Quit));
    assert!(is_there(&window, ids::QUESTION), "are they saved?");
    assert_eq!(root(&window), "b2b2/a2b1 a");
    let home = window.state().document();
    assert_eq!(home.note(UnfoldingNode::ROOT), "Look");
    assert!(window.state().playing().is_none());
}

#[test]
fn moves_that_are_made_again_find_the_tree_that_they_were_made_in() {
    let mut window = limited(2);
    seats(&mut window, &[Seat::Human, Seat::Computer]);
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    let there = (root(&window), line(&window), game(&window));
    assert_eq!(there.2, "2>3 pass 0>2 pass");
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(game(&window), "2>3");
    run_named(&mut window, CommandId::MakeAgain);
    assert_eq!((root(&window), line(&window), game(&window)), there);
    assert!(follows(&window));
}

#[test]
fn a_game_begins_at_the_selected_node_and_stops_where_it_is() {
    let mut window = window("b2b2/a2b1 a");
    run(&mut window, Command::Named(CommandId::BestEnd));
    assert!(
        !window.state().is_enabled(CommandId::PlayHere),
        "an end has no moves"
    );
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "2>3 pass 0>2");
    seats(&mut window, &[Seat::Human, Seat::Human]);
    press_with(&mut window, Modifiers::COMMAND, Key::G);
    press(&mut window, Key::Num2);
    assert_eq!(
        (line(&window), game(&window)),
        ("2>3 pass 0>2 1>3".to_owned(), "1>3".to_owned())
    );
    run_named(&mut window, CommandId::StopGame);
    assert!(window.state().playing().is_none());
    assert_eq!(line(&window), "2>3 pass 0>2 1>3");
    assert!(is_there(&window, ids::NOTICE));
}

#[test]
fn walking_to_another_node_during_a_game_makes_no_move_and_a_button_leads_back() {
    let mut window = window("b2b2/a2b1 a");
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Home);
    assert!(is_there(&window, CommandId::GoToGame.id()));
    press(&mut window, Key::Num1);
    assert_eq!(game(&window), "2>3", "a walk is no move");
    press(&mut window, Key::Home);
    click_on(&mut window, CommandId::GoToGame.id());
    assert_eq!(line(&window), "2>3");
    assert!(!is_there(&window, CommandId::GoToGame.id()));
}

#[test]
fn another_board_ends_the_game() {
    let mut window = window("b2b2/a2b1 a");
    play(&mut window);
    run(&mut window, Command::Named(CommandId::RandomBoard));
    assert!(window.state().playing().is_none());
    assert!(is_there(&window, ids::NOTICE), "why it ended");
}

const COIN: &str = "top a: toss -> coin, keep -> even; \
    coin chance a: heads 1/2 -> more, tails 1/2 -> lost; more b: go -> won; \
    even end: 1/2 1/2; won end: 1 0; lost end: 0 1";

fn toss(seed: &str) -> Window {
    let mut window = scripted(COIN);
    run(&mut window, Command::Named(CommandId::Players));
    type_into(&mut window, ids::PLAY_SEED, seed);
    click_on(&mut window, CommandId::PlayHere.id());
    press(&mut window, Key::Num1);
    window
}

#[test]
fn chance_decides_by_the_seed() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let window = toss(seed);
        let told = text_of(&window, ids::PLAY_SEED_NOW);
        assert!(told.contains(&format!(" {seed}.")), "{told}");
        assert_eq!(game(&window), game(&toss(seed)));
        assert!(follows(&window));
        seen.insert(game(&window));
    }
    let both = ["toss heads go", "toss tails"].map(str::to_owned);
    assert_eq!(seen, std::collections::BTreeSet::from(both));
}

#[test]
fn dice_roll_for_a_moment_and_stay_to_be_read() {
    let mut window = Opened {
        step: Some(0.05),
        ..Opened::default()
    }
    .open();
    let mut root = window.state().document().root();
    root.setup.position = "a3b2/b1a2 a".to_owned();
    root.setup.switches.preset = Some("land-of-lisp-v4".to_owned());
    root.setup.switches.players = Some(2);
    run(&mut window, Command::EditRoot(Box::new(root)));
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    window
        .ctx
        .all_styles_mut(|style| style.animation_time = 0.1);
    window.key_press(Key::Num1);
    window.run_steps(4);
    assert!(shows(&window, ids::GAME, "a "), "who rolls them");
    assert_eq!(numbers_of(&window, ids::DICE), [0; 0], "nothing is known");
    assert!(window.state().is_busy());
    assert_eq!(game(&window).split(' ').count(), 1, "they still roll");
    window.run_steps(14);
    assert!(!window.state().is_busy());
    let made = game(&window);
    let (_, branch) = made.split_once(' ').expect("a branch");
    let told = text_of(&window, ids::DICE);
    assert!(told.ends_with(&format!(" {branch}")), "{made}: {told}");
    let dice = numbers_of(&window, ids::DICE);
    assert!(dice.len() > 4, "faces and sums: {dice:?}");
    assert!(follows(&window));
    // Whoever takes the attack back and makes it again meets the same dice.
    run_named(&mut window, CommandId::TakeBack);
    press(&mut window, Key::Num1);
    assert_eq!(game(&window), made);
}

#[test]
fn a_game_that_comes_back_to_its_root_across_a_ply_limit_goes_on() {
    let mut window = Opened {
        script: Some("top a: on -> next; next b: back -> top, out -> won; won end: 1 0"),
        limits: Limits {
            max_plies: Some(2),
            ..Limits::default()
        },
        ..Opened::default()
    }
    .open();
    seats(&mut window, &[Seat::Human, Seat::Human]);
    play(&mut window);
    for _ in 0..4 {
        press(&mut window, Key::Num1);
    }
    assert_eq!(
        (game(&window).as_str(), line(&window).as_str()),
        ("on back on back", "")
    );
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(game(&window), "on back on");
    assert!(follows(&window));
    press(&mut window, Key::Num2);
    assert!(has_won(&window, "a"));
}

#[test]
fn a_branch_can_be_chosen_by_hand() {
    let mut window = scripted(COIN);
    choose(&mut window, |mut choices| {
        choices.by_hand = true;
        choices
    });
    play(&mut window);
    press(&mut window, Key::Num1);
    let turn = window.state().playing().expect("a game").play().turn();
    assert!(matches!(turn, WhoseTurn::Chance(_)), "somebody chooses");
    assert!(!window.state().is_busy());
    press(&mut window, Key::Num2);
    assert_eq!(game(&window), "toss tails");
    run_named(&mut window, CommandId::TakeBack);
    assert_eq!(game(&window), "");
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    assert_eq!(game(&window), "toss heads go");
    assert!(has_won(&window, "a"));
}

#[test]
fn seats_are_chosen_with_the_mouse_and_remembered() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::Players);
    click_on(&mut window, &ids::seat(0, Seat::Computer));
    click_on(&mut window, &ids::seat(1, Seat::Random));
    let choices = window.state().settings().play.clone();
    assert_eq!(choices.seats().0, [Seat::Computer, Seat::Random]);
    assert!(is_there(&window, ids::PLAY_SEED), "something is drawn");
    click_on(&mut window, ids::PLAY_PLIES);
    assert_eq!(window.state().settings().play.plies, Some(4));
    click_on(&mut window, CommandId::PlayHere.id());
    assert!(follows(&window));
    assert!(is_over(&window));
    let text = serde_json::to_string(&choices).expect("JSON");
    let again: PlayChoices = serde_json::from_str(&text).expect("choices");
    assert_eq!(again, choices);
}

#[test]
fn computers_that_repeat_themselves_stop() {
    let mut window = scripted(
        "top a: on -> next, out -> lost; next b: back -> top, out -> won; \
         won end: 1 0; lost end: 0 1",
    );
    seats(&mut window, &[Seat::Computer, Seat::Computer]);
    play(&mut window);
    assert_eq!(game(&window), "on back");
    let turn = window.state().playing().expect("a game").play().turn();
    let computers = |turn| matches!(turn, WhoseTurn::Player(_, Seat::Computer));
    assert!(computers(turn), "it isn't over");
    assert!(!window.state().is_busy());
}

#[test]
fn thinking_is_cancelled_and_its_player_is_asked() {
    let mut window = window("b2a1a1/a2b2a3/b3b1b1 a");
    seats(&mut window, &[Seat::Computer, Seat::Computer]);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::PlayHere));
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::CancelWork));
    settle(&mut window);
    assert!(asks(&window, "a"));
    assert!(shows(&window, ids::NOTICE, "a "));
    run(&mut window, Command::Act(Action::Move(0)));
    assert_eq!(game(&window).split(' ').next(), Some("3>7"));
}
