//! Branches of a written tree: what is reached, cut off, copied and pasted.

use super::super::write::EfgNames;
use super::super::written::{NodeIndex, WrittenMove, WrittenNode, WrittenTree};
use crate::game::{Kind, Refusal};

impl WrittenTree {
    /// Which nodes a line leads to from one, itself among them.
    pub fn reached(&self, from: NodeIndex) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[from.0 as usize] = true;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for one in &self.node(node).moves {
                if !std::mem::replace(&mut reached[one.target.0 as usize], true) {
                    open.push(one.target);
                }
            }
        }
        reached
    }

    /// Drops the nodes that no line leads to any more, though one did before.
    pub(super) fn drop_lost(&mut self, before: &Self) {
        let now = self.reached(self.start());
        let then = before.reached(before.start());
        let is_lost = |node: NodeIndex| {
            let index = node.0 as usize;
            !now[index] && then.get(index).copied().unwrap_or(false)
        };
        // Unreachable nodes that the author wrote beside the tree are kept, with all below them.
        let mut kept: Vec<bool> = self.nodes().map(|node| !is_lost(node)).collect();
        let mut open: Vec<NodeIndex> = self.nodes().filter(|node| kept[node.0 as usize]).collect();
        while let Some(node) = open.pop() {
            for one in &self.node(node).moves {
                if !std::mem::replace(&mut kept[one.target.0 as usize], true) {
                    open.push(one.target);
                }
            }
        }
        self.keep(&kept);
    }

    fn keep(&mut self, kept: &[bool]) {
        let mut numbers = Vec::with_capacity(kept.len());
        let mut next = 0;
        for kept in kept {
            numbers.push(NodeIndex(next));
            next += u32::from(*kept);
        }
        let mut places = kept.iter();
        self.nodes
            .retain(|_| places.next().copied().unwrap_or(true));
        for one in self.nodes.iter_mut().flat_map(|node| &mut node.moves) {
            one.target = numbers[one.target.0 as usize];
        }
        for set in &mut self.sets {
            set.retain(|node| kept[node.0 as usize]);
            set.iter_mut()
                .for_each(|node| *node = numbers[node.0 as usize]);
        }
        self.sets.retain(|set| set.len() > 1);
    }

    /// The tree below a node as a separate tree.
    #[must_use]
    pub fn branch(&self, node: NodeIndex) -> Self {
        let mut tree = self.clone();
        let start = node.0 as usize;
        // The node becomes the first: it swaps places with the start.
        tree.nodes.swap(0, start);
        for one in tree.nodes.iter_mut().flat_map(|node| &mut node.moves) {
            one.target = match one.target {
                NodeIndex(0) => node,
                other if other == node => NodeIndex(0),
                other => other,
            };
        }
        for node_index in tree.sets.iter_mut().flatten() {
            *node_index = match *node_index {
                NodeIndex(0) => node,
                other if other == node => NodeIndex(0),
                other => other,
            };
        }
        let kept = tree.reached(NodeIndex(0));
        tree.keep(&kept);
        tree.head.clear();
        tree.tail.clear();
        tree
    }

    pub(super) fn paste(&mut self, node: NodeIndex, other: &Self) -> Result<(), Refusal> {
        let players = self.players.len();
        if other.players.len() > players {
            let theirs = other.players.len();
            let what =
                format!("The pasted branch has {theirs} players, and this tree has {players}");
            return Err(Refusal::new(what, ""));
        }
        let written = self.node(node);
        let open = written.numbers.iter().all(Option::is_none) && written.moves.is_empty();
        let name = other.node(other.start()).name.to_string();
        let root = if open {
            node
        } else {
            if self.node(node).kind == Kind::End {
                self.add_below(node);
            }
            let label = match name.trim() {
                "" => "pasted",
                label => label,
            };
            let label = self.free_label(node, label);
            let target = self.add_end(&name);
            self.add_move(node, &label, target);
            target
        };
        self.graft(root, other);
        Ok(())
    }

    /// Adds a move to a node, at an index among its moves, with a copy of another tree.
    pub(super) fn graft_at(&mut self, (node, index): (NodeIndex, u32), name: &str, other: &Self) {
        if self.node(node).kind == Kind::End {
            self.set_mover(node, Kind::Decision(self.next_mover(node)));
        }
        let label = self.free_label(node, name);
        let target = self.add_end(&other.node(other.start()).name);
        self.add_move(node, &label, target);
        let last = self.node(node).moves.len() - 1;
        self.reorder(node, last as u32, index);
        self.graft(target, other);
    }

    /// A node becomes the root of a copy of another tree.
    fn graft(&mut self, root: NodeIndex, other: &Self) {
        let players = self.players.len();
        let mut places = vec![root];
        for one in &other.nodes[1..] {
            places.push(self.add_end(&one.name));
        }
        for (from, node_index) in other.nodes.iter().zip(&places) {
            let mut numbers = from.numbers.clone();
            if !numbers.is_empty() {
                numbers.resize(players, None);
            }
            let moves = from.moves.iter().map(|one| WrittenMove {
                target: places[one.target.0 as usize],
                ..one.clone()
            });
            let written = self.node_mut(*node_index);
            *written = WrittenNode {
                name: written.name.clone(),
                kind: from.kind,
                numbers,
                moves: moves.collect(),
                before: from.before.clone(),
                // A label and the number of an outcome are of one node alone.
                beside: {
                    let beside = from.beside.iter();
                    let own = beside.filter(|text| EfgNames::read(text).is_none());
                    own.cloned().collect()
                },
            };
        }
        for set in &other.sets {
            let set = set.iter().map(|node| places[node.0 as usize]);
            self.sets.push(set.collect());
        }
    }
}
