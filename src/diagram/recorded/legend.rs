//! The legend of a recording.

use super::super::legend_entry::{LegendEntry, boxed, of_rows, row, segments};
use super::super::node::draw_chance;
use super::super::shape::{Anchor, Drawing, Ink, Point, Stroke, Weight};
use super::RecordedView;
use crate::search::Method;
use crate::words::AVERAGE;

fn node(sign: &mut Drawing, fill: Ink, stroke: Stroke) {
    boxed(sign, [22.0, 14.0], 4.0, Some(fill), Some(stroke));
}

fn text(sign: &mut Drawing, at: f64, text: &str) {
    let at = Point::new(at, 0.0);
    sign.text(at, Anchor::Middle, text, 12.0, Ink::Text, Weight::Strong);
}

/// The entries for a recording of a method.
pub fn recording_legend(view: &RecordedView<'_>, method: Method) -> Vec<LegendEntry> {
    let (seen, known, drawn) = match method.samples() {
        true => ("tried: average", AVERAGE, "drawn"),
        false => ("finished", "1", "running sum"),
    };
    let window = method.has_window();
    let chance = view.tree.labels.graph().has_chance();
    of_rows([
        row(true, 22.0, "current node", |sign| {
            node(sign, Ink::Soft, Stroke::new(3.0, Ink::Text));
        }),
        row(true, 22.0, "call stack", |sign| {
            node(sign, Ink::Panel, Stroke::new(2.0, Ink::Text));
        }),
        row(true, 22.0, seen, |sign| {
            node(sign, Ink::Panel, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, known);
        }),
        row(true, 22.0, "not visited yet", |sign| {
            node(sign, Ink::Ground, Stroke::new(1.0, Ink::Line));
        }),
        row(window, 30.0, "lower, upper bound", |sign| {
            text(sign, 15.0, "≥ ≤");
        }),
        row(window, 18.0, "search window (α, β)", |sign| {
            text(sign, 9.0, "α β");
        }),
        row(window, 22.0, "cut", |sign| {
            node(sign, Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 3.0));
            let strokes = [8.0, 13.0].map(|x| [(x - 3.0, 4.0), (x + 3.0, -4.0)]);
            segments(sign, Stroke::new(1.6, Ink::Text), strokes);
        }),
        row(method.keeps_table(), 22.0, "table hit", |sign| {
            node(sign, Ink::Soft, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, "1");
        }),
        row(chance, 16.0, format!("chance: {drawn}"), |sign| {
            draw_chance(sign, Point::new(8.0, 0.0), 7.0);
        }),
    ])
}
