//! Export: trees, boards and statistics as text, pictures and formats of other programs. JSON is
//! written by `save`.
//!
//! A `Scope` collects a part of a tree into a separate unfolding, step by step. A `Figure` has the
//! display options, its `Appearance` the size, density and colors. `FORMATS` is the one table of
//! formats that the window and the command line offer, with the options that each format supports
//! and the limits of its readers. `text` has the texts of a node for people, `record` the fields
//! for programs; the writers use both.
//!
//! `scene` is the diagram with its legend. It passes on its shapes one by one, so that a picture of
//! any size streams. SVG and TikZ are written by hand, since a shape is one line there. tiny-skia
//! renders the pixels of a PNG, krilla writes the objects of a PDF. Both take our outlines
//! directly, while resvg and svg2pdf would parse the SVG again and hold all of it in memory. Text
//! is shaped once for all of them (harfrust, skrifa) with the bundled fonts; PNG and PDF take
//! letters that those lack from the fonts of the system (fontique), an SVG leaves them to its reader.

#[cfg(test)]
mod apart;
mod board;
pub mod csv;
pub mod dot;
pub mod efg;
mod escape;
mod figure;
mod format;
mod formats;
pub mod graphml;
pub mod html;
pub mod letters;
pub mod markdown;
pub mod mermaid;
pub mod pdf;
pub mod png;
mod record;
pub mod recorded;
mod scene;
pub mod sheet;
pub mod svg;
pub mod system_fonts;
pub mod text;
pub mod tikz;

pub use board::has_boards;
pub use figure::{
    ASPECTS, Appearance, Colors, FONT_SIZES, Figure, MIN_LETTERS, MIN_READ, Show, ShowPart, WIDTHS,
};
pub use format::{Comfort, ExportContent, FontSize, Format, FormatSubject, PictureKind, Supports};
pub use formats::FORMATS;
pub use record::{ExportPart, Gathered, Scope};
pub use scene::{font_size, min_font_size};
pub use text::{rating_text, short as short_rating};

/// Default maximum number of tree nodes that are written.
pub const MAX_NODES: usize = 1_000_000;
