//! What is made ready of an export before it is written: its size, what speaks against it, and what
//! it looks like.

use std::io::{self, Write};
use std::sync::Arc;

use eframe::egui::ColorImage;

use crate::app::base::Cancelled;
use crate::app::document::{Size, Snapshot};
use crate::app::intent::{ExportChoice, PartChoice};
use crate::diagram::shortened;
use crate::export::{Format, Heeds, MOST_NODES, Scope, Subject, png};
use crate::game::visible;

/// As many bytes of a text are shown before it is written.
const SHOWN: usize = 6_000;
/// So many characters of a line are shown.
const LINE: usize = 160;
/// As many bytes are copied at most: programs that take more are rare.
const COPIED: usize = 32 << 20;
const TOO_LARGE: &str =
    "it is too large for the clipboard: write it to a file, or choose a smaller part";
/// As many nodes are drawn for a look at the picture …
const MOST_DRAWN: usize = 20_000;
/// … in as many pixels at most, across and down.
const LOOK: [u32; 2] = [2_000, 2_000];
/// As many pixels are copied at most, across and down.
const MOST_COPIED: [u32; 2] = [8_000, 8_000];

/// What is known of an export before it is written.
pub struct Prepared {
    /// How much it holds: `13 nodes`.
    pub amount: String,
    /// How many nodes of the tree.
    pub nodes: u64,
    /// Whether that isn't all of the scope.
    pub stopped: bool,
    /// How many bytes it will have.
    pub size: Option<Size>,
    /// Why it can't be written.
    pub fault: Option<String>,
    /// What it looks like.
    pub preview: Preview,
}

/// What an export looks like.
pub enum Preview {
    /// The beginning of the text, and whether more follows.
    Text(String, bool),
    /// The picture, smaller where it is large.
    Picture(Arc<ColorImage>),
    /// Nothing can be shown of it, for a reason.
    Nothing(&'static str),
}

/// What was copied.
pub enum Copied {
    /// A text.
    Text(String),
    /// A picture.
    Picture(Box<ColorImage>),
}

/// The part of the document that is written; `None` where nobody waits for it any more.
fn part(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<Option<Snapshot>, String> {
    let hidden = choice.look.is_some_and(|look| look.hidden);
    // A format for programs holds every rating anyway.
    let heeds = choice.format().heeds != Heeds::Nothing;
    if hidden && heeds && choice.part == PartChoice::BestLine {
        return Err(
            "The best line would reveal hidden ratings. Choose other content or show ratings."
                .to_owned(),
        );
    }
    let snapshot = if choice.format().subject == Subject::Tree {
        match snapshot.gather(scope, MOST_NODES, cancelled)? {
            None => return Ok(None),
            Some(gathered) => snapshot.with(gathered),
        }
    } else {
        snapshot.clone()
    };
    Ok(Some(snapshot.seen_as(choice)))
}

/// Makes an export ready; `None` where nobody waits for it any more.
///
/// # Errors
/// A scope that begins at no node of the tree.
pub fn prepared(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<Option<Prepared>, String> {
    let Some(snapshot) = part(snapshot, choice, scope, cancelled)? else {
        return Ok(None);
    };
    let format = choice.format();
    let fault = snapshot.fault(format);
    let (size, preview) = match fault {
        Some(_) => (None, Preview::Nothing("")),
        None => (snapshot.size(format, cancelled), preview(&snapshot, format)),
    };
    Ok((!cancelled.is_set()).then(|| Prepared {
        amount: snapshot.amount(format),
        nodes: snapshot.unfolding.preorder().count() as u64,
        stopped: snapshot.stopped.is_some(),
        size,
        fault,
        preview,
    }))
}

fn preview(snapshot: &Snapshot, format: &Format) -> Preview {
    if format.picture.is_some() {
        let nodes = snapshot.unfolding.preorder().take(MOST_DRAWN + 1).count();
        return match (nodes <= MOST_DRAWN).then(|| picture(snapshot, LOOK)) {
            Some(Ok(picture)) => Preview::Picture(Arc::new(picture)),
            _ => Preview::Nothing("Too large to preview"),
        };
    }
    let mut out = Beginning {
        bytes: Vec::new(),
        most: SHOWN,
    };
    let whole = snapshot.write_to(format, &mut out).is_ok();
    let text = String::from_utf8_lossy(&out.bytes).into_owned();
    let lines: Vec<String> = text
        .lines()
        .map(|line| shortened(&visible(line), LINE))
        .collect();
    Preview::Text(lines.join("\n"), !whole)
}

/// The picture, of at most so many pixels across and down.
fn picture(snapshot: &Snapshot, most: [u32; 2]) -> Result<ColorImage, String> {
    let content = snapshot.content();
    let pixels = png::pixels(
        content.rated,
        content.unfolding,
        content.alone,
        &content.figure,
        most,
    )?;
    let size = [pixels.width as usize, pixels.height as usize];
    Ok(ColorImage::from_rgb(size, &pixels.rgb))
}

/// What is put on the clipboard: of a picture its pixels, of anything else the text.
///
/// # Errors
/// A sentence, where it can't be copied.
pub fn copied(
    snapshot: &Snapshot,
    choice: &ExportChoice,
    scope: &Scope,
    cancelled: &Cancelled,
) -> Result<Copied, String> {
    let Some(snapshot) = part(snapshot, choice, scope, cancelled)? else {
        return Err("it was cancelled".to_owned());
    };
    if choice.format().picture.is_some() {
        return match picture(&snapshot, MOST_COPIED) {
            Ok(picture) => Ok(Copied::Picture(Box::new(picture))),
            Err(_) => Err(TOO_LARGE.to_owned()),
        };
    }
    let mut out = Beginning {
        bytes: Vec::new(),
        most: COPIED,
    };
    snapshot
        .write_to(choice.format(), &mut out)
        .map_err(|_| TOO_LARGE.to_owned())?;
    String::from_utf8(out.bytes)
        .map(Copied::Text)
        .map_err(|_| "it is no text: write it to a file".to_owned())
}

/// Keeps so many bytes, and then gives up.
struct Beginning {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
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
