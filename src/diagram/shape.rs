//! The shapes that every drawing consists of.

use crate::game::Player;
use crate::layout::shape::text_width;

pub use crate::layout::{Camera, Family, Point, Rect, Scales};

/// A variation of a player's color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// The color itself.
    Full,
    /// A tint for areas.
    Area,
    /// The lit side of a die.
    Light,
    /// The side of a die that is half in shadow.
    Middle,
    /// The side of a die that is in shadow.
    Dark,
    /// For parts too narrow to draw node by node.
    Faint,
}

/// The meaning of a color; the theme determines the color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// A player's color.
    Player(Player, Shade),
    /// Text and important shapes.
    Text,
    /// Labels and less important shapes.
    Dim,
    /// Hairlines.
    Line,
    /// The ground of a node.
    Panel,
    /// The ground of the scene.
    Ground,
    /// The background of already seen items.
    Soft,
    /// Text on a player's color.
    OnPlayer,
    /// An area without an owner.
    Nobody,
    /// A blunder of any player.
    Blunder,
    /// The background of text about a blunder.
    BlunderArea,
}

impl Ink {
    /// Every ink that a shape of a game with six players can have.
    pub fn all() -> impl Iterator<Item = Self> {
        let shades = [
            Shade::Full,
            Shade::Area,
            Shade::Light,
            Shade::Middle,
            Shade::Dark,
            Shade::Faint,
        ];
        let players = Player::all(6);
        let players =
            players.flat_map(move |player| shades.map(|shade| Self::Player(player, shade)));
        let others = [
            Self::Text,
            Self::Dim,
            Self::Line,
            Self::Panel,
            Self::Ground,
            Self::Soft,
            Self::OnPlayer,
            Self::Nobody,
            Self::Blunder,
            Self::BlunderArea,
        ];
        others.into_iter().chain(players)
    }
}

/// A line's width and color.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In scene units.
    pub width: f64,
    /// Its color.
    pub ink: Ink,
    /// The length of dashes and gaps, in scene units; `None` for a solid line. Only boxes are
    /// dashed.
    pub dash: Option<f64>,
}

impl Stroke {
    /// A stroke.
    pub const fn new(width: f64, ink: Ink) -> Self {
        Self {
            width,
            ink,
            dash: None,
        }
    }

    /// A dashed stroke.
    pub const fn dashed(width: f64, ink: Ink, dash: f64) -> Self {
        Self {
            width,
            ink,
            dash: Some(dash),
        }
    }
}

/// The place of the anchor point in a text. Texts are centered vertically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// At its left.
    Left,
    /// In its middle.
    Middle,
    /// At its right.
    Right,
}

impl Anchor {
    /// The part of a text before its anchor point, as a share of its width.
    pub fn before(self) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Middle => 0.5,
            Self::Right => 1.0,
        }
    }
}

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// As body text.
    Normal,
    /// Heavier.
    Strong,
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// Its area.
        fill: Option<Ink>,
        /// Its outline.
        stroke: Option<Stroke>,
    },
    /// A rectangle with round corners.
    Box {
        /// Its bounds.
        rect: Rect,
        /// The radius of its corners.
        rounding: f64,
        /// Its area.
        fill: Option<Ink>,
        /// Its outline.
        stroke: Option<Stroke>,
    },
    /// A disc.
    Disc {
        /// Its middle.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its area.
        fill: Ink,
    },
    /// A cubic curve: its ends and, between them, its control points.
    Curve {
        /// The four points.
        points: [Point; 4],
        /// The line.
        stroke: Stroke,
    },
    /// A straight line.
    Segment {
        /// Its ends.
        points: [Point; 2],
        /// The line.
        stroke: Stroke,
    },
    /// A text or a number.
    Text(Text),
}

/// A text that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The anchor point.
    pub at: Point,
    /// The place of the anchor point in the text.
    pub anchor: Anchor,
    /// The text.
    pub text: String,
    /// The font's size.
    pub size: f64,
    /// Its color.
    pub ink: Ink,
    /// The weight.
    pub weight: Weight,
}

impl Shape {
    /// The rectangle around it, without the width of its lines.
    pub fn rect(&self) -> Rect {
        let around = |points: &[Point]| {
            let points = points.iter().map(|at| Rect::around(*at, 0.0, 0.0));
            points
                .reduce(Rect::and)
                .unwrap_or(Rect::around(Point::new(0.0, 0.0), 0.0, 0.0))
        };
        match self {
            Self::Polygon { points, .. } => around(points),
            Self::Box { rect, .. } => *rect,
            Self::Disc { centre, radius, .. } => Rect::around(*centre, 2.0 * radius, 2.0 * radius),
            Self::Curve { points, .. } => around(points),
            Self::Segment { points, .. } => around(points),
            Self::Text(text) => {
                let width = text_width(&text.text, text.size);
                let middle = text.at.moved(width * (0.5 - text.anchor.before()), 0.0);
                Rect::around(middle, width, text.size)
            }
        }
    }
}

