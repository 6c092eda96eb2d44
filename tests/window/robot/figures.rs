//! The figures of a long run: what was done, frames, memory, threads.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::runner::{Frame, LIMIT, Runner};

/// So many of the slowest frames are listed.
const LISTED: usize = 15;
/// Slow frames that are further apart have causes of their own.
const APART: u64 = 1_000;
/// After so long memory has to stay where it is.
const WARM: Duration = Duration::from_secs(600);
/// That far it may rise all the same: memory that was given back isn't all the system's.
const RISE: f64 = 1.15;
const RISE_MB: f64 = 32.0;

/// What is counted.
pub struct Figures {
    seed: u64,
    begun: Instant,
    done: BTreeMap<&'static str, u64>,
    /// Memory with a small board open, in MB, and after how long.
    memory: Vec<(Duration, f64)>,
    most_threads: usize,
}

/// What the process holds, in MB.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1_000.0
}

/// The names of the program's own threads that live, those of the pool left out.
fn threads() -> Vec<String> {
    let Ok(all) = std::fs::read_dir("/proc/self/task") else {
        return Vec::new();
    };
    let names = all.filter_map(|task| {
        let name = std::fs::read_to_string(task.ok()?.path().join("comm")).ok()?;
        Some(name.trim().to_owned())
    });
    names
        .filter(|name| name.starts_with("doomtree-") && !name.starts_with("doomtree-rayon"))
        .collect()
}

impl Figures {
    pub fn begin(seed: u64) -> Self {
        Self {
            seed,
            begun: Instant::now(),
            done: BTreeMap::new(),
            memory: Vec::new(),
            most_threads: 0,
        }
    }

    /// Something was done.
    pub fn did(&mut self, kind: &'static str) {
        *self.done.entry(kind).or_default() += 1;
        self.most_threads = self.most_threads.max(threads().len());
    }

    /// Whether memory is to be measured: once a minute.
    pub fn is_due(&self) -> bool {
        let last = self.memory.last();
        last.is_none_or(|(when, _)| self.begun.elapsed() - *when > Duration::from_secs(60))
    }

    /// Memory as it is with a small board open.
    pub fn measure(&mut self) {
        self.memory.push((self.begun.elapsed(), memory()));
    }

    /// Prints the table, and looks whether all is well.
    pub fn end(self, runner: Runner) {
        let took = self.begun.elapsed();
        let minutes = took.as_secs_f64() / 60.0;
        println!("robot, seed {}, {minutes:.1} minutes", self.seed);
        for (kind, count) in &self.done {
            println!("  {kind:<10} {count:>8}");
        }
        let mut slow = runner.slow.clone();
        println!("slow frames that follow one another, by the first of them:");
        let follows = |last: &Frame, next: &Frame| next.number - last.number < APART;
        for few in slow.chunk_by(follows) {
            let (first, longest) = (&few[0], few.iter().map(|frame| frame.cpu).max());
            println!(
                "  {:>6} frames from {} on, at most {} ms: {} in {}, {}",
                few.len(),
                first.number,
                longest.unwrap_or_default().as_millis(),
                first.what,
                first.document,
                first.shown
            );
        }
        slow.sort_by_key(|frame| std::cmp::Reverse(frame.cpu));
        println!(
            "frames {}, over {LIMIT:?} of the processor's time: {}",
            runner.frames,
            slow.len()
        );
        for frame in slow.iter().take(LISTED) {
            let (cpu, wall) = (frame.cpu.as_millis(), frame.wall.as_millis());
            println!(
                "  {cpu:>6} ms ({wall} ms by the clock)  {} in {}, {}",
                frame.what, frame.document, frame.shown
            );
        }
        println!("memory in MB with the book's board open, by minute:");
        let levels = self.memory.iter().map(|(_, level)| format!("{level:.0}"));
        println!("  {}", levels.collect::<Vec<_>>().join(" "));
        let panics = runner.panics.clone();
        println!("panics {}", panics.len());
        drop(runner);
        let until = Instant::now() + Duration::from_secs(30);
        while !threads().is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(50));
        }
        let left = threads();
        println!(
            "threads at most {}, left over {}",
            self.most_threads,
            left.len()
        );
        assert!(panics.is_empty(), "{panics:#?}");
        assert!(left.is_empty(), "{left:?}");
        let warm = WARM.min(took / 2);
        // A large document that was open a moment ago may not be freed yet: the median leaves it out.
        let median = |late: bool| {
            let own = self
                .memory
                .iter()
                .filter(|(when, _)| (*when > warm) == late);
            let mut levels: Vec<f64> = own.map(|(_, level)| *level).collect();
            levels.sort_by(f64::total_cmp);
            levels.get(levels.len() / 2).copied().unwrap_or_default()
        };
        let (first, then) = (median(false), median(true));
        assert!(
            then <= first * RISE + RISE_MB,
            "memory rose from {first:.0} to {then:.0} MB"
        );
    }
}
