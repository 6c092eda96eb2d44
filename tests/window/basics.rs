//! The window without a screen: walked, clicked and read by the labels that a screen reader hears.

use doomtree::app::{Command, CommandId, ids, open_setup, read_path, sentence, window_limits};
use doomtree::diagram::end_text;
use doomtree::games::Setup;
use doomtree::tree::{UnfoldingNode, Vertex};
use egui_kittest::kittest::Queryable;

use eframe::egui::{Key, Modifiers};
use support::screen::{
    Opened, Window, click_on, is_there, line, numbers_of, press, press_with, run, run_named,
    scripted, settle, shown_nodes, shows, text_of, window,
};

/// Writes into what has the keyboard.
fn type_text(window: &mut Window, text: &str) {
    window.get_by(|node| node.is_focused()).type_text(text);
    settle(window);
}

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
    assert!(is_there(&window, ids::NO_MOVES), "the game is over");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "2>3 pass 1>3 pass", "an end has no moves");
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
    press_with(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(line(&window), "2>3 pass 1>3 pass");
}

#[test]
fn rows_nodes_hexes_and_steps_can_be_clicked() {
    let mut window = window("b2b2/a2b1 a");
    click_on(&mut window, &ids::move_row(1));
    assert_eq!(line(&window), "2>3");
    window.get_by_label_contains("0>3: b1b2/a1b1 b +1").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass 0>3");
    click_on(&mut window, &ids::step(2));
    assert_eq!(line(&window), "2>3 pass");
    click_on(&mut window, &ids::place(1));
    click_on(&mut window, &ids::place(3));
    assert_eq!(line(&window), "2>3 pass 1>3");
    click_on(&mut window, &ids::step(0));
    assert_eq!(line(&window), "");
}

#[test]
fn the_books_board_opens_with_its_whole_tree_and_says_so() {
    let window = window("b2b2/a2b1 a");
    assert_eq!(numbers_of(&window, ids::SIZE), [13, 11, 5]);
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0], "no limit");
    assert_eq!(shown_nodes(&window), 13);
    let session = &window.state().document().session;
    let graph = &session.rated().graph;
    let ends = session.unfolding().preorder();
    let ends = ends.filter_map(|node| end_text(&**graph, session.unfolding().vertex(node)));
    let ends: Vec<String> = ends.collect();
    assert_eq!(ends.len(), 5);
    for end in ends {
        let told = format!(", {end}");
        assert_eq!(window.get_all_by_label_contains(&told).count(), 5, "{told}");
    }
}

#[test]
fn a_tree_of_a_billion_nodes_opens_at_once_and_is_counted_in_the_background() {
    let mut window = window("a2a2b2/a3b1a3/a3a3b3 a");
    let size = [1_468_919_491, 201_861, 522_206_307];
    assert_eq!(numbers_of(&window, ids::SIZE), size);
    for _ in 0..4 {
        press(&mut window, Key::ArrowDown);
    }
    assert_eq!(line(&window).split(' ').count(), 4);
}

#[test]
fn space_folds_and_unfolds_the_selected_node() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Space);
    assert_eq!(shown_nodes(&window), 1);
    press(&mut window, Key::Space);
    assert_eq!(shown_nodes(&window), 13);
    press(&mut window, Key::OpenBracket);
    assert!(shown_nodes(&window) < 13);
    press(&mut window, Key::CloseBracket);
    assert_eq!(shown_nodes(&window), 13);
}

#[test]
fn a_typed_position_is_opened_and_a_wrong_one_leaves_the_open_board() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::Open);
    type_text(&mut window, "b9b2/a2b1 a");
    press(&mut window, Key::Enter);
    let fault = open_setup(
        Setup {
            game: "dice-of-doom".to_owned(),
            position: "b9b2/a2b1 a".to_owned(),
            ..Setup::default()
        },
        window_limits(),
        Box::new(|| ()),
    );
    let fault = sentence(&fault.err().expect("nine dice are too many").to_string());
    // What can be done is said in the window's own words.
    let fault = fault.split(':').next().unwrap_or_default().to_owned();
    assert!(
        window.query_all_by_label_contains(&fault).count() > 0,
        "{fault}"
    );
    assert_eq!(window.state().document().words.name, "b2b2/a2b1 a");
    // What was typed is still there to be corrected.
    assert!(window.query_all_by_value("b9b2/a2b1 a").next().is_some());
    press_with(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "a1b2/b1a3 b");
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
    let session = &window.state().document().session;
    let end = end_text(&*session.rated().graph, session.vertex()).expect("an end");
    assert!(shows(&window, ids::MOVER, &end), "{end}");
    assert!(window.get_all_by_label_contains(&end).count() > 1);
}

#[test]
fn a_small_window_and_every_named_command_run_without_a_panic() {
    let mut window = Opened {
        size: [720.0, 480.0],
        ..Opened::default()
    }
    .open();
    for named in CommandId::ALL {
        if *named == CommandId::Quit {
            continue;
        }
        run_named(&mut window, *named);
        press(&mut window, Key::Escape);
    }
}

