//! An exercise and what a learner has made of it, as a file keeps them.

use super::line::setup;
use super::{
    Answer, Attempt, Drawn, Exercise, Level, Posed, Size, Spread, Task, Ties, read_answer,
};
use crate::save::{ExerciseFile, FileAnswer, FileDrawn};
use crate::tree::{UnfoldingNode, Vertex};

impl Exercise {
    /// The exercise that a file holds.
    ///
    /// # Errors
    /// One sentence: a task, a level or rules that aren't known.
    pub fn of_file(file: &ExerciseFile) -> Result<Self, String> {
        let task = Task::from_name(&file.task).ok_or_else(|| {
            let names = Task::ALL.map(Task::name).join(", ");
            format!(
                "there is no task called '{}': use one of {names}",
                file.task
            )
        })?;
        let read = file.setup()?;
        let drawn = file.drawn.as_ref().map(|drawn| {
            // An unknown level is no reason to refuse the board that came of it.
            let level = Level {
                size: Size::from_name(&drawn.size).unwrap_or_default(),
                spread: Spread::from_name(&drawn.spread).unwrap_or_default(),
                ties: Ties::from_name(&drawn.ties).unwrap_or_default(),
                chance: drawn.chance,
                game: drawn.game.clone(),
            };
            Drawn {
                seed: drawn.seed,
                level,
            }
        });
        Ok(Self {
            setup: setup(&read.game, read.switches, &read.position),
            max_plies: file.max_plies,
            estimate: file.estimate,
            task,
            drawn,
        })
    }
}

impl Posed {
    /// The file of this exercise with what a learner has filled in.
    pub fn to_file(&self, attempt: &Attempt) -> ExerciseFile {
        let exercise = self.exercise();
        let rated = self.rated();
        let drawn = exercise.drawn.as_ref().map(|drawn| FileDrawn {
            seed: drawn.seed,
            size: drawn.level.size.name().to_owned(),
            spread: drawn.level.spread.name().to_owned(),
            ties: drawn.level.ties.name().to_owned(),
            chance: drawn.level.chance,
            game: drawn.level.game.clone(),
        });
        let answers = self.blanks().iter().zip(attempt.entries());
        let answers = answers.filter_map(|(blank, entry)| {
            let touched =
                entry.answer.is_some() || entry.hints > 0 || entry.misses > 0 || entry.shown;
            touched.then(|| FileAnswer {
                line: self.line_text(blank.node),
                answer: entry.answer.as_ref().map(Answer::text),
                checked: entry.verdict.is_some(),
                misses: entry.misses,
                hints: u32::from(entry.hints),
                shown: entry.shown,
            })
        });
        let task = exercise.task.name();
        let file = ExerciseFile::new(task, &rated.game, &rated.rules, &exercise.setup.position);
        ExerciseFile {
            max_plies: exercise.max_plies,
            estimate: exercise.estimate,
            drawn,
            answers: answers.collect(),
            ..file
        }
    }

    /// What a learner has filled in, as a file keeps it, and a sentence on what couldn't be read.
    pub fn attempt_of(&self, file: &ExerciseFile) -> (Attempt, Option<String>) {
        let mut attempt = Attempt::new(self);
        let mut strays = 0;
        let mut first = None;
        let mut checked = Vec::new();
        for kept in &file.answers {
            let node = self.node_at(&kept.line);
            let Some((index, blank)) = node
                .and_then(|node| self.blank_of(node))
                .and_then(|index| Some((index, self.blank(index)?)))
            else {
                strays += 1;
                first = first.or(Some(kept.line.as_str()));
                continue;
            };
            let answer = kept.answer.as_deref();
            match answer
                .map(|text| read_answer(&blank.right, text))
                .transpose()
            {
                Ok(answer) => attempt.give(index, answer),
                Err(_) => {
                    strays += 1;
                    first = first.or(Some(kept.line.as_str()));
                }
            }
            if kept.checked {
                checked.push((index, kept));
            } else if let Some(entry) = attempt.entry_mut(index) {
                entry.hints = kept.hints.min(2) as u8;
                entry.misses = kept.misses;
            }
        }
        checked.sort_by_key(|(index, _)| *index);
        for (index, kept) in checked {
            if kept.shown {
                attempt.show(self, index);
            } else {
                attempt.check(self, index);
            }
            if let Some(entry) = attempt.entry_mut(index) {
                entry.hints = kept.hints.min(2) as u8;
                entry.misses = kept.misses.max(u32::from(entry.is_wrong() && !entry.shown));
            }
        }
        let told = first.map(|line| {
            format!(
                "{strays} of the answers fit no blank of this exercise, the first one at '{line}'"
            )
        });
        (attempt, told)
    }

    /// The node at the end of a line.
    pub fn node_at(&self, line: &str) -> Option<UnfoldingNode> {
        let line = self.rated().graph.read_line(Vertex::ROOT, line).ok()?;
        let mut node = UnfoldingNode::ROOT;
        for edge in line {
            node = self.unfolding().child(node, edge)?;
        }
        Some(node)
    }
}
