//! *Dice of Doom* (Conrad Barski, *Land of Lisp*, chapter 15 onwards; *Realm of Racket*, chapter
//! 10): players on hexes attack their neighbors, and are reinforced when they pass.
//!
//! The programs differ in their [`Rules`], which are data. Errors in their code are corrected: the
//! rated player maximizes, and no hex grows past the maximum. Differences by design are kept: the
//! Haskell port reinforces for the last capture of a turn only, and the Racket chapter reverses the
//! board order after each pass.

mod faults;
mod geometry;
mod notation;
mod pack;
mod random;
mod read;
mod rules;
mod setup;
mod shown;
mod symmetry;
mod tally;

pub use self::rules::OddsTable;
pub use self::setup::about;
pub(super) use faults::open_planted;
pub use geometry::{MAX_HEXES, Neighbours};
pub use notation::{Board, Hex, MAX_CAPTURED, TurnState};
pub use pack::{BitLayout, PackedPosition};
pub use random::random_board;
pub use rules::{Combat, Geometry, OddsSource, PassListed, Reinforcement, Rules, SWITCHES};
pub use setup::{FIRST_POSITION, SHOWN_FIRST, changed, form, under};

use symmetry::Symmetries;

use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, one, ratio, zero,
};
use crate::games::planted::{Plant, PlantedFaults};
use crate::games::{Setup, WithGame};

/// The name of the game in files and on the command line.
pub const NAME: &str = "dice-of-doom";

/// Counts safe and threatened hexes, as the fourth version in *Land of Lisp* does.
pub const TERRITORY: Estimate = Estimate::new("territory");

/// Its estimates, in the order they are offered.
pub const ESTIMATES: [Estimate; 3] = [Estimate::WINNERS, Estimate::SHARE, TERRITORY];

/// A move of Dice of Doom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceMove {
    /// The hex `0` attacks the hex `1`.
    Attack(u8, u8),
    /// The end of the turn: reinforcement, then the next player.
    Pass,
    /// The outcome of chance in which the attacker's sum is greater.
    Wins,
    /// The other branch.
    Fails,
}

/// Dice of Doom on a board of one size. Its positions are packed into `W` words.
#[derive(Clone, Debug)]
pub struct DiceOfDoom<const W: usize> {
    rules: Rules,
    columns: usize,
    neighbours: Neighbours,
    /// One per hex: the bits at which its neighbors start.
    near: Vec<[u64; W]>,
    layout: BitLayout,
    symmetries: Symmetries,
    /// The odds of attacks, if dice are rolled.
    odds: Option<OddsTable>,
    /// The intentional faults of these rules.
    plants: PlantedFaults,
}

impl<const W: usize> DiceOfDoom<W> {
    /// The game on a board of `rows` × `columns` hexes. `None` if its positions need more than `W`
    /// words, if there is no hex, or if there are more than [`MAX_HEXES`].
    pub fn new(rules: Rules, rows: usize, columns: usize) -> Option<Self> {
        Self::planted(rules, PlantedFaults::default(), rows, columns)
    }

    fn planted(rules: Rules, plants: PlantedFaults, rows: usize, columns: usize) -> Option<Self> {
        let hexes = rows.checked_mul(columns)?;
        if !(1..=MAX_HEXES).contains(&hexes) {
            return None;
        }
        let layout = match plants.is_empty() {
            true => BitLayout::new(&rules, hexes),
            false => faults::layout(&rules, hexes),
        };
        let neighbours = match faults::of_neighbours(plants) {
            Some(plant) => faults::neighbours(plant, rules.geometry, rows, columns),
            None => Neighbours::new(rules.geometry, rows, columns),
        };
        let neighbours = neighbours.lying(|hex| layout.word_and_bit(hex));
        let near = (0..hexes).map(|hex| {
            let mut near = [0; W];
            for neighbour in neighbours.of(hex) {
                let (word, bit) = layout.word_and_bit(usize::from(*neighbour));
                near[usize::from(word) % W] |= 1 << bit;
            }
            near
        });
        let near = near.collect();
        (layout.words() <= W).then(|| Self {
            rules,
            columns,
            near,
            symmetries: Symmetries::new(&rules, &neighbours, rows, columns),
            neighbours,
            layout,
            odds: (rules.combat == Combat::DiceRoll).then(|| OddsTable::new(rules.odds)),
            plants,
        })
    }

    /// The game on the board of `board`, and that position.
    pub fn with_board(rules: Rules, board: &Board) -> Option<(Self, PackedPosition<W>)> {
        Self::planted_with_board(rules, PlantedFaults::default(), board)
    }

