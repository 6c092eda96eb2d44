//! The legend of a tree: an entry for every mark that occurs.

use super::assumed::what_if_legend;
use super::blundered::BLUNDER;
use super::fold::draw_triangle;
use super::legend_entry::{
    LegendEntry, LegendRow, line, number, of_rows, row, segments, selected_line,
};
use super::marks::{Occurring, TreeMarks};
use super::moves::{BEST_LINE, BEST_MOVE, OTHER, draw_dotted};
use super::node::{badge_width, chance_outline, draw_badge, draw_bookmark, draw_chance, draw_note};
use super::pattern::{draw_bar, draw_hatched};
use super::shape::{Anchor, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::style::Flow;
use super::tree::{TOGETHER, draw_far_mark};
use super::view::{HIDDEN, RatingsFor, TreeView};
use crate::game::Player;
use crate::words::{horizon_name, player_letter, shortened};

/// Maximum number of players' marks in one entry.
const MAX_PLAYERS: usize = 6;
const PLAYER: f64 = 20.0;
/// The width of a mark with a pattern, including the gap after it.
const PATTERN: f64 = 34.0;

fn framed(occurs: bool, words: &str, strokes: &[(f64, f64, Stroke)]) -> LegendRow {
    row(occurs, 17.0, words, |sign| {
        for (shrink, rounding, stroke) in strokes {
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(8.5, 0.0), 17.0, 12.0).grown(-shrink),
                rounding: *rounding,
                fill: None,
                stroke: Some(*stroke),
            });
        }
    })
}

fn players(view: &TreeView<'_>, movers: &[Player]) -> LegendRow {
    let graph = view.labels.graph();
    // Colors of players who never move are on boards and numbers.
    let boards = view.elements.beside.is_some() || view.elements.board.is_some();
    let colored = boards || view.ratings_for == RatingsFor::All || !graph.has_winners();
    let all: Vec<Player> = Player::all(graph.players()).collect();
    let (players, what) = match colored && !movers.is_empty() && movers.len() < all.len() {
        true => (&*all, "player"),
        false => (movers, "player to move"),
    };
    let shown = &players[..players.len().min(MAX_PLAYERS)];
    let width = shown.len() as f64 * PLAYER - 3.0;
    let letters = shown.iter().map(|it| player_letter(view.labels, *it));
    let names = shown.iter().map(|it| shortened(&view.name(*it), 12));
    let (letters, names): (Vec<_>, Vec<_>) = letters.zip(names).unzip();
    let words = match letters == names {
        true => what.to_owned(),
        false => format!("{what}: {}", names.join(", ")),
    };
    row(!shown.is_empty(), width, words, |sign| {
        for (index, (player, letter)) in shown.iter().zip(letters).enumerate() {
            let at = Point::new(8.5 + PLAYER * index as f64, 0.0);
            sign.player_mark(at, 8.0, *player, &letter);
        }
    })
}

/// Text for nodes whose children are hidden.
pub const COLLAPSED: &str = "collapsed: node count";

/// Text before the name of the player whose ratings are shown.
pub(super) const RATING_FOR: &str = "rating for";

/// Text for the player whose ratings are shown.
pub(super) fn whose_ratings(view: &TreeView<'_>) -> String {
    match view.ratings_for {
        RatingsFor::Player(player) => {
            format!("{RATING_FOR} {}", shortened(&view.name(player), 16))
        }
        RatingsFor::All => "ratings for all players".to_owned(),
        RatingsFor::Mover => "rating for the player to move".to_owned(),
    }
}

