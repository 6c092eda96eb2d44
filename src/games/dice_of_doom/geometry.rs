//! Neighbors of hexes, for both board geometries.

use super::rules::Geometry;
use crate::game::OpenError;

/// Maximum number of hexes of a board.
pub const MAX_HEXES: usize = 64;

/// Whether a board can have that many rows and columns.
///
/// # Errors
/// That it would have no hex or more than [`MAX_HEXES`].
pub fn check_size(rows: u64, columns: u64) -> Result<(), OpenError> {
    if (1..=MAX_HEXES as u64).contains(&rows.saturating_mul(columns)) {
        return Ok(());
    }
    Err(OpenError::rules(
        format!("a board can't have {rows} × {columns} hexes"),
        format!("use at least 1 and at most {MAX_HEXES} hexes"),
    ))
}

/// The neighbors of every hex of a board, in the order the rules list them.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// One row per hex. Six is the maximum number of neighbors.
    hexes: Box<[[u8; 6]; MAX_HEXES]>,
    counts: Box<[u8; MAX_HEXES]>,
    /// The word and the bit of each neighbor in a packed position.
    places: Box<[[(u8, u8); 6]; MAX_HEXES]>,
}

impl Neighbours {
    /// The neighbors on a board of `rows` × `columns` hexes, at most [`MAX_HEXES`] in all.
    pub fn new(geometry: Geometry, rows: usize, columns: usize) -> Self {
        Self::among_all(rows, columns, true, |hex| {
            candidates(geometry, hex, columns)
        })
    }

    /// For every hex, those of its `candidates` that are on the board, each once if `once`.
    pub(super) fn among_all(
        rows: usize,
        columns: usize,
        once: bool,
        candidates: impl Fn(usize) -> [Option<isize>; 6],
    ) -> Self {
        let mut hexes = Box::new([[0; 6]; MAX_HEXES]);
        let mut counts = Box::new([0; MAX_HEXES]);
        for hex in 0..rows * columns {
            for neighbour in candidates(hex).into_iter().flatten() {
                let count = usize::from(counts[hex]);
                let there = (0..(rows * columns) as isize).contains(&neighbour);
                let new = !once || !hexes[hex][..count].contains(&(neighbour as u8));
                if there && new && neighbour != hex as isize {
                    hexes[hex][count] = neighbour as u8;
                    counts[hex] += 1;
                }
            }
        }
        Self {
            hexes,
            counts,
            places: Box::new([[(0, 0); 6]; MAX_HEXES]),
        }
    }

    /// The same neighbors for packed positions, where `place` returns the word and the bit at which
    /// a hex starts.
    #[must_use]
    pub fn lying(mut self, place: impl Fn(usize) -> (u8, u8)) -> Self {
        for (places, hex) in self.places.iter_mut().zip(0..) {
            let near = &self.hexes[hex][..usize::from(self.counts[hex])];
            for (at, neighbour) in places.iter_mut().zip(near) {
                *at = place(usize::from(*neighbour));
            }
        }
        self
    }

    /// The neighbors of `hex`.
    pub fn of(&self, hex: usize) -> &[u8] {
        &self.hexes[hex][..usize::from(self.counts[hex])]
    }

    /// The neighbors of `hex` that are among `hexes`, one bit per neighbor, in their order. `hexes`
    /// has the bit at which each hex starts.
    #[inline]
    pub fn among<const W: usize>(&self, hex: usize, hexes: &[u64; W]) -> u8 {
        let near = self.places[hex][..usize::from(self.counts[hex])].iter();
        near.enumerate().fold(0, |found, (index, (word, bit))| {
            let word = hexes[usize::from(*word) % W];
            found | ((word >> (bit % 64) & 1) as u8) << index
        })
    }
}

/// The neighbors of `hex` in the rules' order, those above the first row and below the last still
/// among them.
pub(super) fn candidates(geometry: Geometry, hex: usize, columns: usize) -> [Option<isize>; 6] {
    let at = hex as isize;
    let width = columns as isize;
    let not_first = !hex.is_multiple_of(columns);
    let not_last = !(hex + 1).is_multiple_of(columns);
    match geometry {
        Geometry::Parallelogram => [
            Some(at - width),
            Some(at + width),
            not_first.then_some(at - width - 1),
            not_first.then_some(at - 1),
            not_last.then_some(at + 1),
            not_last.then_some(at + width + 1),
        ],
        Geometry::OffsetRows => {
            let even = (hex / columns).is_multiple_of(2);
            let (up_right, down_right, up_left, down_left) = if even {
                (
                    not_last.then_some(at - width + 1),
                    not_last.then_some(at + width + 1),
                    Some(at - width),
                    Some(at + width),
                )
            } else {
                (
                    Some(at - width),
                    Some(at + width),
                    not_first.then_some(at - width - 1),
                    not_first.then_some(at + width - 1),
                )
            };
            [
                up_right,
                down_right,
                up_left,
                down_left,
                not_last.then_some(at + 1),
                not_first.then_some(at - 1),
            ]
        }
    }
}

/// The middle of a hex, in units of the distance from its center to its corners.
pub fn centre(geometry: Geometry, hex: usize, columns: usize) -> (f64, f64) {
    let (row, column) = ((hex / columns) as f64, (hex % columns) as f64);
    let shift = match geometry {
        Geometry::Parallelogram => -row / 2.0,
        Geometry::OffsetRows => {
            if (hex / columns).is_multiple_of(2) {
                0.5
            } else {
                0.0
            }
        }
    };
    ((column + shift) * 3_f64.sqrt(), row * 1.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_a_parallelogram_are_those_that_the_haskell_chapter_prints() {
        let neighbours = Neighbours::new(Geometry::Parallelogram, 3, 3);
        assert_eq!(neighbours.of(4), [1, 7, 0, 3, 5, 8]);
        assert_eq!(neighbours.of(0), [3, 1, 4]);
    }

    #[test]
    fn neighbours_are_mutual_and_lie_next_to_each_other_on_every_board() {
        for geometry in [Geometry::Parallelogram, Geometry::OffsetRows] {
            for rows in 1..=8 {
                for columns in 1..=8 {
                    let neighbours = Neighbours::new(geometry, rows, columns);
                    for hex in 0..rows * columns {
                        let mut near: Vec<u8> = (0..(rows * columns) as u8)
                            .filter(|other| {
                                let (x, y) = centre(geometry, hex, columns);
                                let (u, v) = centre(geometry, usize::from(*other), columns);
                                let distance = (x - u).hypot(y - v);
                                (1.7..1.8).contains(&distance)
                            })
                            .collect();
                        let mut listed = neighbours.of(hex).to_vec();
                        listed.sort_unstable();
                        near.sort_unstable();
                        assert_eq!(listed, near, "{geometry:?} {rows}×{columns} hex {hex}");
                    }
                }
            }
        }
    }
}
