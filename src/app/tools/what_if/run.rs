//! Commands that change the assumptions, each an undoable edit.

use super::WhatIfPanel;
use crate::app::document::Supposing;
use crate::app::intent::Assuming;
use crate::app::parts::Desk;
use crate::game::{Player, Refusal};
use crate::save::{Assumes, Assumption};
use crate::session::Action;
use crate::session::what_if::{InForce, read_pin, read_position};
use crate::tree::Vertex;
use crate::words::capitalised;

/// The line to the selected node, as text.
fn selected_line(desk: &Desk) -> String {
    desk.document.line_text(desk.document.session.selected())
}

/// The player whose rating is typed.
pub(super) fn pinned_player(desk: &Desk) -> Player {
    let session = &desk.document.session;
    let kind = session.rated().graph.graph().kind(session.vertex());
    let player = desk.ratings_for.player().or(kind.player());
    player.unwrap_or(Player(0))
}

impl WhatIfPanel {
    /// Sets the assumptions.
    pub(super) fn set(&mut self, desk: &mut Desk, after: Vec<Assumption>) {
        if desk.document.layer.assumptions != after {
            self.fault = None;
        }
        desk.set_assumptions(after);
    }

    /// Runs a command on what-ifs.
    pub(super) fn assume(&mut self, desk: &mut Desk, assuming: &Assuming) {
        let mut after = desk.document.layer.assumptions.clone();
        match assuming {
            Assuming::Pin(text) => {
                let rated = desk.document.session.rated();
                match read_pin(rated, text, pinned_player(desk)) {
                    Ok(pins) => put(&mut after, selected_line(desk), Assumes::Pin(pins)),
                    Err(why) => {
                        // It can be corrected.
                        self.rating.clone_from(text);
                        self.fault = Some(capitalised(&why.to_string()));
                        desk.tell(Err(why.at("Not pinned")));
                        return;
                    }
                }
            }
            Assuming::Change(text) => {
                let rated = desk.document.session.rated();
                match read_position(rated, text) {
                    Ok(position) => {
                        let own = rated.graph.position_text(desk.document.session.vertex());
                        let line = selected_line(desk);
                        if own == position {
                            // It is itself again.
                            let change = Assumes::Change(String::new());
                            after.retain(|it| it.line != line || !it.what.is_like(&change));
                        } else {
                            put(&mut after, line, Assumes::Change(position));
                        }
                    }
                    Err(why) => {
                        self.position.clone_from(text);
                        self.fault = Some(capitalised(&why.to_string()));
                        desk.tell(Err(why.at("The position stays")));
                        return;
                    }
                }
            }
            &Assuming::Switch(number) => {
                if let Some(own) = after.get_mut(number) {
                    own.off = !own.off;
                    // Canceled work starts again.
                    desk.document.supposed.faults.clear();
                    desk.document.supposed.ask();
                }
            }
            &Assuming::Delete(number) => {
                if number < after.len() {
                    after.remove(number);
                }
            }
            &Assuming::GoTo(number) => {
                let line = after.get(number).map(|own| own.line.clone());
                let graph = &desk.document.session.rated().graph;
                match line.map(|line| graph.read_line(Vertex::ROOT, &line)) {
                    Some(Ok(line)) => desk.walk(Action::SelectLine(line)),
                    Some(Err(why)) => desk.tell(Err(Refusal::of(why))),
                    None => {}
                }
                return;
            }
        }
        self.set(desk, after);
    }

    /// Forbids the move that leads to the selected node, or allows it again.
    pub(super) fn forbid(&mut self, desk: &mut Desk) {
        let line = selected_line(desk);
        let mut after = desk.document.layer.assumptions.clone();
        let there = |own: &Assumption| own.line == line && own.what == Assumes::Forbid;
        if after.iter().any(there) {
            after.retain(|own| !there(own));
            self.set(desk, after);
            return;
        }
        put(&mut after, line, Assumes::Forbid);
        // An assumption that can't be in force isn't stored.
        let rated = desk.document.session.rated();
        let mut tried = Supposing {
            changed: desk.document.supposed.changed.clone(),
            ..Default::default()
        };
        tried.rate(rated, &after);
        if let Some(InForce::No(why)) = tried.what_if.in_force.last() {
            self.fault = Some(capitalised(&why.to_string()));
            desk.tell(Err(why.clone().at("Nothing is forbidden")));
            return;
        }
        self.set(desk, after);
    }
}

/// Replaces the assumption of the same kind at its line, or appends it.
fn put(assumptions: &mut Vec<Assumption>, line: String, what: Assumes) {
    assumptions.retain(|own| own.line != line || !own.what.is_like(&what));
    assumptions.push(Assumption {
        line,
        what,
        off: false,
    });
}
