//! Imports graphs in node-link JSON, as networkx writes them: `nodes` with their attributes, and
//! `edges` (or `links`) between them, in any order, with identifiers of any kind.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::super::fields::{FieldError, place_in};
use super::super::json::{array, object, offset};
use super::foreign::{ForeignMove, ForeignNode, ScriptMaking};
use super::outcomes::{Attributes, REMEDY, names, word};
use super::scan::{LineColumn, fault};
use super::{Foreign, Imported};
use crate::game::{Kind, Player, Rational, payoffs_needed, ratio, whole, zero};
use crate::save::file::KeptText;
use crate::save::kinds::{FileError, shown};

/// The kind of a node, as its record gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Decision,
    Chance,
    End,
}

impl Said {
    fn read(attributes: &Attributes<'_>, player: Option<&str>) -> Result<Self, FieldError> {
        Ok(match attributes.word(&["kind"])? {
            None => match player {
                Some(name) if is_chance(name) => Self::Chance,
                _ => Self::Nothing,
            },
            Some(kind) => match kind.to_lowercase().as_str() {
                "decision" => Self::Decision,
                "chance" => Self::Chance,
                "end" | "terminal" | "leaf" | "horizon" => Self::End,
                _ => {
                    let raw = attributes.first(&["kind"]).unwrap_or_default();
                    let what = format!(
                        "'kind' is decision, chance, end, terminal, leaf or horizon, not {}",
                        shown(&kind)
                    );
                    return Err(attributes.fault(raw, what));
                }
            },
        })
    }
}

/// A node's record.
struct LinkedNode {
    id: KeptText,
    said: Said,
    player: Option<(KeptText, Place)>,
    /// JSON of its value: payoffs, winners or a rating.
    worth: Option<(Worth, KeptText, Place)>,
    place: Place,
    name: Option<KeptText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Payoffs,
    Winners,
    Rating,
}

/// A line and a column, counted from 1.
type Place = (u32, u32);

/// The identifiers of an edge's ends with their places, its label and where its probability is
/// kept.
type ReadEdge = ([(KeptText, Place); 2], Option<KeptText>, Option<u32>);

/// A file as far as it was read.
#[derive(Default)]
pub(in crate::save) struct NodeLink {
    making: ScriptMaking,
    nodes: Vec<LinkedNode>,
    by_id: FxHashMap<KeptText, u32>,
    /// Edges by the identifiers of their ends, with their lines, in the order of the file.
    edges: Vec<ReadEdge>,
    /// The players that the file lists.
    listed: Vec<String>,
    /// The identifier of the root, with its place.
    root: Option<(KeptText, Place)>,
}

impl NodeLink {
    /// Takes the attributes of the graph as a whole.
    pub fn graph(&mut self, text: &str, place: LineColumn) -> Result<(), FieldError> {
        let attributes = Attributes::read(text, place)?;
        if let Some(raw) = attributes.first(&["players"]) {
            let listed = names(raw).filter(|_| raw.starts_with('['));
            self.listed =
                listed.ok_or_else(|| attributes.fault(raw, "'players' must be a list of names"))?;
        }
        if let Some(raw) = attributes.first(&["title", "name"]) {
            self.making.title = word(raw).map(Cow::into_owned);
        }
        if attributes.first(&["root"]).is_some() {
            let id = attributes.identifier("root")?;
            let at = small(attributes.place_of_first(&["root"]));
            self.root = Some((self.text(&id, place)?, at));
        }
        Ok(())
    }

    /// Takes the record of a node.
    pub fn node(&mut self, text: &str, place: LineColumn) -> Result<(), FieldError> {
        let attributes = Attributes::read(text, place)?;
        let id_text = attributes.identifier("id")?;
        let id = self.text(&id_text, place)?;
        let index = self.nodes.len() as u32;
        if self.by_id.insert(id, index).is_some() {
            return Err(FieldError::new(
                format!(
                    "there are two nodes with the identifier {}",
                    shown(&id_text)
                ),
                "give every node its own",
                attributes.place_of_first(&["id"]),
            ));
        }
        let mut player = attributes.word(&["player"])?;
        let said = Said::read(&attributes, player.as_deref())?;
        if said == Said::Chance && player.as_deref().is_some_and(is_chance) {
            player = None;
        }
        let at = small(attributes.place_of_first(&["player"]));
        let player = player
            .map(|player| Ok((self.text(&player, place)?, at)))
            .transpose()?;
        let worth = [
            (Worth::Payoffs, &["payoffs", "payoff"][..]),
            (Worth::Winners, &["winners", "winner"]),
            (Worth::Rating, &["rating"]),
        ];
        let worth = worth
            .into_iter()
            .find_map(|(worth, names)| Some((worth, attributes.first(names)?)));
        let worth = worth
            .map(|(worth, raw)| {
                Ok((
                    worth,
                    self.text(raw, place)?,
                    small(attributes.place_of(raw)),
                ))
            })
            .transpose()?;
        let name = ["position", "name", "label"]
            .iter()
            .find_map(|name| attributes.first(&[name]).and_then(word));
        let name = match name.or_else(|| word(&id_text)) {
            Some(name) => self.text(&name, place)?,
            None => id,
        };
        self.nodes.push(LinkedNode {
            id,
            said,
            player,
            worth,
            place: small(place),
            name: Some(name),
        });
        self.making
            .node(ForeignNode {
                place: small(place),
                kind: Kind::End,
                name: Some(name),
                payoffs: None,
            })
            .map_err(placed)?;
        Ok(())
    }

