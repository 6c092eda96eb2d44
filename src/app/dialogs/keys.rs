//! The list of all shortcuts, generated from the list of commands.

use eframe::egui;

use crate::app::base::{ids, part, size, strong};
use crate::app::intent::{Named, key_text};
use crate::app::parts::Cx;

/// A row of the page.
#[derive(Clone, Copy, Debug)]
pub enum KeyRow {
    /// The shortcuts of these commands, with their tooltips.
    Of(&'static [Named]),
    /// The same with a shorter text.
    As(&'static [Named], &'static str),
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

use KeyRow::{As, Of, Said};
use Named as N;

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
    part(ui, ids::KEYS);
    ui.heading("Keyboard shortcuts");
    let most = ui.ctx().content_rect().height() - 190.0;
    egui::ScrollArea::both()
        .max_height(most.max(120.0))
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

/// Parts of the page beside each other, each as wide as it must be.
fn columns_ui(ui: &mut egui::Ui, cx: &Cx<'_>, parts: &[(&str, &[KeyRow])]) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 22.0;
        for (place, (name, rows)) in parts.iter().enumerate() {
            ui.vertical(|ui| {
                ui.add_space(8.0);
                ui.label(strong(*name).size(size::HEADING).color(cx.theme.dim));
                egui::Grid::new(("keys", *name, place))
                    .num_columns(2)
                    .spacing([10.0, 3.0])
                    .show(ui, |ui| {
                        for row in rows.iter().filter(|row| row.is_offered()) {
                            row_ui(ui, row);
                        }
                    });
            });
        }
    });
}

fn row_ui(ui: &mut egui::Ui, row: &KeyRow) {
    let (keys, words, tooltip) = match row {
        Said(keys, words) => ((*keys).to_owned(), (*words).to_owned(), (*words).to_owned()),
        Of(commands) | As(commands, _) => {
            let does: Vec<&str> = commands.iter().map(|named| named.tooltip()).collect();
            let text = |named: &Named| named.text().trim_end_matches('…');
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
    ui.add(extend(egui::RichText::new(words)))
        .on_hover_text(tooltip);
    ui.end_row();
}

/// The shortcuts of several commands; common modifiers are written once.
fn keys_of(ctx: &egui::Context, commands: &[Named]) -> String {
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
