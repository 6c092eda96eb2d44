//! The horizontal axis of the strip: all plies side by side, or a zoomed part.

use eframe::egui::Rect;

/// Maximum width of a ply, in points.
const WIDEST: f32 = 112.0;
/// Plies kept visible on either side of the selected one.
const BESIDE: f64 = 2.0;

/// The zoom and scroll state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    /// The width of a ply; `None`: the whole line is visible.
    per: Option<f32>,
    /// The ply at the left end.
    first: f64,
    /// The last selected ply, so that another one is brought into view.
    seen: Option<usize>,
}

/// The places of the plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    pub left: f32,
    pub right: f32,
    /// The width of each.
    pub per: f32,
    /// The ply at the left end, and the number of plies.
    pub first: f64,
    pub len: usize,
}

impl Axis {
    /// Brings the selected ply into view in the next frame.
    pub fn reveal(&mut self) {
        self.seen = None;
    }

    /// The places of a line's plies in a rectangle.
    pub fn places(&mut self, rect: Rect, len: usize, selected: usize) -> Places {
        let all = all_in(rect, len);
        let per = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        let room = f64::from(rect.width() / per);
        if self.seen.replace(selected) != Some(selected) {
            let at = selected as f64;
            let least = at + 1.0 + BESIDE - room;
            self.first = self
                .first
                .clamp(least.min(at), (at - BESIDE).max(least.min(at)));
        }
        self.first = self.first.clamp(0.0, (len as f64 - room).max(0.0));
        Places {
            left: rect.left(),
            right: rect.right(),
            per,
            first: self.first,
            len,
        }
    }

    /// Draws the line larger or smaller around a point of the screen.
    pub fn zoom(&mut self, rect: Rect, len: usize, at: f32, factor: f32) {
        let all = all_in(rect, len);
        let before = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        let per = (before * factor).clamp(all, WIDEST.max(all));
        let place = self.first + f64::from((at - rect.left()) / before);
        self.first = place - f64::from((at - rect.left()) / per);
        self.per = (per > all * 1.001).then_some(per);
    }

    /// Scrolls by some points.
    pub fn pan(&mut self, rect: Rect, len: usize, by: f32) {
        let all = all_in(rect, len);
        let per = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        self.first -= f64::from(by / per);
    }
}

/// The width of a ply if all are visible.
fn all_in(rect: Rect, len: usize) -> f32 {
    (rect.width() / len.max(1) as f32).clamp(f32::MIN_POSITIVE, WIDEST)
}

impl Places {
    /// The center of a ply on the screen.
    pub fn x(&self, place: usize) -> f32 {
        self.left + ((place as f64 + 0.5 - self.first) * f64::from(self.per)) as f32
    }

    /// The ply at a screen coordinate.
    pub fn at(&self, x: f32) -> Option<usize> {
        let place = self.first + f64::from((x - self.left) / self.per);
        let last = self.len.checked_sub(1)?;
        (place >= 0.0 && place < self.len as f64 + 0.5).then(|| (place as usize).min(last))
    }

    /// The visible plies.
    pub fn seen(&self) -> std::ops::Range<usize> {
        let first = self.first.floor().max(0.0) as usize;
        let room = f64::from((self.right - self.left) / self.per);
        let last = (self.first + room).ceil().max(0.0) as usize;
        first.min(self.len)..last.min(self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{pos2, vec2};

    fn rect() -> Rect {
        Rect::from_min_size(pos2(100.0, 0.0), vec2(400.0, 50.0))
    }

    #[test]
    fn a_short_line_has_wide_places_and_a_long_one_is_seen_whole() {
        let short = Axis::default().places(rect(), 5, 0);
        assert_eq!((short.per, short.x(0)), (80.0, 140.0));
        assert_eq!((short.at(99.0), short.at(101.0)), (None, Some(0)));
        let shortest = Axis::default().places(rect(), 2, 0);
        assert_eq!(shortest.per, WIDEST);
        assert_eq!(shortest.at(480.0), None, "beyond the last");
        let long = Axis::default().places(rect(), 3_000, 2_999);
        assert_eq!(long.seen(), 0..3_000);
        assert_eq!((long.at(100.0), long.at(499.99)), (Some(0), Some(2_999)));
        for place in [0, 1, 1_500, 2_999] {
            assert_eq!(long.at(long.x(place)), Some(place));
        }
    }

    #[test]
    fn a_line_drawn_larger_shows_the_selected_place_and_what_the_pointer_is_at_stays() {
        let mut axis = Axis::default();
        axis.places(rect(), 3_000, 0);
        let before = axis.places(rect(), 3_000, 0).at(300.0);
        axis.zoom(rect(), 3_000, 300.0, 100.0);
        let places = axis.places(rect(), 3_000, 0);
        let after = places.at(300.0).expect("a place");
        assert!(before.is_some_and(|before| before.abs_diff(after) <= 1));
        assert!(places.seen().len() < 50);
        let places = axis.places(rect(), 3_000, 2_500);
        assert!(places.seen().contains(&2_500), "{:?}", places.seen());
        axis.pan(rect(), 3_000, 1e9);
        assert_eq!(axis.places(rect(), 3_000, 2_500).first, 0.0);
        axis.zoom(rect(), 3_000, 300.0, 1e-9);
        assert_eq!(axis.places(rect(), 3_000, 2_500).seen(), 0..3_000);
    }

    #[test]
    fn no_line_and_no_room_do_no_harm() {
        let places =
            Axis::default().places(Rect::from_min_size(pos2(0.0, 0.0), vec2(0.0, 0.0)), 0, 0);
        assert_eq!((places.seen(), places.at(0.0)), (0..0, None));
    }
}
