//! The game trees of *Land of Lisp*'s chapter 15 and of what came of it, as the printer writes them:
//! `(player board moves)`, the board an array of `(owner dice)`, the moves a list of `(move tree)`, a
//! move `(source target)`, or `NIL` for a pass. Where dice are rolled a move has two trees: that of an
//! attack that wins, and that of one that fails.

use std::fmt::Write as _;
use std::io::Read;

use super::super::error::FileError;
use super::super::texts::Text;
use super::foreign::{ForeignMove, ForeignNode, Making};
use super::lisp_words::{Word, Words};
use super::scan::{Place, fault};
use super::{Foreign, Imported};
use crate::game::{Kind, MOST_PLAYERS, Player, one, ratio};
use crate::games::dice_of_doom::{Odds, OddsTable};

/// Whether a text begins as such a tree does, after comments: with a list that isn't empty.
pub(in crate::save) fn begins(mut head: &[u8]) -> bool {
    loop {
        head = head.trim_ascii_start();
        match head.first() {
            Some(b';') => {
                let Some(end) = head.iter().position(|byte| *byte == b'\n') else {
                    return false;
                };
                head = &head[end..];
            }
            first => return first == Some(&b'('),
        }
    }
}

/// Reads a whole text.
pub(super) fn read(reader: impl Read) -> Result<Imported, FileError> {
    let mut reading = Reading {
        words: Words::new(reader),
        making: Making::default(),
        seen: Vec::new(),
        odds: OddsTable::new(Odds::BookTable),
        players: 2,
        chance: false,
        open: Vec::new(),
    };
    reading.tree(None)?;
    while let Some(open) = reading.open.pop() {
        reading.go_on(open)?;
    }
    match reading.words.next()? {
        (Word::End, _) => reading.finish(),
        (other, place) => Err(fault(
            format!("the tree is complete, and then there is {}", other.shown()),
            "keep one tree, from its first parenthesis to its last",
            place,
        )),
    }
}

/// A hex: its owner, and its dice.
type Hex = (u32, u32);

/// What is known of a node before the whole tree was read.
struct Seen {
    board: Text,
    player: u32,
    captured: Option<u32>,
    /// The attack that chance decides.
    attack: Option<(u32, u32)>,
}

/// A list that isn't closed yet.
enum Open {
    /// The moves of a node.
    Moves {
        node: u32,
        board: Vec<Hex>,
        captured: Option<u32>,
        none: bool,
    },
    /// A move whose first tree is read, and how that ended.
    Move { mv: u32, attack: Option<Attack> },
    /// A move whose second tree is read.
    Last,
}

#[derive(Clone, Copy)]
struct Attack {
    source: u32,
    target: u32,
    dice: (u32, u32),
    captured: Option<u32>,
}

struct Reading<R> {
    words: Words<R>,
    making: Making,
    seen: Vec<Seen>,
    odds: OddsTable,
    players: u32,
    chance: bool,
    open: Vec<Open>,
}

