//! A recorded search on its tree: the current node, the known bounds of each node, and the cuts.
//! Unseen nodes are pale, those of the current line are heavy and have alpha and beta, the others have
//! their result. Cuts are shown by two strokes.

use num_bigint::BigUint;

use super::decorated::{
    Decoration, EdgeDecoration, NameDecoration, NodeDecoration, Standing, UNDER_SIZE, VALUE_SIZE,
    draw_decorated, draw_mover, draw_pill, draw_value, pill_width,
};
use super::elements::{ACROSS, NODE_HEIGHT, name_room, name_width_slowly, node_size};
use super::marks::TreeMarks;
use super::measured_nodes::{MeasuredTree, NodeMeasures, ShownTree};
use super::node::outline;
use super::shape::{self, Anchor, Drawing, Ink, Point, Rect, Stroke, Weight};
use super::tree::{FarBlock, PlacedNode, far_in_sight};
use super::view::TreeView;
use crate::layout::shape::text_width;
use crate::layout::{Layout, TreeShape};
use crate::search::{Interval, NodePhase, Recording, UNBOUNDED};
use crate::tree::{Count, UnfoldingNode, Vertex, VertexKind};
use crate::words::{Numbers, average_text, counted, short_count};

/// Minimum width of a node, so that bounds fit …
const NODE_WIDTH: f64 = 88.0;

/// … and of a chance node with its tips.
const CHANCE_WIDTH: f64 = 104.0;

/// The width of a vertex's node.
fn width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    let min = match view.labels.graph().kind(vertex) {
        VertexKind::Chance(_) => CHANCE_WIDTH,
        VertexKind::End => 0.0,
        VertexKind::Decision(_) | VertexKind::Horizon(_) => NODE_WIDTH,
    };
    node_size(view, vertex).width.max(min)
}

/// The box of a recording's node centered at `at`.
pub fn recorded_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    Rect::around(at, width(view, view.unfolding.vertex(node)), NODE_HEIGHT)
}

/// The tree of a recording as a layout sees it: the nodes, and the width that each takes.
struct RecordedTree<'a>(ShownTree<'a>, &'a dyn Fn(UnfoldingNode) -> f64);

impl TreeShape for RecordedTree<'_> {
    fn root(&self) -> u32 {
        self.0.root()
    }

    fn numbers(&self) -> usize {
        self.0.numbers()
    }

    fn degree(&self, node: u32) -> usize {
        self.0.degree(node)
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.0.child(node, index)
    }

    fn width(&self, node: u32) -> f64 {
        (self.1)(UnfoldingNode(node))
    }
}

/// Hands the tree of a recording to `then`, with nodes that are as wide as any step needs.
fn with_recorded_tree<T>(view: &TreeView<'_>, then: impl FnOnce(&RecordedTree<'_>) -> T) -> T {
    let shown = ShownTree(view);
    let wide = |node: UnfoldingNode| {
        let vertex = view.unfolding.vertex(node);
        shown.width(node.0).max(width(view, vertex))
    };
    then(&RecordedTree(ShownTree(view), &wide))
}

/// Lays out the part of the tree that a recording is about. `view` shows that part with ratings
/// hidden, since nodes show the search's bounds instead.
pub fn lay_out_recording(view: &TreeView<'_>) -> Layout {
    let spacing = ShownTree::spacing(&view.elements);
    with_recorded_tree(view, |tree| Layout::new(tree, spacing))
}

/// Lays out a figure: nodes are as wide as their texts after its step.
pub fn lay_out_recorded_figure(view: &RecordedView<'_>) -> Layout {
    let tree = &view.tree;
    let wide = |node: UnfoldingNode| {
        let name = name_room(name_width_slowly(tree, node), ACROSS, &tree.elements);
        fitting_width(view, node).max(name)
    };
    let spacing = ShownTree::spacing(&tree.elements);
    Layout::new(&RecordedTree(ShownTree(tree), &wide), spacing)
}

