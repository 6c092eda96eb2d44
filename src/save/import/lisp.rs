//! Imports the game trees of *Land of Lisp*, chapter 15, and its successors, as the Lisp printer
//! writes them.

use std::fmt::Write as _;
use std::io::Read;

use super::foreign::{ForeignMove, ForeignNode, ScriptMaking};
use super::lisp_tree::{self, LispHex, Sink};
use super::scan::{LineColumn, fault};
use super::{Foreign, Imported};
use crate::game::{Kind, MAX_PLAYERS, Player, one, ratio};
use crate::games::dice_of_doom::{OddsSource, OddsTable};
use crate::save::file::KeptText;
use crate::save::kinds::FileError;
use crate::work::Control;

/// Whether a text starts as such a tree does, after comments: with a list that isn't empty.
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
pub(super) async fn read(ctl: &Control, reader: &mut dyn Read) -> Result<Imported, FileError> {
    let reading = LispReading {
        making: ScriptMaking::default(),
        seen: Vec::new(),
        odds: OddsTable::new(OddsSource::BookTable),
        players: 2,
        chance: false,
        captured: None,
    };
    lisp_tree::read(ctl, reader, reading).await?.finish()
}

/// The data of a node before the whole tree is read.
struct PendingNode {
    board: KeptText,
    player: u32,
    captured: Option<u32>,
    /// The attack that chance decides.
    attack: Option<(u32, u32)>,
}

/// A node whose moves are being read.
struct LispNode {
    node: u32,
    board: Vec<LispHex>,
    captured: Option<u32>,
    /// Whether no move has been read yet.
    no_moves: bool,
}

#[derive(Clone, Copy)]
struct LispAttack {
    source: u32,
    target: u32,
    dice: (u32, u32),
    captured: Option<u32>,
}

struct LispReading {
    making: ScriptMaking,
    seen: Vec<PendingNode>,
    odds: OddsTable,
    players: u32,
    chance: bool,
    /// The number of dice captured in the turn before the next tree, `None` if that starts a turn.
    captured: Option<u32>,
}

impl Sink for LispReading {
    type Node = LispNode;
    type Move = (u32, Option<LispAttack>);

    const STRICT: bool = true;

    fn node(
        &mut self,
        player: u32,
        board: Vec<LispHex>,
        place: LineColumn,
    ) -> Result<LispNode, FileError> {
        let owners = board.iter().map(|(owner, _)| owner);
        let last = owners.fold(player, |last, owner| last.max(*owner));
        self.players = self.players.max(last + 1);
        let captured = self.captured;
        let seen = PendingNode {
            board: self.making.text(&notation(&board), place)?,
            player,
            captured,
            attack: None,
        };
        Ok(LispNode {
            node: self.add(seen, place)?,
            board,
            captured,
            no_moves: true,
        })
    }

    fn mv(
        &mut self,
        node: &mut LispNode,
        hexes: Option<(u32, u32)>,
        place: LineColumn,
    ) -> Result<(u32, Option<LispAttack>), FileError> {
        node.no_moves = false;
        let dice = |hex: u32| node.board[hex as usize].1;
        let attack = hexes.map(|(source, target)| LispAttack {
            source,
            target,
            dice: (dice(source), dice(target)),
            captured: node.captured,
        });
        let label = match attack {
            None => "pass".to_owned(),
            Some(attack) => format!("{}>{}", attack.source, attack.target),
        };
        let mv = ForeignMove {
            source: node.node,
            target: self.making.nodes.len() as u32,
            label: Some(self.making.text(&label, place)?),
            probability: None,
        };
        self.captured = attack.map(|attack| {
            let before = attack.captured.unwrap_or(0);
            before.saturating_add(attack.dice.1)
        });
        Ok((self.making.add_move(mv, place)?, attack))
    }

