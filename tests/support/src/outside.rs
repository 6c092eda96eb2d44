//! Programs beside ours that tests call: readers of what we write, displays and browsers; and
//! signals.
//!
//! They are looked for in the folders of `DOOMTREE_TOOLS`, where it is set, and of `PATH`. What this
//! machine doesn't have is skipped loudly; with `DOOMTREE_SKIP_NOTHING=1` the test fails instead.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

/// Says that a test, or a part of it, is skipped and why; also where the test passes.
///
/// # Panics
/// Nothing may be skipped: `DOOMTREE_SKIP_NOTHING` is set.
#[track_caller]
pub fn skip(why: &str) {
    assert!(std::env::var_os("DOOMTREE_SKIP_NOTHING").is_none(), "{why}");
    // Not by `eprintln!`, which is kept back of tests that pass.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// The folders in which programs are looked for.
fn folders() -> OsString {
    let all = ["DOOMTREE_TOOLS", "PATH"].map(|name| std::env::var_os(name).unwrap_or_default());
    let all = all.iter().flat_map(std::env::split_paths);
    std::env::join_paths(all.filter(|folder| !folder.as_os_str().is_empty())).expect("folders")
}

/// A program by its name or its path, ready to be started; it finds others as we do.
pub fn tool(name: &str) -> Command {
    let folders = folders();
    let path = std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    let mut command = Command::new(path.unwrap_or_else(|| name.into()));
    command.env("PATH", folders);
    command
}

/// Whether a call of a program ends well; where it doesn't, says what is skipped and why.
#[track_caller]
pub fn has(command: &mut Command, why: &str) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    let found = quiet.status().is_ok_and(|status| status.success());
    if !found {
        skip(why);
    }
    found
}

/// The Python of `DOOMTREE_PYTHON`, else `python3`.
pub fn python() -> Command {
    let name = std::env::var("DOOMTREE_PYTHON");
    tool(name.as_deref().unwrap_or("python3"))
}

/// How long a program has computed, in hundredths of a second; `None` where there is no `/proc`.
pub fn computed(child: &Child) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, numbers) = stat.rsplit_once(") ")?;
    let numbers: Vec<&str> = numbers.split(' ').collect();
    // The 14th and 15th of all fields, of which the first two stand before the bracket.
    let own = |at: usize| numbers.get(at)?.parse::<u64>().ok();
    Some(own(11)? + own(12)?)
}

/// A signal for a program.
#[cfg(unix)]
pub use rustix::process::Signal;

/// Sends a signal to a program that was started.
///
/// # Panics
/// It has been waited for already.
#[cfg(unix)]
pub fn send(signal: Signal, child: &Child) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, signal).expect("the program is there");
}
