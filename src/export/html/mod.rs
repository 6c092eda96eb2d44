//! The tree as an interactive HTML page: one file without network access. It draws, folds and walks
//! the exported tree in the window's style and colors, shows each node's board, and can hide
//! ratings for exercises.
//!
//! All texts of games and users are in one JSON element and are only ever shown as text. Script and
//! style are allowed by their hashes only.
//!
//! The page holds data and draws it by its own script, whose layout repeats `layout`'s contours. A
//! test in a browser checks that both give the same coordinates.

mod boards;
mod header;
mod json;
mod opening;
mod outline;
mod positions;
mod prose;
mod shapes;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::Figure;
use super::heading::heading;
use crate::diagram::{Palette, TreeView};
use crate::export::xml::escape;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};
use boards::Boards;
use json::{Between, Text};
pub use opening::opening;
use positions::Positions;

/// Maximum number of nodes for a fluid page in a browser on a small machine: Chromium draws this
/// many within a frame, and loads them within a second or two. More can be written, and the page
/// says so.
pub const MAX_NODES: u64 = 20_000;

/// The page, with placeholders in double braces.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// The script, in the order its parts need each other.
const SCRIPT: &str = concat!(
    include_str!("data.js"),
    include_str!("layout.js"),
    include_str!("pen.js"),
    include_str!("draw.js"),
    include_str!("board.js"),
    include_str!("panels.js"),
    include_str!("outline.js"),
    include_str!("tour.js"),
    include_str!("search.js"),
    include_str!("page.js"),
);

/// Writes the shown nodes of an unfolding as a page.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let mut view = figure.view(rated, unfolding);
    // The page shows them as there is room, like the window.
    view.elements.positions = false;
    let positions = Positions::new(rated, unfolding);
    let title = heading(rated, unfolding, figure.title);
    let style = style();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        write!(out, "{before}")?;
        match name {
            "title" => write!(out, "{}", Markup(&title))?,
            "policy" => write!(out, "{}", policy(&style))?,
            "style" => write!(out, "{style}")?,
            "outline" => outline::write(out, rated, &view, figure, positions.nodes)?,
            "data" => data(out, rated, &view, figure, &positions)?,
            _ => write!(out, "{SCRIPT}")?,
        }
        rest = after;
    }
    write!(out, "{rest}")
}

/// The content security policy: the page's own script and style, and nothing else.
fn policy(style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(style)
    )
}

/// The style, with the two tables of colors.
fn style() -> String {
    let table = |palette: &Palette| {
        let inks = header::inks();
        let colours = inks.map(|ink| {
            let (name, colour) = (shapes::ink_name(ink), palette.color(ink).hex());
            format!("--{name}:{colour};")
        });
        colours.collect::<String>()
    };
    STYLE
        .replace("/*light*/", &table(&Palette::LIGHT))
        .replace("/*dark*/", &table(&Palette::DARK))
}

/// Writes all that the page shows, as JSON.
fn data(
    out: &mut dyn Write,
    rated: &Rated,
    view: &TreeView<'_>,
    figure: &Figure<'_>,
    positions: &Positions,
) -> io::Result<()> {
    let unfolding = view.unfolding;
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    write!(out, "{{")?;
    header::write(out, rated, view, figure, positions)?;
    write!(out, ",\n\"positions\":[")?;
    let mut boards = Boards::new(&rated.graph.picture(root));
    positions.write(out, rated, view, figure, &mut boards)?;
    writeln!(out, "],")?;
    boards.write(out)?;
    // Depth-first: the number of a node's position, one more; less than 0 if its children are
    // left out.
    write!(out, ",\n\"nodes\":[")?;
    let mut between = Between::default();
    for node in unfolding.preorder() {
        let vertex = unfolding.vertex(node);
        let number = i64::from(positions.number(vertex)) + 1;
        let left_out = !unfolding.is_open(node) && !rated.graph.graph().is_leaf(vertex);
        let number = if left_out { -number } else { number };
        write!(out, "{}{number}", between.next())?;
    }
    write!(out, "],\n\"notes\":[")?;
    let mut between = Between::default();
    for (number, node) in unfolding.preorder().enumerate() {
        if let Some(note) = view.notes.note(node) {
            write!(out, "{}\n[{number},{},", between.next(), Text(note))?;
            prose::write(out, note)?;
            write!(out, "]")?;
        }
    }
    write!(out, "],\n\"bookmarks\":[")?;
    let mut between = Between::default();
    for (number, node) in unfolding.preorder().enumerate() {
        if view.notes.is_bookmarked(node) {
            write!(out, "{}{number}", between.next())?;
        }
    }
    write!(out, "],\n\"tours\":")?;
    prose::write_tours(out, if figure.show.notes { figure.tours } else { &[] })?;
    write!(out, "}}")
}

/// A text between tags or in an attribute: markup is escaped, and unsupported characters are
/// replaced.
struct Markup<'a>(&'a str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, |f, character| match character {
            '\n' => f.write_char('\n'),
            other if other.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}
