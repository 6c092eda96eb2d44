//! Names of players, moves and ends.

use super::lists::{joined, shortened};
use super::numbers::{horizon_name, is_number};
use super::ratings::with_minus;
use crate::game::{Player, Winners, visible};
use crate::tree::{Edge, Graph, Labels, Vertex, VertexKind};

/// A player's display name.
pub fn player_name(labels: &dyn Labels, player: Player) -> String {
    visible(&labels.player_name(player)).into_owned()
}

/// A player's name in at most two characters, for a mark.
pub fn player_letter(labels: &dyn Labels, player: Player) -> String {
    let players = Player::all(labels.graph().players());
    let names: Vec<String> = players.map(|player| labels.player_name(player)).collect();
    mark_of(&names, player.index())
}

/// One of these names in at most two characters, so that no other one has the same: their first
/// ones, the first ones of two words, the first and the last, or the number.
pub fn mark_of(names: &[String], index: usize) -> String {
    let ways: [fn(&str) -> String; 3] = [
        |name| name.chars().take(2).collect(),
        |name| {
            let words = name.split_whitespace();
            words
                .filter_map(|word| word.chars().next())
                .take(2)
                .collect()
        },
        |name| name.chars().take(1).chain(name.chars().last()).collect(),
    ];
    let marks = |way: &fn(&str) -> String| -> Vec<String> {
        names.iter().map(|name| way(visible(name).trim())).collect()
    };
    let differ = |marks: &Vec<String>| {
        let is_first = |(index, mark)| !marks[..index].contains(mark);
        marks.iter().enumerate().all(is_first)
    };
    let marks = ways.iter().map(marks).find(differ);
    let mark = marks.and_then(|mut marks| marks.get_mut(index).map(std::mem::take));
    mark.unwrap_or_else(|| (index + 1).to_string())
}

/// The result of ends with these winners: `b wins`, `a and b tie`. Where ends have other payoffs,
/// those who are paid most: `b gets most`.
pub fn winners_text(labels: &dyn Labels, winners: Winners) -> String {
    winners_shortened(labels, winners, usize::MAX)
}

/// The same with at most `most` characters per name.
pub fn winners_shortened(labels: &dyn Labels, winners: Winners, most: usize) -> String {
    let names: Vec<String> = winners
        .iter()
        .map(|player| shortened(&player_name(labels, player), most))
        .collect();
    let has_winners = labels.graph().has_winners();
    match names.as_slice() {
        [] => "no winner".to_owned(),
        [name] if has_winners => format!("{name} wins"),
        [name] => format!("{name} gets most"),
        names if has_winners => format!("{} tie", joined(names)),
        names => format!("{} get the same", joined(names)),
    }
}

/// The result of an end as text: its winners, or where ends have other payoffs, those: `8 · 2`.
/// `None` at any other vertex.
pub fn end_text(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    end_shortened(labels, vertex, usize::MAX)
}

/// The same with at most `most` characters per name.
pub fn end_shortened(labels: &dyn Labels, vertex: Vertex, most: usize) -> Option<String> {
    let winners = end_winners(labels, vertex)?;
    let payoffs = end_payoffs(labels, vertex);
    Some(match payoffs.is_empty() {
        true => winners_shortened(labels, winners, most),
        false => payoffs.join(BETWEEN_PAYOFFS),
    })
}

/// The state of a vertex: `a to move`, `a to move; limit reached`, `chance node after a's move`,
/// `b wins`.
pub fn state_text(labels: &dyn Labels, vertex: Vertex) -> String {
    let kind = labels.graph().kind(vertex);
    let name = kind.player().map(|player| player_name(labels, player));
    match (kind, name) {
        (VertexKind::Chance(_), Some(name)) => format!("chance node after {name}'s move"),
        (_, Some(name)) => format!("{name} {}", turn_text(labels.graph(), kind)),
        (_, None) => end_text(labels, vertex).unwrap_or_default(),
    }
}

/// The same beside the mark of a player or of chance: `to move`.
pub fn turn_text(graph: &Graph, kind: VertexKind) -> String {
    match kind {
        VertexKind::Decision(_) => "to move".to_owned(),
        VertexKind::Horizon(_) => format!("to move; {}", horizon_name(graph)),
        VertexKind::Chance(_) => "chance decides".to_owned(),
        VertexKind::End => "game over".to_owned(),
    }
}

/// What stands between the players' payoffs.
pub const BETWEEN_PAYOFFS: &str = " · ";

/// The payoffs of an end, one per player. None at any other vertex, nor where ends are won, lost or
/// shared equally.
pub fn end_payoffs(labels: &dyn Labels, vertex: Vertex) -> Vec<String> {
    let graph = labels.graph();
    if graph.kind(vertex) != VertexKind::End || graph.has_winners() {
        return Vec::new();
    }
    let payoffs = graph.payoffs(vertex).unwrap_or_default();
    let payoffs = payoffs.iter().map(ToString::to_string);
    payoffs.map(with_minus).collect()
}

/// The winners of an end; `None` at any other vertex.
pub fn end_winners(labels: &dyn Labels, vertex: Vertex) -> Option<Winners> {
    labels.graph().winners(vertex)
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
    fn marks_of_players_differ() {
        for (names, marks) in [
            (&["a", "b"][..], &["a", "b"][..]),
            (&["max", "min"], &["ma", "mi"]),
            (&["Player 1", "Player 2"], &["P1", "P2"]),
            (&["Anna", "Anne"], &["Aa", "Ae"]),
            (&["Anna", "Ansa", "Bob"], &["1", "2", "3"]),
            (&["Player 1", "Player 2", "Zoe"], &["P1", "P2", "Z"]),
            (&["甲方", "甲醇"], &["甲方", "甲醇"]),
            (&[" ", "  "], &["1", "2"]),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let found: Vec<String> = (0..names.len()).map(|at| mark_of(&names, at)).collect();
            assert_eq!(found, marks, "{names:?}");
        }
    }

    #[test]
    fn attacks_are_said_with_an_arrow() {
        assert_eq!(move_words("2>3"), "2 → 3");
        assert_eq!(move_words("pass"), "pass");
        assert_eq!(move_words(">"), ">");
        assert_eq!(move_words("l<e>ft"), "l<e>ft");
    }
}
