//! A large tree in the window: unfolded in pieces that can be stopped, seen as marks and blocks, and
//! drawn in other ways.

use doomtree::app::{Command, CommandId, ids};
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Key, Modifiers, PointerButton, Pos2, Rect};
use support::screen::{
    Opened, Window, found, line, node_at, numbers_in, numbers_of, press, run, run_named, settle,
    shown_nodes as shown, window,
};

/// 1,468,919,491 nodes.
const SMALL: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// Where the node at the end of a line lies.
fn rect(window: &Window, line: &str) -> Rect {
    found(window, &ids::node(node_at(window, line))).rect()
}

fn click(window: &mut Window, pos: Pos2) {
    for pressed in [true, false] {
        window.event(eframe::egui::Event::PointerMoved(pos));
        window.event(eframe::egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(1);
    }
    settle(window);
}

#[test]
fn what_takes_long_to_unfold_says_how_far_it_is_and_cancel_keeps_what_is_there() {
    let mut window = window(SMALL);
    let ctx = window.ctx.clone();
    let state = window.state_mut();
    state.run(&ctx, Command::Named(CommandId::UnfoldAll));
    window.run_steps(3);
    assert!(window.state().document().session.is_unfolding());
    let told = |window: &Window| numbers_of(window, ids::STATUS);
    let limit = told(&window).into_iter().max().unwrap_or_default();
    assert!((1_000_000..1_000_100).contains(&limit), "{limit}");
    let before = shown(&window);
    run_named(&mut window, CommandId::CancelWork);
    assert!(!window.state().document().session.is_unfolding());
    let after = shown(&window);
    let said = numbers_in(&support::screen::told(&window));
    assert!(said.contains(&(after as u64)), "it says how many");
    assert!((before..1_000_000).contains(&after), "{before} {after}");
    // The rest of the window goes on as ever.
    press(&mut window, Key::ArrowDown);
    assert_ne!(line(&window), "");
}

#[test]
fn a_large_tree_is_seen_whole_as_marks_and_blocks_and_a_click_selects_in_it() {
    let mut window = window(SMALL);
    run(&mut window, Command::Act(Action::Budget(60_000)));
    run_named(&mut window, CommandId::UnfoldAll);
    assert!(support::screen::told(&window).contains("60,000"));
    press(&mut window, Key::F);
    let painted = window.state().tree_painted();
    assert!(painted.blocks > 10, "{painted:?}");
    assert!(painted.nodes < 20_000, "{painted:?}");
    let canvas = found(&window, ids::TREE).rect();
    let before = line(&window);
    click(
        &mut window,
        canvas.center() + eframe::egui::vec2(40.0, 60.0),
    );
    let clicked = line(&window);
    assert!(clicked.len() > before.len(), "{clicked}");
    // What was clicked is named, for whoever can't see it.
    run_named(&mut window, CommandId::ActualSize);
    assert!((window.state().tree_scale() - 1.0).abs() < 1e-3);
    // Nodes near enough are named.
    found(
        &window,
        &ids::node(window.state().document().session.selected()),
    );
}

#[test]
fn another_order_of_a_large_tree_takes_some_frames_and_no_half_of_it_is_shown() {
    let mut window = window(SMALL);
    run(&mut window, Command::Act(Action::Budget(400_000)));
    run_named(&mut window, CommandId::UnfoldAll);
    let painted = |window: &Window| {
        let painted = window.state().tree_painted();
        painted.nodes + painted.blocks
    };
    assert!(painted(&window) > 10);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::BestFirst));
    window.run_steps(2);
    assert_eq!(painted(&window), 0, "it isn't done");
    // Another command meanwhile makes it begin again.
    let fold = Action::ToggleFold(UnfoldingNode(1));
    window.state_mut().run(&ctx, Command::Act(fold.clone()));
    window.run_steps(1);
    let meanwhile = painted(&window);
    settle(&mut window);
    let whole = painted(&window);
    // A quick machine has done it by then.
    assert!(whole > 10 && [0, whole].contains(&meanwhile), "{meanwhile}");
    let folded = shown(&window);
    run(&mut window, Command::Act(fold));
    assert!(shown(&window) > folded);
    assert!(painted(&window) > 10);
}

