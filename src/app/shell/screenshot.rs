//! Takes a screenshot of the window and closes it, for the project's pictures.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use eframe::egui;

use crate::game::Refusal;

/// Number of frames before the picture: the first ones measure texts and sizes.
const FRAMES: u32 = 6;

/// A requested screenshot.
pub struct Screenshot {
    path: PathBuf,
    frames: u32,
    failed: bool,
    answer: Option<Receiver<std::sync::Arc<egui::ColorImage>>>,
    /// The result, for the caller that opened the window.
    outcome: std::sync::Arc<std::sync::Mutex<Result<(), Refusal>>>,
}

impl Screenshot {
    /// A picture to be written to `path`; its result is stored in `outcome`.
    pub fn new(
        path: &Path,
        outcome: std::sync::Arc<std::sync::Mutex<Result<(), Refusal>>>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            frames: 0,
            failed: false,
            answer: None,
            outcome,
        }
    }

    /// Takes no picture, and says why when the window is closed.
    pub fn fail(&mut self, why: Refusal) {
        self.failed = true;
        if let Ok(mut outcome) = self.outcome.lock() {
            *outcome = Err(why);
        }
    }

    /// Continues; `ready` when everything is there for the picture.
    pub fn step(&mut self, ctx: &egui::Context, ready: bool) {
        ctx.request_repaint();
        if self.failed {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        if let Some(answer) = &self.answer {
            if let Ok(image) = answer.try_recv() {
                let written = write_png(&self.path, &image);
                if let Ok(mut outcome) = self.outcome.lock() {
                    *outcome = written;
                }
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            return;
        }
        // Work that starts after some frames is awaited too.
        self.frames = if ready { self.frames + 1 } else { 0 };
        if self.frames > FRAMES {
            let (sender, answer) = channel();
            self.answer = Some(answer);
            ctx.send_viewport_cmd(egui::ViewportCommand::Screenshot(
                egui::ScreenshotCallback::new(move |image| {
                    // The receiver is gone if the window was closed in between.
                    sender.send(image).ok();
                }),
            ));
        }
    }
}

fn write_png(path: &Path, image: &egui::ColorImage) -> Result<(), Refusal> {
    let mut bytes = Vec::new();
    let [width, height] = image.size;
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let pixels: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .map_err(|error| {
            let path = path.display();
            let what =
                format!("the picture can't be written to {path}: {error}; choose another place");
            Refusal::new(what, "").because(error)
        })?;
    crate::save::write_file(path, |out| out.write_all(&bytes))?;
    Ok(())
}
