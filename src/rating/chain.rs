//! Solves a Markov chain exactly by eliminating one state after another: its predecessors then lead
//! to its targets (Gaussian elimination, in the form of Grassmann, Taksar and Heyman, *Regenerative
//! analysis and steady state distributions for Markov chains*, 1985).

use std::collections::{BTreeMap, BTreeSet};

use crate::work::Control;
use num_rational::BigRational;
use num_traits::{One, Zero};

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
        *self
            .leads_to
            .entry(target)
            .or_insert_with(BigRational::zero) += probability;
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
