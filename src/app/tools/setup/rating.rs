//! The rating options in the setup (how players are rated, and endless play), and the cost of the
//! open board: the progress of its build, and in the end its time and memory.

use eframe::egui;

use super::edit::SetupField;
use super::fields::{FieldEvent, FieldLook, HEIGHT};
use super::sections::SectionPass;
use crate::app::base::{Identified as _, duration, heading, ids, memory, name_region, row};
use crate::app::document::{Document, percent};
use crate::app::parts::{BuildStep, Cx};
use crate::diagram::{at_least_sign, short_count};
use crate::games::{Offer, takes_script};
use crate::rating::{DRAW, Multiplayer};
use crate::session::{Progress, Stage};
use crate::tree::{Limits, Stopped, Vertex};
use crate::words::{counted, short_number};

/// Why max-n can't be chosen.
const RECURS: &str = "Not available: positions repeat. Set a ply limit.";

impl SectionPass<'_> {
    /// The choices that mean something for the open tree.
    pub(super) fn rating_ui(&mut self, ui: &mut egui::Ui) {
        let facts = &self.panel.facts;
        let options = facts.options;
        let ways = facts.ways || options.multiplayer.is_some();
        let endless = facts.is_cyclic || options.endless.is_some();
        if !ways && !endless {
            return;
        }
        heading(ui, "Ratings");
        if ways {
            self.multiplayer_ui(ui);
        }
        if endless {
            self.endless_ui(ui);
        }
    }

    fn multiplayer_ui(&mut self, ui: &mut egui::Ui) {
        let Some(chosen) = self.panel.facts.multiplayer else {
            return;
        };
        let is_cyclic = self.panel.facts.is_cyclic;
        let offers = Multiplayer::ALL.map(|way| {
            let refused = is_cyclic && way == Multiplayer::MaxN;
            let offer = Offer {
                name: way.name(),
                refused: refused.then_some(RECURS),
            };
            (offer, rating_label(way))
        });
        self.field_ui(ui, SetupField::Multiplayer, "Rated by", |input, ui| {
            input.choice(ui, chosen.name(), &offers, &|_| "")
        });
        match self.panel.facts.refused {
            Some(why) => self.cx.wrong_ui(ui, why),
            None => self.cx.small_ui(ui, help(chosen)),
        }
        .identified(ids::ABOUT_RATING);
    }

    fn endless_ui(&mut self, ui: &mut egui::Ui) {
        let endless = self.panel.facts.options.endless;
        let shown = endless.map_or_else(|| DRAW.to_owned(), |worth| worth.to_string());
        let (low, high) = self.panel.facts.range;
        let name = "Value of endless play";
        self.field_ui(ui, SetupField::Endless, name, |input, ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let look = FieldLook {
                hint: DRAW,
                ..FieldLook::NUMBER
            };
            let mut happened = input.text(ui, &shown, look);
            for text in [DRAW.to_owned(), low.to_string(), high.to_string()] {
                let is_chosen = text == shown;
                let button = egui::Button::selectable(is_chosen, text.as_str())
                    .min_size(egui::Vec2::new(HEIGHT, HEIGHT))
                    .stroke(egui::Stroke::new(1.0, input.theme.line));
                let response = ui
                    .add(button)
                    .chosen(egui::Role::Button, is_chosen, format!("{name}: {text}"))
                    .identified(&ids::option("Endless", &text));
                if response.clicked() && !is_chosen {
                    happened = FieldEvent::Entered(text);
                }
            }
            happened
        });
        let now = self.panel.facts.endless;
        let help = match endless {
            None => format!(
                "Value of endless play for each player: {DRAW} ({now}), or a fraction from {low} to {high}."
            ),
            Some(_) => format!(
                "Value of endless play for each player: {DRAW}, or a fraction from {low} to {high}."
            ),
        };
        self.cx.small_ui(ui, &help).identified(ids::ABOUT_ENDLESS);
    }
}

/// The name of a rating option, in a few words.
fn rating_label(way: Multiplayer) -> &'static str {
    match way {
        Multiplayer::Paranoid => "Paranoid (all against one)",
        Multiplayer::MaxN => "Max-n (each for itself)",
    }
}

/// The description of a rating option, in a sentence.
fn help(way: Multiplayer) -> &'static str {
    match way {
        Multiplayer::Paranoid => "The rating a player can guarantee if all others play against it.",
        Multiplayer::MaxN => {
            "Each player maximizes its own rating. Ties go to the first listed move."
        }
    }
}

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
    name_region(ui, ids::COST);
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
        .map(|max| format!("{} positions", short_number(max)));
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
        .map(|maximum| part(progress.positions, maximum, "Share of the position limit"));
    let bytes = limits
        .max_bytes
        .map(|max| part(progress.bytes, max, "Share of the memory limit"));
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
    let known = at_least_sign(graph);
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
        (Some(Stopped::MaxNodes(maximum)), _) if let Some(budget) = by_bytes => format!(
            "Memory limit ({}) reached at {}{took}. Ratings that depend on the rest are \
             estimates. Raise the limit or set a ply limit.",
            bytes(budget),
            positions(maximum)
        ),
        (Some(Stopped::MaxNodes(max)), _) => format!(
            "Position limit reached at {}{took}. Ratings that depend on the rest are \
             estimates. Raise the limit or set a ply limit.",
            positions(max)
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
