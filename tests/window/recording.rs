//! Recordings of searches in the window, by their labels.

use doomtree::app::{Command, CommandId, MainView, RecordChoices, ids};
use doomtree::search::{CodeAt, Method, Sampling};
use eframe::egui::Key;
use support::screen::{
    Window, all, click_on, is_there, label_of, line, numbers_in, numbers_of, press, run, run_named,
    scripted, settle, shows, text_of, window,
};

/// Russell and Norvig's tree: three moves with three answers each.
const THREE: &str = "players a b\n\
    top a: left -> l, middle -> m, right -> r\n\
    l b: l1 -> three, l2 -> twelve, l3 -> eight\n\
    m b: m1 -> two, m2 -> four, m3 -> six\n\
    r b: r1 -> fourteen, r2 -> five, r3 -> two\n\
    two end: 2 18\nthree end: 3 17\nfour end: 4 16\nfive end: 5 15\nsix end: 6 14\n\
    eight end: 8 12\ntwelve end: 12 8\nfourteen end: 14 6";

fn recorded() -> Window {
    let mut window = scripted(THREE);
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    window
}

fn step(window: &Window) -> String {
    window.state().recording().step_text().unwrap_or_default()
}

/// At which step the recording stands, and of how many.
fn place(window: &Window) -> (usize, usize) {
    window.state().recording().place().expect("a recording")
}

/// Whether a node of the recording that stands so begins like this and ends like that.
fn stands(window: &Window, phase: &str, begin: &str, end: &str) -> bool {
    let phase = ids::recorded(phase);
    let mut nodes = all(window, &phase).map(|node| label_of(&node));
    nodes.any(|label| label.starts_with(begin) && label.contains(end))
}

/// The line of the algorithm at work, as it is read aloud.
fn code(window: &Window) -> String {
    text_of(window, ids::CODE_AT)
}

#[test]
fn alpha_beta_is_recorded_walked_step_by_step_and_its_cut_is_found_and_explained() {
    let mut window = recorded();
    assert_eq!(window.state().middle(), MainView::Recording);
    assert_eq!(place(&window).0, 0, "the search begins");
    assert_eq!(text_of(&window, ids::STEP), step(&window));
    run_named(&mut window, CommandId::StepForward);
    run_named(&mut window, CommandId::StepForward);
    assert!(step(&window).ends_with("left"), "{}", step(&window));
    // The board, the line and all else show the node at work.
    assert_eq!(line(&window), "left");
    run_named(&mut window, CommandId::NextCut);
    let cut = step(&window);
    for data in ["middle", "≤ 2", "α 3", "β 2"] {
        assert!(cut.contains(data), "{data} in {cut}");
    }
    assert_eq!(numbers_in(&cut), [2, 3, 2, 2], "so many moves are cut");
    assert!(stands(&window, "cut", "m2: four, ", " 1 "));
    assert!(stands(&window, "done", "left: l, ", " 3"));
    assert!(stands(&window, "unseen", "right: r, ", ""));
    assert!(code(&window).contains("α ≥ β"), "{}", code(&window));
    assert!(!window.state().is_enabled(CommandId::NextCut));
    run_named(&mut window, CommandId::RecordingEnd);
    let (at, all) = place(&window);
    assert_eq!(at + 1, all);
    assert_eq!(numbers_in(&step(&window)), [3], "{}", step(&window));
}

#[test]
fn a_search_that_is_asked_for_at_an_end_begins_at_the_root() {
    let mut window = scripted(THREE);
    press(&mut window, Key::End);
    assert_ne!(line(&window), "");
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    assert_eq!(line(&window), "");
    run_named(&mut window, CommandId::NextCut);
    assert!(step(&window).contains("middle"), "{}", step(&window));
}

#[test]
fn watching_leaves_no_trace_in_the_history_and_can_be_switched_off() {
    let mut window = recorded();
    for _ in 0..6 {
        press(&mut window, Key::I);
    }
    assert!(!line(&window).is_empty());
    assert!(!window.state().is_enabled(CommandId::Back));
    run_named(&mut window, CommandId::Root);
    click_on(&mut window, ids::WATCH);
    for _ in 0..5 {
        press(&mut window, Key::I);
    }
    assert_eq!(line(&window), "");
}

