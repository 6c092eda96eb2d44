//! The included example boards and trees, from the folder `saved_trees`, embedded in the program;
//! and an exercise that is about to be shown: read from a file or a line, generated, or made from a
//! tree.

use std::path::{Path, PathBuf};

use super::files::Ready;
use super::model::{DocumentNames, StartedDocument};
use crate::game::Refusal;
use crate::save::{ExerciseFile, Members};
use crate::session::GraphRequest;
use crate::session::exercise::{Attempt, Exercise, Posed};
use crate::tree::Limits;

/// An example board or tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncludedExample {
    /// The group in the menu; those of a group are consecutive.
    pub group: &'static str,
    /// The name of its file in `saved_trees`.
    pub file: &'static str,
    /// The title that its file has.
    pub title: &'static str,
    /// Its description, in a few words.
    pub shows: &'static str,
    /// The content of its file.
    pub text: &'static str,
}

/// An entry of the table, with the file read in.
macro_rules! teaching {
    ($group:literal, $file:literal, $title:literal, $shows:literal) => {
        IncludedExample {
            group: $group,
            file: $file,
            title: $title,
            shows: $shows,
            text: include_str!(concat!("../../../saved_trees/", $file)),
        }
    };
}

/// All of them, group by group, from the simplest to the largest.
pub const TEACHING: &[IncludedExample] = &[
    teaching!(
        "First steps",
        "minimax-coins.board.json",
        "Ten coins: how ratings are backed up",
        "how ratings are backed up: nine splits of ten coins"
    ),
    teaching!(
        "First steps",
        "transposition-1x4.board.json",
        "Two lines to one position",
        "two lines to one position: 9 nodes, 7 positions"
    ),
    teaching!(
        "First steps",
        "tic-tac-toe-fork.board.json",
        "Tic-tac-toe: the corner that loses",
        "a reply in a corner lets x threaten two lines at once"
    ),
    teaching!(
        "First steps",
        "book-2x2.board.json",
        "The book's board: a forced loss",
        "the board of the book: a forced loss in 4 plies"
    ),
    teaching!(
        "First steps",
        "book-2x2.tree.json",
        "The book's whole tree as a file",
        "the whole tree of the book as a file, every node rated"
    ),
    teaching!(
        "First steps",
        "pass-1x5.board.json",
        "One attack too many",
        "passing at once wins, a second attack loses"
    ),
    teaching!(
        "First steps",
        "trap-1x5.board.json",
        "The greedy attack loses",
        "the attack that captures most loses, another wins"
    ),
    teaching!(
        "First steps",
        "tie-1x6.board.json",
        "A tie that both could lose",
        "best play ends in a tie, and both could lose it"
    ),
    teaching!(
        "First steps",
        "zugzwang-2x2.board.json",
        "Zugzwang: the first mover loses",
        "the player who must move first loses"
    ),
    teaching!(
        "First steps",
        "trilobite-4x4.board.json",
        "Trilobite: forced to play underneath",
        "a win in 5 plies: the other player must fill the cell below"
    ),
    teaching!(
        "First steps",
        "long-1x7.board.json",
        "Lost, but not for 16 plies",
        "a lost game that goes on for 16 plies, in 19 nodes"
    ),
    teaching!(
        "Tours",
        "tour-reading.tree.json",
        "Tour: how to read a tree",
        "what nodes, colors, numbers, lines and triangles mean"
    ),
    teaching!(
        "Tours",
        "tour-book-2x2.tree.json",
        "Tour: the book's example",
        "what a rating is, and how ratings are backed up"
    ),
    teaching!(
        "Tours",
        "tour-alpha-beta.tree.json",
        "Tour: why alpha-beta cuts",
        "what alpha and beta are, and why a cut changes nothing"
    ),
    teaching!(
        "Tours",
        "tour-horizon.tree.json",
        "Tour: the horizon effect",
        "three plies take the losing move for the winning one"
    ),
    teaching!(
        "Tours",
        "tour-lesson.tree.json",
        "Tour: a lesson on minimax",
        "a 45-minute lesson: minimax, alpha-beta, the horizon effect"
    ),
    teaching!(
        "Dice and chance",
        "gamble.board.json",
        "A gamble against a sure tie",
        "chance: a raid that mostly succeeds is still a blunder"
    ),
    teaching!(
        "Dice and chance",
        "odds-book-1x2.board.json",
        "An attack that never fails",
        "the book's table of odds: a certain win that isn't"
    ),
    teaching!(
        "Dice and chance",
        "odds-exact-1x2.board.json",
        "An attack that hardly ever fails",
        "the same board with the true odds: 5177/5184"
    ),
    teaching!(
        "Dice and chance",
        "failed-1x2.board.json",
        "A failed attack brings nothing",
        "dice under the rules of Land of Lisp: +0 after a failure"
    ),
    teaching!(
        "Rule sets",
        "bug-lisp-2x2.board.json",
        "Two captures that count",
        "two captures in a turn bring a die, and win"
    ),
    teaching!(
        "Rule sets",
        "bug-haskell-2x2.board.json",
        "A capture that is forgotten",
        "the bug of the Haskell port: the same board is a tie"
    ),
    teaching!(
        "Rule sets",
        "compare-haskell-2x2.board.json",
        "The bug in the Haskell port",
        "a bug that shows where two rules are compared"
    ),
    teaching!(
        "Rule sets",
        "pool-2x1.board.json",
        "An empty pool",
        "the tree of the Racket chapter: 3 nodes, an empty pool"
    ),
    teaching!(
        "Rule sets",
        "reversed-1x4.board.json",
        "Reversed board order",
        "Racket's passes reverse the board order"
    ),
    teaching!(
        "Rule sets",
        "offset-rows-3x2.board.json",
        "Offset rows: different neighbors",
        "offset rows: one more neighbor, and a wins"
    ),
    teaching!(
        "More than two players",
        "kingmaker-2x3.board.json",
        "Three players: the kingmaker",
        "three players: one can't win, and decides who does"
    ),
    teaching!(
        "More than two players",
        "four-1x4.board.json",
        "Four players and their dice",
        "four players and dice: the second to move is better off"
    ),
    teaching!(
        "More than two players",
        "four-2x2.board.json",
        "Four players, infinite tree",
        "four players and dice: an infinite tree, 86 positions"
    ),
    teaching!(
        "Endless games",
        "standoff.board.json",
        "A stand-off that never ends",
        "a game that never ends, and is worth 1/2"
    ),
    teaching!(
        "Endless games",
        "fixed-points-2x3.board.json",
        "Cyclic ratings with more than one solution",
        "an endless game in which backing up has several solutions"
    ),
    teaching!(
        "Limits",
        "horizon-2x3.tree.json",
        "A horizon that misleads",
        "a limit of 3 plies that prefers the wrong move"
    ),
    teaching!(
        "Limits",
        "horizon-2x3.board.json",
        "Beyond the horizon",
        "the same board played to its end: the order is reversed"
    ),
    teaching!(
        "Limits",
        "two-ratings-2x2.tree.json",
        "One position, two ratings",
        "one position, rated twice under a limit of 7 plies"
    ),
    teaching!(
        "Small to large",
        "first-move-2x2-a.board.json",
        "The first move wins: a to move",
        "a fair board that the first to move wins, here a"
    ),
    teaching!(
        "Small to large",
        "first-move-2x2-b.board.json",
        "The first move wins: b to move",
        "the same board with b to move: now b wins"
    ),
    teaching!(
        "Small to large",
        "haskell-3x3.board.json",
        "The Haskell port's board",
        "the board of the Haskell port: 75 nodes"
    ),
    teaching!(
        "Small to large",
        "haskell-3x3-b.board.json",
        "The Haskell port's board with b to move",
        "the same board with b to move: 1,307 nodes, all ends lost"
    ),
    teaching!(
        "Small to large",
        "trilobite-3x3.board.json",
        "Trilobite: a tie that one more column turns",
        "a tie; with one more column the first player wins"
    ),
    teaching!(
        "Small to large",
        "tic-tac-toe-2-plies.tree.json",
        "Tic-tac-toe: all replies to all openings",
        "tic-tac-toe: 48 of the 72 replies to all openings lose"
    ),
    teaching!(
        "Small to large",
        "lisp-session-3x3.board.json",
        "The board of the Lisp session",
        "the board of the Lisp session: 212,957 nodes"
    ),
    teaching!(
        "Small to large",
        "haskell-generated-3x3.board.json",
        "The board that the Haskell port generated",
        "the board that the Haskell port generated: 252,799,549 nodes"
    ),
    teaching!(
        "Small to large",
        "billion-3x3.board.json",
        "A tree of 1,468,919,491 nodes",
        "1,468,919,491 nodes over 201,861 positions"
    ),
    teaching!(
        "Small to large",
        "trillions-3x3.board.json",
        "A tree of 220,228,222,172,925 nodes",
        "220,228,222,172,925 nodes over 4,071,139 positions"
    ),
    teaching!(
        "Small to large",
        "large-5x5.board.json",
        "Five by five: one attack, then a pass",
        "five by five: no graph fits, and ratings are proven where you look"
    ),
];

