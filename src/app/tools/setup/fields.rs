//! The fields of the setup: text fields, numbers with a button at either side, choices, and the
//! error below a field.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use eframe::egui::text::{CCursor, CCursorRange, LayoutJob};
use eframe::egui::{self, Id, Key, Modifiers, Role, Stroke, Vec2};

use super::edit::{SetupField, ValueError};
use crate::app::base::{
    Identified as _, Theme, ids, list_ui, listed, shown_name, size, text_field,
};
use crate::app::parts::marked;
use crate::games::Offer;

/// The width of the fields' names, in points …
const NAMES: f32 = 96.0;
/// … and which part of a narrow panel.
const NAMES_PART: f32 = 0.37;
/// The height of a field.
pub const HEIGHT: f32 = 26.0;
/// The width of the field of a small number.
const NUMBER: f32 = 44.0;
/// Maximum characters of a field: a board of 64 hexes has fewer in any notation.
const MAX_CHARACTERS: usize = 4_000;

/// The state of a field besides the root's value.
#[derive(Clone, Debug, Default)]
pub struct TypedField {
    /// The typed text, if it differs from the root's value, or isn't applied yet.
    pub typed: Option<String>,
    /// Why it is invalid.
    pub fault: Option<ValueError>,
}

/// The typed texts, by field.
pub type Entries = BTreeMap<SetupField, TypedField>;

/// An event of a field in this frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldEvent {
    /// Nothing.
    Nothing,
    /// A letter was typed.
    Typed,
    /// The field was left with another text in it, or was chosen or stepped.
    Entered(String),
    /// Enter was pressed, on whatever text.
    Confirmed(String),
}

/// The look of a text field.
#[derive(Clone, Copy, Debug)]
pub struct FieldLook<'a> {
    /// Its width; infinite means all that is available.
    pub width: f32,
    /// The minimum number of lines; Enter enters the text anyway.
    pub lines: usize,
    /// Whether it holds notation.
    pub notation: bool,
    /// The hint in an empty field.
    pub hint: &'a str,
}

impl FieldLook<'_> {
    /// The field of a number.
    pub const NUMBER: Self = Self {
        width: NUMBER,
        lines: 1,
        notation: false,
        hint: "",
    };
}

/// The fields of one frame.
pub struct Fields<'a> {
    /// The typed texts.
    pub entries: &'a mut Entries,
    /// The colors.
    pub theme: &'a Theme,
}

/// A field that is drawn.
pub struct FieldInput<'a> {
    entries: &'a mut Entries,
    /// The colors.
    pub theme: &'a Theme,
    field: SetupField,
    name: &'a str,
    named_by: Id,
}

impl Fields<'_> {
    /// A field with its name before it, and its error below.
    pub fn row<R>(
        &mut self,
        ui: &mut egui::Ui,
        field: SetupField,
        name: &str,
        add: impl FnOnce(&mut FieldInput<'_>, &mut egui::Ui) -> R,
    ) -> R {
        let names = NAMES.min(ui.available_width() * NAMES_PART);
        let added = ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(names, HEIGHT), egui::Sense::hover());
            let label = egui::Label::new(name).truncate();
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let mut left = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
            let label = left.add(label);
            add(&mut self.input(field, name, label.id), ui)
        });
        self.fault_ui(ui, field);
        added.inner
    }

    /// A field that a label names.
    pub fn input<'a>(
        &'a mut self,
        field: SetupField,
        name: &'a str,
        named_by: Id,
    ) -> FieldInput<'a> {
        FieldInput {
            entries: self.entries,
            theme: self.theme,
            field,
            name,
            named_by,
        }
    }

    /// The error of a field, below it.
    pub fn fault_ui(&self, ui: &mut egui::Ui, field: SetupField) {
        let fault = self
            .entries
            .get(&field)
            .and_then(|entry| entry.fault.as_ref());
        if let Some(fault) = fault {
            let text = egui::RichText::new(&fault.text)
                .size(size::SMALL)
                .color(self.theme.error);
            ui.add(egui::Label::new(text).wrap())
                .identified(&ids::fault(&field.key()));
        }
    }
}

