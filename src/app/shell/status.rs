//! The status line, and over the middle for a while the result of the last command; an error stays
//! until the next command.

use std::time::Duration;

use eframe::egui::{self, Align2, Id, Role, Sense};
use egui_material_icons::icons::ICON_ERROR;

use super::explorer::Explorer;
use crate::app::base::{Identified as _, Theme, font, ids, memory, name_region, size};
use crate::app::document::{Document, FileWrite, files, percent};
use crate::app::intent::{CommandId, MainView};
use crate::app::parts::{BuildStep, Cx, for_a_thumb, legend_layer};
use crate::session::{Progress, Stage};
use crate::tree::{Vertex, VertexKind};
use crate::words::{counted, grouped, plural, short_number};

/// The height of the status line, in points.
pub(super) const STATUS: f32 = 28.0;

impl Explorer {
    pub(crate) fn status_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        name_region(ui, ids::STATUS);
        let view = self.desk.view();
        let cx = &Cx::new(theme, &self.desk, &view);
        // A button isn't higher than the line.
        ui.spacing_mut().interact_size.y = STATUS - 4.0;
        ui.horizontal_centered(|ui| {
            ui.add_space(6.0);
            let opening = self.opening.as_ref().map(|job| job.label.clone());
            let export = self.writing.as_ref().is_some_and(FileWrite::is_export);
            let can_cancel = opening.is_some() || export;
            if let Some(label) = opening.or(self.writing.as_ref().map(FileWrite::label)) {
                working_ui(ui, cx, label, can_cancel);
                return;
            }
            if !cx.desk.is_slim {
                ui.label(cx.small(files::describe_setup(cx.document)));
            }
            // In the tree editor the status line counts the drawn nodes, finished or not.
            if cx.desk.middle == MainView::Editor && !cx.document.is_building() {
                return;
            }
            if !cx.desk.is_slim {
                ui.separator();
            }
            match (cx.document.progress(), unfolding(cx.document)) {
                (Some(progress), _) => building_ui(ui, cx, &progress),
                (None, Some(text)) => working_ui(ui, cx, text, true),
                (None, None) if cx.document.grows() => proving_ui(ui, cx),
                (None, None) if cx.document.is_cut_short() => stopped_ui(ui, cx),
                (None, None) => size_ui(ui, cx),
            }
        });
    }
}

/// The work in progress, with its cancel button.
fn working_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: String, can_cancel: bool) {
    ui.add(egui::Spinner::new().size(12.0));
    ui.label(cx.small(text));
    if can_cancel {
        let cancel = ui.small_button(CommandId::CancelWork.text());
        let cancel = cancel.identified(CommandId::CancelWork.id());
        if cancel
            .on_hover_text(CommandId::CancelWork.tooltip())
            .clicked()
        {
            cx.run(CommandId::CancelWork);
        }
    }
}

/// The first words of the line, the state.
fn head(cx: &Cx<'_>, text: &str) -> egui::RichText {
    egui::RichText::new(text)
        .font(font(size::SMALL, true))
        .color(cx.theme.text)
}

/// Buttons are at the right end.
fn at_right(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(6.0);
        add(ui);
    });
}

/// The number of first moves with a proven rating, if the root's rating isn't proven.
fn first_moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let rated = cx.document.session.rated();
    let (graph, ratings) = (rated.graph.graph(), &rated.analysis.ratings);
    let decides = matches!(graph.kind(Vertex::ROOT), VertexKind::Decision(_));
    let moves = graph.degree(Vertex::ROOT);
    if cx.view.hidden || !decides || moves == 0 || ratings.all_proven(Vertex::ROOT) {
        return;
    }
    let targets = graph.edges(Vertex::ROOT).map(|edge| graph.target(edge));
    let proven = targets.filter(|target| ratings.all_proven(*target)).count();
    let first = plural(moves, "first move", "first moves");
    let text = format!("{proven} of {moves} {first} proven");
    ui.separator();
    ui.label(cx.small(text)).identified(ids::FIRST_MOVES);
}

