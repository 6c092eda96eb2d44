//! The moves table, the line and the node's panel, driven by the labels that a screen reader hears.

use doomtree::app::{Command, Named, window_limits};
use doomtree::tree::{Limits, UnfoldingNode};
use egui_kittest::kittest::{NodeT, Queryable};

use eframe::egui::{Event, Key, Modifiers, Role, vec2};
use support::screen::{Opened, Window, click, line, press, press_with, scripted, settle, window};

fn note(window: &Window, node: UnfoldingNode) -> &str {
    window.state().document().note(node)
}

/// The rows from top to bottom: number and label.
fn rows(window: &Window) -> Vec<(usize, String)> {
    let mut rows: Vec<(f32, String)> = window
        .get_all_by_label_contains("Move ")
        .filter_map(|node| {
            let label = node.accesskit_node().label()?;
            label
                .starts_with("Move ")
                .then(|| (node.rect().top(), label))
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter()
        .filter_map(|(_, label)| {
            let rest = label.strip_prefix("Move ")?;
            let (number, _) = rest.split_once(':')?;
            Some((number.parse().ok()?, label))
        })
        .collect()
}

fn numbers(window: &Window) -> Vec<usize> {
    rows(window).into_iter().map(|(number, _)| number).collect()
}

const MOVES: &str = "start a: m10 -> win, m9 -> draw, m2 -> later, m1 -> lose, m3 -> draw
    later b: on -> soon
    soon a: on -> win, off -> win
    win end: 1 0
    draw end: 1/2 1/2
    lose end: 0 1";

#[test]
fn a_click_on_a_head_sorts_another_turns_it_around_and_a_third_brings_the_rules_order() {
    let mut window = scripted(MOVES);
    assert_eq!(numbers(&window), [1, 2, 3, 4, 5]);
    for (head, ascending, descending) in [
        ("number", [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]),
        ("move", [4, 3, 5, 2, 1], [1, 2, 5, 3, 4]),
        ("rating", [4, 2, 5, 1, 3], [1, 3, 2, 5, 4]),
        ("plies to the end", [1, 2, 4, 5, 3], [3, 1, 2, 4, 5]),
        ("nodes", [1, 2, 4, 5, 3], [3, 1, 2, 4, 5]),
    ] {
        let head = format!("Sort by {head}");
        click(&mut window, &head);
        assert_eq!(numbers(&window), ascending, "{head}");
        click(&mut window, &format!("{head}, now ascending"));
        assert_eq!(numbers(&window), descending, "{head}");
        click(&mut window, &format!("{head}, now descending"));
        assert_eq!(numbers(&window), [1, 2, 3, 4, 5], "{head}");
    }
}

#[test]
fn the_digits_play_the_numbered_moves_in_any_order_and_the_order_stays() {
    let mut window = scripted(MOVES);
    click(&mut window, "Sort by rating");
    assert_eq!(numbers(&window)[0], 4);
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "m2");
    press(&mut window, Key::ArrowUp);
    assert_eq!(numbers(&window), [4, 2, 5, 1, 3]);
    window.get_by_label("Sort by rating, now ascending");
    // A row plays its own move, wherever it stands.
    click(&mut window, "Move 2: m9, rating 1/2");
    assert_eq!(line(&window), "m9");
}

#[test]
fn hidden_ratings_leave_the_table_no_mark_no_number_and_no_order() {
    let mut window = scripted(MOVES);
    click(&mut window, "Sort by rating");
    window.get_by_label("Move 1: m10, rating 1, best");
    press(&mut window, Key::H);
    assert_eq!(numbers(&window), [1, 2, 3, 4, 5]);
    window.get_by_label("Move 1: m10, rating ?");
    window.get_by_label("Ratings are hidden (H shows them)");
    window.get_by_label("rating ? for a, rating ? for b");
    window.get_by_label("Shares are hidden");
    assert!(window.query_by_label_contains("Best play").is_none());
    assert!(window.query_by_label_contains("a wins in").is_none());
    click(&mut window, "Sort by rating");
    press(&mut window, Key::H);
    assert_eq!(numbers(&window), [4, 2, 5, 1, 3], "the order is remembered");
}

#[test]
fn blunders_of_the_walked_line_are_marked_unless_ratings_are_hidden() {
    let mut window = scripted(MOVES);
    press(&mut window, Key::Num4);
    window.get_by_label("a m1, a blunder");
    press(&mut window, Key::H);
    window.get_by_label("a m1");
    assert!(window.query_by_label("a m1, a blunder").is_none());
    press(&mut window, Key::H);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Num3);
    press(&mut window, Key::Num1);
    window.get_by_label("a m2");
    window.get_by_label("b on");
}

