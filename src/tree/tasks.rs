//! Long work on a graph, in pieces that can be counted on to be short, and several such works side
//! by side on all cores.

use std::sync::{Mutex, PoisonError};

use super::graph::Graph;

/// Below so much work nothing is handed to other threads: that would take longer than the work.
const WORTH_SHARING: usize = 1 << 15;
/// Into how many pieces the work of a step is cut where threads share it.
const PIECES: usize = 32;

/// Work on a graph that is done step by step. Dropping it cancels.
pub trait Task: Send {
    /// Looks at up to `work` more vertices and edges, or a few more; `true` when all is done.
    fn step(&mut self, graph: &Graph, work: usize) -> bool;

    /// How many vertices and edges are still to be looked at, roughly; 0 when all is done.
    fn left(&self, graph: &Graph) -> u64;
}

/// Does up to `work` of several tasks that don't know of each other; `true` when all are done.
///
/// The threads of rayon's pool take the task that has most left, a piece at a time. Which thread
/// does a piece makes no difference to what comes out, since a task is never shared.
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
