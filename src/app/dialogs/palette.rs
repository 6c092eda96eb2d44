//! The command palette: every command by its name, found by the initial letters of its words. The
//! list of all shortcuts is here too; both are generated from the list of commands.

use CommandId as N;
use KeyRow::{As, Of, Said};
use eframe::egui::{self, Key};

use crate::app::base::{Identified as _, ids, name_region, size, strong, text_field};
use crate::app::document::TEACHING;
use crate::app::intent::{Command, CommandId, CommandPlace, KeyScope, ThemeChoice, key_text};
use crate::app::parts::{Cx, Desk};

/// The height of a row, in points.
const ROW: f32 = 28.0;

/// An entry.
struct PaletteEntry {
    icon: &'static str,
    text: String,
    tooltip: String,
    /// Other words by which it is found.
    also: &'static str,
    keys: String,
    enabled: bool,
    command: Command,
}

/// The palette and its input.
pub struct CommandPalette {
    text: String,
    chosen: usize,
    focused: bool,
}

impl CommandPalette {
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
        let line = text_field(&mut self.text)
            .hint_text("Search commands, examples, and files")
            .desired_width(f32::INFINITY);
        let line = ui
            .add(line)
            .called(egui::Role::TextInput, "Find a command")
            .identified(ids::PALETTE);
        if !std::mem::replace(&mut self.focused, true) {
            line.request_focus();
        }
        if line.changed() {
            self.chosen = 0;
        }
        let max = (ui.ctx().content_rect().height() * 0.6).clamp(120.0, 14.0 * cx.row_height(ROW));
        // A constant height, so that the text field stays in place.
        ui.set_min_height(max);
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
            .max_height(max)
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
                    if !entry.tooltip.is_empty() {
                        row.on_hover_text(&entry.tooltip);
                    }
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

fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, entry: &PaletteEntry, chosen: bool) -> egui::Response {
    let size = egui::vec2(ui.available_width(), cx.row_height(ROW));
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

/// All entries: commands in the order of the menus, the available buttons, themes, recent files,
/// and the included examples.
fn entries(ctx: &egui::Context, desk: &Desk) -> Vec<PaletteEntry> {
    // A button that would do nothing now is hidden in the window too.
    let is_offered = |named: &CommandId| match named.home() {
        CommandPlace::Menu(..) => *named != CommandId::Palette && named.is_offered(),
        CommandPlace::Spot(_) => {
            named.scope() == KeyScope::Window && desk.states.is_enabled(*named)
        }
    };
    let named = CommandId::ALL.iter().copied().filter(is_offered);
    let named = named.map(|named| PaletteEntry {
        icon: named.icon(),
        text: named.text().trim_end_matches('…').to_owned(),
        tooltip: named.tooltip().to_owned(),
        also: synonyms(named),
        keys: match named.home() {
            CommandPlace::Spot(spot) => spot.text().to_owned(),
            CommandPlace::Menu(..) => {
                let keys = named.shortcuts().first().filter(|_| !desk.is_touched);
                keys.map_or_else(String::new, |keys| key_text(ctx, keys))
            }
        },
        enabled: desk.states.is_enabled(named),
        command: Command::Named(named),
    });
    let themes = ThemeChoice::ALL.into_iter().map(|theme| PaletteEntry {
        icon: theme.icon(),
        text: theme.text().to_owned(),
        tooltip: String::new(),
        also: "",
        keys: String::new(),
        enabled: true,
        command: Command::UseTheme(theme),
    });
    let open = |text: String, tooltip: String, command| PaletteEntry {
        icon: CommandId::Open.icon(),
        text,
        tooltip,
        also: "",
        keys: String::new(),
        enabled: true,
        command,
    };
    let teaching = TEACHING.iter().enumerate().map(|(index, teaching)| {
        let command = Command::OpenTeaching(index);
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
    named.chain(themes).chain(recent).chain(teaching).collect()
}

/// Other words by which a command is found.
fn synonyms(named: CommandId) -> &'static str {
    match named {
        CommandId::Record => "alpha-beta minimax prune pruning mcts monte carlo expectiminimax",
        CommandId::StartHere => "billion nodes puzzle welcome",
        CommandId::Tours => "slides lecture lesson course",
        CommandId::Present => "slides lecture projector full screen",
        CommandId::NewExercise => "quiz question homework worksheet",
        CommandId::CheckProgram => "debug test verify",
        CommandId::CompareRules => "variant dialect diff",
        CommandId::Export => "image svg pdf png latex html print save as",
        CommandId::HideRatings => "spoiler solution guess values",
        CommandId::Setup => "depth size dice players settings",
        CommandId::Display => "font zoom preferences settings options",
        CommandId::ShowMap => "overview icicle",
        CommandId::ShowStatistics => "count numbers",
        CommandId::PlayHere => "game computer opponent ai",
        CommandId::NextBlunder => "mistake error",
        CommandId::WhatIf => "pin suppose hypothetical",
        _ => "",
    }
}

/// The matching entries, best first; all of them, in their own order, while nothing is typed.
fn found(text: &str, entries: Vec<PaletteEntry>) -> Vec<PaletteEntry> {
    let wanted = text.trim().to_lowercase();
    let mut ranked: Vec<(u8, PaletteEntry)> = entries
        .into_iter()
        .filter_map(|entry| {
            let does = format!("{} {}", entry.tooltip, entry.also);
            Some((rank(&wanted, &entry.text, &does)?, entry))
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, entry)| entry).collect()
}

/// The rank of a match between the typed text (in lowercase) and an entry's name and tooltip: 0 is
/// best, `None` is no match. Each typed word must start a word of the name or of the tooltip. A
/// name also matches if it contains the text, or if its words start with the typed letters.
fn rank(wanted: &str, name: &str, does: &str) -> Option<u8> {
    let (name, does) = (name.to_lowercase(), does.to_lowercase());
    let text_of = |text: &str| -> Vec<String> {
        let parts = text.split(|letter: char| !letter.is_alphanumeric());
        parts.map(str::to_owned).collect()
    };
    let (named, done) = (text_of(&name), text_of(&does));
    let begins = |texts: &[String], part: &str| texts.iter().any(|word| word.starts_with(part));
    let parts = || wanted.split_whitespace();
    let initials: String = named
        .iter()
        .filter_map(|word| word.chars().next())
        .collect();
    Some(match () {
        () if wanted.is_empty() => 0,
        () if name == wanted => 0,
        () if name.starts_with(wanted) => 1,
        () if parts().all(|part| begins(&named, part)) => 2,
        () if wanted.chars().count() > 1 && initials.starts_with(wanted) => 3,
        () if wanted.chars().count() > 2 && name.contains(wanted) => 4,
        () if parts().all(|part| begins(&named, part) || begins(&done, part)) => 5,
        () => return None,
    })
}

/// A row of the page.
#[derive(Clone, Copy, Debug)]
pub enum KeyRow {
    /// The shortcuts of these commands, with their tooltips.
    Of(&'static [CommandId]),
    /// The same with a shorter text.
    As(&'static [CommandId], &'static str),
    /// Keys without a command, and their effect.
    Said(&'static str, &'static str),
}

impl KeyRow {
    /// Whether the window has its commands where it runs.
    fn is_offered(&self) -> bool {
        match self {
            Of(commands) | As(commands, _) => {
                let mut commands = commands.iter();
                commands.all(|named| named.is_offered() && !named.shortcuts().is_empty())
            }
            Said(..) => true,
        }
    }
}

/// The shortcuts that work everywhere except in texts and dialogs, in two columns, and those of the
/// tree.
pub const KEY_ROWS: [(&str, &[KeyRow]); 3] = [
    (
        "Window",
        &[
            Of(&[N::NewBoard]),
            Of(&[N::Open]),
            Of(&[N::Save, N::SaveAs]),
            Of(&[N::Export]),
            Of(&[N::Undo, N::Redo]),
            Of(&[N::CopyPosition, N::CopyLine]),
            Of(&[N::Paste]),
            Of(&[N::Find]),
            Of(&[N::NextHit, N::PreviousHit]),
            Of(&[N::Setup]),
            Of(&[N::Quit]),
        ],
    ),
    (
        "",
        &[
            Of(&[N::ShowTree, N::ShowMap, N::ShowPositions, N::ShowStatistics]),
            As(
                &[N::LargerText, N::SmallerText, N::NormalText],
                "Larger, smaller, default text",
            ),
            Of(&[N::FullScreen]),
            Of(&[N::Back, N::Forward]),
            Of(&[N::PlayHere]),
            Of(&[N::Present]),
            Of(&[N::Palette]),
            Of(&[N::Keys]),
            Said("F6, Shift+F6", "Next, previous part of the window"),
            Said("Esc", "Close a tool, a menu or a dialog"),
        ],
    ),
    (
        "Tree",
        &[
            As(
                &[N::Parent, N::Child, N::PreviousSibling, N::NextSibling],
                "Parent, child, siblings",
            ),
            Of(&[N::Root, N::BestEnd]),
            Of(&[N::ToggleFold]),
            As(&[N::UnfoldPly, N::FoldPly], "Expand, collapse one ply"),
            Said("1 – 9", "Make the numbered move"),
            Of(&[N::PassTurn]),
            Of(&[N::Fit]),
            Of(&[N::Viewpoint]),
            Of(&[N::HideRatings]),
        ],
    ),
];

/// The keys of tools that have the keyboard.
const IN_TOOLS: [(&str, &[KeyRow]); 4] = [
    (
        "Board",
        &[
            As(&[N::PreviousHex, N::NextHex], "Previous, next cell"),
            Of(&[N::MarkHex]),
            As(&[N::LeaveBoard], "Clear, or leave"),
        ],
    ),
    (
        "Recording",
        &[
            As(&[N::PlayRecording], "Play or pause"),
            As(&[N::StepBack, N::StepForward], "Step back, forward"),
            As(&[N::RecordingStart, N::RecordingEnd], "Start, end"),
        ],
    ),
    (
        "Presentation",
        &[
            As(
                &[N::NextTourStep, N::PreviousTourStep],
                "Next, previous step",
            ),
            As(&[N::FirstTourStep, N::LastTourStep], "First, last step"),
            Of(&[N::BlankScreen]),
            Of(&[N::LeavePresentation]),
        ],
    ),
    (
        "Exercise and setup",
        &[
            Said("Tab, Enter", "Next blank, check"),
            Said("A – Z, 1 – 9", "Owner, dice"),
            Said("Space, Delete", "Next owner, clear"),
        ],
    ),
];

/// Shows the page; `false` when it is closed.
pub(crate) fn keys_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    name_region(ui, ids::KEYS);
    ui.heading("Keyboard shortcuts");
    let max = ui.ctx().content_rect().height() - 190.0;
    egui::ScrollArea::both()
        .max_height(max.max(120.0))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            columns_ui(ui, cx, &KEY_ROWS);
            ui.add_space(6.0);
            ui.separator();
            columns_ui(ui, cx, &IN_TOOLS);
        });
    ui.add_space(8.0);
    let hint = "Alt with a menu's first letter, or F10, opens a menu. Shift+F10 opens the menu of the \
                selected node.\nDrag the tree to pan, scroll to zoom, double-click a node to expand or \
                collapse it.";
    ui.label(cx.dim(hint));
    ui.add_space(4.0);
    !ui.vertical_centered(|ui| ui.button("Close").clicked())
        .inner
}

