//! Boards and facts of nodes in views: a cache of the boards drawn in nodes, and two boards side by
//! side with their differing places outlined (for a comparison of rules, or a check). Tooltips come
//! on hover, after a delay, beside their subject, and never over important parts; that of a node shows its
//! facts as names and values.

use std::sync::Arc;

use eframe::egui::{
    self, Align, Align2, Context, Event, Id, Rect, RectAlign, Response, Role, Sense, Stroke,
    Tooltip, Ui, Vec2,
};
use rustc_hash::FxHashMap;

use super::table::{BODY, SMALL};
use super::tool::Cx;
use crate::app::base::paint::paint;
use crate::app::base::{
    Identified as _, TOOLTIP_DELAY, Transform, ids, name_region, player_mark, size, strong,
};
use crate::diagram::{
    BoardDiagram, BoardMarks, NodeFacts, TreeMarks, board, board_radius, board_thumbnail,
    captured_dice, node_facts,
};
use crate::game::{Picture, visible};
use crate::session::Rated;
use crate::tree::{UnfoldingNode, Vertex, VertexKind};

/// Paints a board into `room`, as large as it fits.
pub(crate) fn paint_in(
    painter: &egui::Painter,
    cx: &Cx<'_>,
    board: &BoardDiagram,
    room: egui::Rect,
) {
    let bounds = board.bounds_of_places().grown(0.5);
    let within = Transform::fit(bounds, room, f64::INFINITY);
    paint(painter, &within, cx.theme, &board.drawing);
}

/// Maximum number of cached boards; the cache is cleared when full.
const MAX: usize = 400;
/// The size of the drawings, in their own units, including a margin that isn't shown.
const SIZE: [f64; 2] = [72.0, 42.0];

/// The boards of some positions.
#[derive(Default)]
pub(crate) struct NodeBoards {
    made: FxHashMap<Vertex, Option<BoardDiagram>>,
}

impl NodeBoards {
    /// Forgets them: another graph.
    pub(crate) fn clear(&mut self) {
        self.made.clear();
    }

    /// The board of a position; `None` if its picture has no places.
    pub(crate) fn of(&mut self, rated: &Rated, vertex: Vertex) -> Option<&BoardDiagram> {
        if self.made.len() > MAX {
            self.made.clear();
        }
        let made = self.made.entry(vertex).or_insert_with(|| {
            let picture = rated.graph.picture(vertex);
            (!picture.cells.is_empty()).then(|| {
                let radius = board_radius(&picture, SIZE[0], SIZE[1]);
                board_thumbnail(&picture, radius)
            })
        });
        made.as_ref()
    }
}

/// The height of a name above a board, and of the figures below it.
const NAME: f32 = 20.0;
const FIGURES: f32 = 18.0;
/// The height of captured dice below a board, and the edge of one.
const CAPTURED: f64 = 28.0;
const DIE: f64 = 9.0;
/// Between the boards.
const GAP: f32 = 12.0;

/// One of two boards.
pub(crate) struct BoardCard<'a> {
    /// The name above it.
    pub name: String,
    /// The figures below its name.
    pub figures: String,
    /// All of it in a sentence.
    pub text: String,
    /// The board.
    pub picture: &'a Picture,
}

/// The places in which two pictures differ.
pub(crate) fn apart(pictures: [&Picture; 2]) -> Vec<usize> {
    let both = pictures[0].cells.iter().zip(&pictures[1].cells);
    let apart = both.enumerate().filter(|(_, (a, b))| a.label != b.label);
    apart.map(|(index, _)| index).collect()
}

/// The boards as they were drawn last.
#[derive(Default)]
pub(crate) struct BoardPair {
    drawn: Option<([Picture; 2], f64, [BoardDiagram; 2])>,
}

