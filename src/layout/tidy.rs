//! The layout of a tree. It stores every node's offset from its parent and the bounds of its
//! subtree, both relative, so that a change below a node moves everything else without touching it.

use super::contours;
use super::contours::Packer;
use super::shape::{Point, Rect, RowOffsets, Spacing, SubtreeTally, TreeShape};

/// Maximum number of visible nodes packed by contours; larger trees are packed in bands.
pub const MAX_TIDY_NODES: usize = 20_000;

/// How sibling subtrees are packed side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Tidy: subtrees reach under each other as far as their outlines let them. Any change packs
    /// the whole tree again.
    Contours,
    /// Plain: a subtree owns its columns. A change lays only the families up to the root again.
    Bands,
}

/// The extent of a subtree, relative to the center of its root's box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The left edge of the leftmost box: at most 0.
    pub left: f64,
    /// The right edge of the rightmost box: at least 0.
    pub right: f64,
    /// The number of rows below the root's.
    pub depth: u32,
}

const NONE: u32 = u32::MAX;

/// A node's offset from its parent, and the edges of its subtree relative to itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Extent {
    offset: f64,
    left: f64,
    right: f64,
}

/// The stored data of a node: its extent in bands, and the data that are the same in every packing.
/// `shown` counts the nodes of its subtree, including itself. `tidy` is the index of its extent in
/// contours. `laid` is the layout run that it belongs to; data of earlier runs are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NodeLayout {
    bands: Extent,
    depth: u32,
    shown: u32,
    parent: u32,
    level: u32,
    tidy: u32,
    laid: u32,
    tally: SubtreeTally,
}

const NOT_LAID: NodeLayout = NodeLayout {
    bands: Extent {
        offset: 0.0,
        left: 0.0,
        right: 0.0,
    },
    depth: 0,
    shown: 0,
    parent: NONE,
    level: 0,
    tidy: NONE,
    laid: 0,
    tally: SubtreeTally {
        any: 0,
        min: u32::MAX,
        max: 0,
    },
};

/// The places of a tree's nodes.
///
/// The packing depends on the number of visible nodes alone: [`Packing::Contours`] up to
/// [`MAX_TIDY_NODES`], [`Packing::Bands`] above. So the same tree is always drawn in the same way.
/// The bands are kept up to date in every tree, so that crossing the limit in either direction
/// costs no more than packing a small tree.
///
/// Queries are for visible nodes; for a hidden one the result has no meaning.
///
/// Two layouts of the same shape in the same packing agree in every number of every visible node.
#[derive(Debug)]
pub struct Layout {
    spacing: Spacing,
    rows: RowOffsets,
    packing: Packing,
    automatic: bool,
    /// Whether more is about to come, so that nothing is packed by contours yet.
    growing: bool,
    root: u32,
    /// The number of times the whole tree was laid out.
    laid: u32,
    places: Vec<NodeLayout>,
    /// How far the whole tree is laid again, if it isn't done.
    unfinished: Option<TidyProgress>,
    /// The extents of all shown nodes in contours, in preorder; empty in bands.
    tidy: Vec<Extent>,
    work: FamilyBuffers,
}

/// How far a whole tree is laid: its nodes are listed from the root down, then its families are placed
/// from the last one up.
#[derive(Clone, Copy, Debug, Default)]
struct TidyProgress {
    listed: usize,
    placed: usize,
}

/// Memory that is used again from family to family.
#[derive(Debug, Default)]
struct FamilyBuffers {
    children: Vec<u32>,
    offsets: Vec<f64>,
    order: Vec<u32>,
    /// The nodes whose children are to be placed, by level.
    levels: Vec<Vec<u32>>,
}

impl Layout {
    /// Lays out a tree; the packing depends on its size.
    pub fn new(shape: &dyn TreeShape, spacing: Spacing) -> Self {
        let mut layout = Self::unlaid(spacing);
        layout.refresh(shape);
        layout
    }

    /// Lays out a tree that is packed in one way, however large it is or becomes.
    pub fn packed(shape: &dyn TreeShape, spacing: Spacing, packing: Packing) -> Self {
        let mut layout = Self {
            packing,
            automatic: false,
            ..Self::unlaid(spacing)
        };
        layout.refresh(shape);
        layout
    }