    /// Takes the record of an edge.
    pub fn edge(&mut self, text: &str, place: LineColumn) -> Result<(), FieldError> {
        let attributes = Attributes::read(text, place)?;
        let mut end = |name: &str| -> Result<(KeptText, Place), FieldError> {
            let id = attributes.identifier(name)?;
            let at = small(attributes.place_of_first(&[name]));
            Ok((self.text(&id, place)?, at))
        };
        let ends = [end("source")?, end("target")?];
        let label = attributes.word(&["move", "label"])?;
        let label = label.map(|label| self.text(&label, place)).transpose()?;
        let probability = match attributes.first(&["probability"]) {
            None => None,
            Some(raw) => {
                let text = attributes.word(&["probability"])?.unwrap_or_default();
                let at = attributes.place_of(raw);
                let number = self.making.rounding.number(&text, at).map_err(|why| {
                    attributes.fault(raw, format!("'probability' {} {}", shown(&text), why.what))
                })?;
                Some(self.making.probability(number))
            }
        };
        self.edges.push((ends, label, probability));
        if self.edges.len() > super::MAX_FOREIGN_MOVES {
            return Err(FieldError::new(
                format!("the file has more than {} edges", super::MAX_FOREIGN_MOVES),
                "cut the graph where it is written",
                place,
            ));
        }
        Ok(())
    }

    fn text(&mut self, text: &str, place: LineColumn) -> Result<KeptText, FieldError> {
        self.making.text(text, place).map_err(placed)
    }

    /// Whether edges must follow: several nodes are no game without them.
    pub fn needs_edges(&self) -> bool {
        self.nodes.len() > 1
    }

    /// The scripted game, once the whole file was read.
    pub fn finish(mut self) -> Result<Imported, FileError> {
        if self.nodes.is_empty() {
            return Err(FileError::new(
                "the graph has no nodes",
                "list them under 'nodes', each with an 'id'",
            ));
        }
        self.link()?;
        self.find_root()?;
        self.find_players()?;
        self.find_kinds()?;
        self.making.finish(Foreign::NodeLink)
    }

    fn link(&mut self) -> Result<(), FileError> {
        for (ends, label, probability) in std::mem::take(&mut self.edges) {
            let [source, target] = ends.map(|(id, at)| {
                self.by_id.get(&id).copied().ok_or_else(|| {
                    fault(
                        format!("there is no node with the identifier {}", self.shown(id)),
                        "list it under 'nodes', or correct the edge",
                        large(at),
                    )
                })
            });
            let (source, target) = (source?, target?);
            let label = label.or(self.nodes[target as usize].name);
            let mv = ForeignMove {
                source,
                target,
                label,
                probability,
            };
            self.making.add_move(mv, large(ends[0].1))?;
        }
        Ok(())
    }

    /// An identifier in a sentence.
    fn shown(&self, id: KeptText) -> String {
        let json = self.making.texts.get(id);
        shown(&word(json).unwrap_or(Cow::Borrowed(json)))
    }

    /// The root that the file names, or the one node that no edge leads to.
    fn find_root(&mut self) -> Result<(), FileError> {
        if let Some((id, at)) = self.root {
            let Some(root) = self.by_id.get(&id) else {
                return Err(fault(
                    format!("the root {} is none of the nodes", self.shown(id)),
                    "correct 'root' of 'graph'",
                    large(at),
                ));
            };
            self.making.root = *root;
            return Ok(());
        }
        let mut entered = vec![false; self.nodes.len()];
        for mv in &self.making.moves {
            entered[mv.target as usize] = true;
        }
        let mut roots = (0..self.nodes.len()).filter(|node| !entered[*node]);
        match (roots.next(), roots.next()) {
            (Some(root), None) => self.making.root = root as u32,
            (Some(first), Some(second)) => {
                let name = |node: usize| self.shown(self.nodes[node].id);
                let place = large(self.nodes[second].place);
                return Err(fault(
                    format!("no edge leads to {} or {}", name(first), name(second)),
                    "say which of them the game starts at, as 'root' of 'graph'",
                    place,
                ));
            }
            _ => self.making.notices.push(
                "every node has an edge that leads to it: the game starts at the first".to_owned(),
            ),
        }
        Ok(())
    }

