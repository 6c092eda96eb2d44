//! The panel of tours and bookmarks at the right: the list of bookmarks (go to one, rename,
//! delete), and the editor of a tour's step with its text, the preview, and its place.

use eframe::egui::{self, Role, Sense, Stroke, TextEdit, Vec2, WidgetInfo};

use super::{TourPanel, step_name};
use crate::app::base::{Identified as _, heading, ids, list_ui, listed, size, text_field};
use crate::app::document::{Document, TypedPlace};
use crate::app::intent::{Command, CommandId, Menu, TourCommand};
use crate::app::parts::{BODY, Cx, DIM, PrintStyle, SMALL, TableLine, Tint, prose_ui};
use crate::diagram::{ProseKind, ProseRun, prose};
use crate::save::{Bookmark, BookmarksAndTours, Tour, TourStep, TourView};
use crate::tree::Vertex;

/// The height of a step in the list.
const ROW: f32 = 40.0;

/// A text that is typed.
pub(super) struct TypedTourText<'a> {
    pub field: TypedPlace,
    /// The text in the document.
    pub now: &'a str,
    pub label: &'a str,
    pub id: &'a str,
    /// The hint while nothing is typed.
    pub hint: &'a str,
    pub rows: usize,
}

impl TourPanel {
    /// Bookmarks and tours.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let signposts = cx.document.signposts();
        self.tour = self.tour.min(signposts.tours.len().saturating_sub(1));
        heading(ui, "Tour");
        match signposts.tours.get(self.tour) {
            None => no_tour_ui(ui, cx),
            Some(tour) => {
                self.step = self.step.min(tour.steps.len().saturating_sub(1));
                self.head_ui(ui, cx, signposts, tour);
                self.steps_ui(ui, cx, tour);
            }
        }
        self.bookmarks_ui(ui, cx);
        if std::mem::take(&mut self.left) {
            cx.push(Command::Tour(TourCommand::Keep));
        }
        ui.add_space(8.0);
    }

    /// A text that is typed; the document has it as soon as it is left.
    pub(super) fn field_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        typing: TypedTourText<'_>,
    ) -> egui::Response {
        let typed = &cx.desk.typed;
        let field = typing.field;
        let mut text = typed.get(&field).unwrap_or_else(|| typing.now.to_owned());
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(8, 5));
        let edit = match typing.rows {
            1 => text_field(&mut text),
            rows => TextEdit::multiline(&mut text).desired_rows(rows),
        };
        let response = ui.add(
            edit.id_salt(format!("{field:?}"))
                .hint_text(cx.dim(typing.hint))
                .desired_width(f32::INFINITY)
                .frame(frame),
        );
        let name = typing.label.to_owned();
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_label(name));
        let response = response.identified(typing.id);
        if response.changed() {
            typed.set(field, text);
        }
        if response.lost_focus() {
            self.left = true;
        }
        response
    }

    fn head_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        signposts: &BookmarksAndTours,
        tour: &Tour,
    ) {
        if signposts.tours.len() > 1 {
            let shown = egui::ComboBox::from_id_salt("tours")
                .width(ui.available_width() - 8.0)
                .truncate()
                .selected_text(&tour.title);
            list_ui(ui, shown, |ui| {
                for (index, other) in signposts.tours.iter().enumerate() {
                    let text = format!("{} ({})", other.title, other.steps.len());
                    let choice = ui.selectable_label(index == self.tour, text);
                    listed(ui, &choice, index == self.tour);
                    cx.push_on_click(&choice, || Command::Tour(TourCommand::Choose(index)));
                }
            })
            .called(Role::ComboBox, format!("Tour: {}", tour.title));
        }
        let title = TypedTourText {
            field: TypedPlace::Title(self.tour),
            now: &tour.title,
            label: "Title of the tour",
            id: ids::TOUR_TITLE,
            hint: "Title",
            rows: 1,
        };
        self.field_ui(ui, cx, title);
        ui.horizontal_wrapped(|ui| {
            wide_button(ui, cx, CommandId::Present, !tour.steps.is_empty());
            let new = text_button(ui, "New", "Create another tour");
            cx.push_on_click(&new, || Command::Tour(TourCommand::NewTour));
            let delete = text_button(ui, "Delete", "Delete this tour; undo brings it back");
            cx.push_on_click(&delete, || Command::Tour(TourCommand::DeleteTour));
        });
    }

    fn steps_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, tour: &Tour) {
        heading(ui, "Steps");
        if tour.steps.is_empty() {
            cx.small_ui(
                ui,
                "A step is a node with your text. Select a node and add it.",
            );
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        for (index, step) in tour.steps.iter().enumerate() {
            let known = is_known(cx.document, &step.line);
            let chosen = index == self.step;
            let name = match cx.desk.typed.get(&TypedPlace::Step(self.tour, index)) {
                Some(typed) => crate::diagram::first_words(&typed),
                None => step_name(step),
            };
            let text = format!("Step {}: {name}", index + 1);
            let (row, response) = entry(ui, cx, chosen, &text);
            let response = response.identified(&ids::tour_step(index));
            let inner = row.rect.shrink2(Vec2::new(8.0, 3.0));
            let (number, rect) = inner.split_left_right_at_x(inner.left() + 22.0);
            let (upper, lower) = rect.split_top_bottom_at_fraction(0.54);
            let (upper_number, _) = number.split_top_bottom_at_fraction(0.54);
            row.print_left(upper_number, DIM.strong(true), &(index + 1).to_string());
            row.print_left(upper, BODY.strong(chosen), &name);
            row.print_left(lower, below_print(known), &below(step, known));
            cx.push_once_on_click(&response, || Command::Tour(TourCommand::Step(index)));
            if chosen {
                self.step_ui(ui, cx, (index, tour.steps.len()), step);
            }
        }
        ui.add_space(6.0);
        wide_button(ui, cx, CommandId::AddTourStep, true);
    }
}

