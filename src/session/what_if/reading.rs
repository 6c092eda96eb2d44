//! Parses typed assumptions: ratings and positions.

use crate::game::{Player, Rational, parse_rational, quoted};
use crate::games::Setup;
use crate::save::Assumption;
use crate::session::{Build, Rated, Wanted, open, with_position};
use crate::tree::{Limits, Vertex};

/// Parses a rating to pin. It is one number for the first player if the others follow from it, or
/// one number per player in order (`-` for an unchanged one), or by name: `a 1/2 b 0`.
///
/// # Errors
/// One sentence, if the text isn't a rating.
pub fn read_pin(
    rated: &Rated,
    text: &str,
    first: Player,
) -> Result<Vec<(String, Rational)>, String> {
    let graph = rated.graph.graph();
    let players: Vec<Player> = Player::all(graph.players()).collect();
    let name = |player: Player| rated.graph.player_name(player);
    let words: Vec<&str> = text
        .split([' ', ',', ':', '=', '\t'])
        .filter(|word| !word.is_empty())
        .collect();
    let by_name = |word: &str| players.iter().copied().find(|player| name(*player) == word);
    let mut pins: Vec<(Player, Rational)> = Vec::new();
    let mut add = |player: Player, word: &str| -> Result<(), String> {
        let Some(number) = parse_rational(word) else {
            return Err(format!(
                "{} is no rating: write a fraction such as 1/2",
                quoted(word)
            ));
        };
        if pins.iter().any(|(other, _)| *other == player) {
            return Err(format!("{} has two ratings here: write one", name(player)));
        }
        pins.push((player, number));
        Ok(())
    };
    let named = words.first().is_some_and(|word| by_name(word).is_some());
    if words.is_empty() {
        return Err("write a rating, such as 1/2".to_owned());
    } else if named {
        for pair in words.chunks(2) {
            let [player, number] = pair else {
                return Err(format!(
                    "no rating follows {}: write one after each name",
                    quoted(pair[0])
                ));
            };
            let Some(player) = by_name(player) else {
                return Err(format!("no player is called {}", quoted(player)));
            };
            add(player, number)?;
        }
    } else if let [one] = words[..] {
        add(first, one)?;
    } else if words.len() == players.len() {
        for (player, word) in players.iter().zip(words) {
            if word != "-" && word != "–" {
                add(*player, word)?;
            }
        }
    } else {
        return Err(format!(
            "these are {} ratings for {} players: write one for each, or names before them",
            words.len(),
            players.len()
        ));
    }
    pins.sort_by_key(|(player, _)| player.0);
    let pins: Vec<(String, Rational)> = pins
        .into_iter()
        .map(|(player, number)| (name(player), number))
        .collect();
    let full = self::pins(rated, &pins)?;
    // Ratings that follow from the rest are stored too, so that a file is complete.
    Ok(players
        .into_iter()
        .zip(full)
        .filter_map(|(player, number)| Some((name(player), number?)))
        .collect())
}

/// The ratings of a pin, one per player.
///
/// # Errors
/// One sentence on a number that no end could pay, or that doesn't fit the others.
pub(super) fn pins(
    rated: &Rated,
    pins: &[(String, Rational)],
) -> Result<Vec<Option<Rational>>, String> {
    let graph = rated.graph.graph();
    let (low, high) = graph.range();
    let mut full = vec![None; graph.players()];
    for (name, number) in pins {
        let player = Player::all(graph.players())
            .find(|player| rated.graph.player_name(*player) == *name)
            .ok_or_else(|| format!("no player is called {}", quoted(name)))?;
        if *number < low || *number > high {
            return Err(format!(
                "{number} is out of range: payoffs are {low} to {high}"
            ));
        }
        full[player.index()] = Some(*number);
    }
    if rated.analysis.ratings.has_constant_sum() {
        let sum = low + high;
        full = match full[..] {
            [Some(a), Some(b)] if a + b != sum => {
                return Err(format!(
                    "ratings of {a} and {b} don't add up to {sum}: pin one, the other follows"
                ));
            }
            [Some(a), _] => vec![Some(a), Some(sum - a)],
            [None, Some(b)] => vec![Some(sum - b), Some(b)],
            _ => full,
        };
    }
    match full.iter().all(Option::is_none) {
        true => Err("write a rating, such as 1/2".to_owned()),
        false => Ok(full),
    }
}

/// Parses a position that replaces a node's, and returns it in normal notation.
///
/// # Errors
/// The text isn't a position of this game under its rules.
pub fn read_position(rated: &Rated, text: &str) -> Result<String, String> {
    let setup = with_position(&rated.setup(), text.trim(), None).map_err(|it| it.to_string())?;
    Ok(setup.position)
}

/// Starts the graph of a position that replaces a node's, to `limits` with the plies left there.
///
/// # Errors
/// A line that the tree doesn't have, or an invalid position.
pub fn open_change(
    rated: &Rated,
    assumption: &Assumption,
    position: &str,
    limits: Limits,
) -> Result<Box<dyn Build>, String> {
    let graph = rated.graph.graph();
    let line = rated.graph.read_line(Vertex::ROOT, &assumption.line);
    let line = line.map_err(|error| format!("no such line in this tree: {error}"))?;
    let vertex = line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge));
    let setup = Setup {
        position: position.to_owned(),
        ..rated.setup()
    };
    let wanted = Wanted {
        limits: Limits {
            max_plies: graph.plies_left(vertex),
            ..limits
        },
        options: rated.options,
    };
    open(&setup, wanted, "").map_err(|error| error.to_string())
}
