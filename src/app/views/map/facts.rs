//! The tooltip of the map: the last moves, the position, ratings, and exact counts.

use eframe::egui::{self, Sense, Vec2};

use crate::app::base::{Transform, ids, paint::paint, part, size, strong};
use crate::app::parts::{Cx, values_ui};
use crate::diagram::{
    BoardMarks, MapTree, TreeView, at_least, board, board_radius, head, short_count, step_text,
    ten_to, whole_count, winners_shortened,
};
use crate::game::{Player, visible};
use crate::tree::{Edge, LeafClass, Vertex, VertexKind};
use crate::words::{horizon_name, short_number};

/// Maximum number of last moves shown.
const MAX_MOVES: usize = 6;
/// Maximum number of ratings shown.
const MAX_PLAYERS: usize = 6;
/// Maximum radius of a place on the small board, in points.
const PREVIEW: f64 = 24.0;

/// Whether every leaf of the map is an end.
pub(super) fn are_ends(tree: &MapTree<'_>) -> bool {
    !tree.leaves.classes().contains(&LeafClass::Horizon)
}

/// The number of ends below a node that each player wins, ties last; if they aren't counted, their
/// shares.
fn winners_rows(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> Vec<String> {
    let (vertex, left) = (tree.vertex(node), tree.left(node));
    let who = |winners| winners_shortened(view.labels, winners, 16);
    let classes = tree.leaves.classes().iter().enumerate();
    let shares = classes.map(|(class, what)| (what, tree.leaves.share(vertex, left, class)));
    let counted = view.ends.filter(|_| tree.leaves.plies().is_none());
    let mut rows = Vec::new();
    for (what, share) in shares {
        let percent = match f64::from(share) * 100.0 {
            percent if percent > 0.0 && percent < 0.1 => "<0.1 %".to_owned(),
            percent if percent > 99.9 && percent < 100.0 => ">99.9 %".to_owned(),
            percent => format!("{percent:.1} %"),
        };
        match what {
            LeafClass::Won(winners) => {
                let mut ends = counted.into_iter().flat_map(|ends| ends.of(vertex));
                let count = ends.find(|(own, _)| own == winners).map(|(_, count)| count);
                match count {
                    Some(count) if count.is_zero() => {}
                    Some(count) => {
                        rows.push(format!(
                            "{}: {} ({percent})",
                            who(*winners),
                            short_count(count)
                        ));
                    }
                    None if share > 0.0 => rows.push(format!("{}: {percent}", who(*winners))),
                    None => {}
                }
            }
            LeafClass::Horizon if share > 0.0 => {
                rows.push(format!("{}: {percent}", horizon_name(tree.graph)));
            }
            LeafClass::Horizon => {}
        }
    }
    rows
}

/// The number of leaves below a node, exact within the precision of a double.
pub(super) fn leaves_text(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> String {
    let graph = tree.graph;
    let vertex = tree.vertex(node);
    if graph.is_complete() && tree.leaves.plies().is_none() {
        // Every leaf is an end.
        return whole_count(view.analysis.ends.of(vertex));
    }
    let (mantissa, exponent) = tree.leaves.of(vertex, tree.left(node));
    if exponent == 0 && mantissa < 9e15 {
        return short_number(mantissa as u64);
    }
    let digits = (mantissa.log2() + f64::from(exponent)) * std::f64::consts::LOG10_2;
    format!(
        "{:.2}×{}",
        10_f64.powf(digits.fract()),
        ten_to(digits.floor() as usize)
    )
}

/// The last moves of a line, as text.
fn moves_words(view: &TreeView<'_>, line: &[Edge]) -> String {
    let skipped = line.len().saturating_sub(MAX_MOVES);
    let mut words: Vec<String> = Vec::new();
    let mut vertex = Vertex::ROOT;
    for (index, &edge) in line.iter().enumerate() {
        if index >= skipped {
            words.push(step_text(view.labels, vertex, edge));
        }
        vertex = view.labels.graph().target(edge);
    }
    match (line.is_empty(), skipped) {
        (true, _) => "the root".to_owned(),
        (false, 0) => words.join(", "),
        _ => format!("… {}", words.join(", ")),
    }
}

/// The kind of the node, in a few words.
pub(super) fn what(view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> String {
    let vertex = tree.vertex(node);
    match goes_on(tree, node) {
        true => "The map ends here; the tree continues".to_owned(),
        false => head(view, vertex),
    }
}

/// Whether the tree continues where the map ends.
fn goes_on(tree: &MapTree<'_>, node: u64) -> bool {
    tree.is_cut(node) && tree.graph.kind(tree.vertex(node)) != VertexKind::End
}

/// Its id for programs.
pub(super) fn id_of(tree: &MapTree<'_>, node: u64) -> &'static str {
    match tree.graph.kind(tree.vertex(node)) {
        _ if goes_on(tree, node) => ids::MAP_CUT,
        VertexKind::Horizon(_) => ids::MAP_STOPPED,
        _ => ids::MAP_NODE,
    }
}

/// A node in one sentence, for a screen reader.
pub(super) fn describe(
    view: &TreeView<'_>,
    tree: &MapTree<'_>,
    (above, index): (Option<Vertex>, u32),
    node: u64,
) -> String {
    let vertex = tree.vertex(node);
    let mv = above
        .and_then(|above| {
            let edge = tree.graph.edge(above, index as usize)?;
            Some(view.edge_name(above, edge))
        })
        .unwrap_or_else(|| "root".to_owned());
    let leaves = leaves_text(view, tree, node);
    let plural = match (are_ends(tree), leaves == "1") {
        (true, true) => "end",
        (true, false) => "ends",
        (false, true) => "leaf",
        (false, false) => "leaves",
    };
    let what = match goes_on(tree, node) {
        true => what(view, tree, node),
        false => view.state_and_rating(vertex),
    };
    format!("Map, {mv}: {what}, {leaves} {plural}")
}

/// The tooltip of a node.
pub(super) fn node_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    tree: &MapTree<'_>,
    (node, line): (u64, &[Edge]),
) {
    part(ui, ids::MAP_TOOLTIP);
    let vertex = tree.vertex(node);
    ui.label(strong(what(cx.view, tree, node)).size(size::BODY));
    let picture = cx.document.session.rated().graph.picture(vertex);
    if !picture.cells.is_empty() {
        let radius = board_radius(&picture, 200.0, 110.0).min(PREVIEW);
        let diagram = board(&picture, &[], &BoardMarks::default(), radius);
        let extent = Vec2::new(
            diagram.bounds.width() as f32,
            diagram.bounds.height() as f32,
        );
        let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
        let transform = Transform::fit(diagram.bounds, rect, 1.0);
        paint(&ui.painter_at(rect), &transform, cx.theme, &diagram.drawing);
    }
    let known = at_least(tree.graph);
    let mut rows = vec![
        (
            "Line",
            format!("ply {}: {}", plies(tree, line), moves_words(cx.view, line)),
        ),
        (
            "Position",
            visible(&cx.view.labels.position_text(vertex)).into_owned(),
        ),
    ];
    let is_end = tree.graph.kind(vertex) == VertexKind::End;
    if cx.view.hidden && !is_end {
        rows.push(("Ratings", "hidden".to_owned()));
    }
    let mut ratings = Vec::new();
    for player in Player::all(tree.graph.players()).take(MAX_PLAYERS) {
        if !cx.view.hidden && !is_end {
            let rating = cx.view.rating_of(vertex, player);
            ratings.push(format!("{rating} for {}", cx.view.name(player)));
        }
    }
    if !ratings.is_empty() {
        rows.push(("Rating", ratings.join(", ")));
    }
    if !tree.graph.is_leaf(vertex) {
        let nodes = whole_count(cx.view.analysis.nodes.of(vertex));
        rows.push(("Nodes", format!("{known}{nodes}")));
        let leaves = leaves_text(cx.view, tree, node);
        let to = match tree.leaves.plies() {
            Some(plies) => format!(", to ply {plies}"),
            None => String::new(),
        };
        let what = if are_ends(tree) { "Ends" } else { "Leaves" };
        rows.push((what, format!("{known}{leaves}{to}")));
        if !cx.view.hidden {
            let mut label = "Won";
            for winners in winners_rows(cx.view, tree, node) {
                rows.push((std::mem::take(&mut label), winners));
            }
        }
    }
    values_ui(ui, cx, "map node", rows);
    let hint = "Click to select, double-click to zoom in";
    ui.label(cx.small(hint));
}

/// The plies of a line.
fn plies(tree: &MapTree<'_>, line: &[Edge]) -> u32 {
    let mut vertex = Vertex::ROOT;
    let mut plies = 0;
    for &edge in line {
        plies += tree.graph.cost(vertex);
        vertex = tree.graph.target(edge);
    }
    plies
}
