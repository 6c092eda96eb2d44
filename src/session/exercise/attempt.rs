//! A learner's attempt at an exercise so far, its score, and the displayed state of the exercise on
//! its tree: given numbers, answers, marks and signs.

use super::{Answer, Filling, Posed, Right, Verdict, right_text};
use crate::diagram::{
    ExerciseMarks, ExerciseSight, Field, MoveMark, PlacedNode, Standing, exercise_sights,
    lay_out_exercise,
};
use crate::layout::Layout;
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::state_text;

/// The content of a blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlankEntry {
    /// The last answer.
    pub answer: Option<Answer>,
    /// The verdict, once it was checked.
    pub verdict: Option<Verdict>,
    /// The number of wrong answers checked.
    pub misses: u32,
    /// The number of hints requested.
    pub hints: u8,
    /// Whether the right answer was shown.
    pub shown: bool,
}

impl BlankEntry {
    /// Whether it is known to be right.
    pub fn is_right(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.right)
    }

    /// Whether it is known to be wrong.
    pub fn is_wrong(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| !verdict.right)
    }
}

/// The score of an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Blanks that count.
    pub asked: usize,
    /// Right at the first try, without a hint.
    pub first: usize,
    /// Right after a hint, or after something wrong.
    pub helped: usize,
    /// Checked and wrong, or shown.
    pub wrong: usize,
}

impl Score {
    /// The number of blanks that are neither right nor wrong yet.
    pub fn open(&self) -> usize {
        self.asked
            .saturating_sub(self.first + self.helped + self.wrong)
    }

    /// Points in half steps: 1 for an answer right on the first try, half of it with help.
    pub fn half_points(&self) -> usize {
        2 * self.first + self.helped
    }

    /// Formats points: `7`, `7 1/2`.
    pub fn points(&self) -> String {
        let halves = self.half_points();
        match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "1/2".to_owned(),
            (whole, _) => format!("{whole} 1/2"),
        }
    }
}

/// A learner's attempt at an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    entries: Vec<BlankEntry>,
}

impl Attempt {
    /// Nothing is filled in yet.
    pub fn new(posed: &Posed) -> Self {
        Self {
            entries: vec![BlankEntry::default(); posed.blanks().len()],
        }
    }

    /// The contents of all blanks.
    pub fn entries(&self) -> &[BlankEntry] {
        &self.entries
    }

    /// The content of a blank.
    pub fn entry(&self, blank: usize) -> Option<&BlankEntry> {
        self.entries.get(blank)
    }

    pub(super) fn entry_mut(&mut self, blank: usize) -> Option<&mut BlankEntry> {
        self.entries.get_mut(blank)
    }

    /// Whether anything was filled in.
    pub fn is_begun(&self) -> bool {
        self.entries.iter().any(|entry| entry.answer.is_some())
    }

    /// Fills in a blank; a revealed answer stays.
    pub fn give(&mut self, blank: usize, answer: Option<Answer>) {
        if let Some(entry) = self.entry_mut(blank)
            && !entry.shown
            && entry.answer != answer
        {
            entry.answer = answer;
            entry.verdict = None;
        }
    }

    /// Whether the right answer of a node may be revealed: it was found, or shown.
    fn is_given(&self, posed: &Posed) -> impl Fn(UnfoldingNode) -> bool {
        move |node| {
            let entry = posed.blank_of(node).and_then(|blank| self.entry(blank));
            entry.is_none_or(|entry| entry.is_right() || entry.shown)
        }
    }

    /// Checks a blank; `None` if nothing is filled in.
    pub fn check(&mut self, posed: &Posed, blank: usize) -> Option<Verdict> {
        let entry = self.entry(blank)?;
        if let Some(verdict) = &entry.verdict
            && (verdict.right || entry.shown)
        {
            return Some(verdict.clone());
        }
        let answer = entry.answer.clone()?;
        let verdict = posed.judge(blank, &answer, self.is_given(posed))?;
        let entry = self.entry_mut(blank)?;
        // The same answer that is checked again is no other miss.
        let again = entry.verdict.is_some();
        entry.misses += u32::from(!verdict.right && !again);
        entry.verdict = Some(verdict.clone());
        Some(verdict)
    }