    /// The players that the file lists, otherwise those that its records name: numbers in their
    /// order, names in order of occurrence.
    fn find_players(&mut self) -> Result<(), FileError> {
        let mut names = std::mem::take(&mut self.listed);
        if names.is_empty() {
            let mut seen = rustc_hash::FxHashSet::default();
            let mut add = |name: &str, names: &mut Vec<String>| {
                // Too many players are refused later, when they are added.
                if names.len() <= crate::game::MAX_PLAYERS && seen.insert(name.to_owned()) {
                    names.push(name.to_owned());
                }
            };
            for node in &self.nodes {
                if let Some((player, _)) = node.player {
                    add(self.making.texts.get(player), &mut names);
                }
            }
            for (worth, raw, _) in self.nodes.iter().filter_map(|node| node.worth) {
                let raw = self.making.texts.get(raw);
                match worth {
                    Worth::Winners => winners(raw)
                        .unwrap_or_default()
                        .iter()
                        .for_each(|name| add(name, &mut names)),
                    Worth::Payoffs | Worth::Rating => object(raw)
                        .unwrap_or_default()
                        .iter()
                        .for_each(|member| add(&member.key, &mut names)),
                }
            }
            let numbers: Option<Vec<u64>> = names.iter().map(|name| name.parse().ok()).collect();
            if numbers.is_some() {
                names.sort_by_key(|name| name.parse::<u64>().unwrap_or(0));
            }
        }
        // Lists of payoffs may include players who never move.
        let longest = self
            .nodes
            .iter()
            .filter_map(|node| node.worth)
            .filter(|(worth, ..)| *worth != Worth::Winners)
            .map(|(_, raw, _)| {
                let raw = self.making.texts.get(raw);
                match raw.as_bytes().first() {
                    Some(b'[') => array(raw).map_or(0, |items| items.len()),
                    Some(b'{') => 1,
                    // A single number is the first player's, and the loss of the second.
                    _ => 2,
                }
            })
            .max();
        // One more than the maximum is refused later, when it is added.
        let max = crate::game::MAX_PLAYERS + 1;
        while names.len() < longest.unwrap_or(1).clamp(1, max) {
            names.push(format!("player {}", names.len() + 1));
        }
        for name in names {
            self.making.player(&name, (1, 1))?;
        }
        Ok(())
    }

    fn find_kinds(&mut self) -> Result<(), FileError> {
        let mut degrees = vec![0_u32; self.nodes.len()];
        let mut chances = vec![0_u32; self.nodes.len()];
        for mv in &self.making.moves {
            degrees[mv.source as usize] += 1;
            chances[mv.source as usize] += u32::from(mv.probability.is_some());
        }
        let reached = self.making.reached();
        let mut rated = 0_u64;
        // Unreachable nodes are left out, whatever they contain.
        for index in (0..self.nodes.len()).filter(|index| reached[*index]) {
            let LinkedNode {
                id,
                said,
                player,
                worth,
                place,
                ..
            } = self.nodes[index];
            let place = large(place);
            let name = || self.shown(id);
            if degrees[index] == 0 {
                let Some((worth, raw, at)) = worth else {
                    return Err(fault(
                        format!("the leaf {} has neither payoffs nor winners", name()),
                        "add \"payoffs\", such as {\"a\":1,\"b\":0} or [1,0], or \"winners\", such \
                         as [\"a\"], to every leaf",
                        place,
                    ));
                };
                rated += u64::from(worth == Worth::Rating);
                let numbers = self.worth(worth, raw, large(at))?;
                self.making.nodes[index].payoffs = Some(self.making.payoffs(&numbers));
                continue;
            }
            if said == Said::End {
                return Err(fault(
                    format!("{} is called an end, and edges lead from it", name()),
                    "leave out its 'kind', or its edges",
                    place,
                ));
            }
            let of_player = player.map(|(player, at)| {
                let name = self.making.texts.get(player);
                let found = self.making.players.iter().position(|player| player == name);
                found.map(|index| Player(index as u8)).ok_or_else(|| {
                    fault(
                        format!("{} is none of the players", shown(name)),
                        "add it to 'players' of 'graph', or correct it",
                        large(at),
                    )
                })
            });
            let of_player = of_player.transpose()?;
            let chance = said == Said::Chance
                || (said == Said::Nothing
                    && of_player.is_none()
                    && chances[index] == degrees[index]);
            self.making.nodes[index].kind = match of_player {
                _ if chance => Kind::Chance(of_player.unwrap_or(Player(0))),
                Some(player) => Kind::Decision(player),
                None => {
                    return Err(fault(
                        format!("the node {} has moves, and nobody to make them", name()),
                        "add \"player\" to every node that edges lead from, or \"probability\" to \
                         all of its edges where chance decides",
                        place,
                    ));
                }
            };
        }
        if rated > 0 {
            self.making.notices.push(format!(
                "leaves without payoffs and winners are worth their ratings: there are {rated}"
            ));
        }
        Ok(())
    }

