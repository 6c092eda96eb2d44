//! Counts the leaves of a tree that is never built: their number below each vertex, and their
//! winners. A map of the tree is drawn from these counts.

use super::graph::{Graph, Vertex, VertexKind};
use super::plies::chance_ranks;
use crate::game::{Winners, winners_of};

/// Counts from here on are scaled with an exponent: 2^500.
const LARGE: f64 = f64::from_bits((500 + 1_023) << 52);
/// The sum of the shares of all classes of leaves.
const ALL: f64 = 65_535.0;
/// Memory limit in bytes for the leaves of a cyclic game, unless one ply takes more.
const MAX_BYTES: usize = 512_000_000;
/// The default ply limit for counting a cyclic game, within the memory limit.
const USUAL_PLIES: u32 = 16;
/// Maximum ply limit for counting a cyclic game.
const MAX_PLIES: u32 = 200;

/// The class of a leaf: its winner, or a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafClass {
    /// An end, won by these.
    Won(Winners),
    /// A leaf where a limit stopped the tree.
    Horizon,
}

/// The leaves below each vertex.
///
/// Counts are doubles with an exponent: exact up to 2^53, and beyond that as precise as any picture
/// can be. A vertex takes 8 bytes for its count, 2 for the rows below it, and 2 for each class of
/// leaves where there are several; counts beyond 2^500 take 4 more. The tree of a cyclic game has
/// no end, and is counted to a number of plies: each ply takes that much of every vertex.
#[derive(Clone, Debug)]
pub struct Leaves {
    vertices: usize,
    plies: Option<u32>,
    counts: Vec<f64>,
    /// Empty as long as no count is large.
    exponents: Vec<i32>,
    rows: Vec<u16>,
    classes: Vec<LeafClass>,
    /// For each vertex the share of each class; empty if there is one class alone.
    mix: Vec<u16>,
    positions: Vec<u64>,
}

impl Leaves {
    fn at(&self, vertex: Vertex, left: u32) -> usize {
        left as usize * self.vertices + vertex.index()
    }

    /// The plies to which a cyclic game is counted; `None` for any other.
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// The number of leaves below a vertex with `left` plies left (0 without a limit), as a number
    /// and the power of two to multiply it by.
    #[inline]
    pub fn of(&self, vertex: Vertex, left: u32) -> (f64, i32) {
        let at = self.at(vertex, left);
        (
            self.counts[at],
            self.exponents.get(at).copied().unwrap_or(0),
        )
    }

    /// The number of rows below a vertex, at most 65,535.
    #[inline]
    pub fn rows(&self, vertex: Vertex, left: u32) -> u16 {
        self.rows[self.at(vertex, left)]
    }

    /// The classes of leaves that there are: the players alone first, then ties, then horizons.
    pub fn classes(&self) -> &[LeafClass] {
        &self.classes
    }

    /// The share of the leaves below a vertex that are of the class at this index of
    /// [`classes`](Self::classes).
    #[inline]
    pub fn share(&self, vertex: Vertex, left: u32, class: usize) -> f32 {
        let at = self.at(vertex, left) * self.classes.len() + class;
        self.mix
            .get(at)
            .map_or(1.0, |share| f32::from(*share) / ALL as f32)
    }

    /// The number of positions that first occur at each ply, without chance nodes.
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        8 * self.counts.capacity()
            + 4 * self.exponents.capacity()
            + 2 * (self.rows.capacity() + self.mix.capacity())
    }

    /// Maximum number of plies to which the leaves of a cyclic game are counted.
    pub fn most_plies(graph: &Graph) -> u32 {
        let classes = graph.outcomes().len() + 1;
        let ply = graph.len() * (10 + 2 * classes);
        let most = (MAX_BYTES / ply.max(1)).saturating_sub(1);
        (most as u32).clamp(1, MAX_PLIES)
    }
}

