//! A setup: a game and a position of it as text, and calls with the game's concrete type.

use super::scripted;
use super::switches::Switches;
use crate::game::Shown;

/// A game and a position of it, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub switches: Switches,
    /// The position, in notation.
    pub position: String,
    /// The number of columns of a board without row marks.
    pub columns: Option<u64>,
}

impl Setup {
    /// The setup with another position in notation, from which the size of its board follows.
    #[must_use]
    pub fn at(&self, position: &str, columns: Option<u64>) -> Self {
        Self {
            switches: Switches {
                width: None,
                height: None,
                ..self.switches.clone()
            },
            position: position.to_owned(),
            columns,
            ..self.clone()
        }
    }

    /// The setup of a board on the command line. It is a position in notation or, in a scripted
    /// game, the script itself, which starts at its first node.
    #[must_use]
    pub fn of_board(game: &str, switches: Switches, board: &str, columns: Option<u64>) -> Self {
        let scripted = takes_script(game);
        Self {
            game: game.to_owned(),
            switches: Switches {
                script: scripted.then(|| board.to_owned()).or(switches.script),
                ..switches
            },
            position: if scripted {
                String::new()
            } else {
                board.to_owned()
            },
            columns,
        }
    }
}

/// Whether a game is given as a script of many lines rather than as a position.
pub fn takes_script(game: &str) -> bool {
    game == scripted::NAME
}

/// A callback that is generic over the game.
pub trait WithGame {
    /// Its result.
    type Output;
    /// Called once, with the game and the position.
    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output;
}

/// Opens a setup for nothing but its faults.
pub(super) struct Check;

impl WithGame for Check {
    type Output = ();

    fn with<G: Shown>(self, _game: G, _position: G::Position) {}
}
