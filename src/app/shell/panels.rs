//! What stands where in the window: the bars above and below, the panels at both sides, and the middle.

use eframe::egui;

use super::explorer::Explorer;
use super::side_tabs::{scrolled, side_tabs};
use crate::app::base::theme::Theme;
use crate::app::document::view::view;
use crate::app::intent::places::{Middle, Side};
use crate::app::tools::play::review::review_ui;
use crate::app::tools::play::strip_ui;
use crate::app::tools::setup::cost::{box_ui, cost_ui};

/// Between the edges of a panel at a side and what stands in it.
const SIDE: egui::Margin = egui::Margin::same(12);

impl Explorer {
    /// All of it.
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
        let side = frame.inner_margin(SIDE);
        let wide = ui.available_width();
        let range = |least: f32, share: f32| least..=(wide * share).max(least + 1.0);
        // In a small window the panels begin narrow, and the tree keeps its room.
        let begin = |width: f32, share: f32| width.min(wide * share);
        let dragging = ui.input(|input| input.pointer.any_down());
        let Self {
            document,
            settings,
            board,
            moves,
            line,
            node,
            ratings_for,
            hidden,
            side: shown,
            setup,
            usual_bytes,
            play_panel,
            playing,
            find,
            recording,
            what_if,
            tour,
            exercise,
            commands,
            widths,
            history,
            reviewed,
            ..
        } = self;
        let plain = view(document, *ratings_for, *hidden);
        let view = plain.at(document.session.selected());
        if settings.board_panel {
            let panel = egui::Panel::left("board")
                .default_size(begin(settings.board_width, 0.28))
                .size_range(range(260.0, 0.45))
                .frame(side)
                .show(ui, |ui| {
                    let setup = *shown == Side::Setup && settings.node_panel;
                    board.ui(ui, theme, document, &view, setup, commands);
                    board.state_ui(ui, theme, document, &view, setup, commands);
                    if let Some(playing) = playing {
                        let selected = document.session.selected();
                        strip_ui(ui, theme, playing, &view, selected, commands);
                    }
                    moves.ui(ui, theme, document, &view, commands);
                    line.ui(ui, theme, document, &plain, commands);
                });
            let width = panel.response.rect.width();
            let before = std::mem::replace(&mut widths[0], width);
            if dragging && before > 0.0 && (width - before).abs() > 0.1 {
                settings.board_width = width;
            }
        }
        if settings.node_panel {
            let narrowest = match *shown {
                Side::Node | Side::Players | Side::Find | Side::Tour => 240.0,
                Side::Record | Side::WhatIf | Side::Exercise => 270.0,
                // Six players stand in a row.
                Side::Setup => 286.0,
            };
            let panel = egui::Panel::right("node")
                .default_size(begin(settings.node_width, 0.28))
                .size_range(range(narrowest, 0.4))
                .frame(side)
                .show(ui, |ui| {
                    let mut tools = vec![*shown];
                    if !document.layer.assumptions.is_empty() {
                        tools.push(Side::WhatIf);
                    }
                    if !document.signposts().is_empty() {
                        tools.push(Side::Tour);
                    }
                    tools.sort_by_key(|side| *side as u8);
                    tools.dedup();
                    // Who does an exercise has no other panel, since others would tell of it.
                    if !exercise.is_on() {
                        side_tabs(ui, theme, *shown, &tools, setup, commands);
                    }
                    let mut below = 0.0;
                    let pinned = ui.available_height() - setup.cost_height > 260.0;
                    if *shown == Side::Setup && pinned {
                        cost_ui(ui, theme, document, &mut setup.cost_height, commands);
                        below = setup.cost_height + 4.0;
                    }
                    scrolled(ui, *shown, below, |ui| match *shown {
                        Side::Node => node.ui(ui, theme, document, &view, commands),
                        Side::Find => find.ui(ui, theme, document, &plain, commands),
                        Side::Record => recording.ui(ui, theme, document, &plain, commands),
                        Side::WhatIf => what_if.ui(ui, theme, document, &view, commands),
                        Side::Tour => tour.ui(ui, theme, document, &view, commands),
                        Side::Exercise => exercise.ui(ui, theme, commands),
                        Side::Players => {
                            let choices = &settings.play;
                            let playing = playing.as_ref();
                            play_panel.ui(ui, theme, document, &view, choices, playing, commands);
                            if let Some(playing) = playing.filter(|_| history.review) {
                                review_ui(ui, theme, reviewed, document, &view, playing, commands);
                            }
                        }
                        Side::Setup => {
                            setup.ui(ui, theme, document, &view, *usual_bytes, commands);
                            if !pinned {
                                box_ui(ui, theme, document, commands);
                            }
                        }
                    });
                });
            let width = panel.response.rect.width();
            let before = std::mem::replace(&mut widths[1], width);
            if dragging && before > 0.0 && (width - before).abs() > 0.1 {
                settings.node_width = width;
            }
        }
        self.history_ui(ui, theme);
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(theme.ground))
            .show(ui, |ui| {
                let screen = ui.available_rect_before_wrap();
                // Who clicks the tree wants its keys.
                let pressed = ui.input(|input| input.pointer.any_pressed());
                if pressed && ui.rect_contains_pointer(screen) {
                    self.board.focused = false;
                }
                self.what_if_banner(ui, theme);
                if self.comparing.is_some() {
                    self.compare_ui(ui, theme);
                } else {
                    match self.middle {
                        Middle::Tree => self.tree_area_ui(ui, theme),
                        Middle::Map => self.map_area_ui(ui, theme),
                        Middle::Positions => self.positions_area_ui(ui, theme),
                        Middle::Statistics => self.statistics_area_ui(ui, theme),
                        Middle::Recording => self.recording_area_ui(ui, theme),
                        Middle::Check => self.check_area_ui(ui, theme),
                        Middle::Exercise => self.exercise_area_ui(ui, theme),
                    }
                }
            });
    }
}
