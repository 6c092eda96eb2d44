//! Panic handling: a bug of ours prints its thread, location and message, writes a report (a text
//! file in the state folder), and is shown in the window, which continues. A hook belongs to a
//! whole process, and any thread may panic. So the window's account and the pending messages are
//! stored here, once for the process.

use std::any::Any;
use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::disk::state_folder;
use super::machine::{self, Background};
use crate::game::Refusal;
use crate::save;

/// Maximum number of commands kept for a report.
const COMMANDS: usize = 20;

/// Maximum characters kept of a command: a pasted file is one, too.
const COMMAND: usize = 200;

/// Maximum characters of a message shown in the window.
const TOLD: usize = 160;

/// Maximum number of failures kept for display, and for threads that waited for them.
const FAILURES: usize = 8;

/// The window's current state, for a report.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    pub(crate) position: String,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) line: String,
    commands: VecDeque<String>,
}

/// A panic's data, as the window shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    message: String,
    /// Its message and its location, shortened: `no heap, src/heap.rs:10:5`.
    pub(crate) what: String,
    /// The path of its report, or why there is none.
    report: Result<PathBuf, Refusal>,
}

impl Failure {
    fn new(message: String, location: Option<String>, report: Result<PathBuf, Refusal>) -> Self {
        let mut what = short(message.lines().next().unwrap_or_default(), TOLD);
        if what.is_empty() {
            what = "it doesn't say why".to_owned();
        }
        if let Some(place) = location {
            what = format!("{what}, {place}");
        }
        Self {
            message,
            what,
            report,
        }
    }

    /// The failure of a caught panic. A thread that waits for others catches theirs again.
    pub(crate) fn caught(panic: &(dyn Any + Send)) -> Self {
        let message = message_of(panic);
        let known = held()
            .failures
            .iter()
            .rev()
            .find(|failure| failure.message == message)
            .cloned();
        known.unwrap_or_else(|| {
            let none = Refusal::new("none was written", "");
            Self::new(message, None, Err(none))
        })
    }

    /// What failed and the path of its report, in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let what = &self.what;
        match &self.report {
            Ok(path) => format!(
                "doomtree itself failed ({what}): the document is kept, and a report is in {}",
                path.display()
            ),
            Err(why) => format!(
                "doomtree itself failed ({what}): the document is kept, and there is no report ({why})"
            ),
        }
    }
}

/// The state of the process.
pub(crate) struct PanicState {
    /// `None` before the first frame.
    pub(crate) account: Option<Account>,
    pub(crate) failures: VecDeque<Failure>,
    /// The number of failures, the last ones, not shown in the window yet.
    pub(crate) untold: usize,
}

static KNOWN: Mutex<PanicState> = Mutex::new(PanicState {
    account: None,
    failures: VecDeque::new(),
    untold: 0,
});

