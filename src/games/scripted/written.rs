//! A tree as the user writes it: its nodes in the order of the script, including unknown parts and
//! comments. It is parsed from a script and written as one. `edit` changes it. Nodes and moves are
//! identified by their indices.

use num_traits::{CheckedAdd as _, CheckedSub as _};
use rustc_hash::FxHashSet;

use super::parse;
use super::write::{EfgNames, ScriptWriter};
use crate::game::{Kind, NotationError, Player, Rational, line_words, one, quoted, visible, whole};

/// Maximum number of unfinished nodes named in a message.
const MAX_TOLD: usize = 3;

/// A tree defined node by node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTree {
    /// The players' names.
    pub players: Vec<String>,
    pub(super) nodes: Vec<WrittenNode>,
    /// The information sets of several nodes: their player can't tell these apart.
    pub(super) sets: Vec<Vec<NodeIndex>>,
    /// Whether the tree is rated as if players could tell them apart.
    pub is_known: bool,
    /// The comments before the first node …
    pub(super) head: Vec<String>,
    /// … and after the last.
    pub(super) tail: Vec<String>,
}

/// A node of such a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenNode {
    /// The name.
    pub name: Box<str>,
    /// The kind of node: its player, chance, or an end.
    pub kind: Kind,
    /// The payoffs of an end, one per player. For any other node the estimate, or nothing.
    pub numbers: Vec<Option<Rational>>,
    /// Its moves, or the outcomes of chance.
    pub moves: Vec<WrittenMove>,
    /// The comments above it …
    pub(super) before: Vec<String>,
    /// … and after it.
    pub(super) beside: Vec<String>,
}

/// A move of such a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The name.
    pub name: Box<str>,
    /// The probability, if it is an outcome of chance.
    pub probability: Option<Rational>,
    /// The node that it leads to.
    pub target: NodeIndex,
}

/// Why a node can't be rated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// An end has no payoff for some player.
    Payoff,
    /// It has no moves.
    Moves,
    /// An outcome of chance has no probability.
    Probability,
    /// The probabilities sum to this, and not to 1; `None` if that has more than 128 bits.
    Sum(Option<Rational>),
    /// The nodes below aren't finished: all of a decision's, or some of a chance node's.
    Below,
}

impl WrittenNode {
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.into(),
            kind,
            numbers: Vec::new(),
            moves: Vec::new(),
            before: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Gives it a name, for an extensive game too.
    pub(super) fn rename(&mut self, name: &str) {
        self.name = name.into();
        for text in &mut self.beside {
            if let Some(names) = EfgNames::read(text) {
                let label = name.to_owned();
                *text = EfgNames { label, ..names }.comment();
            }
        }
    }

    /// How an extensive game names it, if it was read from one.
    pub fn efg(&self) -> Option<EfgNames> {
        self.beside.iter().find_map(|text| EfgNames::read(text))
    }

    /// Whether chance decides there.
    pub fn is_chance(&self) -> bool {
        matches!(self.kind, Kind::Chance(_))
    }

    /// The sum of the known probabilities; `None` if it exceeds 128 bits.
    pub fn sum(&self) -> Option<Rational> {
        let mut known = self.moves.iter().filter_map(|one| one.probability);
        known.try_fold(whole(0), |sum, number| sum.checked_add(&number))
    }

    /// What the node itself lacks.
    fn own_lack(&self, players: usize) -> Option<Missing> {
        match self.kind {
            Kind::End => {
                let known = self.numbers.iter().flatten().count();
                (known < players).then_some(Missing::Payoff)
            }
            _ if self.moves.is_empty() => Some(Missing::Moves),
            Kind::Chance(_) if self.moves.iter().any(|one| one.probability.is_none()) => {
                Some(Missing::Probability)
            }
            Kind::Chance(_) => {
                let sum = self.sum();
                (sum != Some(one())).then_some(Missing::Sum(sum))
            }
            Kind::Decision(_) => None,
        }
    }

    /// Its numbers if none is missing, otherwise nothing.
    pub(super) fn whole_numbers(&self) -> Vec<Rational> {
        let numbers: Option<Vec<Rational>> = self.numbers.iter().copied().collect();
        numbers.unwrap_or_default()
    }
}

impl WrittenTree {
    /// A tree without a node for players of these names.
    pub(super) fn new(players: Vec<String>) -> Self {
        Self {
            players,
            nodes: Vec::new(),
            sets: Vec::new(),
            is_known: false,
            head: Vec::new(),
            tail: Vec::new(),
        }
    }

    /// A new tree: a decision of the first of two players between two ends without payoffs.
    pub fn begun() -> Self {
        let mut written = Self::new(vec!["a".to_owned(), "b".to_owned()]);
        let start = WrittenNode::new("start", Kind::Decision(Player(0)));
        written.nodes.push(start);
        for name in ["left", "right"] {
            let target = written.add_end(name);
            written.nodes[0].moves.push(WrittenMove {
                name: name.into(),
                probability: None,
                target,
            });
        }
        written
    }

