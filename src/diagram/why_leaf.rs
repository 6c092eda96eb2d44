//! Why a leaf has its rating (the game is over, or a limit stopped the tree), and what is proven
//! about a node with an unproven rating, move by move.

use super::view::TreeView;
use super::why::{MAX_LETTERS, NodeContext, Why, in_words, move_name, name};
use crate::game::{CellShape, Picture, Piece, Player, Winners};
use crate::tree::{Edge, Stopped, Vertex, VertexKind};
use crate::words::{
    OPEN, end_winners, joined, number_text, plural, rating_text, short_number, winners_shortened,
};

/// Why a limit stopped the tree, and the estimate used there.
pub(super) fn horizon(view: &TreeView<'_>, vertex: Vertex, known: &NodeContext<'_>) -> Why {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let viewer = view.chooser(vertex);
    let whose = name(view, viewer);
    if let Some(open) = view
        .labels
        .unfinished()
        .filter(|_| view.is_unfinished(vertex))
    {
        return Why::default().with_text(&format!("Not rated: {open}."));
    }
    let limit = match (graph.max_plies(), graph.plies_left(vertex), graph.stopped()) {
        _ if known.building => "The moves from here aren't built yet".to_owned(),
        (Some(plies), Some(0), _) => {
            let plies = short_number(plies);
            format!("The tree ends here at the ply limit ({plies})")
        }
        (_, _, Some(Stopped::Frontier)) => "Not searched yet".to_owned(),
        (_, _, Some(Stopped::MaxNodes(max))) => {
            let most = short_number(max);
            format!("The tree ends here at the position limit ({most})")
        }
        _ => "The tree ends here at a limit".to_owned(),
    };
    let (low, high) = ratings.proven(vertex, viewer);
    let why = Why::default().with_text(&format!("{limit}: "));
    if ratings.is_proven(vertex, viewer) && graph.grows() {
        return searched(view, vertex);
    }
    if ratings.is_proven(vertex, viewer) {
        return why
            .with_text(&format!("every possible end pays {whose} "))
            .strong(&rating_text(&low))
            .with_text(".");
    }
    let why = why
        .with_text(&format!("{whose}'s rating is between "))
        .strong(&rating_text(&low))
        .with_text(" and ")
        .strong(&rating_text(&high))
        .with_text(".");
    match view.estimate_words(vertex, viewer) {
        Some(guess) => why.with_text(&format!(" Estimate ({}): {guess}.", known.estimate.name())),
        None => why,
    }
}

/// That a search has proven a rating, where no move of the node shows it.
pub(super) fn searched(view: &TreeView<'_>, vertex: Vertex) -> Why {
    let viewer = view.chooser(vertex);
    let why = Why::default().with_text(&format!("{}'s rating is ", name(view, viewer)));
    let why = why.strong(&view.rating_of(vertex, viewer));
    let why = why.with_text(", proven by a search.");
    match view.labels.graph().is_leaf(vertex) {
        true => why,
        false => why.with_text(" It hasn't proven a best move yet."),
    }
}

/// The winner, the reason, and the payoffs.
pub(super) fn end(view: &TreeView<'_>, vertex: Vertex, picture: &Picture) -> Why {
    let graph = view.labels.graph();
    let worth = |player: Player| {
        let payoff = graph.outcome(vertex, player).unwrap_or_default();
        (number_text(payoff, 9), name(view, player))
    };
    let winners = end_winners(view.labels, vertex).unwrap_or_default();
    if let Some((won, all)) = territory(picture, winners) {
        let viewer = view.chooser(vertex);
        let (payoff, whose) = worth(viewer);
        let names: Vec<String> = winners.iter().map(|player| name(view, player)).collect();
        let why = match (winners.iter().next(), &names[..]) {
            (Some(winner), [_]) => {
                Why::of(view, winner).with_text(&format!(" has {won} of {all} hexes and wins"))
            }
            (_, []) => Why::default(),
            _ => Why::default().with_text(&format!(
                "{} tie with {won} of {all} hexes each",
                joined(&names)
            )),
        };
        return why
            .with_text(": payoff ")
            .strong(&payoff)
            .with_text(&format!(" for {whose}."));
    }
    let told: Vec<Player> = match graph.players() {
        players @ ..=3 => Player::all(players).collect(),
        _ => vec![view.chooser(vertex)],
    };
    let line = if !picture.line.is_empty() && winners.len() == 1 {
        " with a line"
    } else {
        ""
    };
    let mut why = Why::default().with_text(&format!(
        "Game over{}. {}: ",
        match graph.has_winners() {
            true => format!(
                ": {}{line}",
                winners_shortened(view.labels, winners, MAX_LETTERS)
            ),
            false => String::new(),
        },
        plural(told.len(), "Payoff", "Payoffs")
    ));
    for (index, player) in told.iter().enumerate() {
        let (payoff, whose) = worth(*player);
        let between = if index > 0 { ", " } else { "" };
        why = why.with_text(&format!("{between}{whose} ")).strong(&payoff);
    }
    why.with_text(".")
}

