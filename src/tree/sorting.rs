//! Sorts the vertices of a graph so that children come before parents, and finds the components in
//! which positions recur.
//!
//! Most moves lead to larger numbers, since vertices are numbered in the order of discovery. So
//! vertices are taken from the last to the first; by then most of their children are listed. Those
//! with an unlisted child are left for another pass of the same kind. A few passes are enough for
//! most games, and an order that follows memory makes all later sweeps fast. If passes gain little,
//! depth-first search continues. If it meets a vertex on its own stack, positions recur. Then the
//! strongly connected components are found, children first, and vertices that can reach a cycle are
//! left out of the order.

use super::components::{Components, Directed};
use super::graph::Graph;
use super::vertex::{TopologicalOrder, Vertex};
use super::vertex_set::VertexSet;
use crate::work::Control;

/// The order, and the components of the vertices that aren't in it.
pub(super) async fn sorted(graph: &Graph, ctl: &Control) -> (TopologicalOrder, Components) {
    let vertices = graph.len() as u32;
    // Every move of a vertex from here on leads to a larger number.
    let mut from = vertices;
    ctl.repeat(|| {
        let vertex = from.checked_sub(1)?;
        let targets = graph.targets(Vertex(vertex));
        let larger = targets.iter().all(|target| target.0 > vertex);
        larger.then(|| {
            from = vertex;
            1 + targets.len()
        })
    })
    .await;
    if from == 0 {
        return (
            TopologicalOrder::Descending(vertices),
            Components::default(),
        );
    }
    let mut order = Vec::with_capacity(graph.len());
    order.extend((from..vertices).rev());
    let mut listing = SortedListing {
        order,
        listed: VertexSet::all_from(from, graph.len()),
    };
    let acyclic = listing.passes(graph, from, ctl).await || listing.search(graph, ctl).await;
    if acyclic {
        let mut order = TopologicalOrder::Listed(listing.order);
        order.shrink();
        return (order, Components::default());
    }
    drop(listing);
    let components = Components::find(graph, graph.len(), ctl).await;
    split(graph, &components, ctl).await
}

/// An order that is listed vertex by vertex.
struct SortedListing {
    order: Vec<u32>,
    listed: VertexSet,
}

impl SortedListing {
    /// Passes over the vertices before `from`, the last first. Each pass lists those whose children
    /// are all listed. It ends when all are listed, or when a pass leaves most of its vertices;
    /// returns whether all are.
    async fn passes(&mut self, graph: &Graph, from: u32, ctl: &Control) -> bool {
        let mut waiting: Vec<u32> = Vec::new();
        ctl.each(0..from as usize, |done| {
            let vertex = from - 1 - done as u32;
            let (listed, work) = self.list(graph, vertex);
            if !listed {
                waiting.push(vertex);
            }
            work
        })
        .await;
        while !waiting.is_empty() {
            let mut remaining = 0;
            ctl.each(0..waiting.len(), |index| {
                let vertex = waiting[index];
                let (listed, work) = self.list(graph, vertex);
                if !listed {
                    waiting[remaining] = vertex;
                    remaining += 1;
                }
                work
            })
            .await;
            let few = remaining >= waiting.len() - waiting.len() / 16;
            waiting.truncate(remaining);
            if few && remaining > 0 {
                return false;
            }
        }
        true
    }

    /// Lists a vertex if all its children are listed; returns whether they are, and the work.
    fn list(&mut self, graph: &Graph, vertex: u32) -> (bool, usize) {
        let targets = graph.targets(Vertex(vertex));
        let ready = targets.iter().all(|target| self.listed.contains(target.0));
        if ready {
            self.listed.insert(vertex);
            self.order.push(vertex);
        }
        (ready, 1 + targets.len())
    }

    /// Lists the other vertices by depth-first search from each in turn, the last first, without
    /// recursion; returns `false` if it meets a cycle.
    async fn search(&mut self, graph: &Graph, ctl: &Control) -> bool {
        let mut entered = VertexSet::none(graph.len());
        // The path to the current vertex, with the next edge of each vertex on it.
        let mut path: Vec<(u32, u32)> = Vec::new();
        let mut from = graph.len() as u32;
        let mut acyclic = true;
        ctl.repeat(|| {
            let Some((vertex, next)) = path.last_mut() else {
                from = from.checked_sub(1)?;
                if !self.listed.contains(from) {
                    entered.insert(from);
                    path.push((from, graph.arrows(from).start));
                }
                return Some(1);
            };
            let edges = *next..graph.arrows(*vertex).end;
            let mut work = 1;
            for edge in edges {
                work += 1;
                let target = graph.target_of(edge);
                if self.listed.contains(target) {
                    continue;
                }
                if entered.contains(target) {
                    acyclic = false;
                    return None;
                }
                *next = edge + 1;
                entered.insert(target);
                path.push((target, graph.arrows(target).start));
                return Some(work);
            }
            self.listed.insert(*vertex);
            self.order.push(*vertex);
            path.pop();
            Some(work)
        })
        .await;
        acyclic
    }
}

