//! Texts about positions: for a screen reader, in a tooltip, and in the legend.

use super::draw::WALKED;
use super::scene::PositionScene;
use crate::diagram::facts::{NodeFacts, facts_of};
use crate::diagram::legend::{entries, far_entries};
use crate::diagram::legend_entry::{
    LegendEntry, LegendRow, boxed, filled, line, of_rows, row, segments,
};
use crate::diagram::moves::OTHER;
use crate::diagram::node::{badge_width, draw_badge};
use crate::diagram::shape::{Drawing, Ink, Point, Rect, Stroke};
use crate::diagram::view::TreeView;
use crate::diagram::{EdgeDrawn, PositionDrawn};
use crate::game::visible;
use crate::tree::{Count, Vertex, Ways};
use crate::words::{at_least, counted, short_number, whole_count};

/// The number of lines to a position on a cycle.
pub const LINES_WITHOUT_END: &str = "infinitely many lines";
/// The legend's text for cycles.
pub const RECUR: &str = "cycle";

/// The exact number of lines to a position, and its first ply: `reached by 12 lines, first at ply
/// 4`.
pub fn lines_words(view: &TreeView<'_>, ways: &Ways, vertex: Vertex) -> String {
    let graph = view.labels.graph();
    let lines = match ways.lines.to(vertex) {
        Count::Infinite => LINES_WITHOUT_END.to_owned(),
        lines => format!("{}{}", at_least(graph), counted(whole_count(lines), "line")),
    };
    let ply = short_number(ways.reached.ply(vertex));
    format!("reached by {lines}, first at ply {ply}")
}

/// A position in one sentence, for a screen reader.
pub fn describe_position(view: &TreeView<'_>, ways: &Ways, vertex: Vertex) -> String {
    let position = visible(&view.labels.position_text(vertex)).into_owned();
    let what = view.state_and_rating(vertex);
    format!("{position}, {what}, {}", lines_words(view, ways, vertex))
}

/// The facts about a position, as names and values.
pub fn position_facts(view: &TreeView<'_>, ways: &Ways, vertex: Vertex) -> NodeFacts {
    let mut facts = facts_of(view, vertex);
    let words = lines_words(view, ways, vertex);
    let words = words.trim_start_matches("reached ").to_owned();
    facts.rows.push(("Reached".to_owned(), words));
    if let Some(plies) = view.labels.graph().plies_left(vertex) {
        let plies = short_number(plies);
        facts.rows.push(("Plies left".to_owned(), plies));
    }
    facts.hint = "Click to select".to_owned();
    facts
}

/// The entries for positions that can be read.
pub fn positions_legend(view: &TreeView<'_>, scene: &PositionScene) -> Vec<LegendEntry> {
    let any = |is: fn(&PositionDrawn) -> bool| scene.positions.iter().any(is);
    let badge = |sign: &mut Drawing, text: &str, arrow| {
        let width = badge_width(text, arrow);
        let rect = Rect::around(Point::new(width / 2.0, 0.0), width, 16.0);
        draw_badge(sign, rect, text, arrow);
    };
    let lines = "n lines";
    let back = |edge: &EdgeDrawn| edge.has_arrow() && !edge.recurs;
    let others = scene.edges.iter().any(|edge| !edge.best && !edge.never);
    let mut entries = entries(view, &scene.occurring);
    entries.extend(of_rows([
        row(
            any(|position| position.badge.is_some()),
            badge_width(lines, false),
            "number of lines",
            |sign| badge(sign, lines, false),
        ),
        row(
            any(|position| position.above + position.below > 0),
            22.0,
            "more positions",
            |sign| {
                let stroke = Stroke::new(1.0, Ink::Dim);
                boxed(sign, [22.0, 14.0], 5.0, Some(Ink::Soft), Some(stroke));
                let plus = [[(7.0, 0.0), (15.0, 0.0)], [(11.0, -4.0), (11.0, 4.0)]];
                segments(sign, Stroke::new(1.4, Ink::Text), plus);
            },
        ),
        row(
            scene.edges.iter().any(back),
            20.0,
            "back to an earlier row",
            |sign| {
                segments(sign, OTHER, [[(0.0, 0.0), (12.0, 0.0)]]);
                filled(sign, Ink::Dim, [(20.0, 0.0), (11.0, -4.5), (11.0, 4.5)]);
            },
        ),
        line(others && !view.hidden, "other move", OTHER),
        row(scene.has_cycles(), badge_width("", true), RECUR, |sign| {
            badge(sign, "", true);
        }),
        walked_row(scene),
    ]));
    entries
}

/// The entries for positions from far away.
pub fn far_positions_legend(view: &TreeView<'_>, scene: &PositionScene) -> Vec<LegendEntry> {
    let mut entries = far_entries(view, &scene.occurring);
    entries.extend(walked_row(scene));
    entries
}

fn walked_row(scene: &PositionScene) -> LegendRow {
    let walked = scene.edges.iter().any(|edge| edge.walked);
    let stroke = Stroke::new(WALKED.width - 2.0, WALKED.ink);
    line(walked, "current line", stroke)
}
