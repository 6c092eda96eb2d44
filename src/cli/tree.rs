//! `doomtree tree`: the rated tree as indented text, streamed from the position graph. The tree is
//! never built. If the graph grows on demand, the requested part is shown with proven ratings.

use std::io::Write;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::args::TreeArgs;
use super::asked::{GivenOptions, TooLargeFallback};
use super::build::{self, FinishedGraph, LimitedRun};
use super::common_args::{ShowArgs, WhatIfArgs};
use super::fault::{self, CommandError, Done, Style, is_colored};
use super::input::{self, OpenedBoard};
use super::progress::ProgressTarget;
use super::words::{self, TextTable, counted};
use crate::game::visible;
use crate::rating::{best_line, loss};
use crate::session::{Action, ProofOptions, ProofProgress, Prover, Rated, Session};
use crate::tree::{Count, Edge, Graph, Unfolding, Vertex, VertexKind};
use crate::words::{at_least_sign, copies_text, end_text, grouped, plies_text};

/// Maximum number of indented levels; beyond it the ply is printed.
const MAX_LEVELS: usize = 40;

/// Maximum number of lines of a tree that grows.
const MAX_LOOKED_AT: u64 = 100;

/// Number of lines that are aligned together.
const BLOCK: usize = 512;

/// The widest that the first column is made for the sake of the others.
const MAX_WIDTH: usize = 72;

/// Runs the command.
pub fn run(args: &TreeArgs) -> Result<Done, CommandError> {
    let asked = GivenOptions::of(&args.show.graph).or(TooLargeFallback::Grow);
    let mut opened = input::open(&args.board, &asked)?;
    print_with(
        &mut opened,
        &asked,
        &args.show,
        &args.what_if,
        args.merge_symmetric,
    )
}

/// Builds, rates and prints the tree of an opened board.
pub fn print(
    opened: &mut OpenedBoard,
    asked: &GivenOptions,
    show: &ShowArgs,
) -> Result<Done, CommandError> {
    print_with(opened, asked, show, &WhatIfArgs::default(), false)
}

/// The same with the changes that assumptions make; `merges` is whether equivalent siblings are one.
fn print_with(
    opened: &mut OpenedBoard,
    asked: &GivenOptions,
    show: &ShowArgs,
    what_if: &WhatIfArgs,
    merges: bool,
) -> Result<Done, CommandError> {
    let quiet = show.graph.build.quiet;
    let watch = ProgressTarget::unless(quiet);
    let FinishedGraph { rated, stopped, .. } = build::rated(opened, asked, watch)?;
    let (rated, stopped) = match rated.growing {
        Some(_) => looked_at(rated, show.max_lines, asked, watch)?,
        None => (rated, stopped),
    };
    let supposed = what_if.suppose(&rated, asked, ProgressTarget::unless(quiet))?;
    fault::print(Ok(Done::of(stopped)), |out| {
        let printed = lines(&rated, show.max_lines, merges, out)?;
        if let Some(string) = left_out_text(&rated, &printed, merges) {
            writeln!(out, "… {string}")?;
        }
        if !quiet {
            legend(&rated, &printed, out)?;
        }
        match supposed {
            Some(supposed) => supposed.print(&rated, out),
            None => Ok(()),
        }
    })
}

/// The first plies of a tree that grows, as many as have room, with their ratings. A limit may leave
/// some unproven.
fn looked_at(
    rated: Rated,
    max_lines: u64,
    asked: &GivenOptions,
    watch: ProgressTarget,
) -> Result<(Rated, Option<String>), CommandError> {
    let mut session = Session::restore(rated, Unfolding::new());
    let lines = |session: &Session| session.unfolding().preorder().count() as u64;
    session.apply(Action::UnfoldPly);
    let mut before = 0;
    while lines(&session) > before {
        before = lines(&session);
        session.apply(Action::UnfoldPly);
        if lines(&session) > max_lines.min(MAX_LOOKED_AT) {
            session.apply(Action::FoldPly);
            break;
        }
    }
    let mut stopped = None;
    if let Some(growing) = session.rated().growing.clone() {
        let drive = LimitedRun::new(asked, watch).measured().keeping();
        let mut prover = growing.prover(ProofOptions::default());
        stopped = prove(&mut *prover, &drive)?;
        session.take_proofs();
    }
    let part = session.shown_part();
    Ok((part.unwrap_or_else(|| session.rated().clone()), stopped))
}

