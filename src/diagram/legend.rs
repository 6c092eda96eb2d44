//! What the marks of a tree mean: an entry for every mark that occurs, and for none that doesn't.

use super::assumed::what_if_legend;
use super::far::draw_far_mark;
use super::fold::draw_triangle;
use super::legend_entry::{LegendEntry, entry, line, number, selected_line};
use super::marks::{Occurring, TreeMarks};
use super::moves::{BEST_LINE, BEST_MOVE, OTHER, draw_dotted};
use super::node::{
    badge_width, chance_outline, draw_badge, draw_bar, draw_bookmark, draw_chance, draw_note,
};
use super::shape::{Anchor, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::style::Flow;
use super::view::{HIDDEN, RatingsFor, TreeView};
use crate::game::Player;
use crate::words::{player_letter, shortened};

/// The most marks of players that one entry shows.
const MOST_PLAYERS: usize = 6;
const PLAYER: f64 = 20.0;

fn small_box() -> Rect {
    Rect::around(Point::new(8.5, 0.0), 17.0, 12.0)
}

fn framed(words: &str, strokes: &[(f64, f64, Stroke)]) -> LegendEntry {
    entry(17.0, words, |sign| {
        for (shrink, rounding, stroke) in strokes {
            sign.add(Shape::Box {
                rect: small_box().grown(-shrink),
                rounding: *rounding,
                fill: None,
                stroke: Some(*stroke),
            });
        }
    })
}

fn players(view: &TreeView<'_>, players: &[Player]) -> LegendEntry {
    let shown = &players[..players.len().min(MOST_PLAYERS)];
    entry(shown.len() as f64 * PLAYER - 3.0, "mover", |sign| {
        for (index, player) in shown.iter().enumerate() {
            let letter = player_letter(view.labels, *player);
            let at = Point::new(8.5 + PLAYER * index as f64, 0.0);
            sign.player_mark(at, 8.0, *player, &letter);
        }
    })
}

/// The entries for a tree whose nodes can be read.
pub fn legend(view: &TreeView<'_>, marks: &TreeMarks) -> Vec<LegendEntry> {
    let mut entries = entries(view, marks.occurring());
    entries.extend(what_if_legend(view));
    entries
}

/// The entries for kinds of marks, whether or not a tree has them now.
pub fn legend_of(view: &TreeView<'_>, there: &Occurring) -> Vec<LegendEntry> {
    entries(view, there)
}

/// The entries for kinds of marks.
pub(super) fn entries(view: &TreeView<'_>, there: &Occurring) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    if !there.movers.is_empty() {
        entries.push(players(view, &there.movers));
    }
    if there.ratings && view.hidden {
        entries.push(number(HIDDEN, "rating, hidden"));
    } else if there.ratings {
        let whose = match view.ratings_for {
            RatingsFor::Player(player) => {
                format!("rating for {}", shortened(&view.name(player), 16))
            }
            RatingsFor::Mover => "mover's rating".to_owned(),
        };
        let way = match view.analysis.ratings.is_max_n() {
            true => " by max-n",
            false => "",
        };
        let whose = format!("{whose}{way}");
        entries.push(number("0", whose));
    }
    if there.unproven {
        let words = if !view.labels.graph().is_complete() {
            format!(
                "not proven, estimates by {}",
                view.labels.graph().estimate().name()
            )
        } else {
            "not proven".to_owned()
        };
        entries.push(number("~", words));
    }
    if there.unproven && view.elements.intervals {
        entries.push(number("[ ]", "proven interval"));
    }
    if there.rounded {
        entries.push(number("≈", "rounded"));
    }
    if there.ratings && !view.hidden && view.analysis.ratings.has_constant_sum() {
        entries.push(entry(20.0, "share", |sign| {
            let rect = Rect::around(Point::new(10.0, 0.0), 20.0, 4.0);
            let all = view.labels.graph().players();
            let shown: Vec<Player> = Player::all(all).take(MOST_PLAYERS).collect();
            let share = 1.0 / shown.len() as f64;
            let shares: Vec<_> = shown.into_iter().map(|player| (player, share)).collect();
            draw_bar(sign, rect, &shares);
        }));
    }
    if there.best_line {
        let words = if there.chance {
            "best line, at chance the likeliest"
        } else {
            "best line"
        };
        entries.push(line(words, BEST_LINE));
    }
    if there.best_moves || there.best_line {
        let strokes = match there.best_moves {
            true => vec![(-3.0, BEST_MOVE), (3.0, OTHER)],
            false => vec![(0.0, OTHER)],
        };
        let words = match there.best_moves {
            true => "best, other move",
            false => "other move",
        };
        entries.push(entry(18.0, words, |sign| {
            for (y, stroke) in strokes {
                sign.add(Shape::Segment {
                    points: [Point::new(0.0, y), Point::new(18.0, y)],
                    stroke,
                });
            }
        }));
    }
    if there.ends {
        let stroke = Stroke::new(1.3, Ink::Dim);
        entries.push(framed("end", &[(0.0, 1.0, stroke), (3.0, 0.0, stroke)]));
    }
    if there.chance {
        entries.push(entry(26.0, "chance", |sign| {
            sign.add(Shape::Polygon {
                points: chance_outline(Rect::around(Point::new(13.0, 0.0), 26.0, 16.0)),
                fill: None,
                stroke: Some(Stroke::new(1.2, Ink::Dim)),
            });
            draw_chance(sign, Point::new(13.0, 0.0), 5.5);
        }));
    }
    if there.never {
        entries.push(entry(18.0, "never happens", |sign| {
            let at = |x| Point::new(x, 0.0);
            draw_dotted(sign, [at(0.0), at(6.0), at(12.0), at(18.0)], OTHER);
        }));
    }
    if there.horizons {
        let stroke = Stroke::dashed(1.3, Ink::Dim, 2.5);
        entries.push(framed("stopped by a limit", &[(0.0, 3.0, stroke)]));
    }
    if there.folds && view.ends.is_some() && !view.hidden && view.elements.ends {
        entries.push(entry(
            16.0,
            "folded: nodes below, mix of their ends",
            |sign| {
                let all = view.labels.graph().players().min(MOST_PLAYERS);
                let mix: Vec<_> = Player::all(all)
                    .map(|player| (Some(player), 1.0 / all as f64))
                    .collect();
                let tip = Point::new(8.0, -4.5);
                draw_triangle(sign, tip, (8.0, 9.0), Flow::Down, &mix);
            },
        ));
    } else if there.folds {
        entries.push(entry(16.0, "folded: nodes below", |sign| {
            let tip = Point::new(8.0, -4.5);
            draw_triangle(sign, tip, (8.0, 9.0), Flow::Down, &[]);
        }));
    }
    if there.again {
        let text = "×n";
        let (first, again) = (badge_width(text, false), badge_width(text, true));
        entries.push(entry(first + 3.0 + again, "places, again", |sign| {
            let rect =
                |left: f64, width| Rect::around(Point::new(left + width / 2.0, 0.0), width, 16.0);
            draw_badge(sign, rect(0.0, first), text, false);
            draw_badge(sign, rect(first + 3.0, again), text, true);
        }));
    }
    if there.notes {
        entries.push(entry(13.0, "note", |sign| {
            draw_note(sign, Point::new(6.5, 0.0));
        }));
    }
    if there.bookmarks {
        entries.push(entry(9.0, "bookmark", |sign| {
            draw_bookmark(sign, Point::new(4.5, 0.0));
        }));
    }
    entries
}

