//! A cache for the layout of large trees (`NodeMeasures`): the widths and marks of positions and moves,
//! computed once for each. A layout sees an unfolding as its visible children and widths, without
//! ratings.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::areas::fold_width;
use super::blunders::{is_marked, room, room_below};
use super::elements::{
    ACROSS, Elements, LEVEL_HEIGHT, NODE_HEIGHT, SIBLING_GAP, SUBTREE_GAP, level_height, name_room,
    name_width_of, name_width_slowly, node_size,
};
use super::marks::{self, TreeMarks};
use super::node::BADGE_BEYOND;
use super::style::{EdgeStyle, GrowthDirection, SiblingOrder};
use super::view::{RatingsFor, TreeView, ahead, never_happens, shares};
use crate::game::{Player, Rational};
use crate::layout::shape::text_width;
use crate::layout::{RowOffsets, Spacing, SubtreeTally, TreeShape};
use crate::rating::{Rating, best_edges};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::is_rounded;

/// The horizontal offset of names on straight lines that grow down, as a share of the node's
/// offset. It is smaller than on other lines, so names need more space.
const LESS_ACROSS: f64 = 0.65;

/// The key of positions of two players that look the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Alike {
    kind: u32,
    rating: Rational,
    /// Its proven interval.
    proven: (Rational, Rational),
}

#[derive(Debug, Default)]
struct MeasureCache {
    /// One per vertex; 0 if not computed yet.
    widths: Vec<f32>,
    /// One per vertex; 0 if not computed yet.
    marks: Vec<u64>,
    /// The width of the name of each move; 0 if not computed yet.
    names: Vec<f32>,
    /// The width of the triangle below a folded node, by vertex.
    folds: FxHashMap<Vertex, f32>,
    /// Whether each move is drawn as a blunder, if computed.
    blunders: Vec<Option<bool>>,
    alike: FxHashMap<Alike, (f32, u64)>,
    text: String,
    /// If the tree grows to the right: the space that the nodes of each column need, so far.
    columns: Vec<ColumnSpace>,
    /// One entry per node: its column, where the tree grows to the right.
    levels: Vec<u32>,
    /// One per node: the child at that index among its siblings, 0 if not computed yet.
    sorted: Vec<u32>,
}

/// The space that the nodes of a column need if the tree grows to the right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ColumnSpace {
    /// The distance before the middle of the column where lines run straight to its nodes, below
    /// the names on them.
    pub before: f64,
    /// The distance after it where they run straight beside the triangles after its nodes.
    pub after: f64,
    /// Whether a node in it has siblings, so that lines spread on the way to it.
    parted: bool,
}

/// The visible length of a line to an only child.
const STRAIGHT: f64 = 12.0;

impl std::fmt::Debug for Alike {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.rating)
    }
}

/// The widths and marks of nodes, computed once for each position and move.
///
/// It is valid for one graph, one choice of ratings, one state of hiding them, and one choice of
/// elements.
#[derive(Debug, Default)]
pub struct NodeMeasures {
    kept: RefCell<MeasureCache>,
}

impl NodeMeasures {
    /// The width of a node across the tree, including the name of the move to it.
    pub fn width(&self, view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
        let kept = &mut *self.kept.borrow_mut();
        let width = kept.look_at(view, node).0;
        let name = kept.name_width(view, node);
        let width = width + room(view, node) as f32;
        if view.style.flow == GrowthDirection::Down {
            let across = match view.style.edges {
                EdgeStyle::Straight => LESS_ACROSS,
                EdgeStyle::Curved | EdgeStyle::Elbowed => ACROSS,
            };
            let name = name_room(name.into(), across, &view.elements);
            return f64::from(width).max(name);
        }
        let [cost, higher] = room_below(view, node).unwrap_or_default();
        let half = f64::from(width) / 2.0;
        let after = half + kept.fold_width(view, node).max(BADGE_BEYOND);
        let level = kept.level(view, node) as usize;
        if kept.columns.len() <= level {
            kept.columns.resize(level + 1, ColumnSpace::default());
        }
        let column = &mut kept.columns[level];
        column.before = column.before.max(half + f64::from(name)).max(cost / 2.0);
        column.after = column.after.max(after).max(cost / 2.0);
        let above = view.unfolding.parent(node);
        column.parted |= above.is_some_and(|above| view.unfolding.children(above).len() > 1);
        view.elements.node_height() + higher
    }

    /// The column of a node where a tree grows to the right.
    pub(super) fn column(&self, view: &TreeView<'_>, node: UnfoldingNode) -> ColumnSpace {
        let kept = &mut *self.kept.borrow_mut();
        let level = kept.level(view, node);
        kept.column(level)
    }

