//! Joins columns of ratings, each with a table of its own, into columns of one table.

use super::Rating;
use super::chance::Number;
use super::column::{Column, RatingColumn};
use super::recurring::Recurring;
use super::table::RatingTable;
use crate::tree::{Graph, Vertex};
use crate::work::Control;

/// A column of indices into its own table, and the bounds of vertices without a rating.
#[derive(Default)]
pub(super) struct Source {
    pub table: RatingTable,
    pub column: Vec<u32>,
    pub recurring: Option<Recurring>,
}

/// Joins columns in the order they are wanted: which source, and which of the numbers between its
/// bounds. Returns the ratings, and the columns.
pub(super) async fn join(
    graph: &Graph,
    mut sources: Vec<Source>,
    wanted: &[(usize, Option<Number>)],
    ctl: &Control,
) -> (Vec<Rating>, Vec<RatingColumn>) {
    let mut table = RatingTable::default();
    let mut columns = Vec::with_capacity(wanted.len());
    for (place, &(index, number)) in wanted.iter().enumerate() {
        let source = &mut sources[index];
        let again = wanted[place + 1..].iter().any(|(other, _)| *other == index);
        let column = if table.ratings.is_empty() && !again {
            // The only column: its table is the table.
            table = std::mem::take(&mut source.table);
            std::mem::take(&mut source.column)
        } else {
            let old = &source.table.ratings;
            // The new indices of the source's entries.
            let mut map = Vec::with_capacity(old.len());
            let intern = |entry: usize| {
                map.push(table.intern(old[entry]));
                1
            };
            ctl.each(0..old.len(), intern).await;
            let mut column = Vec::with_capacity(source.column.len());
            let translate = |vertex: usize| {
                // Before any vertex has a rating the map is empty.
                let new = map.get(source.column[vertex] as usize);
                column.push(new.copied().unwrap_or(0));
                1
            };
            ctl.each(0..source.column.len(), translate).await;
            column
        };
        columns.push(match (number, &source.recurring) {
            (Some(number), Some(recurring)) => {
                let nodes = graph.components().nodes();
                let mut doubles = Vec::with_capacity(nodes.len());
                let write = |place: usize| {
                    doubles.push(number.of(recurring.of(Vertex(nodes[place]))));
                    1
                };
                ctl.each(0..nodes.len(), write).await;
                RatingColumn::with_doubles(column, nodes, doubles)
            }
            _ => RatingColumn::of_table(Column::Wide(column)),
        });
        if !again {
            *source = Source::default();
        }
    }
    (table.ratings, columns)
}
