//! The legend of a tree: an entry for every mark that occurs; and all symbols one by one, for a new user.

use super::areas::{draw_bar, draw_hatched, draw_triangle};
use super::assumed::what_if_legend;
use super::blunders::BLUNDER;
use super::legend_entry::{
    LegendEntry, LegendRow, NUMBER_SIZE, line, number, of_rows, row, segments, selected_line,
};
use super::marks::{Occurring, TreeMarks};
use super::moves::{BEST_LINE, BEST_MOVE, BY_ESTIMATE, OTHER, TOGETHER, draw_dotted};
use super::node::{
    badge_width, chance_outline, draw_badge, draw_bookmark, draw_chance, draw_note, outline,
};
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke};
use super::style::GrowthDirection;
use super::tree::draw_far_mark;
use super::view::{HIDDEN, RatingsFor, TreeView};
use crate::game::Player;
use crate::layout::shape::text_width;
use crate::rating::best_edges;
use crate::tree::Vertex;
use crate::words::{horizon_name, player_letter, shortened};

/// Maximum number of players' marks in one entry.
const MAX_PLAYERS: usize = 6;

const PLAYER: f64 = 20.0;

/// The width of a mark with a pattern, including the gap after it.
const PATTERN: f64 = 34.0;

fn framed(occurs: bool, text: &str, strokes: &[(f64, f64, Stroke)]) -> LegendRow {
    row(occurs, 17.0, text, |sign| {
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

/// The marks of the players: of those who move, or of all where colors show others too.
pub(super) fn players(view: &TreeView<'_>, movers: &[Player]) -> LegendRow {
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
    let text = match letters == names {
        true => what.to_owned(),
        false => format!("{what}: {}", names.join(", ")),
    };
    row(!shown.is_empty(), width, text, |sign| {
        for (index, (player, letter)) in shown.iter().zip(letters).enumerate() {
            let at = Point::new(8.5 + PLAYER * index as f64, 0.0);
            sign.player_mark(at, 8.0, *player, &letter);
        }
    })
}

/// The dashed border of what isn't proven, and its sign in place of a rating: a hatched bar, or a
/// question mark.
fn not_proven(view: &TreeView<'_>, there: &Occurring, has_bars: bool) -> LegendRow {
    const FRAME: f64 = 17.0;
    let left = FRAME + 5.0;
    let text = match has_bars || view.shows_estimates() {
        true => "",
        false => "? …",
    };
    let width = match has_bars {
        true => left + 20.0,
        false if text.is_empty() => FRAME,
        false => left + text_width(text, NUMBER_SIZE),
    };
    let why = match there.horizons {
        true => format!("not proven: {}", horizon_name(view.labels.graph())),
        false => "not proven".to_owned(),
    };
    row(there.unproven, width, why, |sign| {
        outline(
            sign,
            Rect::around(Point::new(FRAME / 2.0, 0.0), FRAME, 12.0),
            3.0,
            Stroke::dashed(1.3, Ink::Dim, 2.5),
        );
        if has_bars {
            draw_hatched(sign, Rect::around(Point::new(left + 10.0, 0.0), 20.0, 5.0));
        }
        if !text.is_empty() {
            let (at, ink) = (Point::new(left, 0.0), Ink::Text);
            sign.strong_text(at, Anchor::Left, text, NUMBER_SIZE, ink);
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
    let mut entries = legend_of(view, marks.occurring());
    entries.extend(what_if_legend(view));
    entries
}

/// The entries for kinds of marks, whether or not a tree has them now.
pub fn legend_of(view: &TreeView<'_>, there: &Occurring) -> Vec<LegendEntry> {
    let mut rows = vec![players(view, &there.movers)];
    rows.extend(ratings_rows(view, there));
    rows.extend(moves_rows(view, there));
    rows.extend(nodes_rows(view, there));
    of_rows(rows)
}

/// Whether collapsed nodes show the winners of their ends.
fn has_mixes(view: &TreeView<'_>) -> bool {
    view.ends.is_some() && !view.hidden && view.elements.ends
}

/// The same share for each of the first players.
fn equal_shares(players: usize) -> Vec<(Option<Player>, f64)> {
    Player::all(players)
        .map(|player| (Some(player), 1.0 / players as f64))
        .collect()
}

/// A curve with gaps.
fn dotted(occurs: bool, width: f64, text: &str, stroke: Stroke) -> LegendRow {
    row(occurs, width, text, |sign| {
        let points = [0.0, 6.0, width - 6.0, width].map(|x| Point::new(x, 0.0));
        draw_dotted(sign, points, stroke);
    })
}

fn ratings_rows(view: &TreeView<'_>, there: &Occurring) -> [LegendRow; 10] {
    let graph = view.labels.graph();
    let ratings = &view.analysis.ratings;
    let rated = there.ratings && !view.hidden;
    let has_bars = ratings.has_constant_sum() && graph.has_winners();
    let way = ratings.way_to_tell();
    let way = way.map_or_else(String::new, |way| format!(", {}", way.name()));
    let winner = there.ahead.first();
    let winner = winner.map_or(Ink::Dim, |player| Ink::Player(*player, Shade::Full));
    let players = graph.players().min(MAX_PLAYERS);
    [
        number(there.ratings && view.hidden, HIDDEN, "rating hidden"),
        number(rated, "0", whose_ratings(view) + &way),
        number(there.unproven && view.shows_estimates(), "~", "estimate"),
        not_proven(view, there, has_bars),
        number(
            there.ratings && view.labels.unfinished().is_some(),
            "!",
            "rated without what isn't finished",
        ),
        framed(
            there.unproven && graph.has_winners() && !there.ahead.is_empty(),
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
            draw_bar(sign, rect, &equal_shares(players), view.elements.patterns);
        }),
        row(
            view.elements.patterns && (has_mixes(view) && there.folds || there.split),
            PATTERN * players as f64 - 4.0,
            "whose part",
            |sign| {
                for player in Player::all(players) {
                    let left = PATTERN * player.index() as f64;
                    let letter = player_letter(view.labels, player);
                    sign.player_mark(Point::new(left + 7.0, 0.0), 7.0, player, &letter);
                    let rect = Rect::around(Point::new(left + 23.5, 0.0), 13.0, 8.0);
                    draw_bar(sign, rect, &[(Some(player), 1.0)], true);
                }
            },
        ),
    ]
}

fn moves_rows(view: &TreeView<'_>, there: &Occurring) -> [LegendRow; 5] {
    let (graph, ratings) = (view.labels.graph(), &view.analysis.ratings);
    let likeliest = match there.likeliest {
        true => ", at chance the likeliest",
        false => "",
    };
    let guessed = view.shows_estimates() && best_edges(graph, ratings, Vertex::ROOT).is_empty();
    let (by_estimate, best_stroke) = match guessed {
        true => (" by estimate", BY_ESTIMATE),
        false => ("", BEST_LINE),
    };
    [
        line(
            there.best_line,
            &format!("best line{by_estimate}{likeliest}"),
            best_stroke,
        ),
        line(there.best_moves, "another best move", BEST_MOVE),
        line(
            there.other_moves && (there.best_moves || there.best_line),
            "other move",
            OTHER,
        ),
        number(
            view.unfolding.is_merged() && view.elements.moves,
            "×n",
            "equivalent moves as one",
        ),
        dotted(there.blunders, 20.0, "blunder", BLUNDER),
    ]
}

fn nodes_rows(view: &TreeView<'_>, there: &Occurring) -> [LegendRow; 8] {
    let graph = view.labels.graph();
    let end = Stroke::new(1.3, Ink::Dim);
    let (mix, players) = match has_mixes(view) {
        true => (", winners of its ends", graph.players().min(MAX_PLAYERS)),
        false => ("", 0),
    };
    let text = "×n";
    let (first, again) = (badge_width(text, false), badge_width(text, true));
    [
        framed(there.ends, "end", &[(0.0, 1.0, end), (3.0, 0.0, end)]),
        row(there.chance, 26.0, "chance", |sign| {
            sign.add(Shape::Polygon {
                points: chance_outline(Rect::around(Point::new(13.0, 0.0), 26.0, 16.0)),
                fill: None,
                stroke: Some(Stroke::new(1.2, Ink::Dim)),
            });
            draw_chance(sign, Point::new(13.0, 0.0), 5.5);
        }),
        dotted(
            graph.hides_positions(),
            20.0,
            "information set: its player can't tell these nodes apart",
            TOGETHER,
        ),
        dotted(there.never, 18.0, "probability 0", OTHER),
        row(there.folds, 16.0, format!("{COLLAPSED}{mix}"), |sign| {
            let (tip, flow) = (Point::new(8.0, -4.5), GrowthDirection::Down);
            let mix = equal_shares(players);
            draw_triangle(sign, tip, (8.0, 9.0), flow, &mix, view.elements.patterns);
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
    ]
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
        let text = format!("{} {what}", shortened(&view.name(*player), 16));
        row(true, 14.0, text, |sign| {
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
            sign.text(at, Anchor::Middle, "n", 11.0, Ink::Text);
        }),
    ])
}

/// A symbol and its meaning.
pub struct LegendSymbol {
    /// The drawing; the origin is its center.
    pub drawing: Drawing,
    /// The name.
    pub name: &'static str,
    /// The meaning.
    pub text: &'static str,
}

/// Maximum width and height of a symbol.
pub const SIGN: [f64; 2] = [104.0, 52.0];

const A: Player = Player(0);

const B: Player = Player(1);

/// The drawing, the name, and the meaning of a symbol.
type SymbolEntry = (fn(&mut Drawing), &'static str, &'static str);

/// All symbols, the most visible first.
const SIGNS: [SymbolEntry; 13] = [
    (
        |sign| draw_node(sign, A, "1", &[(A, 1.0)]),
        "Node",
        "A position in the tree. The sign at the left says who moves: a has a blue circle, b an \
             orange square. The number is the rating.",
    ),
    (
        |sign| draw_words(sign, "1   0   1/2", Ink::Text),
        "Rating",
        "What the player at the top right gets with best play: its payoff, or 1 for a win, 0 for a loss. \
             ≈ marks a rounded number.",
    ),
    (
        |sign| draw_node(sign, B, "1/2", &[(A, 0.5), (B, 0.5)]),
        "Bar",
        "How the rating is divided among the players. All blue: a wins.",
    ),
    (
        |sign| draw_line(sign, BEST_LINE),
        "Heavy line",
        "The best line: the best moves of all players, to the end.",
    ),
    (
        |sign| draw_line(sign, BEST_MOVE),
        "Medium line",
        "Another move with the best rating.",
    ),
    (
        |sign| draw_line(sign, Stroke::new(1.0, Ink::Dim)),
        "Thin line",
        "Any other move.",
    ),
    (
        |sign| {
            let points = [-30.0, -10.0, 10.0, 30.0].map(|x| Point::new(x, 0.0));
            draw_dotted(sign, points, BLUNDER);
        },
        "Dashed line in magenta",
        "A blunder: it costs its player a tenth of the range of payoffs or more.",
    ),
    (
        draw_end,
        "Double border",
        "An end of the game, in the winner's color. A gray one is a tie.",
    ),
    (
        draw_fold,
        "Triangle",
        "Moves that aren't shown, with the number of nodes there. Its colors say who wins their \
             ends. Press Space or double-click to show them.",
    ),
    (
        draw_again,
        "Badge",
        "The same position occurs n times in what is shown. An arrow marks a repeat. Click it \
             for the next one.",
    ),
    (
        draw_roll,
        "Lozenge",
        "Dice or chance decide. Each branch has its probability.",
    ),
    (
        |sign| draw_words(sign, "?   ~", Ink::Dim),
        "Not proven",
        "The rating isn't known for certain: the tree is unfinished, or a limit stopped it.",
    ),
    (
        |sign| {
            frame(sign, [72.0, 40.0], 12.0, Stroke::new(2.0, Ink::Text));
            frame(sign, [62.0, 30.0], 8.0, Stroke::new(1.2, Ink::Line));
        },
        "Ring",
        "The selected node. The panels on both sides describe it.",
    ),
];

/// The symbols with their drawings, in that order.
pub fn signs() -> Vec<LegendSymbol> {
    let sign = |(draw, name, text): SymbolEntry| {
        let mut drawing = Drawing::default();
        draw(&mut drawing);
        LegendSymbol {
            drawing,
            name,
            text,
        }
    };
    SIGNS.into_iter().map(sign).collect()
}

fn frame(sign: &mut Drawing, size: [f64; 2], rounding: f64, stroke: Stroke) {
    sign.add(Shape::Box {
        rect: Rect::around(Point::default(), size[0], size[1]),
        rounding,
        fill: Some(Ink::Panel),
        stroke: Some(stroke),
    });
}

fn draw_node(sign: &mut Drawing, mover: Player, rating: &str, shares: &[(Player, f64)]) {
    frame(sign, [80.0, 42.0], 9.0, Stroke::new(1.2, Ink::Line));
    let letter = if mover == A { "a" } else { "b" };
    sign.player_mark(Point::new(-22.0, -4.0), 10.0, mover, letter);
    let at = Point::new(28.0, -4.0);
    sign.strong_text(at, Anchor::Right, rating, 18.0, Ink::Text);
    let shares: Vec<_> = shares
        .iter()
        .map(|(player, share)| (Some(*player), *share))
        .collect();
    draw_bar(
        sign,
        Rect::around(Point::new(0.0, 14.0), 62.0, 4.0),
        &shares,
        false,
    );
}

fn draw_words(sign: &mut Drawing, text: &str, ink: Ink) {
    let at = Point::default();
    sign.strong_text(at, Anchor::Middle, text, 18.0, ink);
}

fn draw_line(sign: &mut Drawing, stroke: Stroke) {
    sign.add(Shape::Segment {
        points: [Point::new(-30.0, 0.0), Point::new(30.0, 0.0)],
        stroke,
    });
}

fn draw_end(sign: &mut Drawing) {
    let ink = Ink::Player(A, Shade::Full);
    frame(sign, [80.0, 40.0], 3.0, Stroke::new(2.5, ink));
    frame(sign, [71.0, 31.0], 1.0, Stroke::new(1.0, ink));
    let at = Point::default();
    sign.strong_text(at, Anchor::Middle, "a wins", 14.0, ink);
}

fn draw_fold(sign: &mut Drawing) {
    let mix = [(Some(A), 0.7), (Some(B), 0.3)];
    let tip = Point::new(0.0, -18.0);
    draw_triangle(sign, tip, (14.0, 15.0), GrowthDirection::Down, &mix, false);
    let (at, middle) = (Point::new(0.0, 10.0), Anchor::Middle);
    sign.text(at, middle, "1,508,272", 12.5, Ink::Dim);
}

fn draw_again(sign: &mut Drawing) {
    let [first, again] = [false, true].map(|again| badge_width("×2", again));
    let badge = |x: f64, width| Rect::around(Point::new(x, 0.0), width, 16.0);
    draw_badge(sign, badge(-first / 2.0 - 3.0, first), "×2", false);
    draw_badge(sign, badge(again / 2.0 + 3.0, again), "×2", true);
}

fn draw_roll(sign: &mut Drawing) {
    sign.add(Shape::Polygon {
        points: chance_outline(Rect::around(Point::default(), 80.0, 40.0)),
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.4, Ink::Dim)),
    });
    draw_chance(sign, Point::default(), 10.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_drawn_and_said_in_full_sentences() {
        for sign in signs() {
            assert!(!sign.drawing.shapes.is_empty(), "{}", sign.name);
            assert!(sign.text.ends_with('.'), "{}", sign.text);
        }
    }
}
