//! The map view: the whole tree, with widths by number of leaves, zoomable down to one node.

pub(crate) mod area;
mod canvas;
mod lines;
pub(crate) mod mesh;
mod pointer;

use std::sync::Arc;

use eframe::egui;

use self::area::LeafCount;
use self::lines::Minimap;
use self::mesh::{Inks, MapTexts};
use crate::app::base::{Gestures, Slot, SlotState};
use crate::app::document::{Document, OfTree};
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::diagram::{MapColors, MapOccurring, MapTree};
use crate::layout::map::{MapFrame, MapShape, MapView, PixelSpan};
use crate::session::{ActionEffects, Session};
use crate::tree::{Edge, Graph, Hits, Leaves, Vertex};

/// The height of a row if there is space, in points …
const HIGHEST_ROW: f32 = 42.0;
/// … where there isn't …
const LOWEST_ROW: f32 = 26.0;
/// … where a little less lets all rows be seen …
const CLOSE_ROW: f32 = 22.0;
/// … and the minimum if all rows are requested.
const MIN_ROW: f32 = 3.0;
/// A selected node that is narrower than this is brought nearer, in points.
const MIN_SELECTED: f64 = 30.0;
/// The width of a leaf at 100%, in points.
const LEAF: f64 = 64.0;
/// The factor of one zoom command.
const STEP: f64 = 1.5;
/// The share of the map's width that the selected node then takes.
const SELECTED: f64 = 0.4;

/// A change of the view, applied as soon as the map is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ViewRequest {
    /// Show the whole tree.
    Whole,
    /// Bring the row of the selected node into sight.
    Row,
    /// Bring the selected node into sight.
    Reveal,
    /// Show the selected node as wide as the map.
    ZoomTo,
    /// Center the selected node, with leaves as wide as a word.
    ActualSize,
    /// Enlarge it around its middle.
    Zoom(f64),
}

/// The state of the map view.
pub(crate) struct MapPanel {
    /// The leaf counts of a graph to this ply limit.
    counted: Slot<(OfTree, Option<u32>), Arc<Leaves>, LeafCount>,
    /// The ply limit of a cyclic game's map, if chosen.
    pub(crate) plies: Option<u32>,
    pub(crate) view: Option<MapView>,
    /// Whether all of it is shown, until the user moves the view.
    pub(crate) is_whole: bool,
    /// Whether rows are as low as it takes to have all of them in sight.
    all_rows: bool,
    /// The number of rows of the tree.
    count: u32,
    pub(crate) wishes: Vec<ViewRequest>,
    /// The scroll offset of the rows, in points.
    top: f64,
    row: f32,
    /// The area of the map, and the end of its rows.
    pub(crate) screen: egui::Rect,
    /// Pixels of the screen a point.
    pub(crate) pixels: f64,
    frame: MapFrame,
    pub(crate) inks: Inks,
    labels: MapTexts,
    pub(crate) minimap: Minimap,
    /// The meaning of the colors.
    pub(crate) colors: MapColors,
    /// The marks seen since the colors last changed.
    pub(crate) occurring: MapOccurring,
    /// Whether the node that is selected next was clicked in the map.
    clicked: bool,
    gestures: Gestures,
    /// Counts the leaves that have come.
    pub(crate) generation: u64,
    /// Counts the times that colors have changed.
    pub(crate) looks: u64,
    seen: MapSeen,
    /// The filter's matches, which are marked.
    pub(crate) hits: Option<Arc<Hits>>,
}

impl Default for MapPanel {
    fn default() -> Self {
        Self {
            counted: Slot::default(),
            plies: None,
            view: None,
            is_whole: true,
            all_rows: false,
            count: 1,
            wishes: Vec::new(),
            top: 0.0,
            row: LOWEST_ROW,
            screen: egui::Rect::NOTHING,
            pixels: 1.0,
            frame: MapFrame::default(),
            inks: Inks::default(),
            labels: MapTexts::default(),
            minimap: Minimap::default(),
            colors: MapColors::default(),
            occurring: MapOccurring::default(),
            clicked: false,
            gestures: Gestures::default(),
            generation: 0,
            looks: 0,
            seen: MapSeen::default(),
            hits: None,
        }
    }
}

