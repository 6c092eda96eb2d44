//! The real window on a display of its own: opened, walked by real keys, and looked at.
//!
//! Needs Xvfb, openbox and xdotool. Without them the tests say loudly that they are skipped; with
//! `DOOMTREE_SKIP_NOTHING=1`, as the continuous integration sets it, they fail instead.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at clocks and files"
)]
#![cfg(all(feature = "gui", target_os = "linux"))]

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use support::display::{Display, Driven, display, display_of, wait_for};

const DOOMTREE: &str = env!("CARGO_BIN_EXE_doomtree");

/// The size of a PNG, and how many bytes it takes: a window without content takes few.
fn png_size(path: &Path) -> (u32, u32, usize) {
    let bytes = std::fs::read(path).expect("a picture");
    let number =
        |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    assert_eq!(&bytes[1..4], b"PNG");
    (number(16), number(20), bytes.len())
}

#[test]
fn the_window_paints_the_books_tree_in_both_themes() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut pictures = Vec::new();
    for theme in ["light", "dark"] {
        let picture = folder.path().join(format!("{theme}.png"));
        let status = Command::new(DOOMTREE)
            .args(["open", "b2b2/a2b1 a", "--size", "1100x700"])
            .args(["--theme", theme, "--select", "2>3", "--screenshot"])
            .arg(&picture)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .status()
            .expect("the program runs");
        assert!(status.success());
        let (width, height, bytes) = png_size(&picture);
        assert_eq!((width, height), (1100, 700));
        assert!(bytes > 30_000, "{bytes} bytes hold no tree");
        pictures.push(std::fs::read(&picture).expect("a picture"));
    }
    assert_ne!(pictures[0], pictures[1], "the themes look alike");
}

#[test]
fn a_window_opens_where_the_system_has_no_font() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("fonts.conf");
    std::fs::write(&empty, "<?xml version=\"1.0\"?><fontconfig></fontconfig>").expect("a file");
    let picture = folder.path().join("window.png");
    let script = "players 漢 b; s 漢: left -> e, right -> f; e end: 1 0; f end: 0 1";
    let output = Command::new(DOOMTREE)
        .args([
            "open",
            "--game",
            "scripted",
            script,
            "--size",
            "1100x700",
            "--screenshot",
        ])
        .arg(&picture)
        .env("FONTCONFIG_FILE", &empty)
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && !said.contains("panicked"),
        "{said}"
    );
    assert_eq!(png_size(&picture).0, 1100);
}

fn open<'a>(display: &'a Display, arguments: &[&str]) -> Driven<'a> {
    let mut command = Command::new(DOOMTREE);
    command.arg("open").args(arguments);
    Driven::start(display, command)
}

#[test]
fn a_window_that_opens_first_lies_on_the_screen_with_its_status_bar() {
    for size in [[1366, 768], [1440, 900], [1920, 1080]] {
        let Some(display) = display_of(size) else {
            return;
        };
        let window = Driven::start(&display, Command::new(DOOMTREE));
        let mut seen = [0; 4];
        wait_for(&format!("window on {size:?}"), || {
            seen = window.geometry();
            let [x, y, width, height] = seen;
            let [across, down] = size.map(i64::from);
            x >= 0 && y >= 0 && x + width <= across && y + height <= down
        });
        // And as large as it may be.
        let [_, _, width, height] = seen;
        assert!(width >= 1300 && height >= 650, "{seen:?} on {size:?}");
    }
}

/// The main job: walk the book's tree, load a saved board, step through a line, export it.
#[test]
fn keys_walk_a_saved_board_and_export_its_tree() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let exported = folder.path().join("walked.tree.json");
    let mut window = open(&display, &[]);
    window.keys(&["Down", "End", "Home", "ctrl+o"]);
    window.text(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/haskell-3x3.board.json"
    ));
    window.keys(&["Return", "Down", "Down", "1", "ctrl+e", "Return", "ctrl+a"]);
    window.text(&exported.to_string_lossy());
    window.keys(&["Return"]);
    wait_for("exported tree", || exported.exists());
    let tree = std::fs::read_to_string(&exported).expect("the exported tree");
    assert!(
        tree.contains("\"position\":\"a1b2a1/b1b2a1/a1a1a3 a\""),
        "{tree}"
    );
    let verified = Command::new(DOOMTREE)
        .arg("verify")
        .arg(&exported)
        .output()
        .expect("the program runs");
    assert!(verified.status.success(), "{verified:?}");
    window.keys(&["ctrl+q"]);
    wait_for("end", || window.is_closed());
}

