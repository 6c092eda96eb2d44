//! The open document: its tree, its edits and notes, how it is built, read, written and remembered.

pub(crate) mod asking;
pub(crate) mod files;
pub(crate) mod made_for;
pub(crate) mod model;
pub(crate) mod opening;
pub(crate) mod playing;
pub(crate) mod practised;
pub(crate) mod recognise;
pub(crate) mod saving;
pub(crate) mod settings;
pub(crate) mod snapshot;
pub(crate) mod supposing;
pub(crate) mod teaching;
pub(crate) mod typed;
pub(crate) mod view;
pub(crate) mod worker;
