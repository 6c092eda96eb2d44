//! The results of a comparison in sentences.

use super::super::Rated;
use super::{Both, Difference, DifferenceKind};
use super::{aligned, places_differ, rated_apart};
use crate::game::{Cell, CellShape, Piece, Player, Rational, RulesText, to_f64, visible};
use crate::games::{rules_name, switch_text, switches_apart};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::words::{player_name, plural, unproven_text};

/// Maximum number of moves named of a line, and of moves that only one tree has.
const MAX_MOVES: usize = 12;
/// Maximum characters of a rule set's name before it is shortened.
const LONG_NAME: usize = 23;

/// The display names of the two rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesNames(pub Both<String>);

impl RulesNames {
    /// The rules' own names, as in files; if those are long, the settings that differ.
    pub fn new(rated: Both<&Rated>) -> Self {
        Self::by(rated, rules_name, |name, value| format!("{name}={value}"))
    }

    /// The same with names of rules and of settings by other wording.
    pub fn by(
        rated: Both<&Rated>,
        name: impl Fn(&str, &RulesText) -> String,
        setting: impl Fn(&str, &str) -> String,
    ) -> Self {
        let (game, rules) = (&rated[0].game, rated.map(|rated| &rated.rules));
        let names = rules.map(|rules| name(game, rules));
        let longest = |names: &Both<String>| names.iter().map(String::len).max();
        if longest(&names) <= Some(LONG_NAME) {
            return Self(names);
        }
        let apart = switches_apart(game, rules);
        let words = [0, 1].map(|side: usize| {
            let words = apart.iter().filter_map(|(name, values)| {
                let value = values[side].as_ref()?;
                Some(setting(name, &switch_text(value)))
            });
            words.collect::<Vec<_>>().join(",")
        });
        let is_reported = words.iter().all(|text| !text.is_empty());
        if is_reported && longest(&words) < longest(&names) {
            Self(words)
        } else {
            Self(names)
        }
    }

    /// `1 under haskell, 0 under land-of-lisp`.
    fn under(&self, words: Both<String>) -> String {
        let [a, b] = words;
        format!("{a} under {}, {b} under {}", self.0[0], self.0[1])
    }
}

/// The place of a difference: `at the root`, `after 2>3 pass`.
pub fn where_it_differs(rated: Both<&Rated>, difference: &Difference) -> String {
    let line = &difference.lines[0];
    if line.is_empty() {
        return "at the root".to_owned();
    }
    let graph = rated[0].graph.graph();
    let left_out = line.len().saturating_sub(MAX_MOVES);
    let start = match left_out {
        0 => Vertex::ROOT,
        more => graph.target(line[more - 1]),
    };
    let text = rated[0].graph.line_text(start, &line[left_out..]);
    let dots = if left_out > 0 { "… " } else { "" };
    format!("after {dots}{}", visible(&text))
}

/// The difference as a clause without its place: `hex 2 has 2 dice under land-of-lisp, 1 under
/// haskell`.
pub fn what_differs(rated: Both<&Rated>, names: &RulesNames, difference: &Difference) -> String {
    let vertices = difference.vertices;
    match difference.kind {
        DifferenceKind::Board => board(rated, names, vertices),
        DifferenceKind::Mover | DifferenceKind::Kind => {
            names.under([0, 1].map(|side| kind(rated[side], vertices[side])))
        }
        DifferenceKind::Payoff => payoff(rated, names, vertices),
        DifferenceKind::Moves => moves(rated, names, vertices),
        DifferenceKind::Probability => probability(rated, names, vertices),
        DifferenceKind::Order => order(rated, names, vertices),
        DifferenceKind::Rating => rating(rated, names, vertices),
    }
}

fn board(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let pictures = [0, 1].map(|side| rated[side].graph.picture(vertices[side]));
    let [a, b] = &pictures;
    if a.cells.len() != b.cells.len() || a.cells.is_empty() {
        let text = |text: &str| format!("the position is {}", visible(text));
        return names.under([text(&a.text), text(&b.text)]);
    }
    let mut apart = a
        .cells
        .iter()
        .zip(&b.cells)
        .filter(|(a, b)| places_differ(a, b));
    let Some((first, other)) = apart.next() else {
        return String::new();
    };
    let more = match apart.count() {
        0 => String::new(),
        1 => format!("; 1 more {} differs", cell_name(first.shape)),
        more => {
            let plural = if first.shape == CellShape::Hex {
                "es"
            } else {
                "s"
            };
            format!("; {more} more {}{plural} differ", cell_name(first.shape))
        }
    };
    format!(
        "{} {} {}{more}",
        cell_name(first.shape),
        first.number,
        names.under(held(first, other))
    )
}

