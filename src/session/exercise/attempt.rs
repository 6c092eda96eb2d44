//! A learner's attempt at an exercise so far, and its score.

use super::{Answer, Filling, Posed, Right, Verdict};
use crate::tree::UnfoldingNode;

/// The content of a blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
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

impl Entry {
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
    entries: Vec<Entry>,
}

impl Attempt {
    /// Nothing is filled in yet.
    pub fn new(posed: &Posed) -> Self {
        Self {
            entries: vec![Entry::default(); posed.blanks().len()],
        }
    }

    /// The contents of all blanks.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The content of a blank.
    pub fn entry(&self, blank: usize) -> Option<&Entry> {
        self.entries.get(blank)
    }

    pub(super) fn entry_mut(&mut self, blank: usize) -> Option<&mut Entry> {
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
    fn told(&self, posed: &Posed) -> impl Fn(UnfoldingNode) -> bool {
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
        let verdict = posed.judge(blank, &answer, self.told(posed))?;
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
        all.filter(|blank| self.entry(*blank).is_some_and(Entry::is_wrong))
            .count()
    }

    /// A hint for a blank, each time a stronger one.
    pub fn hint(&mut self, posed: &Posed, blank: usize) -> Option<String> {
        let strength = self.entry(blank)?.hints.saturating_add(1).min(2);
        let words = posed.hint(blank, strength, self.told(posed))?;
        let entry = self.entry_mut(blank)?;
        if !entry.is_right() && !entry.shown {
            entry.hints = strength;
        }
        Some(words)
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
                words: posed.why(blank.node, &blank.right, true),
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
