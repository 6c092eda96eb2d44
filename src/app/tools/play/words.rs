//! Texts about a game in the window.

use crate::app::document::{Playing, Thrown};
use crate::diagram::{player_name, winners_text};
use crate::game::Player;
use crate::session::play::{PlayPosition, Seat, Turn};

/// A player's name at a place of a game.
pub(crate) fn name(place: &PlayPosition, player: Player) -> String {
    player_name(&*place.rated().graph, player)
}

/// The state of the game, in a few words.
pub(crate) fn state(playing: &Playing) -> String {
    let here = playing.play.here();
    if let Some(why) = &playing.ended {
        return why.clone();
    }
    match playing.play.turn() {
        Turn::Over(winners) => winners_text(&*here.rated().graph, winners),
        _ if playing.waits => "Building the tree…".to_owned(),
        Turn::Player(player, Seat::Human) => format!("Your move, {}", name(here, player)),
        Turn::Player(player, Seat::Computer) => format!("{} is thinking…", name(here, player)),
        Turn::Player(player, Seat::Random) => {
            format!("{} picks a random move…", name(here, player))
        }
        Turn::Chance(_) if playing.by_hand => "Choose the outcome".to_owned(),
        Turn::Chance(player) if playing.is_throwing() => {
            format!("{} rolls the dice…", name(here, player))
        }
        Turn::Chance(_) => "Chance decides…".to_owned(),
    }
}

/// Why a move is refused that isn't the user's to make now.
pub(crate) fn refusal(playing: &Playing) -> Option<String> {
    let here = playing.play.here();
    match playing.play.turn() {
        Turn::Player(player, Seat::Computer) => Some(format!(
            "{} (computer) is to move. Wait.",
            name(here, player)
        )),
        Turn::Player(player, Seat::Random) => {
            Some(format!("{} (random) is to move. Wait.", name(here, player)))
        }
        Turn::Chance(_) if !playing.by_hand => Some("Wait for the roll.".to_owned()),
        _ => None,
    }
}

/// Dice that fell, as they are read out.
pub(super) fn dice(playing: &Playing, thrown: &Thrown) -> String {
    let here = playing.play.here();
    let faces = |faces: &[u8]| {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        faces.join(" ")
    };
    let throw = &thrown.throw;
    let defender = thrown
        .defender
        .map_or_else(|| "the defender".to_owned(), |player| name(here, player));
    let outcome = if throw.wins() { "wins" } else { "fails" };
    format!(
        "{} rolled {} (total {}), {defender} {} (total {}): the attack {outcome}",
        name(here, thrown.attacker),
        faces(&throw.attacker),
        throw.attacker_sum(),
        faces(&throw.defender),
        throw.defender_sum(),
    )
}

impl Playing {
    /// Whether dice are rolling, and not a mere branch is drawn.
    fn is_throwing(&self) -> bool {
        let rolling = self.rolling.as_ref();
        rolling.is_some_and(|rolling| rolling.thrown.is_some())
    }
}
