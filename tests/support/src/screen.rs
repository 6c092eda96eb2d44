//! A window without a screen: opened, settled, and driven by keys and labels.

use doomtree::app::{Command, Explorer, Named, open_setup, window_limits};
use doomtree::games::Setup;
use doomtree::tree::{Limits, Vertex};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, OutputCommand, ViewportCommand, ViewportId, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};
use egui_kittest::{Harness, Node};

/// The window of a test.
pub type Window = Harness<'static, Explorer>;

/// What a window is opened on.
pub struct Opened<'a> {
    /// All of it, in place of a position of Dice of Doom and a script.
    pub setup: Option<Setup>,
    pub position: &'a str,
    pub script: Option<&'a str>,
    pub limits: Limits,
    pub size: [f32; 2],
    /// How long a frame takes, where that matters.
    pub step: Option<f32>,
}

impl Default for Opened<'_> {
    fn default() -> Self {
        Self {
            setup: None,
            position: "b2b2/a2b1 a",
            script: None,
            limits: window_limits(),
            size: [1440.0, 900.0],
            step: None,
        }
    }
}

impl Opened<'_> {
    /// Opens it, and waits until it is built.
    pub fn open(self) -> Window {
        let mut usual = Setup {
            game: match self.script {
                Some(_) => "scripted",
                None => "dice-of-doom",
            }
            .to_owned(),
            position: match self.script {
                Some(_) => String::new(),
                None => self.position.to_owned(),
            },
            ..Setup::default()
        };
        usual.switches.script = self.script.map(str::to_owned);
        let setup = self.setup.unwrap_or(usual);
        let limits = self.limits;
        let mut builder = Harness::builder()
            .with_size(vec2(self.size[0], self.size[1]))
            .with_max_steps(40);
        if let Some(step) = self.step {
            builder = builder.with_step_dt(step);
        }
        let mut window = builder.build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            let document = open_setup(setup, limits, wake).expect("a good setup");
            Explorer::new(&creation.egui_ctx, document)
        });
        settle(&mut window);
        window
    }
}

/// The window on a position of Dice of Doom.
pub fn window(position: &str) -> Window {
    Opened {
        position,
        ..Opened::default()
    }
    .open()
}

/// The window on a script.
pub fn scripted(script: &str) -> Window {
    Opened {
        script: Some(script),
        ..Opened::default()
    }
    .open()
}

/// Runs a frame; what the window asks of the system in it.
fn frame(window: &mut Window) -> Vec<ViewportCommand> {
    window.step();
    let root = &window.output().viewport_output[&ViewportId::ROOT];
    root.commands.clone()
}

/// Runs frames until nothing is read, built or written and nothing moves.
///
/// # Panics
/// If the window is busy for ever.
pub fn settle(window: &mut Window) {
    asked(window);
}

/// The same, and what the window asked of the system meanwhile: the one place that waits.
pub fn asked(window: &mut Window) -> Vec<ViewportCommand> {
    let mut asked = Vec::new();
    let mut quiet = 0;
    for _ in 0..5_000 {
        asked.extend(frame(window));
        if window.state().is_busy() {
            quiet = 0;
            std::thread::sleep(std::time::Duration::from_millis(2));
        } else {
            quiet += 1;
        }
        if quiet > 5 {
            return asked;
        }
    }
    panic!("the window is still busy");
}

/// Presses a key.
pub fn press(window: &mut Window, key: Key) {
    asked_by_key(window, key);
}

/// Presses a key; what the window asked of the system.
pub fn asked_by_key(window: &mut Window, key: Key) -> Vec<ViewportCommand> {
    // One event a frame, so that no frame's answer is missed.
    window.key_down(key);
    let mut asked = frame(window);
    window.key_up(key);
    asked.extend(self::asked(window));
    asked
}

/// Presses a key while others are held.
pub fn press_with(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// All that programs find by a name, one of `app::ids` or a command's, in the tree's order.
pub fn all<'a>(window: &'a Window, id: &'a str) -> impl Iterator<Item = Node<'a>> + 'a {
    window.query_all_by(move |node| node.author_id() == Some(id))
}

