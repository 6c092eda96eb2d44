//! The links of the reasoning, the ratings along the line, and the review of a game, driven by keys,
//! clicks and labels.

use doomtree::app::{Command, Named, PlayChoices, window_limits};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::session::play::Seat;
use doomtree::tree::Limits;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, OutputCommand, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};
use support::screen::{
    Opened, Window, has, line, press, press_with, run, run_named, says, scripted, settle, window,
};

const MOVES: &str = "start a: m10 -> win, m9 -> draw, m2 -> later, m1 -> lose, m3 -> draw
    later b: on -> soon
    soon a: on -> win, off -> win
    win end: 1 0
    draw end: 1/2 1/2
    lose end: 0 1";

const GAME: &str = "start a: give -> lost, hold -> middle, win -> won
    middle b: slip -> late, even -> tied
    late a: take -> won, leave -> lost
    won end: 1 0
    tied end: 1/2 1/2
    lost end: 0 1";

/// The labels of all links of the reasoning.
fn links(window: &Window) -> Vec<String> {
    let all = window.query_all_by_label_contains("Go to ");
    all.filter(|node| node.accesskit_node().role() == Role::Link)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

fn click_first(window: &mut Window, label: &str) {
    window
        .query_all_by_label(label)
        .next()
        .unwrap_or_else(|| panic!("nothing says {label:?}"))
        .click();
    settle(window);
}

/// Whether anything has a label that begins so.
fn begins(window: &Window, words: &str) -> bool {
    let mut found = window.query_all_by_label_contains(words);
    found.any(|node| {
        let label = node.accesskit_node().label();
        label.is_some_and(|label| label.starts_with(words))
    })
}

#[test]
fn every_number_of_the_reasoning_leads_to_the_node_that_it_stands_for() {
    let mut window = scripted(MOVES);
    window.get_by_label("a picks the largest of 1, 1/2, 1, 0, 1/2 for itself: 2 of 5 moves win.");
    window.get_by_label("max(1, 1/2, 1, 0, 1/2) = 1");
    window.get_by_label("Rated 1: m10, m2; 1/2: m9, m3; 0: m1.");
    let told = links(&window);
    for wanted in [
        "Go to m9: 1/2",
        "Go to m1: 0",
        "Go to m2: m2",
        "Go to m10: a wins",
    ] {
        assert!(
            told.iter().any(|label| label == wanted),
            "{wanted}: {told:?}"
        );
    }
    click_first(&mut window, "Go to m9: 1/2");
    assert_eq!(line(&window), "m9");
    press(&mut window, Key::Home);
    click_first(&mut window, "Go to m1: m1");
    assert_eq!(line(&window), "m1");
    press(&mut window, Key::H);
    assert!(links(&window).is_empty());
}

#[test]
fn tab_and_enter_follow_a_link() {
    let mut window = scripted(MOVES);
    let link = window.query_all_by_label("Go to m9: 1/2").next();
    link.expect("a link").focus();
    settle(&mut window);
    press(&mut window, Key::Tab);
    // The next rating of the sentence is that of the third move.
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "m2");
}

#[test]
fn the_reasoning_is_copied_as_markdown() {
    let mut window = scripted(MOVES);
    window.get_by_label("Copy the reasoning").click();
    let mut copied = None;
    for _ in 0..6 {
        window.run_steps(1);
        let commands = &window.output().platform_output.commands;
        copied = copied.or(commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        }));
    }
    let copied = copied.expect("a text");
    assert!(
        copied.starts_with("### Why `start` is rated 1 for a\n"),
        "{copied}"
    );
    assert!(copied.contains("`max(1, 1/2, 1, 0, 1/2) = 1`"), "{copied}");
}

/// A game of two people that was played to its end.
fn played(moves: &[Key]) -> Window {
    let mut window = scripted(GAME);
    let mut choices = PlayChoices::default();
    for player in [Player(0), Player(1)] {
        choices = choices.with_seat(player, Seat::Human);
    }
    run(&mut window, Command::ChoosePlay(Box::new(choices)));
    run_named(&mut window, Named::PlayHere);
    for key in moves {
        press(&mut window, *key);
    }
    window
}

/// The line of the scripted game with three blunders.
fn walked() -> Window {
    let mut window = scripted(GAME);
    for key in [Key::Num2, Key::Num1, Key::Num2] {
        press(&mut window, key);
    }
    assert_eq!(line(&window), "hold slip leave");
    window
}

