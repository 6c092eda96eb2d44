//! [`Tree`]: the rated game tree of a board.

use std::fmt;

use petgraph::graph::Graph as PetGraph;

use super::summary::Summary;
use super::{Error, Move, Node, Start, TreeBuilder, TreePart};
use crate::game::Player;
use crate::rating::Rating;
use crate::save::{Opened, open_reader, setup_of_text};
use crate::session::{Loaded, Rated};
use crate::tree::{Count, Edge, Vertex};

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
}

impl Tree {
    pub(super) fn of(rated: Rated) -> Self {
        let notices = Vec::new();
        Self { rated, notices }
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
                let Loaded { rated, notices, .. } = Loaded::of(*file, None)?;
                return Ok(Self { rated, notices });
            }
            Opened::Board(board) => (board.setup()?, board.notices),
            Opened::Exercise(exercise) => (exercise.setup()?, Vec::new()),
            Opened::Imported(imported) => (imported.setup, imported.notices),
            Opened::Text(text) => (setup_of_text(&text, None), Vec::new()),
        };
        let tree = TreeBuilder::of_setup(setup).build()?;
        Ok(Self { notices, ..tree })
    }

    /// What should be known of the text that the tree was [read](Self::read) from, a sentence each:
    /// what it leaves out, or that it isn't its game's tree and is open as it is written.
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

    /// The number of distinct positions.
    pub fn positions(&self) -> u64 {
        self.rated.graph.distinct().positions
    }

    /// Whether no limit left anything out.
    pub fn is_complete(&self) -> bool {
        self.rated.graph.graph().is_complete()
    }

    /// Whether play can repeat a position, so that the tree is infinite.
    pub fn is_cyclic(&self) -> bool {
        self.rated.graph.graph().is_cyclic()
    }

    /// Ratings, moves and counts as plain data that serde can serialize and deserialize.
    pub fn summary(&self) -> Summary {
        Summary::new(&self.rated)
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

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = self.root();
        write!(f, "Tree({}, {} nodes)", root.position(), self.nodes())
    }
}
