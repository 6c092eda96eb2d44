//! Hits in game trees against explicit unfoldings: their number, those below each move, the next and
//! the one before, in trees with chance, cycles and limits, and in trees that nobody could unfold.

use std::collections::HashSet;

use doomtree::game::{Kind, Player, one, ratio, zero};
use doomtree::games::scripted::{ScriptWriter, Scripted};
use doomtree::tree::{
    EdgeSet, Graph, Hits, HitsByPly, Limits, Line, Marked, Plies, PositionGraph, Vertex,
};
use doomtree::work::{Control, TurnLength, by_turns, finished};
use num_bigint::BigUint;
use proptest::prelude::*;
use support::dialects::both_moves_lead_on;
use support::{Draws, plies, scripted_graph, small_graph};

/// A script of decisions and chance, in which moves lead on, and back too if there may be cycles.
/// Chance leads on alone, so that no line runs through chance for ever.
pub(crate) fn script(inner: usize, cycles: bool, draws: &mut Draws) -> String {
    let mut writer = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
    for node in 0..inner {
        let chance = draws.below(3) == 0;
        let mover = Player(draws.below(2) as u8);
        let kind = match chance {
            true => Kind::Chance(mover),
            false => Kind::Decision(mover),
        };
        writer.node(&format!("n{node}"), kind, &[]);
        let branches = draws.below(3) + 1;
        for branch in 0..branches {
            let ahead = node + 1 + draws.below(inner + 2 - node - 1);
            let target = match cycles && !chance {
                true => draws.below(inner + 2),
                false => ahead,
            };
            let probability = chance.then(|| ratio(1, branches as i128));
            writer.branch(&format!("m{branch}"), probability, &format!("n{target}"));
        }
    }
    writer.node(&format!("n{inner}"), Kind::End, &[one(), zero()]);
    writer.node(&format!("n{}", inner + 1), Kind::End, &[zero(), one()]);
    writer.finish()
}

/// Marks drawn at random: every second, every eighth move, or none.
fn marked(graph: &Graph, plies: Plies, ways: bool, draws: &mut Draws) -> Marked {
    let one_in = [2, 8, usize::MAX][draws.below(3)];
    let mut edges = EdgeSet::none(graph);
    let mut open = EdgeSet::none(graph);
    for vertex in graph.vertices() {
        for edge in graph.edges(vertex) {
            if draws.below(one_in) == 0 && one_in < usize::MAX {
                edges.insert(edge);
            }
            if draws.below(4) > 0 {
                open.insert(edge);
            }
        }
    }
    Marked {
        root: draws.below(2) == 0,
        edges,
        ways: ways.then_some(open),
        plies,
    }
}

/// A node of the explicit tree.
struct Node {
    line: Line,
    vertex: Vertex,
    ply: u32,
    hit: bool,
}

/// The explicit tree in its order, down to a ply; `None` if it is too large to be looked at.
fn unfold(graph: &Graph, marked: &Marked, to: u32, most: usize) -> Option<Vec<Node>> {
    let mut nodes = Vec::new();
    let mut stack = vec![(Line::new(), Vertex::ROOT, 0, true)];
    while let Some((line, vertex, ply, followed)) = stack.pop() {
        if nodes.len() == most {
            return None;
        }
        let marks = line
            .last()
            .map_or(marked.root, |e| marked.edges.contains(*e));
        for edge in graph.edges(vertex).rev() {
            let below = ply + graph.cost(vertex);
            if below <= to {
                let mut line = line.clone();
                line.push(edge);
                let leads = marked.ways.as_ref().is_none_or(|ways| ways.contains(edge));
                stack.push((line, graph.target(edge), below, followed && leads));
            }
        }
        nodes.push(Node {
            line,
            vertex,
            ply,
            hit: followed && marks && marked.plies.contains(ply),
        });
    }
    Some(nodes)
}

