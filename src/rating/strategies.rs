//! A part's ratings exactly, for the few positions that chance leaves too slowly for bounds to be
//! iterated: strategies of both players are guessed, what they come to is reckoned in fractions, and
//! they are improved until nobody gains by another move (Hoffman and Karp, *On nonterminating
//! stochastic games*, 1966; Condon, *The complexity of stochastic games*, 1992).
//!
//! Where play can be held forever, moves that lead nowhere may look as good as those that leave. So
//! there play is broken off, with hardly any probability a move, at what play without end is worth:
//! strategies that are best if that happens rarely enough are best. Whether it was rare enough is
//! proven without it. Nobody gains by another move, wherever play ends; and where one player could
//! hold play forever against the other's strategy, that would gain nothing either.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::chain::{Purse, State, worth};
use super::cycles::Bounds;
use super::part::{Part, Turn};
use super::pieces::{PIECE, Work};

/// How much work the exact ratings of a part may take, in looks at a move.
const MAX_WORK: u64 = 1 << 30;
/// Two to the power of minus these are the probabilities with which play is broken off.
const BROKEN_OFF: [u32; 3] = [64, 512, 4_096];

/// The nearest bounds in doubles of what the places of a part are worth, if that isn't too much work.
/// `bounds` holds what is known, also of the places that the part leads to; `traps` are the end
/// components.
pub(super) async fn bounds(
    part: &Part,
    endless: f64,
    bounds: &[Bounds],
    traps: &[Vec<u32>],
    work: &Work,
) -> Option<Vec<Bounds>> {
    if !part.is_exact() {
        return None;
    }
    let mut game = Game {
        part,
        endless: BigRational::from_float(endless)?,
        traps,
        in_trap: vec![false; part.len()],
        outside: Vec::new(),
        moves: Vec::new(),
        purse: Purse::of(MAX_WORK),
        work,
    };
    for trap in traps {
        for place in trap {
            game.in_trap[*place as usize] = true;
        }
        work.done(trap.len()).await;
    }
    game.guess(bounds).await;
    game.outside = exact(&bounds[part.len()..], |bounds| bounds.low)?;
    let low = game.solve().await?;
    let all_met = bounds[part.len()..].iter().all(|own| own.low == own.high);
    let high = match all_met {
        true => low.clone(),
        false => {
            game.outside = exact(&bounds[part.len()..], |bounds| bounds.high)?;
            game.solve().await?
        }
    };
    let mut found = Vec::with_capacity(bounds.len());
    for (low, high) in low.iter().zip(&high) {
        found.push(Bounds {
            low: below(low)?,
            high: -below(&-high)?,
        });
        work.done(64).await;
    }
    Some(found)
}

fn exact(bounds: &[Bounds], of: impl Fn(&Bounds) -> f64) -> Option<Vec<BigRational>> {
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
struct Game<'a> {
    part: &'a Part,
    endless: BigRational,
    traps: &'a [Vec<u32>],
    in_trap: Vec<bool>,
    /// What the places are worth that the part leads to.
    outside: Vec<BigRational>,
    /// Both strategies: where the move leads, for places where somebody decides.
    moves: Vec<u32>,
    purse: Purse,
    work: &'a Work,
}

