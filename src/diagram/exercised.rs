//! An exercise's tree as a drawing: leaves with their values, inner nodes with a field to fill in,
//! and moves that are marked or crossed out. Right and wrong have an icon, never a color alone.

use super::decorated::{
    Decoration, EdgeDecoration, NAME_SIZE, NameDecoration, NodeDecoration, Standing, UNDER_SIZE,
    draw_cut, draw_decorated, draw_mover, draw_sign, draw_value, name_at,
};
use super::elements::NODE_HEIGHT;
use super::legend_entry::{LegendEntry, boxed, filled, of_rows, row, segments};
use super::marks::TreeMarks;
use super::measured_nodes::{MeasuredTree, NodeMeasures, ShownTree};
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::tree::{PlacedNode, far_in_sight};
use super::view::TreeView;
use crate::layout::shape::text_width;
use crate::layout::{Layout, TreeShape as LayoutShape};
use crate::tree::{UnfoldingNode, VertexKind};

const FIELD_WIDTH: f64 = 58.0;

const FIELD_HEIGHT: f64 = 30.0;

const FIELD_SIZE: f64 = 17.0;

const NUMBER_SIZE: f64 = 12.0;

/// The widths of a node with a field and of one without, and the minimum width of a leaf.
const WIDE: f64 = 116.0;

const NARROW: f64 = 62.0;

const LEAF: f64 = 62.0;

/// The additional width of chance nodes for their tips.
const TIPS: f64 = 22.0;

/// A field in a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Its text.
    pub text: String,
    /// The state of the answer.
    pub standing: Standing,
}

/// The marks on the move to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveMark {
    /// Marked as a best move.
    pub best: bool,
    /// Crossed: alpha-beta leaves it out.
    pub cut: bool,
    /// Whether keys mark this one.
    pub chosen: bool,
    /// The state of the mark, if it has a separate icon.
    pub standing: Standing,
}

/// A visible node, with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ExerciseSight {
    /// Its place.
    pub sight: PlacedNode,
    /// The value of a leaf.
    pub given: Option<String>,
    /// The field with the answer.
    pub field: Option<Field>,
    /// The state of the node as a whole, if it has no field.
    pub standing: Standing,
    /// The marks on the move to it.
    pub mark: MoveMark,
    /// Whether it is filled in now.
    pub current: bool,
    /// Whether it is skipped, since it is below a cut.
    pub faded: bool,
    /// The number of its blank on paper.
    pub number: Option<usize>,
    /// Whether the number is at the move, not at the node.
    pub mark_numbered: bool,
}

/// The width of a node, with or without a field.
fn width(view: &TreeView<'_>, node: UnfoldingNode, field: bool) -> f64 {
    let vertex = view.unfolding.vertex(node);
    let inner = if field { WIDE } else { NARROW };
    match view.labels.graph().kind(vertex) {
        VertexKind::End | VertexKind::Horizon(_) => {
            let winners = text_width(&view.winners(vertex), UNDER_SIZE);
            LEAF.max(winners + 18.0)
        }
        VertexKind::Chance(_) => inner + TIPS,
        VertexKind::Decision(_) => inner,
    }
}

/// The box of a node centered at `at`.
pub fn exercise_rect(view: &TreeView<'_>, node: UnfoldingNode, at: Point, field: bool) -> Rect {
    Rect::around(at, width(view, node, field), NODE_HEIGHT)
}

struct ExerciseTree<'a> {
    shown: ShownTree<'a>,
    field: bool,
}

impl LayoutShape for ExerciseTree<'_> {
    fn root(&self) -> u32 {
        self.shown.root()
    }

    fn numbers(&self) -> usize {
        self.shown.numbers()
    }

    fn degree(&self, node: u32) -> usize {
        self.shown.degree(node)
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.shown.child(node, index)
    }

    fn width(&self, node: u32) -> f64 {
        let own = width(self.shown.0, UnfoldingNode(node), self.field);
        // The name of the move fits, with its icon beside it.
        let name = self.shown.0.move_name(UnfoldingNode(node));
        let name = name.map_or(0.0, |name| text_width(&name, NAME_SIZE) + 12.0);
        own.max(name)
    }
}

/// Lays out an exercise's tree; `field` says whether its nodes have fields.
pub fn lay_out_exercise(view: &TreeView<'_>, field: bool) -> Layout {
    let shown = ShownTree(view);
    Layout::new(&ExerciseTree { shown, field }, ShownTree::SPACING)
}

/// All nodes of an exercise's tree, with their places.
pub fn exercise_sights(layout: &Layout, view: &TreeView<'_>) -> Vec<PlacedNode> {
    let (looks, marks) = (NodeMeasures::default(), TreeMarks::default());
    let tree = MeasuredTree {
        view,
        looks: &looks,
        marks: &marks,
    };
    let scene = layout.extent().grown(100.0);
    far_in_sight(layout, &tree, scene, 1.0, 0.0).nodes
}

