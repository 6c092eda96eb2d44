//! Sorts the vertices of a graph so that children come before parents, step by step, and finds the
//! components in which positions recur.

use super::components::{Components, Directed, Parting};
use super::graph::{Graph, Vertex};
use super::order::Order;
use super::tasks::Task;
use super::visit::VertexSet;

/// A vertex that depth-first search has entered, but not left.
#[derive(Clone, Copy, Debug)]
struct Frame {
    vertex: u32,
    /// The next edge to visit.
    next: u32,
}

/// A graph that is being sorted. Dropping it cancels.
///
/// Most moves lead to larger numbers, since vertices are numbered in the order of discovery. So
/// vertices are taken from the last to the first; by then most of their children are listed. Those
/// with an unlisted child are left for another pass of the same kind. A few passes are enough for
/// most games, and an order that follows memory makes all later sweeps fast. If passes gain little,
/// depth-first search continues. If it meets a vertex on its own stack, positions recur. Then the
/// strongly connected components are found, children first, and vertices that can reach a cycle are
/// left out of the order.
pub struct Sorting {
    stage: SortingStage,
}

enum SortingStage {
    /// Every move of a vertex from here on leads to a larger number.
    Larger {
        from: u32,
    },
    /// Lists those vertices.
    Listing {
        order: Vec<u32>,
        from: u32,
    },
    Passing(Passes),
    Searching(Search),
    Parting(Parting),
    Splitting(Splitting),
    Done(Order, Components),
}

impl Sorting {
    /// Starts sorting a graph.
    pub fn new(graph: &Graph) -> Self {
        let from = graph.len() as u32;
        Self {
            stage: SortingStage::Larger { from },
        }
    }

    fn advance(&mut self, graph: &Graph, left: &mut usize) {
        let done = || SortingStage::Done(Order::Listed(Vec::new()), Components::default());
        self.stage = match std::mem::replace(&mut self.stage, done()) {
            SortingStage::Larger { mut from } => {
                let larger = |vertex: u32| {
                    let targets = graph.targets(Vertex(vertex));
                    (
                        targets.iter().all(|target| target.0 > vertex),
                        targets.len(),
                    )
                };
                loop {
                    if from == 0 {
                        let order = Order::Descending(graph.len() as u32);
                        break SortingStage::Done(order, Components::default());
                    }
                    if *left == 0 {
                        break SortingStage::Larger { from };
                    }
                    let (all, degree) = larger(from - 1);
                    if !all {
                        let order = Vec::with_capacity(graph.len());
                        break SortingStage::Listing { order, from };
                    }
                    from -= 1;
                    *left = left.saturating_sub(1 + degree);
                }
            }
            SortingStage::Listing { mut order, from } => {
                let last = (graph.len() - order.len()) as u32;
                let first = from.max(last.saturating_sub(u32::try_from(*left).unwrap_or(u32::MAX)));
                order.extend((first..last).rev());
                *left -= (last - first) as usize;
                if first == from {
                    SortingStage::Passing(Passes::new(graph, order, from))
                } else {
                    SortingStage::Listing { order, from }
                }
            }
            SortingStage::Passing(mut passes) => match passes.advance(graph, left) {
                Passed::More => SortingStage::Passing(passes),
                Passed::All => {
                    SortingStage::Done(Order::Listed(passes.order), Components::default())
                }
                Passed::Little => SortingStage::Searching(Search::new(graph, passes)),
            },
            SortingStage::Searching(mut search) => match search.advance(graph, left) {
                Searched::More => SortingStage::Searching(search),
                Searched::All => {
                    SortingStage::Done(Order::Listed(search.order), Components::default())
                }
                Searched::Cycle => {
                    drop(search);
                    SortingStage::Parting(Parting::new(graph.len()))
                }
            },
            SortingStage::Parting(mut parting) => {
                if parting.advance(graph, left) {
                    SortingStage::Splitting(Splitting::new(graph, parting.finish()))
                } else {
                    SortingStage::Parting(parting)
                }
            }
            SortingStage::Splitting(mut splitting) => {
                if splitting.advance(graph, left) {
                    let Splitting { order, parts, .. } = splitting;
                    SortingStage::Done(Order::Listed(order), parts)
                } else {
                    SortingStage::Splitting(splitting)
                }
            }
            done @ SortingStage::Done(..) => done,
        }
    }

    /// The order, and the components of the vertices that aren't in it.
    pub(super) fn finish(mut self, graph: &Graph) -> (Order, Components) {
        while !self.step(graph, usize::MAX) {}
        match self.stage {
            SortingStage::Done(mut order, mut parts) => {
                order.shrink();
                parts.shrink();
                (order, parts)
            }
            _ => (Order::Listed(Vec::new()), Components::default()),
        }
    }
}

