//! What is drawn, as plain data: shapes, places and inks, without pixels and without a screen.
//! The window's painter and every picture that is written draw the same description.

mod board;
mod shape;
mod shown;
mod text;
mod tree;

pub use board::{
    ArrowDrawn, BoardArrow, BoardDiagram, BoardMarks, board, board_radius, changed_places,
};
pub use shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight, mark_text_size};
pub use shown::ShownTree;
pub use text::{
    at_least, end_text, end_winners, ends_rows, move_words, player_letter, rating_text,
    short_count, table_count, winners_text,
};
pub use tree::{
    HIDDEN, LEVEL_HEIGHT, NODE_HEIGHT, NodeDrawn, NodeSize, RatingsFor, SIBLING_GAP, SUBTREE_GAP,
    TreeMarks, TreeView, draw_move, draw_move_name, draw_node, node_rect, node_size, shares,
};
