//! Ratings of cyclic graphs without chance by retrograde analysis, as for endgame tables. First the
//! positions where the rated player can force more than a draw, the best first. Then those where
//! the others can force less, the worst first. The rest is endless play.

use std::ops::Range;
use std::sync::Arc;

use super::column::Column;
use crate::game::Player;
use crate::tree::{Graph, Task, Vertex, VertexKind};

/// The moves between vertices that can reach a cycle, by where they lead.
pub(super) struct Ways {
    endless: Vec<bool>,
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Ways {
    /// The range of the moves to a vertex.
    fn to(&self, vertex: u32) -> Range<u32> {
        let index = vertex as usize;
        let end = self.first.get(index + 1);
        self.first[index]..end.copied().unwrap_or(self.sources.len() as u32)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turning {
    Marking,
    Counting,
    Summing,
    Filling,
    Done,
}

/// Finds [`Ways`] step by step.
pub(super) struct TurningRound {
    ways: Ways,
    stage: Turning,
    next: usize,
}

impl TurningRound {
    pub fn new(graph: &Graph) -> Self {
        Self {
            ways: Ways {
                endless: vec![false; graph.len()],
                first: vec![0; graph.len()],
                sources: Vec::new(),
            },
            stage: Turning::Marking,
            next: 0,
        }
    }

    pub fn is_done(&self) -> bool {
        self.stage == Turning::Done
    }

    pub fn finish(self) -> Arc<Ways> {
        Arc::new(self.ways)
    }
}

/// Does something with the next nodes, until the work is done; `true` after the last.
fn go_on(
    graph: &Graph,
    next: &mut usize,
    left: &mut usize,
    mut visit: impl FnMut(Vertex, &[Vertex]),
) -> bool {
    let nodes = graph.components().nodes();
    while let Some(&vertex) = nodes.get(*next) {
        if *left == 0 {
            return false;
        }
        let vertex = Vertex(vertex);
        let targets = graph.targets(vertex);
        *left = left.saturating_sub(1 + targets.len());
        visit(vertex, targets);
        *next += 1;
    }
    true
}

impl Task for TurningRound {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        let Self { ways, stage, next } = self;
        let Ways {
            endless,
            first,
            sources,
        } = ways;
        while left > 0 && *stage != Turning::Done {
            let (done, then) = match *stage {
                Turning::Marking => {
                    let mark = |vertex: Vertex, _: &[Vertex]| endless[vertex.index()] = true;
                    (go_on(graph, next, &mut left, mark), Turning::Counting)
                }
                Turning::Counting => {
                    let count = |_, targets: &[Vertex]| {
                        for target in targets.iter().filter(|target| endless[target.index()]) {
                            first[target.index()] += 1;
                        }
                    };
                    (go_on(graph, next, &mut left, count), Turning::Summing)
                }
                Turning::Summing => {
                    let end = first.len().min(next.saturating_add(left));
                    left -= end - *next;
                    for index in *next..end {
                        first[index] += index.checked_sub(1).map_or(0, |before| first[before]);
                    }
                    *next = end;
                    let done = end == first.len();
                    if done {
                        *sources = vec![0; first.last().map_or(0, |last| *last as usize)];
                    }
                    (done, Turning::Filling)
                }
                Turning::Filling => {
                    // Each entry counts down from the end of its vertex's moves to their start.
                    let fill = |vertex: Vertex, targets: &[Vertex]| {
                        for target in targets.iter().filter(|target| endless[target.index()]) {
                            let place = &mut first[target.index()];
                            *place -= 1;
                            sources[*place as usize] = vertex.0;
                        }
                    };
                    (go_on(graph, next, &mut left, fill), Turning::Done)
                }
                Turning::Done => return true,
            };
            if done {
                *stage = then;
                *next = 0;
            }
        }
        self.is_done()
    }

    fn left(&self, graph: &Graph) -> u64 {
        let stages = match self.stage {
            Turning::Marking => 4,
            Turning::Counting => 3,
            Turning::Summing => 2,
            Turning::Filling => 1,
            Turning::Done => 0,
        };
        (stages * (graph.components().nodes().len() + 1)) as u64
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RetrogradeStage {
    /// Finds the moves out of the endless part.
    Beginning,
    /// Spreads ratings backwards.
    Forcing,
    /// The remaining vertices get the value of endless play.
    Ending,
    Done,
}

/// One player's ratings of vertices that can reach a cycle.
pub(super) struct Retrograde {
    ways: Arc<Ways>,
    player: Player,
    draw: usize,
    values: usize,
    stage: RetrogradeStage,
    /// Whether the rated player forces, which comes first, or the others do.
    player_forces: bool,
    next: usize,
    rated: Vec<bool>,
    /// For each vertex, the number of moves not yet known to be worse for the side that doesn't
    /// force.
    open: Vec<u32>,
    /// The moves out of the endless part, by the rating that they lead to.
    known: Vec<Vec<u32>>,
    /// The rating that is being spread.
    value: usize,
    /// Moves of these vertices lead to it …
    events: Vec<u32>,
    /// … and the moves in these ranges of the sources.
    spread: Vec<Range<u32>>,
}

impl Retrograde {
    /// Starts for a player and a table of this many values, of which one is a draw.
    pub fn new(graph: &Graph, ways: Arc<Ways>, player: Player, draw: usize, values: usize) -> Self {
        Self {
            ways,
            player,
            draw,
            values,
            stage: RetrogradeStage::Beginning,
            player_forces: true,
            next: 0,
            rated: vec![false; graph.len()],
            open: vec![0; graph.len()],
            known: vec![Vec::new(); values],
            value: values,
            events: Vec::new(),
            spread: Vec::new(),
        }
    }

    /// Continues; returns `true` when all are rated.
    pub fn advance(&mut self, graph: &Graph, column: &mut Column, left: &mut usize) -> bool {
        while *left > 0 {
            match self.stage {
                RetrogradeStage::Beginning => self.begin(graph, column, left),
                RetrogradeStage::Forcing => self.force(graph, column, left),
                RetrogradeStage::Ending => {
                    let Self {
                        rated, next, draw, ..
                    } = self;
                    let done = go_on(graph, next, left, |vertex, _| {
                        if !rated[vertex.index()] {
                            column.set(vertex.index(), *draw);
                        }
                    });
                    if done {
                        self.stage = RetrogradeStage::Done;
                    }
                }
                RetrogradeStage::Done => return true,
            }
        }
        self.stage == RetrogradeStage::Done
    }

    fn begin(&mut self, graph: &Graph, column: &Column, left: &mut usize) {
        let Self {
            ways,
            open,
            known,
            next,
            ..
        } = self;
        let done = go_on(graph, next, left, |vertex, targets| {
            open[vertex.index()] = targets.len() as u32;
            for target in targets
                .iter()
                .filter(|target| !ways.endless[target.index()])
            {
                known[column.get(target.index())].push(vertex.0);
            }
        });
        if done {
            self.next = 0;
            self.stage = RetrogradeStage::Forcing;
        }
    }

    /// The next value that is spread; `None` after the last.
    fn next_value(&self) -> Option<usize> {
        if self.player_forces {
            let next = self.value - 1;
            (next > self.draw).then_some(next)
        } else {
            let next = if self.value == self.values {
                0
            } else {
                self.value + 1
            };
            (next < self.draw).then_some(next)
        }
    }

    fn force(&mut self, graph: &Graph, column: &mut Column, left: &mut usize) {
        while *left > 0 {
            *left -= 1;
            let from_way = self.spread.last_mut().map(Iterator::next);
            let vertex = match (from_way, self.events.pop()) {
                (Some(Some(place)), event) => {
                    self.events.extend(event);
                    self.ways.sources[place as usize]
                }
                (Some(None), event) => {
                    self.events.extend(event);
                    self.spread.pop();
                    continue;
                }
                (None, Some(event)) => event,
                (None, None) => match self.next_value() {
                    Some(value) => {
                        self.value = value;
                        self.events = std::mem::take(&mut self.known[value]);
                        continue;
                    }
                    None => return self.turn(),
                },
            };
            let index = vertex as usize;
            if self.rated[index] {
                continue;
            }
            let own = graph.kind(Vertex(vertex)) == VertexKind::Decision(self.player);
            self.open[index] -= 1;
            if own == self.player_forces || self.open[index] == 0 {
                column.set(index, self.value);
                self.rated[index] = true;
                self.spread.push(self.ways.to(vertex));
            }
        }
    }

    /// Goes from one who forces to the other, and then to the end.
    fn turn(&mut self) {
        self.next = 0;
        self.value = self.values;
        if self.player_forces {
            self.player_forces = false;
            self.known.iter_mut().for_each(Vec::clear);
            self.stage = RetrogradeStage::Beginning;
        } else {
            self.stage = RetrogradeStage::Ending;
        }
    }

    /// The approximate work left.
    pub fn left(&self, graph: &Graph) -> u64 {
        let stages = match (self.stage, self.player_forces) {
            (RetrogradeStage::Beginning, true) => 5,
            (RetrogradeStage::Forcing, true) => 4,
            (RetrogradeStage::Beginning, false) => 3,
            (RetrogradeStage::Forcing, false) => 2,
            (RetrogradeStage::Ending, _) => 1,
            (RetrogradeStage::Done, _) => 0,
        };
        (stages * graph.components().nodes().len()) as u64
    }

    pub fn bytes(&self) -> usize {
        self.rated.capacity()
            + 4 * (self.open.capacity() + self.events.capacity())
            + 4 * self.known.iter().map(Vec::capacity).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn every_stage_leaves_less_to_do_and_the_last_one_nothing() {
        let graph = graph(
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y end: 1 0",
            None,
        );
        let graph = graph.graph();
        let mut turning = TurningRound::new(graph);
        let mut lefts = vec![turning.left(graph)];
        while !turning.step(graph, 1) {
            lefts.push(turning.left(graph));
        }
        lefts.push(turning.left(graph));
        assert!(lefts.is_sorted_by(|a, b| a >= b), "{lefts:?}");
        lefts.dedup();
        assert_eq!((lefts.len(), lefts.last()), (5, Some(&0)));

        let values = 3;
        let mut column = Column::new(graph.len(), values);
        let end = graph.vertices().find(|vertex| graph.is_leaf(*vertex));
        column.set(end.expect("an end").index(), 2);
        let mut retrograde = Retrograde::new(graph, turning.finish(), Player(0), 1, values);
        let mut lefts = vec![retrograde.left(graph)];
        while !retrograde.advance(graph, &mut column, &mut 1) {
            lefts.push(retrograde.left(graph));
        }
        lefts.push(retrograde.left(graph));
        assert!(lefts.is_sorted_by(|a, b| a >= b), "{lefts:?}");
        lefts.dedup();
        // Each side finds and spreads the known ratings; the rest is endless play.
        assert_eq!((lefts.len(), lefts.last()), (6, Some(&0)));
        assert_eq!(column.get(Vertex::ROOT.index()), 2, "a goes right");
    }
}