pub(crate) fn held() -> MutexGuard<'static, PanicState> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accesses the state from within a panic. The panicking thread may hold the lock, so it waits only
/// briefly.
fn with_known<T>(see: impl FnOnce(&mut PanicState) -> T) -> Option<T> {
    for _ in 0..50 {
        match KNOWN.try_lock() {
            Ok(mut known) => return Some(see(&mut known)),
            Err(std::sync::TryLockError::Poisoned(held)) => {
                return Some(see(&mut held.into_inner()));
            }
            Err(std::sync::TryLockError::WouldBlock) => {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
    None
}

/// Keeps a command for a report.
pub(crate) fn note_command(command: &dyn std::fmt::Debug) {
    let mut known = held();
    let commands = &mut known.account.get_or_insert_default().commands;
    if commands.len() == COMMANDS {
        commands.pop_front();
    }
    commands.push_back(debugged(command, COMMAND));
}

/// The debug form of a value, up to this many characters; the rest isn't even formatted.
pub(crate) fn debugged(value: &dyn std::fmt::Debug, max: usize) -> String {
    struct Short {
        text: String,
        remaining: usize,
    }
    impl std::fmt::Write for Short {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for letter in text.chars() {
                self.remaining = self.remaining.checked_sub(1).ok_or(std::fmt::Error)?;
                self.text.push(letter);
            }
            Ok(())
        }
    }
    let mut out = Short {
        text: String::new(),
        remaining: max,
    };
    if std::fmt::Write::write_fmt(&mut out, format_args!("{value:?}")).is_err() {
        out.text.push('…');
    }
    out.text
}

/// A text, or its beginning.
pub(crate) fn short(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The message of a caught panic.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

/// Whether the window's first frame has started.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn window_stands() -> bool {
    held().account.is_some()
}

type Standard = Arc<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// The panic hook of the process, as long as this lives.
pub struct Hook(Standard);

impl Hook {
    /// Silent at first: if a library of the display is missing, the window system panics instead of
    /// returning an error, which is reported as an error.
    pub fn quiet() -> Self {
        let mut known = held();
        known.account = None;
        known.failures.clear();
        known.untold = 0;
        drop(known);
        let standard: Standard = Arc::from(std::panic::take_hook());
        std::panic::set_hook(Box::new(|_| {}));
        Self(standard)
    }

    /// From now on every panic is printed to standard error, and leaves a report in a folder.
    pub fn speak(&self, reports: Option<PathBuf>) {
        let standard = Arc::clone(&self.0);
        std::panic::set_hook(Box::new(move |panic| {
            standard(panic);
            tell(panic, reports.clone());
        }));
    }
}

impl Drop for Hook {
    fn drop(&mut self) {
        // A hook can't be exchanged in a panic.
        if !std::thread::panicking() {
            let standard = Arc::clone(&self.0);
            std::panic::set_hook(Box::new(move |panic| standard(panic)));
        }
    }
}

/// Writes the report of a panic, and stores its message for the window. A second panic in here
/// would end the process, so a separate thread writes the report.
fn tell(panic: &PanicHookInfo<'_>, folder: Option<PathBuf>) {
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("a thread without a name");
    if thread == WRITER {
        return;
    }
    let location = panic.location().map(|place| {
        let (line, column) = (place.line(), place.column());
        format!("{}:{line}:{column}", place.file())
    });
    let message = panic.payload_as_str().unwrap_or_default().to_owned();
    let report = PanicReport {
        thread: thread.to_owned(),
        location: location.clone(),
        message: message.clone(),
        account: with_known(|known| known.account.clone()).flatten(),
        backtrace: std::backtrace::Backtrace::force_capture(),
    };
    let written = report.write(folder);
    let said = match &written {
        Ok(path) => format!("a report of this is in {}", path.display()),
        Err(why) => format!("there is no report of this: {why}"),
    };
    // A closed standard error is ignored.
    writeln!(io::stderr(), "doomtree: {said}").ok();
    let failure = Failure::new(message, location, written);
    with_known(|known| {
        if known.failures.len() == FAILURES {
            known.failures.pop_front();
        }
        known.failures.push_back(failure);
        known.untold = (known.untold + 1).min(FAILURES);
    });
}

/// Starts background work; all threads of the program start here. Its result or panic is passed to
/// `hand_over`.
///
/// # Errors
/// The system can't start a thread.
pub(crate) fn spawn<T: Send + 'static, W>(
    name: &str,
    work: impl FnOnce() -> W + Send + 'static,
    hand_over: impl FnOnce(Result<T, Refusal>) + Send + 'static,
) -> io::Result<()>
where
    W: Future<Output = T> + 'static,
{
    // What is below is compiled once for all results.
    let result: Arc<Mutex<Option<T>>> = Arc::default();
    let found = Arc::clone(&result);
    let work: Box<dyn FnOnce() -> Background + Send> = Box::new(move || {
        let work = work();
        Box::pin(async move {
            let done = Some(work.await);
            *found.lock().unwrap_or_else(PoisonError::into_inner) = done;
        })
    });
    let ended = Box::new(move |ended: Result<(), Refusal>| match ended {
        Ok(()) => {
            let result = result.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(result) = result {
                hand_over(Ok(result));
            }
        }
        Err(why) => hand_over(Err(why)),
    });
    spawn_boxed(name, work, ended)
}

fn spawn_boxed(
    name: &str,
    work: Box<dyn FnOnce() -> Background + Send>,
    ended: Box<dyn FnOnce(Result<(), Refusal>) + Send>,
) -> io::Result<()> {
    machine::spawn(name, work, move |result| {
        ended(result.map_err(|panic| failed(&*panic)));
    })
}

/// The message about work that panicked.
pub(crate) fn failed(panic: &(dyn Any + Send)) -> Refusal {
    let what = Failure::caught(panic).what;
    Refusal::new(format!("doomtree itself failed ({what})"), "")
}

/// Names the threads of rayon's pool, unless it exists already, so that a panic can report them.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn name_pool() {
    let pool = rayon::ThreadPoolBuilder::new();
    let pool = pool.thread_name(|number| format!("doomtree-rayon-{number}"));
    // A pool requested on the command line has these names, too.
    pool.build_global().ok();
}

/// The thread that writes reports; a panic of its own isn't reported.
const WRITER: &str = "doomtree-report";

/// Maximum number of reports kept.
const KEPT: usize = 20;

/// Maximum characters of a message in a report.
const MESSAGE: usize = 20_000;

/// The folder of reports, if the system has one.
pub fn usual_folder() -> Option<PathBuf> {
    Some(state_folder()?.join("reports"))
}

/// The data of a panic report.
struct PanicReport {
    pub thread: String,
    /// File, line and column.
    pub location: Option<String>,
    pub message: String,
    /// The window's state.
    pub account: Option<Account>,
    pub backtrace: Backtrace,
}

impl PanicReport {
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
        line("place", self.location.as_deref().unwrap_or("not known"));
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

    #[test]
    fn a_pasted_file_is_kept_as_its_beginning() {
        let pasted = Some("a\n".repeat(1_000_000));
        let kept = debugged(&pasted, COMMAND);
        assert!(kept.starts_with(r#"Some("a\na\n"#), "{kept}");
        assert_eq!(kept.chars().count(), COMMAND + 1);
        assert!(kept.ends_with('…'), "{kept}");
    }

    #[test]
    fn a_sentence_names_the_message_the_place_and_the_report() {
        let location = Some("src/heap.rs:10:5".to_owned());
        let path = PathBuf::from("/home/me/panic-1.txt");
        let failure = Failure::new("no heap\nat all".to_owned(), location, Ok(path));
        assert_eq!(
            failure.sentence(),
            "doomtree itself failed (no heap, src/heap.rs:10:5): the document is kept, and a report \
             is in /home/me/panic-1.txt"
        );
        let failure = Failure::new(
            String::new(),
            None,
            Err(Refusal::new("the disk is full", "")),
        );
        let text = failure.sentence();
        assert!(text.contains("it doesn't say why"), "{text}");
        assert!(text.contains("no report (the disk is full)"), "{text}");
    }

    fn report(message: &str) -> PanicReport {
        PanicReport {
            thread: "a-thread".to_owned(),
            location: Some("src/heap.rs:10:5".to_owned()),
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
    fn a_report_that_cannot_be_written_is_an_error_and_not_another_panic() {
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
