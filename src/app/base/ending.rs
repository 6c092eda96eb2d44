//! Requests to end the program from outside the window, such as a logout: the window first reports
//! what became of unsaved work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::wake::Wake;

/// A request to the window and its answer. Clones share the state.
#[derive(Clone, Default)]
pub struct Ending(Arc<Inner>);

#[derive(Default)]
struct Inner {
    asked: AtomicBool,
    wake: Mutex<Option<Wake>>,
    answer: Mutex<Option<String>>,
    answered: Condvar,
}

impl Ending {
    /// Asks the window, and waits up to `most` for its answer; `None` if there is no window, or no
    /// answer.
    pub fn ask(&self, most: Duration) -> Option<String> {
        self.0.asked.store(true, Ordering::SeqCst);
        let wake = self.0.wake.lock().unwrap_or_else(PoisonError::into_inner);
        wake.as_ref()?();
        drop(wake);
        let answer = self.0.answer.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .0
            .answered
            .wait_timeout_while(answer, most, |answer| answer.is_none());
        waited.map_or(None, |(mut answer, _)| answer.take())
    }

    /// There is a window from now on.
    pub(crate) fn listen(&self, wake: Wake) {
        let mut there = self.0.wake.lock().unwrap_or_else(PoisonError::into_inner);
        *there = Some(wake);
    }

    /// Whether an answer is awaited.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// Answers with what became of unsaved work, as text.
    pub(crate) fn answer(&self, words: String) {
        let mut answer = self.0.answer.lock().unwrap_or_else(PoisonError::into_inner);
        *answer = Some(words);
        self.0.answered.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_hears_answers_and_none_is_not_waited_for() {
        let ending = Ending::default();
        assert_eq!(ending.ask(Duration::from_secs(9)), None, "no window");
        let heard = ending.clone();
        ending.listen(Box::new(move || heard.answer("all is kept".to_owned())));
        let told = ending.ask(Duration::from_secs(9));
        assert_eq!(told.as_deref(), Some("all is kept"));
        assert!(ending.is_asked());
        ending.listen(Box::new(|| {}));
        assert_eq!(ending.ask(Duration::from_millis(1)), None, "it hangs");
    }
}
