//! Dice of Doom once more, as plainly as its programs tell it, every dialect of it: a grid of rows,
//! no packing, no tables, plain recursion.

pub mod fraction;

use std::rc::Rc;

pub use fraction::Fraction;
use support::Draws;

/// What a pass hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    CapturedMinusOne,
    LastCaptureMinusOne,
    Pool,
    LargestCluster,
}

/// How an attack ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fight {
    StrongerWins,
    BookTable,
    Exact,
}

/// The rules of one program, or of none: any mix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    pub offset_rows: bool,
    pub players: usize,
    pub most_dice: u32,
    pub fight: Fight,
    pub supply: Supply,
    pub pass_last: bool,
}

impl Dialect {
    pub fn land_of_lisp() -> Self {
        Self {
            offset_rows: false,
            players: 2,
            most_dice: 3,
            fight: Fight::StrongerWins,
            supply: Supply::CapturedMinusOne,
            pass_last: false,
        }
    }

    /// Any mix of switches, small numbers more often than large ones.
    pub fn random(draws: &mut Draws) -> Self {
        let mut one_of = |choices: &[usize]| choices[draws.below(choices.len())];
        Self {
            offset_rows: one_of(&[0, 1]) == 1,
            players: one_of(&[2, 2, 2, 3, 3, 4, 5, 6]),
            most_dice: one_of(&[1, 2, 2, 3, 3, 3, 4, 5, 6, 9]) as u32,
            fight: [Fight::StrongerWins, Fight::BookTable, Fight::Exact][one_of(&[0, 1, 2])],
            supply: [
                Supply::CapturedMinusOne,
                Supply::LastCaptureMinusOne,
                Supply::Pool,
                Supply::LargestCluster,
            ][one_of(&[0, 1, 2, 3])],
            pass_last: one_of(&[0, 1]) == 1,
        }
    }

    /// Every switch in words.
    pub fn words(&self) -> String {
        let mut words = format!(
            "geometry={} players={} max_dice={} combat={} reinforcement={} pass_listed={}",
            if self.offset_rows {
                "offset-rows"
            } else {
                "parallelogram"
            },
            self.players,
            self.most_dice,
            if self.fight == Fight::StrongerWins {
                "stronger-wins"
            } else {
                "dice-roll"
            },
            match self.supply {
                Supply::CapturedMinusOne => "captured-minus-one",
                Supply::LastCaptureMinusOne => "last-capture-minus-one",
                Supply::Pool => "pool",
                Supply::LargestCluster => "largest-cluster",
            },
            if self.pass_last { "last" } else { "first" },
        );
        match self.fight {
            Fight::StrongerWins => {}
            Fight::BookTable => words.push_str(" odds=book-table"),
            Fight::Exact => words.push_str(" odds=exact"),
        }
        words
    }

    fn counts_captured(&self) -> bool {
        matches!(
            self.supply,
            Supply::CapturedMinusOne | Supply::LastCaptureMinusOne
        )
    }

    /// The probability that so many dice win against so many others.
    fn odds(&self, attacker: u32, defender: u32) -> Fraction {
        const TABLE: [[i128; 4]; 5] = [
            [84, 97, 100, 100],
            [44, 78, 94, 99],
            [15, 45, 74, 91],
            [4, 19, 46, 72],
            [1, 6, 22, 46],
        ];
        if self.fight == Fight::BookTable && attacker <= 5 && defender <= 5 {
            let hundredths = TABLE[defender as usize - 1][attacker as usize - 2];
            return Fraction::new(hundredths, 100);
        }
        let mut won = 0;
        for ours in attacker..=6 * attacker {
            for theirs in defender..ours.min(6 * defender + 1) {
                won += throws(attacker, ours) * throws(defender, theirs);
            }
        }
        Fraction::new(won, 6_i128.pow(attacker + defender))
    }
}

/// In how many of their throws so many dice show that sum, by inclusion and exclusion.
fn throws(dice: u32, sum: u32) -> i128 {
    let choose = |n: i128, k: i128| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    let (dice, sum) = (i128::from(dice), i128::from(sum));
    (0..=dice)
        .take_while(|sixes| dice + 6 * sixes <= sum)
        .map(|sixes| {
            let sign = if sixes % 2 == 0 { 1 } else { -1 };
            sign * choose(dice, sixes) * choose(sum - 6 * sixes - 1, dice - 1)
        })
        .sum()
}

