//! The reference of the benches is right, and benches/README.md names every figure that they give.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::engine::args::{Args, BoardName};
use super::engine::figures::Figures;
use super::engine::names::{self, BOARD_FIGURES, FIGURES};
use super::engine::times::{Times, Took};
use clap::Parser;
use doomtree::game::Player;
use doomtree::games::dice_of_doom::{DiceOfDoom, Rules, random_board};
use doomtree::rating::{RatingOptions, Ratings};
use doomtree::tree::{Counts, Limits, PositionGraph};

#[test]
fn the_reference_finds_the_known_figures_of_the_small_board() {
    let root = super::plain::read(BoardName::Small.position()).expect("a board");
    let graph = super::plain::build(root);
    let rated = super::plain::rate(&graph);
    let found = (rated.ratings.len(), graph.targets.len(), rated.sizes[0]);
    assert_eq!(found, (201_861, 472_108, 1_468_919_491));
    assert_eq!(found, BoardName::Small.size());
    assert_eq!(rated.ratings[0], 1);
    assert_eq!(graph.first_edge.len(), rated.ratings.len() + 1);
}

#[test]
fn the_reference_agrees_with_the_library_on_random_boards() {
    let rules = Rules::LAND_OF_LISP;
    let mut compared = 0;
    for seed in 0..40 {
        let board = random_board(&rules, 3, 3, seed).expect("a board");
        let mut text = String::new();
        board.write(&mut text);
        let (game, root) = DiceOfDoom::<1>::with_board(rules, &board).expect("one word");
        let limits = Limits {
            max_nodes: Some(20_000),
            ..Limits::default()
        };
        let ours = PositionGraph::new(Arc::new(game), root, limits);
        let graph = ours.graph();
        if !graph.is_complete() {
            continue;
        }
        compared += 1;
        let reference = super::plain::build(super::plain::read(&text).expect("a board"));
        let theirs = super::plain::rate(&reference);
        let ratings = Ratings::new(graph, &RatingOptions::default());
        let sizes = Counts::nodes(graph);
        assert_eq!(graph.len(), theirs.ratings.len(), "{text}");
        for vertex in graph.vertices() {
            let index = vertex.index();
            let first = reference.first_edge[index] as usize;
            let last = reference.first_edge[index + 1] as usize;
            let targets = graph.targets(vertex).iter().map(|target| target.0);
            assert!(
                targets.eq(reference.targets[first..last].iter().copied()),
                "{text}: the moves of {index}"
            );
            let rating = ratings.rating(vertex, Player(0)).to_f64();
            assert_eq!(rating, f64::from(theirs.ratings[index]), "{text}");
            let size = sizes.of(vertex).to_string();
            assert_eq!(size, theirs.sizes[index].to_string(), "{text}");
        }
    }
    assert!(compared > 20, "{compared} boards");
}

#[test]
fn the_reference_reads_its_own_boards_alone() {
    assert!(super::plain::read("b1b2b3/b1b2b3/b1b2b3 b").is_some());
    for other in [
        "",
        "b2b2/a2b1 a",
        "a2a2b2/a3b1a3/a3a3b4 a",
        "a2a2b2/a3b1a3/a3a3c3 a",
        "a2a2b2/a3b1a3/a3a3b3 c",
        "a2a2b2/a3b1a3/a3a3b3 a +1",
    ] {
        assert!(super::plain::read(other).is_none(), "{other}");
    }
}

fn args(options: &[&str]) -> Args {
    Args::parse_from([&["engine"], options].concat())
}

#[test]
fn the_docs_name_every_figure_and_no_other() {
    let docs = include_str!("../../../benches/README.md");
    let (docs, _) = docs
        .split_once("\n## The window")
        .expect("another bench's part");
    // The first column of every table whose head says so.
    let mut named = Vec::new();
    let mut in_figures = false;
    for line in docs.lines() {
        let first = line.split('|').nth(1).map(str::trim);
        match first {
            Some("figure") => in_figures = true,
            None => in_figures = false,
            Some(cell) if in_figures => {
                let name = cell
                    .strip_prefix('`')
                    .and_then(|cell| cell.strip_suffix('`'));
                named.extend(name);
            }
            Some(_) => {}
        }
    }
    let all = || BOARD_FIGURES.iter().chain(&FIGURES).map(|(name, _)| *name);
    let documented: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(documented, all().collect());
    assert_eq!(named, all().collect::<Vec<_>>(), "in the same order");
    for board in BoardName::ALL {
        assert!(docs.contains(board.position()));
    }
    for case in docs.split("--case ").skip(1) {
        let name: String = case.chars().take_while(char::is_ascii_lowercase).collect();
        args(&["--case", &name]);
    }
}

#[test]
fn the_object_has_a_member_for_every_figure() {
    let mut times = Times::default();
    for milliseconds in [7, 1, 4] {
        let wall = Duration::from_millis(milliseconds);
        times.push(Took {
            wall,
            cpu: Some(wall),
        });
    }
    let mut figures = Figures::default();
    for name in names::wanted(&args(&["--bench"])) {
        if name.ends_with("_ms") {
            figures.times(name, &times);
        } else if name.ends_with("cpu_ratio") {
            figures.cpu_ratio(name, &times, &times);
        } else if name.ends_with("ratio") {
            figures.ratio(name, &times, &times);
        } else {
            figures.fact(name, 12_345);
        }
    }
    let object = figures.json();
    assert_eq!(
        object.as_object().map(serde_json::Map::len),
        Some(2 * BOARD_FIGURES.len() + FIGURES.len())
    );
    let time = serde_json::json!({"median": 4.0, "min": 1.0, "max": 7.0, "runs": 3});
    for (name, _) in BOARD_FIGURES {
        for prefix in ["small_", "large_"] {
            let member = &object[format!("{prefix}{name}")];
            match name.rsplit('_').next() {
                Some("ms") => assert_eq!(*member, time, "{name}"),
                Some("ratio") => assert_eq!(*member, 1.0, "{name}"),
                _ => assert_eq!(*member, 12_345, "{name}"),
            }
        }
    }
    let tables = figures.tables();
    for (name, _) in BOARD_FIGURES.iter().chain(&FIGURES) {
        assert!(tables.contains(&format!("| `{name}` ")), "{name}");
    }
    assert!(tables.contains("4.0 (1.0 to 7.0)"));
    assert!(tables.contains("12,345"));
}

#[test]
fn options_choose_cases_and_boards() {
    let names = names::wanted(&args(&["--case", "build", "--board", "large"]));
    assert!(names.contains(&"large_build_1_thread_ratio".to_owned()));
    assert!(names.contains(&"idle".to_owned()));
    for name in ["small_positions", "large_rate_1_thread_ms", "unfold_ms"] {
        assert!(!names.contains(&name.to_owned()), "{name}");
    }
    let quick = names::wanted(&args(&["--quick"]));
    assert!(quick.contains(&"small_positions".to_owned()));
    assert!(!quick.contains(&"large_positions".to_owned()));
    let survey = names::wanted(&args(&["--case", "survey"]));
    assert!(!survey.contains(&"small_positions".to_owned()));
    for bad in [&["--fast"][..], &["--case", "all"], &["--runs", "0"]] {
        let options = [&["engine"], bad].concat();
        let error = Args::try_parse_from(options).expect_err("no such option");
        assert_eq!(error.exit_code(), 2);
    }
}
