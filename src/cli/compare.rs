//! `doomtree compare`: the same board under two rule sets, and the first difference of their trees.
//! As plain text, boards and moves are side by side.

use std::io::{self, Write};

use super::answers;
use super::args::CompareArgs;
use super::asked::GivenOptions;
use super::build::{self, LimitedRun};
use super::common_args::RulesArgs;
use super::fault::{CommandError, Done, print};
use super::input::{self, OpenedBoard};
use super::progress::ProgressTarget;
use super::words::{self, TextTable, counted, grouped, wrapped};
use crate::game::{OpenError, Picture, Player, visible};
use crate::games::{self, Setup, Switches, rules_name, switch_text, switches_apart};
use crate::rating::RatingOptions;
use crate::session::{
    Both, Difference, DifferenceKind, GraphRequest, Rated, RulesComparison, RulesNames,
    aligned_moves, what_differs, where_it_differs,
};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::words::at_least_sign;

/// Number of parts of the time limit: two graphs, and the comparison.
const PARTS: u32 = 3;

/// Runs the command.
pub fn run(args: &CompareArgs) -> Result<Done, CommandError> {
    let plain = RulesArgs {
        game: args.game.clone(),
        rules: None,
        switches: super::common_args::SwitchArgs::default(),
    };
    let own = GivenOptions::new(&plain, &args.build, args.max_nodes).taking(&args.effort);
    // Both graphs are held at once.
    let asked = own.sharing(|bytes| bytes.map(|bytes| bytes / 2));
    let wanted = GraphRequest {
        limits: asked.limits()?,
        options: asked.options(RatingOptions::default())?,
    };
    let flags = args.switches.0.clone();
    let given = args
        .rules
        .iter()
        .map(|text| {
            let switches = flags.clone().with(Switches::read(text)?);
            Ok(asked.under(switches))
        })
        .collect::<Result<Vec<GivenOptions>, CommandError>>()?;
    if given.len() > 2 {
        return Err(CommandError::Usage(format!(
            "--rules is given {} times: give it twice",
            given.len()
        )));
    }
    let mut readers = given.clone();
    if given.len() == 1 {
        readers.insert(0, asked.under(flags.clone()));
    }
    let opened = input::open_under(&args.board, &readers, &asked)?;
    let setups = setups(&opened, &given, &flags, &asked)?;
    let watch = ProgressTarget::unless(args.build.quiet);
    let drive = LimitedRun::new(&asked, watch);
    // The second graph has as much time as the first, and so has the comparison.
    let built =
        setups.map(|setup| build::rated_setup(&opened, &setup, wanted, "", &drive.part(PARTS)));
    let [first, second] = built;
    let (first, second) = (first?, second?);
    let by = first.by.or(second.by).unwrap_or_default();
    let rated = [first.rated, second.rated];
    let mut stopped = words::both_stopped([&rated[0], &rated[1]], &by)
        .or(first.stopped)
        .or(second.stopped);
    let budget = args.max_nodes.unwrap_or(u64::MAX);
    let (found, time) = drive
        .part(PARTS)
        .follow(async |ctl, show| RulesComparison::find(&rated, budget, ctl, show).await)?;
    if found.stopped {
        let by = match time {
            Some(time) => time,
            None => "--max-nodes".to_owned(),
        };
        let pairs = counted(found.pairs, "pair");
        stopped.get_or_insert_with(|| {
            format!(
                "partial result: {by} reached after {pairs} of positions; raise it to get \
                 everything"
            )
        });
    }
    let both = [&rated[0], &rated[1]];
    print(Ok(Done::of(stopped)), |out| match args.json {
        true => Ok(answers::write_compare(both, &found, out)?),
        false => report(both, &found, out),
    })
}

