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

pub use self::rules::OddsTable;
pub use self::setup::about;
pub(super) use faults::open_planted;
pub use geometry::{MAX_HEXES, Neighbours};
pub use notation::{Board, Hex, MAX_CAPTURED, Turn};
pub use pack::{Layout, Position};
pub use random::random_board;
pub use rules::{Combat, Geometry, Odds, PassListed, Reinforcement, Rules, SWITCHES};
pub use setup::{FIRST_POSITION, SHOWN_FIRST, changed, form, under};

use symmetry::Symmetries;

use crate::game::{
    Estimate, Game, Kind, NotationError, OpenError, Player, Rational, RulesText, Winners, one,
    ratio, zero,
};
use crate::games::planted::{Plant, Plants};
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
    layout: Layout,
    symmetries: Symmetries,
    /// The odds of attacks, if dice are rolled.
    odds: Option<OddsTable>,
    /// The intentional faults of these rules.
    plants: Plants,
}

impl<const W: usize> DiceOfDoom<W> {
    /// The game on a board of `rows` × `columns` hexes. `None` if its positions need more than `W`
    /// words, if there is no hex, or if there are more than [`MAX_HEXES`].
    pub fn new(rules: Rules, rows: usize, columns: usize) -> Option<Self> {
        Self::planted(rules, Plants::default(), rows, columns)
    }

