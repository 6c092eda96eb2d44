//! Where the nodes of a tree lie on its map: against trees that are unfolded node by node, at random
//! zooms, and in trees that nobody could unfold.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use doomtree::diagram::MapTree;
use doomtree::layout::map::{Magnitude, MapFrame, MapShape, MapView, PixelSpan};
use doomtree::tree::{Graph, Leaves, Limits};
use doomtree::work::{Control, finished};
use num_bigint::BigUint;
use support::dialects::both_moves_lead_on;
use support::{Draws, plies, scripted_graph, small_graph};

/// As far may a place be off, in pixels.
const CLOSE: f64 = 0.01;

fn leaves(graph: &Graph) -> Leaves {
    finished(Leaves::count(graph, None, &Control::default(), |_| ()))
}

fn map_of<'t>(graph: &'t Graph, leaves: &'t Leaves) -> MapTree<'t> {
    MapTree { graph, leaves }
}

/// Every node of a small tree: its line, its row, the leaves at its left, and its own.
struct Unfolded {
    nodes: Vec<(Vec<u32>, u64, u64)>,
}

impl Unfolded {
    fn new(graph: &Graph) -> Self {
        fn below(
            graph: &Graph,
            vertex: doomtree::tree::Vertex,
            line: &mut Vec<u32>,
            before: u64,
            out: &mut Vec<(Vec<u32>, u64, u64)>,
        ) -> u64 {
            let at = out.len();
            out.push((line.clone(), before, 0));
            let targets = graph.targets(vertex);
            let mut own = u64::from(targets.is_empty());
            for (index, target) in targets.iter().enumerate() {
                line.push(index as u32);
                own += below(graph, *target, line, before + own, out);
                line.pop();
            }
            out[at].2 = own;
            own
        }
        let mut nodes = Vec::new();
        below(
            graph,
            doomtree::tree::Vertex::ROOT,
            &mut Vec::new(),
            0,
            &mut nodes,
        );
        Self { nodes }
    }
}

/// Moves the view somewhere else.
fn wander(view: &mut MapView, tree: &MapTree<'_>, draws: &mut Draws, deepest: f64) {
    let part = |draws: &mut Draws| draws.below(10_001) as f64 / 10_000.0;
    match draws.below(6) {
        0 | 1 if view.leaf().to_f64() < deepest => {
            let at = part(draws) * view.width();
            view.zoom(tree, at, 1.0 + 5.0 * part(draws));
        }
        0..=2 => {
            let at = part(draws) * view.width();
            view.zoom(tree, at, 0.1 + 0.9 * part(draws));
        }
        3 => view.pan(tree, (part(draws) - 0.5) * 3.0 * view.width()),
        4 => view.resize(tree, 200.0 + 1_500.0 * part(draws)),
        _ => view.go_to(tree, part(draws)),
    }
}