#[test]
fn a_saved_board_opens_with_its_title_and_note_and_its_tree_comes_back_from_a_file() {
    let mut window = window("b2b2/a2b1 a");
    let saved = support::root().join("saved_trees");
    run(
        &mut window,
        Command::OpenFile(saved.join("lisp-session-3x3.board.json")),
    );
    let title = "The board of the Lisp session"; // as the file says
    assert!(window.state().document().words.name.contains(title));
    assert!(shows(&window, ids::TOP, title));
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
    let shown = shown_nodes(&window);
    run(&mut window, Command::ExportTo(file.clone()));
    assert!(shows(&window, ids::NOTICE, "walked.tree.json"));
    run(&mut window, Command::OpenFile(file));
    let document = window.state().document();
    assert!(document.words.name.contains("walked.tree.json"));
    assert_eq!(document.session.unfolding().preorder().count(), shown);
    assert_eq!(numbers_of(&window, ids::SIZE)[0], 212_957);
    for ending in ["positions.json", "board.json", "txt", "dot"] {
        let file = folder.path().join(format!("walked.{ending}"));
        run(&mut window, Command::ExportTo(file.clone()));
        assert!(
            file.metadata().is_ok_and(|file| file.len() > 20),
            "{ending}"
        );
    }
    let unknown = folder.path().join("walked.xyz");
    run(&mut window, Command::ExportTo(unknown.clone()));
    assert!(shows(&window, ids::TROUBLE, "walked.xyz"));
    assert!(!unknown.exists());
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
fn keys_walk_the_tree_unless_something_else_has_the_focus() {
    let mut window = window("b2b2/a2b1 a");
    for _ in 0..3 {
        press(&mut window, Key::Tab);
    }
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::H);
    assert_eq!(line(&window), "");
    assert_eq!(window.state().is_on(CommandId::HideRatings), Some(false));
    // Escape leads back to the tree, and does nothing else.
    press(&mut window, Key::Escape);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::P);
    assert_eq!(line(&window), "2>3 pass");
}

#[test]
fn alt_and_a_letter_open_a_menu_and_arrows_walk_in_it_and_to_the_next() {
    let mut window = window("b2b2/a2b1 a");
    let item = |window: &Window, named: CommandId| is_there(window, named.id());
    press_with(&mut window, Modifiers::ALT, Key::G);
    assert!(item(&window, CommandId::BestEnd));
    press(&mut window, Key::ArrowRight);
    assert!(item(&window, CommandId::PassTurn) && !item(&window, CommandId::BestEnd));
    press(&mut window, Key::ArrowLeft);
    // The parent is greyed at the root; the first row is the one that does something.
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3");
    assert!(!item(&window, CommandId::BestEnd));
    press(&mut window, Key::F10);
    assert!(item(&window, CommandId::Quit));
    press(&mut window, Key::Escape);
    assert!(!item(&window, CommandId::Quit));
    // The tree has the keys again.
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "");
}

#[test]
fn f6_goes_round_the_window_and_back() {
    let mut window = window("b2b2/a2b1 a");
    let board = |window: &Window| window.state().board_cursor().is_some();
    press(&mut window, Key::F6);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "", "the panel of the node has the keys");
    press(&mut window, Key::F6);
    assert!(board(&window));
    press(&mut window, Key::F6);
    assert!(!board(&window));
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "", "the moves have the keys");
    press(&mut window, Key::F6);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3");
    press_with(&mut window, Modifiers::SHIFT, Key::F6);
    press_with(&mut window, Modifiers::SHIFT, Key::F6);
    assert!(board(&window));
}

#[test]
fn escape_closes_a_tool_and_a_comparison_and_cancels_nothing() {
    let mut window = window("b2b2/a2b1 a");
    for named in [CommandId::Players, CommandId::WhatIf, CommandId::Tours] {
        run_named(&mut window, named);
        assert_eq!(window.state().is_on(named), Some(true));
        press(&mut window, Key::Escape);
        assert_eq!(window.state().is_on(named), Some(false), "{named:?}");
    }
    run_named(&mut window, CommandId::CompareRules);
    press(&mut window, Key::Escape);
    assert_eq!(window.state().is_on(CommandId::CompareRules), Some(false));
    let ctx = window.ctx.clone();
    let large = Command::OpenText("a3b2b3/a3b3a3/b2a2b3 a".to_owned());
    window.state_mut().run(&ctx, large);
    window.run_steps(1);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.state().is_busy());
    run_named(&mut window, CommandId::CancelWork);
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
    window.get_by_label_contains("go: n3000, a");
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
    let missing = folder.path().join("none.json");
    for path in [bad, folder.path().to_owned(), missing, "/dev/zero".into()] {
        run(&mut window, Command::OpenFile(path.clone()));
        let told = text_of(&window, ids::TROUBLE);
        let why = read_path(&path, window_limits());
        let why = sentence(&why.err().expect("a bad file").to_string());
        assert!(told.contains(&why), "{told}: {why}");
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
