//! Exercise files: the board, the task, the seed and level it was generated from, and the learner's
//! answers.

use std::io::{self, Write};

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use super::EXERCISE_FORMAT;
use super::fields::{CORRECT, FieldError, JsonRecord, TopMember, TopMembers};
use super::header::FileRules;
use super::json::{
    Json, array, boolean, or_null, small_number, string, text, text_or_null, whole_number,
    write_document,
};
use super::lines::Members;
use crate::game::{Estimate, Refusal, RulesText};
use crate::games::Setup;
use crate::words::joined_by;

/// Maximum number of answers in a file; no exercise has that many blanks.
const MAX_ANSWERS: usize = 10_000;

/// The values of `task`.
pub const TASKS: [&str; 4] = ["ratings", "best-moves", "bounds", "cuts"];
/// The values of `size` in `drawn`.
pub const SIZES: [&str; 3] = ["small", "middle", "large"];
/// The values of `spread` in `drawn`.
pub const SPREADS: [&str; 4] = ["any", "two", "three", "many"];
/// The values of `ties` in `drawn`.
pub const TIES: [&str; 3] = ["any", "none", "some"];

/// The seed and level of a generated exercise, as a file stores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileDrawn {
    /// The seed.
    pub seed: u64,
    /// The number of blanks.
    pub size: String,
    /// The number of different ratings at the leaves.
    pub spread: String,
    /// Whether best moves tie.
    pub ties: String,
    /// Whether chance decides anything.
    pub chance: bool,
    /// The game, unless any would do.
    pub game: Option<String>,
}

/// A learner's answer at a node, as a file stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileAnswer {
    /// The line to the node.
    pub line: String,
    /// The answer; `None` if only a hint was requested.
    pub answer: Option<String>,
    /// Whether it was checked.
    pub checked: bool,
    /// The number of wrong checks.
    pub misses: u32,
    /// The number of hints requested.
    pub hints: u32,
    /// Whether the right answer was shown.
    pub shown: bool,
}

/// An exercise as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExerciseFile {
    /// The kind of blanks, by the task's name.
    pub task: String,
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: FileRules,
    /// The position, in notation.
    pub position: String,
    /// The ply limit of the tree.
    pub max_plies: Option<u32>,
    /// The estimate at that limit.
    #[serde(serialize_with = "by_name")]
    pub estimate: Estimate,
    /// The title.
    pub title: Option<String>,
    /// The seed and level, if it was generated.
    pub drawn: Option<FileDrawn>,
    /// The learner's answers.
    #[serde(serialize_with = "on_lines")]
    pub answers: Vec<FileAnswer>,
    /// Members that this version doesn't know.
    #[serde(flatten)]
    pub members: Members,
    /// Warnings about accepted content, one sentence each.
    #[serde(skip)]
    pub notices: Vec<String>,
}

/// The members that this version knows, in the order they are written.
const MEMBERS: [&str; 12] = [
    "format",
    "version",
    "minor",
    "task",
    "game",
    "rules",
    "position",
    "max_plies",
    "estimate",
    "title",
    "drawn",
    "answers",
];

impl ExerciseFile {
    /// A new exercise without answers.
    pub fn new(task: &str, game: &str, rules: &RulesText, position: &str) -> Self {
        Self {
            task: task.to_owned(),
            game: game.to_owned(),
            rules: FileRules::of(rules),
            position: position.to_owned(),
            max_plies: None,
            estimate: Estimate::default(),
            title: None,
            drawn: None,
            answers: Vec::new(),
            members: Members::default(),
            notices: Vec::new(),
        }
    }

