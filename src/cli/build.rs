//! Builds and rates a graph step by step, with an ear to Ctrl-C and a word about the progress.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::asked::Asked;
use super::effort::Deadline;
use super::fault::{Fault, say};
use super::input::Opened;
use super::stop::{self, Looking};
use super::words::{self, counted, grouped, megabytes};
use crate::game::OpenError;
use crate::games::Setup;
use crate::save::{Layer, NodeLayer, TreeFile};
use crate::session::{self, Loaded, Loading, Pace, Progress, Rated, Stage, Wanted};
use crate::tree::{Limits, Stopped, Unfolding, UnfoldingNode};

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
    /// Whoever reads the answers to many lines: nothing is said of a single one, and Ctrl-C ends
    /// them all at once.
    Lines,
}

impl Watch {
    /// Nobody, if quiet was asked for.
    pub fn unless(quiet: bool) -> Self {
        if quiet { Self::Nobody } else { Self::Terminal }
    }
}

/// A rated graph, and what is said if a limit cut it short.
pub struct Finished {
    /// The graph.
    pub rated: Rated,
    /// One sentence.
    pub stopped: Option<String>,
    /// What cut it short, as it was written.
    pub by: Option<String>,
}

/// How work is driven: until when, and who watches.
pub struct Drive<'a> {
    asked: &'a Asked,
    watch: Watch,
    deadline: Option<Deadline>,
}

impl<'a> Drive<'a> {
    /// Work that begins now.
    pub fn new(asked: &'a Asked, watch: Watch) -> Self {
        Self {
            asked,
            watch,
            deadline: asked.deadline(),
        }
    }

    /// The same for work that begins now, and may use a part of the time, one of so many.
    pub fn part(&self, parts: u32) -> Self {
        let deadline = self.deadline.as_ref();
        Self {
            deadline: deadline.map(|deadline| deadline.time.begin_part(parts)),
            ..*self
        }
    }

    /// Drives work to its end; the time that was asked for, if that was over before.
    pub fn run(&self, step: impl FnMut(usize) -> Progress) -> Result<Option<&str>, Fault> {
        let deadline = self.deadline.as_ref();
        let over = stepwise_until(self.watch, deadline, step)?;
        Ok(deadline
            .filter(|_| over)
            .map(|deadline| &*deadline.time.text))
    }
}

/// The rated graph of what was opened.
pub fn rated(opened: &Opened, asked: &Asked, watch: Watch) -> Result<Finished, Fault> {
    let built = built(opened, asked.limits()?, asked, watch)?;
    Ok(Finished {
        rated: built.rated,
        stopped: built.stopped,
        by: None,
    })
}

/// A rated graph, and what a tree file adds to it.
pub struct Built {
    /// The graph.
    pub rated: Rated,
    /// What is said if a limit cut it short.
    pub stopped: Option<String>,
    /// What a tree file shows of its tree.
    pub unfolding: Option<Unfolding>,
    /// What a user has added, and what a file holds that this version doesn't know.
    pub layer: Layer,
}

