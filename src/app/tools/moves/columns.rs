//! The columns of the moves table as data. A new column is one more entry of [`columns`].

use eframe::egui::Align;

use super::cells::{MARK_GAP, PILL, PILL_GAP, mark, move_cell, outcome_cell, outcome_text, pill};
use crate::app::parts::{BODY, Cell, Column, DIM, SMALL, wide};
use crate::diagram::{
    MoveOrder, MoveRow, TreeView, by_chance, by_move, by_nodes, by_number, by_plies, by_rating,
    odds_name, percent_text, player_name, shortened,
};
use crate::tree::Vertex;
use crate::words::capitalised;

/// Maximum characters of a player's name in the header of the ratings.
const MAX_NAME: usize = 10;
/// The widest that the ratings' column gets.
const MAX_RATING: f32 = 96.0;
/// A move that is wider than this may be shortened before a column is left out.
pub(crate) const MIN_MOVE: f32 = 66.0;
/// A move that is wider than this may be shortened before the node counts are left out.
pub(crate) const MIN_SHORT_MOVE: f32 = 40.0;

/// A column of the moves table.
pub(crate) struct MoveColumn {
    /// Its name among the ids.
    pub id: &'static str,
    /// Its heads and cells.
    pub column: Column<'static, MoveRow>,
    /// The tooltip of its head.
    pub about: String,
    /// What its head sorts by, in words, and the order.
    pub order: (&'static str, MoveOrder),
    /// Whether the order would reveal hidden ratings.
    pub tells_ratings: bool,
    /// It is left out where a move that is wider than this would be shortened.
    pub min_move: Option<f32>,
    /// What is read aloud of a row.
    pub says: fn(&MoveRow) -> String,
}

impl MoveColumn {
    fn new(id: &'static str, column: Column<'static, MoveRow>, about: impl Into<String>) -> Self {
        Self {
            id,
            column,
            about: about.into(),
            order: ("number", by_number),
            tells_ratings: false,
            min_move: None,
            says: |_| String::new(),
        }
    }
}

/// The columns of a vertex's moves, from left to right. The first two are the number and the move;
/// where `outcome` is the width of text about the winner, that is the third.
pub(crate) fn columns(
    view: &TreeView<'_>,
    vertex: Vertex,
    outcome: Option<f32>,
) -> Vec<MoveColumn> {
    let last = view.labels.graph().degree(vertex).to_string();
    let mut number = Column::new(Align::Max, "#", |row: &MoveRow| {
        Cell::from(row.number.to_string()).print(DIM)
    });
    number.width = Some(Box::new(move |ui, _| [wide(ui, &last, BODY); 2]));
    let nodes = Column::new(Align::Max, "Nodes", |row: &MoveRow| Cell {
        narrow: row.narrow_nodes.clone(),
        ..Cell::from(&*row.nodes)
    });
    let about_nodes = "Nodes below the move, including the one it leads to";
    let list = [
        Some(MoveColumn {
            says: |row| format!("Move {}", row.number),
            ..MoveColumn::new("Number", number, "The key that plays the move, up to 9")
        }),
        Some(MoveColumn {
            order: ("move", by_move),
            says: |row| format!(": {}", row.mv),
            ..MoveColumn::new("Move", move_column(view, vertex, outcome), "The move")
        }),
        chance(view, vertex).filter(|_| outcome.is_none()),
        Some(MoveColumn {
            order: ("rating", by_rating),
            tells_ratings: true,
            says: says_rating,
            ..match outcome {
                Some(wide) => told(wide),
                None => rating(view, vertex),
            }
        }),
        ends_in(view, vertex).filter(|_| outcome.is_none()),
        Some(MoveColumn {
            order: ("nodes", by_nodes),
            min_move: Some(MIN_SHORT_MOVE),
            ..MoveColumn::new("Nodes", nodes, about_nodes)
        }),
    ];
    list.into_iter().flatten().collect()
}

/// The move, with its mark where no text shows the winner.
fn move_column(
    view: &TreeView<'_>,
    vertex: Vertex,
    outcome: Option<f32>,
) -> Column<'static, MoveRow> {
    let head = match view.labels.graph().is_chance(vertex) {
        true => "Outcome",
        false => "Move",
    };
    let mut column = Column::new(Align::Min, head, |row: &MoveRow| {
        Cell::from(&*row.mv).print(BODY.strong(row.best))
    });
    if outcome.is_none() {
        column.width = Some(Box::new(|ui, row| {
            let mv = wide(ui, &row.mv, BODY.strong(row.best)).ceil();
            [false, true].map(|narrow| match row.tag {
                Some(tag) => mv + wide(ui, mark(tag, narrow), BODY).ceil() + MARK_GAP,
                None => mv,
            })
        }));
        column.paint = Some(Box::new(move_cell));
    }
    column
}

