//! Finding: what is looked for, its hits, and the way from one to the next.

mod panel;
mod words;
mod work;

use std::sync::{Arc, Weak};

use eframe::egui;

use super::command::{Command, Named};
use super::explorer::{Explorer, Side, waker};
use super::worker::free;
use crate::diagram::RatingsFor;
use crate::game::NotationError;
use crate::rating::Analysis;
use crate::session::Action;
use crate::session::filter::{Filter, KindOf, Naming, Term, Whose};
use crate::tree::{Hits, UnfoldingNode};
use panel::Here;
use work::{Answer, Begun, Running};

/// As many searches are kept, so that going from blunder to blunder doesn't forget what was typed.
const MOST_KEPT: usize = 3;

/// Where a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the next hit.
    Next,
    /// To the hit before.
    Previous,
}

/// What a command goes to, and what one of it is called.
#[derive(Clone, Debug, PartialEq)]
struct Goal {
    filter: Filter,
    way: Way,
    name: &'static str,
    names: &'static str,
}

/// What is looked for, and what was found.
#[derive(Default)]
pub(super) struct Find {
    /// What is typed.
    text: String,
    /// What was read of it, and for what names.
    read: Option<(String, Naming)>,
    filter: Option<Filter>,
    fault: Option<NotationError>,
    /// What was found, what was looked for last at the end.
    kept: Vec<(Filter, Answer)>,
    running: Option<Running>,
    /// What is gone to as soon as it is found.
    waiting: Option<Goal>,
    /// What it was found in.
    made_for: Option<Weak<Analysis>>,
    /// The names of that graph's players.
    naming: Option<Naming>,
    /// Whether the field is to get the focus.
    focus: bool,
    /// Whether somebody types.
    typing: bool,
    /// A search that was cancelled isn't begun again by itself.
    cancelled: Option<Filter>,
    here: Option<Here>,
    /// Which hit was gone to, in words, and of which filter: they go when another is typed.
    told: Option<(Filter, String)>,
}

impl Find {
    fn kept(&self, filter: &Filter) -> Option<&Answer> {
        let mut kept = self.kept.iter();
        kept.find(|(known, _)| known == filter)
            .map(|(_, answer)| answer)
    }

