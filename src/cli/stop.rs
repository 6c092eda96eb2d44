//! Ctrl-C, and immediate exit. Work in steps polls a flag, and has a moment to report its results.
//! Other work is ended as it is. Unfinished files are removed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::fault::say;
use crate::programs;
use crate::save::{NothingMore, write_nothing_more};

static ASKED: AtomicBool = AtomicBool::new(false);
static LOOKERS: Mutex<Lookers> = Mutex::new(Lookers {
    looking: 0,
    unhurried: 0,
    ends: false,
});
/// Notified when the last poller is gone.
static LEFT: Condvar = Condvar::new();
static REACHED: Mutex<Option<String>> = Mutex::new(None);
static WINDOW: Mutex<Option<AskWindow>> = Mutex::new(None);

/// Time limit for pollers to report before the program exits without their message.
const REPORT_TIMEOUT: Duration = Duration::from_millis(80);

/// The pollers of [`asked`], and whether the program exits because there are none.
struct Lookers {
    looking: usize,
    /// Those among them without a time limit.
    unhurried: usize,
    ends: bool,
}

fn lookers() -> MutexGuard<'static, Lookers> {
    LOOKERS.lock().unwrap_or_else(PoisonError::into_inner)
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
    if let Err(error) = ctrlc::set_handler(hear) {
        say(&format!(
            "Ctrl-C will end the program at once, and what it has found by then is lost, since no \
             thread can be started that listens ({error})"
        ));
    }
}

/// The handler of Ctrl-C, on a separate thread.
fn hear() {
    let again = ASKED.swap(true, Ordering::SeqCst);
    let lookers = lookers();
    let looked = lookers.looking > 0;
    let waits = |lookers: &mut Lookers| !again && lookers.looking > 0;
    let waited = LEFT.wait_timeout_while(lookers, REPORT_TIMEOUT, waits);
    let (mut lookers, moment) = waited.unwrap_or_else(PoisonError::into_inner);
    // A poller reports its results, and exits itself.
    let still = moment.timed_out() && lookers.unhurried == 0;
    lookers.ends |= again || !looked || still;
    let ends = lookers.ends;
    drop(lookers);
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
    say(&sentence(&written));
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
pub struct Looking {
    unhurried: bool,
}

impl Looking {
    /// A poller that checks every moment.
    pub fn new() -> Self {
        Self::begin(false)
    }

    /// A poller that checks after each piece of work, which may wait for its receiver.
    pub fn unhurried() -> Self {
        Self::begin(true)
    }

    fn begin(unhurried: bool) -> Self {
        let mut lookers = lookers();
        lookers.looking += 1;
        lookers.unhurried += usize::from(unhurried);
        let ends = lookers.ends;
        drop(lookers);
        if ends {
            // Another thread says why, and ends the program.
            loop {
                std::thread::park();
            }
        }
        Self { unhurried }
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        let mut lookers = lookers();
        lookers.looking -= 1;
        lookers.unhurried -= usize::from(self.unhurried);
        drop(lookers);
        LEFT.notify_all();
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

fn set_reached(words: String) {
    *REACHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
}
