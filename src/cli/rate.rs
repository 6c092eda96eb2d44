//! `doomtree rate`: ratings, counts and best line of a board as text.

use std::io::Write;

use super::answers;
use super::args::RateArgs;
use super::asked::{GivenOptions, TooLargeFallback};
use super::build::{self, FinishedGraph};
use super::fault::{CommandError, Done, Style, print};
use super::input;
use super::lines;
use super::progress::ProgressTarget;
use super::search;
use super::words::{self, MAX_MOVES, TextTable, and_more, counted, fact, grouped};
use crate::game::{Player, line_word, visible};
use crate::rating::{
    LineEnd, Multiplayer, best_edges, best_line, likely_best, loss_among, worse_moves,
};
use crate::session::{Rated, Searched};
use crate::tree::{EndsByWinners, Vertex, VertexKind};
use crate::words::{OPEN, at_least_sign, end_text, plies_text, state_text, winners_text};

/// Runs the command.
pub fn run(args: &RateArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::of(&args.graph);
    if args.board == "-" && !args.what_if.is_empty() {
        return Err(CommandError::Usage(
            "what is assumed needs one board: give a position or a file in place of '-'".to_owned(),
        ));
    }
    // What is assumed needs a graph.
    let asked = match args.what_if.is_empty() {
        true => asked.or(TooLargeFallback::Search),
        false => asked,
    };
    if args.board == "-" {
        return lines::run(&asked);
    }
    // The text also has the ends by winners: three more counts per position.
    let asked = match args.json {
        true => asked,
        false => asked.sharing(|bytes| bytes.map(|bytes| bytes / 6 * 5)),
    };
    let mut opened = input::open(&args.board, &asked)?;
    let FinishedGraph {
        rated,
        stopped,
        searched,
        ..
    } = build::rated(
        &mut opened,
        &asked,
        ProgressTarget::unless(args.graph.build.quiet),
    )?;
    let searched = searched.as_ref();
    let watch = ProgressTarget::unless(args.graph.build.quiet);
    let supposed = args.what_if.suppose(&rated, &asked, watch)?;
    print(Ok(Done::of(stopped)), |out| {
        if args.json {
            return Ok(answers::write_rate(
                &rated,
                searched,
                supposed.as_ref(),
                out,
            )?);
        }
        summary(&rated, searched, args.graph.build.quiet, out)?;
        match supposed {
            Some(supposed) => supposed.print(&rated, out),
            None => Ok(()),
        }
    })
}

fn summary(
    rated: &Rated,
    searched: Option<&Searched>,
    quiet: bool,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let graph = rated.graph.graph();
    let root = Vertex::ROOT;
    writeln!(out, "{}", visible(&rated.graph.position_text(root)))?;
    writeln!(out, "{}\n", heading(rated))?;
    fact(out, "rating", &rating(rated, quiet))?;
    if graph.kind(root) == VertexKind::End {
        let winners = end_text(&*rated.graph, root).unwrap_or_default();
        fact(out, "end", &format!("the game is over: {winners}"))?;
    } else {
        if let VertexKind::Decision(_) = graph.kind(root) {
            fact(out, "best moves", &best_moves(rated, quiet))?;
        }
        let (line, distance) = match searched {
            Some(searched) => search::best_play(searched),
            None => best_play(rated),
        };
        fact(out, "best line", &line)?;
        fact(out, "distance", &distance)?;
    }
    if searched.is_some() {
        let why = "too many for a graph, so a search rates them; --max-memory builds it";
        fact(out, "positions", why)?;
        return moves(rated, false, out);
    }
    let analysis = &rated.analysis;
    let min = at_least_sign(graph);
    let longest = match analysis.longest.of(root) {
        Some(plies) => format!("longest line {min}{}", plies_text(plies)),
        None => "some lines never end".to_owned(),
    };
    if let Some(worth) = rated.options.endless {
        fact(
            out,
            "endless",
            &format!("endless play is worth {worth} to each player"),
        )?;
    }
    let nodes = analysis.nodes.of(root).to_string();
    fact(
        out,
        "tree",
        &format!("{min}{}, {longest}", counted(&nodes, "node")),
    )?;
    fact(out, "ends", &ends(rated))?;
    let distinct = rated.graph.distinct();
    fact(
        out,
        "positions",
        &format!(
            "{min}{}, {min}{} between them",
            grouped(distinct.positions),
            counted(distinct.moves, "move")
        ),
    )?;
    if !graph.is_complete() {
        let why = match rated.limits.max_plies {
            Some(plies) if graph.stopped().is_none() => {
                format!("the tree stops after {}", plies_text(plies))
            }
            _ => "the graph was stopped before it was complete".to_owned(),
        };
        let estimate = rated.limits.estimate.name();
        fact(out, "limit", &format!("{why}; estimate beyond: {estimate}"))?;
    }
    if graph.degree(root) > 0 {
        moves(rated, true, out)?;
    }
    Ok(())
}

