//! The computer's search for a move: it rates the graph of the next plies, to its ply limit, or as
//! deep as a position limit allows. No clock is involved. A place in a game is independent of the
//! graph that it is in. A review of a finished game has every player's blunders and lesser slips,
//! each with the best move.

use super::game::{By, Play};
use crate::game::Player;
use crate::rating::{Loss, best_edges, best_move, loss};
use crate::session::amount::tick;
use crate::session::rated::{Build, POSITIONS, built};
use crate::session::{ProofOptions, Rated, ShowProgress};
use crate::tree::{Edge, Limits, Vertex, VertexKind};
use crate::words::{WorseMove, worse_move};
use crate::work::{Control, PIECE, TurnLength};

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
    pub async fn find(
        at: PlayPosition,
        skill: Skill,
        ctl: &Control,
        show: &ShowProgress<'_>,
    ) -> Self {
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
    fn at(position: PlayPosition, plies: Option<u32>) -> Self {
        let graph = position.rated().graph.graph();
        let analysis = &position.rated().analysis;
        let edge = analysis
            .distances
            .pick(graph, &analysis.ratings, position.vertex());
        // A player who doesn't know where it is makes one move at all nodes of the set: the first.
        let edge = edge.filter(|_| graph.information_set(position.vertex()).is_none());
        Self {
            index: edge.map_or(0, |edge| graph.key(position.vertex(), edge)),
            plies: plies.filter(|_| !position.is_whole()),
            whole: position.is_whole().then_some(position),
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
    show: &ShowProgress<'_>,
) -> bool {
    // No step lists far more than the budget holds.
    let work = skill.positions.clamp(1, POSITIONS);
    loop {
        let progress = build.step(TurnLength::Work(work));
        if progress.positions > skill.positions && plies != Some(1) {
            return false;
        }
        if progress.is_explored() {
            return true;
        }
        tick(ctl, PIECE, show, || progress).await;
    }
}

/// A place in a game: a position of a graph that has its moves.
#[derive(Clone)]
pub struct PlayPosition {
    rated: Rated,
    vertex: Vertex,
}

impl PlayPosition {
    /// The position of a vertex. If a limit stopped the graph there, a graph of one ply is built
    /// from it. A graph that grows does so.
    pub fn new(rated: Rated, vertex: Vertex) -> Self {
        if !matches!(rated.graph.graph().kind(vertex), VertexKind::Horizon(_)) {
            return Self { rated, vertex };
        }
        if let Some(growing) = &rated.growing {
            let rated = growing.grown(&[vertex]);
            return Self { rated, vertex };
        }
        let limits = Limits {
            max_plies: Some(1),
            max_nodes: None,
            ..rated.limits
        };
        Self {
            rated: rated.build_from(vertex, limits).finish(),
            vertex: Vertex::ROOT,
        }
    }

    /// The graph.
    pub fn rated(&self) -> &Rated {
        &self.rated
    }

    /// The position in it.
    pub fn vertex(&self) -> Vertex {
        self.vertex
    }

    /// The kind of the position: a decision, chance, or an end.
    pub fn kind(&self) -> VertexKind {
        self.rated.graph.graph().kind(self.vertex)
    }

    /// The position in notation.
    pub fn text(&self) -> String {
        self.rated.graph.position_text(self.vertex)
    }

    /// The moves or branches, in the rules' order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Edge> + use<> {
        let graph = self.rated.graph.graph();
        let edges: Vec<Edge> = graph.edges(self.vertex).collect();
        edges.into_iter()
    }

    /// A move in notation.
    pub fn move_text(&self, edge: Edge) -> String {
        self.rated.graph.move_text(self.vertex, edge)
    }

    /// The number of the move with this notation.
    pub fn find(&self, text: &str) -> Option<usize> {
        self.moves().position(|edge| self.move_text(edge) == text)
    }

    /// Whether the graph holds all that may follow.
    pub(super) fn is_whole(&self) -> bool {
        self.rated.graph.graph().is_complete()
    }

    /// The move of best play, where a search has proven which moves are best.
    pub(super) fn proven_best(&self) -> Option<Edge> {
        let Rated {
            graph, analysis, ..
        } = &self.rated;
        let graph = graph.graph();
        let (ratings, distances) = (&analysis.ratings, &analysis.distances);
        let edge = best_move(graph, ratings, distances, self.vertex)?;
        let proven = best_edges(graph, ratings, self.vertex);
        (graph.grows() && proven.contains(&edge)).then_some(edge)
    }
}

/// A move of a game that lowered its mover's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossyMove {
    /// The number of moves and outcomes made before it.
    pub made: usize,
    /// What it cost, with the best move.
    pub worse: WorseMove,
}

/// The review of a game's moves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Review {
    /// The moves of all players that lowered their ratings, in order.
    pub slips: Vec<LossyMove>,
    /// The number of moves of each player.
    pub moves: Vec<usize>,
    /// The number of moves that can't be judged, since a limit hides whether another was better.
    pub unsure: usize,
}

