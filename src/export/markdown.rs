//! A report of a board in Markdown: the position, counts, the best line, the moves and the notes.

use std::io::{self, Write};

use super::Figure;
use super::escape::{Code, Fenced, Md};
use super::record::Nodes;
use super::text::{NodeTexts, heading, partial};
use crate::diagram::{NodeContext, TreeView, board_text, exact_chance, move_row, why, worse_text};
use crate::game::{Player, RulesText, SwitchValue, line_of, visible};
use crate::rating::{LineEnd, best_edges, best_line};
use crate::session::Rated;
use crate::tree::{Count, Unfolding, UnfoldingNode, Vertex};
use crate::words::{capitalised, plural, step_text, whole_count};

/// Maximum number of moves of the best line listed one by one.
const MAX_STEPS: usize = 40;

/// Maximum bytes of a line of moves above a note.
const MAX_LINE: usize = 400;

/// Writes the report of the tree below the unfolding's root. Counts are those of the whole tree,
/// notes those of the shown nodes.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let texts = NodeTexts::new(rated, unfolding, figure);
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    writeln!(out, "# {}\n", Md(&heading(rated, unfolding, texts.title)))?;
    write_board(out, &texts, root)?;
    write_counts(out, &texts, root)?;
    write_rating(out, &texts, figure, root)?;
    write_moves(out, &texts, figure, root)?;
    write_notes(out, &texts, figure)
}

/// The position, the game and its rules.
fn write_board(out: &mut dyn Write, texts: &NodeTexts<'_>, root: Vertex) -> io::Result<()> {
    let graph = &texts.rated.graph;
    if texts.show.positions {
        let picture = graph.picture(root);
        if !picture.cells.is_empty() {
            let lines = board_text(&**graph, &picture);
            write!(out, "{}", Fenced(&lines.join("\n")))?;
        }
        let position = graph.position_text(root);
        writeln!(out, "- Position: {}", Code(&visible(&position)))?;
    }
    writeln!(out, "- Game: {}", Md(&rules(texts.rated)))?;
    writeln!(out, "- {}", Md(&texts.head(root)))?;
    for sentence in limits(texts) {
        writeln!(out, "- {}", Md(&sentence))?;
    }
    writeln!(out)
}

/// The game and its rules, as text.
fn rules(rated: &Rated) -> String {
    let mut phrase = visible(&rated.game).into_owned();
    match &rated.rules {
        RulesText::None => {}
        RulesText::Preset(name) => phrase.push_str(&format!(", rules {name}")),
        RulesText::Switches(switches) => {
            for (name, value) in switches {
                let value = match value {
                    SwitchValue::Number(number) => number.to_string(),
                    // A script is the tree itself.
                    SwitchValue::Text(_) if *name == "script" => continue,
                    SwitchValue::Text(text) => visible(text).into_owned(),
                };
                phrase.push_str(&format!(", {} {value}", name.replace('_', " ")));
            }
        }
    }
    phrase
}

/// The limits that made the tree incomplete, and the rating options if there is a choice.
fn limits(texts: &NodeTexts<'_>) -> Vec<String> {
    let rated = texts.rated;
    let graph = rated.graph.graph();
    let mut sentences = Vec::new();
    if let Some(plies) = graph.max_plies() {
        let s = plural(plies, "ply", "plies");
        sentences.push(format!("Stopped after {plies} {s}{}", texts.estimated()));
    }
    if let Some(partial) = partial(rated) {
        sentences.push(format!("{}{}", capitalised(&partial), texts.estimated()));
    }
    let way = rated.analysis.ratings.way_to_tell();
    if let Some(way) = way.filter(|_| !texts.hidden) {
        sentences.push(format!("Rated by {}", way.name()));
    }
    sentences
}