/// Counts leaves step by step. Dropping it cancels.
pub struct CountingLeaves {
    leaves: Leaves,
    stage: LeafStage,
    next: usize,
    /// For each vertex the ply of its first occurrence, plus 1.
    first_ply: Vec<u32>,
    /// For a cyclic game the vertices in an order where chance nodes come after their outcomes.
    order: Vec<u32>,
    /// The plies left of the vertices that are being counted.
    left: u32,
    class_of: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafStage {
    Plies,
    Leaves,
    Done,
}

impl CountingLeaves {
    /// Starts with a sorted graph. A cyclic one is counted to `plies`, or to the default limit.
    pub fn new(graph: &Graph, plies: Option<u32>) -> Self {
        let most = Leaves::most_plies(graph);
        let plies = graph
            .is_cyclic()
            .then(|| plies.unwrap_or(USUAL_PLIES).clamp(1, most));
        Self {
            leaves: Leaves {
                vertices: graph.len(),
                plies,
                counts: Vec::new(),
                exponents: Vec::new(),
                rows: Vec::new(),
                classes: Vec::new(),
                mix: Vec::new(),
                positions: Vec::new(),
            },
            stage: LeafStage::Plies,
            next: 0,
            first_ply: Vec::new(),
            order: Vec::new(),
            left: 0,
            class_of: Vec::new(),
        }
    }

    /// Visits up to about `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut work = work;
        while work > 0 && self.stage != LeafStage::Done {
            match self.stage {
                LeafStage::Plies => self.find_plies(graph, &mut work),
                LeafStage::Leaves => self.count(graph, &mut work),
                LeafStage::Done => {}
            }
        }
        self.stage == LeafStage::Done
    }

    /// The number of positions that first occur at each ply, as far as it is known.
    pub fn positions(&self) -> &[u64] {
        &self.leaves.positions
    }

    /// The completed share, from 0 to 1, roughly.
    pub fn share(&self) -> f32 {
        let all = self.leaves.vertices.max(1) as f32;
        let within = (self.next as f32 / all).min(1.0);
        match self.stage {
            LeafStage::Plies => within / 4.0,
            LeafStage::Leaves => {
                let plies = self.leaves.plies.unwrap_or(0) as f32 + 1.0;
                0.25 + 0.75 * (self.left as f32 + within) / plies
            }
            LeafStage::Done => 1.0,
        }
    }

    /// Completes the count.
    pub fn finish(mut self, graph: &Graph) -> Leaves {
        while !self.step(graph, usize::MAX) {}
        self.leaves
    }

    fn find_plies(&mut self, graph: &Graph, work: &mut usize) {
        if self.next == 0 {
            self.first_ply = vec![0; graph.len()];
            if let Some(first) = self.first_ply.first_mut() {
                *first = 1;
            }
        }
        // Vertices are numbered breadth first, so a vertex's ply is known before it is visited.
        while self.next < graph.len() {
            if *work == 0 {
                return;
            }
            let vertex = Vertex(self.next as u32);
            let ply = self.first_ply[vertex.index()];
            let at = ply.saturating_sub(1) as usize;
            let positions = &mut self.leaves.positions;
            if !graph.is_chance(vertex) {
                positions.resize(positions.len().max(at + 1), 0);
                positions[at] += 1;
            }
            let below = ply + graph.cost(vertex);
            let targets = graph.targets(vertex);
            for target in targets {
                let known = &mut self.first_ply[target.index()];
                if *known == 0 {
                    *known = below;
                }
            }
            *work = work.saturating_sub(1 + targets.len());
            self.next += 1;
        }
        self.first_ply = Vec::new();
        self.begin(graph);
    }

    fn begin(&mut self, graph: &Graph) {
        let won: Vec<Winners> = graph.outcomes().map(winners_of).collect();
        let mut there = vec![false; won.len()];
        let mut stopped = self.leaves.plies.is_some();
        for vertex in graph.vertices() {
            match graph.kind(vertex) {
                VertexKind::End => {
                    if let Some(outcome) = graph.outcome_index(vertex) {
                        there[outcome] = true;
                    }
                }
                VertexKind::Horizon(_) => stopped = true,
                VertexKind::Decision(_) | VertexKind::Chance(_) => {}
            }
        }
        let present = won.iter().zip(&there).filter(|(_, there)| **there);
        let mut classes: Vec<Winners> = present.map(|(winners, _)| *winners).collect();
        classes.sort_by_key(|winners| (winners.len(), winners.iter().collect::<Vec<_>>()));
        classes.dedup();
        self.class_of = won
            .iter()
            .map(|winners| classes.iter().position(|class| class == winners))
            .map(|class| class.unwrap_or(usize::MAX))
            .collect();
        self.leaves.classes = classes.into_iter().map(LeafClass::Won).collect();
        if stopped || self.leaves.classes.is_empty() {
            self.leaves.classes.push(LeafClass::Horizon);
        }
        let all = graph.len() * (self.leaves.plies.unwrap_or(0) as usize + 1);
        self.leaves.counts = vec![0.0; all];
        self.leaves.rows = vec![0; all];
        if self.leaves.classes.len() > 1 {
            self.leaves.mix = vec![0; all * self.leaves.classes.len()];
        }
        if self.leaves.plies.is_some() {
            let ranks = chance_ranks(graph);
            self.order = (0..graph.len() as u32).collect();
            self.order.sort_by_key(|vertex| {
                let chance = matches!(graph.kind(Vertex(*vertex)), VertexKind::Chance(_));
                let rank = ranks.get(*vertex as usize).copied().unwrap_or(0);
                (chance, std::cmp::Reverse(rank))
            });
        }
        self.next = 0;
        self.stage = LeafStage::Leaves;
    }