    /// A layout of nothing, for [`begin`](Self::begin).
    pub fn unlaid(spacing: Spacing) -> Self {
        Self {
            spacing,
            rows: RowOffsets::evenly(spacing.level_height),
            packing: Packing::Contours,
            automatic: true,
            growing: false,
            root: 0,
            laid: 0,
            places: Vec::new(),
            unfinished: None,
            tidy: Vec::new(),
            work: FamilyBuffers::default(),
        }
    }

    /// Lays the whole tree again: for another root, another order of children, other widths.
    pub fn refresh(&mut self, shape: &dyn TreeShape) {
        self.begin(shape, self.spacing);
        self.step(shape, usize::MAX);
    }

    /// Starts to lay the whole tree again, which [`step`](Self::step) continues. Until it is done, no
    /// node has a place.
    pub fn begin(&mut self, shape: &dyn TreeShape, spacing: Spacing) {
        self.spacing = spacing;
        self.root = shape.root();
        // A hidden node may have changed when it is shown again.
        self.laid += 1;
        self.grow(shape);
        self.enter(self.root, NONE, 0);
        self.work.order.clear();
        self.work.order.push(self.root);
        self.unfinished = Some(TidyProgress::default());
    }

    /// Continues with this much `work`: 1 to find a node, 1 to place its children. Returns whether the
    /// layout is done. The shape must be as it was at the start.
    pub fn step(&mut self, shape: &dyn TreeShape, mut work: usize) -> bool {
        let Some(mut progress) = self.unfinished else {
            return true;
        };
        let mut order = std::mem::take(&mut self.work.order);
        let listed = progress.listed;
        progress.listed = self.list_new(shape, &mut order, listed, work);
        work -= progress.listed - listed;
        let remaining = order.len() - progress.placed;
        let nodes = order[..remaining].iter().rev().take(work);
        progress.placed += nodes.len();
        for &node in nodes {
            self.place_family(shape, node);
        }
        let done = progress.placed == order.len();
        self.work.order = order;
        self.unfinished = (!done).then_some(progress);
        if done {
            self.pack(shape);
        }
        done
    }

    /// Announces that more nodes will be shown. Until this is called with `false`, a tree with
    /// automatic packing stays in bands, so that each of many changes costs its new nodes only.
    pub fn set_growing(&mut self, shape: &dyn TreeShape, growing: bool) {
        if std::mem::replace(&mut self.growing, growing) && !growing {
            self.pack(shape);
        }
    }

    /// Follows a change of one node's shown children or of its width.
    ///
    /// Subtrees that were laid before are used as they are, new ones are laid, and then come the
    /// families from `node` up to the root: the cost is that of the new nodes and of the children
    /// on that line. Under contours, the packing of the whole (small) tree is added.
    pub fn update(&mut self, shape: &dyn TreeShape, node: u32) {
        self.update_all(shape, &[node]);
    }

    /// Updates the layout after changes of several nodes, including hidden ones, in any order.
    /// `nodes` are all nodes whose visible children or width changed.
    pub fn update_all(&mut self, shape: &dyn TreeShape, nodes: &[u32]) {
        if self.root != shape.root() || self.unfinished.is_some() {
            self.refresh(shape);
            return;
        }
        self.grow(shape);
        let mut order = std::mem::take(&mut self.work.order);
        let mut levels = std::mem::take(&mut self.work.levels);
        order.clear();
        for &node in nodes {
            // A node without a place gets one as soon as a node above shows it.
            if !self.is_laid(node) {
                continue;
            }
            let first = order.len();
            self.list_children(shape, node);
            self.enter_children(node, &mut order);
            self.list_new(shape, &mut order, first, usize::MAX);
            let level = self.places[node as usize].level as usize;
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(node);
        }
        for &node in order.iter().rev() {
            self.place_family(shape, node);
        }
        // Row by row upwards, so that a family that has many changes below is placed once.
        for level in (0..levels.len()).rev() {
            let mut row = std::mem::take(&mut levels[level]);
            row.sort_unstable();
            row.dedup();
            for &node in &row {
                let before = self.places[node as usize];
                self.place_family(shape, node);
                let after = self.places[node as usize];
                // A family is placed by its members' bounds: if they stay, all above stays.
                if after != before && after.parent != NONE && level > 0 {
                    levels[level - 1].push(after.parent);
                }
            }
            row.clear();
            levels[level] = row;
        }
        self.work.order = order;
        self.work.levels = levels;
        self.pack(shape);
    }

