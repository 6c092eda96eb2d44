//! The kinds of disagreements between an answer and the rules.

/// The kind of disagreement at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisagreementKind {
    /// It isn't a position of these rules, or their tree starts elsewhere.
    Position,
    /// Another player is to move.
    Mover,
    /// The game is over there and continues here, or the reverse.
    End,
    /// They have a move that the rules don't have, or have one twice.
    IllegalMove,
    /// They lack a move of the rules.
    MissingMove,
    /// A pass leads to another position, in which only dice of the passer differ.
    Reinforcement,
    /// A move leads to another position.
    Successor,
    /// An outcome of chance is more or less likely.
    Probability,
    /// Others have won.
    Winners,
    /// An end has other payoffs.
    Payoffs,
    /// The rating, of the position or of one of its moves.
    Rating,
    /// The same moves are in another order.
    Order,
}

impl DisagreementKind {
    /// Every kind, in the order they are reported at one position.
    pub const ALL: [Self; 12] = [
        Self::Position,
        Self::Mover,
        Self::End,
        Self::IllegalMove,
        Self::MissingMove,
        Self::Reinforcement,
        Self::Successor,
        Self::Probability,
        Self::Winners,
        Self::Payoffs,
        Self::Rating,
        Self::Order,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Mover => "mover",
            Self::End => "end",
            Self::IllegalMove => "illegal-move",
            Self::MissingMove => "missing-move",
            Self::Reinforcement => "reinforcement",
            Self::Successor => "successor",
            Self::Probability => "probability",
            Self::Winners => "winners",
            Self::Payoffs => "payoffs",
            Self::Rating => "rating",
            Self::Order => "order",
        }
    }

    /// The kind as text that follows "shows".
    pub fn words(self) -> &'static str {
        match self {
            Self::Position => "a position that isn't the rules'",
            Self::Mover => "a wrong mover",
            Self::End => "a wrong end",
            Self::IllegalMove => "an illegal move",
            Self::MissingMove => "a missing move",
            Self::Reinforcement => "a wrong reinforcement",
            Self::Successor => "a wrong successor",
            Self::Probability => "a wrong probability",
            Self::Winners => "a wrong winner",
            Self::Payoffs => "a wrong payoff",
            Self::Rating => "a wrong rating",
            Self::Order => "a wrong order of moves",
        }
    }

    /// The rank by importance: legal moves and positions come before ratings, and the order of
    /// moves, which affects nothing else, is last.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Rating => 1,
            Self::Order => 2,
            _ => 0,
        }
    }
}
