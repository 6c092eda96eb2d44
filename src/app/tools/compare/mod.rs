//! The comparison over the tree's area: the open board under its own rules and under others, walked
//! side by side.

mod bar;
mod cards;
mod differences;
mod found;
mod moves;
mod side;
mod work;

use eframe::egui::{self, Context};

use crate::app::base::{Sign, Slot, State, banner, ids, part, waker, working};
use crate::app::document::OfTree;
use crate::app::intent::{Command, Named};
use crate::app::parts::{BackgroundWork, BoardPair, Cx, Desk, Responder, Tool};
use crate::game::RulesText;
use crate::games::{self, Change, Setup, Switches};
use crate::session::{self, Action, Difference};
use cards::cards;
use found::FoundDifferences;
use side::Sides;
use work::{Reached, begin};

/// A comparison that is shown.
struct Compare {
    /// The rules that the open board's are compared with.
    other: Switches,
    /// Whether the individual settings are shown.
    switches: bool,
    /// The results for a tree under its own rules and others.
    found: Slot<(OfTree, Switches), Box<FoundDifferences>, Reached>,
    boards: BoardPair,
}

/// The comparison over the middle of the window, if any.
#[derive(Default)]
pub(crate) struct ComparePanel {
    shown: Option<Compare>,
}

impl Tool for ComparePanel {
    fn is_in_middle(&self, desk: &Desk) -> bool {
        desk.compares
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if let Some(compare) = &mut self.shown {
            compare.ui(ui, cx);
        }
    }

    fn keep(&mut self, desk: &mut Desk) {
        if self.shown.is_some() && !can_compare(desk) {
            desk.compares = false;
        }
        if !desk.compares {
            self.shown = None;
        }
    }

    /// Starts pending work, takes results, and starts again for another board.
    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        self.keep(desk);
        let Some(compare) = &mut self.shown else {
            return;
        };
        let key = (OfTree::now(&desk.document), compare.other.clone());
        if desk.document.is_building() {
            if !compare.found.is_of(&key) {
                compare.found.forget();
            }
            return;
        }
        let document = &desk.document;
        compare.found.want(key, || {
            let rated = document.session.rated().clone();
            let wanted = document.root().wanted();
            begin(rated, &document.setup, &compare.other, wanted, waker(ctx))
        });
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let running = self.shown.as_ref()?.found.is_running();
        running.then(|| BackgroundWork::on_thread("boards are being compared"))
    }

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        // Its panel says so.
        let shown = self.shown.as_mut();
        shown.is_some_and(|compare| compare.found.cancel())
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        Some(match named {
            Named::CompareRules => can_compare(desk),
            Named::NextDifference => self.found().is_some_and(|found| !found.rows.is_empty()),
            Named::LeaveComparison => desk.compares,
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::CompareRules).then_some(desk.compares)
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(Named::CompareRules) if desk.compares => desk.compares = false,
            Command::Named(Named::CompareRules) => {
                self.shown = Some(Compare {
                    other: first_other(desk),
                    switches: false,
                    found: Slot::default(),
                    boards: BoardPair::default(),
                });
                desk.compares = true;
                desk.board_has_keys.set(false);
            }
            Command::Named(Named::NextDifference) => self.go_to_next(desk),
            Command::Named(Named::LeaveComparison) => desk.compares = false,
            Command::CompareWith(switches) => {
                if let Some(compare) = &mut self.shown {
                    compare.other = (**switches).clone();
                    compare.found.again();
                }
            }
            _ => return None,
        }
        self.poll(desk, ctx);
        Some(Responder::Window)
    }
}

impl ComparePanel {
    fn found(&self) -> Option<&FoundDifferences> {
        self.shown.as_ref()?.found.known().map(|found| &**found)
    }

