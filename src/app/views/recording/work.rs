//! Makes and plays recordings: on a background thread, unless they are done at once.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;

use super::player::{Player, tree_view};
use super::{MAX, RecordingPanel};
use crate::app::base::{Begun, Slot, free, waker};
use crate::app::intent::Middle;
use crate::app::parts::Desk;
use crate::diagram::{Density, lay_out_recording};
use crate::layout::Layout;
use crate::search::Method;
use crate::session::{Action, MAX_EVENTS, RecordOptions, Recorded, RecordingProgress};
use crate::tree::Unfolding;
use crate::words::capitalised;
use crate::work::{PIECE, Turn, at_once};

/// The work that is done before the next frame, in vertices and edges: some 3,000 nodes.
const AT_ONCE: usize = 12 * PIECE;

/// A recording with its visible part, and its layout.
type Made = (Box<Recorded>, Unfolding, Layout);

/// The recording in progress; the key is whether it is added beside the present one. Its progress
/// is the number of steps.
pub(super) type Running = Slot<bool, Made, usize>;

impl RecordingPanel {
    /// Records how the chosen algorithm rates the selected node.
    pub(super) fn record(&mut self, desk: &Desk, ctx: &egui::Context, beside: bool) {
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
        };
        self.fault = None;
        let at_once = at_once(Turn::Work(AT_ONCE), async |ctl| {
            Recorded::find(rated, &line, options, ctl, &|_| {}).await
        });
        let recorded = match at_once.transpose() {
            Ok(recorded) => recorded,
            Err(why) => {
                self.fault = Some(capitalised(&why.to_string()));
                return;
            }
        };
        let rated = rated.clone();
        self.running.forget();
        self.running.want(beside, || match recorded {
            Some(recorded) => Begun::Done(Ok(laid_out(recorded))),
            None => Begun::Thread {
                name: "doomtree-record",
                label: "recording a search".to_owned(),
                wake: waker(ctx),
                told: 0,
                work: Box::new(move |cancelled, told| {
                    Box::pin(async move {
                        let show = |progress: RecordingProgress| *told.now() = progress.events;
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
    pub(super) fn receive(&mut self) {
        self.running.poll();
        let beside = self.running.key() == Some(&true);
        match self.running.take() {
            Some(Ok((recorded, shown, layout))) => {
                self.show(Player::new(recorded, shown, layout), beside);
            }
            Some(Err(why)) => self.fault = Some(why.to_string()),
            None => {}
        }
    }

    /// Continues playback; recordings of another tree are dropped.
    pub(super) fn play_on(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if desk.middle != Middle::Recording {
            return;
        }
        self.watch(desk);
        let now = ctx.input(|input| input.time);
        if let Some(due) = self.play_up_to(now) {
            ctx.request_repaint_after(Duration::from_secs_f64(due));
        }
    }

    /// Whether the recordings are of another tree than the open one.
    pub(super) fn is_stale(&self, desk: &Desk) -> bool {
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

    pub(crate) fn show(&mut self, player: Player, beside: bool) {
        if !beside {
            free(std::mem::take(&mut self.players));
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
    let shown = Player::first_shown(&recorded);
    let layout = lay_out_recording(&tree_view(&recorded, &shown, Density::Normal));
    (recorded, shown, layout)
}
