//! The note of the selected node as editable text.

use eframe::egui::{self, EventFilter, Key, TextEdit};

use crate::app::base::{Identified as _, heading, ids, size};
use crate::app::document::Field;
use crate::app::intent::{Command, Named};
use crate::app::parts::{Cx, prose_ui};
use crate::diagram::{ProseBlock, prose};
use crate::tree::UnfoldingNode;

/// The number of rows of an empty note.
const ROWS: usize = 4;

/// The shortcuts that work while typing, the most specific first. All others would walk the tree,
/// or have a meaning in a text.
const HEARD: [Named; 6] = [
    Named::SaveAs,
    Named::Save,
    Named::Export,
    Named::Open,
    Named::NewBoard,
    Named::Quit,
];

/// A note being typed. It becomes an edit of the document as soon as the user does anything else.
#[derive(Debug, Default)]
pub struct Notes {
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

impl Notes {
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
            let edit = Named::EditNote;
            let response = ui
                .add(cx.quiet_button(edit, 16.0))
                .called(egui::Role::Button, "Edit the note");
            cx.does_and_keeps(response, edit);
        });
        // Before the links, so that they are above it.
        let id = egui::Id::unique("read note").with(node.0);
        let place = self.shown.take().unwrap_or(egui::Rect::NOTHING);
        let place = place.intersect(ui.clip_rect());
        let ground = ui.interact(place, id, egui::Sense::CLICK);
        cx.asks(&ground, || Command::Named(Named::EditNote));
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
        let words = egui::RichText::new("Add a note for readers…");
        let typing = ui.memory(|memory| memory.has_focus(id));
        let line = if typing { cx.theme.dim } else { cx.theme.line };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(egui::Stroke::new(1.0, line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(8, 6));
        let field = TextEdit::multiline(&mut self.text)
            .id(id)
            .hint_text(words.color(cx.theme.dim))
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
            cx.desk.typed.set(Field::Note(node), self.text.clone());
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
