//! Copies a part of a game's tree to a scripted tree: moves become names, payoffs are the game's.

use crate::game::{Kind, Player, Rational, Refusal};
use crate::games::scripted::ScriptWriter;
use crate::rating::Rating;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::counted;

/// Maximum number of copied nodes.
pub const MAX_COPIED: usize = 1_000;

/// A copy of a part of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The tree as a script.
    pub script: String,
    /// The number of nodes.
    pub nodes: usize,
    /// Whether it has everything below the node. Otherwise it has the unfolded part, and a node
    /// with something left out below is an end that pays its rating.
    pub is_whole: bool,
}

/// Copies the tree below a node, or its unfolded part if the tree is too large.
///
/// # Errors
/// Why it can't be copied.
pub fn copied(
    rated: &Rated,
    unfolding: &Unfolding,
    node: UnfoldingNode,
) -> Result<Copied, Refusal> {
    let graph = rated.graph.graph();
    let mut whole = Unfolding::at(unfolding.vertex(node));
    let mut open = vec![UnfoldingNode::ROOT];
    let mut is_whole = true;
    while let Some(node) = open.pop() {
        whole.unfold(graph, node);
        open.extend(whole.children(node));
        if whole.len() > MAX_COPIED {
            is_whole = false;
            break;
        }
    }
    let (shown, root) = match is_whole {
        true => (&whole, UnfoldingNode::ROOT),
        false => (unfolding, node),
    };
    let nodes = below(shown, root)?;
    let players: Vec<String> = Player::all(graph.players())
        .map(|player| rated.graph.player_name(player))
        .collect();
    let mut writer = ScriptWriter::new(&players);
    let mut number = vec![0; shown.len()];
    for (index, node) in nodes.iter().enumerate() {
        number[node.index()] = index;
    }
    let name = |node: UnfoldingNode| match number[node.index()] {
        0 => "start".to_owned(),
        index => format!("n{index}"),
    };
    for node in &nodes {
        let vertex = shown.vertex(*node);
        let is_open = shown.is_open(*node) && !graph.is_leaf(vertex);
        if !is_open {
            match payoffs(rated, vertex) {
                Some(payoffs) => writer.node(&name(*node), Kind::End, &payoffs),
                None => writer.open_end(&name(*node)),
            }
            continue;
        }
        let kind = match graph.kind(vertex) {
            VertexKind::Chance(player) => Kind::Chance(player),
            kind => Kind::Decision(kind.player().unwrap_or(Player(0))),
        };
        writer.node(&name(*node), kind, &[]);
        for child in shown.children(*node) {
            let Some(edge) = shown.edge(child) else {
                continue;
            };
            let chance = matches!(kind, Kind::Chance(_));
            let probability = chance.then(|| graph.probability(edge));
            let label = rated.graph.move_text(vertex, edge);
            writer.branch(&label, probability, &name(child));
        }
    }
    Ok(Copied {
        script: writer.finish(),
        nodes: nodes.len(),
        is_whole,
    })
}

/// The nodes that are unfolded from one on.
fn below(unfolding: &Unfolding, root: UnfoldingNode) -> Result<Vec<UnfoldingNode>, Refusal> {
    let mut nodes = vec![root];
    let mut next = 0;
    while let Some(node) = nodes.get(next).copied() {
        next += 1;
        if unfolding.is_open(node) {
            nodes.extend(unfolding.children(node));
        }
        if nodes.len() > MAX_COPIED {
            let max = counted(MAX_COPIED, "node");
            return Err(Refusal::new(
                format!("More than {max} are expanded below the selected node"),
                "collapse some, or select a node further down, to copy them as a tree of your own",
            ));
        }
    }
    Ok(nodes)
}

/// The payoffs of a leaf in the copy: its own, or its ratings if they are exact and proven.
fn payoffs(rated: &Rated, vertex: Vertex) -> Option<Vec<Rational>> {
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    let mut players = Player::all(graph.players());
    players.try_fold(Vec::new(), |mut payoffs, player| {
        match ratings.rating(vertex, player) {
            Rating::Exact(number) if ratings.is_proven(vertex, player) => payoffs.push(number),
            _ => return None,
        }
        Some(payoffs)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scripted::WrittenTree;
    use crate::games::{Setup, Switches};
    use crate::session::{GraphRequest, open};
    use crate::tree::Limits;
    use crate::work::TurnLength;

    fn rated(game: &str, board: &str) -> Rated {
        let setup = Setup::of_board(game, Switches::default(), board, None);
        let wanted: GraphRequest = Limits::default().into();
        let mut build = open(&setup, wanted, "").expect("a board");
        while !build.step(TurnLength::Work(10_000)).done {}
        build.finish()
    }

    fn root_rating(rated: &Rated) -> Rating {
        rated.analysis.ratings.rating(Vertex::ROOT, Player(0))
    }

    #[test]
    fn all_of_a_small_tree_is_copied_and_has_the_same_rating() {
        let board = rated("dice-of-doom", "b1a3/b2b2 a");
        let copy = copied(&board, &Unfolding::new(), UnfoldingNode::ROOT).expect("a copy");
        assert!(copy.is_whole);
        assert_eq!(copy.nodes, 31);
        let own = rated("scripted", &copy.script);
        assert!(root_rating(&own).ties_with(&root_rating(&board)));
    }

    #[test]
    fn of_a_large_tree_what_is_unfolded_is_copied_and_proven_ratings_are_payoffs() {
        let board = rated("tic-tac-toe", ".../.../... x");
        let mut unfolding = Unfolding::new();
        unfolding.unfold(board.graph.graph(), UnfoldingNode::ROOT);
        let copy = copied(&board, &unfolding, UnfoldingNode::ROOT).expect("a copy");
        assert!(!copy.is_whole);
        assert_eq!(copy.nodes, 10);
        let written = WrittenTree::read(&copy.script).expect("a script");
        assert!(written.unfinished().is_none());
        let own = rated("scripted", &copy.script);
        assert!(root_rating(&own).ties_with(&root_rating(&board)));
    }

    #[test]
    fn more_than_can_be_drawn_is_not_copied() {
        let board = rated("tic-tac-toe", ".../.../... x");
        let mut unfolding = Unfolding::new();
        let mut next = 0;
        while unfolding.len() <= 2 * MAX_COPIED {
            unfolding.unfold(board.graph.graph(), UnfoldingNode(next));
            next += 1;
        }
        let why = copied(&board, &unfolding, UnfoldingNode::ROOT).expect_err("too much");
        let why = why.to_string();
        assert!(why.contains("1,000"), "{why}");
    }
}
