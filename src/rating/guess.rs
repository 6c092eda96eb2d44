//! Guesses the ratings of a component and proves bounds around the guess: optimistic value
//! iteration (Hartmanns and Kaminski, *Optimistic value iteration*, 2020; for two players Azeem,
//! Evangelidis, Křetínský, Slivinskiy and Weininger, 2022).
//!
//! One number per position is iterated, mostly along the moves that were best in the last full
//! sweep (Puterman and Shin, *Modified policy iteration*, 1978), with extrapolation (`leaps`). Then
//! bounds slightly above and below the guess are swept, until a sweep raises no upper bound and
//! lowers no lower one, even with rounding errors against them. A player who follows the best moves
//! by such a bound is never worse off, wherever play ends. For endless play this is checked on the
//! end components that those moves leave.

use super::cycles::{ValueBounds, best_by};
use super::part::{Component, CycleTurn};
use super::strategies::Leaps;
use crate::work::{Control, PIECE};

/// Sweeps along the best moves between two sweeps over all moves.
const ALONG_THE_BEST: usize = 5;
/// Number of initial sweeps over all moves.
const FIRST: usize = 3;
/// Maximum sweeps for a guess.
const SWEEPS: usize = 600;
/// A guess that changes by no more than this in a sweep is good, if payoffs are about 1.
const GOOD: f64 = 5e-15;
/// Distances of the bounds from the guess, if payoffs are about 1. A later one is tried if the
/// bounds of the one before can't be proven.
const MARGINS: [f64; 2] = [1.8e-13, 1e-12];
/// Maximum sweeps for proving the bounds.
const PROVING: usize = 16;
/// The same when no better answer is wanted.
const PROVING_AT_ONCE: usize = 6;

/// Numbers that are guessed.
struct Guess<'a> {
    part: &'a Component,
    ctl: &'a Control,
    /// One per position, including those after the component.
    numbers: Vec<f64>,
    /// The target of the best move so far, for positions with a player to move.
    best: Vec<u32>,
}

/// Replaces `first`, valid bounds for the whole component, by tighter proven bounds if there are
/// any. `bounds` also has the positions after the component; `traps` are the end components.
pub(super) async fn guess(
    part: &Component,
    endless: f64,
    bounds: &mut [ValueBounds],
    first: ValueBounds,
    traps: &[Vec<u32>],
    ctl: &Control,
) {
    let inner = part.len();
    let mut max_width: f64 = 0.0;
    let mut numbers = Vec::with_capacity(bounds.len());
    for (index, piece) in bounds.chunks(PIECE).enumerate() {
        for (own, slot) in piece.iter().zip(index * PIECE..) {
            numbers.push(match slot < inner {
                true => endless,
                false => {
                    max_width = max_width.max(own.high - own.low);
                    f64::midpoint(own.low, own.high)
                }
            });
        }
        ctl.tick(piece.len()).await;
    }
    let mut guess = Guess {
        part,
        ctl,
        numbers,
        best: vec![0; inner],
    };
    let scale = first.low.abs().max(first.high.abs());
    let change = guess.improve(first, GOOD * scale).await;
    let Guess { numbers, best, .. } = guess;
    drop(best);
    for margin in MARGINS {
        let margin = max_width + (margin * scale).max(8.0 * change);
        for (own, numbers) in bounds[..inner].chunks_mut(PIECE).zip(numbers.chunks(PIECE)) {
            for (own, number) in own.iter_mut().zip(numbers) {
                own.low = number - margin;
                own.high = number + margin;
            }
            ctl.tick(own.len()).await;
        }
        let rounded = 0.5 * f64::EPSILON * (scale + margin);
        let holds = holds_in_a_sweep(part, bounds, rounded, ctl).await
            && holds_in_traps(part, bounds, endless, traps, ctl).await;
        for own in bounds[..inner].chunks_mut(PIECE) {
            for value_bounds in own.iter_mut() {
                if holds {
                    value_bounds.low = value_bounds.low.max(first.low);
                    value_bounds.high = value_bounds.high.min(first.high);
                } else {
                    *value_bounds = first;
                }
            }
            ctl.tick(own.len()).await;
        }
        if holds || ctl.is_stopped() {
            return;
        }
    }
}

