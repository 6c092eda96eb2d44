//! Growing and shrinking the visible part of a position graph: the number of positions it would
//! add, and messages.

use super::{DrawnPositions, MAX_AROUND, MAX_SHOWN, MAX_WHOLE, PositionsPanel};
use crate::app::document::Document;
use crate::diagram::{Point, Rect, TreeView, position_rect};
use crate::game::Refusal;
use crate::session::Session;
use crate::tree::{LinesToPositions, Neighbourhood, Side, Vertex};
use crate::words::{counted, short_number};

/// The number of positions that each step would add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextStep {
    /// The predecessors one move further.
    pub above: usize,
    /// The successors one move further.
    pub below: usize,
    /// All positions one move further.
    pub wider: usize,
}

/// A number of positions as text.
pub(crate) fn positions_text(count: usize) -> String {
    counted(count, "position")
}

pub(super) fn side_words(side: Side) -> &'static str {
    match side {
        Side::Above => "above",
        Side::Below => "below",
    }
}

impl PositionsPanel {
    /// The number of positions that each step would add.
    pub fn next_step(&self) -> NextStep {
        self.made
            .as_ref()
            .map_or_else(NextStep::default, |made| made.next)
    }

    /// The nearest positions on a side of the selected one, at equal distance, with hidden
    /// neighbors on that side.
    fn rim(&self, document: &Document, side: Side) -> Vec<Vertex> {
        let (Some(made), Some(ways)) = (&self.made, self.ways.known()) else {
            return Vec::new();
        };
        made.rim(&document.session, ways, side)
    }

    /// The number of positions with the neighbors of some positions added.
    fn added(&self, document: &Document, of: &[(Vertex, Side)]) -> usize {
        let (Some(made), Some(ways)) = (&self.made, self.ways.known()) else {
            return 0;
        };
        made.added(&document.session, ways, of)
    }

    /// Shows the neighbors of a position on one side, if the limit allows it.
    pub(super) fn grow(
        &mut self,
        of: Vertex,
        side: Side,
        document: &Document,
        view: &TreeView<'_>,
    ) {
        self.grow_all(&[(of, side)], side, document, view);
    }

    /// Shows the positions one move further on a side of the selected one.
    pub(super) fn grow_rim(&mut self, side: Side, document: &Document, view: &TreeView<'_>) {
        let rim = self.rim(document, side).into_iter();
        let all: Vec<_> = rim.map(|vertex| (vertex, side)).collect();
        self.grow_all(&all, side, document, view);
    }

    fn grow_all(
        &mut self,
        all: &[(Vertex, Side)],
        side: Side,
        document: &Document,
        view: &TreeView<'_>,
    ) {
        let added = self.added(document, all);
        let shown = self.scene().map_or(0, |scene| scene.positions().len());
        let text = side_words(side);
        if shown + added > MAX_SHOWN {
            let what = format!(
                "{} more would make {}; at most {} fit. Show fewer, or select a position further \
                 {text}.",
                positions_text(added),
                short_number(shown + added),
                short_number(MAX_SHOWN),
            );
            self.told = Some(Err(Refusal::new(what, "")));
            return;
        }
        let before = self.vertices();
        self.grown.extend_from_slice(all);
        self.remake(document, view);
        self.told = Some(Ok(format!(
            "{} more {text}: {}",
            positions_text(added),
            self.shown_text(document)
        )));
        self.reveal_new(&before, view);
    }

    /// Shows the positions one move further.
    pub(super) fn widen(&mut self, document: &Document, view: &TreeView<'_>) {
        let before = self.vertices();
        self.chosen = true;
        self.radius = self.radius.map(|radius| radius + 1);
        self.remake(document, view);
        let all = document.session.rated().graph.graph().len();
        let shown = self.vertices().len();
        if all <= MAX_WHOLE && shown == all {
            self.radius = None;
        }
        let cut = self.made.as_ref().is_some_and(|made| made.shown.is_cut());
        let cut = match cut {
            true => ", the nearest ones: more can't be shown at once",
            false => "",
        };
        self.told = Some(Ok(format!(
            "{} more: {}{cut}",
            positions_text(shown.saturating_sub(before.len())),
            self.shown_text(document)
        )));
        self.reveal_new(&before, view);
    }

