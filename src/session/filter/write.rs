//! Formats a filter as text that parses to it.

use std::fmt::Write as _;

use super::{Filter, Is, KindOf, Naming, Term, Whose, Won};
use crate::rating::Loss;
use crate::tree::Plies;

impl Is {
    /// Its operator.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl KindOf {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Decision, Self::Chance, Self::End, Self::Horizon];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Chance => "chance",
            Self::End => "end",
            Self::Horizon => "horizon",
        }
    }
}

/// A value in text form: in quotation marks if it would be parsed as something else.
pub(super) fn value(text: &str) -> String {
    let plain =
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "\"\\()".contains(c));
    if plain {
        return text.to_owned();
    }
    let mut out = String::from('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}

fn plies(plies: Plies) -> String {
    match (plies.from, plies.to) {
        (from, Some(to)) if from == to => format!("{from}"),
        (0, Some(to)) => format!("-{to}"),
        (from, Some(to)) => format!("{from}-{to}"),
        (from, None) => format!("{from}-"),
    }
}

impl Term {
    /// The text that reads as it.
    pub fn text(&self, naming: &Naming) -> String {
        let name = |player| value(naming.name(player));
        match self {
            Self::Position(pattern) => format!("position:{}", value(pattern.as_str())),
            Self::ExactPosition(text) => format!("position={}", value(text)),
            Self::Move(pattern) => format!("move:{}", value(pattern.as_str())),
            Self::Rating(whose, is, number) => {
                let whose = match whose {
                    Whose::Player(player) => name(*player),
                    // A player may be called so.
                    Whose::Mover if naming.player("mover").is_some() => String::new(),
                    Whose::Mover => "mover".to_owned(),
                };
                format!("rating({whose}){}{number}", is.sign())
            }
            Self::Proven(true) => "proven".to_owned(),
            Self::Proven(false) => "unproven".to_owned(),
            Self::Winner(Won::By(player)) => format!("winner:{}", name(*player)),
            Self::Winner(Won::Tie) => "tie".to_owned(),
            Self::Mover(player) => format!("mover:{}", name(*player)),
            Self::By(player) => format!("by:{}", name(*player)),
            Self::Ply(range) => format!("ply:{}", plies(*range)),
            Self::Kind(kind) => kind.name().to_owned(),
            Self::Moves(is, number) => format!("moves{}{number}", is.sign()),
            Self::Fork => "fork".to_owned(),
            Self::Worse(Loss::Slight) => "worse".to_owned(),
            Self::Worse(_) => "blunder".to_owned(),
            Self::Best => "best".to_owned(),
            Self::BestPlay => "bestplay".to_owned(),
            Self::Transposition => "transposition".to_owned(),
        }
    }
}

impl Filter {
    /// The text that reads as it; empty for the filter that holds everywhere.
    pub fn text(&self, naming: &Naming) -> String {
        let mut out = String::new();
        for (index, term) in self.terms.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            // A string takes everything.
            write!(out, "{space}{}", term.text(naming)).ok();
        }
        out
    }
}
