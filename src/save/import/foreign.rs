//! Builder for a tree or graph of another program, which becomes a scripted game.

use rustc_hash::FxHashSet;

use super::number::Rounding;
use super::scan::{LineColumn, fault};
use super::{Foreign, Imported, MAX_FOREIGN_MOVES, MAX_FOREIGN_NODES};
use crate::game::{Kind, MAX_PLAYERS, Rational, is_short, one, ratio, zero};
use crate::games::scripted::{self, EfgNames, ScriptWriter};
use crate::games::{Setup, Switches};
use crate::save::file::{KeptText, KeptTexts};
use crate::save::kinds::{FileError, MAX_HEADER_BYTES};
use crate::words::counted;

/// Probabilities that miss 1 by more than this are no rounding.
const ROUNDING: (i128, i128) = (1, 100);

/// A node as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForeignNode {
    /// Its location in the file.
    pub place: (u32, u32),
    pub kind: Kind,
    /// Its name in the file.
    pub name: Option<KeptText>,
    /// The start of an end's payoffs among all.
    pub payoffs: Option<u32>,
}

/// A move as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForeignMove {
    pub source: u32,
    pub target: u32,
    pub label: Option<KeptText>,
    /// Which of the probabilities it has.
    pub probability: Option<u32>,
}

/// The label of a node, the number and the name of its information set or outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct UniqueNames {
    pub label: KeptText,
    pub number: i64,
    pub name: KeptText,
}

/// A target that is not known yet.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The content of a file as far as it was read.
#[derive(Default)]
pub(super) struct ScriptMaking {
    pub title: Option<String>,
    pub players: Vec<String>,
    pub texts: KeptTexts,
    pub nodes: Vec<ForeignNode>,
    pub moves: Vec<ForeignMove>,
    pub probabilities: Vec<Rational>,
    /// One per player, for each end that has its own.
    pub payoffs: Vec<Rational>,
    /// The root.
    pub root: u32,
    /// What was rounded.
    pub rounding: Rounding,
    /// For each node how an extensive game names it; nothing in other formats.
    pub named: Vec<UniqueNames>,
    /// The information sets of several nodes.
    pub sets: Vec<Vec<u32>>,
    /// The text about the whole game.
    pub note: Option<String>,
    /// The reader's notices.
    pub notices: Vec<String>,
}

impl ScriptMaking {
    pub fn text(&mut self, text: &str, place: LineColumn) -> Result<KeptText, FileError> {
        self.texts
            .keep(text)
            .ok_or_else(|| fault("the file has more text than can be kept", "split it", place))
    }

    pub fn node(&mut self, node: ForeignNode) -> Result<u32, FileError> {
        if self.nodes.len() == MAX_FOREIGN_NODES {
            return Err(fault(
                format!("the file has more than {MAX_FOREIGN_NODES} nodes"),
                "cut the tree where it is written",
                (node.place.0 as usize, node.place.1 as usize),
            ));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() as u32 - 1)
    }

    pub fn add_move(&mut self, mv: ForeignMove, place: LineColumn) -> Result<u32, FileError> {
        if self.moves.len() == MAX_FOREIGN_MOVES {
            return Err(fault(
                format!("the file has more than {MAX_FOREIGN_MOVES} moves"),
                "cut the tree where it is written",
                place,
            ));
        }
        self.moves.push(mv);
        Ok(self.moves.len() as u32 - 1)
    }

    pub fn probability(&mut self, number: Rational) -> u32 {
        self.probabilities.push(number);
        self.probabilities.len() as u32 - 1
    }

    pub fn payoffs(&mut self, numbers: &[Rational]) -> u32 {
        self.payoffs.extend_from_slice(numbers);
        (self.payoffs.len() - numbers.len()) as u32
    }

    /// A player of that name; a name that is empty or taken is changed.
    pub fn player(&mut self, name: &str, place: LineColumn) -> Result<(), FileError> {
        if self.players.len() == MAX_PLAYERS {
            return Err(fault(
                format!("the game has more than {MAX_PLAYERS} players"),
                "use fewer",
                place,
            ));
        }
        let mut name = match name {
            "" => format!("player {}", self.players.len() + 1),
            name => name.to_owned(),
        };
        while self.players.contains(&name) {
            name.push('\'');
        }
        self.players.push(name);
        Ok(())
    }

    fn line_column(&self, node: u32) -> LineColumn {
        let (line, column) = self.nodes[node as usize].place;
        (line as usize, column as usize)
    }

