//! Minimax ratings of a position graph: ratings, proven intervals, best moves, best lines and
//! distances. No shapes or coordinates here.
//!
//! While few numbers can occur, a rating is one byte per position and player: an index into a
//! sorted table. With chance, ratings are exact fractions of 128-bit integers, interned; on
//! overflow they become doubles that are marked as approximate. If a limit hides part of the tree,
//! two bounds are backed up beside the rating.
//!
//! # Cyclic games
//! If sorting meets a cycle, the strongly connected components are found, children first (Pearce,
//! *A space-efficient algorithm for finding strongly connected components*, 2016). Positions that
//! can reach a cycle are left out of the order, and their trees are infinite. Endless play has the
//! same payoff for all players, 1/players by default.
//!
//! Without chance, such positions are rated by retrograde sweeps: the best payoffs first, the worst
//! payoffs next, and the rest is endless play.
//!
//! With chance, each component, children first, gets a lower and an upper bound that are iterated
//! towards each other. In a large component the ratings are guessed first, and bounds close to the
//! guess are proven (`guess`, optimistic value iteration). Plain iteration may not converge. If the
//! minimizer can keep play in a set, no position of the set is worth more than endless play or the
//! maximizer's best exit. So the upper bound is lowered to that, and the lower bound is raised in
//! the same way. The sets are the end components that remain when the keeping player uses only
//! moves that are best by the other bound (Kelmendi et al. 2018). If convergence is slow, a small
//! component is solved exactly by strategy improvement (`strategies`). Bounds that are still apart
//! at the work limit are shown as the proven interval.
//!
//! max-n has no unique rating on cycles, and is refused without a ply limit. A count is infinite
//! only if a cycle leads to something that is counted.
//!
//! # What if
//! [`Assumed`] rates the lines from assumptions to the root, with the same backup step as the
//! sweeps (`backed`). Other ratings are read from the position graph. So the cost depends on the
//! lines, not on the size of the tree.

mod analysis;
mod backed;
mod best;
mod column;
mod cycles;
mod distances;
mod guess;
mod part;
mod rater;
mod ratings;
mod special;
mod strategies;
mod what_if;

pub use analysis::{Analysis, INTERVALS, MAX_RATINGS, MixPart, RatingDistribution};
pub use backed::Backed;
pub use best::{
    BestLine, LineEnd, Loss, best_edges, best_line, best_move, blunders, is_blunder,
    likeliest_branch, likely_best, likely_line, loss, loss_among, played, proven_line, reach,
    worse_moves,
};
pub use distances::Distances;
pub use ratings::{DRAW, Multiplayer, Rating, RatingOptions, Ratings, endless_play};
pub use what_if::{Assumed, AssumedNode, AssumptionRefused, Spent, Suppose, Supposition};
