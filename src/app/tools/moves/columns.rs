//! The columns of the moves table: their places depend on their content and the panel's width.

use eframe::egui::Rangef;

use crate::app::parts::Column;
use crate::diagram::MoveColumn;

/// Between the panel's edge and the first and last column.
const PAD: f32 = 5.0;
/// Between two columns.
const GAP: f32 = 14.0;
/// Between two columns where there is less room.
const CLOSE_GAP: f32 = 9.0;
/// Between two columns of a narrow table.
const NARROW_GAP: f32 = 6.0;
/// The width for node counts beside text about the winner.
const NODES: f32 = 80.0;
/// The gap between the number and the move when text shows the winner.
const NUMBER_GAP: f32 = 10.0;
/// Maximum additional distance of columns if there is space.
const APART: f32 = 26.0;
/// A move that is wider than this may be shortened before a column is left out.
const MIN_MOVE: f32 = 66.0;
/// A move that is wider than this may be shortened before the node counts are left out.
const MIN_SHORT_MOVE: f32 = 40.0;

/// The widths of the columns' texts, including headers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Widths {
    pub number: f32,
    /// The move with its mark.
    pub mv: f32,
    /// The same with the shorter mark.
    pub narrow_mv: f32,
    /// Only at chance nodes.
    pub chance: Option<f32>,
    pub rating: f32,
    /// The width of the text about the winner within that, if it is shown; the rest is the mark's.
    pub outcome: Option<f32>,
    /// The same with the shorter marks.
    pub narrow_rating: f32,
    /// 0 if no move has such a number: then there is no column.
    pub ends_in: f32,
    /// The same under a shorter head.
    pub narrow_ends_in: f32,
    pub nodes: f32,
    /// The same with shorter counts.
    pub narrow_nodes: f32,
}

/// The place of each column, in points from the table's left edge; `None` if it doesn't fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Columns {
    ranges: [Option<Rangef>; MoveColumn::ALL.len()],
    /// Whether heads, marks and counts are the shorter ones.
    pub narrow: bool,
    /// Between two columns.
    pub gap: f32,
    /// The width of the text about the winner in the ratings' column, if it is shown.
    pub outcome: Option<f32>,
}

impl Columns {
    /// Places the columns of a table with this width.
    pub fn new(widths: &Widths, width: f32) -> Self {
        if widths.outcome.is_some() {
            return Self::worded(widths, width);
        }
        let room = width - 2.0 * PAD;
        let wide = Self::fixed(widths, false);
        let wanted = widths.mv.min((width * 0.42).max(110.0));
        for gap in [GAP, CLOSE_GAP] {
            let rest = rest(room, &wide, gap);
            if rest >= wanted {
                // The rest of the width separates the numbers, and what remains goes to the move.
                let columns = wide.iter().flatten().count() as f32;
                let apart = ((rest - wanted) * 0.6 / columns).min(APART);
                return Self::placed(&wide, false, gap + apart, width);
            }
        }
        let mut narrow = Self::fixed(widths, true);
        for (left_out, min) in [
            (MoveColumn::EndsIn, MIN_MOVE),
            (MoveColumn::Nodes, MIN_SHORT_MOVE),
        ] {
            if rest(room, &narrow, NARROW_GAP) < widths.narrow_mv.min(min) {
                narrow[left_out as usize] = None;
            }
        }
        Self::placed(&narrow, true, NARROW_GAP, width)
    }

    /// The same when text shows the winner: number, move, text and mark from the left, and the node
    /// counts at the right if they have ample space.
    fn worded(widths: &Widths, width: f32) -> Self {
        let (left, right) = (PAD + widths.number + NUMBER_GAP, width - PAD);
        let narrow = left + widths.mv + GAP + widths.rating > right;
        let rating = match narrow {
            true => widths.narrow_rating,
            false => widths.rating,
        };
        let gap = if narrow { CLOSE_GAP } else { GAP };
        let mv = widths.mv.min((right - left - gap - rating).max(MIN_MOVE));
        let told = left + mv + gap;
        let end = (told + rating).min(right);
        let mut ranges = [None; 6];
        ranges[MoveColumn::Number as usize] = Some(Rangef::new(PAD, PAD + widths.number));
        ranges[MoveColumn::Move as usize] = Some(Rangef::new(left, left + mv));
        ranges[MoveColumn::Rating as usize] = Some(Rangef::new(told, end));
        // They don't come and go with the size of the numbers.
        if end + 2.0 * GAP + widths.nodes.max(NODES) <= right {
            ranges[MoveColumn::Nodes as usize] = Some(Rangef::new(right - widths.nodes, right));
        }
        Self {
            ranges,
            narrow,
            gap,
            outcome: widths.outcome,
        }
    }

    /// The place of a column.
    pub fn range(&self, column: MoveColumn) -> Option<Rangef> {
        self.ranges[column as usize]
    }

