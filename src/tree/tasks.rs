//! Long work on a graph as a `Task`, in steps that are reliably short; several tasks run in
//! parallel on all cores.

use std::sync::{Mutex, PoisonError};

use super::graph::Graph;

/// Minimum work to share with other threads; below that, sharing costs more than it saves.
const WORTH_SHARING: usize = 1 << 15;
/// The number of pieces of a step's work when threads share it.
const PIECES: usize = 32;

/// Work on a graph that is done step by step. Dropping it cancels.
pub trait Task: Send {
    /// Visits up to about `work` more vertices and edges; returns `true` when done.
    fn step(&mut self, graph: &Graph, work: usize) -> bool;

    /// The approximate number of vertices and edges left to visit; 0 when done.
    fn left(&self, graph: &Graph) -> u64;
}

/// Does up to `work` of several independent tasks; returns `true` when all are done.
///
/// The threads of rayon's pool take the task with the most work left, a piece at a time. The result
/// doesn't depend on which thread does a piece, since a task is never shared.
pub fn side_by_side(graph: &Graph, tasks: &mut [&mut dyn Task], work: usize) -> bool {
    let mut open: Vec<(u64, &mut &mut dyn Task)> = tasks
        .iter_mut()
        .map(|task| (task.left(graph), task))
        .filter(|(left, _)| *left > 0)
        .collect();
    let total: u64 = open.iter().map(|(left, _)| *left).sum();
    let shared = open.len() > 1 && work >= WORTH_SHARING && total >= WORTH_SHARING as u64;
    let threads = if shared {
        rayon::current_num_threads().min(open.len())
    } else {
        1
    };
    if threads == 1 {
        let Some((_, task)) = open.first_mut() else {
            return true;
        };
        return task.step(graph, work) && open.len() == 1;
    }
    let piece = work.min(usize::try_from(total).unwrap_or(usize::MAX)) / PIECES;
    let state = Mutex::new((open, PIECES));
    let take = || {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (open, pieces) = &mut *state;
        let most = (0..open.len()).max_by_key(|index| open[*index].0);
        let most = most.filter(|_| *pieces > 0)?;
        *pieces -= 1;
        Some(open.swap_remove(most).1)
    };
    rayon::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|_| {
                while let Some(task) = take() {
                    if !task.step(graph, piece) {
                        let left = task.left(graph).max(1);
                        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                        state.0.push((left, task));
                    }
                }
            });
        }
    });
    let (open, _) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    open.is_empty()
}
