//! [`Node`] and [`Move`]: the positions of a tree, and the moves between them.

use std::hash::{Hash, Hasher};
use std::{fmt, ptr};

use super::{Error, Tree};
use crate::game::{Game, Player, Rational};
use crate::rating::{Loss, Rating, best_edges, best_line, loss};
use crate::tree::{Count, Edge, Graph, Vertex, VertexKind};

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeKind {
    /// The player chooses a move.
    Decision(Player),
    /// Chance decides. The player is the one whose move rolled the dice.
    Chance(Player),
    /// The game is over.
    End,
    /// A limit stopped the tree here. The player would be the next to move.
    Limit(Player),
}

/// A position of a [`Tree`], rated. It is the same in all lines that lead to it.
///
/// ```
/// use doomtree::{NodeKind, Player, Tree};
///
/// let tree = Tree::open("b2b2/a2b1 a")?;
/// let node = tree.after("2>3 pass 0>2")?;
/// assert_eq!(node.kind(), NodeKind::Decision(Player(1)));
/// assert_eq!(node.rating(Player(1)).to_string(), "1");
/// assert_eq!(node.nodes().to_string(), "4");
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(super) tree: &'a Tree,
    pub(super) vertex: Vertex,
}

impl<'a> Node<'a> {
    fn graph(&self) -> &'a Graph {
        self.tree.rated.graph.graph()
    }

    fn moves_of(&self, edges: impl IntoIterator<Item = Edge>) -> Vec<Move<'a>> {
        let edges = edges.into_iter();
        edges.map(|edge| self.tree.mv(self.vertex, edge)).collect()
    }

    /// The player, if the game has it.
    #[track_caller]
    pub(super) fn known(&self, player: Player) -> Player {
        let players = self.graph().players();
        assert!(
            player.index() < players,
            "{player:?} in a game of {players} players: count from Player(0)"
        );
        player
    }

    /// Its index in the position graph, 0 for the root. It is also the index of its node in
    /// [`Tree::graph`].
    pub fn index(&self) -> usize {
        self.vertex.index()
    }

    /// The position, in notation.
    pub fn position(&self) -> String {
        self.tree.rated.graph.position_text(self.vertex)
    }

    /// The position as the game's own type; `None` for another game. A bot needs no text.
    ///
    /// ```
    /// use doomtree::Tree;
    /// # use doomtree::{Game, Kind, Player, Rational, Shown, one, zero};
    /// # #[derive(Clone)]
    /// # struct Heap;
    /// # impl Game for Heap {
    /// #     type Position = (u32, Player);
    /// #     type Move = u32;
    /// #     fn name(&self) -> &str { "heap" }
    /// #     fn players(&self) -> usize { 2 }
    /// #     fn moves(&self, &(left, mover): &(u32, Player), out: &mut Vec<u32>) -> Kind {
    /// #         out.extend(1..=left.min(2));
    /// #         if left == 0 { Kind::End } else { Kind::Decision(mover) }
    /// #     }
    /// #     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
    /// #         (left - taken, Player(1 - mover.0))
    /// #     }
    /// #     fn payoff(&self, &(_, mover): &(u32, Player), player: Player) -> Rational {
    /// #         if player == mover { zero() } else { one() }
    /// #     }
    /// # }
    /// # impl Shown for Heap {}
    /// // The heap of the first page: its moves are numbers.
    /// let tree = Tree::open((Heap, (7, Player(0))))?;
    /// let best = tree.best_moves()[0];
    /// assert_eq!(best.as_move::<Heap>(), Some(&1));
    /// assert_eq!(best.after().as_position::<Heap>(), Some(&(6, Player(1))));
    /// assert_eq!(tree.root().after_move::<Heap>(1), Some(best.after()));
    /// assert_eq!(tree.find::<Heap>(&(6, Player(1))), Some(best.after()));
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    pub fn as_position<G: Game>(&self) -> Option<&'a G::Position> {
        self.tree
            .rated
            .graph
            .any_position(self.vertex)
            .downcast_ref()
    }

    /// The kind of the position.
    pub fn kind(&self) -> NodeKind {
        match self.graph().kind(self.vertex) {
            VertexKind::Decision(player) => NodeKind::Decision(player),
            VertexKind::Chance(player) => NodeKind::Chance(player),
            VertexKind::End => NodeKind::End,
            VertexKind::Horizon(player) => NodeKind::Limit(player),
        }
    }

    /// The player to move; `None` at an end and where chance decides.
    pub fn mover(&self) -> Option<Player> {
        match self.kind() {
            NodeKind::Decision(player) | NodeKind::Limit(player) => Some(player),
            NodeKind::Chance(_) | NodeKind::End => None,
        }
    }

    /// The rating (minimax value) for a player: the player's payoff with best play by all.
    ///
    /// # Panics
    /// If the game has no such player.
    #[track_caller]
    pub fn rating(&self, player: Player) -> Rating {
        let player = self.known(player);
        self.tree.rated.analysis.ratings.rating(self.vertex, player)
    }

    /// The lower and the upper bound that are proven of the rating. They are the rating itself
    /// unless a limit stopped the tree below.
    ///
    /// # Panics
    /// If the game has no such player.
    #[track_caller]
    pub fn proven(&self, player: Player) -> (Rating, Rating) {
        let player = self.known(player);
        self.tree.rated.analysis.ratings.proven(self.vertex, player)
    }

    /// Whether the ratings for all players are proven.
    pub fn is_proven(&self) -> bool {
        self.tree.rated.analysis.ratings.all_proven(self.vertex)
    }

    /// The legal moves, or the outcomes of chance, in the rules' order.
    pub fn moves(&self) -> Vec<Move<'a>> {
        self.moves_of(self.graph().edges(self.vertex))
    }

    /// The moves that are proven to be best; none if chance decides.
    pub fn best_moves(&self) -> Vec<Move<'a>> {
        let ratings = &self.tree.rated.analysis.ratings;
        self.moves_of(best_edges(self.graph(), ratings, self.vertex))
    }

    /// Best play from here to an end, a repetition, a limit, or where no move is proven to be best.
    /// At chance it follows the likeliest outcome.
    pub fn best_line(&self) -> Vec<Move<'a>> {
        let analysis = &self.tree.rated.analysis;
        let (ratings, distances) = (&analysis.ratings, &analysis.distances);
        // The line of a search goes on from each of its positions.
        let mut next = Vertex::ROOT;
        let searched = self.tree.line.iter().position(|edge| {
            let here = std::mem::replace(&mut next, self.graph().target(*edge));
            here == self.vertex
        });
        let line = match searched {
            Some(start) => self.tree.line[start..].to_vec(),
            None => best_line(self.graph(), ratings, distances, self.vertex).line,
        };
        let mut from = self.vertex;
        let step = |edge: Edge| {
            let mv = self.tree.mv(from, edge);
            from = mv.after().vertex;
            mv
        };
        line.into_iter().map(step).collect()
    }

    /// The position after a line: moves in notation, with spaces between them.
    /// A move that has spaces itself is in double quotes.
    ///
    /// # Errors
    /// A move that isn't legal, with its column and the moves that are.
    pub fn after(&self, line: &str) -> Result<Node<'a>, Error> {
        let edges = self.tree.rated.graph.read_line(self.vertex, line)?;
        let end = edges.last().map(|edge| self.graph().target(*edge));
        Ok(self.tree.node(end.unwrap_or(self.vertex)))
    }

    /// The position after a move of the game's own type, or an outcome of chance; `None` if it isn't
    /// legal here, or of another game.
    pub fn after_move<G: Game>(&self, mv: G::Move) -> Option<Node<'a>> {
        let mut moves = self.moves().into_iter();
        let found = moves.find(|own| own.as_move::<G>() == Some(&mv))?;
        Some(found.after())
    }

    /// The exact number of nodes in the tree here and below.
    pub fn nodes(&self) -> Count<'a> {
        self.tree.rated.analysis.nodes.of(self.vertex)
    }

    /// The exact number of ends in the tree here and below.
    pub fn ends(&self) -> Count<'a> {
        self.tree.rated.analysis.ends.of(self.vertex)
    }

    /// The plies of the longest line from here; `None` if lines never end.
    pub fn longest_line(&self) -> Option<u32> {
        self.tree.rated.analysis.longest.of(self.vertex)
    }
}

