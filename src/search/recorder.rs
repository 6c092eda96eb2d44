//! Records a search on a position graph: an observer that writes down every step. The events of a
//! search are here too, including those about moves that aren't searched, and the best move of a
//! node.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::back_up::{Interval, Status, Turn, UNBOUNDED};
use super::frame::{SearchFrame, SearchMove};
use super::method::LimitLeafValue;
use super::on_graph::OnGraph;
use super::recording::{CutSizes, Event, Recording, SearchStep, pruned_by};
use super::solver::AlphaBetaSearch;
use crate::game::{Game, Kind, Player, to_f64};
use crate::tree::{Unfolding, UnfoldingNode, Vertex, VertexKind};

/// A node on the line that the search is on.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    node: UnfoldingNode,
    vertex: Vertex,
    window: Interval,
    known: Interval,
    /// The number of its moves visited.
    looked_at: usize,
    /// Whether something below was stopped by a limit.
    estimated: bool,
}

/// Writes down every step of a search on a position graph.
pub struct Recorder {
    game: Arc<OnGraph>,
    unfolding: Unfolding,
    open: Vec<OpenNode>,
    events: Vec<Event>,
    pruned: Vec<UnfoldingNode>,
    /// For the vertices that were left: the index of the best move.
    best: FxHashMap<Vertex, u32>,
    /// Whether the search keeps a table.
    memo: bool,
    /// The table entries that depend on an estimate: vertices, each with its ply, which determines
    /// the plies left.
    estimates: FxHashSet<(Vertex, u32)>,
    /// Whether there was no room for a node.
    full: bool,
    /// Whether the last node of the line was just cut.
    cut_now: bool,
    moves: Vec<u32>,
}

impl Recorder {
    /// Records a search that starts at a vertex.
    pub fn new(game: Arc<OnGraph>, root: Vertex, memo: bool) -> Self {
        Self {
            unfolding: Unfolding::at(root),
            game,
            open: Vec::new(),
            events: Vec::new(),
            pruned: Vec::new(),
            best: FxHashMap::default(),
            memo,
            estimates: FxHashSet::default(),
            full: false,
            cut_now: false,
            moves: Vec::new(),
        }
    }

    /// Starts another walk of this depth, perhaps with another move order.
    pub fn begin_walk(&mut self, game: Arc<OnGraph>, plies: Option<u32>) {
        self.game = game;
        self.open.clear();
        let plies = plies.unwrap_or(u32::MAX);
        self.push(
            SearchStep::Begin(plies),
            UnfoldingNode::ROOT,
            UNBOUNDED,
            UNBOUNDED,
        );
    }

    /// The steps so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The part of the tree visited so far.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// The nodes that an event left out.
    pub fn pruned(&self, event: usize) -> &[UnfoldingNode] {
        pruned_by(&self.events, &self.pruned, event)
    }

    /// For each vertex that was left, the index of its best move.
    pub fn best(&self) -> &FxHashMap<Vertex, u32> {
        &self.best
    }

    /// Whether the tree has more nodes than can be numbered; further steps aren't recorded.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The recording.
    pub fn finish(self, sizes: CutSizes) -> Recording {
        Recording::new(self.events, self.unfolding, self.pruned, sizes)
    }

    fn push(&mut self, step: SearchStep, node: UnfoldingNode, window: Interval, known: Interval) {
        if self.full {
            return;
        }
        self.events.push(Event {
            step,
            node,
            window,
            known,
            estimated: matches!(self.open.last(), Some(top) if top.node == node && top.estimated),
            visits: 0,
            pruned: self.pruned.len() as u32,
        });
    }

    /// The node that a move of the last one on the line leads to.
    fn node(&mut self, slot: Option<u32>) -> UnfoldingNode {
        let (Some(top), Some(index)) = (self.open.last().copied(), slot) else {
            return UnfoldingNode::ROOT;
        };
        if !self.unfolding.unfold(self.game.graph(), top.node) {
            self.full = true;
            return top.node;
        }
        let child = self.unfolding.child_at(top.node, index as usize);
        child.unwrap_or(top.node)
    }

    /// The last node of the line, once it is known whether its value depends on an estimate.
    fn judge_estimate(&mut self) -> Option<OpenNode> {
        let kind = self.game.graph().kind(self.open.last()?.vertex);
        let top = self.open.last_mut()?;
        // A node other than an end or chance node that is left without visiting a move was stopped
        // by a limit.
        let looks = matches!(kind, VertexKind::End | VertexKind::Chance(_));
        top.estimated |= top.looked_at == 0 && !looks && !self.cut_now;
        Some(*top)
    }

