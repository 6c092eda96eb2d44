//! The tree as a picture (SVG): it parses, it holds what the window draws, and nothing that a game
//! calls its moves gets out of its text.

use std::collections::BTreeMap;

use doomtree::diagram::{
    Drawing, MeasuredTree, NODE_HEIGHT, NoNotes, NodeMeasures, Palette, RatingsFor, Rect, Shape,
    ShownTree, TreeDrawn, TreeMarks, TreeView, draw_tree, in_sight, legend, tree_bounds,
};
use doomtree::export::svg::write;
use doomtree::export::{Figure, Show};
use doomtree::game::Player;
use doomtree::layout::Layout;
use doomtree::layout::shape::text_width;
use doomtree::rating::best_line;
use doomtree::session::Rated;
use doomtree::tree::{EndsByWinners, Limits, Unfolding, Vertex};
use support::cli::{Answer, LARGE, program};
use support::dialects::{rated_board, unfolded};

const BOOK: &str = "b2b2/a2b1 a";
/// How high a node is that says its position.
const HEIGHT: f64 = NODE_HEIGHT + 14.0;

fn book() -> Rated {
    rated_board("dice-of-doom", BOOK, Limits::default())
}

fn picture(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> String {
    let mut out = Vec::new();
    write(&mut out, rated, unfolding, figure).expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

/// An element of a picture.
#[derive(Debug)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    /// The element that it stands in.
    within: Option<usize>,
}

impl Element {
    fn number(&self, name: &str) -> f64 {
        let value = self.attributes.get(name).map(String::as_str);
        value.unwrap_or("0").parse().expect("a number")
    }
}

/// The elements of a picture, each after the one that it stands in.
fn parse(svg: &str) -> Vec<Element> {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let nodes: Vec<_> = document
        .descendants()
        .filter(|node| node.is_element())
        .collect();
    let element = |node: &roxmltree::Node<'_, '_>| {
        let name = node.tag_name().name();
        let texts = node.children().filter(|child| child.is_text());
        let text: String = texts.filter_map(|child| child.text()).collect();
        match name {
            "svg" | "g" | "defs" => assert_eq!(text.trim(), "", "text outside of an element"),
            _ => assert!(!text.contains(char::is_control), "{text:?}"),
        }
        let attributes = node.attributes();
        let within = node.parent_element();
        Element {
            name: name.to_owned(),
            attributes: attributes
                .map(|it| (it.name().to_owned(), it.value().to_owned()))
                .collect(),
            text,
            within: within.and_then(|node| nodes.iter().position(|other| *other == node)),
        }
    };
    nodes.iter().map(element).collect()
}

/// What is seen of a picture: no groups, and what is defined once, there where it is used; each with its
/// place in the picture and the looks of its groups.
fn seen(elements: &[Element]) -> Vec<Element> {
    let mut seen = Vec::new();
    let mut waiting = vec![(0, [0.0, 0.0], BTreeMap::new())];
    while let Some((index, at, looks)) = waiting.pop() {
        let element = &elements[index];
        let children =
            || (0..elements.len()).filter(|child| elements[*child].within == Some(index));
        let mut looks: BTreeMap<String, String> = looks;
        let mut at = at;
        for (name, value) in &element.attributes {
            match (name.as_str(), value.strip_prefix("translate(")) {
                ("transform", Some(moved)) => {
                    let (moved, scaled) = moved.split_once(')').expect("a place");
                    let mut by = moved
                        .split(' ')
                        .map(|by| by.parse::<f64>().expect("a number"));
                    at = at.map(|at| at + by.next().expect("two numbers"));
                    if !scaled.is_empty() {
                        looks.insert("scaled".to_owned(), scaled.to_owned());
                    }
                }
                ("transform", None) => {
                    looks.insert("scaled".to_owned(), value.clone());
                }
                ("id" | "x" | "y" | "cx" | "cy" | "href", _) => {}
                // What the picture has isn't its elements'.
                _ if element.name == "svg" => {}
                _ => {
                    looks.insert(name.clone(), value.clone());
                }
            }
        }
        match element.name.as_str() {
            "svg" | "g" => {
                let children: Vec<usize> = children().collect();
                let later = children.into_iter().rev();
                waiting.extend(later.map(|child| (child, at, looks.clone())));
            }
            "use" => {
                let name = element.attributes["href"].trim_start_matches('#');
                let used = elements
                    .iter()
                    .position(|element| element.attributes.get("id").is_some_and(|id| id == name));
                let [x, y] = at;
                let at = [x + element.number("x"), y + element.number("y")];
                waiting.push((used.expect("it is defined"), at, looks));
            }
            "defs" => {}
            _ => {
                let mut placed = Element {
                    name: element.name.clone(),
                    attributes: looks,
                    text: element.text.clone(),
                    within: None,
                };
                for (name, moved) in [("x", at[0]), ("y", at[1])] {
                    let place = element.number(name) + moved;
                    placed.attributes.insert(name.to_owned(), place.to_string());
                }
                seen.push(placed);
            }
        }
    }
    seen
}

/// What the window draws of a whole unfolding, without a selected node.
fn drawn(rated: &Rated, unfolding: &Unfolding, ratings_for: RatingsFor) -> (Drawing, Vec<String>) {
    let ends = EndsByWinners::new(rated.graph.graph());
    let view = TreeView {
        labels: &*rated.graph,
        analysis: &rated.analysis,
        unfolding,
        notes: &NoNotes,
        what_if: None,
        ratings_for,
        hidden: false,
        ends: Some(&ends),
        style: Default::default(),
        elements: Default::default(),
    };
    let analysis = &rated.analysis;
    let graph = rated.graph.graph();
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT).line;
    let marks = TreeMarks::new(&view, &best);
    let layout = Layout::new(&ShownTree(&view), ShownTree::SPACING);
    let looks = NodeMeasures::default();
    let tree = MeasuredTree {
        view: &view,
        looks: &looks,
        marks: &marks,
    };
    let sights = in_sight(&layout, &tree, tree_bounds(&layout, &tree));
    assert_eq!(sights.len(), unfolding.preorder().count());
    let all = TreeDrawn {
        selected: None,
        names: true,
        counts: true,
        ..TreeDrawn::default()
    };
    let mut drawing = Drawing::default();
    draw_tree(&mut drawing, &tree, &sights, all, |_| {});
    let legend = legend(&view, &marks);
    (
        drawing,
        legend.into_iter().map(|entry| entry.text).collect(),
    )
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 0.011
}

