//! The positions that a program is asked about: those of the board, and of other boards of the
//! game.

use super::super::known;
use crate::games::{self, Setup};
use crate::session::rated::Rated;
use crate::tree::{Vertex, VertexKind};

/// Maximum number of positions of another board.
pub(super) const MAX_OF_OTHER: usize = 60;

/// The positions of a graph that a program is asked about, breadth first, at most `most`: decisions
/// and ends.
pub fn positions_to_ask(rated: &Rated, most: usize) -> Vec<String> {
    let asked = vertices_to_ask(rated, most).into_iter();
    asked
        .map(|vertex| rated.graph.position_text(vertex))
        .collect()
}

/// The vertices of these positions.
pub fn vertices_to_ask(rated: &Rated, most: usize) -> Vec<Vertex> {
    let graph = rated.graph.graph();
    let asked = graph.vertices().filter(|vertex| {
        matches!(
            graph.kind(*vertex),
            VertexKind::Decision(_) | VertexKind::End
        )
    });
    // With a ply limit only the root has all plies left, so only its position is asked.
    let most = if graph.max_plies().is_some() { 1 } else { most };
    asked.take(most).collect()
}

/// Number of random boards per hex of a size, and the maximum for one size.
const DRAWS: u64 = 12;
pub(super) const MAX_OF_SIZE: u64 = 60;

/// Maximum number of boards of all sizes; with many sizes each gets fewer.
pub(super) const MAX_BOARDS: u64 = 480;

/// Minimum size up to which boards are tried: two hexes are too few for most faults to show.
const MIN: (u64, u64) = (2, 3);

/// Other boards of the same game and rules as a board, ordered by their number of places, then
/// rows, then the sum of their pieces. They go up to its own size, but at least up to 2×3, and are
/// always the same. A game with boards of only one size has none.
pub struct OtherBoards {
    setup: Setup,
    /// The number of places of the board itself.
    own: u64,
    of_size: u64,
    sizes: std::vec::IntoIter<(u64, u64)>,
    boards: std::vec::IntoIter<String>,
}

impl OtherBoards {
    /// The boards beside that of `setup`.
    pub fn new(setup: &Setup) -> Self {
        let number = |names: [&str; 2]| {
            let form = games::form(setup)?;
            let mut numbers = form.numbers.iter();
            Some(numbers.find(|number| names.contains(&number.name))?.value)
        };
        let rows = number(["rows", "height"]).unwrap_or(0);
        let columns = number(["columns", "width"]).unwrap_or(0);
        let own = rows * columns;
        let longest = rows.max(columns).max(MIN.1);
        let most = own.max(MIN.0 * MIN.1);
        let mut sizes: Vec<(u64, u64)> = (1..=longest)
            .flat_map(|a| (1..=longest).map(move |b| (a, b)))
            .filter(|(a, b)| own > 0 && (2..=most).contains(&(a * b)))
            .collect();
        sizes.sort_by_key(|(rows, columns)| (rows * columns, *rows));
        Self {
            setup: setup.clone(),
            own,
            of_size: (MAX_BOARDS / (sizes.len() as u64).max(1)).clamp(1, MAX_OF_SIZE),
            sizes: sizes.into_iter(),
            boards: Vec::new().into_iter(),
        }
    }

    /// Limits the number of further boards to `most`, spread over all of them.
    pub fn thin(&mut self, most: usize) {
        let rest: Vec<String> = self.by_ref().map(|setup| setup.position).collect();
        let step = rest.len().div_ceil(most).max(1);
        let kept: Vec<String> = rest.into_iter().step_by(step).collect();
        self.boards = kept.into_iter();
    }

    /// Limits further boards to those with fewer places than the board itself; returns the others.
    pub fn stay_below_own(&mut self) -> Self {
        let (below, others): (Vec<_>, Vec<_>) = self
            .sizes
            .by_ref()
            .partition(|(rows, columns)| rows * columns < self.own);
        self.sizes = below.into_iter();
        Self {
            setup: self.setup.clone(),
            own: self.own,
            of_size: self.of_size,
            sizes: others.into_iter(),
            boards: Vec::new().into_iter(),
        }
    }

    fn draw(&self, rows: u64, columns: u64) -> Vec<String> {
        let mut boards: Vec<String> = (0..(DRAWS * rows * columns).min(self.of_size))
            .filter_map(|seed| {
                let setup = &self.setup;
                let mut switches = setup.switches.clone();
                // Such a game has the size of its boards among its rules.
                if switches.width.is_some() || switches.height.is_some() {
                    switches.width = Some(columns);
                    switches.height = Some(rows);
                    return known::random(&setup.game, &switches, None, None, seed).ok();
                }
                known::random(&setup.game, &switches, Some(rows), Some(columns), seed).ok()
            })
            .collect();
        let sum = |board: &String| {
            board
                .bytes()
                .filter(u8::is_ascii_digit)
                .map(|digit| u64::from(digit - b'0'))
                .sum::<u64>()
        };
        boards.sort_by_key(|board| (sum(board), board.clone()));
        boards.dedup();
        boards
    }
}

impl Iterator for OtherBoards {
    type Item = Setup;

    fn next(&mut self) -> Option<Setup> {
        loop {
            if let Some(board) = self.boards.next() {
                return Some(self.setup.at(&board, None));
            }
            let (rows, columns) = self.sizes.next()?;
            self.boards = self.draw(rows, columns).into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_boards_come_in_the_order_of_their_size_up_to_their_own_and_are_the_same_for_ever() {
        let setup = Setup {
            game: games::NAMES[0].to_owned(),
            position: "b2b2a1/a2b1a1 a".to_owned(),
            ..Setup::default()
        };
        let boards: Vec<String> = OtherBoards::new(&setup)
            .map(|setup| setup.position)
            .collect();
        let again: Vec<String> = OtherBoards::new(&setup)
            .map(|setup| setup.position)
            .collect();
        assert_eq!(boards, again);
        let hexes = |board: &String| board.bytes().filter(u8::is_ascii_digit).count();
        assert!(
            boards
                .windows(2)
                .all(|pair| hexes(&pair[0]) <= hexes(&pair[1]))
        );
        assert_eq!(boards.first().map(hexes), Some(2));
        assert_eq!(boards.last().map(hexes), Some(6));
        let mut smaller = OtherBoards::new(&setup);
        smaller.stay_below_own();
        assert_eq!(smaller.last().map(|one| hexes(&one.position)), Some(4));
        // A small board is too small to show much.
        let setup = setup.at("b2a1 a", None);
        let last = OtherBoards::new(&setup).last().expect("a board");
        assert_eq!(hexes(&last.position), 6);
    }

    #[test]
    fn a_game_of_one_size_has_no_other_boards() {
        let setup = Setup {
            game: "tic-tac-toe".to_owned(),
            position: ".../.../... x".to_owned(),
            ..Setup::default()
        };
        assert_eq!(OtherBoards::new(&setup).count(), 0);
    }
}
