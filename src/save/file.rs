//! A tree file in memory: the content of its records in columns, each with its line number.
//! Positions, moves and ratings occur many times in a tree, so their texts are interned. The file
//! can be converted to a scripted game, whose rules are its content.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::header::{BoardFile, FileGraph, Header};
use super::json::{exact, object, string};
use super::lines::Members;
use crate::game::{Kind, Player, Rational, is_short, ratio};
use crate::games::scripted::{self, ScriptWriter};
use crate::games::{Setup, Switches};
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
    pub position: KeptText,
    /// Plies from the root in a tree, plies left in a positions graph with a ply limit, otherwise
    /// 0.
    pub plies: u32,
    pub rating: KeptText,
    pub payoffs: Option<KeptText>,
    pub winners: Option<KeptText>,
    pub proven: Option<KeptText>,
    pub omitted: Option<KeptText>,
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
    pub fn line_column(&self) -> (usize, usize) {
        (self.line as usize, self.column as usize)
    }
}

/// One edge as its record says.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileEdge {
    pub line: u32,
    pub source: u32,
    pub target: u32,
    pub mv: KeptText,
    pub probability: Option<KeptText>,
}

/// A tree file or a positions file, checked as far as that can be done without its game.
#[derive(Clone)]
pub struct TreeFile {
    /// The content before the nodes.
    pub header: Header,
    /// Warnings about accepted content, one sentence each.
    pub notices: Vec<String>,
    pub(super) hash: String,
    pub(super) texts: KeptTexts,
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

    pub(super) fn text(&self, text: Option<KeptText>) -> &str {
        text.map_or("", |text| self.texts.get(text))
    }

    pub(super) fn probability(&self, edge: &FileEdge) -> Option<Rational> {
        super::json::exact(self.texts.get(edge.probability?))
    }
}

/// A text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct KeptText(u32);

/// The texts, each once.
#[derive(Clone, Default)]
pub(super) struct KeptTexts {
    bytes: String,
    ends: Vec<u32>,
    index: HashTable<u32>,
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

impl KeptTexts {
    /// Maximum bytes of all texts together.
    pub const MAX_BYTES: usize = 1 << 30;

    /// Keeps a text; `None` if there are too many.
    pub fn keep(&mut self, text: &str) -> Option<KeptText> {
        let Self { bytes, ends, index } = self;
        let found = index.find(hash(text), |&text_index| {
            get(bytes, ends, text_index) == text
        });
        if let Some(&found) = found {
            return Some(KeptText(found));
        }
        if bytes.len() + text.len() > Self::MAX_BYTES {
            return None;
        }
        let new = ends.len() as u32;
        bytes.push_str(text);
        ends.push(bytes.len() as u32);
        index.insert_unique(hash(text), new, |&text_index| {
            hash(get(bytes, ends, text_index))
        });
        Some(KeptText(new))
    }

    /// The text, if it was kept.
    pub fn find(&self, text: &str) -> Option<KeptText> {
        let Self { bytes, ends, index } = self;
        let found = index.find(hash(text), |&slot| get(bytes, ends, slot) == text);
        found.copied().map(KeptText)
    }

    /// A text that was kept.
    pub fn get(&self, text: KeptText) -> &str {
        get(&self.bytes, &self.ends, text.0)
    }
}

fn get<'a>(bytes: &'a str, ends: &[u32], text: u32) -> &'a str {
    let index = text as usize;
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start as usize..ends[index] as usize]
}

/// A tree as it is written.
#[derive(Clone, Debug)]
pub struct AsWritten {
    /// The scripted game, at the root.
    pub setup: Setup,
    /// The content that the script can't hold: one sentence each.
    pub notices: Vec<String>,
    /// The ends of the script that are none: nodes whose moves the file leaves out.
    pub left_out: Vec<LeftOut>,
}

/// A node whose moves a file leaves out.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Its name in the script.
    pub name: String,
    /// Its kind, if it had moves.
    pub kind: Kind,
    /// The proven interval of each player's rating.
    pub proven: Vec<(Rational, Rational)>,
}

