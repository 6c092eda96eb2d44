//! The tree as an interactive HTML page: one file without network access. It draws, folds and walks
//! the exported tree in the window's style and colors, shows each node's board, and can hide
//! ratings for exercises.
//!
//! All texts of games and users are in one JSON element and are only ever shown as text. Script and
//! style are allowed by their hashes only.
//!
//! The page holds data (title, players, display options, legend, the metrics of the window's
//! layout, and the nodes) and draws it by its own script, whose layout repeats `layout`'s contours.
//! A test in a browser checks that both give the same coordinates. The initial view is the best
//! line, and as many plies as are readable at once. It is computed here for the preview, and by the
//! script for its actual window.

mod content;
mod positions;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::Figure;
use super::escape::escape;
use super::scene::with_tree;
use super::text::{heading, partial};
use crate::diagram::{
    COLLAPSED, EdgeStyle, GrowthDirection, Ink, LegendEntry, NODE_HEIGHT, Palette, READABLE,
    RatingsFor, ShownTree, TreeMarks, TreeView, legend_of,
};
use crate::game::{Player, RulesText};
use crate::layout::shape::text_width;
use crate::rating::{Multiplayer, best_line};
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};
use content::{Between, DrawnShape, JsonText, Number};
use positions::{Boards, Positions, numbers};

/// Maximum number of nodes for a fluid page in a browser on a small machine: Chromium draws this
/// many within a frame, and loads them within a second or two. More can be written, and the page
/// says so.
pub const MAX_NODES: u64 = 20_000;

/// The page, with placeholders in double braces.
const PAGE: &str = include_str!("page.html");

const STYLE: &str = include_str!("page.css");

/// The script, in the order its parts need each other.
const SCRIPT: &str = concat!(
    include_str!("data.js"),
    include_str!("layout.js"),
    include_str!("pen.js"),
    include_str!("draw.js"),
    include_str!("board.js"),
    include_str!("panels.js"),
    include_str!("outline.js"),
    include_str!("tour.js"),
    include_str!("search.js"),
    include_str!("page.js"),
);

/// Writes the shown nodes of an unfolding as a page.
///
/// # Errors
/// Those of the writer.
pub fn write(
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let mut view = figure.view(rated, unfolding);
    // The page shows them as there is room, like the window.
    view.elements.positions = false;
    let positions = Positions::new(rated, unfolding);
    let title = heading(rated, unfolding, figure.title);
    let style = style();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        write!(out, "{before}")?;
        match name {
            "title" => write!(out, "{}", Markup(&title))?,
            "policy" => write!(out, "{}", policy(&style))?,
            "style" => write!(out, "{style}")?,
            "outline" => content::write(out, rated, &view, figure, positions.nodes)?,
            "data" => data(out, rated, &view, figure, &positions)?,
            _ => write!(out, "{SCRIPT}")?,
        }
        rest = after;
    }
    write!(out, "{rest}")
}

/// The content security policy: the page's own script and style, and nothing else.
fn policy(style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(style)
    )
}

/// The style, with the two tables of colors.
fn style() -> String {
    let table = |palette: &Palette| {
        let inks = Ink::all().filter(|ink| *ink != Ink::BlunderArea);
        let colors = inks.map(|ink| {
            let (name, color) = (content::ink_name(ink), palette.color(ink).hex());
            format!("--{name}:{color};")
        });
        colors.collect::<String>()
    };
    STYLE
        .replace("/*light*/", &table(&Palette::LIGHT))
        .replace("/*dark*/", &table(&Palette::DARK))
}

/// Writes all that the page shows, as JSON.
fn data(
    out: &mut dyn Write,
    rated: &Rated,
    view: &TreeView<'_>,
    figure: &Figure<'_>,
    positions: &Positions,
) -> io::Result<()> {
    let unfolding = view.unfolding;
    let root = unfolding.vertex(UnfoldingNode::ROOT);
    write!(out, "{{")?;
    write_header(out, rated, view, figure, positions)?;
    write!(out, ",\n\"positions\":[")?;
    let mut boards = Boards::new(&rated.graph.picture(root));
    positions.write(out, rated, view, figure, &mut boards)?;
    writeln!(out, "],")?;
    boards.write(out)?;
    // Depth-first: the number of a node's position, one more; less than 0 if its children are
    // left out.
    write!(out, ",\n\"nodes\":[")?;
    let mut between = Between::default();
    for node in unfolding.preorder() {
        let vertex = unfolding.vertex(node);
        let number = i64::from(positions.number(vertex)) + 1;
        let left_out = !unfolding.is_open(node) && !rated.graph.graph().is_leaf(vertex);
        let number = if left_out { -number } else { number };
        write!(out, "{}{number}", between.next())?;
    }
    write!(out, "],\n\"notes\":[")?;
    let mut between = Between::default();
    for (number, node) in unfolding.preorder().enumerate() {
        if let Some(note) = view.notes.note(node) {
            write!(out, "{}\n[{number},{},", between.next(), JsonText(note))?;
            content::write_prose(out, note)?;
            write!(out, "]")?;
        }
    }
    write!(out, "],\n\"bookmarks\":[")?;
    let mut between = Between::default();
    for (number, node) in unfolding.preorder().enumerate() {
        if view.notes.is_bookmarked(node) {
            write!(out, "{}{number}", between.next())?;
        }
    }
    write!(out, "],\n\"tours\":")?;
    content::write_tours(out, if figure.show.notes { figure.tours } else { &[] })?;
    write!(out, "}}")
}

