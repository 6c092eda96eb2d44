//! Tests of connect-N by its rules: moves, lines, setups and sizes.

use super::*;
use crate::game::{half, one, zero};
use crate::games::Check;

fn setup(position: &str) -> Setup {
    Setup {
        game: NAME.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

fn with_line(position: &str, line: u64) -> Setup {
    let mut setup = setup(position);
    setup.switches.line = Some(line);
    setup
}

fn game_of(setup: &Setup) -> (Trilobite, CellPosition) {
    let (rules, position) = rules_and_position(setup).expect(&setup.position);
    (game(rules).expect("a board"), position)
}

fn moves(setup: &Setup) -> Vec<String> {
    let (game, position) = game_of(setup);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let texts = moves.iter().map(|mv| game.move_text(&position, *mv));
    texts.collect()
}

fn refused(setup: &Setup) -> String {
    open(setup, PlantedFaults::default(), Check)
        .expect_err(&setup.position)
        .to_string()
}

#[test]
fn a_taller_column_is_listed_first_and_equal_ones_from_the_left() {
    assert_eq!(
        moves(&setup(FIRST_POSITION)),
        ["a@col0", "a@col1", "a@col2", "a@col3"]
    );
    assert_eq!(
        moves(&setup("..../..b./..a./a.b. a")),
        ["a@col2", "a@col0", "a@col1", "a@col3"]
    );
    assert_eq!(moves(&setup("b.../a.../b.../a... a")).len(), 3);
}

#[test]
fn a_chip_falls_to_the_lowest_empty_cell_of_its_column() {
    let (game, position) = game_of(&setup(FIRST_POSITION));
    let mut moves = Vec::new();
    let mut at = position;
    for (column, expected) in [
        (1, "..../..../..../.a.. b"),
        (1, "..../..../.b../.a.. a"),
        (3, "..../..../.b../.a.a b"),
    ] {
        game.moves(&at, &mut moves);
        let mv = moves.iter().find(|mv| mv.0 % 4 == column).expect("free");
        at = game.play(&at, *mv);
        assert_eq!(game.position_text(&at), expected);
    }
}

#[test]
fn a_line_of_as_many_or_more_wins_in_each_direction() {
    let worth = |position: &str, line| {
        let (game, at) = game_of(&with_line(position, line));
        assert_eq!(game.kind(&at), Kind::End, "{position}");
        [0, 1].map(|player| game.payoff(&at, Player(player)))
    };
    for (position, line) in [
        (".../bb./aaa b", 3),
        ("a../a.b/a.b b", 3),
        ("..a/.ab/abb a", 3),
        ("a../ba./bba a", 3),
        ("bb.bb/aaaaa b", 4),
    ] {
        assert_eq!(worth(position, line), [one(), zero()], "{position}");
    }
    assert_eq!(worth("ab a", 2), [half(), half()]);
    // It can't arise, and is an end all the same.
    assert_eq!(worth("bbb/aaa a", 3), [half(), half()]);
    // A line that doesn't fit on the board can't win.
    assert_eq!(worth("bbb/aaa a", 4), [half(), half()]);
    let (game, at) = game_of(&with_line("bb./aa. a", 4));
    assert_eq!(game.kind(&at), Kind::Decision(Player(0)));
}

#[test]
fn the_line_is_four_or_the_longer_side_unless_it_is_told() {
    let line = |position| game_of(&setup(position)).0.rules.line;
    assert_eq!(line(FIRST_POSITION), 4);
    assert_eq!(line("....... a"), 4);
    assert_eq!(line("../../.. a"), 3);
    assert_eq!(line(". a"), 1);
    assert_eq!(game_of(&with_line("... a", 2)).0.rules.line, 2);
}

#[test]
fn what_can_not_be_set_up_is_told() {
    for (edit, text) in [
        (
            (|s: &mut Setup| s.switches.line = Some(0)) as fn(&mut Setup),
            "invalid value 0 for 'line': use 1–64",
        ),
        (|s| s.switches.line = Some(65), "invalid value 65"),
        (
            |s| s.switches.width = Some(5),
            "'width' is 5, but the board's width is 4",
        ),
        (|s| s.switches.height = Some(3), "the board's height is 4"),
        (
            |s| s.switches.preset = Some("haskell".to_owned()),
            "Trilobite has no setting 'rules': leave it out",
        ),
        (|s| s.switches.max_dice = Some(3), "no setting 'max_dice'"),
        (|s| s.columns = Some(5), "the board has 4 columns, not 5"),
        (
            |s| s.position = "a.../..../..../.... b".to_owned(),
            "chip on cell 0 has an empty cell below (column 1)",
        ),
        (
            |s| s.position = "xo a".to_owned(),
            "invalid cell 'x' (column 1)",
        ),
    ] {
        let mut setup = setup(FIRST_POSITION);
        edit(&mut setup);
        let refused = refused(&setup);
        assert!(refused.contains(text), "{refused}");
    }
    let mut whole = setup(FIRST_POSITION);
    (whole.switches.width, whole.switches.height) = (Some(4), Some(4));
    whole.columns = Some(4);
    assert!(open(&whole, PlantedFaults::default(), Check).is_ok());
}

#[test]
fn edits_put_a_chip_on_a_column_or_take_its_topmost() {
    let edits = |text: &str, cell| -> Vec<String> {
        let (game, position) = game_of(&setup(text));
        let edits = game.edits(&position, cell);
        edits
            .iter()
            .map(|edit| format!("{}: {}", edit.words, game.position_text(&edit.position)))
            .collect()
    };
    assert_eq!(
        edits(".../b../a.. a", 0),
        ["empty: .../b../a.. a", "a: a../b../a.. b"]
    );
    assert_eq!(
        edits(".../b../a.. a", 3),
        ["empty: .../.../a.. b", "b: .../b../a.. a"]
    );
    assert_eq!(edits(".../b../a.. a", 6), ["a: .../b../a.. a"]);
    assert_eq!(edits(".../b../a.. a", 1), ["empty: .../b../a.. a"]);
    assert!(edits(".../b../a.. a", 9).is_empty());
}

#[test]
fn another_size_keeps_the_chips_that_fit_and_a_line_that_can_be_made() {
    let after = |position: &str, name, number| {
        let setup = changed(&setup(position), SetupChange::Number(name, number));
        setup.map(|setup| (setup.position, setup.switches.line.unwrap_or(0)))
    };
    let said = |position: &str, line| Ok((position.to_owned(), line));
    let board = "..../b.../a.../ab.. a";
    assert_eq!(
        after(board, "width", 5),
        said("...../b..../a..../ab... a", 4)
    );
    assert_eq!(
        after(board, "height", 5),
        said("..../..../b.../a.../ab.. a", 4)
    );
    assert_eq!(after(board, "height", 3), said("b.../a.../ab.. a", 4));
    assert_eq!(after(board, "height", 2), said("a.../ab.. b", 4));
    assert_eq!(after(board, "width", 1), said("./b/a/a b", 4));
    // If turned chips no longer fit, the topmost are removed.
    let board = "..../.b../ab../ab.a a";
    assert_eq!(after(board, "width", 2), said("../../ab/ab a", 4));
    assert_eq!(after("bb/aa a", "line", 1), said("bb/aa a", 1));
    assert_eq!(
        after(FIRST_POSITION, "width", 3).map(|(_, line)| line),
        Ok(4)
    );
    let three = changed(&setup("..../..../.... a"), SetupChange::Number("width", 3));
    assert_eq!(three.map(|setup| setup.switches.line), Ok(Some(3)));
    for (name, number) in [
        ("width", 0),
        ("width", 17),
        ("height", u64::MAX),
        ("line", 0),
    ] {
        assert!(after(FIRST_POSITION, name, number).is_err(), "{name}");
    }
    let mover = changed(&setup(board), SetupChange::Mover(Player(1))).expect_err("it follows");
    assert!(mover.to_string().contains("add or take a chip"), "{mover}");
    assert!(changed(&setup(board), SetupChange::Choice("geometry", "x")).is_err());
}

// Stable forever: a recorded seed must always give the same board.
#[test]
fn the_same_seed_gives_the_same_position_for_ever() {
    let switches = Switches::default();
    let random = |size, seed| random(&switches, size, size, seed).expect("a position");
    assert_eq!(random(None, 0), "..aa/abab/bbba/bbaa a");
    assert_eq!(random(Some(4), 1), ".b.b/.bba/.aba/abaa a");
    assert_eq!(random(None, u64::MAX), ".b../.b../.ba./aaa. b");
    for seed in 0..100 {
        let (game, position) = game_of(&setup(&random(Some(5), seed)));
        assert_ne!(game.kind(&position), Kind::End, "{seed}");
    }
    let one = Switches {
        line: Some(1),
        ..Switches::default()
    };
    assert_eq!(
        super::random(&one, None, None, 3).as_deref(),
        Ok(FIRST_POSITION)
    );
    let wide = Switches {
        width: Some(5),
        ..Switches::default()
    };
    assert!(super::random(&wide, None, Some(4), 3).is_err());
    assert!(super::random(&wide, Some(20), None, 3).is_err());
    let drawn = super::random(&wide, Some(2), None, 7).expect("2 rows of 5");
    assert_eq!(drawn.find('/'), Some(5));
}
