//! What importers share: the result of an import; the outcomes of an extensive game, identified by number,
//! with payoffs given once or repeatedly, on ends and on the nodes above them; and the attributes of
//! nodes and edges in a node-link file.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::foreign::ScriptMaking;
use super::number::round;
use super::scan::{LineColumn, fault};
use crate::game::{Kind, Rational, is_short, to_f64, zero};
use crate::games::Setup;
use crate::save::fields::{FieldError, place_in};
use crate::save::file::KeptText;
use crate::save::json::{Member, array, compact, object, offset, string};
use crate::save::kinds::{FileError, shown};

/// An outcome as far as it is known.
struct Outcome {
    number: i64,
    /// The start of its payoffs.
    payoffs: Option<u32>,
    /// Its name; empty if it has none so far.
    name: KeptText,
    /// The location of its first mention, then of its payoffs.
    line_column: LineColumn,
    /// The line of its name.
    named: usize,
}

/// The outcomes that a file has named so far.
#[derive(Default)]
pub(super) struct Outcomes {
    by_number: FxHashMap<i64, u32>,
    all: Vec<Outcome>,
    /// The outcome of each node.
    of_nodes: Vec<Option<u32>>,
    /// The node above each.
    above: Vec<Option<u32>>,
}

impl Outcomes {
    /// Takes the outcome of the next node.
    pub fn node(
        &mut self,
        making: &mut ScriptMaking,
        above: Option<u32>,
        (number, name): (i64, KeptText),
        payoffs: Option<&[Rational]>,
        place: LineColumn,
    ) -> Result<(), FileError> {
        self.above.push(above);
        if number == 0 {
            self.of_nodes.push(None);
            return match payoffs {
                Some(payoffs) if payoffs.iter().any(|number| *number != zero()) => Err(fault(
                    "the outcome 0 has payoffs, though it stands for none",
                    "give it another number",
                    place,
                )),
                _ => Ok(()),
            };
        }
        let next = self.all.len() as u32;
        let index = *self.by_number.entry(number).or_insert(next);
        if index == next {
            self.all.push(Outcome {
                number,
                payoffs: None,
                name,
                line_column: place,
                named: place.0,
            });
        }
        let outcome = &mut self.all[index as usize];
        let what = format!("the outcome {number}");
        same_name(
            making,
            &what,
            (&mut outcome.name, &mut outcome.named),
            name,
            place,
        )?;
        self.of_nodes.push(Some(index));
        let Some(payoffs) = payoffs else {
            return Ok(());
        };
        match outcome.payoffs {
            None => {
                outcome.payoffs = Some(making.payoffs(payoffs));
                outcome.line_column = place;
            }
            Some(at) => {
                let at = at as usize;
                if making.payoffs[at..at + payoffs.len()] != *payoffs {
                    return Err(fault(
                        format!(
                            "the outcome {number} has other payoffs here than in line {}",
                            outcome.line_column.0
                        ),
                        "give different outcomes different numbers",
                        place,
                    ));
                }
            }
        }
        Ok(())
    }

    /// Gives every end the sum of the payoffs on the way to it.
    pub fn add_up(self, making: &mut ScriptMaking) -> Result<(), FileError> {
        let players = making.players.len();
        let nothing = making.payoffs(&vec![zero(); players]);
        // The start of the payoffs up to each node; most nodes share those of their parent.
        let mut sums: Vec<u32> = Vec::with_capacity(self.of_nodes.len());
        for (node, (outcome, above)) in self.of_nodes.iter().zip(&self.above).enumerate() {
            let before = above.map_or(nothing, |above| sums[above as usize]);
            let sum = match outcome {
                None => before,
                Some(outcome) => {
                    let Outcome {
                        payoffs,
                        line_column: place,
                        number,
                        ..
                    } = self.all[*outcome as usize];
                    let given = payoffs.ok_or_else(|| {
                        fault(
                            format!("the outcome {number} has no payoffs anywhere"),
                            "write them in braces, one a player, where it stands first",
                            place,
                        )
                    })?;
                    if before == nothing {
                        given
                    } else {
                        let place = making.nodes[node].place;
                        sum_of(making, before, given, (place.0 as usize, place.1 as usize))?
                    }
                }
            };
            sums.push(sum);
            if making.nodes[node].kind == Kind::End {
                making.nodes[node].payoffs = Some(sum);
            }
        }
        Ok(())
    }
}

/// Keeps a name where there is none yet. An empty one says nothing; `known` is the name so far with
/// its line.
pub(super) fn same_name(
    making: &ScriptMaking,
    what: &str,
    known: (&mut KeptText, &mut usize),
    name: KeptText,
    place: LineColumn,
) -> Result<(), FileError> {
    let [old, new] = [*known.0, name].map(|name| making.texts.get(name));
    if old.is_empty() {
        (*known.0, *known.1) = (name, place.0);
        return Ok(());
    }
    if new.is_empty() || old == new {
        return Ok(());
    }
    Err(fault(
        format!(
            "{what} is called {} here and {} in line {}",
            shown(new),
            shown(old),
            known.1
        ),
        "give it one name, or another number",
        place,
    ))
}

