//! Links: copied, opened, walked and refused; and the slim window of a phone, where they are opened.

use doomtree::app::{Command, CommandId, ids};
use doomtree::games::Setup;
use eframe::egui::{self, Key};

use support::screen::{
    Opened, Window, asked_by, click_on, copied, enter, found, is_there, line, press, root, run,
    run_named, settle, shows, value_of, window,
};

const BOOK: &str = "b2b2/a2b1 a";

fn open(window: &mut Window, link: &str) {
    run(window, Command::OpenText(link.to_owned()));
    settle(window);
}

#[test]
fn a_copied_link_opens_the_same_node_in_another_window() {
    let mut window = window(BOOK);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    let ctx = window.ctx.clone();
    let copy = Command::Named(CommandId::CopyLink);
    window.state_mut().run(&ctx, copy);
    let link = copied(&mut window).expect("a link");
    let mut other = support::screen::window("a1b3/b1a3 a");
    open(&mut other, &link);
    assert_eq!(
        (root(&other), line(&other)),
        (BOOK.into(), "2>3 pass".into())
    );
    // A browser's address with the same link does so, too.
    open(&mut other, &format!("https://example.org/explorer/{link}"));
    assert_eq!(line(&other), "2>3 pass");
}

#[test]
fn a_link_to_the_open_board_only_selects_a_node() {
    let mut window = window(BOOK);
    let opened = window.state().document().session.unfolding().len();
    open(&mut window, "#b2b2/a2b1 a&line=2>3&rules=land-of-lisp");
    assert_eq!(line(&window), "2>3");
    assert_eq!(window.state().document().session.unfolding().len(), opened);
    // Where one came from is a step back.
    run_named(&mut window, CommandId::Back);
    assert_eq!(line(&window), "");
}

#[test]
fn a_line_that_is_legal_in_part_is_walked_as_far_as_it_is_and_its_fault_is_said() {
    let mut window = window("a1b3/b1a3 a");
    open(
        &mut window,
        "#b2b2/a2b1 a&line=2>3 pass 9>9 pass&rules=land-of-lisp",
    );
    assert_eq!(line(&window), "2>3 pass");
    assert!(shows(&window, ids::TROUBLE, "9>9"));
}

#[test]
fn a_link_is_refused_with_its_bad_part_and_can_be_corrected() {
    for (link, word) in [
        ("#b2b2/a2b9 a", "9 dice"),
        ("#b2b2/a2b1 a&rules=chess", "chess"),
        ("#b2b2/a2b1 a&speed=3", "speed"),
    ] {
        let mut window = window(BOOK);
        open(&mut window, link);
        assert!(is_there(&window, ids::OPEN_BOX), "{link}");
        assert_eq!(value_of(&window, ids::OPEN_BOX), link);
        assert!(support::screen::says(&window, word), "{link}");
        assert_eq!(root(&window), BOOK);
    }
    let mut window = window(BOOK);
    open(&mut window, "#b2b2/a2b1 a&line=9>1");
    assert!(
        shows(&window, ids::TROUBLE, "9>1"),
        "a line that isn't there"
    );
}

#[test]
fn a_slim_window_has_the_board_below_the_tree_and_one_button_for_all_menus() {
    let mut window = Opened {
        size: [390.0, 780.0],
        ..Opened::default()
    }
    .open();
    let (tree, board) = (
        found(&window, &ids::node(doomtree::tree::UnfoldingNode::ROOT)).rect(),
        found(&window, ids::BOARD).rect(),
    );
    assert!(tree.bottom() < board.top(), "{tree:?} {board:?}");
    for id in [
        CommandId::Palette.id(),
        CommandId::ShowNode.id(),
        CommandId::FoldPly.id(),
    ] {
        let rect = found(&window, id).rect();
        assert!(rect.right() <= 390.0, "{id}: {rect:?}");
    }
    assert!(!is_there(&window, ids::RATINGS));
    asked_by(&mut window, Command::Named(CommandId::ShowNode));
    settle(&mut window);
    let panel = found(&window, ids::RATINGS).rect();
    assert!(panel.left() >= 0.0 && panel.right() <= 390.0, "{panel:?}");
    assert!(!is_there(&window, ids::BOARD), "the sheet has the panel");
    let root = found(&window, &ids::node(doomtree::tree::UnfoldingNode::ROOT)).rect();
    assert!(root.bottom() < panel.top(), "the tree stays above it");
}

