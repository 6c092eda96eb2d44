//! Texts for the reader of a figure, the same in every format for people: of nodes, moves and
//! ratings, and the title of a tree. The tree in plain text has the style of the Haskell port of
//! *Dice of Doom*: moves beside a vertical rule, and an arrow to the position after each.

use std::io::{self, Write};

use num_traits::Zero;

use super::record::{Above, Nodes, RECORD, ShownNode};
use super::{Figure, Show};
use crate::diagram::{HIDDEN, NoNotes, Notes, RatingsFor};
use crate::game::{Player, RulesText, visible};
use crate::rating::{Loss, Rating, Ratings};
use crate::session::Rated;
use crate::tree::{Count, Stopped, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::{
    OPEN, copies_text, end_payoffs, end_text, end_winners, estimate_text, exact_text, horizon_name,
    player_name, plural, shortened, state_text, unproven_text, with_minus, worse_move,
};
use crate::work::Control;

/// Formats the texts of an unfolding's nodes.
#[derive(Clone, Copy)]
pub(super) struct NodeTexts<'a> {
    pub rated: &'a Rated,
    pub unfolding: &'a Unfolding,
    pub ratings_for: RatingsFor,
    pub hidden: bool,
    pub notes: &'a dyn Notes,
    pub show: Show,
    /// `None` too for a title of nothing but space.
    pub title: Option<&'a str>,
}

impl<'a> NodeTexts<'a> {
    /// Formats the texts that a figure shows.
    pub fn new(rated: &'a Rated, unfolding: &'a Unfolding, figure: &Figure<'a>) -> Self {
        Self {
            rated,
            unfolding,
            ratings_for: figure.ratings_for,
            hidden: figure.hidden,
            notes: if figure.show.notes {
                figure.notes
            } else {
                &NoNotes
            },
            show: figure.show,
            title: figure.title.filter(|title| !title.trim().is_empty()),
        }
    }

    /// A player's name.
    pub fn name(&self, player: Player) -> String {
        player_name(&*self.rated.graph, player)
    }

    /// The state of a vertex: `a to move`, `chance node after b's move`, `b wins`.
    pub fn head(&self, vertex: Vertex) -> String {
        let state = state_text(&*self.rated.graph, vertex);
        match self.rated.graph.graph().kind(vertex) {
            VertexKind::End => self.winners(vertex).unwrap_or_else(|| "end".to_owned()),
            VertexKind::Horizon(_) => format!("{state}{}", self.estimated()),
            _ => state,
        }
    }

    /// The winners of an end, or its payoffs, if they are shown.
    pub fn winners(&self, vertex: Vertex) -> Option<String> {
        let labels = &*self.rated.graph;
        let all = end_text(labels, vertex).filter(|_| self.show.ends)?;
        let alone = self.ratings_for.player().filter(|_| !self.show.payoffs);
        let own =
            alone.and_then(|player| end_payoffs(labels, vertex).into_iter().nth(player.index()));
        Some(own.unwrap_or(all))
    }

    /// The only winner of an end, if winners are shown and an end has one rather than payoffs.
    pub fn winner(&self, vertex: Vertex) -> Option<Player> {
        let graph = self.rated.graph.graph();
        let shown = self.show.ends && graph.has_winners();
        let winners = end_winners(&*self.rated.graph, vertex).filter(|_| shown)?;
        let mut players = winners.iter();
        let alone = players.next()?;
        players.next().is_none().then_some(alone)
    }

    /// The estimate used at horizons: `, estimated by winners`; empty if ratings are hidden.
    pub fn estimated(&self) -> String {
        match self.hidden {
            true => String::new(),
            false => format!(", estimated by {}", self.rated.limits.estimate.name()),
        }
    }

    /// The displayed rating of a vertex, with the player's name: `a 1/2`. If ratings are hidden, it
    /// is a question mark, and nothing at an end, which needs none.
    pub fn rating(&self, vertex: Vertex) -> Option<String> {
        Some(self.ratings(vertex)?.join(", "))
    }

    /// The same, each player's rating alone.
    pub fn ratings(&self, vertex: Vertex) -> Option<Vec<String>> {
        let kind = self.rated.graph.graph().kind(vertex);
        let players = match self.ratings_for {
            RatingsFor::Player(player) => vec![player],
            RatingsFor::Mover => vec![kind.player()?],
            RatingsFor::All => Player::all(self.rated.graph.graph().players()).collect(),
        };
        if self.hidden && kind == VertexKind::End {
            return None;
        }
        let rating = |player| format!("{} {}", self.name(player), self.rating_of(vertex, player));
        Some(players.into_iter().map(rating).collect())
    }

