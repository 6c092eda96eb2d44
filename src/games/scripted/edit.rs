//! Edits of a written tree as values: their effect and their names. An edit never changes its
//! input, so a refused edit changes nothing.

mod graft;

use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};

use super::written::{NodeIndex, WrittenMove, WrittenNode, WrittenTree, free_name};
use crate::game::{Kind, MAX_PLAYERS, Player, Rational, Refusal, one, quoted, ratio, zero};

/// One change of a written tree.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeChange {
    /// Adds this number of moves below each of these nodes, to ends without payoffs. An end becomes
    /// a decision, and its payoff passes to its first move.
    Below(Vec<NodeIndex>, usize),
    /// Adds a move to a node, after the move at this index.
    Beside(NodeIndex, u32),
    /// Changes these nodes to another player's, to chance, or to ends.
    Mover(Vec<NodeIndex>, Kind),
    /// Renames the move at this index.
    Name(NodeIndex, u32, String),
    /// Changes the probability of the outcome at this index.
    Probability(NodeIndex, u32, Option<Rational>),
    /// Scales the probabilities of all outcomes but the one at this index, so that they sum to 1.
    Rescale(NodeIndex, u32),
    /// Other payoffs of these ends.
    Payoffs(Vec<(NodeIndex, Vec<Option<Rational>>)>),
    /// Renames a node.
    Rename(NodeIndex, String),
    /// Removes the move at this index, and everything that is only reached by it.
    Remove(NodeIndex, u32),
    /// Removes the node to which the move at this index leads, and which has one move: the move
    /// leads to the node after it.
    Splice(NodeIndex, u32),
    /// Moves the move at an index of a node, with everything below it, to an index of another or
    /// the same node.
    Move([(NodeIndex, u32); 2]),
    /// The same with a copy, to another node.
    Copy([(NodeIndex, u32); 2]),
    /// Pastes another tree: it replaces an end without payoffs, or is added below any other node.
    Paste(NodeIndex, Box<WrittenTree>),
    /// Joins two nodes, with the information sets that they are in.
    Join(NodeIndex, NodeIndex),
    /// Takes a node out of its information set.
    Split(NodeIndex),
    /// Whether the tree is rated as if players could tell the nodes of a set apart.
    Known(bool),
    /// Other players; payoffs of those who are new aren't known yet.
    Players(Vec<String>),
}

impl TreeChange {
    /// The tree after the change.
    ///
    /// # Errors
    /// Why it can't be changed so, in a sentence.
    pub fn apply(&self, before: &WrittenTree) -> Result<WrittenTree, Refusal> {
        let mut tree = before.clone();
        match self {
            Self::Below(nodes, count) => {
                for node in nodes {
                    (0..*count).for_each(|_| tree.add_below(*node));
                }
            }
            Self::Beside(parent, place) => {
                tree.add_below(*parent);
                let last = tree.node(*parent).moves.len() - 1;
                tree.reorder(*parent, last as u32, place + 1);
            }
            Self::Mover(nodes, kind) => {
                for node in nodes {
                    tree.set_mover(*node, *kind);
                }
                tree.drop_lost(before);
            }
            Self::Name(parent, place, name) => tree.name_move(*parent, *place, name)?,
            Self::Probability(parent, place, probability) => {
                if probability.is_some_and(|number| number < zero() || number > one()) {
                    return Err(Refusal::new("A probability must be between 0 and 1", ""));
                }
                tree.move_mut(*parent, *place)?.probability = *probability;
            }
            Self::Rescale(parent, place) => tree.rescale(*parent, *place)?,
            Self::Payoffs(ends) => {
                for (node, payoffs) in ends {
                    tree.node_mut(*node).numbers.clone_from(payoffs);
                }
            }
            Self::Rename(node, name) => tree.rename(*node, name)?,
            Self::Remove(parent, slot) => {
                tree.move_mut(*parent, *slot)?;
                tree.remove(*parent, *slot);
                tree.drop_lost(before);
            }
            Self::Splice(parent, index) => {
                let target = tree.move_mut(*parent, *index)?.target;
                let [only] = &before.node(target).moves[..] else {
                    let what = "Only a node with one move can be spliced out";
                    return Err(Refusal::new(what, ""));
                };
                tree.move_mut(*parent, *index)?.target = only.target;
                tree.drop_lost(before);
            }
            Self::Move([(parent, from), (other, to)]) => {
                tree.move_mut(*parent, *from)?;
                if parent == other {
                    tree.reorder(*parent, *from, *to);
                } else {
                    tree.hang(*parent, *from, (*other, *to))?;
                }
            }
            Self::Copy([(parent, from), to]) => {
                let moved = tree.move_mut(*parent, *from)?.clone();
                tree.graft_at(*to, &moved.name, &before.branch(moved.target));
            }
            Self::Paste(node, other) => tree.paste(*node, other)?,
            Self::Join(a, b) => tree.join(*a, *b)?,
            Self::Split(node) => {
                for set in &mut tree.sets {
                    set.retain(|other| other != node);
                }
            }
            Self::Known(is_known) => tree.is_known = *is_known,
            Self::Players(players) => tree.set_players(players)?,
        }
        tree.settle_sets();
        Ok(tree)
    }

