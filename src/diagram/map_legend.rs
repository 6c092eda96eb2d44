//! What the marks of the map mean: an entry for every one that can stand there.

use super::legend::{LegendEntry, entry, line, number};
use super::map::{MapColors, MapTree};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::text::shortened;
use super::view::{RatingsFor, TreeView};
use crate::game::Player;
use crate::tree::LeafClass;

/// The most players that are listed.
const MOST_PLAYERS: usize = 6;
const WIDE: f64 = 18.0;
const HIGH: f64 = 13.0;

fn area(sign: &mut Drawing, ink: Ink) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::new(WIDE / 2.0, 0.0), WIDE, HIGH),
        rounding: 1.0,
        fill: Some(ink),
        stroke: None,
    });
}

/// The entries for the map of a tree.
pub fn map_legend(view: &TreeView<'_>, tree: &MapTree<'_>, colors: MapColors) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let players = tree.graph.players();
    let what = match colors {
        _ if view.hidden => "wins",
        MapColors::Ratings => "ahead",
        MapColors::Ends => "wins most ends",
    };
    for player in Player::all(players).take(MOST_PLAYERS) {
        let words = format!("{} {what}", shortened(&view.name(player), 16));
        entries.push(entry(WIDE, words, |sign| {
            area(sign, Ink::Player(player, Shade::Full));
            // A stripe whose height tells the player too.
            let part = player.index() as f64 / players.saturating_sub(1).max(1) as f64;
            let y = -HIGH / 2.0 + 3.0 + (HIGH - 6.0) * part;
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(WIDE / 2.0, y), WIDE, 2.5),
                rounding: 0.0,
                fill: Some(Ink::Player(player, Shade::Dark)),
                stroke: None,
            });
        }));
    }
    if !view.hidden {
        let whose = match view.ratings_for {
            RatingsFor::Player(player) => {
                format!("rating for {}", shortened(&view.name(player), 16))
            }
            RatingsFor::Mover => "mover's rating".to_owned(),
        };
        entries.push(number("0", whose));
    }
    let stopped = tree.leaves.classes().contains(&LeafClass::Horizon);
    if stopped || (!view.hidden && !view.analysis.ratings.everything_proven()) {
        let words = match (stopped, colors) {
            (true, MapColors::Ratings) => "stopped by a limit, or not proven",
            (true, MapColors::Ends) => "most leaves stopped by a limit",
            (false, _) => "not proven",
        };
        entries.push(entry(WIDE, words, |sign| {
            area(sign, Ink::Soft);
            for x in [0.0, 6.0] {
                sign.add(Shape::Segment {
                    points: [
                        Point::new(x, HIGH / 2.0),
                        Point::new(x + HIGH - 1.0, -HIGH / 2.0),
                    ],
                    stroke: Stroke::new(1.4, Ink::Dim),
                });
            }
        }));
    }
    entries.push(entry(WIDE, "pale: too narrow to draw", |sign| {
        area(sign, Ink::Player(Player(0), Shade::Area));
    }));
    if !view.hidden {
        entries.push(line("best line", Stroke::new(1.5, Ink::Text)));
    }
    entries.push(line("selected line", Stroke::new(3.5, Ink::Text)));
    entries
}
