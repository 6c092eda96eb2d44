//! The panel of tours and bookmarks at the right.

use eframe::egui::{self, Align, Role, Sense, Stroke, TextEdit, Vec2, WidgetInfo};

use super::{TourPanel, step_name};
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{cell, font, heading};
use crate::app::document::model::Document;
use crate::app::document::typed::Field;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::tooltip::tooltip;
use crate::app::intent::tour_choices::TourCommand;
use crate::app::parts::cx::Cx;
use crate::save::{Signposts, Tour};
use crate::tree::Vertex;

/// How high a step of the list is.
const ROW: f32 = 40.0;

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
        field: Field,
        now: &str,
        (label, id, hint, rows): (&str, &str, &str, usize),
    ) -> egui::Response {
        let typed = &cx.desk.typed;
        let mut text = typed.get(&field).unwrap_or_else(|| now.to_owned());
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(8, 5));
        let hint = cx.dim(hint);
        let edit = match rows {
            1 => TextEdit::singleline(&mut text),
            _ => TextEdit::multiline(&mut text).desired_rows(rows),
        };
        let response = ui.add(
            edit.id_salt(format!("{field:?}"))
                .hint_text(hint)
                .desired_width(f32::INFINITY)
                .frame(frame),
        );
        let name = label.to_owned();
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_label(name));
        let response = response.identified(id);
        if response.changed() {
            typed.set(field, text);
        }
        if response.lost_focus() {
            self.left = true;
        }
        response
    }

    fn head_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, signposts: &Signposts, tour: &Tour) {
        if signposts.tours.len() > 1 {
            let shown = egui::ComboBox::from_id_salt("tours")
                .width(ui.available_width() - 8.0)
                .truncate()
                .selected_text(&tour.title);
            let response = shown.show_ui(ui, |ui| {
                for (index, other) in signposts.tours.iter().enumerate() {
                    let words = format!("{} ({})", other.title, other.steps.len());
                    if ui.selectable_label(index == self.tour, words).clicked() {
                        cx.push(Command::Tour(TourCommand::Choose(index)));
                    }
                }
            });
            let response = response.response;
            response.widget_info(|| {
                let words = format!("Which tour: {}", tour.title);
                WidgetInfo::labeled(Role::ComboBox, true, words)
            });
        }
        let field = Field::Title(self.tour);
        let words = (
            "Title of the tour",
            ids::TOUR_TITLE,
            "What the tour is called",
            1,
        );
        self.field_ui(ui, cx, field, &tour.title, words);
        ui.horizontal_wrapped(|ui| {
            if wide_button(ui, cx, Named::Present, !tour.steps.is_empty()) {
                cx.run(Named::Present);
            }
            if text_button(ui, "New", "Make another tour").clicked() {
                cx.push(Command::Tour(TourCommand::NewTour));
            }
            if text_button(ui, "Delete", "Delete this tour; undo brings it back").clicked() {
                cx.push(Command::Tour(TourCommand::DeleteTour));
            }
        });
    }

    fn steps_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, tour: &Tour) {
        heading(ui, "Steps");
        if tour.steps.is_empty() {
            cx.small_ui(
                ui,
                "A step is a node with what you say there. Select a node of the tree, and add it.",
            );
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        for (index, step) in tour.steps.iter().enumerate() {
            let known = is_known(cx.document, &step.line);
            let chosen = index == self.step;
            let wide = Vec2::new(ui.available_width(), ROW);
            let (rect, response) = ui.allocate_exact_size(wide, Sense::click());
            let name = match cx.desk.typed.get(&Field::Step(self.tour, index)) {
                Some(typed) => crate::diagram::first_words(&typed),
                None => step_name(step),
            };
            response.widget_info(|| {
                let words = format!("Step {}: {name}", index + 1);
                WidgetInfo::selected(Role::Button, true, chosen, words)
            });
            let response = response.identified(&ids::tour_step(index));
            let painter = ui.painter();
            if chosen || response.hovered() {
                painter.rect_filled(rect, 5.0, cx.theme.soft);
            }
            if response.has_focus() {
                let inside = egui::StrokeKind::Inside;
                painter.rect_stroke(rect, 5.0, Stroke::new(1.5, cx.theme.text), inside);
            }
            let inner = rect.shrink2(Vec2::new(8.0, 3.0));
            let (number, words) = inner.split_left_right_at_x(inner.left() + 22.0);
            let (upper, lower) = words.split_top_bottom_at_fraction(0.54);
            let (upper_number, _) = number.split_top_bottom_at_fraction(0.54);
            let count = (index + 1).to_string();
            let bold = font(size::BODY, true);
            cell(
                painter,
                upper_number,
                Align::Min,
                &count,
                bold,
                cx.theme.dim,
            );
            let body = font(size::BODY, chosen);
            cell(painter, upper, Align::Min, &name, body, cx.theme.text);
            let (line, color) = match (known, step.line.is_empty()) {
                (false, _) => (format!("not in this tree: {}", step.line), cx.theme.error),
                (true, true) => ("start".to_owned(), cx.theme.dim),
                (true, false) => (step.line.clone(), cx.theme.dim),
            };
            let line = match &step.recording {
                Some(recording) => {
                    let title = recording.method.title(false, recording.plies.is_some());
                    format!("{title}, step {} · {line}", recording.step)
                }
                None => line,
            };
            let line = match step.hidden {
                true => format!("{line} · ratings hidden"),
                false => line,
            };
            let small = font(size::SMALL, false);
            cell(painter, lower, Align::Min, &line, small, color);
            if response.clicked() {
                response.surrender_focus();
                cx.push(Command::Tour(TourCommand::Step(index)));
            }
            if chosen {
                self.step_ui(ui, cx, (index, tour.steps.len()), step);
            }
        }
        ui.add_space(6.0);
        if wide_button(ui, cx, Named::AddTourStep, true) {
            cx.run(Named::AddTourStep);
        }
    }
}

