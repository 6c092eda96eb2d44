//! Somebody's program that answers lines with lines: it is run by `sh -c`, asked, waited for, and
//! ended. It needs a thread and a clock, and both the window and the command line ask programs, so it
//! stands beside them, and below nothing else.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::game::quoted;

/// The most bytes of an answer.
const MOST_ANSWER: u64 = 16 << 20;

/// How long a program that was told to end may go on.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How often it is looked at whether somebody gives up.
const TICK: Duration = Duration::from_millis(20);

/// How long a program may take for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long.
    pub length: Duration,
    /// The same as it is told: `10s`.
    pub text: String,
    /// How it can be given more, as the end of a sentence: `give --answer-time more`.
    pub remedy: &'static str,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// Whoever asked has given up.
    GivenUp,
    /// The program gave none, or none of use; one sentence.
    Fault(String),
}

/// What the thread that reads hands on.
#[derive(PartialEq)]
enum Heard {
    Line(String),
    TooLong,
    NoText,
}

/// A running program.
pub struct Filter {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Heard>,
    patience: Patience,
    questions: u64,
}

impl Filter {
    /// Runs the command.
    ///
    /// # Errors
    /// One sentence, if there is no shell or no thread.
    pub fn start(command: &str, patience: Patience) -> Result<Self, String> {
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own, so that all that it starts can be ended.
            use std::os::unix::process::CommandExt;
            shell.process_group(0);
        }
        let mut child = shell.spawn().map_err(|error| {
            format!("the command can't be run by 'sh -c' ({error}): check that there is a shell")
        })?;
        let (sender, heard) = sync_channel(16);
        if let Some(output) = child.stdout.take() {
            let read = move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    let read = output
                        .by_ref()
                        .take(MOST_ANSWER + 1)
                        .read_until(b'\n', &mut line);
                    let heard = match read {
                        Ok(0) | Err(_) => return,
                        Ok(bytes) if bytes as u64 > MOST_ANSWER => Heard::TooLong,
                        Ok(_) => match String::from_utf8(line) {
                            Ok(line) => Heard::Line(line),
                            Err(_) => Heard::NoText,
                        },
                    };
                    if sender.send(heard).is_err() {
                        return;
                    }
                }
            };
            std::thread::Builder::new()
                .name("answers".to_owned())
                .spawn(read)
                .map_err(|error| {
                    format!(
                        "no thread can be started that reads the answers ({error}): end other programs"
                    )
                })?;
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            heard,
            patience,
            questions: 0,
        })
    }

    /// How many questions were asked.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// Asks one question, and waits for its answer, or until `given_up` says so.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask(&mut self, question: &str, given_up: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        self.questions += 1;
        let line = format!("{question}\n");
        let written = match &mut self.input {
            Some(input) => input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush()),
            None => Ok(()),
        };
        if written.is_err() {
            // It may have said something before it went.
            return match self.heard.recv_timeout(LAST_WORDS) {
                Ok(Heard::Line(answer)) => Ok(answer),
                _ => Err(self.gone(question)),
            };
        }
        let begun = now();
        loop {
            match self.heard.recv_timeout(TICK) {
                Ok(Heard::Line(answer)) => return Ok(answer),
                Ok(Heard::TooLong) => {
                    let what = format!("it is longer than {MOST_ANSWER} bytes");
                    return Err(NoAnswer::Fault(self.garbage(question, &what)));
                }
                Ok(Heard::NoText) => {
                    let what = "it is not UTF-8 text";
                    return Err(NoAnswer::Fault(self.garbage(question, what)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(question)),
                Err(RecvTimeoutError::Timeout) if given_up() => return Err(NoAnswer::GivenUp),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() >= self.patience.length => {
                    return Err(NoAnswer::Fault(format!(
                        "no answer to question {} ({}) within {}: end each answer with a \
                         newline and flush, or {}",
                        self.questions,
                        quoted(question),
                        self.patience.text,
                        self.patience.remedy
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The fault of an answer that can't be used, as a sentence.
    pub fn garbage(&self, question: &str, what: &str) -> String {
        format!(
            "the program's answer to question {} ({}) is of no use: {what}",
            self.questions,
            quoted(question)
        )
    }

    fn gone(&mut self, question: &str) -> NoAnswer {
        let status = match self.ended() {
            Some(status) => status.to_string(),
            None => "it closed its output and goes on".to_owned(),
        };
        NoAnswer::Fault(format!(
            "program exited ({status}) before answering question {} ({}): see what it says on \
             standard error",
            self.questions,
            quoted(question)
        ))
    }

    /// Lets the program end, as one does that has read its last line.
    pub fn finish(mut self) {
        self.input = None;
        self.ended();
    }

    /// How the program ended, if it does so soon.
    fn ended(&mut self) -> Option<ExitStatus> {
        for _ in 0..LAST_WORDS.as_millis() / TICK.as_millis() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            // Whatever it still says is of no interest.
            if self.heard.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
                std::thread::sleep(TICK);
            }
        }
        None
    }
}

impl Drop for Filter {
    fn drop(&mut self) {
        self.input = None;
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        if cfg!(unix) {
            // The shell's group: the shell alone may leave behind what it has started.
            let group = format!("kill -KILL -{}", self.child.id());
            let _ = Command::new("sh")
                .arg("-c")
                .arg(group)
                .stderr(Stdio::null())
                .status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program that never answers would otherwise be waited for in vain"
)]
fn now() -> Instant {
    Instant::now()
}
