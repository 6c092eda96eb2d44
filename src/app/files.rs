//! What the window opens and writes, and what it says of the open document.

use std::path::Path;

use super::Wake;
use super::document::{Document, MOST_POSITIONS};
use crate::diagram::short_count;
use crate::game::{RulesText, SwitchValue};
use crate::games::Setup;
use crate::tree::{Count, Limits, Stopped, Vertex};

/// What opening gives: the document, and what should be said of it.
pub type Opened = Result<(Document, Option<String>), String>;

/// Opens a setup.
///
/// # Errors
/// One sentence on what can't be read.
pub fn open_setup(setup: Setup, limits: Limits, wake: Wake) -> Result<Document, String> {
    Document::open(setup, limits, "", None, wake).map_err(|error| error.to_string())
}

/// The limits of the window unless somebody asked for others.
pub fn window_limits() -> Limits {
    Limits {
        max_nodes: Some(MOST_POSITIONS),
        ..Limits::default()
    }
}

/// Opens a file.
///
/// # Errors
/// One sentence on what can't be read.
pub fn open_path(path: &Path, wake: Wake) -> Opened {
    let _ = wake;
    Err(format!("{} can't be opened yet", path.display()))
}

/// Opens what somebody typed: notation, or else a path.
///
/// # Errors
/// One sentence on what can't be read.
pub fn open_text(text: &str, open: &Document, wake: Wake) -> Opened {
    let text = text.trim();
    let setup = Setup {
        position: text.to_owned(),
        ..open.setup.clone()
    };
    open_setup(setup, window_limits(), wake).map(|document| (document, None))
}

/// Writes the tree to a file whose ending tells the format.
///
/// # Errors
/// One sentence on what went wrong.
pub fn export(document: &Document, path: &Path) -> Result<String, String> {
    let _ = document;
    Err(format!("{} can't be written yet", path.display()))
}

/// Writes bytes to a file.
///
/// # Errors
/// What the system says.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| error.to_string())
}

/// A name for the file that an export writes.
pub fn suggested_name(document: &Document) -> String {
    let stem: String = document
        .name
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
    let size = format!(
        "{} nodes, {} positions, {} ends",
        short_count(rated.analysis.nodes.of(Vertex::ROOT)),
        count(graph.len()),
        short_count(rated.analysis.ends.of(Vertex::ROOT)),
    );
    let complete = match (graph.stopped(), graph.max_plies()) {
        (Some(Stopped::MaxNodes(most)), _) => {
            format!("incomplete: stopped at {} positions", count(most as usize))
        }
        (None, Some(plies)) if !graph.is_complete() => format!("to ply {plies}"),
        _ if rated.analysis.ratings.everything_proven() => {
            "complete, every rating proven".to_owned()
        }
        _ => "complete".to_owned(),
    };
    vec![size, complete]
}

/// How long the build took, and what it takes.
pub fn describe_cost(document: &Document) -> String {
    let bytes = document.session.rated().bytes as f64;
    let memory = if bytes < 1e6 {
        format!("{:.0} kB", (bytes / 1e3).max(1.0))
    } else {
        format!("{:.0} MB", bytes / 1e6)
    };
    match document.took {
        Some(took) => format!("built in {}, {memory}", duration(took.as_secs_f64())),
        None => memory,
    }
}

fn duration(seconds: f64) -> String {
    if seconds < 0.001 {
        "less than 1 ms".to_owned()
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}
