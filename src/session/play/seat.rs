//! Seats: who makes the moves of each player.

use crate::game::Player;

/// Who makes a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Seat {
    /// The user.
    Human,
    /// The program, by best play within its search depth.
    #[default]
    Computer,
    /// The program, by a uniform draw among the moves.
    Random,
}

impl Seat {
    /// Every seat, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Human, Self::Computer, Self::Random];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Computer => "computer",
            Self::Random => "random",
        }
    }

    /// The seat of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.name() == name)
    }
}

/// The seats of all players, in their order. A player without one is the computer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(pub Vec<Seat>);

impl Default for Seats {
    /// The first player is human, all others are played by the computer.
    fn default() -> Self {
        Self(vec![Seat::Human])
    }
}

impl Seats {
    /// The seat of a player.
    pub fn of(&self, player: Player) -> Seat {
        self.0.get(player.index()).copied().unwrap_or_default()
    }

    /// Gives a player another seat.
    pub fn set(&mut self, player: Player, seat: Seat) {
        if self.0.len() <= player.index() {
            self.0.resize(player.index() + 1, Seat::default());
        }
        self.0[player.index()] = seat;
    }

    /// Whether any of the first `players` has this seat.
    pub fn any(&self, players: usize, seat: Seat) -> bool {
        Player::all(players).any(|player| self.of(player) == seat)
    }
}