/// In a narrower dialog the parts have one column.
const NARROW: f32 = 620.0;

/// Parts of the page beside each other, each as wide as it must be.
fn columns_ui(ui: &mut egui::Ui, cx: &Cx<'_>, parts: &[(&str, &[KeyRow])]) {
    // A narrow window has them below each other.
    let layout = match ui.available_width() < NARROW {
        true => egui::Layout::top_down(egui::Align::Min),
        false => egui::Layout::left_to_right(egui::Align::Min),
    };
    ui.with_layout(layout, |ui| {
        ui.spacing_mut().item_spacing.x = 22.0;
        for (index, (name, rows)) in parts.iter().enumerate() {
            ui.vertical(|ui| {
                ui.add_space(8.0);
                ui.label(strong(*name).size(size::HEADING).color(cx.theme.dim));
                egui::Grid::new(("keys", *name, index))
                    .num_columns(2)
                    .spacing([10.0, 3.0])
                    .show(ui, |ui| {
                        for row in rows.iter().filter(|row| row.is_offered()) {
                            key_row_ui(ui, row);
                        }
                    });
            });
        }
    });
}

fn key_row_ui(ui: &mut egui::Ui, row: &KeyRow) {
    let (keys, phrase, tooltip) = match row {
        Said(keys, words) => ((*keys).to_owned(), (*words).to_owned(), (*words).to_owned()),
        Of(commands) | As(commands, _) => {
            let does: Vec<&str> = commands.iter().map(|named| named.tooltip()).collect();
            let text = |named: &CommandId| named.text().trim_end_matches('…');
            let words = match row {
                As(_, words) => (*words).to_owned(),
                _ => commands.iter().map(text).collect::<Vec<_>>().join(" · "),
            };
            (keys_of(ui.ctx(), commands), words, does.join("\n"))
        }
    };
    let extend = |label: egui::RichText| egui::Label::new(label).extend();
    ui.add(extend(
        egui::RichText::new(keys).monospace().size(size::SMALL),
    ));
    ui.add(extend(egui::RichText::new(phrase)))
        .on_hover_text(tooltip);
    ui.end_row();
}