    /// Checks all answers; returns the number of wrong ones.
    pub fn check_all(&mut self, posed: &Posed) -> usize {
        // In order, so that an answer that depends on others is judged with those.
        let all = 0..self.entries.len();
        for blank in all.clone() {
            if !self.is_skipped(posed, blank) {
                self.check(posed, blank);
            }
        }
        all.filter(|blank| self.entry(*blank).is_some_and(BlankEntry::is_wrong))
            .count()
    }

    /// A hint for a blank, each time a stronger one.
    pub fn hint(&mut self, posed: &Posed, blank: usize) -> Option<String> {
        let strength = self.entry(blank)?.hints.saturating_add(1).min(2);
        let text = posed.hint(blank, strength, self.is_given(posed))?;
        let entry = self.entry_mut(blank)?;
        if !entry.is_right() && !entry.shown {
            entry.hints = strength;
        }
        Some(text)
    }

    /// Reveals the right answers of all blanks that aren't right.
    pub fn show_all(&mut self, posed: &Posed) {
        for blank in 0..self.entries.len() {
            self.show(posed, blank);
        }
    }

    /// Reveals the right answer of a blank, unless it is known already.
    pub fn show(&mut self, posed: &Posed, blank: usize) {
        let (Some(entry), Some(blank)) = (self.entries.get_mut(blank), posed.blank(blank)) else {
            return;
        };
        if !entry.is_right() {
            entry.shown = true;
            entry.verdict = Some(Verdict {
                right: false,
                text: posed.why(blank.node, &blank.right, true),
            });
        }
    }

    /// Whether the answers were shown.
    pub fn is_shown(&self) -> bool {
        self.entries.iter().any(|entry| entry.shown)
    }

    /// Whether a blank is below a move that the learner has cut: then it isn't asked.
    pub fn is_skipped(&self, posed: &Posed, blank: usize) -> bool {
        let Some(own) = posed
            .blank(blank)
            .filter(|_| posed.task().filling() == Filling::MarkCut)
        else {
            return false;
        };
        let mut node = posed.unfolding().parent(own.node);
        while let Some(at) = node {
            if posed
                .blank_of(at)
                .is_some_and(|blank| self.is_cut(posed, blank))
            {
                return true;
            }
            node = posed.unfolding().parent(at);
        }
        false
    }

    /// Whether a move is shown as cut: the learner cut it, or the answers were shown.
    pub fn is_cut(&self, posed: &Posed, blank: usize) -> bool {
        let (Some(entry), Some(blank)) = (self.entry(blank), posed.blank(blank)) else {
            return false;
        };
        match entry.shown {
            true => blank.asked && blank.right == Right::Cut(true),
            false => entry.answer == Some(Answer::Cut(true)),
        }
    }

    /// The next or previous blank that is asked. With `open`, only blanks that aren't right yet
    /// count, and the search wraps around.
    pub fn next(&self, posed: &Posed, from: usize, forward: bool, open: bool) -> Option<usize> {
        let all = self.entries.len();
        (1..=all)
            .map(|step| match forward {
                true => (from + step) % all,
                false => (from + all - step % all) % all,
            })
            .find(|blank| {
                let done = self.entry(*blank).is_some_and(|entry| {
                    entry.is_right()
                        || entry.shown
                        || (entry.answer.is_some() && entry.verdict.is_none())
                });
                !(self.is_skipped(posed, *blank) || (open && done))
            })
    }

    /// The number of filled blanks, and of all that are asked.
    pub fn progress(&self, posed: &Posed) -> (usize, usize) {
        let asked = (0..self.entries.len()).filter(|blank| !self.is_skipped(posed, *blank));
        let (mut filled, mut all) = (0, 0);
        for blank in asked {
            all += 1;
            filled += usize::from(
                self.entry(blank)
                    .is_some_and(|entry| entry.answer.is_some()),
            );
        }
        (filled, all)
    }

    /// Whether everything that is asked is right.
    pub fn is_done(&self, posed: &Posed) -> bool {
        let mut blanks = posed.blanks().iter().zip(&self.entries);
        blanks.all(|(blank, entry)| !blank.asked || entry.is_right())
    }

    /// The present score.
    pub fn score(&self, posed: &Posed) -> Score {
        let mut score = Score::default();
        for (blank, entry) in posed.blanks().iter().zip(&self.entries) {
            if !blank.asked {
                continue;
            }
            score.asked += 1;
            if entry.shown || entry.is_wrong() {
                score.wrong += 1;
            } else if entry.is_right() {
                match entry.misses == 0 && entry.hints == 0 {
                    true => score.first += 1,
                    false => score.helped += 1,
                }
            }
        }
        score
    }

