//! [`TreePart`]: an expanded part of the tree, for files and figures.

use petgraph::graph::Graph as PetGraph;

use super::{Move, Node, Tree};
use crate::save::{Layer, write_tree};
use crate::tree::{Unfolded, Unfolding, UnfoldingNode, Vertex};

#[cfg(feature = "pictures")]
use {
    super::Error,
    crate::diagram::RatingsFor,
    crate::export::{Content, Figure, Format, has_boards},
    crate::game::{Player, Refusal, quoted},
    crate::save::{BoardFile, write_file},
    std::io::Write,
    std::path::Path,
};

/// A part of a [`Tree`], one node for each line of play.
#[derive(Clone, Debug)]
pub struct TreePart<'a> {
    tree: &'a Tree,
    unfolding: Unfolding,
    stopped: Option<u64>,
    layer: Layer,
    #[cfg(feature = "pictures")]
    ratings_for: RatingsFor,
    /// Whether boards are drawn in the nodes; default: those of a small tree.
    #[cfg(feature = "pictures")]
    boards: Option<bool>,
}

impl<'a> TreePart<'a> {
    pub(super) fn new(tree: &'a Tree, max_plies: Option<u32>, max_nodes: usize) -> Self {
        let graph = tree.rated.graph.graph();
        let max_nodes = max_nodes.min(Unfolding::MAX_NODES);
        let mut unfolding = Unfolding::new();
        let all = unfolding.unfold_below(graph, UnfoldingNode::ROOT, max_plies, max_nodes);
        Self {
            tree,
            unfolding,
            stopped: (all == Unfolded::Stopped).then_some(max_nodes as u64),
            layer: Layer::default(),
            #[cfg(feature = "pictures")]
            ratings_for: RatingsFor::Player(Player(0)),
            #[cfg(feature = "pictures")]
            boards: None,
        }
    }

    /// Gives it a title, for files and figures.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.layer.title = Some(title.to_owned());
        self
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.unfolding.len()
    }

    /// Whether it has no nodes: never, since a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.unfolding.is_empty()
    }

    /// Whether it was the limit of nodes that kept it from being larger.
    pub fn is_limited(&self) -> bool {
        self.stopped.is_some()
    }

    /// The nodes as a graph for petgraph, with weights of your choice: in depth-first order, the
    /// root first. `edges` lists moves in the rules' order.
    pub fn graph<N, E>(
        &self,
        mut node: impl FnMut(Node<'a>) -> N,
        mut mv: impl FnMut(Move<'a>) -> E,
    ) -> PetGraph<N, E> {
        let tree = self.tree;
        let own = self.unfolding.game_tree().graph;
        own.map(
            |_, vertex| node(tree.node(*vertex)),
            |place, edge| {
                let ends = own.edge_endpoints(place);
                let source = ends.map_or(Vertex::ROOT, |(source, _)| own[source]);
                mv(tree.mv(source, *edge))
            },
        )
    }

    /// It as a tree file, which doomtree opens and [`Tree::read`] reads.
    pub fn json(&self) -> String {
        let mut out = Vec::new();
        let source = self.tree.rated.source();
        let written = write_tree(
            &mut out,
            &source,
            &self.unfolding,
            self.stopped,
            &self.layer,
        );
        debug_assert!(written.is_ok(), "memory takes everything");
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Figures and files of other formats.
#[cfg(feature = "pictures")]
impl TreePart<'_> {
    /// Shows the ratings for this player. Default: the first one.
    #[must_use]
    pub fn ratings_for(mut self, player: Player) -> Self {
        self.ratings_for = RatingsFor::Player(player);
        self
    }

    /// Shows on each node the rating for its player to move.
    #[must_use]
    pub fn ratings_for_mover(mut self) -> Self {
        self.ratings_for = RatingsFor::Mover;
        self
    }

    /// Draws the board on every node, in pictures.
    #[must_use]
    pub fn boards(mut self) -> Self {
        self.boards = Some(true);
        self
    }

    /// The figure as SVG.
    ///
    /// # Errors
    /// A tree that is too large for a figure.
    pub fn svg(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        self.write("svg", &mut out)?;
        Ok(String::from_utf8(out).unwrap_or_default())
    }

    /// Writes it in a format, such as `pdf`, `png`, `dot` or `csv`: the names of `doomtree export
    /// --format`.
    ///
    /// # Errors
    /// An unknown format, one that can't hold this part, or a writer that fails.
    pub fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Error> {
        let found = Format::of_id(format).ok_or_else(|| {
            let named = quoted(format);
            let what = format!("unknown format {named}");
            Refusal::new(what, "use one of 'doomtree export --help'")
        })?;
        self.with_content(found, |content| Ok(found.write_to(content, out)?))
    }

    /// Saves it to a file; the write is atomic. The format follows from the extension. Returns one
    /// sentence for each attribute of a replaced file that isn't kept.
    ///
    /// # Errors
    /// An unknown extension, a format that can't hold this part, or a file that can't be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<Vec<String>, Error> {
        let path = path.as_ref();
        let name = path.to_string_lossy();
        let format = Format::of_file(&name)?;
        self.with_content(format, |content| {
            Ok(write_file(path, |out| format.write_to(content, out))?)
        })
    }

    /// Passes the content on, if the format can hold it.
    fn with_content<T>(
        &self,
        format: &Format,
        act: impl FnOnce(&Content<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let rated = &self.tree.rated;
        let root = self.tree.root().position();
        let mut board = BoardFile::new(&rated.game, &rated.rules, &root);
        board.title.clone_from(&self.layer.title);
        let boards = self.boards.unwrap_or_else(|| has_boards(rated));
        let content = Content {
            rated,
            unfolding: &self.unfolding,
            layer: &self.layer,
            board: &board,
            figure: Figure {
                title: self.layer.title.as_deref(),
                ratings_for: self.ratings_for,
                show: format.usual(boards, false),
                ..Figure::default()
            },
            alone: None,
            stopped: self.stopped,
        };
        match (format.fault)(&content) {
            Some(fault) => Err(fault.into()),
            None => act(&content),
        }
    }
}
