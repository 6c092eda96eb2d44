//! The one table of formats that the window writes: what a new one needs is an entry here.

use std::io::{self, Write};
use std::path::Path;

use super::files::file_name;
use super::snapshot::Snapshot;
use crate::export::svg;
use crate::export::{Figure, Show, dot, text};
use crate::save;

/// What a document's own file holds, which decides how it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holds {
    /// There is no file.
    #[default]
    Nothing,
    /// A board.
    Board,
    /// A tree.
    Tree,
    /// A graph of positions.
    Positions,
    /// A position or a script, as text.
    Text,
    /// A tree that differs from its own rules, and is shown as it is written.
    AsWritten,
}

/// What a format writes, for whoever asks how much that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The root alone.
    Board,
    /// Every node that is unfolded.
    Unfolded,
    /// Every position of the graph.
    Positions,
}

/// A format.
pub struct Format {
    /// Its name in lists.
    pub name: &'static str,
    /// The endings of its files, the first being the one that is written.
    pub endings: &'static [&'static str],
    /// What it is good for, in a line.
    pub words: &'static str,
    /// What it writes.
    pub scope: Scope,
    /// What a document that is saved in it holds; `None` where it can't be opened again as it was.
    pub holds: Option<Holds>,
    /// Writes it.
    pub write: fn(&Snapshot, &mut dyn Write) -> io::Result<()>,
}

/// All of them, in the order in which they are offered.
pub const FORMATS: &[Format] = &[
    Format {
        name: "Tree (JSON)",
        endings: &[".tree.json", ".json"],
        words: "every unfolded node with its rating and its note: opens again as it is",
        scope: Scope::Unfolded,
        holds: Some(Holds::Tree),
        write: |it, out| save::write_tree(out, &it.rated.source(), &it.unfolding, None, &it.layer),
    },
    Format {
        name: "Positions (JSON)",
        endings: &[".positions.json"],
        words: "every position once, each with all of its moves: a graph for other programs",
        scope: Scope::Positions,
        holds: None,
        write: |it, out| {
            let layer = it.layer.clone().by_line(&*it.rated.graph, &it.unfolding);
            save::write_positions(out, &it.rated.source(), &layer)
        },
    },
    Format {
        name: "Board (JSON)",
        endings: &[".board.json"],
        words: "the game, its rules, the start and its note, on one line",
        scope: Scope::Board,
        holds: Some(Holds::Board),
        write: |it, out| it.board.write(out),
    },
    Format {
        name: "Text",
        endings: &[".txt"],
        words: "an indented line for every unfolded node, as in the terminal",
        scope: Scope::Unfolded,
        holds: None,
        write: |it, out| text::write(out, &it.rated, &it.unfolding, &figure(it)),
    },
    Format {
        name: "Graphviz",
        endings: &[".dot", ".gv"],
        words: "a digraph that Graphviz lays out",
        scope: Scope::Unfolded,
        holds: None,
        write: |it, out| dot::write(out, &it.rated, &it.unfolding, &figure(it)),
    },
    Format {
        name: "Picture (SVG)",
        endings: &[".svg"],
        words: "the tree as it is unfolded, with its ratings as they are shown",
        scope: Scope::Unfolded,
        holds: None,
        write: |it, out| svg::write(out, &it.rated, &it.unfolding, &figure(it)),
    },
];

/// A document as it is seen in the window.
fn figure(it: &Snapshot) -> Figure<'_> {
    Figure {
        title: it.layer.title.as_deref(),
        ratings_for: it.ratings_for,
        hidden: it.hidden,
        notes: &it.layer,
        style: it.style,
        show: Show::default(),
    }
}

impl Format {
    /// The ending that is written.
    pub fn ending(&self) -> &'static str {
        self.endings[0]
    }

    /// The format that a document of a kind is saved in.
    pub fn that_holds(holds: Holds) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.holds == Some(holds))
    }

    /// The format that a file's ending tells, with the name before it.
    pub fn of_name(name: &str) -> Option<(&'static Self, &str)> {
        let endings = FORMATS
            .iter()
            .flat_map(|format| format.endings.iter().map(move |ending| (format, ending)));
        endings
            .filter_map(|(format, ending)| Some((format, stem(name, ending)?)))
            .min_by_key(|(_, stem)| stem.len())
    }

    /// The format that a file's ending tells.
    ///
    /// # Errors
    /// An ending that tells none.
    pub fn of_path(path: &Path) -> Result<&'static Self, String> {
        let name = file_name(path);
        Self::of_name(&name)
            .map(|(format, _)| format)
            .ok_or_else(|| {
                let endings: Vec<&str> = FORMATS.iter().map(Self::ending).collect();
                let (last, others) = endings.split_last().unwrap_or((&"", &[]));
                format!(
                    "the ending of {name} tells no format: end it in {} or {last}",
                    others.join(", ")
                )
            })
    }
}

/// The name without the ending, whatever the case of that.
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
            ("a.tree.json", "Tree (JSON)", "a"),
            ("a.json", "Tree (JSON)", "a"),
            ("a.BOARD.json", "Board (JSON)", "a"),
            ("a.b.positions.json", "Positions (JSON)", "a.b"),
            ("a.gv", "Graphviz", "a"),
            ("é.txt", "Text", "é"),
        ] {
            let (found, before) = Format::of_name(name).expect(name);
            assert_eq!((found.name, before), (format, stem));
        }
        assert!(Format::of_name("a.xyz").is_none());
        assert!(Format::of_name("json").is_none());
    }

    #[test]
    fn a_name_without_a_format_is_told_all_endings() {
        let Err(error) = Format::of_path(Path::new("/x/a.xyz")) else {
            panic!("there is no such format");
        };
        for format in FORMATS {
            assert!(error.contains(format.ending()), "{error}");
        }
    }

    #[test]
    fn every_format_has_endings_of_its_own_and_a_line_of_words() {
        let mut endings: Vec<&str> = FORMATS
            .iter()
            .flat_map(|format| format.endings.iter().copied())
            .collect();
        let all = endings.len();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!(endings.len(), all);
        for format in FORMATS {
            assert!(!format.words.is_empty() && format.words.len() < 90);
            assert!(format.ending().starts_with('.'));
        }
    }
}
