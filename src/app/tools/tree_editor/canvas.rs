//! The tree that is drawn, with what is typed in its places and the buttons that add moves.

use eframe::egui::{
    self, Align2, Color32, CursorIcon, FontFamily, FontId, Id, Key, Pos2, Rect, Role, Sense,
    Stroke, StrokeKind, TextEdit, Vec2, WidgetInfo, vec2,
};

use super::TreeEditor;
use super::fields::{FieldOf, Typing};
use super::laid::{Drawn, HEIGHT, Inside, NAMES, NUMBERS};
use super::words;
use crate::app::base::{Identified as _, Transform, ids, paint::paint, strong};
use crate::app::parts::{Cx, select, select_all};
use crate::diagram::{Drawing, Ink, Point, Shape, Stroke as Line};
use crate::game::{Kind, Player};

/// How large the button that adds a move is.
const PLUS: f32 = 22.0;
/// So long what a change altered is seen, in seconds.
const FLASH: f64 = 0.8;

/// In a smaller tree than this what a node lacks is said at the foot, not below the node.
pub(super) const ROOMY: f64 = 0.72;

/// The colours of what lacks something, and of what has changed: its ground and its border.
pub(super) struct Inks {
    pub lack: Color32,
    pub changed: [Color32; 2],
    /// The letters of payoffs, by player.
    letters: [Color32; 2],
}

impl Inks {
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

    /// The letters of a player's payoff.
    pub fn payoff(&self, cx: &Cx<'_>, player: usize) -> Color32 {
        let own = self.letters.get(player).copied();
        own.unwrap_or_else(|| cx.theme.player(Player(player as u8)))
    }
}

