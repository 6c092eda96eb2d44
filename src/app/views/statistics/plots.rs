//! The plots: nodes, ends and new positions by ply; moves per decision by ply; positions by rating.

use eframe::egui::{self, Role, WidgetInfo};
use egui_plot::{
    Bar, BarChart, GridInput, GridMark, HoverPosition, Line, LineStyle, MarkerShape, Plot,
    PlotPoints, Points,
};

use crate::app::base::size;
use crate::app::parts::{BODY, Cx, TableCell};
use crate::diagram::{Ink, Shade, narrow_count, short_count, ten_to, whole_count};
use crate::export::csv::part_text;
use crate::game::Player;
use crate::rating::RatingDistribution;
use crate::session::Statistics;
use crate::tree::{Count, Total};

/// The height of a plot.
const HEIGHT: f32 = 230.0;
/// Maximum number of points drawn of a series; of more, the largest of each stretch.
const MAX_POINTS: usize = 1_000;
/// Minimum factor between numbers for a logarithmic scale.
const SPREAD: f64 = 200.0;
/// The height of a bar for 1 on a logarithmic scale, in powers of ten.
const FOOT: f64 = 0.3;
/// Maximum number of points with individual marks.
const MARKED: usize = 80;

/// A static plot: scrolling moves the page.
fn plot<'a>(name: &'a str, cx: &Cx<'_>) -> Plot<'a> {
    Plot::new(name)
        .height(HEIGHT)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .show_crosshair(false)
        .grid_color(cx.theme.line)
}

/// Grid marks at whole numbers, at most `max`: every one, or every second, fifth, tenth …
fn whole_marks(input: &GridInput, max: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let steps = (0..15).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)));
    let mut fitting = steps.filter(|step| (high - low) / step <= max.max(2.0));
    let step = fitting.next().unwrap_or(1e15);
    let first = (low / step).ceil().max(0.0) as i64;
    let last = (high / step).floor() as i64;
    (first..=last)
        .map(|number| GridMark {
            value: number as f64 * step,
            step_size: step,
        })
        .collect()
}

/// Maximum number of marks at the vertical axis.
const MARKS_UP: f64 = 6.0;

/// Maximum number of marks at the horizontal axis of a plot with the full width.
fn marks_across(ui: &egui::Ui) -> f64 {
    f64::from(ui.available_width() - 60.0) / 70.0
}

/// A power of ten as an axis label.
fn power_text(power: f64) -> String {
    let whole = power.round();
    if whole < 0.0 || (power - whole).abs() > 1e-6 {
        return String::new();
    }
    match whole as usize {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        2 => "100".to_owned(),
        3 => "1,000".to_owned(),
        power => ten_to(power),
    }
}

/// At most [`MAX_POINTS`] of a series: the largest of each stretch.
fn thinned(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let stretch = points.len().div_ceil(MAX_POINTS).max(1);
    points
        .chunks(stretch)
        .filter_map(|points| points.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1])))
        .collect()
}

/// The parts of a series without a gap, so that no line passes through empty plies. `plies` is the
/// number of plies, thinned as by [`thinned`].
fn runs(points: &[[f64; 2]], plies: usize) -> Vec<Vec<[f64; 2]>> {
    let stretch = plies.div_ceil(MAX_POINTS).max(1);
    // The maxima of two neighboring stretches may be nearly two stretches apart.
    let max = if stretch == 1 { 1 } else { 2 * stretch } as f64;
    let parts = points.chunk_by(|a, b| b[0] - a[0] < max + 0.5);
    parts.map(<[_]>::to_vec).collect()
}

/// The style of a series, apart from its color.
#[derive(Clone, Copy)]
struct SeriesStyle {
    style: LineStyle,
    marker: MarkerShape,
    ink: Ink,
}

const LOOKS: [SeriesStyle; 3] = [
    SeriesStyle {
        style: LineStyle::Solid,
        marker: MarkerShape::Circle,
        ink: Ink::Text,
    },
    SeriesStyle {
        style: LineStyle::Dashed { length: 7.0 },
        marker: MarkerShape::Square,
        ink: Ink::Player(Player(1), Shade::Full),
    },
    SeriesStyle {
        style: LineStyle::Dotted { spacing: 6.0 },
        marker: MarkerShape::Up,
        ink: Ink::Player(Player(0), Shade::Full),
    },
];

/// The series of the first plot.
const SERIES: [&str; 3] = ["nodes", "ends", "new positions"];