    /// Goes to the difference after the selected one, and from the last to the first.
    fn go_to_next(&self, desk: &mut Desk) {
        let line = desk.document.session.line();
        let Some(found) = self.found() else {
            return;
        };
        let lines = |row: &found::DifferenceRow| row.difference.lines[0].clone();
        let here = found.rows.iter().position(|row| lines(row) == line);
        // Rows may share a node: the next row with another node is meant.
        let after = here.map_or(0, |here| here + 1);
        let order = (after..found.rows.len()).chain(0..after);
        let next = order
            .map(|row| lines(&found.rows[row]))
            .find(|next| *next != line);
        if let Some(line) = next {
            desk.walk(Action::SelectLine(line));
        }
    }
}

impl Compare {
    /// The comparison, in the middle of the window.
    fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let margin = egui::Margin::symmetric(14, 10);
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            part(ui, ids::COMPARISON);
            ui.spacing_mut().item_spacing.y = 8.0;
            self.bar_ui(ui, cx);
            let fault = |ui: &mut egui::Ui, why: &str| {
                banner(ui, cx.theme, Sign::Fault, why, ids::MIDDLE_FAULT);
            };
            match self.found.state() {
                State::Unknown => {
                    let words = "The open board is still being built".to_owned();
                    working(ui, cx.theme, words);
                }
                State::Running(_, told) => working(ui, cx.theme, told.now().words()),
                State::Cancelled => {
                    fault(ui, "The comparison was canceled: choose rules again");
                }
                State::Fault(why) => fault(ui, &why.to_string()),
                State::Known(found) => {
                    let sides = Sides::new(cx.document, cx.view, found);
                    found.verdict_ui(ui, cx, &sides);
                    sides.departure_ui(ui, cx);
                    let most = (ui.available_height() * 0.3).clamp(70.0, 300.0);
                    let cards = cards(&sides);
                    self.boards.ui(ui, cx, &cards, &sides.apart, most);
                    sides.moves_ui(ui, cx);
                    found.differences_ui(ui, cx, &sides);
                }
            }
        });
    }
}

/// Whether the open board has rules to compare with.
fn can_compare(desk: &Desk) -> bool {
    let rated = desk.document.session.rated();
    let setup = &desk.document.setup;
    rated.rules != RulesText::None && session::under(setup, &setup.switches).is_ok()
}

/// The first rule set that isn't the open board's own.
fn first_other(desk: &Desk) -> Switches {
    let rated = desk.document.session.rated();
    let own = match rated.rules {
        RulesText::Preset(name) => Some(name),
        _ => None,
    };
    let fits = |switches: &Switches| session::under(&desk.document.setup, switches).is_ok();
    games::presets(&rated.game)
        .into_iter()
        .filter(|(name, _)| Some(*name) != own)
        .map(|(name, _)| Switches {
            preset: Some(name.to_owned()),
            ..Switches::default()
        })
        .find(fits)
        .or_else(|| other_switch(&desk.document.setup))
        .unwrap_or_else(|| Switches::of_rules(&rated.rules))
}

/// The setup's rules with one setting changed, for a board that fits no other preset. The odds of
/// dice are tried first, then the last setting.
fn other_switch(setup: &Setup) -> Option<Switches> {
    let form = session::form(setup)?;
    let mut choices: Vec<_> = form.choices.iter().rev().collect();
    choices.sort_by_key(|choice| choice.name != "odds");
    let by_choice = choices
        .into_iter()
        .filter(|choice| choice.name != "rules")
        .flat_map(|choice| {
            let others = choice.offers.iter();
            let others = others.filter(|offer| Some(offer.name) != choice.chosen);
            others.map(|offer| Change::Choice(choice.name, offer.name))
        });
    let line = form.numbers.iter().find(|number| number.name == "line");
    let by_number = line.into_iter().flat_map(|line| {
        [line.value.saturating_sub(1), line.value + 1].map(|value| Change::Number(line.name, value))
    });
    by_choice
        .chain(by_number)
        .filter_map(|change| session::changed(setup, change).ok())
        .map(|changed| changed.switches)
        .find(|switches| session::under(setup, switches).is_ok())
}

/// The command that goes to a difference.
fn go_to(difference: &Difference) -> Command {
    Command::Act(Action::SelectLine(difference.lines[0].clone()))
}

/// The command that leaves the comparison.
const LEAVE: Command = Command::Named(Named::LeaveComparison);
