//! Runs an external line-based program through the system's shell: sends a line, waits for the
//! reply up to a timeout, and shuts the program down. It needs a thread and a clock. The window and the command line
//! both use it.

mod asking;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::{Refusal, quoted};
use system::{NAME, shell_command};

pub use asking::{AnswerTimeout, NoAnswer};

/// Maximum bytes of an answer.
const MAX_ANSWER: u64 = 16 << 20;

/// Maximum bytes of standard error that are passed on.
const MAX_ERRORS: u64 = 1 << 20;

/// Timeout for a clean shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Interval between cancellation checks.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// A message of the reader thread.
#[derive(PartialEq)]
enum ReadEvent {
    /// A line, and whether another one had begun after it.
    Line(String, bool),
    TooLong,
    NoText,
}

/// A running program.
pub struct ExternalProgram {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<ReadEvent>,
    /// Disconnected when all of the program's standard error has been passed on.
    errors: Receiver<()>,
    patience: AnswerTimeout,
    questions: u64,
    /// Whether the last question got more than one line.
    more: bool,
}

impl ExternalProgram {
    /// Runs the command.
    ///
    /// # Errors
    /// There is no shell, or no thread.
    pub fn start(command: &str, patience: AnswerTimeout) -> Result<Self, Refusal> {
        let mut shell = shell_command(command);
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = shell.spawn().map_err(|error| {
            let what = format!("the command can't be run by '{}' ({error})", NAME);
            Refusal::new(what, "check that there is a shell").because(error)
        })?;
        running().push(child.id());
        let thread = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(work).map(|_| ()).map_err(|error| {
                let what = format!("no thread can be started that reads the answers ({error})");
                Refusal::new(what, "end other programs").because(error)
            })
        };
        let (sender, heard) = sync_channel(16);
        let (passing, errors) = sync_channel(0);
        let mut output = child.stdout.take();
        let mut said = child.stderr.take();
        let filter = Self {
            input: child.stdin.take(),
            child,
            heard,
            errors,
            patience,
            questions: 0,
            more: false,
        };
        if let Some(said) = said.take() {
            let pass = move || {
                pass_on(said, &mut std::io::stderr());
                drop(passing);
            };
            thread("errors", Box::new(pass))?;
        }
        if let Some(output) = output.take() {
            let read = move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    let read = output
                        .by_ref()
                        .take(MAX_ANSWER + 1)
                        .read_until(b'\n', &mut line);
                    let heard = match read {
                        Ok(0) | Err(_) => return,
                        Ok(bytes) if bytes as u64 > MAX_ANSWER => ReadEvent::TooLong,
                        Ok(_) => match String::from_utf8(line) {
                            Ok(line) => ReadEvent::Line(line, !output.buffer().is_empty()),
                            Err(_) => ReadEvent::NoText,
                        },
                    };
                    if sender.send(heard).is_err() {
                        return;
                    }
                }
            };
            thread("answers", Box::new(read))?;
        }
        Ok(filter)
    }

    /// Number of questions asked so far.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// Asks one question, and waits for its answer, or until `given_up` returns true.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn ask(&mut self, question: &str, given_up: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        if self.more || self.questions > 0 && self.heard.try_recv().is_ok() {
            return Err(NoAnswer::Fault(self.twice()));
        }
        self.questions += 1;
        let line = format!("{question}\n");
        if let Some(input) = &mut self.input {
            // A failed write may still have an answer: the program may have closed its input after
            // answering, or a child may keep its output open. The read below decides.
            let _ = input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush());
        }
        let begun = now();
        loop {
            match self.heard.recv_timeout(CANCEL_CHECK_INTERVAL) {
                Ok(ReadEvent::Line(answer, more)) => {
                    self.more = more;
                    return Ok(answer);
                }
                Ok(ReadEvent::TooLong) => {
                    let why = Refusal::new(format!("it is longer than {MAX_ANSWER} bytes"), "");
                    return Err(NoAnswer::Fault(self.garbage(question, why)));
                }
                Ok(ReadEvent::NoText) => {
                    let why = Refusal::new("it is not UTF-8 text", "");
                    return Err(NoAnswer::Fault(self.garbage(question, why)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(question)),
                Err(RecvTimeoutError::Timeout) if given_up() => return Err(NoAnswer::GivenUp),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() >= self.patience.length => {
                    return Err(self.silent(question));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error for a missing answer, after the timeout.
    fn silent(&mut self, question: &str) -> NoAnswer {
        let (number, question) = (self.questions, quoted(question));
        let AnswerTimeout { text, remedy, .. } = &self.patience;
        NoAnswer::Fault(match self.child.try_wait() {
            Ok(Some(status)) => Refusal::new(
                format!(
                    "program exited ({status}), and what it has started keeps its output open \
                     without an answer to question {number} ({question}) within {text}"
                ),
                "let the program itself answer, and end what it starts",
            ),
            _ => Refusal::new(
                format!("no answer to question {number} ({question}) within {text}"),
                format!("end each answer with a newline and flush, or {remedy}"),
            ),
        })
    }

    /// The error for more than one line per question.
    fn twice(&self) -> Refusal {
        let what = format!(
            "the program gave more than one line for question {}",
            self.questions
        );
        Refusal::new(what, "answer each question with one line")
    }

    /// The error for an unusable answer.
    pub fn garbage(&self, question: &str, why: Refusal) -> Refusal {
        let (number, question) = (self.questions, quoted(question));
        why.at(&format!(
            "the program's answer to question {number} ({question}) is of no use"
        ))
    }

    fn gone(&mut self, question: &str) -> NoAnswer {
        let status = match self.ended() {
            Some(status) => status.to_string(),
            None => "it closed its output and goes on".to_owned(),
        };
        // The program's own errors are passed on before ours.
        let _ = self.errors.recv_timeout(SHUTDOWN_TIMEOUT);
        let (number, question) = (self.questions, quoted(question));
        NoAnswer::Fault(Refusal::new(
            format!("program exited ({status}) before answering question {number} ({question})"),
            "see what it says on standard error; if it recurses without end, look at the moves it allows",
        ))
    }

    /// Closes the program's input and waits until the program ends.
    ///
    /// # Errors
    /// It has answered more than it was asked.
    pub fn finish(mut self) -> Result<(), Refusal> {
        if self.more || self.questions > 0 && self.heard.recv_timeout(CANCEL_CHECK_INTERVAL).is_ok()
        {
            return Err(self.twice());
        }
        self.input = None;
        self.ended();
        let _ = self.errors.recv_timeout(CANCEL_CHECK_INTERVAL);
        Ok(())
    }

    /// The exit status, if the program ends soon.
    fn ended(&mut self) -> Option<ExitStatus> {
        for _ in 0..SHUTDOWN_TIMEOUT.as_millis() / CANCEL_CHECK_INTERVAL.as_millis() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            // Further output is ignored.
            if self.heard.recv_timeout(CANCEL_CHECK_INTERVAL) == Err(RecvTimeoutError::Disconnected)
            {
                std::thread::sleep(CANCEL_CHECK_INTERVAL);
            }
        }
        None
    }
}

impl Drop for ExternalProgram {
    fn drop(&mut self) {
        self.input = None;
        let own = self.child.id();
        running().retain(|child| *child != own);
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        end(own);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Process ids of the running programs.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all running programs, before this process exits.
pub fn end_all() {
    for child in running().drain(..) {
        end(child);
    }
}

/// Passes on a program's standard error, up to a limit. The rest is read and dropped, so that the
/// program doesn't block.
fn pass_on(mut said: impl Read, to: &mut impl Write) {
    let mut beginning = said.by_ref().take(MAX_ERRORS);
    // A closed standard error is ignored.
    let passed = std::io::copy(&mut beginning, to).unwrap_or(0);
    let rest = std::io::copy(&mut said, &mut std::io::sink()).unwrap_or(0);
    if passed == MAX_ERRORS && rest > 0 {
        let shown = MAX_ERRORS >> 20;
        let _ = writeln!(
            to,
            "\n[the rest of the program's standard error is left out: {shown} MiB are shown]"
        );
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program that never answers would otherwise be waited for in vain"
)]
fn now() -> Instant {
    Instant::now()
}

/// Ends a command and what it has started: ending the shell alone could leave its children behind.
fn end(shell: u32) {
    let _ = system::ending(shell)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(windows))]
mod system {
    use super::Command;

    /// As users call it.
    pub(super) const NAME: &str = "sh -c";

    pub(super) fn shell_command(text: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(text);
        // A process group of its own, so that everything it starts can be ended.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell
    }

    pub(super) fn ending(shell: u32) -> Command {
        let mut ending = Command::new("sh");
        ending.arg("-c").arg(format!("kill -KILL -{shell}"));
        ending
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::process::CommandExt as _;

    use super::Command;

    pub(super) const NAME: &str = "cmd /C";

    /// `CREATE_NO_WINDOW`: no console appears beside the window.
    const NO_CONSOLE: u32 = 0x0800_0000;

    pub(super) fn shell_command(text: &str) -> Command {
        let mut shell = Command::new("cmd");
        // With /S it takes everything between the outer quotes as it stands.
        shell
            .args(["/D", "/S", "/C"])
            .raw_arg(format!("\"{text}\""))
            .creation_flags(NO_CONSOLE);
        shell
    }

    pub(super) fn ending(shell: u32) -> Command {
        let mut ending = Command::new("taskkill");
        ending
            .args(["/T", "/F", "/PID", &shell.to_string()])
            .creation_flags(NO_CONSOLE);
        ending
    }
}