/// The bounding rectangle.
pub fn exercise_bounds(layout: &Layout) -> Rect {
    layout.extent().grown(14.0)
}

/// Draws the tree.
pub fn draw_exercise(drawing: &mut Drawing, view: &TreeView<'_>, sights: &[ExerciseSight]) {
    let decorations: Vec<_> = sights.iter().map(|sight| decoration(view, sight)).collect();
    draw_decorated(
        drawing,
        view,
        &decorations,
        true,
        |drawing, index, rect, kind| match kind {
            VertexKind::End | VertexKind::Horizon(_) => {
                draw_leaf(drawing, view, &sights[index], rect, kind);
            }
            _ => draw_inner(drawing, view, &sights[index], rect, kind),
        },
    );
    for sight in sights {
        let at = match (sight.mark_numbered, sight.sight.above) {
            (true, Some(above)) => {
                let name = view.move_name(sight.sight.node).unwrap_or_default();
                let half = text_width(&name, NAME_SIZE) / 2.0 + 16.0;
                name_at(above, sight.sight.at).moved(-half, 0.0)
            }
            _ => {
                let field = sight.field.is_some();
                let rect = exercise_rect(view, sight.sight.node, sight.sight.at, field);
                rect.min.moved(8.0, 0.0)
            }
        };
        draw_number(drawing, at, sight.number);
    }
}

fn decoration(view: &TreeView<'_>, sight: &ExerciseSight) -> Decoration {
    let kind = kind(view, sight.sight.node);
    let MoveMark {
        best,
        cut,
        chosen,
        standing,
    } = sight.mark;
    let stroke = match (best, sight.faded || cut) {
        (true, _) => Stroke::new(4.0, Ink::Text),
        (false, true) => Stroke::new(1.0, Ink::Line),
        (false, false) => Stroke::new(1.4, Ink::Dim),
    };
    let (ink, weight) = match (best || chosen, sight.faded) {
        (true, _) => (Ink::Text, Weight::Strong),
        (false, false) => (Ink::Text, Weight::Normal),
        (false, true) => (Ink::Dim, Weight::Normal),
    };
    let border = match (kind, sight.faded) {
        (VertexKind::Horizon(_), _) => Stroke::dashed(1.3, Ink::Dim, 4.0),
        (_, true) => Stroke::new(1.0, Ink::Line),
        (VertexKind::End, _) => Stroke::new(2.0, Ink::Dim),
        _ => Stroke::new(1.3, Ink::Dim),
    };
    Decoration {
        sight: sight.sight,
        edge: EdgeDecoration {
            stroke,
            is_heavy: best || chosen,
            has_arrow: best,
            is_cut: cut,
        },
        name: NameDecoration {
            ink,
            weight,
            is_framed: chosen,
            standing,
        },
        node: NodeDecoration {
            rect: exercise_rect(
                view,
                sight.sight.node,
                sight.sight.at,
                sight.field.is_some(),
            ),
            fill: if sight.faded { Ink::Ground } else { Ink::Panel },
            border,
            ring: sight.current.then(|| Stroke::new(3.2, Ink::Text)),
        },
    }
}

fn kind(view: &TreeView<'_>, node: UnfoldingNode) -> VertexKind {
    view.labels.graph().kind(view.unfolding.vertex(node))
}

/// The rectangle in which the move to a node is clicked.
pub fn exercise_move_rect(view: &TreeView<'_>, sight: &PlacedNode) -> Option<Rect> {
    let name = view.move_name(sight.node).unwrap_or_default();
    let at = name_at(sight.above?, sight.at);
    let width = text_width(&name, NAME_SIZE).max(20.0) + 20.0;
    let mut rect = Rect::around(at, width, 30.0);
    rect.max.y = sight.at.y - NODE_HEIGHT / 2.0 - 1.0;
    Some(rect)
}

/// The number of a blank, small, at a free place.
fn draw_number(drawing: &mut Drawing, at: Point, number: Option<usize>) {
    let Some(number) = number else { return };
    let text = number.to_string();
    let width = text_width(&text, NUMBER_SIZE) + 8.0;
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, 15.0),
        rounding: 7.5,
        fill: Some(Ink::Ground),
        stroke: Some(Stroke::new(0.8, Ink::Dim)),
    });
    drawing.text(at, Anchor::Middle, text, NUMBER_SIZE, Ink::Text);
}

