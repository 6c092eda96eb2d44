//! The comparison over the tree's part of the window: the open board under its own rules and under
//! others, walked side by side.

mod bar;
pub(crate) mod cards;
mod differences;
pub(crate) mod found;
mod moves;
pub(crate) mod side;
pub(crate) mod work;

use std::sync::Weak;

use crate::app::intent::command::{Command, Named};
use crate::app::parts::board_pair::BoardPair;
use crate::games::{Change, Setup, Switches};
use crate::session;
use crate::session::{Action, Difference};
use crate::tree::Pictures;
use found::Found;
use work::{CompareJob, Reached};

/// A comparison that is shown.
pub(crate) struct Compare {
    /// The rules that the open board's are compared with.
    pub(crate) other: Switches,
    /// Whether the single switches are shown.
    pub(crate) switches: bool,
    pub(crate) state: State,
    /// The open board's graph that the state is about.
    pub(crate) made_for: Option<Weak<dyn Pictures>>,
    pub(crate) boards: BoardPair,
}

pub(crate) enum State {
    /// The open board's own graph isn't built yet.
    Waiting,
    /// The other graph is being built, or both are being compared.
    Running(CompareJob, Reached),
    /// All is known.
    Found(Box<Found>),
    /// It can't be had, or was cancelled.
    Fault(String),
}

/// The setup's rules with one switch changed: what the board keeps its meaning under where no other
/// preset fits it. Of the choices the odds of dice come first, then the last one.
pub(crate) fn other_switch(setup: &Setup) -> Option<Switches> {
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

/// What leads to a difference.
fn go_to(difference: &Difference) -> Command {
    Command::Act(Action::SelectLine(difference.lines[0].clone()))
}

/// The command that leaves the comparison.
const LEAVE: Command = Command::Named(Named::LeaveComparison);
