//! `doomtree rate -`: a Unix filter. Every line is a request and gets one line as its answer, in
//! order, as soon as it and all before it are done. Several run in parallel.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::answers;
use super::asked::{GivenOptions, JsonRequest};
use super::build;
use super::fault::{CommandError, Done, Output};
use super::input;
use super::progress::{self, InterruptPoller, ProgressTarget};
use crate::game::Refusal;
use crate::save::{self, utf8_lines};
use crate::session::{Lanes, PendingResult};
use crate::words::{counted, grouped};

/// Maximum bytes of a line, and of all lines in progress.
const MAX_BYTES: u64 = 64 << 20;

/// Number of lines per thread that are read ahead of the first unanswered one, so that cheap lines
/// after an expensive one are done meanwhile.
const AHEAD: usize = 256;

/// Answers every line of standard input.
pub fn run(asked: &GivenOptions) -> Result<Done, CommandError> {
    asked.limits()?;
    asked.options(crate::rating::RatingOptions::default())?;
    let lanes = Lanes::default();
    let (sender, lines) = sync_channel(AHEAD * lanes.count());
    let reader = LineReader {
        asked: asked
            .clone()
            .for_lines()
            .sharing(|bytes| lanes.share(bytes)),
        lanes,
        room: Arc::default(),
        sender,
    };
    let room = Arc::clone(&reader.room);
    // A separate thread, since a blocked pipe must not hold back finished answers.
    std::thread::Builder::new()
        .name("lines".to_owned())
        .spawn(move || reader.read(utf8_lines(io::stdin().lock())))
        .map_err(|error| {
            CommandError::Usage(format!(
                "no thread can be started that reads the lines ({error}): end other programs"
            ))
        })?;
    write(&lines, &room)
}

/// A message of the reader for each line, in order.
enum ReaderMessage {
    /// The pending answer, whole lines, and the bytes of the line.
    Asked(PendingResult<LineAnswer>, u64),
    /// The error that stopped the reader.
    Fault(CommandError),
}

/// Writes the answers, each as soon as it is there.
fn write(lines: &Receiver<ReaderMessage>, room: &PendingBytes) -> Result<Done, CommandError> {
    let mut out = Output::standard();
    let (mut answers, mut failed) = (0_u64, 0_u64);
    for (number, line) in (1_u64..).zip(lines) {
        let (pending, bytes) = match line {
            ReaderMessage::Asked(pending, bytes) => (pending, bytes),
            ReaderMessage::Fault(fault) => return Err(fault),
        };
        let (id, answer) = match pending.wait() {
            Ok(LineAnswer { id, found }) => (id, found),
            Err(broken) => (None, Err(CommandError::Usage(broken.to_string()))),
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(CommandError::Usage(error)) => bad(error, number, &mut failed)?,
            Err(fault) => return Err(fault),
        };
        let answer = with_id(id, answer)?;
        answers = number;
        // A line that has been started is written completely.
        let poller = InterruptPoller::unlimited();
        out.write_all(&answer)?;
        out.flush()?;
        let answered = match number {
            1 => "one line was answered".to_owned(),
            _ => format!("{number} of the lines were answered"),
        };
        progress::reached(answered.clone());
        drop(poller);
        if progress::asked() {
            return Err(CommandError::Interrupted(format!(
                "interrupted: {answered}"
            )));
        }
        room.leave(bytes);
    }
    match failed {
        0 => Ok(Done::Complete),
        _ => Err(CommandError::Wrong(format!(
            "{} of {} failed: each has an \"error\" in its answer",
            grouped(failed),
            counted(answers, "line")
        ))),
    }
}

#[derive(Serialize)]
struct Bad {
    error: String,
    line: u64,
}

/// The answer to a line that can't be answered, which counts as failed.
fn bad(error: String, line: u64, failed: &mut u64) -> Result<Vec<u8>, CommandError> {
    *failed += 1;
    let mut answer = serde_json::to_vec(&Bad { error, line }).map_err(io::Error::from)?;
    answer.push(b'\n');
    Ok(answer)
}

/// The number of bytes of lines in progress.
#[derive(Default)]
struct PendingBytes {
    taken: Mutex<u64>,
    left: Condvar,
}

impl PendingBytes {
    /// Waits until there is room for this many bytes, and takes it. A line larger than the limit
    /// runs alone.
    fn enter(&self, bytes: u64) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = self
            .left
            .wait_while(taken, |taken| *taken > 0 && *taken + bytes > MAX_BYTES)
            .unwrap_or_else(PoisonError::into_inner);
        *taken += bytes;
    }

    fn leave(&self, bytes: u64) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.left.notify_one();
    }
}

/// Reads lines and hands them to the lanes.
struct LineReader {
    asked: GivenOptions,
    lanes: Lanes,
    room: Arc<PendingBytes>,
    sender: SyncSender<ReaderMessage>,
}