/// The board under both rule sets. A file is read under its own rules, notation under the first
/// rule set that can read it.
fn setups(
    opened: &OpenedBoard,
    given: &[GivenOptions],
    flags: &Switches,
    own: &GivenOptions,
) -> Result<Both<Setup>, CommandError> {
    let has_rules = opened.board.is_some() || opened.tree.is_some();
    // Rules without a preset change those of the file.
    let over = |switches: &Switches| {
        if has_rules && switches.preset.is_none() {
            opened.setup.switches.clone().with(switches.clone())
        } else {
            switches.clone()
        }
    };
    let mut sides: Vec<Switches> = given.iter().map(|asked| over(asked.switches())).collect();
    if sides.len() < 2 {
        sides.insert(0, over(flags));
    }
    let mut base = if has_rules {
        opened.setup.clone()
    } else {
        let readable = sides.iter().map(|switches| Setup {
            switches: switches.clone(),
            ..opened.setup.clone()
        });
        let mut fault = None;
        let mut read = None;
        for setup in readable {
            match games::at_line(&setup, "") {
                Ok(setup) => {
                    read = Some(setup);
                    break;
                }
                Err(error) => {
                    fault.get_or_insert(error);
                }
            }
        }
        match (read, fault) {
            (Some(setup), _) => setup,
            (None, Some(error)) => return Err(opened.fault(error)),
            (None, None) => opened.setup.clone(),
        }
    };
    if !own.at().is_empty() {
        base = games::at_line(&base, own.at()).map_err(|error| match error {
            OpenError::Notation(fault) => CommandError::Usage(format!("--at: {fault}")),
            error => opened.fault(error),
        })?;
    }
    let mut under = sides.iter().map(|switches| {
        games::under(&base, switches).map_err(|error| {
            let name = switches.preset.as_deref().unwrap_or(&base.game);
            CommandError::Usage(format!("under the rules {}: {error}", visible(name)))
        })
    });
    match (under.next(), under.next()) {
        (Some(first), Some(second)) => Ok([first?, second?]),
        _ => Err(CommandError::Usage(
            "--rules is missing: give it twice".to_owned(),
        )),
    }
}

/// The report for people.
fn report(
    rated: Both<&Rated>,
    found: &RulesComparison,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let names = RulesNames::new(rated);
    let root = Vertex::ROOT;
    let positions = rated.map(|rated| rated.graph.position_text(root));
    writeln!(out, "{}", visible(&positions[0]))?;
    if positions[0] != positions[1] {
        let (position, name) = (visible(&positions[1]), &names.0[1]);
        writeln!(out, "{position}   (as {name} writes it)")?;
    }
    writeln!(out)?;
    facts(rated, &names).write(out)?;
    writeln!(out, "\n{}", wrapped(&verdict(rated, found), 0))?;
    let Some(first) = found.headline() else {
        return Ok(());
    };
    // A difference in order that changes nothing else may come earlier.
    let order = found.first(DifferenceKind::Order);
    let what = if order.is_some_and(|order| order.ply < first.ply) {
        "First difference that changes the game"
    } else {
        "First difference"
    };
    let location = format!(
        "{what}, {}, {}:",
        ply(first),
        where_it_differs(rated, first)
    );
    writeln!(out, "\n{}", wrapped(&location, 0))?;
    let differs = what_differs(rated, &names, first);
    writeln!(out, "  {}\n", wrapped(&differs, 2))?;
    boards(rated, &names, first.vertices, out)?;
    let moves = moves(rated, &names, first.vertices);
    if !moves.is_empty() {
        writeln!(out)?;
        moves.write(out)?;
    }
    others(rated, &names, found, out)
}

