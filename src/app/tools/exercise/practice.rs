//! An exercise in progress: the current blank, typed text, feedback, and the saved state.

use std::path::PathBuf;

use serde_json::value::RawValue;

use crate::app::base::fault_text;
use crate::app::document::{ExerciseMark, KeptExercise, Opened, RestoredExercise};
use crate::app::parts::Canvas;
use crate::diagram::{ExerciseSight, Family, PlacedNode, Rect, exercise_bounds, exercise_rect};
use crate::game::Refusal;
use crate::save::{ExerciseFile, Members};
use crate::session::exercise::{
    Answer, Attempt, Blank, BlankEntry, Filling, Posed, Right, ShownAttempt, read_answer,
};
use crate::tree::UnfoldingNode;

/// Feedback on a blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Feedback {
    /// It is right, and why.
    Right(String),
    /// It is wrong, and why.
    Wrong(String),
    /// A hint.
    Hint(String),
    /// The typed text isn't a valid answer.
    Fault(String),
    /// The right answer, with its reason.
    Shown(String),
}

/// An exercise in progress.
pub(crate) struct Practice {
    pub posed: Box<Posed>,
    pub attempt: Attempt,
    pub canvas: Canvas,
    pub current: usize,
    /// The text being typed, if any.
    pub typed: Option<String>,
    /// The moves being marked, if any.
    pub pending: Option<Answer>,
    /// The index of the move that keys mark.
    pub index: usize,
    pub told: Option<Feedback>,
    /// Whether the answer is checked as soon as it is given.
    pub at_once: bool,
    /// The line in the open document to the exercise's root.
    pub prefix: String,
    pub path: Option<PathBuf>,
    title: Option<String>,
    members: Members,
    /// The last saved attempt.
    saved: Attempt,
    /// The blank that the board shows.
    pub watched: Option<usize>,
    bounds: Rect,
    sights: Vec<PlacedNode>,
}

impl Practice {
    pub fn new(posed: Box<Posed>, attempt: Attempt, prefix: String, at_once: bool) -> Self {
        let (layout, sights) = posed.laid_out();
        let mut practice = Self {
            saved: attempt.clone(),
            bounds: exercise_bounds(&layout),
            sights,
            posed,
            attempt,
            canvas: Canvas::default(),
            current: 0,
            typed: None,
            pending: None,
            index: 0,
            told: None,
            at_once,
            prefix,
            path: None,
            title: None,
            members: Members::default(),
            watched: None,
        };
        let last = practice.posed.blanks().len().saturating_sub(1);
        let first = practice.attempt.next(&practice.posed, last, true, true);
        practice.go_to(first.unwrap_or(0));
        practice
    }

    pub fn of_opened((posed, attempt, path, title, members): Opened, at_once: bool) -> Self {
        Self {
            path,
            title,
            members,
            ..Self::new(posed, attempt, String::new(), at_once)
        }
    }

    /// An exercise from a recovery file: its answers are in no other file.
    pub fn restored(restored_exercise: RestoredExercise, at_once: bool) -> Self {
        let (posed, attempt, path, title, members) = restored_exercise.parts;
        let saved = Attempt::new(&posed);
        let mut practice = Self {
            path,
            title,
            members,
            saved,
            ..Self::new(posed, attempt, restored_exercise.prefix, at_once)
        };
        if restored_exercise.current < practice.posed.blanks().len() {
            practice.go_to(restored_exercise.current);
            practice.typed = restored_exercise.typed;
        }
        practice
    }

    /// The exercise as a recovery file stores it, with pending marks.
    pub fn kept(&self) -> Option<KeptExercise> {
        let mut attempt = self.attempt.clone();
        if let Some(answer) = self.pending.clone() {
            attempt.give(self.current, Some(answer));
        }
        let mut text = Vec::new();
        self.file_of(&attempt).write(&mut text).ok()?;
        let text = String::from_utf8(text).ok()?;
        Some(KeptExercise {
            file: RawValue::from_string(text).ok()?,
            prefix: self.prefix.clone(),
            path: self.path.clone(),
            current: self.current,
            typed: self.typed.clone(),
        })
    }

    /// The state of the exercise, if it has unsaved answers.
    pub fn mark(&self) -> Option<ExerciseMark> {
        let is_new = self.is_unsaved() || self.typed.is_some() || self.pending.is_some();
        is_new.then(|| ExerciseMark {
            attempt: self.attempt.clone(),
            current: self.current,
            typed: self.typed.clone(),
            pending: self.pending.clone(),
        })
    }

    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    pub fn blank(&self) -> Option<&Blank> {
        self.posed.blank(self.current)
    }