    /// The rating of a vertex for a player: `1/2`; `? [0, 1]` or `1/2 … 1` where it isn't proven, or
    /// `~3/4 [0, 1]` where estimates are shown.
    pub fn rating_of(&self, vertex: Vertex, player: Player) -> String {
        let ratings = &self.rated.analysis.ratings;
        if self.hidden {
            HIDDEN.to_owned()
        } else if ratings.is_proven(vertex, player) {
            rating_text(ratings, vertex, player)
        } else if self.show.estimates && !self.rated.graph.graph().is_complete() {
            match self.show.intervals {
                true => rating_text(ratings, vertex, player),
                false => estimate_text(&short(ratings.rating(vertex, player))),
            }
        } else {
            let (low, high) = ratings.proven(vertex, player);
            match unproven_text((&low, &high), self.rated.graph.graph().range()) {
                open if open == OPEN && self.show.intervals => {
                    format!("{open} [{}, {}]", short(low), short(high))
                }
                open => open,
            }
        }
    }

    /// A vertex's position, where positions are shown.
    pub fn position(&self, vertex: Vertex) -> Option<String> {
        self.show
            .positions
            .then(|| visible(&self.rated.graph.position_text(vertex)).into_owned())
    }

    /// A move, where moves are shown.
    pub fn mv(&self, above: &Above) -> Option<String> {
        self.show.moves.then(|| {
            let mv = self.rated.graph.move_text(above.vertex, above.edge);
            copies_text(visible(&mv).into_owned(), self.unfolding.copies(above.edge))
        })
    }

    /// The probability of an outcome: `2/3`, or `0, never`. `None` if a player chooses, and if
    /// moves aren't shown.
    pub fn probability(&self, above: &Above) -> Option<String> {
        let graph = self.rated.graph.graph();
        if !self.show.moves || !graph.is_chance(above.vertex) {
            return None;
        }
        let probability = graph.probability(above.edge);
        Some(match probability.is_zero() {
            true => "0, never".to_owned(),
            false => probability.to_string(),
        })
    }

    /// The sign of unproven ratings and its meaning, if there are any.
    pub fn unproven_sign(&self) -> Option<(&'static str, &'static str)> {
        if self.hidden || self.rated.analysis.ratings.everything_proven() {
            return None;
        }
        let estimates = self.show.estimates && !self.rated.graph.graph().is_complete();
        Some(match estimates {
            true => ("~", "estimate, not proven"),
            false => (OPEN, "not proven"),
        })
    }

    /// The cost of a move that is a blunder: `1 → 0`; `None` if it isn't one, and where blunders
    /// aren't shown.
    pub fn blunder(&self, above: &Above) -> Option<String> {
        if !self.show.blunders || self.hidden {
            return None;
        }
        let (graph, analysis) = (&*self.rated.graph, &self.rated.analysis);
        let worse = worse_move(graph, analysis, above.vertex, above.edge)?;
        (worse.loss == Loss::Blunder).then(|| format!("{} → {}", worse.from, worse.to))
    }

    /// Whether chance never leads along a move.
    pub fn never(&self, above: &Above) -> bool {
        let graph = self.rated.graph.graph();
        graph.is_chance(above.vertex) && graph.probability(above.edge).is_zero()
    }

    /// Whether the children of a node are left out.
    pub fn is_folded(&self, node: UnfoldingNode) -> bool {
        let leaf = self
            .rated
            .graph
            .graph()
            .is_leaf(self.unfolding.vertex(node));
        !leaf && !self.unfolding.is_open(node)
    }

    /// The number of omitted nodes below a node, as text: `10 nodes left out below`.
    pub fn left_out(&self, node: UnfoldingNode) -> Option<String> {
        self.is_folded(node)
            .then(|| format!("{} left out below", self.below(self.unfolding.vertex(node))))
    }