#[test]
fn the_strip_tells_every_ply_of_the_walked_line_and_a_click_goes_there() {
    let mut window = walked();
    assert!(!says(&window, "History of"));
    press_with(&mut window, Modifiers::COMMAND, Key::Num3);
    assert!(begins(&window, "History of 3 steps"));
    assert!(begins(
        &window,
        "Ply 1: a hold. Ratings: a 1/2, b 1/2. Other moves, for a: give 0, win 1. A blunder: \
         1 → 1/2, better was win"
    ));
    let place = window
        .query_all_by_label_contains("Ply 2: b slip")
        .find(|node| node.accesskit_node().role() == Role::Button);
    place.expect("a place").click();
    settle(&mut window);
    assert_eq!(line(&window), "hold slip");
    // The rest of the line is still there.
    assert!(begins(&window, "Ply 3: a leave"));
    press_with(&mut window, Modifiers::COMMAND, Key::Num3);
    assert!(!says(&window, "History of"));
}

#[test]
fn arrows_walk_the_line_while_the_strip_has_the_focus_and_siblings_otherwise() {
    let mut window = walked();
    run_named(&mut window, Named::ShowHistory);
    let place = window
        .query_all_by_label_contains("Ply 3: a leave")
        .find(|node| node.accesskit_node().role() == Role::Button);
    place.expect("a place").click();
    settle(&mut window);
    press(&mut window, Key::ArrowLeft);
    assert_eq!(line(&window), "hold slip");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(line(&window), "hold");
    press(&mut window, Key::ArrowRight);
    assert_eq!(line(&window), "hold slip");
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
    press(&mut window, Key::End);
    assert_eq!(line(&window), "hold slip leave");
    // Up is the tree's, and takes the focus away.
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "hold slip");
    press(&mut window, Key::ArrowRight);
    assert_eq!(line(&window), "hold even");
}

#[test]
fn blunders_of_the_line_are_named_and_gone_to() {
    let mut window = walked();
    run_named(&mut window, Named::ShowHistory);
    press(&mut window, Key::Home);
    window.get_by_label("3 blunders");
    press_with(&mut window, Modifiers::ALT, Key::L);
    assert_eq!(line(&window), "hold");
    assert!(has(
        &window,
        "Blunder 1 of 3: a's hold is a blunder: 1 → 1/2, better was win"
    ));
    window.get_by_label("a's hold is a blunder: 1 → 1/2, better was");
    press_with(&mut window, Modifiers::ALT, Key::L);
    press_with(&mut window, Modifiers::ALT, Key::L);
    assert_eq!(line(&window), "hold slip leave");
    press_with(&mut window, Modifiers::ALT, Key::L);
    assert!(has(&window, "There is no further blunder in this line"));
    press_with(&mut window, Modifiers::ALT.plus(Modifiers::SHIFT), Key::L);
    assert_eq!(line(&window), "hold slip");
    press_with(&mut window, Modifiers::ALT.plus(Modifiers::SHIFT), Key::L);
    click_first(&mut window, "Go to win, which was better");
    assert_eq!(line(&window), "win");
    window.get_by_label("no blunder");
}

#[test]
fn hidden_ratings_leave_the_strip_its_moves_and_nothing_else() {
    let mut window = walked();
    run_named(&mut window, Named::ShowHistory);
    press(&mut window, Key::H);
    assert!(begins(&window, "Ply 3: a leave"));
    assert!(!says(&window, "Ratings: a"));
    assert!(!says(&window, "lunder"));
    assert!(!says(&window, "better was"));
    press(&mut window, Key::Home);
    press_with(&mut window, Modifiers::ALT, Key::L);
    assert_eq!(line(&window), "", "a jump would tell where blunders are");
    assert!(says(
        &window,
        "Ratings are hidden, and this would tell blunders"
    ));
}

#[test]
fn a_game_that_is_over_is_reviewed_with_everybodys_blunders() {
    let mut window = played(&[Key::Num2, Key::Num1]);
    assert!(!says(&window, "History of"), "the game isn't over");
    press(&mut window, Key::Num2);
    assert!(has(&window, "The game is over: b wins"));
    assert!(begins(&window, "History of 3 steps"));
    run_named(&mut window, Named::ReviewGame);
    window.get_by_label("2 blunders in 2 moves");
    window.get_by_label("1 blunder in 1 move");
    window.get_by_label("Move 2: b's slip is a blunder: 1/2 → 0, better was even");
    window
        .get_by_label("Move 1: a's hold is a blunder: 1 → 1/2, better was win")
        .click();
    settle(&mut window);
    assert_eq!(line(&window), "hold");
    // Wherever one looks the line of the game stays.
    click_first(&mut window, "Go to win, which was better");
    assert_eq!(line(&window), "win");
    assert!(begins(&window, "Ply 3: a leave"));
    assert!(says(&window, "You have left this line after the start"));
    press_with(&mut window, Modifiers::ALT, Key::L);
    assert_eq!(line(&window), "hold");
    run_named(&mut window, Named::StopGame);
    assert!(!says(&window, "History of"));
    assert!(!window.state().is_enabled(Named::ReviewGame));
}

