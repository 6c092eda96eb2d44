//! The contract of views and tools: what each of them shows, what it does meanwhile, and which
//! commands it answers.

use std::any::Any;

use eframe::egui::{self, Context};

use super::cx::Cx;
use super::desk::Desk;
use crate::app::intent::{Command, Middle, Named, Side};
use crate::session::Change;

/// Who does a command with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Responder {
    /// Nobody: it would do nothing now.
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

/// What is under way off the frames, and what the window waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    /// What is done, as a sentence: `the map is being counted`.
    pub label: &'static str,
    /// How much of it is done, from 0 to 1, where that is known.
    pub share: Option<f32>,
    /// Whether the window's own frames go on with it; else another thread works, and wakes them.
    pub by_frames: bool,
}

impl Work {
    /// Something on another thread.
    pub fn on_thread(label: &'static str) -> Self {
        Self {
            label,
            share: None,
            by_frames: false,
        }
    }
}

/// A view or a tool. It knows the desk and neither another tool nor the window; whatever it doesn't
/// do itself it asks for by a command.
pub(crate) trait Tool: Any {
    /// Where it stands in the middle of the window, if it does.
    fn middle(&self) -> Option<Middle> {
        None
    }

    /// Whether it stands there now; the first tool that does is shown.
    fn is_in_middle(&self, desk: &Desk) -> bool {
        self.middle() == Some(desk.middle)
    }

    /// The middle of the window.
    fn middle_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Its tab at the right, if it has one.
    fn side(&self) -> Option<Side> {
        None
    }

    /// What a click on its tab asks for.
    fn tab_command(&self) -> Option<Command> {
        self.side().map(Command::ShowSide)
    }

    /// Whether its tab is offered while another one is shown.
    fn offers_tab(&self, _desk: &Desk) -> bool {
        false
    }

    /// How narrow that panel may be, in points.
    fn least_width(&self) -> f32 {
        240.0
    }

    /// The panel at the right.
    fn side_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// What stays at the lower end of that panel however far it is scrolled, drawn first; how high it
    /// is.
    fn foot_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) -> f32 {
        0.0
    }

    /// What it shows in the panel at the left: all tools that do stand there, in the order in which
    /// they are asked.
    fn left_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A strip above or below what stands in the middle, as wide as that: it takes room from it.
    fn strip_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A line above what stands in the middle.
    fn banner_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Brings what it has derived of the desk up to date: after every command, and before a frame is
    /// drawn.
    fn keep(&mut self, _desk: &mut Desk) {}

    /// Follows what an action has changed.
    fn follow(&mut self, _desk: &Desk, _change: &Change) {}

    /// Takes what other threads have done, begins what is due, and goes on with what takes several
    /// frames: before every frame.
    fn poll(&mut self, _desk: &mut Desk, _ctx: &Context) {}

    /// What is under way.
    fn work(&self, _desk: &Desk) -> Option<Work> {
        None
    }

    /// Stops what is under way, and says so; `false` where nothing is.
    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        false
    }

    /// Hears keys before they are commands, where it has the keyboard; `true` if it heard one that
    /// walks.
    fn keys(&mut self, _desk: &mut Desk, _ctx: &Context) -> bool {
        false
    }

    /// Whether one of its commands would do anything now; `None` where the next tool decides.
    fn is_enabled(&self, _desk: &Desk, _named: Named) -> Option<bool> {
        None
    }

    /// Whether one of its commands that switches something has it on; `None` for any other.
    fn is_on(&self, _desk: &Desk, _named: Named) -> Option<bool> {
        None
    }

    /// Does one of its commands, and tells who did it; `None` where the next tool is asked.
    fn run(&mut self, _desk: &mut Desk, _ctx: &Context, _command: &Command) -> Option<Responder> {
        None
    }

    /// A panic was caught: what may have caused it is closed.
    fn give_up(&mut self, desk: &mut Desk) {
        self.cancel(desk);
    }
}
