//! Recordings in the window: how an algorithm rates the selected node, step by step, on the same tree.

mod canvas;
mod in_tour;
mod panel;
pub(crate) mod player;
pub(crate) mod transport;
pub(crate) mod work;

use crate::app::document::worker::free;
use crate::app::intent::command::Named;
use crate::app::intent::record_choices::RecordChoices;
use crate::tree::UnfoldingNode;
use player::Player;
use work::Running;

/// At most so many recordings stand beside each other.
const MOST: usize = 2;

/// What the window remembers of recordings.
#[derive(Default)]
pub struct RecordingPanel {
    /// What is recorded next.
    pub(crate) choices: RecordChoices,
    /// What is being recorded.
    pub(crate) running: Option<Running>,
    /// What was recorded, from left to right.
    pub(crate) players: Vec<Player>,
    /// Which of them keys and buttons are for.
    pub(crate) active: usize,
    /// Whether the board doesn't show the node at work.
    pub(crate) stays: bool,
    /// The recording and the node that the board shows, since it was at work.
    pub(crate) watched: Option<(usize, UnfoldingNode)>,
    /// Why the last recording couldn't be made.
    pub(crate) fault: Option<String>,
}

impl RecordingPanel {
    /// Whether something is being recorded.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Stops what is being recorded; whether there was something.
    pub(crate) fn cancel(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Whether a recording plays by itself.
    pub(crate) fn is_playing(&self) -> bool {
        self.players.iter().any(Player::is_playing)
    }

    /// The recording that keys and buttons are for.
    pub(crate) fn active(&self) -> Option<&Player> {
        self.players.get(self.active)
    }

    fn active_mut(&mut self) -> Option<&mut Player> {
        self.players.get_mut(self.active)
    }

    /// At which step the recording stands that keys and buttons are for, and of how many.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.active().map(Player::place)
    }

    /// How many recordings are shown.
    pub fn shown(&self) -> usize {
        self.players.len()
    }

    /// What happens at the step at which the active recording stands.
    pub fn step_text(&self) -> Option<String> {
        self.active().map(Player::step_text)
    }

    /// How many steps a second the active recording plays.
    pub fn speed(&self) -> Option<f64> {
        self.active().map(Player::speed)
    }

    /// Whether a command of recordings would do anything; `None` if it is none.
    pub(crate) fn is_enabled(&self, named: Named) -> Option<bool> {
        let place = self.place();
        let before = place.is_some_and(|(at, _)| at > 0);
        let after = place.is_some_and(|(at, all)| at + 1 < all);
        Some(match named {
            Named::StepForward | Named::RecordingEnd => after,
            Named::StepBack | Named::RecordingStart => before,
            Named::PlayRecording | Named::Faster | Named::Slower => place.is_some(),
            Named::NextCut => self
                .active()
                .is_some_and(|player| player.cut(true).is_some()),
            Named::PreviousCut => self
                .active()
                .is_some_and(|player| player.cut(false).is_some()),
            Named::RecordBeside => self.players.len() == 1 && self.running.is_none(),
            Named::OtherRecording => self.players.len() > 1,
            Named::CloseRecording => place.is_some(),
            _ => return None,
        })
    }

    /// Does a command of the view; `false` if it is none.
    pub(crate) fn run_view(&mut self, named: Named) -> bool {
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
    pub(crate) fn run(&mut self, named: Named) {
        if named == Named::CloseRecording {
            if self.active < self.players.len() {
                let closed = self.players.remove(self.active);
                free(closed);
            }
            self.active = 0;
            return;
        }
        if named == Named::OtherRecording {
            self.active = (self.active + 1) % self.players.len().max(1);
            return;
        }
        let Some(player) = self.active_mut() else {
            return;
        };
        match named {
            Named::StepForward => player.step(true),
            Named::StepBack => player.step(false),
            Named::RecordingStart => player.go_to(0),
            Named::RecordingEnd => player.go_to(usize::MAX),
            Named::NextCut => player.go_to_cut(true),
            Named::PreviousCut => player.go_to_cut(false),
            Named::PlayRecording => player.toggle(),
            Named::Faster => player.change_speed(true),
            Named::Slower => player.change_speed(false),
            _ => {}
        }
    }

    /// Shows a step of the active recording, the last one at most.
    pub(crate) fn go_to(&mut self, step: usize) {
        if let Some(player) = self.active_mut() {
            player.go_to(step);
        }
    }

    /// Another tree is open: what was recorded of the last one goes.
    pub(crate) fn forget(&mut self) {
        self.running = None;
        self.fault = None;
        self.watched = None;
        self.active = 0;
        free(std::mem::take(&mut self.players));
    }
}
