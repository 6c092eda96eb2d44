//! The front door as other programs use it: what it keeps, and what it writes.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

use doomtree::{Error, Player, Summary, Tree};

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
    for format in doomtree::export::FORMATS {
        let mut bytes = Vec::new();
        part.write(format.id, &mut bytes).expect(format.id);
        assert!(!bytes.is_empty(), "{}", format.id);
    }
    let svg = part.svg().expect("thirteen nodes");
    assert!(svg.starts_with("<svg") && svg.contains("The book"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    assert!(part.save(&path).expect("a file").is_empty());
    assert_eq!(std::fs::read_to_string(&path).expect("it"), part.json());
    let fault = |result: Result<(), Error>| result.expect_err("a fault").to_string();
    assert!(fault(part.write("bmp", &mut Vec::new())).contains("'bmp'"));
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
