//! The comparison over the tree's area: the open board under its own rules and under others, walked
//! side by side. In the background the other graph is built, then both are walked; the results are
//! prepared for display.

mod bar;
mod moves;

use self::bar::LineEnds;
use self::moves::board_cards;
use eframe::egui::{self, Context};

use crate::app::base::{
    BannerIcon, Slot, SlotStart, SlotState, Wake, banner, ids, name_region, waker,
    work_in_progress_ui,
};
use crate::app::document::{OfTree, files};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{BackgroundWork, BoardPair, Cx, Desk, Responder, Tool};
use crate::diagram::{NoNotes, RatingsFor, TreeView};
use crate::game::{Refusal, RulesText};
use crate::games::{self, Setup, SetupChange, Switches};
use crate::session::{
    self, Action, Both, Build, Difference, DifferenceKind, GraphRequest, MAX_PAIRS, Progress,
    Rated, RulesComparison, RulesNames, Stage, open, what_differs, where_it_differs,
};
use crate::tree::Unfolding;
use crate::words::{counted, short_number};

/// A comparison that is shown.
struct Compare {
    /// The rules that the open board's are compared with.
    other: Switches,
    /// Whether the individual settings are shown.
    switches: bool,
    /// The results for a tree under its own rules and others.
    found: Slot<(OfTree, Switches), Box<FoundDifferences>, CompareProgress>,
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

    fn sync(&mut self, desk: &mut Desk) {
        if self.shown.is_some() && !can_compare(desk) {
            desk.compares = false;
        }
        if !desk.compares {
            self.shown = None;
        }
    }

