//! Times of one thing that was measured several times.

use std::time::{Duration, Instant};

/// At least one time.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Adds one.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
        self.0.sort_unstable();
    }

    /// How often it was measured.
    pub fn runs(&self) -> usize {
        self.0.len()
    }

    /// The time in the middle, or the mean of the two there, in milliseconds.
    pub fn median(&self) -> f64 {
        let runs = self.0.len();
        let (low, high) = (self.0[(runs - 1) / 2], self.0[runs / 2]);
        milliseconds((low + high) / 2)
    }

    /// The shortest, in milliseconds.
    pub fn min(&self) -> f64 {
        milliseconds(self.0[0])
    }

    /// The longest, in milliseconds.
    pub fn max(&self) -> f64 {
        milliseconds(self.0[self.0.len() - 1])
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What a piece of work gives, and how long it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}
