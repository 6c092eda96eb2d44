//! A session of a tree that grows on demand.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::Session;
use crate::game::NotationError;
use crate::session::Rated;
use crate::tree::{Line, UnfoldingNode, Vertex, VertexKind};

/// Maximum number of nodes that are looked at: those nearest to the selected one. Only their moves
/// are listed, and only their ratings are proven.
const MAX_LOOKED_AT: usize = 2_000;

impl Session {
    /// Adds the moves of all nodes that are shown, if the tree grows, and wants their ratings. Returns
    /// whether it has grown.
    pub(super) fn grow(&mut self) -> bool {
        if self.rated.growing.is_none() {
            return false;
        }
        let mut near = self.looked_at();
        let edges = self.rated.graph.graph().edge_count();
        // The best line may go on where proofs are known already.
        while self.expand_horizons(&near) {
            self.find_best_line();
        }
        let ends = [self.best_end_of_root(), self.best_end];
        // First the selected node and its moves, then what the best line goes on with.
        let graph = self.rated.graph.graph();
        let moves = [self.vertex()].into_iter().chain(ends);
        let moves = moves.flat_map(|vertex| graph.targets(vertex)).copied();
        near.splice(1..1, moves);
        if let Some(growing) = &self.rated.growing {
            growing.want(&near);
        }
        graph.edge_count() > edges
    }

    /// Adds the moves of these positions and of those at the ends of best lines; `false` if they are
    /// known.
    fn expand_horizons(&mut self, near: &[Vertex]) -> bool {
        let graph = self.rated.graph.graph();
        let ends = [self.best_end_of_root(), self.best_end];
        let mut horizons: Vec<Vertex> = near.iter().copied().chain(ends).collect();
        horizons.retain(|vertex| matches!(graph.kind(*vertex), VertexKind::Horizon(_)));
        let Some(growing) = self.rated.growing.as_ref().filter(|_| !horizons.is_empty()) else {
            return false;
        };
        let grown = growing.grown(&horizons);
        let more = grown.graph.graph().edge_count() > graph.edge_count();
        self.rated = grown;
        more
    }

    /// The end of the best line of the root.
    fn best_end_of_root(&self) -> Vertex {
        let graph = self.rated.graph.graph();
        let last = self.best.last();
        last.map_or(Vertex::ROOT, |edge| graph.target(*edge))
    }

    /// The positions of the nodes that are shown, those nearest to the selected node first.
    fn looked_at(&self) -> Vec<Vertex> {
        let mut found = Vec::new();
        let mut vertices = FxHashSet::default();
        let mut seen = FxHashSet::from_iter([self.selected]);
        let mut waiting = VecDeque::from([self.selected]);
        while let Some(node) = waiting.pop_front().filter(|_| found.len() < MAX_LOOKED_AT) {
            let vertex = self.unfolding.vertex(node);
            if vertices.insert(vertex) {
                found.push(vertex);
            }
            let near = self
                .unfolding
                .children(node)
                .chain(self.unfolding.parent(node));
            waiting.extend(near.filter(|node: &UnfoldingNode| seen.insert(*node)));
        }
        found
    }

    /// Reads a line from the root. If the tree grows, the moves of every position on it are added.
    ///
    /// # Errors
    /// A word that is no legal move, or that a limit has left out.
    pub fn read_line(&mut self, line: &str) -> Result<Line, NotationError> {
        if let Some(growing) = &self.rated.growing {
            self.rated = growing.along(line)?;
            self.find_best_line();
        }
        self.rated.graph.read_line(Vertex::ROOT, line)
    }

    /// The tree as it is shown, if it grows: nothing is known of nodes that aren't expanded but what was
    /// proven of them. Nodes, vertices and edges keep their numbers.
    pub fn shown_part(&self) -> Option<Rated> {
        let growing = self.rated.growing.as_ref()?;
        let open = self.open_nodes();
        let open: Vec<Vertex> = open
            .iter()
            .map(|node| self.unfolding.vertex(*node))
            .collect();
        Some(growing.pruned(&open))
    }

    /// Takes what was proven since it was called last; `false` if that is nothing.
    pub fn take_proofs(&mut self) -> bool {
        let Some(growing) = self.rated.growing.clone() else {
            return false;
        };
        let news = growing.news();
        if std::mem::replace(&mut self.news, news) == news {
            return false;
        }
        self.adopt(growing.grown(&[]));
        true
    }

    /// Maximum number of nodes after a command that unfolds.
    pub(super) fn most_nodes(&self) -> usize {
        self.unfolding.len() + self.budget.min(self.most_looked_at())
    }

    /// Maximum number of nodes that a command unfolds, whatever the budget.
    pub(super) fn most_looked_at(&self) -> usize {
        match self.rated.growing {
            Some(_) => MAX_LOOKED_AT.saturating_sub(self.unfolding.len()),
            None => usize::MAX,
        }
    }
}
