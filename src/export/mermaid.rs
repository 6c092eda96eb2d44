//! The tree as a Mermaid flowchart, for READMEs, wikis and notebooks.

use std::io::{self, Write};

use super::Figure;
use super::record::{Nodes, RECORD, SetMembers, ShownNode};
use super::text::{NodeTexts, heading};
use crate::diagram::{EdgeStyle, GrowthDirection, Ink, Palette, Shade};
use crate::game::{Player, visible};
use crate::session::Rated;
use crate::tree::{Unfolding, VertexKind};
use crate::words::shortened;
use crate::work::Control;

/// Maximum number of edges that Mermaid draws by default (`maxEdges`). Beyond it, Mermaid shows an
/// error instead of the picture.
pub const MAX_EDGES: usize = 500;

/// Maximum number of characters that Mermaid reads by default (`maxTextSize`). Beyond it, Mermaid
/// shows an error instead of the picture.
pub const MAX_CHARACTERS: usize = 50_000;

/// Maximum characters shown of a name, a note and the title; longer texts would push the tree
/// apart.
const MAX_NAME: usize = 60;
const MAX_NOTE: usize = 80;
const MAX_TITLE: usize = 200;

/// Maximum width of a label, in pixels, before Mermaid wraps it: that of the longest readable
/// notation of a board.
const WRAPPING_WIDTH: u32 = 600;

const COLORS: Palette = Palette::LIGHT;

/// Writes the shown nodes of an unfolding. Decisions are boxes, ends are round boxes with a heavy
/// border, chance nodes are hexagons, horizons are dashed, omitted parts are dotted, and the best
/// line is heavy. Players and winners are shown by text and by color.
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
    write_front(out, &heading(rated, unfolding, texts.title), figure)?;
    let mut classes = Classes::default();
    let mut sets = SetMembers::default();
    for item in Nodes::new(rated, unfolding, figure) {
        write_node(out, &texts, &item, &mut classes)?;
        write_edge(out, &texts, &item, &mut classes)?;
        sets.add(&texts, &item);
        ctl.tick(RECORD).await;
    }
    // After all moves, whose places the styles of lines count.
    for [from, to] in sets.pairs() {
        writeln!(out, "  n{from} -.- n{to}")?;
    }
    if figure.show.legend {
        write_legend(out, &texts, &classes)?;
    }
    classes.write(out)
}

/// The title and the form of the lines, as YAML, then the direction.
fn write_front(out: &mut dyn Write, title: &str, figure: &Figure<'_>) -> io::Result<()> {
    let direction = match figure.style.flow {
        GrowthDirection::Down => "TD",
        GrowthDirection::Right => "LR",
    };
    let curve = match figure.style.edges {
        EdgeStyle::Curved => "basis",
        EdgeStyle::Straight => "linear",
        EdgeStyle::Elbowed => "step",
    };
    let title = shortened(title, MAX_TITLE);
    writeln!(out, "---\ntitle: \"{}\"", Yaml(&title))?;
    writeln!(
        out,
        "config:\n  flowchart:\n    curve: {curve}\n    wrappingWidth: {WRAPPING_WIDTH}\n---"
    )?;
    writeln!(out, "flowchart {direction}")
}

