//! [`Tree`]: the rated game tree of a board.

use std::fmt;

use petgraph::graph::Graph as PetGraph;

use super::summary::Summary;
use super::{Error, Move, Node, Start, StoppedBy, TreeBuilder, TreePart};
use crate::game::{Game, Player, Refusal, Shown, quoted};
use crate::rating::{BestLine, LineEnd, Multiplayer, Rating};
use crate::save::{Opened, open_reader, setup_of_text};
use crate::session::{Loaded, Rated};
use crate::tree::{Count, Edge, Line, Stopped, Vertex, VertexKind};

/// The complete game tree of a board. Each distinct position is built and rated once, exactly.
/// Nodes are created only on demand, so a tree of trillions of nodes takes no more memory than its
/// positions.
///
/// ```
/// use doomtree::{Player, Tree};
///
/// let tree = Tree::open("b2b2/a2b1 a")?;
/// assert_eq!(tree.rating(Player(0)).to_string(), "0");
/// assert_eq!(tree.nodes().to_string(), "13");
/// let line: Vec<String> = tree.best_line().iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(line.join(" "), "2>3 pass 0>2 pass");
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone)]
pub struct Tree {
    pub(super) rated: Rated,
    pub(super) notices: Vec<String>,
    pub(super) stopped: Option<StoppedBy>,
    /// The best line that a search has found, from the root to an end.
    pub(super) line: Line,
}

impl Tree {
    pub(super) fn of(rated: Rated, stopped: Option<StoppedBy>) -> Self {
        let notices = notices(&rated);
        Self {
            rated,
            notices,
            stopped,
            line: Line::new(),
        }
    }

    /// Builds and rates the tree of a position: in notation, or a game of your own with its position,
    /// as a pair. The first included game that can read a notation is used, with its default rules.
    ///
    /// # Errors
    /// A text that no game can read. [`TreeBuilder::build`] lists the others.
    pub fn open(start: impl Start) -> Result<Self, Error> {
        Self::builder(start).build()
    }