    fn planted(rules: Rules, plants: Plants, rows: usize, columns: usize) -> Option<Self> {
        let hexes = rows.checked_mul(columns)?;
        if !(1..=MAX_HEXES).contains(&hexes) {
            return None;
        }
        let layout = match plants.is_empty() {
            true => Layout::new(&rules, hexes),
            false => faults::layout(&rules, hexes),
        };
        let neighbours = match faults::of_neighbours(plants) {
            Some(plant) => faults::neighbours(plant, rules.geometry, rows, columns),
            None => Neighbours::new(rules.geometry, rows, columns),
        };
        let neighbours = neighbours.lying(|hex| layout.place(hex));
        let near = (0..hexes).map(|hex| {
            let mut near = [0; W];
            for neighbour in neighbours.of(hex) {
                let (word, bit) = layout.place(usize::from(*neighbour));
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
    pub fn with_board(rules: Rules, board: &Board) -> Option<(Self, Position<W>)> {
        Self::planted_with_board(rules, Plants::default(), board)
    }

    fn planted_with_board(
        rules: Rules,
        plants: Plants,
        board: &Board,
    ) -> Option<(Self, Position<W>)> {
        let game = Self::planted(rules, plants, board.rows, board.columns)?;
        let position = game.layout.pack(board);
        Some((game, position))
    }

    /// The position, unpacked.
    pub fn board(&self, position: &Position<W>) -> Board {
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
    fn attacks(&self, position: &Position<W>, mover: Player, out: &mut Vec<DiceMove>) {
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
    fn conquer(&self, position: &Position<W>, source: usize, target: usize) -> Position<W> {
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
    fn repelled(&self, position: &Position<W>, source: usize) -> Position<W> {
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
    fn supply(&self, position: &Position<W>, mover: Player) -> u16 {
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
    fn pass(&self, position: &Position<W>) -> Position<W> {
        let mut after = *position;
        let mover = self.layout.mover(position);
        let next = Player((mover.0 + 1) % self.rules.players);
        let mut supply = self.supply(position, mover);
        let whose = if self.has(Plant::NextGetsDice) {
            next
        } else {
            mover
        };
        let most = match self.has(Plant::BeyondMaximum) {
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
            if hex.dice < most {
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
            let left = match self.has(Plant::NoReinforcement) {
                true => self.layout.pool(position),
                false => supply,
            };
            // The chapter builds the new board from its end.
            self.layout.set_pool(&mut after, left, !reversed);
        }
        after
    }

    /// The hex at a place of the order by columns.
    fn by_columns(&self, place: usize) -> usize {
        let rows = self.layout.hexes() / self.columns;
        place % rows * self.columns + place / rows
    }

    /// The number of hexes of the player's largest connected group.
    fn largest_cluster(&self, position: &Position<W>, player: Player) -> u16 {
        // One bit per hex; a board has at most 64.
        let mut open = (0..self.layout.hexes())
            .filter(|hex| self.layout.hex(position, *hex).owner == player)
            .fold(0_u64, |hexes, hex| hexes | 1 << hex);
        let mut largest = 0;
        while open != 0 {
            let mut waiting = open & open.wrapping_neg();
            open &= !waiting;
            let mut size = 0;
            while waiting != 0 {
                let hex = waiting.trailing_zeros() as usize;
                waiting &= waiting - 1;
                size += 1;
                for &near in self.neighbours.of(hex) {
                    let near = 1_u64 << near & open;
                    waiting |= near;
                    open &= !near;
                }
            }
            largest = largest.max(size);
        }
        largest
    }

    /// The number of hexes of each player.
    fn tally(&self, position: &Position<W>) -> [usize; 6] {
        let mut tally = [0; 6];
        for player in Player::all(usize::from(self.rules.players)) {
            let others = self.layout.others(position, player);
            let others: u32 = others.iter().map(|word| word.count_ones()).sum();
            tally[player.index()] = self.layout.hexes() - others as usize;
        }
        tally
    }

    /// The players with the most hexes.
    pub fn winners(&self, position: &Position<W>) -> Winners {
        let tally = self.tally(position);
        let most = tally.iter().max();
        let mut winners = Winners::default();
        for player in Player::all(usize::from(self.rules.players)) {
            if Some(&tally[player.index()]) == most {
                winners.insert(player);
            }
        }
        winners
    }

    /// Whether a neighbor of a hex is among `hexes`.
    fn touches(&self, hex: usize, hexes: &[u64; W]) -> bool {
        let near = &self.near[hex];
        (0..W).any(|word| near[word] & hexes[word] != 0)
    }

    /// The estimate of the book's later chapter, for one player and for all together. An own hex
    /// counts 2, or 1 if an enemy neighbor has more dice; an enemy hex counts −1. The number of
    /// hexes is added, so that no score is negative: that is 3 or 2 for each own hex.
    fn territory(&self, position: &Position<W>, player: Player) -> (i128, i128) {
        let (mut own, mut all) = (0, 0);
        for owner in Player::all(self.players()) {
            let others = self.layout.others(position, owner);
            let theirs = self.layout.all_but(&others);
            let mut score =
                3 * i128::from(theirs.iter().map(|word| word.count_ones()).sum::<u32>());
            let mut fewer = [0; W];
            for dice in 1..self.rules.max_dice {
                let up_to = self.layout.weaker(position, dice + 1);
                let stronger = std::array::from_fn(|word| others[word] & !up_to[word]);
                for word in 0..W {
                    let mut hexes = theirs[word] & up_to[word] & !fewer[word];
                    while hexes != 0 {
                        let hex = self.layout.hex_at(word, hexes.trailing_zeros());
                        score -= i128::from(self.touches(hex, &stronger));
                        hexes &= hexes - 1;
                    }
                }
                fewer = up_to;
            }
            all += score;
            own += if owner == player { score } else { 0 };
        }
        (own, all)
    }
}

impl<const W: usize> Game for DiceOfDoom<W> {
    type Position = Position<W>;
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

    fn moves(&self, position: &Position<W>, out: &mut Vec<DiceMove>) -> Kind {
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

    fn play(&self, position: &Position<W>, mv: DiceMove) -> Position<W> {
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

    fn probability(&self, position: &Position<W>, branch: DiceMove) -> Rational {
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

    fn payoff(&self, position: &Position<W>, player: Player) -> Rational {
        let winners = self.winners(position);
        if winners.contains(player) {
            ratio(1, winners.len() as i128)
        } else {
            zero()
        }
    }

    fn canonical(&self, position: &Position<W>) -> Position<W> {
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

    fn estimate(&self, position: &Position<W>, estimate: Estimate, player: Player) -> Rational {
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

    fn write_position(&self, position: &Position<W>, out: &mut String) {
        self.board(position).write(out);
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
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

    fn write_move(&self, _position: &Position<W>, mv: DiceMove, out: &mut String) {
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
    Ok(with_board(rules, Plants::default(), &board, then))
}

/// Chooses the width of a position once, from the board's size.
fn with_board<H: WithGame>(rules: Rules, plants: Plants, board: &Board, then: H) -> H::Output {
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
mod tests {
    use super::*;
    use crate::game::play_line;

    fn game(text: &str) -> (DiceOfDoom<1>, Position<1>) {
        let rules = Rules::LAND_OF_LISP;
        let board = Board::read(text, &rules, None).expect(text);
        DiceOfDoom::with_board(rules, &board).expect("one word is enough")
    }

    fn moves(text: &str) -> Vec<String> {
        let (game, position) = game(text);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves
            .into_iter()
            .map(|mv| game.move_text(&position, mv))
            .collect()
    }

    fn after(text: &str, mv: DiceMove) -> String {
        let (game, position) = game(text);
        game.position_text(&game.play(&position, mv))
    }

    #[test]
    fn a_position_of_another_size_is_refused_where_it_starts() {
        let (game, _) = game("b2b2/a2b1 a");
        let error = game.read_position("b2b2 a").expect_err("another size");
        assert_eq!(error.column, 1);
        let words = "the board has 1 × 2 hexes, this game 2 × 2";
        assert!(error.to_string().contains(words), "{error}");
    }

    #[test]
    fn moves_are_those_that_the_haskell_chapter_prints() {
        assert_eq!(moves("b2b2/a2b1 a"), ["2>3"]);
        assert_eq!(moves("b2b2/a2b1 b"), [""; 0]);
        assert_eq!(moves("a1b2a1/b1b2a1/a1a1a3 a"), ["8>4"]);
        assert_eq!(
            moves("a1b2a1/b1b2a1/a1a1a3 b"),
            ["1>0", "1>2", "1>5", "4>7", "4>0", "4>5"]
        );
        assert_eq!(moves("b2a1a1/a2b2a3/b3b1b1 a"), ["3>7", "5>8", "5>4"]);
    }

    #[test]
    fn pass_is_illegal_before_the_first_attack_and_listed_first_after_it() {
        assert_eq!(moves("b2b2/a1a1 b"), ["0>2", "0>3", "1>3"]);
        assert_eq!(moves("b2b2/a1a1 b +1"), ["pass", "0>2", "0>3", "1>3"]);
    }

    #[test]
    fn an_attack_leaves_one_die_and_moves_the_others() {
        assert_eq!(
            after("b2b2/a2b1 a", DiceMove::Attack(2, 3)),
            "b2b2/a1a1 a +1"
        );
        assert_eq!(
            after("b2b2/a3b2 a +1", DiceMove::Attack(2, 3)),
            "b2b2/a1a2 a +3"
        );
    }

    #[test]
    fn a_pass_brings_one_die_less_than_were_captured_and_never_above_the_maximum() {
        assert_eq!(after("b2b2/a1a1 a +1", DiceMove::Pass), "b2b2/a1a1 b");
        assert_eq!(after("a3b2/a1a1 a +2", DiceMove::Pass), "a3b2/a2a1 b");
        assert_eq!(after("a3a3/a3a3 a +9", DiceMove::Pass), "a3a3/a3a3 b");
        assert_eq!(after("a1a1/a1b1 a +9", DiceMove::Pass), "a2a2/a2b1 b");
    }

    fn under(rules: &Rules, text: &str, line: &str) -> String {
        let board = Board::read(text, rules, None).expect(text);
        let (game, position) = DiceOfDoom::<8>::with_board(*rules, &board).expect("eight words");
        let after = play_line(&game, &position, line).expect(line);
        game.position_text(&after)
    }

    fn preset(name: &str) -> Rules {
        let named = Rules::PRESETS.iter().find(|(preset, _)| *preset == name);
        named.expect("a preset").1
    }

    #[test]
    fn the_haskell_port_reinforces_for_the_last_capture_of_a_turn_alone() {
        for (rules, after, passed) in [
            ("land-of-lisp", "a1a1a1 a +3", "a2a2a1 b"),
            ("haskell", "a1a1a1 a +1", "a1a1a1 b"),
        ] {
            let rules = preset(rules);
            assert_eq!(under(&rules, "a3b2b1 a", "0>1 1>2"), after);
            assert_eq!(under(&rules, "a3b2b1 a", "0>1 1>2 pass"), passed);
        }
    }

    #[test]
    fn a_pool_is_shared_never_refilled_and_each_pass_turns_the_board_order_round() {
        let racket = preset("realm-of-racket");
        let pool = Rules { pool: 3, ..racket };
        assert_eq!(
            under(&pool, "a2b1b1 a", "0>1"),
            "a1a1b1 a + pool=3",
            "captured dice are lost"
        );
        assert_eq!(
            under(&pool, "a2b1b1 a", "0>1 pass"),
            "a2a2b1 b pool=1 reversed"
        );
        let last = "a1a1b2/b1b1a1 b + pool=1 reversed";
        assert_eq!(under(&pool, last, "pass"), "a1a1b2/b1b2a1 a pool=0");
        assert_eq!(
            under(&pool, "a1a1b2/b1b1a1 b + pool=1", "pass"),
            "a1a1b3/b1b1a1 a pool=0 reversed"
        );
        assert_eq!(under(&racket, "b2b2/a2b1 a", ""), "b2b2/a2b1 a pool=10");
    }

    #[test]
    fn the_reversed_board_order_lists_the_attacks_from_the_other_end() {
        let racket = preset("realm-of-racket");
        let listed = |text: &str| {
            let board = Board::read(text, &racket, None).expect(text);
            let (game, position) = DiceOfDoom::<1>::with_board(racket, &board).expect("one word");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let texts: Vec<_> = moves
                .iter()
                .map(|mv| game.move_text(&position, *mv))
                .collect();
            texts.join(" ")
        };
        assert_eq!(listed("a2b1a2 a"), "0>1 2>1");
        assert_eq!(listed("a2b1a2 a reversed"), "2>1 0>1");
        assert_eq!(listed("a2b1a2 a + reversed"), "pass 2>1 0>1");
    }

    #[test]
    fn dice_are_rolled_at_a_chance_node_whose_branches_are_wins_and_fails() {
        let v4 = preset("land-of-lisp-v4");
        assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0"), "b2b2/a2b1 a ?2>0");
        assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0 wins"), "a1b2/a1b1 a +");
        assert_eq!(under(&v4, "b2b2/a2b1 a", "2>0 fails"), "b2b2/a1b1 a +");
        let counted = Rules {
            reinforcement: Reinforcement::CapturedMinusOne,
            ..v4
        };
        assert_eq!(
            under(&counted, "b2b2/a2b1 a", "2>0 fails"),
            "b2b2/a1b1 a +0"
        );
        assert_eq!(
            under(&counted, "b2b2/a2b1 a", "2>0 fails pass"),
            "b2b2/a1b1 b"
        );
        assert_eq!(under(&counted, "b2b2/a2b1 a", "2>0 wins"), "a1b2/a1b1 a +2");
        let board = Board::read("b2b2/a2b1 a ?2>0", &v4, None).expect("a chance node");
        let (game, position) = DiceOfDoom::<1>::with_board(v4, &board).expect("one word");
        assert_eq!(game.kind(&position), Kind::Chance(Player(0)));
        assert_eq!(game.probability(&position, DiceMove::Wins), ratio(11, 25));
        assert_eq!(game.probability(&position, DiceMove::Fails), ratio(14, 25));
    }

    #[test]
    fn the_largest_group_of_hexes_brings_as_many_dice() {
        let v4 = preset("land-of-lisp-v4");
        // Hexes 0 and 3 touch, and 8 is apart from them.
        assert_eq!(
            under(&v4, "a1b1c1/a1b1c1/d1d1a1 a +", "pass"),
            "a2b1c1/a2b1c1/d1d1a1 b"
        );
        assert_eq!(
            under(&v4, "a5b1c1/a1b1c1/d1d1a1 a +", "pass"),
            "a5b1c1/a2b1c1/d1d1a2 b"
        );
        assert_eq!(under(&v4, "b1b1/b1b1 a +", "pass"), "b1b1/b1b1 b");
    }

    #[test]
    fn the_count_of_captured_dice_stays_within_the_notation() {
        assert_eq!(
            after("a3b1/a1a1 a +999", DiceMove::Attack(0, 1)),
            "a1a2/a1a1 a +999"
        );
    }

    #[test]
    fn a_game_has_at_least_one_hex_and_at_most_sixty_four() {
        for (rows, columns) in [(0, 3), (3, 0), (5, 13), (256, 21), (usize::MAX, 2)] {
            assert!(DiceOfDoom::<8>::new(Rules::LAND_OF_LISP, rows, columns).is_none());
        }
        assert!(DiceOfDoom::<8>::new(Rules::LAND_OF_LISP, 1, 64).is_some());
    }

    #[test]
    fn most_hexes_win_and_ties_share() {
        let (game, position) = game("b2b2/a2b1 b");
        assert_eq!(game.payoff(&position, Player(0)), zero());
        assert_eq!(game.payoff(&position, Player(1)), ratio(1, 1));
        let tied = game.read_position("b1b1/a1a1 b").expect("a board");
        assert_eq!(game.payoff(&tied, Player(0)), ratio(1, 2));
    }

    #[test]
    fn estimates_of_all_players_sum_to_one() {
        let (game, position) = game("b2a1a1/a2b2a3/b3b1b1 a");
        for estimate in ESTIMATES {
            let sum: Rational = Player::all(2)
                .map(|player| game.estimate(&position, estimate, player))
                .sum();
            assert_eq!(sum, ratio(1, 1), "{estimate:?}");
        }
        assert_eq!(
            game.estimate(&position, Estimate::SHARE, Player(0)),
            ratio(4, 9)
        );
        // a: hexes 1 and 3 are threatened, 2 and 5 are not: 1 + 2 + 1 + 2 − 5 + 9 = 10.
        // b: hexes 4, 7 and 8 are threatened, 0 and 6 are not: 2 + 1 + 2 + 1 + 1 − 4 + 9 = 12.
        assert_eq!(
            game.estimate(&position, TERRITORY, Player(0)),
            ratio(10, 22)
        );
    }
}
