//! Orders the points in rows to reduce crossings of the lines between neighboring rows.

/// Rows of points that are put in order.
pub(super) struct Rows<'a> {
    rows: Vec<Vec<u32>>,
    above: &'a [Vec<u32>],
    below: &'a [Vec<u32>],
    /// The index of each point in its row.
    places: Vec<u32>,
}

/// Neighbors in a row are exchanged where that helps, as long as they are joined to no more than
/// this.
const MAX_JOINED: usize = 64;

impl<'a> Rows<'a> {
    pub fn new(rows: Vec<Vec<u32>>, above: &'a [Vec<u32>], below: &'a [Vec<u32>]) -> Self {
        let mut ordered = Self {
            rows,
            above,
            below,
            places: vec![0; above.len()],
        };
        (0..ordered.rows.len()).for_each(|row| ordered.number(row));
        ordered
    }

    /// Puts the rows in order, sweep by sweep, and keeps the best that was found; of those as good
    /// the first.
    pub fn order(&mut self, sweeps: usize) {
        let mut best = (self.rows.clone(), self.crossings());
        for sweep in 0..sweeps {
            if best.1 == 0 {
                break;
            }
            if sweep % 2 == 0 {
                (0..self.rows.len()).for_each(|row| self.sort(row, self.above));
            } else {
                (0..self.rows.len())
                    .rev()
                    .for_each(|row| self.sort(row, self.below));
            }
            self.exchange();
            let crossings = self.crossings();
            if crossings < best.1 {
                best = (self.rows.clone(), crossings);
            }
        }
        self.rows = best.0;
        (0..self.rows.len()).for_each(|row| self.number(row));
    }

    pub fn finish(self) -> Vec<Vec<u32>> {
        self.rows
    }

    fn number(&mut self, row: usize) {
        for (place, point) in self.rows[row].iter().enumerate() {
            self.places[*point as usize] = place as u32;
        }
    }

    /// Sorts a row by the mean index of each point's neighbors in the other row; points without
    /// neighbors keep their places.
    fn sort(&mut self, row: usize, joined: &[Vec<u32>]) {
        let mean = |point: u32| {
            let joined = &joined[point as usize];
            let sum: u64 = joined
                .iter()
                .map(|other| u64::from(self.places[*other as usize]))
                .sum();
            (!joined.is_empty()).then(|| sum as f64 / joined.len() as f64)
        };
        let mut moving: Vec<(f64, u32)> = self.rows[row]
            .iter()
            .filter_map(|point| Some((mean(*point)?, *point)))
            .collect();
        moving.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut moving = moving.into_iter().map(|(_, point)| point);
        for point in &mut self.rows[row] {
            if !joined[*point as usize].is_empty()
                && let Some(next) = moving.next()
            {
                *point = next;
            }
        }
        self.number(row);
    }

    /// Exchanges neighbors in a row as long as that leaves fewer crossings, once through all rows.
    fn exchange(&mut self) {
        for row in 0..self.rows.len() {
            for place in 1..self.rows[row].len() {
                let (left, right) = (self.rows[row][place - 1], self.rows[row][place]);
                let now = self.between(left, right);
                if now > 0 && self.between(right, left) < now {
                    self.rows[row].swap(place - 1, place);
                    self.places.swap(left as usize, right as usize);
                }
            }
        }
    }

    /// The number of crossings between the lines of two neighbors if one is to the left of the
    /// other.
    fn between(&self, left: u32, right: u32) -> usize {
        [self.above, self.below]
            .into_iter()
            .map(|joined| {
                let (left, right) = (&joined[left as usize], &joined[right as usize]);
                if left.len() > MAX_JOINED || right.len() > MAX_JOINED {
                    return 0;
                }
                let place = |point: &u32| self.places[*point as usize];
                let further = |right: &u32| {
                    let right = place(right);
                    left.iter().filter(|left| place(left) > right).count()
                };
                right.iter().map(further).sum::<usize>()
            })
            .sum()
    }

    /// The number of crossings between neighboring rows.
    pub fn crossings(&self) -> u64 {
        let mut crossings = 0;
        for (row, points) in self.rows.iter().enumerate() {
            let Some(next) = self.rows.get(row + 1) else {
                break;
            };
            // The right ends of the lines, in the order of their left ends. A line crosses each
            // earlier one that ends further to the right.
            let mut before = Tally::new(next.len());
            for point in points {
                let ends = &self.below[*point as usize];
                let place = |end: &u32| self.places[*end as usize] as usize;
                crossings += ends.iter().map(|end| before.above(place(end))).sum::<u64>();
                ends.iter().for_each(|end| before.add(place(end)));
            }
        }
        crossings
    }
}

/// Counts the numbers seen so far that are greater than a given one (a Fenwick tree, 1994).
struct Tally {
    sums: Vec<u64>,
    all: u64,
}

impl Tally {
    fn new(len: usize) -> Self {
        Self {
            sums: vec![0; len + 1],
            all: 0,
        }
    }

    fn add(&mut self, number: usize) {
        let mut at = number + 1;
        while let Some(sum) = self.sums.get_mut(at) {
            *sum += 1;
            at += at & at.wrapping_neg();
        }
        self.all += 1;
    }

    fn above(&self, number: usize) -> u64 {
        let mut at = number + 1;
        let mut up_to = 0;
        while at > 0 {
            up_to += self.sums[at];
            at &= at - 1;
        }
        self.all - up_to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of these sizes, joined by these lines.
    fn joined(upper: u32, lower: u32, lines: &[(u32, u32)]) -> [Vec<Vec<u32>>; 3] {
        let all = (upper + lower) as usize;
        let (mut above, mut below) = (vec![Vec::new(); all], vec![Vec::new(); all]);
        for (from, to) in lines {
            below[*from as usize].push(upper + to);
            above[(upper + to) as usize].push(*from);
        }
        let rows = vec![(0..upper).collect(), (upper..upper + lower).collect()];
        [rows, above, below]
    }

    #[test]
    fn crossings_are_those_of_every_pair_of_lines() {
        let lines = [(0, 2), (0, 0), (1, 1), (2, 0), (2, 2), (1, 1), (3, 1)];
        let [rows, above, below] = joined(4, 3, &lines);
        let mut slow = 0;
        for (index, a) in lines.iter().enumerate() {
            let crossed = |b: &&(u32, u32)| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1);
            slow += lines[index + 1..].iter().filter(crossed).count() as u64;
        }
        assert!(slow > 3);
        assert_eq!(Rows::new(rows, &above, &below).crossings(), slow);
    }

    #[test]
    fn what_can_be_drawn_without_a_crossing_is() {
        let lines = [(0, 3), (1, 2), (2, 1), (3, 0)];
        let [rows, above, below] = joined(4, 4, &lines);
        let mut rows = Rows::new(rows, &above, &below);
        assert_eq!(rows.crossings(), 6);
        rows.order(4);
        assert_eq!(rows.crossings(), 0);
        assert_eq!(rows.finish()[0], [0, 1, 2, 3]);
    }
}
