//! Finding: what is looked for, its hits, and the way from one to the next.

mod panel;
pub(crate) mod words;
pub(crate) mod work;

use std::sync::{Arc, Weak};

use crate::app::document::worker::free;
use crate::app::intent::command::{Command, Named};
use crate::game::NotationError;
use crate::rating::Analysis;
use crate::session::filter::{Filter, KindOf, Naming, Term};
use crate::tree::{Hits, UnfoldingNode};
use panel::Here;
use work::{Answer, Running};

/// As many searches are kept, so that going from blunder to blunder doesn't forget what was typed.
const MOST_KEPT: usize = 3;

/// Where a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To the next hit.
    Next,
    /// To the hit before.
    Previous,
}

/// What a command goes to, and what one of it is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    pub(crate) filter: Filter,
    pub(crate) way: Way,
    pub(crate) name: &'static str,
    pub(crate) names: &'static str,
}

/// What is looked for, and what was found.
#[derive(Default)]
pub(crate) struct Find {
    /// What is typed.
    pub(crate) text: String,
    /// What was read of it, and for what names.
    read: Option<(String, Naming)>,
    pub(crate) filter: Option<Filter>,
    pub(crate) fault: Option<NotationError>,
    /// What was found, what was looked for last at the end.
    pub(crate) kept: Vec<(Filter, Answer)>,
    pub(crate) running: Option<Running>,
    /// What is gone to as soon as it is found.
    pub(crate) waiting: Option<Goal>,
    /// What it was found in.
    pub(crate) made_for: Option<Weak<Analysis>>,
    /// The names of that graph's players.
    pub(crate) naming: Option<Naming>,
    /// Whether the field is to get the focus.
    pub(crate) focus: bool,
    /// Whether somebody types.
    typing: bool,
    /// A search that was cancelled isn't begun again by itself.
    pub(crate) cancelled: Option<Filter>,
    pub(crate) here: Option<Here>,
    /// Which hit was gone to, in words, and of which filter: they go when another is typed.
    pub(crate) told: Option<(Filter, String)>,
}

impl Find {
    pub(crate) fn kept(&self, filter: &Filter) -> Option<&Answer> {
        let mut kept = self.kept.iter();
        kept.find(|(known, _)| known == filter)
            .map(|(_, answer)| answer)
    }

    pub(crate) fn keep(&mut self, filter: Filter, answer: Answer) {
        self.kept.retain(|(known, _)| *known != filter);
        self.kept.push((filter, answer));
        while self.kept.len() > MOST_KEPT {
            let shown = self.filter.as_ref();
            let oldest = self.kept.iter();
            let oldest = oldest
                .take_while(|(filter, _)| shown == Some(filter))
                .count();
            free(self.kept.remove(oldest));
        }
    }

    /// Takes what is typed as read for these names.
    pub(crate) fn look(&mut self, naming: &Naming) {
        let read = |(text, known): &(String, Naming)| *text == self.text && known == naming;
        if self.read.as_ref().is_some_and(read) {
            return;
        }
        self.read = Some((self.text.clone(), naming.clone()));
        self.cancelled = None;
        (self.filter, self.fault) = match Filter::read(&self.text, naming) {
            Ok(filter) if filter.is_empty() => (None, None),
            Ok(filter) => (Some(filter), None),
            Err(fault) => (None, Some(fault)),
        };
    }

    /// The hits of what is typed; none where they would tell ratings that are hidden.
    pub fn hits(&self, hidden: bool) -> Option<&Arc<Hits>> {
        let filter = self.filter.as_ref()?;
        if hidden && filter.tells_ratings() {
            return None;
        }
        self.kept(filter)?.as_ref().ok()
    }

    /// Whether something is looked for on a thread.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

/// The hits of ends, blunders and forks, and what one of them is called.
pub(crate) fn goal_of(named: Named) -> Option<Goal> {
    let goal = |term, way, name, names| {
        let filter = Filter::one(term);
        Some(Goal {
            filter,
            way,
            name,
            names,
        })
    };
    let end = Term::Kind(KindOf::End);
    match named {
        Named::NextBlunder => goal(Term::Blunder, Way::Next, "Blunder", "blunder"),
        Named::PreviousBlunder => goal(Term::Blunder, Way::Previous, "Blunder", "blunder"),
        Named::NextFork => goal(Term::Fork, Way::Next, "Fork", "fork"),
        Named::PreviousFork => goal(Term::Fork, Way::Previous, "Fork", "fork"),
        Named::NextEnd => goal(end, Way::Next, "End", "end"),
        Named::PreviousEnd => goal(end, Way::Previous, "End", "end"),
        _ => None,
    }
}

/// The command that looks for a text.
fn look_for(text: &str) -> Command {
    Command::Find(text.to_owned())
}

/// A node, and the hits that it was seen with.
fn is_same(here: &Here, node: UnfoldingNode, hits: &Arc<Hits>) -> bool {
    here.node == node && std::ptr::eq(here.hits.as_ptr(), Arc::as_ptr(hits))
}
