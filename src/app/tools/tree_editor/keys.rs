//! Keyboard input of the tree editor.

use eframe::egui::{self, Context, Event, FocusDirection, Key, Modifiers, RichText, Vec2};

use super::TreeEditor;
use super::fields::FieldOf;
use super::laid::Inside;
use super::panel::{beside, head};
use crate::app::intent::Queue;
use crate::app::parts::{Cx, Desk};
use crate::game::{Kind, Player};
use crate::games::scripted::{TreeChange, WrittenTree};

/// A key with a meaning here.
#[derive(Clone, Debug)]
enum EditorKey {
    Below,
    Beside,
    Level,
    Cycle,
    Rename,
    Probability,
    Join,
    Remove,
    Prune,
    Splice,
    Walk(Key),
    Reorder(bool),
    Type(String),
    Copy(bool),
    Paste(String),
    Nothing,
}

/// Keys with Ctrl that do something …
const WITH_COMMAND: [(Key, EditorKey); 2] = [
    (Key::Delete, EditorKey::Prune),
    (Key::Backspace, EditorKey::Splice),
];

/// … and those without another …
const KEYS: [(Key, EditorKey); 8] = [
    (Key::Enter, EditorKey::Beside),
    (Key::Tab, EditorKey::Below),
    (Key::Space, EditorKey::Cycle),
    (Key::F2, EditorKey::Rename),
    (Key::P, EditorKey::Probability),
    (Key::I, EditorKey::Join),
    (Key::Delete, EditorKey::Remove),
    (Key::Backspace, EditorKey::Remove),
];

const WALKS: [Key; 5] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
];

