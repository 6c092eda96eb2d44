//! The commands of what-ifs, each an edit that can be undone.

use eframe::egui;

use crate::app::document::supposing::Supposing;
use crate::app::intent::command::Named;
use crate::app::intent::edits::Edit;
use crate::app::intent::payload::Assuming;
use crate::app::intent::places::Side;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::what_if::panel::Lead;
use crate::diagram::RatingsFor;
use crate::game::Player;
use crate::save::{Assumes, Assumption};
use crate::session::Action;
use crate::session::what_if::{InForce, read_pin, read_position, told};
use crate::tree::{Vertex, VertexKind};
use crate::words::capitalised;

impl Explorer {
    /// Whose rating what-ifs are told for.
    pub(crate) fn what_if_player(&self) -> Player {
        match self.ratings_for {
            RatingsFor::Player(player) => player,
            RatingsFor::Mover => {
                let graph = self.document.session.rated().graph.graph();
                graph.kind(Vertex::ROOT).player().unwrap_or(Player(0))
            }
        }
    }

    /// The line to the selected node, as text.
    fn selected_line(&self) -> String {
        self.document.line_text(self.document.session.selected())
    }

    /// Does what somebody wants of what-ifs.
    pub(crate) fn assume(&mut self, assuming: Assuming) {
        let mut after = self.document.layer.assumptions.clone();
        match assuming {
            Assuming::Pin(text) => {
                let rated = self.document.session.rated();
                match read_pin(rated, &text, self.pinned_player()) {
                    Ok(pins) => put(&mut after, self.selected_line(), Assumes::Pin(pins)),
                    Err(why) => {
                        // It can be corrected.
                        self.what_if.rating = text;
                        self.what_if.fault = Some(capitalised(&why));
                        self.tell(Err(format!("Nothing is pinned: {why}")));
                        return;
                    }
                }
            }
            Assuming::Change(text) => {
                let rated = self.document.session.rated();
                match read_position(rated, &text) {
                    Ok(position) => {
                        let own = rated.graph.position_text(self.document.session.vertex());
                        let line = self.selected_line();
                        if own == position {
                            // It is itself again.
                            let change = Assumes::Change(String::new());
                            after.retain(|it| it.line != line || !it.what.is_like(&change));
                        } else {
                            put(&mut after, line, Assumes::Change(position));
                        }
                    }
                    Err(why) => {
                        self.what_if.position = text;
                        self.what_if.fault = Some(capitalised(&why));
                        self.tell(Err(format!("The position stays: {why}")));
                        return;
                    }
                }
            }
            Assuming::Switch(number) => {
                if let Some(own) = after.get_mut(number) {
                    own.off = !own.off;
                    // What was given up begins again.
                    self.document.supposed.faults.clear();
                }
            }
            Assuming::Delete(number) => {
                if number < after.len() {
                    after.remove(number);
                }
            }
            Assuming::GoTo(number) => {
                let line = after.get(number).map(|own| own.line.clone());
                let graph = &self.document.session.rated().graph;
                match line.map(|line| graph.read_line(Vertex::ROOT, &line)) {
                    Some(Ok(line)) => self.act(Action::SelectLine(line)),
                    Some(Err(why)) => self.tell(Err(why.to_string())),
                    None => {}
                }
                return;
            }
        }
        self.edit_assumptions(after);
    }

    /// The player whose rating is typed.
    pub(crate) fn pinned_player(&self) -> Player {
        let kind = self.document.session.rated().graph.graph();
        match self.ratings_for {
            RatingsFor::Player(player) => player,
            RatingsFor::Mover => {
                let kind = kind.kind(self.document.session.vertex());
                kind.player().unwrap_or(Player(0))
            }
        }
    }

    /// Assumes something else from now on: an edit.
    fn edit_assumptions(&mut self, after: Vec<Assumption>) {
        let before = self.document.layer.assumptions.clone();
        if before == after {
            return;
        }
        self.what_if.fault = None;
        self.bring_assumptions(&after);
        self.document.edits.push(Edit::Assume { before, after });
    }

