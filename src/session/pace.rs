//! Adapts the work per step to a target duration. The caller has the clock; this has none.

/// Maximum work per step.
const MAX: usize = 1 << 20;

/// Work per step, adapted so that a step takes the target duration.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    aim: u64,
    work: usize,
}

impl Pace {
    /// Starts with little work; the target duration of a step is `aim` microseconds.
    pub fn new(aim: u64) -> Self {
        Self { aim, work: 64 }
    }

    /// The work of the next step.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Reports the duration of a step in microseconds; adapts the next one.
    pub fn took(&mut self, micros: u64) {
        self.work = if micros > self.aim {
            let share = self.aim as f64 / micros as f64;
            ((self.work as f64 * share) as usize).max(1)
        } else if micros < self.aim / 2 {
            (2 * self.work).min(MAX)
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
            assert!(micros >= 9_000 || pace.work() == MAX, "{micros}");
        }
    }
}
