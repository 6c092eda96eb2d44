//! A window whose frames are run and painted as for a screen, each of them timed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use doomtree::app::{Command, Explorer, open_setup, window_limits};
use doomtree::games::Setup;
use eframe::App as _;
use eframe::egui::accesskit::Action;
use eframe::egui::{self, Event, Pos2, pos2, vec2};

/// The board that a new window shows, and in whose window memory is measured.
pub const BOARD: &str = "b2b2/a2b1 a";

/// What panics have said since the robot began.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A frame, with what was done in it.
#[derive(Clone)]
pub struct Frame {
    pub what: String,
    /// The document in which it was done.
    pub document: String,
    /// The processor's time of its thread, or the clock's where that isn't told.
    pub cpu: Duration,
    pub wall: Duration,
    /// How many frames there were before it.
    pub number: u64,
    /// What was shown: the window's size, how far it is enlarged, and the unfolded nodes.
    pub shown: String,
}

/// The window.
pub struct Runner {
    ctx: egui::Context,
    pub explorer: Explorer,
    frame: eframe::Frame,
    size: [f32; 2],
    time: f64,
    recovery: PathBuf,
    /// How many frames there were …
    pub frames: u64,
    /// … and those that took longer than the limit.
    pub slow: Vec<Frame>,
    /// What was done when something panicked, and what that said.
    pub panics: Vec<String>,
}

/// A frame that takes longer is listed …
pub const LIMIT: Duration = Duration::from_millis(100);
/// … and named at once, in case that the run never ends.
const TOLD_AT_ONCE: Duration = Duration::from_secs(1);

fn explorer(ctx: &egui::Context, recovery: &Path) -> Explorer {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: BOARD.to_owned(),
        ..Setup::default()
    };
    let waking = ctx.clone();
    let wake = Box::new(move || waking.request_repaint());
    let document = open_setup(setup, window_limits(), wake).expect("a good board");
    let mut explorer = Explorer::new(ctx, document);
    explorer.recover_in(ctx, recovery.to_owned());
    explorer
}

/// The processor's time that this thread has had so far.
#[cfg(target_os = "linux")]
fn thread_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(target_os = "linux"))]
fn thread_time() -> Option<Duration> {
    None
}

impl Runner {
    /// A window that keeps what isn't saved in a folder.
    pub fn new(recovery: PathBuf) -> Self {
        std::panic::set_hook(Box::new(|panic| {
            let backtrace = std::backtrace::Backtrace::force_capture();
            let told = format!("{panic}\n{backtrace}");
            PANICS.lock().expect("a list").push(told);
        }));
        let ctx = egui::Context::default();
        let explorer = explorer(&ctx, &recovery);
        Self {
            ctx,
            explorer,
            frame: eframe::Frame::_new_kittest(),
            size: [0.0; 2],
            time: 0.0,
            recovery,
            frames: 0,
            slow: Vec::new(),
            panics: Vec::new(),
        }
    }

    /// Another window in place of this one, which ends without a word.
    pub fn renew(&mut self) {
        self.explorer = explorer(&self.ctx, &self.recovery);
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: [f32; 2], what: &str) {
        self.size = size;
        self.frame(Vec::new(), what);
    }

    /// The window's size in points. A presentation enlarges them, as it does on a screen.
    pub fn room(&self) -> [f32; 2] {
        let zoom = self.ctx.zoom_factor();
        self.size.map(|side| side / zoom)
    }

    /// Does a command, and shows a frame.
    pub fn run(&mut self, command: Command) {
        let what = format!("{command:?}");
        let ctx = self.ctx.clone();
        self.timed(&what, |runner| {
            runner.explorer.run(&ctx, command);
            runner.show(Vec::new());
        });
    }

    /// Shows a frame with these events.
    pub fn frame(&mut self, events: Vec<Event>, what: &str) {
        self.timed(what, |runner| drop(runner.show(events)));
    }

    /// Shows frames as long as something is under way, or so many.
    pub fn work(&mut self, most: usize) {
        for _ in 0..most {
            self.frame(Vec::new(), "going on");
            if self.explorer.is_busy() {
                std::thread::sleep(Duration::from_millis(5));
            } else if most > 10 {
                break;
            }
        }
    }

    /// What can be clicked: its middle and its name.
    pub fn targets(&mut self) -> Vec<(Pos2, String)> {
        self.ctx.enable_accesskit();
        self.show(Vec::new());
        let output = self.show(Vec::new());
        self.ctx.disable_accesskit();
        let nodes = output
            .platform_output
            .accesskit_update
            .map(|update| update.nodes);
        let [width, height] = self.room();
        let targets = nodes.into_iter().flatten().filter_map(|(_, node)| {
            let bounds = node.bounds()?;
            let x = f64::midpoint(bounds.x0, bounds.x1);
            let y = f64::midpoint(bounds.y0, bounds.y1);
            let is_seen =
                (0.0..f64::from(width)).contains(&x) && (0.0..f64::from(height)).contains(&y);
            let name = node
                .author_id()
                .or(node.label())
                .unwrap_or("something")
                .to_owned();
            (is_seen && node.supports_action(Action::Click))
                .then(|| (pos2(x as f32, y as f32), name))
        });
        targets.collect()
    }

    fn timed(&mut self, what: &str, work: impl FnOnce(&mut Self)) {
        let begun = (Instant::now(), thread_time());
        let ended = catch_unwind(AssertUnwindSafe(|| work(self)));
        let wall = begun.0.elapsed();
        let cpu = thread_time()
            .zip(begun.1)
            .map_or(wall, |(end, begun)| end - begun);
        self.frames += 1;
        let said: Vec<String> = std::mem::take(&mut *PANICS.lock().expect("a list"));
        let fell = ended.is_err() || !said.is_empty();
        if cpu > LIMIT || fell {
            let document = self.explorer.document().words.name.clone();
            for said in said {
                let told = format!("{what} in {document}: {said}");
                eprintln!("panic: {told}");
                self.panics.push(told);
            }
            if cpu > LIMIT {
                if cpu > TOLD_AT_ONCE {
                    eprintln!("{} ms: {what} in {document}", cpu.as_millis());
                }
                let what = what.chars().take(100).collect();
                let [width, height] = self.size;
                let zoom = self.ctx.zoom_factor();
                let nodes = self.explorer.document().session.unfolding().len();
                self.slow.push(Frame {
                    what,
                    document,
                    cpu,
                    wall,
                    number: self.frames,
                    shown: format!("{width} × {height} enlarged {zoom}, {nodes} nodes"),
                });
            }
        }
        if fell {
            self.renew();
        }
    }

    fn show(&mut self, events: Vec<Event>) -> egui::FullOutput {
        self.time += 1.0 / 60.0;
        let [width, height] = self.room();
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(width, height))),
            time: Some(self.time),
            events,
            ..egui::RawInput::default()
        };
        let Self {
            ctx,
            explorer,
            frame,
            ..
        } = self;
        let mut output = ctx.run_ui(input, |ui| {
            explorer.logic(ui.ctx(), frame);
            explorer.ui(ui, frame);
        });
        let shapes = std::mem::take(&mut output.shapes);
        drop(ctx.tessellate(shapes, output.pixels_per_point));
        output.textures_delta.clear();
        output
    }
}