    fn planted_with_board(
        rules: Rules,
        plants: PlantedFaults,
        board: &Board,
    ) -> Option<(Self, PackedPosition<W>)> {
        let game = Self::planted(rules, plants, board.rows, board.columns)?;
        let position = game.layout.pack(board);
        Some((game, position))
    }

    /// The position, unpacked.
    pub fn board(&self, position: &PackedPosition<W>) -> Board {
        self.layout.unpack(position, self.columns)
    }

    /// Whether these rules have that fault.
    fn has(&self, plant: Plant) -> bool {
        self.plants.has(plant)
    }

    /// The hexes in board order.
    fn board_order(&self, reversed: bool) -> impl Iterator<Item = usize> + use<W> {
        let hexes = self.layout.hexes();
        (0..hexes).map(move |index| if reversed { hexes - 1 - index } else { index })
    }

    /// Appends the attacks of the mover, by source in board order, then by target in neighbor
    /// order.
    fn attacks(&self, position: &PackedPosition<W>, mover: Player, out: &mut Vec<DiceMove>) {
        // Nearly branch-free: on a real board the processor would mispredict every other jump.
        let others = self.layout.others(position, mover);
        let single = self.layout.weaker(position, 2);
        let own = self.layout.all_but(&others);
        // By the source's dice: the hexes that it can attack where they are its neighbors.
        let mut targets = [others; 16];
        if self.rules.combat == Combat::StrongerWins {
            for dice in 2..=self.rules.max_dice {
                let weaker = self.layout.weaker(position, dice);
                targets[usize::from(dice) % 16] =
                    std::array::from_fn(|word| others[word] & weaker[word]);
            }
        }
        let reversed = self.layout.is_reversed(position);
        for index in 0..W {
            let word = if reversed { W - 1 - index } else { index };
            let mut able = own[word] & !single[word];
            while able != 0 {
                let bit = match reversed {
                    false => able.trailing_zeros(),
                    true => able.ilog2(),
                };
                able &= !(1 << bit);
                let source = self.layout.hex_at(word, bit);
                let dice = self.layout.hex(position, source).dice;
                let mut found = self
                    .neighbours
                    .among(source, &targets[usize::from(dice) % 16]);
                while found != 0 {
                    let target = self.neighbours.of(source)[found.trailing_zeros() as usize];
                    out.push(DiceMove::Attack(source as u8, target));
                    found &= found - 1;
                }
            }
        }
    }

    /// The position after a successful attack.
    fn conquer(
        &self,
        position: &PackedPosition<W>,
        source: usize,
        target: usize,
    ) -> PackedPosition<W> {
        let changed;
        let position = match self.has(Plant::PassChangesBoard) {
            true => {
                changed = self.attacked_from(position);
                &changed
            }
            false => position,
        };
        let mut after = *position;
        let from = self.layout.hex(position, source);
        let lost = self.layout.hex(position, target).dice;
        let owner = from.owner;
        let (stay, dice) = faults::divided(self.plants, from.dice, lost);
        self.layout
            .set_hex(&mut after, source, Hex { owner, dice: stay });
        self.layout.set_hex(&mut after, target, Hex { owner, dice });
        let lost = u16::from(self.captures(from.dice, lost));
        let captured = match self.rules.reinforcement {
            Reinforcement::Pool | Reinforcement::LargestCluster => 0,
            _ if self.has(Plant::HexesCaptured) => {
                (self.layout.captured(position) + 1).min(MAX_CAPTURED)
            }
            // A board has at most 64 hexes, so a supply of 998 is equivalent to any larger one. The
            // count then fits the notation.
            Reinforcement::CapturedMinusOne => {
                (self.layout.captured(position) + lost).min(MAX_CAPTURED)
            }
            Reinforcement::LastCaptureMinusOne => lost,
        };
        self.layout.set_mid_turn(&mut after, captured);
        self.layout.set_attack(&mut after, None);
        after
    }

    /// The position after a failed attack: one die is left at the source, nothing is captured.
    fn repelled(&self, position: &PackedPosition<W>, source: usize) -> PackedPosition<W> {
        let mut after = *position;
        let owner = self.layout.hex(position, source).owner;
        self.layout
            .set_hex(&mut after, source, Hex { owner, dice: 1 });
        self.layout
            .set_mid_turn(&mut after, self.layout.captured(position));
        self.layout.set_attack(&mut after, None);
        after
    }

    /// The number of dice a pass can bring.
    fn supply(&self, position: &PackedPosition<W>, mover: Player) -> u16 {
        match self.rules.reinforcement {
            _ if self.has(Plant::NoReinforcement) => 0,
            Reinforcement::CapturedMinusOne | Reinforcement::LastCaptureMinusOne => {
                let less = u16::from(!self.has(Plant::NoMinusOne));
                self.layout.captured(position).saturating_sub(less)
            }
            Reinforcement::Pool => self.layout.pool(position),
            Reinforcement::LargestCluster => self.largest_cluster(position, mover),
        }
    }

