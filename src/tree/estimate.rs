//! Estimate of a chance node at which a position limit stopped the build: the mean over its
//! outcomes.

use num_traits::{CheckedAdd, CheckedMul};

use crate::game::{Estimate, Game, Kind, Player, Rational, one, zero};

/// Maximum number of positions visited below one chance node.
const MAX: usize = 1_000;

/// For every player the mean, by probability, of the payoffs and estimates below a chance node. If
/// that would take too long or exceed 128 bits, it is the node's own estimate.
pub(super) fn mean_estimates<G: Game>(
    game: &G,
    position: &G::Position,
    estimate: Estimate,
) -> Vec<Rational> {
    let players = || Player::all(game.players());
    let number = |position: &G::Position, kind: Kind, player| match kind {
        Kind::End => game.payoff(position, player),
        Kind::Decision(_) | Kind::Chance(_) => game.estimate(position, estimate, player),
    };
    let mean = || {
        let mut sums = vec![zero(); game.players()];
        let mut behind = vec![(*position, one())];
        let mut moves = Vec::new();
        let mut next = 0;
        while let Some((position, probability)) = behind.get(next).copied() {
            next += 1;
            let kind = game.moves(&position, &mut moves);
            if !matches!(kind, Kind::Chance(_)) || behind.len() > MAX {
                for (sum, player) in sums.iter_mut().zip(players()) {
                    let part = number(&position, kind, player).checked_mul(&probability)?;
                    *sum = sum.checked_add(&part)?;
                }
                continue;
            }
            for &mv in &moves {
                let branch = game.probability(&position, mv).checked_mul(&probability)?;
                behind.push((game.play(&position, mv), branch));
            }
        }
        Some(sums)
    };
    mean().unwrap_or_else(|| {
        players()
            .map(|player| game.estimate(position, estimate, player))
            .collect()
    })
}