#[test]
fn down_and_forward_lead_back_to_where_one_came_from() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "2>3 pass 1>3");
    click(&mut window, "a 2→3");
    assert_eq!(line(&window), "2>3");
    // What lies below is still there to be clicked.
    window.get_by_label("b 1→3");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3 pass 1>3");
    click(&mut window, "start");
    press_with(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(line(&window), "2>3 pass 1>3");
    press_with(&mut window, Modifiers::ALT, Key::ArrowRight);
    assert_eq!(line(&window), "");
    click(&mut window, "b 1→3");
    assert_eq!(line(&window), "2>3 pass 1>3");
}

#[test]
fn nothing_follows_the_step_that_ends_the_game() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::End);
    window.get_by_label("a 2→3");
    window.get_by_label("a passes");
    window.get_by_label("b 0→2");
    let last = window.get_by_label("b passes");
    assert_eq!(
        last.accesskit_node().toggled().map(|it| format!("{it:?}")),
        Some("True".to_owned())
    );
    window.get_by_label("b has 3 of 4 hexes and wins, which is worth 0 to a.");
    window.get_by_label("None: the game is over");
}

#[test]
fn the_node_says_why_how_sure_and_what_is_below() {
    let mut window = window("b2b2/a2b1 a");
    window.get_by_label("Positions: 11");
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    window.get_by_label("rating 0 for a, rating 1 for b");
    window.get_by_label("Shares: a 0 %, b 100 %");
    window.get_by_label("proven");
    window.get_by_label("b wins in 2 plies");
    window.get_by_label("b picks the smallest of 0, 0, 0 for a: all three moves win.");
    window.get_by_label("min(0, 0, 0) = 0");
    window.get_by_label("Best play: 0 → 2, pass: b wins.");
    window.get_by_label("Nodes: 11");
    window.get_by_label("Ends: 5");
    window.get_by_label("b wins: 5");
    window.get_by_label("Longest line: 3 plies");
    assert!(window.query_by_label_contains("Positions:").is_none());
    // For whom the ratings are shown is said wherever they are.
    press(&mut window, Key::R);
    window.get_by_label("b picks the largest of 1, 1, 1 for itself: all three moves win.");
    window.get_by_label("Move 1: 0 → 2, rating 1, best");
}

#[test]
fn what_rests_on_estimates_says_so_in_every_place() {
    let limits = Limits {
        max_plies: Some(3),
        ..window_limits()
    };
    let mut window = Opened {
        position: "b2a1a1/a2b2a3/b3b1b1 a",
        limits,
        ..Opened::default()
    }
    .open();
    window.get_by_label("rests on estimates by winners: between 0 and 1 for a");
    window.get_by_label_contains("; ~ rests on estimates.");
    for _ in 0..3 {
        press(&mut window, Key::ArrowDown);
    }
    window.get_by_label_contains("The limit of 3 plies stopped the tree here: ~");
    window.get_by_label("A limit stopped the tree here");
}

#[test]
fn a_note_is_kept_when_the_field_is_left_and_can_be_undone() {
    let mut window = window("b2b2/a2b1 a");
    window.get_by_label("Notes").focus();
    settle(&mut window);
    window.get_by_label("Notes").type_text("forced 1");
    settle(&mut window);
    // Letters and digits are text here, not commands.
    assert_eq!(line(&window), "");
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
    assert_eq!(note(&window, UnfoldingNode::ROOT), "");
    press(&mut window, Key::Escape);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "forced 1");
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3", "the keys walk again");
    assert!(window.query_all_by_label("forced 1").next().is_none());
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "");
    assert_eq!(line(&window), "", "the change is shown");
    press_with(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "forced 1");
    assert!(window.query_all_by_label("forced 1").next().is_some());
}

