//! The program's ratings against its own ratings of its moves: where one doesn't follow from the
//! others, the program contradicts itself, whatever the rules are.

use rustc_hash::FxHashMap;

use super::kinds::DisagreementKind;
use super::ratings::sum_of_two;
use super::report::OwnRatings;
use super::tell::Places;
use super::walk::Walk;
use crate::game::{Player, Rational, to_f64};
use crate::save::{SaidRating, TheirMove};
use crate::tree::{Vertex, VertexKind};

/// Numbers that differ by no more than this are the same, unless both are exact.
const NEAR: f64 = 1e-6;

/// Ratings of moves that are listed in a sentence.
const LISTED: usize = 6;

/// How many positions are listed as differing first from below.
const LOWEST: usize = 3;

/// A number that was said, or what another leaves.
#[derive(Clone, Debug)]
struct Number {
    text: String,
    exact: Option<Rational>,
    value: f64,
}

impl Number {
    fn is(&self, other: &Self) -> bool {
        match (self.exact, other.exact) {
            (Some(a), Some(b)) => a == b,
            _ => (self.value - other.value).abs() <= NEAR,
        }
    }

    fn rest(&self, sum: Rational) -> Self {
        let exact = self.exact.map(|number| sum - number);
        let value = to_f64(&sum) - self.value;
        Self {
            text: exact.map_or_else(|| value.to_string(), |number| number.to_string()),
            exact,
            value,
        }
    }
}

struct Own<'a> {
    walk: &'a Walk,
    sum: Option<Rational>,
    /// The node of every vertex that was met.
    nodes: FxHashMap<Vertex, u32>,
}

/// What a position's rating and those of its moves say of each other.
struct Judged {
    /// Whether the ratings of the moves differ among each other.
    is_choice: bool,
    contradiction: Option<String>,
}

/// Compares all that a walk has met.
pub(super) fn own_ratings(walk: &Walk, places: &mut Places) -> OwnRatings {
    let graph = walk.reference.rated.graph.graph();
    let mut nodes = FxHashMap::default();
    for (node, vertex) in &walk.found.visited {
        nodes.entry(*vertex).or_insert(*node);
    }
    let sum = match graph.players() {
        2 => sum_of_two(graph),
        _ => None,
    };
    let own = Own { walk, sum, nodes };
    let mut found = OwnRatings::default();
    let mut smallest: Option<(u32, Vertex, String)> = None;
    let size = |vertex| walk.reference.rated.analysis.nodes.of(vertex);
    for (node, vertex) in &walk.found.visited {
        let Some(judged) = own.judged(*node, *vertex) else {
            continue;
        };
        found.compared += 1;
        found.choices += u64::from(judged.is_choice);
        let Some(words) = judged.contradiction else {
            continue;
        };
        found.contradicting += 1;
        let smaller = smallest
            .as_ref()
            .is_none_or(|(_, old, _)| size(*vertex).compare(size(*old)).is_lt());
        if smaller {
            smallest = Some((*node, *vertex, words));
        }
    }
    let mut told = |node, vertex, words| places.told(walk, node, vertex, words);
    found.smallest = smallest.map(|(node, vertex, words)| told(node, vertex, words));
    let lowest = own.lowest();
    found.lowest_ends = lowest
        .iter()
        .filter(|(_, vertex)| graph.kind(*vertex) == VertexKind::End)
        .count() as u64;
    found.lowest_count = lowest.len() as u64;
    let first = lowest.iter().take(LOWEST);
    found.lowest = first
        .map(|(node, vertex)| told(*node, *vertex, own.both(*node, *vertex)))
        .collect();
    found
}

