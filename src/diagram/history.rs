//! The rating history (`RatingHistory`): the ratings of every player along a line, ply by ply, with those
//! of the moves not made, and its blunders. Heights are shares of the range of payoffs, 0 at the
//! bottom.

use super::view::TreeView;
use crate::game::{Player, ratio, to_f64};
use crate::rating::is_blunder;
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::{
    WorseMove, capitalised, move_name, number_text, player_name, short_number, step_text,
    worse_move,
};

/// Maximum number of other moves listed one by one.
const MAX_OTHERS: usize = 6;
/// Heights that are this close are one mark.
const CLOSE: f32 = 1e-4;

/// A rating's height, and whether that is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// From 0, the smallest payoff, to 1, the largest.
    pub share: f32,
    /// Whether the rating is proven.
    pub proven: bool,
}

/// The ratings along a line. If ratings are hidden it has only nodes and moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingHistory {
    /// The root first.
    nodes: Vec<UnfoldingNode>,
    players: usize,
    /// One per node and player; none if ratings are hidden.
    heights: Vec<Height>,
    /// The start of each node's heights of moves not made; one entry more than there are nodes.
    first_other: Vec<u32>,
    others: Vec<Height>,
    /// The nodes after blunders, by index.
    blunders: Vec<usize>,
    marks: Vec<(f32, String)>,
}

impl RatingHistory {
    /// The ratings of these nodes of the unfolding, a line from its root.
    pub fn new(view: &TreeView<'_>, nodes: Vec<UnfoldingNode>) -> Self {
        let graph = view.labels.graph();
        let mut history = Self {
            players: graph.players(),
            marks: marks(view),
            nodes,
            ..Self::default()
        };
        if view.hidden {
            return history;
        }
        let ratings = &view.analysis.ratings;
        let range = graph.range();
        let (low, high) = (to_f64(&range.0), to_f64(&range.1));
        let height = |node: UnfoldingNode, vertex: Vertex, player: Player| {
            let here = view.at(node);
            Height {
                share: share(here.rating(vertex, player).to_f64(), low, high),
                proven: here.is_proven(vertex, player),
            }
        };
        for index in 0..history.nodes.len() {
            let node = history.nodes[index];
            let vertex = view.unfolding.vertex(node);
            let players = Player::all(graph.players());
            history
                .heights
                .extend(players.map(|player| height(node, vertex, player)));
            history.first_other.push(history.others.len() as u32);
            let Some((source, edge)) = history.step(view, index) else {
                continue;
            };
            let Some(player) = chooser(graph.kind(source)) else {
                continue;
            };
            let begin = history.others.len();
            let parent = view.unfolding.parent(node).unwrap_or(node);
            for other in graph.edges(source).filter(|other| *other != edge) {
                let mark = height(parent, graph.target(other), player);
                let known = history.others[begin..].iter();
                let alike = |known: &Height| {
                    known.proven == mark.proven && (known.share - mark.share).abs() < CLOSE
                };
                if !known.into_iter().any(alike) {
                    history.others.push(mark);
                }
            }
            if is_blunder(graph, ratings, source, edge) {
                history.blunders.push(index);
            }
        }
        history.first_other.push(history.others.len() as u32);
        history
    }

    /// The number of nodes of the line, including the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Whether ratings are kept from the reader.
    pub fn is_hidden(&self) -> bool {
        self.heights.is_empty()
    }

    /// The node at an index of the line, the root being 0.
    pub fn node(&self, index: usize) -> Option<UnfoldingNode> {
        self.nodes.get(index).copied()
    }

    /// The last node of the line.
    pub fn last(&self) -> Option<UnfoldingNode> {
        self.nodes.last().copied()
    }

    /// A player's rating at an index of the line.
    pub fn height(&self, slot: usize, player: Player) -> Option<Height> {
        if player.index() >= self.players {
            return None;
        }
        let index = slot.checked_mul(self.players)?;
        self.heights.get(index + player.index()).copied()
    }

    /// The ratings of the moves not made before an index, for the player who chose, each rating
    /// once.
    pub fn others(&self, index: usize) -> &[Height] {
        let begin = self.first_other.get(index).copied().unwrap_or_default();
        let end = self.first_other.get(index + 1).copied().unwrap_or(begin);
        let range = begin as usize..end as usize;
        self.others.get(range).unwrap_or_default()
    }

    /// The indices of nodes after blunders, in order.
    pub fn blunders(&self) -> &[usize] {
        &self.blunders
    }

    /// Whether a blunder led to a node.
    pub fn is_blunder(&self, index: usize) -> bool {
        self.blunders.binary_search(&index).is_ok()
    }

    /// The next blunder after an index.
    pub fn next_blunder(&self, index: usize) -> Option<usize> {
        let after = self.blunders.partition_point(|blunder| *blunder <= index);
        self.blunders.get(after).copied()
    }

    /// The last blunder before an index.
    pub fn previous_blunder(&self, index: usize) -> Option<usize> {
        let before = self.blunders.partition_point(|blunder| *blunder < index);
        self.blunders.get(before.checked_sub(1)?).copied()
    }

    /// The ratings labeled on the scale, with their heights.
    pub fn marks(&self) -> &[(f32, String)] {
        &self.marks
    }

    /// The lowest and the highest of a player's ratings in each of `count` stretches of the line.
    /// The first starts at the index `from`, and each is `per` nodes long. `None` for a stretch
    /// without nodes.
    pub fn stretches(
        &self,
        player: Player,
        from: f64,
        per: f64,
        count: usize,
    ) -> Vec<Option<(f32, f32)>> {
        let mut stretches = vec![None; count];
        let first = from.max(0.0).floor() as usize;
        for index in first..self.len() {
            let at = ((index as f64 - from) / per).floor();
            if at < 0.0 {
                continue;
            }
            let Some(stretch) = stretches.get_mut(at as usize) else {
                break;
            };
            let Some(Height { share, .. }) = self.height(index, player) else {
                break;
            };
            let (low, high) = stretch.unwrap_or((share, share));
            *stretch = Some((share.min(low), share.max(high)));
        }
        stretches
    }

