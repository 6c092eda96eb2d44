//! The content of a picture, independent of its format: frame, texts and shapes. Shapes are passed
//! on one by one, so that the picture of a large tree is never held in memory. For renderers they
//! are outlines of lines and curves.

use std::io;

use super::board::{self, BoardRoom, draw_node_boards};
use super::text::heading;
use super::{Appearance, Figure};
use crate::diagram::{
    Drawing, GrowthDirection, Ink, MOVE_SIZE, MeasuredTree, NodeMeasures, Palette, PlacedNode,
    Point, Rect, Shape, ShownTree, Stroke, TreeDrawn, TreeMarks, TreeView, draw_tree, fold_rect,
    in_sight, interval_text, legend, node_rect, place_legend, tree_bounds,
};
use crate::game::{Refusal, visible};
use crate::layout::Layout;
use crate::session::Rated;
use crate::tree::{EndsByWinners, Unfolding, UnfoldingNode};
use crate::words::plural;

/// Around everything, in scene units.
const MARGIN: f64 = 12.0;
/// Between the tree and the legend.
pub(super) const ABOVE_LEGEND: f64 = 14.0;
/// The legend of a narrower tree is as wide as this.
pub(super) const MIN_LEGEND: f64 = 480.0;
/// The radius of the ring around a node.
const AROUND: f64 = 11.0;
/// Maximum number of positions for counting the ends below folds, which takes a sweep over all
/// positions.
const MAX_COUNTED: usize = 2_000_000;
/// Maximum characters of the best line in the description.
const MAX_LINE: usize = 300;

/// A picture, ready to be written.
pub(super) trait Scene {
    /// The bounding rectangle.
    fn frame(&self) -> Rect;

    /// The area behind everything.
    fn ground(&self) -> Shape {
        Shape::Box {
            rect: self.frame(),
            rounding: 0.0,
            fill: Some(Ink::Ground),
            stroke: None,
        }
    }

    /// The title.
    fn title(&self) -> &str;

    /// The description, in a sentence or two.
    fn words(&self) -> &str;

    /// The requested size and colors.
    fn appearance(&self) -> Appearance {
        Appearance::default()
    }

    /// The scale of its units relative to 1/96 inch.
    fn enlarged(&self) -> f64 {
        self.appearance().enlarged(self.frame().width())
    }

    /// The colors of its inks.
    fn palette(&self) -> &'static Palette {
        self.appearance().palette()
    }

    /// Whether it has positions in its nodes, which could be hidden to save room.
    fn shows_positions(&self) -> bool {
        false
    }

    /// Why it can't have the requested size, with the fix.
    fn fault(&self) -> Option<Refusal> {
        self.appearance()
            .fault(self.frame().width(), self.shows_positions())
    }

    /// The nodes of the tree that it shows, with their places.
    fn sights(&self) -> &[PlacedNode] {
        &[]
    }

    /// Draws it: `each` receives the shapes in painting order.
    ///
    /// # Errors
    /// The error of `each`, after which drawing stops.
    fn draw(&self, each: &mut dyn FnMut(&Drawing) -> io::Result<()>) -> io::Result<()>;

    /// The font size of move names, in points.
    fn font_size(&self) -> f64 {
        self.enlarged() * MOVE_SIZE * 72.0 / 96.0
    }

    /// The font size of its smallest text, in points.
    fn min_font_size(&self) -> f64 {
        let mut min = MOVE_SIZE;
        let drawn = self.draw(&mut |drawing| {
            let sizes = drawing.shapes.iter().filter_map(|shape| match shape {
                Shape::Text(text) => Some(text.size),
                _ => None,
            });
            min = sizes.fold(min, f64::min);
            Ok(())
        });
        // No text of an unfinished drawing is smaller than those of the whole.
        drawn.ok();
        self.enlarged() * min * 72.0 / 96.0
    }
}

/// Why a picture can't be written, with the remedy, which `also` adds to; `None` if it can, as a
/// board alone always can.
pub(super) fn fault_of(
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
    also: impl FnOnce(&dyn Scene) -> Option<Refusal>,
) -> Option<Refusal> {
    if figure.alone.is_some() {
        return None;
    }
    with_tree(rated, unfolding, figure, |scene| {
        scene.fault().or_else(|| also(scene))
    })
}

