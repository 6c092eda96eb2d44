//! The computer's search for a move: it rates the graph of the next plies, to its ply limit, or as
//! deep as a position limit allows. No clock is involved.

use super::PlayPosition;
use crate::session::{Build, Progress};
use crate::tree::{Limits, Vertex};

/// The computer's search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The ply limit, at least 1; `None`: to the end of the game if possible.
    pub plies: Option<u32>,
    /// Position limit for one move. If the requested depth needs more, the largest ply limit within
    /// it is used, but at least one ply.
    pub positions: usize,
}

impl Default for Skill {
    fn default() -> Self {
        Self {
            plies: None,
            positions: 300_000,
        }
    }
}

/// The result of the computer's search.
#[derive(Clone)]
pub struct Thought {
    /// The number of its move among the moves, counted from 0.
    pub index: usize,
    /// The number of plies searched; `None`: to the end of the game.
    pub plies: Option<u32>,
    /// The place of the game in its complete graph, if the computer has built it.
    pub whole: Option<PlayPosition>,
}

/// The computer at work on one move. Dropping it cancels.
pub struct Thinking {
    at: PlayPosition,
    skill: Skill,
    /// The ply limit of the graph that is being built.
    plies: Option<u32>,
    build: Option<Box<dyn Build>>,
    /// The deepest graph that has been built within the budget, with its ply limit.
    fitted: Option<(Box<dyn Build>, Option<u32>)>,
    /// Whether that is the one to be rated: no other is built.
    chosen: bool,
    done: bool,
}

impl Thinking {
    /// Starts searching for the best move at a place of a game.
    pub fn new(at: PlayPosition, skill: Skill) -> Self {
        let skill = Skill {
            plies: skill.plies.map(|plies| plies.max(1)),
            ..skill
        };
        let mut thinking = Self {
            at,
            skill,
            plies: skill.plies,
            build: None,
            fitted: None,
            chosen: false,
            done: false,
        };
        // A complete graph needn't be built again.
        thinking.done = skill.plies.is_none() && thinking.at.is_whole();
        if !thinking.done {
            thinking.begin(skill.plies);
        }
        thinking
    }

    fn begin(&mut self, plies: Option<u32>) {
        let limits = Limits {
            max_plies: plies,
            max_nodes: None,
            ..self.at.rated().limits
        };
        self.plies = plies;
        self.build = Some(self.at.rated().build_from(self.at.vertex(), limits));
    }

    /// Builds and rates as much as [`Build::step`] does. Done when there is nothing more to do.
    pub fn step(&mut self, work: usize) -> Progress {
        if self.done {
            return Progress {
                done: true,
                ..Progress::default()
            };
        }
        // No step lists far more than the budget holds.
        let work = work.min(self.skill.positions.max(1));
        if self.chosen {
            return self.rate(work);
        }
        let Some(mut build) = self.build.take() else {
            return Progress::default();
        };
        let progress = build.step(work);
        let deepened = self.plies != self.skill.plies;
        if progress.positions > self.skill.positions && self.plies != Some(1) {
            if deepened {
                self.chosen = true;
            } else {
                self.begin(Some(1));
            }
        } else if !progress.is_explored() {
            self.build = Some(build);
        } else {
            let plies = self.plies;
            self.fitted = Some((build, plies));
            let next = plies.unwrap_or(0).saturating_add(1);
            if !deepened || Some(next) == self.skill.plies {
                self.chosen = true;
            } else {
                self.begin(Some(next));
            }
        }
        Progress {
            done: false,
            ..progress
        }
    }

    /// Rates the graph that was chosen.
    fn rate(&mut self, work: usize) -> Progress {
        match &mut self.fitted {
            Some((build, _)) => {
                let progress = build.step(work);
                self.done = progress.done;
                progress
            }
            None => {
                self.done = true;
                Progress {
                    done: true,
                    ..Progress::default()
                }
            }
        }
    }

    /// The move of best play in the searched graph. Of the best moves a winner takes the shortest,
    /// any other player the longest, then the rules' order decides.
    pub fn finish(mut self) -> Thought {
        while !self.step(usize::MAX).done {}
        let (place, plies) = match self.fitted {
            Some((build, plies)) => (PlayPosition::new(build.finish(), Vertex::ROOT), plies),
            None => (self.at, None),
        };
        let graph = place.rated().graph.graph();
        let analysis = &place.rated().analysis;
        let edge = analysis
            .distances
            .pick(graph, &analysis.ratings, place.vertex());
        Thought {
            index: edge.map_or(0, |edge| graph.key(place.vertex(), edge)),
            plies: plies.filter(|_| !place.is_whole()),
            whole: place.is_whole().then_some(place),
        }
    }
}
