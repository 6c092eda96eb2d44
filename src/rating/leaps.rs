//! Extrapolates a converging sequence from its last few members (Anderson acceleration: *Iterative
//! procedures for nonlinear integral equations*, 1965; on linear equations it is as good as GMRES:
//! Walker and Ni, *Anderson acceleration for fixed-point iterations*, 2011).

use crate::work::{Control, PIECE};

/// Number of remembered changes.
const REMEMBERED: usize = 5;
/// Maximum growth of the squared differences; beyond it the history is discarded. Sweeps over all
/// moves often let them grow.
const FAR: f64 = 16.0;
/// Regularization: added to the normal equations, so that they can be solved.
const RIDGE: f64 = 1e-10;

/// The last members of a sequence of vectors, each found from the one before.
#[derive(Default)]
pub(super) struct Leaps {
    /// The last member, its difference from the member before, and the norm of that difference.
    last: Option<(Vec<f64>, Vec<f32>, f64)>,
    /// The changes of the members and of those differences, the oldest first.
    changes: Vec<[Vec<f32>; 2]>,
}

impl Leaps {
    /// `found` was computed from `before`. Replaces `found` by an extrapolation, and returns the
    /// largest difference of the two.
    pub async fn leap(&mut self, before: &[f64], found: &mut [f64], ctl: &Control) -> f64 {
        let mut difference: Vec<f32> = Vec::with_capacity(found.len());
        let (mut largest, mut sum): (f64, f64) = (0.0, 0.0);
        for (found, before) in found.chunks(PIECE).zip(before.chunks(PIECE)) {
            for (found, before) in found.iter().zip(before) {
                let change = found - before;
                difference.push(change as f32);
                largest = largest.max(change.abs());
                sum += change * change;
            }
            ctl.tick(found.len()).await;
        }
        match self.last.take() {
            Some((.., last)) if sum > FAR * last => self.changes.clear(),
            Some((last_found, last_difference, _)) => {
                if self.changes.len() == REMEMBERED {
                    self.changes.remove(0);
                }
                let mut change = [Vec::new(), Vec::new()].map(|mut column: Vec<f32>| {
                    column.reserve_exact(found.len());
                    column
                });
                for first in (0..found.len()).step_by(PIECE) {
                    let piece = first..found.len().min(first + PIECE);
                    for index in piece.clone() {
                        change[0].push((found[index] - last_found[index]) as f32);
                        change[1].push(difference[index] - last_difference[index]);
                    }
                    ctl.tick(piece.len()).await;
                }
                self.changes.push(change);
            }
            None => {}
        }
        let parts = self.parts(&difference, ctl).await;
        self.last = Some((found.to_vec(), difference, sum));
        for (index, found) in found.chunks_mut(PIECE).enumerate() {
            for (found, place) in found.iter_mut().zip(index * PIECE..) {
                let changes = self.changes.iter().zip(parts);
                let leap = changes.map(|([change, _], part)| part * f64::from(change[place]));
                *found -= leap.sum::<f64>();
            }
            ctl.tick(found.len()).await;
        }
        largest
    }

    /// The multiples of the remembered changes that minimize a difference.
    async fn parts(&self, difference: &[f32], ctl: &Control) -> [f64; REMEMBERED] {
        let known = self.changes.len();
        let mut rows = [[0.0; REMEMBERED + 1]; REMEMBERED];
        for first in (0..difference.len()).step_by(PIECE) {
            let piece = first..difference.len().min(first + PIECE);
            for (row, [_, own]) in rows.iter_mut().zip(&self.changes) {
                let others = self.changes.iter().map(|[_, other]| &other[piece.clone()]);
                let columns = others.chain([&difference[piece.clone()]]);
                for (entry, other) in row.iter_mut().zip(columns) {
                    let products = own[piece.clone()].iter().zip(other);
                    *entry += products
                        .map(|(a, b)| f64::from(*a) * f64::from(*b))
                        .sum::<f64>();
                }
            }
            ctl.tick(piece.len()).await;
        }
        let mut parts = [0.0; REMEMBERED];
        // The matrix is positive definite, so no pivoting is needed.
        for (own, row) in rows.iter_mut().enumerate() {
            row[own] *= 1.0 + RIDGE;
        }
        for own in 0..known {
            if rows[own][own] <= 0.0 {
                return [0.0; REMEMBERED];
            }
            for below in own + 1..known {
                let times = rows[below][own] / rows[own][own];
                let above = rows[own];
                for (number, above) in rows[below].iter_mut().zip(above).skip(own) {
                    *number -= times * above;
                }
            }
        }
        for own in (0..known).rev() {
            let others = (own + 1..known).map(|other| rows[own][other] * parts[other]);
            parts[own] = (rows[own][known] - others.sum::<f64>()) / rows[own][own];
        }
        match parts.iter().all(|part| part.is_finite()) {
            true => parts,
            false => [0.0; REMEMBERED],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::finished;

    /// The new `found`, and its distance from `before`.
    fn leap(leaps: &mut Leaps, before: f64, found: f64) -> (f64, f64) {
        let mut found = [found];
        let largest = finished(leaps.leap(&[before], &mut found, &Control::default()));
        (found[0], largest)
    }

    #[test]
    fn a_straight_sequence_leaps_to_its_limit_and_a_jump_is_forgotten_about() {
        let mut leaps = Leaps::default();
        // Half of the one before, plus 1.
        assert_eq!(leap(&mut leaps, 0.0, 1.0), (1.0, 1.0));
        let (found, largest) = leap(&mut leaps, 1.0, 1.5);
        assert!((found - 2.0).abs() < 1e-6 && largest == 0.5, "{found}");
        // From one that has nothing to do with those before nothing is guessed.
        assert_eq!(leap(&mut leaps, 0.0, 100.0), (100.0, 100.0));
        assert!(leaps.changes.is_empty());
    }

    #[test]
    fn the_last_changes_are_remembered() {
        let mut leaps = Leaps::default();
        for found in [1.0, 2.0, 4.0, 7.0, 11.0, 16.0, 22.0] {
            leap(&mut leaps, 0.0, found);
        }
        let changes = leaps.changes.iter().map(|[change, _]| change[0]);
        assert_eq!(changes.collect::<Vec<_>>(), [2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
