//! The open document (`Document`): a session, its origin, and the build that may still run.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::building::{Running, own_limits};
use super::playing::LeftTree;
use super::what_if_ratings::{Proving, WhatIfRatings};
use crate::app::base::machine::Instant;
use crate::app::base::{DocumentContent, Stamp, Wake, drop_in_background, file_name};
use crate::app::intent::{Edits, Root};
use crate::game::OpenError;
use crate::games::Setup;
use crate::rating::RatingOptions;
use crate::save::{BoardFile, BookmarksAndTours, Layer, NodeLayer};
use crate::session::{Build, GraphRequest, Loaded, MAX_POSITIONS, Progress, Rated, Session, open};
use crate::tree::{EndsByWinners, Limits, UnfoldingNode, Vertex};
use crate::work::TurnLength;

/// Maximum positions built synchronously before the first frame.
const AT_ONCE: usize = 3_000;

/// Positions expanded per step, between limit checks; on a large board one leads to hundreds.
const FEW: usize = 16;

/// Maximum synchronous steps after the last position: a few repeating positions can take long to
/// rate.
const MAX_AFTER: usize = 4_096;

/// Maximum number of trees that are kept with what was proven of them, for undo and redo.
const MAX_GROWN: usize = 8;

/// The names and files of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentNames {
    /// The text for the title: a title, a file's name, or the position.
    pub name: String,
    /// The file that it came from.
    pub path: Option<PathBuf>,
    /// The board file that it came from, with its other content.
    pub board: Option<Box<BoardFile>>,
    /// The content of the file, determined when the document is opened.
    pub holds: DocumentContent,
    /// The file as it was when it was read or written last.
    pub stamp: Option<Stamp>,
    /// Whether it was restored from a killed window.
    pub restored: bool,
    /// The title and the root's note that another program's file gives.
    pub title: Option<String>,
    /// See `title`.
    pub note: Option<String>,
    /// The line to the node that is selected first, of a link.
    pub line: Option<String>,
}

impl DocumentNames {
    /// Adds what isn't known yet about the file.
    fn complete(mut self, holds: DocumentContent) -> Self {
        if let Some(path) = &self.path
            && self.holds == DocumentContent::Nothing
        {
            self.holds = holds;
            self.stamp = self.stamp.or_else(|| Stamp::of(path));
        }
        self
    }

    /// The name of the document in a sentence: its file's name, otherwise its title or position.
    pub fn short(&self) -> String {
        match &self.path {
            Some(path) => file_name(path),
            None => self.name.clone(),
        }
    }
}

/// What a file says of the whole tree: its title, and its note as the root's.
fn layer_of(title: Option<&String>, note: Option<&String>) -> Layer {
    let mut layer = Layer {
        title: title.cloned(),
        ..Layer::default()
    };
    if note.is_some() {
        let root = NodeLayer {
            note: note.cloned(),
            ..NodeLayer::default()
        };
        layer.nodes.insert(UnfoldingNode::ROOT.0, root);
    }
    layer
}

/// The open document.
pub struct Document {
    /// The walk through the tree.
    pub session: Session,
    /// Its title, note and file.
    pub words: DocumentNames,
    /// The game, its rules and the root.
    pub setup: Setup,
    /// The limits of the graph.
    pub limits: Limits,
    /// The rating options.
    pub options: RatingOptions,
    /// The limits and rating options when it was opened.
    pub opened: GraphRequest,
    /// The user's additions: notes, and unknown members of the file. Nodes and edges are keyed by
    /// their numbers in the unfolding. Additions to nodes that the tree doesn't have, or has not
    /// unfolded yet, are keyed by line.
    pub layer: Layer,
    /// The ratings under assumptions.
    pub supposed: WhatIfRatings,
    /// The edits since it was opened.
    pub edits: Edits,
    /// The data of the original root, while a game runs on its own tree.
    pub(super) home: Option<Box<LeftTree>>,
    /// Its ends by winners, once they are counted.
    pub ends: Option<EndsByWinners>,
    /// Its distinct positions, chance nodes left out, each once however many plies it has left.
    pub positions: u64,
    /// The duration of the build.
    pub took: Option<Duration>,
    pub(super) build: Option<Running>,
    /// Whether the build ended before it reached its limits.
    pub(super) cut_short: bool,
    /// A build that was paused while its results were sorted or rated, with its progress.
    pub(super) paused: Option<(Box<dyn Build>, Progress)>,
    /// The work on the ratings of a tree that grows.
    pub(super) proving: Proving,
    /// Trees that grew from other roots, with all that was proven of them, the last one at the end.
    pub(super) grown: Vec<(Root, Rated)>,
}

