//! The system's own file dialog, off the UI thread.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui;

/// The system's file dialog on a thread of its own.
pub(super) struct Picker {
    answer: Receiver<Option<PathBuf>>,
}

impl Picker {
    pub(super) fn ask(ctx: &egui::Context, save_as: Option<String>) -> Option<Self> {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let asked = std::thread::Builder::new()
            .name("doomtree-dialog".to_owned())
            .spawn(move || {
                let dialog = rfd::FileDialog::new();
                let picked = match save_as {
                    Some(name) => dialog.set_file_name(name).save_file(),
                    None => dialog.pick_file(),
                };
                if sender.send(picked).is_ok() {
                    ctx.request_repaint();
                }
            });
        asked.is_ok().then_some(Self { answer })
    }

    /// The answer, once there is one: a path, or none where the dialog was closed or there is none.
    pub(super) fn poll(&self) -> Option<Option<PathBuf>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}
