//! Parses the state after the player to move: the turn, the pool, the board order, and the attack
//! whose dice are about to be rolled.

use super::notation::{Board, MAX_CAPTURED, Turn};
use super::read::Reader;
use super::rules::{Combat, Rules};
use crate::game::NotationError;

impl Reader<'_> {
    /// The state after the player to move: each part once, in the order in which it is written.
    pub(super) fn state(&mut self, board: &mut Board) -> Result<(), NotationError> {
        let mut last = PositionPart::Mover;
        loop {
            let before = self.at;
            self.skip_space();
            if self.peek().is_none() {
                return Ok(());
            }
            let part = PositionPart::ALL
                .into_iter()
                .find(|part| before < self.at && self.rest().starts_with(part.sign()))
                .filter(|part| *part > last && part.is_part_of(self.rules));
            let Some(part) = part else {
                return Err(self.error(
                    format!("unexpected {} after the position", self.found()),
                    may_follow(self.rules),
                ));
            };
            last = part;
            self.at += part.sign().len();
            match part {
                PositionPart::Mover => {}
                PositionPart::Turn => board.turn = Turn::MidTurn(self.captured()?),
                PositionPart::Pool => board.pool = Some(self.pool()?),
                PositionPart::Reversed => board.reversed = true,
                PositionPart::Attack => board.attack = Some(self.attack(board)?),
            }
        }
    }

    /// The dice after a `+`, if the rules count them.
    fn captured(&mut self) -> Result<Option<u16>, NotationError> {
        let some = self.peek().is_some_and(|c| c.is_ascii_digit());
        if !self.rules.counts_captured() {
            if some {
                return Err(self.error(
                    "these rules don't count captured dice",
                    "write '+' alone for mid-turn",
                ));
            }
            return Ok(None);
        }
        if !some {
            return Err(self.error(
                "captured dice missing after '+'",
                "write their number, as in +2",
            ));
        }
        let at = self.at;
        let number = self.digits();
        let least = u64::from(self.rules.combat == Combat::StrongerWins);
        let fault = if number > u64::from(MAX_CAPTURED) {
            Some((
                "too many captured dice",
                format!("use {least}–{MAX_CAPTURED}"),
            ))
        } else if number < least {
            Some((
                "'+0' is impossible here",
                "leave it out for the start of a turn".to_owned(),
            ))
        } else {
            None
        };
        if let Some((what, remedy)) = fault {
            self.at = at;
            return Err(self.error(what, remedy));
        }
        Ok(Some(number as u16))
    }

    fn pool(&mut self) -> Result<u16, NotationError> {
        let at = self.at;
        let some = self.peek().is_some_and(|c| c.is_ascii_digit());
        let number = self.digits();
        if some && number <= u64::from(MAX_CAPTURED) {
            return Ok(number as u16);
        }
        self.at = at;
        Err(self.error(
            match some {
                true => "too many dice in the pool",
                false => "dice missing after 'pool='",
            },
            format!("write their number, 0–{MAX_CAPTURED}"),
        ))
    }

    /// The attack after a `?`.
    fn attack(&mut self, board: &Board) -> Result<(u8, u8), NotationError> {
        let at = self.at;
        let source = self.digits();
        let arrow = self.peek() == Some('>');
        if arrow {
            self.next();
        }
        let target = self.digits();
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        if arrow && board.can_attack(self.rules, index(source), index(target)) {
            return Ok((source as u8, target as u8));
        }
        self.at = at;
        Err(self.error(
            format!("no such attack: {}", self.found()),
            "write source and target of an attack of the player to move, as in ?2>3",
        ))
    }

    /// A number of digits, which may be none: too large a one is too large for everything.
    fn digits(&mut self) -> u64 {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().unwrap_or(u64::MAX);
        self.at += digits;
        number
    }
}

/// A part of a position, in the order they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PositionPart {
    Mover,
    Turn,
    Pool,
    Reversed,
    Attack,
}

impl PositionPart {
    const ALL: [Self; 4] = [Self::Turn, Self::Pool, Self::Reversed, Self::Attack];

    /// Its first character.
    fn sign(self) -> &'static str {
        match self {
            Self::Mover => "",
            Self::Turn => "+",
            Self::Pool => "pool=",
            Self::Reversed => "reversed",
            Self::Attack => "?",
        }
    }

    fn is_part_of(self, rules: &Rules) -> bool {
        match self {
            Self::Mover | Self::Turn => true,
            Self::Pool | Self::Reversed => rules.has_pool(),
            Self::Attack => rules.combat == Combat::DiceRoll,
        }
    }
}

/// The parts that may follow the player to move, as the fix of an error.
fn may_follow(rules: &Rules) -> String {
    let turn = if rules.counts_captured() {
        "'+' and the captured dice in the middle of a turn"
    } else {
        "'+' in the middle of a turn"
    };
    let mut parts = vec![turn];
    if rules.has_pool() {
        parts.extend(["'pool=' and its dice", "'reversed'"]);
    }
    if rules.combat == Combat::DiceRoll {
        parts.push("'?' and the attack that is rolled for");
    }
    let order = if parts.len() > 1 {
        ", in this order"
    } else {
        ""
    };
    format!("write nothing more, or {}{order}", parts.join(", "))
}
