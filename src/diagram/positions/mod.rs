//! A part of the position graph as a picture: every position once, in the row of its first
//! occurrence, with all moves between the visible ones.

mod draw;
mod edges;
mod names;
mod scene;
mod words;

pub use draw::{
    PositionsShown, draw_far_positions, draw_positions, position_badge_rect, position_more_rect,
    position_rect,
};
pub use edges::{EdgeDrawn, EdgeWay};
pub use scene::{POSITION_ROW, PositionDrawn, PositionRow, PositionScene, Walked};
pub use words::{
    LINES_WITHOUT_END, RECUR, describe_position, far_positions_legend, lines_words, position_facts,
    positions_legend,
};
