//! Pointer input (click, hover) on the map, its tooltip (the last moves, the position, ratings, and exact counts),
//! and its nodes for screen readers.

use eframe::egui::{self, CursorIcon, Id, Pos2, Rect, Response, Role, Sense, Vec2, WidgetInfo};

use super::{MapPanel, ViewRequest, edges};
use crate::app::base::paint::paint;
use crate::app::base::{Gesture, Identified as _, Transform, ids, name_region, size, strong};
use crate::app::intent::Command;
use crate::app::parts::{Cx, keep_free, tip_ui, values_ui};
use crate::diagram::{
    BoardMarks, MapTree, TreeView, at_least_sign, board, board_radius, head, number_of_moves,
    short_count, step_text, ten_to, whole_count, winners_shortened,
};
use crate::game::{Player, visible};
use crate::layout::map::MapShape;
use crate::session::{Action, Session};
use crate::tree::{Edge, LeafClass, Vertex, VertexKind};
use crate::words::{counted, horizon_name, short_number};

/// Maximum nodes exposed by name.
const MAX_NAMED: usize = 100;
/// No narrower node is, in points.
const MIN_NAMED: f64 = 24.0;
/// The size of the area under the pointer for its tooltip, in points.
const UNDER: f32 = 12.0;

/// The response reduced to a small area under the pointer, so that its tooltip is beside that.
fn under(response: Response, pointer: Pos2) -> Response {
    let rect = Rect::from_center_size(pointer, Vec2::splat(UNDER));
    let mut response = response.with_new_rect(rect);
    response.interact_rect = rect;
    response
}

/// A node that is pointed at.
struct NodeHit {
    node: u64,
    /// Its line, as indices.
    places: Vec<u32>,
    rect: Rect,
}

/// Scroll distance, in points, that zooms by a factor of e.
const WHEEL: f32 = 180.0;

impl MapPanel {
    /// Moves and zooms the map as the pointer says.
    pub(crate) fn move_by_pointer(
        &mut self,
        ui: &egui::Ui,
        (tree, session): (&MapTree<'_>, &Session),
        response: &Response,
    ) {
        let rows = self.rows(tree, session);
        if response.dragged() {
            self.pan(tree, response.drag_delta());
            self.clamp(tree, rows);
        }
        match self.gestures.read(ui, response, WHEEL) {
            Some(Gesture::Zoom(pointer, factor)) => {
                let at = f64::from(pointer.x - self.screen.left()) * self.pixels;
                let at = at.clamp(0.0, f64::from(self.screen.width()) * self.pixels);
                self.leave_all_rows(Some(pointer.y));
                self.zoom_around(tree, at, factor);
            }
            Some(Gesture::Pan(by)) => self.pan(tree, by),
            None => return,
        }
        self.clamp(tree, rows);
        // The controls, drawn earlier, must show the new scale.
        ui.ctx().request_repaint();
    }

    /// The node at a screen position.
    fn hit(&self, tree: &MapTree<'_>, pointer: Pos2) -> Option<NodeHit> {
        let view = self.view.as_ref()?;
        if !self.screen.contains(pointer) {
            return None;
        }
        let x = f64::from(pointer.x - self.screen.left()) * self.pixels;
        let y = f64::from(pointer.y - self.screen.top()) + self.top;
        let row = (y / f64::from(self.row)).floor() as usize;
        if let Some(at) = self.frame.cell_at(row, x) {
            let cell = &self.frame.cells[at];
            return Some(NodeHit {
                node: cell.step.node,
                places: self.frame.line(view, at),
                rect: self.rect(cell.row, cell.span),
            });
        }
        let at = self.frame.run_at(row, x)?;
        let run = &self.frame.runs[at];
        let index = self.frame.in_run(tree, view, at, x);
        let parent = run.parent as usize;
        let mut places = self.frame.line(view, parent);
        places.push(index);
        let above = self.frame.cells[parent].step.node;
        Some(NodeHit {
            node: tree.child(above, index as usize),
            places,
            rect: self.rect(run.row, run.span),
        })
    }

    /// Queues commands of clicks, shows tooltips, and exposes nodes that are wide enough.
    pub(crate) fn pointer_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        canvas: &Response,
        tree: &MapTree<'_>,
    ) {
        // Before any tooltip: the previous frame may have set the areas of another view.
        keep_free(ui.ctx(), self.screen, []);
        self.named_ui(ui, cx, tree);
        let pointer = canvas.hover_pos().or(canvas.interact_pointer_pos());
        let Some(pointer) = pointer.filter(|_| !canvas.dragged()) else {
            return;
        };
        let Some(hit) = self.hit(tree, pointer) else {
            return;
        };
        let line = edges(tree.graph, &hit.places);
        if canvas.clicked() {
            self.select(cx, &line, canvas.double_clicked());
        }
        self.outline(ui, cx, hit.rect, [0.0, 1.0]);
        let response = under(canvas.clone(), pointer);
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        tip_ui(&response, cx, |ui| node_ui(ui, cx, tree, (hit.node, &line)));
    }

