//! The computer's search for a move: it rates the graph of the next plies, to its ply limit, or as
//! deep as a position limit allows. No clock is involved.

use super::PlayPosition;
use crate::session::progress::tick;
use crate::session::rated::{Build, POSITIONS, built};
use crate::session::{ProofOptions, Show};
use crate::tree::{Limits, Vertex};
use crate::work::{Control, PIECE, Turn};

/// Nodes that a search visits between two looks at whether the best move is proven.
const PROOF_STEP: u64 = 4_096;
/// Maximum number of nodes that a search for one rating visits.
const PROOF_NODES: u64 = 10_000_000;

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

impl Thought {
    /// Searches for the best move at a place of a game.
    pub async fn find(at: PlayPosition, skill: Skill, ctl: &Control, show: &Show<'_>) -> Self {
        if let Some(known) = Self::known(&at, skill) {
            return known;
        }
        let deepest = skill.plies.map(|plies| plies.max(1));
        let begin = |max_plies| {
            let limits = Limits {
                max_plies,
                max_nodes: None,
                ..at.rated().limits
            };
            at.rated().build_from(at.vertex(), limits)
        };
        let mut plies = deepest;
        let mut build = begin(plies);
        if !is_explored(&mut build, plies, skill, ctl, show).await {
            if deepest.is_none()
                && let Some(proven) = Self::proven(&at, ctl).await
            {
                return proven;
            }
            plies = Some(1);
            build = begin(plies);
            is_explored(&mut build, plies, skill, ctl, show).await;
            for more in 2..deepest.unwrap_or(u32::MAX) {
                let mut deeper = begin(Some(more));
                if !is_explored(&mut deeper, Some(more), skill, ctl, show).await {
                    break;
                }
                (build, plies) = (deeper, Some(more));
            }
        }
        let rated = built(build, ctl, show).await;
        Self::at(PlayPosition::new(rated, Vertex::ROOT), plies)
    }

    /// The best move, if no search is needed: a complete graph needn't be built again, and in a tree
    /// that grows it may be proven.
    pub fn known(at: &PlayPosition, skill: Skill) -> Option<Self> {
        if skill.plies.is_some() {
            return None;
        }
        match at.proven_best() {
            Some(edge) => Some(Self {
                index: at.rated().graph.graph().key(at.vertex(), edge),
                plies: None,
                whole: Some(at.clone()),
            }),
            None => at.is_whole().then(|| Self::at(at.clone(), None)),
        }
    }

    /// The best move by a search, where the graph is too large; `None` if it isn't proven within a
    /// budget, or can't be.
    async fn proven(at: &PlayPosition, ctl: &Control) -> Option<Self> {
        let mut at = match &at.rated().growing {
            Some(_) => at.clone(),
            None => {
                let limits = Limits {
                    max_plies: None,
                    max_nodes: Some(1),
                    ..at.rated().limits
                };
                let root = at.rated().build_from(at.vertex(), limits).finish();
                PlayPosition::new(root.as_growing(limits)?, Vertex::ROOT)
            }
        };
        let growing = at.rated().growing.clone()?;
        let options = ProofOptions {
            max_nodes: PROOF_NODES,
            ..ProofOptions::default()
        };
        let mut prover = growing.prover(options);
        loop {
            let graph = at.rated().graph.graph();
            let wanted: Vec<Vertex> = std::iter::once(at.vertex())
                .chain(graph.targets(at.vertex()).iter().copied())
                .collect();
            growing.want(&wanted);
            let news = growing.news();
            let progress = prover.step(PROOF_STEP);
            ctl.tick(PIECE).await;
            if growing.news() != news {
                at = PlayPosition::new(growing.grown(&[]), at.vertex());
                if let Some(known) = Self::known(&at, Skill::default()) {
                    return Some(known);
                }
            }
            if progress.is_done() {
                return None;
            }
        }
    }

    /// The move of best play at a place. Of the best moves a winner takes the shortest, any other
    /// player the longest, then the rules' order decides.
    fn at(place: PlayPosition, plies: Option<u32>) -> Self {
        let graph = place.rated().graph.graph();
        let analysis = &place.rated().analysis;
        let edge = analysis
            .distances
            .pick(graph, &analysis.ratings, place.vertex());
        // A player who doesn't know where it is makes one move at all nodes of the set: the first.
        let edge = edge.filter(|_| graph.information_set(place.vertex()).is_none());
        Self {
            index: edge.map_or(0, |edge| graph.key(place.vertex(), edge)),
            plies: plies.filter(|_| !place.is_whole()),
            whole: place.is_whole().then_some(place),
        }
    }
}

/// Finds the positions of a graph to a ply limit; `false` if there are too many. One ply is never
/// too much.
async fn is_explored(
    build: &mut Box<dyn Build>,
    plies: Option<u32>,
    skill: Skill,
    ctl: &Control,
    show: &Show<'_>,
) -> bool {
    // No step lists far more than the budget holds.
    let work = skill.positions.clamp(1, POSITIONS);
    loop {
        let progress = build.step(Turn::Work(work));
        if progress.positions > skill.positions && plies != Some(1) {
            return false;
        }
        if progress.is_explored() {
            return true;
        }
        tick(ctl, PIECE, show, || progress).await;
    }
}
