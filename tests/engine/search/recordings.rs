//! Recordings of textbooks' algorithms: their answers are the sweep's, what they visit and cut is the
//! whole tree, and on the textbooks' own trees they do step by step what the textbooks say.

use doomtree::game::{Player, Rational, to_f64};
use doomtree::games::Setup;
use doomtree::search::{Interval, Method, NodePhase, SearchStep};
use doomtree::session::{MAX_EVENTS, Rated, RecordOptions, Recorded, step_words};
use doomtree::tree::{Graph, Limits, UnfoldingNode, Vertex, VertexKind};
use num_bigint::BigUint;

use super::{boards, position, script};
use support::dialects::rated;
use support::{Draws, plies};

fn options(method: Method, max_plies: Option<u32>) -> RecordOptions {
    RecordOptions {
        method,
        player: Player(0),
        max_plies,
        estimate: Default::default(),
        sampling: Default::default(),
        most_events: MAX_EVENTS,
        max_nodes: None,
    }
}

fn record(rated: &Rated, options: RecordOptions) -> Recorded {
    Recorded::of(rated, &[], options).expect("it can be recorded")
}

/// The algorithms that come to the rating itself.
fn exact(chance: bool) -> impl Iterator<Item = Method> {
    let methods = Method::ALL.into_iter();
    methods.filter(move |method| method.fits(chance) && !method.samples())
}

/// What was counted in all.
fn last(recorded: &Recorded) -> doomtree::search::SearchCounters {
    let recording = &recorded.recording;
    recording.tally(recording.events().len() - 1)
}

fn answer(recorded: &Recorded) -> f64 {
    recorded.answer.expect("an answer").to_f64()
}

/// A scripted tree whose leaves pay a so much, and b the rest of 100; brackets hold the moves of a
/// node, a's first.
fn tree(text: &str) -> Setup {
    let mut lines = vec!["players a b".to_owned()];
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut names = 0;
    let mut leaf = String::new();
    for letter in text.chars().chain(" ".chars()) {
        if !leaf.is_empty() && !letter.is_ascii_digit() {
            let worth: i64 = leaf.parse().expect("a number");
            names += 1;
            lines.push(format!("n{names} end: {worth} {}", 100 - worth));
            open.last_mut().expect("open").push(format!("n{names}"));
            leaf.clear();
        }
        match letter {
            '(' => open.push(Vec::new()),
            ')' => {
                let moves = open.pop().expect("open");
                names += 1;
                let mover = if open.len() % 2 == 1 { "a" } else { "b" };
                let moves: Vec<String> = (1..)
                    .zip(moves)
                    .map(|(place, to)| format!("m{place} -> {to}"))
                    .collect();
                lines.push(format!("n{names} {mover}: {}", moves.join(", ")));
                open.last_mut().expect("open").push(format!("n{names}"));
            }
            digit if digit.is_ascii_digit() => leaf.push(digit),
            _ => {}
        }
    }
    let root = lines.pop().expect("a root");
    lines.insert(1, root);
    script(&lines.join("\n"))
}

/// A uniform tree whose leaves are all different.
fn uniform(degree: usize, height: u32, draws: &mut Draws) -> Setup {
    let leaves = degree.pow(height);
    let mut worth: Vec<usize> = (0..leaves).collect();
    for place in (1..leaves).rev() {
        worth.swap(place, draws.below(place + 1));
    }
    let mut row: Vec<String> = worth.into_iter().map(|worth| worth.to_string()).collect();
    for _ in 0..height {
        row = row
            .chunks(degree)
            .map(|chunk| format!("({})", chunk.join(" ")))
            .collect();
    }
    tree(&row[0])
}

