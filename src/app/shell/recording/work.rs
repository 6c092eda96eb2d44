//! Recordings made and played.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use eframe::egui;

use crate::app::base::job::{Cancelled, Job};
use crate::app::base::wake::waker;
use crate::app::intent::places::Middle;
use crate::app::shell::explorer::Explorer;
use crate::app::views::recording::player::Player;
use crate::app::views::recording::work::{Running, laid_out};
use crate::session::{Action, MOST_EVENTS, RecordOptions, Recording};
use crate::words::capitalised;

/// How many nodes are visited between two looks at the cancel flag.
const STEP: usize = 1_000;

/// So many steps of that size are made before the next frame.
const AT_ONCE: usize = 3;

impl Explorer {
    /// Records how the algorithm that is chosen rates the selected node.
    pub(crate) fn record(&mut self, ctx: &egui::Context, beside: bool) {
        if self.document.is_building() {
            let why = "The tree is still being built: wait, or cancel that (Esc)".to_owned();
            self.recording.fault = Some(why);
            return;
        }
        let session = &self.document.session;
        let rated = session.rated();
        let choices = self.recording.choices.fitting(rated);
        // Beside another one it is about the same node.
        let other = self.recording.active().filter(|_| beside);
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
            most_events: MOST_EVENTS,
        };
        self.recording.fault = None;
        let mut recording = match Recording::new(rated, &line, options) {
            Ok(recording) => recording,
            Err(why) => {
                self.recording.fault = Some(capitalised(&why));
                return;
            }
        };
        if (0..AT_ONCE).any(|_| recording.step(STEP).done) {
            if let Some((recorded, layout)) = laid_out(recording) {
                self.recording.running = None;
                self.recording.show(Player::new(recorded, layout), beside);
            }
            return;
        }
        let events = Arc::new(AtomicUsize::new(0));
        let told = Arc::clone(&events);
        let work = move |cancelled: &Cancelled| {
            loop {
                let progress = recording.step(STEP);
                told.store(progress.events, Ordering::Relaxed);
                if progress.done {
                    break;
                }
                if cancelled.is_set() {
                    return None;
                }
            }
            laid_out(recording)
        };
        let label = "recording a search".to_owned();
        match Job::spawn("doomtree-record", label, waker(ctx), work) {
            Ok(job) => {
                self.recording.running = Some(Running {
                    job,
                    events,
                    beside,
                });
            }
            Err(why) => self.recording.fault = Some(why),
        }
    }

    /// Takes what was recorded, and lets recordings play on.
    pub(crate) fn keep_recording(&mut self, ctx: &egui::Context) {
        let panel = &mut self.recording;
        if let Some(running) = &panel.running
            && let Some(answer) = running.job.poll()
        {
            let beside = running.beside;
            panel.running = None;
            match answer {
                Ok(Some((recorded, layout))) => panel.show(Player::new(recorded, layout), beside),
                Ok(None) => {}
                Err(why) => panel.fault = Some(why),
            }
        }
        let own = Arc::as_ptr(&self.document.session.rated().graph);
        let stale = panel
            .players
            .iter()
            .any(|player| !std::ptr::addr_eq(Arc::as_ptr(&player.recorded.rated.graph), own));
        if stale {
            panel.forget();
        }
        if self.middle != Middle::Recording {
            return;
        }
        self.watch();
        let panel = &mut self.recording;
        let now = ctx.input(|input| input.time);
        let due = panel
            .players
            .iter_mut()
            .filter_map(|player| player.play_on(now));
        if let Some(due) = due.reduce(f64::min) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(due));
        }
    }

    /// Lets the board show the node at work, once that is another one.
    fn watch(&mut self) {
        let panel = &self.recording;
        let Some(player) = panel.active().filter(|_| !panel.stays && !self.hidden) else {
            return;
        };
        let node = player.node();
        if panel.watched == Some((panel.active, node)) || player.is_fast() {
            return;
        }
        let mut line = player.recorded.line.clone();
        line.extend(player.recorded.recording.unfolding().line(node));
        self.recording.watched = Some((self.recording.active, node));
        let change = self.document.session.apply(Action::Watch(line));
        self.followed(change);
    }
}