/// The game, its rules, and who is to move.
fn heading(rated: &Rated) -> String {
    let turn = state_text(&*rated.graph, Vertex::ROOT);
    words::heading(&rated.game, &rated.rules, turn)
}

/// A note with its legend, or without it.
fn brief(note: &str, quiet: bool) -> &str {
    note.split(": ").next().filter(|_| quiet).unwrap_or(note)
}

fn rating(rated: &Rated, quiet: bool) -> String {
    let ratings = words::ratings(rated, Vertex::ROOT);
    let certainty = match rated.analysis.ratings.all_proven(Vertex::ROOT) {
        all if rated.graph.unfinished().is_some() => match all {
            true => "without what isn't finished",
            false => "not finished: nothing of it is certain",
        },
        true => "proven",
        false if ratings.contains(OPEN) => "? not proven: only the interval is certain",
        false if !ratings.contains('~') => "proven to six digits: their bounds nearly meet",
        false => "~ estimate, not proven: only the interval is certain",
    };
    let way = match rated.analysis.ratings.way_to_tell() {
        Some(Multiplayer::MaxN) => ", by max-n: each for itself",
        Some(Multiplayer::Paranoid) => ", paranoid: all others against one",
        None => "",
    };
    let style = match certainty {
        "proven" => Style::Plain,
        _ => Style::Unproven,
    };
    let [certainty, way] = [certainty, way].map(|note| brief(note, quiet));
    style.paint(format!("{ratings}   ({certainty}{way})"))
}

fn best_moves(rated: &Rated, quiet: bool) -> String {
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    let best = best_edges(graph, ratings, Vertex::ROOT);
    // No estimate helps where what a player can't see decides.
    let seen = graph.information_set(Vertex::ROOT).is_none();
    let guessed = best.is_empty() && seen && ratings.has_estimates();
    let best = match guessed {
        true => likely_best(graph, ratings, Vertex::ROOT),
        false => best,
    };
    if best.is_empty() {
        return "unknown: none is proven to be best".to_owned();
    }
    let shown: Vec<String> = best
        .iter()
        .take(MAX_MOVES)
        .map(|edge| {
            let mv = rated.graph.move_text(Vertex::ROOT, *edge);
            visible(&line_word(&mv)).into_owned()
        })
        .collect();
    let shown = and_more(&shown, best.len());
    match guessed {
        _ if graph.degree(Vertex::ROOT) == 1 => format!("{shown}   (the only move)"),
        true => {
            let why = brief("by estimate: none is proven to be best", quiet);
            Style::Unproven.paint(format!("{shown}   ({why})"))
        }
        false => shown,
    }
}

