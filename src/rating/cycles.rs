//! Ratings of cyclic graphs, with payoffs at the ends and one payoff for endless play. The ratings
//! of the vertices that can reach a cycle are bounded component by component, children first.
//!
//! Without chance they follow by retrograde analysis, as for endgame tables. First come the
//! positions where the rated player can force more than a draw, the best first. Then come those
//! where the others can force less, the worst first. The rest is endless play.
//!
//! With chance they follow by bounded value iteration (Kelmendi, Krämer, Křetínský and Weininger,
//! *Value iteration for simple stochastic games: stopping criterion and learning algorithm*, 2018).
//! A lower and an upper bound are iterated towards the rating. The upper bound may stop above the
//! rating: in a set of positions where the maximizer can stay without gain, each position supports
//! the bound of the next. If the minimizer can keep play in such a set, play there is endless or
//! leaves by a move of the maximizer. So no position of the set is worth more than the larger of
//! both, and the upper bound is lowered to that. The lower bound is raised in the same way.
//!
//! This is sound for every set. But for the bounds to meet, the sets must be the end components
//! that remain when the keeping player uses only moves that are best by the other bound. That is
//! why they are computed repeatedly.

use std::ops::Range;

use super::column::NumberColumn;
use super::guess::guess;
use super::part::{Component, CycleTurn, turned};
use super::strategies;
use crate::game::Player;
use crate::tree::{Arrows, Directed, Graph, Vertex, VertexKind};
use crate::work::{Control, PIECE};

/// Bounds are good enough if they are at most this much further apart than those they depend on.
const CLOSE: f64 = 2e-14;

/// Minimum number of positions for guessing ratings first.
const GUESSED: usize = 512;

/// … and bounds that are no further apart than this are good enough there.
const NEAR: f64 = 4e-13;

/// Maximum sweeps between end-component checks.
const SWEEPS: usize = 24;

/// Number of sweeps after which, or at a standstill, exact fractions are tried instead, within
/// their work limit.
const SLOW: u64 = 512;

/// Work limit, in moves visited; bounds still apart are kept as intervals …
const MAX_WORK: u64 = 1 << 33;

/// … after this minimum number of sweeps …
const MIN_SWEEPS: u64 = 4_096;

/// … and within this maximum number, however small the component is.
const MAX_SWEEPS: u64 = 1 << 20;

/// The lower and the upper bound of a position's rating. They are stored together because they are
/// read together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ValueBounds {
    pub low: f64,
    pub high: f64,
}

/// Iterates the bounds of a component's positions until they are close, stop changing, or an early
/// end is requested. The bounds of the positions after the component are given and fixed; `endless`
/// is the value of endless play.
pub(super) async fn solve(
    mut part: Component,
    endless: f64,
    bounds: Vec<ValueBounds>,
    ctl: &Control,
) -> Vec<ValueBounds> {
    let order = part.put_in_order(ctl).await;
    let ordered = meet(&part, endless, bounds, ctl).await;
    drop(part);
    let mut bounds = vec![ValueBounds::default(); order.len()];
    for (places, ordered) in order.chunks(PIECE).zip(ordered.chunks(PIECE)) {
        for (index, ordered) in places.iter().zip(ordered) {
            bounds[*index as usize] = *ordered;
        }
        ctl.tick(places.len()).await;
    }
    bounds
}

/// The same, by index in the order of the sweeps.
async fn meet(
    part: &Component,
    endless: f64,
    mut bounds: Vec<ValueBounds>,
    ctl: &Control,
) -> Vec<ValueBounds> {
    let inner = part.len();
    // Play ends in endless play or at an exit.
    let mut first = ValueBounds {
        low: endless,
        high: endless,
    };
    let mut apart: f64 = 0.0;
    for exits in bounds[inner..].chunks(PIECE) {
        for exit in exits {
            first.low = first.low.min(exit.low);
            first.high = first.high.max(exit.high);
            apart = apart.max(exit.high - exit.low);
        }
        ctl.tick(exits.len()).await;
    }
    for own in bounds[..inner].chunks_mut(PIECE) {
        own.fill(first);
        ctl.tick(own.len()).await;
    }
    let close = match inner >= GUESSED {
        true => NEAR.max(apart + CLOSE),
        false => apart + CLOSE,
    };
    let traps = part.end_components(None, |_, _| true, ctl).await;
    if inner >= GUESSED {
        guess(part, endless, &mut bounds, first, &traps, ctl).await;
    }
    let (mut sweeps, mut looked_at, mut tried) = (0_u64, 0_u64, false);
    loop {
        let mut moved = false;
        let mut apart = f64::INFINITY;
        for _ in 0..SWEEPS {
            let mut change: f64 = 0.0;
            apart = 0.0;
            for index in (0..inner).step_by(PIECE) {
                let places = index..inner.min(index + PIECE);
                let moves = part.moves_of(places.clone());
                let (changed, widest) = sweep(part, &mut bounds, places);
                change = change.max(changed);
                apart = apart.max(widest);
                ctl.tick(moves).await;
            }
            sweeps += 1;
            looked_at += 2 * part.moves() as u64;
            moved |= change > 0.0;
            if apart <= close || change <= f64::EPSILON || ctl.is_stopped() {
                break;
            }
        }
        if apart <= close || ctl.is_stopped() {
            return bounds;
        }
        for slack in [0.0, 1e-10] {
            if traps.is_empty() {
                break;
            }
            looked_at += 2 * part.moves() as u64;
            moved |= lower(part, &traps, endless, &mut bounds, slack, ctl).await;
            moved |= raise(part, &traps, endless, &mut bounds, slack, ctl).await;
        }
        if !tried && (!moved || sweeps >= SLOW) {
            tried = true;
            let exact = strategies::bounds(part, endless, &bounds, &traps, ctl).await;
            if let Some(exact) = exact {
                return exact;
            }
        }
        let long = (looked_at > MAX_WORK && sweeps > MIN_SWEEPS) || sweeps > MAX_SWEEPS;
        if !moved || long {
            return bounds;
        }
    }
}

