//! The presentation: a tour, or the tree alone, in full screen and with large text. The board and
//! the text are beside the tree on a wide screen, and below it on a square one. The line below the
//! board has the player to move and the rating, or the winner.

use eframe::egui::{self, Pos2, Rect, Vec2, pos2};

use crate::app::base::{Identified as _, ids, player_mark, strong};
use crate::app::intent::{CommandId, MainView};
use crate::app::parts::Cx;
use crate::diagram::player_name;
use crate::game::Player;
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::turn_text;

/// The window's commands that work in a presentation, besides its own.
pub(crate) const IN_TALK: &[CommandId] = &[
    CommandId::Parent,
    CommandId::Child,
    CommandId::PreviousSibling,
    CommandId::NextSibling,
    CommandId::Root,
    CommandId::BestEnd,
    CommandId::ToggleFold,
    CommandId::UnfoldBestLine,
    CommandId::Fit,
    CommandId::ZoomIn,
    CommandId::ZoomOut,
    CommandId::HideRatings,
    CommandId::Viewpoint,
    CommandId::LargerText,
    CommandId::SmallerText,
    CommandId::NormalText,
    CommandId::StepForward,
    CommandId::StepBack,
    CommandId::PlayRecording,
    CommandId::NextCut,
    CommandId::PreviousCut,
    CommandId::FullScreen,
    CommandId::Quit,
];

/// Its own commands that work without a tour; the shortcuts of the others walk the tree then.
pub(crate) const ALL_TALKS: &[CommandId] = &[CommandId::BlankScreen, CommandId::LeavePresentation];

/// A presentation that is on.
#[derive(Debug)]
pub(crate) struct Presentation {
    /// The current step of the tour; `None` if there is no tour, and the tree is walked.
    pub step: Option<usize>,
    /// Whether the screen is blank, so that the audience looks at the speaker.
    pub blank: bool,
    /// The scroll offset of the text, and its maximum.
    pub scroll: f32,
    pub most_scroll: f32,
    /// The visible height of the text.
    pub page: f32,
    /// The state to restore afterwards.
    pub(crate) before: Before,
    /// Until when its bar is shown, in seconds.
    pub(crate) bar_until: f64,
    /// When something on the screen last answered a click, in seconds.
    pub(crate) answered: f64,
    /// Where and when a finger was put on the screen.
    pub(crate) pressed: Option<(Pos2, f64)>,
}

#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) middle: MainView,
    pub(crate) hidden: bool,
    /// Whether the window was in full screen.
    pub(crate) full: bool,
    /// The nodes that were expanded.
    pub(crate) open: Vec<UnfoldingNode>,
}

impl Presentation {
    /// Whether there is more of the text below, or above.
    pub fn can_scroll(&self, down: bool) -> bool {
        match down {
            true => self.scroll + 1.0 < self.most_scroll,
            false => self.scroll > 1.0,
        }
    }

    pub(crate) fn scroll_on(&mut self, down: bool) {
        // A line of the visible text stays in view.
        let by = (self.page - 24.0).max(24.0);
        let to = self.scroll + if down { by } else { -by };
        self.scroll = to.clamp(0.0, self.most_scroll);
    }
}

/// A screen this many times as wide as high, or more, is a wide one.
const WIDE: f32 = 1.45;
/// A screen this many times as high as wide, or more, is that of a phone.
const TALL: f32 = 1.3;
/// A wide screen that is lower has no room for a text above a tree, in points.
const LOW: f32 = 480.0;
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
        if !has_board && wide && screen.height() < LOW {
            return Self::side_by_side(head, rest, text);
        }
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
        let min = if text.is_some() { MIN_TEXT } else { 0.0 };
        let needed = needed.clamp(min, inner.height() * MAX_TEXT);
        let (above, said) = inner.split_top_bottom_at_y(inner.bottom() - needed);
        let (tree, board) = above.split_top_bottom_at_y(above.bottom() - inner.height() * 0.25);
        Self {
            head,
            tree: tree.with_min_x(rest.left()).with_max_x(rest.right()),
            board,
            text: text.map(|_| said),
        }
    }

    /// The tree beside the text, on a phone that is held across.
    fn side_by_side(head: Rect, rest: Rect, text: Option<&dyn Fn(f32) -> f32>) -> Self {
        let (side, tree) = rest.split_left_right_at_fraction(0.4);
        let side = side.shrink2(Vec2::new(MARGIN, 4.0));
        let (said, row) = side.split_top_bottom_at_y(side.bottom() - ROW);
        Self {
            head,
            tree,
            board: row,
            text: text.map(|_| said),
        }
    }

    /// The text across the whole screen, and below it the tree, which gets the rest; one row is
    /// enough for the player to move.
    fn without_board(head: Rect, rest: Rect, text: Option<&dyn Fn(f32) -> f32>) -> Self {
        let inner = rest.shrink2(Vec2::new(MARGIN, 4.0));
        let needed = text.map_or(0.0, |text| text(inner.width()));
        let max = inner.height() * MAX_TEXT;
        let min = if text.is_some() { MIN_TEXT } else { 0.0 };
        let needed = needed.clamp(min, max.max(min));
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

/// The font size around it.
pub(crate) const AROUND: f32 = 15.0;

/// The height of the line below a board.
pub(crate) const STATE: f32 = 26.0;

/// The player to move and the rating, or the winner. Of a recording's node: the player to move
/// alone, since the search doesn't know the rating yet.
pub(crate) fn state_ui(ui: &mut egui::Ui, cx: &Cx<'_>, recorded: Option<VertexKind>) {
    let vertex = cx.document.session.vertex();
    let graph = cx.view.labels.graph();
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(STATE);
        ui.spacing_mut().item_spacing.x = 5.0;
        let kind = recorded.unwrap_or_else(|| graph.kind(vertex));
        match kind {
            VertexKind::End if recorded.is_none() => {
                let words = cx.view.winners(vertex);
                ui.label(strong(words).size(AROUND).color(cx.theme.text));
            }
            kind => {
                if let Some(player) = kind.player() {
                    player_mark(ui, cx.theme, cx.view, player);
                }
                let phrase = turn_text(graph, kind);
                ui.label(
                    egui::RichText::new(phrase)
                        .size(AROUND)
                        .color(cx.theme.text),
                );
            }
        }
        if kind == VertexKind::End || recorded.is_some() {
            return;
        }
        let ratings: Vec<String> = Player::all(graph.players())
            .map(|player| {
                let name = player_name(cx.view.labels, player);
                // A number isn't parted from its sign.
                format!("{name} {}", cx.view.decimal_of(vertex, player)).replace(' ', "\u{a0}")
            })
            .collect();
        let text = match cx.view.hidden {
            true => cx.hint("rating hidden (H)"),
            false => format!("rating {}", ratings.join(" · ")),
        };
        ui.add_space(6.0);
        ui.label(egui::RichText::new(text).size(AROUND).color(cx.theme.dim))
            .identified(ids::TALK_RATING);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_presentation_do_not_overlap_and_stay_on_the_screen() {
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
