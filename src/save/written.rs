//! Converts a tree file to a scripted game: its content becomes the rules.

use rustc_hash::{FxHashMap, FxHashSet};

use super::file::{FileKind, TreeFile};
use super::header::FileGraph;
use super::json::{exact, object, string};
use super::texts::Text;
use crate::game::{Kind, Player, Rational, ratio};
use crate::games::scripted::ScriptWriter;
use crate::games::{Setup, Switches, scripted};

/// A tree as it is written.
#[derive(Clone, Debug)]
pub struct AsWritten {
    /// The scripted game, at the root.
    pub setup: Setup,
    /// The content that the script can't hold: one sentence each.
    pub notices: Vec<String>,
}

/// Makes a scripted game of a file. A node's name is its position, followed by its number if
/// several nodes have that position. Nodes below a horizon, and omitted nodes, are unknown: their
/// parent becomes an end that pays its rating.
pub fn as_written(file: &TreeFile) -> AsWritten {
    let mut seen: FxHashMap<Text, u32> = FxHashMap::default();
    for node in &file.nodes {
        *seen.entry(node.position).or_default() += 1;
    }
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut names: Vec<String> = vec![String::new(); file.nodes.len()];
    // Unique positions keep their text, whatever the names of the others are.
    for alone in [true, false] {
        for (id, node) in file.nodes.iter().enumerate() {
            if (seen[&node.position] == 1) != alone {
                continue;
            }
            let position = file.texts.get(node.position);
            let mut name = if alone {
                position.to_owned()
            } else {
                format!("{position} #{id}")
            };
            while used.contains(&name) {
                name.push('\'');
            }
            used.insert(name.clone());
            names[id] = name;
        }
    }
    let (first, by_source) = edges_by_source(file);
    let mut writer = ScriptWriter::new(&file.header.players);
    let mut unknown = 0_u64;
    let mut rounded = false;
    for (id, node) in file.nodes.iter().enumerate() {
        let player = node.player.unwrap_or(Player(0));
        let left_out = node.kind == FileKind::Horizon || node.omitted.is_some();
        unknown += u64::from(left_out);
        let kind = match node.kind {
            _ if left_out => Kind::End,
            FileKind::Decision => Kind::Decision(player),
            FileKind::Chance => Kind::Chance(player),
            FileKind::Terminal | FileKind::Horizon => Kind::End,
        };
        let numbers = match node.payoffs {
            _ if kind != Kind::End => Vec::new(),
            payoffs => numbers(file.texts.get(payoffs.unwrap_or(node.rating)), &mut rounded),
        };
        writer.node(&names[id], kind, &numbers);
        if kind == Kind::End {
            continue;
        }
        for &edge in &by_source[first[id] as usize..first[id + 1] as usize] {
            let edge = &file.edges[edge as usize];
            writer.branch(
                file.texts.get(edge.mv),
                file.probability(edge),
                &names[edge.target as usize],
            );
        }
    }
    let mut notices = Vec::new();
    if unknown > 0 {
        notices.push(format!(
            "{unknown} nodes whose moves the file leaves out are shown as ends that are worth \
             their ratings"
        ));
    }
    if rounded {
        notices.push("some numbers were rounded to 15 digits".to_owned());
    }
    if file.header.kind == FileGraph::Positions && file.header.max_plies.is_some() {
        notices.push(
            "the file's ply limit is part of its nodes, so that a position may stand for several"
                .to_owned(),
        );
    }
    AsWritten {
        setup: Setup {
            game: scripted::NAME.to_owned(),
            switches: Switches {
                script: Some(writer.finish()),
                ..Switches::default()
            },
            ..Setup::default()
        },
        notices,
    }
}

/// The edges of each node, in the order of the file: the start of each node's edges, and all edges.
fn edges_by_source(file: &TreeFile) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; file.nodes.len() + 1];
    for edge in &file.edges {
        first[edge.source as usize + 1] += 1;
    }
    for index in 1..first.len() {
        first[index] += first[index - 1];
    }
    let mut next = first.clone();
    let mut edges = vec![0; file.edges.len()];
    for (index, edge) in file.edges.iter().enumerate() {
        let slot = &mut next[edge.source as usize];
        edges[*slot as usize] = index as u32;
        *slot += 1;
    }
    (first, edges)
}

/// The numbers of a rating or of payoffs, in the players' order.
fn numbers(json: &str, rounded: &mut bool) -> Vec<Rational> {
    let members = object(json).unwrap_or_default();
    let number = |raw: &str| match string(raw) {
        Some(text) => exact(&text).filter(short).unwrap_or_else(|| {
            *rounded = true;
            round(exact(&text).map_or(0.0, |number| crate::game::to_f64(&number)))
        }),
        None => {
            let double = raw.parse().unwrap_or(0.0);
            let number = round(double);
            *rounded |= crate::game::to_f64(&number).to_bits() != double.to_bits();
            number
        }
    };
    members
        .iter()
        .map(|member| member.raw)
        .map(number)
        .collect()
}

/// Whether a script can hold the number: at most 18 digits in numerator and denominator.
fn short(number: &Rational) -> bool {
    const MAX: i128 = 1_000_000_000_000_000_000;
    number.numer().abs() < MAX && *number.denom() < MAX
}

/// A decimal near a double that a script can hold.
fn round(number: f64) -> Rational {
    let mut places = 1_000_000_000_000_000_i128;
    let number = number.clamp(-1e17, 1e17);
    while (number * places as f64).abs() >= 1e18 {
        places /= 10;
    }
    ratio((number * places as f64).round() as i128, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::Game;
    use crate::games::scripted::Scripted;

    #[test]
    fn a_position_that_stands_alone_keeps_its_text_and_those_that_do_not_get_their_numbers() {
        let end = |id: u32, position: &str| {
            let worth = r#"{"a":"1","b":"0"}"#;
            format!(
                r#"{{"id":{id},"kind":"terminal","position":"{position}","ply":1,"rating":{worth},"payoffs":{worth},"winners":["a"]}}"#
            )
        };
        let text = format!(
            r#"{{"format":"doomtree-tree","version":1,"minor":0,"generator":"test","directed":true,
            "multigraph":false,"graph":{{"kind":"tree","title":null,"game":"mancala","rules":"any","position":"top",
            "players":["a","b"],"root":0,"max_plies":null,"complete":true,"stopped":null,
            "counts":{{"nodes":4,"edges":3}}}},"nodes":[
            {{"id":0,"kind":"decision","player":"a","position":"top","ply":0,"rating":{{"a":"1","b":"0"}}}},
            {},{},{}],"edges":[{{"source":0,"target":1,"move":"x"}},{{"source":0,"target":2,"move":"y"}},
            {{"source":0,"target":3,"move":"z"}}],"end":{{"nodes":4,"edges":3,"hash":"0000000000000000"}}}}"#,
            end(1, "same"),
            end(2, "same"),
            end(3, "same #2"),
        );
        let opened = crate::save::open_reader(text.as_bytes(), "test").expect("a good file");
        let crate::save::Opened::Tree(file) = opened else {
            panic!("it is a tree");
        };
        let script = as_written(&file).setup.switches.script.expect("a script");
        let game = Scripted::new(&script).expect("a good script");
        let (start, mut moves) = (game.start(), Vec::new());
        game.moves(&start, &mut moves);
        let after = moves.iter().map(|mv| game.play(&start, *mv));
        let after: Vec<String> = after.map(|end| game.position_text(&end)).collect();
        assert_eq!(game.position_text(&start), "top");
        assert_eq!(after, ["same #1", "same #2'", "same #2"]);
    }
}