impl Guess<'_> {
    /// Iterates until the numbers hardly change; returns the last change.
    async fn improve(&mut self, within: ValueBounds, good: f64) -> f64 {
        let carriers = self.part.carriers(self.ctl).await;
        let mut leaps = Leaps::default();
        let mut before = Vec::with_capacity(carriers.len());
        let mut found = Vec::with_capacity(carriers.len());
        let (mut change, mut since) = (f64::INFINITY, 0);
        for sweep in 0..SWEEPS {
            let all = sweep < FIRST || sweep % (ALONG_THE_BEST + 1) == 0;
            self.read(&carriers, &mut before).await;
            self.sweep(all).await;
            self.read(&carriers, &mut found).await;
            change = leaps.leap(&before, &mut found, self.ctl).await;
            if (all && change <= good) || self.ctl.is_stopped() {
                break;
            }
            // Rounding may keep numbers moving that are as good as they get.
            since = if change <= 4.0 * good { since + 1 } else { 0 };
            if since > 4 * ALONG_THE_BEST {
                break;
            }
            for (places, found) in carriers.chunks(PIECE).zip(found.chunks(PIECE)) {
                for (index, found) in places.iter().zip(found) {
                    self.numbers[*index as usize] = found.clamp(within.low, within.high);
                }
                self.ctl.tick(places.len()).await;
            }
        }
        change
    }

    async fn read(&self, carriers: &[u32], numbers: &mut Vec<f64>) {
        numbers.clear();
        for places in carriers.chunks(PIECE) {
            numbers.extend(places.iter().map(|index| self.numbers[*index as usize]));
            self.ctl.tick(places.len()).await;
        }
    }

    /// One sweep, over all moves or along those that looked best.
    async fn sweep(&mut self, all: bool) {
        let Self {
            part,
            ctl,
            numbers,
            best,
        } = self;
        for first in (0..part.len()).step_by(PIECE) {
            let places = first..part.len().min(first + PIECE);
            for index in places.clone() {
                numbers[index] = match part.turn(index) {
                    CycleTurn::Chance => {
                        let branches = part.branches(index);
                        branches.map(|(target, odds)| odds * numbers[target]).sum()
                    }
                    turn if all => {
                        let mut targets = part.targets(index);
                        let mut chosen = targets.next().unwrap_or(index);
                        for target in targets {
                            let (new, old) = (numbers[target], numbers[chosen]);
                            if (turn == CycleTurn::Max && new > old)
                                || (turn == CycleTurn::Min && new < old)
                            {
                                chosen = target;
                            }
                        }
                        best[index] = chosen as u32;
                        numbers[chosen]
                    }
                    _ => numbers[best[index] as usize],
                };
            }
            ctl.tick(part.moves_of(places)).await;
        }
    }
}

/// Sweeps bounds until a sweep raises no upper one and lowers no lower one, or a limit is reached.
/// Each bound is then consistent with its moves, since the bounds visited later in the sweep were
/// no tighter before. A number is `rounded` by at most that much.
async fn holds_in_a_sweep(
    part: &Component,
    bounds: &mut [ValueBounds],
    rounded: f64,
    ctl: &Control,
) -> bool {
    for sweep in 0..PROVING {
        if sweep >= PROVING_AT_ONCE && ctl.is_stopped() {
            return false;
        }
        let mut holds = true;
        for first in (0..part.len()).step_by(PIECE) {
            let places = first..part.len().min(first + PIECE);
            for index in places.clone() {
                let mut after = part.backed_up(index, bounds);
                if part.turn(index) == CycleTurn::Chance {
                    // Each probability and product, and each sum.
                    let off = (part.moves_of(index..index + 1) + 1) as f64 * rounded;
                    after.low -= off;
                    after.high += off;
                }
                let before = std::mem::replace(&mut bounds[index], after);
                holds &= after.low >= before.low && after.high <= before.high;
            }
            ctl.tick(part.moves_of(places)).await;
        }
        if holds {
            return true;
        }
    }
    false
}

