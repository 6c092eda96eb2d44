//! An exercise in one line of text, for sharing: its board, or the seed and level that it is
//! generated from.

use super::{Exercise, Generated, Level, Posed, Size, Spread, Task, Ties};
use crate::game::{Estimate, Refusal, quoted};
use crate::games::{Setup, Switches, rules_name, takes_script};
use crate::session::{that_reads, usual_game};

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
    let mut words = vec![FIRST.to_owned(), exercise.task.name().to_owned()];
    let mut flag = |name: &str, value: String| words.extend([format!("--{name}"), value]);
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
    words.push(setup.position.clone());
    Some(words.join(" "))
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
    let task = words.next().unwrap_or_default();
    let task = Task::from_name(task).ok_or_else(|| {
        let names = Task::ALL.map(Task::name).join(", ");
        Refusal::new(
            format!("there is no task called {}", quoted(task)),
            format!("use one of {names}"),
        )
    })?;
    let mut exercise = Exercise {
        task,
        ..Exercise::default()
    };
    let mut game = None;
    let mut seed = None;
    let mut level = Level::default();
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
        let wrong =
            |remedy: &str| Refusal::new(format!("{flag} can't be {}", quoted(value)), remedy);
        match flag {
            "--game" => game = Some(value.to_owned()),
            "--rules" => exercise.setup.switches = Switches::read(value)?,
            "--max-plies" => {
                let plies = value.parse().map_err(|_| wrong("give a whole number"))?;
                exercise.max_plies = Some(plies);
            }
            "--estimate" => {
                exercise.estimate = Estimate::from_name(value)
                    .ok_or_else(|| wrong("give the name of an estimate"))?;
            }
            "--seed" => {
                seed = Some(value.parse().map_err(|_| wrong("give a whole number"))?);
            }
            "--size" => {
                level.size =
                    Size::from_name(value).ok_or_else(|| wrong("use small, middle or large"))?;
            }
            "--spread" => {
                level.spread =
                    Spread::from_name(value).ok_or_else(|| wrong("use any, two, three or many"))?;
            }
            "--ties" => {
                level.ties =
                    Ties::from_name(value).ok_or_else(|| wrong("use any, none or some"))?;
            }
            "--chance" => {
                level.chance = match value {
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
    }
    let position: Vec<&str> = words.collect();
    let of_board = ["--rules", "--max-plies", "--estimate"];
    let of_level = ["--size", "--spread", "--ties", "--chance", "--seed"];
    let stray = |flags: &[&str]| given.iter().copied().find(|flag| flags.contains(flag));
    if position.is_empty() {
        let Some(seed) = seed else {
            let what = "the line has neither a position nor a --seed";
            return Err(Refusal::new(what, "give one of them"));
        };
        if let Some(flag) = stray(&of_board) {
            let what = format!("{flag} needs a position");
            return Err(Refusal::new(what, "give one, or leave it out"));
        }
        level.game = game;
        return Ok(ExerciseLine::Drawn(task, Generated { seed, level }));
    }
    if let Some(flag) = stray(&of_level) {
        let what = format!("{flag} means nothing beside a position");
        return Err(Refusal::new(what, "leave one of them out"));
    }
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