/// The bounds of a recording's tree with what is around its nodes.
pub fn recorded_bounds(layout: &Layout) -> Rect {
    let mut bounds = layout.extent();
    bounds.max.y += 24.0;
    bounds.grown(12.0)
}

/// Follows nodes that show their children now, or hide them.
pub fn follow_recording(layout: &mut Layout, view: &TreeView<'_>, nodes: &[u32]) {
    with_recorded_tree(view, |tree| layout.update_all(tree, nodes));
}

/// The view of a recording.
#[derive(Clone, Copy)]
pub struct RecordedView<'a> {
    /// The part of the tree that it is about, with ratings hidden.
    pub tree: TreeView<'a>,
    /// The steps.
    pub recording: &'a Recording,
    /// The step after which it is shown.
    pub event: usize,
    /// The text form of its numbers.
    pub numbers: &'a Numbers,
    /// Whether nodes have a search window, as in alpha-beta.
    pub has_window: bool,
    /// Whether nodes are as wide as their texts after this step, rather than as any step needs.
    pub fits: bool,
}

/// The nodes of a recording in a part of the scene at a scale (points per unit). Subtrees where a
/// child has less than `min` points are drawn as blocks.
pub fn far_in_recording(
    layout: &Layout,
    view: &TreeView<'_>,
    scene: Rect,
    scale: f64,
    min: f64,
) -> (Vec<PlacedNode>, Vec<FarBlock>) {
    let (looks, marks) = (NodeMeasures::default(), TreeMarks::default());
    let tree = MeasuredTree {
        view,
        looks: &looks,
        marks: &marks,
    };
    let far = far_in_sight(layout, &tree, scene, scale, min);
    (far.nodes, far.blocks)
}

const WINDOW_SIZE: f64 = 12.0;

/// The font size of the pill with the number of cut nodes.
const PILL_SIZE: f64 = 11.5;

/// The distance of a pill below a node's middle.
const PILL_BELOW: f64 = NODE_HEIGHT / 2.0 + 12.5;

/// A visible node, with the search's data about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSight {
    /// Its place.
    pub sight: PlacedNode,
    /// Its state.
    pub phase: NodePhase,
    /// Whether the search is at work at it.
    pub at_work: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether its known interval may depend on an estimate.
    pub estimated: bool,
    /// The number of nodes cut with it, if it was cut and the number is known.
    pub cut: Option<BigUint>,
}

impl RecordedSight {
    /// The state of a visible node, which the user may have selected.
    pub fn of(view: &RecordedView<'_>, sight: PlacedNode, selected: bool) -> Self {
        let (recording, event) = (view.recording, view.event);
        Self {
            at_work: sight.node == recording.top(event),
            selected,
            estimated: recording.is_estimate(sight.node, event),
            phase: recording.phase(sight.node, event),
            cut: recording.cut_size(sight.node, event).cloned(),
            sight,
        }
    }

    /// Whether the search is in its subtree.
    fn is_open(&self) -> bool {
        matches!(
            self.phase,
            NodePhase::Open { .. } | NodePhase::Sampled { open: true, .. }
        )
    }

    /// Whether the search is above its present node there.
    pub(super) fn is_on_stack(&self) -> bool {
        self.is_open() && !self.at_work
    }

    /// Whether the search has been there, and left.
    pub(super) fn is_finished(&self) -> bool {
        !self.is_open() && !self.is_pale() && !self.is_hit()
    }

    /// Whether its value was in the table.
    pub(super) fn is_hit(&self) -> bool {
        matches!(self.phase, NodePhase::Hit { .. })
    }

    /// Whether it has a search window.
    pub(super) fn has_window(&self) -> bool {
        matches!(self.phase, NodePhase::Open { window, .. } if window != UNBOUNDED)
    }

    /// Whether one bound of its value is known.
    pub(super) fn is_bounded(&self) -> bool {
        let known = self.known();
        known != UNBOUNDED && known.low < known.high
    }