/// The shortcuts of several commands; common modifiers are written once.
fn keys_of(ctx: &egui::Context, commands: &[CommandId]) -> String {
    let mut held = None;
    let keys = commands
        .iter()
        .filter_map(|named| named.shortcuts().first());
    let texts = keys.map(|keys| {
        let again = held.replace(keys.modifiers) == Some(keys.modifiers);
        let none = egui::KeyboardShortcut::new(egui::Modifiers::NONE, keys.logical_key);
        key_text(ctx, if again { &none } else { keys })
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn a_search_ranks_names_before_single_words_and_descriptions_last() {
        let does = "Export all or part of the tree as a picture";
        let ranks =
            ["export", "exp", "picture", "port", "zoom"].map(|wanted| rank(wanted, "Export", does));
        assert_eq!(ranks, [Some(0), Some(1), Some(5), Some(4), None]);
    }

    #[test]
    fn scattered_letters_find_a_command_only_if_they_are_its_initials() {
        assert_eq!(rank("dark", "Dark theme", ""), Some(1));
        assert_eq!(rank("theme", "Dark theme", ""), Some(2));
        assert_eq!(
            rank(
                "dark",
                "Edit note",
                "Edit the note at the selected node, in Markdown"
            ),
            None
        );
        assert_eq!(rank("zts", "Zoom to selection", ""), Some(3));
    }
}
