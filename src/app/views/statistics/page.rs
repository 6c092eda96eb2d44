//! The statistics with their controls in the middle of the window: sections with a table each, and
//! a plot beside or below it. They are cards in columns of equal width: each goes to the highest
//! free place, over as many columns as it needs.

use eframe::egui::{self, Align, Role, Vec2};

use super::StatisticsPanel;
use super::StatisticsTable;
use super::plots::{branching_ui, plies_legend, plies_ui, ratings_ui, total_cell};
use crate::app::base::{Identified as _, SlotState, ids, name_region, strong};
use crate::app::intent::CommandId;
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{Column, Cx, TableCell, WhyUnknown, above_ui, clipped_ui, waiting_ui};
use crate::diagram::{rating_text, winners_text};
use crate::export::csv::part_text;
use crate::game::Player;
use crate::session::{Amounts, Statistics};
use crate::words::{horizon_name, short_number};

pub(crate) fn page_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    statistics: &Statistics,
    all_plies: &mut bool,
) {
    let width = (ui.available_width() - 28.0).max(120.0);
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            let mut cards = Cards::new(ui);
            kinds_card(&mut cards, ui, cx, statistics);
            winners_card(&mut cards, ui, cx, statistics);
            plies_cards(&mut cards, ui, cx, statistics, all_plies);
            ratings_cards(&mut cards, ui, cx, statistics);
            ui.add_space(8.0);
        });
    });
}

fn amounts(name: String, amounts: &Amounts, min: &str) -> [TableCell; 3] {
    [
        name.into(),
        format!("{min}{}", short_number(amounts.positions)).into(),
        total_cell(&amounts.nodes, min),
    ]
}

fn amounts_table<'a>(
    name: &'static str,
    head: &str,
    rows: &'a [[TableCell; 3]],
) -> StatisticsTable<'a> {
    let cell = |column: usize| move |row: &usize| rows[*row][column].clone();
    StatisticsTable {
        name,
        columns: vec![
            Column::new(Align::Min, head, cell(0)),
            Column::new(Align::Max, "Positions", cell(1)),
            Column::new(Align::Max, "Tree nodes", cell(2)),
        ],
        rows: rows.len(),
    }
}

fn kinds_card(cards: &mut Cards, ui: &mut egui::Ui, cx: &Cx<'_>, statistics: &Statistics) {
    let mut rows: Vec<(String, &Amounts)> = vec![("all".to_owned(), &statistics.all)];
    let kinds = [
        ("decisions", &statistics.decisions),
        ("ends", &statistics.ends),
        (horizon_name(cx.view.labels.graph()), &statistics.horizons),
    ];
    let there = kinds
        .into_iter()
        .filter(|(_, amounts)| !amounts.nodes.is_zero());
    rows.extend(there.map(|(name, amounts)| (name.to_owned(), amounts)));
    if !cx.view.hidden {
        rows.push(("proven for all players".to_owned(), &statistics.proven));
    }
    let min = if statistics.at_least { "≥ " } else { "" };
    let chance = &statistics.chance;
    if chance.positions > 0 {
        let name = format!("chance nodes ({min}{})", short_number(chance.positions));
        rows.push((name, chance));
    }
    let rows = rows.into_iter().map(|(name, counts)| {
        // The tree may continue where a limit stopped it.
        let stopped = std::ptr::eq(counts, &statistics.horizons);
        let mut cells = amounts(name, counts, if stopped { "" } else { min });
        if std::ptr::eq(counts, chance) {
            cells[1] = TableCell::from("–");
        }
        cells
    });
    let rows: Vec<[TableCell; 3]> = rows.collect();
    let table = amounts_table("kinds", "Kind", &rows);
    let needed = table.needed(ui, true);
    cards.add(ui, cx, ("Positions and nodes", needed), |ui| {
        table.ui(ui, cx, true);
        if chance.positions > 0 {
            cx.small_ui(ui, "Chance nodes aren't counted as positions.");
        }
        let told_apart = statistics.with_plies_left;
        if let Some(told_apart) = told_apart.filter(|all| *all != statistics.all.positions) {
            let text = format!(
                "A position counts once, however many plies are left. Counted once for each number \
                 of plies left, there are {min}{}.",
                short_number(told_apart)
            );
            cx.small_ui(ui, &text).identified(ids::STATISTICS_APART);
        }
    });
}

