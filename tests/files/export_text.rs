//! The tree as a picture in plain text and for Graphviz.

use doomtree::export::{Figure, dot, text};
use doomtree::games::{Setup, Switches};
use doomtree::session::Rated;
use doomtree::tree::{Limits, Unfolding};
use doomtree::work::{Control, finished};

use support::dialects::{rated, unfolded};

fn book() -> Rated {
    let setup = Setup::of_board("dice-of-doom", Switches::default(), "b2b2/a2b1 a", None);
    rated(&setup, Limits::default())
}

fn script(script: &str) -> Rated {
    let setup = Setup::of_board("scripted", Switches::default(), script, None);
    rated(&setup, Limits::default())
}

fn as_text(rated: &Rated, unfolding: &Unfolding) -> String {
    let mut out = Vec::new();
    finished(text::write(
        &Control::default(),
        &mut out,
        rated,
        unfolding,
        &Figure::default(),
    ))
    .expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

fn as_dot(rated: &Rated, unfolding: &Unfolding) -> String {
    let mut out = Vec::new();
    finished(dot::write(
        &Control::default(),
        &mut out,
        rated,
        unfolding,
        &Figure::default(),
    ))
    .expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

/// A label of quotes, backslashes, a line break and a tab; chance; a name with an escape.
const AWKWARD: &str = r#"
    "say \"x\" \\N" a: "m\"q\\" -> coin, right -> "two\nlines"
    coin chance a: heads 1/3 -> won, tails 2/3 -> "two\nlines"
    won end: 1 0; "two\nlines" end: 1/2 1/2"#;

fn awkward() -> Rated {
    script(AWKWARD)
}

#[test]
fn the_picture_of_the_book_has_a_rule_and_an_arrow_for_every_move() {
    let rated = book();
    let expected = "\
b2b2/a2b1 a   (a 0)  *
|  a: 2>3
+---> b2b2/a1a1 a +1   (a 0)  *
      |  a: pass
      +---> b2b2/a1a1 b   (a 0)  *
            |  b: 0>2
            +---> b1b2/b1a1 b +1   (a 0)  *
            |     |  b: pass
            |     +---> b1b2/b1a1 a   (a 0)  *
            |     |        the game ends: b wins
            |     |  b: 1>3
            |     +---> b1b1/b1b1 b +2   (a 0)
            |           |  b: pass
            |           +---> b2b1/b1b1 a   (a 0)
            |                    the game ends: b wins
            |  b: 0>3
            +---> b1b2/a1b1 b +1   (a 0)
            |     |  b: pass
            |     +---> b1b2/a1b1 a   (a 0)
            |              the game ends: b wins
            |  b: 1>3
            +---> b2b1/a1b1 b +1   (a 0)
                  |  b: pass
                  +---> b2b1/a1b1 a   (a 0)
                  |        the game ends: b wins
                  |  b: 0>2
                  +---> b1b1/b1b1 b +2   (a 0)
                        |  b: pass
                        +---> b2b1/b1b1 a   (a 0)
                                 the game ends: b wins

* best line
";
    assert_eq!(as_text(&rated, &unfolded(&rated, None)), expected);
}

#[test]
fn what_is_left_out_is_counted_and_what_chance_does_is_named() {
    let rated = book();
    let top = as_text(&rated, &unfolded(&rated, Some(2)));
    assert!(
        top.ends_with(
            "b2b2/a1a1 b   (a 0)  *\n               10 nodes left out below\n\n* best line\n"
        ),
        "{top}"
    );
    let rated = awkward();
    let picture = as_text(&rated, &unfolded(&rated, None));
    assert!(picture.contains("|  chance, 2/3: tails\n"), "{picture}");
    assert!(picture.contains("two\\nlines"), "{picture}");
    assert!(picture.contains("the game ends: a and b tie"), "{picture}");
}

#[test]
fn ends_have_a_double_border_and_the_best_line_is_bold() {
    let rated = book();
    let dot = as_dot(&rated, &unfolded(&rated, None));
    assert_eq!(dot.matches("peripheries=2").count(), 5);
    // Five nodes and the four moves between them.
    assert_eq!(dot.matches("penwidth=3").count(), 9);
    let top = as_dot(&rated, &unfolded(&rated, Some(1)));
    assert!(
        top.contains("11 nodes left out below\", tooltip=\"\", shape=folder"),
        "{top}"
    );
    let awkward = awkward();
    let dot = as_dot(&awkward, &unfolded(&awkward, None));
    assert!(dot.contains(r#"say \"x\" \\N"#), "{dot}");
    assert!(dot.contains(r#"[label="m\"q\\""#), "{dot}");
    assert!(dot.contains("shape=hexagon"), "{dot}");
}
