//! The tab "What if": the assumptions about the selected node, the list of all assumptions, and
//! their effects. The places of the node's position are buttons, each with a menu of its possible
//! contents.

use eframe::egui::{self, Align, Key, Role, Sense, Stroke, Vec2, WidgetInfo};

use crate::app::base::{
    Identified as _, heading, ids, name_region, player_mark, strong, text_field,
};
use crate::app::document::{Document, MadeFor, WhatIfRatings};
use crate::app::intent::{Command, CommandId, WhatIfAction};
use crate::app::parts::{Cx, select_all};
use crate::diagram::{player_letter, player_name, shortened};
use crate::game::{Player, visible};
use crate::save::{Assumes, Assumption};
use crate::session::what_if::{AlteredNode, InForce, summary};
use crate::session::{Action, Rated};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};

/// Maximum number of payoffs with a button.
const MAX_PAYOFFS: usize = 7;
/// The width of the button beside a field, in points.
const BUTTON: f32 = 52.0;
/// Maximum characters of a line.
const MAX_LETTERS: usize = 60;

/// Which field the keys go to when the tab is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// That of the rating.
    Pin,
    /// That of the position.
    Position,
}

/// The state of the tab.
#[derive(Debug, Default)]
pub struct WhatIfPanel {
    pub(super) lead: Option<Lead>,
    /// Why the typed text is invalid.
    pub(super) fault: Option<String>,
    pub(super) rating: String,
    pub(super) position: String,
    typed_at: Option<UnfoldingNode>,
    /// The line to the selected node.
    line: Option<(MadeFor, String)>,
    rows: Option<(MadeFor, String, Vec<AlteredNode>)>,
}

/// The name of a node in few characters.
fn line_name(line: &str) -> String {
    match line {
        "" => "root".to_owned(),
        line => shortened(&visible(line), MAX_LETTERS),
    }
}

/// An assumption, in few words.
fn assumption_text(assumption: &Assumption) -> String {
    match &assumption.what {
        Assumes::Forbid => "move forbidden".to_owned(),
        Assumes::Change(position) => format!("position {}", visible(position)),
        Assumes::Pin(pins) => {
            let pins: Vec<String> = pins
                .iter()
                .map(|(name, rating)| format!("{} {rating}", visible(name)))
                .collect();
            format!("pinned at {}", pins.join(", "))
        }
    }
}

