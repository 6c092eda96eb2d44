//! The arrangement of the window: the bars above and below, the panels at both sides, and the
//! middle.

use std::any::Any;

use eframe::egui;

use super::explorer::Explorer;
use super::side_tabs::{scrolled, side_tabs};
use super::tools::Tools;
use crate::app::base::{Pane, TabGroup, Theme};
use crate::app::document::Settings;
use crate::app::intent::{Middle, Named, Side};
use crate::app::parts::{Cx, Tool as _};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::line::LinePanel;
use crate::app::tools::moves::panel::MovesPanel;
use crate::app::tools::play::PlayPanel;
use crate::app::tools::setup::SetupPanel;

/// Below this width, in points, the panel at the right is a drawer, which replaces the one at the
/// left …
const NARROW: f32 = 1_200.0;
/// … and whose handle has this width while it is closed.
const HANDLE: f32 = 36.0;
/// Below this width a panel has no room beside the tree: the board is below it, and the other panel
/// replaces it, as on a phone.
pub(super) const SLIM: f32 = 700.0;
/// From this width on, the panel at the left has its wide usual width, in points.
const WIDE: f32 = 1_600.0;
const WIDE_BOARD: f32 = 420.0;
/// The share of the height that the board has there.
const BOARD_SHARE: f32 = 0.42;
/// The margins of a side panel.
const SIDE: egui::Margin = egui::Margin::same(12);

impl Explorer {
    /// Draws the whole window.
    pub(crate) fn panels(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let frame = egui::Frame::new().fill(theme.panel);
        egui::Panel::top("top")
            .exact_size(42.0)
            .frame(frame)
            .show(ui, |ui| self.top_ui(ui, theme));
        egui::Panel::bottom("status")
            .exact_size(28.0)
            .frame(frame)
            .show(ui, |ui| self.status_ui(ui, theme));
        self.failure_ui(ui, theme);
        let wide = ui.available_width();
        self.desk.is_narrow = wide < NARROW;
        self.desk.is_slim = wide < SLIM;
        if self.desk.side == Side::Moves && !self.desk.has_one_column() {
            // They have their own panel again.
            self.desk.side = Side::Node;
        }
        if self.desk.is_slim {
            if self.desk.shows_panel() && self.desk.middle != Middle::Editor {
                let whole = ui.available_rect_before_wrap();
                self.whole_panel(ui, theme);
                self.toast_ui(ui, theme, whole);
                return;
            }
            self.board_below(ui, theme);
        } else {
            self.left_panel(ui, theme, wide);
            self.right_panel(ui, theme, wide);
        }
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        for tool in self.tools.iter_mut() {
            tool.strip_ui(ui, &cx);
        }
        let middle = egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(theme.ground))
            .show(ui, |ui| {
                let screen = ui.available_rect_before_wrap();
                // A click on the tree gives it the keyboard.
                let pressed = ui.input(|input| input.pointer.any_pressed());
                if pressed && ui.rect_contains_pointer(screen) {
                    cx.desk.board_has_keys.set(false);
                }
                for tool in self.tools.iter_mut() {
                    tool.banner_ui(ui, &cx);
                }
                let mut tools = self.tools.iter_mut();
                if let Some(tool) = tools.find(|tool| tool.is_in_middle(cx.desk)) {
                    tool.middle_ui(ui, &cx);
                }
                screen
            });
        self.mark_tree(ui, theme, middle.inner);
        self.toast_ui(ui, theme, middle.inner);
    }

    /// The board, its moves and the line.
    fn left_panel(&mut self, ui: &mut egui::Ui, theme: &Theme, wide: f32) {
        let is_there = self.desk.shows_board() && !self.desk.has_one_column();
        if !is_there || self.desk.middle == Middle::Editor {
            return;
        }
        let plain = self.desk.beside_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let width = self.desk.settings.board_width;
        // A wide window has room for a larger board, unless the user has chosen a width.
        let is_usual = width == Settings::default().board_width;
        let width = match is_usual && wide >= WIDE {
            true => WIDE_BOARD,
            false => width,
        };
        let panel = sized(
            egui::Panel::left("board"),
            theme,
            wide,
            width,
            (260.0, 0.45),
        );
        let panel = panel.show(ui, |ui| {
            for (place, tool) in self.tools.iter_mut().enumerate() {
                let group = TabGroup::begin(ui, ui.unique_id().with(place));
                tool.left_ui(ui, &cx);
                group.end(ui);
            }
        });
        if let Some(width) = dragged(ui, &mut self.widths[0], panel.response.rect.width()) {
            self.desk.settings.board_width = width;
        }
    }

    /// The board below the tree, with its moves and the line at its right.
    fn board_below(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        if !self.desk.shows_board() || self.desk.middle == Middle::Editor {
            return;
        }
        let plain = self.desk.beside_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
        egui::Panel::bottom("board below")
            .exact_size(ui.available_height() * BOARD_SHARE)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                let height = ui.available_height();
                scrolled(ui, "board below", 0.0, |ui| {
                    // A table takes its share of the panel.
                    ui.set_max_height(height);
                    ui.columns(2, |columns| {
                        for tool in self.tools.iter_mut() {
                            let is_board = (&**tool as &dyn Any).is::<BoardPanel>();
                            tool.left_ui(&mut columns[usize::from(!is_board)], &cx);
                        }
                    });
                });
            });
    }

    /// The panel at the right in place of everything else.
    fn whole_panel(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let plain = self.desk.panel_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
        let tools = &mut self.tools;
        egui::CentralPanel::default()
            .frame(frame)
            .show(ui, |ui| chosen_ui(ui, &cx, tools));
    }

    /// The button that opens the right panel if the tree needs the space.
    fn drawer_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        let frame = egui::Frame::new().fill(theme.panel);
        egui::Panel::right("drawer")
            .exact_size(HANDLE)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                ui.add_space(8.0);
                ui.vertical_centered(|ui| cx.icon_button(ui, Named::ShowNode));
            });
    }

    /// The chosen tool in the panel at the right.
    fn right_panel(&mut self, ui: &mut egui::Ui, theme: &Theme, wide: f32) {
        // The tree editor has fields of its own beside the canvas.
        if self.desk.middle == Middle::Editor {
            return;
        }
        if !self.desk.shows_panel() {
            if self.desk.is_narrow {
                self.drawer_ui(ui, theme);
            }
            return;
        }
        let plain = self.desk.panel_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let shown = self.desk.side;
        let mut widths = self.tools.iter().filter_map(|tool| {
            let is_shown = tool.side() == Some(shown);
            is_shown.then(|| tool.least_width())
        });
        let Some(least) = widths.next().map(|least| (least, 0.4)) else {
            return;
        };
        drop(widths);
        let width = self.desk.settings.node_width;
        let panel = sized(egui::Panel::right("node"), theme, wide, width, least);
        let tools = &mut self.tools;
        let panel = panel.show(ui, |ui| {
            if cx.desk.has_one_column() && cx.desk.shows_board() {
                tools.one_mut::<BoardPanel>().left_ui(ui, &cx);
                tools.one_mut::<PlayPanel>().left_ui(ui, &cx);
                ui.add_space(4.0);
            }
            chosen_ui(ui, &cx, tools);
        });
        if let Some(width) = dragged(ui, &mut self.widths[1], panel.response.rect.width()) {
            self.desk.settings.node_width = width;
        }
    }
}