    /// Chooses rules and limits for what the tree starts with.
    pub fn builder(start: impl Start) -> TreeBuilder<'static> {
        start.builder()
    }

    /// Opens the text of a file, such as [`TreePart::json`] returns. The tree is built again and
    /// compared with the file. If it differs from the game's tree, it is opened as it is written.
    ///
    /// # Errors
    /// A text that is not such a file, with the line and the column of the first problem.
    pub fn read(text: &str) -> Result<Self, Error> {
        let (setup, notices) = match open_reader(text.as_bytes(), "the text")? {
            Opened::Tree(file) => {
                return Ok(Self::of_file(Loaded::of(*file, None)?));
            }
            Opened::Board(board) => (board.setup()?, board.notices),
            Opened::Exercise(exercise) => (exercise.setup()?, Vec::new()),
            Opened::Imported(imported) => (imported.setup, imported.notices),
            Opened::Text(text) => (setup_of_text(&text, None), Vec::new()),
        };
        let tree = TreeBuilder::of_setup(setup).build()?;
        Ok(tree.with_notices(notices))
    }

    /// Opens a tree file of a game of your own, as the tree of that game: with its types, and with
    /// the limits and the estimate of the file. [`read`](Self::read) opens it as it is written.
    ///
    /// # Errors
    /// A text that isn't a tree file, a root that [`Game::read_position`] can't read, or the first
    /// difference between the file and the game's tree.
    pub fn read_as<G: Shown>(game: G, text: &str) -> Result<Self, Error> {
        match open_reader(text.as_bytes(), "the text")? {
            Opened::Tree(file) => Ok(Self::of_file(Loaded::of_typed(game, *file)?)),
            _ => Err(Refusal::new("the text is no tree file", "give one of TreePart::json").into()),
        }
    }

    fn of_file(loaded: Loaded) -> Self {
        let rated = match loaded.left_out.is_empty() {
            true => loaded.rated,
            false => loaded.rated.without(&loaded.left_out),
        };
        let stopped = match rated.graph.graph().stopped() {
            Some(Stopped::MaxNodes(kept)) => Some(rated.limits.max_nodes.unwrap_or(kept)),
            _ => None,
        };
        let stopped = stopped.map(StoppedBy::MaxPositions);
        Self::of(rated, stopped).with_notices(loaded.notices)
    }

    fn with_notices(mut self, mut notices: Vec<String>) -> Self {
        notices.append(&mut self.notices);
        Self { notices, ..self }
    }

    /// What should be known of the tree, a sentence each: what the text that it was
    /// [read](Self::read) from leaves out, that it isn't its game's tree and is open as it is
    /// written, that a default of the ratings isn't possible, or that positions lack their moves.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.rated.game
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.rated.graph.graph().players()
    }

    /// The root: the position that the tree starts with.
    pub fn root(&self) -> Node<'_> {
        self.node(Vertex::ROOT)
    }

    /// The position after a line from the root: moves in notation, with spaces between them.
    /// A move that has spaces itself is in double quotes.
    ///
    /// # Errors
    /// A move that isn't legal, with its column and the moves that are.
    pub fn after(&self, line: &str) -> Result<Node<'_>, Error> {
        self.root().after(line)
    }

    /// The root's [rating](Node::rating) for a player.
    ///
    /// # Panics
    /// If the game has no such player.
    #[track_caller]
    pub fn rating(&self, player: Player) -> Rating {
        self.root().rating(player)
    }

    /// The root's [best moves](Node::best_moves).
    pub fn best_moves(&self) -> Vec<Move<'_>> {
        self.root().best_moves()
    }

    /// The [best line](Node::best_line) from the root.
    pub fn best_line(&self) -> Vec<Move<'_>> {
        self.root().best_line()
    }

    /// The exact number of nodes of the tree.
    pub fn nodes(&self) -> Count<'_> {
        self.root().nodes()
    }

    /// How positions are rated where it makes a difference: with several players, unless they are two
    /// with a constant sum of payoffs. Max-n is the default for a game of your own, but where
    /// positions repeat it has no unique rating: without a ply limit the tree is then
    /// [`Paranoid`](Multiplayer::Paranoid), with a [notice](Self::notices).
    pub fn multiplayer(&self) -> Option<Multiplayer> {
        self.rated.analysis.ratings.way_to_tell()
    }

    /// The number of distinct positions. Chance nodes are not among them; [`graph`](Self::graph) has
    /// a node for each of them too.
    pub fn positions(&self) -> u64 {
        self.rated.graph.distinct().positions
    }

    /// Whether nothing is left out: by a limit, or because a script isn't finished. If a limit
    /// [stopped](Self::stopped) the ratings, all positions are there, but it is false too.
    pub fn is_complete(&self) -> bool {
        let graph = &self.rated.graph;
        graph.graph().is_complete() && graph.unfinished().is_none() && self.stopped.is_none()
    }

    /// What ended the build, the rating or the [search](TreeBuilder::search) before it was done;
    /// `None` if nothing did. A ply limit doesn't count: it is part of what was asked for.
    ///
    /// ```
    /// use doomtree::{StoppedBy, Tree};
    ///
    /// let board = "a2a2b2/a3b1a3/a3a3b3 a";
    /// let part = Tree::builder(board).max_positions(500).build()?;
    /// assert_eq!(part.stopped(), Some(StoppedBy::MaxPositions(500)));
    /// assert!(!part.is_complete());
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    pub fn stopped(&self) -> Option<StoppedBy> {
        self.stopped
    }

    /// The node of a position of the game's own type, by a look at each; `None` if the tree doesn't
    /// have it. With a ply limit, the one with the most plies left.
    pub fn find<G: Game>(&self, position: &G::Position) -> Option<Node<'_>> {
        let mut nodes = self
            .rated
            .graph
            .graph()
            .vertices()
            .map(|vertex| self.node(vertex));
        nodes.find(|node| node.as_position::<G>() == Some(position))
    }

    /// Whether play can repeat a position, so that the tree is infinite.
    pub fn is_cyclic(&self) -> bool {
        self.rated.graph.graph().is_cyclic()
    }

    /// Ratings, moves and counts as plain data that serde can serialize and deserialize.
    pub fn summary(&self) -> Summary {
        let summary = match self.line.is_empty() {
            true => Summary::new(&self.rated),
            false => Summary::with_line(
                &self.rated,
                BestLine {
                    line: self.line.clone(),
                    ended: LineEnd::End,
                    through_chance: false,
                },
            ),
        };
        Summary {
            complete: self.is_complete(),
            stopped: self.stopped.map(|by| by.to_string()),
            ..summary
        }
    }

    /// The position graph for petgraph's algorithms, with weights of your choice. Its nodes have
    /// the [indices](Node::index) of the positions, and `edges` lists moves in the rules' order.
    /// With a ply limit, a position has one node for each number of plies left.
    ///
    /// ```
    /// use doomtree::{Tree, petgraph};
    ///
    /// let tree = Tree::open("b2b2/a2b1 a")?;
    /// let graph = tree.graph(|node| node.position(), |mv| mv.to_string());
    /// assert_eq!(graph.node_count(), 11);
    /// assert!(!petgraph::algo::is_cyclic_directed(&graph));
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    pub fn graph<'a, N, E>(
        &'a self,
        mut node: impl FnMut(Node<'a>) -> N,
        mut mv: impl FnMut(Move<'a>) -> E,
    ) -> PetGraph<N, E> {
        let own = self.rated.graph.graph();
        let mut graph = PetGraph::with_capacity(own.len(), own.edge_count());
        for vertex in own.vertices() {
            graph.add_node(node(self.node(vertex)));
        }
        for source in own.vertices() {
            // petgraph lists the most recently added edge first.
            for edge in own.edges(source).rev() {
                let target = own.target(edge).0;
                graph.add_edge(source.0.into(), target.into(), mv(self.mv(source, edge)));
            }
        }
        graph
    }

    /// Expands the tree from the root: down to `max_plies`, if given, and to at most `max_nodes`
    /// nodes.
    #[must_use]
    pub fn unfold(&self, max_plies: impl Into<Option<u32>>, max_nodes: usize) -> TreePart<'_> {
        TreePart::new(self, max_plies.into(), max_nodes)
    }

    /// Expands a line and the siblings of its moves, as a figure shows it. [`Node::best_line`] gives
    /// best play.
    ///
    /// ```
    /// use doomtree::Tree;
    ///
    /// let tree = Tree::open("a2a2b2/a3b1a3/a3a3b3 a")?;
    /// let part = tree.unfold_line(&tree.best_line());
    /// assert!(part.len() < 100, "of a billion and a half nodes");
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    #[must_use]
    pub fn unfold_line(&self, line: &[Move<'_>]) -> TreePart<'_> {
        let edges: Vec<Edge> = line.iter().map(|mv| mv.edge).collect();
        TreePart::along(self, &edges)
    }

    pub(super) fn node(&self, vertex: Vertex) -> Node<'_> {
        Node { tree: self, vertex }
    }

    pub(super) fn mv(&self, source: Vertex, edge: Edge) -> Move<'_> {
        Move {
            tree: self,
            source,
            edge,
        }
    }
}

