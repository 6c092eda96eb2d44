//! The find strip over the tree: one row with the field, the results, their lists, and the buttons
//! for the next and previous match; below it help with frequent filters, completions, and errors.

use eframe::egui::{self, Align, Key, Layout, Role, Stroke, Vec2, WidgetInfo};
use egui_material_icons::icons::ICON_CLOSE;

use super::lists::SelectedMatches;
use super::{Find, lists, look_for};
use crate::app::base::keystrokes::pressed_with_shift;
use crate::app::base::{
    Identified as _, SlotState, fault_text, font, ids, size, strong, text_field, width_of,
};
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{Cx, select_all, select_text};
use crate::diagram::TreeView;
use crate::session::filter::{Filter, Naming, Term, Won, hints};
use crate::words::{capitalised, horizon_name};

/// The height of its row.
const ROW: f32 = 32.0;
/// The height of the field.
const FIELD: f32 = 28.0;
/// Between two parts of the row.
const GAP: f32 = 10.0;
/// The room that the buttons take at its right end.
const BUTTONS: f32 = 226.0;
/// Below this width the results have a separate row.
const NARROW: f32 = 560.0;
/// The size of an icon button.
pub(super) const SIGN: Vec2 = Vec2::new(28.0, 28.0);

impl Find {
    /// The strip.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(naming) = self.read.as_ref().map(|(_, naming)| naming.clone()) else {
            // It is read before the next frame.
            return;
        };
        self.look_here(cx);
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .inner_margin(egui::Margin::symmetric(14, 6));
        egui::Panel::top("find").frame(frame).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            self.row_ui(ui, cx);
            self.more_ui(ui, cx, &naming);
        });
    }

    /// Updates the number of the selected node among the matches.
    fn look_here(&mut self, cx: &Cx<'_>) {
        let node = cx.document.session.selected();
        let Some(hits) = self.hits(cx.view.hidden) else {
            self.here = None;
            return;
        };
        if !self
            .here
            .as_ref()
            .is_some_and(|here| here.is_of(node, hits))
        {
            self.here = Some(SelectedMatches::new(cx.document, hits));
        }
    }

    fn row_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let narrow = ui.available_width() < NARROW;
        ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            ui.spacing_mut().item_spacing.x = GAP;
            if !narrow {
                ui.label(strong("Find").size(size::BODY));
            }
            let max = ui.available_width() - BUTTONS - 2.0 * GAP;
            let wide = if narrow { max } else { (max * 0.4).min(210.0) };
            self.field_ui(ui, cx, wide.max(90.0));
            let rest = Vec2::new((ui.available_width() - BUTTONS - GAP).max(0.0), ROW);
            let middle = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(rest, middle, |ui| {
                ui.set_min_size(rest);
                if !narrow {
                    self.found_ui(ui, cx);
                }
            });
            ui.spacing_mut().item_spacing.x = 4.0;
            self.reference_ui(ui, cx);
            self.list_ui(ui, cx);
            cx.icon_button(ui, CommandId::PreviousHit);
            cx.icon_button(ui, CommandId::NextHit);
            close_ui(ui, cx);
        });
        if narrow && self.filter.is_some() {
            ui.horizontal(|ui| self.found_ui(ui, cx));
        }
    }

    fn field_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, width: f32) {
        let id = egui::Id::unique("find");
        let margin = egui::Margin {
            left: 8,
            // The place of the clear button.
            right: 26,
            top: 5,
            bottom: 5,
        };
        let edit = text_field(&mut self.text)
            .id(id)
            .hint_text("by:a blunder ply:2-5")
            .desired_width(width)
            .min_size(Vec2::new(0.0, FIELD))
            .align(egui::Align2::LEFT_CENTER)
            .margin(margin);
        let response = ui
            .scope(|ui| {
                let frame = Stroke::new(1.0, cx.theme.line);
                ui.visuals_mut().widgets.inactive.bg_stroke = frame;
                ui.add(edit)
            })
            .inner;
        let text = self.text.clone();
        response.widget_info(|| {
            let mut info = WidgetInfo::text_edit(true, text.as_str(), text.as_str(), "");
            info.label = Some("Find".to_owned());
            info
        });
        let response = response.identified(ids::FIND_FIELD);
        if !self.text.is_empty() {
            clear_ui(ui, cx, response.rect);
        }
        if std::mem::take(&mut self.focus) {
            response.request_focus();
            select_all(ui.ctx(), id, &self.text);
        }
        self.field_keys(ui, cx, &response);
    }

    /// The effects of Escape and Enter in the field.
    fn field_keys(&mut self, ui: &egui::Ui, cx: &Cx<'_>, field: &egui::Response) {
        let escape = ui.input(|input| input.key_pressed(Key::Escape));
        if field.lost_focus() && escape {
            if self.text.is_empty() {
                cx.push(Command::CloseFind);
            } else {
                self.text.clear();
                field.request_focus();
            }
            return;
        }
        // With Shift the field keeps the keyboard.
        let hears = field.lost_focus() || field.has_focus();
        if let Some(shift) = pressed_with_shift(ui.ctx(), Key::Enter).filter(|_| hears) {
            field.request_focus();
            cx.run(match shift {
                true => CommandId::PreviousHit,
                false => CommandId::NextHit,
            });
        }
    }

    /// The results, or the state of the search.
    fn found_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(filter) = &self.filter else {
            return;
        };
        if cx.view.hidden && filter.tells_ratings() {
            return;
        }
        match (self.kept(filter), &self.here) {
            (None, _) => self.running_ui(ui, cx, filter),
            (Some(Ok(_)), Some(here)) => {
                let first = self.by_ply.known().and_then(|plies| plies.first());
                total_ui(ui, cx, here, first);
            }
            _ => {}
        }
    }

    /// The state of the search.
    fn running_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, filter: &Filter) {
        if cx.document.is_building() {
            ui.add(egui::Label::new(cx.dim("Search starts when the tree is built")).truncate());
        } else if let SlotState::Running(_, progress) = self.running.state() {
            let share = *progress.now() as f32 / 1_000.0;
            let phrase = format!("Searching: {:.0} %", (100.0 * share).floor());
            let bar = egui::ProgressBar::new(share)
                .desired_width((ui.available_width() - 80.0).clamp(60.0, 220.0))
                .desired_height(18.0)
                .corner_radius(4.0)
                .fill(cx.theme.soft);
            let text = egui::RichText::new(phrase).size(size::SMALL);
            ui.add(bar.text(text.color(cx.theme.text)));
            let cancel = ui.add(cx.small_button(CommandId::CancelWork.text()));
            if cancel.identified(CommandId::CancelWork.id()).clicked() {
                cx.run(CommandId::CancelWork);
            }
        } else if self.running.is_of(filter) && matches!(self.running.state(), SlotState::Cancelled)
        {
            ui.label(cx.dim("Search canceled"));
            let again = ui.add(cx.small_button("Search again"));
            cx.push_on_click(&again.identified(ids::FIND_AGAIN), || look_for(&self.text));
        }
    }
}

