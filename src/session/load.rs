//! Opens a tree file: rebuilds its graph and compares every node with the file. If they differ, the
//! tree is shown as it is written.

use super::{Build, Progress, Rated, Wanted, open};
use crate::rating::{Multiplayer, Options};
use crate::save::{
    FileError, FileGraph, FileStopped, Layer, TreeFile, as_written, compare, layer_of,
};
use crate::tree::{Limits, Unfolding};
use crate::words::counted;
use crate::work::Turn;

/// A tree file, opened.
#[derive(Clone)]
pub struct Loaded {
    /// The graph: the game's, or a scripted game's.
    pub rated: Rated,
    /// The unfolded part in the file; `None` if it holds a position graph.
    pub unfolding: Option<Unfolding>,
    /// The user's additions.
    pub layer: Layer,
    /// The limit of tree nodes that kept it from showing more, according to the file.
    pub max_nodes: Option<u64>,
    /// The tree isn't the game's: it is shown as it is written, as a scripted game.
    pub as_written: bool,
    /// The first differences between the file and its rules, one sentence each.
    pub problems: Vec<String>,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
}

/// A tree file that is being opened. Dropping it cancels.
pub struct Loading {
    now: Now,
    limits: Limits,
    /// The notices so far.
    notices: Vec<String>,
    problems: Vec<String>,
}

enum Now {
    /// The graph of the file's game is being rebuilt for the comparison.
    Rebuilding(Box<TreeFile>, Box<dyn Build>),
    /// The tree isn't the game's, and is built as it is written.
    AsWritten(Box<TreeFile>, Box<dyn Build>),
    Done(Box<Result<Loaded, FileError>>),
    /// Only while one gives way to the other.
    Between,
}

impl Loading {
    /// Starts to rebuild the graph of a file. `budget` is the position limit for a graph whose size
    /// the file doesn't have.
    pub fn new(file: TreeFile, budget: Option<u64>) -> Self {
        let limits = file.header.limits();
        let most = [limits.max_nodes, most_positions(&file), budget];
        let bounded = Limits {
            max_nodes: most.into_iter().flatten().min(),
            ..limits
        };
        let build = file.header.setup().and_then(|setup| {
            let wanted = Wanted {
                limits: bounded,
                options: file.header.options,
            };
            Ok(open(&setup, wanted, "")?)
        });
        let mut loading = Self {
            now: Now::Between,
            limits,
            notices: file.notices.clone(),
            problems: Vec::new(),
        };
        loading.now = match build {
            Ok(build) => Now::Rebuilding(Box::new(file), build),
            Err(why) => {
                loading.notices.push(format!(
                    "the tree is shown as it is written, since its game can't be set up: {why}"
                ));
                let line = file.header.line;
                let problem = format!("line {line}: the game can't be set up: {why}");
                loading.problems.push(problem);
                loading.begin_as_written(file)
            }
        };
        loading
    }

    /// Builds and rates as [`Build::step`] does; the comparison at the end runs in one step.
    pub fn step(&mut self, turn: Turn) -> Progress {
        self.step_unless(turn, &|| false)
    }

    /// The same, but the comparison ends early once `is_cancelled`. Then the result is worth nothing.
    pub fn step_unless(&mut self, turn: Turn, is_cancelled: &dyn Fn() -> bool) -> Progress {
        let done = Progress {
            done: true,
            ..Progress::default()
        };
        let progress = match &mut self.now {
            Now::Rebuilding(_, build) | Now::AsWritten(_, build) => build.step(turn),
            Now::Done(_) | Now::Between => return done,
        };
        if !progress.done {
            return progress;
        }
        self.now = match std::mem::replace(&mut self.now, Now::Between) {
            Now::Rebuilding(file, build) => self.compare(*file, build.finish(), is_cancelled),
            Now::AsWritten(file, build) => {
                let rated = build.finish();
                self.loaded(*file, rated, true)
            }
            other => other,
        };
        Progress {
            done: matches!(self.now, Now::Done(_)),
            ..progress
        }
    }

    /// Completes the work.
    ///
    /// # Errors
    /// A tree that neither its own game nor a scripted one can represent.
    pub fn finish(mut self) -> Result<Loaded, FileError> {
        loop {
            while !self.step(Turn::WHOLE).done {}
            if let Now::Done(loaded) = self.now {
                return *loaded;
            }
        }
    }

    fn compare(
        &mut self,
        file: TreeFile,
        mut rated: Rated,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Now {
        // The bound that kept a false file from taking all memory is none of the user's.
        rated.limits = self.limits;
        let comparison = compare(&file, &rated.source(), is_cancelled);
        if comparison.agrees() {
            return self.loaded(file, rated, false);
        }
        self.problems = comparison.problems;
        self.notices.push(format!(
            "Shown as written: it differs from its own rules in {} ({})",
            counted(comparison.differences, "node"),
            self.problems[0]
        ));
        self.begin_as_written(file)
    }

    fn begin_as_written(&mut self, file: TreeFile) -> Now {
        let written = as_written(&file);
        self.notices.extend(written.notices);
        // A game that is written out has lost its own way of rating. Files name it unless it is
        // paranoid.
        let mut options = file.header.options;
        options.multiplayer.get_or_insert(Multiplayer::Paranoid);
        let wanted = |options| Wanted {
            limits: Limits::default(),
            options,
        };
        let as_said = open(&written.setup, wanted(options), "");
        // The payoff of endless play may be larger than that of any end left in the file.
        let build = as_said.or_else(|_| {
            let usual = Options {
                endless: None,
                ..options
            };
            open(&written.setup, wanted(usual), "")
        });
        match build {
            Ok(build) => Now::AsWritten(Box::new(file), build),
            Err(error) => Now::Done(Box::new(Err(FileError::new(
                format!("the tree can't be shown as it is written, since {error}"),
                "correct the file",
            )))),
        }
    }

    fn loaded(&mut self, file: TreeFile, mut rated: Rated, as_written: bool) -> Now {
        if !rated.analysis.ratings.has_choice_of_rating() {
            // What makes no difference isn't kept for trees that are made of this one.
            rated.options.multiplayer = None;
        }
        let max_nodes = match (file.header.kind, file.header.stopped) {
            (FileGraph::Tree, Some(FileStopped::MaxNodes(budget))) => Some(budget),
            _ => None,
        };
        let (layer, unfolding) = layer_of(file, &*rated.graph);
        Now::Done(Box::new(Ok(Loaded {
            rated,
            unfolding,
            layer,
            max_nodes,
            as_written,
            problems: std::mem::take(&mut self.problems),
            notices: std::mem::take(&mut self.notices),
        })))
    }
}

/// The problems of a tree file: one sentence, with a line number, for each of the first differences
/// from its rules. Empty if every node is right.
///
/// # Errors
/// A tree that neither its own game nor a scripted one can represent.
pub fn verify(file: TreeFile, budget: Option<u64>) -> Result<Vec<String>, FileError> {
    Ok(Loading::new(file, budget).finish()?.problems)
}

/// Maximum number of positions in the graph of a file, plus 1; `None` if the number of omitted
/// nodes isn't exact.
fn most_positions(file: &TreeFile) -> Option<u64> {
    let shown = file.node_count() as u64 + 1;
    match file.header.kind {
        FileGraph::Positions => Some(shown),
        FileGraph::Tree => Some(shown.saturating_add(file.omitted_nodes()?)),
    }
}