impl TreeEditor {
    /// Handles the keys of the tree before all others; returns whether one of them walked.
    pub(super) fn hear(&mut self, desk: &Desk, ctx: &Context) -> bool {
        let any = ctx.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, Event::Key { pressed: true, .. }))
        });
        if any {
            // Without motion a flash stays until the next key.
            self.changed.flashes &= desk.settings.motion;
        }
        if self.drag.is_some() {
            self.hear_while_dragging(ctx);
            return true;
        }
        // A focused button should be pressed by the key.
        if ctx.memory(|memory| memory.focused()).is_some() {
            return false;
        }
        let heard = heard(ctx);
        if heard.is_empty() {
            return false;
        }
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        for what in heard {
            self.answer_key(desk, ctx, what);
        }
        true
    }

    /// While a branch is dragged Escape leaves it where it is, and no other key does anything.
    fn hear_while_dragging(&mut self, ctx: &Context) {
        let events = ctx.input_mut(|input| {
            let is_key = |event: &Event| {
                use Event::{Copy, Cut, Paste, Text};
                matches!(event, Event::Key { .. } | Text(_) | Copy | Cut | Paste(_))
            };
            input
                .events
                .extract_if(.., |event| is_key(event))
                .collect::<Vec<_>>()
        });
        let escape = |event: &Event| {
            matches!(
                event,
                Event::Key {
                    key: Key::Escape,
                    pressed: true,
                    ..
                }
            )
        };
        if events.iter().any(escape) {
            self.drag = None;
        }
    }

    fn answer_key(&mut self, desk: &Desk, ctx: &Context, heard: EditorKey) {
        let queue = &desk.commands;
        match heard {
            EditorKey::Below => self.add_below(queue),
            EditorKey::Beside => self.add_beside(queue),
            EditorKey::Level => {
                self.level = true;
                self.add_below(queue);
            }
            EditorKey::Cycle => self.cycle(desk),
            EditorKey::Rename if self.leading().is_some() => {
                let text = self.text_of(FieldOf::Name);
                self.type_in(FieldOf::Name, text);
            }
            EditorKey::Probability if self.is_outcome() => {
                let text = self.text_of(FieldOf::Probability);
                self.type_in(FieldOf::Probability, text);
            }
            EditorKey::Join => self.join_by_key(queue),
            EditorKey::Remove => self.remove(queue),
            EditorKey::Prune => self.prune(queue),
            EditorKey::Splice => self.splice(queue),
            EditorKey::Walk(key) => {
                let to = self.neighbour(key);
                self.select(desk, queue, to);
            }
            EditorKey::Reorder(right) => self.reorder(queue, right),
            EditorKey::Type(text) if self.is_end() => {
                self.type_in(FieldOf::Payoffs, text);
                if let Some(typing) = &mut self.typing {
                    typing.is_typed = true;
                }
            }
            EditorKey::Copy(cut) => {
                if let Some(text) = self.branch_text() {
                    ctx.copy_text(text);
                    if cut {
                        self.remove(queue);
                    }
                }
            }
            EditorKey::Paste(text) => self.paste(queue, &text),
            EditorKey::Rename
            | EditorKey::Probability
            | EditorKey::Type(_)
            | EditorKey::Nothing => {}
        }
    }

    /// Whether the selected node is an end.
    pub(super) fn is_end(&self) -> bool {
        self.is_end_at(self.selected())
    }

    /// Whether a drawn node is an end.
    pub(super) fn is_end_at(&self, index: u32) -> bool {
        let drawn = self.drawn(index);
        drawn.is_some_and(|drawn| drawn.kind == Kind::End)
    }

    /// Whether the selected node is an outcome of chance.
    pub(super) fn is_outcome(&self) -> bool {
        let tree = self.tree.as_ref();
        let above = tree.zip(self.leading());
        above.is_some_and(|(tree, (above, _))| tree.node(above).is_chance())
    }

    /// Cycles through end, each player, chance, and end again; a node with moves can't be an end.
    fn cycle(&mut self, desk: &Desk) {
        let Some(drawn) = self.drawn(self.selected()) else {
            return;
        };
        let players = self.tree.as_ref().map_or(2, |tree| tree.players.len());
        let again = matches!(drawn.inside, Inside::Again(_));
        let next = match drawn.kind {
            Kind::End => Kind::Decision(Player(0)),
            Kind::Decision(player) if player.index() + 1 < players => {
                Kind::Decision(Player(player.0 + 1))
            }
            Kind::Decision(player) => Kind::Chance(player),
            Kind::Chance(_) if drawn.below.is_empty() && !again => Kind::End,
            Kind::Chance(_) => Kind::Decision(Player(0)),
        };
        self.set_kind(&desk.commands, next);
    }

    /// The node to which an arrow leads.
    fn neighbour(&self, key: Key) -> u32 {
        let selected = self.selected();
        let Some(drawn) = self.drawn(selected) else {
            return 0;
        };
        let beside = |step: isize| {
            let level = self.laid.level(drawn.ply);
            let place = level.iter().position(|index| *index == selected);
            let place = place.and_then(|place| place.checked_add_signed(step));
            place.and_then(|slot| level.get(slot).copied())
        };
        let to = match key {
            Key::ArrowUp => drawn.above,
            Key::ArrowDown => {
                let mut below = drawn.below.iter().copied();
                let best = below
                    .clone()
                    .find(|below| self.laid.nodes[*below as usize].best);
                best.or_else(|| below.next())
            }
            Key::ArrowLeft => beside(-1),
            Key::ArrowRight => beside(1),
            _ => Some(0),
        };
        to.unwrap_or(selected)
    }

    /// Joins the selected node and another one to an information set.
    pub(super) fn join(&mut self, queue: &Queue, other: u32) {
        let both = [self.selected(), other].map(|index| self.drawn(index).map(|it| it.node));
        if let [Some(node), Some(other)] = both {
            self.change_here(queue, &TreeChange::Join(node, other));
        }
    }

    /// The same by a key, which is pressed at one node and then at the other.
    pub(super) fn join_by_key(&mut self, queue: &Queue) {
        let node = self.drawn(self.selected()).map(|drawn| drawn.node);
        match (self.joining.take(), node) {
            (Some(first), Some(node)) if first != node => {
                self.change_here(queue, &TreeChange::Join(first, node));
            }
            // The same node again, which gives up.
            (Some(_), _) => {}
            (None, node) => self.joining = node,
        }
    }
}