    /// The columns that fit, with their places.
    pub fn shown(&self) -> impl Iterator<Item = (MoveColumn, Column)> + '_ {
        MoveColumn::ALL.into_iter().filter_map(|name| {
            let Rangef { min, max } = self.range(name)?;
            let column = match name {
                MoveColumn::Move => Column::left(min, max),
                MoveColumn::Rating if self.outcome.is_some() => Column::left(min, max),
                _ => Column::right(min, max),
            };
            Some((name, column))
        })
    }

    /// The widths of all columns except the move's, which takes the rest.
    fn fixed(widths: &Widths, narrow: bool) -> [Option<f32>; 6] {
        let (ends, nodes) = if narrow {
            (widths.narrow_ends_in, widths.narrow_nodes)
        } else {
            (widths.ends_in, widths.nodes)
        };
        MoveColumn::ALL.map(|column| match column {
            MoveColumn::Number => Some(widths.number),
            MoveColumn::Move => None,
            MoveColumn::Chance => widths.chance,
            MoveColumn::Rating => Some(widths.rating),
            MoveColumn::EndsIn => (ends > 0.0).then_some(ends),
            MoveColumn::Nodes => Some(nodes),
        })
    }

    fn placed(fixed: &[Option<f32>; 6], narrow: bool, gap: f32, width: f32) -> Self {
        let mut ranges = [None; 6];
        let number = fixed[MoveColumn::Number as usize].unwrap_or(0.0);
        ranges[MoveColumn::Number as usize] = Some(Rangef::new(PAD, PAD + number));
        let mut right = width - PAD;
        for column in MoveColumn::ALL.into_iter().rev() {
            if column == MoveColumn::Move {
                // The number is close to its move.
                let left = PAD + number + NARROW_GAP;
                ranges[column as usize] = Some(Rangef::new(left, right.max(left)));
                break;
            }
            if let Some(wide) = fixed[column as usize] {
                ranges[column as usize] = Some(Rangef::new(right - wide, right));
                right -= wide + gap;
            }
        }
        Self {
            ranges,
            narrow,
            gap,
            outcome: None,
        }
    }
}

/// The rest for the move.
fn rest(room: f32, fixed: &[Option<f32>; 6], gap: f32) -> f32 {
    let columns = fixed.iter().flatten().count() as f32;
    let taken: f32 = fixed.iter().flatten().sum();
    room - taken - columns * gap
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: Widths = Widths {
        number: 12.0,
        mv: 74.0,
        narrow_mv: 56.0,
        chance: None,
        rating: 50.0,
        outcome: None,
        narrow_rating: 50.0,
        ends_in: 42.0,
        narrow_ends_in: 28.0,
        nodes: 78.0,
        narrow_nodes: 54.0,
    };

    #[test]
    fn no_column_overlaps_another_at_any_width() {
        for chance in [None, Some(44.0)] {
            for mv in [30.0, 74.0, 2_000.0] {
                let widths = Widths {
                    mv,
                    narrow_mv: (mv - 18.0_f32).max(30.0),
                    chance,
                    ..WIDTHS
                };
                for width in 236..900 {
                    let columns = Columns::new(&widths, width as f32);
                    let placed: Vec<Rangef> = MoveColumn::ALL
                        .into_iter()
                        .filter_map(|column| columns.range(column))
                        .collect();
                    for pair in placed.windows(2) {
                        assert!(pair[0].max + 4.0 < pair[1].min, "{width}: {columns:?}");
                    }
                    assert!(placed[0].min >= 0.0);
                    assert!(placed[placed.len() - 1].max <= width as f32);
                    let mv = columns.range(MoveColumn::Move).expect("the move");
                    assert!(mv.span() >= 30.0, "{width}: {columns:?}");
                }
            }
        }
    }

    #[test]
    fn words_on_who_wins_are_whole_at_every_width_and_nodes_come_where_there_is_room() {
        for mv in [30.0, 48.0, 2_000.0] {
            let widths = Widths {
                mv,
                rating: 170.0,
                outcome: Some(82.0),
                narrow_rating: 142.0,
                ..WIDTHS
            };
            for width in 236..900 {
                let width = width as f32;
                let columns = Columns::new(&widths, width);
                let told = columns.range(MoveColumn::Rating).expect("who wins");
                let mv = columns.range(MoveColumn::Move).expect("the move");
                let needed = if columns.narrow { 142.0 } else { 170.0 };
                let least = widths.mv.min(MIN_MOVE);
                assert!(mv.span() >= least && mv.max < told.min, "{width}");
                assert!(told.max <= width, "{width}: {columns:?}");
                if widths.mv < 50.0 {
                    assert!(told.span() >= needed - 0.1, "{width}: {columns:?}");
                }
                if let Some(nodes) = columns.range(MoveColumn::Nodes) {
                    assert!(told.max + GAP < nodes.min && nodes.max <= width);
                }
            }
        }
        let widths = Widths {
            outcome: Some(82.0),
            rating: 140.0,
            ..WIDTHS
        };
        let nodes = |width| Columns::new(&widths, width).range(MoveColumn::Nodes);
        assert!(nodes(312.0).is_none() && nodes(420.0).is_some());
    }

    #[test]
    fn a_narrow_panel_shortens_counts_and_a_wide_one_moves_the_columns_apart() {
        let narrow = Columns::new(&WIDTHS, 236.0);
        assert!(narrow.narrow);
        assert!(narrow.range(MoveColumn::EndsIn).is_some());
        let narrower = Columns::new(&WIDTHS, 190.0);
        assert!(narrower.range(MoveColumn::EndsIn).is_none());
        assert!(narrower.range(MoveColumn::Nodes).is_some());
        let dice = Widths {
            chance: Some(40.0),
            ..WIDTHS
        };
        let phone = Columns::new(&dice, 180.0);
        assert!(phone.range(MoveColumn::Nodes).is_none());
        let mv = phone.range(MoveColumn::Move).expect("the move");
        assert!(mv.span() >= MIN_SHORT_MOVE, "{mv:?}");
        let usual = Columns::new(&WIDTHS, 330.0);
        assert!(!usual.narrow);
        assert!(Columns::new(&WIDTHS, 576.0).gap > usual.gap);
    }
}
