//! The rating graph: a strip below the tree with the ratings along the walked line, or along the
//! line of a reviewed game, with links to its blunders.

mod paint;
mod plot;

use std::sync::Arc;

use eframe::egui::{self, Context};

use self::plot::Axis;
use crate::app::base::Gestures;
use crate::app::document::{Document, OfTree};
use crate::app::intent::{Command, CommandId, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::diagram::{RatingHistory, TreeView};
use crate::game::Refusal;
use crate::session::Action;
use crate::tree::UnfoldingNode;

/// The height of the strip as a share of the window, with its limits.
const SHARE: f32 = 0.21;
/// The height of its head's buttons, for a pointer.
const HEAD: f32 = 24.0;
const HEIGHTS: std::ops::RangeInclusive<f32> = 124.0..=190.0;

/// The state of the strip.
#[derive(Default)]
pub(crate) struct HistoryStrip {
    shown: Option<ShownRatings>,
    axis: Axis,
    gestures: Gestures,
    /// The widget with the strip's keys.
    id: Option<egui::Id>,
}

/// The ratings of a line, and their key.
struct ShownRatings {
    tree: OfTree,
    last: UnfoldingNode,
    hidden: bool,
    building: bool,
    supposed: u64,
    history: Arc<RatingHistory>,
}

impl Tool for HistoryStrip {
    /// The strip, in the rest of the middle.
    fn strip_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if !cx.desk.shows_history() || cx.desk.compares {
            self.id = None;
            return;
        }
        let height = (ui.ctx().content_rect().height() * SHARE)
            .clamp(*HEIGHTS.start(), *HEIGHTS.end())
            .round();
        // Its head has buttons for a thumb.
        let height = height + 2.0 * (cx.row_height(HEAD) - HEAD);
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .inner_margin(egui::Margin::symmetric(12, 0));
        egui::Panel::bottom("history")
            .exact_size(height)
            .frame(frame)
            .show(ui, |ui| {
                let (history, here) = self.line_shown(cx.desk, cx.view);
                ui.spacing_mut().item_spacing.y = 0.0;
                plot::head_ui(ui, cx, (&history, here), cx.desk.reviews_game());
                let strip = plot::Strip {
                    theme: cx.theme,
                    view: cx.view,
                    history: &history,
                    here,
                };
                let id = plot::plot_ui(ui, &strip, &mut self.axis, &mut self.gestures, cx);
                self.id = Some(id);
                cx.desk.own_keys.set(self.id);
            });
    }

    /// The strip's own keys, while it has the focus: ← and → walk the line, Home and End go to its
    /// ends.
    fn keys(&mut self, desk: &mut Desk, ctx: &Context) -> bool {
        let focused = ctx.memory(|memory| memory.focused());
        if self.id.is_none() || focused != self.id {
            return false;
        }
        let (history, here) = self.line_shown(desk, &desk.view());
        let end = history.len().saturating_sub(1);
        let none = egui::Modifiers::NONE;
        let to = ctx.input_mut(|input| {
            if input.consume_key(none, egui::Key::ArrowLeft) {
                // The node where the line was left is nearer than the one before it.
                Some(here.index.saturating_sub(usize::from(here.on)))
            } else if input.consume_key(none, egui::Key::ArrowRight) {
                Some((here.index + 1).min(end))
            } else if input.consume_key(none, egui::Key::Home) {
                Some(0)
            } else {
                input.consume_key(none, egui::Key::End).then_some(end)
            }
        });
        if let Some(node) = to.and_then(|index| history.node(index)) {
            self.axis.reveal();
            desk.commands.push(Command::Act(Action::Select(node)));
        }
        false
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        let playing = desk.playing.as_ref();
        (named == CommandId::ReviewGame)
            .then(|| playing.is_some_and(|playing| !playing.play().made().is_empty()))
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::ShowHistory => desk.shows_history(),
            CommandId::ReviewGame => desk.reviews_game(),
            _ => return None,
        })
    }

    fn run(&mut self, desk: &mut Desk, _ctx: &Context, command: &Command) -> Option<Responder> {
        match *command {
            Command::Named(CommandId::ShowHistory) if desk.shows_history() => {
                desk.settings.history = false;
                desk.reviews = false;
            }
            Command::Named(CommandId::ShowHistory) => desk.settings.history = true,
            Command::Named(CommandId::ReviewGame) => {
                // The list of blunders may still be behind another tab.
                let all = desk.reviews_game() && desk.shows_side(SidePanel::Players);
                desk.reviews = !all;
                if !all {
                    // A review that shows no rating is none.
                    desk.show_after_game();
                    desk.show_side(SidePanel::Players);
                }
            }
            Command::Named(named @ (CommandId::NextSlip | CommandId::PreviousSlip)) => {
                self.go_to_slip(desk, named);
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// The displayed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinePlace {
    /// The selected node's index in the line; if it isn't in it, the index where it leaves the
    /// line.
    pub(crate) index: usize,
    /// Whether it is in the line.
    pub(crate) on: bool,
    /// From this index on the line was only visited earlier.
    pub(crate) from: usize,
}

/// The nodes of the line that ends there.
fn line_to(document: &Document, last: UnfoldingNode) -> Vec<UnfoldingNode> {
    let unfolding = document.session.unfolding();
    let way = std::iter::successors(Some(last), |node| unfolding.parent(*node));
    let mut nodes: Vec<UnfoldingNode> = way.collect();
    nodes.reverse();
    nodes
}

impl HistoryStrip {
    /// The ratings along the line that ends at a node, made again only when something has changed.
    fn history(
        &mut self,
        document: &Document,
        view: &TreeView<'_>,
        last: UnfoldingNode,
    ) -> Arc<RatingHistory> {
        let tree = OfTree::now(document);
        let (hidden, building) = (view.hidden, document.is_building());
        let supposed = document.supposed.version();
        if let Some(shown) = &self.shown
            && shown.tree == tree
            && (shown.last, shown.hidden, shown.building) == (last, hidden, building)
            && shown.supposed == supposed
        {
            return Arc::clone(&shown.history);
        }
        let history = Arc::new(RatingHistory::new(view, line_to(document, last)));
        self.shown = Some(ShownRatings {
            tree,
            last,
            hidden,
            building,
            supposed,
            history: Arc::clone(&history),
        });
        history
    }

    /// The displayed line, and the selected node's index in it. It ends at the game's current node,
    /// or at the deepest node visited below the selected one.
    fn line_shown(&mut self, desk: &Desk, view: &TreeView<'_>) -> (Arc<RatingHistory>, LinePlace) {
        let session = &desk.document.session;
        let game = desk.playing.as_ref().filter(|_| desk.reviews);
        let last = game.and_then(|playing| playing.node());
        let last = last.unwrap_or_else(|| session.walked_end());
        let history = self.history(&desk.document, view, last);
        let (index, on) = history.place_of(view, session.selected());
        let here = LinePlace {
            index,
            on,
            from: if desk.reviews_game() {
                history.len()
            } else {
                index + 1
            },
        };
        (history, here)
    }

    /// Goes to the next blunder of the line that is shown, or to the one before.
    fn go_to_slip(&mut self, desk: &mut Desk, named: CommandId) {
        if desk.hidden {
            let why = "Ratings are hidden, and this would reveal blunders: press H to show them";
            desk.tell(Err(Refusal::new(why, "")));
            return;
        }
        let (history, here) = self.line_shown(desk, &desk.view());
        let next = named == CommandId::NextSlip;
        let found = match next {
            true => history.next_blunder(here.index),
            // From beside the line, the first step goes back to it.
            false => history.previous_blunder(here.index + usize::from(!here.on)),
        };
        let Some(node) = found.and_then(|slot| history.node(slot)) else {
            let told = match (history.blunders().len(), next) {
                (0, _) => "No blunders in this line",
                (_, true) => "No more blunders in this line",
                (_, false) => "No earlier blunder in this line",
            };
            desk.tell(Ok(told.to_owned()));
            return;
        };
        self.axis.reveal();
        desk.walk(Action::Select(node));
        let seen = desk.view();
        let report = found.and_then(|index| {
            let blunder = history.worse(&seen, index)?;
            let number = history.blunders().partition_point(|other| *other <= index);
            let name = seen.name(blunder.player);
            let of = history.blunders().len();
            Some(format!(
                "Blunder {number} of {of}: {}",
                blunder.sentence(&name)
            ))
        });
        if let Some(message) = report {
            desk.tell(Ok(message));
        }
    }
}
