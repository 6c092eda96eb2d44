//! The links of the reasoning, the ratings along the line, and the review of a game, driven by keys,
//! clicks and labels.

use doomtree::app::{Command, CommandId, PlayChoices, ids, window_limits};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::session::play::{Seat, WhoseTurn};
use doomtree::tree::Limits;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, pos2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::Queryable;
use support::screen::{
    Opened, Window, click_on, found, is_there, label_of, line, numbers_in, numbers_of, press, run,
    run_named, scripted, settle, shows, text_of, window,
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
    let all = window.query_all_by_role(Role::Link);
    all.map(|node| label_of(&node)).collect()
}

/// The first link to what these moves lead to, with this text.
fn link<'a>(window: &'a Window, moves: &str, text: &str) -> Node<'a> {
    let end = format!(" {moves}: {text}");
    let mut all = window.query_all_by_role(Role::Link);
    all.find(|node| label_of(node).ends_with(&end))
        .unwrap_or_else(|| panic!("no link says {end:?}"))
}

/// The sentences and formulas of the reasoning.
fn reasons(window: &Window) -> Vec<String> {
    text_of(window, ids::WHY)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// How many steps the strip shows.
fn steps(window: &Window) -> Option<u64> {
    numbers_of(window, ids::HISTORY).first().copied()
}

/// Whether a place of the strip tells all this.
fn tells(window: &Window, place: usize, data: &[&str]) -> bool {
    let place = ids::ply(place);
    data.iter().all(|data| shows(window, &place, data))
}

/// The place in the review's list of the blunder of a move of the game: what was made, what it cost
/// and what was better.
#[track_caller]
fn slip(window: &Window, made: u64, data: [&str; 3]) -> String {
    let slips = (0..).map(ids::slip);
    let mut slips = slips.take_while(|slip| is_there(window, slip));
    let slip = slips.find(|slip| numbers_of(window, slip).first() == Some(&made));
    let slip = slip.expect("a blunder");
    for data in data {
        assert!(
            shows(window, &slip, data),
            "{data} in {}",
            text_of(window, &slip)
        );
    }
    slip
}

/// The blunders of the two players in the review, and of how many moves.
fn blunders(window: &Window) -> [Vec<u64>; 2] {
    [0, 1].map(|player| numbers_of(window, &ids::review_of(player)))
}

#[test]
fn every_number_of_the_reasoning_leads_to_the_node_that_it_stands_for() {
    let mut window = scripted(MOVES);
    let reasons = reasons(&window);
    let of_all = "1, 1/2, 1, 0, 1/2";
    let formula = format!("max({of_all}) = 1");
    assert!(reasons.contains(&formula), "{reasons:?}");
    let sentence = reasons
        .iter()
        .find(|reason| reason.contains(of_all) && reason.starts_with("a ") && **reason != formula);
    let (_, rest) = sentence
        .expect("a sentence")
        .split_once(of_all)
        .expect("it");
    assert_eq!(numbers_in(rest), [2, 5], "so many moves win");
    let groups = "1: m10, m2; 1/2: m9, m3; 0: m1";
    assert!(reasons.iter().any(|reason| reason.contains(groups)));
    let told = links(&window);
    for wanted in [
        " m9: 1/2", " m1: 0", " m2: m2", // Who wins there, in words.
        " m10: a ",
    ] {
        assert!(
            told.iter().any(|label| label.contains(wanted)),
            "{wanted}: {told:?}"
        );
    }
    link(&window, "m9", "1/2").click();
    settle(&mut window);
    assert_eq!(line(&window), "m9");
    press(&mut window, Key::Home);
    link(&window, "m1", "m1").click();
    settle(&mut window);
    assert_eq!(line(&window), "m1");
    press(&mut window, Key::H);
    assert!(links(&window).is_empty());
}

#[test]
fn an_arrow_and_enter_follow_a_link() {
    let mut window = scripted(MOVES);
    link(&window, "m9", "1/2").focus();
    settle(&mut window);
    press(&mut window, Key::ArrowRight);
    // The next rating of the sentence is that of the third move.
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "m2");
}

/// A game of two people that was played to its end.
fn played(moves: &[Key]) -> Window {
    let mut window = scripted(GAME);
    let mut choices = PlayChoices::default();
    for player in [Player(0), Player(1)] {
        choices = choices.with_seat(player, Seat::Human);
    }
    run(&mut window, Command::ChoosePlay(Box::new(choices)));
    run_named(&mut window, CommandId::PlayHere);
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
    assert!(!is_there(&window, ids::HISTORY));
    run_named(&mut window, CommandId::ShowHistory);
    assert_eq!(steps(&window), Some(3));
    assert!(tells(
        &window,
        1,
        &["a hold", "a 1/2, b 1/2", "give 0, win 1", "1 → 1/2", " win"]
    ));
    assert!(tells(&window, 2, &["b slip"]));
    click_on(&mut window, &ids::ply(2));
    assert_eq!(line(&window), "hold slip");
    // The rest of the line is still there.
    assert!(tells(&window, 3, &["a leave"]));
    run_named(&mut window, CommandId::ShowHistory);
    assert!(!is_there(&window, ids::HISTORY));
}

#[test]
fn arrows_walk_the_line_while_the_strip_has_the_focus_and_siblings_otherwise() {
    let mut window = walked();
    run_named(&mut window, CommandId::ShowHistory);
    click_on(&mut window, &ids::ply(3));
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
    // Escape gives the keys back to the tree.
    press(&mut window, Key::Escape);
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "hold slip");
    press(&mut window, Key::ArrowRight);
    assert_eq!(line(&window), "hold even");
}

