//! Builds and rates a graph step by step, with an ear to Ctrl-C and a word about the progress.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::asked::Asked;
use super::fault::{Fault, say};
use super::input::Opened;
use super::stop::{self, Looking};
use super::words::counted;
use crate::game::OpenError;
use crate::games::Setup;
use crate::rating::Options;
use crate::save::{Layer, NodeLayer, TreeFile};
use crate::session::{self, Loaded, Loading, Pace, Progress, Rated, Stage, Wanted};
use crate::tree::{Limits, Unfolding, UnfoldingNode};

/// How many microseconds pass between two looks at Ctrl-C, about.
const STEP: u64 = 20_000;

/// How long the last word about the progress stands.
const PAUSE: Duration = Duration::from_millis(200);

/// Whether there is somebody who wants to see how far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// On the terminal, if standard error is one.
    Terminal,
    /// Nobody.
    Nobody,
}

impl Watch {
    /// Nobody, if quiet was asked for.
    pub fn unless(quiet: bool) -> Self {
        if quiet { Self::Nobody } else { Self::Terminal }
    }
}

/// The rated graph of what was opened.
pub fn rated(opened: &Opened, asked: &Asked, watch: Watch) -> Result<Rated, Fault> {
    Ok(built(opened, asked.limits()?, asked, watch)?.rated)
}

/// A rated graph, and what a tree file adds to it.
pub struct Built {
    /// The graph.
    pub rated: Rated,
    /// What a tree file shows of its tree.
    pub unfolding: Option<Unfolding>,
    /// What a user has added, and what a file holds that this version doesn't know.
    pub layer: Layer,
}

/// The rated graph to given limits, from the node and in the way that was asked for.
pub fn built(opened: &Opened, limits: Limits, asked: &Asked, watch: Watch) -> Result<Built, Fault> {
    let at = asked.at();
    // The note of a root is that of its board; a node on the way has none.
    let titled = |note: Option<String>| {
        let mut layer = Layer {
            title: opened.title.clone(),
            ..Layer::default()
        };
        if note.is_some() && at.is_empty() {
            let own = NodeLayer {
                note,
                ..NodeLayer::default()
            };
            layer.nodes.insert(UnfoldingNode::ROOT.0, own);
        }
        layer
    };
    let Some(tree) = &opened.tree else {
        let options = asked.options(Options::default())?;
        let wanted = Wanted { limits, options };
        return Ok(Built {
            rated: rated_setup(opened, &opened.setup, wanted, at, watch)?,
            unfolding: None,
            layer: titled(opened.board.as_ref().and_then(|board| board.note.clone())),
        });
    };
    let own = tree.header.limits();
    let options = asked.options(tree.header.options)?;
    let loaded = loaded(opened, tree.clone(), limits.max_nodes, watch)?;
    let usual = Limits {
        max_nodes: limits.max_nodes,
        ..Limits::default()
    };
    if at.is_empty() && limits == usual && options == tree.header.options {
        return Ok(Built {
            rated: loaded.rated,
            unfolding: loaded.unfolding,
            layer: loaded.layer,
        });
    }
    // A limit of its own, or a node on the way: the file's graph is built again to that.
    let limits = Limits {
        max_plies: limits.max_plies.or(own.max_plies),
        ..limits
    };
    let root = loaded.layer.nodes.get(&UnfoldingNode::ROOT.0);
    Ok(Built {
        rated: rated_setup(
            opened,
            &loaded.rated.setup(),
            Wanted { limits, options },
            at,
            watch,
        )?,
        unfolding: None,
        layer: titled(root.and_then(|root| root.note.clone())),
    })
}

/// The rated graph of a setup that came of what was opened.
pub fn rated_setup(
    opened: &Opened,
    setup: &Setup,
    wanted: Wanted,
    at: &str,
    watch: Watch,
) -> Result<Rated, Fault> {
    let mut build = session::open(setup, wanted, at).map_err(|error| {
        // The fault is in the position, unless that can be read without the line.
        match error {
            OpenError::Notation(fault) if !at.is_empty() && opened.check().is_ok() => {
                Fault::Usage(format!("--at: {fault}"))
            }
            error => opened.fault(error),
        }
    })?;
    stepwise(watch, |work| build.step(work))?;
    let rated = build.finish();
    match rated.analysis.ratings.refused() {
        Some(why) => Err(Fault::Usage(why.to_owned())),
        None => Ok(rated),
    }
}

/// A tree file, rebuilt and compared; what should be known of it is said.
pub fn loaded(
    opened: &Opened,
    tree: Box<TreeFile>,
    budget: Option<u64>,
    watch: Watch,
) -> Result<Loaded, Fault> {
    let mut loading = Loading::new(*tree, budget);
    stepwise(watch, |work| loading.step(work))?;
    let loaded = loading
        .finish()
        .map_err(|error| Fault::Usage(error.to_string()))?;
    for notice in &loaded.notices {
        let file = opened.file.as_deref().unwrap_or_default();
        say(&format!("{file}: {notice}"));
    }
    Ok(loaded)
}

/// Drives a build to its end, with an ear to Ctrl-C.
pub fn stepwise(watch: Watch, mut step: impl FnMut(usize) -> Progress) -> Result<(), Fault> {
    let looking = Looking::new();
    let mut line = ProgressLine::new(watch);
    let mut pace = Pace::new(STEP);
    let progress = loop {
        let begun = now();
        let progress = step(pace.work());
        pace.took(begun.elapsed().as_micros() as u64);
        if progress.done || stop::asked() {
            break progress;
        }
        line.show(progress);
    };
    drop((looking, line));
    if stop::asked() {
        return Err(interrupted(progress));
    }
    stop::reached(format!(
        "all {} were found, but nothing more was finished",
        counted(&progress.positions.to_string(), "position")
    ));
    Ok(())
}

fn interrupted(progress: Progress) -> Fault {
    Fault::Interrupted(format!(
        "interrupted: {} and {} were found, and the graph was not complete",
        counted(&progress.positions.to_string(), "position"),
        counted(&progress.moves.to_string(), "move"),
    ))
}

/// One line on the terminal that is written over and over, and wiped out at the end.
pub struct ProgressLine {
    last: Option<Instant>,
    written: bool,
}

impl ProgressLine {
    pub fn new(watch: Watch) -> Self {
        let shown = watch == Watch::Terminal && io::stderr().is_terminal();
        Self {
            last: shown.then(now),
            written: false,
        }
    }

    fn show(&mut self, progress: Progress) {
        self.say(|| words(&progress));
    }

    /// Shows these words, unless others were shown a moment ago.
    pub fn say(&mut self, words: impl FnOnce() -> String) {
        let Some(last) = self.last.as_mut() else {
            return;
        };
        if last.elapsed() < PAUSE {
            return;
        }
        *last = now();
        self.written = true;
        // A terminal that is gone wants to know nothing.
        let _ = write!(io::stderr(), "\r{}\x1b[K", words());
    }
}

/// What is being done, and how far it is.
fn words(progress: &Progress) -> String {
    let positions = counted(&progress.positions.to_string(), "position");
    match progress.stage {
        Stage::Exploring => {
            let open = progress.positions - progress.expanded;
            format!("{positions}, {open} still without their moves")
        }
        stage => format!(
            "{} {positions}: {} %",
            stage.name(),
            (100.0 * progress.share()).clamp(0.0, 99.0) as u32
        ),
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.written {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it decides how often progress is shown, and nothing else"
)]
fn now() -> Instant {
    Instant::now()
}
