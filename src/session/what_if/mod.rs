//! What-ifs of an open tree: parses typed assumptions about lines, converts them to ratings under
//! assumptions, and describes the changes in sentences.

use std::collections::BTreeMap;

use super::{Build, GraphRequest, Rated, open, with_position};
use crate::game::{Player, Rational, Refusal, parse_rational, quoted, visible};
use crate::games::Setup;
use crate::rating::{Assumed, AssumedNode, AssumptionRefused, Backed, Spent, Suppose, Supposition};
use crate::save::{Assumes, Assumption};
use crate::tree::{Edge, Limits, Line, Vertex, VertexKind};
use crate::words::{joined, move_words, player_name, rating_text, unproven_text};

/// The graphs of replaced positions, by the line of the node and the new position.
pub type ChangedGraphs = BTreeMap<(String, String), Rated>;

/// Whether an assumption is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InForce {
    /// It is.
    Yes,
    /// It is switched off.
    Off,
    /// Its changed position isn't rated yet.
    Waiting,
    /// It can't be: why.
    No(Refusal),
}

/// The result of assumptions.
#[derive(Clone, Debug, Default)]
pub struct WhatIf {
    /// Ratings under those that are in force.
    pub assumed: Assumed,
    /// The best line under them.
    pub best_line: Line,
    /// One an assumption.
    pub in_force: Vec<InForce>,
    /// Which assumption each number of the ratings means.
    pub numbers: Vec<usize>,
}

impl WhatIf {
    /// Rates a tree under assumptions, as far as the positions that they change are rated.
    pub fn new(rated: &Rated, assumptions: &[Assumption], changed: &ChangedGraphs) -> Self {
        let graph = rated.graph.graph();
        let mut what_if = Self::default();
        let mut given = Vec::new();
        for (number, assumption) in assumptions.iter().enumerate() {
            let state = if assumption.off {
                InForce::Off
            } else {
                match supposition(rated, assumption, changed) {
                    Ok(Some(supposition)) => {
                        given.push(supposition);
                        what_if.numbers.push(number);
                        InForce::Yes
                    }
                    Ok(None) => InForce::Waiting,
                    Err(why) => InForce::No(why),
                }
            };
            what_if.in_force.push(state);
        }
        what_if.assumed = Assumed::new(graph, &rated.analysis.ratings, &given);
        for (number, refused) in what_if.assumed.refused() {
            let Some(assumption) = what_if.numbers.get(*number) else {
                continue;
            };
            let other = |number: usize| {
                let other = what_if.numbers.get(number);
                other.and_then(|other| assumptions.get(*other))
            };
            let why = refusal(*refused, other);
            if let Some(state) = what_if.in_force.get_mut(*assumption) {
                *state = InForce::No(why);
            }
        }
        what_if.best_line = what_if.assumed.best_line(graph, &rated.analysis);
        what_if
    }

    /// The number of assumptions in force.
    pub fn count(&self) -> usize {
        let in_force = self.in_force.iter();
        in_force.filter(|state| **state == InForce::Yes).count()
    }

    /// The assumption that a number of the ratings means.
    pub fn assumption(&self, number: Option<usize>) -> Option<usize> {
        self.numbers.get(number?).copied()
    }
}

/// An assumption as it is rated; `None` if its position isn't rated yet.
fn supposition(
    rated: &Rated,
    assumption: &Assumption,
    changed: &ChangedGraphs,
) -> Result<Option<Supposition>, Refusal> {
    if rated.graph.graph().hides_positions() {
        return Err(crate::search::needs_known_positions());
    }
    let line = line_of(rated, assumption)?;
    let what = match &assumption.what {
        Assumes::Forbid => Suppose::Forbid,
        Assumes::Pin(pins) => Suppose::Pin(read_pins(rated, pins)?),
        Assumes::Change(position) => {
            let key = (assumption.line.clone(), position.clone());
            let Some(other) = changed.get(&key) else {
                return Ok(None);
            };
            let graph = other.graph.graph();
            if graph.players() != rated.graph.graph().players() {
                let what = "the replaced position has another number of players";
                return Err(Refusal::new(what, ""));
            }
            let root = Backed::of(graph, &other.analysis.ratings, Vertex::ROOT);
            Suppose::Change(root)
        }
    };
    Ok(Some(Supposition { line, what }))
}

fn refusal<'a>(
    refused: AssumptionRefused,
    other: impl Fn(usize) -> Option<&'a Assumption>,
) -> Refusal {
    let named = |number| {
        let line = other(number).map(|other| other.line.clone());
        line.filter(|line| !line.is_empty())
            .map_or_else(|| "the root".to_owned(), |line| format!("the line {line}"))
    };
    let what = match refused {
        AssumptionRefused::NoSuchLine => "no such line in this tree".to_owned(),
        AssumptionRefused::Root => "the root has no move to forbid".to_owned(),
        AssumptionRefused::Chance => {
            "chance outcomes can't be forbidden; pin a rating instead".to_owned()
        }
        AssumptionRefused::LastMove => "at least one move must stay legal".to_owned(),
        AssumptionRefused::Below(number) => format!(
            "it is below the replaced position at {}, which has other moves",
            named(number)
        ),
        AssumptionRefused::Twice(number) => format!("same as assumption {}", named(number)),
    };
    Refusal::new(what, "")
}

