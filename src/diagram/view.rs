//! What is drawn of a tree, and for whom: the graph, what is unfolded of it, its notes, and whose
//! ratings are shown.

use super::elements::Elements;
use super::odds::{chance_text, percent_text};
use super::style::TreeStyle;
use super::supposed::Supposed;
use crate::game::{Player, one, visible, zero};
use crate::rating::{Analysis, Rating};
use crate::tree::{Edge, EndsByWinners, Labels, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::{
    decimal_text, end_text, end_winners, move_words, open_text, rating_text, shortened,
};

/// The notes of an unfolding's nodes.
pub trait Notes {
    /// The note of a node, if it has one.
    fn note(&self, node: UnfoldingNode) -> Option<&str>;

    /// The nodes that have one, if they can be listed without looking at every node.
    fn noted(&self) -> Option<Vec<UnfoldingNode>> {
        None
    }

    /// Whether somebody wants to find the node again.
    fn is_bookmarked(&self, _: UnfoldingNode) -> bool {
        false
    }

    /// The nodes that somebody wants to find again, if they can be listed.
    fn bookmarked(&self) -> Option<Vec<UnfoldingNode>> {
        Some(Vec::new())
    }
}

/// What stands between the payoffs of two players.
pub(super) const BETWEEN_PAYOFFS: &str = " · ";

/// A tree without a note.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNotes;

impl Notes for NoNotes {
    fn note(&self, _: UnfoldingNode) -> Option<&str> {
        None
    }

    fn noted(&self) -> Option<Vec<UnfoldingNode>> {
        Some(Vec::new())
    }
}

/// All that is needed to draw the nodes of an unfolding.
#[derive(Clone, Copy)]
pub struct TreeView<'a> {
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
    /// What is unfolded.
    pub unfolding: &'a Unfolding,
    /// The notes of its nodes.
    pub notes: &'a dyn Notes,
    /// What is assumed, where something is.
    pub what_if: Option<Supposed<'a>>,
    /// Whose rating stands on the nodes.
    pub ratings_for: RatingsFor,
    /// Whether ratings, and what follows from them, are kept from the reader.
    pub hidden: bool,
    /// Its ends by winners, where they are counted.
    pub ends: Option<&'a EndsByWinners>,
    /// How it is drawn.
    pub style: TreeStyle,
    /// What is drawn of it.
    pub elements: Elements,
}

/// Whose rating is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingsFor {
    /// A player's, everywhere.
    Player(Player),
    /// The mover's: of each node the rating for whoever is to move there.
    Mover,
}

/// What stands where a rating is kept from the reader.
pub const HIDDEN: &str = "?";

/// As many characters of a move's or a winner's name stand in a drawn tree.
const MAX_LETTERS: usize = 28;