#[test]
fn two_algorithms_stand_beside_each_other_and_count_side_by_side() {
    let mut window = recorded();
    run_named(&mut window, CommandId::RecordingEnd);
    click_on(&mut window, CommandId::RecordBeside.id());
    assert_eq!(window.state().recording().shown(), 2);
    // Both start again, and go on with each other.
    assert_eq!(place(&window).0, 0);
    press(&mut window, Key::I);
    assert_eq!(place(&window).0, 1);
    let steps = text_of(&window, ids::STEP);
    assert_eq!(steps.lines().count(), 2, "{steps}");
    run_named(&mut window, CommandId::RecordingEnd);
    assert_eq!(numbers_of(&window, &ids::counted("visited")), [11, 13]);
    // The longer one goes back alone, while the shorter one waits at its end.
    let (last, _) = place(&window);
    run_named(&mut window, CommandId::StepBack);
    assert_eq!(place(&window).0, last - 1);
    assert_eq!(numbers_of(&window, &ids::counted("visited")), [11, 13]);
    run_named(&mut window, CommandId::CloseRecording);
    assert_eq!(window.state().recording().shown(), 1);
}

#[test]
fn the_moves_show_no_rating_until_the_recording_is_at_its_end() {
    let mut window = recorded();
    let moves = |window: &Window| -> Vec<String> {
        let rows = (1..=3).map(|row| text_of(window, &ids::move_row(row)));
        rows.collect()
    };
    assert!(
        !moves(&window).concat().contains("best"),
        "{:?}",
        moves(&window)
    );
    run_named(&mut window, CommandId::RecordingEnd);
    settle(&mut window);
    assert!(moves(&window)[0].contains("best"), "{:?}", moves(&window));
    run_named(&mut window, CommandId::StepBack);
    settle(&mut window);
    assert!(
        !moves(&window).concat().contains("best"),
        "{:?}",
        moves(&window)
    );
    // Beside the tree they are shown.
    run_named(&mut window, CommandId::ShowTree);
    settle(&mut window);
    assert!(
        moves(&window).concat().contains("best"),
        "{:?}",
        moves(&window)
    );
}

#[test]
fn the_line_shows_no_blunder_until_the_recording_is_at_its_end() {
    let mut window = scripted(THREE);
    run_named(&mut window, CommandId::NextBlunder);
    settle(&mut window);
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    let line = |window: &Window| text_of(window, &ids::step(2));
    assert!(!line(&window).contains("blunder"), "{}", line(&window));
    run_named(&mut window, CommandId::RecordingEnd);
    settle(&mut window);
    assert!(line(&window).contains("blunder"), "{}", line(&window));
}

#[test]
fn a_recording_goes_with_its_tree_and_hidden_ratings_hide_it() {
    let mut window = recorded();
    run_named(&mut window, CommandId::RecordingEnd);
    run_named(&mut window, CommandId::HideRatings);
    assert!(is_there(&window, ids::RECORDING_HIDDEN));
    assert!(!is_there(&window, ids::STEP));
    run_named(&mut window, CommandId::HideRatings);
    assert_eq!(text_of(&window, ids::STEP), step(&window));
    run(&mut window, Command::OpenText("b2b2/a2b1 a".to_owned()));
    settle(&mut window);
    assert_eq!(window.state().recording().shown(), 0);
    assert_eq!(window.state().middle(), MainView::Tree);
    assert!(!is_there(&window, CommandId::Record.id()));
}

#[test]
fn what_can_not_be_recorded_is_told_beside_the_button() {
    let mut window = scripted(
        "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
         won end: 1 0\nlost end: 0 1",
    );
    run_named(&mut window, CommandId::ShowRecording);
    assert!(is_there(&window, ids::RECORDING_NONE));
    run_named(&mut window, CommandId::Record);
    assert!(is_there(&window, ids::RECORDING_FAULT));
    assert!(window.state().recording().place().is_none());
    // With a ply limit nothing recurs, and what comes back rests on an estimate.
    click_on(&mut window, ids::ONLY_PLIES);
    run_named(&mut window, CommandId::Record);
    run_named(&mut window, CommandId::RecordingEnd);
    assert!(!is_there(&window, ids::RECORDING_FAULT));
    assert!(step(&window).contains(" ~"), "{}", step(&window));
}

