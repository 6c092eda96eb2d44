//! The drawn board: dice inside their hexes, labels that cover nothing, on boards of all sizes.

use doomtree::diagram::{
    Anchor, BoardArrow, BoardDiagram, BoardMarks, Ink, Point, Rect, Shade, Shape, board,
    board_radius, changed_places,
};
use doomtree::game::{Game, Picture, Piece, Player, Shown};
use doomtree::games::dice_of_doom::{Board, DiceOfDoom, Hex, Rules, TurnState, random_board};
use doomtree::layout::shape::text_width;

/// A board with its legal attacks; every second one is heavy.
fn drawn<const W: usize>(
    rules: Rules,
    board: &Board,
    labels: &[&str],
) -> (Picture, Vec<BoardArrow>) {
    let (game, position) = DiceOfDoom::<W>::with_board(rules, board).expect("few hexes");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let arrows = moves.iter().enumerate().filter_map(|(index, mv)| {
        let touched = game.touched(&position, *mv);
        Some(BoardArrow {
            from: touched.from?,
            to: touched.to?,
            label: labels[index % labels.len()].to_owned(),
            strong: index % 2 == 0,
            last: false,
        })
    });
    (game.picture(&position), arrows.collect())
}

fn book() -> (Picture, Vec<BoardArrow>) {
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read("b2b2/a1a1 b", &rules, None).expect("a board of the book");
    drawn::<1>(rules, &board, &["0"])
}

/// Random boards from 2×2 to 4×4, their attacks carrying labels of all lengths.
fn random_boards(max_dice: u8) -> impl Iterator<Item = (Picture, Vec<BoardArrow>)> {
    let rules = Rules {
        max_dice,
        ..Rules::LAND_OF_LISP
    };
    (2..=4).flat_map(move |size| {
        (0..30).map(move |seed| {
            let board = random_board(&rules, size, size, seed).expect("a small board");
            drawn::<4>(rules, &board, &["0", "1/2", "~≈.424", "~1"])
        })
    })
}

/// Hexes smaller than this have a mark instead of dice.
const DICE_FROM: f64 = 27.0;
const RADII: [f64; 6] = [12.0, 25.0, 28.0, 33.0, 45.0, 66.0];

/// The labels of arrows, as they are drawn.
fn chips(diagram: &BoardDiagram) -> Vec<Rect> {
    let shapes = diagram.drawing.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Box {
                rect,
                fill: Some(Ink::Panel),
                ..
            } => Some(*rect),
            _ => None,
        })
        .collect()
}

/// The rectangle around some points.
fn around(points: &[Point]) -> Option<Rect> {
    let rects = points.iter().map(|point| Rect {
        min: *point,
        max: *point,
    });
    rects.reduce(|a, b| Rect {
        min: Point::new(a.min.x.min(b.min.x), a.min.y.min(b.min.y)),
        max: Point::new(a.max.x.max(b.max.x), a.max.y.max(b.max.y)),
    })
}

/// The rectangles around the faces of dice.
fn faces(diagram: &BoardDiagram) -> Vec<Rect> {
    let shapes = diagram.drawing.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Polygon {
                points,
                fill: Some(Ink::Player(_, Shade::Light | Shade::Middle | Shade::Dark)),
                ..
            } => around(points),
            _ => None,
        })
        .collect()
}

