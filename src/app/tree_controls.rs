//! The controls over the middle of the window: which view is shown, and of the tree to which ply it is
//! unfolded, how large it is drawn, what is folded.

use eframe::egui::{self, Key, Role, Vec2, WidgetInfo};

use super::command::{Command, Named};
use super::explorer::Explorer;
use super::ids::{self, Identified as _};
use super::menu::tooltip;
use super::middle::{Middle, middle_ui};
use super::theme::{Theme, size};
use crate::session::Action;
use crate::tree::ShownPlies;

/// Where the controls lie in the tree's part of the window.
const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// How high a row of them is.
const ROW: f32 = 34.0;
/// Between two rows.
const GAP: f32 = 6.0;
/// In less room than this they stand in two rows …
const TWO_ROWS: f32 = 310.0;
/// … and in less than this some words are left out.
const NARROW: f32 = 350.0;
/// In less room than this what is shown is chosen above the view's own controls, not beside them …
const BESIDE: f32 = 665.0;
/// … and in less than this the reminder stands below them …
const ALL_BESIDE: f32 = 845.0;
/// … or, where there is so much room, beside the choice.
const BESIDE_CHOICE: f32 = 480.0;

/// Whether there is anything to choose from.
const CHOICE: bool = Middle::ALL.len() > 1;

/// Where the parts of the controls lie.
struct Rows {
    /// Whether what is shown is chosen in a row of its own.
    choice_above: bool,
    /// Whether the reminder has a row of its own.
    reminder_below: bool,
}

/// What lies over the middle of the window beside a view's own controls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Over {
    /// Whether a reminder says that ratings are hidden.
    hidden: bool,
    /// Whether a check can be chosen too.
    check: bool,
}

/// How wide the choice of a check is.
const CHECK: f32 = 58.0;

fn rows(width: f32, over: Over) -> Rows {
    let width = width - if over.check { CHECK } else { 0.0 };
    let choice_above = CHOICE && width < BESIDE;
    let needed = if choice_above {
        BESIDE_CHOICE
    } else {
        ALL_BESIDE
    };
    Rows {
        choice_above,
        reminder_below: over.hidden && width < needed,
    }
}

/// How much of the tree's part of the window its controls take at the top.
pub(super) fn height(width: f32, over: Over) -> f32 {
    above(width, over, if width < TWO_ROWS { 2 } else { 1 })
}

/// How much of the middle of the window the controls take at the top, if those of the view itself
/// take so many rows.
pub(super) fn above(width: f32, over: Over, own: usize) -> f32 {
    let rows = rows(width, over);
    let all = own + usize::from(rows.choice_above) + usize::from(rows.reminder_below);
    CORNER.y + all as f32 * (ROW + GAP)
}

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
    pub(super) fn over(&self) -> Over {
        Over {
            hidden: self.hidden,
            check: self.checking.is_there() || self.middle == Middle::Check,
        }
    }

    /// The tree's controls.
    pub(super) fn controls_ui(
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
    pub(super) fn above_ui(
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

/// A row of controls on a ground of its own.
pub(super) fn bar(ui: &mut egui::Ui, theme: &Theme, controls: impl FnOnce(&mut egui::Ui)) {
    let frame = egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(7.0)
        .inner_margin(egui::Margin::symmetric(3, 3));
    frame.show(ui, |ui| {
        ui.set_height(ROW - 8.0);
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            controls(ui);
        });
    });
}

/// How large a scene is drawn; a click draws it at its own size.
pub(super) fn scale_ui(ui: &mut egui::Ui, theme: &Theme, scale: f64, commands: &mut Vec<Command>) {
    let percent = match scale * 100.0 {
        tiny if tiny < 0.95 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    };
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
    let response = response.identified(Named::ActualSize.id());
    if response.clicked() {
        response.surrender_focus();
        commands.push(Command::Named(Named::ActualSize));
    }
    response.on_hover_text(tooltip(ui.ctx(), Named::ActualSize));
}
