//! The visible part of a map: the nodes at least a pixel wide, and the runs of narrower siblings
//! between them.

use super::shape::{MapShape, Span, Step};
use super::view::{MapView, edges};

/// No node.
const NONE: u32 = u32::MAX;

/// A node that is at least a pixel wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The node.
    pub step: Step,
    /// Its row; the root's is 0.
    pub row: u32,
    /// Its horizontal extent.
    pub span: Span,
    /// The cell of its parent; see [`Cell::parent`].
    above: u32,
}

impl Cell {
    /// The index of its parent's cell in the frame; `None` if the parent fills the screen like this
    /// one, or if there is no parent.
    pub fn parent(&self) -> Option<usize> {
        (self.above != NONE).then_some(self.above as usize)
    }
}

/// Neighbors below one parent, each narrower than a pixel: all together fill a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The index of the parent's cell in the frame.
    pub parent: u32,
    /// The index of the first among its siblings.
    pub first: u32,
    /// The index after the last.
    pub end: u32,
    /// Their row.
    pub row: u32,
    /// Their horizontal extent.
    pub span: Span,
}

/// The visible part of a map. It is refilled for every frame and keeps its allocations.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The nodes at least a pixel wide, parents before their children; in each row they are ordered
    /// from left to right. Nodes above the first requested row are included, as far as they lead to
    /// visible ones.
    pub cells: Vec<Cell>,
    /// The siblings between them.
    pub runs: Vec<Run>,
    /// The number of visited nodes.
    pub looked: usize,
    todo: Vec<(u32, Option<usize>)>,
    between: Vec<f64>,
}

impl Frame {
    pub(super) fn fill(
        &mut self,
        shape: &impl MapShape,
        view: &MapView,
        rows: std::ops::Range<usize>,
    ) {
        self.cells.clear();
        self.runs.clear();
        self.todo.clear();
        self.looked = 0;
        let climb = view.climb(shape);
        let path = view.path();
        let filling = path.iter().enumerate().take(climb.top);
        for (at, step) in filling.filter(|(at, _)| rows.contains(at)) {
            self.cells.push(Cell {
                step: *step,
                row: at as u32,
                span: climb.span(at),
                above: NONE,
            });
        }
        if climb.top >= rows.end {
            return;
        }
        self.cells.push(Cell {
            step: path[climb.top],
            row: climb.top as u32,
            span: climb.span(climb.top),
            above: NONE,
        });
        self.todo
            .push((self.cells.len() as u32 - 1, Some(climb.top)));
        let mut between = std::mem::take(&mut self.between);
        while let Some((parent, on_path)) = self.todo.pop() {
            let cell = self.cells[parent as usize];
            let row = cell.row + 1;
            if row as usize >= rows.end {
                continue;
            }
            let known = on_path.and_then(|at| view.known(&climb, at));
            let node = (cell.step.node, cell.span);
            edges(shape, node, known, view.leaf(), &mut between);
            let degree = between.len() - 1;
            self.looked += degree;
            let begin = self.cells.len();
            let mut run: Option<Run> = None;
            for index in 0..degree {
                let span = Span {
                    left: between[index],
                    right: between[index + 1],
                };
                if !span.is_seen(view.width()) {
                    continue;
                }
                if span.width() >= 1.0 {
                    self.runs.extend(run.take());
                    self.cells.push(Cell {
                        step: cell.step.down(shape, index),
                        row,
                        span,
                        above: parent,
                    });
                    continue;
                }
                let narrow = run.get_or_insert(Run {
                    parent,
                    first: index as u32,
                    end: index as u32,
                    row,
                    span,
                });
                narrow.end = index as u32 + 1;
                narrow.span.right = span.right;
                if narrow.span.width() >= 1.0 {
                    self.runs.extend(run.take());
                }
            }
            self.runs.extend(run);
            // Those at the left come first.
            for child in (begin..self.cells.len()).rev() {
                let index = self.cells[child].step.index as usize;
                let at = on_path.filter(|_| known.is_some_and(|(known, _)| known == index));
                self.todo.push((child as u32, at.map(|at| at + 1)));
            }
        }
        self.between = between;
    }

    /// The line to a cell, as indices among siblings from the root down.
    pub fn line(&self, view: &MapView, cell: usize) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = cell;
        while let Some(above) = self.cells[at].parent() {
            line.push(self.cells[at].step.index);
            at = above;
        }
        let row = self.cells[at].row as usize;
        line.extend(view.path()[1..=row].iter().rev().map(|step| step.index));
        line.reverse();
        line
    }

    /// The cell at a coordinate of a row.
    pub fn cell_at(&self, row: usize, x: f64) -> Option<usize> {
        self.cells
            .iter()
            .position(|cell| cell.row as usize == row && cell.span.left <= x && x < cell.span.right)
    }

    /// The run at a coordinate of a row.
    pub fn run_at(&self, row: usize, x: f64) -> Option<usize> {
        self.runs
            .iter()
            .position(|run| run.row as usize == row && run.span.left <= x && x < run.span.right)
    }

    /// The index of the sibling in a run at a coordinate.
    pub fn in_run(&self, shape: &impl MapShape, view: &MapView, run: usize, x: f64) -> u32 {
        let Run {
            parent,
            first,
            end,
            span,
            ..
        } = self.runs[run];
        let above = self.cells[parent as usize].step.node;
        let mut left = span.left;
        for index in first..end {
            let node = shape.child(above, index as usize);
            left += shape.leaves(node).times(view.leaf()).to_f64();
            if x < left {
                return index;
            }
        }
        end - 1
    }
}
