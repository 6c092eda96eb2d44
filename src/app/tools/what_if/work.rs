//! Rates replaced positions off the UI thread.

use crate::app::base::clock::Instant;

use eframe::egui;

use crate::app::base::waker;
use crate::app::document::{AT_ONCE, Changing, FEW, Message, Worker, key_of};
use crate::app::parts::Desk;
use crate::game::Refusal;
use crate::session::Progress;
use crate::session::what_if::{InForce, open_change};
use crate::work::Turn;

/// Takes the graph of a replaced position, starts the next one, and animates changes.
pub(super) fn go_on(desk: &mut Desk, ctx: &egui::Context) {
    receive_changed(desk);
    begin_changed(desk, ctx);
    let enabled = desk.settings.motion && !desk.document.session.is_unfolding();
    if desk.document.supposed.run_up(ctx, enabled) {
        ctx.request_repaint();
    }
}

fn receive_changed(desk: &mut Desk) {
    while let Some(changing) = &mut desk.document.supposed.changing {
        match changing.worker.receive() {
            Ok(None) => return,
            Ok(Some(Message::Progress(progress))) => changing.progress = progress,
            Ok(Some(Message::Partial(..))) => {}
            Ok(Some(Message::Done(finished))) => {
                let key = changing.key.clone();
                desk.document.supposed.changing = None;
                desk.document.supposed.changed.insert(key, finished.rated);
                desk.document.supposed.ask();
                desk.settle();
            }
            Ok(Some(Message::Failed(why))) => {
                let key = changing.key.clone();
                fail_changed(desk, key, why);
            }
            // It is never asked to pause, nor to grow.
            Ok(Some(Message::Paused(_) | Message::TooLarge)) | Err(()) => {
                let key = changing.key.clone();
                let why = Refusal::new("its build ended without an answer", "");
                fail_changed(desk, key, why);
            }
        }
    }
}

fn fail_changed(desk: &mut Desk, key: (String, String), why: Refusal) {
    desk.document.supposed.changing = None;
    desk.document.supposed.faults.push((key, why));
    desk.document.supposed.ask();
    desk.settle();
}

/// Starts the graph of the first replaced position without one.
fn begin_changed(desk: &mut Desk, ctx: &egui::Context) {
    while desk.document.supposed.changing.is_none() && !desk.document.is_building() {
        let states = &desk.document.supposed.what_if.in_force;
        let mut waiting = desk.document.layer.assumptions.iter().zip(states);
        let waiting = waiting.find(|(_, state)| **state == InForce::Waiting);
        let Some((assumption, key)) = waiting.and_then(|(own, _)| Some((own, key_of(own)?))) else {
            return;
        };
        let rated = desk.document.session.rated();
        let begun = open_change(rated, assumption, &key.1, desk.document.limits);
        let mut build = match begun {
            Ok(build) => build,
            Err(why) => {
                fail_changed(desk, key, why);
                continue;
            }
        };
        let mut steps = 0;
        while steps < AT_ONCE && !build.step(Turn::Work(FEW)).done {
            steps += 1;
        }
        if steps < AT_ONCE {
            let rated = build.finish();
            desk.document.supposed.changed.insert(key, rated);
            desk.document.supposed.ask();
            desk.settle();
            continue;
        }
        match Worker::spawn(move || build, Instant::now(), false, waker(ctx)) {
            Ok(worker) => {
                desk.document.supposed.changing = Some(Changing {
                    key,
                    worker,
                    progress: Progress::default(),
                });
                return;
            }
            Err(why) => {
                fail_changed(desk, key, Refusal::of(why).at("no thread could be started"));
            }
        }
    }
}

/// Gives up rating a changed position; `false` if none is.
pub(super) fn cancel(desk: &mut Desk) -> bool {
    let Some(changing) = desk.document.supposed.changing.take() else {
        return false;
    };
    let why = Refusal::new(
        "its rating was canceled",
        "turn it off and on to start again",
    );
    fail_changed(desk, changing.key, why);
    desk.tell(Ok("Stopped rating the replaced position".to_owned()));
    true
}