/// The plies that have hits, with their numbers.
fn by_ply(found: &HitsByPly) -> Vec<(u32, BigUint)> {
    let rows = (0..found.len()).filter_map(|index| found.get(index));
    rows.filter_map(|(ply, hits)| Some((ply, hits.exact()?)))
        .collect()
}

/// Everything that hits tell, against the explicit tree.
fn check(graph: &Graph, hits: &Hits, nodes: &[Node]) {
    let mut plies: Vec<(u32, BigUint)> = Vec::new();
    for ply in 0..=nodes.iter().map(|node| node.ply).max().unwrap_or(0) {
        let at = nodes.iter().filter(|node| node.hit && node.ply == ply);
        let at = BigUint::from(at.count());
        if at.bits() > 0 {
            plies.push((ply, at));
        }
    }
    let counted = HitsByPly::new(graph, &(hits.clone()));
    assert_eq!((by_ply(&counted), counted.stopped()), (plies, None));
    let places: Vec<usize> = (0..nodes.len()).filter(|at| nodes[*at].hit).collect();
    assert_eq!(hits.total(), Some(BigUint::from(places.len())));
    assert_eq!(hits.is_none(), places.is_empty());
    assert_eq!(
        hits.first(graph),
        places.first().map(|at| nodes[*at].line.clone())
    );
    assert_eq!(
        hits.last(graph),
        places.last().map(|at| nodes[*at].line.clone())
    );
    for (at, node) in nodes.iter().enumerate() {
        let line = &node.line;
        assert_eq!(hits.is_hit_line(graph, line), node.hit);
        if hits.follows_all() {
            let end = (at + 1..nodes.len())
                .find(|after| !nodes[*after].line.starts_with(line))
                .unwrap_or(nodes.len());
            let below = places.iter().filter(|place| (at + 1..end).contains(*place));
            let below = BigUint::from(below.count());
            assert_eq!(hits.below(node.vertex, node.ply).exact(), Some(below));
        }
        let up_to = places.iter().filter(|place| **place <= at).count();
        assert_eq!(hits.number(graph, line), Some(BigUint::from(up_to)));
        let next = places.iter().find(|place| **place > at);
        let found = hits.next(graph, line);
        assert_eq!(
            found.as_ref().map(|found| found.wrapped),
            places.first().map(|_| next.is_none())
        );
        assert_eq!(
            found.map(|found| found.line),
            next.or(places.first()).map(|at| nodes[*at].line.clone())
        );
        let before = places.iter().rev().find(|place| **place < at);
        let found = hits.previous(graph, line);
        assert_eq!(
            found.as_ref().map(|found| found.wrapped),
            places.last().map(|_| before.is_none())
        );
        assert_eq!(
            found.map(|found| found.line),
            before.or(places.last()).map(|at| nodes[*at].line.clone())
        );
    }
}

/// Counts in turns of this size.
fn stepped(graph: &Graph, marked: &Marked, work: usize) -> Hits {
    let count = async |ctl: &Control| Hits::count(graph, marked.clone(), ctl).await;
    let (hits, _) = by_turns(TurnLength::Work(work), count);
    hits.expect("there is room")
}

fn any_plies() -> impl Strategy<Value = Plies> {
    (0_u32..4, prop::option::of(0_u32..6)).prop_map(|(from, to)| Plies { from, to })
}