    /// The scripted game.
    pub fn finish(mut self, foreign: Foreign) -> Result<Imported, FileError> {
        let by_source = BySource::new(&self);
        let reached = self.reached_by(&by_source);
        let nodes = reached.iter().filter(|reached| **reached).count();
        if nodes < self.nodes.len() {
            self.notices.push(match self.nodes.len() - nodes {
                1 => "a node that can't be reached from the first was left out".to_owned(),
                others => {
                    format!("{others} nodes that can't be reached from the first were left out")
                }
            });
        }
        self.check_chance(&by_source, &reached)?;
        let shown = |node: u32| reached[node as usize];
        let recurs = self.recurring(&by_source, shown).is_some();
        let chance =
            |node: u32| shown(node) && matches!(self.nodes[node as usize].kind, Kind::Chance(_));
        if let Some(node) = self.recurring(&by_source, chance) {
            return Err(fault(
                "from this node a line can run through chance alone forever",
                "put a decision or an end on every such line",
                self.line_column(node),
            ));
        }
        self.say_how_rated(&reached, recurs);
        self.notices.extend(self.rounding.notice());
        let script = self.script(&by_source, &reached)?;
        Ok(Imported {
            foreign,
            setup: Setup {
                game: scripted::NAME.to_owned(),
                switches: Switches {
                    script: Some(script),
                    ..Switches::default()
                },
                ..Setup::default()
            },
            title: self.title.filter(|title| !title.trim().is_empty()),
            note: self.note.filter(|note| !note.trim().is_empty()),
            nodes,
            notices: self.notices,
        })
    }

    /// Which nodes the first leads to, itself among them.
    pub fn reached(&self) -> Vec<bool> {
        self.reached_by(&BySource::new(self))
    }

