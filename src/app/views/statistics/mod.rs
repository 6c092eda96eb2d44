//! The statistics view: the counts of the position graph and the complete tree, in tables and
//! plots.

mod area;
mod cards;
mod page;
mod plots;
mod table;

use eframe::egui;

use crate::app::base::{Begun, Scrolled, Slot, waker};
use crate::app::document::OfTree;
use crate::app::intent::{Command, Middle, Named};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::export::csv::statistics_csv;
use crate::session::{Rated, Statistics};

/// Maximum vertices and edges of a graph that is counted before the next frame.
const AT_ONCE: usize = 3_000;

/// The state of the statistics view.
pub struct StatisticsPanel {
    /// The counts; the progress is a text.
    counted: Slot<OfTree, Box<Statistics>, String>,
    /// The scroll state of the page.
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
    if graph.len() + graph.edge_count() <= AT_ONCE {
        return Begun::Done(Ok(Box::new(Statistics::of(rated))));
    }
    let (rated, wake) = (rated.clone(), waker(ctx));
    Begun::Thread {
        name: "doomtree-statistics",
        label: "counting the tree".to_owned(),
        wake: waker(ctx),
        told: "Counting the lines to every position: 0 %".to_owned(),
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let show = |words| {
                    let mut now = told.now();
                    if *now != words {
                        *now = words;
                        drop(now);
                        wake();
                    }
                };
                Ok(Box::new(
                    Statistics::find(&rated, &cancelled.ctl, &show).await,
                ))
            })
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

    /// Starts counting once the statistics are shown and the graph is built.
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

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let running = self.counted.is_running();
        running.then(|| BackgroundWork::on_thread("statistics are being counted"))
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
    /// The counts, once they are complete.
    pub fn known(&self) -> Option<&Statistics> {
        self.counted.known().map(|statistics| &**statistics)
    }

    /// The scroll offset of the page, in points.
    pub fn scrolled(&self) -> f32 {
        self.page.offset()
    }
}
