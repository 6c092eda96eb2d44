//! The position graph view: the positions around the selected one, or all of a small graph, with
//! the moves between them.

mod growing;
mod pointer;

use std::sync::Arc;

use eframe::egui::{self, Response};

use self::pointer::begin;
use crate::app::base::{Identified as _, Slot, SlotState, Transform, ids, paint::paint};
use crate::app::document::{Document, MadeFor, OfTree};
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{
    BackgroundWork, Canvas, Cx, Desk, FreeArea, NodeBoards, Responder, Tool, moves, paint_in,
    scene_ui,
};
use crate::diagram::{
    Detail, Drawing, Family, PositionDrawn, PositionScene, PositionsShown, Rect, TreeView,
    WalkedMarks, board_room, draw_far_positions, draw_positions, position_rect,
};
use crate::game::Refusal;
use crate::session::Session;
use crate::tree::{Hits, LinesToPositions, Neighbourhood, Side, Vertex, VertexKind};

pub use growing::NextStep;

/// Maximum positions of a graph that is shown whole at first …
const FEW: usize = 100;
/// … and of one that is shown whole on request.
const MAX_WHOLE: usize = 300;
/// Maximum positions shown around the selected one …
const MAX_AROUND: usize = 300;
/// … including neighbors shown on request.
const MAX_SHOWN: usize = 600;
/// The initial radius in moves, forwards or backwards, for a large graph.
const RADIUS: u32 = 2;

/// The width of the ply numbers at the left, in points.
const PLIES: f32 = 52.0;

/// Below this scale positions are marks without text.
const DETAIL: f64 = 0.34;
/// Below this scale the names of moves can't be read, and are left out.
const MOVE_NAMES: f64 = 0.5;
/// Minimum scale for small numbers.
const COUNTS: f64 = 0.55;
/// Minimum scale for the notations of positions, and above it for their boards.
const POSITIONS: f64 = 1.3;
const BOARDS: f64 = 2.2;

/// The state of the position graph view.
#[derive(Default)]
pub struct PositionsPanel {
    pub(crate) canvas: Canvas,
    /// How the positions are reached; its progress is in thousandths.
    ways: Slot<OfTree, Box<LinesToPositions>, u32>,
    /// The radius in moves; `None` for the whole graph.
    radius: Option<u32>,
    /// Whether the user has chosen it: then it isn't reduced if the next positions don't fit.
    chosen: bool,
    /// The positions whose neighbors were requested beyond that, with the side.
    pub(crate) grown: Vec<(Vertex, Side)>,
    pub(crate) made: Option<DrawnPositions>,
    /// The boards that are drawn in positions.
    boards: NodeBoards,
    /// The filter's matches.
    pub(crate) hits: Option<Arc<Hits>>,
    /// The message about the last action.
    told: Option<Result<String, Refusal>>,
}

/// The drawing, and its key.
pub(crate) struct DrawnPositions {
    scene: PositionScene,
    pub(crate) shown: Neighbourhood,
    made_for: MadeFor,
    selected: Vertex,
    next: NextStep,
}

impl Tool for PositionsPanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Positions)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
        if !self.ways.is_of(&OfTree::now(&desk.document)) {
            // Another graph is open: the data of the last one only take memory.
            self.ways.forget();
            self.made = None;
        }
        if let Some(told) = self.told.take() {
            desk.tell(told);
        }
    }

    /// Starts the work that the visible view needs, and takes results.
    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let now = OfTree::now(&desk.document);
        let begins = !self.ways.is_of(&now);
        if begins && desk.middle != MainView::Positions {
            return;
        }
        let session = &desk.document.session;
        self.ways.want(now, || begin(&session.rated().graph, ctx));
        if begins {
            self.forget_scene(session);
        }
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let SlotState::Running(_, progress) = self.ways.state() else {
            return None;
        };
        Some(BackgroundWork {
            share: Some(*progress.now() as f32 / 1_000.0),
            ..BackgroundWork::on_thread("positions are being found")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        desk.tell_stopped(
            self.ways.cancel(),
            "Stopped counting the lines to the positions",
        )
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        match desk.middle {
            MainView::Positions => self.would_do(named, &desk.document),
            _ => matches!(
                named,
                CommandId::PositionsAbove
                    | CommandId::PositionsBelow
                    | CommandId::WiderNeighbourhood
                    | CommandId::NarrowerNeighbourhood
            )
            .then_some(false),
        }
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        _ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        let Command::Named(named) = *command else {
            return None;
        };
        let does =
            desk.shows(MainView::Positions) && self.do_named(named, &desk.document, &desk.view());
        does.then_some(Responder::Positions)
    }
}