/// The visible part of the map, for tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapSeen {
    /// The number of rectangles of the last frame, without lines and patterns.
    pub rects: usize,
    /// The number of visited nodes.
    pub looked: usize,
    /// The number of drawn names of moves or ratings.
    pub labels: usize,
    /// The number of rows, from the root down, where one node fills the screen.
    pub filled_rows: usize,
    /// The zoom as a power of two; 0 if all of it is visible.
    pub zoom: f64,
    /// The fraction of the tree at the left end, from 0 to 1.
    pub part: f64,
    /// The first row that is in sight, from 0 on.
    pub top_row: f64,
    /// The area of the rows: left, top, right and bottom, in points.
    pub area: [f32; 4],
    /// The area of the selected node in the same form, even if its row is scrolled away; `None` if
    /// it is outside at the left or right.
    pub selected: Option<[f32; 4]>,
}

/// The indices among their siblings of the nodes on a line.
fn places(graph: &Graph, line: &[Edge]) -> Vec<u32> {
    let mut vertex = Vertex::ROOT;
    line.iter()
        .map(|edge| {
            let index = graph.key(vertex, *edge) as u32;
            vertex = graph.target(*edge);
            index
        })
        .collect()
}

/// The moves with these indices.
fn edges(graph: &Graph, places: &[u32]) -> Vec<Edge> {
    let mut vertex = Vertex::ROOT;
    let step = |index: &u32| {
        let edge = graph.edge(vertex, *index as usize)?;
        vertex = graph.target(edge);
        Some(edge)
    };
    places.iter().map_while(step).collect()
}