/// The rules, setting by setting where they differ, and the figures of both trees.
fn facts(rated: Both<&Rated>, names: &RulesNames) -> TextTable {
    let root = Vertex::ROOT;
    let mut table = TextTable::indented();
    let [a, b] = &names.0;
    table.row([String::new(), a.clone(), b.clone()]);
    let whole = rated.map(|rated| rules_name(&rated.game, &rated.rules));
    if whole != names.0 {
        let [a, b] = whole;
        table.row(["rules".to_owned(), a, b]);
    }
    let same_game = rated[0].game == rated[1].game;
    if same_game {
        for (name, values) in switches_apart(&rated[0].game, [&rated[0].rules, &rated[1].rules]) {
            let [a, b] = values.map(|value| value.as_ref().map_or("–".to_owned(), switch_text));
            table.row([name.to_owned(), a, b]);
        }
    }
    table.gap();
    let mut both = |name: &str, value: &dyn Fn(&Rated) -> String| {
        table.row([name.to_owned(), value(rated[0]), value(rated[1])]);
    };
    let count = |rated: &Rated, number: String| {
        let min = at_least_sign(rated.graph.graph());
        format!("{min}{}", grouped(&number))
    };
    both("tree nodes", &|rated| {
        count(rated, rated.analysis.nodes.of(root).to_string())
    });
    both("ends", &|rated| {
        count(rated, rated.analysis.ends.of(root).to_string())
    });
    both("positions", &|rated| {
        count(rated, rated.graph.distinct().positions.to_string())
    });
    let players = rated.map(|rated| rated.graph.graph().players());
    for player in Player::all(players[0].max(players[1])) {
        let max = if players[0] > players[1] { 0 } else { 1 };
        let name = format!("rating for {}", words::name(rated[max], player));
        both(&name, &|rated| {
            if player.index() < rated.graph.graph().players() {
                words::rating(rated, root, player)
            } else {
                "–".to_owned()
            }
        });
    }
    table
}

/// Whether the trees agree, and how far they were compared.
fn verdict(rated: Both<&Rated>, found: &RulesComparison) -> String {
    let pairs = counted(found.pairs, "pair");
    let beyond = if found.is_complete() {
        ""
    } else {
        " as far as they were compared"
    };
    let mut said = if found.differences.is_empty() {
        format!("The trees agree{beyond}: {pairs} of positions compared.")
    } else {
        let differ: Vec<String> = DifferenceKind::ALL
            .into_iter()
            .filter(|kind| *kind != DifferenceKind::Rating && found.count(*kind) > 0)
            .map(|kind| format!("{} {}", kind.name(), grouped(found.count(kind))))
            .collect();
        format!(
            "{pairs} of positions compared: {} agree; differences by kind: {}.",
            grouped(found.agreeing),
            differ.join(", ")
        )
    };
    if found.unknown > 0 {
        let pairs = counted(found.unknown, "pair");
        said.push_str(&format!("\nBelow {pairs} a limit hides what follows."));
    }
    if rated.iter().any(|rated| rated.limits.max_plies.is_some()) && found.differences.is_empty() {
        said.push_str("\nA ply limit was set: what lies beyond it wasn't compared.");
    }
    said
}

fn ply(difference: &Difference) -> String {
    format!("at ply {}", grouped(difference.ply))
}

/// The first difference of every other kind.
fn others(
    rated: Both<&Rated>,
    names: &RulesNames,
    found: &RulesComparison,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let difference_kind = found.headline().map(|difference| difference.kind);
    let mut head = "\nThe first of the other kinds:";
    for kind in DifferenceKind::ALL {
        if kind == DifferenceKind::Rating {
            head = "\nRatings follow from these. The first that differs:";
        }
        let Some(first) = found.first(kind).filter(|_| Some(kind) != difference_kind) else {
            continue;
        };
        if !head.is_empty() {
            writeln!(out, "{head}")?;
            head = "";
        }
        let (ply, location) = (ply(first), where_it_differs(rated, first));
        let text = format!("{ply}, {location}: {}", what_differs(rated, names, first));
        writeln!(out, "  {:<12}{}", kind.name(), wrapped(&text, 14))?;
    }
    Ok(())
}

/// Both boards side by side, with differences in brackets. Empty if nothing is drawn.
pub fn boards(
    rated: Both<&Rated>,
    names: &RulesNames,
    vertices: Both<Vertex>,
    out: &mut impl Write,
) -> io::Result<()> {
    let pictures = [0, 1].map(|side| rated[side].graph.picture(vertices[side]));
    let lines = [0, 1].map(|side| drawn(&pictures[side], &pictures[1 - side]));
    let mut table = TextTable::indented();
    table.row(names.0.clone());
    let height = lines[0].len().max(lines[1].len());
    for row in 0..height {
        table.row([0, 1].map(|side| lines[side].get(row).cloned().unwrap_or_default()));
    }
    table.row([0, 1].map(|side| visible(&pictures[side].text).into_owned()));
    table.write(out)
}

