//! Converts typed or chosen values of the setup to a change of the root, or to a sentence on why
//! that is impossible. Nothing here is drawn.

use crate::app::base::in_the_window;
use crate::app::intent::Root;
use crate::game::{Estimate, OpenError, Player, Rational, Refusal, quoted};
use crate::games::{Setup, SetupChange};
use crate::rating::{Multiplayer, RatingOptions};
use crate::session;
use crate::tree::Limits;

/// Maximum position limit of a graph: its numbers have 32 bits.
const MAX_POSITIONS: u64 = u32::MAX as u64 - 1;
/// Maximum ply limit of a tree.
pub const MAX_PLIES: u64 = 1_000_000;

/// Something that can be changed in the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetupField {
    /// The position, in notation.
    Position,
    /// The number of columns of an array typed as the position.
    ArrayColumns,
    /// A number of the game's form, by its name.
    Number(&'static str),
    /// A choice of the game's form, by its name.
    Choice(&'static str),
    /// The mover, by its letter.
    Mover,
    /// The seed of the next random board.
    Seed,
    /// The game, by its name.
    Game,
    /// The ply limit.
    PlyLimit,
    /// The position limit.
    MostPositions,
    /// The memory that a build may take.
    Memory,
    /// The estimate, by its name.
    Estimate,
    /// How more than two players are rated, by name.
    Multiplayer,
    /// The payoff of endless play.
    Endless,
}

impl SetupField {
    /// The id for programs: the field's own name if it has one, otherwise that in the code.
    pub fn key(self) -> String {
        match self {
            Self::Number(name) | Self::Choice(name) => name.to_owned(),
            _ => format!("{self:?}"),
        }
    }
}

/// The result of a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Edited {
    /// Another setup.
    Setup(Box<Setup>),
    /// Other limits.
    Limits(Limits),
    /// Another way of rating.
    Options(RatingOptions),
    /// Nothing of the root: the value is valid, and is used elsewhere.
    Nothing,
}

/// Why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// One sentence with problem, location and fix.
    pub text: String,
    /// The character at which it is wrong, counted from 0, in the typed text.
    pub at: Option<usize>,
}

impl ValueError {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            at: None,
        }
    }
}

impl From<Refusal> for ValueError {
    fn from(error: Refusal) -> Self {
        Self::new(error.to_string())
    }
}

impl From<OpenError> for ValueError {
    fn from(error: OpenError) -> Self {
        Self {
            text: in_the_window(&error.to_string()),
            at: match &error {
                OpenError::Notation(error) => Some(error.column.saturating_sub(1)),
                OpenError::Rules { .. } => None,
            },
        }
    }
}

/// The context for validating a change, besides the root.
#[derive(Clone, Copy, Debug)]
pub struct TypedLimits {
    /// The range of payoffs.
    pub range: (Rational, Rational),
    /// The number of columns of an array.
    pub columns: u64,
    /// Default memory limit of a build in bytes.
    pub usual_bytes: Option<u64>,
}

/// The root with the typed or chosen value of a field.
///
/// # Errors
/// Why the value is invalid.
pub fn edited(
    root: &Root,
    bounds: TypedLimits,
    field: SetupField,
    typed: &str,
) -> Result<Edited, ValueError> {
    let Root {
        setup,
        limits,
        options,
    } = root;
    let (limits, options) = (*limits, *options);
    let text = typed.trim();
    let change = match field {
        SetupField::Position => {
            if text.is_empty() {
                let example = session::example_of(&setup.game);
                let why = format!("Enter a position, such as {example}");
                return Err(ValueError::new(why));
            }
            let columns = is_array(text).then_some(bounds.columns);
            return to_setup(session::with_position(setup, typed, columns)?);
        }
        SetupField::Game => return to_setup(session::first_setup(text)?),
        SetupField::Number(name) => SetupChange::Number(name, whole_number(text)?),
        SetupField::Choice(name) => SetupChange::Choice(name, text),
        SetupField::Mover => {
            let mover = text.chars().next().and_then(Player::from_letter);
            SetupChange::Mover(mover.ok_or_else(|| ValueError::new("there is no such player"))?)
        }
        SetupField::ArrayColumns => {
            within("the array's columns", whole_number(text)?, 1, 64)?;
            return Ok(Edited::Nothing);
        }
        SetupField::Seed => {
            whole_number(text)?;
            return Ok(Edited::Nothing);
        }
        SetupField::PlyLimit
        | SetupField::MostPositions
        | SetupField::Memory
        | SetupField::Estimate => {
            return Ok(Edited::Limits(limited(limits, bounds, field, text)?));
        }
        SetupField::Multiplayer => {
            let way = Multiplayer::from_name(text);
            let multiplayer =
                way.ok_or_else(|| ValueError::new("there is no such way of rating"))?;
            return Ok(Edited::Options(RatingOptions {
                multiplayer: Some(multiplayer),
                ..options
            }));
        }
        SetupField::Endless => {
            let endless = RatingOptions::read_endless(text)?;
            let options = RatingOptions { endless, ..options };
            options.check(bounds.range)?;
            return Ok(Edited::Options(options));
        }
    };
    to_setup(session::changed(setup, change)?)
}