impl WhatIfPanel {
    /// The tab.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        name_region(ui, ids::WHAT_IF);
        let node = cx.document.session.selected();
        if self.typed_at != Some(node) {
            self.typed_at = Some(node);
            self.fault = None;
            self.rating.clear();
            self.position.clear();
        }
        let supposed = &cx.document.supposed;
        let any = !cx.document.layer.assumptions.is_empty();
        if any {
            self.head_ui(ui, cx);
        } else {
            ui.add_space(6.0);
            let text = "Pin the selected node's rating, forbid its move, or replace its position, and \
                         see what changes up to the root. You can undo it at any time.";
            ui.add(egui::Label::new(cx.dim(text)).wrap());
        }
        self.node_ui(ui, cx);
        if any {
            list_ui(ui, cx, supposed);
            buttons_ui(ui, cx, supposed);
            self.altered_ui(ui, cx);
        }
        ui.add_space(8.0);
    }

    /// The effect of all assumptions on the root, in one sentence.
    fn head_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let now = self.rows.take();
        let now = now.filter(|(made_for, ..)| made_for.is_now(cx.document, cx.view));
        let rows = now.unwrap_or_else(|| {
            let player = cx.view.chooser(Vertex::ROOT);
            let what_if = &cx.document.supposed.what_if;
            let (head, rows) = summary(cx.document.session.rated(), what_if, player);
            (MadeFor::now(cx.document, cx.view), head, rows)
        });
        ui.add_space(6.0);
        let phrase = match cx.view.hidden {
            true => "Ratings and their changes are hidden. Press H to show them.",
            false => rows.1.as_str(),
        };
        ui.add(egui::Label::new(strong(phrase).color(cx.theme.text)).wrap())
            .identified(ids::WHAT_IF_ROOT);
        if cx.document.supposed.shows_truth() {
            let text = "Showing true ratings; assumptions are off.";
            ui.label(cx.small(text));
        }
        self.rows = Some(rows);
    }

    /// The possible assumptions about the selected node.
    fn node_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let line = self.line.take();
        let line = line.filter(|(made_for, _)| made_for.is_now(cx.document, cx.view));
        let (made_for, line) = line.unwrap_or_else(|| {
            let line = cx.document.line_text(cx.document.session.selected());
            (MadeFor::now(cx.document, cx.view), line)
        });
        heading(ui, &format!("At {}", line_name(&line)));
        self.pin_ui(ui, cx);
        ui.add_space(6.0);
        forbid_ui(ui, cx, &line);
        ui.add_space(6.0);
        self.line = Some((made_for, line));
        ui.label("Replace position");
        self.position_ui(ui, cx);
        let selected = cx.document.session.selected();
        let assumptions = &cx.document.layer.assumptions;
        let changed = cx.document.supposed.changed_at(selected, assumptions);
        places_ui(ui, cx, changed);
        if let Some(changed) = changed {
            ui.add_space(2.0);
            let button = egui::Button::new("Open the replaced position").fill(cx.theme.soft);
            let response = ui.add(button).identified(ids::OPEN_CHANGED);
            cx.push_on_click(&response, || {
                Command::OpenText(changed.graph.position_text(Vertex::ROOT))
            });
            response.on_hover_text(
                "Open the new position as its own tree. The subtree drawn here still belongs to \
                 the old position.",
            );
        }
        if let Some(why) = &self.fault {
            ui.add_space(4.0);
            cx.wrong_ui(ui, why).identified(ids::WHAT_IF_FAULT);
        }
    }

    /// The possible ratings of the node.
    fn pin_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let player = cx.view.chooser(cx.document.session.vertex());
        ui.horizontal(|ui| {
            ui.label("Rating for");
            player_mark(ui, cx.theme, cx.view, player);
            let name = player_name(cx.view.labels, player);
            if name != player_letter(cx.view.labels, player) {
                ui.add(egui::Label::new(&name).truncate());
            }
        });
        let players = cx.view.labels.graph().players();
        let each = !cx.view.analysis.ratings.has_constant_sum() && players > 1;
        ui.horizontal(|ui| {
            let field = WhatIfField {
                id: "pin",
                label: "Pinned rating",
                name: ids::PIN,
                hint: match each {
                    true => "1/2, or one for each",
                    false => "1/2",
                },
                width: (ui.available_width() - BUTTON - 8.0).clamp(40.0, 160.0),
            };
            let entered = field.ui(ui, &mut self.rating);
            if self.lead == Some(Lead::Pin) {
                self.lead = None;
                ui.memory_mut(|memory| memory.request_focus(egui::Id::unique("pin")));
            }
            let response =
                ui.add_sized([BUTTON, 24.0], egui::Button::new("Pin").fill(cx.theme.soft));
            if entered || response.clicked() {
                let text = std::mem::take(&mut self.rating);
                cx.push(Command::Assume(WhatIfAction::Pin(text)));
            }
            response.on_hover_text("Assume this rating for the node");
        });
        let payoffs = payoffs(cx.document, player);
        if payoffs.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for payoff in payoffs {
                let button = egui::Button::new(&payoff).fill(cx.theme.soft);
                let response = ui.add(button.min_size(Vec2::new(30.0, 22.0)));
                let label = format!("Pin {payoff}");
                let response = response
                    .called(Role::Button, &label)
                    .identified(&ids::pin(&payoff));
                cx.push_on_click(&response, || Command::Assume(WhatIfAction::Pin(payoff)));
            }
        });
    }

    /// The replacement of the node's position.
    fn position_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let session = &cx.document.session;
        let hint = session.rated().graph.position_text(session.vertex());
        ui.horizontal(|ui| {
            let field = WhatIfField {
                id: "position",
                label: "New position",
                name: ids::CHANGE,
                hint: &hint,
                width: (ui.available_width() - BUTTON - 8.0).max(60.0),
            };
            let entered = field.ui(ui, &mut self.position);
            if self.lead == Some(Lead::Position) {
                self.lead = None;
                if self.position.is_empty() {
                    self.position.clone_from(&hint);
                }
                ui.memory_mut(|memory| memory.request_focus(egui::Id::unique("position")));
                select_all(ui.ctx(), egui::Id::unique("position"), &self.position);
            }
            let response =
                ui.add_sized([BUTTON, 24.0], egui::Button::new("Set").fill(cx.theme.soft));
            if (entered || response.clicked()) && !self.position.trim().is_empty() {
                let text = std::mem::take(&mut self.position);
                cx.push(Command::Assume(WhatIfAction::Change(text)));
            }
            response.on_hover_text("Use this position at the node");
        });
    }

    /// The changes by the assumptions, from the furthest node up to the root.
    fn altered_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some((_, _, rows)) = self.rows.as_ref().filter(|_| !cx.view.hidden) else {
            return;
        };
        heading(ui, "Changes");
        if rows.is_empty() {
            let text = "No rating changes.";
            ui.label(cx.dim(text));
        }
        let line = cx.document.session.line();
        for row in rows {
            let selected = row.line == line;
            if row_ui(ui, cx, row, selected) {
                cx.push(Command::Act(Action::SelectLine(row.line.clone())));
            }
        }
    }
}

