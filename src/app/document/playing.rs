//! The running game. If it leaves the document's tree at a limit and goes on in a tree of its own,
//! the original root is set aside with its file, notes and additions.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::model::{Document, DocumentNames};
use crate::app::base::Job;
use crate::app::intent::{PlayChoices, Root};
use crate::game::{Player, line_word};
use crate::save::{self, Layer};
use crate::session::play::{By, MadeMove, Play, Roll, Seat, Thought, Throw, WhoseTurn};
use crate::tree::UnfoldingNode;

/// A root of the document that the game has been in.
pub(crate) struct GameRoot {
    /// The number of moves and outcomes before it.
    pub(crate) made: usize,
    pub(crate) root: Root,
    /// The line from there to where the game came into it; empty if the graph was built for it.
    pub(crate) line: String,
}

/// The dice thrown, and their owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thrown {
    pub attacker: Player,
    pub defender: Option<Player>,
    pub throw: Throw,
}

/// A roll of chance that is about to be decided.
pub(crate) struct Rolling {
    /// When it started, in seconds.
    pub(crate) since: f64,
    pub(crate) roll: Roll,
    pub(crate) thrown: Option<Thrown>,
}

/// A game as a recovery file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptGame {
    /// The line to its start.
    pub line: String,
    pub seed: u64,
    pub choices: PlayChoices,
    pub moves: Vec<KeptMove>,
}

/// A move of it, or an outcome of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptMove {
    text: String,
    by: KeptBy,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptBy {
    Player(u8, String),
    Dice(Vec<u8>, Vec<u8>),
    Chance,
    Hand,
}

impl KeptMove {
    fn of(made: &MadeMove) -> Self {
        let by = match &made.by {
            By::Player(player, seat) => KeptBy::Player(player.0, seat.name().to_owned()),
            By::Chance(Some(throw)) => KeptBy::Dice(throw.attacker.clone(), throw.defender.clone()),
            By::Chance(None) => KeptBy::Chance,
            By::Hand => KeptBy::Hand,
        };
        Self {
            text: made.text(),
            by,
        }
    }

    /// Its notation.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who made it.
    pub fn by(&self) -> By {
        match &self.by {
            KeptBy::Player(player, seat) => {
                By::Player(Player(*player), Seat::from_name(seat).unwrap_or_default())
            }
            KeptBy::Dice(attacker, defender) => By::Chance(Some(Throw {
                attacker: attacker.clone(),
                defender: defender.clone(),
            })),
            KeptBy::Chance => By::Chance(None),
            KeptBy::Hand => By::Hand,
        }
    }
}

/// A state of the game, to detect changes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameMark {
    pub seed: u64,
    pub changes: u64,
    pub choices: PlayChoices,
}

/// The game in progress.
pub struct Playing {
    pub(crate) play: Play,
    /// The roots that it has been in, the first one first; never empty.
    pub(crate) grounds: Vec<GameRoot>,
    /// Its node in the document's tree; `None` until it is known.
    pub(crate) node: Option<UnfoldingNode>,
    pub(crate) thinking: Option<Job<Thought>>,
    /// The computer's move, made in a moment.
    pub(crate) thought: Option<Thought>,
    pub(crate) rolling: Option<Rolling>,
    /// The dice that fell last.
    pub(crate) thrown: Option<Thrown>,
    /// When the last move was made, in seconds.
    pub(crate) moved: f64,
    /// When the last frame started, in seconds.
    pub(crate) clock: f64,
    /// Whether the user chooses the outcomes of chance.
    pub(crate) by_hand: bool,
    /// Why the program makes no further move, though the game isn't over.
    pub(crate) ended: Option<String>,
    /// Whether it waits for the tree, which is being built.
    pub(crate) waits: bool,
    /// Whether the end was announced.
    pub(crate) is_reported: bool,
    /// Whether the document is being changed by the game itself.
    pub(crate) building: bool,
    /// The moves before a restart of the program, which are replayed.
    pub(crate) replays: VecDeque<KeptMove>,
}

impl Playing {
    /// Whether the program alone makes the next move.
    fn moves_by_itself(&self) -> bool {
        let by_itself = self.ended.is_none()
            && match self.play.turn() {
                WhoseTurn::Over(_) => false,
                WhoseTurn::Player(_, seat) => seat != Seat::Human,
                WhoseTurn::Chance(_) => !self.by_hand || self.rolling.is_some(),
            };
        by_itself || !self.replays.is_empty()
    }

    /// The game as a recovery file stores it: it started at the end of a line of the document.
    pub(crate) fn kept(&self, line: String, choices: PlayChoices) -> KeptGame {
        let made = self.play.made().iter().map(KeptMove::of);
        KeptGame {
            line,
            seed: self.play.seed(),
            choices,
            moves: made.chain(self.replays.iter().cloned()).collect(),
        }
    }

    /// The state of the game; `None` before the first move.
    pub(crate) fn mark(&self, choices: &PlayChoices) -> Option<GameMark> {
        let begun = !self.play.made().is_empty() || !self.replays.is_empty();
        begun.then(|| GameMark {
            seed: self.play.seed(),
            changes: self.play.changes(),
            choices: choices.clone(),
        })
    }