/// The same position of the same tree.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.tree, other.tree) && self.vertex == other.vertex
    }
}

impl Eq for Node<'_> {}

impl Hash for Node<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertex.hash(state);
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({})", self.position())
    }
}

/// A move of a position, or an outcome of chance. It displays as its notation.
///
/// ```
/// use doomtree::Tree;
///
/// let tree = Tree::open("a1b1a3b2b3 a")?;
/// let worse: Vec<String> = tree
///     .root()
///     .moves()
///     .iter()
///     .filter(|mv| mv.is_blunder())
///     .map(|mv| mv.to_string())
///     .collect();
/// assert_eq!(worse.len(), 1);
/// # Ok::<(), doomtree::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Move<'a> {
    pub(super) tree: &'a Tree,
    pub(super) source: Vertex,
    pub(super) edge: Edge,
}

impl<'a> Move<'a> {
    /// The position before it.
    pub fn before(&self) -> Node<'a> {
        self.tree.node(self.source)
    }

    /// The position after it.
    pub fn after(&self) -> Node<'a> {
        let graph = self.tree.rated.graph.graph();
        self.tree.node(graph.target(self.edge))
    }

    /// The move as the game's own type; `None` for another game.
    pub fn as_move<G: Game>(&self) -> Option<&'a G::Move> {
        self.tree.rated.graph.any_move(self.edge).downcast_ref()
    }

    /// The exact probability of an outcome of chance; `None` for a move.
    pub fn probability(&self) -> Option<Rational> {
        let graph = self.tree.rated.graph.graph();
        let chance = graph.is_chance(self.source);
        chance.then(|| graph.probability(self.edge))
    }

    /// How much the move lowers its mover's rating at least; `None` if it isn't proven to.
    pub fn loss(&self) -> Option<Loss> {
        let rated = &self.tree.rated;
        let graph = rated.graph.graph();
        loss(graph, &rated.analysis.ratings, self.source, self.edge)
    }

    /// Whether the move is a proven blunder.
    pub fn is_blunder(&self) -> bool {
        self.loss() == Some(Loss::Blunder)
    }
}

/// The same move of the same position.
impl PartialEq for Move<'_> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.tree, other.tree) && self.edge == other.edge
    }
}

impl Eq for Move<'_> {}

impl Hash for Move<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.edge.hash(state);
    }
}

impl fmt::Display for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tree.rated.graph.move_text(self.source, self.edge))
    }
}

impl fmt::Debug for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