    fn count(&mut self, graph: &Graph, work: &mut usize) {
        let Self {
            leaves,
            next,
            order,
            left,
            class_of,
            ..
        } = self;
        let Some(plies) = leaves.plies else {
            let done = graph.sweep(next, graph.len(), work, |vertex| {
                sum(leaves, graph, vertex, 0, class_of);
                true
            });
            if done {
                self.stage = LeafStage::Done;
            }
            return;
        };
        while *next < order.len() {
            if *work == 0 {
                return;
            }
            let vertex = Vertex(order[*next]);
            sum(leaves, graph, vertex, *left, class_of);
            *work = work.saturating_sub(1 + graph.degree(vertex));
            *next += 1;
        }
        *next = 0;
        *left += 1;
        if *left > plies {
            *left = plies;
            self.order = Vec::new();
            self.stage = LeafStage::Done;
        }
    }
}

/// Sums the leaves below one vertex whose children are all known.
fn sum(leaves: &mut Leaves, graph: &Graph, vertex: Vertex, left: u32, class_of: &[usize]) {
    let at = leaves.at(vertex, left);
    let cost = graph.cost(vertex);
    let limited = leaves.plies.is_some();
    let classes = leaves.classes.len();
    if graph.is_leaf(vertex) || (limited && left < cost) {
        leaves.counts[at] = 1.0;
        let outcome = match graph.kind(vertex) {
            VertexKind::End => graph.outcome_index(vertex),
            _ => None,
        };
        let class = outcome.and_then(|outcome| class_of.get(outcome)).copied();
        let class = class
            .filter(|class| *class < classes)
            .unwrap_or(classes - 1);
        if let Some(share) = leaves.mix.get_mut(at * classes + class) {
            *share = ALL as u16;
        }
        return;
    }
    let below = if limited { left - cost } else { 0 };
    let targets = graph.targets(vertex);
    let (mut count, mut exponent) = (0.0_f64, 0_i32);
    let mut rows = 0;
    for target in targets {
        let (mantissa, power) = leaves.of(*target, below);
        if power == exponent {
            count += mantissa;
        } else if power > exponent {
            count = mantissa + scaled(count, exponent - power);
            exponent = power;
        } else {
            count += scaled(mantissa, power - exponent);
        }
        rows = rows.max(leaves.rows(*target, below));
    }
    if classes > 1 {
        for class in 0..classes {
            let mut share = 0.0;
            for target in targets {
                let from = leaves.at(*target, below);
                let part = leaves.mix[from * classes + class];
                if part == 0 {
                    continue;
                }
                let (mantissa, power) = leaves.of(*target, below);
                share += f64::from(part) * (scaled(mantissa, power - exponent) / count);
            }
            leaves.mix[at * classes + class] = share.round().clamp(0.0, ALL) as u16;
        }
    }
    if count >= LARGE {
        if leaves.exponents.is_empty() {
            leaves.exponents = vec![0; leaves.counts.len()];
        }
        count /= LARGE;
        exponent = exponent.saturating_add(500);
    }
    leaves.counts[at] = count;
    if let Some(slot) = leaves.exponents.get_mut(at) {
        *slot = exponent;
    }
    leaves.rows[at] = rows.saturating_add(1);
}

