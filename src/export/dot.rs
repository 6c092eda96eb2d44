//! The tree for Graphviz (DOT): a digraph with one node per tree node, in depth-first order.

use std::io::{self, Write};

use super::Figure;
use super::record::{Nodes, RECORD, SetMembers, ShownNode};
use super::text::{NodeTexts, heading};
use crate::diagram::{EdgeStyle, GrowthDirection, Ink, Palette, Shade};
use crate::game::{Player, visible};
use crate::rating::Multiplayer;
use crate::session::Rated;
use crate::tree::{Unfolding, VertexKind};
use crate::work::Control;

/// Maximum number of nodes that Graphviz's `dot` lays out within seconds, and that are readable in
/// its picture. Ten times as many take it minutes.
pub const MAX_NODES: usize = 1_000;

const COLORS: Palette = Palette::LIGHT;

/// Writes the shown nodes of an unfolding. Ends have a double border, chance nodes are hexagons,
/// horizons are dashed, nodes with omitted children are folders, and the best line is bold. Dashed
/// lines join information sets. Notes are tooltips. Players and winners are shown by color and by text.
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
    let title = heading(rated, unfolding, texts.title);
    let direction = match figure.style.flow {
        GrowthDirection::Down => "TB",
        GrowthDirection::Right => "LR",
    };
    let splines = match figure.style.edges {
        EdgeStyle::Curved => "true",
        EdgeStyle::Straight => "line",
        EdgeStyle::Elbowed => "ortho",
    };
    writeln!(out, "digraph doomtree {{")?;
    writeln!(
        out,
        "  graph [rankdir={direction}, splines={splines}, ordering=out, labelloc=t, \
         fontname=\"Helvetica\"];"
    )?;
    let lines: Vec<String> = [Some(title), figure.show.legend.then(|| legend(&texts))]
        .into_iter()
        .flatten()
        .collect();
    writeln!(out, "  label={};", quoted(&lines))?;
    writeln!(
        out,
        "  node [shape=box, fontname=\"Helvetica\", fontsize=12];"
    )?;
    writeln!(
        out,
        "  edge [arrowsize=0.6, fontname=\"Helvetica\", fontsize=11];"
    )?;
    let mut sets = SetMembers::default();
    for item in Nodes::new(rated, unfolding, figure) {
        write_node(out, &texts, &item)?;
        write_edge(out, &texts, &item, figure.style.edges)?;
        sets.add(&texts, &item);
        ctl.tick(RECORD).await;
    }
    for [from, to] in sets.pairs() {
        let looks = "dir=none, style=dashed, constraint=false, color=gray40";
        writeln!(out, "  n{from} -> n{to} [{looks}];")?;
    }
    writeln!(out, "}}")
}

/// The legend, in a line.
fn legend(texts: &NodeTexts<'_>) -> String {
    let graph = texts.rated.graph.graph();
    let mut marks = Vec::new();
    if texts.show.best_line && !texts.hidden {
        marks.push("bold: best line".to_owned());
    }
    let way = texts.rated.analysis.ratings.way_to_tell();
    match way.filter(|_| !texts.hidden) {
        Some(Multiplayer::MaxN) => marks.push("ratings by max-n".to_owned()),
        Some(Multiplayer::Paranoid) => marks.push("paranoid ratings".to_owned()),
        None => {}
    }
    marks.push("double border: end".to_owned());
    if graph.has_chance() {
        marks.push("hexagon: chance".to_owned());
    }
    if graph.hides_positions() {
        marks.push("dashed line: information set".to_owned());
    }
    if !graph.is_complete() {
        marks.push("dashed: stopped by a limit".to_owned());
    }
    marks.extend(
        texts
            .unproven_sign()
            .map(|(sign, text)| format!("{sign}: {text}")),
    );
    let mut nodes = texts.unfolding.preorder();
    if nodes.any(|node| texts.is_folded(node)) {
        marks.push("folder: nodes left out below".to_owned());
    }
    marks.join("   ")
}