#[test]
fn every_node_of_a_pixel_or_more_lies_where_the_unfolded_tree_has_it() {
    let boards = [
        ("b2b2/a2b1 a", Limits::default()),
        ("a1b2/b2a1 b", Limits::default()),
        ("a2b1a2/b2a2b1 a", Limits::default()),
        ("b2a1a1/a2b2a3/b3b1b1 a", plies(5)),
        (
            "b2a1a1/a2b2a3/b3b1b1 a",
            Limits {
                max_nodes: Some(700),
                ..plies(9)
            },
        ),
    ];
    for (seed, (board, limits)) in boards.into_iter().enumerate() {
        let graph = small_graph(board, limits);
        let leaves = leaves(graph.graph());
        let tree = map_of(graph.graph(), &leaves);
        let unfolded = Unfolded::new(graph.graph());
        let mut draws = Draws::new(seed as u64);
        let mut view = MapView::whole(&tree, 913.0);
        let mut frame = MapFrame::default();
        let mut seen = 0;
        for step in 0..300 {
            wander(&mut view, &tree, &mut draws, 300.0);
            let first = draws.below(4);
            let rows = first..first + 1 + draws.below(30);
            view.frame(&tree, rows.clone(), &mut frame);
            let leaf = view.leaf().to_f64();
            // Where the root's left edge lies is no large number in a small tree.
            let (part, _) = view.part(&tree);
            let all = unfolded.nodes[0].2 as f64 * leaf;
            let left = -part * all;
            let mut drawn: BTreeMap<Vec<u32>, PixelSpan> = BTreeMap::new();
            for (index, cell) in frame.cells.iter().enumerate() {
                if rows.contains(&(cell.row as usize)) {
                    let line = frame.line(&view, index);
                    assert_eq!(line.len(), cell.row as usize);
                    assert!(drawn.insert(line, cell.span).is_none(), "drawn once");
                }
            }
            for (line, before, own) in &unfolded.nodes {
                if !rows.contains(&line.len()) {
                    continue;
                }
                let span = PixelSpan {
                    left: left + *before as f64 * leaf,
                    right: left + (before + own) as f64 * leaf,
                };
                let surely = span.width() >= 1.0 + 1e-6
                    && span.right > CLOSE
                    && span.left < view.width() - CLOSE;
                let Some(found) = drawn.remove(line) else {
                    assert!(!surely, "{board} {step}: {line:?} at {span:?} isn't there");
                    continue;
                };
                seen += 1;
                // A node that fills the screen reaches beyond it, however far.
                let shown = |edge: f64| edge.clamp(0.0, view.width());
                let off = (shown(found.left) - shown(span.left))
                    .abs()
                    .max((shown(found.right) - shown(span.right)).abs());
                assert!(
                    off < CLOSE,
                    "{board} {step}: {line:?} at {found:?}, not {span:?}"
                );
                assert!(found.width() >= 1.0);
                let traced = view.span(&tree, line).expect("it is in sight");
                assert!((shown(traced.left) - shown(found.left)).abs() < 1e-6);
                assert!((shown(traced.right) - shown(found.right)).abs() < 1e-6);
            }
            assert!(drawn.is_empty(), "nothing else is drawn: {drawn:?}");
        }
        assert!(seen > 1_000, "{seen}");
    }
}

/// A line of so many moves that chance has drawn.
fn random_line(draws: &mut Draws, plies: usize, choices: usize) -> Vec<u32> {
    (0..plies).map(|_| draws.below(choices) as u32).collect()
}

/// In what order two neighbours lie, and that each row is filled without a gap or an overlap.
fn check_rows(frame: &MapFrame, width: f64) {
    let mut rows: BTreeMap<u32, Vec<PixelSpan>> = BTreeMap::new();
    for cell in &frame.cells {
        rows.entry(cell.row).or_default().push(cell.span);
    }
    for run in &frame.runs {
        rows.entry(run.row).or_default().push(run.span);
    }
    for (row, mut spans) in rows {
        spans.sort_by(|a, b| a.left.total_cmp(&b.left));
        for pair in spans.windows(2) {
            assert!(pair[0].right <= pair[1].left + 1e-6, "row {row}: {pair:?}");
        }
        assert!(spans.iter().all(|span| span.is_seen(width)));
    }
    // Siblings share one and the same number.
    type Siblings = Vec<(u32, PixelSpan)>;
    let mut by_parent: BTreeMap<(u32, Option<usize>), Siblings> = BTreeMap::new();
    for cell in &frame.cells {
        let siblings = by_parent.entry((cell.row, cell.parent())).or_default();
        siblings.push((cell.step.index, cell.span));
    }
    for siblings in by_parent.values() {
        for pair in siblings.windows(2) {
            if pair[1].0 == pair[0].0 + 1 {
                assert_eq!(pair[0].1.right, pair[1].1.left);
            }
        }
    }
}

#[test]
fn in_a_tree_of_two_to_the_301_nodes_every_end_can_be_seen_and_lies_where_it_should() {
    let graph = scripted_graph(&both_moves_lead_on(300), Limits::default());
    let leaves = leaves(graph.graph());
    let tree = map_of(graph.graph(), &leaves);
    let mut draws = Draws::new(301);
    let mut frame = MapFrame::default();
    let width = 1_000.0;
    let mut view = MapView::whole(&tree, width);
    for wide in [3.0, 17.5, 400.0, 1_000.0] {
        for _ in 0..20 {
            let line = random_line(&mut draws, 300, 2);
            view.show(&tree, &line, wide);
            let span = view.span(&tree, &line).expect("in sight");
            assert!((span.width() - wide).abs() < 1e-9, "{span:?}");
            view.frame(&tree, 0..301, &mut frame);
            check_rows(&frame, width);
            assert!(frame.looked <= 20_000, "{}", frame.looked);
            // Where every end that is seen lies, reckoned with numbers of any size.
            let number = |line: &[u32]| {
                let bits = line.iter().map(|bit| char::from(b'0' + *bit as u8));
                BigUint::parse_bytes(bits.collect::<String>().as_bytes(), 2).expect("a number")
            };
            let own = number(&line);
            let mut ends = 0;
            for (index, cell) in frame.cells.iter().enumerate() {
                let found = frame.line(&view, index);
                assert_eq!(found.len(), cell.row as usize);
                if cell.row < 300 {
                    continue;
                }
                ends += 1;
                let other = number(&found);
                let off = if other < own {
                    -((&own - &other)
                        .to_string()
                        .parse::<f64>()
                        .expect("a number"))
                } else {
                    (&other - &own).to_string().parse().expect("a number")
                };
                let left = span.left + off * wide;
                assert!(
                    (cell.span.left - left).abs() < CLOSE,
                    "{left}: {:?}",
                    cell.span
                );
            }
            let expected = (width / wide).floor();
            assert!(f64::from(ends) >= expected, "{ends} of {expected}");
        }
    }
}

