//! The texts of a game in the terminal, as the Lisp and Haskell programs print them.

use std::io::{self, Write};

use super::output::Output;
use super::words::{counted, name};
use crate::diagram::board_text;
use crate::game::{Player, Winners, ratio, visible, zero};
use crate::session::play::{Play, Throw};
use crate::tree::Edge;
use crate::words::move_words;

/// The player to move, and the board.
pub fn board(play: &Play, out: &mut Output) -> io::Result<()> {
    let (rated, vertex) = (play.here().rated(), play.here().vertex());
    if let Some(player) = play.here().kind().player() {
        writeln!(out, "current player = {}", name(rated, player))?;
    }
    let picture = rated.graph.picture(vertex);
    for line in board_text(&*rated.graph, &picture) {
        writeln!(out, "{line}")?;
    }
    // The state that the board doesn't show, except the dice captured in this turn, which the moves
    // show.
    let text = rated.graph.position_text(vertex);
    let rest: Vec<_> = text
        .split_whitespace()
        .skip(2)
        .filter(|word| !picture.cells.is_empty() && !word.starts_with(['+', '?']))
        .collect();
    if !rest.is_empty() {
        writeln!(out, "  {}", visible(&rest.join(" ")))?;
    }
    Ok(())
}

/// The numbered moves.
pub fn moves(play: &Play, out: &mut Output) -> io::Result<()> {
    writeln!(out, "choose your move:")?;
    for (index, edge) in play.here().moves().enumerate() {
        writeln!(out, "{}. {}", index + 1, spoken(play, edge))?;
    }
    Ok(())
}

/// A move as text: `2 -> 3`, `end turn`, and any other as it is written.
fn spoken(play: &Play, edge: Edge) -> String {
    let text = play.here().move_text(edge);
    if text == "pass" {
        return "end turn".to_owned();
    }
    move_words(&visible(&text)).replace('→', "->")
}

/// The notation of a move that was typed in text form.
pub fn notation(typed: &str) -> String {
    if typed.eq_ignore_ascii_case("end turn") {
        return "pass".to_owned();
    }
    let unspaced: String = typed.split_whitespace().collect();
    unspaced.replace("->", ">").replace('→', ">")
}

/// The program's choice for a player.
pub fn choice(play: &Play, player: Player, index: usize, out: &mut Output) -> io::Result<()> {
    let who = name(play.here().rated(), player);
    match play.here().moves().nth(index) {
        Some(edge) => writeln!(out, "{who} chooses {}", spoken(play, edge)),
        None => Ok(()),
    }
}

/// The dice of an attack.
pub fn dice(throw: &Throw, out: &mut Output) -> io::Result<()> {
    for (faces, sum) in [
        (&throw.attacker, throw.attacker_sum()),
        (&throw.defender, throw.defender_sum()),
    ] {
        let each: Vec<String> = faces.iter().map(u8::to_string).collect();
        let dice = faces.len();
        let each = each.join(" ");
        writeln!(out, "On {dice} dice rolled {sum}. ({each})")?;
    }
    Ok(())
}

/// The outcome of chance.
pub fn branch(play: &Play, branch: usize, out: &mut Output) -> io::Result<()> {
    match play.here().moves().nth(branch) {
        Some(edge) => writeln!(out, "Chance decides: {}", spoken(play, edge)),
        None => Ok(()),
    }
}

/// The winner, and each player's payoff if it doesn't follow from that.
pub fn result(play: &Play, winners: Winners, out: &mut Output) -> io::Result<()> {
    let rated = play.here().rated();
    let names: Vec<String> = winners.iter().map(|player| name(rated, player)).collect();
    match names.as_slice() {
        [one] => writeln!(out, "The winner is {one}")?,
        [rest @ .., last] => {
            let rest = rest.join(", ");
            writeln!(out, "The game is a tie between {rest} and {last}")?;
        }
        [] => writeln!(out, "Nobody wins")?,
    }
    let share = ratio(1, winners.len().max(1) as i128);
    let payoffs: Vec<_> = Player::all(play.players())
        .filter_map(|player| {
            let payoff = rated.graph.graph().outcome(play.here().vertex(), player)?;
            Some((player, payoff))
        })
        .collect();
    let usual = |(player, payoff): &(Player, _)| {
        let expected = if winners.contains(*player) {
            share
        } else {
            zero()
        };
        *payoff == expected
    };
    if !payoffs.iter().all(usual) {
        let each: Vec<String> = payoffs
            .iter()
            .map(|(player, payoff)| format!("{} {payoff}", name(rated, *player)))
            .collect();
        writeln!(out, "Payoffs: {}", each.join(", "))?;
    }
    Ok(())
}

/// The message that the game was stopped before its end, with the command to restart it.
pub fn stopped(play: &Play, what: &str) -> String {
    let moves = counted(play.made().len(), "move");
    format!("{what} after {moves}, at {}", visible(&play.here().text()))
}

/// The progress of an interrupted game.
pub fn reached(play: &Play) -> String {
    stopped(play, "the game stopped")
}
