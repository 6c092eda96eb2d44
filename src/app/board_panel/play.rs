//! The keys on the board, as in *Realm of Racket*: ← and → step over the hexes of the mover, or
//! once one is marked over those of the others; Enter marks and attacks, D unmarks, P passes.

use super::BoardPanel;
use crate::app::command::Named;
use crate::app::document::Document;
use crate::app::explorer::Explorer;
use crate::game::{Picture, Player};
use crate::rating::best_edges;
use crate::session::Action;
use crate::tree::{Edge, Vertex, VertexKind};

/// A legal move from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) edge: Edge,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) best: bool,
}

/// The legal moves of the selected node that have two places, in the rules' order; none where chance
/// decides.
pub(super) fn attacks(document: &Document) -> Vec<Attack> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    if matches!(graph.graph().kind(vertex), VertexKind::Chance(_)) {
        return Vec::new();
    }
    let best = best_edges(graph.graph(), &session.rated().analysis.ratings, vertex);
    let edges = graph.graph().edges(vertex);
    edges
        .filter_map(|edge| {
            let touched = graph.touched(vertex, edge);
            Some(Attack {
                edge,
                from: touched.from?,
                to: touched.to?,
                best: best.contains(&edge),
            })
        })
        .collect()
}

/// The move that ends the mover's turn, where it is legal.
pub(in crate::app) fn pass(document: &Document) -> Option<Edge> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    let VertexKind::Decision(_) = graph.graph().kind(vertex) else {
        return None;
    };
    let mut edges = graph.graph().edges(vertex);
    edges.find(|edge| graph.move_text(vertex, *edge) == "pass")
}

/// The next place in a direction, in the order of their numbers and round about, whose owner is,
/// or isn't, the mover. Where there is none, or nobody is to move, the next place.
fn step(
    picture: &Picture,
    from: usize,
    forward: bool,
    mover: Option<Player>,
    marked: bool,
) -> usize {
    let count = picture.places.len();
    if count == 0 {
        return 0;
    }
    let places: Vec<usize> = (1..=count)
        .map(|far| {
            if forward {
                (from + far) % count
            } else {
                (from + count - far % count) % count
            }
        })
        .collect();
    let wanted =
        |place: &&usize| mover.is_some() && (picture.places[**place].owner == mover) != marked;
    places
        .iter()
        .find(wanted)
        .or(places.first())
        .copied()
        .unwrap_or(from)
}

impl BoardPanel {
    /// The keys play on the board from now on, beginning at a hex of the mover.
    fn focus(&mut self, document: &Document) {
        self.focused = true;
        let (picture, mover) = selected(document);
        let at = |place: usize| picture.places.get(place).and_then(|place| place.owner);
        if self.marked.is_none() && mover.is_some() && at(self.cursor) != mover {
            self.cursor = step(&picture, self.cursor, true, mover, false);
        }
    }

    /// Escape takes the mark away, then leads back to the tree.
    fn leave(&mut self) {
        if self.marked.take().is_none() {
            self.focused = false;
        }
    }
}

/// The picture of the selected node, and who is to move there.
fn selected(document: &Document) -> (Picture, Option<Player>) {
    let vertex = document.session.vertex();
    let graph = &document.session.rated().graph;
    let mover = match graph.graph().kind(vertex) {
        VertexKind::Decision(mover) => Some(mover),
        _ => None,
    };
    (graph.picture(vertex), mover)
}

impl Explorer {
    /// Whether there is a board on which the keys can play.
    pub(in crate::app) fn has_places(&self) -> bool {
        let graph = &self.document.session.rated().graph;
        !graph.picture(Vertex::ROOT).places.is_empty()
    }

    /// Gives the keys to the board, or back to the tree.
    pub(in crate::app) fn toggle_board_focus(&mut self) {
        if self.board.focused {
            self.board.focused = false;
        } else {
            self.settings.board_panel = true;
            self.board.focus(&self.document);
        }
    }

    /// The keys of the board while it has the focus.
    pub(in crate::app) fn play_on_board(&mut self, named: Named) {
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
                board.cursor = step(&picture, cursor, forward, mover, marked);
            }
            Named::MarkHex if setup => board.editor.next_owner(cursor),
            Named::MarkHex => {
                let attacks = attacks(&self.document);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Form, Place};

    fn picture(owners: &str) -> Picture {
        let places = owners.chars().enumerate().map(|(index, owner)| Place {
            form: Form::Hex,
            x: index as f64,
            y: 0.0,
            owner: Player::from_letter(owner),
            piece: None,
            label: String::new(),
            number: index.to_string(),
        });
        Picture {
            places: places.collect(),
            ..Picture::default()
        }
    }

    #[test]
    fn arrows_step_over_the_movers_hexes_and_with_a_mark_over_the_others() {
        let picture = picture("abba");
        let a = Some(Player(0));
        assert_eq!(step(&picture, 0, true, a, false), 3);
        assert_eq!(step(&picture, 3, true, a, false), 0);
        assert_eq!(step(&picture, 0, false, a, false), 3);
        assert_eq!(step(&picture, 0, true, a, true), 1);
        assert_eq!(step(&picture, 1, true, a, true), 2);
        assert_eq!(step(&picture, 2, true, a, true), 1);
        assert_eq!(step(&picture, 0, false, a, true), 2);
    }

    #[test]
    fn without_a_mover_or_without_a_hex_to_step_to_every_hex_is_stepped_over() {
        assert_eq!(step(&picture("abba"), 0, true, None, false), 1);
        assert_eq!(step(&picture("abba"), 0, false, None, false), 3);
        assert_eq!(step(&picture("bbb"), 1, true, Some(Player(0)), false), 2);
        assert_eq!(step(&picture("a"), 0, true, Some(Player(0)), true), 0);
        assert_eq!(step(&picture(""), 0, true, None, false), 0);
    }
}
