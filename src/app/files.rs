//! What the window opens and writes, and what it says of the open document.

use std::path::{Path, PathBuf};

use super::Wake;
use super::document::{Begun, Document, Words};
use crate::diagram::{RatingsFor, at_least, short_count};
use crate::export::svg::{self, Figure};
use crate::export::{dot, text};
use crate::game::{OpenError, Player, RulesText, SwitchValue};
use crate::games::Setup;
use crate::save::{self, BoardFile, Layer, Opened};
use crate::session::{Loaded, Loading, MOST_POSITIONS, Rated};
use crate::tree::{Count, Limits, Stopped, Unfolding, Vertex};

/// What opening a file gives, on its thread.
pub enum Ready {
    /// A board, whose graph is begun.
    Begun(Box<(Begun, Words)>, Option<String>),
    /// A tree file, read and rated.
    Loaded(Box<(Loaded, Words)>),
}

impl Ready {
    /// The document, and what should be said of it.
    pub fn document(self, wake: Wake) -> (Document, Option<String>) {
        match self {
            Self::Begun(begun, notice) => {
                let (begun, words) = *begun;
                (Document::begun(begun, words, wake), notice)
            }
            Self::Loaded(loaded) => {
                let (loaded, words) = *loaded;
                let notice = loaded.notices.first().cloned();
                (Document::loaded(loaded, words), notice)
            }
        }
    }
}

/// The limits of the window unless somebody asked for others.
pub fn window_limits() -> Limits {
    Limits {
        max_nodes: Some(MOST_POSITIONS),
        ..Limits::default()
    }
}

/// Opens a setup at once.
///
/// # Errors
/// One sentence on what can't be read.
pub fn open_setup(setup: Setup, limits: Limits, wake: Wake) -> Result<Document, String> {
    Document::open(setup, limits, "", Words::default(), wake).map_err(|error| error.to_string())
}

/// Reads a file and begins or rebuilds its graph; `cancelled` is asked in between.
///
/// # Errors
/// One sentence on what can't be read.
pub fn read_path(path: &Path, cancelled: &dyn Fn() -> bool) -> Result<Ready, String> {
    let name = file_name(path);
    let words = |title: Option<String>| Words {
        name: match title {
            Some(title) => format!("{title} ({name})"),
            None => name.clone(),
        },
        path: Some(path.to_owned()),
        board: None,
    };
    let place = |error: OpenError| format!("{name}: {error}");
    match save::open_path(path).map_err(|error| error.to_string())? {
        Opened::Board(board) => {
            let setup = board.setup().map_err(|why| format!("{name}: {why}"))?;
            let begun = Begun::new(setup, window_limits(), "").map_err(place)?;
            let words = Words {
                board: Some(board.clone()),
                ..words(board.title.clone())
            };
            let notice = board.notices.into_iter().next();
            Ok(Ready::Begun(Box::new((begun, words)), notice))
        }
        Opened::Text(text) => {
            let setup = save::setup_of_text(&text, None);
            let begun = Begun::new(setup, window_limits(), "").map_err(place)?;
            Ok(Ready::Begun(Box::new((begun, words(None))), None))
        }
        Opened::Tree(file) => {
            let title = file.header.title.clone();
            let mut loading = Loading::new(*file, Some(MOST_POSITIONS));
            while !loading.step(4_096).done {
                if cancelled() {
                    return Err(format!("opening {name} was cancelled"));
                }
            }
            let loaded = loading.finish().map_err(|error| error.to_string())?;
            let words = words(title);
            Ok(Ready::Loaded(Box::new((loaded, words))))
        }
    }
}

/// The last part of a path, for a title.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The path that somebody typed; `~` stands for the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Whether what somebody typed is a file rather than a position.
pub fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    ["./", "../", "/", "~"]
        .iter()
        .any(|start| text.starts_with(start))
        || text.ends_with(".json")
        || (!text.contains(' ') && path.exists())
}

/// What is written, as told by a file's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Board,
    Positions,
    Tree,
    Text,
    Dot,
    Svg,
}

fn format_of(path: &Path) -> Result<Format, String> {
    let name = file_name(path).to_lowercase();
    [
        (".board.json", Format::Board),
        (".positions.json", Format::Positions),
        (".json", Format::Tree),
        (".txt", Format::Text),
        (".dot", Format::Dot),
        (".gv", Format::Dot),
        (".svg", Format::Svg),
    ]
    .into_iter()
    .find(|(ending, _)| name.ends_with(ending))
    .map(|(_, format)| format)
    .ok_or_else(|| {
        format!(
            "the ending of {name} tells no format: end it in .tree.json, .positions.json, \
             .board.json, .txt, .dot or .svg"
        )
    })
}

/// All that an export needs, so that it can run on a thread of its own.
pub struct Export {
    path: PathBuf,
    format: Format,
    rated: Rated,
    unfolding: Unfolding,
    layer: Layer,
    board: BoardFile,
    ratings_for: RatingsFor,
    hidden: bool,
}