/// The legend of the first plot, with a note on its logarithmic scale.
pub(super) fn plies_legend(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        for (name, look) in SERIES.into_iter().zip(LOOKS) {
            let room = egui::Vec2::new(30.0, 16.0);
            let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
            let color = cx.theme.color(look.ink);
            let ends = [rect.left_center(), rect.right_center()];
            let stroke = egui::Stroke::new(1.8, color);
            let painter = ui.painter();
            match look.style {
                LineStyle::Solid => {
                    painter.line_segment(ends, stroke);
                }
                LineStyle::Dashed { length } => {
                    painter.extend(egui::Shape::dashed_line(
                        &ends,
                        stroke,
                        length,
                        length * 0.6,
                    ));
                }
                LineStyle::Dotted { spacing } => {
                    painter.extend(egui::Shape::dotted_line(&ends, color, spacing, 1.2));
                }
            }
            let middle = rect.center();
            match look.marker {
                MarkerShape::Square => {
                    let square = egui::Rect::from_center_size(middle, egui::Vec2::splat(6.5));
                    painter.rect_filled(square, 0.0, color);
                }
                MarkerShape::Up => {
                    let corner = |x, y| middle + egui::Vec2::new(x, y);
                    let corners = vec![corner(0.0, -4.0), corner(3.8, 3.0), corner(-3.8, 3.0)];
                    let none = egui::Stroke::NONE;
                    painter.add(egui::Shape::convex_polygon(corners, color, none));
                }
                _ => {
                    painter.circle_filled(middle, 3.4, color);
                }
            }
            let phrase = egui::RichText::new(name)
                .size(size::SMALL)
                .color(cx.theme.text);
            ui.label(phrase);
            ui.add_space(8.0);
        }
        let text = "(logarithmic)";
        ui.label(cx.small(text));
    });
}

/// Nodes, ends and new positions by ply, on a logarithmic scale.
pub(super) fn plies_ui(ui: &mut egui::Ui, cx: &Cx<'_>, statistics: &Statistics) {
    let series = |number: &dyn Fn(&crate::tree::PlyCount) -> Option<f64>| {
        let points = statistics.plies.iter().enumerate();
        let points = points.filter_map(|(ply, counts)| Some([ply as f64, number(counts)?]));
        thinned(points.collect())
    };
    let nodes = series(&|ply| ply.nodes.log10());
    let ends = series(&|ply| ply.ends.log10());
    let positions =
        series(&|ply| (ply.new_positions > 0).then(|| (ply.new_positions as f64).log10()));
    let top = nodes.iter().map(|point| point[1]).fold(1.0, f64::max);
    let label = |position: &HoverPosition<'_>| match position {
        HoverPosition::NearDataPoint {
            plot_name,
            position,
            ..
        } => {
            let ply = statistics.plies.get(position.x.round() as usize)?;
            let count = match *plot_name {
                "nodes" => whole_count(ply.nodes.count()),
                "ends" => whole_count(ply.ends.count()),
                _ => whole_count(Count::Exact(&[ply.new_positions])),
            };
            Some(format!("ply {}: {count} {plot_name}", position.x.round()))
        }
        HoverPosition::Elsewhere { .. } => None,
    };
    let series = SERIES.into_iter().zip([nodes, ends, positions]).collect();
    let drawn = plot("nodes by ply", cx)
        .include_y(top * 1.08)
        .y_axis_formatter(|mark, _| power_text(mark.value))
        .label_formatter(label);
    by_ply_ui(ui, cx, drawn, series, statistics.plies.len());
}

/// Moves a decision by ply.
pub(super) fn branching_ui(ui: &mut egui::Ui, cx: &Cx<'_>, statistics: &Statistics) {
    let points = statistics.plies.iter().enumerate();
    let points = points.filter_map(|(ply, counts)| Some([ply as f64, counts.branching()?]));
    let points = thinned(points.collect());
    let top = points.iter().map(|point| point[1]).fold(1.0, f64::max);
    let drawn = plot("moves by ply", cx)
        .include_y(top * 1.1)
        .y_axis_formatter(|mark, _| format!("{:.0}", mark.value))
        .label_formatter(|position| match position {
            HoverPosition::NearDataPoint { position, .. } => Some(format!(
                "ply {}: {:.2} moves per decision",
                position.x.round(),
                position.y
            )),
            HoverPosition::Elsewhere { .. } => None,
        });
    let series = vec![("moves per decision", points)];
    by_ply_ui(ui, cx, drawn, series, statistics.plies.len());
}

