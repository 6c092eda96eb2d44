//! Graphs in node-link JSON.

use doomtree::game::{half, ratio, whole, zero};
use doomtree::save::{Layer, write_positions, write_tree};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};

use super::{build, compare, rated, ratings, read, refused};
use support::dialects::{self, dice};

#[test]
fn a_graph_of_another_program_is_rated_whatever_its_identifiers_are() {
    let text = r#"{"directed": true, "multigraph": false, "graph": {"name": "mine"},
 "nodes": [
  {"id": [1, 2], "payoff": 3},
  {"id": "r", "player": "max"},
  {"id": 2.5, "player": "min", "name": "hub"},
  {"id": 7, "payoffs": {"max": "-1/2", "min": 0.5}},
  {"id": null, "winner": "min"}
 ],
 "links": [
  {"source": "r", "target": 2.5, "label": "go on"},
  {"source": "r", "target": 7, "move": "quit", "weight": 2},
  {"source": 2.5, "target": [1,  2]},
  {"source": 2.5, "target": null}
 ]}"#;
    let imported = read(text).expect("a good graph");
    assert_eq!(imported.title.as_deref(), Some("mine"));
    let rated = build(&imported);
    assert!(rated.analysis.ratings.is_max_n());
    assert_eq!(dialects::moves(&rated, Vertex::ROOT), ["go on", "quit"]);
    let hub = dialects::at(&rated, "\"go on\"");
    assert_eq!(rated.graph.position_text(hub), "hub");
    assert_eq!(dialects::moves(&rated, hub), ["[1,2]", "null"]);
    assert_eq!(ratings(&rated, Vertex::ROOT), [zero(), whole(1)]);
}

#[test]
fn chance_is_told_by_its_kind_its_player_or_its_edges() {
    for chance in [
        r#""kind":"chance""#,
        r#""player":"Nature""#,
        r#""kind":"chance","player":"b""#,
        r#""x":1"#,
    ] {
        let text = format!(
            r#"{{"nodes":[{{"id":0,{chance}}},{{"id":1,"payoffs":[1,0]}},{{"id":2,"payoffs":["1/4","3/4"]}}],
 "edges":[{{"source":0,"target":1,"probability":0.25}},{{"source":0,"target":2,"probability":"3/4"}}]}}"#
        );
        let imported = read(&text).expect(chance);
        let rated = build(&imported);
        assert!(rated.analysis.ratings.has_constant_sum(), "{chance}");
        let root = ratings(&rated, Vertex::ROOT);
        assert_eq!(root, [ratio(7, 16), ratio(9, 16)], "{chance}");
    }
}

#[test]
fn positions_that_recur_are_rated_as_endless_play_is() {
    // a can go round for ever, or take the end that is worth nothing to it.
    let text = r#"{"directed":true,"graph":{"root":"x","players":["a","b"]},
 "edges":[{"source":"x","target":"y","key":0},{"source":"y","target":"x"},{"source":"y","target":"z"}],
 "nodes":[{"id":"y","player":"a"},{"id":"x","player":"b"},{"id":"z","winners":["b"]},
          {"id":"lost","player":"nobody"}]}"#;
    let imported = read(text).expect("a good graph");
    assert_eq!(imported.nodes, 3);
    assert!(
        imported.notices[0].contains("a node that can't be reached"),
        "{:?}",
        imported.notices
    );
    assert_eq!(ratings(&build(&imported), Vertex::ROOT), [half(), half()]);
    let text = text.replace(r#""winners":["b"]"#, r#""payoffs":[0,5]"#);
    let two = text.replace(
        r#"{"id":"lost","#,
        r#"{"id":"z2","payoffs":[1,1]},{"id":"lost","#,
    );
    let two = two.replace(
        r#"{"source":"y","target":"z"}"#,
        r#"{"source":"y","target":"z"},{"source":"y","target":"z2"}"#,
    );
    let imported = read(&two).expect("a good graph");
    assert!(
        imported
            .notices
            .iter()
            .any(|notice| notice.contains("repeat"))
    );
    assert!(!build(&imported).analysis.ratings.is_max_n());
}