    /// Reads a script.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn read(script: &str) -> Result<Self, NotationError> {
        parse::read(script)
    }

    /// The first node, where the game starts.
    pub fn start(&self) -> NodeIndex {
        NodeIndex(0)
    }

    /// The node with this index.
    pub fn node(&self, node: NodeIndex) -> &WrittenNode {
        &self.nodes[node.0 as usize]
    }

    pub(super) fn node_mut(&mut self, node: NodeIndex) -> &mut WrittenNode {
        &mut self.nodes[node.0 as usize]
    }

    /// All of its nodes, in the order of the script.
    pub fn nodes(&self) -> impl Iterator<Item = NodeIndex> + use<> {
        (0..self.nodes.len() as u32).map(NodeIndex)
    }

    /// Adds an end without payoffs. Its name is based on `name`, and no move leads to it yet.
    pub(super) fn add_end(&mut self, name: &str) -> NodeIndex {
        let names: FxHashSet<&str> = self.nodes.iter().map(|node| &*node.name).collect();
        let name = free_name(name, |name| names.contains(name));
        let mut node = WrittenNode::new(&name, Kind::End);
        node.numbers = vec![None; self.players.len()];
        self.nodes.push(node);
        NodeIndex(self.nodes.len() as u32 - 1)
    }

    /// For each node, in the order of the script, why it can't be rated yet. Such a node is left
    /// out of the ratings, and so is every node that depends on it.
    pub fn lacks(&self) -> Vec<Option<Missing>> {
        let players = self.players.len();
        let own = |node: &WrittenNode| node.own_lack(players);
        let mut lacks: Vec<Option<Missing>> = self.nodes.iter().map(own).collect();
        let mut remaining: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for one in &node.moves {
                above[one.target.0 as usize].push(index as u32);
            }
        }
        let mut open: Vec<usize> = (0..lacks.len())
            .filter(|index| lacks[*index].is_some())
            .collect();
        while let Some(index) = open.pop() {
            for parent in &above[index] {
                let parent = *parent as usize;
                remaining[parent] -= 1;
                let lost = remaining[parent] == 0 || self.nodes[parent].is_chance();
                if lost && lacks[parent].is_none() {
                    lacks[parent] = Some(Missing::Below);
                    open.push(parent);
                }
            }
        }
        lacks
    }

    /// The nodes that lack something themselves, as text: `1 node isn't finished: wait`; `None` if
    /// there are none.
    pub fn unfinished(&self) -> Option<String> {
        let players = self.players.len();
        let open = |node: &&WrittenNode| node.own_lack(players).is_some();
        let all = self.nodes().zip(&self.nodes);
        let open: Vec<NodeIndex> = all
            .filter(|(_, node)| open(node))
            .map(|(node, _)| node)
            .collect();
        let verb = match open.len() {
            0 => return None,
            1 => "node isn't",
            _ => "nodes aren't",
        };
        // The first move to each node, and where it starts.
        let mut first: Vec<Option<(&str, NodeIndex)>> = vec![None; self.nodes.len()];
        for (source, node) in self.nodes().zip(&self.nodes) {
            for one in node.moves.iter().filter(|one| one.target != self.start()) {
                first[one.target.0 as usize].get_or_insert((&one.name, source));
            }
        }
        let called =
            |node: NodeIndex| first[node.0 as usize].map_or(&*self.node(node).name, |it| it.0);
        let name = |node: &NodeIndex| {
            let name = called(*node);
            let is_alone = self
                .nodes()
                .filter(|other| called(*other) == name)
                .nth(1)
                .is_none();
            let name = quoted_if_blank(name);
            // Of nodes with one name, each has that of the node before it too.
            match first[node.0 as usize].filter(|_| !is_alone) {
                Some((_, before)) => format!("{} › {name}", quoted_if_blank(called(before))),
                None => name,
            }
        };
        let mut messages: Vec<String> = open.iter().take(MAX_TOLD).map(name).collect();
        messages.extend((open.len() > MAX_TOLD).then(|| "…".to_owned()));
        Some(format!(
            "{} {verb} finished: {}",
            open.len(),
            messages.join(", ")
        ))
    }

    /// The display name of a node: the first move that leads to it, otherwise its own name.
    pub fn called(&self, node: NodeIndex) -> &str {
        let mut moves = self.nodes.iter().flat_map(|node| &node.moves);
        let first = moves.find(|one| one.target == node);
        first
            .filter(|_| node != self.start())
            .map_or(&self.node(node).name, |one| &one.name)
    }

    /// The node at the end of a path of move indices; `None` if it leaves the tree.
    pub fn at(&self, way: &[u32]) -> Option<NodeIndex> {
        way.iter().try_fold(self.start(), |node, index| {
            let moves = &self.node(node).moves;
            moves.get(*index as usize).map(|one| one.target)
        })
    }

    /// The names of the moves of a way.
    pub fn line(&self, way: &[u32]) -> Vec<&str> {
        let mut node = self.start();
        let mut names = Vec::with_capacity(way.len());
        for index in way {
            let Some(one) = self.node(node).moves.get(*index as usize) else {
                break;
            };
            names.push(&*one.name);
            node = one.target;
        }
        names
    }

    /// The path of move indices along a line, as far as the tree has its moves.
    pub fn move_indices(&self, line: &str) -> Vec<u32> {
        let mut node = self.start();
        let mut way = Vec::new();
        for (_, name) in line_words(line).unwrap_or_default() {
            let moves = &self.node(node).moves;
            let Some(index) = moves.iter().position(|one| *one.name == *name) else {
                break;
            };
            way.push(index as u32);
            node = moves[index].target;
        }
        way
    }

    /// What the other outcomes' probabilities leave of 1, if all of them are known.
    pub fn rest(&self, node: NodeIndex, slot: u32) -> Option<Rational> {
        let others = self.node(node).moves.iter().enumerate();
        let mut others = others.filter(|(index, _)| *index != slot as usize);
        others.try_fold(one(), |rest, (_, other)| {
            rest.checked_sub(&other.probability?)
        })
    }

    /// Whether a decision or a chance node has an estimate.
    pub fn has_estimates(&self) -> bool {
        let mut inner = self.nodes.iter().filter(|node| node.kind != Kind::End);
        inner.any(|node| !node.numbers.is_empty())
    }

    /// Whether the author has written comments; how an extensive game names a node isn't one.
    pub fn has_comments(&self) -> bool {
        let of_nodes = self
            .nodes
            .iter()
            .flat_map(|node| [&node.before, &node.beside]);
        let all = of_nodes.chain([&self.head, &self.tail]).flatten();
        all.into_iter().any(|text| EfgNames::read(text).is_none())
    }

    /// The information sets of several nodes.
    pub fn sets(&self) -> &[Vec<NodeIndex>] {
        &self.sets
    }

    /// The index of a node's information set, if it has several nodes.
    pub fn set_of(&self, node: NodeIndex) -> Option<usize> {
        self.sets.iter().position(|set| set.contains(&node))
    }

    /// Whether two nodes can be in one information set: decisions of one player between the same
    /// moves.
    pub fn are_alike(&self, a: NodeIndex, b: NodeIndex) -> bool {
        let [a, b] = [a, b].map(|node| self.node(node));
        let [first, second] = [a, b].map(|node| node.moves.iter().map(|one| &*one.name));
        matches!(a.kind, Kind::Decision(_)) && a.kind == b.kind && first.eq(second)
    }

    /// The sum of the payoffs of every end, if it is the same. All but one player's payoff then
    /// determine the last.
    pub fn sum(&self) -> Option<Rational> {
        let ends = self.nodes.iter().filter(|node| node.kind == Kind::End);
        let whole_ends = ends.map(WrittenNode::whole_numbers);
        let mut sums = whole_ends
            .filter(|numbers| !numbers.is_empty())
            .map(|numbers| {
                let mut numbers = numbers.into_iter();
                numbers.try_fold(whole(0), |sum, number| sum.checked_add(&number))
            });
        let first = sums.next()??;
        sums.all(|sum| sum == Some(first)).then_some(first)
    }

    /// The tree as a script.
    pub fn text(&self) -> String {
        let mut writer = ScriptWriter::with_comments(&self.players, &self.head);
        for node in &self.nodes {
            let is_draft = node.is_chance() && matches!(node.own_lack(0), Some(Missing::Sum(_)));
            writer.comment(&node.before);
            writer.open_node(&node.name, node.kind, &node.numbers, is_draft);
            for one in &node.moves {
                let target = &self.node(one.target).name;
                let probability = node.is_chance().then_some(one.probability);
                writer.open_branch(&one.name, probability, target);
            }
            if node.moves.is_empty() && node.kind != Kind::End {
                writer.no_branch();
            }
            writer.beside(&node.beside);
        }
        for set in &self.sets {
            let names: Vec<&str> = set.iter().map(|node| &*self.node(*node).name).collect();
            writer.set(&names);
        }
        if self.is_known {
            writer.known();
        }
        writer.comment(&self.tail);
        writer.finish()
    }
}

/// A name for a sentence, quoted if it is blank.
fn quoted_if_blank(name: &str) -> String {
    match name.trim().is_empty() {
        true => quoted(name),
        false => visible(name).into_owned(),
    }
}

/// A free name based on this one: itself, or with a number after it.
pub(super) fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let stem = if stem.is_empty() { "n" } else { stem };
    let mut number = 2_u64;
    loop {
        let other = format!("{stem}{number}");
        if !is_taken(&other) {
            return other;
        }
        number += 1;
    }
}

/// A node of the script, in the order of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(pub u32);

/// A move of the script, in the order of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);
