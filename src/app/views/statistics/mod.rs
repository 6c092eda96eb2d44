//! Statistics in the middle of the window: what the position graph and the complete tree hold, in
//! tables and as plots.

mod area;
mod cards;
mod page;
mod plots;
mod table;

use eframe::egui;

use crate::app::base::{Begun, Scrolled, Slot, waker};
use crate::app::document::OfTree;
use crate::app::intent::{Command, Middle, Named};
use crate::app::parts::{Cx, Desk, Responder, Tool, Work};
use crate::export::csv::statistics_csv;
use crate::session::{Gathering, Rated, Statistics};

/// A graph of at most this many vertices and edges is counted before the next frame.
const AT_ONCE: usize = 3_000;
/// How many vertices and edges are looked at between two looks at the cancel flag.
const STEP: usize = 1 << 17;

/// What the statistics remember.
pub struct StatisticsPanel {
    /// What was counted; what is being counted is told in words.
    counted: Slot<OfTree, Box<Statistics>, String>,
    /// How far the page is scrolled.
    page: Scrolled,
    /// Whether every ply of many is shown.
    all_plies: bool,
}

impl Default for StatisticsPanel {
    fn default() -> Self {
        Self {
            counted: Slot::default(),
            page: Scrolled::new("Statistics"),
            all_plies: false,
        }
    }
}

/// Starts to count.
fn begin(rated: &Rated, ctx: &egui::Context) -> Begun<Box<Statistics>, String> {
    let graph = rated.graph.graph();
    let mut gathering = Gathering::new(rated.clone());
    if graph.len() + graph.edge_count() <= AT_ONCE {
        return Begun::Done(Ok(Box::new(gathering.finish())));
    }
    let wake = waker(ctx);
    Begun::Thread {
        name: "doomtree-statistics",
        label: "counting the tree".to_owned(),
        wake: waker(ctx),
        told: gathering.words(),
        work: Box::new(move |cancelled, told| {
            while !gathering.step(STEP) {
                if cancelled.is_set() {
                    return None;
                }
                let words = gathering.words();
                if *told.now() != words {
                    *told.now() = words;
                    wake();
                }
            }
            Some(Ok(Box::new(gathering.finish())))
        }),
    }
}

impl Tool for StatisticsPanel {
    fn middle(&self) -> Option<Middle> {
        Some(Middle::Statistics)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    /// Begins to count once the statistics are shown and the graph is built.
    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let now = OfTree::now(&desk.document);
        if !self.counted.is_of(&now) {
            self.all_plies = false;
            if desk.middle != Middle::Statistics || desk.document.is_building() {
                self.counted.forget();
                return;
            }
        }
        let rated = desk.document.session.rated();
        self.counted.want(now, || begin(rated, ctx));
    }

    fn work(&self, _desk: &Desk) -> Option<Work> {
        let running = self.counted.is_running();
        running.then(|| Work::on_thread("statistics are being counted"))
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        let stopped = self.counted.cancel();
        if stopped {
            desk.tell(Ok("Canceled counting".to_owned()));
        }
        stopped
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &egui::Context) -> bool {
        if desk.shows(Middle::Statistics) {
            self.page.keys(ctx);
        }
        false
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::CopyStatistics)
            .then(|| desk.middle == Middle::Statistics && self.known().is_some())
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        if *command != Command::Named(Named::CopyStatistics) {
            return None;
        }
        if let Some(statistics) = self.known() {
            let text = statistics_csv(desk.document.session.rated(), statistics, desk.hidden);
            let lines = text.lines().count();
            desk.copy(
                ctx,
                text,
                format!("Copied {lines} lines of comma-separated values"),
            );
        }
        Some(Responder::Window)
    }
}

impl StatisticsPanel {
    /// What was counted, once it is.
    pub fn known(&self) -> Option<&Statistics> {
        self.counted.known().map(|statistics| &**statistics)
    }

    /// How far the page is scrolled, in points.
    pub fn scrolled(&self) -> f32 {
        self.page.offset()
    }
}