    /// Whether a node has a place.
    fn is_laid(&self, node: u32) -> bool {
        let layout = self.places.get(node as usize);
        layout.is_some_and(|node_layout| node_layout.laid == self.laid)
    }

    /// Stores the parent and the level of a new node.
    fn enter(&mut self, node: u32, parent: u32, level: u32) {
        self.places[node as usize] = NodeLayout {
            parent,
            level,
            laid: self.laid,
            ..NOT_LAID
        };
    }

    /// Adds the new nodes among the listed children.
    fn enter_children(&mut self, node: u32, order: &mut Vec<u32>) {
        let level = self.places[node as usize].level + 1;
        for index in 0..self.work.children.len() {
            let child = self.work.children[index];
            if !self.is_laid(child) {
                self.enter(child, node, level);
                order.push(child);
            }
        }
    }

    /// Adds the new nodes below those from `first` on, parents before children, until `max` have been
    /// visited. Returns the place of the next.
    fn list_new(
        &mut self,
        shape: &dyn TreeShape,
        order: &mut Vec<u32>,
        first: usize,
        max: usize,
    ) -> usize {
        let end = first.saturating_add(max);
        let mut next = first;
        while next < end
            && let Some(&node) = order.get(next)
        {
            self.list_children(shape, node);
            self.enter_children(node, order);
            next += 1;
        }
        next
    }

    /// Chooses the packing, and packs the shown nodes by their contours if that is it.
    fn pack(&mut self, shape: &dyn TreeShape) {
        if self.automatic && self.growing {
            self.packing = Packing::Bands;
        } else if self.automatic {
            self.packing = packing_of(self.shown_nodes());
        }
        self.tidy.clear();
        if self.packing == Packing::Bands {
            return;
        }
        let order = preorder(shape, self.root);
        self.tidy.resize(order.len(), Extent::default());
        for (&node, tidy) in order.iter().zip(0..) {
            self.places[node as usize].tidy = tidy;
        }
        let mut packer = Packer::default();
        for (tidy, &node) in order.iter().enumerate().rev() {
            self.list_children(shape, node);
            let width = shape.width(node);
            let FamilyBuffers {
                children, offsets, ..
            } = &mut self.work;
            let below = shape.below(node);
            packer.place(children.len(), [width, below], &self.spacing, offsets);
            let (mut left, mut right) = (-width / 2.0, width / 2.0);
            for (&child, &offset) in children.iter().zip(offsets.iter()) {
                let below = &mut self.tidy[self.places[child as usize].tidy as usize];
                below.offset = offset;
                left = left.min(offset + below.left);
                right = right.max(offset + below.right);
            }
            let extent = &mut self.tidy[tidy];
            (extent.left, extent.right) = (left, right);
        }
    }

    fn grow(&mut self, shape: &dyn TreeShape) {
        if self.places.len() < shape.numbers() {
            self.places.resize(shape.numbers(), NOT_LAID);
        }
    }

    fn list_children(&mut self, shape: &dyn TreeShape, node: u32) {
        let children = &mut self.work.children;
        children.clear();
        children.extend((0..shape.degree(node)).map(|index| shape.child(node, index)));
    }

    /// Places the children of a node in bands, and updates the node.
    fn place_family(&mut self, shape: &dyn TreeShape, node: u32) {
        self.list_children(shape, node);
        let FamilyBuffers {
            children, offsets, ..
        } = &mut self.work;
        let places = &mut self.places;
        let bounds = children.iter().map(|&child| {
            let layout = &places[child as usize];
            layout.bounds(layout.bands)
        });
        contours::place(bounds, &self.spacing, offsets);
        let half = shape.width(node) / 2.0;
        let (mut left, mut right, mut depth, mut shown) = (-half, half, 0, 1);
        let mut tally = shape.tally(node);
        for (&child, &offset) in children.iter().zip(offsets.iter()) {
            let below = &mut places[child as usize];
            below.bands.offset = offset;
            tally = tally.and(below.tally);
            left = left.min(offset + below.bands.left);
            right = right.max(offset + below.bands.right);
            depth = depth.max(below.depth + 1);
            shown += below.shown;
        }
        let node_layout = &mut places[node as usize];
        (node_layout.bands.left, node_layout.bands.right) = (left, right);
        (node_layout.depth, node_layout.shown, node_layout.tally) = (depth, shown, tally);
    }

