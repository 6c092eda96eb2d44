//! The panel of the selected node: its rating for each player and why, the proven part, the tree
//! below, and its note as editable text.

mod ratings;
mod why;

use self::ratings::here_ui;
use self::why::below_ui;
use eframe::egui::{self, Align, Context, EventFilter, Key, Role, TextEdit};
use ratings::{MAX_NAME, many_ratings_ui, open_rating_ui, so_far, two_ratings_ui};
use why::why_ui;

use crate::app::base::{Identified as _, TabGroup, font, heading, ids, size, width_of};
use crate::app::document::{Document, MadeFor, TypedPlace};
use crate::app::intent::{Command, CommandId, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool, prose_ui};
use crate::diagram::{
    NodeContext, ProseBlock, ReasonPart, TreeView, end_shortened, player_name, prose, reasoning,
    reasoning_markdown, shortened,
};
use crate::game::Player;
use crate::tree::{UnfoldingNode, Vertex};
use crate::words::plies_text;

/// The state of the node panel.
#[derive(Debug, Default)]
pub struct NodePanel {
    /// The note that is being typed.
    notes: TypedNote,
    told: Option<NodeReasons>,
}

/// The sentences about a node, made when another is selected, rated or hidden.
#[derive(Debug)]
struct NodeReasons {
    made_for: MadeFor,
    reasons: Vec<ReasonPart>,
}

impl NodeReasons {
    fn new(document: &Document, view: &TreeView<'_>) -> Self {
        let vertex = document.session.vertex();
        let known = NodeContext {
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
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Node)
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::EditNote) => {
                desk.show_side(SidePanel::Node);
                self.notes.edit(desk.document.session.selected());
            }
            Command::Named(CommandId::CopyWhy) => {
                let session = &desk.document.session;
                let known = NodeContext {
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
        let node_reasons = told
            .filter(|reasons| reasons.made_for.is_now(cx.document, cx.view))
            .unwrap_or_else(|| NodeReasons::new(cx.document, cx.view));
        let vertex = cx.document.session.vertex();
        heading(ui, "Node");
        let ratings = &cx.view.analysis.ratings;
        let open = !cx.view.hidden && !cx.view.is_proven(vertex, Player(0));
        // Then the proven interval is beside the question mark.
        let has_winners = cx.view.labels.graph().has_winners();
        let shared = open && ratings.has_constant_sum() && has_winners;
        let is_unfinished = cx.view.is_unfinished(vertex);
        match cx.view.labels.graph().players() {
            _ if is_unfinished => {}
            2 if shared => open_rating_ui(ui, cx, vertex),
            2 => two_ratings_ui(ui, cx, vertex),
            _ => many_ratings_ui(ui, cx, vertex),
        }
        if !here_ui(ui, cx) && !cx.view.hidden && !is_unfinished {
            if !shared {
                settled_ui(ui, cx, vertex);
            }
            guess_ui(ui, cx, vertex);
        }
        why_ui(ui, cx, &node_reasons.reasons);
        below_ui(ui, cx);
        position_ui(ui, cx);
        self.notes.ui(ui, cx);
        ui.add_space(8.0);
        self.told = Some(node_reasons);
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
        true if cx.document.session.rated().graph.unfinished().is_some() => {
            "without what isn't finished".to_owned()
        }
        true => "proven".to_owned(),
        false => {
            let name = shortened(&player_name(cx.view.labels, player), MAX_NAME);
            let so_far = so_far(cx);
            let between = cx.view.truth().interval_in_words(vertex, player);
            format!("{so_far}: {between} for {name}")
        }
    };
    let outcome = outcome(cx.document, cx.view).unwrap_or_default();
    let body = font(size::BODY, false);
    let both = width_of(ui, &proven, &body) + width_of(ui, &outcome, &body) + 12.0;
    let text = cx.dim(&proven);
    if both <= ui.available_width() || outcome.is_empty() {
        ui.horizontal(|ui| {
            ui.add(egui::Label::new(text).wrap())
                .identified(ids::PROVEN);
            if !outcome.is_empty() {
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    ui.add(egui::Label::new(&outcome).truncate())
                        .identified(ids::OUTCOME);
                });
            }
        });
    } else {
        ui.add(egui::Label::new(text).wrap())
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
    let Some(guess) = cx.view.truth().estimate_words(vertex, player) else {
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
    let text = cx.small(format!("Estimate{by}: {guess}{change}"));
    ui.add(egui::Label::new(text).wrap()).identified(ids::GUESS);
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
        let copy = CommandId::CopyPosition;
        let response = ui.add(cx.quiet_button(copy, 15.0));
        let label = "Copy this position";
        let response = response.called(Role::Button, label).identified(copy.id());
        cx.push_once_on_click(&response, || Command::Named(copy));
        response.on_hover_text(copy.tooltip());
        for named in [CommandId::NextOccurrence, CommandId::PreviousOccurrence] {
            let response = ui
                .add(cx.quiet_button(named, 15.0))
                .called(Role::Button, named.text());
            cx.run_on_click(response, named);
        }
    });
    group.end(ui);
    let session = &cx.document.session;
    let text = session.rated().graph.position_text(session.vertex());
    // Another node's text is another widget, so that the selection in this one isn't applied to it.
    ui.push_id(session.selected().0, |ui| {
        let phrase = egui::RichText::new(text).monospace();
        ui.add(egui::Label::new(phrase).wrap().selectable(true));
    });
}

