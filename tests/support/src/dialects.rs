//! Rules in a few words, and graphs of boards under them.

use doomtree::games::{Setup, SwitchSlot, Switches};
use doomtree::session::{GraphRequest, Rated, open};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex};

/// The switches of a preset's name and of single switches over it: `haskell players=3`. Words
/// without `=` are presets.
pub fn rules(words: &str) -> Switches {
    let mut switches = Switches::default();
    for word in words.split_whitespace() {
        match word.split_once('=') {
            None => switches.preset = Some(word.to_owned()),
            Some((name, value)) => match switches.slot(name) {
                Some(SwitchSlot::Text(slot)) => *slot = Some(value.to_owned()),
                Some(SwitchSlot::Number(slot)) => *slot = Some(value.parse().expect("a number")),
                None => panic!("no switch is called {name}"),
            },
        }
    }
    switches
}

/// A position of Dice of Doom under rules in words.
pub fn dice(words: &str, position: &str) -> Setup {
    Setup {
        game: "dice-of-doom".to_owned(),
        switches: rules(words),
        position: position.to_owned(),
        columns: None,
    }
}

/// The rated graph of a setup.
pub fn rated(setup: &Setup, wanted: impl Into<GraphRequest>) -> Rated {
    open(setup, wanted, "")
        .unwrap_or_else(|error| panic!("{setup:?}: {error}"))
        .finish()
}

/// The rated graph of a game's position under its usual rules.
pub fn rated_board(game: &str, position: &str, limits: Limits) -> Rated {
    let setup = Setup::of_board(game, Switches::default(), position, None);
    rated(&setup, limits)
}

/// The rated graph of a script.
pub fn rated_script(script: &str, wanted: impl Into<GraphRequest>) -> Rated {
    let setup = Setup::of_board("scripted", Switches::default(), script, None);
    rated(&setup, wanted)
}

/// The tree below the root, to a ply.
pub fn unfolded(rated: &Rated, to: Option<u32>) -> Unfolding {
    unfolded_up_to(rated, to, Unfolding::MAX_NODES)
}

/// The tree below the root, to a ply, of so many nodes at most.
pub fn unfolded_up_to(rated: &Rated, to: Option<u32>, most: usize) -> Unfolding {
    let mut unfolding = Unfolding::new();
    unfolding.unfold_below(rated.graph.graph(), UnfoldingNode::ROOT, to, most);
    unfolding
}

/// A script in which both moves of every position lead on to the next: two to the power of so many
/// plies lines.
pub fn both_moves_lead_on(plies: u32) -> String {
    let mut script = String::new();
    for ply in 0..plies {
        let (mover, next) = (["a", "b"][ply as usize % 2], ply + 1);
        script.push_str(&format!("n{ply} {mover}: l -> n{next}, r -> n{next}\n"));
    }
    script + &format!("n{plies} end: 1 0")
}

/// The texts of the moves of a vertex, in the rules' order.
pub fn moves(rated: &Rated, vertex: Vertex) -> Vec<String> {
    let graph = rated.graph.graph();
    graph
        .edges(vertex)
        .map(|edge| rated.graph.move_text(vertex, edge))
        .collect()
}

/// The vertex at the end of a line.
pub fn at(rated: &Rated, line: &str) -> Vertex {
    let edges = rated.graph.read_line(Vertex::ROOT, line).expect(line);
    edges
        .last()
        .map_or(Vertex::ROOT, |edge| rated.graph.graph().target(*edge))
}

/// The position at the end of a line.
pub fn after(rated: &Rated, line: &str) -> String {
    rated.graph.position_text(at(rated, line))
}

/// Every node of the tree, depth-first in the rules' order: its line and its position.
pub fn tree(rated: &Rated) -> Vec<(String, String)> {
    fn below(rated: &Rated, vertex: Vertex, line: &str, out: &mut Vec<(String, String)>) {
        out.push((line.to_owned(), rated.graph.position_text(vertex)));
        for (word, target) in moves(rated, vertex)
            .iter()
            .zip(rated.graph.graph().targets(vertex))
        {
            let line = format!("{line} {word}");
            below(rated, *target, line.trim_start(), out);
        }
    }
    let mut out = Vec::new();
    below(rated, Vertex::ROOT, "", &mut out);
    out
}
