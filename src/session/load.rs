//! Opens a tree file: rebuilds its graph, compares every node with the file, and shows the tree as
//! it is written where they differ.

use super::{Build, Progress, Rated, Wanted, open};
use crate::rating::Options;
use crate::save::{
    FileError, FileGraph, FileStopped, Layer, TreeFile, as_written, compare, layer_of,
};
use crate::tree::{Limits, Unfolding};

/// A tree file, opened.
#[derive(Clone)]
pub struct Loaded {
    /// The graph: the game's, or a scripted game's.
    pub rated: Rated,
    /// What the file shows of its tree; `None` where it holds a graph of positions.
    pub unfolding: Option<Unfolding>,
    /// What the user added.
    pub layer: Layer,
    /// The budget of tree nodes that the file says kept it from showing more.
    pub max_nodes: Option<u64>,
    /// The tree isn't the game's: it is shown as it is written, as a scripted game.
    pub as_written: bool,
    /// The first differences between the file and its own rules, a sentence each.
    pub problems: Vec<String>,
    /// What should be known: a sentence each.
    pub notices: Vec<String>,
}

/// A tree file that is being opened. Dropping it cancels.
pub struct Loading {
    file: TreeFile,
    limits: Limits,
    build: Result<Box<dyn Build>, String>,
}

impl Loading {
    /// Starts to rebuild the graph of a file. `budget` is the most positions of a graph whose size
    /// the file doesn't give.
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
            open(&setup, wanted, "").map_err(|error| error.to_string())
        });
        Self {
            file,
            limits,
            build,
        }
    }

    /// Builds and rates as much as [`Build::step`] does.
    pub fn step(&mut self, work: usize) -> Progress {
        match &mut self.build {
            Ok(build) => build.step(work),
            Err(_) => Progress {
                done: true,
                ..Progress::default()
            },
        }
    }

    /// Builds what is left, and compares.
    ///
    /// # Errors
    /// A tree that neither its own game nor a scripted one can hold.
    pub fn finish(self) -> Result<Loaded, FileError> {
        let Self {
            file,
            limits,
            build,
        } = self;
        let mut notices = file.notices.clone();
        let mut problems = Vec::new();
        let max_nodes = match (file.header.kind, file.header.stopped) {
            (FileGraph::Tree, Some(FileStopped::MaxNodes(budget))) => Some(budget),
            _ => None,
        };
        match build {
            Ok(build) => {
                let mut rated = build.finish();
                // The bound that kept a false file from taking all memory is none of the user's.
                rated.limits = limits;
                let comparison = compare(&file, &rated.source());
                if comparison.agrees() {
                    let (layer, unfolding) = layer_of(file, &*rated.graph);
                    return Ok(Loaded {
                        rated,
                        unfolding,
                        layer,
                        max_nodes,
                        as_written: false,
                        problems,
                        notices,
                    });
                }
                problems = comparison.problems;
                notices.push(format!(
                    "the tree is shown as it is written, since it differs from its own rules in \
                     {} places: {}",
                    comparison.differences, problems[0]
                ));
            }
            Err(why) => {
                notices.push(format!(
                    "the tree is shown as it is written, since its game can't be set up: {why}"
                ));
                let line = file.header.line;
                problems.push(format!("line {line}: the game can't be set up: {why}"));
            }
        }
        let written = as_written(&file);
        notices.extend(written.notices);
        let options = file.header.options;
        let wanted = |options| Wanted {
            limits: Limits::default(),
            options,
        };
        let as_said = open(&written.setup, wanted(options), "");
        // What endless play is worth may be more than any end that is left in the file.
        let build = as_said.or_else(|_| {
            let usual = Options {
                endless: None,
                ..options
            };
            open(&written.setup, wanted(usual), "")
        });
        let build = build.map_err(|error| {
            FileError::new(
                format!("the tree can't be shown as it is written, since {error}"),
                "correct the file",
            )
        })?;
        let rated = build.finish();
        let (layer, unfolding) = layer_of(file, &*rated.graph);
        Ok(Loaded {
            rated,
            unfolding,
            layer,
            max_nodes,
            as_written: true,
            problems,
            notices,
        })
    }
}

/// What is wrong with a tree file, one sentence for each of the first differences from its own
/// rules, with its line; empty if every node is right.
///
/// # Errors
/// A tree that neither its own game nor a scripted one can hold.
pub fn verify(file: TreeFile, budget: Option<u64>) -> Result<Vec<String>, FileError> {
    Ok(Loading::new(file, budget).finish()?.problems)
}

/// One more than the most positions that the graph of a file can have; `None` where what was left
/// out has no exact number.
fn most_positions(file: &TreeFile) -> Option<u64> {
    let shown = file.node_count() as u64 + 1;
    match file.header.kind {
        FileGraph::Positions => Some(shown),
        FileGraph::Tree => Some(shown.saturating_add(file.omitted_nodes()?)),
    }
}
