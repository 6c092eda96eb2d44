//! `doomtree export`: a tree, a board or a position graph in any format.

use std::io::{self, IsTerminal};

use super::asked::{Asked, Instead};
use super::bounds::Guarded;
use super::build::{self, Drive};
use super::export_args::{ExportArgs, ScopeName};
use super::fault;
use super::fault::{Done, Fault, say};
use super::input;
use super::progress::{ProgressLine, Watch};
use super::tree::Part;
use super::words::counted;
use crate::diagram::{Density, Flow};
use crate::export::{
    Content, ExportPart, FORMATS, Figure, Format, Gathered, MIN_READ, Scope, Subject, Supports,
    font_size, has_boards,
};
use crate::game::{Refusal, visible};
use crate::save::BoardFile;
use crate::tree::{Limits, Unfolding, UnfoldingNode, Vertex};
use crate::words::joined_by;

/// Number of nodes that fit on a page, where no part of a large tree is requested.
const READABLE: usize = 80;

/// Number of plies of a tree whose graph is too large, where no part of it is requested.
const GROWN_PLIES: u32 = 1;

/// A width without its unit is that of a board, which the game may not have.
fn with_unit(fault: Fault, asked: &Asked) -> Fault {
    match (fault, asked.switches().width) {
        (Fault::Usage(words), Some(width)) if words.contains("no setting 'width'") => Fault::Usage(
            format!("{words}, or give a figure's width with its unit: --width {width}mm"),
        ),
        (fault, _) => fault,
    }
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<Done, Fault> {
    let format = args.format()?;
    let tree = format.subject != Subject::Positions;
    let asked = Asked::new(&args.rules, &args.build, None)
        .taking(&args.effort)
        .for_tree(tree);
    let part = part_that_grows(args, format).filter(|_| tree);
    let asked = match part {
        Some(_) => asked.or(Instead::Grow),
        None => asked,
    };
    check(args, format)?;
    let opened = input::open(&args.board, &asked);
    let opened = opened.map_err(|fault| with_unit(fault, &asked))?;
    // A board is written without its tree.
    let alone = format.subject == Subject::Board;
    let mut opened = match alone && asked.at().is_empty() {
        true => opened.root_alone(),
        false => opened,
    };
    // The other half of the memory is for writing. Building, rating and writing get a third of the
    // time each.
    let parts = asked.clone().part_of_memory(2);
    let max_nodes = if alone { 1 } else { args.max_nodes() };
    let limits = Limits {
        max_nodes: (alone || !tree).then_some(max_nodes),
        ..parts.limits()?
    };
    let watch = Watch::unless(args.build.quiet);
    let built = build::built_in_part(&mut opened, limits, &parts, watch, 3);
    let built = built.map_err(|fault| with_unit(fault, &asked))?;
    let guarded = guarded(args, &asked);
    let (rated, unproven) = match part {
        Some(part) => part.of(built.rated, &Drive::new(&asked, watch).measured())?,
        None => (built.rated, None),
    };
    let cut = built.stopped.or(unproven);
    let root = rated.graph.position_text(Vertex::ROOT);
    let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
    let shown = match &built.unfolding {
        Some(unfolding) => unfolding.clone(),
        None => Unfolding::new(),
    };
    let mut layer = built.layer;
    if args.figure.title.is_some() {
        layer.title.clone_from(&args.figure.title);
    }
    board.title.clone_from(&layer.title);
    let root_layer = layer.nodes.get(&UnfoldingNode::ROOT.0);
    board.note = root_layer.and_then(|own| own.note.clone());
    let (ratings_for, hidden) = args.figure.ratings(&rated)?;
    let show = |shown: &Unfolding| {
        let usual = format.usual(has_boards(&rated, shown), args.scope() == ScopeName::Board);
        args.figure.shown(format, usual, args.build.quiet)
    };
    let figure = Figure {
        ratings_for,
        hidden,
        style: args.figure.style(),
        show: show(&shown)?,
        scale: args.figure.scale(format)?,
        appearance: args.figure.appearance(format)?,
        fragment: args.figure.fragment(format)?,
        ..Figure::default()
    };
    if format.subject != Subject::Tree {
        // Nodes of a tree file's layer are numbered as the tree is.
        let layer = match built.unfolding {
            Some(_) => layer.without_nodes(),
            None => layer,
        };
        let figure = Figure {
            title: layer.title.as_deref(),
            ..figure
        };
        let content = Content {
            rated: &rated,
            unfolding: &shown,
            layer: &layer,
            board: &board,
            figure,
            alone: None,
            stopped: None,
        };
        let written = write(args, format, &content, watch);
        drop(guarded);
        return fault::ended(Ok(Done::of(cut.filter(|_| !alone))), written);
    }
    let along = match &args.along {
        None => None,
        Some(line) => Some(
            rated
                .graph
                .read_line(Vertex::ROOT, line)
                .map_err(|error| Fault::Usage(format!("--along: {error}")))?,
        ),
    };
    let scope = match (along, args.to_ply, args.scope()) {
        (line, _, ScopeName::Board) => Scope {
            from: line.unwrap_or_default(),
            part: ExportPart::Board,
        },
        (Some(line), ..) => ExportPart::Line(line).into(),
        (None, Some(ply), _) => ExportPart::ToPly(ply).into(),
        (None, None, ScopeName::Whole) => ExportPart::Whole.into(),
        (None, None, ScopeName::BestLine) => ExportPart::BestLine.into(),
        (None, None, ScopeName::Unfolded) => ExportPart::Unfolded.into(),
    };
    let budget = usize::try_from(args.max_nodes()).unwrap_or(usize::MAX);
    let line = ProgressLine::new(watch, "unfolding the tree");
    let merges = args.merge_symmetric;
    let gather = |scope: &Scope, budget| {
        let gathered = scope.gather(&rated, &shown, &layer, budget)?;
        Ok(match merges && gathered.alone.is_none() {
            true => gathered.merged(&*rated.graph),
            false => gathered,
        })
    };
    let (gathered, plies) = match args.is_any_part() && format.is_figure() {
        true => readable(gather, format, if merges { Some(budget) } else { None })?,
        false => (gather(&scope, budget)?, None),
    };
    drop(line);
    let grown = args.is_any_part() && rated.growing.is_some();
    let plies = plies.or(grown.then_some(GROWN_PLIES));
    if let Some(plies) = plies.filter(|_| !args.build.quiet) {
        let all = match grown {
            true => "is too large for a graph".to_owned(),
            false => {
                let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_string();
                format!("has {}", counted(&nodes, "node"))
            }
        };
        say(&format!(
            "the tree {all}: it is written down to ply {plies}; --to-ply, --along and --scope write \
             other parts, '--scope whole' all of it",
        ));
    }
    let content = Content {
        rated: &rated,
        unfolding: &gathered.unfolding,
        layer: &gathered.layer,
        board: &board,
        figure: Figure {
            title: gathered.layer.title.as_deref(),
            show: show(&gathered.unfolding)?,
            notes: &gathered.layer,
            tours: &gathered.layer.signposts.tours,
            ..figure
        },
        alone: gathered.alone,
        stopped: gathered.stopped,
    };
    let written = write(args, format, &content, watch);
    drop(guarded);
    let ends = match gathered.stopped {
        None => Done::of(cut),
        Some(most) => Done::Stopped(format!(
            "partial tree: --max-nodes {most} reached after {}; raise it to get everything",
            counted(gathered.unfolding.len(), "node")
        )),
    };
    fault::ended(Ok(ends), written)
}

/// The whole tree, or of a large one as many plies as can be read, and their number. `budget` is what
/// is gathered at most before siblings are merged.
fn readable(
    gather: impl Fn(&Scope, usize) -> Result<Gathered, Refusal>,
    format: &Format,
    budget: Option<usize>,
) -> Result<(Gathered, Option<u32>), Refusal> {
    let nodes = |gathered: &Gathered| gathered.unfolding.preorder().count();
    let most = format.most_read();
    let whole = gather(&ExportPart::Whole.into(), budget.unwrap_or(most))?;
    if whole.stopped.is_none() && nodes(&whole) <= most {
        return Ok((whole, None));
    }
    let plies = |plies: u32, most| gather(&ExportPart::ToPly(plies).into(), budget.unwrap_or(most));
    let mut part = plies(1, most)?;
    for to in 2.. {
        let next = plies(to, READABLE)?;
        if next.stopped.is_some() || nodes(&next) > READABLE {
            return Ok((part, Some(to - 1)));
        }
        part = next;
    }
    Ok((part, None))
}

/// The part that is written of a tree whose graph is too large; `None` for the whole tree.
fn part_that_grows<'a>(args: &'a ExportArgs, format: &Format) -> Option<Part<'a>> {
    match (&args.along, args.to_ply, args.scope()) {
        (Some(line), ..) => Some(Part::Line(line)),
        (None, Some(ply), _) => Some(Part::ToPly(ply)),
        (None, None, ScopeName::BestLine) => Some(Part::BestLine),
        (None, None, ScopeName::Board) => Some(Part::Line("")),
        _ if args.is_any_part() && format.is_figure() => Some(Part::ToPly(GROWN_PLIES)),
        (None, None, ScopeName::Whole | ScopeName::Unfolded) => None,
    }
}