/// The number of matches and the number of the selected one, with as much text as fits.
fn total_ui(ui: &mut egui::Ui, cx: &Cx<'_>, here: &SelectedMatches, first: Option<u32>) {
    ui.spacing_mut().item_spacing.x = 5.0;
    let [short, whole] = &here.total;
    let bold = font(size::BODY, true);
    let plain = font(size::BODY, false);
    let room = ui.available_width() - 4.0;
    let beside = |words: &str, total: &str| {
        width_of(ui, words, &plain) + 5.0 + width_of(ui, total, &bold) <= room
    };
    let choices = choices(here, first);
    let found = choices.iter().find(|words| beside(words, whole));
    let total = if found.is_some() { whole } else { short };
    let fits = || choices.iter().find(|phrase| beside(phrase, short));
    let text = found.or_else(fits).map_or("", String::as_str);
    let total_ui = |ui: &mut egui::Ui| {
        let label = egui::Label::new(strong(total).size(size::BODY)).truncate();
        let response = ui.add(label).called(Role::Label, whole);
        response.identified(ids::FIND_TOTAL)
    };
    let words_ui = |ui: &mut egui::Ui| {
        let label = egui::Label::new(cx.dim(text)).extend();
        let response = (!text.is_empty()).then(|| ui.add(label));
        response.map(|response| response.identified(ids::FIND_PLACE))
    };
    let shown = match here.which.is_some() {
        true => (words_ui(ui), total_ui(ui)),
        false => {
            let total = total_ui(ui);
            (words_ui(ui), total)
        }
    };
    if !here.location.is_empty() {
        for response in shown.0.into_iter().chain([shown.1]) {
            response.on_hover_text(&here.location);
        }
    }
}