    /// Text of the edit, given the tree before and after it: `heads 4 → 8`.
    pub fn description(&self, before: &WrittenTree, after: &WrittenTree) -> String {
        let name = |node: &NodeIndex| before.called(*node).to_owned();
        let move_name = |parent: &NodeIndex, place: u32| {
            let moves = &before.node(*parent).moves;
            moves
                .get(place as usize)
                .map_or_else(String::new, |one| one.name.to_string())
        };
        match self {
            Self::Below(nodes, _) => match &nodes[..] {
                [node] => format!("add below {}", name(node)),
                nodes => format!("add below {} nodes", nodes.len()),
            },
            Self::Beside(parent, place) => {
                let added = after.node(*parent).moves.get(*place as usize + 1);
                format!("add {}", added.map_or("a move", |one| &*one.name))
            }
            Self::Mover(nodes, kind) => {
                let who = after.kind_words(*kind);
                match &nodes[..] {
                    [node] => format!("{}: {who}", name(node)),
                    nodes => format!("{} nodes: {who}", nodes.len()),
                }
            }
            Self::Name(parent, place, _) => {
                let now = after.node(*parent).moves.get(*place as usize);
                let now = now.map_or("", |one| &*one.name);
                format!("{} → {now}", move_name(parent, *place))
            }
            Self::Probability(parent, place, probability) => {
                let old = before.node(*parent).moves.get(*place as usize);
                let old = number_words(old.and_then(|one| one.probability));
                let new = number_words(*probability);
                format!("{} {old} → {new}", move_name(parent, *place))
            }
            Self::Rescale(parent, _) => format!("probabilities of {}", name(parent)),
            Self::Payoffs(ends) => match &ends[..] {
                [(node, payoffs)] => {
                    let old = &before.node(*node).numbers;
                    let [old, new] = payoff_words(old, payoffs);
                    format!("{} {old} → {new}", name(node))
                }
                ends => format!("payoffs of {} ends", ends.len()),
            },
            Self::Rename(node, _) => {
                let [old, new] = [before, after].map(|tree| &*tree.node(*node).name);
                format!("{old} → {new}")
            }
            Self::Splice(parent, place) => format!("splice out {}", move_name(parent, *place)),
            Self::Copy([(parent, place), (other, _)]) => {
                format!("copy {} below {}", move_name(parent, *place), name(other))
            }
            Self::Remove(parent, place) => format!("remove {}", move_name(parent, *place)),
            Self::Move([(parent, slot), (other, _)]) if parent == other => {
                format!("move {}", move_name(parent, *slot))
            }
            Self::Move([(parent, index), (other, _)]) => {
                format!("move {} below {}", move_name(parent, *index), name(other))
            }
            Self::Paste(..) => "paste a branch".to_owned(),
            Self::Join(a, b) => format!("join {} and {}", name(a), name(b)),
            Self::Split(node) => format!("split {} from its set", name(node)),
            Self::Known(true) => "rate as if players knew".to_owned(),
            Self::Known(false) => "rate by what players know".to_owned(),
            Self::Players(players) => format!("players: {}", players.join(" ")),
        }
    }
}

