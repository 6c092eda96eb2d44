//! `doomtree random`: seeded random boards with something to decide; the same seed always gives the
//! same ones.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use super::args::RandomArgs;
use super::asked::Asked;
use super::common_args::BuildArgs;
use super::fault::{Done, Fault, Output, say};
use super::progress;
use super::words::counted;
use crate::session;

/// Runs the command.
pub fn run(args: &RandomArgs) -> Result<Done, Fault> {
    let asked = Asked::new(&args.rules, &BuildArgs::default(), None);
    // The standard library seeds its hash maps from the operating system's randomness.
    let mut seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let (rows, columns) = (args.rows, args.columns);
    let (game, switches) = (asked.game(), asked.switches());
    let mut out = Output::standard();
    for number in 1..=args.count {
        let (board, from) = match args.any {
            false => session::random_with_choice(game, switches, rows, columns, seed)?,
            true => (session::random(game, switches, rows, columns, seed)?, seed),
        };
        if number == 1 && args.seed != Some(from) && !args.quiet {
            let boards = if args.count == 1 {
                "this board"
            } else {
                "these boards"
            };
            say(&format!("--seed {from} gives {boards} again"));
        }
        writeln!(out, "{board}")?;
        // A reader has each at once.
        out.flush()?;
        progress::reached(format!("{} printed", counted(number, "board")));
        seed = from.wrapping_add(1);
    }
    out.finish()
}
