//! Somebody who watches a search is told enough to draw it.

use std::sync::Arc;

use doomtree::game::{Game, Kind, Player, Shown};
use doomtree::search::{
    Algorithm, AlphaBetaSearch, CutReason, Cutoff, Interval, LimitLeafValue, NodeEvent, Observer,
    SearchOptions, SearchOrder,
};

use super::{Trial, boards, dice, options, position, script, with};

/// Follows the line that a search is on, and checks what it is told.
struct Follower<G: Game> {
    game: Arc<G>,
    root: G::Position,
    /// The positions from the root on, and the window of each.
    line: Vec<(G::Position, Interval)>,
    entered: u64,
    left: u64,
    cutoffs: u64,
    hits: u64,
    stored: u64,
    walks: Vec<(Player, LimitLeafValue)>,
    reasons: Vec<CutReason>,
}

impl<G: Game> Follower<G> {
    fn new(game: &Arc<G>, root: G::Position) -> Self {
        Self {
            game: Arc::clone(game),
            root,
            line: Vec::new(),
            entered: 0,
            left: 0,
            cutoffs: 0,
            hits: 0,
            stored: 0,
            walks: Vec::new(),
            reasons: Vec::new(),
        }
    }

    fn follows(&self, node: &NodeEvent<'_, G>) {
        assert_eq!(node.ply, self.line.len());
        let Some((before, _)) = self.line.last() else {
            assert_eq!((node.mv, *node.position), (None, self.root));
            return;
        };
        let mut moves = Vec::new();
        self.game.moves(before, &mut moves);
        let mv = node.mv.expect("a move leads here");
        assert_eq!(moves.get(node.index), Some(&mv));
        assert_eq!(self.game.play(before, mv), *node.position);
    }
}

impl<G: Game> Observer<G> for Follower<G> {
    fn begin(&mut self, player: Player, horizons: LimitLeafValue) {
        assert!(self.line.is_empty());
        self.walks.push((player, horizons));
    }

    fn ask(&mut self, _place: Option<usize>, window: Interval) {
        assert_eq!(self.line.len(), 1);
        assert!(window.low < window.high);
    }

    fn enter(&mut self, node: &NodeEvent<'_, G>) {
        self.follows(node);
        assert_eq!(node.kind, Some(self.game.kind(node.position)));
        assert!(node.window.low < node.window.high);
        self.line.push((*node.position, node.window));
        self.entered += 1;
    }

    fn table_hit(&mut self, node: &NodeEvent<'_, G>, known: Interval) {
        self.follows(node);
        assert!(known.low <= known.high);
        self.hits += 1;
    }

    fn cutoff(&mut self, cutoff: &Cutoff<G::Move>) {
        assert_eq!(cutoff.ply + 1, self.line.len());
        assert!(cutoff.remaining > 0);
        let Interval { low, high } = cutoff.interval;
        if cutoff.ply > 0 {
            let window = self.line[cutoff.ply].1;
            let justified = match cutoff.reason {
                CutReason::Beta => low >= window.high,
                CutReason::Alpha => high <= window.low,
                CutReason::Range => true,
            };
            assert!(justified, "{cutoff:?} in {window:?}");
        }
        self.cutoffs += 1;
        self.reasons.push(cutoff.reason);
    }

    fn table_store(&mut self, ply: usize, known: Interval) {
        assert!(ply > 0 && known.low <= known.high);
        self.stored += 1;
    }

    fn leave(&mut self, ply: usize, known: Interval, best: Option<G::Move>) {
        let (position, _) = self.line.pop().expect("a node was entered");
        assert_eq!(ply, self.line.len());
        assert!(known.low <= known.high);
        if let Some(best) = best {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            assert!(moves.contains(&best));
        }
        self.left += 1;
    }
}

/// A search that is watched tells a story that hangs together, and finds the same.
struct Hangs {
    max_plies: Option<u32>,
}

