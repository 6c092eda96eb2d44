//! The report of a check: plain data, shared by the window, the text and the file. It has the kinds
//! of disagreements between an answer and the rules, and what a walk finds: disagreements by kind,
//! counts, and the texts that were read for it.

use rustc_hash::FxHashMap;

use super::coverage::Coverage;
use super::node::DisagreementSubject;
use crate::game::Picture;
use crate::save::TheirForm;
use crate::session::rated::Rated;
use crate::tree::Vertex;

/// A move on one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideMove {
    /// Its notation.
    pub mv: String,
    /// The position after it, if it is given.
    pub position: Option<String>,
    /// The rating of that position, if it is given.
    pub rating: Option<String>,
    /// Whether it isn't the same on the other side, leads elsewhere there, or is rated otherwise.
    pub differs: bool,
}

/// One side of a disagreement: theirs, or ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerSide {
    /// The position.
    pub position: Option<String>,
    /// The player to move, if the game isn't over.
    pub mover: Option<String>,
    /// The winners, if it is over.
    pub winners: Option<String>,
    /// Whether the game is over here; `None` if that isn't given.
    pub over: Option<bool>,
    /// The rating of the position.
    pub rating: Option<String>,
    /// The payoffs of the end.
    pub payoffs: Option<String>,
    /// The moves in order; `None` if they aren't given.
    pub moves: Option<Vec<SideMove>>,
    /// The position, drawn: where a move leads to the wrong one, that.
    pub picture: Option<Picture>,
}

/// One disagreement with its details.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The kind of difference.
    pub kind: DisagreementKind,
    /// The ply; `None` for a position to which the board doesn't lead.
    pub ply: Option<u32>,
    /// The line from the root to the position; `None` for one to which the board doesn't lead.
    pub line: Option<String>,
    /// The move that it is about.
    pub mv: Option<String>,
    /// The line of their text.
    pub text_line: u32,
    /// The number of nodes of the tree below the position, including it, by the rules.
    pub tree_nodes: String,
    /// The difference, in one sentence.
    pub text: String,
    /// All in which the two positions themselves differ.
    pub position_differs: Vec<DisagreementKind>,
    /// The program's side.
    pub theirs: AnswerSide,
    /// The rules' side.
    pub ours: AnswerSide,
}

/// All disagreements of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct KindFound {
    /// The kind.
    pub kind: DisagreementKind,
    /// Their number.
    pub count: u64,
    /// The first from the root: at the smallest ply, there first in the rules' order.
    pub first: Disagreement,
    /// The one at the position with the smallest tree.
    pub smallest: Disagreement,
}

/// A fault that makes of the rules all that they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Its name in files; of two faults at once both names, with a `+` between them.
    pub name: String,
    /// What a program with this fault does, in one clause.
    pub text: String,
    /// The setting of the rules that does the same, with its value.
    pub switch: Option<(String, String)>,
    /// How simple it is; 0 is the simplest.
    pub rank: u8,
}

/// A fault that explains a part of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The fault.
    pub cause: Cause,
    /// The number of disagreements it explains.
    pub explained: u64,
    /// Their total; if there are very many, that of the first nodes.
    pub of: u64,
    /// The board that shows that it isn't the fault, where it explains all of this one.
    pub refuted_by: Option<String>,
}

/// A position at which a rating doesn't follow from others, or at which it differs first.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPlace {
    /// The position.
    pub position: String,
    /// The ply, and the line from the root.
    pub ply: u32,
    /// The line from the root to the position.
    pub line: String,
    /// The line of their text.
    pub text_line: u32,
    /// What is wrong, in one clause.
    pub text: String,
}

