//! Resumes a game from a recovery file: it starts at its original node, and all moves are replayed.

use super::on::{make_in_game, start_game};
use crate::app::parts::Desk;
use crate::game::Refusal;
use crate::session::Action;
use crate::tree::{Vertex, VertexKind};

/// Moves replayed per frame.
const AT_A_TIME: usize = 32;

/// Starts the restored game, as soon as the tree has its first node.
pub(super) fn resume_game(desk: &mut Desk) {
    let Some(kept) = &desk.resumes else { return };
    let graph = &desk.document.session.rated().graph;
    match graph.read_line(Vertex::ROOT, &kept.line) {
        Ok(line) => {
            desk.change(Action::SelectLine(line));
            let Some(kept) = desk.resumes.take() else {
                return;
            };
            desk.settings.play = kept.choices;
            let told = desk.notice.take();
            start_game(desk, kept.seed);
            desk.notice = told;
            if let Some(playing) = &mut desk.playing {
                playing.replays = kept.moves.into();
            }
        }
        Err(_) if desk.document.is_building() => {}
        Err(error) => {
            desk.resumes = None;
            desk.tell(Err(Refusal::of(error).at("The game can't be restored")));
        }
    }
}

/// Makes moves again, as far as the tree goes.
pub(super) fn replay(desk: &mut Desk) {
    let told = desk.notice.take();
    for _ in 0..AT_A_TIME {
        let Some(playing) = &mut desk.playing else {
            break;
        };
        let Some(node) = playing.node else { break };
        let graph = desk.document.session.rated().graph.graph();
        let vertex = desk.document.session.unfolding().vertex(node);
        if graph.edge(vertex, 0).is_none() {
            if graph.kind(vertex) == VertexKind::End {
                playing.replays.clear();
            }
            break;
        }
        let Some(kept) = playing.replays.pop_front() else {
            break;
        };
        match playing.play.here().find(kept.text()) {
            Some(index) => make_in_game(desk, index, kept.by()),
            None => {
                playing.replays.clear();
                let told = "The end of the game can't be restored: a move isn't allowed there";
                desk.tell(Err(Refusal::new(told, "")));
                return;
            }
        }
    }
    desk.notice = told;
}
