//! The columns of the moves table as data, and the cells that are more than a text. A new column is
//! one more entry of [`all_columns`].

use eframe::egui::{self, Align, Color32, Rect, Vec2};

use crate::app::base::cell;
use crate::app::parts::{
    BODY, Column, Cx, DIM, PrintStyle, RowLook, SMALL, TableCell, TableLine, wide,
};
use crate::diagram::{
    Ink, MoveRow, MoveSortKey, MoveTag, TreeView, by_chance, by_move, by_nodes, by_number,
    by_plies, by_rating, odds_name, percent_text, player_name, shortened,
};
use crate::rating::Loss;
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
    pub order: (&'static str, MoveSortKey),
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
pub(crate) fn all_columns(
    view: &TreeView<'_>,
    vertex: Vertex,
    outcome: Option<f32>,
) -> Vec<MoveColumn> {
    let last = view.labels.graph().degree(vertex).to_string();
    let mut number = Column::new(Align::Max, "#", |row: &MoveRow| {
        TableCell::from(row.number.to_string()).print(DIM)
    });
    number.width = Some(Box::new(move |ui, _| [wide(ui, &last, BODY); 2]));
    let nodes = Column::new(Align::Max, "Nodes", |row: &MoveRow| TableCell {
        narrow: row.narrow_nodes.clone(),
        ..TableCell::from(&*row.nodes)
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
                Some(wide) => outcome_column(wide),
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
        TableCell::from(&*row.mv).print(BODY.strong(row.best))
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
        TableCell::from(&*row.rating).print(BODY.strong(row.best))
    });
    column.width = Some(Box::new(|ui, row| {
        let rating = wide(ui, &row.rating, BODY.strong(row.best));
        [rating.min(MAX_RATING); 2]
    }));
    let about = format!("Rating for {player} of the position after the move");
    MoveColumn::new("Rating", column, about)
}

/// The winner with best play, in text of this width, and the mark after it.
fn outcome_column(outcome: f32) -> MoveColumn {
    let mut column = Column::new(Align::Min, "With best play", |row: &MoveRow| {
        outcome_text(row).0.to_owned()
    });
    column.width = Some(Box::new(move |ui, row| {
        [false, true].map(|narrow| match row.tag {
            Some(tag) => outcome + wide(ui, pill(tag, narrow), SMALL).ceil() + PILL_GAP + PILL,
            None => outcome,
        })
    }));
    column.paint = Some(Box::new(move |cx, line, rect, row, look| {
        outcome_cell(cx, line, (rect, outcome), row, look);
    }));
    let about =
        "Who wins with best play after this move, and in how many plies, including this move";
    MoveColumn::new("Rating", column, about)
}

fn says_rating(row: &MoveRow) -> String {
    let rating = match &row.outcome {
        Some(outcome) => format!(": {}", outcome.text),
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

/// Between a move and its mark.
pub(crate) const MARK_GAP: f32 = 6.0;
/// The gap between the winner and the mark, and the padding of the mark's background.
pub(crate) const PILL_GAP: f32 = 10.0;
pub(crate) const PILL: f32 = 14.0;
/// The same of a sign that stands for the mark.
const SIGN_GAP: f32 = 5.0;
/// The height of that background.
const PILL_HEIGHT: f32 = 20.0;

/// The mark of a move beside the text about the winner.
pub(crate) fn pill(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::HoldsLongest, true) => "longest",
        (tag, _) => tag.text(),
    }
}

/// The mark of a move with a tag.
pub(crate) fn mark(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::Best, true) => "★",
        (MoveTag::Worse(loss), true) => loss.sign(),
        (_, true) => "",
        (tag, false) => tag.text(),
    }
}

/// The move with its mark, in bold where it is one of the best.
pub(crate) fn move_cell(
    cx: &Cx<'_>,
    line: &TableLine<'_>,
    rect: Rect,
    row: &MoveRow,
    look: RowLook,
) {
    let Some(tag) = row.tag else {
        line.print_left(rect, BODY, &row.mv);
        return;
    };
    let laid = line.laid_out(SMALL, mark(tag, look.narrow));
    let mut words = rect;
    words.max.x -= laid.size().x + MARK_GAP;
    let used = line.print_left(words, BODY.strong(tag == MoveTag::Best), &row.mv);
    let at = egui::pos2(
        used.right() + MARK_GAP,
        rect.center().y - laid.size().y / 2.0,
    );
    let color = match tag {
        MoveTag::Worse(Loss::Blunder) => cx.theme.color(Ink::Blunder),
        MoveTag::Worse(Loss::Inaccuracy) => cx.theme.warning,
        MoveTag::Worse(Loss::Slight) => cx.theme.dim,
        _ => return line.painter.galley(at, laid, Color32::PLACEHOLDER),
    };
    line.painter
        .galley_with_override_text_color(at, laid, color);
}

/// The winner as text; where there is none, the rating.
pub(crate) fn outcome_text(row: &MoveRow) -> (&str, PrintStyle) {
    match &row.outcome {
        Some(outcome) => (&outcome.text, BODY.strong(true)),
        None => (&row.rating, BODY),
    }
}

/// The winner in its color, with the same width in all rows, and the mark after it with a
/// background.
pub(crate) fn outcome_cell(
    cx: &Cx<'_>,
    line: &TableLine<'_>,
    (rect, wide): (Rect, f32),
    row: &MoveRow,
    look: RowLook,
) {
    let (text, soft, panel) = (cx.theme.text, cx.theme.soft, cx.theme.panel);
    let mut words = rect;
    words.max.x = words.max.x.min(rect.left() + wide);
    let (message, print) = outcome_text(row);
    let winner = row.outcome.as_ref().and_then(|outcome| outcome.winner);
    let color = winner.map_or(text, |winner| cx.theme.player_words(winner));
    cell(
        &line.painter,
        words,
        Align::Min,
        message,
        print.font(),
        color,
    );
    let Some(tag) = row.tag else {
        return;
    };
    // Where there is no room for the words, their sign is enough; the tooltip has them, too.
    let forms = [
        (pill(tag, look.narrow), PILL_GAP, PILL),
        (mark(tag, true), SIGN_GAP, SIGN_GAP),
    ];
    let placed = forms.into_iter().find_map(|(phrase, gap, around)| {
        let laid = line.laid_out(SMALL, phrase);
        let size = Vec2::new(laid.size().x + around, PILL_HEIGHT);
        let left = rect.left() + wide + gap;
        let at = egui::pos2(left, rect.center().y - size.y / 2.0);
        let ground = Rect::from_min_size(at, size);
        let has_room = !phrase.is_empty() && ground.right() <= line.rect.right();
        has_room.then_some((laid, ground))
    });
    let Some((laid, ground)) = placed else {
        return;
    };
    let usual = if look.lit { panel } else { soft };
    let (fill, ink) = match tag {
        MoveTag::Best => (text, panel),
        MoveTag::Worse(Loss::Blunder) => {
            let blunder = cx.theme.color(Ink::Blunder);
            (cx.theme.color(Ink::BlunderArea), blunder)
        }
        MoveTag::Worse(Loss::Inaccuracy) => (usual, cx.theme.warning),
        MoveTag::Worse(Loss::Slight) => (usual, cx.theme.dim),
        _ => (usual, text),
    };
    line.painter.rect_filled(ground, PILL_HEIGHT / 2.0, fill);
    let at = ground.center() - laid.size() / 2.0;
    line.painter.galley_with_override_text_color(at, laid, ink);
}