/// The program's ratings against its own ratings of its moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OwnRatings {
    /// The positions whose rating could be compared with those of its moves.
    pub compared: u64,
    /// Those whose rating couldn't, since not all of its moves were rated.
    pub open: u64,
    /// Those compared whose moves have different ratings.
    pub choices: u64,
    /// Those whose rating isn't the highest of their moves' for the player to move.
    pub contradicting: u64,
    /// The smallest of them.
    pub smallest: Option<RatedPlace>,
    /// The positions with a wrong rating after whose moves no rating is wrong: where it begins. The
    /// smallest of them.
    pub lowest: Vec<RatedPlace>,
    /// The number of all of them.
    pub lowest_count: u64,
    /// The ends among them.
    pub lowest_ends: u64,
}

/// How many nodes or positions were compared.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Tally {
    /// The number of those compared.
    pub compared: u64,
    /// Those among them in which nothing differs.
    pub agreeing: u64,
    /// The number of those below which a limit of ours hides what follows.
    pub beyond: u64,
    /// The number of those whose moves were left out.
    pub left_out: u64,
    /// The number of those that may be ends: leaves at the last ply of a tree that doesn't mark
    /// ends.
    pub last_ply: u64,
    /// Positions to which the board doesn't lead; they were compared all the same.
    pub unreached: u64,
    /// Those among them that were too many to be compared.
    pub unchecked: u64,
    /// The number of repeated positions.
    pub repeated: u64,
}

/// The results of a check.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CheckReport {
    /// In which form it was said.
    pub form: TheirForm,
    /// Whether these are answers to questions.
    pub asked: bool,
    /// The number of nodes or positions in the output.
    pub nodes: u64,
    /// What was compared of them.
    pub tally: Tally,
    /// The number of positions without data.
    pub silent: u64,
    /// An unreadable position, and the line of the text. Then the rest is meaningless.
    pub unreadable: Option<(u32, String)>,
    /// The differences by kind, the most important first.
    pub kinds: Vec<KindFound>,
    /// What was compared, and which features it showed.
    pub coverage: Coverage,
    /// The ratings against each other, if one is wrong.
    pub own: OwnRatings,
    /// The scale on which ratings were given, in a sentence, if it isn't the rules'.
    pub scale: Option<String>,
    /// Whether captured dice weren't given where the rules have them, and so not compared.
    pub bare: bool,
    /// The faults that explain the whole output, the simplest first; if there are none, pairs of
    /// them.
    pub causes: Vec<Cause>,
    /// If nothing explains everything, the best explanation.
    pub closest: Option<Closest>,
    /// The number of faults tried.
    pub tried: u64,
    /// The number of pairs of faults tried.
    pub pairs: u64,
    /// The number of faults that weren't tried: their graph is too large or has recurring positions,
    /// or they are in a table of a large board with hardly a wrong rating.
    pub untried: u64,
    /// The names of those that don't explain it, where only some were tried, or only the order
    /// differs.
    pub(super) refuted: Vec<String>,
}

impl CheckReport {
    /// Whether nothing differs.
    pub fn agrees(&self) -> bool {
        self.kinds.is_empty() && self.unreadable.is_none()
    }

    /// Whether nothing differs but the order of moves, from which nothing follows.
    pub fn only_order_differs(&self) -> bool {
        let mut kinds = self.kinds.iter();
        !self.agrees() && kinds.all(|found| found.kind == DisagreementKind::Order)
    }

    /// Whether the output has no data about any position, so that nothing was compared.
    pub fn says_nothing(&self) -> bool {
        self.silent == self.nodes && self.kinds.is_empty()
    }

