//! Draws the sections of the setup (board, game and rules, limits), and applies their events.

use eframe::egui;

use super::SetupPanel;
use super::edit::{
    Edited, MAX_PLIES, SetupField, ValueError, edited, is_array, likely_columns, whole_number,
};
use super::fields::{FieldEvent, FieldInput, FieldLook, Fields, HEIGHT, field_id};
use crate::app::base::{Identified as _, heading, ids, label, memory, player_button};
use crate::app::intent::{Command, CommandId, Root};
use crate::app::parts::Cx;
use crate::game::{Estimate, Player, visible};
use crate::games::{Offer, SetupForm, SetupPart};
use crate::words::short_number;
use crate::{games, session};

/// The width of the field of a large limit, in points.
const LIMIT: f32 = 124.0;
/// The initial value of a ply limit.
const FIRST_PLIES: u32 = 4;

/// One frame of the panel.
pub(super) struct SectionPass<'a> {
    pub panel: &'a mut SetupPanel,
    pub cx: Cx<'a>,
    /// The roots after each change of this frame.
    pub after: Vec<Root>,
    /// The field in which Enter was pressed, and whether its text is invalid.
    pub confirmed: Option<(SetupField, bool)>,
}

impl SectionPass<'_> {
    /// Draws all of them.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        self.undo_keys(ui);
        ui.spacing_mut().item_spacing.y = 5.0;
        match self.panel.facts.form.clone() {
            Some(form) => {
                self.board_ui(ui, &form);
                self.rules_ui(ui, Some(&form));
            }
            None if !games::takes_script(&self.panel.facts.game) => {
                heading(ui, "Board");
                self.position_ui(ui);
                self.rules_ui(ui, None);
            }
            None => {
                self.cx
                    .small_ui(
                        ui,
                        "This tree is stored node by node. Only limits and rating options can \
                         be changed.",
                    )
                    .identified(ids::WRITTEN);
                self.rules_ui(ui, None);
            }
        }
        self.limits_ui(ui);
        self.rating_ui(ui);
        ui.add_space(8.0);
        if let Some((field, wrong)) = self.confirmed {
            // An invalid text keeps the focus for correction; otherwise the keys are the window's.
            ui.memory_mut(|memory| match wrong {
                true => memory.request_focus(field_id(field)),
                false => memory.surrender_focus(field_id(field)),
            });
        }
    }

    /// In a field in which nothing is typed, undo and redo are those of the document.
    fn undo_keys(&mut self, ui: &egui::Ui) {
        let focused = ui.memory(egui::Memory::focused);
        let mut entries = self.panel.entries.iter();
        let entry = entries.find(|(field, _)| focused == Some(field_id(**field)));
        if entry.is_none_or(|(_, entry)| entry.typed.is_some()) {
            return;
        }
        // Redo's keys are undo's with one more.
        for named in [CommandId::Redo, CommandId::Undo] {
            let pressed = |keys| ui.input_mut(|input| input.consume_shortcut(keys));
            if named.shortcuts().iter().any(pressed) {
                self.cx.push(Command::Named(named));
            }
        }
    }

    pub(super) fn fields(&mut self) -> Fields<'_> {
        Fields {
            entries: &mut self.panel.entries,
            theme: self.cx.theme,
        }
    }

    /// Draws a field with its name, and applies its event.
    pub(super) fn field_ui(
        &mut self,
        ui: &mut egui::Ui,
        field: SetupField,
        name: &str,
        add: impl FnOnce(&mut FieldInput<'_>, &mut egui::Ui) -> FieldEvent,
    ) {
        let happened = self.fields().row(ui, field, name, add);
        self.take(field, happened);
    }

    fn board_ui(&mut self, ui: &mut egui::Ui, form: &SetupForm) {
        heading(ui, "Board");
        self.position_ui(ui);
        self.numbers_ui(ui, form, SetupPart::Board);
        self.mover_ui(ui, form);
        if session::has_random_boards(&self.panel.facts.game) {
            self.seed_ui(ui);
        }
    }

    fn position_ui(&mut self, ui: &mut egui::Ui) {
        let name = ui.label("Position");
        let shown = self.panel.facts.position.clone();
        let example = session::example_of(&self.panel.facts.game);
        let look = FieldLook {
            width: ui.available_width(),
            lines: 2,
            notation: true,
            hint: &example,
        };
        let mut fields = self.fields();
        let mut input = fields.input(SetupField::Position, "Position", name.id);
        let happened = input.text(ui, &shown, look);
        if happened == FieldEvent::Typed {
            let columns = self.board_columns();
            self.panel.columns = likely_columns(&self.typed(SetupField::Position), columns);
            self.panel.entries.remove(&SetupField::ArrayColumns);
        }
        match happened {
            // A user who leaves an array may be going to its columns.
            FieldEvent::Entered(text) if is_array(&text) => {}
            happened => self.take(SetupField::Position, happened),
        }
        self.fields().fault_ui(ui, SetupField::Position);
        let typed = self.typed(SetupField::Position);
        if typed.is_empty() {
            return;
        }
        if is_array(&typed) {
            let columns = self.panel.columns;
            self.field_ui(
                ui,
                SetupField::ArrayColumns,
                "Columns (Lisp array)",
                |input, ui| input.stepper(ui, columns, 1..=64),
            );
        }
        // Leaving a text applies it, but nothing may move under a click. So an array, or a text
        // that has become valid since it was left, waits for the button.
        let focused = ui.memory(|memory| memory.has_focus(field_id(SetupField::Position)));
        let waits = is_array(&typed) || !focused;
        if waits && self.judged(SetupField::Position, &typed).is_ok() {
            let button = egui::Button::new("Apply").shortcut_text("Enter");
            let button = button.stroke(egui::Stroke::new(1.0, self.cx.theme.line));
            let response = ui
                .add(button)
                .called(egui::Role::Button, "Apply")
                .identified(ids::SET_UP);
            if response.clicked() {
                self.enter(SetupField::Position, &typed);
            }
        }
    }

    fn board_columns(&self) -> u64 {
        let form = self.panel.facts.form.as_ref();
        let numbers = form.map_or(&[][..], |form| &form.numbers);
        let columns = numbers.iter().find(|number| number.name == "columns");
        columns.map_or(1, |columns| columns.value)
    }

    fn typed(&self, field: SetupField) -> String {
        let entry = self.panel.entries.get(&field);
        entry
            .and_then(|entry| entry.typed.clone())
            .unwrap_or_default()
    }

    fn numbers_ui(&mut self, ui: &mut egui::Ui, form: &SetupForm, part: SetupPart) {
        for number in form.numbers.iter().filter(|number| number.part == part) {
            let field = SetupField::Number(number.name);
            self.field_ui(ui, field, &label(number.name), |input, ui| {
                input.stepper(ui, number.value, number.range.clone())
            });
        }
    }

    fn mover_ui(&mut self, ui: &mut egui::Ui, form: &SetupForm) {
        let (theme, view) = (self.cx.theme, self.cx.view);
        let Some(mover) = form.mover else {
            return;
        };
        let chosen = self
            .fields()
            .row(ui, SetupField::Mover, "Player to move", |_, ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let side = ui.available_width() / form.players as f32;
                let mut chosen = None;
                for player in Player::all(form.players) {
                    let is_mover = player == mover;
                    let name = visible(&view.labels.player_name(player)).into_owned();
                    let text = format!("Mover: {name}");
                    let button = player_button(ui, theme, view, player, side, is_mover, &text);
                    let letter = player.letter().to_string();
                    let button = button.identified(&ids::option("Player to move", &letter));
                    if button.clicked() && !is_mover {
                        chosen = Some(player);
                    }
                }
                chosen
            });
        if let Some(player) = chosen {
            self.enter(SetupField::Mover, &player.letter().to_string());
        }
    }

    fn seed_ui(&mut self, ui: &mut egui::Ui) {
        let shown = self
            .panel
            .seed
            .map_or_else(String::new, |seed| seed.to_string());
        let mut clicked = false;
        let happened = self
            .fields()
            .row(ui, SetupField::Seed, "Seed", |input, ui| {
                let look = FieldLook {
                    // The button beside it takes the rest.
                    width: (ui.available_width() - 104.0).clamp(48.0, 160.0),
                    hint: "new",
                    ..FieldLook::NUMBER
                };
                let happened = input.text(ui, &shown, look);
                let icon = egui::RichText::new(CommandId::RandomBoard.icon()).size(16.0);
                ui.spacing_mut().button_padding.y = 1.0;
                let button = egui::Button::new((icon, "Generate"))
                    .min_size(egui::Vec2::new(0.0, HEIGHT))
                    .stroke(egui::Stroke::new(1.0, input.theme.line));
                let response = ui
                    .add(button)
                    .called(egui::Role::Button, CommandId::RandomBoard.text())
                    .identified(CommandId::RandomBoard.id());
                let hover = "Generate a random board of this size. The same seed always gives the \
                 same board.";
                clicked = response.on_hover_text(hover).clicked();
                happened
            });
        match happened {
            FieldEvent::Confirmed(text) => {
                // Enter on the seed that is shown draws its board again.
                let entry = self.panel.entries.entry(SetupField::Seed).or_default();
                entry.typed = Some(text);
                clicked = true;
            }
            // A seed that was left waits for the button.
            FieldEvent::Entered(_) | FieldEvent::Typed => {
                self.take(SetupField::Seed, FieldEvent::Typed)
            }
            FieldEvent::Nothing => {}
        }
        if clicked {
            self.cx.push(Command::Named(CommandId::RandomBoard));
        }
    }

    fn rules_ui(&mut self, ui: &mut egui::Ui, form: Option<&SetupForm>) {
        heading(ui, "Game and rules");
        let game = self.panel.facts.game.clone();
        self.choice_ui(ui, SetupField::Game, &game, session::game_offers());
        let Some(form) = form else {
            return;
        };
        for choice in &form.choices {
            let field = SetupField::Choice(choice.name);
            let chosen = choice.chosen.unwrap_or("Custom");
            let offers = choice.offers.clone();
            self.choice_ui(ui, field, chosen, offers);
        }
        self.numbers_ui(ui, form, SetupPart::Rules);
    }

    fn choice_ui(
        &mut self,
        ui: &mut egui::Ui,
        field: SetupField,
        chosen: &str,
        offers: Vec<Offer<'_>>,
    ) {
        let offers: Vec<_> = offers.into_iter().map(|offer| (offer, "")).collect();
        let game = self.panel.facts.game.clone();
        let about = |value: &str| match field {
            SetupField::Choice(choice) => games::about(&game, choice, value),
            SetupField::Game => games::about_game(value),
            _ => "",
        };
        let name = match field {
            SetupField::Choice(choice) => label(choice),
            _ => "Game".to_owned(),
        };
        let happened = self.fields().row(ui, field, &name, |input, ui| {
            input.choice(ui, chosen, &offers, &about)
        });
        let is_described = matches!(field, SetupField::Game | SetupField::Choice("rules"));
        if is_described && !about(chosen).is_empty() {
            self.cx
                .small_ui(ui, about(chosen))
                .identified(ids::ABOUT_RULES);
        }
        self.take(field, happened);
    }

    fn limits_ui(&mut self, ui: &mut egui::Ui) {
        heading(ui, "Limits");
        self.cx
            .small_ui(ui, "At a limit, the estimate replaces the rating.");
        self.plies_ui(ui);
        let limits = self.panel.facts.limits;
        let max = limits.max_nodes.map_or_else(String::new, short_number);
        self.field_ui(
            ui,
            SetupField::MostPositions,
            "Position limit",
            |input, ui| input.text(ui, &max, limit("No limit")),
        );
        self.memory_ui(ui);
        self.estimate_ui(ui);
    }

    fn memory_ui(&mut self, ui: &mut egui::Ui) {
        let field = SetupField::Memory;
        let usual = self.panel.usual_bytes;
        let max = self.panel.facts.limits.max_bytes;
        let own = max.filter(|_| max != usual);
        let shown = own.map_or_else(String::new, session::size_text);
        let hint = usual.map_or_else(
            || "No limit".to_owned(),
            |bytes| memory(usize::try_from(bytes).unwrap_or(usize::MAX)),
        );
        let happened = self.fields().row(ui, field, "Memory limit", |input, ui| {
            input.text(ui, &shown, limit(&hint))
        });
        if let Some(response) = ui.ctx().read_response(field_id(field)) {
            let empty = match usual {
                Some(_) => format!("{hint}, half of the memory free at startup"),
                None => hint,
            };
            response.on_hover_text(format!(
                "Maximum memory for building, such as 512 MB or 4 GB. Empty: {empty}"
            ));
        }
        self.take(field, happened);
    }

    fn plies_ui(&mut self, ui: &mut egui::Ui) {
        let field = SetupField::PlyLimit;
        let limit = self.panel.facts.limits.max_plies;
        let mut on = limit.is_some();
        let mut switched = false;
        let happened = self.fields().row(ui, field, "Ply limit", |input, ui| {
            ui.spacing_mut().icon_width = 18.0;
            let line = egui::Stroke::new(1.0, input.theme.dim);
            let widgets = &mut ui.visuals_mut().widgets;
            widgets.inactive.bg_stroke = line;
            widgets.hovered.bg_stroke = line;
            let check = ui
                .checkbox(&mut on, "")
                .chosen(egui::Role::CheckBox, on, "Use a ply limit")
                .identified(ids::LIMIT_PLIES);
            switched = check.on_hover_text("Use a ply limit").changed();
            match limit {
                Some(plies) => input.stepper(ui, plies.into(), 1..=MAX_PLIES),
                None => {
                    ui.label(egui::RichText::new("Off").color(input.theme.dim));
                    FieldEvent::Nothing
                }
            }
        });
        if switched {
            let plies = self.panel.plies.unwrap_or(FIRST_PLIES);
            let text = if on { plies.to_string() } else { String::new() };
            self.enter(field, &text);
        } else {
            self.take(field, happened);
        }
    }

    fn estimate_ui(&mut self, ui: &mut egui::Ui) {
        let estimates = self.panel.facts.estimates.clone();
        if estimates.len() < 2 {
            // There is nothing to choose.
            return;
        }
        let offers: Vec<_> = estimates
            .iter()
            .map(|(estimate, label)| (Offer::of(estimate.name()), label.as_str()))
            .collect();
        let limits = self.panel.facts.limits;
        let chosen = limits.estimate.name();
        self.field_ui(ui, SetupField::Estimate, "Estimate", |input, ui| {
            input.choice(ui, chosen, &offers, &|_| "")
        });
    }

    /// Applies an event of a field.
    pub(super) fn take(&mut self, field: SetupField, happened: FieldEvent) {
        match happened {
            FieldEvent::Nothing => {}
            FieldEvent::Typed => {
                let fault = self.judged(field, &self.typed(field)).err();
                self.panel.entries.entry(field).or_default().fault = fault;
            }
            FieldEvent::Entered(text) => self.enter(field, &text),
            FieldEvent::Confirmed(text) => {
                // Enter on an unchanged text has no effect.
                let entry = self.panel.entries.get(&field);
                if entry.is_some_and(|entry| entry.typed.is_some()) {
                    self.enter(field, &text);
                }
                let entry = self.panel.entries.get(&field);
                let wrong = entry.is_some_and(|entry| entry.fault.is_some());
                self.confirmed = Some((field, wrong));
            }
        }
    }

    /// The root as it is now.
    fn root(&self) -> Root {
        let last = self.after.last();
        last.cloned().unwrap_or_else(|| self.cx.document.root())
    }

    fn judged(&self, field: SetupField, text: &str) -> Result<Edited, ValueError> {
        edited(&self.root(), self.panel.bounds(), field, text)
    }

    /// Changes the root, or says why it can't be changed.
    fn enter(&mut self, field: SetupField, text: &str) {
        let judged = self.judged(field, text);
        match judged {
            Err(fault) => {
                self.panel.entries.entry(field).or_default().fault = Some(fault);
                return;
            }
            Ok(Edited::Nothing) => {}
            Ok(Edited::Setup(setup)) => {
                let mut root = self.root();
                if setup.game != root.setup.game {
                    // The estimate may be none of the new game's.
                    root.limits.estimate = Estimate::default();
                    root.options.endless = None;
                }
                root.setup = *setup;
                self.after.push(root);
            }
            Ok(Edited::Options(options)) => {
                let root = self.root();
                self.after.push(Root { options, ..root });
            }
            Ok(Edited::Limits(limits)) => {
                let root = self.root();
                self.after.push(Root { limits, ..root });
            }
        }
        if field == SetupField::ArrayColumns {
            self.panel.columns = whole_number(text).unwrap_or(1);
            self.take(SetupField::Position, FieldEvent::Typed);
        }
        self.panel.entries.remove(&field);
    }
}

/// The look of the field of a large limit.
fn limit(hint: &str) -> FieldLook<'_> {
    FieldLook {
        width: LIMIT,
        hint,
        ..FieldLook::NUMBER
    }
}