impl Own<'_> {
    /// The number that a rating gives a player, or leaves them.
    fn number(&self, said: &SaidRating, player: Player, mover: Option<Player>) -> Option<Number> {
        let named = |name: &str| self.walk.reference.player(name);
        let own = |player| {
            let number = said.of(player, named, mover)?;
            Some(Number {
                text: number.text.clone(),
                exact: number.exact(),
                value: number.value(),
            })
        };
        own(player).or_else(|| Some(own(Player(1 - player.0.min(1)))?.rest(self.sum?)))
    }

    /// The program's rating of a position for a player.
    fn of_node(&self, node: u32, vertex: Option<Vertex>, player: Player) -> Option<Number> {
        let said = self.walk.theirs.nodes[node as usize].rating.as_ref()?;
        let mover = vertex.and_then(|vertex| self.walk.reference.mover(vertex));
        self.number(said, player, mover)
    }

    /// The program's rating of the position after a move of its own.
    fn of_move(
        &self,
        mv: &TheirMove,
        target: Option<Vertex>,
        player: Player,
        mover: Player,
    ) -> Option<Number> {
        if let Some(said) = &mv.rating {
            return self.number(said, player, Some(mover));
        }
        let by_text = || {
            let text = mv.position.as_ref()?;
            let nodes = self.walk.texts.nodes.get(text)?;
            nodes.first().copied()
        };
        let node = mv
            .to
            .or_else(by_text)
            .or_else(|| self.nodes.get(&target?).copied())?;
        self.of_node(node, target, player)
    }

    fn judged(&self, node: u32, vertex: Vertex) -> Option<Judged> {
        let reference = &self.walk.reference;
        let graph = reference.rated.graph.graph();
        let VertexKind::Decision(mover) = graph.kind(vertex) else {
            return None;
        };
        let said = self.of_node(node, Some(vertex), mover)?;
        let their = &self.walk.theirs.nodes[node as usize];
        let numbers: Vec<Option<Number>> = match their.moves.as_deref() {
            Some([]) => return None,
            Some(moves) => {
                let ours = reference.moves(vertex);
                let sides = self.walk.beside(reference);
                let of = |(index, mv): (usize, &TheirMove)| {
                    let place = sides.place_of(mv, index, &ours);
                    let target = place.map(|place| graph.target(ours[place].0));
                    let target = target.filter(|target| sides.leads_to(mv, *target));
                    self.of_move(mv, target, mover, mover)
                };
                moves.iter().enumerate().map(of).collect()
            }
            None => {
                let of = |target: &Vertex| {
                    let node = *self.nodes.get(target)?;
                    self.of_node(node, Some(*target), mover)
                };
                graph.targets(vertex).iter().map(of).collect()
            }
        };
        let all = numbers.iter().all(Option::is_some);
        let known: Vec<&Number> = numbers.iter().flatten().collect();
        let largest = known.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        // What isn't known may be the largest.
        let contradicts = match all {
            true => !said.is(largest),
            false => said.value < largest.value && !said.is(largest),
        };
        if !all && !contradicts {
            return None;
        }
        let name = reference.name(mover);
        Some(Judged {
            is_choice: known.iter().any(|number| !number.is(largest)),
            contradiction: contradicts.then(|| words(&known, &said, &name, all)),
        })
    }

    /// The positions with a wrong rating or winner below which nothing is: none of their moves, by
    /// the rules, leads to another that is rated wrongly. The smallest first.
    fn lowest(&self) -> Vec<(u32, Vertex)> {
        let reference = &self.walk.reference;
        let graph = reference.rated.graph.graph();
        let sides = self.walk.beside(reference);
        let wrong = |node: u32, vertex: Vertex| {
            let said = self.walk.theirs.nodes[node as usize].rating.as_ref();
            said.is_some_and(|said| !sides.rated_so(said, vertex, reference.mover(vertex)))
        };
        let is_wrong: rustc_hash::FxHashSet<Vertex> = self
            .walk
            .found
            .visited
            .iter()
            .filter(|(node, vertex)| wrong(*node, *vertex))
            .map(|(_, vertex)| *vertex)
            .collect();
        let mut lowest: Vec<(u32, Vertex)> = self
            .walk
            .found
            .visited
            .iter()
            .filter(|(_, vertex)| is_wrong.contains(vertex))
            .filter(|(_, vertex)| {
                let mut below = graph.targets(*vertex).iter();
                !below.any(|target| is_wrong.contains(target))
            })
            .copied()
            .collect();
        let size = |vertex| reference.rated.analysis.nodes.of(vertex);
        lowest.sort_by(|a, b| size(a.1).compare(size(b.1)));
        lowest.dedup_by_key(|(_, vertex)| *vertex);
        lowest
    }

    /// A rating beside that of the rules.
    fn both(&self, node: u32, vertex: Vertex) -> String {
        let reference = &self.walk.reference;
        let said = self.walk.theirs.nodes[node as usize].rating.as_ref();
        let ours = Player::all(reference.players()).map(|player| {
            let rating = reference.rating(vertex, player);
            let number = rating.as_ref().map(super::reference::rating_words);
            format!("{} {}", reference.name(player), number.unwrap_or_default())
        });
        format!(
            "the {}: yours {}, rules {}",
            DisagreementKind::Rating.name(),
            said.map_or_else(String::new, SaidRating::words),
            ours.collect::<Vec<_>>().join(", ")
        )
    }
}

/// A contradiction in a sentence.
fn words(numbers: &[&Number], said: &Number, name: &str, all: bool) -> String {
    let said = &said.text;
    if let [only] = numbers {
        let whose = match all {
            true => "your own rating of the only move is",
            false => "your own rating of one of the moves is",
        };
        return format!(
            "{whose} {} for {name}, but you say {said}: your program contradicts itself",
            only.text
        );
    }
    let mut texts: Vec<&str> = numbers.iter().map(|number| number.text.as_str()).collect();
    let more = texts.len() > LISTED;
    if more {
        // The largest is what matters.
        let largest = numbers
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.value.total_cmp(&b.1.value));
        if let Some((at, _)) = largest.filter(|(at, _)| *at >= LISTED) {
            texts.swap(LISTED - 1, at);
        }
        texts.truncate(LISTED);
    }
    let listed = match more {
        true => format!("{}, …", texts.join(", ")),
        false => crate::words::joined(&texts),
    };
    format!(
        "your own ratings of the moves are {listed}, {name} takes the highest, but you say {said}: \
         your program contradicts itself"
    )
}