/// Makes a scripted game of a file. A node's name is its position, followed by its number if
/// several nodes have that position. Nodes below a horizon, and omitted nodes, are unknown: their
/// parent becomes an end that pays its rating.
pub fn as_written(file: &TreeFile) -> AsWritten {
    let names = unique_names(file);
    let (first, by_source) = edges_by_source(file);
    let mut writer = ScriptWriter::new(&file.header.players);
    let mut left_out = Vec::new();
    let mut rounded = false;
    for (id, node) in file.nodes.iter().enumerate() {
        let player = node.player.unwrap_or(Player(0));
        let is_left_out = node.kind == FileKind::Horizon || node.omitted.is_some();
        let kind = match node.kind {
            _ if is_left_out => Kind::End,
            FileKind::Decision => Kind::Decision(player),
            FileKind::Chance => Kind::Chance(player),
            FileKind::Terminal | FileKind::Horizon => Kind::End,
        };
        let numbers = match node.payoffs {
            _ if kind != Kind::End => Vec::new(),
            payoffs => numbers(file.texts.get(payoffs.unwrap_or(node.rating)), &mut rounded),
        };
        writer.node(&names[id], kind, &numbers);
        if is_left_out {
            left_out.push(LeftOut {
                name: names[id].clone(),
                kind: match node.kind {
                    FileKind::Chance => Kind::Chance(player),
                    _ => Kind::Decision(player),
                },
                proven: node
                    .proven
                    .map(|proven| intervals(file.texts.get(proven)))
                    .filter(|proven| proven.len() == file.header.players.len())
                    .unwrap_or_else(|| numbers.iter().map(|number| (*number, *number)).collect()),
            });
        }
        if kind == Kind::End {
            continue;
        }
        for &edge in &by_source[first[id] as usize..first[id + 1] as usize] {
            let edge = &file.edges[edge as usize];
            writer.branch(
                file.texts.get(edge.mv),
                file.probability(edge),
                &names[edge.target as usize],
            );
        }
    }
    let mut notices = Vec::new();
    if !left_out.is_empty() {
        let unknown = left_out.len();
        notices.push(format!(
            "{unknown} nodes whose moves the file leaves out are shown as leaves that are worth \
             their ratings"
        ));
    }
    if rounded {
        notices.push("some numbers were rounded to 15 digits".to_owned());
    }
    if file.header.kind == FileGraph::Positions && file.header.max_plies.is_some() {
        notices.push(
            "the file's ply limit is part of its nodes, so that a position may stand for several"
                .to_owned(),
        );
    }
    AsWritten {
        setup: Setup {
            game: scripted::NAME.to_owned(),
            switches: Switches {
                script: Some(writer.finish()),
                ..Switches::default()
            },
            ..Setup::default()
        },
        notices,
        left_out,
    }
}

/// A name of its own for each node: its position, followed by its number if several nodes have that.
fn unique_names(file: &TreeFile) -> Vec<String> {
    let mut seen: FxHashMap<KeptText, u32> = FxHashMap::default();
    for node in &file.nodes {
        *seen.entry(node.position).or_default() += 1;
    }
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut names: Vec<String> = vec![String::new(); file.nodes.len()];
    // Unique positions keep their text, whatever the names of the others are.
    for alone in [true, false] {
        for (id, node) in file.nodes.iter().enumerate() {
            if (seen[&node.position] == 1) != alone {
                continue;
            }
            let position = file.texts.get(node.position);
            let mut name = match alone {
                true => position.to_owned(),
                false => format!("{position} #{id}"),
            };
            while used.contains(&name) {
                name.push('\'');
            }
            used.insert(name.clone());
            names[id] = name;
        }
    }
    names
}

/// The edges of each node, in the order of the file: the start of each node's edges, and all edges.
fn edges_by_source(file: &TreeFile) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; file.nodes.len() + 1];
    for edge in &file.edges {
        first[edge.source as usize + 1] += 1;
    }
    for index in 1..first.len() {
        first[index] += first[index - 1];
    }
    let mut next = first.clone();
    let mut edges = vec![0; file.edges.len()];
    for (index, edge) in file.edges.iter().enumerate() {
        let slot = &mut next[edge.source as usize];
        edges[*slot as usize] = index as u32;
        *slot += 1;
    }
    (first, edges)
}