impl Built {
    fn new(finished: Finished, layer: Layer) -> Self {
        Self {
            rated: finished.rated,
            stopped: finished.stopped,
            unfolding: None,
            layer,
        }
    }
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
    let drive = Drive::new(asked, watch);
    let Some(tree) = &opened.tree else {
        let options = asked.options(opened.options)?;
        let wanted = Wanted { limits, options };
        return Ok(Built::new(
            rated_setup(opened, &opened.setup, wanted, at, &drive)?,
            titled(opened.board.as_ref().and_then(|board| board.note.clone())),
        ));
    };
    let own = tree.header.limits();
    let options = asked.options(tree.header.options)?;
    // The whole tree of the file is compared with its rules, whatever is asked of it then: a part
    // would differ from it.
    let loaded = loaded(opened, tree.clone(), None, &drive)?;
    let usual = Limits {
        max_bytes: limits.max_bytes,
        ..Limits::default()
    };
    let bounded = asked.max_memory().is_some();
    if at.is_empty() && limits == usual && !bounded && options == tree.header.options {
        return Ok(Built {
            stopped: words::stopped_in_file(&loaded.rated),
            rated: loaded.rated,
            unfolding: loaded.unfolding,
            layer: loaded.layer,
        });
    }
    // A limit of its own, or a node on the way: the file's graph is built again to that.
    let most = [limits.max_nodes, own.max_nodes];
    let limits = Limits {
        max_plies: limits.max_plies.or(own.max_plies),
        max_nodes: most.into_iter().flatten().min(),
        ..limits
    };
    let root = loaded.layer.nodes.get(&UnfoldingNode::ROOT.0);
    let wanted = Wanted { limits, options };
    Ok(Built::new(
        rated_setup(opened, &loaded.rated.setup(), wanted, at, &drive)?,
        titled(root.and_then(|root| root.note.clone())),
    ))
}

/// The rated graph of a setup that came of what was opened.
pub fn rated_setup(
    opened: &Opened,
    setup: &Setup,
    wanted: Wanted,
    at: &str,
    drive: &Drive<'_>,
) -> Result<Finished, Fault> {
    let mut build = session::open(setup, wanted, at).map_err(|error| {
        // The fault is in the position, unless that can be read without the line.
        match error {
            OpenError::Notation(fault) if !at.is_empty() && opened.check().is_ok() => {
                Fault::Usage(format!("--at: {fault}"))
            }
            error => opened.fault(error),
        }
    })?;
    let time = drive.run(|work| build.step(work))?;
    if time.is_some() {
        // What was found by then is sorted and rated all the same, but bounds that would take long
        // to meet are left as they are.
        stepwise(drive.watch, |work| {
            build.stop();
            build.step(work)
        })?;
    }
    let mut rated = build.finish();
    let asked = wanted.limits.max_nodes;
    if let (Some(_), Some(Stopped::MaxNodes(kept))) = (time, rated.graph.graph().stopped()) {
        // What repeats this graph is what it was built to.
        rated.limits.max_nodes = Some(kept);
    }
    let (stopped, by) = match time {
        Some(time) => (
            words::out_of_time(&rated, time, drive.asked),
            format!("--max-time {time}"),
        ),
        None => {
            let memory = drive.asked.max_memory();
            (
                words::stopped(&rated, asked, drive.asked),
                words::limit(&rated, asked, memory),
            )
        }
    };
    let finished = Finished {
        by: stopped.as_ref().map(|_| by),
        stopped,
        rated,
    };
    match finished.rated.analysis.ratings.refused() {
        Some(why) => Err(Fault::Usage(why.to_owned())),
        None => Ok(finished),
    }
}

/// A tree file, rebuilt and compared; what should be known of it is said.
pub fn loaded(
    opened: &Opened,
    tree: Box<TreeFile>,
    budget: Option<u64>,
    drive: &Drive<'_>,
) -> Result<Loaded, Fault> {
    let file = opened.file.as_deref().unwrap_or_default();
    let mut loading = Loading::new(*tree, budget);
    if let Some(time) = drive.run(|work| loading.step(work))? {
        return Err(Fault::Stopped(format!(
            "{file}: stopped by --max-time {time} before its graph was rebuilt, so that nothing \
             of it is known: give it more time"
        )));
    }
    let loaded = loading
        .finish()
        .map_err(|error| Fault::Usage(error.to_string()))?;
    for notice in &loaded.notices {
        say(&format!("{file}: {notice}"));
    }
    Ok(loaded)
}

/// Drives a build to its end, with an ear to Ctrl-C.
pub fn stepwise(watch: Watch, step: impl FnMut(usize) -> Progress) -> Result<(), Fault> {
    stepwise_until(watch, None, step).map(|_| ())
}

