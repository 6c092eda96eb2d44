//! A game in progress: a seat for every player (who makes its moves), the moves made so far, and
//! the dice. It has no clock, no thread and no screen; the caller asks whose turn it is and acts on
//! it.
//!
//! # Randomness
//! Random numbers depend only on the seed and on the number of moves and outcomes made before. So
//! the same seed and moves always give the same game. A move that is undone and made again meets
//! the same dice.
//!
//! A place in the game is a rated graph and a vertex. If a graph ends, `Rated::build_from` starts
//! the next, so a game needs no complete graph and no notation. `Review` judges every move by the
//! graph in which it was played, the last ones by the open tree.

mod draws;
mod game;
mod thinking;

use crate::game::Player;

pub use self::thinking::PlayPosition;
pub use self::thinking::{Review, Slip};
pub(in crate::session) use draws::Draws;
pub use draws::Throw;
pub use game::{By, MAX_PLIES, Made, Play, Roll, Turn};
pub use thinking::{Skill, Thought};

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
