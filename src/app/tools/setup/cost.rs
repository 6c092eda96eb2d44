//! The cost of the open board: the progress of its build, and in the end its time and memory.

use eframe::egui;

use crate::app::base::{duration, heading, ids, memory, part, row};
use crate::app::document::{Document, percent};
use crate::app::parts::{BuildStep, Cx};
use crate::diagram::{at_least, short_count};
use crate::games::takes_script;
use crate::session::{Progress, Stage};
use crate::tree::{Limits, Stopped, Vertex};
use crate::words::{counted, short_number};

/// The texts about the cost: names with values, and one sentence.
struct Cost {
    rows: Vec<(&'static str, String)>,
    sentence: String,
    /// The completed share, or the used share of the limit, and which of both it is.
    used: Option<(f32, &'static str)>,
    /// The button for the build: cancel or resume.
    step: Option<BuildStep>,
}

/// The box at the lower end of the setup, always in view. `height` is its height in the last frame.
pub fn cost_ui(ui: &mut egui::Ui, cx: &Cx<'_>, height: &mut f32) {
    let all = ui.available_rect_before_wrap();
    let rect = all.with_min_y(all.bottom() - *height);
    let mut below = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let line = egui::Stroke::new(1.0, cx.theme.line);
    below.painter().hline(rect.x_range(), rect.top(), line);
    box_ui(&mut below, cx);
    let now = below.min_rect().height();
    if (std::mem::replace(height, now) - now).abs() > 0.5 {
        ui.ctx().request_discard("the cost takes another height");
    }
}

/// The same where there is no room for it below the fields: after them.
pub fn box_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.scope(|ui| costs_ui(ui, cx));
}

fn costs_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    part(ui, ids::COST);
    let cost = cost(cx.document);
    ui.spacing_mut().item_spacing.y = 3.0;
    heading(ui, &format!("Cost of this {}", thing(cx.document)));
    for (name, value) in cost.rows {
        row(ui, name, value);
    }
    if let Some((used, what)) = cost.used {
        let bar = egui::ProgressBar::new(used)
            .desired_height(6.0)
            .fill(cx.theme.dim);
        ui.add(bar).on_hover_text(what);
    }
    let text = cx.small(cost.sentence);
    ui.add(egui::Label::new(text).wrap());
    if let Some(step) = cost.step {
        ui.add_space(2.0);
        step.button_ui(ui, cx);
    }
}

/// What is being built.
fn thing(document: &Document) -> &'static str {
    if takes_script(&document.setup.game) {
        "tree"
    } else {
        "board"
    }
}

fn cost(document: &Document) -> Cost {
    match document.progress() {
        Some(_) => while_building(document),
        None => once_built(document),
    }
}

fn while_building(document: &Document) -> Cost {
    let Some(progress) = document.progress() else {
        return once_built(document);
    };
    let positions = progress.positions as u64;
    let seconds = document.building_for().unwrap_or_default().as_secs_f64();
    let rate = if seconds > 0.0 {
        (positions as f64 / seconds) as u64
    } else {
        0
    };
    let share = percent(progress.share());
    Cost {
        rows: vec![
            ("Positions so far", short_number(positions)),
            ("Moves so far", short_number(progress.moves as u64)),
            ("Positions/s", short_number(rate)),
            ("Memory", memory(progress.bytes)),
        ],
        sentence: match progress.stage {
            Stage::Exploring => up_to(&document.limits),
            Stage::Sorting => format!("Sorting them: {share}."),
            Stage::Rating | Stage::Proving => format!("Rating and counting them: {share}."),
        },
        used: match progress.stage {
            Stage::Exploring => part_used(&progress, &document.limits),
            Stage::Sorting => Some((progress.share(), "Share sorted")),
            Stage::Rating | Stage::Proving => Some((progress.share(), "Share rated and counted")),
        },
        step: Some(BuildStep::Cancel),
    }
}

/// What is being built, and to which limits.
fn up_to(limits: &Limits) -> String {
    let positions = limits
        .max_nodes
        .map(|most| format!("{} positions", short_number(most)));
    let bytes = limits.max_bytes.map(bytes);
    let limits: Vec<String> = positions.into_iter().chain(bytes).collect();
    match limits.is_empty() {
        true => "Building, without a limit.".to_owned(),
        false => format!("Building, up to {}", limits.join(" or ")),
    }
}

/// The limit with the largest used share.
fn part_used(progress: &Progress, limits: &Limits) -> Option<(f32, &'static str)> {
    let part = |used: usize, most: u64, text| (used as f32 / most as f32, text);
    let positions = limits
        .max_nodes
        .map(|most| part(progress.positions, most, "Share of the position limit"));
    let bytes = limits
        .max_bytes
        .map(|most| part(progress.bytes, most, "Share of the memory limit"));
    let used = positions.into_iter().chain(bytes);
    used.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// A number of positions, with the word.
fn positions(number: u64) -> String {
    counted(number, "position")
}

/// A budget of bytes, rounded.
fn bytes(budget: u64) -> String {
    memory(usize::try_from(budget).unwrap_or(usize::MAX))
}

fn once_built(document: &Document) -> Cost {
    let rated = document.session.rated();
    let graph = rated.graph.graph();
    let known = at_least(graph);
    let nodes = short_count(rated.analysis.nodes.of(Vertex::ROOT));
    let took = match document.took {
        Some(took) => format!(" in {}", duration(took.as_secs_f64())),
        None => String::new(),
    };
    let cut_short = document.is_cut_short();
    let by_bytes = document.stopped_by_bytes();
    let sentence = match (graph.stopped(), graph.max_plies()) {
        (Some(Stopped::MaxNodes(most)), _) if cut_short => format!(
            "Canceled at {} positions, which are kept. Ratings that depend on the rest aren't proven.",
            short_number(most)
        ),
        (Some(Stopped::MaxNodes(most)), _) if let Some(budget) = by_bytes => format!(
            "Memory limit ({}) reached at {}{took}. Ratings that depend on the rest are \
             estimates. Raise the limit or set a ply limit.",
            bytes(budget),
            positions(most)
        ),
        (Some(Stopped::MaxNodes(most)), _) => format!(
            "Position limit reached at {}{took}. Ratings that depend on the rest are \
             estimates. Raise the limit or set a ply limit.",
            positions(most)
        ),
        (Some(Stopped::Frontier), _) => {
            "Its graph is too large. The tree grows where you look, and \
             a search proves the ratings there. Set a limit to build the graph up to it."
                .to_owned()
        }
        (None, Some(plies)) if !graph.is_complete() => {
            format!("Complete to ply {plies}{took}; deeper ratings are estimates.")
        }
        _ => format!("Complete{took}."),
    };
    Cost {
        rows: vec![
            (
                "Positions",
                format!("{known}{}", short_number(document.positions)),
            ),
            ("Tree nodes", format!("{known}{nodes}")),
            ("Memory", memory(rated.bytes)),
        ],
        sentence,
        used: None,
        step: cut_short.then_some(BuildStep::Resume),
    }
}
