//! The parts of a drawn tree's nodes and moves (`Elements`), and their heights. In the window they
//! depend on the zoom, in boxes of one size. A picture has the requested parts, in boxes that fit
//! them.

use super::variant::{Variant, Variants};

/// The height of a node with only its mover and its rating.
pub const NODE_HEIGHT: f64 = 44.0;

/// The height of the line with the proven interval.
const INTERVAL: f64 = 13.0;
/// The height of the line with the position.
const POSITION: f64 = 14.0;
/// Above a node's board.
const ABOVE_BOARD: f64 = 4.0;

/// The space above and below a board beside mover and rating.
const AROUND_BESIDE: f64 = 18.0;

/// Maximum number of nodes of a whole tree that is drawn with boards beside its ratings …
pub const MAX_WITH_BOARDS: u64 = 32;
/// … and the width and height of such a board, in scene units.
pub const NODE_BOARD: [f64; 2] = [54.0, 40.0];

/// The density of a drawn tree. The window's is the normal one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Density {
    /// As close as texts allow.
    Compact,
    /// As in the window.
    #[default]
    Normal,
    /// With room for remarks by hand.
    Roomy,
}

impl Variants for Density {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(
            Self::Compact,
            "compact",
            "Compact",
            "As close as letters stay apart",
        ),
        Variant::new(Self::Normal, "normal", "Normal", "As in the window"),
        Variant::new(
            Self::Roomy,
            "roomy",
            "Roomy",
            "With room for remarks by hand",
        ),
    ];
}

impl Density {
    /// Between two siblings, in scene units: a badge reaches into it.
    pub(super) fn sibling_gap(self) -> f64 {
        self.of([11.0, SIBLING_GAP, 24.0])
    }

    /// Between two neighbors with different parents.
    pub(super) fn subtree_gap(self) -> f64 {
        self.of([16.0, SUBTREE_GAP, 56.0])
    }

    /// The reduction of the space at each side of a node's content.
    pub(super) fn tighter(self) -> f64 {
        self.of([4.0, 0.0, 0.0])
    }

    /// The increase of the distance between rows.
    fn further(self) -> f64 {
        self.of([-14.0, 0.0, 32.0])
    }

    /// If the tree grows to the right: the width between two columns in which the lines to a node's
    /// children spread.
    pub(super) fn fan(self) -> f64 {
        self.of([36.0, 52.0, 76.0])
    }

    fn of(self, [compact, normal, roomy]: [f64; 3]) -> f64 {
        match self {
            Self::Compact => compact,
            Self::Normal => normal,
            Self::Roomy => roomy,
        }
    }
}

/// The parts of a tree that are drawn. The default is the window's: everything except separate
/// lines for intervals, positions and boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elements {
    /// Names on the moves, and the probabilities of outcomes.
    pub moves: bool,
    /// On ends, who has won.
    pub ends: bool,
    /// The best line, and best moves beside it, heavier than other moves.
    pub best_line: bool,
    /// A line in every node with the proven interval of an unproven rating.
    pub intervals: bool,
    /// A line in every node that says its position.
    pub positions: bool,
    /// The width and height of the board in every node, in scene units; `None` for no board.
    pub board: Option<[f64; 2]>,
    /// The same of the board at the left of mover and rating, in the nodes of a small tree.
    pub beside: Option<[f64; 2]>,
    /// Whether blunders are marked.
    pub blunders: bool,
    /// Whether an unproven rating is its estimate (`~3/4`), rather than what is proven of it.
    pub estimates: bool,
    /// The density of the layout.
    pub density: Density,
    /// Whether areas of players have patterns too, for when colors can't be distinguished.
    pub patterns: bool,
}

impl Default for Elements {
    fn default() -> Self {
        Self {
            moves: true,
            ends: true,
            best_line: true,
            intervals: false,
            positions: false,
            board: None,
            beside: None,
            blunders: false,
            estimates: false,
            density: Density::Normal,
            patterns: false,
        }
    }
}

impl Elements {
    /// The height of every node.
    pub fn node_height(&self) -> f64 {
        let beside = self
            .beside
            .map_or(0.0, |[_, height]| height + AROUND_BESIDE);
        NODE_HEIGHT.max(beside) + self.lines_height() + self.board_height()
    }

    /// Whether rows are so close that names must be higher above their nodes, so that they don't
    /// overlap badges.
    fn has_close_rows(&self) -> bool {
        self.density == Density::Compact || self.beside.is_some()
    }

    /// The space above a node for its ring, or for the badge of a narrow one, and for half of a
    /// name.
    pub(super) fn above(&self) -> f64 {
        if self.has_close_rows() { 20.0 } else { 15.0 }
    }

    /// The horizontal offset of move names, relative to the normal one, when they are higher above
    /// their nodes.
    pub(super) fn aside(&self) -> f64 {
        match self.beside {
            Some(_) => 0.82,
            None if self.has_close_rows() => 0.84,
            None => 1.0,
        }
    }

    /// The height of a node's text lines.
    fn lines_height(&self) -> f64 {
        let interval = if self.intervals { INTERVAL } else { 0.0 };
        let position = if self.positions { POSITION } else { 0.0 };
        interval + position
    }

    fn board_height(&self) -> f64 {
        self.board
            .map_or(0.0, |[_, height]| ABOVE_BOARD + height + ABOVE_BOARD / 2.0)
    }

    /// The distance from a node's top to the middle of the line with the proven interval, if mover
    /// and rating are `head` below the top.
    pub(super) fn interval_at(head: f64) -> f64 {
        head + 10.0 + INTERVAL / 2.0
    }

    /// The same of the line that says the position.
    pub(super) fn position_at(&self, head: f64) -> f64 {
        let interval = if self.intervals { INTERVAL } else { 0.0 };
        head + 10.5 + interval + POSITION / 2.0
    }

    /// The distance from a node's top to its board.
    pub(super) fn board_at(&self, head: f64) -> f64 {
        head + 12.0 + self.lines_height() + ABOVE_BOARD
    }
}

/// From one level to the next, middle to middle.
pub const LEVEL_HEIGHT: f64 = 112.0;
/// The reduction of that distance if boards are beside ratings, so that more plies fit.
const CLOSER: f64 = 16.0;
/// The reduction of that distance if moves have no names.
const NO_NAMES: f64 = 24.0;
/// Between two siblings.
pub const SIBLING_GAP: f64 = 13.0;
/// Between two neighbors with different parents.
pub const SUBTREE_GAP: f64 = 32.0;

/// From one level to the next where a tree is drawn downwards with such nodes.
pub(super) fn level_height(elements: &Elements) -> f64 {
    let names = if elements.moves { 0.0 } else { NO_NAMES };
    let closer = elements.beside.map_or(0.0, |_| CLOSER);
    LEVEL_HEIGHT - NODE_HEIGHT + elements.node_height() - names - closer
        + elements.density.further()
}
