//! What the marks of a recording mean.

use super::super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::RecordedView;
use crate::diagram::legend_entry::{LegendEntry, entry};
use crate::search::Method;

fn node(sign: &mut Drawing, fill: Ink, stroke: Stroke) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::new(11.0, 0.0), 22.0, 14.0),
        rounding: 4.0,
        fill: Some(fill),
        stroke: Some(stroke),
    });
}

fn text(sign: &mut Drawing, at: f64, text: &str) {
    let at = Point::new(at, 0.0);
    sign.text(at, Anchor::Middle, text, 12.0, Ink::Text, Weight::Strong);
}

/// The entries for a recording of a method.
pub fn recording_legend(view: &RecordedView<'_>, method: Method) -> Vec<LegendEntry> {
    let graph = view.tree.labels.graph();
    let mut entries = vec![
        entry(22.0, "at work", |sign| {
            node(sign, Ink::Soft, Stroke::new(3.0, Ink::Text));
        }),
        entry(22.0, "on the line to it", |sign| {
            node(sign, Ink::Panel, Stroke::new(2.0, Ink::Text));
        }),
        entry(
            22.0,
            if method.samples() {
                "tried, its mean"
            } else {
                "done"
            },
            |sign| {
                node(sign, Ink::Panel, Stroke::new(1.2, Ink::Dim));
                text(sign, 11.0, if method.samples() { "~" } else { "1" });
            },
        ),
        entry(22.0, "not seen yet", |sign| {
            node(sign, Ink::Ground, Stroke::new(1.0, Ink::Line));
        }),
    ];
    if method.has_window() {
        entries.push(entry(30.0, "at least, at most", |sign| {
            text(sign, 15.0, "≥ ≤");
        }));
        entries.push(entry(18.0, "what matters lies between", |sign| {
            text(sign, 9.0, "α β");
        }));
        entries.push(entry(22.0, "cut", |sign| {
            node(sign, Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 3.0));
            for across in [-3.0, 2.0] {
                let at = Point::new(11.0 + across, 0.0);
                sign.add(Shape::Segment {
                    points: [at.moved(-3.0, 4.0), at.moved(3.0, -4.0)],
                    stroke: Stroke::new(1.6, Ink::Text),
                });
            }
        }));
    }
    if method.keeps_table() {
        entries.push(entry(22.0, "from the table", |sign| {
            node(sign, Ink::Soft, Stroke::new(1.2, Ink::Dim));
            text(sign, 11.0, "1");
        }));
    }
    if graph.has_chance() {
        let words = match method.samples() {
            true => "chance: drawn",
            false => "chance: its sum so far",
        };
        entries.push(entry(16.0, words, |sign| {
            super::super::node::draw_chance(sign, Point::new(8.0, 0.0), 7.0);
        }));
    }
    entries
}
