//! Runs each test alone, once to see what it reaches and then once a mutant that it reaches, until one
//! fails.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::copy::Program;
use crate::find::Mutant;

/// A test, what it reaches, and how long it takes.
struct Test<'a> {
    program: &'a Program,
    name: String,
    reached: HashSet<u32>,
    took: Duration,
}

/// What came of a mutant.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// The program and the test that found it.
    pub by: Option<(&'static str, String)>,
    /// It found it by never ending.
    pub timed_out: bool,
    /// How many tests reach it.
    pub reached_by: usize,
}

/// Runs all, several at a time.
pub fn all(
    work: &Path,
    programs: &[Program],
    mutants: &[Mutant],
    jobs: usize,
) -> Result<Vec<Ran>, String> {
    let mut names = Vec::new();
    for program in programs {
        for name in tests(work, program)? {
            names.push((program, name));
        }
    }
    let begun = Instant::now();
    let mut tests = at_a_time(jobs, &names, |index, (program, name)| {
        look(work, program, name, index)
    });
    if let Some(index) = tests.iter().position(Option::is_none) {
        return Err(format!("without a mutant {} fails", names[index].1));
    }
    let mut tests: Vec<Test> = tests.drain(..).flatten().collect();
    let took = begun.elapsed().as_secs();
    println!("{} tests pass without a mutant, in {took} s", tests.len());
    tests.sort_by_key(|test| test.took);
    Ok(at_a_time(jobs, mutants, |index, mutant| {
        let ran = one(work, &tests, mutant.number);
        let by = match &ran.by {
            Some((program, name)) => format!("found by {program} {name}"),
            None => format!("NOT FOUND, reached by {} tests", ran.reached_by),
        };
        println!("{} of {}: {mutant}: {by}", index + 1, mutants.len());
        ran
    }))
}

/// Does something with each, several at a time; the results stand in the order of what was given.
fn at_a_time<T: Sync, R: Send>(
    jobs: usize,
    all: &[T],
    act: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(index) else {
                        return;
                    };
                    let result = act(index, one);
                    done.lock()
                        .expect("nobody panics with it")
                        .push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The names of a program's tests, without those that run only when asked for.
fn tests(work: &Path, program: &Program) -> Result<Vec<String>, String> {
    let listed = |more: &[&str]| {
        let output = Command::new(&program.path)
            .current_dir(work)
            .args(["--list", "--format", "terse"])
            .args(more)
            .output()
            .map_err(|error| format!("{}: {error}", program.path.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok::<Vec<String>, String>(names.map(str::to_owned).collect())
    };
    let ignored: HashSet<String> = listed(&["--ignored"])?.into_iter().collect();
    let mut names = listed(&[])?;
    names.retain(|name| !ignored.contains(name));
    Ok(names)
}

/// Runs a test without a mutant; nothing where it fails.
fn look<'a>(work: &Path, program: &'a Program, name: &str, index: usize) -> Option<Test<'a>> {
    let path: PathBuf = work.join(format!("target/reached-{index}"));
    std::fs::remove_file(&path).ok();
    let mut command = command(work, program, name);
    command.env("DOOMTREE_MUTANTS_REACHED", &path);
    let begun = Instant::now();
    let passed = passes(&mut command, Duration::from_secs(900));
    let took = begun.elapsed();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    std::fs::remove_file(&path).ok();
    (passed == Some(true)).then(|| Test {
        program,
        name: name.to_owned(),
        reached: text.lines().filter_map(|line| line.parse().ok()).collect(),
        took,
    })
}

fn one(work: &Path, tests: &[Test], number: u32) -> Ran {
    let reach = tests.iter().filter(|test| test.reached.contains(&number));
    let mut ran = Ran {
        reached_by: reach.clone().count(),
        ..Ran::default()
    };
    for test in reach {
        let mut command = command(work, test.program, &test.name);
        command.env("DOOMTREE_MUTANT", number.to_string());
        let passed = passes(&mut command, test.took * 4 + Duration::from_secs(20));
        if passed != Some(true) {
            ran.by = Some((test.program.name, test.name.clone()));
            ran.timed_out = passed.is_none();
            break;
        }
    }
    ran
}

fn command(work: &Path, program: &Program, name: &str) -> Command {
    let mut command = Command::new(&program.path);
    command.args(["-q", "--test-threads=1", "--exact", name]);
    command
        .current_dir(work)
        .env("CARGO_BIN_EXE_doomtree", work.join("target/debug/doomtree"))
        .env("RUST_BACKTRACE", "0")
        // Draws that are the same in every run, and leave no files.
        .env("PROPTEST_RNG_SEED", "1")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Whether a test passes; `None` where it doesn't end in time.
fn passes(command: &mut Command, limit: Duration) -> Option<bool> {
    let mut child = command.spawn().ok()?;
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if begun.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
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
