//! A long run: a robot drives the window by commands, clicks, keys, the wheel and other sizes over all
//! boards and trees that come along, for as long as it is told to. `tests/hard/robot.sh` calls it.

mod figures;
mod runner;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use doomtree::app::{Command, CommandId, PromptAnswer};
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, TouchPhase, Vec2, pos2,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use support::walks::{SIZES, Walk, board};

use figures::Figures;
use runner::Runner;

/// So many things are done with a document.
const STEPS: usize = 60;
/// What is typed.
const TEXTS: [&str; 8] = [
    "1/2",
    "7",
    "mover:b",
    "a *note*",
    "b2b2/a2b1 a",
    "fork",
    "?",
    "s a: x -> e\ne end: 1 0",
];
const KEYS: [Key; 24] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Enter,
    Key::Escape,
    Key::Tab,
    Key::Space,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Backspace,
    Key::Delete,
    Key::Num1,
    Key::Num2,
    Key::A,
    Key::B,
    Key::H,
    Key::N,
    Key::P,
    Key::Z,
    Key::Plus,
    Key::Minus,
];
/// Commands that talk to the system, or end the window.
const LEFT_OUT: [CommandId; 7] = [
    CommandId::Quit,
    CommandId::Open,
    CommandId::Save,
    CommandId::SaveAs,
    CommandId::Export,
    CommandId::CheckProgram,
    CommandId::PrintSheet,
];

/// Whoever draws what is done.
struct Robot {
    random: ChaCha8Rng,
    runner: Runner,
}

impl Robot {
    /// Something that is drawn, in some frames; its kind.
    fn step(&mut self) -> &'static str {
        match self.random.random_range(0..20) {
            0..6 => {
                let nodes = self.runner.explorer.document().session.unfolding().len();
                match Walk::draw(&mut self.random, nodes) {
                    Walk::Run(command) => self.runner.run(command),
                    Walk::Resize(size) => {
                        self.runner.resize(size, "a resize");
                        return "resize";
                    }
                }
                "walk"
            }
            6..10 => {
                self.command();
                "command"
            }
            10..14 => {
                self.click();
                "click"
            }
            14..17 => {
                self.key();
                "key"
            }
            17 => {
                self.text();
                "text"
            }
            18 => {
                self.wheel();
                "wheel"
            }
            _ => {
                self.drag();
                "drag"
            }
        }
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.random_range(0..of.len())]
    }

    fn command(&mut self) {
        let named = self.one(CommandId::ALL);
        if !LEFT_OUT.contains(&named) && self.runner.explorer.is_enabled(named) {
            self.runner.run(Command::Named(named));
        }
    }

    fn place(&mut self) -> eframe::egui::Pos2 {
        let [width, height] = self.runner.room();
        pos2(
            self.random.random_range(0.0..width),
            self.random.random_range(0.0..height),
        )
    }

    /// A click on something that can be clicked, or anywhere.
    fn click(&mut self) {
        let targets = self.runner.targets();
        let (at, name) = match targets.len() {
            0 => (self.place(), "nothing".to_owned()),
            count => targets[self.random.random_range(0..count)].clone(),
        };
        let button = match self.random.random_range(0..6) {
            0 => PointerButton::Secondary,
            _ => PointerButton::Primary,
        };
        let press = |pressed| Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let what = format!("a click on {name}");
        self.runner.frame(vec![Event::PointerMoved(at)], &what);
        self.runner.frame(vec![press(true)], &what);
        self.runner.frame(vec![press(false)], &what);
    }

    fn key(&mut self) {
        let key = self.one(&KEYS);
        let held = [
            Modifiers::NONE,
            Modifiers::NONE,
            Modifiers::NONE,
            Modifiers::SHIFT,
            Modifiers::COMMAND,
        ];
        let modifiers = self.one(&held);
        let press = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        };
        let what = format!("{modifiers:?} {key:?}");
        self.runner.frame(vec![press(true)], &what);
        self.runner.frame(vec![press(false)], &what);
    }

    fn text(&mut self) {
        let text = self.one(&TEXTS);
        let what = format!("the text {text:?}");
        self.runner.frame(vec![Event::Text(text.to_owned())], &what);
    }

    fn wheel(&mut self) {
        let at = self.place();
        let modifiers = self.one(&[Modifiers::NONE, Modifiers::COMMAND]);
        let delta = Vec2::new(0.0, self.random.random_range(-400.0..400.0));
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            source: MouseWheelSource::Wheel,
            delta,
            phase: TouchPhase::Move,
            modifiers,
        };
        self.runner
            .frame(vec![Event::PointerMoved(at)], "the wheel");
        self.runner.frame(vec![wheel], "the wheel");
    }

    fn drag(&mut self) {
        let (from, to) = (self.place(), self.place());
        let press = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.runner.frame(vec![Event::PointerMoved(from)], "a drag");
        self.runner.frame(vec![press(from, true)], "a drag");
        for share in [0.2, 0.6, 1.0] {
            let at = from + share * (to - from);
            self.runner.frame(vec![Event::PointerMoved(at)], "a drag");
        }
        self.runner.frame(vec![press(to, false)], "a drag");
    }

    /// Opens another document in the window, or a new window where the open one won't let go.
    fn open(&mut self, command: Command) {
        let before = self.runner.explorer.document().words.clone();
        for _ in 0..2 {
            self.runner.frame(escape(), "Escape");
        }
        self.runner.run(command.clone());
        self.runner.work(200);
        self.runner.run(Command::Answer(PromptAnswer::Discard));
        self.runner.work(200);
        let same = self.runner.explorer.document().words == before;
        if same || self.random.random_range(0..100) == 0 {
            self.runner.renew();
            self.runner.run(command);
            self.runner.work(200);
        }
    }
}

