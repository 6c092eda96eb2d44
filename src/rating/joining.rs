//! Joins columns of ratings, each with a table of its own, into columns of one table.

use super::Rating;
use super::chance::Number;
use super::column::{Column, RatingColumn};
use super::recurring::Recurring;
use super::table::RatingTable;
use crate::tree::{Graph, Task, Vertex};

/// A column of indices into its own table, and the bounds of vertices without a rating.
#[derive(Default)]
pub(super) struct Source {
    pub table: RatingTable,
    pub column: Vec<u32>,
    pub recurring: Option<Recurring>,
}

/// Joins columns step by step, in the order they are wanted.
pub(super) struct Joining {
    sources: Vec<Source>,
    /// Which source, and which of the numbers between its bounds.
    wanted: Vec<(usize, Option<Number>)>,
    /// The wanted column that is written.
    next: usize,
    stage: JoiningStage,
    /// The new indices of the source's entries.
    map: Vec<u32>,
    /// The wanted column, as far as it is written …
    column: Vec<u32>,
    /// … and the numbers of those that can reach a cycle.
    doubles: Vec<f64>,
    table: RatingTable,
    columns: Vec<RatingColumn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JoiningStage {
    Beginning,
    /// Finds the new index of each entry of the source's table.
    Interning,
    /// Writes the new index of each vertex.
    Mapping,
    /// Writes the numbers of the vertices that can reach a cycle.
    Writing,
}

impl Joining {
    pub fn new(sources: Vec<Source>, wanted: Vec<(usize, Option<Number>)>) -> Self {
        Self {
            sources,
            wanted,
            next: 0,
            stage: JoiningStage::Beginning,
            map: Vec::new(),
            column: Vec::new(),
            doubles: Vec::new(),
            table: RatingTable::default(),
            columns: Vec::new(),
        }
    }

    /// The ratings, and the columns.
    pub fn finish(self) -> (Vec<Rating>, Vec<RatingColumn>) {
        (self.table.ratings, self.columns)
    }

    pub fn bytes(&self) -> usize {
        let sources = self.sources.iter().map(|source| {
            let recurring = source.recurring.as_ref();
            4 * source.column.capacity()
                + source.table.bytes()
                + recurring.map_or(0, Recurring::bytes)
        });
        let columns = self.columns.iter().map(RatingColumn::bytes);
        self.table.bytes() + sources.sum::<usize>() + columns.sum::<usize>()
    }
}

impl Joining {
    fn go_on(&mut self, graph: &Graph, left: &mut usize) {
        let Some(&(index, number)) = self.wanted.get(self.next) else {
            return;
        };
        let Self {
            sources,
            wanted,
            table,
            map,
            column,
            doubles,
            ..
        } = self;
        let source = &mut sources[index];
        self.stage = match self.stage {
            JoiningStage::Beginning => {
                let again = wanted[self.next + 1..]
                    .iter()
                    .any(|(other, _)| *other == index);
                if table.ratings.is_empty() && !again {
                    // The only column: its table is the table.
                    *table = std::mem::take(&mut source.table);
                    *column = std::mem::take(&mut source.column);
                    JoiningStage::Writing
                } else {
                    *map = Vec::with_capacity(source.table.ratings.len());
                    *column = Vec::with_capacity(source.column.len());
                    JoiningStage::Interning
                }
            }
            JoiningStage::Interning => {
                let rest = &source.table.ratings[map.len()..];
                let piece = &rest[..rest.len().min(*left)];
                map.extend(piece.iter().map(|rating| table.intern(*rating)));
                *left -= piece.len();
                match map.len() == source.table.ratings.len() {
                    true => JoiningStage::Mapping,
                    false => JoiningStage::Interning,
                }
            }
            JoiningStage::Mapping => {
                let rest = &source.column[column.len()..];
                let piece = &rest[..rest.len().min(*left)];
                // Before any vertex has a rating the map is empty.
                let new = |old: &u32| map.get(*old as usize).copied().unwrap_or(0);
                column.extend(piece.iter().map(new));
                *left -= piece.len();
                match column.len() == source.column.len() {
                    true => JoiningStage::Writing,
                    false => JoiningStage::Mapping,
                }
            }
            JoiningStage::Writing => {
                let column = std::mem::take(column);
                self.columns.push(match (number, &source.recurring) {
                    (Some(number), Some(recurring)) => {
                        let nodes = graph.components().nodes();
                        let rest = &nodes[doubles.len()..];
                        let piece = &rest[..rest.len().min(*left)];
                        let double = |vertex: &u32| number.of(recurring.of(Vertex(*vertex)));
                        doubles.reserve_exact(rest.len());
                        doubles.extend(piece.iter().map(double));
                        *left -= piece.len();
                        if piece.len() < rest.len() {
                            self.column = column;
                            return;
                        }
                        RatingColumn::with_doubles(column, nodes, std::mem::take(doubles))
                    }
                    _ => RatingColumn::of_table(Column::Wide(column)),
                });
                self.next += 1;
                let needed = wanted[self.next..].iter().any(|(other, _)| *other == index);
                if !needed {
                    *source = Source::default();
                }
                JoiningStage::Beginning
            }
        };
    }
}

impl Task for Joining {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 && self.next < self.wanted.len() {
            left -= 1;
            self.go_on(graph, &mut left);
        }
        self.next == self.wanted.len()
    }

    fn left(&self, graph: &Graph) -> u64 {
        (graph.len() * (self.wanted.len() - self.next)) as u64
    }
}
