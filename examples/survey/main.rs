//! Rates random 3×3 boards on all cores, and prints their numbers of positions.
//!
//! `cargo run --release --example survey -- 1000`

use doomtree::games::{Setup, Switches};
use doomtree::session::{random, survey, usual_game};

fn main() {
    let boards = std::env::args().nth(1);
    let boards = boards.and_then(|text| text.parse().ok()).unwrap_or(1_000);
    // Generated one by one as the survey needs them, so that millions need no memory.
    let setups = (0..boards).filter_map(|seed| {
        let rules = Switches::default();
        let position = random(usual_game(), &rules, Some(3), Some(3), seed).ok()?;
        Some(Setup::of_board(usual_game(), rules, &position, None))
    });
    // Each graph is freed as soon as this number is taken from it.
    let answers = survey(setups, |rated| rated.graph.distinct().positions);
    let mut sizes: Vec<u64> = answers.filter_map(Result::ok).collect();
    sizes.sort_unstable();
    if let Some(largest) = sizes.last() {
        println!(
            "{} boards, the median has {} positions, the largest {largest}",
            sizes.len(),
            sizes[sizes.len() / 2]
        );
    }
}
