//! The preview of an export before it is written: its size, its warnings, and its picture, fitted
//! or at one pixel per pixel.

use std::io::{self, Write};
use std::sync::Arc;

use eframe::egui::{self, Color32, ColorImage, CursorIcon, Role, Sense, TextureHandle, Vec2};

use crate::app::base::{Cancelled, Identified as _, ids};
use crate::app::document::{OutputSize, Snapshot};
use crate::app::intent::{ExportChoice, PartChoice};
use crate::app::parts::Cx;
use crate::diagram::shortened;
use crate::export::{Format, FormatSubject, Scope, Supports, html, png};
use crate::game::{Refusal, visible};
use crate::tree::UnfoldingNode;
use crate::work::{Control, PIECE, finished};

/// Maximum bytes in the text preview.
const SHOWN: usize = 6_000;
/// Maximum characters of a line in the preview.
const LINE: usize = 160;
/// Maximum bytes copied to the clipboard; few programs accept more.
const COPIED: usize = 32 << 20;
/// Maximum nodes drawn for a preview of the picture …
const MAX_DRAWN: usize = 20_000;
/// … and its maximum width and height in pixels.
const LOOK: [u32; 2] = [2_000, 2_000];
/// Maximum width and height in pixels of a copied picture.
const MAX_COPIED: [u32; 2] = [8_000, 8_000];

/// The format that is a page, with the board of its first node beside the tree.
const PAGE: &str = "html";

/// The data about an export before it is written.
pub struct Prepared {
    /// The amount: `13 nodes`.
    pub amount: String,
    /// The number of tree nodes.
    pub nodes: u64,
    /// Whether that isn't all of the scope.
    pub stopped: bool,
    /// The size in bytes.
    pub size: Option<OutputSize>,
    /// Why it can't be written.
    pub fault: Option<Refusal>,
    /// The font size of move names in a figure with a given width, in points.
    pub font_size: Option<f64>,
    /// The preview.
    pub preview: ExportPreview,
}

/// The appearance of an export.
#[derive(Default)]
pub struct ExportPreview {
    /// The picture that its readers see, smaller where it is large, or why it can't be shown.
    pub picture: Option<Result<Arc<ColorImage>, &'static str>>,
    /// The beginning of its text, and whether more follows.
    pub text: Option<(String, bool)>,
}

/// The content for the clipboard.
pub enum ClipboardContent {
    /// A text.
    Text(String),
    /// A picture.
    Picture(Box<ColorImage>),
}

