//! The report of a check: plain data, shared by the window, the text and the file.

use super::coverage::Coverage;
use super::kinds::DisagreementKind;
use crate::game::Picture;
use crate::save::TheirForm;

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
pub struct Side {
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
    pub words: String,
    /// All in which the two positions themselves differ.
    pub position_differs: Vec<DisagreementKind>,
    /// The program's side.
    pub theirs: Side,
    /// The rules' side.
    pub ours: Side,
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
    pub words: String,
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
    pub words: String,
}

/// The program's ratings against its own ratings of its moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OwnRatings {
    /// The positions whose rating could be compared with those of its moves.
    pub compared: u64,
    /// Those among them whose moves have different ratings.
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

/// The results of a check.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// In which form it was said.
    pub form: TheirForm,
    /// The number of nodes or positions in the output.
    pub nodes: u64,
    /// The number of those compared.
    pub compared: u64,
    /// Those among them in which nothing differs.
    pub agreeing: u64,
    /// The number of those below which a limit of ours hides what follows.
    pub beyond: u64,
    /// The number of those whose moves were left out.
    pub left_out: u64,
    /// The number of those that are leaves at the last ply of a tree that doesn't mark ends.
    pub last_ply: u64,
    /// Positions to which the board doesn't lead; they were compared all the same.
    pub unreached: u64,
    /// Those among them that were too many to be compared.
    pub unchecked: u64,
    /// The number of repeated positions.
    pub repeated: u64,
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
    /// The names of those that don't explain it, where only some were tried.
    pub(super) refuted: Vec<String>,
}

impl Report {
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
        let least = self.causes.iter().map(|cause| cause.rank).min();
        self.causes.retain(|cause| Some(cause.rank) == least);
    }

    /// The number of nodes or positions beyond what could be compared.
    pub fn not_compared(&self) -> u64 {
        self.nodes.saturating_sub(self.compared)
    }
}
