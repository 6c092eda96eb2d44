//! A board of which no graph fits: its tree grows where somebody looks.

use doomtree::app::{Command, CommandId, ids};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::session::play::Seat;
use doomtree::tree::{UnfoldingNode, Vertex, VertexKind};
use eframe::egui::Key;
use support::screen::{
    Window, click_on, is_there, line, numbers_of, press, run, settle, text_of, wait_for, window,
};

/// A board of 4×4 that is proven quickly.
const LARGE: &str = "b2a1a3a3/a1b2a3a3/b2a2b2b2/b2a2b1a2 a";

/// The window on it, once all that is shown is proven.
fn large() -> Window {
    let mut window = window(LARGE);
    assert!(window.state().document().grows());
    proven(&mut window);
    window
}

fn proven(window: &mut Window) {
    wait_for(window, "proof", |window| {
        let document = window.state().document();
        !document.is_proving() && document.proofs().is_done()
    });
}

/// The root's rating for the first player, if it is proven.
fn rating(window: &Window, vertex: Vertex) -> Option<f64> {
    let ratings = &window.state().document().session.rated().analysis.ratings;
    let (low, high) = ratings.proven(vertex, Player(0));
    low.ties_with(&high).then(|| low.to_f64())
}

/// The nodes that are shown.
fn shown(window: &Window) -> Vec<UnfoldingNode> {
    window
        .state()
        .document()
        .session
        .unfolding()
        .preorder()
        .collect()
}

#[test]
fn a_board_of_which_no_graph_fits_opens_with_proven_ratings_and_a_best_line() {
    let window = large();
    let session = &window.state().document().session;
    for node in shown(&window) {
        assert!(rating(&window, session.unfolding().vertex(node)).is_some());
    }
    let best = session.best_line();
    let graph = session.rated().graph.graph();
    let end = graph.target(*best.last().expect("a best line"));
    assert_eq!(graph.kind(end), VertexKind::End);
    let [proven, wanted] = numbers_of(&window, ids::UNDER_WAY)[..] else {
        panic!("no numbers: {}", text_of(&window, ids::UNDER_WAY));
    };
    assert_eq!(proven, wanted);
    assert!(!is_there(&window, ids::CANCEL_BUILD) && !is_there(&window, ids::RESUME));
}

#[test]
fn it_is_walked_and_expanded_further_and_further() {
    let mut window = large();
    let mut plies = 0;
    for ply in 1..12 {
        let session = &window.state().document().session;
        let moves = session.rated().graph.graph().degree(session.vertex());
        if moves == 0 {
            break;
        }
        plies = ply;
        run(&mut window, Command::Act(Action::Move(moves - 1)));
        assert_eq!(line(&window).split(' ').count(), ply, "{}", line(&window));
    }
    assert!(plies > 5, "{}", line(&window));
    run(&mut window, Command::Act(Action::Root));
    let before = shown(&window).len();
    run(&mut window, Command::Act(Action::UnfoldPly));
    run(&mut window, Command::Act(Action::UnfoldBelow));
    assert!(shown(&window).len() > before);
    run(&mut window, Command::Act(Action::UnfoldAll));
    // It ends, and says so.
    let nodes = shown(&window).len();
    assert!((1_000..=2_500).contains(&nodes), "{nodes}");
    assert!(is_there(&window, ids::NOTICE));
}

#[test]
fn the_search_is_stopped_and_goes_on() {
    let mut window = window(LARGE);
    run(&mut window, Command::CancelBuild);
    wait_for(&mut window, "end", |window| {
        !window.state().document().is_proving()
    });
    run(&mut window, Command::Act(Action::UnfoldToPly(2)));
    for _ in 0..20 {
        window.step();
    }
    let document = window.state().document();
    assert!(!document.is_proving() && document.is_proving_stopped());
    click_on(&mut window, ids::RESUME);
    proven(&mut window);
    assert!(rating(&window, Vertex::ROOT).is_some());
}

#[test]
fn the_computer_plays_a_board_of_which_no_graph_fits_without_a_mistake() {
    let mut window = large();
    let mut choices = window.state().settings().play.clone();
    for player in Player::all(2) {
        choices = choices.with_seat(player, Seat::Computer);
    }
    run(&mut window, Command::ChoosePlay(Box::new(choices)));
    let before = rating(&window, Vertex::ROOT);
    run(&mut window, Command::Named(CommandId::PlayHere));
    wait_for(&mut window, "end of the game", |window| {
        let session = &window.state().document().session;
        session.rated().graph.graph().kind(session.vertex()) == VertexKind::End
    });
    let session = &window.state().document().session;
    assert_eq!(rating(&window, session.vertex()), before);
    settle(&mut window);
}

#[test]
fn notes_and_proofs_come_back_with_what_was_undone() {
    let mut window = large();
    for _ in 0..3 {
        press(&mut window, Key::ArrowDown);
    }
    let (here, node) = (line(&window), window.state().document().session.selected());
    run(&mut window, Command::SetNote(node, "deep".to_owned()));
    let before = window.state().document().root();
    let mut other = before.clone();
    other.setup.position = "b2b2/a2b1 a".to_owned();
    run(&mut window, Command::EditRoot(Box::new(other)));
    assert!(!window.state().document().grows());
    run(&mut window, Command::Named(CommandId::Undo));
    settle(&mut window);
    assert!(window.state().document().grows());
    assert!(
        rating(&window, Vertex::ROOT).is_some(),
        "it was proven before"
    );
    let graph = &window.state().document().session.rated().graph;
    let there = graph.read_line(Vertex::ROOT, &here).expect("the same tree");
    run(&mut window, Command::Act(Action::SelectLine(there)));
    let document = window.state().document();
    assert_eq!(document.note(document.session.selected()), "deep");
}