/// The number of rows of an empty note.
const ROWS: usize = 4;

/// The shortcuts that work while typing, the most specific first. All others would walk the tree,
/// or have a meaning in a text.
const HEARD: [CommandId; 6] = [
    CommandId::SaveAs,
    CommandId::Save,
    CommandId::Export,
    CommandId::Open,
    CommandId::NewBoard,
    CommandId::Quit,
];

/// A note being typed. It becomes an edit of the document as soon as the user does anything else.
#[derive(Debug, Default)]
pub struct TypedNote {
    /// The text of the field.
    text: String,
    /// The node whose note is being edited; any other is shown formatted.
    edited: Option<UnfoldingNode>,
    /// Whether the field shall have the keyboard.
    lead: bool,
    /// The formatted note, with its text.
    read: Option<(String, Vec<ProseBlock>)>,
    /// The place of the note in the last frame.
    shown: Option<egui::Rect>,
}

impl TypedNote {
    /// Starts editing the note of a node.
    pub fn edit(&mut self, node: UnfoldingNode) {
        self.edited = Some(node);
        self.lead = true;
    }

    /// The formatted note, or the field if it is empty or being edited.
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let node = cx.document.session.selected();
        if self.edited != Some(node)
            && !cx.desk.typed.has_note()
            && !cx.document.note(node).is_empty()
        {
            self.read_ui(ui, cx);
        } else {
            self.field_ui(ui, cx);
        }
    }

    /// The note as it is read; a click beside its links leads to the field.
    fn read_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let node = cx.document.session.selected();
        ui.add_space(4.0);
        cx.headed_ui(ui, "Notes", |ui| {
            let edit = CommandId::EditNote;
            let response = ui
                .add(cx.quiet_button(edit, 16.0))
                .called(egui::Role::Button, "Edit the note");
            cx.run_on_click_keeping_focus(response, edit);
        });
        // Before the links, so that they are above it.
        let id = egui::Id::unique("read note").with(node.0);
        let place = self.shown.take().unwrap_or(egui::Rect::NOTHING);
        let rect = place.intersect(ui.clip_rect());
        let ground = ui.interact(rect, id, egui::Sense::CLICK);
        cx.push_on_click(&ground, || Command::Named(CommandId::EditNote));
        let line = if ground.hovered() {
            cx.theme.dim
        } else {
            cx.theme.line
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(egui::Stroke::new(1.0, line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(8, 6));
        let shown = frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 0.0;
            let note = cx.document.note(node);
            if self.read.as_ref().is_none_or(|(text, _)| text != note) {
                self.read = Some((note.to_owned(), prose(note)));
            }
            if let Some((_, blocks)) = &self.read {
                prose_ui(ui, cx, blocks, size::BODY);
            }
        });
        self.shown = Some(shown.response.rect);
    }

    fn field_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let node = cx.document.session.selected();
        let id = egui::Id::unique("notes");
        if !cx.desk.typed.has_note() && self.text != cx.document.note(node) {
            cx.document.note(node).clone_into(&mut self.text);
            // Undo in the field is limited to this note.
            if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
                state.clear_undoer();
                TextEdit::store_state(ui.ctx(), id, state);
            }
        }
        let name = heading(ui, "Notes");
        let phrase = egui::RichText::new("Add a note for readers…");
        let typing = ui.memory(|memory| memory.has_focus(id));
        let line = if typing { cx.theme.dim } else { cx.theme.line };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(egui::Stroke::new(1.0, line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(8, 6));
        let field = TextEdit::multiline(&mut self.text)
            .id(id)
            .hint_text(phrase.color(cx.theme.dim))
            .desired_width(f32::INFINITY)
            .desired_rows(ROWS)
            .frame(frame)
            .event_filter(EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                tab: false,
                // Leaves the field here, so that the same key doesn't cancel anything else.
                escape: true,
            });
        let response = ui.add(field).labelled_by(name.id).identified(ids::NOTE);
        if std::mem::take(&mut self.lead) {
            response.request_focus();
            response.scroll_to_me(None);
        }
        if response.changed() {
            cx.desk.typed.set(TypedPlace::Note(node), self.text.clone());
        }
        let mut leaves = response.lost_focus();
        if response.has_focus() {
            if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
                response.surrender_focus();
                leaves = true;
            }
            for named in HEARD {
                let mut keys = named.shortcuts().iter();
                if ui.input_mut(|input| keys.any(|keys| input.consume_shortcut(keys))) {
                    cx.run(named);
                }
            }
        }
        if leaves {
            self.edited = None;
        }
        if leaves && let Some((node, text)) = cx.desk.typed.take_note() {
            // Before all other commands of this frame: the node belongs to the present document.
            cx.commands.push_first(Command::SetNote(node, text));
        }
    }
}