    /// The column at this level below the root's.
    pub(super) fn column_at(&self, level: u32) -> ColumnSpace {
        self.kept.borrow().column(level)
    }

    /// The space for the triangle below a folded node.
    pub(super) fn fold_width(&self, view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
        self.kept.borrow_mut().fold_width(view, node)
    }

    /// The places of the rows, so that everything computed so far fits. Rows of a tree that grows
    /// down are equidistant; columns are as far apart as their content needs.
    pub fn rows(&self, view: &TreeView<'_>) -> RowOffsets {
        if view.style.flow == GrowthDirection::Down {
            return RowOffsets::evenly(level_height(&view.elements));
        }
        let fan = view.elements.density.fan();
        let columns = &self.kept.borrow().columns;
        let distances = columns.windows(2).map(|pair| {
            let between = if pair[1].parted { fan } else { STRAIGHT };
            pair[0].after + between + pair[1].before
        });
        let last = columns.last().map_or(0.0, |column| column.after);
        RowOffsets::apart(distances, last + fan)
    }

    /// The visible child at an index among its siblings.
    pub(super) fn child(&self, view: &TreeView<'_>, node: UnfoldingNode, index: usize) -> u32 {
        let child = view.unfolding.child_at(node, index);
        let listed = child.map_or(node.0, |child| child.0);
        if view.style.order == SiblingOrder::Rules || view.hidden {
            return listed;
        }
        let kept = &mut *self.kept.borrow_mut();
        if kept.sorted.len() < view.unfolding.len() {
            kept.sorted.resize(view.unfolding.len(), 0);
        }
        if kept.sorted[listed as usize] == 0 {
            kept.sort(view, node);
        }
        kept.sorted[listed as usize]
    }

    /// The width of a node.
    pub fn node_width(&self, view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
        self.kept.borrow_mut().look_at(view, node).0.into()
    }

    /// The kinds of marks that a node brings, and the plies of its folds.
    pub(super) fn tally(&self, view: &TreeView<'_>, node: UnfoldingNode) -> SubtreeTally {
        let graph = view.labels.graph();
        let vertex = view.unfolding.vertex(node);
        let mut any = self.kept.borrow_mut().look_at(view, node).1;
        let ply = view.unfolding.ply(node);
        let mut min = u32::MAX;
        if view.unfolding.is_open(node) {
            let decides = matches!(graph.kind(vertex), VertexKind::Decision(_));
            let ratings = &view.analysis.ratings;
            // If something is unproven, no move may be best.
            let open = || best_edges(graph, ratings, vertex).is_empty();
            if decides && !(view.is_partly_open() && open()) {
                any |= marks::OPEN_DECISIONS;
            }
        } else if !graph.is_leaf(vertex) {
            any |= marks::FOLDS;
            min = ply;
        }
        if view.elements.blunders && self.kept.borrow_mut().is_blunder(view, node) {
            any |= marks::BLUNDERS;
        }
        if graph.has_chance() && never_happens(view, node) {
            any |= marks::NEVER;
        }
        SubtreeTally { any, min, max: ply }
    }
}

impl MeasureCache {
    /// The space for the triangle after a folded node.
    fn fold_width(&mut self, view: &TreeView<'_>, node: UnfoldingNode) -> f64 {
        let vertex = view.unfolding.vertex(node);
        if view.unfolding.is_open(node) || view.labels.graph().is_leaf(vertex) {
            return 0.0;
        }
        let width = self.folds.entry(vertex);
        (*width.or_insert_with(|| fold_width(view, node) as f32)).into()
    }

    /// The number of nodes above a node.
    fn level(&mut self, view: &TreeView<'_>, node: UnfoldingNode) -> u32 {
        // A node is made after the one above it.
        for number in self.levels.len()..view.unfolding.len() {
            let above = view.unfolding.parent(UnfoldingNode(number as u32));
            let level = above.map_or(0, |above| self.levels[above.index()] + 1);
            self.levels.push(level);
        }
        self.levels[node.index()]
    }

