//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.

mod board;
pub mod csv;
pub mod dot;
pub mod efg;
mod figure;
mod format;
pub mod graphml;
pub mod html;
pub mod letters;
pub mod markdown;
mod marked;
pub mod mermaid;
mod node_boards;
mod nodes;
pub mod nodes_csv;
pub mod pdf;
mod pen;
pub mod png;
mod record;
mod scene;
mod scope;
pub mod sheet;
pub mod svg;
mod tex;
pub mod text;
pub mod tikz;
mod told;
mod xml;

pub use figure::{Figure, Show};
pub use format::{Comfort, Content, FORMATS, Format, Heeds, PictureKind, Subject};
pub use scope::{Gathered, Gathering, Gathers, Part, Scope};

use crate::game::{Player, RulesText, visible};
use crate::rating::{Rating, Ratings};
use crate::session::Rated;
use crate::tree::{Stopped, Unfolding, UnfoldingNode, Vertex};
use crate::words::plural;

/// As many nodes of a tree are written unless somebody asks for more.
pub const MOST_NODES: usize = 1_000_000;

/// A rating in few characters: a fraction of small numbers as it is, any other as `≈` and up to
/// six digits; behind `~` and before the proven interval where it isn't proven.
pub fn rating_text(ratings: &Ratings, vertex: Vertex, player: Player) -> String {
    let rating = short(ratings.rating(vertex, player));
    let (low, high) = ratings.proven(vertex, player);
    if low.ties_with(&high) {
        rating.to_string()
    } else {
        format!("~{rating} [{}, {}]", short(low), short(high))
    }
}

fn short(rating: Rating) -> Rating {
    const MOST: i128 = 9_999;
    match rating.exact() {
        Some(number) if *number.denom() > MOST => rating.approximate(),
        _ => rating,
    }
}

/// What a tree is called: its title, or else its root, game and rules; and that it isn't whole.
fn heading(rated: &Rated, unfolding: &Unfolding, title: Option<&str>) -> String {
    heading_at(rated, unfolding.vertex(UnfoldingNode::ROOT), title)
}

/// The same of a part of the tree that begins at a vertex.
fn heading_at(rated: &Rated, root: Vertex, title: Option<&str>) -> String {
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

/// That a budget stopped the graph, so that trees end where nothing more is known; `None` where none
/// did. A limit of plies is part of what was asked for.
fn partial(rated: &Rated) -> Option<String> {
    let Stopped::MaxNodes(kept) = rated.graph.graph().stopped()?;
    let s = plural(kept, "", "s");
    Some(format!("incomplete: stopped after {kept} position{s}"))
}