impl<R: Read> Reading<R> {
    /// Reads a tree up to its moves; what comes next is left open. `captured`: how many dice were
    /// captured in this turn, `None` where it begins.
    fn tree(&mut self, captured: Option<u32>) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Open, place) => self.opened_tree(captured, place),
            (other, place) => Err(expected("a tree '(player board moves)'", &other, place)),
        }
    }

    /// The same behind its parenthesis.
    fn opened_tree(&mut self, captured: Option<u32>, place: Place) -> Result<(), FileError> {
        let (word, at) = self.words.next()?;
        let Word::Number(player) = word else {
            return Err(expected("the player's number", &word, at));
        };
        self.count_player(player, at)?;
        let board = self.board()?;
        let seen = Seen {
            board: self.making.text(&notation(&board), place)?,
            player,
            captured,
            attack: None,
        };
        let node = self.add(seen, place)?;
        match self.words.next()? {
            (Word::Nil, _) => {
                self.close("the tree")?;
                self.end(node, &board);
            }
            (Word::Open, _) => self.open.push(Open::Moves {
                node,
                board,
                captured,
                none: true,
            }),
            (other, place) => return Err(expected("the list of moves, or NIL", &other, place)),
        }
        Ok(())
    }

    /// Reads the next part of what was opened last.
    fn go_on(&mut self, open: Open) -> Result<(), FileError> {
        match open {
            Open::Moves {
                node,
                board,
                captured,
                none,
            } => match self.words.next()? {
                (Word::Close, _) => {
                    if none {
                        self.end(node, &board);
                    }
                    self.close("the tree")
                }
                (Word::Open, place) => {
                    let attack = self.attack(&board, captured)?;
                    self.open.push(Open::Moves {
                        node,
                        board,
                        captured,
                        none: false,
                    });
                    self.first_tree(node, attack, place)
                }
                (other, place) => Err(expected("a move '(move tree)'", &other, place)),
            },
            Open::Move { mv, attack } => match (self.words.next()?, attack) {
                ((Word::Close, _), _) => Ok(()),
                ((Word::Open, place), Some(attack)) => self.second_tree(mv, attack, place),
                ((Word::Open, place), None) => Err(fault(
                    "a pass has two trees",
                    "give it one, since chance decides attacks alone",
                    place,
                )),
                ((other, place), _) => Err(expected("')' after the move", &other, place)),
            },
            Open::Last => self.close("the move"),
        }
    }

    /// Reads what a move is: two hexes, or a pass.
    fn attack(
        &mut self,
        board: &[Hex],
        captured: Option<u32>,
    ) -> Result<Option<Attack>, FileError> {
        match self.words.next()? {
            (Word::Nil, _) => Ok(None),
            (Word::Open, _) => {
                let mut hexes = [0; 2];
                for hex in &mut hexes {
                    let (word, at) = self.words.next()?;
                    match word {
                        Word::Number(number) if (number as usize) < board.len() => *hex = number,
                        other => {
                            let role = format!("a hex from 0 to {}", board.len().max(1) - 1);
                            return Err(expected(&role, &other, at));
                        }
                    }
                }
                self.close("the move's hexes")?;
                let [source, target] = hexes;
                let dice = |hex: u32| board[hex as usize].1;
                Ok(Some(Attack {
                    source,
                    target,
                    dice: (dice(source), dice(target)),
                    captured,
                }))
            }
            (other, at) => Err(expected("a move '(source target)', or NIL", &other, at)),
        }
    }

    fn first_tree(
        &mut self,
        source: u32,
        attack: Option<Attack>,
        place: Place,
    ) -> Result<(), FileError> {
        let label = match attack {
            None => "pass".to_owned(),
            Some(attack) => format!("{}>{}", attack.source, attack.target),
        };
        let label = Some(self.making.text(&label, place)?);
        let target = self.making.nodes.len() as u32;
        let mv = ForeignMove {
            source,
            target,
            label,
            probability: None,
        };
        let mv = self.making.add_move(mv, place)?;
        self.open.push(Open::Move { mv, attack });
        let captured = attack.map(|attack| {
            let before = attack.captured.unwrap_or(0);
            before.saturating_add(attack.dice.1)
        });
        self.tree(captured)
    }

    /// The tree of an attack that fails: its move leads to a chance node with both.
    fn second_tree(&mut self, mv: u32, attack: Attack, place: Place) -> Result<(), FileError> {
        self.chance = true;
        let ForeignMove { source, target, .. } = self.making.moves[mv as usize];
        let Seen {
            board,
            player,
            captured,
            ..
        } = self.seen[source as usize];
        let name = Some((attack.source, attack.target));
        let chance = self.add(
            Seen {
                board,
                player,
                captured,
                attack: name,
            },
            place,
        )?;
        self.making.nodes[chance as usize].kind = Kind::Chance(Player(player as u8));
        self.making.moves[mv as usize].target = chance;
        let (attacker, defender) = attack.dice;
        let dice = |dice: u32| dice.min(u32::from(u8::MAX)) as u8;
        let wins = self.odds.wins(dice(attacker), dice(defender));
        let failed = self.making.nodes.len() as u32;
        for (label, target, number) in [("wins", target, wins), ("fails", failed, one() - wins)] {
            let label = Some(self.making.text(label, place)?);
            let probability = Some(self.making.probability(number));
            let branch = ForeignMove {
                source: chance,
                target,
                label,
                probability,
            };
            self.making.add_move(branch, place)?;
        }
        self.open.push(Open::Last);
        let captured = Some(attack.captured.unwrap_or(0));
        self.opened_tree(captured, place)
    }

    fn board(&mut self) -> Result<Vec<Hex>, FileError> {
        let (word, place) = self.words.next()?;
        if !matches!(word, Word::Array | Word::Open) {
            return Err(expected("a board '#((owner dice) …)'", &word, place));
        }
        let mut board = Vec::new();
        loop {
            let (word, at) = self.words.next()?;
            match word {
                Word::Close if !board.is_empty() => return Ok(board),
                Word::Open if board.len() < MOST_HEXES => {}
                Word::Open => {
                    return Err(fault(
                        format!("the board has more than {MOST_HEXES} hexes"),
                        "use a smaller board",
                        at,
                    ));
                }
                other => return Err(expected("a hex '(owner dice)'", &other, at)),
            }
            let mut hex = [0; 2];
            for number in &mut hex {
                let (word, at) = self.words.next()?;
                let Word::Number(found) = word else {
                    return Err(expected("an owner and a number of dice", &word, at));
                };
                *number = found;
            }
            self.close("the hex")?;
            self.count_player(hex[0], at)?;
            board.push((hex[0], hex[1]));
        }
    }

    fn count_player(&mut self, player: u32, place: Place) -> Result<(), FileError> {
        if player as usize >= MOST_PLAYERS {
            return Err(fault(
                format!("there is a player {player}"),
                format!("number the players from 0 to {}", MOST_PLAYERS - 1),
                place,
            ));
        }
        self.players = self.players.max(player + 1);
        Ok(())
    }

    fn close(&mut self, what: &str) -> Result<(), FileError> {
        match self.words.next()? {
            (Word::Close, _) => Ok(()),
            (other, place) => Err(expected(&format!("')' after {what}"), &other, place)),
        }
    }

    fn add(&mut self, seen: Seen, place: Place) -> Result<u32, FileError> {
        let node = ForeignNode {
            place: (place.0 as u32, place.1 as u32),
            kind: Kind::Decision(Player(seen.player as u8)),
            name: None,
            payoffs: None,
        };
        self.seen.push(seen);
        self.making.node(node)
    }

    fn end(&mut self, node: u32, board: &[Hex]) {
        self.making.nodes[node as usize].kind = Kind::End;
        // Winners as bits, until it is known how many players there are.
        let mut hexes = [0_u32; MOST_PLAYERS];
        for (owner, _) in board {
            hexes[*owner as usize] += 1;
        }
        let most = hexes.iter().max().copied().unwrap_or(0);
        let winners = (0..MOST_PLAYERS).filter(|player| hexes[*player] == most);
        let bits = winners.fold(0_u32, |bits, player| bits | 1 << player);
        self.making.nodes[node as usize].payoffs = Some(bits);
    }

    /// Names nodes and gives ends their payoffs, now that all players are known.
    fn finish(mut self) -> Result<Imported, FileError> {
        for player in 0..self.players {
            self.making.player(&letter(player).to_string(), (1, 1))?;
        }
        let mut shares = rustc_hash::FxHashMap::default();
        for node in 0..self.seen.len() {
            let seen = &self.seen[node];
            let mut name = format!(
                "{} {}",
                self.making.texts.get(seen.board),
                letter(seen.player)
            );
            match seen.captured {
                None => {}
                // Captured dice are no part of a position where dice are rolled.
                Some(_) if self.chance => name.push_str(" +"),
                Some(captured) => write!(name, " +{captured}").expect("a text can be written"),
            }
            if let Some((source, target)) = seen.attack {
                write!(name, " ?{source}>{target}").expect("a text can be written");
            }
            let place = self.making.nodes[node].place;
            let name = self
                .making
                .text(&name, (place.0 as usize, place.1 as usize))?;
            self.making.nodes[node].name = Some(name);
            if let Some(winners) = self.making.nodes[node].payoffs {
                let making = &mut self.making;
                let players = self.players;
                let first = *shares.entry(winners).or_insert_with(|| {
                    let numbers: Vec<_> = (0..players)
                        .map(|player| {
                            let won = i128::from(winners >> player & 1);
                            ratio(won, i128::from(winners.count_ones()))
                        })
                        .collect();
                    making.payoffs(&numbers)
                });
                self.making.nodes[node].payoffs = Some(first);
            }
        }
        let mut notices = vec![
            "who wins an end was counted on its board, by the most hexes, since the text doesn't \
             say it"
                .to_owned(),
        ];
        if self.chance {
            notices.push(
                "how probable attacks are was taken from the book's table of odds".to_owned(),
            );
        }
        self.making.notices = notices;
        self.making.finish(Foreign::Lisp)
    }
}

/// The most hexes of a board.
const MOST_HEXES: usize = 1_024;

fn letter(player: u32) -> char {
    char::from(b'a' + player as u8)
}

/// A board in notation: rows of a square, else one row.
fn notation(board: &[Hex]) -> String {
    let columns = (1..=board.len()).find(|side| side * side >= board.len());
    let columns = columns.filter(|side| side * side == board.len());
    let mut out = String::with_capacity(2 * board.len() + 4);
    for (index, (owner, dice)) in board.iter().enumerate() {
        if index > 0 && columns.is_some_and(|columns| index % columns == 0) {
            out.push('/');
        }
        write!(out, "{}{dice}", letter(*owner)).expect("a text can be written");
    }
    out
}

fn expected(what: &str, found: &Word, place: Place) -> FileError {
    let found = found.shown();
    fault(
        format!("{what} should stand here, not {found}"),
        "print the whole tree, as (player board moves)",
        place,
    )
}