/// The exact counts of the tree.
fn write_counts(out: &mut dyn Write, texts: &NodeTexts<'_>, root: Vertex) -> io::Result<()> {
    let NodeTexts { rated, .. } = *texts;
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    let known = if graph.is_complete() { "" } else { "≥ " };
    let count = |count: Count<'_>| format!("{known}{}", whole_count(count));
    let number = |number: u64| count(Count::Exact(&[number]));
    let longest = match analysis.longest.of(root) {
        Some(plies) => number(plies.into()),
        None => "without end".to_owned(),
    };
    let mut rows = vec![
        ("Nodes of the tree", count(analysis.nodes.of(root))),
        ("Ends", count(analysis.ends.of(root))),
        ("Plies of the longest line", longest),
    ];
    // Positions are counted from where the game starts.
    if root == Vertex::ROOT {
        let distinct = rated.graph.distinct();
        rows.push(("Distinct positions", number(distinct.positions)));
        rows.push(("Moves between them", number(distinct.moves)));
    }
    let shown = texts.unfolding.preorder().count() as u64;
    if Count::Exact(&[shown])
        .compare(analysis.nodes.of(root))
        .is_ne()
    {
        rows.push(("Nodes shown", whole_count(Count::Exact(&[shown]))));
    }
    writeln!(out, "## Counts\n\n| | |\n| --- | ---: |")?;
    for (name, value) in rows {
        writeln!(out, "| {name} | {} |", Md(&value))?;
    }
    writeln!(out)
}

/// The winner with best play, and the best line.
fn write_rating(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    figure: &Figure<'_>,
    root: Vertex,
) -> io::Result<()> {
    if texts.hidden {
        return Ok(());
    }
    let rated = texts.rated;
    let graph = rated.graph.graph();
    writeln!(out, "## Best line\n")?;
    let picture = rated.graph.picture(root);
    let known = NodeContext {
        picture: &picture,
        estimate: rated.limits.estimate,
        building: false,
    };
    let view = figure.view(texts.rated, texts.unfolding);
    // The sentence names a move that is the only one.
    if texts.show.moves {
        writeln!(out, "{}\n", Md(&why(&view, root, &known).text()))?;
    }
    writeln!(out, "| player | rating |\n| --- | ---: |")?;
    for player in Player::all(graph.players()) {
        let rating = texts.rating_of(root, player);
        writeln!(out, "| {} | {} |", Md(&texts.name(player)), Md(&rating))?;
    }
    writeln!(out)?;
    if texts.show.best_line {
        write_line(out, texts, root)?;
    }
    Ok(())
}

/// The best line, a step a number.
fn write_line(out: &mut dyn Write, texts: &NodeTexts<'_>, root: Vertex) -> io::Result<()> {
    let rated = texts.rated;
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    let best = best_line(graph, &analysis.ratings, &analysis.distances, root);
    if best.line.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{}\n",
        if best.through_chance {
            "The best line, at chance the likeliest branch:"
        } else {
            "The best line:"
        }
    )?;
    let mut vertex = root;
    for (number, edge) in best.line.iter().enumerate().take(MAX_STEPS) {
        let target = graph.target(*edge);
        let step = match texts.show.moves {
            true => step_text(&*rated.graph, vertex, *edge),
            false => texts.head(vertex),
        };
        write!(out, "{}. {}", number + 1, Md(&step))?;
        if let Some(position) = texts.position(target) {
            write!(out, ": {}", Code(&position))?;
        }
        writeln!(out)?;
        vertex = target;
    }
    let end = best.line.iter().fold(root, |_, edge| graph.target(*edge));
    let more = best.line.len().saturating_sub(MAX_STEPS);
    let ended = match best.ended {
        LineEnd::End => texts.head(end),
        LineEnd::Horizon => "a limit stopped the tree".to_owned(),
        LineEnd::Open => "no move is proven to be best".to_owned(),
        LineEnd::Repetition => "it repeats forever".to_owned(),
    };
    let sentence = match more {
        0 => ended,
        _ => {
            let more = whole_count(Count::Exact(&[more as u64]));
            format!("{more} moves more, then {ended}")
        }
    };
    writeln!(out, "\nThen {}.\n", Md(&sentence))
}

