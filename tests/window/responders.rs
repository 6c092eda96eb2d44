//! Who does which command in which situation, and where its key leads there, as one golden file: a row
//! for every command, a column for every situation.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use doomtree::app::{Command, CommandId, Responder};
use eframe::egui::{Event, Key, KeyboardShortcut};
use support::accessibility::count;
use support::golden;
use support::screen::{Opened, Window, window};

use super::situations::{self as at, BOOK};

/// A situation: the word above its column, and how a window gets there.
type Situation = (&'static str, fn(&mut Window));

/// Where it is asked who does a command.
const ANSWERS: &[Situation] = &[
    ("tree", at::nothing),
    ("leaf", at::leaf),
    ("map", at::map),
    ("posit", at::positions),
    ("stats", at::statistics),
    ("record", at::recording),
    ("check", at::check),
    ("comp", at::comparison),
    ("exerc", at::exercise),
    ("game", at::game),
    ("talk", at::talk),
    ("tour", at::tour_talk),
    ("board", at::board),
    ("setup", at::setup),
    ("what-if", at::what_if),
    ("hidden", at::hidden),
    ("edited", at::edited),
    (BUILDING, at::nothing),
];

/// While a large board is built.
const BUILDING: &str = "building";

/// Where it is asked which command a key leads to.
const KEYS: &[Situation] = &[
    ("tree", at::nothing),
    ("stats", at::statistics),
    ("record", at::recording),
    ("exerc", at::exercise),
    ("talk", at::talk),
    ("tour", at::tour_talk),
    ("board", at::board),
    ("typing", at::typing),
    ("dialog", at::keys),
    ("palette", at::palette),
    ("question", at::question),
];

/// A window in a situation, made anew whenever a command has changed it.
struct Stage {
    situation: &'static Situation,
    window: Window,
    /// What holds a build where it is.
    _held: Option<Sender<()>>,
    mark: String,
    things: usize,
}

impl Stage {
    fn new(situation: &'static Situation) -> Self {
        let mut stage = Self {
            situation,
            window: window(BOOK),
            _held: None,
            mark: String::new(),
            things: 0,
        };
        stage.prepare();
        stage
    }

    /// Gets there, in a window that keeps nothing but its letters.
    fn prepare(&mut self) {
        let (name, prepare) = self.situation;
        let (sender, receiver) = channel::<()>();
        let receiver = Mutex::new(receiver);
        let is_building = *name == BUILDING;
        let mut setup = Opened::default();
        if is_building {
            setup.position = "a3b2b3/a3b3a3/b2a2b3 a";
        }
        // The thread that builds waits here as long as the window is used, so that nothing comes of it.
        let wake = Box::new(move || {
            if is_building {
                receiver.lock().expect("one thread waits").recv().ok();
            }
        });
        setup.put_into(&mut self.window, wake);
        self._held = Some(sender);
        self.window.run_steps(1);
        if is_building {
            assert!(self.window.state().is_busy(), "it is built already");
        } else {
            prepare(&mut self.window);
        }
        self.window.run_steps(1);
        self.mark = mark(&self.window);
        self.things = count(&self.window);
    }

    /// Who does a command.
    fn answer(&mut self, named: CommandId) -> &'static str {
        let ctx = self.window.ctx.clone();
        let before = root(&self.window);
        let state = self.window.state_mut();
        state.take_answered();
        let enabled = state.is_enabled(named);
        state.run(&ctx, Command::Named(named));
        let (done, responder) = state.take_answered().expect("somebody, or nobody");
        assert_eq!(done, named);
        let greyed = responder == Responder::Nobody && !enabled;
        // What belongs to another board is asked of the views only after the frame that tells them.
        let is_other = root(&self.window) != before;
        if is_other || mark(&self.window) != self.mark {
            self.prepare();
        }
        match (responder, greyed) {
            (_, true) => ".",
            (Responder::Nobody, false) => "nobody",
            (Responder::Session, _) => "walk",
            (Responder::Map, _) => "map",
            (Responder::Exercise, _) => "exerc",
            (Responder::Recording, _) => "record",
            (Responder::Positions, _) => "posit",
            (Responder::Board, _) => "board",
            (Responder::Window, _) => "window",
        }
    }

    /// Which command a key leads to.
    fn heard(&mut self, keys: &KeyboardShortcut) -> Option<(CommandId, Responder)> {
        self.window.state_mut().take_answered();
        self.window.input_mut().events.push(Event::Key {
            key: keys.logical_key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: keys.modifiers,
        });
        self.window.run_steps(1);
        let answered = self.window.state_mut().take_answered();
        let closes = matches!(keys.logical_key, Key::Escape | Key::Enter | Key::Space);
        if answered.is_some() || closes {
            // A dialog comes in the next frame, and is seen in the one after.
            self.window.run_steps(2);
        }
        let same = self.things == count(&self.window) && self.mark == mark(&self.window);
        if !same {
            self.prepare();
        }
        answered
    }
}

