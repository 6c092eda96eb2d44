//! The nodes and moves of a tree as shapes: mover, rating and end on every node, the best line
//! heavy, tied best moves medium, the rest thin.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::text::{
    at_least, end_text, end_winners, move_words, player_letter, rating_text, table_count,
};
use crate::game::Player;
use crate::layout::text::text_width;
use crate::rating::{Analysis, best_edges};
use crate::tree::{Edge, Labels, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// The sizes of a drawn tree, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeSize {
    /// How wide a node is.
    pub width: f64,
    /// How high every node is.
    pub height: f64,
}

/// How high every node is.
pub const NODE_HEIGHT: f64 = 44.0;
/// From one level to the next, middle to middle.
pub const LEVEL_HEIGHT: f64 = 112.0;
/// Between two siblings.
pub const SIBLING_GAP: f64 = 30.0;
/// Between two neighbours with different parents.
pub const SUBTREE_GAP: f64 = 44.0;

const RATING_SIZE: f64 = 18.0;
const WINS_SIZE: f64 = 14.0;
const MOVE_SIZE: f64 = 13.0;
const FOLD_SIZE: f64 = 11.0;

/// All that is needed to draw the nodes of an unfolding.
#[derive(Clone, Copy)]
pub struct TreeView<'a> {
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
    /// What is unfolded.
    pub unfolding: &'a Unfolding,
    /// Whose rating stands on the nodes.
    pub ratings_for: RatingsFor,
    /// Whether ratings, and what follows from them, are kept from the reader.
    pub hidden: bool,
}

/// Whose rating is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingsFor {
    /// A player's, everywhere.
    Player(Player),
    /// The mover's: of each node the rating for whoever is to move there.
    Mover,
}

/// What stands where a rating is kept from the reader.
pub const HIDDEN: &str = "?";

/// What is marked in an unfolding; it changes when something is unfolded or folded.
#[derive(Clone, Debug, Default)]
pub struct TreeMarks {
    best: FxHashSet<UnfoldingNode>,
    seen_before: FxHashSet<UnfoldingNode>,
}

impl TreeMarks {
    /// Marks the nodes of the root's best line, and every node whose position stands in a row
    /// above, or further left in its own.
    pub fn new(unfolding: &Unfolding, best_line: &[Edge]) -> Self {
        let mut marks = Self::default();
        let mut node = UnfoldingNode::ROOT;
        marks.best.insert(node);
        for &edge in best_line {
            if !unfolding.is_open(node) {
                break;
            }
            let Some(child) = unfolding.child(node, edge) else {
                break;
            };
            marks.best.insert(child);
            node = child;
        }
        // Row by row, as a reader's eye goes: the place nearest to the root is the first.
        let mut seen: FxHashSet<Vertex> = FxHashSet::default();
        let mut rows = VecDeque::from([UnfoldingNode::ROOT]);
        while let Some(node) = rows.pop_front() {
            if !seen.insert(unfolding.vertex(node)) {
                marks.seen_before.insert(node);
            }
            rows.extend(unfolding.children(node));
        }
        marks
    }

    /// Whether a node lies on the root's best line.
    pub fn on_best_line(&self, node: UnfoldingNode) -> bool {
        self.best.contains(&node)
    }

    /// Whether a node's position stands earlier in the tree.
    pub fn is_seen_before(&self, node: UnfoldingNode) -> bool {
        self.seen_before.contains(&node)
    }
}

/// One node with what is marked on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeDrawn {
    /// Which node.
    pub node: UnfoldingNode,
    /// Whether it has the ring.
    pub selected: bool,
}

