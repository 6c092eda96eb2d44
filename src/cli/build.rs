//! Builds and rates a graph step by step, with limits, progress and Ctrl-C.

use std::cell::Cell;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::asked::{GivenOptions, TooLargeFallback};
use super::bounds::{Guarded, ProcessMemoryLimit, SMALL};
use super::effort::Deadline;
use super::fault::{CommandError, print_notice};
use super::input::OpenedBoard;
use super::progress::{self, InterruptPoller, ProgressLine, ProgressTarget};
use super::tree::{self, SEARCHED};
use super::words::{self, counted};
use crate::game::OpenError;
use crate::games::Setup;
use crate::save::{Layer, NodeLayer, TreeFile};
use crate::session::{
    self, GraphRequest, Loaded, Progress, ProofOptions, Rated, RatingProver, Searched,
    ShowProgress, Stage,
};
use crate::tree::{Limits, Stopped, Unfolding, UnfoldingNode, Vertex};
use crate::work::{Control, TurnLength, finished, poll};

/// The time between two checks for Ctrl-C, about.
const STEP: TurnLength = TurnLength::Time(Duration::from_millis(20));

/// A rated graph, and the message if a limit stopped it.
pub struct FinishedGraph {
    /// The graph.
    pub rated: Rated,
    /// One sentence.
    pub stopped: Option<String>,
    /// The limit that stopped it, as it was written.
    pub by: Option<String>,
    /// The search that proved the ratings, if the graph is too large.
    pub searched: Option<Searched>,
}

/// The deadline, memory limit and progress display of work.
pub struct LimitedRun<'a> {
    asked: &'a GivenOptions,
    watch: ProgressTarget,
    deadline: Option<Deadline>,
    room: Option<ProcessMemoryLimit>,
    /// Whether the results must also be rated within the time of the whole command.
    strict: bool,
    /// Whether Ctrl-C ends the work like a limit, since what is known by then is shown.
    keeps: bool,
}

impl<'a> LimitedRun<'a> {
    /// Work that starts now and checks its memory limit itself.
    pub fn new(asked: &'a GivenOptions, watch: ProgressTarget) -> Self {
        Self {
            asked,
            watch,
            deadline: asked.deadline(),
            room: None,
            strict: false,
            keeps: false,
        }
    }

    /// The same for work that starts now, and may use 1/`parts` of the time.
    pub fn part(&self, parts: u32) -> Self {
        let deadline = self.deadline.as_ref();
        Self {
            deadline: deadline.map(|deadline| deadline.part(parts)),
            ..Self::new(self.asked, self.watch)
        }
    }

    /// The same for work that doesn't check its memory limit.
    #[must_use]
    pub fn measured(self) -> Self {
        let room = self.asked.bounds().room.clone();
        Self { room, ..self }
    }

    /// The same for work whose results so far are shown at Ctrl-C.
    #[must_use]
    pub fn keeping(self) -> Self {
        Self {
            keeps: true,
            ..self
        }
    }

    /// The limit that is reached now, as it was written, if one is.
    pub fn limit(&self) -> Option<String> {
        if self.keeps && progress::asked() {
            return Some("Ctrl-C".to_owned());
        }
        let over = self.deadline.as_ref().filter(|limit| limit.is_over());
        let full = || self.room.as_ref().filter(|room| room.is_full());
        let over = over.map(Deadline::description);
        over.or_else(|| full().map(ProcessMemoryLimit::description))
    }

    /// Drives work to its end; the limit that was reached before that, if one was.
    pub fn run(
        &self,
        step: impl FnMut(TurnLength) -> Progress,
    ) -> Result<Option<String>, CommandError> {
        stepwise_until(self.watch, || self.limit(), step)
    }