/// The places of a board as rows of text, with the horizontal offsets of the picture.
pub fn drawn(picture: &Picture, other: &Picture) -> Vec<String> {
    const PITCH: f64 = 4.0;
    let places = &picture.cells;
    let left = places.iter().map(|place| place.x).fold(f64::MAX, f64::min);
    let across = places
        .windows(2)
        .filter(|pair| pair[0].y == pair[1].y)
        .map(|pair| pair[1].x - pair[0].x)
        .fold(f64::MAX, f64::min);
    let mut rows: Vec<(f64, String)> = Vec::new();
    for (index, cell) in places.iter().enumerate() {
        if rows.last().is_none_or(|(y, _)| *y != cell.y) {
            rows.push((cell.y, String::new()));
        }
        let apart = other.cells.get(index).is_none_or(|other| {
            other.label != cell.label || other.owner != cell.owner || other.piece != cell.piece
        });
        // A board of one column has no horizontal distance; its rows are at most half a hex apart.
        let unit = if across == f64::MAX {
            3.0_f64.sqrt()
        } else {
            across
        };
        let column = ((cell.x - left) / unit * PITCH).round() as usize;
        let Some((_, text)) = rows.last_mut() else {
            continue;
        };
        let label = match (cell.owner, &cell.piece) {
            (None, None) => "·".into(),
            _ => visible(&cell.label),
        };
        let label = if apart {
            format!("[{label}]")
        } else {
            format!(" {label} ")
        };
        let gap = column.saturating_sub(text.chars().count());
        text.push_str(&" ".repeat(gap));
        text.push_str(&label);
    }
    rows.into_iter().map(|(_, text)| text).collect()
}

/// The moves of a node in both trees: rating for the mover, and size, on each side.
pub fn moves(rated: Both<&Rated>, names: &RulesNames, vertices: Both<Vertex>) -> TextTable {
    let mut table = TextTable::indented();
    let aligned = aligned_moves(rated, vertices);
    if aligned.is_empty() {
        return table;
    }
    let kinds = [0, 1].map(|side| rated[side].graph.graph().kind(vertices[side]));
    let chooser = [0, 1].map(|side: usize| kinds[side].player().or(kinds[1 - side].player()));
    let of = |side: usize| match (chooser[side], kinds[side]) {
        (
            Some(player),
            VertexKind::Chance(_) | VertexKind::Decision(_) | VertexKind::Horizon(_),
        ) => {
            format!("rating for {}", words::name(rated[side], player))
        }
        _ => "rating".to_owned(),
    };
    let [a, b] = &names.0;
    table.row(["move".to_owned(), a.clone(), String::new(), b.clone()]);
    let size = || "tree nodes".to_owned();
    table.row([String::new(), of(0), size(), of(1), size()]);
    for mv in aligned {
        let mut row = vec![visible(&mv.text).into_owned()];
        for side in [0, 1] {
            let cells = mv.edges[side].map(|edge| cells(rated[side], vertices[side], edge));
            row.extend(cells.unwrap_or_else(|| ["–".to_owned(), "–".to_owned()]));
        }
        if let Some(side) = mv.edges.iter().position(Option::is_none) {
            row.push(format!("only under {}", names.0[1 - side]));
        }
        table.row(row);
    }
    table
}

fn cells(rated: &Rated, source: Vertex, edge: Edge) -> Both<String> {
    let graph = rated.graph.graph();
    let target = graph.target(edge);
    let rating = match graph.kind(source).player() {
        Some(player) => words::rating(rated, target, player),
        None => String::new(),
    };
    let nodes = grouped(rated.analysis.nodes.of(target));
    [rating, format!("{}{nodes}", at_least_sign(graph))]
}
