//! Ctrl-C. Work that goes step by step, and files half written, look at a flag; anything else may
//! end at any moment, and does.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fault::say;

static ASKED: AtomicBool = AtomicBool::new(false);
static LOOKERS: Mutex<Lookers> = Mutex::new(Lookers {
    looking: 0,
    ends: false,
});
static REACHED: Mutex<Option<String>> = Mutex::new(None);
static WINDOW: Mutex<Option<AskWindow>> = Mutex::new(None);

/// Who looks at [`asked`], and whether the program ends since nobody does.
struct Lookers {
    looking: usize,
    ends: bool,
}

fn lookers() -> MutexGuard<'static, Lookers> {
    LOOKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks a window what becomes of unsaved work; `None` where it doesn't answer.
type AskWindow = Box<dyn Fn() -> Option<String> + Send>;

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// From here on Ctrl-C, and a request to terminate, are heard.
pub fn listen() {
    let heard = ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        let mut lookers = lookers();
        lookers.ends |= again || lookers.looking == 0;
        let ends = lookers.ends;
        drop(lookers);
        if ends {
            let window = WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = window.as_ref().and_then(|ask| ask());
            let reached = kept.or_else(|| {
                let mut reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
                reached.take()
            });
            let reached = reached.unwrap_or_else(|| "nothing was finished".to_owned());
            say(&format!("interrupted: {reached}"));
            std::process::exit(INTERRUPTED);
        }
    });
    if let Err(error) = heard {
        say(&format!(
            "the system has no thread that listens for Ctrl-C ({error}): it will end the program at once, and \
             nothing will tell what was reached"
        ));
    }
}

/// Before the program is stopped, a window is asked what becomes of unsaved work.
#[cfg(feature = "gui")]
pub fn ask_first(ask: impl Fn() -> Option<String> + Send + 'static) {
    *WINDOW.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(ask));
}

/// While it lives, somebody looks at [`asked`] often enough.
pub struct Looking(());

impl Looking {
    pub fn new() -> Self {
        let mut lookers = lookers();
        lookers.looking += 1;
        let ends = lookers.ends;
        drop(lookers);
        if ends {
            // Another thread says why, and ends the program.
            loop {
                std::thread::park();
            }
        }
        Self(())
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        lookers().looking -= 1;
    }
}

/// Whether the program was asked to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// What is said if the program is stopped from now on.
pub fn reached(what: String) {
    *REACHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
}

/// The error of a writer that was asked to stop.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// [`Interrupted`], if the program was asked to stop.
pub fn check() -> io::Result<()> {
    if asked() {
        Err(io::Error::other(Interrupted))
    } else {
        Ok(())
    }
}
