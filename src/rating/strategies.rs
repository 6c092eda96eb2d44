//! Exact ratings of a small component by strategy improvement, for positions where bounds converge
//! too slowly. Strategies of both players are guessed, their values are computed as fractions, and
//! they are improved until no player gains by another move (Hoffman and Karp, *On nonterminating
//! stochastic games*, 1966; Condon, *The complexity of stochastic games*, 1992).
//!
//! If play can be kept forever, moves that lead nowhere may look as good as exits. So there play is
//! broken off with a tiny probability per move, at the value of endless play. Strategies that are
//! best for a small enough probability are best. Whether it was small enough is proven without it:
//! no player gains by another move wherever play ends, and keeping play forever against the other's
//! strategy gains nothing either.
//!
//! The values follow from a Markov chain, solved exactly by eliminating one state after another:
//! its predecessors then lead to its targets (Gaussian elimination, in the form of Grassmann,
//! Taksar and Heyman, *Regenerative analysis and steady state distributions for Markov chains*,
//! 1985). [`Leaps`] extrapolates a converging sequence from its last few members (Anderson
//! acceleration: *Iterative procedures for nonlinear integral equations*, 1965; on linear equations
//! it is as good as GMRES: Walker and Ni, *Anderson acceleration for fixed-point iterations*,
//! 2011).

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::cycles::ValueBounds;
use super::part::{Component, CycleTurn};
use crate::work::{Control, PIECE};

/// Work limit for the exact ratings of a component, in visits of a move.
const MAX_WORK: u64 = 1 << 30;
/// Two to the power of minus these are the probabilities with which play is broken off.
const BROKEN_OFF: [u32; 3] = [64, 512, 4_096];

/// The nearest double bounds of a component's ratings, unless that is too much work. `bounds` has
/// the known bounds, also for the positions after the component; `traps` are the end components.
pub(super) async fn bounds(
    part: &Component,
    endless: f64,
    bounds: &[ValueBounds],
    traps: &[Vec<u32>],
    ctl: &Control,
) -> Option<Vec<ValueBounds>> {
    if !part.is_exact() {
        return None;
    }
    let mut game = SolvedPart {
        part,
        endless: BigRational::from_float(endless)?,
        traps,
        in_trap: vec![false; part.len()],
        outside: Vec::new(),
        moves: Vec::new(),
        purse: Purse::of(MAX_WORK),
        ctl,
    };
    for trap in traps {
        for index in trap {
            game.in_trap[*index as usize] = true;
        }
        ctl.tick(trap.len()).await;
    }
    game.guess(bounds).await;
    game.outside = exact(&bounds[part.len()..], |bounds| bounds.low)?;
    let low = game.solve().await?;
    let all_met = bounds[part.len()..]
        .iter()
        .all(|value_bounds| value_bounds.low == value_bounds.high);
    let high = match all_met {
        true => low.clone(),
        false => {
            game.outside = exact(&bounds[part.len()..], |bounds| bounds.high)?;
            game.solve().await?
        }
    };
    let mut found = Vec::with_capacity(bounds.len());
    for (low, high) in low.iter().zip(&high) {
        found.push(ValueBounds {
            low: below(low)?,
            high: -below(&-high)?,
        });
        ctl.tick(64).await;
    }
    Some(found)
}

fn exact(bounds: &[ValueBounds], of: impl Fn(&ValueBounds) -> f64) -> Option<Vec<BigRational>> {
    bounds
        .iter()
        .map(|bounds| BigRational::from_float(of(bounds)))
        .collect()
}

/// The largest double that is no more than a number, or nearly so.
fn below(number: &BigRational) -> Option<f64> {
    let nearest = number.to_f64()?;
    match BigRational::from_float(nearest)? > *number {
        true => Some(nearest.next_down()),
        false => Some(nearest),
    }
}

/// A part that is solved.
struct SolvedPart<'a> {
    part: &'a Component,
    endless: BigRational,
    traps: &'a [Vec<u32>],
    in_trap: Vec<bool>,
    /// The ratings of the positions after the component.
    outside: Vec<BigRational>,
    /// Both strategies: the target of the chosen move, for positions with a player to move.
    moves: Vec<u32>,
    purse: Purse,
    ctl: &'a Control,
}

