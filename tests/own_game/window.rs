//! Games that doomtree doesn't know, in the window: played on their own boards, changed, pasted,
//! saved and opened again. They are added for a whole process, so this is a program of its own.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

#[path = "../../examples/nim_board/main.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod nim;
#[path = "../../examples/subtract/main.rs"]
#[allow(dead_code, reason = "its main is a program's")]
mod subtract;

use std::sync::Once;

use doomtree::app::{Command, CommandId, Root, ids};
use doomtree::games::{Setup, Switches};
use doomtree::session::{add_game, first_setup};
use doomtree::tree::Vertex;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable};

use support::screen::{
    Opened, Window, click_on, enter, found, is_there, line, numbers_of, press, press_with, root,
    run, says, settle, text_of,
};

/// The first position of a game, which is made known.
fn first(game: &str) -> Setup {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| {
        add_game(nim::Nim, "3/4/5 a").expect("a game of its own");
        add_game(subtract::USUAL, "7 a").expect("a game with switches");
    });
    first_setup(game).expect("its first position")
}

fn open(setup: Setup) -> Window {
    Opened {
        setup: Some(setup),
        ..Opened::default()
    }
    .open()
}

/// The window on the first position of Nim.
fn window() -> Window {
    open(first("nim"))
}

/// What the root is worth to the first player.
fn rating(window: &Window) -> String {
    let ratings = &window.state().document().session.rated().analysis.ratings;
    ratings
        .rating(Vertex::ROOT, doomtree::game::Player(0))
        .to_string()
}

fn game(window: &Window) -> &str {
    &window.state().document().setup.game
}

