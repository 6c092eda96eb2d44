//! The map in the middle: the whole tree, as wide as it has leaves, zoomed from all of it down to one
//! node.

mod area;
pub(crate) mod busy;
mod canvas;
mod counting;
mod facts;
mod hits;
pub(crate) mod inks;
mod labels;
mod lines;
mod mesh;
mod minimap;
mod pointer;
mod words;

use std::sync::Arc;

use eframe::egui;

use crate::app::base::{Gestures, Slot, State};
use crate::app::document::{Document, OfTree};
use crate::app::intent::{Command, Middle, Named};
use crate::app::parts::{Cx, Desk, Responder, Tool, Work};
use crate::diagram::{MapColors, MapOccurring, MapTree};
use crate::layout::map::{Frame, MapShape, MapView, Span};
use crate::session::{Change, Session};
use crate::tree::{Edge, Graph, Hits, Leaves, Vertex};
use counting::Counted;
use inks::Inks;
use labels::Labels;
use minimap::Minimap;

/// How high a row is where there is room, in points …
const HIGHEST_ROW: f32 = 42.0;
/// … where there isn't …
const LOWEST_ROW: f32 = 26.0;
/// … where a little less lets all rows be seen …
const CLOSE_ROW: f32 = 22.0;
/// … and where all rows are asked for, however many.
const MIN_ROW: f32 = 3.0;
/// A selected node that is narrower than this is brought nearer, in points.
const MIN_SELECTED: f64 = 30.0;
/// How wide a leaf is at its own size, in points.
const LEAF: f64 = 64.0;
/// How much one command enlarges.
const STEP: f64 = 1.5;
/// So much of the map's width the selected node then takes.
const SELECTED: f64 = 0.4;

/// What is done with the view as soon as the map is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wish {
    /// Show the whole tree.
    Whole,
    /// Bring the row of the selected node into sight.
    Row,
    /// Bring the selected node into sight.
    Reveal,
    /// Show the selected node as wide as the map.
    ZoomTo,
    /// Show the selected node in the middle, a leaf as wide as a word.
    ActualSize,
    /// Enlarge it around its middle.
    Zoom(f64),
}

/// What the map's panel remembers.
pub(crate) struct MapPanel {
    /// The leaves of a graph to so many plies.
    counted: Slot<(OfTree, Option<u32>), Arc<Leaves>, Counted>,
    /// To how many plies a cyclic game is mapped, where somebody has chosen that.
    pub(crate) plies: Option<u32>,
    pub(crate) view: Option<MapView>,
    /// Whether all of it is shown, until the user moves the view.
    pub(crate) is_whole: bool,
    /// Whether rows are as low as it takes to have all of them in sight.
    all_rows: bool,
    /// How many rows the tree has.
    count: u32,
    pub(crate) wishes: Vec<Wish>,
    /// How far the rows are scrolled, in points.
    top: f64,
    row: f32,
    /// Where the map is drawn, and where its rows end.
    pub(crate) screen: egui::Rect,
    /// Pixels of the screen a point.
    pub(crate) pixels: f64,
    frame: Frame,
    pub(crate) inks: Inks,
    labels: Labels,
    pub(crate) minimap: Minimap,
    /// What the colors tell.
    pub(crate) colors: MapColors,
    /// What has been seen since the colors changed last.
    pub(crate) occurring: MapOccurring,
    /// Whether the node that is selected next was clicked in the map.
    clicked: bool,
    gestures: Gestures,
    /// Counts the leaves that have come.
    pub(crate) generation: u64,
    /// Counts the times that colors have changed.
    pub(crate) looks: u64,
    seen: MapSeen,
    /// What is looked for, and marked.
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
            frame: Frame::default(),
            inks: Inks::default(),
            labels: Labels::default(),
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

/// What is seen of the map, for whoever wants to check it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapSeen {
    /// How many rectangles the last frame drew, lines and patterns left out.
    pub rects: usize,
    /// How many nodes it looked at.
    pub looked: usize,
    /// How many names of moves or ratings it drew.
    pub labels: usize,
    /// In how many rows from the root down one node fills the screen.
    pub filled_rows: usize,
    /// The power of two by which the map is enlarged; 0 where all of it is in sight.
    pub zoom: f64,
    /// The part of the tree that lies at the left end, from 0 to 1.
    pub part: f64,
    /// The first row that is in sight, from 0 on.
    pub top_row: f64,
    /// Where the rows are drawn: left, top, right and bottom, in points.
    pub area: [f32; 4],
    /// Where the selected node is drawn, in the same way, also where its row is scrolled away; nothing
    /// where it lies beside what is in sight.
    pub selected: Option<[f32; 4]>,
}

