//! Detects the kind of a typed or pasted text: a path, a position, a Lisp array, a script or the
//! text of a file.

use std::path::PathBuf;

use super::files;
use crate::app::base::{fault_text, is_path, path_of};
use crate::game::{Kind, OpenError, Refusal};
use crate::games::{Setup, takes_script};
use crate::save::{FileGraph, Opened};
use crate::session::{SetupPosition, first_setup, setup_position, that_reads, usual_game};
use crate::words::{capitalised, counted};
use crate::{games, save};

/// The kind of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Recognised {
    /// Nothing was typed.
    Nothing,
    /// A path; where it leads is not known yet.
    Path(PathBuf),
    /// A setup: its description, and the setup.
    Setup(String, Box<Setup>),
    /// The text of a file: its description.
    File(String),
    /// Nothing known: the reason, in a sentence.
    Fault(String),
}

/// The number of hexes in a Lisp array, and its likely number of columns: those of a square, or of
/// the most square rectangle. `None` for any other text.
pub fn lisp_array(text: &str) -> Option<(u64, u64)> {
    let text = text.trim_start();
    let hexes = text
        .starts_with("#(")
        .then(|| text[2..].matches('(').count() as u64)?;
    let rows = (1..=hexes)
        .take_while(|rows| rows * rows <= hexes)
        .filter(|rows| hexes.is_multiple_of(*rows))
        .last()
        .unwrap_or(1);
    Some((hexes, hexes / rows))
}

/// Whether a Lisp array of this many hexes is a square.
pub fn is_square((hexes, columns): (u64, u64)) -> bool {
    columns * columns == hexes
}

/// The setup of a text. It is tried as a position of the open game and its rules, then of the
/// default rules, then of any game, and as a script.
///
/// # Errors
/// Why none of them can read it.
pub fn setup_of(text: &str, open: &Setup, columns: Option<u64>) -> Result<Setup, OpenError> {
    let text = text.trim();
    let script = save::setup_of_text(text, None);
    if script.switches.script.is_some() {
        setup_position(&script)?;
        return Ok(script);
    }
    let mut texts = vec![text.to_owned()];
    let columns = columns.filter(|_| lisp_array(text).is_some());
    if lisp_array(text).is_some() && text.ends_with(')') {
        // A board printed without its player to move: the first player starts.
        texts.push(format!("{text} a"));
    }
    let usual = usual_setup().at(text, columns);
    let mut fault = None;
    for base in [open, &usual] {
        for text in &texts {
            let setup = base.at(text, columns);
            match setup_position(&setup) {
                Ok(_) => return Ok(setup),
                Err(error) => fault = Some(error),
            }
        }
    }
    if let Some(other) = that_reads(&usual) {
        return Ok(other);
    }
    // The error of the default rules is reported last.
    fault.map_or_else(|| Ok(usual), Err)
}

/// The rules that a setup has from the open board, as text, if they aren't its game's default ones.
pub fn kept_rules(setup: &Setup, open: &Setup) -> Option<String> {
    let same = setup.game == open.game && setup.switches == open.switches;
    if !same || takes_script(&setup.game) {
        return None;
    }
    let rules = setup_position(setup).ok()?.rules;
    let usual = setup_position(&first_setup(&setup.game).ok()?).ok()?.rules;
    (rules != usual).then(|| files::describe_rules(&setup.game, &rules))
}

/// A setup with the default rules of the default game.
pub fn usual_setup() -> Setup {
    Setup {
        game: usual_game().to_owned(),
        ..Setup::default()
    }
}

/// The kind of a text; the rules of the open board are tried first.
pub fn recognise(text: &str, open: &Setup, columns: Option<u64>) -> Recognised {
    let text = text.trim();
    if text.is_empty() {
        return Recognised::Nothing;
    }
    if save::is_file(text) {
        let opened = save::open_reader(text.as_bytes(), "this text").map_err(Refusal::from);
        return match opened.and_then(|opened| describe_opened(&opened)) {
            Ok(words) => Recognised::File(words),
            Err(why) => Recognised::Fault(fault_text(&why)),
        };
    }
    let reads = !takes_script(&open.game) && setup_position(&open.at(text, columns)).is_ok();
    if is_path(text) && !reads {
        return Recognised::Path(path_of(text));
    }
    match setup_of(text, open, columns) {
        Ok(setup) => match describe(&setup) {
            Ok(phrase) => Recognised::Setup(phrase, Box::new(setup)),
            Err(error) => Recognised::Fault(why_not(text, error).to_string()),
        },
        Err(error) => Recognised::Fault(why_not(text, error).to_string()),
    }
}

