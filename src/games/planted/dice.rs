//! Dice of Doom with a fault in it, on a board of any size: slow, since positions aren't packed, and
//! in one place, so that each fault can be seen beside what it should be.

use std::fmt::Write as _;

use super::super::dice_of_doom::{
    Board, Combat, Geometry, MOST_CAPTURED, MOST_HEXES, Move, NAME, Neighbours, OddsTable,
    PassListed, Reinforcement, Rules, Turn,
};
use super::Plant;
use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Shown, one, ratio,
    zero,
};
use crate::games::{Setup, WithGame};

/// More dice than that aren't counted.
const MOST_DICE: u8 = 31;

/// A hex: its owner in the upper bits, its dice below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Hex(u8);

impl Hex {
    fn new(owner: u8, dice: u8) -> Self {
        Self(owner << 5 | dice.min(MOST_DICE))
    }

    fn owner(self) -> u8 {
        self.0 >> 5
    }

    fn dice(self) -> u8 {
        self.0 & MOST_DICE
    }

    fn with(self, dice: u8) -> Self {
        Self::new(self.owner(), dice)
    }
}

/// A position, not packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    hexes: [Hex; MOST_HEXES],
    mover: u8,
    mid_turn: bool,
    captured: u16,
    pool: u16,
    reversed: bool,
    attack: Option<(u8, u8)>,
}

/// The game with one fault.
pub(super) struct Planted {
    plant: Plant,
    rules: Rules,
    rows: usize,
    columns: usize,
    neighbours: Vec<Vec<u8>>,
    odds: OddsTable,
}

/// Sets the game up with a fault in it. Dice beyond the maximum, which the fault may have brought,
/// are read.
pub fn open<W: WithGame>(setup: &Setup, plant: Plant, then: W) -> Result<W::Output, OpenError> {
    let rules = Rules::from_switches(&setup.switches)?;
    let board = Board::read(&setup.position, &reading(rules), setup.columns)?;
    let hexes = board.rows * board.columns;
    let game = Planted {
        plant,
        rules,
        rows: board.rows,
        columns: board.columns,
        neighbours: (0..hexes)
            .map(|hex| near(plant, rules.geometry, hex, board.rows, board.columns))
            .collect(),
        odds: OddsTable::new(rules.odds),
    };
    let position = packed(&board);
    Ok(then.with(game, position))
}

/// The rules under which positions are read.
fn reading(rules: Rules) -> Rules {
    Rules {
        max_dice: 9,
        ..rules
    }
}

fn packed(board: &Board) -> Position {
    let mut hexes = [Hex(0); MOST_HEXES];
    for (to, hex) in hexes.iter_mut().zip(&board.hexes) {
        *to = Hex::new(hex.owner.0, hex.dice);
    }
    Position {
        hexes,
        mover: board.mover.0,
        mid_turn: board.turn != Turn::Fresh,
        captured: match board.turn {
            Turn::MidTurn(Some(captured)) => captured,
            Turn::MidTurn(None) | Turn::Fresh => 0,
        },
        pool: board.pool.unwrap_or(0),
        reversed: board.reversed,
        attack: board.attack,
    }
}

/// The neighbours of a hex, as the fault has them.
fn near(plant: Plant, geometry: Geometry, hex: usize, rows: usize, columns: usize) -> Vec<u8> {
    let at = hex as isize;
    let width = columns as isize;
    let not_first = !hex.is_multiple_of(columns);
    let not_last = !(hex + 1).is_multiple_of(columns);
    let candidates: Vec<(bool, isize)> = match (plant, geometry) {
        (Plant::WrapAround, Geometry::Parallelogram) => {
            [-width, width, -width - 1, -1, 1, width + 1]
                .map(|step| (true, at + step))
                .to_vec()
        }
        (Plant::WrapAround, Geometry::OffsetRows) => {
            let even = (hex / columns).is_multiple_of(2);
            let steps = if even {
                [1 - width, width + 1, -width, width, 1, -1]
            } else {
                [-width, width, -width - 1, width - 1, 1, -1]
            };
            steps.map(|step| (true, at + step)).to_vec()
        }
        (Plant::FourNeighbours, _) => vec![
            (true, at - width),
            (true, at + width),
            (not_first, at - 1),
            (not_last, at + 1),
        ],
        (Plant::OtherSlant, _) => vec![
            (true, at - width),
            (true, at + width),
            (not_last, at - width + 1),
            (not_first, at - 1),
            (not_last, at + 1),
            (not_first, at + width - 1),
        ],
        _ => {
            let neighbours = Neighbours::new(geometry, rows, columns);
            return neighbours.of(hex).to_vec();
        }
    };
    let hexes = (rows * columns) as isize;
    let mut near: Vec<u8> = Vec::new();
    for (there, hex) in candidates {
        // On a board of one column two ways may lead to the same hex.
        if there && (0..hexes).contains(&hex) && hex != at && !near.contains(&(hex as u8)) {
            near.push(hex as u8);
        }
    }
    near
}

