//! Boards in pictures: the window's board of one position, with the player to move, the position
//! and the legend below it; and the boards in the nodes of a tree, all of one size.

use std::io;

use super::Figure;
use super::scene::{DrawnScene, margined};
use super::text::heading_at;
use crate::diagram::{
    Anchor, BoardArrow, BoardDiagram, BoardMarks, BoardMove, Drawing, Elements, Ink, LegendEntry,
    MAX_WITH_BOARDS, PlacedNode, Point, Rect, Shade, Shape, Stroke, TreeView, arrow_labels,
    best_labelled, board, board_radius, board_rect, boxed, changed_places, filled, node_board,
    of_rows, place_legend, row, segments,
};
use crate::game::{Picture, Piece, Player, visible};
use crate::layout::shape::text_width;
use crate::rating::best_edges;
use crate::session::Rated;
use crate::tree::{Edge, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::{player_letter, shortened, state_text};

/// Maximum width and height of a board, in scene units.
const MAX: [f64; 2] = [720.0, 720.0];

/// Minimum width of the lines below a board.
const MIN_WIDTH: f64 = 240.0;

/// The height of a line below the board.
const LINE: f64 = 24.0;

const WORDS_SIZE: f64 = 14.0;

const NOTATION_SIZE: f64 = 12.0;

/// Maximum characters of a notation, or of a name, in a line.
const MAX_LETTERS: usize = 80;

/// Maximum characters of the line of moves in the description.
const MAX_LINE: usize = 300;

/// The moves drawn on a board.
#[derive(Default)]
struct Moves {
    arrows: Vec<BoardArrow>,
    /// The possible labels of each arrow, except the last move's.
    labels: Vec<[String; 3]>,
    marks: BoardMarks,
    /// Whether the moves are outcomes with probabilities.
    chance: bool,
}

/// The board of a node with its moves, the ratings they lead to, and the move that led there.
pub(super) fn scene(
    rated: &Rated,
    unfolding: &Unfolding,
    node: UnfoldingNode,
    figure: &Figure<'_>,
) -> DrawnScene {
    let vertex = unfolding.vertex(node);
    let view = figure.view(rated, unfolding);
    let picture = rated.graph.picture(vertex);
    let moves = if figure.show.moves {
        moves(rated, &view, node, &picture)
    } else {
        Moves::default()
    };
    let mut drawing = Drawing::default();
    let mut frame = if picture.cells.is_empty() {
        draw_notation(&mut drawing, &picture)
    } else {
        let radius = board_radius(&picture, MAX[0], MAX[1]);
        let diagram = best_labelled(&moves.arrows, &moves.labels, |arrows| {
            board(&picture, arrows, &moves.marks, radius)
        });
        drawing.append(&diagram.drawing, 0.0, 0.0);
        diagram.bounds
    };
    let middle = frame.centre().x;
    let words = position_words(rated, &view, vertex, &picture);
    let mut wide = frame.width().max(MIN_WIDTH);
    let mut y = frame.max.y + LINE / 2.0;
    wide = wide.max(draw_head(
        &mut drawing,
        &view,
        vertex,
        &words,
        Point::new(middle, y),
    ));
    y += LINE;
    if figure.show.positions && !picture.cells.is_empty() {
        let text = shortened(&visible(&picture.text), MAX_LETTERS);
        let at = Point::new(middle, y - 2.0);
        wide = wide.max(text_width(&text, NOTATION_SIZE));
        drawing.text(at, Anchor::Middle, text, NOTATION_SIZE, Ink::Dim);
        y += LINE;
    }
    frame.max.y = y - LINE / 2.0;
    frame.min.x = frame.min.x.min(middle - wide / 2.0);
    frame.max.x = frame.max.x.max(middle + wide / 2.0);
    if figure.show.legend {
        let placed = place_legend(&legend(&view, &picture, &moves), frame.width(), 0.0);
        let left = frame.centre().x - placed.width / 2.0;
        drawing.append(&placed.drawing, left, frame.max.y + 4.0);
        frame.min.x = frame.min.x.min(left);
        frame.max.x = frame.max.x.max(left + placed.width);
        frame.max.y += 4.0 + placed.height;
    }
    let phrase = match &*view.line_words(node) {
        "the start" => format!("{}, {words}.", visible(&picture.text)),
        line => {
            let line = shortened(line, MAX_LINE);
            format!("{}, {words}, after {line}.", visible(&picture.text))
        }
    };
    DrawnScene {
        drawing,
        frame: margined(frame, &figure.appearance),
        appearance: figure.appearance,
        title: heading_at(rated, vertex, figure.title),
        text: phrase,
    }
}

/// The moves of a node as arrows and chips, the last one among them.
fn moves(rated: &Rated, view: &TreeView<'_>, node: UnfoldingNode, picture: &Picture) -> Moves {
    let graph = &rated.graph;
    let vertex = view.unfolding.vertex(node);
    let chance = matches!(graph.graph().kind(vertex), VertexKind::Chance(_));
    let best = best_edges(graph.graph(), &rated.analysis.ratings, vertex);
    let is_best = |edge: &Edge| best.contains(edge) && !view.hidden && view.elements.best_line;
    let mut moves = Moves {
        chance,
        ..Moves::default()
    };
    for edge in graph.graph().edges(vertex) {
        let touched = graph.touched(vertex, edge);
        match (touched.from, touched.to) {
            (Some(from), Some(to)) => {
                moves.arrows.push(BoardArrow {
                    from,
                    to,
                    label: String::new(),
                    strong: chance || is_best(&edge),
                    last: false,
                });
                moves.labels.push(arrow_labels(view, vertex, edge));
            }
            (None, Some(to)) if !chance => {
                let target = graph.graph().target(edge);
                moves.marks.moves.push(BoardMove {
                    to,
                    label: view.rating_of(target, view.chooser(vertex)),
                    strong: is_best(&edge),
                });
            }
            _ => {}
        }
    }
    let above = view.unfolding.parent(node).zip(view.unfolding.edge(node));
    if let Some((parent, edge)) = above {
        let source = view.unfolding.vertex(parent);
        moves.marks.touched = changed_places(&graph.picture(source), picture);
        let touched = graph.touched(source, edge);
        // The attack that is rolled for is drawn already.
        if let (Some(from), Some(to), false) = (touched.from, touched.to, chance) {
            moves.arrows.push(BoardArrow {
                from,
                to,
                label: String::new(),
                strong: true,
                last: true,
            });
        }
    }
    moves
}

/// The player to move or the winner, the state of the turn, and the rating.
fn position_words(rated: &Rated, view: &TreeView<'_>, vertex: Vertex, picture: &Picture) -> String {
    let labels = &*rated.graph;
    let kind = labels.graph().kind(vertex);
    let mut parts = vec![state_text(labels, vertex)];
    if !picture.state.is_empty() && kind != VertexKind::End {
        parts.push(visible(&picture.state).into_owned());
    }
    if let Some(player) = view.rated_player(vertex)
        && kind != VertexKind::End
        && !view.hidden
    {
        let rating = view.rating_of(vertex, player);
        parts.push(format!("rating {rating} for {}", view.name(player)));
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|part| shortened(part, MAX_LETTERS))
        .collect();
    parts.join(", ")
}

/// Draws the mover's mark and the text beside it around `at`; returns the width of both.
fn draw_head(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    vertex: Vertex,
    text: &str,
    at: Point,
) -> f64 {
    let graph = view.labels.graph();
    let mover = match graph.kind(vertex) {
        VertexKind::Decision(player) | VertexKind::Horizon(player) => Some(player),
        VertexKind::Chance(_) | VertexKind::End => None,
    };
    let mark = if mover.is_some() { 26.0 } else { 0.0 };
    let width = mark + text_width(text, WORDS_SIZE);
    let left = at.x - width / 2.0;
    if let Some(player) = mover {
        let letter = player_letter(view.labels, player);
        drawing.player_mark(Point::new(left + 10.0, at.y), 9.0, player, &letter);
    }
    let at = Point::new(left + mark, at.y);
    drawing.text(at, Anchor::Left, text, WORDS_SIZE, Ink::Text);
    width
}

/// The notation of a position without places, in a frame.
fn draw_notation(drawing: &mut Drawing, picture: &Picture) -> Rect {
    let text = shortened(&visible(&picture.text), MAX_LETTERS);
    let size = 18.0;
    let width = (text_width(&text, size) + 40.0).max(MIN_WIDTH);
    let rect = Rect::around(Point::default(), width, 72.0);
    drawing.add(Shape::Box {
        rect,
        rounding: 6.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.0, Ink::Line)),
    });
    drawing.text(rect.centre(), Anchor::Middle, text, size, Ink::Text);
    rect.grown(4.0)
}