    /// Draws a line around a node, inside it, so rounded and so wide.
    fn outline(&self, ui: &egui::Ui, cx: &Cx<'_>, rect: Rect, [rounding, width]: [f32; 2]) {
        let stroke = egui::Stroke::new(width, cx.theme.text);
        let painter = ui.painter_at(self.screen);
        painter.rect_stroke(rect, rounding, stroke, egui::StrokeKind::Inside);
    }

    fn select(&mut self, cx: &Cx<'_>, line: &[Edge], twice: bool) {
        if cx.document.session.line() != line {
            // It stays where it was clicked.
            self.clicked = true;
            cx.push(Command::Act(Action::SelectLine(line.to_vec())));
        }
        if twice {
            self.wishes.push(ViewRequest::ZoomTo);
        }
    }

    /// Names the widest nodes in sight, for a screen reader and for the keyboard.
    fn named_ui(&mut self, ui: &egui::Ui, cx: &Cx<'_>, tree: &MapTree<'_>) {
        let rows = self.rows_in_sight();
        let width = f64::from(self.screen.width()) * self.pixels;
        let seen = |span: crate::layout::map::PixelSpan| span.right.min(width) - span.left.max(0.0);
        let mut named: Vec<(usize, f64)> = self
            .frame
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| rows.contains(&(cell.row as usize)))
            .map(|(at, cell)| (at, seen(cell.span)))
            .filter(|(_, wide)| *wide >= MIN_NAMED * self.pixels)
            .collect();
        if named.len() > MAX_NAMED {
            named.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            named.truncate(MAX_NAMED);
            named.sort_unstable_by_key(|(at, _)| *at);
        }
        let selected = cx.document.session.line();
        let mut clicked = None;
        for (at, _) in named {
            let cell = self.frame.cells[at];
            let rect = self.rect(cell.row, cell.span).intersect(self.screen);
            if !rect.is_positive() {
                continue;
            }
            let id = Id::unique("map node").with(cell.step.line);
            let response = ui.interact(rect, id, Sense::click());
            response.widget_info(|| {
                let above = self.above(tree, at);
                let label = describe(cx.view, tree, (above, cell.step.index), cell.step.node);
                let is_selected = selected.len() == cell.row as usize
                    && self.view.as_ref().is_some_and(|map| {
                        edges(tree.graph, &self.frame.line(map, at)) == selected
                    });
                WidgetInfo::selected(Role::TreeItem, true, is_selected, label)
            });
            let response = response.identified(id_of(tree, cell.step.node));
            if response.has_focus() {
                self.outline(ui, cx, rect, [2.0, 2.0]);
            }
            if response.clicked() {
                clicked = Some((at, response.double_clicked()));
            }
            if response.hovered()
                && let Some(map) = &self.view
            {
                let line = edges(tree.graph, &self.frame.line(map, at));
                let node = cell.step.node;
                let pointer = response.hover_pos().unwrap_or(rect.center());
                self.outline(ui, cx, rect, [0.0, 1.0]);
                let response = under(response, pointer);
                let response = response.on_hover_cursor(CursorIcon::PointingHand);
                tip_ui(&response, cx, |ui| node_ui(ui, cx, tree, (node, &line)));
            }
        }
        if let Some((at, twice)) = clicked
            && let Some(map) = &self.view
        {
            let line = edges(tree.graph, &self.frame.line(map, at));
            self.select(cx, &line, twice);
        }
    }

    /// Keeps the rows within the tree.
    fn clamp(&mut self, tree: &MapTree<'_>, rows: u32) {
        self.keep_rows(tree, rows);
        let view = self.view.as_ref();
        self.is_whole = view.is_none_or(|view| view.is_whole(tree));
    }
}

/// Maximum number of last moves shown.
const MAX_MOVES: usize = 6;
/// Maximum number of ratings shown.
const MAX_PLAYERS: usize = 6;
/// Maximum radius of a place on the small board, in points.
const PREVIEW: f64 = 24.0;

/// Whether every leaf of the map is an end.
pub(super) fn are_ends(tree: &MapTree<'_>) -> bool {
    !tree.leaves.classes().contains(&LeafClass::Horizon)
}

