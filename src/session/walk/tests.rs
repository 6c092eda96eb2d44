//! Tests of walking, unfolding and folding in a session.

use super::*;
use crate::games::Setup;
use crate::session::open;
use crate::tree::Limits;
use crate::work::TurnLength;

fn session(position: &str) -> Session {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    Session::new(
        open(&setup, Limits::default(), "")
            .expect(position)
            .finish(),
    )
}

fn line(session: &Session) -> String {
    session
        .rated()
        .graph
        .line_text(Vertex::ROOT, &session.line())
}

#[test]
fn the_books_board_is_unfolded_whole_and_a_large_one_to_a_readable_size() {
    assert_eq!(session("b2b2/a2b1 a").unfolding().preorder().count(), 13);
    let large = session("b2a1a1/a2b2a3/b3b1b1 a");
    let shown = large.unfolding().preorder().count();
    assert!((4..=60).contains(&shown), "{shown}");
}

#[test]
fn arrows_walk_down_the_best_line_and_back_to_where_one_has_been() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::Child);
    session.apply(Action::Child);
    assert_eq!(line(&session), "2>3 pass");
    session.apply(Action::Move(2));
    assert_eq!(line(&session), "2>3 pass 1>3");
    session.apply(Action::Parent);
    session.apply(Action::Child);
    assert_eq!(line(&session), "2>3 pass 1>3");
    session.apply(Action::PreviousSibling);
    assert_eq!(line(&session), "2>3 pass 0>3");
    session.apply(Action::PreviousSibling);
    let change = session.apply(Action::PreviousSibling);
    assert_eq!(line(&session), "2>3 pass 0>2");
    assert!(!change.selection, "there is no sibling before the first");
    session.apply(Action::Root);
    assert_eq!(line(&session), "");
    session.apply(Action::BestEnd);
    assert_eq!(line(&session), "2>3 pass 0>2 pass");
}

#[test]
fn without_ratings_the_first_move_and_the_walked_line_are_gone_to() {
    // The second move is the best one.
    let switches = crate::games::Switches {
        script: Some("s a: l -> x, r -> y; x end: 0 1; y b: on -> z; z end: 1 0".to_owned()),
        ..Default::default()
    };
    let setup = Setup {
        game: "scripted".to_owned(),
        switches,
        ..Setup::default()
    };
    let mut session = Session::new(
        open(&setup, Limits::default(), "")
            .expect("a script")
            .finish(),
    );
    assert!(!session.apply(Action::WalkedEnd).selection);
    session.apply(Action::Blind(true));
    session.apply(Action::Child);
    assert_eq!(line(&session), "l");
    session.apply(Action::Root);
    session.apply(Action::BestEnd);
    assert_eq!(line(&session), "r on");
    session.apply(Action::Root);
    session.apply(Action::Child);
    assert_eq!(line(&session), "r", "visited last");
    session.apply(Action::Root);
    session.apply(Action::WalkedEnd);
    assert_eq!(line(&session), "r on");
}

#[test]
fn history_goes_back_and_forward() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::BestEnd);
    session.apply(Action::Root);
    session.apply(Action::Back);
    assert_eq!(session.line().len(), 4);
    session.apply(Action::Forward);
    assert_eq!(session.line().len(), 0);
    assert!(!session.apply(Action::Forward).selection);
    session.apply(Action::Back);
    session.apply(Action::Back);
    assert!(!session.apply(Action::Back).selection);
}

#[test]
fn folding_above_the_selected_node_selects_the_fold() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::BestEnd);
    let change = session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
    assert!(change.selection);
    assert_eq!(session.selected(), UnfoldingNode::ROOT);
    assert_eq!(session.unfolding().preorder().count(), 1);
    session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
    assert_eq!(session.unfolding().preorder().count(), 13);
}

#[test]
fn unfolding_to_a_ply_shows_that_ply_and_no_more() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::UnfoldToPly(2));
    assert_eq!(session.unfolding().preorder().count(), 3);
    session.apply(Action::UnfoldToPly(9));
    assert_eq!(session.unfolding().preorder().count(), 13);
}

#[test]
fn folding_others_leaves_the_way_to_the_selected_node() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::BestEnd);
    session.apply(Action::FoldOthers);
    // Root, 2>3, pass, three moves, two moves below the first.
    assert_eq!(session.unfolding().preorder().count(), 8);
}

#[test]
fn a_ply_more_is_unfolded_everywhere_and_a_ply_less_cuts_the_longest_branches() {
    let mut session = session("b2a1a1/a2b2a3/b3b1b1 a");
    let plies = |session: &Session| {
        let graph = session.rated().graph.graph();
        let plies = session.unfolding().shown_plies(graph);
        (plies.min, plies.max)
    };
    assert_eq!(plies(&session), (2, 7), "two plies, and the best line");
    assert!(!session.apply(Action::UnfoldPly).folds.is_empty());
    assert_eq!(plies(&session), (3, 7));
    session.apply(Action::FoldPly);
    assert_eq!(plies(&session), (3, 6));
    for _ in 0..20 {
        session.apply(Action::FoldPly);
    }
    assert_eq!(plies(&session), (0, 0));
    session.apply(Action::UnfoldPly);
    assert_eq!(plies(&session).0, 1);
    let mut book = self::session("b2b2/a2b1 a");
    let change = book.apply(Action::UnfoldPly);
    assert!(
        change.message.is_some() && change.folds.is_empty(),
        "nothing is left"
    );
}

