//! How many planted faults the tests find. Faults (mutants) are drawn from a seed over the folders that hold
//! the rules, the graph, the ratings and the files; each is a small change of one expression.
//!
//! A build for each would take days. So all of them are built at once, in a copy of the tree, each behind
//! a switch that an environment variable turns on (Untch, Offutt and Harrold, *Mutation analysis using
//! mutant schemata*, 1993). Each test runs once without a mutant, and its mutants are those that it
//! reaches; then the tests that reach a mutant run with it, the quickest first, until one fails.
//!
//! ```sh
//! cargo run --manifest-path tests/hard/mutants/Cargo.toml -- --seed 1 --number 600 --part 1/6
//! ```
//!
//! What no test finds is listed with its place. A line is skipped where somebody has given a reason, in
//! `tests/hard/mutants/reasons.txt`. `--list` prints them as reasons do; `--only` runs such a list again.

mod copy;
mod find;
mod run;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use find::Mutant;

/// Counts how many planted faults the tests find.
#[derive(Parser)]
struct Args {
    /// Draws the mutants
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many are drawn
    #[arg(long, default_value_t = 600)]
    number: usize,
    /// Which part of them runs: 2/6 is the second sixth
    #[arg(long, default_value = "1/1")]
    part: String,
    /// How many run at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Draws only from those that this file names, a line each, as --list prints them
    #[arg(long)]
    only: Option<PathBuf>,
    /// Where the copy is built; it is kept for the next run
    #[arg(long, default_value = "target/mutants")]
    work: PathBuf,
    /// Lists them, and runs nothing
    #[arg(long)]
    list: bool,
}

/// The folders and files of `src` in which mutants are planted.
const WHERE: [&str; 7] = [
    "game",
    "games",
    "tree",
    "rating",
    "search",
    "save",
    "session/check",
];

fn main() -> ExitCode {
    match work(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("mutants: {why}");
            ExitCode::from(2)
        }
    }
}

/// Whether every mutant was found, or has a reason.
fn work(args: &Args) -> Result<bool, String> {
    let root = root()?;
    let (part, parts) = part(&args.part)?;
    let mut all = Vec::new();
    for folder in WHERE {
        find::in_folder(&root, &root.join("src").join(folder), &mut all)?;
    }
    let possible = all.len();
    if let Some(path) = &args.only {
        let named = read(path)?;
        let named: HashSet<&str> = named.lines().collect();
        all.retain(|mutant| named.contains(mutant.key().as_str()));
    }
    let mut drawn = draw(all, args);
    println!(
        "{possible} mutants are possible; seed {} drew {}",
        args.seed,
        drawn.len()
    );
    if args.list {
        for mutant in &drawn {
            println!("{}", mutant.key());
        }
        return Ok(true);
    }
    let work = root.join(&args.work);
    let dropped = copy::plant(&root, &work, &mut drawn)?;
    println!("{dropped} of them don't compile, and are left out");
    let programs = copy::build(&work)?;
    let begun = drawn.len() * (part - 1) / parts;
    let end = drawn.len() * part / parts;
    let ran = run::all(&work, &programs, &drawn[begun..end], args.jobs)?;
    told(&root, &drawn[begun..end], &ran)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder of the project.
fn root() -> Result<PathBuf, String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().nth(3).ok_or("the project isn't found")?;
    Ok(root.to_owned())
}

fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    numbers
        .filter(|(part, of)| (1..=*of).contains(part))
        .ok_or_else(|| format!("--part {text}: write it as 2/6"))
}

/// So many of them, in the order of the files, no two of which overlap.
fn draw(mut all: Vec<Mutant>, args: &Args) -> Vec<Mutant> {
    let mut draws = ChaCha8Rng::seed_from_u64(args.seed);
    for last in (1..all.len()).rev() {
        all.swap(last, (draws.next_u64() % (last as u64 + 1)) as usize);
    }
    // One a line: what doesn't compile is found by its line.
    let mut lines = HashSet::new();
    all.retain(|mutant| lines.insert((mutant.file.clone(), mutant.line)));
    all.truncate(args.number);
    all.sort_by(|a, b| (&a.file, a.range.start).cmp(&(&b.file, b.range.start)));
    for (index, mutant) in all.iter_mut().enumerate() {
        mutant.number = index as u32 + 1;
    }
    all
}

fn told(root: &Path, mutants: &[Mutant], ran: &[run::Ran]) -> Result<bool, String> {
    let reasons = read(&root.join("tests/hard/mutants/reasons.txt"))?;
    let is_reasoned = |mutant: &Mutant| reasons.lines().any(|line| line.contains(&mutant.key()));
    let (mut found, mut equal, mut alive) = (0, 0, 0);
    for (mutant, ran) in mutants.iter().zip(ran) {
        match &ran.by {
            Some(_) => found += 1,
            None if is_reasoned(mutant) => equal += 1,
            None => {
                alive += 1;
                println!("not found: {mutant}, reached by {} tests", ran.reached_by);
            }
        }
    }
    let counted = found + alive;
    let share = 100.0 * found as f64 / counted.max(1) as f64;
    println!(
        "{found} of {counted} found ({share:.1} %); {equal} more change nothing that can be seen"
    );
    for program in copy::PROGRAMS {
        let by = ran.iter().flat_map(|ran| &ran.by);
        let by = by.filter(|(name, _)| *name == program).count();
        println!("  by {program}: {by}");
    }
    let late = ran.iter().filter(|ran| ran.timed_out).count();
    println!("  of them by running too long: {late}");
    Ok(alive == 0)
}
