//! Layered layout of a graph with given layers: nodes in rows, in an order with few crossings,
//! without overlap, for edges in any direction.
//!
//! After Sugiyama, Tagawa and Toda (*Methods for visual understanding of hierarchical system
//! structures*, 1981). An edge over several rows passes through a dummy point in each row between.
//! To reduce crossings, rows are ordered by the mean place of their neighbors, in sweeps down and
//! up. Then every row is moved as near to its neighbors as its order and its gaps allow. Edges
//! within a row, and from a node to itself, are ignored.

/// A graph to be laid out. Nodes and edges are numbers from 0. The order of the nodes decides their
/// left-to-right order if nothing else does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayeredGraph {
    /// The width of each node's box, in scene units.
    pub widths: Vec<f64>,
    /// The row of each node, counted from 0. Rows may be empty.
    pub layers: Vec<u32>,
    /// The source and the target of each edge.
    pub edges: Vec<(u32, u32)>,
}

/// Minimum distances within a row, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayeredSpacing {
    /// Between the boxes of two nodes.
    pub node_gap: f64,
    /// Between an edge that passes and whatever is beside it.
    pub edge_gap: f64,
}

/// A graph in rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layered {
    /// The middle of each node.
    x: Vec<f64>,
    /// For each edge the rows that it passes, from its start to its end, and where.
    ways: Vec<Vec<(u32, f64)>>,
    /// The nodes of each row, from left to right.
    rows: Vec<Vec<u32>>,
}

/// Maximum number of dummy points; longer edges are drawn straight.
const MAX_POINTS: usize = 4_000;
/// Number of ordering sweeps.
const ORDERINGS: usize = 12;
/// Number of placing sweeps.
const PLACINGS: usize = 32;
/// The weight of a long edge, so that it becomes straight.
const STRAIGHT: f64 = 4.0;
/// The weight of neighbors below relative to those above: a node is placed over its targets.
const BELOW: f64 = 3.0;
/// The weight with which a node without neighbors keeps its place.
const STAY: f64 = 0.01;

impl Layered {
    /// Lays a graph out. Its lists have to fit together.
    pub fn new(graph: &LayeredGraph, spacing: LayeredSpacing) -> Self {
        let mut points = Points::new(graph);
        let mut rows = LayerRows::new(
            std::mem::take(&mut points.rows),
            &points.above,
            &points.below,
        );
        rows.order(ORDERINGS);
        let rows = rows.finish();
        let x = points.place(&rows, graph, spacing);
        let nodes = graph.widths.len();
        let way = |points_of: &Vec<u32>| {
            let place = |point: &u32| (points.layers[*point as usize], x[*point as usize]);
            points_of.iter().map(place).collect()
        };
        let only_nodes = |row: Vec<u32>| {
            let mut row = row;
            row.retain(|point| (*point as usize) < nodes);
            row
        };
        Self {
            ways: points.ways.iter().map(way).collect(),
            rows: rows.into_iter().map(only_nodes).collect(),
            x: x.into_iter().take(nodes).collect(),
        }
    }

    /// The x coordinate of a node's center.
    pub fn x(&self, node: usize) -> f64 {
        self.x[node]
    }

    /// The rows that an edge passes between its ends, from its start on, and where it passes them.
    pub fn way(&self, edge: usize) -> &[(u32, f64)] {
        &self.ways[edge]
    }

    /// The nodes of every row, from left to right.
    pub fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }
}

/// The nodes, followed by the dummy points where long edges pass a row.
struct Points {
    layers: Vec<u32>,
    rows: Vec<Vec<u32>>,
    /// The neighbors of each in the row above, and in the row below.
    above: Vec<Vec<u32>>,
    below: Vec<Vec<u32>>,
    /// The points of each edge.
    ways: Vec<Vec<u32>>,
}

impl Points {
    fn new(graph: &LayeredGraph) -> Self {
        let nodes = graph.layers.len();
        let height = graph
            .layers
            .iter()
            .max()
            .map_or(0, |last| *last as usize + 1);
        let mut points = Self {
            layers: graph.layers.clone(),
            rows: vec![Vec::new(); height],
            above: vec![Vec::new(); nodes],
            below: vec![Vec::new(); nodes],
            ways: vec![Vec::new(); graph.edges.len()],
        };
        for (node, layer) in graph.layers.iter().enumerate() {
            points.rows[*layer as usize].push(node as u32);
        }
        for (edge, &(from, to)) in graph.edges.iter().enumerate() {
            points.join(edge, from, to, nodes);
        }
        points
    }