/// The printed part.
#[derive(Debug, Default)]
struct Printed {
    lines: u64,
    best: bool,
    merged: bool,
    cut: bool,
    horizons: bool,
    goes_on: bool,
    unproven: bool,
    before: bool,
    recurs: bool,
    chance: bool,
}

/// A node that waits for its line.
struct PrintedNode {
    vertex: Vertex,
    /// The number of siblings that it stands for.
    copies: u32,
    from: Option<(Vertex, Edge)>,
    /// Moves between the root and here, outcomes of chance among them.
    level: usize,
    ply: u32,
    best: bool,
}

fn lines(
    rated: &Rated,
    max: u64,
    merges: bool,
    out: &mut impl Write,
) -> Result<Printed, CommandError> {
    let graph = rated.graph.graph();
    let analysis = &rated.analysis;
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT).line;
    let mut seen = PrintedPositions::new(rated);
    let mut on_line = OnLine::new(rated);
    let mut printed = Printed::default();
    let mut lines = TextTable::at_most(MAX_WIDTH);
    let mut stack = vec![PrintedNode {
        vertex: Vertex::ROOT,
        copies: 1,
        from: None,
        level: 0,
        ply: 0,
        best: !best.is_empty() || graph.is_leaf(Vertex::ROOT),
    }];
    while let Some(node) = stack.pop() {
        if printed.lines == max {
            printed.cut = true;
            break;
        }
        let recurs = on_line.enter(&node);
        let before = seen.insert(node.vertex);
        let row = row(rated, &node, before, recurs, &mut printed);
        lines.styled_row(style(rated, &node), row);
        printed.lines += 1;
        if lines.len() == BLOCK {
            lines.write(out)?;
            lines = TextTable::at_most(MAX_WIDTH);
        }
        if recurs {
            continue;
        }
        let ply = node.ply + graph.cost(node.vertex);
        let children: Vec<(Edge, u32)> = match merges {
            true => rated.graph.merged_moves(node.vertex),
            false => graph.edges(node.vertex).map(|edge| (edge, 1)).collect(),
        };
        stack.extend(
            children
                .into_iter()
                .rev()
                .map(|(edge, copies)| PrintedNode {
                    vertex: graph.target(edge),
                    copies,
                    from: Some((node.vertex, edge)),
                    level: node.level + 1,
                    ply,
                    best: node.best && best.get(node.level) == Some(&edge),
                }),
        );
    }
    lines.write(out)?;
    Ok(printed)
}

/// How the line of a node looks: by the move that leads to it, and by what is proven.
fn style(rated: &Rated, node: &PrintedNode) -> Style {
    let ratings = &rated.analysis.ratings;
    let is_worse = |(source, edge)| loss(rated.graph.graph(), ratings, source, edge).is_some();
    match node.from {
        _ if !is_colored() => Style::Plain,
        Some(from) if is_worse(from) => Style::Worse,
        _ if node.best => Style::Best,
        _ if !ratings.all_proven(node.vertex) => Style::Unproven,
        _ => Style::Plain,
    }
}

/// The node, its ratings, and its marks.
fn row(
    rated: &Rated,
    node: &PrintedNode,
    before: bool,
    recurs: bool,
    printed: &mut Printed,
) -> [String; 3] {
    let graph = rated.graph.graph();
    let mut text = "  ".repeat(node.level.min(MAX_LEVELS));
    if node.level > MAX_LEVELS {
        text.push_str(&format!("(ply {}) ", node.ply));
    }
    if let Some((source, edge)) = node.from {
        let mv = rated.graph.move_text(source, edge);
        text.push_str(&copies_text(visible(&mv).into_owned(), node.copies));
        if matches!(graph.kind(source), VertexKind::Chance(_)) {
            printed.chance = true;
            let probability = graph.probability(edge);
            text.push_str(&match *probability.numer() {
                0 => " (0, never)".to_owned(),
                _ => format!(" ({probability})"),
            });
        }
        text.push_str("  ");
    }
    text.push_str(&visible(&rated.graph.position_text(node.vertex)));
    let mut marks = String::new();
    marks.push(if node.best { '*' } else { ' ' });
    marks.push(if before { '=' } else { ' ' });
    if recurs {
        marks.push_str(" repeats");
    } else if let Some(winners) = end_text(&*rated.graph, node.vertex) {
        marks.push(' ');
        marks.push_str(&winners);
    } else if matches!(graph.kind(node.vertex), VertexKind::Horizon(_)) {
        if graph.grows() {
            marks.push_str(" …");
            printed.goes_on = true;
        } else {
            marks.push_str(" horizon");
            printed.horizons = true;
        }
    }
    printed.best |= node.best;
    printed.merged |= node.copies > 1;
    printed.before |= before;
    printed.recurs |= recurs;
    let ratings = words::ratings(rated, node.vertex);
    let proven = rated.analysis.ratings.all_proven(node.vertex);
    printed.unproven |= !proven && ratings.contains('~');
    [text, ratings, marks]
}