impl SolvedPart<'_> {
    /// Chooses for each position the move that is best by the middle of the bounds.
    async fn guess(&mut self, bounds: &[ValueBounds]) {
        let part = self.part;
        let middle = |slot: usize| bounds[slot].low + bounds[slot].high;
        for index in 0..part.len() {
            let targets = part.targets(index);
            let by_middle = |a: &usize, b: &usize| middle(*a).total_cmp(&middle(*b));
            let best = match part.turn(index) {
                CycleTurn::Max => targets.max_by(by_middle),
                CycleTurn::Min => targets.min_by(by_middle),
                CycleTurn::Chance => None,
            };
            self.moves.push(best.unwrap_or(index) as u32);
            self.ctl.tick(part.moves_of(index..index + 1)).await;
        }
    }

    /// The exact ratings.
    async fn solve(&mut self) -> Option<Vec<BigRational>> {
        if self.traps.is_empty() {
            return self.improve(&BigRational::zero()).await;
        }
        for power in BROKEN_OFF {
            let rarely = BigRational::new(BigInt::one(), BigInt::one() << power);
            self.improve(&rarely).await?;
            let worth = self.worth(&BigRational::zero()).await?;
            if self.is_best(&worth).await {
                return Some(worth);
            }
        }
        None
    }

    /// Improves both strategies until neither can be: the minimizer's against each of the
    /// maximizer's. Returns their values, if play in traps is broken off with this probability.
    async fn improve(&mut self, broken_off: &BigRational) -> Option<Vec<BigRational>> {
        loop {
            let mut worth = self.worth(broken_off).await?;
            while self.switch(CycleTurn::Min, &worth).await {
                worth = self.worth(broken_off).await?;
            }
            if !self.switch(CycleTurn::Max, &worth).await {
                return Some(worth);
            }
        }
    }

    fn worth_of<'b>(&'b self, index: usize, worth: &'b [BigRational]) -> &'b BigRational {
        match worth.get(index) {
            Some(worth) => worth,
            None => &self.outside[index - worth.len()],
        }
    }

    /// Lets a player take a better move wherever there is one; whether there was.
    async fn switch(&mut self, turn: CycleTurn, worth: &[BigRational]) -> bool {
        let mut switched = false;
        for index in 0..self.part.len() {
            if self.part.turn(index) == turn {
                let mut best = self.moves[index] as usize;
                for target in self.part.targets(index) {
                    let (new, old) = (self.worth_of(target, worth), self.worth_of(best, worth));
                    if (turn == CycleTurn::Max && new > old)
                        || (turn == CycleTurn::Min && new < old)
                    {
                        best = target;
                    }
                }
                switched |= self.moves[index] != best as u32;
                self.moves[index] = best as u32;
            }
            let moves = self.part.moves_of(index..index + 1);
            self.ctl.tick(16 * moves).await;
        }
        switched
    }

    /// The values of the positions by the present strategies.
    async fn worth(&mut self, broken_off: &BigRational) -> Option<Vec<BigRational>> {
        let inner = self.part.len();
        let mut states = Vec::with_capacity(inner);
        for index in 0..inner {
            let mut state = State::default();
            let goes_on = match self.in_trap[index] && !broken_off.is_zero() {
                true => {
                    state.outside = broken_off * &self.endless;
                    BigRational::one() - broken_off
                }
                false => BigRational::one(),
            };
            let mut lead = |target: usize, probability: BigRational| {
                match target.checked_sub(inner) {
                    Some(exit) => state.outside += probability * &self.outside[exit],
                    None => state.lead(target as u32, probability),
                };
            };
            match self.part.turn(index) {
                CycleTurn::Chance => {
                    for (target, probability) in self.part.exact_branches(index) {
                        let numerator = BigInt::from(*probability.numer());
                        let denominator = BigInt::from(*probability.denom());
                        lead(target, BigRational::new(numerator, denominator) * &goes_on);
                    }
                }
                _ => lead(self.moves[index] as usize, goes_on),
            }
            states.push(state);
            let moves = self.part.moves_of(index..index + 1);
            self.ctl.tick(64 * moves).await;
        }
        if self.ctl.is_stopped() {
            return None;
        }
        worth(states, &self.endless, &mut self.purse, self.ctl).await
    }

    /// Whether the present strategies, with values `worth`, are optimal.
    async fn is_best(&self, worth: &[BigRational]) -> bool {
        let part = self.part;
        for first in (0..part.len()).step_by(PIECE) {
            let places = first..part.len().min(first + PIECE);
            for place in places.clone() {
                let own = &worth[place];
                let mut targets = part.targets(place);
                let none_better = match part.turn(place) {
                    CycleTurn::Max => targets.all(|target| self.worth_of(target, worth) <= own),
                    CycleTurn::Min => targets.all(|target| self.worth_of(target, worth) >= own),
                    CycleTurn::Chance => true,
                };
                if !none_better {
                    return false;
                }
            }
            self.ctl.tick(16 * part.moves_of(places)).await;
        }
        for turn in [CycleTurn::Min, CycleTurn::Max] {
            let holds = |slot: usize, target: usize| {
                part.turn(slot) != turn || self.moves[slot] as usize == target
            };
            for trap in part.end_components(Some(self.traps), holds, self.ctl).await {
                let mut places = trap.iter().map(|index| &worth[*index as usize]);
                let none_gains = match turn {
                    CycleTurn::Min => places.all(|worth| *worth >= self.endless),
                    _ => places.all(|worth| *worth <= self.endless),
                };
                if !none_gains {
                    return false;
                }
                self.ctl.tick(trap.len()).await;
            }
        }
        true
    }
}

/// Work limit for exact numbers.
pub(super) struct Purse(u64);

impl Purse {
    /// A limit of this much work, in visits of a move.
    pub fn of(work: u64) -> Self {
        Self(work)
    }