    fn column(&self, level: u32) -> ColumnSpace {
        self.columns
            .get(level as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Computes the order of a node's children.
    fn sort(&mut self, view: &TreeView<'_>, node: UnfoldingNode) {
        let mut children: Vec<UnfoldingNode> = view.unfolding.children(node).collect();
        let first = children.first().map_or(0, |child| child.index());
        if let VertexKind::Decision(mover) = view.labels.graph().kind(view.unfolding.vertex(node)) {
            let here = view.at(node);
            // Stable, so that ties stay in the rules' order.
            children.sort_by(|a, b| {
                let vertex = |node: &UnfoldingNode| view.unfolding.vertex(*node);
                here.rating(vertex(b), mover)
                    .compare(&here.rating(vertex(a), mover))
            });
        }
        for (index, child) in children.into_iter().enumerate() {
            self.sorted[first + index] = child.0;
        }
    }

    /// The width of a node, and its marks.
    fn look_at(&mut self, view: &TreeView<'_>, node: UnfoldingNode) -> (f32, u64) {
        let vertex = view.unfolding.vertex(node);
        let known = self.width_and_marks(view, vertex);
        if view.assumed_at(node).is_none() {
            return known;
        }
        let here = view.at(node);
        let width = node_size(&here, vertex).width as f32;
        (width, position_marks(&here, vertex))
    }

    /// The width of a vertex's node, and the marks of its position.
    fn width_and_marks(&mut self, view: &TreeView<'_>, vertex: Vertex) -> (f32, u64) {
        let graph = view.labels.graph();
        if self.marks.len() < graph.len() {
            // The system provides zeroed memory lazily: a large graph costs only what is visible.
            self.widths = vec![0.0; graph.len()];
            self.marks = vec![0; graph.len()];
            self.names = vec![0.0; graph.edge_count()];
            self.blunders.clear();
            self.alike.clear();
        }
        let index = vertex.index();
        if self.marks[index] != 0 {
            return (self.widths[index], self.marks[index] & !marks::KNOWN);
        }
        let alike = alike(view, vertex);
        let found = alike.and_then(|alike| self.alike.get(&alike)).copied();
        let (width, marks) = found.unwrap_or_else(|| {
            let width = node_size(view, vertex).width as f32;
            (width, position_marks(view, vertex))
        });
        if let Some(alike) = alike {
            self.alike.insert(alike, (width, marks));
        }
        self.widths[index] = width;
        self.marks[index] = marks | marks::KNOWN;
        (width, marks)
    }

    /// Whether the move to a node is drawn as a blunder.
    fn is_blunder(&mut self, view: &TreeView<'_>, node: UnfoldingNode) -> bool {
        let Some((parent, edge)) = view.unfolding.parent(node).zip(view.unfolding.edge(node))
        else {
            return false;
        };
        if self.blunders.is_empty() {
            self.blunders = vec![None; view.labels.graph().edge_count()];
        }
        let source = view.unfolding.vertex(parent);
        let known = &mut self.blunders[edge.index()];
        *known.get_or_insert_with(|| is_marked(view, source, edge))
    }

    fn name_width(&mut self, view: &TreeView<'_>, node: UnfoldingNode) -> f32 {
        let Some((parent, edge)) = view.unfolding.parent(node).zip(view.unfolding.edge(node))
        else {
            return 0.0;
        };
        if !view.elements.moves {
            return 0.0;
        }
        let known = self.names[edge.index()];
        if known != 0.0 {
            return known;
        }
        let source = view.unfolding.vertex(parent);
        let width = self
            .plain_name(view, source, edge)
            .unwrap_or_else(|| name_width_slowly(view, node)) as f32;
        self.names[edge.index()] = width;
        width
    }

    /// The width of a short name that is shown as it is written, or with an arrow.
    fn plain_name(&mut self, view: &TreeView<'_>, source: Vertex, edge: Edge) -> Option<f64> {
        let merged = view.unfolding.copies(edge) > 1;
        if merged || matches!(view.labels.graph().kind(source), VertexKind::Chance(_)) {
            return None;
        }
        self.text.clear();
        view.labels.write_move(source, edge, &mut self.text);
        let plain = self.text.len() <= 12
            && self
                .text
                .bytes()
                .all(|byte| byte.is_ascii_graphic() || byte == b' ');
        if !plain {
            return None;
        }
        match self.text.split_once('>') {
            None => Some(name_width_of(text_width(&self.text, 1.0))),
            Some((from, to)) => {
                let digits =
                    |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                (digits(from) && digits(to)).then(|| {
                    let width = text_width(from, 1.0) + text_width("→", 1.0) + text_width(to, 1.0);
                    name_width_of(width)
                })
            }
        }
    }
}

/// The key for the look of a position of two players; `None` if comparing would take longer than
/// computing it again.
fn alike(view: &TreeView<'_>, vertex: Vertex) -> Option<Alike> {
    let ratings = &view.analysis.ratings;
    let elements = &view.elements;
    if !ratings.has_constant_sum() || elements.positions || elements.intervals {
        return None;
    }
    let (low, high) = ratings.proven(vertex, Player(0));
    let (Rating::Exact(rating), Rating::Exact(low), Rating::Exact(high)) =
        (ratings.rating(vertex, Player(0)), low, high)
    else {
        return None;
    };
    let kind = match view.labels.graph().kind(vertex) {
        VertexKind::Decision(player) => u32::from(player.0),
        VertexKind::Horizon(player) => 32 + u32::from(player.0),
        VertexKind::Chance(_) => 64,
        VertexKind::End => {
            let winners = crate::words::end_winners(view.labels, vertex)?;
            65 + winners.0
        }
    };
    Some(Alike {
        kind,
        rating,
        proven: (low, high),
    })
}

/// The marks of a position at any of its nodes.
pub(super) fn position_marks(view: &TreeView<'_>, vertex: Vertex) -> u64 {
    let mut marks = match ahead(view, vertex) {
        Some(player) => marks::ahead(player),
        None => marks::NOBODY_AHEAD,
    };
    marks |= match view.labels.graph().kind(vertex) {
        VertexKind::End => {
            let mut payoffs = view.payoffs(vertex).into_iter();
            if payoffs.any(|(_, text)| text.starts_with('≈')) {
                marks |= marks::ROUNDED;
            }
            return marks | marks::ENDS;
        }
        VertexKind::Chance(_) => marks::CHANCE,
        VertexKind::Horizon(player) => marks::HORIZONS | marks::mover(player),
        VertexKind::Decision(player) => marks::mover(player),
    };
    if let Some(player) = view.rated_player(vertex)
        && !view.hidden
    {
        if !view.is_proven(vertex, player) {
            marks |= marks::UNPROVEN;
        }
        if is_rounded(&view.rating(vertex, player)) {
            marks |= marks::ROUNDED;
        }
    }
    if view.ratings_for == RatingsFor::All
        && view
            .payoffs(vertex)
            .iter()
            .any(|(_, text)| text.starts_with('≈'))
    {
        marks |= marks::ROUNDED;
    }
    let mut shares = shares(view, vertex).into_iter();
    if shares.any(|(player, share)| player.is_some() && share > 0.0) {
        marks |= marks::SPLIT;
    }
    marks
}

/// The shape of the visible part of an unfolding.
pub struct ShownTree<'a>(pub &'a TreeView<'a>);

impl ShownTree<'_> {
    /// The distances of a drawn tree.
    pub const SPACING: Spacing = Spacing {
        sibling_gap: SIBLING_GAP,
        subtree_gap: SUBTREE_GAP,
        level_height: LEVEL_HEIGHT,
        node_height: NODE_HEIGHT,
    };

    /// The distances of a tree that is drawn downwards with such nodes.
    pub fn spacing(elements: &Elements) -> Spacing {
        Spacing {
            sibling_gap: elements.density.sibling_gap(),
            subtree_gap: elements.density.subtree_gap(),
            level_height: level_height(elements),
            node_height: elements.node_height(),
        }
    }
}

impl TreeShape for ShownTree<'_> {
    fn root(&self) -> u32 {
        UnfoldingNode::ROOT.0
    }