/// The steps but those that only take a number into the node above: what happened, to which line, with
/// what is known.
fn steps(recorded: &Recorded) -> Vec<String> {
    let unfolding = recorded.recording.unfolding();
    let labels = &recorded.rated.graph;
    let events = recorded.recording.events().iter();
    events
        .filter(|event| event.step != SearchStep::Update)
        .map(|event| {
            let line = labels.line_text(Vertex::ROOT, &unfolding.line(event.node));
            let known = recorded.numbers.bounds(event.known).unwrap_or_default();
            let text = format!("{} {line} {known}", event.step.name());
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Russell and Norvig's tree: three moves with three answers each.
const THREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn alpha_beta_on_the_textbooks_tree_does_step_by_step_what_the_textbook_says() {
    let recorded = record(
        &rated(&tree(THREE), Limits::default()),
        options(Method::AlphaBeta, None),
    );
    let expected = "begin
        enter
        enter m1
        enter m1 m1
        return m1 m1 3
        enter m1 m2
        return m1 m2 12
        enter m1 m3
        return m1 m3 8
        return m1 3
        enter m2
        enter m2 m1
        return m2 m1 2
        cut m2 ≤ 2
        return m2 ≤ 2
        enter m3
        enter m3 m1
        return m3 m1 14
        enter m3 m2
        return m3 m2 5
        enter m3 m3
        return m3 m3 2
        return m3 2
        return 3";
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(steps(&recorded), expected);
    let tally = last(&recorded);
    assert_eq!((tally.visited, tally.cuts, tally.cut_moves), (11, 1, 2));
    assert_eq!(tally.nodes(), BigUint::from(13_u32));
    let code = recorded.options.method.pseudocode(false, false);
    assert!(code.iter().any(|line| line.text.contains("α ≥ β")));
}

#[test]
fn a_deep_cut_is_made_by_a_bound_from_far_above() {
    // What a has for sure at the root, 50, cuts below a move of a's two plies further down, though
    // nothing bounds the nodes between (Knuth and Moore's deep cutoff).
    let deep = tree("(50 (((40 70) 60) 90))");
    let recorded = record(
        &rated(&deep, Limits::default()),
        options(Method::AlphaBeta, None),
    );
    let steps = steps(&recorded);
    assert!(
        steps.contains(&"cut m2 m1 m1 ≤ 40".to_owned()),
        "{steps:#?}"
    );
    assert_eq!(answer(&recorded), 60.0);
}

#[test]
fn with_the_best_moves_first_alpha_beta_visits_exactly_knuth_and_moores_least_number_of_leaves() {
    let mut draws = Draws::new(1_975);
    for (degree, height) in [(2, 1), (2, 5), (2, 6), (3, 4), (3, 5), (4, 3), (5, 2)] {
        let setup = uniform(degree, height, &mut draws);
        let rated = rated(&setup, Limits::default());
        let recorded = record(&rated, options(Method::Ordered, None));
        let unfolding = recorded.recording.unfolding();
        let leaves = recorded.recording.events().iter().filter(|event| {
            event.step == SearchStep::Enter
                && rated.graph.graph().is_leaf(unfolding.vertex(event.node))
        });
        let (up, down) = (height.div_ceil(2), height / 2);
        let least = degree.pow(up) + degree.pow(down) - 1;
        assert_eq!(leaves.count(), least, "{degree} moves, {height} plies");
    }
}

#[test]
fn minimax_visits_all_nodes_of_tic_tac_toe_and_with_a_memo_every_position_once() {
    let rated = rated(&position("tic-tac-toe", ".../.../... x"), Limits::default());
    let minimax = record(&rated, options(Method::Minimax, None));
    assert_eq!(last(&minimax).visited, 549_946);
    assert_eq!(answer(&minimax), 0.5);
    let memo = last(&record(&rated, options(Method::Memo, None)));
    assert_eq!((memo.visited, memo.stores), (5_478, 5_478));
    assert_eq!(memo.nodes(), BigUint::from(549_946_u32));
    let alpha_beta = last(&record(&rated, options(Method::AlphaBeta, None)));
    assert_eq!(alpha_beta.visited, 18_297);
    assert_eq!(alpha_beta.nodes(), BigUint::from(549_946_u32));
}

/// The rating of a vertex for the first player, as the sweep finds it.
fn sweep(rated: &Rated) -> f64 {
    rated
        .analysis
        .ratings
        .rating(Vertex::ROOT, Player(0))
        .to_f64()
}

#[test]
fn every_recordings_answer_is_the_sweeps_and_visited_and_cut_nodes_are_the_whole_tree() {
    let mut seen = 0;
    let dialects = [
        ("", 2, 2, 0..140),
        ("", 2, 3, 0..40),
        ("haskell", 2, 3, 0..30),
        ("realm-of-racket pool=3", 2, 3, 0..30),
        ("players=3", 2, 3, 0..20),
        ("combat=dice-roll", 1, 3, 0..15),
    ];
    for (words, rows, columns, seeds) in dialects {
        for setup in boards(words, rows, columns, seeds) {
            let what = format!("{words} {}", setup.position);
            let whole = rated(&setup, Limits::default());
            let nodes = whole.analysis.nodes.of(Vertex::ROOT).to_u64();
            let Some(nodes) = nodes.filter(|nodes| *nodes <= 60_000) else {
                continue;
            };
            seen += 1;
            let chance = whole.graph.graph().has_chance();
            for method in exact(chance) {
                let recorded = record(&whole, options(method, None));
                let what = format!("{what} {}", method.name());
                let wrong = (answer(&recorded) - sweep(&whole)).abs();
                assert!(
                    wrong < 1e-9,
                    "{what}: {} for {}",
                    answer(&recorded),
                    sweep(&whole)
                );
                if method != Method::Deepening {
                    assert_eq!(last(&recorded).nodes(), BigUint::from(nodes), "{what}");
                }
                follows(&recorded, &what);
            }
        }
    }
    assert!(seen >= 200, "only {seen} boards were small enough");
}

#[test]
fn with_a_ply_limit_the_answer_is_that_of_the_limited_graph_and_the_sizes_are_its_trees() {
    for (words, setup) in [("", 0..25), ("combat=dice-roll", 25..40)]
        .into_iter()
        .flat_map(|(words, seeds)| {
            boards(words, 2, 3, seeds)
                .into_iter()
                .map(move |s| (words, s))
        })
    {
        let whole = rated(&setup, plies(9));
        for limit in [1, 2, 4] {
            let limited = rated(&setup, plies(limit));
            let nodes = limited.analysis.nodes.of(Vertex::ROOT).to_u64();
            let Some(nodes) = nodes.filter(|nodes| *nodes <= 20_000) else {
                continue;
            };
            let chance = whole.graph.graph().has_chance();
            for method in exact(chance) {
                let what = format!("{words} {} {limit} {}", setup.position, method.name());
                let recorded = record(&whole, options(method, Some(limit)));
                let wrong = (answer(&recorded) - sweep(&limited)).abs();
                assert!(
                    wrong < 1e-9,
                    "{what}: {} for {}",
                    answer(&recorded),
                    sweep(&limited)
                );
                let ratings = &limited.analysis.ratings;
                let proven = ratings.is_proven(Vertex::ROOT, Player(0));
                assert!(
                    proven || recorded.is_estimate(),
                    "{what}: told as if proven"
                );
                assert!(
                    !limited.graph.graph().is_complete() || !recorded.is_estimate(),
                    "{what}"
                );
                if method != Method::Deepening {
                    assert_eq!(last(&recorded).nodes(), BigUint::from(nodes), "{what}");
                }
            }
        }
    }
}

/// Goes through a recording as its steps say, and holds it to what it tells of each step.
fn follows(recorded: &Recorded, what: &str) {
    let recording = &recorded.recording;
    let mut stack: Vec<UnfoldingNode> = Vec::new();
    let (mut visited, mut cuts) = (0, 0);
    for (index, event) in recording.events().iter().enumerate() {
        match event.step {
            SearchStep::Begin(_) => stack.clear(),
            SearchStep::Enter => {
                assert_eq!(
                    recording.unfolding().parent(event.node),
                    stack.last().copied()
                );
                stack.push(event.node);
                visited += 1;
            }
            SearchStep::Return => assert_eq!(stack.pop(), Some(event.node), "{what}"),
            SearchStep::Cut => {
                cuts += 1;
                assert!(!recording.pruned(index).is_empty(), "{what}");
                for node in recording.pruned(index) {
                    assert_eq!(recording.unfolding().parent(*node), Some(event.node));
                    assert_eq!(recording.phase(*node, index), NodePhase::Cut, "{what}");
                    assert!(recording.cut_size(*node, index).is_some(), "{what}");
                }
            }
            SearchStep::Hit | SearchStep::Store | SearchStep::Update => {}
            other => panic!("{what}: {other:?}"),
        }
        if index % 97 == 0 && !stack.is_empty() {
            assert_eq!(recording.stack(index), stack, "{what} {index}");
            let tally = recording.tally(index);
            assert_eq!(
                (tally.visited, tally.cuts),
                (visited, cuts),
                "{what} {index}"
            );
            assert!(!step_words(recorded, index).is_empty());
        }
    }
    assert!(stack.is_empty(), "{what}");
}

/// Alpha-beta as a textbook writes it, with the nodes that it visits and what it cuts.
fn plainly(
    graph: &Graph,
    vertex: Vertex,
    Interval { mut low, mut high }: Interval,
    seen: &mut (u64, u64),
) -> f64 {
    seen.0 += 1;
    let exact = |number: Rational| to_f64(&number);
    if let Some(payoff) = graph.outcome(vertex, Player(0)) {
        return exact(payoff);
    }
    let larger = graph.kind(vertex) == VertexKind::Decision(Player(0));
    let mut best = if larger {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    };
    let targets = graph.targets(vertex);
    for (place, &target) in targets.iter().enumerate() {
        let found = plainly(graph, target, Interval { low, high }, seen);
        if larger {
            best = best.max(found);
            low = low.max(best);
        } else {
            best = best.min(found);
            high = high.min(best);
        }
        if low >= high {
            seen.1 += (targets.len() - 1 - place) as u64;
            break;
        }
    }
    best
}

#[test]
fn alpha_beta_visits_and_cuts_what_a_plainly_written_one_does() {
    let mut draws = Draws::new(3);
    let mut setups: Vec<Setup> = (0..60)
        .map(|_| {
            let (degree, height) = (1 + draws.below(4), 1 + draws.below(5) as u32);
            uniform(degree, height, &mut draws)
        })
        .collect();
    setups.extend(boards("", 2, 3, 100..160));
    for setup in setups {
        let rated = rated(&setup, Limits::default());
        let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        if nodes.is_none_or(|nodes| nodes > 200_000) {
            continue;
        }
        let mut seen = (0, 0);
        let all = doomtree::search::UNBOUNDED;
        let found = plainly(rated.graph.graph(), Vertex::ROOT, all, &mut seen);
        let recorded = record(&rated, options(Method::AlphaBeta, None));
        let tally = last(&recorded);
        assert_eq!((tally.visited, tally.cut_moves), seen, "{}", setup.position);
        assert_eq!(answer(&recorded), found, "{}", setup.position);
    }
}

#[test]
fn star1_leaves_out_branches_of_chance_that_alpha_beta_visits() {
    let mut fewer = 0;
    for setup in boards("combat=dice-roll", 1, 4, 0..20) {
        let rated = rated(&setup, plies(4));
        let visited = |method| last(&record(&rated, options(method, None))).visited;
        let (plain, star) = (visited(Method::AlphaBeta), visited(Method::Star1));
        assert!(star <= plain, "{}: {star} of {plain}", setup.position);
        fewer += u32::from(star < plain);
    }
    assert!(fewer > 0, "it never left out more");
}

#[test]
fn what_can_not_be_recorded_is_refused_in_a_sentence_with_a_remedy() {
    let refused = |setup: &Setup, limits, options| {
        let rated = rated(setup, limits);
        let refused = Recorded::of(&rated, &[], options);
        refused.err().expect("it is refused").to_string()
    };
    let large = position("dice-of-doom", "a2a2b2/a3b1a3/a3a3b3 a");
    let why = refused(&large, Limits::default(), options(Method::Minimax, None));
    assert!(why.contains("use --max-plies or --max-nodes"), "{why}");
    let cyclic = super::dice("reinforcement=largest-cluster", "b3b3a3/a2b2a3 a");
    let why = refused(&cyclic, Limits::default(), options(Method::AlphaBeta, None));
    assert!(why.contains("positions repeat"), "{why}");
    let whole = tree(THREE);
    let nobody = RecordOptions {
        player: Player(5),
        ..options(Method::AlphaBeta, None)
    };
    assert!(refused(&whole, Limits::default(), nobody).contains("2 players"));
}

#[test]
fn a_recording_ends_at_its_number_of_steps_and_says_that_it_has_no_answer() {
    let rated = rated(&position("tic-tac-toe", ".../.../... x"), Limits::default());
    let few = RecordOptions {
        most_events: 20_000,
        max_nodes: None,
        ..options(Method::AlphaBeta, None)
    };
    let recorded = Recorded::of(&rated, &[], few).expect("it begins");
    assert_eq!(recorded.answer, None);
    let events = recorded.recording.events().len();
    assert!((20_000..21_000).contains(&events), "{events}");
}