    /// The extent of a node as the tree is packed.
    fn extent_of(&self, node: u32) -> Extent {
        let node_layout = &self.places[node as usize];
        match self.packing {
            Packing::Bands => node_layout.bands,
            // A hidden node may have none.
            Packing::Contours => *self
                .tidy
                .get(node_layout.tidy as usize)
                .unwrap_or(&node_layout.bands),
        }
    }

    /// The values of a subtree.
    pub fn tally(&self, node: u32) -> SubtreeTally {
        self.places[node as usize].tally
    }

    /// The number of rows above a node.
    pub fn level(&self, node: u32) -> u32 {
        self.places[node as usize].level
    }

    /// The packing of the tree.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The distances that it was laid out with.
    pub fn spacing(&self) -> &Spacing {
        &self.spacing
    }

    /// The places of the rows.
    pub fn rows(&self) -> &RowOffsets {
        &self.rows
    }

    /// Moves the rows; no x coordinate changes.
    pub fn set_rows(&mut self, rows: RowOffsets) {
        self.rows = rows;
    }

    /// The node at the top.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The number of visible nodes.
    pub fn shown_nodes(&self) -> usize {
        self.shown_below(self.root)
    }

    /// The number of visible nodes in a subtree, including its root.
    pub fn shown_below(&self, node: u32) -> usize {
        self.places[node as usize].shown as usize
    }

    /// The node above; `None` at the root.
    pub fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.places[node as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// The horizontal distance of a node's center from its parent's, positive to the right; 0 at
    /// the root.
    pub fn offset(&self, node: u32) -> f64 {
        if node == self.root {
            0.0
        } else {
            self.extent_of(node).offset
        }
    }

    /// The extent of a node's subtree, relative to the node.
    pub fn bounds(&self, node: u32) -> Bounds {
        self.places[node as usize].bounds(self.extent_of(node))
    }

    /// The center of a node's box, found by walking up to the root.
    pub fn position(&self, node: u32) -> Point {
        let mut x = 0.0;
        let mut level = 0;
        let mut node = node;
        while let Some(parent) = self.parent(node) {
            x += self.offset(node);
            level += 1;
            node = parent;
        }
        Point::new(x, self.rows.middle(level))
    }

    /// The box of a node.
    pub fn node_box(&self, shape: &dyn TreeShape, node: u32) -> Rect {
        Rect::around(
            self.position(node),
            shape.width(node),
            self.spacing.node_height,
        )
    }

    /// The whole drawing.
    pub fn extent(&self) -> Rect {
        self.subtree_rect(self.root, 0.0, 0)
    }

    /// The rectangle of a subtree whose root is at `x` in row `level`.
    pub(super) fn subtree_rect(&self, node: u32, x: f64, level: u32) -> Rect {
        let bounds = self.bounds(node);
        let half = self.spacing.node_height / 2.0;
        let last = self.rows.middle(level + bounds.depth);
        Rect {
            min: Point::new(x + bounds.left, self.rows.middle(level) - half),
            max: Point::new(x + bounds.right, last + half),
        }
    }
}

impl NodeLayout {
    fn bounds(&self, extent: Extent) -> Bounds {
        Bounds {
            left: extent.left,
            right: extent.right,
            depth: self.depth,
        }
    }
}

fn packing_of(shown_nodes: usize) -> Packing {
    if shown_nodes <= MAX_TIDY_NODES {
        Packing::Contours
    } else {
        Packing::Bands
    }
}

/// All shown nodes, parents before children, siblings from left to right.
fn preorder(shape: &dyn TreeShape, from: u32) -> Vec<u32> {
    let mut order = Vec::new();
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        order.push(node);
        let children = (0..shape.degree(node)).rev();
        stack.extend(children.map(|index| shape.child(node, index)));
    }
    order
}
