//! The moves table, the line and the node's panel, driven by clicks and keys.

use doomtree::app::{BEST, Command, CommandId, ids, window_limits};
use doomtree::diagram::end_text;
use doomtree::game::Estimate;
use doomtree::session::Action;
use doomtree::tree::{Limits, UnfoldingNode};
use egui_kittest::kittest::{NodeT, Queryable};

use eframe::egui::{Event, Key, Modifiers, vec2};
use support::screen::{
    Opened, Window, all, click_on, doer, found, is_on, is_there, line, numbers_of, press,
    press_with, run, run_named, scripted, settle, shows, text_of, window,
};

fn note(window: &Window, node: UnfoldingNode) -> &str {
    window.state().document().note(node)
}

/// The numbers of the rows, from top to bottom.
fn numbers(window: &Window) -> Vec<usize> {
    let number_of = |node: &egui_kittest::Node<'_>| {
        let id = node.accesskit_node().author_id()?.to_owned();
        id.strip_prefix(ids::MOVE_ROWS)?.parse().ok()
    };
    let rows = window.query_all_by(|node| {
        let id = node.author_id();
        id.is_some_and(|id| id.starts_with(ids::MOVE_ROWS))
    });
    let rows = rows.filter_map(|node| Some((node.rect().top(), number_of(&node)?)));
    let mut rows: Vec<(f32, usize)> = rows.collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, number)| number).collect()
}

/// The ids of all columns.
const COLUMNS: [&str; 6] = ["Number", "Move", "Chance", "Rating", "EndsIn", "Nodes"];

/// Clicks the head of a column.
fn sort(window: &mut Window, column: &str) {
    click_on(window, &ids::move_head(column));
}

/// Whether the rows are sorted by a column.
fn is_sorted(window: &Window, column: &str) -> bool {
    is_on(window, &ids::move_head(column))
}

/// Whether a row shows a move with a rating, and whether as one of the best.
fn row_shows(window: &Window, number: usize, data: [&str; 2], best: bool) -> bool {
    let row = text_of(window, &ids::move_row(number));
    data.iter().all(|data| row.contains(data)) && row.contains(BEST) == best
}

/// The text of a step of the line, with what is said of it.
fn step(window: &Window, ply: usize) -> String {
    text_of(window, &ids::step(ply))
}

/// Who has won at the selected node.
fn end(window: &Window) -> String {
    let session = &window.state().document().session;
    end_text(&*session.rated().graph, session.vertex()).expect("an end")
}

const MOVES: &str = "start a: m10 -> win, m9 -> draw, m2 -> later, m1 -> lose, m3 -> draw
    later b: on -> soon
    soon a: on -> win, off -> win
    win end: 1 0
    draw end: 1/2 1/2
    lose end: 0 1";

#[test]
fn a_click_on_a_head_sorts_another_turns_it_around_and_a_third_brings_the_rules_order() {
    // Payoffs that are more than won or lost have their numbers.
    let payoffs = MOVES
        .replace("1/2 1/2", "5/2 5/2")
        .replace("1 0", "5 0")
        .replace("0 1", "0 5");
    let mut window = scripted(&payoffs);
    assert_eq!(numbers(&window), [1, 2, 3, 4, 5]);
    for (head, ascending, descending) in [
        ("Number", [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]),
        ("Move", [4, 3, 5, 2, 1], [1, 2, 5, 3, 4]),
        ("Rating", [4, 2, 5, 1, 3], [1, 3, 2, 5, 4]),
        ("EndsIn", [1, 2, 4, 5, 3], [3, 1, 2, 4, 5]),
        ("Nodes", [1, 2, 4, 5, 3], [3, 1, 2, 4, 5]),
    ] {
        sort(&mut window, head);
        assert_eq!(numbers(&window), ascending, "{head:?}");
        sort(&mut window, head);
        assert_eq!(numbers(&window), descending, "{head:?}");
        assert!(is_sorted(&window, head), "{head:?}");
        sort(&mut window, head);
        assert_eq!(numbers(&window), [1, 2, 3, 4, 5], "{head:?}");
        assert!(!is_sorted(&window, head), "{head:?}");
    }
}

