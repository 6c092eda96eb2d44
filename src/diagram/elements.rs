//! The parts of a drawn tree's nodes and moves (`Elements`), and the sizes of nodes and move names
//! before they are drawn. In the window the parts depend on the zoom, in boxes of one size. A
//! picture has the requested parts, in boxes that fit them.

use num_traits::Zero as _;

use super::drawn_what_if::DrawnWhatIf;
use super::odds::percent_text;
use super::shape::{Point, Rect};
use super::style::{Variant, Variants};
use super::view::TreeView;
use crate::game::visible;
use crate::layout::shape::text_width;
use crate::rating::reach;
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{OPEN, rating_text, shortened, unproven_text};

/// The height of a node with only its mover and its rating.
pub const NODE_HEIGHT: f64 = 44.0;

/// The height of the line with the proven interval.
const INTERVAL: f64 = 13.0;

/// The height of the line with the position.
const POSITION: f64 = 14.0;

/// The height of the line with the probability of reaching a node.
const REACH: f64 = 13.0;

/// Above a node's board.
const ABOVE_BOARD: f64 = 4.0;

/// The space above and below a board beside mover and rating.
const AROUND_BESIDE: f64 = 18.0;

/// Maximum number of nodes of a whole tree that is drawn with boards beside its ratings …
pub const MAX_WITH_BOARDS: u64 = 32;

/// … and the width and height of such a board, in scene units.
pub(super) const NODE_BOARD: [f64; 2] = [54.0, 40.0];

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
    /// There the payoffs of all players, not only of the one whose ratings are shown.
    pub payoffs: bool,
    /// The best line, and best moves beside it, heavier than other moves.
    pub best_line: bool,
    /// A line in every node with the proven interval of an unproven rating.
    pub intervals: bool,
    /// A line in every node that says its position.
    pub positions: bool,
    /// A line in every node with the probability that best play reaches it.
    pub reach: bool,
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
            payoffs: true,
            best_line: true,
            intervals: false,
            positions: false,
            reach: false,
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
        let reach = if self.reach { REACH } else { 0.0 };
        interval + position + reach
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

    /// The same of the line with the probability of reaching it.
    pub(super) fn reach_at(&self, head: f64) -> f64 {
        let position = if self.positions { POSITION } else { 0.0 };
        let interval = if self.intervals { INTERVAL } else { 0.0 };
        head + 10.0 + interval + position + REACH / 2.0
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

/// The size of a drawn node, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeSize {
    /// The width of a node.
    pub width: f64,
    /// The height of every node.
    pub height: f64,
}

/// The length of a chance node's tips at either side.
pub(super) const CHANCE_TIP: f64 = 11.0;

pub(super) const RATING_SIZE: f64 = 18.0;

pub(super) const WINS_SIZE: f64 = 14.0;

/// The font size of payoffs.
const PAYOFF_SIZE: f64 = 20.0;

/// The font size of a proven interval.
pub(super) const INTERVAL_SIZE: f64 = 10.0;

/// The width of a node with the probability of reaching it.
const REACH_WIDTH: f64 = 84.0;

/// The font size of a position on a separate line …
pub(super) const POSITION_LINE_SIZE: f64 = 11.0;

/// … and its maximum number of characters.
const MAX_POSITION: usize = 40;

/// The reduction of the space for mover and rating beside a board, if possible.
const BESIDE_LESS: f64 = 12.0;

/// Between a node's left edge and the board beside mover and rating.
pub(super) const BESIDE_AT: f64 = 8.0;

/// The width at a node's left for the board beside mover and rating.
pub(super) fn beside_width(view: &TreeView<'_>) -> f64 {
    view.elements.beside.map_or(0.0, |[board, _]| board + 2.0)
}

/// The size of a node.
pub fn node_size(view: &TreeView<'_>, vertex: Vertex) -> NodeSize {
    let text = view.node_text(vertex);
    let kind = view.labels.graph().kind(vertex);
    let sides = match kind {
        VertexKind::Chance(_) => 2.0 * CHANCE_TIP,
        _ => 0.0,
    };
    let tighter = 2.0 * view.elements.density.tighter();
    let width = if kind == VertexKind::End {
        text_width(&text, end_text_size(view, vertex)) + 26.0 - tighter
    } else {
        text_width(&text, RATING_SIZE) + 50.0 + sides - tighter
    };
    let Elements {
        intervals,
        positions,
        board,
        beside,
        ..
    } = view.elements;
    let min = match kind {
        _ if view.elements.reach => REACH_WIDTH,
        VertexKind::End => 52.0,
        _ => 72.0,
    };
    let needed = width + old_width(view, vertex);
    let mut width = needed.max(min - tighter);
    if beside.is_some() && kind != VertexKind::End {
        width = needed.max(width - BESIDE_LESS);
    }
    if intervals && let Some(text) = interval_text(view, vertex) {
        width = width.max(text_width(&text, INTERVAL_SIZE) + 18.0 + sides);
    }
    if positions {
        let text = position_text(view, vertex);
        width = width.max(text_width(&text, POSITION_LINE_SIZE) + 20.0 + sides);
    }
    if let Some([board, _]) = beside {
        width += board;
    }
    if let Some([board, _]) = board {
        width = width.max(board + 18.0 + sides);
    }
    NodeSize {
        width,
        height: view.elements.node_height(),
    }
}