impl TreeView<'_> {
    /// Whose rating stands on a vertex; an end shows its winner, for the mover nobody's rating.
    pub fn rated_player(&self, vertex: Vertex) -> Option<Player> {
        match self.ratings_for {
            RatingsFor::Player(player) => Some(player),
            RatingsFor::Mover => self.labels.graph().kind(vertex).player(),
        }
    }

    /// For whom the moves of a vertex are compared: for the chosen player, or for its mover.
    pub fn chooser(&self, vertex: Vertex) -> Player {
        self.rated_player(vertex).unwrap_or(Player(0))
    }

    /// A vertex's rating for a player: `1/2`; what is certain of it where it isn't proven, which may
    /// be nothing; and a question mark where ratings are hidden.
    pub fn rating_of(&self, vertex: Vertex, player: Player) -> String {
        if self.hidden {
            return HIDDEN.to_owned();
        }
        self.proven_or_not(vertex, player, rating_text)
    }

    /// The same as a decimal where there is chance, so that ratings side by side can be compared.
    pub fn decimal_of(&self, vertex: Vertex, player: Player) -> String {
        if self.hidden || !self.labels.graph().has_chance() {
            return self.rating_of(vertex, player);
        }
        self.proven_or_not(vertex, player, decimal_text)
    }

    fn proven_or_not(&self, vertex: Vertex, player: Player, text: fn(&Rating) -> String) -> String {
        if self.is_proven(vertex, player) {
            return text(&self.rating(vertex, player));
        }
        let (low, high) = self.proven(vertex, player);
        open_text((&low, &high), self.labels.graph().range())
    }

    /// What stands on a node: its rating, or who has won.
    pub fn node_text(&self, vertex: Vertex) -> String {
        match self.rated_player(vertex) {
            Some(player) if self.labels.graph().kind(vertex) != VertexKind::End => {
                self.rating_of(vertex, player)
            }
            // Who has won counts no more.
            _ if self
                .assumed_here()
                .is_some_and(|here| here.vertex == vertex && here.is_altered()) =>
            {
                self.rating_of(vertex, self.chooser(vertex))
            }
            _ if !self.elements.ends => String::new(),
            _ => match self.payoffs_text(vertex) {
                text if text.is_empty() && self.is_tie_of_all(vertex) => "tie".to_owned(),
                text if text.is_empty() => shortened(&self.winners(vertex), MAX_LETTERS),
                payoffs => payoffs,
            },
        }
    }

    /// What an end pays to each player, where that is more than won or lost; else nothing.
    pub fn payoffs(&self, vertex: Vertex) -> Vec<(Player, String)> {
        let graph = self.labels.graph();
        let is_end = graph.kind(vertex) == VertexKind::End;
        if !is_end || !self.elements.ends || graph.range() == (zero(), one()) {
            return Vec::new();
        }
        Player::all(graph.players())
            .filter_map(|player| Some((player, graph.outcome(vertex, player)?.to_string())))
            .collect()
    }

    /// The same as a text: `4 · 6`; nothing where that is too long for a node.
    pub(super) fn payoffs_text(&self, vertex: Vertex) -> String {
        let payoffs = self.payoffs(vertex);
        let texts: Vec<&str> = payoffs.iter().map(|(_, text)| &**text).collect();
        let text = texts.join(BETWEEN_PAYOFFS);
        match text.chars().count() {
            short if short <= MAX_LETTERS => text,
            _ => String::new(),
        }
    }

    /// Whether an end is shared by all players.
    fn is_tie_of_all(&self, vertex: Vertex) -> bool {
        let players = self.labels.graph().players();
        end_winners(self.labels, vertex)
            .is_some_and(|winners| players > 1 && winners.iter().count() == players)
    }

    /// Whether the best line and best moves are told from other moves.
    pub(super) fn marks_best(&self) -> bool {
        self.elements.best_line && !self.hidden
    }

    /// Who has won an end.
    pub fn winners(&self, vertex: Vertex) -> String {
        end_text(self.labels, vertex).unwrap_or_default()
    }

    /// A player's name, fit to be shown.
    pub fn name(&self, player: Player) -> String {
        visible(&self.labels.player_name(player)).into_owned()
    }

    /// What stands on the move to a node: its name, and its probability where chance decides.
    /// `None` at the root, and where moves have no names.
    pub fn move_name(&self, node: UnfoldingNode) -> Option<String> {
        if !self.elements.moves {
            return None;
        }
        let source = self.unfolding.vertex(self.unfolding.parent(node)?);
        Some(self.edge_name(source, self.unfolding.edge(node)?))
    }

    /// What stands on a move of `source`: its name, and its probability where chance decides.
    pub fn edge_name(&self, source: Vertex, edge: Edge) -> String {
        let graph = self.labels.graph();
        let name = self.labels.move_text(source, edge);
        let name = move_words(&visible(&name)).replace(" → ", "→");
        let name = shortened(&name, MAX_LETTERS);
        match graph.kind(source) {
            VertexKind::Chance(_) => format!("{name} {}", chance_text(graph.probability(edge))),
            _ => name,
        }
    }

    /// A node in one sentence, for a screen reader.
    pub fn describe(&self, node: UnfoldingNode) -> String {
        let graph = self.labels.graph();
        let vertex = self.unfolding.vertex(node);
        let position = self.labels.position_text(vertex);
        let here = self.at(node);
        let name = |player| self.labels.player_name(player);
        let rating = self
            .rated_player(vertex)
            .map_or_else(String::new, |player| {
                let rating = here.rating_of(vertex, player);
                match here.is_proven(vertex, player) {
                    _ if self.hidden => "rating hidden".to_owned(),
                    true => format!("rating {rating} for {}", name(player)),
                    false => format!(
                        "not proven, {} for {}",
                        here.open_words(vertex, player),
                        name(player)
                    ),
                }
            });
        let what = match graph.kind(vertex) {
            VertexKind::End => self.winners(vertex),
            VertexKind::Decision(mover) => format!("{} to move, {rating}", name(mover)),
            VertexKind::Chance(_) => format!("chance, {rating}"),
            VertexKind::Horizon(mover) => {
                format!("{} to move, stopped here by a limit, {rating}", name(mover))
            }
        };
        let mv = match (self.unfolding.parent(node), self.unfolding.edge(node)) {
            (Some(parent), Some(edge)) => {
                let source = self.unfolding.vertex(parent);
                let mv = self.labels.move_text(source, edge);
                match graph.kind(source) {
                    VertexKind::Chance(_) => {
                        format!("{mv} {}", percent_text(graph.probability(edge)))
                    }
                    _ => mv,
                }
            }
            _ => "root".to_owned(),
        };
        let note = match self.notes.note(node) {
            Some(_) => ", with a note",
            None => "",
        };
        let assumed = self.assumed_words(node);
        let bookmark = match self.notes.is_bookmarked(node) {
            true => ", with a bookmark",
            false => "",
        };
        format!("{mv}: {position}, {what}{assumed}{note}{bookmark}")
    }

    /// The line to a node in words.
    pub fn line_words(&self, node: UnfoldingNode) -> String {
        let line = self.unfolding.line(node);
        match line.as_slice() {
            [] => "the start".to_owned(),
            line => visible(&self.labels.line_text(Vertex::ROOT, line)).into_owned(),
        }
    }
}