impl Planted {
    fn hexes(&self) -> usize {
        self.rows * self.columns
    }

    fn board_order(&self, position: &Position) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.hexes()).collect();
        if position.reversed {
            order.reverse();
        }
        order
    }

    fn can_attack(&self, mover: u8, from: Hex, to: Hex) -> bool {
        let owners = to.owner() != mover || self.plant == Plant::OwnHexes;
        let strong = match (self.rules.combat, self.plant) {
            (Combat::DiceRoll, _) | (_, Plant::AnyDice) => from.dice() >= 2,
            (Combat::StrongerWins, Plant::EqualDice) => {
                from.dice() >= to.dice() && from.dice() >= 2
            }
            (Combat::StrongerWins, _) => from.dice() > to.dice(),
        };
        from.owner() == mover && owners && strong
    }

    fn attacks(&self, position: &Position, out: &mut Vec<Move>) {
        for source in self.board_order(position) {
            let from = position.hexes[source];
            for &target in &self.neighbours[source] {
                if self.can_attack(position.mover, from, position.hexes[usize::from(target)]) {
                    out.push(Move::Attack(source as u8, target));
                }
            }
        }
    }

    fn conquer(&self, position: &Position, source: u8, target: u8) -> Position {
        let mut after = *position;
        let [source, target] = [source, target].map(usize::from);
        let from = position.hexes[source];
        let lost = position.hexes[target].dice();
        after.hexes[source] = match self.plant {
            Plant::LeavesNone | Plant::AllMove => from.with(0),
            Plant::KeepsAll => from,
            _ => from.with(1),
        };
        after.hexes[target] = match self.plant {
            Plant::MovesAll | Plant::AllMove => from,
            Plant::KeepsTheirs => from.with(lost),
            _ => from.with(from.dice().saturating_sub(1)),
        };
        let lost = u16::from(lost);
        after.captured = match (self.rules.reinforcement, self.plant) {
            (Reinforcement::Pool | Reinforcement::LargestCluster, _) => 0,
            (_, Plant::HexesCaptured) => position.captured + 1,
            (Reinforcement::CapturedMinusOne, _) => position.captured + lost,
            (Reinforcement::LastCaptureMinusOne, _) => lost,
        }
        .min(MOST_CAPTURED);
        after.mid_turn = true;
        after.attack = None;
        after
    }

    fn supply(&self, position: &Position) -> u16 {
        let captured = match self.plant {
            Plant::NoMinusOne => position.captured,
            _ => position.captured.saturating_sub(1),
        };
        match (self.plant, self.rules.reinforcement) {
            (Plant::NoReinforcement, _) => 0,
            (_, Reinforcement::CapturedMinusOne | Reinforcement::LastCaptureMinusOne) => captured,
            (_, Reinforcement::Pool) => position.pool,
            (_, Reinforcement::LargestCluster) => self.largest_cluster(position),
        }
    }

    fn largest_cluster(&self, position: &Position) -> u16 {
        let mut seen = vec![false; self.hexes()];
        let mut largest = 0;
        for first in 0..self.hexes() {
            let mut waiting = vec![first];
            let mut size = 0;
            while let Some(hex) = waiting.pop() {
                let own = position.hexes[hex].owner() == position.mover;
                if !own || std::mem::replace(&mut seen[hex], true) {
                    continue;
                }
                size += 1;
                waiting.extend(self.neighbours[hex].iter().map(|hex| usize::from(*hex)));
            }
            largest = largest.max(size);
        }
        largest
    }

    fn pass(&self, position: &Position) -> Position {
        let mut after = *position;
        let next = (position.mover + 1) % self.rules.players;
        let mut supply = self.supply(position);
        let mut order = self.board_order(position);
        if self.plant == Plant::FromTheLast {
            order.reverse();
        }
        let whose = match self.plant {
            Plant::NextGetsDice => next,
            _ => position.mover,
        };
        for index in order {
            if supply == 0 {
                break;
            }
            let hex = position.hexes[index];
            if hex.owner() != whose {
                continue;
            }
            let full = hex.dice() >= self.rules.max_dice && self.plant != Plant::BeyondMaximum;
            if !full {
                after.hexes[index] = hex.with(hex.dice() + 1);
            }
            if !full || self.plant == Plant::FullUseSupply {
                supply -= 1;
            }
        }
        after.mover = match self.plant {
            Plant::SameMover => position.mover,
            _ => next,
        };
        after.mid_turn = false;
        if self.plant != Plant::CapturedStay {
            after.captured = 0;
        }
        if self.rules.has_pool() {
            after.pool = match self.plant {
                Plant::NoReinforcement => position.pool,
                _ => supply,
            };
            after.reversed = !position.reversed;
        }
        after
    }

    /// Whether the mover may end the turn, if it has attacks or hasn't.
    fn may_pass(&self, position: &Position, attacks: bool) -> bool {
        match self.plant {
            Plant::PassNever => false,
            Plant::PassWhenStuck => position.mid_turn && !attacks,
            Plant::PassFirst => position.mid_turn || attacks,
            Plant::PassAlways => true,
            _ => position.mid_turn,
        }
    }
}