    /// The payoffs of a leaf for each player.
    fn worth(
        &mut self,
        worth: Worth,
        raw: KeptText,
        place: LineColumn,
    ) -> Result<Vec<Rational>, FileError> {
        let ScriptMaking {
            texts,
            players,
            rounding,
            ..
        } = &mut self.making;
        let raw = texts.get(raw);
        let wrong = |what: String| fault(what, REMEDY, place);
        let mut read = |item: &str| {
            let at = place_in(raw, place, offset(raw, item));
            let text = word(item)
                .ok_or_else(|| fault(format!("{} is no payoff", shown(item)), REMEDY, at))?;
            rounding
                .number(&text, at)
                .map_err(|why| fault(format!("{} {}", shown(&text), why.what), why.remedy, at))
        };
        if worth == Worth::Winners {
            return shares(raw, players).map_err(wrong);
        }
        match raw.as_bytes().first() {
            Some(b'{') => {
                let members = object(raw).map_err(|(what, _)| wrong(what))?;
                if let Some(other) = members
                    .iter()
                    .find(|member| !players.iter().any(|player| *player == member.key))
                {
                    let what = format!(
                        "there are payoffs for {}, who is no player",
                        shown(&other.key)
                    );
                    let at = place_in(raw, place, offset(raw, other.raw));
                    return Err(fault(what, REMEDY, at));
                }
                players
                    .iter()
                    .map(|player| {
                        let member = members.iter().find(|member| member.key == *player);
                        let member = member.ok_or_else(|| {
                            wrong(format!("there is no payoff for {}", shown(player)))
                        })?;
                        read(member.raw)
                    })
                    .collect()
            }
            Some(b'[') => {
                let items = array(raw).unwrap_or_default();
                if items.len() != players.len() {
                    let what = payoffs_needed(players.len(), items.len());
                    return Err(wrong(what));
                }
                items.iter().map(|item| read(item)).collect()
            }
            _ => {
                let number = read(raw)?;
                match players.len() {
                    1 => Ok(vec![number]),
                    2 => Ok(vec![number, number * whole(-1)]),
                    players => Err(wrong(payoffs_needed(players, 1))),
                }
            }
        }
    }
}

/// Equal shares for the winners, or for all where nobody won; or what is wrong with them.
fn shares(raw: &str, players: &[String]) -> Result<Vec<Rational>, String> {
    let names = winners(raw).ok_or_else(|| format!("{} names no winners", shown(raw)))?;
    let mut won = vec![false; players.len()];
    for name in names {
        let Some(player) = players.iter().position(|player| *player == name) else {
            return Err(format!("the winner {} is no player", shown(&name)));
        };
        won[player] = true;
    }
    if !won.contains(&true) {
        won.fill(true);
    }
    let winners = won.iter().filter(|won| **won).count();
    let share = ratio(1, winners as i128);
    let shares = won.iter().map(|won| if *won { share } else { zero() });
    Ok(shares.collect())
}

/// The names of winners: one, or a list of them.
fn winners(raw: &str) -> Option<Vec<String>> {
    let mut names = names(raw)?;
    let is_nobody = |name: &String| {
        let nobody = ["", "draw", "tie", "none"];
        nobody.iter().any(|word| name.eq_ignore_ascii_case(word))
    };
    if !raw.starts_with('[') && names.iter().all(is_nobody) {
        names.clear();
    }
    Some(names)
}

fn is_chance(name: &str) -> bool {
    ["chance", "nature"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

fn small((line, column): LineColumn) -> Place {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    (small(line), small(column))
}

fn large((line, column): Place) -> LineColumn {
    (line as usize, column as usize)
}

/// A fault of a file as a fault of a record.
fn placed(error: FileError) -> FieldError {
    FieldError::new(error.what, error.remedy, error.place.unwrap_or((1, 1)))
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::games::scripted::Scripted;
    use crate::save::{Opened, open_reader};

    #[test]
    fn where_only_winners_are_told_there_are_no_other_players_than_those_that_are_named() {
        let text = r#"{"nodes":[{"id":0,"player":"a"},{"id":1,"winners":["a"]}],
                       "edges":[{"source":0,"target":1}]}"#;
        let Ok(Opened::Imported(imported)) = open_reader(text.as_bytes(), "test") else {
            panic!("it is another program's graph");
        };
        let script = imported.setup.switches.script.expect("a script");
        let game = Scripted::new(&script).expect("a good script");
        assert_eq!(game.players(), 1, "{script}");
    }
}
