//! Lists the moves of consecutive vertices on all cores.

use rayon::prelude::*;

use super::limits::Limits;
use super::listing::Listing;
use crate::game::Game;

/// Minimum number of vertices per task.
const MIN_IN_TASK: usize = 512;

/// Positions that follow each other in the graph.
pub(super) struct Waiting<'a, G: Game> {
    /// The number of the first.
    pub first: usize,
    pub positions: &'a [G::Position],
    /// One per position; empty without a ply limit.
    pub plies_left: &'a [u32],
}

/// The parameters for listing the moves of such positions.
pub(super) struct Listed<'a, G: Game> {
    pub game: &'a G,
    pub limits: &'a Limits,
    /// Whether no vertex gets moves any more.
    pub stopped: bool,
    /// Whether the moves are to be sorted by the shards in which their positions are looked up.
    pub sorted: bool,
}

/// The moves of some vertices, in runs that were listed by a task each.
pub(super) struct Runs<G: Game> {
    listings: Vec<Listing<G>>,
    /// The number of its listings.
    tasks: usize,
    /// The number of the first vertex.
    pub first: usize,
    /// The number of vertices.
    pub count: usize,
}

impl<G: Game> Runs<G> {
    pub fn new() -> Self {
        Self {
            listings: Vec::new(),
            tasks: 0,
            first: 0,
            count: 0,
        }
    }

    /// The listings, in the order of their vertices.
    pub fn listings(&self) -> &[Listing<G>] {
        &self.listings[..self.tasks]
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.listings().iter().map(Listing::len).sum()
    }

    /// Lists the moves of all these positions.
    pub fn list(&mut self, waiting: &Waiting<'_, G>, by: &Listed<'_, G>) {
        let count = waiting.positions.len();
        let cores = rayon::current_num_threads();
        // A few tasks a core, so that none waits long for the slowest.
        let tasks = match cores {
            1 => 1,
            _ => (count / MIN_IN_TASK).clamp(1, 4 * cores),
        };
        let run = count.div_ceil(tasks).max(1);
        (self.first, self.count, self.tasks) = (waiting.first, count, count.div_ceil(run));
        while self.listings.len() < self.tasks {
            self.listings.push(Listing::new());
        }
        let list = |(task, listing): (usize, &mut Listing<G>)| {
            let run = task * run..count.min((task + 1) * run);
            let plies_left = waiting.plies_left.get(run.clone()).unwrap_or_default();
            let positions = &waiting.positions[run];
            listing.list(by.game, by.limits, by.stopped, positions, plies_left);
            if by.sorted {
                listing.want();
            }
        };
        let listings = &mut self.listings[..self.tasks];
        match listings.len() {
            1 => listings.iter_mut().enumerate().for_each(list),
            _ => listings.par_iter_mut().enumerate().for_each(list),
        }
    }
}
