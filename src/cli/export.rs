//! `doomtree export`: a tree, a board or a position graph in any format.

use std::io::{self, IsTerminal};

use super::asked::{GivenOptions, TooLargeFallback};
use super::bounds::Guarded;
use super::build::{self, Built, LimitedRun};
use super::export_args::{ExportArgs, ScopeName};
use super::fault;
use super::fault::{CommandError, Done, print_notice};
use super::input;
use super::progress::{ProgressLine, ProgressTarget};
use super::tree::TreePartArg;
use super::words::counted;
use crate::diagram::{Density, GrowthDirection};
use crate::export::{
    ExportContent, ExportPart, FORMATS, Figure, FontSize, Format, FormatSubject, Gathered,
    MIN_LETTERS, MIN_READ, Scope, Show, Supports, font_size, has_boards, min_font_size,
};
use crate::game::{Refusal, visible};
use crate::save::{BoardFile, Layer};
use crate::session::Rated;
use crate::tree::{Limits, Unfolding, UnfoldingNode, Vertex};
use crate::words::joined_by;

/// Number of nodes that fit on a page, where no part of a large tree is requested.
const READABLE: usize = 80;

/// Number of plies of a tree whose graph is too large, where no part of it is requested.
const GROWN_PLIES: u32 = 1;

