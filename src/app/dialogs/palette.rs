//! The palette: every command by its name, found by a few of its letters.

use eframe::egui::{self, Key};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::app::base::{Identified as _, ids, size};
use crate::app::document::TEACHING;
use crate::app::intent::{Command, Named, Scope, key_text};
use crate::app::parts::{Cx, Desk};

/// How high one row is, in points.
const ROW: f32 = 28.0;

/// What can be chosen.
struct Entry {
    icon: &'static str,
    text: String,
    tooltip: String,
    keys: String,
    enabled: bool,
    command: Command,
}

/// The palette, with what is typed in it.
pub struct Palette {
    text: String,
    chosen: usize,
    focused: bool,
}

impl Palette {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            chosen: 0,
            focused: false,
        }
    }

    /// Shows the palette; `false` when it is done.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        let (up, down, enter) = ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
            (
                pressed(Key::ArrowUp),
                pressed(Key::ArrowDown),
                pressed(Key::Enter),
            )
        });
        let line = egui::TextEdit::singleline(&mut self.text)
            .hint_text("Search commands, examples, and files")
            .desired_width(f32::INFINITY);
        let line = ui.add(line);
        line.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Find a command")
        });
        let line = line.identified(ids::PALETTE);
        if !std::mem::replace(&mut self.focused, true) {
            line.request_focus();
        }
        if line.changed() {
            self.chosen = 0;
        }
        let most = (ui.ctx().content_rect().height() * 0.6).clamp(120.0, 14.0 * ROW);
        // As high whatever is found, so that the line stays where it is.
        ui.set_min_height(most);
        let found = found(&self.text, entries(ui.ctx(), cx.desk));
        if found.is_empty() {
            ui.add_space(6.0);
            ui.label(cx.dim("No results"));
            return true;
        }
        if down {
            self.chosen += 1;
        }
        if up {
            self.chosen = self.chosen.checked_sub(1).unwrap_or(found.len() - 1);
        }
        if self.chosen >= found.len() {
            self.chosen = 0;
        }
        let mut done = enter.then_some(self.chosen);
        let moved = up || down;
        egui::ScrollArea::vertical()
            .max_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, entry) in found.iter().enumerate() {
                    let row = row_ui(ui, cx, entry, index == self.chosen);
                    if index == self.chosen && moved {
                        row.scroll_to_me(None);
                    }
                    if row.clicked() {
                        done = Some(index);
                    }
                    row.on_hover_text(&entry.tooltip);
                }
            });
        match done.and_then(|index| found.into_iter().nth(index)) {
            Some(entry) if entry.enabled => {
                cx.push(entry.command);
                false
            }
            _ => true,
        }
    }
}

fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, entry: &Entry, chosen: bool) -> egui::Response {
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, entry.enabled, chosen, &entry.text)
    });
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, cx.theme.soft);
    }
    let color = cx.text_or_dim(entry.enabled);
    let middle = |x: f32| egui::pos2(x, rect.center().y);
    let text = |at, align, text: &str, size: f32, color| {
        let font = egui::FontId::proportional(size);
        ui.painter().text(at, align, text, font, color);
    };
    let left = egui::Align2::LEFT_CENTER;
    text(
        middle(rect.left() + 8.0),
        left,
        entry.icon,
        16.0,
        cx.theme.dim,
    );
    text(
        middle(rect.left() + 34.0),
        left,
        &entry.text,
        size::BODY,
        color,
    );
    let right = egui::Align2::RIGHT_CENTER;
    text(
        middle(rect.right() - 8.0),
        right,
        &entry.keys,
        size::SMALL,
        cx.theme.dim,
    );
    response
}

/// All that can be chosen: commands in the order of the menus, files opened last, and the boards that
/// come with the program.
fn entries(ctx: &egui::Context, desk: &Desk) -> Vec<Entry> {
    let named = Named::ALL
        .iter()
        .filter(|named| **named != Named::Palette && named.scope() != Scope::Talk)
        .map(|&named| Entry {
            icon: named.icon(),
            text: named.text().trim_end_matches('…').to_owned(),
            tooltip: named.tooltip().to_owned(),
            keys: named
                .shortcuts()
                .first()
                .map_or_else(String::new, |keys| key_text(ctx, keys)),
            enabled: desk.states.is_enabled(named),
            command: Command::Named(named),
        });
    let open = |text: String, tooltip: String, command| Entry {
        icon: Named::Open.icon(),
        text,
        tooltip,
        keys: String::new(),
        enabled: true,
        command,
    };
    let teaching = TEACHING.iter().enumerate().map(|(place, teaching)| {
        let command = Command::OpenTeaching(place);
        open(
            teaching.title.to_owned(),
            teaching.shows.to_owned(),
            command,
        )
    });
    let recent = desk.settings.recent.iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let command = Command::OpenFile(path.clone());
        open(name.into_owned(), path.display().to_string(), command)
    });
    named.chain(recent).chain(teaching).collect()
}

/// What matches, best first; everything, in its own order, while nothing is typed.
fn found(text: &str, entries: Vec<Entry>) -> Vec<Entry> {
    if text.trim().is_empty() {
        return entries;
    }
    let pattern = Pattern::parse(text, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut scored: Vec<(u32, Entry)> = entries
        .into_iter()
        .filter_map(|entry| {
            let name = pattern.score(Utf32Str::new(&entry.text, &mut buffer), &mut matcher);
            // What a command does counts as well, though less than its name.
            let does = pattern.score(Utf32Str::new(&entry.tooltip, &mut buffer), &mut matcher);
            // And what is called so before what is also called so.
            let whole = entry.text.eq_ignore_ascii_case(text.trim());
            let bonus = if whole { 2_000 } else { 1_000 };
            let score = name.map(|score| score + bonus).or(does)?;
            Some((score, entry))
        })
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, entry)| entry).collect()
}
