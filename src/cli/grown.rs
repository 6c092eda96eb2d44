//! The part of a tree that grows which a command asks for, with proven ratings.

use super::build::Drive;
use super::fault::Fault;
use super::words::counted;
use crate::rating::best_line;
use crate::session::{ProofOptions, ProofProgress, Prover, Rated};
use crate::tree::{Graph, Vertex, VertexKind};
use crate::words::{grouped, plies_text};

/// Nodes that a search visits between two looks at the clock.
pub const SEARCHED: u64 = 4_096;
/// Maximum number of positions of a tree down to a ply.
const MAX_POSITIONS: usize = 1_000;

/// A part of a tree.
pub enum Part<'a> {
    /// The moves of a line, with their siblings.
    Line(&'a str),
    /// Every node down to a ply.
    ToPly(u32),
    /// The best line, with the siblings of its moves.
    BestLine,
}

impl Part<'_> {
    /// The tree with the moves and the ratings of this part, and a sentence if a limit left
    /// something out.
    pub fn of(&self, rated: Rated, drive: &Drive<'_>) -> Result<(Rated, Option<String>), Fault> {
        let Some(growing) = rated.growing.clone() else {
            return Ok((rated, None));
        };
        let (mut rated, left_out) = match self {
            Self::Line(line) => {
                let along = growing.along(line);
                let along = along.map_err(|error| Fault::Usage(format!("--along: {error}")))?;
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
pub fn prove(prover: &mut dyn Prover, drive: &Drive<'_>) -> Result<Option<String>, Fault> {
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
