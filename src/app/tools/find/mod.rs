//! Finding: what is looked for, its hits, and the way from one to the next.

mod here;
mod lists;
mod more;
mod strip;
mod words;
mod work;

use std::sync::Arc;

use eframe::egui::{self, Context};

use crate::app::base::{Slot, State, free, waker};
use crate::app::document::OfTree;
use crate::app::intent::{Command, Middle, Named};
use crate::app::parts::{Cx, Desk, Responder, Tool, Work};
use crate::diagram::RatingsFor;
use crate::game::NotationError;
use crate::session::Action;
use crate::session::filter::{Filter, KindOf, Naming, Term, Whose};
use crate::tree::{Found, Hits, HitsByPly, Plies};
use here::Here;
use lists::Listed;
use words::Way;
use work::{Answer, begin, begin_by_ply};

/// As many searches are kept, so that going from blunder to blunder doesn't forget what was typed.
const MAX_KEPT: usize = 3;

/// The commands that go from hit to hit.
const GOES: [Named; 7] = [
    Named::NextHit,
    Named::PreviousHit,
    Named::NextOccurrence,
    Named::PreviousOccurrence,
    Named::NextBlunder,
    Named::NextFork,
    Named::NextEnd,
];

/// What a command goes to, and what one of it is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    filter: Filter,
    pub(crate) way: Way,
    pub(crate) name: &'static str,
    pub(crate) names: &'static str,
    /// Whether the first one is gone to, and not the next.
    first: bool,
}

/// What is looked for, and what was found.
#[derive(Default)]
pub(crate) struct Find {
    /// Whether the strip is open: what was found is marked as long as it is.
    open: bool,
    /// What is typed.
    text: String,
    /// What was read of it, and for what names.
    read: Option<(String, Naming)>,
    filter: Option<Filter>,
    fault: Option<NotationError>,
    /// What was found, what was looked for last at the end.
    kept: Vec<(Filter, Answer)>,
    /// The search that is under way; it tells how much is done, in thousandths. One that was canceled
    /// isn't begun again by itself.
    running: Slot<Filter, Arc<Hits>, u32>,
    /// The hits of what is typed, by ply.
    by_ply: Slot<Filter, Arc<HitsByPly>>,
    /// Whether those have just been listed.
    lists_plies: bool,
    /// What the list of hits lists.
    listed: Listed,
    /// What is gone to as soon as it is found.
    waiting: Option<Goal>,
    /// What a command has begun to look for: the next and the previous hit are its, until something is
    /// typed.
    sought: Option<Goal>,
    /// What it was found in.
    made_for: Option<OfTree>,
    /// The names of that graph's players.
    own_naming: Option<Naming>,
    /// Whether the field is to get the focus.
    focus: bool,
    /// Whether somebody types.
    typing: bool,
    here: Option<Here>,
    /// Which hit was gone to, in words, and of which filter: they go when another is typed.
    told: Option<(Filter, String)>,
}

impl Tool for Find {
    fn strip_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if self.is_shown(cx.desk) {
            self.panel_ui(ui, cx);
        }
    }

    fn keep(&mut self, desk: &mut Desk) {
        let shown = self.is_shown(desk);
        desk.hits = self.hits(desk.hidden).filter(|_| shown).cloned();
        self.focus &= shown;
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        self.keep_finding(desk, ctx);
    }

    fn work(&self, _desk: &Desk) -> Option<Work> {
        let State::Running(_, told) = self.running.state() else {
            let counts = self.by_ply.is_running();
            return counts.then(|| Work::on_thread("matches are being counted by ply"));
        };
        Some(Work {
            share: Some(*told.now() as f32 / 1_000.0),
            ..Work::on_thread("matches are being searched")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        let stopped = self.running.cancel() || self.by_ply.cancel();
        if stopped {
            self.waiting = None;
            desk.tell(Ok("Search canceled".to_owned()));
        }
        stopped
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::Find).then(|| self.is_shown(desk))
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::Find).then(|| has_room(desk))
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            // Whoever comes back by the key goes on typing.
            Command::Named(Named::Find) => self.show(desk),
            Command::Named(named) if GOES.contains(named) => self.go(desk, ctx, *named),
            Command::Find(text) => {
                self.open = true;
                self.text.clone_from(text);
                self.waiting = None;
                self.sought = None;
                self.running.again();
                self.keep_finding(desk, ctx);
            }
            Command::FindInPly(ply) => self.go_to_ply(desk, ctx, *ply),
            Command::CloseFind => self.close(desk),
            // What is marked on the board goes first.
            Command::Dismiss if self.is_shown(desk) && desk.marked.is_none() => self.close(desk),
            _ => return None,
        }
        Some(Responder::Window)
    }

    fn give_up(&mut self, desk: &mut Desk) {
        self.cancel(desk);
        self.close(desk);
    }
}

/// Whether the strip has a place: nothing else covers the middle, or tells what may be seen there.
fn has_room(desk: &Desk) -> bool {
    !desk.compares && !desk.practises && desk.middle != Middle::Editor
}