    fn join(&mut self, edge: usize, from: u32, to: u32, nodes: usize) {
        let (start, end) = (self.layers[from as usize], self.layers[to as usize]);
        let passed = start.abs_diff(end).saturating_sub(1) as usize;
        if start == end || self.layers.len() - nodes + passed > MAX_POINTS {
            return;
        }
        let down = start < end;
        let mut last = from;
        for step in 1..=passed as u32 {
            let layer = if down { start + step } else { start - step };
            let point = self.layers.len() as u32;
            self.layers.push(layer);
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            self.rows[layer as usize].push(point);
            self.ways[edge].push(point);
            self.link(last, point, down);
            last = point;
        }
        self.link(last, to, down);
    }

    fn link(&mut self, from: u32, to: u32, down: bool) {
        let (upper, lower) = if down { (from, to) } else { (to, from) };
        self.below[upper as usize].push(lower);
        self.above[lower as usize].push(upper);
    }

    /// The x coordinate of each.
    fn place(&self, rows: &[Vec<u32>], graph: &LayeredGraph, spacing: LayeredSpacing) -> Vec<f64> {
        let nodes = graph.widths.len();
        let is_node = |point: u32| (point as usize) < nodes;
        let half = |point: u32| {
            let width = graph.widths.get(point as usize);
            width.map_or(0.0, |width| width / 2.0)
        };
        let apart = |left: u32, right: u32| {
            let gap = match is_node(left) && is_node(right) {
                true => spacing.node_gap,
                false => spacing.edge_gap,
            };
            half(left) + gap + half(right)
        };
        let mut x = vec![0.0; self.layers.len()];
        for row in rows {
            let mut at = 0.0;
            for pair in row.windows(2) {
                at += apart(pair[0], pair[1]);
                x[pair[1] as usize] = at;
            }
            for point in row {
                x[*point as usize] -= at / 2.0;
            }
        }
        let pull = |a: u32, b: u32| match (is_node(a), is_node(b)) {
            (false, false) => STRAIGHT * STRAIGHT,
            (true, true) => 1.0,
            _ => STRAIGHT,
        };
        let mut settle = |row: &[u32], up: bool, down: bool| {
            let wish = |point: u32, x: &[f64]| {
                let above = self.above[point as usize].iter().filter(|_| up);
                let below = self.below[point as usize].iter().filter(|_| down);
                let mut weight = STAY;
                let mut sum = STAY * x[point as usize];
                let above = above.map(|other| (other, 1.0));
                for (other, more) in above.chain(below.map(|other| (other, BELOW))) {
                    let pull = more * pull(point, *other);
                    weight += pull;
                    sum += pull * x[*other as usize];
                }
                (sum / weight, weight)
            };
            // The offset of each from the first at minimum distances.
            let mut offsets = Vec::with_capacity(row.len());
            let mut offset = 0.0;
            for (index, point) in row.iter().enumerate() {
                if index > 0 {
                    offset += apart(row[index - 1], *point);
                }
                offsets.push(offset);
            }
            let wishes: Vec<(f64, f64)> = row
                .iter()
                .zip(&offsets)
                .map(|(point, offset)| {
                    let (wish, weight) = wish(*point, &x);
                    (wish - offset, weight)
                })
                .collect();
            for ((point, offset), at) in row.iter().zip(&offsets).zip(rising(&wishes)) {
                x[*point as usize] = at + offset;
            }
        };
        for round in 0..PLACINGS {
            if round % 2 == 0 {
                rows.iter().for_each(|row| settle(row, true, false));
            } else {
                rows.iter().rev().for_each(|row| settle(row, false, true));
            }
        }
        for _ in 0..PLACINGS / 2 {
            rows.iter().for_each(|row| settle(row, true, true));
            rows.iter().rev().for_each(|row| settle(row, true, true));
        }
        x
    }
}