/// The font size of move names in the picture of a tree, in points.
pub fn font_size(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> f64 {
    with_tree(rated, unfolding, figure, |scene| scene.font_size())
}

/// The font size of the smallest text in the picture of a tree, in points; of move names alone where
/// the tree has more than 20,000 nodes.
pub fn min_font_size(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> f64 {
    with_tree(rated, unfolding, figure, |scene| {
        match scene.sights().len() {
            ..=MAX_TRIMMED => scene.min_font_size(),
            _ => scene.font_size(),
        }
    })
}

/// A frame with its margins, centered in the requested size if that is larger.
pub(super) fn margined(frame: Rect, appearance: &Appearance) -> Rect {
    let mut frame = frame.grown(MARGIN);
    let [width, height] = appearance.size(frame.width(), frame.height());
    let [x, y] = [width - frame.width(), height - frame.height()].map(|free| free.max(0.0) / 2.0);
    frame.min = Point::new(frame.min.x - x, frame.min.y - y);
    frame.max = Point::new(frame.max.x + x, frame.max.y + y);
    frame
}

/// Makes the picture of the shown nodes of an unfolding, or of the figure's board alone, and hands
/// it to `then`.
pub(super) fn with_picture<T>(
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
    then: impl FnOnce(&dyn Scene) -> T,
) -> T {
    match figure.alone {
        None => with_tree(rated, unfolding, figure, then),
        Some(node) => then(&board::scene(rated, unfolding, node, figure)),
    }
}

/// A tree with its legend.
struct TreeScene<'a> {
    view: TreeView<'a>,
    rated: &'a Rated,
    looks: NodeMeasures,
    marks: TreeMarks,
    sights: Vec<PlacedNode>,
    boards: Option<BoardRoom>,
    below: Drawing,
    frame: Rect,
    appearance: Appearance,
    title: String,
    text: String,
}

/// Makes the picture of the shown nodes of an unfolding, and hands it to `then`.
pub(super) fn with_tree<T>(
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
    then: impl FnOnce(&dyn Scene) -> T,
) -> T {
    let graph = rated.graph.graph();
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    let line = figure.best_line(rated, root);
    let (show, appearance) = (figure.show, figure.appearance);
    let boards = show.boards.then(|| BoardRoom::of(rated, root)).flatten();
    let mut view = figure.view(rated, unfolding);
    if let Some(room) = &boards {
        room.add_to(&mut view.elements);
    }
    let marks = TreeMarks::new(&view, &line);
    // A line for proven intervals, if any node has one.
    let mut vertices = unfolding.preorder().map(|node| unfolding.vertex(node));
    view.elements.intervals = show.intervals
        && marks.occurring().unproven
        && vertices.any(|vertex| interval_text(&view, vertex).is_some());
    let wanted = marks.occurring().folds && show.ends && !figure.hidden;
    let ends = (wanted && graph.len() <= MAX_COUNTED).then(|| EndsByWinners::new(graph));
    view.ends = ends.as_ref();
    let looks = NodeMeasures::default();
    let shape = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let mut layout = Layout::new(&shape, ShownTree::spacing(&view.elements));
    layout.set_rows(looks.rows(&view));
    let bounds = tree_bounds(&layout, &shape);
    let sights = in_sight(&layout, &shape, bounds);
    let bounds = match view.style.flow {
        GrowthDirection::Down => bounds,
        GrowthDirection::Right => columns(&view, &sights, bounds),
    };
    let bounds = trimmed(&shape, &sights, bounds);
    let mut frame = bounds;
    let mut below = Drawing::default();
    if show.legend {
        let around = bounds.grown(MARGIN);
        let [room, _] = appearance.size(around.width(), around.height());
        let room = match appearance.width {
            None => room.max(MIN_LEGEND + 2.0 * MARGIN),
            Some(_) => room,
        };
        let width = bounds.width().max(room - 2.0 * MARGIN);
        let mut entries = legend(&view, &marks);
        let dice = boards.as_ref().and_then(|room| room.legend(rated));
        entries.extend(dice);
        let placed = place_legend(&entries, width, 0.0);
        let left = (bounds.centre().x - placed.width / 2.0).min(bounds.min.x);
        let top = bounds.max.y + ABOVE_LEGEND;
        below.append(&placed.drawing, left, top);
        frame.min.x = frame.min.x.min(left);
        frame.max.x = frame.max.x.max(left + placed.width);
        frame.max.y = top + placed.height;
    }
    let text = tree_words(rated, &view, sights.len(), &line);
    then(&TreeScene {
        view,
        rated,
        looks,
        marks,
        sights,
        boards,
        below,
        frame: margined(frame, &appearance),
        appearance,
        title: heading(rated, unfolding, figure.title),
        text,
    })
}

/// The bounds of a tree that grows to the right, without empty space. Columns are as wide as the
/// widest node, and the first and the last may not contain it.
fn columns(view: &TreeView<'_>, sights: &[PlacedNode], bounds: Rect) -> Rect {
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for sight in sights {
        let node = node_rect(view, sight.node, sight.at).grown(AROUND);
        left = left.min(node.min.x);
        right = right.max(node.max.x);
        if let Some(fold) = fold_rect(view, sight.node, sight.at) {
            right = right.max(fold.max.x);
        }
    }
    Rect {
        min: Point::new(left.min(bounds.max.x), bounds.min.y),
        max: Point::new(right.max(bounds.min.x), bounds.max.y),
    }
}

/// Maximum number of nodes of a tree that is drawn once to find its bounds.
const MAX_TRIMMED: usize = 20_000;

/// The bounds without the empty space beside the outermost nodes: the layout leaves as much on one
/// side of a node as a name or the cost of a blunder needs on the other one.
fn trimmed(tree: &MeasuredTree<'_>, sights: &[PlacedNode], bounds: Rect) -> Rect {
    if sights.len() > MAX_TRIMMED {
        return bounds;
    }
    let drawn = TreeDrawn {
        names: tree.view.elements.moves,
        counts: true,
        ..TreeDrawn::default()
    };
    let mut drawing = Drawing::default();
    let mut around: Option<Rect> = None;
    draw_tree(&mut drawing, tree, sights, drawn, |drawing| {
        let rects = drawing.shapes.drain(..).map(|shape| shape.rect());
        around = around.into_iter().chain(rects).reduce(Rect::and);
    });
    let around = around.unwrap_or(bounds).grown(AROUND);
    let mut trimmed = bounds;
    match tree.view.style.flow {
        GrowthDirection::Down => {
            trimmed.min.x = bounds.min.x.max(around.min.x);
            trimmed.max.x = bounds.max.x.min(around.max.x);
        }
        GrowthDirection::Right => {
            trimmed.min.y = bounds.min.y.max(around.min.y);
            trimmed.max.y = bounds.max.y.min(around.max.y);
        }
    }
    trimmed
}

/// A tree in a sentence or two, for who doesn't see it.
fn tree_words(
    rated: &Rated,
    view: &TreeView<'_>,
    shown: usize,
    line: &[crate::tree::Edge],
) -> String {
    let root = view.unfolding.vertex(UnfoldingNode::ROOT);
    let s = plural(shown, "", "s");
    let position = rated.graph.position_text(root);
    let mut phrase = format!(
        "A game tree of {shown} node{s} below {}.",
        visible(&position)
    );
    if view.hidden {
        phrase.push_str(" Ratings are hidden.");
        return phrase;
    }
    if let Some(player) = view.rated_player(root) {
        let rating = view.rating_of(root, player);
        phrase.push_str(&format!(" Rating for {}: {rating}.", view.name(player)));
    }
    if view.elements.best_line && view.elements.moves && !line.is_empty() {
        let max = &line[..line.len().min(MAX_LINE)];
        let text = rated.graph.line_text(root, max);
        let text = crate::words::shortened(&visible(&text), MAX_LINE);
        phrase.push_str(&format!(" Best line: {text}."));
    }
    phrase
}

impl Scene for TreeScene<'_> {
    fn frame(&self) -> Rect {
        self.frame
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn words(&self) -> &str {
        &self.text
    }

    fn shows_positions(&self) -> bool {
        self.view.elements.positions
    }

    fn appearance(&self) -> Appearance {
        self.appearance
    }

    fn sights(&self) -> &[PlacedNode] {
        &self.sights
    }

    fn draw(&self, each: &mut dyn FnMut(&Drawing) -> io::Result<()>) -> io::Result<()> {
        let drawn = TreeDrawn {
            selected: None,
            names: self.view.elements.moves,
            counts: true,
            ..TreeDrawn::default()
        };
        let mut written = Ok(());
        let mut drawing = Drawing::default();
        let Self {
            view,
            looks,
            marks,
            sights,
            ..
        } = self;
        let tree = MeasuredTree { view, looks, marks };
        draw_tree(&mut drawing, &tree, sights, drawn, |drawing| {
            if written.is_ok() {
                written = each(drawing);
            }
            drawing.shapes.clear();
        });
        written?;
        if let Some(room) = &self.boards {
            draw_node_boards(self.rated, view, room, sights, each)?;
        }
        each(&self.below)
    }
}

/// A picture that was drawn beforehand.
pub(super) struct DrawnScene {
    pub drawing: Drawing,
    pub frame: Rect,
    pub appearance: Appearance,
    pub title: String,
    pub text: String,
}

impl Scene for DrawnScene {
    fn frame(&self) -> Rect {
        self.frame
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn words(&self) -> &str {
        &self.text
    }

    fn appearance(&self) -> Appearance {
        self.appearance
    }

    fn draw(&self, each: &mut dyn FnMut(&Drawing) -> io::Result<()>) -> io::Result<()> {
        each(&self.drawing)
    }
}

/// Receives the outlines.
pub(super) trait Pen {
    /// Starts a new outline.
    fn move_to(&mut self, to: (f64, f64));
    /// Continues with a straight line.
    fn line_to(&mut self, to: (f64, f64));
    /// Continues with a cubic curve with two control points.
    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64));
    /// Closes the outline.
    fn close(&mut self);
}

