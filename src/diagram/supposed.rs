//! What-ifs in a drawn tree: which nodes have other ratings under assumptions, and the marks of pins,
//! forbidden moves, changed positions, and of the way that a change runs up the tree.

use rustc_hash::FxHashMap;

use super::legend::{LegendEntry, entry};
use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::view::TreeView;
use crate::game::Player;
use crate::layout::text::text_width;
use crate::rating::{Assumed, AssumedNode, Backed, Rating, best_edges};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::{rating_text, unproven};

/// What is assumed, for whoever draws an unfolding.
#[derive(Clone, Copy)]
pub struct Supposed<'a> {
    /// Ratings under the assumptions.
    pub assumed: &'a Assumed,
    /// Which of its nodes a node of the unfolding is.
    pub nodes: &'a FxHashMap<UnfoldingNode, usize>,
    /// The best line from the root under the assumptions.
    pub best_line: &'a [Edge],
    /// Whether a move is forbidden or a position changed, so that there are nodes that can't be reached.
    pub cuts: bool,
    /// As long as the change runs up the tree: how many moves lead to the highest node that it has
    /// reached. Nodes above still have their own ratings.
    pub reached: Option<usize>,
    /// The node that numbers are told of, since the same position elsewhere has others.
    pub here: Option<UnfoldingNode>,
}

/// How large the letters of a rating are that a what-if has replaced.
const OLD_SIZE: f64 = 12.0;
/// Between a rating that was replaced and the new one.
const OLD_GAP: f64 = 7.0;
/// How large a sign is of what is assumed of a node.
const SIGN: f64 = 17.0;

impl<'a> TreeView<'a> {
    /// The same, told of a node: numbers of its position and of its moves are those that they have
    /// there, under whatever is assumed. Without it they are those of the position graph.
    #[must_use]
    pub fn at(&self, node: UnfoldingNode) -> Self {
        Self {
            what_if: self.what_if.map(|what_if| Supposed {
                here: Some(node),
                ..what_if
            }),
            ..*self
        }
    }

    /// The same without any assumption.
    #[must_use]
    pub fn truth(&self) -> Self {
        Self {
            what_if: None,
            ..*self
        }
    }