    /// Updates the last node of the line with a child's value.
    fn update(&mut self, slot: Option<u32>, child: Interval, estimated: bool) {
        let Some(top) = self.open.last().copied() else {
            return;
        };
        let OpenNode {
            mut window,
            mut known,
            ..
        } = top;
        match self.game.choice(top.vertex) {
            Some(Ordering::Greater) => {
                known.low = known.low.max(child.low);
                window.low = window.low.max(known.low);
            }
            Some(_) => {
                known.high = known.high.min(child.high);
                window.high = window.high.min(known.high);
            }
            None => {
                // The sum so far.
                let index = slot.unwrap_or(0);
                let weight = to_f64(&self.game.probability(&top.vertex, index));
                let sum = |so_far: f64, bound: f64| {
                    let so_far = if so_far.is_finite() { so_far } else { 0.0 };
                    if weight > 0.0 {
                        so_far + weight * bound
                    } else {
                        so_far
                    }
                };
                known = Interval {
                    low: sum(known.low, child.low),
                    high: sum(known.high, child.high),
                };
            }
        }
        if let Some(top) = self.open.last_mut() {
            top.looked_at += 1;
            top.estimated |= estimated;
            (top.window, top.known) = (window, known);
        }
        self.push(SearchStep::Update, top.node, window, known);
    }
}

impl Observer<OnGraph> for Recorder {
    fn enter(&mut self, node: &NodeEvent<'_, OnGraph>) {
        let at = self.node(node.mv);
        let known_before = (*node.position, self.unfolding.ply(at));
        self.open.push(OpenNode {
            node: at,
            vertex: *node.position,
            window: node.window,
            known: UNBOUNDED,
            looked_at: 0,
            // The interval from the table narrows its window.
            estimated: self.estimates.contains(&known_before),
        });
        self.push(SearchStep::Enter, at, node.window, UNBOUNDED);
    }

    fn table_hit(&mut self, node: &NodeEvent<'_, OnGraph>, known: Interval) {
        let at = self.node(node.mv);
        self.push(SearchStep::Hit, at, node.window, known);
        let ply = self.unfolding.ply(at);
        let estimated = self.estimates.contains(&(*node.position, ply));
        if let Some(event) = self.events.last_mut().filter(|_| !self.full) {
            event.estimated = estimated;
        }
        self.update(node.mv, known, estimated);
    }

    fn cutoff(&mut self, cutoff: &Cutoff<u32>) {
        let Some(top) = self.open.last().copied() else {
            return;
        };
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&top.vertex, &mut moves);
        self.cut_now = true;
        self.push(SearchStep::Cut, top.node, top.window, cutoff.interval);
        if self.unfolding.unfold(self.game.graph(), top.node) {
            let children: Vec<_> = self.unfolding.children(top.node).collect();
            let left = moves.iter().skip(top.looked_at);
            let left = left.filter_map(|index| children.get(*index as usize));
            self.pruned.extend(left);
        } else {
            self.full = true;
        }
        self.moves = moves;
    }

    fn table_store(&mut self, _ply: usize, known: Interval) {
        let Some(top) = self.judge_estimate() else {
            return;
        };
        if top.estimated && self.memo {
            self.estimates
                .insert((top.vertex, self.unfolding.ply(top.node)));
        }
        if self.memo {
            self.push(SearchStep::Store, top.node, top.window, known);
        }
    }

    fn leave(&mut self, _ply: usize, known: Interval, best: Option<u32>) {
        let Some(top) = self.judge_estimate() else {
            return;
        };
        self.open.pop();
        if let Some(slot) = best {
            self.best.insert(top.vertex, slot);
        }
        self.cut_now = false;
        self.push(SearchStep::Return, top.node, top.window, known);
        if let Some(event) = self.events.last_mut().filter(|_| !self.full) {
            event.estimated = top.estimated;
        }
        let edge = self.unfolding.edge(top.node);
        let index = self
            .open
            .last()
            .zip(edge)
            .map(|(parent, edge)| self.game.graph().key(parent.vertex, edge) as u32);
        self.update(index, known, top.estimated);
    }
}

/// A node that a search visits.
#[derive(Debug)]
pub struct NodeEvent<'a, G: Game> {
    /// The number of moves from the root.
    pub ply: usize,
    /// The last of them; `None` at the root.
    pub mv: Option<G::Move>,
    /// The index of that move in the rules' order.
    pub index: usize,
    /// The position.
    pub position: &'a G::Position,
    /// Its kind; `None` if it wasn't expanded, since the table answered.
    pub kind: Option<Kind>,
    /// The window: a value of at most alpha (`low`) or at least beta (`high`) needn't be known
    /// exactly.
    pub window: Interval,
}

/// Why the rest of a node's moves weren't searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutReason {
    /// The node's value is at least beta, so a player above avoids it.
    Beta,
    /// Its value is at most alpha: the same for the other side.
    Alpha,
    /// Nothing better is possible: a bound met the range of payoffs, or the bound from the table.
    Range,
}

/// Moves of a node that weren't searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoff<M> {
    /// The number of moves to the node.
    pub ply: usize,
    /// The move after which it was clear; `None` if the table made it clear.
    pub mv: Option<M>,
    /// Why.
    pub reason: CutReason,
    /// The number of moves cut.
    pub remaining: usize,
    /// The known interval of the node.
    pub interval: Interval,
}