impl TreeView<'_> {
    /// Whose rating stands on a vertex; an end shows its winner, for the mover nobody's rating.
    pub fn rated_player(&self, vertex: Vertex) -> Option<Player> {
        match self.ratings_for {
            RatingsFor::Player(player) => Some(player),
            RatingsFor::Mover => self.labels.graph().kind(vertex).player(),
        }
    }

    /// For whom the moves of a vertex are compared: for the chosen player, or for its mover.
    pub fn chooser(&self, vertex: Vertex) -> Player {
        self.rated_player(vertex).unwrap_or(Player(0))
    }

    /// A vertex's rating for a player: `1/2`, with `~` where it isn't proven, and a question mark
    /// where ratings are hidden.
    pub fn rating_of(&self, vertex: Vertex, player: Player) -> String {
        if self.hidden {
            return HIDDEN.to_owned();
        }
        let rating = rating_text(&self.analysis.ratings.rating(vertex, player));
        if self.analysis.ratings.is_proven(vertex, player) {
            rating
        } else {
            // One sign is enough: what isn't proven isn't exact either.
            format!("~{}", rating.trim_start_matches('≈'))
        }
    }

    /// What stands on a node: its rating, or who has won.
    pub fn node_text(&self, vertex: Vertex) -> String {
        match self.rated_player(vertex) {
            Some(player) if self.labels.graph().kind(vertex) != VertexKind::End => {
                self.rating_of(vertex, player)
            }
            _ => self.winners(vertex),
        }
    }

    /// Who has won an end.
    pub fn winners(&self, vertex: Vertex) -> String {
        end_text(self.labels, vertex).unwrap_or_default()
    }

    /// A node in one sentence, for a tooltip and for a screen reader.
    pub fn describe(&self, node: UnfoldingNode) -> String {
        let graph = self.labels.graph();
        let vertex = self.unfolding.vertex(node);
        let position = self.labels.position_text(vertex);
        let name = |player| self.labels.player_name(player);
        let rating = self
            .rated_player(vertex)
            .map_or_else(String::new, |player| {
                let rating = self.rating_of(vertex, player);
                match graph.kind(vertex) {
                    _ if self.hidden => "rating hidden".to_owned(),
                    VertexKind::Horizon(_) => format!("estimate {rating} for {}", name(player)),
                    _ => format!("rating {rating} for {}", name(player)),
                }
            });
        let what = match graph.kind(vertex) {
            VertexKind::End => self.winners(vertex),
            VertexKind::Decision(mover) => format!("{} to move, {rating}", name(mover)),
            VertexKind::Chance(_) => format!("chance, {rating}"),
            VertexKind::Horizon(mover) => {
                format!("{} to move, stopped here by a limit, {rating}", name(mover))
            }
        };
        let mv = match (self.unfolding.parent(node), self.unfolding.edge(node)) {
            (Some(parent), Some(edge)) => {
                self.labels.move_text(self.unfolding.vertex(parent), edge)
            }
            _ => "start".to_owned(),
        };
        format!("{mv}: {position}, {what}")
    }
}

/// How large a node is.
pub fn node_size(view: &TreeView<'_>, vertex: Vertex) -> NodeSize {
    let text = view.node_text(vertex);
    let width = if view.labels.graph().kind(vertex) == VertexKind::End {
        text_width(&text, WINS_SIZE) + 26.0
    } else {
        text_width(&text, RATING_SIZE) + 50.0
    };
    NodeSize {
        width: width.max(72.0),
        height: NODE_HEIGHT,
    }
}

/// The box of a node whose middle is `at`.
pub fn node_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point) -> Rect {
    let size = node_size(view, view.unfolding.vertex(node));
    Rect::around(at, size.width, size.height)
}

/// Draws a node whose middle is `at`.
pub fn draw_node(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    drawn: NodeDrawn,
    at: Point,
) {
    let graph = view.labels.graph();
    let vertex = view.unfolding.vertex(drawn.node);
    let rect = node_rect(view, drawn.node, at);
    let seen_before = marks.is_seen_before(drawn.node);
    let ground = if seen_before { Ink::Soft } else { Ink::Panel };
    if drawn.selected {
        outline(drawing, rect.grown(5.0), 12.0, Stroke::new(2.0, Ink::Text));
    }
    match graph.kind(vertex) {
        VertexKind::End => draw_end(drawing, view, vertex, rect, ground),
        kind => {
            draw_inner(drawing, view, vertex, rect, ground, kind);
            draw_fold(drawing, view, drawn.node, vertex, rect);
        }
    }
    if seen_before {
        draw_seen_before(drawing, rect);
    }
}

fn outline(drawing: &mut Drawing, rect: Rect, rounding: f64, stroke: Stroke) {
    drawing.add(Shape::Box {
        rect,
        rounding,
        fill: None,
        stroke: Some(stroke),
    });
}

