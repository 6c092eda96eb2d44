//! Whatever text comes, the readers of boards, scripts, numbers and lines answer in words.

use doomtree::game::{Game, parse_rational, visible};
use doomtree::games::dice_of_doom::{Board, Rules};
use doomtree::games::scripted::Scripted;
use doomtree::tree::{Labels, Limits, Vertex};
use proptest::prelude::*;
use support::small_graph;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_upsets_the_reader_of_boards(
        text in texts("[a-c1-39 /+?>#()é\u{3000}\t-]{0,24}"), columns in prop::option::of(0_u64..5),
    ) {
        let mut rules = Rules::LAND_OF_LISP;
        rules.players = 3;
        match Board::read(&text, &rules, columns) {
            Ok(board) => {
                let mut written = String::new();
                board.write(&mut written);
                prop_assert_eq!(Board::read(&written, &rules, None), Ok(board));
            }
            Err(error) => {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}");
                prop_assert_eq!(error.line, None);
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }

    #[test]
    fn no_text_upsets_the_reader_of_scripts(
        text in texts("((players|[abxy]|end|chance|estimate|:|,|->|;|\n|\"|\\\\|#|1/2|1|0|é|\u{3000}) ?){0,24}"),
    ) {
        match Scripted::new(&text) {
            Ok(game) => {
                let mut moves = Vec::new();
                game.moves(&game.start(), &mut moves);
            }
            Err(error) => {
                let line = error.line.expect("a script has lines");
                let lines: Vec<&str> = text.split('\n').collect();
                prop_assert!((1..=lines.len()).contains(&line), "{error}");
                let most = lines[line - 1].chars().count() + 1;
                prop_assert!((1..=most).contains(&error.column), "{error}");
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }

    #[test]
    fn no_text_upsets_the_reader_of_numbers(text in texts("-{0,2}[0-9é]{0,20}[./]{0,2}[0-9]{0,20}")) {
        if let Some(number) = parse_rational(&text) {
            prop_assert_eq!(parse_rational(&number.to_string()), Some(number));
        }
    }

    #[test]
    fn no_text_upsets_the_reader_of_lines(text in texts("((2>3|pass|0>2|\u{3000}|x) ?){0,8}")) {
        let graph = small_graph("b2b2/a2b1 a", Limits::default());
        match graph.read_line(Vertex::ROOT, &text) {
            Ok(line) => {
                let written = graph.line_text(Vertex::ROOT, &line);
                // Quotes that aren't needed aren't written.
                match text.contains('"') {
                    true => prop_assert_eq!(graph.read_line(Vertex::ROOT, &written), Ok(line)),
                    false => {
                        let words: Vec<_> = text.split_whitespace().collect();
                        prop_assert_eq!(written, words.join(" "));
                    }
                }
            }
            Err(error) => {
                let word: String = text.chars().skip(error.column - 1)
                    .take_while(|c| !c.is_whitespace()).collect();
                let shown = format!("'{}'", visible(&word));
                // A word in quotes may have white space, and is shown without them.
                let of_quotes = word.starts_with('"')
                    && ["in quotes", "is no move at ply"].iter().any(|part| error.what.contains(part));
                prop_assert!(of_quotes || error.what.contains(&shown), "{error}");
            }
        }
    }
}

#[test]
fn a_word_of_a_line_that_can_not_be_seen_is_told_by_its_number() {
    let graph = small_graph("b2b2/a2b1 a", Limits::default());
    let error = graph.read_line(Vertex::ROOT, "\u{3164}");
    let error = error.expect_err("no move");
    assert!(error.what.contains("'\\u{3164}'"), "{error}");
}

/// Half of the texts look right, the other half are anything.
fn texts(pattern: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![pattern, any::<String>()]
}