/// Observes a search. Every method does nothing by default. `()` observes nothing, at no cost.
pub trait Observer<G: Game> {
    /// A walk over the tree starts, for this player's rating, with this value at horizons.
    fn begin(&mut self, _player: Player, _horizons: LimitLeafValue) {}

    /// The root, or one of its moves by index, is searched with a window.
    fn ask(&mut self, _place: Option<usize>, _window: Interval) {}

    /// A node is entered.
    fn enter(&mut self, _node: &NodeEvent<'_, G>) {}

    /// A node isn't entered, since the table has enough.
    fn table_hit(&mut self, _node: &NodeEvent<'_, G>, _known: Interval) {}

    /// A node isn't entered, since its position is already on the line that leads to it.
    fn recurs(&mut self, _node: &NodeEvent<'_, G>) {}

    /// Some moves of a node aren't searched.
    fn cutoff(&mut self, _cutoff: &Cutoff<G::Move>) {}

    /// The table stores the known interval of the node at this ply.
    fn table_store(&mut self, _ply: usize, _known: Interval) {}

    /// The node at this ply is left, with its known interval and its best move so far.
    fn leave(&mut self, _ply: usize, _known: Interval, _best: Option<G::Move>) {}
}

impl<G: Game> Observer<G> for () {}

impl<G: Game, O: Observer<G>> AlphaBetaSearch<G, O> {
    /// Reports moves that are cut.
    pub(super) fn note_cutoff(&mut self, top: usize, status: &Status) {
        let frame = &self.frames[top];
        let moves = &self.children[frame.first..];
        let remaining = moves[frame.next.min(moves.len())..]
            .iter()
            .filter(|child| !child.status.closed)
            .count();
        if remaining == 0 || status.stuck || frame.again {
            return;
        }
        let Interval { low, high } = status.interval;
        let reason = if low >= frame.window.high {
            CutReason::Beta
        } else if high <= frame.window.low {
            CutReason::Alpha
        } else {
            CutReason::Range
        };
        let mv = frame.next.checked_sub(1).map(|last| moves[last].mv);
        self.progress.cutoffs += 1;
        self.observer.cutoff(&Cutoff {
            ply: top,
            mv,
            reason,
            remaining,
            interval: status.interval,
        });
    }

    /// Reports a move whose search the table makes unnecessary.
    pub(super) fn note_looked_up(&mut self, index: usize) {
        let child = &mut self.children[index];
        if !std::mem::take(&mut child.looked_up) {
            return;
        }
        self.progress.table_hits += 1;
        self.observer.table_hit(
            &NodeEvent {
                ply: self.frames.len(),
                mv: Some(child.mv),
                index: child.index,
                position: &child.position,
                kind: None,
                window: UNBOUNDED,
            },
            child.status.interval,
        );
    }
}

/// The move with the best proven bound for the mover; `None` if no move has one.
pub fn best_of<'a, G: Game>(
    frame: &SearchFrame<G>,
    moves: &'a [SearchMove<G>],
    range: Interval,
) -> Option<&'a SearchMove<G>> {
    let interval = |child: &&SearchMove<G>| child.status.interval;
    match frame.turn {
        Turn::Max => moves
            .iter()
            .filter(|child| interval(child).low > range.low)
            .reduce(
                |best, child| match interval(&child).low > interval(&best).low {
                    true => child,
                    false => best,
                },
            ),
        Turn::Min => moves
            .iter()
            .filter(|child| interval(child).high < range.high)
            .reduce(
                |best, child| match interval(&child).high < interval(&best).high {
                    true => child,
                    false => best,
                },
            ),
        Turn::Chance => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::games::scripted::Scripted;
    use crate::search::{AlphaBetaSearch, Method, MoveOrder};
    use crate::tree::{Limits, PositionGraph};

    #[test]
    fn at_a_chance_node_the_branches_so_far_are_summed_up() {
        let script = "players a b
            top chance: x 1/4 -> won, y 1/2 -> half, z 1/4 -> lost
            won end: 1 0
            half end: 1/2 1/2
            lost end: 0 1";
        let script = Scripted::new(script).expect("a good script");
        let start = script.start();
        let graph = PositionGraph::new(Arc::new(script), start, Limits::default());
        let player = crate::game::Player(0);
        let game = OnGraph::new(Arc::new(graph), player, MoveOrder::Rules);
        let game = Arc::new(game);
        let recorder = Recorder::new(Arc::clone(&game), Vertex::ROOT, false);
        let options = Method::Minimax.options(player);
        let mut search = AlphaBetaSearch::observed(game, Vertex::ROOT, options, recorder);
        while !search.step(100).done {}
        let events = search.observer().events().iter();
        let sums = events.filter(|event| event.step == SearchStep::Update);
        let sums: Vec<Interval> = sums.map(|event| event.known).collect();
        assert_eq!(sums.len(), 3);
        for (sum, right) in sums.iter().zip([0.25, 0.5, 0.5]) {
            let near = |bound: f64| (bound - right).abs() < 1e-12;
            assert!(near(sum.low) && near(sum.high), "{sums:?}, not {right}");
        }
    }
}
