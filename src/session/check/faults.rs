//! The faults of ratings that are tried, one row each, and the ways in which a program may have
//! them: what it computes one number of, and how it gets the others.

/// A fault in the rating of positions, or in the winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RatingFault {
    Swapped,
    AlwaysMax,
    AlwaysMin,
    OtherPlayers,
    FirstPlayers,
    LastPlayers,
    TiesForFirst,
    TiesForLast,
    TiesWhole,
    TiesNothing,
    PasserWins,
    MoverWins,
    DiceCounted,
    Elimination,
    ByPly,
    SignEveryPly,
    Averaged,
    LastUnlessWon,
    FirstUnlessWon,
    /// The number of plies.
    Depth(u8),
    WithoutCaptured,
    WithoutCount,
    WithoutMover,
    WithoutTurn,
    Bounds,
}

/// What a fault changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultPart {
    /// What an end is worth.
    Ends,
    /// Which move is taken.
    Choice,
    /// Whose rating is said.
    Whose,
    /// The whole search.
    Search,
    /// What is kept of positions that were seen before, so that their order matters.
    Kept,
}

/// Of which player a program computes a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WhoseNumber {
    /// Each number by itself.
    #[default]
    Each,
    /// The first player's; the other gets the rest.
    First,
    /// The last player's; the other gets the rest.
    Last,
    /// That of the player to move; the other gets the rest.
    Movers,
    /// At an end that of the player who would move; the other gets the rest.
    AtEnds,
}

/// A way of having a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FaultWay {
    pub reading: WhoseNumber,
    /// Which of the fault's variants.
    pub variant: u8,
}

/// The deepest limit that is tried, in plies.
pub(super) const DEEPEST: u8 = 10;

/// Every row: a fault, its name, what a program with it does, in one clause, and what it changes.
const ROWS: [(RatingFault, &str, &str, FaultPart); 25] = {
    use FaultPart::{Choice, Ends, Kept, Search, Whose};
    use RatingFault::*;
    [
        (
            Swapped,
            "min-max-swapped",
            "minimum and maximum are swapped: the smallest rating is taken where the rated player \
             moves, the largest where another does",
            Choice,
        ),
        (
            AlwaysMax,
            "always-max",
            "the largest rating is always taken, as if the rated player chose every move",
            Choice,
        ),
        (
            AlwaysMin,
            "always-min",
            "always the minimum, for every mover",
            Choice,
        ),
        (
            OtherPlayers,
            "other-players-rating",
            "the ratings are the next player's: the players are exchanged",
            Whose,
        ),
        (
            FirstPlayers,
            "first-players-rating",
            "the rating is always the first player's, whoever moves",
            Whose,
        ),
        (
            LastPlayers,
            "last-players-rating",
            "the rating is always the last player's, whoever moves",
            Whose,
        ),
        (
            TiesForFirst,
            "ties-for-first",
            "a tie counts as a win of the first player",
            Ends,
        ),
        (
            TiesForLast,
            "ties-for-last",
            "a tie counts as a win of the last player",
            Ends,
        ),
        (
            TiesWhole,
            "ties-whole",
            "a tie counts as a full win for each player who shares it",
            Ends,
        ),
        (
            TiesNothing,
            "ties-nothing",
            "a tie counts as nothing for everybody",
            Ends,
        ),
        (
            PasserWins,
            "passer-wins",
            "whoever passed last wins: an end is lost for the player who can't attack",
            Ends,
        ),
        (
            MoverWins,
            "mover-wins",
            "an end is won by the player who can't attack",
            Ends,
        ),
        (
            DiceCounted,
            "dice-counted",
            "the most dice win instead of the most hexes",
            Ends,
        ),
        (
            Elimination,
            "elimination-wins",
            "an end is won only by a player with all hexes, and is a tie otherwise",
            Ends,
        ),
        (
            ByPly,
            "max-min-by-ply",
            "maximum and minimum alternate by ply instead of by mover, though a player may move \
             again",
            Search,
        ),
        (
            SignEveryPly,
            "sign-every-ply",
            "the sign is flipped every ply (negamax), though a player may move again",
            Search,
        ),
        (
            Averaged,
            "opponent-averaged",
            "the other player's moves are averaged, as if drawn at random",
            Choice,
        ),
        (
            LastUnlessWon,
            "last-move-unless-won",
            "the last move's rating is taken unless a move wins outright",
            Choice,
        ),
        (
            FirstUnlessWon,
            "first-move-unless-won",
            "the first move's rating is taken unless a move wins outright",
            Choice,
        ),
        (
            Depth(0),
            "depth-limit",
            "the search stops after some plies",
            Search,
        ),
        (
            WithoutCaptured,
            "table-without-captured",
            "the table of ratings is keyed without the captured dice, so that the start of a turn \
             and its middle aren't told apart",
            Kept,
        ),
        (
            WithoutCount,
            "table-without-count",
            "the table of ratings is keyed without the number of captured dice",
            Kept,
        ),
        (
            WithoutMover,
            "table-without-mover",
            "the table of ratings is keyed without the player to move",
            Kept,
        ),
        (
            WithoutTurn,
            "table-without-turn-state",
            "the table of ratings is keyed by the board alone, without the player to move and the \
             captured dice",
            Kept,
        ),
        (
            Bounds,
            "bounds-as-exact",
            "alpha-beta's bounds are kept in a table as if they were exact ratings",
            Kept,
        ),
    ]
};