fn number_words(number: Option<Rational>) -> String {
    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
}

/// Payoffs before and after an edit. Of two players only the first is shown, if it determines the
/// other.
fn payoff_words(old: &[Option<Rational>], new: &[Option<Rational>]) -> [String; 2] {
    let known = |numbers: &[Option<Rational>]| -> Option<Rational> {
        let numbers: Option<Vec<Rational>> = numbers.iter().copied().collect();
        numbers.map(|numbers| numbers.into_iter().sum())
    };
    let open = old.iter().all(Option::is_none);
    let first_tells = new.len() <= 2 && (open || known(old) == known(new));
    [old, new].map(|numbers| {
        let shown = if first_tells {
            &numbers[..1.min(numbers.len())]
        } else {
            numbers
        };
        let texts: Vec<String> = shown.iter().map(|number| number_words(*number)).collect();
        texts.join(" · ")
    })
}

/// Names of new moves, in order. Further moves are numbered.
const MOVES: [&str; 2] = ["left", "right"];
const BRANCHES: [&str; 2] = ["heads", "tails"];

impl WrittenTree {
    /// Text of a node kind.
    pub fn kind_words(&self, kind: Kind) -> String {
        let name = |player: Player| self.players.get(player.index()).map_or("?", |name| name);
        match kind {
            Kind::End => "end".to_owned(),
            Kind::Chance(_) => "chance".to_owned(),
            Kind::Decision(player) => format!("{} moves", name(player)),
        }
    }

    fn move_mut(&mut self, parent: NodeIndex, index: u32) -> Result<&mut WrittenMove, Refusal> {
        let moves = &mut self.node_mut(parent).moves;
        let there = moves.get_mut(index as usize);
        there.ok_or_else(|| Refusal::new("This move no longer exists", ""))
    }

    /// The nodes from which a move leads to one.
    pub fn parents(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        self.nodes().filter(move |parent| {
            let mut moves = self.node(*parent).moves.iter();
            moves.any(|one| one.target == node)
        })
    }

    /// The player of an end that becomes a decision: the one after the mover above it.
    pub fn next_mover(&self, node: NodeIndex) -> Player {
        let above = self
            .parents(node)
            .find_map(|parent| self.node(parent).kind.player());
        let players = self.players.len().max(1);
        above.map_or(Player(0), |player| {
            Player(((player.index() + 1) % players) as u8)
        })
    }

    /// Adds a move to an end without payoffs. The first move below an end takes its payoffs.
    fn add_below(&mut self, node: NodeIndex) {
        if self.node(node).kind == Kind::End {
            self.node_mut(node).kind = Kind::Decision(self.next_mover(node));
        }
        let written_node = self.node(node);
        let names = if written_node.is_chance() {
            BRANCHES
        } else {
            MOVES
        };
        let taken = |name: &str| written_node.moves.iter().any(|one| &*one.name == name);
        let name = match names.into_iter().find(|name| !taken(name)) {
            Some(name) => name.to_owned(),
            None => self.free_label(node, &format!("m{}", written_node.moves.len() + 1)),
        };
        let target = self.add_end(&name);
        let written = self.node_mut(node);
        let first = written.moves.is_empty();
        let numbers = if first {
            std::mem::take(&mut written.numbers)
        } else {
            Vec::new()
        };
        self.add_move(node, &name, target);
        if !numbers.is_empty() {
            self.node_mut(target).numbers = numbers;
        }
    }

    /// Adds a move. An outcome gets the rest of 1, or all get equal probabilities if they were
    /// equal before.
    fn add_move(&mut self, node: NodeIndex, name: &str, target: NodeIndex) {
        let written = self.node_mut(node);
        let chance = written.is_chance();
        let before = written.moves.len() as i128;
        let even = |one: &WrittenMove| one.probability == Some(ratio(1, before));
        let all_even = written.moves.iter().all(even);
        let rest = written.sum().and_then(|sum| one().checked_sub(&sum));
        written.moves.push(WrittenMove {
            name: name.into(),
            probability: rest.filter(|remaining| chance && *remaining > zero()),
            target,
        });
        if chance && all_even {
            written.share_evenly();
        }
    }

