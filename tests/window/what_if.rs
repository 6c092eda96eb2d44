//! What-ifs in the window: pins, forbidden moves and changed positions, what they alter, and how they
//! are taken back and saved.

use doomtree::app::{Command, CommandId, WhatIfAction, ids};
use doomtree::diagram::{RatingsFor, TreeView};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::session::what_if::{
    AlteredNode, ChangedGraphs, WhatIf, read_pin, read_position, summary as told_of,
};
use doomtree::tree::{Limits, UnfoldingNode};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use support::screen::{
    Opened, Window, click_on, found, is_there, line, node_at, numbers_in, numbers_of, press,
    press_with, run, run_named, said_of, settle, shows, text_of, told as notice, tree_view,
    value_of, window,
};

/// Goes to the first move and pins its rating by keys.
fn pin(window: &mut Window, rating: &str) {
    run_named(window, CommandId::PinRating);
    found(window, ids::PIN).type_text(rating);
    settle(window);
    press(window, Key::Enter);
}

fn assumptions(window: &Window) -> usize {
    window.state().document().layer.assumptions.len()
}

/// What the core says of the assumptions: of the root, and of each node that they alter, the root at
/// last.
fn told(window: &Window) -> (String, Vec<AlteredNode>) {
    let document = window.state().document();
    let rated = document.session.rated();
    let assumptions = &document.layer.assumptions;
    let what_if = WhatIf::new(rated, assumptions, &ChangedGraphs::new());
    told_of(rated, &what_if, Player(0))
}

/// Whether that is what the window says of the root, which had a rating and now has another.
fn alters_root(window: &Window, before: &str, after: &str) -> bool {
    let (head, rows) = told(window);
    let root = rows.last().expect("the root");
    (root.before.as_str(), root.after.as_str()) == (before, after)
        && text_of(window, ids::WHAT_IF_ROOT) == head
}

/// Whether the tree says of a node that something is assumed there.
fn is_marked(window: &Window, node: UnfoldingNode) -> bool {
    let view = tree_view(window, RatingsFor::Player(Player(0)), false);
    let without = TreeView {
        what_if: None,
        ..view
    };
    said_of(window, node) != without.describe(node)
}

/// The same, in the words of the core.
fn is_told_of(window: &Window, node: UnfoldingNode) -> bool {
    let view = tree_view(window, RatingsFor::Player(Player(0)), false);
    is_marked(window, node) && said_of(window, node) == view.describe(node)
}

#[test]
fn a_pin_runs_up_to_the_root_is_listed_and_one_key_takes_it_back() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1/2");
    assert!(alters_root(&window, "0", "1/2"));
    let (_, rows) = told(&window);
    let why = &rows.last().expect("the root").why;
    assert!(shows(&window, ids::WHAT_IF, why));
    assert_eq!(numbers_of(&window, ids::WHAT_IF_BANNER), [1]);
    let node = node_at(&window, "2>3");
    assert!(is_told_of(&window, node) && said_of(&window, node).contains("1/2"));
    assert_eq!(line(&window), "2>3");
    let supposing = text_of(&window, ids::WHAT_IF_BANNER);
    // The truth and back by one key.
    run_named(&mut window, CommandId::ShowTruth);
    assert_ne!(text_of(&window, ids::WHAT_IF_BANNER), supposing);
    assert!(!is_marked(&window, node));
    run_named(&mut window, CommandId::ShowTruth);
    assert_eq!(text_of(&window, ids::WHAT_IF_BANNER), supposing);
    assert!(is_marked(&window, node));
    run_named(&mut window, CommandId::TakeBackWhatIf);
    assert_eq!(assumptions(&window), 0);
    assert!(!is_marked(&window, node) && !is_there(&window, ids::WHAT_IF_BANNER));
    // Undo brings it back, and takes both away.
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(assumptions(&window), 1);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(assumptions(&window), 0);
    assert!(!window.state().document().edits.is_changed());
}