/// Sweeps both bounds over a range once, keeping the tighter of old and new. Returns the largest
/// change, and the largest distance between the bounds of a position.
fn sweep(
    part: &Component,
    bounds: &mut [ValueBounds],
    places: std::ops::Range<usize>,
) -> (f64, f64) {
    let (mut change, mut widest): (f64, f64) = (0.0, 0.0);
    for index in places {
        let backed_up = part.backed_up(index, bounds);
        let before = bounds[index];
        let after = ValueBounds {
            low: before.low.max(backed_up.low),
            high: before.high.min(backed_up.high),
        };
        bounds[index] = after;
        change = change
            .max((after.low - before.low).abs())
            .max((after.high - before.high).abs());
        widest = widest.max(after.high - after.low);
    }
    (change, widest)
}

impl Component {
    /// The bounds of a position that follow from those of its moves.
    pub fn backed_up(&self, index: usize, bounds: &[ValueBounds]) -> ValueBounds {
        let targets = self.targets(index).map(|target| bounds[target]);
        match self.turn(index) {
            CycleTurn::Chance => {
                let mut mean = ValueBounds::default();
                for (target, probability) in self.branches(index) {
                    mean.low += probability * bounds[target].low;
                    mean.high += probability * bounds[target].high;
                }
                mean
            }
            CycleTurn::Max => targets.fold(
                ValueBounds {
                    low: f64::NEG_INFINITY,
                    high: f64::NEG_INFINITY,
                },
                |best, target| ValueBounds {
                    low: best.low.max(target.low),
                    high: best.high.max(target.high),
                },
            ),
            CycleTurn::Min => targets.fold(
                ValueBounds {
                    low: f64::INFINITY,
                    high: f64::INFINITY,
                },
                |best, target| ValueBounds {
                    low: best.low.min(target.low),
                    high: best.high.min(target.high),
                },
            ),
        }
    }
}

/// A player's best move at every position by one of the bounds.
pub(super) async fn best_by(
    part: &Component,
    turn: CycleTurn,
    otherwise: f64,
    bound: impl Fn(usize) -> f64,
    better: fn(f64, f64) -> f64,
    ctl: &Control,
) -> Vec<f64> {
    let mut best = Vec::with_capacity(part.len());
    for slot in (0..part.len()).step_by(PIECE) {
        let places = slot..part.len().min(slot + PIECE);
        best.extend(places.clone().map(|index| match part.turn(index) {
            own if own == turn => {
                let targets = part.targets(index);
                targets.fold(otherwise, |best, target| better(best, bound(target)))
            }
            _ => otherwise,
        }));
        ctl.tick(part.moves_of(places)).await;
    }
    best
}

/// Lowers the upper bound in the end components in which the minimizer can hold play by moves that
/// are best for it by the lower bound, give or take `slack`.
async fn lower(
    part: &Component,
    traps: &[Vec<u32>],
    endless: f64,
    bounds: &mut [ValueBounds],
    slack: f64,
    ctl: &Control,
) -> bool {
    let low = |place: usize| bounds[place].low;
    let best = best_by(part, CycleTurn::Min, f64::INFINITY, low, f64::min, ctl).await;
    let holds = |slot: usize, target: usize| low(target) <= best[slot] + slack;
    let components = part.end_components(Some(traps), holds, ctl).await;
    let mut inside = vec![false; part.len()];
    let mut moved = false;
    for component in components {
        let high = |exit: usize| bounds[exit].high;
        let max = part
            .best_exit(
                &component,
                &mut inside,
                CycleTurn::Max,
                endless,
                high,
                f64::max,
                ctl,
            )
            .await;
        for places in component.chunks(PIECE) {
            for index in places {
                let bound = &mut bounds[*index as usize].high;
                moved |= *bound > max;
                *bound = bound.min(max);
            }
            ctl.tick(places.len()).await;
        }
    }
    moved
}