/// The probabilities of branches, or of a move's success, where there are some.
fn chance(view: &TreeView<'_>, vertex: Vertex) -> Option<MoveColumn> {
    let (head, about) = match odds_name(view.labels, vertex) {
        Some(branch) if branch.is_empty() => (
            "Odds".to_owned(),
            "Probability of the first of the two outcomes".to_owned(),
        ),
        Some(branch) => (
            capitalised(&branch),
            format!("Probability of the outcome '{branch}'"),
        ),
        None if view.labels.graph().is_chance(vertex) => {
            ("Chance".to_owned(), "Probability of the outcome".to_owned())
        }
        None => return None,
    };
    let column = Column::new(Align::Max, head, |row: &MoveRow| {
        match (&row.chance, &row.odds) {
            (Some(chance), _) => chance.clone(),
            (None, Some(odds)) => percent_text(odds.probability),
            (None, None) => "–".to_owned(),
        }
    });
    Some(MoveColumn {
        order: ("probability", by_chance),
        says: |row| match (row.probability, &row.odds) {
            (Some(probability), _) => format!(" {}", percent_text(probability)),
            (None, Some(odds)) => {
                format!(", {} {}", odds.branch, percent_text(odds.probability))
            }
            (None, None) => String::new(),
        },
        ..MoveColumn::new("Chance", column, about)
    })
}

/// The rating for the player whose ratings are shown.
fn rating(view: &TreeView<'_>, vertex: Vertex) -> MoveColumn {
    let player = player_name(view.labels, view.chooser(vertex));
    let head = format!("Rating {}", shortened(&player, MAX_NAME));
    let mut column = Column::new(Align::Max, head, |row: &MoveRow| {
        Cell::from(&*row.rating).print(BODY.strong(row.best))
    });
    column.width = Some(Box::new(|ui, row| {
        let rating = wide(ui, &row.rating, BODY.strong(row.best));
        [rating.min(MAX_RATING); 2]
    }));
    let about = format!("Rating for {player} of the position after the move");
    MoveColumn::new("Rating", column, about)
}

/// The winner with best play, in text of this width, and the mark after it.
fn told(outcome: f32) -> MoveColumn {
    let mut column = Column::new(Align::Min, "With best play", |row: &MoveRow| {
        outcome_text(row).0.to_owned()
    });
    column.width = Some(Box::new(move |ui, row| {
        [false, true].map(|narrow| match row.tag {
            Some(tag) => outcome + wide(ui, pill(tag, narrow), SMALL).ceil() + PILL_GAP + PILL,
            None => outcome,
        })
    }));
    column.paint = Some(Box::new(move |cx, line, place, row, look| {
        outcome_cell(cx, line, (place, outcome), row, look);
    }));
    let about =
        "Who wins with best play after this move, and in how many plies, including this move";
    MoveColumn::new("Rating", column, about)
}

fn says_rating(row: &MoveRow) -> String {
    let rating = match &row.outcome {
        Some(outcome) => format!(": {}", outcome.words),
        None => format!(", rating {}", row.rating),
    };
    match row.tag {
        Some(tag) => format!("{rating}, {}", tag.text()),
        None => rating,
    }
}

/// Plies to the end. Through chance there is no distance: a column of dashes would only take room.
fn ends_in(view: &TreeView<'_>, vertex: Vertex) -> Option<MoveColumn> {
    let graph = view.labels.graph();
    let distances = &view.analysis.distances;
    let mut edges = graph.edges(vertex);
    if graph.has_chance() && edges.all(|edge| distances.of(graph.target(edge)).is_none()) {
        return None;
    }
    let mut column = Column::new(Align::Max, "Ends in", |row: &MoveRow| row.ends_in.clone());
    "Plies".clone_into(&mut column.heads[1]);
    let about = "Plies to the end with best play, including this move; – if no end is known";
    Some(MoveColumn {
        order: ("plies to the end", by_plies),
        tells_ratings: true,
        min_move: Some(MIN_MOVE),
        ..MoveColumn::new("EndsIn", column, about)
    })
}