/// The number of ends below a node that each player wins, ties last; if they aren't counted, their
/// shares.
fn winners_rows(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> Vec<String> {
    let (vertex, remaining) = (tree.vertex(node), tree.left(node));
    let who = |winners| winners_shortened(view.labels, winners, 16);
    let classes = tree.leaves.classes().iter().enumerate();
    let shares = classes.map(|(class, what)| (what, tree.leaves.share(vertex, remaining, class)));
    let counted = view.ends.filter(|_| tree.leaves.plies().is_none());
    let mut rows = Vec::new();
    for (what, share) in shares {
        let percent = match f64::from(share) * 100.0 {
            percent if percent > 0.0 && percent < 0.1 => "<0.1 %".to_owned(),
            percent if percent > 99.9 && percent < 100.0 => ">99.9 %".to_owned(),
            percent => format!("{percent:.1} %"),
        };
        match what {
            LeafClass::Won(winners) => {
                let mut ends = counted.into_iter().flat_map(|ends| ends.of(vertex));
                let count = ends.find(|(own, _)| own == winners).map(|(_, count)| count);
                match count {
                    Some(count) if count.is_zero() => {}
                    Some(count) => {
                        rows.push(format!(
                            "{}: {} ({percent})",
                            who(*winners),
                            short_count(count)
                        ));
                    }
                    None if share > 0.0 => rows.push(format!("{}: {percent}", who(*winners))),
                    None => {}
                }
            }
            LeafClass::Horizon if share > 0.0 => {
                rows.push(format!("{}: {percent}", horizon_name(tree.graph)));
            }
            LeafClass::Horizon => {}
        }
    }
    rows
}

/// The number of leaves below a node, exact within the precision of a double.
pub(super) fn leaves_text(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> String {
    let graph = tree.graph;
    let vertex = tree.vertex(node);
    if graph.is_complete() && tree.leaves.plies().is_none() {
        // Every leaf is an end.
        return whole_count(view.analysis.ends.of(vertex));
    }
    let (mantissa, exponent) = tree.leaves.of(vertex, tree.left(node));
    if exponent == 0 && mantissa < 9e15 {
        return short_number(mantissa as u64);
    }
    let digits = (mantissa.log2() + f64::from(exponent)) * std::f64::consts::LOG10_2;
    format!(
        "{:.2}×{}",
        10_f64.powf(digits.fract()),
        ten_to(digits.floor() as usize)
    )
}

/// The last moves of a line, as text.
fn moves_words(view: &TreeView<'_>, line: &[Edge]) -> String {
    let skipped = line.len().saturating_sub(MAX_MOVES);
    let mut texts: Vec<String> = Vec::new();
    let mut vertex = Vertex::ROOT;
    for (index, &edge) in line.iter().enumerate() {
        if index >= skipped {
            texts.push(step_text(view.labels, vertex, edge));
        }
        vertex = view.labels.graph().target(edge);
    }
    match (line.is_empty(), skipped) {
        (true, _) => "the root".to_owned(),
        (false, 0) => texts.join(", "),
        _ => format!("… {}", texts.join(", ")),
    }
}

/// The kind of the node, in a few words.
pub(super) fn what(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> String {
    let vertex = tree.vertex(node);
    match goes_on(tree, node) {
        true => "The map ends here; the tree continues".to_owned(),
        false => head(view, vertex),
    }
}

/// Whether the tree continues where the map ends.
fn goes_on(tree: &MapTree<'_>, node: u64) -> bool {
    tree.is_cut(node) && tree.graph.kind(tree.vertex(node)) != VertexKind::End
}

/// Its id for programs.
pub(super) fn id_of(tree: &MapTree<'_>, node: u64) -> &'static str {
    match tree.graph.kind(tree.vertex(node)) {
        _ if goes_on(tree, node) => ids::MAP_CUT,
        VertexKind::Horizon(_) => ids::MAP_STOPPED,
        _ => ids::MAP_NODE,
    }
}

/// A node in one sentence, for a screen reader.
pub(super) fn describe(
    view: &TreeView<'_>,
    tree: &MapTree<'_>,
    (above, index): (Option<Vertex>, u32),
    node: u64,
) -> String {
    let vertex = tree.vertex(node);
    let mv = above
        .and_then(|above| {
            let edge = tree.graph.edge(above, index as usize)?;
            Some(view.edge_name(above, edge))
        })
        .unwrap_or_else(|| "root".to_owned());
    let leaves = leaves_text(view, tree, node);
    let plural = match (are_ends(tree), leaves == "1") {
        (true, true) => "end",
        (true, false) => "ends",
        (false, true) => "leaf",
        (false, false) => "leaves",
    };
    let what = match goes_on(tree, node) {
        true => what(view, tree, node),
        false => view.state_and_rating(vertex),
    };
    let moves = number_of_moves(view.labels.graph(), vertex);
    format!("Map, {mv}: {what}{moves}, {leaves} {plural}")
}

/// The tooltip of a node.
pub(super) fn node_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    tree: &MapTree<'_>,
    (node, line): (u64, &[Edge]),
) {
    name_region(ui, ids::MAP_TOOLTIP);
    let vertex = tree.vertex(node);
    ui.label(strong(what(cx.view, tree, node)).size(size::BODY));
    let picture = cx.document.session.rated().graph.picture(vertex);
    if !picture.cells.is_empty() {
        let radius = board_radius(&picture, 200.0, 110.0).min(PREVIEW);
        let diagram = board(&picture, &[], &BoardMarks::default(), radius);
        let extent = Vec2::new(
            diagram.bounds.width() as f32,
            diagram.bounds.height() as f32,
        );
        let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
        let transform = Transform::fit(diagram.bounds, rect, 1.0);
        paint(&ui.painter_at(rect), &transform, cx.theme, &diagram.drawing);
    }
    let known = at_least_sign(tree.graph);
    let mut rows = vec![
        (
            "Line",
            format!("ply {}: {}", plies(tree, line), moves_words(cx.view, line)),
        ),
        (
            "Position",
            visible(&cx.view.labels.position_text(vertex)).into_owned(),
        ),
    ];
    let is_end = tree.graph.kind(vertex) == VertexKind::End;
    if cx.view.hidden && !is_end {
        rows.push(("Ratings", "hidden".to_owned()));
    }
    let mut ratings = Vec::new();
    for player in Player::all(tree.graph.players()).take(MAX_PLAYERS) {
        if !cx.view.hidden && !is_end {
            let rating = cx.view.rating_of(vertex, player);
            ratings.push(format!("{rating} for {}", cx.view.name(player)));
        }
    }
    if !ratings.is_empty() {
        rows.push(("Rating", ratings.join(", ")));
    }
    if !tree.graph.is_leaf(vertex) {
        let nodes = whole_count(cx.view.analysis.nodes.of(vertex));
        rows.push(("Nodes", format!("{known}{nodes}")));
        let leaves = leaves_text(cx.view, tree, node);
        let to = match tree.leaves.plies() {
            Some(plies) => format!(", to ply {plies}"),
            None => String::new(),
        };
        let what = if are_ends(tree) { "Ends" } else { "Leaves" };
        rows.push((what, format!("{known}{leaves}{to}")));
        if !cx.view.hidden {
            let mut label = "Won";
            for winners in winners_rows(cx.view, tree, node) {
                rows.push((std::mem::take(&mut label), winners));
            }
        }
    }
    values_ui(ui, cx, "map node", rows);
    let hint = "Click to select, double-click to zoom in";
    ui.label(cx.small(hint));
}

/// The plies of a line.
fn plies(tree: &MapTree<'_>, line: &[Edge]) -> u32 {
    let mut vertex = Vertex::ROOT;
    let mut plies = 0;
    for &edge in line {
        plies += tree.graph.cost(vertex);
        vertex = tree.graph.target(edge);
    }
    plies
}

impl MapPanel {
    /// The visible part, for a screen reader.
    pub(crate) fn description(
        &self,
        tree: &MapTree<'_>,
        view: &crate::diagram::TreeView<'_>,
    ) -> String {
        let nodes = view.analysis.nodes.of(Vertex::ROOT);
        let size = match tree.leaves.plies() {
            Some(plies) => format!("the tree to ply {plies}"),
            None if self.seen.zoom < 0.01 => counted(whole_count(nodes), "node"),
            None => counted(short_count(nodes), "node"),
        };
        let rows = self.rows_in_sight();
        let last = rows
            .end
            .min(usize::from(tree.rows(crate::layout::map::MapShape::root(tree))) + 1);
        let part = match self.seen.zoom {
            zoom if zoom < 0.01 => "the whole width".to_owned(),
            zoom => format!(
                "enlarged 2^{zoom:.0} times at {:.1} % of the width",
                self.seen.part * 100.0
            ),
        };
        format!(
            "Map of {size}: {part}, rows {} to {}",
            rows.start,
            last.saturating_sub(1).max(rows.start)
        )
    }
}