/// The entries for a readable tree.
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
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let rated = there.ratings && !view.hidden;
    let has_bars = ratings.has_constant_sum() && graph.has_winners();
    let way = ratings.way_to_tell();
    let way = way.map_or_else(String::new, |way| format!(", {}", way.name()));
    let likeliest = if there.chance {
        ", at chance the likeliest"
    } else {
        ""
    };
    let (others, other_words): (&[_], _) = match there.best_moves {
        true => (&[(-3.0, BEST_MOVE), (3.0, OTHER)], "best, other move"),
        false => (&[(0.0, OTHER)], "other move"),
    };
    let end = Stroke::new(1.3, Ink::Dim);
    let winner = there.ahead.first();
    let winner = winner.map_or(Ink::Dim, |player| Ink::Player(*player, Shade::Full));
    let stopped = Stroke::dashed(1.3, Ink::Dim, 2.5);
    let mixed = view.ends.is_some() && !view.hidden && view.elements.ends;
    let mix = if mixed { ", winners of its ends" } else { "" };
    let players_shown = graph.players().min(MAX_PLAYERS);
    let text = "×n";
    let (first, again) = (badge_width(text, false), badge_width(text, true));
    of_rows([
        players(view, &there.movers),
        number(there.ratings && view.hidden, HIDDEN, "rating hidden"),
        number(rated, "0", whose_ratings(view) + &way),
        number(there.unproven && view.shows_estimates(), "~", "estimate"),
        number(there.unproven && !has_bars, "? …", "not proven"),
        row(there.unproven && has_bars, 20.0, "not proven", |sign| {
            draw_hatched(sign, Rect::around(Point::new(10.0, 0.0), 20.0, 5.0));
        }),
        number(
            there.ratings && view.labels.unfinished().is_some(),
            "!",
            "rated without what isn't finished",
        ),
        framed(
            there.unproven && !there.ahead.is_empty(),
            "proven, in the winner's color",
            &[(0.0, 3.0, Stroke::new(1.8, winner))],
        ),
        number(
            there.unproven && view.elements.intervals,
            "[ ]",
            "proven interval",
        ),
        number(there.rounded, "≈", "rounded"),
        row(there.split, 20.0, "rating split", |sign| {
            let rect = Rect::around(Point::new(10.0, 0.0), 20.0, 4.0);
            let share = 1.0 / players_shown as f64;
            let shares: Vec<_> = Player::all(players_shown)
                .map(|it| (Some(it), share))
                .collect();
            draw_bar(sign, rect, &shares, view.elements.patterns);
        }),
        row(
            view.elements.patterns && (mixed && there.folds || there.split),
            PATTERN * players_shown as f64 - 4.0,
            "whose part",
            |sign| {
                for player in Player::all(players_shown) {
                    let left = PATTERN * player.index() as f64;
                    let letter = player_letter(view.labels, player);
                    sign.player_mark(Point::new(left + 7.0, 0.0), 7.0, player, &letter);
                    let rect = Rect::around(Point::new(left + 23.5, 0.0), 13.0, 8.0);
                    draw_bar(sign, rect, &[(Some(player), 1.0)], true);
                }
            },
        ),
        line(there.best_line, &format!("best line{likeliest}"), BEST_LINE),
        row(
            there.best_moves || there.best_line,
            18.0,
            other_words,
            |sign| {
                for (y, stroke) in others {
                    segments(sign, *stroke, [[(0.0, *y), (18.0, *y)]]);
                }
            },
        ),
        number(
            view.unfolding.is_merged() && view.elements.moves,
            "×n",
            "equivalent moves as one",
        ),
        row(there.blunders, 20.0, "blunder", |sign| {
            let points = [0.0, 6.0, 14.0, 20.0].map(|x| Point::new(x, 0.0));
            draw_dotted(sign, points, BLUNDER);
        }),
        framed(there.ends, "end", &[(0.0, 1.0, end), (3.0, 0.0, end)]),
        row(there.chance, 26.0, "chance", |sign| {
            sign.add(Shape::Polygon {
                points: chance_outline(Rect::around(Point::new(13.0, 0.0), 26.0, 16.0)),
                fill: None,
                stroke: Some(Stroke::new(1.2, Ink::Dim)),
            });
            draw_chance(sign, Point::new(13.0, 0.0), 5.5);
        }),
        row(
            graph.hides_positions(),
            20.0,
            "information set: its player can't tell these nodes apart",
            |sign| {
                let points = [0.0, 6.0, 14.0, 20.0].map(|x| Point::new(x, 0.0));
                draw_dotted(sign, points, TOGETHER);
            },
        ),
        row(there.never, 18.0, "probability 0", |sign| {
            let points = [0.0, 6.0, 12.0, 18.0].map(|x| Point::new(x, 0.0));
            draw_dotted(sign, points, OTHER);
        }),
        framed(
            there.horizons,
            horizon_name(view.labels.graph()),
            &[(0.0, 3.0, stopped)],
        ),
        row(there.folds, 16.0, format!("{COLLAPSED}{mix}"), |sign| {
            let all = if mixed { players_shown } else { 0 };
            let mix: Vec<_> = Player::all(all)
                .map(|player| (Some(player), 1.0 / all as f64))
                .collect();
            let tip = Point::new(8.0, -4.5);
            draw_triangle(
                sign,
                tip,
                (8.0, 9.0),
                Flow::Down,
                &mix,
                view.elements.patterns,
            );
        }),
        row(
            there.again,
            first + 3.0 + again,
            "×n: occurrences, ↩: repeat",
            |sign| {
                let rect = |left: f64, width| {
                    Rect::around(Point::new(left + width / 2.0, 0.0), width, 16.0)
                };
                draw_badge(sign, rect(0.0, first), text, false);
                draw_badge(sign, rect(first + 3.0, again), text, true);
            },
        ),
        row(there.notes, 13.0, "note", |sign| {
            draw_note(sign, Point::new(6.5, 0.0));
        }),
        row(there.bookmarks, 9.0, "bookmark", |sign| {
            draw_bookmark(sign, Point::new(4.5, 0.0));
        }),
    ])
}