/// Draws some series, each with its points, over this many plies.
fn by_ply_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    drawn: Plot<'_>,
    series: Vec<(&str, Vec<[f64; 2]>)>,
    plies: usize,
) {
    let across = marks_across(ui);
    let names: Vec<&str> = series.iter().map(|(name, _)| *name).collect();
    let [first @ .., last] = &names[..] else {
        return;
    };
    let names = match first.is_empty() {
        true => (*last).to_owned(),
        false => format!("{} and {last}", first.join(", ")),
    };
    let shown = drawn
        .x_axis_label("ply")
        .include_y(0.0)
        .x_grid_spacer(move |input| whole_marks(&input, across))
        .y_grid_spacer(|input| whole_marks(&input, MARKS_UP))
        .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
        .show(ui, |plot| {
            for ((name, points), look) in series.into_iter().zip(LOOKS) {
                let color = cx.theme.color(look.ink);
                let marked = points.len() <= MARKED;
                for run in runs(&points, plies) {
                    // One alone would not be seen.
                    let alone = run.len() == 1;
                    if !alone {
                        let line = Line::new(name, PlotPoints::from(run.clone()));
                        plot.line(line.color(color).width(1.8).style(look.style));
                    }
                    if marked || alone {
                        let marks = Points::new(name, PlotPoints::from(run)).shape(look.marker);
                        plot.points(marks.color(color).radius(3.4).filled(true));
                    }
                }
            }
        });
    shown.response.widget_info(|| {
        let text = format!("Plot: {names} by ply, as in the table");
        WidgetInfo::labeled(Role::Image, true, text)
    });
}

/// Positions by rating.
pub(super) fn ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, mix: &RatingDistribution, name: &str) {
    let least = mix
        .parts
        .iter()
        .map(|part| part.positions)
        .filter(|all| *all > 0);
    let min = least.min().unwrap_or(1) as f64;
    let max = mix
        .parts
        .iter()
        .map(|part| part.positions)
        .max()
        .unwrap_or(1) as f64;
    let logarithmic = max / min > SPREAD;
    let height = |positions: u64| match (logarithmic, positions) {
        (_, 0) => 0.0,
        (true, positions) => (positions as f64).log10() + FOOT,
        (false, positions) => positions as f64,
    };
    let color = cx.theme.color(Ink::Player(mix.player, Shade::Full));
    let bar = |(index, part): (usize, &crate::rating::MixPart)| {
        Bar::new(index as f64, height(part.positions))
            .width(0.7)
            .name(part_text(mix, part))
            .fill(color)
    };
    let bars: Vec<Bar> = mix.parts.iter().enumerate().map(bar).collect();
    let texts: Vec<String> = mix
        .parts
        .iter()
        .map(|part| {
            let count = whole_count(Count::Exact(&[part.positions]));
            format!("rating {}: {count} positions", part_text(mix, part))
        })
        .collect();
    let across = marks_across(ui);
    let shown = plot("positions by rating", cx)
        .x_axis_label(format!("rating of {name}"))
        .include_x(-0.8)
        .include_x(mix.parts.len() as f64 - 0.2)
        .include_y(height(max as u64) * 1.1)
        .x_grid_spacer(move |input| whole_marks(&input, across))
        .y_grid_spacer(move |input| {
            let mut marks = whole_marks(&input, MARKS_UP);
            if logarithmic {
                marks.iter_mut().for_each(|mark| mark.value += FOOT);
            }
            marks
        })
        .x_axis_formatter(|mark, _| {
            let part = mix.parts.get(mark.value.round() as usize);
            part.filter(|_| mark.value >= 0.0)
                .map_or_else(String::new, |part| part.min.to_string())
        })
        .y_axis_formatter(move |mark, _| match logarithmic {
            true => power_text(mark.value - FOOT),
            false => whole_count(Count::Exact(&[mark.value.max(0.0) as u64])),
        })
        .show_grid([false, true])
        .show(ui, |plot| {
            let chart = BarChart::new("positions", bars).color(color);
            let formatter = move |bar: &Bar, _: &BarChart| {
                let phrase = texts.get(bar.argument.round().max(0.0) as usize);
                phrase.cloned().unwrap_or_default()
            };
            plot.bar_chart(chart.element_formatter(Box::new(formatter)));
        });
    shown.response.widget_info(|| {
        let text = "Plot: positions by rating, as in the table";
        WidgetInfo::labeled(Role::Image, true, text)
    });
}

/// A sum as short text, as very short text, and in full.
pub(super) fn total_cell(total: &Total, at_least: &str) -> TableCell {
    let count = total.count();
    TableCell {
        short: format!("{at_least}{}", short_count(count)),
        narrow: format!("{at_least}{}", narrow_count(count)),
        whole: format!("{at_least}{}", whole_count(count)),
        print: BODY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_gap_where_a_ply_has_nothing() {
        let points = [[0.0, 1.0], [1.0, 2.0], [3.0, 1.0], [5.0, 2.0], [6.0, 4.0]];
        let lengths = |points: &[[f64; 2]], plies| -> Vec<usize> {
            runs(points, plies).iter().map(Vec::len).collect()
        };
        assert_eq!(lengths(&points, 7), [2, 1, 2]);
        assert_eq!(lengths(&[], 7), [0; 0]);
        // With many plies every stretch has one.
        let many: Vec<[f64; 2]> = (0..5_000).map(|ply| [f64::from(ply), 1.0]).collect();
        assert_eq!(lengths(&thinned(many), 5_000), [1_000]);
    }
}