/// Hands outlines on to another pen, enlarged and then moved.
pub(super) struct Placed<'a> {
    /// The other pen.
    pub pen: &'a mut dyn Pen,
    /// The place of the origin.
    pub origin: (f64, f64),
    /// The scale factors across and down.
    pub scale: (f64, f64),
}

impl Placed<'_> {
    fn of(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (origin, scale) = (self.origin, self.scale);
        (origin.0 + x * scale.0, origin.1 + y * scale.1)
    }
}

impl Pen for Placed<'_> {
    fn move_to(&mut self, to: (f64, f64)) {
        self.pen.move_to(self.of(to));
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.pen.line_to(self.of(to));
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        self.pen
            .curve_to(self.of(first), self.of(second), self.of(to));
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// The distance of the control points of a quarter circle from its ends, in radii.
const QUARTER: f64 = 0.552_284_749_8;

/// Draws the outline of a shape; a text has none. Returns its stroke.
pub(super) fn trace(shape: &Shape, pen: &mut dyn Pen) -> Option<Stroke> {
    let pair = |point: &Point| (point.x, point.y);
    match shape {
        Shape::Polygon { points, stroke, .. } => {
            for (index, point) in points.iter().enumerate() {
                match index {
                    0 => pen.move_to(pair(point)),
                    _ => pen.line_to(pair(point)),
                }
            }
            pen.close();
            *stroke
        }
        Shape::Box {
            rect,
            rounding,
            stroke,
            ..
        } => {
            let max = rect.width().min(rect.height()) / 2.0;
            round(pen, (pair(&rect.min), pair(&rect.max)), rounding.min(max));
            *stroke
        }
        Shape::Disc { centre, radius, .. } => {
            let corner = |by: f64| (centre.x + by, centre.y + by);
            round(pen, (corner(-radius), corner(*radius)), *radius);
            None
        }
        Shape::Curve { points, stroke } => {
            pen.move_to(pair(&points[0]));
            pen.curve_to(pair(&points[1]), pair(&points[2]), pair(&points[3]));
            Some(*stroke)
        }
        Shape::Segment { points, stroke } => {
            pen.move_to(pair(&points[0]));
            pen.line_to(pair(&points[1]));
            Some(*stroke)
        }
        Shape::Text(_) => None,
    }
}

/// A rectangle with round corners, clockwise from its upper edge.
fn round(pen: &mut dyn Pen, ((left, top), (right, bottom)): ((f64, f64), (f64, f64)), by: f64) {
    let near = by * (1.0 - QUARTER);
    // Each corner: its start, its two control points, and its end.
    let corners = [
        [
            (right - by, top),
            (right - near, top),
            (right, top + near),
            (right, top + by),
        ],
        [
            (right, bottom - by),
            (right, bottom - near),
            (right - near, bottom),
            (right - by, bottom),
        ],
        [
            (left + by, bottom),
            (left + near, bottom),
            (left, bottom - near),
            (left, bottom - by),
        ],
        [
            (left, top + by),
            (left, top + near),
            (left + near, top),
            (left + by, top),
        ],
    ];
    pen.move_to((left + by, top));
    for [from, first, second, to] in corners {
        pen.line_to(from);
        if by > 0.0 {
            pen.curve_to(first, second, to);
        }
    }
    pen.close();
}
