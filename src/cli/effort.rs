//! What the work may take: threads, memory and time, as they are written on the command line and in
//! a line of JSON.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::fault::Fault;
use crate::game::quoted;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1_024;

/// The least memory that can be asked for: less than that the program itself takes.
const LEAST_BYTES: u64 = 1_000_000;

/// Lets rayon's global pool have so many threads, before anything uses it.
pub fn set_threads(threads: usize) -> Result<(), Fault> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| {
            Fault::Usage(format!(
                "--threads: {threads} threads can't be started ({error}): ask for fewer"
            ))
        })
}

/// Reads a number of threads.
///
/// # Errors
/// One sentence.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|threads| (1..=MOST_THREADS).contains(threads))
        .ok_or_else(|| {
            format!(
                "there can't be {} threads: use 1 to {MOST_THREADS}",
                quoted(text)
            )
        })
}

/// An amount of memory, with the words in which it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// In bytes.
    pub bytes: u64,
    /// As it was written.
    pub text: String,
}

/// A length of time, with the words in which it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// How long it is.
    pub length: Duration,
    /// As it was written.
    pub text: String,
}

impl Time {
    /// The moment at which it is over, if it begins now.
    #[expect(
        clippy::disallowed_methods,
        reason = "a limit of time that was asked for is the one thing that a clock may decide"
    )]
    pub fn begin(&self) -> Deadline {
        Deadline {
            // A moment too far for the clock never comes.
            at: Instant::now().checked_add(self.length),
            time: self.clone(),
        }
    }
}

/// When work ends, done or not.
#[derive(Clone, Debug)]
pub struct Deadline {
    at: Option<Instant>,
    /// The time that was given.
    pub time: Time,
}

impl Deadline {
    /// Whether the time is over.
    #[expect(
        clippy::disallowed_methods,
        reason = "a limit of time that was asked for is the one thing that a clock may decide"
    )]
    pub fn is_over(&self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// Reads an amount of memory for the whole program, which takes some itself.
///
/// # Errors
/// One sentence.
pub fn memory(text: &str) -> Result<Memory, String> {
    let bytes = size(text)?;
    if bytes < LEAST_BYTES {
        return Err(no_size(
            text,
            "less than the 1MB that the program takes itself",
        ));
    }
    Ok(Memory {
        bytes,
        text: text.trim().to_owned(),
    })
}

fn no_size(text: &str, what: &str) -> String {
    format!(
        "{} is {what}: write a number with a unit, such as 512MB, 2GiB or 1.5G",
        quoted(text)
    )
}

/// Reads a number of bytes: a number, then a unit. KB, MB, GB and TB count by 1,000; K, M, G, T and
/// KiB, MiB, GiB, TiB by 1,024; without a unit it is bytes.
///
/// # Errors
/// One sentence.
pub fn size(text: &str) -> Result<u64, String> {
    let fault = || no_size(text, "no amount of memory");
    let (number, unit) = split(text);
    let unit = unit.to_ascii_lowercase();
    let power = match unit.bytes().next() {
        None | Some(b'b') => 0,
        Some(b'k') => 1,
        Some(b'm') => 2,
        Some(b'g') => 3,
        Some(b't') => 4,
        Some(_) => return Err(fault()),
    };
    let base: u64 = match (power, unit.get(1..).unwrap_or_default()) {
        (1.., "b") => 1_000,
        (0, "") | (1.., "" | "ib") => 1_024,
        _ => return Err(fault()),
    };
    scaled(number, base.pow(power)).ok_or_else(fault)
}

/// Reads a length of time: a number, then ms, s, m or h; without a unit it is seconds.
///
/// # Errors
/// One sentence.
pub fn time(text: &str) -> Result<Time, String> {
    let fault = |what: &str| {
        format!(
            "{} is {what}: write a number with a unit, such as 30s, 5m or 1.5h",
            quoted(text)
        )
    };
    let (number, unit) = split(text);
    let milliseconds = match unit.to_ascii_lowercase().as_str() {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(fault("no length of time")),
    };
    let length = scaled(number, milliseconds).ok_or_else(|| fault("no length of time"))?;
    if length == 0 {
        return Err(fault("no time at all"));
    }
    Ok(Time {
        length: Duration::from_millis(length),
        text: text.trim().to_owned(),
    })
}

/// The number and the unit after it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A decimal number times `unit`, rounded down; `None` if it is no number or too large.
fn scaled(number: &str, unit: u64) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) {
        return None;
    }
    // More digits are less than a millionth of a byte or of a millisecond.
    let part = &part[..part.len().min(18)];
    let read = |text: &str| match text {
        "" => Some(0),
        text => text.parse::<u128>().ok(),
    };
    let unit = u128::from(unit);
    let whole = read(whole)?.checked_mul(unit)?;
    let part = read(part)?.checked_mul(unit)? / 10_u128.pow(part.len() as u32);
    u64::try_from(whole.checked_add(part)?).ok()
}

/// What stands in a line of JSON for an amount with a unit: a text, or a number of the smallest.
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
    /// The text that would stand on the command line.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_that_no_machine_has_are_refused() {
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1_024)));
        for text in ["0", "-1", "1025", "99999999999999999999", "two", ""] {
            let fault = threads(text).expect_err(text);
            assert!(fault.contains("threads: use 1 to 1024"), "{fault}");
        }
    }

    #[test]
    fn amounts_of_memory_are_read_with_their_units() {
        for (text, bytes) in [
            ("1000000", 1_000_000),
            ("1000000B", 1_000_000),
            ("512MB", 512_000_000),
            ("512mb", 512_000_000),
            ("2GiB", 2 << 30),
            ("1.5G", 3 << 29),
            (" 4 g ", 4 << 30),
            ("2000K", 2_048_000),
            ("2000KB", 2_000_000),
            ("0.001TB", 1_000_000_000),
            (".5GB", 500_000_000),
            ("16777215TiB", 16_777_215 << 40),
        ] {
            assert_eq!(memory(text).map(|memory| memory.bytes), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_of_memory_is_refused_in_one_sentence() {
        for text in [
            "",
            "MB",
            ".",
            "1.2.3MB",
            "-5MB",
            "1e9",
            "5XB",
            "5BB",
            "5iB",
            "5MBs",
            "5 M B",
            "½GB",
            "99999999999TB",
            "9999999999999999999999999999999999999999999",
        ] {
            let fault = memory(text).expect_err(text);
            assert!(fault.contains("is no amount of memory: write"), "{fault}");
        }
        for text in ["0", "0GB", "999999", "12KB"] {
            let fault = memory(text).expect_err(text);
            assert!(fault.contains("is less than the 1MB"), "{fault}");
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
        for (text, words) in [
            ("", "no length of time"),
            ("soon", "no length of time"),
            ("5d", "no length of time"),
            ("-1s", "no length of time"),
            ("0s", "no time at all"),
            ("0.1ms", "no time at all"),
        ] {
            let fault = time(text).expect_err(text);
            assert!(fault.contains(words), "{fault}");
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
