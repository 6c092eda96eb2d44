//! The view of a tree for drawing (`TreeView`): graph, unfolding, notes, style, and the player
//! whose ratings are shown.

use super::drawn_what_if::DrawnWhatIf;
use super::elements::Elements;
use super::odds::{chance_text, percent_text};
use super::style::TreeStyle;
use crate::game::{Player, visible};
use crate::rating::{Analysis, Multiplayer, Rating, Ratings};
use crate::tree::{
    Edge, EndsByWinners, Graph, Labels, Unfolding, UnfoldingNode, Vertex, VertexKind,
};
use crate::words::{
    BETWEEN_PAYOFFS, OPEN, copies_text, counted, decimal_text, end_text, end_winners,
    estimate_text, is_rounded, move_words, number_text, numbers_text, rating_text, shortened,
    state_text, unproven_text, winners_text, with_minus,
};

/// The notes of an unfolding's nodes.
pub trait Notes {
    /// The note of a node, if it has one.
    fn note(&self, node: UnfoldingNode) -> Option<&str>;

    /// The nodes with notes, if they can be listed without checking every node.
    fn noted(&self) -> Option<Vec<UnfoldingNode>> {
        None
    }

    /// Whether the node has a bookmark.
    fn is_bookmarked(&self, _: UnfoldingNode) -> bool {
        false
    }

    /// The nodes with bookmarks, if they can be listed.
    fn bookmarked(&self) -> Option<Vec<UnfoldingNode>> {
        Some(Vec::new())
    }
}

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
    /// The unfolding.
    pub unfolding: &'a Unfolding,
    /// The notes of its nodes.
    pub notes: &'a dyn Notes,
    /// The assumptions, if there are any.
    pub what_if: Option<DrawnWhatIf<'a>>,
    /// The player whose ratings are on the nodes.
    pub ratings_for: RatingsFor,
    /// Whether ratings, and everything derived from them, are hidden.
    pub hidden: bool,
    /// Its ends by winners, where they are counted.
    pub ends: Option<&'a EndsByWinners>,
    /// The style.
    pub style: TreeStyle,
    /// The parts that are drawn.
    pub elements: Elements,
}

/// The player whose ratings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingsFor {
    /// A player's, everywhere.
    Player(Player),
    /// The mover's: for each node the rating for its player to move.
    Mover,
    /// All players', beside each other: `8 · 2`.
    All,
}

impl RatingsFor {
    /// What can be chosen for a graph. All players' ratings are worth their room where they are
    /// payoffs.
    pub fn choices(graph: &Graph) -> Vec<Self> {
        let players = graph.players();
        let all = (players > 1 && !graph.has_winners()).then_some(Self::All);
        let choices = Player::all(players).map(Self::Player);
        choices.chain([Self::Mover]).chain(all).collect()
    }

    /// What is shown unless something else is chosen: the first player's ratings. By max-n all
    /// players', where they are payoffs: each plays for its own.
    pub fn usual(graph: &Graph, ratings: &Ratings) -> Self {
        match ratings.way_to_tell() {
            Some(Multiplayer::MaxN) if !graph.has_winners() => Self::All,
            _ => Self::Player(Player(0)),
        }
    }

    /// The player whose ratings are shown on every node.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Mover | Self::All => None,
        }
    }
}

/// The text for a hidden rating.
pub const HIDDEN: &str = "?";

/// Maximum characters of a move or winner's name in a drawing.
const MAX_LETTERS: usize = 28;

/// Maximum characters of all players' numbers in a node.
const MAX_NUMBERS: usize = 80;