fn write_node(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    item: &ShownNode,
    classes: &mut Classes,
) -> io::Result<()> {
    let ShownNode { number, vertex, .. } = *item;
    let kind = texts.rated.graph.graph().kind(vertex);
    let mut lines = vec![texts.head(vertex)];
    lines.extend(texts.position(vertex));
    lines.extend(texts.rating(vertex));
    lines.extend(texts.left_out(item.node));
    let note = texts.note_line(item.node, MAX_NOTE);
    lines.extend(note.map(|note| format!("note: {note}")));
    let (open, close) = match kind {
        VertexKind::Decision(_) | VertexKind::Horizon(_) => ("[", "]"),
        VertexKind::Chance(_) => ("{{", "}}"),
        VertexKind::End => ("([", "])"),
    };
    let label = label(&lines);
    writeln!(out, "  n{number}{open}\"{label}\"{close}")?;
    if let Some(player) = kind
        .player()
        .filter(|_| !matches!(kind, VertexKind::Chance(_)))
    {
        classes.add(Class::Player(player), number);
    }
    match kind {
        VertexKind::End => {
            classes.add(Class::Ended, number);
            if let Some(winner) = texts.winner(vertex) {
                classes.add(Class::Won(winner), number);
            }
        }
        VertexKind::Horizon(_) => classes.add(Class::Horizon, number),
        _ if texts.is_folded(item.node) => classes.add(Class::Folded, number),
        _ => {}
    }
    if item.best {
        classes.add(Class::Best, number);
    }
    Ok(())
}

fn write_edge(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    item: &ShownNode,
    classes: &mut Classes,
) -> io::Result<()> {
    let Some(above) = &item.above else {
        return Ok(());
    };
    let cost = texts.blunder(above).map(|cost| format!("blunder {cost}"));
    if cost.is_some() {
        // Every node but the root has the move that leads to it, in the same order.
        classes.blunders.push(item.number - 1);
    }
    let line = match (item.best, texts.never(above)) {
        (_, true) => "-.->",
        (true, _) => "==>",
        (false, _) => "-->",
    };
    let lines: Vec<String> = [texts.mv(above), texts.probability(above), cost]
        .into_iter()
        .flatten()
        .collect();
    let name = match lines.is_empty() {
        true => String::new(),
        false => format!("|\"{}\"|", label(&lines)),
    };
    writeln!(out, "  n{} {line}{name} n{}", above.number, item.number)
}

/// The legend, for screen readers and for readers of the source text.
fn write_legend(out: &mut dyn Write, texts: &NodeTexts<'_>, classes: &Classes) -> io::Result<()> {
    let mut marks = Vec::new();
    for (class, phrase) in [
        (Class::Best, "heavy lines are the best line"),
        (Class::Ended, "round boxes with a heavy border are ends"),
        (Class::Horizon, "dashed boxes were stopped by a limit"),
        (Class::Folded, "dotted boxes have nodes left out below"),
    ] {
        if classes.has(class) {
            marks.push(phrase);
        }
    }
    let graph = texts.rated.graph.graph();
    if graph.has_chance() {
        marks.push("hexagons are chance");
    }
    if graph.hides_positions() {
        marks.push("dotted lines without an arrow join information sets");
    }
    if !classes.blunders.is_empty() {
        marks.push("dashed lines are blunders");
    }
    let unproven = texts.unproven_sign().map(|(sign, text)| {
        let sign = if sign == "~" {
            "behind ~"
        } else {
            "shown as ?"
        };
        format!(
            "ratings {sign} are {}",
            text.replace("estimate, ", "estimates, ")
        )
    });
    marks.extend(unproven.as_deref());
    match marks.is_empty() {
        true => Ok(()),
        false => writeln!(out, "  accDescr: In this tree {}.", marks.join(", ")),
    }
}

/// The style of a node apart from its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Player(Player),
    Ended,
    Won(Player),
    Horizon,
    Folded,
    Best,
}

impl Class {
    /// The name of the class; none is a keyword of Mermaid, as `end` would be.
    fn name(self) -> String {
        match self {
            Self::Player(player) => format!("player{}", player.0),
            Self::Ended => "ended".to_owned(),
            Self::Won(player) => format!("won{}", player.0),
            Self::Horizon => "horizon".to_owned(),
            Self::Folded => "folded".to_owned(),
            Self::Best => "best".to_owned(),
        }
    }