/// The progress of the build, and its cancel button.
fn building_ui(ui: &mut egui::Ui, cx: &Cx<'_>, progress: &Progress) {
    let found = grouped(progress.positions);
    let share = percent(progress.share());
    let (text, rest) = match (cx.document.is_stopping(), progress.stage) {
        (true, Stage::Exploring) => ("Canceled", format!("{found} positions kept")),
        (true, _) => (
            "Canceled",
            format!("rating what was found: {share} of {found} positions"),
        ),
        (false, Stage::Exploring) => ("Building", format!("{found} positions found")),
        (false, Stage::Sorting) => ("Sorting", format!("{share} of {found} positions")),
        (false, Stage::Rating | Stage::Proving) => {
            ("Rating", format!("{share} of {found} positions"))
        }
    };
    ui.add(egui::Spinner::new().size(12.0));
    ui.label(head(cx, text)).identified(ids::UNDER_WAY);
    ui.separator();
    if progress.stage != Stage::Exploring {
        let bar = egui::ProgressBar::new(progress.share())
            .desired_width(110.0)
            .desired_height(6.0)
            .fill(cx.theme.text);
        ui.add(bar);
    }
    ui.label(cx.small(rest));
    first_moves_ui(ui, cx);
    at_right(ui, |ui| BuildStep::Cancel.button_ui(ui, cx));
}

/// What is proven of a tree that grows on demand, and the button that stops it.
fn proving_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let document = cx.document;
    let progress = document.proofs();
    let wanted = counted(progress.wanted as u64, "rating");
    let text = format!("{} of {wanted} proven", grouped(progress.proven));
    ui.label(head(cx, "Rated where you look"))
        .identified(ids::COMPLETE);
    ui.separator();
    ui.label(cx.small(text)).identified(ids::UNDER_WAY);
    ui.separator();
    let given_up = progress.given_up;
    let (nodes, max) = (
        short_number(progress.nodes),
        short_number(document.max_proof_nodes()),
    );
    let cost = match given_up {
        0 => format!("{nodes} nodes searched, {}", memory(progress.bytes)),
        _ => format!("{} not within {max} nodes", grouped(given_up)),
    };
    ui.label(cx.small(cost));
    at_right(ui, |ui| {
        if document.is_proving() {
            BuildStep::Cancel.button_ui(ui, cx);
        } else if document.is_proving_stopped() || given_up > 0 {
            BuildStep::Resume.button_ui(ui, cx);
        }
    });
}

/// The kept part of a canceled build, and its resume button.
fn stopped_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let kept = cx.document.kept();
    let rated = cx.document.session.rated().graph.graph().len();
    let more = match kept > rated {
        true => format!(", {} of them rated", grouped(rated)),
        false => String::new(),
    };
    ui.label(head(cx, "Stopped, not complete"));
    ui.separator();
    let text = format!("{} kept{more}", counted(grouped(kept), "position"));
    ui.label(cx.small(text)).identified(ids::COMPLETE);
    first_moves_ui(ui, cx);
    at_right(ui, |ui| {
        BuildStep::Resume.button_ui(ui, cx);
        ui.add(egui::Label::new(cx.small("Continues where it stopped")).truncate());
    });
}

/// The expansion or collapse of the tree in progress.
fn unfolding(document: &Document) -> Option<String> {
    let session = &document.session;
    session
        .is_unfolding()
        .then(|| match session.unfolding_progress() {
            Some((made, max)) => format!(
                "Expanding: {} of up to {} nodes",
                short_number(made),
                short_number(max),
            ),
            None => "Collapsing".to_owned(),
        })
}

