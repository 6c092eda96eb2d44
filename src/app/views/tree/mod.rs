//! The tree view: the expanded part of the tree.

mod area;
mod canvas;
mod controls;
mod far;
mod lines;
mod mesh;
mod motion;
mod node_menu;
pub(crate) mod panel;
mod pointer;

use eframe::egui;

use crate::app::intent::{Command, Middle, Named};
use crate::app::parts::{Cx, Desk, Responder, Tool, moves};
use crate::diagram::Variants as _;
use crate::game::Refusal;
use crate::session::{Action, Change};
use crate::words::short_number;
use panel::TreePanel;

/// The numbers of nodes that one command can be let unfold.
const BUDGETS: [usize; 3] = [100_000, 1_000_000, 3_000_000];

impl Tool for TreePanel {
    fn middle(&self) -> Option<Middle> {
        Some(Middle::Tree)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn keep(&mut self, desk: &mut Desk) {
        if self.tree != desk.tree {
            *self = self.anew(desk.tree);
        }
        if std::mem::replace(&mut self.presents, desk.presents) != desk.presents {
            self.canvas.fit_readable();
            self.narrows = true;
        }
        self.slide = desk.slide;
        if let Some(action) = self.wish.take() {
            desk.change(action);
        }
        if let Some(tightness) = self.tightness.take() {
            desk.tightness = tightness;
            desk.settle();
        }
        let building = desk.document.is_building();
        if std::mem::replace(&mut self.building, building) && !building {
            self.frame_anew(&desk.document.session);
        }
        let stale = std::mem::replace(&mut self.look, desk.look) != desk.look;
        let noted = std::mem::replace(&mut self.notes, desk.notes) != desk.notes;
        if stale {
            self.refresh(&desk.tree_view(), &desk.document.session);
        } else if noted {
            self.remark(&desk.tree_view());
        }
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &egui::Context) -> bool {
        if desk.shows(Middle::Tree) {
            self.hear_menu(desk, ctx);
        }
        false
    }

    fn follow(&mut self, desk: &Desk, change: &Change) {
        self.follow_change(&desk.tree_view(), &desk.document.session, change);
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        Some(match named {
            named if moves(named) => desk.middle != Middle::Statistics,
            Named::Back => desk.document.session.can_go_back(),
            Named::Forward => desk.document.session.can_go_forward(),
            Named::UnfoldPly | Named::UnfoldAll => self.plies().folded,
            Named::FoldPly => self.plies().most > 0,
            // The best moves are hidden.
            Named::FoldWorse | Named::UnfoldBestLine => !desk.hidden,
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        Some(match named {
            Named::GrowRight => desk.settings.tree_to_the_right,
            Named::BestFirst => desk.settings.best_first,
            Named::NodeBoards => desk.settings.node_boards,
            Named::Motion => desk.settings.motion,
            _ => return None,
        })
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        _ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        let named = match *command {
            Command::Named(named) => named,
            Command::ZoomTo(percent) => {
                self.zoom_to(percent, &desk.tree_view(), &desk.document.session);
                return Some(Responder::Window);
            }
            _ => return None,
        };
        if let Some(action) = named.action() {
            match named {
                Named::BestEnd if desk.hidden => go_to_walked_end(desk),
                _ => desk.walk(self.as_drawn(desk, action)),
            }
            return Some(Responder::Session);
        }
        let settings = &mut desk.settings;
        match named {
            Named::ToggleFold => desk.walk(Action::ToggleFold(desk.document.session.selected())),
            Named::UnfoldBudget => choose_budget(desk),
            Named::GrowRight => settings.tree_to_the_right = !settings.tree_to_the_right,
            Named::EdgeForm => settings.tree_edges = settings.tree_edges.next(),
            Named::BestFirst => settings.best_first = !settings.best_first,
            Named::NodeBoards => settings.node_boards = !settings.node_boards,
            Named::Motion => settings.motion = !settings.motion,
            named if self.move_by(named, &desk.tree_view(), &desk.document.session) => {}
            _ => return None,
        }
        Some(Responder::Window)
    }

    fn give_up(&mut self, _desk: &mut Desk) {
        *self = Self::default();
    }
}

impl TreePanel {
    /// Siblings are walked in the order of the drawing.
    fn as_drawn(&self, desk: &Desk, action: Action) -> Action {
        let step = match action {
            Action::PreviousSibling if desk.settings.best_first => -1,
            Action::NextSibling if desk.settings.best_first => 1,
            _ => return action,
        };
        let selected = desk.document.session.selected();
        let sibling = self.sibling(&desk.tree_view(), selected, step);
        Action::Select(sibling.unwrap_or(selected))
    }
}

/// The next of the numbers of nodes that one command unfolds.
fn choose_budget(desk: &mut Desk) {
    let now = desk.settings.unfold_budget;
    let next = BUDGETS.into_iter().find(|budget| *budget > now);
    let budget = next.unwrap_or(BUDGETS[0]);
    desk.settings.unfold_budget = budget;
    desk.document.session.apply(Action::Budget(budget));
    let nodes = short_number(budget);
    desk.tell(Ok(format!("Expansion limit: {nodes} nodes")));
}

/// If ratings are hidden, the end of the best line is a secret, but not that of the walked line.
fn go_to_walked_end(desk: &mut Desk) {
    if desk.document.session.visited_child().is_some() {
        desk.walk(Action::WalkedEnd);
        let told = "End of the current line (the best line is hidden)";
        desk.tell(Ok(told.to_owned()));
    } else {
        let why = "Ratings are hidden. Press H to show them.";
        desk.tell(Err(Refusal::new(why, "")));
    }
}