/// Frame by frame: first the end is worth something else, the root at last.
#[test]
fn a_change_is_seen_running_up_unless_motion_is_off() {
    let open = || {
        Opened {
            step: Some(0.02),
            ..Opened::default()
        }
        .open()
    };
    let pin = Command::Assume(WhatIfAction::Pin("1/2".to_owned()));
    let root = |window: &Window| said_of(window, UnfoldingNode::ROOT).contains("1/2");
    let mut window = open();
    run(&mut window, Command::Act(Action::Move(0)));
    run(&mut window, Command::Act(Action::Move(0)));
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, pin.clone());
    window.run_steps(3);
    let node = window.state().document().session.selected();
    assert!(is_marked(&window, node) && !root(&window));
    window.run_steps(60);
    assert!(root(&window) && is_told_of(&window, UnfoldingNode::ROOT));
    let mut window = open();
    run_named(&mut window, CommandId::Motion);
    run(&mut window, Command::Act(Action::Move(0)));
    window.state_mut().run(&ctx, pin);
    window.run_steps(3);
    assert!(root(&window));
}

#[test]
fn what_is_no_rating_is_said_and_nothing_is_pinned() {
    let mut window = window("b2b2/a2b1 a");
    pin(&mut window, "much");
    let rated = window.state().document().session.rated().clone();
    let why = read_pin(&rated, "much", Player(0)).expect_err("no rating");
    let why = why.to_string();
    assert!(notice(&window).contains(&why) && why.contains("'much'"));
    assert!(shows(&window, ids::WHAT_IF_FAULT, "much"));
    assert_eq!(assumptions(&window), 0);
    assert_eq!(value_of(&window, ids::PIN), "much");
    // The position stands there selected: what is typed replaces it.
    run_named(&mut window, CommandId::ChangePosition);
    assert_eq!(value_of(&window, ids::CHANGE), "b2b2/a2b1 a");
    found(&window, ids::CHANGE).type_text("a9 a");
    settle(&mut window);
    press(&mut window, Key::Enter);
    let why = read_position(&rated, "a9 a").expect_err("no position");
    let why = why.to_string();
    let what = why.split(':').next().unwrap_or_default();
    assert!(notice(&window).contains(what), "{why}");
    assert_eq!(value_of(&window, ids::CHANGE), "a9 a");
    assert_eq!(assumptions(&window), 0);
    click_on(&mut window, &ids::pin("1"));
    assert!(alters_root(&window, "0", "1"));
}

#[test]
fn a_forbidden_move_is_crossed_out_and_the_last_one_is_refused() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    run_named(&mut window, CommandId::ForbidMove);
    // Why is asked for in `words`.
    assert!(!notice(&window).is_empty());
    assert_eq!(assumptions(&window), 0);
    press(&mut window, Key::ArrowDown);
    let row = |window: &Window| text_of(window, &ids::move_row(1));
    let allowed = row(&window);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3 pass 0>2");
    run_named(&mut window, CommandId::ForbidMove);
    assert!(is_told_of(&window, node_at(&window, "2>3 pass 0>2")));
    let (head, _) = told(&window);
    assert!(notice(&window).contains(&head));
    assert_eq!(numbers_in(&head), [0], "it stays 0");
    press(&mut window, Key::ArrowUp);
    let forbidden = row(&window);
    assert!(forbidden.contains("0 → 2"), "{forbidden}");
    assert_ne!(forbidden, allowed, "its row says that it is forbidden");
    press(&mut window, Key::Num1);
    // The same key allows it again.
    run_named(&mut window, CommandId::ForbidMove);
    assert_eq!(assumptions(&window), 0);
    press(&mut window, Key::Home);
    assert!(!window.state().is_enabled(CommandId::ForbidMove));
}

