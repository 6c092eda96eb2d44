//! Parses typed assumptions: ratings and positions.

use crate::game::{Player, Rational, Refusal, parse_rational, quoted};
use crate::games::Setup;
use crate::save::Assumption;
use crate::session::{Build, Rated, Wanted, open, with_position};
use crate::tree::{Limits, Line, Vertex};

/// Parses a rating to pin. It is one number for the first player if the others follow from it, or
/// one number per player in order (`-` for an unchanged one), or by name: `a 1/2 b 0`.
///
/// # Errors
/// Fails if the text isn't a rating.
pub fn read_pin(
    rated: &Rated,
    text: &str,
    first: Player,
) -> Result<Vec<(String, Rational)>, Refusal> {
    let graph = rated.graph.graph();
    let players: Vec<Player> = Player::all(graph.players()).collect();
    let name = |player: Player| rated.graph.player_name(player);
    let names: Vec<String> = players.iter().map(|player| name(*player)).collect();
    let words = words(text, &names);
    let by_name = |word: &str| players.iter().copied().find(|player| name(*player) == word);
    let mut pins: Vec<(Player, Rational)> = Vec::new();
    let mut add = |player: Player, word: &str| -> Result<(), Refusal> {
        let Some(number) = parse_rational(word) else {
            let what = format!("{} is no rating", quoted(word));
            return Err(Refusal::new(what, "write a fraction such as 1/2"));
        };
        if pins.iter().any(|(other, _)| *other == player) {
            let what = format!("{} has two ratings here", name(player));
            return Err(Refusal::new(what, "write one"));
        }
        pins.push((player, number));
        Ok(())
    };
    let named = words.first().is_some_and(|word| by_name(word).is_some());
    if words.is_empty() {
        return Err(no_rating());
    } else if named {
        for pair in words.chunks(2) {
            let [player, number] = pair else {
                let what = format!("no rating follows {}", quoted(pair[0]));
                return Err(Refusal::new(what, "write one after each name"));
            };
            add(by_name(player).ok_or_else(|| no_player(player))?, number)?;
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
        let (ratings, players) = (words.len(), players.len());
        return Err(Refusal::new(
            format!("these are {ratings} ratings for {players} players"),
            "write one for each, or names before them",
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
/// A number that no end could pay, or that doesn't fit the others.
pub(super) fn pins(
    rated: &Rated,
    pins: &[(String, Rational)],
) -> Result<Vec<Option<Rational>>, Refusal> {
    let graph = rated.graph.graph();
    let (low, high) = graph.range();
    let mut full = vec![None; graph.players()];
    for (name, number) in pins {
        let player = Player::all(graph.players())
            .find(|player| rated.graph.player_name(*player) == *name)
            .ok_or_else(|| no_player(name))?;
        if *number < low || *number > high {
            let what = format!("{number} is out of range: payoffs are {low} to {high}");
            return Err(Refusal::new(what, ""));
        }
        full[player.index()] = Some(*number);
    }
    if rated.analysis.ratings.has_constant_sum() {
        let sum = low + high;
        full = match full[..] {
            [Some(a), Some(b)] if a + b != sum => {
                let what = format!("ratings of {a} and {b} don't add up to {sum}");
                return Err(Refusal::new(what, "pin one, the other follows"));
            }
            [Some(a), _] => vec![Some(a), Some(sum - a)],
            [None, Some(b)] => vec![Some(sum - b), Some(b)],
            _ => full,
        };
    }
    match full.iter().all(Option::is_none) {
        true => Err(no_rating()),
        false => Ok(full),
    }
}

fn no_rating() -> Refusal {
    Refusal::new("write a rating, such as 1/2", "")
}

fn no_player(name: &str) -> Refusal {
    Refusal::new(format!("no player is called {}", quoted(name)), "")
}

/// Parses a position that replaces a node's, and returns it in normal notation.
///
/// # Errors
/// The text isn't a position of this game under its rules.
pub fn read_position(rated: &Rated, text: &str) -> Result<String, Refusal> {
    Ok(with_position(&rated.setup(), text.trim(), None)?.position)
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
) -> Result<Box<dyn Build>, Refusal> {
    let graph = rated.graph.graph();
    let line = line_of(rated, assumption)?;
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
    Ok(open(&setup, wanted, "")?)
}

/// The line of an assumption.
pub(super) fn line_of(rated: &Rated, assumption: &Assumption) -> Result<Line, Refusal> {
    let line = rated.graph.read_line(Vertex::ROOT, &assumption.line);
    line.map_err(|error| Refusal::of(error).at("no such line in this tree"))
}

/// The words of a pin: numbers, and names of players, which may have spaces or be in quotes.
fn words<'a>(text: &'a str, names: &[String]) -> Vec<&'a str> {
    const BETWEEN: [char; 5] = [' ', ',', ':', '=', '\t'];
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(BETWEEN);
    while !rest.is_empty() {
        let ends = |length: usize| {
            let after = rest.get(length..)?;
            (after.is_empty() || after.starts_with(BETWEEN)).then_some(length)
        };
        let is_next = |name: &&String| !name.is_empty() && rest.starts_with(name.as_str());
        let name = names
            .iter()
            .filter(is_next)
            .filter_map(|name| ends(name.len()));
        let quoted = rest
            .strip_prefix('"')
            .and_then(|inner| inner.split_once('"'));
        let (word, length) = match (name.max(), quoted) {
            (Some(length), _) => (&rest[..length], length),
            (None, Some((inner, _))) => (inner, inner.len() + 2),
            (None, None) => {
                let length = rest.find(BETWEEN).unwrap_or(rest.len());
                (&rest[..length], length)
            }
        };
        words.push(word);
        rest = rest[length..].trim_start_matches(BETWEEN);
    }
    words
}
