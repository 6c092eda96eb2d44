//! Opens a setup given as text: builds its rated graph step by step, or shows its position as text
//! and picture before that. Opens a tree file: rebuilds its graph and compares every node with the
//! file; if they differ, the tree is shown as it is written.

use std::sync::Arc;

use super::growing::growing;
use super::known::own_game;
use super::rated::{Build, Making, Onward, Rated, Wanted};
use super::{Show, built};
use crate::game::{Estimate, Game, Kind, OpenError, Picture, Player, RulesText, Shown, play_line};
use crate::games::{self, Setup, WithGame};
use crate::rating::{Multiplayer, Options, Rating};
use crate::save::{
    FileError, FileGraph, FileStopped, Layer, TreeFile, as_written, claims, compare, layer_of,
};
use crate::tree::{Builder, Limits, PositionGraph, Unfolding, Vertex, VertexKind};
use crate::words::counted;
use crate::work::{Control, finished};

impl<G: Shown> Onward for PositionGraph<G> {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: Options) -> Box<dyn Build> {
        let root = *self.position(vertex);
        let game = Arc::clone(self.game());
        Box::new(Making::new(game, root, limits, options))
    }

    fn resume(&self, limits: Limits, options: Options) -> Box<dyn Build> {
        Box::new(Making::going_on(
            Builder::resume(self, limits),
            *self.position(Vertex::ROOT),
            limits,
            options,
        ))
    }

    fn open_growing(&self, wanted: Wanted) -> Option<Rated> {
        growing(self, wanted)
    }
}

/// Starts the graph of the position of `setup` or, with a line, of the node at its end.
///
/// # Errors
/// An invalid game, rules, position or line, an estimate that the game doesn't offer, or a payoff
/// of endless play outside the game's range.
pub fn open(
    setup: &Setup,
    wanted: impl Into<Wanted>,
    at: &str,
) -> Result<Box<dyn Build>, OpenError> {
    let wanted = wanted.into();
    let start = Start { wanted, at };
    match own_game(&setup.game) {
        Some(own) => own.start(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The tree of the position of a setup or, with a line, of the node at its end, as one that grows
/// on demand; `None` where ratings can't be proven one by one.
///
/// # Errors
/// Those of a graph of that position.
pub fn grow(setup: &Setup, wanted: Wanted, at: &str) -> Result<Option<Rated>, OpenError> {
    let root = Wanted {
        limits: Limits {
            max_nodes: Some(1),
            ..wanted.limits
        },
        ..wanted
    };
    let root = open(setup, root, at)?.finish();
    Ok(root.as_growing(wanted.limits))
}

/// Starts the graph of a position of a game with a known type; no list of games is used.
///
/// # Errors
/// An estimate that the game doesn't offer, or a payoff of endless play outside the game's range.
pub fn open_typed<G: Shown>(
    game: G,
    position: G::Position,
    wanted: Wanted,
) -> Result<Box<dyn Build>, OpenError> {
    Start { wanted, at: "" }.with(game, position)
}

/// Refuses an estimate that the game doesn't offer.
pub(super) fn check_estimate<G: Game>(game: &G, estimate: Estimate) -> Result<(), OpenError> {
    let offered = game.estimates();
    if offered.contains(&estimate) {
        return Ok(());
    }
    let names: Vec<_> = offered.iter().map(|estimate| estimate.name()).collect();
    Err(OpenError::rules(
        format!("this game has no estimate called '{}'", estimate.name()),
        format!("use {}", names.join(" or ")),
    ))
}

/// The parameters for starting a graph.
pub(super) struct Start<'a> {
    pub wanted: Wanted,
    pub at: &'a str,
}

impl WithGame for Start<'_> {
    type Output = Result<Box<dyn Build>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let Wanted { limits, options } = self.wanted;
        check_estimate(&game, limits.estimate)?;
        options.check(game.payoff_range())?;
        let root = play_line(&game, &position, self.at)?;
        Ok(Box::new(Making::new(Arc::new(game), root, limits, options)))
    }
}

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
            && let Some(growing) = load_growing(&file, limits)
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
fn load_growing(file: &TreeFile, limits: Limits) -> Option<[Rated; 2]> {
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

/// The position that a setup names.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub rules: RulesText,
    /// The position, as notation is written.
    pub position: String,
    /// The position, drawn.
    pub picture: Picture,
    /// The kind of the position.
    pub kind: Kind,
    /// The name of the player who chooses, or whose move chance decides.
    pub player: Option<String>,
}

/// Reads the position that a setup names, whatever its game.
///
/// # Errors
/// An unknown game, rules that it can't have, or a position that can't be read.
pub fn see(setup: &Setup) -> Result<Seen, OpenError> {
    match own_game(&setup.game) {
        Some(own) => own.see(setup),
        None => games::open(setup, See),
    }
}

pub(super) struct See;

impl WithGame for See {
    type Output = Seen;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Seen {
        let kind = game.kind(&position);
        Seen {
            game: game.name().to_owned(),
            rules: game.rules(),
            position: game.position_text(&position),
            picture: game.picture(&position),
            kind,
            player: kind.player().map(|player| game.player_name(player)),
        }
    }
}
