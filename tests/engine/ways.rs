//! How positions are reached, against the tree unfolded by hand: by how many lines, when first, and
//! from where.

use std::collections::{BTreeMap, VecDeque};

use doomtree::games::{Setup, Switches};
use doomtree::session::open;
use doomtree::tree::{
    Count, Graph, Labels, Limits, LineCounts, LinesToPositions, Neighbourhood, Side, Vertex,
    VertexKind,
};
use doomtree::work::{Control, TurnLength, by_turns};
use support::{Draws, plies, scripted_graph, small_graph};

/// The nodes of the tree by position, unfolded by hand, as far as a number of moves.
fn places(graph: &Graph, most: usize) -> BTreeMap<Vertex, u64> {
    let mut places = BTreeMap::new();
    let mut waiting = vec![(Vertex::ROOT, 0)];
    while let Some((vertex, moves)) = waiting.pop() {
        *places.entry(vertex).or_default() += 1;
        if moves < most {
            let next = graph.targets(vertex).iter();
            waiting.extend(next.map(|target| (*target, moves + 1)));
        }
    }
    places
}

/// Calls a check with a name and a graph.
type Board = Box<dyn FnOnce(&mut dyn FnMut(&str, &Graph))>;

/// Boards with and without chance, limits and horizons.
fn boards() -> Vec<Board> {
    let lisp = |text: &'static str, limits: Limits| {
        Box::new(move |check: &mut dyn FnMut(&str, &Graph)| {
            check(text, small_graph(text, limits).graph());
        }) as Board
    };
    let dice = |text: &'static str, players: u64, max_plies: Option<u32>| {
        Box::new(move |check: &mut dyn FnMut(&str, &Graph)| {
            let setup = Setup {
                game: "dice-of-doom".to_owned(),
                position: text.to_owned(),
                switches: Switches {
                    preset: Some("land-of-lisp-v4".to_owned()),
                    players: Some(players),
                    ..Switches::default()
                },
                columns: None,
            };
            let limits = Limits {
                max_plies,
                ..Limits::default()
            };
            let rated = open(&setup, limits, "").expect(text).finish();
            check(text, rated.graph.graph());
        }) as Board
    };
    vec![
        lisp("b2b2/a2b1 a", Limits::default()),
        lisp("b2a2/a3b1/a1b2 a", Limits::default()),
        lisp("b2a1a1/a2b2a3/b3b1b1 a", plies(7)),
        lisp(
            "b2a1a1/a2b2a3/b3b1b1 a",
            Limits {
                max_nodes: Some(120),
                ..Limits::default()
            },
        ),
        dice("a4b1 a", 2, None),
        dice("a3b2/b1a3 a", 2, Some(4)),
    ]
}

#[test]
fn lines_to_a_position_are_its_places_in_the_tree() {
    let (mut many, mut chance) = (0, 0);
    for board in boards() {
        board(&mut |name, graph| {
            assert!(!graph.is_cyclic(), "{name}");
            let lines = LineCounts::new(graph);
            let places = places(graph, usize::MAX);
            assert_eq!(places.len(), graph.len(), "{name}");
            for (vertex, places) in places {
                assert_eq!(
                    lines.to(vertex).to_u64(),
                    Some(places),
                    "{name}: {vertex:?}"
                );
                many += u64::from(places > 1);
            }
            chance += usize::from(graph.has_chance());
        });
    }
    assert!(many > 100 && chance == 2, "{many}, {chance}");
}

