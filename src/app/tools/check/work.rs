//! Runs a check on a background thread: the output in a file or a text, or the answers of a
//! program.

use std::sync::Arc;
use std::time::Duration;

use crate::app::base::{Begun, Cancelled, SharedProgress, Wake};
use crate::app::intent::CheckSource;
use crate::game::Refusal;
use crate::programs::{Filter, NoAnswer, Patience};
use crate::save::{Theirs, read_theirs, read_theirs_path};
use crate::session::check::{Answers, Asking, Coverage, Next, Report, fault};
use crate::session::{Progress, Rated, Wanted, built, open};
use crate::tree::{Limits, Pictures};
use crate::words::short_number;
use crate::work::{PIECE, Turn};

/// The results for one board.
pub(crate) struct Checked {
    /// Its graph by the rules.
    pub rated: Rated,
    /// The report.
    pub report: Report,
}

/// The results.
pub(crate) struct CheckResult {
    /// The open board's graph when it was checked.
    pub own: Arc<dyn Pictures>,
    /// The open board.
    pub board: Checked,
    /// The smallest board that shows a disagreement.
    pub smaller: Option<Checked>,
    /// The number of other boards tried.
    pub tried: u64,
    /// What was compared on all of them.
    pub coverage: Coverage,
    /// Notices about the input, one sentence each.
    pub notices: Vec<String>,
}

impl CheckResult {
    /// Whether nothing differs on any board.
    pub fn agrees(&self) -> bool {
        self.board.report.agrees() && self.smaller.is_none()
    }
}

/// A check of a source about a rated graph's board.
struct CheckWork {
    source: CheckSource,
    rated: Rated,
}

/// The progress report of the work, and its cancellation.
struct Telling {
    told: SharedProgress<String>,
    cancelled: Cancelled,
}

impl Telling {
    fn tell(&self, words: String) {
        *self.told.now() = words;
    }
}

/// Never shown: the job is gone by then.
fn canceled() -> Refusal {
    Refusal::new("the check was canceled", "check again")
}

/// Starts a check; its progress is a text.
pub(super) fn begin(
    source: CheckSource,
    rated: Rated,
    wake: Wake,
) -> Begun<Box<CheckResult>, String> {
    Begun::Thread {
        name: "doomtree-check",
        label: format!("checking {}", source.name()),
        wake,
        told: format!("Reading {}", source.name()),
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let telling = Telling { told, cancelled };
                let found = CheckWork { source, rated }.run(&telling).await;
                found.map(Box::new)
            })
        }),
    }
}

impl CheckWork {
    async fn run(self, telling: &Telling) -> Result<CheckResult, Refusal> {
        let name = self.source.name();
        let own = Arc::clone(&self.rated.graph);
        let theirs = match &self.source {
            CheckSource::Program { command, seconds } => {
                let patience = Patience {
                    length: Duration::from_secs(*seconds),
                    text: format!("{seconds} s"),
                    remedy: "give it more time",
                };
                let answers = asked(command, patience, self.rated.clone(), telling).await?;
                let told = |rated, report| checked(rated, report, &name);
                let smaller = answers.smaller;
                return Ok(CheckResult {
                    own,
                    board: told(self.rated, answers.board)?,
                    smaller: smaller
                        .map(|(rated, report)| told(rated, report))
                        .transpose()?,
                    tried: answers.tried,
                    coverage: answers.coverage,
                    notices: Vec::new(),
                });
            }
            CheckSource::File(path) => read_theirs_path(path),
            CheckSource::Text(text) => read_theirs(text.as_bytes(), &name),
        };
        let theirs = theirs?;
        let mut notices = theirs.notices.clone();
        let rated = self.limited(&theirs, telling, &mut notices).await?;
        let nodes = theirs.nodes.len() as u64;
        let show = |progress| telling.tell(comparing(progress, nodes));
        let report = Report::find(theirs, rated.clone(), &telling.cancelled.ctl, &show).await;
        Ok(CheckResult {
            own,
            board: checked(rated, report, &name)?,
            smaller: None,
            tried: 0,
            coverage: Coverage::default(),
            notices,
        })
    }

    /// The graph to compare with: a tree that was made to a ply limit is compared with one.
    async fn limited(
        self,
        theirs: &Theirs,
        telling: &Telling,
        notices: &mut Vec<String>,
    ) -> Result<Rated, Refusal> {
        let own = self.rated.limits.max_plies;
        let Some(plies) = theirs.max_plies.filter(|plies| own != Some(*plies)) else {
            return Ok(self.rated);
        };
        notices.push(format!(
            "Your data ends at ply {plies}; only plies 0–{plies} are compared."
        ));
        let wanted = Wanted {
            limits: Limits {
                max_plies: Some(plies),
                ..self.rated.limits
            },
            ..self.rated.wanted()
        };
        let build = open(&self.rated.setup(), wanted, "")?;
        let show = |progress: Progress| {
            let positions = short_number(progress.positions);
            telling.tell(format!(
                "Building to {plies} plies: {positions} positions so far"
            ));
        };
        Ok(built(build, &telling.cancelled.ctl, &show).await)
    }
}

fn checked(rated: Rated, report: Report, name: &str) -> Result<Checked, Refusal> {
    match fault(&report, &rated, name) {
        Some(why) => Err(Refusal::new(why, "")),
        None => Ok(Checked { rated, report }),
    }
}

/// The progress of comparing, or of the search for causes.
fn comparing(progress: Progress, nodes: u64) -> String {
    let (done, of) = progress.within;
    match of == nodes {
        true => format!(
            "Comparing: {} of {}",
            short_number(done.min(of)),
            short_number(of)
        ),
        false => "Searching for the likely cause".to_owned(),
    }
}

/// Asks a program until everything is known.
async fn asked(
    command: &str,
    patience: Patience,
    rated: Rated,
    telling: &Telling,
) -> Result<Answers, Refusal> {
    let mut filter = Filter::start(command, patience)?;
    let mut asking = Asking::new(rated);
    loop {
        telling.cancelled.ctl.tick(PIECE).await;
        match asking.step(Turn::Work(PIECE)) {
            Next::Done => break,
            Next::Work(_) => {}
            Next::Ask(question) => {
                if let Some((board, asked, of)) = asking.reached() {
                    telling.tell(format!(
                        "Asking about {board}: {} of {} positions",
                        short_number(asked + 1),
                        short_number(of)
                    ));
                }
                let given_up = || telling.cancelled.is_set();
                let answer = filter.ask(&question, &given_up).map_err(|why| match why {
                    NoAnswer::GivenUp => canceled(),
                    NoAnswer::Fault(fault) => fault,
                })?;
                asking
                    .answer(&answer)
                    .map_err(|why| filter.garbage(&question, why))?;
            }
        }
    }
    filter.finish()?;
    Ok(asking.stop())
}
