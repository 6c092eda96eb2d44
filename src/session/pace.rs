//! How much work a step is given. Whoever drives the steps has the clock; this has none.

/// The most work of a step.
const MOST: usize = 1 << 20;

/// How much work a step is given, so that it takes about as long as is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    aim: u64,
    work: usize,
}

impl Pace {
    /// Begins with little work; a step should take `aim` microseconds.
    pub fn new(aim: u64) -> Self {
        Self { aim, work: 64 }
    }

    /// The work of the next step.
    pub fn work(&self) -> usize {
        self.work
    }

    /// A step took so many microseconds: the next is given more, or less.
    pub fn took(&mut self, micros: u64) {
        self.work = if micros > self.aim {
            let share = self.aim as f64 / micros as f64;
            ((self.work as f64 * share) as usize).max(1)
        } else if micros < self.aim / 2 {
            (2 * self.work).min(MOST)
        } else {
            self.work
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_to_take_as_long_as_is_wanted_however_dear_the_work_becomes() {
        let mut pace = Pace::new(20_000);
        for nanos_each in [10, 100_000, 3_000, 50_000_000] {
            for _ in 0..30 {
                pace.took(pace.work() as u64 * nanos_each / 1_000);
            }
            let micros = pace.work() as u64 * nanos_each / 1_000;
            assert!(micros <= 20_000 || pace.work() == 1, "{micros}");
            assert!(micros >= 9_000 || pace.work() == MOST, "{micros}");
        }
    }
}
