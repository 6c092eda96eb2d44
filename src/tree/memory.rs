//! Limits of a position graph (plies, positions, memory), and estimates of its memory before it is
//! built and rated. A memory limit becomes a position limit by this computation alone. So the same
//! limit stops at the same position, whatever the machine, the threads and the steps. The estimate
//! of a chance node at which a position limit stopped the build is the mean over its outcomes.

use num_traits::{CheckedAdd, CheckedMul};

use super::intern;
use crate::game::{Estimate, Game, Kind, Player, Rational, one, zero};

/// Constant overhead in bytes: the stacks of threads, and the buffers of one batch.
const ALWAYS: u64 = 2 << 20;

/// The number of buffered moves in a large batch.
const MOVES_IN_BATCH: u64 = 3 << 16;

/// Bytes per position outside of the columns: tables of outcomes, half-full pages.
const BESIDES: u64 = 3;

/// Estimated growth in bytes of a process while a graph of a game is built and rated, at its peak.
///
/// There are two peaks, and the higher one counts. While positions are found, they are looked up in
/// tables that double at once and exist beside the columns. Afterwards the tables are freed, and
/// ratings and one-word counts are made. Costs that aren't known in advance are left out: counts of
/// more than 64 bits, the distinct ratings of a game with chance, the data for cycles without
/// chance, and a `DiGraph` that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryEstimate {
    /// Bytes of a position, and of a move, while they are found, without the tables.
    found: [u64; 2],
    /// Bytes per slot of the tables.
    slot: u64,
    /// Bytes of a move in the buffers of a batch.
    buffered: u64,
    /// Bytes of a position, and of a move, when they are rated.
    rated: [u64; 2],
}

impl MemoryEstimate {
    /// For graphs of this game, with any way of rating.
    pub fn of<G: Game>(game: &G, limits: &Limits) -> Self {
        let (position, mv) = (size_of::<G::Position>() as u64, size_of::<G::Move>() as u64);
        let chance = game.has_chance();
        let number = size_of::<u32>() as u64;
        let plies_left = if limits.max_plies.is_some() {
            number
        } else {
            0
        };
        let probability = if chance { number } else { 0 };
        // The kind, the first move, the outcome.
        let columns = position + 1 + 2 * number + plies_left;
        let moves = mv + number + probability;
        // The order, the distance, the longest line, and two counts of a word each.
        let sizes = 3 * number + 16;
        // With a ply limit a set finds the vertices with the same position.
        let distinct = match limits.max_plies {
            Some(_) => 2 * number + 4,
            None => 0,
        };
        // A graph that was stopped has two bounds beside each rating. Where chance decides there
        // are too many numbers for a byte; where positions recur too, bounds are iterated.
        let rated = match game.players() as u64 {
            2 if game.payoff_sum().is_some() => 1,
            players => players,
        };
        let ratings = match (chance, game.may_recur()) {
            (true, true) => number + 19 * number * rated,
            (true, false) => number + 3 * number * rated,
            (false, _) => 3 * rated,
        };
        Self {
            found: [columns, moves],
            slot: intern::slot_bytes::<G::Position>() as u64,
            // The position, the move, where it is looked up, and what was found, twice.
            buffered: position + mv + 4 * number,
            rated: [columns + sizes + distinct + ratings + BESIDES, moves],
        }
    }

    /// The bytes for this many positions and moves at the peak.
    pub fn bytes(&self, positions: u64, moves: u64) -> u64 {
        let take = |[position, mv]: [u64; 2]| {
            position
                .saturating_mul(positions)
                .saturating_add(mv.saturating_mul(moves))
        };
        let tables = intern::slots_for(positions).saturating_mul(self.slot);
        // More positions never take less, however many moves each has.
        let batch = moves.min(MOVES_IN_BATCH);
        let finding = take(self.found)
            .saturating_add(tables)
            .saturating_add(batch.saturating_mul(self.buffered));
        finding.max(take(self.rated)).saturating_add(ALWAYS)
    }
}

