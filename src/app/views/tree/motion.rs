//! Short animations: nodes and the view move to their new places, unless too many would.

use std::time::Duration;

use eframe::egui;
use rustc_hash::FxHashMap;

use crate::app::base::Transform;
use crate::diagram::{Point, Sight};
use crate::tree::UnfoldingNode;

/// Duration of an animation, in seconds.
const LENGTH: f64 = 0.15;
/// Maximum number of visible nodes for an animation.
const MAX: usize = 400;

/// The animation in progress.
#[derive(Default)]
pub(crate) struct Motion {
    /// Whether anything moves at all.
    pub(crate) enabled: bool,
    /// The places of the visible nodes in the last frame.
    last: FxHashMap<UnfoldingNode, Point>,
    from: FxHashMap<UnfoldingNode, Point>,
    view: Option<Transform>,
    asked: bool,
    begun: Option<f64>,
}

impl Motion {
    /// Starts an animation with the next frame, from the present places.
    pub(crate) fn begin(&mut self, now: &Transform) {
        if !self.enabled || self.last.is_empty() {
            return;
        }
        if !self.asked {
            self.view = Some(*now);
        }
        self.asked = true;
    }

    /// Whether anything is on its way.
    pub(crate) fn is_moving(&self) -> bool {
        self.begun.is_some()
    }

    /// Lets everything be where it belongs: who drags or zooms wants no gliding.
    pub(crate) fn stop(&mut self) {
        self.asked = false;
        self.begun = None;
        self.from.clear();
        self.view = None;
    }

    /// Moves the visible nodes to their places in the animation, and returns its view.
    pub(crate) fn step(
        &mut self,
        ctx: &egui::Context,
        sights: &mut [Sight],
        view: &Transform,
    ) -> Transform {
        let time = ctx.input(|input| input.time);
        if std::mem::take(&mut self.asked) {
            self.from = std::mem::take(&mut self.last);
            self.begun = Some(time);
        }
        if sights.len() > MAX || !self.enabled {
            self.stop();
            self.last.clear();
            return *view;
        }
        let mut shown = *view;
        if let Some(begun) = self.begun {
            let share = ((time - begun) / LENGTH).clamp(0.0, 1.0);
            if share >= 1.0 {
                self.stop();
            } else {
                // Fast at first, and gently to rest.
                let share = 1.0 - (1.0 - share).powi(3);
                self.glide(sights, share);
                if let Some(from) = &self.view
                    && from.axes == view.axes
                {
                    shown.offset = mixed(from.offset, view.offset, share);
                }
                ctx.request_repaint_after(Duration::ZERO);
            }
        }
        self.last.clear();
        self.last
            .extend(sights.iter().map(|sight| (sight.node, sight.at)));
        shown
    }

    /// Parents come before children: a new node starts at its parent.
    fn glide(&self, sights: &mut [Sight], share: f64) {
        let mut now: FxHashMap<(u64, u64), (Point, Point)> = FxHashMap::default();
        let key = |at: Point| (at.x.to_bits(), at.y.to_bits());
        for sight in sights {
            let above = sight.above.and_then(|above| now.get(&key(above)).copied());
            let from = match (self.from.get(&sight.node), above) {
                (Some(from), _) => *from,
                (None, Some((from, _))) => from,
                (None, None) => sight.at,
            };
            let at = mixed(from, sight.at, share);
            now.insert(key(sight.at), (from, at));
            sight.at = at;
            if let (Some(above), Some((_, at))) = (&mut sight.above, above) {
                *above = at;
            }
        }
    }
}

fn mixed(from: Point, to: Point, share: f64) -> Point {
    Point::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}