/// The entries for a tree from far away.
pub fn far_legend(view: &TreeView<'_>, marks: &TreeMarks) -> Vec<LegendEntry> {
    far_entries(view, marks.occurring())
}

/// The entries for kinds of marks from far away.
pub(super) fn far_entries(view: &TreeView<'_>, there: &Occurring) -> Vec<LegendEntry> {
    let (what, nobody) = match view.hidden {
        true => ("wins", "rating hidden"),
        false => ("ahead", "even"),
    };
    let ahead = there.ahead.iter().map(|player| {
        let words = format!("{} {what}", shortened(&view.name(*player), 16));
        row(true, 14.0, words, |sign| {
            draw_far_mark(sign, Some(*player), false, Point::new(7.0, 0.0), 6.0);
        })
    });
    let others = [
        row(there.nobody_ahead, 12.0, nobody, |sign| {
            draw_far_mark(sign, None, false, Point::new(6.0, 0.0), 6.0);
        }),
        row(there.ends, 14.0, "hollow or short: end", |sign| {
            let player = there.ahead.first().copied();
            draw_far_mark(sign, player, true, Point::new(7.0, 0.0), 6.0);
        }),
        line(there.best_line, "best line", Stroke::new(1.8, Ink::Text)),
    ];
    of_rows(ahead.chain(others))
}

/// The entries for blocks of a zoomed-out tree, and for the line to the selected node.
pub fn blocks_legend(view: &TreeView<'_>) -> Vec<LegendEntry> {
    let by_winner = match view.hidden {
        true => "",
        false if view.labels.graph().has_winners() => ", by who wins the ends below",
        false => ", by who gets most at the ends below",
    };
    of_rows([
        selected_line(),
        row(true, 16.0, format!("many nodes{by_winner}"), |sign| {
            let all = view.labels.graph().players().min(MAX_PLAYERS);
            let part = 16.0 / all as f64;
            for (index, player) in Player::all(all).enumerate() {
                let ink = match view.hidden {
                    true => Ink::Dim,
                    false => Ink::Player(player, Shade::Full),
                };
                sign.add(Shape::Box {
                    rect: Rect::around(Point::new(part * (index as f64 + 0.5), 0.0), part, 13.0),
                    rounding: 0.0,
                    fill: Some(ink),
                    stroke: None,
                });
            }
        }),
        row(true, 18.0, "number of nodes in the bracket", |sign| {
            let bracket = [
                [(0.0, -6.0), (0.0, -3.0)],
                [(0.0, -3.0), (18.0, -3.0)],
                [(18.0, -3.0), (18.0, -6.0)],
            ];
            segments(sign, Stroke::new(1.2, Ink::Text), bracket);
            let at = Point::new(9.0, 4.0);
            sign.text(at, Anchor::Middle, "n", 11.0, Ink::Text, Weight::Normal);
        }),
    ])
}
