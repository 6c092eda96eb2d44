//! The page of the statistics: sections with a table each, and a plot beside or below it.

use std::sync::PoisonError;

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use super::State;
use super::plots::{branching_ui, plies_legend, plies_ui, ratings_ui, total_cell};
use super::table::{Cell, Table};
use crate::app::command::{Command, Named};
use crate::app::explorer::{Explorer, view};
use crate::app::menu::tooltip;
use crate::app::theme::{Theme, size, strong};
use crate::app::tree_controls::{above, bar};
use crate::diagram::{RatingsFor, TreeView, rating_text, short_count, winners_text};
use crate::export::csv::part_text;
use crate::game::Player;
use crate::session::{Amounts, Statistics};
use crate::tree::Count;

/// In no less room than this a plot stands beside its table.
const BESIDE: f32 = 690.0;
/// In less room than this the numbers of the plies are rounded.
const NARROW: f32 = 560.0;
/// No section is wider.
const WIDEST: f32 = 1_500.0;

impl Explorer {
    /// The statistics with their controls.
    pub(in crate::app) fn statistics_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let top = above(screen.width(), self.hidden, 1);
        self.above_ui(
            ui.ctx(),
            theme,
            screen,
            &mut commands,
            |explorer, ui, commands| {
                bar(ui, theme, |ui| explorer.copy_ui(ui, theme, commands));
            },
        );
        let inner = egui::Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        let mut again = false;
        ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
            ui.set_clip_rect(inner);
            again = self.statistics_ui(ui, theme, &mut commands);
        });
        if again {
            self.statistics.of = None;
            ui.ctx().request_repaint();
        }
        self.commands.append(&mut commands);
    }

    fn copy_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        let named = Named::CopyStatistics;
        let enabled = self.is_enabled(named);
        let color = if enabled { theme.text } else { theme.dim };
        let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
        let words = egui::RichText::new("Copy as CSV").color(color);
        let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
        let response = ui.add_enabled(enabled, button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, "Copy as CSV"));
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(named));
        }
        response.on_hover_text(tooltip(ui.ctx(), named));
    }

    /// All sections, or why there are none; whether somebody wants to have it counted again.
    fn statistics_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) -> bool {
        let building = self.document.is_building();
        let (words, running) = match &self.statistics.state {
            State::Known(statistics) => {
                let seen = view(&self.document, self.ratings_for, self.hidden);
                egui::ScrollArea::vertical()
                    .id_salt("statistics")
                    .auto_shrink([false, false])
                    .show(ui, |ui| page_ui(ui, theme, &seen, statistics));
                return false;
            }
            State::Running(_, words) => {
                let words = words.lock().unwrap_or_else(PoisonError::into_inner);
                (words.clone(), true)
            }
            State::Cancelled => ("The tree was not counted".to_owned(), false),
            State::Fault(why) => (why.clone(), false),
            State::Unknown if building => ("The tree is still being built".to_owned(), true),
            State::Unknown => return false,
        };
        let mut again = false;
        ui.add_space((ui.available_height() / 2.0 - 40.0).max(0.0));
        ui.vertical_centered(|ui| {
            if running {
                ui.add(egui::Spinner::new().size(16.0));
            }
            ui.label(egui::RichText::new(words).size(size::BODY).color(theme.dim));
            if running && !building {
                if ui.button(Named::CancelWork.text()).clicked() {
                    commands.push(Command::Named(Named::CancelWork));
                }
            } else if !running {
                again = ui.button("Count it").clicked();
            }
        });
        again
    }
}

fn page_ui(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, statistics: &Statistics) {
    let width = (ui.available_width() - 28.0).clamp(120.0, WIDEST);
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = 12.0;
            tree_ui(ui, theme, view, statistics);
            plies_section(ui, theme, statistics);
            ratings_section(ui, theme, view, statistics);
            ui.add_space(8.0);
        });
    });
}

/// A section on a ground of its own.
fn section(ui: &mut egui::Ui, theme: &Theme, title: &str, body: impl FnOnce(&mut egui::Ui)) {
    egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(8.0)
        .inner_margin(egui::Margin::symmetric(14, 10))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 8.0;
            ui.label(strong(title).size(14.0).color(theme.text));
            body(ui);
        });
}

/// Two things beside each other where there is room, else one below the other.
fn beside(ui: &mut egui::Ui, left: impl FnOnce(&mut egui::Ui), right: impl FnOnce(&mut egui::Ui)) {
    if ui.available_width() < BESIDE {
        left(ui);
        right(ui);
        return;
    }
    ui.columns(2, |columns| {
        left(&mut columns[0]);
        right(&mut columns[1]);
    });
}

fn amounts(name: String, amounts: &Amounts, least: &str) -> Vec<Cell> {
    let positions = short_count(Count::Exact(&[amounts.positions]));
    vec![
        Cell::plain(name),
        Cell::plain(format!("{least}{positions}")),
        total_cell(&amounts.nodes, least, false),
    ]
}

