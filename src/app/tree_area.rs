//! The middle of the window: the tree, the controls above it and the legend below.

use eframe::egui::{self, Key, Role, Vec2, WidgetInfo};

use super::command::{Command, Named};
use super::explorer::{Explorer, view};
use super::legend::{legend_ui, measured};
use super::menu::tooltip;
use super::theme::{Theme, size};
use super::tree_panel::Room;
use crate::diagram::{far_legend, legend};
use crate::session::Action;
use crate::tree::ShownPlies;

/// Where the controls lie in the tree's part of the window.
const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// How high they are.
const HEIGHT: f32 = 34.0;
/// In less room than this the least needed of them are left out.
const NARROW: f32 = 350.0;
/// In less room than this the reminder stands below them.
const BESIDE: f32 = 520.0;

/// A range of plies in few characters: `5`, or `2–7` where branches end at different ones.
fn plies_text(plies: ShownPlies) -> String {
    if plies.least == plies.most {
        plies.most.to_string()
    } else {
        format!("{}–{}", plies.least, plies.most)
    }
}

impl Explorer {
    /// The tree with all that belongs to it.
    pub(super) fn tree_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let view = view(&self.document, self.ratings_for, self.hidden);
        let near = legend(&view, &self.tree.marks);
        let far = far_legend(&view, &self.tree.marks);
        // Room for the higher of the two, so that the tree's size doesn't depend on itself.
        let below = if self.settings.legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            height(&near).max(height(&far))
        } else {
            8.0
        };
        let room = Room {
            screen,
            above: CORNER.y
                + HEIGHT
                + 4.0
                + if self.hidden && screen.width() < BESIDE {
                    HEIGHT + 4.0
                } else {
                    0.0
                },
            below,
        };
        let session = &self.document.session;
        self.tree.prepare(&view, session, &room);
        // The controls come first for the keyboard, and lie over the tree all the same.
        self.controls_ui(ui.ctx(), theme, screen, &mut commands);
        let view = super::explorer::view(&self.document, self.ratings_for, self.hidden);
        let session = &self.document.session;
        let (canvas, sights) = self.tree.canvas_ui(ui, theme, &view, session);
        let canvas = (&canvas, sights.as_slice());
        self.tree
            .pointer_ui(ui, theme, canvas, &view, session, &mut commands);
        if self.settings.legend {
            let entries = if self.tree.is_far() { far } else { near };
            legend_ui(ui.ctx(), screen, theme, &entries, &mut commands);
        }
        self.commands.append(&mut commands);
    }

    fn controls_ui(
        &mut self,
        ctx: &egui::Context,
        theme: &Theme,
        screen: egui::Rect,
        commands: &mut Vec<Command>,
    ) {
        let narrow = screen.width() < NARROW;
        let area = egui::Area::new(egui::Id::unique("tree controls"))
            .order(egui::Order::Middle)
            .fixed_pos(screen.min + CORNER)
            .constrain(false)
            .fade_in(false);
        area.show(ctx, |ui| {
            ui.set_clip_rect(screen);
            let reminder_below = screen.width() < BESIDE;
            let all = |ui: &mut egui::Ui| {
                bar(theme).show(ui, |ui| {
                    ui.set_height(HEIGHT - 8.0);
                    ui.horizontal_centered(|ui| {
                        ui.spacing_mut().item_spacing.x = 1.0;
                        self.ply_ui(ui, theme, narrow, commands);
                        ui.separator();
                        self.icon_button(ui, theme, Named::Fit, commands);
                        self.icon_button(ui, theme, Named::ZoomOut, commands);
                        if !narrow {
                            self.zoom_ui(ui, theme, commands);
                        }
                        self.icon_button(ui, theme, Named::ZoomIn, commands);
                        ui.separator();
                        self.icon_button(ui, theme, Named::FoldOthers, commands);
                    });
                });
                if self.hidden {
                    self.reminder_ui(ui, theme, commands);
                }
            };
            if reminder_below {
                ui.vertical(all);
            } else {
                ui.horizontal(all);
            }
        });
    }

    /// Down to which ply the tree is unfolded: less, a number to be typed, more.
    fn ply_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        narrow: bool,
        commands: &mut Vec<Command>,
    ) {
        let words = egui::RichText::new("Ply")
            .size(size::SMALL)
            .color(theme.dim);
        ui.add_space(4.0);
        let label = (!narrow).then(|| ui.label(words));
        self.icon_button(ui, theme, Named::FoldPly, commands);
        let plies = self.tree.plies();
        let shown = plies_text(plies);
        let mut text = self.tree.typed_ply.clone().unwrap_or(shown);
        let field = egui::TextEdit::singleline(&mut text)
            .id_salt("ply")
            .char_limit(9)
            .desired_width(38.0)
            .margin(egui::Margin::symmetric(3, 3))
            .align(egui::Align2::CENTER_CENTER)
            .background_color(theme.soft);
        let mut output = field.show(ui);
        let response = &output.response.response;
        if label.is_none() {
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Ply"));
        }
        if response.gained_focus() {
            let all = egui::text::CCursorRange::two(
                egui::text::CCursor::new(0),
                egui::text::CCursor::new(text.chars().count()),
            );
            output.state.cursor.set_char_range(Some(all));
            output.state.store(ui.ctx(), response.id);
        }
        if response.changed() {
            text.retain(|letter| letter.is_ascii_digit());
            self.tree.typed_ply = Some(text);
        }
        if response.lost_focus() {
            let given_up = ui.input(|input| input.key_pressed(Key::Escape));
            let typed = self.tree.typed_ply.take();
            if let Some(ply) = typed.and_then(|text| text.parse().ok())
                && !given_up
            {
                commands.push(Command::Act(Action::UnfoldToPly(ply)));
            }
        }
        let words = if plies.least == plies.most {
            format!("The tree is shown to ply {}.", plies.most)
        } else {
            format!(
                "Everything is shown to ply {}, and some branches to ply {}.",
                plies.least, plies.most
            )
        };
        let response = output.response.response;
        let response = match &label {
            Some(label) => response.labelled_by(label.id),
            None => response,
        };
        response.on_hover_text(format!("{words}\nType a ply to unfold to it"));
        self.icon_button(ui, theme, Named::UnfoldPly, commands);
    }

    /// How large the tree is drawn; a click draws it at its own size.
    fn zoom_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        let percent = format!("{:.0} %", self.tree.scale() * 100.0);
        let words = egui::RichText::new(&percent)
            .size(size::SMALL)
            .color(theme.text);
        let button = egui::Button::new(words)
            .min_size(Vec2::new(46.0, 26.0))
            .wrap_mode(egui::TextWrapMode::Extend);
        let response = ui.add(button);
        response.widget_info(|| {
            let label = format!("Actual size, now {percent}");
            WidgetInfo::labeled(Role::Button, true, label)
        });
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(Named::ActualSize));
        }
        response.on_hover_text(tooltip(ui.ctx(), Named::ActualSize));
    }

    /// A word to whoever wonders where the ratings are.
    fn reminder_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        bar(theme).show(ui, |ui| {
            ui.set_height(HEIGHT - 8.0);
            ui.horizontal_centered(|ui| {
                let icon = egui::RichText::new(Named::HideRatings.icon()).size(15.0);
                let words = egui::RichText::new("Ratings hidden (H)").size(size::SMALL);
                let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
                let response = ui.add(button);
                response.widget_info(|| {
                    WidgetInfo::labeled(Role::Button, true, "Ratings hidden: show them")
                });
                if response.clicked() {
                    response.surrender_focus();
                    commands.push(Command::Named(Named::HideRatings));
                }
                response.on_hover_text("Show the ratings again (H)");
            });
        });
    }
}

/// The ground of the controls.
fn bar(theme: &Theme) -> egui::Frame {
    egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(7.0)
        .inner_margin(egui::Margin::symmetric(3, 3))
}
