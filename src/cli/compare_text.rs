//! Two sides as plain text: boards side by side, and moves side by side.

use std::io::{self, Write};

use super::table::TextTable;
use super::words::{self, grouped};
use crate::game::{Picture, visible};
use crate::session::{Both, Names, Rated, aligned_moves};
use crate::tree::{Edge, Vertex, VertexKind};

/// Both boards side by side, with differences in brackets. Empty if nothing is drawn.
pub fn boards(
    rated: Both<&Rated>,
    names: &Names,
    vertices: Both<Vertex>,
    out: &mut impl Write,
) -> io::Result<()> {
    let pictures = [0, 1].map(|side| rated[side].graph.picture(vertices[side]));
    let lines = [0, 1].map(|side| drawn(&pictures[side], &pictures[1 - side]));
    let mut table = TextTable::indented();
    table.row(names.0.clone());
    let height = lines[0].len().max(lines[1].len());
    for row in 0..height {
        table.row([0, 1].map(|side| lines[side].get(row).cloned().unwrap_or_default()));
    }
    table.row([0, 1].map(|side| visible(&pictures[side].text).into_owned()));
    table.write(out)
}

/// The places of a board as rows of text, with the horizontal offsets of the picture.
pub fn drawn(picture: &Picture, other: &Picture) -> Vec<String> {
    const PITCH: f64 = 4.0;
    let places = &picture.cells;
    let left = places.iter().map(|place| place.x).fold(f64::MAX, f64::min);
    let across = places
        .windows(2)
        .filter(|pair| pair[0].y == pair[1].y)
        .map(|pair| pair[1].x - pair[0].x)
        .fold(f64::MAX, f64::min);
    let mut rows: Vec<(f64, String)> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        if rows.last().is_none_or(|(y, _)| *y != place.y) {
            rows.push((place.y, String::new()));
        }
        let apart = other.cells.get(index).is_none_or(|other| {
            other.label != place.label || other.owner != place.owner || other.piece != place.piece
        });
        // A board of one column has no horizontal distance; its rows are at most half a hex apart.
        let unit = if across == f64::MAX {
            3.0_f64.sqrt()
        } else {
            across
        };
        let column = ((place.x - left) / unit * PITCH).round() as usize;
        let Some((_, text)) = rows.last_mut() else {
            continue;
        };
        let label = match (place.owner, &place.piece) {
            (None, None) => "·".into(),
            _ => visible(&place.label),
        };
        let label = if apart {
            format!("[{label}]")
        } else {
            format!(" {label} ")
        };
        let gap = column.saturating_sub(text.chars().count());
        text.push_str(&" ".repeat(gap));
        text.push_str(&label);
    }
    rows.into_iter().map(|(_, text)| text).collect()
}

/// The moves of a node in both trees: rating for the mover, and size, on each side.
pub fn moves(rated: Both<&Rated>, names: &Names, vertices: Both<Vertex>) -> TextTable {
    let mut table = TextTable::indented();
    let aligned = aligned_moves(rated, vertices);
    if aligned.is_empty() {
        return table;
    }
    let kinds = [0, 1].map(|side| rated[side].graph.graph().kind(vertices[side]));
    let chooser = [0, 1].map(|side: usize| kinds[side].player().or(kinds[1 - side].player()));
    let of = |side: usize| match (chooser[side], kinds[side]) {
        (
            Some(player),
            VertexKind::Chance(_) | VertexKind::Decision(_) | VertexKind::Horizon(_),
        ) => {
            format!("rating for {}", words::name(rated[side], player))
        }
        _ => "rating".to_owned(),
    };
    let [a, b] = &names.0;
    table.row(["move".to_owned(), a.clone(), String::new(), b.clone()]);
    let size = || "tree nodes".to_owned();
    table.row([String::new(), of(0), size(), of(1), size()]);
    for mv in aligned {
        let mut row = vec![visible(&mv.text).into_owned()];
        for side in [0, 1] {
            let cells = mv.edges[side].map(|edge| cells(rated[side], vertices[side], edge));
            row.extend(cells.unwrap_or_else(|| ["–".to_owned(), "–".to_owned()]));
        }
        if let Some(side) = mv.edges.iter().position(Option::is_none) {
            row.push(format!("only under {}", names.0[1 - side]));
        }
        table.row(row);
    }
    table
}

fn cells(rated: &Rated, source: Vertex, edge: Edge) -> Both<String> {
    let graph = rated.graph.graph();
    let target = graph.target(edge);
    let rating = match graph.kind(source).player() {
        Some(player) => words::rating(rated, target, player),
        None => String::new(),
    };
    let nodes = rated.analysis.nodes.of(target).to_string();
    [rating, grouped(&nodes)]
}
