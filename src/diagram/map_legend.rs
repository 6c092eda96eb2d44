//! The legend of the map: an entry for every mark that occurs in its visible part.

use super::legend::whose_ratings;
use super::legend_entry::{
    LegendEntry, boxed, line, number, of_rows, row, segments, selected_line,
};
use super::map::{MapColors, MapOccurring, MapStripes, MapTree};
use super::node::{draw_chance, draw_turning_back};
use super::shape::{Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::view::TreeView;
use crate::game::Player;
use crate::tree::LeafClass;
use crate::words::shortened;

/// The texts of the map's legend.
pub mod map_words {
    /// After a player's name: who has the better rating.
    pub const AHEAD: &str = "ahead";
    /// Text after a player's name: the winner of most ends.
    pub const MAX_ENDS: &str = "wins most ends";
    /// No player has the better rating.
    pub const NOBODY: &str = "even";
    /// A share of the ends.
    pub const OF_ENDS: &str = "share of ends";
    /// Text before the name of the player whose ratings are shown.
    pub const RATING_FOR: &str = super::super::legend::RATING_FOR;
    /// A limit stopped the tree, or the rating isn't proven.
    pub const STOPPED: &str = "stopped by a limit, or not proven";
    /// Chance decides.
    pub const CHANCE: &str = "chance";
    /// A subtree that is drawn as one.
    pub const NARROW: &str = "pale: too narrow to draw";
    /// The best line.
    pub const BEST_LINE: &str = "best line";
    /// Play comes back to a position.
    pub const REPEATS: &str = "repeats from here";
}

/// Maximum number of listed players.
const MAX_PLAYERS: usize = 6;
const WIDE: f64 = 18.0;
const HIGH: f64 = 13.0;

fn area(sign: &mut Drawing, ink: Ink) {
    boxed(sign, [WIDE, HIGH], 1.0, Some(ink), None);
}

/// The stripes of a player across an icon.
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
    let (ahead, nobody) = match colors {
        _ if view.hidden => ("wins", "rating hidden"),
        MapColors::Ratings => (map_words::AHEAD, map_words::NOBODY),
        MapColors::Ends => (map_words::MAX_ENDS, "no majority"),
    };
    let stopped = tree.leaves.classes().contains(&LeafClass::Horizon);
    let hatched = match (stopped, colors) {
        (true, _) if tree.graph.grows() => "not searched yet",
        (true, MapColors::Ratings) => map_words::STOPPED,
        (true, MapColors::Ends) => "most leaves at a limit",
        (false, _) => "not proven",
    };
    let players = there.ahead.iter().take(MAX_PLAYERS).map(|player| {
        let words = format!("{} {ahead}", shortened(&view.name(*player), 16));
        row(true, WIDE, words, |sign| {
            area(sign, Ink::Player(*player, Shade::Full));
            stripes(sign, *player);
        })
    });
    let others = [
        row(there.nobody_ahead, WIDE, nobody, |sign| {
            area(sign, Ink::Nobody);
        }),
        row(
            !there.ahead.is_empty(),
            WIDE,
            "pattern shows the player",
            |sign| {
                area(sign, Ink::Nobody);
                bar(sign, 2.2, 2.4, Ink::Dim);
            },
        ),
        number(there.shares, "%", map_words::OF_ENDS),
        number(!there.shares && !view.hidden, "0", whose_ratings(view)),
        row(there.hatched, WIDE, hatched, |sign| {
            area(sign, Ink::Soft);
            let (top, bottom) = (-HIGH / 2.0, HIGH / 2.0);
            let strokes = [0.0, 6.0].map(|x| [(x, bottom), (x + HIGH - 1.0, top)]);
            segments(sign, Stroke::new(1.4, Ink::Dim), strokes);
        }),
        row(there.chance, 12.0, map_words::CHANCE, |sign| {
            draw_chance(sign, Point::new(6.0, 0.0), 6.0);
        }),
        row(there.narrow, WIDE, map_words::NARROW, |sign| {
            let (full, faint) = match there.ahead.first() {
                Some(player) => (
                    Ink::Player(*player, Shade::Full),
                    Ink::Player(*player, Shade::Faint),
                ),
                None => (Ink::Nobody, Ink::Soft),
            };
            area(sign, faint);
            bar(sign, 2.0, 4.0, full);
        }),
        line(
            !view.hidden,
            map_words::BEST_LINE,
            Stroke::new(2.0, Ink::Text),
        ),
        row(
            there.repeats && !view.hidden,
            15.0,
            map_words::REPEATS,
            |sign| draw_turning_back(sign, Point::new(7.0, 0.0)),
        ),
        selected_line(),
    ];
    of_rows(players.chain(others))
}

/// A bar centered `below` the top of an area.
fn bar(sign: &mut Drawing, below: f64, high: f64, ink: Ink) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::new(WIDE / 2.0, below - HIGH / 2.0), WIDE, high),
        rounding: 0.0,
        fill: Some(ink),
        stroke: None,
    });
}