/// What should be known of a tree that was built.
fn notices(rated: &Rated) -> Vec<String> {
    let (graph, ratings) = (rated.graph.graph(), &rated.analysis.ratings);
    let mut notices = Vec::new();
    let chosen = rated.options.multiplayer;
    if chosen.is_none()
        && !graph.is_paranoid()
        && ratings.way_to_tell() == Some(Multiplayer::Paranoid)
    {
        notices.push(
            "rated paranoid, all others against one: max-n needs a ply limit where positions repeat"
                .to_owned(),
        );
    }
    // Below the root only a game that forgot an end has no moves where no limit is.
    let lacks = |vertex: &Vertex| {
        matches!(graph.kind(*vertex), VertexKind::Horizon(_))
            && graph.plies_left(*vertex) != Some(0)
            && graph.bounds(*vertex, Player(0)).is_none()
    };
    let may = graph.stopped().is_none() && rated.graph.unfinished().is_none();
    let mut lacking = graph.vertices().skip(1).filter(|_| may).filter(lacks);
    if let Some(first) = lacking.next() {
        notices.push(format!(
            "position {} has no moves and is no end ({} such in all): return Kind::End from \
             Game::moves where the game is over",
            quoted(&rated.graph.position_text(first)),
            1 + lacking.count()
        ));
    }
    notices
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = self.root();
        write!(f, "Tree({}, {} nodes)", root.position(), self.nodes())
    }
}
