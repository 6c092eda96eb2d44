//! Plants mutants in a copy of the project, and builds it.

use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::find::Mutant;

/// The switch of all mutants, as `src/mutants.rs` of the copy.
const SWITCH: &str = r#"//! Which planted fault is on, and which of them have been reached.
#![allow(missing_docs)]

use std::fs::File;
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

struct Switch {
    on: u32,
    /// Where numbers are written when they are first asked for.
    reached: Option<File>,
}

static SWITCH: OnceLock<Switch> = OnceLock::new();
static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

fn begin() -> Switch {
    let on = std::env::var("DOOMTREE_MUTANT").ok();
    let reached = std::env::var_os("DOOMTREE_MUTANTS_REACHED");
    let open = |path| File::options().create(true).append(true).open(path).ok();
    Switch {
        on: on.and_then(|text| text.parse().ok()).unwrap_or(0),
        reached: reached.and_then(open),
    }
}

pub fn is(number: u32) -> bool {
    let switch = SWITCH.get_or_init(begin);
    if let Some(reached) = &switch.reached
        && !SEEN[number as usize].swap(true, Ordering::Relaxed)
    {
        let line = format!("{number}\n");
        (&mut &*reached).write_all(line.as_bytes()).ok();
    }
    switch.on == number
}
"#;

/// The test programs that find mutants: of the library itself, and of the folders in `tests`.
pub const PROGRAMS: [&str; 7] = [
    "lib",
    "engine",
    "files",
    "export_pictures",
    "cli",
    "own_game",
    "front_door",
];

/// A test program and its name.
pub struct Program {
    /// One of [`PROGRAMS`].
    pub name: &'static str,
    pub path: PathBuf,
}

/// Copies the project, plants the mutants, and drops those that don't compile; how many.
pub fn plant(root: &Path, work: &Path, mutants: &mut Vec<Mutant>) -> Result<usize, String> {
    std::fs::create_dir_all(work).map_err(|error| format!("{}: {error}", work.display()))?;
    // What git knows, as it lies there now.
    let files = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z"])
        .output();
    let files = files
        .map_err(|error| format!("git can't be run: {error}"))?
        .stdout;
    for file in files
        .split(|byte| *byte == 0)
        .filter(|file| !file.is_empty())
    {
        let file = std::str::from_utf8(file).map_err(|error| error.to_string())?;
        if root.join(file).is_file() {
            write(&work.join(file), &read(&root.join(file))?)?;
        }
    }
    write(&work.join("src/mutants.rs"), SWITCH.as_bytes())?;
    let lib = String::from_utf8_lossy(&read(&root.join("src/lib.rs"))?).into_owned();
    let lib = lib.replacen(
        "pub mod cli;",
        "pub mod cli;\n#[doc(hidden)]\npub mod mutants;",
        1,
    );
    write(&work.join("src/lib.rs"), lib.as_bytes())?;
    let before = mutants.len();
    loop {
        alter(root, work, mutants)?;
        let wrong = errors(work)?;
        if wrong.is_empty() {
            return Ok(before - mutants.len());
        }
        let known = mutants.len();
        mutants.retain(|mutant| !wrong.contains(&(mutant.file.clone(), mutant.line)));
        if mutants.len() == known {
            return Err(format!("the copy doesn't compile: {wrong:?}"));
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file where it differs, so that what is the same isn't built again.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(fault)?;
    let mut file = std::fs::File::create(path).map_err(fault)?;
    file.write_all(bytes).map_err(fault)
}

fn alter(root: &Path, work: &Path, mutants: &[Mutant]) -> Result<(), String> {
    let mut by_file: BTreeMap<&Path, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    for (file, mutants) in by_file {
        let mut text = String::from_utf8_lossy(&read(&root.join(file))?).into_owned();
        // From the end, so that places stay true.
        for mutant in mutants.iter().rev() {
            let is = format!("crate::mutants::is({})", mutant.number);
            let new = mutant.new.replace("{is}", &is);
            text.replace_range(mutant.range.clone(), &new);
        }
        write(&work.join(file), text.as_bytes())?;
    }
    Ok(())
}

/// The places of the compiler's errors.
fn errors(work: &Path) -> Result<HashSet<(PathBuf, usize)>, String> {
    let output = cargo(work)
        .args([
            "check",
            "--lib",
            "--no-default-features",
            "--features=cli",
            "--message-format=json",
        ])
        .output()
        .map_err(|error| format!("cargo can't be run: {error}"))?;
    let mut places = HashSet::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        for span in message["spans"].as_array().into_iter().flatten() {
            let file = span["file_name"].as_str().unwrap_or_default();
            let line = span["line_start"].as_u64().unwrap_or(0) as usize;
            places.insert((PathBuf::from(file), line));
        }
    }
    match output.status.success() || !places.is_empty() {
        true => Ok(places),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn cargo(work: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    // Without the window: no mutant is planted there, and half of the code need not be built.
    cargo.current_dir(work).env("CARGO_INCREMENTAL", "0");
    cargo.env("CARGO_TARGET_DIR", work.join("target"));
    cargo.env("RUSTFLAGS", "--cap-lints allow");
    // The tests run far more often than they are built.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "2");
    cargo
}

/// Builds the test programs.
pub fn build(work: &Path) -> Result<Vec<Program>, String> {
    let mut command = cargo(work);
    command.args([
        "test",
        "--no-run",
        "--no-default-features",
        "--features=cli",
        "--message-format=json",
    ]);
    command.args(["--lib", "--bins"]);
    for name in &PROGRAMS[1..] {
        command.args(["--test", name]);
    }
    let output = command
        .output()
        .map_err(|error| format!("cargo can't be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut programs = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let target = &message["target"];
        let kind = target["kind"][0].as_str().unwrap_or_default();
        let name = target["name"].as_str().unwrap_or_default();
        let name = if kind == "lib" { "lib" } else { name };
        let name = PROGRAMS.iter().find(|program| **program == name);
        if let (Some(path), Some(name)) = (message["executable"].as_str(), name)
            && message["profile"]["test"] == true
        {
            let path = path.into();
            programs.push(Program { name, path });
        }
    }
    Ok(programs)
}
