//! Memory sizes as text with a unit, parsed and formatted; and the progress of long work: stage,
//! amounts, memory.

use crate::game::{Refusal, quoted};
use crate::tree;
use crate::work::{Control, pause};

/// Minimum memory limit in bytes; the program itself takes more than any smaller amount.
const MIN_BYTES: u64 = 1_000_000;

/// The units in order of preference for display.
const UNITS: [(&str, u64); 8] = [
    ("TB", 1_000_000_000_000),
    ("TiB", 1 << 40),
    ("GB", 1_000_000_000),
    ("GiB", 1 << 30),
    ("MB", 1_000_000),
    ("MiB", 1 << 20),
    ("KB", 1_000),
    ("KiB", 1 << 10),
];

/// Reads an amount of memory, in bytes, for the whole program, which takes some itself.
///
/// # Errors
/// A text that is no amount, or less than the program takes.
pub fn read_memory(text: &str) -> Result<u64, Refusal> {
    let bytes = read_size(text)?;
    if bytes < MIN_BYTES {
        return Err(no_size(
            text,
            "less than the 1MB that the program takes itself",
        ));
    }
    Ok(bytes)
}

/// An amount of memory, exactly, such that [`read_size`] reads it: `1.5 GiB`, `512 MB`.
pub fn size_text(bytes: u64) -> String {
    for (unit, factor) in UNITS {
        // Up to three decimals, and no more zeros than it takes.
        let thousandths = u128::from(bytes) * 1_000;
        let factor = u128::from(factor);
        if bytes == 0 || thousandths < 1_000 * factor || thousandths % factor != 0 {
            continue;
        }
        let thousandths = thousandths / factor;
        let decimals = format!("{:03}", thousandths % 1_000);
        let number = format!("{}.{decimals}", thousandths / 1_000);
        let number = number.trim_end_matches('0').trim_end_matches('.');
        return format!("{number} {unit}");
    }
    format!("{bytes} B")
}

fn no_size(text: &str, what: &str) -> Refusal {
    Refusal::new(
        format!("{} is {what}", quoted(text)),
        "write a number with a unit, such as 512MB, 2GiB or 1.5G",
    )
}

/// Reads a number of bytes: a number, then a unit. KB, MB, GB and TB count by 1,000; K, M, G, T and
/// KiB, MiB, GiB, TiB by 1,024; without a unit it is bytes.
///
/// # Errors
/// A text that is no amount.
pub fn read_size(text: &str) -> Result<u64, Refusal> {
    let fault = || no_size(text, "no amount of memory");
    let (number, unit) = number_and_unit(text);
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

/// The number and the unit after it.
pub fn number_and_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A decimal number times `unit`, rounded down, and no more than the largest that there is; `None`
/// if it is no number.
pub fn scaled(number: &str, unit: u64) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) {
        return None;
    }
    // More digits are less than a millionth of a byte or of a millisecond.
    let part = &part[..part.len().min(18)];
    // Only digits are left, so a parse error means that the number is too large.
    let read = |text: &str| match text {
        "" => 0,
        text => text.parse::<u128>().unwrap_or(u128::MAX),
    };
    let unit = u128::from(unit);
    let whole = read(whole).saturating_mul(unit);
    let part = read(part).saturating_mul(unit) / 10_u128.pow(part.len() as u32);
    Some(u64::try_from(whole.saturating_add(part)).unwrap_or(u64::MAX))
}

/// Default position limit when opening a board. Every 3×3 board of two players and three dice has
/// fewer.
pub const MAX_POSITIONS: u64 = 6_000_000;

/// The stage of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Stage {
    /// It lists the moves of positions.
    #[default]
    Exploring,
    /// It puts positions into an order in which children come before parents.
    Sorting,
    /// It rates and counts them.
    Rating,
    /// A search proves ratings. The amounts are ratings, and positions are nodes that it has visited.
    Proving,
}

