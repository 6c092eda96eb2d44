//! Graphs of scripts, for tests.

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use crate::games::scripted::Scripted;
    use crate::tree::{Limits, PositionGraph};

    /// The graph of a script, perhaps with a ply limit.
    pub fn graph(script: &str, max_plies: Option<u32>) -> PositionGraph<Scripted> {
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let limits = Limits {
            max_plies,
            ..Limits::default()
        };
        PositionGraph::new(game, start, limits)
    }
}
