//! What the marks of the map mean: an entry for every one that has been seen there.

use super::legend_entry::{LegendEntry, entry, line, number, selected_line};
use super::map::{MapColors, MapOccurring, MapStripes, MapTree};
use super::node::{draw_chance, draw_turning_back};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::view::{RatingsFor, TreeView};
use crate::game::Player;
use crate::tree::LeafClass;
use crate::words::shortened;

/// What the marks of the map mean, in words.
pub mod map_words {
    /// After a player's name: who has the better rating.
    pub const AHEAD: &str = "ahead";
    /// After a player's name: who wins most of the ends.
    pub const MOST_ENDS: &str = "wins most ends";
    /// Nobody has the better rating.
    pub const NOBODY: &str = "nobody ahead";
    /// A share of the ends.
    pub const OF_ENDS: &str = "of the ends below";
    /// Before a player's name: whose ratings are shown.
    pub const RATING_FOR: &str = "rating for";
    /// A limit stopped the tree, or the rating isn't proven.
    pub const STOPPED: &str = "stopped by a limit, or not proven";
    /// Chance decides.
    pub const CHANCE: &str = "chance";
    /// A subtree that is drawn as one.
    pub const NARROW: &str = "faint: too narrow to draw";
    /// The best line.
    pub const BEST_LINE: &str = "best line";
    /// Play comes back to a position.
    pub const REPEATS: &str = "from here play repeats";
}

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

/// The stripes of a player across a sign.
fn stripes(sign: &mut Drawing, player: Player) {
    let MapStripes {
        top,
        bottom,
        dashed,
    } = MapStripes::of(player);
    let parts: &[(f64, f64)] = match dashed {
        true => &[(0.0, 5.0), (8.0, 13.0), (16.0, WIDE)],
        false => &[(0.0, WIDE)],
    };
    for (_, y) in [(top, -1.0), (bottom, 1.0)].iter().filter(|(on, _)| *on) {
        let y = y * (HIGH / 2.0 - 2.2);
        for (from, to) in parts {
            sign.add(Shape::Box {
                rect: Rect::around(Point::new((from + to) / 2.0, y), to - from, 2.4),
                rounding: 0.0,
                fill: Some(Ink::Player(player, Shade::Dark)),
                stroke: None,
            });
        }
    }
}

/// The entries for the map of a tree, of which this has been seen.
pub fn map_legend(
    view: &TreeView<'_>,
    tree: &MapTree<'_>,
    colors: MapColors,
    there: &MapOccurring,
) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let what = match colors {
        _ if view.hidden => "wins",
        MapColors::Ratings => map_words::AHEAD,
        MapColors::Ends => map_words::MOST_ENDS,
    };
    for &player in there.ahead.iter().take(MOST_PLAYERS) {
        let words = format!("{} {what}", shortened(&view.name(player), 16));
        entries.push(entry(WIDE, words, |sign| {
            area(sign, Ink::Player(player, Shade::Full));
            stripes(sign, player);
        }));
    }
    if there.nobody_ahead {
        let words = match colors {
            _ if view.hidden => "rating, hidden",
            MapColors::Ratings => map_words::NOBODY,
            MapColors::Ends => "nobody wins most",
        };
        entries.push(entry(WIDE, words, |sign| area(sign, Ink::Nobody)));
    }
    if !there.ahead.is_empty() {
        entries.push(entry(WIDE, "stripes: who, without the colour", |sign| {
            area(sign, Ink::Nobody);
            let rect = Rect::around(Point::new(WIDE / 2.0, 2.2 - HIGH / 2.0), WIDE, 2.4);
            sign.add(Shape::Box {
                rect,
                rounding: 0.0,
                fill: Some(Ink::Dim),
                stroke: None,
            });
        }));
    }
    if there.shares {
        entries.push(number("%", map_words::OF_ENDS));
    } else if !view.hidden {
        let whose = match view.ratings_for {
            RatingsFor::Player(player) => {
                format!(
                    "{} {}",
                    map_words::RATING_FOR,
                    shortened(&view.name(player), 16)
                )
            }
            RatingsFor::Mover => "mover's rating".to_owned(),
        };
        entries.push(number("0", whose));
    }
    if there.hatched {
        let stopped = tree.leaves.classes().contains(&LeafClass::Horizon);
        let words = match (stopped, colors) {
            (true, MapColors::Ratings) => map_words::STOPPED,
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
    if there.chance {
        entries.push(entry(12.0, map_words::CHANCE, |sign| {
            draw_chance(sign, Point::new(6.0, 0.0), 6.0);
        }));
    }
    if there.narrow {
        let player = there.ahead.first().copied();
        entries.push(entry(WIDE, map_words::NARROW, |sign| {
            let (full, faint) = match player {
                Some(player) => (
                    Ink::Player(player, Shade::Full),
                    Ink::Player(player, Shade::Faint),
                ),
                None => (Ink::Nobody, Ink::Soft),
            };
            area(sign, faint);
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(WIDE / 2.0, 2.0 - HIGH / 2.0), WIDE, 4.0),
                rounding: 0.0,
                fill: Some(full),
                stroke: None,
            });
        }));
    }
    if !view.hidden {
        entries.push(line(map_words::BEST_LINE, Stroke::new(2.0, Ink::Text)));
    }
    if there.repeats && !view.hidden {
        entries.push(entry(15.0, map_words::REPEATS, |sign| {
            draw_turning_back(sign, Point::new(7.0, 0.0));
        }));
    }
    entries.push(selected_line());
    entries
}
