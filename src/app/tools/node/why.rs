//! Why the selected node has its rating: sentences and a formula with links to the nodes that they
//! are about, for the pointer and for Tab and Enter. The tree below the node is here too: its size,
//! its ends by winners, its longest line.

use eframe::egui::text::{CCursor, LayoutJob, TextFormat};
use eframe::egui::{self, CursorIcon, Galley, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use crate::app::base::{
    Identified as _, MARK_RADIUS, TabGroup, font, heading, ids, name_region, paint_mark, size,
};
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{BODY, Cx, DIM, TableLine};
use crate::diagram::{
    ReasonPart, Tone, Why, at_least_sign, player_letter, player_name, short_count, whole_count,
    winners_text,
};
use crate::game::{Winners, visible};
use crate::session::Action;
use crate::tree::{Count, Line, UnfoldingNode};
use crate::words::plies_text;

/// The size of the mark in a sentence.
const MARK: f32 = 17.0;
/// Around a formula.
const AROUND: Vec2 = Vec2::new(8.0, 5.0);

/// The whole reasoning, below its heading.
pub(crate) fn why_ui(ui: &mut egui::Ui, cx: &Cx<'_>, reasons: &[ReasonPart]) {
    ui.add_space(4.0);
    let group = TabGroup::begin(ui, ui.unique_id().with("why"));
    heading_ui(ui, cx, cx.view.hidden);
    ui.scope(|ui| {
        name_region(ui, ids::WHY);
        ui.spacing_mut().item_spacing.y = 7.0;
        for (index, reason) in reasons.iter().enumerate() {
            ui.push_id(("why", index), |ui| {
                reason_ui(ui, cx, reason);
            });
        }
    });
    group.end(ui);
}

/// The heading, and at its right the button that copies everything.
fn heading_ui(ui: &mut egui::Ui, cx: &Cx<'_>, hidden: bool) {
    cx.headed_ui(ui, "Why", |ui| {
        let response = ui
            .add_enabled(!hidden, cx.quiet_button(CommandId::CopyWhy, 15.0))
            .called(Role::Button, "Copy explanation");
        cx.run_on_click(response, CommandId::CopyWhy);
    });
}

/// A part of a text that leads to a node.
struct ReasonLink<'a> {
    /// Its characters.
    from: usize,
    to: usize,
    text: &'a str,
    line: &'a Line,
}

/// The text of a reason as it is laid out, and the links in it.
fn laid_out<'a>(
    cx: &Cx<'_>,
    reason: &'a ReasonPart,
    width: f32,
) -> (LayoutJob, Vec<ReasonLink<'a>>) {
    let color = match reason.tone {
        Tone::Sentence | Tone::Formula => cx.theme.text,
        Tone::Detail => cx.theme.dim,
    };
    let plain = TextFormat::simple(font(size::BODY, false), color);
    let Why { mark, phrases } = &reason.words;
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let mut phrases = phrases.iter();
    let mut trim = false;
    if let Some(player) = mark {
        // The mark replaces the name, or precedes a longer one.
        let name = phrases.next().map_or("", |phrase| phrase.text.as_str());
        trim = name == player_letter(cx.view.labels, *player);
        let words = if trim { "" } else { name };
        job.append(words, MARK + 5.0, plain.clone());
    }
    let mut links = Vec::new();
    let mut at = job.text.chars().count();
    for phrase in phrases {
        let text = match std::mem::replace(&mut trim, false) {
            true => phrase.text.trim_start(),
            false => &phrase.text,
        };

        let mut format = plain.clone();
        if phrase.strong {
            format.font_id = font(size::BODY, true);
            format.color = cx.theme.text;
        }
        let from = at;
        if phrase.target.is_some() {
            format.color = cx.theme.text;
            format.underline = Stroke::new(1.0, cx.theme.line);
        }
        let shown = match phrase.target {
            // A move stays in one piece.
            Some(_) => text.replace(' ', "\u{a0}"),
            None => cx.hint(text),
        };
        job.append(&shown, 0.0, format);
        at += shown.chars().count();
        if let Some(line) = &phrase.target {
            links.push(ReasonLink {
                from,
                to: at,
                text,
                line,
            });
        }
    }
    (job, links)
}

/// The rectangle of a range of characters; if it is broken over rows, the part in the first row.
fn place_of(galley: &Galley, from: usize, to: usize) -> Rect {
    let begin = CCursor {
        prefer_next_row: true,
        ..CCursor::new(from)
    };
    let begin = galley.pos_from_cursor(begin);
    let end = galley.pos_from_cursor(CCursor::new(to));
    if (end.top() - begin.top()).abs() < 1.0 {
        begin.union(end)
    } else {
        let right = galley.rect.right().max(begin.right());
        Rect::from_min_max(begin.min, egui::pos2(right, begin.bottom()))
    }
}

