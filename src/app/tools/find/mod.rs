//! Find: the filter, its matches, and the commands that go from one to the next.

mod lists;
mod strip;

use std::sync::Arc;

use eframe::egui::{self, Context};

use self::lists::{FindAnswer, FindDirection, SelectedMatches, begin, begin_by_ply};
use crate::app::base::{Slot, SlotState, drop_in_background, waker};
use crate::app::document::OfTree;
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::game::{NotationError, Refusal};
use crate::rating::Loss;
use crate::session::Action;
use crate::session::filter::{Filter, KindOf, Naming, Term, Whose};
use crate::tree::{FoundHit, Hits, HitsByPly, Plies};
use lists::Listed;

/// Maximum number of searches kept, so that going from blunder to blunder doesn't discard the typed
/// one.
const MAX_KEPT: usize = 3;

/// The commands that go from match to match.
const GOES: [CommandId; 7] = [
    CommandId::NextHit,
    CommandId::PreviousHit,
    CommandId::NextOccurrence,
    CommandId::PreviousOccurrence,
    CommandId::NextBlunder,
    CommandId::NextFork,
    CommandId::NextEnd,
];

/// The target of a command, and the word for one of its matches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    filter: Filter,
    pub(crate) way: FindDirection,
    pub(crate) name: &'static str,
    pub(crate) names: &'static str,
    /// Whether the first match is wanted, and not the next.
    first: bool,
}

/// The filter and its results.
#[derive(Default)]
pub(crate) struct Find {
    /// Whether the strip is open; matches are marked only then.
    open: bool,
    /// The typed text.
    text: String,
    /// The parsed text, and the names it was parsed with.
    read: Option<(String, Naming)>,
    filter: Option<Filter>,
    fault: Option<NotationError>,
    /// The results of recent searches, the last one at the end.
    kept: Vec<(Filter, FindAnswer)>,
    /// The search in progress, with its progress in thousandths. A canceled one isn't started again
    /// automatically.
    running: Slot<Filter, Arc<Hits>, u32>,
    /// The matches of the typed filter, by ply.
    by_ply: Slot<Filter, Arc<HitsByPly>>,
    /// Whether those have just been listed.
    lists_plies: bool,
    /// The content of the match list.
    listed: Listed,
    /// The target to go to as soon as it is found.
    waiting: Option<Goal>,
    /// The search that a command has started: next and previous go through its matches, until a
    /// filter is typed.
    sought: Option<Goal>,
    /// The tree of the results.
    made_for: Option<OfTree>,
    /// The names of that graph's players.
    own_naming: Option<Naming>,
    /// Whether the field is to get the focus.
    focus: bool,
    /// Whether the user is typing.
    typing: bool,
    here: Option<SelectedMatches>,
    /// The match that was reached, as text, and its filter; cleared when another is typed.
    told: Option<(Filter, String)>,
}

