//! What every dialog about a file has: a box of text that keeps the focus, the list of folders, the
//! system's dialog, and a row of buttons.

use std::path::PathBuf;

use eframe::egui::{self, Event, Id, Key};

use super::browser::{Browser, ListKeys, filter_id};
use super::picker::Picker;
use super::row::{first_button, other_button};
use crate::app::base::Identified as _;
use crate::app::parts::Cx;

/// The list of folders, and the system's dialog.
pub(super) struct Files {
    pub browser: Browser,
    picker: Option<Picker>,
    /// Whether the box of text had the focus first.
    focused: bool,
}

/// The button that Enter presses.
pub(super) struct Action<'a> {
    pub words: &'a str,
    pub id: &'a str,
    /// Whether it can be pressed.
    pub ready: bool,
    /// Whether Enter was pressed.
    pub entered: bool,
    /// The system's dialog: none, for a file to read, or one to write with its suggested name.
    pub system: System<'a>,
}

/// The system's dialog beside the button.
pub(super) enum System<'a> {
    None,
    Read,
    Write(&'a str),
}

impl Files {
    pub fn new(browser: Browser) -> Self {
        Self {
            browser,
            picker: None,
            focused: false,
        }
    }

    /// The keys of the list, and whether Enter was pressed for the dialog's button. They are heard
    /// while nothing, the filter, or the box has the focus. `is_row` is whether Enter belongs to
    /// the list. Backspace in an empty filter shows the folder above; so it does in the box if
    /// `box_goes_up`.
    pub fn take_keys(
        &self,
        ui: &egui::Ui,
        (id, text): (Id, &str),
        is_row: bool,
        box_goes_up: bool,
    ) -> (ListKeys, bool) {
        let focused = ui.memory(egui::Memory::focused);
        let in_box = focused == Some(id);
        let elsewhere = focused.is_some() && !in_box && focused != Some(filter_id());
        if elsewhere || egui::Popup::is_any_open(ui.ctx()) {
            return (ListKeys::default(), false);
        }
        // In a text of several lines the arrows walk in the text.
        let mut keys = match in_box && text.contains('\n') {
            true => ListKeys::default(),
            false => ListKeys::take(ui),
        };
        let entered = take_enter(ui);
        keys.enter = entered && is_row;
        let goes_up = match in_box {
            true => box_goes_up && text.is_empty(),
            false => self.browser.filter_is_empty(),
        };
        keys.back = goes_up && ui.input(|input| input.key_pressed(Key::Backspace));
        (keys, entered && !is_row)
    }

    /// Gives the focus to the box of text when it is first shown, and when nothing has it; returns
    /// whether it is shown first.
    pub fn focus(&mut self, ui: &egui::Ui, response: &egui::Response) -> bool {
        let first = !std::mem::replace(&mut self.focused, true);
        if first || ui.memory(egui::Memory::focused).is_none() {
            response.request_focus();
        }
        first
    }

    /// Gives the focus to the box of text again.
    pub fn focus_again(&mut self) {
        self.focused = false;
    }

    /// The row of buttons; `Some(true)` for the action, `Some(false)` for Cancel.
    pub fn buttons_ui(&mut self, ui: &mut egui::Ui, action: &Action<'_>) -> Option<bool> {
        let mut done = None;
        ui.horizontal(|ui| {
            match action.system {
                System::None => {}
                System::Read => Picker::button_ui(ui, &mut self.picker, None),
                System::Write(name) => Picker::button_ui(ui, &mut self.picker, Some(name)),
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let button = first_button(ui, action.ready, action.words).identified(action.id);
                if button.clicked() || (action.entered && action.ready) {
                    done = Some(true);
                }
                if other_button(ui, "Cancel").clicked() {
                    done = Some(false);
                }
            });
        });
        done
    }

    /// The path chosen in the system's dialog.
    pub fn system_path(&mut self) -> Option<PathBuf> {
        let path = self.picker.as_mut().and_then(Picker::poll)?;
        self.picker = None;
        path
    }
}

/// A box for a path or a text of several lines.
pub(super) fn text_box_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (id, text): (Id, &mut String),
    (name, hint): (&str, &str),
    max_rows: usize,
) -> egui::Response {
    let name = ui.label(cx.small(name));
    let rows = text.lines().count().clamp(1, max_rows);
    let area = egui::ScrollArea::vertical()
        .id_salt(id)
        .max_height(19.0 * max_rows as f32);
    let field = egui::TextEdit::multiline(text)
        .id(id)
        .hint_text(hint)
        .desired_rows(rows)
        .desired_width(f32::INFINITY);
    let field = area.show(ui, |ui| ui.add(field)).inner;
    field.labelled_by(name.id)
}

/// Takes a plain Enter from the input; Shift+Enter starts another line.
fn take_enter(ui: &egui::Ui) -> bool {
    ui.input_mut(|input| {
        let before = input.events.len();
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none()
            )
        });
        input.events.len() < before
    })
}