/// An end has a double border in the winner's colour and says who won.
fn draw_end(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect, ground: Ink) {
    let winners = end_winners(view.labels, vertex).unwrap_or_default();
    let mut players = winners.iter();
    let ink = match (players.next(), players.next()) {
        (Some(player), None) => Ink::Player(player, Shade::Full),
        _ => Ink::Dim,
    };
    drawing.add(Shape::Box {
        rect,
        rounding: 3.0,
        fill: Some(ground),
        stroke: Some(Stroke::new(2.5, ink)),
    });
    outline(drawing, rect.grown(-4.5), 1.0, Stroke::new(1.0, ink));
    drawing.text(
        rect.centre(),
        Anchor::Middle,
        view.winners(vertex),
        WINS_SIZE,
        ink,
        Weight::Strong,
    );
}

/// Who moves at the left, the rating at the right, a bar that shares itself between the players.
fn draw_inner(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    vertex: Vertex,
    rect: Rect,
    ground: Ink,
    kind: VertexKind,
) {
    let horizon = matches!(kind, VertexKind::Horizon(_));
    let border = if horizon { Ink::Dim } else { Ink::Line };
    drawing.add(Shape::Box {
        rect,
        rounding: 9.0,
        fill: Some(ground),
        stroke: Some(Stroke::new(1.2, border)),
    });
    let mark = Point::new(rect.min.x + 20.0, rect.centre().y - 4.0);
    match kind {
        VertexKind::Chance(_) => drawing.add(Shape::Polygon {
            points: vec![
                mark.moved(0.0, -10.0),
                mark.moved(7.0, 0.0),
                mark.moved(0.0, 10.0),
                mark.moved(-7.0, 0.0),
            ],
            fill: Some(Ink::Dim),
            stroke: None,
        }),
        _ => {
            if let Some(player) = kind.player() {
                let letter = player_letter(view.labels, player);
                drawing.player_mark(mark, 10.0, player, &letter);
            }
        }
    }
    drawing.text(
        Point::new(rect.max.x - 13.0, rect.centre().y - 4.0),
        Anchor::Right,
        view.node_text(vertex),
        RATING_SIZE,
        Ink::Text,
        Weight::Strong,
    );
    draw_bar(drawing, view, vertex, rect);
}

fn draw_bar(drawing: &mut Drawing, view: &TreeView<'_>, vertex: Vertex, rect: Rect) {
    if view.hidden {
        return;
    }
    let bar = Rect {
        min: Point::new(rect.min.x + 9.0, rect.max.y - 10.0),
        max: Point::new(rect.max.x - 9.0, rect.max.y - 6.0),
    };
    let mut left = bar.min.x;
    for (player, share) in shares(view, vertex) {
        let right = left + share * bar.width();
        if share > 0.0 {
            drawing.add(Shape::Box {
                rect: Rect {
                    min: Point::new(left, bar.min.y),
                    max: Point::new(right, bar.max.y),
                },
                rounding: if share >= 1.0 { 2.0 } else { 0.0 },
                fill: Some(Ink::Player(player, Shade::Full)),
                stroke: None,
            });
        }
        left = right;
    }
}

/// The players' ratings as shares of 1.
pub fn shares(view: &TreeView<'_>, vertex: Vertex) -> Vec<(Player, f64)> {
    let graph = view.labels.graph();
    let low = crate::game::to_f64(&graph.range().0);
    let ratings: Vec<(Player, f64)> = Player::all(graph.players())
        .map(|player| {
            let rating = view.analysis.ratings.rating(vertex, player).to_f64();
            (player, (rating - low).max(0.0))
        })
        .collect();
    let sum: f64 = ratings.iter().map(|(_, rating)| rating).sum();
    if sum <= 0.0 {
        return Vec::new();
    }
    ratings
        .into_iter()
        .map(|(player, rating)| (player, rating / sum))
        .collect()
}

