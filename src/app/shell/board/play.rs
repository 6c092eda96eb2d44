//! The board played by keys.

use crate::app::intent::command::Named;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::board::play::{is_stepped_to, moves, pass, selected, step};
use crate::session::Action;
use crate::tree::{Edge, Vertex};

impl Explorer {
    /// Whether there is a board on which the keys can play.
    pub(crate) fn has_places(&self) -> bool {
        let graph = &self.document.session.rated().graph;
        !graph.picture(Vertex::ROOT).places.is_empty()
    }

    /// Gives the keys to the board, or back to the tree.
    pub(crate) fn toggle_board_focus(&mut self) {
        if self.board.focused {
            self.board.focused = false;
        } else {
            self.settings.board_panel = true;
            self.board.focus(&self.document);
        }
    }

    /// The keys of the board while it has the focus.
    pub(crate) fn play_on_board(&mut self, named: Named) {
        let setup = self.is_on(Named::Setup) == Some(true);
        let (picture, mover) = selected(&self.document);
        let board = &mut self.board;
        board.cursor = board.cursor.min(picture.places.len().saturating_sub(1));
        let cursor = board.cursor;
        match named {
            Named::PreviousHex | Named::NextHex => {
                let forward = named == Named::NextHex;
                let mover = mover.filter(|_| !setup);
                let marked = board.marked.is_some();
                let (_, mut landings) = moves(&self.document);
                if setup {
                    landings.clear();
                }
                board.cursor = step(picture.places.len(), cursor, forward, |place| {
                    is_stepped_to(&picture, &landings, mover, marked, place)
                });
            }
            Named::MarkHex if setup => board.editor.next_owner(cursor),
            Named::MarkHex => {
                let (attacks, landings) = moves(&self.document);
                let landing = landings.iter().find(|landing| landing.to == cursor);
                if let Some(edge) = landing.map(|landing| landing.edge) {
                    self.make_move(edge);
                    return;
                }
                let from = |place| attacks.iter().filter(move |attack| attack.from == place);
                match board.marked {
                    None => board.marked = from(cursor).next().map(|_| cursor),
                    Some(marked) if marked == cursor => board.marked = None,
                    Some(marked) => {
                        let attack = from(marked).find(|attack| attack.to == cursor);
                        if let Some(edge) = attack.map(|attack| attack.edge) {
                            self.make_move(edge);
                        }
                    }
                }
            }
            Named::UnmarkHex => board.marked = None,
            Named::LeaveBoard => board.leave(),
            Named::PassTurn => {
                if let Some(edge) = pass(&self.document) {
                    self.make_move(edge);
                }
            }
            _ => {}
        }
    }

    fn make_move(&mut self, edge: Edge) {
        let session = &self.document.session;
        let graph = session.rated().graph.graph();
        let number = graph.key(session.vertex(), edge);
        self.act(Action::Move(number));
    }
}