#[cfg(test)]
mod tests;

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
    let words = typed_words(text, &names);
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
    let full = read_pins(rated, &pins)?;
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
fn read_pins(rated: &Rated, pins: &[(String, Rational)]) -> Result<Vec<Option<Rational>>, Refusal> {
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
    let wanted = GraphRequest {
        limits: Limits {
            max_plies: graph.plies_left(vertex),
            ..limits
        },
        options: rated.options,
    };
    Ok(open(&setup, wanted, "")?)
}

/// The line of an assumption.
fn line_of(rated: &Rated, assumption: &Assumption) -> Result<Line, Refusal> {
    let line = rated.graph.read_line(Vertex::ROOT, &assumption.line);
    line.map_err(|error| Refusal::of(error).at("no such line in this tree"))
}

/// The words of a pin: numbers, and names of players, which may have spaces or be in quotes.
fn typed_words<'a>(text: &'a str, names: &[String]) -> Vec<&'a str> {
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

/// One node that is altered, or where a change comes to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlteredNode {
    /// The line to it.
    pub line: Line,
    /// The line as text: `start`, or `2 → 3, pass`.
    pub name: String,
    /// The ratings before and after, for the chosen player; the same if unchanged.
    pub before: String,
    /// The rating under the assumptions.
    pub after: String,
    /// Why, in a sentence.
    pub why: String,
    /// Whether its rating changed.
    pub altered: bool,
}

/// Maximum number of listed nodes …
const MAX_ROWS: usize = 400;
/// … and approximate maximum of moves in their lines.
const MAX_STEPS: usize = 2_000_000;
/// Maximum number of named moves of a line, the last ones.
const MAX_NAMED: usize = 12;

/// The changes that assumptions make for a player: the head sentence, and the nodes from those
/// furthest from the root up to it. If there are very many, those at both ends.
pub fn summary(rated: &Rated, what_if: &WhatIf, player: Player) -> (String, Vec<AlteredNode>) {
    let assumed = &what_if.assumed;
    let name = player_name(&*rated.graph, player);
    let Some(root) = assumed.node(0) else {
        let graph = rated.graph.graph();
        let root = Backed::of(graph, &rated.analysis.ratings, Vertex::ROOT);
        let rating = text(rated, &root, player);
        return (
            format!("The root's rating for {name} stays {rating}."),
            Vec::new(),
        );
    };
    let [before, after] = [&root.before, &root.now].map(|backed| text(rated, backed, player));
    let head = match root.now.rating(player).compare(&root.before.rating(player)) {
        // Of open ratings the estimates alone may differ.
        _ if !root.alters(player) || before == after => {
            format!("The root's rating for {name} stays {before}.")
        }
        std::cmp::Ordering::Less => {
            format!("The root's rating for {name} falls from {before} to {after}.")
        }
        _ => format!("The root's rating for {name} rises from {before} to {after}."),
    };
    let mut numbers: Vec<usize> = (0..assumed.nodes().len())
        .filter(|number| {
            let node = &assumed.nodes()[*number];
            node.is_altered() || node.spent.is_some()
        })
        .collect();
    numbers.sort_by_key(|number| std::cmp::Reverse(assumed.nodes()[*number].depth));
    // Every row has its line. If lines are very long, fewer rows are listed, from both ends.
    let deepest = numbers.first().and_then(|number| assumed.node(*number));
    let deepest = deepest.map_or(1, |node| node.depth.max(1));
    let max = (MAX_STEPS / deepest).clamp(20, MAX_ROWS);
    let left_out = numbers.len().saturating_sub(max);
    if left_out > 0 {
        numbers.drain(max / 2..max / 2 + left_out);
    }
    let rows = numbers
        .into_iter()
        .filter_map(|number| {
            let node = assumed.node(number)?;
            let line = assumed.line(number);
            Some(AlteredNode {
                name: line_words(rated, &line),
                line,
                before: text(rated, &node.before, player),
                after: text(rated, &node.now, player),
                why: why(rated, node),
                altered: node.is_altered(),
            })
        })
        .collect();
    (head, rows)
}

