//! Benchmark of the map: 220 trillion nodes, zoomed from all of them down to one, panned and
//! walked.

use std::collections::BTreeSet;

use doomtree::app::{Command, CommandId};
use doomtree::session::Action;
use doomtree::tree::Vertex;
use eframe::egui::Pos2;

use super::figures::{Figures, mean, milliseconds, p99};
use super::window::{Frame, SIZE, Window};

/// The board: 4,071,139 positions, 220,228,222,172,925 nodes.
pub const BOARD: &str = "a3b2b3/a3b3a3/b2a2b3 a";
/// Number of initial frames left out.
const FIRST: usize = 50;

/// The costs and the content of the map's frames.
#[derive(Default)]
struct Seen {
    times: Vec<f64>,
    rects: Vec<f64>,
    depths: BTreeSet<u32>,
    frames: usize,
}

impl Seen {
    fn add(&mut self, window: &Window, frame: &Frame) {
        self.frames += 1;
        if self.frames <= FIRST {
            return;
        }
        let map = window.explorer.map_seen();
        self.times.push(milliseconds(frame));
        self.rects.push(map.rects as f64);
        // The zoom depth: one step per factor of two.
        self.depths.insert(map.zoom as u32);
    }
}

/// Measures the map: `map_frame_p99_ms`, the number of painted rectangles per frame, and the number
/// of zoom depths visited.
///
/// # Errors
/// The position can't be opened.
pub fn measure(quick: bool, figures: &mut Figures) -> Result<(), String> {
    let mut window = Window::open(BOARD)?;
    for panel in [
        CommandId::ShowBoard,
        CommandId::ShowNode,
        CommandId::ShowMap,
    ] {
        window.named(panel);
    }
    while window.explorer.is_busy() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.step(Vec::new());
    }
    window.settle();
    let mut seen = Seen::default();
    let wanted = if quick { 1_000 } else { 3_000 };
    let mut round = 0;
    while seen.times.len() < wanted {
        dive(&mut window, round, &mut seen);
        round += 1;
    }
    let Seen {
        mut times,
        rects,
        depths,
        ..
    } = seen;
    figures.time("map_frame_p99_ms", p99(&mut times));
    figures.count("map_rects", mean(&rects) as usize);
    figures.count("map_depths", depths.len());
    Ok(())
}

/// From the whole tree down to an end and back, by another way each time.
fn dive(window: &mut Window, round: usize, seen: &mut Seen) {
    let at = |number: usize| {
        let x = 80.0 + ((number * 377 + round * 911) % 1_760) as f32;
        Pos2::new(x, SIZE.y * 0.45)
    };
    let frame = window.named(CommandId::Fit);
    seen.add(window, &frame);
    // With the wheel, and a look around at every depth.
    for number in 0..160 {
        let frame = match number % 8 {
            5 => window.pan(80.0, 0.0),
            6 => window.pan(0.0, -80.0),
            7 if round.is_multiple_of(2) => window.named(CommandId::MapEnds),
            7 => window.pan(-80.0, 0.0),
            _ => window.wheel(at(round), 2.0),
        };
        seen.add(window, &frame);
    }
    for _ in 0..30 {
        let frame = window.named(CommandId::ZoomOut);
        seen.add(window, &frame);
    }
    // Along a line, which the map follows.
    let line = line(window, round);
    for length in 0..=line.len() {
        let select = Command::Act(Action::SelectLine(line[..length].to_vec()));
        let frame = window.run(select);
        seen.add(window, &frame);
    }
    for named in [
        CommandId::ZoomToNode,
        CommandId::Parent,
        CommandId::PreviousSibling,
    ] {
        let frame = window.named(named);
        seen.add(window, &frame);
    }
    for _ in 0..60 {
        let frame = window.wheel(at(round + 1), -3.0);
        seen.add(window, &frame);
    }
}

/// A line to an end: another one for each number.
fn line(window: &Window, number: usize) -> Vec<doomtree::tree::Edge> {
    let rated = window.explorer.document().session.rated();
    let graph = rated.graph.graph();
    let mut vertex = Vertex::ROOT;
    let mut line = Vec::new();
    while graph.degree(vertex) > 0 {
        let place = (number + line.len() * 7) % graph.degree(vertex);
        let Some(edge) = graph.edge(vertex, place) else {
            break;
        };
        line.push(edge);
        vertex = graph.target(edge);
    }
    line
}