/// The texts beside the number, the longest first.
fn choices(here: &SelectedMatches, first: Option<u32>) -> Vec<String> {
    if let Some(which) = &here.which {
        return vec![which.clone(), String::new()];
    }
    let matches = match here.total[1].as_str() {
        "0" => return vec!["matches".to_owned(), String::new()],
        "1" => "match",
        _ => "matches",
    };
    let mut choices = Vec::new();
    if let Some(first) = first {
        choices.push(format!("in the whole tree, the first at ply {first}"));
        choices.push(format!("{matches}, the first at ply {first}"));
    } else {
        choices.push("in the whole tree".to_owned());
    }
    choices.extend([matches.to_owned(), String::new()]);
    choices
}

/// An icon button without a command, with this name.
pub(super) fn sign_ui(ui: &mut egui::Ui, cx: &Cx<'_>, sign: &str, text: &str) -> egui::Response {
    let sign = cx.dim(sign).size(17.0);
    ui.add(egui::Button::new(sign).min_size(SIGN))
        .called(Role::Button, text)
}

fn close_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let response = sign_ui(ui, cx, ICON_CLOSE.codepoint, "Close Find");
    let response = response.identified(ids::FIND_CLOSE);
    cx.push_once_on_click(&response, || Command::CloseFind);
    response.on_hover_text("Close Find (Esc)");
}

/// The button that clears the text, at the right end of its field.
fn clear_ui(ui: &mut egui::Ui, cx: &Cx<'_>, field: egui::Rect) {
    let sign = cx.dim(ICON_CLOSE.codepoint).size(14.0);
    let button = egui::Button::new(sign)
        .small()
        .frame_when_inactive(false)
        .min_size(Vec2::splat(20.0));
    let at = egui::Rect::from_center_size(
        egui::pos2(field.right() - 14.0, field.center().y),
        Vec2::splat(20.0),
    );
    let response = ui
        .put(at, button)
        .called(Role::Button, "Clear search")
        .identified(ids::FIND_CLEAR);
    cx.push_once_on_click(&response, || look_for(""));
    response.on_hover_text("Clear the search and its marks (Esc)");
}

/// Maximum number of completions shown below the text.
const MAX_HINTS: usize = 8;

/// A frequent filter: the button's text, the filter, and the button's id.
struct FilterChip {
    words: String,
    text: String,
    id: String,
}

