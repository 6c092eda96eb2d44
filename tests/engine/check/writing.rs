//! Answers as other programs write them: built here from graphs, in every form.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use doomtree::game::{Player, Rational, Shown, to_f64, winners_of};
use doomtree::games::{self, Plant, PlantedFaults, Setup, Switches, WithGame, open_planted};
use doomtree::rating::{RatingOptions, Ratings};
use doomtree::tree::{Graph, Limits, Pictures, PositionGraph, Vertex, VertexKind};

const MAX: u64 = 3_000;

/// A setup in words: a preset with switches, and a position.
pub fn setup(game: &str, rules: &str, position: &str) -> Setup {
    let rules = match (game, rules) {
        ("dice-of-doom", "") => "land-of-lisp",
        (_, rules) => rules,
    };
    let mut switches = Switches::default();
    for word in rules.split_whitespace() {
        match word.split_once('=') {
            None => switches.preset = Some(word.to_owned()),
            Some((name, value)) => match switches.slot(name).expect(name) {
                games::SwitchSlot::Text(slot) => *slot = Some(value.to_owned()),
                games::SwitchSlot::Number(slot) => *slot = Some(value.parse().expect(value)),
            },
        }
    }
    Setup {
        game: game.to_owned(),
        switches,
        position: position.to_owned(),
        columns: None,
    }
}

pub fn dice(position: &str) -> Setup {
    setup("dice-of-doom", "", position)
}

struct Build(u64);

impl WithGame for Build {
    type Output = Box<dyn Pictures>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let limits = Limits {
            max_nodes: Some(self.0),
            ..Limits::default()
        };
        Box::new(PositionGraph::new(Arc::new(game), position, limits))
    }
}

pub fn graph_of(setup: &Setup, plant: Option<Plant>) -> Box<dyn Pictures> {
    graph_with(setup, plant.map_or_else(PlantedFaults::default, Into::into))
}

pub fn graph_with(setup: &Setup, plants: PlantedFaults) -> Box<dyn Pictures> {
    match plants.is_empty() {
        true => games::open(setup, Build(MAX)),
        false => open_planted(setup, plants, Build(MAX)),
    }
    .expect("a good setup")
}

/// What every vertex is rated, as a program computes it.
pub type Rates = HashMap<u32, Vec<Rational>>;

/// Minimax, written down here once more: which of the moves' ratings a mover's choice leaves a
/// player with, and what an end is worth, are arguments.
pub fn minimax(
    labels: &dyn Pictures,
    largest: impl Fn(Player, Player) -> bool,
    worth: impl Fn(Vertex, Player) -> Rational,
) -> Rates {
    let graph = labels.graph();
    assert!(!graph.is_cyclic());
    let mut rates = Rates::new();
    for vertex in graph.order() {
        let of = |player: Player| match graph.kind(vertex) {
            VertexKind::End => worth(vertex, player),
            VertexKind::Decision(mover) => {
                let below = graph.targets(vertex).iter();
                let below = below.map(|target| rates[&target.0][player.index()]);
                if largest(mover, player) {
                    below.max().expect("a move")
                } else {
                    below.min().expect("a move")
                }
            }
            VertexKind::Chance(_) => graph
                .edges(vertex)
                .map(|edge| graph.probability(edge) * rates[&graph.target(edge).0][player.index()])
                .sum(),
            VertexKind::Horizon(_) => panic!("no limit was set"),
        };
        let all = Player::all(graph.players()).map(of).collect();
        rates.insert(vertex.0, all);
    }
    rates
}

pub fn payoff(graph: &Graph, end: Vertex, player: Player) -> Rational {
    graph.outcome(end, player).expect("an end")
}

/// The right ratings.
pub fn right(labels: &dyn Pictures) -> Rates {
    let graph = labels.graph();
    if !graph.is_cyclic() {
        return minimax(
            labels,
            |mover, player| mover == player,
            |end, player| payoff(graph, end, player),
        );
    }
    // Where positions recur nobody's own program is simple.
    let ratings = Ratings::new(graph, &RatingOptions::default());
    graph
        .vertices()
        .map(|vertex| {
            let all = Player::all(graph.players()).map(|player| {
                let rating = ratings.rating(vertex, player);
                rating.exact().expect("an exact rating")
            });
            (vertex.0, all.collect())
        })
        .collect()
}

/// How ratings are told.
#[derive(Clone, Copy, PartialEq)]
pub enum Told {
    ByName,
    ForMover,
    AsDecimals,
}

pub fn mover_of(labels: &dyn Pictures, vertex: Vertex) -> Player {
    labels.graph().kind(vertex).player().unwrap_or_else(|| {
        let text = labels.position_text(vertex);
        let name = text.split(' ').nth(1).expect("a mover");
        Player::all(labels.graph().players())
            .find(|player| labels.player_name(*player) == name)
            .expect("a player")
    })
}