impl Stage {
    /// Every stage, in the order they come.
    pub const ALL: [Self; 4] = [Self::Exploring, Self::Sorting, Self::Rating, Self::Proving];

    /// The stage in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exploring => "building",
            Self::Sorting => "sorting",
            Self::Rating => "rating",
            Self::Proving => "proving",
        }
    }
}

/// Progress of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The work done in the stage and its total, as far as known.
    pub within: (u64, u64),
    /// Positions discovered so far.
    pub positions: usize,
    /// The number of positions whose moves have been listed.
    pub expanded: usize,
    /// Moves found so far.
    pub moves: usize,
    /// The bytes in use, by capacity.
    pub bytes: usize,
    /// Whether all is done.
    pub done: bool,
}

impl Progress {
    /// The progress of building a graph, before rating.
    pub fn exploring(progress: tree::BuildProgress) -> Self {
        let tree::BuildProgress {
            positions,
            expanded,
            moves,
            bytes,
            done,
        } = progress;
        Self {
            stage: Stage::Exploring,
            within: (expanded as u64, positions as u64),
            positions,
            expanded,
            moves,
            bytes,
            done,
        }
    }

    /// Whether a graph in the making has become too large, or grows so quickly that it will be. (Measured
    /// at 320,000 positions of Dice of Doom: boards with more than 10,000,000 have 2.2 to 3.1 times as
    /// many as were expanded; one of 4,071,139 has 1.84 times as many.)
    pub fn is_too_large(&self) -> bool {
        const SEEN_FROM: usize = 300_000;
        let grows = self.positions >= SEEN_FROM && self.positions > 2 * self.expanded;
        !self.is_explored() && grows || self.positions as u64 >= MAX_POSITIONS
    }

    /// Whether the moves of all positions are known that there will be.
    pub fn is_explored(&self) -> bool {
        self.done || self.stage != Stage::Exploring
    }

    /// The completed share of the stage, from 0 to 1.
    pub fn share(&self) -> f32 {
        let (done, of) = self.within;
        if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        }
    }
}

/// Receives the progress of long work when it pauses.
pub type ShowProgress<'a, P = Progress> = dyn Fn(P) + Sync + 'a;

/// Counts work that is done; if the turn is over, shows the progress and pauses.
pub(crate) async fn tick<P>(
    ctl: &Control,
    work: usize,
    show: &ShowProgress<'_, P>,
    progress: impl FnOnce() -> P,
) {
    if !ctl.spend(work) {
        show(progress());
        pause().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(read_memory(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_of_memory_is_refused_in_one_sentence() {
        for text in [
            "", "MB", ".", "1.2.3MB", "-5MB", "1e9", "5XB", "5BB", "5iB", "5MBs", "5 M B", "½GB",
        ] {
            let fault = read_memory(text).expect_err(text).to_string();
            assert!(fault.contains("is no amount of memory: write"), "{fault}");
        }
        // More than there can be is no limit.
        for text in [
            "99999999999TB",
            "9999999999999999999999999999999999999999999",
        ] {
            assert_eq!(read_memory(text), Ok(u64::MAX), "{text}");
        }
        for text in ["0", "0GB", "999999", "12KB"] {
            let fault = read_memory(text).expect_err(text).to_string();
            assert!(fault.contains("is less than the 1MB"), "{fault}");
        }
    }

    #[test]
    fn an_amount_that_is_shown_is_read_as_the_same() {
        for (bytes, text) in [
            (0, "0 B"),
            (2_000_000, "2 MB"),
            (4_000_000_000, "4 GB"),
            (3 << 29, "1.5 GiB"),
            (1 << 40, "1 TiB"),
            (1_234_567_890, "1234567.89 KB"),
            (1_000_001, "1000.001 KB"),
            (4_123_456_789, "4123456.789 KB"),
            (u64::MAX, "18446744073709551.615 KB"),
        ] {
            assert_eq!(size_text(bytes), text);
            assert_eq!(read_size(text), Ok(bytes), "{text}");
        }
    }
}
