//! Links: copied, opened, walked and refused.

use doomtree::app::{Command, CommandId, ids};
use eframe::egui::Key;

use support::screen::{
    Window, copied, is_there, line, press, root, run, run_named, settle, shows, value_of, window,
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
