//! The engine without a screen and without files: games, graphs, ratings, searches, counts, layouts,
//! and what is drawn of them.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

mod board_drawing;
mod budgets;
mod cells_drawing;
mod certainty;
mod check;
mod compare;
mod contract;
mod counts;
mod cycles;
mod cycles_chance;
mod diagram_tree;
mod filters;
mod games;
mod general_sums;
mod golden;
mod golden_cells;
mod growing;
mod hits;
mod laws;
mod layered;
mod layout_changes;
mod layout_rules;
mod long;
mod map_geometry;
mod max_n;
mod oracle;
mod oracle_rules;
mod properties;
mod random;
mod reasoning;
mod scripted;
mod search;
mod seeds;
mod setup_changes;
mod slow_cycles;
mod statistics;
mod stepwise;
mod tables;
mod tree_style;
mod tree_words;
mod turns;
mod ways;
