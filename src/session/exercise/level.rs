//! How hard an exercise is: how much there is to fill in, how many different numbers, ties, chance.

use std::ops::RangeInclusive;

/// How much there is to fill in.
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

    /// How many blanks there are.
    pub fn blanks(self) -> RangeInclusive<usize> {
        match self {
            Self::Small => 4..=8,
            Self::Middle => 9..=20,
            Self::Large => 21..=50,
        }
    }

    /// As many nodes the tree has at most, so that it can be read.
    pub fn most_nodes(self) -> usize {
        match self {
            Self::Small => 30,
            Self::Middle => 70,
            Self::Large => 160,
        }
    }
}

/// How many different ratings the leaves have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Spread {
    /// Two or more.
    #[default]
    Any,
    /// Two: somebody wins or doesn't.
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

    /// Whether leaves with so many different ratings are meant.
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
    /// As it comes.
    #[default]
    Any,
    /// Nowhere.
    None,
    /// In one decision at least, which has a worse move too.
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

/// How hard an exercise is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Level {
    /// How much there is to fill in.
    pub size: Size,
    /// How many different ratings the leaves have.
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