/// The places among their siblings of the nodes on the way to a node.
fn places(graph: &Graph, line: &[Edge]) -> Vec<u32> {
    let mut vertex = Vertex::ROOT;
    line.iter()
        .map(|edge| {
            let place = graph.key(vertex, *edge) as u32;
            vertex = graph.target(*edge);
            place
        })
        .collect()
}

/// The moves with these places.
fn edges(graph: &Graph, places: &[u32]) -> Vec<Edge> {
    let mut vertex = Vertex::ROOT;
    let step = |place: &u32| {
        let edge = graph.edge(vertex, *place as usize)?;
        vertex = graph.target(edge);
        Some(edge)
    };
    places.iter().map_while(step).collect()
}

impl Tool for MapPanel {
    fn middle(&self) -> Option<Middle> {
        Some(Middle::Map)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn follow(&mut self, desk: &Desk, change: &Change) {
        let clicked = std::mem::take(&mut self.clicked);
        if change.selection && !clicked && desk.shows(Middle::Map) {
            self.wishes.push(Wish::Reveal);
        }
    }

    /// Counts the leaves of the open graph as long as the map is shown, and throws away those of
    /// another one.
    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if !desk.shows(Middle::Map) || desk.document.is_building() {
            return;
        }
        let graph = &desk.document.session.rated().graph;
        let (now, plies) = (self.now(&desk.document), self.plies);
        if self
            .counted
            .want(now, || counting::begin(graph, plies, ctx))
        {
            self.generation += 1;
            // The legend names what has been seen, which the next map may not have.
            self.occurring = MapOccurring::default();
            self.view = None;
            self.is_whole = true;
            // All of it comes first, with the selected node marked in it.
            self.wishes = vec![Wish::Whole, Wish::Row];
            ctx.request_repaint();
        }
    }

