//! Text of a recording's steps.

use super::Recorded;
use crate::search::{Step, UNBOUNDED};
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::{counted, grouped, step_text};

/// A step of a recording as text: what happened, at which node. Steps are counted from 0.
pub fn step_words(recorded: &Recorded, at: usize) -> String {
    let Some(event) = recorded.recording.events().get(at) else {
        return String::new();
    };
    let name = name(recorded, event.node);
    let known = recorded.numbers.told(event.known, event.estimated);
    let known = known.unwrap_or_else(|| "nothing yet".to_owned());
    match event.step {
        Step::Begin(u32::MAX) => "Search starts".to_owned(),
        Step::Begin(1) => "Iteration with depth 1".to_owned(),
        Step::Begin(plies) => format!("Iteration with depth {plies}"),
        Step::Enter => format!("Visit {name}"),
        Step::Hit => format!("Table hit for {name}: {known}"),
        Step::Store => format!("Stored in the table: {name}, {known}"),
        Step::Return => format!("{} {known}", returned(recorded, event.node, &name)),
        Step::Update => format!("{name} so far: {known}"),
        Step::Cut => cut(recorded, at, &name, &known),
        Step::Select if event.node == UnfoldingNode::ROOT => "Start at the root".to_owned(),
        Step::Select => format!("Select {name} (best UCB)"),
        Step::Expand => format!("Expand {name}"),
        Step::Playout(0) => format!("The game is over after {name}: {known}"),
        Step::Playout(1) => format!("Random game from {name}: {known} after 1 ply"),
        Step::Playout(plies) => {
            format!("Random game from {name}: {known} after {plies} plies")
        }
        Step::BackUp => {
            let games = counted(event.visits, "game");
            format!("{}: average {known} over {games}", started(&name))
        }
        Step::Choose => format!(
            "Result: {name} ({} games, average {known})",
            grouped(event.visits)
        ),
    }
}

/// A name at the beginning of a sentence.
fn started(name: &str) -> String {
    match name {
        "the root" => "The root".to_owned(),
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
        _ => "the root".to_owned(),
    }
}

/// Text of a returned node, without the number.
fn returned(recorded: &Recorded, node: UnfoldingNode, name: &str) -> String {
    let unfolding = recorded.recording.unfolding();
    let kind = recorded.rated.graph.graph().kind(unfolding.vertex(node));
    let looked = unfolding.children(node).len() > 0;
    match kind {
        VertexKind::End => format!("{name} ends the game:"),
        VertexKind::Decision(_) | VertexKind::Horizon(_) if !looked => {
            format!("Depth limit at {name}: estimate")
        }
        _ => format!("{name} returns"),
    }
}

/// Text of a cut and its reason.
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
        true => format!("After {name}: {known}, α {alpha} ≥ β {beta}, so {left} cut"),
        false => format!("After {name}: {known}, outside the window, so {left} cut"),
    }
}