    /// The index of a node in the line, and `true`. If it isn't in the line, the last index that
    /// its own line has in common with this one, and `false`.
    pub fn place_of(&self, view: &TreeView<'_>, node: UnfoldingNode) -> (usize, bool) {
        let mut depth = 0;
        let mut at = node;
        while let Some(parent) = view.unfolding.parent(at) {
            depth += 1;
            at = parent;
        }
        let mut at = node;
        while depth >= self.len() || self.nodes.get(depth) != Some(&at) {
            let Some(parent) = view.unfolding.parent(at) else {
                return (0, node == UnfoldingNode::ROOT);
            };
            at = parent;
            depth -= 1;
        }
        (depth, at == node)
    }

    /// The move to an index, and the vertex where it was made.
    fn step(&self, view: &TreeView<'_>, index: usize) -> Option<(Vertex, Edge)> {
        let node = self.node(index)?;
        let source = view.unfolding.parent(node)?;
        Some((view.unfolding.vertex(source), view.unfolding.edge(node)?))
    }

    /// The player who chose the move to an index; `None` at the root and after chance.
    pub fn chosen_by(&self, view: &TreeView<'_>, index: usize) -> Option<Player> {
        let (source, _) = self.step(view, index)?;
        match view.labels.graph().kind(source) {
            VertexKind::Decision(mover) => Some(mover),
            _ => None,
        }
    }

    /// The move to an index: `2→3`; `start` at the root.
    pub fn move_name(&self, view: &TreeView<'_>, index: usize) -> String {
        self.step(view, index).map_or_else(
            || "root".to_owned(),
            |(source, edge)| move_name(view.labels, source, edge),
        )
    }

    /// The move to a node, if it lowered its mover's rating.
    pub fn worse(&self, view: &TreeView<'_>, index: usize) -> Option<WorseMove> {
        if view.hidden {
            return None;
        }
        let (source, edge) = self.step(view, index)?;
        worse_move(view.labels, view.analysis, source, edge)
    }

    /// The facts about a node, one per line: the move to it, all players' ratings, the
    /// alternatives, and what it cost.
    pub fn ply_texts(&self, view: &TreeView<'_>, index: usize) -> Vec<String> {
        let Some(node) = self.node(index) else {
            return Vec::new();
        };
        let ply = short_number(view.unfolding.ply(node));
        let step = self.step(view, index);
        let mut lines = vec![match step {
            Some((source, edge)) => {
                format!("Ply {ply}: {}", step_text(view.labels, source, edge))
            }
            None => "Root".to_owned(),
        }];
        if view.hidden {
            return lines;
        }
        let graph = view.labels.graph();
        let vertex = view.unfolding.vertex(node);
        let each: Vec<String> = Player::all(graph.players())
            .map(|player| {
                let name = player_name(view.labels, player);
                format!("{name} {}", view.at(node).rating_of(vertex, player))
            })
            .collect();
        lines.push(format!("Ratings: {}", each.join(", ")));
        let Some((source, edge)) = step else {
            return lines;
        };
        let Some(player) = chooser(graph.kind(source)) else {
            return lines;
        };
        let others: Vec<Edge> = graph.edges(source).filter(|other| *other != edge).collect();
        let above = view.at(view.unfolding.parent(node).unwrap_or(node));
        if !others.is_empty() {
            let mut messages: Vec<String> = others
                .iter()
                .take(MAX_OTHERS)
                .map(|other| {
                    let rating = above.rating_by(*other, player);
                    format!("{} {rating}", move_name(view.labels, source, *other))
                })
                .collect();
            if others.len() > MAX_OTHERS {
                messages.push(format!("{} more", others.len() - MAX_OTHERS));
            }
            let name = player_name(view.labels, player);
            lines.push(format!(
                "Other moves (rating for {name}): {}",
                messages.join(", ")
            ));
        }
        if let Some(worse) = self.worse(view, index) {
            lines.push(format!(
                "{}: {}",
                capitalised(worse.loss.text()),
                worse.cost()
            ));
        }
        lines
    }
}

/// The player for whom the moves of a position are compared.
fn chooser(kind: VertexKind) -> Option<Player> {
    match kind {
        VertexKind::Decision(player) | VertexKind::Chance(player) => Some(player),
        VertexKind::Horizon(_) | VertexKind::End => None,
    }
}

/// The height of a number in a range, as a share.
fn share(number: f64, low: f64, high: f64) -> f32 {
    if high <= low {
        return 0.5;
    }
    ((number - low) / (high - low)).clamp(0.0, 1.0) as f32
}

/// The ends of the range of payoffs, and an equal share, if that is well between them.
fn marks(view: &TreeView<'_>) -> Vec<(f32, String)> {
    let graph = view.labels.graph();
    let (low, high) = graph.range();
    let (bottom, top) = (to_f64(&low), to_f64(&high));
    if top <= bottom {
        return vec![(0.5, number_text(low, 5))];
    }
    let alike = ratio(1, graph.players().max(1) as i128);
    let between = share(to_f64(&alike), bottom, top);
    let mut marks = vec![(0.0, number_text(low, 5))];
    if (0.2..=0.8).contains(&between) {
        marks.push((between, number_text(alike, 5)));
    }
    marks.push((1.0, number_text(high, 5)));
    marks
}
