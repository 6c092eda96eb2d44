//! Panics in a frame, in a job, in a build and in rayon's threads: what they say, what their
//! reports hold, and how the window goes on. The game that panics is added for a whole process, and
//! so is the hook that speaks, so this is a program of its own.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at files and clocks"
)]

#[cfg(target_os = "linux")]
mod display;
#[allow(dead_code, reason = "its main is a program's")]
mod planted;
mod window;

use std::path::{Path, PathBuf};

/// The reports in a folder, the oldest first.
fn reports(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort_unstable();
    paths
}

/// The text of the one report in a folder.
#[track_caller]
fn report(folder: &Path) -> String {
    let paths = reports(folder);
    assert_eq!(paths.len(), 1, "{paths:?}");
    std::fs::read_to_string(&paths[0]).expect("a report")
}