    /// What is known of a node on the way from an assumption to the root; `None` at any other.
    pub fn assumed_at(&self, node: UnfoldingNode) -> Option<&'a AssumedNode> {
        let what_if = self.what_if?;
        what_if.assumed.node(*what_if.nodes.get(&node)?)
    }

    /// The node that numbers are told of, if it lies on such a way.
    pub fn assumed_here(&self) -> Option<&'a AssumedNode> {
        self.assumed_at(self.what_if?.here?)
    }

    /// What a node is worth as far as the change has run.
    fn worth<'b>(&self, node: &'b AssumedNode) -> &'b Backed {
        let reached = self.what_if.and_then(|what_if| what_if.reached);
        match reached {
            Some(reached) if node.depth < reached => &node.before,
            _ => &node.now,
        }
    }

    /// What the vertex is worth where it stands here, if that is assumed.
    fn backed(&self, vertex: Vertex) -> Option<&'a Backed> {
        let here = self.assumed_here()?;
        if here.vertex == vertex {
            return Some(self.worth(here));
        }
        let assumed = self.what_if?.assumed;
        let mut children = here.children.iter();
        let children = children
            .find_map(|(_, child)| assumed.node(*child).filter(|child| child.vertex == vertex));
        children.map(|child| self.worth(child))
    }

    /// What a move of the node here leads to, if that is assumed.
    fn backed_by(&self, edge: Edge) -> Option<&'a Backed> {
        let assumed = self.what_if?.assumed;
        let here = self.assumed_here()?;
        let child = here.children.iter().find(|(own, _)| *own == edge)?.1;
        assumed.node(child).map(|child| self.worth(child))
    }

    /// A vertex's rating for a player.
    pub fn rating(&self, vertex: Vertex, player: Player) -> Rating {
        match self.backed(vertex) {
            Some(backed) => backed.rating(player),
            None => self.analysis.ratings.rating(vertex, player),
        }
    }

    /// The interval that is proven of it.
    pub fn proven(&self, vertex: Vertex, player: Player) -> (Rating, Rating) {
        match self.backed(vertex) {
            Some(backed) => backed.proven(player),
            None => self.analysis.ratings.proven(vertex, player),
        }
    }

    /// Whether it is certain, for a player.
    pub fn is_proven(&self, vertex: Vertex, player: Player) -> bool {
        match self.backed(vertex) {
            Some(backed) => backed.is_proven(player),
            None => self.analysis.ratings.is_proven(vertex, player),
        }
    }

    /// The rating that a move of the node here leads to.
    pub fn rating_by(&self, edge: Edge, player: Player) -> String {
        let target = self.labels.graph().target(edge);
        match self.backed_by(edge) {
            Some(backed) => self.text_of(backed, player),
            None if self.assumed_here().is_some() => self.truth().rating_of(target, player),
            None => self.rating_of(target, player),
        }
    }

    /// The best moves of a vertex, where it stands here.
    pub fn best_moves(&self, vertex: Vertex) -> Vec<Edge> {
        match self.assumed_here() {
            Some(here) if here.vertex == vertex => here.best.clone(),
            _ => best_edges(self.labels.graph(), &self.analysis.ratings, vertex),
        }
    }

    /// Whether a move of the node here is forbidden.
    pub fn is_forbidden(&self, edge: Edge) -> bool {
        self.assumed_here()
            .is_some_and(|here| here.forbidden.contains(&edge))
    }

    /// The rating that stood on the node here before something was assumed, where that is another
    /// one: for the player whose rating stands there.
    pub fn old_rating(&self, vertex: Vertex) -> Option<String> {
        let here = self.assumed_here().filter(|here| here.vertex == vertex)?;
        let player = self.chooser(vertex);
        let is_old = std::ptr::eq(self.worth(here), &raw const here.before);
        if self.hidden || is_old || !here.alters(player) {
            return None;
        }
        if self.labels.graph().kind(vertex) == VertexKind::End {
            return Some(self.truth().node_text(vertex)).filter(|text| !text.is_empty());
        }
        Some(self.text_of(&here.before, player))
    }

    fn text_of(&self, backed: &Backed, player: Player) -> String {
        if self.hidden {
            return super::view::HIDDEN.to_owned();
        }
        let text = rating_text(&backed.rating(player));
        if backed.is_proven(player) {
            text
        } else {
            unproven(&text)
        }
    }

    /// Whether a node can't be reached under the assumptions: a forbidden move leads there, or the
    /// position above is another one.
    pub(super) fn is_cut_off(&self, node: UnfoldingNode) -> bool {
        if self.hidden || !self.what_if.is_some_and(|what_if| what_if.cuts) {
            return false;
        }
        let forbids = |node| {
            let assumed = self.assumed_at(node);
            assumed.is_some_and(|assumed| assumed.forbids.is_some())
        };
        let changed = |node| {
            let assumed = self.assumed_at(node);
            assumed.is_some_and(|assumed| assumed.changed.is_some())
        };
        let mut above = std::iter::successors(self.unfolding.parent(node), |node| {
            self.unfolding.parent(*node)
        });
        forbids(node) || above.any(|above| forbids(above) || changed(above))
    }

    /// What is assumed of a node, in a sentence for a screen reader; empty where nothing is.
    pub(super) fn assumed_words(&self, node: UnfoldingNode) -> String {
        let Some(assumed) = self.assumed_at(node) else {
            return String::new();
        };
        let mut words = String::new();
        if assumed.pinned.is_some() {
            words.push_str(", rating pinned");
        }
        if assumed.changed.is_some() {
            words.push_str(", position changed");
        }
        if assumed.forbids.is_some() {
            words.push_str(", move forbidden");
        }
        let vertex = self.unfolding.vertex(node);
        if let Some(old) = self.at(node).old_rating(vertex) {
            words.push_str(&format!(", was {old} without the what-if"));
        }
        words
    }
}

