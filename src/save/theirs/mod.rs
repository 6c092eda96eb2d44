//! Reads the output of an external program about a game, for a check: positions, moves, ratings and
//! winners, each with its line. The formats are node-link JSON (including our own files), the
//! output of Lisp programs, and JSON Lines. Nothing is judged here; the text only has to be
//! readable.

mod node_link;
mod parse;

use std::io::Read;

use super::fields::FieldError;
use super::import::Attributes;
use super::json::{array, string};
use super::kinds::{self, FileError, json_fault, shown};
use super::open::Utf8;
use parse::Alone;

pub use parse::{
    Ends, MAX_THEIR_NODES, ProgramOutput, SaidNumber, SaidRating, TheirForm, TheirMove, TheirNode,
    TheirPosition,
};

/// Maximum bytes that are read.
pub const MAX_THEIR_BYTES: u64 = 1 << 29;

/// How many bytes tell what kind of file it is.
const HEAD: usize = 512;

const REMEDY: &str = "give a tree as JSON or as Lisp prints it, or JSON Lines of positions: \
                      docs/check.md says what they hold";

/// Reads the output of an external program; `name` is used in errors.
///
/// # Errors
/// The stream fails, is empty or too long, or its content is invalid or in none of the formats.
pub fn read_theirs(mut reader: impl Read, name: &str) -> Result<ProgramOutput, FileError> {
    read_any(&mut reader, name)
}

fn read_any(reader: &mut dyn Read, name: &str) -> Result<ProgramOutput, FileError> {
    let mut bytes = Vec::new();
    Utf8::new(reader)
        .take(MAX_THEIR_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| {
            FileError::new(format!("it can't be read ({error})"), "try again").in_file(name)
        })?;
    if bytes.len() as u64 > MAX_THEIR_BYTES {
        let max = MAX_THEIR_BYTES >> 20;
        return Err(
            FileError::new(format!("it has more than {max} MiB"), "give a part of it")
                .in_file(name),
        );
    }
    if let Some(FileError { what, .. }) = kinds::refused(&bytes[..bytes.len().min(HEAD)]) {
        return Err(FileError::new(what, REMEDY).in_file(name));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        FileError::new("this is not UTF-8 text", REMEDY)
            .at(line, 1)
            .in_file(name)
    })?;
    read_text(&text).map_err(|error| told_here(error).in_file(name))
}

fn read_text(text: &str) -> Result<ProgramOutput, FileError> {
    if super::import::lisp_begins(text.as_bytes()) {
        return node_link::read_lisp_tree(text);
    }
    match text.trim_start().as_bytes().first() {
        None => Err(FileError::new("it is empty", REMEDY)),
        Some(b'{') if node_link::is_graph(text) => node_link::read(text),
        Some(b'{') => read_lines(text),
        Some(_) => Err(
            FileError::new("this is neither JSON nor a tree as Lisp prints it", REMEDY).at(1, 1),
        ),
    }
}

/// The same error, with a reference to the page about these formats.
fn told_here(mut error: FileError) -> FileError {
    if error.remedy == super::import::REMEDY {
        "correct it: doomtree's docs/check.md says what is read".clone_into(&mut error.remedy);
    }
    error
}

/// Takes lines, one after the other.
#[derive(Debug)]
pub struct LinesReader {
    theirs: ProgramOutput,
    /// Maximum number of positions.
    max: usize,
}

impl Default for LinesReader {
    fn default() -> Self {
        Self {
            theirs: ProgramOutput {
                form: TheirForm::Lines,
                nodes: Vec::new(),
                root: 0,
                max_plies: None,
                notices: Vec::new(),
                is_bare: true,
            },
            max: MAX_THEIR_NODES,
        }
    }
}

impl LinesReader {
    /// Parses one line; an empty one is skipped. If it names no position, it is about `asked`.
    ///
    /// # Errors
    /// The invalid part of the line.
    pub fn line(
        &mut self,
        text: &str,
        number: usize,
        asked: Option<&str>,
    ) -> Result<(), FileError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        if self.theirs.nodes.len() == self.max {
            return Err(FileError::new(
                format!("there are more than {} positions", self.max),
                "give a part of them",
            )
            .at(number, 1));
        }
        let mut node = read_line(text, number, asked.is_some()).map_err(told_here)?;
        self.theirs.is_bare &= node.is_bare();
        // A position that isn't named tells nothing of captured dice.
        if let (None, Some(asked)) = (&node.position, asked) {
            node.position = Some(TheirPosition::Notation(asked.to_owned()));
        }
        self.theirs.nodes.push(node);
        Ok(())
    }

    /// Names the position of the last line, as it was asked about.
    pub fn name_last(&mut self, position: &str) {
        if let Some(last) = self.theirs.nodes.last_mut() {
            last.position = Some(TheirPosition::Notation(position.to_owned()));
        }
    }

    /// The position that the last line named, as it wrote it.
    pub fn last_position(&self) -> Option<&str> {
        Some(self.theirs.nodes.last()?.position.as_ref()?.text())
    }

    /// The content of all lines.
    pub fn finish(self) -> ProgramOutput {
        self.theirs
    }
}

/// The question about a position that a program answers with such a line: an object on one line,
/// with the ply limit where there is one.
pub fn question(position: &str, max_plies: Option<u32>) -> String {
    let position = serde_json::Value::from(position);
    match max_plies {
        None => format!("{{\"position\":{position}}}"),
        Some(plies) => format!("{{\"position\":{position},\"max_plies\":{plies}}}"),
    }
}

