//! Opens a setup given as text: builds its rated graph step by step, or shows its position as text
//! and picture before that. Opens a tree file: rebuilds its graph and compares every node with the
//! file; if they differ, the tree is shown as it is written.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::growing::growing;
use super::known::own_game;
use super::rated::{Build, GraphBuild, GraphRequest, Onward, Rated};
use super::{ShowProgress, built};
use crate::game::{
    Estimate, Game, Kind, OpenError, Picture, Player, Refusal, RulesText, Shown, check_players,
    play_line, quoted,
};
use crate::games::{self, Setup, WithGame};
use crate::rating::{Analysis, Multiplayer, Rating, RatingOptions};
use crate::save::{
    FileError, FileGraph, FileStopped, Layer, LeftOut, TreeFile, as_written, claims, compare,
    layer_of,
};
use crate::tree::{Builder, Labels, Limits, PositionGraph, Unfolding, Vertex, VertexKind};
use crate::words::counted;
use crate::work::{Control, finished};

impl<G: Shown> Onward for PositionGraph<G> {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: RatingOptions) -> Box<dyn Build> {
        let root = *self.position(vertex);
        let game = Arc::clone(self.game());
        Box::new(GraphBuild::new(game, root, limits, options))
    }

    fn resume(&self, limits: Limits, options: RatingOptions) -> Box<dyn Build> {
        Box::new(GraphBuild::going_on(
            Builder::resume(self, limits),
            *self.position(Vertex::ROOT),
            limits,
            options,
        ))
    }

    fn open_growing(&self, wanted: GraphRequest) -> Option<Rated> {
        growing(self, wanted)
    }

    fn without(
        &self,
        left_out: &[LeftOut],
        GraphRequest { limits, options }: GraphRequest,
    ) -> Rated {
        let mut places: FxHashMap<String, Vertex> = FxHashMap::default();
        let vertices = self.graph().vertices();
        places.extend(vertices.map(|vertex| (self.position_text(vertex), vertex)));
        let leaves = left_out.iter().filter_map(|leaf| {
            let vertex = *places.get(&leaf.name)?;
            Some((vertex, leaf.kind, leaf.proven.clone()))
        });
        let graph = PositionGraph::without(self, leaves);
        let analysis = Analysis::new(graph.graph(), &options);
        Rated::new(graph, limits, options, analysis)
    }
}

