//! The recording view: how an algorithm rates the selected node, step by step, on the same tree.

mod area;
mod canvas;
mod in_tour;
mod panel;
mod playback;
mod player;
mod transport;
mod work;

use eframe::egui;

use crate::app::base::free;
use crate::app::intent::{Command, Middle, Named, RecordChoices, Side};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::search::Method;
use crate::session::Action;
use crate::tree::UnfoldingNode;
use playback::Playback;
use player::Player;
use work::Running;

/// The commands that show recordings and do something with them.
const COMMANDS: [Named; 14] = [
    Named::ShowRecording,
    Named::Record,
    Named::RecordBeside,
    Named::OtherRecording,
    Named::CloseRecording,
    Named::PlayRecording,
    Named::StepForward,
    Named::StepBack,
    Named::NextCut,
    Named::PreviousCut,
    Named::RecordingStart,
    Named::RecordingEnd,
    Named::Faster,
    Named::Slower,
];

/// Maximum number of recordings side by side.
const MAX: usize = 2;

/// The state of the recording view.
#[derive(Default)]
pub struct RecordingPanel {
    /// The options of the next recording.
    choices: RecordChoices,
    /// The recording in progress.
    running: Running,
    /// The recordings, from left to right.
    players: Vec<Player>,
    /// Their present step.
    playback: Playback,
    /// Which of them the panel and the board are about.
    active: usize,
    /// Whether the board doesn't show the node at work.
    stays: bool,
    /// The recording and the node that the board shows, since it was at work.
    watched: Option<(usize, UnfoldingNode)>,
    /// Why the last recording couldn't be made.
    fault: Option<String>,
    /// Whether that is over once the tree is built.
    waits: bool,
    /// The step that a recording is to show as soon as it is made, counted from 0.
    pending: Option<usize>,
}