#[test]
fn a_view_zooms_in_and_out_of_the_largest_trees_without_losing_its_place() {
    for plies in [300, 3_000] {
        let graph = scripted_graph(&both_moves_lead_on(plies), Limits::default());
        let leaves = leaves(graph.graph());
        let tree = map_of(graph.graph(), &leaves);
        let mut view = MapView::whole(&tree, 800.0);
        let mut frame = MapFrame::default();
        let at = 123.0;
        let mut factors = Vec::new();
        while view.leaf().to_f64() < 100.0 {
            view.zoom(&tree, at, 7.9);
            factors.push(7.9);
            view.frame(&tree, 0..40, &mut frame);
            assert!(!frame.cells.is_empty());
        }
        assert!(factors.len() > plies as usize / 4);
        let (_, shown) = view.part(&tree);
        assert!(shown.log2() < 10.0 - f64::from(plies));
        // The end under the pointer, on the way back too.
        let rows = plies as usize..plies as usize + 1;
        view.frame(&tree, rows.clone(), &mut frame);
        let cell = frame.cell_at(rows.start, at).expect("an end");
        let line = frame.line(&view, cell);
        let deep = view.span(&tree, &line).expect("in sight");
        for _ in 0..3 {
            view.zoom(&tree, at, 1.0 / 7.9);
        }
        for _ in 0..3 {
            view.zoom(&tree, at, 7.9);
        }
        let again = view.span(&tree, &line).expect("in sight");
        assert!((deep.left - again.left).abs() < 1e-6, "{deep:?} {again:?}");
        for _ in 0..factors.len() + 2 {
            view.zoom(&tree, at, 1.0 / 7.9);
        }
        assert!(view.is_whole(&tree));
        assert_eq!(view.anchor().len(), 1);
    }
}

#[test]
fn the_boundary_of_two_huge_subtrees_is_zoomed_into_without_end() {
    let graph = scripted_graph(&both_moves_lead_on(3_000), Limits::default());
    let leaves = leaves(graph.graph());
    let tree = map_of(graph.graph(), &leaves);
    let mut view = MapView::whole(&tree, 640.0);
    let mut frame = MapFrame::default();
    for _ in 0..3_020 {
        view.zoom(&tree, 320.0, 2.0);
        // The end before it begins with one move to the left, that after it with one to the right.
        view.frame(&tree, 0..3, &mut frame);
        let halves: Vec<_> = frame.cells.iter().filter(|cell| cell.row == 1).collect();
        assert_eq!(halves.len(), 2);
        assert_eq!(halves[0].span.right, halves[1].span.left);
        assert!((halves[0].span.right - 320.0).abs() < CLOSE);
        assert_eq!(
            view.anchor().len(),
            2,
            "the highest node with an edge there"
        );
    }
    let mut left = vec![1; 3_000];
    left[0] = 0;
    let mut right = vec![0; 3_000];
    right[0] = 1;
    let (left, right) = (view.span(&tree, &left), view.span(&tree, &right));
    let (left, right) = (left.expect("in sight"), right.expect("in sight"));
    assert_eq!(left.right, right.left);
    assert!(
        (right.left - 320.0).abs() < CLOSE && right.width() > 300.0,
        "{right:?}"
    );
}