#[test]
fn winners_share_one_and_nobody_is_everybody() {
    let text = |winner: &str| {
        format!(
            r#"{{"graph":{{"players":["a","b","c"]}},"nodes":[{{"id":1,{winner}}}],"edges":[]}}"#
        )
    };
    let third = ratio(1, 3);
    for (winner, payoffs) in [
        (r#""winners":["c","a"]"#, [half(), zero(), half()]),
        (r#""winner":"b""#, [zero(), whole(1), zero()]),
        (r#""winner":"draw""#, [third; 3]),
        (r#""winners":[]"#, [third; 3]),
    ] {
        assert_eq!(
            ratings(&rated(&text(winner)), Vertex::ROOT),
            payoffs,
            "{winner}"
        );
    }
}

#[test]
fn our_own_trees_come_back_when_networkx_has_written_them_anew() {
    // networkx drops our format and end, and keeps the rest.
    for (words, position, plies) in [
        ("land-of-lisp", "b2b2/a2b1 a", None),
        ("land-of-lisp-v4 players=2", "a3b2/b1a2 a", Some(2)),
    ] {
        let limits = Limits {
            max_plies: plies,
            ..Limits::default()
        };
        let own = dialects::rated(&dice(words, position), limits);
        let mut unfolding = Unfolding::new();
        unfolding.unfold_below(own.graph.graph(), UnfoldingNode::ROOT, None, 10_000);
        for positions in [false, true] {
            let mut bytes = Vec::new();
            if positions {
                write_positions(&mut bytes, &own.source(), &Layer::default()).expect("a file");
            } else {
                write_tree(
                    &mut bytes,
                    &own.source(),
                    &unfolding,
                    None,
                    &Layer::default(),
                )
                .expect("a file");
            }
            let json: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
            let kept = serde_json::json!({
                "directed": true,
                "multigraph": json["multigraph"],
                "graph": json["graph"],
                "nodes": json["nodes"],
                "edges": json["edges"],
            });
            let theirs = rated(&serde_json::to_string_pretty(&kept).expect("JSON"));
            let nodes = compare(&own, &theirs, |_, _| {});
            assert_eq!(nodes, unfolding.len(), "{words}");
        }
    }
}

#[test]
fn what_is_missing_is_told_with_what_to_add() {
    let graph = |nodes: &str, edges: &str| format!("{{\"nodes\":[{nodes}],\n\"edges\":[{edges}]}}");
    let leaf = r#"{"id":1,"payoffs":[1,0]}"#;
    for (nodes, edges, place, words) in [
        (
            r#"{"id":1}"#,
            "",
            "line 1",
            "the leaf '1' has neither payoffs nor winners",
        ),
        (
            leaf,
            r#"{"source":1,"target":2}"#,
            "line 2",
            "no node with the identifier '2'",
        ),
        (leaf, r#"{"source":1}"#, "line 2", "has no 'target'"),
        (r#"{"name":1}"#, "", "line 1", "has no 'id'"),
        (
            r#"{"id":1},{"id":1}"#,
            "",
            "line 1",
            "two nodes with the identifier '1'",
        ),
        (
            r#"{"id":0},{"id":1,"payoffs":[1,0]}"#,
            r#"{"source":0,"target":1}"#,
            "line 1",
            "nobody to make them",
        ),
        (
            r#"{"id":0,"kind":"end","player":"a"},{"id":1,"payoffs":[1,0]}"#,
            r#"{"source":0,"target":1}"#,
            "line 1",
            "edges lead from it",
        ),
        (r#"{"id":0,"kind":"flop"}"#, "", "line 1", "'flop'"),
        (
            r#"{"id":0,"payoffs":"much"}"#,
            "",
            "line 1",
            "'much' is no number",
        ),
        (
            r#"{"id":0,"payoffs":{"a":1,"b":true}}"#,
            "",
            "line 1",
            "'true' is no payoff",
        ),
        (
            r#"{"id":0,"winner":true}"#,
            "",
            "line 1",
            "'true' names no winners",
        ),
        (
            r#"{"id":0,"payoffs":[1,2]},{"id":1,"payoffs":[1]},{"id":2,"player":"a"}"#,
            r#"{"source":2,"target":0},{"source":2,"target":1}"#,
            "line 1",
            "needs 2 payoffs, one per player; you gave 1",
        ),
        (
            r#"{"id":0,"winner":"a"},{"id":1,"winner":"a"}"#,
            "",
            "line 1",
            "no edge leads to '0' or '1'",
        ),
        ("", "", "line 1", "no nodes"),
    ] {
        refused(&graph(nodes, edges), place, words);
    }
    refused(
        r#"{"directed":false,"nodes":[]}"#,
        "line 1",
        "isn't directed",
    );
    refused(r#"{"directed":true}"#, "line 1", "no 'nodes'");
    refused(r#"{"nodes":[],"nodes":[]}"#, "line 1", "twice");
    refused(r#"{"links":[],"edges":[],"nodes":[]}"#, "line 1", "twice");
    refused(
        r#"{"graph":{"root":5},"nodes":[{"id":1,"winner":"a"}]}"#,
        "line 1",
        "root",
    );
    refused(r#"{"nodes":{"a":1}}"#, "line 1", "array");
    refused(
        r#"{"nodes":[{"id":1,"winner":"a"}"#,
        "line 1",
        "is truncated",
    );
}
