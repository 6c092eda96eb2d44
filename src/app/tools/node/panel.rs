//! The panel of the selected node: its rating for each player and why, the proven part, the tree
//! below, and its note.

use eframe::egui::{self, Align, Context, Role};

use super::below::below_ui;
use super::notes::Notes;
use super::ratings::{MAX_NAME, many_ratings_ui, open_rating_ui, so_far, two_ratings_ui};
use super::what_if::here_ui;
use super::why::why_ui;
use crate::app::base::{Identified as _, TabGroup, font, heading, ids, size, width_of};
use crate::app::document::{Document, MadeFor};
use crate::app::intent::{Command, Named, Side};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::diagram::{
    Known, Reason, TreeView, end_shortened, player_name, reasoning, reasoning_markdown, shortened,
};
use crate::game::Player;
use crate::tree::Vertex;
use crate::words::plies_text;

/// The state of the node panel.
#[derive(Debug, Default)]
pub struct NodePanel {
    /// The note that is being typed.
    notes: Notes,
    told: Option<NodeReasons>,
}

/// The sentences about a node, made when another is selected, rated or hidden.
#[derive(Debug)]
struct NodeReasons {
    made_for: MadeFor,
    reasons: Vec<Reason>,
}

impl NodeReasons {
    fn new(document: &Document, view: &TreeView<'_>) -> Self {
        let vertex = document.session.vertex();
        let known = Known {
            picture: &document.session.rated().graph.picture(vertex),
            estimate: document.session.rated().limits.estimate,
            building: document.is_building(),
        };
        Self {
            made_for: MadeFor::now(document, view),
            reasons: reasoning(&view.truth(), vertex, &known),
        }
    }
}

impl Tool for NodePanel {
    fn side(&self) -> Option<Side> {
        Some(Side::Node)
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(Named::EditNote) => {
                desk.show_side(Side::Node);
                self.notes.edit(desk.document.session.selected());
            }
            Command::Named(Named::CopyWhy) => {
                let session = &desk.document.session;
                let known = Known {
                    picture: &session.rated().graph.picture(session.vertex()),
                    estimate: session.rated().limits.estimate,
                    building: desk.document.is_building(),
                };
                let text = reasoning_markdown(&desk.view(), session.selected(), &known);
                desk.copy(ctx, text, "Copied the explanation as Markdown");
            }
            _ => return None,
        }
        Some(Responder::Window)
    }

    fn offers_tab(&self, _desk: &Desk) -> bool {
        true
    }

    /// The selected node.
    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let told = self.told.take();
        let told = told
            .filter(|told| told.made_for.is_now(cx.document, cx.view))
            .unwrap_or_else(|| NodeReasons::new(cx.document, cx.view));
        let vertex = cx.document.session.vertex();
        heading(ui, "Node");
        let ratings = &cx.view.analysis.ratings;
        let open = !cx.view.hidden && !cx.view.is_proven(vertex, Player(0));
        // Then the proven interval is beside the question mark.
        let has_winners = cx.view.labels.graph().has_winners();
        let shared = open && ratings.has_constant_sum() && has_winners;
        match cx.view.labels.graph().players() {
            2 if shared => open_rating_ui(ui, cx, vertex),
            2 => two_ratings_ui(ui, cx, vertex),
            _ => many_ratings_ui(ui, cx, vertex),
        }
        if !here_ui(ui, cx) && !cx.view.hidden {
            if !shared {
                settled_ui(ui, cx, vertex);
            }
            guess_ui(ui, cx, vertex);
        }
        why_ui(ui, cx, &told.reasons);
        below_ui(ui, cx);
        position_ui(ui, cx);
        self.notes.ui(ui, cx);
        ui.add_space(8.0);
        self.told = Some(told);
    }
}

