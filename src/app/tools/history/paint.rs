//! Paints the strip: a step line per player, marks of alternatives, and blunders with their names.
//! A line of thousands of plies is painted by columns of pixels.

use eframe::egui::{self, Align, Align2, Color32, Painter, Rect, Stroke, Vec2, pos2};

use super::plot::{ABOVE, BELOW, PlyPlaces, Strip};
use crate::app::base::{Transform, cell, font, paint::paint as paint_drawing, size, width_of};
use crate::diagram::{Drawing, Height, Ink, Point, Shade};
use crate::game::Player;
use crate::words::grouped;

/// Minimum width of plies with separate marks …
const MARKED: f32 = 7.0;
/// … and markers in every player's shape …
const SHAPED: f32 = 15.0;
/// … and the name of its move below it.
const NAMED: f32 = 40.0;
/// The distance of lines that would overlap.
const APART: f32 = 2.4;
/// The distance of a player's shapes on a line that is painted by columns of pixels.
const SHAPE_EVERY: f32 = 150.0;
/// Between two names of blunders.
const GAP: f32 = 6.0;

/// The context for painting.
struct GraphBrush<'a> {
    strip: &'a Strip<'a>,
    painter: Painter,
    /// The area of the ratings.
    plot: Rect,
    all: Rect,
    places: &'a PlyPlaces,
}

pub(super) fn paint(
    ui: &egui::Ui,
    strip: &Strip<'_>,
    rect: Rect,
    places: &PlyPlaces,
    pointed: Option<usize>,
) {
    let plot = Rect::from_min_max(
        rect.min + Vec2::new(0.0, ABOVE + 4.0),
        rect.max - Vec2::new(0.0, BELOW + 4.0),
    );
    let brush = GraphBrush {
        strip,
        painter: ui
            .painter()
            .with_clip_rect(rect.expand2(Vec2::new(8.0, 0.0))),
        plot,
        all: rect,
        places,
    };
    brush.scale(ui);
    brush.bands(pointed);
    if !strip.history.is_hidden() {
        if places.per >= MARKED {
            for player in Player::all(strip.history.players()) {
                brush.steps(player);
            }
            if places.per >= SHAPED {
                brush.shapes();
            }
            brush.others();
        } else {
            for player in Player::all(strip.history.players()) {
                brush.stretches(player);
            }
        }
        brush.blunders(ui);
    }
    brush.below(ui);
}

