//! Why a node has its rating, in sentences and formulas whose parts lead to nodes, and the ratings
//! along a line with its blunders.

use doomtree::diagram::{
    Height, NoNotes, NodeContext, RatingHistory, RatingsFor, Tone, TreeView, reasoning,
    reasoning_markdown, worse_move,
};
use doomtree::game::{Estimate, Player};
use doomtree::games::scripted::Scripted;
use doomtree::rating::{Analysis, Multiplayer, RatingOptions, is_blunder};
use doomtree::tree::{
    EndsByWinners, Labels, Limits, Pictures, PositionGraph, Unfolding, UnfoldingNode, Vertex,
};

use support::{plies, scripted_graph};

type Script = PositionGraph<Scripted>;

const A: RatingsFor = RatingsFor::Player(Player(0));
const B: RatingsFor = RatingsFor::Player(Player(1));

fn all(script: &str) -> Script {
    scripted_graph(script, Limits::default())
}

/// What is asked of a graph, shown at the end of a line.
struct Asked<'a> {
    graph: &'a Script,
    line: &'a str,
    ratings_for: RatingsFor,
    options: RatingOptions,
    hidden: bool,
    /// Whether the ends below are counted by their winners.
    ends: bool,
}

impl<'a> Asked<'a> {
    fn of(graph: &'a Script, line: &'a str, ratings_for: RatingsFor) -> Self {
        Self {
            graph,
            line,
            ratings_for,
            options: RatingOptions::default(),
            hidden: false,
            ends: false,
        }
    }

    /// Hands the view to whoever asks, with the node at the end of the line.
    fn ask<T>(&self, ask: impl FnOnce(&TreeView<'_>, UnfoldingNode) -> T) -> T {
        let mut unfolding = Unfolding::new();
        let columns = self.graph.graph();
        let line = self
            .graph
            .read_line(Vertex::ROOT, self.line)
            .expect("a line");
        let node = unfolding
            .reveal(columns, UnfoldingNode::ROOT, &line)
            .expect("a node");
        let ends = self.ends.then(|| EndsByWinners::new(columns));
        let view = TreeView {
            labels: self.graph,
            analysis: &Analysis::new(columns, &self.options),
            unfolding: &unfolding,
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            notes: &NoNotes,
            what_if: None,
            ends: ends.as_ref(),
            style: Default::default(),
            elements: Default::default(),
        };
        ask(&view, node)
    }

    /// The parts of the reasoning. Everything in them that leads somewhere leads to a node.
    fn told(&self) -> Vec<(Tone, String)> {
        self.ask(|view, node| {
            let vertex = view.unfolding.vertex(node);
            let reasons = reasoning(view, vertex, &self.known(vertex));
            let graph = view.labels.graph();
            for reason in &reasons {
                let bounds = reason.words.text().starts_with("Proven interval");
                for phrase in &reason.words.phrases {
                    let mut at = vertex;
                    for edge in phrase.target.iter().flatten() {
                        assert!(graph.edges(at).any(|own| own == *edge));
                        at = graph.target(*edge);
                    }
                    if !phrase.strong || phrase.target.is_none() || bounds {
                        continue;
                    }
                    // A rating is that of the node to which it leads.
                    let each: Vec<String> = Player::all(graph.players())
                        .map(|player| view.rating_of(at, player))
                        .collect();
                    let tuple = format!("({})", each.join(", "));
                    assert!(each.contains(&phrase.text) || tuple == phrase.text);
                }
            }
            reasons
                .into_iter()
                .map(|reason| (reason.tone, reason.words.text()))
                .collect()
        })
    }

    fn known(&self, vertex: Vertex) -> NodeContext<'static> {
        NodeContext {
            picture: Box::leak(Box::new(self.graph.picture(vertex))),
            estimate: Estimate::WINNERS,
            building: false,
        }
    }

