//! Keyboard input for playing on the board, and for editing it.

use eframe::egui::{self, Event};

use super::BoardPanel;
use super::editor::{Pressed, beside, pressed, refusal};
use super::play::{is_stepped_to, moves, pass, selected, step};
use crate::app::intent::{Command, Named};
use crate::app::parts::Desk;
use crate::game::{Player, Refusal};
use crate::session::Action;
use crate::tree::{Edge, Vertex};

impl BoardPanel {
    /// Gives the keys to the board, or back to the tree.
    pub(super) fn toggle_keys(&mut self, desk: &mut Desk) {
        if desk.board_has_keys.replace(false) {
            return;
        }
        desk.settings.board_panel = true;
        desk.board_has_keys.set(true);
        let (picture, mover) = selected(&desk.document);
        let (_, landings) = moves(&desk.document);
        let count = picture.cells.len();
        let wanted =
            |place| place < count && is_stepped_to(&picture, &landings, mover, false, place);
        if desk.marked.is_none() && mover.is_some() && !wanted(self.cursor) {
            self.cursor = step(count, self.cursor, true, wanted);
        }
    }

    /// Handles the keys that edit the root; returns whether there were any.
    pub(super) fn edit_by_keys(&mut self, desk: &mut Desk, ctx: &egui::Context) -> bool {
        let graph = &desk.document.session.rated().graph;
        let picture = graph.picture(Vertex::ROOT);
        let players = Player::all(graph.graph().players());
        let names: Vec<String> = players.map(|player| graph.player_name(player)).collect();
        let board = &mut *self;
        if picture.cells.is_empty() {
            return false;
        }
        board.cursor = board.cursor.min(picture.cells.len() - 1);
        let mut any = false;
        let mut refused = None;
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } = event
                else {
                    return true;
                };
                match pressed(*key, *modifiers, &names) {
                    None => return true,
                    Some(Pressed::Move(across, down)) => {
                        board.cursor = beside(&picture, board.cursor, (across, down));
                    }
                    Some(Pressed::Change(change)) => {
                        let edits = graph.edits(Vertex::ROOT, board.cursor);
                        refused = refused.take().or(refusal(change, &edits, &names));
                        board.editor.wanted.push_back((board.cursor, change));
                    }
                }
                any = true;
                false
            });
        });
        if let Some(why) = refused {
            desk.tell(Err(Refusal::new(why, "")));
        }
        any
    }

    /// The keys of the board while it has the focus.
    pub(super) fn play_by_keys(&mut self, desk: &mut Desk, named: Named) {
        let setup = desk.edits_root();
        let (picture, mover) = selected(&desk.document);
        let board = &mut *self;
        board.cursor = board.cursor.min(picture.cells.len().saturating_sub(1));
        let cursor = board.cursor;
        match named {
            Named::PreviousHex | Named::NextHex => {
                let forward = named == Named::NextHex;
                let mover = mover.filter(|_| !setup);
                let marked = desk.marked.is_some();
                let (_, mut landings) = moves(&desk.document);
                if setup {
                    landings.clear();
                }
                board.cursor = step(picture.cells.len(), cursor, forward, |place| {
                    is_stepped_to(&picture, &landings, mover, marked, place)
                });
            }
            Named::MarkHex if setup => board.editor.next_owner(cursor),
            Named::MarkHex => {
                let (attacks, landings) = moves(&desk.document);
                let landing = landings.iter().find(|landing| landing.to == cursor);
                if let Some(edge) = landing.map(|landing| landing.edge) {
                    make_move(desk, edge);
                    return;
                }
                let from = |place| attacks.iter().filter(move |attack| attack.from == place);
                match desk.marked {
                    None => desk.marked = from(cursor).next().map(|_| cursor),
                    Some(marked) if marked == cursor => desk.marked = None,
                    Some(marked) => {
                        let attack = from(marked).find(|attack| attack.to == cursor);
                        if let Some(edge) = attack.map(|attack| attack.edge) {
                            make_move(desk, edge);
                        }
                    }
                }
            }
            Named::LeaveBoard => leave(desk),
            Named::PassTurn => {
                if let Some(edge) = pass(&desk.document) {
                    make_move(desk, edge);
                }
            }
            _ => {}
        }
    }
}

/// Escape takes the mark away, then leads back to the tree.
fn leave(desk: &mut Desk) {
    if desk.marked.take().is_none() {
        desk.board_has_keys.set(false);
    }
}

/// A move at the game's current node is a move of the game, which checks first whether the user may
/// make it.
fn make_move(desk: &Desk, edge: Edge) {
    let session = &desk.document.session;
    let graph = session.rated().graph.graph();
    let number = graph.key(session.vertex(), edge);
    desk.commands.push(Command::Act(Action::Move(number)));
}
