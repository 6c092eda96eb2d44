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

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::chain::{Purse, State, worth};
use super::cycles::Bounds;
use super::part::{Component, Turn};
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
    bounds: &[Bounds],
    traps: &[Vec<u32>],
    ctl: &Control,
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
        ctl,
    };
    for trap in traps {
        for place in trap {
            game.in_trap[*place as usize] = true;
        }
        ctl.tick(trap.len()).await;
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
        ctl.tick(64).await;
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

impl Game<'_> {
    /// Chooses for each position the move that is best by the middle of the bounds.
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
            self.ctl.tick(part.moves_of(place..place + 1)).await;
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
            self.ctl.tick(16 * moves).await;
        }
        switched
    }

    /// The values of the positions by the present strategies.
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
                    Turn::Max => targets.all(|target| self.worth_of(target, worth) <= own),
                    Turn::Min => targets.all(|target| self.worth_of(target, worth) >= own),
                    Turn::Chance => true,
                };
                if !none_better {
                    return false;
                }
            }
            self.ctl.tick(16 * part.moves_of(places)).await;
        }
        for turn in [Turn::Min, Turn::Max] {
            let holds = |place: usize, target: usize| {
                part.turn(place) != turn || self.moves[place] as usize == target
            };
            for trap in part.end_components(Some(self.traps), holds, self.ctl).await {
                let mut places = trap.iter().map(|place| &worth[*place as usize]);
                let none_gains = match turn {
                    Turn::Min => places.all(|worth| *worth >= self.endless),
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