impl Tool for MapPanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Map)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn follow(&mut self, desk: &Desk, change: &ActionEffects) {
        let clicked = std::mem::take(&mut self.clicked);
        if change.selection && !clicked && desk.shows(MainView::Map) {
            self.wishes.push(ViewRequest::Reveal);
        }
    }

    /// Counts the leaves of the open graph as long as the map is shown, and throws away those of
    /// another one.
    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if !desk.shows(MainView::Map) || desk.document.is_building() {
            return;
        }
        let graph = &desk.document.session.rated().graph;
        let (now, plies) = (self.now(&desk.document), self.plies);
        if self.counted.want(now, || area::begin(graph, plies, ctx)) {
            self.generation += 1;
            // The legend has the marks seen so far, which may not occur in the next map.
            self.occurring = MapOccurring::default();
            self.view = None;
            self.is_whole = true;
            // The whole map comes first, with the selected node marked.
            self.wishes = vec![ViewRequest::Whole, ViewRequest::Row];
            ctx.request_repaint();
        }
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let SlotState::Running(_, progress) = self.counted.state() else {
            return None;
        };
        Some(BackgroundWork {
            share: Some(progress.now().share),
            ..BackgroundWork::on_thread("the map is being counted")
        })
    }

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        // The map's area shows that.
        self.counted.cancel()
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        matches!(named, CommandId::ZoomToNode | CommandId::MapEnds)
            .then(|| desk.shows(MainView::Map))
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::MapEnds).then_some(desk.settings.map_ends)
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        _ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        match *command {
            Command::Named(CommandId::ShowMap) => {
                desk.show_middle(MainView::Map);
                // The user may have canceled the count.
                self.counted.again();
            }
            Command::Named(CommandId::MapEnds) => desk.settings.map_ends = !desk.settings.map_ends,
            Command::Named(named) => {
                let does = desk.shows(MainView::Map) && self.wish(named);
                return does.then_some(Responder::Map);
            }
            Command::MapTo(plies) => {
                self.plies = Some(plies);
                self.view = None;
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

impl MapPanel {
    /// The key of the leaf counts.
    fn now(&self, document: &Document) -> (OfTree, Option<u32>) {
        (OfTree::now(document), self.plies)
    }

    /// The leaves of the open graph, once they are counted.
    fn leaves(&self, document: &Document) -> Option<Arc<Leaves>> {
        if document.is_building() || !self.counted.is_of(&self.now(document)) {
            return None;
        }
        self.counted.known().cloned()
    }

    /// The visible part of the map in the last frame.
    pub fn seen(&self) -> MapSeen {
        self.seen
    }

    /// Does a command that moves or zooms, as soon as the map is there; `false` for any other.
    fn wish(&mut self, named: CommandId) -> bool {
        let wish = match named {
            CommandId::Fit => ViewRequest::Whole,
            CommandId::ZoomToNode => ViewRequest::ZoomTo,
            CommandId::ActualSize => ViewRequest::ActualSize,
            CommandId::ZoomIn => ViewRequest::Zoom(STEP),
            CommandId::ZoomOut => ViewRequest::Zoom(1.0 / STEP),
            _ => return false,
        };
        self.wishes.push(wish);
        true
    }

    /// Moves the view to where it should be, before anything is drawn.
    pub(crate) fn prepare(&mut self, tree: &MapTree<'_>, session: &Session) {
        let width = f64::from(self.screen.width()) * self.pixels;
        match &mut self.view {
            Some(view) if !self.is_whole => view.resize(tree, width),
            view => *view = Some(MapView::whole(tree, width)),
        }
        let rows = self.rows(tree, session);
        self.row = self.row_height(rows);
        self.count = rows;
        for wish in std::mem::take(&mut self.wishes) {
            self.apply_request(tree, session, wish);
            self.row = self.row_height(rows);
        }
        self.keep_rows(tree, rows);
    }

    /// The height of the rows.
    fn row_height(&self, rows: u32) -> f32 {
        let fitting = self.screen.height() / rows as f32;
        let min = match fitting {
            _ if self.all_rows => MIN_ROW,
            fitting if fitting >= CLOSE_ROW => CLOSE_ROW,
            _ => LOWEST_ROW,
        };
        fitting.clamp(min, HIGHEST_ROW)
    }

    /// Makes rows high enough for text again, and keeps the row at a screen height in place,
    /// otherwise the first one.
    fn leave_all_rows(&mut self, at: Option<f32>) {
        if !std::mem::take(&mut self.all_rows) {
            return;
        }
        let fixed = f64::from(at.map_or(0.0, |at| at - self.screen.top()));
        let row = (self.top + fixed) / f64::from(self.row);
        self.row = self.row_height(self.count);
        self.top = row * f64::from(self.row) - fixed;
    }

    /// Limits scrolling to the rows below the node that fills the screen. In a narrow part the rows
    /// above stay visible, rather than an empty space below.
    fn keep_rows(&mut self, tree: &MapTree<'_>, rows: u32) {
        let rows = self
            .deepest(tree)
            .map_or(rows, |deepest| rows.min(deepest + 1));
        let max = f64::from(rows) * f64::from(self.row) - f64::from(self.screen.height());
        self.top = self.top.clamp(0.0, max.max(0.0));
    }

    /// The last row of the deepest node that fills the screen; `None` if there is none, or it has
    /// more rows than are counted.
    fn deepest(&self, tree: &MapTree<'_>) -> Option<u32> {
        let view = self.view.as_ref()?;
        let above = view.filled_rows(tree).checked_sub(1)?;
        let below = tree.rows(view.anchor().get(above)?.node);
        (below < u16::MAX).then(|| above as u32 + u32::from(below))
    }

    /// The number of rows of the tree.
    fn rows(&self, tree: &MapTree<'_>, session: &Session) -> u32 {
        let below = u32::from(tree.rows(tree.root()));
        if below < u32::from(u16::MAX) {
            return below + 1;
        }
        let longest = session.rated().analysis.longest.of(Vertex::ROOT);
        longest.unwrap_or(below).max(below).saturating_add(1)
    }

    fn apply_request(&mut self, tree: &MapTree<'_>, session: &Session, wish: ViewRequest) {
        let middle = f64::from(self.screen.width()) * self.pixels / 2.0;
        let line = places(tree.graph, &session.line());
        match wish {
            ViewRequest::Whole => {
                self.is_whole = true;
                self.all_rows = true;
                self.top = 0.0;
                let width = middle * 2.0;
                self.view = Some(MapView::whole(tree, width));
            }
            ViewRequest::Zoom(factor) => {
                self.leave_all_rows(None);
                self.zoom_around(tree, middle, factor);
            }
            ViewRequest::ZoomTo => self.show(tree, &line, 2.0 * middle),
            ViewRequest::ActualSize => {
                let leaves = tree.leaves(end_of(tree, &line)).to_f64();
                let wide = leaves * LEAF * self.pixels;
                self.show(tree, &line, wide.min(64.0 * middle));
            }
            ViewRequest::Row => self.scroll_to(line.len(), false),
            ViewRequest::Reveal => self.reveal(tree, &line),
        }
    }

    /// Zooms around a point, in pixels from the map's left end. Nodes that come to fill the whole
    /// width scroll out at the top, and back in when zooming out.
    fn zoom_around(&mut self, tree: &MapTree<'_>, at: f64, factor: f64) {
        let Some(view) = &mut self.view else {
            return;
        };
        let before = view.filled_rows(tree);
        view.zoom(tree, at, factor);
        let after = view.filled_rows(tree);
        self.top += (after as f64 - before as f64) * f64::from(self.row);
        self.is_whole = view.is_whole(tree);
    }

    fn pan(&mut self, tree: &MapTree<'_>, by: egui::Vec2) {
        if let Some(view) = &mut self.view
            && by.x != 0.0
        {
            view.pan(tree, f64::from(by.x) * self.pixels);
        }
        self.top -= f64::from(by.y);
    }

    /// Centers a node with this width in pixels.
    fn show(&mut self, tree: &MapTree<'_>, line: &[u32], wide: f64) {
        self.leave_all_rows(None);
        let Some(view) = &mut self.view else {
            return;
        };
        view.show(tree, line, wide);
        self.is_whole = view.is_whole(tree);
        self.scroll_to(line.len(), true);
    }

    /// Scrolls to a row, so that some of those above and below it are in sight.
    fn scroll_to(&mut self, row: usize, high: bool) {
        let (row, at) = (f64::from(self.row), row as f64);
        let height = f64::from(self.screen.height());
        let around = 3.0_f64.min((height / row / 4.0).floor());
        let min = (at + 1.0 + around) * row - height;
        let maximum = (at - around) * row;
        let max = maximum.max(min);
        self.top = match high {
            true => max,
            false => self.top.clamp(min, max),
        };
    }

    /// Brings a node into sight, with as little change as that takes.
    fn reveal(&mut self, tree: &MapTree<'_>, line: &[u32]) {
        if self.row < CLOSE_ROW {
            // Rows that are so low can't be read.
            self.leave_all_rows(None);
        }
        let Some(view) = &self.view else {
            return;
        };
        let width = view.width();
        let widest = tree.leaves(end_of(tree, line)).times(width.into()).to_f64();
        let min = (MIN_SELECTED * self.pixels).min(widest);
        match view.span(tree, line) {
            Some(span) if span.width() >= min && span.width() <= width * 1.001 => {
                let inside = |span: PixelSpan| span.left >= -1.0 && span.right <= width + 1.0;
                if !inside(span) {
                    let over = (span.right - width).max(0.0).min(span.left);
                    let by = if span.left < 0.0 { -span.left } else { -over };
                    if let Some(view) = &mut self.view {
                        view.pan(tree, by);
                    }
                }
                self.scroll_to(line.len(), false);
            }
            // Too narrow to be seen, or out of sight; or wider than the map.
            Some(span) if span.width() > width => self.show(tree, line, width * 0.98),
            _ => self.show(tree, line, width * SELECTED),
        }
    }
}

/// The node at the end of a line, or where the tree ends before.
fn end_of(tree: &MapTree<'_>, line: &[u32]) -> u64 {
    let mut node = tree.root();
    for &index in line {
        if index as usize >= tree.degree(node) {
            break;
        }
        node = tree.child(node, index as usize);
    }
    node
}
