//! Turns arrows round: for each vertex the sources of the arrows that lead to it.

use crate::tree::Arrows;
use crate::work::Control;
use std::ops::Range;

/// The arrows to each node. `first` has the number of arrows to each node, and a 0 behind them.
/// `arrows` returns the source of an index, the work of looking at its arrows, and their targets.
pub(super) async fn turned<T: Iterator<Item = u32>>(
    mut first: Vec<u32>,
    indices: Range<usize>,
    arrows: impl Fn(usize) -> (u32, usize, T),
    ctl: &Control,
) -> Arrows {
    let nodes = first.len();
    let sum = |index: usize| {
        first[index] += first[index - 1];
        1
    };
    ctl.each(1..nodes, sum).await;
    let mut sources = vec![0; first.last().map_or(0, |last| *last as usize)];
    // Each entry counts down from the end of its node's arrows to their start.
    let fill = |index: usize| {
        let (source, work, targets) = arrows(index);
        for target in targets {
            let place = &mut first[target as usize];
            *place -= 1;
            sources[*place as usize] = source;
        }
        work
    };
    ctl.each(indices, fill).await;
    Arrows::of_columns(first, sources)
}
