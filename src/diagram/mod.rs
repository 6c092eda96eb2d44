//! Diagrams as plain data (shapes, coordinates and inks), without pixels or a screen. The window
//! and all exported pictures draw the same shapes.
//!
//! There are three layers: the data about a node (view, supposed, elements, marks), its size
//! (measure, looks), and its drawing. `export::scene` passes the shapes to SVG, PDF, PNG and TikZ,
//! and hit testing uses the same rectangles. Texts (`why`, the moves table, facts of a node) are
//! plain text, so that the window and every export say the same. A legend's entry is a row: whether
//! its mark occurs, its width, its text, and its drawing.
//!
//! `reasoning` explains a node's rating in phrases, each with the line to the node it is about; the
//! window makes them links. [`RatingHistory`] has the heights, other moves and blunders along a line; the
//! window only places and paints them. `recorded` draws a recording, `exercised` an exercise.
//! `prose` parses Markdown into flat blocks, for the window and the page. It treats HTML as text
//! and drops unsafe targets, so that no writer has to. `TreeView::at` gives the ratings of a node
//! under assumptions; without it they are the true ratings of the graph.

mod areas;
mod assumed;
mod blunders;
mod board;
mod decorated;
mod drawn_what_if;
mod elements;
mod exercised;
mod facts;
mod history;
mod hits;
mod legend;
mod legend_entry;
mod map;
mod marks;
mod measured_nodes;
mod move_table;
mod moves;
mod node;
mod odds;
mod palette;
mod positions;
mod prose;
mod reasoning;
mod recorded;
mod recorded_legend;
mod shape;
mod style;
mod tree;
mod view;
mod why;
mod why_leaf;

pub use crate::words::{
    Numbers, WorseMove, at_least_sign, end_shortened, end_text, end_winners, grouped_digits,
    move_words, narrow_count, number_text, player_letter, player_name, rating_text, short_count,
    shortened, step_text, table_count, ten_to, whole_count, winners_shortened, winners_text,
    worse_move,
};
pub use areas::{end_shares, fold_rect, fold_text, seen_shares};
pub use board::{
    ArrowDrawn, BoardArrow, BoardDiagram, BoardMarks, BoardMove, arrow_labels, best_labelled,
    board, board_radius, board_text, board_thumbnail, branch_text, captured_dice, changed_places,
    node_board,
};
pub use decorated::Standing;
pub use drawn_what_if::DrawnWhatIf;
pub use elements::{
    Density, Elements, LEVEL_HEIGHT, MAX_WITH_BOARDS, MOVE_SIZE, NODE_HEIGHT, NodeSize, READABLE,
    SIBLING_GAP, SUBTREE_GAP, interval_text, node_rect, node_size, reach_text,
};
pub use exercised::{
    ExerciseMarks, ExerciseSight, Field, MoveMark, draw_exercise, exercise_bounds, exercise_legend,
    exercise_move_rect, exercise_rect, exercise_sights, lay_out_exercise,
};
pub use facts::{NodeFacts, best_play, head, node_facts, places};
pub use history::{Height, RatingHistory};
pub use hits::{
    HIT, HitMarks, block_hits_legend, blocks_with_hits, draw_far_hits, draw_hits, hit_legend,
    hit_marks, hits_legend, map_hits_legend,
};
pub use legend::{
    COLLAPSED, LegendSymbol, SIGN, blocks_legend, far_legend, legend, legend_of, signs,
};
pub use legend_entry::{LegendDrawn, LegendEntry, place_legend};
#[cfg(feature = "pictures")]
pub(crate) use legend_entry::{boxed, filled, of_rows, row, segments};
pub use map::{
    MapColors, MapInk, MapOccurring, MapStripes, MapTree, map_ink, map_legend, map_share, map_words,
};
pub use marks::{Occurring, TreeMarks};
pub use measured_nodes::{MeasuredTree, NodeMeasures, ShownTree};
pub use move_table::{
    MoveKey, MoveRow, MoveSort, MoveSortKey, MoveTag, ProvenResult, branches, by_chance, by_move,
    by_nodes, by_number, by_plies, by_rating, move_row, move_tooltip, sorted_moves, worse_text,
};
pub use moves::{SetNode, draw_information_sets};
pub use node::{
    Detail, NodeDrawn, badge_rect, badge_text, board_rect, board_room, draw_node, draw_note,
    draw_turning_back,
};
pub use odds::{MoveOdds, branch_name, chance_text, exact_chance, odds, odds_name, percent_text};
pub use palette::{Palette, Rgb};
pub use positions::{
    EdgeDrawn, EdgeWay, LINES_WITHOUT_END, POSITION_ROW, PositionDrawn, PositionRow, PositionScene,
    PositionsShown, RECUR, WalkedMarks, describe_position, draw_far_positions, draw_positions,
    far_positions_legend, lines_words, position_badge_rect, position_facts, position_more_rect,
    position_rect, positions_legend,
};
pub use prose::{
    LINE_LINK, PAGE_LINK, ProseBlock, ProseKind, ProseLink, ProseMark, ProseRun, first_words, prose,
};
pub use reasoning::{ReasonPart, Tone, reasoning, reasoning_markdown};
pub use recorded::{
    RecordedDrawn, RecordedSight, RecordedView, draw_far_recorded, draw_recorded, far_in_recording,
    follow_recording, lay_out_recorded_figure, lay_out_recording, recorded_bounds, recorded_rect,
};
pub use recorded_legend::recording_legend;
pub use shape::{
    Anchor, Camera, Drawing, Family, Ink, Point, Rect, Scales, Shade, Shape, Stroke, Text, Weight,
    mark_text_size,
};
pub use style::{EdgeStyle, GrowthDirection, SiblingOrder, TreeStyle, Variant, Variants};
pub use tree::{
    FarBlock, FarSight, HOLLOW, NodeCount, PlacedNode, TreeDrawn, close_bounds, draw_far,
    draw_tree, far_in_sight, in_sight, tree_bounds,
};
pub use view::{HIDDEN, NoNotes, Notes, RatingsFor, TreeView, ahead, number_of_moves, shares};
pub use why::{NodeContext, Phrase, Why, why};