/// From here on the program ends at a limit.
fn guarded(args: &ExportArgs, asked: &Asked) -> Option<Guarded> {
    let name = args.output.clone();
    Guarded::patient(asked.bounds(), move |limit| match &*name {
        "-" => format!(
            "{limit} reached while writing: the output is incomplete; raise it, or write fewer \
             nodes with --max-nodes"
        ),
        name => format!(
            "{limit} reached while writing {}: nothing was saved; raise it, or write fewer nodes \
             with --max-nodes",
            visible(name)
        ),
    })
}

/// Options that contradict each other.
fn check(args: &ExportArgs, format: &Format) -> Result<(), Fault> {
    use ScopeName::{Board, Whole};
    let hidden = args.figure.ratings.as_deref() == Some("none");
    if hidden && args.scope() == ScopeName::BestLine {
        return Err(Fault::Usage(
            "--scope best-line would reveal hidden ratings: choose another part of the tree"
                .to_owned(),
        ));
    }
    if args.figure.ratings.is_some() && format.supports == Supports::Nothing {
        return Err(Fault::Usage(format!(
            "{} holds every rating exactly, or none: leave out --ratings",
            format.id
        )));
    }
    if args.merge_symmetric && !format.is_figure() {
        let figures = FORMATS.iter().filter(|format| format.is_figure());
        let names: Vec<&str> = figures.map(|format| format.id).collect();
        return Err(Fault::Usage(format!(
            "{} holds every move: leave out --merge-symmetric, or use {}",
            format.id,
            joined_by("or", &names)
        )));
    }
    let asked = [
        (args.to_ply.is_some(), "--to-ply"),
        (args.along.is_some(), "--along"),
        (args.scope() != ScopeName::Whole, "--scope"),
    ];
    let Some((_, flag)) = asked.iter().find(|(asked, _)| *asked) else {
        return Ok(());
    };
    match format.subject {
        Subject::Tree if args.to_ply.is_some() && args.scope() != ScopeName::Whole => Err(
            Fault::Usage("--to-ply cuts the whole tree: leave out --scope".to_owned()),
        ),
        Subject::Tree if args.along.is_some() && !matches!(args.scope(), Whole | Board) => Err(
            Fault::Usage("--along names the part of the tree: leave out --scope".to_owned()),
        ),
        Subject::Tree if args.scope() == Board && format.picture.is_none() => {
            let pictures = FORMATS.iter().filter(|format| format.picture.is_some());
            let names: Vec<&str> = pictures.map(|format| format.id).collect();
            Err(Fault::Usage(format!(
                "{} has no place for a board alone: use one of {}",
                format.id,
                names.join(", ")
            )))
        }
        Subject::Tree => Ok(()),
        Subject::Positions => Err(Fault::Usage(format!(
            "{flag} cuts a tree, and a graph of positions has no plies: use --max-plies"
        ))),
        Subject::Board => Err(Fault::Usage(format!(
            "{flag} cuts a tree, and this format holds a board: leave it out"
        ))),
    }
}

