//! The moves of the selected node as a table with sortable columns.

use eframe::egui::{self, Align, Id, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::columns::{Columns, Widths};
use super::row::{MARK_GAP, PILL, PILL_GAP, ROW_HEIGHT, mark, pill, row_ui, text_of};
use crate::app::base::{Identified as _, Pane, font, heading, ids, size, width_of};
use crate::app::document::{Document, MadeFor};
use crate::app::intent::Command;
use crate::app::parts::{Cx, SMALL, Tool, table::Rows};
use crate::diagram::{
    MoveColumn, MoveSort, Outcome, TreeView, move_row, odds_name, player_name, shortened,
    sorted_moves,
};
use crate::session::Action;
use crate::tree::{Edge, Vertex, VertexKind};
use crate::words::capitalised;

/// The height of the headers.
const HEAD_HEIGHT: f32 = 22.0;
/// Number of rows used to measure the widest texts.
const MEASURED: usize = 2_000;
/// Maximum characters of a player's name in the header of the ratings.
const MAX_NAME: usize = 10;
/// The state of the moves table.
#[derive(Debug, Default)]
pub struct MovesPanel {
    sort: Option<MoveSort>,
    table: Option<MoveRows>,
}

/// The rows of a node, made when another is selected, sorted or built.
#[derive(Debug)]
struct MoveRows {
    made_for: MadeFor,
    sort: Option<MoveSort>,
    edges: Vec<Edge>,
    /// The mover's best moves, in the rules' order.
    best: Vec<Edge>,
    widths: Widths,
    /// The row that is brought into sight when the table is first shown.
    reveal: Option<usize>,
}

/// The header of a column; the shorter text is for a narrow table.
fn head(view: &TreeView<'_>, document: &Document, column: MoveColumn, narrow: bool) -> String {
    match column {
        MoveColumn::Number => "#".to_owned(),
        MoveColumn::Move if view.labels.graph().has_chance() => {
            match view.labels.graph().kind(document.session.vertex()) {
                VertexKind::Chance(_) => "Branch".to_owned(),
                _ => "Move".to_owned(),
            }
        }
        MoveColumn::Move => "Move".to_owned(),
        MoveColumn::Chance => match odds_name(view.labels, document.session.vertex()) {
            Some(branch) if branch.is_empty() => "Odds".to_owned(),
            Some(branch) => capitalised(&branch),
            None => "Chance".to_owned(),
        },
        MoveColumn::Rating if Outcome::is_told(view) => "With best play".to_owned(),
        MoveColumn::Rating => {
            let player = player_name(view.labels, view.chooser(document.session.vertex()));
            format!("Rating {}", shortened(&player, MAX_NAME))
        }
        MoveColumn::EndsIn if narrow => "Plies".to_owned(),
        MoveColumn::EndsIn => "Ends in".to_owned(),
        MoveColumn::Nodes => "Nodes".to_owned(),
    }
}

/// The tooltip of a column's header.
fn about(view: &TreeView<'_>, document: &Document, column: MoveColumn) -> String {
    match column {
        MoveColumn::Number => "The key that plays the move, up to 9".to_owned(),
        MoveColumn::Move => "The move".to_owned(),
        MoveColumn::Chance => match odds_name(view.labels, document.session.vertex()) {
            Some(branch) if branch.is_empty() => {
                "The probability of the first of two branches of chance".to_owned()
            }
            Some(branch) => format!("The probability that chance decides '{branch}'"),
            None => "The branch's probability".to_owned(),
        },
        MoveColumn::Rating if Outcome::is_told(view) => {
            "Who wins if both play best after the move, and in how many plies, the move included"
                .to_owned()
        }
        MoveColumn::Rating => {
            let player = player_name(view.labels, view.chooser(document.session.vertex()));
            format!("The rating for {player} of the position that the move leads to")
        }
        MoveColumn::EndsIn => {
            "Plies to the end under best play, this move included; – where there is no such number"
                .to_owned()
        }
        MoveColumn::Nodes => {
            "Nodes of the tree below the move, the one it leads to included".to_owned()
        }
    }
}

impl MoveRows {
    fn new(
        ui: &egui::Ui,
        document: &Document,
        view: &TreeView<'_>,
        sort: Option<MoveSort>,
    ) -> Self {
        let vertex = document.session.vertex();
        let edges = sorted_moves(view, vertex, sort);
        let mut best = view.best_moves(vertex);
        best.sort_unstable();
        let next = next_edge(document);
        let reveal = edges.iter().position(|edge| Some(*edge) == next);
        let mut table = Self {
            made_for: MadeFor::now(document, view),
            sort,
            edges,
            best,
            widths: Widths::default(),
            reveal: Some(reveal.unwrap_or(0)),
        };
        table.widths = table.measured(ui, document, view);
        table
    }

    /// The width of the widest text in every column.
    fn measured(&self, ui: &egui::Ui, document: &Document, view: &TreeView<'_>) -> Widths {
        let vertex = document.session.vertex();
        let heads = |column, narrow| {
            let words = head(view, document, column, narrow);
            width_of(ui, &words, &font(size::SMALL, false)).ceil()
        };
        let mut widths = Widths {
            number: heads(MoveColumn::Number, false),
            mv: heads(MoveColumn::Move, false),
            narrow_mv: heads(MoveColumn::Move, true),
            chance: None,
            rating: heads(MoveColumn::Rating, false),
            outcome: None,
            narrow_rating: heads(MoveColumn::Rating, true),
            ends_in: heads(MoveColumn::EndsIn, false),
            narrow_ends_in: heads(MoveColumn::EndsIn, true),
            nodes: heads(MoveColumn::Nodes, false),
            narrow_nodes: heads(MoveColumn::Nodes, true),
        };
        let at_chance = matches!(view.labels.graph().kind(vertex), VertexKind::Chance(_));
        if at_chance || odds_name(view.labels, vertex).is_some() {
            widths.chance = Some(heads(MoveColumn::Chance, false));
        }
        let last = self.edges.len().to_string();
        let wide = |text: &str, strong| width_of(ui, text, &font(size::BODY, strong)).ceil();
        widths.number = widths.number.max(wide(&last, false));
        if Outcome::is_told(view) {
            self.measure_outcomes(ui, view, vertex, &mut widths);
            return widths;
        }
        for edge in self.edges.iter().take(MEASURED) {
            let row = move_row(view, vertex, *edge, &self.best);
            let marks = [false, true].map(|narrow| match row.tag {
                Some(tag) => wide(mark(tag, narrow), false) + MARK_GAP,
                None => 0.0,
            });
            let mv = wide(&row.mv, row.best);
            widths.mv = widths.mv.max(mv + marks[0]);
            widths.narrow_mv = widths.narrow_mv.max(mv + marks[1]);
            let number = |column, narrow| wide(&text_of(&row, column, narrow), false);
            widths.rating = widths
                .rating
                .max(wide(&row.rating, row.best).min(MAX_RATING));
            let ends_in = number(MoveColumn::EndsIn, false);
            widths.ends_in = widths.ends_in.max(ends_in);
            widths.narrow_ends_in = widths.narrow_ends_in.max(ends_in);
            widths.nodes = widths.nodes.max(number(MoveColumn::Nodes, false));
            widths.narrow_nodes = widths.narrow_nodes.max(number(MoveColumn::Nodes, true));
            if let Some(chance) = &mut widths.chance {
                *chance = chance.max(number(MoveColumn::Chance, false));
            }
        }
        // Through chance there is no distance: a column of dashes would only take room.
        let graph = view.labels.graph();
        let distance = |edge: &Edge| view.analysis.distances.of(graph.target(*edge));
        if graph.has_chance() && self.edges.iter().all(|edge| distance(edge).is_none()) {
            widths.ends_in = 0.0;
            widths.narrow_ends_in = 0.0;
        }
        widths
    }

    /// The same when text shows the winner.
    fn measure_outcomes(
        &self,
        ui: &egui::Ui,
        view: &TreeView<'_>,
        vertex: Vertex,
        widths: &mut Widths,
    ) {
        let wide = |text: &str, strong| width_of(ui, text, &font(size::BODY, strong)).ceil();
        let small = |text: &str| width_of(ui, text, &font(size::SMALL, false)).ceil();
        let (mut outcome, mut marks) = (0.0_f32, [0.0_f32; 2]);
        for edge in self.edges.iter().take(MEASURED) {
            let row = move_row(view, vertex, *edge, &self.best);
            let told = match &row.outcome {
                Some(told) => wide(&told.words, true),
                None => wide(&row.rating, false),
            };
            outcome = outcome.max(told.min(MAX_OUTCOME));
            widths.mv = widths.mv.max(wide(&row.mv, row.best));
            let nodes = wide(&text_of(&row, MoveColumn::Nodes, false), false);
            widths.nodes = widths.nodes.max(nodes);
            let Some(tag) = row.tag else {
                continue;
            };
            for (narrow, most) in [false, true].into_iter().zip(&mut marks) {
                *most = most.max(small(pill(tag, narrow)) + PILL_GAP + PILL);
            }
        }
        widths.outcome = Some(outcome);
        widths.rating = widths.rating.max(outcome + marks[0]);
        widths.narrow_rating = widths.narrow_rating.max(outcome + marks[1]);
    }
}

/// Maximum width of the text about the winner, in points.
const MAX_OUTCOME: f32 = 150.0;
/// The widest that the ratings' column gets.
const MAX_RATING: f32 = 96.0;

/// The move to the child that was visited last.
fn next_edge(document: &Document) -> Option<Edge> {
    let visited = document.session.visited_child()?;
    document.session.unfolding().edge(visited)
}

impl Tool for MovesPanel {
    /// The moves of the selected node: number, move, rating, plies to the end, exact size.
    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let whole = ui.available_rect_before_wrap().expand(6.0);
        Pane::Moves.begin(ui, whole, "Moves and line");
        heading(ui, "Moves");
        let vertex = cx.document.session.vertex();
        let graph = cx.view.labels.graph();
        if graph.is_leaf(vertex) {
            self.table = None;
            let words = match graph.kind(vertex) {
                VertexKind::Horizon(_) if cx.document.is_building() => "Not known yet",
                VertexKind::Horizon(_) => "A limit stopped the tree here",
                _ => "No moves: game over",
            };
            ui.label(cx.dim(words)).identified(ids::NO_MOVES);
            return;
        }
        let current = self
            .table
            .take()
            .filter(|table| table.sort == self.sort && table.made_for.is_now(cx.document, cx.view));
        let mut table =
            current.unwrap_or_else(|| MoveRows::new(ui, cx.document, cx.view, self.sort));
        let rows = Rows {
            name: "moves",
            count: table.edges.len(),
            height: ROW_HEIGHT,
            most: (ui.available_height() * 0.6).max(4.0 * ROW_HEIGHT),
        };
        // The scroll bar has a separate place.
        let columns = Columns::new(&table.widths, ui.available_width() - rows.bar(8.0));
        self.heads_ui(ui, cx, &columns);
        let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
        ui.add_space(-2.0);
        let next = next_edge(cx.document);
        rows.ui(ui, table.reveal.take(), |ui, index| {
            let edge = table.edges[index];
            let row = move_row(cx.view, vertex, edge, &table.best);
            if row_ui(ui, cx, &row, &columns, next == Some(edge)) {
                cx.push(Command::Act(Action::Move(row.number - 1)));
            }
        });
        ui.spacing_mut().item_spacing.y = before;
        ui.add_space(2.0);
        self.table = Some(table);
    }
}

