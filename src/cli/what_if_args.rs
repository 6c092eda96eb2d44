//! The arguments for assumptions.

use clap::Args;

/// What is assumed. A line is named by its moves with spaces between them; the empty one is the
/// board itself.
#[derive(Clone, Debug, Default, Args)]
pub struct WhatIfArgs {
    /// Assume a rating and report what changes: '2>3=1/2'; repeatable
    ///
    /// With a rating for each player: '2>3=a 1/2 b 0'.
    #[arg(long, value_name = "LINE=RATING", help_heading = "Assumptions")]
    pub pin: Vec<String>,
    /// Forbid the last move of a line; repeatable
    #[arg(long, value_name = "LINE", help_heading = "Assumptions")]
    pub forbid: Vec<String>,
    /// Replace a position: '2>3=b2b2/a1b3 b'; repeatable
    ///
    /// It is the one at the end of the line.
    #[arg(long, value_name = "LINE=POSITION", help_heading = "Assumptions")]
    pub change: Vec<String>,
}

impl WhatIfArgs {
    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.pin.is_empty() && self.forbid.is_empty() && self.change.is_empty()
    }
}
