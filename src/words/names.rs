//! Names of players, moves and ends.

use super::lists::{joined, shortened};
use super::numbers::is_number;
use crate::game::{Player, Winners, visible, winners_of};
use crate::tree::{Edge, Labels, Vertex, VertexKind};

/// A player's display name.
pub fn player_name(labels: &dyn Labels, player: Player) -> String {
    visible(&labels.player_name(player)).into_owned()
}

/// The first characters of a player's name, for a mark.
pub fn player_letter(labels: &dyn Labels, player: Player) -> String {
    letter_of(&labels.player_name(player))
}

/// The first characters of a name, for a mark.
pub fn letter_of(name: &str) -> String {
    visible(name).chars().take(2).collect()
}

/// The result of an end: `b wins`, `a and b tie`.
pub fn winners_text(labels: &dyn Labels, winners: Winners) -> String {
    winners_shortened(labels, winners, usize::MAX)
}

/// The same with at most `most` characters per name.
pub fn winners_shortened(labels: &dyn Labels, winners: Winners, most: usize) -> String {
    let names: Vec<String> = winners
        .iter()
        .map(|player| shortened(&player_name(labels, player), most))
        .collect();
    match names.as_slice() {
        [] => "no winner".to_owned(),
        [name] => format!("{name} wins"),
        names => format!("{} tie", joined(names)),
    }
}

/// The result of an end as text; `None` at any other vertex.
pub fn end_text(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    end_winners(labels, vertex).map(|winners| winners_text(labels, winners))
}

/// The winners of an end; `None` at any other vertex.
pub fn end_winners(labels: &dyn Labels, vertex: Vertex) -> Option<Winners> {
    let graph = labels.graph();
    if graph.kind(vertex) != VertexKind::End {
        return None;
    }
    let payoffs: Vec<_> = Player::all(graph.players())
        .filter_map(|player| graph.outcome(vertex, player))
        .collect();
    Some(winners_of(&payoffs))
}

/// One step of a line: `a 2→3`, `b passes`. An outcome of chance has no mover.
pub fn step_text(labels: &dyn Labels, source: Vertex, edge: Edge) -> String {
    let mv = visible(&labels.move_text(source, edge)).into_owned();
    match labels.graph().kind(source) {
        VertexKind::Decision(mover) => {
            let name = player_name(labels, mover);
            match mv.as_str() {
                "pass" => format!("{name} passes"),
                // Such a move already names its player.
                _ if mv
                    .strip_prefix(&*name)
                    .is_some_and(|rest| rest.starts_with('@')) =>
                {
                    mv
                }
                _ => format!("{name} {}", move_words(&mv).replace(" → ", "→")),
            }
        }
        _ => mv,
    }
}

/// A move in readable form: `2 → 3`. Any other move is unchanged.
pub fn move_words(notation: &str) -> String {
    let parts: Vec<&str> = notation.split('>').collect();
    match parts[..] {
        [from, to] if is_number(from) && is_number(to) => format!("{from} → {to}"),
        _ => notation.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_said_with_an_arrow() {
        assert_eq!(move_words("2>3"), "2 → 3");
        assert_eq!(move_words("pass"), "pass");
        assert_eq!(move_words(">"), ">");
        assert_eq!(move_words("l<e>ft"), "l<e>ft");
    }
}
