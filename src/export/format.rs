//! A format of files: what it holds, what it supports, and the content to write.

use std::future::Future;
use std::io::{self, Write};
use std::pin::Pin;

use super::formats::FORMATS;
use super::{Figure, Show};
use crate::game::Refusal;
use crate::save::{BoardFile, Layer};
use crate::session::Rated;
use crate::tree::Unfolding;
use crate::words::{joined_by, short_bytes, short_number};
use crate::work::{Control, finished};

/// Maximum number of nodes of a picture that one looks at as a whole.
const MAX_SEEN: usize = 1_000;

/// The content to write, as a snapshot.
#[derive(Clone, Copy)]
pub struct ExportContent<'a> {
    /// The graph with its ratings.
    pub rated: &'a Rated,
    /// The nodes of the tree that are written.
    pub unfolding: &'a Unfolding,
    /// The title and the notes, and unknown members of a file.
    pub layer: &'a Layer,
    /// The content as a board file.
    pub board: &'a BoardFile,
    /// The display options.
    pub figure: Figure<'a>,
    /// The budget that kept the nodes from being more, if one did.
    pub stopped: Option<u64>,
}

/// The kind of content of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatSubject {
    /// The root alone.
    Board,
    /// A part of the tree.
    Tree,
    /// Every position of the graph.
    Positions,
}

/// The options of a [`Figure`] that a format supports, so that dialogs can offer them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supports {
    /// Nothing: it holds everything exactly, for programs.
    Nothing,
    /// The parts shown, and the player of the ratings.
    Show,
    /// That, and in which form the tree is drawn.
    ShowAndStyle,
}

/// The size that a format's usual readers handle well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comfort {
    /// Maximum number of nodes.
    pub max: u64,
    /// What happens beyond it, as text that follows the number of nodes.
    pub beyond: &'static str,
}

/// The kind of picture of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Lines and curves, of any size.
    Lines,
    /// Pixels, with a number per unit of the drawing: [`Figure::scale`].
    Pixels,
    /// Text that LaTeX draws; copied as text.
    Source,
}

/// A format.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name in lists.
    pub name: &'static str,
    /// The extensions of its files; the first is the one that is written.
    pub extensions: &'static [&'static str],
    /// Its purpose, in a line.
    pub text: &'static str,
    /// The kind of content that it writes.
    pub subject: FormatSubject,
    /// The display options that it supports.
    pub supports: Supports,
    /// The parts of [`Show`] that it supports.
    pub shows: Show,
    /// Whether it draws moves as lines of some form.
    pub draws: bool,
    /// The program that lays out the graph which it describes, where it isn't this one.
    pub laid_out_by: Option<&'static str>,
    /// The kind of picture, if it is one; pictures can also show the board of one node.
    pub picture: Option<PictureKind>,
    /// Approximate bytes per node; 0 if the file size doesn't depend on nodes.
    pub bytes: u64,
    /// The same of a position, which is written once however many nodes have it.
    pub position_bytes: u64,
    /// The limit of its readers; `None` if there is none.
    pub comfort: Option<Comfort>,
    /// Measures the names of moves in a figure, where it has an appearance.
    pub font_size: FontSize,
    /// Why a content can't be written in it, with the remedy.
    pub fault: fn(&ExportContent<'_>) -> Option<Refusal>,
    /// Writes it by turns.
    pub write: for<'a> fn(&'a ExportContent<'a>, &'a mut dyn Write, &'a Control) -> Writes<'a>,
}

