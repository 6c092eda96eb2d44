//! The program's ratings against its own ratings of its moves: where one doesn't follow from the
//! others, the program contradicts itself, whatever the rules are. Ratings may be on another scale:
//! any rising map of the rules' ratings, such as -1, 0 and 1 for a loss, a tie and a win, or scores
//! that count the plies. The scale is found from the answers, and then they are read by it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::node::Claim;
use super::ratings::sum_of_two;
use super::reference::Reference;
use super::report::{DisagreementKind, OwnRatings};
use super::tell::LineFinder;
use super::walk::Walk;
use crate::game::{Player, Rational, ratio, to_f64};
use crate::save::{ProgramOutput, SaidNumber, SaidRating, TheirMove};
use crate::tree::{Vertex, VertexKind};
use crate::words::joined;

/// Numbers that differ by no more than this are the same, unless both are exact.
const NEAR: f64 = 1e-6;

/// Ratings of moves that are listed in a sentence.
const LISTED: usize = 6;

/// How many positions are listed as differing first from below.
const LOWEST: usize = 3;

/// A number that was said, or what another leaves.
#[derive(Clone, Debug)]
struct RatedNumber {
    text: String,
    exact: Option<Rational>,
    value: f64,
}

impl RatedNumber {
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

struct ProgramRatings<'a> {
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
pub(super) fn own_ratings(walk: &Walk, places: &mut LineFinder) -> OwnRatings {
    let graph = walk.reference.rated.graph.graph();
    let mut nodes = FxHashMap::default();
    for (node, vertex) in &walk.found.visited {
        nodes.entry(*vertex).or_insert(*node);
    }
    let sum = match graph.players() {
        2 => sum_of_two(graph),
        _ => None,
    };
    let own = ProgramRatings { walk, sum, nodes };
    let mut found = OwnRatings::default();
    let mut smallest: Option<(u32, Vertex, String)> = None;
    let size = |vertex| walk.reference.rated.analysis.nodes.of(vertex);
    for (node, vertex) in &walk.found.visited {
        let Some(judged) = own.judged(*node, *vertex) else {
            let is_rated = own.walk.theirs.nodes[*node as usize].rating.is_some();
            found.open += u64::from(is_rated && !graph.is_leaf(*vertex));
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
    let mut place = |node, vertex, phrase| places.rated_place(walk, node, vertex, phrase);
    found.smallest = smallest.map(|(node, vertex, text)| place(node, vertex, text));
    let lowest = own.lowest();
    found.lowest_ends = lowest
        .iter()
        .filter(|(_, vertex)| graph.kind(*vertex) == VertexKind::End)
        .count() as u64;
    found.lowest_count = lowest.len() as u64;
    let first = lowest.iter().take(LOWEST);
    found.lowest = first
        .map(|(node, vertex)| place(*node, *vertex, own.both(*node, *vertex)))
        .collect();
    found
}

impl ProgramRatings<'_> {
    /// The number that a rating gives a player, or leaves them.
    fn number(
        &self,
        said: &SaidRating,
        player: Player,
        mover: Option<Player>,
    ) -> Option<RatedNumber> {
        let named = |name: &str| self.walk.reference.player(name);
        let own = |player| {
            let number = said.of(player, named, mover)?;
            Some(RatedNumber {
                text: number.text.clone(),
                exact: number.exact(),
                value: number.value(),
            })
        };
        own(player).or_else(|| Some(own(Player(1 - player.0.min(1)))?.rest(self.sum?)))
    }

    /// The program's rating of a position for a player.
    fn of_node(&self, node: u32, vertex: Option<Vertex>, player: Player) -> Option<RatedNumber> {
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
    ) -> Option<RatedNumber> {
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
        let numbers: Vec<Option<RatedNumber>> = match their.moves.as_deref() {
            Some([]) => return None,
            Some(moves) => {
                let ours = reference.moves(vertex);
                let sides = self.walk.beside(reference);
                let of = |(index, mv): (usize, &TheirMove)| {
                    let place = sides.place_of(mv, index, &ours);
                    let target = place.map(|slot| graph.target(ours[slot].0));
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
        let known: Vec<&RatedNumber> = numbers.iter().flatten().collect();
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
            contradiction: contradicts.then(|| contradiction_text(&known, &said, &name, all)),
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
            said.map_or_else(String::new, SaidRating::description),
            ours.collect::<Vec<_>>().join(", ")
        )
    }
}

/// A contradiction in a sentence.
fn contradiction_text(
    numbers: &[&RatedNumber],
    said: &RatedNumber,
    name: &str,
    all: bool,
) -> String {
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

/// Most ratings that a scale has, so that a rising map says something.
const MAX_CLASSES: usize = 9;

/// A number in the order of its size.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size(f64);

impl Eq for Size {}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Size {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// How often each number was said where the rules have each rating.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs(BTreeMap<Size, BTreeMap<Rational, u64>>);

impl Pairs {
    fn add(&mut self, said: f64, rating: Rational) {
        let of = self.0.entry(Size(said)).or_default();
        *of.entry(rating).or_default() += 1;
    }

    fn ratings(&self) -> Vec<Rational> {
        let all = self.0.values().flat_map(|of| of.keys().copied());
        let all: std::collections::BTreeSet<Rational> = all.collect();
        all.into_iter().collect()
    }
}

/// The pairs of a board: those of its ends, those of all positions, and the same as if one number
/// were the first player's.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence([Pairs; 4]);

/// A scale: the numbers that stand for each rating, from the least.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale(Vec<(f64, f64, Rational)>);

impl Evidence {
    /// Adds what was said of a board.
    pub fn add(&mut self, reference: &Reference, claims: &[Claim], theirs: &ProgramOutput) {
        let graph = reference.rated.graph.graph();
        for claim in claims {
            let said = claim.rating_of(theirs);
            let alone = matches!(said, SaidRating::ForMover(_)).then_some(Player(0));
            for (first, mover) in [(0, claim.mover), (2, alone.or(claim.mover))] {
                for player in Player::all(graph.players()) {
                    let named = |name: &str| reference.player(name);
                    let number = said.of(player, named, mover);
                    let ours = reference.rating(claim.vertex, player);
                    let Some((number, ours)) = number.zip(ours.and_then(|own| own.exact())) else {
                        continue;
                    };
                    self.0[first + 1].add(number.value(), ours);
                    if graph.outcome(claim.vertex, player).is_some() {
                        self.0[first].add(number.value(), ours);
                    }
                }
            }
        }
    }

    /// The scale, if what was said is on another than the rules.
    pub fn scale(&self, range: (Rational, Rational), ratings: &[Rational]) -> Option<Scale> {
        // Ends are right more often, but don't have every rating.
        let mut pairs = [1, 0, 3, 2].into_iter().map(|index| &self.0[index]);
        let all = &self.0[1];
        pairs.find_map(|pairs| scale(pairs, range, ratings, all))
    }
}

fn scale(
    pairs: &Pairs,
    range: (Rational, Rational),
    all: &[Rational],
    said: &Pairs,
) -> Option<Scale> {
    let ratings = pairs.ratings();
    if !(2..=MAX_CLASSES).contains(&ratings.len()) {
        return None;
    }
    let (low, high) = (to_f64(&range.0) - 1e-9, to_f64(&range.1) + 1e-9);
    let numbers: Vec<(Size, &BTreeMap<Rational, u64>)> =
        pairs.0.iter().map(|(size, of)| (*size, of)).collect();
    let outside = numbers
        .iter()
        .any(|(size, _)| size.0 < low || size.0 > high);
    // The least and the greatest rating have other numbers than their own.
    let usual = |rating: &Rational| {
        let count = |of: &BTreeMap<Rational, u64>| of.get(rating).copied().unwrap_or(0);
        let most = numbers.iter().max_by_key(|(_, of)| count(of));
        most.map_or(f64::NAN, |(size, _)| size.0)
    };
    let ends = [ratings.first()?, ratings.last()?];
    let moved = ends.map(|rating| (usual(rating) - to_f64(rating)).abs() > 1e-6);
    if !(outside && (moved[0] || moved[1]) || moved[0] && moved[1]) {
        return None;
    }
    let classes = fitted(&numbers, &ratings)?;
    let mut scale: Vec<(f64, f64, Rational)> = Vec::new();
    for ((size, _), class) in numbers.iter().zip(classes) {
        match scale.last_mut() {
            Some(last) if last.2 == ratings[class] => last.1 = size.0,
            _ => scale.push((size.0, size.0, ratings[class])),
        }
    }
    // Where the middle wasn't seen, 0 between a loss and a win is a tie.
    let middle = all
        .iter()
        .find(|rating| scale.len() == 2 && scale[0].2 < **rating && **rating < scale[1].2);
    if let Some(middle) = middle
        && all.len() == 3
        && scale[0].1 < 0.0
        && scale[1].0 > 0.0
    {
        scale.insert(1, (0.0, 0.0, *middle));
    }
    // Numbers beyond those of some positions stand for what is beyond their ratings.
    let beyond = |size: Option<&Size>| size.map_or(0.0, |size| size.0);
    let (first, last) = (*scale.first()?, *scale.last()?);
    let lowest = beyond(said.0.keys().next());
    let highest = beyond(said.0.keys().next_back());
    if let Some(min) = all.first().filter(|minimum| **minimum < first.2)
        && lowest < first.0
    {
        scale.insert(0, (lowest, lowest, *min));
    }
    if let Some(max) = all.last().filter(|maximum| **maximum > last.2)
        && highest > last.1
    {
        scale.push((highest, highest, *max));
    }
    (scale.len() > 1).then_some(Scale(scale))
}

/// The rising assignment of ratings to numbers that fits best; `None` if less than four of five
/// pairs fit, or if fewer fit than without distinguishing anything.
fn fitted(
    numbers: &[(Size, &BTreeMap<Rational, u64>)],
    ratings: &[Rational],
) -> Option<Vec<usize>> {
    let classes = ratings.len();
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(numbers.len());
    let mut best = vec![0_u64; classes];
    for (_, of) in numbers {
        let mut row = vec![0; classes];
        let mut next = vec![0; classes];
        let mut from_class = 0;
        for class in 0..classes {
            if best[class] > best[from_class] {
                from_class = class;
            }
            row[class] = from_class;
            next[class] = best[from_class] + of.get(&ratings[class]).copied().unwrap_or(0);
        }
        from.push(row);
        best = next;
    }
    let total: u64 = numbers.iter().flat_map(|(_, of)| of.values()).sum();
    let mut class = (0..classes).max_by_key(|class| best[*class])?;
    let most_of_one = ratings.iter().map(|rating| {
        let of_one = numbers.iter().filter_map(|(_, of)| of.get(rating));
        of_one.sum::<u64>()
    });
    if best[class] * 5 < total * 4 || Some(best[class]) <= most_of_one.max() {
        return None;
    }
    let mut found = vec![0; numbers.len()];
    for (index, row) in from.iter().enumerate().rev() {
        found[index] = class;
        class = row[class];
    }
    Some(found)
}

impl Scale {
    /// The rating that a number stands for.
    fn rating(&self, number: f64) -> Rational {
        let above = self
            .0
            .iter()
            .position(|(_, high, _)| number <= *high + 1e-9);
        let Some(above) = above else {
            return self.0.last().map_or_else(|| ratio(0, 1), |last| last.2);
        };
        let (low, _, rating) = self.0[above];
        match above.checked_sub(1).map(|below| self.0[below]) {
            Some(below) if number < low - 1e-9 => (below.2 + rating) / ratio(2, 1),
            _ => rating,
        }
    }

    /// What was said, on the rules' scale.
    pub fn read(&self, theirs: &ProgramOutput) -> ProgramOutput {
        let mut theirs = theirs.clone();
        let with = |number: &SaidNumber| number.read_as(self.rating(number.value()));
        for node in &mut theirs.nodes {
            let own = [&mut node.rating, &mut node.payoffs];
            let moves = node.moves.iter_mut().flatten().map(|mv| &mut mv.rating);
            let said = own.into_iter().chain(moves);
            said.flatten().for_each(|said| said.change(with));
        }
        theirs
    }

    /// The scale in a sentence.
    pub fn scale_text(&self) -> String {
        let number = |number: f64| number.to_string();
        let parts = self.0.iter().map(|(low, high, rating)| match low == high {
            true => format!("{} is {rating}", number(*low)),
            false => format!("{} … {} is {rating}", number(*low), number(*high)),
        });
        let (low, high) = (self.0[0].0, self.0[self.0.len() - 1].1);
        format!(
            "Your scale is {} … {}, read as the rules' ratings: {}.",
            number(low),
            number(high),
            joined(&parts.collect::<Vec<_>>())
        )
    }
}