/// A width without its unit is that of a board, which the game may not have.
fn with_unit(fault: CommandError, asked: &GivenOptions) -> CommandError {
    match (fault, asked.switches().width) {
        (CommandError::Usage(text), Some(width)) if text.contains("no setting 'width'") => {
            CommandError::Usage(format!(
                "{text}, or give a figure's width with its unit: --width {width}mm"
            ))
        }
        (fault, _) => fault,
    }
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<Done, CommandError> {
    let format = args.format()?;
    let tree = format.subject != FormatSubject::Positions;
    let asked = GivenOptions::new(&args.rules, &args.build, None)
        .taking(&args.effort)
        .for_tree(tree);
    let part = part_that_grows(args, format).filter(|_| tree);
    let asked = match part {
        Some(_) => asked.or(TooLargeFallback::Grow),
        None => asked,
    };
    check(args, format)?;
    let watch = ProgressTarget::unless(args.build.quiet);
    let built = built(args, format, &asked, watch)?;
    let guarded = guarded(args, &asked);
    let (rated, unproven) = match part {
        Some(part) => part.of(built.rated, &LimitedRun::new(&asked, watch).measured())?,
        None => (built.rated, None),
    };
    let cut = built.stopped.or(unproven);
    let root = rated.graph.position_text(Vertex::ROOT);
    let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
    let has_unfolding = built.unfolding.is_some();
    let shown = built.unfolding.unwrap_or_default();
    let mut layer = built.layer;
    if args.figure.title.is_some() {
        layer.title.clone_from(&args.figure.title);
    }
    board.title.clone_from(&layer.title);
    let root_layer = layer.nodes.get(&UnfoldingNode::ROOT.0);
    board.note = root_layer.and_then(|node_layer| node_layer.note.clone());
    let tree = TreeToWrite {
        args,
        format,
        rated: &rated,
        shown: &shown,
        layer: &layer,
        figure: Figure::default(),
    };
    let tree = tree.with_figure()?;
    let figure = tree.figure;
    if format.subject != FormatSubject::Tree {
        // Nodes of a tree file's layer are numbered as the tree is.
        let layer = match has_unfolding {
            true => layer.without_nodes(),
            false => layer,
        };
        let content = ExportContent {
            rated: &rated,
            unfolding: &shown,
            layer: &layer,
            board: &board,
            figure: Figure {
                title: layer.title.as_deref(),
                ..figure
            },
            stopped: None,
        };
        let written = write(args, format, &content, watch);
        drop(guarded);
        let is_board = format.subject == FormatSubject::Board;
        return fault::ended(Ok(Done::of(cut.filter(|_| !is_board))), written);
    }
    let gathered = tree.requested_part(watch)?;
    let written = write(args, format, &tree.content(&gathered, &board)?, watch);
    drop(guarded);
    let ends = match gathered.stopped {
        None => Done::of(cut),
        Some(max) => Done::Stopped(format!(
            "partial tree: --max-nodes {max} reached after {}; raise it to get everything",
            counted(gathered.unfolding.len(), "node")
        )),
    };
    fault::ended(Ok(ends), written)
}

/// The graph of the board, or of a board's format its root alone, which needs no tree.
fn built(
    args: &ExportArgs,
    format: &Format,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<Built, CommandError> {
    let opened = input::open(&args.board, asked);
    let opened = opened.map_err(|fault| with_unit(fault, asked))?;
    let alone = format.subject == FormatSubject::Board;
    let mut opened = match alone && asked.at().is_empty() {
        true => opened.root_alone(),
        false => opened,
    };
    // The other half of the memory is for writing. Building, rating and writing get a third of the
    // time each.
    let parts = asked.clone().part_of_memory(2);
    let max_nodes = if alone { 1 } else { args.max_nodes() };
    let limits = Limits {
        max_nodes: (format.subject != FormatSubject::Tree).then_some(max_nodes),
        ..parts.limits()?
    };
    let built = build::built_in_part(&mut opened, limits, &parts, watch, 3);
    built.map_err(|fault| with_unit(fault, asked))
}

/// A tree of which a part is written.
struct TreeToWrite<'a> {
    args: &'a ExportArgs,
    format: &'a Format,
    rated: &'a Rated,
    shown: &'a Unfolding,
    layer: &'a Layer,
    figure: Figure<'static>,
}

impl TreeToWrite<'_> {
    /// The same as it is seen, without its title and its notes.
    fn with_figure(self) -> Result<Self, CommandError> {
        let options = &self.args.figure;
        let (ratings_for, hidden) = options.ratings(self.rated)?;
        if !hidden && ratings_for.player().is_none() && options.is_hidden("payoffs") {
            return Err(CommandError::Usage(
                "--hide payoffs: an end's payoffs are the ratings that are shown; add --ratings \
                 PLAYER for one player's"
                    .to_owned(),
            ));
        }
        let figure = Figure {
            ratings_for,
            hidden,
            style: options.style(self.format)?,
            show: self.show(self.shown)?,
            scale: options.scale(self.format)?,
            appearance: options.appearance.read(self.format)?,
            fragment: options.appearance.fragment,
            ..self.figure
        };
        Ok(Self { figure, ..self })
    }

    /// The parts to show of some nodes.
    fn show(&self, nodes: &Unfolding) -> Result<Show, CommandError> {
        let is_board = self.args.scope() == ScopeName::Board;
        let usual = self.format.usual(has_boards(self.rated, nodes), is_board);
        self.args.figure.shown(self.format, usual)
    }

    /// The part that the options name.
    fn scope(&self) -> Result<Scope, CommandError> {
        let graph = &self.rated.graph;
        let along = self.args.along.as_ref().map(|line| {
            let line = graph.read_line(Vertex::ROOT, line);
            line.map_err(|error| CommandError::Usage(format!("--along: {error}")))
        });
        let along = along.transpose()?;
        Ok(match (along, self.args.to_ply, self.args.scope()) {
            (line, _, ScopeName::Board) => Scope {
                from: line.unwrap_or_default(),
                part: ExportPart::Board,
            },
            (Some(line), ..) => ExportPart::Line(line).into(),
            (None, Some(ply), _) => ExportPart::ToPly(ply).into(),
            (None, None, ScopeName::Whole) => ExportPart::Whole.into(),
            (None, None, ScopeName::BestLine) => ExportPart::BestLine.into(),
            (None, None, ScopeName::Unfolded) => ExportPart::Unfolded.into(),
        })
    }

    fn gather(&self, scope: &Scope, budget: usize) -> Result<Gathered, Refusal> {
        let gathered = scope.gather(self.rated, self.shown, self.layer, budget)?;
        let merges = self.args.merge_symmetric && gathered.alone.is_none();
        Ok(match merges {
            true => gathered.merged(&*self.rated.graph),
            false => gathered,
        })
    }

    /// The nodes of the requested part; where none is requested, and all can't be read, a sentence
    /// says which they are.
    fn requested_part(&self, watch: ProgressTarget) -> Result<Gathered, CommandError> {
        let scope = self.scope()?;
        let budget = usize::try_from(self.args.max_nodes()).unwrap_or(usize::MAX);
        let line = ProgressLine::new(watch, "unfolding the tree");
        let (gathered, plies) = match self.args.is_any_part() && self.format.is_figure() {
            true => self.readable(self.args.merge_symmetric.then_some(budget))?,
            false => (self.gather(&scope, budget)?, None),
        };
        drop(line);
        let grown = self.args.is_any_part() && self.rated.growing.is_some();
        let plies = plies.or(grown.then_some(GROWN_PLIES));
        if let Some(plies) = plies {
            let all = match grown {
                true => "is too large for a graph".to_owned(),
                false => {
                    let nodes = self.rated.analysis.nodes.of(Vertex::ROOT).to_string();
                    format!("has {}", counted(&nodes, "node"))
                }
            };
            print_notice(&format!(
                "the tree {all}: it is written down to ply {plies}; --to-ply, --along and --scope \
                 write other parts, '--scope whole' all of it",
            ));
        }
        Ok(gathered)
    }

    /// The whole tree, or of a large one as many plies as can be read, and their number. `budget` is
    /// what is gathered at most before siblings are merged.
    fn readable(&self, budget: Option<usize>) -> Result<(Gathered, Option<u32>), CommandError> {
        let nodes = |gathered: &Gathered| gathered.unfolding.preorder().count();
        let most = usize::try_from(self.args.max_nodes()).unwrap_or(usize::MAX);
        let max = self.format.most_read().min(most);
        let whole = self.gather(&ExportPart::Whole.into(), budget.unwrap_or(max))?;
        if whole.stopped.is_none() && nodes(&whole) <= max {
            return Ok((whole, None));
        }
        let plies = |plies: u32, maximum| {
            self.gather(&ExportPart::ToPly(plies).into(), budget.unwrap_or(maximum))
        };
        let mut part = plies(1, max)?;
        for to in 2.. {
            let next = plies(to, READABLE)?;
            let is_large = next.stopped.is_some() || nodes(&next) > READABLE;
            if is_large || self.format.has_appearance() && !self.is_read(&next.unfolding)? {
                return Ok((part, Some(to - 1)));
            }
            part = next;
        }
        Ok((part, None))
    }

    /// Whether the names of moves can be read where a figure of no given width is as wide as a page.
    fn is_read(&self, unfolding: &Unfolding) -> Result<bool, CommandError> {
        /// The long side of A4, in millimeters.
        const PAGE: f64 = 297.0;
        let mut figure = self.drawn(unfolding)?;
        if figure.appearance.font_size.is_none() {
            figure.appearance.width.get_or_insert(PAGE);
        }
        Ok(font_size(self.rated, unfolding, &figure) >= MIN_READ)
    }

    /// The figure of some nodes.
    fn drawn(&self, unfolding: &Unfolding) -> Result<Figure<'static>, CommandError> {
        let figure = Figure {
            show: self.show(unfolding)?,
            ..self.figure
        };
        let options = &self.args.figure;
        Ok(options.without_small_boards(self.rated, unfolding, figure))
    }

    /// What is written of the gathered nodes.
    fn content<'b>(
        &'b self,
        gathered: &'b Gathered,
        board: &'b BoardFile,
    ) -> Result<ExportContent<'b>, CommandError> {
        Ok(ExportContent {
            rated: self.rated,
            unfolding: &gathered.unfolding,
            layer: &gathered.layer,
            board,
            figure: Figure {
                title: gathered.layer.title.as_deref(),
                notes: &gathered.layer,
                tours: &gathered.layer.signposts.tours,
                alone: gathered.alone,
                ..self.drawn(&gathered.unfolding)?
            },
            stopped: gathered.stopped,
        })
    }
}

