//! The controls over the middle of the window, and those of the tree.

use eframe::egui::{self, Key, Role, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::{Theme, size};
use crate::app::intent::command::{Command, Named};
use crate::app::intent::places::Middle;
use crate::app::parts::bar::{CHOICE, CORNER, GAP, Over, TWO_ROWS, bar, rows, scale_ui};
use crate::app::shell::explorer::Explorer;
use crate::app::shell::middle::middle_ui;
use crate::session::Action;
use crate::tree::ShownPlies;

/// … and in less than this some words are left out.
const NARROW: f32 = 350.0;

/// A range of plies in few characters: `5`, or `2–7` where branches end at different ones.
fn plies_text(plies: ShownPlies) -> String {
    if plies.least == plies.most {
        plies.most.to_string()
    } else {
        format!("{}–{}", plies.least, plies.most)
    }
}

impl Explorer {
    /// What lies over the middle of the window now.
    pub(crate) fn over(&self) -> Over {
        Over {
            hidden: self.hidden,
            check: self.checking.is_there() || self.middle == Middle::Check,
        }
    }

    /// The tree's controls.
    pub(crate) fn controls_ui(
        &mut self,
        ctx: &egui::Context,
        theme: &Theme,
        screen: egui::Rect,
        commands: &mut Vec<Command>,
    ) {
        let width = screen.width();
        self.above_ui(ctx, theme, screen, commands, |explorer, ui, commands| {
            let narrow = width < NARROW;
            if width < TWO_ROWS {
                ui.vertical(|ui| {
                    bar(ui, theme, |ui| explorer.ply_ui(ui, theme, narrow, commands));
                    bar(ui, theme, |ui| {
                        explorer.view_ui(ui, theme, narrow, commands)
                    });
                });
            } else {
                bar(ui, theme, |ui| {
                    explorer.ply_ui(ui, theme, narrow, commands);
                    ui.separator();
                    explorer.view_ui(ui, theme, narrow, commands);
                });
            }
        });
    }

    /// What lies over the middle of the window at the top: the choice of what is shown, the view's
    /// `own` controls, and a reminder that ratings are hidden. [`above`] tells how much room it takes.
    pub(crate) fn above_ui(
        &mut self,
        ctx: &egui::Context,
        theme: &Theme,
        screen: egui::Rect,
        commands: &mut Vec<Command>,
        own: impl FnOnce(&mut Self, &mut egui::Ui, &mut Vec<Command>),
    ) {
        let rows = rows(screen.width(), self.over());
        let area = egui::Area::new(egui::Id::unique("controls"))
            .order(egui::Order::Middle)
            .fixed_pos(screen.min + CORNER)
            .constrain(false)
            .fade_in(false);
        area.show(ctx, |ui| {
            ui.set_clip_rect(screen);
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            let mut own = Some(own);
            ui.horizontal(|ui| {
                if CHOICE {
                    bar(ui, theme, |ui| {
                        middle_ui(ui, theme, self.middle, self.over().check, commands)
                    });
                }
                if !rows.choice_above
                    && let Some(own) = own.take()
                {
                    own(self, ui, commands);
                }
                if self.hidden && !rows.reminder_below {
                    bar(ui, theme, |ui| self.reminder_ui(ui, commands));
                }
            });
            if let Some(own) = own {
                own(self, ui, commands);
            }
            if rows.reminder_below {
                bar(ui, theme, |ui| self.reminder_ui(ui, commands));
            }
        });
    }

    /// How the tree is seen, and what of it.
    fn view_ui(&self, ui: &mut egui::Ui, theme: &Theme, narrow: bool, commands: &mut Vec<Command>) {
        self.icon_button(ui, theme, Named::Fit, commands);
        self.icon_button(ui, theme, Named::ZoomOut, commands);
        if !narrow {
            scale_ui(ui, theme, self.tree.scale().into(), commands);
        }
        self.icon_button(ui, theme, Named::ZoomIn, commands);
        ui.separator();
        self.icon_button(ui, theme, Named::FoldOthers, commands);
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
            .desired_width(if plies.most > 9 && plies.least != plies.most {
                50.0
            } else {
                38.0
            })
            .margin(egui::Margin::symmetric(3, 3))
            .align(egui::Align2::CENTER_CENTER)
            .background_color(theme.soft);
        let mut output = field.show(ui);
        let response = &output.response.response;
        let stroke = match response.has_focus() {
            true => egui::Stroke::new(1.5, theme.text),
            false => egui::Stroke::new(1.0, theme.dim),
        };
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(response.rect, 3.0, stroke, inside);
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
            let done = |key| ui.input(|input| input.key_pressed(key));
            let typed = self.tree.typed_ply.take();
            if let Some(ply) = typed.and_then(|text| text.parse().ok())
                && (done(Key::Enter) || done(Key::Tab))
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
        let response = response.identified(ids::TREE_PLY);
        response.on_hover_text(format!(
            "{words}\nType a ply and press Enter to unfold to it"
        ));
        self.icon_button(ui, theme, Named::UnfoldPly, commands);
    }

    /// A word to whoever wonders where the ratings are.
    fn reminder_ui(&self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let icon = egui::RichText::new(Named::HideRatings.icon()).size(15.0);
        let words = egui::RichText::new("Ratings hidden (H)").size(size::SMALL);
        let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
        let response = ui.add(button);
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, "Ratings hidden: show them"));
        let response = response.identified(ids::REMINDER);
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(Named::HideRatings));
        }
        response.on_hover_text("Show the ratings again (H)");
    }
}