/// Why a typed text can't be opened. If it looks like none of the possible kinds, an example helps
/// more than the character where parsing stopped.
pub fn why_not(text: &str, error: OpenError) -> Refusal {
    if let Some(kind) = save::refused_text(text) {
        return Refusal::new(fault_text(&kind), "").because(error);
    }
    let is_like_a_position =
        text.contains(|letter: char| letter.is_ascii_digit() || "/.#(;:{".contains(letter));
    let what = if is_like_a_position {
        fault_text(&error)
    } else {
        let example = first_setup(usual_game()).map(|setup| setup.position);
        let example = example.unwrap_or_default();
        format!("Not a file and not a position. A position looks like {example}.")
    };
    Refusal::new(what, "").because(error)
}

/// The content of a file, as text.
///
/// # Errors
/// Why it can't be shown.
pub fn describe_opened(opened: &Opened) -> Result<String, Refusal> {
    let titled = |title: &Option<String>| match title {
        Some(title) if !title.trim().is_empty() => format!(": {}", title.trim()),
        _ => String::new(),
    };
    Ok(match opened {
        Opened::Board(board) => {
            let words = describe(&board.setup()?)?;
            format!("a board file, {words}{}", titled(&board.title))
        }
        Opened::Exercise(exercise) => {
            let words = describe(&exercise.setup()?)?;
            format!("an exercise, {words}{}", titled(&exercise.title))
        }
        Opened::Tree(file) => {
            let nodes = file.node_count();
            let what = match file.header.kind {
                FileGraph::Tree => format!("a tree file of {}", counted(nodes, "node")),
                FileGraph::Positions => format!("a file of {}", counted(nodes, "position")),
            };
            format!(
                "{what}, {}{}",
                game_words(&file.header.game),
                titled(&file.header.title)
            )
        }
        Opened::Imported(imported) => {
            let nodes = counted(imported.nodes, "node");
            let phrase = imported.foreign.label();
            format!("{phrase} of {nodes}{}", titled(&imported.title))
        }
        Opened::Text(text) => {
            format!("a text, {}", describe(&setup_of_file(text)?)?)
        }
    })
}

/// The setup of a file with a text: a script, a position, or a Lisp array of a square.
///
/// # Errors
/// Why it can't be read.
pub fn setup_of_file(text: &str) -> Result<Setup, OpenError> {
    let columns = lisp_array(text).filter(|array| is_square(*array));
    setup_of(text, &usual_setup(), columns.map(|(_, columns)| columns))
}

