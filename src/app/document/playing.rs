//! The game that is on.

use crate::app::base::Job;
use crate::app::intent::Root;
use crate::game::Player;
use crate::session::play::{Play, Roll, Seat, Thought, Throw, Turn};
use crate::tree::UnfoldingNode;

/// A root of the document that the game has been in.
pub(crate) struct Ground {
    /// How many moves and branches were made before it.
    pub(crate) made: usize,
    pub(crate) root: Root,
    /// The line from there to where the game came into it; empty where the graph was built for it.
    pub(crate) line: String,
}

/// Dice that fell, and whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thrown {
    pub attacker: Player,
    pub defender: Option<Player>,
    pub throw: Throw,
}

/// What chance decides in a moment.
pub(crate) struct Rolling {
    /// When it began, in seconds.
    pub(crate) since: f64,
    pub(crate) roll: Roll,
    pub(crate) thrown: Option<Thrown>,
}

/// The game that is played.
pub struct Playing {
    pub(crate) play: Play,
    /// The roots that it has been in, the first one first; never empty.
    pub(crate) grounds: Vec<Ground>,
    /// Where it stands in the tree of the document; `None` until that is known.
    pub(crate) node: Option<UnfoldingNode>,
    pub(crate) thinking: Option<Job<Option<Thought>>>,
    /// The computer's move that is made in a moment.
    pub(crate) thought: Option<Thought>,
    pub(crate) rolling: Option<Rolling>,
    /// The dice that fell last.
    pub(crate) thrown: Option<Thrown>,
    /// When the last move was made, in seconds.
    pub(crate) moved: f64,
    /// When the last frame began, in seconds.
    pub(crate) clock: f64,
    /// Whether somebody chooses what chance does.
    pub(crate) by_hand: bool,
    /// Why the program makes no further move, though the game isn't over.
    pub(crate) ended: Option<String>,
    /// Whether it waits for the tree, which is being built.
    pub(crate) waits: bool,
    /// Whether the end was told.
    pub(crate) told: bool,
    /// Whether the document is being changed by the game itself.
    pub(crate) building: bool,
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
    pub(crate) fn is_busy(&self) -> bool {
        self.node.is_none() || self.moves_by_itself()
    }

    /// Whether it stands in the tree, and what comes next comes when its time has come.
    pub(crate) fn waits_for_its_time(&self) -> bool {
        self.node.is_some() && self.thinking.is_none() && self.moves_by_itself()
    }

    /// Forgets what the program was about to do.
    pub(crate) fn interrupt(&mut self) {
        self.thinking = None;
        self.thought = None;
        self.rolling = None;
        self.ended = None;
        self.told = false;
    }

    /// Whether the document is being changed by the game itself.
    pub(crate) fn builds(&self) -> bool {
        self.building
    }

    /// The moves from where the game began, as a line from the root that it began in.
    pub(crate) fn line_to(&self, made: usize) -> String {
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
    pub(crate) fn ground_made(&self) -> usize {
        self.grounds.last().map_or(0, |ground| ground.made)
    }

    /// Where it stands in the tree of the document, once that is known.
    pub fn node(&self) -> Option<UnfoldingNode> {
        self.node
    }

    /// Lets chance decide, from now on for a moment.
    pub(crate) fn roll(&mut self, now: f64) {
        let roll = self.play.roll();
        let here = self.play.here();
        let attacker = here.kind().player();
        let thrown = roll
            .throw
            .clone()
            .zip(attacker)
            .map(|(throw, attacker)| Thrown {
                attacker,
                defender: self.defender(),
                throw,
            });
        self.rolling = Some(Rolling {
            since: now,
            roll,
            thrown,
        });
    }

    /// Whose the place is that the last move touches.
    fn defender(&self) -> Option<Player> {
        let last = self.play.made().last()?;
        let graph = &last.from.rated().graph;
        let to = graph.touched(last.from.vertex(), last.edge).to?;
        graph.picture(last.from.vertex()).places.get(to)?.owner
    }
}