    /// Starts pending work, takes results, and starts again for another board.
    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        self.sync(desk);
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

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::CompareRules => can_compare(desk),
            CommandId::NextDifference => self.found().is_some_and(|found| !found.rows.is_empty()),
            CommandId::LeaveComparison => desk.compares,
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::CompareRules).then_some(desk.compares)
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::CompareRules) if desk.compares => desk.compares = false,
            Command::Named(CommandId::CompareRules) => {
                self.shown = Some(Compare {
                    other: first_other(desk),
                    switches: false,
                    found: Slot::default(),
                    boards: BoardPair::default(),
                });
                desk.compares = true;
                desk.board_has_keys.set(false);
            }
            Command::Named(CommandId::NextDifference) => self.go_to_next(desk),
            Command::Named(CommandId::LeaveComparison) => desk.compares = false,
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
        let lines = |row: &DifferenceRow| row.difference.lines[0].clone();
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
            name_region(ui, ids::COMPARISON);
            ui.spacing_mut().item_spacing.y = 8.0;
            self.bar_ui(ui, cx);
            let fault = |ui: &mut egui::Ui, why: &str| {
                banner(ui, cx.theme, BannerIcon::Fault, why, ids::MIDDLE_FAULT);
            };
            match self.found.state() {
                SlotState::Unknown => {
                    let text = "The open board is still being built".to_owned();
                    work_in_progress_ui(ui, cx.theme, text);
                }
                SlotState::Running(_, progress) => {
                    work_in_progress_ui(ui, cx.theme, progress.now().progress_text())
                }
                SlotState::Cancelled => {
                    fault(ui, "The comparison was canceled: choose rules again");
                }
                SlotState::Fault(why) => fault(ui, &why.to_string()),
                SlotState::Known(found) => {
                    let sides = LineEnds::new(cx.document, cx.view, found);
                    found.verdict_ui(ui, cx, &sides);
                    sides.departure_ui(ui, cx);
                    let max = (ui.available_height() * 0.3).clamp(70.0, 300.0);
                    let cards = board_cards(&sides);
                    self.boards.ui(ui, cx, &cards, &sides.apart, max);
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
            others.map(|offer| SetupChange::Choice(choice.name, offer.name))
        });
    let line = form.numbers.iter().find(|number| number.name == "line");
    let by_number = line.into_iter().flat_map(|line| {
        [line.value.saturating_sub(1), line.value + 1]
            .map(|value| SetupChange::Number(line.name, value))
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
const LEAVE: Command = Command::Named(CommandId::LeaveComparison);

/// The stage.
#[derive(Clone, Copy, Debug, Default)]
enum Phase {
    #[default]
    Building,
    Rating,
    Comparing,
}

/// The progress.
#[derive(Clone, Copy, Debug, Default)]
struct CompareProgress {
    phase: Phase,
    count: usize,
}

impl CompareProgress {
    /// The present stage, as text.
    pub fn progress_text(&self) -> String {
        let number = short_number(self.count);
        match self.phase {
            Phase::Building => format!("Building under the other rules: {number} positions so far"),
            Phase::Rating => format!("Rating {number} positions under the other rules"),
            Phase::Comparing => format!("Comparing: {number} pairs of positions so far"),
        }
    }
}

/// The graph of an open board under other rules.
///
/// # Errors
/// Why the board isn't possible under them.
fn built(
    rated: &Rated,
    setup: &Setup,
    other: &Switches,
    mut wanted: GraphRequest,
) -> Result<Box<dyn Build>, Refusal> {
    // Both graphs are in memory together, so the other one may use only the rest.
    let left = |max: u64| max.saturating_sub(rated.bytes as u64);
    wanted.limits.max_bytes = wanted.limits.max_bytes.map(left);
    session::under(setup, other)
        .and_then(|setup| open(&setup, wanted, ""))
        .map_err(|error| Refusal::of(error).at("This board isn't possible under these rules"))
}

/// Starts comparing an open board with the same board under other rules.
fn begin(
    rated: Rated,
    setup: &Setup,
    other: &Switches,
    wanted: GraphRequest,
    wake: Wake,
) -> SlotStart<Box<FoundDifferences>, CompareProgress> {
    let build = match built(&rated, setup, other, wanted) {
        Ok(build) => build,
        Err(why) => return SlotStart::Done(Err(why)),
    };
    SlotStart::Thread {
        name: "doomtree-compare",
        label: "comparing".to_owned(),
        wake,
        told: CompareProgress::default(),
        work: Box::new(move |cancelled, shared_progress| {
            Box::pin(async move {
                let positions = |progress: Progress| {
                    let mut now = shared_progress.now();
                    now.count = progress.positions;
                    if progress.stage == Stage::Rating {
                        now.phase = Phase::Rating;
                    }
                };
                let other = session::built(build, &cancelled.ctl, &positions).await;
                if let Some(why) = other.analysis.ratings.refused() {
                    let what = format!("Couldn't rate the other tree: {why}");
                    return Err(Refusal::new(what, ""));
                }
                shared_progress.now().phase = Phase::Comparing;
                let pairs = |progress: Progress| shared_progress.now().count = progress.expanded;
                let both = [rated, other];
                let found = RulesComparison::find(&both, MAX_PAIRS, &cancelled.ctl, &pairs).await;
                Ok(Box::new(FoundDifferences::new(both, found)))
            })
        }),
    }
}

/// One difference of the list.
pub(crate) struct DifferenceRow {
    /// The difference.
    pub difference: Difference,
    /// Its place, as text.
    pub location: String,
    /// Its description, as text.
    pub text: String,
}

/// A comparison that is done.
pub(crate) struct FoundDifferences {
    /// Both graphs, the open board's first.
    pub rated: Both<Rated>,
    /// The names of the rule sets.
    pub names: RulesNames,
    /// The figures.
    pub comparison: RulesComparison,
    /// The differences: those that change what can happen before those of order, ratings last.
    pub rows: Vec<DifferenceRow>,
    /// The other tree's unfolding, of which nothing but the root is needed.
    unfolding: Unfolding,
}

impl FoundDifferences {
    /// The results for two graphs.
    pub fn new(rated: Both<Rated>, comparison: RulesComparison) -> Self {
        let both = [&rated[0], &rated[1]];
        let names = RulesNames::by(both, files::describe_rules, files::describe_setting);
        let mut told: Vec<&Difference> = comparison.differences.iter().collect();
        told.sort_by_key(|difference| difference.kind == DifferenceKind::Order);
        told.extend(&comparison.rating);
        let rows = told.into_iter().map(|difference| DifferenceRow {
            location: where_it_differs(both, difference),
            text: what_differs(both, &names, difference),
            difference: difference.clone(),
        });
        Self {
            rows: rows.collect(),
            names,
            comparison,
            rated,
            unfolding: Unfolding::new(),
        }
    }

    /// The other tree as it is drawn.
    pub fn other_view(&self, ratings_for: RatingsFor, hidden: bool) -> TreeView<'_> {
        let labels: &dyn crate::tree::Labels = &*self.rated[1].graph;
        TreeView {
            labels,
            analysis: &self.rated[1].analysis,
            unfolding: &self.unfolding,
            notes: &NoNotes,
            what_if: None,
            ratings_for,
            hidden,
            ends: None,
            style: Default::default(),
            elements: Default::default(),
        }
    }

    /// Whether the trees agree, and how far they were compared.
    pub fn verdict_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, sides: &LineEnds<'_>) {
        let found = &self.comparison;
        let pairs = counted(found.pairs, "pair");
        let mut text = if found.differences.is_empty() {
            format!("The trees agree ({pairs} of positions compared)")
        } else {
            let kinds: Vec<String> = DifferenceKind::ALL
                .into_iter()
                .filter(|kind| *kind != DifferenceKind::Rating && found.count(*kind) > 0)
                .map(|kind| format!("{} in {}", short_number(found.count(kind)), kind.text()))
                .collect();
            format!(
                "{pairs} of positions compared: {} agree, {} differ ({})",
                short_number(found.agreeing),
                short_number(found.pairs - found.agreeing),
                kinds.join(", ")
            )
        };
        if found.stopped {
            text.push_str("; there are more");
        }
        if found.unknown > 0 {
            text.push_str("; some are beyond a limit");
        } else if sides.is_limited() {
            text.push_str(", down to the ply limit");
        }
        let sign = match found.differences.is_empty() {
            true => BannerIcon::Agree,
            false => BannerIcon::Differ,
        };
        banner(ui, cx.theme, sign, &text, ids::COMPARISON_VERDICT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::first_setup;
    use crate::tree::Limits;

    #[test]
    fn the_compared_tree_gets_the_memory_that_the_open_one_leaves() {
        let setup = Setup {
            position: "a2b2a2/b1a2b2 a".to_owned(),
            ..first_setup("dice-of-doom").expect("the book's board")
        };
        let own = open(&setup, Limits::default(), "")
            .expect("a board")
            .finish();
        let other = Switches::read("haskell").expect("rules");
        let stopped = |max_bytes| {
            let limits = Limits {
                max_bytes,
                ..Limits::default()
            };
            let build = built(&own, &setup, &other, limits.into());
            let rated = build.map(|build| build.finish());
            rated.expect("a board").graph.graph().stopped().is_some()
        };
        assert!(!stopped(None));
        assert!(!stopped(Some(own.bytes as u64 + 100_000_000)));
        assert!(stopped(Some(own.bytes as u64)));
    }
}
