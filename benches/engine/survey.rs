//! Rates many random boards, on one thread and on two.

use doomtree::game::Player;
use doomtree::games::dice_of_doom;
use doomtree::games::{self, Switches};
use doomtree::session;
use doomtree::tree::{Limits, Vertex};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::args::Args;
use super::figures::Figures;
use super::machine::Pools;
use super::times::{Times, timed};
use super::tree::setup;

/// The number of boards: those with the seeds from 0 up.
const BOARDS: u64 = 1_000;
/// Their number in a quick run.
const QUICK_BOARDS: u64 = 20;

/// The data that a survey keeps of a board.
#[derive(Debug, PartialEq)]
struct Answer {
    positions: usize,
    tree_nodes: String,
    rating: f64,
}

/// Measures it; the two take turns.
pub fn measure(args: &Args, pools: &Pools, figures: &mut Figures) {
    let boards: Vec<String> = (0..if args.quick { QUICK_BOARDS } else { BOARDS })
        .map(|seed| {
            let switches = Switches::default();
            games::random(dice_of_doom::NAME, &switches, Some(3), Some(3), seed).expect("a board")
        })
        .collect();
    let mut answers = Vec::new();
    let mut times = [Times::default(), Times::default()];
    for _ in 0..args.runs(3) {
        for (pool, times) in [&pools.one, &pools.two].into_iter().zip(&mut times) {
            let (found, time) = timed(|| pool.install(|| survey(&boards)));
            times.push(time);
            assert!(answers.is_empty() || answers == found);
            answers = found;
        }
    }
    let positions: usize = answers.iter().map(|answer| answer.positions).sum();
    figures.fact("survey_boards", answers.len());
    figures.fact("survey_positions", positions);
    let [one, two] = &times;
    figures.times("survey_1_thread_ms", one);
    figures.times("survey_2_threads_ms", two);
    figures.ratio("survey_scaling", one, two);
}

/// The answers, in the order of the boards.
fn survey(boards: &[String]) -> Vec<Answer> {
    boards
        .par_iter()
        .with_max_len(1)
        .map(|board| {
            let build = session::open(&setup(board), Limits::default(), "").expect("a board");
            let rated = build.finish();
            let ratings = &rated.analysis.ratings;
            Answer {
                positions: rated.graph.graph().len(),
                tree_nodes: rated.analysis.nodes.of(Vertex::ROOT).to_string(),
                rating: ratings.rating(Vertex::ROOT, Player(0)).to_f64(),
            }
        })
        .collect()
}