/// Below a folded node: a triangle and how many nodes it hides.
fn draw_fold(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    vertex: Vertex,
    rect: Rect,
) {
    let graph = view.labels.graph();
    if graph.is_leaf(vertex) || view.unfolding.is_open(node) {
        return;
    }
    let top = Point::new(rect.centre().x, rect.max.y + 3.0);
    drawing.add(Shape::Polygon {
        points: vec![
            top.moved(0.0, 0.0),
            top.moved(9.0, 11.0),
            top.moved(-9.0, 11.0),
        ],
        fill: Some(Ink::Line),
        stroke: None,
    });
    let count = view.analysis.nodes.of(vertex);
    let hidden = count.to_u64().map(|nodes| nodes - 1);
    let text = hidden.map_or_else(
        || table_count(count),
        |hidden| table_count(crate::tree::Count::Exact(&[hidden])),
    );
    let text = format!("{}{text}", at_least(graph));
    // On a ground of its own, since lines to a neighbour's children pass here.
    let width = text_width(&text, FOLD_SIZE) + 4.0;
    drawing.add(Shape::Box {
        rect: Rect::around(top.moved(0.0, 20.0), width, 13.0),
        rounding: 3.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    drawing.text(
        top.moved(0.0, 20.0),
        Anchor::Middle,
        text,
        FOLD_SIZE,
        Ink::Dim,
        Weight::Normal,
    );
}

/// A small arrow that turns back, at the upper right corner.
fn draw_seen_before(drawing: &mut Drawing, rect: Rect) {
    let at = Point::new(rect.max.x - 10.0, rect.min.y - 8.0);
    let stroke = Stroke::new(1.4, Ink::Dim);
    drawing.add(Shape::Curve {
        points: [
            at.moved(6.0, 3.0),
            at.moved(7.0, -5.0),
            at.moved(-3.0, -6.0),
            at.moved(-5.0, 0.0),
        ],
        stroke,
    });
    drawing.add(Shape::Polygon {
        points: vec![
            at.moved(-6.0, 5.0),
            at.moved(-9.0, -1.5),
            at.moved(-1.5, -0.5),
        ],
        fill: Some(Ink::Dim),
        stroke: None,
    });
}

/// How heavy a move is drawn.
fn stroke_of(view: &TreeView<'_>, marks: &TreeMarks, child: UnfoldingNode) -> Stroke {
    if view.hidden {
        return Stroke::new(1.0, Ink::Dim);
    }
    if marks.on_best_line(child) {
        return Stroke::new(3.4, Ink::Text);
    }
    let (Some(parent), Some(edge)) = (view.unfolding.parent(child), view.unfolding.edge(child))
    else {
        return Stroke::new(1.0, Ink::Dim);
    };
    let best = best_edges(
        view.labels.graph(),
        &view.analysis.ratings,
        view.unfolding.vertex(parent),
    );
    if best.contains(&edge) {
        Stroke::new(2.2, Ink::Dim)
    } else {
        Stroke::new(1.0, Ink::Dim)
    }
}

/// Draws the move that leads from the node above, whose middle is `from`, to `child` at `to`.
pub fn draw_move(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    child: UnfoldingNode,
    from: Point,
    to: Point,
) {
    let start = from.moved(0.0, NODE_HEIGHT / 2.0);
    let end = to.moved(0.0, -NODE_HEIGHT / 2.0);
    let middle = f64::midpoint(start.y, end.y);
    drawing.add(Shape::Curve {
        points: [
            start,
            Point::new(start.x, middle),
            Point::new(end.x, middle),
            end,
        ],
        stroke: stroke_of(view, marks, child),
    });
}

/// Writes the move's name on it; apart from [`draw_move`], since names lie on top of every line.
pub fn draw_move_name(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    marks: &TreeMarks,
    child: UnfoldingNode,
    from: Point,
    to: Point,
) {
    let (Some(parent), Some(edge)) = (view.unfolding.parent(child), view.unfolding.edge(child))
    else {
        return;
    };
    let source = view.unfolding.vertex(parent);
    let mut text = move_words(&view.labels.move_text(source, edge)).replace(" → ", "→");
    if let VertexKind::Chance(_) = view.labels.graph().kind(source) {
        text = format!("{text} {}", view.labels.graph().probability(edge));
    }
    let start = from.moved(0.0, NODE_HEIGHT / 2.0);
    let end = to.moved(0.0, -NODE_HEIGHT / 2.0);
    // Most of the way down, where lines to siblings have parted.
    let at = Point::new(
        start.x + (end.x - start.x) * 0.78,
        start.y + (end.y - start.y) * 0.64,
    );
    let width = text_width(&text, MOVE_SIZE) + 8.0;
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, 18.0),
        rounding: 4.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    let best = marks.on_best_line(child) && !view.hidden;
    drawing.text(
        at,
        Anchor::Middle,
        text,
        MOVE_SIZE,
        if best { Ink::Text } else { Ink::Dim },
        if best { Weight::Strong } else { Weight::Normal },
    );
}
