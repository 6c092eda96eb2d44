//! The help of the command line: as `args` has it, and for a program with a game of its own in the
//! words of that game.

use clap::{Command, CommandFactory as _};

use super::args::Arguments;
use crate::games;
use crate::session::{example_of, game_names, usual_game};

/// All that can be written on the command line.
pub fn command() -> Command {
    let command = Arguments::command();
    let usual = usual_game();
    if usual == games::NAMES[0] {
        return command;
    }
    let first = example_of(usual);
    let names: Vec<_> = game_names().collect();
    let game = format!("The game: {} [default: {usual}]", names.join(", "));
    command
        .name(usual)
        .version(concat!("with doomtree ", env!("CARGO_PKG_VERSION")))
        .about(format!(
            "Explorer for game trees, which begins with the game {usual}: every position rated \
             exactly, the complete tree unfolded where you look. Without a command it opens {first}"
        ))
        .after_help(format!(
            "A position of {usual} is written like {first}, so that '{usual} rate \"{first}\"' \
             tells who wins from there.\nExit codes: 0 done, 1 a file is wrong, 2 bad input or usage, 3 stopped by \
             a limit, 130 interrupted."
        ))
        .mut_subcommands(|command| {
            let opens = command.get_name() == "open";
            // Its examples are of another game.
            command.after_help(None).mut_args(|arg| match arg.get_id().as_str() {
                "game" => arg.help(game.clone()),
                "board" if opens => arg.help(format!(
                    "A position in notation, or a file ('./' before a name makes it one) \
                     [default: {first}]"
                )),
                _ => arg,
            })
        })
}
