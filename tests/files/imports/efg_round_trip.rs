//! Extensive games keep their words: what is opened and exported is what was opened.

use doomtree::export::{Figure, efg};
use doomtree::save::{Imported, Layer, NodeLayer};
use doomtree::tree::{Unfolding, UnfoldingNode};
use doomtree::work::{Control, finished};
use support::trees::Words;

use super::{build, read, refused};

/// The export of an opened file.
fn exported(imported: &Imported) -> String {
    let rated = build(imported);
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, None, 100_000);
    let mut layer = Layer::default();
    let note = NodeLayer {
        note: imported.note.clone(),
        ..NodeLayer::default()
    };
    layer.nodes.insert(UnfoldingNode::ROOT.0, note);
    let figure = Figure {
        title: imported.title.as_deref(),
        notes: &layer,
        ..Figure::default()
    };
    let mut bytes = Vec::new();
    finished(efg::write(
        &Control::default(),
        &mut bytes,
        &rated,
        &unfolding,
        &figure,
    ))
    .expect("a file in memory");
    String::from_utf8(bytes).expect("text")
}

fn again(text: &str) -> String {
    let imported = read(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    exported(&imported)
}

/// Draws files.
struct Author {
    words: Words,
    text: String,
    players: usize,
    sets: Vec<i64>,
    nodes: usize,
    /// Whether numbers, spaces and outcomes are as nobody but a dialect has them.
    dialect: bool,
}

const NAMES: [&str; 9] = [
    "",
    "Fair offer",
    "Fair offer",
    "é ü",
    "非常 好",
    "say \\\"yes\\\"",
    "a \\ b",
    " two  spaces ",
    "x'",
];

impl Author {
    fn name(&mut self) -> &'static str {
        NAMES[self.words.below(NAMES.len())]
    }

    /// A number of a set that nobody has, now and then a negative one.
    fn set(&mut self) -> i64 {
        loop {
            let set = self.words.below(80) as i64 - 20;
            if set != 0 && !self.sets.contains(&set) {
                self.sets.push(set);
                return set;
            }
        }
    }

    fn payoffs(&mut self, outcome: i64) -> String {
        let numbers = (1..=self.players as i64).map(|player| {
            let number = outcome * player % 11 - 4;
            match (outcome + player) % 4 {
                0 if self.dialect => format!("{number}.250"),
                1 if self.dialect => format!("{number}e-1"),
                2 => format!("{number}1/{}", 7 * player),
                _ => number.to_string(),
            }
        });
        let comma = if self.dialect { " " } else { ", " };
        numbers.collect::<Vec<_>>().join(comma)
    }

    /// An outcome, which always has the same name and payoffs.
    fn outcome(&mut self) -> String {
        let outcome = self.words.below(12) as i64 + 1;
        let name = NAMES[outcome as usize % NAMES.len()];
        let payoffs = self.payoffs(outcome);
        format!("{outcome} \"{name}\" {{ {payoffs} }}")
    }

    fn node(&mut self, depth: usize) {
        self.nodes += 1;
        let label = self.name();
        if depth == 0 || self.words.below(4) == 0 {
            let outcome = self.outcome();
            self.text.push_str(&format!("t \"{label}\" {outcome}\n"));
            return;
        }
        let set = self.set();
        let name = self.name();
        let moves = self.words.below(3) + 1;
        let labels = (0..moves).map(|at| format!("\"{} {at}\"", NAMES[(at + depth) % 7].trim()));
        let inner = match self.dialect && self.words.below(4) == 0 {
            true => self.outcome(),
            false => "0".to_owned(),
        };
        let line = if self.words.below(3) == 0 {
            let chance = match moves {
                1 => vec!["1"],
                2 => vec!["1/3", "2/3"],
                _ if self.dialect => vec!["0.25", ".5", "2.5e-1"],
                _ => vec!["1/7", "0", "6/7"],
            };
            let branches = labels
                .zip(chance)
                .map(|(label, part)| format!("{label} {part}"));
            let branches = branches.collect::<Vec<_>>().join(" ");
            format!("c \"{label}\" {set} \"{name}\" {{ {branches} }} {inner}\n")
        } else {
            let player = self.words.below(self.players) + 1;
            let labels = labels.collect::<Vec<_>>().join(" ");
            format!("p \"{label}\" {player} {set} \"{name}\" {{ {labels} }} {inner}\n")
        };
        self.text.push_str(&line);
        for _ in 0..moves {
            self.node(depth - 1);
        }
    }
}

fn file(seed: u64, dialect: bool) -> String {
    let mut words = Words::new(seed);
    let players = words.below(4) + 1;
    let names = ["Ann", "Player 2", "Ли", "d \\\"d\\\""].map(|name| format!("\"{name}\""));
    let comment = ["", "one line", "two\nlines  and \\\"more\\\"", "é"][words.below(4)];
    let title = ["", "Ultimatum game", "Übung \\\"1\\\""][words.below(3)];
    let version = if dialect && seed.is_multiple_of(2) {
        "D"
    } else {
        "R"
    };
    let head = format!(
        "EFG 2 {version} \"{title}\" {{ {} }}\n\"{comment}\"\n\n",
        names[..players].join(" ")
    );
    let mut author = Author {
        words,
        text: head,
        players,
        sets: Vec::new(),
        nodes: 0,
        dialect,
    };
    author.node(4);
    author.text
}