    fn reached_by(&self, by_source: &BySource) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut waiting = vec![self.root];
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                let moves = by_source.of(node);
                waiting.extend(moves.iter().map(|mv| self.moves[*mv as usize].target));
            }
        }
        reached
    }

    /// A node that a line can come back to by nodes of a kind alone, if there is one.
    fn recurring(&self, by_source: &BySource, kind: impl Fn(u32) -> bool) -> Option<u32> {
        let all = 0..self.nodes.len() as u32;
        let targets = |node| {
            let moves = by_source.of(node).iter();
            moves
                .map(|mv| self.moves[*mv as usize].target)
                .filter(|target| kind(*target))
        };
        let mut entering = vec![0_u32; self.nodes.len()];
        for node in all.clone().filter(|node| kind(*node)) {
            targets(node).for_each(|target| entering[target as usize] += 1);
        }
        let mut ready: Vec<u32> = all
            .clone()
            .filter(|node| kind(*node) && entering[*node as usize] == 0)
            .collect();
        while let Some(node) = ready.pop() {
            for target in targets(node) {
                entering[target as usize] -= 1;
                if entering[target as usize] == 0 {
                    ready.push(target);
                }
            }
        }
        // A node that still has predecessors is on a cycle, or after one.
        all.into_iter()
            .find(|node| kind(*node) && entering[*node as usize] > 0)
    }

    /// Sees to it that probabilities sum to exactly 1: the largest of a node makes up for rounding.
    fn check_chance(&mut self, by_source: &BySource, reached: &[bool]) -> Result<(), FileError> {
        let mut scaled = 0_u64;
        for node in 0..self.nodes.len() as u32 {
            let is_chance = matches!(self.nodes[node as usize].kind, Kind::Chance(_));
            if !is_chance || !reached[node as usize] {
                continue;
            }
            let mut sum = Some(zero());
            let mut largest: Option<(Rational, u32)> = None;
            for mv in by_source.of(node) {
                let Some(index) = self.moves[*mv as usize].probability else {
                    return Err(fault(
                        "a branch of this chance node has no probability",
                        "give every branch one, so that they sum to 1",
                        self.line_column(node),
                    ));
                };
                let number = self.probabilities[index as usize];
                if number < zero() || number > one() {
                    return Err(fault(
                        format!("a branch of this chance node has the probability {number}"),
                        "write a number from 0 to 1",
                        self.line_column(node),
                    ));
                }
                sum = sum.and_then(|sum| num_traits::CheckedAdd::checked_add(&sum, &number));
                if largest.is_none_or(|(most, _)| number > most) {
                    largest = Some((number, index));
                }
            }
            if sum == Some(one()) {
                continue;
            }
            let (numerator, denominator) = ROUNDING;
            let near = sum.and_then(|sum| {
                let rest = num_traits::CheckedSub::checked_sub(&one(), &sum)?;
                let maximum = ratio(numerator, denominator);
                (rest <= maximum && rest >= -maximum).then_some(rest)
            });
            let mended = near.zip(largest).and_then(|(rest, (max, index))| {
                let number = num_traits::CheckedAdd::checked_add(&max, &rest)?;
                is_short(&number).then_some((number, index))
            });
            let Some((number, index)) = mended else {
                let sum = sum.map_or_else(
                    || "a number that is too long".to_owned(),
                    |sum| sum.to_string(),
                );
                return Err(fault(
                    format!("the probabilities of this chance node sum to {sum}"),
                    "make them sum to 1",
                    self.line_column(node),
                ));
            };
            self.probabilities[index as usize] = number;
            scaled += 1;
        }
        if scaled > 0 {
            let nodes = match scaled {
                1 => "a chance node".to_owned(),
                scaled => format!("{scaled} chance nodes"),
            };
            self.notices.push(format!(
                "the probabilities of {nodes} were rounded and didn't sum to 1: the largest of \
                 each makes up for that"
            ));
        }
        Ok(())
    }

    /// Says how the players are rated: if players don't know where they are, or if there are several
    /// whose payoffs have no constant sum.
    fn say_how_rated(&mut self, reached: &[bool], recurs: bool) {
        let players = self.players.len();
        if !self.sets.is_empty() {
            let sets = counted(self.sets.len(), "information set");
            self.notices.insert(
                0,
                format!(
                    "players don't know where they are in {sets}, so ratings that depend on them \
                     are open"
                ),
            );
            return;
        }
        let mut sums = self
            .nodes
            .iter()
            .zip(reached)
            .filter(|(node, reached)| node.kind == Kind::End && **reached)
            .map(|(node, _)| {
                let first = node.payoffs.unwrap_or(0) as usize;
                let numbers = &self.payoffs[first..first + players];
                numbers.iter().try_fold(zero(), |sum, number| {
                    num_traits::CheckedAdd::checked_add(&sum, number)
                })
            });
        let constant = match sums.next() {
            None => true,
            Some(first) => first.is_some() && sums.all(|sum| sum == first),
        };
        if constant && players == 2 || players == 1 {
            return;
        }
        let payoffs = match constant {
            true => "there are more than two players",
            false => "the payoffs have no constant sum",
        };
        let how = match recurs {
            true => {
                ", and positions repeat: ratings are paranoid (all against one), since max-n \
                 needs a ply limit"
            }
            false => ": rated by max-n (each for itself)",
        };
        self.notices.insert(0, format!("{payoffs}{how}"));
    }

    fn script(&mut self, by_source: &BySource, reached: &[bool]) -> Result<String, FileError> {
        let names = Names::new(self, reached);
        let mut writer = ScriptWriter::new(&self.players);
        let others = (0..self.nodes.len() as u32).filter(|node| *node != self.root);
        for node in std::iter::once(self.root).chain(others) {
            if !reached[node as usize] {
                continue;
            }
            let kind = self.nodes[node as usize].kind;
            let first = self.nodes[node as usize]
                .payoffs
                .map(|first| first as usize);
            let payoffs = first.map_or(&[][..], |first| {
                &self.payoffs[first..first + self.players.len()]
            });
            writer.node(&names.of(self, node), kind, payoffs);
            let mut labels = FxHashSet::default();
            let mut messages: Vec<String> = Vec::new();
            let mut is_changed = false;
            for (index, mv) in by_source.of(node).iter().enumerate() {
                let mv = self.moves[*mv as usize];
                let label = mv.label.map_or("", |label| self.texts.get(label));
                messages.push(label.to_owned());
                let mut label = match label {
                    "" => (index + 1).to_string(),
                    label => label.to_owned(),
                };
                while !labels.insert(label.clone()) {
                    label.push('\'');
                }
                let probability = mv.probability.filter(|_| matches!(kind, Kind::Chance(_)));
                let probability = probability.map(|index| self.probabilities[index as usize]);
                is_changed |= messages.last() != Some(&label);
                writer.branch(&label, probability, &names.of(self, mv.target));
            }
            if let Some(named) = self.named.get(node as usize) {
                writer.named(&EfgNames {
                    label: self.texts.get(named.label).to_owned(),
                    number: named.number,
                    name: self.texts.get(named.name).to_owned(),
                    moves: if is_changed { messages } else { Vec::new() },
                });
            }
            if writer.len() as u64 > MAX_HEADER_BYTES {
                return Err(fault(
                    format!(
                        "the tree takes more than {} MiB as a script",
                        MAX_HEADER_BYTES >> 20
                    ),
                    "cut it where it is written",
                    self.line_column(node),
                ));
            }
        }
        for set in &self.sets {
            let names: Vec<_> = set.iter().map(|node| names.of(self, *node)).collect();
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            writer.set(&names);
        }
        Ok(writer.finish())
    }
}

