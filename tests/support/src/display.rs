//! A display of its own for the real window, and the keys that drive it.
//!
//! Needs Xvfb, openbox and xdotool.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::outside::{Signal, computed, has, send, tool};

/// A program that is ended with the test.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if self.0.try_wait().is_ok_and(|status| status.is_some()) {
            return;
        }
        // Asked to end, a server takes its socket away with it; it may have ended by itself.
        send(Signal::TERM, &self.0);
        let _ = self.0.wait();
    }
}

/// A virtual display with a window manager, and a folder for what is remembered.
pub struct Display {
    /// What programs call it.
    pub name: String,
    socket: String,
    programs: Vec<Running>,
    /// Where programs keep what they remember.
    pub settings: tempfile::TempDir,
}

impl Drop for Display {
    fn drop(&mut self) {
        self.programs.clear();
        // Some servers leave it behind.
        let _ = std::fs::remove_file(&self.socket);
    }
}

fn start(command: &mut Command, display: &str, settings: &Path) -> Running {
    let child = command
        .env("DISPLAY", display)
        .env("XDG_CONFIG_HOME", settings)
        .env("XDG_STATE_HOME", settings)
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .spawn();
    Running(child.unwrap_or_else(|error| panic!("{command:?}: {error}")))
}

/// Waits until something has come.
///
/// # Panics
/// It doesn't come in a minute.
#[track_caller]
pub fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {what}");
        sleep(Duration::from_millis(50));
    }
}

/// Sets up a display, or says why the test is skipped.
///
/// # Panics
/// There is no room for one.
pub fn display() -> Option<Display> {
    display_of([1600, 1000])
}

/// The same with a screen of this size.
///
/// # Panics
/// There is no room for one.
pub fn display_of([width, height]: [u32; 2]) -> Option<Display> {
    let words = "the real window is not tested, since Xvfb, openbox or xdotool are not there";
    let needed = [
        ("Xvfb", "-help"),
        ("openbox", "--version"),
        ("xdotool", "--version"),
    ];
    if !needed
        .iter()
        .all(|(name, version)| has(tool(name).arg(version), words))
    {
        return None;
    }
    let settings = tempfile::tempdir().expect("a folder");
    // The server chooses a display that nobody has, and says which. One that resets when its last
    // client leaves would throw out one that just comes.
    let screen = format!("-screen 0 {width}x{height}x24 +extension GLX -noreset -displayfd 1");
    let mut server = tool("Xvfb")
        .args(screen.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb runs");
    let mut number = String::new();
    let told = server.stdout.take().expect("what it says");
    BufReader::new(told)
        .read_line(&mut number)
        .expect("the number of its display");
    let number = number.trim();
    assert!(!number.is_empty(), "Xvfb found no display");
    let server = Running(server);
    let name = format!(":{number}");
    let socket = format!("/tmp/.X11-unix/X{number}");
    // A window that comes while the manager is still starting may never be shown, so it says when
    // it has started.
    let started = settings.path().join("manager-has-started");
    let say_so = format!("touch {}", started.display());
    let mut manager = tool("openbox");
    manager.args(["--startup", &say_so]).stderr(Stdio::null());
    let manager = start(&mut manager, &name, settings.path());
    wait_for("window manager", || started.exists());
    Some(Display {
        name,
        socket,
        programs: vec![server, manager],
        settings,
    })
}

fn xdotool(display: &Display, arguments: &[&str]) -> String {
    let output = tool("xdotool")
        .args(arguments)
        .env("DISPLAY", &display.name)
        .output()
        .expect("xdotool runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A window of the program, driven by real keys.
pub struct Driven<'a> {
    display: &'a Display,
    program: Running,
    id: String,
}

impl<'a> Driven<'a> {
    /// Starts a program on the display, and waits for its window.
    pub fn start(display: &'a Display, mut command: Command) -> Self {
        let program = start(&mut command, &display.name, display.settings.path());
        let mut id = String::new();
        wait_for("window", || {
            let search = ["search", "--onlyvisible", "--name", "doomtree$"];
            id = xdotool(display, &search);
            !id.is_empty()
        });
        let driven = Self {
            display,
            program,
            id,
        };
        // The first frame of a machine that does many things at once.
        sleep(Duration::from_millis(1_200));
        driven
    }

    /// The place of its upper left corner, and its size.
    pub fn geometry(&self) -> [i64; 4] {
        let told = xdotool(self.display, &["getwindowgeometry", "--shell", &self.id]);
        ["X", "Y", "WIDTH", "HEIGHT"].map(|name| {
            let mut lines = told.lines().filter_map(|line| line.split_once('='));
            let found = lines.find(|(key, _)| *key == name);
            found
                .and_then(|(_, number)| number.parse().ok())
                .unwrap_or(-1)
        })
    }

    /// Presses keys, one after the other.
    pub fn keys(&self, keys: &[&str]) {
        for keys in keys {
            xdotool(self.display, &["windowactivate", "--sync", &self.id]);
            xdotool(self.display, &["key", keys]);
            self.rest();
        }
    }

    /// Waits until the program has nothing more to do: on a machine that does many things at once a
    /// dialog may take a second, and what is typed before it is there is lost.
    fn rest(&self) {
        const REST: Duration = Duration::from_millis(400);
        let mut before = None;
        for _ in 0..25 {
            sleep(REST);
            let now = computed(&self.program.0);
            if now.is_none() || now == before {
                return;
            }
            before = now;
        }
    }

    /// Types a text.
    pub fn text(&self, text: &str) {
        xdotool(self.display, &["type", "--delay", "20", text]);
        self.rest();
    }

    /// Whether the program has ended.
    pub fn is_closed(&mut self) -> bool {
        self.program
            .0
            .try_wait()
            .is_ok_and(|status| status.is_some())
    }

    /// Kills the program, without a word to it.
    pub fn kill(&mut self) {
        let _ = self.program.0.kill();
        let _ = self.program.0.wait();
    }

    /// The exit code of a program that has ended.
    pub fn exit_code(&mut self) -> Option<i32> {
        let status = self.program.0.try_wait().ok().flatten();
        status.and_then(|status| status.code())
    }

    /// How long the program has computed, in hundredths of a second.
    ///
    /// # Panics
    /// It has ended.
    pub fn computed(&self) -> u64 {
        computed(&self.program.0).expect("a running program")
    }
}
