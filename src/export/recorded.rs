//! A recorded search as a picture: its tree after a step, with bounds, search windows and cuts.

use std::io::{self, Write};

use super::scene::{ABOVE_LEGEND, DrawnScene, MIN_LEGEND, Scene, margined};
use super::text::heading;
use super::{Appearance, Format, pdf, png, svg};
use crate::diagram::{
    Density, Drawing, Elements, NoNotes, RatingsFor, RecordedDrawn, RecordedSight, RecordedView,
    TreeView, draw_recorded, far_in_recording, lay_out_recording, place_legend, recorded_bounds,
    recording_legend,
};
use crate::game::Refusal;
use crate::session::{Recorded, step_words};
use crate::tree::Unfolding;
use crate::words::grouped;

/// Maximum number of nodes of such a picture.
const MAX_NODES: usize = 2_000;
/// Pixels per unit of a PNG.
const SCALE: f64 = 2.0;

/// The part of the tree that a recording is about, with ratings hidden.
pub fn recorded_tree<'a>(
    recorded: &'a Recorded,
    unfolding: &'a Unfolding,
    density: Density,
) -> TreeView<'a> {
    TreeView {
        labels: &*recorded.rated.graph,
        analysis: &recorded.rated.analysis,
        unfolding,
        notes: &NoNotes,
        what_if: None,
        ratings_for: RatingsFor::Player(recorded.options.player),
        hidden: true,
        ends: None,
        style: Default::default(),
        elements: Elements {
            density,
            ..Elements::default()
        },
    }
}

/// Why a recording's tree can't be drawn, with the remedy.
pub fn fault(recorded: &Recorded) -> Option<Refusal> {
    let nodes = recorded.recording.unfolding().len();
    (nodes > MAX_NODES).then(|| {
        let (nodes, max) = (grouped(nodes), grouped(MAX_NODES));
        let what = format!("a picture of {nodes} nodes can't be read, and has at most {max}");
        Refusal::new(what, "use --max-plies, or --at to start further down")
    })
}

/// Draws the tree after a step, counted from 0.
fn scene(recorded: &Recorded, event: usize, appearance: Appearance) -> DrawnScene {
    let options = recorded.options;
    let unfolding = recorded.recording.unfolding();
    let view = RecordedView {
        tree: recorded_tree(recorded, unfolding, appearance.density),
        recording: &recorded.recording,
        event,
        numbers: &recorded.numbers,
        has_window: options.method.has_window(),
    };
    let layout = lay_out_recording(&view.tree);
    let mut frame = recorded_bounds(&layout);
    let (sights, _) = far_in_recording(&layout, &view.tree, frame, 1.0, 0.0);
    let sights = sights.into_iter();
    let sights: Vec<RecordedSight> = sights
        .map(|sight| RecordedSight::of(&view, sight, false))
        .collect();
    let mut drawing = Drawing::default();
    let drawn = RecordedDrawn {
        names: true,
        details: true,
    };
    draw_recorded(&mut drawing, &view, &sights, drawn);
    let entries = recording_legend(&view, options.method, Some(&sights));
    let placed = place_legend(&entries, frame.width().max(MIN_LEGEND), 0.0);
    let left = (frame.centre().x - placed.width / 2.0).min(frame.min.x);
    let top = frame.max.y + ABOVE_LEGEND;
    drawing.append(&placed.drawing, left, top);
    frame.min.x = left;
    frame.max.x = frame.max.x.max(left + placed.width);
    frame.max.y = top + placed.height;
    let chance = recorded.rated.graph.graph().has_chance();
    let method = options.method.title(chance, options.max_plies.is_some());
    let position = heading(&recorded.rated, unfolding, None);
    DrawnScene {
        drawing,
        frame: margined(frame, &appearance),
        appearance,
        title: format!("{method}: {position}"),
        text: format!("Step {}: {}", event + 1, step_words(recorded, event)),
    }
}

/// Writes the tree after a step, counted from 0, in a format of pictures. Returns the font size of
/// move names, in points.
///
/// # Errors
/// Those of the writer, and a picture that is too large for the format.
pub fn write(
    out: &mut dyn Write,
    format: &Format,
    recorded: &Recorded,
    event: usize,
    appearance: Appearance,
) -> io::Result<f64> {
    let scene = scene(recorded, event, appearance);
    match format.id {
        "pdf" => pdf::write_scene(out, &scene),
        "png" => png::write_scene(out, &scene, SCALE),
        _ => svg::write_scene(out, &scene),
    }?;
    Ok(scene.font_size())
}