/// Whether the move that leads to the node may be made.
fn forbid_ui(ui: &mut egui::Ui, cx: &Cx<'_>, line: &str) {
    let forbid = CommandId::ForbidMove;
    let own =
        |assumption: &Assumption| assumption.line == line && assumption.what == Assumes::Forbid;
    let mut forbidden = cx.document.layer.assumptions.iter().any(own);
    let unfolding = cx.document.session.unfolding();
    let parent = unfolding.parent(cx.document.session.selected());
    let enabled = parent.is_some_and(|parent| {
        let kind = cx.view.labels.graph().kind(unfolding.vertex(parent));
        matches!(kind, VertexKind::Decision(_))
    });
    let check = egui::Checkbox::new(&mut forbidden, "Forbid this move");
    cx.run_on_click_keeping_focus(ui.add_enabled(enabled, check), forbid);
}

/// A text field of one line, and its id.
struct WhatIfField<'a> {
    id: &'a str,
    label: &'a str,
    name: &'a str,
    hint: &'a str,
    width: f32,
}

impl WhatIfField<'_> {
    /// Draws it; whether Enter was pressed in it.
    fn ui(&self, ui: &mut egui::Ui, text: &mut String) -> bool {
        let edit = text_field(text)
            .id(egui::Id::unique(self.id))
            .hint_text(self.hint)
            .desired_width(self.width);
        let response = ui.add(edit);
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_label(self.label));
        let response = response.identified(self.name);
        response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }
}

/// The payoffs of ends for a player, each once, if they are few; none if there are many.
fn payoffs(document: &Document, player: Player) -> Vec<String> {
    let graph = document.session.rated().graph.graph();
    let (low, high) = graph.range();
    let mut payoffs: Vec<_> = graph
        .outcomes()
        .filter_map(|outcome| outcome.get(player.index()).copied())
        .chain([low, high])
        .collect();
    payoffs.sort_unstable();
    payoffs.dedup();
    match payoffs.len() <= MAX_PAYOFFS {
        true => payoffs.iter().map(ToString::to_string).collect(),
        false => Vec::new(),
    }
}