/// The effects of the what-if on a node, one sentence each; none if it isn't affected.
pub fn why_here(
    rated: &Rated,
    what_if: &WhatIf,
    assumptions: &[Assumption],
    number: usize,
    player: Player,
) -> Vec<String> {
    let Some(node) = what_if.assumed.node(number) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    if node.forbids.is_some() {
        sentences.push("What if: the move that leads here is forbidden.".to_owned());
    }
    if node.is_altered() || node.spent.is_some() || node.changed.is_some() {
        let name = player_name(&*rated.graph, player);
        let [before, after] = [&node.before, &node.now].map(|backed| text(rated, backed, player));
        let rating = match node.alters(player) && before != after {
            true => format!("What if: the rating for {name} is {after} here, not {before}."),
            false => format!("What if: the rating for {name} stays {after} here."),
        };
        sentences.push(rating);
        sentences.push(why(rated, node));
    }
    if let Some(assumption) = what_if
        .assumption(node.changed)
        .and_then(|own| assumptions.get(own))
        && let Assumes::Change(position) = &assumption.what
    {
        sentences.push(format!(
            "Replaced by {}. The subtree shown still belongs to the old position.",
            visible(position)
        ));
    }
    if !node.forbidden.is_empty() {
        let moves = moves_text(rated, node.vertex, &node.forbidden);
        sentences.push(format!("Forbidden here: {moves}."));
    }
    sentences
}

impl InForce {
    /// Why an assumption is not in force, for a list; `None` if it is.
    pub fn status_text(&self) -> Option<String> {
        match self {
            Self::Yes => None,
            Self::Off => Some("off".to_owned()),
            Self::Waiting => Some("rating…".to_owned()),
            Self::No(why) => Some(format!("not applied: {why}")),
        }
    }
}

fn text(rated: &Rated, backed: &Backed, player: Player) -> String {
    let (low, high) = backed.proven(player);
    match backed.is_proven(player) {
        true => rating_text(&backed.rating(player)),
        false => unproven_text((&low, &high), rated.graph.graph().range()),
    }
}

fn line_words(rated: &Rated, line: &[Edge]) -> String {
    if line.is_empty() {
        return "start".to_owned();
    }
    let graph = rated.graph.graph();
    let first = line.len().saturating_sub(MAX_NAMED);
    let mut text = if first > 0 {
        "… ".to_owned()
    } else {
        String::new()
    };
    for (index, edge) in line.iter().enumerate().skip(first) {
        let above = index.checked_sub(1).and_then(|above| line.get(above));
        let source = above.map_or(Vertex::ROOT, |above| graph.target(*above));
        if index > first {
            text.push_str(", ");
        }
        text.push_str(&move_text(rated, source, *edge));
    }
    text
}

fn move_text(rated: &Rated, source: Vertex, edge: Edge) -> String {
    move_words(&visible(&rated.graph.move_text(source, edge)))
}

/// Maximum number of named moves.
const MAX_MOVES: usize = 3;

fn moves_text(rated: &Rated, source: Vertex, moves: &[Edge]) -> String {
    let named = moves.iter().take(MAX_MOVES);
    let mut texts: Vec<String> = named.map(|edge| move_text(rated, source, *edge)).collect();
    if moves.len() > MAX_MOVES {
        texts.push(format!("{} more", moves.len() - MAX_MOVES));
    }
    match texts.is_empty() {
        true => "nothing".to_owned(),
        false => joined(&texts),
    }
}

/// Whether every player's rating is unchanged, proven or not.
fn is_as_before(rated: &Rated, node: &AssumedNode) -> bool {
    let mut players = Player::all(rated.graph.graph().players());
    players.all(|player| {
        let (before, now) = (node.before.rating(player), node.now.rating(player));
        before.ties_with(&now)
    })
}

/// Why a node has its rating under the assumptions.
fn why(rated: &Rated, node: &AssumedNode) -> String {
    let graph = rated.graph.graph();
    let mover = match graph.kind(node.vertex) {
        VertexKind::Decision(mover) => Some(player_name(&*rated.graph, mover)),
        _ => None,
    };
    let who = mover.as_deref().unwrap_or("chance");
    match node.spent {
        Some(Spent::Pinned) => "Pinned.".to_owned(),
        Some(Spent::AsGood) => format!("The change stops here: {who} has an equally good move."),
        Some(Spent::NoBetter) => {
            format!("The change stops here: the changed move only ties for {who}.")
        }
        Some(Spent::NotTaken) => format!("The change stops here: {who} has a better move."),
        Some(Spent::Same) => "The change stops here: its probability is 0.".to_owned(),
        None if node.pinned.is_some() => "Its rating is pinned.".to_owned(),
        None if node.changed.is_some() => "Its position is replaced.".to_owned(),
        None if mover.is_none() => "The weighted average changed.".to_owned(),
        None => {
            let now = moves_text(rated, node.vertex, &node.best);
            let before = moves_text(rated, node.vertex, &node.best_before);
            let is_forbidden = |edge| node.forbidden.contains(edge);
            let known = !node.best_before.is_empty();
            let bad = known && node.best_before.iter().all(is_forbidden);
            if node.forbidden.is_empty() && is_as_before(rated, node) {
                "The rating stays; only what is certain of it has changed.".to_owned()
            } else if known && node.best == node.best_before {
                let is = if node.best.len() > 1 { "are" } else { "is" };
                format!("{now} {is} still best for {who}, with a new rating.")
            } else if bad {
                format!("{before} is forbidden, so {who} plays {now}.")
            } else if !known || node.best.is_empty() {
                "What is certain of its rating has changed.".to_owned()
            } else {
                format!("{who}'s best move: {now} (was {before}).")
            }
        }
    }
}