/// The certainty of the rating at the left, the end of best play at the right.
fn settled_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    let ratings = &cx.view.analysis.ratings;
    let player = cx.view.chooser(vertex);
    let proven = match ratings.all_proven(vertex) {
        true if ratings.is_max_n() => "by max-n, each for itself".to_owned(),
        // With more players a rating is what a player is sure of against all others.
        true if !ratings.has_constant_sum() => "guaranteed against all others".to_owned(),
        true => "proven".to_owned(),
        false => {
            let name = shortened(&player_name(cx.view.labels, player), MAX_NAME);
            let so_far = so_far(cx);
            let between = cx.view.truth().open_words(vertex, player);
            format!("{so_far}: {between} for {name}")
        }
    };
    let outcome = outcome(cx.document, cx.view).unwrap_or_default();
    let body = font(size::BODY, false);
    let both = width_of(ui, &proven, &body) + width_of(ui, &outcome, &body) + 12.0;
    let words = cx.dim(&proven);
    if both <= ui.available_width() || outcome.is_empty() {
        ui.horizontal(|ui| {
            ui.add(egui::Label::new(words).wrap())
                .identified(ids::PROVEN);
            if !outcome.is_empty() {
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    ui.add(egui::Label::new(&outcome).truncate())
                        .identified(ids::OUTCOME);
                });
            }
        });
    } else {
        ui.add(egui::Label::new(words).wrap())
            .identified(ids::PROVEN);
        ui.add(egui::Label::new(&outcome).truncate())
            .identified(ids::OUTCOME)
            .on_hover_text(&outcome);
    }
}

/// The estimate of an unproven rating, and its method.
fn guess_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    let graph = cx.view.labels.graph();
    let player = cx.view.chooser(vertex);
    let Some(guess) = cx.view.truth().guess(vertex, player) else {
        return;
    };
    let by = match graph.is_complete() {
        true => String::new(),
        false => format!(" ({})", graph.estimate().name()),
    };
    let change = match cx.document.is_building() {
        true => ". It may change until the end",
        false => "",
    };
    let words = cx.small(format!("Estimate{by}: {guess}{change}"));
    ui.add(egui::Label::new(words).wrap())
        .identified(ids::GUESS);
}

/// The end of best play, if it is proven: `b wins in 2 plies`.
fn outcome(document: &Document, view: &TreeView<'_>) -> Option<String> {
    let vertex = document.session.vertex();
    let Some(plies) = view.distance(vertex) else {
        return view.wins_within(vertex);
    };
    let end = end_shortened(view.labels, document.session.best_end(), MAX_NAME)?;
    // That differs from what each player is sure of.
    let whose = match view.analysis.ratings.has_constant_sum() || plies == 0 {
        true => "",
        false => "each for itself: ",
    };
    Some(match plies {
        0 => end,
        _ => format!("{whose}{end} in {}", plies_text(plies)),
    })
}

/// The position in notation, with a button that copies it.
fn position_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(6.0);
    let group = TabGroup::begin(ui, ui.unique_id().with("position"));
    cx.headed_ui(ui, "Position", |ui| {
        let copy = Named::CopyPosition;
        let response = ui.add(cx.quiet_button(copy, 15.0));
        let label = "Copy this position";
        let response = response.called(Role::Button, label).identified(copy.id());
        cx.asks_once(&response, || Command::Named(copy));
        response.on_hover_text(copy.tooltip());
        for named in [Named::NextOccurrence, Named::PreviousOccurrence] {
            let response = ui
                .add(cx.quiet_button(named, 15.0))
                .called(Role::Button, named.text());
            cx.does(response, named);
        }
    });
    group.end(ui);
    let session = &cx.document.session;
    let text = session.rated().graph.position_text(session.vertex());
    // Another node's text is another widget, so that the selection in this one isn't applied to it.
    ui.push_id(session.selected().0, |ui| {
        let words = egui::RichText::new(text).monospace();
        ui.add(egui::Label::new(words).wrap().selectable(true));
    });
}