    pub fn entry(&self) -> Option<&BlankEntry> {
        self.attempt.entry(self.current)
    }

    /// The node to show for the current blank; for a cut, the parent.
    pub fn node(&self) -> UnfoldingNode {
        let node = self.blank().map_or(UnfoldingNode::ROOT, |blank| blank.node);
        match self.posed.task().filling() {
            Filling::MarkCut => self.posed.unfolding().parent(node).unwrap_or(node),
            _ => node,
        }
    }

    /// The place of the current blank, with the moves below.
    pub fn family(&self) -> Family {
        let view = self.posed.view();
        let field = self.posed.has_fields();
        let rect = |node: UnfoldingNode| {
            let sight = self.sights.iter().find(|sight| sight.node == node)?;
            Some(exercise_rect(&view, node, sight.at, field).grown(10.0))
        };
        let node = self.node();
        let children = self.posed.children(node).into_iter().filter_map(rect);
        Family {
            whole: self.bounds,
            selected: rect(node).unwrap_or(self.bounds),
            children: children.reduce(Rect::and),
            parent: view.unfolding.parent(node).and_then(rect),
        }
    }

    /// All nodes as they are seen now.
    pub fn seen(&self) -> Vec<ExerciseSight> {
        let chosen = match (self.posed.task().filling(), self.blank()) {
            (Filling::MarkBest, Some(blank)) if !self.is_over() => {
                self.posed.children(blank.node).get(self.index).copied()
            }
            _ => None,
        };
        let look = ShownAttempt {
            current: (!self.is_over()).then_some(self.current),
            typed: self.typed.as_deref(),
            pending: self.pending.as_ref(),
            chosen,
            ..ShownAttempt::of(&self.attempt)
        };
        self.posed.seen(&self.sights, &look)
    }

    /// Whether all is right, or was shown.
    pub fn is_over(&self) -> bool {
        self.attempt.is_shown() || self.attempt.is_done(&self.posed)
    }

    pub fn go_to(&mut self, blank: usize) {
        self.take_typed();
        self.current = blank;
        self.typed = None;
        self.pending = None;
        self.index = 0;
        self.told = self.told_of_entry();
        self.canvas.follow();
    }

    /// The previous feedback on the current blank.
    fn told_of_entry(&self) -> Option<Feedback> {
        let entry = self.entry()?;
        let text = entry.verdict.as_ref()?.text.clone();
        Some(match (entry.shown, entry.is_right()) {
            (true, _) => Feedback::Shown(text),
            (false, true) => Feedback::Right(text),
            (false, false) => Feedback::Wrong(text),
        })
    }

    /// Goes to the next blank, or the one before.
    pub fn step(&mut self, forward: bool) {
        if let Some(next) = self.attempt.next(&self.posed, self.current, forward, false) {
            self.go_to(next);
        }
    }

    /// Keeps a typed or marked answer, if it is valid, when the user goes elsewhere.
    fn take_typed(&mut self) {
        if let Some(Ok(answer)) = self.given() {
            self.attempt.give(self.current, Some(answer));
        }
    }

    /// The answer that was typed or marked and not given yet.
    fn given(&self) -> Option<Result<Answer, Refusal>> {
        let blank = self.blank()?;
        if let Some(typed) = &self.typed {
            return Some(read_answer(&blank.right, typed));
        }
        self.pending.clone().map(Ok)
    }

    /// Types a letter; whether it is one of an answer.
    pub fn types(&self, letter: char) -> bool {
        let Some(blank) = self.blank() else {
            return false;
        };
        let typed = self.typed.as_deref().unwrap_or_default();
        let sign_may_stand = typed.is_empty() || typed.ends_with(['>', '<', '≥', '≤', '=']);
        match &blank.right {
            Right::Rating(_) => {
                matches!(letter, '0'..='9' | '/' | '.' | ',')
                    || (letter == '-' && self.has_debts() && typed.is_empty())
            }
            Right::Payoffs(_) => {
                let may_begin = typed.is_empty() || typed.ends_with([' ', ';', '·']);
                matches!(letter, '0'..='9' | '/' | '.' | ',')
                    || (letter == '-' && self.has_debts() && may_begin)
                    || (matches!(letter, ' ' | ';' | '·') && !may_begin)
            }
            Right::Bound(..) => {
                matches!(letter, '0'..='9' | '/' | '.' | ',' | '<' | '>' | '≥' | '≤')
                    || (letter == '=' && typed.ends_with(['<', '>']))
                    || (letter == '-' && self.has_debts() && sign_may_stand)
            }
            Right::Moves(_) | Right::Cut(_) => false,
        }
    }

