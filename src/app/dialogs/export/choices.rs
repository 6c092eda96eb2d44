//! The left side of the export dialog (options) and the right side (preview).

use std::borrow::Cow;

use eframe::egui::{self, RichText};

use super::ExportDialog;
use crate::app::base::{Identified as _, entry_ui, framed, ids, list_ui, listed, size};
use crate::app::dialogs::row::format_ui;
use crate::app::intent::{ExportChoice, ExportLook, PartChoice};
use crate::app::parts::Cx;
use crate::diagram::{RatingsFor, Variant, Variants};
use crate::export::{
    Colors, FONT_SIZES, FORMATS, Format, FormatSubject, PictureKind, Show, Supports, WIDTHS,
};
use crate::game::visible;

/// The width of labels.
const LABEL: f32 = 70.0;

impl ExportDialog {
    pub(super) fn choices_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.format_ui(ui, cx);
        let format = self.choice.format();
        if format.subject == FormatSubject::Tree {
            self.part_ui(ui, cx, format);
        }
        if format.supports != Supports::Nothing {
            self.show_ui(ui, cx, format);
        }
    }

    fn format_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let format = self.choice.format();
        labelled(ui, cx, "Format", |ui| {
            framed(ui);
            let list = egui::ComboBox::from_id_salt("export format")
                .selected_text(format.name)
                .width(190.0)
                .height(520.0);
            let response = list_ui(ui, list, |ui| {
                ui.set_min_width(320.0);
                for format in FORMATS {
                    let chosen = self.choice.format == format.id;
                    let response = format_ui(ui, cx, format, chosen);
                    listed(ui, &response, chosen);
                    if response.clicked() {
                        self.choice.format = format.id.to_owned();
                        if format.picture.is_none() && self.choice.part == PartChoice::Board {
                            self.choice.part = PartChoice::default();
                        }
                    }
                }
            });
            response.identified(ids::FORMAT)
        });
        cx.small_ui(ui, format.text);
        if format.picture == Some(PictureKind::Pixels) {
            let scales = [1, 2, 3, 4, 6];
            let dpi = |scale: u8| format!("{} dpi", 96 * u16::from(scale));
            let scales = scales.map(|scale| (scale, dpi(scale).into()));
            chosen(ui, cx, "Pixels", &mut self.choice.scale, &scales)
                .identified(ids::EXPORT_PIXELS);
        }
    }

    fn part_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, format: &Format) {
        head_ui(ui, cx, "Content");
        let from = usize::from(self.choice.from_selected && self.walked.below_root);
        for choice in PartChoice::VARIANTS {
            let part = choice.value;
            ui.horizontal(|ui| {
                let can = part != PartChoice::Board || format.picture.is_some();
                let chosen = self.choice.part == part;
                let radio = egui::RadioButton::new(chosen, choice.label);
                let response = ui
                    .add_enabled(can, radio)
                    .identified(&ids::export_part(choice.key))
                    .on_hover_text(choice.help)
                    .on_disabled_hover_text(
                        "Only picture formats can show a board without the tree",
                    );
                if response.clicked() {
                    self.choice.part = part;
                }
                match part {
                    PartChoice::Whole => {
                        let words = cx.small(&self.walked.sizes[from]);
                        ui.add(egui::Label::new(words).truncate());
                    }
                    PartChoice::ToPly => {
                        framed(ui);
                        let plies = egui::DragValue::new(&mut self.choice.ply).range(0..=1_000_000);
                        let response = ui.add(plies);
                        response.widget_info(|| {
                            let ply = f64::from(self.choice.ply);
                            egui::WidgetInfo::drag_value(true, ply)
                        });
                        ui.ctx().accesskit_node_builder(response.id, |node| {
                            node.set_label(choice.label);
                        });
                        if response.changed() {
                            self.choice.part = PartChoice::ToPly;
                        }
                    }
                    PartChoice::Line => {
                        let text = match &*self.walked.text {
                            "" => "the root alone",
                            text => text,
                        };
                        let phrase = cx.small(visible(text));
                        ui.add(egui::Label::new(phrase).truncate());
                    }
                    PartChoice::Unfolded | PartChoice::BestLine | PartChoice::Board => {}
                }
            });
        }
        let whole_line = matches!(self.choice.part, PartChoice::Line | PartChoice::Board);
        let can = self.walked.below_root && !whole_line;
        let check =
            egui::Checkbox::new(&mut self.choice.from_selected, "Start at the selected node");
        ui.add_enabled(can, check)
            .identified(ids::EXPORT_FROM)
            .on_hover_text("Use the selected node as the root")
            .on_disabled_hover_text("Select a node other than the root");
    }

    fn show_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, format: &Format) {
        head_ui(ui, cx, "What is shown");
        let mut shown = self.choice.show(self.snapshot.boards);
        let before = shown;
        let mut supported = format.shows;
        egui::Grid::new("shown").num_columns(2).show(ui, |ui| {
            for row in Show::PARTS.chunks(2) {
                for part in row {
                    let check = egui::Checkbox::new((part.of)(&mut shown), part.label);
                    ui.add_enabled(*(part.of)(&mut supported), check)
                        .identified(&ids::export_shows(part.key))
                        .on_disabled_hover_text("Not supported by this format");
                }
                ui.end_row();
            }
        });
        self.choice.set_show(before, shown);
        self.ratings_ui(ui, cx);
        if format.supports == Supports::ShowAndStyle {
            self.style_ui(ui, cx, format);
        }
    }

    /// The player whose ratings are shown.
    fn ratings_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(look) = &mut self.choice.look else {
            return;
        };
        let graph = &self.snapshot.rated.graph;
        let name = |player| visible(&graph.player_name(player)).into_owned();
        let text_of = |look: &ExportLook| match (look.hidden, look.ratings_for) {
            (true, _) => "Hidden".to_owned(),
            (false, RatingsFor::Mover) => "For the mover".to_owned(),
            (false, RatingsFor::All) => "For all players".to_owned(),
            (false, RatingsFor::Player(player)) => format!("For {}", name(player)),
        };
        let choices: Vec<(ExportLook, String)> = RatingsFor::choices(graph.graph())
            .into_iter()
            .map(|ratings_for| (ratings_for, false))
            .chain([(look.ratings_for, true)])
            .map(|(ratings_for, hidden)| {
                let other = ExportLook {
                    ratings_for,
                    hidden,
                    ..*look
                };
                (other, text_of(&other))
            })
            .collect();
        labelled(ui, cx, "Ratings", |ui| {
            framed(ui);
            let list = egui::ComboBox::from_id_salt("export ratings")
                .selected_text(text_of(look))
                .width(150.0);
            list_ui(ui, list, |ui| {
                for (other, text) in choices {
                    entry_ui(ui, look, other, text);
                }
            })
        });
    }

    /// The style of the tree.
    fn style_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, format: &Format) {
        let Some(look) = &mut self.choice.look else {
            return;
        };
        let style = &mut look.style;
        chosen(ui, cx, "Direction", &mut style.flow, &choices());
        if format.draws {
            chosen(ui, cx, "Edges", &mut style.edges, &choices());
        }
        chosen(ui, cx, "Order", &mut style.order, &choices());
        if format.has_appearance() {
            self.appearance_ui(ui, cx);
        }
    }

    /// The size, density and colors of the figure.
    fn appearance_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let ExportChoice {
            width,
            font_size,
            density,
            colors,
            dark,
            ..
        } = &mut self.choice;
        chosen(ui, cx, "Density", density, &choices());
        let mut ink = (*colors, *dark);
        let grounds = [(false, ""), (true, " on dark")];
        let inks = grounds.map(|(dark, on)| {
            let label = move |choice: &Variant<Colors>| format!("{}{on}", choice.label);
            let choices = Colors::VARIANTS.iter();
            choices.map(move |choice| ((choice.value, dark), label(choice).into()))
        });
        let inks: Vec<_> = inks.into_iter().flatten().collect();
        chosen(ui, cx, "Colors", &mut ink, &inks).identified(ids::EXPORT_COLORS);
        (*colors, *dark) = ink;
        let range = *WIDTHS.start() as u16..=*WIDTHS.end() as u16;
        optional(ui, cx, ("Width", "Fixed", " mm"), width, (84, range))
            .identified(ids::EXPORT_WIDTH);
        let range = *FONT_SIZES.start() as u8..=*FONT_SIZES.end() as u8;
        optional(ui, cx, ("Font size", "Fixed", " pt"), font_size, (8, range))
            .identified(ids::EXPORT_FONT_SIZE);
    }

    pub(super) fn preview_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        height: f32,
        format: &Format,
    ) {
        let frame = egui::Frame::new()
            .fill(cx.theme.ground)
            .stroke(egui::Stroke::new(1.0, cx.theme.line))
            .corner_radius(4.0)
            .inner_margin(6.0);
        frame.show(ui, |ui| {
            let room = egui::vec2(ui.available_width(), height - 14.0);
            ui.set_min_size(room);
            ui.set_max_size(room);
            let Some(Ok(prepared)) = &self.prepared else {
                return;
            };
            let preview = &prepared.preview;
            if preview.picture.is_some() && preview.text.is_some() {
                tabs_ui(ui, cx, &mut self.source, format);
            }
            match (&preview.picture, &preview.text) {
                (Some(Ok(picture)), text) if text.is_none() || !self.source => {
                    self.look.ui(ui, cx, picture);
                }
                (Some(Err(why)), text) if text.is_none() || !self.source => {
                    ui.centered_and_justified(|ui| ui.label(cx.dim(*why)));
                }
                (_, Some((text, more))) => source_ui(ui, cx, format, (text, *more)),
                _ => {}
            }
        });
    }
}