/// Whether anything is found by the name.
pub fn is_there(window: &Window, id: &str) -> bool {
    all(window, id).next().is_some()
}

/// The first that is found by the name.
#[track_caller]
pub fn found<'a>(window: &'a Window, id: &'a str) -> Node<'a> {
    let Some(node) = all(window, id).next() else {
        panic!("nothing is called {id:?}");
    };
    node
}

/// What does a command: the first button or entry of a menu that is shown.
#[track_caller]
pub fn doer(window: &Window, named: Named) -> Node<'_> {
    found(window, named.id())
}

/// Clicks the first that is found by the name.
#[track_caller]
pub fn click_on(window: &mut Window, id: &str) {
    found(window, id).click();
    settle(window);
}

/// All that is written in what is found by the name, and below it: labels and values, a line each.
pub fn text_of(window: &Window, id: &str) -> String {
    let mut lines = Vec::new();
    for part in all(window, id) {
        let mut open = vec![part.accesskit_node()];
        while let Some(node) = open.pop() {
            lines.extend(node.label());
            lines.extend(node.value());
            let below = node.children();
            open.extend(below.rev());
        }
    }
    lines.join("\n")
}

/// Whether this stands in what is found by the name: notation, a number, a name, what the core says.
pub fn shows(window: &Window, id: &str, data: &str) -> bool {
    text_of(window, id).contains(data)
}

/// The numbers in a text, in its order: thousands are grouped by commas, and one that is too large is
/// the largest there is.
pub fn numbers_in(text: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    let mut digits = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let follows = letters.peek().is_some_and(char::is_ascii_digit);
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else if letter != ',' || digits.is_empty() || !follows {
            numbers.extend(number(&std::mem::take(&mut digits)));
        }
    }
    numbers.extend(number(&digits));
    numbers
}

fn number(digits: &str) -> Option<u64> {
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

/// The numbers that stand in what is found by the name.
pub fn numbers_of(window: &Window, id: &str) -> Vec<u64> {
    numbers_in(&text_of(window, id))
}

/// What stands in a field that is found by the name.
#[track_caller]
pub fn value_of(window: &Window, id: &str) -> String {
    let node = found(window, id);
    node.accesskit_node().value().unwrap_or_default()
}

/// The label of what was found.
pub fn label_of(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// What is copied in the next frames.
pub fn copied(window: &mut Window) -> Option<String> {
    (0..6).find_map(|_| {
        window.run_steps(1);
        let commands = &window.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    })
}

/// Clicks what has the label.
pub fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// The button, place or arrow whose label contains these words.
pub fn button<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    let mut found = window.query_all_by_label_contains(label);
    found
        .find(|node| node.accesskit_node().role() == Role::Button)
        .unwrap_or_else(|| panic!("no button says {label:?}"))
}

/// Clicks the button, place or arrow whose label contains these words.
pub fn click_button(window: &mut Window, label: &str) {
    button(window, label).click();
    settle(window);
}

/// Does a command that has a name.
pub fn run_named(window: &mut Window, named: Named) {
    run(window, Command::Named(named));
}

/// Does a command.
pub fn run(window: &mut Window, command: Command) {
    asked_by(window, command);
}

/// Does a command; what the window asked of the system.
pub fn asked_by(window: &mut Window, command: Command) -> Vec<ViewportCommand> {
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, command);
    asked(window)
}

/// Whether anything has the label.
pub fn has(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

/// Whether anything has a label with these words.
pub fn says(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

/// The line to the selected node.
pub fn line(window: &Window) -> String {
    let session = &window.state().document().session;
    session
        .rated()
        .graph
        .line_text(Vertex::ROOT, &session.line())
}

/// The root's position in notation.
pub fn root(window: &Window) -> String {
    let session = &window.state().document().session;
    session.rated().graph.position_text(Vertex::ROOT)
}

/// How many nodes are shown.
pub fn shown_nodes(window: &Window) -> usize {
    let session = &window.state().document().session;
    session.unfolding().preorder().count()
}
