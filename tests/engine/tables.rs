//! What the tables and sentences of a node say: why it is rated as it is, and how its moves are
//! sorted.

use doomtree::diagram::{
    MoveSort, MoveSortKey, NoNotes, NodeContext, RatingsFor, TreeView, best_play, by_chance,
    by_move, by_nodes, by_number, by_plies, by_rating, move_row, move_tooltip, sorted_moves, why,
    worse_text,
};
use doomtree::game::{Estimate, Game, Player, Shown};
use doomtree::rating::{Analysis, Loss, Multiplayer, RatingOptions, best_edges};
use doomtree::tree::{Graph, Labels, Limits, Pictures, PositionGraph, Unfolding, Vertex};
use support::{plies, scripted_graph, small_graph};

const A: RatingsFor = RatingsFor::Player(Player(0));
const B: RatingsFor = RatingsFor::Player(Player(1));

/// Shows a graph for some ratings to whoever asks for a text.
fn shown<G: Game, T>(
    graph: &PositionGraph<G>,
    ratings_for: RatingsFor,
    hidden: bool,
    ask: impl FnOnce(&TreeView<'_>) -> T,
) -> T {
    let columns: &Graph = graph.graph();
    // Sums that aren't constant are rated as if others played against the one who is rated.
    let options = RatingOptions {
        multiplayer: Some(Multiplayer::Paranoid),
        ..RatingOptions::default()
    };
    ask(&TreeView {
        labels: graph,
        analysis: &Analysis::new(columns, &options),
        unfolding: &Unfolding::new(),
        ratings_for,
        hidden,
        notes: &NoNotes,
        what_if: None,
        ends: None,
        style: Default::default(),
        elements: Default::default(),
    })
}

fn at<G: Game>(graph: &PositionGraph<G>, line: &str) -> Vertex {
    let line = graph.read_line(Vertex::ROOT, line).expect(line);
    let last = line.last();
    last.map_or(Vertex::ROOT, |edge| graph.graph().target(*edge))
}

fn why_at<G: Shown>(graph: &PositionGraph<G>, line: &str, ratings_for: RatingsFor) -> String {
    why_while(graph, line, ratings_for, false)
}

fn why_while<G: Shown>(
    graph: &PositionGraph<G>,
    line: &str,
    ratings_for: RatingsFor,
    building: bool,
) -> String {
    let vertex = at(graph, line);
    let known = NodeContext {
        picture: &graph.picture(vertex),
        estimate: Estimate::WINNERS,
        building,
    };
    shown(graph, ratings_for, false, |view| {
        why(view, vertex, &known).text()
    })
}

fn all(script: &str) -> PositionGraph<doomtree::games::scripted::Scripted> {
    scripted_graph(script, Limits::default())
}

/// A decision of a with an end for every payoff.
fn choice(payoffs: &[&str]) -> String {
    let moves: Vec<String> = (0..payoffs.len())
        .map(|index| format!("m{index} -> e{index}"))
        .collect();
    let mut script = format!("start a: {}\n", moves.join(", "));
    for (index, payoff) in payoffs.iter().enumerate() {
        let other = match *payoff {
            "1" => "0",
            "0" => "1",
            other => other,
        };
        script.push_str(&format!("e{index} end: {payoff} {other}\n"));
    }
    script
}

#[test]
fn the_mover_chooses_the_highest_for_itself_and_the_lowest_for_the_other() {
    let graph = all(&choice(&["0", "1/2", "1"]));
    assert_eq!(why_at(&graph, "", A), "a chooses the highest of 0, 1/2, 1.");
    assert_eq!(
        why_at(&graph, "", B),
        "a chooses the lowest of 1, 1/2, 0 for b."
    );
    assert_eq!(
        why_at(&graph, "", RatingsFor::Mover),
        "a chooses the highest of 0, 1/2, 1."
    );
}

#[test]
fn moves_that_tie_are_counted_and_those_that_decide_say_so() {
    for (payoffs, expected) in [
        (
            &["1", "1", "1"][..],
            "highest of 1, 1, 1: all three moves win.",
        ),
        (&["0", "0"], "highest of 0, 0: both moves lose."),
        (
            &["1/2", "0", "1/2"],
            "highest of 1/2, 0, 1/2: 2 of 3 moves are best.",
        ),
        (&["1", "0", "1"], "highest of 1, 0, 1: 2 of 3 moves win."),
        (
            &["1/2", "1/2"],
            "highest of 1/2, 1/2: both moves are equally good.",
        ),
    ] {
        let graph = all(&choice(payoffs));
        assert_eq!(why_at(&graph, "", A), format!("a chooses the {expected}"));
    }
}

#[test]
fn many_moves_are_told_by_their_range() {
    let mut payoffs = vec!["0"; 13];
    assert_eq!(
        why_at(&all(&choice(&payoffs)), "", B),
        "All 13 moves have the rating 1 for b: a loses with every move."
    );
    assert_eq!(
        why_at(&all(&choice(&["1/2"; 13])), "", A),
        "All 13 moves have the rating 1/2 for a."
    );
    payoffs[7] = "1";
    assert_eq!(
        why_at(&all(&choice(&payoffs)), "", A),
        "a chooses the highest of 13 ratings between 0 and 1."
    );
    payoffs.pop();
    let list = "0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0";
    assert_eq!(
        why_at(&all(&choice(&payoffs)), "", A),
        format!("a chooses the highest of {list}.")
    );
}

#[test]
fn a_forced_move_and_an_end_on_a_board_say_so() {
    let graph = small_graph("b2b2/a2b1 a", Limits::default());
    assert_eq!(
        why_at(&graph, "", A),
        "a has only one move, 2 → 3, rated 0 for a."
    );
    assert_eq!(
        why_at(&graph, "2>3", B),
        "a has only one move, pass, rated 1 for b."
    );
    assert_eq!(
        why_at(&graph, "2>3 pass", A),
        "b chooses the lowest of 0, 0, 0 for a: all three moves win."
    );
    assert_eq!(
        why_at(&graph, "2>3 pass 0>2 pass", A),
        "b has 3 of 4 hexes and wins: payoff 0 for a."
    );
    let vertex = at(&graph, "2>3 pass");
    shown(&graph, A, false, |view| {
        let play = best_play(view, vertex);
        let told = play.map(|play| play.text());
        assert_eq!(told.as_deref(), Some("Best line: 0 → 2, pass: b wins."));
        let sentence = why(
            view,
            vertex,
            &NodeContext {
                picture: &graph.picture(vertex),
                estimate: Estimate::WINNERS,
                building: false,
            },
        );
        assert_eq!(sentence.mark, Some(Player(1)));
        let strong: Vec<_> = sentence.phrases.iter().filter(|it| it.strong).collect();
        assert_eq!(strong.len(), 3);
        assert!(
            strong
                .iter()
                .all(|it| it.text == "0" && it.target.is_some())
        );
    });
}

#[test]
fn a_tie_on_a_board_names_both() {
    let graph = small_graph("a1b1 a", Limits::default());
    assert_eq!(
        why_at(&graph, "", A),
        "a and b tie with 1 of 2 hexes each: payoff 1/2 for a."
    );
}

const COIN: &str = "players a b c
    start a: left -> coin, right -> duel
    coin chance a: heads 1/3 -> won, tails 2/3 -> lost
    duel b: fight -> coin, flee -> lost, run -> lost
    won end: 1 0 0
    lost end: 0 1/2 1/2";

#[test]
fn chance_is_the_mean_of_its_branches() {
    let graph = all(COIN);
    assert_eq!(
        why_at(&graph, "left", A),
        "Chance: 1/3 × 1 + 2/3 × 0 = 1/3 for a."
    );
    assert_eq!(
        why_at(&graph, "left heads", A),
        "Game over: a wins. Payoffs: a 1, b 0, c 0."
    );
    let mut script = "roll chance: ".to_owned();
    let sides: Vec<String> = (1..=7)
        .map(|side| format!("s{side} 1/7 -> e{side}"))
        .collect();
    script.push_str(&sides.join(", "));
    for side in 1..=7 {
        script.push_str(&format!("\ne{side} end: {}/7 {}/7", side, 7 - side));
    }
    assert_eq!(
        why_at(&all(&script), "", A),
        "Chance: the weighted average of 7 outcomes between 1/7 and 1 is 4/7 for a."
    );
    let one = all("roll chance: only 1 -> e\ne end: 1 0");
    assert_eq!(
        why_at(&one, "", B),
        "The only outcome is only, rated 0 for b."
    );
}

#[test]
fn with_three_players_everybody_plays_against_the_one_who_is_rated() {
    let graph = all(COIN);
    assert_eq!(why_at(&graph, "", A), "a chooses the highest of 1/3, 0.");
    assert_eq!(
        why_at(&graph, "right", A),
        "b is assumed to play against a and chooses the lowest of 1/3, 0, 0 for a."
    );
    assert_eq!(
        why_at(&graph, "right", RatingsFor::Mover),
        "b chooses the highest of 1/3, 1/2, 1/2: 2 of 3 moves are best."
    );
}

#[test]
fn where_both_can_gain_nobody_wins_by_a_rating() {
    let graph = all("start a: l -> x, r -> y; x end: 1 1; y end: 1 0");
    assert_eq!(
        why_at(&graph, "", A),
        "a chooses the highest of 1, 1: both moves are equally good."
    );
    assert_eq!(
        why_at(&graph, "", B),
        "a is assumed to play against b and chooses the lowest of 1, 0 for b."
    );
}

#[test]
fn a_horizon_names_its_limit_its_estimate_and_what_is_proven() {
    let graph = small_graph("b3a3/b1b2 a", plies(3));
    let horizon = graph
        .graph()
        .vertices()
        .find(|vertex| {
            matches!(
                graph.graph().kind(*vertex),
                doomtree::tree::VertexKind::Horizon(_)
            )
        })
        .expect("a horizon");
    let known = |building| {
        let picture = graph.picture(horizon);
        shown(&graph, A, false, |view| {
            let known = NodeContext {
                picture: &picture,
                estimate: Estimate::WINNERS,
                building,
            };
            why(view, horizon, &known).text()
        })
    };
    let told = known(false);
    assert!(
        told.starts_with("The tree ends here at the ply limit (3): a's rating is between 0 and 1."),
        "{told}"
    );
    assert!(told.contains(" Estimate (winners): "), "{told}");
    let told = known(true);
    assert!(
        told.starts_with("The moves from here aren't built yet: a's rating is between"),
        "{told}"
    );
    let stopped = small_graph(
        "b2a1a1/a2b2a3/b3b1b1 a",
        Limits {
            max_nodes: Some(4),
            ..Limits::default()
        },
    );
    let last = Vertex(stopped.graph().len() as u32 - 1);
    let picture = stopped.picture(last);
    let told = shown(&stopped, A, false, |view| {
        let known = NodeContext {
            picture: &picture,
            estimate: Estimate::SHARE,
            building: false,
        };
        why(view, last, &known).text()
    });
    assert!(
        told.starts_with("The tree ends here at the position limit (4): a's rating is between"),
        "{told}"
    );
    assert!(told.contains(" Estimate (share): "), "{told}");
}

#[test]
fn what_rests_on_estimates_and_what_is_certain_in_spite_of_them_is_told() {
    let script = "start a: deep -> d1, mate -> won
        d1 b: on -> d2, off -> lost
        d2 a: on -> won, off -> lost
        won end: 1 0
        lost end: 0 1";
    let graph = scripted_graph(script, plies(2));
    // b's second move is lost for a, whatever the first one leads to.
    assert_eq!(
        why_at(&graph, "deep", A),
        "b chooses the lowest of ?, 0 for a: 0 is proven, whatever the unproven moves turn out to be."
    );
    // Whether the first move wins too isn't known: only what is proven is said to be best.
    let script = |end: &str, moves: &str| {
        format!(
            "start a: deep -> d1, {moves}
            d1 b: on -> d2, off -> won
            d2 a: on -> won, off -> lost
            x end: {end}
            won end: 1 0
            lost end: 0 1"
        )
    };
    let graph = scripted_graph(&script("1 0", "m1 -> x, m2 -> x"), plies(1));
    assert_eq!(
        why_at(&graph, "", A),
        "a chooses the highest of ?, 1, 1: 2 of 3 moves are proven wins; 1 is proven, whatever the \
         unproven moves turn out to be."
    );
    let many: Vec<String> = (1..=12).map(|mv| format!("m{mv} -> x")).collect();
    let graph = scripted_graph(&script("1 0", &many.join(", ")), plies(1));
    assert_eq!(
        why_at(&graph, "", B),
        "a chooses the lowest of 13 ratings, 0 for b: 12 of 13 moves are proven wins; 0 is proven, \
         whatever the unproven moves turn out to be."
    );
    let script = "start a: deep -> d1, other -> d2
        d1 b: on -> won
        d2 b: on -> lost
        won end: 1 0
        lost end: 0 1";
    let graph = scripted_graph(script, plies(1));
    assert_eq!(
        why_at(&graph, "", A),
        "Nothing is proven about either move: the tree isn't complete."
    );
    assert_eq!(
        why_while(&graph, "", A, true),
        "Nothing is proven about either move: the tree is still being built."
    );
}

#[test]
fn play_that_goes_round_for_ever_is_told() {
    let graph = all("here a: go -> there, stop -> lost
        there b: back -> here, stop -> won
        won end: 1 0
        lost end: 0 1");
    assert_eq!(
        why_at(&graph, "", A),
        "a chooses the highest of 1/2, 0: with best play the game never ends."
    );
    // Nobody can leave, so that this is worth what play without end is.
    let graph = all("start chance: trap 1/2 -> here, out 1/2 -> won
        here a: on -> roll
        roll chance: again 1/2 -> here, also 1/2 -> here
        won end: 1 0
        lost end: 0 1");
    assert_eq!(
        why_at(&graph, "", A),
        "Chance: 1/2 × ≈ 0.5 + 1/2 × 1 = ≈ 0.750 for a."
    );
    assert_eq!(
        why_at(&graph, "trap", A),
        "a has only one move, on, rated ≈ 0.5 for a."
    );
}

#[test]
fn hidden_ratings_hide_the_sentence_and_best_play() {
    let graph = small_graph("b2b2/a2b1 a", Limits::default());
    let picture = graph.picture(Vertex::ROOT);
    shown(&graph, A, true, |view| {
        let known = NodeContext {
            picture: &picture,
            estimate: Estimate::WINNERS,
            building: false,
        };
        let told = why(view, Vertex::ROOT, &known).text();
        assert_eq!(told, "Ratings are hidden. Press H to show them.");
        assert_eq!(best_play(view, Vertex::ROOT), None);
    });
}

#[test]
fn long_names_are_shortened_in_the_sentence() {
    let long = "somebody-with-a-very-long-name";
    let mv = "a-move-with-a-very-long-name-too";
    let graph = all(&format!(
        "players {long} b\nstart {long}: {mv} -> e\ne end: 1 0"
    ));
    assert_eq!(
        why_at(&graph, "", A),
        "somebody-with-a-ver… has only one move, a-move-with-a-very-…, rated 1 for \
         somebody-with-a-ver…."
    );
}

/// The numbers of the rows in the order of the table.
fn rows<G: Game>(
    graph: &PositionGraph<G>,
    hidden: bool,
    order: MoveSortKey,
    descending: bool,
) -> Vec<usize> {
    shown(graph, A, hidden, |view| {
        sorted_moves(view, Vertex::ROOT, Some((order, descending)))
            .into_iter()
            .map(|edge| graph.graph().key(Vertex::ROOT, edge) + 1)
            .collect()
    })
}

const MOVES: &str = "start a: m10 -> win, m9 -> draw, m2 -> later, m1 -> lose, m3 -> draw
    later b: on -> soon
    soon a: on -> win, off -> win
    win end: 1 0
    draw end: 1/2 1/2
    lose end: 0 1";

#[test]
fn rows_are_sorted_by_any_column_and_tied_rows_stay_in_the_rules_order() {
    let graph = all(MOVES);
    let rows = |column, descending| rows(&graph, false, column, descending);
    assert_eq!(rows(by_number, false), [1, 2, 3, 4, 5]);
    assert_eq!(rows(by_number, true), [5, 4, 3, 2, 1]);
    assert_eq!(rows(by_move, false), [4, 3, 5, 2, 1]);
    assert_eq!(rows(by_move, true), [1, 2, 5, 3, 4]);
    assert_eq!(rows(by_rating, false), [4, 2, 5, 1, 3]);
    assert_eq!(rows(by_rating, true), [1, 3, 2, 5, 4]);
    assert_eq!(rows(by_plies, false), [1, 2, 4, 5, 3]);
    assert_eq!(rows(by_plies, true), [3, 1, 2, 4, 5]);
    assert_eq!(rows(by_nodes, false), [1, 2, 4, 5, 3]);
    assert_eq!(rows(by_nodes, true), [3, 1, 2, 4, 5]);
}

#[test]
fn hidden_ratings_show_in_no_order() {
    let graph = all(MOVES);
    let rows = |column, descending| rows(&graph, true, column, descending);
    for column in [by_rating as MoveSortKey, by_plies] {
        for descending in [false, true] {
            assert_eq!(rows(column, descending), [1, 2, 3, 4, 5]);
        }
    }
    assert_eq!(rows(by_nodes, true), [3, 1, 2, 4, 5]);
}

#[test]
fn what_has_no_distance_comes_last_either_way_and_probabilities_sort_exactly() {
    let graph = all("start a: roll -> coin, far -> on, near -> won
        coin chance: x 1/3 -> won, y 2/3 -> lost
        on b: on -> won
        won end: 1 0
        lost end: 0 1");
    assert_eq!(rows(&graph, false, by_plies, false), [3, 2, 1]);
    assert_eq!(rows(&graph, false, by_plies, true), [2, 3, 1]);
    let coin = all("coin chance: x 1/3 -> won, y 2/7 -> lost, z 8/21 -> won
        won end: 1 0
        lost end: 0 1");
    assert_eq!(rows(&coin, false, by_chance, false), [2, 1, 3]);
    assert_eq!(rows(&coin, false, by_chance, true), [3, 1, 2]);
    shown(&coin, A, false, |view| {
        let edge = coin.graph().edge(Vertex::ROOT, 2).expect("a branch");
        let row = move_row(view, Vertex::ROOT, edge, &[]);
        assert_eq!(row.probability, Some(doomtree::game::ratio(8, 21)));
        let told = move_tooltip(view, Vertex::ROOT, &row);
        assert!(told.contains("Probability 38.1 %, 8/21"), "{told}");
    });
}

#[test]
fn counts_beyond_sixty_four_bits_sort_exactly() {
    // Chains of doublings: 2^70 + 1, 2^70 and 2^69 lines.
    let mut script = "start a: big -> more, bigger -> most, small -> n69\n".to_owned();
    script.push_str("more a: on -> n70, also -> n0\nmost a: on -> n70, also -> n1\n");
    for level in 1..=70 {
        script.push_str(&format!("n{level} a: l -> n{0}, r -> n{0}\n", level - 1));
    }
    script.push_str("n0 end: 1 0");
    let graph = all(&script);
    assert_eq!(rows(&graph, false, by_nodes, false), [3, 1, 2]);
    assert_eq!(rows(&graph, false, by_nodes, true), [2, 1, 3]);
    shown(&graph, A, false, |view| {
        let edge = graph.graph().edge(Vertex::ROOT, 0).expect("a move");
        let row = move_row(view, Vertex::ROOT, edge, &[]);
        assert_eq!(row.narrow_nodes, "2.4×10²¹");
        let told = move_tooltip(view, Vertex::ROOT, &row);
        assert!(
            told.contains("2,361,183,241,434,822,606,849 nodes"),
            "{told}"
        );
    });
}

#[test]
fn a_row_tells_its_numbers_and_a_blunder_its_cost() {
    let graph = all(MOVES);
    let moves: Vec<_> = graph.graph().edges(Vertex::ROOT).collect();
    shown(&graph, A, false, |view| {
        let best = best_edges(graph.graph(), &view.analysis.ratings, Vertex::ROOT);
        let row = |place: usize| move_row(view, Vertex::ROOT, moves[place], &best);
        let late = row(2);
        assert!(late.best);
        assert_eq!(
            [&late.mv, &late.rating, &late.ends_in, &late.nodes],
            ["m2", "1", "3", "4"]
        );
        assert!(!row(3).best);
        let cost = worse_text(view, Vertex::ROOT, moves[3]);
        let text = "Blunder: lowers a's rating from 1 to 0".to_owned();
        assert_eq!(cost, Some((Loss::Blunder, text)));
        assert_eq!(worse_text(view, Vertex::ROOT, moves[2]), None);
        let told = move_tooltip(view, Vertex::ROOT, &row(3));
        assert!(told.contains("Position: lose"), "{told}");
        assert!(told.contains("Blunder: lowers a's rating from 1 to 0"));
    });
    shown(&graph, A, true, |view| {
        let best = best_edges(graph.graph(), &view.analysis.ratings, Vertex::ROOT);
        let row = move_row(view, Vertex::ROOT, moves[0], &best);
        assert!(!row.best);
        assert_eq!([&row.rating, &row.ends_in], ["?", "?"]);
        assert_eq!(worse_text(view, Vertex::ROOT, moves[3]), None);
    });
}

#[test]
fn a_third_click_brings_the_rules_order_back() {
    let mut sort = None;
    let mut seen = Vec::new();
    for _ in 0..4 {
        sort = MoveSort::clicked(sort, "Nodes");
        seen.push(sort.map(|sort| sort.descending));
    }
    assert_eq!(seen, [Some(false), Some(true), None, Some(false)]);
    let other = MoveSort::clicked(sort, "Rating");
    assert_eq!(other.map(|sort| sort.column), Some("Rating"));
}
