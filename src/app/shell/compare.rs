//! The comparison of rules.

use std::sync::{Arc, Weak};

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::ids::{self, part};
use crate::app::base::theme::Theme;
use crate::app::base::wake::waker;
use crate::app::base::widgets::{Sign, banner, working};
use crate::app::document::view::view;
use crate::app::document::worker::free;
use crate::app::parts::board_pair::BoardPair;
use crate::app::tools::compare::cards::cards;
use crate::app::tools::compare::found::Found;
use crate::app::tools::compare::side::Sides;
use crate::app::tools::compare::work::Work;
use crate::app::tools::compare::{Compare, State, found, other_switch};
use crate::game::RulesText;
use crate::games::{self, Switches};
use crate::session;
use crate::session::Action;
use crate::tree::Pictures;

impl Explorer {
    /// Shows the comparison with other rules: the first that aren't the open board's own.
    pub(crate) fn compare_rules(&mut self, ctx: &egui::Context) {
        if self.comparing.is_some() {
            self.leave_comparison();
            return;
        }
        let rated = self.document.session.rated();
        let own = match rated.rules {
            RulesText::Preset(name) => Some(name),
            _ => None,
        };
        let fits = |switches: &Switches| session::under(&self.document.setup, switches).is_ok();
        let other = games::presets(&rated.game)
            .into_iter()
            .filter(|(name, _)| Some(*name) != own)
            .map(|(name, _)| Switches {
                preset: Some(name.to_owned()),
                ..Switches::default()
            })
            .find(fits)
            .or_else(|| other_switch(&self.document.setup))
            .unwrap_or_else(|| Switches::of_rules(&rated.rules));
        self.comparing = Some(Compare {
            other,
            switches: false,
            state: State::Waiting,
            made_for: None,
            boards: BoardPair::default(),
        });
        self.board.focused = false;
        self.keep_comparison(ctx);
    }

    /// Says that the open board has no rules that others could stand beside.
    pub(crate) fn tell_nothing_to_compare(&mut self) {
        let game = &self.document.setup.game;
        let what = match games::title(game) {
            Some(title) => title,
            None if games::takes_script(game) => "a script",
            None => game,
        };
        self.tell(Err(format!("{what} has no other rules to compare with")));
    }

    /// Compares with these rules from now on.
    pub(crate) fn compare_with(&mut self, ctx: &egui::Context, other: Switches) {
        if let Some(compare) = &mut self.comparing {
            compare.other = other;
            let before = std::mem::replace(&mut compare.state, State::Waiting);
            if let State::Found(found) = before {
                free(found);
            }
        }
        self.keep_comparison(ctx);
    }

    /// Shows the tree again.
    pub(crate) fn leave_comparison(&mut self) {
        if let Some(Compare {
            state: State::Found(found),
            ..
        }) = self.comparing.take()
        {
            free(found);
        }
    }

    /// Whether the open board has rules that others can stand beside.
    pub(crate) fn can_compare(&self) -> bool {
        let rated = self.document.session.rated();
        let setup = &self.document.setup;
        rated.rules != RulesText::None && session::under(setup, &setup.switches).is_ok()
    }

    /// Whether a comparison is under way.
    pub(crate) fn is_comparing(&self) -> bool {
        let compare = self.comparing.as_ref();
        compare.is_some_and(|compare| matches!(compare.state, State::Running(..)))
    }

    /// Stops the comparison that is under way; whether there was one.
    pub(crate) fn cancel_comparison(&mut self) -> bool {
        match &mut self.comparing {
            Some(compare) if matches!(compare.state, State::Running(..)) => {
                compare.state =
                    State::Fault("The comparison was cancelled: choose rules again".to_owned());
                true
            }
            _ => false,
        }
    }

    /// Begins what waits, takes what is done, and begins again for another board.
    pub(crate) fn keep_comparison(&mut self, ctx: &egui::Context) {
        if self.comparing.is_some() && !self.can_compare() {
            self.leave_comparison();
            return;
        }
        let building = self.document.is_building();
        let Some(compare) = &mut self.comparing else {
            return;
        };
        let rated = self.document.session.rated();
        if let State::Running(job, _) = &compare.state
            && let Some(answer) = job.poll()
        {
            compare.state = match answer.and_then(|answer| answer) {
                Ok(found) => State::Found(found),
                Err(why) => State::Fault(why),
            };
        }
        let own = Arc::as_ptr(&rated.graph);
        let is_now = |made_for: &Weak<dyn Pictures>| std::ptr::addr_eq(made_for.as_ptr(), own);
        let waits = matches!(compare.state, State::Waiting);
        if !waits && compare.made_for.as_ref().is_some_and(is_now) {
            return;
        }
        if let State::Found(found) = std::mem::replace(&mut compare.state, State::Waiting) {
            free(found);
        }
        if building {
            return;
        }
        compare.made_for = Some(Arc::downgrade(&rated.graph));
        let work = Work::new(
            rated.clone(),
            &self.document.setup,
            &compare.other,
            self.document.root().wanted(),
        );
        compare.state = match work.and_then(|work| work.start(waker(ctx))) {
            Ok((job, reached)) => State::Running(job, reached),
            Err(why) => State::Fault(why),
        };
    }

    /// The differences that can be gone to, where there are some.
    pub(crate) fn has_differences(&self) -> bool {
        self.found().is_some_and(|found| !found.rows.is_empty())
    }

    fn found(&self) -> Option<&Found> {
        match &self.comparing.as_ref()?.state {
            State::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Goes to the difference after the selected one, and from the last to the first.
    pub(crate) fn next_difference(&mut self) {
        let line = self.document.session.line();
        let Some(found) = self.found() else {
            return;
        };
        let lines = |row: &found::Row| row.difference.lines[0].clone();
        let here = found.rows.iter().position(|row| lines(row) == line);
        // Rows may share a node: the next one stands elsewhere.
        let after = here.map_or(0, |here| here + 1);
        let order = (after..found.rows.len()).chain(0..after);
        let next = order
            .map(|row| lines(&found.rows[row]))
            .find(|next| *next != line);
        if let Some(line) = next {
            self.act(Action::SelectLine(line));
        }
    }

    /// The comparison, in the middle of the window.
    pub(crate) fn compare_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let Some(mut compare) = self.comparing.take() else {
            return;
        };
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let mut commands = Vec::new();
        let margin = egui::Margin::symmetric(14, 10);
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            part(ui, ids::COMPARISON);
            ui.spacing_mut().item_spacing.y = 8.0;
            compare.bar_ui(ui, theme, &self.document, &mut commands);
            match &compare.state {
                State::Waiting => {
                    working(ui, theme, "The open board is still being built".to_owned());
                }
                State::Running(_, reached) => working(ui, theme, reached.words()),
                State::Fault(why) => banner(ui, theme, Sign::Fault, why, ids::MIDDLE_FAULT),
                State::Found(found) => {
                    let sides = Sides::new(&self.document, &seen, found);
                    found.verdict_ui(ui, theme, &sides);
                    sides.departure_ui(ui, theme);
                    let most = (ui.available_height() * 0.3).clamp(70.0, 300.0);
                    let cards = cards(&sides);
                    compare.boards.ui(ui, theme, &cards, &sides.apart, most);
                    sides.moves_ui(ui, theme, &mut commands);
                    found.differences_ui(ui, theme, &sides, &mut commands);
                }
            }
        });
        self.commands.append(&mut commands);
        self.comparing = Some(compare);
    }
}
