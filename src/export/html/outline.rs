//! The tree as text, for browsers without scripts; and notes and tour texts as blocks of runs,
//! which the page's script shows as plain text.

use std::io::{self, Write};

use super::Markup;
use super::json::{Between, Text};
use crate::diagram::{
    ProseBlock, ProseKind, ProseLink, ProseMark, ProseRun, TreeView, board_text, prose,
};
use crate::export::Figure;
use crate::game::visible;
use crate::rating::best_line;
use crate::save::Tour;
use crate::session::Rated;
use crate::tree::UnfoldingNode;
use crate::words::{plural, shortened};

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
        let words = line_of(rated, view, figure, node);
        writeln!(out, "{indent}{}", Markup(&visible(&words)))?;
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
    write!(out, "[{},{looks}", Text(&run.text))?;
    match &run.link {
        // A page of the guide is in the program.
        None | Some(ProseLink::Page(_)) => {}
        Some(ProseLink::Line(line)) => write!(out, ",{}", Text(&format!("line:{line}")))?,
        Some(ProseLink::Web(address)) => write!(out, ",{}", Text(address))?,
    }
    write!(out, "]")
}

/// Writes tours as a list of `{"title", "steps": [{"line", "text", "hidden", "shows"}]}`.
pub(super) fn write_tours(out: &mut dyn Write, tours: &[Tour]) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for tour in tours.iter().filter(|tour| !tour.steps.is_empty()) {
        let title = Text(&tour.title);
        write!(out, "{}\n{{\"title\":{title},\"steps\":[", between.next())?;
        let mut between = Between::default();
        for step in &tour.steps {
            let line = Text(&step.line);
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
                let words = format!("{name}{plies}, step {}", recording.step);
                write!(out, ",\"shows\":{}", Text(&words))?;
            }
            write!(out, "}}")?;
        }
        write!(out, "]}}")?;
    }
    write!(out, "]")
}
