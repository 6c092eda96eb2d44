//! Resource limits (threads, memory and time), as written on the command line and in a line of
//! JSON.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::bounds;
use super::fault::CommandError;
use crate::game::{Refusal, quoted};
use crate::session::{number_and_unit, read_memory, scaled};

/// Maximum number of threads that can be requested.
const MAX_THREADS: usize = 1_024;

/// The stack of a thread that does nothing.
const SMALL_STACK: usize = 64 << 10;

/// Address space per thread in bytes: its stack, and the allocator's arena.
const THREAD_ADDRESSES: u64 = 160 << 20;

/// Sets the number of threads in rayon's global pool, before anything uses it. The default is one
/// per core. If the system allows fewer, the pool uses the calling thread only.
pub fn set_threads(asked: Option<usize>) -> Result<(), CommandError> {
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("doomtree-rayon-{number}"))
    };
    if let Some(threads) = asked {
        return pool(threads).build_global().map_err(|error| {
            CommandError::Usage(format!(
                "--threads: {threads} threads can't be started ({error}): ask for fewer"
            ))
        });
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let narrow = bounds::addresses().is_some_and(|bytes| bytes < 8 * THREAD_ADDRESSES);
    let pool = match narrow || !can_start(cores + 1) {
        true => pool(1).use_current_thread(),
        // One per core, unless the environment sets another number.
        false => pool(0),
    };
    // The only place that makes the pool.
    pool.build_global().ok();
    Ok(())
}

/// Whether this many threads can be started: a failed pool can't be tried again.
fn can_start(threads: usize) -> bool {
    let gate = Mutex::new(());
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        let waits = || {
            let small = std::thread::Builder::new().stack_size(SMALL_STACK);
            small.spawn_scoped(scope, || drop(gate.lock()))
        };
        let started: Vec<_> = (0..threads).map_while(|_| waits().ok()).collect();
        let all = started.len() == threads;
        drop(closed);
        for thread in started {
            thread.join().ok();
        }
        all
    })
}

/// Reads a number of threads.
///
/// # Errors
/// A text that is no number of threads.
pub fn threads(text: &str) -> Result<usize, Refusal> {
    let number = text.trim().parse().ok();
    number
        .filter(|threads| (1..=MAX_THREADS).contains(threads))
        .ok_or_else(|| {
            Refusal::new(
                format!("there can't be {} threads", quoted(text)),
                format!("use 1 to {MAX_THREADS}"),
            )
        })
}

/// A memory size, with its original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// In bytes.
    pub bytes: u64,
    /// The original text.
    pub text: String,
}

/// A duration, with its original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// The duration.
    pub length: Duration,
    /// The original text.
    pub text: String,
}

impl Time {
    /// The original text, with its unit where it had none.
    pub fn with_unit(&self) -> String {
        match self.text.ends_with(|sign: char| sign.is_ascii_digit()) {
            true => format!("{} s", self.text),
            false => self.text.clone(),
        }
    }

    /// The deadline, if the time starts now.
    pub fn begin(&self) -> Deadline {
        self.begin_part(1)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a limit of time that was asked for is the one thing that a clock may decide"
    )]
    fn begin_part(&self, parts: u32) -> Deadline {
        Deadline {
            // A moment too far for the clock never comes.
            at: Instant::now().checked_add(self.length / parts),
            time: self.clone(),
        }
    }
}

/// When work ends, done or not: the timeout of a command.
#[derive(Clone, Debug)]
pub struct Deadline {
    at: Option<Instant>,
    /// The time that was given.
    pub time: Time,
}

impl Deadline {
    /// The deadline for 1/`parts` of the time, if it starts now; never later than the whole.
    pub fn part(&self, parts: u32) -> Self {
        let part = self.time.begin_part(parts);
        Self {
            at: [part.at, self.at].into_iter().flatten().min(),
            ..part
        }
    }

    /// The limit as it was written, with its flag.
    pub fn description(&self) -> String {
        format!("--max-time {}", self.time.text)
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.is_over_by(Duration::ZERO)
    }

    /// Whether the time has been over for this long.
    #[expect(
        clippy::disallowed_methods,
        reason = "a limit of time that was asked for is the one thing that a clock may decide"
    )]
    pub fn is_over_by(&self, length: Duration) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at + length)
    }
}

/// Reads an amount of memory for the whole program, which takes some itself.
///
/// # Errors
/// Those of [`read_memory`].
pub fn memory(text: &str) -> Result<Memory, Refusal> {
    let bytes = read_memory(text)?;
    Ok(Memory {
        bytes,
        text: text.trim().to_owned(),
    })
}

/// Reads a length of time: a number, then ms, s, m or h; without a unit it is seconds.
///
/// # Errors
/// A text that is no length of time.
pub fn time(text: &str) -> Result<Time, Refusal> {
    let fault = || {
        Refusal::new(
            format!("invalid duration {}", quoted(text)),
            "use a number above 0 with a unit, such as 30s, 5m or 1.5h; a bare number is seconds",
        )
    };
    let (number, unit) = number_and_unit(text);
    let milliseconds = match unit.to_ascii_lowercase().as_str() {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(fault()),
    };
    let length = scaled(number, milliseconds).ok_or_else(fault)?;
    if length == 0 {
        return Err(fault());
    }
    Ok(Time {
        length: Duration::from_millis(length),
        text: text.trim().to_owned(),
    })
}

/// An amount with a unit in a line of JSON: a text, or a number of the smallest unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "an amount is a text such as \"512MB\" or \"30s\", or a number"
)]
pub enum Amount {
    Text(String),
    Number(serde_json::Number),
}

impl Amount {
    /// The text as it would be on the command line.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// The moment at which work begins that is measured for people. No result depends on it.
#[expect(
    clippy::disallowed_methods,
    reason = "how long an algorithm took is shown beside its result"
)]
pub fn stopwatch() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_that_no_machine_has_are_refused() {
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1_024)));
        for text in ["0", "-1", "1025", "99999999999999999999", "two", ""] {
            let fault = threads(text).expect_err(text).to_string();
            assert!(fault.contains("threads: use 1 to 1024"), "{fault}");
        }
    }

    #[test]
    fn lengths_of_time_are_read_with_their_units() {
        for (text, milliseconds) in [
            ("30s", 30_000),
            ("30", 30_000),
            ("0.25", 250),
            ("250ms", 250),
            ("5m", 300_000),
            ("5 min", 300_000),
            ("1.5h", 5_400_000),
        ] {
            let length = time(text).map(|time| time.length);
            assert_eq!(length, Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "soon", "5d", "-1s", "0s", "0.1ms"] {
            let fault = time(text).expect_err(text).to_string();
            assert!(fault.starts_with("invalid duration "), "{fault}");
        }
    }

    #[test]
    fn a_time_that_is_too_long_for_the_clock_never_ends() {
        let long = time("5000000000000h").expect("a length of time");
        assert!(!long.begin().is_over());
        let short = Time {
            length: Duration::ZERO,
            text: "0s".to_owned(),
        };
        assert!(short.begin().is_over());
    }
}
