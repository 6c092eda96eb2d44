//! What a check tells: plain data, so that a window, a text and a file can show the same.

use super::coverage::Coverage;
use super::kinds::DisagreementKind;
use crate::game::Picture;
use crate::save::TheirForm;

/// A move on one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideMove {
    /// Its notation.
    pub mv: String,
    /// The position to which it leads, if that is told.
    pub position: Option<String>,
    /// What that is rated, if that is told.
    pub rating: Option<String>,
    /// Whether it isn't the same on the other side, leads elsewhere there, or is rated otherwise.
    pub differs: bool,
}

/// One side of a disagreement: theirs, or ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// The position.
    pub position: Option<String>,
    /// Who is to move, where the game isn't over.
    pub mover: Option<String>,
    /// Who has won, where it is over.
    pub winners: Option<String>,
    /// Whether the game is over there; `None` where that isn't told.
    pub over: Option<bool>,
    /// What the position is rated.
    pub rating: Option<String>,
    /// What the end is worth.
    pub payoffs: Option<String>,
    /// The moves in their order; `None` where they aren't told.
    pub moves: Option<Vec<SideMove>>,
    /// The position, drawn: where a move leads to the wrong one, that.
    pub picture: Option<Picture>,
}

/// One disagreement, with all that is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// In what they differ.
    pub kind: DisagreementKind,
    /// The ply; `None` for a position to which the board doesn't lead.
    pub ply: Option<u32>,
    /// The line from the root to the position; `None` for one to which the board doesn't lead.
    pub line: Option<String>,
    /// The move that it is about.
    pub mv: Option<String>,
    /// The line of their text.
    pub text_line: u32,
    /// How many nodes the tree has whose root the position is, by the rules.
    pub tree_nodes: String,
    /// What differs, in one sentence.
    pub words: String,
    /// All in which the two positions themselves differ.
    pub position_differs: Vec<DisagreementKind>,
    /// What they say.
    pub theirs: Side,
    /// What the rules say.
    pub ours: Side,
}

/// All disagreements of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct KindFound {
    /// The kind.
    pub kind: DisagreementKind,
    /// How many there are.
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
    /// The switch of the rules that does the same, with its value.
    pub switch: Option<(String, String)>,
}

/// A fault that makes a part of what they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The fault.
    pub cause: Cause,
    /// How many disagreements it explains.
    pub explained: u64,
    /// Of how many: those of the first nodes where there are very many.
    pub of: u64,
    /// The board that shows that it isn't the fault, where it explains all of this one.
    pub refuted_by: Option<String>,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// In which form it was said.
    pub form: TheirForm,
    /// How many nodes or positions were said.
    pub nodes: u64,
    /// How many were compared.
    pub compared: u64,
    /// Those among them in which nothing differs.
    pub agreeing: u64,
    /// Those below which a limit of ours hides what follows.
    pub beyond: u64,
    /// Those whose moves were left out.
    pub left_out: u64,
    /// Those among them that are leaves at the last ply of a tree that doesn't tell ends.
    pub last_ply: u64,
    /// Positions to which the board doesn't lead; they were compared all the same.
    pub unreached: u64,
    /// Those among them that were too many to be compared.
    pub unchecked: u64,
    /// Positions that had been said before.
    pub repeated: u64,
    /// Positions of which nothing is said.
    pub silent: u64,
    /// A position that can't be read, and the line of the text: then nothing else is of use.
    pub unreadable: Option<(u32, String)>,
    /// What differs, kind by kind, the one to begin with first.
    pub kinds: Vec<KindFound>,
    /// What was compared, and what it showed.
    pub coverage: Coverage,
    /// The faults that explain all of it, the simplest first; where none does, pairs of them.
    pub causes: Vec<Cause>,
    /// Where nothing explains all, what explains most.
    pub closest: Option<Closest>,
    /// How many faults were tried.
    pub tried: u64,
    /// How many pairs of faults were tried.
    pub pairs: u64,
    /// How many couldn't be, since their graph is too large or has recurring positions.
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

    /// Whether nothing is said of any position, so that nothing was compared.
    pub fn says_nothing(&self) -> bool {
        self.silent == self.nodes && self.kinds.is_empty()
    }

    /// The disagreement to begin with: the first from the root, those of ratings and of order only
    /// where nothing else differs.
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

    /// How many nodes or positions lie beyond what could be compared.
    pub fn not_compared(&self) -> u64 {
        self.nodes.saturating_sub(self.compared)
    }
}
