//! Runs the test programs once a mutant, until one of them fails.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::copy::Program;
use crate::find::Mutant;

/// The test programs, those that find most in the least time first.
pub const PROGRAMS: [&str; 4] = ["lib", "engine", "files", "cli"];

/// What came of a mutant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ran {
    /// The program that found it.
    pub by: Option<&'static str>,
    /// It found it by never ending.
    pub timed_out: bool,
}

/// Runs all, several at a time.
pub fn all(
    work: &Path,
    programs: &[Program],
    mutants: &[Mutant],
    jobs: usize,
) -> Result<Vec<Ran>, String> {
    // What nothing is planted in takes so long, and has to pass.
    let mut usual = Vec::new();
    for program in programs {
        let begun = Instant::now();
        match passes(work, program, 0, Duration::from_secs(3_600)) {
            Some(true) => usual.push(begun.elapsed()),
            _ => return Err(format!("without a mutant {} fails", program.name)),
        }
        println!(
            "{} takes {:.0} s",
            program.name,
            usual[usual.len() - 1].as_secs_f64()
        );
    }
    let ran = Mutex::new(vec![Ran::default(); mutants.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(index) else {
                        return;
                    };
                    let one = one(work, programs, &usual, mutant.number);
                    let by = one.by.unwrap_or("nothing");
                    println!(
                        "{} of {}: {mutant}: found by {by}",
                        index + 1,
                        mutants.len()
                    );
                    ran.lock().expect("nobody panics with it")[index] = one;
                }
            });
        }
    });
    Ok(ran.into_inner().expect("nobody panics with it"))
}

fn one(work: &Path, programs: &[Program], usual: &[Duration], number: u32) -> Ran {
    for (program, usual) in programs.iter().zip(usual) {
        let limit = *usual * 4 + Duration::from_secs(20);
        let passed = passes(work, program, number, limit);
        if passed != Some(true) {
            let name = PROGRAMS.iter().find(|name| **name == program.name);
            return Ran {
                by: name.copied(),
                timed_out: passed.is_none(),
            };
        }
    }
    Ran::default()
}

/// Whether a test program passes; `None` where it doesn't end in time.
fn passes(work: &Path, program: &Program, number: u32, limit: Duration) -> Option<bool> {
    let mut command = Command::new(&program.path);
    // The harness stops at the first failure only where it is asked as the compiler's own tests ask it.
    command.args([
        "-q",
        "--test-threads=1",
        "-Zunstable-options",
        "--fail-fast",
    ]);
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUST_BACKTRACE", "0");
    command.env("DOOMTREE_MUTANT", number.to_string());
    command
        .current_dir(work)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().ok()?;
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if begun.elapsed() < limit => std::thread::sleep(Duration::from_millis(20)),
            _ => {
                end(&mut child);
                return None;
            }
        }
    }
}

/// Ends a program and all that it has started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    Command::new("kill")
        .args(["-KILL", "--", &group])
        .status()
        .ok();
    child.kill().ok();
    child.wait().ok();
}
