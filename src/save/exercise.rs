//! Exercise files: the board, the task, what it was drawn from, and what a learner has filled in.

use std::io::{self, Write};

use serde_json::value::RawValue;

use super::error::shown;
use super::fields::{CORRECT, Fault, Record};
use super::format::check_version;
use super::header::{Rules, text_or_null};
use super::json::{array, compact, push_optional, push_rules, push_string, string, whole_number};
use super::members::Members;
use super::{EXERCISE_FORMAT, MINOR, VERSION};
use crate::game::{Estimate, RulesText};
use crate::games::Setup;

/// The most answers of a file; no exercise has so many blanks.
const MOST_ANSWERS: usize = 10_000;

/// What an exercise was drawn from, as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDrawn {
    /// The seed.
    pub seed: u64,
    /// How much there is to fill in.
    pub size: String,
    /// How many different ratings the leaves have.
    pub spread: String,
    /// Whether best moves tie.
    pub ties: String,
    /// Whether chance decides anything.
    pub chance: bool,
    /// The game, unless any would do.
    pub game: Option<String>,
}

/// What a learner has filled in at a node, as a file stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAnswer {
    /// The line to the node.
    pub line: String,
    /// What was filled in; `None` where only a hint was asked for.
    pub answer: Option<String>,
    /// Whether it was checked.
    pub checked: bool,
    /// How often something wrong was checked.
    pub misses: u32,
    /// How many hints were asked for.
    pub hints: u32,
    /// Whether the right answer was shown.
    pub shown: bool,
}

/// An exercise as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseFile {
    /// What is filled in, by the task's name.
    pub task: String,
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: Rules,
    /// The position, in notation.
    pub position: String,
    /// How many plies the tree has.
    pub max_plies: Option<u32>,
    /// What is given where that stops it.
    pub estimate: Estimate,
    /// The title.
    pub title: Option<String>,
    /// What it was drawn from.
    pub drawn: Option<FileDrawn>,
    /// What a learner has filled in.
    pub answers: Vec<FileAnswer>,
    /// Members that this version doesn't know.
    pub members: Members,
    /// What isn't refused and yet should be known: a sentence each.
    pub notices: Vec<String>,
}

/// The members that this version knows, in the order in which they are written.
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
    /// An exercise that nobody has filled in yet.
    pub fn new(task: &str, game: &str, rules: &RulesText, position: &str) -> Self {
        let mut json = String::new();
        push_rules(&mut json, rules);
        let rules = Rules::read(&json).unwrap_or_else(|(why, _)| Rules {
            json: "null".to_owned(),
            switches: Err(why),
        });
        Self {
            task: task.to_owned(),
            game: game.to_owned(),
            rules,
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

    /// The game and the position in words.
    ///
    /// # Errors
    /// Rules that can't be understood: why, in words.
    pub fn setup(&self) -> Result<Setup, String> {
        self.rules.setup(&self.game, &self.position)
    }

    /// Writes the file, an answer a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = format!(
            "{{\"format\":\"{EXERCISE_FORMAT}\",\"version\":{VERSION},\"minor\":{MINOR},\"task\":"
        );
        push_string(&mut text, &self.task);
        text.push_str(",\"game\":");
        push_string(&mut text, &self.game);
        text.push_str(",\"rules\":");
        text.push_str(&self.rules.json);
        text.push_str(",\"position\":");
        push_string(&mut text, &self.position);
        text.push_str(",\"max_plies\":");
        match self.max_plies {
            Some(plies) => text.push_str(&plies.to_string()),
            None => text.push_str("null"),
        }
        text.push_str(",\"estimate\":");
        push_string(&mut text, self.estimate.name());
        text.push_str(",\"title\":");
        push_optional(&mut text, self.title.as_deref());
        text.push_str(",\"drawn\":");
        match &self.drawn {
            None => text.push_str("null"),
            Some(drawn) => push_drawn(&mut text, drawn),
        }
        text.push_str(",\"answers\":[");
        for (index, answer) in self.answers.iter().enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            push_answer(&mut text, answer);
        }
        text.push_str(if self.answers.is_empty() { "]" } else { "\n]" });
        self.members.push(&mut text);
        text.push_str("}\n");
        out.write_all(text.as_bytes())
    }

    /// Reads the members of the file, in any order.
    pub(super) fn read(
        members: Vec<(String, (usize, usize), Box<RawValue>)>,
        start: (usize, usize),
    ) -> Result<Self, Fault> {
        let mut known: [Option<(&str, (usize, usize))>; 12] = [None; 12];
        let mut unknown = Members::default();
        for (key, place, raw) in &members {
            let slot = MEMBERS.iter().position(|member| member == key);
            let twice = match slot.and_then(|slot| known.get_mut(slot)) {
                Some(slot) => slot.replace((raw.get(), *place)).is_some(),
                None => unknown.get(key).is_some(),
            };
            if twice {
                let what = format!("the member {} stands here twice", shown(key));
                return Err(Fault::new(what, CORRECT, *place));
            }
            if slot.is_none() {
                let json =
                    compact(raw.get()).map_err(|(what, _)| Fault::new(what, CORRECT, *place))?;
                unknown.push_known(key, json);
            }
        }
        let [
            _,
            version,
            minor,
            task,
            game,
            rules,
            position,
            max_plies,
            estimate,
            title,
            drawn,
            answers,
        ] = known;
        let missing = |name: &str| Fault::new(format!("the file has no '{name}'"), CORRECT, start);
        let text = |value: Option<(&str, (usize, usize))>, name: &str| {
            let value = value.ok_or_else(|| missing(name))?;
            owned(value.0).ok_or_else(|| must(name, "a text", value))
        };
        let version = version.ok_or_else(|| missing("version"))?;
        let minor = minor.map(|(raw, _)| raw);
        let notice = check_version(EXERCISE_FORMAT, version.0, minor, version.1)?;
        let rules = rules.ok_or_else(|| missing("rules"))?;
        let max_plies = match max_plies.filter(|(raw, _)| *raw != "null") {
            None => None,
            Some(value) => {
                let plies = whole_number(value.0).and_then(|plies| u32::try_from(plies).ok());
                Some(plies.ok_or_else(|| must("max_plies", "a whole number or null", value))?)
            }
        };
        let estimate = match estimate {
            None => Estimate::default(),
            Some(value) => string(value.0)
                .and_then(|name| Estimate::from_name(&name))
                .ok_or_else(|| must("estimate", "winners, share or territory", value))?,
        };
        let title = match title {
            None => None,
            Some(value) => {
                text_or_null(value.0).ok_or_else(|| must("title", "a text or null", value))?
            }
        };
        let drawn = match drawn.filter(|(raw, _)| *raw != "null") {
            None => None,
            Some((raw, place)) => Some(read_drawn(raw, place)?),
        };
        let answers = match answers {
            None => Vec::new(),
            Some(value) => {
                let list = array(value.0).ok_or_else(|| must("answers", "a list", value))?;
                if list.len() > MOST_ANSWERS {
                    let what = format!("'answers' has more than {MOST_ANSWERS} entries");
                    return Err(Fault::new(what, CORRECT, value.1));
                }
                list.into_iter()
                    .map(|raw| read_answer(raw.get(), value.1))
                    .collect::<Result<_, _>>()?
            }
        };
        Ok(Self {
            task: text(task, "task")?,
            game: text(game, "game")?,
            rules: Rules::read(rules.0).map_err(|(what, _)| Fault::new(what, CORRECT, rules.1))?,
            position: text(position, "position")?,
            max_plies,
            estimate,
            title,
            drawn,
            answers,
            members: unknown,
            notices: notice.into_iter().collect(),
        })
    }
}