/// The players' ratings as shares of 1, and whose: what is certain of each, and nobody's where that is
/// open. None where ratings are hidden.
pub fn shares(view: &TreeView<'_>, vertex: Vertex) -> Vec<(Option<Player>, f64)> {
    // Where the players' ratings don't add up to one sum, each is for a fight against all others,
    // and they are no parts of a whole.
    if view.hidden || !view.analysis.ratings.has_constant_sum() {
        return Vec::new();
    }
    let low = lowest(view);
    let certain = |player| {
        let (least, _) = view.proven(vertex, player);
        (least.to_f64() - low).max(0.0)
    };
    // There are two players: what none of them can be sure of is open.
    let [first, second] = [0, 1].map(|player| certain(Player(player)));
    let open = match view.is_proven(vertex, Player(0)) {
        true => 0.0,
        false => {
            let (least, most) = view.labels.graph().range();
            let all = crate::game::to_f64(&least) + crate::game::to_f64(&most) - 2.0 * low;
            (all - first - second).max(0.0)
        }
    };
    let sum = first + open + second;
    if sum <= 0.0 {
        return Vec::new();
    }
    vec![
        (Some(Player(0)), first / sum),
        (None, open / sum),
        (Some(Player(1)), second / sum),
    ]
}

/// From where shares are counted: from nothing, or from the worst that a player can be paid where
/// that is less.
pub(super) fn lowest(view: &TreeView<'_>) -> f64 {
    crate::game::to_f64(&view.labels.graph().range().0).min(0.0)
}

/// Who is ahead at a vertex: whoever has won an end, else who has more than half of what there is;
/// nobody where ratings are hidden, or aren't proven.
pub fn ahead(view: &TreeView<'_>, vertex: Vertex) -> Option<Player> {
    if let Some(winners) = end_winners(view.labels, vertex) {
        let mut players = winners.iter();
        return match (players.next(), players.next()) {
            (Some(player), None) => Some(player),
            _ => None,
        };
    }
    if view.hidden {
        return None;
    }
    let players = || Player::all(view.labels.graph().players());
    let low = lowest(view);
    if !players().all(|player| view.is_proven(vertex, player)) {
        return None;
    }
    let share = |player| (view.rating(vertex, player).to_f64() - low).max(0.0);
    let sum: f64 = players().map(share).sum();
    players().find(|player| share(*player) > sum / 2.0)
}

/// Whether chance leads to a node with probability 0.
pub(super) fn never_happens(view: &TreeView<'_>, child: UnfoldingNode) -> bool {
    let edge = view.unfolding.parent(child).zip(view.unfolding.edge(child));
    edge.is_some_and(|(parent, edge)| {
        let graph = view.labels.graph();
        let source = view.unfolding.vertex(parent);
        matches!(graph.kind(source), VertexKind::Chance(_)) && *graph.probability(edge).numer() == 0
    })
}