impl TreeEditor {
    /// The middle of the window: the text, the tree and the fields of the selected node.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if self.tree.is_none() || self.laid.nodes.is_empty() {
            return;
        }
        self.text.set_room(ui.available_width());
        self.bar_ui(ui, cx);
        self.foot_ui(ui, cx);
        self.text_ui(ui, cx);
        self.panel_ui(ui, cx);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(cx.theme.ground))
            .show(ui, |ui| self.canvas_ui(ui, cx));
    }

    fn canvas_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let response = ui.interact(screen, Id::unique("own tree"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Own tree"));
        let selected = self.selected();
        let bounds = self.laid.bounds();
        let family = self.laid.family(selected);
        self.canvas
            .prepare(screen, screen.shrink(8.0), bounds, || Some(family));
        self.canvas.pan_and_zoom(ui, &response);
        let transform = self.canvas.transform();
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        self.flash(ui);
        let inks = Inks::of(ui);
        let mut edges = Drawing::default();
        for drawn in &self.laid.nodes {
            self.draw_edge(&mut edges, drawn);
        }
        paint(&painter, &transform, cx.theme, &edges);
        let brush = Brush {
            cx,
            transform,
            painter: &painter,
            inks: &inks,
        };
        for index in 0..self.laid.nodes.len() as u32 {
            self.paint_node(&brush, index, selected);
        }
        let mut clicked = None;
        for index in 0..self.laid.nodes.len() as u32 {
            clicked = self.node_ui(ui, &brush, (index, selected)).or(clicked);
        }
        self.pluses_ui(ui, &brush, selected);
        self.field_ui(ui, cx, (selected, transform));
        if let Some((index, of)) = clicked {
            self.keep_typed(cx.commands, false);
            self.select(cx.desk, cx.commands, index);
            if let Some(of) = of {
                let text = self.text_of(of);
                self.type_in(of, text);
            }
        }
    }

    /// Lets what has changed be seen for a while.
    fn flash(&mut self, ui: &egui::Ui) {
        if !self.changed.flashes {
            return;
        }
        let now = ui.input(|input| input.time);
        let since = *self.changed.since.get_or_insert(now);
        let left = FLASH - (now - since);
        if left > 0.0 {
            ui.ctx()
                .request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
    }

    fn is_flashing(&self, cx: &Cx<'_>, index: u32, now: f64) -> bool {
        let since = self.changed.since.unwrap_or(now);
        let seen = !cx.desk.settings.motion || now - since < FLASH;
        self.changed.flashes && seen && self.changed.lines.contains(&self.line(index))
    }

    fn draw_edge(&self, drawing: &mut Drawing, drawn: &Drawn) {
        let Some(above) = drawn.above else { return };
        let above = &self.laid.nodes[above as usize];
        let from = above.at.moved(0.0, HEIGHT / 2.0);
        let to = drawn.at.moved(0.0, -HEIGHT / 2.0);
        let middle = f64::midpoint(from.y, to.y);
        let stroke = match (drawn.best, drawn.vertex) {
            (true, _) => Line::new(3.4, Ink::Text),
            (_, Some(_)) => Line::new(1.2, Ink::Dim),
            (_, None) => Line::new(1.0, Ink::Line),
        };
        drawing.add(Shape::Curve {
            points: [
                from,
                Point::new(from.x, middle),
                Point::new(to.x, middle),
                to,
            ],
            stroke,
        });
    }

    fn paint_node(&self, brush: &Brush<'_>, index: u32, selected: u32) {
        let drawn = &self.laid.nodes[index as usize];
        let theme = brush.cx.theme;
        let rect = brush.transform.screen_rect(drawn.rect());
        if !rect.expand(60.0).intersects(brush.painter.clip_rect()) {
            return;
        }
        if index == selected {
            let ring = Stroke::new(2.5, theme.text);
            brush
                .painter
                .rect_stroke(rect.expand(6.0), 12.0, ring, StrokeKind::Middle);
        }
        if self.level && drawn.ply == self.laid.nodes[selected as usize].ply {
            let ring = Stroke::new(1.5, theme.dim);
            brush
                .painter
                .rect_stroke(rect.expand(6.0), 12.0, ring, StrokeKind::Middle);
        }
        self.paint_box(brush, index, rect);
        let lack = self.lack(index).filter(|_| index == selected);
        if let Some(lack) = lack.filter(|_| self.canvas.scale() >= ROOMY) {
            for (line, words) in words::remedy(lack).iter().enumerate() {
                let down = 34.0 + 18.0 * line as f32;
                let at = rect.center_bottom() + vec2(0.0, down);
                brush.words(at, words, line == 0);
            }
        }
        if !drawn.name.is_empty() {
            let ink = if drawn.best { theme.text } else { theme.dim };
            let at = self.name_at(drawn, &brush.transform);
            brush.name(at, &drawn.name, ink, drawn.best);
        }
    }

    /// The box of a node with what stands in it.
    fn paint_box(&self, brush: &Brush<'_>, index: u32, rect: Rect) {
        let drawn = &self.laid.nodes[index as usize];
        let (cx, theme) = (brush.cx, brush.cx.theme);
        let now = brush.painter.ctx().input(|input| input.time);
        let flashes = self.is_flashing(cx, index, now);
        let (fill, border) = match flashes {
            true => (brush.inks.changed[0], brush.inks.changed[1]),
            false => (theme.panel, theme.line),
        };
        let winner = drawn.winner.map(|player| theme.player(player));
        let border = match &drawn.inside {
            Inside::Payoffs(_) => winner.unwrap_or(theme.dim),
            _ => border,
        };
        match &drawn.inside {
            Inside::Lack(lack) => {
                brush.dashed(rect);
                brush.text(
                    rect.center(),
                    words::short(lack),
                    17.0,
                    brush.inks.lack,
                    true,
                );
                brush.mark(drawn, rect);
            }
            Inside::Payoffs(payoffs) => {
                let stroke = Stroke::new(brush.wide(2.4), border);
                brush
                    .painter
                    .rect(rect, 6.0, fill, stroke, StrokeKind::Middle);
                let inner = rect.shrink((4.5 * brush.transform.scale) as f32);
                let stroke = Stroke::new(brush.wide(1.0), border);
                brush
                    .painter
                    .rect_stroke(inner, 3.0, stroke, StrokeKind::Middle);
                brush.payoffs(rect.center(), payoffs);
            }
            Inside::Rating(text) => {
                let stroke = Stroke::new(1.3, border);
                brush
                    .painter
                    .rect(rect, 9.0, fill, stroke, StrokeKind::Middle);
                let at = rect.center() + vec2(16.0 * brush.transform.scale as f32, 0.0);
                brush.text(at, text, NUMBERS, theme.text, true);
                brush.mark(drawn, rect);
            }
            Inside::Again(name) => {
                let stroke = Stroke::new(1.0, theme.line);
                brush
                    .painter
                    .rect(rect, 9.0, theme.soft, stroke, StrokeKind::Middle);
                brush.text(rect.center(), &format!("↑ {name}"), 14.0, theme.dim, false);
            }
        }
    }

    /// Where the name of the move to a node stands.
    fn name_at(&self, drawn: &Drawn, transform: &Transform) -> Pos2 {
        let above = drawn
            .above
            .map_or(drawn.at, |above| self.laid.nodes[above as usize].at);
        let (from, to) = (
            above.moved(0.0, HEIGHT / 2.0),
            drawn.at.moved(0.0, -HEIGHT / 2.0),
        );
        let at = Point::new(
            from.x + (to.x - from.x) * 0.9,
            from.y + (to.y - from.y) * 0.735,
        );
        transform.screen_from_scene(at)
    }

    /// A node that is clicked, and the name of its move; what is typed then.
    fn node_ui(
        &self,
        ui: &egui::Ui,
        brush: &Brush<'_>,
        (index, selected): (u32, u32),
    ) -> Option<(u32, Option<FieldOf>)> {
        let drawn = &self.laid.nodes[index as usize];
        let screen = brush.painter.clip_rect();
        let rect = brush.transform.screen_rect(drawn.rect()).intersect(screen);
        if !rect.is_positive() {
            return None;
        }
        let line = self.line(index);
        let id = Id::unique("own node").with(index);
        let response = ui.interact(rect, id, Sense::click());
        let words = self.describe(index);
        let is_selected = index == selected;
        response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, &words));
        let response = response.identified(&ids::own_node(&line));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if response.clicked() {
            response.surrender_focus();
            // A second click on an end types its payoff.
            let types = is_selected && drawn.kind == Kind::End;
            return Some((index, types.then_some(FieldOf::Payoffs)));
        }
        if drawn.name.is_empty() {
            return None;
        }
        let at = self.name_at(drawn, &brush.transform);
        let size = vec2(brush.width(&drawn.name, NAMES) + 10.0, 22.0);
        let rect = Rect::from_center_size(at, size).intersect(screen);
        if !rect.is_positive() {
            return None;
        }
        let id = Id::unique("own move").with(index);
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Rename {}", drawn.name))
        });
        let response = response.on_hover_cursor(CursorIcon::Text);
        response.clicked().then(|| {
            response.surrender_focus();
            (index, Some(FieldOf::Name))
        })
    }

    /// A node in one sentence, for a screen reader.
    fn describe(&self, index: u32) -> String {
        let drawn = &self.laid.nodes[index as usize];
        let line = match self.line(index) {
            line if line.is_empty() => "start".to_owned(),
            line => line,
        };
        let kind = self.tree.as_ref().map(|tree| tree.kind_words(drawn.kind));
        let kind = kind.unwrap_or_default();
        match &drawn.inside {
            Inside::Payoffs(payoffs) => format!("{line}: {kind}, payoffs {}", payoffs.join(" · ")),
            Inside::Rating(text) => format!("{line}: {kind}, rating {text}"),
            Inside::Lack(lack) => format!("{line}: {kind}, {}", words::short(lack)),
            Inside::Again(name) => format!("{line}: {kind}, like {name} above"),
        }
    }

    /// The buttons below and beside the selected node.
    fn pluses_ui(&mut self, ui: &egui::Ui, brush: &Brush<'_>, selected: u32) {
        let drawn = &self.laid.nodes[selected as usize];
        let rect = brush.transform.screen_rect(drawn.rect());
        let again = matches!(drawn.inside, Inside::Again(_));
        let root = drawn.above.is_none();
        let place = rect.center_bottom() + vec2(0.0, 8.0);
        let below = (!again).then_some((place, ids::TREE_ADD_BELOW, "Add a move below (Tab)"));
        let place = rect.right_center() + vec2(17.0, 0.0);
        let beside = (!root).then_some((place, ids::TREE_ADD_BESIDE, "Add a move beside (Enter)"));
        let mut asked = None;
        for (at, id, words) in [below, beside].into_iter().flatten() {
            let rect = Rect::from_center_size(at, Vec2::splat(PLUS));
            let response = ui.interact(rect, Id::unique(id), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
            let response = response.identified(id).on_hover_text(words);
            brush.plus(at, response.hovered());
            if response.clicked() {
                response.surrender_focus();
                asked = Some(id);
            }
        }
        match asked {
            Some(ids::TREE_ADD_BELOW) => self.add_below(brush.cx.commands),
            Some(_) => self.add_beside(brush.cx.commands),
            None => {}
        }
    }

    /// What is typed in its place.
    fn field_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, (selected, to): (u32, Transform)) {
        let Some(mut typing) = self.typing.take() else {
            return;
        };
        let drawn = &self.laid.nodes[selected as usize];
        let rect = to.screen_rect(drawn.rect());
        let (at, size) = match typing.of {
            FieldOf::Payoffs => (rect.center(), vec2(rect.width().max(84.0), 34.0)),
            _ => (self.name_at(drawn, &to), vec2(104.0, 28.0)),
        };
        let place = Rect::from_center_size(at, size);
        let (kept, goes_on) = typing.ui(ui, cx, place);
        match kept {
            None => self.typing = Some(typing),
            Some(true) => {
                self.typing = Some(typing);
                self.keep_typed(cx.commands, goes_on);
            }
            Some(false) => self.fault = None,
        }
    }
}