fn tree_ui(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, statistics: &Statistics) {
    let mut rows: Vec<(String, &Amounts)> = vec![("all".to_owned(), &statistics.all)];
    let kinds = [
        ("decisions", &statistics.decisions),
        ("chance", &statistics.chance),
        ("ends", &statistics.ends),
        ("stopped by a limit", &statistics.horizons),
    ];
    let there = kinds
        .into_iter()
        .filter(|(_, amounts)| amounts.positions > 0);
    rows.extend(there.map(|(name, amounts)| (name.to_owned(), amounts)));
    if !view.hidden {
        rows.push(("rating proven for everybody".to_owned(), &statistics.proven));
    }
    let least = if statistics.at_least { "≥ " } else { "" };
    section(ui, theme, "Positions and nodes", |ui| {
        beside(
            ui,
            |ui| {
                Table {
                    name: "kinds",
                    heads: &["Kind", "Positions", "Nodes of the tree"],
                    rows: rows.len(),
                    row: &|row| {
                        let (name, counts) = &rows[row];
                        // Where a limit stopped the tree it may go on.
                        let stopped = std::ptr::eq(*counts, &statistics.horizons);
                        amounts(name.clone(), counts, if stopped { "" } else { least })
                    },
                }
                .ui(ui, theme);
            },
            |ui| {
                let winners = &statistics.winners;
                if winners.is_empty() {
                    return;
                }
                Table {
                    name: "winners",
                    heads: &["Ends", "Positions", "Nodes of the tree"],
                    rows: winners.len(),
                    row: &|row| {
                        let (class, counts) = &winners[row];
                        amounts(winners_text(view.labels, *class), counts, least)
                    },
                }
                .ui(ui, theme);
            },
        );
    });
}

fn plies_section(ui: &mut egui::Ui, theme: &Theme, statistics: &Statistics) {
    let first_least = (0..statistics.plies.len())
        .find(|ply| statistics.is_least(*ply))
        .unwrap_or(usize::MAX);
    let title = match statistics.goes_on {
        true => format!(
            "Ply by ply, to ply {} of a tree without end",
            statistics.plies.len().saturating_sub(1)
        ),
        false => "Ply by ply".to_owned(),
    };
    section(ui, theme, &title, |ui| {
        let narrow = ui.available_width() < NARROW;
        Table {
            name: "plies",
            heads: &["Ply", "Nodes", "Ends", "New positions", "Moves a decision"],
            rows: statistics.plies.len(),
            row: &|row| {
                let ply = &statistics.plies[row];
                let least = if row >= first_least { "≥ " } else { "" };
                let branching = ply.branching();
                let number = |count: u64| short_count(Count::Exact(&[count]));
                vec![
                    Cell::plain(number(row as u64)),
                    total_cell(&ply.nodes, least, narrow),
                    total_cell(&ply.ends, least, narrow),
                    Cell::plain(format!("{least}{}", number(ply.new_positions))),
                    Cell::plain(branching.map_or("–".to_owned(), |mean| format!("{mean:.2}"))),
                ]
            },
        }
        .ui(ui, theme);
        let caption = |ui: &mut egui::Ui, words: &str| {
            let words = egui::RichText::new(words)
                .size(size::SMALL)
                .color(theme.dim);
            ui.label(words);
        };
        beside(
            ui,
            |ui| {
                plies_legend(ui, theme);
                plies_ui(ui, theme, statistics);
            },
            |ui| {
                caption(ui, "Moves a decision, on the average of a ply's nodes");
                branching_ui(ui, theme, statistics);
            },
        );
    });
}

fn ratings_section(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, statistics: &Statistics) {
    if view.hidden {
        section(ui, theme, "Ratings", |ui| {
            let words = "Ratings are hidden (H)";
            ui.label(egui::RichText::new(words).color(theme.dim));
        });
        return;
    }
    let player = match view.ratings_for {
        RatingsFor::Player(player) => player,
        // A mix is of one player's ratings.
        RatingsFor::Mover => Player(0),
    };
    let Some(mix) = statistics.mixes.iter().find(|mix| mix.player == player) else {
        return;
    };
    let least = if statistics.at_least { "≥ " } else { "" };
    let name = view.name(player);
    section(ui, theme, &format!("Ratings of {name}"), |ui| {
        beside(
            ui,
            |ui| {
                Table {
                    name: "ratings",
                    heads: &["Rating", "Positions", "Proven", "Nodes of the tree"],
                    rows: mix.parts.len(),
                    row: &|row| {
                        let part = &mix.parts[row];
                        let whole = part_text(mix, part);
                        let short = match mix.gathered {
                            true => whole.clone(),
                            false => rating_text(&part.least),
                        };
                        let number = |count: u64, least: &str| {
                            let count = short_count(Count::Exact(&[count]));
                            Cell::plain(format!("{least}{count}"))
                        };
                        // What isn't proven may come to have another rating.
                        vec![
                            Cell { short, whole },
                            number(part.positions, ""),
                            number(part.proven, least),
                            total_cell(&part.nodes, "", false),
                        ]
                    },
                }
                .ui(ui, theme);
            },
            |ui| ratings_ui(ui, theme, mix, &name),
        );
    });
}
