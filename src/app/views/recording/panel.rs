//! The panel at the right: the algorithm, its pseudocode, the call stack, and the counters.

use eframe::egui::{self, Role, Sense, Vec2, WidgetInfo};
use num_bigint::BigUint;

use super::RecordingPanel;
use super::player::RecordingPlayer;
use crate::app::base::{
    Identified as _, entry_ui, font, framed, heading, ids, list_ui, player_button, row, size,
};
use crate::app::intent::places::tooltip;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::Cx;
use crate::diagram::short_count;
use crate::game::{Player as Who, visible};
use crate::search::{Method, NodePhase, SearchCounters};
use crate::session::{Action, Recorded};
use crate::tree::{Count, UnfoldingNode, Vertex};
use crate::words::{move_words, short_number};

/// Maximum call-stack entries listed.
const MAX_CALLS: usize = 12;
/// Maximum number of random games.
const MAX_PLAYOUTS: u32 = 1_000_000;
/// Maximum search depth in plies.
const MAX_PLIES: u32 = 999;

impl RecordingPanel {
    /// The panel at the right.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let plain = cx.desk.view();
        let cx = &cx.with_view(&plain);
        self.choices_ui(ui, cx);
        if cx.view.hidden {
            return;
        }
        if let Some(why) = &self.fault {
            ui.add_space(6.0);
            ui.label(
                egui::RichText::new(why)
                    .size(size::SMALL)
                    .color(cx.theme.error),
            )
            .identified(ids::RECORDING_FAULT);
        }
        let Some(player) = self.players.get(self.active) else {
            return;
        };
        ui.add_space(4.0);
        ui.separator();
        match self.players.len() {
            1 => heading(ui, "Pseudocode"),
            _ => heading(
                ui,
                &format!("Pseudocode of {}", player.title().to_lowercase()),
            ),
        };
        code_ui(ui, cx, player);
        stack_ui(ui, cx, player);
        counters_ui(ui, &self.players);
    }

    fn choices_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let graph = cx.view.labels.graph();
        let chance = graph.has_chance();
        self.choices = self.choices.fitting(cx.document.session.rated());
        let limited = self.choices.limited;
        heading(ui, "Algorithm");
        let chosen = self.choices.method.title(chance, limited);
        let list = egui::ComboBox::from_id_salt("algorithm")
            .selected_text(chosen)
            .width(ui.available_width())
            // All of them without scrolling.
            .height(320.0);
        list_ui(ui, list, |ui| {
            for method in Method::ALL.into_iter().filter(|method| method.fits(chance)) {
                let title = method.title(chance, limited);
                entry_ui(ui, &mut self.choices.method, method, title);
            }
        })
        .called(Role::ComboBox, "Algorithm");
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.label("Rating for");
            let side = 26.0;
            for player in Who::all(graph.players()) {
                let chosen = self.choices.player == player;
                let text = format!("Rating for {}", cx.view.name(player));
                if player_button(ui, cx.theme, cx.view, player, side, chosen, &text).clicked() {
                    self.choices.player = player;
                }
            }
        });
        ui.horizontal(|ui| {
            ui.checkbox(&mut self.choices.limited, "Limit depth to")
                .identified(ids::ONLY_PLIES)
                .on_hover_text("Deeper nodes use the estimate");
            framed(ui);
            let field = egui::DragValue::new(&mut self.choices.plies).range(1..=MAX_PLIES);
            ui.add_enabled(self.choices.limited, field)
                .called(Role::SpinButton, "Plies");
        });
        if self.choices.method.samples() {
            self.sampling_ui(ui);
        }
        let mut watches = !self.stays;
        ui.checkbox(&mut watches, "Board follows the search")
            .identified(ids::WATCH);
        self.stays = !watches;
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            let busy = self.running.is_running();
            for named in [CommandId::Record, CommandId::RecordBeside] {
                let enabled = !busy && self.would_do(named) != Some(false);
                let button = egui::Button::new(named.text()).fill(cx.theme.soft);
                let response = ui.add_enabled(enabled, button).identified(named.id());
                if response.clicked() {
                    cx.run(named);
                }
                response.on_hover_text(tooltip(ui.ctx(), named));
            }
            if busy {
                ui.spinner();
            }
        });
    }
}