    /// The tree of an attack that fails: its move leads to a chance node with both.
    fn second(
        &mut self,
        (mv, attack): (u32, Option<LispAttack>),
        place: LineColumn,
    ) -> Result<(), FileError> {
        let Some(attack) = attack else {
            return Err(fault(
                "a pass has two trees",
                "give it one, since chance decides attacks alone",
                place,
            ));
        };
        self.chance = true;
        let ForeignMove { source, target, .. } = self.making.moves[mv as usize];
        let PendingNode {
            board,
            player,
            captured,
            ..
        } = self.seen[source as usize];
        let name = Some((attack.source, attack.target));
        let chance = self.add(
            PendingNode {
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
        self.captured = Some(attack.captured.unwrap_or(0));
        Ok(())
    }

    fn end(&mut self, node: LispNode) {
        if !node.no_moves {
            return;
        }
        let LispNode { node, board, .. } = node;
        self.making.nodes[node as usize].kind = Kind::End;
        // Winners as bits, until the number of players is known.
        let mut hexes = [0_u32; MAX_PLAYERS];
        for (owner, _) in &board {
            hexes[*owner as usize] += 1;
        }
        let max = hexes.iter().max().copied().unwrap_or(0);
        let winners = (0..MAX_PLAYERS).filter(|player| hexes[*player] == max);
        let bits = winners.fold(0_u32, |bits, player| bits | 1 << player);
        self.making.nodes[node as usize].payoffs = Some(bits);
    }
}

impl LispReading {
    fn add(&mut self, seen: PendingNode, place: LineColumn) -> Result<u32, FileError> {
        let node = ForeignNode {
            place: (place.0 as u32, place.1 as u32),
            kind: Kind::Decision(Player(seen.player as u8)),
            name: None,
            payoffs: None,
        };
        self.seen.push(seen);
        self.making.node(node)
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

fn letter(player: u32) -> char {
    char::from(b'a' + player as u8)
}

/// A board in notation: the rows of a square, otherwise one row.
fn notation(board: &[LispHex]) -> String {
    let columns = (1..=board.len()).find(|side| side * side >= board.len());
    let columns = columns.filter(|side| side * side == board.len());
    let mut out = String::with_capacity(2 * board.len() + 4);
    for (index, (owner, dice)) in board.iter().enumerate() {
        let begins_row = columns.is_some_and(|columns| index % columns == 0);
        if index > 0 && begins_row {
            out.push('/');
        }
        write!(out, "{}{dice}", letter(*owner)).expect("a text can be written");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::finished;

    use crate::game::Game;
    use crate::games::scripted::Scripted;

    fn imported(text: &str) -> (Imported, Scripted) {
        let imported = finished(read(&Control::default(), &mut text.as_bytes()));
        let imported = imported.expect("a good tree");
        let script = imported.setup.switches.script.as_deref();
        let game = Scripted::new(script.expect("a script")).expect("a good script");
        (imported, game)
    }

    /// The position after the first move at each node, from the start down.
    fn first_line(game: &Scripted) -> Vec<String> {
        let (mut at, mut moves) = (game.start(), Vec::new());
        let mut line = vec![game.position_text(&at)];
        while game.moves(&at, &mut moves) != Kind::End {
            at = game.play(&at, moves[0]);
            line.push(game.position_text(&at));
        }
        line
    }

    #[test]
    fn where_dice_are_rolled_captured_dice_are_not_counted_and_the_odds_are_told() {
        let won = "(0 #((0 1) (0 1)) NIL)";
        let (imported, game) = imported(&format!("(0 #((0 2) (1 1)) (((0 1) {won})))"));
        assert_eq!(first_line(&game), ["a2b1 a", "a1a1 a +1"]);
        assert_eq!(imported.notices.len(), 1);
        let lost = "(0 #((0 1) (1 1)) NIL)";
        let (imported, game) =
            self::imported(&format!("(0 #((0 2) (1 1)) (((0 1) {won} {lost})))"));
        assert_eq!(first_line(&game), ["a2b1 a", "a2b1 a ?0>1", "a1a1 a +"]);
        let odds = "how probable attacks are was taken from the book's table of odds";
        assert_eq!(imported.notices[1..], [odds]);
    }

    #[test]
    fn a_list_of_moves_with_nothing_but_a_comment_in_it_is_an_end() {
        let leaf = "(0 #((0 1) (0 1)) ( #| no move |# ))";
        let (_, game) = imported(&format!("(0 #((0 2) (1 1)) (((0 1) {leaf})))"));
        assert_eq!(first_line(&game).len(), 2);
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let leaf = game.play(&game.start(), moves[0]);
        let payoffs = Player::all(2).map(|player| game.payoff(&leaf, player));
        assert!(payoffs.eq([one(), crate::game::zero()]));
    }
}