/// The part that is written of a tree whose graph is too large; `None` for the whole tree.
fn part_that_grows<'a>(args: &'a ExportArgs, format: &Format) -> Option<TreePartArg<'a>> {
    match (&args.along, args.to_ply, args.scope()) {
        (Some(line), ..) => Some(TreePartArg::Line(line)),
        (None, Some(ply), _) => Some(TreePartArg::ToPly(ply)),
        (None, None, ScopeName::BestLine) => Some(TreePartArg::BestLine),
        (None, None, ScopeName::Board) => Some(TreePartArg::Line("")),
        _ if args.is_any_part() && format.is_figure() => Some(TreePartArg::ToPly(GROWN_PLIES)),
        (None, None, ScopeName::Whole | ScopeName::Unfolded) => None,
    }
}

/// From here on the program ends at a limit.
fn guarded(args: &ExportArgs, asked: &GivenOptions) -> Option<Guarded> {
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
fn check(args: &ExportArgs, format: &Format) -> Result<(), CommandError> {
    use ScopeName::{Board, Whole};
    let hidden = args.figure.ratings.as_deref() == Some("none");
    if hidden && args.scope() == ScopeName::BestLine {
        return Err(CommandError::Usage(
            "--scope best-line would reveal hidden ratings: choose another part of the tree"
                .to_owned(),
        ));
    }
    if hidden && args.figure.show.iter().any(|part| part.key == "best-line") {
        return Err(CommandError::Usage(
            "--ratings none hides the best line too: leave out --show best-line".to_owned(),
        ));
    }
    // A tree file opens again as it was.
    let keeps_all = args.board.ends_with(".json") && format.id == "json" && args.is_any_part();
    if !keeps_all {
        fault::differs(&args.board, &args.output)?;
    }
    if args.figure.ratings.is_some() && format.supports == Supports::Nothing {
        return Err(CommandError::Usage(format!(
            "{} holds every rating exactly, or none: leave out --ratings",
            format.id
        )));
    }
    if args.merge_symmetric && !format.is_figure() {
        let figures = FORMATS.iter().filter(|format| format.is_figure());
        let names: Vec<&str> = figures.map(|format| format.id).collect();
        return Err(CommandError::Usage(format!(
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
    let scope = args.scope();
    Err(CommandError::Usage(match format.subject {
        FormatSubject::Tree if args.to_ply.is_some() && scope != Whole => {
            "--to-ply cuts the whole tree: leave out --scope".to_owned()
        }
        FormatSubject::Tree if args.along.is_some() && !matches!(scope, Whole | Board) => {
            "--along names the part of the tree: leave out --scope".to_owned()
        }
        FormatSubject::Tree if scope == Board && format.picture.is_none() => {
            let pictures = FORMATS.iter().filter(|format| format.picture.is_some());
            let names: Vec<&str> = pictures.map(|format| format.id).collect();
            format!(
                "{} has no place for a board alone: use one of {}",
                format.id,
                names.join(", ")
            )
        }
        FormatSubject::Tree => return Ok(()),
        FormatSubject::Positions => {
            format!("{flag} cuts a tree, and a graph of positions has no plies: use --max-plies")
        }
        FormatSubject::Board => {
            format!("{flag} cuts a tree, and this format holds a board: leave it out")
        }
    }))
}

fn write(
    args: &ExportArgs,
    format: &Format,
    content: &ExportContent<'_>,
    watch: ProgressTarget,
) -> Result<(), CommandError> {
    if args.output == "-" && !format.is_text() && io::stdout().is_terminal() {
        return Err(CommandError::Usage(format!(
            "a terminal can't show the format {}: name a file with -o",
            format.id
        )));
    }
    if let Some(fault) = (format.fault)(content) {
        return Err(fault.into());
    }
    let nodes = content.unfolding.preorder().count() as u64;
    if format.subject == FormatSubject::Tree && content.figure.alone.is_none() && !args.build.quiet
    {
        // The warning about large files is for interactive use; a script gets what it requests.
        let discomfort = format.discomfort(nodes);
        let discomfort = discomfort.filter(|_| io::stderr().is_terminal());
        let positions = content.rated.graph.graph().len() as u64;
        let words = [discomfort, format.large(nodes, positions)];
        let texts: Vec<String> = words.into_iter().flatten().collect();
        if !texts.is_empty() {
            print_notice(&texts.join("; "));
        }
        if content.figure.appearance.width.is_some() {
            let mut sizes = vec![(format.font_size, MIN_READ, "names of moves")];
            if format.picture.is_some() {
                sizes.push((min_font_size, MIN_LETTERS, "smallest letters"));
            }
            let small = sizes.iter().find_map(|(size, min, what)| {
                let points = size(content.rated, content.unfolding, &content.figure);
                (points < *min).then_some((*size, points, what))
            });
            if let Some((size, points, what)) = small {
                print_notice(&format!(
                    "in this width the {what} are {points:.1} points high: {} make them larger",
                    larger_letters(content, size, points)
                ));
            }
        }
    }
    // On a terminal the output itself shows the progress.
    let seen = args.output == "-" && io::stdout().is_terminal();
    let watch = if seen { ProgressTarget::Nobody } else { watch };
    let _line = ProgressLine::new(watch, &format!("writing {}", visible(&args.output)));
    fault::write_to(&args.output, |out| format.write_to(content, out))
}

/// The options that make a font size of a figure larger than `points` within its width.
fn larger_letters(content: &ExportContent<'_>, size: FontSize, points: f64) -> String {
    let with = |change: &dyn Fn(&mut Figure<'_>)| {
        let mut figure = content.figure;
        change(&mut figure);
        size(content.rated, content.unfolding, &figure) > points
    };
    let (flow, grow) = match content.figure.style.flow {
        GrowthDirection::Right => (GrowthDirection::Down, "--grow down"),
        GrowthDirection::Down => (GrowthDirection::Right, "--grow right"),
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
