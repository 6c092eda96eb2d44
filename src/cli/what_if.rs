//! `--pin`, `--forbid` and `--change`: rates the board under assumptions, and prints the changes.

use std::io::Write;

use serde::Serialize;

use super::asked::GivenOptions;
use super::build::LimitedRun;
use super::common_args::WhatIfArgs;
use super::fault::CommandError;
use super::progress::ProgressTarget;
use super::words;
use super::words::{TextTable, fact};
use crate::export::short_rating;
use crate::game::{Player, quoted, visible};
use crate::library::summary::{InOrder, by_player, number};
use crate::rating::{AssumedNode, Backed};
use crate::save::{Assumes, Assumption};
use crate::session::Rated;
use crate::session::what_if::{
    ChangedGraphs, InForce, WhatIf, open_change, read_pin, read_position, summary,
};
use crate::tree::{Edge, Vertex};
use crate::words::{estimate_text, plural};

/// A board rated under assumptions.
pub struct RatedWhatIf {
    assumptions: Vec<Assumption>,
    what_if: WhatIf,
}

impl WhatIfArgs {
    /// Rates a board under assumptions; `None` if there are none.
    pub fn suppose(
        &self,
        rated: &Rated,
        asked: &GivenOptions,
        watch: ProgressTarget,
    ) -> Result<Option<RatedWhatIf>, CommandError> {
        if self.is_empty() {
            return Ok(None);
        }
        let mut assumptions = Vec::new();
        let mut flags = Vec::new();
        let mut add = |flag: String, line: &str, what| {
            // Another spacing, or the arrow of a picture, names the same node.
            let read = rated.graph.read_line(Vertex::ROOT, line);
            let line = read.map_or_else(
                |_| line.trim().to_owned(),
                |line| rated.graph.line_text(Vertex::ROOT, &line),
            );
            assumptions.push(Assumption {
                line,
                what,
                off: false,
            });
            flags.push(flag);
        };
        for text in &self.pin {
            let (line, rating) = parts("--pin", text, "2>3=1/2")?;
            let pins = read_pin(rated, rating, Player(0));
            let flag = format!("--pin {}", quoted(text));
            let pins = pins.map_err(|why| why.at(&flag))?;
            add(flag, line, Assumes::Pin(pins));
        }
        for line in &self.forbid {
            add(format!("--forbid {}", quoted(line)), line, Assumes::Forbid);
        }
        for text in &self.change {
            let (line, position) = parts("--change", text, "2>3=b2b2/a1b3 b")?;
            let flag = format!("--change {}", quoted(text));
            let position = read_position(rated, position).map_err(|why| why.at(&flag))?;
            add(flag, line, Assumes::Change(position));
        }
        let mut changed = ChangedGraphs::new();
        for (assumption, flag) in assumptions.iter().zip(&flags) {
            let Assumes::Change(position) = &assumption.what else {
                continue;
            };
            let build = open_change(rated, assumption, position, rated.limits);
            let mut build = build.map_err(|why| why.at(flag))?;
            let drive = LimitedRun::new(asked, watch);
            if drive.run(|turn| build.step(turn))?.is_some() {
                build.stop();
            }
            let key = (assumption.line.clone(), position.clone());
            changed.insert(key, build.finish());
        }
        let what_if = WhatIf::new(rated, &assumptions, &changed);
        for (state, flag) in what_if.in_force.iter().zip(&flags) {
            if let InForce::No(why) = state {
                return Err(why.clone().at(flag).into());
            }
        }
        Ok(Some(RatedWhatIf {
            assumptions,
            what_if,
        }))
    }
}

fn parts<'a>(flag: &str, text: &'a str, example: &str) -> Result<(&'a str, &'a str), CommandError> {
    text.split_once('=').ok_or_else(|| {
        CommandError::Usage(format!(
            "{flag} {} has no '=': write a line, '=' and what is assumed there, as in '{example}'",
            quoted(text)
        ))
    })
}

impl RatedWhatIf {
    /// The changes as text.
    pub fn print(&self, rated: &Rated, out: &mut impl Write) -> Result<(), CommandError> {
        let count = self.assumptions.len();
        let plural = plural(count, "", "s");
        writeln!(
            out,
            "\nwhat if      {count} assumption{plural}; the ratings above are true"
        )?;
        for player in Player::all(rated.graph.graph().players()) {
            let (head, _) = summary(rated, &self.what_if, player);
            fact(out, "", &visible(&head))?;
        }
        let (_, rows) = summary(rated, &self.what_if, Player(0));
        let mut table = TextTable::default();
        for row in &rows {
            let number = self.what_if.assumed.at(&row.line);
            let Some(node) = number.and_then(|number| self.what_if.assumed.node(number)) else {
                continue;
            };
            let name = rated.graph.line_text(Vertex::ROOT, &row.line);
            let name = if name.is_empty() { "start" } else { &name };
            let ratings = |backed: &Backed| {
                let each = Player::all(rated.graph.graph().players()).map(|player| {
                    let rating = short_rating(backed.rating(player));
                    let rating = match backed.is_proven(player) {
                        true => rating,
                        false => estimate_text(&rating),
                    };
                    format!("{} {rating}", words::name(rated, player))
                });
                each.collect::<Vec<_>>().join("  ")
            };
            let change = match row.altered {
                true => format!("{} -> {}", ratings(&node.before), ratings(&node.now)),
                false => format!("{} stays", ratings(&node.now)),
            };
            table.row([visible(name).into_owned(), change, row.why.clone()]);
        }
        if table.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        Ok(table.write(out)?)
    }

    /// The same as a member of the answer in JSON.
    pub fn json<'a>(&'a self, rated: &'a Rated) -> WrittenWhatIf {
        let assumed = &self.what_if.assumed;
        let (_, rows) = summary(rated, &self.what_if, Player(0));
        let ratings = |backed: &Backed| by_player(rated, |it| number(&backed.rating(it)));
        let moves = |node: &AssumedNode, edges: &[Edge]| {
            let edges = edges.iter();
            edges
                .map(|edge| rated.graph.move_text(node.vertex, *edge))
                .collect()
        };
        let root = assumed.node(0);
        let root = root.map_or_else(
            || Backed::of(rated.graph.graph(), &rated.analysis.ratings, Vertex::ROOT),
            |root| root.now.clone(),
        );
        let nodes = rows.iter().filter_map(|row| {
            let node = assumed.node(assumed.at(&row.line)?)?;
            Some(AlteredLine {
                line: rated.graph.line_text(Vertex::ROOT, &row.line),
                altered: row.altered,
                before: ratings(&node.before),
                after: ratings(&node.now),
                best_before: moves(node, &node.best_before),
                best_after: moves(node, &node.best),
                why: row.why.clone(),
            })
        });
        WrittenWhatIf {
            rating: ratings(&root),
            proven: by_player(rated, |player| {
                let (low, high) = root.proven(player);
                [number(&low), number(&high)]
            }),
            nodes: nodes.collect(),
        }
    }
}

/// The member `what_if` of `rate --json`.
#[derive(Serialize)]
pub struct WrittenWhatIf {
    rating: InOrder<String>,
    proven: InOrder<[String; 2]>,
    nodes: Vec<AlteredLine>,
}

#[derive(Serialize)]
struct AlteredLine {
    line: String,
    altered: bool,
    before: InOrder<String>,
    after: InOrder<String>,
    best_before: Vec<String>,
    best_after: Vec<String>,
    why: String,
}