    /// Whether the window waits for the game: a move of the program, or a node in the tree.
    pub(crate) fn is_busy(&self) -> bool {
        self.node.is_none() || self.moves_by_itself()
    }

    /// Whether it is at a node of the tree, and the next event is only a matter of time.
    pub(crate) fn waits_for_its_time(&self) -> bool {
        self.node.is_some() && self.thinking.is_none() && self.moves_by_itself()
    }

    /// Cancels the program's next move.
    pub(crate) fn interrupt(&mut self) {
        self.thinking = None;
        self.thought = None;
        self.rolling = None;
        self.ended = None;
        self.is_reported = false;
    }

    /// Whether the document is being changed by the game itself.
    pub(crate) fn builds(&self) -> bool {
        self.building
    }

    /// The moves from the start of the game, as a line from the original root.
    pub(crate) fn line_to(&self, made: usize) -> String {
        let begun = self.grounds.first().map_or("", |ground| &ground.line);
        let mut line = begun.to_owned();
        for step in &self.play.made()[..made] {
            line.push(' ');
            line.push_str(&line_word(&step.text()));
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

    /// The number of moves and outcomes before it came to the document's root.
    pub(crate) fn ground_made(&self) -> usize {
        self.grounds.last().map_or(0, |ground| ground.made)
    }

    /// Its node in the document's tree, once it is known.
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

    /// The owner of the place that the last move touches.
    fn defender(&self) -> Option<Player> {
        let last = self.play.made().last()?;
        let graph = &last.from.rated().graph;
        let to = graph.touched(last.from.vertex(), last.edge).to?;
        graph.picture(last.from.vertex()).cells.get(to)?.owner
    }
}

/// The data of a root that a game has left. The file and the notes belong to its tree, not to the
/// tree built for the game.
pub struct LeftTree {
    root: Root,
    words: DocumentNames,
    layer: Layer,
    /// The line from it to the game's root.
    way: String,
}

impl LeftTree {
    /// Stores the notes of the tree at the end of the line.
    fn keep(&mut self, away: Layer) {
        let mut layer = std::mem::take(&mut self.layer);
        self.bring(&mut layer, away);
        self.layer = layer;
    }

    /// The same for other notes of its root.
    fn bring(&self, layer: &mut Layer, away: Layer) {
        if self.way.is_empty() {
            *layer = away;
            return;
        }
        let mut away = away;
        let signposts = std::mem::take(&mut away.signposts);
        layer.signposts.take_from(&self.way, signposts);
        for (line, noted) in away.elsewhere {
            let line = format!("{} {line}", self.way);
            let line = line.trim().to_owned();
            layer.elsewhere.entry(line).or_insert(noted);
        }
        for mut assumption in away.assumptions {
            assumption.line = format!("{} {}", self.way, assumption.line)
                .trim()
                .to_owned();
            let there = |other: &save::Assumption| {
                other.line == assumption.line && other.what.is_like(&assumption.what)
            };
            if !layer.assumptions.iter().any(there) {
                layer.assumptions.push(assumption);
            }
        }
    }
}

impl Document {
    /// Sets aside the data of this root, before a game moves on to the node at the end of `way`, a
    /// line from its start.
    pub fn leave_home(&mut self, way: &str) {
        let layer = self.layer_by_line();
        let root = self.root();
        let home = self.home.get_or_insert_with(|| {
            Box::new(LeftTree {
                root,
                words: std::mem::take(&mut self.words),
                layer: Layer::default(),
                way: String::new(),
            })
        });
        home.keep(layer);
        home.way = way.to_owned();
    }

    /// Restores the data that was set aside, if this is the original root.
    pub fn come_home(&mut self) {
        let here = self.root();
        let is_home = |home: &LeftTree| {
            home.root.setup == here.setup
                && home.root.options == here.options
                && home.root.limits.max_plies == here.limits.max_plies
        };
        if !self.home.as_deref().is_some_and(is_home) {
            return;
        }
        let away = self.layer_by_line();
        let Some(mut home) = self.home.take() else {
            return;
        };
        home.keep(away);
        self.words = home.words;
        self.layer = home.layer;
    }

    /// The original root, while a game runs on its own tree.
    pub fn home_root(&self) -> Option<Root> {
        self.home.as_ref().map(|home| home.root.clone())
    }

    /// Whether a game runs on its own tree, which belongs to no file.
    pub fn is_away(&self) -> bool {
        self.home.is_some()
    }

    fn layer_by_line(&mut self) -> Layer {
        let layer = std::mem::take(&mut self.layer);
        layer.by_line(&*self.session.rated().graph, self.session.unfolding())
    }

    /// The words of the document that owns the file, the name and the notes.
    pub(crate) fn own_words(&self) -> &DocumentNames {
        self.home.as_ref().map_or(&self.words, |home| &home.words)
    }

    /// The root that a game has left, with all that belongs to it once `away`, kept by line, is
    /// brought there.
    pub(crate) fn brought_home(&self, away: Layer) -> Option<(Root, Layer)> {
        let home = self.home.as_deref()?;
        let mut layer = home.layer.clone();
        home.bring(&mut layer, away);
        Some((home.root.clone(), layer))
    }
}