/// Takes the pressed keys that have a meaning here.
fn heard(ctx: &Context) -> Vec<EditorKey> {
    let mut heard = Vec::new();
    ctx.input_mut(|input| {
        if input.consume_key(Modifiers::SHIFT, Key::Tab) {
            heard.push(EditorKey::Level);
        }
        for (key, right) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
            if input.consume_key(Modifiers::COMMAND, key) {
                heard.push(EditorKey::Reorder(right));
            }
        }
        for (key, what) in WITH_COMMAND {
            if input.consume_key(Modifiers::COMMAND, key) {
                heard.push(what);
            }
        }
        for (key, what) in KEYS {
            if input.consume_key(Modifiers::NONE, key) {
                heard.push(what);
            }
        }
        for key in WALKS {
            if input.consume_key(Modifiers::NONE, key) {
                heard.push(EditorKey::Walk(key));
            }
        }
        let mut typed = String::new();
        input.events.retain(|event| match event {
            Event::Text(text) => {
                let begins = |letter: char| letter.is_ascii_digit() || "-.".contains(letter);
                if text.chars().all(begins) {
                    typed.push_str(text);
                }
                false
            }
            Event::Copy => {
                heard.push(EditorKey::Copy(false));
                false
            }
            Event::Cut => {
                heard.push(EditorKey::Copy(true));
                false
            }
            Event::Paste(text) => {
                heard.push(EditorKey::Paste(text.clone()));
                false
            }
            // Letters and digits have no other meaning here: a stray one changes nothing.
            Event::Key { key, modifiers, .. } => {
                let plain = !modifiers.command && !modifiers.alt;
                let letter = key.name().chars().count() == 1 && *key != Key::Questionmark;
                let sign = [Key::Minus, Key::Period, Key::Plus, Key::Equals].contains(key);
                if plain && (letter || sign) {
                    heard.push(EditorKey::Nothing);
                }
                !(plain && (letter || sign))
            }
            _ => true,
        });
        if !typed.is_empty() {
            heard.push(EditorKey::Type(typed));
        }
    });
    heard
}

impl TreeEditor {
    /// Pastes payoffs from the selected end on, or a script below the selected node or into it.
    fn paste(&mut self, queue: &Queue, text: &str) {
        if self.paste_payoffs(queue, text, 1) {
            return;
        }
        let read = WrittenTree::read(text.trim());
        let Ok(other) = read else {
            self.fault = Some("The clipboard has no branch. Copy one first.".to_owned());
            return;
        };
        let nodes = self.meant();
        if let Some(node) = nodes.first() {
            let mut way = self.way.clone();
            if let Some(written) = self.tree.as_ref().map(|tree| tree.node(*node)) {
                match (
                    written.kind == Kind::End,
                    written.numbers.iter().all(Option::is_none),
                ) {
                    (true, true) => {}
                    // Its payoffs pass to its first move.
                    (true, false) => way.push(1),
                    (false, _) => way.push(written.moves.len() as u32),
                }
            }
            self.change(queue, &TreeChange::Paste(*node, Box::new(other)), way);
        }
    }
}

/// The keys, beside the fields.
pub(super) fn keys_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    head(ui, cx, "Keys");
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 20.0;
    for (key, text) in [
        ("Tab", "add moves below"),
        ("Enter", "add a move beside it"),
        ("Shift+Tab", "moves for the whole level"),
        ("0 … 9", "type payoffs"),
        ("P", "type a probability"),
        ("Space", "end, a, b, chance"),
        ("F2", "rename the move"),
        ("Delete", "remove the branch"),
        ("Ctrl+Delete", "prune to an end"),
        ("Arrows", "go to another node"),
        ("Ctrl+← →", "reorder"),
        ("Drag", "move it; Ctrl: copy it"),
        ("Ctrl+C, X, V", "copy, cut, paste it"),
        ("I", "join to a set: here, then there"),
        ("Ctrl+click", "join to a set"),
        ("Ctrl+Z", "undo"),
    ] {
        ui.horizontal(|ui| {
            let key = RichText::new(key).size(12.5).color(cx.theme.text);
            beside(ui, Vec2::new(84.0, 20.0), key);
            ui.label(cx.small(text));
        });
    }
}
