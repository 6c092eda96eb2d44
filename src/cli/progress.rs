//! The progress line on a terminal, and the immediate exit by Ctrl-C. A separate thread rewrites
//! the line, so that the time keeps running while the work waits; it is erased before any other
//! output. At Ctrl-C work in steps, which polls a flag, has a moment to report its results, other
//! work is ended as it is, and unfinished files are removed.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::fault::print_notice;
use crate::programs;
use crate::save::{NothingMore, write_nothing_more};
use crate::session::{Progress, Stage};
use crate::words::{counted, grouped};

/// Minimum time between two updates of the text.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Default width of a terminal in characters.
const USUAL_WIDTH: usize = 80;

/// Whether a line is on the terminal.
static STANDS: Mutex<bool> = Mutex::new(false);

/// The receiver of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressTarget {
    /// On the terminal, if standard error is one.
    Terminal,
    /// No progress is shown.
    Nobody,
    /// Progress of single lines isn't shown, and Ctrl-C ends all of them at once.
    Lines,
}

impl ProgressTarget {
    /// No progress if quiet was requested.
    pub fn unless(quiet: bool) -> Self {
        if quiet { Self::Nobody } else { Self::Terminal }
    }
}

/// Erases the line, and blocks new ones while the result lives.
pub fn wiped() -> MutexGuard<'static, bool> {
    let mut stands = locked(&STANDS);
    if std::mem::take(&mut *stands) {
        // A closed terminal is ignored.
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    stands
}

/// The line of one piece of work, which goes with it.
pub struct ProgressLine {
    /// `None` without a terminal.
    writer: Option<(Arc<ProgressText>, JoinHandle<()>)>,
    /// The start of the work, and the last update of its text.
    times: (Instant, Option<Instant>),
}

#[derive(Default)]
struct ProgressText {
    line: Mutex<ShownLine>,
    changed: Condvar,
}

#[derive(Default)]
struct ShownLine {
    text: String,
    done: bool,
}

impl ProgressLine {
    /// A line with this text until the first update: what the work waits for.
    pub fn new(watch: ProgressTarget, text: &str) -> Self {
        let times = (now(), None);
        let shown = watch == ProgressTarget::Terminal && io::stderr().is_terminal();
        let writer = shown.then(|| {
            let shared = Arc::new(ProgressText::default());
            locked(&shared.line).text = text.to_owned();
            let theirs = Arc::clone(&shared);
            let thread = std::thread::Builder::new()
                .name("progress".to_owned())
                .spawn(move || theirs.write(times.0));
            Some((shared, thread.ok()?))
        });
        Self {
            writer: writer.flatten(),
            times,
        }
    }

    /// Shows the progress of a build.
    pub fn show(&mut self, progress: Progress) {
        self.print_progress(|taken| progress_words(&progress, taken));
    }

    /// Shows a text, a function of the elapsed time, unless the last update was a moment ago.
    pub fn print_progress(&mut self, text_of: impl FnOnce(Duration) -> String) {
        let recent = self
            .times
            .1
            .is_some_and(|last| last.elapsed() < UPDATE_INTERVAL);
        let Some((shared, _)) = self.writer.as_ref().filter(|_| !recent) else {
            return;
        };
        self.times.1 = Some(now());
        locked(&shared.line).text = text_of(self.times.0.elapsed());
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((shared, thread)) = self.writer.take() {
            locked(&shared.line).done = true;
            shared.changed.notify_one();
            let _ = thread.join();
            drop(wiped());
        }
    }
}

impl ProgressText {
    /// Writes the line again and again until the work is done.
    fn write(&self, begun: Instant) {
        let mut line = locked(&self.line);
        loop {
            let waited = self
                .changed
                .wait_timeout_while(line, UPDATE_INTERVAL, |line| !line.done);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
            if line.done {
                return;
            }
            let text = fitted(&line.text, begun.elapsed(), width());
            drop(line);
            let mut stands = locked(&STANDS);
            *stands = true;
            let _ = write!(io::stderr(), "\r{text}\x1b[K");
            drop(stands);
            line = locked(&self.line);
        }
    }
}

/// Text and time on one line of this width: a longer one would wrap, and couldn't be erased.
fn fitted(text: &str, time: Duration, width: usize) -> String {
    let seconds = time.as_secs();
    let time = match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
    };
    // The last column stays free, and ", " precedes the time.
    let room = width.saturating_sub(time.len() + 3);
    let phrase = match text.char_indices().nth(room) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(room.saturating_sub(1)).collect();
            format!("{kept}…")
        }
    };
    format!("{phrase}, {time}")
}

fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    size.map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The stage and its progress, after this time.
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
        Stage::Proving => {
            let (proven, wanted) = progress.within;
            let nodes = counted(progress.positions, "node");
            format!("proving: {proven} of {wanted} ratings, {nodes}, {bytes}")
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

/// Bytes in millions: `1,234 MB`.
pub fn megabytes(bytes: u64) -> String {
    format!("{} MB", grouped(bytes / 1_000_000))
}

#[expect(
    clippy::disallowed_methods,
    reason = "it decides what the progress line tells, and nothing else"
)]
fn now() -> Instant {
    Instant::now()
}

static ASKED: AtomicBool = AtomicBool::new(false);
static POLLERS: Mutex<Pollers> = Mutex::new(Pollers {
    polling: 0,
    unlimited: 0,
    ends: false,
});
/// Notified when the last poller is gone.
static LAST_POLLER_GONE: Condvar = Condvar::new();
static REACHED: Mutex<Option<String>> = Mutex::new(None);
static WINDOW: Mutex<Option<AskWindow>> = Mutex::new(None);

