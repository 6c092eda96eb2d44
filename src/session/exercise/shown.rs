//! The displayed state of an exercise on its tree: given numbers, answers, marks and signs.

use super::{Answer, Attempt, Entry, Filling, Posed, Right, right_text};
use crate::diagram::{
    ExerciseMarks, ExerciseSight, Field, MoveMark, Sight, Standing, exercise_sights,
    lay_out_exercise,
};
use crate::layout::Layout;
use crate::tree::{UnfoldingNode, VertexKind};
use crate::words::state_text;

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

fn standing(entry: &Entry) -> Standing {
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
    pub fn laid_out(&self) -> (Layout, Vec<Sight>) {
        let view = self.view();
        let layout = lay_out_exercise(&view, self.has_fields());
        let sights = exercise_sights(&layout, &view);
        (layout, sights)
    }

    /// The displayed state of every node.
    pub fn seen(&self, sights: &[Sight], look: &ShownAttempt<'_>) -> Vec<ExerciseSight> {
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

    fn see(&self, sight: Sight, look: &ShownAttempt<'_>) -> ExerciseSight {
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
                if let (Some(of), Some(place)) = (of, self.place(node)) {
                    seen.mark.best = self.marked(of, look).contains(&place);
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
        let checked = |entry: &Entry| entry.verdict.is_some() && !entry.shown;
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
                format!(", {text}, {}", field.standing.words())
            }
            (None, None) if seen.standing != Standing::Open => {
                format!(", {}", seen.standing.words())
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
