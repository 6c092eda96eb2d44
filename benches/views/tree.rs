//! Benchmark of the tree: a million nodes unfolded, then drawn, panned, zoomed, walked and folded.

use std::time::Duration;

use doomtree::app::{Command, CommandId};
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;

use super::figures::{Figures, mean, milliseconds, p99, worst};
use super::window::{Frame, SIZE, Window};

/// The board: 201,861 positions, 1,468,919,491 nodes.
pub const BOARD: &str = "a2a2b2/a3b1a3/a3a3b3 a";
/// Number of initial frames left out.
const FIRST: usize = 50;
/// Number of visible nodes while frames are measured.
const IN_VIEW: usize = 2_000;

/// Measures everything about the tree; with `quick` in as few frames as possible.
///
/// # Errors
/// The position can't be opened.
pub fn measure(quick: bool, figures: &mut Figures) -> Result<(), String> {
    let mut window = Window::open(BOARD)?;
    unfold(&mut window, figures);
    // All of the window is the tree's.
    for panel in [CommandId::ShowBoard, CommandId::ShowNode] {
        window.named(panel);
    }
    window.settle();
    figures.count("idle_frames", window.idle_frames());
    let frames = if quick { 1_000 } else { 3_000 };
    look(&mut window, frames, figures);
    walk(&mut window, if quick { 300 } else { 1_000 }, figures);
    fold(&mut window, figures);
    lay_out(&mut window, figures);
    Ok(())
}

fn unfold(window: &mut Window, figures: &mut Figures) {
    let mut frames = vec![window.named(CommandId::UnfoldAll)];
    while window.explorer.document().session.is_unfolding() {
        frames.push(window.step(Vec::new()));
    }
    // The first frame with the whole tree.
    frames.push(window.step(Vec::new()));
    let times: Vec<f64> = frames.iter().map(milliseconds).collect();
    figures.time("unfold_million_ms", times.iter().sum());
    figures.time("unfold_worst_frame_ms", worst(&times));
    let session = &window.explorer.document().session;
    figures.count("nodes_unfolded", session.unfolding().len());
}

/// Pans, zooms and walks at scales between many marks and texts.
fn look(window: &mut Window, wanted: usize, figures: &mut Figures) {
    // Deep in the tree, where it is dense, and out from there.
    let deep = window.explorer.document().session.unfolding().len() / 4;
    window.run(Command::Act(Action::Select(UnfoldingNode(deep as u32))));
    window.named(CommandId::ActualSize);
    let middle = (SIZE / 2.0).to_pos2();
    while window.explorer.tree_painted().nodes < IN_VIEW * 3 / 2
        && window.explorer.tree_scale() > 1e-3
    {
        window.named(CommandId::ZoomOut);
    }
    let mut frames = Frames::default();
    let mut number = 0;
    while frames.times.len() < wanted {
        let frame = match number % 20 {
            // Zooms in and out again, so that every scale in between occurs.
            0..=2 => window.wheel(middle, 0.25),
            3..=5 => window.wheel(middle, -0.25),
            6..=9 => window.pan(80.0, 0.0),
            10..=13 => window.pan(-80.0, 0.0),
            // A walk would come near, to where names can be read.
            14 => window.pan(0.0, 40.0),
            15 | 16 => window.pan(0.0, -20.0),
            17 => window.named(CommandId::ZoomIn),
            18 => window.named(CommandId::ZoomOut),
            _ => window.step(Vec::new()),
        };
        number += 1;
        if number > FIRST {
            frames.add(window, &frame);
        }
    }
    figures.time("tree_frame_p99_ms", p99(&mut frames.times));
    figures.time("tree_frame_mean_ms", mean(&frames.times));
    figures.count("frames", frames.times.len());
    figures.count("nodes_in_view", frames.nodes / frames.times.len());
    // The same near enough to read.
    let mut near = Frames::default();
    window.named(CommandId::ActualSize);
    for number in 0..wanted / 4 + FIRST {
        let frame = match number % 12 {
            0..=3 => window.named(CommandId::ZoomOut),
            4..=6 => window.pan(80.0, 0.0),
            7..=10 => window.named(CommandId::ZoomIn),
            _ => window.pan(0.0, 80.0),
        };
        if number >= FIRST {
            near.add(window, &frame);
        }
    }
    figures.time("near_frame_p99_ms", p99(&mut near.times));
    figures.count("near_nodes", near.nodes / near.times.len());
    figures.count("labels_drawn", near.labels / near.times.len());
}

/// The costs and results of frames.
#[derive(Default)]
struct Frames {
    times: Vec<f64>,
    nodes: usize,
    labels: usize,
}

impl Frames {
    fn add(&mut self, window: &Window, frame: &Frame) {
        let painted = window.explorer.tree_painted();
        self.times.push(milliseconds(frame));
        self.nodes += painted.nodes;
        self.labels += painted.labels;
    }
}

/// Selects and walks: each with the frame that shows it.
fn walk(window: &mut Window, wanted: usize, figures: &mut Figures) {
    for panel in [
        CommandId::ShowBoard,
        CommandId::ShowNode,
        CommandId::ActualSize,
    ] {
        window.named(panel);
    }
    window.named(CommandId::Root);
    window.settle();
    let mut times = Vec::new();
    for number in 0..wanted + FIRST {
        let frame = match number % 11 {
            0..=4 => window.named(CommandId::Child),
            5 => window.named(CommandId::NextSibling),
            6 => window.named(CommandId::Back),
            7 => window.named(CommandId::BestEnd),
            8 => window.named(CommandId::PreviousSibling),
            9 => window.named(CommandId::Root),
            _ => {
                let nodes = window.explorer.document().session.unfolding().len();
                let node = UnfoldingNode((number * 7_919 % nodes) as u32);
                window.run(Command::Act(Action::Select(node)))
            }
        };
        if number >= FIRST {
            times.push(milliseconds(&frame));
        }
        window.step(Vec::new());
    }
    figures.time("walk_p99_ms", p99(&mut times));
}

/// Folds and unfolds nodes near the root and far from it: the dearest frame.
fn fold(window: &mut Window, figures: &mut Figures) {
    let mut times = Vec::new();
    for node in [0, 1, 2, 5, 20, 100, 1_000, 10_000, 100_000, 250_000] {
        for _ in 0..2 {
            let toggle = Action::ToggleFold(UnfoldingNode(node));
            times.push(milliseconds(&window.run(Command::Act(toggle))));
            times.push(milliseconds(&window.step(Vec::new())));
        }
    }
    figures.time("fold_ms", worst(&times));
}

/// Everything that lays out the whole tree again: the dearest frame until it is shown.
fn lay_out(window: &mut Window, figures: &mut Figures) {
    let mut times = Vec::new();
    for named in [
        CommandId::BestFirst,
        CommandId::GrowRight,
        CommandId::HideRatings,
    ] {
        for _ in 0..2 {
            let mut frame = window.named(named);
            times.push(milliseconds(&frame));
            while frame.again < Duration::from_secs(1) {
                frame = window.step(Vec::new());
                times.push(milliseconds(&frame));
            }
        }
    }
    figures.time("lay_out_ms", worst(&times));
}
