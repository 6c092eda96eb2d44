//! What is assumed, as somebody asks.

use clap::Args;

/// What is assumed. A line is named by its moves with spaces between them; the empty one is the
/// board itself.
#[derive(Clone, Debug, Default, Args)]
pub struct WhatIfArgs {
    /// Take the node at the end of a line to be worth so much, and tell what that alters: '2>3=1/2',
    /// or with a rating for each player '2>3=a 1/2 b 0'; may be given again
    #[arg(long, value_name = "LINE=RATING", help_heading = "What if")]
    pub pin: Vec<String>,
    /// Forbid the last move of a line; may be given again
    #[arg(long, value_name = "LINE", help_heading = "What if")]
    pub forbid: Vec<String>,
    /// Put another position in the place of the one at the end of a line: '2>3=b2b2/a1b3 b'; may be
    /// given again
    #[arg(long, value_name = "LINE=POSITION", help_heading = "What if")]
    pub change: Vec<String>,
}

impl WhatIfArgs {
    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.pin.is_empty() && self.forbid.is_empty() && self.change.is_empty()
    }
}
