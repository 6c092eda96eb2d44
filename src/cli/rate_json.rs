//! The answer of `rate --json`: one object on one line, its keys in a fixed order.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::what_if::{Supposed, Told};
use crate::game::{Player, RulesText, SwitchValue};
use crate::rating::Rating;
use crate::session::Rated;
use crate::tree::{Count, Vertex};

/// Writes the object and a line break.
pub fn write(rated: &Rated, out: &mut impl Write) -> io::Result<()> {
    write_with(rated, None, out)
}

/// The same with what assumptions alter, where there are any.
pub fn write_with(
    rated: &Rated,
    supposed: Option<&Supposed>,
    out: &mut impl Write,
) -> io::Result<()> {
    let graph = rated.graph.graph();
    let analysis = &rated.analysis;
    let distinct = rated.graph.distinct();
    let root = Vertex::ROOT;
    let answer = Answer {
        position: rated.graph.position_text(root),
        rules: rules(&rated.rules),
        max_plies: rated.limits.max_plies,
        complete: graph.is_complete(),
        cyclic: graph.is_cyclic(),
        positions: distinct.positions,
        position_moves: distinct.moves,
        tree_nodes: count(analysis.nodes.of(root)),
        tree_ends: count(analysis.ends.of(root)),
        longest_line: analysis.longest.of(root),
        rating: by_player(rated, |player| {
            number(rated, &analysis.ratings.rating(root, player))
        }),
        proven: by_player(rated, |player| {
            let (low, high) = analysis.ratings.proven(root, player);
            [number(rated, &low), number(rated, &high)]
        }),
        moves: graph
            .edges(root)
            .map(|edge| {
                let target = graph.target(edge);
                Move {
                    mv: rated.graph.move_text(root, edge),
                    rating: by_player(rated, |player| {
                        number(rated, &analysis.ratings.rating(target, player))
                    }),
                    tree_nodes: count(analysis.nodes.of(target)),
                }
            })
            .collect(),
        stopped: stopped(rated),
        what_if: supposed.map(|supposed| supposed.json(rated)),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n")
}

/// What stopped the build, as the member `stopped` tells it.
pub fn stopped(rated: &Rated) -> Option<String> {
    let crate::tree::Stopped::MaxNodes(kept) = rated.graph.graph().stopped()?;
    Some(format!(
        "max-nodes {}",
        rated.limits.max_nodes.unwrap_or(kept)
    ))
}

#[derive(Serialize)]
struct Answer<'a> {
    position: String,
    rules: Option<Rules<'a>>,
    max_plies: Option<u32>,
    complete: bool,
    cyclic: bool,
    positions: u64,
    position_moves: u64,
    tree_nodes: Option<String>,
    tree_ends: Option<String>,
    longest_line: Option<u32>,
    rating: Members<Number>,
    proven: Members<[Number; 2]>,
    moves: Vec<Move>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what_if: Option<Told>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    rating: Members<Number>,
    tree_nodes: Option<String>,
}

/// An object whose members have an order of their own.
pub struct Members<V>(Vec<(String, V)>);

impl<V> Members<V> {
    /// The members in the order in which they are written.
    pub fn new(members: impl IntoIterator<Item = (String, V)>) -> Self {
        Self(members.into_iter().collect())
    }
}

impl<V: Serialize> Serialize for Members<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A rating: exact text in a game without chance, a number that keeps every bit in one with it.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Number {
    Exact(String),
    Double(f64),
}

/// A rating as a member.
pub fn number(rated: &Rated, rating: &Rating) -> Number {
    match rating.exact() {
        Some(number) if !rated.graph.graph().is_chance_game() => Number::Exact(number.to_string()),
        _ => Number::Double(rating.to_f64()),
    }
}

/// One member a player.
pub fn by_player<V>(rated: &Rated, value: impl Fn(Player) -> V) -> Members<V> {
    Members(
        Player::all(rated.graph.graph().players())
            .map(|player| (rated.graph.player_name(player), value(player)))
            .collect(),
    )
}

/// A count as text, exact whatever its size; `None` where the tree never ends.
pub fn count(count: Count<'_>) -> Option<String> {
    (count != Count::Infinite).then(|| count.to_string())
}

/// Rules as files store them: a preset's name, or every switch.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Rules<'a> {
    Preset(&'a str),
    Switches(Members<Switch<'a>>),
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Switch<'a> {
    Text(&'a str),
    Number(u64),
}

/// The rules for an answer; `None` for a game without any.
pub fn rules(rules: &RulesText) -> Option<Rules<'_>> {
    match rules {
        RulesText::None => None,
        RulesText::Preset(name) => Some(Rules::Preset(name)),
        RulesText::Switches(switches) => Some(Rules::Switches(Members(
            switches
                .iter()
                .map(|(name, value)| {
                    let value = match value {
                        SwitchValue::Text(text) => Switch::Text(text),
                        SwitchValue::Number(number) => Switch::Number(*number),
                    };
                    ((*name).to_owned(), value)
                })
                .collect(),
        ))),
    }
}
