//! A tree file in memory: the content of its records in columns, each with its line number.

use std::collections::BTreeMap;

use super::board::BoardFile;
use super::header::Header;
use super::members::Members;
use super::texts::{Text, Texts};
use crate::game::{Player, Rational};
use crate::tree::VertexKind;

/// The kind of a node, as its record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A player chooses.
    Decision,
    /// Chance chooses.
    Chance,
    /// The game is over.
    Terminal,
    /// A limit stopped the tree.
    Horizon,
}

impl FileKind {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Decision, "decision"),
        (Self::Chance, "chance"),
        (Self::Terminal, "terminal"),
        (Self::Horizon, "horizon"),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Chance => "chance",
            Self::Terminal => "terminal",
            Self::Horizon => "horizon",
        }
    }

    /// Whether such a node never has children.
    pub fn is_leaf(self) -> bool {
        matches!(self, Self::Terminal | Self::Horizon)
    }
}

impl From<VertexKind> for FileKind {
    fn from(kind: VertexKind) -> Self {
        match kind {
            VertexKind::Decision(_) => Self::Decision,
            VertexKind::Chance(_) => Self::Chance,
            VertexKind::End => Self::Terminal,
            VertexKind::Horizon(_) => Self::Horizon,
        }
    }
}

/// One node as its record says. Ratings, payoffs, winners and intervals are the JSON texts that
/// our writer would write.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileNode {
    pub line: u32,
    pub column: u32,
    pub kind: FileKind,
    pub player: Option<Player>,
    pub position: Text,
    /// Plies from the root in a tree, plies left in a positions graph with a ply limit, otherwise
    /// 0.
    pub plies: u32,
    pub rating: Text,
    pub payoffs: Option<Text>,
    pub winners: Option<Text>,
    pub proven: Option<Text>,
    pub omitted: Option<Text>,
}

impl FileNode {
    /// Whether it and another one say the same of a position, whatever line leads there.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let all = |it: &Self| {
            let texts = [it.payoffs, it.winners, it.proven, it.omitted];
            (it.kind, it.player, it.position, it.rating, texts)
        };
        all(self) == all(other)
    }

    /// The line and the column of its record.
    pub fn place(&self) -> (usize, usize) {
        (self.line as usize, self.column as usize)
    }
}

/// One edge as its record says.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileEdge {
    pub line: u32,
    pub source: u32,
    pub target: u32,
    pub mv: Text,
    pub probability: Option<Text>,
}

/// A tree file or a positions file, checked as far as that can be done without its game.
#[derive(Clone)]
pub struct TreeFile {
    /// The content before the nodes.
    pub header: Header,
    /// Warnings about accepted content, one sentence each.
    pub notices: Vec<String>,
    pub(super) hash: String,
    pub(super) texts: Texts,
    pub(super) nodes: Vec<FileNode>,
    pub(super) edges: Vec<FileEdge>,
    /// Notes by node.
    pub(super) notes: BTreeMap<u32, String>,
    /// Unknown members by node.
    pub(super) node_members: BTreeMap<u32, Members>,
    /// Unknown members by edge.
    pub(super) edge_members: BTreeMap<u32, Members>,
    /// Unknown members at the top, in `counts` and in `end`.
    pub(super) top_members: Members,
    pub(super) counts_members: Members,
    pub(super) end_members: Members,
}

impl TreeFile {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The line of the file where a node's record starts, counted from 1.
    pub fn node_line(&self, node: usize) -> usize {
        self.nodes[node].line as usize
    }

    /// The position of a node, in notation.
    pub fn position(&self, node: usize) -> &str {
        self.texts.get(self.nodes[node].position)
    }

    /// The note of a node.
    pub fn note(&self, node: usize) -> Option<&str> {
        self.notes.get(&(node as u32)).map(String::as_str)
    }

    /// The board of the root, with its title and note.
    pub fn root_board(&self) -> BoardFile {
        let header = &self.header;
        let far = header.by_line.get("").and_then(|root| root.note.as_deref());
        BoardFile {
            game: header.game.clone(),
            rules: header.rules.clone(),
            position: header.position.clone(),
            title: header.title.clone(),
            note: self.note(0).or(far).map(str::to_owned),
            members: Members::default(),
            notices: Vec::new(),
        }
    }

    /// Whether some node's children are left out.
    pub fn is_partial(&self) -> bool {
        self.nodes.iter().any(|node| node.omitted.is_some())
    }

    /// The number of omitted nodes, `u64::MAX` if there are more; `None` if a number isn't exact.
    pub fn omitted_nodes(&self) -> Option<u64> {
        let mut sum: u64 = 0;
        for omitted in self.nodes.iter().filter_map(|node| node.omitted) {
            let text = self.texts.get(omitted);
            if !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            sum = sum.saturating_add(text.parse().unwrap_or(u64::MAX));
        }
        Some(sum)
    }

    pub(super) fn text(&self, text: Option<Text>) -> &str {
        text.map_or("", |text| self.texts.get(text))
    }

    pub(super) fn probability(&self, edge: &FileEdge) -> Option<Rational> {
        super::json::exact(self.texts.get(edge.probability?))
    }
}