impl Trial for Hangs {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
            for null_windows in [false, true] {
                let options = SearchOptions {
                    algorithm,
                    null_windows,
                    max_plies: self.max_plies,
                    ..options()
                };
                let watching = Follower::new(game, root);
                let mut watched =
                    AlphaBetaSearch::observed(Arc::clone(game), root, options, watching);
                while !watched.step(100).done {}
                let mut alone = AlphaBetaSearch::new(Arc::clone(game), root, options);
                while !alone.step(100).done {}
                assert_eq!(watched.progress(), alone.progress(), "{what}");
                assert_eq!(watched.answer(), alone.answer(), "{what}");
                let progress = watched.progress();
                let story = watched.into_observer();
                assert_eq!(story.entered, progress.nodes, "{what}");
                assert_eq!(story.entered, story.left, "{what}");
                assert_eq!(story.cutoffs, progress.cutoffs, "{what}");
                assert_eq!(story.hits, progress.table_hits, "{what}");
                // Every node but the roots of walks is kept.
                let walks = story.walks.len() as u64;
                assert_eq!(story.stored + walks, story.entered, "{what}");
            }
        }
    }
}

#[test]
fn a_search_reports_its_nodes_along_the_lines_of_the_tree_and_with_counts_that_add_up() {
    for words in ["land-of-lisp", "realm-of-racket", "land-of-lisp players=3"] {
        for setup in boards(words, 2, 2, 50..54) {
            for max_plies in [None, Some(3)] {
                with(&setup, &Hangs { max_plies });
            }
        }
    }
    with(
        &position("tic-tac-toe", "x../.o./... x"),
        &Hangs { max_plies: None },
    );
    let chance = dice("land-of-lisp combat=dice-roll max_dice=2", "a2b1/b2a1 a");
    with(&chance, &Hangs { max_plies: None });
}

#[test]
fn the_textbook_cutoff_is_told_with_its_window_and_its_reason() {
    // b can hold a to 3 on the left; on the right 2 is enough to know.
    let text = "top a: l -> x, r -> y; x b: l -> e3, r -> e5; y b: l -> e2, r -> e9
                e2 end: 2 8; e3 end: 3 7; e5 end: 5 5; e9 end: 9 1; e0 end: 0 10; e10 end: 10 0";
    struct Told;
    impl Trial for Told {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, _what: &str) {
            #[derive(Default)]
            struct Lines(Vec<String>);
            impl<G: Game> Observer<G> for Lines {
                fn ask(&mut self, place: Option<usize>, _window: Interval) {
                    self.0.push(format!("ask {place:?}"));
                }
                fn enter(&mut self, node: &NodeEvent<'_, G>) {
                    let Interval { low, high } = node.window;
                    let kind = match node.kind {
                        Some(Kind::End) => "end",
                        _ => "node",
                    };
                    self.0.push(format!("{} {kind} {low} {high}", node.ply));
                }
                fn cutoff(&mut self, cutoff: &Cutoff<G::Move>) {
                    let Interval { low, high } = cutoff.interval;
                    let (ply, reason) = (cutoff.ply, cutoff.reason);
                    self.0.push(format!("{ply} cut {reason:?} {low} {high}"));
                }
                fn leave(&mut self, ply: usize, known: Interval, _best: Option<G::Move>) {
                    self.0
                        .push(format!("{ply} is {} {}", known.low, known.high));
                }
            }
            let options = SearchOptions {
                order: SearchOrder::Rules,
                null_windows: false,
                look_ahead: false,
                table_bytes: 0,
                player: Some(Player(0)),
                ..options()
            };
            let watching = Lines::default();
            let mut search = AlphaBetaSearch::observed(Arc::clone(game), root, options, watching);
            while !search.step(100).done {}
            let told = search.into_observer().0;
            let wanted = [
                "0 node -inf inf",
                "ask None",
                "1 node 0 10",
                "2 end 0 10",
                "2 is 3 3",
                "2 end 0 3",
                "2 is 5 5",
                "1 is 3 3",
                "1 node 3 10",
                "2 end 3 10",
                "2 is 2 2",
                "1 cut Alpha 0 2",
                "1 is 0 2",
                // The root is rated; what its second move is worth is asked for afterwards.
                "ask Some(1)",
            ];
            assert_eq!(told[..wanted.len()], wanted, "{told:#?}");
        }
    }
    with(&script(text), &Told);
}