impl FieldInput<'_> {
    /// A field for a text; `shown` is the root's.
    pub fn text(&mut self, ui: &mut egui::Ui, shown: &str, look: FieldLook<'_>) -> FieldEvent {
        let theme = self.theme;
        let entry = self.entries.entry(self.field).or_default();
        let mut text = entry.typed.clone().unwrap_or_else(|| shown.to_owned());
        let fault = entry.fault.as_ref();
        let wrong = fault.map(|fault| fault.at);
        let font = match look.notation {
            true => egui::TextStyle::Monospace.resolve(ui.style()),
            false => egui::TextStyle::Body.resolve(ui.style()),
        };
        let mut layouter = |ui: &egui::Ui, text: &dyn egui::TextBuffer, width: f32| {
            let at = wrong.flatten();
            let mut job = underlined(text.as_str(), at, &font, theme);
            job.wrap.max_width = if look.lines > 1 { width } else { f32::INFINITY };
            ui.fonts_mut(|fonts| fonts.layout_job(job)) as Arc<egui::Galley>
        };
        let (edit, align) = if look.lines > 1 {
            let edit = egui::TextEdit::multiline(&mut text).return_key(None);
            (edit, egui::Align2::LEFT_TOP)
        } else {
            let edit = text_field(&mut text);
            (edit, egui::Align2::LEFT_CENTER)
        };
        let id = field_id(self.field);
        let edit = edit
            .id(id)
            .hint_text(look.hint.to_owned())
            .char_limit(MAX_CHARACTERS)
            .desired_rows(look.lines)
            .desired_width(look.width)
            .min_size(Vec2::new(0.0, HEIGHT))
            .align(align)
            .margin(egui::Margin::symmetric(5, 4))
            .layouter(&mut layouter);
        let stroke = match wrong {
            Some(_) => Stroke::new(1.5, theme.error),
            None => Stroke::new(1.0, theme.line),
        };
        let mut output = ui
            .scope(|ui| {
                let widgets = &mut ui.visuals_mut().widgets;
                widgets.inactive.bg_stroke = stroke;
                widgets.hovered.bg_stroke = stroke;
                edit.show(ui)
            })
            .inner;
        let response = output.response.response.clone().labelled_by(self.named_by);
        let response = response.identified(&ids::field(&self.field.key()));
        if response.gained_focus() && !ui.input(|input| input.pointer.any_down()) {
            // Tab selects all, so that typing replaces it.
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
            output.state.cursor.set_char_range(Some(all));
            output.state.store(ui.ctx(), id);
        }
        if response.changed() {
            entry.typed = Some(text.clone());
        }
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        let entered = response.lost_focus() || (look.lines > 1 && response.has_focus());
        if enter && entered {
            return FieldEvent::Confirmed(text);
        }
        match (response.lost_focus(), response.changed()) {
            (true, _) if escape_pressed(ui) => {
                *entry = TypedField::default();
                FieldEvent::Nothing
            }
            (true, _) if entry.typed.is_some() => FieldEvent::Entered(text),
            (false, true) => FieldEvent::Typed,
            _ => FieldEvent::Nothing,
        }
    }

    /// A number between a button for less and one for more, to which the arrows step too.
    pub fn stepper(
        &mut self,
        ui: &mut egui::Ui,
        value: u64,
        range: RangeInclusive<u64>,
    ) -> FieldEvent {
        ui.spacing_mut().item_spacing.x = 3.0;
        let (fewer, more) = (value > *range.start(), value < *range.end());
        let mut step = None;
        let focused = ui.memory(|memory| memory.has_focus(field_id(self.field)));
        let entry = self.entries.get(&self.field);
        let typed = entry.is_some_and(|entry| entry.typed.is_some());
        let arrow = |ui: &egui::Ui, key| {
            focused && !typed && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
        };
        let id = ids::fewer(&self.field.key());
        if (self.button(ui, fewer, ["−", "less"], &id) || arrow(ui, Key::ArrowDown)) && fewer {
            step = Some(value - 1);
        }
        let happened = self.text(ui, &value.to_string(), FieldLook::NUMBER);
        let id = ids::more(&self.field.key());
        if (self.button(ui, more, ["+", "more"], &id) || arrow(ui, Key::ArrowUp)) && more {
            step = Some(value + 1);
        }
        match step {
            Some(number) => FieldEvent::Entered(number.to_string()),
            None => happened,
        }
    }

    fn button(&self, ui: &mut egui::Ui, enabled: bool, what: [&str; 2], id: &str) -> bool {
        let [sign, text] = what;
        let name = &format!("{}: one {text}", self.name);
        let button = egui::Button::new(egui::RichText::new(sign).size(size::BODY + 2.0))
            .min_size(Vec2::new(HEIGHT, HEIGHT))
            .stroke(Stroke::new(1.0, self.theme.line));
        let response = ui.add_enabled(enabled, button).called(Role::Button, name);
        response.identified(id).on_hover_text(name).clicked()
    }

    /// A combo box; unavailable choices are grayed out with a tooltip that explains why.
    pub fn choice(
        &self,
        ui: &mut egui::Ui,
        chosen: &str,
        offers: &[(Offer<'_>, &str)],
        about: &dyn Fn(&str) -> &'static str,
    ) -> FieldEvent {
        let mut happened = FieldEvent::Nothing;
        let width = ui.available_width();
        ui.scope(|ui| {
            let line = Stroke::new(1.0, self.theme.line);
            let widgets = &mut ui.visuals_mut().widgets;
            widgets.inactive.bg_stroke = line;
            widgets.hovered.bg_stroke = line;
            widgets.open.bg_stroke = line;
            ui.spacing_mut().interact_size.y = HEIGHT;
            let list = egui::ComboBox::from_id_salt(field_id(self.field))
                .selected_text(shown_name(chosen))
                .width(width)
                .height(HEIGHT * 12.0)
                .truncate();
            let list = list_ui(ui, list, |ui| {
                ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::NONE;
                for (offer, words) in offers {
                    let Offer { name, refused } = offer;
                    let words = [words, refused.unwrap_or_default()];
                    let words = words.into_iter().filter(|phrase| !phrase.is_empty());
                    let text = std::iter::once(shown_name(name))
                        .chain(words)
                        .collect::<Vec<_>>();
                    let button = egui::Button::selectable(*name == chosen, text.join(": "));
                    let response = ui.add_enabled(refused.is_none(), button);
                    let mut response = response.identified(&ids::option(&self.field.key(), name));
                    if !about(name).is_empty() {
                        response = response.on_hover_text(about(name));
                    }
                    listed(ui, &response, *name == chosen);
                    if response.clicked() {
                        happened = FieldEvent::Entered((*name).to_owned());
                    }
                }
            });
            let list = list.labelled_by(self.named_by);
            let list = list.identified(&ids::field(&self.field.key()));
            if !about(chosen).is_empty() {
                // A long name is cut off in a narrow panel.
                list.on_hover_text(format!("{}: {}", shown_name(chosen), about(chosen)));
            }
        });
        happened
    }
}

/// The identity of a field's text, by which it is given the focus.
pub fn field_id(field: SetupField) -> Id {
    Id::unique("setup").with(field_key(field))
}

/// Whether Escape was pressed in this frame. The focused widget has lost the focus by then, and the
/// key may be consumed.
fn escape_pressed(ui: &egui::Ui) -> bool {
    let is_escape = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::Key {
                key: Key::Escape,
                pressed: true,
                ..
            }
        )
    };
    ui.input(|input| input.raw.events.iter().any(is_escape))
}

