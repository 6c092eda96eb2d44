//! Shows a Markdown text: headings, lists, quotes, code, and links to nodes of the tree.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{self, Color32, FontFamily, FontId, Role, Sense, Stroke};

use super::tool::Cx;
use crate::app::base::{Identified as _, STRONG, Theme, width_of};
use crate::app::intent::{Command, TourCommand};
use crate::diagram::{ProseBlock, ProseKind, ProseLink, ProseMark, ProseRun};
use crate::export::system_fonts::{push_word, runs_of};

/// The size of headings relative to the text, by level.
const HEADINGS: [f32; 3] = [1.3, 1.15, 1.0];

/// Shows a text in a font size; clicked links push their commands.
pub(crate) fn prose_ui(ui: &mut egui::Ui, cx: &Cx<'_>, blocks: &[ProseBlock], size: f32) {
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            let before = blocks.get(index - 1);
            let listed = block.depth > 0 && before.is_some_and(|before| before.depth > 0);
            ui.add_space(size * if listed { 0.15 } else { 0.5 });
        }
        block_ui(ui, cx, block, size);
    }
}

/// Its height at a width, in points.
pub(crate) fn prose_height(ui: &egui::Ui, blocks: &[ProseBlock], size: f32, width: f32) -> f32 {
    let theme = Theme::of(ui.ctx());
    let mut height = 0.0;
    for (index, block) in blocks.iter().enumerate() {
        let inset = inset(block, size);
        let mut job = job(&theme, block, size);
        job.wrap.max_width = (width - inset).max(size * 4.0);
        height += match block.kind {
            ProseKind::Rule => size,
            _ => ui.ctx().fonts_mut(|fonts| fonts.layout_job(job)).size().y,
        };
        if block.kind == ProseKind::Code {
            height += size;
        }
        if index > 0 {
            height += size * 0.5;
        }
    }
    height
}

/// The indentation of a block, in points.
fn inset(block: &ProseBlock, size: f32) -> f32 {
    let quote = if block.quoted { 1.0 } else { 0.0 };
    size * (1.5 * f32::from(block.depth) + quote)
}

fn block_ui(ui: &mut egui::Ui, cx: &Cx<'_>, block: &ProseBlock, size: f32) {
    let full = ui.available_width();
    if block.kind == ProseKind::Rule {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(full, size), Sense::hover());
        let stroke = Stroke::new(1.0, cx.theme.line);
        ui.painter().hline(rect.x_range(), rect.center().y, stroke);
        return;
    }
    let inset = inset(block, size);
    let mut job = job(cx.theme, block, size);
    let code = block.kind == ProseKind::Code;
    let padding = if code { size * 0.5 } else { 0.0 };
    job.wrap.max_width = (full - inset - 2.0 * padding).max(size * 4.0);
    let galley = laid_out(ui, cx.theme, block, size, job);
    let wanted = egui::vec2(full, galley.size().y + 2.0 * padding);
    let (rect, _) = ui.allocate_exact_size(wanted, Sense::hover());
    let at = rect.min + egui::vec2(inset + padding, padding);
    if code {
        let mut ground = rect;
        ground.min.x += inset;
        ui.painter().rect_filled(ground, 4.0, cx.theme.soft);
    }
    if block.quoted {
        let bar = egui::Rect::from_min_size(rect.min, egui::vec2(size * 0.2, rect.height()));
        ui.painter().rect_filled(bar, 1.0, cx.theme.line);
    }
    if let Some(mark) = block.mark {
        let text = match mark {
            ProseMark::Dot => "•".to_owned(),
            ProseMark::Number(number) => format!("{number}."),
        };
        let pos = at - egui::vec2(size * 0.45, 0.0);
        let font = FontId::proportional(size);
        ui.painter()
            .text(pos, egui::Align2::RIGHT_TOP, text, font, cx.theme.dim);
    }
    let phrase: String = block.runs.iter().map(|run| run.text.as_str()).collect();
    let whole = egui::Rect::from_min_size(at, galley.size());
    ui.interact(whole, ui.next_auto_id().with("words"), Sense::hover())
        .called(Role::Label, &phrase);
    links_ui(ui, cx, block, &galley, at);
    ui.painter().galley(at, galley, cx.theme.text);
}

/// Lets the links of a block be clicked, each row of each.
fn links_ui(ui: &egui::Ui, cx: &Cx<'_>, block: &ProseBlock, galley: &egui::Galley, at: egui::Pos2) {
    let mut begin = 0;
    for (index, run) in block.runs.iter().enumerate() {
        let end = begin + run.text.chars().count();
        let range = begin..end;
        begin = end;
        let Some(link) = &run.link else {
            continue;
        };
        for (row, rect) in rows_of(galley, range).into_iter().enumerate() {
            let rect = rect.translate(at.to_vec2());
            let id = ui.next_auto_id().with(("link", index, row));
            let response = ui
                .interact(rect, id, Sense::click())
                .called(Role::Link, &run.text);
            if response.has_focus() {
                let stroke = Stroke::new(1.5, cx.theme.text);
                let outside = egui::StrokeKind::Outside;
                ui.painter()
                    .rect_stroke(rect.expand(1.0), 2.0, stroke, outside);
            }
            if response.was_clicked() {
                match link {
                    ProseLink::Line(line) => {
                        cx.push(Command::Tour(TourCommand::GoTo(line.clone())));
                    }
                    ProseLink::Page(name) => cx.push(Command::OpenGuide(name.clone())),
                    ProseLink::Web(address) => {
                        ui.ctx().open_url(egui::OpenUrl::new_tab(address));
                    }
                }
            }
            let message = match link {
                ProseLink::Line(line) if line.is_empty() => "Go to the root".to_owned(),
                ProseLink::Line(line) => format!("Go to {line}"),
                ProseLink::Page(_) => "Open this page of the guide".to_owned(),
                ProseLink::Web(address) => address.clone(),
            };
            response
                .on_hover_cursor(egui::CursorIcon::PointingHand)
                .on_hover_text(message);
        }
    }
}