/// The rectangles around the letters and numbers on the hexes.
fn letters(diagram: &BoardDiagram) -> Vec<Rect> {
    let shapes = diagram.drawing.shapes.iter();
    shapes
        .filter_map(|shape| match shape {
            Shape::Text(text)
                if text.anchor == Anchor::Middle
                    && matches!(text.ink, Ink::OnPlayer | Ink::Dim) =>
            {
                let width = text_width(&text.text, text.size);
                Some(Rect::around(text.at, width, text.size * 0.75))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn every_place_can_be_pointed_at_in_its_middle_and_nowhere_else() {
    let (picture, arrows) = book();
    let diagram = board(&picture, &arrows, &BoardMarks::default(), 66.0);
    for (index, place) in picture.cells.iter().enumerate() {
        let middle = Point::new(place.x * 66.0, place.y * 66.0);
        assert_eq!(diagram.place_at(middle), Some(index));
    }
    assert_eq!(diagram.place_at(Point::new(-1_000.0, 0.0)), None);
}

#[test]
fn a_board_fits_into_the_room_that_it_is_given() {
    for (picture, arrows) in random_boards(3) {
        for (width, height) in [(236.0, 150.0), (320.0, 330.0), (2_000.0, 2_000.0)] {
            let radius = board_radius(&picture, width, height);
            let bounds = board(&picture, &arrows, &BoardMarks::default(), radius).bounds;
            assert!(bounds.width() <= width + 0.01 && bounds.height() <= height + 0.01);
        }
    }
}

/// A hex with so many dice.
fn stack(dice: u8, radius: f64) -> BoardDiagram {
    let rules = Rules {
        max_dice: 9,
        ..Rules::LAND_OF_LISP
    };
    let hex = Hex {
        owner: Player(0),
        dice,
    };
    let board = Board {
        rows: 1,
        columns: 1,
        hexes: vec![hex],
        mover: Player(0),
        turn: TurnState::Fresh,
        pool: None,
        reversed: false,
        attack: None,
    };
    let (picture, _) = drawn::<1>(rules, &board, &[""]);
    doomtree::diagram::board(&picture, &[], &BoardMarks::default(), radius)
}

#[test]
fn a_stack_has_a_top_for_each_of_its_dice_and_lies_inside_its_hex() {
    for radius in RADII {
        for dice in 1..=9 {
            let diagram = stack(dice, radius);
            let tops = diagram.drawing.shapes.iter().filter(|shape| {
                matches!(
                    shape,
                    Shape::Polygon {
                        fill: Some(Ink::Player(_, Shade::Light)),
                        ..
                    }
                )
            });
            let small = radius < DICE_FROM;
            assert_eq!(tops.count(), if small { 0 } else { usize::from(dice) });
            for shape in &diagram.drawing.shapes {
                let corners = match shape {
                    Shape::Polygon { points, .. } => points.clone(),
                    Shape::Disc { centre, radius, .. } => [(0.0, -1.0), (0.0, 1.0), (0.0, 0.0)]
                        .into_iter()
                        .chain([(1.0, 0.0), (-1.0, 0.0), (0.5, 0.866), (-0.5, 0.866)])
                        .map(|(x, y)| centre.moved(x * radius, y * radius))
                        .collect(),
                    _ => continue,
                };
                for corner in corners {
                    // A border's own corners lie on the border.
                    let inner = Point::new(corner.x * 0.999, corner.y * 0.999);
                    assert_eq!(diagram.place_at(inner), Some(0), "{dice} dice at {radius}");
                }
            }
            let texts = letters(&diagram);
            let stack = faces(&diagram);
            for text in &texts {
                let covered = stack.iter().any(|face| face.overlaps(text));
                assert!(!covered, "{dice} dice at {radius}");
            }
        }
    }
}

#[test]
fn labels_cover_no_dice_no_letters_and_no_other_label() {
    let mut seen = 0;
    for max_dice in [3, 9] {
        for (picture, arrows) in random_boards(max_dice) {
            for radius in RADII {
                let diagram = board(&picture, &arrows, &BoardMarks::default(), radius);
                let chips = chips(&diagram);
                seen += chips.len();
                let fixed = [faces(&diagram), letters(&diagram)].concat();
                for (index, chip) in chips.iter().enumerate() {
                    assert!(diagram.bounds.holds(chip));
                    assert!(!fixed.iter().any(|other| chip.overlaps(other)), "{radius}");
                    let others = chips[index + 1..].iter();
                    assert!(
                        !others.clone().any(|other| chip.overlaps(other)),
                        "{radius}"
                    );
                }
            }
        }
    }
    assert!(seen > 1_000, "{seen}");
}

/// How many of the attacks of random boards carry their label, and how many there are.
fn labelled(max_dice: u8, label: &str, radius: f64) -> (usize, usize) {
    let (mut labelled, mut all) = (0, 0);
    for (picture, mut arrows) in random_boards(max_dice) {
        for arrow in &mut arrows {
            label.clone_into(&mut arrow.label);
        }
        let diagram = board(&picture, &arrows, &BoardMarks::default(), radius);
        all += arrows.len();
        let drawn = diagram.arrows.iter().flatten();
        labelled += drawn.filter(|arrow| arrow.labelled).count();
    }
    (labelled, all)
}

#[test]
fn every_attack_carries_its_rating_where_hexes_are_of_a_usual_size() {
    for (max_dice, label, radius) in [
        (3, "0", 33.0),
        (3, "1/2", 45.0),
        (3, "~5/8", 45.0),
        (3, "~≈.424", 66.0),
        (9, "1/2", 66.0),
    ] {
        let (labelled, all) = labelled(max_dice, label, radius);
        assert!(all > 200);
        assert_eq!(labelled, all, "{label} with {max_dice} dice at {radius}");
    }
    // Long ratings on small hexes: a few are left to the tooltip.
    for (max_dice, label, radius, share) in [(3, "~≈.424", 45.0, 0.95), (9, "~5/8", 66.0, 0.9)] {
        let (labelled, all) = labelled(max_dice, label, radius);
        assert!(labelled as f64 > all as f64 * share, "{labelled} of {all}");
    }
    assert_eq!(
        labelled(3, "1/2", 12.0).0,
        0,
        "no board has a few stray labels"
    );
}

#[test]
fn a_long_rating_lies_within_its_label() {
    let (picture, mut arrows) = book();
    arrows[0].label = "~≈.424".to_owned();
    let diagram = board(&picture, &arrows, &BoardMarks::default(), 66.0);
    let chip = diagram.arrows[0].expect("an arrow").hit;
    let text = diagram.drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Text(label) if label.text == "~≈.424" => Some((label.at, label.size)),
        _ => None,
    });
    let (at, size) = text.expect("the label");
    // The sign for "about" is as wide as a digit.
    let width = text_width("~0.424", size);
    assert!(chip.holds(&Rect::around(at, width, size)));
}

#[test]
fn attacks_in_both_directions_run_side_by_side_with_a_label_each() {
    let (picture, arrows) = book();
    let there = BoardArrow {
        label: "1/2".to_owned(),
        ..arrows[0].clone()
    };
    let back = BoardArrow {
        from: there.to,
        to: there.from,
        ..there.clone()
    };
    for radius in [45.0, 66.0] {
        let both = [there.clone(), back.clone()];
        let diagram = board(&picture, &both, &BoardMarks::default(), radius);
        let [Some(a), Some(b)] = diagram.arrows[..] else {
            panic!("two arrows");
        };
        assert!(a.labelled && b.labelled);
        assert!(!a.hit.overlaps(&b.hit));
        let shafts = diagram
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Segment { points, .. } => Some(*points),
                _ => None,
            });
        let [one, other] = shafts.collect::<Vec<_>>()[..] else {
            panic!("two shafts");
        };
        // How far an end of one lies from the line of the other.
        let (dx, dy) = (other[1].x - other[0].x, other[1].y - other[0].y);
        let (x, y) = (one[0].x - other[0].x, one[0].y - other[0].y);
        let apart = (dx * y - dy * x).abs() / dx.hypot(dy);
        assert!(apart > radius * 0.2, "{apart}");
    }
}

