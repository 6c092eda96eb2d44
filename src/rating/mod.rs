//! What minimax backs up: ratings, proven intervals, best moves, best lines and distances. Shapes
//! and coordinates are unknown here.
//!
//! A rating is one byte a position and player while the numbers that can occur are few: an index
//! into a sorted table. With chance they are exact fractions of 128-bit integers, interned; where
//! those overflow, doubles that say so. Two bounds are backed up beside the rating where a limit
//! hides something.
//!
//! # Cyclic games
//! Where sorting meets a cycle, the strongly connected parts are found, children first (Pearce, *A
//! space-efficient algorithm for finding strongly connected components*, 2016); what can reach a
//! cycle is left out of the order, and its tree is infinite. Play without end has one worth for
//! everybody, 1/players unless another is chosen. Without chance positions that recur are rated by
//! retrograde sweeps: best payoffs first, worst payoffs next, and what remains is play without end.
//! With chance each strongly connected part, children first, has a lower and an upper bound
//! iterated towards each other. In a part that isn't small the ratings are guessed first, and bounds
//! close to the guess are proven (`guess`, optimistic value iteration). Iteration alone may stand still: where the minimizer can hold play
//! in a set, no position there is worth more than endless play or the maximizer's best way out, so
//! the upper bound is lowered to that, and the lower one raised likewise. The sets are the end
//! components left when the holder uses only moves that are best by the other bound (Kelmendi et
//! al. 2018). Where they creep, a small part is solved exactly by improving strategies (`strategies`);
//! bounds still apart when that has taken too long are shown as the proven interval.
//! max-n has no unique rating there and is refused without a ply limit. A count is infinite only
//! where a cycle leads to what is counted.
//!
//! # What if
//! [`Assumed`] rates the lines from assumptions to the root, with the step that the sweeps use
//! (`backed`); all else reads the position graph, so that it costs the line and not the tree.

mod analysis;
mod backed;
mod best;
mod chain;
mod chance;
mod column;
mod columns;
mod cycles;
mod distances;
mod exact;
mod guess;
mod joining;
mod leaps;
mod max_n;
mod mix;
mod options;
mod order;
mod part;
mod pieces;
mod rater;
mod ratings;
mod recurring;
mod retrograde;
mod strategies;
mod table;
mod together;
mod value;
mod what_if;

pub use analysis::{Analysis, Analyzing};
pub use backed::Backed;
pub use best::{
    BestLine, Ended, best_edges, best_line, best_move, blunders, is_blunder, likeliest_branch,
    likely_best, likely_line,
};
pub use distances::Distances;
pub use mix::{INTERVALS, MAX_RATINGS, Mix, MixPart, Mixing};
pub use options::{DRAW, Multiplayer, Options, endless_play};
pub use ratings::Ratings;
pub use together::rate_and_count;
pub use value::Rating;
pub use what_if::{Assumed, AssumedNode, Refused, Spent, Suppose, Supposition};

#[cfg(test)]
mod scripts;