impl Tool for RecordingPanel {
    fn middle(&self) -> Option<Middle> {
        Some(Middle::Recording)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn side(&self) -> Option<Side> {
        Some(Side::Record)
    }

    fn tab_command(&self) -> Option<Command> {
        Some(Command::Named(Named::ShowRecording))
    }

    fn least_width(&self) -> f32 {
        270.0
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn keep(&mut self, desk: &mut Desk) {
        desk.recorded = self.as_step();
        desk.is_recording_open = self.place().is_some_and(|(at, all)| at + 1 < all);
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        self.receive();
        if self.is_stale(desk) {
            self.forget();
        }
        if self.waits && !desk.document.is_building() {
            self.waits = false;
            self.fault = None;
        }
        self.play_on(desk, ctx);
        self.go_to_pending();
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let running = self.running.is_running();
        running.then(|| BackgroundWork::on_thread("a search is being recorded"))
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        let stopped = self.running.cancel();
        if stopped {
            desk.tell(Ok("Stopped recording".to_owned()));
        }
        stopped
    }

    fn is_enabled(&self, _desk: &Desk, named: Named) -> Option<bool> {
        self.would_do(named)
    }

    fn is_on(&self, _desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::PlayRecording).then(|| self.playback.is_playing())
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        match command {
            Command::Named(named) if desk.shows(Middle::Recording) && self.do_in_view(*named) => {
                return Some(Responder::Recording);
            }
            Command::Named(named) if COMMANDS.contains(named) => {
                desk.show_middle(Middle::Recording);
                desk.show_side(Side::Record);
                match named {
                    Named::ShowRecording => {}
                    Named::Record => {
                        let session = &desk.document.session;
                        let graph = session.rated().graph.graph();
                        if graph.is_leaf(session.vertex()) {
                            // There is nothing to search at an end.
                            desk.walk(Action::Root);
                        }
                        self.record(desk, ctx, false);
                    }
                    Named::RecordBeside => self.record(desk, ctx, true),
                    named => self.do_named(*named),
                }
            }
            Command::ChooseRecording(choices) => self.choices = (**choices).clone(),
            Command::GoToStep(step) => self.go_to(*step),
            Command::ShowRecorded(choices, step) => {
                self.choices = (**choices).clone();
                desk.show_middle(Middle::Recording);
                if !self.shows(&desk.document.session.line()) {
                    self.record(desk, ctx, false);
                }
                self.pending = Some(*step);
                self.go_to_pending();
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

impl RecordingPanel {
    /// The recording that the panel and the board are about.
    fn active(&self) -> Option<&Player> {
        self.players.get(self.active)
    }

    fn active_mut(&mut self) -> Option<&mut Player> {
        self.players.get_mut(self.active)
    }

    /// The number of recordings shown.
    pub fn shown(&self) -> usize {
        self.players.len()
    }

    /// The text of the active recording's present step.
    pub fn step_text(&self) -> Option<String> {
        self.active().map(Player::step_text)
    }

    /// The algorithm of the active recording.
    pub fn method(&self) -> Option<Method> {
        Some(self.active()?.recorded.options.method)
    }

    /// The speed of playback, in steps per second.
    pub fn speed(&self) -> f64 {
        self.playback.speed()
    }

    /// Whether a command of recordings would do anything; `None` if it is none.
    fn would_do(&self, named: Named) -> Option<bool> {
        let place = self.place();
        let before = place.is_some_and(|(at, _)| at > 0);
        let after = place.is_some_and(|(at, all)| at + 1 < all);
        Some(match named {
            Named::StepForward | Named::RecordingEnd => after,
            Named::StepBack | Named::RecordingStart => before,
            Named::PlayRecording | Named::Faster | Named::Slower => place.is_some(),
            Named::NextCut => self.cut(true).is_some(),
            Named::PreviousCut => self.cut(false).is_some(),
            Named::RecordBeside => self.players.len() == 1 && !self.running.is_running(),
            Named::OtherRecording => self.players.len() > 1,
            Named::CloseRecording => place.is_some(),
            _ => return None,
        })
    }

    /// Does a command of the view; `false` if it is none.
    fn do_in_view(&mut self, named: Named) -> bool {
        let Some(player) = self.active_mut() else {
            return false;
        };
        match named {
            Named::ActualSize => {
                let at = player.layout.position(player.node().0);
                player.canvas.actual_size(at);
                true
            }
            named => player.canvas.run(named),
        }
    }

    /// Does a command of recordings.
    fn do_named(&mut self, named: Named) {
        if named == Named::CloseRecording {
            if self.active < self.players.len() {
                let closed = self.players.remove(self.active);
                free(closed);
            }
            self.active = 0;
            self.go_to(self.playback.step);
            return;
        }
        if named == Named::OtherRecording {
            self.active = (self.active + 1) % self.players.len().max(1);
            return;
        }
        let step = match named {
            Named::StepForward => self.playback.step + 1,
            Named::StepBack => self.playback.step.saturating_sub(1),
            Named::NextCut | Named::PreviousCut => match self.cut(named == Named::NextCut) {
                Some(step) => step,
                None => return,
            },
            Named::RecordingStart => return self.go_to(0),
            Named::RecordingEnd => return self.go_to(usize::MAX),
            Named::PlayRecording => return self.toggle(),
            Named::Faster | Named::Slower => {
                return self.playback.change_speed(named == Named::Faster);
            }
            _ => return,
        };
        self.playback.pause();
        self.go_to(step);
    }

    /// Goes to the step that is wanted, once the recording is made.
    fn go_to_pending(&mut self) {
        if !self.running.is_running()
            && let Some(step) = self.pending.take()
        {
            self.go_to(step);
        }
    }

    /// Another tree is open: the recordings of the last one are dropped.
    fn forget(&mut self) {
        self.running.forget();
        self.fault = None;
        self.watched = None;
        self.active = 0;
        free(std::mem::take(&mut self.players));
    }
}
