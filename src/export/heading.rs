//! The title of a tree, and the text of ratings, in every format.

use crate::game::{Player, RulesText, visible};
use crate::rating::{Rating, Ratings};
use crate::session::Rated;
use crate::tree::{Stopped, Unfolding, UnfoldingNode, Vertex};
use crate::words::{OPEN, estimate_text, plural, with_minus};

/// Bounds closer than this have nearly met: the number between them is known to six digits.
const MET: f64 = 1e-6;

/// A rating as short text: a fraction of small numbers as it is, any other as `≈` and up to six
/// digits. An estimate starts with `~`, and its proven interval follows.
pub fn rating_text(ratings: &Ratings, vertex: Vertex, player: Player) -> String {
    let rating = short(ratings.rating(vertex, player));
    let (low, high) = ratings.proven(vertex, player);
    if low.ties_with(&high) || (high.to_f64() - low.to_f64()).abs() < MET {
        with_minus(rating.to_string())
    } else {
        let estimate = match ratings.has_estimates() {
            true => estimate_text(&rating.to_string()),
            false => OPEN.to_owned(),
        };
        with_minus(format!("{estimate} [{}, {}]", short(low), short(high)))
    }
}

pub(super) fn short(rating: Rating) -> Rating {
    const MAX: i128 = 9_999;
    match rating.exact() {
        Some(number) if *number.denom() > MAX => rating.approximate(),
        _ => rating,
    }
}

/// The title of a tree, otherwise its root, game and rules; and whether it is incomplete.
pub(super) fn heading(rated: &Rated, unfolding: &Unfolding, title: Option<&str>) -> String {
    heading_at(rated, unfolding.vertex(UnfoldingNode::ROOT), title)
}

/// The same for a part of the tree that starts at a vertex.
pub(super) fn heading_at(rated: &Rated, root: Vertex, title: Option<&str>) -> String {
    let name = match (title, &rated.rules) {
        (Some(title), _) => title.to_owned(),
        (None, rules) => {
            let rules = match rules {
                RulesText::Preset(name) => format!(", {name}"),
                RulesText::None | RulesText::Switches(_) => String::new(),
            };
            let position = rated.graph.position_text(root);
            format!("{position}, {}{rules}", rated.game)
        }
    };
    let partial = partial(rated).map_or_else(String::new, |partial| format!(", {partial}"));
    visible(&format!("{name}{partial}")).into_owned()
}

/// A note that a position or memory limit stopped the graph, so that trees end where nothing more
/// is known; `None` if none did. A ply limit is part of the request.
pub(super) fn partial(rated: &Rated) -> Option<String> {
    Some(match rated.graph.graph().stopped()? {
        Stopped::MaxNodes(kept) => {
            let s = plural(kept, "", "s");
            format!("incomplete: stopped after {kept} position{s}")
        }
        Stopped::Frontier => "a part of a larger tree".to_owned(),
    })
}
