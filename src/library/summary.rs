//! [`Summary`]: ratings, moves and counts as plain data, the content of `doomtree rate --json`.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::game::{Player, RulesText, SwitchValue};
use crate::rating::{
    Analysis, BestLine, LineEnd, Rating, best_edges, loss_among, proven_line, worse_moves,
};
use crate::session::Rated;
use crate::tree::{Count, Edge, Stopped, Vertex};

/// The limit that stopped the build, as the member `stopped` has it.
pub fn stopped(rated: &Rated) -> Option<String> {
    match rated.graph.graph().stopped()? {
        Stopped::MaxNodes(kept) => {
            let budget = rated.limits.max_nodes.unwrap_or(kept);
            Some(format!("max-nodes {budget}"))
        }
        Stopped::Frontier => Some("frontier".to_owned()),
    }
}

/// Ratings, moves and counts of a board. Its JSON is that of `doomtree rate --json`, with members
/// in a fixed order.
///
/// ```
/// let summary = doomtree::Tree::open("b2b2/a2b1 a")?.summary();
/// assert_eq!(summary.rating.get("a").map(String::as_str), Some("0"));
/// assert_eq!(summary.best_line, ["2>3", "pass", "0>2", "pass"]);
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// The position, in notation.
    pub position: String,
    /// Its rules; `None` for a game without any.
    pub rules: Option<WrittenRules>,
    /// The ply limit.
    pub max_plies: Option<u32>,
    /// Whether nothing is left out: by a limit, or because a script isn't finished.
    pub complete: bool,
    /// Whether play can repeat a position.
    pub cyclic: bool,
    /// The number of distinct positions.
    pub positions: u64,
    /// The number of moves between them.
    pub position_moves: u64,
    /// The number of nodes of the tree; `None` if it is infinite.
    pub tree_nodes: Option<String>,
    /// The number of its ends; `None` if it is infinite.
    pub tree_ends: Option<String>,
    /// The plies of its longest line; `None` if there is none.
    pub longest_line: Option<u32>,
    /// The rating for each player.
    pub rating: InOrder<String>,
    /// The lower and the upper bound of each rating.
    pub proven: InOrder<[String; 2]>,
    /// The legal moves, in the rules' order.
    pub moves: Vec<SummaryMove>,
    /// The moves that are proven to be best, in the rules' order.
    #[serde(default)]
    pub best_moves: Vec<String>,
    /// The best line, as far as all ratings on it are proven; at chance the likeliest branch.
    #[serde(default)]
    pub best_line: Vec<String>,
    /// The plies to the end under best play; `None` if they aren't proven, or if there are none.
    #[serde(default)]
    pub distance: Option<u32>,
    /// The winners at the end of the best line; `None` if it doesn't lead there, or through chance.
    #[serde(default)]
    pub winners: Option<Vec<String>>,
    /// The game's name.
    #[serde(default)]
    pub game: String,
    /// What ended the work before it was done, if anything did: `max-nodes N` for the first N
    /// positions; of [`Tree::summary`](crate::Tree::summary) also `max-time` and `progress`, if it was
    /// the rating or a search that ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What is left out of the tree and its ratings because a script isn't finished, as a clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
}

/// A move of a [`Summary`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SummaryMove {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// The rating after it, for each player.
    pub rating: InOrder<String>,
    /// The number of nodes below it, its own among them; `None` if that is infinite.
    pub tree_nodes: Option<String>,
    /// The lower and the upper bound of each rating.
    #[serde(default)]
    pub proven: InOrder<[String; 2]>,
    /// Whether it is proven to be one of the best moves.
    #[serde(default)]
    pub best: bool,
    /// The plies from after it to the end under best play; `None` if they aren't proven.
    #[serde(default)]
    pub distance: Option<u32>,
    /// How much it lowers its mover's rating at least: `slightly worse`, `inaccuracy` or `blunder`;
    /// `None` if it isn't proven to.
    #[serde(default)]
    pub loss: Option<String>,
}

impl Summary {
    /// The summary of a rated graph's root.
    pub fn new(rated: &Rated) -> Self {
        let Analysis {
            ratings, distances, ..
        } = &*rated.analysis;
        let play = proven_line(rated.graph.graph(), ratings, distances, Vertex::ROOT);
        Self::with_line(rated, play)
    }