fn build(inner: usize, cycles: bool, limits: Limits, draws: &mut Draws) -> PositionGraph<Scripted> {
    scripted_graph(&script(inner, cycles, draws), limits)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn hits_are_those_of_the_explicit_tree(
        seed in any::<u64>(), inner in 1_usize..9, ranged in any::<bool>(), range in any_plies(),
        ways in any::<bool>(), work in 1_usize..40, max_plies in prop::option::of(1_u32..5),
    ) {
        let draws = &mut Draws::new(seed);
        let limits = Limits { max_plies, ..Limits::default() };
        let graph = build(inner, max_plies.is_some(), limits, draws);
        let graph = graph.graph();
        let range = if ranged { range } else { Plies::default() };
        let marked = marked(graph, range, ways, draws);
        if let Some(nodes) = unfold(graph, &marked, u32::MAX, 400) {
            let hits = stepped(graph, &marked, work);
            prop_assert_eq!(hits.endless(), None);
            check(graph, &hits, &nodes);
        }
    }

    #[test]
    fn hits_in_the_first_plies_of_a_tree_without_end_are_those_of_the_explicit_tree(
        seed in any::<u64>(), inner in 1_usize..7, from in 0_u32..3, more in 0_u32..4,
        ways in any::<bool>(),
    ) {
        let draws = &mut Draws::new(seed);
        let graph = build(inner, true, Limits::default(), draws);
        let graph = graph.graph();
        let range = Plies { from, to: Some(from + more) };
        let marked = marked(graph, range, ways, draws);
        if let Some(nodes) = unfold(graph, &marked, from + more + 1, 400) {
            let hits = stepped(graph, &marked, 7);
            check(graph, &hits, &nodes);
        }
    }

    #[test]
    fn endless_hits_are_the_same_as_those_up_to_the_named_last_ply(
        seed in any::<u64>(), inner in 1_usize..8, from in 0_u32..3, ways in any::<bool>(),
    ) {
        let draws = &mut Draws::new(seed);
        let graph = build(inner, true, Limits::default(), draws);
        let graph = graph.graph();
        let mut marked = marked(graph, Plies { from, to: None }, ways, draws);
        let hits = stepped(graph, &marked, 50);
        if let Some(last) = hits.endless() {
            prop_assert!(graph.is_cyclic());
            marked.plies.to = Some(last);
            let limited = stepped(graph, &marked, 50);
            prop_assert_eq!(hits.total(), limited.total());
            let counted = HitsByPly::new(graph, &(hits.clone()));
            let sum: BigUint = by_ply(&counted).into_iter().map(|(_, hits)| hits).sum();
            prop_assert_eq!(Some(sum), hits.total());
            prop_assert!(by_ply(&counted).iter().all(|(ply, _)| *ply <= last));
            let mut line = Line::new();
            for _ in 0..40 {
                let next = hits.next(graph, &line);
                prop_assert_eq!(&next, &limited.next(graph, &line));
                let Some(next) = next else { break };
                let back = hits.previous(graph, &next.line);
                prop_assert_eq!(back, limited.previous(graph, &next.line));
                line = next.line;
            }
        } else if !graph.is_cyclic() {
            prop_assert!(hits.total().is_some());
        }
    }
}

/// Every move into a vertex that holds is marked.
fn into(graph: &Graph, plies: Plies, holds: impl Fn(Vertex) -> bool) -> Marked {
    let mut edges = EdgeSet::none(graph);
    for vertex in graph.vertices() {
        for edge in graph.edges(vertex) {
            if holds(graph.target(edge)) {
                edges.insert(edge);
            }
        }
    }
    Marked {
        root: holds(Vertex::ROOT),
        edges,
        ways: None,
        plies,
    }
}

#[test]
fn positions_of_hits_are_those_that_the_lines_of_hits_end_at() {
    let graph = small_graph("b2b2/a2b1 a", Limits::default());
    let graph = graph.graph();
    for (from, to) in [(0, None), (0, Some(2)), (1, Some(3)), (2, None)] {
        let plies = Plies { from, to };
        let hits = Hits::new(
            graph,
            into(graph, plies, |v| v.0 % 3 == 0 || graph.is_leaf(v)),
        );
        let hits = hits.expect("there is room");
        let mut ends = HashSet::new();
        if hits.is_root_hit() {
            ends.insert(Vertex::ROOT);
        }
        let mut line = Line::new();
        while let Some(next) = hits.next(graph, &line).filter(|next| !next.wrapped) {
            line = next.line;
            let last = *line.last().expect("a move");
            ends.insert(graph.target(last));
        }
        for vertex in graph.vertices() {
            let is_one = ends.contains(&vertex);
            assert_eq!(hits.is_hit_position(vertex), is_one, "{plies:?} {vertex:?}");
        }
    }
}

