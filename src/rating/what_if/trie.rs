//! The lines of assumptions as a trie of nodes, and which assumptions can be in force.

use super::{Assumed, Refused, Suppose, Supposition};
use crate::rating::Ratings;
use crate::tree::{Graph, Vertex, VertexKind};

impl Assumed {
    /// The nodes on the lines of those assumptions that can be in force, not rated yet.
    pub(super) fn lines(graph: &Graph, ratings: &Ratings, given: &[Supposition]) -> Self {
        let mut assumed = Self::default();
        // An assumption below a replaced position is checked on its own line, so the highest come
        // first.
        let mut order: Vec<usize> = (0..given.len()).collect();
        order.sort_by_key(|number| {
            let supposition = &given[*number];
            let is_change = matches!(supposition.what, Suppose::Change(_));
            (
                !is_change,
                if is_change { supposition.line.len() } else { 0 },
            )
        });
        for number in order {
            if let Err(refused) = assumed.add(graph, ratings, number, &given[number]) {
                assumed.refused.push((number, refused));
            }
        }
        assumed.refused.sort_by_key(|(number, _)| *number);
        assumed
    }

    fn add(
        &mut self,
        graph: &Graph,
        ratings: &Ratings,
        number: usize,
        given: &Supposition,
    ) -> Result<(), Refused> {
        self.check(graph, given)?;
        let mut node = match self.nodes.is_empty() {
            true => self.grow(graph, ratings, None),
            false => 0,
        };
        for edge in &given.line {
            node = match self.child(node, *edge) {
                Some(child) => child,
                None => self.grow(graph, ratings, Some((node, *edge))),
            };
        }
        let parent = self.nodes.get(node).and_then(|node| node.parent);
        if let (Suppose::Forbid, Some(parent), Some(edge)) =
            (&given.what, parent, given.line.last())
            && let Some(parent) = self.nodes.get_mut(parent)
        {
            parent.forbidden.push(*edge);
        }
        if let Some(node) = self.nodes.get_mut(node) {
            let slot = match given.what {
                Suppose::Pin(_) => &mut node.pinned,
                Suppose::Forbid => &mut node.forbids,
                Suppose::Change(_) => &mut node.changed,
            };
            *slot = Some(number);
        }
        Ok(())
    }

    /// Whether an assumption can be in force beside those that are.
    fn check(&self, graph: &Graph, given: &Supposition) -> Result<(), Refused> {
        let mut vertex = Vertex::ROOT;
        let mut node = (!self.nodes.is_empty()).then_some(0);
        let mut source = None;
        for edge in &given.line {
            if let Some(change) = self.changed(node) {
                return Err(Refused::Below(change));
            }
            if !graph.edges(vertex).any(|own| own == *edge) {
                return Err(Refused::NoSuchLine);
            }
            source = Some((vertex, node));
            vertex = graph.target(*edge);
            node = node.and_then(|node| self.child(node, *edge));
        }
        let there = node.and_then(|node| self.nodes.get(node));
        let twice = match given.what {
            Suppose::Pin(_) => there.and_then(|node| node.pinned),
            Suppose::Forbid => there.and_then(|node| node.forbids),
            Suppose::Change(_) => there.and_then(|node| node.changed),
        };
        if let Some(other) = twice {
            return Err(Refused::Twice(other));
        }
        if given.what != Suppose::Forbid {
            return Ok(());
        }
        let Some((source, node)) = source else {
            return Err(Refused::Root);
        };
        if !matches!(graph.kind(source), VertexKind::Decision(_)) {
            return Err(Refused::Chance);
        }
        let forbidden = node.and_then(|node| self.nodes.get(node));
        let forbidden = forbidden.map_or(0, |node| node.forbidden.len());
        if forbidden + 1 >= graph.degree(source) {
            return Err(Refused::LastMove);
        }
        Ok(())
    }

    fn changed(&self, node: Option<usize>) -> Option<usize> {
        self.nodes.get(node?)?.changed
    }
}
