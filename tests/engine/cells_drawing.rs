//! Boards of square cells, drawn: pieces of different shapes inside their cells, ratings on the
//! cells where a move leads, the line that wins, and the names of columns.

use doomtree::diagram::{
    BoardDiagram, BoardMarks, BoardMove, Ink, Point, Rect, Shade, Shape, board, board_radius,
};
use doomtree::game::{Picture, Player};
use doomtree::games::Setup;
use doomtree::session::open;
use doomtree::tree::{Limits, Vertex};

fn picture(game: &str, position: &str) -> Picture {
    let setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    let rated = open(&setup, Limits::default(), "")
        .expect(position)
        .finish();
    rated.graph.picture(Vertex::ROOT)
}

fn draw(picture: &Picture, moves: Vec<BoardMove>, radius: f64) -> BoardDiagram {
    let marks = BoardMarks {
        moves,
        ..BoardMarks::default()
    };
    board(picture, &[], &marks, radius)
}

fn landing(to: usize, label: &str, strong: bool) -> BoardMove {
    BoardMove {
        to,
        label: label.to_owned(),
        strong,
    }
}

/// The rectangle around a place.
fn cell(diagram: &BoardDiagram, index: usize) -> Rect {
    let corners = &diagram.places[index];
    Rect {
        min: corners[3],
        max: corners[1],
    }
}

/// The smallest rectangle around points.
fn around(points: &[Point]) -> Rect {
    points.iter().fold(
        Rect {
            min: points[0],
            max: points[0],
        },
        |rect, at| Rect {
            min: Point::new(rect.min.x.min(at.x), rect.min.y.min(at.y)),
            max: Point::new(rect.max.x.max(at.x), rect.max.y.max(at.y)),
        },
    )
}

fn is_near(one: Point, other: Point) -> bool {
    (one.x - other.x).hypot(one.y - other.y) < 1e-9
}

const RADII: [f64; 6] = [5.0, 12.0, 25.0, 33.0, 45.0, 66.0];

#[test]
fn a_cross_is_two_strokes_a_ring_two_discs_and_both_lie_inside_their_cells() {
    let picture = picture("tic-tac-toe", "x.o/.../... x");
    for radius in RADII {
        let diagram = draw(&picture, Vec::new(), radius);
        let full = |player| Ink::Player(Player(player), Shade::Full);
        let (mut strokes, mut discs) = (0, 0);
        for shape in &diagram.drawing.shapes {
            match shape {
                Shape::Segment { points, stroke } if stroke.ink == full(0) => {
                    strokes += 1;
                    let reach = around(points).grown(stroke.width * 0.36);
                    assert!(cell(&diagram, 0).holds(&reach), "{radius}");
                }
                Shape::Disc {
                    centre,
                    radius,
                    fill,
                } if *fill == full(1) => {
                    discs += 1;
                    let reach = Rect::around(*centre, radius * 2.0, radius * 2.0);
                    assert!(cell(&diagram, 2).holds(&reach), "{radius}");
                }
                _ => {}
            }
        }
        assert_eq!((strokes, discs), (2, 1), "{radius}");
    }
}

#[test]
fn chips_have_the_shapes_of_their_players_and_their_letters_where_these_can_be_read() {
    let picture = picture("trilobite", ".../.../ab. a");
    for radius in RADII {
        let diagram = draw(&picture, Vec::new(), radius);
        let full = |player| Some(Ink::Player(Player(player), Shade::Full));
        let shapes = &diagram.drawing.shapes;
        let discs = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Disc { fill, .. } if Some(*fill) == full(0)));
        let squares = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Box { fill, .. } if *fill == full(1)));
        assert_eq!((discs.count(), squares.count()), (1, 1), "{radius}");
        let letters = shapes.iter().filter(
            |shape| matches!(shape, Shape::Text(letter) if letter.text == "a" && letter.size >= 8.0),
        );
        assert_eq!(letters.count(), usize::from(radius >= 12.0), "{radius}");
    }
}

#[test]
fn a_move_to_a_cell_has_its_rating_there_or_a_dot_where_no_text_fits() {
    let picture = picture("tic-tac-toe", ".../.../... x");
    for radius in RADII {
        let moves = vec![landing(0, "1/2", true), landing(4, "~.424", false)];
        let diagram = draw(&picture, moves, radius);
        let labels: Vec<(Point, f64)> = diagram
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text(label) if label.text.contains(['/', '~']) => {
                    Some((label.at, label.size))
                }
                _ => None,
            })
            .collect();
        let dots = diagram
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Disc { centre, radius, .. } => Some((*centre, *radius)),
                _ => None,
            });
        let dots: Vec<(Point, f64)> = dots.collect();
        let shown = if radius < 20.0 { &dots } else { &labels };
        let [first, second] = shown[..] else {
            panic!("{radius}: two moves are shown");
        };
        assert!(is_near(first.0, cell(&diagram, 0).centre()), "{radius}");
        assert!(is_near(second.0, cell(&diagram, 4).centre()), "{radius}");
        if radius < 20.0 {
            assert!(first.1 > second.1, "a best move has the larger dot");
            assert!(labels.is_empty(), "{radius}");
        } else {
            assert_eq!(first.1, second.1, "all labels have one size");
            assert!(dots.is_empty(), "{radius}");
        }
    }
}

#[test]
fn the_cells_of_the_line_that_wins_have_a_heavy_border_and_no_others() {
    let picture = picture("tic-tac-toe", "xxx/oo./... o");
    assert_eq!(picture.line, [0, 1, 2]);
    let diagram = draw(&picture, Vec::new(), 40.0);
    let heavy: Vec<usize> = diagram
        .places
        .iter()
        .enumerate()
        .filter(|(_, corners)| {
            diagram.drawing.shapes.iter().any(|shape| {
                matches!(shape, Shape::Polygon { points, stroke: Some(stroke), .. }
                    if points == *corners && stroke.ink == Ink::Text && stroke.width >= 2.0)
            })
        })
        .map(|(index, _)| index)
        .collect();
    assert_eq!(heavy, [0, 1, 2]);
    // Two lines at once are shown both.
    let both = self::picture("tic-tac-toe", "xxx/xoo/xoo o");
    assert_eq!(both.line, [0, 1, 2, 3, 6]);
    assert_eq!(self::picture("tic-tac-toe", "xox/oxx/oxo o").line, [0; 0]);
}

#[test]
fn columns_have_their_names_above_the_board_and_room_for_them() {
    let picture = picture("trilobite", "..../..../.... a");
    for radius in [12.0, 30.0, 60.0] {
        let diagram = draw(&picture, Vec::new(), radius);
        let names: Vec<(String, Point)> = diagram
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text(name) => Some((name.text.clone(), name.at)),
                _ => None,
            })
            .collect();
        let texts: Vec<&str> = names.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            ["0", "1", "2", "3"],
            "cells have no numbers beside them"
        );
        for (index, (_, at)) in names.iter().enumerate() {
            let below = cell(&diagram, index);
            assert!((at.x - below.centre().x).abs() < 1e-9);
            assert!(at.y < below.min.y && diagram.bounds.contains(*at));
        }
    }
    for (width, height) in [(100.0, 300.0), (300.0, 100.0), (500.0, 500.0)] {
        let radius = board_radius(&picture, width, height);
        let diagram = draw(&picture, Vec::new(), radius);
        assert!(diagram.bounds.width() <= width + 0.01);
        assert!(
            diagram.bounds.height() <= height + 0.01,
            "{width} × {height}"
        );
    }
}