/// How much wider a node is for the rating that was replaced.
pub(super) fn old_width(view: &TreeView<'_>, vertex: Vertex) -> f64 {
    // As wide as it will be when the change has run all the way.
    let view = TreeView {
        what_if: view.what_if.map(|what_if| Supposed {
            reached: None,
            ..what_if
        }),
        ..*view
    };
    let old = view.old_rating(vertex);
    old.map_or(0.0, |old| text_width(&old, OLD_SIZE) + OLD_GAP)
}

/// Draws the rating that was replaced, struck through, left of the new one, which begins at `right`.
pub(super) fn draw_old(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, right: Point) {
    let Some(old) = view.old_rating(vertex) else {
        return;
    };
    let width = text_width(&old, OLD_SIZE);
    let right = right.moved(-OLD_GAP, 0.0);
    drawing.text(
        right,
        Anchor::Right,
        old,
        OLD_SIZE,
        Ink::Dim,
        Weight::Normal,
    );
    drawing.add(Shape::Segment {
        points: [right.moved(-width - 1.5, 0.5), right.moved(1.5, 0.5)],
        stroke: Stroke::new(1.2, Ink::Dim),
    });
}

/// Draws what is assumed of a node around its box: the frame of a rating that has changed, and the
/// signs of a pin and of a changed position.
pub(super) fn draw_assumed(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    rect: Rect,
) {
    let Some(assumed) = view.assumed_at(node).filter(|_| !view.hidden) else {
        return;
    };
    let vertex = view.unfolding.vertex(node);
    if view.at(node).old_rating(vertex).is_some() {
        drawing.add(Shape::Box {
            rect: rect.grown(2.2),
            rounding: 10.0,
            fill: None,
            stroke: Some(Stroke::dashed(1.6, Ink::Text, 3.0)),
        });
    }
    let signs = [
        (
            assumed.pinned.is_some(),
            draw_pin as fn(&mut Drawing, Point),
        ),
        (assumed.changed.is_some(), draw_changed),
    ];
    // On the lower edge at the left, where neither a fold nor a note is.
    let mut at = Point::new(rect.min.x + 8.0, rect.max.y);
    for (_, draw) in signs.into_iter().filter(|(there, _)| *there) {
        draw_sign(drawing, at, draw);
        at = at.moved(SIGN + 3.0, 0.0);
    }
}

/// A sign on a dark ground.
pub(super) fn draw_sign(drawing: &mut Drawing, at: Point, draw: fn(&mut Drawing, Point)) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, SIGN, SIGN),
        rounding: 4.0,
        fill: Some(Ink::Text),
        stroke: Some(Stroke::new(1.0, Ink::Ground)),
    });
    draw(drawing, at);
}

/// The sign of a changed position: what is there isn't equal to what was.
pub(super) fn draw_changed(drawing: &mut Drawing, at: Point) {
    for down in [-2.2, 2.2] {
        drawing.add(Shape::Segment {
            points: [at.moved(-4.5, down), at.moved(4.5, down)],
            stroke: Stroke::new(1.7, Ink::Panel),
        });
    }
    drawing.add(Shape::Segment {
        points: [at.moved(-2.8, 5.2), at.moved(2.8, -5.2)],
        stroke: Stroke::new(1.5, Ink::Panel),
    });
}

/// A small pin: a head, a collar and a needle.
pub(super) fn draw_pin(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at.moved(0.0, -3.0), 5.0, 4.5),
        rounding: 1.0,
        fill: Some(Ink::Panel),
        stroke: None,
    });
    drawing.add(Shape::Segment {
        points: [at.moved(-4.0, 0.3), at.moved(4.0, 0.3)],
        stroke: Stroke::new(1.5, Ink::Panel),
    });
    drawing.add(Shape::Segment {
        points: [at.moved(0.0, 0.3), at.moved(0.0, 5.5)],
        stroke: Stroke::new(1.2, Ink::Panel),
    });
}

