//! Counts the nodes of a whole tree on its position graph, step by step: for each vertex the nodes
//! below it, children before parents.

use std::sync::Arc;

use super::counts::{Counts, EndsByWinners, LongestLines, Wide};
use super::graph::{Edge, Graph, Vertex, VertexKind};
use super::hits::Marked;
use super::tasks::{Task, side_by_side};
use crate::game::{Winners, winners_of};

/// Which nodes of a tree are counted.
#[derive(Clone, Debug)]
pub(super) enum Counted {
    Nodes,
    Ends,
    Leaves,
    /// Ends with some of the outcomes.
    Outcomes(Vec<bool>),
    /// Nodes that marked moves lead to, the vertex itself left out.
    Marked(Arc<Marked>),
}

impl Counted {
    #[inline]
    fn holds(&self, graph: &Graph, vertex: Vertex) -> bool {
        match self {
            Self::Nodes => true,
            Self::Ends => graph.kind(vertex) == VertexKind::End,
            Self::Leaves => graph.is_leaf(vertex),
            Self::Outcomes(wanted) => {
                graph.kind(vertex) == VertexKind::End
                    && graph
                        .outcome_index(vertex)
                        .is_some_and(|outcome| wanted[outcome])
            }
            Self::Marked(marked) => marked.moves_of(graph, vertex) > 0,
        }
    }

    /// The number of nodes counted at a vertex itself.
    #[inline]
    fn at(&self, graph: &Graph, vertex: Vertex) -> u64 {
        match self {
            Self::Marked(marked) => marked.moves_of(graph, vertex),
            _ => u64::from(self.holds(graph, vertex)),
        }
    }

    /// Whether the nodes below a move are counted.
    #[inline]
    fn leads(&self, edge: Edge) -> bool {
        match self {
            Self::Marked(marked) => marked.leads(edge),
            _ => true,
        }
    }

    /// The targets of the moves whose nodes are counted.
    fn targets<'a>(
        &'a self,
        graph: &'a Graph,
        vertex: Vertex,
    ) -> impl Iterator<Item = Vertex> + 'a {
        graph
            .edges(vertex)
            .filter(|edge| self.leads(*edge))
            .map(|edge| graph.target(edge))
    }
}

/// The state of counting a cyclic graph, before the sums.
#[derive(Clone, Copy, Debug)]
enum CountingStage {
    /// Below which vertices there is something to count.
    Reaching,
    /// Visits the vertices of a component: the current index, whether there is anything to count
    /// below it, and whether that is infinite.
    Looking {
        place: usize,
        reach: bool,
        endless: bool,
    },
    /// Writes that down for each vertex of the part.
    Writing {
        place: usize,
        reach: bool,
        endless: bool,
    },
    Summing,
}

/// Computes counts step by step. Dropping it cancels.
pub struct Counting {
    counted: Counted,
    stage: CountingStage,
    /// The next index in the order, or the next component.
    next: usize,
    reaches: Vec<bool>,
    infinite: Vec<bool>,
    wide: Wide,
    /// Whether one word isn't enough, so that the sums must start again.
    overflown: bool,
}

impl Counting {
    /// Starts counting the nodes of the tree below each vertex of a sorted graph.
    pub fn nodes(graph: &Graph) -> Self {
        Self::new(graph, Counted::Nodes)
    }

    /// Starts counting the nodes that marked moves lead to, below each vertex of a sorted graph.
    pub(super) fn marked(graph: &Graph, marked: Arc<Marked>) -> Self {
        Self::new(graph, Counted::Marked(marked))
    }

    pub(super) fn new(graph: &Graph, counted: Counted) -> Self {
        let cyclic = graph.is_cyclic();
        let flags = if cyclic { graph.len() } else { 0 };
        Self {
            counted,
            stage: if cyclic {
                CountingStage::Reaching
            } else {
                CountingStage::Summing
            },
            next: 0,
            reaches: vec![false; flags],
            infinite: vec![false; flags],
            wide: Wide::new(1, graph.len()),
            overflown: false,
        }
    }