/// Whether endless play is worth at most the upper bounds where the maximizer can stay while the
/// minimizer plays by those bounds, and at least the lower bounds in the reverse case.
async fn holds_in_traps(
    part: &Component,
    bounds: &[ValueBounds],
    endless: f64,
    traps: &[Vec<u32>],
    ctl: &Control,
) -> bool {
    if traps.is_empty() {
        return true;
    }
    let high = |place: usize| bounds[place].high;
    let best = best_by(part, CycleTurn::Min, f64::INFINITY, high, f64::min, ctl).await;
    let moves = |place: usize, target: usize| {
        part.turn(place) != CycleTurn::Min || high(target) <= best[place]
    };
    for trap in part.end_components(Some(traps), moves, ctl).await {
        if trap.iter().any(|place| high(*place as usize) < endless) {
            return false;
        }
        ctl.tick(trap.len()).await;
    }
    let low = |place: usize| bounds[place].low;
    let best = best_by(part, CycleTurn::Max, f64::NEG_INFINITY, low, f64::max, ctl).await;
    let moves =
        |slot: usize, target: usize| part.turn(slot) != CycleTurn::Max || low(target) >= best[slot];
    for trap in part.end_components(Some(traps), moves, ctl).await {
        if trap.iter().any(|index| low(*index as usize) > endless) {
            return false;
        }
        ctl.tick(trap.len()).await;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::finished;

    /// The bounds that a guess gives for a component with these exits. Endless play is worth 0, and
    /// no exit less.
    fn guessed(part: &Component, exits: &[f64]) -> Vec<ValueBounds> {
        let ctl = Control::default();
        let first = ValueBounds {
            low: 0.0,
            high: exits.iter().copied().fold(0.0, f64::max),
        };
        let mut bounds = vec![first; part.len()];
        bounds.extend(exits.iter().map(|exit| ValueBounds {
            low: *exit,
            high: *exit,
        }));
        let traps = finished(part.end_components(None, |_, _| true, &ctl));
        finished(guess(part, 0.0, &mut bounds, first, &traps, &ctl));
        bounds.truncate(part.len());
        bounds
    }

    #[test]
    fn proven_bounds_are_as_close_for_tiny_payoffs_as_for_huge_ones() {
        for scale in [1e-9, 1.0, 1e9] {
            let part = Component::of(&[
                (CycleTurn::Chance, &[(1, 0.5), (2, 0.5)]),
                (CycleTurn::Max, &[(0, 1.0), (3, 1.0)]),
            ]);
            for bounds in guessed(&part, &[scale, scale / 8.0]) {
                assert!(bounds.low <= scale && scale <= bounds.high, "{bounds:?}");
                assert!(bounds.high - bounds.low <= 4e-12 * scale, "{bounds:?}");
            }
        }
    }

    #[test]
    fn a_cycle_that_both_players_gain_by_leaving_is_rated_by_its_exits() {
        // Both may go round, and both gain by leaving.
        let part = Component::of(&[
            (CycleTurn::Max, &[(1, 1.0), (2, 1.0)]),
            (CycleTurn::Min, &[(0, 1.0), (3, 1.0)]),
        ]);
        let bounds = guessed(&part, &[1.0, 0.5]);
        for (bounds, worth) in bounds.iter().zip([1.0, 0.5]) {
            assert!(bounds.low <= worth && worth <= bounds.high, "{bounds:?}");
            assert!(bounds.high - bounds.low <= 4e-12, "{bounds:?}");
        }
    }
}
