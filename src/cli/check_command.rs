//! `doomtree check --command`: asks a program about positions, one a line, and checks its answers;
//! then about other boards, to find the smallest that shows a disagreement.

use super::args::CheckArgs;
use super::asked::Asked;
use super::build::{self, Drive};
use super::check::{Answer, out_of_time, told};
use super::fault::Fault;
use super::input::Opened;
use super::progress::{ProgressLine, Watch};
use super::stop::{self, Looking};
use super::words::grouped;
use crate::programs::{Filter, NoAnswer, Patience};
use crate::session::Progress;
use crate::session::check::{Asking, Next};

/// Asks about the board, then about others.
pub fn run(
    args: &CheckArgs,
    command: &str,
    opened: &Opened,
    asked: &Asked,
    watch: Watch,
) -> Result<(Answer, Option<String>), Fault> {
    let built = build::built(opened, asked.limits()?, asked, watch)?;
    // The one line tells of the questions and of the work between them.
    let drive = Drive::new(asked, Watch::Nobody);
    let patience = Patience {
        length: args.answer_time.length,
        text: args.answer_time.text.clone(),
        remedy: "give --answer-time more",
    };
    let mut filter = Filter::start(command, patience).map_err(Fault::Usage)?;
    let looking = Looking::new();
    let mut line = ProgressLine::new(watch, "starting the program");
    let mut asking = Asking::new(built.rated.clone());
    let time = loop {
        let mut question = None;
        let time = drive.run(|work| {
            let done = Progress {
                done: true,
                ..Progress::default()
            };
            match asking.step(work) {
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
            break time.map(out_of_time);
        };
        line.say(|_| {
            let (board, index, of) = asking.reached().unwrap_or_default();
            let [index, of] = [index + 1, of].map(grouped);
            format!("waiting for the program's answer about {board}: {index} of {of} positions")
        });
        let answer = filter
            .ask(&question, &stop::asked)
            .map_err(|why| match why {
                NoAnswer::GivenUp => Fault::Interrupted(format!(
                    "interrupted: {} questions were asked",
                    filter.questions()
                )),
                NoAnswer::Fault(fault) => Fault::Usage(fault),
            })?;
        asking
            .answer(&answer)
            .map_err(|what| Fault::Usage(filter.garbage(&question, &what)))?;
    };
    drop((line, looking));
    filter.finish();
    let answers = asking.stop();
    let from = || "the program".to_owned();
    let smaller = answers.smaller;
    let answer = Answer {
        board: told(built.rated, answers.board, from())?,
        smaller: smaller
            .map(|(rated, report)| told(rated, report, from()))
            .transpose()?,
        tried: answers.tried,
        coverage: answers.coverage,
    };
    Ok((answer, built.stopped.or(time)))
}