#[test]
fn its_board_its_tree_and_its_size_are_shown_in_words_that_fit_it() {
    let window = window();
    for words in ["1.3: ●", "1.4: empty", "3.5: ●", "3.7: empty"] {
        assert!(says(&window, words), "{words}");
    }
    let size = numbers_of(&window, ids::STATUS);
    assert!(size.contains(&1_038_768) && size.contains(&232), "{size:?}");
    assert_eq!(numbers_of(&window, ids::OUTCOME), [11]);
    let all = window.query_all_by(|_| true);
    let words: Vec<String> = all
        .flat_map(|node| {
            let node = node.accesskit_node();
            [node.label(), node.value()]
        })
        .flatten()
        .flat_map(|text| {
            let text = text.to_lowercase();
            let words = text.split(|letter: char| !letter.is_alphabetic());
            words.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    assert!(words.len() > 100, "{words:?}");
    for foreign in ["hex", "hexes", "attack", "attacks", "dice", "die", "pass"] {
        assert!(!words.iter().any(|word| word == foreign), "{foreign}");
    }
}

#[test]
fn a_click_on_an_object_takes_it_and_all_to_the_right_of_it() {
    let mut window = window();
    let object = |window: &mut Window, words: &str| {
        let found = window.query_all_by_label_contains(words).next();
        found.expect(words).click();
        settle(window);
    };
    object(&mut window, " 1.2: ●");
    assert_eq!(line(&window), "2@1");
    assert!(says(&window, " 1.2: empty"));
    object(&mut window, " 1.3: empty");
    assert_eq!(line(&window), "2@1", "there is nothing to take");
    object(&mut window, " 3.1: ●");
    assert_eq!(line(&window), "2@1 5@3");
    press_with(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(line(&window), "2@1");
}

#[test]
fn moves_are_made_in_the_table_and_by_number_and_taken_back() {
    let mut window = window();
    press(&mut window, Key::Num2);
    assert_eq!(line(&window), "2@1");
    assert!(says(&window, "1.1: ●") && says(&window, "1.2: empty"));
    press(&mut window, Key::End);
    let session = &window.state().document().session;
    let end = session.rated().graph.position_text(session.vertex());
    assert_eq!(end, "0/0/0 b");
    press(&mut window, Key::Home);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "");
}

#[test]
fn another_position_and_another_limit_build_it_anew_and_are_undone() {
    let mut window = window();
    assert_eq!(rating(&window), "1");
    let before = window.state().document().root();
    let mut after: Root = before.clone();
    after.setup.position = "1/2/3 a".to_owned();
    run(&mut window, Command::EditRoot(Box::new(after.clone())));
    assert_eq!(
        (root(&window).as_str(), rating(&window)),
        ("1/2/3 a", "0".to_owned())
    );
    after.limits.max_plies = Some(1);
    run(&mut window, Command::EditRoot(Box::new(after)));
    assert_eq!(rating(&window), "1/2");
    for _ in 0..2 {
        press_with(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(root(&window), "3/4/5 a");
    assert_eq!(window.state().document().root(), before);
}

#[test]
fn its_positions_are_typed_in_the_setup_where_its_faults_are_told() {
    let mut window = window();
    press(&mut window, Key::F2);
    let position = ids::field("Position");
    enter(&mut window, &position, "3/4/9 a");
    assert!(says(&window, "these are not three heaps of 0 to 7"));
    assert_eq!(root(&window), "3/4/5 a");
    // The field keeps the focus while what stands there is wrong.
    press_with(&mut window, Modifiers::COMMAND, Key::A);
    enter(&mut window, &position, "7/7/7 b");
    assert_eq!(root(&window), "7/7/7 b");
    // Nothing of it can be chosen, but another game can.
    assert!(!is_there(&window, &ids::field("max_dice")));
    click_on(&mut window, &ids::field("Game"));
    click_on(&mut window, &ids::option("Game", "dice-of-doom"));
    assert!(is_there(&window, &ids::field("max_dice")));
    assert_eq!(
        (game(&window), root(&window).as_str()),
        ("dice-of-doom", "b2b2/a2b1 a")
    );
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((game(&window), root(&window).as_str()), ("nim", "7/7/7 b"));
}

#[test]
fn its_board_promises_no_click_where_it_lists_no_edits() {
    // The one place here that asserts words: no game of ours lists no edits.
    let mut window = window();
    press(&mut window, Key::F2);
    let hint = text_of(&window, ids::HINT);
    assert!(hint.contains("in Setup"), "{hint}");
    assert!(!says(&window, "right-click") && !says(&window, "Click a"));
}

#[test]
fn its_positions_are_known_when_they_are_pasted_and_a_new_board_is_one_of_them() {
    let mut window = window();
    for (text, name) in [
        ("1/1/2 b", "nim"),
        ("b2b2/a2b1 a", "dice-of-doom"),
        ("2/2/2 a", "nim"),
    ] {
        run(&mut window, Command::OpenText(text.to_owned()));
        assert_eq!((game(&window), root(&window).as_str()), (name, text));
    }
    run(&mut window, Command::Named(CommandId::NewBoard));
    click_on(&mut window, &ids::new_board("nim"));
    assert_eq!((game(&window), root(&window).as_str()), ("nim", "3/4/5 a"));
    run(&mut window, Command::Named(CommandId::Open));
    found(&window, ids::OPEN_BOX).type_text("0/1/2 b");
    settle(&mut window);
    let hint = text_of(&window, ids::OPEN_HINT);
    assert!(hint.contains("Nim") && hint.contains(" b "), "{hint}");
}

#[test]
fn its_files_are_written_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["nim.tree.json", "nim.board.json", "nim.svg"] {
        let mut window = window();
        press(&mut window, Key::Num2);
        let path = folder.path().join(name);
        if name == "nim.svg" {
            run(&mut window, Command::ExportTo(path.clone()));
            let svg = std::fs::read_to_string(&path).expect("a picture");
            assert!(svg.contains("2@1"), "{name}");
            continue;
        }
        run(&mut window, Command::SaveTo(path.clone()));
        run(&mut window, Command::OpenText("b2b2/a2b1 a".to_owned()));
        assert_eq!(game(&window), "dice-of-doom");
        run(&mut window, Command::OpenFile(path));
        assert_eq!(
            (game(&window), root(&window).as_str()),
            ("nim", "3/4/5 a"),
            "{name}"
        );
        assert_eq!(rating(&window), "1");
    }
}

#[test]
fn switches_of_its_own_are_offered_in_the_setup() {
    let setup = |rules: &str| Setup {
        switches: Switches::read(rules).expect(rules),
        ..first("subtract")
    };
    let mut window = open(setup("most=3"));
    press(&mut window, Key::F2);
    for (field, is) in [("most", true), ("max_dice", false), ("Seed", false)] {
        assert_eq!(is_there(&window, &ids::field(field)), is, "{field}");
    }
    click_on(&mut window, &ids::field("last"));
    click_on(&mut window, &ids::option("last", "loses"));
    let ruled = &window.state().document().setup;
    assert_eq!(*ruled, setup("most=3,last=loses"));
}