/// A text between tags or in an attribute: markup is escaped, and unsupported characters are
/// replaced.
struct Markup<'a>(&'a str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, |f, character| match character {
            '\n' => f.write_char('\n'),
            other if other.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}

/// The room that the tree has in a browser's window of a usual size, in points.
const ROOM: [f64; 2] = [860.0, 640.0];

/// The space of a node across, including its margins.
const BESIDE: f64 = 80.0;

/// Number of plies, and the best line, that may continue below the window.
const FIRST_PLIES: u32 = 2;

/// The shown nodes that a page shows first. A tree that is readable as a whole is shown whole.
/// Otherwise it is the root's children, as much of the best line as is readable beside them, and as
/// many plies as fit.
pub fn opening_view(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Unfolding {
    let mut figure = *figure;
    figure.show.legend = false;
    // Whether everything fits, and whether the important nodes fit across the direction of growth.
    let fits = |unfolding: &Unfolding, matters: &dyn Fn(UnfoldingNode) -> bool| {
        with_tree(rated, unfolding, &figure, |scene| {
            let frame = scene.frame();
            let whole = frame.width() * READABLE <= ROOM[0] && frame.height() * READABLE <= ROOM[1];
            let down = figure.style.flow == GrowthDirection::Down;
            let places = scene.sights().iter().filter(|sight| matters(sight.node));
            let places = places.map(|sight| if down { sight.at.x } else { sight.at.y });
            let (from, to) = places.fold((f64::MAX, f64::MIN), |(from, to), at| {
                (from.min(at), to.max(at))
            });
            let room = ROOM[usize::from(!down)];
            (whole, (to - from + BESIDE) * READABLE <= room)
        })
    };
    if fits(unfolding, &|_| true).0 {
        return unfolding.clone();
    }
    let line = line(rated, unfolding, &figure);
    let first = unfolding.ply(UnfoldingNode::ROOT);
    let plies = unfolding.preorder().map(|node| unfolding.ply(node) - first);
    let last = plies.max().unwrap_or(0);
    let fits = |plies: u32, moves: usize| {
        let (open, reached) = (
            &line[..moves.min(line.len())],
            &line[..line.len().min(moves + 1)],
        );
        let matters = |node| unfolding.ply(node) - first <= plies || reached.contains(&node);
        let (whole, across) = fits(&folded(unfolding, first + plies, open), &matters);
        if plies <= FIRST_PLIES { across } else { whole }
    };
    let moves = largest(last, |moves| fits(1, moves as usize)) as usize;
    let plies = largest(last, |plies| fits(plies, moves));
    folded(unfolding, first + plies, &line[..line.len().min(moves)])
}

/// The largest number up to `high` that fits, at least 1.
fn largest(mut high: u32, fits: impl Fn(u32) -> bool) -> u32 {
    let mut low = 1;
    while high > low {
        let middle = low + (high - low).div_ceil(2);
        match fits(middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// The nodes of the best line from the root, as far as it is shown and not hidden.
fn line(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Vec<UnfoldingNode> {
    let mut node = UnfoldingNode::ROOT;
    let mut line = vec![node];
    for edge in figure.best_line(rated, unfolding.vertex(node)) {
        let child = unfolding.child(node, edge);
        match child.filter(|_| unfolding.is_open(node)) {
            Some(child) => node = child,
            None => break,
        }
        line.push(node);
    }
    line
}

/// An unfolding without the nodes that are below a ply and not below a node of the line.
fn folded(unfolding: &Unfolding, ply: u32, line: &[UnfoldingNode]) -> Unfolding {
    let mut folded = unfolding.clone();
    let mut waiting = vec![UnfoldingNode::ROOT];
    while let Some(node) = waiting.pop() {
        if unfolding.ply(node) >= ply && !line.contains(&node) {
            folded.fold(node);
        } else {
            waiting.extend(unfolding.children(node));
        }
    }
    folded
}

/// Writes the members that come first.
fn write_header(
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
    writeln!(out, "\"title\":{},", JsonText(&title))?;
    let rules = match &rated.rules {
        RulesText::Preset(name) => format!("{}, {name}", rated.game),
        RulesText::None | RulesText::Switches(_) => rated.game.clone(),
    };
    writeln!(out, "\"about\":{},", JsonText(&rules))?;
    if let Some(partial) = partial(rated) {
        writeln!(out, "\"partial\":{},", JsonText(&partial))?;
    }
    write!(out, "\"players\":[")?;
    let mut between = Between::default();
    for player in Player::all(graph.players()) {
        let name = rated.graph.player_name(player);
        write!(out, "{}{}", between.next(), JsonText(&name))?;
    }
    writeln!(out, "],")?;
    let choices = RatingsFor::choices(graph);
    let chosen = choices.iter().find(|one| **one == figure.ratings_for);
    let whose = number(chosen.copied().unwrap_or(RatingsFor::Mover));
    write!(out, "\"choices\":")?;
    numbers(out, choices.into_iter().map(number))?;
    writeln!(out, ",")?;
    let flow = match figure.style.flow {
        GrowthDirection::Down => "down",
        GrowthDirection::Right => "right",
    };
    let edges = match figure.style.edges {
        EdgeStyle::Curved => "curved",
        EdgeStyle::Straight => "straight",
        EdgeStyle::Elbowed => "elbowed",
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
        writeln!(out, "\"estimate\":{},", JsonText(estimate))?;
    }
    writeln!(
        out,
        "\"least\":{},\"blunders\":{},\"bestLine\":{},\"hasMoves\":{},\"boards\":{},\"comfort\":{},\"count\":{},",
        JsonText(if graph.is_complete() { "" } else { "≥ " }),
        show.blunders && !figure.hidden,
        show.best_line && !figure.hidden,
        show.moves,
        show.boards,
        MAX_NODES,
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
        let mut entries = legend_of(&view, &there);
        for entry in &mut entries {
            // Not all that is collapsed is in the file.
            if let Some(rest) = entry.text.strip_prefix(COLLAPSED) {
                entry.text = format!("{COLLAPSED}, + if in this file{rest}");
            }
        }
        entries
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
    for LegendEntry { width, sign, text } in entries {
        write!(
            out,
            "{}[{},{},[",
            between.next(),
            Number(*width),
            JsonText(text)
        )?;
        let mut between = Between::default();
        for shape in &sign.shapes {
            write!(out, "{}{}", between.next(), DrawnShape(shape))?;
        }
        write!(out, "]]")?;
    }
    write!(out, "]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::{GraphRequest, open};
    use crate::tree::Limits;
    use crate::work::TurnLength;

    /// The first plies of a board's tree.
    fn unfolded(board: &str, plies: u32) -> (Rated, Unfolding) {
        let setup = Setup::of_board("dice-of-doom", Switches::default(), board, None);
        let wanted: GraphRequest = Limits::default().into();
        let mut build = open(&setup, wanted, "").expect("a board");
        while !build.step(TurnLength::Work(10_000)).done {}
        let rated = build.finish();
        let mut unfolding = Unfolding::new();
        for ply in 0..plies {
            let last = unfolding
                .preorder()
                .filter(|node| unfolding.ply(*node) == ply);
            for node in last.collect::<Vec<_>>() {
                unfolding.unfold(rated.graph.graph(), node);
            }
        }
        (rated, unfolding)
    }

    fn plies(unfolding: &Unfolding) -> u32 {
        let plies = unfolding.preorder().map(|node| unfolding.ply(node));
        plies.max().unwrap_or(0)
    }

    #[test]
    fn a_page_begins_with_the_best_line_and_what_can_be_read_beside_it_and_a_small_tree_whole() {
        let figure = Figure::default();
        let (rated, small) = unfolded("b2b2/a2b1 a", 9);
        let first = opening_view(&rated, &small, &figure);
        assert_eq!(first.preorder().count(), small.preorder().count());
        let (rated, large) = unfolded("a2b2a1/a3b3a2/b2a2b3 a", 5);
        let first = opening_view(&rated, &large, &figure);
        let line = line(&rated, &large, &figure);
        assert_eq!(line.len(), 6, "the best line is there to its end");
        let beside = |node: &UnfoldingNode| !line.contains(node);
        let open = |node: &UnfoldingNode| first.is_open(*node);
        let deepest = first.preorder().filter(beside).filter(open);
        let deepest = deepest.map(|node| first.ply(node)).max().unwrap_or(0);
        assert!(first.preorder().count() < large.preorder().count());
        assert!(deepest < 3, "{deepest}");
        let ends = first.preorder().filter(|node| !beside(node));
        assert_eq!(ends.map(|node| first.ply(node)).max(), Some(5));
        // If ratings are hidden, the initial view must not reveal any.
        let hidden = Figure {
            hidden: true,
            ..figure
        };
        let first = opening_view(&rated, &large, &hidden);
        assert!(plies(&first) < 5, "{}", plies(&first));
    }
}