/// Starts the graph of the position of `setup` or, with a line, of the node at its end.
///
/// # Errors
/// An invalid game, rules, position or line, an estimate that the game doesn't offer, or a payoff
/// of endless play outside the game's range.
pub fn open(
    setup: &Setup,
    wanted: impl Into<GraphRequest>,
    at: &str,
) -> Result<Box<dyn Build>, OpenError> {
    let wanted = wanted.into();
    let start = GraphStart { wanted, at };
    match own_game(&setup.game) {
        Some(game) => game.start(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The tree of the position of a setup or, with a line, of the node at its end, as one that grows
/// on demand; `None` where ratings can't be proven one by one.
///
/// # Errors
/// Those of a graph of that position.
pub fn grow(setup: &Setup, wanted: GraphRequest, at: &str) -> Result<Option<Rated>, OpenError> {
    let root = GraphRequest {
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
    wanted: GraphRequest,
) -> Result<Box<dyn Build>, OpenError> {
    GraphStart { wanted, at: "" }.with(game, position)
}

/// Refuses a game that nobody plays or that pays nothing, and what it doesn't offer.
pub(super) fn check_wanted<G: Game>(game: &G, wanted: &GraphRequest) -> Result<(), OpenError> {
    check_players(game).map_err(|why| OpenError::rules(why.what, why.remedy))?;
    check_estimate(game, wanted.limits.estimate)?;
    wanted.options.check(game.payoff_range())
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
pub(super) struct GraphStart<'a> {
    pub wanted: GraphRequest,
    pub at: &'a str,
}

impl WithGame for GraphStart<'_> {
    type Output = Result<Box<dyn Build>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let GraphRequest { limits, options } = self.wanted;
        check_wanted(&game, &self.wanted)?;
        let root = play_line(&game, &position, self.at)?;
        Ok(Box::new(GraphBuild::new(
            Arc::new(game),
            root,
            limits,
            options,
        )))
    }
}

/// How the graph of a file's own game is begun.
type ByGame<'a> = dyn Fn(GraphRequest) -> Result<Box<dyn Build>, Refusal> + Sync + 'a;

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
    /// What is shown as ends though it is none, if the tree is as it is written.
    pub left_out: Vec<LeftOut>,
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

    /// The tree of a file of a game with a known type, which reads the root; no list of games is used.
    ///
    /// # Errors
    /// A file that differs from the tree of this game and position.
    pub fn of_typed<G: Shown>(game: G, file: TreeFile) -> Result<Self, FileError> {
        let game = Arc::new(game);
        let remedy = "read it with its own game and rules, or as it is written";
        if file.header.game != game.name() {
            let what = format!(
                "the file has a tree of the game {}",
                quoted(&file.header.game)
            );
            return Err(FileError::new(what, remedy));
        }
        let position = game.read_position(&file.header.position).map_err(|why| {
            FileError::new(format!("the root of the file can't be read: {why}"), remedy)
        })?;
        let start = |wanted: GraphRequest| -> Result<Box<dyn Build>, Refusal> {
            check_wanted(&*game, &wanted)?;
            let GraphRequest { limits, options } = wanted;
            let game = Arc::clone(&game);
            Ok(Box::new(GraphBuild::new(game, position, limits, options)))
        };
        let ctl = Control::default();
        let loaded = finished(Self::find_by(file, None, &start, &ctl, &|_| {}))?;
        match loaded.problems.first() {
            Some(problem) => {
                let what = format!("the file isn't the tree of this game: {problem}");
                Err(FileError::new(what, remedy))
            }
            None => Ok(loaded),
        }
    }

    /// The same in pieces.
    ///
    /// # Errors
    /// Those of [`Loaded::of`].
    pub async fn find(
        file: TreeFile,
        budget: Option<u64>,
        ctl: &Control,
        show: &ShowProgress<'_>,
    ) -> Result<Self, FileError> {
        let setup = file.header.setup();
        let start = |wanted| Ok(open(setup.as_ref().map_err(Refusal::clone)?, wanted, "")?);
        Self::find_by(file, budget, &start, ctl, show).await
    }

    async fn find_by(
        file: TreeFile,
        budget: Option<u64>,
        start: &ByGame<'_>,
        ctl: &Control,
        show: &ShowProgress<'_>,
    ) -> Result<Self, FileError> {
        let limits = file.header.limits();
        if file.header.stopped == Some(FileStopped::Frontier)
            && let Some(growing) = load_growing(&file, limits, start)
        {
            return Self::of_growing(file, growing, ctl).await;
        }
        let max = [limits.max_nodes, most_positions(&file), budget];
        let bounded = Limits {
            max_nodes: max.into_iter().flatten().min(),
            ..limits
        };
        let build = start(GraphRequest {
            limits: bounded,
            options: file.header.options,
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
        let (written, left_out) = written(&file, &mut notices)?;
        let rated = built(written, ctl, show).await;
        let loaded = loaded(file, rated, notices, Some(problems));
        Ok(Self { left_out, ..loaded })
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
        let (written, left_out) = written(&file, &mut notices)?;
        let rated = built(written, ctl, &|_| {}).await;
        let loaded = loaded(file, rated, notices, Some(comparison.problems));
        Ok(Self { left_out, ..loaded })
    }
}

/// The tree of a file that grows on demand, with the moves that the file has, and with the
/// ratings that it claims.
fn load_growing(file: &TreeFile, limits: Limits, start: &ByGame<'_>) -> Option<[Rated; 2]> {
    let root = GraphRequest {
        limits: Limits {
            max_nodes: Some(1),
            ..limits
        },
        options: file.header.options,
    };
    let mut rated = start(root).ok()?.finish().as_growing(limits)?;
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
        claim.interval.is_some_and(|(min, max)| {
            Rating::Exact(max).compare(&low).is_lt() || Rating::Exact(min).compare(&high).is_gt()
        })
    });
    let (node, _) = wrong?;
    Some(format!(
        "line {}: the rating of node {node} contradicts those of the nodes below it",
        file.node_line(node)
    ))
}

/// Starts the graph of a tree as it is written, with the ends in it that are none.
fn written(
    file: &TreeFile,
    notices: &mut Vec<String>,
) -> Result<(Box<dyn Build>, Vec<LeftOut>), FileError> {
    let written = as_written(file);
    notices.extend(written.notices);
    // A game that is written out has lost its own way of rating. Files name it unless it is
    // paranoid.
    let mut options = file.header.options;
    options.multiplayer.get_or_insert(Multiplayer::Paranoid);
    let wanted = |options| GraphRequest {
        limits: Limits::default(),
        options,
    };
    let as_said = open(&written.setup, wanted(options), "");
    // The payoff of endless play may be larger than that of any end left in the file.
    let build = as_said.or_else(|_| {
        let usual = RatingOptions {
            endless: None,
            ..options
        };
        open(&written.setup, wanted(usual), "")
    });
    let build = build.map_err(|error| {
        FileError::new(
            format!("the tree can't be shown as it is written, since {error}"),
            "correct the file",
        )
    })?;
    Ok((build, written.left_out))
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
        left_out: Vec::new(),
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
pub struct SetupPosition {
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
pub fn setup_position(setup: &Setup) -> Result<SetupPosition, OpenError> {
    match own_game(&setup.game) {
        Some(game) => game.see(setup),
        None => games::open(setup, See),
    }
}

pub(super) struct See;

impl WithGame for See {
    type Output = SetupPosition;

    fn with<G: Shown>(self, game: G, position: G::Position) -> SetupPosition {
        let kind = game.kind(&position);
        SetupPosition {
            game: game.name().to_owned(),
            rules: game.rules(),
            position: game.position_text(&position),
            picture: game.picture(&position),
            kind,
            player: kind.player().map(|player| game.player_name(player)),
        }
    }
}
