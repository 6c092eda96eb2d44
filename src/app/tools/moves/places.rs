//! The places of the columns of the moves table: they depend on their content and the panel's
//! width.

use eframe::egui::Rangef;

use super::columns::MIN_MOVE;

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

/// The widths of a column's texts, and of the shorter ones; and the least move for which it may be
/// left out.
pub(crate) type Need = ([f32; 2], Option<f32>);

/// The indices of the first columns.
const NUMBER: usize = 0;
const MOVE: usize = 1;
const WINNER: usize = 2;

/// The place of each column, in points from the table's left edge; `None` if it doesn't fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Places {
    pub ranges: Vec<Option<Rangef>>,
    /// Whether heads, marks and counts are the shorter ones.
    pub narrow: bool,
    /// Between two columns.
    pub gap: f32,
}

impl Places {
    /// Places the columns of a table with this width; `worded` if text shows the winner.
    pub fn new(needs: &[Need], worded: bool, width: f32) -> Self {
        if worded {
            return Self::worded(needs, width);
        }
        // The move takes the rest.
        let fixed = |narrow: bool| {
            let widths = needs.iter().map(|(widths, _)| widths[usize::from(narrow)]);
            let mut fixed: Vec<Option<f32>> = widths.map(Some).collect();
            fixed[MOVE] = None;
            fixed
        };
        let room = width - 2.0 * PAD;
        let wide = fixed(false);
        let wanted = needs[MOVE].0[0].min((width * 0.42).max(110.0));
        for gap in [GAP, CLOSE_GAP] {
            let rest = rest(room, &wide, gap);
            if rest >= wanted {
                // The rest of the width separates the numbers, and what remains goes to the move.
                let columns = wide.iter().flatten().count() as f32;
                let apart = ((rest - wanted) * 0.6 / columns).min(APART);
                return Self::placed(&wide, false, gap + apart, width);
            }
        }
        let mut narrow = fixed(true);
        for (column, (_, min_move)) in needs.iter().enumerate() {
            let is_short = |min| rest(room, &narrow, NARROW_GAP) < needs[MOVE].0[1].min(min);
            if min_move.is_some_and(is_short) {
                narrow[column] = None;
            }
        }
        Self::placed(&narrow, true, NARROW_GAP, width)
    }

    /// The same when text shows the winner: number, move, text and mark from the left, and the
    /// others at the right if they have ample space.
    fn worded(needs: &[Need], width: f32) -> Self {
        let [number, mv, rating] = [NUMBER, MOVE, WINNER].map(|column| needs[column].0);
        let (left, mut right) = (PAD + number[0] + NUMBER_GAP, width - PAD);
        let narrow = left + mv[0] + GAP + rating[0] > right;
        let rating = rating[usize::from(narrow)];
        let gap = if narrow { CLOSE_GAP } else { GAP };
        let mv = mv[0].min((right - left - gap - rating).max(MIN_MOVE));
        let told = left + mv + gap;
        let end = (told + rating).min(right);
        let mut ranges = vec![None; needs.len()];
        ranges[NUMBER] = Some(Rangef::new(PAD, PAD + number[0]));
        ranges[MOVE] = Some(Rangef::new(left, left + mv));
        ranges[WINNER] = Some(Rangef::new(told, end));
        for (column, ([wide, _], _)) in needs.iter().enumerate().skip(WINNER + 1).rev() {
            // They don't come and go with the size of the numbers.
            if end + 2.0 * GAP + wide.max(NODES) <= right {
                ranges[column] = Some(Rangef::new(right - wide, right));
                right -= wide + gap;
            }
        }
        Self {
            ranges,
            narrow,
            gap,
        }
    }

    fn placed(fixed: &[Option<f32>], narrow: bool, gap: f32, width: f32) -> Self {
        let mut ranges = vec![None; fixed.len()];
        let number = fixed[NUMBER].unwrap_or(0.0);
        ranges[NUMBER] = Some(Rangef::new(PAD, PAD + number));
        let mut right = width - PAD;
        for (column, wide) in fixed.iter().enumerate().skip(MOVE + 1).rev() {
            if let Some(wide) = wide {
                ranges[column] = Some(Rangef::new(right - wide, right));
                right -= wide + gap;
            }
        }
        // The number is close to its move.
        let left = PAD + number + NARROW_GAP;
        ranges[MOVE] = Some(Rangef::new(left, right.max(left)));
        Self {
            ranges,
            narrow,
            gap,
        }
    }
}

