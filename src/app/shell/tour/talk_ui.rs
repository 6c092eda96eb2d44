//! A presentation on the screen.

use eframe::egui::{self, Align, Color32, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::Theme;
use crate::app::base::widgets::{cell, font};
use crate::app::document::view::{tree_view, view};
use crate::app::intent::command::Command;
use crate::app::intent::places::Middle;
use crate::app::parts::prose::{prose_height, prose_ui};
use crate::app::parts::room::Room;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::tour::talk_room::TalkRoom;
use crate::app::tools::tour::talk_ui::{AROUND, STATE, state_ui};
use crate::diagram::{ProseBlock, prose};

/// The sizes of what is said, the largest in which all has room; below the last one it is scrolled.
const SIZES: [f32; 3] = [18.0, 16.5, 15.0];

/// How high the line below a recording is.
const STEP: f32 = 44.0;

impl Explorer {
    /// The whole screen.
    pub(crate) fn talk_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        if self.talk.as_ref().is_some_and(|talk| talk.blank) {
            let (rect, response) = ui.allocate_exact_size(screen.size(), Sense::hover());
            ui.painter().rect_filled(rect, 0.0, Color32::BLACK);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "The screen is blank"));
            response.identified(ids::BLANK);
            return;
        }
        ui.painter().rect_filled(screen, 0.0, theme.ground);
        let step = self.talk.as_ref().and_then(|talk| talk.step);
        let said = step.and_then(|step| self.shown_tour()?.steps.get(step));
        let said = said.map(|step| prose(&step.text));
        let high = |width: f32| {
            let said = said.as_deref().unwrap_or_default();
            prose_height(ui, said, SIZES[0], width) + 2.0 * SIZES[0]
        };
        let has_text = said.is_some().then_some(&high as &dyn Fn(f32) -> f32);
        let session = &self.document.session;
        let picture = session.rated().graph.picture(session.vertex());
        let has_board = !picture.places.is_empty();
        let room = TalkRoom::of(screen, has_board, has_text);
        let mut commands = Vec::new();
        self.head_ui(ui, theme, room.head);
        self.talk_tree_ui(ui, theme, room.tree, &mut commands);
        self.talk_board_ui(ui, theme, room.board, has_board, &mut commands);
        if let (Some(said), Some(rect)) = (&said, room.text) {
            self.said_ui(ui, theme, rect, said, &mut commands);
        }
        self.commands.append(&mut commands);
    }

    /// The tour's title and how far it is; what went wrong, if something did.
    fn head_ui(&self, ui: &mut egui::Ui, theme: &Theme, rect: egui::Rect) {
        let tour = self.shown_tour();
        let step = self.talk.as_ref().and_then(|talk| talk.step);
        let (title, place, share) = match (tour, step) {
            (Some(tour), Some(step)) => {
                let all = tour.steps.len();
                let place = format!("{} / {all}", step + 1);
                (
                    tour.title.clone(),
                    place,
                    (step + 1) as f32 / all.max(1) as f32,
                )
            }
            _ => (self.document.words.name.clone(), String::new(), 0.0),
        };
        let painter = ui.painter();
        let mut line = rect;
        line.max.y = line.min.y + 3.0;
        painter.rect_filled(line, 0.0, theme.line);
        line.max.x = line.min.x + rect.width() * share;
        painter.rect_filled(line, 0.0, theme.text);
        let mut row = rect.shrink2(Vec2::new(14.0, 0.0));
        row.min.y += 3.0;
        let used = cell(
            painter,
            row,
            Align::Max,
            &place,
            font(AROUND, true),
            theme.text,
        );
        let mut left = row;
        left.max.x = used.left() - 12.0;
        let (words, color) = match &self.notice {
            Some(notice) if notice.is_error => (&notice.text, theme.error),
            _ => (&title, theme.dim),
        };
        cell(painter, left, Align::Min, words, font(AROUND, true), color);
        let id = ui.scope_id().with("how far");
        let response = ui.interact(rect, id, Sense::hover());
        let said = match step {
            Some(_) => format!("{words}, step {}", place.replace(" / ", " of ")),
            None => words.clone(),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
        response.identified(ids::TALK_HEAD);
    }

    fn talk_tree_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        rect: egui::Rect,
        commands: &mut Vec<Command>,
    ) {
        let recorded = self.middle == Middle::Recording && !self.hidden;
        if recorded && self.recording.place().is_some() {
            let (tree, below) = rect.split_top_bottom_at_y(rect.bottom() - STEP);
            let builder = egui::UiBuilder::new()
                .max_rect(tree)
                .id_salt("talk recording");
            ui.scope_builder(builder, |ui| {
                ui.set_clip_rect(tree);
                self.recording.talk_ui(ui, theme, commands);
            });
            let words = self.recording.step_text().unwrap_or_default();
            let (at, all) = self.recording.place().unwrap_or_default();
            let counted = format!("step {} of {all}: ", at + 1);
            let builder = egui::UiBuilder::new().max_rect(below.shrink2(Vec2::new(14.0, 0.0)));
            ui.scope_builder(builder, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    let text = |text: &str| egui::RichText::new(text).size(AROUND);
                    ui.label(text(&counted).color(theme.dim));
                    ui.label(text(&words).color(theme.text));
                });
            });
            return;
        }
        let seen = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        let room = Room {
            screen: rect,
            above: 2.0,
            below: 6.0,
        };
        self.tree.hits = None;
        self.tree.from_afar = true;
        self.tree.larger = ui.ctx().zoom_factor().max(1.0);
        self.tree.prepare(&seen, &self.document.session, &room);
        self.tree.motion.enabled = self.settings.motion;
        let session = &self.document.session;
        let tree = &mut self.tree;
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt("talk tree");
        ui.scope_builder(builder, |ui| {
            ui.set_clip_rect(rect);
            let (canvas, sight) = tree.canvas_ui(ui, theme, &seen, session);
            tree.pointer_ui(ui, theme, (&canvas, &sight), &seen, session, commands);
        });
    }

    fn talk_board_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        rect: egui::Rect,
        has_board: bool,
        commands: &mut Vec<Command>,
    ) {
        // What a search doesn't know yet would be told beside it.
        let recorded = self.middle == Middle::Recording;
        let seen = view(&self.document, self.ratings_for, self.hidden);
        let document = &self.document;
        let board = &mut self.board;
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt("talk board");
        ui.scope_builder(builder, |ui| {
            ui.set_clip_rect(rect.expand(8.0));
            ui.spacing_mut().item_spacing.y = 2.0;
            if has_board {
                let most = (rect.height() - STATE - 8.0).max(60.0);
                board.talk_ui(ui, theme, document, &seen, most, commands);
            }
            state_ui(ui, theme, &seen, document, !recorded);
        });
    }

    /// What is said, as large as it has room, else scrolled.
    fn said_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        rect: egui::Rect,
        said: &[ProseBlock],
        commands: &mut Vec<Command>,
    ) {
        let fits = |size: &&f32| prose_height(ui, said, **size, rect.width()) <= rect.height();
        let size = SIZES.iter().find(fits).or(SIZES.last());
        let size = size.copied().unwrap_or(AROUND);
        let Some(talk) = &mut self.talk else {
            return;
        };
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt("said");
        let output = ui.scope_builder(builder, |ui| {
            egui::ScrollArea::vertical()
                .id_salt(("said", talk.step))
                .auto_shrink([false, false])
                .vertical_scroll_offset(talk.scroll)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    prose_ui(ui, theme, said, size, commands);
                })
        });
        let output = output.inner;
        talk.page = output.inner_rect.height();
        talk.most_scroll = (output.content_size.y - talk.page).max(0.0);
        talk.scroll = output.state.clamped_offset().y;
        if talk.can_scroll(true) {
            let place = egui::pos2(rect.right() - 2.0, rect.bottom() + 2.0);
            let sign = egui_material_icons::icons::ICON_KEYBOARD_ARROW_DOWN.codepoint;
            let ground =
                egui::Rect::from_center_size(place - Vec2::new(10.0, 10.0), Vec2::splat(20.0));
            ui.painter().rect_filled(ground, 4.0, theme.ground);
            let center = egui::Align2::CENTER_CENTER;
            let font = egui::FontId::proportional(18.0);
            ui.painter()
                .text(ground.center(), center, sign, font, theme.text);
        }
    }
}