    /// What is known of its value.
    fn known(&self) -> Interval {
        match self.phase {
            NodePhase::Unseen | NodePhase::Cut => UNBOUNDED,
            NodePhase::Open { known, .. }
            | NodePhase::Done { known }
            | NodePhase::Hit { known }
            | NodePhase::Sampled { known, .. } => known,
        }
    }

    /// Whether the search hasn't been there.
    fn is_pale(&self) -> bool {
        matches!(self.phase, NodePhase::Unseen | NodePhase::Cut)
    }
}

/// The parts that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedDrawn {
    /// Names on moves.
    pub names: bool,
    /// Alpha, beta, and the numbers of cut nodes.
    pub details: bool,
}

/// Draws the visible part.
pub fn draw_recorded(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sights: &[RecordedSight],
    drawn: RecordedDrawn,
) {
    let decorations: Vec<_> = sights.iter().map(|sight| decoration(view, sight)).collect();
    draw_decorated(
        drawing,
        &view.tree,
        &decorations,
        drawn.names,
        |drawing, index, rect, kind| {
            let sight = &sights[index];
            match kind {
                VertexKind::End => draw_end(drawing, view, sight, rect),
                _ => draw_inner(drawing, view, sight, rect, kind),
            }
            if drawn.details
                && let Some((text, size, inks)) = below_words(view, sight, kind)
            {
                draw_pill(
                    drawing,
                    sight.sight.at.moved(0.0, PILL_BELOW),
                    text,
                    size,
                    inks,
                );
            }
        },
    );
}

fn decoration(view: &RecordedView<'_>, sight: &RecordedSight) -> Decoration {
    let (is_open, is_seen, is_cut) = (
        sight.is_open(),
        !sight.is_pale(),
        sight.phase == NodePhase::Cut,
    );
    let stroke = match (is_open, is_seen, is_cut) {
        (true, ..) => Stroke::new(3.2, Ink::Text),
        (_, true, _) => Stroke::new(1.4, Ink::Text),
        (.., true) => Stroke::new(1.0, Ink::Dim),
        _ => Stroke::new(1.0, Ink::Line),
    };
    let (fill, border) = match sight.phase {
        _ if sight.at_work => (Ink::Soft, Stroke::new(3.4, Ink::Text)),
        _ if is_open => (Ink::Panel, Stroke::new(2.4, Ink::Text)),
        NodePhase::Hit { .. } => (Ink::Soft, Stroke::new(1.3, Ink::Dim)),
        NodePhase::Unseen => (Ink::Ground, Stroke::new(1.0, Ink::Line)),
        NodePhase::Cut => (Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 4.0)),
        _ => (Ink::Panel, Stroke::new(1.3, Ink::Dim)),
    };
    Decoration {
        sight: sight.sight,
        edge: EdgeDecoration {
            stroke,
            is_heavy: is_open,
            has_arrow: false,
            is_cut,
        },
        name: NameDecoration {
            ink: if is_seen { Ink::Text } else { Ink::Dim },
            weight: if is_open {
                Weight::Strong
            } else {
                Weight::Normal
            },
            is_framed: false,
            standing: Standing::Open,
        },
        node: NodeDecoration {
            rect: match view.fits {
                true => {
                    let width = fitting_width(view, sight.sight.node);
                    Rect::around(sight.sight.at, width, NODE_HEIGHT)
                }
                false => recorded_rect(&view.tree, sight.sight.node, sight.sight.at),
            },
            fill,
            border,
            ring: sight.selected.then(|| Stroke::new(2.0, Ink::Dim)),
        },
    }
}

/// The text on a node.
pub(super) fn node_words(view: &RecordedView<'_>, sight: &RecordedSight) -> String {
    let report = view.numbers.value_text(sight.known(), sight.estimated);
    let message = match sight.phase {
        NodePhase::Sampled { .. } => report.map(|mean| average_text(&mean)),
        _ => report,
    };
    message.unwrap_or_default()
}