fn winners_card(cards: &mut Cards, ui: &mut egui::Ui, cx: &Cx<'_>, statistics: &Statistics) {
    let winners = &statistics.winners;
    if winners.is_empty() {
        return;
    }
    let min = if statistics.at_least { "≥ " } else { "" };
    let rows = winners
        .iter()
        .map(|(class, counts)| amounts(winners_text(cx.view.labels, *class), counts, min));
    let rows: Vec<[TableCell; 3]> = rows.collect();
    let table = amounts_table("winners", "Ends", &rows);
    let needed = table.needed(ui, true);
    let name = match cx.view.labels.graph().has_winners() {
        true => "Ends by winner",
        false => "Ends by largest payoff",
    };
    cards.add(ui, cx, (name, needed), |ui| {
        table.ui(ui, cx, true);
    });
}

fn plies_cards(
    cards: &mut Cards,
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    statistics: &Statistics,
    all: &mut bool,
) {
    let first_least = (0..statistics.plies.len())
        .find(|ply| statistics.is_least(*ply))
        .unwrap_or(usize::MAX);
    let title = match statistics.goes_on {
        true => format!(
            "By ply, up to ply {} of an infinite tree",
            statistics.plies.len().saturating_sub(1)
        ),
        false => "Ply by ply".to_owned(),
    };
    let plies = &statistics.plies;
    let least = |ply: usize| if ply >= first_least { "≥ " } else { "" };
    let table = StatisticsTable {
        name: "plies",
        columns: vec![
            Column::new(Align::Min, "Ply", |ply: &usize| short_number(*ply)),
            Column::new(Align::Max, "Nodes", |ply: &usize| {
                total_cell(&plies[*ply].nodes, least(*ply))
            }),
            Column::new(Align::Max, "Ends", |ply: &usize| {
                total_cell(&plies[*ply].ends, least(*ply))
            }),
            Column::new(Align::Max, "New positions", |ply: &usize| {
                let new = short_number(plies[*ply].new_positions);
                format!("{}{new}", least(*ply))
            }),
            Column::new(Align::Max, "Moves per decision", |ply: &usize| {
                let branching = plies[*ply].branching();
                branching.map_or("–".to_owned(), |mean| format!("{mean:.2}"))
            }),
        ],
        rows: plies.len(),
    };
    let needed = table.needed(ui, *all);
    let mut asked = false;
    cards.add(ui, cx, (&title, needed), |ui| {
        asked = table.ui(ui, cx, *all);
    });
    *all |= asked;
    // One point is no plot.
    if statistics.plies.len() > 1 {
        cards.add(ui, cx, ("Nodes per ply", 0.0), |ui| {
            plies_legend(ui, cx);
            plies_ui(ui, cx, statistics);
        });
    }
    let chosen = statistics
        .plies
        .iter()
        .filter_map(crate::tree::PlyCount::branching);
    if chosen.count() > 1 {
        cards.add(ui, cx, ("Moves per decision", 0.0), |ui| {
            cx.small_ui(ui, "Average over a ply's nodes");
            branching_ui(ui, cx, statistics);
        });
    }
}