/// Draws on the move to a node what is assumed of it: a cross where it is forbidden, an arrow head
/// upwards where a change runs up along it.
pub(super) fn draw_on_move(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    child: UnfoldingNode,
    (start, end): (Point, Point),
) {
    let Some(assumed) = view.assumed_at(child).filter(|_| !view.hidden) else {
        return;
    };
    let at = |share: f64| {
        Point::new(
            start.x + (end.x - start.x) * share,
            start.y + (end.y - start.y) * share,
        )
    };
    let middle = at(0.5);
    if assumed.forbids.is_some() {
        draw_forbidden(drawing, middle);
        return;
    }
    let Some(parent) = view.unfolding.parent(child) else {
        return;
    };
    let altered = |node: UnfoldingNode| {
        let vertex = view.unfolding.vertex(node);
        view.at(node).old_rating(vertex).is_some()
    };
    if altered(child) && altered(parent) {
        let (dx, dy) = (start.x - end.x, start.y - end.y);
        let length = dx.hypot(dy).max(1.0);
        draw_run(drawing, middle, (dx / length, dy / length));
    }
}

/// The cross on a forbidden move.
pub(super) fn draw_forbidden(drawing: &mut Drawing, at: Point) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 19.0, 19.0),
        rounding: 9.5,
        fill: Some(Ink::Ground),
        stroke: Some(Stroke::new(1.6, Ink::Text)),
    });
    for turn in [1.0, -1.0] {
        drawing.add(Shape::Segment {
            points: [at.moved(-4.6 * turn, -4.6), at.moved(4.6 * turn, 4.6)],
            stroke: Stroke::new(2.0, Ink::Text),
        });
    }
}

/// The arrow head of a change that runs along a move, pointing the way `(ux, uy)`.
pub(super) fn draw_run(drawing: &mut Drawing, at: Point, (ux, uy): (f64, f64)) {
    let point =
        |along: f64, across: f64| at.moved(ux * along - uy * across, uy * along + ux * across);
    drawing.add(Shape::Polygon {
        points: vec![point(8.0, 0.0), point(-5.0, 6.5), point(-5.0, -6.5)],
        fill: Some(Ink::Text),
        stroke: Some(Stroke::new(1.5, Ink::Ground)),
    });
}

/// Whether a move of a node is one of the best there.
pub(super) fn is_best_move(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    parent: UnfoldingNode,
    edge: Edge,
) -> bool {
    match view.assumed_at(parent) {
        Some(assumed) => assumed.best.contains(&edge),
        None => marks.is_best(view, view.unfolding.vertex(parent), edge),
    }
}

/// What the marks of what-ifs mean, those that there are.
pub(super) fn what_if_legend(view: &TreeView<'_>) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let Some(what_if) = view.what_if.filter(|_| !view.hidden) else {
        return entries;
    };
    let any = |there: fn(&AssumedNode) -> bool| what_if.assumed.nodes().iter().any(there);
    if any(|node| node.pinned.is_some()) {
        entries.push(entry(SIGN, "pinned", |sign| {
            draw_sign(sign, Point::new(SIGN / 2.0, 0.0), draw_pin);
        }));
    }
    if any(|node| node.changed.is_some()) {
        entries.push(entry(SIGN, "changed position", |sign| {
            draw_sign(sign, Point::new(SIGN / 2.0, 0.0), draw_changed);
        }));
    }
    if any(|node| node.forbids.is_some()) {
        entries.push(entry(19.0, "forbidden", |sign| {
            draw_forbidden(sign, Point::new(9.5, 0.0));
        }));
    }
    if any(AssumedNode::is_altered) {
        entries.push(entry(17.0, "altered", |sign| {
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(8.5, 0.0), 17.0, 13.0),
                rounding: 4.0,
                fill: None,
                stroke: Some(Stroke::dashed(1.6, Ink::Text, 3.0)),
            });
        }));
    }
    entries
}