/// Open a file, walk, play, edit, save, close, and open it again.
#[test]
fn a_board_is_opened_played_edited_saved_and_opened_again() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.board.json");
    let board = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\
        \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\
        \"position\":\"b2b2/a2b1 a\",\"title\":\"Mine\",\"note\":\"look\"}\n";
    std::fs::write(&file, board).expect("a file");
    let path = file.to_string_lossy().into_owned();
    let mut window = open(&display, &[&path]);
    // Walk, play on the board with the keys of the chapter, and go back to the start.
    window.keys(&[
        "Down", "1", "Home", "shift+F6", "shift+F6", "Return", "F6", "F6", "Home",
    ]);
    // Edit: the hex that the keys point at, a's first, gets three dice.
    window.keys(&["F2", "F6", "3"]);
    let saved = || std::fs::read_to_string(&file).expect("the file");
    assert_eq!(saved(), board, "nothing is written before it is saved");
    // Closing asks; giving up leaves everything as it was.
    window.keys(&["ctrl+q"]);
    sleep(Duration::from_millis(800));
    assert!(!window.is_closed(), "a change would have been lost");
    window.keys(&["Escape", "ctrl+s"]);
    let changed = board.replace("b2b2/a2b1 a", "b2b2/a3b1 a");
    wait_for("saved board", || saved() == changed);
    window.keys(&["ctrl+q"]);
    wait_for("end", || window.is_closed());
    // It opens again, from the list of files opened last as well.
    let mut again = open(&display, &[&path]);
    again.keys(&["Down", "ctrl+q"]);
    wait_for("end", || again.is_closed());
    let settings = display.settings.path().join("doomtree/settings.json");
    let settings = std::fs::read_to_string(settings).expect("settings");
    assert!(settings.contains("mine.board.json"), "{settings}");
}

#[test]
fn a_window_that_nobody_touches_computes_nothing() {
    let Some(display) = display() else { return };
    let window = open(&display, &["b2a1a1/a2b2a3/b3b1b1 a"]);
    // Whatever the start had to do is done.
    let mut before = window.computed();
    wait_for("rest", || {
        sleep(Duration::from_millis(700));
        let now = window.computed();
        std::mem::replace(&mut before, now) == now
    });
    sleep(Duration::from_secs(3));
    let computed = window.computed() - before;
    assert!(
        computed <= 1,
        "{computed} hundredths of a second in three seconds"
    );
}

#[test]
fn theme_and_text_size_come_back_at_the_next_start_and_broken_settings_are_set_aside() {
    let Some(display) = display() else { return };
    let path = display.settings.path().join("doomtree/settings.json");
    let mut window = open(&display, &[]);
    window.keys(&[
        "ctrl+equal",
        "ctrl+k",
        "l",
        "e",
        "g",
        "e",
        "n",
        "d",
        "Return",
        "ctrl+q",
    ]);
    wait_for("end", || window.is_closed());
    let settings = std::fs::read_to_string(&path).expect("settings");
    for remembered in ["\"text_size\": 110", "\"legend\": false"] {
        assert!(settings.contains(remembered), "{settings}");
    }
    std::fs::write(&path, "{ broken").expect("written");
    let mut window = open(&display, &[]);
    let aside = path.with_extension("json.broken");
    assert_eq!(std::fs::read_to_string(aside).expect("kept"), "{ broken");
    window.keys(&["ctrl+q"]);
    wait_for("end", || window.is_closed());
    let settings = std::fs::read_to_string(&path).expect("settings");
    assert!(settings.contains("\"text_size\": 100"), "{settings}");
}

#[test]
fn a_killed_window_leaves_its_unsaved_note_for_the_next_start() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.tree.json");
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/book-2x2.tree.json"
    );
    std::fs::copy(shipped, &file).expect("a copy");
    let path = file.to_string_lossy().into_owned();
    let kept = display.settings.path().join("doomtree/recovery");
    let trees = || -> Vec<String> {
        let entries = kept.read_dir().into_iter().flatten().flatten();
        let trees = entries.filter(|entry| entry.path().to_string_lossy().ends_with(".tree.json"));
        trees
            .map(|entry| std::fs::read_to_string(entry.path()).unwrap_or_default())
            .collect()
    };
    let mut window = open(&display, &[&path, "--do", "Edit note"]);
    window.text(" never saved");
    wait_for("recovery file", || {
        trees().iter().any(|tree| tree.contains("never saved"))
    });
    window.kill();
    assert_eq!(trees().len(), 1);
    // Enter restores it, and it can be saved.
    let mut next = open(&display, &[&path]);
    next.keys(&["Return"]);
    sleep(Duration::from_millis(1_500));
    next.keys(&["ctrl+s"]);
    wait_for("saved note", || {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("never saved"))
    });
    wait_for("end of the recovery file", || trees().is_empty());
    next.keys(&["ctrl+q"]);
    wait_for("end", || next.is_closed());
}
