//! The window without a screen: walked, clicked and read by the labels that a screen reader hears.

use std::path::PathBuf;

use doomtree::app::{Command, Named};
use doomtree::tree::{UnfoldingNode, Vertex};
use egui_kittest::kittest::Queryable;

use eframe::egui::{Key, Modifiers};
use support::screen::{Opened, Window, line, press, run, scripted, settle, window};

#[test]
fn arrows_and_digits_walk_to_an_end_and_home_leads_back() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "2>3 pass");
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "2>3 pass 1>3");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(line(&window), "2>3 pass 0>3");
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "2>3 pass");
    press(&mut window, Key::ArrowDown);
    assert_eq!(
        line(&window),
        "2>3 pass 1>3",
        "down leads where one has been"
    );
    press(&mut window, Key::End);
    assert!(line(&window).ends_with("pass"));
    window.get_by_label("game over");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "2>3 pass 1>3 pass", "an end has no moves");
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass 1>3 pass");
}

#[test]
fn rows_nodes_hexes_and_steps_can_be_clicked() {
    let mut window = window("b2b2/a2b1 a");
    window.get_by_label("Move 1: 2 → 3, rating 0, best").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3");
    window.get_by_label_contains("0>3: b1b2/a1b1 b +1").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass 0>3");
    window.get_by_label("a passes").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass");
    window
        .get_by_label("Hex 1: b, 2 dice, can attack 3")
        .click();
    settle(&mut window);
    window
        .get_by_label("Hex 3: a, 1 die, can be attacked by 1")
        .click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass 1>3");
    window.get_by_label("start").click();
    settle(&mut window);
    assert_eq!(line(&window), "");
}

#[test]
fn the_books_board_opens_with_its_whole_tree_and_says_so() {
    let window = window("b2b2/a2b1 a");
    window.get_by_label("13 nodes, 11 positions, 5 ends");
    window.get_by_label("complete, every rating proven");
    assert_eq!(window.get_all_by_label_contains(", b wins").count(), 5);
}

#[test]
fn a_tree_of_a_billion_nodes_opens_at_once_and_is_counted_in_the_background() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    window.get_by_label("1,468,919,491 nodes, 201,861 positions, 522,206,307 ends");
    for _ in 0..4 {
        press(&mut window, Key::ArrowDown);
    }
    assert_eq!(line(&window).split(' ').count(), 4);
}

#[test]
fn space_folds_and_unfolds_the_selected_node() {
    let mut window = window("b2b2/a2b1 a");
    let nodes = |window: &Window| {
        window
            .state()
            .document()
            .session
            .unfolding()
            .preorder()
            .count()
    };
    press(&mut window, Key::Space);
    assert_eq!(nodes(&window), 1);
    press(&mut window, Key::Space);
    assert_eq!(nodes(&window), 13);
    press(&mut window, Key::OpenBracket);
    assert!(nodes(&window) < 13);
    press(&mut window, Key::CloseBracket);
    assert_eq!(nodes(&window), 13);
}

#[test]
fn a_typed_position_is_opened_and_a_wrong_one_leaves_the_open_board() {
    let mut window = window("b2b2/a2b1 a");
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    settle(&mut window);
    window
        .get_by_label("File or position")
        .type_text("b9b2/a2b1 a");
    settle(&mut window);
    press(&mut window, Key::Enter);
    window.get_by_label_contains("can't have 9 dice");
    assert_eq!(window.state().document().words.name, "b2b2/a2b1 a");
    // What was typed is still there to be corrected.
    assert!(window.query_all_by_value("b9b2/a2b1 a").next().is_some());
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    settle(&mut window);
    window
        .get_by_label("File or position")
        .type_text("a1b2/b1a3 b");
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(window.state().document().words.name, "a1b2/b1a3 b");
}

#[test]
fn a_scripted_game_with_chance_and_three_players_is_walked_like_any_other() {
    let script = "players a b c
        start a: left -> coin, right -> duel
        coin chance a: heads 1/3 -> won, tails 2/3 -> start
        duel b: fight -> coin, flee -> lost, run -> lost
        won end: 1 0 0
        lost end: 0 1/2 1/2";
    let mut window = scripted(script);
    press(&mut window, Key::Num2);
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "right run");
    assert!(window.get_all_by_label_contains("b and c tie").count() > 1);
}

#[test]
fn a_small_window_and_every_named_command_run_without_a_panic() {
    let mut window = Opened {
        size: [720.0, 480.0],
        ..Opened::default()
    }
    .open();
    for named in Named::ALL {
        if *named == Named::Quit {
            continue;
        }
        let ctx = window.ctx.clone();
        window.state_mut().run(&ctx, Command::Named(*named));
        settle(&mut window);
        press(&mut window, Key::Escape);
    }
}

