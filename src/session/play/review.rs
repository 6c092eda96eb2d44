//! A review of a finished game: every player's blunders and lesser slips, each with the best move.

use super::game::{By, Play};
use crate::game::Player;
use crate::rating::{Loss, loss};
use crate::session::Rated;
use crate::tree::{Edge, Vertex};
use crate::words::{WorseMove, worse_move};

/// A move of a game that lowered its mover's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The number of moves and outcomes made before it.
    pub made: usize,
    /// What it cost, with the best move.
    pub worse: WorseMove,
}

/// The review of a game's moves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Review {
    /// The moves of all players that lowered their ratings, in order.
    pub slips: Vec<Slip>,
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
        for (place, made) in self.made().iter().enumerate() {
            let By::Player(player, _) = made.by else {
                continue;
            };
            if let Some(moves) = review.moves.get_mut(player.index()) {
                *moves += 1;
            }
            let index = made.index();
            let there = place
                .checked_sub(before)
                .and_then(|place| known.get(place))
                .and_then(|vertex| {
                    let edge = rated.graph.graph().edge(*vertex, index)?;
                    Some((rated, *vertex, edge))
                });
            let own = (made.from.rated(), made.from.vertex(), made.edge);
            let (rated, source, edge) = there.unwrap_or(own);
            match worse_move(&*rated.graph, &rated.analysis, source, edge) {
                Some(worse) => review.slips.push(Slip { made: place, worse }),
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
    let (least, _) = ratings.proven(graph.target(edge), player);
    let others = graph.edges(source).filter(|other| *other != edge);
    others
        .map(|other| ratings.proven(graph.target(other), player).1)
        .any(|most| most.compare(&least).is_gt() && !most.ties_with(&least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::open;
    use crate::session::play::{Seat, Seats, Skill};
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

    fn told(review: &Review) -> Vec<String> {
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
            told(&review),
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
        assert_eq!((told(&review), review.unsure), (vec![], 1));
        let start = Vertex::ROOT;
        let graph = whole.graph.graph();
        let middle = graph.target(graph.edge(start, 1).expect("hold"));
        let review = play.review(&whole, &[start, middle]);
        assert_eq!(
            told(&review),
            ["0 Blunder by X: hold (1 → 1/2; best was win)"]
        );
        assert_eq!(review.unsure, 0);
    }
}
