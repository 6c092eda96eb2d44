//! The definition of an exercise: its tree and its task, which is a row of `ROWS`. Its difficulty
//! is the number of blanks, the number of different ratings, ties, and chance.

use std::ops::RangeInclusive;

use super::posed::{Blank, Posed};
use super::{Right, words};
use crate::game::Estimate;
use crate::games::Setup;
use crate::tree::UnfoldingNode;

/// What the learner fills in: the index of a row of `ROWS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Task {
    /// The rating of every decision and chance node.
    #[default]
    Ratings,
    /// Every best move of every decision.
    BestMoves,
    /// Alpha-beta's bounds of each node that it visits.
    Bounds,
    /// The moves that alpha-beta leaves out.
    Cuts,
}

/// How a blank is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A number is typed into the node's field.
    Field,
    /// Moves of the node are marked as best.
    MarkBest,
    /// The move to the node is marked as cut.
    MarkCut,
}

/// All that is particular to a task.
pub(super) struct TaskRow {
    /// The name on the command line and in files.
    name: &'static str,
    /// The title in the window and on paper.
    title: &'static str,
    /// The question before there is a tree.
    summary: &'static str,
    /// How to answer in the window.
    keys: &'static str,
    filling: Filling,
    /// Whether it is about alpha-beta, which has no chance and two players.
    is_alpha_beta: bool,
    /// The question about a posed tree.
    pub sentence: fn(&Posed) -> String,
    /// The blanks, in the order they are filled in.
    pub blanks: fn(&Posed) -> Vec<Blank>,
    /// What is missing in a tree without blanks, and the remedy.
    pub no_blanks: (&'static str, &'static str),
    /// Whether the blanks are varied enough for a generated exercise, by the number of decisions
    /// that make a difference.
    pub is_varied: fn(&[Blank], usize) -> bool,
}

/// The tasks, in the order they are taught.
static ROWS: [TaskRow; 4] = [
    TaskRow {
        name: "ratings",
        title: "Ratings",
        summary: "Back up the ratings from the leaves to the root.",
        keys: "Enter a number such as 1, 1/2, or 0.5.",
        filling: Filling::Field,
        is_alpha_beta: false,
        sentence: words::ratings_sentence,
        blanks: |posed| {
            let right = |node| match posed.is_general() {
                true => Right::Payoffs(posed.payoffs(node)),
                false => Right::Rating(posed.rating(node)),
            };
            let nodes = posed.postorder().into_iter();
            let inner = nodes.filter(|node| posed.is_inner(*node));
            inner.map(|node| Blank::new(node, right(node))).collect()
        },
        no_blanks: NOTHING_TO_DECIDE,
        is_varied: |_, choices| choices >= 2,
    },
    TaskRow {
        name: "best-moves",
        title: "Best moves",
        summary: "Mark all best moves at each decision, including ties.",
        keys: "← → choose a move, Space marks it, Enter submits.",
        filling: Filling::MarkBest,
        is_alpha_beta: false,
        sentence: words::best_moves_sentence,
        blanks: |posed| {
            let right = |node| Right::Moves(posed.best_places(node));
            let nodes = posed.postorder().into_iter();
            let choices = nodes.filter(|node| posed.is_choice(*node));
            choices.map(|node| Blank::new(node, right(node))).collect()
        },
        no_blanks: (
            "nobody has a choice in this tree",
            "choose a position with several moves, or a higher ply limit",
        ),
        // At least half of all decisions make a difference.
        is_varied: |blanks, choices| choices >= 2 && 2 * choices >= blanks.len(),
    },
    TaskRow {
        name: "bounds",
        title: "Bounds",
        summary: "Enter what alpha-beta returns for each node: a rating or a bound.",
        keys: "Type a number, or > or < and a number, then Enter.",
        filling: Filling::Field,
        is_alpha_beta: true,
        sentence: |posed| {
            format!(
                "Alpha-beta searches moves from left to right; crossed moves are cut. Enter what it \
                 returns for each node: {}'s rating such as 1/2, or a bound such as ≥1/2 or ≤0.",
                posed.player()
            )
        },
        blanks: |posed| {
            let Some(search) = posed.alpha_beta() else {
                return Vec::new();
            };
            let right = |node| {
                let known = search.known(node);
                Right::Bound(search.exact(known.low), search.exact(known.high))
            };
            let nodes = search.leaving_order().iter().copied();
            let inner = nodes.filter(|node| posed.is_inner(*node));
            inner.map(|node| Blank::new(node, right(node))).collect()
        },
        no_blanks: NOTHING_TO_DECIDE,
        is_varied: |blanks, _| {
            let is_open = |blank: &Blank| match &blank.right {
                Right::Bound(Some(low), Some(high)) => (low == high).then_some(false),
                Right::Bound(None, None) => None,
                _ => Some(true),
            };
            let open: Option<Vec<bool>> = blanks.iter().map(is_open).collect();
            open.is_some_and(|open| open.contains(&true) && open.contains(&false))
        },
    },
    TaskRow {
        name: "cuts",
        title: "Cuts",
        summary: "Mark the moves that alpha-beta cuts.",
        keys: "Space cuts the move, Enter keeps it.",
        filling: Filling::MarkCut,
        is_alpha_beta: true,
        sentence: |posed| {
            let a = posed.player();
            format!(
                "Alpha-beta searches moves from left to right. Mark every move that it cuts. \
                 Leaves show {a}'s rating; {a} wants the highest."
            )
        },
        blanks: |posed| {
            let Some(search) = posed.alpha_beta() else {
                return Vec::new();
            };
            let blank = |node: UnfoldingNode| {
                let above = posed.unfolding().parent(node)?;
                let is_later = posed.move_index(node)? > 0;
                (is_later && posed.is_choice(above)).then(|| Blank {
                    asked: search.visited(above),
                    ..Blank::new(node, Right::Cut(search.is_cut(node)))
                })
            };
            posed.unfolding().preorder().filter_map(blank).collect()
        },
        no_blanks: (
            "no node of this tree has two moves, so nothing can be cut",
            "choose a larger tree",
        ),
        is_varied: |blanks, _| {
            let asked = blanks.iter().filter(|blank| blank.asked);
            let has = |cut| asked.clone().any(|blank| blank.right == Right::Cut(cut));
            has(true) && has(false)
        },
    },
];