fn root(window: &Window) -> String {
    window.state().document().root().setup.position
}

/// What of a window decides who does what.
fn mark(window: &Window) -> String {
    let state = window.state();
    let mut mark = String::new();
    for &named in CommandId::ALL {
        let sign = match (state.is_enabled(named), state.is_on(named)) {
            (true, Some(true)) => 'B',
            (true, _) => 'b',
            (false, Some(true)) => 'O',
            (false, _) => 'o',
        };
        mark.push(sign);
    }
    let session = &state.document().session;
    write!(
        mark,
        "{:?} {:?} {:?} {} {} {:?} {:?} {:?}",
        state.middle(),
        state.presents(),
        session.selected(),
        session.unfolding().preorder().count(),
        state.is_busy(),
        state.board_cursor(),
        state.recording().place(),
        window.ctx.memory(|memory| memory.focused()),
    )
    .expect("memory takes it");
    write!(
        mark,
        " {} {} {:?} {}",
        root(window),
        state.playing().is_some(),
        state.exercise().current(),
        state.document().edits.is_changed(),
    )
    .expect("memory takes it");
    mark
}

/// A table with a row for every command.
fn table(situations: &[Situation], columns: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = columns[column].iter().map(|cell| cell.chars().count());
        cells.max().unwrap_or(0).max(situations[column].0.len())
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = format!("{:<22}", "");
    for ((name, _), width) in situations.iter().zip(&widths) {
        write!(text, " {name:<width$}").expect("memory takes it");
    }
    for (row, named) in CommandId::ALL.iter().enumerate() {
        text.truncate(text.trim_end().len());
        write!(text, "\n{:<22}", format!("{named:?}")).expect("memory takes it");
        for (column, width) in columns.iter().zip(&widths) {
            write!(text, " {:<width$}", column[row]).expect("memory takes it");
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn answers(situation: &'static Situation) -> Vec<String> {
    let mut stage = Stage::new(situation);
    let all = CommandId::ALL.iter();
    all.map(|&named| stage.answer(named).to_owned()).collect()
}

fn keys(situation: &'static Situation) -> Vec<String> {
    let mut stage = Stage::new(situation);
    let all = CommandId::ALL.iter();
    all.map(|&named| {
        let Some(keys) = named.shortcuts().first() else {
            return String::new();
        };
        match stage.heard(keys) {
            None => "-".to_owned(),
            Some((heard, Responder::Nobody)) if heard == named => ".".to_owned(),
            Some((heard, Responder::Nobody)) => format!(".{heard:?}"),
            Some((heard, _)) if heard == named => "yes".to_owned(),
            Some((heard, _)) => format!("{heard:?}"),
        }
    })
    .collect()
}

#[test]
fn who_does_a_command_and_what_a_key_leads_to_stays_as_it_is_in_every_situation() {
    let answered: Vec<_> = ANSWERS.iter().map(answers).collect();
    let heard: Vec<_> = KEYS.iter().map(keys).collect();
    let text = format!(
        "Who does a command: walk (the session), map, posit, record and exerc (what stands in the \
         middle), board,\nwindow, or . where it is greyed.\n\n{}\n\
         Where a command's first key leads: yes (to the command), . (to the command, which is \
         greyed),\nanother command (greyed with a . before it), or - (to none).\n\n{}",
        table(ANSWERS, &answered),
        table(KEYS, &heard),
    );
    let test = "--test window who_does_a_command";
    golden::expect([golden::compare("commands.txt", test, &text)]);
}