/// The number of nodes beyond those printed, as text; `None` if there are none.
fn left_out_text(rated: &Rated, printed: &Printed, merges: bool) -> Option<String> {
    if !printed.cut {
        return None;
    }
    Some(match rated.analysis.nodes.of(Vertex::ROOT) {
        _ if merges => "more nodes are left".to_owned(),
        Count::Infinite => "infinitely many nodes are left: positions recur".to_owned(),
        Count::Beyond => "at least 2^4096 nodes are left".to_owned(),
        count => {
            let remaining = count.exact().unwrap_or_default() - BigUint::from(printed.lines);
            let string = remaining.to_string();
            let verb = if string == "1" { "is" } else { "are" };
            let min = match rated.graph.graph().stopped() {
                Some(_) => "at least ",
                None => "",
            };
            format!("{min}{} {verb} left", counted(&string, "node"))
        }
    })
}

fn legend(rated: &Rated, printed: &Printed, out: &mut impl Write) -> Result<(), CommandError> {
    let mut marks = Vec::new();
    if printed.best {
        marks.push(match printed.chance {
            true => "* best line, at chance the likeliest branch",
            false => "* best line",
        });
    }
    if printed.merged {
        marks.push("×2: stands for two equivalent moves");
    }
    let horizon = format!(
        "horizon: a limit stopped the tree here, estimated by {}",
        rated.limits.estimate.name()
    );
    if printed.before {
        marks.push("= position printed before");
    }
    if printed.unproven {
        marks.push("~ estimate, not proven: only the interval is certain");
    }
    if printed.horizons {
        marks.push(&horizon);
    }
    if printed.goes_on {
        marks.push("… goes on: --at prints more; its ratings are found by a search");
    }
    if printed.recurs {
        marks.push("repeats: the position occurred earlier on the same line");
    }
    if printed.chance {
        marks.push("( ) probability");
    }
    let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_string();
    let positions = rated.graph.distinct().positions.to_string();
    let min = at_least_sign(rated.graph.graph());
    let [nodes, positions] = [counted(&nodes, "node"), counted(&positions, "position")];
    let legend = format!("{min}{nodes}, {min}{positions}   {}", marks.join(", "));
    writeln!(out, "\n{}", words::wrapped(legend.trim_end(), 0))?;
    Ok(())
}

/// Which positions have been printed.
struct PrintedPositions {
    vertices: Vec<bool>,
    /// With a ply limit several vertices have one position.
    first: Option<Vec<Vertex>>,
}

impl PrintedPositions {
    fn new(rated: &Rated) -> Self {
        Self {
            vertices: vec![false; rated.graph.graph().len()],
            first: rated.graph.first_with_position(),
        }
    }

    /// Adds a vertex's position, and says whether it was there already.
    fn insert(&mut self, vertex: Vertex) -> bool {
        let vertex = self
            .first
            .as_ref()
            .map_or(vertex, |first| first[vertex.index()]);
        std::mem::replace(&mut self.vertices[vertex.index()], true)
    }
}

/// The vertices between the root and the node that is printed, where positions can recur.
struct OnLine {
    cyclic: bool,
    line: Vec<Vertex>,
    vertices: FxHashSet<Vertex>,
}

impl OnLine {
    fn new(rated: &Rated) -> Self {
        Self {
            cyclic: rated.graph.graph().is_cyclic(),
            line: Vec::new(),
            vertices: FxHashSet::default(),
        }
    }