impl LineReader {
    /// Reads to the end, or until the receiver is gone.
    fn read(self, mut input: impl BufRead) {
        let flags = Arc::new(self.asked);
        // Empty lines wait for another line: at the end they are no request.
        let mut empty = Vec::new();
        for line in 1_u64.. {
            let bytes = match next(&mut input, line) {
                Ok(bytes) if bytes.is_empty() => return,
                Ok(bytes) => bytes,
                Err(fault) => {
                    // If this fails, the writer is gone, and the error can't be reported.
                    let _ = self.sender.send(ReaderMessage::Fault(fault));
                    return;
                }
            };
            let is_empty = bytes.trim_ascii().is_empty();
            empty.push(bytes);
            if is_empty {
                continue;
            }
            for bytes in empty.drain(..) {
                let size = bytes.len() as u64;
                self.room.enter(size);
                let flags = Arc::clone(&flags);
                let pending = self.lanes.start(move |_| answer(&bytes, &flags));
                let asked = ReaderMessage::Asked(pending, size);
                if self.sender.send(asked).is_err() {
                    return;
                }
            }
        }
    }
}

/// The bytes of the next line; none at the end.
fn next(input: &mut impl BufRead, line: u64) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    input
        .take(MAX_BYTES)
        .read_until(b'\n', &mut bytes)
        .map_err(|error| {
            CommandError::Usage(format!(
                "standard input can't be read ({error}) after line {}: send the rest again",
                line - 1
            ))
        })?;
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_BYTES {
        return Err(CommandError::Usage(format!(
            "line {line} of standard input has more than {} MiB: send positions, one a line",
            MAX_BYTES >> 20
        )));
    }
    Ok(bytes)
}

/// The answer to one line.
struct LineAnswer {
    /// The request's.
    id: Option<Value>,
    /// A whole line.
    found: Result<Vec<u8>, CommandError>,
}

/// Answers one line.
fn answer(bytes: &[u8], flags: &GivenOptions) -> LineAnswer {
    let mut id = None;
    let found = find(bytes, flags, &mut id);
    LineAnswer { id, found }
}

/// An answer that begins with the request's id.
fn with_id(id: Option<Value>, answer: Vec<u8>) -> io::Result<Vec<u8>> {
    let (Some(id), Some(members)) = (id, answer.strip_prefix(b"{")) else {
        return Ok(answer);
    };
    let mut line = b"{\"id\":".to_vec();
    serde_json::to_writer(&mut line, &id)?;
    line.push(b',');
    line.extend_from_slice(members);
    Ok(line)
}

fn find(
    bytes: &[u8],
    flags: &GivenOptions,
    id: &mut Option<Value>,
) -> Result<Vec<u8>, CommandError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        CommandError::Usage(format!(
            "not a text (byte {}): send UTF-8",
            error.valid_up_to() + 1
        ))
    })?;
    // Some programs start every text with a byte order mark.
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(CommandError::Usage(
            "the line is empty: write a position or a JSON object".to_owned(),
        ));
    }
    let mut members = match text.starts_with('{') {
        true => serde_json::from_str::<Value>(text).ok(),
        false => None,
    };
    let members = members.as_mut().and_then(Value::as_object_mut);
    let is_file = members
        .as_ref()
        .is_some_and(|all| all.contains_key("format"));
    // Also of a request that can't be read.
    *id = members.and_then(|all| all.remove("id"));
    let (asked, mut opened) = if is_file {
        let what = "the file";
        let read = save::open_reader(text.as_bytes(), what).map_err(input::refused)?;
        let opened = input::from_content(read, what.to_owned(), flags)?;
        (flags.clone(), opened.root_alone())
    } else if text.starts_with('{') {
        let request = JsonRequest::read(text)?;
        let asked = flags.with(&request);
        let opened = input::from_notation(&request.position, &asked);
        (asked, opened)
    } else {
        (flags.clone(), input::from_notation(text, flags))
    };
    let build::FinishedGraph {
        rated, searched, ..
    } = build::rated(&mut opened, &asked, ProgressTarget::Lines)?;
    let mut line = Vec::new();
    answers::write_rate(&rated, searched.as_ref(), None, &mut line)?;
    Ok(line)
}

/// The answer of `rate -` to one line, with a default position limit, or its error. For tests.
#[doc(hidden)]
pub fn rate_line(line: &[u8], max_nodes: u64) -> Result<Vec<u8>, Refusal> {
    let flags = GivenOptions::default().within(max_nodes);
    answer(line, &flags).found.map_err(|fault| match fault {
        CommandError::Usage(text)
        | CommandError::Wrong(text)
        | CommandError::Stopped(text)
        | CommandError::Interrupted(text) => Refusal::new(text, ""),
        CommandError::ClosedPipe => Refusal::new("", ""),
    })
}