    /// Finds the vertices with infinite counts: those from which a cycle can be reached that leads
    /// to something counted. `true` once they are known.
    fn find_infinite(&mut self, graph: &Graph, left: &mut usize) -> bool {
        while *left > 0 {
            match self.stage {
                CountingStage::Summing => return true,
                CountingStage::Reaching => self.reach(graph, left),
                CountingStage::Looking { .. } => self.look(graph, left),
                CountingStage::Writing { .. } => self.write(graph, left),
            }
        }
        matches!(self.stage, CountingStage::Summing)
    }

    fn reach(&mut self, graph: &Graph, left: &mut usize) {
        let Self {
            counted,
            reaches,
            next,
            ..
        } = self;
        let done = graph.sweep(next, graph.acyclic_len(), left, |vertex| {
            let mut targets = counted.targets(graph, vertex);
            reaches[vertex.index()] =
                counted.holds(graph, vertex) || targets.any(|target| reaches[target.index()]);
            true
        });
        if done {
            self.next = 0;
            self.stage = CountingStage::Looking {
                place: 0,
                reach: false,
                endless: false,
            };
        }
    }

    fn look(&mut self, graph: &Graph, left: &mut usize) {
        let CountingStage::Looking {
            place,
            reach,
            endless,
        } = &mut self.stage
        else {
            return;
        };
        if self.next == graph.components().len() {
            self.reaches = Vec::new();
            self.next = 0;
            self.stage = CountingStage::Summing;
            return;
        }
        let part = graph.components().part(self.next);
        let mut recurs = part.len() > 1;
        while *place < part.len() {
            if *left == 0 {
                return;
            }
            let vertex = Vertex(part[*place]);
            *left = left.saturating_sub(1 + graph.degree(vertex));
            *reach |= self.counted.holds(graph, vertex);
            for target in self.counted.targets(graph, vertex) {
                recurs |= target == vertex;
                *reach |= self.reaches[target.index()];
                *endless |= self.infinite[target.index()];
            }
            *place += 1;
        }
        let (reach, endless) = (*reach, (*reach && recurs) || *endless);
        self.stage = CountingStage::Writing {
            place: 0,
            reach,
            endless,
        };
    }

    fn write(&mut self, graph: &Graph, left: &mut usize) {
        let CountingStage::Writing {
            place,
            reach,
            endless,
        } = &mut self.stage
        else {
            return;
        };
        let part = &graph.components().part(self.next)[*place..];
        let part = &part[..part.len().min(*left)];
        for vertex in part {
            self.reaches[*vertex as usize] = *reach;
            self.infinite[*vertex as usize] = *endless;
        }
        *left -= part.len();
        *place += part.len();
        if *place == graph.components().part(self.next).len() {
            self.next += 1;
            self.stage = CountingStage::Looking {
                place: 0,
                reach: false,
                endless: false,
            };
        }
    }

    /// Sums. An overflow starts it again with twice the words. Returns `true` when done.
    fn sum(&mut self, graph: &Graph, left: &mut usize) -> bool {
        if std::mem::take(&mut self.overflown) {
            let words = 2 * self.wide.words;
            self.wide = Wide::new(0, 0);
            self.wide = Wide::new(words, graph.len());
            self.next = 0;
        }
        let Self {
            counted,
            infinite,
            wide,
            next,
            overflown,
            ..
        } = self;
        let words = wide.words;
        // Wide counts take longer.
        let mut narrow = left.div_ceil(words);
        let given = narrow;
        let done = graph.sweep(next, graph.len(), &mut narrow, |vertex| {
            let index = vertex.index();
            if infinite.get(index) == Some(&true) {
                return true;
            }
            wide.start(index, counted.at(graph, vertex));
            *overflown = if let Counted::Marked(_) = counted {
                let mut targets = counted.targets(graph, vertex);
                !targets.all(|target| wide.add_own(index, target.index()))
            } else {
                let mut targets = graph.targets(vertex).iter();
                !targets.all(|target| wide.add_own(index, target.index()))
            };
            !*overflown
        });
        *left = left.saturating_sub((given - narrow).saturating_mul(words));
        done
    }

