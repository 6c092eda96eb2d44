//! The trait of views and tools (`Tool`): what each shows, its background work, and its commands.

use std::any::Any;

use eframe::egui::{self, Context};

use super::cx::Cx;
use super::desk::Desk;
use crate::app::intent::{Command, Middle, Named, Side};
use crate::session::Change;

/// Who handles a named command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Responder {
    /// No one: it would do nothing now.
    Nobody,
    /// The walk through the tree.
    Session,
    /// The map.
    Map,
    /// The tree of an exercise.
    Exercise,
    /// The tree of a recording.
    Recording,
    /// The position graph.
    Positions,
    /// The board.
    Board,
    /// The window itself.
    Window,
}

/// Background work, and work that the window waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BackgroundWork {
    /// A description as a sentence: `the map is being counted`.
    pub label: &'static str,
    /// The completed share, from 0 to 1, if known.
    pub share: Option<f32>,
    /// Whether it continues in the window's frames; otherwise another thread works, and wakes the
    /// window.
    pub by_frames: bool,
}

impl BackgroundWork {
    /// Something on another thread.
    pub fn on_thread(label: &'static str) -> Self {
        Self {
            label,
            share: None,
            by_frames: false,
        }
    }
}

/// A view or a tool. It knows the desk, but no other tool and not the window; it requests
/// everything else by commands.
pub(crate) trait Tool: Any {
    /// The view in the middle that it is, if any.
    fn middle(&self) -> Option<Middle> {
        None
    }

    /// Whether it is in the middle now; the first such tool is shown.
    fn is_in_middle(&self, desk: &Desk) -> bool {
        self.middle() == Some(desk.middle)
    }

    /// The middle of the window.
    fn middle_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Its tab at the right, if it has one.
    fn side(&self) -> Option<Side> {
        None
    }

    /// The command of a click on its tab.
    fn tab_command(&self) -> Option<Command> {
        self.side().map(Command::ShowSide)
    }

    /// Whether its tab is offered while another one is shown.
    fn offers_tab(&self, _desk: &Desk) -> bool {
        false
    }

    /// The minimum width of that panel, in points.
    fn least_width(&self) -> f32 {
        240.0
    }

    /// The panel at the right.
    fn side_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// The fixed part at the lower end of that panel, drawn first; returns its height.
    fn foot_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) -> f32 {
        0.0
    }

    /// Its part of the panel at the left. All tools with such a part are shown there, in the order
    /// of the list.
    fn left_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A strip above or below the middle, with the same width; it reduces the middle's area.
    fn strip_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A line above the middle.
    fn banner_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Updates the data derived from the desk: after every command, and before every frame.
    fn keep(&mut self, _desk: &mut Desk) {}

    /// Updates itself after an action.
    fn follow(&mut self, _desk: &Desk, _change: &Change) {}

    /// Takes results of other threads, starts due work, and continues work over several frames:
    /// before every frame.
    fn poll(&mut self, _desk: &mut Desk, _ctx: &Context) {}

    /// The work in progress.
    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        None
    }

    /// Cancels its work, and returns `true`; `false` if there is none.
    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        false
    }

    /// Hears keys before they are commands, where it has the keyboard; `true` if it heard one that
    /// walks.
    fn keys(&mut self, _desk: &mut Desk, _ctx: &Context) -> bool {
        false
    }

    /// Whether one of its commands would do anything now; `None` if the next tool decides.
    fn is_enabled(&self, _desk: &Desk, _named: Named) -> Option<bool> {
        None
    }

    /// Whether one of its commands that switches something has it on; `None` for any other.
    fn is_on(&self, _desk: &Desk, _named: Named) -> Option<bool> {
        None
    }

    /// Handles one of its commands, and returns who did; `None` passes it to the next tool.
    fn run(&mut self, _desk: &mut Desk, _ctx: &Context, _command: &Command) -> Option<Responder> {
        None
    }

    /// After a panic: closes whatever may have caused it.
    fn give_up(&mut self, desk: &mut Desk) {
        self.cancel(desk);
    }
}
