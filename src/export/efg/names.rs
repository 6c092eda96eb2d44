//! Labels, names and numbers of nodes, information sets and outcomes: those of the file that a tree
//! was read from, or new ones.

use std::collections::{HashMap, HashSet};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::super::Figure;
use super::super::nodes::Node;
use super::super::told::below;
use super::label::{clean, quoted, unique};
use crate::game::{RulesText, SwitchValue};
use crate::games::scripted::{EfgNames, Written};
use crate::session::Rated;
use crate::tree::VertexKind;
use crate::words::end_text;

/// Whose numbers: those of information sets of chance. A player's have the player's number.
pub(super) const CHANCE: usize = 0;

/// Whose numbers: those of outcomes.
pub(super) const OUTCOMES: usize = usize::MAX;

/// The names of a tree's nodes.
pub(super) struct Names {
    /// What the file that the tree was read from says of its nodes, by their names in the script.
    told: FxHashMap<Box<str>, EfgNames>,
    /// Whether nodes have names, and not positions.
    is_scripted: bool,
    /// The labels that new ones must differ from.
    labels: HashSet<String, FxBuildHasher>,
    /// The numbers that the file uses, by whose they are.
    reserved: FxHashSet<(usize, i64)>,
    /// The numbers that were written, each with all that was said of it.
    written: FxHashMap<(usize, i64), Option<String>>,
    /// The last number that was new.
    last: FxHashMap<usize, i64>,
    /// The numbers of information sets of several nodes, by their number in the graph and the moves
    /// of their nodes.
    sets: FxHashMap<(u32, String), i64>,
}

impl Names {
    pub fn new(rated: &Rated) -> Self {
        let script = match &rated.rules {
            RulesText::Switches(switches) => {
                switches.iter().find_map(|(name, value)| match value {
                    SwitchValue::Text(script) if *name == "script" => Some(script),
                    _ => None,
                })
            }
            _ => None,
        };
        let mut names = Self {
            told: FxHashMap::default(),
            is_scripted: script.is_some(),
            labels: HashSet::default(),
            reserved: FxHashSet::default(),
            written: HashMap::default(),
            last: HashMap::default(),
            sets: FxHashMap::default(),
        };
        let written = script.and_then(|script| Written::read(script).ok());
        for node in written.iter().flat_map(Written::nodes) {
            let node = written.as_ref().map(|written| written.node(node));
            let Some((node, own)) = node.and_then(|node| Some((node, node.efg()?))) else {
                continue;
            };
            let whose = match node.kind {
                crate::game::Kind::Decision(player) => player.index() + 1,
                crate::game::Kind::Chance(_) => CHANCE,
                crate::game::Kind::End => OUTCOMES,
            };
            names.reserved.insert((whose, own.number));
            names.labels.insert(own.label.clone());
            names.told.insert(node.name.clone(), own);
        }
        names
    }

    /// Whether the tree was read from such a file.
    pub fn is_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// A text as the file has it; what all readers take, if it isn't of such a file.
    pub fn text(&self, text: &str) -> String {
        match self.is_told() {
            true => quoted(text),
            false => clean(text),
        }
    }

    /// The label of a node, the number that the file has for its information set or outcome (0 if
    /// there is none), that one's name, and the labels of its moves if the file has others. All
    /// are as they are written.
    pub fn of(
        &mut self,
        rated: &Rated,
        figure: &Figure<'_>,
        item: &Node,
        is_open: bool,
    ) -> EfgNames {
        let Node { vertex, number, .. } = *item;
        let kind = rated.graph.graph().kind(vertex);
        let position = rated.graph.position_text(vertex);
        let shown = figure.show.positions;
        let cut = match kind {
            VertexKind::Horizon(_) => Some("estimated".to_owned()),
            VertexKind::End => None,
            // Only a node that is written as an end has this name.
            VertexKind::Decision(_) | VertexKind::Chance(_) if is_open => None,
            VertexKind::Decision(_) | VertexKind::Chance(_) => {
                Some(format!("{} left out", below(rated, vertex)))
            }
        };
        let told = self.told.get(&*position).filter(|_| shown);
        let label = match (told, shown) {
            (Some(told), _) => quoted(&told.label),
            (None, false) => number.to_string(),
            (None, true) if self.is_scripted => unique(self.text(&position), &mut self.labels),
            (None, true) => clean(&format!("{number} {position}")),
        };
        let is_end = kind == VertexKind::End;
        let name = match (cut, told) {
            (Some(cut), _) if shown => clean(&format!("{number} {cut}")),
            (Some(_), _) => number.to_string(),
            (None, Some(told)) if !is_end || figure.show.ends => quoted(&told.name),
            (None, _) if !is_end || self.is_scripted && figure.show.ends => label.clone(),
            (None, _) => {
                let text = end_text(&*rated.graph, vertex).filter(|_| figure.show.ends);
                let text = text.unwrap_or_default();
                match shown {
                    true => clean(format!("{number} {text}").trim_end()),
                    false => number.to_string(),
                }
            }
        };
        let is_cut = kind != VertexKind::End && !is_open;
        let moves = told.filter(|_| figure.show.moves && !is_cut);
        let moves = moves.filter(|told| {
            let edges = || rated.graph.graph().edges(vertex);
            told.moves.len() == edges().count()
                && edges()
                    .zip(&told.moves)
                    .enumerate()
                    .all(|(index, (edge, own))| {
                        is_called(&rated.graph.move_text(vertex, edge), own, index)
                    })
        });
        EfgNames {
            label,
            number: told.filter(|_| !is_cut).map_or(0, |told| told.number),
            name,
            moves: moves.map_or_else(Vec::new, |told| {
                told.moves.iter().map(|mv| quoted(mv)).collect()
            }),
        }
    }

    /// The number of a decision's information set. Other nodes of `set` with the same moves have it,
    /// too; a node of which a move is left out has its own.
    pub fn set_of_player(
        &mut self,
        player: usize,
        own: i64,
        (set, moves): (Option<u32>, &str),
    ) -> i64 {
        let Some(set) = set.map(|set| (set, moves.to_owned())) else {
            return self.set(player, own, None);
        };
        if let Some(number) = self.sets.get(&set) {
            return *number;
        }
        let number = self.set(player, own, None);
        self.sets.insert(set, number);
        number
    }

    /// The number to write: the file's own, if nothing else was said of it, or the next free one.
    /// Nobody else may have the number of a decision, of which nothing is said.
    pub fn set(&mut self, whose: usize, own: i64, said: Option<String>) -> i64 {
        let fits = match self.written.get(&(whose, own)) {
            None => own != 0,
            Some(written) => said.is_some() && *written == said,
        };
        let number = if fits {
            own
        } else {
            let last = self.last.entry(whose).or_default();
            *last += 1;
            while self.reserved.contains(&(whose, *last)) {
                *last += 1;
            }
            *last
        };
        self.written.insert((whose, number), said);
        number
    }
}

/// Whether a script's move is the one that a file calls `own`: one without a name has its number
/// there, and one of a name that occurs twice has an apostrophe.
fn is_called(mv: &str, own: &str, index: usize) -> bool {
    let name = match own {
        "" => (index + 1).to_string(),
        own => own.to_owned(),
    };
    mv.strip_prefix(&*name)
        .is_some_and(|rest| rest.bytes().all(|byte| byte == b'\''))
}