#[test]
fn a_tree_of_two_to_the_301_nodes_is_walked_from_end_to_end_by_its_counts() {
    let graph = scripted_graph(&both_moves_lead_on(300), Limits::default());
    let graph = graph.graph();
    let ends: BigUint = BigUint::from(1_u32) << 300_u32;
    let hits = Hits::new(graph, into(graph, Plies::default(), |v| graph.is_leaf(v)));
    let hits = hits.expect("no ply is asked for");
    assert_eq!(hits.total(), Some(ends.clone()));
    let first = hits.next(graph, &[]).expect("an end");
    assert_eq!((first.line.len(), first.wrapped), (300, false));
    assert_eq!(hits.number(graph, &first.line), Some(BigUint::from(1_u32)));
    let last = hits.previous(graph, &first.line).expect("an end");
    assert!(last.wrapped);
    assert_eq!(hits.number(graph, &last.line), Some(ends.clone()));
    // The first end below the root's second move is the one after the first half.
    let half = hits.number(graph, &[last.line[0]]).expect("a number");
    assert_eq!(half, ends >> 1_u32);
    let middle = hits.next(graph, &[last.line[0]]).expect("an end");
    assert_eq!(hits.number(graph, &middle.line), Some(half + 1_u32));
    // Ply 150 alone.
    let plies = Plies {
        from: 150,
        to: Some(150),
    };
    let hits = Hits::new(graph, into(graph, plies, |_| true)).expect("there is room");
    assert_eq!(hits.total(), Some(BigUint::from(1_u32) << 150_u32));
    assert_eq!(hits.last(graph).map(|line| line.len()), Some(150));
}