fn ratings_cards(cards: &mut Cards, ui: &mut egui::Ui, cx: &Cx<'_>, statistics: &Statistics) {
    if cx.view.hidden {
        cards.add(ui, cx, ("Ratings", 0.0), |ui| {
            cx.small_ui(ui, "Ratings are hidden (H)");
        });
        return;
    }
    // A mix is of one player's ratings.
    let player = cx.view.ratings_for.player().unwrap_or(Player(0));
    let Some(mix) = statistics.mixes.iter().find(|mix| mix.player == player) else {
        return;
    };
    let min = if statistics.at_least { "≥ " } else { "" };
    let name = cx.view.name(player);
    let chance = mix.parts.iter().any(|part| part.chance > 0);
    let parts = &mix.parts;
    let rating = |row: &usize| {
        let whole = part_text(mix, &parts[*row]);
        let short = match mix.gathered {
            true => whole.clone(),
            false => rating_text(&parts[*row].min),
        };
        TableCell {
            whole,
            ..TableCell::from(short)
        }
    };
    let number = |count: u64, least: &str| format!("{least}{}", short_number(count));
    let mut columns = vec![
        Column::new(Align::Min, "Rating", rating),
        Column::new(Align::Max, "Positions", |row: &usize| {
            number(parts[*row].positions, "")
        }),
        // An unproven rating may still change.
        Column::new(Align::Max, "Proven", |row: &usize| {
            number(parts[*row].proven, min)
        }),
    ];
    if chance {
        let chance = |row: &usize| number(parts[*row].chance, "");
        columns.push(Column::new(Align::Max, "Chance nodes", chance));
    }
    let nodes = |row: &usize| total_cell(&parts[*row].nodes, "");
    columns.push(Column::new(Align::Max, "Tree nodes", nodes));
    let table = StatisticsTable {
        name: "ratings",
        columns,
        rows: parts.len(),
    };
    let needed = table.needed(ui, true);
    let title = format!("Ratings of {name}");
    cards.add(ui, cx, (&title, needed), |ui| {
        name_region(ui, ids::STATISTICS_RATINGS);
        table.ui(ui, cx, true);
        if statistics.with_plies_left.is_some() {
            let text = "With a ply limit, a position counts once for each of its ratings.";
            cx.small_ui(ui, text);
        }
    });
    if mix.parts.iter().any(|part| part.positions > 0) {
        cards.add(ui, cx, ("Positions by rating", 0.0), |ui| {
            ratings_ui(ui, cx, mix, &name);
        });
    }
}

impl StatisticsPanel {
    /// The statistics with their controls.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        above_ui(ui.ctx(), cx, screen, |ui| bar(ui, cx, |ui| copy_ui(ui, cx)));
        let inner = egui::Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        clipped_ui(ui, inner, |ui| self.inner_ui(ui, cx));
    }

    /// All sections, or why there are none.
    fn inner_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let stopped = WhyUnknown::Stopped("Count", ids::STATISTICS_COUNT);
        let (text, waiting) = match self.counted.state() {
            SlotState::Known(statistics) => {
                let all = &mut self.all_plies;
                self.page
                    .ui(ui, cx.theme, |ui| page_ui(ui, cx, statistics, all));
                return;
            }
            SlotState::Running(_, progress) => (progress.now().clone(), WhyUnknown::Running),
            SlotState::Cancelled => ("Not counted".to_owned(), stopped),
            SlotState::Fault(why) => (why.to_string(), stopped),
            SlotState::Unknown => (
                "The tree is still being built".to_owned(),
                WhyUnknown::Later,
            ),
        };
        let building = cx.document.is_building();
        let waiting = match waiting {
            WhyUnknown::Later if !building => return,
            WhyUnknown::Running if building => WhyUnknown::Later,
            waiting => waiting,
        };
        ui.add_space((ui.available_height() / 2.0 - 40.0).max(0.0));
        ui.vertical_centered(|ui| {
            if waiting_ui(ui, cx, text, waiting) {
                self.counted.again();
                ui.ctx().request_repaint();
            }
        });
    }
}