    /// The letters of an answer to the current blank; none where it is no number.
    pub fn letters(&self) -> String {
        let others = match self.blank().map(|blank| &blank.right) {
            Some(Right::Rating(_)) => "",
            Some(Right::Payoffs(_)) => "·",
            Some(Right::Bound(..)) => "≥≤",
            Some(Right::Moves(_) | Right::Cut(_)) | None => return String::new(),
        };
        let minus = if self.has_debts() { "-" } else { "" };
        format!("0123456789/{minus}{others}")
    }

    /// Whether payoffs can be less than nothing.
    fn has_debts(&self) -> bool {
        let range = self.posed.rated().graph.graph().range();
        range.0 < crate::game::zero()
    }

    pub fn type_letter(&mut self, letter: char) {
        const MAX: usize = 24;
        if !self.types(letter) || self.is_over() {
            return;
        }
        let typed = self.typed.get_or_insert_default();
        let sign = match letter {
            '>' => '≥',
            '<' => '≤',
            letter => letter,
        };
        // `>=` becomes one character.
        if letter != '=' && typed.chars().count() < MAX {
            typed.push(sign);
        }
        self.told = None;
    }

    pub fn erase(&mut self) {
        if self.is_over() {
            return;
        }
        let kept = self.entry().and_then(|entry| entry.answer.as_ref());
        let kept = kept.map(Answer::text);
        let typed = self.typed.take().or(kept).unwrap_or_default();
        let mut letters = typed.chars();
        letters.next_back();
        let rest = letters.as_str().to_owned();
        self.told = None;
        if rest.is_empty() {
            self.attempt.give(self.current, None);
        } else {
            self.typed = Some(rest);
        }
    }

    /// Marks the move that keys are at, or takes the mark away.
    pub fn toggle(&mut self) {
        if self.is_over() {
            return;
        }
        if matches!(
            self.blank().map(|blank| &blank.right),
            Some(Right::Payoffs(_))
        ) {
            // It stands between payoffs.
            return self.type_letter(' ');
        }
        let now = self
            .pending
            .clone()
            .or_else(|| self.entry().and_then(|entry| entry.answer.clone()));
        self.told = None;
        self.pending = match self.posed.task().filling() {
            Filling::MarkBest => {
                let mut marked = match now {
                    Some(Answer::Moves(marked)) => marked,
                    _ => Vec::new(),
                };
                match marked.iter().position(|index| *index == self.index) {
                    Some(at) => {
                        marked.remove(at);
                    }
                    None => marked.push(self.index),
                }
                marked.sort_unstable();
                Some(Answer::Moves(marked))
            }
            Filling::MarkCut => Some(Answer::Cut(now != Some(Answer::Cut(true)))),
            Filling::Field => None,
        };
    }

    /// A click on the move to a node.
    pub fn press_move(&mut self, node: UnfoldingNode) {
        match self.posed.task().filling() {
            Filling::MarkBest => {
                let above = self.posed.unfolding().parent(node);
                let blank = above.and_then(|above| self.posed.blank_of(above));
                if let (Some(blank), Some(index)) = (blank, self.posed.move_index(node)) {
                    if blank != self.current {
                        self.go_to(blank);
                    }
                    self.index = index;
                    self.toggle();
                }
            }
            Filling::MarkCut => {
                if let Some(blank) = self.posed.blank_of(node)
                    && !self.attempt.is_skipped(&self.posed, blank)
                {
                    if blank != self.current {
                        self.go_to(blank);
                    }
                    self.toggle();
                }
            }
            Filling::Field => {}
        }
    }

    /// A click on a node.
    pub fn press_node(&mut self, node: UnfoldingNode) {
        match self.posed.blank_of(node) {
            Some(_) if self.posed.task().filling() == Filling::MarkCut => self.press_move(node),
            Some(blank) => self.go_to(blank),
            None => self.press_move(node),
        }
    }

    /// The move before or after the one that keys are at.
    pub fn choose(&mut self, forward: bool) {
        let Some(blank) = self.blank() else { return };
        let all = self.posed.children(blank.node).len().max(1);
        self.index = match forward {
            true => (self.index + 1) % all,
            false => (self.index + all - 1) % all,
        };
    }