impl Find {
    /// Whether the strip is seen.
    fn is_shown(&self, desk: &Desk) -> bool {
        self.open && has_room(desk)
    }

    /// Takes the strip and its marks away; what is typed stays for the next time.
    fn close(&mut self, desk: &mut Desk) {
        self.open = false;
        self.keep(desk);
    }

    fn kept(&self, filter: &Filter) -> Option<&Answer> {
        let mut kept = self.kept.iter();
        kept.find(|(known, _)| known == filter)
            .map(|(_, answer)| answer)
    }

    fn keep_found(&mut self, filter: Filter, answer: Answer) {
        self.kept.retain(|(known, _)| *known != filter);
        self.kept.push((filter, answer));
        while self.kept.len() > MAX_KEPT {
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
        let typed = self
            .read
            .as_ref()
            .is_none_or(|(text, _)| *text != self.text);
        if typed {
            self.sought = None;
        }
        self.read = Some((self.text.clone(), naming.clone()));
        self.running.again();
        (self.filter, self.fault) = match Filter::read(&self.text, naming) {
            Ok(filter) if filter.is_empty() => (None, None),
            Ok(filter) => (Some(filter), None),
            Err(fault) => (None, Some(fault)),
        };
    }

    /// What is typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The hits of what is typed; none where they would tell ratings that are hidden.
    pub fn hits(&self, hidden: bool) -> Option<&Arc<Hits>> {
        let filter = self.filter.as_ref()?;
        if hidden && filter.tells_ratings() {
            return None;
        }
        self.kept(filter)?.as_ref().ok()
    }

    /// The names that a filter is read by now.
    fn naming(&self, desk: &Desk) -> Naming {
        let rated = match desk.ratings_for {
            RatingsFor::Player(player) => Whose::Player(player),
            RatingsFor::Mover => Whose::Mover,
        };
        let naming = self.own_naming.clone();
        Naming {
            rated,
            ..naming.unwrap_or_else(|| Naming::of(&*desk.document.session.rated().graph))
        }
    }

    /// Does one of the commands that go from hit to hit.
    fn go(&mut self, desk: &mut Desk, ctx: &Context, named: Named) {
        let way = match named {
            Named::PreviousHit | Named::PreviousOccurrence => Way::Previous,
            _ => Way::Next,
        };
        let again = matches!(named, Named::NextHit | Named::PreviousHit);
        let goal = match (named, &self.sought) {
            (_, Some(sought)) if again => Goal {
                way,
                ..sought.clone()
            },
            (Named::NextHit | Named::PreviousHit, _) => {
                let Some(filter) = self.filter.clone() else {
                    self.show(desk);
                    let what = match &self.fault {
                        Some(fault) => Err(fault.to_string()),
                        None => Ok("Type a filter or choose one below".to_owned()),
                    };
                    desk.tell(what);
                    return;
                };
                Goal {
                    filter,
                    way,
                    name: "Match",
                    names: "match",
                    first: false,
                }
            }
            (Named::NextOccurrence | Named::PreviousOccurrence, _) => {
                let session = &desk.document.session;
                let graph = &session.rated().graph;
                Goal {
                    filter: Filter::occurrences(&**graph, session.vertex()),
                    way,
                    name: "Occurrence",
                    names: "occurrence of this position",
                    first: false,
                }
            }
            (named, _) => match goal_of(named) {
                Some(goal) => goal,
                None => return,
            },
        };
        if desk.hidden && goal.filter.tells_ratings() {
            desk.tell(Err(words::kept_back().to_owned()));
            return;
        }
        if desk.document.is_building() {
            desk.tell(Ok("Search starts when the tree is built".to_owned()));
        }
        self.running.again();
        if !again {
            self.sought = Some(goal.clone());
        }
        self.waiting = Some(goal);
        self.keep_finding(desk, ctx);
    }

    /// Goes to the first hit of a ply.
    fn go_to_ply(&mut self, desk: &mut Desk, ctx: &Context, ply: u32) {
        let Some(mut filter) = self.filter.clone() else {
            return;
        };
        let only = Plies {
            from: ply,
            to: Some(ply),
        };
        filter.terms.push(Term::Ply(only));
        self.running.again();
        self.sought = None;
        self.waiting = Some(Goal {
            filter,
            way: Way::Next,
            name: "Match",
            names: "match",
            first: true,
        });
        self.keep_finding(desk, ctx);
    }

    /// Goes to what was waited for.
    fn go_to_hit(&mut self, desk: &mut Desk, goal: &Goal, answer: &Answer) {
        let hits = match answer {
            Ok(hits) => hits,
            Err(why) => {
                desk.tell(Err(why.clone()));
                return;
            }
        };
        let session = &desk.document.session;
        let graph = session.rated().graph.graph();
        let line = session.line();
        // Whoever looks for something new is shown the plainest of it: that of the fewest plies.
        let is_new = self.told.is_none() && self.filter.as_ref() == Some(&goal.filter);
        let no_wrap = |line| Found {
            line,
            wrapped: false,
        };
        let found = match goal.way {
            _ if goal.first => hits.first(graph).map(no_wrap),
            Way::Next if is_new && line.is_empty() => hits.shallowest(graph).map(no_wrap),
            Way::Next => hits.next(graph, &line),
            Way::Previous => hits.previous(graph, &line),
        };
        let Some(found) = found else {
            let told = words::none(hits, goal.names);
            desk.tell(Ok(told));
            return;
        };
        // Of all that is looked for, wherever in it was gone to.
        let all = self.hits(false).filter(|_| goal.first);
        let hits = all.unwrap_or(hits);
        let number = hits.number(graph, &found.line);
        let is_here = found.line == line;
        let only = is_here && hits.total() == Some(1_u32.into());
        let told = words::went_to(hits, goal.name, number, goal.way, (found.wrapped, only));
        let before = session.selected();
        if !is_here {
            desk.walk(Action::SelectLine(found.line));
        }
        // A tree that is full has said so.
        if is_here || desk.document.session.selected() != before {
            let typed = self.filter.clone();
            let typed = typed.filter(|typed| goal.first || *typed == goal.filter);
            self.told = typed.map(|filter| (filter, told.clone()));
            desk.tell(Ok(told));
        }
    }

    /// Begins what is to be looked for, takes what was found, and begins again in another tree.
    fn keep_finding(&mut self, desk: &mut Desk, ctx: &Context) {
        let now = OfTree::now(&desk.document);
        if self.made_for.as_ref() != Some(&now) {
            self.made_for = Some(now.clone());
            self.own_naming = None;
            self.running.forget();
            self.by_ply.forget();
            self.here = None;
            free(std::mem::take(&mut self.kept));
        }
        if self.own_naming.is_none() {
            let naming = Naming::of(&*desk.document.session.rated().graph);
            self.own_naming = Some(naming);
        }
        self.look(&self.naming(desk));
        let typed = self.filter.as_ref();
        let of_another = |told: &mut (Filter, String)| Some(&told.0) != typed;
        if let Some((_, words)) = self.told.take_if(of_another) {
            desk.notice.take_if(|notice| notice.text == words);
        }
        self.running.poll();
        self.keep_answer();
        if desk.document.is_building() {
            return;
        }
        let wanted = self.waiting.as_ref().map(|goal| &goal.filter);
        let typed = self.filter.as_ref();
        let seen = |filter: &&Filter| self.open && !(desk.hidden && filter.tells_ratings());
        let typed = typed.filter(seen);
        let lacks = |filter: &&Filter| self.kept(filter).is_none();
        match wanted.filter(lacks).or(typed.filter(lacks)).cloned() {
            Some(filter) => {
                let rated = desk.document.session.rated();
                let begins = || begin(rated, &filter, [waker(ctx), waker(ctx)]);
                if self.running.want(filter.clone(), begins) {
                    ctx.request_repaint();
                }
                self.keep_answer();
            }
            // Nobody wants what is looked for any more.
            None => self.running.forget(),
        }
        if let Some(goal) = self.waiting.take() {
            match self.kept(&goal.filter).cloned() {
                Some(answer) => self.go_to_hit(desk, &goal, &answer),
                None => self.waiting = Some(goal),
            }
        }
        self.count_by_ply(desk, ctx);
    }

    /// Counts the hits of what is typed by ply, as soon as they are known.
    fn count_by_ply(&mut self, desk: &Desk, ctx: &Context) {
        let hits = self.hits(desk.hidden).filter(|_| self.open);
        let Some((filter, hits)) = self.filter.clone().zip(hits.cloned()) else {
            self.by_ply.forget();
            return;
        };
        let rated = desk.document.session.rated();
        let begins = || begin_by_ply(rated, &hits, waker(ctx));
        if self.by_ply.want(filter, begins) {
            ctx.request_repaint();
        }
    }

    /// Keeps what the search has found.
    fn keep_answer(&mut self) {
        let Some(filter) = self.running.key().cloned() else {
            return;
        };
        if let Some(answer) = self.running.take() {
            self.keep_found(filter, answer);
        }
    }

    /// Opens the strip, and gives it the keyboard.
    fn show(&mut self, desk: &Desk) {
        self.open = true;
        self.focus = self.is_shown(desk);
    }
}

/// The hits of ends, blunders and choices, and what one of them is called.
pub(crate) fn goal_of(named: Named) -> Option<Goal> {
    let (term, name, names) = match named {
        Named::NextBlunder => (Term::Blunder, "Blunder", "blunder"),
        Named::NextFork => (Term::Fork, "Choice", "choice"),
        Named::NextEnd => (Term::Kind(KindOf::End), "End", "end"),
        _ => return None,
    };
    Some(Goal {
        filter: Filter::one(term),
        way: Way::Next,
        name,
        names,
        first: false,
    })
}

/// The command that looks for a text.
fn look_for(text: &str) -> Command {
    Command::Find(text.to_owned())
}
