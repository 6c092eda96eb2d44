//! A recorded search as a picture: its tree after a step, with bounds, search windows and cuts.

use std::io::{self, Write};

use super::scene::{ABOVE_LEGEND, DrawnScene, MIN_LEGEND, Scene, margined};
use super::text::heading;
use super::{Appearance, Format, pdf, png, svg, tikz};
use crate::diagram::{
    Density, Drawing, Elements, NoNotes, RatingsFor, RecordedDrawn, RecordedSight, RecordedView,
    TreeView, draw_recorded, far_in_recording, lay_out_recorded_figure, place_legend,
    recorded_bounds, recording_legend,
};
use crate::game::Refusal;
use crate::session::{Recorded, step_words};
use crate::tree::Unfolding;
use crate::words::grouped;

/// Maximum number of nodes of such a picture, unless its format has a lower one.
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

/// Why a recording's tree is too large for a format, with the remedy.
fn too_large(recorded: &Recorded, format: &Format) -> Option<Refusal> {
    let nodes = recorded.recording.unfolding().len();
    let (what, max) = match format.id {
        "tikz" => ("LaTeX has no memory for", tikz::MAX_COMPILED),
        _ => ("nobody reads", MAX_NODES),
    };
    (nodes > max).then(|| {
        let (nodes, max) = (grouped(nodes), grouped(max));
        let what = format!("{what} {nodes} nodes: a picture has at most {max}");
        Refusal::new(what, "use --max-plies, or --at to start further down")
    })
}

/// A recording's tree as a figure.
#[derive(Clone, Copy, Debug)]
pub struct RecordedFigure {
    /// The step after which it is drawn, counted from 0.
    pub event: usize,
    /// Size, density and colors.
    pub appearance: Appearance,
    /// Whether it has a legend.
    pub legend: bool,
    /// Whether LaTeX is written for `\input` in another document, rather than as a document.
    pub fragment: bool,
}

fn scene(recorded: &Recorded, figure: &RecordedFigure) -> DrawnScene {
    let (event, appearance) = (figure.event, figure.appearance);
    let options = recorded.options;
    let unfolding = recorded.recording.unfolding();
    let view = RecordedView {
        tree: recorded_tree(recorded, unfolding, appearance.density),
        recording: &recorded.recording,
        event,
        numbers: &recorded.numbers,
        has_window: options.method.has_window(),
        fits: true,
    };
    let layout = lay_out_recorded_figure(&view);
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
    if figure.legend {
        let entries = recording_legend(&view, options.method, Some(&sights));
        let placed = place_legend(&entries, frame.width().max(MIN_LEGEND), 0.0);
        let left = (frame.centre().x - placed.width / 2.0).min(frame.min.x);
        let top = frame.max.y + ABOVE_LEGEND;
        drawing.append(&placed.drawing, left, top);
        frame.min.x = left;
        frame.max.x = frame.max.x.max(left + placed.width);
        frame.max.y = top + placed.height;
    }
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

/// The picture of a recording's tree.
pub struct RecordedPicture {
    scene: DrawnScene,
    players: usize,
    fragment: bool,
}

impl RecordedPicture {
    /// Draws a recording's tree for a format of pictures.
    ///
    /// # Errors
    /// A tree that is too large, and a size that the picture can't have.
    pub fn new(
        recorded: &Recorded,
        format: &Format,
        figure: &RecordedFigure,
    ) -> Result<Self, Refusal> {
        if let Some(fault) = too_large(recorded, format) {
            return Err(fault);
        }
        let scene = scene(recorded, figure);
        match scene.fault() {
            Some(fault) => Err(fault),
            None => Ok(Self {
                scene,
                players: recorded.rated.graph.graph().players(),
                fragment: figure.fragment,
            }),
        }
    }

    /// The font size of the names of moves, in points.
    pub fn font_size(&self) -> f64 {
        self.scene.font_size()
    }

    /// Writes it in its format.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write, format: &Format) -> io::Result<()> {
        match format.id {
            "pdf" => pdf::write_scene(out, &self.scene),
            "png" => png::write_scene(out, &self.scene, SCALE),
            "tikz" => tikz::write_scene(out, &self.scene, self.players, self.fragment),
            _ => svg::write_scene(out, &self.scene),
        }
    }
}