fn copy_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let named = CommandId::CopyStatistics;
    let enabled = cx.desk.states.is_enabled(named);
    let color = cx.theme.text_color(enabled);
    let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
    let text = egui::RichText::new("Copy as CSV").color(color);
    let button = egui::Button::new((icon, text)).min_size(Vec2::new(0.0, 26.0));
    let response = ui
        .add_enabled(enabled, button)
        .called(Role::Button, "Copy as CSV");
    cx.run_on_click(response, named);
}

/// No column is narrower, if there is room for more than one.
const MIN: f32 = 350.0;
/// Between two cards.
const GAP: f32 = 12.0;
/// The padding of a card.
const INSIDE: Vec2 = Vec2::new(14.0, 10.0);

/// The layout: the used height of each column.
pub(super) struct Cards {
    area: egui::Rect,
    width: f32,
    taken: Vec<f32>,
}

/// The number of columns that fit, and their width.
fn columns(room: f32) -> (usize, f32) {
    let many = ((room + GAP) / (MIN + GAP)).floor().max(1.0);
    (many as usize, (room - (many - 1.0) * GAP) / many)
}

impl Cards {
    /// Starts at the top of the rest of `ui`.
    pub fn new(ui: &egui::Ui) -> Self {
        let area = ui.available_rect_before_wrap();
        let (many, width) = columns(area.width());
        Self {
            width,
            taken: vec![0.0; many],
            area,
        }
    }

    /// The number of columns for a width.
    fn span(&self, needed: f32) -> usize {
        let span = ((needed + 2.0 * INSIDE.x + 1.0 + GAP) / (self.width + GAP)).ceil();
        (span as usize).clamp(1, self.taken.len())
    }

    /// The first column of the highest place for a card over `span` columns, and its y offset.
    fn highest(&self, span: usize) -> (usize, f32) {
        let down = |columns: &[f32]| columns.iter().copied().fold(0.0, f32::max);
        let places = self.taken.windows(span).map(down).enumerate();
        let highest = places.min_by(|a, b| a.1.total_cmp(&b.1));
        highest.unwrap_or_default()
    }

    /// Adds a card with a title, whose content needs this width.
    pub fn add(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        (title, needed): (&str, f32),
        body: impl FnOnce(&mut egui::Ui),
    ) {
        let span = self.span(needed);
        let (column, down) = self.highest(span);
        let left = column as f32 * (self.width + GAP);
        let width = span as f32 * (self.width + GAP) - GAP;
        let rect = egui::Rect::from_min_size(
            self.area.min + Vec2::new(left, down),
            Vec2::new(width, f32::INFINITY),
        );
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(egui::Stroke::new(1.0, cx.theme.line))
            .corner_radius(8.0)
            .inner_margin(INSIDE);
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt(title);
        let shown = ui.scope_builder(builder, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(width - 2.0 * INSIDE.x - 2.0);
                ui.spacing_mut().item_spacing.y = 8.0;
                ui.label(strong(title).size(14.0).color(cx.theme.text));
                body(ui);
            });
        });
        let height = shown.response.rect.height();
        self.taken[column..column + span].fill(down + height + GAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_the_room_and_cards_take_the_highest_place_that_is_free() {
        assert_eq!(columns(300.0).0, 1);
        assert_eq!(columns(711.0).0, 1);
        assert_eq!(columns(712.0), (2, 350.0));
        for room in [360.0, 800.0, 1_500.0, 3_000.0] {
            let (many, width) = columns(room);
            assert!((many as f32 * (width + GAP) - GAP - room).abs() < 0.01);
        }
        let cards = Cards {
            area: egui::Rect::ZERO,
            width: 350.0,
            taken: vec![50.0, 20.0, 30.0, 60.0],
        };
        assert_eq!(cards.highest(1), (1, 20.0));
        assert_eq!(cards.highest(2), (1, 30.0));
        assert_eq!(cards.highest(4), (0, 60.0));
        assert_eq!((cards.span(300.0), cards.span(400.0)), (1, 2));
        assert_eq!(cards.span(9_000.0), 4);
    }
}
