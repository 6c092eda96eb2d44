//! The painter of the tree editor: colors, fonts and icons.

use eframe::egui::{self, Align2, Color32, FontFamily, FontId, Pos2, Rect, Stroke, vec2};

use super::laid::{DrawnNode, HEIGHT, Inside, NAMES, NUMBERS};
use crate::app::base::Transform;
use crate::app::base::paint::paint;
use crate::app::parts::Cx;
use crate::diagram::{Drawing, Ink, Shape};
use crate::export::system_fonts::words_in_order;
use crate::game::{Kind, Player};
use crate::words::mark_of;

/// The size of the button that adds a move.
pub(super) const PLUS: f32 = 22.0;

/// The colors of unfinished and of changed nodes: background and border.
pub(super) struct EditorInks {
    pub lack: Color32,
    pub changed: [Color32; 2],
    /// The text colors of payoffs, by player.
    letters: [Color32; 2],
}

impl EditorInks {
    pub fn of(ui: &egui::Ui) -> Self {
        let rgb = Color32::from_rgb;
        match ui.visuals().dark_mode {
            true => Self {
                lack: rgb(0xf0, 0x8c, 0xbd),
                changed: [rgb(0x4a, 0x40, 0x14), rgb(0xd9, 0xb5, 0x2a)],
                letters: [rgb(0x7d, 0xc3, 0xf2), rgb(0xf5, 0xa6, 0x66)],
            },
            false => Self {
                lack: rgb(0xa3, 0x19, 0x5b),
                changed: [rgb(0xff, 0xf3, 0xc4), rgb(0xe0, 0xb4, 0x00)],
                letters: [rgb(0x00, 0x60, 0x9a), rgb(0xb0, 0x4a, 0x00)],
            },
        }
    }

    /// The text color of a player's payoff.
    pub fn payoff(&self, cx: &Cx<'_>, player: usize) -> Color32 {
        let color32 = self.letters.get(player).copied();
        color32.unwrap_or_else(|| cx.theme.player(Player(player as u8)))
    }
}

/// The context for painting nodes.
pub(super) struct EditorBrush<'a> {
    pub cx: &'a Cx<'a>,
    pub transform: Transform,
    pub painter: &'a egui::Painter,
    pub inks: &'a EditorInks,
    /// The players of the drawn tree: the rated one may have others until it is built.
    pub players: &'a [String],
}