/// The numbers of a rating or of payoffs, in the players' order.
fn numbers(json: &str, rounded: &mut bool) -> Vec<Rational> {
    let members = object(json).unwrap_or_default();
    let members = members.iter().map(|member| member.raw);
    members.map(|raw| number(raw, rounded)).collect()
}

/// The intervals that are proven, in the players' order.
fn intervals(json: &str) -> Vec<(Rational, Rational)> {
    let members = object(json).unwrap_or_default();
    let pair = |raw: &str| {
        let raw = raw.trim_matches(|sign: char| "[]".contains(sign) || sign.is_whitespace());
        let (low, high) = raw.split_once(',')?;
        let number = |raw: &str| number(raw.trim(), &mut false);
        let (low, high) = (number(low), number(high));
        (low <= high).then_some((low, high))
    };
    members
        .iter()
        .filter_map(|member| pair(member.raw))
        .collect()
}

fn number(raw: &str, rounded: &mut bool) -> Rational {
    match string(raw) {
        Some(text) => exact(&text).filter(is_short).unwrap_or_else(|| {
            *rounded = true;
            let double = exact(&text).map(|number| crate::game::to_f64(&number));
            // No fraction is known: the decimals of a double.
            round(double.or_else(|| text.parse().ok()).unwrap_or_default())
        }),
        None => {
            let double = raw.parse().unwrap_or(0.0);
            let number = round(double);
            *rounded |= crate::game::to_f64(&number).to_bits() != double.to_bits();
            number
        }
    }
}

/// A decimal near a double that a script can hold.
fn round(number: f64) -> Rational {
    let mut places = 1_000_000_000_000_000_i128;
    let number = number.clamp(-9.9e19, 9.9e19);
    while places > 1 && (number * places as f64).abs() >= 1e18 {
        places /= 10;
    }
    ratio((number * places as f64).round() as i128, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::Game;
    use crate::games::scripted::Scripted;

    #[test]
    fn equal_positions_of_an_unknown_game_are_named_by_position_and_number() {
        let end = |id: u32, position: &str| {
            let worth = r#"{"a":"1","b":"0"}"#;
            format!(
                r#"{{"id":{id},"kind":"terminal","position":"{position}","ply":1,"rating":{worth},"payoffs":{worth},"winners":["a"]}}"#
            )
        };
        let text = format!(
            r#"{{"format":"doomtree-tree","version":1,"minor":0,"generator":"test","directed":true,
            "multigraph":false,"graph":{{"kind":"tree","title":null,"game":"mancala","rules":"any","position":"top",
            "players":["a","b"],"root":0,"max_plies":null,"complete":true,"stopped":null,
            "counts":{{"nodes":4,"edges":3}}}},"nodes":[
            {{"id":0,"kind":"decision","player":"a","position":"top","ply":0,"rating":{{"a":"1","b":"0"}}}},
            {},{},{}],"edges":[{{"source":0,"target":1,"move":"x"}},{{"source":0,"target":2,"move":"y"}},
            {{"source":0,"target":3,"move":"z"}}],"end":{{"nodes":4,"edges":3,"hash":"0000000000000000"}}}}"#,
            end(1, "same"),
            end(2, "same"),
            end(3, "same #2"),
        );
        let opened = crate::save::open_reader(text.as_bytes(), "test").expect("a good file");
        let super::super::Opened::Tree(file) = opened else {
            panic!("it is a tree");
        };
        let script = as_written(&file).setup.switches.script.expect("a script");
        let game = Scripted::new(&script).expect("a good script");
        let (start, mut moves) = (game.start(), Vec::new());
        game.moves(&start, &mut moves);
        let after = moves.iter().map(|mv| game.play(&start, *mv));
        let after: Vec<String> = after.map(|end| game.position_text(&end)).collect();
        assert_eq!(game.position_text(&start), "top");
        assert_eq!(after, ["same #1", "same #2'", "same #2"]);
    }

    #[test]
    fn a_rating_that_is_no_fraction_keeps_its_digits() {
        let (json, mut rounded) = (r#"{"a":"0.6839050131926103","b":"1/3"}"#, false);
        let both = numbers(json, &mut rounded);
        assert!((crate::game::to_f64(&both[0]) - 0.683_905_013_192_610).abs() < 1e-14);
        assert_eq!((both[1], rounded), (ratio(1, 3), true));
    }
}