#[test]
fn moves_say_who_wins_with_best_play_and_in_how_many_plies() {
    let mut window = scripted(MOVES);
    assert!(row_shows(&window, 1, ["m10", "a wins in 1"], true));
    assert!(row_shows(&window, 2, ["m9", "tie in 1"], false));
    assert!(row_shows(&window, 3, ["m2", "a wins in 3"], false));
    assert!(row_shows(&window, 4, ["m1", "b wins in 1"], false));
    let heads = |window: &Window| COLUMNS.map(|column| is_there(window, &ids::move_head(column)));
    // Number, move and who wins; the plies stand beside that.
    assert_eq!(heads(&window)[..5], [true, true, false, true, false]);
    // Of those that win the quickest stands first.
    sort(&mut window, "Rating");
    sort(&mut window, "Rating");
    assert_eq!(numbers(&window), [1, 3, 2, 5, 4]);
    press(&mut window, Key::H);
    assert!(row_shows(&window, 3, ["m2", "?"], false));
    assert!(!shows(&window, &ids::move_row(3), "wins"));
}

#[test]
fn the_digits_play_the_numbered_moves_in_any_order_and_the_order_stays() {
    let mut window = scripted(MOVES);
    sort(&mut window, "Rating");
    assert_eq!(numbers(&window)[0], 4);
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "m2");
    press(&mut window, Key::ArrowUp);
    assert_eq!(numbers(&window), [4, 2, 5, 1, 3]);
    assert!(is_sorted(&window, "Rating"));
    // A row plays its own move, wherever it stands.
    click_on(&mut window, &ids::move_row(2));
    assert_eq!(line(&window), "m9");
}

#[test]
fn hidden_ratings_leave_the_table_no_mark_no_number_and_no_order() {
    let mut window = scripted(MOVES);
    sort(&mut window, "Rating");
    assert!(row_shows(&window, 1, ["m10", "1"], true));
    assert_eq!(numbers_of(&window, ids::SHARES), [100, 0]);
    assert!(is_there(&window, ids::OUTCOME));
    press(&mut window, Key::H);
    assert_eq!(numbers(&window), [1, 2, 3, 4, 5]);
    assert!(row_shows(&window, 1, ["m10", "?"], false));
    assert_eq!(text_of(&window, ids::RATINGS).matches('?').count(), 2);
    for id in [ids::RATINGS, ids::SHARES, ids::WHY] {
        assert_eq!(numbers_of(&window, id), [0; 0], "{id}");
    }
    assert!(!is_there(&window, ids::OUTCOME), "who wins, and when");
    assert!(!is_there(&window, ids::PROVEN));
    sort(&mut window, "Rating");
    press(&mut window, Key::H);
    assert_eq!(numbers(&window), [4, 2, 5, 1, 3], "the order is remembered");
}

#[test]
fn blunders_of_the_walked_line_are_marked_unless_ratings_are_hidden() {
    let mut window = scripted(MOVES);
    press(&mut window, Key::Num4);
    let blunder = step(&window, 1);
    assert!(blunder.starts_with("a m1,"), "{blunder}");
    press(&mut window, Key::H);
    assert_eq!(step(&window, 1), "a m1");
    press(&mut window, Key::H);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Num3);
    press(&mut window, Key::Num1);
    assert_eq!(step(&window, 1), "a m2");
    assert_eq!(step(&window, 2), "b on");
}

#[test]
fn down_and_forward_lead_back_to_where_one_came_from() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num3);
    assert_eq!(line(&window), "2>3 pass 1>3");
    click_on(&mut window, &ids::step(1));
    assert_eq!(line(&window), "2>3");
    // What lies below is still there to be clicked.
    assert_eq!(step(&window, 3), "b 1→3");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3 pass 1>3");
    click_on(&mut window, &ids::step(0));
    press_with(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(line(&window), "2>3 pass 1>3");
    press_with(&mut window, Modifiers::ALT, Key::ArrowRight);
    assert_eq!(line(&window), "");
    click_on(&mut window, &ids::step(3));
    assert_eq!(line(&window), "2>3 pass 1>3");
}