#[test]
fn escape_leaves_the_note_and_stops_nothing_else() {
    let mut window = window("b2b2/a2b1 a");
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, Command::Mark(Some(2)));
    settle(&mut window);
    let marked = |window: &Window| {
        let place = window.get_by_label_contains("Hex 2: a, 2 dice");
        format!("{:?}", place.accesskit_node().toggled())
    };
    assert_eq!(marked(&window), "Some(True)");
    window.get_by_label("Notes").focus();
    settle(&mut window);
    window.get_by_label("Notes").type_text("x");
    settle(&mut window);
    press(&mut window, Key::Escape);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "x");
    assert_eq!(marked(&window), "Some(True)");
    press(&mut window, Key::Escape);
    assert_eq!(marked(&window), "Some(False)");
}

#[test]
fn what_is_typed_belongs_to_its_node_whatever_is_done_next() {
    let first = UnfoldingNode(1);
    let typed = |what: &str| {
        let mut window = window("b2b2/a2b1 a");
        press(&mut window, Key::Num1);
        window.get_by_label("Notes").focus();
        settle(&mut window);
        window.get_by_label("Notes").type_text(what);
        settle(&mut window);
        assert_eq!(note(&window, first), "");
        window
    };
    // Another node is clicked.
    let mut window = typed("one");
    click(&mut window, "start");
    assert_eq!(note(&window, first), "one");
    assert_eq!(note(&window, UnfoldingNode::ROOT), "");
    // A command comes from elsewhere.
    for named in [
        Named::Child,
        Named::HideRatings,
        Named::Setup,
        Named::UnfoldBelow,
    ] {
        let mut window = typed("two");
        let ctx = window.ctx.clone();
        window.state_mut().run(&ctx, Command::Named(named));
        assert_eq!(note(&window, first), "two", "{named:?}");
        settle(&mut window);
        assert_eq!(note(&window, first), "two", "{named:?}");
    }
    // The keys of saving are heard in the field.
    let mut window = typed("three");
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(note(&window, first), "three");
    assert!(window.get_all_by_label("Save as").count() > 0);
    // The window is about to close.
    let mut window = typed("four");
    let viewport = window
        .input_mut()
        .viewports
        .entry(eframe::egui::ViewportId::ROOT)
        .or_default();
    viewport.events.push(eframe::egui::ViewportEvent::Close);
    window.run_steps(1);
    assert_eq!(note(&window, first), "four");
}

#[test]
fn a_note_is_one_change_each_time_the_field_is_left() {
    let mut window = window("b2b2/a2b1 a");
    for text in ["one", " two"] {
        press_with(&mut window, Modifiers::SHIFT, Key::N);
        for letter in text.chars() {
            window.get_by_label("Notes").type_text(&letter.to_string());
            settle(&mut window);
        }
        press(&mut window, Key::Escape);
    }
    assert_eq!(note(&window, UnfoldingNode::ROOT), "one two");
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "one");
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "");
    assert!(!window.state().document().edits.is_changed());
}

const THREE: &str = "players a b c
    start a: left -> coin, right -> duel
    coin chance a: heads 1/3 -> won, tails 2/3 -> lost
    duel b: fight -> coin, flee -> lost, run -> lost
    won end: 1 0 0
    lost end: 0 1/2 1/2";

#[test]
fn three_players_and_chance_have_their_columns_and_sentences() {
    let mut window = scripted(THREE);
    window.get_by_label("rating 1/3 for a");
    window.get_by_label("rating 1/3 for c");
    window.get_by_label("a picks the largest of 1/3, 0 for itself.");
    assert_eq!(numbers(&window), [1, 2]);
    window.get_by_label("Move 1: left, heads 33.3 %, rating 1/3, best");
    press(&mut window, Key::Num1);
    window.get_by_label("Chance: 1/3 × 1 + 2/3 × 0 = 1/3 for a.");
    assert_eq!(numbers(&window), [1, 2]);
    click(&mut window, "Sort by probability");
    click(&mut window, "Sort by probability, now ascending");
    assert_eq!(numbers(&window), [2, 1]);
    window.get_by_label("a wins: 1");
    window.get_by_label("b and c tie: 1");
    press(&mut window, Key::Num2);
    window.get_by_label("The game is over: b and c tie, worth 0 to a, 1/2 to b and 1/2 to c.");
    window.get_by_label("tails");
    press(&mut window, Key::Home);
    press(&mut window, Key::Num2);
    window.get_by_label("b is taken to play against a and picks the smallest of 1/3, 0, 0 for a.");
    window.get_by_label("rating 1/2 for b");
}

