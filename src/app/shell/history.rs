//! The ratings along the line.

use std::sync::Arc;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::theme::Theme;
use crate::app::document::view::view;
use crate::app::intent::command::{Command, Named};
use crate::app::tools::history::{Here, head, plot};
use crate::diagram::{History, Known, reasoning_markdown};
use crate::session::Action;
use crate::tree::UnfoldingNode;

/// How high the strip is, as a share of the window, and within which bounds.
const SHARE: f32 = 0.21;
const HEIGHTS: std::ops::RangeInclusive<f32> = 124.0..=190.0;

impl Explorer {
    /// Whether the strip is seen.
    pub(crate) fn history_is_shown(&self) -> bool {
        self.settings.history || self.reviews_game()
    }

    /// Whether a game is looked back on.
    pub(crate) fn reviews_game(&self) -> bool {
        self.history.review && self.playing.is_some()
    }

    /// Whether there is a game with a move to look back on.
    pub(crate) fn can_review(&self) -> bool {
        let playing = self.playing.as_ref();
        playing.is_some_and(|playing| !playing.play().made().is_empty())
    }

    /// Shows or hides the strip.
    pub(crate) fn toggle_history(&mut self) {
        if self.history_is_shown() {
            self.settings.history = false;
            self.history.review = false;
        } else {
            self.settings.history = true;
        }
    }

    /// The end of the line that is shown: that of the game, or where one has been below the selected
    /// node.
    fn end_of_line(&self) -> UnfoldingNode {
        let session = &self.document.session;
        let game = self.playing.as_ref().filter(|_| self.history.review);
        let node = game.and_then(|playing| playing.node());
        node.unwrap_or_else(|| session.walked_end())
    }

    /// The line that is shown, and where the selected node stands in it.
    fn line_shown(&mut self) -> (Arc<History>, Here) {
        let last = self.end_of_line();
        let document = &self.document;
        let view = view(document, self.ratings_for, self.hidden);
        let history = self.history.history(document, &view, last);
        let selected = document.session.selected();
        let (place, on) = history.place_of(&view, selected);
        let pinned = self.history.review && self.playing.is_some();
        let here = Here {
            place,
            on,
            from: if pinned { history.len() } else { place + 1 },
        };
        (history, here)
    }

    /// The strip, in what is left of the middle.
    pub(crate) fn history_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        if !self.history_is_shown() || self.comparing.is_some() {
            self.history.id = None;
            return;
        }
        let height = (ui.ctx().content_rect().height() * SHARE)
            .clamp(*HEIGHTS.start(), *HEIGHTS.end())
            .round();
        let frame = egui::Frame::new()
            .fill(theme.panel)
            .inner_margin(egui::Margin::symmetric(12, 0));
        egui::Panel::bottom("history")
            .exact_size(height)
            .frame(frame)
            .show(ui, |ui| {
                let (history, here) = self.line_shown();
                let seen = view(&self.document, self.ratings_for, self.hidden);
                let reviewed = self.reviews_game();
                ui.spacing_mut().item_spacing.y = 0.0;
                head::head_ui(
                    ui,
                    theme,
                    &seen,
                    (&history, here),
                    reviewed,
                    &mut self.commands,
                );
                let strip = plot::Strip {
                    theme,
                    view: &seen,
                    history: &history,
                    here,
                };
                let id = plot::plot_ui(
                    ui,
                    &strip,
                    &mut self.history.axis,
                    &mut self.history.gestures,
                    &mut self.commands,
                );
                self.history.id = Some(id);
            });
    }

    /// The strip's own keys, while it has the focus: ← and → walk the line, Home and End go to its
    /// ends.
    pub(crate) fn history_keys(&mut self, ctx: &egui::Context) {
        let focused = ctx.memory(|memory| memory.focused());
        if self.history.id.is_none() || focused != self.history.id {
            return;
        }
        let (history, here) = self.line_shown();
        let end = history.len().saturating_sub(1);
        let none = egui::Modifiers::NONE;
        let to = ctx.input_mut(|input| {
            if input.consume_key(none, egui::Key::ArrowLeft) {
                // Where the line was left is nearer than the place before it.
                Some(here.place.saturating_sub(usize::from(here.on)))
            } else if input.consume_key(none, egui::Key::ArrowRight) {
                Some((here.place + 1).min(end))
            } else if input.consume_key(none, egui::Key::Home) {
                Some(0)
            } else {
                input.consume_key(none, egui::Key::End).then_some(end)
            }
        });
        if let Some(node) = to.and_then(|place| history.node(place)) {
            self.history.axis.reveal();
            self.commands.push(Command::Act(Action::Select(node)));
        }
    }

    /// Goes to the next blunder of the line that is shown, or to the one before.
    pub(crate) fn go_to_slip(&mut self, named: Named) {
        if self.hidden {
            let why = "Ratings are hidden, and this would tell blunders: show them first (H)";
            self.tell(Err(why.to_owned()));
            return;
        }
        let (history, here) = self.line_shown();
        let next = named == Named::NextSlip;
        let found = match next {
            true => history.next_blunder(here.place),
            // Whoever has left the line comes back to where that was.
            false => history.previous_blunder(here.place + usize::from(!here.on)),
        };
        let Some(node) = found.and_then(|place| history.node(place)) else {
            let told = match (history.blunders().len(), next) {
                (0, _) => "There is no blunder in this line",
                (_, true) => "There is no further blunder in this line",
                (_, false) => "There is no blunder before this one in this line",
            };
            self.tell(Ok(told.to_owned()));
            return;
        };
        self.history.axis.reveal();
        self.act(Action::Select(node));
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let told = found.and_then(|place| {
            let blunder = history.blunder(&seen, place)?;
            let number = history.blunders().partition_point(|other| *other <= place);
            let name = seen.name(blunder.player);
            let of = history.blunders().len();
            Some(format!(
                "Blunder {number} of {of}: {}",
                blunder.sentence(&name)
            ))
        });
        if let Some(told) = told {
            self.tell(Ok(told));
        }
    }

    /// Shows the game's line with everybody's blunders, or no more.
    pub(crate) fn review_game(&mut self) {
        // The list of blunders may still be hidden behind another tab.
        let all = self.reviews_game() && self.is_on(Named::Players) == Some(true);
        self.history.review = !all;
        if !all {
            self.show_players(true);
        }
    }

    /// Copies why the selected node has its rating.
    pub(crate) fn copy_why(&mut self, ctx: &egui::Context) {
        let session = &self.document.session;
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let rated = session.rated();
        let known = Known {
            picture: &rated.graph.picture(session.vertex()),
            estimate: rated.limits.estimate,
            building: self.document.is_building(),
        };
        let text = reasoning_markdown(&seen, session.selected(), &known);
        self.tell(Ok("Copied the reasoning as Markdown".to_owned()));
        ctx.copy_text(text);
    }
}
