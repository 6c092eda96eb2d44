//! The positions of a page, each written once for all its nodes, one per line; and their boards.
//! Each distinct place is drawn once, for any number of positions, and a position lists its places.

use std::fmt::Write as _;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::content::{Between, DrawnShape, JsonText, Number};
use crate::diagram::{
    BoardMarks, NodeContext, RatingsFor, Shape, TreeView, ahead, board, board_radius, chance_text,
    exact_chance, shares, why,
};
use crate::export::Figure;
use crate::game::{Cell, CellShape, Picture, Piece, Player};
use crate::rating::{best_edges, best_move, blunders, likeliest_branch};
use crate::session::Rated;
use crate::tree::{Count, Edge, Graph, Unfolding, Vertex, VertexKind};
use crate::words::{end_winners, rating_text};

/// Maximum number of explanations; more would make the page slow to load.
const MAX_SENTENCES: usize = 20_000;

/// Maximum digits of a count; longer ones are written as powers.
const MAX_DIGITS: usize = 100;

/// Flags of a move.
const BEST: u8 = 1;

const BLUNDER: u8 = 2;

const NEVER: u8 = 4;

const NONE: u32 = u32::MAX;

/// The positions of an unfolding, numbered as they come.
pub(super) struct Positions {
    /// One entry per vertex: its number.
    numbers: Vec<u32>,
    /// One entry per vertex: whether its moves are shown anywhere.
    open: Vec<bool>,
    order: Vec<Vertex>,
    /// The number of nodes that show them.
    pub nodes: u64,
}

impl Positions {
    /// Those of the shown nodes.
    pub fn new(rated: &Rated, unfolding: &Unfolding) -> Self {
        let graph = rated.graph.graph();
        let mut positions = Self {
            numbers: vec![NONE; graph.len()],
            open: vec![false; graph.len()],
            order: Vec::new(),
            nodes: 0,
        };
        for node in unfolding.preorder() {
            let vertex = unfolding.vertex(node);
            positions.nodes += 1;
            positions.open[vertex.index()] |= unfolding.is_open(node);
            let number = &mut positions.numbers[vertex.index()];
            if *number == NONE {
                *number = positions.order.len() as u32;
                positions.order.push(vertex);
            }
        }
        positions
    }

    /// The number of a position that is shown.
    pub fn number(&self, vertex: Vertex) -> u32 {
        self.numbers[vertex.index()]
    }

    /// The number of positions without chance nodes.
    pub fn without_chance(&self, graph: &Graph) -> usize {
        let decided = |vertex: &&Vertex| !graph.is_chance(**vertex);
        self.order.iter().filter(decided).count()
    }

    /// Writes them as the items of a list.
    pub fn write(
        &self,
        out: &mut dyn Write,
        rated: &Rated,
        view: &TreeView<'_>,
        figure: &Figure<'_>,
        boards: &mut Boards,
    ) -> io::Result<()> {
        let players = rated.graph.graph().players();
        let mut writer = PositionsWriter {
            out,
            rated,
            view,
            figure,
            whys: !figure.hidden && self.order.len().saturating_mul(players) <= MAX_SENTENCES,
            digits: String::new(),
        };
        let mut between = Between::default();
        for &vertex in &self.order {
            write!(writer.out, "{}\n{{", between.next())?;
            writer.position(self, vertex, boards)?;
            write!(writer.out, "}}")?;
        }
        Ok(())
    }
}

struct PositionsWriter<'a, 'b> {
    out: &'a mut dyn Write,
    rated: &'a Rated,
    view: &'a TreeView<'b>,
    figure: &'a Figure<'b>,
    whys: bool,
    digits: String,
}