/// The limits to which a position graph is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Maximum depth of the tree in plies; `None`: no limit.
    #[doc(alias = "max_depth")]
    pub max_plies: Option<u32>,
    /// Maximum number of vertices, at least 1; `None`: no limit.
    pub max_nodes: Option<u64>,
    /// Maximum number of bytes by which the process may grow while the graph is built and rated, as
    /// estimated; `None`: no limit.
    pub max_bytes: Option<u64>,
    /// The estimate that replaces a rating at a horizon.
    pub estimate: Estimate,
}

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
            moves.clear();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dice_of_doom::{Board, Combat, DiceOfDoom, Rules};

    fn reckoning<const W: usize>(
        board: &str,
        rules: Rules,
        max_plies: Option<u32>,
    ) -> MemoryEstimate {
        let board = Board::read(board, &rules, None).expect("a board");
        let (game, _) = DiceOfDoom::<W>::with_board(rules, &board).expect("enough words");
        let limits = Limits {
            max_plies,
            ..Limits::default()
        };
        MemoryEstimate::of(&game, &limits)
    }

    const BOARD: &str = "a2a2b2/a3b1a3/a3a3b3 a";

    #[test]
    fn graphs_that_were_measured_are_reckoned_within_five_in_a_hundred() {
        let narrow = reckoning::<1>(BOARD, Rules::LAND_OF_LISP, None);
        let wide = reckoning::<2>(BOARD, Rules::LAND_OF_LISP, None);
        // Positions, moves, and the bytes by which the process grew.
        for (reckoning, positions, moves, grew) in [
            (narrow, 999_998, 1_836_780, 68_300_000),
            (narrow, 2_500_000, 5_701_536, 164_200_000),
            (narrow, 4_000_000, 11_222_354, 285_700_000),
            (narrow, 4_071_139, 11_561_537, 290_300_000),
            (narrow, 2_699_998, 4_715_949, 218_600_000),
            (narrow, 7_799_998, 13_882_493, 503_100_000),
            (wide, 999_998, 1_974_231, 96_500_000),
            (wide, 2_500_000, 5_069_670, 206_300_000),
            (wide, 2_699_997, 5_499_228, 315_800_000),
            (wide, 3_999_999, 8_240_452, 364_500_000_u64),
        ] {
            let bytes = reckoning.bytes(positions, moves);
            assert!(bytes.abs_diff(grew) * 20 <= grew, "{bytes} for {grew}");
        }
    }

    #[test]
    fn the_memory_estimate_grows_with_positions_moves_and_larger_boards() {
        let plain = reckoning::<1>(BOARD, Rules::LAND_OF_LISP, None);
        let mut last = 0;
        for positions in (0..40_000_000).step_by(99_991) {
            let bytes = plain.bytes(positions, 2 * positions);
            assert!(bytes >= last);
            last = bytes;
        }
        let wide = reckoning::<2>(BOARD, Rules::LAND_OF_LISP, None);
        let limited = reckoning::<1>(BOARD, Rules::LAND_OF_LISP, Some(9));
        let rolled = Rules {
            combat: Combat::DiceRoll,
            ..Rules::LAND_OF_LISP
        };
        let dice = reckoning::<1>(BOARD, rolled, None);
        for more in [wide, limited, dice] {
            assert!(more.bytes(1_000_000, 2_000_000) > plain.bytes(1_000_000, 2_000_000));
        }
        assert_eq!(plain.bytes(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn the_memory_estimate_jumps_where_the_hash_tables_double() {
        let reckoning = reckoning::<1>(BOARD, Rules::LAND_OF_LISP, None);
        // Few moves, so that finding takes more than rating.
        let bytes = |positions| reckoning.bytes(positions, 0);
        let max = 64 * 65_536 * 5 / 8;
        assert!(bytes(max + 1) - bytes(max) > 64 * 65_536 * 10);
    }
}