fn must(name: &str, what: &str, (raw, place): (&str, (usize, usize))) -> Fault {
    let what = format!("'{name}' must be {what}, not {}", shown(raw));
    Fault::new(what, CORRECT, place)
}

fn push_drawn(out: &mut String, drawn: &FileDrawn) {
    out.push_str(&format!("{{\"seed\":{},\"size\":", drawn.seed));
    push_string(out, &drawn.size);
    out.push_str(",\"spread\":");
    push_string(out, &drawn.spread);
    out.push_str(",\"ties\":");
    push_string(out, &drawn.ties);
    out.push_str(&format!(",\"chance\":{},\"game\":", drawn.chance));
    push_optional(out, drawn.game.as_deref());
    out.push('}');
}

fn push_answer(out: &mut String, answer: &FileAnswer) {
    out.push_str("{\"line\":");
    push_string(out, &answer.line);
    out.push_str(",\"answer\":");
    push_optional(out, answer.answer.as_deref());
    let FileAnswer {
        checked,
        misses,
        hints,
        shown,
        ..
    } = answer;
    out.push_str(&format!(
        ",\"checked\":{checked},\"misses\":{misses},\"hints\":{hints},\"shown\":{shown}}}"
    ));
}

fn truth(raw: &str) -> Option<bool> {
    match raw {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn owned(raw: &str) -> Option<String> {
    string(raw).map(std::borrow::Cow::into_owned)
}

fn small(raw: &str) -> Option<u32> {
    u32::try_from(whole_number(raw)?).ok()
}

fn read_drawn(raw: &str, start: (usize, usize)) -> Result<FileDrawn, Fault> {
    let mut record = Record::read("what it was drawn from", raw, start)?;
    let drawn = FileDrawn {
        seed: record.required("seed", "a whole number", whole_number)?,
        size: record.required("size", "a text", owned)?,
        spread: record.required("spread", "a text", owned)?,
        ties: record.required("ties", "a text", owned)?,
        chance: record.required("chance", "true or false", truth)?,
        game: record
            .optional("game", "a text or null", text_or_null)?
            .flatten(),
    };
    Ok(drawn)
}

fn read_answer(raw: &str, start: (usize, usize)) -> Result<FileAnswer, Fault> {
    let mut record = Record::read("an answer", raw, start)?;
    Ok(FileAnswer {
        line: record.required("line", "a text", owned)?,
        answer: record
            .optional("answer", "a text or null", text_or_null)?
            .flatten(),
        checked: record
            .optional("checked", "true or false", truth)?
            .unwrap_or(false),
        misses: record
            .optional("misses", "a whole number", small)?
            .unwrap_or(0),
        hints: record
            .optional("hints", "a whole number", small)?
            .unwrap_or(0),
        shown: record
            .optional("shown", "true or false", truth)?
            .unwrap_or(false),
    })
}
