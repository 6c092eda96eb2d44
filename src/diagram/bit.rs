//! The kinds of marks as bit flags: the players to move, the players ahead, and others.

use crate::game::{MAX_PLAYERS, Player};

const AHEAD: u32 = MAX_PLAYERS as u32;
const OTHERS: u32 = 2 * MAX_PLAYERS as u32;

pub(super) const fn mover(player: Player) -> u64 {
    1 << player.0
}

pub(super) const fn ahead(player: Player) -> u64 {
    1 << (AHEAD + player.0 as u32)
}

pub(super) const NOBODY_AHEAD: u64 = 1 << OTHERS;
pub(super) const RATINGS: u64 = 1 << (OTHERS + 1);
pub(super) const UNPROVEN: u64 = 1 << (OTHERS + 2);
pub(super) const ROUNDED: u64 = 1 << (OTHERS + 3);
pub(super) const ENDS: u64 = 1 << (OTHERS + 4);
pub(super) const CHANCE: u64 = 1 << (OTHERS + 5);
pub(super) const HORIZONS: u64 = 1 << (OTHERS + 6);
pub(super) const NEVER: u64 = 1 << (OTHERS + 7);
pub(super) const FOLDS: u64 = 1 << (OTHERS + 8);
pub(super) const OPEN_DECISIONS: u64 = 1 << (OTHERS + 9);
pub(super) const BLUNDERS: u64 = 1 << (OTHERS + 11);
/// Says that the others were found out.
pub(super) const KNOWN: u64 = 1 << (OTHERS + 10);

// All of them have room.
const _: () = assert!(2 * MAX_PLAYERS + 12 <= 64);
