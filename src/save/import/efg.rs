//! Parses extensive games as Gambit writes them (`EFG 2 R` and `EFG 2 D`): nodes in depth-first
//! order, parents before children.

use std::io::Read;

use rustc_hash::FxHashMap;

use super::super::error::{FileError, shown};
use super::super::texts::Text;
use super::efg_words::{Word, Words, missing};
use super::foreign::{ForeignMove, ForeignNode, Making, NOWHERE};
use super::number::number;
use super::outcomes::Outcomes;
use super::scan::{LineColumn, fault};
use super::{Foreign, Imported, MAX_FOREIGN_MOVES};
use crate::game::{Kind, Player, Rational};

/// Reads a whole file.
pub(super) fn read(reader: impl Read) -> Result<Imported, FileError> {
    let mut reading = Reading {
        words: Words::new(reader),
        making: Making::default(),
        outcomes: Outcomes::default(),
        sets: FxHashMap::default(),
        chances: FxHashMap::default(),
        open: Vec::new(),
        set: String::new(),
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
    }
    match reading.words.next()? {
        (Word::End, _) => {}
        (other, place) => {
            return Err(fault(
                format!("the tree is complete, and then there is {}", other.shown()),
                "take it out, or give a node above another move",
                place,
            ));
        }
    }
    let Reading {
        mut making,
        outcomes,
        ..
    } = reading;
    outcomes.add_up(&mut making)?;
    making.finish(Foreign::Efg)
}

/// A node with moves that have no target yet.
struct Open {
    node: u32,
    /// The player to move, or the last one before a chance node.
    mover: Player,
    /// The next of its moves without a target, and the one after its last.
    next: u32,
    end: u32,
}

/// A move: its label, and which of the probabilities it has.
type Branch = (Option<Text>, Option<u32>);

struct Reading<R> {
    words: Words<R>,
    making: Making,
    outcomes: Outcomes,
    /// The line of each information set's node.
    sets: FxHashMap<(u64, u64), usize>,
    /// The start and the end of each chance set's outcomes among all moves.
    chances: FxHashMap<u64, (u32, u32)>,
    open: Vec<Open>,
    /// The name of the information set, or otherwise of the outcome, of the current node.
    set: String,
}

