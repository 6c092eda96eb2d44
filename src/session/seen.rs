//! The position of a setup as text and picture, before any graph is built.

use super::own::own_game;
use crate::game::{Kind, OpenError, Picture, RulesText, Shown};
use crate::games::{self, Setup, WithGame};

/// The position that a setup names.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: RulesText,
    /// The position, as notation is written.
    pub position: String,
    /// The position, drawn.
    pub picture: Picture,
    /// The kind of the position.
    pub kind: Kind,
    /// The name of the player who chooses, or whose move chance decides.
    pub player: Option<String>,
}

/// Reads the position that a setup names, whatever its game.
///
/// # Errors
/// An unknown game, rules that it can't have, or a position that can't be read.
pub fn see(setup: &Setup) -> Result<Seen, OpenError> {
    match own_game(&setup.game) {
        Some(own) => own.see(setup),
        None => games::open(setup, See),
    }
}

pub(super) struct See;

impl WithGame for See {
    type Output = Seen;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Seen {
        let kind = game.kind(&position);
        Seen {
            game: game.name().to_owned(),
            rules: game.rules(),
            position: game.position_text(&position),
            picture: game.picture(&position),
            kind,
            player: kind.player().map(|player| game.player_name(player)),
        }
    }
}