    /// Completes the count.
    pub fn finish(mut self, graph: &Graph) -> Counts {
        while !self.step(graph, usize::MAX) {}
        Counts {
            wide: self.wide,
            infinite: self.infinite,
        }
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.wide.bytes() + self.reaches.capacity() + self.infinite.capacity()
    }
}

impl Task for Counting {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 {
            if self.find_infinite(graph, &mut left) && self.sum(graph, &mut left) {
                return true;
            }
        }
        self.left(graph) == 0
    }

    fn left(&self, graph: &Graph) -> u64 {
        let words = self.wide.words as u64;
        let all = graph.sweep_left(0);
        match self.stage {
            CountingStage::Reaching => 3 * all - (all - graph.sweep_left(self.next)),
            CountingStage::Looking { .. } | CountingStage::Writing { .. } => 2 * all,
            CountingStage::Summing if self.overflown => 2 * words * all,
            CountingStage::Summing => words * graph.sweep_left(self.next),
        }
    }
}

/// Counts nodes, ends and longest lines in one sweep, as long as one word is enough for both
/// counts. Most of the cost is the access to each child, not the additions. Dropping it cancels.
pub struct Sizing {
    nodes: Counting,
    ends: Counting,
    /// 0 for a vertex that can reach a cycle, otherwise the length of the longest line plus 1.
    plies: Vec<u32>,
    /// The next index in the order.
    next: usize,
}

impl Sizing {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph) -> Self {
        Self {
            nodes: Counting::new(graph, Counted::Nodes),
            ends: Counting::new(graph, Counted::Ends),
            plies: vec![0; graph.len()],
            next: 0,
        }
    }

    fn sum(&mut self, graph: &Graph, left: &mut usize) {
        let Self {
            nodes,
            ends,
            plies,
            next,
        } = self;
        let acyclic = graph.acyclic_len();
        let (many, few) = (&mut nodes.wide.data, &mut ends.wide.data);
        let mut first = |vertex: Vertex| {
            let targets = graph.targets(vertex);
            let end = graph.kind(vertex) == VertexKind::End;
            let (mut here, mut below, mut longest) = (1_u64, u64::from(end), 0);
            let (mut over, mut over_ends) = (false, false);
            for target in targets {
                let (sum, carry) = here.overflowing_add(many[target.index()]);
                here = sum;
                over |= carry;
                let (sum, carry) = below.overflowing_add(few[target.index()]);
                below = sum;
                over_ends |= carry;
                longest = longest.max(plies[target.index()]);
            }
            many[vertex.index()] = here;
            few[vertex.index()] = below;
            plies[vertex.index()] = match targets {
                [] => 1,
                _ => longest + graph.cost(vertex),
            };
            // A sum that overflows one word is computed again later; sums that depend on it aren't
            // known.
            nodes.overflown |= over;
            ends.overflown |= over_ends;
            true
        };
        graph.sweep(next, acyclic, left, &mut first);
        if *next == acyclic {
            // All nodes of the others have no end; their ends, where they have one, are summed
            // alone.
            nodes.next = graph.len();
            ends.next = acyclic;
        }
    }

    /// The counts of nodes and ends, and the longest lines.
    pub fn finish(mut self, graph: &Graph) -> (Counts, Counts, LongestLines) {
        while !self.step(graph, usize::MAX) {}
        let longest = LongestLines { plies: self.plies };
        (self.nodes.finish(graph), self.ends.finish(graph), longest)
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + self.ends.bytes() + 4 * self.plies.capacity()
    }
}

impl Task for Sizing {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 {
            let known = self.nodes.find_infinite(graph, &mut left)
                && self.ends.find_infinite(graph, &mut left);
            if !known {
                continue;
            }
            if self.next < graph.acyclic_len() {
                self.sum(graph, &mut left);
                continue;
            }
            if self.nodes.sum(graph, &mut left) && self.ends.sum(graph, &mut left) {
                return true;
            }
        }
        self.left(graph) == 0
    }

    fn left(&self, graph: &Graph) -> u64 {
        let sweep = graph.sweep_left(0);
        let acyclic = graph
            .sweep_left(self.next)
            .saturating_sub(graph.sweep_left(graph.acyclic_len()));
        let own = |counting: &Counting| match counting.stage {
            CountingStage::Summing if self.next < graph.acyclic_len() && !counting.overflown => 0,
            CountingStage::Summing => counting.left(graph),
            _ => counting.left(graph).saturating_sub(sweep),
        };
        acyclic + own(&self.nodes) + own(&self.ends)
    }
}

