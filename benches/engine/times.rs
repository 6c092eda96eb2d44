//! The times of repeated measurements.

use std::time::{Duration, Instant};

/// The times of all runs, at least one.
#[derive(Clone, Debug, Default)]
pub struct Times {
    wall: Vec<Duration>,
    cpu: Vec<Duration>,
}

impl Times {
    /// Adds a run.
    pub fn push(&mut self, took: Took) {
        self.wall.push(took.wall);
        self.wall.sort_unstable();
        self.cpu.extend(took.cpu);
        self.cpu.sort_unstable();
    }

    /// The number of runs.
    pub fn runs(&self) -> usize {
        self.wall.len()
    }

    /// The median of processor times, in milliseconds; `None` if the system doesn't provide them.
    pub fn cpu_median(&self) -> Option<f64> {
        (self.cpu.len() == self.wall.len()).then(|| median(&self.cpu))
    }

    /// The time in the middle, or the mean of the two there, in milliseconds.
    pub fn median(&self) -> f64 {
        median(&self.wall)
    }

    /// The shortest, in milliseconds.
    pub fn min(&self) -> f64 {
        milliseconds(self.wall[0])
    }

    /// The longest, in milliseconds.
    pub fn max(&self) -> f64 {
        milliseconds(self.wall[self.wall.len() - 1])
    }
}

fn median(sorted: &[Duration]) -> f64 {
    let runs = sorted.len();
    milliseconds((sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The duration of something.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// By the clock.
    pub wall: Duration,
    /// The processor time of all threads of the program, if the system provides it.
    pub cpu: Option<Duration>,
}

impl std::ops::Add for Took {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wall: self.wall + other.wall,
            cpu: self.cpu.zip(other.cpu).map(|(one, other)| one + other),
        }
    }
}

/// The result of some work, and its duration.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Took) {
    let cpu = processor_time();
    let begun = Instant::now();
    let result = work();
    let wall = begun.elapsed();
    let cpu = processor_time().zip(cpu).map(|(end, begun)| end - begun);
    (result, Took { wall, cpu })
}

/// The processor time of this program so far.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
}

/// Elsewhere it isn't measured.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<Duration> {
    None
}
