//! A window without a screen: opened, settled, and driven by keys and labels.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use doomtree::app::{Command, CommandId, Document, Explorer, Wake, ids, open_setup, window_limits};
use doomtree::diagram::{RatingsFor, TreeView};
use doomtree::games::Setup;
use doomtree::tree::{Limits, UnfoldingNode, Vertex};
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{
    Context, Event, Id, Key, Memory, Modifiers, OutputCommand, ThemePreference, ViewportCommand,
    ViewportId, vec2,
};
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
        let mut builder = Harness::builder()
            .with_size(vec2(self.size[0], self.size[1]))
            .with_max_steps(40);
        if let Some(step) = self.step {
            builder = builder.with_step_dt(step);
        }
        let mut window = builder.build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            Explorer::new(&creation.egui_ctx, self.document(wake))
        });
        settle(&mut window);
        window
    }

    /// Opens it in a window of the same size in place of what that shows, and waits until it is
    /// built. Nothing but the window's letters is kept, of which a new window first has to draw many.
    pub fn reopen(self, window: &mut Window) {
        let ctx = window.ctx.clone();
        self.put_into(window, Box::new(move || ctx.request_repaint()));
        settle(window);
    }

    /// Opens it in a window of the same size in place of what that shows, and waits for nothing; the
    /// thread that builds calls `wake`.
    pub fn put_into(self, window: &mut Window, wake: Wake) {
        // The letters must not come twice: another context takes them.
        *window.state_mut() = Explorer::new(&Context::default(), self.document(wake));
        window.ctx.memory_mut(|memory| {
            let options = std::mem::take(&mut memory.options);
            *memory = Memory::default();
            memory.options = options;
        });
        window.ctx.set_zoom_factor(1.0);
        window.ctx.set_theme(ThemePreference::System);
    }

    fn document(self, wake: Wake) -> Document {
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
        open_setup(setup, self.limits, wake).expect("a good setup")
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

/// So long a test waits for work before it fails: far longer than any takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// No longer than this does a window sleep that shows that it is busy.
const NAP: Duration = Duration::from_millis(100);

/// How often other threads have woken a window.
#[derive(Clone, Default)]
struct Wakes(Arc<(Mutex<u64>, Condvar)>);

impl Wakes {
    /// Those of a window: counted from the first time on that somebody asks for them.
    fn of(window: &Window) -> Self {
        let id = Id::unique("wakes of a test");
        let ctx = &window.ctx;
        if let Some(wakes) = ctx.data(|data| data.get_temp::<Self>(id)) {
            return wakes;
        }
        let wakes = Self::default();
        ctx.data_mut(|data| data.insert_temp(id, wakes.clone()));
        let (heard, here) = (wakes.clone(), std::thread::current().id());
        // The observer hears every request, the callback only those that make the next frame come
        // sooner; a frame's own requests are no work that is done.
        ctx.set_repaint_observer(move |_| {
            if std::thread::current().id() != here {
                let (count, told) = &*heard.0;
                *count.lock().expect("nobody panics with it") += 1;
                told.notify_all();
            }
        });
        wakes
    }

    fn count(&self) -> u64 {
        *self.0.0.lock().expect("nobody panics with it")
    }

    /// Waits until there is one more than so many, or for a nap.
    fn wait(&self, seen: u64) {
        let (count, told) = &*self.0;
        let count = count.lock().expect("nobody panics with it");
        let waited = told.wait_timeout_while(count, NAP, |count| *count <= seen);
        drop(waited.expect("nobody panics with it"));
    }
}

/// Opens a large board, and runs frames until it is being built.
pub fn begin_build(window: &mut Window, position: &str) {
    let ctx = window.ctx.clone();
    let board = Command::OpenText(position.to_owned());
    window.state_mut().run(&ctx, board);
    for _ in 0..2_000 {
        window.run_steps(1);
        if window.state().document().is_building() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Runs frames; what the window asks of the system in them.
fn frames(window: &mut Window, count: usize) -> Vec<ViewportCommand> {
    let mut asked = Vec::new();
    for _ in 0..count {
        window.step();
        let root = &window.output().viewport_output[&ViewportId::ROOT];
        asked.extend_from_slice(&root.commands);
    }
    asked
}

/// Runs frames until nothing is under way and nothing moves; sleeps while other threads work, until
/// they wake the window. It is the one place that waits; it gives what the window asked of the
/// system meanwhile.
///
/// # Panics
/// Something is still under way after a minute.
#[track_caller]
pub fn settle(window: &mut Window) -> Vec<ViewportCommand> {
    let wakes = Wakes::of(window);
    let begun = Instant::now();
    let mut asked = Vec::new();
    loop {
        let seen = wakes.count();
        asked.extend(frames(window, 2));
        if !window.state().is_busy() {
            break;
        }
        if begun.elapsed() > PATIENCE {
            let busy: Vec<_> = window.state().under_way().collect();
            panic!("after a minute the window still waits: {}", busy.join(", "));
        }
        if !window.state().goes_on_by_frames() {
            wakes.wait(seen);
        }
    }
    asked.extend(frames(window, 4));
    asked
}

/// Waits for what no progress is shown of: a look at the disk.
///
/// # Panics
/// It hasn't come after 20 seconds.
#[track_caller]
pub fn wait_for(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    let begun = Instant::now();
    while !done(window) {
        assert!(begun.elapsed() < Duration::from_secs(20), "no {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    settle(window);
}

/// Presses a key.
#[track_caller]
pub fn press(window: &mut Window, key: Key) {
    asked_by_key(window, Modifiers::NONE, key);
}

/// Presses a key with these held; what the window asked of the system.
pub fn asked_by_key(window: &mut Window, modifiers: Modifiers, key: Key) -> Vec<ViewportCommand> {
    // One event a frame, so that no frame's answer is missed.
    window.event(Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    let mut asked = frames(window, 1);
    window.key_up(key);
    asked.extend(settle(window));
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
pub fn doer(window: &Window, named: CommandId) -> Node<'_> {
    found(window, named.id())
}

/// Clicks the first that is found by the name.
#[track_caller]
pub fn click_on(window: &mut Window, id: &str) {
    found(window, id).click();
    settle(window);
}

/// The result of the last command, or why it couldn't be done; empty if nothing is shown.
pub fn told(window: &Window) -> String {
    let texts = [ids::NOTICE, ids::TROUBLE].map(|id| match is_there(window, id) {
        true => text_of(window, id),
        false => String::new(),
    });
    texts.concat()
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

/// The whole numbers in what is found by the name, in their order; commas between thousands are
/// none.
pub fn numbers_of(window: &Window, id: &str) -> Vec<u64> {
    numbers_in(&text_of(window, id))
}

/// The whole numbers in a text, in their order; commas between thousands are none.
pub fn numbers_in(text: &str) -> Vec<u64> {
    let mut joined = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (index, &letter) in letters.iter().enumerate() {
        let digit = |at: Option<&char>| at.is_some_and(char::is_ascii_digit);
        let behind = letters[index + 1..].iter().take_while(|it| digit(Some(it)));
        let is_digit = letter.is_ascii_digit();
        let joins = letter == ','
            && digit(index.checked_sub(1).and_then(|before| letters.get(before)))
            && behind.count() == 3;
        if is_digit {
            joined.push(letter);
        } else if !joins {
            joined.push(' ');
        }
    }
    let numbers = joined.split_whitespace();
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// What stands in the field that is found by the name.
#[track_caller]
pub fn value_of(window: &Window, id: &str) -> String {
    found(window, id).value().unwrap_or_default()
}

/// Whether what is found by the name is chosen, marked or switched on.
#[track_caller]
pub fn is_on(window: &Window, id: &str) -> bool {
    let node = found(window, id).accesskit_node();
    node.toggled() == Some(Toggled::True) || node.is_selected() == Some(true)
}

/// Comes to a field by the keyboard and writes over what is there.
#[track_caller]
pub fn type_into(window: &mut Window, id: &str, text: &str) {
    found(window, id).focus();
    window.run_steps(2);
    match text {
        "" => window.key_press(Key::Delete),
        _ => found(window, id).type_text(text),
    }
    window.run_steps(3);
}

/// Writes over what stands in a field, and presses Enter.
#[track_caller]
pub fn enter(window: &mut Window, id: &str, text: &str) {
    type_into(window, id, text);
    press(window, Key::Enter);
}

/// Points at the first that is found by the name, until its tooltip is there.
#[track_caller]
pub fn hover(window: &mut Window, id: &str) {
    found(window, id).hover();
    settle(window);
    window.run_steps(60);
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

/// The open tree as the window would draw it, from the core alone.
pub fn tree_view(window: &Window, ratings_for: RatingsFor, hidden: bool) -> TreeView<'_> {
    let document = window.state().document();
    let rated = document.session.rated();
    TreeView {
        labels: &*rated.graph,
        analysis: &rated.analysis,
        unfolding: document.session.unfolding(),
        notes: &document.layer,
        what_if: document.supposed.shown(),
        ratings_for,
        hidden,
        ends: document.ends.as_ref(),
        style: window.state().tree_view().style,
        elements: window.state().tree_view().elements,
    }
}

/// The node of the unfolding at the end of a line.
#[track_caller]
pub fn node_at(window: &Window, line: &str) -> UnfoldingNode {
    let session = &window.state().document().session;
    let graph = &session.rated().graph;
    let line = graph.read_line(Vertex::ROOT, line).expect(line);
    line.iter().fold(UnfoldingNode::ROOT, |node, edge| {
        let child = session.unfolding().child(node, *edge);
        child.expect("an unfolded node")
    })
}

/// What is said of a node of the tree in the window.
#[track_caller]
pub fn said_of(window: &Window, node: UnfoldingNode) -> String {
    let id = ids::node(node);
    found(window, &id)
        .accesskit_node()
        .label()
        .unwrap_or_default()
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
#[track_caller]
pub fn run_named(window: &mut Window, named: CommandId) {
    run(window, Command::Named(named));
}

/// Does a command.
#[track_caller]
pub fn run(window: &mut Window, command: Command) {
    asked_by(window, command);
}

/// Does a command; what the window asked of the system.
pub fn asked_by(window: &mut Window, command: Command) -> Vec<ViewportCommand> {
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, command);
    settle(window)
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