/// Measures a font size of a figure, in points.
pub type FontSize = fn(&Rated, &Unfolding, &Figure<'_>) -> f64;

/// A file that is being written.
pub type Writes<'a> = Pin<Box<dyn Future<Output = io::Result<()>> + 'a>>;

/// Minimum size in bytes at which the size is announced before writing.
const LARGE: u64 = 50_000_000;

impl Format {
    /// Writes a file at once.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_to(&self, content: &ExportContent<'_>, out: &mut dyn Write) -> io::Result<()> {
        finished((self.write)(content, out, &Control::default()))
    }

    /// The extension of written files.
    pub fn ending(&self) -> &'static str {
        self.extensions[0]
    }

    /// Whether a reader sees a drawing of the tree in the end.
    pub fn is_drawing(&self) -> bool {
        self.draws || self.laid_out_by.is_some()
    }

    /// Whether width, font size, density and colors of its figures can be chosen. A page uses those
    /// of its reader's window.
    pub fn has_appearance(&self) -> bool {
        self.draws && self.id != "html"
    }

    /// Whether people see the tree in it, so that a part of a large one is enough, and equal parts may
    /// be left out.
    pub fn is_figure(&self) -> bool {
        self.draws || matches!(self.id, "dot" | "mermaid" | "text" | "md")
    }

    /// Maximum number of nodes that its readers show well, and of a picture that is looked at.
    pub fn most_read(&self) -> usize {
        match self.comfort {
            _ if self.is_image() => MAX_SEEN,
            Some(comfort) => usize::try_from(comfort.max).unwrap_or(usize::MAX),
            None => usize::MAX,
        }
    }

    /// Whether people look at its files as images.
    pub fn is_image(&self) -> bool {
        matches!(self.picture, Some(PictureKind::Lines | PictureKind::Pixels))
    }

    /// Whether its files are text.
    pub fn is_text(&self) -> bool {
        !matches!(self.id, "pdf" | "png")
    }

    /// The parts that are shown unless others are chosen: what the window draws, and `boards` in the
    /// nodes, unless a page draws the selected one beside them. Where boards can't be drawn, and where
    /// one is drawn `alone`, the notation says the position.
    pub fn usual(&self, boards: bool, alone: bool) -> Show {
        Show {
            boards: boards && self.shows.boards && self.id != "html",
            positions: !self.has_appearance() || alone,
            ..Show::default()
        }
    }

    /// The format of a name on the command line.
    pub fn of_id(id: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.id == id)
    }

    /// The format of a file name's extension, and the name before it.
    pub fn of_name(name: &str) -> Option<(&'static Self, &str)> {
        let endings = FORMATS
            .iter()
            .flat_map(|format| format.extensions.iter().map(move |ending| (format, ending)));
        endings
            .filter_map(|(format, ending)| Some((format, stem(name, ending)?)))
            .min_by_key(|(_, stem)| stem.len())
    }

    /// The format of a file name's extension.
    ///
    /// # Errors
    /// An unknown extension.
    pub fn of_file(name: &str) -> Result<&'static Self, Refusal> {
        Self::of_name(name)
            .map(|(format, _)| format)
            .ok_or_else(|| {
                let endings: Vec<&str> = FORMATS.iter().map(Self::ending).collect();
                let endings = joined_by("or", &endings);
                Refusal::new(
                    format!("unknown extension in {name}"),
                    format!("use {endings}"),
                )
            })
    }

    /// The approximate size for this many nodes, if it is large.
    pub fn large(&self, nodes: u64, positions: u64) -> Option<String> {
        let once = self.position_bytes.saturating_mul(nodes.min(positions));
        let bytes = self.bytes.saturating_mul(nodes).saturating_add(once);
        (bytes >= LARGE).then(|| format!("about {} will be written", short_bytes(bytes)))
    }

    /// A warning about this many nodes, for a question before they are written.
    pub fn discomfort(&self, nodes: u64) -> Option<String> {
        let comfort = self.comfort.filter(|comfort| nodes > comfort.max)?;
        let number = short_number(nodes);
        Some(format!(
            "{number} nodes may be too many: {}",
            comfort.beyond
        ))
    }
}

/// The name without the extension, ignoring its case.
fn stem<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let at = name.len().checked_sub(ending.len())?;
    let found = name.get(at..)?;
    found.eq_ignore_ascii_case(ending).then(|| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ending_tells_the_format() {
        for (name, format, stem) in [
            ("a.tree.json", "json", "a"),
            ("a.json", "json", "a"),
            ("a.BOARD.json", "board", "a"),
            ("a.b.positions.json", "positions", "a.b"),
            ("a.gv", "dot", "a"),
            ("a.tree.tex", "tikz-tree", "a"),
            ("tree.tex", "tikz", "tree"),
            ("é.txt", "text", "é"),
        ] {
            let (found, before) = Format::of_name(name).expect(name);
            assert_eq!((found.id, before), (format, stem));
        }
        assert!(Format::of_name("a.xyz").is_none());
        assert!(Format::of_name("json").is_none());
    }

    #[test]
    fn a_name_without_a_format_is_told_all_endings() {
        let Err(error) = Format::of_file("a.xyz") else {
            panic!("there is no such format");
        };
        let error = error.to_string();
        for format in FORMATS {
            assert!(error.contains(format.ending()), "{error}");
        }
    }

    #[test]
    fn every_format_has_endings_and_a_name_of_its_own_and_a_line_of_words() {
        let mut endings: Vec<&str> = FORMATS
            .iter()
            .flat_map(|format| format.extensions.iter().copied())
            .collect();
        let mut ids: Vec<&str> = FORMATS.iter().map(|format| format.id).collect();
        for names in [&mut endings, &mut ids] {
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all);
        }
        for format in FORMATS {
            assert!(!format.text.is_empty() && format.text.len() < 90);
            assert!(format.ending().starts_with('.'));
            assert!(std::ptr::eq(
                Format::of_id(format.id).expect("a name"),
                format
            ));
        }
    }
}