impl Typing {
    /// The field; whether what was typed is kept (`Some(true)`) or dropped, once that is told, and
    /// whether it was Enter that told so.
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, place: Rect) -> (Option<bool>, bool) {
        let id = Id::unique("own field").with(self.of);
        let size = if self.of == FieldOf::Payoffs {
            20.0
        } else {
            14.0
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(Stroke::new(2.0, cx.theme.player(Player(0))))
            .corner_radius(5)
            .inner_margin(egui::Margin::symmetric(4, 2));
        let field = TextEdit::singleline(&mut self.text)
            .id(id)
            .font(FontId::proportional(size))
            .align(Align2::CENTER_CENTER)
            .frame(frame);
        let response = ui.put(place, field);
        let label = match self.of {
            FieldOf::Payoffs => "Payoffs",
            FieldOf::Name => "Name of the move",
            FieldOf::Probability => "Probability",
        };
        let text = self.text.clone();
        response.widget_info(|| {
            let mut info = WidgetInfo::text_edit(true, &text, &text, "");
            info.label = Some(label.to_owned());
            info
        });
        let response = response.identified(ids::TREE_FIELD);
        if std::mem::take(&mut self.is_new) {
            response.request_focus();
            match self.of {
                FieldOf::Payoffs => {
                    let end = self.text.chars().count();
                    select(ui.ctx(), id, end, end);
                }
                _ => select_all(ui.ctx(), id, &self.text),
            }
            return (None, false);
        }
        if !response.lost_focus() {
            return (None, false);
        }
        let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
        (Some(!pressed(Key::Escape)), pressed(Key::Enter))
    }
}

