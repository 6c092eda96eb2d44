//! The input of a tree writer: a rated graph with its game, rules and options.

use crate::game::{Estimate, RulesText};
use crate::rating::{Analysis, Options};
use crate::tree::Labels;

/// All that a writer needs to know of a rated graph.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its rules, as files store them.
    pub rules: &'a RulesText,
    /// The estimate that replaces a rating at a horizon.
    pub estimate: Estimate,
    /// The rating options.
    pub options: Options,
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
}