/// Shapes in the order they are painted.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Drawing {
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// Adds a shape on top.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds a text of normal weight.
    pub fn text(
        &mut self,
        at: Point,
        anchor: Anchor,
        text: impl Into<String>,
        size: f64,
        ink: Ink,
    ) {
        self.weighted_text(at, anchor, text, size, ink, Weight::Normal);
    }

    /// Adds a heavier text.
    pub fn strong_text(
        &mut self,
        at: Point,
        anchor: Anchor,
        text: impl Into<String>,
        size: f64,
        ink: Ink,
    ) {
        self.weighted_text(at, anchor, text, size, ink, Weight::Strong);
    }

    /// Adds a text.
    pub fn weighted_text(
        &mut self,
        at: Point,
        anchor: Anchor,
        text: impl Into<String>,
        size: f64,
        ink: Ink,
        weight: Weight,
    ) {
        self.add(Shape::Text(Text {
            at,
            anchor,
            text: text.into(),
            size,
            ink,
            weight,
        }));
    }

    /// Adds the mark of a player: the player's shape in its color, with its letter.
    pub fn player_mark(&mut self, centre: Point, radius: f64, player: Player, letter: &str) {
        self.player_shape(centre, radius, player, Ink::Player(player, Shade::Full));
        // A triangle has its room low down.
        let low = if player.0 % 6 == 2 { 0.12 } else { 0.0 };
        let at = centre.moved(0.0, radius * low);
        let size = mark_text_size(radius, player, letter);
        self.strong_text(at, Anchor::Middle, letter, size, Ink::OnPlayer);
    }

    /// Adds the shape of a player: a disc, b square, c triangle, d hexagon, e star, f diamond, then
    /// discs again.
    pub fn player_shape(&mut self, centre: Point, radius: f64, player: Player, fill: Ink) {
        let polygon = |corners: usize, turn: f64, radius: f64| -> Vec<Point> {
            (0..corners)
                .map(|corner| {
                    let angle = (corner as f64 / corners as f64 + turn) * std::f64::consts::TAU;
                    centre.moved(radius * angle.sin(), -radius * angle.cos())
                })
                .collect()
        };
        let mut filled = |points: Vec<Point>| {
            self.add(Shape::Polygon {
                points,
                fill: Some(fill),
                stroke: None,
            });
        };
        match player.0 % 6 {
            1 => self.add(Shape::Box {
                rect: Rect::around(centre, radius * 1.8, radius * 1.8),
                rounding: radius * 0.4,
                fill: Some(fill),
                stroke: None,
            }),
            2 => filled(polygon(3, 0.0, radius * 1.3)),
            3 => filled(polygon(6, 0.0, radius * 1.1)),
            4 => {
                // A star is two triangles, so that every polygon is convex.
                filled(polygon(3, 0.0, radius * 1.2));
                filled(polygon(3, 0.5, radius * 1.2));
            }
            5 => filled(polygon(4, 0.0, radius * 1.25)),
            _ => self.add(Shape::Disc {
                centre,
                radius,
                fill,
            }),
        }
    }

    /// Adds all shapes of another drawing, moved.
    pub fn append(&mut self, other: &Self, dx: f64, dy: f64) {
        let moved = |shape: &Shape| shape.placed(1.0, |point| point.moved(dx, dy));
        self.shapes.extend(other.shapes.iter().map(moved));
    }
}

impl Shape {
    /// The ink of its area.
    pub fn fill(&self) -> Option<Ink> {
        match self {
            Self::Polygon { fill, .. } | Self::Box { fill, .. } => *fill,
            Self::Disc { fill, .. } => Some(*fill),
            Self::Curve { .. } | Self::Segment { .. } | Self::Text(_) => None,
        }
    }

    /// The same shape at another scale and place.
    #[must_use]
    pub fn placed(&self, scale: f64, to: impl Fn(Point) -> Point) -> Self {
        let mut shape = self.clone();
        let place = |point: &mut Point| *point = to(*point);
        let thin = |stroke: &mut Stroke| {
            stroke.width *= scale;
            stroke.dash = stroke.dash.map(|dash| dash * scale);
        };
        match &mut shape {
            Self::Polygon { points, stroke, .. } => {
                points.iter_mut().for_each(place);
                stroke.iter_mut().for_each(thin);
            }
            Self::Box {
                rect,
                rounding,
                stroke,
                ..
            } => {
                [&mut rect.min, &mut rect.max].into_iter().for_each(place);
                *rounding *= scale;
                stroke.iter_mut().for_each(thin);
            }
            Self::Disc { centre, radius, .. } => {
                place(centre);
                *radius *= scale;
            }
            Self::Curve { points, stroke } => {
                points.iter_mut().for_each(place);
                thin(stroke);
            }
            Self::Segment { points, stroke } => {
                points.iter_mut().for_each(place);
                thin(stroke);
            }
            Self::Text(text) => {
                place(&mut text.at);
                text.size *= scale;
            }
        }
        shape
    }
}

/// The size of the text on a player's mark: as large as the shape has room for.
pub fn mark_text_size(radius: f64, player: Player, text: &str) -> f64 {
    // Maximum width of a text on each shape, in radii.
    let room = [1.6, 1.65, 1.3, 1.7, 1.35, 1.6][usize::from(player.0 % 6)];
    // Other scripts than Latin aren't measured; their letters are narrower than what boxes allow.
    let width = |letter: char| match letter {
        '\u{370}'..='\u{10ff}' => 0.75,
        '\u{1100}'.. => 1.0,
        _ => text_width(letter.encode_utf8(&mut [0; 4]), 1.0),
    };
    let wide: f64 = text.chars().map(width).sum();
    (radius * 1.2).min(radius * room / wide.max(0.1))
}
