//! Exporting from the window: what is chosen, and what is shown of it before it is written.

mod choice;

pub use choice::{ExportChoice, Look, PartChoice};