/// An entry for each mark that occurs.
fn legend(view: &TreeView<'_>, picture: &Picture, moves: &Moves) -> Vec<LegendEntry> {
    // Crosses and rings speak for themselves.
    let owns = |player: Player| {
        picture.cells.iter().any(|cell| {
            let shaped = matches!(cell.piece, Some(Piece::Dice(_) | Piece::Chip));
            shaped && cell.owner == Some(player)
        })
    };
    let owners = Player::all(view.labels.graph().players()).map(|player| {
        let words = shortened(&view.name(player), 16);
        row(owns(player), 15.0, words, |sign| {
            let fill = Ink::Player(player, Shade::Full);
            sign.player_shape(Point::new(7.5, 0.0), 7.0, player, fill);
        })
    });
    let arrow = |occurs, phrase: &str, width: f64, ink: Ink| {
        row(occurs, 24.0, phrase, |sign| {
            segments(sign, Stroke::new(width, ink), [[(0.0, 0.0), (18.0, 0.0)]]);
            filled(sign, ink, [(24.0, 0.0), (15.0, 4.0), (15.0, -4.0)]);
        })
    };
    let chip = |occurs, text: &str, stroke: Stroke| {
        row(occurs, 22.0, text, |sign| {
            boxed(sign, [22.0, 15.0], 7.5, Some(Ink::Panel), Some(stroke));
        })
    };
    let whose = match (moves.chance, view.hidden) {
        (true, _) => String::new(),
        (false, true) => ", rating hidden".to_owned(),
        (false, false) => match view.ratings_for.player() {
            Some(player) => format!(
                ", with its rating for {}",
                shortened(&view.name(player), 16)
            ),
            None => ", with its rating".to_owned(),
        },
    };
    let (best, other) = (format!("best move{whose}"), format!("move{whose}"));
    let by_chance = moves.chance && !moves.arrows.is_empty();
    let arrows = |strong| {
        let mut legal = moves.arrows.iter().filter(|arrow| !arrow.last);
        !by_chance && legal.any(|arrow| arrow.strong == strong)
    };
    let chips = |strong| moves.marks.moves.iter().any(|chip| chip.strong == strong);
    let led_here = moves.arrows.iter().any(|arrow| arrow.last);
    let marks = [
        arrow(
            by_chance,
            "attack, with its chance of winning",
            3.0,
            Ink::Text,
        ),
        arrow(arrows(true), &best, 3.0, Ink::Text),
        arrow(arrows(false), &other, 1.3, Ink::Dim),
        chip(chips(true), &best, Stroke::new(1.6, Ink::Text)),
        chip(chips(false), &other, Stroke::new(1.0, Ink::Line)),
        row(led_here, 24.0, "last move", |sign| {
            let outline = [
                [(0.0, -3.0), (14.0, -3.0)],
                [(14.0, -3.0), (14.0, -6.0)],
                [(14.0, -6.0), (24.0, 0.0)],
                [(24.0, 0.0), (14.0, 6.0)],
                [(14.0, 6.0), (14.0, 3.0)],
                [(14.0, 3.0), (0.0, 3.0)],
                [(0.0, 3.0), (0.0, -3.0)],
            ];
            segments(sign, Stroke::new(1.2, Ink::Text), outline);
        }),
        row(
            !moves.marks.touched.is_empty(),
            20.0,
            "changed by it",
            |sign| {
                let dashes = [0.0, 8.0, 16.0].map(|from| [(from, 0.0), (from + 4.5, 0.0)]);
                segments(sign, Stroke::new(2.0, Ink::Dim), dashes);
            },
        ),
    ];
    of_rows(owners.chain(marks))
}