/// Tabs for a drawing that is written as text: its picture, or the text.
fn tabs_ui(ui: &mut egui::Ui, cx: &Cx<'_>, source: &mut bool, format: &Format) {
    ui.horizontal(|ui| {
        for (of_source, phrase, id) in [
            (false, "Picture", ids::EXPORT_LOOK),
            (true, "Source", ids::EXPORT_SOURCE),
        ] {
            let response = ui.selectable_label(*source == of_source, phrase);
            if response.identified(id).clicked() {
                *source = of_source;
            }
        }
        if let Some(program) = format.laid_out_by.filter(|_| !*source) {
            let text = format!("{program} makes its own layout: positions and edges will differ");
            ui.label(cx.small(text)).identified(ids::EXPORT_LAID_OUT);
        }
    });
    ui.add_space(2.0);
}

/// The beginning of a text, as it is written.
fn source_ui(ui: &mut egui::Ui, cx: &Cx<'_>, format: &Format, (text, more): (&str, bool)) {
    egui::ScrollArea::both()
        .id_salt("preview")
        .auto_shrink(false)
        .show(ui, |ui| {
            let phrase = RichText::new(text).monospace().size(size::SMALL);
            let label = egui::Label::new(phrase.color(cx.theme.text)).extend();
            let response = ui
                .add(label)
                .called(egui::Role::Label, format!("Preview ({})", format.name));
            response.identified(ids::EXPORT_TEXT);
            if more {
                ui.label(cx.dim("…"));
            }
        });
}

