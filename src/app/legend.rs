//! What every mark of the tree means, in one line below it.

use eframe::egui::{self, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::paint::{Transform, paint};
use super::theme::{Theme, size};
use crate::diagram::{Drawing, Point, TreeView, player_letter};
use crate::game::Player;

/// Draws a sign whose left end is in the middle of its line.
type Sign<'a> = Box<dyn Fn(&Painter, Pos2) + 'a>;

/// One entry: how wide its sign is, how it is drawn, and what it means.
struct Entry<'a> {
    width: f32,
    sign: Sign<'a>,
    words: &'static str,
}

/// How high a line of the legend is.
const LINE: f32 = 22.0;

/// Draws the legend along the lower edge of `screen`, in as many lines as it takes.
pub fn legend(ui: &egui::Ui, screen: Rect, theme: &Theme, view: &TreeView<'_>) {
    let painter = ui.painter_at(screen);
    let left = screen.left() + 16.0;
    let mut at = egui::pos2(left, 0.0);
    let mut placed = Vec::new();
    for entry in entries(theme, view) {
        let words = painter.layout_no_wrap(
            entry.words.to_owned(),
            egui::FontId::proportional(size::SMALL),
            theme.dim,
        );
        let width = entry.width + 6.0 + words.size().x;
        if at.x + width > screen.right() - 8.0 && at.x > left {
            at = egui::pos2(left, at.y + LINE);
        }
        placed.push((entry, words, at));
        at.x += width + 18.0;
    }
    let height = at.y + LINE + 8.0;
    let top = screen.bottom() - height;
    let band = Rect::from_min_max(egui::pos2(screen.left(), top), screen.max);
    painter.rect_filled(band, 0.0, theme.ground.gamma_multiply(0.92));
    for (entry, words, at) in placed {
        let at = at + Vec2::new(0.0, top + LINE / 2.0);
        (entry.sign)(&painter, at);
        let corner = at + Vec2::new(entry.width + 6.0, -words.size().y / 2.0);
        painter.galley(corner, words, theme.dim);
    }
}

fn entries<'a>(theme: &'a Theme, view: &'a TreeView<'_>) -> Vec<Entry<'a>> {
    let players = view.labels.graph().players().min(6);
    let line = |width: f32, color: Color32| -> Sign<'a> {
        Box::new(move |painter, at| {
            painter.line_segment([at, at + Vec2::new(20.0, 0.0)], Stroke::new(width, color));
        })
    };
    let mark = |at: Pos2| Rect::from_center_size(at + Vec2::new(9.0, 0.0), Vec2::new(17.0, 12.0));
    let mut entries = vec![
        Entry {
            width: players as f32 * 21.0 - 4.0,
            sign: Box::new(move |painter, at| players_sign(painter, at, theme, view, players)),
            words: "mover",
        },
        Entry {
            width: 20.0,
            sign: line(3.4, theme.text),
            words: "best line",
        },
        Entry {
            width: 20.0,
            sign: line(2.2, theme.dim),
            words: "as good",
        },
        Entry {
            width: 18.0,
            sign: Box::new(move |painter, at| {
                for shrink in [0.0, 3.0] {
                    let stroke = Stroke::new(1.2, theme.dim);
                    painter.rect_stroke(mark(at).shrink(shrink), 1.0, stroke, StrokeKind::Middle);
                }
            }),
            words: "end, winner",
        },
        Entry {
            width: 18.0,
            sign: Box::new(move |painter, at| {
                let stroke = Stroke::new(1.2, theme.line);
                painter.rect(mark(at), 3.0, theme.soft, stroke, StrokeKind::Middle);
            }),
            words: "position seen before",
        },
        Entry {
            width: 14.0,
            sign: Box::new(move |painter, at| {
                let corners = [(7.0, -5.0), (14.0, 5.0), (0.0, 5.0)];
                let corners = corners.map(|(x, y)| at + Vec2::new(x, y));
                painter.add(egui::Shape::convex_polygon(
                    corners.to_vec(),
                    theme.line,
                    Stroke::NONE,
                ));
            }),
            words: "folded, nodes below",
        },
    ];
    let graph = view.labels.graph();
    if !graph.is_complete() {
        entries.push(Entry {
            width: 18.0,
            sign: Box::new(move |painter, at| {
                let stroke = Stroke::new(1.4, theme.dim);
                painter.rect(mark(at), 3.0, theme.panel, stroke, StrokeKind::Middle);
            }),
            words: "stopped by a limit",
        });
    }
    if graph.has_chance() {
        entries.push(Entry {
            width: 12.0,
            sign: Box::new(move |painter, at| {
                let corners = [(6.0, -8.0), (11.5, 0.0), (6.0, 8.0), (0.5, 0.0)];
                let corners = corners.map(|(x, y)| at + Vec2::new(x, y));
                painter.add(egui::Shape::convex_polygon(
                    corners.to_vec(),
                    theme.dim,
                    Stroke::NONE,
                ));
            }),
            words: "chance",
        });
    }
    if !view.analysis.ratings.everything_proven() {
        // Where there is such a rating, this matters more than what follows it.
        entries.insert(
            1,
            Entry {
                width: 10.0,
                sign: Box::new(move |painter, at| {
                    let font = egui::FontId::proportional(size::BODY);
                    painter.text(at, egui::Align2::LEFT_CENTER, "~", font, theme.text);
                }),
                words: "not proven",
            },
        );
    }
    entries
}

fn players_sign(painter: &Painter, at: Pos2, theme: &Theme, view: &TreeView<'_>, players: usize) {
    let identity = Transform {
        scale: 1.0,
        offset: Vec2::ZERO,
    };
    let mut drawing = Drawing::default();
    for player in Player::all(players) {
        let letter = player_letter(view.labels, player);
        let x = f64::from(at.x) + 8.0 + 21.0 * player.index() as f64;
        drawing.player_mark(Point::new(x, f64::from(at.y)), 8.0, player, &letter);
    }
    paint(painter, &identity, theme, &drawing);
}
