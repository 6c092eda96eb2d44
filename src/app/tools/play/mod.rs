//! Playing a game in the window: seats, the computer's thinking off the UI thread, rolling dice,
//! and the tree that follows.

mod dice;
mod game;
mod input;
mod on;
mod panel;
mod resumed;
mod review;
mod strip;
mod words;

use eframe::egui::{self, Context};

use crate::app::intent::{Command, Named, Side};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::session::Action;

pub(crate) use panel::PlayPanel;

/// The commands of the game.
const COMMANDS: [Named; 6] = [
    Named::PlayHere,
    Named::StopGame,
    Named::TakeBack,
    Named::MakeAgain,
    Named::RollDice,
    Named::GoToGame,
];

impl Tool for PlayPanel {
    fn side(&self) -> Option<Side> {
        Some(Side::Players)
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
        if let Some(playing) = cx.desk.playing.as_ref().filter(|_| cx.desk.reviews) {
            review::review_ui(ui, cx, &mut self.reviewed, playing);
        }
    }

    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if let Some(playing) = &cx.desk.playing {
            let selected = cx.document.session.selected();
            strip::strip_ui(ui, cx, playing, selected);
        }
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        on::play_on(desk, ctx);
    }

    fn work(&self, desk: &Desk) -> Option<BackgroundWork> {
        let playing = desk.playing.as_ref().filter(|playing| playing.is_busy())?;
        Some(BackgroundWork {
            by_frames: playing.waits_for_its_time(),
            ..BackgroundWork::on_thread("a game goes on")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        input::cancel_thinking(desk)
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        COMMANDS
            .contains(&named)
            .then(|| input::is_game_enabled(desk, named))
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::Players).then(|| desk.shows_side(Side::Players))
    }

    fn run(&mut self, desk: &mut Desk, _ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(Named::Players) => desk.toggle_side(Side::Players),
            Command::Named(Named::PlayHere) => match self.next_seed() {
                Ok(seed) => on::start_game(desk, seed),
                Err(why) => desk.tell(Err(why)),
            },
            Command::Named(Named::StopGame) => on::stop_game(desk),
            Command::Named(named) if COMMANDS.contains(named) => input::run_in_game(desk, *named),
            // A move at the game's current node is a move of the game.
            Command::Act(Action::Move(index)) if desk.is_at_game() => {
                input::move_in_game(desk, *index);
            }
            Command::ChoosePlay(choices) => input::choose_play(desk, (**choices).clone()),
            _ => return None,
        }
        Some(Responder::Window)
    }
}
