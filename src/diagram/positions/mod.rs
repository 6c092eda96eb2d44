//! A part of the position graph as a picture: every position once, in the row of its first
//! occurrence, with all moves between the visible ones.

mod draw;
mod scene;

pub use self::draw::{
    LINES_WITHOUT_END, RECUR, describe_position, far_positions_legend, lines_words, position_facts,
    positions_legend,
};
pub use self::scene::{EdgeDrawn, EdgeWay};
pub use draw::{
    PositionsShown, draw_far_positions, draw_positions, position_badge_rect, position_more_rect,
    position_rect,
};
pub use scene::{POSITION_ROW, PositionDrawn, PositionRow, PositionScene, WalkedMarks};
