//! The options for games, remembered between starts.

use serde::{Deserialize, Serialize};

use crate::game::{MAX_PLAYERS, Player};
use crate::session::MAX_POSITIONS;
use crate::session::play::{Seat, Seats, Skill};

/// Maximum ply limit of the computer.
pub(crate) const MAX_PLIES: u32 = 99;

/// The seats, the computer's search depth, and how chance decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayChoices {
    /// The names of the players' seats, in the order of play; who has none is the computer's.
    pub seats: Vec<String>,
    /// The computer's ply limit; `None`: as deep as possible.
    pub plies: Option<u32>,
    /// Whether the user chooses the outcomes of chance.
    pub by_hand: bool,
}

impl Default for PlayChoices {
    fn default() -> Self {
        Self {
            seats: names(&Seats::default()),
            plies: None,
            by_hand: false,
        }
    }
}

fn names(seats: &Seats) -> Vec<String> {
    seats.0.iter().map(|seat| seat.name().to_owned()).collect()
}

impl PlayChoices {
    /// The seats.
    pub fn seats(&self) -> Seats {
        let seats = self.seats.iter().take(MAX_PLAYERS);
        Seats(
            seats
                .map(|name| Seat::from_name(name).unwrap_or_default())
                .collect(),
        )
    }

    /// The same with another seat for a player.
    #[must_use]
    pub fn with_seat(&self, player: Player, seat: Seat) -> Self {
        let mut seats = self.seats();
        seats.set(player, seat);
        Self {
            seats: names(&seats),
            ..self.clone()
        }
    }

    /// The computer's search depth.
    pub fn skill(&self) -> Skill {
        match self.plies {
            None => Skill::default(),
            Some(plies) => Skill {
                plies: Some(plies.clamp(1, MAX_PLIES)),
                positions: MAX_POSITIONS as usize,
            },
        }
    }
}