/// The size of the tree, and its cost.
fn size_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let [mut size, complete] = files::describe_size(cx.document);
    if cx.desk.is_upright
        && let Some(ends) = size.rfind(", ")
    {
        // Whether all is proven is worth more than the number of ends.
        size.truncate(ends);
    }
    ui.label(cx.small(size)).identified(ids::SIZE);
    ui.separator();
    let supposed = &cx.document.supposed;
    let count = supposed.what_if.count();
    if count > 0 && !supposed.shows_truth() {
        assumed_ui(ui, cx, count);
        return;
    }
    let complete = egui::Label::new(cx.small(complete)).truncate();
    ui.add(complete).identified(ids::COMPLETE);
    first_moves_ui(ui, cx);
    if cx.desk.is_upright {
        return;
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(6.0);
        ui.add(egui::Label::new(cx.small(files::describe_cost(cx.document))).truncate());
    });
}

/// The number of assumptions in force, their effect, and the button that shows the true ratings.
fn assumed_ui(ui: &mut egui::Ui, cx: &Cx<'_>, count: usize) {
    let phrase = format!("{} in force", counted(count as u64, "assumption"));
    ui.label(head(cx, &phrase)).identified(ids::COMPLETE);
    ui.separator();
    let nodes = cx.document.supposed.what_if.assumed.nodes().iter();
    let changed = nodes.filter(|node| node.is_altered()).count();
    let text = format!("{} changed", counted(changed as u64, "rating"));
    ui.label(cx.small(text));
    at_right(ui, |ui| {
        cx.run_on_click(
            ui.add(cx.small_button("True ratings")),
            CommandId::ShowTruth,
        );
    });
}

/// For how many seconds a result is shown at least …
const STAYS: f64 = 4.0;
/// … and for how many more per character, so that a long one can be read.
const PER_CHARACTER: f64 = 0.03;
/// The maximum width of its text, in points.
const WIDTH: f32 = 520.0;
/// Its distance from the legend, or from the lower edge of the middle.
const ABOVE: f32 = 16.0;

impl Explorer {
    /// Shows the result over `middle`. A click removes it.
    pub(super) fn toast_ui(&mut self, ui: &egui::Ui, theme: &Theme, middle: egui::Rect) {
        let Some(notice) = &mut self.desk.notice else {
            return;
        };
        let ctx = ui.ctx();
        let now = ctx.input(|input| input.time);
        let since = *notice.since.get_or_insert(now);
        let stays = STAYS + PER_CHARACTER * notice.text.chars().count() as f64;
        let left = since + stays - now;
        let text = match self.desk.is_touched {
            true => for_a_thumb(&notice.text),
            false => notice.text.clone(),
        };
        let (color, id, text) = match notice.is_error {
            true => {
                let text = format!("{} {text}", ICON_ERROR.codepoint);
                (theme.error, ids::TROUBLE, text)
            }
            false => (theme.text, ids::NOTICE, text),
        };
        let text = egui::RichText::new(text).size(size::BODY).color(color);
        let legend = legend_layer();
        let legend = ctx.memory(|memory| match memory.areas().is_visible(&legend) {
            true => memory.area_rect(legend.id),
            false => None,
        });
        let bottom = legend.map_or(middle.bottom(), |rect| rect.top());
        let pos = egui::pos2(middle.center().x, bottom - ABOVE);
        let area = egui::Area::new(Id::unique("toast"))
            .order(egui::Order::Middle)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(pos)
            .constrain_to(middle);
        let frame = egui::Frame::popup(ui.style())
            .stroke(egui::Stroke::new(1.0, color))
            .inner_margin(egui::Margin::symmetric(14, 9));
        let shown = area.show(ctx, |ui| {
            ui.set_max_width(WIDTH.min(middle.width() - 48.0));
            let label = egui::Label::new(text).wrap().sense(Sense::click());
            frame.show(ui, |ui| ui.add(label)).inner
        });
        let response = shown.inner.called(Role::Label, &notice.text).identified(id);
        ctx.accesskit_node_builder(response.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        let over = !notice.is_error && left <= 0.0 && !shown.response.contains_pointer();
        if over || response.clicked() {
            self.desk.notice = None;
            ctx.request_repaint();
        } else if !notice.is_error {
            ctx.request_repaint_after(Duration::from_secs_f64(left.max(0.5)));
        }
    }
}
