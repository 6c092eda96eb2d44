//! The machine of the measurements, and whether anything else ran on it.

use std::fs::read_to_string;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::figures::Figures;

/// Maximum mean number of running processes in the last minute for the machine to count as idle.
const IDLE_LOAD: f64 = 0.5;
/// Maximum number of processors used by others meanwhile.
const IDLE_OTHERS: f64 = 0.1;

/// One thread and two.
pub struct Pools {
    /// A pool of one thread; the reference runs in it too.
    pub one: ThreadPool,
    /// A pool of two threads.
    pub two: ThreadPool,
}

/// Starts the threads.
pub fn pools() -> Result<Pools, ThreadPoolBuildError> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(Pools {
        one: pool(1)?,
        two: pool(2)?,
    })
}

/// The machine before the first measurement.
pub struct Machine {
    begun: Instant,
    /// `None` if the system doesn't provide it.
    load: Option<f64>,
    busy: Option<Busy>,
}

impl Machine {
    /// The present state.
    pub fn now() -> Self {
        Self {
            begun: Instant::now(),
            load: load(),
            busy: Busy::now(),
        }
    }

    /// Reads the state again at the end, and adds the difference to the figures.
    pub fn end(&self, figures: &mut Figures) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let seconds = self.begun.elapsed().as_secs_f64();
        let others = match (&self.busy, Busy::now()) {
            (Some(before), Some(after)) => {
                let all = after.all.saturating_sub(before.all);
                let own = after.own.saturating_sub(before.own);
                // Ticks have a hundredth of a second.
                Some(all.saturating_sub(own) as f64 / 100.0 / seconds)
            }
            _ => None,
        };
        let idle = match (self.load, others) {
            (Some(load), Some(others)) => Some(load <= IDLE_LOAD && others <= IDLE_OTHERS),
            _ => None,
        };
        let rounded = |number: Option<f64>| number.map(|number| (number * 100.0).round() / 100.0);
        figures.fact("threads_available", threads);
        figures.fact("peak_resident_mb", memory("VmHWM:"));
        figures.fact("load_at_start", rounded(self.load));
        figures.fact("others_cpu", rounded(others));
        figures.fact("idle", idle);
    }
}

/// The megabytes of this process in a line of the system's status: `VmRSS:` now, `VmHWM:` at most.
pub fn memory(line: &str) -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|text| text.strip_prefix(line))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024 / 1_000_000)
}

fn load() -> Option<f64> {
    let text = read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Processor ticks in use, by all processes and by this one.
struct Busy {
    all: u64,
    own: u64,
}

impl Busy {
    fn now() -> Option<Self> {
        let stat = read_to_string("/proc/stat").ok()?;
        let ticks: Vec<u64> = stat
            .lines()
            .next()?
            .split_whitespace()
            .skip(1)
            .map_while(|tick| tick.parse().ok())
            .collect();
        // user, nice, system; then idle and waiting; then interrupts and steal.
        let all = ticks
            .iter()
            .take(3)
            .chain(ticks.iter().skip(5).take(3))
            .sum();
        let own = read_to_string("/proc/self/stat").ok()?;
        // The name in parentheses may hold spaces; user and system time are the 14th and 15th.
        let own = own.rsplit_once(')')?.1;
        let own = own
            .split_whitespace()
            .skip(11)
            .take(2)
            .map_while(|tick| tick.parse::<u64>().ok())
            .sum();
        Some(Self { all, own })
    }
}