#[test]
fn a_position_is_first_reached_where_the_shortest_lines_lead_there() {
    for board in boards() {
        board(&mut |name, graph| {
            let ways = LinesToPositions::new(graph);
            // Breadth-first by moves, and by plies with every branch of chance for nothing.
            let mut rows = BTreeMap::from([(Vertex::ROOT, 0)]);
            let mut waiting = VecDeque::from([Vertex::ROOT]);
            while let Some(vertex) = waiting.pop_front() {
                for target in graph.targets(vertex) {
                    if !rows.contains_key(target) {
                        rows.insert(*target, rows[&vertex] + 1);
                        waiting.push_back(*target);
                    }
                }
            }
            let mut first = vec![u32::MAX; graph.len()];
            first[0] = 0;
            for _ in graph.vertices() {
                for vertex in graph.vertices() {
                    for target in graph.targets(vertex) {
                        let ply = first[vertex.index()].saturating_add(graph.cost(vertex));
                        first[target.index()] = first[target.index()].min(ply);
                    }
                }
            }
            for vertex in graph.vertices() {
                assert_eq!(
                    ways.reached.row(vertex),
                    rows[&vertex],
                    "{name}: {vertex:?}"
                );
                assert_eq!(ways.reached.ply(vertex), first[vertex.index()], "{name}");
                let line = ways.line(graph, vertex);
                assert_eq!(line.len() as u32, rows[&vertex], "{name}");
                let mut here = Vertex::ROOT;
                for edge in line {
                    assert_eq!(graph.source(edge), here, "{name}");
                    here = graph.target(edge);
                }
                assert_eq!(here, vertex, "{name}");
                let sources: Vec<Vertex> = graph
                    .vertices()
                    .flat_map(|source| {
                        let those = graph.targets(source).iter();
                        those.filter(|to| **to == vertex).map(move |_| source)
                    })
                    .collect();
                assert_eq!(ways.sources.of(vertex), sources, "{name}");
            }
        });
    }
}

/// A random script: every move leads to any position, also back.
fn random_script(seed: u64) -> String {
    let mut draws = Draws::new(seed);
    let nodes = 3 + draws.below(7);
    let mut script = String::new();
    for node in 0..nodes {
        let mover = ["a", "b"][draws.below(2)];
        let moves: Vec<String> = (0..1 + draws.below(3))
            .map(|mv| {
                // Mostly onwards, so that not all lies on a cycle.
                let next = match draws.below(4) {
                    0 => draws.below(nodes + 1),
                    _ => node + 1 + draws.below((nodes - node).min(2)),
                };
                format!("m{mv} -> n{next}")
            })
            .collect();
        script.push_str(&format!("n{node} {mover}: {}\n", moves.join(", ")));
    }
    script.push_str(&format!("n{nodes} end: 1 0\n"));
    script
}

#[test]
fn lines_through_a_cycle_have_no_end_and_all_others_are_counted() {
    let (mut cyclic, mut both) = (0, 0);
    for seed in 0..150 {
        let graph = scripted_graph(&random_script(seed), Limits::default());
        let graph = graph.graph();
        let lines = LineCounts::new(graph);
        // A line that is longer than there are positions has gone round a cycle.
        let long = graph.len();
        let mut by_length = vec![0_u64; graph.len()];
        by_length[0] = 1;
        let mut counted = by_length.clone();
        let mut endless = vec![false; graph.len()];
        for length in 1..=2 * long {
            let mut next = vec![0_u64; graph.len()];
            for vertex in graph.vertices() {
                for target in graph.targets(vertex) {
                    let more = next[target.index()].saturating_add(by_length[vertex.index()]);
                    next[target.index()] = more;
                }
            }
            by_length = next;
            for vertex in graph.vertices() {
                let more = by_length[vertex.index()];
                endless[vertex.index()] |= more > 0 && length >= long;
                counted[vertex.index()] = counted[vertex.index()].saturating_add(more);
            }
        }
        for vertex in graph.vertices() {
            let expected = (!endless[vertex.index()]).then_some(counted[vertex.index()]);
            match lines.to(vertex) {
                Count::Infinite => assert_eq!(expected, None, "seed {seed}: {vertex:?}"),
                count => assert_eq!(count.to_u64(), expected, "seed {seed}: {vertex:?}"),
            }
        }
        cyclic += usize::from(graph.is_cyclic());
        let some = endless.iter().any(|endless| *endless);
        both += usize::from(some && !endless.iter().all(|endless| *endless));
    }
    assert!(cyclic > 30 && both > 15, "{cyclic}, {both}");
}