/// Time limit for pollers to report before the program exits without their message.
const REPORT_TIMEOUT: Duration = Duration::from_millis(80);

/// The pollers of [`asked`], and whether the program exits because there are none.
struct Pollers {
    polling: usize,
    /// Those among them without a time limit.
    unlimited: usize,
    ends: bool,
}

fn pollers() -> MutexGuard<'static, Pollers> {
    POLLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the window about unsaved work; `None` if it doesn't answer.
type AskWindow = Box<dyn Fn() -> Option<String> + Send>;

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// From here on Ctrl-C, and a request to terminate, are heard, and a file that grows larger than it
/// may is an error like any other.
pub fn listen() {
    #[cfg(unix)]
    {
        // If the signal can't be handled, the program ends at such a file, as usual.
        let flag = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag).ok();
    }
    if let Err(error) = ctrlc::set_handler(on_interrupt) {
        print_notice(&format!(
            "Ctrl-C will end the program at once, and what it has found by then is lost, since no \
             thread can be started that listens ({error})"
        ));
    }
}

/// The handler of Ctrl-C, on a separate thread.
fn on_interrupt() {
    let again = ASKED.swap(true, Ordering::SeqCst);
    let pollers = pollers();
    let was_polled = pollers.polling > 0;
    let waits = |pollers: &mut Pollers| !again && pollers.polling > 0;
    let waited = LAST_POLLER_GONE.wait_timeout_while(pollers, REPORT_TIMEOUT, waits);
    let (mut pollers, wait) = waited.unwrap_or_else(PoisonError::into_inner);
    // A poller reports its results, and exits itself.
    let timed_out = wait.timed_out() && pollers.unlimited == 0;
    pollers.ends |= again || !was_polled || timed_out;
    let ends = pollers.ends;
    drop(pollers);
    if !ends {
        return;
    }
    let window = WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = window.as_ref().and_then(|ask| ask());
    let reached = || {
        REACHED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    };
    let reached = reached().unwrap_or_else(|| ": nothing was finished".to_owned());
    end(INTERRUPTED, |written| {
        match (kept, written.cut, written.saved) {
            // A window writes many files of its own.
            (Some(kept), false, _) => format!("interrupted: {kept}"),
            (Some(kept), true, _) => {
                format!("interrupted: {kept}; the file that was being written is unchanged")
            }
            (None, true, _) => "interrupted while writing: nothing was saved".to_owned(),
            (None, false, true) => "interrupted: the file was written".to_owned(),
            (None, false, false) => format!("interrupted{reached}"),
        }
    });
}

/// Exits at once from any state: no file stays half written, and no external program keeps running.
/// The sentence may report what became of a file.
pub fn end(code: i32, sentence: impl FnOnce(&NothingMore) -> String) -> ! {
    // Others that want to exit or to write a file wait for this.
    let written = write_nothing_more();
    programs::end_all();
    print_notice(&sentence(&written));
    std::process::exit(code)
}

/// Exits on request, with the results of a poller.
pub fn end_interrupted(sentence: String) -> ! {
    end(INTERRUPTED, |_| sentence)
}

/// Registers a question to the window about unsaved work, asked before the program stops.
#[cfg(feature = "gui")]
pub fn ask_first(ask: impl Fn() -> Option<String> + Send + 'static) {
    *WINDOW.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(ask));
}

/// A poller: while it lives, [`asked`] is checked often enough.
pub struct InterruptPoller {
    unlimited: bool,
}

impl InterruptPoller {
    /// A poller that checks every moment.
    pub fn new() -> Self {
        Self::begin(false)
    }

    /// A poller that checks after each piece of work, which may wait for its receiver.
    pub fn unlimited() -> Self {
        Self::begin(true)
    }

    fn begin(unlimited: bool) -> Self {
        let mut pollers = pollers();
        pollers.polling += 1;
        pollers.unlimited += usize::from(unlimited);
        let ends = pollers.ends;
        drop(pollers);
        if ends {
            // Another thread says why, and ends the program.
            loop {
                std::thread::park();
            }
        }
        Self { unlimited }
    }
}

impl Drop for InterruptPoller {
    fn drop(&mut self) {
        let mut pollers = pollers();
        pollers.polling -= 1;
        pollers.unlimited -= usize::from(self.unlimited);
        drop(pollers);
        LAST_POLLER_GONE.notify_all();
    }
}

/// Whether the program was asked to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Sets the message if the program is stopped from now on.
pub fn reached(what: String) {
    set_reached(format!(": {what}"));
}

/// The same for a message that starts with `after`: the progress of running work.
pub fn reached_after(what: &str) {
    set_reached(format!(" {what}"));
}

fn set_reached(text: String) {
    *REACHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
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

    #[test]
    fn the_line_is_never_longer_than_the_terminal_is_wide() {
        let text = "wäiting for an answer";
        for (seconds, width, line) in [
            (5, 80, "wäiting for an answer, 5 s"),
            (65, 80, "wäiting for an answer, 1:05 min"),
            (5, 27, "wäiting for an answer, 5 s"),
            (5, 26, "wäiting for an answ…, 5 s"),
            (5, 3, "…, 5 s"),
        ] {
            assert_eq!(fitted(text, Duration::from_secs(seconds), width), line);
        }
    }
}