/// An entry of a list, which can be clicked.
pub(super) fn entry<'a>(
    ui: &mut egui::Ui,
    cx: &Cx<'a>,
    chosen: bool,
    text: &str,
) -> (TableLine<'a>, egui::Response) {
    let (line, response) = cx.line(ui, ROW, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, text));
    line.ground(chosen || response.hovered(), 5.0);
    line.ring(&response, 5.0);
    (line, response)
}

/// The style of an entry's small text, depending on whether the tree has its line.
pub(super) fn below_print(known: bool) -> PrintStyle {
    match known {
        true => SMALL,
        false => SMALL.tint(Tint::Error),
    }
}

/// The small text of a step.
fn below(step: &TourStep, known: bool) -> String {
    let line = match (known, step.line.as_str()) {
        (false, line) => format!("line not in this tree: {line}"),
        (true, "") => "root".to_owned(),
        (true, line) => line.to_owned(),
    };
    let line = match &step.recording {
        Some(recording) => {
            let title = recording.method.title(false, recording.plies.is_some());
            format!("{title}, step {} · {line}", recording.step)
        }
        None => line,
    };
    match step.hidden {
        true => format!("{line} · ratings hidden"),
        false => line,
    }
}

/// Whether the tree has a line.
pub(super) fn is_known(document: &Document, line: &str) -> bool {
    let graph = &document.session.rated().graph;
    graph.read_line(Vertex::ROOT, line).is_ok()
}

fn no_tour_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    cx.small_ui(
        ui,
        "A tour is a sequence of nodes with your text. It's saved with the tree, presented full \
         screen, and included in exported pages.",
    )
    .identified(ids::NO_TOUR);
    ui.add_space(4.0);
    wide_button(ui, cx, CommandId::AddTourStep, true);
    let new = text_button(ui, "New tour", "Create an empty tour");
    cx.push_on_click(&new, || Command::Tour(TourCommand::NewTour));
    ui.add_space(2.0);
    cx.small_ui(ui, "See File › Examples › Tours for ready-made tours.");
}

pub(super) fn text_button(ui: &mut egui::Ui, text: &str, message: &str) -> egui::Response {
    let button = egui::Button::new(text)
        .min_size(Vec2::new(0.0, 26.0))
        .stroke(Stroke::NONE);
    let response = ui.add(button);
    if response.clicked() {
        response.surrender_focus();
    }
    response.on_hover_text(message)
}