    fn formula(&self) -> Option<String> {
        let mut told = self.told().into_iter();
        told.find(|(tone, _)| *tone == Tone::Formula)
            .map(|(_, text)| text)
    }

    fn details(&self) -> Vec<String> {
        let told = self.told().into_iter();
        told.filter(|(tone, _)| *tone == Tone::Detail)
            .map(|(_, text)| text)
            .collect()
    }
}

const MOVES: &str = "start a: m10 -> win, m9 -> draw, m2 -> later, m1 -> lose, m3 -> draw
    later b: on -> soon
    soon a: on -> win, off -> win
    win end: 1 0
    draw end: 1/2 1/2
    lose end: 0 1";

#[test]
fn a_decision_is_told_as_a_formula_with_its_moves_by_rating_the_tie_and_best_play() {
    let graph = all(MOVES);
    let told = Asked::of(&graph, "", A);
    assert_eq!(
        told.formula().as_deref(),
        Some("max(1, 1/2, 1, 0, 1/2) = 1")
    );
    assert_eq!(
        told.details(),
        [
            "Rated 1: m10, m2; 1/2: m9, m3; 0: m1.",
            "Two moves tie. The best line takes m10, the quickest end (1 ply).",
            "Best line: m10: a wins.",
        ]
    );
    let told = Asked::of(&graph, "", B);
    assert_eq!(
        told.formula().as_deref(),
        Some("min(0, 1/2, 0, 1, 1/2) = 0")
    );
    assert_eq!(told.details()[0], "Rated 0: m10, m2; 1/2: m9, m3; 1: m1.");
    let told = Asked::of(&graph, "m2 on", A);
    assert_eq!(
        told.details()[1],
        "Two moves tie. The best line takes on, the quickest end (1 ply); 2 moves are equally quick, \
         and the first listed is used."
    );
}