impl PositionsWriter<'_, '_> {
    /// The members of a position. `k` is its kind and `p` the player to move; the page's data.js
    /// documents the others.
    fn position(
        &mut self,
        positions: &Positions,
        vertex: Vertex,
        boards: &mut Boards,
    ) -> io::Result<()> {
        let graph = self.rated.graph.graph();
        let (kind, player) = match graph.kind(vertex) {
            VertexKind::Decision(player) => ("d", Some(player)),
            VertexKind::Chance(player) => ("c", Some(player)),
            VertexKind::Horizon(player) => ("h", Some(player)),
            VertexKind::End => ("e", None),
        };
        write!(self.out, "\"k\":\"{kind}\"")?;
        if let Some(player) = player {
            write!(self.out, ",\"p\":{}", player.0)?;
        }
        if let Some(set) = graph.information_set(vertex) {
            write!(self.out, ",\"i\":{set}")?;
        }
        if self.figure.show.positions {
            let text = self.rated.graph.position_text(vertex);
            write!(self.out, ",\"t\":{}", JsonText(&text))?;
        }
        let picture = self.rated.graph.picture(vertex);
        if !picture.state.is_empty() {
            write!(self.out, ",\"s\":{}", JsonText(&picture.state))?;
        }
        let places = boards.places(&picture);
        if !places.is_empty() {
            write!(self.out, ",\"b\":")?;
            numbers(self.out, places.iter().map(|slot| *slot as u64))?;
        }
        if self.figure.show.ends
            && let Some(winners) = end_winners(self.view.labels, vertex)
        {
            write!(self.out, ",\"z\":")?;
            numbers(self.out, winners.iter().map(|player| u64::from(player.0)))?;
            let payoffs = self.view.payoffs(vertex);
            for (index, (_, payoff)) in payoffs.iter().enumerate() {
                let sign = if index == 0 { ",\"y\":[" } else { "," };
                write!(self.out, "{sign}{}", JsonText(payoff))?;
            }
            if !payoffs.is_empty() {
                write!(self.out, "]")?;
            }
        }
        if !graph.is_leaf(vertex) {
            let analysis = &self.rated.analysis;
            self.count("n", analysis.nodes.of(vertex))?;
            self.count("e", analysis.ends.of(vertex))?;
            if let Some(plies) = analysis.longest.of(vertex) {
                write!(self.out, ",\"l\":{plies}")?;
            }
        }
        if !self.figure.hidden {
            self.ratings(vertex)?;
            if self.whys {
                self.sentences(vertex, &picture)?;
            }
        }
        if positions.open[vertex.index()] {
            self.moves(positions, vertex)?;
        }
        Ok(())
    }

    /// A count: its digits, or a word if it has none.
    fn count(&mut self, name: &str, count: Count<'_>) -> io::Result<()> {
        use std::fmt::Write as _;
        self.digits.clear();
        let _ = write!(self.digits, "{count}");
        if self.digits.len() > MAX_DIGITS {
            self.digits = crate::words::whole_count(count);
        }
        write!(self.out, ",\"{name}\":{}", JsonText(&self.digits))
    }

    fn ratings(&mut self, vertex: Vertex) -> io::Result<()> {
        let ratings = &self.rated.analysis.ratings;
        let players = || Player::all(self.rated.graph.graph().players());
        write!(self.out, ",\"r\":[")?;
        let mut between = Between::default();
        for player in players() {
            let rating = self.view.rating_of(vertex, player);
            write!(self.out, "{}{}", between.next(), JsonText(&rating))?;
        }
        write!(self.out, "]")?;
        if self.figure.show.intervals && players().any(|it| !ratings.is_proven(vertex, it)) {
            write!(self.out, ",\"u\":[")?;
            let mut between = Between::default();
            for player in players() {
                let comma = between.next();
                if ratings.is_proven(vertex, player) {
                    write!(self.out, "{comma}0")?;
                    continue;
                }
                let (low, high) = ratings.proven(vertex, player);
                let text = format!("{} to {}", rating_text(&low), rating_text(&high));
                write!(self.out, "{comma}{}", JsonText(&text))?;
            }
            write!(self.out, "]")?;
        }
        let shares = shares(self.view, vertex);
        if !shares.is_empty() {
            write!(self.out, ",\"h\":")?;
            let parts = shares.iter().filter(|(player, _)| player.is_some());
            numbers(self.out, parts.map(|(_, share)| (share * 1_000.0) as u64))?;
        }
        if players().any(|player| !ratings.is_proven(vertex, player)) {
            write!(self.out, ",\"q\":1")?;
        }
        if let Some(player) = ahead(self.view, vertex) {
            write!(self.out, ",\"a\":{}", player.0)?;
        }
        match self.view.distance(vertex) {
            Some(plies) => write!(self.out, ",\"d\":{plies}"),
            None => Ok(()),
        }
    }

