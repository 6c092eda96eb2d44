//! The bench of the window's frames sees as much of a tree as it says: counts, not times.

use super::views::{self, figures::Figures};

#[test]
fn a_million_nodes_are_unfolded_and_thousands_seen_and_nobody_who_rests_is_shown_a_frame() {
    let mut figures = Figures::default();
    views::tree::measure(true, &mut figures).expect("a good board");
    views::map::measure(true, &mut figures).expect("a good board");
    views::recording::measure(true, &mut figures).expect("a good board");
    let count = |name: &str| {
        let value = figures.of(name).and_then(|value| value.as_u64());
        value.unwrap_or_else(|| panic!("{name} is no count in {}", figures.json()))
    };
    assert!(count("recording_steps") >= 100_000, "{}", figures.json());
    assert!(count("nodes_unfolded") >= 1_000_000);
    assert!(count("nodes_in_view") >= 2_000, "{}", figures.json());
    assert!(count("frames") >= 1_000);
    assert!(count("labels_drawn") >= 50, "{}", figures.json());
    assert_eq!(count("idle_frames"), 0);
    for time in [
        "tree_frame_p99_ms",
        "unfold_million_ms",
        "unfold_worst_frame_ms",
        "fold_ms",
        "lay_out_ms",
        "walk_p99_ms",
        "recording_frame_p99_ms",
    ] {
        let value = figures.of(time).and_then(|value| value.as_f64());
        assert!(value.is_some_and(|time| time > 0.0), "{time}");
    }
    for of_the_map in ["map_frame_p99_ms", "map_rects", "map_depths"] {
        assert!(figures.of(of_the_map).is_some(), "{of_the_map}");
    }
}