    /// Assumes what was assumed before, or again, and tells what comes of it.
    pub(crate) fn bring_assumptions(&mut self, assumptions: &[Assumption]) {
        self.document.layer.assumptions = assumptions.to_vec();
        self.refresh_tree();
        let document = &self.document;
        let rated = document.session.rated();
        let refused = document.supposed.what_if.in_force.last();
        match refused {
            Some(InForce::No(why)) => self.tell(Err(format!("This is not in force: {why}"))),
            _ if self.hidden => self.notice = None,
            _ => {
                let player = self.what_if_player();
                let (head, _) = told(rated, &document.supposed.what_if, player);
                self.tell(Ok(head));
            }
        }
    }

    /// Does a command of what-ifs.
    pub(crate) fn run_what_if(&mut self, ctx: &egui::Context, named: Named) {
        match named {
            Named::WhatIf => self.show_what_if(self.side != Side::WhatIf),
            Named::PinRating | Named::ChangePosition => {
                self.show_what_if(true);
                self.what_if.lead = Some(match named {
                    Named::PinRating => Lead::Pin,
                    _ => Lead::Position,
                });
                ctx.request_repaint();
            }
            Named::ForbidMove => self.forbid_move(),
            Named::TakeBackWhatIf => {
                let mut after = self.document.layer.assumptions.clone();
                after.pop();
                self.edit_assumptions(after);
            }
            Named::ClearWhatIfs => self.edit_assumptions(Vec::new()),
            Named::ShowTruth => {
                let supposed = &mut self.document.supposed;
                supposed.truth = !supposed.truth;
                supposed.wave = None;
                supposed.reached = None;
                supposed.version += 1;
                let told = match supposed.truth {
                    true => "True ratings: the what-ifs are set aside",
                    false => "Ratings under the what-ifs",
                };
                self.refresh_tree();
                self.tell(Ok(told.to_owned()));
            }
            _ => {}
        }
    }

    fn show_what_if(&mut self, shown: bool) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = if shown { Side::WhatIf } else { Side::Node };
        self.settings.node_panel |= shown;
    }

    /// Forbids the move that leads to the selected node, or allows it again.
    fn forbid_move(&mut self) {
        let line = self.selected_line();
        let mut after = self.document.layer.assumptions.clone();
        let there = |own: &Assumption| own.line == line && own.what == Assumes::Forbid;
        if after.iter().any(there) {
            after.retain(|own| !there(own));
            self.edit_assumptions(after);
            return;
        }
        put(&mut after, line, Assumes::Forbid);
        // What can't be forbidden isn't noted down.
        let rated = self.document.session.rated();
        let mut tried = Supposing {
            changed: self.document.supposed.changed.clone(),
            ..Default::default()
        };
        tried.rate(rated, &after);
        if let Some(InForce::No(why)) = tried.what_if.in_force.last() {
            self.what_if.fault = Some(capitalised(why));
            self.tell(Err(format!("Nothing is forbidden: {why}")));
            return;
        }
        self.edit_assumptions(after);
    }

    /// Whether a command of what-ifs would do anything now; `None` for any other.
    pub(crate) fn is_what_if_enabled(&self, named: Named) -> Option<bool> {
        let document = &self.document;
        let any = !document.layer.assumptions.is_empty();
        Some(match named {
            Named::WhatIf | Named::PinRating | Named::ChangePosition => true,
            Named::ForbidMove => {
                let unfolding = document.session.unfolding();
                let parent = unfolding.parent(document.session.selected());
                let graph = document.session.rated().graph.graph();
                parent.is_some_and(|parent| {
                    matches!(
                        graph.kind(unfolding.vertex(parent)),
                        VertexKind::Decision(_)
                    )
                })
            }
            Named::TakeBackWhatIf | Named::ClearWhatIfs => any,
            Named::ShowTruth => any,
            _ => return None,
        })
    }
}

/// Puts an assumption in the place of the one of its kind at its line, or behind all others.
fn put(assumptions: &mut Vec<Assumption>, line: String, what: Assumes) {
    assumptions.retain(|own| own.line != line || !own.what.is_like(&what));
    assumptions.push(Assumption {
        line,
        what,
        off: false,
    });
}
