//! Opening files and texts, and descriptions of the open document.

use std::path::Path;

use super::model::{Begun, Document, Words};
use super::recognise::setup_of_file;
use super::recovery::{Recovered, Restored};
use super::teaching::Practised;
use crate::app::base::{Cancelled, Stamp, Wake, duration, file_name, memory, shown_name};

use crate::diagram::{at_least, short_count};
use crate::export::Format;
use crate::game::{OpenError, Refusal, RulesText, SwitchValue};
use crate::games::Setup;
use crate::save::{Opened, TreeFile};
use crate::session::{Loaded, MAX_POSITIONS, Wanted};
use crate::tree::{Limits, Stopped, Vertex};
use crate::words::{capitalised, counted, grouped};
use crate::work::{Control, finished};
use crate::{games, save};

/// The result of opening a file, on its thread.
pub enum Ready {
    /// A board, whose graph has been started.
    Begun(Box<(Begun, Words)>, Option<String>),
    /// A tree file, read and rated.
    Loaded(Box<Document>, Option<String>),
    /// An exercise, on its board.
    Exercise(Box<Practised>, Option<String>),
    /// A document of a killed window.
    Recovered(Box<Recovered>),
}

impl Ready {
    /// The document, and a message about it.
    pub fn document(self, wake: Wake) -> (Document, Option<String>) {
        match self {
            Self::Begun(begun, notice) => {
                let (begun, words) = *begun;
                (Document::begun(begun, words, wake), notice)
            }
            Self::Loaded(document, notice) => (*document, notice),
            Self::Exercise(practised, notice) => (
                Document::begun(practised.begun, practised.words, wake),
                notice,
            ),
            Self::Recovered(recovered) => {
                let notice = "Restored. Save it to keep it.".to_owned();
                (recovered.document(wake), Some(notice))
            }
        }
    }

    /// The exercise, if it is one.
    pub(crate) fn take_exercise(&mut self) -> Option<super::teaching::Opened> {
        match self {
            Self::Exercise(practised, _) => Some(practised.parts()),
            _ => None,
        }
    }

    /// The line to the node that is selected first.
    pub(crate) fn take_line(&mut self) -> Option<String> {
        match self {
            Self::Begun(begun, _) => begun.1.line.take(),
            _ => None,
        }
    }

    /// The restored data beside the document.
    pub(crate) fn take_restored(&mut self) -> Option<Restored> {
        match self {
            Self::Recovered(recovered) => Some(std::mem::take(&mut recovered.restored)),
            _ => None,
        }
    }

    /// The file that it was read from.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Begun(begun, _) => begun.1.path.as_deref(),
            Self::Loaded(document, _) => document.words.path.as_deref(),
            Self::Exercise(practised, _) => practised.path(),
            Self::Recovered(recovered) => recovered.path(),
        }
    }
}

/// The default limits of the window.
pub fn window_limits() -> Limits {
    Limits {
        max_nodes: Some(MAX_POSITIONS),
        ..Limits::default()
    }
}

/// Opens a setup synchronously.
///
/// # Errors
/// The invalid part.
pub fn open_setup(
    setup: Setup,
    wanted: impl Into<Wanted>,
    wake: Wake,
) -> Result<Document, OpenError> {
    Document::open(setup, wanted, "", Words::default(), wake)
}

/// Reads a file and starts or rebuilds its graph, a board's to `limits`.
///
/// # Errors
/// The invalid part.
pub fn read_path(path: &Path, limits: Limits) -> Result<Ready, Refusal> {
    finished(read_file(path, limits, &Cancelled::default()))
}

/// Reads a file by turns.
///
/// # Errors
/// The invalid part.
pub(crate) async fn read_file(
    path: &Path,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    // Taken first: a write during reading makes it a changed file.
    let stamp = Stamp::of(path);
    let (mut file, _) = save::open_file(path)?;
    let opened = save::open_by(&cancelled.ctl, &mut file, &path.display().to_string()).await?;
    let words = Words {
        path: Some(path.to_owned()),
        stamp,
        ..Words::default()
    };
    ready(opened, &file_name(path), words, limits, cancelled).await
}

/// Reads the content of a file from memory by turns; the document has no file.
///
/// # Errors
/// The invalid part.
pub async fn read_text(
    mut text: &[u8],
    name: &str,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    let opened = save::open_by(&cancelled.ctl, &mut text, name).await?;
    ready(opened, name, Words::default(), limits, cancelled).await
}

/// A title with the name of the file that has it.
pub fn titled(title: Option<&str>, name: &str) -> String {
    match title.map(str::trim) {
        Some(title) if !title.is_empty() => format!("{title} ({name})"),
        _ => name.to_owned(),
    }
}