/// The rectangles of a range of characters in a laid-out text, one per row.
fn rows_of(galley: &egui::Galley, range: std::ops::Range<usize>) -> Vec<egui::Rect> {
    let mut rects = Vec::new();
    let mut first = 0;
    for row in &galley.rows {
        let count = row.char_count_excluding_newline().0;
        let (from, to) = (range.start.max(first), range.end.min(first + count));
        if from < to {
            let left = row.pos.x + row.row.x_offset((from - first).into());
            let right = row.pos.x + row.row.x_offset((to - first).into());
            let rect = row.rect();
            rects.push(egui::Rect::from_min_max(
                egui::pos2(left, rect.top()),
                egui::pos2(right, rect.bottom()),
            ));
        }
        first += row.char_count_including_newline().0;
    }
    rects
}

/// The text in rows. A text with words that are written to the left is cut into rows here, and each
/// has its words in order.
fn laid_out(
    ui: &egui::Ui,
    theme: &Theme,
    block: &ProseBlock,
    size: f32,
    job: LayoutJob,
) -> std::sync::Arc<egui::Galley> {
    let lay = |job| ui.ctx().fonts_mut(|fonts| fonts.layout_job(job));
    // The places of links are those of the text.
    if block.runs.iter().any(|run| run.link.is_some()) || runs_of(&job.text).is_none() {
        return lay(job);
    }
    let mut again = LayoutJob::default();
    let mut from = 0;
    for to in row_ends(ui, &job, size) {
        if from > 0 {
            again.append("\n", 0.0, TextFormat::default());
        }
        let line = job.text[from..to].trim_end();
        let whole = || vec![(0..line.len(), false)];
        for (range, to_the_left) in runs_of(line).unwrap_or_else(whole) {
            let mut begin = 0;
            for run in &block.runs {
                let (first, last) = (begin, begin + run.text.len());
                begin = last;
                let start = range.start.max(first.saturating_sub(from));
                let part = start..range.end.min(last.saturating_sub(from));
                if part.start < part.end {
                    let mut word = String::new();
                    push_word(&mut word, line, (part, to_the_left));
                    again.append(&word, 0.0, format_of(theme, block, run, size));
                }
            }
        }
        from = to;
    }
    lay(again)
}

/// Where the rows of a text end: at its line feeds, and before words that have no room.
fn row_ends(ui: &egui::Ui, job: &LayoutJob, size: f32) -> Vec<usize> {
    let font = FontId::proportional(size);
    let mut ends = Vec::new();
    let (mut at, mut used) = (0, 0.0);
    for word in job.text.split_inclusive([' ', '\n']) {
        let width = width_of(ui, word.trim_end(), &font);
        if used > 0.0 && used + width > job.wrap.max_width {
            ends.push(at);
            used = 0.0;
        }
        at += word.len();
        used += width_of(ui, word, &font);
        if word.ends_with('\n') {
            ends.push(at);
            used = 0.0;
        }
    }
    if ends.last() != Some(&at) {
        ends.push(at);
    }
    ends
}

fn job(theme: &Theme, block: &ProseBlock, size: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for run in &block.runs {
        job.append(&run.text, 0.0, format_of(theme, block, run, size));
    }
    job
}

fn format_of(theme: &Theme, block: &ProseBlock, run: &ProseRun, size: f32) -> TextFormat {
    let (size, heading) = match block.kind {
        ProseKind::Heading(level) => {
            let index = usize::from(level).saturating_sub(1).min(HEADINGS.len() - 1);
            (size * HEADINGS.get(index).copied().unwrap_or(1.0), true)
        }
        _ => (size, false),
    };
    let family = match run {
        ProseRun { code: true, .. } => FontFamily::Monospace,
        ProseRun { strong, .. } if *strong || heading => FontFamily::Name(STRONG.into()),
        _ => FontFamily::Proportional,
    };
    let size = if run.code { size * 0.95 } else { size };
    let line = match &run.link {
        Some(_) => Stroke::new(1.0, theme.text),
        None => Stroke::NONE,
    };
    TextFormat {
        font_id: FontId::new(size, family),
        color: if block.quoted { theme.dim } else { theme.text },
        background: match run.code && block.kind != ProseKind::Code {
            true => theme.soft,
            false => Color32::TRANSPARENT,
        },
        italics: run.emphasis,
        underline: line,
        line_height: Some(size * 1.35),
        ..TextFormat::default()
    }
}
