//! The content of a page. The tree as text, for browsers without scripts; notes and tour texts as blocks
//! of runs, which the page's script shows as plain text. And JSON: no text in it can end the element
//! that contains it. The shapes of a diagram are arrays for the page to draw, one each, which starts with
//! a letter.

use std::fmt;
use std::io::{self, Write};

use super::Markup;
use crate::diagram::{
    Anchor, Ink, Point, ProseBlock, ProseKind, ProseLink, ProseMark, ProseRun, Shade, Shape,
    Stroke, TreeView, Weight, board_text, prose,
};
use crate::export::Figure;
use crate::game::visible;
use crate::rating::best_line;
use crate::save::Tour;
use crate::session::Rated;
use crate::tree::UnfoldingNode;
use crate::words::{plural, shortened};

/// A text as JSON. Markup can't start in it, and invisible characters that affect their neighbors
/// are written as escapes.
pub(super) struct JsonText<'a>(pub &'a str);

impl fmt::Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        let mut rest = self.0;
        while let Some(at) = rest.find(must_be_escaped) {
            f.write_str(&rest[..at])?;
            rest = &rest[at..];
            let Some(character) = rest.chars().next() else {
                break;
            };
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                other => {
                    for unit in other.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
            }
            rest = &rest[character.len_utf8()..];
        }
        write!(f, "{rest}\"")
    }
}

fn must_be_escaped(character: char) -> bool {
    character.is_control()
        || matches!(character, '"' | '\\' | '<' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// A coordinate, to a hundredth.
#[derive(Clone, Copy)]
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A sum with zero has no minus before a zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// The separator between list items: nothing before the first.
#[derive(Default)]
pub(super) struct Between {
    begun: bool,
}

impl Between {
    /// The comma before the next item.
    pub fn next(&mut self) -> &'static str {
        if std::mem::replace(&mut self.begun, true) {
            ","
        } else {
            ""
        }
    }
}

/// Number of players with distinct colors.
const COLORS: u8 = 6;

/// The name of an ink, which the page's style gives a color on each ground.
pub(super) fn ink_name(ink: Ink) -> String {
    match ink {
        Ink::Player(player, shade) => {
            let shade = match shade {
                Shade::Full => "",
                Shade::Area => "a",
                Shade::Light => "l",
                Shade::Middle => "m",
                Shade::Dark => "d",
                Shade::Faint => "f",
            };
            format!("p{}{shade}", player.0 % COLORS)
        }
        Ink::Text => "text".to_owned(),
        Ink::Dim => "dim".to_owned(),
        Ink::Line => "line".to_owned(),
        Ink::Panel => "panel".to_owned(),
        Ink::Ground => "ground".to_owned(),
        Ink::Soft => "soft".to_owned(),
        Ink::OnPlayer => "on".to_owned(),
        Ink::Nobody => "nobody".to_owned(),
        Ink::Blunder => "blunder".to_owned(),
        Ink::BlunderArea => "blunderarea".to_owned(),
    }
}

/// A shape.
pub(super) struct DrawnShape<'a>(pub &'a Shape);

impl fmt::Display for DrawnShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                f.write_str("[\"p\",\"")?;
                for (index, point) in points.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{}", PointText(*point))?;
                }
                write!(f, "\",{}{}]", Fill(*fill), StrokeStyle(*stroke))
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => {
                let (x, y) = (Number(rect.min.x), Number(rect.min.y));
                let (width, height) = (Number(rect.width()), Number(rect.height()));
                let (round, fill, line) = (Number(*rounding), Fill(*fill), StrokeStyle(*stroke));
                write!(f, "[\"b\",{x},{y},{width},{height},{round},{fill}{line}]")
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let (x, y, r) = (Number(centre.x), Number(centre.y), Number(*radius));
                write!(f, "[\"c\",{x},{y},{r},{}]", Fill(Some(*fill)))
            }
            Shape::Curve { points, stroke } => {
                let [from, over, and, to] = points.map(PointText);
                let line = StrokeStyle(Some(*stroke));
                write!(f, "[\"u\",\"M{from}C{over} {and} {to}\"{line}]")
            }
            Shape::Segment { points, stroke } => {
                let [from, to] = points.map(PointText);
                write!(f, "[\"u\",\"M{from}L{to}\"{}]", StrokeStyle(Some(*stroke)))
            }
            Shape::Text(text) => {
                let anchor = match text.anchor {
                    Anchor::Left => 0,
                    Anchor::Middle => 1,
                    Anchor::Right => 2,
                };
                let (x, y, size) = (Number(text.at.x), Number(text.at.y), Number(text.size));
                let strong = u8::from(text.weight == Weight::Strong);
                let (text, fill) = (JsonText(&text.text), Fill(Some(text.ink)));
                write!(f, "[\"t\",{x},{y},{anchor},{text},{size},{fill},{strong}]")
            }
        }
    }
}