pub fn rating_json(labels: &dyn Pictures, rates: &[Rational], mover: Player, told: Told) -> String {
    match told {
        Told::ForMover => format!("\"{}\"", rates[mover.index()]),
        Told::ByName | Told::AsDecimals => {
            let parts = Player::all(rates.len()).map(|player| {
                let rate = rates[player.index()];
                let number = match told {
                    Told::AsDecimals => to_f64(&rate).to_string(),
                    _ => format!("\"{rate}\""),
                };
                format!("\"{}\":{number}", labels.player_name(player))
            });
            format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
        }
    }
}

/// JSON Lines of every position.
pub fn lines(labels: &dyn Pictures, rates: &Rates, told: Told) -> String {
    let graph = labels.graph();
    let mut out = String::new();
    for vertex in graph.vertices() {
        if matches!(graph.kind(vertex), VertexKind::Chance(_)) {
            continue;
        }
        let mover = mover_of(labels, vertex);
        let moves: Vec<String> = graph
            .edges(vertex)
            .map(|edge| {
                let target = graph.target(edge);
                format!(
                    "{{\"move\":\"{}\",\"position\":\"{}\",\"rating\":{}}}",
                    labels.move_text(vertex, edge),
                    labels.position_text(target),
                    rating_json(labels, &rates[&target.0], mover, told)
                )
            })
            .collect();
        let winners = match graph.kind(vertex) {
            VertexKind::End => {
                let payoffs: Vec<Rational> = Player::all(graph.players())
                    .map(|player| payoff(graph, vertex, player))
                    .collect();
                let names: Vec<String> = winners_of(&payoffs)
                    .iter()
                    .map(|player| format!("\"{}\"", labels.player_name(player)))
                    .collect();
                format!(",\"winners\":[{}]", names.join(","))
            }
            _ => String::new(),
        };
        writeln!(
            out,
            "{{\"position\":\"{}\",\"rating\":{},\"moves\":[{}]{winners}}}",
            labels.position_text(vertex),
            rating_json(labels, &rates[&vertex.0], mover, told),
            moves.join(",")
        )
        .expect("a text");
    }
    out
}

/// The graph as node-link JSON, in a writing of its own: other identifiers, links, no kinds.
pub fn node_link(labels: &dyn Pictures, rates: &Rates) -> String {
    let graph = labels.graph();
    let nodes: Vec<String> = graph
        .vertices()
        .map(|vertex| {
            let winners = match graph.kind(vertex) {
                VertexKind::End => ",\"kind\":\"end\"".to_owned(),
                _ => String::new(),
            };
            format!(
                "{{\"id\":\"v{}\",\"position\":\"{}\",\"rating\":{}{winners}}}",
                vertex.0,
                labels.position_text(vertex),
                rating_json(labels, &rates[&vertex.0], Player(0), Told::ByName)
            )
        })
        .collect();
    let links: Vec<String> = graph
        .vertices()
        .flat_map(|vertex| graph.edges(vertex).map(move |edge| (vertex, edge)))
        .map(|(vertex, edge)| {
            format!(
                "{{\"target\":\"v{}\",\"source\":\"v{}\",\"label\":\"{}\"}}",
                graph.target(edge).0,
                vertex.0,
                labels.move_text(vertex, edge)
            )
        })
        .collect();
    format!(
        "{{\"links\":[{}],\n\"nodes\":[{}]}}",
        links.join(",\n"),
        nodes.join(",\n")
    )
}

/// The tree as Lisp prints it.
pub fn lisp(labels: &dyn Pictures) -> String {
    let graph = labels.graph();
    let mut out = String::new();
    let mut waiting: Vec<Result<Vertex, String>> = vec![Ok(Vertex::ROOT)];
    while let Some(next) = waiting.pop() {
        let vertex = match next {
            Ok(vertex) => vertex,
            Err(text) => {
                out.push_str(&text);
                continue;
            }
        };
        let text = labels.position_text(vertex);
        let board = text.split(' ').next().expect("a board").replace('/', "");
        let owner = |letter: u8| letter - b'a';
        let player = owner(text.split(' ').nth(1).expect("a mover").as_bytes()[0]);
        write!(out, "({player} #(").expect("a text");
        for hex in board.as_bytes().chunks(2) {
            write!(out, "({} {})", owner(hex[0]), char::from(hex[1])).expect("a text");
        }
        out.push_str(") ");
        out.push_str(if graph.is_leaf(vertex) { "NIL" } else { "(" });
        waiting.push(Err(
            if graph.is_leaf(vertex) { ")" } else { "))" }.to_owned()
        ));
        for edge in graph.edges(vertex).rev() {
            let mv = labels.move_text(vertex, edge);
            let mv = match mv.split_once('>') {
                None => "(NIL ".to_owned(),
                Some((source, target)) => format!("(({source} {target}) "),
            };
            waiting.push(Err(")".to_owned()));
            waiting.push(Ok(graph.target(edge)));
            waiting.push(Err(mv));
        }
    }
    out
}