fn escape() -> Vec<Event> {
    let press = |pressed| Event::Key {
        key: Key::Escape,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    vec![press(true), press(false)]
}

/// Copies of all boards and trees that come along: what is saved lands in none of ours.
fn shipped(folder: &Path) -> Vec<PathBuf> {
    let theirs = support::root().join("saved_trees");
    let entries = theirs.read_dir().expect("the trees that come along");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("one").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    let copy = |path: &PathBuf| {
        let own = folder.join(path.file_name().expect("a name"));
        std::fs::copy(path, &own).expect("a copy");
        own
    };
    paths.iter().map(copy).collect()
}

#[test]
#[ignore = "it takes as long as it is told to: tests/hard/robot.sh calls it"]
fn a_robot_finds_no_panic_no_leak_and_no_thread_left_over() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<f64>().ok();
    let minutes = number("ROBOT_MINUTES").expect("tests/hard/robot.sh calls it");
    let seed = number("ROBOT_SEED").unwrap_or(1.0) as u64;
    let folder = tempfile::tempdir().expect("a folder");
    let files = shipped(folder.path());
    // What is saved without a folder lands in none of ours either.
    std::env::set_current_dir(folder.path()).expect("the folder is there");
    let pool = rayon::ThreadPoolBuilder::new();
    let pool = pool.thread_name(|number| format!("doomtree-rayon-{number}"));
    pool.build_global().expect("there is no other");
    let mut figures = Figures::begin(seed);
    let mut robot = Robot {
        random: ChaCha8Rng::seed_from_u64(seed),
        runner: Runner::new(folder.path().join("recovery")),
    };
    robot.runner.resize(SIZES[0], "the start");
    robot.runner.work(200);
    figures.measure();
    let begun = Instant::now();
    let end = Duration::from_secs_f64(60.0 * minutes);
    let mut round = 0;
    while begun.elapsed() < end {
        let command = match round % 4 {
            3 => Command::OpenText(board(&mut robot.random)),
            _ => Command::OpenFile(files[(round - round / 4) % files.len()].clone()),
        };
        round += 1;
        robot.open(command);
        figures.did("document");
        for _ in 0..STEPS {
            let kind = robot.step();
            figures.did(kind);
            let more = robot.random.random_range(0..4);
            robot.runner.work(more);
            if begun.elapsed() > end {
                break;
            }
        }
        if figures.is_due() {
            robot.open(Command::OpenText(runner::BOARD.to_owned()));
            figures.measure();
        }
    }
    figures.end(robot.runner);
}