/// An exercise with its attempt, and its board, whose graph has been started.
pub struct Practised {
    /// The board.
    pub begun: StartedDocument,
    /// The names and files of the board's document.
    pub words: DocumentNames,
    /// The exercise.
    pub posed: Box<Posed>,
    /// The learner's attempt.
    pub attempt: Attempt,
    /// The file of the exercise.
    pub path: Option<PathBuf>,
    /// The title in the file.
    pub title: Option<String>,
    /// Members that this version doesn't know.
    pub members: Members,
}

impl Practised {
    /// The file that it was read from.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// An exercise that was set, with its board to be opened.
    ///
    /// # Errors
    /// A board that can't be opened.
    pub fn of_posed(posed: Box<Posed>, limits: Limits) -> Result<Self, Refusal> {
        let exercise = posed.exercise();
        let wanted = GraphRequest::from(Limits {
            max_plies: exercise.max_plies,
            estimate: exercise.estimate,
            ..limits
        });
        let begun = StartedDocument::new(exercise.setup.clone(), wanted, "")?;
        let words = DocumentNames {
            name: format!("{} exercise", exercise.task.title()),
            ..DocumentNames::default()
        };
        Ok(Self {
            begun,
            words,
            attempt: Attempt::new(&posed),
            posed,
            path: None,
            title: None,
            members: Members::default(),
        })
    }