    /// Charges a multiplication and an addition that gave `number`, and returns their cost. `None`
    /// if it exceeds the limit.
    fn pay(&mut self, number: &BigRational) -> Option<usize> {
        let words = (number.numer().bits() + number.denom().bits()) / 64;
        // Reducing to lowest terms dominates the cost.
        let price = 64 + 24 * words * words;
        self.0 = self.0.checked_sub(price)?;
        usize::try_from(price).ok()
    }
}

/// A state: its targets with their probabilities, and its value from leaving the chain.
#[derive(Clone, Default)]
pub(super) struct State {
    pub leads_to: BTreeMap<u32, BigRational>,
    pub outside: BigRational,
}

impl State {
    /// Adds a transition to a state, or increases its probability.
    pub fn lead(&mut self, target: u32, probability: BigRational) {
        let number = self.leads_to.entry(target);
        *number.or_insert_with(BigRational::zero) += probability;
    }
}

/// The values of all states, unless it is too much work. `endless` is the value of never leaving.
/// The probabilities of a state, including those of leaving, must sum to 1.
pub(super) async fn worth(
    mut states: Vec<State>,
    endless: &BigRational,
    purse: &mut Purse,
    ctl: &Control,
) -> Option<Vec<BigRational>> {
    let mut sources: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); states.len()];
    for (source, state) in states.iter().enumerate() {
        for target in state.leads_to.keys() {
            sources[*target as usize].insert(source as u32);
        }
        ctl.tick(1 + state.leads_to.len()).await;
    }
    // States whose elimination adds the fewest transitions come first.
    let ways = |states: &[State], sources: &[BTreeSet<u32>], index: u32| {
        let index = index as usize;
        (states[index].leads_to.len() * sources[index].len()) as u64
    };
    let mut waiting: BTreeSet<(u64, u32)> = BTreeSet::new();
    let mut queued = vec![0; states.len()];
    for index in 0..states.len() as u32 {
        queued[index as usize] = ways(&states, &sources, index);
        waiting.insert((queued[index as usize], index));
        ctl.tick(1).await;
    }
    let mut order = Vec::with_capacity(states.len());
    while let Some((_, index)) = waiting.pop_first() {
        order.push(index);
        let mut state = std::mem::take(&mut states[index as usize]);
        let mut took = 0;
        if let Some(again) = state.leads_to.remove(&index) {
            let away = BigRational::one() - again;
            if away.is_zero() {
                state.outside = endless.clone();
            } else {
                for number in state.leads_to.values_mut().chain([&mut state.outside]) {
                    *number /= &away;
                    took += purse.pay(number)?;
                }
            }
        }
        let mut changed: BTreeSet<u32> = state.leads_to.keys().copied().collect();
        let leading = std::mem::take(&mut sources[index as usize]);
        for source in leading.into_iter().filter(|source| *source != index) {
            changed.insert(source);
            let to = &mut states[source as usize];
            let part = to.leads_to.remove(&index).unwrap_or_default();
            for (target, probability) in &state.leads_to {
                let number = to.leads_to.entry(*target).or_insert_with(BigRational::zero);
                *number += probability * &part;
                took += purse.pay(number)?;
                sources[*target as usize].insert(source);
            }
            to.outside += &state.outside * &part;
            took += purse.pay(&to.outside)?;
            ctl.tick(std::mem::take(&mut took)).await;
        }
        for target in state.leads_to.keys() {
            sources[*target as usize].remove(&index);
        }
        for other in changed {
            let ways = ways(&states, &sources, other);
            if waiting.remove(&(queued[other as usize], other)) {
                waiting.insert((ways, other));
            }
            queued[other as usize] = ways;
            took += 16;
        }
        states[index as usize] = state;
        ctl.tick(took).await;
    }
    carried_back(&states, order, purse, ctl).await
}

/// The values of all states once each is eliminated, from the last one back.
async fn carried_back(
    states: &[State],
    order: Vec<u32>,
    purse: &mut Purse,
    ctl: &Control,
) -> Option<Vec<BigRational>> {
    let mut worth = vec![BigRational::zero(); states.len()];
    for index in order.into_iter().rev() {
        let state = &states[index as usize];
        let mut sum = state.outside.clone();
        let mut took = 1;
        for (target, probability) in &state.leads_to {
            sum += probability * &worth[*target as usize];
            took += purse.pay(&sum)?;
        }
        worth[index as usize] = sum;
        ctl.tick(took).await;
    }
    Some(worth)
}

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
            for (found, slot) in found.iter_mut().zip(index * PIECE..) {
                let changes = self.changes.iter().zip(parts);
                let leap = changes.map(|([change, _], part)| part * f64::from(change[slot]));
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
    fn extrapolation_finds_the_limit_of_a_geometric_sequence_and_starts_anew_after_a_jump() {
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
    fn extrapolation_uses_the_last_five_changes() {
        let mut leaps = Leaps::default();
        for found in [1.0, 2.0, 4.0, 7.0, 11.0, 16.0, 22.0] {
            leap(&mut leaps, 0.0, found);
        }
        let changes = leaps.changes.iter().map(|[change, _]| change[0]);
        assert_eq!(changes.collect::<Vec<_>>(), [2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