impl Task for Sorting {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 && !matches!(self.stage, SortingStage::Done(..)) {
            self.advance(graph, &mut left);
        }
        matches!(self.stage, SortingStage::Done(..))
    }

    fn left(&self, graph: &Graph) -> u64 {
        let (vertices, edges) = (graph.len() as u64, graph.edge_count() as u64);
        let all = vertices + edges;
        match &self.stage {
            SortingStage::Larger { from } => all * u64::from(*from) / vertices.max(1),
            SortingStage::Listing { from, .. } => all * u64::from(*from) / vertices.max(1),
            SortingStage::Passing(passes) => {
                all * (graph.len() - passes.order.len()) as u64 / vertices.max(1)
            }
            SortingStage::Searching(search) => all * u64::from(search.from) / vertices.max(1),
            SortingStage::Parting(parting) => all + parting.left(graph),
            SortingStage::Splitting(splitting) => {
                all * (splitting.found.nodes().len() - splitting.next) as u64 / vertices.max(1)
            }
            SortingStage::Done(..) => 0,
        }
    }
}

enum Passed {
    More,
    All,
    /// The last pass left most of its vertices unlisted.
    Little,
}

/// Passes over the vertices that aren't listed yet, the last first. Each pass lists those whose
/// children are all listed.
struct Passes {
    order: Vec<u32>,
    listed: VertexSet,
    /// The first pass has visited all vertices from here on.
    from: u32,
    /// Those that a pass has left, in its order …
    waiting: Vec<u32>,
    /// … the number that the next pass has visited, and the number that it has left again.
    next: usize,
    left_again: usize,
}

impl Passes {
    /// Continues where all vertices from a number on are listed.
    fn new(graph: &Graph, order: Vec<u32>, from: u32) -> Self {
        Self {
            order,
            listed: VertexSet::all_from(from, graph.len()),
            from,
            waiting: Vec::new(),
            next: 0,
            left_again: 0,
        }
    }

    fn advance(&mut self, graph: &Graph, left: &mut usize) -> Passed {
        let Self {
            order,
            listed,
            from,
            waiting,
            next,
            left_again,
        } = self;
        let mut lists = |vertex: u32| {
            let targets = graph.targets(Vertex(vertex));
            *left = left.saturating_sub(1 + targets.len());
            let ready = targets.iter().all(|target| listed.contains(target.0));
            if ready {
                listed.insert(vertex);
                order.push(vertex);
            }
            (ready, *left > 0)
        };
        while *from > 0 {
            *from -= 1;
            let (listed, more) = lists(*from);
            if !listed {
                waiting.push(*from);
            }
            if !more {
                return Passed::More;
            }
        }
        loop {
            while *next < waiting.len() {
                let vertex = waiting[*next];
                *next += 1;
                let (listed, more) = lists(vertex);
                if !listed {
                    waiting[*left_again] = vertex;
                    *left_again += 1;
                }
                if !more {
                    return Passed::More;
                }
            }
            let little = *left_again >= waiting.len() - waiting.len() / 16;
            waiting.truncate(*left_again);
            (*next, *left_again) = (0, 0);
            if waiting.is_empty() {
                return Passed::All;
            }
            if little {
                return Passed::Little;
            }
        }
    }
}

enum Searched {
    More,
    All,
    Cycle,
}

/// Depth-first search from each vertex in turn, the last first, without recursion.
struct Search {
    order: Vec<u32>,
    /// All from here on are listed.
    from: u32,
    /// The path from the vertex before `from` to the current one.
    frames: Vec<Frame>,
    listed: VertexSet,
    entered: VertexSet,
}

impl Search {
    /// Continues with the vertices that the passes have left.
    fn new(graph: &Graph, passes: Passes) -> Self {
        Self {
            order: passes.order,
            from: graph.len() as u32,
            frames: Vec::new(),
            listed: passes.listed,
            entered: VertexSet::none(graph.len()),
        }
    }

    fn advance(&mut self, graph: &Graph, left: &mut usize) -> Searched {
        loop {
            if *left == 0 {
                return Searched::More;
            }
            if self.frames.is_empty() {
                let Some(vertex) = self.from.checked_sub(1) else {
                    return Searched::All;
                };
                if self.listed.contains(vertex) {
                    *left -= 1;
                    self.from = vertex;
                    continue;
                }
                self.enter(graph, vertex);
            }
            if self.go_on(graph, left) {
                return Searched::Cycle;
            }
        }
    }

    fn enter(&mut self, graph: &Graph, vertex: u32) {
        self.entered.insert(vertex);
        self.frames.push(Frame {
            vertex,
            next: graph.arrows(vertex).start,
        });
    }

