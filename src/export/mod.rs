//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.

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

pub use figure::{Figure, Show};
pub use format::{Comfort, Content, FORMATS, Format, Heeds, PictureKind, Subject};
pub use heading::rating_text;
pub use scope::{Gathered, Gathering, Gathers, Part, Scope};

/// As many nodes of a tree are written unless somebody asks for more.
pub const MOST_NODES: usize = 1_000_000;