impl TreeView<'_> {
    /// Whether nothing is known of a vertex, since the game isn't finished there: the root alone can be
    /// so.
    pub fn is_unfinished(&self, vertex: Vertex) -> bool {
        let is_leaf = matches!(self.labels.graph().kind(vertex), VertexKind::Horizon(_));
        is_leaf && vertex == Vertex::ROOT && self.labels.unfinished().is_some()
    }

    /// The player whose rating is on a vertex. An end shows its winner, and for the mover no
    /// rating.
    pub fn rated_player(&self, vertex: Vertex) -> Option<Player> {
        let mover = || self.labels.graph().kind(vertex).player();
        self.ratings_for.player().or_else(mover)
    }

    /// The player for whom the moves of a vertex are compared: the chosen player, or its mover.
    pub fn chooser(&self, vertex: Vertex) -> Player {
        self.rated_player(vertex).unwrap_or(Player(0))
    }

    /// A vertex's rating for a player: `1/2`; if it isn't proven, its proven interval, or its
    /// estimate where estimates are shown; if ratings are hidden, a question mark.
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

    /// Whether an unproven rating is shown as its estimate. Only a limit makes one estimated.
    pub fn shows_estimates(&self) -> bool {
        self.elements.estimates && !self.labels.graph().is_complete()
    }

    fn proven_or_not(&self, vertex: Vertex, player: Player, text: fn(&Rating) -> String) -> String {
        if self.is_proven(vertex, player) {
            return text(&self.rating(vertex, player));
        }
        if self.shows_estimates() {
            return estimate_text(&text(&self.rating(vertex, player)));
        }
        let (low, high) = self.proven(vertex, player);
        unproven_text((&low, &high), self.labels.graph().range())
    }

    /// The text on a node: its rating, or the winner.
    pub fn node_text(&self, vertex: Vertex) -> String {
        match self.rated_player(vertex) {
            Some(player) if self.labels.graph().kind(vertex) != VertexKind::End => {
                match self.payoffs_text(vertex) {
                    text if text.is_empty() => self.rating_of(vertex, player),
                    payoffs => payoffs,
                }
            }
            // The payoffs matter more than the winner.
            _ if self
                .assumed_here()
                .is_some_and(|here| here.vertex == vertex && here.is_altered()) =>
            {
                self.rating_of(vertex, self.chooser(vertex))
            }
            _ if !self.elements.ends => String::new(),
            _ => self.end_text(vertex),
        }
    }

    /// The text on an end: its payoffs, `tie`, or the winner.
    pub(super) fn end_text(&self, vertex: Vertex) -> String {
        match self.payoffs_text(vertex) {
            text if text.is_empty() && self.is_tie_of_all(vertex) => "tie".to_owned(),
            text if text.is_empty() => {
                let winners = end_winners(self.labels, vertex);
                winners.map_or_else(String::new, |winners| {
                    shortened(&winners_text(self.labels, winners), MAX_LETTERS)
                })
            }
            payoffs => payoffs,
        }
    }

    /// The payoffs of an end for each player, if they are not just win or loss. Elsewhere all
    /// players' ratings if they are chosen, otherwise nothing.
    pub fn payoffs(&self, vertex: Vertex) -> Vec<(Player, String)> {
        let graph = self.labels.graph();
        let payoffs = match graph.kind(vertex) {
            VertexKind::End if self.elements.ends && !graph.has_winners() => {
                let payoffs = graph.payoffs(vertex).unwrap_or_default();
                numbers_text(payoffs, |payoff| number_text(payoff, 5))
            }
            VertexKind::End => Vec::new(),
            _ if self.ratings_for == RatingsFor::All && !self.hidden => {
                let players = || Player::all(graph.players());
                let ratings: Vec<String> = players()
                    .map(|player| self.rating_of(vertex, player))
                    .collect();
                match ratings.join(BETWEEN_PAYOFFS).chars().count() {
                    short if short <= MAX_LETTERS => ratings,
                    _ => players()
                        .map(|player| self.short_rating(vertex, player))
                        .collect(),
                }
            }
            _ => Vec::new(),
        };
        let all = (0..).map(Player).zip(payoffs);
        match self.ratings_for.player().filter(|_| !self.elements.payoffs) {
            Some(player) => all.filter(|(own, _)| *own == player).collect(),
            None => all.collect(),
        }
    }

    /// A rating for a node that has no room for more: with two decimals if it is rounded; a question
    /// mark if it isn't known.
    fn short_rating(&self, vertex: Vertex, player: Player) -> String {
        let rating = self.rating(vertex, player);
        let number = with_minus(format!("{:.2}", rating.to_f64()));
        match self.is_proven(vertex, player) {
            true if !is_rounded(&rating) => rating_text(&rating),
            true => format!("≈{number}"),
            false if self.shows_estimates() => format!("~{number}"),
            false => OPEN.to_owned(),
        }
    }

    /// The same as a text: `4 · 6`; nothing if that is too long for a node.
    pub(super) fn payoffs_text(&self, vertex: Vertex) -> String {
        let payoffs = self.payoffs(vertex);
        let texts: Vec<&str> = payoffs.iter().map(|(_, text)| &**text).collect();
        let text = texts.join(BETWEEN_PAYOFFS);
        match text.chars().count() {
            short if short <= MAX_NUMBERS => text,
            _ => String::new(),
        }
    }

    /// Whether an end is shared by all players.
    fn is_tie_of_all(&self, vertex: Vertex) -> bool {
        let graph = self.labels.graph();
        let players = graph.players();
        end_winners(self.labels, vertex).is_some_and(|winners| {
            players > 1 && graph.has_winners() && winners.iter().count() == players
        })
    }

    /// Whether the best line and best moves are distinguished from other moves.
    pub(super) fn marks_best(&self) -> bool {
        self.elements.best_line && !self.hidden
    }

    /// The winners of an end.
    pub fn winners(&self, vertex: Vertex) -> String {
        end_text(self.labels, vertex).unwrap_or_default()
    }

    /// A player's name, fit to be shown.
    pub fn name(&self, player: Player) -> String {
        visible(&self.labels.player_name(player)).into_owned()
    }

    /// The text on the move to a node: its name, and its probability if chance decides. `None` at
    /// the root, and if moves have no names.
    pub fn move_name(&self, node: UnfoldingNode) -> Option<String> {
        if !self.elements.moves {
            return None;
        }
        let source = self.unfolding.vertex(self.unfolding.parent(node)?);
        Some(self.edge_name(source, self.unfolding.edge(node)?))
    }

    /// The text on a move of `source`: its name, and its probability if chance decides.
    pub fn edge_name(&self, source: Vertex, edge: Edge) -> String {
        let graph = self.labels.graph();
        let name = self.labels.move_text(source, edge);
        let name = move_words(&visible(&name)).replace(" → ", "→");
        let name = copies_text(shortened(&name, MAX_LETTERS), self.unfolding.copies(edge));
        match graph.kind(source) {
            VertexKind::Chance(_) => format!("{name} {}", chance_text(graph, source, edge)),
            _ => name,
        }
    }

    /// The state of a vertex and its rating on the nodes, for a screen reader: `a to move, rating 1/2
    /// for a`.
    pub fn state_and_rating(&self, vertex: Vertex) -> String {
        let state = state_text(self.labels, vertex);
        let player = self.rated_player(vertex);
        let is_end = self.labels.graph().kind(vertex) == VertexKind::End;
        let Some(player) = player.filter(|_| !is_end) else {
            return state;
        };
        let name = self.name(player);
        match self.is_proven(vertex, player) {
            _ if self.hidden => format!("{state}, rating hidden"),
            true => format!(
                "{state}, rating {} for {name}",
                self.rating_of(vertex, player)
            ),
            false => {
                let open = self.interval_in_words(vertex, player);
                format!("{state}, not proven, {open} for {name}")
            }
        }
    }

    /// A node in one sentence, for a screen reader.
    pub fn describe(&self, node: UnfoldingNode) -> String {
        let graph = self.labels.graph();
        let vertex = self.unfolding.vertex(node);
        let position = self.labels.position_text(vertex);
        let what = self.at(node).state_and_rating(vertex);
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
        let moves = number_of_moves(graph, vertex);
        let assumed = self.assumed_words(node);
        let bookmark = match self.notes.is_bookmarked(node) {
            true => ", with a bookmark",
            false => "",
        };
        format!("{mv}: {position}, {what}{moves}{assumed}{note}{bookmark}")
    }

    /// The line to a node as text.
    pub fn line_words(&self, node: UnfoldingNode) -> String {
        let line = self.unfolding.line(node);
        match line.as_slice() {
            [] => "the root".to_owned(),
            line => visible(&self.labels.line_text(Vertex::ROOT, line)).into_owned(),
        }
    }
}