/// Whether the tree has a line.
pub(super) fn is_known(document: &Document, line: &str) -> bool {
    let graph = &document.session.rated().graph;
    graph.read_line(Vertex::ROOT, line).is_ok()
}

fn no_tour_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    cx.small_ui(ui, "A tour leads through the tree: nodes in an order, with what you say at each. It is saved with \
         the tree, played on the whole screen in a lecture, and part of the page for your students.",
    )
    .identified(ids::NO_TOUR);
    ui.add_space(4.0);
    if wide_button(ui, cx, Named::AddTourStep, true) {
        cx.run(Named::AddTourStep);
    }
    if text_button(ui, "New tour", "Make a tour without steps").clicked() {
        cx.push(Command::Tour(TourCommand::NewTour));
    }
    ui.add_space(2.0);
    cx.small_ui(
        ui,
        "Three tours are ready: File › Open a board to learn from › Tours.",
    );
}

pub(super) fn text_button(ui: &mut egui::Ui, text: &str, told: &str) -> egui::Response {
    let button = egui::Button::new(text)
        .min_size(Vec2::new(0.0, 26.0))
        .stroke(Stroke::NONE);
    let response = ui.add(button);
    if response.clicked() {
        response.surrender_focus();
    }
    response.on_hover_text(told)
}

/// A button with the sign and the words of a command.
pub(super) fn wide_button(ui: &mut egui::Ui, cx: &Cx<'_>, named: Named, enabled: bool) -> bool {
    let words = format!("{} {}", named.icon(), named.text());
    let words = egui::RichText::new(words).color(cx.theme.text);
    let button = egui::Button::new(words)
        .min_size(Vec2::new(0.0, 28.0))
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, named.text()));
    let response = response.identified(named.id());
    let clicked = response.clicked();
    if clicked {
        response.surrender_focus();
    }
    response.on_hover_text(tooltip(ui.ctx(), named));
    clicked
}
