//! Exercises and attempts as files store them, and an exercise in one line of text, for sharing:
//! its board, or the seed and level that it is generated from.

use super::{
    Answer, Attempt, Exercise, Generated, Level, Posed, RatingSpread, Task, Ties, TreeSize,
    read_answer,
};
use crate::game::{Estimate, Refusal, quoted};
use crate::games::{Setup, Switches, rules_name, takes_script};
use crate::save::{ExerciseFile, FileAnswer, FileDrawn};
use crate::session::{that_reads, usual_game};
use crate::tree::{UnfoldingNode, Vertex};

impl Exercise {
    /// The exercise of a file.
    ///
    /// # Errors
    /// A task, a level or rules that aren't known.
    pub fn of_file(file: &ExerciseFile) -> Result<Self, Refusal> {
        let task = task_of(&file.task)?;
        let read = file.setup()?;
        let drawn = file.drawn.as_ref().map(|drawn| {
            let level = Level {
                // The reader has checked these names.
                size: TreeSize::from_name(&drawn.size).unwrap_or_default(),
                spread: RatingSpread::from_name(&drawn.spread).unwrap_or_default(),
                ties: Ties::from_name(&drawn.ties).unwrap_or_default(),
                chance: drawn.chance,
                game: drawn.game.clone(),
            };
            Generated {
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
    /// The file of this exercise with the learner's answers.
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

    /// The learner's answers in a file, and a sentence about answers that couldn't be read.
    pub fn attempt_of(&self, file: &ExerciseFile) -> (Attempt, Option<String>) {
        let mut attempt = Attempt::new(self);
        let mut strays = 0;
        let mut first = None;
        let mut unread = None;
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
                Err(why) => {
                    unread = unread.or(Some(why.at(&quoted(&kept.line))));
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
        let message = first.map(|line| {
            let line = quoted(line);
            format!(
                "{strays} of the answers fit no blank of this exercise, the first one at {line}"
            )
        });
        let unread = unread.map(|why| format!("an answer can't be read: {why}"));
        (attempt, unread.or(message))
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

/// Maximum bytes of such a line.
pub const MAX_LINE: usize = 1 << 14;

/// Its first word.
const FIRST: &str = "exercise";

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseLine {
    /// An exercise on a board.
    Board(Box<Exercise>),
    /// One that is drawn.
    Drawn(Task, Generated),
}

/// Whether a text is meant as such a line.
pub fn is_line(text: &str) -> bool {
    text.len() <= MAX_LINE && text.split_whitespace().next() == Some(FIRST)
}

/// The line of an exercise, which [`read_line`] reads; `None` for a tree that is written as text,
/// which no line has room for.
pub fn write_line(posed: &Posed) -> Option<String> {
    let exercise = posed.exercise();
    let setup = &exercise.setup;
    if takes_script(&setup.game) {
        return None;
    }
    let mut texts = vec![FIRST.to_owned(), exercise.task.name().to_owned()];
    let mut flag = |name: &str, value: String| texts.extend([format!("--{name}"), value]);
    if setup.game != usual_game() {
        flag("game", setup.game.clone());
    }
    let rules = rules_name(&setup.game, &posed.rated().rules);
    if rules != setup.game {
        flag("rules", rules);
    }
    if let Some(plies) = exercise.max_plies {
        flag("max-plies", plies.to_string());
    }
    if exercise.estimate != Estimate::default() {
        flag("estimate", exercise.estimate.name().to_owned());
    }
    texts.push(setup.position.clone());
    Some(texts.join(" "))
}

fn task_of(name: &str) -> Result<Task, Refusal> {
    Task::from_name(name).ok_or_else(|| {
        let names = Task::ALL.map(Task::name).join(", ");
        Refusal::new(
            format!("there is no task called {}", quoted(name)),
            format!("use one of {names}"),
        )
    })
}

/// What the flags of a line say.
#[derive(Default)]
struct LineFlags {
    game: Option<String>,
    seed: Option<u64>,
    exercise: Exercise,
    level: Level,
}

impl LineFlags {
    fn set(&mut self, flag: &str, value: &str) -> Result<(), Refusal> {
        let wrong =
            |remedy: &str| Refusal::new(format!("{flag} can't be {}", quoted(value)), remedy);
        match flag {
            "--game" => self.game = Some(value.to_owned()),
            "--rules" => self.exercise.setup.switches = Switches::read(value)?,
            "--max-plies" => {
                let plies = value.parse().map_err(|_| wrong("give a whole number"))?;
                self.exercise.max_plies = Some(plies);
            }
            "--estimate" => {
                self.exercise.estimate = Estimate::from_name(value)
                    .ok_or_else(|| wrong("give the name of an estimate"))?;
            }
            "--seed" => {
                self.seed = Some(value.parse().map_err(|_| wrong("give a whole number"))?);
            }
            "--size" => {
                self.level.size = TreeSize::from_name(value)
                    .ok_or_else(|| wrong("use small, middle or large"))?;
            }
            "--spread" => {
                self.level.spread = RatingSpread::from_name(value)
                    .ok_or_else(|| wrong("use any, two, three or many"))?;
            }
            "--ties" => {
                self.level.ties =
                    Ties::from_name(value).ok_or_else(|| wrong("use any, none or some"))?;
            }
            "--chance" => {
                self.level.chance = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong("use on or off")),
                };
            }
            _ => {
                let what = format!("{flag} means nothing in an exercise's line");
                return Err(Refusal::new(what, "leave it out"));
            }
        }
        Ok(())
    }
}

/// Parses such a line.
///
/// # Errors
/// The part that isn't understood.
pub fn read_line(text: &str) -> Result<ExerciseLine, Refusal> {
    if text.len() > MAX_LINE {
        let what = format!("an exercise's line has at most {MAX_LINE} bytes");
        return Err(Refusal::new(what, "save it as a file"));
    }
    let mut words = text.split_whitespace().peekable();
    if words.next() != Some(FIRST) {
        let what = format!("an exercise's line begins with the word '{FIRST}'");
        return Err(Refusal::new(what, ""));
    }
    let task = task_of(words.next().unwrap_or_default())?;
    let mut flags = LineFlags::default();
    let mut given: Vec<&str> = Vec::new();
    while let Some(flag) = words.next_if(|word| word.starts_with("--")) {
        if given.contains(&flag) {
            let what = format!("{flag} is given twice");
            return Err(Refusal::new(what, "give it once"));
        }
        given.push(flag);
        let value = words
            .next()
            .ok_or_else(|| Refusal::new(format!("{flag} has no value"), "write one after it"))?;
        flags.set(flag, value)?;
    }
    let position: Vec<&str> = words.collect();
    let of_board = ["--rules", "--max-plies", "--estimate"];
    let of_level = ["--size", "--spread", "--ties", "--chance", "--seed"];
    let stray = |flags: &[&str]| given.iter().copied().find(|flag| flags.contains(flag));
    if position.is_empty() {
        let Some(seed) = flags.seed else {
            let what = "the line has neither a position nor a --seed";
            return Err(Refusal::new(what, "give one of them"));
        };
        if let Some(flag) = stray(&of_board) {
            let what = format!("{flag} needs a position");
            return Err(Refusal::new(what, "give one, or leave it out"));
        }
        let mut level = flags.level;
        level.game = flags.game;
        return Ok(ExerciseLine::Drawn(task, Generated { seed, level }));
    }
    if let Some(flag) = stray(&of_level) {
        let what = format!("{flag} means nothing beside a position");
        return Err(Refusal::new(what, "leave one of them out"));
    }
    let (game, mut exercise) = (flags.game, flags.exercise);
    exercise.task = task;
    exercise.setup.position = position.join(" ");
    exercise.setup.game = game.clone().unwrap_or_else(|| usual_game().to_owned());
    if game.is_none()
        && given.iter().all(|flag| *flag != "--rules")
        && let Some(setup) = that_reads(&exercise.setup)
    {
        exercise.setup = setup;
    }
    Ok(ExerciseLine::Board(Box::new(exercise)))
}

/// The setup of a game's position.
pub(super) fn setup(game: &str, switches: Switches, position: &str) -> Setup {
    Setup {
        game: game.to_owned(),
        switches,
        position: position.to_owned(),
        columns: None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ExerciseGenerator, ExerciseLine, Right, read_line, write_line};
    use super::*;
    use crate::save::{self, Opened, open_reader};

    fn drawn(task: Task, seed: u64, chance: bool) -> Posed {
        let level = Level {
            chance,
            ..Level::default()
        };
        let drawing = ExerciseGenerator::new(task, seed, level).expect("a level");
        *drawing.finish().expect("an exercise")
    }

    fn some() -> impl Iterator<Item = Posed> {
        (0..60).map(|seed| {
            let task = Task::ALL[seed as usize % 4];
            drawn(task, seed, seed % 8 == 1)
        })
    }

    #[test]
    fn the_line_of_an_exercise_gives_the_same_one_again() {
        for posed in some() {
            let line = write_line(&posed).expect("a line");
            let Ok(ExerciseLine::Board(exercise)) = read_line(&line) else {
                panic!("{line}");
            };
            let again = Posed::new(&exercise).expect(&line);
            assert_eq!(again.blanks(), posed.blanks(), "{line}");
            assert_eq!(write_line(&again), Some(line));
            assert_eq!(again.exercise().setup, posed.exercise().setup);
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_says_what_is_wrong() {
        for (line, word) in [
            ("exercise", "no task called ''"),
            ("exercise sums b2b2/a2b1 a", "no task called 'sums'"),
            ("exercise ratings", "neither a position nor a --seed"),
            ("exercise ratings --seed x", "can't be 'x'"),
            ("exercise ratings --size huge --seed 1", "can't be 'huge'"),
            ("exercise ratings --seed 1 b2b2/a2b1 a", "beside a position"),
            ("exercise ratings --seed 1 --seed 2", "given twice"),
            ("exercise ratings --colour red b2b2/a2b1 a", "means nothing"),
            ("exercise ratings --max-plies", "no value"),
            (
                "exercise ratings --max-plies 2 --seed 1",
                "needs a position",
            ),
            ("practice ratings", "begins with the word"),
        ] {
            let error = read_line(line).expect_err(line).to_string();
            assert!(error.contains(word), "{line}: {error}");
        }
    }

    #[test]
    fn a_file_gives_the_exercise_and_what_was_filled_in_again() {
        for posed in some() {
            let mut attempt = Attempt::right(&posed);
            attempt.check_all(&posed);
            attempt.hint(&posed, 0);
            if let Some(Right::Rating(_)) = posed.blank(0).map(|blank| &blank.right) {
                attempt = Attempt::new(&posed);
                attempt.hint(&posed, 0);
                attempt.give(0, read_answer(&Right::Cut(true), "cut").ok());
                attempt.check(&posed, 0);
                attempt.give(0, Some(posed.blanks()[0].right.answer()));
                attempt.check(&posed, 0);
            }
            let mut bytes = Vec::new();
            posed.to_file(&attempt).write(&mut bytes).expect("memory");
            let Ok(Opened::Exercise(file)) = open_reader(&*bytes, "x") else {
                panic!("no exercise");
            };
            let exercise = Exercise::of_file(&file).expect("an exercise");
            assert_eq!(&exercise, posed.exercise());
            let (again, strays) = posed.attempt_of(&file);
            assert_eq!(strays, None);
            assert_eq!(again.score(&posed), attempt.score(&posed));
            let misses = |attempt: &Attempt| -> Vec<u32> {
                attempt.entries().iter().map(|entry| entry.misses).collect()
            };
            assert_eq!(misses(&again), misses(&attempt));
            let mut twice = Vec::new();
            file.write(&mut twice).expect("memory");
            assert_eq!(twice, bytes);
        }
    }

    #[test]
    fn a_file_may_name_every_task_and_level_that_there_is() {
        assert_eq!(save::TASKS, Task::ALL.map(Task::name));
        assert_eq!(save::SIZES, TreeSize::ALL.map(TreeSize::name));
        assert_eq!(save::SPREADS, RatingSpread::ALL.map(RatingSpread::name));
        assert_eq!(save::TIES, Ties::ALL.map(Ties::name));
    }

    #[test]
    fn an_unknown_word_in_the_level_of_an_exercise_is_refused_with_the_allowed_words() {
        let read = |drawn: &str| {
            let text = format!(
                "{{\"format\":\"doomtree-exercise\",\"version\":1,\"task\":\"cuts\",\
                 \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\
                 \"position\":\"b2b2/a2b1 a\",\n\"drawn\":{{\"seed\":1,{drawn},\"chance\":false}}}}"
            );
            open_reader(text.as_bytes(), "x").map(drop)
        };
        let all = |ties: &str| format!("\"size\":\"small\",\"spread\":\"two\",\"ties\":\"{ties}\"");
        assert_eq!(read(&all("any")), Ok(()));
        for (drawn, word) in [
            (
                all("aly"),
                "'ties' must be any, none or some, not '\"aly\"' (line 2,",
            ),
            (
                all("any").replace("two", "2"),
                "'spread' must be any, two, three or many",
            ),
            (
                all("any").replace("small", "tiny"),
                "'size' must be small, middle or large",
            ),
        ] {
            let error = read(&drawn).expect_err(word).to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn files_keep_unknown_members_and_refuse_what_stands_twice_and_higher_versions() {
        let text = |more: &str, version: u8| {
            format!(
                "{{\"format\":\"doomtree-exercise\",\"version\":{version},\"task\":\"cuts\",\
                 \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\
                 \"position\":\"b2b2/a2b1 a\"{more}}}"
            )
        };
        let read = |text: &str| open_reader(text.as_bytes(), "x");
        let Ok(Opened::Exercise(file)) = read(&text(",\"marks\":[1]", 1)) else {
            panic!("no exercise");
        };
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory");
        assert!(String::from_utf8(bytes).is_ok_and(|text| text.contains("\"marks\":[1]")));
        for (more, version, word) in [
            (",\"task\":\"cuts\"", 1, "is given twice"),
            ("", 2, "version 2 of doomtree-exercise"),
            (",\"answers\":[{\"line\":\"a\",\"line\":\"b\"}]", 1, "twice"),
            (",\"answers\":[{\"answer\":\"1\"}]", 1, "no 'line'"),
            (",\"max_plies\":-1", 1, "whole number"),
        ] {
            let error = read(&text(more, version)).err().expect(more).to_string();
            assert!(error.contains(word), "{more}: {error}");
        }
    }

    // An exercise printed on paper must be found again.
    #[test]
    fn the_same_seed_gives_the_same_exercise_for_ever() {
        let line = |task, seed, chance| write_line(&drawn(task, seed, chance));
        assert_eq!(
            line(Task::Ratings, 3, false).as_deref(),
            Some("exercise ratings --game tic-tac-toe .ox/x.o/.ox x")
        );
    }
}