/// The part of the document to write.
async fn part(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<Snapshot, Refusal> {
    let hidden = choice.look.is_some_and(|look| look.hidden);
    // A format for programs holds every rating anyway.
    let heeds = choice.format().supports != Supports::Nothing;
    if hidden && heeds && choice.part == PartChoice::BestLine {
        let what =
            "The best line would reveal hidden ratings. Choose other content or show ratings.";
        return Err(Refusal::new(what, ""));
    }
    let scope = (choice.format().subject == FormatSubject::Tree).then_some(scope);
    let snapshot = snapshot.clone().part(scope, &cancelled.ctl).await?;
    Ok(snapshot.seen_as(choice))
}

/// Prepares an export.
///
/// # Errors
/// A scope whose line isn't in the tree.
pub async fn prepared(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<Prepared, Refusal> {
    let snapshot = part(snapshot, choice, scope, cancelled).await?;
    let format = choice.format();
    let fault = snapshot.fault(format);
    let (size, preview) = match fault {
        Some(_) => (None, ExportPreview::default()),
        None => {
            let size = snapshot.size(format, cancelled).await;
            (size, preview(&snapshot, format))
        }
    };
    let sized = fault.is_none() && snapshot.alone.is_none() && choice.appearance().width.is_some();
    let font_size = sized.then(|| {
        let content = snapshot.content();
        (format.font_size)(content.rated, content.unfolding, &content.figure)
    });
    cancelled.ctl.tick(PIECE).await;
    Ok(Prepared {
        amount: snapshot.amount(format),
        nodes: snapshot.unfolding.preorder().count() as u64,
        stopped: snapshot.stopped.is_some(),
        size,
        fault,
        font_size,
        preview,
    })
}

fn preview(snapshot: &Snapshot, format: &Format) -> ExportPreview {
    let picture = format.is_drawing().then(|| {
        let picture = seen(snapshot, format);
        picture.map(Arc::new).map_err(|_| "Too large to preview")
    });
    let text = (!format.is_image()).then(|| beginning(snapshot, format));
    ExportPreview { picture, text }
}

/// The picture that readers of a format see.
fn seen(snapshot: &Snapshot, format: &Format) -> Result<ColorImage, Refusal> {
    let mut seen = snapshot.clone();
    seen.show = seen.show.and(format.shows);
    let is_page = format.id == PAGE;
    if is_page {
        few(&seen, html::MAX_NODES as usize)?;
        // A page shows the position as a board.
        seen.show.positions = false;
        let content = seen.content();
        seen.unfolding = html::opening_view(content.rated, content.unfolding, &content.figure);
    }
    few(&seen, MAX_DRAWN)?;
    let tree = picture(&seen, LOOK)?;
    if !is_page {
        return Ok(tree);
    }
    seen.alone = Some(UnfoldingNode::ROOT);
    seen.show.legend = false;
    let board = picture(&seen, [tree.width() as u32 / 2, tree.height() as u32])?;
    Ok(beside(&board, &tree))
}

/// Whether few enough nodes are shown.
fn few(snapshot: &Snapshot, max: usize) -> Result<(), Refusal> {
    let nodes = snapshot.unfolding.preorder().take(max + 1).count();
    (nodes <= max).then_some(()).ok_or_else(too_large)
}

fn too_large() -> Refusal {
    let what = "it is too large for the clipboard";
    Refusal::new(what, "write it to a file, or choose a smaller part")
}

/// Two pictures beside each other, from the top.
fn beside(left: &ColorImage, right: &ColorImage) -> ColorImage {
    let [width, height] = [
        left.width() + right.width(),
        left.height().max(right.height()),
    ];
    let mut both = ColorImage::filled([width, height], Color32::WHITE);
    for (picture, from) in [(left, 0), (right, left.width())] {
        for (y, row) in picture.pixels.chunks_exact(picture.width()).enumerate() {
            let start = y * width + from;
            both.pixels[start..start + row.len()].copy_from_slice(row);
        }
    }
    both
}

/// The beginning of a text, and whether more follows.
fn beginning(snapshot: &Snapshot, format: &Format) -> (String, bool) {
    let mut out = Beginning {
        bytes: Vec::new(),
        max: SHOWN,
    };
    let ctl = Control::default();
    let whole = finished(snapshot.write_to(format, &mut out, &ctl)).is_ok();
    let text = String::from_utf8_lossy(&out.bytes).into_owned();
    let lines: Vec<String> = text
        .lines()
        .map(|line| shortened(&visible(line), LINE))
        .collect();
    (lines.join("\n"), !whole)
}

/// The picture, with a maximum width and height in pixels.
fn picture(snapshot: &Snapshot, max: [u32; 2]) -> Result<ColorImage, Refusal> {
    let content = snapshot.content();
    let pixels = png::pixels(content.rated, content.unfolding, &content.figure, max)?;
    let size = [pixels.width as usize, pixels.height as usize];
    Ok(ColorImage::from_rgb(size, &pixels.rgb))
}

/// The content for the clipboard: the pixels of a picture, otherwise the text.
///
/// # Errors
/// Fails if it can't be copied.
pub async fn copied(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<ClipboardContent, Refusal> {
    let snapshot = part(snapshot, choice, scope, cancelled).await?;
    if choice.format().is_image() {
        return match picture(&snapshot, MAX_COPIED) {
            Ok(picture) => Ok(ClipboardContent::Picture(Box::new(picture))),
            Err(_) => Err(too_large()),
        };
    }
    let mut out = Beginning {
        bytes: Vec::new(),
        max: COPIED,
    };
    let written = snapshot.write_to(choice.format(), &mut out, &cancelled.ctl);
    written.await.map_err(|_| too_large())?;
    String::from_utf8(out.bytes)
        .map(ClipboardContent::Text)
        .map_err(|_| Refusal::new("not a text", "write it to a file"))
}

/// Keeps the first bytes, and then fails.
struct Beginning {
    bytes: Vec<u8>,
    max: usize,
}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.max - self.bytes.len();
        if room == 0 && !bytes.is_empty() {
            return Err(io::Error::other("there is no more room"));
        }
        let taken = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The state of the preview.
#[derive(Default)]
pub(super) struct PictureLook {
    /// The picture that the texture was made of.
    texture: Option<(Arc<ColorImage>, TextureHandle)>,
    /// Whether it is shown pixel by pixel; it may then be cropped.
    close: bool,
}

impl PictureLook {
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, picture: &Arc<ColorImage>) {
        let known = self
            .texture
            .as_ref()
            .is_some_and(|(of, _)| Arc::ptr_eq(of, picture));
        if !known {
            let options =
                egui::TextureOptions::LINEAR.with_mipmap_mode(Some(egui::TextureFilter::Linear));
            let max = ui.ctx().input(|input| input.max_texture_side);
            let texture = ui
                .ctx()
                .load_texture("export", within(picture, max), options);
            self.texture = Some((Arc::clone(picture), texture));
        }
        let Some((_, texture)) = &self.texture else {
            return;
        };
        let room = ui.available_size();
        let pixels = texture.size_vec2() / ui.ctx().pixels_per_point();
        // A little less, so that the paper's edge is seen.
        let fit = ((room.x - 4.0) / pixels.x).min((room.y - 4.0) / pixels.y);
        let fit = fit.clamp(0.01, 1.0);
        let size = if self.close { pixels } else { pixels * fit };
        let shown = egui::ScrollArea::both()
            .id_salt("picture")
            .auto_shrink(false)
            .show(ui, |ui| {
                let around = ((room - size) / 2.0).max(Vec2::ZERO);
                let (rect, response) =
                    ui.allocate_exact_size(size.max(room - Vec2::splat(1.0)), Sense::click());
                let place = egui::Rect::from_min_size(rect.min + around, size);
                let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter()
                    .image(texture.id(), place, whole, egui::Color32::WHITE);
                ui.painter().rect_stroke(
                    place,
                    0.0,
                    egui::Stroke::new(1.0, cx.theme.line),
                    egui::StrokeKind::Outside,
                );
                response
            });
        let response = shown
            .inner
            .called(Role::Button, "The picture, all of it or close")
            .identified(ids::EXPORT_PICTURE);
        if fit < 1.0 {
            let (cursor, text) = match self.close {
                true => (CursorIcon::ZoomOut, "Click to show all"),
                false => (CursorIcon::ZoomIn, "Click to enlarge"),
            };
            self.close ^= response.clicked();
            response.on_hover_cursor(cursor).on_hover_text(text);
        } else {
            self.close = false;
        }
    }
}

/// A picture with at most this many pixels a side: every n-th one of a larger one.
fn within(picture: &Arc<ColorImage>, max: usize) -> Arc<ColorImage> {
    let [width, height] = picture.size;
    let step = width.max(height).div_ceil(max.max(1)).max(1);
    if step == 1 {
        return Arc::clone(picture);
    }
    let rows = (0..height).step_by(step);
    let pixels = rows.flat_map(|row| {
        let row = &picture.pixels[row * width..(row + 1) * width];
        row.iter().step_by(step).copied()
    });
    let size = [width.div_ceil(step), height.div_ceil(step)];
    Arc::new(ColorImage::new(size, pixels.collect()))
}
