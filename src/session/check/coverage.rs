//! Coverage: the number of compared positions, moves, ratings and so on, and which features of the
//! rules the compared positions showed. A result "all agrees" needs both.

use crate::game::{Piece, Player, zero};
use crate::session::rated::Rated;
use crate::tree::{Vertex, VertexKind};

/// A kind of data about a position or a move that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedData {
    /// Positions.
    Positions,
    /// Moves, each once.
    Moves,
    /// Positions after a move.
    Successors,
    /// Lists of two moves or more that match the rules' moves except for their order.
    Orders,
    /// Ends, said to be such.
    Ends,
    /// Winners of ends.
    Winners,
    /// Payoffs of ends.
    Payoffs,
    /// Ratings, of positions and after moves.
    Ratings,
    /// Probabilities of outcomes of chance.
    Probabilities,
}

impl ComparedData {
    /// All kinds, in display order.
    pub const ALL: [Self; 9] = [
        Self::Positions,
        Self::Moves,
        Self::Successors,
        Self::Orders,
        Self::Ends,
        Self::Winners,
        Self::Payoffs,
        Self::Ratings,
        Self::Probabilities,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Moves => "moves",
            Self::Successors => "successors",
            Self::Orders => "orders",
            Self::Ends => "ends",
            Self::Winners => "winners",
            Self::Payoffs => "payoffs",
            Self::Ratings => "ratings",
            Self::Probabilities => "probabilities",
        }
    }

    /// The singular and the plural, as text.
    pub fn label(self) -> (&'static str, &'static str) {
        let one = match self {
            Self::Positions => "position",
            Self::Moves => "move",
            Self::Successors => "successor",
            Self::Orders => return ("move order", "move orders"),
            Self::Ends => "end",
            Self::Winners => "winner",
            Self::Payoffs => "payoff",
            Self::Ratings => "rating",
            Self::Probabilities => "probability",
        };
        (one, self.name())
    }
}

/// A feature of the rules that only some positions show, so that a fault in it is visible at those
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// An end that several have won.
    Tie,
    /// A position with three moves or more.
    ThreeMoves,
    /// An attack after another in the same turn.
    SecondAttack,
    /// A pass that brings dice.
    Reinforcement,
    /// Such a pass while a hex of the passer is full.
    FullHex,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Tie,
        Self::ThreeMoves,
        Self::SecondAttack,
        Self::Reinforcement,
        Self::FullHex,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tie => "tie",
            Self::ThreeMoves => "three-moves",
            Self::SecondAttack => "second-attack",
            Self::Reinforcement => "reinforcement",
            Self::FullHex => "full-hex-at-a-pass",
        }
    }

    /// The feature as text that follows "no".
    pub fn label(self) -> &'static str {
        match self {
            Self::Tie => "tie",
            Self::ThreeMoves => "position with three moves or more",
            Self::SecondAttack => "second attack in a turn",
            Self::Reinforcement => "reinforcement",
            Self::FullHex => "full hex at a reinforcement",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What was compared, and which features it showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: [u64; ComparedData::ALL.len()],
    shown: u8,
    /// The features that boards of this game can show.
    possible: u8,
    /// Whether chance decides something.
    pub has_chance: bool,
}

impl Coverage {
    /// No coverage yet, for a game with at most this many dice per hex, if it has dice.
    pub(super) fn of(rated: &Rated, most_dice: Option<u8>) -> Self {
        let dice = [
            Feature::SecondAttack,
            Feature::Reinforcement,
            Feature::FullHex,
        ];
        let possible = Feature::ALL
            .into_iter()
            .filter(|feature| most_dice.is_some() || !dice.contains(feature));
        Self {
            possible: possible.fold(0, |bits, feature| bits | feature.bit()),
            has_chance: rated.graph.graph().has_chance(),
            ..Self::default()
        }
    }

    /// The number of comparisons of this kind.
    pub fn count(&self, what: ComparedData) -> u64 {
        self.counts[what as usize]
    }

    /// The features of the game that no compared position showed.
    pub fn not_exercised(&self) -> impl Iterator<Item = Feature> {
        let missing = self.possible & !self.shown;
        Feature::ALL
            .into_iter()
            .filter(move |feature| missing & feature.bit() != 0)
    }

    pub(super) fn tell(&mut self, what: ComparedData, number: usize) {
        self.counts[what as usize] += number as u64;
    }

    /// Adds another coverage.
    pub(super) fn add(&mut self, other: &Self) {
        for (own, other) in self.counts.iter_mut().zip(other.counts) {
            *own += other;
        }
        self.shown |= other.shown;
        self.possible |= other.possible;
        self.has_chance |= other.has_chance;
    }

    /// Records the features of a compared position.
    pub(super) fn see(&mut self, rated: &Rated, vertex: Vertex, most_dice: Option<u8>) {
        if self.possible & !self.shown == 0 {
            return;
        }
        let graph = rated.graph.graph();
        match graph.kind(vertex) {
            VertexKind::End => {
                let won = |player| graph.outcome(vertex, player) > Some(zero());
                if Player::all(graph.players()).filter(|p| won(*p)).count() > 1 {
                    self.shown |= Feature::Tie.bit();
                }
            }
            VertexKind::Decision(mover) => {
                let moves = graph.edges(vertex).count();
                if moves >= 3 {
                    self.shown |= Feature::ThreeMoves.bit();
                }
                let mut edges = graph.edges(vertex);
                let pass = edges.find(|edge| rated.graph.move_text(vertex, *edge) == "pass");
                if let (Some(pass), Some(max)) = (pass, most_dice) {
                    if moves > 1 {
                        self.shown |= Feature::SecondAttack.bit();
                    }
                    let after = dice_of(rated, graph.target(pass), mover);
                    let before = dice_of(rated, vertex, mover);
                    if after.iter().sum::<u32>() > before.iter().sum() {
                        self.shown |= Feature::Reinforcement.bit();
                        if before.contains(&u32::from(max)) {
                            self.shown |= Feature::FullHex.bit();
                        }
                    }
                }
            }
            VertexKind::Chance(_) | VertexKind::Horizon(_) => {}
        }
    }
}

/// The dice on each hex of a player.
fn dice_of(rated: &Rated, vertex: Vertex, player: Player) -> Vec<u32> {
    let picture = rated.graph.picture(vertex);
    let own = picture
        .cells
        .iter()
        .filter(|place| place.owner == Some(player));
    own.filter_map(|cell| match cell.piece {
        Some(Piece::Dice(dice)) => Some(u32::from(dice)),
        _ => None,
    })
    .collect()
}