const NOTHING_TO_DECIDE: (&str, &str) = (
    "nothing is to be decided in this tree",
    "choose a position with moves, or a higher ply limit",
);

impl Task {
    /// All of them, in the order they are taught.
    pub const ALL: [Self; 4] = [Self::Ratings, Self::BestMoves, Self::Bounds, Self::Cuts];

    pub(super) fn row(self) -> &'static TaskRow {
        &ROWS[self as usize]
    }

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The task of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.name() == name)
    }

    /// Its title in the window and on paper.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The question before there is a tree.
    pub fn summary(self) -> &'static str {
        self.row().summary
    }

    /// How to answer in the window.
    pub fn keys(self) -> &'static str {
        self.row().keys
    }

    /// How its blanks are filled in.
    pub fn filling(self) -> Filling {
        self.row().filling
    }

    /// Whether it is about alpha-beta.
    pub fn is_alpha_beta(self) -> bool {
        self.row().is_alpha_beta
    }
}

/// An exercise: everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Exercise {
    /// The game, its rules and the position at the root.
    pub setup: Setup,
    /// The ply limit of the tree.
    pub max_plies: Option<u32>,
    /// The estimate given at that limit.
    pub estimate: Estimate,
    /// What the learner fills in.
    pub task: Task,
    /// The seed and level, if it was generated.
    pub drawn: Option<Generated>,
}

/// The seed and level of a generated exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The seed.
    pub seed: u64,
    /// The level.
    pub level: Level,
}

/// The number of blanks, as a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TreeSize {
    /// 4 to 8 blanks.
    #[default]
    Small,
    /// 9 to 20.
    Middle,
    /// 21 to 50.
    Large,
}

impl TreeSize {
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
pub enum RatingSpread {
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

impl RatingSpread {
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
    pub size: TreeSize,
    /// The number of different ratings at the leaves.
    pub spread: RatingSpread,
    /// Whether best moves tie.
    pub ties: Ties,
    /// Whether chance decides anything.
    pub chance: bool,
    /// The game, unless any will do.
    pub game: Option<String>,
}

impl TreeSize {
    /// The size of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.name() == name)
    }
}

impl RatingSpread {
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
