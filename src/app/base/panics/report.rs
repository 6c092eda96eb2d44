//! The report of a panic: a text file in the state folder.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Account, short};
use crate::app::base::disk::state_folder;
use crate::game::Refusal;
use crate::save;

/// The thread that writes reports; a panic of its own isn't reported.
pub(super) const WRITER: &str = "doomtree-report";
/// Maximum number of reports kept.
const KEPT: usize = 20;
/// Maximum characters of a message in a report.
const MESSAGE: usize = 20_000;

/// The folder of reports, if the system has one.
pub fn usual_folder() -> Option<PathBuf> {
    Some(state_folder()?.join("reports"))
}

/// The data of a panic report.
pub(super) struct Report {
    pub thread: String,
    /// File, line and column.
    pub place: Option<String>,
    pub message: String,
    /// The window's state.
    pub account: Option<Account>,
    pub backtrace: Backtrace,
}

impl Report {
    /// Writes it to a new file, and returns the path.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn write(self, folder: Option<PathBuf>) -> Result<PathBuf, Refusal> {
        let folder = folder.ok_or_else(|| Refusal::new("this system has no folder for it", ""))?;
        let writer = std::thread::Builder::new().name(WRITER.to_owned());
        let writer = writer.spawn(move || {
            std::fs::create_dir_all(&folder).map_err(|error| {
                Refusal::of(error).at(&format!("{} can't be made", folder.display()))
            })?;
            let path = folder.join(name());
            let text = self.text();
            save::write_file(&path, |out| out.write_all(text.as_bytes()))?;
            forget_old(&folder);
            Ok(path)
        });
        match writer.map(std::thread::JoinHandle::join) {
            Ok(Ok(written)) => written,
            Ok(Err(_)) => Err(Refusal::new("writing it failed, too", "")),
            Err(error) => Err(Refusal::of(error).at("the system has no thread to spare")),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            writeln!(text, "{name}: {value}").ok();
        };
        line("doomtree", env!("CARGO_PKG_VERSION"));
        let system = [std::env::consts::OS, std::env::consts::ARCH];
        line("system", &system.join(", "));
        line("thread", &self.thread);
        line("place", self.place.as_deref().unwrap_or("not known"));
        line("message", &short(&self.message, MESSAGE));
        match &self.account {
            None => line("window", "it had no frame yet"),
            Some(account) => {
                line("position", &account.position);
                line("game", &account.game);
                line("rules", &account.rules);
                line("selected line", &account.line);
                line("last commands", &account.commands.len().to_string());
                for command in &account.commands {
                    line("-", command);
                }
            }
        }
        writeln!(text, "backtrace:\n{}", self.backtrace).ok();
        text
    }
}

/// The name of a file that no other report has: by the time, the process, and a number in it. Later
/// ones come later in the alphabet.
fn name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = since.map_or(0, |since| since.as_millis());
    let process = std::process::id();
    format!("panic-{millis:013}-{process}-{number:04}.txt")
}

/// Removes all but the newest reports. Files that can't be removed stay.
fn forget_old(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let is_report = |name: &String| name.starts_with("panic-") && name.ends_with(".txt");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(is_report).collect();
    names.sort_unstable();
    let old = names.len().saturating_sub(KEPT);
    for name in &names[..old] {
        std::fs::remove_file(folder.join(name)).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(message: &str) -> Report {
        Report {
            thread: "a-thread".to_owned(),
            place: Some("src/heap.rs:10:5".to_owned()),
            message: message.to_owned(),
            account: None,
            backtrace: Backtrace::force_capture(),
        }
    }

    #[test]
    fn the_newest_reports_are_kept_and_other_files_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let other = folder.path().join("notes.txt");
        std::fs::write(&other, "mine").expect("written");
        let inner = folder.path().to_owned();
        let written: Vec<PathBuf> = (0..KEPT + 5)
            .map(|number| report(&number.to_string()).write(Some(inner.clone())))
            .map(|written| written.expect("written"))
            .collect();
        let there: Vec<bool> = written.iter().map(|path| path.exists()).collect();
        assert_eq!(there[..5], [false; 5]);
        assert_eq!(there[5..], [true; KEPT]);
        assert!(other.exists());
    }

    #[test]
    fn a_report_that_cannot_be_written_is_told_and_no_panic() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("written");
        let why = report("").write(Some(file.join("below")));
        assert!(
            why.expect_err("a file is no folder")
                .to_string()
                .contains("can't be made")
        );
        assert!(report("").write(None).is_err());
    }
}
