//! The name of every figure, in the order of the tables. benches/README.md uses the same names.

use super::args::{Args, BoardName, Case};

/// The figures of every board, after `small_` and `large_`. Those without a case are always
/// present.
pub const BOARD_FIGURES: [(&str, Option<Case>); 26] = [
    ("positions", None),
    ("moves", None),
    ("tree_nodes", None),
    ("bytes_per_position", None),
    ("bytes_per_move", None),
    ("resident_mb", None),
    ("build_reference_ms", Some(Case::Build)),
    ("build_1_thread_ms", Some(Case::Build)),
    ("build_2_threads_ms", Some(Case::Build)),
    ("build_1_thread_ratio", Some(Case::Build)),
    ("build_2_threads_ratio", Some(Case::Build)),
    ("build_1_thread_cpu_ratio", Some(Case::Build)),
    ("rate_reference_ms", Some(Case::Rate)),
    ("rate_1_thread_ms", Some(Case::Rate)),
    ("rate_2_threads_ms", Some(Case::Rate)),
    ("rate_1_thread_ratio", Some(Case::Rate)),
    ("rate_2_threads_ratio", Some(Case::Rate)),
    ("rate_1_thread_cpu_ratio", Some(Case::Rate)),
    ("both_reference_ms", Some(Case::Both)),
    ("both_1_thread_ms", Some(Case::Both)),
    ("both_2_threads_ms", Some(Case::Both)),
    ("both_1_thread_ratio", Some(Case::Both)),
    ("both_2_threads_ratio", Some(Case::Both)),
    ("both_1_thread_cpu_ratio", Some(Case::Both)),
    ("everything_1_thread_ms", Some(Case::Everything)),
    ("everything_2_threads_ms", Some(Case::Everything)),
];

/// The figures that are measured once.
pub const FIGURES: [(&str, Option<Case>); 30] = [
    ("unfold_nodes", Some(Case::Unfold)),
    ("unfold_ms", Some(Case::Unfold)),
    ("layout_nodes", Some(Case::Layout)),
    ("layout_ms", Some(Case::Layout)),
    ("save_positions_bytes", Some(Case::Save)),
    ("save_positions_ms", Some(Case::Save)),
    ("save_tree_bytes", Some(Case::Save)),
    ("save_tree_ms", Some(Case::Save)),
    ("load_positions_ms", Some(Case::Load)),
    ("load_tree_ms", Some(Case::Load)),
    ("svg_nodes", Some(Case::Svg)),
    ("svg_bytes", Some(Case::Svg)),
    ("svg_ms", Some(Case::Svg)),
    ("survey_boards", Some(Case::Survey)),
    ("survey_positions", Some(Case::Survey)),
    ("survey_1_thread_ms", Some(Case::Survey)),
    ("survey_2_threads_ms", Some(Case::Survey)),
    ("survey_scaling", Some(Case::Survey)),
    ("proof_boards", Some(Case::Proof)),
    ("proof_proven", Some(Case::Proof)),
    ("proof_in_1_s", Some(Case::Proof)),
    ("proof_in_10_s", Some(Case::Proof)),
    ("proof_nodes", Some(Case::Proof)),
    ("proof_table_bytes", Some(Case::Proof)),
    ("proof_board_ms", Some(Case::Proof)),
    ("peak_resident_mb", None),
    ("threads_available", None),
    ("load_at_start", None),
    ("others_cpu", None),
    ("idle", None),
];

/// The figures that a run with these options gives.
pub fn wanted(args: &Args) -> Vec<String> {
    let wanted = |case: Option<Case>| case.is_none_or(|case| args.wants(case));
    let graph = args.wants_graph();
    let mut names = Vec::new();
    for board in BoardName::ALL {
        if graph && args.wants_board(board) {
            let of_board = BOARD_FIGURES.iter().filter(|(_, case)| wanted(*case));
            names.extend(of_board.map(|(name, _)| board.figure(name)));
        }
    }
    let others = FIGURES.iter().filter(|(_, case)| wanted(*case));
    names.extend(others.map(|(name, _)| (*name).to_owned()));
    names
}
