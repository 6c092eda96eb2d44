//! The texts of a comparison's boards.

use super::side::Sides;
use crate::app::parts::BoardCard;
use crate::diagram::{at_least, short_count};
use crate::game::visible;
use crate::words::{counted, state_text};

/// Both boards with their texts.
pub(crate) fn cards<'a>(sides: &'a Sides<'_>) -> [BoardCard<'a>; 2] {
    [0, 1].map(|side: usize| BoardCard {
        name: visible(sides.name(side)).into_owned(),
        figures: figures(sides, side),
        words: described(sides, side),
        picture: &sides.pictures[side],
    })
}

/// The player to move, the rating, and the size of the tree below.
fn figures(sides: &Sides<'_>, side: usize) -> String {
    let view = &sides.views[side];
    let vertex = sides.vertices[side];
    let graph = view.labels.graph();
    let what = state_text(view.labels, vertex);
    if side == 1 && sides.left.is_some() {
        return format!("shared until here: {what}");
    }
    let nodes = counted(short_count(view.analysis.nodes.of(vertex)), "node");
    format!(
        "{what} · {} {} · {}{nodes}",
        sides.views[0].name(sides.player),
        sides.rating(side, vertex),
        at_least(graph),
    )
}

/// The same in a sentence, with the position and the differing places.
fn described(sides: &Sides<'_>, side: usize) -> String {
    let places = &sides.pictures[side].cells;
    let apart: Vec<&str> = sides
        .apart
        .iter()
        .filter_map(|index| Some(places.get(*index)?.number.as_str()))
        .collect();
    let apart = match apart.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} differs"),
        several => format!("; {} differ", several.join(", ")),
    };
    format!(
        "{}: {}, {}{apart}",
        visible(sides.name(side)),
        visible(&sides.pictures[side].text),
        figures(sides, side)
    )
}
