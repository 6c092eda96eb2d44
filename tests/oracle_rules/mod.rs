//! Dice of Doom once more, as plainly as the rules tell it: a grid of rows, no packing, no tables.

use std::cmp::Ordering;
use std::fmt;

use crate::common::Draws;

/// A fraction that is compared by cross multiplication.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    above: i64,
    below: i64,
}

impl Fraction {
    pub fn new(above: i64, below: i64) -> Self {
        assert!(below > 0);
        Self { above, below }
    }

    pub fn minus(self, other: Self) -> Self {
        Self::new(
            self.above * other.below - other.above * self.below,
            self.below * other.below,
        )
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.above * other.below).cmp(&(other.above * self.below))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.above, self.below)
    }
}

/// A hex: its owner's number and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    owner: usize,
    dice: u32,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Pass,
    Attack { from: usize, to: usize },
}

impl Choice {
    pub fn text(&self) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Attack { from, to } => format!("{from}>{to}"),
        }
    }
}

/// A position under the land-of-lisp rules: two players, three dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    grid: Vec<Vec<Cell>>,
    mover: usize,
    captured: Option<u32>,
}

impl Spot {
    /// A random board; one in eight begins in the middle of a turn.
    pub fn random(draws: &mut Draws, rows: usize, columns: usize) -> Self {
        let grid = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| Cell {
                        owner: draws.below(2),
                        dice: draws.below(3) as u32 + 1,
                    })
                    .collect()
            })
            .collect();
        Self {
            grid,
            mover: draws.below(2),
            captured: (draws.below(8) == 0).then(|| draws.below(5) as u32 + 1),
        }
    }

    /// Reads notation that is known to be good.
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
            grid,
            mover: number(words[1].chars().next().expect("a mover")),
            captured: words.get(2).map(|word| word[1..].parse().expect("dice")),
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
                text.push(['0', '1', '2', '3'][cell.dice as usize]);
            }
        }
        text.push(' ');
        text.push(letter(self.mover));
        if let Some(dice) = self.captured {
            text.push_str(" +");
            text.push_str(&dice.to_string());
        }
        text
    }

    pub fn mover(&self) -> usize {
        self.mover
    }

    pub fn mover_letter(&self) -> char {
        letter(self.mover)
    }

    fn columns(&self) -> usize {
        self.grid[0].len()
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> {
        self.grid
            .iter()
            .enumerate()
            .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| (r, c, *cell)))
    }

    /// Above, below, above on the left, left, right, below on the right: where there is a hex.
    fn neighbours(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        [(-1, 0), (1, 0), (-1, -1), (0, -1), (0, 1), (1, 1)]
            .into_iter()
            .map(|(down, right)| (row as i32 + down, column as i32 + right))
            .filter(|(r, c)| {
                (0..self.grid.len() as i32).contains(r) && (0..self.columns() as i32).contains(c)
            })
            .map(|(r, c)| (r as usize, c as usize))
            .collect()
    }

    pub fn moves(&self) -> Vec<Choice> {
        let mut moves = Vec::new();
        if self.captured.is_some() {
            moves.push(Choice::Pass);
        }
        for (r, c, cell) in self.cells() {
            for (s, d) in self.neighbours(r, c) {
                let other = self.grid[s][d];
                if cell.owner == self.mover && other.owner != self.mover && cell.dice > other.dice {
                    moves.push(Choice::Attack {
                        from: r * self.columns() + c,
                        to: s * self.columns() + d,
                    });
                }
            }
        }
        moves
    }

    pub fn play(&self, choice: &Choice) -> Self {
        let mut after = self.clone();
        let columns = self.columns();
        match choice {
            Choice::Attack { from, to } => {
                let attackers = self.grid[from / columns][from % columns].dice;
                let defenders = self.grid[to / columns][to % columns].dice;
                after.grid[from / columns][from % columns].dice = 1;
                after.grid[to / columns][to % columns] = Cell {
                    owner: self.mover,
                    dice: attackers - 1,
                };
                after.captured = Some(self.captured.unwrap_or(0) + defenders);
            }
            Choice::Pass => {
                let mut supply = self.captured.expect("a pass is mid-turn") - 1;
                for cell in after.grid.iter_mut().flatten() {
                    if supply > 0 && cell.owner == self.mover && cell.dice < 3 {
                        cell.dice += 1;
                        supply -= 1;
                    }
                }
                after.mover = 1 - self.mover;
                after.captured = None;
            }
        }
        after
    }

    fn owned(&self, player: usize) -> i64 {
        self.cells()
            .filter(|(.., cell)| cell.owner == player)
            .count() as i64
    }

    fn size(&self) -> i64 {
        self.cells().count() as i64
    }

    pub fn payoff(&self, player: usize) -> Fraction {
        match self.owned(player).cmp(&self.owned(1 - player)) {
            Ordering::Greater => Fraction::new(1, 1),
            Ordering::Equal => Fraction::new(1, 2),
            Ordering::Less => Fraction::new(0, 1),
        }
    }

    pub fn share(&self, player: usize) -> Fraction {
        Fraction::new(self.owned(player), self.size())
    }

    fn score(&self, player: usize) -> i64 {
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
        let all = self.score(0) + self.score(1) + 2 * self.size();
        Fraction::new(self.score(player) + self.size(), all)
    }

    /// The nodes of the tree, unless there are more than `most`.
    pub fn count(&self, most: u64) -> Option<u64> {
        let mut nodes = 1;
        for choice in self.moves() {
            nodes += self.play(&choice).count(most.checked_sub(nodes)?)?;
        }
        (nodes <= most).then_some(nodes)
    }
}

fn letter(player: usize) -> char {
    ['a', 'b'][player]
}

/// Which moves give the mover the most, all that tie. A move is its rating for the mover and its
/// distance.
pub fn best_of(moves: &[(Fraction, Option<u32>)]) -> Vec<usize> {
    let most = moves.iter().map(|(rating, _)| *rating).max();
    (0..moves.len())
        .filter(|index| Some(moves[*index].0) == most)
        .collect()
}

/// The move of best play: a mover who has at least a half takes the shortest of the best moves,
/// any other the longest, then the first. No known end is longer than any.
pub fn pick_of(moves: &[(Fraction, Option<u32>)]) -> usize {
    let best = best_of(moves);
    let length = |index: usize| moves[index].1.unwrap_or(u32::MAX);
    let mut picked = best[0];
    for index in best {
        let better = if moves[index].0 >= Fraction::new(1, 2) {
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