/// A started graph: the result of opening a board.
pub struct StartedDocument {
    build: Box<dyn Build>,
    progress: Progress,
    /// The time that it took so far: it may wait for an answer.
    spent: Duration,
    setup: Setup,
    wanted: GraphRequest,
    /// Whether the root isn't the setup's position, but the end of a line from there.
    moved: bool,
}

impl StartedDocument {
    /// Starts the graph of a setup or, with a line, of the node at its end, as far as possible
    /// synchronously.
    ///
    /// # Errors
    /// What is invalid.
    pub fn new(setup: Setup, wanted: impl Into<GraphRequest>, at: &str) -> Result<Self, OpenError> {
        let started = Instant::now();
        let wanted = wanted.into();
        let own = GraphRequest {
            limits: own_limits(wanted.limits),
            ..wanted
        };
        let mut build = open(&setup, own, at)?;
        let mut progress = build.step(TurnLength::Work(FEW));
        let mut after = 0;
        while !progress.done && progress.positions < AT_ONCE && after < MAX_AFTER {
            progress = build.step(TurnLength::Work(FEW));
            after += usize::from(progress.is_explored());
        }
        Ok(Self {
            build,
            progress,
            spent: started.elapsed(),
            setup,
            wanted,
            moved: !at.trim().is_empty(),
        })
    }
}

