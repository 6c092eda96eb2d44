//! The position graph in the middle of the window: the positions around the selected one, or all of
//! a small graph, with the moves between them.

mod area;
mod pointer;
mod work;

use std::sync::Weak;

use eframe::egui::{self, Response, Role, Sense, Vec2, WidgetInfo};

use super::canvas::Canvas;
use super::command::Named;
use super::document::Document;
use super::made_for::MadeFor;
use super::paint::{Transform, paint};
use super::theme::Theme;
use super::tree_panel::Room;
use crate::diagram::{
    Drawing, POSITION_ROW, PositionScene, TreeView, Walked, draw_far_positions, draw_positions,
    position_rect,
};
use crate::session::Session;
use crate::tree::{Neighbourhood, Pictures, Side, Vertex, Ways};
use work::State;

/// A graph of at most this many positions is shown whole at first …
const FEW: usize = 100;
/// … and one of at most so many where that is asked for.
const MOST_WHOLE: usize = 300;
/// At most so many positions around the selected one are shown at once …
const MOST_AROUND: usize = 300;
/// … and so many after the neighbours of some were asked for.
const MOST_SHOWN: usize = 600;
/// How many moves, forwards or backwards, what is shown of a large graph is away at first.
const RADIUS: u32 = 2;

/// How much room the plies of the rows take at the left, in points.
const PLIES: f32 = 52.0;

/// Below this scale positions are marks without text.
const DETAIL: f64 = 0.34;
/// Below this scale the names of moves can't be read, and are left out.
const MOVE_NAMES: f64 = 0.5;
/// So are small numbers below this one.
const COUNTS: f64 = 0.55;

/// What the position graph's panel remembers.
#[derive(Default)]
pub struct PositionsPanel {
    canvas: Canvas,
    state: State,
    /// The graph that the state is about.
    of: Option<Weak<dyn Pictures>>,
    /// How many moves away what is shown is at most; `None` for the whole graph.
    radius: Option<u32>,
    /// Whose neighbours were asked for beyond that, and on which side.
    grown: Vec<(Vertex, Side)>,
    made: Option<Made>,
}

/// What is drawn, and what it was made for.
struct Made {
    scene: PositionScene,
    shown: Neighbourhood,
    made_for: MadeFor,
    selected: Vertex,
}

impl PositionsPanel {
    /// What is drawn.
    pub fn scene(&self) -> Option<&PositionScene> {
        self.made.as_ref().map(|made| &made.scene)
    }

    /// From the scene to the screen.
    pub fn transform(&self) -> Transform {
        self.canvas.transform()
    }

    /// How many moves away what is shown is at most; `None` for the whole graph.
    pub fn radius(&self) -> Option<u32> {
        self.radius
    }

    /// Whether positions are marks without text.
    fn is_far(&self) -> bool {
        self.canvas.scale() < DETAIL
    }

    /// Another graph is open.
    fn forget_scene(&mut self, session: &Session) {
        let all = session.rated().graph.graph().len();
        self.radius = (all > FEW).then_some(RADIUS);
        self.grown.clear();
        self.made = None;
        self.canvas = Canvas::default();
    }

    fn neighbourhood(&self, session: &Session, ways: &Ways) -> Neighbourhood {
        let graph = session.rated().graph.graph();
        let sources = &ways.sources;
        let Some(radius) = self.radius else {
            return Neighbourhood::around(graph, sources, Vertex::ROOT, u32::MAX, MOST_WHOLE);
        };
        let selected = session.vertex();
        let mut shown = Neighbourhood::around(graph, sources, selected, radius, MOST_AROUND);
        for &(of, side) in &self.grown {
            shown.grow(graph, sources, of, side, MOST_SHOWN);
        }
        shown
    }