fn chips(view: &TreeView<'_>, document: &Document, naming: &Naming) -> Vec<FilterChip> {
    let graph = view.labels.graph();
    let occurrences = Filter::occurrences(view.labels, document.session.vertex());
    let mut chips = vec![FilterChip {
        words: "This position".to_owned(),
        text: occurrences.text(naming),
        id: ids::find_chip("here"),
    }];
    let mut chip = |phrase: &str, text: &str| {
        chips.push(FilterChip {
            words: phrase.to_owned(),
            text: text.to_owned(),
            id: ids::find_chip(text),
        });
    };
    // Filters that would reveal hidden ratings aren't offered.
    let rated = !view.hidden;
    if rated {
        chip("Blunders", "blunder");
    }
    chip("Choices", "fork");
    if rated {
        chip("Best line", "bestplay");
    }
    chip("Transpositions", "transposition");
    chip("Ends", "end");
    if graph.has_chance() {
        chip("Chance", "chance");
    }
    if !graph.is_complete() {
        chip(&capitalised(horizon_name(graph)), "horizon");
        if rated {
            chip("Not proven", "unproven");
        }
    }
    let has_winners = graph.has_winners();
    for player in crate::game::Player::all(graph.players()).filter(|_| has_winners) {
        let text = Term::Winner(Won::By(player)).text(naming);
        chip(&format!("{} wins", view.name(player)), &text);
    }
    if has_winners {
        chip("Ties", "tie");
    }
    chips
}

impl Find {
    /// The help that applies now, if any.
    pub(super) fn more_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, naming: &Naming) {
        // An unfinished word isn't an error yet.
        if self.hints_ui(ui, cx, naming) {
            return;
        }
        if let Some(fault) = &self.fault {
            wrong_ui(ui, cx, &fault_text(&fault), ids::FIND_FAULT);
        } else if self.text.trim().is_empty() {
            chips_ui(ui, cx, &chips(cx.view, cx.document, naming));
        }
        let Some(filter) = &self.filter else {
            return;
        };
        if cx.view.hidden && filter.tells_ratings() {
            cx.small_ui(ui, lists::kept_back())
                .identified(ids::FIND_HIDDEN);
        } else if let Some(Err(why)) = self.kept(filter) {
            wrong_ui(ui, cx, &why.to_string(), ids::FIND_FAULT);
        } else if let Some(endless) = self.here.as_ref().and_then(|here| here.endless.as_ref()) {
            cx.small_ui(ui, endless).identified(ids::FIND_ENDLESS);
        }
    }

    /// Completions while typing; returns whether there are any.
    fn hints_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, naming: &Naming) -> bool {
        let id = egui::Id::unique("find");
        let focused = self.focus || ui.memory(|memory| memory.has_focus(id));
        // A click takes the focus before it is done.
        let clicking = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        self.typing = focused || (self.typing && clicking);
        let hints = if self.typing {
            hints(&self.text, naming)
        } else {
            Vec::new()
        };
        if hints.is_empty() {
            return false;
        }
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for hint in hints.iter().take(MAX_HINTS) {
                let id = ids::find_hint(&hint.word);
                if chip_ui(ui, cx, &hint.word, hint.about, &id) {
                    chosen = Some(hint.text.clone());
                }
            }
        });
        if let Some(text) = chosen {
            self.text = text;
            self.focus = true;
            // Typing continues at the end.
            let end = self.text.chars().count();
            select_text(ui.ctx(), id, end, end);
            ui.ctx().request_repaint();
        }
        true
    }
}

/// An error, in a sentence.
fn wrong_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str, id: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let icon = egui_material_icons::icons::ICON_ERROR.codepoint;
        ui.label(egui::RichText::new(icon).size(15.0).color(cx.theme.error));
        cx.wrong_ui(ui, text).identified(id);
    });
}

/// The frequent filters.
fn chips_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chips: &[FilterChip]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(6.0);
        for FilterChip {
            words: phrase,
            text,
            id,
        } in chips
        {
            if chip_ui(ui, cx, phrase, text, id) {
                cx.push(look_for(text));
            }
        }
    });
}

/// A small button; whether it was clicked.
fn chip_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str, about: &str, id: &str) -> bool {
    let button = egui::Button::new(egui::RichText::new(text).size(size::SMALL))
        .min_size(Vec2::new(0.0, 24.0))
        .corner_radius(12.0)
        .fill(cx.theme.panel)
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui.add(button).called(Role::Button, text).identified(id);
    let clicked = response.was_clicked();
    response.on_hover_text(about);
    clicked
}