    fn looks(self) -> String {
        match self {
            Self::Player(player) => {
                let color = |shade| COLORS.color(Ink::Player(player, shade)).hex();
                let (line, area) = (color(Shade::Full), color(Shade::Area));
                let text = COLORS.color(Ink::Text).hex();
                format!("fill:{area},stroke:{line},color:{text}")
            }
            Self::Ended => {
                let ink = |ink| COLORS.color(ink).hex();
                let (panel, text) = (ink(Ink::Panel), ink(Ink::Text));
                format!("fill:{panel},stroke:{text},stroke-width:2px,color:{text}")
            }
            Self::Won(player) => {
                let color = COLORS.color(Ink::Player(player, Shade::Full)).hex();
                format!("stroke:{color}")
            }
            Self::Horizon => "stroke-dasharray:6 4".to_owned(),
            Self::Folded => "stroke-dasharray:2 3".to_owned(),
            Self::Best => "stroke-width:4px".to_owned(),
        }
    }
}

/// Which nodes have which class, and which moves are blunders.
#[derive(Default)]
struct Classes {
    nodes: Vec<(Class, u64)>,
    blunders: Vec<u64>,
}

impl Classes {
    fn add(&mut self, class: Class, number: u64) {
        self.nodes.push((class, number));
    }

    fn has(&self, class: Class) -> bool {
        self.nodes.iter().any(|(of, _)| *of == class)
    }

    /// Writes the used classes and their nodes, several per line.
    fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        const MAX: usize = 20;
        self.nodes.sort_unstable();
        for of_class in self.nodes.chunk_by(|a, b| a.0 == b.0) {
            let class = of_class[0].0;
            let name = class.name();
            writeln!(out, "  classDef {name} {}", class.looks())?;
            for some in of_class.chunks(MAX) {
                let nodes: Vec<String> = some
                    .iter()
                    .map(|(_, number)| format!("n{number}"))
                    .collect();
                writeln!(out, "  class {} {name}", nodes.join(","))?;
            }
        }
        if self.blunders.is_empty() {
            return Ok(());
        }
        let moves: Vec<String> = self.blunders.iter().map(u64::to_string).collect();
        let ink = COLORS.color(Ink::Blunder).hex();
        writeln!(
            out,
            "  linkStyle {} stroke:{ink},color:{ink},stroke-dasharray:5 4",
            moves.join(",")
        )
    }
}

/// The lines of a label between quotes. Every character with a meaning in Mermaid, Markdown or HTML
/// is written as a numeric entity. So are the four characters with which Mermaid marks entities
/// internally.
fn label(lines: &[String]) -> String {
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_str("<br/>");
        }
        for character in visible(&shortened(line, MAX_NAME + MAX_NOTE)).chars() {
            if is_plain(character) {
                out.push(character);
            } else {
                out.push_str(&format!("#{};", u32::from(character)));
            }
        }
    }
    out
}

fn is_plain(character: char) -> bool {
    match character {
        ' ' | ',' | '/' | '(' | ')' => true,
        'ﬂ' | '°' | '¶' | 'ß' => false,
        _ => character.is_alphanumeric(),
    }
}

/// A text in YAML's double quotes, which take JSON's escapes. Markup is escaped too, since Mermaid
/// puts the title into its picture.
struct Yaml<'a>(&'a str);

impl std::fmt::Display for Yaml<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in visible(self.0).chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_label_is_markup() {
        for (text, written) in [
            ("b2b2/a2b1 a", "b2b2/a2b1 a"),
            ("2>3", "2#62;3"),
            ("\"];x", "#34;#93;#59;x"),
            ("`**b**`", "#96;#42;#42;b#42;#42;#96;"),
            ("#quot;ß", "#35;quot#59;#223;"),
            ("%%{init}", "#37;#37;#123;init#125;"),
            ("a\nb", "a#92;nb"),
        ] {
            assert_eq!(label(&[text.to_owned()]), written);
        }
        let lines = ["a".to_owned(), "b".to_owned()];
        assert_eq!(label(&lines), "a<br/>b");
    }
}