    /// Why the position has its rating, for each player whose rating is available.
    fn sentences(&mut self, vertex: Vertex, picture: &Picture) -> io::Result<()> {
        let known = NodeContext {
            picture,
            estimate: self.rated.limits.estimate,
            building: false,
        };
        write!(self.out, ",\"w\":[")?;
        let mut between = Between::default();
        for player in Player::all(self.rated.graph.graph().players()) {
            let view = TreeView {
                ratings_for: RatingsFor::Player(player),
                ..*self.view
            };
            let text = why(&view, vertex, &known).text();
            write!(self.out, "{}{}", between.next(), JsonText(&text))?;
        }
        write!(self.out, "]")
    }

    fn moves(&mut self, positions: &Positions, vertex: Vertex) -> io::Result<()> {
        let rated = self.rated;
        let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
        let (ratings, hidden) = (&analysis.ratings, self.figure.hidden);
        let chosen =
            |edges: fn(&crate::tree::Graph, &crate::rating::Ratings, Vertex) -> Vec<Edge>| {
                if hidden {
                    Vec::new()
                } else {
                    edges(graph, ratings, vertex)
                }
            };
        let (best, worse) = (chosen(best_edges), chosen(blunders));
        let is_chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        write!(self.out, ",\"m\":[")?;
        let mut between = Between::default();
        for edge in graph.edges(vertex) {
            let mut flags = 0;
            for (bit, edges) in [(BEST, &best), (BLUNDER, &worse)] {
                if edges.binary_search(&edge).is_ok() {
                    flags |= bit;
                }
            }
            let probability = is_chance.then(|| graph.probability(edge));
            if probability.is_some_and(|probability| *probability.numer() == 0) {
                flags |= NEVER;
            }
            let target = positions.number(graph.target(edge));
            write!(self.out, "{}[{target},{flags}", between.next())?;
            if self.figure.show.moves {
                let text = rated.graph.move_text(vertex, edge);
                let touched = rated.graph.touched(vertex, edge);
                let place = |slot: Option<usize>| slot.map_or(-1, |index| index as i64);
                let (from, to) = (place(touched.from), place(touched.to));
                write!(self.out, ",{},{from},{to}", JsonText(&text))?;
                if let Some(probability) = probability {
                    let short = chance_text(graph, vertex, edge);
                    let exact = exact_chance(probability);
                    write!(self.out, ",{},{}", JsonText(&short), JsonText(&exact))?;
                }
            }
            write!(self.out, "]")?;
        }
        write!(self.out, "]")?;
        if hidden {
            return Ok(());
        }
        let next = match is_chance {
            true => likeliest_branch(graph, vertex),
            false => best_move(graph, ratings, &analysis.distances, vertex),
        };
        if let Some(edge) = next.filter(|_| self.figure.show.best_line) {
            write!(self.out, ",\"x\":{}", graph.key(vertex, edge))?;
        }
        let VertexKind::Decision(mover) = graph.kind(vertex) else {
            return Ok(());
        };
        if self.figure.style.order == crate::diagram::SiblingOrder::BestFirst {
            let mut order: Vec<Edge> = graph.edges(vertex).collect();
            // Stable, so that ties stay in the rules' order.
            order.sort_by(|a, b| ratings.compare(graph.target(*b), graph.target(*a), mover));
            write!(self.out, ",\"o\":")?;
            let keys = order.iter().map(|edge| graph.key(vertex, *edge) as u64);
            numbers(self.out, keys)?;
        }
        Ok(())
    }
}

/// Writes a list of numbers.
pub(super) fn numbers(
    out: &mut dyn Write,
    numbers: impl IntoIterator<Item = impl std::fmt::Display>,
) -> io::Result<()> {
    write!(out, "[")?;
    let mut between = Between::default();
    for number in numbers {
        write!(out, "{}{number}", between.next())?;
    }
    write!(out, "]")
}

/// The room that a board is drawn for, in scene units; the page makes it as large as there is room.
const ROOM: (f64, f64) = (420.0, 330.0);

