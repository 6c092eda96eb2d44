//! A snapshot of a document for writing, so that a background thread can write it while the
//! document changes.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::model::Document;
use crate::app::base::machine::Instant;
use crate::app::base::{Cancelled, DocumentContent};
use crate::app::intent::{ExportChoice, ExportLook};
use crate::diagram::{RatingsFor, TreeStyle};
use crate::export::{
    Appearance, ExportContent, Figure, Format, FormatSubject, MAX_NODES, Scope, Show,
};
use crate::game::Refusal;
use crate::games::scripted::written_of;
use crate::save::{self, BoardFile, Layer, Members};
use crate::session::Rated;
use crate::tree::{Count, Unfolding, UnfoldingNode, Vertex};
use crate::words::{counted, grouped, joined, short_count};
use crate::work::Control;

/// The member of a tree file's `graph` that keeps the unknown members of a board file.
const BOARD: &str = "board";

/// Time limit for estimating the size of an export.
const ESTIMATE_TIMEOUT: Duration = Duration::from_millis(400);

/// A document at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// The graph with its ratings.
    pub rated: Rated,
    /// The unfolding.
    pub unfolding: Unfolding,
    /// The budget, if that kept it from being larger.
    pub stopped: Option<u64>,
    /// Notes, and unknown members of its file.
    pub layer: Layer,
    /// The content as a board file.
    pub board: BoardFile,
    /// The player whose ratings a picture shows.
    pub ratings_for: RatingsFor,
    /// Whether a picture hides them.
    pub hidden: bool,
    /// The style of the tree in a picture.
    pub style: TreeStyle,
    /// The parts that it shows.
    pub show: Show,
    /// Whether the window draws boards in the nodes.
    pub boards: bool,
    /// Pixels for a unit of a picture of pixels.
    pub scale: f64,
    /// Its size, density and colors.
    pub appearance: Appearance,
    /// The node whose board alone is written.
    pub alone: Option<UnfoldingNode>,
}

/// The size of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputSize {
    /// That many bytes.
    Bytes(u64),
    /// More than could be counted in a moment.
    MoreThan(u64),
}

impl Snapshot {
    /// A snapshot of the document, and of the display of its ratings.
    pub fn of(
        document: &Document,
        style: TreeStyle,
        ratings_for: RatingsFor,
        hidden: bool,
    ) -> Self {
        let session = &document.session;
        let mut layer = document.layer.clone();
        let part = session.shown_part();
        let rated = part.unwrap_or_else(|| session.rated().clone());
        let root = rated.graph.position_text(Vertex::ROOT);
        let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
        if let Some(opened) = &document.words.board {
            // The opened file's other content is kept.
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
            unfolding: session.unfolding().clone(),
            stopped: None,
            rated,
            layer,
            board,
            ratings_for,
            hidden,
            style,
            show: Show::default(),
            boards: false,
            scale: Figure::default().scale,
            appearance: Appearance::default(),
            alone: None,
        }
    }

    /// The same with the part of the tree in a scope, if there is one, in place of the unfolding: at
    /// most [`MAX_NODES`] nodes, with their notes.
    ///
    /// # Errors
    /// A scope whose line isn't in the tree.
    pub async fn part(self, scope: Option<&Scope>, ctl: &Control) -> Result<Self, Refusal> {
        let Some(scope) = scope else {
            return Ok(self);
        };
        let (rated, shown) = (&self.rated, &self.unfolding);
        let gathered = scope.gather_by(rated, shown, &self.layer, MAX_NODES, ctl);
        let gathered = gathered.await?;
        Ok(Self {
            unfolding: gathered.unfolding,
            layer: gathered.layer,
            stopped: gathered.stopped,
            alone: gathered.alone,
            ..self
        })
    }

    /// The same, seen as it is chosen for an export.
    #[must_use]
    pub fn seen_as(self, choice: &ExportChoice) -> Self {
        let look = choice.look.unwrap_or(ExportLook {
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            style: self.style,
        });
        Self {
            ratings_for: look.ratings_for,
            hidden: look.hidden,
            style: look.style,
            show: choice.show(self.boards),
            scale: choice.scale.into(),
            appearance: choice.appearance(),
            ..self
        }
    }