#[test]
fn two_hundred_moves_scroll_and_the_visited_one_is_in_sight() {
    use std::fmt::Write as _;
    let mut script = String::from("start a: ");
    for mv in 0..200 {
        let comma = if mv == 0 { "" } else { ", " };
        write!(script, "{comma}m{mv} -> e{}", mv % 3).expect("a string");
    }
    script.push_str("\ne0 end: 0 1\ne1 end: 1/2 1/2\ne2 end: 1 0");
    let mut window = scripted(&script);
    let shown = numbers(&window);
    assert!((5..60).contains(&shown.len()), "{shown:?}");
    assert_eq!(shown[0], 1);
    window.get_by_label(
        "a picks the largest of 200 ratings from 0 to 1 for itself: 66 of 200 moves win.",
    );
    let ctx = window.ctx.clone();
    let play = Command::Act(doomtree::session::Action::Move(150));
    window.state_mut().run(&ctx, play);
    settle(&mut window);
    press(&mut window, Key::ArrowUp);
    assert!(numbers(&window).contains(&151), "{:?}", numbers(&window));
    click(&mut window, "Sort by rating");
    click(&mut window, "Sort by rating, now ascending");
    let label = rows(&window)[0].1.clone();
    assert!(label.contains("rating"), "{label}");
    click(&mut window, "Sort by rating, now descending");
    assert!(numbers(&window).contains(&151));
}

#[test]
fn long_names_stay_in_their_places_in_a_small_window() {
    let player = "the-first-player-of-all-who-play";
    let other = "another-one-with-a-name-as-long";
    let mv = "a-move-whose-name-is-much-too-long-for-any-column-of-any-table";
    let script = format!(
        "players {player} {other}
        start {player}: {mv} -> won, short -> next
        next {other}: {mv}-again -> lost, {mv}-once-more -> won
        won end: 123456789 0
        lost end: 0 123456789"
    );
    let mut window = Opened {
        script: Some(&script),
        size: [1024.0, 700.0],
        ..Opened::default()
    }
    .open();
    press(&mut window, Key::Num2);
    press(&mut window, Key::Num1);
    let long = format!("{other} {mv}-again");
    let chip = window.get_by_label(&long).rect();
    assert!(chip.right() < 348.0, "{chip:?}");
    press(&mut window, Key::Home);
    let row = format!("Move 1: {mv}, rating ≈123456789, best");
    assert!(window.get_by_label(&row).rect().right() < 348.0);
    // The heads stand side by side, none over another.
    let mut heads: Vec<_> = window
        .get_all_by_label_contains("Sort by")
        .map(|head| head.rect())
        .collect();
    heads.sort_by(|a, b| a.left().total_cmp(&b.left()));
    assert_eq!(heads.len(), 5);
    for pair in heads.windows(2) {
        assert!(pair[0].right() <= pair[1].left() + 0.1, "{heads:?}");
    }
}

#[test]
fn the_button_beside_the_position_copies_it() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    window.get_by_label("Copy this position").click();
    window.run_steps(2);
    settle(&mut window);
    window.get_by_label("Copied b2b2/a1a1 a +1");
}

#[test]
fn a_selected_part_of_the_position_is_what_is_copied() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    let at = window.get_by_label("b2b2/a1a1 a +1").rect().left_center() + vec2(4.0, 0.0);
    window.hover_at(at);
    window.run_steps(2);
    for pressed in [true, false, true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: eframe::egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(1);
    }
    let copied = |window: &mut Window| {
        window.event(Event::Copy);
        window.run_steps(1);
        let output = &window.output().platform_output.commands;
        let text = output.iter().find_map(|command| match command {
            eframe::egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        settle(window);
        text.unwrap_or_default()
    };
    assert_eq!(copied(&mut window), "b2b2");
    // Elsewhere there is nothing selected: the whole position is copied.
    press(&mut window, Key::ArrowDown);
    assert_eq!(copied(&mut window), "b2b2/a1a1 b");
}

#[test]
fn heads_rows_and_steps_answer_the_keyboard() {
    let mut window = scripted(MOVES);
    window.get_by_label("Sort by nodes").focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    window.get_by_label("Sort by nodes, now ascending");
    window.get_by_label("Move 3: m2, rating 1, best").focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "m2");
    window.get_by_role_and_label(Role::Button, "start").focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "");
}