    /// Visits the edges of the vertex that was entered last; returns `true` if one closes a cycle.
    fn go_on(&mut self, graph: &Graph, left: &mut usize) -> bool {
        let turn = self.from - 1;
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let end = graph.arrows(frame.vertex).end;
        while frame.next < end {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let target = graph.target_of(frame.next);
            frame.next += 1;
            // All vertices after the current one are listed.
            if target > turn {
                continue;
            }
            if self.listed.contains(target) {
                continue;
            }
            if self.entered.contains(target) {
                return true;
            }
            self.enter(graph, target);
            return false;
        }
        let vertex = frame.vertex;
        *left = left.saturating_sub(1);
        self.frames.pop();
        self.listed.insert(vertex);
        self.order.push(vertex);
        if self.frames.is_empty() {
            self.from = vertex;
        }
        false
    }
}

/// Separates the vertices that can reach a cycle from the others.
struct Splitting {
    found: Components,
    /// The number of found nodes that are processed, and the number of components.
    next: usize,
    part: usize,
    /// The start of the component.
    first: usize,
    endless: Vec<bool>,
    order: Vec<u32>,
    parts: Components,
}

impl Splitting {
    fn new(graph: &Graph, found: Components) -> Self {
        Self {
            found,
            next: 0,
            part: 0,
            first: 0,
            endless: vec![false; graph.len()],
            order: Vec::new(),
            parts: Components::default(),
        }
    }

    fn advance(&mut self, graph: &Graph, left: &mut usize) -> bool {
        while let Some(&vertex) = self.found.nodes().get(self.next) {
            if *left == 0 {
                return false;
            }
            let end = self.found.end(self.part);
            let targets = graph.targets(Vertex(vertex));
            let endless = end - self.first > 1
                || targets
                    .iter()
                    .any(|target| target.0 == vertex || self.endless[target.index()]);
            *left = left.saturating_sub(1 + targets.len());
            self.next += 1;
            self.endless[vertex as usize] = endless;
            if endless {
                self.parts.push(vertex);
            } else {
                self.order.push(vertex);
            }
            if self.next == end {
                if endless {
                    self.parts.close();
                }
                self.part += 1;
                self.first = end;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::looks;
    use crate::tree::scripts::tests::graph;

    /// The vertices that a search has still to enter.
    fn searched(sorting: &Sorting) -> Option<u32> {
        match &sorting.stage {
            SortingStage::Searching(search) => Some(search.from),
            _ => None,
        }
    }

    /// A script whose root leads to all others, and each of them to the one before it.
    fn backwards(nodes: usize, first: &str) -> String {
        let moves: Vec<String> = (1..=nodes).map(|n| format!("{n} -> v{n}")).collect();
        let mut script = format!("top a: {}; {first}", moves.join(", "));
        for n in 2..=nodes {
            script += &format!("; v{n} b: on -> v{}", n - 1);
        }
        script
    }

    #[test]
    fn an_order_and_its_components_take_no_more_memory_than_they_need() {
        let graph = graph(
            "top a: on -> left, out -> one; left b: back -> top, on -> right;
            right a: back -> left, out -> one; one end: 1 0",
            None,
        );
        let (order, components) = Sorting::new(graph.graph()).finish(graph.graph());
        assert!(matches!(&order, Order::Listed(vertices) if vertices.len() == 1));
        assert_eq!(order.bytes(), 4);
        assert_eq!(components.bytes(), 4 * (3 + 1));
    }

    #[test]
    fn an_order_is_the_same_in_steps_of_any_size_none_of_which_looks_at_much_more() {
        let ends = "v1 end: 1 0";
        let loops = "v1 a: on -> v2, out -> one; one end: 1 0";
        for (script, cyclic) in [
            (backwards(60, ends), false),
            (backwards(60, loops), true),
            (format!("top a: on -> v1, off -> v1; {ends}"), false),
        ] {
            let graph = graph(&script, None);
            let graph = graph.graph();
            let all = (graph.len() + graph.edge_count()) as u64;
            let once = Sorting::new(graph).finish(graph);
            for work in [1, 2, 7, 50] {
                let mut sorting = Sorting::new(graph);
                let mut done = false;
                for _ in 0..20 * all {
                    looks::take();
                    let before = searched(&sorting);
                    done = sorting.step(graph, work);
                    if let Some((before, after)) = before.zip(searched(&sorting)) {
                        assert!(before - after <= work as u32, "{before} to {after}");
                    }
                    let parts = matches!(sorting.stage, SortingStage::Parting(_));
                    assert!(!parts || cyclic, "no cycle is looked for: {script}");
                    // The moves of the last vertex come on top.
                    let looked = looks::take();
                    assert!(looked <= 2 * work + 130, "{looked} of {work}: {script}");
                    assert!(sorting.left(graph) <= 3 * all, "{script}");
                    if done {
                        break;
                    }
                }
                assert!(done, "{work} at a time it never ends: {script}");
                assert_eq!(sorting.left(graph), 0);
                let (order, components) = sorting.finish(graph);
                assert_eq!(order, once.0, "{work}: {script}");
                assert!(components.iter().eq(once.1.iter()), "{work}: {script}");
            }
        }
    }
}