/// The limits with the typed value of one of them.
fn limited(
    limits: Limits,
    bounds: TypedLimits,
    field: SetupField,
    text: &str,
) -> Result<Limits, ValueError> {
    let mut limits = limits;
    match field {
        SetupField::PlyLimit if text.is_empty() => limits.max_plies = None,
        SetupField::PlyLimit => {
            let plies = within("the ply limit", whole_number(text)?, 1, MAX_PLIES)?;
            limits.max_plies = Some(plies as u32);
        }
        SetupField::MostPositions => {
            let max = within("the position limit", whole_number(text)?, 1, MAX_POSITIONS)?;
            limits.max_nodes = Some(max);
        }
        SetupField::Memory if text.is_empty() => limits.max_bytes = bounds.usual_bytes,
        SetupField::Memory => {
            limits.max_bytes = Some(session::read_memory(text)?);
        }
        _ => {
            let estimate = Estimate::from_name(text);
            limits.estimate =
                estimate.ok_or_else(|| ValueError::new("there is no such estimate"))?;
        }
    }
    Ok(limits)
}

fn to_setup(setup: Setup) -> Result<Edited, ValueError> {
    Ok(Edited::Setup(Box::new(setup)))
}

/// Whether a position is written as a Lisp array, which doesn't contain the length of its rows.
pub fn is_array(text: &str) -> bool {
    text.trim_start().starts_with("#(")
}

/// The likely number of columns of an array: the same as its rows if possible, otherwise those of
/// the open board.
pub fn likely_columns(text: &str, columns: u64) -> u64 {
    let hexes = text.matches('(').count().saturating_sub(1) as u64;
    (1..=8)
        .find(|side| side * side == hexes)
        .unwrap_or_else(|| columns.max(1))
}

/// Parses a whole number, with any usual thousands separators.
///
/// # Errors
/// Why it isn't one.
pub fn whole_number(text: &str) -> Result<u64, ValueError> {
    let digits: String = text
        .chars()
        .filter(|c| !matches!(c, ',' | '_' | '\'' | '’') && !c.is_whitespace())
        .collect();
    if digits.is_empty() {
        return Err(ValueError::new("Enter a number"));
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ValueError::new(format!(
            "Not a whole number: {}",
            quoted(text.trim())
        )));
    }
    digits.parse().map_err(|_| {
        ValueError::new(format!(
            "{} is too large (maximum {})",
            quoted(text.trim()),
            u64::MAX
        ))
    })
}

