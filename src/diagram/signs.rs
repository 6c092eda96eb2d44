//! The symbols of a drawn tree, one by one, for a new user.

use super::blundered::BLUNDER;
use super::fold::draw_triangle;
use super::moves::{BEST_LINE, BEST_MOVE, draw_dotted};
use super::node::{badge_width, chance_outline, draw_badge, draw_chance};
use super::pattern::draw_bar;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::style::Flow;
use crate::game::Player;

/// A symbol and its meaning.
pub struct Sign {
    /// The drawing; the origin is its center.
    pub drawing: Drawing,
    /// The name.
    pub name: &'static str,
    /// The meaning.
    pub words: &'static str,
}

/// Maximum width and height of a symbol.
pub const SIGN: [f64; 2] = [104.0, 52.0];

const A: Player = Player(0);
const B: Player = Player(1);

/// The drawing, the name, and the meaning of a symbol.
type SymbolEntry = (fn(&mut Drawing), &'static str, &'static str);

/// All symbols, the most visible first.
pub fn signs() -> Vec<Sign> {
    let signs: [SymbolEntry; 13] = [
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
    let sign = |(draw, name, words): (fn(&mut Drawing), _, _)| {
        let mut drawing = Drawing::default();
        draw(&mut drawing);
        Sign {
            drawing,
            name,
            words,
        }
    };
    signs.into_iter().map(sign).collect()
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
    sign.text(at, Anchor::Right, rating, 18.0, Ink::Text, Weight::Strong);
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

fn draw_words(sign: &mut Drawing, words: &str, ink: Ink) {
    let at = Point::default();
    sign.text(at, Anchor::Middle, words, 18.0, ink, Weight::Strong);
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
    sign.text(at, Anchor::Middle, "a wins", 14.0, ink, Weight::Strong);
}

fn draw_fold(sign: &mut Drawing) {
    let mix = [(Some(A), 0.7), (Some(B), 0.3)];
    let tip = Point::new(0.0, -18.0);
    draw_triangle(sign, tip, (14.0, 15.0), Flow::Down, &mix, false);
    let (at, middle) = (Point::new(0.0, 10.0), Anchor::Middle);
    sign.text(at, middle, "1,508,272", 12.5, Ink::Dim, Weight::Normal);
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
            assert!(sign.words.ends_with('.'), "{}", sign.words);
        }
    }
}