/// Everything that a drawn place depends on.
#[derive(PartialEq, Eq, Hash)]
struct CellKey {
    form: CellShape,
    middle: [u64; 2],
    owner: Option<Player>,
    piece: (u8, u32),
    label: String,
    number: String,
    is_won: bool,
    /// `None` if places are numbered instead; empty if there is no name above.
    column: Option<String>,
}

/// The places drawn so far.
#[derive(Default)]
pub(super) struct Boards {
    radius: f64,
    numbers: FxHashMap<CellKey, usize>,
    drawn: Vec<String>,
    /// Buffer for the last list, to avoid allocations.
    places: Vec<usize>,
}

impl Boards {
    /// Boards like this one.
    pub fn new(root: &Picture) -> Self {
        let radius = board_radius(root, ROOM.0, ROOM.1);
        Self {
            // The page scales it, so it needn't be exact, only the same on every machine.
            radius: radius.round().max(4.0),
            ..Self::default()
        }
    }

    /// The numbers of a position's drawn places.
    pub fn places(&mut self, picture: &Picture) -> &[usize] {
        self.places.clear();
        for (index, cell) in picture.cells.iter().enumerate() {
            let column = match picture.columns.is_empty() {
                true => None,
                false => Some(picture.columns.get(index).cloned().unwrap_or_default()),
            };
            let look = CellKey {
                form: cell.shape,
                middle: [cell.x.to_bits(), cell.y.to_bits()],
                owner: cell.owner,
                piece: piece_key(cell.piece.as_ref()),
                label: cell.label.clone(),
                number: cell.number.clone(),
                is_won: picture.line.contains(&index),
                column,
            };
            let (drawn, radius) = (&mut self.drawn, self.radius);
            let number = *self.numbers.entry(look).or_insert_with_key(|look| {
                drawn.push(draw(cell, look, radius));
                drawn.len() - 1
            });
            self.places.push(number);
        }
        &self.places
    }

    /// Writes the drawn places as a member of an object.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "\"radius\":{},\n\"places\":[", Number(self.radius))?;
        let mut between = Between::default();
        for location in &self.drawn {
            write!(out, "{}\n{location}", between.next())?;
        }
        write!(out, "]")
    }
}

fn piece_key(piece: Option<&Piece>) -> (u8, u32) {
    match piece {
        None => (0, 0),
        Some(Piece::Dice(dice)) => (1, u32::from(*dice)),
        Some(Piece::Mark(sign)) => (2, u32::from(*sign)),
        Some(Piece::Cross) => (3, 0),
        Some(Piece::Ring) => (4, 0),
        Some(Piece::Chip) => (5, 0),
    }
}

/// A place: its center, the rectangle around its piece or 0, its text, and its shapes, the
/// background first.
fn draw(cell: &Cell, look: &CellKey, radius: f64) -> String {
    let picture = Picture {
        cells: vec![cell.clone()],
        columns: look.column.iter().cloned().collect(),
        line: if look.is_won { vec![0] } else { Vec::new() },
        ..Picture::default()
    };
    let diagram = board(&picture, &[], &BoardMarks::default(), radius);
    let mut out = format!("[{},{},", Number(cell.x * radius), Number(cell.y * radius));
    let written = match diagram.pieces.first().copied().flatten() {
        None => write!(out, "0"),
        Some(rect) => {
            let (left, top) = (Number(rect.min.x), Number(rect.min.y));
            let (right, bottom) = (Number(rect.max.x), Number(rect.max.y));
            write!(out, "[{left},{top},{right},{bottom}]")
        }
    };
    debug_assert!(written.is_ok(), "a string takes everything");
    let name = format!("{} {}", cell.shape.word(), cell.number);
    let label = match cell.label.as_str() {
        "" => "empty",
        label => label,
    };
    let text = format!("{}: {label}", name.trim_end());
    let _ = write!(out, ",{},[", JsonText(&text));
    let mut between = Between::default();
    for shape in &diagram.drawing.shapes {
        // A column without a name.
        if matches!(shape, Shape::Text(name) if name.text.is_empty()) {
            continue;
        }
        let _ = write!(out, "{}{}", between.next(), DrawnShape(shape));
    }
    out.push_str("]]");
    out
}
