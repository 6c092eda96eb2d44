//! The layout of a presentation: side by side on a wide screen, stacked on a square one.

use eframe::egui::{Rect, Vec2, pos2};

/// A screen this many times as wide as high, or more, is a wide one.
const WIDE: f32 = 1.45;
/// A screen this many times as high as wide, or more, is that of a phone.
const TALL: f32 = 1.3;
/// The height of the header, with the title and the progress of the tour.
const HEAD: f32 = 30.0;
/// The height of the row with the player to move.
const ROW: f32 = 32.0;
/// The minimum height of the text over a tree without a board, in points, and its maximum as a
/// share.
const MIN_TEXT: f32 = 40.0;
const MAX_TEXT: f32 = 0.42;
/// The margin at the edges.
const MARGIN: f32 = 14.0;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TalkRoom {
    /// The title, and the progress of the tour.
    pub head: Rect,
    /// The tree, or a recording.
    pub tree: Rect,
    /// The board with who is to move.
    pub board: Rect,
    /// The text; `None` without a tour.
    pub text: Option<Rect>,
}

impl TalkRoom {
    /// The parts of a screen: with room for a text or not, which would be so high in a column that
    /// is so wide. Below a tour its bar, of this height, has room.
    pub fn of(screen: Rect, has_board: bool, text: Option<&dyn Fn(f32) -> f32>, bar: f32) -> Self {
        let (head, mut rest) = screen.split_top_bottom_at_y(screen.top() + HEAD);
        let is_tall = screen.height() >= TALL * screen.width();
        if text.is_some() {
            rest.max.y -= bar;
        }
        let wide = screen.width() >= WIDE * screen.height();
        if !has_board {
            return Self::without_board(head, rest, text);
        }
        if is_tall {
            return Self::in_rows(head, rest, text);
        }
        let mut room = if wide {
            let (tree, side) = rest.split_left_right_at_fraction(0.58);
            let side = side.shrink2(Vec2::new(MARGIN, 4.0));
            let needed = text.map_or(0.0, |text| text(side.width()));
            // The board gets the rest, within limits.
            let board = side.height() - needed - MARGIN;
            let board = board.clamp(side.height() * 0.36, side.height() * 0.62);
            let (board, below) = side.split_top_bottom_at_y(side.top() + board);
            Self {
                head,
                tree,
                board,
                text: text.map(|_| below),
            }
        } else {
            let band = if text.is_some() { 0.44 } else { 0.36 };
            let (tree, band) = rest.split_top_bottom_at_fraction(1.0 - band);
            let band = band.shrink2(Vec2::new(MARGIN, 6.0));
            let (left, right) = band.split_left_right_at_fraction(0.63);
            match text {
                Some(_) => Self {
                    head,
                    tree,
                    board: right,
                    text: Some(left),
                },
                None => Self {
                    head,
                    tree,
                    board: band,
                    text: None,
                },
            }
        };
        if let Some(text) = &mut room.text {
            // Nothing is so close to the edge that a projector cuts it.
            text.max.y -= 4.0;
            if !wide {
                text.max.x -= MARGIN;
            }
            *text =
                Rect::from_min_max(text.min, pos2(text.max.x, text.max.y.max(text.min.y + 1.0)));
        }
        room
    }

    /// The tree, the board and the text below each other, as on a phone.
    fn in_rows(head: Rect, rest: Rect, text: Option<&dyn Fn(f32) -> f32>) -> Self {
        let inner = rest.shrink2(Vec2::new(MARGIN, 4.0));
        let needed = text.map_or(0.0, |text| text(inner.width()));
        let least = if text.is_some() { MIN_TEXT } else { 0.0 };
        let needed = needed.clamp(least, inner.height() * MAX_TEXT);
        let (above, said) = inner.split_top_bottom_at_y(inner.bottom() - needed);
        let (tree, board) = above.split_top_bottom_at_y(above.bottom() - inner.height() * 0.25);
        Self {
            head,
            tree: tree.with_min_x(rest.left()).with_max_x(rest.right()),
            board,
            text: text.map(|_| said),
        }
    }

    /// The text across the whole screen, and below it the tree, which gets the rest; one row is
    /// enough for the player to move.
    fn without_board(head: Rect, rest: Rect, text: Option<&dyn Fn(f32) -> f32>) -> Self {
        let inner = rest.shrink2(Vec2::new(MARGIN, 4.0));
        let needed = text.map_or(0.0, |text| text(inner.width()));
        let most = inner.height() * MAX_TEXT;
        let least = if text.is_some() { MIN_TEXT } else { 0.0 };
        let needed = needed.clamp(least, most.max(least));
        let (said, below) = inner.split_top_bottom_at_y(inner.top() + needed);
        let (tree, row) = below.split_top_bottom_at_y(below.bottom() - ROW);
        Self {
            head,
            tree: tree.with_min_x(rest.left()).with_max_x(rest.right()),
            board: row,
            text: text.map(|_| said),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_everything_stands_on_the_screen() {
        for (width, height) in [
            (640.0, 480.0),
            (853.0, 480.0),
            (360.0, 480.0),
            (1200.0, 480.0),
        ] {
            let screen = Rect::from_min_size(pos2(0.0, 0.0), Vec2::new(width, height));
            for needed in [0.0_f32, 120.0, 5_000.0] {
                let high = |_: f32| needed;
                let high = &high as &dyn Fn(f32) -> f32;
                for (has_board, text) in [
                    (true, None),
                    (true, Some(high)),
                    (false, Some(high)),
                    (false, None),
                ] {
                    let room = TalkRoom::of(screen, has_board, text, 34.0);
                    let parts = [
                        Some(room.head),
                        Some(room.tree),
                        Some(room.board),
                        room.text,
                    ];
                    let parts: Vec<Rect> = parts.into_iter().flatten().collect();
                    for (index, part) in parts.iter().enumerate() {
                        assert!(screen.contains_rect(*part), "{part:?} on {screen:?}");
                        assert!(part.width() > 100.0 && part.height() > 28.0, "{part:?}");
                        for other in &parts[..index] {
                            assert!(!part.shrink(0.5).intersects(*other), "{part:?} {other:?}");
                        }
                    }
                }
            }
        }
    }
}