    /// Where a position was given: in a line of the text, or in the answer to a question.
    pub fn unit(&self) -> &'static str {
        if self.asked { "question" } else { "line" }
    }

    /// The most important disagreement: the first from the root. Those of ratings and of order
    /// count only if there are no others.
    pub fn first(&self) -> Option<&Disagreement> {
        Some(&self.kinds.first()?.first)
    }

    /// The smallest of its kind.
    pub fn smallest(&self) -> Option<&Disagreement> {
        Some(&self.kinds.first()?.smallest)
    }

    /// Drops the causes with these names, since another board refutes them. If none is left, the
    /// first that explained all is the closest.
    pub(super) fn refute(&mut self, names: &[String], board: &str) {
        let explained = |kinds: &[KindFound]| kinds.iter().map(|kind| kind.count).sum();
        let first = self.causes.first().cloned();
        self.causes.retain(|cause| !names.contains(&cause.name));
        if let (Some(cause), true) = (first, self.causes.is_empty()) {
            self.closest = Some(Closest {
                cause,
                explained: explained(&self.kinds),
                of: explained(&self.kinds),
                refuted_by: Some(board.to_owned()),
            });
        }
    }

    /// Keeps the simplest causes alone.
    pub(super) fn keep_simplest(&mut self) {
        let min = self.causes.iter().map(|cause| cause.rank).min();
        self.causes.retain(|cause| Some(cause.rank) == min);
    }

    /// The number of nodes or positions beyond what could be compared.
    pub fn not_compared(&self) -> u64 {
        self.nodes.saturating_sub(self.tally.compared)
    }
}

/// A disagreement with the data to describe it.
#[derive(Clone)]
pub(super) struct NodeFindings {
    pub kind: DisagreementKind,
    pub of: DisagreementSubject,
    pub node: u32,
    pub vertex: Vertex,
    /// The pair that it was found at, in a tree.
    pub pair: Option<u32>,
    /// Whether it is a position that the board doesn't lead to.
    pub elsewhere: bool,
    /// The graph of such a position, if it has one.
    pub aside: Option<Rated>,
}

/// The number of disagreements of a kind, the first, and the smallest.
#[derive(Clone, Default)]
pub(super) struct OfKind {
    pub count: u64,
    pub first: Option<NodeFindings>,
    pub smallest: Option<NodeFindings>,
}

/// The results of a walk.
#[derive(Clone, Default)]
pub(super) struct Findings {
    pub tally: Tally,
    /// An unreadable position, and its line.
    pub unreadable: Option<u32>,
    pub kinds: [OfKind; DisagreementKind::ALL.len()],
    /// What was compared, and which features it showed.
    pub coverage: Coverage,
    /// The number of disagreements of each kind per node, without those of order; of the first
    /// nodes only.
    pub marks: FxHashMap<(u32, DisagreementKind), u32>,
    /// The nodes that were compared whole.
    pub looked: Vec<bool>,
    /// Whether a position without captured dice was compared with one that has some.
    pub is_bare: bool,
    /// Every node that was compared with a vertex of the board's graph, if all were.
    pub visited: Vec<(u32, Vertex)>,
}

/// Single positions as notation is written: read once for all walks whose rules write it the same.
#[derive(Default)]
pub(super) struct ReadTexts {
    /// The text of every node.
    pub canonical_texts: Vec<String>,
    /// The nodes of every text, in their order.
    pub nodes: FxHashMap<String, Vec<u32>>,
    pub repeated: u64,
}

impl ReadTexts {
    pub fn add(&mut self, normal: String) {
        let index = self.canonical_texts.len() as u32;
        let nodes = self.nodes.entry(normal.clone()).or_default();
        self.repeated += u64::from(!nodes.is_empty());
        nodes.push(index);
        self.canonical_texts.push(normal);
    }
}

impl Findings {
    pub fn agrees(&self) -> bool {
        self.agrees_in_all_but_order() && self.kinds[DisagreementKind::Order as usize].count == 0
    }

    /// Whether nothing differs, the order of moves left aside.
    pub fn agrees_in_all_but_order(&self) -> bool {
        let mut kinds = self.kinds.iter().zip(DisagreementKind::ALL);
        self.unreadable.is_none()
            && kinds.all(|(found, kind)| found.count == 0 || kind == DisagreementKind::Order)
    }
}

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
    pub fn label(self) -> &'static str {
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
