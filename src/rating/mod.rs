//! What minimax backs up: ratings, proven intervals, best moves, best lines and distances. Shapes
//! and coordinates are unknown here.

mod analysis;
mod backed;
mod best;
mod chance;
mod column;
mod columns;
mod cycles;
mod distances;
mod exact;
mod joining;
mod max_n;
mod mix;
mod options;
mod part;
mod pieces;
mod rater;
mod ratings;
mod recurring;
mod retrograde;
mod table;
mod together;
mod value;
mod what_if;

pub use analysis::{Analysis, Analyzing};
pub use backed::Backed;
pub use best::{BestLine, Ended, best_edges, best_line, blunders, is_blunder, likeliest_branch};
pub use distances::Distances;
pub use mix::{INTERVALS, MOST_RATINGS, Mix, MixPart, Mixing};
pub use options::{DRAW, Multiplayer, Options, endless_play};
pub use ratings::Ratings;
pub use together::rate_and_count;
pub use value::Rating;
pub use what_if::{Assumed, AssumedNode, Refused, Spent, Suppose, Supposition};