    /// One walk over the board: a die for each of the passer's hexes below the maximum, in board
    /// order, until the supply is used up.
    fn pass(&self, position: &PackedPosition<W>) -> PackedPosition<W> {
        let mut after = *position;
        let mover = self.layout.mover(position);
        let next = Player((mover.0 + 1) % self.rules.players);
        let mut supply = self.supply(position, mover);
        let whose = if self.has(Plant::NextGetsDice) {
            next
        } else {
            mover
        };
        let max = match self.has(Plant::BeyondMaximum) {
            true => self.layout.most_dice(),
            false => self.rules.max_dice,
        };
        let reversed = self.layout.is_reversed(position);
        let shared = self.plants.first_of(&faults::OF_SUPPLY);
        let mut is_first = true;
        for index in self.board_order(reversed != self.has(Plant::FromTheLast)) {
            if supply == 0 && shared != Some(Plant::SupplyNotAsked) {
                break;
            }
            let index = match self.has(Plant::ColumnByColumn) {
                true => self.by_columns(index),
                false => index,
            };
            let mut hex = self.layout.hex(position, index);
            if hex.owner != whose {
                continue;
            }
            if let Some(fault) = shared {
                let gets = self.gets(hex.dice, supply, is_first);
                let full = hex.dice >= self.rules.max_dice;
                is_first &= gets == 0 && (full && fault != Plant::AllOnFirstOwn);
                hex.dice += gets;
                self.layout.set_hex(&mut after, index, hex);
                if fault == Plant::FillsUp {
                    supply -= u16::from(gets);
                }
                continue;
            }
            if hex.dice < max {
                hex.dice += 1;
                self.layout.set_hex(&mut after, index, hex);
                supply -= 1;
            } else if self.has(Plant::FullUseSupply) || self.has(Plant::BeyondMaximum) {
                supply -= 1;
            }
        }
        let same = self.has(Plant::SameMover);
        self.layout
            .set_fresh(&mut after, if same { mover } else { next });
        if self.has(Plant::CapturedStay) {
            let captured = self.layout.captured(position);
            self.layout.set_captured(&mut after, captured);
        }
        if self.rules.has_pool() {
            // Dice that aren't placed remain in the pool.
            let remaining = match self.has(Plant::NoReinforcement) {
                true => self.layout.pool(position),
                false => supply,
            };
            // The chapter builds the new board from its end.
            self.layout.set_pool(&mut after, remaining, !reversed);
        }
        after
    }

    /// The hex at a place of the order by columns.
    fn by_columns(&self, index: usize) -> usize {
        let rows = self.layout.hexes() / self.columns;
        index % rows * self.columns + index / rows
    }
}

impl<const W: usize> Game for DiceOfDoom<W> {
    type Position = PackedPosition<W>;
    type Move = DiceMove;

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

    fn moves(&self, position: &PackedPosition<W>, out: &mut Vec<DiceMove>) -> Kind {
        out.clear();
        let mover = self.layout.mover(position);
        if self.layout.attack(position).is_some() {
            out.extend([DiceMove::Wins, DiceMove::Fails]);
            return Kind::Chance(mover);
        }
        if !self.plants.is_empty() {
            return self.faulty_moves(position, mover, out);
        }
        let mid_turn = self.layout.is_mid_turn(position);
        if mid_turn && self.rules.pass_listed == PassListed::First {
            out.push(DiceMove::Pass);
        }
        self.attacks(position, mover, out);
        if mid_turn && self.rules.pass_listed == PassListed::Last {
            out.push(DiceMove::Pass);
        }
        if out.is_empty() {
            Kind::End
        } else {
            Kind::Decision(mover)
        }
    }

    fn play(&self, position: &PackedPosition<W>, mv: DiceMove) -> PackedPosition<W> {
        let rolled = self.layout.attack(position);
        match (mv, rolled) {
            (DiceMove::Attack(source, target), _) => match self.rules.combat {
                Combat::StrongerWins => {
                    self.conquer(position, usize::from(source), usize::from(target))
                }
                Combat::DiceRoll => {
                    let mut after = *position;
                    self.layout.set_attack(&mut after, Some((source, target)));
                    after
                }
            },
            (DiceMove::Pass, _) => self.pass(position),
            (DiceMove::Wins, Some((source, target))) => {
                self.conquer(position, usize::from(source), usize::from(target))
            }
            (DiceMove::Fails, Some((source, _))) => self.repelled(position, usize::from(source)),
            // Only a chance node has branches.
            (DiceMove::Wins | DiceMove::Fails, None) => *position,
        }
    }

