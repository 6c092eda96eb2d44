//! Counts the leaves of a tree that is never built: their number below each vertex, and their
//! winners. A map of the tree is drawn from these counts.

use super::counting::chance_ranks;
use super::graph::Graph;
use super::vertex::{Vertex, VertexKind};
use crate::game::{Winners, winners_of};
use crate::work::Control;

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
    fn at(&self, vertex: Vertex, remaining: u32) -> usize {
        remaining as usize * self.vertices + vertex.index()
    }

    /// The plies to which a cyclic game is counted; `None` for any other.
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// The number of leaves below a vertex with `remaining` plies left (0 without a limit), as a number
    /// and the power of two to multiply it by.
    #[inline]
    pub fn of(&self, vertex: Vertex, remaining: u32) -> (f64, i32) {
        let at = self.at(vertex, remaining);
        (
            self.counts[at],
            self.exponents.get(at).copied().unwrap_or(0),
        )
    }

    /// The number of rows below a vertex, at most 65,535.
    #[inline]
    pub fn rows(&self, vertex: Vertex, remaining: u32) -> u16 {
        self.rows[self.at(vertex, remaining)]
    }

    /// The classes of leaves that there are: the players alone first, then ties, then horizons.
    pub fn classes(&self) -> &[LeafClass] {
        &self.classes
    }

    /// The share of the leaves below a vertex that are of the class at this index of
    /// [`classes`](Self::classes).
    #[inline]
    pub fn share(&self, vertex: Vertex, remaining: u32, class: usize) -> f32 {
        let at = self.at(vertex, remaining) * self.classes.len() + class;
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
        let max = (MAX_BYTES / ply.max(1)).saturating_sub(1);
        (max as u32).clamp(1, MAX_PLIES)
    }
}

impl Leaves {
    /// Counts the leaves of a sorted graph, in turns. A cyclic one is counted to `plies`, or to the
    /// default limit. `found` is called with the number of positions that first occur at each ply,
    /// as soon as they are known.
    pub async fn count(
        graph: &Graph,
        plies: Option<u32>,
        ctl: &Control,
        found: impl FnOnce(&[u64]),
    ) -> Self {
        let positions = positions_by_ply(graph, ctl).await;
        found(&positions);
        let plies = Self::plies_of(graph, plies);
        let (classes, class_of) = classes(graph, plies.is_some());
        let all = graph.len() * (plies.unwrap_or(0) as usize + 1);
        let shares = if classes.len() > 1 { classes.len() } else { 0 };
        let mut leaves = Self {
            vertices: graph.len(),
            plies,
            counts: vec![0.0; all],
            exponents: Vec::new(),
            rows: vec![0; all],
            mix: vec![0; all * shares],
            classes,
            positions,
        };
        let Some(plies) = plies else {
            let all = 0..graph.len();
            let visit = |vertex| sum(&mut leaves, graph, vertex, 0, &class_of);
            graph.visit(all, ctl, visit).await;
            return leaves;
        };
        // Chance nodes come after their outcomes.
        let ranks = chance_ranks(graph);
        let mut order: Vec<u32> = (0..graph.len() as u32).collect();
        order.sort_by_key(|vertex| {
            let chance = matches!(graph.kind(Vertex(*vertex)), VertexKind::Chance(_));
            let rank = ranks.get(*vertex as usize).copied().unwrap_or(0);
            (chance, std::cmp::Reverse(rank))
        });
        for remaining in 0..=plies {
            ctl.each(0..order.len(), |index| {
                let vertex = Vertex(order[index]);
                sum(&mut leaves, graph, vertex, remaining, &class_of);
                1 + graph.degree(vertex)
            })
            .await;
        }
        leaves
    }

    /// The plies to which a cyclic game is counted.
    fn plies_of(graph: &Graph, plies: Option<u32>) -> Option<u32> {
        let plies = plies.unwrap_or(USUAL_PLIES);
        let max = Self::most_plies(graph);
        graph.is_cyclic().then(|| plies.clamp(1, max))
    }

    /// The work of [`count`](Self::count).
    pub fn size(graph: &Graph, plies: Option<u32>) -> u64 {
        let sweeps = 2 + u64::from(Self::plies_of(graph, plies).unwrap_or(0));
        sweeps * graph.sweep_size()
    }
}

