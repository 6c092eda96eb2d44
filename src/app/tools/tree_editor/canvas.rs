//! The canvas of the tree editor, with text fields and the buttons that add moves.

use std::ops::Range;

use eframe::egui::{self, CursorIcon, Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Vec2, vec2};

use super::TreeEditor;
use super::brush::{EditorBrush, EditorInks, PLUS};
use super::fields::{FieldOf, Leave, field_id};
use super::laid::{DrawnNode, HEIGHT, Inside, NAMES, NUMBERS};
use super::text;
use crate::app::base::{Identified as _, Transform, ids, paint::paint};
use crate::app::parts::{Cx, select_all};
use crate::diagram::{Drawing, Ink, Point, Shape, Stroke as Line, draw_note};
use crate::game::Kind;
use crate::words::counted;

/// Duration of the highlight of changes, in seconds.
const FLASH: f64 = 0.8;

/// Minimum scale for errors below their nodes; at smaller scales they are in the footer.
const ROOMY: f64 = 0.72;

/// The request of a click on a node, or of dragging it.
enum Asked {
    /// Join the selected node and this one to an information set.
    Join(u32),
    /// Select it, and maybe edit a text of it.
    Select(u32, Option<FieldOf>),
    /// It is taken with all that is below it.
    Take(u32),
}

