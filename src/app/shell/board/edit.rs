//! The board edited by keys.

use eframe::egui::{self, Event};

use crate::app::shell::explorer::Explorer;
use crate::app::tools::board::editor::{Pressed, beside, pressed, refusal};
use crate::game::Player;
use crate::tree::Vertex;

impl Explorer {
    /// Takes the keys that change the root, and tells whether there were any.
    pub(crate) fn edit_on_board(&mut self, ctx: &egui::Context) -> bool {
        let graph = &self.document.session.rated().graph;
        let picture = graph.picture(Vertex::ROOT);
        let players = Player::all(graph.graph().players());
        let names: Vec<String> = players.map(|player| graph.player_name(player)).collect();
        let board = &mut self.board;
        if picture.places.is_empty() {
            return false;
        }
        board.cursor = board.cursor.min(picture.places.len() - 1);
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
            self.tell(Err(why));
        }
        any
    }
}