impl Export {
    /// What is unfolded of a document, for a file whose ending tells the format.
    ///
    /// # Errors
    /// An ending that tells no format.
    pub fn new(document: &Document, path: PathBuf) -> Result<Self, String> {
        let rated = document.session.rated().clone();
        let root = rated.graph.position_text(Vertex::ROOT);
        let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
        if let Some(opened) = &document.words.board {
            // What the opened file says beside its position goes on being said.
            board.title = opened.title.clone();
            board.members = opened.members.clone();
        }
        let note = document.note(crate::tree::UnfoldingNode::ROOT);
        board.note = (!note.is_empty()).then(|| note.to_owned());
        let mut layer = document.layer.clone();
        layer.title = layer.title.or_else(|| board.title.clone());
        Ok(Self {
            format: format_of(&path)?,
            path,
            unfolding: document.session.unfolding().clone(),
            layer,
            board,
            rated,
            ratings_for: RatingsFor::Player(Player(0)),
            hidden: false,
        })
    }

    /// The same as the window shows it: a picture has the ratings for the same player, or hides
    /// them too.
    #[must_use]
    pub fn seen(mut self, ratings_for: RatingsFor, hidden: bool) -> Self {
        (self.ratings_for, self.hidden) = (ratings_for, hidden);
        self
    }

    /// Writes the file whole, or leaves what was there.
    ///
    /// # Errors
    /// One sentence on what went wrong.
    pub fn write(&self) -> Result<String, String> {
        let Self {
            path,
            format,
            rated,
            unfolding,
            layer,
            board,
            ratings_for,
            hidden,
        } = self;
        save::write_file(path, |out| match format {
            Format::Board => board.write(out),
            Format::Positions => {
                save::write_positions(out, &rated.source(), &layer.clone().without_nodes())
            }
            Format::Tree => save::write_tree(out, &rated.source(), unfolding, None, layer),
            Format::Text => text::write(out, rated, unfolding),
            Format::Dot => dot::write(out, rated, unfolding),
            Format::Svg => {
                let figure = Figure {
                    title: layer.title.as_deref(),
                    ratings_for: *ratings_for,
                    hidden: *hidden,
                    notes: layer,
                    legend: true,
                };
                svg::write(out, rated, unfolding, &figure)
            }
        })
        .map_err(|error| error.to_string())?;
        Ok(format!("Wrote {}", path.display()))
    }
}

/// A name for the file that an export writes.
pub fn suggested_name(document: &Document) -> String {
    let name = match &document.words.path {
        Some(path) => file_name(path),
        None => document.words.name.clone(),
    };
    let stem: String = name
        .trim_end_matches(".json")
        .trim_end_matches(".board")
        .trim_end_matches(".tree")
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(40)
        .collect();
    format!("{}.tree.json", stem.trim_matches('-'))
}

/// The rules and the size of the board in a few words.
pub fn describe_setup(document: &Document) -> String {
    let rated = document.session.rated();
    let rules = match &rated.rules {
        RulesText::None => rated.game.clone(),
        RulesText::Preset(name) => (*name).to_owned(),
        RulesText::Switches(switches) => {
            let values: Vec<String> = switches
                .iter()
                .filter_map(|(name, value)| match value {
                    SwitchValue::Number(number) => Some(format!("{name} {number}")),
                    SwitchValue::Text(_) => None,
                })
                .collect();
            if values.is_empty() {
                rated.game.clone()
            } else {
                format!("{}, {}", rated.game, values.join(", "))
            }
        }
    };
    let places = rated.graph.picture(Vertex::ROOT).places;
    let rows = places.iter().filter(|place| {
        places
            .first()
            .is_some_and(|first| (place.y - first.y).abs() < 0.1)
    });
    match rows.count() {
        0 => rules,
        columns => format!("{rules}, {} × {columns}", places.len() / columns),
    }
}

/// How large the tree is, and whether it is all there.
pub fn describe_size(document: &Document) -> Vec<String> {
    let rated = document.session.rated();
    let graph = rated.graph.graph();
    let count = |number: usize| short_count(Count::Exact(&[number as u64]));
    let known = at_least(graph);
    let counted = |number: String, unit: &str| {
        let plural = if number == "1" { "" } else { "s" };
        format!("{known}{number} {unit}{plural}")
    };
    let size = [
        counted(short_count(rated.analysis.nodes.of(Vertex::ROOT)), "node"),
        counted(count(document.positions as usize), "position"),
        counted(short_count(rated.analysis.ends.of(Vertex::ROOT)), "end"),
    ]
    .join(", ");
    let complete = match (graph.stopped(), graph.max_plies()) {
        (Some(Stopped::MaxNodes(most)), _) => {
            let why = if document.is_cut_short() {
                "cancelled"
            } else {
                "stopped"
            };
            format!("incomplete: {why} at {} positions", count(most as usize))
        }
        (None, Some(plies)) if !graph.is_complete() => {
            format!(
                "to ply {plies}, estimates by {}",
                rated.limits.estimate.name()
            )
        }
        _ if rated.analysis.ratings.everything_proven() => {
            "complete, every rating proven".to_owned()
        }
        _ => "complete".to_owned(),
    };
    vec![size, complete]
}

/// How long the build took, and what it takes.
pub fn describe_cost(document: &Document) -> String {
    let memory = memory(document.session.rated().bytes);
    match document.took {
        Some(took) => format!("built in {}, {memory}", duration(took.as_secs_f64())),
        None => memory,
    }
}

/// A number of bytes, rounded.
pub fn memory(bytes: usize) -> String {
    let bytes = bytes as f64;
    if bytes < 1e6 {
        format!("{:.0} kB", (bytes / 1e3).max(1.0))
    } else {
        format!("{:.0} MB", bytes / 1e6)
    }
}

/// A time, rounded.
pub fn duration(seconds: f64) -> String {
    if seconds < 0.001 {
        "less than 1 ms".to_owned()
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}