/// The labels of all nodes.
fn labels(text: &str) -> Vec<String> {
    let nodes = text.lines().filter_map(|line| {
        let rest = ["p \"", "c \"", "t \""]
            .iter()
            .find_map(|kind| line.strip_prefix(kind))?;
        Some(rest.replace("\\\"", "''").split('"').next()?.to_owned())
    });
    nodes.collect()
}

#[test]
fn thirty_files_are_exported_word_for_word_as_they_were_opened() {
    for seed in 0..30 {
        let text = file(seed, false);
        // Fractions are written in lowest terms.
        let once = again(&text);
        assert_eq!(labels(&once), labels(&text), "{text}\n{once}");
        let plain = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.contains('/'));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(plain(&once), plain(&text), "{text}\n{once}");
        assert_eq!(again(&once), once, "{text}");
    }
}

#[test]
fn thirty_files_in_dialects_change_no_more_from_the_second_generation_on() {
    for seed in 100..130 {
        let text = file(seed, true);
        let second = again(&text);
        assert_eq!(labels(&second), labels(&text), "{text}\n{second}");
        assert_eq!(again(&second), second, "{text}");
    }
}

#[test]
fn moves_without_a_name_and_of_one_name_are_written_as_they_were() {
    let text = "EFG 2 R \"\" { \"a\" \"b\" }\n\"\"\n\np \"\" 1 -3 \"\" { \"\" \"m\" \"m\" } 0\n\
                t \"\" 1 \"\" { 1, 0 }\nt \"\" 1 \"\" { 1, 0 }\nt \"\" 7 \"\" { 0, 1 }\n";
    assert_eq!(again(text), text);
}

#[test]
fn numbers_that_are_rounded_are_told_once_and_stay_as_they_are() {
    let text = "EFG 2 R \"long\" { \"a\" }\n\"\"\n\nc \"\" 1 \"\" { \"x\" 0.1234567890123456789 \"y\" \
                0.8765432109876543211 } 0\nt \"\" 1 \"\" { 0.12345678901234567890123 }\n\
                t \"\" 2 \"\" { 1e-2000000000 }\n";
    let imported = read(text).expect("a good game");
    let told = imported.notices.join("; ");
    assert!(
        told.contains(
            "0.1234567890123456789 (line 4, column 17) was rounded to 0.12345678901234568"
        ) && told.contains("3 more"),
        "{told}"
    );
    let small = text.replace("0.1234567890123456789 ", "1/2 ");
    let small = small.replace("0.8765432109876543211", "1/2");
    let small = small.replace("0.12345678901234567890123", "1");
    let told = read(&small).expect("a good game").notices.join("; ");
    assert!(
        told.contains("1e-2000000000 (line 6, column 13) was rounded to 0"),
        "{told}"
    );
    let second = again(text);
    assert_eq!(again(&second), second);
}

#[test]
fn commas_and_comments_make_no_table_of_a_game() {
    let text =
        "EFG 2 R \"one, two, three\" { \"a, b\" }\n\"x, y, z\"\n\nt \"e, f\" 1 \"g, h\" { 1 }\n";
    assert_eq!(again(text), text);
}

#[test]
fn what_is_said_twice_in_different_ways_is_refused_where_it_is_said_again() {
    let with = |tree: &str| {
        format!("EFG 2 R \"\" {{ \"a\" \"b\" }}\np \"\" 1 1 \"\" {{ \"l\" \"r\" }} 0\n{tree}")
    };
    let coin = "c \"\" 1 \"coin\" { \"h\" 1/2 \"t\" 0.5 } 0 t \"\" 1 \"won\" { 1, 0 } t \"\" 1\n";
    for (tree, place, words) in [
        (
            "c \"\" 1 \"coin\" { \"h\" 1/3 \"t\" 2/3 } 0 t \"\" 1 t \"\" 1",
            "line 4, column 6",
            "information set 1 has other branches here than in line 3",
        ),
        (
            "c \"\" 1 \"coin\" { \"h\" 1/2 \"x\" 1/2 } 0 t \"\" 1 t \"\" 1",
            "line 4, column 6",
            "other branches",
        ),
        (
            "c \"\" 1 \"dice\" 0 t \"\" 1 t \"\" 1",
            "line 4, column 6",
            "is called 'dice' here and 'coin' in line 3",
        ),
        (
            "t \"\" 1 \"lost\" { 1, 0 }",
            "line 4, column 6",
            "the outcome 1 is called 'lost' here and 'won' in line 3",
        ),
        (
            "t \"\" 1 \"won\" { 1, 1 }",
            "line 4, column 6",
            "other payoffs here than in line 3",
        ),
    ] {
        refused(&with(&format!("{coin}{tree}")), place, words);
    }
    // The same in other words is no contradiction.
    let same = "c \"\" 1 { \"h\" .5 \"t\" 2/4 } 0 t \"\" 1 \"\" { 1.0 0 } t \"\" 1";
    read(&with(&format!("{coin}{same}"))).expect("the same twice");
}
