//! Ratings where positions recur and chance has a part: bounded value iteration (Kelmendi, Krämer,
//! Křetínský and Weininger, *Value iteration for simple stochastic games: stopping criterion and
//! learning algorithm*, 2018), for payoffs at the ends and one worth of play without end.
//!
//! A lower and an upper bound are iterated towards the rating. Iteration alone may stand still above
//! it: in a set of positions in which the maximiser can stay, but gains nothing by it, each position
//! vouches for the next. If the minimiser can hold play in such a set, then whoever is there ends up
//! with play without end, or leaves by a move of the maximiser: no position of the set is worth more
//! than the larger of both, so the upper bound is lowered to that. The lower bound is raised in the
//! same way. That is sound for every set; for the bounds to meet the sets have to be the end
//! components that are left when the one who holds play uses nothing but moves that are best by the
//! other bound, which is why they are sought again and again.

use super::part::{Part, Turn};

/// Bounds that are this much further apart than those that they rest on are good enough.
const CLOSE: f64 = 2e-14;
/// The most sweeps between two looks at the end components.
const SWEEPS: usize = 24;
/// The most moves that are looked at before bounds that are still apart are left as they are …
const MOST_WORK: u64 = 1 << 33;
/// … but so many sweeps are made at least.
const LEAST_SWEEPS: u64 = 4_096;
/// … and no more than so many, however small the part is.
const MOST_SWEEPS: u64 = 1 << 20;

/// The bounds of all positions of a part, and of those that it leads to.
pub(super) struct Bounds {
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

/// Iterates the bounds of the positions of a part until they are close, or move no more. Those of
/// the positions that it leads to are given, and stay; `endless` is what play without end is worth.
pub(super) fn solve(part: &Part, endless: f64, bounds: &mut Bounds) {
    let inner = part.len();
    let Bounds { low, high } = bounds;
    let given = inner..low.len();
    // What play comes to at last is play without end, or a way out.
    let least = low[given.clone()].iter().copied().fold(endless, f64::min);
    let most = high[given.clone()].iter().copied().fold(endless, f64::max);
    low[..inner].fill(least);
    high[..inner].fill(most);
    let between = given.map(|exit| high[exit] - low[exit]);
    let close = between.fold(0.0, f64::max) + CLOSE;
    let traps = part.end_components(None, |_, _| true);
    let (mut sweeps, mut work) = (0_u64, 0_u64);
    loop {
        let mut moved = false;
        for _ in 0..SWEEPS {
            let up = sweep(part, low, f64::max);
            let down = sweep(part, high, f64::min);
            sweeps += 1;
            work += 2 * part.moves() as u64;
            let change = up.max(down);
            moved |= change > 0.0;
            if change <= f64::EPSILON {
                break;
            }
        }
        let apart = (0..inner).map(|place| high[place] - low[place]);
        if apart.fold(0.0, f64::max) <= close {
            return;
        }
        for slack in [0.0, 1e-10] {
            if traps.is_empty() {
                break;
            }
            work += 2 * part.moves() as u64;
            moved |= lower(part, &traps, endless, low, high, slack);
            moved |= raise(part, &traps, endless, low, high, slack);
        }
        let long = (work > MOST_WORK && sweeps > LEAST_SWEEPS) || sweeps > MOST_SWEEPS;
        if !moved || long {
            return;
        }
    }
}

/// One sweep of a bound, which keeps the tighter of old and new; the largest change.
fn sweep(part: &Part, bound: &mut [f64], tighter: fn(f64, f64) -> f64) -> f64 {
    let mut change: f64 = 0.0;
    for place in 0..part.len() {
        let rating = match part.turn(place) {
            Turn::Chance => part
                .branches(place)
                .map(|(target, probability)| probability * bound[target])
                .sum(),
            Turn::Max => {
                let targets = part.targets(place);
                targets.fold(f64::NEG_INFINITY, |best, target| best.max(bound[target]))
            }
            Turn::Min => {
                let targets = part.targets(place);
                targets.fold(f64::INFINITY, |best, target| best.min(bound[target]))
            }
        };
        let before = bound[place];
        let after = tighter(before, rating);
        bound[place] = after;
        change = change.max((after - before).abs());
    }
    change
}

/// Lowers the upper bound in the end components in which the minimiser can hold play by moves that
/// are best for it by the lower bound, give or take `slack`.
fn lower(
    part: &Part,
    traps: &[Vec<u32>],
    endless: f64,
    low: &[f64],
    high: &mut [f64],
    slack: f64,
) -> bool {
    let best: Vec<f64> = (0..part.len())
        .map(|place| match part.turn(place) {
            Turn::Min => part
                .targets(place)
                .fold(f64::INFINITY, |best, target| best.min(low[target])),
            _ => f64::INFINITY,
        })
        .collect();
    let holds = |place: usize, target: usize| low[target] <= best[place] + slack;
    let mut moved = false;
    for component in part.end_components(Some(traps), holds) {
        let exits = part.exits(&component, Turn::Max);
        let most = exits.map(|exit| high[exit]).fold(endless, f64::max);
        for place in component {
            let bound = &mut high[place as usize];
            moved |= *bound > most;
            *bound = bound.min(most);
        }
    }
    moved
}

/// Raises the lower bound in the end components in which the maximiser can hold play by moves that
/// are best for it by the upper bound, give or take `slack`.
fn raise(
    part: &Part,
    traps: &[Vec<u32>],
    endless: f64,
    low: &mut [f64],
    high: &[f64],
    slack: f64,
) -> bool {
    let best: Vec<f64> = (0..part.len())
        .map(|place| match part.turn(place) {
            Turn::Max => {
                let targets = part.targets(place);
                targets.fold(f64::NEG_INFINITY, |best, target| best.max(high[target]))
            }
            _ => f64::NEG_INFINITY,
        })
        .collect();
    let holds = |place: usize, target: usize| high[target] >= best[place] - slack;
    let mut moved = false;
    for component in part.end_components(Some(traps), holds) {
        let exits = part.exits(&component, Turn::Min);
        let least = exits.map(|exit| low[exit]).fold(endless, f64::min);
        for place in component {
            let bound = &mut low[place as usize];
            moved |= *bound < least;
            *bound = bound.max(least);
        }
    }
    moved
}
