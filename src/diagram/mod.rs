//! What is drawn, as plain data: shapes, places and inks, without pixels and without a screen.
//! The window's painter and every picture that is written draw the same description.

mod board;
mod moves;
mod shape;
mod shown;
mod text;
mod tree;
mod why;
mod why_leaf;

pub use board::{BoardArrow, BoardDiagram, board};
pub use moves::{
    MoveColumn, MoveRow, MoveSort, blunder_text, move_row, move_tooltip, sorted_moves,
};
pub use shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
pub use shown::ShownTree;
pub use text::{
    at_least, end_text, end_winners, full_count, move_words, narrow_count, number_text,
    player_letter, player_name, rating_text, short_count, shortened, step_text, table_count,
    winners_shortened, winners_text,
};
pub use tree::{
    HIDDEN, LEVEL_HEIGHT, NODE_HEIGHT, NodeDrawn, NodeSize, RatingsFor, SIBLING_GAP, SUBTREE_GAP,
    TreeMarks, TreeView, draw_move, draw_move_name, draw_node, node_rect, node_size, shares,
};
pub use why::{Known, Phrase, Why, best_play, why};
