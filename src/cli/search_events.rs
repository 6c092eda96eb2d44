//! The steps of a recorded search as JSON Lines: one object per step, with keys in a fixed order.

use std::io::{self, Write};

use serde::Serialize;

use crate::search::Step;
use crate::session::Recorded;
use crate::tree::Vertex;

/// A bound or a rating; `None` if nothing is known.
pub fn number(recorded: &Recorded, number: f64) -> Option<String> {
    if number.is_infinite() {
        return None;
    }
    Some(match recorded.numbers.exact(number) {
        Some(exact) => exact.to_string(),
        None => number.to_string(),
    })
}

#[derive(Serialize)]
struct Object<'a> {
    step: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    line: &'a str,
    alpha: Option<String>,
    beta: Option<String>,
    low: Option<String>,
    high: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Vec<Cut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u32>,
}

#[derive(Serialize)]
struct Cut {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree_nodes: Option<String>,
}

/// Writes every step.
pub fn write(recorded: &Recorded, out: &mut dyn Write) -> io::Result<()> {
    let recording = &recorded.recording;
    let unfolding = recording.unfolding();
    let labels = &recorded.rated.graph;
    let mut line = String::new();
    for (at, event) in recording.events().iter().enumerate() {
        line.clear();
        line.push_str(&labels.line_text(Vertex::ROOT, &unfolding.line(event.node)));
        let cut = (event.step == Step::Cut).then(|| {
            let cut = recording.pruned(at).iter();
            cut.map(|node| Cut {
                mv: unfolding.edge(*node).map_or_else(String::new, |edge| {
                    labels.move_text(unfolding.vertex(event.node), edge)
                }),
                tree_nodes: recording.cut_size(*node, at).map(ToString::to_string),
            })
            .collect()
        });
        let object = Object {
            step: event.step.name(),
            plies: match event.step {
                Step::Begin(plies) if plies != u32::MAX => Some(plies),
                Step::Playout(plies) => Some(plies),
                _ => None,
            },
            line: &line,
            alpha: number(recorded, event.window.low),
            beta: number(recorded, event.window.high),
            low: number(recorded, event.known.low),
            high: number(recorded, event.known.high),
            cut,
            visits: recorded.options.method.samples().then_some(event.visits),
        };
        serde_json::to_writer(&mut *out, &object)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
