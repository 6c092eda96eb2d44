//! Links: copied, opened, walked and refused; and the slim window of a phone, where they are opened.

use doomtree::app::{Command, Named, ids};
use doomtree::games::Setup;
use eframe::egui::Key;

use support::screen::{
    Opened, Window, asked_by, copied, found, is_there, line, press, root, run, run_named, settle,
    shows, value_of, window,
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
    let copy = Command::Named(Named::CopyLink);
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
    run_named(&mut window, Named::Back);
    assert_eq!(line(&window), "");
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
        Named::Palette.id(),
        Named::ShowNode.id(),
        Named::FoldPly.id(),
    ] {
        let rect = found(&window, id).rect();
        assert!(rect.right() <= 390.0, "{id}: {rect:?}");
    }
    assert!(!is_there(&window, ids::RATINGS));
    asked_by(&mut window, Command::Named(Named::ShowNode));
    settle(&mut window);
    let panel = found(&window, ids::RATINGS).rect();
    assert!(panel.left() >= 0.0 && panel.right() <= 390.0, "{panel:?}");
    assert!(
        !is_there(&window, ids::BOARD),
        "the panel has the place of all"
    );
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
    run_named(&mut window, Named::PlayHere);
    assert!(is_there(&window, ids::GAME));
    // With ratings the legend has as many rows as before.
    run_named(&mut window, Named::HideRatings);
    assert_eq!(rects(&window), before);
}
