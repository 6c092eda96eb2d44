//! Games with one planted fault each: typical mistakes in programs of the same rules. They are
//! never played, and no list of games includes them. They are built to find out which fault
//! explains a user's tree. Faults of Dice of Doom are flags of its rules; games on cells are
//! wrapped.

pub(super) mod cells;

/// The faults that Dice of Doom can have, the simplest first.
pub(super) const OF_DICE: [Plant; 24] = [
    Plant::PassNever,
    Plant::PassFirst,
    Plant::PassAlways,
    Plant::PassWhenStuck,
    Plant::SameMover,
    Plant::NoMinusOne,
    Plant::NoReinforcement,
    Plant::BeyondMaximum,
    Plant::FullUseSupply,
    Plant::FromTheLast,
    Plant::NextGetsDice,
    Plant::HexesCaptured,
    Plant::CapturedStay,
    Plant::EqualDice,
    Plant::AnyDice,
    Plant::OwnHexes,
    Plant::LeavesNone,
    Plant::AllMove,
    Plant::KeepsAll,
    Plant::MovesAll,
    Plant::KeepsTheirs,
    Plant::WrapAround,
    Plant::FourNeighbours,
    Plant::OtherSlant,
];

/// The faults that games on cells can have.
pub(super) const OF_CELLS: [Plant; 1] = [Plant::AfterWin];

/// One fault in the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plant {
    /// A turn may be ended before its first attack.
    PassFirst,
    /// A turn may be ended even if there is nothing to attack, so that no game ends.
    PassAlways,
    /// A turn can't be ended: it continues as long as there are attacks.
    PassNever,
    /// A turn can be ended only when there are no more attacks.
    PassWhenStuck,
    /// The mover stays the mover after a pass.
    SameMover,
    /// A pass brings all captured dice, without subtracting 1.
    NoMinusOne,
    /// Full hexes get dice too.
    BeyondMaximum,
    /// Full hexes use up the supply.
    FullUseSupply,
    /// Hexes get dice from the last one on.
    FromTheLast,
    /// Hexes of the next player get the dice.
    NextGetsDice,
    /// A pass brings nothing.
    NoReinforcement,
    /// The supply counts captured hexes, not their dice.
    HexesCaptured,
    /// Captured dice add up over turns.
    CapturedStay,
    /// Hexes with the same number of dice can be attacked.
    EqualDice,
    /// Any hex of another player can be attacked with two dice or more.
    AnyDice,
    /// Own hexes can be attacked.
    OwnHexes,
    /// The attacker leaves no die behind, and one of its dice is lost.
    LeavesNone,
    /// All dice move, and none is left behind.
    AllMove,
    /// The attacker keeps all of its dice.
    KeepsAll,
    /// All dice move, and one die is left behind in addition.
    MovesAll,
    /// The conquered hex keeps the dice that lay there.
    KeepsTheirs,
    /// Rows wrap around: the last hex of a row touches the first of the next.
    WrapAround,
    /// A hex has four neighbors.
    FourNeighbours,
    /// Rows are shifted the other way.
    OtherSlant,
    /// The game continues after a win.
    AfterWin,
}

/// Faults of a game at once, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plants(u32);

impl From<Plant> for Plants {
    fn from(plant: Plant) -> Self {
        Self::default().with(plant)
    }
}

impl Plants {
    /// The same with another fault.
    #[must_use]
    pub fn with(self, plant: Plant) -> Self {
        Self(self.0 | 1 << plant as u32)
    }

    /// All of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a fault is among them.
    pub fn has(self, plant: Plant) -> bool {
        self.0 & 1 << plant as u32 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of some that is among them.
    pub(super) fn first_of(self, some: &[Plant]) -> Option<Plant> {
        some.iter().copied().find(|plant| self.has(*plant))
    }
}

impl Plant {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::PassFirst => "pass-first",
            Self::PassAlways => "pass-always",
            Self::PassNever => "pass-never",
            Self::PassWhenStuck => "pass-when-stuck",
            Self::SameMover => "same-mover",
            Self::NoMinusOne => "no-minus-one",
            Self::BeyondMaximum => "beyond-maximum",
            Self::FullUseSupply => "full-use-supply",
            Self::FromTheLast => "from-the-last",
            Self::NextGetsDice => "next-gets-dice",
            Self::NoReinforcement => "no-reinforcement",
            Self::HexesCaptured => "hexes-captured",
            Self::CapturedStay => "captured-stay",
            Self::EqualDice => "equal-dice",
            Self::AnyDice => "any-dice",
            Self::OwnHexes => "own-hexes",
            Self::LeavesNone => "leaves-none",
            Self::AllMove => "all-move",
            Self::KeepsAll => "keeps-all",
            Self::MovesAll => "moves-all",
            Self::KeepsTheirs => "keeps-theirs",
            Self::WrapAround => "wrap-around",
            Self::FourNeighbours => "four-neighbours",
            Self::OtherSlant => "other-slant",
            Self::AfterWin => "after-win",
        }
    }

    /// What a program with this fault does, in one clause.
    pub fn words(self) -> &'static str {
        match self {
            Self::PassFirst => "a pass is allowed before the first attack of a turn",
            Self::PassAlways => {
                "a pass is allowed before the first attack of a turn, also where no attack is left, \
                 so that no game ends"
            }
            Self::PassNever => "a pass is never offered",
            Self::PassWhenStuck => "a pass is offered only where no attack is left",
            Self::SameMover => "the mover stays the same after a pass",
            Self::NoMinusOne => "the reinforcement lacks its minus one",
            Self::BeyondMaximum => {
                "the reinforcement goes beyond the maximum, as if not the dice of a hex were \
                 compared with it"
            }
            Self::FullUseSupply => "full hexes use up the reinforcement, though they get nothing",
            Self::FromTheLast => "the reinforcement begins at the last hex",
            Self::NextGetsDice => "the reinforcement goes to the next player's hexes",
            Self::NoReinforcement => "a pass brings no reinforcement",
            Self::HexesCaptured => "captured hexes are counted, not the dice on them",
            Self::CapturedStay => "the count of captured dice isn't set back after a pass",
            Self::EqualDice => "an attack is allowed at equal dice",
            Self::AnyDice => "an attack is allowed whatever the defender's dice",
            Self::OwnHexes => "a player may attack their own hexes",
            Self::LeavesNone => "the attacker leaves no die behind",
            Self::AllMove => "all of the attacker's dice move, so that none stays behind",
            Self::KeepsAll => "the attacker keeps all of its dice",
            Self::MovesAll => "all of the attacker's dice move and one stays behind",
            Self::KeepsTheirs => "a conquered hex keeps the dice that lay on it",
            Self::WrapAround => {
                "neighbours wrap around at the ends of rows: the first and the last column aren't \
                 told apart"
            }
            Self::FourNeighbours => "a hex has four neighbours, not six",
            Self::OtherSlant => "rows are shifted the other way, so that other hexes touch",
            Self::AfterWin => "the tree goes on after a win",
        }
    }
}