/// Separates the vertices that can reach a cycle from the others, given all components.
async fn split(graph: &Graph, found: &Components, ctl: &Control) -> (TopologicalOrder, Components) {
    let mut endless = VertexSet::none(graph.len());
    let (mut order, mut parts) = (Vec::new(), Components::default());
    for part in found.iter() {
        let mut recurs = part.len() > 1;
        ctl.each(0..part.len(), |index| {
            let targets = graph.targets(Vertex(part[index]));
            recurs |= targets
                .iter()
                .any(|target| target.0 == part[index] || endless.contains(target.0));
            1 + targets.len()
        })
        .await;
        if recurs {
            for vertex in part {
                endless.insert(*vertex);
                parts.push(*vertex);
            }
            parts.close();
        } else {
            order.extend(part);
        }
    }
    let mut order = TopologicalOrder::Listed(order);
    order.shrink();
    parts.shrink();
    (order, parts)
}

/// The edges of a graph by target.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    first: Vec<u32>,
    sources: Vec<Vertex>,
}

impl Sources {
    /// Groups the edges of any graph by target.
    pub async fn find(graph: &Graph, ctl: &Control) -> Self {
        let vertices = graph.len();
        // Shifted by two: after the sums, a vertex's entry is where its sources start once they are
        // placed.
        let mut first = vec![0_u32; vertices + 2];
        ctl.each(0..vertices, |index| {
            let targets = graph.targets(Vertex(index as u32));
            for target in targets {
                first[target.index() + 2] += 1;
            }
            1 + targets.len()
        })
        .await;
        ctl.each(1..vertices + 2, |index| {
            first[index] += first[index - 1];
            1
        })
        .await;
        let mut sources = vec![Vertex::ROOT; graph.edge_count()];
        ctl.each(0..vertices, |index| {
            let vertex = Vertex(index as u32);
            let targets = graph.targets(vertex);
            for target in targets {
                let slot = &mut first[target.index() + 1];
                sources[*slot as usize] = vertex;
                *slot += 1;
            }
            1 + targets.len()
        })
        .await;
        first.pop();
        Self { first, sources }
    }

    /// The sources of the moves to a vertex, one entry per move, in the order of the vertices.
    pub fn of(&self, vertex: Vertex) -> &[Vertex] {
        &self.sources[self.first[vertex.index()] as usize..self.first[vertex.index() + 1] as usize]
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * (self.first.capacity() + self.sources.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::graph;
    use crate::work::{TurnLength, by_turns};

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
        let sort = async |ctl: &Control| sorted(graph.graph(), ctl).await;
        let (order, components) = by_turns(TurnLength::WHOLE, sort).0;
        assert!(matches!(&order, TopologicalOrder::Listed(vertices) if vertices.len() == 1));
        assert_eq!(order.bytes(), 4);
        assert_eq!(components.bytes(), 4 * (3 + 1));
    }

    #[test]
    fn an_order_is_the_same_in_turns_of_any_size() {
        let ends = "v1 end: 1 0";
        let loops = "v1 a: on -> v2, out -> one; one end: 1 0";
        for (script, cyclic) in [
            (backwards(60, ends), false),
            (backwards(60, loops), true),
            (format!("top a: on -> v1, off -> v1; {ends}"), false),
        ] {
            let graph = graph(&script, None);
            let graph = graph.graph();
            let sort = async |ctl: &Control| sorted(graph, ctl).await;
            let once = by_turns(TurnLength::WHOLE, sort).0;
            assert_eq!(once.1.is_empty(), !cyclic, "{script}");
            for work in [1, 2, 7, 50] {
                let ((order, components), turns) = by_turns(TurnLength::Work(work), sort);
                assert!(turns * work >= graph.len(), "{turns} of {work}: {script}");
                assert_eq!(order, once.0, "{work}: {script}");
                assert!(components.iter().eq(once.1.iter()), "{work}: {script}");
            }
        }
    }
}

#[cfg(test)]
mod sources_tests {
    use super::super::tests::graph;
    use super::*;
    use crate::work::{TurnLength, by_turns};

    #[test]
    fn sources_are_the_same_in_turns_of_any_size() {
        let script = "top a: l -> left, r -> right, m -> left; left b: x -> one, y -> two;
            right b: x -> one; one end: 1 0; two end: 0 1";
        let graph = graph(script, None);
        let graph = graph.graph();
        let once = graph.sources();
        for work in 1..9 {
            let find = async |ctl: &Control| Sources::find(graph, ctl).await;
            let (sources, turns) = by_turns(TurnLength::Work(work), find);
            assert!(turns * work >= graph.len(), "{turns} of {work}");
            for vertex in graph.vertices() {
                assert_eq!(sources.of(vertex), once.of(vertex), "{work}");
            }
        }
        // The sources of five vertices, where they start, and where they are put.
        assert_eq!(once.bytes(), 4 * (graph.edge_count() + graph.len() + 2));
    }
}