/// Counts ends by winners step by step, one count per class. Dropping it cancels.
pub struct CountingWinners {
    winners: Vec<Winners>,
    present: Vec<bool>,
    /// The number of vertices visited for the known outcomes.
    next: usize,
    classes: Vec<(Winners, Counting)>,
}

impl CountingWinners {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph) -> Self {
        let winners: Vec<Winners> = graph.outcomes().map(winners_of).collect();
        Self {
            present: vec![false; winners.len()],
            winners,
            next: 0,
            classes: Vec::new(),
        }
    }

    /// Visits up to `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, graph: &Graph, work: usize) -> bool {
        if self.next < graph.len() {
            let end = graph.len().min(self.next.saturating_add(work));
            for vertex in (self.next as u32..end as u32).map(Vertex) {
                if let (VertexKind::End, Some(outcome)) =
                    (graph.kind(vertex), graph.outcome_index(vertex))
                {
                    self.present[outcome] = true;
                }
            }
            self.next = end;
            if end < graph.len() {
                return false;
            }
            self.begin(graph);
        }
        let classes = self.classes.iter_mut();
        let mut tasks: Vec<&mut dyn Task> = classes
            .map(|(_, counting)| counting as &mut dyn Task)
            .collect();
        side_by_side(graph, &mut tasks, work)
    }

    fn begin(&mut self, graph: &Graph) {
        let present = self.winners.iter().zip(&self.present);
        let mut classes: Vec<Winners> = present
            .filter(|(_, present)| **present)
            .map(|(winners, _)| *winners)
            .collect();
        // Each player alone first, then ties, each in the players' order.
        classes.sort_by_key(|winners| (winners.len(), winners.iter().collect::<Vec<_>>()));
        classes.dedup();
        let counting = |class: Winners| {
            let wanted = self.winners.iter().map(|winners| *winners == class);
            let counted = Counted::Outcomes(wanted.collect());
            (class, Counting::new(graph, counted))
        };
        self.classes = classes.into_iter().map(counting).collect();
    }

    /// Completes the count.
    pub fn finish(mut self, graph: &Graph) -> EndsByWinners {
        while !self.step(graph, usize::MAX) {}
        let classes = self.classes.into_iter();
        EndsByWinners {
            classes: classes
                .map(|(winners, counting)| (winners, counting.finish(graph)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::scripts::tests::graph;

    #[test]
    fn sizes_are_known_at_the_step_that_says_so_and_not_before() {
        for script in [
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: on -> z; z end: 1 0",
            "start a: l -> x, r -> y; x b: on -> y; y end: 1 0",
        ] {
            let positions = graph(script, None);
            let graph = positions.graph();
            let mut sizing = Sizing::new(graph);
            let mut steps = 1;
            while !sizing.step(graph, 1) {
                assert!(sizing.left(graph) > 0);
                steps += 1;
            }
            assert!(steps >= graph.len(), "{steps} steps");
            assert_eq!(sizing.left(graph), 0);
            let (nodes, ends) = (Counts::nodes(graph), Counts::ends(graph));
            let (found_nodes, found_ends, _) = sizing.finish(graph);
            for vertex in graph.vertices() {
                assert_eq!(found_nodes.of(vertex), nodes.of(vertex));
                assert_eq!(found_ends.of(vertex), ends.of(vertex));
            }
        }
    }

    #[test]
    fn nodes_are_counted_at_the_step_that_says_so_and_not_before() {
        let script = "start a: l -> x, r -> y; x b: back -> start, on -> y; y end: 1 0";
        let positions = graph(script, None);
        let graph = positions.graph();
        let mut counting = Counting::nodes(graph);
        let mut steps = 1;
        while !counting.step(graph, 1) {
            assert!(counting.left(graph) > 0);
            steps += 1;
        }
        assert!(steps > graph.len(), "{steps} steps");
        assert_eq!(counting.left(graph), 0);
    }
}