/// Whether a text is such lines: its first is one whole object that tells of a position.
pub fn are_lines(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default().trim();
    let whole = first.starts_with('{') && first.ends_with('}');
    let record = whole
        .then(|| Attributes::read(first, (1, 1)).ok())
        .flatten();
    record.is_some_and(|record| {
        let told = ["rating", "moves", "winners", "winner", "payoffs", "payoff"];
        let apart = record.first(&["format"]).is_none() && record.first(&["nodes"]).is_none();
        apart && record.first(&["position"]).is_some() && record.first(&told).is_some()
    })
}

/// Reads a whole text.
fn read_lines(text: &str) -> Result<ProgramOutput, FileError> {
    let mut reader = LinesReader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(line, index + 1, None)?;
    }
    Ok(reader.finish())
}

fn read_line(text: &str, number: usize, asked: bool) -> Result<TheirNode, FileError> {
    // A JSON syntax error has its own column.
    if let Err(error) = serde_json::from_str::<&serde_json::value::RawValue>(text) {
        return Err(FileError::new(
            format!("this line is not valid JSON ({})", json_fault(&error)),
            "write one object a line, such as {\"position\":\"b2b2/a2b1 a\",\"rating\":\"0\"}",
        )
        .at(number, error.column().max(1)));
    }
    let start = text.len() - text.trim_start().len();
    let record = Attributes::read(text.trim(), (number, start + 1))?;
    if let Some(error) = record.first(&["error"]) {
        return Err(FileError::new(
            format!("this line reports an error ({})", shown(error)),
            "see what it says, and leave such lines out",
        )
        .at(number, 1));
    }
    let mut node = TheirNode::new(number);
    node.position = match record.first(&["position"]) {
        Some(raw) => {
            let text = string(raw).ok_or_else(|| record.fault(raw, "'position' must be a text"))?;
            Some(TheirPosition::Notation(text.into_owned()))
        }
        None if asked => None,
        None => {
            return Err(FileError::new(
                "this line has no 'position'",
                "add the position that it is about, such as {\"position\":\"b2b2/a2b1 a\"}",
            )
            .at(number, 1));
        }
    };
    node.player = record.word(&["player"])?.map(|name| name.into_owned());
    node.rating = parse::rating(&record, &["rating"], Alone::Movers)?;
    node.payoffs = parse::rating(&record, &["payoffs", "payoff"], Alone::Movers)?;
    node.winners = parse::winners(&record)?;
    node.moves = moves(&record, number)?;
    let over = node.payoffs.is_some() || node.winners.is_some();
    let complete = match record.first(&["complete"]) {
        None | Some("true") => true,
        Some("false") => false,
        Some(raw) => {
            let what = format!("'complete' must be true or false, not {}", shown(raw));
            return Err(record.fault(raw, what).into());
        }
    };
    node.ends = match &node.moves {
        Some(moves) if !moves.is_empty() => Ends::No,
        // The program may have stopped at a limit before listing them.
        Some(_) if !complete => Ends::LeftOut,
        Some(_) => Ends::Yes,
        None if over => Ends::Yes,
        None => Ends::Unsaid,
    };
    if node.ends == Ends::LeftOut {
        node.moves = None;
    }
    Ok(node)
}

/// The moves of a line: texts, or objects with more data about each.
fn moves(record: &Attributes<'_>, number: usize) -> Result<Option<Vec<TheirMove>>, FieldError> {
    let Some(raw) = record.first(&["moves"]) else {
        return Ok(None);
    };
    let wrong = |found: &str| {
        let what = format!(
            "'moves' must be a list of moves, such as [\"2>3\",\"pass\"] or [{{\"move\":\"2>3\"}}], \
             and there is {} in it",
            shown(found)
        );
        record.fault(raw, what)
    };
    let items = array(raw).ok_or_else(|| wrong(raw))?;
    let mut moves = Vec::with_capacity(items.len());
    for item in items {
        let mut mv = TheirMove {
            text: None,
            to: None,
            position: None,
            rating: None,
            probability: None,
            line: number as u32,
        };
        if let Some(text) = string(item) {
            mv.text = Some(text.into_owned());
        } else if item.starts_with('{') {
            let inner = Attributes::read(item, (number, 1))?;
            let text = inner.word(&["move"])?.ok_or_else(|| wrong(item))?;
            mv.text = Some(text.into_owned());
            mv.position = inner.word(&["position"])?.map(|text| text.into_owned());
            mv.rating = parse::rating(&inner, &["rating"], Alone::Movers)?;
            if let Some(raw) = inner.first(&["probability"]) {
                mv.probability = Some(parse::number(raw).ok_or_else(|| wrong(item))?);
            }
        } else {
            return Err(wrong(item));
        }
        moves.push(mv);
    }
    Ok(Some(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_beyond_the_most_are_refused_at_the_line_of_the_first_of_them() {
        let mut reader = LinesReader {
            max: 2,
            ..LinesReader::default()
        };
        let mut take = |number| reader.line("{\"position\":\"a2b1 a\"}", number, None);
        assert!(take(1).is_ok() && take(3).is_ok());
        let error = take(4).expect_err("one too many");
        assert_eq!(error.what, "there are more than 2 positions");
        assert_eq!(error.place, Some((4, 1)));
    }

    #[test]
    fn a_line_that_tells_of_an_error_is_refused_at_its_start() {
        let mut reader = LinesReader::default();
        let error = reader.line("  {\"error\":\"no board\"}", 7, None);
        assert_eq!(error.expect_err("an error").place, Some((7, 1)));
    }
}
