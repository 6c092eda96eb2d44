//! Opens a tree file: rebuilds its graph and compares every node with the file. If they differ, the
//! tree is shown as it is written.

use std::sync::Arc;

use super::{Build, Rated, Show, Wanted, built, grow, open};
use crate::game::Player;
use crate::rating::{Multiplayer, Options, Rating};
use crate::save::{
    FileError, FileGraph, FileStopped, Layer, TreeFile, as_written, claims, compare, layer_of,
};
use crate::tree::{Limits, Unfolding, Vertex, VertexKind};
use crate::words::counted;
use crate::work::{Control, finished};

/// A tree file, opened.
#[derive(Clone)]
pub struct Loaded {
    /// The graph: the game's, or a scripted game's.
    pub rated: Rated,
    /// The unfolded part in the file; `None` if it holds a position graph.
    pub unfolding: Option<Unfolding>,
    /// The user's additions.
    pub layer: Layer,
    /// The limit of tree nodes that kept it from showing more, according to the file.
    pub max_nodes: Option<u64>,
    /// The tree isn't the game's: it is shown as it is written, as a scripted game.
    pub as_written: bool,
    /// The first differences between the file and its rules, one sentence each.
    pub problems: Vec<String>,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
}

impl Loaded {
    /// Rebuilds the graph of a file, and compares them. `budget` is the position limit for a graph
    /// whose size the file doesn't have.
    ///
    /// # Errors
    /// A tree that neither its own game nor a scripted one can represent.
    pub fn of(file: TreeFile, budget: Option<u64>) -> Result<Self, FileError> {
        let ctl = Control::default();
        finished(Self::find(file, budget, &ctl, &|_| {}))
    }

    /// The same in pieces.
    ///
    /// # Errors
    /// Those of [`Loaded::of`].
    pub async fn find(
        file: TreeFile,
        budget: Option<u64>,
        ctl: &Control,
        show: &Show<'_>,
    ) -> Result<Self, FileError> {
        let limits = file.header.limits();
        if file.header.stopped == Some(FileStopped::Frontier)
            && let Some(growing) = growing(&file, limits)
        {
            return Self::of_growing(file, growing, ctl).await;
        }
        let most = [limits.max_nodes, most_positions(&file), budget];
        let bounded = Limits {
            max_nodes: most.into_iter().flatten().min(),
            ..limits
        };
        let build = file.header.setup().and_then(|setup| {
            let wanted = Wanted {
                limits: bounded,
                options: file.header.options,
            };
            Ok(open(&setup, wanted, "")?)
        });
        let mut notices = file.notices.clone();
        let problems = match build {
            Ok(build) => {
                let mut rated = built(build, ctl, show).await;
                // The bound that kept a false file from taking all memory is none of the user's.
                rated.limits = limits;
                let comparison = compare(&file, &rated.source(), ctl).await;
                if comparison.agrees() {
                    return Ok(loaded(file, rated, notices, None));
                }
                notices.push(format!(
                    "Shown as written: it differs from its own rules in {} ({})",
                    counted(comparison.differences, "node"),
                    comparison.problems[0]
                ));
                comparison.problems
            }
            Err(why) => {
                notices.push(format!(
                    "the tree is shown as it is written, since its game can't be set up: {why}"
                ));
                let line = file.header.line;
                vec![format!("line {line}: the game can't be set up: {why}")]
            }
        };
        let rated = built(written(&file, &mut notices)?, ctl, show).await;
        Ok(loaded(file, rated, notices, Some(problems)))
    }
}

impl Loaded {
    /// Opens a tree that grows on demand. Its moves must be those of the rules, and its
    /// ratings must agree with each other. They count only once they are proven again.
    async fn of_growing(
        file: TreeFile,
        [rated, claimed]: [Rated; 2],
        ctl: &Control,
    ) -> Result<Self, FileError> {
        let mut notices = file.notices.clone();
        let mut comparison = compare(&file, &claimed.source(), ctl).await;
        if let Some(problem) = contradiction(&file, &rated) {
            comparison.differences += 1;
            comparison.problems.push(problem);
        }
        if comparison.agrees() {
            return Ok(loaded(file, rated, notices, None));
        }
        notices.push(format!(
            "Shown as written: it differs from its own rules in {} ({})",
            counted(comparison.differences, "node"),
            comparison.problems[0]
        ));
        let written = written(&file, &mut notices)?;
        let rated = built(written, ctl, &|_| {}).await;
        Ok(loaded(file, rated, notices, Some(comparison.problems)))
    }
}