    /// The same with a best line that is known.
    pub(super) fn with_line(rated: &Rated, play: BestLine) -> Self {
        let graph = rated.graph.graph();
        let analysis = &rated.analysis;
        let distinct = rated.graph.distinct();
        let root = Vertex::ROOT;
        let best = best_edges(graph, &analysis.ratings, root);
        let worse = worse_moves(graph, &analysis.ratings, root);
        let last = play.line.last().map_or(root, |edge| graph.target(*edge));
        let sure = play.ended == LineEnd::End && !play.through_chance;
        let winners = graph.winners(last).filter(|_| sure);
        let name = |player| rated.graph.player_name(player);
        let proven = |vertex| proven(rated, vertex);
        Self {
            position: rated.graph.position_text(root),
            rules: rules(&rated.rules),
            max_plies: rated.limits.max_plies,
            complete: graph.is_complete() && rated.graph.unfinished().is_none(),
            cyclic: graph.is_cyclic(),
            positions: distinct.positions,
            position_moves: distinct.moves,
            tree_nodes: count(analysis.nodes.of(root)),
            tree_ends: count(analysis.ends.of(root)),
            longest_line: analysis.longest.of(root),
            rating: by_player(rated, |player| {
                number(&analysis.ratings.rating(root, player))
            }),
            proven: proven(root),
            moves: graph
                .edges(root)
                .map(|edge| {
                    let target = graph.target(edge);
                    SummaryMove {
                        notation: rated.graph.move_text(root, edge),
                        rating: by_player(rated, |player| {
                            number(&analysis.ratings.rating(target, player))
                        }),
                        tree_nodes: count(analysis.nodes.of(target)),
                        proven: proven(target),
                        best: best.contains(&edge),
                        distance: analysis.proven_distance(target),
                        loss: loss_among(&worse, edge).map(|loss| loss.text().to_owned()),
                    }
                })
                .collect(),
            best_moves: best
                .iter()
                .map(|edge| rated.graph.move_text(root, *edge))
                .collect(),
            best_line: moves_of(rated, &play.line),
            distance: analysis.proven_distance(root),
            winners: winners.map(|winners| winners.iter().map(name).collect()),
            game: rated.game.clone(),
            stopped: stopped(rated),
            unfinished: rated.graph.unfinished().map(str::to_owned),
        }
    }
}

/// The moves of a line from the root.
fn moves_of(rated: &Rated, line: &[Edge]) -> Vec<String> {
    let graph = rated.graph.graph();
    let mut vertex = Vertex::ROOT;
    line.iter()
        .map(|edge| {
            let mv = rated.graph.move_text(vertex, *edge);
            vertex = graph.target(*edge);
            mv
        })
        .collect()
}

/// Values by name in insertion order: an object in JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct InOrder<V>(Vec<(String, V)>);

impl<V> Default for InOrder<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> InOrder<V> {
    /// Values in the order they are written.
    pub fn new(members: impl IntoIterator<Item = (String, V)>) -> Self {
        Self(members.into_iter().collect())
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&V> {
        let found = self.0.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for InOrder<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(std::marker::PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = InOrder<V>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(InOrder(members))
            }
        }

        deserializer.deserialize_map(Reader(std::marker::PhantomData))
    }
}

impl<V: Serialize> Serialize for InOrder<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A rating as a member: a fraction, or the nearest double as a decimal, if no fraction is known.
pub fn number(rating: &Rating) -> String {
    match rating {
        Rating::Exact(number) => number.to_string(),
        Rating::Approximate(number) => number.to_string(),
    }
}

/// The proven interval of each player's rating.
pub fn proven(rated: &Rated, vertex: Vertex) -> InOrder<[String; 2]> {
    by_player(rated, |player| {
        let (low, high) = rated.analysis.ratings.proven(vertex, player);
        [number(&low), number(&high)]
    })
}

/// One member per player.
pub fn by_player<V>(rated: &Rated, value: impl Fn(Player) -> V) -> InOrder<V> {
    InOrder(
        Player::all(rated.graph.graph().players())
            .map(|player| (rated.graph.player_name(player), value(player)))
            .collect(),
    )
}

/// A count as text, exact whatever its size; `None` if the tree never ends.
pub fn count(count: Count<'_>) -> Option<String> {
    (count != Count::Infinite).then(|| count.to_string())
}

/// Rules as files store them: a preset's name, or every setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WrittenRules {
    /// Every setting is as in the preset of this name.
    Preset(String),
    /// Every setting.
    Settings(InOrder<WrittenSetting>),
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WrittenSetting {
    /// A named choice, or a text.
    Text(String),
    /// A whole number.
    Number(u64),
}

/// The rules for an answer; `None` for a game without any.
pub fn rules(rules: &RulesText) -> Option<WrittenRules> {
    match rules {
        RulesText::None => None,
        RulesText::Preset(name) => Some(WrittenRules::Preset((*name).to_owned())),
        RulesText::Switches(given) => {
            let named = given.iter().map(|(name, value)| {
                let value = match value {
                    SwitchValue::Text(text) => WrittenSetting::Text(text.clone()),
                    SwitchValue::Number(number) => WrittenSetting::Number(*number),
                };
                ((*name).to_owned(), value)
            });
            Some(WrittenRules::Settings(InOrder::new(named)))
        }
    }
}
