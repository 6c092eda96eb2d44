//! The difficulty of an exercise: number of blanks, number of different ratings, ties, chance.

use std::ops::RangeInclusive;

/// The number of blanks, as a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Size {
    /// 4 to 8 blanks.
    #[default]
    Small,
    /// 9 to 20.
    Middle,
    /// 21 to 50.
    Large,
}

impl Size {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Small, Self::Middle, Self::Large];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Middle => "middle",
            Self::Large => "large",
        }
    }

    /// The range of the number of blanks.
    pub fn blanks(self) -> RangeInclusive<usize> {
        match self {
            Self::Small => 4..=8,
            Self::Middle => 9..=20,
            Self::Large => 21..=50,
        }
    }

    /// Maximum number of nodes of the tree, so that it is readable.
    pub fn most_nodes(self) -> usize {
        match self {
            Self::Small => 30,
            Self::Middle => 70,
            Self::Large => 160,
        }
    }
}

/// The number of different ratings at the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Spread {
    /// Two or more.
    #[default]
    Any,
    /// Two: a win or not.
    Two,
    /// Three.
    Three,
    /// Four or more.
    Many,
}

impl Spread {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Any, Self::Two, Self::Three, Self::Many];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Two => "two",
            Self::Three => "three",
            Self::Many => "many",
        }
    }

    /// Whether this number of different ratings fits.
    pub fn allows(self, ratings: usize) -> bool {
        match self {
            Self::Any => ratings >= 2,
            Self::Two => ratings == 2,
            Self::Three => ratings == 3,
            Self::Many => ratings >= 4,
        }
    }
}

/// Whether several best moves tie anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ties {
    /// With or without ties.
    #[default]
    Any,
    /// Nowhere.
    None,
    /// In at least one decision, which also has a worse move.
    Some,
}

impl Ties {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Any, Self::None, Self::Some];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::None => "none",
            Self::Some => "some",
        }
    }
}

/// The difficulty of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Level {
    /// The number of blanks.
    pub size: Size,
    /// The number of different ratings at the leaves.
    pub spread: Spread,
    /// Whether best moves tie.
    pub ties: Ties,
    /// Whether chance decides anything.
    pub chance: bool,
    /// The game, unless any will do.
    pub game: Option<String>,
}

impl Size {
    /// The size of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.name() == name)
    }
}

impl Spread {
    /// The spread of that name; numbers are names, too.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            "2" => "two",
            "3" => "three",
            "4" => "many",
            name => name,
        };
        Self::ALL.into_iter().find(|spread| spread.name() == name)
    }
}

impl Ties {
    /// The ties of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ties| ties.name() == name)
    }
}