/// All assumptions.
fn list_ui(ui: &mut egui::Ui, cx: &Cx<'_>, supposed: &WhatIfRatings) {
    heading(ui, "Assumptions");
    let states = &supposed.what_if.in_force;
    for (number, assumption) in cx.document.layer.assumptions.iter().enumerate() {
        let name = format!(
            "{}: {}",
            line_name(&assumption.line),
            assumption_text(assumption)
        );
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let mut on = !assumption.off;
            let response = ui.checkbox(&mut on, "");
            let label = format!("Assume {name}");
            let response = response
                .chosen(Role::CheckBox, on, &label)
                .identified(&ids::switch(number));
            cx.push_on_click(&response, || Command::Assume(WhatIfAction::Switch(number)));
            ui.with_layout(egui::Layout::right_to_left(Align::Min), |ui| {
                let sign = egui_material_icons::icons::ICON_DELETE.codepoint;
                let sign = egui::RichText::new(sign).size(15.0).color(cx.theme.dim);
                let button = egui::Button::new(sign).small().stroke(Stroke::NONE);
                let response = ui.add(button);
                let label = format!("Delete {name}");
                let response = response
                    .called(Role::Button, &label)
                    .identified(&ids::delete_assumption(number));
                cx.push_on_click(&response, || Command::Assume(WhatIfAction::Delete(number)));
                response.on_hover_text("Take this assumption away");
                ui.with_layout(egui::Layout::top_down(Align::Min), |ui| {
                    let text = egui::RichText::new(&name);
                    let link = egui::Label::new(text).wrap().sense(Sense::click());
                    let response = ui
                        .add(link)
                        .on_hover_cursor(egui::CursorIcon::PointingHand)
                        .called(Role::Link, &name)
                        .identified(&ids::assumption(number));
                    cx.link_ring(ui, &response);
                    cx.push_on_click(&response, || Command::Assume(WhatIfAction::GoTo(number)));
                    let state = states.get(number).and_then(InForce::status_text);
                    if let Some(state) = state {
                        match states.get(number) {
                            Some(InForce::No(_)) => cx.wrong_ui(ui, state),
                            _ => cx.small_ui(ui, state),
                        };
                    }
                });
            });
        });
    }
    if let Some(changing) = &supposed.changing {
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new().size(12.0));
            let phrase = format!("{} positions so far", changing.progress.positions);
            ui.label(cx.small(phrase));
            let cancel = ui.small_button(CommandId::CancelWork.text());
            let cancel = cancel.identified(CommandId::CancelWork.id());
            cx.push_on_click(&cancel, || Command::Named(CommandId::CancelWork));
        });
    }
}

/// The buttons for all assumptions.
fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, supposed: &WhatIfRatings) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for named in [
            CommandId::TakeBackWhatIf,
            CommandId::ClearWhatIfs,
            CommandId::ShowTruth,
        ] {
            let text = match named {
                CommandId::TakeBackWhatIf => "Remove last",
                CommandId::ClearWhatIfs => "Remove all",
                _ => "Show true ratings",
            };
            let chosen = named == CommandId::ShowTruth && supposed.shows_truth();
            let mut button = egui::Button::new(text).selected(chosen);
            if !chosen {
                button = button.fill(cx.theme.soft);
            }
            cx.run_on_click_keeping_focus(ui.add(button), named);
        }
    });
}