/// A number times a power of two that isn't positive.
fn scaled(number: f64, power: i32) -> f64 {
    match power {
        0 => number,
        power if power < -1_000 => 0.0,
        power => number * f64::powi(2.0, power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Counts;
    use crate::tree::scripts::tests::graph;

    const THREE: &str = "top a: l -> left, r -> right; left b: x -> one, y -> two, z -> even;
        right b: x -> one; one end: 1 0; two end: 0 1; even end: 1/2 1/2";
    const CYCLE: &str = "top a: on -> top, out -> one; one end: 1 0";

    #[test]
    fn leaves_are_counted_by_who_has_won_them() {
        let graph = graph(THREE, None);
        let graph = graph.graph();
        let leaves = CountingLeaves::new(graph, None).finish(graph);
        assert_eq!(leaves.of(Vertex::ROOT, 0), (4.0, 0));
        assert_eq!(leaves.rows(Vertex::ROOT, 0), 2);
        let shares: Vec<f32> = (0..3)
            .map(|class| leaves.share(Vertex::ROOT, 0, class))
            .collect();
        for (share, exact) in shares.iter().zip([0.5, 0.25, 0.25]) {
            assert!((share - exact).abs() < 1e-4, "{shares:?}");
        }
        assert_eq!(leaves.classes().len(), 3);
        assert_eq!(leaves.positions(), [1, 2, 3]);
    }

    #[test]
    fn a_cyclic_game_is_counted_to_its_plies() {
        let graph = graph(CYCLE, None);
        let graph = graph.graph();
        let leaves = CountingLeaves::new(graph, Some(5)).finish(graph);
        assert_eq!(leaves.plies(), Some(5));
        // One end after each ply, and where the limit stops the tree.
        for left in 0..=5 {
            assert_eq!(leaves.of(Vertex::ROOT, left), (f64::from(left) + 1.0, 0));
        }
        assert_eq!(leaves.classes().last(), Some(&LeafClass::Horizon));
        let cut = leaves.share(Vertex::ROOT, 5, 1);
        assert!((cut - 1.0 / 6.0).abs() < 1e-3, "{cut}");
    }

    #[test]
    fn the_same_is_counted_in_any_steps_and_as_the_exact_counts_say() {
        for plies in [None, Some(1), Some(2)] {
            let graph = graph(THREE, plies);
            let graph = graph.graph();
            let exact = Counts::leaves(graph);
            for work in [1, 3, 1_000] {
                let mut counting = CountingLeaves::new(graph, None);
                let mut steps = 0;
                while !counting.step(graph, work) {
                    steps += 1;
                    assert!(steps < 1_000 && (0.0..=1.0).contains(&counting.share()));
                }
                let leaves = counting.finish(graph);
                for vertex in graph.vertices() {
                    let count = exact.of(vertex).to_u64().expect("a small number");
                    assert_eq!(leaves.of(vertex, 0), (count as f64, 0));
                }
            }
        }
    }

    #[test]
    fn counts_beyond_every_double_keep_their_exponents() {
        use std::fmt::Write as _;
        let mut script = String::new();
        for ply in 0..5_000 {
            let next = ply + 1;
            writeln!(script, "n{ply} a: l -> n{next}, r -> n{next}").expect("a string");
        }
        script.push_str("n5000 end: 1 0");
        let graph = graph(&script, None);
        let graph = graph.graph();
        let leaves = CountingLeaves::new(graph, None).finish(graph);
        for (left, vertex) in graph.vertices().rev().enumerate() {
            let (mantissa, exponent) = leaves.of(vertex, 0);
            assert_eq!(mantissa.log2() + f64::from(exponent), left as f64);
            assert_eq!(usize::from(leaves.rows(vertex, 0)), left);
        }
    }

    #[test]
    fn a_count_is_added_to_one_that_needs_a_larger_exponent() {
        // Twice as many leaves below each: 2^499 still is a number of its own, 2^500 is not.
        let mut script = String::from("top a: x -> n499, y -> n500\n");
        for node in (1..=500).rev() {
            script += &format!("n{node} a: x -> n{}, y -> n{0}\n", node - 1);
        }
        script += "n0 end: 1 0";
        let graph = graph(&script, None);
        let graph = graph.graph();
        let leaves = CountingLeaves::new(graph, None).finish(graph);
        let [small, large] = [0, 1].map(|at| leaves.of(graph.targets(Vertex::ROOT)[at], 0));
        assert!(small.1 < large.1, "{small:?} {large:?}");
        let (mantissa, power) = leaves.of(Vertex::ROOT, 0);
        let log = mantissa.log2() + f64::from(power);
        assert!((log - (500.0 + 1.5_f64.log2())).abs() < 1e-9, "{log}");
    }
}