    /// An attempt with all answers right.
    pub fn right(posed: &Posed) -> Self {
        let mut attempt = Self::new(posed);
        for (index, blank) in posed.blanks().iter().enumerate() {
            if blank.asked {
                attempt.give(index, Some(blank.right.answer()));
            }
        }
        attempt
    }
}

/// The state in which an exercise is shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownAttempt<'a> {
    /// The attempt.
    pub attempt: &'a Attempt,
    /// The blank that is filled in now.
    pub current: Option<usize>,
    /// The text being typed there.
    pub typed: Option<&'a str>,
    /// The moves being marked there.
    pub pending: Option<&'a Answer>,
    /// The move that keys mark.
    pub chosen: Option<UnfoldingNode>,
    /// Whether it is the answer key, with every right answer shown.
    pub key: bool,
}

impl<'a> ShownAttempt<'a> {
    /// The attempt without a focus or the key.
    pub fn of(attempt: &'a Attempt) -> Self {
        Self {
            attempt,
            current: None,
            typed: None,
            pending: None,
            chosen: None,
            key: false,
        }
    }
}

fn standing(entry: &BlankEntry) -> Standing {
    match entry {
        entry if entry.shown => Standing::Shown,
        entry if entry.is_right() => Standing::Right,
        entry if entry.is_wrong() => Standing::Wrong,
        entry if entry.answer.is_some() => Standing::Given,
        _ => Standing::Open,
    }
}

impl Posed {
    /// Whether nodes have fields.
    pub fn has_fields(&self) -> bool {
        self.task().filling() == Filling::Field
    }

    /// The tree's layout, with the place of every node.
    pub fn laid_out(&self) -> (Layout, Vec<PlacedNode>) {
        let view = self.view();
        let layout = lay_out_exercise(&view, self.has_fields());
        let sights = exercise_sights(&layout, &view);
        (layout, sights)
    }

    /// The displayed state of every node.
    pub fn seen(&self, sights: &[PlacedNode], look: &ShownAttempt<'_>) -> Vec<ExerciseSight> {
        let mut seen: Vec<ExerciseSight> =
            sights.iter().map(|sight| self.see(*sight, look)).collect();
        let mut faded = vec![false; self.unfolding().len()];
        // Parents come before their children.
        for sight in &mut seen {
            let node = sight.sight.node;
            let above = self.unfolding().parent(node);
            let below = above.is_some_and(|above| faded.get(above.index()) == Some(&true));
            sight.faded = sight.mark.cut || below;
            if below {
                sight.field = sight.field.take().map(|_| Field::default());
            }
            if let Some(slot) = faded.get_mut(node.index()) {
                *slot = sight.faded;
            }
        }
        seen
    }

    fn see(&self, sight: PlacedNode, look: &ShownAttempt<'_>) -> ExerciseSight {
        let node = sight.node;
        let leaf = matches!(self.kind(node), VertexKind::End | VertexKind::Horizon(_));
        let mut seen = ExerciseSight {
            sight,
            given: leaf.then(|| self.worth(node)),
            field: None,
            standing: Standing::Open,
            mark: MoveMark {
                chosen: look.chosen == Some(node),
                cut: self.is_given_cut(node),
                ..MoveMark::default()
            },
            current: false,
            faded: false,
            number: None,
            mark_numbered: self.task().filling() == Filling::MarkCut,
        };
        let index = self.blank_of(node);
        let is_current = index.is_some() && index == look.current;
        match self.task().filling() {
            Filling::Field => {
                seen.current = is_current;
                if !leaf {
                    seen.field = Some(self.field(index, is_current, look));
                }
            }
            Filling::MarkBest => {
                seen.current = is_current;
                if let Some(entry) = index.and_then(|index| look.attempt.entry(index)) {
                    seen.standing = standing(entry);
                }
                let above = self.unfolding().parent(node);
                let of = above.and_then(|above| self.blank_of(above));
                if let (Some(of), Some(slot)) = (of, self.move_index(node)) {
                    seen.mark.best = self.marked(of, look).contains(&slot);
                }
            }
            Filling::MarkCut => {
                if let Some(index) = index {
                    let entry = look.attempt.entry(index);
                    let pending = look.pending.filter(|_| is_current);
                    let is_key = look.key && self.blank(index).is_some_and(|blank| blank.asked);
                    seen.mark.cut = match pending {
                        _ if is_key => {
                            let right = self.blank(index).map(|blank| &blank.right);
                            right == Some(&Right::Cut(true))
                        }
                        Some(answer) => *answer == Answer::Cut(true),
                        None => look.attempt.is_cut(self, index),
                    };
                    seen.mark.standing = match entry {
                        Some(entry) if pending.is_none() => standing(entry),
                        _ => Standing::Open,
                    };
                    seen.mark.chosen |= is_current;
                }
            }
        }
        seen
    }