#[test]
fn a_large_tree_is_counted_to_the_last_node_that_was_cut() {
    let mut window = window("b2a1a1/a2b2a3/b3b1b1 a");
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    run_named(&mut window, CommandId::RecordingEnd);
    assert_eq!(numbers_of(&window, &ids::counted("cut-nodes")), [209_316]);
    assert!(shows(&window, &ids::counted("saved"), "98.3 %"));
}

#[test]
fn monte_carlo_tree_search_grows_a_tree_and_counts_its_games() {
    let mut window = window("b2a1a1/a2b2a3/b3b1b1 a");
    run_named(&mut window, CommandId::ShowRecording);
    let choices = RecordChoices {
        method: Method::MonteCarlo,
        sampling: Sampling {
            playouts: 100,
            seed: 1,
        },
        ..RecordChoices::default()
    };
    run(&mut window, Command::ChooseRecording(Box::new(choices)));
    assert_eq!(numbers_of(&window, ids::PLAYOUTS), [100]);
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    run_named(&mut window, CommandId::RecordingStart);
    run_named(&mut window, CommandId::NextCut);
    let code_of = |wanted: CodeAt| {
        let lines = Method::MonteCarlo.pseudocode(false, false);
        let line = lines.into_iter().find(|line| line.at == wanted);
        line.expect("a line").text
    };
    assert!(code(&window).starts_with(&code_of(CodeAt::Playout)));
    run_named(&mut window, CommandId::RecordingEnd);
    let (at, all) = place(&window);
    assert_eq!(at + 1, all);
    assert!(code(&window).starts_with(&code_of(CodeAt::Choose)));
    let playouts = ids::counted("playouts");
    assert_eq!(numbers_of(&window, &playouts), [100, 100]);
    assert!(stands(&window, "sampled", "", ""));
    assert!(!is_there(&window, &ids::counted("cut-nodes")));
    // Beside it stands another algorithm, which plays no games.
    run_named(&mut window, CommandId::RecordBeside);
    settle(&mut window);
    run_named(&mut window, CommandId::RecordingEnd);
    assert_eq!(numbers_of(&window, &playouts)[..2], [100, 100]);
}

/// How many nodes of the recording are drawn.
fn drawn(window: &Window) -> usize {
    let phases = ["unseen", "open", "done", "cut"].map(ids::recorded);
    phases.iter().map(|phase| all(window, phase).count()).sum()
}

#[test]
fn a_short_recording_shows_all_its_nodes_from_the_start_and_none_of_them_moves() {
    let mut window = recorded();
    run_named(&mut window, CommandId::Fit);
    let places = |window: &Window| {
        let phases = ["unseen", "open", "done", "cut"].map(ids::recorded);
        let nodes = phases.iter().flat_map(|phase| all(window, phase));
        let mut places: Vec<String> = nodes.map(|node| format!("{:?}", node.rect().min)).collect();
        places.sort();
        places
    };
    let first = places(&window);
    assert_eq!(first.len(), 13, "alpha-beta visits every side of it");
    let (_, all) = place(&window);
    for _ in 1..all {
        run_named(&mut window, CommandId::StepForward);
        assert_eq!(places(&window), first);
    }
}

#[test]
fn a_long_recording_shows_what_was_visited_with_its_moves_and_grows() {
    let moves = |of: &str, ends: &str| -> String {
        let moves = (0..15).map(|at| format!("m{at} -> {}", ends.replace('#', &at.to_string())));
        format!("{of}: {}\n", moves.collect::<Vec<_>>().join(", "))
    };
    let mut text = format!("players a b\n{}", moves("top a", "n#"));
    for at in 0..15 {
        text += &moves(&format!("n{at} b"), "done");
    }
    let mut window = scripted(&format!("{text}done end: 1 0"));
    run_named(&mut window, CommandId::ShowRecording);
    let choices = RecordChoices {
        method: Method::Minimax,
        ..RecordChoices::default()
    };
    run(&mut window, Command::ChooseRecording(Box::new(choices)));
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    run_named(&mut window, CommandId::ActualSize);
    let first = drawn(&window);
    assert!(first <= 16, "the start and its moves: {first}");
    let (_, all) = place(&window);
    assert!(all > 400, "{all}");
    run_named(&mut window, CommandId::StepForward);
    run_named(&mut window, CommandId::StepForward);
    let later = drawn(&window);
    assert!(later > first, "{first}, then {later}");
    run_named(&mut window, CommandId::RecordingStart);
    assert!(drawn(&window) < later);
}
