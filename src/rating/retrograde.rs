//! Ratings of cyclic graphs without chance by retrograde analysis, as for endgame tables. First the
//! positions where the rated player can force more than a draw, the best first. Then those where
//! the others can force less, the worst first. The rest is endless play.

use std::ops::Range;

use super::column::Column;
use super::turned::turned;
use crate::game::Player;
use crate::tree::{Arrows, Directed, Graph, Vertex, VertexKind};
use crate::work::Control;

/// The vertices that can reach a cycle, and the moves between them by where they lead.
#[derive(Default)]
pub(super) struct Recurring {
    holds: Vec<bool>,
    sources: Arrows,
}

impl Recurring {
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
        let moves = |place: usize| {
            let targets = graph.targets(Vertex(nodes[place]));
            let inside = targets.iter().filter(|target| holds[target.index()]);
            (
                nodes[place],
                1 + targets.len(),
                inside.map(|target| target.0),
            )
        };
        let mut first = vec![0; graph.len() + 1];
        let count = |place| {
            let (_, work, targets) = moves(place);
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
pub(super) struct Values {
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
    recurring: &Recurring,
    player: Player,
    Values { draw, number }: Values,
    column: &mut Column,
    ctl: &Control,
) {
    let Recurring { holds, sources } = recurring;
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
    let end = |place: usize| {
        let index = nodes[place] as usize;
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
    use crate::tree::scripts::tests::graph;
    use crate::work::finished;

    #[test]
    fn one_who_can_leave_for_a_win_does() {
        let graph = graph(
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y end: 1 0",
            None,
        );
        let graph = graph.graph();
        let values = Values { draw: 1, number: 3 };
        let mut column = Column::new(graph.len(), values.number);
        let end = graph.vertices().find(|vertex| graph.is_leaf(*vertex));
        column.set(end.expect("an end").index(), 2);
        let ctl = Control::default();
        let recurring = finished(Recurring::find(graph, &ctl));
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