/// The texts of an end: its payoff for the rated player, and below it the winner, or each player's
/// payoff if payoffs are more than that.
pub(super) fn end_words(view: &RecordedView<'_>, sight: &RecordedSight) -> (String, String) {
    let vertex = view.tree.unfolding.vertex(sight.sight.node);
    let value = node_words(view, sight);
    let payoffs = view.tree.payoffs(vertex);
    // Of two payoffs with a constant sum one says all.
    if payoffs.is_empty() || !view.tree.analysis.ratings.has_constant_sum() {
        return (value, view.tree.end_text(vertex));
    }
    if !value.is_empty() {
        return (value, String::new());
    }
    if !view.fits {
        return (value, view.tree.end_text(vertex));
    }
    let rated = view.tree.ratings_for.player();
    let mut own = payoffs
        .into_iter()
        .filter(|(player, _)| Some(*player) == rated);
    (value, own.next().map_or_else(String::new, |(_, text)| text))
}

/// The space at either side of the text of a chance node, for its tips.
const CHANCE_INSET: f64 = 9.0;

/// The width of a node that fits its texts.
fn fitting_width(view: &RecordedView<'_>, node: UnfoldingNode) -> f64 {
    const MIN: f64 = 44.0;
    // Between the mark and the text.
    const GAP: f64 = 8.0;
    let sight = PlacedNode {
        node,
        at: Point::default(),
        above: None,
    };
    let sight = RecordedSight::of(view, sight, false);
    let kind = view
        .tree
        .labels
        .graph()
        .kind(view.tree.unfolding.vertex(node));
    let inner = || text_width(&node_words(view, &sight), VALUE_SIZE) + MARK_ROOM + GAP;
    let own = match kind {
        VertexKind::End => {
            let (value, under) = end_words(view, &sight);
            text_width(&value, VALUE_SIZE).max(text_width(&under, UNDER_SIZE)) + 22.0
        }
        VertexKind::Chance(_) => inner() + 2.0 * CHANCE_INSET,
        VertexKind::Decision(_) | VertexKind::Horizon(_) => inner(),
    };
    let below = below_words(view, &sight, kind);
    let below = below.map_or(0.0, |(text, size, _)| pill_width(&text, size));
    own.max(below).max(MIN)
}

/// The space for the mark of the mover, with what is around it and around the text.
const MARK_ROOM: f64 = 36.0;

/// Below a node: its search window, or what became of it; with its size, and the inks of the ground
/// and of the text.
pub(super) fn below_words(
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    kind: VertexKind,
) -> Option<(String, f64, [Ink; 2])> {
    let dim = [Ink::Ground, Ink::Dim];
    Some(match sight.phase {
        NodePhase::Open { window, .. } if kind != VertexKind::End => {
            let text = window_text(view, window)?;
            (text, WINDOW_SIZE, [Ink::Panel, Ink::Text])
        }
        NodePhase::Cut => match sight.cut.as_ref()? {
            nodes if *nodes == BigUint::from(1_u32) => ("1 node cut".into(), PILL_SIZE, dim),
            nodes => (format!("{} nodes cut", cut_count(nodes)), PILL_SIZE, dim),
        },
        NodePhase::Sampled { visits, .. } if visits > 0 => {
            (counted(visits, "game"), PILL_SIZE, [Ink::Ground, Ink::Text])
        }
        NodePhase::Hit { .. } => ("table hit".to_owned(), PILL_SIZE, dim),
        _ => return None,
    })
}

fn draw_end(drawing: &mut Drawing, view: &RecordedView<'_>, sight: &RecordedSight, rect: Rect) {
    let (line, ink) = match sight.is_pale() {
        true => (Ink::Line, Ink::Dim),
        false => (Ink::Dim, Ink::Text),
    };
    outline(drawing, rect.grown(-3.5), 1.0, Stroke::new(0.9, line));
    let (value, under) = end_words(view, sight);
    draw_value(drawing, rect, value, under, ink);
}