impl RecordingPanel {
    /// The number of random games and their seed.
    fn sampling_ui(&mut self, ui: &mut egui::Ui) {
        let sampling = &mut self.choices.sampling;
        ui.horizontal(|ui| {
            framed(ui);
            let name = ui.label("Random games");
            let games = egui::DragValue::new(&mut sampling.playouts).range(1..=MAX_PLAYOUTS);
            ui.add(games).labelled_by(name.id).identified(ids::PLAYOUTS);
            let name = ui.label("Seed");
            let seed = egui::DragValue::new(&mut sampling.seed);
            let seed = ui.add(seed).labelled_by(name.id);
            seed.on_hover_text("The same seed plays the same games, on every machine");
        });
    }
}

/// The algorithm, the line at work marked.
fn code_ui(ui: &mut egui::Ui, cx: &Cx<'_>, player: &RecordingPlayer) {
    let at = player.line();
    for (index, line) in player.code.iter().enumerate() {
        let indent = 4.0 + 13.0 * f32::from(line.indent);
        let is_at = at == Some(index);
        let color = cx.theme.text_color(is_at);
        let width = ui.available_width();
        let galley = ui.painter().layout(
            line.text.clone(),
            font(size::SMALL, is_at),
            color,
            (width - indent - 10.0).max(40.0),
        );
        let high = galley.size().y + 4.0;
        let (rect, response) = ui.allocate_exact_size(Vec2::new(width, high), Sense::hover());
        if is_at {
            ui.painter().rect_filled(rect, 3.0, cx.theme.soft);
            let mut mark = rect;
            mark.max.x = mark.min.x + 3.0;
            ui.painter().rect_filled(mark, 1.0, cx.theme.text);
        }
        let at = rect.min + Vec2::new(indent + 4.0, 2.0);
        ui.painter().galley(at, galley, color);
        response.widget_info(|| {
            let now = if is_at { ", current" } else { "" };
            WidgetInfo::labeled(Role::Label, true, format!("{}{now}", line.text))
        });
        if is_at {
            response.identified(ids::CODE_AT);
        }
    }
}

/// The calls that are open, the deepest last; a click selects the node.
fn stack_ui(ui: &mut egui::Ui, cx: &Cx<'_>, player: &RecordingPlayer) {
    let recorded = &player.recorded;
    let (event, _) = player.steps();
    let stack = recorded.recording.stack(event);
    let walk = recorded.options.method.samples();
    heading(ui, if walk { "Path" } else { "Call stack" });
    let view = player.view();
    let hidden = stack.len().saturating_sub(MAX_CALLS);
    if hidden > 0 {
        let words = format!("{} more above", short_number(hidden));
        ui.label(cx.small(words));
    }
    for (depth, &node) in stack.iter().enumerate().skip(hidden) {
        let name = match node == UnfoldingNode::ROOT {
            true => root_name(&player.recorded),
            false => view.tree.move_name(node).unwrap_or_default(),
        };
        let (known, window) = match recorded.recording.phase(node, event) {
            NodePhase::Open { window, known } => (known, Some(window)),
            NodePhase::Done { known }
            | NodePhase::Hit { known }
            | NodePhase::Sampled { known, .. } => (known, None),
            NodePhase::Unseen | NodePhase::Cut => (crate::search::UNBOUNDED, None),
        };
        let numbers = &recorded.numbers;
        let estimated = recorded.recording.is_estimate(node, event);
        let mut phrase = recorded.value_text(known, estimated).unwrap_or_default();
        if let Some(window) = window.filter(|_| recorded.options.method.has_window()) {
            let (alpha, beta) = (numbers.text(window.low), numbers.text(window.high));
            phrase = format!("{phrase}   α {alpha}  β {beta}");
        }
        let strong = depth + 1 == stack.len();
        let response = ui
            .horizontal(|ui| {
                ui.add_space(4.0 + 6.0 * (depth - hidden) as f32);
                let name = egui::RichText::new(name).size(size::SMALL);
                let name = name.color(cx.theme.text_color(strong));
                let response = ui.add(egui::Label::new(name).sense(Sense::click()));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = egui::RichText::new(phrase.trim_start()).size(size::SMALL);
                    ui.add(egui::Label::new(text).truncate());
                });
                response
            })
            .inner;
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.clicked() {
            cx.push(Command::Act(Action::SelectLine(player.line_to(node))));
        }
    }
}

