//! The recording view: how an algorithm rates the selected node, step by step, on the same tree.
//! Recordings are made on a background thread unless they are done at once; they can be steps of
//! tours.

mod area;
mod panel;
mod player;

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use player::{Playback, RecordingPlayer};

use crate::app::base::{Slot, SlotStart, drop_in_background, fault_text, waker};
use crate::app::intent::{Command, CommandId, MainView, RecordChoices, SidePanel};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::diagram::{Density, lay_out_recording};
use crate::export::recorded::recorded_tree;
use crate::layout::Layout;
use crate::save::TourRecording;
use crate::search::Method;
use crate::session::{Action, MAX_EVENTS, RecordOptions, Recorded, RecordingProgress};
use crate::tree::{Line, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::work::{PIECE, TurnLength, at_once};

/// The commands that show recordings and do something with them.
const COMMANDS: [CommandId; 14] = [
    CommandId::ShowRecording,
    CommandId::Record,
    CommandId::RecordBeside,
    CommandId::OtherRecording,
    CommandId::CloseRecording,
    CommandId::PlayRecording,
    CommandId::StepForward,
    CommandId::StepBack,
    CommandId::NextCut,
    CommandId::PreviousCut,
    CommandId::RecordingStart,
    CommandId::RecordingEnd,
    CommandId::Faster,
    CommandId::Slower,
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
    players: Vec<RecordingPlayer>,
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
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Recording)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Record)
    }

    fn tab_command(&self) -> Option<Command> {
        Some(Command::Named(CommandId::ShowRecording))
    }

    fn least_width(&self) -> f32 {
        270.0
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
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
        desk.tell_stopped(self.running.cancel(), "Stopped recording")
    }

    fn is_enabled(&self, _desk: &Desk, named: CommandId) -> Option<bool> {
        self.would_do(named)
    }

    fn is_on(&self, _desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::PlayRecording).then(|| self.playback.is_playing())
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        match command {
            Command::Named(named) if desk.shows(MainView::Recording) && self.do_in_view(*named) => {
                return Some(Responder::Recording);
            }
            Command::Named(named) if COMMANDS.contains(named) => {
                desk.show_middle(MainView::Recording);
                desk.show_side(SidePanel::Record);
                match named {
                    CommandId::ShowRecording => {}
                    CommandId::Record => {
                        let session = &desk.document.session;
                        let graph = session.rated().graph.graph();
                        if graph.is_leaf(session.vertex()) {
                            // There is nothing to search at an end.
                            desk.walk(Action::Root);
                        }
                        self.record(desk, ctx, false);
                    }
                    CommandId::RecordBeside => self.record(desk, ctx, true),
                    named => self.do_named(*named),
                }
            }
            Command::ChooseRecording(choices) => self.choices = (**choices).clone(),
            Command::GoToStep(step) => self.go_to(*step),
            Command::ShowRecorded(choices, step) => {
                self.choices = (**choices).clone();
                desk.show_middle(MainView::Recording);
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
    fn active(&self) -> Option<&RecordingPlayer> {
        self.players.get(self.active)
    }

    fn active_mut(&mut self) -> Option<&mut RecordingPlayer> {
        self.players.get_mut(self.active)
    }

    /// The number of recordings shown.
    pub fn shown(&self) -> usize {
        self.players.len()
    }

    /// The text of the active recording's present step.
    pub fn step_text(&self) -> Option<String> {
        self.active().map(RecordingPlayer::step_text)
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
    fn would_do(&self, named: CommandId) -> Option<bool> {
        let place = self.place();
        let before = place.is_some_and(|(at, _)| at > 0);
        let after = place.is_some_and(|(at, all)| at + 1 < all);
        Some(match named {
            CommandId::StepForward | CommandId::RecordingEnd => after,
            CommandId::StepBack | CommandId::RecordingStart => before,
            CommandId::PlayRecording | CommandId::Faster | CommandId::Slower => place.is_some(),
            CommandId::NextCut => self.cut(true).is_some(),
            CommandId::PreviousCut => self.cut(false).is_some(),
            CommandId::RecordBeside => self.players.len() == 1 && !self.running.is_running(),
            CommandId::OtherRecording => self.players.len() > 1,
            CommandId::CloseRecording => place.is_some(),
            _ => return None,
        })
    }

    /// Does a command of the view; `false` if it is none.
    fn do_in_view(&mut self, named: CommandId) -> bool {
        let Some(player) = self.active_mut() else {
            return false;
        };
        match named {
            CommandId::ActualSize => {
                let at = player.layout.position(player.node().0);
                player.canvas.actual_size(at);
                true
            }
            named => player.canvas.run(named),
        }
    }

    /// Does a command of recordings.
    fn do_named(&mut self, named: CommandId) {
        if named == CommandId::CloseRecording {
            if self.active < self.players.len() {
                let closed = self.players.remove(self.active);
                drop_in_background(closed);
            }
            self.active = 0;
            self.go_to(self.playback.step);
            return;
        }
        if named == CommandId::OtherRecording {
            self.active = (self.active + 1) % self.players.len().max(1);
            return;
        }
        let step = match named {
            CommandId::StepForward => self.playback.step + 1,
            CommandId::StepBack => self.playback.step.saturating_sub(1),
            CommandId::NextCut | CommandId::PreviousCut => {
                match self.cut(named == CommandId::NextCut) {
                    Some(step) => step,
                    None => return,
                }
            }
            CommandId::RecordingStart => return self.go_to(0),
            CommandId::RecordingEnd => return self.go_to(usize::MAX),
            CommandId::PlayRecording => return self.toggle(),
            CommandId::Faster | CommandId::Slower => {
                return self.playback.change_speed(named == CommandId::Faster);
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
        drop_in_background(std::mem::take(&mut self.players));
    }
}

/// The work that is done before the next frame, in vertices and edges: some 3,000 nodes.
const AT_ONCE: usize = 12 * PIECE;

/// A recording with its visible part, and its layout.
type Made = (Box<Recorded>, Unfolding, Layout);

/// The recording in progress; the key is whether it is added beside the present one. Its progress
/// is the number of steps.
type Running = Slot<bool, Made, usize>;

impl RecordingPanel {
    /// Records how the chosen algorithm rates the selected node.
    fn record(&mut self, desk: &Desk, ctx: &egui::Context, beside: bool) {
        if desk.document.is_building() {
            let why = "The tree is still being built. Wait, or cancel it.".to_owned();
            self.fault = Some(why);
            self.waits = true;
            return;
        }
        let session = &desk.document.session;
        let rated = session.rated();
        let mut choices = self.choices.fitting(rated);
        // Beside another one it is about the same node.
        let other = self.active().filter(|_| beside);
        if other.is_some_and(|other| other.recorded.options.method == choices.method) {
            choices.method = match choices.method {
                Method::AlphaBeta => Method::Minimax,
                _ => Method::AlphaBeta,
            };
        }
        let line = match other {
            Some(other) => other.recorded.line.clone(),
            None => session.line(),
        };
        let options = RecordOptions {
            method: choices.method,
            player: choices.player,
            max_plies: choices.max_plies(),
            estimate: rated.graph.graph().estimate(),
            sampling: choices.sampling,
            most_events: MAX_EVENTS,
            max_nodes: None,
        };
        self.fault = None;
        let at_once = at_once(TurnLength::Work(AT_ONCE), async |ctl| {
            Recorded::find(rated, &line, options, ctl, &|_| {}).await
        });
        let recorded = match at_once.transpose() {
            Ok(recorded) => recorded,
            Err(why) => {
                self.fault = Some(fault_text(&why));
                return;
            }
        };
        let rated = rated.clone();
        self.running.forget();
        self.running.want(beside, || match recorded {
            Some(recorded) => SlotStart::Done(Ok(laid_out(recorded))),
            None => SlotStart::Thread {
                name: "doomtree-record",
                label: "recording a search".to_owned(),
                wake: waker(ctx),
                told: 0,
                work: Box::new(move |cancelled, shared_progress| {
                    Box::pin(async move {
                        let show =
                            |progress: RecordingProgress| *shared_progress.now() = progress.events;
                        let ctl = &cancelled.ctl;
                        let recorded = Recorded::find(&rated, &line, options, ctl, &show).await;
                        recorded.map(laid_out)
                    })
                }),
            },
        });
        self.receive();
    }

    /// Takes the finished recording.
    fn receive(&mut self) {
        self.running.poll();
        let beside = self.running.key() == Some(&true);
        match self.running.take() {
            Some(Ok((recorded, shown, layout))) => {
                self.show(RecordingPlayer::new(recorded, shown, layout), beside);
            }
            Some(Err(why)) => self.fault = Some(why.to_string()),
            None => {}
        }
    }

    /// Continues playback; recordings of another tree are dropped.
    fn play_on(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if desk.middle != MainView::Recording {
            return;
        }
        self.watch(desk);
        let now = ctx.input(|input| input.time);
        if let Some(due) = self.play_up_to(now) {
            ctx.request_repaint_after(Duration::from_secs_f64(due));
        }
    }

    /// Whether the recordings are of another tree than the open one.
    fn is_stale(&self, desk: &Desk) -> bool {
        let own = Arc::as_ptr(&desk.document.session.rated().graph);
        let mut players = self.players.iter();
        players.any(|player| !std::ptr::addr_eq(Arc::as_ptr(&player.recorded.rated.graph), own))
    }

    /// Lets the board show the node at work, once that is another one.
    fn watch(&mut self, desk: &mut Desk) {
        let Some(player) = self.active().filter(|_| !self.stays && !desk.hidden) else {
            return;
        };
        let node = player.node();
        if self.watched == Some((self.active, node)) || self.playback.is_fast() {
            return;
        }
        let line = player.line_to(node);
        self.watched = Some((self.active, node));
        desk.change(Action::Watch(line));
    }

    pub(crate) fn show(&mut self, player: RecordingPlayer, beside: bool) {
        if !beside {
            drop_in_background(std::mem::take(&mut self.players));
        }
        self.players.truncate(MAX - 1);
        self.players.push(player);
        self.watched = None;
        self.active = self.players.len() - 1;
        // Two start together.
        self.playback.pause();
        self.go_to(0);
    }
}

/// The recording, laid out.
fn laid_out(recorded: Recorded) -> Made {
    let recorded = Box::new(recorded);
    let shown = RecordingPlayer::first_shown(&recorded);
    let layout = lay_out_recording(&recorded_tree(&recorded, &shown, Density::Normal));
    (recorded, shown, layout)
}

impl RecordingPanel {
    /// The active recording as a step of a tour: the line to the recorded node, and the present
    /// step.
    pub(crate) fn as_step(&self) -> Option<(String, TourRecording)> {
        let player = self.active()?;
        let recorded = &player.recorded;
        let graph = &recorded.rated.graph;
        let options = recorded.options;
        let (at, _) = player.steps();
        let recording = TourRecording {
            method: options.method,
            player: (options.player.index() > 0).then(|| graph.player_name(options.player)),
            plies: options.max_plies,
            step: at as u64 + 1,
        };
        Some((graph.line_text(Vertex::ROOT, &recorded.line), recording))
    }

    /// Whether the active recording has the chosen options, was made at the end of this line, and
    /// is the only one.
    pub(crate) fn shows(&self, line: &Line) -> bool {
        let Some(player) = self.active().filter(|_| self.players.len() == 1) else {
            return false;
        };
        let options = player.recorded.options;
        let choices = self.choices.fitting(&player.recorded.rated);
        player.recorded.line == *line
            && (options.method, options.player, options.max_plies)
                == (choices.method, choices.player, choices.max_plies())
    }

    /// The kind of the active recording's current node.
    pub(crate) fn kind_at_work(&self) -> Option<VertexKind> {
        let player = self.active()?;
        let recorded = &player.recorded;
        let vertex = recorded.recording.unfolding().vertex(player.top());
        Some(recorded.rated.graph.graph().kind(vertex))
    }

    /// The room of the active recording's slide, and the tree in it, on the screen.
    pub(crate) fn slide(&self) -> Option<[egui::Rect; 2]> {
        self.active()?.slide()
    }

    /// Draws the active recording into the rest of `ui`; `false` if there is none.
    pub(crate) fn talk_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        let inner = ui.available_rect_before_wrap().shrink(10.0);
        let Some(player) = self.active_mut() else {
            return false;
        };
        player.frame_slide(inner, ui.ctx().zoom_factor());
        player.exchange_slide();
        player.canvas_ui(ui, cx, inner, "Recording");
        player.exchange_slide();
        true
    }
}