/// The nondecreasing sequence nearest to the given one by weighted least squares, with the
/// pool-adjacent-violators algorithm.
fn rising(wishes: &[(f64, f64)]) -> Vec<f64> {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(wish, weight) in wishes {
        let mut pool = (wish, weight, 1);
        while let Some(&(before, heavy, many)) = pools.last() {
            if before <= pool.0 {
                break;
            }
            pools.pop();
            let weight = heavy + pool.1;
            let mean = (before * heavy + pool.0 * pool.1) / weight;
            pool = (mean, weight, many + pool.2);
        }
        pools.push(pool);
    }
    let numbers = pools
        .into_iter()
        .flat_map(|(mean, _, many)| std::iter::repeat_n(mean, many));
    numbers.collect()
}

/// Rows of points that are put in order.
pub(super) struct LayerRows<'a> {
    rows: Vec<Vec<u32>>,
    above: &'a [Vec<u32>],
    below: &'a [Vec<u32>],
    /// The index of each point in its row.
    places: Vec<u32>,
}

/// Neighbors in a row are exchanged where that helps, as long as they are joined to no more than
/// this.
const MAX_JOINED: usize = 64;

impl<'a> LayerRows<'a> {
    pub fn new(rows: Vec<Vec<u32>>, above: &'a [Vec<u32>], below: &'a [Vec<u32>]) -> Self {
        let mut ordered = Self {
            rows,
            above,
            below,
            places: vec![0; above.len()],
        };
        (0..ordered.rows.len()).for_each(|row| ordered.number(row));
        ordered
    }

    /// Puts the rows in order, sweep by sweep, and keeps the best that was found; of those as good
    /// the first.
    pub fn order(&mut self, sweeps: usize) {
        let mut best = (self.rows.clone(), self.crossings());
        for sweep in 0..sweeps {
            if best.1 == 0 {
                break;
            }
            if sweep % 2 == 0 {
                (0..self.rows.len()).for_each(|row| self.sort(row, self.above));
            } else {
                (0..self.rows.len())
                    .rev()
                    .for_each(|row| self.sort(row, self.below));
            }
            self.exchange();
            let crossings = self.crossings();
            if crossings < best.1 {
                best = (self.rows.clone(), crossings);
            }
        }
        self.rows = best.0;
        (0..self.rows.len()).for_each(|row| self.number(row));
    }

    pub fn finish(self) -> Vec<Vec<u32>> {
        self.rows
    }

    fn number(&mut self, row: usize) {
        for (index, point) in self.rows[row].iter().enumerate() {
            self.places[*point as usize] = index as u32;
        }
    }

    /// Sorts a row by the mean index of each point's neighbors in the other row; points without
    /// neighbors keep their places.
    fn sort(&mut self, row: usize, joined: &[Vec<u32>]) {
        let mean = |point: u32| {
            let joined = &joined[point as usize];
            let sum: u64 = joined
                .iter()
                .map(|other| u64::from(self.places[*other as usize]))
                .sum();
            (!joined.is_empty()).then(|| sum as f64 / joined.len() as f64)
        };
        let mut moving: Vec<(f64, u32)> = self.rows[row]
            .iter()
            .filter_map(|point| Some((mean(*point)?, *point)))
            .collect();
        moving.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut moving = moving.into_iter().map(|(_, point)| point);
        for point in &mut self.rows[row] {
            if !joined[*point as usize].is_empty()
                && let Some(next) = moving.next()
            {
                *point = next;
            }
        }
        self.number(row);
    }

    /// Exchanges neighbors in a row as long as that leaves fewer crossings, once through all rows.
    fn exchange(&mut self) {
        for row in 0..self.rows.len() {
            for index in 1..self.rows[row].len() {
                let (left, right) = (self.rows[row][index - 1], self.rows[row][index]);
                let now = self.between(left, right);
                if now > 0 && self.between(right, left) < now {
                    self.rows[row].swap(index - 1, index);
                    self.places.swap(left as usize, right as usize);
                }
            }
        }
    }

    /// The number of crossings between the lines of two neighbors if one is to the left of the
    /// other.
    fn between(&self, left: u32, right: u32) -> usize {
        [self.above, self.below]
            .into_iter()
            .map(|joined| {
                let (left, right) = (&joined[left as usize], &joined[right as usize]);
                if left.len() > MAX_JOINED || right.len() > MAX_JOINED {
                    return 0;
                }
                let index_of = |point: &u32| self.places[*point as usize];
                let further = |right: &u32| {
                    let right = index_of(right);
                    left.iter().filter(|left| index_of(left) > right).count()
                };
                right.iter().map(further).sum::<usize>()
            })
            .sum()
    }