/// The best line with its result, and the distance.
fn best_play(rated: &Rated) -> (String, String) {
    let graph = rated.graph.graph();
    let analysis = &rated.analysis;
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
    let mut vertex = Vertex::ROOT;
    let mut shown = Vec::new();
    for (index, edge) in best.line.iter().enumerate() {
        if index < MAX_MOVES {
            let mv = rated.graph.move_text(vertex, *edge);
            shown.push(visible(&line_word(&mv)).into_owned());
        }
        vertex = graph.target(*edge);
    }
    let outcome = match best.ended {
        LineEnd::End => end_text(&*rated.graph, vertex).unwrap_or_default(),
        LineEnd::Horizon => "a horizon".to_owned(),
        LineEnd::Open => "no move further on is proven to be best".to_owned(),
        LineEnd::Repetition => "it repeats forever".to_owned(),
    };
    let proven = analysis.ratings.all_proven(Vertex::ROOT);
    let plies = analysis.distances.of(Vertex::ROOT).filter(|_| proven);
    let distance = match (plies, best.ended) {
        (Some(plies), _) => plies_text(plies),
        (None, _) if best.through_chance => "none: best play goes through chance".to_owned(),
        (None, LineEnd::Horizon | LineEnd::Open) => "unknown: not proven".to_owned(),
        (None, _) => "none: best play never ends".to_owned(),
    };
    if best.line.is_empty() && best.ended == LineEnd::Open {
        let unknown = "unknown: no move is proven to be best";
        return (unknown.to_owned(), distance);
    }
    let line = and_more(&shown, best.line.len());
    let likely = match best.through_chance {
        true => "; at chance the likeliest branch",
        false => "",
    };
    (
        format!("{line}   ({outcome}{likely})")
            .trim_start()
            .to_owned(),
        distance,
    )
}

fn ends(rated: &Rated) -> String {
    let ends = rated.analysis.ends.of(Vertex::ROOT).to_string();
    let by_winners: Vec<String> = EndsByWinners::new(rated.graph.graph())
        .of(Vertex::ROOT)
        .map(|(winners, count)| {
            let winners = winners_text(&*rated.graph, winners);
            match grouped(count).as_str() {
                "infinite" => format!("{winners} infinitely often"),
                count => format!("{winners} {count}"),
            }
        })
        .collect();
    let min = at_least_sign(rated.graph.graph());
    let ends = match ends.as_str() {
        "infinite" => "infinitely many".to_owned(),
        ends => format!("{min}{}", grouped(ends)),
    };
    if by_winners.is_empty() {
        ends
    } else {
        format!("{ends}   ({})", by_winners.join(", "))
    }
}

/// One line per move, in the rules' order; `counted` is whether it has the nodes below it.
fn moves(rated: &Rated, counted: bool, out: &mut impl Write) -> Result<(), CommandError> {
    let graph = rated.graph.graph();
    let root = Vertex::ROOT;
    let chance = matches!(graph.kind(root), VertexKind::Chance(_));
    let best = best_edges(graph, &rated.analysis.ratings, root);
    let worse = worse_moves(graph, &rated.analysis.ratings, root);
    let players: Vec<Player> = Player::all(graph.players()).collect();
    let mark = if chance { "probability" } else { "" };
    let mut heads = ["move", mark].map(str::to_owned).to_vec();
    let odds = |edge| crate::diagram::odds(&*rated.graph, edge);
    let rolled = graph.edges(root).any(|edge| odds(edge).is_some());
    if rolled {
        heads.push("chance".to_owned());
    }
    heads.extend(players.iter().map(|player| words::name(rated, *player)));
    if counted {
        heads.push("tree nodes".to_owned());
    }
    let min = at_least_sign(graph);
    let mut best = best.iter().peekable();
    let mut table = TextTable::default();
    table.right_from = counted.then(|| heads.len() - 1);
    table.row(heads);
    for edge in graph.edges(root) {
        let target = graph.target(edge);
        let mut row = vec![visible(&rated.graph.move_text(root, edge)).into_owned()];
        row.push(if chance {
            graph.probability(edge).to_string()
        } else if best.next_if_eq(&&edge).is_some() {
            "*".to_owned()
        } else {
            String::new()
        });
        if rolled {
            row.push(odds(edge).map_or_else(String::new, |odds| {
                let branch = odds.branch;
                format!("{branch} {}", odds.probability)
            }));
        }
        row.extend(
            players
                .iter()
                .map(|player| words::rating(rated, target, *player)),
        );
        if counted {
            let nodes = grouped(rated.analysis.nodes.of(target));
            row.push(format!("{min}{nodes}"));
        }
        let style = match row[1] == "*" {
            _ if loss_among(&worse, edge).is_some() => Style::Worse,
            _ if !rated.analysis.ratings.all_proven(target) => Style::Unproven,
            true => Style::Best,
            false => Style::Plain,
        };
        table.styled_row(style, row);
    }
    writeln!(out)?;
    Ok(table.write(out)?)
}