#[test]
fn nothing_follows_the_step_that_ends_the_game() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::End);
    assert_eq!(step(&window, 1), "a 2→3");
    assert!(step(&window, 2).starts_with("a "));
    assert_eq!(step(&window, 3), "b 0→2");
    assert!(step(&window, 4).starts_with("b "));
    assert!(is_on(&window, &ids::step(4)), "the last one is selected");
    assert!(!is_there(&window, &ids::step(5)));
    assert_eq!(numbers_of(&window, ids::WHY), [3, 4, 0]);
    assert!(is_there(&window, ids::NO_MOVES));
}

#[test]
fn the_node_says_why_how_sure_and_what_is_below() {
    let mut window = window("b2b2/a2b1 a");
    assert_eq!(numbers_of(&window, ids::POSITIONS_BELOW), [11]);
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num1);
    assert_eq!(numbers_of(&window, ids::RATINGS), [0, 1]);
    assert_eq!(numbers_of(&window, ids::SHARES), [0, 100]);
    assert_eq!(numbers_of(&window, ids::PROVEN), [0; 0], "no interval");
    assert_eq!(numbers_of(&window, ids::OUTCOME), [2]);
    assert!(shows(&window, ids::OUTCOME, "b"));
    assert!(shows(&window, ids::WHY, "0, 0, 0"), "what b picks from");
    assert!(shows(&window, ids::WHY, "min(0, 0, 0) = 0"));
    assert!(shows(&window, ids::WHY, "0 → 2"), "best play");
    assert_eq!(numbers_of(&window, ids::NODES_BELOW), [11]);
    assert_eq!(numbers_of(&window, ids::ENDS_BELOW), [5]);
    assert_eq!(numbers_of(&window, ids::WINNERS_BELOW), [5]);
    assert!(shows(&window, ids::WINNERS_BELOW, "b"));
    assert_eq!(numbers_of(&window, ids::LONGEST_BELOW), [3]);
    assert!(!is_there(&window, ids::POSITIONS_BELOW));
    // For whom the ratings are shown is said wherever they are.
    press(&mut window, Key::R);
    assert!(shows(&window, ids::WHY, "1, 1, 1"));
    assert!(row_shows(&window, 1, ["0 → 2", "1"], true));
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
    assert_eq!(numbers_of(&window, ids::PROVEN), [0, 1], "the interval");
    assert!(shows(&window, ids::GUESS, Estimate::WINNERS.name()));
    assert!(!shows(&window, ids::WHY, "~"));
    for _ in 0..3 {
        press(&mut window, Key::ArrowDown);
    }
    assert_eq!(numbers_of(&window, ids::WHY)[0], 3, "the limit");
    assert!(shows(&window, ids::WHY, Estimate::WINNERS.name()));
    assert!(is_there(&window, ids::NO_MOVES));
}

#[test]
fn a_note_is_kept_when_the_field_is_left_and_can_be_undone() {
    let mut window = window("b2b2/a2b1 a");
    found(&window, ids::NOTE).focus();
    settle(&mut window);
    found(&window, ids::NOTE).type_text("forced 1");
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
    run(&mut window, Command::Mark(Some(2)));
    let is_marked = |window: &Window| is_on(window, &ids::place(2));
    assert!(is_marked(&window));
    found(&window, ids::NOTE).focus();
    settle(&mut window);
    found(&window, ids::NOTE).type_text("x");
    settle(&mut window);
    press(&mut window, Key::Escape);
    assert_eq!(note(&window, UnfoldingNode::ROOT), "x");
    assert!(is_marked(&window));
    press(&mut window, Key::Escape);
    assert!(!is_marked(&window));
}

