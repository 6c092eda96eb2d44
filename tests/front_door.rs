//! The front door as other programs use it: what it keeps, and what it writes.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

#[path = "../examples/cram.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod cram;
#[path = "../examples/nim.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod nim;
#[path = "../examples/race.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod race;

use doomtree::{Colors, Density, Error, Format, Multiplayer, Player, Summary, Tree, try_contract};

#[test]
fn every_example_game_keeps_its_contract() {
    let a = Player(0);
    assert_eq!(
        try_contract(&nim::Nim, &([3, 4, 5], a), 1_000, 1),
        Ok(1_000)
    );
    assert_eq!(
        try_contract(&cram::Cram(3, 4), &(0, a), 1_000, 1),
        Ok(1_000)
    );
    let start = ([8, 8], a, false);
    assert_eq!(try_contract(&race::Race, &start, 1_000, 1), Ok(1_000));
}

#[test]
fn a_summary_is_kept_and_read_again() {
    let summary = Tree::builder("b1a3/b2b1 a")
        .rules("haskell")
        .build()
        .expect("a board")
        .summary();
    let text = serde_json::to_string(&summary).expect("plain data");
    assert_eq!(
        serde_json::from_str::<Summary>(&text).expect("its own text"),
        summary
    );
    assert!(text.contains("\"rules\":\"haskell\""), "{text}");
    assert_eq!(summary.rating.iter().count(), 2);
    assert!(summary.rating.get("b").is_some() && summary.rating.get("c").is_none());
}

#[test]
fn a_part_is_written_in_every_format_by_name_or_by_extension() {
    let tree = Tree::open("b2b2/a2b1 a").expect("a board");
    let part = tree
        .unfold(None, 100)
        .title("The book")
        .ratings_for_mover()
        .boards();
    for format in Format::all() {
        let mut bytes = Vec::new();
        part.write(format, &mut bytes)
            .expect("a part of thirteen nodes");
        assert!(!bytes.is_empty(), "{format:?}");
        assert_eq!(format.id().parse::<Format>().ok(), Some(format));
    }
    let svg = part.svg().expect("thirteen nodes");
    assert!(svg.starts_with("<svg") && svg.contains("The book"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    assert!(part.save(&path).expect("a file").is_empty());
    assert_eq!(std::fs::read_to_string(&path).expect("it"), part.json());
    let fault = |result: Result<(), Error>| result.expect_err("a fault").to_string();
    assert!(fault("bmp".parse::<Format>().map(drop)).contains("'bmp'"));
    assert!(fault(part.save("book.bmp").map(|_| ())).contains(".svg"));
    let (first, second) = (
        part.clone().ratings_for(Player(0)),
        part.ratings_for(Player(1)),
    );
    assert_ne!(
        first.svg().expect("a figure"),
        second.svg().expect("a figure")
    );
}

#[test]
fn every_option_of_a_figure_changes_it() {
    let tree = Tree::open("b2b2/a2b1 a").expect("a board");
    let part = || tree.unfold(None, 100);
    let plain = part().svg().expect("a figure");
    for (name, other) in [
        ("width_mm", part().width_mm(60.0)),
        ("aspect", part().aspect(1.0)),
        ("font_size", part().font_size(12.0)),
        ("density", part().density(Density::Compact)),
        ("colors", part().colors(Colors::Grey)),
        ("dark", part().dark()),
        ("grow_right", part().grow_right()),
        ("legend", part().show("legend", false)),
        ("positions", part().show("positions", true)),
    ] {
        assert_ne!(other.svg().expect("a figure"), plain, "{name}");
    }
    let first = Tree::open(".../.../... x").expect("an empty board");
    let merged = first.unfold(1, 100).merge_symmetric();
    let svg = merged.svg().expect("a figure");
    assert!(svg.contains("×4") && !plain.contains("×4"), "{svg}");
    // A file for programs has every move.
    assert_eq!(
        Tree::read(&merged.json())
            .expect("its own text")
            .positions(),
        first.positions()
    );
    let line = tree.unfold_line(&tree.best_line());
    assert!(line.len() > 5 && line.len() < 13, "{}", line.len());
}

#[test]
fn a_board_without_room_for_its_graph_is_rated_by_a_search() {
    let large = "a2a2b2/a3b1a3/a3a3b3 a";
    let searched = Tree::builder(large).search().expect("two players");
    let root = searched.root();
    assert!(root.is_proven() && !searched.is_complete());
    let whole = Tree::open(large).expect("a board");
    assert_eq!(root.rating(Player(0)), whole.rating(Player(0)));
    let best: Vec<String> = searched
        .best_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    let all: Vec<String> = whole.best_moves().iter().map(ToString::to_string).collect();
    assert!(
        !best.is_empty() && best.iter().all(|mv| all.contains(mv)),
        "{best:?} {all:?}"
    );
    // A limit leaves what is proven so far.
    let little = Tree::builder(large)
        .max_positions(1)
        .search()
        .expect("two players");
    assert!(!little.root().is_proven());
    let stopped = Tree::builder(large)
        .max_positions(3)
        .on_progress(|_| std::ops::ControlFlow::Break(()))
        .search()
        .expect("two players");
    assert!(!stopped.root().is_proven());
    let rolled = Tree::builder("a3b2/a1b2 a")
        .rules("land-of-lisp-v4")
        .rule("players", 2);
    let fault = rolled.search().expect_err("dice").to_string();
    assert!(fault.contains("build the tree"), "{fault}");
}

#[test]
fn max_n_is_refused_where_positions_repeat() {
    let script =
        "players a b c\ns a: x -> t, y -> e\nt b: z -> s, w -> f\ne end: 1 0 2\nf end: 0 1 0";
    let asked = |way| {
        Tree::builder(script)
            .game("scripted")
            .multiplayer(way)
            .build()
    };
    let refused = asked(Multiplayer::MaxN).map(|_| ()).expect_err("a cycle");
    assert!(
        refused.to_string().contains("positions repeat"),
        "{refused}"
    );
    assert!(asked(Multiplayer::Paranoid).is_ok());
}