/// A button with the icon and the text of a command.
fn wide_button(ui: &mut egui::Ui, cx: &Cx<'_>, named: CommandId, enabled: bool) {
    let phrase = format!("{} {}", named.icon(), named.text());
    let text = egui::RichText::new(phrase).color(cx.theme.text);
    let button = egui::Button::new(text)
        .min_size(Vec2::new(0.0, 28.0))
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui
        .add_enabled(enabled, button)
        .called(Role::Button, named.text());
    cx.run_on_click(response, named);
}

/// An icon button; returns whether it was clicked.
pub(super) fn sign_button(
    ui: &mut egui::Ui,
    enabled: bool,
    sign: &str,
    text: &str,
    id: &str,
) -> bool {
    let button = egui::Button::new(egui::RichText::new(sign).size(16.0));
    let response = ui
        .add_enabled(enabled, button.min_size(Vec2::splat(26.0)))
        .called(Role::Button, text);
    response.identified(id).on_hover_text(text).clicked()
}

/// Maximum number of listed bookmarks.
const MAX: usize = 200;

impl TourPanel {
    pub(super) fn bookmarks_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Bookmarks");
        let bookmarks = &cx.document.signposts().bookmarks;
        if bookmarks.is_empty() {
            let [menu, name] = [Menu::Edit.text(), CommandId::Bookmark.text()];
            let text = format!("No bookmarks. {menu} › {name} adds the selected node.");
            cx.small_ui(ui, &text);
            return;
        }
        let here = cx.document.line_text(cx.document.session.selected());
        ui.spacing_mut().item_spacing.y = 2.0;
        for bookmark in bookmarks.iter().take(MAX) {
            let chosen = bookmark.line == here;
            self.bookmark_ui(ui, cx, bookmark, chosen);
            if chosen {
                self.chosen_ui(ui, cx, bookmark);
            }
        }
        let more = bookmarks.len().saturating_sub(MAX);
        if more > 0 {
            cx.small_ui(ui, format!("… and {more} more"));
        }
    }

    fn bookmark_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, bookmark: &Bookmark, chosen: bool) {
        let graph = &cx.document.session.rated().graph;
        let vertex = graph.read_line(Vertex::ROOT, &bookmark.line).ok();
        let vertex = vertex.map(|line| {
            let graph = graph.graph();
            line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge))
        });
        let line = match bookmark.line.as_str() {
            "" => "root",
            line => line,
        };
        let name = match bookmark.name.as_str() {
            "" => line,
            name => name,
        };
        let (row, response) = entry(ui, cx, chosen, &format!("Bookmark {name}"));
        let response = response.identified(&ids::bookmark(&bookmark.line));
        let inner = row.rect.shrink2(Vec2::new(8.0, 3.0));
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.54);
        let rating = vertex.map_or_else(String::new, |vertex| cx.view.node_text(vertex));
        let used = row.right(upper, BODY.strong(true), &rating);
        let mut left = upper;
        left.max.x = used.left() - 8.0;
        row.print_left(left, BODY.strong(chosen), name);
        let below = match vertex.map(|vertex| graph.position_text(vertex)) {
            None => format!("line not in this tree: {line}"),
            Some(position) if bookmark.name.is_empty() => position,
            Some(position) => format!("{line} · {position}"),
        };
        row.print_left(lower, below_print(vertex.is_some()), &below);
        let go_to = || Command::Tour(TourCommand::GoTo(bookmark.line.clone()));
        cx.push_once_on_click(&response, go_to);
    }

    /// The name of the chosen bookmark, and its delete button.
    fn chosen_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, bookmark: &Bookmark) {
        ui.horizontal(|ui| {
            let delete = 30.0;
            let wide = Vec2::new(ui.available_width() - delete - 4.0, 28.0);
            ui.allocate_ui(wide, |ui| {
                let name = TypedTourText {
                    field: TypedPlace::Bookmark(bookmark.line.clone()),
                    now: &bookmark.name,
                    label: "Name of the bookmark",
                    id: ids::BOOKMARK_NAME,
                    hint: "Name (optional)",
                    rows: 1,
                };
                self.field_ui(ui, cx, name);
            });
            let icon = egui_material_icons::icons::ICON_DELETE.codepoint;
            let id = ids::DELETE_BOOKMARK;
            if sign_button(ui, true, icon, "Delete the bookmark", id) {
                let line = bookmark.line.clone();
                cx.push(Command::Tour(TourCommand::DeleteBookmark(line)));
            }
        });
    }
}