impl Game for Planted {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &str {
        NAME
    }

    fn rules(&self) -> RulesText {
        self.rules.to_text()
    }

    fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn has_chance(&self) -> bool {
        self.rules.combat == Combat::DiceRoll
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Kind {
        out.clear();
        let mover = Player(position.mover);
        if position.attack.is_some() {
            out.extend([Move::Wins, Move::Fails]);
            return Kind::Chance(mover);
        }
        self.attacks(position, out);
        if self.may_pass(position, !out.is_empty()) {
            match self.rules.pass_listed {
                PassListed::First => out.insert(0, Move::Pass),
                PassListed::Last => out.push(Move::Pass),
            }
        }
        if out.is_empty() {
            Kind::End
        } else {
            Kind::Decision(mover)
        }
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        match (mv, position.attack) {
            (Move::Attack(source, target), _) => match self.rules.combat {
                Combat::StrongerWins => self.conquer(position, source, target),
                Combat::DiceRoll => Position {
                    attack: Some((source, target)),
                    ..*position
                },
            },
            (Move::Pass, _) => self.pass(position),
            (Move::Wins, Some((source, target))) => self.conquer(position, source, target),
            (Move::Fails, Some((source, _))) => {
                let mut after = *position;
                let source = usize::from(source);
                after.hexes[source] = position.hexes[source].with(1);
                after.mid_turn = true;
                after.attack = None;
                after
            }
            (Move::Wins | Move::Fails, None) => *position,
        }
    }

    fn probability(&self, position: &Position, branch: Move) -> Rational {
        let Some((source, target)) = position.attack else {
            return one();
        };
        let dice = |hex: u8| position.hexes[usize::from(hex)].dice();
        let wins = self.odds.wins(dice(source), dice(target));
        match branch {
            Move::Fails => one() - wins,
            _ => wins,
        }
    }

    fn payoff(&self, position: &Position, player: Player) -> Rational {
        let mut tally = [0_usize; 8];
        for hex in &position.hexes[..self.hexes()] {
            tally[usize::from(hex.owner())] += 1;
        }
        let tally = &tally[..self.players()];
        let most = tally.iter().max().copied().unwrap_or(0);
        if tally[player.index()] < most {
            return zero();
        }
        let winners = tally.iter().filter(|hexes| **hexes == most).count();
        ratio(1, winners as i128)
    }

    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }

    fn estimate(&self, position: &Position, _estimate: Estimate, player: Player) -> Rational {
        self.payoff(position, player)
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let letter = |player: u8| Player(player).letter();
        for (index, hex) in position.hexes[..self.hexes()].iter().enumerate() {
            if index > 0 && index.is_multiple_of(self.columns) {
                out.push('/');
            }
            let _ = write!(out, "{}{}", letter(hex.owner()), hex.dice());
        }
        out.push(' ');
        out.push(letter(position.mover));
        if position.mid_turn {
            out.push_str(" +");
            if self.rules.counts_captured() {
                let _ = write!(out, "{}", position.captured);
            }
        }
        if self.rules.has_pool() {
            let _ = write!(out, " pool={}", position.pool);
        }
        if position.reversed {
            out.push_str(" reversed");
        }
        if let Some((source, target)) = position.attack {
            let _ = write!(out, " ?{source}>{target}");
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let board = Board::read(text, &reading(self.rules), None)?;
        if (board.rows, board.columns) != (self.rows, self.columns) {
            return Err(NotationError::new(
                text,
                0,
                "the board has another size",
                "use a board of the same size",
            ));
        }
        Ok(packed(&board))
    }

    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        let _ = match mv {
            Move::Attack(source, target) => write!(out, "{source}>{target}"),
            Move::Pass => write!(out, "pass"),
            Move::Wins => write!(out, "wins"),
            Move::Fails => write!(out, "fails"),
        };
    }
}

impl Shown for Planted {}