#[test]
fn what_is_typed_belongs_to_its_node_whatever_is_done_next() {
    let first = UnfoldingNode(1);
    let typed = |what: &str| {
        let mut window = window("b2b2/a2b1 a");
        press(&mut window, Key::Num1);
        found(&window, ids::NOTE).focus();
        settle(&mut window);
        found(&window, ids::NOTE).type_text(what);
        settle(&mut window);
        assert_eq!(note(&window, first), "");
        window
    };
    // Another node is clicked.
    let mut window = typed("one");
    click_on(&mut window, &ids::step(0));
    assert_eq!(note(&window, first), "one");
    assert_eq!(note(&window, UnfoldingNode::ROOT), "");
    // A command comes from elsewhere.
    for named in [
        CommandId::Child,
        CommandId::HideRatings,
        CommandId::Setup,
        CommandId::UnfoldBelow,
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
    let typing = all(&window, ids::NOTE).any(|field| field.is_focused());
    assert!(!typing, "a dialog asks for the file");
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
        run_named(&mut window, CommandId::EditNote);
        for letter in text.chars() {
            found(&window, ids::NOTE).type_text(&letter.to_string());
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
    assert!(shows(&window, &ids::rating(0), "1/3"));
    assert!(shows(&window, &ids::rating(2), "1/3"));
    assert!(shows(&window, ids::WHY, "1/3, 0"), "what a picks from");
    assert_eq!(numbers(&window), [1, 2]);
    assert!(row_shows(&window, 1, ["left, heads 33.3 %", "1/3"], true));
    press(&mut window, Key::Num1);
    assert!(shows(&window, ids::WHY, "1/3 × 1 + 2/3 × 0 = 1/3"));
    assert_eq!(numbers(&window), [1, 2]);
    sort(&mut window, "Chance");
    sort(&mut window, "Chance");
    assert_eq!(numbers(&window), [2, 1]);
    let below = text_of(&window, ids::WINNERS_BELOW);
    let below: Vec<String> = below.lines().map(str::to_owned).collect();
    assert_eq!(below.len(), 2, "{below:?}");
    press(&mut window, Key::Num2);
    let tie = end(&window);
    assert!(below.contains(&format!("{tie}: 1")), "{below:?}");
    assert!(shows(&window, ids::WHY, &tie));
    assert_eq!(
        numbers_of(&window, ids::WHY),
        [0, 1, 2, 1, 2],
        "0, 1/2, 1/2"
    );
    assert_eq!(step(&window, 2), "tails");
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Num1);
    assert!(below.contains(&format!("{}: 1", end(&window))), "{below:?}");
    press(&mut window, Key::Home);
    press(&mut window, Key::Num2);
    assert_eq!(
        numbers_of(&window, ids::WHY)[..3],
        [1, 2, 0],
        "1/2 for b, 0 for a"
    );
    assert!(shows(&window, &ids::rating(1), "1/2"));
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
    let told = numbers_of(&window, ids::WHY);
    assert!(told.starts_with(&[200, 0, 1, 66, 200]), "{told:?}");
    run(&mut window, Command::Act(Action::Move(150)));
    press(&mut window, Key::ArrowUp);
    assert!(numbers(&window).contains(&151), "{:?}", numbers(&window));
    sort(&mut window, "Rating");
    sort(&mut window, "Rating");
    let first = numbers(&window)[0];
    assert_eq!(first % 3, 1, "as bad as the visited one");
    sort(&mut window, "Rating");
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
    assert_eq!(step(&window, 2), format!("{other} {mv}-again"));
    let chip = found(&window, &ids::step(2)).rect();
    assert!(chip.right() < 348.0, "{chip:?}");
    press(&mut window, Key::Home);
    assert!(row_shows(&window, 1, [mv, "123456789"], true));
    assert!(found(&window, &ids::move_row(1)).rect().right() < 348.0);
    // The heads stand side by side, none over another; the plies give way to the move's name.
    let heads = COLUMNS.map(ids::move_head);
    let heads = heads.iter().flat_map(|head| all(&window, head));
    let mut heads: Vec<_> = heads.map(|head| head.rect()).collect();
    heads.sort_by(|a, b| a.left().total_cmp(&b.left()));
    assert_eq!(heads.len(), 4, "{heads:?}");
    for pair in heads.windows(2) {
        assert!(pair[0].right() <= pair[1].left() + 0.1, "{heads:?}");
    }
}

#[test]
fn the_button_beside_the_position_copies_it() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::Num1);
    doer(&window, CommandId::CopyPosition).click();
    window.run_steps(2);
    settle(&mut window);
    assert!(shows(&window, ids::NOTICE, "b2b2/a1a1 a +1"));
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
    found(&window, &ids::move_head("Move")).focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert!(is_sorted(&window, "Move"));
    found(&window, &ids::move_row(3)).focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "m2");
    found(&window, &ids::step(0)).focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "");
}
