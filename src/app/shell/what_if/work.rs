//! Changed positions are rated off the UI thread.

use eframe::egui;

use crate::app::base::panics::failed;
use crate::app::base::wake::waker;
use crate::app::document::supposing::{AT_ONCE, Changing, FEW, key_of};
use crate::app::document::worker::{Message, Worker};
use crate::app::shell::explorer::Explorer;
use crate::app::tools::what_if::now;
use crate::session::Progress;
use crate::session::what_if::{InForce, open_change};

impl Explorer {
    /// Takes the graph of a changed position, begins the next one, and lets changes run up.
    pub(crate) fn keep_what_if(&mut self, ctx: &egui::Context) {
        self.receive_changed();
        self.begin_changed(ctx);
        let enabled = self.settings.motion && !self.document.session.is_unfolding();
        if self.document.supposed.run_up(ctx, enabled) {
            ctx.request_repaint();
        }
    }

    fn receive_changed(&mut self) {
        while let Some(changing) = &mut self.document.supposed.changing {
            match changing.worker.receive() {
                Ok(None) => return,
                Ok(Some(Message::Progress(progress))) => changing.progress = progress,
                Ok(Some(Message::Done(finished))) => {
                    let key = changing.key.clone();
                    self.document.supposed.changing = None;
                    self.document.supposed.changed.insert(key, finished.rated);
                    self.refresh_tree();
                }
                Ok(Some(Message::Failed(what))) => {
                    let key = changing.key.clone();
                    self.fail_changed(key, failed(&what));
                }
                Err(()) => {
                    let key = changing.key.clone();
                    self.fail_changed(key, "its build ended without an answer".to_owned());
                }
            }
        }
    }

    fn fail_changed(&mut self, key: (String, String), why: String) {
        self.document.supposed.changing = None;
        self.document.supposed.faults.push((key, why));
        self.refresh_tree();
    }

    /// Begins the graph of the first changed position that has none.
    fn begin_changed(&mut self, ctx: &egui::Context) {
        while self.document.supposed.changing.is_none() && !self.document.is_building() {
            let states = &self.document.supposed.what_if.in_force;
            let mut waiting = self.document.layer.assumptions.iter().zip(states);
            let waiting = waiting.find(|(_, state)| **state == InForce::Waiting);
            let Some((assumption, key)) = waiting.and_then(|(own, _)| Some((own, key_of(own)?)))
            else {
                return;
            };
            let rated = self.document.session.rated();
            let begun = open_change(rated, assumption, &key.1, self.document.limits);
            let mut build = match begun {
                Ok(build) => build,
                Err(why) => {
                    self.fail_changed(key, why);
                    continue;
                }
            };
            let mut steps = 0;
            while steps < AT_ONCE && !build.step(FEW).done {
                steps += 1;
            }
            if steps < AT_ONCE {
                let rated = build.finish();
                self.document.supposed.changed.insert(key, rated);
                self.refresh_tree();
                continue;
            }
            match Worker::spawn(build, now(), waker(ctx)) {
                Ok(worker) => {
                    self.document.supposed.changing = Some(Changing {
                        key,
                        worker,
                        progress: Progress::default(),
                    });
                    return;
                }
                Err(why) => self.fail_changed(key, format!("no thread could be had: {why}")),
            }
        }
    }

    /// Gives up rating a changed position; `false` where none is.
    pub(crate) fn cancel_what_if(&mut self) -> bool {
        let Some(changing) = self.document.supposed.changing.take() else {
            return false;
        };
        let why = "its rating was cancelled: switch it off and on to begin again".to_owned();
        self.fail_changed(changing.key, why);
        self.tell(Ok("Stopped rating the changed position".to_owned()));
        true
    }
}