impl TreeEditor {
    /// The middle of the window: the text, the tree and the fields of the selected node.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if self.tree.is_none() || self.laid.nodes.is_empty() {
            return;
        }
        let room = if cx.desk.is_slim {
            0.0
        } else {
            ui.available_width()
        };
        self.text.set_room(room);
        if !cx.desk.is_cramped {
            self.bar_ui(ui, cx);
            self.foot_ui(ui, cx);
        }
        if cx.desk.is_slim && self.text.is_shown() {
            // A phone has room for one of both.
            let frame = egui::Frame::new().fill(cx.theme.panel).inner_margin(14);
            let middle = egui::CentralPanel::default().frame(frame);
            middle.show(ui, |ui| self.text_rows_ui(ui, cx));
            return;
        }
        self.text_ui(ui, cx);
        self.panel_ui(ui, cx);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(cx.theme.ground))
            .show(ui, |ui| self.canvas_ui(ui, cx));
    }

    fn canvas_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let response = ui
            .interact(screen, Id::unique("own tree"), Sense::click_and_drag())
            .called(Role::Canvas, "Own tree");
        let selected = self.selected();
        let bounds = self.laid.bounds();
        let family = self.laid.family(selected);
        self.canvas.is_close = cx.desk.is_slim;
        self.canvas
            .prepare(screen, screen.shrink(8.0), bounds, || Some(family));
        self.canvas.pan_and_zoom(ui, &response);
        let transform = self.canvas.transform();
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        self.flash(ui);
        self.noted = cx.document.noted_lines();
        let inks = EditorInks::of(ui);
        let players = self.tree.as_ref().map(|tree| tree.players.clone());
        let brush = EditorBrush {
            cx,
            transform,
            painter: &painter,
            inks: &inks,
            players: players.as_deref().unwrap_or_default(),
        };
        self.paint_tree(&brush, selected);
        let mut asked = None;
        for index in 0..self.laid.nodes.len() as u32 {
            asked = self.node_ui(ui, &brush, (index, selected)).or(asked);
        }
        if self.drag.is_none() {
            self.pluses_ui(ui, &brush, selected);
        }
        self.field_ui(ui, cx, (selected, transform));
        match asked {
            Some(Asked::Select(index, of)) => {
                self.keep_typed(cx.commands, Leave::Stay);
                self.select(cx.desk, cx.commands, index);
                if let Some(of) = of {
                    let text = self.text_of(of);
                    self.type_in(of, text);
                }
            }
            Some(Asked::Join(index)) => self.join(cx.commands, index),
            Some(Asked::Take(index)) => {
                self.keep_typed(cx.commands, Leave::Stay);
                self.take(ui, &brush, index);
            }
            None => {}
        }
        self.drag_ui(ui, &brush);
    }

    /// The tree; a dragged part is pale at its old place.
    fn paint_tree(&self, brush: &EditorBrush<'_>, selected: u32) {
        paint(
            brush.painter,
            &brush.transform,
            brush.cx.theme,
            &self.laid.sets,
        );
        let moved = self.moved();
        let rest = (0..self.laid.nodes.len()).filter(|node| !moved.contains(node));
        self.paint_edges(brush, rest.clone());
        let mut painter = brush.painter.clone();
        painter.set_opacity(0.3);
        let faint = brush.with(&painter, brush.transform);
        self.paint_edges(&faint, moved.clone());
        for node in rest {
            self.paint_node(brush, node as u32, selected);
        }
        for node in moved {
            self.paint_node(&faint, node as u32, selected);
        }
        self.paint_notes(brush);
    }

    /// The icon of nodes with a note, at their upper right corners.
    fn paint_notes(&self, brush: &EditorBrush<'_>) {
        if self.noted.is_empty() {
            return;
        }
        let mut signs = Drawing::default();
        for (index, drawn) in self.laid.nodes.iter().enumerate() {
            if self.noted.contains(&self.line(index as u32)) {
                let rect = drawn.rect();
                draw_note(&mut signs, Point::new(rect.max.x, rect.min.y));
            }
        }
        paint(brush.painter, &brush.transform, brush.cx.theme, &signs);
    }

    /// A branch that is dragged, with the lines in it.
    pub(super) fn paint_branch(&self, brush: &EditorBrush<'_>, branch: Range<usize>) {
        self.paint_edges(brush, branch.clone().skip(1));
        let first = branch.start as u32;
        for node in branch {
            self.paint_node(brush, node as u32, first);
        }
    }

    /// The lines that lead to some nodes.
    fn paint_edges(&self, brush: &EditorBrush<'_>, nodes: impl Iterator<Item = usize>) {
        let mut edges = Drawing::default();
        for node in nodes {
            self.draw_edge(&mut edges, &self.laid.nodes[node]);
        }
        paint(brush.painter, &brush.transform, brush.cx.theme, &edges);
    }

    /// Highlights changes for a while.
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

    fn draw_edge(&self, drawing: &mut Drawing, drawn: &DrawnNode) {
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

    fn paint_node(&self, brush: &EditorBrush<'_>, index: u32, selected: u32) {
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
        let lack = self
            .lack(index)
            .filter(|_| index == selected && self.drag.is_none());
        if let Some(lack) = lack.filter(|_| self.has_room_for_remedies(brush.cx)) {
            for (line, text) in text::remedy(lack).iter().enumerate() {
                let down = 34.0 + 18.0 * line as f32;
                let at = rect.center_bottom() + vec2(0.0, down);
                brush.draw_text(at, &brush.cx.hint(text), line == 0);
            }
        }
        if !drawn.name.is_empty() {
            let ink = if drawn.best { theme.text } else { theme.dim };
            let at = self.name_at(drawn, &brush.transform);
            brush.name(at, &drawn.name, ink, drawn.best);
        }
    }

    /// Whether errors are below their nodes; otherwise they are in the footer.
    pub(super) fn has_room_for_remedies(&self, cx: &Cx<'_>) -> bool {
        self.canvas.scale() >= ROOMY && !cx.desk.is_slim
    }

    /// The box of a node with its content.
    fn paint_box(&self, brush: &EditorBrush<'_>, index: u32, rect: Rect) {
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
                    text::short(lack),
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
                brush.text(rect.center(), &format!("↑ {name}"), NAMES, theme.dim, false);
            }
        }
    }

    /// The place of the name of the move to a node.
    fn name_at(&self, drawn: &DrawnNode, transform: &Transform) -> Pos2 {
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

    /// The clickable node, and the name of its move; returns the text to edit then.
    fn node_ui(
        &self,
        ui: &egui::Ui,
        brush: &EditorBrush<'_>,
        (index, selected): (u32, u32),
    ) -> Option<Asked> {
        let drawn = &self.laid.nodes[index as usize];
        let screen = brush.painter.clip_rect();
        let rect = brush.transform.screen_rect(drawn.rect()).intersect(screen);
        if !rect.is_positive() {
            return None;
        }
        let line = self.line(index);
        let id = Id::unique("own node").with(index);
        let sense = match drawn.above {
            Some(_) => Sense::click_and_drag(),
            None => Sense::click(),
        };
        let response = ui.interact(rect, id, sense);
        let text = self.describe(index);
        let is_selected = index == selected;
        let response = response
            .chosen(Role::TreeItem, is_selected, &text)
            .identified(&ids::own_node(&line));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if response.was_clicked() {
            if ui.input(|input| input.modifiers.command) {
                return Some(Asked::Join(index));
            }
            // A second click on an end types its payoff, on a player's mark the player's name.
            let mark = brush.mark_rect(drawn, brush.transform.screen_rect(drawn.rect()));
            let at = response.interact_pointer_pos();
            let of = match drawn.kind {
                Kind::End => Some(FieldOf::Payoffs),
                Kind::Decision(player) if at.is_some_and(|at| mark.contains(at)) => {
                    Some(FieldOf::Player(player))
                }
                Kind::Decision(_) | Kind::Chance(_) => None,
            };
            return Some(Asked::Select(index, of.filter(|_| is_selected)));
        }
        if response.drag_started_by(egui::PointerButton::Primary) {
            return Some(Asked::Take(index));
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
        let response = ui
            .interact(rect, id, Sense::click())
            .called(Role::Button, format!("Rename {}", drawn.name));
        let response = response.on_hover_cursor(CursorIcon::Text);
        let asked = Asked::Select(index, Some(FieldOf::Name));
        response.was_clicked().then_some(asked)
    }

    /// A node in one sentence, for a screen reader.
    fn describe(&self, index: u32) -> String {
        let drawn = &self.laid.nodes[index as usize];
        let line = self.line(index);
        let note = if self.noted.contains(&line) {
            ", has a note"
        } else {
            ""
        };
        let line = match line.is_empty() {
            true => "the root".to_owned(),
            false => line,
        };
        let kind = self.tree.as_ref().map(|tree| tree.kind_words(drawn.kind));
        let kind = kind.unwrap_or_default();
        let inside = match &drawn.inside {
            Inside::Payoffs(payoffs) => format!("payoffs {}", payoffs.join(" · ")),
            Inside::Rating(text) => format!("rating {text}"),
            Inside::Lack(lack) => text::short(lack).to_owned(),
            Inside::Again(name) => format!("like {name} above"),
        };
        let moves = match drawn.below.len() {
            0 => String::new(),
            moves => format!(", {}", counted(moves, "move")),
        };
        format!("{line}: {kind}, {inside}{moves}{note}")
    }

    /// The buttons below and beside the selected node.
    fn pluses_ui(&mut self, ui: &egui::Ui, brush: &EditorBrush<'_>, selected: u32) {
        let drawn = &self.laid.nodes[selected as usize];
        let rect = brush.transform.screen_rect(drawn.rect());
        let again = matches!(drawn.inside, Inside::Again(_));
        let root = drawn.above.is_none();
        // A thumb's target is larger than what is drawn.
        let (drawn_size, size) = match brush.cx.desk.is_touched {
            true => (1.2 * PLUS, 2.0 * PLUS),
            false => (PLUS, PLUS),
        };
        let place = rect.center_bottom() + vec2(0.0, drawn_size / 2.0 - 3.0);
        let below = (!again).then_some((place, ids::TREE_ADD_BELOW, "Add moves below (Tab)"));
        let pos = rect.right_center() + vec2(drawn_size / 2.0 + 6.0, 0.0);
        let beside = (!root).then_some((pos, ids::TREE_ADD_BESIDE, "Add a move beside (Enter)"));
        let mut asked = None;
        for (at, id, text) in [below, beside].into_iter().flatten() {
            let rect = Rect::from_center_size(at, Vec2::splat(size));
            let response = ui
                .interact(rect, Id::unique(id), Sense::click())
                .called(Role::Button, text)
                .identified(id)
                .on_hover_text(text);
            brush.plus(at, drawn_size, response.hovered());
            if response.was_clicked() {
                asked = Some(id);
            }
        }
        match asked {
            Some(ids::TREE_ADD_BELOW) => self.add_below(brush.cx.commands),
            Some(_) => self.add_beside(brush.cx.commands),
            None => {}
        }
    }

    /// The text field on the canvas.
    fn field_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, (selected, to): (u32, Transform)) {
        let Some(mut typing) = self.typing.take() else {
            return;
        };
        if typing.of == FieldOf::Payoffs
            && let Some(text) = pasted(ui)
        {
            if self.paste_payoffs(cx.commands, &text, 2) {
                // What was typed stays where nothing could be pasted.
                self.typing = self.fault.is_some().then_some(typing);
                return;
            }
            ui.input_mut(|input| input.events.push(egui::Event::Paste(text)));
        }
        let drawn = &self.laid.nodes[selected as usize];
        let rect = to.screen_rect(drawn.rect());
        let (at, size) = match typing.of {
            FieldOf::Payoffs => (rect.center(), vec2(rect.width().max(84.0), 34.0)),
            FieldOf::Player(_) | FieldOf::Node => (rect.center(), vec2(104.0, 28.0)),
            FieldOf::Name | FieldOf::Probability => (self.name_at(drawn, &to), vec2(104.0, 28.0)),
        };
        let place = Rect::from_center_size(at, size);
        let of = typing.of;
        let (kept, leave) = typing.ui(ui, cx, place);
        match kept {
            None => self.typing = Some(typing),
            Some(true) => {
                self.typing = Some(typing);
                let is_edit = self.keep_typed(cx.commands, leave);
                if let Leave::End(forward) = leave
                    && self.typing.is_none()
                {
                    // As from cell to cell of a table. The tree has the edit in the next frame, so
                    // only another end's field is opened now.
                    let next = self.next_end(selected, forward);
                    if !is_edit {
                        self.select(cx.desk, cx.commands, next);
                    }
                    if next != selected && self.fault.is_none() {
                        // The field has the keyboard already, and may get a key in the next frame.
                        let text = self.text_of(of);
                        select_all(ui.ctx(), field_id(of), &text);
                        self.type_in(of, text);
                        if let Some(typing) = &mut self.typing {
                            typing.is_new = false;
                        }
                    }
                }
            }
            Some(false) => self.fault = None,
        }
    }
}

/// Takes a pasted text from the input.
fn pasted(ui: &egui::Ui) -> Option<String> {
    ui.input_mut(|input| {
        let is_paste = |event: &egui::Event| matches!(event, egui::Event::Paste(_));
        let at = input.events.iter().position(is_paste)?;
        match input.events.remove(at) {
            egui::Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}