fn sum_of(making: &mut ScriptMaking, a: u32, b: u32, place: LineColumn) -> Result<u32, FileError> {
    let mut sums = Vec::with_capacity(making.players.len());
    for player in 0..making.players.len() {
        let [a, b] = [a, b].map(|first| making.payoffs[first as usize + player]);
        let exact = num_traits::CheckedAdd::checked_add(&a, &b).filter(is_short);
        let sum = match exact {
            Some(sum) => sum,
            None => {
                let double = to_f64(&a) + to_f64(&b);
                let sum = round(double, &mut false).map_err(|why| {
                    let what = format!("the sum of the payoffs up to here {}", why.what);
                    fault(what, why.remedy, place)
                })?;
                making.rounding.add(&format!("{a} + {b}"), place, sum);
                sum
            }
        };
        sums.push(sum);
    }
    Ok(making.payoffs(&sums))
}

/// How to fix an invalid record.
pub(in crate::save) const REMEDY: &str =
    "correct it: doomtree's docs/imports.md says what attributes mean";

/// One record's attributes, each by its name.
pub(in crate::save) struct Attributes<'a> {
    text: &'a str,
    line_column: LineColumn,
    members: Vec<Member<'a>>,
}

impl<'a> Attributes<'a> {
    pub fn read(text: &'a str, place: LineColumn) -> Result<Self, FieldError> {
        let members = object(text)
            .map_err(|(what, at)| FieldError::new(what, REMEDY, place_in(text, place, at)))?;
        Ok(Self {
            text,
            line_column: place,
            members,
        })
    }

    /// The first of these attributes that is there, and isn't null.
    pub fn first(&self, names: &[&str]) -> Option<&'a str> {
        names.iter().find_map(|name| {
            let member = self.members.iter().find(|member| member.key == *name)?;
            (member.raw != "null").then_some(member.raw)
        })
    }

    /// A text or a number, as text.
    pub fn word(&self, names: &[&str]) -> Result<Option<Cow<'a, str>>, FieldError> {
        self.first(names)
            .map(|raw| self.word_of(raw, names[0]))
            .transpose()
    }

    fn word_of(&self, raw: &'a str, name: &str) -> Result<Cow<'a, str>, FieldError> {
        word(raw).ok_or_else(|| {
            self.fault(
                raw,
                format!("'{name}' must be a text or a number, not {}", shown(raw)),
            )
        })
    }

    /// An identifier as JSON without white space; it may be of any kind.
    pub fn identifier(&self, name: &str) -> Result<String, FieldError> {
        let member = self.members.iter().find(|member| member.key == name);
        let Some(member) = member else {
            return Err(FieldError::new(
                format!("this record has no '{name}'"),
                REMEDY,
                self.line_column,
            ));
        };
        compact(member.raw).map_err(|(what, _)| self.fault(member.raw, what))
    }

    /// Line and column of a value.
    pub fn place_of(&self, raw: &str) -> LineColumn {
        place_in(self.text, self.line_column, offset(self.text, raw))
    }

    /// Line and column of a member's value; of the record if it has no such member.
    pub fn place_of_first(&self, names: &[&str]) -> LineColumn {
        self.first(names)
            .map_or(self.line_column, |raw| self.place_of(raw))
    }

    /// A fault of a value.
    pub fn fault(&self, raw: &str, what: impl Into<String>) -> FieldError {
        FieldError::new(what, REMEDY, self.place_of(raw))
    }
}

/// One name, or a list of names.
pub(in crate::save) fn names(raw: &str) -> Option<Vec<String>> {
    let name = |raw| word(raw).map(Cow::into_owned);
    if raw.starts_with('[') {
        return array(raw)?.iter().map(|item| name(item)).collect();
    }
    Some(vec![name(raw)?])
}

/// A text or a number as text.
pub(in crate::save) fn word(raw: &str) -> Option<Cow<'_, str>> {
    match raw.as_bytes().first()? {
        b'"' => string(raw),
        b'{' | b'[' | b'n' | b't' | b'f' => None,
        _ => Some(Cow::Borrowed(raw)),
    }
}

/// Maximum number of nodes of another program's tree.
pub const MAX_FOREIGN_NODES: usize = 5_000_000;

/// Maximum number of moves of another program's tree.
pub const MAX_FOREIGN_MOVES: usize = 10_000_000;

/// Which program's tree it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// An extensive game.
    Efg,
    /// A graph as networkx writes it.
    NodeLink,
    /// A tree that a Lisp program printed.
    Lisp,
}

impl Foreign {
    /// The kind of file, as text.
    pub fn label(self) -> &'static str {
        match self {
            Self::Efg => "an extensive game (.efg)",
            Self::NodeLink => "a graph in node-link JSON",
            Self::Lisp => "a tree that a Lisp program printed",
        }
    }
}

/// Another program's tree.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The format.
    pub foreign: Foreign,
    /// The scripted game, at the root.
    pub setup: Setup,
    /// The title that the file gives.
    pub title: Option<String>,
    /// The text about the whole game, which becomes the note of its root.
    pub note: Option<String>,
    /// The number of nodes in the file at and below its root.
    pub nodes: usize,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
}
