//! Games with one planted fault each: typical mistakes in programs of the same rules. They are
//! never played, and no list of games includes them. They are built to find out which fault
//! explains a user's tree. They are flags of the rules, so that no game is compiled twice.

/// The faults as rows: the variant, its name in files, and what a program with it does, in one
/// clause.
macro_rules! plants {
    ($($plant:ident $name:literal $words:literal;)*) => {
        /// One fault in the rules of a game, the simplest first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Plant {
            $(#[doc = $words] $plant,)*
        }

        impl Plant {
            const ALL: &[Self] = &[$(Self::$plant,)*];

            /// Its name in files.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$plant => $name,)*
                }
            }

            /// What a program with this fault does, in one clause.
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$plant => $words,)*
                }
            }
        }
    };
}

plants! {
    PassNever "pass-never" "a pass is never offered";
    PassFirst "pass-first" "a pass is allowed before the first attack of a turn";
    PassAlways "pass-always"
        "a pass is allowed before the first attack of a turn, also where no attack is left, so \
         that no game ends";
    PassWhenStuck "pass-when-stuck" "a pass is offered only where no attack is left";
    SameMover "same-mover" "the mover stays the same after a pass";
    NoMinusOne "no-minus-one" "the reinforcement lacks its minus one";
    NoReinforcement "no-reinforcement" "a pass brings no reinforcement";
    BeyondMaximum "beyond-maximum"
        "the reinforcement goes beyond the maximum, as if not the dice of a hex were compared \
         with it";
    FullUseSupply "full-use-supply" "full hexes use up the reinforcement, though they get nothing";
    FromTheLast "from-the-last" "the reinforcement begins at the last hex";
    NextGetsDice "next-gets-dice" "the reinforcement goes to the next player's hexes";
    HexesCaptured "hexes-captured" "captured hexes are counted, not the dice on them";
    CapturedStay "captured-stay" "the count of captured dice isn't set back after a pass";
    EqualDice "equal-dice" "an attack is allowed at equal dice";
    AnyDice "any-dice" "an attack is allowed whatever the defender's dice";
    OwnHexes "own-hexes" "a player may attack their own hexes";
    LeavesNone "leaves-none" "the attacker leaves no die behind";
    AllMove "all-move" "all of the attacker's dice move, so that none stays behind";
    KeepsAll "keeps-all" "the attacker keeps all of its dice";
    MovesAll "moves-all" "all of the attacker's dice move and one stays behind";
    KeepsTheirs "keeps-theirs" "a conquered hex keeps the dice that lay on it";
    WrapAround "wrap-around"
        "neighbors wrap around at the ends of rows: the first and the last column aren't told \
         apart";
    FourNeighbours "four-neighbors" "a hex has four neighbors, not six";
    OtherSlant "other-slant" "rows are shifted the other way, so that other hexes touch";
    SupplyUnlimited "supply-unlimited"
        "the supply never runs out: every hex that isn't full gets a die, as long as there is \
         any supply";
    SupplyNotAsked "supply-not-asked"
        "every hex of the passer that isn't full gets a die, whatever was captured";
    AllOnFirst "all-on-first"
        "all of the supply goes on the first hex that isn't full, also beyond the maximum";
    AllOnFirstOwn "all-on-first-own"
        "all of the supply goes on the passer's first hex, also beyond the maximum";
    FirstFilled "first-filled" "only the first hex that isn't full gets dice, up to the maximum";
    FillsUp "fills-up" "each hex is filled up to the maximum before the next gets dice";
    ColumnByColumn "column-by-column" "the reinforcement goes column by column, not row by row";
    AnySource "any-source"
        "the owner of the source isn't asked: any hex attacks hexes that aren't the mover's";
    OthersAttack "others-attack"
        "the owner of the source isn't asked: hexes of other players attack in the mover's turn \
         too";
    PassChangesBoard "pass-changes-board"
        "the pass changes the board in place, so that attacks listed after it start from the \
         reinforced board";
    AttackersCounted "attackers-counted"
        "the attacker's dice are counted as captured, not the defender's";
    MoversCounted "moved-counted" "the dice that move are counted as captured, not the defender's";
    SurplusCounted "surplus-counted"
        "the attacker's surplus is counted as captured: its dice less the defender's";
    SurplusToo "surplus-counted-too"
        "the attacker's surplus is counted as captured beside the defender's dice";
    RowsForColumns "rows-for-columns" "rows and columns are confused where neighbors are sought";
    WrapLeft "wrap-left"
        "neighbors wrap around at the left edge: the first column isn't told apart";
    WrapRight "wrap-right"
        "neighbors wrap around at the right edge: the last column isn't told apart";
    Missing1 "neighbor-missing-1"
        "a neighbor is missing: the one above (in offset rows, above right)";
    Missing2 "neighbor-missing-2"
        "a neighbor is missing: the one below (in offset rows, below right)";
    Missing3 "neighbor-missing-3" "a neighbor is missing: the one above left";
    Missing4 "neighbor-missing-4"
        "a neighbor is missing: the one left (in offset rows, below left)";
    Missing5 "neighbor-missing-5" "a neighbor is missing: the one right";
    Missing6 "neighbor-missing-6"
        "a neighbor is missing: the one below right (in offset rows, left)";
    Doubled1 "neighbor-doubled-1"
        "a neighbor is listed twice: the one above (in offset rows, above right)";
    Doubled2 "neighbor-doubled-2"
        "a neighbor is listed twice: the one below (in offset rows, below right)";
    Doubled3 "neighbor-doubled-3" "a neighbor is listed twice: the one above left";
    Doubled4 "neighbor-doubled-4"
        "a neighbor is listed twice: the one left (in offset rows, below left)";
    Doubled5 "neighbor-doubled-5" "a neighbor is listed twice: the one right";
    Doubled6 "neighbor-doubled-6"
        "a neighbor is listed twice: the one below right (in offset rows, left)";
    MovesSorted "moves-sorted" "moves are sorted by their notation";
    AfterWin "after-win" "the tree goes on after a win";
}

/// The faults that Dice of Doom can have, and those that games on cells can have.
pub(super) const OF_GAMES: (&[Plant], &[Plant]) = Plant::ALL.split_at(Plant::ALL.len() - 1);

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

/// Faults of a game at once, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlantedFaults(u64);

impl From<Plant> for PlantedFaults {
    fn from(plant: Plant) -> Self {
        Self::default().with(plant)
    }
}

impl PlantedFaults {
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