impl<'a> EditorBrush<'a> {
    /// The same for another painter, or another transform.
    pub fn with<'b>(&self, painter: &'b egui::Painter, transform: Transform) -> EditorBrush<'b>
    where
        'a: 'b,
    {
        EditorBrush {
            painter,
            transform,
            ..*self
        }
    }

    /// The width of a line that scales with the tree.
    pub fn wide(&self, width: f32) -> f32 {
        width * (self.transform.scale as f32).clamp(0.4, 1.5)
    }

    pub fn font(&self, size: f64, heavy: bool) -> FontId {
        let size = (size * self.transform.scale) as f32;
        // Sizes in steps, so that zooming doesn't fill the atlas.
        let size = (size * 2.0).round() / 2.0;
        match heavy {
            true => FontId::new(size, FontFamily::Name(crate::app::base::STRONG.into())),
            false => FontId::proportional(size),
        }
    }

    pub fn text(&self, at: Pos2, text: &str, size: f64, ink: Color32, heavy: bool) {
        let font = self.font(size, heavy);
        let text = words_in_order(text);
        self.painter
            .text(at, Align2::CENTER_CENTER, text, font, ink);
    }

    pub fn width(&self, text: &str, size: f64) -> f32 {
        (crate::layout::shape::text_width(text, size) * self.transform.scale) as f32
    }

    /// A name on its line, with the ground around it.
    pub fn name(&self, at: Pos2, text: &str, ink: Color32, heavy: bool) {
        let galley = self.painter.layout_no_wrap(
            words_in_order(text).into_owned(),
            self.font(NAMES, heavy),
            ink,
        );
        let rect = Rect::from_center_size(at, galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, ink);
    }

    /// A line below a node, as large as small print.
    pub fn draw_text(&self, at: Pos2, text: &str, heavy: bool) {
        let family = match heavy {
            true => FontFamily::Name(crate::app::base::STRONG.into()),
            false => FontFamily::Proportional,
        };
        let galley = self.painter.layout_no_wrap(
            words_in_order(text).into_owned(),
            FontId::new(13.0, family),
            self.inks.lack,
        );
        // It stays in sight beside the panels.
        let screen = self.painter.clip_rect().shrink(6.0);
        let half = galley.size().x / 2.0;
        let x = at.x.min(screen.right() - half).max(screen.left() + half);
        let rect = Rect::from_center_size(Pos2::new(x, at.y), galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, self.inks.lack);
    }

    /// The payoffs of all players, each in the player's color.
    pub fn payoffs(&self, at: Pos2, payoffs: &[String]) {
        let all: f32 = self.width(&payoffs.join(" · "), NUMBERS);
        let mut left = at.x - all / 2.0;
        for (player, payoff) in payoffs.iter().enumerate() {
            if player > 0 {
                let wide = self.width(" · ", NUMBERS);
                let dot = Pos2::new(left + wide / 2.0, at.y);
                self.text(dot, "·", NUMBERS, self.cx.theme.dim, false);
                left += wide;
            }
            let wide = self.width(payoff, NUMBERS);
            let ink = match payoff.as_str() {
                "?" => self.inks.lack,
                _ => self.inks.payoff(self.cx, player),
            };
            self.text(
                Pos2::new(left + wide / 2.0, at.y),
                payoff,
                NUMBERS,
                ink,
                true,
            );
            left += wide;
        }
    }

    pub fn dashed(&self, rect: Rect) {
        let stroke = Stroke::new(1.8, self.inks.lack);
        self.painter.rect_filled(rect, 8.0, self.cx.theme.ground);
        let corners = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        self.painter
            .extend(egui::Shape::dashed_line(&corners, stroke, 5.0, 4.0));
    }

    /// The place of a node's player, on the screen.
    pub fn mark_rect(&self, drawn: &DrawnNode, rect: Rect) -> Rect {
        let at = match matches!(drawn.inside, Inside::Lack(_)) {
            true => rect.left_top(),
            false => rect.left_center() + vec2(23.0 * self.transform.scale as f32, 0.0),
        };
        Rect::from_center_size(at, vec2(26.0, 26.0) * self.transform.scale as f32)
    }

    /// The player of a node, at its left.
    pub fn mark(&self, drawn: &DrawnNode, rect: Rect) {
        let at = self.transform.scene_from_screen(rect.left_center());
        let lacks = matches!(drawn.inside, Inside::Lack(_));
        // If there is text in the middle, the icon is in the corner.
        let at = match lacks {
            true => drawn.at.moved(-drawn.width / 2.0, -HEIGHT / 2.0),
            false => at.moved(23.0, 0.0),
        };
        let mut drawing = Drawing::default();
        match drawn.kind {
            Kind::Decision(player) => {
                let letter = mark_of(self.players, player.index());
                drawing.player_mark(at, 11.0, player, &letter);
            }
            Kind::Chance(_) => drawing.add(Shape::Polygon {
                points: vec![
                    at.moved(0.0, -13.0),
                    at.moved(11.0, 0.0),
                    at.moved(0.0, 13.0),
                    at.moved(-11.0, 0.0),
                ],
                fill: Some(Ink::Dim),
                stroke: None,
            }),
            Kind::End => return,
        }
        paint(self.painter, &self.transform, self.cx.theme, &drawing);
        if matches!(drawn.kind, Kind::Chance(_)) {
            let at = self.transform.screen_from_scene(at);
            self.text(at, "%", 15.0, self.cx.theme.panel, true);
        }
    }

    pub fn plus(&self, at: Pos2, size: f32, hovered: bool) {
        let theme = self.cx.theme;
        let fill = if hovered { theme.dim } else { theme.text };
        self.painter.circle_filled(at, size / 2.0, fill);
        let stroke = Stroke::new(1.7, theme.panel);
        let arm = size * 0.23;
        self.painter.hline(at.x - arm..=at.x + arm, at.y, stroke);
        self.painter.vline(at.x, at.y - arm..=at.y + arm, stroke);
    }
}