/// Maximum width and height of a board in a node, in scene units.
const MAX_NODE_BOARD: [f64; 2] = [132.0, 108.0];

/// Maximum radius of a place, from its center to its corners.
const MAX_RADIUS: f64 = 15.0;

/// The space of boards in a tree's nodes.
pub(super) struct BoardRoom {
    radius: f64,
    size: [f64; 2],
    /// The room of boards beside mover and rating, as the window draws a small tree.
    beside: Option<[f64; 2]>,
    /// A player who has dice on the board.
    dice: Option<Player>,
}

impl BoardRoom {
    /// The space for positions of a graph that look like this one; `None` if its picture has no
    /// places.
    pub fn of(rated: &Rated, vertex: Vertex) -> Option<Self> {
        let picture = rated.graph.picture(vertex);
        if picture.cells.is_empty() {
            return None;
        }
        let beside = is_small(rated).then(|| node_board(&picture));
        let [width, height] = beside.unwrap_or(MAX_NODE_BOARD);
        let radius = board_radius(&picture, width, height).min(MAX_RADIUS);
        let bounds = drawn(picture.clone(), radius).bounds_of_places().grown(0.5);
        let mut dice = picture.cells.iter().filter_map(|cell| match cell.piece {
            Some(Piece::Dice(_)) => cell.owner,
            _ => None,
        });
        Some(Self {
            radius,
            size: [bounds.width(), bounds.height()],
            beside,
            dice: dice.next(),
        })
    }