impl PositionsPanel {
    /// The drawing.
    pub fn scene(&self) -> Option<&PositionScene> {
        self.made.as_ref().map(|made| &made.scene)
    }

    /// From the scene to the screen.
    pub fn transform(&self) -> Transform {
        self.canvas.transform()
    }

    /// The radius in moves; `None` for the whole graph.
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
        self.chosen = false;
        self.grown.clear();
        self.made = None;
        self.told = None;
        self.boards.clear();
        self.canvas = Canvas::default();
    }

    fn neighbourhood(&self, session: &Session, ways: &LinesToPositions) -> Neighbourhood {
        let graph = session.rated().graph.graph();
        let sources = &ways.sources;
        let Some(radius) = self.radius else {
            return Neighbourhood::around(graph, sources, Vertex::ROOT, u32::MAX, MAX_WHOLE);
        };
        let selected = session.vertex();
        let mut shown = Neighbourhood::around(graph, sources, selected, radius, MAX_AROUND);
        for &(of, side) in &self.grown {
            shown.grow(graph, sources, of, side, MAX_SHOWN);
        }
        shown
    }

    /// Updates the drawing if its key has changed.
    fn make(&mut self, document: &Document, view: &TreeView<'_>) {
        let session = &document.session;
        let Some(ways) = self.ways.known() else {
            return;
        };
        let current = self.made.as_ref();
        if current.is_some_and(|made| made.made_for.is_now(document, view)) {
            return;
        }
        let selected = session.vertex();
        if current.is_some_and(|made| made.selected != selected) {
            self.radius = self.radius.map(|radius| match self.chosen {
                true => radius,
                false => RADIUS,
            });
        }
        let shown = self.neighbourhood(session, ways);
        let line = session.line();
        let walked = WalkedMarks {
            selected,
            line: &line,
            best: session.best_line(),
        };
        let scene = PositionScene::new(view, ways, &shown, &walked);
        if let Some(before) = self.made.take() {
            // The present or the previous selected position stays in place on the screen.
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
        let mut made = DrawnPositions {
            scene,
            shown,
            made_for: MadeFor::now(document, view),
            selected,
            next: NextStep::default(),
        };
        made.next = made.next_step(session, ways, self.radius);
        self.made = Some(made);
    }

    /// Makes everything again with the present options.
    fn remake(&mut self, document: &Document, view: &TreeView<'_>) {
        let Some(mut made) = self.made.take() else {
            return;
        };
        made.made_for = MadeFor::never();
        self.made = Some(made);
        self.make(document, view);
    }

    /// The next smaller radius; `None` if there is none.
    fn narrower(&self, document: &Document) -> Option<u32> {
        let session = &document.session;
        match (self.radius, self.ways.known()) {
            (Some(radius), _) => (radius > 1).then(|| radius - 1),
            (None, Some(ways)) => {
                let graph = session.rated().graph.graph();
                let middle = session.vertex();
                let all = Neighbourhood::around(graph, &ways.sources, middle, u32::MAX, MAX_WHOLE);
                (all.radius() > 1).then(|| all.radius() - 1)
            }
            _ => None,
        }
    }

    /// Whether a command of the view would do anything; `None` if it is no command of the view.
    fn would_do(&self, named: CommandId, document: &Document) -> Option<bool> {
        Some(match named {
            CommandId::WiderNeighbourhood | CommandId::UnfoldPly => {
                let made = self.made.as_ref();
                self.radius.is_some()
                    && made.is_some_and(|made| {
                        let positions = made.scene.positions().iter();
                        let mut open = positions.map(|position| position.above + position.below);
                        !made.shown.is_cut() && open.any(|more| more > 0)
                    })
            }
            CommandId::NarrowerNeighbourhood | CommandId::FoldPly => {
                self.made.is_some() && (!self.grown.is_empty() || self.narrower(document).is_some())
            }
            CommandId::PositionsAbove => self.next_step().above > 0,
            CommandId::PositionsBelow => self.next_step().below > 0,
            named if moves(named) => self.made.is_some(),
            _ => return None,
        })
    }

    /// Does a command of the view; `false` if it is none.
    fn do_named(&mut self, named: CommandId, document: &Document, view: &TreeView<'_>) -> bool {
        let selected = document.session.vertex();
        match named {
            CommandId::ActualSize => {
                let at = self.scene().and_then(|scene| scene.position(selected));
                if let Some(at) = at.map(|position| position.at) {
                    self.canvas.actual_size(at);
                }
            }
            CommandId::PositionsAbove => self.grow_rim(Side::Above, document, view),
            CommandId::PositionsBelow => self.grow_rim(Side::Below, document, view),
            CommandId::WiderNeighbourhood | CommandId::UnfoldPly => self.widen(document, view),
            CommandId::NarrowerNeighbourhood | CommandId::FoldPly => self.narrow(document, view),
            named => return self.canvas.run(named),
        }
        true
    }

    /// Moves the view to where it should be, before anything is drawn.
    fn prepare(&mut self, view: &TreeView<'_>, room: &FreeArea) {
        let Some(made) = &self.made else {
            return;
        };
        let Some(selected) = made.scene.position(made.selected) else {
            return;
        };
        let bounds = made.scene.bounds();
        let mut inner = room.inner();
        inner.min.x += PLIES;
        let family = || Some(made.family(view, selected));
        self.canvas.prepare(room.screen, inner, bounds, family);
    }

    /// Reduces the radius if the selected position and its successors don't fit, unless the user
    /// has chosen it.
    fn make_room(&mut self, document: &Document, view: &TreeView<'_>, room: &FreeArea) {
        let Some(made) = &self.made else {
            return;
        };
        let family = made.scene.position(made.selected);
        let family = family.map(|selected| made.family(view, selected));
        let is_crowded = family.is_some_and(|family| !self.canvas.has_room_for(&family));
        if is_crowded && !self.chosen && self.grown.is_empty() && self.radius == Some(RADIUS) {
            self.radius = Some(1);
            self.remake(document, view);
            self.prepare(view, room);
        }
    }

    /// Draws the visible part into the rest of `ui`.
    fn canvas_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, room: &FreeArea) -> Response {
        let (screen, response) = scene_ui(ui, "Position graph");
        let response = response.identified(ids::POSITIONS);
        self.canvas.pan_and_zoom(ui, &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        let Some(made) = &self.made else {
            return response;
        };
        let transform = self.canvas.transform();
        let sight = transform.scene_rect(screen).grown(8.0);
        let mut drawing = Drawing::default();
        let scale = transform.scale;
        let hits = self.hits.as_deref();
        if self.is_far() {
            let (scene, selected) = (&made.scene, made.selected);
            draw_far_positions(&mut drawing, cx.view, scene, sight, selected, hits, scale);
            paint(&painter, &transform, cx.theme, &drawing);
        } else {
            let rated = cx.document.session.rated();
            let boards = scale >= BOARDS && self.boards.of(rated, made.selected).is_some();
            let shown = PositionsShown {
                selected: made.selected,
                names: scale >= MOVE_NAMES,
                counts: scale >= COUNTS,
                detail: match () {
                    () if boards => Detail::Board,
                    () if scale >= POSITIONS => Detail::Position,
                    () => Detail::Rating,
                },
                hits,
            };
            draw_positions(&mut drawing, cx.view, &made.scene, sight, &shown);
            paint(&painter, &transform, cx.theme, &drawing);
            for position in made.scene.positions().iter().filter(|_| boards) {
                let is_end = cx.view.labels.graph().kind(position.vertex) == VertexKind::End;
                let room = transform.screen_rect(board_room(position_rect(cx.view, position)));
                if !is_end && room.intersects(screen) {
                    let board = self.boards.of(rated, position.vertex);
                    if let Some(board) = board {
                        paint_in(&painter, cx, board, room);
                    }
                }
            }
        }
        self.paint_plies(&painter, cx, room);
        response
    }
}

impl DrawnPositions {
    /// The important parts: the selected position, its successors, and its predecessors.
    fn family(&self, view: &TreeView<'_>, selected: &PositionDrawn) -> Family {
        let positions = self.scene.positions();
        let rect = |slot: usize| position_rect(view, &positions[slot]).grown(16.0);
        let is_selected = |index: usize| positions[index].vertex == selected.vertex;
        let edges = || {
            self.scene
                .edges()
                .iter()
                .filter(|edge| edge.from != edge.to)
        };
        let below = edges().filter(|edge| is_selected(edge.from));
        let above = edges().filter(|edge| is_selected(edge.to));
        Family {
            whole: self.scene.bounds(),
            selected: position_rect(view, selected).grown(16.0),
            children: below.map(|edge| rect(edge.to)).reduce(Rect::and),
            parent: above.map(|edge| rect(edge.from)).reduce(Rect::and),
        }
    }
}