fn within(what: &str, number: u64, min: u64, max: u64) -> Result<u64, ValueError> {
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(ValueError::new(format!(
        "{what} must be {min}–{max}, not {number}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, zero};
    use crate::games;

    fn book() -> Setup {
        games::first_setup("dice-of-doom").expect("the book's board")
    }

    fn edit(field: SetupField, text: &str) -> Result<Edited, ValueError> {
        let root = Root {
            setup: book(),
            limits: Limits::default(),
            options: RatingOptions::default(),
        };
        let bounds = TypedLimits {
            range: (zero(), one()),
            columns: 2,
            usual_bytes: Some(4_000_000_000),
        };
        edited(&root, bounds, field, text)
    }

    fn position(edited: Result<Edited, ValueError>) -> String {
        match edited {
            Ok(Edited::Setup(setup)) => setup.position,
            other => panic!("no setup: {other:?}"),
        }
    }

    #[test]
    fn what_is_typed_becomes_another_root() {
        for (field, text, expected) in [
            (SetupField::Position, " a1 a2/b1b3  b +2 ", "a1a2/b1b3 b +2"),
            (
                SetupField::Position,
                "#((1 2) (1 2) (0 2) (1 1)) a",
                "b2b2/a2b1 a",
            ),
            (SetupField::Number("rows"), "1", "b2b2 a"),
            (SetupField::Number("columns"), " 3", "b2b2a1/a2b1b1 a"),
            (SetupField::Mover, "b", "b2b2/a2b1 b"),
            (SetupField::Game, "dice-of-doom", "b2b2/a2b1 a"),
            (SetupField::Choice("rules"), "land-of-lisp", "b2b2/a2b1 a"),
        ] {
            assert_eq!(position(edit(field, text)), expected, "{field:?}");
        }
        let limits = |field, text| match edit(field, text) {
            Ok(Edited::Limits(limits)) => limits,
            other => panic!("no limits: {other:?}"),
        };
        assert_eq!(limits(SetupField::PlyLimit, "3").max_plies, Some(3));
        assert_eq!(limits(SetupField::PlyLimit, "").max_plies, None);
        let max = limits(SetupField::MostPositions, "6,000,000").max_nodes;
        assert_eq!(max, Some(6_000_000));
        for (text, bytes) in [("2 MB", 2_000_000), ("1.5g", 3 << 29), (" ", 4_000_000_000)] {
            assert_eq!(
                limits(SetupField::Memory, text).max_bytes,
                Some(bytes),
                "{text}"
            );
        }
        let estimate = limits(SetupField::Estimate, "share").estimate;
        assert_eq!(estimate, Estimate::SHARE);
        let options = |field, text| match edit(field, text) {
            Ok(Edited::Options(options)) => options,
            other => panic!("no options: {other:?}"),
        };
        let way = options(SetupField::Multiplayer, "max-n").multiplayer;
        assert_eq!(way, Some(Multiplayer::MaxN));
        assert_eq!(options(SetupField::Endless, " 1/2").endless, Some(half()));
        assert_eq!(options(SetupField::Endless, "draw").endless, None);
        assert_eq!(
            edit(SetupField::Seed, "18446744073709551615"),
            Ok(Edited::Nothing)
        );
    }

    #[test]
    fn an_invalid_value_in_setup_is_refused_with_the_reason_and_without_flags() {
        for (field, text, phrase) in [
            (SetupField::Position, "", "such as"),
            (
                SetupField::Position,
                "b9b2/a2b1 a",
                "or raise “Max dice” in Setup",
            ),
            (SetupField::Position, "c2b2/a2b1 a", "add players in Setup"),
            (
                SetupField::Position,
                "#((1 2) (1 2) (0 2)) a",
                "check the number of columns",
            ),
            (
                SetupField::Number("players"),
                "9",
                "invalid value 9 for “Players”",
            ),
            (SetupField::Number("max_dice"), "1", "hex 0 is b2"),
            (SetupField::Number("rows"), "x", "Not a whole number"),
            (SetupField::Number("rows"), "-1", "Not a whole number"),
            (SetupField::Number("rows"), "", "Enter a number"),
            (SetupField::Number("columns"), "99", "at most 64 hexes"),
            (SetupField::Seed, "18446744073709551616", "too large"),
            (SetupField::PlyLimit, "0", "must be 1–"),
            (SetupField::MostPositions, "0", "must be 1–"),
            (
                SetupField::Memory,
                "much",
                "write a number with a unit, such as",
            ),
            (SetupField::Memory, "5 KB", "less than the 1MB"),
            (SetupField::Choice("rules"), "go", "no rules called"),
            (
                SetupField::Choice("odds"),
                "exact",
                "needs 'combat' = dice-roll",
            ),
            (SetupField::Game, "chess", "unknown game"),
            (SetupField::Mover, "f", "needs more than 2 players"),
            (SetupField::Mover, "", "no such player"),
            (SetupField::Estimate, "good luck", "no such estimate"),
            (SetupField::Multiplayer, "luck", "no such way"),
            (SetupField::Endless, "", "use draw or a fraction"),
            (SetupField::Endless, "3/2", "from 0 to 1"),
        ] {
            let fault = edit(field, text).expect_err(phrase);
            assert!(fault.text.contains(phrase), "{field:?}: {}", fault.text);
            assert!(!fault.text.contains("--"), "{}", fault.text);
        }
    }

    #[test]
    fn a_fault_of_notation_knows_its_place() {
        let at = |text| edit(SetupField::Position, text).expect_err(text).at;
        assert_eq!(at("b2b9/a2b1 a"), Some(3));
        assert_eq!(at("b2b2/a2b1"), Some(9));
        assert_eq!(at("  b9"), Some(3));
    }

    #[test]
    fn an_array_most_likely_is_a_square() {
        assert_eq!(likely_columns("#((1 2) (1 2) (0 2) (1 1)) a", 7), 2);
        assert_eq!(likely_columns("#((1 2) (1 2)) a", 2), 2);
        assert_eq!(likely_columns("", 0), 1);
    }
}