struct PointText(Point);

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Number(self.0.x), Number(self.0.y))
    }
}

struct Fill(Option<Ink>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("0"),
            Some(ink) => write!(f, "\"{}\"", ink_name(ink)),
        }
    }
}

/// A stroke: its ink, its width, and its dashes if it has any; nothing if there is none.
struct StrokeStyle(Option<Stroke>);

impl fmt::Display for StrokeStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stroke) = self.0 else {
            return Ok(());
        };
        write!(f, ",\"{}\",{}", ink_name(stroke.ink), Number(stroke.width))?;
        match stroke.dash {
            Some(dash) => write!(f, ",{}", Number(dash)),
            None => Ok(()),
        }
    }
}

/// Maximum number of listed nodes …
const MAX_NODES: u64 = 2_000;

/// … and of indented levels.
const MAX_LEVELS: usize = 40;

/// Maximum characters shown of a note.
const MAX_NOTE: usize = 400;

/// Maximum number of listed moves of the best line.
const MAX_MOVES: usize = 200;

/// Writes the root's board, the best line and the beginning of the outline.
pub(super) fn write(
    out: &mut dyn Write,
    rated: &Rated,
    view: &TreeView<'_>,
    figure: &Figure<'_>,
    nodes: u64,
) -> io::Result<()> {
    let labels = &*rated.graph;
    let root = view.unfolding.vertex(UnfoldingNode::ROOT);
    let board = board_text(labels, &rated.graph.picture(root));
    writeln!(out, "<pre>{}</pre>", Markup(&board.join("\n")))?;
    let show = &figure.show;
    if show.best_line && show.moves && !figure.hidden {
        let analysis = &rated.analysis;
        let best = best_line(labels.graph(), &analysis.ratings, &analysis.distances, root).line;
        let told = &best[..best.len().min(MAX_MOVES)];
        let more = if told.len() < best.len() { " …" } else { "" };
        if !told.is_empty() {
            let line = labels.line_text(root, told);
            let line = visible(&line);
            writeln!(out, "<p>Best line: {}{more}</p>", Markup(&line))?;
        }
    }
    writeln!(out, "<pre>")?;
    let mut listed = 0;
    let mut waiting = vec![(UnfoldingNode::ROOT, 0_usize)];
    while let Some((node, level)) = waiting.pop() {
        if listed == MAX_NODES {
            break;
        }
        listed += 1;
        let indent = "  ".repeat(level.min(MAX_LEVELS));
        let text = line_of(rated, view, figure, node);
        writeln!(out, "{indent}{}", Markup(&visible(&text)))?;
        let children = view.unfolding.children(node).rev();
        waiting.extend(children.map(|child| (child, level + 1)));
    }
    writeln!(out, "</pre>")?;
    if nodes > listed {
        writeln!(
            out,
            "<p>and {} more {}</p>",
            nodes - listed,
            plural(nodes - listed, "node", "nodes")
        )?;
    }
    Ok(())
}

/// A node in a line: the move to it, the position, and the texts on the node.
fn line_of(rated: &Rated, view: &TreeView<'_>, figure: &Figure<'_>, node: UnfoldingNode) -> String {
    let graph = rated.graph.graph();
    let vertex = view.unfolding.vertex(node);
    let mut parts = Vec::new();
    if let Some(name) = view.move_name(node).filter(|_| figure.show.moves) {
        parts.push(format!("{name}:"));
    }
    if figure.show.positions {
        parts.push(rated.graph.position_text(vertex));
    }
    match graph.kind(vertex) {
        crate::tree::VertexKind::End if !figure.show.ends => parts.push("(end)".to_owned()),
        crate::tree::VertexKind::End => parts.push(format!("({})", view.winners(vertex))),
        kind => {
            let mover = kind.player().map(|player| view.name(player));
            let mover = mover.unwrap_or_default();
            let rated = view.rated_player(vertex).filter(|_| !figure.hidden);
            parts.push(match rated {
                None => format!("({mover})"),
                Some(player) => {
                    let rating = view.rating_of(vertex, player);
                    format!("({mover}; {} {rating})", view.name(player))
                }
            });
        }
    }
    if !graph.is_leaf(vertex) && !view.unfolding.is_open(node) {
        parts.push(format!(
            "{} not in this file",
            crate::export::text::below(rated, vertex)
        ));
    }
    if let Some(note) = view.notes.note(node) {
        parts.push(format!("[{}]", shortened(note, MAX_NOTE)));
    }
    parts.join(" ")
}