    /// Enters a node, and returns whether its position occurred earlier on its line.
    fn enter(&mut self, node: &PrintedNode) -> bool {
        if !self.cyclic {
            return false;
        }
        for vertex in self.line.drain(node.level.min(self.line.len())..) {
            self.vertices.remove(&vertex);
        }
        if !self.vertices.insert(node.vertex) {
            return true;
        }
        self.line.push(node.vertex);
        false
    }
}

/// Nodes that a search visits between two looks at the clock.
pub const SEARCHED: u64 = 4_096;
/// Maximum number of positions of a tree down to a ply.
const MAX_POSITIONS: usize = 1_000;

/// A part of a tree.
pub enum TreePartArg<'a> {
    /// The moves of a line, with their siblings.
    Line(&'a str),
    /// Every node down to a ply.
    ToPly(u32),
    /// The best line, with the siblings of its moves.
    BestLine,
}

impl TreePartArg<'_> {
    /// The tree with the moves and the ratings of this part, and a sentence if a limit left
    /// something out.
    pub fn of(
        &self,
        rated: Rated,
        drive: &LimitedRun<'_>,
    ) -> Result<(Rated, Option<String>), CommandError> {
        let Some(growing) = rated.growing.clone() else {
            return Ok((rated, None));
        };
        let (mut rated, left_out) = match self {
            Self::Line(line) => {
                let along = growing.along(line);
                let along =
                    along.map_err(|error| CommandError::Usage(format!("--along: {error}")))?;
                (along, None)
            }
            Self::ToPly(ply) => to_ply(rated, *ply),
            Self::BestLine => (rated, None),
        };
        // One prover, so that each step of a best line has the table of those before.
        let mut prover = growing.prover(ProofOptions::default());
        while let Some(growing) = rated.growing.clone() {
            let graph = rated.graph.graph();
            growing.want(&graph.vertices().collect::<Vec<_>>());
            let unproven = prove(&mut *prover, drive)?;
            rated = growing.grown(&[]);
            let end = end_of_best_line(&rated);
            let goes_on = matches!(self, Self::BestLine) && is_horizon(rated.graph.graph(), end);
            if unproven.is_some() || !goes_on {
                return Ok((rated, unproven.or(left_out)));
            }
            rated = growing.grown(&[end]);
        }
        Ok((rated, left_out))
    }
}

/// The tree down to a ply, as far as there is room.
fn to_ply(mut rated: Rated, max: u32) -> (Rated, Option<String>) {
    // The root's moves are known.
    for ply in 1..max {
        let graph = rated.graph.graph();
        let horizons = graph.vertices().filter(|it| is_horizon(graph, *it));
        let horizons: Vec<_> = horizons.collect();
        let Some(growing) = rated.growing.as_ref().filter(|_| !horizons.is_empty()) else {
            break;
        };
        let deeper = growing.grown(&horizons);
        if deeper.graph.graph().len() > MAX_POSITIONS {
            let left_out = format!(
                "partial tree: {} of {}, since ratings of at most {} are proven one by one",
                plies_text(ply),
                grouped(max),
                counted(MAX_POSITIONS, "position")
            );
            return (rated, Some(left_out));
        }
        rated = deeper;
    }
    (rated, None)
}

fn is_horizon(graph: &Graph, vertex: Vertex) -> bool {
    matches!(graph.kind(vertex), VertexKind::Horizon(_))
}

fn end_of_best_line(rated: &Rated) -> Vertex {
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
    let last = best.line.last();
    last.map_or(Vertex::ROOT, |edge| graph.target(*edge))
}

/// Proves what the prover's tree wants; a sentence if a limit left something unproven.
pub fn prove(
    prover: &mut dyn Prover,
    drive: &LimitedRun<'_>,
) -> Result<Option<String>, CommandError> {
    let mut proofs = ProofProgress::default();
    let limit = drive.run(|_| {
        proofs = prover.step(SEARCHED);
        proofs.into()
    })?;
    let open = proofs.wanted - proofs.proven;
    let by = limit.unwrap_or_else(|| "the budget of the search".to_owned());
    let (open_text, wanted) = (grouped(open), counted(proofs.wanted, "rating"));
    Ok((open > 0)
        .then(|| format!("partial result: {by} reached; {open_text} of {wanted} aren't proven")))
}