    fn work(&self, _desk: &Desk) -> Option<Work> {
        let State::Running(_, told) = self.counted.state() else {
            return None;
        };
        Some(Work {
            share: Some(told.now().share),
            ..Work::on_thread("the map is being counted")
        })
    }

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        // The map's place says so.
        self.counted.cancel()
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        matches!(named, Named::ZoomToNode | Named::MapEnds).then(|| desk.shows(Middle::Map))
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::MapEnds).then_some(desk.settings.map_ends)
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        _ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        match *command {
            Command::Named(Named::ShowMap) => {
                desk.show_middle(Middle::Map);
                // Somebody may have stopped that.
                self.counted.again();
            }
            Command::Named(Named::MapEnds) => desk.settings.map_ends = !desk.settings.map_ends,
            Command::Named(named) => {
                let does = desk.shows(Middle::Map) && self.wish(named);
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
    /// What leaves are counted of.
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

    /// What the last frame has shown.
    pub fn seen(&self) -> MapSeen {
        self.seen
    }

    /// Does a command that moves or zooms, as soon as the map is there; `false` for any other.
    fn wish(&mut self, named: Named) -> bool {
        let wish = match named {
            Named::Fit => Wish::Whole,
            Named::ZoomToNode => Wish::ZoomTo,
            Named::ActualSize => Wish::ActualSize,
            Named::ZoomIn => Wish::Zoom(STEP),
            Named::ZoomOut => Wish::Zoom(1.0 / STEP),
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
            self.grant(tree, session, wish);
            self.row = self.row_height(rows);
        }
        self.keep_rows(tree, rows);
    }

    /// How high the rows are.
    fn row_height(&self, rows: u32) -> f32 {
        let fitting = self.screen.height() / rows as f32;
        let least = match fitting {
            _ if self.all_rows => MIN_ROW,
            fitting if fitting >= CLOSE_ROW => CLOSE_ROW,
            _ => LOWEST_ROW,
        };
        fitting.clamp(least, HIGHEST_ROW)
    }

    /// Makes rows high enough for words again, and keeps the row at a height of the screen where it
    /// is, else the first one.
    fn leave_all_rows(&mut self, at: Option<f32>) {
        if !std::mem::take(&mut self.all_rows) {
            return;
        }
        let fixed = f64::from(at.map_or(0.0, |at| at - self.screen.top()));
        let row = (self.top + fixed) / f64::from(self.row);
        self.row = self.row_height(self.count);
        self.top = row * f64::from(self.row) - fixed;
    }

    /// Keeps the rows within what lies below the node that fills the screen: of a narrow part those
    /// above stay in sight rather than nothing below.
    fn keep_rows(&mut self, tree: &MapTree<'_>, rows: u32) {
        let rows = self
            .deepest(tree)
            .map_or(rows, |deepest| rows.min(deepest + 1));
        let most = f64::from(rows) * f64::from(self.row) - f64::from(self.screen.height());
        self.top = self.top.clamp(0.0, most.max(0.0));
    }

    /// The last row of the deepest node that fills the screen; `None` where there is none, or it has
    /// more rows than are counted.
    fn deepest(&self, tree: &MapTree<'_>) -> Option<u32> {
        let view = self.view.as_ref()?;
        let above = view.filled_rows(tree).checked_sub(1)?;
        let below = tree.rows(view.anchor().get(above)?.node);
        (below < u16::MAX).then(|| above as u32 + u32::from(below))
    }

    /// How many rows the tree has.
    fn rows(&self, tree: &MapTree<'_>, session: &Session) -> u32 {
        let below = u32::from(tree.rows(tree.root()));
        if below < u32::from(u16::MAX) {
            return below + 1;
        }
        let longest = session.rated().analysis.longest.of(Vertex::ROOT);
        longest.unwrap_or(below).max(below).saturating_add(1)
    }

    fn grant(&mut self, tree: &MapTree<'_>, session: &Session, wish: Wish) {
        let middle = f64::from(self.screen.width()) * self.pixels / 2.0;
        let line = places(tree.graph, &session.line());
        match wish {
            Wish::Whole => {
                self.is_whole = true;
                self.all_rows = true;
                self.top = 0.0;
                let width = middle * 2.0;
                self.view = Some(MapView::whole(tree, width));
            }
            Wish::Zoom(factor) => {
                self.leave_all_rows(None);
                self.zoom_around(tree, middle, factor);
            }
            Wish::ZoomTo => self.show(tree, &line, 2.0 * middle),
            Wish::ActualSize => {
                let leaves = tree.leaves(end_of(tree, &line)).to_f64();
                let wide = leaves * LEAF * self.pixels;
                self.show(tree, &line, wide.min(64.0 * middle));
            }
            Wish::Row => self.scroll_to(line.len(), false),
            Wish::Reveal => self.reveal(tree, &line),
        }
    }

    /// Zooms around a place, in pixels from the map's left end. What comes to fill the whole width
    /// scrolls out at the top, and back in on the way out.
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

    /// Shows a node in the middle, so many pixels wide.
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
        let least = (at + 1.0 + around) * row - height;
        let most = (at - around) * row;
        let most = most.max(least);
        self.top = match high {
            true => most,
            false => self.top.clamp(least, most),
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
        let least = (MIN_SELECTED * self.pixels).min(widest);
        match view.span(tree, line) {
            Some(span) if span.width() >= least && span.width() <= width * 1.001 => {
                let inside = |span: Span| span.left >= -1.0 && span.right <= width + 1.0;
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
    for &place in line {
        if place as usize >= tree.degree(node) {
            break;
        }
        node = tree.child(node, place as usize);
    }
    node
}