    fn probability(&self, position: &PackedPosition<W>, branch: DiceMove) -> Rational {
        let (Some((source, target)), Some(odds)) = (self.layout.attack(position), &self.odds)
        else {
            return one();
        };
        let dice = |hex: u8| self.layout.hex(position, usize::from(hex)).dice;
        let wins = odds.wins(dice(source), dice(target));
        match branch {
            DiceMove::Fails => one() - wins,
            _ => wins,
        }
    }

    fn payoff(&self, position: &PackedPosition<W>, player: Player) -> Rational {
        let winners = self.winners(position);
        if winners.contains(player) {
            ratio(1, winners.len() as i128)
        } else {
            zero()
        }
    }

    fn canonical(&self, position: &PackedPosition<W>) -> PackedPosition<W> {
        match self.plants.is_empty() {
            true => self
                .symmetries
                .canonical(&self.rules, &self.layout, position),
            false => *position,
        }
    }

    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }

    fn is_paranoid(&self) -> bool {
        // As the book rates every number of players.
        true
    }

    fn may_recur(&self) -> bool {
        // Every other turn leaves fewer dice than it found. It starts with an attack, which loses
        // at least one die. It brings fewer dice than it captured, or takes them from the pool.
        self.rules.reinforcement == Reinforcement::LargestCluster || !self.plants.is_empty()
    }

    fn estimates(&self) -> &[Estimate] {
        match self.plants.is_empty() {
            true => &ESTIMATES,
            false => &[Estimate::WINNERS],
        }
    }

    fn estimate(
        &self,
        position: &PackedPosition<W>,
        estimate: Estimate,
        player: Player,
    ) -> Rational {
        match estimate {
            Estimate::SHARE => ratio(
                self.tally(position)[player.index()] as i128,
                self.layout.hexes() as i128,
            ),
            TERRITORY => {
                let (own, all) = self.territory(position, player);
                // Each hex adds at least 2 to the sum, so it isn't 0.
                ratio(own, all)
            }
            _ => self.payoff(position, player),
        }
    }

    fn write_position(&self, position: &PackedPosition<W>, out: &mut String) {
        self.board(position).write(out);
    }

    fn read_position(&self, text: &str) -> Result<PackedPosition<W>, NotationError> {
        let board = match self.plants.is_empty() {
            true => Board::read(text, &self.rules, None)?,
            false => Board::read(text, &faults::reading(&self.rules), None)?,
        };
        let rows = self.layout.hexes() / self.columns;
        if (board.rows, board.columns) != (rows, self.columns) {
            return Err(NotationError::new(
                text,
                0,
                format!(
                    "the board has {} × {} hexes, this game {rows} × {}",
                    board.rows, board.columns, self.columns
                ),
                "use a board of the same size",
            ));
        }
        Ok(self.layout.pack(&board))
    }

    fn write_move(&self, _position: &PackedPosition<W>, mv: DiceMove, out: &mut String) {
        match mv {
            DiceMove::Attack(source, target) => {
                out.push_str(&source.to_string());
                out.push('>');
                out.push_str(&target.to_string());
            }
            DiceMove::Pass => out.push_str("pass"),
            DiceMove::Wins => out.push_str("wins"),
            DiceMove::Fails => out.push_str("fails"),
        }
    }
}

/// Sets up the game and the position that `setup` names.
pub(super) fn open<H: WithGame>(setup: &Setup, then: H) -> Result<H::Output, OpenError> {
    let rules = Rules::from_switches(&setup.switches)?;
    let board = Board::read(&setup.position, &rules, setup.columns)?;
    Ok(with_board(rules, PlantedFaults::default(), &board, then))
}

/// Chooses the width of a position once, from the board's size.
fn with_board<H: WithGame>(
    rules: Rules,
    plants: PlantedFaults,
    board: &Board,
    then: H,
) -> H::Output {
    if let Some((game, position)) = DiceOfDoom::<1>::planted_with_board(rules, plants, board) {
        then.with(game, position)
    } else if let Some((game, position)) = DiceOfDoom::<2>::planted_with_board(rules, plants, board)
    {
        then.with(game, position)
    } else if let Some((game, position)) = DiceOfDoom::<4>::planted_with_board(rules, plants, board)
    {
        then.with(game, position)
    } else {
        let (game, position) = DiceOfDoom::<8>::planted_with_board(rules, plants, board)
            .expect("eight words hold 64 hexes, 6 players and 9 dice");
        then.with(game, position)
    }
}

#[cfg(test)]
mod tests;
