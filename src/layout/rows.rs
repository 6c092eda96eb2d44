//! The y coordinates of a tree's rows: at equal distances, or at distances that depend on their
//! content.

/// The middles of a tree's rows, in scene units along its growth. The first is at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RowOffsets {
    /// The center of each row with a known distance; never empty.
    middles: Vec<f64>,
    /// The distance between rows after those.
    beyond: f64,
}

impl RowOffsets {
    /// Rows that are equally far apart.
    pub fn evenly(distance: f64) -> Self {
        Self::apart([], distance)
    }

    /// Rows with these distances from one to the next, none of them negative, and `beyond` after
    /// those.
    pub fn apart(distances: impl IntoIterator<Item = f64>, beyond: f64) -> Self {
        let mut middles = vec![0.0];
        let mut middle = 0.0;
        middles.extend(distances.into_iter().map(|distance| {
            middle += distance;
            middle
        }));
        Self { middles, beyond }
    }

    /// The middle of a row.
    pub fn middle(&self, row: u32) -> f64 {
        let last = self.middles.len() - 1;
        match self.middles.get(row as usize) {
            Some(middle) => *middle,
            None => self.middles[last] + f64::from(row - last as u32) * self.beyond,
        }
    }

    /// The distance from a row to the next.
    pub fn distance(&self, row: u32) -> f64 {
        self.middle(row + 1) - self.middle(row)
    }

    /// The row whose center is nearest to a coordinate. `None` if that is more than half a distance
    /// above the first row, or if no row can be there.
    pub fn nearest(&self, place: f64) -> Option<u32> {
        let last = self.middles.len() - 1;
        let after = self.middles.partition_point(|middle| *middle <= place);
        let row = if after > last {
            let rows = (place - self.middles[last]) / self.beyond;
            let row = last as f64 + rows.round();
            (row < f64::from(u32::MAX)).then_some(row as u32)?
        } else {
            let row = after.saturating_sub(1) as u32;
            let is_nearer = place - self.middle(row) < self.middle(row + 1) - place;
            if is_nearer { row } else { row + 1 }
        };
        (place >= -self.distance(0) / 2.0).then_some(row)
    }

    /// The largest distance from a row to the next, among those above `rows` and the one after.
    pub fn widest(&self, rows: u32) -> f64 {
        let known = rows.min(self.middles.len() as u32);
        let distances = (0..=known).map(|row| self.distance(row));
        distances.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_equally_far_apart_lie_at_multiples_of_their_distance() {
        let rows = RowOffsets::evenly(64.0);
        for row in [0, 1, 7, 1_000_000] {
            let middle = f64::from(row) * 64.0;
            assert_eq!(rows.middle(row), middle);
            assert_eq!(rows.nearest(middle + 31.0), Some(row));
            assert_eq!(rows.nearest(middle - 31.0), Some(row));
        }
        assert_eq!(rows.widest(5), 64.0);
    }

    #[test]
    fn rows_with_distances_of_their_own_follow_each_other_and_are_found_again() {
        let rows = RowOffsets::apart([10.0, 50.0, 30.0], 20.0);
        let middles: Vec<f64> = (0..6).map(|row| rows.middle(row)).collect();
        assert_eq!(middles, [0.0, 10.0, 60.0, 90.0, 110.0, 130.0]);
        for (row, middle) in (0..).zip(middles) {
            assert_eq!(rows.nearest(middle), Some(row));
            assert_eq!(rows.nearest(middle - 4.0), Some(row));
            assert_eq!(rows.nearest(middle + 4.0), Some(row));
        }
        assert_eq!(rows.nearest(34.0), Some(1));
        assert_eq!(rows.nearest(36.0), Some(2));
        assert_eq!(rows.widest(0), 10.0);
        assert_eq!(rows.widest(1), 50.0);
        assert_eq!(rows.widest(9), 50.0);
    }

    #[test]
    fn a_place_without_a_row_has_none() {
        let rows = RowOffsets::evenly(10.0);
        for place in [-6.0, -f64::INFINITY, f64::INFINITY, f64::NAN] {
            assert_eq!(rows.nearest(place), None, "{place}");
        }
        assert_eq!(RowOffsets::evenly(0.0).nearest(1.0), None);
    }
}
