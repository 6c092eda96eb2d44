//! Parses extensive games as Gambit writes them (`EFG 2 R` and `EFG 2 D`): nodes in depth-first
//! order, parents before children.

use std::io::Read;

use rustc_hash::FxHashMap;

use super::foreign::{ForeignMove, ForeignNode, NOWHERE, ScriptMaking, UniqueNames};
use super::outcomes::{Outcomes, same_name};
use super::scan::{LineColumn, Word, Words, fault, missing};
use super::{Foreign, Imported, MAX_FOREIGN_MOVES};
use crate::game::{Kind, Player, Rational, payoffs_needed};
use crate::save::file::KeptText;
use crate::save::kinds::{FileError, shown};
use crate::work::Control;

/// About the bytes of a node.
const RECORD: usize = 1 << 6;

/// Reads a whole file.
pub(super) async fn read(ctl: &Control, reader: &mut dyn Read) -> Result<Imported, FileError> {
    let mut reading = EfgReading {
        words: Words::new(reader),
        making: ScriptMaking::default(),
        outcomes: Outcomes::default(),
        sets: FxHashMap::default(),
        chances: FxHashMap::default(),
        open: Vec::new(),
    };
    reading.head()?;
    loop {
        reading.node()?;
        // Nodes whose moves all have targets are done.
        while reading
            .open
            .last()
            .is_some_and(|open| open.next == open.end)
        {
            reading.open.pop();
        }
        if reading.open.is_empty() {
            break;
        }
        ctl.tick(RECORD).await;
    }
    match reading.words.next()? {
        (Word::End, _) => {}
        (other, place) => {
            return Err(fault(
                format!("the tree is complete, but {} follows", other.shown()),
                "take it out, or give a node above another move",
                place,
            ));
        }
    }
    let EfgReading {
        mut making,
        outcomes,
        sets,
        ..
    } = reading;
    let sets = sets.into_values().map(|set| set.nodes);
    making.sets.extend(sets.filter(|nodes| nodes.len() > 1));
    making.sets.sort_unstable();
    outcomes.add_up(&mut making)?;
    making.finish(Foreign::Efg)
}

/// A node with moves that have no target yet.
struct UnfinishedNode {
    node: u32,
    /// The player to move, or the last one before a chance node.
    mover: Player,
    /// The next of its moves without a target, and the one after its last.
    next: u32,
    end: u32,
}

/// What a node says before its outcome.
struct EfgNodeHead {
    kind: Kind,
    /// The number and the name of its information set.
    set: Option<(i64, KeptText)>,
    branches: Vec<Branch>,
}

/// An information set of a player.
struct PlayerSet {
    /// The line where it stands first.
    line: usize,
    moves: Vec<KeptText>,
    nodes: Vec<u32>,
}

/// An information set of chance.
struct ChanceSet {
    name: KeptText,
    /// The line of its name.
    named: usize,
    /// The start and the end of its branches among all moves, at the node that was read last.
    moves: (u32, u32),
    /// The line where it stands first.
    line: usize,
}

/// A move: its label, and which of the probabilities it has.
type Branch = (Option<KeptText>, Option<u32>);

struct EfgReading<'r> {
    words: Words<'r>,
    making: ScriptMaking,
    outcomes: Outcomes,
    /// The information sets of players, by the player's number and their own.
    sets: FxHashMap<(i64, i64), PlayerSet>,
    chances: FxHashMap<i64, ChanceSet>,
    open: Vec<UnfinishedNode>,
}