fn write_node(out: &mut dyn Write, texts: &NodeTexts<'_>, item: &ShownNode) -> io::Result<()> {
    let ShownNode { number, vertex, .. } = *item;
    let kind = texts.rated.graph.graph().kind(vertex);
    let mut lines = vec![texts.head(vertex)];
    lines.extend(texts.position(vertex));
    lines.extend(texts.rating(vertex));
    let mut looks = match kind {
        VertexKind::Decision(_) => String::new(),
        VertexKind::Chance(_) => ", shape=hexagon".to_owned(),
        VertexKind::End => ", peripheries=2".to_owned(),
        VertexKind::Horizon(_) => ", style=dashed".to_owned(),
    };
    if let Some(left_out) = texts.left_out(item.node) {
        lines.push(left_out);
        looks.push_str(match kind {
            VertexKind::Chance(_) => ", style=diagonals",
            _ => ", shape=folder",
        });
    }
    let mover = kind
        .player()
        .filter(|_| !matches!(kind, VertexKind::Chance(_)));
    if let Some(player) = mover.or_else(|| texts.winner(vertex)) {
        looks.push_str(&format!(", color=\"{}\"", color(player)));
    }
    if item.best {
        looks.push_str(", penwidth=3");
    }
    let note = texts.note(item.node);
    let tooltip = note.unwrap_or_default();
    if note.is_some() {
        lines.push("(note)".to_owned());
    }
    let label = quoted(&lines);
    // Without a tooltip Graphviz repeats the node's label there, with its line breaks escaped.
    let tooltip: Vec<&str> = tooltip.lines().collect();
    writeln!(
        out,
        "  n{number} [label={label}, tooltip={}{looks}];",
        quoted(&tooltip)
    )
}

fn color(player: Player) -> String {
    COLORS.color(Ink::Player(player, Shade::Full)).hex()
}

fn write_edge(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    item: &ShownNode,
    edges: EdgeStyle,
) -> io::Result<()> {
    let Some(above) = &item.above else {
        return Ok(());
    };
    let blunder = texts.blunder(above);
    let cost = blunder.as_ref().map(|cost| format!("blunder {cost}"));
    let lines: Vec<String> = [texts.mv(above), texts.probability(above), cost]
        .into_iter()
        .flatten()
        .collect();
    // Right-angled lines have no space for a label.
    let location = match edges {
        EdgeStyle::Elbowed => "xlabel",
        EdgeStyle::Curved | EdgeStyle::Straight => "label",
    };
    let mut looks = Vec::new();
    if !lines.is_empty() {
        looks.push(format!("{location}={}", quoted(&lines)));
    }
    if item.best {
        looks.push("penwidth=3".to_owned());
    }
    if texts.never(above) {
        looks.push("style=dotted".to_owned());
    }
    if blunder.is_some() {
        let ink = COLORS.color(Ink::Blunder).hex();
        looks.push(format!(
            "style=dashed, color=\"{ink}\", fontcolor=\"{ink}\""
        ));
    }
    let looks = match looks.is_empty() {
        true => String::new(),
        false => format!(" [{}]", looks.join(", ")),
    };
    writeln!(out, "  n{} -> n{}{looks};", above.number, item.number)
}

/// A label of several lines: quotes and backslashes escaped, control characters made visible, and
/// an ampersand that Graphviz would read as the beginning of an entity written as one.
fn quoted(lines: &[impl AsRef<str>]) -> String {
    let mut out = String::from("\"");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_str("\\n");
        }
        let line = visible(line.as_ref());
        for (at, character) in line.char_indices() {
            match character {
                '"' | '\\' => out.extend(['\\', character]),
                '&' if is_entity(&line[at + 1..]) => out.push_str("&amp;"),
                _ => out.push(character),
            }
        }
    }
    out.push('"');
    out
}

/// Whether the text after an ampersand makes it an entity: a name or a number, and a semicolon.
fn is_entity(text: &str) -> bool {
    let name = text.strip_prefix('#').unwrap_or(text);
    let end = name.find(|character: char| !character.is_ascii_alphanumeric());
    end.is_some_and(|end| end > 0 && name[end..].starts_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_label_means_something_else_to_graphviz() {
        for (text, written) in [
            ("plain", r#""plain""#),
            (r#"a "b" \N"#, r#""a \"b\" \\N""#),
            ("two\nlines", r#""two\\nlines""#),
            ("&lt; &#38; & &x &;", r#""&amp;lt; &amp;#38; & &x &;""#),
            ("\u{202e}\u{0}", r#""\\u{202e}\\u{0}""#),
        ] {
            assert_eq!(quoted(&[text]), written);
        }
        assert_eq!(quoted(&["a", "b"]), r#""a\nb""#);
        assert_eq!(quoted(&[""; 0]), r#""""#);
    }
}