/// Raises the lower bound in the end components in which the maximizer can hold play by moves that
/// are best for it by the upper bound, give or take `slack`.
async fn raise(
    part: &Component,
    traps: &[Vec<u32>],
    endless: f64,
    bounds: &mut [ValueBounds],
    slack: f64,
    ctl: &Control,
) -> bool {
    let high = |place: usize| bounds[place].high;
    let best = best_by(part, CycleTurn::Max, f64::NEG_INFINITY, high, f64::max, ctl).await;
    let holds = |slot: usize, target: usize| high(target) >= best[slot] - slack;
    let components = part.end_components(Some(traps), holds, ctl).await;
    let mut inside = vec![false; part.len()];
    let mut moved = false;
    for component in components {
        let low = |exit: usize| bounds[exit].low;
        let min = part
            .best_exit(
                &component,
                &mut inside,
                CycleTurn::Min,
                endless,
                low,
                f64::min,
                ctl,
            )
            .await;
        for places in component.chunks(PIECE) {
            for index in places {
                let bound = &mut bounds[*index as usize].low;
                moved |= *bound < min;
                *bound = bound.max(min);
            }
            ctl.tick(places.len()).await;
        }
    }
    moved
}

/// The bounds of the vertices that can reach a cycle.
pub(super) struct Recurring {
    /// One per vertex: the lower and the upper bound.
    bounds: Vec<[f64; 2]>,
}

impl Recurring {
    /// Narrows the bounds. `endless` is the value of endless play, and `acyclic` returns the
    /// ratings of the other vertices.
    pub async fn find(
        graph: &Graph,
        player: Player,
        endless: f64,
        acyclic: impl Fn(u32) -> f64,
        ctl: &Control,
    ) -> Self {
        let mut found = vec![[0.0; 2]; graph.len()];
        let mut known = vec![false; graph.len()];
        // Entries that are used while a component is taken out.
        let mut place = vec![0; graph.len()];
        // The vertices found last are nearest to the ends, and come first: values then spread in
        // one sweep.
        for part in 0..graph.components().len() {
            let vertices = graph.components().part(part);
            let (part, exits) = Component::take(graph, player, vertices, &mut place, ctl).await;
            let mut bounds = Vec::with_capacity(vertices.len() + exits.len());
            bounds.resize(vertices.len(), ValueBounds::default());
            let exit = |index: usize| {
                let exit = exits[index];
                let [low, high] = match known[exit as usize] {
                    true => found[exit as usize],
                    false => [acyclic(exit); 2],
                };
                bounds.push(ValueBounds { low, high });
                1
            };
            ctl.each(0..exits.len(), exit).await;
            drop(exits);
            let bounds = solve(part, endless, bounds, ctl).await;
            let write = |index: usize| {
                let ValueBounds { low, high } = bounds[index];
                found[vertices[index] as usize] = [low, high];
                known[vertices[index] as usize] = true;
                1
            };
            ctl.each(0..vertices.len(), write).await;
        }
        Self { bounds: found }
    }

    /// The bounds of a vertex.
    pub fn of(&self, vertex: Vertex) -> ValueBounds {
        let [low, high] = self.bounds[vertex.index()];
        ValueBounds { low, high }
    }
}

/// The vertices that can reach a cycle, and the moves between them by where they lead.
#[derive(Default)]
pub(super) struct RetrogradePart {
    holds: Vec<bool>,
    sources: Arrows,
}

impl RetrogradePart {
    /// The approximate work of finding them.
    pub fn work(graph: &Graph) -> u64 {
        4 * (graph.components().nodes().len() + 1) as u64
    }

    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        let nodes = graph.components().nodes();
        let mut holds = vec![false; graph.len()];
        let mark = |place: usize| {
            holds[nodes[place] as usize] = true;
            1
        };
        ctl.each(0..nodes.len(), mark).await;
        let moves = |slot: usize| {
            let targets = graph.targets(Vertex(nodes[slot]));
            let inside = targets.iter().filter(|target| holds[target.index()]);
            (
                nodes[slot],
                1 + targets.len(),
                inside.map(|target| target.0),
            )
        };
        let mut first = vec![0; graph.len() + 1];
        let count = |index| {
            let (_, work, targets) = moves(index);
            targets.for_each(|target| first[target as usize] += 1);
            work
        };
        ctl.each(0..nodes.len(), count).await;
        let sources = turned(first, 0..nodes.len(), moves, ctl).await;
        Self { holds, sources }
    }
}

