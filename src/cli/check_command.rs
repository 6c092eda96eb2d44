//! `doomtree check --command`: asks a program about positions, one a line, and checks its answers;
//! then about smaller boards, to find the smallest that shows a disagreement.

use super::args::CheckArgs;
use super::asked::Asked;
use super::build::{self, Drive, ProgressLine, Watch};
use super::check::{Answer, checked};
use super::check_filter::Filter;
use super::fault::Fault;
use super::input::Opened;
use super::words::grouped;
use crate::save::LinesReader;
use crate::session::check::{SmallerBoards, positions_to_ask};
use crate::session::{self, Rated, Wanted};
use crate::tree::{Limits, Vertex};

/// The most positions of the board that the program is asked about.
const MOST_ASKED: usize = 2_000;

/// The most positions of a smaller board.
const MOST_OF_SMALLER: usize = 60;

/// The most smaller boards, and questions about all of them.
const MOST_SMALLER: u64 = 400;
const MOST_QUESTIONS: usize = 6_000;

/// The most positions of a smaller board's graph.
const MOST_GRAPH: u64 = 20_000;

/// Asks about the board, then about smaller ones.
pub fn run(
    args: &CheckArgs,
    command: &str,
    opened: &Opened,
    asked: &Asked,
    watch: Watch,
) -> Result<(Answer, Option<String>), Fault> {
    let built = build::built(opened, asked.limits()?, asked, watch)?;
    let drive = Drive::new(asked, watch);
    let mut filter = Filter::start(command, args.answer_time.clone())?;
    let mut line = ProgressLine::new(watch);
    let mut asking = Asking {
        filter: &mut filter,
        line: &mut line,
        questions: 0,
    };
    let rated = built.rated;
    let theirs = asking.answers(&rated, MOST_ASKED)?;
    let from = "the program".to_owned();
    let (board, time) = checked(theirs.finish(), rated.clone(), from.clone(), &drive, true)?;
    let agrees = board.report.agrees();
    let mut answer = Answer {
        board,
        smaller: None,
        tried: 0,
    };
    let begun = asking.questions;
    for setup in SmallerBoards::new(&rated.setup()) {
        if answer.tried == MOST_SMALLER || asking.questions - begun >= MOST_QUESTIONS {
            break;
        }
        let wanted = Wanted {
            limits: Limits {
                max_nodes: Some(MOST_GRAPH),
                ..rated.limits
            },
            ..rated.wanted()
        };
        let Ok(mut build) = session::open(&setup, wanted, "") else {
            continue;
        };
        build::stepwise(Watch::Nobody, |work| build.step(work))?;
        let small = build.finish();
        if small.graph.graph().stopped().is_some() {
            continue;
        }
        answer.tried += 1;
        let theirs = asking.answers(&small, MOST_OF_SMALLER)?;
        let (found, _) = checked(theirs.finish(), small, from.clone(), &drive, agrees)?;
        if !found.report.agrees() {
            answer.smaller = Some(found);
            break;
        }
    }
    drop(line);
    filter.finish();
    Ok((answer, built.stopped.or(time)))
}

/// Questions and their answers.
struct Asking<'a> {
    filter: &'a mut Filter,
    line: &'a mut ProgressLine,
    questions: usize,
}

impl Asking<'_> {
    /// What the program says of the positions of a graph.
    fn answers(&mut self, rated: &Rated, most: usize) -> Result<LinesReader, Fault> {
        let mut reader = LinesReader::default();
        let positions = positions_to_ask(rated, most);
        let root = rated.graph.position_text(Vertex::ROOT);
        let of = positions.len();
        for (index, position) in positions.iter().enumerate() {
            self.questions += 1;
            self.line.say(|_| {
                let [index, of] = [index, of].map(|number| grouped(&number.to_string()));
                format!("asking about {root}: {index} of {of} positions")
            });
            let question = question(position, rated.limits.max_plies)?;
            let answer = self.filter.ask(&question)?;
            reader
                .line(&answer, index + 1, Some(position))
                .map_err(|error| self.filter.garbage(&question, &error.to_string()))?;
            let said = reader.last_position().unwrap_or_default();
            if said != position && !same_position(rated, said, position) {
                return Err(self.filter.garbage(
                    &question,
                    &format!("it speaks of {said}, and not of the position that was asked about"),
                ));
            }
        }
        Ok(reader)
    }
}

fn same_position(rated: &Rated, said: &str, position: &str) -> bool {
    session::with_position(&rated.setup(), said, None).is_ok_and(|setup| setup.position == position)
}

/// One line of JSON.
fn question(position: &str, max_plies: Option<u32>) -> Result<String, Fault> {
    #[derive(serde::Serialize)]
    struct Question<'a> {
        position: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        max_plies: Option<u32>,
    }
    let question = Question {
        position,
        max_plies,
    };
    serde_json::to_string(&question).map_err(|error| Fault::Usage(error.to_string()))
}
