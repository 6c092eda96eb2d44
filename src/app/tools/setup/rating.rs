//! The rating options in the setup: how players are rated, and endless play.

use eframe::egui;

use super::edit::Field;
use super::fields::{FieldLook, HEIGHT, Happened};
use super::sections::Pass;
use crate::app::base::{Identified as _, heading, ids};
use crate::games::Offer;
use crate::rating::{DRAW, Multiplayer};

/// Why max-n can't be chosen.
const RECURS: &str = "Not available: positions repeat. Set a ply limit.";

impl Pass<'_> {
    /// The choices that mean something for the open tree.
    pub(super) fn rating_ui(&mut self, ui: &mut egui::Ui) {
        let facts = &self.panel.facts;
        let options = facts.options;
        let ways = facts.ways || options.multiplayer.is_some();
        let endless = facts.is_cyclic || options.endless.is_some();
        if !ways && !endless {
            return;
        }
        heading(ui, "Ratings");
        if ways {
            self.multiplayer_ui(ui);
        }
        if endless {
            self.endless_ui(ui);
        }
    }

    fn multiplayer_ui(&mut self, ui: &mut egui::Ui) {
        let Some(chosen) = self.panel.facts.multiplayer else {
            return;
        };
        let is_cyclic = self.panel.facts.is_cyclic;
        let offers = Multiplayer::ALL.map(|way| {
            let refused = is_cyclic && way == Multiplayer::MaxN;
            let offer = Offer {
                name: way.name(),
                refused: refused.then_some(RECURS),
            };
            (offer, words(way))
        });
        self.field_ui(ui, Field::Multiplayer, "Rated by", |input, ui| {
            input.choice(ui, chosen.name(), &offers, &|_| "")
        });
        match self.panel.facts.refused {
            Some(why) => self.cx.wrong_ui(ui, why),
            None => self.cx.small_ui(ui, help(chosen)),
        }
        .identified(ids::ABOUT_RATING);
    }

    fn endless_ui(&mut self, ui: &mut egui::Ui) {
        let endless = self.panel.facts.options.endless;
        let shown = endless.map_or_else(|| DRAW.to_owned(), |worth| worth.to_string());
        let (low, high) = self.panel.facts.range;
        let name = "Value of endless play";
        self.field_ui(ui, Field::Endless, name, |input, ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let look = FieldLook {
                hint: DRAW,
                ..FieldLook::NUMBER
            };
            let mut happened = input.text(ui, &shown, look);
            for text in [DRAW.to_owned(), low.to_string(), high.to_string()] {
                let is_chosen = text == shown;
                let button = egui::Button::selectable(is_chosen, text.as_str())
                    .min_size(egui::Vec2::new(HEIGHT, HEIGHT))
                    .stroke(egui::Stroke::new(1.0, input.theme.line));
                let response = ui
                    .add(button)
                    .chosen(egui::Role::Button, is_chosen, format!("{name}: {text}"))
                    .identified(&ids::option("Endless", &text));
                if response.clicked() && !is_chosen {
                    happened = Happened::Entered(text);
                }
            }
            happened
        });
        let now = self.panel.facts.endless;
        let help = match endless {
            None => format!(
                "Value of endless play for each player: {DRAW} ({now}), or a fraction from {low} to {high}."
            ),
            Some(_) => format!(
                "Value of endless play for each player: {DRAW}, or a fraction from {low} to {high}."
            ),
        };
        self.cx.small_ui(ui, &help).identified(ids::ABOUT_ENDLESS);
    }
}

/// The name of a rating option, in a few words.
fn words(way: Multiplayer) -> &'static str {
    match way {
        Multiplayer::Paranoid => "Paranoid (all against one)",
        Multiplayer::MaxN => "Max-n (each for itself)",
    }
}

/// The description of a rating option, in a sentence.
fn help(way: Multiplayer) -> &'static str {
    match way {
        Multiplayer::Paranoid => "The rating a player can guarantee if all others play against it.",
        Multiplayer::MaxN => {
            "Each player maximizes its own rating. Ties go to the first listed move."
        }
    }
}