    /// The number of nodes below a vertex, as text.
    fn below(&self, vertex: Vertex) -> String {
        match below(self.rated, vertex).as_str() {
            "infinite" => "infinitely many nodes".to_owned(),
            nodes if nodes.starts_with("at least") => format!("{nodes} nodes"),
            nodes => {
                // Nodes hidden by a limit count too.
                let min = match self.rated.graph.graph().is_complete() {
                    false => "at least ",
                    true => "",
                };
                format!("{min}{nodes} {}", plural(nodes, "node", "nodes"))
            }
        }
    }

    /// The exact number of omitted nodes below a node; `None` if there are none.
    pub fn omitted(&self, node: UnfoldingNode) -> Option<String> {
        self.is_folded(node)
            .then(|| below(self.rated, self.unfolding.vertex(node)))
    }

    /// The note of a node, where notes are shown.
    pub fn note(&self, node: UnfoldingNode) -> Option<&'a str> {
        self.notes.note(node)
    }

    /// The first nonblank line of a note, at most this many characters long.
    pub fn note_line(&self, node: UnfoldingNode, max: usize) -> Option<String> {
        let note = self.note(node)?.trim();
        let first = note.lines().next().unwrap_or_default().trim_end();
        let more = first.len() < note.len();
        // Only as much as could be shown is read, for a line of any length.
        let head: String = first.chars().take(max + 1).collect();
        let mut line = shortened(&visible(&head), max);
        if more && !line.ends_with('…') {
            line.push_str(" …");
        }
        Some(line)
    }
}

/// The number of nodes below a vertex in digits, or `infinite`, or `at least 2^4096`.
pub(super) fn below(rated: &Rated, vertex: Vertex) -> String {
    match rated.analysis.nodes.of(vertex) {
        count @ Count::Exact(_) => match count.to_u64() {
            Some(nodes) => nodes.saturating_sub(1).to_string(),
            None => (count.exact().unwrap_or_default() - 1_u32).to_string(),
        },
        other => other.to_string(),
    }
}

/// Bounds closer than this have nearly met: the number between them is known to six digits.
const MET: f64 = 1e-6;

/// A rating as short text: an exact number where that is short, otherwise `≈` and up to six digits.
/// An estimate starts with `~`, and its proven interval follows.
pub fn rating_text(ratings: &Ratings, vertex: Vertex, player: Player) -> String {
    let rating = short(ratings.rating(vertex, player));
    let (low, high) = ratings.proven(vertex, player);
    if low.ties_with(&high) || (high.to_f64() - low.to_f64()).abs() < MET {
        rating
    } else {
        let estimate = match ratings.has_estimates() {
            true => estimate_text(&rating),
            false => OPEN.to_owned(),
        };
        format!("{estimate} [{}, {}]", short(low), short(high))
    }
}

/// A rating as text, exact if that is short.
pub fn short(rating: Rating) -> String {
    let exact = rating.exact().and_then(exact_text);
    exact.unwrap_or_else(|| with_minus(rating.approximate().to_string()))
}

/// The title of a tree, otherwise its root, game and rules; and whether it is incomplete.
pub(super) fn heading(rated: &Rated, unfolding: &Unfolding, title: Option<&str>) -> String {
    heading_at(rated, unfolding.vertex(UnfoldingNode::ROOT), title)
}

/// The same for a part of the tree that starts at a vertex.
pub(super) fn heading_at(rated: &Rated, root: Vertex, title: Option<&str>) -> String {
    let name = match (title, &rated.rules) {
        (Some(title), _) => title.to_owned(),
        (None, rules) => {
            let rules = match rules {
                RulesText::Preset(name) => format!(", {name}"),
                RulesText::None | RulesText::Switches(_) => String::new(),
            };
            let position = rated.graph.position_text(root);
            format!("{position}, {}{rules}", rated.game)
        }
    };
    let partial = partial(rated).map_or_else(String::new, |partial| format!(", {partial}"));
    visible(&format!("{name}{partial}")).into_owned()
}

/// A note that a position or memory limit stopped the graph, so that trees end where nothing more
/// is known; `None` if none did. A ply limit is part of the request.
pub(super) fn partial(rated: &Rated) -> Option<String> {
    Some(match rated.graph.graph().stopped()? {
        Stopped::MaxNodes(kept) => {
            let s = plural(kept, "", "s");
            format!("incomplete: stopped after {kept} position{s}")
        }
        Stopped::Frontier => "a part of a larger tree".to_owned(),
    })
}

/// Maximum number of indented levels; beyond it the ply is printed.
const MAX_LEVELS: usize = 40;

