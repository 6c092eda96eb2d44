//! The panels of the tree editor: the bar above, the state below, and the fields of the selected
//! node.

use eframe::egui::{self, RichText, Role, Stroke, TextEdit, Vec2};

use super::brush::EditorInks;
use super::fields::{FieldOf, Leave};
use super::keys::keys_ui;
use super::laid::number;
use super::{TreeEditor, text};
use crate::app::base::{Identified as _, ids, letter_mark, strong, text_field};
use crate::app::document::TypedPlace;
use crate::app::intent::{Command, CommandId, Edit};
use crate::app::parts::{Cx, select_all, show_focused};
use crate::export::system_fonts::words_in_order;
use crate::game::{Kind, Player};
use crate::games::scripted::TreeChange;
use crate::words::{counted, mark_of};

/// The width of the fields.
const WIDE: f32 = 284.0;

/// Maximum number of changed ratings shown.
const MAX_TOLD: usize = 6;

impl TreeEditor {
    /// The bar above: the players, the text, the size, and the end.
    pub(super) fn bar_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .inner_margin(egui::Margin::symmetric(12, 8));
        egui::Panel::top("own tree bar")
            .frame(frame)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 8.0;
                    ui.set_min_height(30.0);
                    if !cx.desk.is_slim {
                        self.players_ui(ui, cx);
                    }
                    let text = egui::Button::new("As text").selected(self.text.is_shown());
                    let on = self.text.is_shown();
                    let response = ui
                        .add(text.min_size(Vec2::new(0.0, 30.0)))
                        .chosen(Role::Button, on, "As text")
                        .identified(ids::TREE_TEXT);
                    if response.was_clicked() {
                        self.text.toggle();
                    }
                    cx.icon_button(ui, CommandId::Fit);
                    cx.icon_button(ui, CommandId::Undo);
                    cx.icon_button(ui, CommandId::Redo);
                    let right = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(right, |ui| {
                        let phrase = strong("Done").color(cx.theme.panel);
                        let done = egui::Button::new(phrase)
                            .fill(cx.theme.text)
                            .min_size(Vec2::new(64.0, 30.0));
                        let response = ui.add(done).called(Role::Button, "Done");
                        cx.run_on_click(response, CommandId::EditTree);
                    });
                });
            });
    }

    fn players_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(tree) = &self.tree else { return };
        let players = tree.players.clone();
        let names = egui::ScrollArea::horizontal()
            .id_salt("players")
            .max_width(ui.available_width() * 0.5);
        names.show(ui, |ui| {
            for player in Player::all(players.len()) {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(24.0), egui::Sense::hover());
                let letter = mark_of(&players, player.index());
                letter_mark(
                    ui.painter(),
                    cx.theme,
                    (player, &letter),
                    rect.center(),
                    10.0,
                );
                let name = format!("Player {}", player.index() + 1);
                self.value_ui(ui, cx, &name, FieldOf::Player(player), 72.0);
            }
        });
        for (sign, fewer, id, text) in [
            ("−", true, ids::TREE_FEWER_PLAYERS, "Remove a player"),
            ("+", false, ids::TREE_MORE_PLAYERS, "Add a player"),
        ] {
            let can = if fewer {
                players.len() > 1
            } else {
                players.len() < 26
            };
            let button = cx.small_button(sign).min_size(Vec2::new(26.0, 26.0));
            let response = ui
                .add_enabled(can, button)
                .called(Role::Button, text)
                .identified(id)
                .on_hover_text(text);
            if response.was_clicked() {
                let mut players = players.clone();
                if fewer {
                    players.pop();
                } else {
                    let mut letters = ('a'..='z').map(String::from);
                    players.extend(letters.find(|letter| !players.contains(letter)));
                }
                self.change_here(cx.commands, &TreeChange::Players(players));
            }
        }
    }

    /// The number of nodes, the unfinished ones, and why an edit is impossible.
    pub(super) fn foot_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(tree) = &self.tree else { return };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .inner_margin(egui::Margin::symmetric(14, 8));
        let ends = tree
            .nodes()
            .filter(|node| tree.node(*node).kind == Kind::End);
        let nodes = counted(tree.nodes().count(), "node");
        let all = format!("{nodes}, {}", counted(ends.count(), "end"));
        let open = tree.unfinished();
        let lack = EditorInks::of(ui).lack;
        let remedy = self.lack(self.selected()).map(text::remedy);
        let remedy = remedy.filter(|_| !self.has_room_for_remedies(cx));
        egui::Panel::bottom("own tree state")
            .frame(frame)
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 20.0;
                    if let Some(words) = self.landing_words() {
                        ui.label(strong(words).size(13.0))
                            .identified(ids::TREE_LANDING);
                        return;
                    }
                    ui.label(cx.small(all)).identified(ids::TREE_COUNTED);
                    if let Some(open) = open {
                        let phrase = strong(open).color(lack).size(13.0);
                        ui.label(phrase).identified(ids::TREE_UNFINISHED);
                    }
                    if let Some(remedy) = remedy {
                        let remedy = cx.hint(&remedy.join(" "));
                        ui.label(RichText::new(remedy).color(lack).size(13.0));
                    }
                    if self.laid.is_cut {
                        let text = "Too large to be drawn whole: change the rest as text";
                        ui.label(cx.wrong(text));
                    }
                    if let Some(fault) = &self.fault {
                        ui.label(cx.wrong(fault.clone()).size(13.0))
                            .identified(ids::TREE_FAULT);
                    }
                });
            });
    }

    /// The fields of the selected node.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if cx.desk.is_slim {
            let mut sheet = std::mem::take(&mut self.sheet);
            sheet.ui(ui, cx.theme, "own tree sheet", |ui| self.sheet_ui(ui, cx));
            self.sheet = sheet;
            return;
        }
        let frame = egui::Frame::new().fill(cx.theme.panel).inner_margin(16);
        egui::Panel::right("own tree fields")
            .resizable(false)
            .exact_size(WIDE)
            .frame(frame)
            .show(ui, |ui| {
                self.fields().show(ui, |ui| {
                    self.kind_ui(ui, cx);
                    self.shape_ui(ui, cx);
                    self.set_ui(ui, cx);
                    self.leading_ui(ui, cx);
                    self.payoffs_ui(ui, cx);
                    self.changed_ui(ui, cx);
                    self.note_ui(ui, cx);
                    keys_ui(ui, cx);
                });
            });
    }

    /// The fields of a node, from their top where another one is selected.
    fn fields(&mut self) -> egui::ScrollArea {
        let fields = egui::ScrollArea::vertical().auto_shrink(false);
        if self.scrolled == self.way {
            return fields;
        }
        self.scrolled.clone_from(&self.way);
        fields.vertical_scroll_offset(0.0)
    }

    /// What is on a phone's sheet: what a thumb needs most comes first.
    fn sheet_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.fields().show(ui, |ui| {
            show_focused(ui);
            self.payoffs_ui(ui, cx);
            self.leading_ui(ui, cx);
            self.kind_ui(ui, cx);
            self.shape_ui(ui, cx);
            self.set_ui(ui, cx);
            head(ui, cx, "Players");
            ui.horizontal(|ui| self.players_ui(ui, cx));
            self.changed_ui(ui, cx);
            self.note_ui(ui, cx);
        });
    }

    fn kind_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let selected = self.selected();
        let (Some(tree), Some(drawn)) = (&self.tree, self.drawn(selected)) else {
            return;
        };
        head(ui, cx, "This node is");
        let chance = match drawn.kind {
            Kind::Chance(player) => Kind::Chance(player),
            kind => Kind::Chance(kind.player().unwrap_or(Player(0))),
        };
        let players = Player::all(tree.players.len()).map(Kind::Decision);
        let kinds: Vec<(Kind, String)> = std::iter::once(Kind::End)
            .chain(players)
            .chain([chance])
            .map(|kind| (kind, tree.kind_words(kind)))
            .collect();
        let now = drawn.kind;
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
            for (kind, phrase) in kinds {
                let on = kind == now;
                let shown = words_in_order(&phrase);
                let text = if on {
                    strong(shown)
                } else {
                    RichText::new(shown)
                };
                let button = egui::Button::new(text)
                    .selected(on)
                    .stroke(Stroke::new(1.0, cx.theme.line))
                    .min_size(Vec2::new(0.0, 28.0));
                let response = ui
                    .add(button)
                    .chosen(Role::RadioButton, on, &phrase)
                    .identified(&ids::tree_kind(&phrase));
                if response.was_clicked() {
                    chosen = Some(kind);
                }
            }
        });
        ui.add_space(4.0);
        let level = ui.checkbox(&mut self.level, "Apply to the whole level");
        let level = level.identified(ids::TREE_LEVEL);
        if level.clicked() {
            level.surrender_focus();
        }
        if let Some(kind) = chosen.filter(|kind| *kind != now || self.level) {
            self.set_kind(cx.commands, kind);
        }
    }

    /// The information set of the selected node, with the way out of it.
    fn set_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some((tree, drawn)) = self.tree.as_ref().zip(self.drawn(self.selected())) else {
            return;
        };
        let node = drawn.node;
        if self.joining.is_some() {
            head(ui, cx, "Information set");
            cx.small_ui(ui, "Go to another node of it and press I again.");
            return;
        }
        let Some(set) = tree.set_of(node) else { return };
        let names: Vec<&str> = tree.sets()[set].iter().map(|it| tree.called(*it)).collect();
        let names = names.join(", ");
        head(ui, cx, "Information set");
        cx.small_ui(ui, format!("Its player can't tell these apart: {names}."));
        let split = ui
            .add(cx.small_button("Split off"))
            .identified(ids::SETS_SPLIT);
        if split.was_clicked() {
            self.change_here(cx.commands, &TreeChange::Split(node));
        }
    }

    fn leading_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some((parent, index)) = self.leading() else {
            return;
        };
        let Some(tree) = &self.tree else { return };
        let above = tree.node(parent).clone();
        head(ui, cx, "The move that leads here");
        self.row_ui(ui, cx, "Name", FieldOf::Name);
        if above.is_chance() {
            self.row_ui(ui, cx, "Probability", FieldOf::Probability);
            let parts: Vec<String> = above
                .moves
                .iter()
                .map(|one| format!("{} {}", one.name, number(one.probability)))
                .collect();
            let sum = number(above.sum());
            let is_one = sum == "1" && above.moves.iter().all(|one| one.probability.is_some());
            let sign = if is_one { " ✓" } else { ": must be 1" };
            let phrase = format!("{} = {sum}{sign}", parts.join(" + "));
            let ink = if is_one {
                cx.theme.dim
            } else {
                EditorInks::of(ui).lack
            };
            ui.add(egui::Label::new(RichText::new(phrase).size(12.5).color(ink)).wrap())
                .identified(ids::TREE_SUM);
            let can = !is_one && above.moves[index as usize].probability.is_some();
            let button = cx.small_button("Rescale the others");
            let button = ui.add_enabled(can && above.moves.len() > 1, button);
            let button = button.identified(ids::TREE_RESCALE);
            if button.was_clicked() {
                self.change_here(cx.commands, &TreeChange::Rescale(parent, index));
            }
        }
        ui.horizontal(|ui| {
            let last = above.moves.len().saturating_sub(1) as u32;
            for (sign, text, id, right, can) in [
                (
                    "◀",
                    "Move to the left (Ctrl+←)",
                    ids::TREE_LEFT,
                    false,
                    index > 0,
                ),
                (
                    "▶",
                    "Move to the right (Ctrl+→)",
                    ids::TREE_RIGHT,
                    true,
                    index < last,
                ),
            ] {
                let response = ui
                    .add_enabled(can, cx.small_button(sign))
                    .called(Role::Button, text)
                    .identified(id)
                    .on_hover_text(text);
                if response.was_clicked() {
                    self.reorder(cx.commands, right);
                }
            }
            let response = ui.add(cx.small_button("Remove the branch"));
            let response = response.identified(ids::TREE_REMOVE);
            if response.was_clicked() {
                self.remove(cx.commands);
            }
        });
    }

    /// The name of the node, and what can be done with the part below it.
    fn shape_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.row_ui(ui, cx, "Node", FieldOf::Node);
        let selected = self.selected();
        let Some(drawn) = self.drawn(selected).filter(|drawn| !drawn.below.is_empty()) else {
            return;
        };
        let has_one = drawn.below.len() == 1 && drawn.above.is_some();
        ui.horizontal(|ui| {
            let prune = ui
                .add(cx.small_button("Prune to an end"))
                .identified(ids::TREE_PRUNE)
                .on_hover_text("Remove everything below this node (Ctrl+Delete)");
            if prune.was_clicked() {
                self.prune(cx.commands);
            }
            let splice = ui
                .add_enabled(has_one, cx.small_button("Splice out"))
                .identified(ids::TREE_SPLICE)
                .on_hover_text("Remove this node and keep what is below it (Ctrl+Backspace)")
                .on_disabled_hover_text("Only a node with one move can be spliced out");
            if splice.was_clicked() {
                self.splice(cx.commands);
            }
        });
    }

    /// A field that opens the text field on the canvas when it is focused.
    fn row_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, name: &str, of: FieldOf) {
        ui.horizontal(|ui| {
            beside(ui, Vec2::new(84.0, 28.0), cx.dim(name));
            self.value_ui(ui, cx, name, of, 128.0);
        });
    }

    /// The field itself.
    fn value_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, name: &str, of: FieldOf, width: f32) {
        let mut text = self.text_of(of);
        let id = egui::Id::unique("own tree field").with(of);
        let typed: Option<String> = ui.data(|data| data.get_temp(id));
        if let Some(typed) = typed {
            text = typed;
        }
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(6, 5));
        let is_payoffs = of == FieldOf::Payoffs;
        let field = text_field(&mut text)
            .id(id)
            .hint_text(if is_payoffs { "such as 1 0" } else { "" })
            .frame(frame)
            .align(egui::Align2::LEFT_CENTER)
            .desired_width(width);
        let response = ui
            .add(field)
            .called(Role::TextInput, name)
            .identified(&ids::tree_value(name));
        if response.gained_focus() {
            select_all(ui.ctx(), id, &text);
        }
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        }
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let escapes = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if !escapes && text.trim() != self.text_of(of) {
                self.type_in(of, text);
                self.keep_typed(cx.commands, Leave::Stay);
            }
        }
    }

    fn payoffs_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if !self.is_end() {
            return;
        }
        let Some(tree) = &self.tree else { return };
        let players = tree.players.clone();
        // It is offered where two ends or more add up to the same.
        let ends = tree.nodes().map(|node| tree.node(node));
        let known =
            ends.filter(|end| end.kind == Kind::End && end.numbers.iter().all(Option::is_some));
        let sum = tree.sum().filter(|_| known.count() > 1);
        head(ui, cx, "Payoffs");
        let name = players.join(" · ");
        self.row_ui(ui, cx, &name, FieldOf::Payoffs);
        let (2, Some(offered)) = (players.len(), self.rest.or(sum)) else {
            return;
        };
        let last = players.last().cloned().unwrap_or_default();
        let mut on = self.rest.is_some();
        let text = format!("Payoffs add up to {offered}: {last} gets the rest");
        let check = ui.checkbox(&mut on, text).identified(ids::TREE_REST);
        if check.was_clicked() {
            self.rest = on.then_some(offered);
            if on {
                self.fill_rest(cx.commands);
            }
        }
    }

    fn changed_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let message = match cx.document.edits.undoable() {
            Some(Edit::Tree { told, .. }) => Some(told.clone()),
            _ => None,
        };
        if message.is_none() && self.changed.ratings.is_empty() {
            return;
        }
        head(ui, cx, "What this changed");
        let inks = EditorInks::of(ui);
        let rows = self
            .changed
            .ratings
            .iter()
            .take(MAX_TOLD)
            .map(|(name, [old, new])| (name.clone(), old.clone(), new.clone()));
        let best = self.changed.best.iter();
        let best = best.map(|[old, new]| ("best first move".to_owned(), old.clone(), new.clone()));
        for (name, old, new) in rows.chain(best) {
            egui::Frame::new()
                .fill(inks.changed[0])
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(8, 5))
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.label(name);
                        let right = egui::Layout::right_to_left(egui::Align::Center);
                        ui.with_layout(right, |ui| {
                            ui.label(strong(new));
                            ui.label(cx.dim(format!("{old} →")));
                        });
                    });
                })
                .response
                .identified(ids::TREE_CHANGED);
        }
        let more = self.changed.ratings.len().saturating_sub(MAX_TOLD);
        if more > 0 {
            cx.small_ui(ui, format!("and {}", counted(more, "more node")));
        }
        if let Some(report) = message {
            let phrase = format!("Undo: {report}");
            let text = RichText::new(&phrase).underline();
            let response = ui
                .add(egui::Button::new(text).frame(false).wrap())
                .called(Role::Button, &phrase)
                .identified(ids::TREE_UNDO);
            if response.was_clicked() {
                cx.run(CommandId::Undo);
            }
        }
    }

    /// The note of the selected node; one that isn't finished has its note by its line.
    fn note_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let node = cx.document.session.selected();
        let line = self.line(self.selected());
        let (field, known) = match cx.document.line_text(node) == line {
            true => (TypedPlace::Note(node), cx.document.note(node)),
            false => (
                TypedPlace::LineNote(line.clone()),
                cx.document.line_note(&line),
            ),
        };
        let name = head(ui, cx, "Note");
        let typed = cx.desk.typed.get(&field);
        let mut text = typed.unwrap_or_else(|| known.to_owned());
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.line))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(6, 5));
        let edit = TextEdit::multiline(&mut text)
            .id(egui::Id::unique("own tree note").with(&line))
            .frame(frame)
            .desired_rows(2)
            .desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(name.id).identified(ids::TREE_NOTE);
        if response.changed() {
            cx.desk.typed.set(field, text);
        } else if response.lost_focus()
            && let Some(text) = cx.desk.typed.take_one(&field)
        {
            cx.push(match field {
                TypedPlace::Note(node) => Command::SetNote(node, text),
                _ => Command::SetLineNote(line, text),
            });
        }
    }
}

/// A text with this size in a row, at its left.
pub(super) fn beside(ui: &mut egui::Ui, size: Vec2, text: RichText) -> egui::Response {
    let left = egui::Layout::left_to_right(egui::Align::Center);
    let row = ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_width(size.x);
        ui.label(text)
    });
    row.inner
}

/// A heading of the fields beside the tree.
pub(super) fn head(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) -> egui::Response {
    ui.add_space(10.0);
    ui.label(strong(text).size(13.0).color(cx.theme.dim))
}
