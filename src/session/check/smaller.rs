//! Which positions a program is asked about: those of the board, and smaller boards of the game.

use super::super::known;
use crate::games::{self, Setup};
use crate::session::rated::Rated;
use crate::tree::VertexKind;

/// The positions of a graph that a program is asked about, breadth first, at most so many: those at
/// which somebody moves, and ends.
pub fn positions_to_ask(rated: &Rated, most: usize) -> Vec<String> {
    let graph = rated.graph.graph();
    let asked = graph.vertices().filter(|vertex| {
        matches!(
            graph.kind(*vertex),
            VertexKind::Decision(_) | VertexKind::End
        )
    });
    // With a ply limit the position of the root alone has as many plies left as the limit says.
    let most = if graph.max_plies().is_some() { 1 } else { most };
    asked
        .take(most)
        .map(|vertex| rated.graph.position_text(vertex))
        .collect()
}

/// How many boards of each size are drawn for each of its hexes.
const DRAWS: u64 = 24;

/// Boards of the same game and rules that are smaller than a board: by their number of places, then
/// rows, then by the sum of what lies on them, the same ones for ever. A game whose boards have one
/// size has none.
pub struct SmallerBoards {
    setup: Setup,
    sizes: std::vec::IntoIter<(u64, u64)>,
    boards: std::vec::IntoIter<String>,
}

impl SmallerBoards {
    /// The boards that are smaller than that of `setup`.
    pub fn new(setup: &Setup) -> Self {
        let number = |names: [&str; 2]| {
            let form = games::form(setup)?;
            let mut numbers = form.numbers.iter();
            Some(numbers.find(|number| names.contains(&number.name))?.value)
        };
        let rows = number(["rows", "height"]).unwrap_or(0);
        let columns = number(["columns", "width"]).unwrap_or(0);
        let mut sizes: Vec<(u64, u64)> = (1..=rows.max(columns))
            .flat_map(|a| (1..=rows.max(columns)).map(move |b| (a, b)))
            .filter(|(a, b)| a * b > 1 && a * b < rows * columns)
            .collect();
        sizes.sort_by_key(|(rows, columns)| (rows * columns, *rows));
        Self {
            setup: setup.clone(),
            sizes: sizes.into_iter(),
            boards: Vec::new().into_iter(),
        }
    }

    fn draw(&self, rows: u64, columns: u64) -> Vec<String> {
        let mut boards: Vec<String> = (0..DRAWS * rows * columns)
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

impl Iterator for SmallerBoards {
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
    fn smaller_boards_come_in_the_order_of_their_size_and_are_the_same_for_ever() {
        let setup = Setup {
            game: games::NAMES[0].to_owned(),
            position: "b2b2a1/a2b1a1 a".to_owned(),
            ..Setup::default()
        };
        let boards: Vec<String> = SmallerBoards::new(&setup)
            .map(|setup| setup.position)
            .collect();
        let again: Vec<String> = SmallerBoards::new(&setup)
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
        assert_eq!(boards.last().map(hexes), Some(4));
    }

    #[test]
    fn a_game_of_one_size_has_no_smaller_boards() {
        let setup = Setup {
            game: "tic-tac-toe".to_owned(),
            position: ".../.../... x".to_owned(),
            ..Setup::default()
        };
        assert_eq!(SmallerBoards::new(&setup).count(), 0);
    }
}
