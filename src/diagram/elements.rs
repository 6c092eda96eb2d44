//! What stands in the nodes of a drawn tree and between them. The window draws more or less as it
//! zooms, within boxes of one size; a picture has what it was asked for, and boxes that hold it.

/// How high a node is that has nothing but its mover and its rating.
pub const NODE_HEIGHT: f64 = 44.0;

/// How high the line of a node is that says what is proven.
const INTERVAL: f64 = 13.0;
/// How high the line of a node is that says its position.
const POSITION: f64 = 14.0;
/// Above a node's board.
const ABOVE_BOARD: f64 = 4.0;

/// Above and below a board that stands beside mover and rating.
const AROUND_BESIDE: f64 = 18.0;

/// How far apart things stand in a drawing of a tree. The window's is the normal one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Density {
    /// As close as letters stay apart.
    Compact,
    /// As in the window.
    #[default]
    Normal,
    /// With room for remarks by hand.
    Roomy,
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

    /// How much less room there is at each side of what stands in a node.
    pub(super) fn tighter(self) -> f64 {
        self.of([4.0, 0.0, 0.0])
    }

    /// How much further one row is from the next.
    fn further(self) -> f64 {
        self.of([-14.0, 0.0, 32.0])
    }

    /// Where a tree grows to the right: how wide the room between two columns is in which the lines
    /// to the children of a node part.
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

/// What is drawn of a tree. By default, as in the window: all but lines of their own for intervals,
/// positions and boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elements {
    /// Names on the moves, and how probable those of chance are.
    pub moves: bool,
    /// On ends, who has won.
    pub ends: bool,
    /// The best line, and best moves beside it, heavier than other moves.
    pub best_line: bool,
    /// A line in every node that says what is proven of a rating that isn't.
    pub intervals: bool,
    /// A line in every node that says its position.
    pub positions: bool,
    /// How wide and how high the board in every node is, in scene units; `None` for none.
    pub board: Option<[f64; 2]>,
    /// The same of the board at the left of mover and rating, in the nodes of a small tree.
    pub beside: Option<[f64; 2]>,
    /// Whether blunders are told from other moves.
    pub blunders: bool,
    /// How far apart everything stands.
    pub density: Density,
    /// Whether areas of players differ in their patterns too, for where colors can't be told apart.
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
            density: Density::Normal,
            patterns: false,
        }
    }
}

impl Elements {
    /// How high every node is.
    pub fn node_height(&self) -> f64 {
        let beside = self
            .beside
            .map_or(0.0, |[_, height]| height + AROUND_BESIDE);
        NODE_HEIGHT.max(beside) + self.lines_height() + self.board_height()
    }

    /// Whether rows are so close that names stand higher above their nodes: else they would lie on
    /// badges.
    fn has_close_rows(&self) -> bool {
        self.density == Density::Compact || self.beside.is_some()
    }

    /// What the ring of a node takes above it, or the badge of a narrow one, and half of a name.
    pub(super) fn above(&self) -> f64 {
        if self.has_close_rows() { 20.0 } else { 15.0 }
    }

    /// How much less aside the names of moves stand, higher above their nodes.
    pub(super) fn aside(&self) -> f64 {
        match self.beside {
            Some(_) => 0.82,
            None if self.has_close_rows() => 0.84,
            None => 1.0,
        }
    }

    /// How much of a node's height its lines take that have text.
    fn lines_height(&self) -> f64 {
        let interval = if self.intervals { INTERVAL } else { 0.0 };
        let position = if self.positions { POSITION } else { 0.0 };
        interval + position
    }

    fn board_height(&self) -> f64 {
        self.board
            .map_or(0.0, |[_, height]| ABOVE_BOARD + height + ABOVE_BOARD / 2.0)
    }

    /// How far below a node's top the middle of the line lies that says what is proven, where mover
    /// and rating lie around `head` below the top.
    pub(super) fn interval_at(head: f64) -> f64 {
        head + 10.0 + INTERVAL / 2.0
    }

    /// The same of the line that says the position.
    pub(super) fn position_at(&self, head: f64) -> f64 {
        let interval = if self.intervals { INTERVAL } else { 0.0 };
        head + 10.5 + interval + POSITION / 2.0
    }

    /// How far below a node's top its board begins.
    pub(super) fn board_at(&self, head: f64) -> f64 {
        head + 12.0 + self.lines_height() + ABOVE_BOARD
    }
}

/// From one level to the next, middle to middle.
pub const LEVEL_HEIGHT: f64 = 112.0;
/// How much less that is where boards stand beside ratings, so that more plies have room.
const CLOSER: f64 = 16.0;
/// How much less that is where moves have no names.
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