#[test]
fn blunders_of_the_line_are_named_and_gone_to() {
    let mut window = walked();
    run_named(&mut window, CommandId::ShowHistory);
    press(&mut window, Key::Home);
    assert_eq!(numbers_of(&window, ids::HISTORY_BLUNDERS), [3]);
    run_named(&mut window, CommandId::NextSlip);
    assert_eq!(line(&window), "hold");
    assert_eq!(numbers_of(&window, ids::NOTICE), [1, 3, 1, 1, 2]);
    for data in ["hold", "1 → 1/2", "win"] {
        assert!(shows(&window, ids::NOTICE, data), "{data}");
    }
    assert!(shows(&window, ids::HISTORY_SLIP, "hold"));
    assert!(shows(&window, ids::HISTORY_SLIP, "1 → 1/2"));
    run_named(&mut window, CommandId::NextSlip);
    run_named(&mut window, CommandId::NextSlip);
    assert_eq!(line(&window), "hold slip leave");
    run_named(&mut window, CommandId::NextSlip);
    assert_eq!(line(&window), "hold slip leave");
    assert!(is_there(&window, ids::NOTICE), "there is no further one");
    assert!(numbers_of(&window, ids::NOTICE).is_empty());
    run_named(&mut window, CommandId::PreviousSlip);
    assert_eq!(line(&window), "hold slip");
    run_named(&mut window, CommandId::PreviousSlip);
    click_on(&mut window, ids::HISTORY_BETTER);
    assert_eq!(line(&window), "win");
    assert!(is_there(&window, ids::HISTORY_BLUNDERS));
    assert!(numbers_of(&window, ids::HISTORY_BLUNDERS).is_empty());
}

#[test]
fn hidden_ratings_leave_the_strip_its_moves_and_nothing_else() {
    let mut window = walked();
    run_named(&mut window, CommandId::ShowHistory);
    press(&mut window, Key::H);
    assert!(tells(&window, 3, &["a leave"]));
    assert_eq!(numbers_of(&window, &ids::ply(3)), [3], "no rating");
    for id in [
        ids::HISTORY_BLUNDERS,
        ids::HISTORY_SLIP,
        ids::HISTORY_BETTER,
        CommandId::NextSlip.id(),
        CommandId::PreviousSlip.id(),
    ] {
        assert!(!is_there(&window, id), "{id}");
    }
    press(&mut window, Key::Home);
    run_named(&mut window, CommandId::NextSlip);
    assert_eq!(line(&window), "", "a jump would tell where blunders are");
    assert!(is_there(&window, ids::TROUBLE));
}

#[test]
fn a_game_that_is_over_is_reviewed_with_everybodys_blunders() {
    let mut window = played(&[Key::Num2, Key::Num1]);
    assert!(!is_there(&window, ids::HISTORY), "the game isn't over");
    press(&mut window, Key::Num2);
    let game = window.state().playing().expect("a game").play();
    assert!(matches!(game.turn(), WhoseTurn::Over(_)));
    assert_eq!(steps(&window), Some(3));
    run_named(&mut window, CommandId::ReviewGame);
    assert_eq!(blunders(&window), [vec![2, 2], vec![1, 1]]);
    slip(&window, 2, ["slip", "1/2 → 0", "even"]);
    let first = slip(&window, 1, ["hold", "1 → 1/2", "win"]);
    click_on(&mut window, &first);
    assert_eq!(line(&window), "hold");
    // Wherever one looks the line of the game stays.
    click_on(&mut window, ids::HISTORY_BETTER);
    assert_eq!(line(&window), "win");
    assert!(tells(&window, 3, &["a leave"]));
    assert!(is_there(&window, ids::HISTORY_LEFT));
    run_named(&mut window, CommandId::NextSlip);
    assert_eq!(line(&window), "hold");
    run_named(&mut window, CommandId::StopGame);
    assert!(!is_there(&window, ids::HISTORY));
    assert!(!window.state().is_enabled(CommandId::ReviewGame));
}

#[test]
fn a_game_that_is_on_is_reviewed_on_demand() {
    let mut window = played(&[Key::Num2]);
    run_named(&mut window, CommandId::ReviewGame);
    assert_eq!(blunders(&window), [vec![1, 1], vec![0]]);
    press(&mut window, Key::Num1);
    assert_eq!(blunders(&window), [vec![1, 1], vec![1, 1]]);
    slip(&window, 2, ["slip", "1/2 → 0", "even"]);
    press(&mut window, Key::H);
    assert!(!is_there(&window, &ids::slip(0)));
    assert!(blunders(&window).iter().all(Vec::is_empty));
    press(&mut window, Key::H);
    run_named(&mut window, CommandId::ReviewGame);
    assert!(!is_there(&window, ids::HISTORY));
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
    run_named(&mut window, CommandId::PlayHere);
    for key in [Key::Num2, Key::Num1, Key::Num2] {
        press(&mut window, key);
    }
    run_named(&mut window, CommandId::ReviewGame);
    assert_eq!(blunders(&window), [vec![1, 2], vec![1]]);
    assert_eq!(numbers_of(&window, ids::REVIEW_UNSURE), [2]);
    slip(&window, 3, ["leave", "1 → 0", "take"]);
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
    run_named(&mut window, CommandId::ShowHistory);
    assert_eq!(steps(&window), Some(3_000));
    let strip = found(&window, ids::HISTORY).rect();
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
    run_named(&mut window, CommandId::ShowHistory);
    assert!(window.state().settings().history);
    run_named(&mut window, CommandId::ResetLayout);
    assert!(!window.state().settings().history);
    // In the smallest window there is room for it beside everything else.
    let mut window = Opened {
        size: [900.0, 560.0],
        ..Opened::default()
    }
    .open();
    run_named(&mut window, CommandId::ShowHistory);
    press(&mut window, Key::End);
    assert_eq!(steps(&window), Some(4));
}