fn same_rect(element: &Element, rect: &Rect) -> bool {
    near(element.number("x"), rect.min.x)
        && near(element.number("y"), rect.min.y)
        && near(element.number("width"), rect.width())
        && near(element.number("height"), rect.height())
}

#[test]
fn every_box_and_text_of_the_drawing_stands_in_the_picture_where_it_is_drawn() {
    let colours = Palette::PAPER;
    for (rated, to) in [
        (book(), None),
        (
            rated_board("dice-of-doom", LARGE, Limits::default()),
            Some(2),
        ),
        (rated_board("scripted", HOSTILE, Limits::default()), None),
    ] {
        let unfolding = unfolded(&rated, to);
        let figure = Figure {
            show: Show {
                legend: false,
                positions: false,
                blunders: false,
                ..Show::default()
            },
            ..Figure::default()
        };
        let elements = seen(&parse(&picture(&rated, &unfolding, &figure)));
        let (drawing, _) = drawn(&rated, &unfolding, RatingsFor::Player(Player(0)));
        let mut texts = elements.iter().filter(|element| element.name == "text");
        // The first box is the ground.
        let mut boxes = elements
            .iter()
            .filter(|element| element.name == "rect")
            .skip(1);
        let mut polygons = elements.iter().filter(|element| element.name == "polygon");
        let mut inks: BTreeMap<String, usize> = BTreeMap::new();
        for shape in &drawing.shapes {
            match shape {
                Shape::Text(drawn) => {
                    let (at, text, size) = (drawn.at, &drawn.text, drawn.size);
                    let written = texts.next().expect("a text");
                    assert_eq!(&written.text, text);
                    // The outlines of its letters are seen in its place, from its left.
                    assert_eq!(written.attributes["fill-opacity"], "0");
                    let widest = text_width(text, size);
                    let left = written.number("x");
                    let before = at.x - drawn.anchor.before() * widest;
                    assert!(
                        left >= before - 0.011 && left <= at.x + 0.011,
                        "{written:?}"
                    );
                    if let Some(length) = written.attributes.get("textLength") {
                        let length: f64 = length.parse().expect("a number");
                        assert!(
                            near(left, at.x - drawn.anchor.before() * length),
                            "{written:?}"
                        );
                    }
                    assert!(
                        near(written.number("y"), at.y + 0.364 * size),
                        "{written:?}"
                    );
                    assert!(near(written.number("font-size"), size));
                    *inks.entry(colours.color(drawn.ink).hex()).or_insert(0) +=
                        text.chars().filter(|letter| *letter != ' ').count();
                }
                Shape::Polygon { points, .. } => {
                    let written = polygons.next().expect("a polygon");
                    let (x, y) = (written.number("x"), written.number("y"));
                    let numbers = written.attributes["points"].split(' ');
                    let numbers: Vec<f64> =
                        numbers.map(|it| it.parse().expect("a number")).collect();
                    assert_eq!(numbers.len(), 2 * points.len());
                    for (pair, point) in numbers.chunks(2).zip(points) {
                        assert!(near(pair[0] + x, point.x) && near(pair[1] + y, point.y));
                    }
                }
                Shape::Box { rect, fill, .. } => {
                    let written = boxes.next().expect("a box");
                    assert!(same_rect(written, rect), "{written:?} {rect:?}");
                    let fill = fill.map_or("none".to_owned(), |ink| colours.color(ink).hex());
                    assert_eq!(written.attributes["fill"], fill);
                }
                _ => {}
            }
        }
        assert!(texts.next().is_none() && boxes.next().is_none() && polygons.next().is_none());
        // Every letter is drawn in its text's colour.
        let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
        for glyph in elements
            .iter()
            .filter(|element| element.attributes.contains_key("scaled"))
        {
            *drawn.entry(glyph.attributes["fill"].clone()).or_insert(0) += 1;
        }
        assert_eq!(drawn, inks);
        let curves = elements
            .iter()
            .filter(|element| element.name == "path" && element.attributes.contains_key("stroke"))
            .filter(|element| element.attributes["d"].contains('c'));
        let expected = drawing
            .shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Curve { .. }));
        assert_eq!(curves.count(), expected.count());
    }
}