#[test]
fn folding_what_is_worse_leaves_best_play_and_unfolding_the_best_line_shows_it_to_its_end() {
    let mut window = window("a1b2a3/b2a1b1 a");
    run(&mut window, Command::Act(Action::UnfoldToPly(4)));
    let all = shown(&window);
    run_named(&mut window, CommandId::FoldWorse);
    let best = shown(&window);
    assert!(best < all, "{best} of {all}");
    let session = &window.state().document().session;
    let graph = session.rated().graph.graph();
    for node in session.unfolding().preorder() {
        let Some((parent, edge)) = session
            .unfolding()
            .parent(node)
            .zip(session.unfolding().edge(node))
        else {
            continue;
        };
        let source = session.unfolding().vertex(parent);
        let ratings = &session.rated().analysis.ratings;
        let is_best = doomtree::rating::best_edges(graph, ratings, source).contains(&edge);
        assert!(is_best || !session.unfolding().is_open(node));
    }
    run(&mut window, Command::Act(Action::UnfoldToPly(0)));
    assert_eq!(shown(&window), 1);
    run_named(&mut window, CommandId::UnfoldBestLine);
    let session = &window.state().document().session;
    let plies = session
        .unfolding()
        .shown_plies(session.rated().graph.graph());
    assert_eq!(plies.max as usize, session.best_line().len());
    // With ratings hidden nobody is told which moves are best.
    press(&mut window, Key::H);
    assert!(!window.state().is_enabled(CommandId::FoldWorse));
    assert!(!window.state().is_enabled(CommandId::UnfoldBestLine));
}

#[test]
fn a_tree_grows_to_the_right_and_back() {
    let mut window = window("b2b2/a2b1 a");
    let (root, child) = ("", "2>3");
    let (from, to) = (rect(&window, root), rect(&window, child));
    assert!(to.top() > from.bottom());
    run_named(&mut window, CommandId::GrowRight);
    let (from, to) = (rect(&window, root), rect(&window, child));
    assert!(to.left() > from.right() && to.top() < from.bottom());
    // The keys mean the same.
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3");
    run_named(&mut window, CommandId::GrowRight);
    let (from, to) = (rect(&window, root), rect(&window, child));
    assert!(to.top() > from.bottom());
}

#[test]
fn with_the_best_first_siblings_are_walked_as_they_stand() {
    let mut window = window("a1b2a3/b2a1b1 a");
    run(&mut window, Command::Act(Action::UnfoldToPly(2)));
    let (worse, best) = ("2>5", "2>1");
    let x = |window: &Window, label: &str| rect(window, label).center().x;
    assert!(x(&window, worse) < x(&window, best), "the rules' order");
    run_named(&mut window, CommandId::BestFirst);
    assert!(x(&window, best) < x(&window, worse));
    run(&mut window, Command::Act(Action::Move(1)));
    assert_eq!(line(&window), "2>1");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(line(&window), "2>1", "nothing stands before the best");
    press(&mut window, Key::ArrowRight);
    assert_eq!(line(&window), "2>5");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(line(&window), "2>1");
}

#[test]
fn nodes_glide_for_a_moment_and_then_nothing_is_painted_any_more() {
    for motion in [true, false] {
        let mut window = Opened {
            step: Some(1.0 / 60.0),
            ..Opened::default()
        }
        .open();
        if !motion {
            run_named(&mut window, CommandId::Motion);
        }
        window.run_steps(30);
        let toggle = Action::ToggleFold(UnfoldingNode::ROOT);
        let ctx = window.ctx.clone();
        window.state_mut().run(&ctx, Command::Act(toggle));
        let mut frames = 0;
        window.run_steps(1);
        while window.ctx.has_requested_repaint() && frames < 60 {
            window.run_steps(1);
            frames += 1;
        }
        if motion {
            assert!((4..30).contains(&frames), "{frames}");
        } else {
            assert!(frames < 4, "{frames}");
        }
    }
}
