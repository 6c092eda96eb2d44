//! The system's file dialog, off the UI thread. A system without one answers at once with "nothing
//! chosen", as it does for Cancel. So the dialog is only an addition to the window's own lists.

use crate::app::base::clock::Instant;
#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use eframe::egui;

use crate::app::base::{page, panics};
#[cfg(target_arch = "wasm32")]
use crate::save::storage;

/// Maximum time of an answer that no user could have given: there is no such dialog.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(150);

/// The system's file dialog on a background thread.
pub(super) struct Picker {
    answer: Receiver<Option<PathBuf>>,
    asked: Instant,
    /// Whether it answered "nothing chosen" sooner than any user could have.
    is_missing: bool,
}

impl Picker {
    /// The button that opens it; with a name, for a file to write.
    pub(super) fn button_ui(ui: &mut egui::Ui, picker: &mut Option<Self>, save_as: Option<&str>) {
        let missing = picker.as_ref().is_some_and(|picker| picker.is_missing);
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        let (words, hint) = match page::IN_BROWSER {
            true => (
                "Choose a file…",
                "A file of this device; it isn't sent anywhere",
            ),
            false => ("System dialog…", "Use the system's file dialog"),
        };
        let button = egui::Button::new(words).stroke(line);
        let button = ui.add_enabled(picker.is_none(), button);
        if button
            .on_hover_text(hint)
            .on_disabled_hover_text(if missing {
                "No system dialog is available. Use the list above."
            } else {
                "The system's file dialog is already open"
            })
            .clicked()
        {
            *picker = Self::ask(ui.ctx(), save_as.map(str::to_owned));
        }
        if missing {
            ui.label("No system dialog available. Use the list.");
        }
    }

    fn ask(ctx: &egui::Context, save_as: Option<String>) -> Option<Self> {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let pick = async move || picked(save_as).await;
        let asked = panics::spawn("doomtree-dialog", pick, move |picked| {
            // A dialog that panics has chosen nothing.
            if sender.send(picked.unwrap_or_default()).is_ok() {
                ctx.request_repaint();
            }
        });
        asked.is_ok().then(|| Self {
            answer,
            asked: Instant::now(),
            is_missing: false,
        })
    }

    /// The path that was chosen, once there is an answer: `Some(None)` where there is none.
    pub(super) fn poll(&mut self) -> Option<Option<PathBuf>> {
        if self.is_missing {
            return None;
        }
        let answer = match self.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        if answer.is_none() && self.asked.elapsed() < MIN_ANSWER_TIME {
            self.is_missing = true;
            return None;
        }
        Some(answer)
    }
}

/// The path that the system's dialog gives; for a file to write where there is a name.
#[cfg(not(target_arch = "wasm32"))]
async fn picked(save_as: Option<String>) -> Option<PathBuf> {
    let dialog = rfd::FileDialog::new();
    match save_as {
        Some(path) => {
            let path = Path::new(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            dialog.set_file_name(name).save_file()
        }
        None => dialog.pick_file(),
    }
}

/// The file that the browser's dialog gives, in memory. For a file to write it has none.
#[cfg(target_arch = "wasm32")]
async fn picked(save_as: Option<String>) -> Option<PathBuf> {
    if save_as.is_some() {
        return None;
    }
    let file = rfd::AsyncFileDialog::new().pick_file().await?;
    Some(storage::add(&file.file_name(), file.read().await))
}
