//! The tree as GraphML, for networkx, yEd, igraph, Gephi and other graph programs.
//!
//! Every fact has a key with a type. A rating is written twice: as a double, for drawing and
//! computing, and as an exact fraction. Counts are strings, since they can have any number of
//! digits. Texts are exact, except for control characters that XML 1.0 can't hold, which are
//! written like `\u{1b}`.

use std::io::{self, Write};

use super::Figure;
use super::escape::Escaped;
use super::record::{Nodes, RECORD, ShownNode, decimal, decimal_of, kind_name, truth};
use super::text::{NodeTexts, heading_at, partial};
use crate::game::Player;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};
use crate::work::Control;

/// Maximum number of nodes that yEd opens within seconds; programs without a screen handle
/// millions.
pub const MAX_NODES: usize = 20_000;

/// Writes the shown nodes of an unfolding, in depth-first order, each edge after its target. Notes,
/// ratings and other parts that the figure omits have no key.
///
/// # Errors
/// Those of the writer.
pub async fn write(
    ctl: &Control,
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let texts = NodeTexts::new(rated, unfolding, figure);
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns \
         http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">"
    )?;
    write_keys(out, &texts)?;
    writeln!(out, "<graph id=\"tree\" edgedefault=\"directed\">")?;
    write_header(out, &texts)?;
    for item in Nodes::new(rated, unfolding, figure).proven(rated) {
        write_node(out, &texts, &item)?;
        write_edge(out, &texts, &item)?;
        ctl.tick(RECORD).await;
    }
    writeln!(out, "</graph>\n</graphml>")
}

fn players(texts: &NodeTexts<'_>) -> impl Iterator<Item = Player> + use<> {
    Player::all(texts.rated.graph.graph().players())
}

/// Declares the keys that occur.
fn write_keys(out: &mut dyn Write, texts: &NodeTexts<'_>) -> io::Result<()> {
    let show = texts.show;
    let mut key = |id: &str, of: &str, name: &str, kind: &str| {
        let (id, name) = (Escaped(id), Escaped(name));
        writeln!(
            out,
            "<key id=\"{id}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        )
    };
    for name in ["title", "game", "root", "incomplete"] {
        key(name, "graph", name, "string")?;
    }
    key("kind", "node", "kind", "string")?;
    key("player", "node", "player", "string")?;
    if show.positions {
        key("position", "node", "position", "string")?;
    }
    if texts.rated.graph.graph().hides_positions() {
        key("information_set", "node", "information_set", "long")?;
    }
    key("ply", "node", "ply", "long")?;
    for player in players(texts) {
        let name = texts.rated.graph.player_name(player);
        let index = player.0;
        if !texts.hidden {
            key(
                &format!("rating{index}"),
                "node",
                &format!("rating_{name}"),
                "double",
            )?;
            key(
                &format!("exact{index}"),
                "node",
                &format!("exact_{name}"),
                "string",
            )?;
            if show.intervals {
                key(
                    &format!("proven{index}"),
                    "node",
                    &format!("proven_{name}"),
                    "string",
                )?;
            }
        }
        if show.ends {
            key(
                &format!("payoff{index}"),
                "node",
                &format!("payoff_{name}"),
                "string",
            )?;
        }
    }
    if show.ends {
        key("winners", "node", "winners", "string")?;
    }
    key("omitted", "node", "omitted", "string")?;
    if show.best_line && !texts.hidden {
        key("best_line", "node", "best_line", "boolean")?;
        key("best_move", "node", "best_move", "boolean")?;
    }
    if !texts.hidden {
        key("proven", "node", "proven", "boolean")?;
        key("distance", "node", "distance", "long")?;
    }
    if show.notes {
        key("note", "node", "note", "string")?;
    }
    if show.moves {
        key("move", "edge", "move", "string")?;
        if texts.rated.graph.graph().has_chance() {
            key("probability", "edge", "probability", "double")?;
            key("exact_probability", "edge", "exact_probability", "string")?;
        }
    }
    Ok(())
}

/// One value, with its key.
fn datum(out: &mut dyn Write, key: &str, value: &str) -> io::Result<()> {
    write!(out, "<data key=\"{key}\">{}</data>", Escaped(value))
}

/// The data about the whole tree.
fn write_header(out: &mut dyn Write, texts: &NodeTexts<'_>) -> io::Result<()> {
    let root = texts.unfolding.vertex(UnfoldingNode::ROOT);
    let title = match texts.title {
        Some(title) => title.to_owned(),
        None => heading_at(texts.rated, root, None),
    };
    datum(out, "title", &title)?;
    datum(out, "game", &texts.rated.game)?;
    datum(out, "root", &texts.rated.graph.position_text(root))?;
    if let Some(partial) = partial(texts.rated) {
        datum(out, "incomplete", &partial)?;
    }
    writeln!(out)
}

fn write_node(out: &mut dyn Write, texts: &NodeTexts<'_>, item: &ShownNode) -> io::Result<()> {
    let show = texts.show;
    let kind = texts.rated.graph.graph().kind(item.vertex);
    write!(out, "<node id=\"n{}\">", item.number)?;
    datum(out, "kind", kind_name(kind))?;
    if let Some(player) = kind.player() {
        datum(out, "player", &texts.rated.graph.player_name(player))?;
    }
    if show.positions {
        let position = texts.rated.graph.position_text(item.vertex);
        datum(out, "position", &position)?;
    }
    if let Some(set) = texts.rated.graph.graph().information_set(item.vertex) {
        datum(out, "information_set", &set.to_string())?;
    }
    datum(out, "ply", &texts.unfolding.ply(item.node).to_string())?;
    for player in players(texts) {
        let worth = texts.worth(item, player);
        let index = player.0;
        let rating = worth.rating.map(decimal);
        for (name, value) in [
            ("rating", rating),
            ("exact", worth.exact),
            ("proven", worth.proven),
            ("payoff", worth.payoff),
        ] {
            if let Some(value) = value {
                datum(out, &format!("{name}{index}"), &value)?;
            }
        }
    }
    if let Some(winners) = texts.winner_names(item) {
        datum(out, "winners", &winners)?;
    }
    if let Some(omitted) = texts.omitted(item.node) {
        datum(out, "omitted", &omitted)?;
    }
    if show.best_line && !texts.hidden {
        datum(out, "best_line", truth(item.best))?;
        datum(out, "best_move", truth(texts.is_best_move(item)))?;
    }
    if !texts.hidden {
        datum(out, "proven", truth(texts.is_proven(item)))?;
        if let Some(plies) = texts.distance(item) {
            datum(out, "distance", &plies)?;
        }
    }
    if let Some(note) = texts.note(item.node) {
        datum(out, "note", note)?;
    }
    writeln!(out, "</node>")
}

fn write_edge(out: &mut dyn Write, texts: &NodeTexts<'_>, item: &ShownNode) -> io::Result<()> {
    let Some(above) = &item.above else {
        return Ok(());
    };
    write!(
        out,
        "<edge source=\"n{}\" target=\"n{}\">",
        above.number, item.number
    )?;
    if texts.show.moves {
        let mv = texts.rated.graph.move_text(above.vertex, above.edge);
        datum(out, "move", &mv)?;
    }
    if let Some(probability) = texts.exact_probability(above) {
        datum(out, "probability", &decimal_of(&probability))?;
        datum(out, "exact_probability", &probability.to_string())?;
    }
    writeln!(out, "</edge>")
}
