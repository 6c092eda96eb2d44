//! One backup step of minimax: from the ratings of a vertex's moves to its own. The sweeps over
//! graphs and the what-ifs share it.

use std::cmp::Ordering;

use super::{Rating, Ratings};
use crate::game::{Player, Rational, ratio};
use crate::tree::{Graph, Vertex, VertexKind};

/// The mean rating of a chance node's outcomes, weighted by their probabilities.
pub(super) fn mean_of(branches: impl Iterator<Item = (Rational, Rating)>) -> Rating {
    branches.fold(Rating::Exact(ratio(0, 1)), |sum, (probability, rating)| {
        sum.plus(&probability, &rating)
    })
}

/// The largest or the smallest rating; `None` of none.
pub(super) fn picked(
    ratings: impl Iterator<Item = Rating> + Clone,
    largest: bool,
) -> Option<Rating> {
    let picked = if largest {
        ratings.clone().max_by(Rating::compare)
    } else {
        ratings.clone().min_by(Rating::compare)
    }?;
    // A rating compared with a double becomes one: the other might be larger by less than a
    // double's precision.
    let mut ratings = ratings;
    if ratings.all(|rating| rating.exact().is_some()) {
        Some(picked)
    } else {
        Some(picked.approximate())
    }
}

/// The index of the first rating that ties with the largest.
pub(super) fn first_best(mut ratings: impl Iterator<Item = Rating> + Clone) -> Option<usize> {
    let top = ratings.clone().max_by(Rating::compare)?;
    ratings.position(|rating| rating.ties_with(&top))
}

/// The indices of those of `count` moves that a mover can choose, whatever the ratings of horizons
/// are. For them, no earlier move is certainly as good, and no later one is certainly better.
pub(super) fn choosable(
    count: usize,
    least: impl Fn(usize) -> Rating,
    most: impl Fn(usize) -> Rating,
) -> Vec<usize> {
    let can = |index: &usize| {
        let max = most(*index);
        (0..count).all(|other| match other.cmp(index) {
            Ordering::Less => least(other).compare(&max).is_lt(),
            Ordering::Equal => true,
            Ordering::Greater => {
                let min = least(other);
                min.compare(&max).is_le() || min.ties_with(&max)
            }
        })
    };
    (0..count).filter(can).collect()
}

/// The ratings of a position for every player, with the proven bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Backed {
    /// The ratings, one per player.
    pub ratings: Vec<Rating>,
    /// The lower bound of each player's rating.
    pub low: Vec<Rating>,
    /// The upper bound of each player's rating.
    pub high: Vec<Rating>,
}

impl Backed {
    /// The ratings and bounds of a vertex in a rated graph.
    pub fn of(graph: &Graph, ratings: &Ratings, vertex: Vertex) -> Self {
        let players = || Player::all(graph.players());
        let proven = players().map(|player| ratings.proven(vertex, player));
        let (low, high) = proven.unzip();
        Self {
            ratings: players()
                .map(|player| ratings.rating(vertex, player))
                .collect(),
            low,
            high,
        }
    }

    /// A player's rating.
    pub fn rating(&self, player: Player) -> Rating {
        let rating = self.ratings.get(player.index()).copied();
        rating.unwrap_or(Rating::Exact(ratio(0, 1)))
    }

    /// The interval that is proven of a player's rating.
    pub fn proven(&self, player: Player) -> (Rating, Rating) {
        let at = |bounds: &[Rating]| bounds.get(player.index()).copied();
        (
            at(&self.low).unwrap_or_else(|| self.rating(player)),
            at(&self.high).unwrap_or_else(|| self.rating(player)),
        )
    }

    /// Whether a player's rating is certain.
    pub fn is_proven(&self, player: Player) -> bool {
        let (low, high) = self.proven(player);
        low.ties_with(&high)
    }

    /// Takes a player's rating to be a number, for certain.
    pub(super) fn set(&mut self, player: Player, rating: Rating) {
        for column in [&mut self.ratings, &mut self.low, &mut self.high] {
            if let Some(slot) = column.get_mut(player.index()) {
                *slot = rating;
            }
        }
    }

    /// Whether both say the same, doubles within 1e-12.
    pub fn ties_with(&self, other: &Self) -> bool {
        let tie = |a: &[Rating], b: &[Rating]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.ties_with(b))
        };
        tie(&self.ratings, &other.ratings)
            && tie(&self.low, &other.low)
            && tie(&self.high, &other.high)
    }

    fn is_certain(&self) -> bool {
        let mut bounds = self.low.iter().zip(&self.high);
        bounds.all(|(low, high)| low.ties_with(high))
    }
}

type Column = fn(&Backed) -> &Vec<Rating>;

/// The ratings and their bounds.
const COLUMNS: [Column; 3] = [|it| &it.ratings, |it| &it.low, |it| &it.high];

fn of_columns(each: impl Fn(Column) -> Option<Vec<Rating>>) -> Option<Backed> {
    let [ratings, low, high] = COLUMNS.map(each);
    Some(Backed {
        ratings: ratings?,
        low: low?,
        high: high?,
    })
}

/// The ratings of a vertex from those of its `moves`, in the rules' order and each with its
/// probability: minimax for each player against all others, or with `max_n` each mover for itself.
/// `None` without a move.
pub(super) fn back_up(
    kind: VertexKind,
    players: usize,
    moves: &[(Rational, &Backed)],
    max_n: bool,
) -> Option<Backed> {
    if moves.is_empty() {
        return None;
    }
    let column = |of: Column, player: Player| {
        let moves = moves.iter();
        moves.filter_map(move |(_, backed)| of(backed).get(player.index()).copied())
    };
    let weighed = |of: Column, player: Player| {
        let moves = moves.iter();
        mean_of(moves.filter_map(|(probability, backed)| {
            let rating = of(backed).get(player.index()).copied();
            rating.map(|rating| (*probability, rating))
        }))
    };
    let all = || Player::all(players);
    let VertexKind::Decision(mover) = kind else {
        return of_columns(|of| Some(all().map(|player| weighed(of, player)).collect()));
    };
    if !max_n {
        let minimax = |of, player| picked(column(of, player), player == mover);
        return of_columns(|of| all().map(|player| minimax(of, player)).collect());
    }
    let [rating, low, high] = COLUMNS;
    let chosen = moves.get(first_best(column(rating, mover))?)?.1;
    if moves.iter().all(|(_, backed)| backed.is_certain()) {
        return Some(chosen.clone());
    }
    let number = |of: Column, place: usize, player: Player| {
        let backed = moves.get(place).map_or(chosen, |(_, backed)| *backed);
        let number = of(backed).get(player.index()).copied();
        number.unwrap_or(Rating::Exact(ratio(0, 1)))
    };
    let can = choosable(
        moves.len(),
        |place| number(low, place, mover),
        |slot| number(high, slot, mover),
    );
    let bound = |of: Column, largest: bool| -> Option<Vec<Rating>> {
        let of_player = |player| {
            let chosen = can.iter().map(|index| number(of, *index, player));
            if player == mover {
                column(of, player).max_by(Rating::compare)
            } else if largest {
                chosen.max_by(Rating::compare)
            } else {
                chosen.min_by(Rating::compare)
            }
        };
        all().map(of_player).collect()
    };
    Some(Backed {
        ratings: chosen.ratings.clone(),
        low: bound(low, false)?,
        high: bound(high, true)?,
    })
}