#[test]
fn a_changed_hex_is_rated_shown_on_the_board_and_can_be_changed_back() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    run_named(&mut window, CommandId::WhatIf);
    let place = ids::change(1);
    assert!(shows(&window, &place, "b2"));
    click_on(&mut window, &place);
    window.get_by_label("a3").click();
    settle(&mut window);
    settle(&mut window);
    assert_eq!(assumptions(&window), 1);
    assert!(shows(&window, &place, "a3"));
    assert!(is_told_of(&window, node_at(&window, "2>3")));
    assert!(is_there(&window, ids::OPEN_CHANGED));
    click_on(&mut window, &place);
    window.get_by_label("b2").click();
    settle(&mut window);
    settle(&mut window);
    let left = &window.state().document().layer.assumptions;
    assert!(left.is_empty(), "it is itself again: {left:?}");
}

#[test]
fn a_large_changed_position_is_rated_beside_the_window() {
    let mut window = Opened {
        position: "a1b2a1/b1b2a1/a1a1a3 a",
        limits: Limits {
            max_plies: Some(9),
            ..Limits::default()
        },
        ..Opened::default()
    }
    .open();
    press(&mut window, Key::ArrowDown);
    let position = "a3b3a3/b3a3b3/a3b3a3 b".to_owned();
    run(&mut window, Command::Assume(WhatIfAction::Change(position)));
    settle(&mut window);
    settle(&mut window);
    let node = window.state().document().session.selected();
    assert!(is_told_of(&window, node));
    assert!(!window.state().is_busy());
}

#[test]
fn an_assumption_is_switched_off_and_deleted_in_its_row() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1");
    let row = ids::assumption(0);
    assert!(shows(&window, &row, "2>3") && shows(&window, &row, "a 1, b 0"));
    click_on(&mut window, &ids::switch(0));
    assert!(window.state().document().layer.assumptions[0].off);
    assert_eq!(text_of(&window, ids::WHAT_IF_ROOT), told(&window).0);
    assert_eq!(numbers_of(&window, ids::WHAT_IF_ROOT), [0], "it stays 0");
    click_on(&mut window, &ids::switch(0));
    assert!(alters_root(&window, "0", "1"));
    press(&mut window, Key::Home);
    click_on(&mut window, &row);
    assert_eq!(line(&window), "2>3");
    click_on(&mut window, &ids::delete_assumption(0));
    assert_eq!(assumptions(&window), 0);
}

#[test]
fn what_ifs_are_saved_with_the_tree_and_come_back() {
    let folder = std::env::temp_dir().join(format!("doomtree-what-if-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("assumed.tree.json");
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::ArrowDown);
    pin(&mut window, "1/2");
    run(&mut window, Command::SaveTo(path.clone()));
    settle(&mut window);
    assert!(!window.state().document().edits.is_changed());
    let text = std::fs::read_to_string(&path).expect("the file");
    assert!(
        text.contains(r#""pins":{"2>3":{"a":"1/2","b":"1/2"}}"#),
        "{text}"
    );
    assert!(
        text.contains(r#""rating":{"a":"0","b":"1"}"#),
        "ratings stay true"
    );
    run_named(&mut window, CommandId::ClearWhatIfs);
    run(&mut window, Command::SaveTo(folder.join("plain.tree.json")));
    settle(&mut window);
    run(&mut window, Command::OpenFile(path));
    settle(&mut window);
    assert_eq!(assumptions(&window), 1);
    assert!(is_told_of(&window, node_at(&window, "2>3")));
    std::fs::remove_dir_all(&folder).ok();
}

#[test]
fn the_status_line_counts_what_is_assumed_and_never_says_then_that_all_is_proven() {
    let mut window = window("b2b2/a2b1 a");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0]);
    run_named(&mut window, CommandId::Child);
    run(
        &mut window,
        Command::Assume(WhatIfAction::Pin("1/2".to_owned())),
    );
    // What came of it is told first, until something else is done.
    run_named(&mut window, CommandId::Parent);
    assert_eq!(numbers_of(&window, ids::COMPLETE), [1]);
    let before = text_of(&window, ids::COMPLETE);
    run_named(&mut window, CommandId::ShowTruth);
    assert_ne!(text_of(&window, ids::COMPLETE), before);
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0]);
}
