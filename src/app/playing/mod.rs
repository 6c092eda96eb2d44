//! A game that is played in the window: seats, the computer's thinking off the UI thread, dice that
//! roll for a moment, and the tree that follows.

mod choices;
mod dice;
mod game;
mod input;
mod panel;
mod strip;
mod words;

use super::edits::Root;
use super::job::Job;
use crate::game::Player;
use crate::session::play::{Play, Roll, Seat, Thought, Throw, Turn};
use crate::tree::UnfoldingNode;

pub use choices::PlayChoices;
pub(super) use panel::PlayPanel;
pub(super) use strip::strip_ui;

/// How long dice roll, in seconds.
const ROLLING: f64 = 0.55;
/// No sooner after the last move, in seconds, does the program make one, so that it can be seen.
const PACE: f64 = 0.4;

/// A root of the document that the game has been in.
struct Ground {
    /// How many moves and branches were made before it.
    made: usize,
    root: Root,
    /// The line from there to where the game came into it; empty where the graph was built for it.
    line: String,
}

/// Dice that fell, and whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thrown {
    pub attacker: Player,
    pub defender: Option<Player>,
    pub throw: Throw,
}

/// What chance decides in a moment.
struct Rolling {
    /// When it began, in seconds.
    since: f64,
    roll: Roll,
    thrown: Option<Thrown>,
}

/// The game that is played.
pub struct Playing {
    play: Play,
    /// The roots that it has been in, the first one first; never empty.
    grounds: Vec<Ground>,
    /// Where it stands in the tree of the document; `None` until that is known.
    node: Option<UnfoldingNode>,
    thinking: Option<Job<Option<Thought>>>,
    /// The computer's move that is made in a moment.
    thought: Option<Thought>,
    rolling: Option<Rolling>,
    /// The dice that fell last.
    thrown: Option<Thrown>,
    /// When the last move was made, in seconds.
    moved: f64,
    /// When the last frame began, in seconds.
    clock: f64,
    /// Whether somebody chooses what chance does.
    by_hand: bool,
    /// Why the program makes no further move, though the game isn't over.
    ended: Option<String>,
    /// Whether it waits for the tree, which is being built.
    waits: bool,
    /// Whether the end was told.
    told: bool,
    /// Whether the document is being changed by the game itself.
    building: bool,
}

impl Playing {
    /// Whether the program, and nobody else, makes the next move.
    fn moves_by_itself(&self) -> bool {
        self.ended.is_none()
            && match self.play.turn() {
                Turn::Over(_) => false,
                Turn::Player(_, seat) => seat != Seat::Human,
                Turn::Chance(_) => !self.by_hand || self.rolling.is_some(),
            }
    }

    /// Whether the window waits for the game: a move of the program, or a place in the tree.
    pub(super) fn is_busy(&self) -> bool {
        self.node.is_none() || self.moves_by_itself()
    }

    /// Whether it stands in the tree, and what comes next comes when its time has come.
    pub(super) fn waits_for_its_time(&self) -> bool {
        self.node.is_some() && self.thinking.is_none() && self.moves_by_itself()
    }

    /// Forgets what the program was about to do.
    fn interrupt(&mut self) {
        self.thinking = None;
        self.thought = None;
        self.rolling = None;
        self.ended = None;
        self.told = false;
    }

    /// Whether the document is being changed by the game itself.
    pub(super) fn builds(&self) -> bool {
        self.building
    }

    /// The moves from where the game began, as a line from the root that it began in.
    fn line_to(&self, made: usize) -> String {
        let begun = self.grounds.first().map_or("", |ground| &ground.line);
        let mut line = begun.to_owned();
        for step in &self.play.made()[..made] {
            line.push(' ');
            line.push_str(&step.text());
        }
        line.trim().to_owned()
    }

    /// The seed of the game.
    pub fn seed(&self) -> u64 {
        self.play.seed()
    }

    /// The game itself.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// How many moves and branches were made before it came to the document's root.
    pub(super) fn ground_made(&self) -> usize {
        self.grounds.last().map_or(0, |ground| ground.made)
    }

    /// Where it stands in the tree of the document, once that is known.
    pub fn node(&self) -> Option<UnfoldingNode> {
        self.node
    }
}