/// The moves of the root, with the rating of each for all players.
fn write_moves(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    figure: &Figure<'_>,
    root: Vertex,
) -> io::Result<()> {
    let rated = texts.rated;
    let graph = rated.graph.graph();
    if graph.degree(root) == 0 || !texts.show.moves {
        return Ok(());
    }
    let chance = graph.is_chance(root);
    let view: TreeView<'_> = figure.view(texts.rated, texts.unfolding);
    let mut heads = vec!["move".to_owned()];
    let mut ruler = "| ---".to_owned();
    if chance {
        heads.push("probability".to_owned());
        ruler.push_str(" | ---:");
    }
    if !texts.hidden {
        for player in Player::all(graph.players()) {
            heads.push(format!("rating for {}", texts.name(player)));
            ruler.push_str(" | ---:");
        }
        heads.push("ends in".to_owned());
        ruler.push_str(" | ---:");
    }
    heads.push("nodes".to_owned());
    ruler.push_str(" | ---:");
    if !texts.hidden {
        heads.push(String::new());
        ruler.push_str(" | ---");
    }
    writeln!(out, "## Moves\n")?;
    let heads: Vec<String> = heads.iter().map(|head| Md(head).to_string()).collect();
    writeln!(out, "| {} |\n{ruler} |", heads.join(" | "))?;
    let best = best_edges(graph, &rated.analysis.ratings, root);
    for edge in graph.edges(root) {
        let target = graph.target(edge);
        let row = move_row(&view, root, edge, &best);
        let mut cells = vec![row.mv];
        if chance {
            cells.push(exact_chance(graph.probability(edge)));
        }
        if !texts.hidden {
            for player in Player::all(graph.players()) {
                cells.push(texts.rating_of(target, player));
            }
            cells.push(row.ends_in);
        }
        cells.push(row.nodes);
        if !texts.hidden {
            cells.push(if row.best {
                "best".to_owned()
            } else {
                let cost = worse_text(&view, root, edge).filter(|_| texts.show.blunders);
                cost.map_or_else(String::new, |(_, cost)| cost)
            });
        }
        let cells: Vec<String> = cells.iter().map(|cell| Md(cell).to_string()).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

/// The notes of the nodes that are shown, each under its line.
fn write_notes(out: &mut dyn Write, texts: &NodeTexts<'_>, figure: &Figure<'_>) -> io::Result<()> {
    let mut first = true;
    for item in Nodes::new(texts.rated, texts.unfolding, figure) {
        let Some(note) = texts.note(item.node) else {
            continue;
        };
        if std::mem::take(&mut first) {
            writeln!(out, "## Notes\n")?;
        }
        write!(out, "At {}", line_to(texts, item.node))?;
        if let Some(position) = texts.position(item.vertex) {
            write!(out, ", {}", Code(&position))?;
        }
        writeln!(out, ":\n")?;
        let mut lines = note.lines().peekable();
        while let Some(line) = lines.next() {
            // A line break stays one, but not before an empty line, which parts paragraphs.
            let blank = |line: &str| line.trim().is_empty();
            let goes_on = lines.peek().is_some_and(|next| !blank(next)) && !blank(line);
            let text = visible(line);
            match blank(line) {
                true => writeln!(out, ">")?,
                false => writeln!(out, "> {}{}", Md(&text), if goes_on { "\\" } else { "" })?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The line to a node, its beginning left out where it is long.
fn line_to(texts: &NodeTexts<'_>, node: UnfoldingNode) -> String {
    let mut moves = Vec::new();
    let mut bytes = 0;
    let mut at = node;
    while let (Some(above), Some(edge)) = (texts.unfolding.parent(at), texts.unfolding.edge(at)) {
        let mv = texts
            .rated
            .graph
            .move_text(texts.unfolding.vertex(above), edge);
        bytes += mv.len() + 1;
        if bytes > MAX_LINE || !texts.show.moves {
            moves.push("…".to_owned());
            break;
        }
        moves.push(mv);
        at = above;
    }
    if moves.is_empty() {
        return "the root".to_owned();
    }
    moves.reverse();
    let ply = texts.unfolding.ply(node);
    format!("ply {ply}, {}", Code(&visible(&line_of(&moves))))
}