/// Flags of text style.
const STRONG: u8 = 1;

const EMPHASIS: u8 = 2;

const CODE: u8 = 4;

/// Writes a text as a list of `[kind, depth, mark, quoted, [[text, style, link]]]`.
pub(super) fn write_prose(out: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for block in prose(text) {
        write!(out, "{}", between.next())?;
        write_block(out, &block)?;
    }
    write!(out, "]")
}

fn write_block(out: &mut dyn Write, block: &ProseBlock) -> io::Result<()> {
    let kind = match block.kind {
        ProseKind::Heading(level) => format!("h{level}"),
        ProseKind::Paragraph => "p".to_owned(),
        ProseKind::Code => "code".to_owned(),
        ProseKind::Rule => "rule".to_owned(),
    };
    let mark = match block.mark {
        None => String::new(),
        Some(ProseMark::Dot) => "•".to_owned(),
        Some(ProseMark::Number(number)) => format!("{number}."),
    };
    let (depth, quoted) = (block.depth, u8::from(block.quoted));
    write!(out, "[\"{kind}\",{depth},\"{mark}\",{quoted},[")?;
    let mut between = Between::default();
    for run in &block.runs {
        write!(out, "{}", between.next())?;
        write_run(out, run)?;
    }
    write!(out, "]]")
}

fn write_run(out: &mut dyn Write, run: &ProseRun) -> io::Result<()> {
    let mut looks = 0;
    for (bit, is_so) in [
        (STRONG, run.strong),
        (EMPHASIS, run.emphasis),
        (CODE, run.code),
    ] {
        looks |= if is_so { bit } else { 0 };
    }
    write!(out, "[{},{looks}", JsonText(&run.text))?;
    match &run.link {
        // A page of the guide is in the program.
        None | Some(ProseLink::Page(_)) => {}
        Some(ProseLink::Line(line)) => write!(out, ",{}", JsonText(&format!("line:{line}")))?,
        Some(ProseLink::Web(address)) => write!(out, ",{}", JsonText(address))?,
    }
    write!(out, "]")
}

/// Writes tours as a list of `{"title", "steps": [{"line", "text", "hidden", "shows"}]}`.
pub(super) fn write_tours(out: &mut dyn Write, tours: &[Tour]) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for tour in tours.iter().filter(|tour| !tour.steps.is_empty()) {
        let title = JsonText(&tour.title);
        write!(out, "{}\n{{\"title\":{title},\"steps\":[", between.next())?;
        let mut between = Between::default();
        for step in &tour.steps {
            let line = JsonText(&step.line);
            write!(out, "{}\n{{\"line\":{line},\"text\":", between.next())?;
            write_prose(out, &step.text)?;
            if step.hidden {
                write!(out, ",\"hidden\":true")?;
            }
            if let Some(recording) = &step.recording {
                let name = recording.method.title(false, recording.plies.is_some());
                let plies = recording.plies.map_or_else(String::new, |plies| {
                    format!(", {plies} {}", plural(plies, "ply", "plies"))
                });
                let text = format!("{name}{plies}, step {}", recording.step);
                write!(out, ",\"shows\":{}", JsonText(&text))?;
            }
            write!(out, "}}")?;
        }
        write!(out, "]}}")?;
    }
    write!(out, "]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script_element_or_changes_the_direction_of_writing() {
        let hostile = "</script><!-- \"\\\u{2028}\u{202e}\u{0}\r\n\u{7f}\u{ffff}é🎲";
        let written = JsonText(hostile).to_string();
        assert_eq!(
            written,
            "\"\\u003c/script>\\u003c!-- \\\"\\\\\\u2028\\u202e\\u0000\\u000d\\n\\u007f\\uffffé🎲\""
        );
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, hostile);
    }

    #[test]
    fn every_character_comes_back() {
        for character in (0..=0x3000).chain([0xfffe, 0x1_f3b2]) {
            let Some(character) = char::from_u32(character) else {
                continue;
            };
            let text = format!("a{character}b");
            let read: String = serde_json::from_str(&JsonText(&text).to_string()).expect("JSON");
            assert_eq!(read, text);
        }
    }
}