    fn set_mover(&mut self, node: NodeIndex, kind: Kind) {
        let players = self.players.len();
        let written = self.node_mut(node);
        written.kind = kind;
        if kind == Kind::End {
            written.moves.clear();
            written.numbers.resize(players, None);
            return;
        }
        // An end's payoffs become its estimate, and are restored if it becomes an end again.
        if written.numbers.iter().all(Option::is_none) {
            written.numbers.clear();
        }
        if !written.is_chance() {
            written
                .moves
                .iter_mut()
                .for_each(|one| one.probability = None);
        } else if written.moves.iter().all(|one| one.probability.is_none()) {
            written.share_evenly();
        }
    }

    /// Scales all probabilities but one of a chance node, so that they sum to 1. If the others are 0
    /// or not all known, they are equal.
    fn rescale(&mut self, node: NodeIndex, slot: u32) -> Result<(), Refusal> {
        let own = self.move_mut(node, slot)?.probability;
        let Some(rest) = own.and_then(|own| one().checked_sub(&own)) else {
            return Err(Refusal::new("This outcome has no probability yet", ""));
        };
        let moves = &mut self.node_mut(node).moves;
        let all = moves.len();
        let others = moves.iter_mut().enumerate();
        let mut others: Vec<&mut WrittenMove> = others
            .filter_map(|(index, one)| (index != slot as usize).then_some(one))
            .collect();
        let known: Option<Vec<Rational>> = others.iter().map(|one| one.probability).collect();
        let sum = known.and_then(|known| {
            let mut known = known.iter();
            known.try_fold(zero(), |sum, one| sum.checked_add(one))
        });
        let sum = sum.filter(|sum| *sum > zero());
        for other in &mut others {
            let scaled = match (other.probability, sum) {
                (Some(own), Some(sum)) => {
                    rest.checked_mul(&own).and_then(|it| it.checked_div(&sum))
                }
                _ => rest.checked_div(&ratio(all as i128 - 1, 1)),
            };
            let Some(scaled) = scaled else {
                return Err(Refusal::new("These probabilities have too many digits", ""));
            };
            other.probability = Some(scaled);
        }
        Ok(())
    }

    /// Joins two nodes to an information set.
    fn join(&mut self, a: NodeIndex, b: NodeIndex) -> Result<(), Refusal> {
        if a == b || !self.are_alike(a, b) {
            return Err(Refusal::new(
                "Only decisions of one player between the same moves can be joined",
                "",
            ));
        }
        let mut joined = vec![a, b];
        self.sets.retain(|set| {
            let is_part = set.contains(&a) || set.contains(&b);
            joined.extend(
                set.iter()
                    .filter(|node| is_part && **node != a && **node != b),
            );
            !is_part
        });
        joined.sort_unstable();
        self.sets.push(joined);
        Ok(())
    }

    /// Takes nodes out of their information sets that an edit has made unlike the others.
    fn settle_sets(&mut self) {
        let mut settled: Vec<Vec<NodeIndex>> = Vec::new();
        for set in std::mem::take(&mut self.sets) {
            let mut groups: Vec<Vec<NodeIndex>> = Vec::new();
            for node in set {
                let mut known = groups.iter_mut();
                match known.find(|group| self.are_alike(group[0], node)) {
                    Some(group) => group.push(node),
                    None => groups.push(vec![node]),
                }
            }
            settled.extend(groups.into_iter().filter(|group| group.len() > 1));
        }
        self.sets = settled;
    }