#[test]
fn a_line_of_three_thousand_plies_is_shown_and_traced_to_its_end() {
    // After each ply the game may end, or go on: the wide part is always at the right.
    let mut script = String::new();
    for ply in 0..3_000 {
        let next = ply + 1;
        writeln!(script, "n{ply} a: stop -> over, go -> n{next}").expect("a string");
    }
    script.push_str("n3000 end: 1 0\nover end: 0 1");
    let graph = scripted_graph(&script, Limits::default());
    let leaves = leaves(graph.graph());
    let tree = map_of(graph.graph(), &leaves);
    let mut view = MapView::whole(&tree, 700.0);
    let mut frame = MapFrame::default();
    for at in [1, 700, 1_499, 2_999, 3_000] {
        let mut line = vec![1; at];
        *line.last_mut().expect("one at least") = 0;
        view.show(&tree, &line, 90.0);
        let span = view.span(&tree, &line).expect("in sight");
        assert!((span.width() - 90.0).abs() < 1e-9);
        let mut rows = 0;
        view.trace(&tree, &line, |row, span| {
            assert_eq!(row, rows);
            assert!(span.right > 0.0 && span.left < 700.0);
            rows += 1;
        });
        assert_eq!(rows, at + 1);
        let from = at.saturating_sub(10);
        view.frame(&tree, from..at + 20, &mut frame);
        check_rows(&frame, 700.0);
        let cell = frame.cell_at(at, span.left + 45.0).expect("the end");
        let found = frame.line(&view, cell);
        assert!(found == line, "{at}: a line of {}", found.len());
    }
}

#[test]
fn a_frame_costs_what_is_seen_however_large_the_tree_is() {
    let graph = small_graph("b2a1a1/a2b2a3/b3b1b1 a", Limits::default());
    let leaves = leaves(graph.graph());
    let tree = map_of(graph.graph(), &leaves);
    let mut draws = Draws::new(7);
    let mut view = MapView::whole(&tree, 1_000.0);
    let mut frame = MapFrame::default();
    let mut narrow = 0;
    for _ in 0..400 {
        wander(&mut view, &tree, &mut draws, 200.0);
        view.frame(&tree, 0..40, &mut frame);
        check_rows(&frame, view.width());
        let pixels = view.width() as usize;
        let most = 40 * (pixels + 2);
        assert!(frame.cells.len() <= most && frame.runs.len() <= most);
        narrow = narrow.max(frame.runs.len());
        for run in &frame.runs {
            assert!(run.first < run.end);
            assert!(run.span.width() < 2.0);
        }
    }
    assert!(narrow > 100, "{narrow}");
}

/// A tree of which a node's children have widths of their own.
struct Widths(Vec<f64>);

impl MapShape for Widths {
    fn root(&self) -> u64 {
        0
    }

    fn degree(&self, node: u64) -> usize {
        if node == 0 { self.0.len() } else { 0 }
    }

    fn child(&self, _: u64, index: usize) -> u64 {
        index as u64 + 1
    }

    fn leaves(&self, node: u64) -> Magnitude {
        Magnitude::from(match node {
            0 => self.0.iter().sum(),
            child => self.0[child as usize - 1],
        })
    }
}

#[test]
fn neighbours_narrower_than_a_pixel_are_runs_and_the_pointer_still_finds_each() {
    let shape = Widths((0..5_000).map(|index| f64::from(1 + index % 3)).collect());
    let view = MapView::whole(&shape, 500.0);
    let mut frame = MapFrame::default();
    view.frame(&shape, 0..5, &mut frame);
    assert_eq!(frame.cells.len(), 1);
    let runs = frame.runs.len();
    assert!((400..=500).contains(&runs), "{runs}");
    let mut end = 0;
    for (index, run) in frame.runs.iter().enumerate() {
        assert_eq!(run.first, end, "every child is in one run");
        end = run.end;
        let x = run.span.left + run.span.width() / 2.0;
        assert_eq!(frame.run_at(1, x), Some(index));
        let child = frame.in_run(&shape, &view, index, x);
        let span = view.span(&shape, &[child]).expect("in sight");
        assert!(span.left <= x && x < span.right + 1e-9);
    }
    assert_eq!(end, 5_000);
}

#[test]
fn a_tree_of_one_node_fills_the_screen_and_cannot_be_moved() {
    let shape = Widths(Vec::new());
    let mut view = MapView::whole(&shape, 300.0);
    // A leaf counts one.
    view.zoom(&shape, 20.0, 3.0);
    view.pan(&shape, 50.0);
    view.go_to(&shape, 0.3);
    view.show(&shape, &[], 10.0);
    view.show(&shape, &[4, 2], 10.0);
    let mut frame = MapFrame::default();
    view.frame(&shape, 0..10, &mut frame);
    assert!(view.is_whole(&shape));
}