#[test]
fn a_game_that_is_on_is_reviewed_on_demand() {
    let mut window = played(&[Key::Num2]);
    run_named(&mut window, Named::ReviewGame);
    window.get_by_label("1 blunder in 1 move");
    window.get_by_label("no blunder in 0 moves");
    press(&mut window, Key::Num1);
    assert_eq!(window.query_all_by_label("1 blunder in 1 move").count(), 2);
    window.get_by_label("Move 2: b's slip is a blunder: 1/2 → 0, better was even");
    press(&mut window, Key::H);
    assert!(!says(&window, "is a blunder: "));
    press(&mut window, Key::H);
    run_named(&mut window, Named::ReviewGame);
    assert!(!says(&window, "History of"));
}

#[test]
fn a_game_beyond_a_limit_is_judged_as_far_as_that_lets_see() {
    let mut window = Opened {
        script: Some(GAME),
        limits: Limits {
            max_plies: Some(1),
            ..window_limits()
        },
        ..Opened::default()
    }
    .open();
    let mut choices = PlayChoices::default();
    for player in [Player(0), Player(1)] {
        choices = choices.with_seat(player, Seat::Human);
    }
    run(&mut window, Command::ChoosePlay(Box::new(choices)));
    run_named(&mut window, Named::PlayHere);
    for key in [Key::Num2, Key::Num1, Key::Num2] {
        press(&mut window, key);
    }
    run_named(&mut window, Named::ReviewGame);
    window.get_by_label("1 blunder in 2 moves");
    window.get_by_label("no blunder in 1 move");
    window.get_by_label("2 moves can't be judged: a limit hides what was better.");
    window.get_by_label("Move 3: a's leave is a blunder: 1 → 0, better was take");
}

#[test]
fn three_thousand_plies_are_seen_whole_and_one_is_gone_to() {
    let mut script = String::new();
    for ply in 0..3_000 {
        let mover = if ply % 2 == 0 { "a" } else { "b" };
        let next = if ply == 2_999 {
            "won".to_owned()
        } else {
            format!("n{}", ply + 1)
        };
        let other = if mover == "a" { "lost" } else { "won" };
        script.push_str(&format!("n{ply} {mover}: on -> {next}, stop -> {other}\n"));
    }
    script.push_str("won end: 1 0\nlost end: 0 1");
    let mut window = scripted(&script);
    let graph = window.state().document().session.rated().graph.clone();
    let columns = graph.graph();
    let mut vertex = doomtree::tree::Vertex::ROOT;
    let mut way = Vec::new();
    while let Some(edge) = columns.edge(vertex, 0) {
        way.push(edge);
        vertex = columns.target(edge);
    }
    run(&mut window, Command::Act(Action::SelectLine(way)));
    run_named(&mut window, Named::ShowHistory);
    assert!(begins(&window, "History of 3000 steps"));
    let strip = window.get_by_label_contains("History of 3000 steps").rect();
    let begun = std::time::Instant::now();
    for _ in 0..20 {
        window.run_steps(1);
    }
    assert!(
        begun.elapsed().as_secs_f64() < 20.0,
        "{:?}",
        begun.elapsed()
    );
    let middle = strip.center() + vec2(strip.width() * 0.01, 0.0);
    window.hover_at(pos2(middle.x, middle.y));
    window.run_steps(2);
    window.drag_at(middle);
    window.drop_at(middle);
    settle(&mut window);
    let plies = window.state().document().session.line().len();
    assert!((1_300..1_700).contains(&plies), "{plies}");
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.state().document().session.line().len(), plies + 1);
}

#[test]
fn whether_the_strip_is_shown_is_remembered_and_laid_out_anew() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::ShowHistory);
    assert!(window.state().settings().history);
    run_named(&mut window, Named::ResetLayout);
    assert!(!window.state().settings().history);
    // In the smallest window there is room for it beside everything else.
    let mut window = Opened {
        size: [900.0, 560.0],
        ..Opened::default()
    }
    .open();
    run_named(&mut window, Named::ShowHistory);
    press(&mut window, Key::End);
    assert!(begins(&window, "History of 4 steps"));
}