async fn ready(
    opened: Opened,
    name: &str,
    words: Words,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    let words = |title: Option<&str>| Words {
        name: titled(title, name),
        ..words.clone()
    };
    let place = |error: OpenError| Refusal::of(error).at(name);
    match opened {
        Opened::Board(board) => {
            let setup = board.setup().map_err(|why| why.at(name))?;
            let begun = Begun::new(setup, limits, "").map_err(place)?;
            let notice = board.notices.first().cloned();
            let words = Words {
                board: Some(board.clone()),
                ..words(board.title.as_deref())
            };
            Ok(Ready::Begun(Box::new((begun, words)), notice))
        }
        Opened::Exercise(exercise) => {
            Practised::of_file(*exercise, name, words(None), limits).map_err(|why| why.at(name))
        }
        Opened::Imported(imported) => {
            let words = Words {
                title: imported.title.clone(),
                note: imported.note,
                ..words(imported.title.as_deref())
            };
            let notice = Some(imported.notices.join("; ")).filter(|notice| !notice.is_empty());
            let begun = Begun::new(imported.setup, limits, "").map_err(place)?;
            let notice = notice.as_deref().map(capitalised);
            Ok(Ready::Begun(Box::new((begun, words)), notice))
        }
        Opened::Text(text) => {
            let setup = setup_of_file(&text).map_err(place)?;
            let begun = Begun::new(setup, limits, "").map_err(place)?;
            Ok(Ready::Begun(Box::new((begun, words(None))), None))
        }
        Opened::Tree(file) => {
            let words = words(file.header.title.as_deref());
            let loaded = read_tree(*file, &cancelled.ctl).await?;
            let notice = loaded.notices.first().cloned();
            let document = Document::loaded(loaded, words);
            Ok(Ready::Loaded(Box::new(document), notice))
        }
    }
}

/// Rebuilds and rates the graph of a tree file.
pub(super) async fn read_tree(file: TreeFile, ctl: &Control) -> Result<Loaded, Refusal> {
    Ok(Loaded::find(file, Some(MAX_POSITIONS), ctl, &|_| {}).await?)
}

/// A share in whole percent, never the whole while anything is left.
pub fn percent(share: f32) -> String {
    format!("{} %", (100.0 * share).clamp(0.0, 99.0) as u32)
}

/// A name for the document's file, without the extension.
pub fn suggested_stem(document: &Document) -> String {
    let stem = match &document.words.path {
        Some(path) => {
            let name = file_name(path);
            let stem = Format::of_name(&name).map_or(&*name, |(_, stem)| stem);
            return stem.to_owned();
        }
        None => document.words.name.as_str(),
    };
    let safe: String = stem
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(40)
        .collect();
    match safe.trim_matches('-') {
        "" => "tree".to_owned(),
        stem => stem.to_owned(),
    }
}

/// The rules and the size of the board as short text.
pub fn describe_setup(document: &Document) -> String {
    let rated = document.session.rated();
    let rules = describe_rules(&rated.game, &rated.rules);
    let places = rated.graph.picture(Vertex::ROOT).cells;
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

/// A setting of the rules, as text: `reinforcement: shared pool`.
pub fn describe_setting(name: &str, value: &str) -> String {
    format!("{}: {}", name.replace('_', " "), shown_name(value))
}

/// The rules of a game, as text.
pub fn describe_rules(game: &str, rules: &RulesText) -> String {
    match rules {
        RulesText::None => shown_name(game).to_owned(),
        RulesText::Preset(name) => shown_name(name).to_owned(),
        rules if !games::presets(game).is_empty() => {
            let name = games::rules_name(game, rules);
            let parts = name.split(',').map(|part| match part.split_once('=') {
                Some((name, value)) => describe_setting(name, value),
                None => shown_name(part).to_owned(),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        RulesText::Switches(switches) => {
            let values: Vec<String> = switches
                .iter()
                .filter_map(|(name, value)| match value {
                    // The size follows the rules.
                    SwitchValue::Number(_) if matches!(*name, "width" | "height") => None,
                    SwitchValue::Number(number) => {
                        Some(format!("{} {number}", name.replace('_', " ")))
                    }
                    SwitchValue::Text(_) => None,
                })
                .collect();
            if values.is_empty() {
                shown_name(game).to_owned()
            } else {
                format!("{}, {}", shown_name(game), values.join(", "))
            }
        }
    }
}

/// The size of the tree, and whether it is complete.
pub fn describe_size(document: &Document) -> [String; 2] {
    let rated = document.session.rated();
    let graph = rated.graph.graph();
    let known = at_least(graph);
    let least = |number: String, unit: &str| format!("{known}{}", counted(number, unit));
    let size = [
        least(short_count(rated.analysis.nodes.of(Vertex::ROOT)), "node"),
        least(grouped(document.positions), "position"),
        least(short_count(rated.analysis.ends.of(Vertex::ROOT)), "end"),
    ]
    .join(", ");
    let complete = match (graph.stopped(), graph.max_plies()) {
        (Some(Stopped::MaxNodes(most)), _) => {
            let by = match document.stopped_by_bytes() {
                Some(_) => " by the memory limit",
                None => "",
            };
            let most = counted(most, "position");
            format!("Incomplete: stopped{by} at {most}")
        }
        (Some(Stopped::Frontier), _) => "Rated where you look".to_owned(),
        (None, Some(plies)) if !graph.is_complete() => {
            format!(
                "To ply {plies}; not proven at the limit (estimate: {})",
                rated.limits.estimate.name()
            )
        }
        _ => match (
            rated.graph.unfinished(),
            rated.analysis.ratings.everything_proven(),
        ) {
            (Some(open), _) if graph.is_complete() => {
                format!("Rated without what isn't finished: {open}")
            }
            (Some(open), _) => format!("Not rated: {open}"),
            (None, true) => "Complete: every rating is proven".to_owned(),
            (None, false) => "Complete, but not every rating is proven".to_owned(),
        },
    };
    [size, complete]
}

/// The duration of the build, and its memory.
pub fn describe_cost(document: &Document) -> String {
    let memory = memory(document.session.rated().bytes);
    match document.took {
        Some(took) => format!("built in {}, {memory}", duration(took.as_secs_f64())),
        None => memory,
    }
}