impl GraphBrush<'_> {
    /// The y coordinate of a rating; lines of several players are side by side.
    fn y(&self, share: f32, player: Player) -> f32 {
        let players = self.strip.history.players() as f32;
        let beside = (player.index() as f32 - (players - 1.0) / 2.0) * APART;
        self.plot.bottom() - share * self.plot.height() + beside
    }

    /// The distance of the shapes of two players with the same rating.
    fn beside(&self) -> f32 {
        let players = self.strip.history.players() as f32;
        (self.places.per * 0.6 / players).min(9.0)
    }

    /// A player's color; paler beyond the visited part.
    fn color(&self, player: Player, index: usize) -> Color32 {
        let color32 = self.strip.theme.player(player);
        if index >= self.strip.here.from {
            self.strip.theme.panel.lerp_to_gamma(color32, 0.42)
        } else {
            color32
        }
    }

    /// Hairlines at the labeled ratings.
    fn scale(&self, ui: &egui::Ui) {
        let theme = self.strip.theme;
        let x = self.places.left - 6.0;
        for (share, text) in self.strip.history.marks() {
            let y = self.plot.bottom() - share * self.plot.height();
            let line = Stroke::new(1.0, theme.line.gamma_multiply(0.7));
            self.painter.hline(self.plot.x_range(), y, line);
            ui.painter().text(
                pos2(x, y),
                Align2::RIGHT_CENTER,
                text,
                font(size::HEADING, false),
                theme.dim,
            );
        }
    }

    /// The selected and the hovered ply.
    fn bands(&self, pointed: Option<usize>) {
        let theme = self.strip.theme;
        let here = self.strip.here;
        let band = |place: usize| {
            let wide = self.places.per.clamp(3.0, 46.0);
            let middle = pos2(self.places.x(place), self.all.center().y);
            Rect::from_center_size(middle, Vec2::new(wide, self.all.height()))
        };
        if let Some(index) = pointed.filter(|slot| *slot != here.index) {
            let ground = theme.soft.gamma_multiply(0.6);
            self.painter.rect_filled(band(index), 4.0, ground);
        }
        let rect = band(here.index);
        if here.on {
            self.painter.rect_filled(rect, 4.0, theme.soft);
            let stroke = Stroke::new(1.0, theme.dim);
            let inside = egui::StrokeKind::Inside;
            self.painter.rect_stroke(rect, 4.0, stroke, inside);
        } else {
            // Here the line was left.
            let x = rect.right();
            let stroke = Stroke::new(1.5, theme.dim);
            let dashes = egui::Shape::dashed_line(
                &[pos2(x, self.all.top()), pos2(x, self.all.bottom())],
                stroke,
                3.0,
                3.0,
            );
            self.painter.extend(dashes);
        }
    }

    /// The ratings of the moves not made, for the player who chose: vertical strokes, which a step
    /// line can't hide, broken if unproven.
    fn others(&self) {
        let history = self.strip.history;
        for index in self.places.seen() {
            let Some(player) = history.chosen_by(self.strip.view, index) else {
                continue;
            };
            let stroke = Stroke::new(2.0, self.color(player, index));
            // Beside the shapes, so that it hides none of them.
            let shapes = history.players() as f32 * self.beside() / 2.0;
            let x = self.places.x(index) + (self.places.per * 0.3).min(shapes + 8.0);
            for Height { share, proven } in history.others(index) {
                let y = self.y(*share, player);
                if *proven {
                    self.painter.vline(x, y - 4.5..=y + 4.5, stroke);
                } else {
                    self.painter.vline(x, y - 5.5..=y - 1.5, stroke);
                    self.painter.vline(x, y + 1.5..=y + 5.5, stroke);
                }
            }
        }
    }

    /// A player's ratings as steps.
    fn steps(&self, player: Player) {
        let history = self.strip.history;
        let half = self.places.per / 2.0;
        let mut before: Option<f32> = None;
        for index in self.places.seen() {
            let Some(Height { share, .. }) = history.height(index, player) else {
                continue;
            };
            let (x, y) = (self.places.x(index), self.y(share, player));
            let stroke = Stroke::new(1.8, self.color(player, index));
            if let Some(before) = before.replace(y)
                && (before - y).abs() > 0.1
            {
                self.painter
                    .line_segment([pos2(x - half, before), pos2(x - half, y)], stroke);
            }
            self.painter
                .line_segment([pos2(x - half, y), pos2(x + half, y)], stroke);
        }
    }

    /// Every player's shape at every ply, hollow if the rating isn't proven.
    fn shapes(&self) {
        let history = self.strip.history;
        let mut drawing = Drawing::default();
        for index in self.places.seen() {
            let pale = index >= self.strip.here.from;
            for player in Player::all(history.players()) {
                let from_middle = player.index() as f32 - (history.players() as f32 - 1.0) / 2.0;
                let x = f64::from(self.places.x(index) + from_middle * self.beside());
                let Some(Height { share, proven }) = history.height(index, player) else {
                    continue;
                };
                let at = Point::new(x, f64::from(self.y(share, player)));
                let ink = match pale {
                    true => Ink::Player(player, Shade::Faint),
                    false => Ink::Player(player, Shade::Full),
                };
                drawing.player_shape(at, 5.0, player, Ink::Panel);
                drawing.player_shape(at, 4.0, player, ink);
                if !proven {
                    drawing.player_shape(at, 2.2, player, Ink::Panel);
                }
            }
        }
        paint_drawing(
            &self.painter,
            &Transform::IDENTITY,
            self.strip.theme,
            &drawing,
        );
    }

    /// A player's ratings by columns of pixels, from the lowest to the highest of each.
    fn stretches(&self, player: Player) {
        let points = self.painter.ctx().pixels_per_point().max(0.5);
        let column = 1.0 / points;
        let count = ((self.places.right - self.places.left) * points).ceil();
        let per = f64::from(column / self.places.per);
        let first = self.places.first;
        let columns = self
            .strip
            .history
            .stretches(player, first, per, count.max(0.0) as usize);
        let pale = self.places.x(self.strip.here.from) - self.places.per / 2.0;
        let mut before: Option<(f32, f32)> = None;
        // The player's shape at intervals shows whose line it is.
        let players = self.strip.history.players() as f32;
        let mut next = self.places.left + SHAPE_EVERY * (player.index() as f32 + 0.5) / players;
        let mut shapes = Drawing::default();
        for (index, stretch) in columns.into_iter().enumerate() {
            // A ply wider than a column continues like the last one.
            let end = self.places.x(self.places.len) - self.places.per / 2.0;
            let x = self.places.left + (index as f32 + 0.5) * column;
            if x > end {
                break;
            }
            let Some((low, high)) = stretch.or(before.map(|(_, last)| (last, last))) else {
                continue;
            };
            // Columns are joined to those before them.
            let (from, to) = match before {
                Some((min, max)) => (low.min(max), high.max(min)),
                None => (low, high),
            };
            before = Some((low, high));
            let color = match x >= pale {
                true => self.color(player, usize::MAX),
                false => self.color(player, 0),
            };
            let (bottom, top) = (self.y(from, player) + 0.8, self.y(to, player) - 0.8);
            let rect =
                Rect::from_min_max(pos2(x - column / 2.0, top), pos2(x + column / 2.0, bottom));
            self.painter.rect_filled(rect, 0.0, color);
            if x >= next && low == high {
                next += SHAPE_EVERY;
                let at = Point::new(f64::from(x), f64::from(self.y(high, player)));
                let shade = match x >= pale {
                    true => Shade::Faint,
                    false => Shade::Full,
                };
                shapes.player_shape(at, 5.0, player, Ink::Panel);
                shapes.player_shape(at, 4.0, player, Ink::Player(player, shade));
            }
        }
        let theme = self.strip.theme;
        paint_drawing(&self.painter, &Transform::IDENTITY, theme, &shapes);
    }

    /// Blunders above the ratings: a question mark, with the move's name where there is room.
    fn blunders(&self, ui: &egui::Ui) {
        let (history, theme) = (self.strip.history, self.strip.theme);
        let y = self.all.top() + ABOVE / 2.0;
        let mut free = f32::NEG_INFINITY;
        let seen = self.places.seen();
        let blunders = history.blunders();
        let first = blunders.partition_point(|place| *place < seen.start);
        let shown: Vec<usize> = blunders
            .iter()
            .skip(first)
            .copied()
            .take_while(|place| *place < seen.end)
            .collect();
        let mut tick = f32::NEG_INFINITY;
        for (index, &slot) in shown.iter().enumerate() {
            let x = self.places.x(slot);
            if x - tick < 1.0 {
                continue;
            }
            tick = x;
            let color = if slot >= self.strip.here.from {
                theme.dim
            } else {
                theme.text
            };
            let stroke = Stroke::new(1.0, color.gamma_multiply(0.55));
            self.painter
                .vline(x, self.all.top() + ABOVE..=self.plot.bottom(), stroke);
            let next = shown.get(index + 1).map(|next| self.places.x(*next));
            let end = next.map_or(self.places.right + 2.0, |next| next - 6.0 - GAP);
            let name = format!("{} ?", history.move_name(self.strip.view, slot));
            let strong = font(size::SMALL, true);
            let wide = width_of(ui, &name, &strong);
            let left = (x - wide / 2.0).clamp(
                self.places.left,
                (self.places.right - wide).max(self.places.left),
            );
            let fits = left >= free && left + wide <= end.max(x + 6.0);
            let (text, left, wide) = match fits {
                true => (name.as_str(), left, wide),
                false => ("?", x - 3.5, 7.0),
            };
            if left < free {
                continue;
            }
            free = left + wide + GAP;
            let at = pos2(left, y);
            self.painter
                .text(at, Align2::LEFT_CENTER, text, strong, color);
        }
    }

    /// Below the ratings: every move if its name fits, otherwise plies.
    fn below(&self, ui: &egui::Ui) {
        let (history, theme) = (self.strip.history, self.strip.theme);
        let y = self.all.bottom() - BELOW / 2.0 - 2.0;
        if self.places.per >= NAMED {
            for slot in self.places.seen() {
                let middle = pos2(self.places.x(slot), y);
                let rect = Rect::from_center_size(middle, Vec2::new(self.places.per - 4.0, BELOW));
                let color = if slot >= self.strip.here.from {
                    theme.dim
                } else {
                    theme.text
                };
                let text = history.move_name(self.strip.view, slot);
                let small = font(size::SMALL, false);
                cell(&self.painter, rect, Align::Center, &text, small, color);
            }
            return;
        }
        // The smallest step at which the numbers fit.
        let last = history.len().saturating_sub(1);
        let wide = width_of(ui, &last.to_string(), &font(size::SMALL, false)) + 22.0;
        let steps = (0..12).flat_map(|power| [1, 2, 5].map(|step| step * 10_usize.pow(power)));
        let mut fitting = steps.filter(|step| *step as f32 * self.places.per >= wide);
        let Some(step) = fitting.next() else {
            return;
        };
        let seen = self.places.seen();
        let mut index = seen.start.div_ceil(step) * step;
        while index < seen.end {
            let Some(node) = history.node(index) else {
                break;
            };
            let ply = grouped(self.strip.view.unfolding.ply(node));
            let at = pos2(self.places.x(index), y);
            let tick = Stroke::new(1.0, theme.line);
            self.painter.vline(
                at.x,
                self.plot.bottom() + 2.0..=self.plot.bottom() + 6.0,
                tick,
            );
            let small = font(size::SMALL, false);
            let half = width_of(ui, &ply, &small) / 2.0;
            let at = pos2(
                at.x.clamp(
                    self.places.left + half,
                    (self.places.right - half).max(self.places.left + half),
                ),
                y,
            );
            self.painter
                .text(at, Align2::CENTER_CENTER, ply, small, theme.dim);
            index += step;
        }
    }
}