impl TourPanel {
    pub(super) fn step_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        (index, all): (usize, usize),
        step: &TourStep,
    ) {
        ui.add_space(4.0);
        let field = TypedPlace::Step(self.tour, index);
        let said = TypedTourText {
            field: field.clone(),
            now: &step.text,
            label: "Text of this step",
            id: ids::STEP_TEXT,
            hint: "Text for this step (Markdown)",
            rows: 5,
        };
        let response = self.field_ui(ui, cx, said);
        if std::mem::take(&mut self.focus_step) {
            response.request_focus();
            response.scroll_to_me(Some(egui::Align::Center));
        }
        let typed = cx.desk.typed.get(&field);
        let text = typed.as_deref().unwrap_or(&step.text);
        let blocks = prose(text);
        let plain = blocks.iter().all(|block| {
            let is_plain = |run: &ProseRun| !run.strong && !run.emphasis && run.link.is_none();
            block.mark.is_none()
                && block.kind == ProseKind::Paragraph
                && block.runs.iter().all(is_plain)
        });
        if !plain {
            // The preview, if it differs from the typed text.
            let frame = egui::Frame::new()
                .fill(cx.theme.ground)
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(8, 6));
            frame.show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                prose_ui(ui, cx, &blocks, size::BODY);
            });
        }
        switches_ui(ui, cx, index, step);
        buttons_ui(ui, cx, index, all);
        if text.trim().is_empty() {
            cx.small_ui(
                ui,
                "**bold**, *italic*, `code`, lists with -, and links to nodes: [after the \
                 pass](line:2>3 pass)",
            );
        }
        ui.add_space(6.0);
    }
}

/// Other options of a step.
fn switches_ui(ui: &mut egui::Ui, cx: &Cx<'_>, index: usize, step: &TourStep) {
    let mut hidden = step.hidden;
    let hide = ui
        .checkbox(&mut hidden, "Hide ratings at this step")
        .identified(ids::HIDE_AT_STEP)
        .on_hover_text("Press H while presenting to reveal them");
    if hide.changed() {
        cx.push(Command::Tour(TourCommand::HideAt(index, hidden)));
    }
    let mut recorded = step.recording.is_some();
    let message = "Record a search, go to the step that you want to show, and tick this";
    let record = ui.checkbox(&mut recorded, "Show the recording at its current step");
    if record.on_hover_text(message).changed() {
        cx.push(Command::Tour(TourCommand::RecordingAt(index, recorded)));
    }
    if step.recording.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(cx.small("Show it in"));
        for view in TourView::ALL {
            let text = crate::words::capitalised(view.name());
            let choice = ui.selectable_label(step.view == view, text);
            let choice = choice.identified(&ids::step_view(view.name()));
            if choice.clicked() && step.view != view {
                cx.push(Command::Tour(TourCommand::ViewAt(index, view)));
            }
        }
    });
}

/// The buttons that move and delete a step.
fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, index: usize, all: usize) {
    use egui_material_icons::icons::{ICON_ARROW_DOWNWARD, ICON_ARROW_UPWARD};
    ui.horizontal_wrapped(|ui| {
        let (up, down) = (ICON_ARROW_UPWARD.codepoint, ICON_ARROW_DOWNWARD.codepoint);
        if sign_button(ui, index > 0, up, "Move the step up", ids::STEP_UP) {
            cx.push(Command::Tour(TourCommand::MoveStep(index, false)));
        }
        let can = index + 1 < all;
        if sign_button(ui, can, down, "Move the step down", ids::STEP_DOWN) {
            cx.push(Command::Tour(TourCommand::MoveStep(index, true)));
        }
        let delete = text_button(ui, "Delete the step", "Remove this step");
        let delete = delete.identified(ids::DELETE_STEP);
        cx.push_on_click(&delete, || Command::Tour(TourCommand::DeleteStep(index)));
    });
}