    /// Adds it to what is drawn of a tree.
    pub fn add_to(&self, elements: &mut Elements) {
        elements.beside = self.beside;
        elements.board = self.beside.is_none().then_some(self.size);
    }

    /// The legend for the mark on a place, if it needs one.
    pub fn legend(&self, rated: &Rated) -> Option<LegendEntry> {
        let player = self.dice?;
        let mut sign = Drawing::default();
        let text = format!("{}2", player_letter(&*rated.graph, player));
        sign.player_mark(Point::new(8.5, 0.0), 8.0, player, &text);
        Some(LegendEntry {
            width: 17.0,
            sign,
            text: "owner and dice of a hex".to_owned(),
        })
    }
}

/// Whether a figure has boards in its nodes unless they are left out: it shows few nodes, and their
/// positions have pictures.
pub fn has_boards(rated: &Rated, shown: &Unfolding) -> bool {
    let max = MAX_WITH_BOARDS as usize;
    let is_few = shown.preorder().take(max + 1).count() <= max;
    is_few && !rated.graph.picture(Vertex::ROOT).cells.is_empty()
}

/// Whether the whole tree is small.
fn is_small(rated: &Rated) -> bool {
    let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
    nodes.is_some_and(|nodes| nodes <= MAX_WITH_BOARDS)
}

/// Draws the board of every node in sight into it.
pub(super) fn draw_node_boards(
    rated: &Rated,
    view: &TreeView<'_>,
    room: &BoardRoom,
    sights: &[PlacedNode],
    each: &mut dyn FnMut(&Drawing) -> io::Result<()>,
) -> io::Result<()> {
    let mut drawing = Drawing::default();
    for sight in sights {
        let picture = rated.graph.picture(view.unfolding.vertex(sight.node));
        let diagram = drawn(picture, room.radius);
        let (from, to) = (
            diagram.bounds_of_places().centre(),
            board_rect(view, sight.node, sight.at).centre(),
        );
        drawing.append(&diagram.drawing, to.x - from.x, to.y - from.y);
        each(&drawing)?;
        drawing.shapes.clear();
    }
    Ok(())
}

/// A position's board alone, without the names of columns.
fn drawn(mut picture: Picture, radius: f64) -> BoardDiagram {
    picture.columns.clear();
    board(&picture, &[], &BoardMarks::default(), radius)
}
