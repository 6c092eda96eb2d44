//! The real program on a display of its own: what a panic says on standard error, what its report
//! holds, and that the window can be closed as ever.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use support::cli::Answer;
use support::display::{Display, Driven, display, wait_for};
use support::outside::skip;

use super::report;

/// The game that panics as a program of its own, where it was built.
fn program() -> Option<PathBuf> {
    let tests = std::env::current_exe().expect("this program");
    let built = tests.parent()?.parent()?.join("examples/planted_panics");
    if built.exists() {
        return Some(built);
    }
    skip("the game that panics isn't built: run cargo build --examples");
    None
}

/// A window of the program, what it says, and where its reports lie.
struct Watched<'a> {
    window: Driven<'a>,
    said: PathBuf,
    reports: PathBuf,
}

impl<'a> Watched<'a> {
    fn open(display: &'a Display, arguments: &[&str]) -> Option<Self> {
        let said = display.settings.path().join("said");
        let mut command = Command::new(program()?);
        command
            .args(arguments)
            .env("XDG_STATE_HOME", display.settings.path())
            .stderr(Stdio::from(File::create(&said).expect("a file")));
        Some(Self {
            window: Driven::start(display, command),
            said,
            reports: display.settings.path().join("doomtree/reports"),
        })
    }

    /// Waits for the report, and gives what was said with it.
    fn said(&self) -> String {
        wait_for("report", || {
            let said = std::fs::read_to_string(&self.said).expect("what it says");
            said.contains("a report of this is in")
        });
        std::fs::read_to_string(&self.said).expect("what it says")
    }

    /// Closes the window by its key, and gives the exit code.
    fn close(mut self) -> Option<i32> {
        self.window.keys(&["ctrl+q"]);
        wait_for("end", || self.window.is_closed());
        self.window.exit_code()
    }
}

#[track_caller]
fn holds(text: &str, words: &[&str]) {
    for words in words {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_panic_in_a_frame_prints_thread_place_and_message_and_the_window_goes_on() {
    let Some(display) = display() else { return };
    let arguments = [
        "open",
        "1/1/1 a picture",
        "--select",
        "1@1 1@2",
        "--do",
        "Zoom to fit",
    ];
    let Some(watched) = Watched::open(&display, &arguments) else {
        return;
    };
    let place = "panics/planted.rs:";
    holds(
        &watched.said(),
        &["thread 'main'", place, "planted in the picture"],
    );
    holds(
        &report(&watched.reports),
        &[
            concat!("doomtree: ", env!("CARGO_PKG_VERSION"), "\n"),
            "system: linux, ",
            "thread: main\n",
            place,
            "position: 1/1/1 a picture\n",
            "selected line: 1@1 1@2\n",
        ],
    );
    assert_eq!(watched.close(), Some(0));
}

#[test]
fn a_panic_in_a_job_prints_thread_place_and_message_and_the_window_goes_on() {
    let Some(display) = display() else { return };
    let Some(program) = program() else { return };
    let file = display.settings.path().join("planted.tree.json");
    let path = file.display().to_string();
    let arguments = ["export", "1/1/1 a writing", "--format", "json", "-o", &path];
    let exported = Command::new(program).args(arguments).output();
    assert!(exported.expect("the program").status.success());
    let before = std::fs::read(&file).expect("a tree file");
    let Some(watched) = Watched::open(&display, &["open", &path, "--do", "Save"]) else {
        return;
    };
    let place = "panics/planted.rs:";
    holds(
        &watched.said(),
        &["thread 'doomtree-write'", place, "planted in the notation"],
    );
    let told = report(&watched.reports);
    holds(
        &told,
        &["thread: doomtree-write\n", place, "-: Named(Save)\n"],
    );
    assert_eq!(std::fs::read(&file).expect("a tree file"), before);
    assert_eq!(watched.close(), Some(0));
}

#[test]
fn a_panic_in_a_thread_of_rayon_prints_thread_place_and_message_and_the_window_goes_on() {
    let Some(display) = display() else { return };
    let arguments = ["open", "30/30/30 a moves", "--threads", "2"];
    let Some(watched) = Watched::open(&display, &arguments) else {
        return;
    };
    let place = "panics/planted.rs:";
    let said = watched.said();
    holds(
        &said,
        &["thread 'doomtree-rayon-", place, "planted in the moves"],
    );
    assert_eq!(watched.close(), Some(0));
}

#[test]
fn a_panic_on_the_command_line_prints_its_place_and_message_and_leaves_no_report() {
    let Some(program) = program() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for threads in ["1", "2"] {
        let output = Command::new(&program)
            .args(["rate", "30/30/30 a moves", "--threads", threads])
            .env("XDG_STATE_HOME", folder.path())
            .output()
            .expect("the program");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{said}");
        holds(&said, &["panics/planted.rs:", "planted in the moves"]);
        assert!(!folder.path().join("doomtree").exists());
    }
}

#[test]
fn where_every_frame_panics_the_program_can_still_be_closed() {
    let Some(display) = display() else { return };
    let Some(watched) = Watched::open(&display, &["open", "1/1/1 a about"]) else {
        return;
    };
    holds(&watched.said(), &["planted in what is said"]);
    assert_eq!(watched.close(), Some(0));
}

#[test]
fn a_library_of_the_display_that_is_missing_is_told_in_one_sentence_and_is_no_panic() {
    let Some(display) = display() else { return };
    let folder = display.settings.path().join("libraries");
    std::fs::create_dir(&folder).expect("a folder");
    // What is found first is no library, so that the window system has none.
    File::create(folder.join("libxkbcommon-x11.so.0")).expect("a file");
    let mut command = support::cli::program();
    command
        .args(["open", "b2b2/a2b1 a"])
        .env("DISPLAY", &display.name)
        .env("LD_LIBRARY_PATH", folder)
        .env("XDG_STATE_HOME", display.settings.path())
        .env_remove("WAYLAND_DISPLAY");
    let answer = Answer::of(&mut command);
    let tree = answer.expect(0);
    assert!(tree.starts_with("b2b2/a2b1 a"), "{tree}");
    answer.sentence("no window can be opened (the window system failed: ");
    assert!(!display.settings.path().join("doomtree").exists());
}