/// The entries for a tree from far away.
pub fn far_legend(view: &TreeView<'_>, marks: &TreeMarks) -> Vec<LegendEntry> {
    far_entries(view, marks.occurring())
}

/// The entries for kinds of marks from far away.
pub(super) fn far_entries(view: &TreeView<'_>, there: &Occurring) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> = there
        .ahead
        .iter()
        .map(|player| {
            let what = if view.hidden { "wins" } else { "ahead" };
            let words = format!("{} {what}", shortened(&view.name(*player), 16));
            entry(14.0, words, |sign| {
                draw_far_mark(sign, Some(*player), false, Point::new(7.0, 0.0), 6.0);
            })
        })
        .collect();
    if there.nobody_ahead {
        let words = if view.hidden {
            "rating, hidden"
        } else {
            "nobody ahead"
        };
        entries.push(entry(12.0, words, |sign| {
            draw_far_mark(sign, None, false, Point::new(6.0, 0.0), 6.0);
        }));
    }
    if there.ends {
        let player = there.ahead.first().copied();
        entries.push(entry(14.0, "hollow, or half as long: end", |sign| {
            draw_far_mark(sign, player, true, Point::new(7.0, 0.0), 6.0);
        }));
    }
    if there.best_line {
        entries.push(line("best line", Stroke::new(1.8, Ink::Text)));
    }
    entries
}

/// The entries for what is drawn as one from far away, and for the line to the selected node.
pub fn blocks_legend(view: &TreeView<'_>) -> Vec<LegendEntry> {
    let mut entries = vec![selected_line()];
    let players: Vec<Player> = Player::all(view.labels.graph().players())
        .take(MOST_PLAYERS)
        .collect();
    let words = match view.hidden {
        true => "many nodes as one",
        false => "many nodes as one, by who wins the ends below",
    };
    entries.push(entry(16.0, words, |sign| {
        let part = 16.0 / players.len() as f64;
        for (index, player) in players.iter().enumerate() {
            let ink = match view.hidden {
                true => Ink::Dim,
                false => Ink::Player(*player, Shade::Full),
            };
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(part * (index as f64 + 0.5), 0.0), part, 13.0),
                rounding: 0.0,
                fill: Some(ink),
                stroke: None,
            });
        }
    }));
    entries.push(entry(18.0, "nodes unfolded above the bracket", |sign| {
        let stroke = Stroke::new(1.2, Ink::Text);
        for points in [
            [(0.0, -6.0), (0.0, -3.0)],
            [(0.0, -3.0), (18.0, -3.0)],
            [(18.0, -3.0), (18.0, -6.0)],
        ] {
            let points = points.map(|(x, y)| Point::new(x, y));
            sign.add(Shape::Segment { points, stroke });
        }
        let at = Point::new(9.0, 4.0);
        sign.text(at, Anchor::Middle, "n", 11.0, Ink::Text, Weight::Normal);
    }));
    entries
}
