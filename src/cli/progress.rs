//! The one line about the progress of work: on a terminal alone, written over and over by a thread of
//! its own, so that the time in it goes on while the work waits, and wiped before anything else is
//! said.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::session::{Progress, Stage};
use crate::words::{counted, grouped};

/// How long the last word about the progress stands.
const PAUSE: Duration = Duration::from_millis(200);

/// The letters of a line where the terminal doesn't tell its width.
const USUAL_WIDTH: usize = 80;

/// Whether a line stands on the terminal.
static STANDS: Mutex<bool> = Mutex::new(false);

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

/// Wipes the line that stands there, and lets nobody write one while the answer lives.
pub fn wiped() -> MutexGuard<'static, bool> {
    let mut stands = locked(&STANDS);
    if std::mem::take(&mut *stands) {
        // A terminal that is gone wants to know nothing.
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    stands
}

/// The line of one piece of work, which goes with it.
pub struct ProgressLine {
    /// Nobody, where there is no terminal.
    writer: Option<(Arc<Shared>, JoinHandle<()>)>,
    /// When the work began, and when its words were found last.
    times: (Instant, Option<Instant>),
}

#[derive(Default)]
struct Shared {
    line: Mutex<Line>,
    changed: Condvar,
}

#[derive(Default)]
struct Line {
    words: String,
    done: bool,
}

impl ProgressLine {
    /// A line that says these words until others are known: what the work waits for.
    pub fn new(watch: Watch, words: &str) -> Self {
        let times = (now(), None);
        let shown = watch == Watch::Terminal && io::stderr().is_terminal();
        let writer = shown.then(|| {
            let shared = Arc::new(Shared::default());
            locked(&shared.line).words = words.to_owned();
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

    /// Shows how far a build is.
    pub fn show(&mut self, progress: Progress) {
        self.say(|taken| progress_words(&progress, taken));
    }

    /// Shows these words, which may tell how much was done in so much time, unless others were shown
    /// a moment ago.
    pub fn say(&mut self, words: impl FnOnce(Duration) -> String) {
        let recent = self.times.1.is_some_and(|last| last.elapsed() < PAUSE);
        let Some((shared, _)) = self.writer.as_ref().filter(|_| !recent) else {
            return;
        };
        self.times.1 = Some(now());
        locked(&shared.line).words = words(self.times.0.elapsed());
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

impl Shared {
    /// Writes the line again and again until the work is done.
    fn write(&self, begun: Instant) {
        let mut line = locked(&self.line);
        loop {
            let waited = self
                .changed
                .wait_timeout_while(line, PAUSE, |line| !line.done);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
            if line.done {
                return;
            }
            let text = fitted(&line.words, begun.elapsed(), width());
            drop(line);
            let mut stands = locked(&STANDS);
            *stands = true;
            let _ = write!(io::stderr(), "\r{text}\x1b[K");
            drop(stands);
            line = locked(&self.line);
        }
    }
}

/// The words and the time on one line of so many letters: what is too long would wrap, and couldn't be
/// written over.
fn fitted(words: &str, time: Duration, width: usize) -> String {
    let seconds = time.as_secs();
    let time = match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
    };
    // The last column stays free, and ", " stands before the time.
    let room = width.saturating_sub(time.len() + 3);
    let words = match words.char_indices().nth(room) {
        None => words.to_owned(),
        Some(_) => {
            let kept: String = words.chars().take(room.saturating_sub(1)).collect();
            format!("{kept}…")
        }
    };
    format!("{words}, {time}")
}

fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    size.map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

/// So many bytes, in millions: `1,234 MB`.
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
        let words = "wäiting for an answer";
        for (seconds, width, line) in [
            (5, 80, "wäiting for an answer, 5 s"),
            (65, 80, "wäiting for an answer, 1:05 min"),
            (5, 27, "wäiting for an answer, 5 s"),
            (5, 26, "wäiting for an answ…, 5 s"),
            (5, 3, "…, 5 s"),
        ] {
            assert_eq!(fitted(words, Duration::from_secs(seconds), width), line);
        }
    }
}
