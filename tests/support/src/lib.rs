//! What several test programs need: boards built and rated in one call, the program and the window
//! driven, files compared with what was recorded.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at clocks and files"
)]

#[cfg(feature = "gui")]
pub mod accessibility;
pub mod cli;
pub mod dialects;
#[cfg(target_os = "linux")]
pub mod display;
pub mod documents;
pub mod golden;
pub mod outside;
#[cfg(feature = "gui")]
pub mod screen;
pub mod trees;
#[cfg(feature = "gui")]
pub mod walks;

use std::path::Path;
use std::sync::Arc;

use doomtree::games::dice_of_doom::{Board, DiceOfDoom, PackedPosition, Rules};
use doomtree::games::scripted::Scripted;
use doomtree::rating::{Analysis, RatingOptions};
use doomtree::tree::{Graph, Limits, PositionGraph, Vertex};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The folder of the whole project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs on a thread with a stack of 256 KiB, which a recursion over 100,000 plies would burst.
///
/// # Panics
/// The work does.
pub fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("the small stack is enough");
}

/// A graph of Dice of Doom on a small board.
pub type SmallGraph = PositionGraph<DiceOfDoom<1>>;

/// The game and the position of a notation under the land-of-lisp rules.
pub fn small(text: &str) -> (Arc<DiceOfDoom<1>>, PackedPosition<1>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(text, &rules, None).expect(text);
    let (game, position) = DiceOfDoom::with_board(rules, &board).expect("one word is enough");
    (Arc::new(game), position)
}

/// The graph of a board under the land-of-lisp rules.
pub fn small_graph(text: &str, limits: Limits) -> SmallGraph {
    let (game, position) = small(text);
    PositionGraph::new(game, position, limits)
}

/// Limits with a number of plies.
pub fn plies(max_plies: u32) -> Limits {
    Limits {
        max_plies: Some(max_plies),
        ..Limits::default()
    }
}

/// The graph of a script, from its first node.
pub fn scripted_graph(script: &str, limits: Limits) -> PositionGraph<Scripted> {
    let game = Arc::new(Scripted::new(script).expect("a good script"));
    let start = game.start();
    PositionGraph::new(game, start, limits)
}

/// The number of tree nodes at the root, in digits.
pub fn tree_nodes(graph: &Graph) -> String {
    Analysis::new(graph, &RatingOptions::default())
        .nodes
        .of(Vertex::ROOT)
        .to_string()
}

/// Uniform draws that are the same for ever.
pub struct Draws(ChaCha8Rng);

impl Draws {
    /// Draws that the seed decides.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to `choices` − 1.
    pub fn below(&mut self, choices: usize) -> usize {
        (self.0.next_u64() % choices as u64) as usize
    }
}

/// A file with up to six alterations: bytes flipped, parts left out, repeated, moved or taken from
/// another file, words put in.
pub fn altered(draws: &mut Draws, seeds: &[Vec<u8>], words: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[draws.below(seeds.len())].clone();
    for _ in 0..1 + draws.below(6) {
        let at = draws.below(bytes.len() + 1);
        let most = 1 + draws.below(24);
        let end = (at + 1 + draws.below(most)).min(bytes.len());
        match draws.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << draws.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                let to = draws.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            3 => {
                let other = &seeds[draws.below(seeds.len())];
                let from = draws.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            4 => bytes.truncate(at),
            _ => {
                let word = words[draws.below(words.len())].iter().copied();
                let until = if draws.below(2) == 0 { at } else { end };
                bytes.splice(at..until, word);
            }
        }
    }
    bytes
}