#[test]
fn a_losing_player_takes_the_slowest_of_tied_ends() {
    let graph = all("start a: now -> lost, slow -> x
        x b: on -> lost
        lost end: 0 1
        won end: 1 0");
    assert_eq!(
        Asked::of(&graph, "", A).details()[1],
        "Two moves tie. The best line takes slow, the slowest end (2 plies), because a is losing."
    );
}

#[test]
fn whoever_has_less_than_a_share_without_losing_is_not_said_to_be_losing() {
    let graph = all("start a: now -> third, slow -> x
        x b: on -> third
        third end: 1/3 2/3
        won end: 1 0
        lost end: 0 1");
    assert_eq!(
        Asked::of(&graph, "", A).details()[1],
        "Two moves tie. The best line takes slow, the slowest end (2 plies), because a's rating is \
         below 1/2."
    );
}

#[test]
fn a_line_that_repeats_and_one_that_meets_a_limit_say_so() {
    let graph = all("here a: go -> there, stop -> lost
        there b: back -> here, stop -> won
        won end: 1 0
        lost end: 0 1");
    let details = Asked::of(&graph, "", A).details();
    assert_eq!(
        details.last().map(String::as_str),
        Some("Best line: go, back, and repeats forever.")
    );
    let script = "start a: on -> x
        x b: left -> half, right -> half
        half end: 1/2 1/2";
    let graph = scripted_graph(script, plies(1));
    let details = Asked::of(&graph, "", A).details();
    assert_eq!(details, ["Best line: on: limit reached, rated 1/2."]);
    assert_eq!(
        Asked::of(&graph, "on", A).told()[0].1,
        "The tree ends here at the ply limit (1): every possible end pays a 1/2."
    );
}

const THREE: &str = "players a b c
    start a: left -> coin, right -> duel
    coin chance a: heads 1/3 -> won, tails 2/3 -> lost
    duel b: fight -> coin, flee -> lost, run -> lost
    won end: 1 0 0
    lost end: 0 1/2 1/2";

#[test]
fn others_play_against_the_one_who_is_rated_or_each_for_itself() {
    let graph = all(THREE);
    let against = Asked {
        options: RatingOptions {
            multiplayer: Some(Multiplayer::Paranoid),
            ..RatingOptions::default()
        },
        ..Asked::of(&graph, "right", A)
    };
    assert_eq!(against.formula().as_deref(), Some("min(1/3, 0, 0) = 0"));
    assert_eq!(
        against.details()[1],
        "Two moves tie for b. The best line takes flee, the quickest end (1 ply); 2 moves are equally \
         quick, and the first listed is used."
    );
    let itself = Asked {
        options: RatingOptions {
            multiplayer: Some(Multiplayer::MaxN),
            ..RatingOptions::default()
        },
        ..Asked::of(&graph, "right", A)
    };
    assert_eq!(
        itself.formula().as_deref(),
        Some("max by b((1/3, 1/3, 1/3), (0, 1/2, 1/2), (0, 1/2, 1/2)) = (0, 1/2, 1/2)")
    );
    assert_eq!(
        itself.details()[1],
        "Two moves tie for b. The best line takes flee, the quickest end (1 ply); 2 moves are equally \
         quick, and the first listed is used."
    );
}

#[test]
fn chance_is_a_sum_with_its_terms() {
    let graph = all(THREE);
    let told = Asked::of(&graph, "left", A);
    assert_eq!(told.told()[0].1, "Chance: 1/3 × 1 + 2/3 × 0 = 1/3 for a.");
    assert_eq!(
        told.details()[0],
        "heads: 1/3 × 1 = 1/3; tails: 2/3 × 0 = 0."
    );
    assert_eq!(told.formula(), None, "the sentence is the formula");
}

#[test]
fn what_a_limit_hides_is_told_with_both_bounds() {
    let script = "start a: deep -> d1, mate -> won, half -> tied
        d1 b: on -> d2, off -> d3
        d2 a: on -> won, off -> lost
        d3 a: on -> won
        won end: 1 0
        tied end: 1/2 1/2
        lost end: 0 1";
    let graph = scripted_graph(script, plies(2));
    let told = Asked::of(&graph, "deep", A);
    assert_eq!(
        told.details(),
        ["Proven interval: 0 to 1. 2 of 2 moves are estimated."],
        "a list of equal bounds says nothing more"
    );
    let script = "start a: deep -> d1, half -> tied
        d1 b: on -> won
        won end: 1 0
        tied end: 1/2 1/2
        lost end: 0 1";
    let graph = scripted_graph(script, plies(1));
    assert!(
        Asked::of(&graph, "", A)
            .details()
            .iter()
            .any(|text| text.contains("At least max(0, 1/2) = 1/2; at most max(1, 1/2) = 1")),
        "{:?}",
        Asked::of(&graph, "", A).details()
    );
}

#[test]
fn where_every_end_below_has_one_winner_that_is_the_reason() {
    let script = "start a: x -> one, y -> two
        one b: on -> lost
        two b: on -> lost, off -> won
        won end: 1 0
        lost end: 0 1";
    let graph = all(script);
    let said = |graph: &Script, line: &str| {
        let asked = Asked {
            ends: true,
            ..Asked::of(graph, line, A)
        };
        let mut reasons = asked.details().into_iter();
        reasons.find(|text| text.contains("ends below"))
    };
    assert_eq!([said(&graph, ""), said(&graph, "y")], [None, None]);
    let script = "start a: x -> one, y -> two
        one b: on -> lost
        two b: on -> lost, off -> lost
        lost end: 0 1";
    let graph = all(script);
    let reason = said(&graph, "");
    assert_eq!(reason.as_deref(), Some("All 3 ends below: b wins."));
    // One end is no reason.
    assert_eq!(said(&graph, "x"), None);
}

#[test]
fn a_hundred_moves_stay_readable_and_ratings_that_are_hidden_hidden() {
    let mut script = "start a: ".to_owned();
    let moves: Vec<String> = (0..100).map(|mv| format!("m{mv} -> e{}", mv % 8)).collect();
    script.push_str(&moves.join(", "));
    for end in 0..8 {
        script.push_str(&format!("\ne{end} end: {end}/8 {}/8", 8 - end));
    }
    let graph = all(&script);
    let mut told = Asked::of(&graph, "", A);
    let formula = told.formula().expect("a formula");
    assert!(formula.starts_with("max(0, 1/8, 1/4, "), "{formula}");
    assert!(formula.ends_with(", … 92 more) = 7/8"), "{formula}");
    let list = &told.details()[0];
    assert!(
        list.starts_with("Rated 7/8: m7, m15, m23, m31, m39, m47, and 6 more; 3/4: m6"),
        "{list}"
    );
    assert!(list.ends_with("; 39 more, down to 0."), "{list}");
    for (_, text) in told.told() {
        assert!(text.chars().count() < 320, "{text}");
    }
    told.hidden = true;
    assert_eq!(
        told.told(),
        [(
            Tone::Sentence,
            "Ratings are hidden. Press H to show them.".to_owned()
        )]
    );
    let markdown = told
        .ask(|view, node| reasoning_markdown(view, node, &told.known(view.unfolding.vertex(node))));
    assert!(!markdown.contains("7/8"), "{markdown}");
}

#[test]
fn the_reasoning_is_copied_as_markdown() {
    let graph = all("start a: m*1 -> win, m2 -> lose\nwin end: 1 0\nlose end: 0 1");
    let told = Asked::of(&graph, "", A);
    let markdown = told
        .ask(|view, node| reasoning_markdown(view, node, &told.known(view.unfolding.vertex(node))));
    assert_eq!(
        markdown,
        "### Why `start` is rated 1 for a\n\n\
         a chooses the highest of 1, 0.\n\n\
         `max(1, 0) = 1`\n\n\
         Rated 1: m\\*1; 0: m2.\n\n\
         Best line: m\\*1: a wins.\n"
    );
}

#[test]
fn ratings_that_are_doubles_say_so_in_every_formula() {
    // Fractions whose denominators leave 128 bits.
    let mut script = "start a: go -> c0, stop -> lose\n".to_owned();
    for step in 0..6 {
        script.push_str(&format!(
            "c{step} chance a: y 999999937/1000000007 -> {}, n 70/1000000007 -> win\n",
            if step == 5 {
                "lose".to_owned()
            } else {
                format!("c{}", step + 1)
            }
        ));
    }
    script.push_str("win end: 1 0\nlose end: 0 1");
    let graph = all(&script);
    let formula = Asked::of(&graph, "", A).formula().expect("a formula");
    assert!(formula.starts_with("max(≈"), "{formula}");
    assert!(formula.contains(") = ≈"), "{formula}");
}

/// The history of a line.
fn history(graph: &Script, line: &str, ratings_for: RatingsFor) -> RatingHistory {
    Asked::of(graph, line, ratings_for).ask(|view, node| {
        let way = std::iter::successors(Some(node), |node| view.unfolding.parent(*node));
        let mut nodes: Vec<UnfoldingNode> = way.collect();
        nodes.reverse();
        RatingHistory::new(view, nodes)
    })
}

const GAME: &str = "start a: give -> lost, hold -> middle, win -> won
    middle b: slip -> late, even -> tied
    late a: take -> won, leave -> lost
    won end: 1 0
    tied end: 1/2 1/2
    lost end: 0 1";

#[test]
fn a_history_holds_everybodys_ratings_the_other_moves_and_the_blunders() {
    let graph = all(GAME);
    let history = history(&graph, "hold slip leave", A);
    assert_eq!(history.len(), 4);
    let heights = |player| {
        let place = |place| {
            history
                .height(place, Player(player))
                .expect("a height")
                .share
        };
        (0..4).map(place).collect::<Vec<f32>>()
    };
    assert_eq!(heights(0), [1.0, 0.5, 1.0, 0.0]);
    assert_eq!(heights(1), [0.0, 0.5, 0.0, 1.0]);
    assert_eq!(history.blunders(), [1, 2, 3]);
    let others = |place| {
        let others = history.others(place).iter();
        others.map(|height| height.share).collect::<Vec<f32>>()
    };
    // What others were worth to whoever chose: a, b, a.
    assert!(others(0).is_empty());
    assert_eq!(others(1), [0.0, 1.0]);
    assert_eq!(others(2), [0.5]);
    assert_eq!(others(3), [1.0]);
    let marks: Vec<&str> = history.marks().iter().map(|(_, text)| &**text).collect();
    assert_eq!(marks, ["0", "1/2", "1"]);
    assert_eq!(history.next_blunder(0), Some(1));
    assert_eq!(history.next_blunder(3), None);
    assert_eq!(history.previous_blunder(3), Some(2));
    assert_eq!(history.previous_blunder(1), None);
}

#[test]
fn blunders_are_named_with_what_was_better_and_agree_with_the_ratings() {
    let graph = all(GAME);
    Asked::of(&graph, "hold slip leave", A).ask(|view, node| {
        let way = std::iter::successors(Some(node), |node| view.unfolding.parent(*node));
        let mut nodes: Vec<UnfoldingNode> = way.collect();
        nodes.reverse();
        let history = RatingHistory::new(view, nodes.clone());
        let blunder = history.worse(view, 1).expect("a blunder");
        assert_eq!(
            blunder.sentence("a"),
            "Blunder by a: hold (1 → 1/2; best was win)"
        );
        assert_eq!(
            history.ply_texts(view, 2),
            [
                "Ply 2: b slip",
                "Ratings: a 1, b 0",
                "Other moves (rating for b): even 1/2",
                "Blunder: 1/2 → 0; best was even",
            ]
        );
        assert_eq!(history.ply_texts(view, 0), ["Root", "Ratings: a 1, b 0"]);
        assert_eq!(history.place_of(view, nodes[2]), (2, true));
        let hidden = TreeView {
            hidden: true,
            ..*view
        };
        let kept = RatingHistory::new(&hidden, nodes.clone());
        assert!(kept.is_hidden() && kept.blunders().is_empty());
        assert!(kept.others(1).is_empty() && kept.worse(&hidden, 1).is_none());
        assert_eq!(kept.ply_texts(&hidden, 1), ["Ply 1: a hold"]);
        assert_eq!(kept.height(1, Player(0)), None);
    });
}

#[test]
fn a_node_beside_the_line_is_placed_where_its_line_leaves_it() {
    let graph = all(GAME);
    Asked::of(&graph, "hold slip leave", A).ask(|view, node| {
        let mut unfolding = view.unfolding.clone();
        let way = std::iter::successors(Some(node), |node| unfolding.parent(*node));
        let mut nodes: Vec<UnfoldingNode> = way.collect();
        nodes.reverse();
        let line = graph.read_line(Vertex::ROOT, "hold even").expect("a line");
        let beside = unfolding
            .reveal(graph.graph(), UnfoldingNode::ROOT, &line)
            .expect("a node");
        let view = TreeView {
            unfolding: &unfolding,
            ..*view
        };
        let history = RatingHistory::new(&view, nodes[..2].to_vec());
        assert_eq!(history.place_of(&view, beside), (1, false));
        assert_eq!(history.place_of(&view, nodes[3]), (1, false));
        assert_eq!(history.place_of(&view, nodes[1]), (1, true));
        assert_eq!(history.place_of(&view, nodes[0]), (0, true));
    });
}

#[test]
fn heights_and_blunders_are_those_of_the_ratings_on_every_line_of_a_board() {
    let graph = support::small_graph("a1b2a3/b2a1b1 a", Limits::default());
    let columns = graph.graph();
    let analysis = Analysis::new(columns, &RatingOptions::default());
    let mut unfolding = Unfolding::new();
    // Down to ply 5 that is every line that begins so.
    unfolding.unfold_below(columns, UnfoldingNode::ROOT, Some(5), 3_000);
    let view = TreeView {
        labels: &graph,
        analysis: &analysis,
        unfolding: &unfolding,
        ratings_for: A,
        hidden: false,
        notes: &NoNotes,
        what_if: None,
        ends: None,
        style: Default::default(),
        elements: Default::default(),
    };
    let mut blunders = 0;
    for node in unfolding.preorder() {
        let way = std::iter::successors(Some(node), |node| unfolding.parent(*node));
        let mut nodes: Vec<UnfoldingNode> = way.collect();
        nodes.reverse();
        let history = RatingHistory::new(&view, nodes.clone());
        for (place, own) in nodes.iter().enumerate() {
            let vertex = unfolding.vertex(*own);
            for player in Player::all(2) {
                let rating = analysis.ratings.rating(vertex, player).to_f64();
                let height = history.height(place, player).expect("a height");
                assert!((f64::from(height.share) - rating).abs() < 1e-6);
                assert_eq!(height.proven, analysis.ratings.is_proven(vertex, player));
            }
            let worse = unfolding.parent(*own).is_some_and(|parent| {
                let (source, edge) = (unfolding.vertex(parent), unfolding.edge(*own));
                let edge = edge.expect("a move");
                let mover = columns.kind(source).player().expect("a mover");
                for other in columns.edges(source).filter(|other| *other != edge) {
                    let rating = analysis.ratings.rating(columns.target(other), mover);
                    let near = |height: &Height| (f64::from(height.share) - rating.to_f64()).abs();
                    assert!(history.others(place).iter().any(|mark| near(mark) < 1e-6));
                }
                let named = worse_move(&graph, &analysis, source, edge);
                let worse = is_blunder(columns, &analysis.ratings, source, edge);
                assert_eq!(
                    named.is_some(),
                    worse,
                    "a script of 0, 1/2 and 1 has blunders alone"
                );
                if let Some(named) = named {
                    let value = |edge| {
                        let target = columns.target(edge);
                        analysis.ratings.rating(target, named.player).to_f64()
                    };
                    assert!(value(named.better_edge) > value(edge));
                    let best = columns.edges(source).map(value).fold(0.0, f64::max);
                    assert_eq!(value(named.better_edge), best);
                }
                worse
            });
            assert_eq!(history.is_blunder(place), worse);
            blunders += usize::from(worse);
        }
    }
    assert!(blunders > 40, "{blunders}");
}

#[test]
fn a_long_line_is_summed_up_by_stretches() {
    let mut script = String::new();
    for ply in 0..3_000 {
        let mover = if ply % 2 == 0 { "a" } else { "b" };
        let next = if ply == 2_999 {
            "won".to_owned()
        } else {
            format!("n{}", ply + 1)
        };
        let other = if mover == "a" { "lost" } else { "won" };
        script.push_str(&format!("n{ply} {mover}: on -> {next}, stop -> {other}\n"));
    }
    script.push_str("won end: 1 0\nlost end: 0 1");
    let graph = all(&script);
    let line = vec!["on"; 3_000].join(" ");
    let history = history(&graph, &line, A);
    assert_eq!(history.len(), 3_001);
    let stretches = history.stretches(Player(0), 0.0, 3_001.0 / 400.0, 400);
    assert!(stretches.iter().all(Option::is_some));
    let whole = history.stretches(Player(0), 0.0, 4_000.0, 1);
    assert_eq!(whole.len(), 1);
    let (low, high) = whole[0].expect("ratings");
    assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0);
    // Beyond the line there is nothing, and before it neither.
    assert_eq!(history.stretches(Player(0), 3_001.0, 1.0, 2), [None, None]);
    assert_eq!(history.stretches(Player(0), -2.0, 1.0, 2), [None, None]);
}