impl<R: Read> Reading<R> {
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
                "name them in braces behind the title",
                place,
            ));
        }
        if matches!(self.words.peek()?, Word::Quoted(_)) {
            self.words.next()?;
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), FileError> {
        let (word, place) = self.words.next()?;
        let letter = match &word {
            Word::Bare(letter) => letter.as_str(),
            _ => "",
        };
        if !matches!(letter, "p" | "c" | "t") {
            return Err(missing("a node (p, c or t)", &word, place));
        }
        let (name, _) = self.words.quoted("the node's name in quotes")?;
        let above = self.open.last().map(|open| (open.node, open.mover));
        let last = above.map_or(Player(0), |(_, mover)| mover);
        let mut chance_set = None;
        let (kind, branches) = match letter {
            "p" => {
                let (player, branches) = self.decision()?;
                (Kind::Decision(player), branches)
            }
            "c" => {
                let set = self.words.whole("the number of the information set")?;
                chance_set = Some(set.0);
                (Kind::Chance(last), self.chance(set)?)
            }
            _ => (Kind::End, Vec::new()),
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
        if let Some(set) = chance_set {
            self.chances.insert(set, (first, end));
        }
        self.outcome(above.map(|(node, _)| node))?;
        // A node without a name is called like its information set, or its outcome.
        let set = std::mem::take(&mut self.set);
        if let Some(name) = [name, set].iter().find(|name| !name.is_empty()) {
            self.making.nodes[node as usize].name = Some(self.making.text(name, place)?);
        }
        if kind != Kind::End {
            self.open.push(Open {
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

    /// A decision's player and moves.
    fn decision(&mut self) -> Result<(Player, Vec<Branch>), FileError> {
        let (player, at) = self.words.whole("the number of the player")?;
        let players = self.making.players.len() as u64;
        if player == 0 || player > players {
            return Err(fault(
                format!("there is no player {player}"),
                format!("the players are numbered from 1 to {players}"),
                at,
            ));
        }
        let (set, at) = self.words.whole("the number of the information set")?;
        self.name()?;
        if let Some(line) = self.sets.insert((player, set), at.0) {
            let player = shown(&self.making.players[player as usize - 1]);
            let name = match self.set.as_str() {
                "" => String::new(),
                name => format!(" {}", shown(name)),
            };
            return Err(fault(
                format!(
                    "the information set {set}{name} of {player} holds several nodes, another one \
                     in line {line}, so that players don't know where they are"
                ),
                "give every node a set of its own, since only games of perfect information can \
                 be rated",
                at,
            ));
        }
        if !self.words.take(&Word::Open)? {
            let (other, place) = self.words.next()?;
            return Err(missing("'{' before the moves", &other, place));
        }
        let mut moves = Vec::new();
        while !self.words.take(&Word::Close)? {
            let (label, place) = self.words.quoted("a move in quotes")?;
            moves.push((Some(self.making.text(&label, place)?), None));
            few(moves.len(), place)?;
            self.words.take(&Word::Comma)?;
        }
        if moves.is_empty() {
            return Err(no_moves(at));
        }
        Ok((Player(player as u8 - 1), moves))
    }

    /// The branches of a chance node, which may be those of another one in its set.
    fn chance(&mut self, (set, at): (u64, LineColumn)) -> Result<Vec<Branch>, FileError> {
        self.name()?;
        let mut branches: Vec<Branch> = Vec::new();
        if self.words.take(&Word::Open)? {
            while !self.words.take(&Word::Close)? {
                let (label, place) = self.words.quoted("a branch in quotes")?;
                let label = self.making.text(&label, place)?;
                let number = self.number("the branch's probability")?;
                branches.push((Some(label), Some(self.making.probability(number))));
                few(branches.len(), place)?;
                self.words.take(&Word::Comma)?;
            }
        } else if let Some(&(first, end)) = self.chances.get(&set) {
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
        Ok(branches)
    }

    fn outcome(&mut self, above: Option<u32>) -> Result<(), FileError> {
        let (number, place) = self.words.whole("the number of the outcome")?;
        self.name()?;
        let players = self.making.players.len();
        let payoffs = if self.words.take(&Word::Open)? {
            let mut payoffs = Vec::with_capacity(players);
            while !self.words.take(&Word::Close)? {
                payoffs.push(self.number("a payoff")?);
                self.words.take(&Word::Comma)?;
                if payoffs.len() > players {
                    break;
                }
            }
            if payoffs.len() != players {
                let found = if payoffs.len() > players {
                    "more"
                } else {
                    "fewer"
                };
                return Err(fault(
                    format!("the outcome {number} has {found} payoffs than there are players"),
                    format!("give {players}, one a player, in the players' order"),
                    place,
                ));
            }
            Some(payoffs)
        } else {
            None
        };
        let Self {
            making, outcomes, ..
        } = self;
        outcomes.node(making, above, number, payoffs.as_deref(), place)
    }

    /// Takes the name of an information set or an outcome, if one comes next.
    fn name(&mut self) -> Result<(), FileError> {
        if matches!(self.words.peek()?, Word::Quoted(_)) {
            let (name, _) = self.words.quoted("a name")?;
            if self.set.is_empty() {
                self.set = name;
            }
        }
        Ok(())
    }

    fn number(&mut self, role: &str) -> Result<Rational, FileError> {
        let (word, place) = self.words.next()?;
        let Word::Bare(text) = &word else {
            return Err(missing(role, &word, place));
        };
        number(text, &mut self.making.rounded)
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