    /// Makes what is drawn anew where something that it rests on has changed.
    fn make(&mut self, document: &Document, view: &TreeView<'_>) {
        let session = &document.session;
        let State::Known(ways) = &self.state else {
            return;
        };
        let current = self.made.as_ref();
        if current.is_some_and(|made| made.made_for.is_now(document, view)) {
            return;
        }
        let shown = self.neighbourhood(session, ways);
        let line = session.line();
        let selected = session.vertex();
        let walked = Walked {
            selected,
            line: &line,
            best: session.best_line(),
        };
        let scene = PositionScene::new(view, ways, &shown, &walked);
        if let Some(before) = self.made.take() {
            // What is selected, or was, stays where it is seen.
            let places = [selected, before.selected].into_iter().find_map(|vertex| {
                Some((
                    before.scene.position(vertex)?.at,
                    scene.position(vertex)?.at,
                ))
            });
            match places {
                Some((from, to)) if !self.canvas.is_fitted() => self.canvas.moved(from, to),
                Some((from, to)) if self.radius.is_some() && before.selected != selected => {
                    self.canvas.moved(from, to);
                }
                Some(_) => {}
                None => self.canvas = Canvas::default(),
            }
            let elsewhere = before.selected != selected && places.is_some();
            if elsewhere && (self.radius.is_some() || !self.canvas.is_fitted()) {
                self.canvas.reveal();
            }
        }
        self.made = Some(Made {
            scene,
            shown,
            made_for: MadeFor::now(document, view),
            selected,
        });
    }

    /// Makes everything anew with what is asked for now.
    fn remake(&mut self, document: &Document, view: &TreeView<'_>) {
        let Some(mut made) = self.made.take() else {
            return;
        };
        made.made_for = MadeFor::never();
        self.made = Some(made);
        self.make(document, view);
    }

    /// Shows the neighbours of a position on one side.
    fn grow(&mut self, of: Vertex, side: Side, document: &Document, view: &TreeView<'_>) {
        self.grown.push((of, side));
        self.remake(document, view);
    }

    /// The nearest positions on a side of the selected one, all as many moves away, some of whose
    /// neighbours on that side are not shown.
    fn rim(&self, document: &Document, side: Side) -> Vec<Vertex> {
        let (Some(made), State::Known(ways)) = (&self.made, &self.state) else {
            return Vec::new();
        };
        let graph = document.session.rated().graph.graph();
        let mut seen = vec![false; made.shown.vertices().len()];
        let mut here = vec![made.selected];
        while !here.is_empty() {
            let open: Vec<Vertex> = here
                .iter()
                .copied()
                .filter(|vertex| made.shown.missing(graph, &ways.sources, *vertex, side) > 0)
                .collect();
            if !open.is_empty() {
                return open;
            }
            let mut next = Vec::new();
            for vertex in here {
                let near = match side {
                    Side::Above => ways.sources.of(vertex),
                    Side::Below => graph.targets(vertex),
                };
                for &vertex in near {
                    let place = made.shown.place(vertex);
                    if place.is_some_and(|place| !std::mem::replace(&mut seen[place], true)) {
                        next.push(vertex);
                    }
                }
            }
            here = next;
        }
        Vec::new()
    }

    /// Shows what is a move further away on a side of the selected position.
    fn grow_rim(&mut self, side: Side, document: &Document, view: &TreeView<'_>) {
        let rim = self.rim(document, side).into_iter();
        self.grown.extend(rim.map(|vertex| (vertex, side)));
        self.remake(document, view);
    }

    /// What a narrower neighbourhood would be; `None` where there is none.
    fn narrower(&self, document: &Document) -> Option<u32> {
        match (self.radius, &self.state) {
            (Some(radius), _) => (radius > 1).then(|| radius - 1),
            (None, State::Known(ways)) => {
                let session = &document.session;
                let graph = session.rated().graph.graph();
                let middle = session.vertex();
                let all = Neighbourhood::around(graph, &ways.sources, middle, u32::MAX, MOST_WHOLE);
                (all.radius() > 1).then(|| all.radius() - 1)
            }
            _ => None,
        }
    }