/// The number of positions that first occur at each ply, without chance nodes.
async fn positions_by_ply(graph: &Graph, ctl: &Control) -> Vec<u64> {
    let mut positions = Vec::new();
    // For each vertex the ply of its first occurrence, plus 1. Vertices are numbered breadth first,
    // so a vertex's ply is known before it is visited.
    let mut first_ply = vec![0_u32; graph.len()];
    if let Some(first) = first_ply.first_mut() {
        *first = 1;
    }
    ctl.each(0..graph.len(), |index| {
        let vertex = Vertex(index as u32);
        let ply = first_ply[index];
        let at = ply.saturating_sub(1) as usize;
        if !graph.is_chance(vertex) {
            positions.resize(positions.len().max(at + 1), 0);
            positions[at] += 1;
        }
        let below = ply + graph.cost(vertex);
        let targets = graph.targets(vertex);
        for target in targets {
            let known = &mut first_ply[target.index()];
            if *known == 0 {
                *known = below;
            }
        }
        1 + targets.len()
    })
    .await;
    positions
}

/// The classes of the leaves of a graph, and the index of the class of each outcome.
fn classes(graph: &Graph, mut stopped: bool) -> (Vec<LeafClass>, Vec<usize>) {
    let won: Vec<Winners> = graph.outcomes().map(winners_of).collect();
    let mut there = vec![false; won.len()];
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
    let mut winners: Vec<Winners> = present.map(|(winners, _)| *winners).collect();
    winners.sort_by_key(|winners| (winners.len(), winners.iter().collect::<Vec<_>>()));
    winners.dedup();
    let class_of = won
        .iter()
        .map(|own| winners.iter().position(|class| class == own))
        .map(|class| class.unwrap_or(usize::MAX))
        .collect();
    let mut classes: Vec<LeafClass> = winners.into_iter().map(LeafClass::Won).collect();
    if stopped || classes.is_empty() {
        classes.push(LeafClass::Horizon);
    }
    (classes, class_of)
}

/// Sums the leaves below one vertex whose children are all known.
fn sum(leaves: &mut Leaves, graph: &Graph, vertex: Vertex, remaining: u32, class_of: &[usize]) {
    let at = leaves.at(vertex, remaining);
    let cost = graph.cost(vertex);
    let limited = leaves.plies.is_some();
    let classes = leaves.classes.len();
    if graph.is_leaf(vertex) || (limited && remaining < cost) {
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
    let below = if limited { remaining - cost } else { 0 };
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
    use crate::tree::tests::graph;
    use crate::work::{TurnLength, by_turns, finished};

    fn count(graph: &Graph, plies: Option<u32>) -> Leaves {
        finished(Leaves::count(graph, plies, &Control::default(), |_| ()))
    }

    const THREE: &str = "top a: l -> left, r -> right; left b: x -> one, y -> two, z -> even;
        right b: x -> one; one end: 1 0; two end: 0 1; even end: 1/2 1/2";

    const CYCLE: &str = "top a: on -> top, out -> one; one end: 1 0";

    #[test]
    fn leaves_are_counted_by_who_has_won_them() {
        let graph = graph(THREE, None);
        let graph = graph.graph();
        let leaves = count(graph, None);
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
        let leaves = count(graph, Some(5));
        assert_eq!(leaves.plies(), Some(5));
        // One end after each ply, and where the limit stops the tree.
        for remaining in 0..=5 {
            assert_eq!(
                leaves.of(Vertex::ROOT, remaining),
                (f64::from(remaining) + 1.0, 0)
            );
        }
        assert_eq!(leaves.classes().last(), Some(&LeafClass::Horizon));
        let cut = leaves.share(Vertex::ROOT, 5, 1);
        assert!((cut - 1.0 / 6.0).abs() < 1e-3, "{cut}");
    }

    #[test]
    fn the_same_is_counted_in_any_turns_and_as_the_exact_counts_say() {
        for plies in [None, Some(1), Some(2)] {
            let graph = graph(THREE, plies);
            let graph = graph.graph();
            let exact = Counts::leaves(graph);
            for work in [1, 3, 1_000] {
                let count = async |ctl: &Control| Leaves::count(graph, None, ctl, |_| ()).await;
                let (leaves, turns) = by_turns(TurnLength::Work(work), count);
                assert!(turns * work >= graph.len(), "{turns} turns");
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
        let leaves = count(graph, None);
        for (remaining, vertex) in graph.vertices().rev().enumerate() {
            let (mantissa, exponent) = leaves.of(vertex, 0);
            assert_eq!(mantissa.log2() + f64::from(exponent), remaining as f64);
            assert_eq!(usize::from(leaves.rows(vertex, 0)), remaining);
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
        let leaves = count(graph, None);
        let [small, large] = [0, 1].map(|at| leaves.of(graph.targets(Vertex::ROOT)[at], 0));
        assert!(small.1 < large.1, "{small:?} {large:?}");
        let (mantissa, power) = leaves.of(Vertex::ROOT, 0);
        let log = mantissa.log2() + f64::from(power);
        assert!((log - (500.0 + 1.5_f64.log2())).abs() < 1e-9, "{log}");
    }
}
