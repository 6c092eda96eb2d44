//! What is looked for in the tree.

use std::sync::{Arc, Weak};

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::wake::waker;
use crate::app::document::worker::free;
use crate::app::intent::command::Named;
use crate::app::intent::places::Side;
use crate::app::tools::find::work::{Answer, Begun};
use crate::app::tools::find::{Goal, Way, goal_of, words, work};
use crate::diagram::RatingsFor;
use crate::rating::Analysis;
use crate::session::Action;
use crate::session::filter::{Filter, Naming, Whose};
use crate::tree::Hits;

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
    pub(crate) fn show_find(&mut self, shown: bool) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = if shown { Side::Find } else { Side::Node };
        self.settings.node_panel |= shown;
        self.find.focus = shown;
    }

    /// Looks for what a text asks for.
    pub(crate) fn find(&mut self, ctx: &egui::Context, text: String) {
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
    pub(crate) fn run_find(&mut self, ctx: &egui::Context, named: Named) {
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
    pub(crate) fn keep_finding(&mut self, ctx: &egui::Context) {
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
    pub(crate) fn cancel_finding(&mut self) -> bool {
        let Some(running) = self.find.running.take() else {
            return false;
        };
        self.find.waiting = None;
        self.find.cancelled = Some(running.filter);
        self.tell(Ok("The search was cancelled".to_owned()));
        true
    }

    /// The hits that are marked now: those of what is typed.
    pub(crate) fn marked_hits(&self) -> Option<Arc<Hits>> {
        self.find.hits(self.hidden).cloned()
    }
}