impl Tool for Find {
    fn strip_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if self.is_shown(cx.desk) {
            self.panel_ui(ui, cx);
        }
    }

    fn sync(&mut self, desk: &mut Desk) {
        let shown = self.is_shown(desk);
        desk.hits = self.hits(desk.hidden).filter(|_| shown).cloned();
        self.focus &= shown;
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        self.keep_finding(desk, ctx);
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let SlotState::Running(_, progress) = self.running.state() else {
            let counts = self.by_ply.is_running();
            return counts.then(|| BackgroundWork::on_thread("matches are being counted by ply"));
        };
        Some(BackgroundWork {
            share: Some(*progress.now() as f32 / 1_000.0),
            ..BackgroundWork::on_thread("matches are being searched")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        let stopped = self.running.cancel() || self.by_ply.cancel();
        if stopped {
            self.waiting = None;
        }
        desk.tell_stopped(stopped, "Search canceled")
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::Find).then(|| self.is_shown(desk))
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::Find).then(|| has_room(desk))
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            // The shortcut returns to the field for further typing.
            Command::Named(CommandId::Find) => self.show(desk),
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
            // A mark on the board is cleared first.
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

/// Whether the strip can be shown: nothing else covers the middle, or restricts what may be seen
/// there.
fn has_room(desk: &Desk) -> bool {
    !desk.compares && !desk.practises && desk.middle != MainView::Editor
}

impl Find {
    /// Whether the strip is seen.
    fn is_shown(&self, desk: &Desk) -> bool {
        self.open && has_room(desk)
    }

    /// Closes the strip and removes its marks; the typed text is kept.
    fn close(&mut self, desk: &mut Desk) {
        self.open = false;
        self.sync(desk);
    }

    fn kept(&self, filter: &Filter) -> Option<&FindAnswer> {
        let mut kept = self.kept.iter();
        kept.find(|(known, _)| known == filter)
            .map(|(_, answer)| answer)
    }

    fn keep_found(&mut self, filter: Filter, answer: FindAnswer) {
        self.kept.retain(|(known, _)| *known != filter);
        self.kept.push((filter, answer));
        while self.kept.len() > MAX_KEPT {
            let shown = self.filter.as_ref();
            let oldest = self.kept.iter();
            let oldest = oldest
                .take_while(|(filter, _)| shown == Some(filter))
                .count();
            drop_in_background(self.kept.remove(oldest));
        }
    }

    /// Parses the typed text with these names.
    fn update(&mut self, naming: &Naming) {
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

    /// The typed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The matches of the typed filter; none if they would reveal hidden ratings.
    pub fn hits(&self, hidden: bool) -> Option<&Arc<Hits>> {
        let filter = self.filter.as_ref()?;
        if hidden && filter.tells_ratings() {
            return None;
        }
        self.kept(filter)?.as_ref().ok()
    }

    /// The names that a filter is read by now.
    fn naming(&self, desk: &Desk) -> Naming {
        let player = desk.ratings_for.player();
        let rated = player.map_or(Whose::Mover, Whose::Player);
        let naming = self.own_naming.clone();
        Naming {
            rated,
            ..naming.unwrap_or_else(|| Naming::of(&*desk.document.session.rated().graph))
        }
    }

    /// Runs one of the commands that go from match to match.
    fn go(&mut self, desk: &mut Desk, ctx: &Context, named: CommandId) {
        let way = match named {
            CommandId::PreviousHit | CommandId::PreviousOccurrence => FindDirection::Previous,
            _ => FindDirection::Next,
        };
        let again = matches!(named, CommandId::NextHit | CommandId::PreviousHit);
        let goal = match (named, &self.sought) {
            (_, Some(sought)) if again => Goal {
                way,
                ..sought.clone()
            },
            (CommandId::NextHit | CommandId::PreviousHit, _) => {
                let Some(filter) = self.filter.clone() else {
                    self.show(desk);
                    let what = match &self.fault {
                        Some(fault) => Err(fault.clone().into()),
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
            (CommandId::NextOccurrence | CommandId::PreviousOccurrence, _) => {
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
            desk.tell(Err(Refusal::new(lists::kept_back(), "")));
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

    /// Goes to the first match of a ply.
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
            way: FindDirection::Next,
            name: "Match",
            names: "match",
            first: true,
        });
        self.keep_finding(desk, ctx);
    }

    /// Goes to the awaited target.
    fn go_to_hit(&mut self, desk: &mut Desk, goal: &Goal, answer: &FindAnswer) {
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
        // A new search goes to its simplest match: one with the fewest plies.
        let is_new = self.told.is_none() && self.filter.as_ref() == Some(&goal.filter);
        let no_wrap = |line| FoundHit {
            line,
            wrapped: false,
        };
        let seeks_shallowest = is_new && goal.way == FindDirection::Next && line.is_empty();
        let found = match goal.way {
            _ if goal.first => hits.first(graph).map(no_wrap),
            _ if seeks_shallowest => hits.shallowest(graph).map(no_wrap),
            FindDirection::Next => hits.next(graph, &line),
            FindDirection::Previous => hits.previous(graph, &line),
        };
        let Some(found) = found else {
            let report = lists::none(hits, goal.names, graph);
            desk.tell(Ok(report));
            return;
        };
        // The match of the whole filter, wherever the target is.
        let all = self.hits(false).filter(|_| goal.first);
        let hits = all.unwrap_or(hits);
        let number = hits.number(graph, &found.line);
        let is_here = found.line == line;
        let only = is_here && hits.total() == Some(1_u32.into());
        let first_at = (goal.first || seeks_shallowest).then(|| {
            let sources = found.line.iter().map(|edge| graph.source(*edge));
            sources.map(|source| graph.cost(source)).sum()
        });
        let how = (found.wrapped, only);
        let message = lists::went_to(hits, goal.name, number, goal.way, how, first_at);
        let before = session.selected();
        if !is_here {
            desk.walk(Action::SelectLine(found.line));
        }
        // A tree that is full has said so.
        if is_here || desk.document.session.selected() != before {
            let typed = self.filter.clone();
            let typed = typed.filter(|typed| goal.first || *typed == goal.filter);
            self.told = typed.map(|filter| (filter, message.clone()));
            desk.tell(Ok(message));
        }
    }

    /// Starts requested searches, takes results, and starts again in another tree.
    fn keep_finding(&mut self, desk: &mut Desk, ctx: &Context) {
        let now = OfTree::now(&desk.document);
        if self.made_for.as_ref() != Some(&now) {
            self.made_for = Some(now.clone());
            self.own_naming = None;
            self.running.forget();
            self.by_ply.forget();
            self.here = None;
            drop_in_background(std::mem::take(&mut self.kept));
        }
        if self.own_naming.is_none() {
            let naming = Naming::of(&*desk.document.session.rated().graph);
            self.own_naming = Some(naming);
        }
        self.update(&self.naming(desk));
        let typed = self.filter.as_ref();
        let of_another = |told: &mut (Filter, String)| Some(&told.0) != typed;
        if let Some((_, text)) = self.told.take_if(of_another) {
            desk.notice.take_if(|notice| notice.text == text);
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
            // The search isn't wanted any more.
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

    /// Counts the matches of the typed filter by ply, once they are known.
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

    /// Stores the results of the search.
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

/// The filters for ends, blunders and choices, with the word for one match.
pub(crate) fn goal_of(named: CommandId) -> Option<Goal> {
    let (term, name, names) = match named {
        CommandId::NextBlunder => (Term::Worse(Loss::Blunder), "Blunder", "blunder"),
        CommandId::NextFork => (Term::Fork, "Choice", "choice"),
        CommandId::NextEnd => (Term::Kind(KindOf::End), "End", "end"),
        _ => return None,
    };
    Some(Goal {
        filter: Filter::one(term),
        way: FindDirection::Next,
        name,
        names,
        first: false,
    })
}

/// The command that searches for a text.
fn look_for(text: &str) -> Command {
    Command::Find(text.to_owned())
}
