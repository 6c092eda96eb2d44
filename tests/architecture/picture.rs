//! The picture of the folders in ARCHITECTURE.md, drawn from the table of arrows: a box for each folder, on
//! the lowest floor above all that it names, with a line to each that it names directly.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::ARROWS;

const PATH: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/docs/pictures/architecture.svg"
);
const BOX: [usize; 2] = [88, 28];
const STEP: [usize; 2] = [112, 62];

/// The floor of each folder: 0 names none.
fn floors() -> BTreeMap<&'static str, usize> {
    let mut floors = BTreeMap::new();
    while floors.len() < ARROWS.len() {
        for (folder, named) in ARROWS {
            let below: Option<Vec<usize>> =
                named.iter().map(|it| floors.get(it).copied()).collect();
            if let Some(below) = below {
                floors.insert(folder, below.iter().max().map_or(0, |floor| floor + 1));
            }
        }
    }
    floors
}

/// Whether a folder names another by way of a third.
fn is_indirect(named: &[&str], other: &str) -> bool {
    let arrows = |folder: &str| ARROWS.iter().find(|(name, _)| *name == folder);
    named
        .iter()
        .filter_map(|third| arrows(third))
        .any(|(_, named)| named.contains(&other))
}

fn drawn() -> String {
    let floors = floors();
    let highest = floors.values().max().copied().unwrap_or_default();
    let on = |floor: usize| floors.iter().filter(move |(_, it)| **it == floor);
    let widest = (0..=highest).map(|floor| on(floor).count()).max();
    let width = widest.unwrap_or_default() * STEP[0];
    let mut places = BTreeMap::new();
    for floor in 0..=highest {
        let left = (width - on(floor).count() * STEP[0]) / 2;
        for (index, (folder, _)) in on(floor).enumerate() {
            let x = left + index * STEP[0] + STEP[0] / 2;
            places.insert(*folder, [x, (highest - floor) * STEP[1] + STEP[1] / 2]);
        }
    }
    let height = (highest + 1) * STEP[1];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<g stroke=\"#999\">\n"
    );
    for (folder, named) in ARROWS {
        for other in named.iter().filter(|other| !is_indirect(named, other)) {
            let ([x1, y1], [x2, y2]) = (places[folder], places[other]);
            let (y1, y2) = (y1 + BOX[1] / 2, y2 - BOX[1] / 2);
            writeln!(svg, "<path d=\"M{x1} {y1}L{x2} {y2}\"/>").expect("memory");
        }
    }
    svg.push_str("</g>\n<g fill=\"#eef3f8\" stroke=\"#246\">\n");
    for [x, y] in places.values() {
        let (x, y) = (x - BOX[0] / 2, y - BOX[1] / 2);
        let [width, height] = BOX;
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
        )
        .expect("memory");
    }
    svg.push_str("</g>\n<g text-anchor=\"middle\" fill=\"#123\">\n");
    for (folder, [x, y]) in &places {
        writeln!(svg, "<text x=\"{x}\" y=\"{}\">{folder}</text>", y + 5).expect("memory");
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

#[test]
fn the_picture_of_the_folders_is_that_of_their_arrows() {
    let drawn = drawn();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(PATH, &drawn).expect("a file");
    }
    let there = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        there == drawn,
        "write it again: UPDATE_GOLDEN=1 cargo test --test architecture picture"
    );
}