impl Game<'_> {
    /// Takes for each place the move that is best in the middle of the bounds.
    async fn guess(&mut self, bounds: &[Bounds]) {
        let part = self.part;
        let middle = |place: usize| bounds[place].low + bounds[place].high;
        for place in 0..part.len() {
            let targets = part.targets(place);
            let by_middle = |a: &usize, b: &usize| middle(*a).total_cmp(&middle(*b));
            let best = match part.turn(place) {
                Turn::Max => targets.max_by(by_middle),
                Turn::Min => targets.min_by(by_middle),
                Turn::Chance => None,
            };
            self.moves.push(best.unwrap_or(place) as u32);
            self.work.done(part.moves_of(place..place + 1)).await;
        }
    }

    /// What the places are worth.
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
    /// maximizer's. What they are worth then, if play in traps is broken off so often.
    async fn improve(&mut self, broken_off: &BigRational) -> Option<Vec<BigRational>> {
        loop {
            let mut worth = self.worth(broken_off).await?;
            while self.switch(Turn::Min, &worth).await {
                worth = self.worth(broken_off).await?;
            }
            if !self.switch(Turn::Max, &worth).await {
                return Some(worth);
            }
        }
    }

    fn worth_of<'b>(&'b self, place: usize, worth: &'b [BigRational]) -> &'b BigRational {
        match worth.get(place) {
            Some(worth) => worth,
            None => &self.outside[place - worth.len()],
        }
    }

    /// Lets a player take a better move wherever there is one; whether there was.
    async fn switch(&mut self, turn: Turn, worth: &[BigRational]) -> bool {
        let mut switched = false;
        for place in 0..self.part.len() {
            if self.part.turn(place) == turn {
                let mut best = self.moves[place] as usize;
                for target in self.part.targets(place) {
                    let (new, old) = (self.worth_of(target, worth), self.worth_of(best, worth));
                    if (turn == Turn::Max && new > old) || (turn == Turn::Min && new < old) {
                        best = target;
                    }
                }
                switched |= self.moves[place] != best as u32;
                self.moves[place] = best as u32;
            }
            let moves = self.part.moves_of(place..place + 1);
            self.work.done(16 * moves).await;
        }
        switched
    }

    /// What the places are worth by the present strategies.
    async fn worth(&mut self, broken_off: &BigRational) -> Option<Vec<BigRational>> {
        let inner = self.part.len();
        let mut states = Vec::with_capacity(inner);
        for place in 0..inner {
            let mut state = State::default();
            let goes_on = match self.in_trap[place] && !broken_off.is_zero() {
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
            match self.part.turn(place) {
                Turn::Chance => {
                    for (target, probability) in self.part.exact_branches(place) {
                        let numerator = BigInt::from(*probability.numer());
                        let denominator = BigInt::from(*probability.denom());
                        lead(target, BigRational::new(numerator, denominator) * &goes_on);
                    }
                }
                _ => lead(self.moves[place] as usize, goes_on),
            }
            states.push(state);
            let moves = self.part.moves_of(place..place + 1);
            self.work.done(64 * moves).await;
        }
        if self.work.is_enough() {
            return None;
        }
        worth(states, &self.endless, &mut self.purse, self.work).await
    }

    /// Whether the present strategies, which come to `worth`, are best.
    async fn is_best(&self, worth: &[BigRational]) -> bool {
        let part = self.part;
        for first in (0..part.len()).step_by(PIECE) {
            let places = first..part.len().min(first + PIECE);
            for place in places.clone() {
                let own = &worth[place];
                let mut targets = part.targets(place);
                let none_better = match part.turn(place) {
                    Turn::Max => targets.all(|target| self.worth_of(target, worth) <= own),
                    Turn::Min => targets.all(|target| self.worth_of(target, worth) >= own),
                    Turn::Chance => true,
                };
                if !none_better {
                    return false;
                }
            }
            self.work.done(16 * part.moves_of(places)).await;
        }
        for turn in [Turn::Min, Turn::Max] {
            let holds = |place: usize, target: usize| {
                part.turn(place) != turn || self.moves[place] as usize == target
            };
            for trap in part
                .end_components(Some(self.traps), holds, self.work)
                .await
            {
                let mut places = trap.iter().map(|place| &worth[*place as usize]);
                let none_gains = match turn {
                    Turn::Min => places.all(|worth| *worth >= self.endless),
                    _ => places.all(|worth| *worth <= self.endless),
                };
                if !none_gains {
                    return false;
                }
                self.work.done(trap.len()).await;
            }
        }
        true
    }
}