/// The content of a place on either side; the second text is as short as possible.
fn held(a: &Cell, b: &Cell) -> Both<String> {
    match (&a.piece, &b.piece) {
        (Some(Piece::Dice(x)), Some(Piece::Dice(y))) if a.owner == b.owner => {
            let dice = plural(x, "die", "dice");
            [format!("has {x} {dice}"), y.to_string()]
        }
        _ => [
            format!("is {}", visible(&a.label)),
            visible(&b.label).into_owned(),
        ],
    }
}

fn cell_name(form: CellShape) -> &'static str {
    match form {
        CellShape::Hex => "hex",
        CellShape::Square => "cell",
    }
}

fn kind(rated: &Rated, vertex: Vertex) -> String {
    match rated.graph.graph().kind(vertex) {
        VertexKind::End => "the game is over".to_owned(),
        VertexKind::Decision(mover) | VertexKind::Horizon(mover) => {
            format!("{} is to move", player_name(&*rated.graph, mover))
        }
        VertexKind::Chance(_) => "chance decides".to_owned(),
    }
}

fn payoff(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let worth = |side: usize, player| rated[side].graph.graph().outcome(vertices[side], player);
    let players = rated.map(|rated| rated.graph.graph().players());
    let apart = Player::all(players[0].min(players[1]))
        .find(|player| worth(0, *player) != worth(1, *player));
    let Some(player) = apart else {
        return String::new();
    };
    let text = |side: usize| worth(side, player).map_or_else(String::new, |p| p.to_string());
    format!(
        "the payoff for {1} is {0}",
        names.under([text(0), text(1)]),
        player_name(&*rated[0].graph, player)
    )
}

fn moves(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let aligned = aligned(rated, vertices);
    let only = |side: usize| -> Option<String> {
        let own: Vec<&str> = aligned
            .iter()
            .filter(|mv| mv.edges[side].is_some() && mv.edges[1 - side].is_none())
            .map(|mv| mv.text.as_str())
            .collect();
        let listed = own[..own.len().min(MAX_MOVES)].join(", ");
        let more = match own.len().saturating_sub(MAX_MOVES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!own.is_empty())
            .then(|| format!("{}{more} only under {}", visible(&listed), names.0[side]))
    };
    let both: Vec<String> = [only(0), only(1)].into_iter().flatten().collect();
    format!("there is {}", both.join(", and "))
}

/// A fraction with its percentage, or without where it says the same.
fn likely(probability: &Rational) -> String {
    format!("{probability} ({:.2} %)", 100.0 * to_f64(probability))
}

fn probability(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let of = |side: usize, edge: Edge| rated[side].graph.graph().probability(edge);
    for mv in aligned(rated, vertices) {
        if let [Some(a), Some(b)] = mv.edges
            && of(0, a) != of(1, b)
        {
            return format!(
                "{} has the probability {}",
                visible(&mv.text),
                names.under([likely(&of(0, a)), likely(&of(1, b))])
            );
        }
    }
    String::new()
}

fn order(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let graphs = rated.map(|rated| rated.graph.graph());
    // The move that is furthest from its place explains most.
    let mut furthest: Option<(usize, String, Both<usize>)> = None;
    for mv in aligned(rated, vertices) {
        if let [Some(a), Some(b)] = mv.edges {
            let places = [graphs[0].key(vertices[0], a), graphs[1].key(vertices[1], b)];
            let apart = places[0].abs_diff(places[1]);
            if furthest.as_ref().is_none_or(|(max, ..)| apart > *max) {
                furthest = Some((apart, mv.text, places));
            }
        }
    }
    furthest.map_or_else(String::new, |(_, text, places)| {
        format!(
            "the moves are the same in another order: {} is number {}",
            visible(&text),
            names.under(places.map(|index| (index + 1).to_string()))
        )
    })
}

fn rating(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> String {
    let Some(player) = rated_apart(rated, vertices) else {
        return String::new();
    };
    let text = |side: usize| {
        let ratings = &rated[side].analysis.ratings;
        let (low, high) = ratings.proven(vertices[side], player);
        match ratings.is_proven(vertices[side], player) {
            true => ratings.rating(vertices[side], player).to_string(),
            false => unproven_text((&low, &high), rated[side].graph.graph().range()),
        }
    };
    format!(
        "the rating for {} is {}",
        player_name(&*rated[0].graph, player),
        names.under([text(0), text(1)])
    )
}