impl BoardPair {
    /// Shows both boards, each at most `max` high, with their differing places outlined.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        cards: &[BoardCard<'_>; 2],
        apart: &[usize],
        max: f32,
    ) {
        let width = (ui.available_width() - GAP) / 2.0;
        let inner = f64::from(width - 16.0);
        let radius = cards
            .iter()
            .map(|card| board_radius(card.picture, inner, f64::from(max)))
            .fold(f64::MAX, f64::min);
        let is_drawn = |pictures: &[Picture; 2]| {
            let both = pictures.iter().zip(cards);
            both.into_iter().all(|(drawn, card)| drawn == card.picture)
        };
        let current = self
            .drawn
            .take()
            .filter(|(pictures, drawn, _)| *drawn == radius && is_drawn(pictures));
        let (pictures, radius, diagrams) = current.unwrap_or_else(|| {
            let pictures = [0, 1].map(|side: usize| cards[side].picture.clone());
            let captured = pictures.iter().any(|picture| picture.captured.is_some());
            let draw = |picture: &Picture| {
                let mut diagram = board(picture, &[], &BoardMarks::default(), radius);
                if captured {
                    let bounds = &mut diagram.bounds;
                    bounds.max.y += CAPTURED;
                    let (x, y) = (bounds.centre().x, bounds.max.y - CAPTURED / 2.0);
                    let dice = captured_dice(picture, DIE);
                    diagram.drawing.append(&dice, x, y);
                }
                diagram
            };
            let diagrams = [draw(&pictures[0]), draw(&pictures[1])];
            (pictures, radius, diagrams)
        });
        let drawn = pictures.iter().any(|picture| !picture.cells.is_empty());
        let highest = diagrams.iter().map(|diagram| diagram.bounds.height());
        let room = match drawn {
            true => highest.fold(0.0, f64::max) as f32,
            false => 44.0,
        };
        let height = NAME + FIGURES + room + 14.0;
        let (rect, _) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
        for side in [0, 1] {
            let left = rect.left() + side as f32 * (width + GAP);
            let place = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(width, height));
            let card = (&cards[side], &diagrams[side]);
            card_ui(ui, cx, (side, place), card, apart);
        }
        self.drawn = Some((pictures, radius, diagrams));
    }
}

/// One board with its name above it and its figures below that.
fn card_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (side, rect): (usize, Rect),
    (card, diagram): (&BoardCard<'_>, &BoardDiagram),
    apart: &[usize],
) {
    let id = Id::unique("one of two boards").with(side);
    let response = ui
        .interact(rect, id, Sense::hover())
        .called(Role::Label, &card.text)
        .identified(&ids::board_of(side));
    let mut cells = cx.line_in(ui, rect);
    cells.painter.shrink_clip_rect(rect);
    let painter = &cells.painter;
    let (stroke, inside) = (Stroke::new(1.0, cx.theme.line), egui::StrokeKind::Inside);
    painter.rect(rect, 6.0, cx.theme.panel, stroke, inside);
    let inner = rect.shrink2(Vec2::new(10.0, 6.0));
    let line = |top: f32, height: f32| {
        Rect::from_min_size(
            inner.left_top() + Vec2::new(0.0, top),
            Vec2::new(inner.width(), height),
        )
    };
    cells.print_left(line(0.0, NAME), BODY.strong(true), &card.name);
    cells.print_left(line(NAME, FIGURES), SMALL, &card.figures);
    let below = Rect::from_min_max(
        egui::pos2(inner.left(), inner.top() + NAME + FIGURES),
        inner.max,
    );
    if card.picture.cells.is_empty() {
        let text = visible(&card.picture.text);
        cells.put(below, Align::Center, BODY, &text);
    } else {
        let middle = diagram.bounds.centre();
        let transform = Transform::moved(
            (below.center().to_vec2() - Vec2::new(middle.x as f32, middle.y as f32)).round(),
        );
        paint(painter, &transform, cx.theme, &diagram.drawing);
        for corners in apart.iter().filter_map(|index| diagram.places.get(*index)) {
            let corners = corners.iter();
            let corners = corners.map(|corner| transform.screen_from_scene(*corner));
            let stroke = Stroke::new(3.0, cx.theme.text);
            painter.add(egui::Shape::closed_line(corners.collect(), stroke));
        }
    }
    response.on_hover_text(&card.text);
}

/// The gap between a tooltip and its subject, in points.
const TIP_GAP: f32 = 8.0;
/// A delay that never ends, in seconds; used until the pointer moves.
const NEVER: f32 = 1e6;
/// The assumed size of a tooltip before its first frame.
const USUAL: Vec2 = Vec2::new(300.0, 170.0);

/// The places of a tooltip that doesn't fit beside its subject.
const CORNERS: [Align2; 4] = [
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
];

/// The areas that tooltips avoid, and whether there are any now.
#[derive(Clone, Debug, Default)]
struct TipRoom {
    /// Something was pressed or turned, and the pointer hasn't moved since.
    quiet: bool,
    /// The areas that tooltips must not cover.
    kept: Arc<[Rect]>,
    /// The area that must contain them.
    screen: Option<Rect>,
}

fn id() -> Id {
    Id::unique("tooltips of a view")
}

fn tip_room(ctx: &Context) -> TipRoom {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// Updates the state from pointer and keys, once per frame.
pub(crate) fn follow_tips(ctx: &Context) {
    let mut room = tip_room(ctx);
    let before = room.quiet;
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::PointerMoved(_) => room.quiet = false,
                Event::Key { pressed: true, .. }
                | Event::Text(_)
                | Event::MouseWheel { .. }
                | Event::PointerButton { pressed: true, .. } => room.quiet = true,
                _ => {}
            }
        }
    });
    if room.quiet != before {
        // Tooltips of buttons and texts are delayed too.
        let delay = if room.quiet { NEVER } else { TOOLTIP_DELAY };
        ctx.all_styles_mut(|style| style.interaction.tooltip_delay = delay);
        ctx.data_mut(|data| data.insert_temp(id(), room));
    }
}