#[test]
fn the_picture_of_the_book_has_its_nodes_and_fits_its_frame() {
    let rated = book();
    let svg = picture(&rated, &unfolded(&rated, None), &Figure::default());
    let elements = parse(&svg);
    let root = &elements[0];
    assert_eq!(root.name, "svg");
    assert_eq!(elements[1].name, "title");
    assert_eq!(
        elements[1].text,
        format!("{BOOK}, dice-of-doom, land-of-lisp")
    );
    let seen = seen(&elements);
    let nodes = seen
        .iter()
        .filter(|element| element.name == "rect" && element.number("height") == HEIGHT);
    assert_eq!(nodes.count(), 13);
    let ends = elements.iter().filter(|element| element.text == "b wins");
    assert_eq!(ends.count(), 5);
    let frame: Vec<f64> = root.attributes["viewBox"]
        .split(' ')
        .map(|number| number.parse().expect("a number"))
        .collect();
    for element in &seen {
        let (x, y) = (element.number("x"), element.number("y"));
        if matches!(element.name.as_str(), "rect" | "text") {
            assert!(x >= frame[0] && y >= frame[1], "{element:?}");
            assert!(
                x + element.number("width") <= frame[0] + frame[2],
                "{element:?}"
            );
            assert!(
                y + element.number("height") <= frame[1] + frame[3],
                "{element:?}"
            );
        }
    }
}