/// The chosen tool, below the tabs.
fn chosen_ui(ui: &mut egui::Ui, cx: &Cx<'_>, tools: &mut Tools) {
    let shown = cx.desk.side;
    let tabs = tools.iter().filter_map(|tool| {
        let side = tool.side()?;
        let offered = side == shown || tool.offers_tab(cx.desk);
        Some((side, tool.tab_command()?)).filter(|_| offered)
    });
    let tabs = tabs.collect();
    let leads = std::mem::take(&mut tools.one_mut::<SetupPanel>().lead);
    let Some(tool) = tools.iter_mut().find(|tool| tool.side() == Some(shown)) else {
        return;
    };
    // During an exercise there is no other panel, since others would reveal answers; the start card
    // is alone too.
    let whole = ui.max_rect().expand2(SIDE.sum() / 2.0);
    Pane::Side.begin(ui, whole, "Panel at the right");
    if !cx.desk.practises && shown != Side::Start {
        side_tabs(ui, cx, tabs, leads);
    }
    let below = tool.foot_ui(ui, cx);
    if shown != Side::Moves {
        return scrolled(ui, shown, below, |ui| tool.side_ui(ui, cx));
    }
    // A table takes its share of the panel.
    let height = ui.available_height();
    scrolled(ui, shown, below, |ui| {
        ui.set_max_height(height);
        tools.one_mut::<MovesPanel>().left_ui(ui, cx);
        ui.add_space(8.0);
        tools.one_mut::<LinePanel>().left_ui(ui, cx);
    });
}

/// A side panel with its remembered width. In a small window it starts narrow, so that the tree
/// keeps its space. Its width is between a minimum and a share of the window.
fn sized(
    panel: egui::Panel,
    theme: &Theme,
    wide: f32,
    width: f32,
    (least, share): (f32, f32),
) -> egui::Panel {
    let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
    panel
        .default_size(width.min(wide * 0.28))
        .size_range(least..=(wide * share).max(least + 1.0))
        .frame(frame)
}

/// The new width of a panel, if its edge was dragged.
fn dragged(ui: &egui::Ui, before: &mut f32, width: f32) -> Option<f32> {
    let before = std::mem::replace(before, width);
    let dragging = ui.input(|input| input.pointer.any_down());
    (dragging && before > 0.0 && (width - before).abs() > 0.1).then_some(width)
}
