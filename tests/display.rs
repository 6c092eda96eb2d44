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
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const DOOMTREE: &str = env!("CARGO_BIN_EXE_doomtree");

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Asked to end, a server takes its socket away with it; it may have ended by itself.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// A virtual display with a window manager.
struct Display {
    name: String,
    socket: String,
    programs: Vec<Running>,
}

impl Drop for Display {
    fn drop(&mut self) {
        self.programs.clear();
        // Some servers leave it behind.
        let _ = std::fs::remove_file(&self.socket);
    }
}

fn start(program: &str, arguments: &[&str], display: &str) -> Running {
    let child = Command::new(program)
        .args(arguments)
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Running(child.unwrap_or_else(|error| panic!("{program}: {error}")))
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {what}");
        sleep(Duration::from_millis(50));
    }
}

static NEXT_DISPLAY: AtomicU32 = AtomicU32::new(200);

/// Sets up a display, or says why the test is skipped.
fn display() -> Option<Display> {
    let missing: Vec<&str> = ["Xvfb", "openbox", "xdotool"]
        .into_iter()
        .filter(|program| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            !std::env::split_paths(&path).any(|folder| folder.join(program).exists())
        })
        .collect();
    if !missing.is_empty() {
        let words = format!("no {} on this machine", missing.join(", "));
        assert!(
            std::env::var_os("DOOMTREE_SKIP_NOTHING").is_none(),
            "{words}"
        );
        eprintln!("SKIPPED, the real window is not tested: {words}");
        return None;
    }
    // The tests of this file run at the same time: each takes a display of its own.
    let number = loop {
        let number = NEXT_DISPLAY.fetch_add(1, Ordering::Relaxed);
        if !Path::new(&format!("/tmp/.X11-unix/X{number}")).exists() {
            break number;
        }
    };
    let name = format!(":{number}");
    // A server that resets when its last client leaves would throw out one that just comes.
    let screen = [
        "-screen",
        "0",
        "1600x1000x24",
        "+extension",
        "GLX",
        "-noreset",
    ];
    let mut arguments = vec![&*name];
    arguments.extend(screen);
    let server = start("Xvfb", &arguments, &name);
    let socket = format!("/tmp/.X11-unix/X{number}");
    wait_for("display", || Path::new(&socket).exists());
    let manager = start("openbox", &[], &name);
    Some(Display {
        name,
        socket,
        programs: vec![server, manager],
    })
}

fn xdotool(display: &Display, arguments: &[&str]) -> String {
    let output = Command::new("xdotool")
        .args(arguments)
        .env("DISPLAY", &display.name)
        .output()
        .expect("xdotool runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

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

/// The main job: walk the book's tree, load a saved board, step through a line, export it.
#[test]
fn keys_walk_a_saved_board_and_export_its_tree() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let exported = folder.path().join("walked.tree.json");
    // What somebody has set, and has opened last, stays as it is.
    let child = Command::new(DOOMTREE)
        .arg("open")
        .env("DISPLAY", &display.name)
        .env("XDG_CONFIG_HOME", folder.path())
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut window = Running(child.expect("the program runs"));
    let mut id = String::new();
    wait_for("window", || {
        id = xdotool(
            &display,
            &["search", "--onlyvisible", "--name", "doomtree$"],
        );
        !id.is_empty()
    });
    let key = |keys: &str| {
        xdotool(&display, &["windowactivate", "--sync", &id]);
        xdotool(&display, &["key", keys]);
        sleep(Duration::from_millis(400));
    };
    let text = |text: &str| {
        xdotool(&display, &["type", "--delay", "8", text]);
        sleep(Duration::from_millis(500));
    };
    sleep(Duration::from_millis(700));
    key("Down");
    key("End");
    key("Home");
    key("ctrl+o");
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/saved_trees/haskell-3x3.board.json"
    );
    text(board);
    key("Return");
    for keys in ["Down", "Down", "1"] {
        key(keys);
    }
    key("ctrl+e");
    key("ctrl+a");
    text(&exported.to_string_lossy());
    key("Return");
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
    key("ctrl+q");
    wait_for("end", || {
        window.0.try_wait().is_ok_and(|status| status.is_some())
    });
}
