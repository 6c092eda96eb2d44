//! The background work of a comparison: the other graph, then the walk over both.

use super::found::FoundDifferences;
use crate::app::base::{Begun, Wake};
use crate::game::Refusal;
use crate::games::{Setup, Switches};
use crate::session::{self, Build, Comparison, MAX_PAIRS, Progress, Rated, Stage, Wanted, open};
use crate::words::short_number;

/// The stage.
#[derive(Clone, Copy, Debug, Default)]
enum Phase {
    #[default]
    Building,
    Rating,
    Comparing,
}

/// The progress.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    phase: Phase,
    count: usize,
}

impl Reached {
    /// The present stage, as text.
    pub fn words(&self) -> String {
        let number = short_number(self.count);
        match self.phase {
            Phase::Building => format!("Building under the other rules: {number} positions so far"),
            Phase::Rating => format!("Rating {number} positions under the other rules"),
            Phase::Comparing => format!("Comparing: {number} pairs of positions so far"),
        }
    }
}

/// The graph of an open board under other rules.
///
/// # Errors
/// Why the board isn't possible under them.
fn built(
    own: &Rated,
    setup: &Setup,
    other: &Switches,
    mut wanted: Wanted,
) -> Result<Box<dyn Build>, Refusal> {
    // Both graphs are in memory together, so the other one may use only the rest.
    let left = |most: u64| most.saturating_sub(own.bytes as u64);
    wanted.limits.max_bytes = wanted.limits.max_bytes.map(left);
    session::under(setup, other)
        .and_then(|setup| open(&setup, wanted, ""))
        .map_err(|error| Refusal::of(error).at("This board isn't possible under these rules"))
}

/// Starts comparing an open board with the same board under other rules.
pub(super) fn begin(
    own: Rated,
    setup: &Setup,
    other: &Switches,
    wanted: Wanted,
    wake: Wake,
) -> Begun<Box<FoundDifferences>, Reached> {
    let build = match built(&own, setup, other, wanted) {
        Ok(build) => build,
        Err(why) => return Begun::Done(Err(why)),
    };
    Begun::Thread {
        name: "doomtree-compare",
        label: "comparing".to_owned(),
        wake,
        told: Reached::default(),
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let positions = |progress: Progress| {
                    let mut now = told.now();
                    now.count = progress.positions;
                    if progress.stage == Stage::Rating {
                        now.phase = Phase::Rating;
                    }
                };
                let other = session::built(build, &cancelled.ctl, &positions).await;
                if let Some(why) = other.analysis.ratings.refused() {
                    let what = format!("Couldn't rate the other tree: {why}");
                    return Err(Refusal::new(what, ""));
                }
                told.now().phase = Phase::Comparing;
                let pairs = |progress: Progress| told.now().count = progress.expanded;
                let both = [own, other];
                let found = Comparison::find(&both, MAX_PAIRS, &cancelled.ctl, &pairs).await;
                Ok(Box::new(FoundDifferences::new(both, found)))
            })
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::first_setup;
    use crate::tree::Limits;

    #[test]
    fn the_other_tree_may_take_what_the_open_one_leaves() {
        let setup = Setup {
            position: "a2b2a2/b1a2b2 a".to_owned(),
            ..first_setup("dice-of-doom").expect("the book's board")
        };
        let own = open(&setup, Limits::default(), "")
            .expect("a board")
            .finish();
        let other = Switches::read("haskell").expect("rules");
        let stopped = |max_bytes| {
            let limits = Limits {
                max_bytes,
                ..Limits::default()
            };
            let build = built(&own, &setup, &other, limits.into());
            let rated = build.map(|build| build.finish());
            rated.expect("a board").graph.graph().stopped().is_some()
        };
        assert!(!stopped(None));
        assert!(!stopped(Some(own.bytes as u64 + 100_000_000)));
        assert!(stopped(Some(own.bytes as u64)));
    }
}