fn reason_ui(ui: &mut egui::Ui, cx: &Cx<'_>, reason: &ReasonPart) {
    let around = match reason.tone {
        Tone::Formula => AROUND,
        Tone::Sentence | Tone::Detail => Vec2::ZERO,
    };
    let width = (ui.available_width() - 2.0 * around.x).max(40.0);
    let (job, links) = laid_out(cx, reason, width);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let all = Vec2::new(
        ui.available_width(),
        galley
            .size()
            .y
            .max(MARK * f32::from(u8::from(reason.words.mark.is_some())))
            + 2.0 * around.y,
    );
    let (rect, response) = ui.allocate_exact_size(all, Sense::hover());
    let text = reason.words.text();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    if reason.tone == Tone::Formula {
        ui.painter().rect_filled(rect, 5.0, cx.theme.soft);
    }
    let corner = rect.min + around;
    if let Some(player) = reason.words.mark {
        let at = corner + Vec2::splat(MARK / 2.0);
        paint_mark(ui.painter(), cx.theme, cx.view, player, at, MARK_RADIUS);
    }
    for (index, link) in links.iter().enumerate() {
        let place = place_of(&galley, link.from, link.to).translate(corner.to_vec2());
        let response = ui.interact(
            place.expand2(Vec2::new(1.0, 0.0)),
            ui.scope_id().with(index),
            Sense::click(),
        );
        let text_of = || words_of(cx.document, link);
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, text_of()));
        if response.hovered() || response.has_focus() {
            let shown = place.expand2(Vec2::new(1.0, 0.0));
            let ground = match reason.tone {
                _ if response.has_focus() => cx.theme.line,
                Tone::Formula => cx.theme.panel,
                Tone::Sentence | Tone::Detail => cx.theme.soft,
            };
            ui.painter().rect_filled(shown, 3.0, ground);
            if response.has_focus() {
                // A frame would hide the signs beside a number.
                let stroke = Stroke::new(2.5, cx.theme.text);
                ui.painter()
                    .hline(shown.x_range(), shown.bottom() + 1.0, stroke);
            }
        }
        if response.clicked() {
            // After a click the tree has the keys; with the keyboard the text keeps them.
            if response.clicked_by(egui::PointerButton::Primary) {
                response.surrender_focus();
            }
            cx.push(Command::Act(Action::SelectLine(line_to(
                cx.document,
                link.line,
            ))));
        }
        response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_ui(|ui| {
                ui.label(text_of());
            });
    }
    ui.painter().galley(corner, galley, cx.theme.text);
}

/// Maximum number of moves of a line in a link's text.
const MAX_STEPS: usize = 6;

/// The tooltip and screen reader text of a link.
fn words_of(document: &Document, link: &ReasonLink<'_>) -> String {
    let session = &document.session;
    let begin: Line = link.line.iter().take(MAX_STEPS).copied().collect();
    let moves = session.rated().graph.line_text(session.vertex(), &begin);
    let dots = if link.line.len() > MAX_STEPS {
        " …"
    } else {
        ""
    };
    format!("Go to {}{dots}: {}", visible(&moves), link.text.trim())
}

/// The line to the node at the end of a line from the selected one.
fn line_to(document: &Document, below: &Line) -> Line {
    let mut line = document.session.line();
    line.extend(below);
    line
}

/// The tree below the node: its size, its ends by winners, its longest line.
pub(crate) fn below_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    heading(ui, "Subtree");
    let vertex = cx.document.session.vertex();
    let graph = cx.view.labels.graph();
    let known = at_least_sign(graph);
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
    line.print_left(line.rect, BODY, name);
    line.right(line.rect, BODY, shown);
    response.identified(id)
}

/// A name and a count, with all digits in the tooltip.
fn count_row(ui: &mut egui::Ui, cx: &Cx<'_>, id: &str, name: &str, count: Count<'_>) {
    let known = at_least_sign(cx.view.labels.graph());
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
    let rect = line.rect;
    let text = winners_text(cx.view.labels, winners);
    let shown = format!("{known}{}", short_count(count));
    let label = format!("{text}: {shown}");
    let response = response
        .called(Role::Label, &label)
        .identified(ids::WINNERS_BELOW);
    let number = line.right(rect, BODY, &shown);
    let mut left = rect.left() + 10.0;
    if winners.len() <= MAX_MARKS {
        for player in winners.iter() {
            let at = egui::pos2(left + 9.0, rect.center().y);
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
        _ => text,
    };
    let mut room = rect;
    room.min.x = left + 2.0;
    room.max.x = number.left() - 8.0;
    line.print_left(room, DIM, &verb);
    response.on_hover_text(label);
}