impl Review {
    /// The number of one player's slips of a kind.
    pub fn count(&self, player: Player, loss: Loss) -> usize {
        let slips = self.slips.iter().map(|slip| &slip.worse);
        let counted = slips.filter(|worse| (worse.player, worse.loss) == (player, loss));
        counted.count()
    }
}

impl Play {
    /// Judges every move of the game by the ratings with which it was played. The last moves are
    /// judged by another graph, if `known` has the vertices where they were made.
    pub fn review(&self, rated: &Rated, known: &[Vertex]) -> Review {
        let mut review = Review {
            moves: vec![0; self.players()],
            ..Review::default()
        };
        let before = self.made().len().saturating_sub(known.len());
        for (slot, made) in self.made().iter().enumerate() {
            let By::Player(player, _) = made.by else {
                continue;
            };
            if let Some(moves) = review.moves.get_mut(player.index()) {
                *moves += 1;
            }
            let index = made.index();
            let there = slot
                .checked_sub(before)
                .and_then(|place| known.get(place))
                .and_then(|vertex| {
                    let edge = rated.graph.graph().edge(*vertex, index)?;
                    Some((rated, *vertex, edge))
                });
            let own = (made.from.rated(), made.from.vertex(), made.edge);
            let (rated, source, edge) = there.unwrap_or(own);
            match worse_move(&*rated.graph, &rated.analysis, source, edge) {
                Some(worse) => review.slips.push(LossyMove { made: slot, worse }),
                None => review.unsure += usize::from(is_unsure(rated, source, edge, player)),
            }
        }
        review
    }
}

/// Whether another move may have been better, as far as is known.
fn is_unsure(rated: &Rated, source: Vertex, edge: Edge, player: Player) -> bool {
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    if loss(graph, ratings, source, edge).is_some() {
        return false;
    }
    let (min, _) = ratings.proven(graph.target(edge), player);
    let others = graph.edges(source).filter(|other| *other != edge);
    others
        .map(|other| ratings.proven(graph.target(other), player).1)
        .any(|max| max.compare(&min).is_gt() && !max.ties_with(&min))
}

#[cfg(test)]
mod tests {
    use super::super::{Seat, Seats, Skill};
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::open;
    use crate::tree::Limits;

    const SCRIPT: &str = "start a: give -> lost, hold -> middle, win -> won\n\
                          middle b: slip -> won, even -> tied\n\
                          won end: 1 0\ntied end: 1/2 1/2\nlost end: 0 1";

    fn rated(plies: Option<u32>) -> Rated {
        let setup = Setup::of_board("scripted", Switches::default(), SCRIPT, None);
        let limits = Limits {
            max_plies: plies,
            ..Limits::default()
        };
        open(&setup, limits, "").expect("a script").finish()
    }

    fn played(rated: &Rated, moves: &[&str]) -> Play {
        let seats = Seats(vec![Seat::Human, Seat::Random]);
        let mut play = Play::new(rated.clone(), Vertex::ROOT, seats, Skill::default(), 0);
        for mv in moves {
            let index = play.here().find(mv).expect(mv);
            let player = play.here().kind().player().expect("a mover");
            play.make(index, By::Player(player, Seat::Human));
        }
        play
    }

    fn lines_of(review: &Review) -> Vec<String> {
        let slips = review.slips.iter();
        slips
            .map(|slip| format!("{} {}", slip.made, slip.worse.sentence("X")))
            .collect()
    }

    #[test]
    fn a_review_names_everybodys_blunders_and_what_was_better() {
        let whole = rated(None);
        let review = played(&whole, &["hold", "slip"]).review(&whole, &[]);
        assert_eq!(
            lines_of(&review),
            [
                "0 Blunder by X: hold (1 → 1/2; best was win)",
                "1 Blunder by X: slip (1/2 → 0; best was even)",
            ]
        );
        assert_eq!(review.count(Player(1), Loss::Blunder), 1);
        assert_eq!((review.moves, review.unsure), (vec![1, 1], 0));
        let review = played(&whole, &["win"]).review(&whole, &[]);
        assert!(review.slips.is_empty());
    }

    #[test]
    fn what_a_limit_hid_during_the_game_is_judged_by_a_graph_that_knows_it() {
        let (short, whole) = (rated(Some(1)), rated(None));
        let play = played(&short, &["hold", "even"]);
        let review = play.review(&short, &[]);
        assert_eq!((lines_of(&review), review.unsure), (vec![], 1));
        let start = Vertex::ROOT;
        let graph = whole.graph.graph();
        let middle = graph.target(graph.edge(start, 1).expect("hold"));
        let review = play.review(&whole, &[start, middle]);
        assert_eq!(
            lines_of(&review),
            ["0 Blunder by X: hold (1 → 1/2; best was win)"]
        );
        assert_eq!(review.unsure, 0);
    }
}