/// The tree of a file that grows on demand, with the moves that the file has, and with the
/// ratings that it claims.
fn growing(file: &TreeFile, limits: Limits) -> Option<[Rated; 2]> {
    let setup = file.header.setup().ok()?;
    let wanted = Wanted {
        limits,
        options: file.header.options,
    };
    let mut rated = grow(&setup, wanted, "").ok()??;
    loop {
        let growing = Arc::clone(rated.growing.as_ref()?);
        let graph = rated.graph.graph();
        let claims = claims(file, graph);
        let horizons = claims.iter().filter(|claim| {
            claim.has_moves && matches!(graph.kind(claim.vertex), VertexKind::Horizon(_))
        });
        let horizons: Vec<Vertex> = horizons.map(|claim| claim.vertex).collect();
        let grown = growing.grown(&horizons);
        if grown.graph.graph().edge_count() > graph.edge_count() {
            rated = grown;
            continue;
        }
        let claims = claims.iter();
        let claims = claims.filter_map(|claim| Some((claim.vertex, claim.interval?)));
        let claimed = growing.claimed(&claims.collect::<Vec<_>>());
        return Some([rated, claimed]);
    }
}

/// The first node whose claimed rating can't be, by what the file claims of the nodes at its lower end.
fn contradiction(file: &TreeFile, rated: &Rated) -> Option<String> {
    let graph = rated.graph.graph();
    let claims = claims(file, graph);
    let leaves = claims.iter().filter(|claim| !claim.has_moves);
    let leaves: Vec<_> = leaves
        .filter_map(|claim| Some((claim.vertex, claim.interval?)))
        .collect();
    let by_leaves = rated.growing.as_ref()?.claimed(&leaves);
    let ratings = &by_leaves.analysis.ratings;
    let wrong = claims.iter().enumerate().find(|(_, claim)| {
        let (low, high) = ratings.proven(claim.vertex, Player(0));
        claim.interval.is_some_and(|(least, most)| {
            Rating::Exact(most).compare(&low).is_lt() || Rating::Exact(least).compare(&high).is_gt()
        })
    });
    let (node, _) = wrong?;
    Some(format!(
        "line {}: the rating of node {node} contradicts those of the nodes below it",
        file.node_line(node)
    ))
}

/// Starts the graph of a tree as it is written.
fn written(file: &TreeFile, notices: &mut Vec<String>) -> Result<Box<dyn Build>, FileError> {
    let written = as_written(file);
    notices.extend(written.notices);
    // A game that is written out has lost its own way of rating. Files name it unless it is
    // paranoid.
    let mut options = file.header.options;
    options.multiplayer.get_or_insert(Multiplayer::Paranoid);
    let wanted = |options| Wanted {
        limits: Limits::default(),
        options,
    };
    let as_said = open(&written.setup, wanted(options), "");
    // The payoff of endless play may be larger than that of any end left in the file.
    let build = as_said.or_else(|_| {
        let usual = Options {
            endless: None,
            ..options
        };
        open(&written.setup, wanted(usual), "")
    });
    build.map_err(|error| {
        FileError::new(
            format!("the tree can't be shown as it is written, since {error}"),
            "correct the file",
        )
    })
}

/// The file with its graph; with its problems, if the graph is the tree as it is written.
fn loaded(
    file: TreeFile,
    mut rated: Rated,
    notices: Vec<String>,
    problems: Option<Vec<String>>,
) -> Loaded {
    if !rated.analysis.ratings.has_choice_of_rating() {
        // What makes no difference isn't kept for trees that are made of this one.
        rated.options.multiplayer = None;
    }
    let max_nodes = match (file.header.kind, file.header.stopped) {
        (FileGraph::Tree, Some(FileStopped::MaxNodes(budget))) => Some(budget),
        _ => None,
    };
    let (layer, unfolding) = layer_of(file, &*rated.graph);
    Loaded {
        rated,
        unfolding,
        layer,
        max_nodes,
        as_written: problems.is_some(),
        problems: problems.unwrap_or_default(),
        notices,
    }
}

/// The problems of a tree file: one sentence, with a line number, for each of the first differences
/// from its rules. Empty if every node is right.
///
/// # Errors
/// A tree that neither its own game nor a scripted one can represent.
pub fn verify(file: TreeFile, budget: Option<u64>) -> Result<Vec<String>, FileError> {
    Ok(Loaded::of(file, budget)?.problems)
}

/// Maximum number of positions in the graph of a file, plus 1; `None` if the number of omitted
/// nodes isn't exact.
fn most_positions(file: &TreeFile) -> Option<u64> {
    let shown = file.node_count() as u64 + 1;
    match file.header.kind {
        FileGraph::Positions => Some(shown),
        FileGraph::Tree => Some(shown.saturating_add(file.omitted_nodes()?)),
    }
}