#[test]
fn a_line_through_folded_nodes_unfolds_them_and_says_so() {
    let mut session = session("b2b2/a2b1 a");
    session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
    assert_eq!(session.unfolding().preorder().count(), 1);
    let change = session.apply(Action::BestEnd);
    assert!(
        change.folds.contains(&UnfoldingNode::ROOT),
        "what was unfolded is told"
    );
    assert!(session.unfolding().preorder().count() > 4);
}

/// The plies down to which everything, and anything, is shown.
fn shown_plies(session: &Session) -> (u32, u32) {
    let plies = session
        .unfolding()
        .shown_plies(session.rated().graph.graph());
    (plies.min, plies.max)
}

#[test]
fn with_hidden_ratings_a_tree_opens_by_plies_without_the_best_line() {
    let mut session = session("b2a1a1/a2b2a3/b3b1b1 a");
    assert_eq!(shown_plies(&session), (2, 7));
    let change = session.apply(Action::Blind(true));
    assert!(change.shape);
    assert_eq!(shown_plies(&session), (2, 2), "no branch sticks out");
    assert!(!session.apply(Action::Blind(true)).shape, "nothing is new");
    session.apply(Action::Child);
    let first = session.rated().graph.graph().edge(Vertex::ROOT, 0);
    assert_eq!(session.line().first().copied(), first);
    session.apply(Action::Blind(false));
    assert_eq!(shown_plies(&session), (2, 7));
    assert_eq!(session.line().len(), 1, "what is selected stays");
}

#[test]
fn what_somebody_has_unfolded_stays_when_ratings_are_hidden() {
    let mut session = session("b2a1a1/a2b2a3/b3b1b1 a");
    session.apply(Action::UnfoldBestLine);
    let before = shown_plies(&session);
    assert!(before.1 > 7);
    assert!(!session.apply(Action::Blind(true)).shape);
    assert_eq!(shown_plies(&session), before);
}

#[test]
fn a_finished_build_folds_guessed_branches_and_keeps_what_the_user_unfolded_and_selected() {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "b2a1a1/a2b2a3/b3b1b1 a".to_owned(),
        ..Setup::default()
    };
    let begun = || {
        let mut build = open(&setup, Limits::default(), "").expect("a board");
        build.step(TurnLength::Work(40));
        (Session::new(build.snapshot()), build)
    };
    let open_nodes = |session: &Session| -> Vec<Line> {
        let unfolding = session.unfolding();
        let open = unfolding.preorder().filter(|node| unfolding.is_open(*node));
        open.map(|node| unfolding.line(node)).collect()
    };
    let whole = open_nodes(&self::session("b2a1a1/a2b2a3/b3b1b1 a"));
    let (mut guessed, build) = begun();
    assert_ne!(open_nodes(&guessed), whole);
    guessed.adopt(build.finish());
    assert_eq!(open_nodes(&guessed), whole);
    // The user's unfolding is kept, and so is the selection.
    let (mut chosen, build) = begun();
    chosen.apply(Action::FoldOthers);
    let own = open_nodes(&chosen);
    chosen.adopt(build.finish());
    assert_eq!(open_nodes(&chosen), own);
    let (mut walked, build) = begun();
    walked.apply(Action::Move(1));
    let line = walked.line();
    walked.adopt(build.finish());
    assert_eq!(walked.line(), line);
    assert!(
        walked
            .unfolding()
            .preorder()
            .any(|node| node == walked.selected())
    );
}

#[test]
fn unfolding_that_began_on_a_part_of_the_graph_finds_the_whole() {
    let setup = Setup {
        game: "tic-tac-toe".to_owned(),
        position: "xo./.x./..o x".to_owned(),
        ..Setup::default()
    };
    let mut build = open(&setup, Limits::default(), "").expect("a board");
    build.step(TurnLength::Work(40));
    let mut session = Session::new(build.snapshot());
    session.spreading = Some(Spreading::unfolding(
        UnfoldingNode::ROOT,
        None,
        UNFOLD_BUDGET,
        None,
    ));
    session.advance(20, &mut ActionEffects::default());
    assert!(session.is_unfolding());
    session.adopt(build.finish());
    while session.is_unfolding() {
        session.apply(Action::GoOn(1000));
    }
    let all = session.rated().analysis.nodes.of(Vertex::ROOT).to_u64();
    assert_eq!(all, Some(session.unfolding().preorder().count() as u64));
}

#[test]
fn a_session_on_a_part_of_the_graph_goes_on_with_the_whole() {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "b2a1a1/a2b2a3/b3b1b1 a".to_owned(),
        ..Setup::default()
    };
    let mut build = open(&setup, Limits::default(), "").expect("a board");
    build.step(TurnLength::Work(40));
    let mut session = Session::new(build.snapshot());
    session.apply(Action::Child);
    session.apply(Action::Child);
    let before = line(&session);
    assert!(session.rated().graph.graph().stopped().is_some());
    session.adopt(build.finish());
    assert_eq!(line(&session), before);
    let nodes = session.rated().analysis.nodes.of(Vertex::ROOT).to_string();
    assert_eq!(nodes, "212957");
}