/// One node that is altered, or where it stops; whether it was clicked.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, row: &AlteredNode, selected: bool) -> bool {
    let frame = egui::Frame::new()
        .fill(if selected {
            cx.theme.soft
        } else {
            cx.theme.panel
        })
        .corner_radius(4)
        .inner_margin(egui::Margin::symmetric(4, 3));
    let response = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                ui.label(strong(&row.after).color(cx.theme.text));
                if row.before != row.after {
                    ui.label("→");
                    let old = cx.dim(&row.before);
                    ui.label(old.color(cx.theme.dim));
                }
                ui.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
                    let color = cx.text_or_dim(row.altered);
                    let name = egui::RichText::new(&row.name).color(color);
                    ui.add(egui::Label::new(name).truncate());
                });
            });
        });
        cx.small_ui(ui, &row.why);
    });
    let id = egui::Id::unique("altered").with(&row.line);
    let response = ui.interact(response.response.rect, id, Sense::click());
    let change = match row.before == row.after {
        true => format!("stays {}", row.after),
        false => format!("from {} to {}", row.before, row.after),
    };
    let label = format!("{}: {change}. {}", row.name, row.why);
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &label));
    if response.hovered() || response.has_focus() {
        let width = if response.has_focus() { 1.5 } else { 1.0 };
        let color = cx.text_or_line(response.has_focus());
        let stroke = Stroke::new(width, color);
        ui.painter()
            .rect_stroke(response.rect, 4.0, stroke, egui::StrokeKind::Inside);
    }
    response
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
}

/// Maximum number of places with a button; a larger board is changed in notation.
const MAX: usize = 100;

/// The buttons, in rows as on the board.
pub(super) fn places_ui(ui: &mut egui::Ui, cx: &Cx<'_>, changed: Option<&Rated>) {
    let own = cx.document.session.vertex();
    let truth = &cx.document.session.rated().graph;
    let (graph, vertex) = match changed {
        Some(changed) => (&changed.graph, Vertex::ROOT),
        None => (truth, own),
    };
    let picture = graph.picture(vertex);
    let original = truth.picture(own);
    let places = picture.cells.len();
    if places == 0 || places > MAX || (0..places).all(|it| graph.edits(vertex, it).is_empty()) {
        return;
    }
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (index, place) in picture.cells.iter().enumerate() {
        let same = |row: &Vec<usize>| {
            let first = row.first().and_then(|first| picture.cells.get(*first));
            first.is_some_and(|first| (first.y - place.y).abs() < 0.1)
        };
        match rows.iter_mut().find(|row| same(row)) {
            Some(row) => row.push(index),
            None => rows.push(vec![index]),
        }
    }
    let words = "Or change one cell:";
    ui.label(cx.small(words));
    for row in rows {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for index in row {
                let Some(cell) = picture.cells.get(index) else {
                    continue;
                };
                let edits = graph.edits(vertex, index);
                let now = edits
                    .iter()
                    .find(|edit| edit.owner == cell.owner && edit.piece == cell.piece);
                let text = now.map_or("·", |edit| edit.words.as_str());
                let before = original.cells.get(index);
                let is_changed = before
                    .is_some_and(|before| before.owner != cell.owner || before.piece != cell.piece);
                let label = format!(
                    "Cell {}: {text}{}",
                    cell.number,
                    if is_changed { ", changed" } else { "" }
                );
                let mut phrase = egui::RichText::new(text).monospace();
                if is_changed {
                    phrase = phrase.strong().underline();
                }
                let button = egui::Button::new(phrase).fill(cx.theme.soft);
                let button = button.min_size(Vec2::new(36.0, 26.0));
                let menu = egui::containers::menu::MenuButton::from_button(button);
                let (response, _) = menu.ui(ui, |ui| {
                    egui::ScrollArea::vertical()
                        .max_height(260.0)
                        .show(ui, |ui| {
                            for edit in &edits {
                                let is_now = edit.owner == cell.owner && edit.piece == cell.piece;
                                let button = egui::Button::new(&edit.words).selected(is_now);
                                if ui.add(button).clicked() {
                                    let position = edit.position.clone();
                                    cx.push(Command::Assume(WhatIfAction::Change(position)));
                                    ui.close();
                                }
                            }
                        });
                });
                let response = response
                    .called(Role::Button, &label)
                    .identified(&ids::change(index));
                response.on_hover_text(label);
            }
        });
    }
}