#[test]
fn the_legend_can_be_left_out_and_ratings_hidden_or_shown_for_the_mover() {
    let rated = book();
    let unfolding = unfolded(&rated, None);
    let texts = |figure: &Figure<'_>| -> Vec<String> {
        parse(&picture(&rated, &unfolding, figure))
            .into_iter()
            .filter(|element| element.name == "text")
            .map(|element| element.text)
            .collect()
    };
    let (_, words) = drawn(&rated, &unfolding, RatingsFor::Player(Player(0)));
    let plain = texts(&Figure {
        show: Show {
            legend: false,
            ..Show::default()
        },
        ..Figure::default()
    });
    let all = texts(&Figure::default());
    assert_eq!(all[..plain.len()], plain);
    assert!(words.iter().all(|words| all[plain.len()..].contains(words)));
    assert!(!plain.contains(&"1".to_owned()));
    let mover = texts(&Figure {
        ratings_for: RatingsFor::Mover,
        ..Figure::default()
    });
    assert!(
        mover.contains(&"1".to_owned())
            && mover.contains(&"rating for the player to move".to_owned())
    );
    let hidden = texts(&Figure {
        hidden: true,
        show: Show {
            legend: false,
            ..Show::default()
        },
        ..Figure::default()
    });
    assert!(!hidden.contains(&"0".to_owned()));
    assert_eq!(hidden.iter().filter(|text| *text == "?").count(), 8);
    assert_eq!(hidden.iter().filter(|text| *text == "b wins").count(), 5);
}

/// Names of markup, quotes, what turns text around, and control characters.
const HOSTILE: &str = "players \"<svg>\" \"b&\u{202e}c\"
    \"]]><script>\" \"<svg>\": \"</text>\" -> won, \"&lt;\\\"'\" -> \"lost\u{7}\"
    won end: 1 0; \"lost\u{7}\" end: 0 1";

#[test]
fn no_name_of_a_game_gets_out_of_its_text() {
    let rated = rated_board("scripted", HOSTILE, Limits::default());
    let unfolding = unfolded(&rated, None);
    let svg = picture(
        &rated,
        &unfolding,
        &Figure {
            title: Some("</title><x a=\"\u{1b}\">"),
            ..Figure::default()
        },
    );
    let elements = parse(&svg);
    assert_eq!(elements[1].text, "</title><x a=\"\\u{1b}\">");
    let texts: Vec<&str> = elements
        .iter()
        .map(|element| element.text.as_str())
        .collect();
    for text in ["</text>", "&lt;\"'", "<svg> wins", "b&\\u{202e}c wins"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    assert!(!svg.contains('\u{202e}') && !svg.contains("<script"));
    // Without a title it is the name of the first node, which is as bad.
    let named = picture(&rated, &unfolding, &Figure::default());
    assert!(parse(&named)[1].text.starts_with("]]><script>"));
}

#[test]
fn the_command_line_writes_pictures_whole_or_in_part_and_says_so() {
    let export = |words: &[&str]| {
        let mut command = program();
        command.arg("export").args(words).args(["--format", "svg"]);
        Answer::of(&mut command)
    };
    let rated = book();
    // What the window draws: boards in a small tree, no notation.
    let usual = Figure {
        show: Show {
            boards: true,
            positions: false,
            ..Show::default()
        },
        ..Figure::default()
    };
    let expected = picture(&rated, &unfolded(&rated, None), &usual);
    let printed = export(&[BOOK]);
    assert_eq!(printed.expect(0), expected);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.svg");
    let quiet = export(&[BOOK, "--quiet", "-o", path.to_str().expect("text")]);
    quiet.expect(0);
    let written = std::fs::read_to_string(path).expect("a file");
    // What isn't said on the way is still in the file.
    assert_eq!(written, expected);
    let part = export(&[
        BOOK,
        "--max-nodes",
        "4",
        "--hide",
        "boards",
        "--show",
        "positions",
    ]);
    let nodes = seen(&parse(part.expect(3)))
        .iter()
        .filter(|element| element.name == "rect" && element.number("height") == HEIGHT)
        .count();
    assert_eq!(nodes, 3);
    part.sentence("partial tree: --max-nodes 4 reached");
    assert!(
        part.output.contains(">11</text>"),
        "what a fold hides is counted"
    );
}