    /// The content for a format.
    pub fn content(&self) -> ExportContent<'_> {
        ExportContent {
            rated: &self.rated,
            unfolding: &self.unfolding,
            layer: &self.layer,
            board: &self.board,
            figure: Figure {
                title: self.layer.title.as_deref(),
                ratings_for: self.ratings_for,
                hidden: self.hidden,
                notes: &self.layer,
                tours: &self.layer.signposts.tours,
                style: self.style,
                show: self.show,
                scale: self.scale,
                appearance: self.appearance,
                alone: self.alone,
                ..Figure::default()
            },
            stopped: self.stopped,
        }
    }

    /// Writes a file atomically; cancellation leaves the old file. `written` is updated with the
    /// number of bytes. Returns notices, in sentences.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn write(
        &self,
        path: &Path,
        format: &Format,
        cancelled: &Cancelled,
        written: &AtomicU64,
    ) -> Result<Vec<String>, Refusal> {
        if let Some(fault) = self.fault(format) {
            return Err(fault);
        }
        let fill = async |out: &mut dyn Write| {
            let mut out = Stoppable {
                out,
                cancelled,
                written,
            };
            self.write_to(format, &mut out, &cancelled.ctl).await
        };
        let mut notices = save::write_file_by(path, fill).await?;
        notices.extend(self.rebuilt(format));
        Ok(notices)
    }

    /// What a tree file says of the nodes that it leaves out; `None` if there are none.
    fn rebuilt(&self, format: &Format) -> Option<String> {
        let all = self
            .rated
            .analysis
            .nodes
            .of(self.unfolding.vertex(UnfoldingNode::ROOT));
        let shown = self.unfolding.preorder().count() as u64;
        if format.id != "json" || all.compare(Count::Exact(&[shown])).is_eq() {
            return None;
        }
        let of = match all {
            _ if self.rated.growing.is_some() => counted(shown, "node"),
            Count::Infinite => counted(shown, "node"),
            all => format!("{} of {} nodes", grouped(shown), short_count(all)),
        };
        Some(format!("{of} saved; the rest is rebuilt on opening"))
    }

    /// Writes a format.
    ///
    /// # Errors
    /// Those of the writer.
    pub async fn write_to(
        &self,
        format: &Format,
        out: &mut dyn Write,
        ctl: &Control,
    ) -> io::Result<()> {
        let content = self.content();
        if format.subject != FormatSubject::Positions {
            return (format.write)(&content, out, ctl).await;
        }
        // A position graph numbers its nodes otherwise.
        let layer = self
            .layer
            .clone()
            .by_line(&*self.rated.graph, &self.unfolding);
        let content = ExportContent {
            layer: &layer,
            ..content
        };
        (format.write)(&content, out, ctl).await
    }

    /// Why it can't be written in a format.
    pub fn fault(&self, format: &Format) -> Option<Refusal> {
        (format.fault)(&self.content())
    }

    /// The size of the output in a format, as far as it can be counted in a moment; `None` if
    /// canceled.
    pub async fn size(&self, format: &Format, cancelled: &Cancelled) -> Option<OutputSize> {
        let mut counter = Counter {
            bytes: 0,
            until: Instant::now() + ESTIMATE_TIMEOUT,
            next_look: 0,
            cancelled,
        };
        match self.write_to(format, &mut counter, &cancelled.ctl).await {
            Ok(()) => Some(OutputSize::Bytes(counter.bytes)),
            Err(_) if cancelled.is_set() => None,
            Err(_) => Some(OutputSize::MoreThan(counter.bytes)),
        }
    }

    /// The number of items in a format: `13 nodes`.
    pub fn amount(&self, format: &Format) -> String {
        let (number, unit) = match format.subject {
            FormatSubject::Tree if self.alone.is_some() => (1, "board"),
            FormatSubject::Board => (1, "board"),
            FormatSubject::Tree => (self.unfolding.preorder().count(), "node"),
            FormatSubject::Positions => (self.rated.graph.graph().len(), "position"),
        };
        counted(number, unit)
    }
}

/// A writer that fails when canceled.
struct Stoppable<'a> {
    out: &'a mut dyn Write,
    cancelled: &'a Cancelled,
    /// The number of bytes written.
    written: &'a AtomicU64,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancelled.is_set() {
            return Err(io::Error::other("it was canceled"));
        }
        let taken = self.out.write(bytes)?;
        self.written.fetch_add(taken as u64, Ordering::Relaxed);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
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

/// The content beside the board, of which a board file stores nothing.
fn beside_the_board(document: &Document) -> Vec<String> {
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
    let members = |node_layer: &save::NodeLayer| {
        !node_layer.members.is_empty() || !node_layer.edge.is_empty()
    };
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
    let signposts = &layer.signposts;
    let several = |number: usize, one: &str, many: &str| match number {
        0 => None,
        1 => Some(one.to_owned()),
        number => Some(format!("{number} {many}")),
    };
    [
        notes,
        (!layer.assumptions.is_empty()).then(|| "its assumptions".to_owned()),
        several(signposts.bookmarks.len(), "a bookmark", "bookmarks"),
        several(signposts.tours.len(), "a tour", "tours"),
        limits.then(|| "the limits".to_owned()),
        options.then(|| "the rating options".to_owned()),
        unknown.then(|| "extra data of its tree file".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The content of the document that its own file couldn't store if it were of a kind.
pub fn lost_in(document: &Document, kind: DocumentContent) -> Option<String> {
    let mut parts = match kind {
        DocumentContent::Board | DocumentContent::Game => beside_the_board(document),
        _ => Vec::new(),
    };
    if kind == DocumentContent::Game {
        let Some(tree) = written_of(&document.setup) else {
            return Some("a board, only a tree of your own".to_owned());
        };
        let graph = document.session.rated().graph.graph();
        let is_open = tree.unfinished().is_some();
        let lost = [
            (is_open, "unfinished nodes"),
            (
                graph.edge_count() + 1 != graph.len(),
                "a node that several moves lead to",
            ),
            (
                !is_open && graph.len() != tree.nodes().count(),
                "nodes beyond a limit, or without a move to them",
            ),
            (tree.has_estimates(), "estimates of decisions"),
            (tree.has_comments(), "comments in its text"),
            (tree.is_known, "that players know where they are"),
        ];
        let lost = lost.into_iter().filter(|(is_lost, _)| *is_lost);
        parts.extend(lost.map(|(_, what)| what.to_owned()));
    }
    (!parts.is_empty()).then(|| joined(&parts))
}