    /// Gives the typed or marked answer, and goes to the next blank: at once, or if it is right.
    pub fn give(&mut self) {
        if self.is_over() {
            self.step(true);
            return;
        }
        let not_marked = || match self.blank()?.right {
            // A move that isn't cut needs no mark.
            Right::Cut(_) if self.entry()?.answer.is_none() => Some(Ok(Answer::Cut(false))),
            _ => None,
        };
        match self.given().or_else(not_marked) {
            None => {
                let is_new = self
                    .entry()
                    .is_some_and(|entry| entry.answer.is_some() && entry.verdict.is_none());
                if !(self.at_once && is_new) {
                    let is_wrong = self.entry().is_some_and(BlankEntry::is_wrong);
                    let is_empty = self.entry().is_none_or(|entry| entry.answer.is_none());
                    if is_empty && self.posed.task().filling() == Filling::MarkBest {
                        let text =
                            "Mark the best moves first: arrows choose a move, Space marks it.";
                        self.told = Some(Feedback::Fault(text.to_owned()));
                    } else if !is_wrong || !self.at_once {
                        self.step(true);
                    }
                    return;
                }
            }
            Some(answer) => {
                if !self.take(answer) {
                    return;
                }
            }
        }
        if self.at_once {
            self.check();
        }
        let is_wrong = self.entry().is_some_and(BlankEntry::is_wrong);
        if !is_wrong && !self.is_over() {
            let feedback = self.told.take();
            match self.attempt.next(&self.posed, self.current, true, true) {
                Some(next) => {
                    self.go_to(next);
                    // The reason of the last right answer stays until there is another message.
                    self.told = self.told.take().or(feedback);
                }
                None => self.told = feedback,
            }
        }
    }

    /// Takes an answer; `false` if it is none.
    fn take(&mut self, answer: Result<Answer, Refusal>) -> bool {
        match answer {
            Ok(answer) => {
                self.attempt.give(self.current, Some(answer));
                self.typed = None;
                self.pending = None;
                true
            }
            Err(why) => {
                self.told = Some(Feedback::Fault(fault_text(&why)));
                false
            }
        }
    }

    /// Checks the current blank.
    pub fn check(&mut self) {
        if let Some(answer) = self.given()
            && !self.take(answer)
        {
            return;
        }
        match self.attempt.check(&self.posed, self.current) {
            Some(verdict) if verdict.right => {
                self.told = Some(Feedback::Right(verdict.text));
            }
            Some(_) => self.told = self.told_of_entry(),
            None => {
                let text = "There is nothing to check yet. Fill in the blank first.";
                self.told = Some(Feedback::Fault(text.to_owned()));
            }
        }
    }

    /// Checks all that is filled in, and goes to the first that is wrong.
    pub fn check_all(&mut self) {
        self.take_typed();
        self.typed = None;
        self.pending = None;
        let wrong = self.attempt.check_all(&self.posed);
        let first = self.attempt.entries().iter().position(BlankEntry::is_wrong);
        if let Some(first) = first.filter(|_| wrong > 0) {
            self.go_to(first);
        } else {
            self.told = self.told_of_entry();
        }
    }

    pub fn hint(&mut self) {
        if self.is_over() {
            return;
        }
        if let Some(text) = self.attempt.hint(&self.posed, self.current) {
            self.told = Some(Feedback::Hint(text));
        }
    }

    pub fn show_answers(&mut self) {
        self.take_typed();
        self.typed = None;
        self.pending = None;
        self.attempt.check_all(&self.posed);
        self.attempt.show_all(&self.posed);
        self.told = self.told_of_entry();
    }

    /// The file as it would be written now.
    pub fn file(&self) -> ExerciseFile {
        self.file_of(&self.attempt)
    }

    fn file_of(&self, attempt: &Attempt) -> ExerciseFile {
        ExerciseFile {
            title: self.title.clone(),
            members: self.members.clone(),
            ..self.posed.to_file(attempt)
        }
    }

    /// Whether anything was filled in that no file has.
    pub fn is_unsaved(&self) -> bool {
        self.saved != self.attempt && (self.attempt.is_begun() || self.path.is_some())
    }

    pub fn is_saved(&mut self, path: PathBuf, attempt: Attempt) {
        self.path = Some(path);
        self.saved = attempt;
    }
}
