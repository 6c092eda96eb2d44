//! What is written and read: documents, exports, other programs' trees, and the boards that come
//! with the program.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod export_formats;
mod export_html;
mod export_readers;
mod export_svg;
mod export_text;
mod fuzzed;
mod imports;
mod kept;
mod leftovers;
mod picture_page;
mod saved_trees;
mod statistics_csv;
mod stored;