impl Document {
    /// Opens a started graph: a small one at once, a large one as far as it is known, the rest on a
    /// thread.
    pub fn begun(begun: StartedDocument, words: DocumentNames, wake: Wake) -> Self {
        let StartedDocument {
            build,
            progress,
            spent,
            setup,
            wanted,
            moved,
        } = begun;
        let now = Instant::now();
        let started = now.checked_sub(spent).unwrap_or(now);
        let layer = match words.board.as_deref() {
            Some(board) => layer_of(board.title.as_ref(), board.note.as_ref()),
            None => layer_of(words.title.as_ref(), words.note.as_ref()),
        };
        let ends_so = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "efg");
        let words = words.clone().complete(match &words.board {
            Some(_) => DocumentContent::Board,
            None if words.path.as_ref().is_some_and(ends_so) => DocumentContent::Game,
            None => DocumentContent::Text,
        });
        let named = |session: Session, ends, took| Self {
            words: DocumentNames {
                name: if words.name.is_empty() {
                    session.rated().graph.position_text(Vertex::ROOT)
                } else {
                    words.name.clone()
                },
                ..words.clone()
            },
            positions: session.rated().graph.distinct().positions,
            setup: match moved {
                true => Setup {
                    position: session.rated().graph.position_text(Vertex::ROOT),
                    columns: None,
                    ..setup.clone()
                },
                false => setup.clone(),
            },
            session,
            limits: wanted.limits,
            options: wanted.options,
            opened: wanted,
            layer: layer.clone(),
            supposed: WhatIfRatings::default(),
            edits: Edits::new(),
            home: None,
            ends,
            took,
            build: None,
            cut_short: false,
            paused: None,
            proving: Proving::default(),
            grown: Vec::new(),
        };
        if progress.done {
            let rated = build.finish();
            let ends = EndsByWinners::new(rated.graph.graph());
            let took = started.elapsed();
            return named(Session::new(rated), Some(ends), Some(took));
        }
        let mut document = named(Session::new(build.snapshot()), None, None);
        // If no thread can be started, the part known at once is all there is, and is shown so.
        document.work(move || build, progress, started, wake);
        document
    }

    /// Opens a setup.
    ///
    /// # Errors
    /// What is invalid.
    pub fn open(
        setup: Setup,
        wanted: impl Into<GraphRequest>,
        at: &str,
        words: DocumentNames,
        wake: Wake,
    ) -> Result<Self, OpenError> {
        Ok(Self::begun(
            StartedDocument::new(setup, wanted, at)?,
            words,
            wake,
        ))
    }

    /// Opens a tree file that was read and rated.
    pub fn loaded(loaded: Loaded, words: DocumentNames) -> Self {
        let Loaded {
            rated,
            unfolding,
            layer,
            as_written,
            ..
        } = loaded;
        let (holds, layer) = match &unfolding {
            Some(_) if !as_written => (DocumentContent::Tree, layer),
            Some(_) => (DocumentContent::AsWritten, layer),
            // Notes belong to the nodes of a tree here.
            None => (
                DocumentContent::Positions,
                layer.by_first_line(&*rated.graph),
            ),
        };
        // A tree that grows is counted nowhere.
        let whole = rated.growing.is_none();
        let ends = whole.then(|| EndsByWinners::new(rated.graph.graph()));
        let positions = rated.graph.distinct().positions;
        let setup = rated.setup();
        // A tree that fits into its file needs no limit; after an edit it may need one.
        let limits = Limits {
            max_nodes: rated.limits.max_nodes.or(Some(MAX_POSITIONS)),
            ..rated.limits
        };
        let options = rated.options;
        let session = match unfolding {
            Some(unfolding) => Session::restore(rated, unfolding),
            None => Session::new(rated),
        };
        Self {
            session,
            words: words.complete(holds),
            setup,
            limits,
            options,
            opened: GraphRequest { limits, options },
            layer,
            supposed: WhatIfRatings::default(),
            edits: Edits::new(),
            home: None,
            ends,
            positions,
            took: None,
            build: None,
            cut_short: false,
            paused: None,
            proving: Proving::default(),
            grown: Vec::new(),
        }
    }

    /// Sets the default memory limit of later builds, in bytes.
    pub fn allow_bytes(&mut self, usual: Option<u64>) {
        for limits in [&mut self.limits, &mut self.opened.limits] {
            limits.max_bytes = limits.max_bytes.or(usual);
        }
    }

    /// The source of the graph.
    pub fn root(&self) -> Root {
        Root {
            setup: self.setup.clone(),
            limits: self.limits,
            options: self.options,
        }
    }

    /// The note of a node; empty if there is none.
    pub fn note(&self, node: UnfoldingNode) -> &str {
        let there = self.layer.nodes.get(&node.0);
        let note = there.and_then(|layer| layer.note.as_deref());
        if note.is_some() || self.layer.elsewhere.is_empty() {
            return note.unwrap_or_default();
        }
        self.line_note(&self.line_text(node))
    }

    /// Changes the note of a node; an empty one deletes it.
    pub fn set_note(&mut self, node: UnfoldingNode, note: &str) {
        if !self.layer.elsewhere.is_empty() {
            let line = self.line_text(node);
            if let Some((line, node_layer)) = self.layer.elsewhere.remove_entry(&line) {
                let others = std::mem::take(&mut self.layer.elsewhere);
                self.layer.elsewhere.insert(line, node_layer);
                let session = &self.session;
                self.layer
                    .resolve(&*session.rated().graph, session.unfolding());
                self.layer.elsewhere.extend(others);
            }
        }
        let layer = self.layer.nodes.entry(node.0).or_default();
        layer.note = (!note.is_empty()).then(|| note.to_owned());
        if layer.is_empty() {
            self.layer.nodes.remove(&node.0);
        }
    }

    /// The note at the end of a line that the tree doesn't have; empty if there is none.
    pub fn line_note(&self, line: &str) -> &str {
        let node_layer = self.layer.elsewhere.get(line);
        node_layer
            .and_then(|layer| layer.note.as_deref())
            .unwrap_or_default()
    }

    /// The lines to all nodes that have a note, whether the tree has them or not.
    pub fn noted_lines(&self) -> BTreeSet<String> {
        let nodes = self.layer.nodes.iter();
        let nodes = nodes.filter(|(_, node_layer)| node_layer.note.is_some());
        let lines = nodes.map(|(node, _)| self.line_text(UnfoldingNode(*node)));
        let elsewhere = self.layer.elsewhere.iter();
        let elsewhere = elsewhere.filter(|(_, layer)| layer.note.is_some());
        lines
            .chain(elsewhere.map(|(line, _)| line.clone()))
            .collect()
    }

    /// Changes it; an empty one deletes it.
    pub fn set_line_note(&mut self, line: &str, note: &str) {
        let elsewhere = &mut self.layer.elsewhere;
        let layer = elsewhere.entry(line.to_owned()).or_default();
        layer.note = (!note.is_empty()).then(|| note.to_owned());
        if layer.is_empty() {
            elsewhere.remove(line);
        }
    }

    /// Moves additions keyed by line to the nodes that have been unfolded since.
    pub fn settle_notes(&mut self) {
        if !self.layer.elsewhere.is_empty() || !self.layer.signposts.bookmarks.is_empty() {
            let session = &self.session;
            self.layer
                .resolve(&*session.rated().graph, session.unfolding());
        }
    }

    /// Rates the tree under the assumptions.
    pub fn suppose(&mut self) {
        let session = &self.session;
        self.supposed.rate(session.rated(), &self.layer.assumptions);
        self.supposed.resolve(session.unfolding());
    }

    /// Bookmarks and tours.
    pub fn signposts(&self) -> &BookmarksAndTours {
        &self.layer.signposts
    }

    /// Changes bookmarks and tours.
    pub fn set_signposts(&mut self, signposts: BookmarksAndTours) {
        self.layer.signposts = signposts;
        let session = &self.session;
        self.layer
            .resolve(&*session.rated().graph, session.unfolding());
    }

    /// The line to a node, as text.
    pub fn line_text(&self, node: UnfoldingNode) -> String {
        let line = self.session.unfolding().line(node);
        self.session.rated().graph.line_text(Vertex::ROOT, &line)
    }

    /// The document with another graph: title, file, notes and changes stay, and the selected node
    /// where the new tree has it. Notes of lines that the new tree doesn't have are kept.
    #[must_use]
    pub fn rebuilt(&mut self, begun: StartedDocument, wake: Wake) -> Self {
        let mut words = self.words.clone();
        if words.name == self.session.rated().graph.position_text(Vertex::ROOT) {
            // Its name was its position, which changes.
            words.name.clear();
        }
        let mut rebuilt = Self::begun(begun, words, wake);
        rebuilt.opened = self.opened;
        let notes = self.layer.clone();
        rebuilt.layer = notes.by_line(&*self.session.rated().graph, self.session.unfolding());
        let line = self.line_text(self.session.selected());
        rebuilt.select_line(&line);
        // Nothing is taken from the old document before all calls to the game have succeeded.
        rebuilt.edits = std::mem::take(&mut self.edits);
        rebuilt.home = self.home.take();
        rebuilt.grown = std::mem::take(&mut self.grown);
        if self.grows() {
            rebuilt
                .grown
                .push((self.root(), self.session.rated().clone()));
            let max = rebuilt.grown.len().saturating_sub(MAX_GROWN);
            rebuilt.grown.drain(..max);
        }
        self.layer = Layer::default();
        rebuilt
    }

    /// The memory limit in bytes, if it stopped the graph.
    pub fn stopped_by_bytes(&self) -> Option<u64> {
        let rated = self.session.rated();
        let stopped = rated.graph.graph().stopped().is_some() && !self.cut_short;
        // A position limit that wasn't requested is the one derived from the memory limit.
        let positions = rated.limits.max_nodes;
        let reckoned = positions.is_some() && positions != self.limits.max_nodes;
        self.limits.max_bytes.filter(|_| stopped && reckoned)
    }

    /// Frees everything off the UI thread.
    pub fn close(self) {
        drop_in_background((self.session, self.paused, self.grown));
    }
}
