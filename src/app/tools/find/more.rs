//! The help below the strip's row: frequent filters, completions, and errors.

use eframe::egui::{self, Role, Stroke, Vec2};

use super::{Find, look_for, words};
use crate::app::base::{Identified as _, ids, size};
use crate::app::document::Document;
use crate::app::parts::{Cx, select};
use crate::diagram::TreeView;
use crate::session::filter::{Filter, Naming, Term, Won, hints};
use crate::words::{capitalised, horizon_name};

/// Maximum number of completions shown below the text.
const MAX_HINTS: usize = 8;

/// A frequent filter: the button's text, the filter, and the button's id.
struct Chip {
    words: String,
    text: String,
    id: String,
}

fn chips(view: &TreeView<'_>, document: &Document, naming: &Naming) -> Vec<Chip> {
    let graph = view.labels.graph();
    let occurrences = Filter::occurrences(view.labels, document.session.vertex());
    let mut chips = vec![Chip {
        words: "This position".to_owned(),
        text: occurrences.text(naming),
        id: ids::find_chip("here"),
    }];
    let mut chip = |words: &str, text: &str| {
        chips.push(Chip {
            words: words.to_owned(),
            text: text.to_owned(),
            id: ids::find_chip(text),
        });
    };
    // Filters that would reveal hidden ratings aren't offered.
    let rated = !view.hidden;
    if rated {
        chip("Blunders", "blunder");
    }
    chip("Choices", "fork");
    if rated {
        chip("Best line", "bestplay");
    }
    chip("Transpositions", "transposition");
    chip("Ends", "end");
    if graph.has_chance() {
        chip("Chance", "chance");
    }
    if !graph.is_complete() {
        chip(&capitalised(horizon_name(graph)), "horizon");
        if rated {
            chip("Not proven", "unproven");
        }
    }
    let has_winners = graph.has_winners();
    for player in crate::game::Player::all(graph.players()).filter(|_| has_winners) {
        let text = Term::Winner(Won::By(player)).text(naming);
        chip(&format!("{} wins", view.name(player)), &text);
    }
    if has_winners {
        chip("Ties", "tie");
    }
    chips
}

impl Find {
    /// The help that applies now, if any.
    pub(super) fn more_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, naming: &Naming) {
        // An unfinished word isn't an error yet.
        if self.hints_ui(ui, cx, naming) {
            return;
        }
        if let Some(fault) = &self.fault {
            wrong_ui(ui, cx, &capitalised(&fault.to_string()), ids::FIND_FAULT);
        } else if self.text.trim().is_empty() {
            chips_ui(ui, cx, &chips(cx.view, cx.document, naming));
        }
        let Some(filter) = &self.filter else {
            return;
        };
        if cx.view.hidden && filter.tells_ratings() {
            cx.small_ui(ui, words::kept_back())
                .identified(ids::FIND_HIDDEN);
        } else if let Some(Err(why)) = self.kept(filter) {
            wrong_ui(ui, cx, &why.to_string(), ids::FIND_FAULT);
        } else if let Some(endless) = self.here.as_ref().and_then(|here| here.endless.as_ref()) {
            cx.small_ui(ui, endless).identified(ids::FIND_ENDLESS);
        }
    }

    /// Completions while typing; returns whether there are any.
    fn hints_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, naming: &Naming) -> bool {
        let id = egui::Id::unique("find");
        let focused = self.focus || ui.memory(|memory| memory.has_focus(id));
        // A click takes the focus before it is done.
        let clicking = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        self.typing = focused || (self.typing && clicking);
        let hints = if self.typing {
            hints(&self.text, naming)
        } else {
            Vec::new()
        };
        if hints.is_empty() {
            return false;
        }
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for hint in hints.iter().take(MAX_HINTS) {
                let id = ids::find_hint(&hint.word);
                if chip_ui(ui, cx, &hint.word, hint.about, &id) {
                    chosen = Some(hint.text.clone());
                }
            }
        });
        if let Some(text) = chosen {
            self.text = text;
            self.focus = true;
            // Typing continues at the end.
            let end = self.text.chars().count();
            select(ui.ctx(), id, end, end);
            ui.ctx().request_repaint();
        }
        true
    }
}

/// An error, in a sentence.
fn wrong_ui(ui: &mut egui::Ui, cx: &Cx<'_>, words: &str, id: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let icon = egui_material_icons::icons::ICON_ERROR.codepoint;
        ui.label(egui::RichText::new(icon).size(15.0).color(cx.theme.error));
        cx.wrong_ui(ui, words).identified(id);
    });
}

/// The frequent filters.
fn chips_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chips: &[Chip]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(6.0);
        for Chip { words, text, id } in chips {
            if chip_ui(ui, cx, words, text, id) {
                cx.push(look_for(text));
            }
        }
    });
}

/// A small button; whether it was clicked.
fn chip_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str, about: &str, id: &str) -> bool {
    let button = egui::Button::new(egui::RichText::new(text).size(size::SMALL))
        .min_size(Vec2::new(0.0, 24.0))
        .corner_radius(12.0)
        .fill(cx.theme.panel)
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui.add(button).called(Role::Button, text).identified(id);
    let clicked = response.clicked();
    if clicked {
        response.surrender_focus();
    }
    response.on_hover_text(about);
    clicked
}
