//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.
//!
//! A `Scope` gathers a part of a tree into an unfolding of its own, step by step; a `Figure` says
//! how it is seen, its `Appearance` how large, how dense and in which colors; `FORMATS` is the one
//! table that the window and the command line offer, with what each format heeds and what its readers
//! take. `told` says what people read of a node, `record`
//! what programs read; writers take both from there.
//!
//! `scene` is the diagram with its legend, and gives its shapes as they come, so that a picture of
//! any size streams. SVG and TikZ are written by hand, since a shape is one line there. tiny-skia
//! fills the pixels of a PNG, krilla writes the objects of a PDF; both take our outlines as they
//! are, where resvg and svg2pdf would parse the SVG again and hold all of it. Letters are shaped
//! once for all of them (harfrust, skrifa) from the bundled fonts.

#[cfg(test)]
mod apart;
mod appearance;
mod board;
pub mod csv;
pub mod dot;
pub mod efg;
mod figure;
mod format;
pub mod graphml;
mod heading;
pub mod html;
pub mod letters;
pub mod markdown;
mod marked;
pub mod mermaid;
mod node_boards;
mod nodes;
pub mod nodes_csv;
pub mod pdf;
mod pen;
pub mod png;
mod record;
mod scene;
mod scope;
pub mod sheet;
pub mod svg;
mod tex;
pub mod text;
pub mod tikz;
mod told;
mod xml;

pub use appearance::{Appearance, Colors, FONT_SIZES, MIN_READ, WIDTHS};
pub use figure::{Figure, Show};
pub use format::{Comfort, Content, FORMATS, Format, Heeds, PictureKind, Subject};
pub use heading::rating_text;
pub use scene::font_size;
pub use scope::{Gathered, Gathering, Gathers, Part, Scope};

/// As many nodes of a tree are written unless somebody asks for more.
pub const MAX_NODES: usize = 1_000_000;
