//! `doomtree check --command`: asks a program about positions, one per line, and checks its
//! answers; then about other boards, to find the smallest with a disagreement.

use super::args::CheckArgs;
use super::asked::Asked;
use super::build::{self, Drive};
use super::check::{CheckAnswer, PARTS, PARTS_OF_TIME, both, told};
use super::fault::Fault;
use super::input::Opened;
use super::progress::{ProgressLine, Watch};
use super::stop::{self, Looking};
use super::words::{counted, grouped};
use crate::programs::{Filter, NoAnswer, Patience};
use crate::session::Progress;
use crate::session::check::{Asking, Next};

/// Asks about the board, then about others.
pub fn run(
    args: &CheckArgs,
    command: &str,
    opened: &mut Opened,
    asked: &Asked,
    watch: Watch,
) -> Result<(CheckAnswer, Option<String>), Fault> {
    let parts = asked.clone().part_of_memory(PARTS);
    let built = build::built_in_part(opened, parts.limits()?, &parts, watch, PARTS_OF_TIME)?;
    // One progress line covers the questions and the work between them.
    let drive = Drive::new(asked, Watch::Nobody).measured();
    let patience = Patience {
        length: args.answer_time.length,
        text: args.answer_time.with_unit(),
        remedy: "give --answer-time more",
    };
    let mut filter = Filter::start(command, patience)?;
    let looking = Looking::new();
    let mut line = ProgressLine::new(watch, "starting the program");
    let mut asking = Asking::new(built.rated.clone());
    let limit = loop {
        let mut question = None;
        let limit = drive.run(|turn| {
            let done = Progress {
                done: true,
                ..Progress::default()
            };
            match asking.step(turn) {
                Next::Work(progress) => {
                    line.show(progress);
                    progress
                }
                Next::Done => done,
                Next::Ask(text) => {
                    question = Some(text);
                    done
                }
            }
        })?;
        let Some(question) = question else {
            break limit;
        };
        line.say(|_| {
            let (board, index, of) = asking.reached().unwrap_or_default();
            let [index, of] = [index + 1, of].map(grouped);
            format!("waiting for the program's answer about {board}: {index} of {of} positions")
        });
        let given_up = || stop::asked() || drive.limit().is_some();
        let answer = match filter.ask(&question, &given_up) {
            Ok(answer) => answer,
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
            Err(NoAnswer::GivenUp) if stop::asked() => {
                return Err(Fault::Interrupted(format!(
                    "interrupted: {} questions were asked",
                    filter.questions()
                )));
            }
            Err(NoAnswer::GivenUp) => break drive.limit(),
        };
        asking
            .answer(&answer)
            .map_err(|why| filter.garbage(&question, why))?;
    };
    drop((line, looking));
    let questions = counted(filter.questions(), "question");
    match &limit {
        // It has no time to end by itself.
        Some(_) => drop(filter),
        None => filter.finish()?,
    }
    let answers = asking.stop();
    let limit = limit.map(|limit| {
        format!(
            "{limit} reached after {questions}, before all boards were asked about and every cause \
             tried: raise it"
        )
    });
    let from = || "the program".to_owned();
    let smaller = answers.smaller;
    if let (Some(limit), 0) = (&limit, answers.board.nodes) {
        return Err(Fault::Stopped(limit.clone()));
    }
    let answer = CheckAnswer {
        board: told(built.rated, answers.board, from())?,
        smaller: smaller
            .map(|(rated, report)| told(rated, report, from()))
            .transpose()?,
        tried: answers.tried,
        coverage: answers.coverage,
    };
    Ok((answer, both(built.stopped, limit)))
}