    fn keep(&mut self, filter: Filter, answer: Answer) {
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
    fn look(&mut self, naming: &Naming) {
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
fn goal_of(named: Named) -> Option<Goal> {
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

impl Explorer {
    /// The names that a filter is read by now.
    fn find_naming(&self) -> Naming {
        let rated = match self.ratings_for {
            RatingsFor::Player(player) => Whose::Player(player),
            RatingsFor::Mover => Whose::Mover,
        };
        let naming = self.find.naming.clone();
        Naming {
            rated,
            ..naming.unwrap_or_else(|| Naming::of(&*self.document.session.rated().graph))
        }
    }

    /// What is typed on the tab where one looks for something.
    pub fn find_text(&self) -> &str {
        &self.find.text
    }

    /// Shows the tab on which one looks for something, or the node again.
    pub(super) fn show_find(&mut self, shown: bool) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = if shown { Side::Find } else { Side::Node };
        self.settings.node_panel |= shown;
        self.find.focus = shown;
    }

    /// Looks for what a text asks for.
    pub(super) fn find(&mut self, ctx: &egui::Context, text: String) {
        if self.side != Side::Find {
            self.show_find(true);
            self.find.focus = false;
        }
        self.find.text = text;
        self.find.waiting = None;
        self.find.cancelled = None;
        self.keep_finding(ctx);
    }

    /// Does one of the commands that go from hit to hit.
    pub(super) fn run_find(&mut self, ctx: &egui::Context, named: Named) {
        let way = match named {
            Named::NextHit | Named::NextOccurrence => Way::Next,
            _ => Way::Previous,
        };
        let goal = match named {
            Named::NextHit | Named::PreviousHit => {
                let Some(filter) = self.find.filter.clone() else {
                    self.show_find(true);
                    let what = match &self.find.fault {
                        Some(fault) => Err(fault.to_string()),
                        None => Ok("Type what you look for, or choose it below".to_owned()),
                    };
                    self.tell(what);
                    return;
                };
                Goal {
                    filter,
                    way,
                    name: "Hit",
                    names: "hit",
                }
            }
            Named::NextOccurrence | Named::PreviousOccurrence => {
                let session = &self.document.session;
                let graph = &session.rated().graph;
                Goal {
                    filter: Filter::occurrences(&**graph, session.vertex()),
                    way,
                    name: "Place",
                    names: "place of this position",
                }
            }
            named => match goal_of(named) {
                Some(goal) => goal,
                None => return,
            },
        };
        if self.hidden && goal.filter.tells_ratings() {
            self.tell(Err(words::kept_back().to_owned()));
            return;
        }
        if self.document.is_building() {
            self.tell(Ok(
                "The board is still being built: hits are gone to once all of it is known"
                    .to_owned(),
            ));
        }
        self.find.cancelled = None;
        self.find.waiting = Some(goal);
        self.keep_finding(ctx);
    }

    /// Goes to what was waited for.
    fn go_to_hit(&mut self, goal: &Goal, answer: &Answer) {
        let hits = match answer {
            Ok(hits) => hits,
            Err(why) => {
                self.tell(Err(why.clone()));
                return;
            }
        };
        let session = &self.document.session;
        let graph = session.rated().graph.graph();
        let line = session.line();
        let found = match goal.way {
            Way::Next => hits.next(graph, &line),
            Way::Previous => hits.previous(graph, &line),
        };
        let Some(found) = found else {
            let told = words::none(hits, goal.names);
            self.tell(Ok(told));
            return;
        };
        let number = hits.number(graph, &found.line);
        let only = found.line == line;
        let told = words::went_to(hits, goal.name, number, goal.way, (found.wrapped, only));
        let before = session.selected();
        if !only {
            self.act(Action::SelectLine(found.line));
        }
        // A tree that is full has said so.
        if only || self.document.session.selected() != before {
            let typed = self.find.filter.as_ref() == Some(&goal.filter);
            self.find.told = typed.then(|| (goal.filter.clone(), told.clone()));
            self.tell(Ok(told));
        }
    }

    /// Begins what is to be looked for, takes what was found, and begins again in another tree.
    pub(super) fn keep_finding(&mut self, ctx: &egui::Context) {
        let analysis = &self.document.session.rated().analysis;
        let own = Arc::as_ptr(analysis);
        let is_now = |made_for: &Weak<Analysis>| std::ptr::eq(made_for.as_ptr(), own);
        if !self.find.made_for.as_ref().is_some_and(is_now) {
            let find = &mut self.find;
            find.made_for = Some(Arc::downgrade(analysis));
            find.naming = None;
            find.running = None;
            find.here = None;
            find.cancelled = None;
            free(std::mem::take(&mut find.kept));
        }
        if self.find.naming.is_none() {
            let naming = Naming::of(&*self.document.session.rated().graph);
            self.find.naming = Some(naming);
        }
        let naming = self.find_naming();
        self.find.look(&naming);
        let typed = self.find.filter.as_ref();
        let of_another = |told: &mut (Filter, String)| Some(&told.0) != typed;
        if let Some((_, words)) = self.find.told.take_if(of_another) {
            self.notice.take_if(|notice| notice.text == words);
        }
        if let Some(running) = &self.find.running
            && let Some(answer) = running.poll()
        {
            let filter = running.filter.clone();
            self.find.running = None;
            self.find.keep(filter, answer);
        }
        if self.document.is_building() {
            return;
        }
        let find = &mut self.find;
        let hidden = self.hidden;
        let typed = find.filter.as_ref().filter(|filter| {
            find.cancelled.as_ref() != Some(*filter) && !(hidden && filter.tells_ratings())
        });
        let wanted = find.waiting.as_ref().map(|goal| &goal.filter);
        let lacks = |filter: &&Filter| find.kept(filter).is_none();
        let next = wanted.filter(lacks).or(typed.filter(lacks)).cloned();
        let is_running = |filter: &Filter| {
            let running = find.running.as_ref();
            running.is_some_and(|running| running.filter == *filter)
        };
        match next {
            Some(filter) if !is_running(&filter) => {
                find.running = None;
                let rated = self.document.session.rated();
                match work::begin(rated, &filter, [waker(ctx), waker(ctx)]) {
                    Begun::Done(answer) => self.find.keep(filter, answer),
                    Begun::Running(running) => self.find.running = Some(running),
                }
                ctx.request_repaint();
            }
            Some(_) => {}
            // Nobody wants what is looked for any more.
            None => find.running = None,
        }
        if let Some(goal) = self.find.waiting.take() {
            match self.find.kept(&goal.filter).cloned() {
                Some(answer) => self.go_to_hit(&goal, &answer),
                None => self.find.waiting = Some(goal),
            }
        }
    }

    /// Stops the search that is under way; whether there was one.
    pub(super) fn cancel_finding(&mut self) -> bool {
        let Some(running) = self.find.running.take() else {
            return false;
        };
        self.find.waiting = None;
        self.find.cancelled = Some(running.filter);
        self.tell(Ok("The search was cancelled".to_owned()));
        true
    }

    /// The hits that are marked now: those of what is typed.
    pub(super) fn marked_hits(&self) -> Option<Arc<Hits>> {
        self.find.hits(self.hidden).cloned()
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