fn slim() -> Window {
    Opened {
        size: [390.0, 780.0],
        ..Opened::default()
    }
    .open()
}

/// Drags a thing up or down.
fn pull(window: &mut Window, id: &str, by: f32) {
    let at = found(window, id).rect().center();
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    for part in 1..=4 {
        window.hover_at(at + egui::vec2(0.0, by * part as f32 / 4.0));
        window.step();
    }
    window.drop_at(at + egui::vec2(0.0, by));
    settle(window);
}

#[test]
fn a_thumb_drags_the_sheet_of_a_phone_to_one_of_three_heights() {
    let mut window = slim();
    let top = |window: &Window| found(window, ids::SHEET).rect().top();
    let middle = top(&window);
    pull(&mut window, ids::SHEET, -200.0);
    let high = top(&window);
    assert!(high < middle - 150.0, "{high} {middle}");
    pull(&mut window, ids::SHEET, 600.0);
    let low = top(&window);
    assert!(low > middle + 200.0, "{low} {middle}");
    assert!(!is_there(&window, ids::BOARD), "only the handle is left");
    // A tap gives the next height.
    click_on(&mut window, ids::SHEET);
    assert_eq!(top(&window), middle);
}

#[test]
fn on_a_phone_the_setup_has_its_board_above_and_a_tree_is_drawn_by_thumb() {
    let mut window = slim();
    run_named(&mut window, CommandId::Setup);
    settle(&mut window);
    let (board, sheet) = (
        found(&window, ids::BOARD).rect(),
        found(&window, ids::SHEET).rect(),
    );
    assert!(board.bottom() <= sheet.top(), "{board:?} {sheet:?}");
    assert!(shows(&window, ids::HINT, "Tap a hex"));
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    let node = found(&window, &ids::own_node("left")).rect();
    let sheet = found(&window, ids::SHEET).rect();
    assert!(node.bottom() < sheet.top(), "{node:?} {sheet:?}");
    enter(&mut window, &ids::tree_value("a · b"), "3 1");
    click_on(&mut window, &ids::own_node("right"));
    enter(&mut window, &ids::tree_value("a · b"), "2 2");
    click_on(&mut window, ids::TREE_ADD_BESIDE);
    let switches = &window.state().document().setup.switches;
    let script = switches.script.as_deref().expect("a script");
    for text in ["end: 3 1", "end: 2 2", "m3 -> m3"] {
        assert!(script.contains(text), "{text} in {script}");
    }
    for named in [CommandId::Undo, CommandId::EditTree] {
        let rect = found(&window, named.id()).rect();
        assert!(rect.right() <= 390.0, "{named:?}: {rect:?}");
    }
}

#[test]
fn in_a_slim_window_a_game_leaves_the_board_where_it_is() {
    let mut setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "a3b2/c1a2 a".to_owned(),
        ..Setup::default()
    };
    setup.switches.preset = Some("land-of-lisp-v4".to_owned());
    let mut window = Opened {
        setup: Some(setup),
        size: [390.0, 780.0],
        ..Opened::default()
    }
    .open();
    settle(&mut window);
    let rects = |window: &Window| [ids::BOARD, ids::TREE].map(|id| found(window, id).rect());
    let before = rects(&window);
    run_named(&mut window, CommandId::PlayHere);
    assert!(is_there(&window, ids::GAME));
    // With ratings the legend has as many rows as before.
    run_named(&mut window, CommandId::HideRatings);
    assert_eq!(rects(&window), before);
}
