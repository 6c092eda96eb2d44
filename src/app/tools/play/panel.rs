//! The tab for setting up a game: who plays each player, the computer's search depth, and how
//! chance decides.

use eframe::egui::{self, Role, Stroke, Vec2};

use super::review::Reviewed;
use crate::app::base::{Identified as _, heading, ids, new_seed, player_mark};
use crate::app::document::Playing;
use crate::app::intent::{Command, MAX_PLIES, Named};
use crate::app::parts::Cx;
use crate::diagram::player_name;
use crate::game::{Player, Refusal};
use crate::session::play::Seat;
use crate::tree::VertexKind;

/// New seeds are below this, so that they can be read out.
const MAX_SEED: u64 = 1_000_000;
/// The initial value of a ply limit.
const FIRST_PLIES: u32 = 4;
/// The height of a button, in points.
const HEIGHT: f32 = 26.0;

/// The state of the tab.
#[derive(Debug, Default)]
pub struct PlayPanel {
    /// The seed that was typed; empty for a new one each time.
    seed: String,
    /// The review of the last game.
    pub(super) reviewed: Reviewed,
}

impl PlayPanel {
    /// The seed of the next game: the typed one, otherwise a new one.
    ///
    /// # Errors
    /// The typed text isn't a seed.
    pub fn next_seed(&self) -> Result<u64, Refusal> {
        let typed = self.seed.trim();
        if typed.is_empty() {
            return Ok(new_seed() % MAX_SEED);
        }
        typed.parse().map_err(|_| {
            let what = "The seed must be a whole number up to 18446744073709551615, or empty";
            Refusal::new(what, "")
        })
    }

    /// The tab.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let choices = &cx.desk.settings.play;
        let playing = cx.desk.playing.as_ref();
        let graph = cx.view.labels.graph();
        let mut chosen = choices.clone();
        ui.spacing_mut().item_spacing.y = 5.0;
        heading(ui, "Players");
        let seats = choices.seats();
        for player in Player::all(graph.players()) {
            if let Some(seat) = seats_ui(ui, cx, player, seats.of(player)) {
                chosen = chosen.with_seat(player, seat);
            }
        }
        heading(ui, "The computer looks ahead");
        plies_ui(ui, cx, &mut chosen.plies);
        let chance = graph.is_chance_game();
        if chance {
            heading(ui, "Dice and chance");
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let words = "Roll the dice, and pick outcomes at random by their probabilities";
                if option_ui(ui, cx, !choices.by_hand, "Rolled", words).clicked() {
                    chosen.by_hand = false;
                }
                let words = "Choose each outcome yourself, as if it were a move";
                if option_ui(ui, cx, choices.by_hand, "Manual", words).clicked() {
                    chosen.by_hand = true;
                }
            });
        }
        if chance || seats.any(graph.players(), Seat::Random) {
            self.seed_ui(ui, cx, playing);
        }
        if chosen != *choices {
            cx.push(Command::ChoosePlay(Box::new(chosen)));
        }
        ui.add_space(8.0);
        let over = graph.kind(cx.document.session.vertex()) == VertexKind::End;
        ui.horizontal(|ui| {
            let text = if playing.is_some() {
                "New game from here"
            } else {
                Named::PlayHere.text()
            };
            command_ui(ui, cx, Named::PlayHere, text, !over);
            if playing.is_some() {
                command_ui(ui, cx, Named::StopGame, "Stop", true);
            }
        });
        ui.add_space(4.0);
        let words = if over && playing.is_none() {
            "The game is over here. Select a node with moves."
        } else {
            "Play on the board, in the moves table, or with keys 1–9. The tree follows. Press H \
             to hide the ratings."
        };
        cx.small_ui(ui, words);
    }

    fn seed_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, playing: Option<&Playing>) {
        ui.horizontal(|ui| {
            ui.set_min_height(HEIGHT);
            let name = ui.label("Seed");
            ui.add_space(8.0);
            let edit = egui::TextEdit::singleline(&mut self.seed)
                .hint_text("random")
                .char_limit(20)
                .desired_width(100.0)
                .margin(egui::Margin::symmetric(5, 4));
            ui.scope(|ui| {
                let line = Stroke::new(1.0, cx.theme.line);
                ui.visuals_mut().widgets.inactive.bg_stroke = line;
                ui.visuals_mut().widgets.hovered.bg_stroke = line;
                ui.add(edit).labelled_by(name.id).identified(ids::PLAY_SEED)
            });
        });
        if let Some(playing) = playing {
            let words = format!("This game's seed is {}.", playing.seed());
            cx.small_ui(ui, &words).identified(ids::PLAY_SEED_NOW);
        }
    }
}

/// The choice of who plays a player; returns the chosen one.
fn seats_ui(ui: &mut egui::Ui, cx: &Cx<'_>, player: Player, now: Seat) -> Option<Seat> {
    let name = player_name(cx.view.labels, player);
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.set_min_height(HEIGHT);
        ui.spacing_mut().item_spacing.x = 4.0;
        player_mark(ui, cx.theme, cx.view, player);
        ui.add_space(2.0);
        for seat in Seat::ALL {
            let words = format!("{name}: {}", seat.name());
            let option = option_ui(ui, cx, now == seat, capital(seat), &words);
            let option = option.identified(&ids::seat(player.index(), seat));
            if option.clicked() {
                chosen = Some(seat);
            }
        }
    });
    chosen
}

/// The computer's ply limit, or as deep as possible.
fn plies_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chosen: &mut Option<u32>) {
    let now = *chosen;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let words = "To the end, or up to 300,000 positions";
        if option_ui(ui, cx, now.is_none(), "Maximum", words).clicked() {
            *chosen = None;
        }
        let mut plies = now.unwrap_or(FIRST_PLIES);
        let option = option_ui(ui, cx, now.is_some(), "Plies", "Ply limit");
        if option.identified(ids::PLAY_PLIES).clicked() {
            *chosen = Some(plies);
        }
        if now.is_some() {
            let drag = egui::DragValue::new(&mut plies)
                .range(1..=MAX_PLIES)
                .speed(0.1);
            let drag = ui.scope(|ui| {
                let frame = Stroke::new(1.0, cx.theme.line);
                ui.visuals_mut().widgets.inactive.bg_stroke = frame;
                ui.add_sized(Vec2::new(38.0, HEIGHT), drag)
            });
            let response = drag
                .inner
                .on_hover_text("Drag, or click and type")
                .called(Role::SpinButton, "Plies that the computer looks ahead");
            if response.changed() {
                *chosen = Some(plies);
            }
        }
    });
}

fn capital(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "Human",
        Seat::Computer => "Computer",
        Seat::Random => "Random",
    }
}

/// One of several choices.
fn option_ui(ui: &mut egui::Ui, cx: &Cx<'_>, on: bool, text: &str, words: &str) -> egui::Response {
    let color = cx.text_or_dim(on);
    let edge = cx.text_or_line(on);
    let button = egui::Button::new(egui::RichText::new(text).color(color))
        .min_size(Vec2::new(0.0, HEIGHT))
        .fill(if on { cx.theme.soft } else { cx.theme.panel })
        .stroke(Stroke::new(1.0, edge));
    let response = ui.add(button).chosen(Role::RadioButton, on, words);
    response.on_hover_text(words)
}

fn command_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: Named, text: &str, enabled: bool) {
    let button = cx.worded_button(named, text, HEIGHT + 2.0);
    let response = ui.add_enabled(enabled, button).called(Role::Button, text);
    cx.does(response, named);
}