    /// The exercise of a file.
    ///
    /// # Errors
    /// The invalid part.
    pub fn of_file(
        file: ExerciseFile,
        name: &str,
        words: DocumentNames,
        limits: Limits,
    ) -> Result<Ready, Refusal> {
        let (parts, notice) = Self::parts_of_file(file, words.path.clone())?;
        let (posed, attempt, path, title, members) = parts;
        let practised = Self::of_posed(posed, limits)?;
        let own = title.clone().unwrap_or_else(|| name.to_owned());
        Ok(Ready::Exercise(
            Box::new(Self {
                attempt,
                path,
                title,
                members,
                words: DocumentNames {
                    name: own,
                    ..practised.words
                },
                ..practised
            }),
            notice,
        ))
    }

    /// The exercise of the file at `path`, without its board, and a message about it.
    ///
    /// # Errors
    /// The invalid part.
    pub(crate) fn parts_of_file(
        file: ExerciseFile,
        path: Option<PathBuf>,
    ) -> Result<(Opened, Option<String>), Refusal> {
        let exercise = Exercise::of_file(&file)?;
        let posed = Box::new(Posed::new(&exercise)?);
        let (attempt, strays) = posed.attempt_of(&file);
        let notice = strays.or_else(|| file.notices.first().cloned());
        let title = file.title.filter(|title| !title.trim().is_empty());
        Ok(((posed, attempt, path, title, file.members), notice))
    }
}

/// The parts of an opened document that an exercise keeps.
pub(crate) type Opened = (
    Box<Posed>,
    Attempt,
    Option<PathBuf>,
    Option<String>,
    Members,
);

impl Practised {
    /// The exercise without its board.
    pub(crate) fn parts(&mut self) -> Opened {
        (
            self.posed.clone(),
            self.attempt.clone(),
            self.path.take(),
            self.title.take(),
            std::mem::take(&mut self.members),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::{Opened, open_reader};

    fn folder() -> std::path::PathBuf {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_trees")
    }

    #[test]
    fn the_table_holds_every_file_of_the_folder_once() {
        let mut files: Vec<String> = std::fs::read_dir(folder())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("a name"))
            .filter(|name| name.ends_with(".json"))
            .collect();
        files.sort();
        let mut table: Vec<&str> = TEACHING.iter().map(|teaching| teaching.file).collect();
        table.sort_unstable();
        assert_eq!(table, files);
    }

    #[test]
    fn every_entry_opens_from_the_program_itself_and_has_the_title_of_its_file() {
        for teaching in TEACHING {
            let file = teaching.file;
            let on_disk = std::fs::read_to_string(folder().join(file)).expect(file);
            assert_eq!(teaching.text, on_disk, "{file}");
            let title = match open_reader(teaching.text.as_bytes(), file).expect(file) {
                Opened::Board(board) => board.title,
                Opened::Tree(tree) => tree.header.title,
                Opened::Text(_) | Opened::Imported(_) | Opened::Exercise(_) => None,
            };
            assert_eq!(title.as_deref(), Some(teaching.title), "{file}");
        }
    }

    #[test]
    fn the_boards_of_a_group_stand_together() {
        let mut groups: Vec<&str> = TEACHING.iter().map(|teaching| teaching.group).collect();
        groups.dedup();
        let count = groups.len();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), count);
    }

    #[test]
    fn every_title_is_its_own_and_what_it_shows_fits_a_tooltip() {
        let mut titles: Vec<&str> = TEACHING.iter().map(|teaching| teaching.title).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), TEACHING.len());
        for IncludedExample { file, shows, .. } in TEACHING {
            assert!(
                !shows.is_empty() && !shows.ends_with('.'),
                "{file}: {shows}"
            );
            assert!(shows.chars().count() < 70, "{file}: {shows}");
        }
    }

    #[test]
    fn the_readme_says_the_same_in_the_same_order() {
        let readme = std::fs::read_to_string(folder().join("README.md")).expect("the README");
        let rows: Vec<&str> = readme
            .lines()
            .filter(|line| line.starts_with("| `"))
            .collect();
        let table: Vec<String> = TEACHING
            .iter()
            .map(|teaching| format!("| `{}` | {} |", teaching.file, teaching.shows))
            .collect();
        assert_eq!(rows, table);
    }
}