/// The value of a leaf, and its winner.
fn draw_leaf(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    sight: &ExerciseSight,
    rect: Rect,
    kind: VertexKind,
) {
    let under = match kind {
        // Its payoffs are given.
        VertexKind::End if !view.labels.graph().has_winners() => "payoffs".to_owned(),
        VertexKind::End => view.winners(view.unfolding.vertex(sight.sight.node)),
        _ => "estimate".to_owned(),
    };
    let ink = if sight.faded { Ink::Dim } else { Ink::Text };
    draw_value(
        drawing,
        rect,
        sight.given.clone().unwrap_or_default(),
        under,
        ink,
    );
}

/// The mover at the left, the field, and its icon.
fn draw_inner(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    sight: &ExerciseSight,
    rect: Rect,
    kind: VertexKind,
) {
    let inset = match kind {
        VertexKind::Chance(_) => TIPS / 2.0,
        _ => 0.0,
    };
    let own = sight.field.as_ref().map(|field| field.standing);
    let standing = match sight.faded {
        true => Standing::Open,
        false => own.unwrap_or(sight.standing),
    };
    let signed = !matches!(standing, Standing::Open | Standing::Given);
    let field = sight.field.as_ref().filter(|_| !sight.faded);
    let mark = match (field, signed) {
        (Some(_), _) => Point::new(rect.min.x + inset + 17.0, rect.centre().y),
        (None, true) => rect.centre().moved(-11.0, 0.0),
        (None, false) => rect.centre(),
    };
    draw_mover(drawing, view, kind, mark, sight.faded);
    let Some(field) = field else {
        draw_sign(drawing, rect.centre().moved(13.0, 0.0), standing);
        return;
    };
    let left = mark.x + 16.0;
    let box_ = Rect {
        min: Point::new(left, rect.centre().y - FIELD_HEIGHT / 2.0),
        max: Point::new(left + FIELD_WIDTH, rect.centre().y + FIELD_HEIGHT / 2.0),
    };
    let stroke = match (sight.current, field.standing) {
        (true, _) => Stroke::new(2.0, Ink::Text),
        (_, Standing::Open) => Stroke::dashed(1.2, Ink::Dim, 3.0),
        (_, Standing::Wrong) => Stroke::new(1.8, Ink::Text),
        _ => Stroke::new(1.0, Ink::Line),
    };
    drawing.add(Shape::Box {
        rect: box_,
        rounding: 4.0,
        fill: Some(Ink::Ground),
        stroke: Some(stroke),
    });
    let text = &field.text;
    if !text.is_empty() {
        let size = FIELD_SIZE.min((FIELD_WIDTH - 6.0) / text_width(text, 1.0).max(0.1));
        let weight = match field.standing {
            Standing::Shown => Weight::Normal,
            _ => Weight::Strong,
        };
        let at = box_.centre();
        drawing.weighted_text(at, Anchor::Middle, text, size, Ink::Text, weight);
    }
    let sign = Point::new(box_.max.x + 11.0, rect.centre().y);
    draw_sign(drawing, sign, field.standing);
}

/// The marks of an exercise that the legend explains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExerciseMarks {
    /// Nodes have fields.
    pub fields: bool,
    /// Best moves are marked.
    pub best: bool,
    /// Moves are crossed.
    pub cuts: bool,
    /// Something was checked.
    pub checked: bool,
    /// Right answers were shown.
    pub shown: bool,
    /// There are leaves where a limit stopped the tree.
    pub estimates: bool,
}

/// The legend for the marks of an exercise.
pub fn exercise_legend(marks: ExerciseMarks) -> Vec<LegendEntry> {
    let middle = Point::new(11.0, 0.0);
    let frame = |sign: &mut Drawing, stroke: Stroke| {
        boxed(sign, [22.0, 14.0], 3.0, Some(Ink::Ground), Some(stroke));
    };
    let checked = |occurs, text: &str, standing| {
        row(occurs, 22.0, text, |sign| {
            draw_sign(sign, middle, standing);
        })
    };
    of_rows([
        row(marks.fields, 22.0, "blank", |sign| {
            frame(sign, Stroke::dashed(1.2, Ink::Dim, 3.0));
        }),
        row(marks.best, 22.0, "marked best", |sign| {
            segments(
                sign,
                Stroke::new(4.0, Ink::Text),
                [[(0.0, 0.0), (18.0, 0.0)]],
            );
            filled(sign, Ink::Text, [(22.0, 0.0), (13.0, -6.0), (13.0, 6.0)]);
        }),
        row(marks.cuts, 22.0, "cut", |sign| draw_cut(sign, middle)),
        row(marks.estimates, 22.0, "ply limit: estimate given", |sign| {
            frame(sign, Stroke::dashed(1.3, Ink::Dim, 4.0));
            sign.strong_text(middle, Anchor::Middle, "1", 10.0, Ink::Text);
        }),
        checked(marks.checked, "correct", Standing::Right),
        checked(marks.checked, "wrong", Standing::Wrong),
        checked(marks.shown, "answer shown", Standing::Shown),
    ])
}