    /// The game and the position as text.
    ///
    /// # Errors
    /// Invalid rules: why, as text.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        self.rules.setup(&self.game, &self.position)
    }

    /// Writes the file, an answer a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_document(EXERCISE_FORMAT, self, out)
    }

    /// Reads the members of the file, in any order.
    pub(super) fn read(all: &[TopMember], start: (usize, usize)) -> Result<Self, FieldError> {
        let (top, members) = TopMembers::read(all, &MEMBERS, start)?;
        let notices = top.version(EXERCISE_FORMAT)?;
        let rules = top.needed("rules")?;
        let max_plies = top.optional("max_plies", "a whole number or null", |raw| {
            or_null(raw, small_number)
        })?;
        let estimate = top.optional("estimate", "the name of an estimate", |raw| {
            Estimate::from_name(&string(raw)?)
        })?;
        let title = top.optional("title", "a text or null", text_or_null)?;
        let drawn = match top.find("drawn") {
            None | Some(("null", _)) => None,
            Some((raw, place)) => Some(read_drawn(raw, place)?),
        };
        let mut answers = Vec::new();
        let (whole, at) = top.find("answers").unwrap_or(("", start));
        let list = top
            .optional("answers", "a list", array)?
            .unwrap_or_default();
        if list.len() > MAX_ANSWERS {
            let what = format!("'answers' has more than {MAX_ANSWERS} entries");
            return Err(FieldError::new(what, CORRECT, at));
        }
        for raw in list {
            answers.push(read_answer(raw, whole, at)?);
        }
        Ok(Self {
            task: top.required("task", &joined_by("or", &TASKS), one_of(&TASKS))?,
            game: top.required("game", "a text", text)?,
            rules: FileRules::read(rules.0)
                .map_err(|(what, _)| FieldError::new(what, CORRECT, rules.1))?,
            position: top.required("position", "a text", text)?,
            max_plies: max_plies.flatten(),
            estimate: estimate.unwrap_or_default(),
            title: title.flatten(),
            drawn,
            answers,
            members,
            notices,
        })
    }
}

fn by_name<S: Serializer>(estimate: &Estimate, to: S) -> Result<S::Ok, S::Error> {
    estimate.name().serialize(to)
}

/// Lets serde write an answer a line.
fn on_lines<S: Serializer>(answers: &[FileAnswer], to: S) -> Result<S::Ok, S::Error> {
    let lines: Result<Vec<String>, _> = answers.iter().map(serde_json::to_string).collect();
    let list = match lines.map_err(S::Error::custom)?.join(",\n") {
        none if none.is_empty() => "[]".to_owned(),
        lines => format!("[\n{lines}\n]"),
    };
    Json(&list).serialize(to)
}

/// Parses one of these words.
fn one_of(words: &[&str]) -> impl FnOnce(&str) -> Option<String> {
    |raw| text(raw).filter(|word| words.contains(&&**word))
}

fn read_drawn(raw: &str, start: (usize, usize)) -> Result<FileDrawn, FieldError> {
    let mut record = JsonRecord::within("what it was drawn from", raw, raw, start)?;
    let drawn = FileDrawn {
        seed: record.required("seed", "a whole number", whole_number)?,
        size: record.required("size", joined_by("or", &SIZES), one_of(&SIZES))?,
        spread: record.required("spread", joined_by("or", &SPREADS), one_of(&SPREADS))?,
        ties: record.required("ties", joined_by("or", &TIES), one_of(&TIES))?,
        chance: record.required("chance", "true or false", boolean)?,
        game: record
            .optional("game", "a text or null", text_or_null)?
            .flatten(),
    };
    Ok(drawn)
}

/// Reads an answer in the list of answers, which starts at a line and a column.
fn read_answer(raw: &str, list: &str, start: (usize, usize)) -> Result<FileAnswer, FieldError> {
    let mut record = JsonRecord::within("an answer", raw, list, start)?;
    Ok(FileAnswer {
        line: record.required("line", "a text", text)?,
        answer: record
            .optional("answer", "a text or null", text_or_null)?
            .flatten(),
        checked: record
            .optional("checked", "true or false", boolean)?
            .unwrap_or(false),
        misses: record
            .optional("misses", "a whole number", small_number)?
            .unwrap_or(0),
        hints: record
            .optional("hints", "a whole number", small_number)?
            .unwrap_or(0),
        shown: record
            .optional("shown", "true or false", boolean)?
            .unwrap_or(false),
    })
}

#[cfg(test)]
mod tests {
    use crate::save::open_reader;

    #[test]
    fn a_fault_of_an_answer_is_located_in_the_file_and_not_in_the_list() {
        let text = "{\"format\":\"doomtree-exercise\",\"version\":1,\"rules\":null,\n\"answers\":[\n\
                    {\"line\":\"0\",\n \"line\":\"1\"}]}";
        let why = open_reader(text.as_bytes(), "an exercise").err();
        let why = why.map(|why| why.to_string()).unwrap_or_default();
        assert!(
            why.contains("'line' is given twice (line 4, column 9 "),
            "{why}"
        );
    }

    #[test]
    fn a_fault_of_what_an_exercise_was_drawn_from_is_located_in_the_file() {
        let text = "{\"format\":\"doomtree-exercise\",\"version\":1,\"rules\":null,\"drawn\":\n\
                    {\"seed\":1.5}}";
        let why = open_reader(text.as_bytes(), "an exercise").err();
        let why = why.map(|why| why.to_string()).unwrap_or_default();
        assert!(why.contains("(line 2, column 9 "), "{why}");
    }
}