    /// Hides the positions requested beyond the radius, otherwise the furthest ones.
    pub(super) fn narrow(&mut self, document: &Document, view: &TreeView<'_>) {
        let before = self.vertices().len();
        self.chosen = true;
        if self.grown.is_empty() {
            self.radius = self.narrower(document).or(self.radius);
        }
        self.grown.clear();
        self.remake(document, view);
        let fewer = before.saturating_sub(self.vertices().len());
        self.told = Some(Ok(format!(
            "{} fewer: {}",
            positions_text(fewer),
            self.shown_text(document)
        )));
    }

    /// The numbers of visible and of all positions.
    pub(super) fn shown_text(&self, document: &Document) -> String {
        let all = document.session.rated().graph.graph().len();
        let shown = self.vertices().len();
        match shown == all {
            true => format!("all {} are shown", positions_text(all)),
            false => format!("{} of {} are shown", short_number(shown), short_number(all)),
        }
    }

    fn vertices(&self) -> Vec<Vertex> {
        let made = self.made.as_ref();
        made.map_or_else(Vec::new, |made| made.shown.vertices().to_vec())
    }

    /// Brings new positions into view, with the selected one if there is space.
    fn reveal_new(&mut self, before: &[Vertex], view: &TreeView<'_>) {
        let Some(made) = &self.made else {
            return;
        };
        let positions = made.scene.positions().iter();
        let new = positions.filter(|position| {
            position.vertex == made.selected || before.binary_search(&position.vertex).is_err()
        });
        let all = new
            .map(|position| position_rect(view, position).grown(24.0))
            .reduce(|all, rect| Rect {
                min: Point::new(all.min.x.min(rect.min.x), all.min.y.min(rect.min.y)),
                max: Point::new(all.max.x.max(rect.max.x), all.max.y.max(rect.max.y)),
            });
        if let Some(all) = all {
            self.canvas.show(all);
        }
    }
}

impl DrawnPositions {
    /// The number of positions that each step would add.
    pub(super) fn next_step(
        &self,
        session: &Session,
        ways: &LinesToPositions,
        radius: Option<u32>,
    ) -> NextStep {
        let graph = session.rated().graph.graph();
        let beside = |side| {
            let rim = self.rim(session, ways, side);
            let all: Vec<_> = rim.into_iter().map(|vertex| (vertex, side)).collect();
            self.added(session, ways, &all)
        };
        let wider = radius.map_or(0, |radius| {
            let middle = session.vertex();
            let wider = Neighbourhood::around(graph, &ways.sources, middle, radius + 1, MAX_AROUND);
            let new = wider.vertices().iter();
            new.filter(|vertex| self.shown.index_of(**vertex).is_none())
                .count()
        });
        NextStep {
            above: beside(Side::Above),
            below: beside(Side::Below),
            wider,
        }
    }

    fn rim(&self, session: &Session, ways: &LinesToPositions, side: Side) -> Vec<Vertex> {
        let graph = session.rated().graph.graph();
        let mut seen = vec![false; self.shown.vertices().len()];
        let mut here = vec![self.selected];
        while !here.is_empty() {
            let open: Vec<Vertex> = here
                .iter()
                .copied()
                .filter(|vertex| self.shown.missing(graph, &ways.sources, *vertex, side) > 0)
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
                    let slot = self.shown.index_of(vertex);
                    if slot.is_some_and(|index| !std::mem::replace(&mut seen[index], true)) {
                        next.push(vertex);
                    }
                }
            }
            here = next;
        }
        Vec::new()
    }

    /// The number of hidden neighbors of some positions.
    fn added(&self, session: &Session, ways: &LinesToPositions, of: &[(Vertex, Side)]) -> usize {
        let graph = session.rated().graph.graph();
        let mut new: Vec<Vertex> = Vec::new();
        for &(vertex, side) in of {
            let near = match side {
                Side::Above => ways.sources.of(vertex),
                Side::Below => graph.targets(vertex),
            };
            new.extend(
                near.iter()
                    .filter(|near| self.shown.index_of(**near).is_none()),
            );
        }
        new.sort_unstable();
        new.dedup();
        new.len()
    }
}