#[test]
fn a_saved_board_opens_with_its_title_and_note_and_its_tree_comes_back_from_a_file() {
    let mut window = window("b2b2/a2b1 a");
    let saved = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("saved_trees");
    run(
        &mut window,
        Command::OpenFile(saved.join("lisp-session-3x3.board.json")),
    );
    window.get_by_label_contains("The board of the Lisp session");
    let note = window
        .state()
        .document()
        .note(UnfoldingNode::ROOT)
        .to_owned();
    assert!(note.contains("212,957 nodes over 5,631 positions"));
    assert!(window.query_all_by_label(&note).next().is_some());
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("walked.tree.json");
    let shown = window
        .state()
        .document()
        .session
        .unfolding()
        .preorder()
        .count();
    run(&mut window, Command::ExportTo(file.clone()));
    window.get_by_label_contains("Wrote ");
    run(&mut window, Command::OpenFile(file));
    let document = window.state().document();
    assert!(document.words.name.contains("walked.tree.json"));
    assert_eq!(document.session.unfolding().preorder().count(), shown);
    window.get_by_label_contains("212,957 nodes, ");
    for ending in ["positions.json", "board.json", "txt", "dot"] {
        let file = folder.path().join(format!("walked.{ending}"));
        run(&mut window, Command::ExportTo(file.clone()));
        assert!(
            file.metadata().is_ok_and(|file| file.len() > 20),
            "{ending}"
        );
    }
    run(
        &mut window,
        Command::ExportTo(folder.path().join("walked.xyz")),
    );
    window.get_by_label_contains("tells no format");
}

#[test]
fn a_board_that_is_written_again_keeps_what_its_file_says() {
    let mut window = window("b2b2/a2b1 a");
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (
        folder.path().join("from.board.json"),
        folder.path().join("to.board.json"),
    );
    let board = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\"game\":\"dice-of-doom\",\
        \"rules\":\"land-of-lisp\",\"position\":\"a1b2/b1a3 b\",\"title\":\"Mine\",\"note\":\"look\",\"x\":[1,2]}\n";
    std::fs::write(&from, board).expect("a file");
    run(&mut window, Command::OpenFile(from));
    assert!(window.query_all_by_label("look").next().is_some());
    run(&mut window, Command::ExportTo(to.clone()));
    assert_eq!(std::fs::read_to_string(to).expect("the file"), board);
}

#[test]
fn keys_walk_whatever_has_the_focus() {
    let mut window = window("b2b2/a2b1 a");
    for _ in 0..3 {
        press(&mut window, Key::Tab);
    }
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3 pass");
}

#[test]
fn a_line_of_many_plies_is_walked_to_its_end() {
    use std::fmt::Write as _;
    let mut script = String::new();
    for ply in 0..3_000 {
        writeln!(script, "n{ply} a: go -> n{}", ply + 1).expect("a string");
    }
    script.push_str("n3000 end: 1 0");
    let mut window = scripted(&script);
    press(&mut window, Key::End);
    assert_eq!(window.state().document().session.line().len(), 3_000);
    window.get_by_label("go: n3000, a wins");
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
}

#[test]
fn a_bad_file_is_told_in_one_sentence_and_the_open_board_stays() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.tree.json");
    std::fs::write(&bad, "{\"format\":\"doomtree-tree\",").expect("a file");
    for (path, words) in [
        (bad, "bad.tree.json"),
        (folder.path().to_owned(), "is a folder"),
        (folder.path().join("none.json"), "none.json"),
        (PathBuf::from("/dev/zero"), "not a regular file"),
    ] {
        run(&mut window, Command::OpenFile(path));
        window.get_by_label_contains(words);
        assert_eq!(line(&window), "2>3");
    }
}

#[test]
fn a_place_of_the_root_can_be_changed() {
    let mut window = window("b2b2/a2b1 a");
    let mut root = window.state().document().root();
    root.setup.position = "b2b2/a3b1 a".to_owned();
    run(&mut window, Command::EditRoot(Box::new(root)));
    let session = &window.state().document().session;
    let root = session.rated().graph.position_text(Vertex::ROOT);
    assert_eq!(root, "b2b2/a3b1 a");
}

#[test]
fn an_idle_window_asks_for_no_frame() {
    let mut window = window("b2b2/a2b1 a");
    window.run();
    let delay = window.output().viewport_output[&eframe::egui::ViewportId::ROOT].repaint_delay;
    assert!(delay > std::time::Duration::from_secs(1), "{delay:?}");
}