    /// The number of crossings between neighboring rows.
    pub fn crossings(&self) -> u64 {
        let mut crossings = 0;
        for (row, points) in self.rows.iter().enumerate() {
            let Some(next) = self.rows.get(row + 1) else {
                break;
            };
            // The right ends of the lines, in the order of their left ends. A line crosses each
            // earlier one that ends further to the right.
            let mut before = CrossingCount::new(next.len());
            for point in points {
                let ends = &self.below[*point as usize];
                let index_of = |end: &u32| self.places[*end as usize] as usize;
                crossings += ends
                    .iter()
                    .map(|end| before.above(index_of(end)))
                    .sum::<u64>();
                ends.iter().for_each(|end| before.add(index_of(end)));
            }
        }
        crossings
    }
}

/// Counts the numbers seen so far that are greater than a given one (a Fenwick tree, 1994).
struct CrossingCount {
    sums: Vec<u64>,
    all: u64,
}

impl CrossingCount {
    fn new(len: usize) -> Self {
        Self {
            sums: vec![0; len + 1],
            all: 0,
        }
    }

    fn add(&mut self, number: usize) {
        let mut at = number + 1;
        while let Some(sum) = self.sums.get_mut(at) {
            *sum += 1;
            at += at & at.wrapping_neg();
        }
        self.all += 1;
    }

    fn above(&self, number: usize) -> u64 {
        let mut at = number + 1;
        let mut up_to = 0;
        while at > 0 {
            up_to += self.sums[at];
            at &= at - 1;
        }
        self.all - up_to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_in_the_wrong_order_are_placed_together_at_their_weighted_mean() {
        let even = |wishes: &[f64]| {
            let wishes: Vec<_> = wishes.iter().map(|wish| (*wish, 1.0)).collect();
            rising(&wishes)
        };
        assert_eq!(even(&[]), Vec::<f64>::new());
        assert_eq!(even(&[1.0, 2.0, 4.0]), [1.0, 2.0, 4.0]);
        assert_eq!(even(&[1.0, 4.0, 2.0, 9.0]), [1.0, 3.0, 3.0, 9.0]);
        assert_eq!(even(&[6.0, 3.0, 0.0]), [3.0, 3.0, 3.0]);
        assert_eq!(rising(&[(4.0, 3.0), (0.0, 1.0)]), [3.0, 3.0]);
    }

    /// Two rows of these sizes, joined by these lines.
    fn joined(upper: u32, lower: u32, lines: &[(u32, u32)]) -> [Vec<Vec<u32>>; 3] {
        let all = (upper + lower) as usize;
        let (mut above, mut below) = (vec![Vec::new(); all], vec![Vec::new(); all]);
        for (from, to) in lines {
            below[*from as usize].push(upper + to);
            above[(upper + to) as usize].push(*from);
        }
        let rows = vec![(0..upper).collect(), (upper..upper + lower).collect()];
        [rows, above, below]
    }

    #[test]
    fn crossings_are_those_of_every_pair_of_lines() {
        let lines = [(0, 2), (0, 0), (1, 1), (2, 0), (2, 2), (1, 1), (3, 1)];
        let [rows, above, below] = joined(4, 3, &lines);
        let mut slow = 0;
        for (index, a) in lines.iter().enumerate() {
            let crossed = |b: &&(u32, u32)| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1);
            slow += lines[index + 1..].iter().filter(crossed).count() as u64;
        }
        assert!(slow > 3);
        assert_eq!(LayerRows::new(rows, &above, &below).crossings(), slow);
    }

    #[test]
    fn what_can_be_drawn_without_a_crossing_is() {
        let lines = [(0, 3), (1, 2), (2, 1), (3, 0)];
        let [rows, above, below] = joined(4, 4, &lines);
        let mut rows = LayerRows::new(rows, &above, &below);
        assert_eq!(rows.crossings(), 6);
        rows.order(4);
        assert_eq!(rows.crossings(), 0);
        assert_eq!(rows.finish()[0], [0, 1, 2, 3]);
    }
}
