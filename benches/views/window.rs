//! The explorer's window without a screen: frames are run and tessellated as usual. Only the
//! graphics processor's part is left out.

use std::time::Duration;

use doomtree::app::{Command, CommandId, Explorer, open_setup, window_limits};
use doomtree::games::Setup;
use eframe::App as _;
use eframe::egui::{self, Event, Modifiers, Pos2, Vec2, ViewportId};

use super::times::{Took, timed};

/// The window's size in points.
pub const SIZE: Vec2 = Vec2::new(2_560.0, 1_440.0);

/// The cost and the result of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its duration.
    pub took: Took,
    /// When another frame is wanted, if at all.
    pub again: Duration,
}

impl Frame {
    /// The processor time, or the clock's time if the system doesn't provide it.
    pub fn time(&self) -> Duration {
        self.took.cpu.unwrap_or(self.took.wall)
    }
}

/// A window without a screen.
pub struct Window {
    ctx: egui::Context,
    /// The explorer in it.
    pub explorer: Explorer,
    frame: eframe::Frame,
    time: f64,
}

impl Window {
    /// Opens the window on a position of Dice of Doom, and waits until it is built.
    ///
    /// # Errors
    /// The position is invalid.
    pub fn open(position: &str) -> Result<Self, String> {
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        };
        let ctx = egui::Context::default();
        let waking = ctx.clone();
        let wake = Box::new(move || waking.request_repaint());
        let document =
            open_setup(setup, window_limits(), wake).map_err(|error| error.to_string())?;
        let explorer = Explorer::new(&ctx, document);
        let mut window = Self {
            ctx,
            explorer,
            frame: eframe::Frame::_new_kittest(),
            time: 0.0,
        };
        window.step(Vec::new());
        while window.explorer.is_busy() {
            std::thread::sleep(Duration::from_millis(20));
            window.step(Vec::new());
        }
        window.settle();
        Ok(window)
    }

    /// One frame with these events.
    pub fn step(&mut self, events: Vec<Event>) -> Frame {
        self.time += 1.0 / 60.0;
        let mut input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.time),
            events,
            ..egui::RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(1.0);
        }
        let Self {
            ctx,
            explorer,
            frame,
            ..
        } = self;
        let ((mut output, corners), took) = timed(|| {
            let mut output = ctx.run_ui(input, |ui| {
                explorer.logic(ui.ctx(), frame);
                explorer.ui(ui, frame);
            });
            let shapes = std::mem::take(&mut output.shapes);
            let painted = ctx.tessellate(shapes, output.pixels_per_point);
            let corners: usize = painted
                .iter()
                .map(|painted| match &painted.primitive {
                    egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
                    egui::epaint::Primitive::Callback(_) => 0,
                })
                .sum();
            (output, corners)
        });
        output.textures_delta.clear();
        let again = output
            .viewport_output
            .get(&ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        assert!(corners > 0, "something was painted");
        Frame { took, again }
    }

    /// One frame after a command.
    pub fn run(&mut self, command: Command) -> Frame {
        let ctx = self.ctx.clone();
        let ((), command) = timed(|| self.explorer.run(&ctx, command));
        let mut frame = self.step(Vec::new());
        frame.took = frame.took + command;
        frame
    }

    /// One frame after a command with a name.
    pub fn named(&mut self, named: CommandId) -> Frame {
        self.run(Command::Named(named))
    }

    /// Runs frames until no more are requested; returns their number.
    pub fn settle(&mut self) -> usize {
        (0..400)
            .take_while(|_| self.step(Vec::new()).again < Duration::from_secs(1))
            .count()
    }

    /// The number of frames in ten seconds without input.
    pub fn idle_frames(&mut self) -> usize {
        self.settle();
        let mut left = Duration::from_secs(10);
        let mut frames = 0;
        loop {
            let again = self.step(Vec::new()).again.max(Duration::from_millis(16));
            let Some(rest) = left.checked_sub(again) else {
                return frames;
            };
            left = rest;
            frames += 1;
        }
    }

    /// One frame with the wheel scrolled at a position.
    pub fn wheel(&mut self, at: Pos2, lines: f32) -> Frame {
        let turned = (
            egui::MouseWheelUnit::Line,
            egui::MouseWheelSource::Wheel,
            Vec2::new(0.0, lines),
        );
        self.scroll(at, turned)
    }

    /// One frame after two fingers have moved the view by some points.
    pub fn pan(&mut self, x: f32, y: f32) -> Frame {
        let moved = (
            egui::MouseWheelUnit::Point,
            egui::MouseWheelSource::Trackpad,
            Vec2::new(x, y),
        );
        self.scroll((SIZE / 2.0).to_pos2(), moved)
    }

    fn scroll(
        &mut self,
        at: Pos2,
        (unit, source, delta): (egui::MouseWheelUnit, egui::MouseWheelSource, Vec2),
    ) -> Frame {
        self.step(vec![
            Event::PointerMoved(at),
            Event::MouseWheel {
                unit,
                source,
                delta,
                modifiers: Modifiers::NONE,
                phase: egui::TouchPhase::Move,
            },
        ])
    }
}