/// A number of nodes in few characters.
fn nodes(nodes: &BigUint) -> String {
    match nodes.to_u64_digits() {
        digits if digits.is_empty() => "0".to_owned(),
        digits => short_count(Count::Exact(&digits)),
    }
}

/// The counters, a column for each recording; a dash if it doesn't count that.
fn counters_ui(ui: &mut egui::Ui, players: &[RecordingPlayer]) {
    heading(ui, "Counts");
    let tallies: Vec<SearchCounters> = players.iter().map(RecordingPlayer::tally).collect();
    let method = |player: &RecordingPlayer| player.recorded.options.method;
    let sampled = |player: &RecordingPlayer| method(player).samples();
    let windowed = |player: &RecordingPlayer| method(player).has_window();
    let tabled = |player: &RecordingPlayer| method(player).keeps_table();
    let known = |player: &RecordingPlayer, text: String| match player.recorded.sizes_known {
        true => text,
        false => "not known".to_owned(),
    };
    let mut line =
        |key: &str,
         name: &str,
         value: &dyn Fn(&RecordingPlayer, &SearchCounters) -> Option<String>| {
            let describe = |(player, tally)| value(player, tally).unwrap_or_else(|| "–".to_owned());
            let values: Vec<String> = players.iter().zip(&tallies).map(describe).collect();
            if values.iter().any(|value| !value.is_empty()) {
                row(ui, name, values.join("   |   ")).identified(&ids::counted(key));
            }
        };
    let all_sampled = players.iter().all(sampled);
    let any_sampled = players.iter().any(sampled);
    let visited = match (all_sampled, any_sampled) {
        (true, _) => "nodes tried",
        (false, true) => "nodes visited, tried",
        (false, false) => "nodes visited",
    };
    line("visited", visited, &|_, tally| {
        Some(short_number(tally.visited))
    });
    if any_sampled {
        line("playouts", "random games", &|player, tally| {
            let all = short_number(player.recorded.options.sampling.playouts);
            sampled(player).then(|| format!("{} of {all}", short_number(tally.playouts)))
        });
        line("playout-plies", "plies played", &|player, tally| {
            sampled(player).then(|| short_number(tally.playout_plies))
        });
    }
    if !all_sampled {
        line("cuts", "cuts", &|player, tally| {
            windowed(player).then(|| short_number(tally.cuts))
        });
        line("cut-nodes", "nodes cut", &|player, tally| {
            windowed(player).then(|| known(player, nodes(&tally.cut_nodes)))
        });
    }
    if players.iter().any(tabled) {
        line("hits", "table hits", &|player, tally| {
            tabled(player).then(|| short_number(tally.hits))
        });
        line("hit-nodes", "nodes saved by the table", &|player, tally| {
            tabled(player).then(|| known(player, nodes(&tally.hit_nodes)))
        });
    }
    if !all_sampled {
        line("saved", "saved", &|player, tally| {
            let share = format!("{:.1} %", 100.0 * tally.saved());
            (!sampled(player)).then(|| known(player, share))
        });
    }
    line("answer", "answer", &|player, _| Some(answer(player)));
}

/// The result, at the last step.
fn answer(player: &RecordingPlayer) -> String {
    let recorded = &player.recorded;
    let (at, all) = player.steps();
    match recorded.answer {
        _ if at + 1 != all => "…".to_owned(),
        None => "not finished: step limit".to_owned(),
        Some(_) if recorded.options.method.samples() => {
            // A mean has the same digits as on its node.
            let known = recorded.recording.events().last().map(|event| event.known);
            let estimated = recorded.is_estimate();
            let mean = known.and_then(|known| recorded.value_text(known, estimated));
            mean.unwrap_or_default()
        }
        Some(_) => recorded.answer_text().unwrap_or_default(),
    }
}

/// The node that was rated: `root`, or the moves that lead there.
fn root_name(recorded: &Recorded) -> String {
    let line = recorded.rated.graph.line_text(Vertex::ROOT, &recorded.line);
    match recorded.line.is_empty() {
        true => "root".to_owned(),
        false => format!("after {}", visible(&move_words(&line))),
    }
}