#[test]
fn three_thousand_plies_are_walked_on_a_small_stack() {
    let walk = || {
        let mut script = String::new();
        for index in 0..3_000 {
            script.push_str(&format!("n{index} a: on -> n{}, out -> end\n", index + 1));
        }
        let graph = scripted_graph(
            &(script + "n3000 end: 0 1\nend end: 1 0"),
            Limits::default(),
        );
        let graph = graph.graph();
        let hits = Hits::new(graph, into(graph, Plies::default(), |v| graph.is_leaf(v)));
        let hits = hits.expect("no ply is asked for");
        assert_eq!(hits.total(), Some(BigUint::from(3_001_u32)));
        let mut line = hits.first(graph).expect("an end");
        assert_eq!(line.len(), 3_000);
        for number in 2..=20_u32 {
            line = hits.next(graph, &line).expect("an end").line;
            assert_eq!(hits.number(graph, &line), Some(BigUint::from(number)));
        }
        let deep = Plies {
            from: 2_900,
            to: None,
        };
        let hits = Hits::new(graph, into(graph, deep, |v| graph.is_leaf(v)));
        assert_eq!(
            hits.expect("there is room").total(),
            Some(BigUint::from(102_u32))
        );
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    let thread = thread.spawn(walk).expect("a thread");
    thread.join().expect("no stack overflows");
}

#[test]
fn more_hits_than_can_be_counted_are_gone_to_all_the_same() {
    let graph = scripted_graph(&both_moves_lead_on(4_200), Limits::default());
    let graph = graph.graph();
    let hits = Hits::new(graph, into(graph, Plies::default(), |v| graph.is_leaf(v)));
    let hits = hits.expect("no ply is asked for");
    assert_eq!(hits.total(), None);
    let next = hits.next(graph, &[]).expect("an end");
    assert_eq!(next.line.len(), 4_200);
    assert_eq!(hits.number(graph, &next.line), Some(BigUint::from(1_u32)));
    let back = hits.previous(graph, &next.line).expect("an end");
    assert!(back.wrapped && hits.number(graph, &back.line).is_none());
}

#[test]
fn a_cycle_that_leads_to_no_hit_is_never_entered() {
    let script = "top a: round -> loop, on -> end; loop b: again -> loop, back -> loop;
        end end: 1 0";
    let graph = scripted_graph(script, Limits::default());
    let graph = graph.graph();
    let hits = Hits::new(graph, into(graph, Plies::default(), |v| graph.is_leaf(v)));
    let hits = hits.expect("no ply is asked for");
    assert_eq!(
        (hits.total(), hits.endless()),
        (Some(BigUint::from(1_u32)), None)
    );
    let round = graph.edge(Vertex::ROOT, 0).expect("a move");
    let again = graph.edge(graph.target(round), 0).expect("a move");
    let found = hits.next(graph, &[round, again, again]).expect("the end");
    assert_eq!((found.line.len(), found.wrapped), (1, false));
    let back = hits.previous(graph, &[round, again]).expect("the end");
    assert!(back.wrapped);
}

#[test]
fn hits_are_endless_only_if_the_followed_moves_have_a_cycle_that_leads_to_one() {
    // All of it is one part, but whoever follows these moves goes round without a hit, or meets one.
    let script = "top a: round -> loop, on -> mid; loop b: again -> loop, out -> mid;
        mid b: hit -> end, back -> top; end end: 1 0";
    let graph = scripted_graph(script, Limits::default());
    let graph = graph.graph();
    let followed = |moves: [u8; 3]| {
        let mut marked = into(graph, Plies::default(), |v| graph.is_leaf(v));
        let mut ways = EdgeSet::none(graph);
        for (vertex, bits) in (0_u32..).map(Vertex).zip(moves) {
            for (index, edge) in graph.edges(vertex).enumerate() {
                if bits >> index & 1 == 1 {
                    ways.insert(edge);
                }
            }
        }
        marked.ways = Some(ways);
        let hits = Hits::new(graph, marked).expect("there is room");
        (hits.total(), hits.endless().is_some())
    };
    let one = Some(BigUint::from(1_u32));
    // Round and round alone; on to the end, and round without it; all moves.
    assert_eq!(followed([0b01, 0b01, 0b00]), (Some(BigUint::ZERO), false));
    assert_eq!(followed([0b11, 0b01, 0b01]), (one, false));
    assert!(followed([0b11, 0b11, 0b11]).1);
}

#[test]
fn hits_without_end_are_counted_some_plies_below_the_first() {
    let script = "top a: round -> top, on -> end; end end: 1 0";
    let graph = scripted_graph(script, Limits::default());
    let graph = graph.graph();
    let hits = Hits::new(graph, into(graph, Plies::default(), |v| graph.is_leaf(v)));
    let hits = hits.expect("there is room");
    let last = hits.endless().expect("without end");
    assert_eq!(hits.total(), Some(BigUint::from(last)));
    // The first of them in the order of the tree is the deepest.
    let first = hits.next(graph, &[]).expect("an end").line;
    assert_eq!(first.len() as u32, last);
    let mut line = first;
    for _ in 1..last {
        let next = hits.next(graph, &line).expect("an end");
        assert!(!next.wrapped && next.line.len() + 1 == line.len());
        line = next.line;
    }
    assert!(hits.next(graph, &line).expect("an end").wrapped);
    // Branches of chance stay in the ply of their node.
    let dice = "top a: go -> dice; dice chance a: x 1/2 -> won, y 1/2 -> top; won end: 1 0";
    let dice = scripted_graph(dice, Limits::default());
    let dice = dice.graph();
    let won = Hits::new(dice, into(dice, Plies::default(), |v| dice.is_leaf(v)));
    let won = won.expect("there is room");
    assert_eq!(
        (won.endless(), last),
        (Some(61), 61),
        "60 below the first, in ply 1"
    );
    // A node below the last of the plies has none below it.
    let round = graph.edge(Vertex::ROOT, 0).expect("a move");
    let deep = vec![round; last as usize + 20];
    let next = hits.next(graph, &deep).expect("an end");
    assert_eq!((next.line.len() as u32, next.wrapped), (last, false));
}

#[test]
fn too_many_positions_in_too_many_plies_are_refused() {
    let graph = small_graph("b2a1a1/a2b2a3/b3b1b1 a", Limits::default());
    let graph = graph.graph();
    let asked = |most| {
        let range = Plies {
            from: 0,
            to: Some(12),
        };
        let marked = into(graph, range, |v| graph.is_leaf(v));
        finished(Hits::count_within(graph, marked, most, &Control::default()))
    };
    let refused = asked(2_000).map(|_| ()).expect_err("no room");
    assert!((2..12).contains(&refused.ply), "{refused:?}");
    assert!(asked(1_000_000).is_ok());
}

#[test]
fn a_hit_more_than_fits_a_word_is_carried_into_the_next_one() {
    let mut script = String::from("n0 a: l -> n1\n");
    for index in 1..65 {
        script.push_str(&format!("n{index} a: l -> n{0}, r -> n{0}\n", index + 1));
    }
    let graph = scripted_graph(&(script + "n65 end: 1 0"), Limits::default());
    let graph = graph.graph();
    for to in [None, Some(200)] {
        let mut edges = EdgeSet::none(graph);
        for vertex in graph.vertices() {
            graph
                .edges(vertex)
                .take(1)
                .for_each(|edge| edges.insert(edge));
        }
        let marked = Marked {
            root: false,
            edges,
            ways: None,
            plies: Plies { from: 0, to },
        };
        // Below the first move lie 2^64 - 1, all bits of which are set, and it is one itself.
        let hits = Hits::new(graph, marked).expect("there is room");
        let all = BigUint::from(1_u32) << 64_u32;
        assert_eq!(hits.total(), Some(all), "{to:?}");
    }
}

#[test]
fn hits_of_every_ply_are_counted_in_any_turns_and_as_far_as_there_is_time() {
    // 2^300 lines, in which no position stands in two plies.
    let mut script = String::new();
    for index in 0..300 {
        script.push_str(&format!("n{index} a: l -> n{0}, r -> n{0}\n", index + 1));
    }
    let graph = scripted_graph(&(script + "n300 end: 1 0"), Limits::default());
    let graph = graph.graph();
    let hits = Hits::new(graph, into(graph, Plies::default(), |_| true));
    let hits = hits.expect("there is room");
    let all: Vec<_> = (0..=300_u32)
        .map(|ply| (ply, BigUint::from(1_u32) << ply))
        .collect();
    let counted = |max, turn| {
        let count = async |ctl: &Control| HitsByPly::count_within(graph, &hits, max, ctl).await;
        by_turns(turn, count).0
    };
    for turn in [TurnLength::Work(1), TurnLength::Work(7), TurnLength::WHOLE] {
        assert_eq!(by_ply(&counted(usize::MAX, turn)), all);
    }
    let counted = counted(100, TurnLength::Work(8));
    let last = counted.stopped().expect("there was too little time");
    assert!((10..100).contains(&last), "{last}");
    assert_eq!(by_ply(&counted), all[..=last as usize]);
    // Where nothing is found there is nothing to list.
    let none = Hits::new(graph, into(graph, Plies::default(), |_| false));
    let none = HitsByPly::new(graph, &none.expect("there is room"));
    assert!(none.is_empty() && none.stopped().is_none() && none.first().is_none());
}

#[test]
fn hits_on_boards_are_those_of_their_unfoldings() {
    let boards = ["b2b2/a2b1 a", "b1a2/a3b2 a", "a2b2/b3a1 b"];
    for (seed, board) in boards.into_iter().enumerate() {
        for limits in [Limits::default(), plies(4)] {
            let graph = small_graph(board, limits);
            let graph = graph.graph();
            let draws = &mut Draws::new(seed as u64);
            for range in [
                Plies::default(),
                Plies {
                    from: 2,
                    to: Some(5),
                },
            ] {
                let marked = marked(graph, range, false, draws);
                let nodes = unfold(graph, &marked, u32::MAX, 2_000);
                let hits = stepped(graph, &marked, 11);
                check(graph, &hits, &nodes.expect("a small tree"));
            }
        }
    }
}