/// Sets the area of a view's tooltips, and the parts that they keep free: the selected node and its
/// children.
pub(crate) fn keep_free(ctx: &Context, screen: Rect, kept: impl IntoIterator<Item = Rect>) {
    let room = TipRoom {
        quiet: tip_room(ctx).quiet,
        kept: kept.into_iter().collect(),
        screen: Some(screen),
    };
    ctx.data_mut(|data| data.insert_temp(id(), room));
}

/// Shows a tooltip beside its subject; nothing if there is no space.
pub(crate) fn tip_ui(response: &Response, cx: &Cx<'_>, tell: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    let room = tip_room(ctx);
    if cx.desk.presents || room.quiet || !Tooltip::should_show_tooltip(response, true) {
        return;
    }
    let id = Tooltip::next_tooltip_id(ctx, response.id);
    let size = Tooltip::for_widget(response)
        .popup
        .id(id)
        .get_expected_size();
    let size = size.unwrap_or(USUAL);
    let mut tooltip = Tooltip::for_widget(response);
    let screen = room.screen.unwrap_or(ctx.content_rect());
    let free = |rect: Rect| {
        let meets = |kept: &Rect| kept.intersects(rect);
        screen.contains_rect(rect) && !room.kept.iter().any(meets)
    };
    let beside = [
        RectAlign::RIGHT_START,
        RectAlign::LEFT_START,
        RectAlign::RIGHT_END,
        RectAlign::LEFT_END,
        RectAlign::BOTTOM_START,
        RectAlign::TOP_START,
    ];
    let beside = beside
        .into_iter()
        .find(|align| free(align.align_rect(&response.rect, size, TIP_GAP)));
    tooltip.popup = match beside {
        Some(align) => tooltip.popup.align(align),
        None => {
            // Otherwise in the nearest corner.
            let inner = screen.shrink(TIP_GAP);
            let place = |corner: &Align2| corner.align_size_within_rect(size, inner);
            let away = |corner: &Align2| {
                let corner = corner.pos_in_rect(&inner);
                corner.distance(response.rect.center())
            };
            let corners = CORNERS.iter().filter(|corner| free(place(corner)));
            let nearest = corners.min_by(|a, b| away(a).total_cmp(&away(b)));
            let Some(corner) = nearest else {
                return;
            };
            let anchor = Rect::from_min_size(place(corner).min, Vec2::ZERO);
            tooltip.popup.anchor(anchor).align(RectAlign::BOTTOM_START)
        }
    };
    tooltip.popup = tooltip.popup.align_alternatives(&[]);
    tooltip.gap(TIP_GAP).show(tell);
}

/// The same for a short text, which screen readers read too.
pub(crate) fn tip_text(response: &Response, cx: &Cx<'_>, text_of: impl Fn() -> String) {
    let described = |node: &mut egui::accesskit::Node| node.set_description(text_of());
    response.ctx.accesskit_node_builder(response.id, described);
    tip_ui(response, cx, |ui| {
        ui.label(text_of());
    });
}

/// Maximum width of the values, in points.
const VALUES: f32 = 250.0;

/// Shows the facts of a node.
pub(crate) fn node_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, marks: &TreeMarks, node: UnfoldingNode) {
    name_region(ui, ids::NODE_FACTS);
    let facts = node_facts(cx.view, marks, node);
    facts_ui(ui, cx, cx.view.unfolding.vertex(node), facts);
}

/// Shows the facts of a position.
pub(crate) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex, facts: NodeFacts) {
    let NodeFacts { head, rows, hint } = facts;
    ui.horizontal(|ui| {
        let kind = cx.view.labels.graph().kind(vertex);
        if let VertexKind::Decision(player) | VertexKind::Horizon(player) = kind {
            player_mark(ui, cx.theme, cx.view, player);
        }
        ui.label(strong(head).size(size::BODY));
    });
    values_ui(ui, cx, "node", rows);
    ui.add_space(2.0);
    let hint = cx.small(hint);
    ui.label(hint);
}

/// Names and values side by side; `id` distinguishes lists shown at the same time.
pub(crate) fn values_ui<N: Into<String>>(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    id: &str,
    rows: impl IntoIterator<Item = (N, String)>,
) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                // Both are aligned at the top, even if a value has several lines.
                let name = cx.dim(name);
                ui.vertical(|ui| ui.add(egui::Label::new(name).extend()));
                ui.vertical(|ui| {
                    ui.set_max_width(VALUES);
                    ui.add(egui::Label::new(value).wrap());
                });
                ui.end_row();
            }
        });
}
