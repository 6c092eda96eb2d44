//! The page's data about the whole tree: title, players, display options, legend, and the metrics
//! of the window's layout.

use std::io::{self, Write};

use super::json::{Between, Number, Text};
use super::positions::{Positions, numbers};
use super::shapes::DrawnShape;
use crate::diagram::{
    Edges, Flow, Ink, LegendEntry, NODE_HEIGHT, RatingsFor, Shade, ShownTree, TreeMarks, TreeView,
    legend_of,
};
use crate::export::Figure;
use crate::export::heading::{heading, partial};
use crate::game::{Player, RulesText};
use crate::layout::text::text_width;
use crate::rating::{Multiplayer, best_line};
use crate::session::Rated;
use crate::tree::UnfoldingNode;

/// Every ink that a shape can have.
pub(super) fn inks() -> impl Iterator<Item = Ink> {
    let shades = [
        Shade::Full,
        Shade::Area,
        Shade::Light,
        Shade::Middle,
        Shade::Dark,
        Shade::Faint,
    ];
    let players = Player::all(6);
    let players = players.flat_map(move |player| shades.map(|shade| Ink::Player(player, shade)));
    let others = [
        Ink::Text,
        Ink::Dim,
        Ink::Line,
        Ink::Panel,
        Ink::Ground,
        Ink::Soft,
        Ink::OnPlayer,
        Ink::Nobody,
        Ink::Blunder,
    ];
    others.into_iter().chain(players)
}

/// Writes the members that come first.
pub(super) fn write(
    out: &mut dyn Write,
    rated: &Rated,
    view: &TreeView<'_>,
    figure: &Figure<'_>,
    positions: &Positions,
) -> io::Result<()> {
    let graph = rated.graph.graph();
    let show = &figure.show;
    write!(out, "\"format\":\"doomtree-page\",\"version\":1,")?;
    let title = figure.title.map(str::to_owned);
    let title = title.unwrap_or_else(|| heading(rated, view.unfolding, None));
    writeln!(out, "\"title\":{},", Text(&title))?;
    let rules = match &rated.rules {
        RulesText::Preset(name) => format!("{}, {name}", rated.game),
        RulesText::None | RulesText::Switches(_) => rated.game.clone(),
    };
    writeln!(out, "\"about\":{},", Text(&rules))?;
    if let Some(partial) = partial(rated) {
        writeln!(out, "\"partial\":{},", Text(&partial))?;
    }
    write!(out, "\"players\":[")?;
    let mut between = Between::default();
    for player in Player::all(graph.players()) {
        let name = rated.graph.player_name(player);
        write!(out, "{}{}", between.next(), Text(&name))?;
    }
    writeln!(out, "],")?;
    let choices = RatingsFor::choices(graph);
    let chosen = choices.iter().find(|one| **one == figure.ratings_for);
    let whose = number(chosen.copied().unwrap_or(RatingsFor::Mover));
    write!(out, "\"choices\":")?;
    numbers(out, choices.into_iter().map(number))?;
    writeln!(out, ",")?;
    let flow = match figure.style.flow {
        Flow::Down => "down",
        Flow::Right => "right",
    };
    let edges = match figure.style.edges {
        Edges::Curved => "curved",
        Edges::Straight => "straight",
        Edges::Elbowed => "elbowed",
    };
    writeln!(
        out,
        "\"for\":{whose},\"hidden\":{},\"way\":\"{}\",\"complete\":{},\"cyclic\":{},\
         \"flow\":\"{flow}\",\"edges\":\"{edges}\",",
        figure.hidden,
        rated
            .analysis
            .ratings
            .way_to_tell()
            .map_or("", Multiplayer::name),
        graph.is_complete(),
        graph.is_cyclic(),
    )?;
    if let Some(plies) = graph.max_plies() {
        writeln!(out, "\"plies\":{plies},")?;
    }
    if !graph.is_complete() {
        let estimate = rated.limits.estimate.name();
        writeln!(out, "\"estimate\":{},", Text(estimate))?;
    }
    writeln!(
        out,
        "\"least\":{},\"blunders\":{},\"bestLine\":{},\"hasMoves\":{},\"boards\":{},\"comfort\":{},\"count\":{},",
        Text(if graph.is_complete() { "" } else { "≥ " }),
        show.blunders && !figure.hidden,
        show.best_line && !figure.hidden,
        show.moves,
        show.boards,
        super::MAX_NODES,
        positions.without_chance(graph),
    )?;
    metrics(out)?;
    legends(out, rated, view, figure)
}

/// The distances and character widths for laying out the tree.
fn metrics(out: &mut dyn Write) -> io::Result<()> {
    let spacing = ShownTree::SPACING;
    write!(
        out,
        "\"metrics\":{{\"sibling\":{},\"subtree\":{},\"level\":{},\"node\":{},\"other\":{},\
         \"advances\":",
        Number(spacing.sibling_gap),
        Number(spacing.subtree_gap),
        Number(spacing.level_height),
        Number(NODE_HEIGHT),
        Number(text_width("\u{e9}", 1_000.0)),
    )?;
    let letters = (' '..='~').map(|letter| text_width(letter.encode_utf8(&mut [0; 4]), 1_000.0));
    numbers(out, letters.map(|width| width as u64))?;
    write!(out, "}}")
}

/// Whose ratings stand on the nodes, as a number: a player's, -1 for the mover's, -2 for all.
fn number(ratings_for: RatingsFor) -> i64 {
    match ratings_for {
        RatingsFor::Player(player) => player.0.into(),
        RatingsFor::Mover => -1,
        RatingsFor::All => -2,
    }
}

/// The legend for each choice of ratings, and for none.
fn legends(
    out: &mut dyn Write,
    rated: &Rated,
    view: &TreeView<'_>,
    figure: &Figure<'_>,
) -> io::Result<()> {
    if !figure.show.legend {
        return Ok(());
    }
    let graph = rated.graph.graph();
    let root = view.unfolding.vertex(UnfoldingNode::ROOT);
    let analysis = &rated.analysis;
    let best = best_line(graph, &analysis.ratings, &analysis.distances, root).line;
    let entries = |ratings_for, hidden| {
        let view = TreeView {
            ratings_for,
            hidden,
            ..*view
        };
        let marks = TreeMarks::new(&view, &best);
        let mut there = marks.occurring().clone();
        there.best_line &= figure.show.best_line;
        // In the page every node can be folded.
        there.folds |= !graph.is_leaf(root);
        legend_of(&view, &there)
    };
    write!(out, ",\n\"legends\":{{")?;
    let mut between = Between::default();
    if !figure.hidden {
        for whose in RatingsFor::choices(graph) {
            write!(out, "{}\n\"{}\":", between.next(), number(whose))?;
            write_legend(out, &entries(whose, false))?;
        }
    }
    write!(out, "{}\n\"hidden\":", between.next())?;
    write_legend(out, &entries(figure.ratings_for, true))?;
    write!(out, "}}")
}

fn write_legend(out: &mut dyn Write, entries: &[LegendEntry]) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for LegendEntry { width, sign, words } in entries {
        write!(
            out,
            "{}[{},{},[",
            between.next(),
            Number(*width),
            Text(words)
        )?;
        let mut between = Between::default();
        for shape in &sign.shapes {
            write!(out, "{}{}", between.next(), DrawnShape(shape))?;
        }
        write!(out, "]]")?;
    }
    write!(out, "]")
}
