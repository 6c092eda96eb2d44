//! The legend of a recorded search: an entry for each mark that occurs.

use std::collections::BTreeSet;

use super::legend::players;
use super::legend_entry::{LegendEntry, boxed, number, of_rows, row, segments};
use super::node::draw_chance;
use super::recorded::{RecordedSight, RecordedView, below_words, end_words, node_words};
use super::shape::{Anchor, Drawing, Ink, Point, Stroke};
use super::view::TreeView;
use crate::game::Player;
use crate::search::{Method, NodePhase};
use crate::tree::VertexKind;
use crate::words::AVERAGE;

fn node(sign: &mut Drawing, fill: Ink, stroke: Stroke) {
    boxed(sign, [22.0, 14.0], 4.0, Some(fill), Some(stroke));
}

fn text(sign: &mut Drawing, at: f64, text: &str) {
    let at = Point::new(at, 0.0);
    sign.strong_text(at, Anchor::Middle, text, 12.0, Ink::Text);
}

/// The entries for a recording of a method: all that can occur, or only what some `sights` have, and
/// the players.
pub fn recording_legend(
    view: &RecordedView<'_>,
    method: Method,
    sights: Option<&[RecordedSight]>,
) -> Vec<LegendEntry> {
    let any = |is: fn(&RecordedSight) -> bool| sights.is_none_or(|all| all.iter().any(is));
    let movers = sights.map(|_| players(&view.tree, &movers(&view.tree)));
    let (seen, known, drawn) = match method.samples() {
        true => ("tried: average", AVERAGE, "drawn"),
        false => ("finished", "1", "running sum"),
    };
    let window = method.has_window();
    let chance = view.tree.labels.graph().has_chance();
    let rounded = sights.map_or(chance, |all| all.iter().any(|it| is_rounded(view, it)));
    let rows = [
        number(rounded, "≈", "rounded"),
        row(any(|it| it.at_work), 22.0, "current node", |sign| {
            node(sign, Ink::Soft, Stroke::new(3.0, Ink::Text));
        }),
        row(
            any(RecordedSight::is_on_stack),
            22.0,
            "call stack",
            |sign| {
                node(sign, Ink::Panel, Stroke::new(2.0, Ink::Text));
            },
        ),
        row(any(RecordedSight::is_finished), 22.0, seen, |sign| {
            node(sign, Ink::Panel, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, known);
        }),
        row(
            any(|it| it.phase == NodePhase::Unseen),
            22.0,
            "not visited yet",
            |sign| {
                node(sign, Ink::Ground, Stroke::new(1.0, Ink::Line));
            },
        ),
        row(
            window && any(RecordedSight::is_bounded),
            30.0,
            "lower, upper bound",
            |sign| {
                text(sign, 15.0, "≥ ≤");
            },
        ),
        row(
            window && any(RecordedSight::has_window),
            18.0,
            "search window (α, β)",
            |sign| {
                text(sign, 9.0, "α β");
            },
        ),
        row(
            window && any(|it| it.phase == NodePhase::Cut),
            22.0,
            "cut",
            |sign| {
                node(sign, Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 3.0));
                let strokes = [8.0, 13.0].map(|x| [(x - 3.0, 4.0), (x + 3.0, -4.0)]);
                segments(sign, Stroke::new(1.6, Ink::Text), strokes);
            },
        ),
        row(
            method.keeps_table() && any(RecordedSight::is_hit),
            22.0,
            "table hit",
            |sign| {
                node(sign, Ink::Soft, Stroke::new(1.2, Ink::Dim));
                text(sign, 11.0, "1");
            },
        ),
        row(chance, 16.0, format!("chance: {drawn}"), |sign| {
            draw_chance(sign, Point::new(8.0, 0.0), 7.0);
        }),
    ];
    of_rows(movers.into_iter().chain(rows))
}

/// Whether a text at a node is rounded.
fn is_rounded(view: &RecordedView<'_>, sight: &RecordedSight) -> bool {
    let tree = &view.tree;
    let kind = tree
        .labels
        .graph()
        .kind(tree.unfolding.vertex(sight.sight.node));
    let (value, under) = match kind {
        VertexKind::End => end_words(view, sight),
        _ => (node_words(view, sight), String::new()),
    };
    let below = below_words(view, sight, kind).map(|(text, ..)| text);
    [value, under, below.unwrap_or_default()]
        .iter()
        .any(|text| text.contains('≈'))
}

/// The players who move somewhere, in their order.
fn movers(view: &TreeView<'_>) -> Vec<Player> {
    let graph = view.labels.graph();
    let nodes = view.unfolding.preorder();
    let kinds = nodes.map(|node| graph.kind(view.unfolding.vertex(node)));
    let movers = kinds.filter_map(|kind| match kind {
        VertexKind::Decision(player) => Some(player),
        _ => None,
    });
    let movers: BTreeSet<Player> = movers.collect();
    movers.into_iter().collect()
}
