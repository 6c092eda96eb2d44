//! Where the places of a line stand along the strip: all of them side by side, or, drawn larger, some.

use eframe::egui::Rect;

/// A place takes at most so much room, in points.
const WIDEST: f32 = 112.0;
/// So many places beside the selected one are kept in sight.
const BESIDE: f64 = 2.0;

/// How somebody sees the line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    /// How much room a place takes; all of the line is seen where nothing is chosen.
    per: Option<f32>,
    /// The place at the left end.
    first: f64,
    /// The place that was selected last, so that another one is brought into sight.
    seen: Option<usize>,
}

/// Where the places stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    pub left: f32,
    pub right: f32,
    /// How much room each takes.
    pub per: f32,
    /// The place at the left end, and how many there are.
    pub first: f64,
    pub len: usize,
}

impl Axis {
    /// Brings the selected place into sight in the next frame.
    pub fn reveal(&mut self) {
        self.seen = None;
    }

    /// Where the places of a line stand in a rectangle.
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

    /// Moves what is seen by some points.
    pub fn pan(&mut self, rect: Rect, len: usize, by: f32) {
        let all = all_in(rect, len);
        let per = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        self.first -= f64::from(by / per);
    }
}

/// How much room a place has where all are seen.
fn all_in(rect: Rect, len: usize) -> f32 {
    (rect.width() / len.max(1) as f32).clamp(f32::MIN_POSITIVE, WIDEST)
}

impl Places {
    /// The middle of a place on the screen.
    pub fn x(&self, place: usize) -> f32 {
        self.left + ((place as f64 + 0.5 - self.first) * f64::from(self.per)) as f32
    }

    /// The place that lies there.
    pub fn at(&self, x: f32) -> Option<usize> {
        let place = self.first + f64::from((x - self.left) / self.per);
        let last = self.len.checked_sub(1)?;
        (place >= 0.0 && place < self.len as f64 + 0.5).then(|| (place as usize).min(last))
    }

    /// The places of which something is seen.
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
