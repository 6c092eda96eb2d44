//! In what somebody's answer can differ from the rules.

/// In what a position of theirs differs from ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisagreementKind {
    /// It is no position of these rules, or their tree begins elsewhere.
    Position,
    /// Another player is to move.
    Mover,
    /// The game is over there and goes on here, or the other way round.
    End,
    /// They have a move that the rules don't have, or have one twice.
    IllegalMove,
    /// They lack a move of the rules.
    MissingMove,
    /// A pass leads to another position, in which only dice of the passer differ.
    Reinforcement,
    /// A move leads to another position.
    Successor,
    /// A branch of chance is more or less likely.
    Probability,
    /// Others have won.
    Winners,
    /// An end is worth something else.
    Payoffs,
    /// The rating, of the position or of one of its moves.
    Rating,
    /// The same moves stand in another order.
    Order,
}

impl DisagreementKind {
    /// Every kind. At one position they are told in this order.
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

    /// What it is, in words that follow "shows".
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

    /// How much follows from it: what can happen comes before what it is worth, and an order, from
    /// which nothing follows, comes last.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Rating => 1,
            Self::Order => 2,
            _ => 0,
        }
    }
}
