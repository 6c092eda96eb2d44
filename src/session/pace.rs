//! How much work a step is given. Whoever drives the steps has the clock; this has none.

/// The most work of a step.
const MAX: usize = 1 << 20;

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
            (2 * self.work).min(MAX)
        } else {
            self.work
        };
    }
}

/// How much of the work of a step may go to something that has just begun: little at first, since
/// nobody knows how dear it is.
#[derive(Clone, Copy, Debug)]
pub struct Ramp(usize);

impl Default for Ramp {
    fn default() -> Self {
        Self(1 << 10)
    }
}

impl Ramp {
    /// As much of `work` as may be done now; next time it is twice as much.
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
