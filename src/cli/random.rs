//! `doomtree random`: a seeded random board with something to decide; the same seed always gives
//! the same board.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use super::args::{BuildArgs, RandomArgs};
use super::asked::Asked;
use super::fault::{Done, Fault, say};
use super::output::Output;
use crate::session;

/// Runs the command.
pub fn run(args: &RandomArgs) -> Result<Done, Fault> {
    let asked = Asked::new(&args.rules, &BuildArgs::default(), None);
    // The standard library seeds its hash maps from the operating system's randomness.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let (rows, columns) = (args.rows, args.columns);
    let (game, switches) = (asked.game(), asked.switches());
    let (board, from) = match args.any {
        false => session::random_with_choice(game, switches, rows, columns, seed)?,
        true => (session::random(game, switches, rows, columns, seed)?, seed),
    };
    if args.seed != Some(from) && !args.quiet {
        say(&format!("--seed {from} gives this board again"));
    }
    let mut out = Output::standard();
    writeln!(out, "{board}")?;
    out.finish()
}
