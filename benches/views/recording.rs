//! Benchmark of a recording with hundreds of thousands of steps, scrubbed zoomed out and zoomed in.

use doomtree::app::{Command, CommandId, RecordChoices};
use doomtree::search::Method;

use super::figures::{Figures, milliseconds, p99};
use super::window::Window;

/// The board: minimax visits its 212,957 nodes.
const BOARD: &str = "b2a1a1/a2b2a3/b3b1b1 a";
/// Number of initial frames left out.
const FIRST: usize = 50;

/// Measures scrubbing: `recording_frame_p99_ms`, and the number of steps.
///
/// # Errors
/// The position can't be opened.
pub fn measure(quick: bool, figures: &mut Figures) -> Result<(), String> {
    let mut window = Window::open(BOARD)?;
    window.run(Command::ChooseRecording(Box::new(RecordChoices {
        method: Method::Minimax,
        ..RecordChoices::default()
    })));
    window.named(CommandId::Record);
    while window.explorer.is_busy() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.step(Vec::new());
    }
    window.settle();
    let (_, steps) = window
        .explorer
        .recording()
        .place()
        .ok_or("nothing was recorded")?;
    let frames = if quick { 500 } else { 2_000 };
    let mut times = Vec::new();
    for round in 0..2 {
        if round == 1 {
            window.named(CommandId::Fit);
        }
        for frame in 0..frames {
            // There and back, in strides that meet every part.
            let step = frame * (steps / 97) % steps;
            let frame = window.run(Command::GoToStep(step));
            times.push(milliseconds(&frame));
        }
    }
    times.drain(..FIRST);
    figures.time("recording_frame_p99_ms", p99(&mut times));
    figures.count("recording_steps", steps);
    Ok(())
}
