//! A tree of a million plies passes through all that the core does, on a small stack.

use doomtree::diagram::{NoNotes, RatingsFor, ShownTree, TreeMarks, TreeView};
use doomtree::game::{Kind, Player, one, play_line, ratio, zero};
use doomtree::games::scripted::{ScriptWriter, Scripted};
use doomtree::games::{Setup, Switches};
use doomtree::layout::Layout;
use doomtree::rating::{Analysis, LineEnd, RatingOptions, best_line, likely_line};
use doomtree::session::{Action, Session, open};
use doomtree::tree::{
    Counts, EndsByWinners, GameTree, Labels, Limits, PlySweep, PositionGraph, Unfolded, Unfolding,
    UnfoldingNode, Vertex,
};
use std::sync::Arc;
use support::on_a_small_stack;

const PLIES: u32 = 1_000_000;
/// What bursts a small stack as well, where a million would only take longer.
const FEWER_PLIES: u32 = 100_000;

/// Every position has a way on and, `cyclic`, a way back to where the game starts.
fn chain(plies: u32, back: bool) -> String {
    let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
    for ply in 0..plies {
        writer.node(
            &format!("n{ply}"),
            Kind::Decision(Player((ply % 2) as u8)),
            &[],
        );
        writer.branch("on", None, &format!("n{}", ply + 1));
        if back {
            writer.branch("back", None, "n0");
        }
    }
    writer.node(&format!("n{plies}"), Kind::End, &[one(), zero()]);
    writer.finish()
}

fn build(script: &str, limits: Limits) -> PositionGraph<Scripted> {
    let game = Arc::new(Scripted::new(script).expect("a good script"));
    let start = game.start();
    PositionGraph::new(game, start, limits)
}

#[test]
fn a_million_plies_are_built_rated_counted_unfolded_and_dropped() {
    on_a_small_stack(|| {
        let labels = build(&chain(PLIES, false), Limits::default());
        let graph = labels.graph();
        assert_eq!(graph.len(), PLIES as usize + 1);
        let analysis = Analysis::new(graph, &RatingOptions::default());
        let root = Vertex::ROOT;
        assert_eq!(analysis.nodes.of(root).to_u64(), Some(u64::from(PLIES) + 1));
        assert_eq!(analysis.longest.of(root), Some(PLIES));
        assert_eq!(analysis.distances.of(root), Some(PLIES));
        assert_eq!(
            analysis.ratings.rating(root, Player(0)).exact(),
            Some(one())
        );
        let ends: Vec<_> = EndsByWinners::new(graph)
            .of(root)
            .map(|(_, count)| count.to_u64())
            .collect();
        assert_eq!(ends, [Some(1)]);
        let leaves = Counts::leaves(graph);
        assert_eq!(leaves.of(root).to_u64(), Some(1));

        let mut sweep = PlySweep::new(graph, &analysis.nodes, None);
        let plies = std::iter::from_fn(|| sweep.ply()).count();
        assert_eq!(plies, PLIES as usize + 1);

        let best = best_line(graph, &analysis.ratings, &analysis.distances, root);
        assert_eq!(
            (best.line.len(), best.ended),
            (PLIES as usize, LineEnd::End)
        );
        let text = labels.line_text(root, &best.line);
        assert_eq!(text.len(), PLIES as usize * 3 - 1);
        assert_eq!(labels.read_line(root, &text).as_ref(), Ok(&best.line));
        let game = labels.game();
        let end = play_line(&**game, &game.start(), &text).expect("a line");
        assert_eq!(end, *labels.position(Vertex(PLIES)));

        let mut unfolding = Unfolding::new();
        let last = unfolding.reveal(graph, UnfoldingNode::ROOT, &best.line);
        let last = last.expect("a million nodes");
        assert_eq!(unfolding.line(last), best.line);
        assert_eq!(unfolding.preorder().count(), PLIES as usize + 1);
        let mut all = Unfolding::new();
        let budget = PLIES as usize + 1;
        let result = all.unfold_below(graph, UnfoldingNode::ROOT, None, budget);
        assert_eq!(result, Unfolded::All);
        assert_eq!(all.ply(UnfoldingNode(PLIES)), PLIES);
        let tree = GameTree::whole(graph, budget).expect("a million nodes");
        assert_eq!(tree.graph.edge_count(), PLIES as usize);
        drop((tree, all, unfolding, analysis, labels));
    });
}

#[test]
fn a_hundred_thousand_plies_with_a_way_back_from_each_are_rated_and_dropped() {
    on_a_small_stack(|| {
        let labels = build(&chain(FEWER_PLIES, true), Limits::default());
        let graph = labels.graph();
        assert!(graph.is_cyclic());
        let analysis = Analysis::new(graph, &RatingOptions::default());
        // b would rather go on for ever.
        assert_eq!(
            analysis.ratings.rating(Vertex::ROOT, Player(0)).exact(),
            Some(ratio(1, 2))
        );
        assert_eq!(analysis.nodes.of(Vertex::ROOT).to_string(), "infinite");
        assert_eq!(analysis.nodes.of(Vertex(FEWER_PLIES)).to_u64(), Some(1));
        let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
        assert_eq!(best.ended, LineEnd::Repetition);
        drop((analysis, labels));
    });
}

#[test]
fn a_million_plies_to_a_ply_limit_of_a_million_are_rated() {
    on_a_small_stack(|| {
        // One position that leads to itself: with a ply limit as many vertices as plies.
        let labels = build("n a: on -> n", support::plies(PLIES));
        let graph = labels.graph();
        assert_eq!(graph.len(), PLIES as usize + 1);
        let analysis = Analysis::new(graph, &RatingOptions::default());
        assert_eq!(analysis.longest.of(Vertex::ROOT), Some(PLIES));
        assert_eq!(labels.distinct().positions, 1);
        let best = likely_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
        assert_eq!(
            (best.line.len(), best.ended),
            (PLIES as usize, LineEnd::Horizon)
        );
        drop((analysis, labels));
    });
}

#[test]
fn a_million_plies_are_walked_to_the_end_and_back_and_laid_out() {
    on_a_small_stack(|| {
        let setup = Setup {
            game: "scripted".to_owned(),
            switches: Switches {
                script: Some(chain(PLIES, false)),
                ..Switches::default()
            },
            ..Setup::default()
        };
        let rated = open(&setup, Limits::default(), "")
            .expect("a script")
            .finish();
        let mut session = Session::new(rated);
        session.apply(Action::BestEnd);
        assert_eq!(session.unfolding().ply(session.selected()), PLIES);
        session.apply(Action::Parent);
        session.apply(Action::Root);
        let change = session.apply(Action::Child);
        assert!(change.selection);
        session.apply(Action::FoldOthers);
        session.apply(Action::Back);
        let rated = session.rated().clone();
        let view = TreeView {
            labels: &*rated.graph,
            analysis: &rated.analysis,
            unfolding: session.unfolding(),
            notes: &NoNotes,
            what_if: None,
            ratings_for: RatingsFor::Player(Player(0)),
            hidden: false,
            ends: None,
            style: Default::default(),
            elements: Default::default(),
        };
        let layout = Layout::new(&ShownTree(&view), ShownTree::SPACING);
        assert!(layout.shown_nodes() > 1);
        let marks = TreeMarks::new(&view, session.best_line());
        assert!(marks.on_best_line(session.selected()));
        drop((layout, session, rated));
    });
}