fn field_key(field: SetupField) -> String {
    format!("{field:?}")
}

/// A text with the part from a character to the next gap underlined.
fn underlined(text: &str, at: Option<usize>, font: &egui::FontId, theme: &Theme) -> LayoutJob {
    let start = at
        .and_then(|at| text.char_indices().nth(at))
        .map_or(text.len(), |(index, _)| index);
    let rest = &text[start..];
    let end = rest
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_whitespace() || *c == '/')
        .map_or(text.len(), |(index, _)| start + index);
    marked(text, start..end, font, theme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_a_fault_is_underlined_and_nothing_else_is_lost() {
        let theme = Theme::of(&egui::Context::default());
        let font = egui::FontId::monospace(13.0);
        let parts = |text: &str, at| {
            let job = underlined(text, at, &font, &theme);
            assert_eq!(job.text, text);
            job.sections
                .iter()
                .filter(|section| section.format.underline != Stroke::NONE)
                .map(|section| {
                    let range = &section.byte_range;
                    job.text[range.start.0..range.end.0].to_owned()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(parts("b2b9/a2b1 a", Some(3)), ["9"]);
        assert_eq!(parts("b2xé/a2b1 a", Some(2)), ["xé"]);
        assert_eq!(parts("b2b2/a2b1", Some(9)), [""; 0]);
        assert_eq!(parts("b2b2", None), [""; 0]);
        assert_eq!(parts("", Some(4)), [""; 0]);
    }
}