fn head_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) {
    ui.add_space(6.0);
    ui.label(cx.small(text));
}

/// A labeled choice.
fn labelled(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    phrase: &str,
    choice: impl FnOnce(&mut egui::Ui) -> egui::Response,
) -> egui::Response {
    ui.horizontal(|ui| {
        let text = cx.small(phrase);
        let start = ui.cursor().left();
        let label = ui.label(text);
        ui.add_space((LABEL - (ui.cursor().left() - start)).max(0.0));
        choice(ui).labelled_by(label.id)
    })
    .inner
}

/// An optional number: its value, the text if it isn't set, and its unit; with its default and its
/// range.
fn optional<N: egui::emath::Numeric>(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (phrase, open, unit): (&str, &str, &str),
    value: &mut Option<N>,
    (first, range): (N, std::ops::RangeInclusive<N>),
) -> egui::Response {
    labelled(ui, cx, phrase, |ui| {
        framed(ui);
        let mut on = value.is_some();
        let text = if on { "" } else { open };
        let response = ui.checkbox(&mut on, text);
        if response.changed() {
            *value = on.then_some(first);
        }
        if let Some(value) = value {
            let number = egui::DragValue::new(value).range(range).suffix(unit);
            let number = ui.add(number);
            ui.ctx()
                .accesskit_node_builder(number.id, |node| node.set_label(phrase));
        }
        response
    })
}

/// The values of a display option with their labels.
fn choices<T: Variants>() -> Vec<(T, Cow<'static, str>)> {
    let choices = T::VARIANTS.iter();
    choices
        .map(|choice| (choice.value, choice.label.into()))
        .collect()
}

/// One of a few values, in a list.
fn chosen<T: Copy + PartialEq>(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    words: &str,
    value: &mut T,
    choices: &[(T, Cow<'static, str>)],
) -> egui::Response {
    labelled(ui, cx, words, |ui| {
        framed(ui);
        let now = choices.iter().find(|(choice, _)| choice == value);
        let list = egui::ComboBox::from_id_salt(("export", words))
            .selected_text(now.map_or("", |(_, phrase)| &**phrase))
            .width(150.0);
        list_ui(ui, list, |ui| {
            for (choice, text) in choices {
                entry_ui(ui, value, *choice, &**text);
            }
        })
    })
}