impl RatingFault {
    /// All of them, the simplest first.
    pub fn all() -> Vec<Self> {
        let one = |row: &(Self, _, _, _)| match row.0 {
            Self::Depth(_) => (1..=DEEPEST).map(Self::Depth).collect(),
            fault => vec![fault],
        };
        ROWS.iter().flat_map(one).collect()
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, FaultPart) {
        let kind = std::mem::discriminant(&self);
        let mut rows = ROWS.iter();
        let row = rows.find(|row| std::mem::discriminant(&row.0) == kind);
        row.unwrap_or(&ROWS[0])
    }

    pub fn name(self) -> String {
        match self {
            Self::Depth(plies) => format!("{}-{plies}", self.row().1),
            _ => self.row().1.to_owned(),
        }
    }

    /// What a program with this fault does, in one clause.
    pub fn description(self) -> String {
        match self {
            Self::Depth(1) => "the search stops after 1 ply".to_owned(),
            Self::Depth(plies) => format!("the search stops after {plies} plies"),
            _ => self.row().2.to_owned(),
        }
    }

    pub fn part(self) -> FaultPart {
        self.row().3
    }

    /// Whether ratings have to be computed again, rather than read differently.
    pub fn needs_table(self) -> bool {
        self.part() != FaultPart::Whose
    }

    /// How simple it is to have the fault in a way; 0 is the simplest.
    pub fn rank(self, way: FaultWay) -> u8 {
        match self.part() {
            FaultPart::Kept => 3,
            FaultPart::Search => 2,
            _ if way.reading != WhoseNumber::Each || self == Self::TiesForLast => 1,
            _ => 0,
        }
    }

    /// Whether both concern the same part, so that only one of them can be present.
    pub fn excludes(self, other: Self) -> bool {
        let whole = |fault: Self| matches!(fault.part(), FaultPart::Search | FaultPart::Kept);
        self.part() == other.part() || whole(self) || whole(other)
    }

    /// The ways of having the fault, the most usual first. Without a constant sum of two players
    /// every number is computed by itself. `leaves` is the number of values that a leaf at a limit
    /// may have.
    pub fn ways(self, split: bool, leaves: usize) -> Vec<FaultWay> {
        use WhoseNumber::{AtEnds, Each, First, Last, Movers};
        let readings: &[WhoseNumber] = match self.part() {
            FaultPart::Whose => &[Each],
            _ if !split && (self == Self::SignEveryPly || self.part() == FaultPart::Kept) => &[],
            _ if !split => &[Each],
            FaultPart::Ends => &[Each, First, Movers, AtEnds],
            FaultPart::Kept => &[First],
            FaultPart::Search if self == Self::SignEveryPly => &[Movers, First],
            FaultPart::Search if self == Self::ByPly => &[Movers, First, Last],
            // The last player's maximum is the first one's minimum.
            FaultPart::Choice | FaultPart::Search => &[Each, First, Movers],
        };
        let variants = match self {
            Self::Depth(_) => leaves,
            Self::SignEveryPly | Self::WithoutMover | Self::WithoutTurn => 2,
            Self::Bounds => 16,
            _ => 1,
        };
        let of = |variant| {
            let of_reading = move |reading: &WhoseNumber| FaultWay {
                reading: *reading,
                variant,
            };
            readings.iter().map(of_reading)
        };
        (0..variants as u8).flat_map(of).collect()
    }
}