/// The number of values in a table, and the index of the value of endless play.
#[derive(Clone, Copy)]
pub(super) struct EndlessValues {
    pub draw: usize,
    pub number: usize,
}

/// The approximate work of a column.
pub(super) fn work(graph: &Graph) -> u64 {
    5 * graph.components().nodes().len() as u64
}

/// Writes one player's ratings of vertices that can reach a cycle.
pub(super) async fn rate(
    graph: &Graph,
    recurring: &RetrogradePart,
    player: Player,
    EndlessValues { draw, number }: EndlessValues,
    column: &mut NumberColumn,
    ctl: &Control,
) {
    let RetrogradePart { holds, sources } = recurring;
    let nodes = graph.components().nodes();
    let mut rated = vec![false; graph.len()];
    // For each vertex, the number of moves not yet known to be worse for the side that doesn't
    // force.
    let mut open = vec![0_u32; graph.len()];
    for player_forces in [true, false] {
        // The moves out of this part, by the rating that they lead to.
        let mut known = vec![Vec::new(); number];
        let begin = |place: usize| {
            let targets = graph.targets(Vertex(nodes[place]));
            open[nodes[place] as usize] = targets.len() as u32;
            for target in targets.iter().filter(|target| !holds[target.index()]) {
                known[column.get(target.index())].push(nodes[place]);
            }
            1 + targets.len()
        };
        ctl.each(0..nodes.len(), begin).await;
        for step in 0..number {
            let value = match player_forces {
                true => number - 1 - step,
                false => step,
            };
            if value == draw {
                break;
            }
            // Moves of these vertices lead to the value …
            let mut events = std::mem::take(&mut known[value]);
            // … and the moves in these ranges of the sources.
            let mut spread: Vec<Range<u32>> = Vec::new();
            let force = || {
                let vertex = match spread.last_mut().map(Iterator::next) {
                    Some(Some(place)) => sources.target_of(place),
                    Some(None) => {
                        spread.pop();
                        return Some(1);
                    }
                    None => events.pop()?,
                };
                let index = vertex as usize;
                if !rated[index] {
                    let own = graph.kind(Vertex(vertex)) == VertexKind::Decision(player);
                    open[index] -= 1;
                    if own == player_forces || open[index] == 0 {
                        column.set(index, value);
                        rated[index] = true;
                        spread.push(sources.arrows(vertex));
                    }
                }
                Some(1)
            };
            ctl.repeat(force).await;
        }
    }
    let end = |slot: usize| {
        let index = nodes[slot] as usize;
        if !rated[index] {
            column.set(index, draw);
        }
        1
    };
    ctl.each(0..nodes.len(), end).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::graph;
    use crate::work::finished;

    #[test]
    fn bounds_of_a_cycle_that_play_can_stay_in_move_to_the_value_of_endless_play_once() {
        let ctl = Control::default();
        let traps = [vec![0, 1]];
        let ends = |low, high| ValueBounds { low, high };
        // The player at 0 may go round by 1, or leave to an exit below endless play.
        let part =
            |turn, other| Component::of(&[(turn, &[(1, 1.0), (2, 1.0)]), (other, &[(0, 1.0)])]);
        let held = part(CycleTurn::Max, CycleTurn::Min);
        let mut bounds = vec![ends(0.0, 1.0), ends(0.0, 1.0), ends(0.25, 0.25)];
        let mut lowered = || finished(lower(&held, &traps, 0.5, &mut bounds, 0.0, &ctl));
        assert_eq!([lowered(), lowered()], [true, false]);
        assert_eq!(bounds[..2], [ends(0.0, 0.5); 2]);
        let held = part(CycleTurn::Min, CycleTurn::Max);
        let mut bounds = vec![ends(0.0, 1.0), ends(0.0, 1.0), ends(0.75, 0.75)];
        let mut raised = || finished(raise(&held, &traps, 0.5, &mut bounds, 0.0, &ctl));
        assert_eq!([raised(), raised()], [true, false]);
        assert_eq!(bounds[..2], [ends(0.5, 1.0); 2]);
    }

    #[test]
    fn a_player_who_can_leave_a_cycle_for_a_win_is_rated_as_winning() {
        let graph = graph(
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y end: 1 0",
            None,
        );
        let graph = graph.graph();
        let values = EndlessValues { draw: 1, number: 3 };
        let mut column = NumberColumn::new(graph.len(), values.number);
        let end = graph.vertices().find(|vertex| graph.is_leaf(*vertex));
        column.set(end.expect("an end").index(), 2);
        let ctl = Control::default();
        let recurring = finished(RetrogradePart::find(graph, &ctl));
        finished(rate(
            graph,
            &recurring,
            Player(0),
            values,
            &mut column,
            &ctl,
        ));
        assert_eq!(column.get(Vertex::ROOT.index()), 2, "a goes right");
    }
}
