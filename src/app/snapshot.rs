//! What is written of a document: a copy of it as it is at one moment, so that it can be written on
//! a thread of its own while the document goes on.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::document::Document;
use super::formats::{Format, Scope};
use super::job::Cancelled;
use crate::diagram::{RatingsFor, TreeStyle, short_count};
use crate::save::{self, BoardFile, Layer, Members};
use crate::session::Rated;
use crate::tree::{Count, Unfolding, UnfoldingNode, Vertex};

/// The member of a tree file's `graph` that keeps the unknown members of a board file.
const BOARD: &str = "board";

/// For so long it is counted how many bytes a file would have.
const COUNTING: Duration = Duration::from_millis(400);

/// A document at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// The graph with its ratings.
    pub rated: Rated,
    /// What is unfolded.
    pub unfolding: Unfolding,
    /// Notes, and what its file holds that this version doesn't know.
    pub layer: Layer,
    /// What a board file holds of it.
    pub board: BoardFile,
    /// Whose ratings a picture shows.
    pub ratings_for: RatingsFor,
    /// Whether a picture hides them.
    pub hidden: bool,
    /// How a picture draws the tree.
    pub style: TreeStyle,
}

/// How many bytes a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// That many.
    Bytes(u64),
    /// More than could be counted in a moment.
    MoreThan(u64),
}

impl Snapshot {
    /// The document as it is now, and how its ratings are seen.
    pub fn of(document: &Document, ratings_for: RatingsFor, hidden: bool) -> Self {
        let rated = document.session.rated().clone();
        let root = rated.graph.position_text(Vertex::ROOT);
        let mut layer = document.layer.clone();
        let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
        if let Some(opened) = &document.words.board {
            // What the opened file says beside its position goes on being said.
            board.title = opened.title.clone();
            board.members = opened.members.clone();
            if !opened.members.is_empty() {
                layer.graph.set(BOARD, &opened.members.to_object());
            }
        } else if let Some(members) = layer.graph.get(BOARD).and_then(Members::of_object) {
            board.members = members;
        }
        board.title = board.title.or_else(|| layer.title.clone());
        layer.title = layer.title.or_else(|| board.title.clone());
        let note = document.note(UnfoldingNode::ROOT);
        board.note = (!note.is_empty()).then(|| note.to_owned());
        Self {
            unfolding: document.session.unfolding().clone(),
            rated,
            layer,
            board,
            ratings_for,
            hidden,
            style: TreeStyle::default(),
        }
    }

    /// Writes a file whole, or leaves what was there.
    ///
    /// # Errors
    /// One sentence on what went wrong.
    pub fn write(&self, path: &Path, format: &Format) -> Result<(), String> {
        save::write_file(path, |out| (format.write)(self, out)).map_err(|error| error.to_string())
    }

    /// How many bytes a format would have, as far as that can be counted in a moment; `None` where
    /// nobody waits for it any more.
    pub fn size(&self, format: &Format, cancelled: &Cancelled) -> Option<Size> {
        let mut counter = Counter {
            bytes: 0,
            until: Instant::now() + COUNTING,
            next_look: 0,
            cancelled,
        };
        match (format.write)(self, &mut counter) {
            Ok(()) => Some(Size::Bytes(counter.bytes)),
            Err(_) if cancelled.is_set() => None,
            Err(_) => Some(Size::MoreThan(counter.bytes)),
        }
    }

    /// What a format writes, in words: `13 nodes`.
    pub fn scope_words(&self, scope: Scope) -> String {
        let (number, unit) = match scope {
            Scope::Board => (1, "board"),
            Scope::Unfolded => (self.unfolding.preorder().count(), "node"),
            Scope::Positions => (self.rated.graph.graph().len(), "position"),
        };
        let plural = if number == 1 { "" } else { "s" };
        format!(
            "{} {unit}{plural}",
            short_count(Count::Exact(&[number as u64]))
        )
    }
}

/// Counts bytes, for a while.
struct Counter<'a> {
    bytes: u64,
    until: Instant,
    next_look: u64,
    cancelled: &'a Cancelled,
}

impl Write for Counter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if self.bytes >= self.next_look {
            self.next_look = self.bytes + (1 << 16);
            if self.cancelled.is_set() || Instant::now() > self.until {
                return Err(io::Error::other("enough was counted"));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What of a document a board file can't hold, in words; `None` where it holds everything.
pub fn lost_in_board(document: &Document) -> Option<String> {
    let layer = &document.layer;
    let root = UnfoldingNode::ROOT.0;
    let is_note = |own: &save::NodeLayer| own.note.is_some();
    let notes = layer
        .nodes
        .iter()
        .filter(|(node, own)| **node != root && is_note(own))
        .count()
        + layer
            .elsewhere
            .iter()
            .filter(|(line, own)| !line.is_empty() && is_note(own))
            .count();
    let limits = document.limits != document.opened.limits;
    let options = document.options != document.opened.options;
    let members = |own: &save::NodeLayer| !own.members.is_empty() || !own.edge.is_empty();
    let unknown = layer.nodes.values().any(members)
        || layer.elsewhere.values().any(members)
        || !layer.edges.is_empty()
        || layer.graph.iter().any(|(name, _)| name != BOARD)
        || [&layer.top, &layer.counts, &layer.end]
            .iter()
            .any(|members| !members.is_empty());
    let notes = match notes {
        0 => None,
        1 => Some("the note of a node below the start".to_owned()),
        notes => Some(format!("the notes of {notes} nodes below the start")),
    };
    let parts: Vec<String> = [
        notes,
        limits.then(|| "the limits".to_owned()),
        options.then(|| "how it is rated".to_owned()),
        unknown.then(|| "what its tree file holds beside the tree".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    match parts.split_last() {
        None => None,
        Some((only, [])) => Some(only.clone()),
        Some((last, others)) => Some(format!("{} and {last}", others.join(", "))),
    }
}
