//! Files in and out: board files and tree files, streamed both ways. The only serde types below
//! `app` are here.

use crate::game::RulesText;
use crate::rating::Analysis;
use crate::tree::Labels;

/// All that a writer needs to know of a rated graph.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its rules, as files store them.
    pub rules: &'a RulesText,
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
}