/// The font size of an end's text: payoffs have the size of ratings.
pub(super) fn end_text_size(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    match view.payoffs_text(vertex).is_empty() {
        true => WINS_SIZE,
        false => PAYOFF_SIZE,
    }
}

/// The proven interval of an unproven rating: `[0, 1/2]`; `None` if it is proven, or hidden, or if the
/// node's own text is the interval.
pub fn interval_text(view: &TreeView<'_>, vertex: Vertex) -> Option<String> {
    let player = view.rated_player(vertex).filter(|_| !view.hidden)?;
    let is_end = view.labels.graph().kind(vertex) == VertexKind::End;
    if is_end || view.is_proven(vertex, player) || view.is_unfinished(vertex) {
        return None;
    }
    let (low, high) = view.proven(vertex, player);
    let open = unproven_text((&low, &high), view.labels.graph().range());
    (view.shows_estimates() || open == OPEN)
        .then(|| format!("[{}, {}]", rating_text(&low), rating_text(&high)))
}

/// The probability that best play reaches a node: `reached 1/3`, `never reached`; a question mark
/// where it isn't proven which moves are best. `None` where ratings are hidden.
pub fn reach_text(view: &TreeView<'_>, node: UnfoldingNode) -> Option<String> {
    if view.hidden {
        return None;
    }
    let root = view.unfolding.vertex(UnfoldingNode::ROOT);
    let line = view.unfolding.line(node);
    let reached = reach(view.labels.graph(), view.analysis, root, line);
    Some(match reached {
        None => "reached ?".to_owned(),
        Some(never) if never.is_zero() => "never reached".to_owned(),
        Some(exact) if exact.to_string().len() <= 5 => format!("reached {exact}"),
        Some(long) => format!("reached {}", percent_text(long)),
    })
}

/// The notation of a position, shortened to fit a node.
pub(super) fn position_text(view: &TreeView<'_>, vertex: Vertex) -> String {
    let text = view.labels.position_text(vertex);
    shortened(&visible(&text), MAX_POSITION)
}

/// The box of a node centered at `at`.
pub fn node_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let size = node_size(&view.at(node), view.unfolding.vertex(node));
    Rect::around(at, size.width, size.height)
}

/// The font size of move names, in scene units.
pub const MOVE_SIZE: f64 = 14.5;

/// Minimum scale for readable names: they and the counts are 12 points high then. If everything is
/// larger, points are too. The script of the page has the same value.
pub const READABLE: f64 = 12.0 / MOVE_SIZE;

/// The horizontal position of a name, as a share of the way to its node: on the curve (0.78 of its
/// parameter), beyond the lines to siblings further away.
pub(super) const ACROSS: f64 = 0.88;

/// The width of the name of the move to a node, with its background and margins.
pub(super) fn name_width_slowly(view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
    let name = view.move_name(node).unwrap_or_default();
    name_width_of(text_width(&name, 1.0))
}

/// The same for a name that is so wide at a font size of 1.
pub(super) fn name_width_of(width: f64) -> f64 {
    width * MOVE_SIZE + 14.0
}

/// The space that a name of that width needs between its neighbors, if names are at `across` of
/// their nodes' offset.
pub(super) fn name_room(width: f64, across: f64, elements: &Elements) -> f64 {
    width / (across * elements.aside()) - elements.density.sibling_gap()
}

/// The font size of a rating that a what-if has replaced.
pub(super) const OLD_SIZE: f64 = 13.0;

/// Between a rating that was replaced and the new one.
pub(super) const OLD_GAP: f64 = 5.0;

/// The text before the rating that has replaced another.
pub(super) fn old_text(old: &str) -> String {
    format!("{old} →")
}

/// The additional width of a node for the replaced rating.
pub(super) fn old_width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    // As wide as at the end of the animation.
    let view = TreeView {
        what_if: view.what_if.map(|what_if| DrawnWhatIf {
            reached: None,
            ..what_if
        }),
        ..*view
    };
    let old = view.old_rating(vertex);
    old.map_or(0.0, |old| text_width(&old_text(&old), OLD_SIZE) + OLD_GAP)
}