/// The moves of each node, in the order of the file.
struct BySource {
    first: Vec<u32>,
    moves: Vec<u32>,
}

impl BySource {
    fn new(making: &ScriptMaking) -> Self {
        let mut first = vec![0_u32; making.nodes.len() + 1];
        for mv in &making.moves {
            first[mv.source as usize + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let mut moves = vec![0; making.moves.len()];
        for (index, mv) in making.moves.iter().enumerate() {
            let slot = &mut next[mv.source as usize];
            moves[*slot as usize] = index as u32;
            *slot += 1;
        }
        Self { first, moves }
    }

    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.moves[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// The names of nodes in the script: as in the file, with their number if the name is missing or
/// not unique.
struct Names {
    /// The number of nodes with each text, by the text's number.
    counts: rustc_hash::FxHashMap<KeptText, u32>,
}

impl Names {
    fn new(making: &ScriptMaking, reached: &[bool]) -> Self {
        let mut counts = rustc_hash::FxHashMap::default();
        let nodes = making.nodes.iter().zip(reached);
        for name in nodes
            .filter(|(_, reached)| **reached)
            .filter_map(|(node, _)| node.name)
        {
            *counts.entry(name).or_default() += 1;
        }
        Self { counts }
    }

    fn of(&self, making: &ScriptMaking, node: u32) -> String {
        let name = making.nodes[node as usize].name;
        let text = name.map_or("", |name| making.texts.get(name));
        if text.is_empty() || text.trim() != text {
            return self.free(making, format!("{} #{node}", text.trim()).trim().to_owned());
        }
        match name.map_or(0, |name| self.counts[&name]) {
            1 => text.to_owned(),
            _ => self.free(making, format!("{text} #{node}")),
        }
    }

    /// A name that no node of the file has. Generated names are distinguished by numbers.
    fn free(&self, making: &ScriptMaking, mut name: String) -> String {
        while making
            .texts
            .find(&name)
            .is_some_and(|text| self.counts.contains_key(&text))
        {
            name.push('\'');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Player, whole};
    use crate::games::scripted::Scripted;

    /// A root with ends of these names.
    fn star(names: &[&str]) -> ScriptMaking {
        let mut making = ScriptMaking::default();
        for player in ["a", "b"] {
            making.player(player, (1, 1)).expect("a player");
        }
        let payoffs = making.payoffs(&[whole(1), whole(0)]);
        for (index, name) in names.iter().enumerate() {
            let name = making.text(name, (1, 1)).expect("a text");
            let root = index == 0;
            let node = ForeignNode {
                place: (index as u32 + 1, 1),
                kind: if root {
                    Kind::Decision(Player(1))
                } else {
                    Kind::End
                },
                name: Some(name),
                payoffs: (!root).then_some(payoffs),
            };
            let node = making.node(node).expect("a node");
            if !root {
                let label = making.text("go on", (1, 1)).expect("a text");
                let mv = ForeignMove {
                    source: 0,
                    target: node,
                    label: Some(label),
                    probability: None,
                };
                making.add_move(mv, (1, 1)).expect("a move");
            }
        }
        making
    }

    #[test]
    fn names_stay_where_they_can_and_every_node_and_move_has_its_own() {
        let names = ["x", "x", "x #1", " x #1", "", "y"];
        let imported = star(&names).finish(Foreign::Efg).expect("a tree");
        let script = imported.setup.switches.script.expect("a script");
        let game = Scripted::new(&script).expect("a good script");
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let found: Vec<String> = moves
            .iter()
            .map(|mv| game.position_text(&game.play(&game.start(), *mv)))
            .collect();
        assert_eq!(game.position_text(&game.start()), "x #0");
        assert_eq!(found, ["x #1'", "x #1", "x #1 #3", "#4", "y"]);
        let labels: Vec<String> = moves
            .iter()
            .map(|mv| game.move_text(&game.start(), *mv))
            .collect();
        assert_eq!(labels[..3], ["go on", "go on'", "go on''"]);
    }
}