impl EfgReading<'_> {
    fn head(&mut self) -> Result<(), FileError> {
        for (allowed, role) in [(&["EFG"][..], "EFG"), (&["2"], "2"), (&["R", "D"], "R")] {
            match self.words.next()? {
                (Word::Bare(word), _) if allowed.contains(&word.as_str()) => {}
                (other, place) => {
                    return Err(fault(
                        format!("expected {role}, found {}", other.shown()),
                        "begin the file with EFG 2 R, its title and its players",
                        place,
                    ));
                }
            }
        }
        let (title, _) = self.words.quoted("the title in quotes")?;
        self.making.title = Some(title);
        self.words.open("the players")?;
        let mut place = (1, 1);
        while !self.words.take(&Word::Close)? {
            let player = self.words.quoted("a player's name in quotes")?;
            place = player.1;
            self.making.player(&player.0, place)?;
        }
        if self.making.players.is_empty() {
            return Err(fault(
                "the game has no players",
                "name them in braces after the title",
                place,
            ));
        }
        if matches!(self.words.peek()?, Word::Quoted(_)) {
            self.making.note = Some(self.words.quoted("a comment")?.0);
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), FileError> {
        let (word, place) = self.words.next()?;
        let letter = match &word {
            Word::Bare(letter) if matches!(letter.as_str(), "p" | "c" | "t") => letter.as_str(),
            _ => return Err(missing("a node (p, c or t)", &word, place)),
        };
        let (name, _) = self.words.quoted("the node's name in quotes")?;
        let above = self.open.last().map(|open| (open.node, open.mover));
        let last = above.map_or(Player(0), |(_, mover)| mover);
        let EfgNodeHead {
            kind,
            set,
            branches,
        } = match letter {
            "p" => self.decision()?,
            "c" => self.chance(last)?,
            _ => EfgNodeHead {
                kind: Kind::End,
                set: None,
                branches: Vec::new(),
            },
        };
        let node = self.making.node(ForeignNode {
            place: (place.0 as u32, place.1 as u32),
            kind,
            name: None,
            payoffs: None,
        })?;
        if let Some(open) = self.open.last_mut() {
            self.making.moves[open.next as usize].target = node;
            open.next += 1;
        }
        if let (Kind::Decision(player), Some((number, _))) = (kind, set)
            && let Some(set) = self.sets.get_mut(&(i64::from(player.0) + 1, number))
        {
            set.nodes.push(node);
        }
        let first = self.making.moves.len() as u32;
        for (label, probability) in branches {
            let mv = ForeignMove {
                source: node,
                target: NOWHERE,
                label,
                probability,
            };
            self.making.add_move(mv, place)?;
        }
        let end = self.making.moves.len() as u32;
        if let (Some((number, _)), Kind::Chance(_)) = (set, kind)
            && let Some(known) = self.chances.get_mut(&number)
        {
            known.moves = (first, end);
        }
        let outcome = self.outcome(above.map(|(node, _)| node))?;
        let label = self.making.text(&name, place)?;
        let (number, text) = set.unwrap_or(outcome);
        // A node without a label is called like its information set, or its outcome.
        let names = [label, text, outcome.1];
        let is_name = |name: &&KeptText| !self.making.texts.get(**name).is_empty();
        self.making.nodes[node as usize].name = names.iter().find(is_name).copied();
        self.making.named.push(UniqueNames {
            label,
            number,
            name: text,
        });
        if kind != Kind::End {
            self.open.push(UnfinishedNode {
                node,
                mover: match kind {
                    Kind::Decision(player) => player,
                    _ => last,
                },
                next: first,
                end,
            });
        }
        Ok(())
    }

    /// A decision's player, information set and moves.
    fn decision(&mut self) -> Result<EfgNodeHead, FileError> {
        let (player, at) = self.words.whole("the number of the player")?;
        let players = self.making.players.len() as i64;
        if player <= 0 || player > players {
            return Err(fault(
                format!("there is no player {player}"),
                format!("the players are numbered from 1 to {players}"),
                at,
            ));
        }
        let (set, at) = self.words.whole("the number of the information set")?;
        let name = self.name()?;
        let mut moves = Vec::new();
        let known = self.sets.get(&(player, set));
        if self.words.take(&Word::Open)? {
            while !self.words.take(&Word::Close)? {
                let (label, place) = self.words.quoted("a move in quotes")?;
                moves.push(self.making.text(&label, place)?);
                few(moves.len(), place)?;
                self.words.take(&Word::Comma)?;
            }
        } else if let Some(known) = known {
            // The moves of a set need to be said only once.
            moves.clone_from(&known.moves);
        } else {
            let (other, place) = self.words.next()?;
            return Err(missing("'{' before the moves", &other, place));
        }
        if moves.is_empty() {
            return Err(no_moves(at));
        }
        match known {
            Some(known) if known.moves != moves => {
                let player = shown(&self.making.players[player as usize - 1]);
                let line = known.line;
                return Err(fault(
                    format!(
                        "the information set {set} of {player} has other moves here than in line \
                         {line}"
                    ),
                    "give it the same ones, or another number",
                    at,
                ));
            }
            Some(_) => {}
            None => {
                let player_set = PlayerSet {
                    line: at.0,
                    moves: moves.clone(),
                    nodes: Vec::new(),
                };
                self.sets.insert((player, set), player_set);
            }
        }
        Ok(EfgNodeHead {
            kind: Kind::Decision(Player(player as u8 - 1)),
            set: Some((set, name)),
            branches: moves.into_iter().map(|mv| (Some(mv), None)).collect(),
        })
    }

    /// The set of a chance node and its branches, which may be those of another one in its set.
    fn chance(&mut self, mover: Player) -> Result<EfgNodeHead, FileError> {
        let (set, at) = self.words.whole("the number of the information set")?;
        let name = self.name()?;
        let known = self.chances.entry(set).or_insert(ChanceSet {
            name,
            named: at.0,
            moves: (0, 0),
            line: at.0,
        });
        let what = format!("the chance node's information set {set}");
        let called = (&mut known.name, &mut known.named);
        same_name(&self.making, &what, called, name, at)?;
        let ChanceSet {
            moves: (first, end),
            line,
            ..
        } = *known;
        let mut branches: Vec<Branch> = Vec::new();
        if self.words.take(&Word::Open)? {
            while !self.words.take(&Word::Close)? {
                let (label, place) = self.words.quoted("a branch in quotes")?;
                let label = self.making.text(&label, place)?;
                let (number, _) = self.number("the branch's probability")?;
                branches.push((Some(label), Some(self.making.probability(number))));
                few(branches.len(), place)?;
                self.words.take(&Word::Comma)?;
            }
            if first < end && !self.are_those(&branches, first, end) {
                return Err(fault(
                    format!("{what} has other branches here than in line {line}"),
                    "give it the same ones, or another number",
                    at,
                ));
            }
        } else {
            for index in first..end {
                let ForeignMove {
                    label, probability, ..
                } = self.making.moves[index as usize];
                // Each node compensates its own rounding.
                let number = probability.map(|index| self.making.probabilities[index as usize]);
                branches.push((label, number.map(|number| self.making.probability(number))));
            }
        }
        if branches.is_empty() {
            return Err(no_moves(at));
        }
        Ok(EfgNodeHead {
            kind: Kind::Chance(mover),
            set: Some((set, name)),
            branches,
        })
    }

    /// Whether branches are those of a chance node that was read before.
    fn are_those(&self, branches: &[Branch], first: u32, end: u32) -> bool {
        let number = |index: u32| self.making.probabilities[index as usize];
        let known = first..end;
        known.len() == branches.len()
            && known.zip(branches).all(|(index, (label, probability))| {
                let known = self.making.moves[index as usize];
                known.label == *label && known.probability.map(number) == probability.map(number)
            })
    }

    /// The outcome of a node, by its number and name; 0 where there is none.
    fn outcome(&mut self, above: Option<u32>) -> Result<(i64, KeptText), FileError> {
        let (number, place) = self.words.whole("the number of the outcome")?;
        let name = self.name()?;
        let players = self.making.players.len();
        let payoffs = if self.words.take(&Word::Open)? {
            let mut payoffs = Vec::with_capacity(players);
            // Numbers beyond the players' are counted, not kept.
            let mut given = 0;
            let mut wrong = None;
            while !self.words.take(&Word::Close)? {
                let (number, at) = self.number("a payoff")?;
                self.words.take(&Word::Comma)?;
                given += 1;
                if payoffs.len() < players {
                    payoffs.push(number);
                } else {
                    wrong = wrong.or(Some(at));
                }
            }
            if given != players {
                let what = payoffs_needed(players, given);
                let remedy = "give one a player, in the players' order";
                return Err(fault(what, remedy, wrong.unwrap_or(place)));
            }
            Some(payoffs)
        } else {
            None
        };
        let Self {
            making, outcomes, ..
        } = self;
        outcomes.node(making, above, (number, name), payoffs.as_deref(), place)?;
        Ok((number, name))
    }

    /// Takes the name of an information set or an outcome; an empty one if none comes next.
    fn name(&mut self) -> Result<KeptText, FileError> {
        let (name, place) = match self.words.peek()? {
            Word::Quoted(_) => self.words.quoted("a name")?,
            _ => (String::new(), (1, 1)),
        };
        self.making.text(&name, place)
    }

    /// A number, with its place.
    fn number(&mut self, role: &str) -> Result<(Rational, LineColumn), FileError> {
        let (word, place) = self.words.next()?;
        let Word::Bare(text) = &word else {
            return Err(missing(role, &word, place));
        };
        let number = self.making.rounding.number(text, place);
        number
            .map(|number| (number, place))
            .map_err(|why| fault(format!("{} {}", shown(text), why.what), why.remedy, place))
    }
}

/// That a node doesn't have more moves than there may be in all.
fn few(moves: usize, place: LineColumn) -> Result<(), FileError> {
    if moves <= MAX_FOREIGN_MOVES {
        return Ok(());
    }
    Err(fault(
        format!("this node has more than {MAX_FOREIGN_MOVES} moves"),
        "cut the tree where it is written",
        place,
    ))
}

fn no_moves(place: LineColumn) -> FileError {
    fault(
        "this node has no moves",
        "name them in braces, each in quotes, or make it a terminal node (t)",
        place,
    )
}