/// The number of moves of a position, after what else is said of it: `, 3 moves`; nothing at leaves.
pub fn number_of_moves(graph: &Graph, vertex: Vertex) -> String {
    match graph.edges(vertex).count() {
        0 => String::new(),
        moves => format!(", {}", counted(moves, "move")),
    }
}

/// The players' ratings as shares of 1, each with its player. Only proven parts count; an unproven
/// rest has no player. Empty if ratings are hidden.
pub fn shares(view: &TreeView<'_>, vertex: Vertex) -> Vec<(Option<Player>, f64)> {
    // Payoffs other than wins aren't parts of a whole.
    let graph = view.labels.graph();
    if view.hidden || !view.analysis.ratings.has_constant_sum() || !graph.has_winners() {
        return Vec::new();
    }
    let low = lowest(view);
    let certain = |player| {
        let (minimum, _) = view.proven(vertex, player);
        (minimum.to_f64() - low).max(0.0)
    };
    // There are two players: the part that neither has for certain is open.
    let [first, second] = [0, 1].map(|player| certain(Player(player)));
    let open = match view.is_proven(vertex, Player(0)) {
        true => 0.0,
        false => {
            let (min, max) = view.labels.graph().range();
            let all = crate::game::to_f64(&min) + crate::game::to_f64(&max) - 2.0 * low;
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

/// The player who is ahead at a vertex: the winner of an end, otherwise the player with more than
/// half. `None` if ratings are hidden, or aren't proven.
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