    /// The field of a node.
    fn field(&self, index: Option<usize>, is_current: bool, look: &ShownAttempt<'_>) -> Field {
        let Some((index, blank)) = index.and_then(|index| Some((index, self.blank(index)?))) else {
            return Field::default();
        };
        if look.key {
            return Field {
                text: right_text(&blank.right),
                standing: Standing::Given,
            };
        }
        if let Some(typed) = look.typed.filter(|_| is_current) {
            return Field {
                text: format!("{typed}|"),
                standing: Standing::Given,
            };
        }
        let Some(entry) = look.attempt.entry(index) else {
            return Field::default();
        };
        let text = match (entry.shown, &entry.answer) {
            (true, _) => right_text(&blank.right),
            (false, Some(answer)) => answer.text(),
            (false, None) => String::new(),
        };
        Field {
            text,
            standing: standing(entry),
        }
    }

    /// The moves marked as best at a blank, by index.
    fn marked(&self, blank: usize, look: &ShownAttempt<'_>) -> Vec<usize> {
        let right = || match self.blank(blank).map(|blank| &blank.right) {
            Some(Right::Moves(best)) => best.clone(),
            _ => Vec::new(),
        };
        let entry = look.attempt.entry(blank);
        let pending = look.pending.filter(|_| look.current == Some(blank));
        let answer = match (pending, entry) {
            _ if look.key => return right(),
            (Some(answer), _) => Some(answer),
            (None, Some(entry)) if entry.shown => return right(),
            (None, entry) => entry.and_then(|entry| entry.answer.as_ref()),
        };
        match answer {
            Some(Answer::Moves(marked)) => marked.clone(),
            _ => Vec::new(),
        }
    }

    /// The marks for the legend.
    pub fn marks(&self, attempt: &Attempt) -> ExerciseMarks {
        let checked = |entry: &BlankEntry| entry.verdict.is_some() && !entry.shown;
        let leaves = |node: UnfoldingNode| matches!(self.kind(node), VertexKind::Horizon(_));
        ExerciseMarks {
            fields: self.has_fields(),
            best: self.task().filling() == Filling::MarkBest,
            cuts: self.task().is_alpha_beta(),
            checked: attempt.entries().iter().any(checked),
            shown: attempt.is_shown(),
            estimates: self.unfolding().preorder().any(leaves),
        }
    }

    /// A node and its answer in one sentence for a screen reader.
    pub fn describe(&self, seen: &ExerciseSight) -> String {
        let node = seen.sight.node;
        let name = match self.unfolding().parent(node) {
            None => "the root".to_owned(),
            Some(_) => self.move_words(node),
        };
        let who = state_text(&*self.rated().graph, self.unfolding().vertex(node));
        let what = match (&seen.given, &seen.field) {
            (Some(given), _) => format!(", worth {given}"),
            (None, Some(field)) if field.text.is_empty() => ", blank".to_owned(),
            (None, Some(field)) => {
                let text = field.text.trim_end_matches('|');
                format!(", {text}, {}", field.standing.description())
            }
            (None, None) if seen.standing != Standing::Open => {
                format!(", {}", seen.standing.description())
            }
            (None, None) => String::new(),
        };
        let mark = match seen.mark {
            MoveMark { best: true, .. } => ", marked as best",
            MoveMark { cut: true, .. } => ", cut",
            _ => "",
        };
        let sign = match seen.mark.standing {
            Standing::Right => ", right",
            Standing::Wrong => ", wrong",
            _ => "",
        };
        format!("{name}: {who}{what}{mark}{sign}")
    }
}
