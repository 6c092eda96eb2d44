//! Ctrl-C. Work that goes step by step, and files half written, look at a flag; anything else may
//! end at any moment, and does.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::fault::say;

static ASKED: AtomicBool = AtomicBool::new(false);
static LOOKING: AtomicUsize = AtomicUsize::new(0);
static REACHED: Mutex<Option<String>> = Mutex::new(None);

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// From here on Ctrl-C, and a request to terminate, are heard.
pub fn listen() {
    let heard = ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        if again || LOOKING.load(Ordering::SeqCst) == 0 {
            let reached = REACHED
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            let reached = reached.unwrap_or_else(|| "nothing was finished".to_owned());
            say(&format!("interrupted: {reached}"));
            std::process::exit(INTERRUPTED);
        }
    });
    if let Err(error) = heard {
        say(&format!(
            "Ctrl-C will end the program without a word ({error})"
        ));
    }
}

/// While it lives, somebody looks at [`asked`] often enough.
pub struct Looking(());

impl Looking {
    pub fn new() -> Self {
        LOOKING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        LOOKING.fetch_sub(1, Ordering::SeqCst);
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