/// A hex: its owner's number and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    owner: usize,
    dice: u32,
}

/// A move, or a branch of chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Pass,
    Attack { from: usize, to: usize },
    Wins,
    Fails,
}

impl Choice {
    pub fn text(&self) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Attack { from, to } => format!("{from}>{to}"),
            Self::Wins => "wins".to_owned(),
            Self::Fails => "fails".to_owned(),
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    dialect: Rc<Dialect>,
    grid: Vec<Vec<Cell>>,
    mover: usize,
    /// In the middle of a turn the dice that count as captured: 0 where none do.
    captured: Option<u32>,
    pool: u32,
    reversed: bool,
    /// The attack for which dice are about to be rolled.
    rolled_for: Option<(usize, usize)>,
}

impl Spot {
    /// A random position; one in eight begins in the middle of a turn, and with dice one in eight
    /// of those that can just before a throw.
    pub fn random(draws: &mut Draws, dialect: &Rc<Dialect>, rows: usize, columns: usize) -> Self {
        let grid = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| Cell {
                        owner: draws.below(dialect.players),
                        dice: draws.below(dialect.most_dice as usize) as u32 + 1,
                    })
                    .collect()
            })
            .collect();
        let mut spot = Self {
            dialect: Rc::clone(dialect),
            grid,
            mover: draws.below(dialect.players),
            captured: (draws.below(8) == 0).then(|| draws.below(5) as u32 + 1),
            pool: 0,
            reversed: false,
            rolled_for: None,
        };
        if spot.captured.is_some() && !dialect.counts_captured() {
            spot.captured = Some(0);
        }
        if dialect.supply == Supply::Pool {
            spot.pool = draws.below(12) as u32;
            spot.reversed = draws.below(4) == 0;
        }
        if dialect.fight != Fight::StrongerWins && draws.below(8) == 0 {
            let attacks: Vec<_> = spot.moves();
            if let Some(Choice::Attack { from, to }) = attacks.last() {
                spot.rolled_for = Some((*from, *to));
            }
        }
        spot
    }

    /// Reads notation under the book's rules that is known to be good.
    pub fn read(text: &str) -> Self {
        let number = |letter: char| letter as usize - 'a' as usize;
        let words: Vec<&str> = text.split(' ').collect();
        let grid = words[0]
            .split('/')
            .map(|row| {
                row.chars()
                    .collect::<Vec<_>>()
                    .chunks(2)
                    .map(|hex| Cell {
                        owner: number(hex[0]),
                        dice: hex[1].to_digit(10).expect("dice"),
                    })
                    .collect()
            })
            .collect();
        Self {
            dialect: Rc::new(Dialect::land_of_lisp()),
            grid,
            mover: number(words[1].chars().next().expect("a mover")),
            captured: words.get(2).map(|word| word[1..].parse().expect("dice")),
            pool: 0,
            reversed: false,
            rolled_for: None,
        }
    }

    pub fn text(&self) -> String {
        let mut text = String::with_capacity(32);
        for (index, row) in self.grid.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            for cell in row {
                text.push(letter(cell.owner));
                text.push(char::from_digit(cell.dice, 10).expect("one digit"));
            }
        }
        text.push(' ');
        text.push(letter(self.mover));
        if let Some(dice) = self.captured {
            text.push_str(" +");
            if self.dialect.counts_captured() {
                text.push_str(&dice.to_string());
            }
        }
        if self.dialect.supply == Supply::Pool {
            text.push_str(&format!(" pool={}", self.pool));
            if self.reversed {
                text.push_str(" reversed");
            }
        }
        if let Some((from, to)) = self.rolled_for {
            text.push_str(&format!(" ?{from}>{to}"));
        }
        text
    }

    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    pub fn mover(&self) -> usize {
        self.mover
    }

    pub fn mover_letter(&self) -> char {
        letter(self.mover)
    }

    pub fn is_chance(&self) -> bool {
        self.rolled_for.is_some()
    }

    fn columns(&self) -> usize {
        self.grid[0].len()
    }

    fn cells(&self) -> impl DoubleEndedIterator<Item = (usize, usize, Cell)> {
        let columns = self.columns();
        (0..self.grid.len() * columns)
            .map(move |hex| (hex / columns, hex % columns, self.cell(hex)))
    }

    fn cell(&self, hex: usize) -> Cell {
        self.grid[hex / self.columns()][hex % self.columns()]
    }

    fn cell_mut(&mut self, hex: usize) -> &mut Cell {
        let columns = self.columns();
        &mut self.grid[hex / columns][hex % columns]
    }

    /// On a parallelogram above, below, above on the left, left, right, below on the right; with
    /// offset rows above and below on the right, above and below on the left, right, left: where
    /// there is a hex. Even rows lie half a hex further to the right.
    fn neighbours(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let even = i32::from(row.is_multiple_of(2));
        let steps = if self.dialect.offset_rows {
            [
                (-1, even),
                (1, even),
                (-1, even - 1),
                (1, even - 1),
                (0, 1),
                (0, -1),
            ]
        } else {
            [(-1, 0), (1, 0), (-1, -1), (0, -1), (0, 1), (1, 1)]
        };
        steps
            .into_iter()
            .map(|(down, right)| (row as i32 + down, column as i32 + right))
            .filter(|(r, c)| {
                (0..self.grid.len() as i32).contains(r) && (0..self.columns() as i32).contains(c)
            })
            .map(|(r, c)| (r as usize, c as usize))
            .collect()
    }

    /// The hexes from the end from which the board is told.
    fn board_order(&self) -> Vec<usize> {
        let hexes = 0..self.grid.len() * self.columns();
        if self.reversed {
            hexes.rev().collect()
        } else {
            hexes.collect()
        }
    }

    pub fn moves(&self) -> Vec<Choice> {
        if self.rolled_for.is_some() {
            return vec![Choice::Wins, Choice::Fails];
        }
        let mut moves = Vec::new();
        for from in self.board_order() {
            let cell = self.cell(from);
            if cell.owner != self.mover {
                continue;
            }
            for (s, d) in self.neighbours(from / self.columns(), from % self.columns()) {
                let other = self.grid[s][d];
                let strong = match self.dialect.fight {
                    Fight::StrongerWins => cell.dice > other.dice,
                    Fight::BookTable | Fight::Exact => cell.dice > 1,
                };
                if other.owner != self.mover && strong {
                    let to = s * self.columns() + d;
                    moves.push(Choice::Attack { from, to });
                }
            }
        }
        if self.captured.is_some() {
            let at = if self.dialect.pass_last {
                moves.len()
            } else {
                0
            };
            moves.insert(at, Choice::Pass);
        }
        moves
    }

    /// The probability of a branch.
    pub fn probability(&self, branch: &Choice) -> Fraction {
        let (from, to) = self.rolled_for.expect("a throw");
        let wins = self.dialect.odds(self.cell(from).dice, self.cell(to).dice);
        if *branch == Choice::Wins {
            wins
        } else {
            Fraction::new(1, 1).minus(&wins)
        }
    }

    fn conquer(&mut self, from: usize, to: usize) {
        let (attackers, defenders) = (self.cell(from).dice, self.cell(to).dice);
        self.cell_mut(from).dice = 1;
        *self.cell_mut(to) = Cell {
            owner: self.mover,
            dice: attackers - 1,
        };
        self.captured = Some(match self.dialect.supply {
            Supply::CapturedMinusOne => self.captured.unwrap_or(0) + defenders,
            Supply::LastCaptureMinusOne => defenders,
            Supply::Pool | Supply::LargestCluster => 0,
        });
    }

    fn supply(&self) -> u32 {
        match self.dialect.supply {
            Supply::Pool => self.pool,
            Supply::LargestCluster => (0..self.grid.len() * self.columns())
                .filter(|hex| self.cell(*hex).owner == self.mover)
                .map(|hex| self.cluster(hex))
                .max()
                .unwrap_or(0),
            _ => self.captured.expect("a pass is mid-turn").max(1) - 1,
        }
    }

    /// The size of the group of a hex.
    fn cluster(&self, hex: usize) -> u32 {
        let mut group = vec![(hex / self.columns(), hex % self.columns())];
        let mut next = 0;
        while let Some(&(r, c)) = group.get(next) {
            next += 1;
            for near in self.neighbours(r, c) {
                if self.grid[near.0][near.1].owner == self.mover && !group.contains(&near) {
                    group.push(near);
                }
            }
        }
        group.len() as u32
    }

    pub fn play(&self, choice: &Choice) -> Self {
        let mut after = self.clone();
        match (choice, self.rolled_for) {
            (Choice::Attack { from, to }, _) => {
                if self.dialect.fight == Fight::StrongerWins {
                    after.conquer(*from, *to);
                } else {
                    after.rolled_for = Some((*from, *to));
                }
            }
            (Choice::Wins, Some((from, to))) => {
                after.rolled_for = None;
                after.conquer(from, to);
            }
            (Choice::Fails, Some((from, _))) => {
                after.rolled_for = None;
                after.cell_mut(from).dice = 1;
                after.captured = Some(self.captured.unwrap_or(0));
            }
            (Choice::Pass, _) => {
                let mut supply = self.supply();
                for hex in self.board_order() {
                    let cell = after.cell_mut(hex);
                    if supply > 0 && cell.owner == self.mover && cell.dice < self.dialect.most_dice
                    {
                        cell.dice += 1;
                        supply -= 1;
                    }
                }
                after.mover = (self.mover + 1) % self.dialect.players;
                after.captured = None;
                if self.dialect.supply == Supply::Pool {
                    after.pool = supply;
                    after.reversed = !self.reversed;
                }
            }
            (Choice::Wins | Choice::Fails, None) => panic!("nothing is rolled for"),
        }
        after
    }

    fn owned(&self, player: usize) -> i128 {
        self.cells()
            .filter(|(.., cell)| cell.owner == player)
            .count() as i128
    }

    fn size(&self) -> i128 {
        self.cells().count() as i128
    }

    pub fn payoff(&self, player: usize) -> Fraction {
        let owned: Vec<i128> = (0..self.dialect.players).map(|p| self.owned(p)).collect();
        let most = owned.iter().max().expect("players");
        let winners = owned.iter().filter(|hexes| *hexes == most).count();
        if owned[player] == *most {
            Fraction::new(1, winners as i128)
        } else {
            Fraction::new(0, 1)
        }
    }

    pub fn share(&self, player: usize) -> Fraction {
        Fraction::new(self.owned(player), self.size())
    }

    fn score(&self, player: usize) -> i128 {
        self.cells()
            .map(|(r, c, cell)| {
                let threatened = self.neighbours(r, c).into_iter().any(|(s, d)| {
                    let other = self.grid[s][d];
                    other.owner != player && other.dice > cell.dice
                });
                match (cell.owner == player, threatened) {
                    (false, _) => -1,
                    (true, true) => 1,
                    (true, false) => 2,
                }
            })
            .sum()
    }

    pub fn territory_rating(&self, player: usize) -> Fraction {
        let all = (0..self.dialect.players)
            .map(|p| self.score(p) + self.size())
            .sum();
        Fraction::new(self.score(player) + self.size(), all)
    }

    /// The nodes of the tree, to so many plies, unless there are more than `most`.
    pub fn count(&self, plies_left: Option<u32>, most: u64) -> Option<u64> {
        let mut nodes = 1;
        if plies_left != Some(0) || self.is_chance() {
            let left = plies_left.map(|left| left - u32::from(!self.is_chance()));
            for choice in self.moves() {
                nodes += self.play(&choice).count(left, most.checked_sub(nodes)?)?;
            }
        }
        (nodes <= most).then_some(nodes)
    }
}

fn letter(player: usize) -> char {
    ['a', 'b', 'c', 'd', 'e', 'f'][player]
}

/// Which moves give the mover the most, all that tie. A move is its rating for the mover and its
/// distance.
pub fn best_of(moves: &[(Fraction, Option<u32>)]) -> Vec<usize> {
    let most = moves.iter().map(|(rating, _)| rating).max();
    (0..moves.len())
        .filter(|index| Some(&moves[*index].0) == most)
        .collect()
}

/// The move of best play among `players`: a mover who has at least an equal share takes the
/// shortest of the best moves, any other the longest, then the first. No known end is longer than
/// any.
pub fn pick_of(moves: &[(Fraction, Option<u32>)], players: usize) -> usize {
    let best = best_of(moves);
    let length = |index: usize| moves[index].1.unwrap_or(u32::MAX);
    let mut picked = best[0];
    for index in best {
        let better = if moves[index].0 >= Fraction::new(1, players as i128) {
            length(index) < length(picked)
        } else {
            length(index) > length(picked)
        };
        if better {
            picked = index;
        }
    }
    picked
}