/// Drives work to its end or until the time is over; `true` if that was first.
fn stepwise_until(
    watch: Watch,
    deadline: Option<&Deadline>,
    mut step: impl FnMut(usize) -> Progress,
) -> Result<bool, Fault> {
    let alone = watch != Watch::Lines;
    let looking = alone.then(Looking::new);
    let mut line = ProgressLine::new(watch);
    let mut pace = Pace::new(STEP);
    let progress = loop {
        let begun = now();
        let progress = step(pace.work());
        pace.took(begun.elapsed().as_micros() as u64);
        let over = deadline.is_some_and(Deadline::is_over);
        if progress.done || over || stop::asked() {
            break progress;
        }
        line.show(progress);
    };
    drop((looking, line));
    if stop::asked() {
        return Err(interrupted(progress));
    }
    if alone {
        let found = counted(progress.positions, "position");
        stop::reached(format!("{found} were found, but nothing more was finished"));
    }
    Ok(!progress.done)
}

fn interrupted(progress: Progress) -> Fault {
    let missing = match progress.stage {
        Stage::Exploring => "and the graph was not complete",
        Stage::Sorting | Stage::Rating => "but not rated yet",
    };
    Fault::Interrupted(format!(
        "interrupted: {} and {} were found, {missing}",
        counted(progress.positions, "position"),
        counted(progress.moves, "move"),
    ))
}

/// One line on the terminal that is written over and over, and wiped out at the end.
pub struct ProgressLine {
    /// When the work began, and when the line was written last.
    times: Option<(Instant, Instant)>,
    written: bool,
}

impl ProgressLine {
    pub fn new(watch: Watch) -> Self {
        let shown = watch == Watch::Terminal && io::stderr().is_terminal();
        Self {
            times: shown.then(|| (now(), now())),
            written: false,
        }
    }

    fn show(&mut self, progress: Progress) {
        self.say(|taken| progress_words(&progress, taken));
    }

    /// Shows these words, which may tell how long the work has taken, unless others were shown a
    /// moment ago.
    pub fn say(&mut self, words: impl FnOnce(Duration) -> String) {
        let Some((begun, last)) = self.times.as_mut() else {
            return;
        };
        if last.elapsed() < PAUSE {
            return;
        }
        *last = now();
        self.written = true;
        let words = words(begun.elapsed());
        // A terminal that is gone wants to know nothing.
        let _ = write!(io::stderr(), "\r{words}\x1b[K");
    }
}

/// What is being done, and how far it is, after that time.
fn progress_words(progress: &Progress, time: Duration) -> String {
    let positions = counted(progress.positions, "position");
    let moves = counted(progress.moves, "move");
    let bytes = megabytes(progress.bytes as u64);
    match progress.stage {
        Stage::Exploring => {
            let seconds = time.as_secs_f64().max(0.001);
            let rate = grouped((progress.positions as f64 / seconds) as u64);
            format!("{positions}, {moves}, {rate} positions a second, {bytes}")
        }
        stage => {
            let percent = (100.0 * progress.share()).clamp(0.0, 99.0) as u32;
            format!(
                "{} {positions}, {moves}: {percent} %, {bytes}",
                stage.name()
            )
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_positions_moves_their_rate_and_their_bytes() {
        let progress = Progress {
            positions: 1_234_567,
            expanded: 1_000_000,
            moves: 3_000_001,
            bytes: 98_765_432,
            ..Progress::default()
        };
        let time = Duration::from_millis(2_500);
        assert_eq!(
            progress_words(&progress, time),
            "1,234,567 positions, 3,000,001 moves, 493,826 positions a second, 98 MB"
        );
        let rating = Progress {
            stage: Stage::Rating,
            within: (1, 4),
            ..progress
        };
        assert_eq!(
            progress_words(&rating, time),
            "rating 1,234,567 positions, 3,000,001 moves: 25 %, 98 MB"
        );
    }
}
