//! An exercise that is about to be shown: read from a file or a line, generated, or made from a
//! tree.

use std::path::{Path, PathBuf};

use super::files::Ready;
use super::model::{Begun, Words};
use crate::game::Refusal;
use crate::save::{ExerciseFile, Members};
use crate::session::Wanted;
use crate::session::exercise::{Attempt, Exercise, Posed};
use crate::tree::Limits;

/// An exercise with its attempt, and its board, whose graph has been started.
pub struct Practised {
    /// The board.
    pub begun: Begun,
    /// The names and files of the board's document.
    pub words: Words,
    /// The exercise.
    pub posed: Box<Posed>,
    /// The learner's attempt.
    pub attempt: Attempt,
    /// The file of the exercise.
    pub path: Option<PathBuf>,
    /// The title in the file.
    pub title: Option<String>,
    /// Members that this version doesn't know.
    pub members: Members,
}

impl Practised {
    /// The file that it was read from.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// An exercise that was set, with its board to be opened.
    ///
    /// # Errors
    /// A board that can't be opened.
    pub fn of_posed(posed: Box<Posed>, limits: Limits) -> Result<Self, Refusal> {
        let exercise = posed.exercise();
        let wanted = Wanted::from(Limits {
            max_plies: exercise.max_plies,
            estimate: exercise.estimate,
            ..limits
        });
        let begun = Begun::new(exercise.setup.clone(), wanted, "")?;
        let words = Words {
            name: format!("{} exercise", exercise.task.title()),
            ..Words::default()
        };
        Ok(Self {
            begun,
            words,
            attempt: Attempt::new(&posed),
            posed,
            path: None,
            title: None,
            members: Members::default(),
        })
    }

    /// The exercise of a file.
    ///
    /// # Errors
    /// The invalid part.
    pub fn of_file(
        file: ExerciseFile,
        name: &str,
        words: Words,
        limits: Limits,
    ) -> Result<Ready, Refusal> {
        let (parts, notice) = Self::parts_of_file(file, words.path.clone())?;
        let (posed, attempt, path, title, members) = parts;
        let practised = Self::of_posed(posed, limits)?;
        let own = title.clone().unwrap_or_else(|| name.to_owned());
        Ok(Ready::Exercise(
            Box::new(Self {
                attempt,
                path,
                title,
                members,
                words: Words {
                    name: own,
                    ..practised.words
                },
                ..practised
            }),
            notice,
        ))
    }

    /// The exercise of the file at `path`, without its board, and a message about it.
    ///
    /// # Errors
    /// The invalid part.
    pub(crate) fn parts_of_file(
        file: ExerciseFile,
        path: Option<PathBuf>,
    ) -> Result<(Opened, Option<String>), Refusal> {
        let exercise = Exercise::of_file(&file)?;
        let posed = Box::new(Posed::new(&exercise)?);
        let (attempt, strays) = posed.attempt_of(&file);
        let notice = strays.or_else(|| file.notices.first().cloned());
        let title = file.title.filter(|title| !title.trim().is_empty());
        Ok(((posed, attempt, path, title, file.members), notice))
    }
}

/// The parts of an opened document that an exercise keeps.
pub(crate) type Opened = (
    Box<Posed>,
    Attempt,
    Option<PathBuf>,
    Option<String>,
    Members,
);

impl Practised {
    /// The exercise without its board.
    pub(crate) fn parts(&mut self) -> Opened {
        (
            self.posed.clone(),
            self.attempt.clone(),
            self.path.take(),
            self.title.take(),
            std::mem::take(&mut self.members),
        )
    }
}
