//! The value history in the window: a strip below the tree with the ratings along the walked line, or
//! along the line of a game that is looked back on, and the way from blunder to blunder.

mod axis;
pub(crate) mod head;
mod paint;
pub(crate) mod plot;

use std::sync::{Arc, Weak};

use eframe::egui;

use crate::app::base::gesture::Gestures;
use crate::app::document::model::Document;
use crate::diagram::{History, TreeView};
use crate::rating::Analysis;
use crate::tree::UnfoldingNode;
use axis::Axis;

/// What the strip remembers as long as the window lives.
#[derive(Default)]
pub(crate) struct HistoryStrip {
    /// Whether the game is looked back on: its line is shown wherever one looks.
    pub review: bool,
    shown: Option<Shown>,
    pub(crate) axis: Axis,
    pub(crate) gestures: Gestures,
    /// What has the strip's keys.
    pub(crate) id: Option<egui::Id>,
}

/// The ratings of a line, and what they were made for.
struct Shown {
    analysis: Weak<Analysis>,
    last: UnfoldingNode,
    hidden: bool,
    building: bool,
    supposed: u64,
    history: Arc<History>,
}

/// What is drawn of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Here {
    /// The selected node's place in the line; where it isn't in it, where it leaves the line.
    pub(crate) place: usize,
    /// Whether it is in the line.
    pub(crate) on: bool,
    /// From here on the line is only what somebody has seen before.
    pub(crate) from: usize,
}

/// The nodes of the line that ends there.
fn line_to(document: &Document, last: UnfoldingNode) -> Vec<UnfoldingNode> {
    let unfolding = document.session.unfolding();
    let way = std::iter::successors(Some(last), |node| unfolding.parent(*node));
    let mut nodes: Vec<UnfoldingNode> = way.collect();
    nodes.reverse();
    nodes
}

impl HistoryStrip {
    /// The ratings along the line that ends at a node, made again only when something has changed.
    pub(crate) fn history(
        &mut self,
        document: &Document,
        view: &TreeView<'_>,
        last: UnfoldingNode,
    ) -> Arc<History> {
        let analysis = &document.session.rated().analysis;
        let (hidden, building) = (view.hidden, document.is_building());
        let supposed = document.supposed.version();
        if let Some(shown) = &self.shown
            && std::ptr::eq(shown.analysis.as_ptr(), Arc::as_ptr(analysis))
            && (shown.last, shown.hidden, shown.building) == (last, hidden, building)
            && shown.supposed == supposed
        {
            return Arc::clone(&shown.history);
        }
        let history = Arc::new(History::new(view, line_to(document, last)));
        self.shown = Some(Shown {
            analysis: Arc::downgrade(analysis),
            last,
            hidden,
            building,
            supposed,
            history: Arc::clone(&history),
        });
        history
    }
}
