//! The tree below the selected node: its size, its ends by winners, its longest line.

use eframe::egui::{self, Role, Sense, WidgetInfo};

use crate::app::base::{Identified as _, MARK_RADIUS, heading, ids, paint_mark};
use crate::app::parts::{BODY, Cx, DIM, TableLine};
use crate::diagram::{
    at_least, player_letter, player_name, short_count, whole_count, winners_text,
};
use crate::game::Winners;
use crate::tree::{Count, UnfoldingNode};
use crate::words::plies_text;

/// The tree below the node: its size, its ends by winners, its longest line.
pub(crate) fn below_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    heading(ui, "Subtree");
    let vertex = cx.document.session.vertex();
    let graph = cx.view.labels.graph();
    let known = at_least(graph);
    let nodes = cx.view.analysis.nodes.of(vertex);
    count_row(ui, cx, ids::NODES_BELOW, "Nodes", nodes);
    if cx.document.session.selected() == UnfoldingNode::ROOT {
        // Elsewhere they would have to be counted again for every node.
        let positions = [cx.document.positions];
        let positions = Count::Exact(&positions);
        count_row(ui, cx, ids::POSITIONS_BELOW, "Positions", positions);
    }
    let ends = cx.view.analysis.ends.of(vertex);
    count_row(ui, cx, ids::ENDS_BELOW, "Ends", ends);
    // The winners of the ends are half an answer, so they are hidden with the ratings.
    if let Some(ends) = cx.document.ends.as_ref().filter(|_| !cx.view.hidden) {
        for (winners, count) in ends.of(vertex) {
            if count.to_u64() != Some(0) {
                ends_row(ui, cx, known, winners, count);
            }
        }
    }
    let longest = match cx.view.analysis.longest.of(vertex) {
        None => "infinite".to_owned(),
        Some(plies) => format!("{known}{}", plies_text(plies)),
    };
    fact_row(ui, cx, ids::LONGEST_BELOW, "Longest line", &longest);
}

/// A row of facts about the tree below.
fn line<'a>(ui: &mut egui::Ui, cx: &Cx<'a>) -> (TableLine<'a>, egui::Response) {
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 2.0);
    let row = cx.line(ui, 21.0, Sense::hover());
    ui.spacing_mut().item_spacing.y = before;
    row
}

/// A name and a value.
fn fact_row(ui: &mut egui::Ui, cx: &Cx<'_>, id: &str, name: &str, shown: &str) -> egui::Response {
    let (line, response) = line(ui, cx);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {shown}")));
    line.left(line.rect, BODY, name);
    line.right(line.rect, BODY, shown);
    response.identified(id)
}

/// A name and a count, with all digits in the tooltip.
fn count_row(ui: &mut egui::Ui, cx: &Cx<'_>, id: &str, name: &str, count: Count<'_>) {
    let known = at_least(cx.view.labels.graph());
    let shown = format!("{known}{}", short_count(count));
    let response = fact_row(ui, cx, id, name, &shown);
    let full = whole_count(count);
    if !shown.ends_with(&full) {
        response.on_hover_text(format!("{known}{full}"));
    }
}

/// Maximum number of winners with marks; more are shown as text.
const MAX_MARKS: usize = 6;

/// The ends that some players win, or tie in.
fn ends_row(ui: &mut egui::Ui, cx: &Cx<'_>, known: &str, winners: Winners, count: Count<'_>) {
    let (line, response) = line(ui, cx);
    let place = line.rect;
    let words = winners_text(cx.view.labels, winners);
    let shown = format!("{known}{}", short_count(count));
    let label = format!("{words}: {shown}");
    let response = response
        .called(Role::Label, &label)
        .identified(ids::WINNERS_BELOW);
    let number = line.right(place, BODY, &shown);
    let mut left = place.left() + 10.0;
    if winners.len() <= MAX_MARKS {
        for player in winners.iter() {
            let at = egui::pos2(left + 9.0, place.center().y);
            paint_mark(&line.painter, cx.theme, cx.view, player, at, MARK_RADIUS);
            left += 21.0;
        }
    }
    let has_winners = cx.view.labels.graph().has_winners();
    let verb = match winners.len() {
        0 => "no winner".to_owned(),
        1 => {
            let mut names = winners.iter().map(|player| {
                let name = player_name(cx.view.labels, player);
                if name == player_letter(cx.view.labels, player) {
                    String::new()
                } else {
                    format!("{name} ")
                }
            });
            let wins = if has_winners { "wins" } else { "gets most" };
            format!("{}{wins}", names.next().unwrap_or_default())
        }
        2..=MAX_MARKS if has_winners => "tie".to_owned(),
        2..=MAX_MARKS => "the same".to_owned(),
        _ => words,
    };
    let mut room = place;
    room.min.x = left + 2.0;
    room.max.x = number.left() - 8.0;
    line.left(room, DIM, &verb);
    response.on_hover_text(label);
}
