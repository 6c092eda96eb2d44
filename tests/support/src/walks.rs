//! What somebody might do in a window, drawn from a seed.

use doomtree::app::{Command, CommandId};
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The window's sizes in points, from the smallest screen that is looked after.
pub const SIZES: [[f32; 2]; 4] = [
    [1_024.0, 700.0],
    [1_280.0, 800.0],
    [1_440.0, 900.0],
    [1_920.0, 1_080.0],
];

/// Something that somebody does in the tree.
#[derive(Clone, Debug)]
pub enum Walk {
    /// A command.
    Run(Command),
    /// Another size of the window.
    Resize([f32; 2]),
}

impl Walk {
    /// What is done next in a tree of so many nodes that have been unfolded.
    pub fn draw(random: &mut ChaCha8Rng, nodes: usize) -> Self {
        const WALKS: [CommandId; 6] = [
            CommandId::Child,
            CommandId::NextSibling,
            CommandId::Parent,
            CommandId::BestEnd,
            CommandId::Root,
            CommandId::PreviousSibling,
        ];
        let named = match random.random_range(0..14) {
            0..6 => WALKS[random.random_range(0..WALKS.len())],
            6 => CommandId::ToggleFold,
            7 => CommandId::UnfoldPly,
            8 => CommandId::FoldPly,
            9 => CommandId::UnfoldBestLine,
            10 => CommandId::LargerText,
            11 => CommandId::SmallerText,
            12 => return Self::Resize(SIZES[random.random_range(0..SIZES.len())]),
            _ => {
                // Any node that is unfolded, as somebody finds it.
                let node = UnfoldingNode(random.random_range(0..nodes) as u32);
                return Self::Run(Command::Act(Action::Select(node)));
            }
        };
        Self::Run(Command::Named(named))
    }
}

/// A board of four to nine hexes on which somebody may attack.
pub fn board(random: &mut ChaCha8Rng) -> String {
    let (rows, columns) = (random.random_range(2..=3), random.random_range(2..=3));
    let row = |random: &mut ChaCha8Rng| {
        let hex = |random: &mut ChaCha8Rng| {
            let owner = if random.random_bool(0.5) { 'a' } else { 'b' };
            format!("{owner}{}", random.random_range(1..=3))
        };
        let hexes: Vec<String> = (0..columns).map(|_| hex(random)).collect();
        hexes.concat()
    };
    let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
    format!("{} a", rows.join("/"))
}