/// A rule that continues past the node, and the empty space below the last one.
const RULE: &str = "|     ";
const SPACE: &str = "      ";

/// Writes the shown nodes of an unfolding.
///
/// A tree in monospaced text has one style: the direction of growth and the form of moves apply to
/// pictures only. The title is above it if one is given; moves of the best line are followed by
/// `*`.
///
/// # Errors
/// Those of the writer.
pub async fn write(
    ctl: &Control,
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let texts = NodeTexts::new(rated, unfolding, figure);
    if texts.title.is_some() {
        writeln!(out, "{}\n", heading(rated, unfolding, texts.title))?;
    }
    // The rules at the start of a line, at most `MAX_LEVELS`, each of the same width.
    let mut front = String::new();
    for item in Nodes::new(rated, unfolding, figure) {
        if let Some(above) = &item.above {
            front.truncate((item.level - 1).min(MAX_LEVELS) * RULE.len());
            writeln!(out, "{front}|  {}", step(&texts, above))?;
            write!(out, "{front}+---> ")?;
            if item.level > MAX_LEVELS {
                write!(out, "(ply {}) ", unfolding.ply(item.node))?;
            } else {
                front.push_str(if item.last { SPACE } else { RULE });
            }
        }
        write_node(out, &texts, &item, &front)?;
        ctl.tick(RECORD).await;
    }
    let best_line = figure.show.best_line && !figure.hidden;
    let best_line = best_line.then(|| "* best line".to_owned());
    let unproven = texts.unproven_sign().filter(|_| figure.show.estimates);
    let unproven = unproven.map(|(sign, text)| format!("{sign} {text}"));
    let marks: Vec<String> = best_line.into_iter().chain(unproven).collect();
    if figure.show.legend && !marks.is_empty() {
        writeln!(out, "\n{}", marks.join("   "))?;
    }
    match partial(rated) {
        Some(partial) if texts.title.is_none() => writeln!(out, "({partial})"),
        _ => Ok(()),
    }
}

/// A move with its player: `a: 2>3`, `chance, 2/3: tails`.
fn step(texts: &NodeTexts<'_>, above: &Above) -> String {
    let who = match texts.rated.graph.graph().kind(above.vertex) {
        VertexKind::Chance(_) => match texts.probability(above) {
            Some(probability) => format!("chance, {probability}"),
            None => "chance".to_owned(),
        },
        kind => kind
            .player()
            .map_or_else(String::new, |player| texts.name(player)),
    };
    let mut step = match texts.mv(above) {
        Some(mv) => format!("{who}: {mv}"),
        None => who,
    };
    if let Some(cost) = texts.blunder(above) {
        step.push_str(&format!("   (blunder, {cost})"));
    }
    step
}

/// The position with its rating, then why there is nothing below it, and its note.
fn write_node(
    out: &mut dyn Write,
    texts: &NodeTexts<'_>,
    item: &ShownNode,
    front: &str,
) -> io::Result<()> {
    let ShownNode { node, vertex, .. } = *item;
    let graph = texts.rated.graph.graph();
    let kind = graph.kind(vertex);
    match texts.position(vertex) {
        Some(position) => write!(out, "{position}")?,
        None => write!(out, "{}", texts.head(vertex))?,
    }
    if let Some(rating) = texts.rating(vertex) {
        write!(out, "   ({rating})")?;
    }
    writeln!(out, "{}", if item.best { "  *" } else { "" })?;
    let why = match kind {
        VertexKind::End if texts.show.positions => Some(match texts.winners(vertex) {
            Some(winners) => format!("the game ends: {winners}"),
            None => "the game ends".to_owned(),
        }),
        VertexKind::Horizon(_) if texts.show.positions => Some(match texts.hidden {
            _ if graph.grows() => horizon_name(graph).to_owned(),
            true => "Limit reached".to_owned(),
            false => {
                let estimate = texts.rated.limits.estimate.name();
                format!("a limit stopped the tree here; estimated by {estimate}")
            }
        }),
        _ => texts.left_out(node),
    };
    if let Some(why) = why {
        writeln!(out, "{front}   {why}")?;
    }
    for (index, line) in texts.note(node).unwrap_or_default().lines().enumerate() {
        let mark = if index == 0 { "note: " } else { "      " };
        writeln!(out, "{front}   {mark}{}", visible(line))?;
    }
    Ok(())
}
