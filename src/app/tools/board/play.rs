//! Keyboard input for editing the board and for playing on it, as in *Realm of Racket*. ← and →
//! step over the mover's hexes, or once one is marked over those of the others. Enter marks and
//! attacks, D clears the mark, P passes. If chips are placed on empty cells, the arrows step over
//! the targets of moves, and Enter plays there.

use eframe::egui::{self, Event};

use super::BoardPanel;
use super::editor::{Pressed, beside, pressed, refusal};
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::Desk;
use crate::game::{Picture, Player, Refusal};
use crate::rating::best_edges;
use crate::session::Action;
use crate::tree::{Edge, Labels, Vertex, VertexKind};

/// A legal move from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) edge: Edge,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) best: bool,
}

/// A legal move with a target only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    pub(super) edge: Edge,
    pub(super) to: usize,
    pub(super) best: bool,
}

/// The legal moves of the selected node with a source and a target, and those with a target only,
/// in the rules' order; none at a chance node.
pub(super) fn moves(document: &Document) -> (Vec<Attack>, Vec<Landing>) {
    let session = &document.session;
    let graph = session.rated().graph.graph();
    let ratings = &session.rated().analysis.ratings;
    moves_with(document, &best_edges(graph, ratings, session.vertex()))
}

/// The same where these moves are the best.
pub(super) fn moves_with(document: &Document, best: &[Edge]) -> (Vec<Attack>, Vec<Landing>) {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    if matches!(graph.graph().kind(vertex), VertexKind::Chance(_)) {
        return Default::default();
    }
    let (mut attacks, mut landings) = (Vec::new(), Vec::new());
    for edge in graph.graph().edges(vertex) {
        let touched = graph.touched(vertex, edge);
        let best = best.contains(&edge);
        match (touched.from, touched.to) {
            (Some(from), Some(to)) => attacks.push(Attack {
                edge,
                from,
                to,
                best,
            }),
            (None, Some(to)) => landings.push(Landing { edge, to, best }),
            _ => {}
        }
    }
    (attacks, landings)
}

/// The move that ends the mover's turn, where it is legal.
pub(super) fn pass(document: &Document) -> Option<Edge> {
    let session = &document.session;
    pass_at(&*session.rated().graph, session.vertex())
}

/// The same at any position.
pub(super) fn pass_at(labels: &dyn Labels, vertex: Vertex) -> Option<Edge> {
    let VertexKind::Decision(_) = labels.graph().kind(vertex) else {
        return None;
    };
    let mut edges = labels.graph().edges(vertex);
    edges.find(|edge| labels.move_text(vertex, *edge) == "pass")
}

/// The next wanted place in a direction, in the cyclic order of numbers. If none is wanted, the
/// next place.
pub(super) fn step(
    count: usize,
    from: usize,
    forward: bool,
    wanted: impl Fn(usize) -> bool,
) -> usize {
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
    places
        .iter()
        .find(|index| wanted(**index))
        .or(places.first())
        .copied()
        .unwrap_or(from)
}

/// Whether the keys step to a place. If chips are placed on empty cells, it is a target of a move.
/// Otherwise its owner is the mover, or with a mark another player.
pub(super) fn is_stepped_to(
    picture: &Picture,
    landings: &[Landing],
    mover: Option<Player>,
    marked: bool,
    index: usize,
) -> bool {
    if !landings.is_empty() {
        return landings.iter().any(|landing| landing.to == index);
    }
    mover.is_some() && (picture.cells[index].owner == mover) != marked
}

/// The picture of the selected node, and who is to move there.
pub(super) fn selected(document: &Document) -> (Picture, Option<Player>) {
    let vertex = document.session.vertex();
    let graph = &document.session.rated().graph;
    let mover = match graph.graph().kind(vertex) {
        VertexKind::Decision(mover) => Some(mover),
        _ => None,
    };
    (graph.picture(vertex), mover)
}

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
            |index| index < count && is_stepped_to(&picture, &landings, mover, false, index);
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
    pub(super) fn play_by_keys(&mut self, desk: &mut Desk, named: CommandId) {
        let setup = desk.edits_root();
        let (picture, mover) = selected(&desk.document);
        let board = &mut *self;
        board.cursor = board.cursor.min(picture.cells.len().saturating_sub(1));
        let cursor = board.cursor;
        match named {
            CommandId::PreviousHex | CommandId::NextHex => {
                let forward = named == CommandId::NextHex;
                let mover = mover.filter(|_| !setup);
                let marked = desk.marked.is_some();
                let (_, mut landings) = moves(&desk.document);
                if setup {
                    landings.clear();
                }
                board.cursor = step(picture.cells.len(), cursor, forward, |slot| {
                    is_stepped_to(&picture, &landings, mover, marked, slot)
                });
            }
            CommandId::MarkHex if setup => board.editor.next_owner(cursor),
            CommandId::MarkHex => {
                let (attacks, landings) = moves(&desk.document);
                let landing = landings.iter().find(|landing| landing.to == cursor);
                if let Some(edge) = landing.map(|landing| landing.edge) {
                    make_move(desk, edge);
                    return;
                }
                let from = |index| attacks.iter().filter(move |attack| attack.from == index);
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
            CommandId::LeaveBoard => leave(desk),
            CommandId::PassTurn => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Cell, CellShape};

    fn picture(owners: &str) -> Picture {
        let places = owners.chars().enumerate().map(|(index, owner)| Cell {
            shape: CellShape::Hex,
            x: index as f64,
            y: 0.0,
            owner: Player::from_letter(owner),
            piece: None,
            label: String::new(),
            number: index.to_string(),
        });
        Picture {
            cells: places.collect(),
            ..Picture::default()
        }
    }

    fn stepped(owners: &str, from: usize, forward: bool, mover: u8, marked: bool) -> usize {
        let (picture, mover) = (picture(owners), Some(Player(mover)));
        step(owners.len(), from, forward, |index| {
            is_stepped_to(&picture, &[], mover, marked, index)
        })
    }

    #[test]
    fn arrows_step_over_the_movers_hexes_and_with_a_mark_over_the_others() {
        let step = |from, forward, marked| stepped("abba", from, forward, 0, marked);
        assert_eq!(step(0, true, false), 3);
        assert_eq!(step(3, true, false), 0);
        assert_eq!(step(0, false, false), 3);
        assert_eq!(step(0, true, true), 1);
        assert_eq!(step(1, true, true), 2);
        assert_eq!(step(2, true, true), 1);
        assert_eq!(step(0, false, true), 2);
    }

    #[test]
    fn arrows_step_over_every_place_if_no_place_can_be_chosen() {
        assert_eq!(step(4, 0, true, |_| false), 1);
        assert_eq!(step(4, 0, false, |_| false), 3);
        assert_eq!(stepped("bbb", 1, true, 0, false), 2);
        assert_eq!(stepped("a", 0, true, 0, true), 0);
        assert_eq!(step(0, 0, true, |_| true), 0);
    }

    #[test]
    fn where_chips_are_put_on_empty_cells_arrows_step_over_those_that_a_move_leads_to() {
        let landings = [1, 3].map(|to| Landing {
            edge: Edge(0),
            to,
            best: false,
        });
        let picture = picture("abba");
        let to = |index| is_stepped_to(&picture, &landings, Some(Player(0)), false, index);
        assert_eq!((step(4, 0, true, to), step(4, 1, true, to)), (1, 3));
        assert_eq!((step(4, 3, true, to), step(4, 0, false, to)), (1, 3));
    }
}