#[test]
fn an_arrow_that_leads_nowhere_is_left_out() {
    let (picture, mut arrows) = book();
    arrows[0].to = 99;
    arrows[1].to = arrows[1].from;
    let diagram = board(&picture, &arrows, &BoardMarks::default(), 66.0);
    assert_eq!(diagram.arrows[..2], [None, None]);
    assert!(diagram.arrows[2].is_some());
}

#[test]
fn a_marked_source_leaves_labels_to_its_own_attacks() {
    let (picture, arrows) = book();
    let marks = BoardMarks {
        marked: Some(0),
        ..BoardMarks::default()
    };
    let diagram = board(&picture, &arrows, &marks, 66.0);
    let labelled: Vec<bool> = diagram
        .arrows
        .iter()
        .flatten()
        .map(|a| a.labelled)
        .collect();
    let own: Vec<bool> = arrows.iter().map(|arrow| arrow.from == 0).collect();
    assert_eq!(labelled, own);
    assert!(own.contains(&false));
}

#[test]
fn what_a_move_has_changed_is_known_from_the_two_pictures() {
    let (before, _) = book();
    let mut after = before.clone();
    assert!(changed_places(&before, &after).is_empty());
    after.cells[1].owner = Some(Player(0));
    after.cells[3].piece = Some(Piece::Dice(3));
    after.cells[2].label = "other words".to_owned();
    assert_eq!(changed_places(&before, &after), [1, 3]);
}
