//! Combo boxes for pointer and keyboard: a list opens at the chosen entry, Enter chooses and closes
//! it, and the keyboard focus returns.

use eframe::egui::{self, ComboBox, Id, Response, Ui, WidgetText};

/// In which frame a list was shown last, and whether something was chosen in it then.
#[derive(Clone, Copy, Default)]
struct Shown {
    pass: u64,
    chosen: bool,
}

/// The key of the stored state of a layer's list.
fn key(layer: Id) -> Id {
    layer.with("list")
}

/// A list that opens below a button.
pub(crate) fn list_ui(ui: &mut Ui, list: ComboBox<'_>, entries: impl FnOnce(&mut Ui)) -> Response {
    let response = list.show_ui(ui, entries).response;
    let popup = key(egui::Popup::default_response_id(&response));
    let shown = ui.data(|data| data.get_temp::<Shown>(popup));
    if shown.is_some_and(|shown| shown.chosen) {
        ui.data_mut(|data| data.remove::<Shown>(popup));
        response.request_focus();
    }
    response
}

/// An entry of a list: the chosen one has the keyboard when the list opens, and whatever chooses an
/// entry closes it.
pub(crate) fn listed(ui: &Ui, response: &Response, chosen: bool) {
    let id = key(ui.layer_id().id);
    let now = ui.ctx().cumulative_pass_nr();
    let before = ui
        .data(|data| data.get_temp::<Shown>(id))
        .unwrap_or_default();
    if chosen && before.pass + 1 < now {
        response.request_focus();
    }
    let shown = Shown {
        pass: now,
        chosen: before.chosen || response.clicked(),
    };
    if chosen || response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, shown));
    }
    if response.clicked() {
        ui.close();
    }
}

/// An entry that sets a value.
pub(crate) fn entry_ui<T: PartialEq>(
    ui: &mut Ui,
    value: &mut T,
    other: T,
    words: impl Into<WidgetText>,
) {
    let chosen = *value == other;
    let response = ui.selectable_label(chosen, words.into());
    listed(ui, &response, chosen);
    if response.clicked() {
        *value = other;
    }
}
