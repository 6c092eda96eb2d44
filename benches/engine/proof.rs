//! Proves the ratings of random boards of 4×4, of which no graph fits.

use std::time::Duration;

use doomtree::games::{Switches, dice_of_doom, random};
use doomtree::session::{GraphRequest, ProofOptions, grow};
use doomtree::tree::Vertex;

use super::args::Args;
use super::figures::Figures;
use super::times::{Times, Took, timed};
use super::tree::setup;

/// The number of boards: those with the seeds from 0 up.
const BOARDS: u64 = 100;
/// Their number in a quick run.
const QUICK_BOARDS: u64 = 3;
/// Nodes that are visited between two looks at whether the rating is proven.
const STEP: u64 = 4_096;
/// The table's maximum number of bytes.
const TABLE_BYTES: usize = 256 << 20;

/// Measures it, once a board.
pub fn measure(args: &Args, figures: &mut Figures) {
    let boards = if args.quick { QUICK_BOARDS } else { BOARDS };
    let mut each: Vec<Took> = Vec::new();
    let (mut proven, mut nodes, mut bytes) = (0, 0, 0);
    for seed in 0..boards {
        let switches = Switches::default();
        let board = random(dice_of_doom::NAME, &switches, Some(4), Some(4), seed);
        let board = board.expect("a board");
        let (progress, took) = timed(|| prove(&board));
        each.push(took);
        // At an end there is nothing to prove.
        proven += u64::from(progress.proven == progress.wanted);
        nodes += progress.nodes;
        bytes = bytes.max(progress.bytes);
    }
    let slow = |most: u64| {
        let most = Duration::from_secs(most);
        each.iter().filter(|took| took.wall <= most).count()
    };
    figures.fact("proof_boards", each.len());
    figures.fact("proof_proven", proven);
    figures.fact("proof_in_1_s", slow(1));
    figures.fact("proof_in_10_s", slow(10));
    figures.fact("proof_nodes", nodes);
    figures.fact("proof_table_bytes", bytes);
    let mut times = Times::default();
    each.into_iter().for_each(|took| times.push(took));
    figures.times("proof_board_ms", &times);
}

/// Proves the rating of a board.
fn prove(board: &str) -> doomtree::session::ProofProgress {
    let tree = grow(&setup(board), GraphRequest::default(), "").expect("a board");
    let growing = tree.and_then(|tree| tree.growing);
    let growing = growing.expect("a board whose rating can be proven");
    growing.want(&[Vertex::ROOT]);
    let mut prover = growing.prover(ProofOptions {
        table_bytes: TABLE_BYTES,
        max_nodes: u64::MAX,
    });
    loop {
        let progress = prover.step(STEP);
        if progress.is_done() {
            return progress;
        }
    }
}