    /// Does work to its end, or to a limit: then the result is what is known by then.
    pub fn follow<T>(
        &self,
        work: impl AsyncFnOnce(&Control, &ShowProgress<'_>) -> T,
    ) -> Result<(T, Option<String>), CommandError> {
        follow_until(self.watch, || self.limit(), work)
    }
}

/// Does work to its end, with an ear to Ctrl-C.
pub fn follow<T>(
    watch: ProgressTarget,
    work: impl AsyncFnOnce(&Control, &ShowProgress<'_>) -> T,
) -> Result<T, CommandError> {
    follow_until(watch, || None, work).map(|(result, _)| result)
}

fn follow_until<T>(
    watch: ProgressTarget,
    limit: impl Fn() -> Option<String>,
    work: impl AsyncFnOnce(&Control, &ShowProgress<'_>) -> T,
) -> Result<(T, Option<String>), CommandError> {
    let (ctl, shown) = (Control::default(), Mutex::new(Progress::default()));
    let held = || shown.lock().unwrap_or_else(PoisonError::into_inner);
    let show = |progress| *held() = progress;
    let mut work = pin!(work(&ctl, &show));
    let mut result = None;
    let limit = stepwise_until(watch, limit, |turn| {
        ctl.begin(turn);
        result = poll(work.as_mut());
        Progress {
            done: result.is_some(),
            ..*held()
        }
    })?;
    ctl.stop();
    Ok((result.unwrap_or_else(|| finished(work)), limit))
}

/// The rated graph of an opened board.
pub fn rated(
    opened: &mut OpenedBoard,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<FinishedGraph, CommandError> {
    let built = built(opened, asked.limits()?, asked, watch)?;
    Ok(FinishedGraph {
        rated: built.rated,
        stopped: built.stopped,
        by: None,
        searched: built.searched,
    })
}

/// A rated graph, with the additions of a tree file.
pub struct Built {
    /// The graph.
    pub rated: Rated,
    /// The message if a limit stopped it.
    pub stopped: Option<String>,
    /// The search that proved the ratings, if the graph is too large.
    pub searched: Option<Searched>,
    /// The unfolded part in a tree file.
    pub unfolding: Option<Unfolding>,
    /// The user's additions, and unknown members of a file.
    pub layer: Layer,
}

impl Built {
    fn new(finished: FinishedGraph, layer: Layer) -> Self {
        Self {
            rated: finished.rated,
            stopped: finished.stopped,
            searched: finished.searched,
            unfolding: None,
            layer,
        }
    }
}

/// The rated graph to these limits, with the requested root and rating options. The tree of a file
/// is taken out of `opened`.
pub fn built(
    opened: &mut OpenedBoard,
    limits: Limits,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<Built, CommandError> {
    built_in_part(opened, limits, asked, watch, 1)
}

/// The same with 1/`parts` of the time. The results must be rated within the whole time.
pub fn built_in_part(
    opened: &mut OpenedBoard,
    limits: Limits,
    asked: &GivenOptions,
    watch: ProgressTarget,
    parts: u32,
) -> Result<Built, CommandError> {
    let at = asked.at();
    // The note of a root belongs to its board; another node has none.
    let title = opened.title.clone();
    let titled = |note: Option<String>| {
        let mut layer = Layer {
            title,
            ..Layer::default()
        };
        if note.is_some() && at.is_empty() {
            let node_layer = NodeLayer {
                note,
                ..NodeLayer::default()
            };
            layer.nodes.insert(UnfoldingNode::ROOT.0, node_layer);
        }
        layer
    };
    let drive = LimitedRun {
        strict: parts > 1,
        ..LimitedRun::new(asked, watch).part(parts)
    };
    let Some(tree) = opened.tree.take() else {
        let options = asked.options(opened.options)?;
        let wanted = GraphRequest { limits, options };
        return Ok(Built::new(
            rated_setup(opened, &opened.setup, wanted, at, &drive)?,
            titled(
                opened
                    .board
                    .as_ref()
                    .map_or_else(|| opened.note.clone(), |board| board.note.clone()),
            ),
        ));
    };
    let own = tree.header.limits();
    let own_options = tree.header.options;
    let options = asked.options(own_options)?;
    // The whole tree of the file is compared with its rules, whatever is requested later: a part
    // would differ from it.
    let loaded = loaded(opened, tree, None, &drive)?;
    let usual = Limits {
        max_bytes: limits.max_bytes,
        ..Limits::default()
    };
    let bounded = asked.max_memory().is_some();
    if at.is_empty() && limits == usual && !bounded && options == own_options {
        return Ok(Built {
            stopped: words::stopped_in_file(&loaded.rated),
            searched: None,
            rated: loaded.rated,
            unfolding: loaded.unfolding,
            layer: loaded.layer,
        });
    }
    // With another limit or another root, the file's graph is built again.
    let max = [limits.max_nodes, own.max_nodes];
    let limits = Limits {
        max_plies: limits.max_plies.or(own.max_plies),
        max_nodes: max.into_iter().flatten().min(),
        ..limits
    };
    let root = loaded.layer.nodes.get(&UnfoldingNode::ROOT.0);
    let note = root.and_then(|root| root.note.clone());
    let setup = loaded.rated.setup();
    // There is no room for both.
    drop(loaded);
    let wanted = GraphRequest { limits, options };
    Ok(Built::new(
        rated_setup(opened, &setup, wanted, at, &drive)?,
        titled(note),
    ))
}

/// Maximum number of nodes that a search visits before the graph is built on.
const MAX_SEARCHED: u64 = 100_000_000;

/// The attempt to do without a graph that is too large.
struct BuildAttempt {
    /// What may be attempted.
    waits: Option<TooLargeFallback>,
    search: Option<Box<dyn RatingProver>>,
    tree: Option<Rated>,
}

impl BuildAttempt {
    fn new(waits: Option<TooLargeFallback>) -> Self {
        Self {
            waits,
            search: None,
            tree: None,
        }
    }

    /// Searches on, if the graph is too large; `None` if it is to be built on.
    fn step(
        &mut self,
        built: &Progress,
        setup: &Setup,
        wanted: GraphRequest,
        at: &str,
    ) -> Option<Progress> {
        if built.is_too_large() {
            match self.waits.take() {
                Some(TooLargeFallback::Search) => {
                    self.search = session::prove(setup, wanted, at).ok();
                }
                Some(TooLargeFallback::Grow) => {
                    self.tree = session::grow(setup, wanted, at).ok().flatten()
                }
                None => {}
            }
        }
        if self.tree.is_some() {
            return Some(Progress {
                done: true,
                ..*built
            });
        }
        let found = self.search.as_mut()?.step(SEARCHED);
        if !found.done && found.nodes > MAX_SEARCHED {
            self.search = None;
        }
        let (closed, moves) = found.moves;
        Some(Progress {
            stage: Stage::Proving,
            within: (closed as u64, moves as u64),
            positions: usize::try_from(found.nodes).unwrap_or(usize::MAX),
            bytes: found.table_bytes,
            done: found.done,
            ..Progress::default()
        })
    }

    /// What was found, and the limit that was reached before it was all.
    fn found(self, limit: Option<String>) -> Option<FinishedGraph> {
        let (rated, searched) = match (self.tree, self.search) {
            (Some(tree), _) => (tree, None),
            (None, search) => {
                let (rated, searched) = search?.proved();
                (rated, Some(searched))
            }
        };
        let stopped = limit.as_ref().map(|limit| {
            let ratings = &rated.analysis.ratings;
            let moves = rated.graph.graph().targets(Vertex::ROOT);
            let proven = moves.iter().filter(|mv| ratings.all_proven(**mv)).count();
            format!(
                "partial result: {limit} reached; {proven} of {} are proven, more time proves more",
                counted(moves.len(), "move")
            )
        });
        Some(FinishedGraph {
            rated,
            stopped,
            by: limit,
            searched,
        })
    }
}

/// Sets up the game, with a guard where that takes long.
fn set_up(
    opened: &OpenedBoard,
    setup: &Setup,
    wanted: GraphRequest,
    at: &str,
    drive: &LimitedRun<'_>,
) -> Result<Box<dyn session::Build>, CommandError> {
    let what = opened.file.as_deref().unwrap_or("the script").to_owned();
    let script = setup.switches.script.as_ref();
    let long = script.is_some_and(|script| script.len() as u64 > SMALL);
    let guard = || {
        Guarded::new(drive.asked.bounds(), move |limit| {
            format!("{what}: {limit} reached before the game was set up: raise it")
        })
    };
    let _guarded = long.then(guard).flatten();
    session::open(setup, wanted, at).map_err(|error| {
        // The fault is in the position, unless that can be read without the line.
        match error {
            OpenError::Notation(fault)
                if !at.is_empty() && session::setup_position(setup).is_ok() =>
            {
                CommandError::Usage(format!("--at: {fault}"))
            }
            error => opened.fault(error),
        }
    })
}

/// The rated graph of a setup from the opened board.
pub fn rated_setup(
    opened: &OpenedBoard,
    setup: &Setup,
    wanted: GraphRequest,
    at: &str,
    drive: &LimitedRun<'_>,
) -> Result<FinishedGraph, CommandError> {
    let mut build = set_up(opened, setup, wanted, at, drive)?;
    let mut proof = BuildAttempt::new(drive.asked.instead());
    let mut last = Progress::default();
    // What a search has proven until Ctrl-C is shown; a graph that was only begun is worth nothing.
    let proves = Cell::new(false);
    let limit = || {
        let interrupted = proves.get() && drive.watch != ProgressTarget::Lines && progress::asked();
        let interrupted = interrupted.then(|| "Ctrl-C".to_owned());
        interrupted.or_else(|| drive.limit())
    };
    let time = stepwise_until(drive.watch, limit, |turn| {
        let progress = proof.step(&last, setup, wanted, at).unwrap_or_else(|| {
            last = build.step(turn);
            last
        });
        proves.set(proof.search.is_some());
        progress
    })?;
    if let Some(found) = proof.found(time.clone()) {
        return Ok(found);
    }
    if time.is_some() {
        // The results so far are sorted and rated anyway, but slow bounds are left as they are.
        let guard = || {
            Guarded::patient(drive.asked.bounds(), |limit| {
                format!("{limit} reached before what was found was rated: raise it")
            })
        };
        let _guarded = drive.strict.then(guard).flatten();
        stepwise(drive.watch, |turn| {
            build.stop();
            build.step(turn)
        })?;
    }
    let mut rated = build.finish();
    let asked = wanted.limits.max_nodes;
    if let (Some(_), Some(Stopped::MaxNodes(kept))) = (&time, rated.graph.graph().stopped()) {
        // The limit that gives the same graph again.
        rated.limits.max_nodes = Some(kept);
    }
    let (stopped, by) = match time {
        Some(time) => (words::out_of_time(&rated, &time, drive.asked), time.clone()),
        None => {
            let by = words::limit(&rated, asked, drive.asked.max_memory());
            (words::stopped(&rated, asked, drive.asked), by)
        }
    };
    let finished = FinishedGraph {
        by: stopped.as_ref().map(|_| by),
        stopped,
        rated,
        searched: None,
    };
    if let Some(fault) = finished.rated.graph.graph().fault() {
        return Err(CommandError::Usage(fault.to_string()));
    }
    match finished.rated.analysis.ratings.refused() {
        Some(why) => Err(CommandError::Usage(why.to_owned())),
        None => Ok(finished),
    }
}

/// A tree file, rebuilt and compared; its notices are printed.
pub fn loaded(
    opened: &OpenedBoard,
    tree: Box<TreeFile>,
    budget: Option<u64>,
    drive: &LimitedRun<'_>,
) -> Result<Loaded, CommandError> {
    let file = opened.file.as_deref().unwrap_or_default();
    let name = file.to_owned();
    let sentence = move |limit: &str| {
        format!("{name}: {limit} reached before its graph was rebuilt: raise it")
    };
    let guarded = Guarded::new(drive.asked.bounds(), sentence.clone());
    let (loaded, limit) = drive.follow(async |ctl, show| {
        let loaded = Loaded::find(*tree, budget, ctl, show);
        ctl.until_stopped(loaded).await
    })?;
    let limit = limit.unwrap_or_default();
    let mut loaded = loaded
        .ok_or_else(|| CommandError::Stopped(sentence(&limit)))?
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    drop(guarded);
    for notice in &loaded.notices {
        print_notice(&format!("{file}: {notice}"));
    }
    if let Some(growing) = loaded.rated.growing.clone() {
        let graph = loaded.rated.graph.graph();
        growing.want(&graph.vertices().collect::<Vec<_>>());
        let mut prover = growing.prover(ProofOptions::default());
        if let Some(unproven) = tree::prove(&mut *prover, drive)? {
            print_notice(&unproven);
        }
        loaded.rated = growing.grown(&[]);
    }
    Ok(loaded)
}

/// Drives a build to its end, with an ear to Ctrl-C.
pub fn stepwise(
    watch: ProgressTarget,
    step: impl FnMut(TurnLength) -> Progress,
) -> Result<(), CommandError> {
    stepwise_until(watch, || None, step).map(|_| ())
}

/// Drives work to its end or to a limit. Returns the limit, if that came first.
fn stepwise_until(
    watch: ProgressTarget,
    limit: impl Fn() -> Option<String>,
    mut step: impl FnMut(TurnLength) -> Progress,
) -> Result<Option<String>, CommandError> {
    let alone = watch != ProgressTarget::Lines;
    let poller = alone.then(InterruptPoller::new);
    let mut line = ProgressLine::new(watch, "starting");
    let (progress, reached) = loop {
        let progress = step(STEP);
        let reached = limit().filter(|_| !progress.done);
        if progress.done || reached.is_some() || progress::asked() {
            break (progress, reached);
        }
        if alone {
            // The message if the next step takes too long.
            progress::reached_after(&so_far(progress));
        }
        line.show(progress);
    };
    drop(line);
    if progress::asked() && reached.is_none() {
        let sentence = format!("interrupted {}", so_far(progress));
        if alone {
            // Freeing the results would delay the exit noticeably.
            progress::end_interrupted(sentence);
        }
        return Err(CommandError::Interrupted(sentence));
    }
    drop(poller);
    if alone {
        let found = counted(progress.positions, "position");
        progress::reached(format!("{found} were found, but nothing more was finished"));
    }
    Ok(reached)
}

/// The progress of interrupted work, as text.
fn so_far(progress: Progress) -> String {
    let missing = match progress.stage {
        Stage::Exploring => "the graph is incomplete",
        Stage::Sorting | Stage::Rating => "not rated yet",
        Stage::Proving => {
            let (proven, wanted) = progress.within;
            let nodes = counted(progress.positions, "node");
            return format!("after {nodes}; proven ratings: {proven} of {wanted}");
        }
    };
    format!(
        "after {} and {}; {missing}",
        counted(progress.positions, "position"),
        counted(progress.moves, "move"),
    )
}
