//! The recovery files of killed windows: a row for each document, with its board.

use std::path::Path;

use eframe::egui::{self, Align, Layout, RichText, Vec2};

use super::row::path_on_a_line;
use crate::app::base::machine::SystemTime;
use crate::app::base::page::IN_BROWSER;
use crate::app::base::{
    Identified as _, Transform, fault_text, ids, name_region, paint::paint, size,
};
use crate::app::document::OrphanFile;
use crate::app::intent::Command;
use crate::app::parts::Cx;
use crate::diagram::{BoardDiagram, BoardMarks, board, board_radius};
use crate::words::counted;

/// The size of a board, in points.
const BOARD: f32 = 72.0;

/// The dialog and its rows.
pub struct RecoverDialog {
    folder: String,
    rows: Vec<RecoverRow>,
}

struct RecoverRow {
    name: String,
    /// Its content, or why it can't be read.
    texts: Vec<String>,
    /// The file that it came from.
    path: Option<String>,
    /// When it was kept.
    kept: String,
    board: Option<BoardDiagram>,
    /// Whether it can be read.
    reads: bool,
}

impl RecoverDialog {
    pub fn new(folder: &Path, remaining: &[OrphanFile]) -> Self {
        Self {
            folder: folder.display().to_string(),
            rows: remaining.iter().map(row).collect(),
        }
    }

    /// Shows the dialog; `false` when it is closed.
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        name_region(ui, ids::RECOVER);
        ui.heading("Unsaved work was found");
        ui.add_space(2.0);
        let message =
            "doomtree closed before this was saved. Restore opens it as it was, still unsaved.";
        ui.add(egui::Label::new(RichText::new(message).color(cx.theme.dim)).wrap());
        ui.add_space(8.0);
        let mut open = true;
        let max = (ui.ctx().content_rect().height() - 260.0).max(BOARD + 12.0);
        egui::ScrollArea::vertical().max_height(max).show(ui, |ui| {
            for (index, row) in self.rows.iter().enumerate() {
                if index > 0 {
                    ui.separator();
                }
                open &= row_ui(ui, cx, index, row);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let later = ui.button("Decide later").identified(ids::RECOVER_LATER);
                if later
                    .on_hover_text(
                        "It stays in File › Open recent, and the next start offers it again",
                    )
                    .clicked()
                {
                    open = false;
                }
                // In a browser no folder has it.
                let folder = if IN_BROWSER { "" } else { &self.folder };
                let folder = RichText::new(folder).size(size::SMALL);
                let layout = Layout::left_to_right(Align::Center);
                ui.with_layout(layout, |ui| {
                    ui.add(egui::Label::new(folder.color(cx.theme.dim)).truncate());
                });
            });
        });
        open
    }
}

/// Shows a document; `false` when something was chosen.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, index: usize, row: &RecoverRow) -> bool {
    let mut open = true;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(BOARD), egui::Sense::hover());
        if let Some(board) = &row.board {
            let middle = board.bounds.centre();
            let middle = Vec2::new(middle.x as f32, middle.y as f32);
            let transform = Transform::moved((rect.center().to_vec2() - middle).round());
            paint(ui.painter(), &transform, cx.theme, &board.drawing);
        }
        ui.add_space(6.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let discard = ui.button("Discard");
            let discard = discard.identified(&ids::recover_discard(index));
            if discard.clicked() {
                cx.push(Command::ForgetLeft(index));
                open = false;
            }
            let restore = ui.add_enabled(row.reads, egui::Button::new("Restore"));
            let restore = restore.identified(&ids::recover_restore(index));
            if index == 0 && ui.memory(|memory| memory.focused().is_none()) {
                // Enter presses it.
                restore.request_focus();
            }
            if restore.clicked() {
                cx.push(Command::Recover(index));
                open = false;
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                ui.add(egui::Label::new(RichText::new(&row.name).strong()).truncate());
                let origin = match &row.path {
                    Some(path) => {
                        let max = ui.available_width() - 80.0;
                        let path = path_on_a_line(ui, path, size::SMALL, max);
                        format!("Changes to {path}")
                    }
                    None => "Never saved".to_owned(),
                };
                for phrase in row.texts.iter().chain([&origin, &row.kept]) {
                    let text = RichText::new(phrase).size(size::SMALL).color(cx.theme.dim);
                    ui.add(egui::Label::new(text).truncate());
                }
            });
        });
    });
    open
}

fn row(orphan_file: &OrphanFile) -> RecoverRow {
    let mut texts = Vec::new();
    let mut board = None;
    let mut name = orphan_file.origin.name.clone();
    match &orphan_file.preview {
        Ok(preview) => {
            if !preview.picture.cells.is_empty() {
                let room = f64::from(BOARD);
                let radius = board_radius(&preview.picture, room, room);
                let marks = BoardMarks::default();
                board = Some(self::board(&preview.picture, &[], &marks, radius));
            }
            if name.is_empty() {
                name.clone_from(&preview.setup.position);
            }
            let all = std::iter::once(&preview.setup.position).chain(&preview.added);
            texts.push(all.map(String::as_str).collect::<Vec<_>>().join(", "));
        }
        Err(why) => texts.push(fault_text(&why)),
    }
    if name.is_empty() {
        name = orphan_file.path().display().to_string();
    }
    let path = orphan_file.origin.path.as_ref();
    RecoverRow {
        name,
        texts,
        path: path.map(|path| path.display().to_string()),
        kept: format!("Kept {}", ago(orphan_file.kept, SystemTime::now())),
        board,
        reads: orphan_file.preview.is_ok(),
    }
}

/// The time since then, as text.
fn ago(then: Option<SystemTime>, now: SystemTime) -> String {
    let since = then.and_then(|then| now.duration_since(then).ok());
    let minutes = since.map_or(0, |since| since.as_secs() / 60);
    let (number, unit) = match minutes {
        0 => return "less than a minute ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1_440 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    format!("{} ago", counted(number, unit))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn how_long_ago_something_was_is_told_in_its_largest_unit() {
        let now = SystemTime::now();
        let describe = |seconds| ago(Some(now - Duration::from_secs(seconds)), now);
        assert_eq!(describe(59), "less than a minute ago");
        assert_eq!(describe(60), "1 minute ago");
        assert_eq!(describe(7_300), "2 hours ago");
        assert_eq!(describe(200_000), "2 days ago");
        let later = now + Duration::from_secs(9_000);
        assert_eq!(ago(Some(later), now), "less than a minute ago");
    }
}
