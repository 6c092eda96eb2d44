//! Games with one planted fault each: typical mistakes in programs of the same rules. They are
//! never played, and no list of games includes them. They are built to find out which fault
//! explains a user's tree. Faults of Dice of Doom are flags of its rules; games on cells are
//! wrapped.

pub(super) mod cells;

/// The faults that Dice of Doom can have, the simplest first.
pub(super) const OF_DICE: [Plant; 53] = [
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
    Plant::SupplyUnlimited,
    Plant::SupplyNotAsked,
    Plant::AllOnFirst,
    Plant::AllOnFirstOwn,
    Plant::FirstFilled,
    Plant::FillsUp,
    Plant::ColumnByColumn,
    Plant::AnySource,
    Plant::OthersAttack,
    Plant::PassChangesBoard,
    Plant::AttackersCounted,
    Plant::MoversCounted,
    Plant::SurplusCounted,
    Plant::SurplusToo,
    Plant::RowsForColumns,
    Plant::WrapLeft,
    Plant::WrapRight,
    Plant::Missing1,
    Plant::Missing2,
    Plant::Missing3,
    Plant::Missing4,
    Plant::Missing5,
    Plant::Missing6,
    Plant::Doubled1,
    Plant::Doubled2,
    Plant::Doubled3,
    Plant::Doubled4,
    Plant::Doubled5,
    Plant::Doubled6,
];

/// The faults in which one neighbor is missing, in the rules' order of neighbors.
pub(super) const MISSING: [Plant; 6] = [
    Plant::Missing1,
    Plant::Missing2,
    Plant::Missing3,
    Plant::Missing4,
    Plant::Missing5,
    Plant::Missing6,
];

/// The same where it is there twice.
pub(super) const DOUBLED: [Plant; 6] = [
    Plant::Doubled1,
    Plant::Doubled2,
    Plant::Doubled3,
    Plant::Doubled4,
    Plant::Doubled5,
    Plant::Doubled6,
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
    /// The supply is never used up.
    SupplyUnlimited,
    /// Every pass brings a die to every hex.
    SupplyNotAsked,
    /// The first hex that isn't full gets all of the supply.
    AllOnFirst,
    /// The first hex gets all of the supply.
    AllOnFirstOwn,
    /// The first hex that isn't full is filled up, and no other gets dice.
    FirstFilled,
    /// Each hex is filled up before the next gets dice.
    FillsUp,
    /// Hexes get dice column by column.
    ColumnByColumn,
    /// Hexes of any player attack those that aren't the mover's.
    AnySource,
    /// Hexes of any player attack those of others.
    OthersAttack,
    /// A pass changes the board from which attacks start.
    PassChangesBoard,
    /// The supply counts the attacker's dice.
    AttackersCounted,
    /// The supply counts the dice that move.
    MoversCounted,
    /// The supply counts by how many dice an attack was stronger.
    SurplusCounted,
    /// The supply counts an attack's surplus beside its captured dice.
    SurplusToo,
    /// Rows and columns are confused in neighbors.
    RowsForColumns,
    /// The left edge wraps around.
    WrapLeft,
    /// The right edge wraps around.
    WrapRight,
    /// The neighbor with this number is missing.
    Missing1,
    /// The neighbor with this number is missing.
    Missing2,
    /// The neighbor with this number is missing.
    Missing3,
    /// The neighbor with this number is missing.
    Missing4,
    /// The neighbor with this number is missing.
    Missing5,
    /// The neighbor with this number is missing.
    Missing6,
    /// The neighbor with this number is listed twice.
    Doubled1,
    /// The neighbor with this number is listed twice.
    Doubled2,
    /// The neighbor with this number is listed twice.
    Doubled3,
    /// The neighbor with this number is listed twice.
    Doubled4,
    /// The neighbor with this number is listed twice.
    Doubled5,
    /// The neighbor with this number is listed twice.
    Doubled6,
}

/// Faults of a game at once, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plants(u64);

impl From<Plant> for Plants {
    fn from(plant: Plant) -> Self {
        Self::default().with(plant)
    }
}

impl Plants {
    /// The same with another fault.
    #[must_use]
    pub fn with(self, plant: Plant) -> Self {
        Self(self.0 | 1 << plant as u64)
    }