    fn rename(&mut self, node: NodeIndex, name: &str) -> Result<(), Refusal> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err(Refusal::new("A node needs a name", ""));
        }
        let mut others = self.nodes().filter(|other| *other != node);
        if others.any(|other| *self.node(other).name == *name) {
            let what = format!("Another node is called {}", quoted(&name));
            return Err(Refusal::new(what, ""));
        }
        self.node_mut(node).rename(&name);
        Ok(())
    }

    fn name_move(&mut self, parent: NodeIndex, slot: u32, name: &str) -> Result<(), Refusal> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err(Refusal::new("A move needs a name", ""));
        }
        let mut others = self.node(parent).moves.iter().enumerate();
        if others.any(|(index, one)| index != slot as usize && *one.name == *name) {
            let what = format!("Another move here is called {}", quoted(&name));
            return Err(Refusal::new(what, ""));
        }
        let one = self.move_mut(parent, slot)?;
        let old = std::mem::replace(&mut one.name, name.clone().into());
        let target = one.target;
        // A node that was called as its move is called so still.
        let own = &self.node(target).name;
        let behind = own.strip_prefix(&*old);
        let like = behind.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if like && self.parents(target).count() == 1 && target != self.start() {
            let taken = |name: &str| {
                let mut others = self.nodes().filter(|node| *node != target);
                others.any(|node| &*self.node(node).name == name)
            };
            let name = free_name(&name, taken);
            self.node_mut(target).rename(&name);
        }
        Ok(())
    }

    fn remove(&mut self, parent: NodeIndex, index: u32) {
        let players = self.players.len();
        let written = self.node_mut(parent);
        written.moves.remove(index as usize);
        if written.moves.is_empty() {
            written.kind = Kind::End;
            written.numbers.resize(players, None);
        }
    }

    fn reorder(&mut self, parent: NodeIndex, from: u32, to: u32) {
        let moves = &mut self.node_mut(parent).moves;
        let moved = moves.remove(from as usize);
        let to = (to as usize).min(moves.len());
        moves.insert(to, moved);
    }

    /// A move of one node becomes one of another, with all that is below it. An end that gets it is
    /// a decision from then on, and remembers its payoffs; a node that loses its last one is an
    /// end.
    fn hang(
        &mut self,
        parent: NodeIndex,
        from: u32,
        (other, to): (NodeIndex, u32),
    ) -> Result<(), Refusal> {
        let moved = self.node(parent).moves[from as usize].clone();
        if self.reached(moved.target)[other.0 as usize] {
            return Err(Refusal::new("A branch can't be moved below itself", ""));
        }
        if self.node(other).kind == Kind::End {
            self.set_mover(other, Kind::Decision(self.next_mover(other)));
        }
        self.remove(parent, from);
        let label = self.free_label(other, &moved.name);
        self.add_move(other, &label, moved.target);
        let last = self.node(other).moves.len() - 1;
        self.reorder(other, last as u32, to);
        Ok(())
    }

    /// A name like this one that no move of a node has.
    fn free_label(&self, node: NodeIndex, name: &str) -> String {
        let moves = &self.node(node).moves;
        free_name(name, |name| moves.iter().any(|one| &*one.name == name))
    }

    fn set_players(&mut self, players: &[String]) -> Result<(), Refusal> {
        let few = players.len();
        if few == 0 || few > MAX_PLAYERS {
            let what = format!("A tree has 1 to {MAX_PLAYERS} players");
            return Err(Refusal::new(what, ""));
        }
        if let Some(index) = (0..few).find(|slot| players[..*slot].contains(&players[*slot])) {
            let what = format!("Another player is called {}", quoted(&players[index]));
            return Err(Refusal::new(what, ""));
        }
        if players.iter().any(|name| name.trim().is_empty()) {
            return Err(Refusal::new("A player needs a name", ""));
        }
        let gone = |node: &&WrittenNode| node.kind.player().is_some_and(|own| own.index() >= few);
        if let Some(node) = self.nodes.iter().find(gone) {
            let player = node.kind.player().unwrap_or(Player(0));
            let player = &self.players[player.index()];
            let what = format!("{player} still moves at {}", node.name);
            return Err(Refusal::new(what, ""));
        }
        self.players = players.to_vec();
        for node in &mut self.nodes {
            if !node.numbers.is_empty() {
                node.numbers.resize(few, None);
            }
        }
        Ok(())
    }
}

impl WrittenNode {
    fn share_evenly(&mut self) {
        let all = self.moves.len().max(1) as i128;
        for one in &mut self.moves {
            one.probability = Some(ratio(1, all));
        }
    }
}

#[cfg(test)]
mod tests;
