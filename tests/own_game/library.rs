//! A game that doomtree doesn't know, that of `examples/nim_board`: rated, saved, opened again,
//! recognised and drawn like our own.

use std::path::Path;
use std::process::Command;

use super::add;
use super::nim::Nim;
use doomtree::game::{Game, Kind, Player, Shown};
use doomtree::games::Setup;
use doomtree::save::{self, BoardFile, Layer, Opened, TreeFile};
use doomtree::session::{self, Loaded, Rated, add_game, first_setup, open, setup_position};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};
use support::cli::program;
use support::outside::skip;

fn setup(position: &str) -> Setup {
    add();
    Setup {
        game: "nim".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

fn rated(position: &str) -> Rated {
    let build = open(&setup(position), Limits::default(), "");
    build.expect(position).finish()
}

/// The text of a tree file with the first three plies of a position's tree, and a note at its root.
fn tree_file(rated: &Rated) -> String {
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, Some(3), 1_000);
    let mut layer = Layer::default();
    let root = layer.nodes.entry(UnfoldingNode::ROOT.0).or_default();
    root.note = Some("take two".to_owned());
    let mut bytes = Vec::new();
    save::write_tree(&mut bytes, &rated.source(), &unfolding, None, &layer).expect("memory");
    String::from_utf8(bytes).expect("text")
}

fn read_tree(text: &str) -> TreeFile {
    match save::open_reader(text.as_bytes(), "a test") {
        Ok(Opened::Tree(file)) => *file,
        Ok(_) => panic!("no tree file"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_example_is_short_and_nothing_in_src_knows_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example =
        std::fs::read_to_string(root.join("examples/nim_board/main.rs")).expect("the example");
    let lines = example.lines().count();
    assert!(lines < 100, "{lines} lines");
    let mut waiting = vec![root.join("src")];
    let mut files = 0;
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = path.read_dir().expect("a folder of src");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        files += 1;
        let text = std::fs::read_to_string(&path).expect("a source file");
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let mut words = line.split(|letter: char| !letter.is_alphanumeric());
            let named = words.any(|word| word.eq_ignore_ascii_case("nim"));
            assert!(!named, "{}: {line}", path.display());
        }
    }
    assert!(files > 100, "{files}");
}

#[test]
fn the_mover_wins_exactly_where_the_heaps_have_a_nim_sum() {
    let heaps = || 0..=4u8;
    for (x, y, z) in
        heaps().flat_map(|x| heaps().flat_map(move |y| heaps().map(move |z| (x, y, z))))
    {
        for mover in [Player(0), Player(1)] {
            let text = format!("{x}/{y}/{z} {}", mover.letter());
            let rated = rated(&text);
            let rating = rated.analysis.ratings.rating(Vertex::ROOT, mover);
            let wins = x ^ y ^ z != 0;
            assert_eq!(rating.to_string(), if wins { "1" } else { "0" }, "{text}");
        }
    }
}

#[test]
fn a_position_of_a_million_lines_has_a_few_hundred_positions() {
    let rated = rated("3/4/5 a");
    assert_eq!(rated.graph.graph().len(), 232);
    let nodes = rated.analysis.nodes.of(Vertex::ROOT);
    assert_eq!(nodes.to_string(), "1038768");
    assert_eq!(rated.setup(), setup("3/4/5 a"));
}

#[test]
fn a_limit_stops_the_tree_and_every_move_touches_the_place_that_makes_it() {
    let limits = Limits {
        max_plies: Some(2),
        ..Limits::default()
    };
    let rated = open(&setup("3/4/5 a"), limits, "").expect("a position");
    let rated = rated.finish();
    let root = rated.analysis.ratings.rating(Vertex::ROOT, Player(0));
    assert_eq!(root.to_string(), "1/2");
    let graph = rated.graph.graph();
    let picture = rated.graph.picture(Vertex::ROOT);
    assert_eq!(picture.cells.len(), 21);
    let mut touched: Vec<_> = graph
        .edges(Vertex::ROOT)
        .filter_map(|edge| rated.graph.touched(Vertex::ROOT, edge).to)
        .collect();
    touched.sort_unstable();
    let pieces = (0..21).filter(|place| picture.cells[*place].piece.is_some());
    assert_eq!(touched, pieces.collect::<Vec<_>>(), "each object once");
}

#[test]
fn notation_is_read_as_it_is_written_and_nonsense_is_told() {
    let text = |text: &str| Nim.read_position(text).map(|read| Nim.position_text(&read));
    for good in ["3/4/5 a", "0/0/0 b", "7/7/7 a"] {
        assert_eq!(text(good).as_deref(), Ok(good));
    }
    for (bad, words) in [
        ("3/4 a", "three heaps"),
        ("3/4/8 a", "0 to 7"),
        ("3/4/x a", "0 to 7"),
        ("3/4/5 c", "a or b"),
        ("3/4/5", "a or b"),
        ("", "write it as"),
    ] {
        let error = text(bad).expect_err(bad).to_string();
        assert!(error.contains(words), "{bad}: {error}");
    }
    let mut moves = Vec::new();
    let over = Nim.read_position("0/0/0 a").expect("an end");
    assert_eq!(Nim.moves(&over, &mut moves), Kind::End);
    assert!(
        Nim.picture(&over)
            .cells
            .iter()
            .all(|place| place.piece.is_none())
    );
}

#[test]
fn a_tree_file_of_it_is_opened_again_and_agrees() {
    let rated = rated("1/2/3 a");
    let text = tree_file(&rated);
    let loaded = Loaded::of(read_tree(&text), None).expect("a tree");
    assert!(!loaded.as_written);
    assert_eq!(loaded.problems, [""; 0]);
    assert_eq!(loaded.rated.game, "nim");
    let root = loaded.layer.nodes.get(&UnfoldingNode::ROOT.0);
    assert_eq!(root.and_then(|root| root.note.as_deref()), Some("take two"));
    // What is false in the file is found, since its own rules are there to be asked.
    let position = "\"1/2/3 a\"";
    let false_text = text.replacen("1/1/3 b", "1/1/2 b", 1);
    assert!(text.contains(position) && false_text != text);
    let loaded = Loaded::of(read_tree(&false_text), None).expect("a tree");
    assert!(loaded.as_written);
    assert!(
        loaded.problems[0].contains("1/1/2 b"),
        "{:?}",
        loaded.problems
    );
}

#[test]
fn a_tree_file_of_a_game_that_is_not_known_is_shown_as_it_is_written() {
    let text = tree_file(&rated("1/2/3 a")).replace("\"nim\"", "\"mancala\"");
    let loaded = Loaded::of(read_tree(&text), None).expect("a tree");
    assert!(loaded.as_written);
    assert_eq!(loaded.rated.game, "scripted");
    let notice = loaded.notices.join(" ");
    assert!(notice.contains("as it is written"), "{notice}");
    assert!(notice.contains("unknown game 'mancala'"), "{notice}");
}

#[test]
fn a_board_file_of_it_keeps_its_position() {
    let rated = rated("2/0/7 b");
    let board = BoardFile::new(&rated.game, &rated.rules, "2/0/7 b");
    let mut bytes = Vec::new();
    board.write(&mut bytes).expect("memory");
    let Ok(Opened::Board(read)) = save::open_reader(&bytes[..], "a test") else {
        panic!("{}", String::from_utf8_lossy(&bytes));
    };
    assert_eq!(*read, board);
    assert_eq!(read.setup(), Ok(setup("2/0/7 b")));
    let seen = setup_position(&setup("2/0/7 b")).expect("a position");
    assert_eq!(seen.position, "2/0/7 b");
    assert_eq!(seen.player.as_deref(), Some("b"));
}

#[test]
fn a_game_is_added_once_and_is_then_the_usual_one() {
    add();
    assert_eq!(session::usual_game(), "nim");
    assert_eq!(first_setup("nim"), Ok(setup("3/4/5 a")));
    let first = session::game_offers().remove(0);
    assert_eq!((first.name, first.refused), ("nim", None));
    let again = add_game(Nim, "1/1/1 a").expect_err("it is there");
    assert!(
        again.to_string().contains("already a game called nim"),
        "{again}"
    );
    let bad = add_game(Nim, "1/1 a").expect_err("no position");
    assert!(bad.to_string().contains("three heaps"), "{bad}");
    let mut ruled = setup("3/4/5 a");
    ruled.switches.max_dice = Some(3);
    let refused = setup_position(&ruled).expect_err("a switch of another game");
    assert!(
        refused.to_string().contains("nim has no rules"),
        "{refused}"
    );
    let random = session::random("nim", &setup("").switches, Some(3), Some(3), 1);
    assert!(
        random
            .expect_err("none")
            .to_string()
            .contains("no random boards")
    );
    // Ours are there as ever.
    let book = first_setup("dice-of-doom").expect("the book's board");
    assert!(open(&book, Limits::default(), "").is_ok());
    let read = Setup {
        game: "nim".to_owned(),
        ..book.clone()
    };
    assert_eq!(session::that_reads(&read), Some(book));
}

/// The example as a program of its own, where it was built.
fn example() -> Option<Command> {
    let tests = std::env::current_exe().expect("this program");
    let built = tests.parent()?.parent()?.join("examples");
    let program = built.join(format!("nim_board{}", std::env::consts::EXE_SUFFIX));
    if program.exists() {
        return Some(Command::new(program));
    }
    skip("the example isn't built: run cargo build --examples");
    None
}

#[test]
fn the_example_rates_saves_and_opens_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("nim.tree.json");
    let answer = |arguments: &[&str]| {
        let mut program = example()?;
        for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            program.env_remove(display);
        }
        let output = program.current_dir(&folder).args(arguments).output();
        let output = output.expect("the example");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Some((
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        ))
    };
    let Some((code, json, _)) = answer(&["rate", "3/4/5 a", "--json"]) else {
        return;
    };
    assert_eq!(code, Some(0));
    assert!(json.contains(r#""tree_nodes":"1038768""#), "{json}");
    // The help is about the game.
    for (arguments, about) in [
        (&["--help"][..], "Without a command, opens 3/4/5 a"),
        (&["rate", "--help"], "[default: nim]"),
        (&["open", "--help"], "[default: 3/4/5 a]"),
    ] {
        let (_, help, _) = answer(arguments).expect("built");
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(about), "{help}");
        assert!(!words.contains("b2b2/a2b1"), "{help}");
    }
    let export = [
        "export",
        "1/2/3 a",
        "--format",
        "json",
        "-o",
        "nim.tree.json",
    ];
    assert_eq!(answer(&export).map(|answer| answer.0), Some(Some(0)));
    let verified = answer(&["verify", "nim.tree.json"]).expect("built");
    assert_eq!(verified.0, Some(0), "{}", verified.2);
    // Without a display the tree is printed; without arguments that of the first position.
    let (code, tree, told) = answer(&["open", "1/1/0 a"]).expect("built");
    assert_eq!(code, Some(0), "{told}");
    assert!(tree.starts_with("1/1/0 a"), "{tree}");
    assert!(told.contains("no display"), "{told}");
    let (_, tree, _) = answer(&[]).expect("built");
    assert!(tree.starts_with("3/4/5 a"), "{tree}");
    // The program itself doesn't know the game, and shows the file as it is written.
    let mut ordinary = program();
    let output = ordinary
        .arg("tree")
        .arg(&file)
        .output()
        .expect("the program");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("shown as it is written"), "{told}");
    assert!(told.contains("unknown game 'nim'"), "{told}");
}