    /// All of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a fault is among them.
    pub fn has(self, plant: Plant) -> bool {
        self.0 & 1 << plant as u64 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of some that is among them.
    pub(super) fn first_of(self, some: &[Plant]) -> Option<Plant> {
        if self.is_empty() {
            return None;
        }
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
            Self::FourNeighbours => "four-neighbors",
            Self::OtherSlant => "other-slant",
            Self::AfterWin => "after-win",
            Self::SupplyUnlimited => "supply-unlimited",
            Self::SupplyNotAsked => "supply-not-asked",
            Self::AllOnFirst => "all-on-first",
            Self::AllOnFirstOwn => "all-on-first-own",
            Self::FirstFilled => "first-filled",
            Self::FillsUp => "fills-up",
            Self::ColumnByColumn => "column-by-column",
            Self::AnySource => "any-source",
            Self::OthersAttack => "others-attack",
            Self::PassChangesBoard => "pass-changes-board",
            Self::AttackersCounted => "attackers-counted",
            Self::MoversCounted => "moved-counted",
            Self::SurplusCounted => "surplus-counted",
            Self::SurplusToo => "surplus-counted-too",
            Self::RowsForColumns => "rows-for-columns",
            Self::WrapLeft => "wrap-left",
            Self::WrapRight => "wrap-right",
            Self::Missing1 => "neighbor-missing-1",
            Self::Missing2 => "neighbor-missing-2",
            Self::Missing3 => "neighbor-missing-3",
            Self::Missing4 => "neighbor-missing-4",
            Self::Missing5 => "neighbor-missing-5",
            Self::Missing6 => "neighbor-missing-6",
            Self::Doubled1 => "neighbor-doubled-1",
            Self::Doubled2 => "neighbor-doubled-2",
            Self::Doubled3 => "neighbor-doubled-3",
            Self::Doubled4 => "neighbor-doubled-4",
            Self::Doubled5 => "neighbor-doubled-5",
            Self::Doubled6 => "neighbor-doubled-6",
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
                "neighbors wrap around at the ends of rows: the first and the last column aren't \
                 told apart"
            }
            Self::FourNeighbours => "a hex has four neighbors, not six",
            Self::OtherSlant => "rows are shifted the other way, so that other hexes touch",
            Self::AfterWin => "the tree goes on after a win",
            Self::SupplyUnlimited => {
                "the supply never runs out: every hex that isn't full gets a die, as long as there is any supply"
            }
            Self::SupplyNotAsked => {
                "every hex of the passer that isn't full gets a die, whatever was captured"
            }
            Self::AllOnFirst => {
                "all of the supply goes on the first hex that isn't full, also beyond the maximum"
            }
            Self::AllOnFirstOwn => {
                "all of the supply goes on the passer's first hex, also beyond the maximum"
            }
            Self::FirstFilled => "only the first hex that isn't full gets dice, up to the maximum",
            Self::FillsUp => "each hex is filled up to the maximum before the next gets dice",
            Self::ColumnByColumn => "the reinforcement goes column by column, not row by row",
            Self::AnySource => {
                "the owner of the source isn't asked: any hex attacks hexes that aren't the mover's"
            }
            Self::OthersAttack => {
                "the owner of the source isn't asked: hexes of other players attack in the mover's turn too"
            }
            Self::PassChangesBoard => {
                "the pass changes the board in place, so that attacks listed after it start from the reinforced board"
            }
            Self::AttackersCounted => {
                "the attacker's dice are counted as captured, not the defender's"
            }
            Self::MoversCounted => "the dice that move are counted as captured, not the defender's",
            Self::SurplusCounted => {
                "the attacker's surplus is counted as captured: its dice less the defender's"
            }
            Self::SurplusToo => {
                "the attacker's surplus is counted as captured beside the defender's dice"
            }
            Self::RowsForColumns => "rows and columns are confused where neighbors are sought",
            Self::WrapLeft => {
                "neighbors wrap around at the left edge: the first column isn't told apart"
            }
            Self::WrapRight => {
                "neighbors wrap around at the right edge: the last column isn't told apart"
            }
            Self::Missing1 => "a neighbor is missing: the one above (in offset rows, above right)",
            Self::Missing2 => "a neighbor is missing: the one below (in offset rows, below right)",
            Self::Missing3 => "a neighbor is missing: the one above left",
            Self::Missing4 => "a neighbor is missing: the one left (in offset rows, below left)",
            Self::Missing5 => "a neighbor is missing: the one right",
            Self::Missing6 => "a neighbor is missing: the one below right (in offset rows, left)",
            Self::Doubled1 => {
                "a neighbor is listed twice: the one above (in offset rows, above right)"
            }
            Self::Doubled2 => {
                "a neighbor is listed twice: the one below (in offset rows, below right)"
            }
            Self::Doubled3 => "a neighbor is listed twice: the one above left",
            Self::Doubled4 => {
                "a neighbor is listed twice: the one left (in offset rows, below left)"
            }
            Self::Doubled5 => "a neighbor is listed twice: the one right",
            Self::Doubled6 => {
                "a neighbor is listed twice: the one below right (in offset rows, left)"
            }
        }
    }
}