    /// Whether a command of the view would do anything; `None` if it is no command of the view.
    pub(super) fn is_enabled(&self, named: Named, document: &Document) -> Option<bool> {
        Some(match named {
            Named::WiderNeighbourhood => {
                let made = self.made.as_ref();
                self.radius.is_some()
                    && made.is_some_and(|made| {
                        let positions = made.scene.positions().iter();
                        let mut open = positions.map(|position| position.above + position.below);
                        !made.shown.is_cut() && open.any(|more| more > 0)
                    })
            }
            Named::NarrowerNeighbourhood => {
                self.made.is_some() && (!self.grown.is_empty() || self.narrower(document).is_some())
            }
            Named::PositionsAbove => !self.rim(document, Side::Above).is_empty(),
            Named::PositionsBelow => !self.rim(document, Side::Below).is_empty(),
            Named::Fit
            | Named::ActualSize
            | Named::ZoomIn
            | Named::ZoomOut
            | Named::PanLeft
            | Named::PanRight
            | Named::PanUp
            | Named::PanDown => self.made.is_some(),
            _ => return None,
        })
    }

    /// Does a command of the view; `false` if it is none.
    pub(super) fn run(&mut self, named: Named, document: &Document, view: &TreeView<'_>) -> bool {
        const PAN: f32 = 80.0;
        let selected = document.session.vertex();
        match named {
            Named::Fit => self.canvas.fit(),
            Named::ZoomIn => self.canvas.zoom(1.25),
            Named::ZoomOut => self.canvas.zoom(0.8),
            Named::PanLeft => self.canvas.pan(Vec2::new(PAN, 0.0)),
            Named::PanRight => self.canvas.pan(Vec2::new(-PAN, 0.0)),
            Named::PanUp => self.canvas.pan(Vec2::new(0.0, PAN)),
            Named::PanDown => self.canvas.pan(Vec2::new(0.0, -PAN)),
            Named::ActualSize => {
                let at = self.scene().and_then(|scene| scene.position(selected));
                if let Some(at) = at.map(|position| position.at) {
                    self.canvas.actual_size(at);
                }
            }
            Named::PositionsAbove => self.grow_rim(Side::Above, document, view),
            Named::PositionsBelow => self.grow_rim(Side::Below, document, view),
            Named::WiderNeighbourhood => {
                self.radius = self.radius.map(|radius| radius + 1);
                self.remake(document, view);
                let all = document.session.rated().graph.graph().len();
                let shown = self.made.as_ref().map(|made| made.shown.vertices().len());
                if all <= MOST_WHOLE && shown == Some(all) {
                    self.radius = None;
                }
            }
            Named::NarrowerNeighbourhood => {
                if self.grown.is_empty() {
                    self.radius = self.narrower(document).or(self.radius);
                }
                self.grown.clear();
                self.remake(document, view);
            }
            _ => return false,
        }
        true
    }

    /// Moves the view to where it should be, before anything is drawn.
    fn prepare(&mut self, view: &TreeView<'_>, room: &Room) {
        let Some(made) = &self.made else {
            return;
        };
        let Some(selected) = made.scene.position(made.selected) else {
            return;
        };
        // The rows above and below, where moves come from and lead to, matter too.
        let mut focus = position_rect(view, selected).grown(16.0);
        focus.min.y -= POSITION_ROW;
        focus.max.y += POSITION_ROW;
        // So does what lies beside: who walks doesn't end up at the edge.
        let beside = 0.3 * f64::from(room.inner().width()) / self.canvas.scale();
        focus.min.x -= beside;
        focus.max.x += beside;
        let bounds = made.scene.bounds();
        let mut inner = room.inner();
        inner.min.x += PLIES;
        self.canvas.prepare(room.screen, inner, bounds, focus);
    }

    /// Draws what is shown into what is left of `ui`.
    fn canvas_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        view: &TreeView<'_>,
        room: &Room,
    ) -> Response {
        let (screen, response) =
            ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Position graph"));
        self.canvas.pan_and_zoom(ui, &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme.ground);
        self.paint_plies(&painter, theme, room);
        let Some(made) = &self.made else {
            return response;
        };
        let transform = self.canvas.transform();
        let sight = transform.scene_rect(screen).grown(8.0);
        let mut drawing = Drawing::default();
        let scale = transform.scale;
        if self.is_far() {
            draw_far_positions(&mut drawing, view, &made.scene, sight, made.selected, scale);
        } else {
            draw_positions(
                &mut drawing,
                view,
                &made.scene,
                sight,
                made.selected,
                scale >= MOVE_NAMES,
                scale >= COUNTS,
            );
        }
        paint(&painter, &transform, theme, &drawing);
        response
    }
}