/// The number of hexes of each winner, and the total, if the most hexes win.
fn territory(picture: &Picture, winners: Winners) -> Option<(usize, usize)> {
    let dice = |piece: &Option<Piece>| matches!(piece, Some(Piece::Dice(_)));
    let mut owned = [0_usize; crate::game::MAX_PLAYERS];
    for cell in &picture.cells {
        if cell.shape != CellShape::Hex || !dice(&cell.piece) {
            return None;
        }
        *owned.get_mut(cell.owner?.index())? += 1;
    }
    let max = *owned.iter().max()?;
    let leaders = (0..owned.len())
        .filter(|player| max > 0 && owned[*player] == max)
        .fold(Winners::default(), |mut leaders, player| {
            leaders.insert(Player(player as u8));
            leaders
        });
    (max > 0 && leaders == winners).then_some((max, picture.cells.len()))
}

/// Maximum number of moves listed one by one.
const MAX_OPEN: usize = 3;

/// What is proven about the moves of a node, and why no more is.
pub(super) fn open(view: &TreeView<'_>, vertex: Vertex, known: &NodeContext<'_>) -> Why {
    let graph = view.labels.graph();
    let viewer = view.chooser(vertex);
    let edges: Vec<Edge> = graph.edges(vertex).collect();
    let describe = |edge: &Edge| view.rating_of(graph.target(*edge), viewer);
    let cause = match (known.building, graph.is_complete()) {
        (true, _) => "the tree is still being built",
        (false, _) if graph.hides_positions() => "players don't know where they are",
        (false, true) => "play may never end",
        (false, false) if graph.grows() => "the search hasn't proven more yet",
        (false, false) => "the tree isn't complete",
    };
    let (one, many) = match graph.kind(vertex) {
        VertexKind::Chance(_) => ("outcome", "outcomes"),
        _ => ("move", "moves"),
    };
    let moves = match edges.len() {
        1 => format!("the one {one}"),
        2 => format!("either {one}"),
        count => format!("the {} {many}", in_words(count)),
    };
    if edges.iter().all(|edge| describe(edge) == OPEN) {
        return Why::default().with_text(&format!("Nothing is proven about {moves}: {cause}."));
    }
    let sure = |edge: &Edge| view.is_proven(graph.target(*edge), viewer);
    let proven = edges.iter().filter(|edge| sure(edge)).count();
    if edges.len() > MAX_OPEN {
        let (some, all) = (short_number(proven), short_number(edges.len()));
        let are = plural(proven, "is", "are");
        return Why::default().with_text(&format!("{some} of {all} {many} {are} proven: {cause}."));
    }
    let mut why = Why::default();
    // Proven moves come first.
    for (index, edge) in edges
        .iter()
        .filter(|edge| sure(edge))
        .chain(edges.iter().filter(|edge| !sure(edge)))
        .enumerate()
    {
        if index > 0 {
            why = why.with_text("; ");
        }
        why = why.link(&move_name(view, vertex, *edge), vec![*edge]);
        why = match sure(edge) {
            true => why.with_text(" is proven: ").rating(&describe(edge), *edge),
            false => {
                let between = view.interval_in_words(graph.target(*edge), viewer);
                why.with_text(&format!(" is open, {between}"))
            }
        };
    }
    why.with_text(&format!(", for {}: {cause}.", name(view, viewer)))
}