#[test]
fn three_hundred_plies_of_two_moves_are_reached_by_powers_of_two() {
    let mut script = String::new();
    for node in 0..300 {
        let next = node + 1;
        script.push_str(&format!("n{node} a: l -> n{next}, r -> n{next}\n"));
    }
    script.push_str("n300 end: 1 0");
    let graph = scripted_graph(&script, Limits::default());
    let graph = graph.graph();
    let lines = LineCounts::new(graph);
    for vertex in graph.vertices() {
        let expected = num_bigint::BigUint::from(1_u32) << vertex.0;
        assert_eq!(lines.to(vertex).exact(), Some(expected));
    }
}

#[test]
fn turns_of_any_size_come_to_the_same() {
    let graph = small_graph("b2a2/a3b1/a1b2 a", Limits::default());
    let graph = graph.graph();
    let whole = LinesToPositions::new(graph);
    for work in [1, 7, 100] {
        let find = async |ctl: &Control| LinesToPositions::find(graph, ctl).await;
        let (ways, turns) = by_turns(TurnLength::Work(work), find);
        assert!(turns > 10, "{turns}");
        for vertex in graph.vertices() {
            assert_eq!(ways.lines.to(vertex), whole.lines.to(vertex));
            assert_eq!(ways.reached.ply(vertex), whole.reached.ply(vertex));
            assert_eq!(ways.sources.of(vertex), whole.sources.of(vertex));
        }
    }
}

#[test]
fn a_neighbourhood_holds_what_so_many_moves_lead_to_and_grows() {
    let graph = small_graph("b2a2/a3b1/a1b2 a", Limits::default());
    let graph = graph.graph();
    let sources = graph.sources();
    let middle = graph
        .vertices()
        .find(|vertex| sources.of(*vertex).len() > 1 && graph.degree(*vertex) > 1)
        .expect("a transposition");
    let mut near: Vec<Vertex> = vec![middle];
    for radius in 0..4 {
        let around = Neighbourhood::around(graph, &sources, middle, radius, usize::MAX);
        assert_eq!(around.vertices(), near, "radius {radius}");
        assert!(!around.is_cut());
        let more: Vec<Vertex> = near
            .iter()
            .flat_map(|vertex| graph.targets(*vertex).iter().chain(sources.of(*vertex)))
            .copied()
            .collect();
        near.extend(more);
        near.sort_unstable();
        near.dedup();
    }
    let few = Neighbourhood::around(graph, &sources, middle, 3, 5);
    assert_eq!(few.vertices().len(), 5);
    assert!(few.is_cut() && few.index_of(middle).is_some());
    let mut grown = Neighbourhood::around(graph, &sources, middle, 0, usize::MAX);
    let missing = grown.missing(graph, &sources, middle, Side::Above);
    grown.grow(graph, &sources, middle, Side::Above, usize::MAX);
    assert_eq!(grown.vertices().len(), 1 + missing);
    assert_eq!(grown.missing(graph, &sources, middle, Side::Above), 0);
    assert!(graph.vertices().any(|v| graph.kind(v) == VertexKind::End));
}

#[test]
fn a_neighbour_that_two_moves_lead_to_is_missing_once() {
    let graph = scripted_graph("s a: x -> e, y -> e\ne end: 1 0", Limits::default());
    let graph = graph.graph();
    let sources = graph.sources();
    let around = Neighbourhood::around(graph, &sources, Vertex::ROOT, 0, usize::MAX);
    assert_eq!(
        around.missing(graph, &sources, Vertex::ROOT, Side::Below),
        1
    );
}

#[test]
fn only_moves_of_a_cycle_recur() {
    let script = "s a: x -> m, y -> e\nm b: back -> s, on -> o, stay -> m\no a: z -> e\ne end: 1 0";
    let graph = scripted_graph(script, Limits::default());
    let ways = LinesToPositions::new(graph.graph());
    let mut recurring = Vec::new();
    for vertex in graph.graph().vertices() {
        for edge in graph.graph().edges(vertex) {
            if ways.recurs(graph.graph(), vertex, edge) {
                recurring.push(graph.move_text(vertex, edge));
            }
        }
    }
    assert_eq!(recurring, ["x", "back", "stay"]);
}