/// The mover at the left, the known interval at the right.
fn draw_inner(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    rect: Rect,
    kind: VertexKind,
) {
    let is_chance = matches!(kind, VertexKind::Chance(_));
    let inset = if is_chance { CHANCE_INSET } else { 0.0 };
    let text = node_words(view, sight);
    let room = rect.width() - 2.0 * inset - MARK_ROOM;
    // A node without text has its mark in the middle.
    let mark = match text.is_empty() {
        true => rect.centre(),
        false => Point::new(rect.min.x + inset + 16.0, rect.centre().y),
    };
    draw_mover(drawing, &view.tree, kind, mark, sight.is_pale());
    if !text.is_empty() {
        let size = VALUE_SIZE.min(room / text_width(&text, 1.0).max(0.1));
        let at = Point::new(rect.max.x - inset - 9.0, rect.centre().y);
        drawing.strong_text(at, Anchor::Right, text, size, Ink::Text);
    }
}

/// A number of nodes in few characters.
fn cut_count(nodes: &BigUint) -> String {
    short_count(Count::Exact(&nodes.to_u64_digits()))
}

/// `α 0  β 1/2`; nothing if nothing bounds it.
fn window_text(view: &RecordedView<'_>, window: Interval) -> Option<String> {
    if window == UNBOUNDED || !view.has_window {
        return None;
    }
    let alpha = view.numbers.text(window.low);
    let beta = view.numbers.text(window.high);
    Some(format!("α {alpha}   β {beta}"))
}

/// Draws the visible part zoomed out: a node is a mark without text, at a scale in points per scene
/// unit. `blocks` are subtrees too narrow to draw node by node. `stretch` is the factor by which
/// rows are further apart than at that scale.
pub fn draw_far_recorded(
    drawing: &mut Drawing,
    sights: &[RecordedSight],
    blocks: &[(Rect, NodePhase)],
    scale: f64,
    stretch: f64,
) {
    let points = |points: f64| points / scale;
    for RecordedSight { sight, phase, .. } in sights {
        let (width, ink) = match phase {
            NodePhase::Open { .. } | NodePhase::Sampled { open: true, .. } => (1.8, Ink::Text),
            NodePhase::Done { .. } | NodePhase::Hit { .. } | NodePhase::Sampled { .. } => {
                (0.8, Ink::Dim)
            }
            NodePhase::Unseen | NodePhase::Cut => (0.6, Ink::Line),
        };
        if let Some(above) = sight.above {
            drawing.add(shape::Shape::Segment {
                points: [above, sight.at],
                stroke: Stroke::new(points(width), ink),
            });
        }
    }
    for (rect, phase) in blocks {
        drawing.add(shape::Shape::Box {
            rect: *rect,
            rounding: 0.0,
            fill: Some(far_ink(phase)),
            stroke: None,
        });
    }
    let radius = 18.0_f64.max(points(1.8));
    for sight in sights {
        let at = sight.sight.at;
        let (fill, stroke) = match sight.phase {
            NodePhase::Unseen | NodePhase::Cut => {
                (Ink::Ground, Some(Stroke::new(points(0.8), Ink::Line)))
            }
            phase => (far_ink(&phase), None),
        };
        let radius = if sight.at_work {
            radius.max(points(5.0))
        } else {
            radius
        };
        drawing.add(shape::Shape::Box {
            rect: Rect::around(at, 2.0 * radius, radius / stretch),
            rounding: 0.0,
            fill: Some(fill),
            stroke,
        });
    }
}

/// The ink of a phase when there is no space for text.
fn far_ink(phase: &NodePhase) -> Ink {
    match phase {
        NodePhase::Unseen => Ink::Line,
        NodePhase::Open { .. } | NodePhase::Sampled { open: true, .. } => Ink::Text,
        NodePhase::Done { .. } | NodePhase::Hit { .. } | NodePhase::Sampled { .. } => Ink::Dim,
        NodePhase::Cut => Ink::Ground,
    }
}
