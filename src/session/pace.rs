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

/// The work per step for something that has just started: little at first, since its cost is
/// unknown.
#[derive(Clone, Copy, Debug)]
pub struct Ramp(usize);

impl Default for Ramp {
    fn default() -> Self {
        Self(1 << 10)
    }
}

impl Ramp {
    /// The part of `work` to do now; it doubles each time.
    pub fn of(&mut self, work: usize) -> usize {
        let now = self.0;
        self.0 = now.saturating_mul(2);
        work.min(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_just_begun_gets_little_work_and_more_with_every_step() {
        let mut ramp = Ramp::default();
        assert_eq!([ramp.of(1 << 20), ramp.of(100)], [1 << 10, 100]);
        assert_eq!([ramp.of(1 << 20), ramp.of(1 << 20)], [1 << 12, 1 << 13]);
        for _ in 0..100 {
            ramp.of(1);
        }
        assert_eq!(ramp.of(usize::MAX), usize::MAX);
    }

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