/// The rest for the move.
fn rest(room: f32, fixed: &[Option<f32>], gap: f32) -> f32 {
    let columns = fixed.iter().flatten().count() as f32;
    let taken: f32 = fixed.iter().flatten().sum();
    room - taken - columns * gap
}

#[cfg(test)]
mod tests {
    use super::super::columns::MIN_SHORT_MOVE;
    use super::*;

    /// Number, move, rating, plies to the end, and nodes.
    fn needs() -> Vec<Need> {
        vec![
            ([12.0; 2], None),
            ([74.0, 56.0], None),
            ([50.0; 2], None),
            ([42.0, 28.0], Some(MIN_MOVE)),
            ([78.0, 54.0], Some(MIN_SHORT_MOVE)),
        ]
    }

    /// The same with a probability before the rating.
    fn dice(chance: f32) -> Vec<Need> {
        let mut needs = needs();
        needs.insert(WINNER, ([chance; 2], None));
        needs
    }

    /// Number, move, winner and nodes.
    fn worded(mv: f32, winner: [f32; 2]) -> Vec<Need> {
        let mut needs = needs();
        needs.remove(3);
        needs[MOVE].0 = [mv; 2];
        needs[WINNER].0 = winner;
        needs
    }

    fn span(places: &Places, column: usize) -> Rangef {
        places.ranges[column].expect("a column")
    }

    #[test]
    fn no_column_overlaps_another_at_any_width() {
        for mut needs in [needs(), dice(44.0)] {
            for mv in [30.0, 74.0, 2_000.0] {
                needs[MOVE].0 = [mv, (mv - 18.0_f32).max(30.0)];
                for width in 236..900 {
                    let places = Places::new(&needs, false, width as f32);
                    let placed: Vec<Rangef> = places.ranges.iter().flatten().copied().collect();
                    for pair in placed.windows(2) {
                        assert!(pair[0].max + 4.0 < pair[1].min, "{width}: {places:?}");
                    }
                    assert!(placed[0].min >= 0.0);
                    assert!(placed[placed.len() - 1].max <= width as f32);
                    assert!(span(&places, MOVE).span() >= 30.0, "{width}: {places:?}");
                }
            }
        }
    }

    #[test]
    fn words_on_who_wins_are_whole_at_every_width_and_nodes_come_where_there_is_room() {
        for mv in [30.0, 48.0, 2_000.0] {
            let needs = worded(mv, [170.0, 142.0]);
            for width in 236..900 {
                let width = width as f32;
                let places = Places::new(&needs, true, width);
                let (mv, told) = (span(&places, MOVE), span(&places, WINNER));
                let needed = if places.narrow { 142.0 } else { 170.0 };
                let whole = needs[MOVE].0[0];
                assert!(
                    mv.span() >= whole.min(MIN_MOVE) && mv.max < told.min,
                    "{width}"
                );
                assert!(told.max <= width, "{width}: {places:?}");
                if whole < 50.0 {
                    assert!(told.span() >= needed - 0.1, "{width}: {places:?}");
                }
                if let Some(nodes) = places.ranges[3] {
                    assert!(told.max + GAP < nodes.min && nodes.max <= width);
                }
            }
        }
        let nodes = |width| Places::new(&worded(74.0, [140.0, 50.0]), true, width).ranges[3];
        assert!(nodes(312.0).is_none() && nodes(420.0).is_some());
    }

    #[test]
    fn a_narrow_panel_shortens_counts_and_a_wide_one_moves_the_columns_apart() {
        let of = |width| Places::new(&needs(), false, width);
        let narrow = of(236.0);
        assert!(narrow.narrow);
        assert!(narrow.ranges[3].is_some());
        let narrower = of(190.0);
        assert!(narrower.ranges[3].is_none());
        assert!(narrower.ranges[4].is_some());
        let phone = Places::new(&dice(40.0), false, 180.0);
        assert!(phone.ranges[5].is_none());
        let mv = span(&phone, MOVE);
        assert!(mv.span() >= MIN_SHORT_MOVE, "{mv:?}");
        let usual = of(330.0);
        assert!(!usual.narrow);
        assert!(of(576.0).gap > usual.gap);
    }
}
