//! The bar above a comparison: the two rule sets.

use eframe::egui::{self, Align, Stroke};

use super::{Compare, LEAVE};
use crate::app::base::{Identified as _, ids, label, list_ui, listed, shown_name, size, strong};
use crate::app::document::{Document, files};
use crate::app::intent::{Command, Named};
use crate::app::parts::Cx;
use crate::game::visible;
use crate::games::{self, Change, Choice, Form, Number, Setup, SetupPart, Switches};
use crate::session;

/// The approximate width of a setting with its name, of its name, and the maximum width of its
/// value.
const CELL: f32 = 205.0;
const NAME: f32 = 78.0;
const MAX_CHOICE: f32 = 180.0;
/// Below this width the bar has less text.
const NARROW: f32 = 480.0;

/// One of the other rules' settings.
enum Switch<'a> {
    Choice(&'a Choice),
    Number(&'a Number),
}

impl Switch<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Choice(choice) => choice.name,
            Self::Number(number) => number.name,
        }
    }
}

impl Compare {
    /// The rules of the open board, the choice of the others, and the button to return.
    pub fn bar_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let rated = cx.document.session.rated();
        let own = files::describe_rules(&rated.game, &rated.rules);
        let setup = self.other_setup(cx.document);
        let form = session::form(&setup);
        frames(ui, cx);
        let words = match ui.available_width() < NARROW {
            true => "with",
            false => "compared with",
        };
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let leave = Named::LeaveComparison;
                let close = ui.button("Close").identified(leave.id());
                let close = close.on_hover_text(leave.tooltip());
                cx.asks(&close, || LEAVE);
                let toggle = egui::Button::selectable(self.switches, "Settings");
                let toggle = ui
                    .add_enabled(form.is_some(), toggle)
                    .identified(ids::SWITCHES)
                    .on_hover_text("Show or hide the settings of the other rules");
                if toggle.clicked() {
                    self.switches = !self.switches;
                }
                ui.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
                    let name =
                        egui::Label::new(strong(visible(&own).into_owned()).size(size::BODY));
                    ui.add(name.truncate())
                        .on_hover_text(visible(&own).into_owned());
                    let with = ui.label(cx.dim(words));
                    let choice = form
                        .as_ref()
                        .and_then(|form| form.choices.iter().find(|choice| choice.name == "rules"));
                    if let Some(choice) = choice {
                        let width = ui.available_width().clamp(80.0, 190.0);
                        choice_ui(ui, cx, &setup, choice, (with.id, width));
                    }
                });
            });
        });
        if let Some(form) = form.filter(|_| self.switches) {
            Self::switches_ui(ui, cx, &setup, &form);
        }
    }

    /// The open board under the other rules, as far as they allow it.
    fn other_setup(&self, document: &Document) -> Setup {
        session::under(&document.setup, &self.other).unwrap_or_else(|_| {
            let first = games::first_setup(&document.setup.game);
            Setup {
                switches: self.other.clone(),
                ..first.unwrap_or_else(|_| document.setup.clone())
            }
        })
    }

    fn switches_ui(ui: &mut egui::Ui, cx: &Cx<'_>, setup: &Setup, form: &Form) {
        let choices = form.choices.iter().filter(|choice| choice.name != "rules");
        let numbers = form.numbers.iter();
        let numbers = numbers.filter(|number| number.part == SetupPart::Rules);
        let switches: Vec<Switch<'_>> = choices
            .map(Switch::Choice)
            .chain(numbers.map(Switch::Number))
            .collect();
        let width = ui.available_width();
        let columns = ((width / CELL).floor() as usize).clamp(1, 4);
        let choice = (width / columns as f32 - NAME - 16.0).min(MAX_CHOICE);
        let grid = egui::Grid::new("compared switches").spacing([8.0, 6.0]);
        grid.min_col_width(0.0).show(ui, |ui| {
            for row in switches.chunks(columns) {
                for switch in row {
                    let name = ui.label(cx.small(label(switch.name())));
                    switch_ui(ui, cx, setup, switch, (name.id, choice));
                }
                ui.end_row();
            }
        });
    }
}

/// A setting of the other rules: its id, and its maximum width.
fn switch_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    setup: &Setup,
    switch: &Switch<'_>,
    (named_by, width): (egui::Id, f32),
) {
    match switch {
        Switch::Choice(choice) => choice_ui(ui, cx, setup, choice, (named_by, width)),
        Switch::Number(number) => {
            let mut value = number.value;
            let field = egui::DragValue::new(&mut value)
                .range(number.range.clone())
                .speed(0.05);
            let field = ui.add(field).labelled_by(named_by);
            if field.changed() && value != number.value {
                let change = Change::Number(number.name, value);
                cx.commands.extend(changed(setup, change));
            }
        }
    }
}

fn choice_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    setup: &Setup,
    choice: &Choice,
    (named_by, width): (egui::Id, f32),
) {
    let chosen = choice.chosen.unwrap_or("Custom");
    let list = egui::ComboBox::from_id_salt(("compare", choice.name))
        .selected_text(shown_name(chosen))
        .width(width)
        .truncate();
    let list = list_ui(ui, list, |ui| {
        for offer in &choice.offers {
            let name = shown_name(offer.name);
            let words = match offer.refused {
                Some(why) => format!("{name}: {why}"),
                None => name.to_owned(),
            };
            let button = egui::Button::selectable(offer.name == chosen, words);
            let change = Change::Choice(choice.name, offer.name);
            let response = ui.add_enabled(offer.refused.is_none(), button);
            listed(ui, &response, offer.name == chosen);
            if response.clicked() {
                cx.commands.extend(changed(setup, change));
            }
        }
    });
    let list = list.labelled_by(named_by);
    list.identified(&ids::compared_switch(choice.name));
}

/// The command that compares with the rules after a change; `None` if they aren't available.
fn changed(setup: &Setup, change: Change<'_>) -> Option<Command> {
    let switches: Switches = session::changed(setup, change).ok()?.switches;
    Some(Command::CompareWith(Box::new(switches)))
}

/// Combo boxes have a visible frame.
fn frames(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let line = Stroke::new(1.0, cx.theme.line);
    let widgets = &mut ui.visuals_mut().widgets;
    for widget in [
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.open,
    ] {
        widget.bg_stroke = line;
    }
}