fn write(
    args: &ExportArgs,
    format: &Format,
    content: &Content<'_>,
    watch: Watch,
) -> Result<(), Fault> {
    if args.output == "-" && !format.is_text() && io::stdout().is_terminal() {
        return Err(Fault::Usage(format!(
            "a terminal can't show {}: name a file with -o",
            format.name
        )));
    }
    if let Some(fault) = (format.fault)(content) {
        return Err(fault.into());
    }
    let nodes = content.unfolding.preorder().count() as u64;
    if format.subject == Subject::Tree && content.alone.is_none() && !args.build.quiet {
        // The warning about large files is for interactive use; a script gets what it requests.
        let discomfort = format.discomfort(nodes);
        let discomfort = discomfort.filter(|_| io::stderr().is_terminal());
        let positions = content.rated.graph.graph().len() as u64;
        let words = [discomfort, format.large(nodes, positions)];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if !words.is_empty() {
            say(&words.join("; "));
        }
        if content.figure.appearance.width.is_some() {
            let points = font_size(content.rated, content.unfolding, &content.figure);
            if points < MIN_READ {
                say(&format!(
                    "in this width the names of moves are {points:.1} points high: {} make them \
                     larger",
                    larger_letters(content, points)
                ));
            }
        }
    }
    // On a terminal the output itself shows the progress.
    let seen = args.output == "-" && io::stdout().is_terminal();
    let watch = if seen { Watch::Nobody } else { watch };
    let _line = ProgressLine::new(watch, &format!("writing {}", visible(&args.output)));
    fault::write_to(&args.output, |out| format.write_to(content, out))
}

/// The options that make the text of a figure larger than `points` within its width.
fn larger_letters(content: &Content<'_>, points: f64) -> String {
    let with = |change: &dyn Fn(&mut Figure<'_>)| {
        let mut figure = content.figure;
        change(&mut figure);
        font_size(content.rated, content.unfolding, &figure) > points
    };
    let (flow, grow) = match content.figure.style.flow {
        Flow::Right => (Flow::Down, "--grow down"),
        Flow::Down => (Flow::Right, "--grow right"),
    };
    let remedies = [
        (
            with(&|figure| figure.appearance.density = Density::Compact),
            "--density compact",
        ),
        (with(&|figure| figure.show.boards = false), "--hide boards"),
        (
            with(&|figure| figure.show.positions = false),
            "--hide positions",
        ),
        (with(&|figure| figure.style.flow = flow), grow),
        (true, "fewer nodes"),
    ];
    let helpful = remedies.iter().filter(|(helps, _)| *helps);
    let names: Vec<&str> = helpful.map(|(_, name)| *name).collect();
    joined_by("or", &names)
}