    fn numbers(&self) -> usize {
        self.0.unfolding.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.0.unfolding.children(UnfoldingNode(node)).len()
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        let child = self.0.unfolding.child_at(UnfoldingNode(node), index);
        child.map_or(node, |child| child.0)
    }

    fn width(&self, node: u32) -> f64 {
        let node = UnfoldingNode(node);
        let size = node_size(&self.0.at(node), self.0.unfolding.vertex(node));
        // A long name on the move from above needs room too.
        let name = name_width_slowly(self.0, node);
        size.width.max(name_room(name, ACROSS, &self.0.elements))
    }

    fn below(&self, node: u32) -> f64 {
        match self.0.style.flow {
            GrowthDirection::Down => fold_width(self.0, UnfoldingNode(node)),
            GrowthDirection::Right => 0.0,
        }
    }
}

/// The same for a window, which lays out repeatedly: widths are cached, and the layout adds up the
/// values for the legend and the controls.
#[derive(Clone, Copy)]
pub struct MeasuredTree<'a> {
    /// The view.
    pub view: &'a TreeView<'a>,
    /// The cache of widths.
    pub looks: &'a NodeMeasures,
    /// The marks.
    pub marks: &'a TreeMarks,
}

impl TreeShape for MeasuredTree<'_> {
    fn root(&self) -> u32 {
        UnfoldingNode::ROOT.0
    }

    fn numbers(&self) -> usize {
        self.view.unfolding.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.view.unfolding.children(UnfoldingNode(node)).len()
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.looks.child(self.view, UnfoldingNode(node), index)
    }

    fn width(&self, node: u32) -> f64 {
        self.looks.width(self.view, UnfoldingNode(node))
    }

    fn below(&self, node: u32) -> f64 {
        match self.view.style.flow {
            GrowthDirection::Down => self.looks.fold_width(self.view, UnfoldingNode(node)),
            GrowthDirection::Right => 0.0,
        }
    }

    fn tally(&self, node: u32) -> SubtreeTally {
        self.marks.tally(self.view, self.looks, UnfoldingNode(node))
    }
}
