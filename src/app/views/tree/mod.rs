//! The tree view: the expanded part of the tree. Nodes and the view move to their new places in
//! short animations, unless too many would.

mod area;
mod canvas;
mod far;
pub(crate) mod panel;
mod pointer;

use std::time::Duration;

use eframe::egui;
use panel::TreePanel;
use rustc_hash::FxHashMap;

use crate::app::base::Transform;
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{Cx, Desk, Responder, Tool, moves};
use crate::diagram::{PlacedNode, Point, Variants as _};
use crate::game::Refusal;
use crate::session::{Action, ActionEffects};
use crate::tree::UnfoldingNode;
use crate::words::short_number;

/// The numbers of nodes that one command can be let unfold.
const BUDGETS: [usize; 3] = [100_000, 1_000_000, 3_000_000];

impl Tool for TreePanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Tree)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
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
        if desk.shows(MainView::Tree) {
            self.hear_menu(desk, ctx);
        }
        false
    }

    fn follow(&mut self, desk: &Desk, change: &ActionEffects) {
        self.follow_change(&desk.tree_view(), &desk.document.session, change);
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            named if moves(named) => desk.middle != MainView::Statistics,
            CommandId::Back => desk.document.session.can_go_back(),
            CommandId::Forward => desk.document.session.can_go_forward(),
            CommandId::UnfoldPly | CommandId::UnfoldAll => self.plies().folded,
            CommandId::FoldPly => self.plies().max > 0,
            // The best moves are hidden.
            CommandId::FoldWorse | CommandId::UnfoldBestLine => !desk.hidden,
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::GrowRight => desk.grows_right(),
            CommandId::BestFirst => desk.settings.best_first,
            CommandId::NodeBoards => desk.settings.node_boards,
            CommandId::ShowReach => desk.settings.reach,
            CommandId::Motion => desk.settings.motion,
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
                CommandId::BestEnd if desk.hidden => go_to_walked_end(desk),
                _ => desk.walk(self.as_drawn(desk, action)),
            }
            return Some(Responder::Session);
        }
        let grows_right = desk.grows_right();
        let settings = &mut desk.settings;
        match named {
            CommandId::ToggleFold => {
                desk.walk(Action::ToggleFold(desk.document.session.selected()))
            }
            CommandId::UnfoldBudget => choose_budget(desk),
            CommandId::GrowRight => settings.tree_to_the_right = Some(!grows_right),
            CommandId::EdgeForm => settings.tree_edges = settings.tree_edges.next(),
            CommandId::BestFirst => settings.best_first = !settings.best_first,
            CommandId::NodeBoards => settings.node_boards = !settings.node_boards,
            CommandId::ShowReach => settings.reach = !settings.reach,
            CommandId::Motion => settings.motion = !settings.motion,
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
        let message = "End of the current line (the best line is hidden)";
        desk.tell(Ok(message.to_owned()));
    } else {
        let why = "Ratings are hidden. Press H to show them.";
        desk.tell(Err(Refusal::new(why, "")));
    }
}

/// Duration of an animation, in seconds.
const LENGTH: f64 = 0.15;
/// Maximum number of visible nodes for an animation.
const MAX: usize = 400;

/// The animation in progress.
#[derive(Default)]
pub(crate) struct Motion {
    /// Whether anything moves at all.
    pub(crate) enabled: bool,
    /// The places of the visible nodes in the last frame.
    last: FxHashMap<UnfoldingNode, Point>,
    from: FxHashMap<UnfoldingNode, Point>,
    view: Option<Transform>,
    asked: bool,
    begun: Option<f64>,
}

impl Motion {
    /// Starts an animation with the next frame, from the present places.
    pub(crate) fn begin(&mut self, now: &Transform) {
        if !self.enabled || self.last.is_empty() {
            return;
        }
        if !self.asked {
            self.view = Some(*now);
        }
        self.asked = true;
    }

    /// Whether anything is on its way.
    pub(crate) fn is_moving(&self) -> bool {
        self.begun.is_some()
    }

    /// Lets everything be where it belongs: who drags or zooms wants no gliding.
    pub(crate) fn stop(&mut self) {
        self.asked = false;
        self.begun = None;
        self.from.clear();
        self.view = None;
    }

    /// Moves the visible nodes to their places in the animation, and returns its view.
    pub(crate) fn step(
        &mut self,
        ctx: &egui::Context,
        sights: &mut [PlacedNode],
        view: &Transform,
    ) -> Transform {
        let time = ctx.input(|input| input.time);
        if std::mem::take(&mut self.asked) {
            self.from = std::mem::take(&mut self.last);
            self.begun = Some(time);
        }
        if sights.len() > MAX || !self.enabled {
            self.stop();
            self.last.clear();
            return *view;
        }
        let mut shown = *view;
        if let Some(begun) = self.begun {
            let share = ((time - begun) / LENGTH).clamp(0.0, 1.0);
            if share >= 1.0 {
                self.stop();
            } else {
                // Fast at first, and gently to rest.
                let share = 1.0 - (1.0 - share).powi(3);
                self.glide(sights, share);
                if let Some(from) = &self.view
                    && from.axes == view.axes
                {
                    shown.offset = mixed(from.offset, view.offset, share);
                }
                ctx.request_repaint_after(Duration::ZERO);
            }
        }
        self.last.clear();
        self.last
            .extend(sights.iter().map(|sight| (sight.node, sight.at)));
        shown
    }

    /// Parents come before children: a new node starts at its parent.
    fn glide(&self, sights: &mut [PlacedNode], share: f64) {
        let mut now: FxHashMap<(u64, u64), (Point, Point)> = FxHashMap::default();
        let key = |at: Point| (at.x.to_bits(), at.y.to_bits());
        for sight in sights {
            let above = sight.above.and_then(|above| now.get(&key(above)).copied());
            let from = match (self.from.get(&sight.node), above) {
                (Some(from), _) => *from,
                (None, Some((from, _))) => from,
                (None, None) => sight.at,
            };
            let at = mixed(from, sight.at, share);
            now.insert(key(sight.at), (from, at));
            sight.at = at;
            if let (Some(above), Some((_, at))) = (&mut sight.above, above) {
                *above = at;
            }
        }
    }
}

fn mixed(from: Point, to: Point, share: f64) -> Point {
    Point::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}