/// A game's name as people write it: `Dice of Doom`.
pub fn game_words(name: &str) -> String {
    if let Some(title) = games::title(name) {
        return title.to_owned();
    }
    let words = name.split('-').map(|word| match word {
        "of" | "and" | "the" => word.to_owned(),
        word => capitalised(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The notation of the position that a setup names.
///
/// # Errors
/// Why it can't be read.
pub fn position_text(setup: &Setup) -> Result<String, OpenError> {
    Ok(setup_position(setup)?.position)
}

/// Describes a position: `a position of Dice of Doom, 2 × 2, a to move`.
fn describe(setup: &Setup) -> Result<String, OpenError> {
    let SetupPosition {
        game,
        picture,
        kind,
        player,
        ..
    } = setup_position(setup)?;
    let places = picture.cells;
    let first = places.first().map(|place| place.y);
    let columns = first.map_or(0, |first| {
        places
            .iter()
            .filter(|cell| (cell.y - first).abs() < 0.1)
            .count()
    });
    let size = match columns {
        0 => String::new(),
        columns => format!(", {} × {columns}", places.len() / columns),
    };
    let player = player.unwrap_or_default();
    let mover = match kind {
        Kind::Decision(_) => format!("{player} to move"),
        Kind::Chance(_) => format!("chance after {player}'s move"),
        Kind::End => "game over".to_owned(),
    };
    if takes_script(&game) {
        return Ok(format!("a script, {mover}"));
    }
    Ok(format!(
        "a position of {}{size}, {mover}",
        game_words(&game)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> Setup {
        Setup {
            game: "dice-of-doom".to_owned(),
            position: "b2b2/a2b1 a".to_owned(),
            ..Setup::default()
        }
    }

    fn recognised_text(text: &str, columns: Option<u64>) -> String {
        match recognise(text, &open(), columns) {
            Recognised::Setup(phrase, _) | Recognised::File(phrase) => phrase,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn unknown_text_is_refused_with_an_example_position_and_without_flags() {
        let why = |text: &str| match recognise(text, &open(), None) {
            Recognised::Fault(why) => why,
            other => panic!("{text} is {other:?}"),
        };
        assert_eq!(
            why("hello"),
            "Not a file and not a position. A position looks like b2b2/a2b1 a."
        );
        for text in ["a2b1/b1a9 c", "a2b1/b1a9 a", "a2b1/b1c1 a", "hello"] {
            assert!(!why(text).contains("--"), "{}", why(text));
        }
        assert!(why("a2b1/b1a9 a").contains("Setup"));
    }

    #[test]
    fn positions_arrays_scripts_and_files_are_told_apart() {
        for (text, columns, said) in [
            (
                " b2b2/a2b1 a\n",
                None,
                "a position of Dice of Doom, 2 × 2, a to move",
            ),
            (
                "#((1 2) (1 2) (0 2) (1 1) (0 1) (0 1)) b",
                Some(3),
                "a position of Dice of Doom, 2 × 3, b to move",
            ),
            (
                "#((1 2) (1 2) (0 2) (1 1))",
                Some(2),
                "a position of Dice of Doom, 2 × 2, a to move",
            ),
            (
                "x.o/.x./... o",
                None,
                "a position of tic-tac-toe, 3 × 3, o to move",
            ),
            (
                ".../..b/a.a b",
                None,
                "a position of Trilobite, 3 × 3, b to move",
            ),
            (
                "players a b\nstart b: go -> won\nwon end: 1 0",
                None,
                "a script, b to move",
            ),
            (
                r#"{"format":"doomtree-board","version":1,"game":"dice-of-doom","rules":"land-of-lisp","position":"a1b2/b1a3 b","title":"Mine"}"#,
                None,
                "a board file, a position of Dice of Doom, 2 × 2, b to move: Mine",
            ),
        ] {
            assert_eq!(recognised_text(text, columns), said, "{text}");
        }
        assert_eq!(recognise("  ", &open(), None), Recognised::Nothing);
        let path = PathBuf::from("./x.board.json");
        assert_eq!(
            recognise("./x.board.json", &open(), None),
            Recognised::Path(path)
        );
    }

    #[test]
    fn text_that_cannot_be_opened_is_refused_with_what_is_wrong_and_where() {
        for (text, part) in [
            ("b9b2/a2b1 a", "Hex has 9 dice, maximum 3 (column 2)"),
            ("hello there", "Not a file and not a position"),
            ("{\"format\":\"x\"", "line 1, column"),
            ("#((1 2) (1 2))", "set “Columns”"),
            ("players a b\nx:", "line 2"),
            (
                r#"{"format":"doomtree-board","version":1,"game":"dice-of-doom","rules":"land-of-lisp","position":"b9b2 a"}"#,
                "Hex has 9 dice, maximum 3 (column 2): use 1–3, or raise “Max dice” in Setup",
            ),
        ] {
            let Recognised::Fault(fault) = recognise(text, &open(), None) else {
                panic!("{text} is nonsense");
            };
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }

    #[test]
    fn the_open_games_rules_are_tried_before_the_usual_ones() {
        let mut three = open();
        three.switches.players = Some(3);
        assert!(matches!(
            recognise("c1b1 a", &three, None),
            Recognised::Setup(_, setup) if setup.switches.players == Some(3)
        ));
        let mut narrow = open();
        narrow.game = "trilobite".to_owned();
        narrow.position = "... a".to_owned();
        (narrow.switches.width, narrow.switches.line) = (Some(3), Some(2));
        assert!(matches!(
            recognise("../.. a", &narrow, None),
            Recognised::Setup(_, setup) if setup.switches.line == Some(2) && setup.switches.width.is_none()
        ));
        let script = save::setup_of_text("players a b\nx a: go -> y\ny end: 1 0", None);
        assert!(matches!(
            recognise("b2b2/a2b1 a", &script, None),
            Recognised::Setup(_, setup) if setup.game == "dice-of-doom"
        ));
    }

    #[test]
    fn an_array_is_likely_to_be_a_square_or_nearly_one() {
        for (hexes, columns, square) in [(4, 2, true), (9, 3, true), (6, 3, false), (7, 7, false)] {
            let array = format!("#({})", "(0 1) ".repeat(hexes));
            let found = lisp_array(&array).expect("an array");
            assert_eq!(found, (hexes as u64, columns));
            assert_eq!(is_square(found), square);
        }
        assert_eq!(lisp_array("b2b2/a2b1 a"), None);
        assert_eq!(lisp_array("#()"), Some((0, 0)));
    }
}