impl MovesPanel {
    /// The heads of the columns: a click sorts, another one turns the order around, and a third
    /// one brings the rules' order back.
    fn heads_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, columns: &Columns) {
        let (heads, _) = cx.line(ui, HEAD_HEIGHT, Sense::hover());
        for (name, column) in columns.shown() {
            let kept_back = cx.view.hidden && name.tells_ratings();
            let sorted = self.sort.filter(|sort| sort.column == name && !kept_back);
            let side = columns.gap.min(10.0) / 2.0;
            let hit = heads.place(column.range.expand(side));
            let hit = hit.intersect(heads.rect);
            let id = Id::unique("sort").with(name as usize);
            let response = ui.interact(hit, id, Sense::click());
            let label = match sorted.map(|sort| sort.descending) {
                None => format!("Sort by {}", name.name()),
                Some(true) => format!("Sort by {}, now descending", name.name()),
                Some(false) => format!("Sort by {}, now ascending", name.name()),
            };
            response
                .widget_info(|| WidgetInfo::selected(Role::Button, true, sorted.is_some(), &label));
            let response = response.identified(&ids::move_head(name));
            cx.line_in(ui, hit).light(&response, false);
            let words = head(cx.view, cx.document, name, columns.narrow);
            let print = SMALL.dim_if(sorted.is_none());
            let used = heads.write(column, print, &words);
            if let Some(sort) = sorted {
                let x = match column.align {
                    Align::Min => used.right() + 7.0,
                    _ => used.left() - 7.0,
                };
                let at = egui::pos2(x, heads.rect.center().y);
                arrow(ui.painter(), at, sort.descending, cx.theme.text);
            }
            if response.clicked() && !kept_back {
                self.sort = MoveSort::clicked(self.sort, name);
            }
            let next = match sorted.map(|sort| sort.descending) {
                _ if kept_back => "Sorting is off while ratings are hidden",
                None => "Click to sort: the smallest first",
                Some(false) => "Click again for the largest first",
                Some(true) => "Click again for the rules' order",
            };
            response.on_hover_ui(|ui| {
                ui.label(format!("{}\n{next}", about(cx.view, cx.document, name)));
            });
        }
        heads.underline();
    }
}

/// A small triangle: up where the smallest come first, down where the largest do.
fn arrow(painter: &egui::Painter, at: egui::Pos2, down: bool, color: egui::Color32) {
    let tip = if down { 3.0 } else { -3.0 };
    let corners = vec![
        at + Vec2::new(-3.5, -tip),
        at + Vec2::new(3.5, -tip),
        at + Vec2::new(0.0, tip),
    ];
    painter.add(egui::Shape::convex_polygon(corners, color, Stroke::NONE));
}
