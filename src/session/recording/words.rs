//! The steps of a recording in plain words.

use super::Recorded;
use crate::search::{Step, UNBOUNDED};
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::{counted, grouped, step_text};

/// A step of a recording in plain words: what happened, to whom. Steps are counted from 0.
pub fn step_words(recorded: &Recorded, at: usize) -> String {
    let Some(event) = recorded.recording.events().get(at) else {
        return String::new();
    };
    let name = name(recorded, event.node);
    // What a single game was worth is no estimate.
    let estimated = event.estimated && !matches!(event.step, Step::Playout(_));
    let known = recorded.numbers.told(event.known, estimated);
    let known = known.unwrap_or_else(|| "nothing yet".to_owned());
    match event.step {
        Step::Begin(u32::MAX) => "The search begins".to_owned(),
        Step::Begin(1) => "A walk of 1 ply begins".to_owned(),
        Step::Begin(plies) => format!("A walk of {plies} plies begins"),
        Step::Enter => format!("Looks at {name}"),
        Step::Hit => format!("The table knows {name}: {known}"),
        Step::Store => format!("The table keeps {name}: {known}"),
        Step::Return => format!("{} {known}", returned(recorded, event.node, &name)),
        Step::Update => format!("Now known of {name}: {known}"),
        Step::Cut => cut(recorded, at, &name, &known),
        Step::Select if event.node == UnfoldingNode::ROOT => "Begins at the start".to_owned(),
        Step::Select => format!("Goes down to {name}, which has the best bound"),
        Step::Expand => format!("Tries {name} for the first time"),
        Step::Playout(0) => format!("The game is over after {name}: {known}"),
        Step::Playout(1) => format!("A random game from {name} ends a ply later: {known}"),
        Step::Playout(plies) => {
            format!("A random game from {name} ends {plies} plies later: {known}")
        }
        Step::BackUp => {
            let games = counted(event.visits, "game");
            format!("{}: {known} on average of {games}", started(&name))
        }
        Step::Choose => format!(
            "Chooses {name}, which {} games went through: {known} on average",
            grouped(event.visits)
        ),
    }
}

/// A name at the beginning of a sentence.
fn started(name: &str) -> String {
    match name {
        "the start" => "The start".to_owned(),
        name => name.to_owned(),
    }
}

/// The move to a node, and who makes it.
fn name(recorded: &Recorded, node: UnfoldingNode) -> String {
    let unfolding = recorded.recording.unfolding();
    match (unfolding.parent(node), unfolding.edge(node)) {
        (Some(parent), Some(edge)) => {
            step_text(&*recorded.rated.graph, unfolding.vertex(parent), edge)
        }
        _ => "the start".to_owned(),
    }
}

/// What a node returns, up to the number.
fn returned(recorded: &Recorded, node: UnfoldingNode, name: &str) -> String {
    let unfolding = recorded.recording.unfolding();
    let kind = recorded.rated.graph.graph().kind(unfolding.vertex(node));
    let looked = unfolding.children(node).len() > 0;
    match kind {
        VertexKind::End => format!("The game ends with {name}:"),
        VertexKind::Decision(_) | VertexKind::Horizon(_) if !looked => {
            format!("The search stops at {name}, estimated at")
        }
        _ => format!("What comes back of {name}:"),
    }
}

/// What was cut, and why.
fn cut(recorded: &Recorded, at: usize, name: &str, known: &str) -> String {
    let recording = &recorded.recording;
    let numbers = &recorded.numbers;
    let window = recording.events().get(at).map(|event| event.window);
    let window = window.unwrap_or(UNBOUNDED);
    let left = match recording.pruned(at).len() {
        1 => "the other move is".to_owned(),
        moves => format!("the {moves} other moves are"),
    };
    let (alpha, beta) = (numbers.text(window.low), numbers.text(window.high));
    match window.low >= window.high {
        true => format!("After {name} it is {known}: α {alpha} has met β {beta}, so {left} cut"),
        false => format!("After {name} it is {known}, beyond what matters, so {left} cut"),
    }
}