/// What nodes are painted with.
struct Brush<'a> {
    cx: &'a Cx<'a>,
    transform: Transform,
    painter: &'a egui::Painter,
    inks: &'a Inks,
}

impl Brush<'_> {
    /// How wide a line is that is drawn with the tree.
    fn wide(&self, width: f32) -> f32 {
        width * (self.transform.scale as f32).clamp(0.4, 1.5)
    }

    fn font(&self, size: f64, heavy: bool) -> FontId {
        let size = (size * self.transform.scale) as f32;
        // Sizes in steps, so that zooming doesn't fill the atlas.
        let size = (size * 2.0).round() / 2.0;
        match heavy {
            true => FontId::new(size, FontFamily::Name(crate::app::base::STRONG.into())),
            false => FontId::proportional(size),
        }
    }

    fn text(&self, at: Pos2, text: &str, size: f64, ink: Color32, heavy: bool) {
        let font = self.font(size, heavy);
        self.painter
            .text(at, Align2::CENTER_CENTER, text, font, ink);
    }

    fn width(&self, text: &str, size: f64) -> f32 {
        (crate::layout::text::text_width(text, size) * self.transform.scale) as f32
    }

    /// A name on its line, with the ground around it.
    fn name(&self, at: Pos2, text: &str, ink: Color32, heavy: bool) {
        let galley = self
            .painter
            .layout_no_wrap(text.to_owned(), self.font(NAMES, heavy), ink);
        let rect = Rect::from_center_size(at, galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, ink);
    }

    /// A line below a node, as large as small print.
    fn words(&self, at: Pos2, text: &str, heavy: bool) {
        let family = match heavy {
            true => FontFamily::Name(crate::app::base::STRONG.into()),
            false => FontFamily::Proportional,
        };
        let galley =
            self.painter
                .layout_no_wrap(text.to_owned(), FontId::new(13.0, family), self.inks.lack);
        // It stays in sight beside the panels.
        let screen = self.painter.clip_rect().shrink(6.0);
        let half = galley.size().x / 2.0;
        let x = at.x.min(screen.right() - half).max(screen.left() + half);
        let rect = Rect::from_center_size(Pos2::new(x, at.y), galley.size());
        self.painter
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, self.cx.theme.ground);
        self.painter.galley(rect.min, galley, self.inks.lack);
    }

    /// The payoffs of all players, each in the player's colour.
    fn payoffs(&self, at: Pos2, payoffs: &[String]) {
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

    fn dashed(&self, rect: Rect) {
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

    /// Who moves at a node, at its left.
    fn mark(&self, drawn: &Drawn, rect: Rect) {
        let at = self.transform.scene_from_screen(rect.left_center());
        let lacks = matches!(drawn.inside, Inside::Lack(_));
        // Where words stand in the middle, the sign stands on the corner.
        let at = match lacks {
            true => drawn.at.moved(-drawn.width / 2.0, -HEIGHT / 2.0),
            false => at.moved(23.0, 0.0),
        };
        let mut drawing = Drawing::default();
        match drawn.kind {
            Kind::Decision(player) => {
                let labels = self.cx.view.labels;
                let letter = crate::words::player_letter(labels, player);
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
            self.text(at, "%", 12.0, self.cx.theme.panel, true);
        }
    }

    fn plus(&self, at: Pos2, hovered: bool) {
        let theme = self.cx.theme;
        let fill = if hovered { theme.dim } else { theme.text };
        self.painter.circle_filled(at, PLUS / 2.0, fill);
        let stroke = Stroke::new(1.7, theme.panel);
        self.painter.hline(at.x - 5.0..=at.x + 5.0, at.y, stroke);
        self.painter.vline(at.x, at.y - 5.0..=at.y + 5.0, stroke);
    }
}

/// A heading of the fields beside the tree.
pub(super) fn head(ui: &mut egui::Ui, cx: &Cx<'_>, words: &str) -> egui::Response {
    ui.add_space(10.0);
    ui.label(strong(words).size(13.0).color(cx.theme.dim))
}
