//! The walked line as clickable steps, including those below the selected node.

use eframe::egui::{self, Role, Stroke, Vec2, WidgetInfo};

use crate::app::base::{Identified as _, font, ids, size, width_of};
use crate::app::document::{Document, MadeFor};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{Cx, Tool};
use crate::diagram::{TreeView, shortened, step_text, worse_text};
use crate::export::system_fonts::words_in_order;
use crate::rating::Loss;
use crate::session::{Action, Steps};
use crate::tree::{UnfoldingNode, Vertex};

/// Maximum steps of a long line shown before and after the selected node.
const STEPS_SHOWN: usize = 40;
/// Maximum characters of a step.
const MAX_LETTERS: usize = 26;

/// The state of the line panel.
#[derive(Debug, Default)]
pub struct LinePanel {
    shown: Option<ShownSteps>,
    /// The height of the steps' area, in points.
    height: f32,
}

/// The steps around the selected node, made when another is selected.
#[derive(Debug)]
struct ShownSteps {
    made_for: MadeFor,
    steps: Vec<LineRow>,
    /// The number of steps to the selected node.
    here: usize,
    /// The number of steps left out before them.
    before: usize,
    more_above: bool,
    more_below: bool,
    /// Whether the selected node is still to be brought into sight.
    reveal: bool,
}

#[derive(Debug)]
struct LineRow {
    node: UnfoldingNode,
    text: String,
    /// What it cost, if it lowered its mover's rating.
    worse: Option<(Loss, String)>,
}

impl ShownSteps {
    fn new(document: &Document, view: &TreeView<'_>) -> Self {
        let session = &document.session;
        let unfolding = session.unfolding();
        let Steps {
            steps,
            here,
            more_above,
            more_below,
        } = session.steps(STEPS_SHOWN);
        let steps = steps
            .into_iter()
            .map(|(edge, node)| {
                let source = unfolding
                    .parent(node)
                    .map_or(Vertex::ROOT, |parent| unfolding.vertex(parent));
                LineRow {
                    node,
                    text: step_text(view.labels, source, edge),
                    worse: worse_text(view, source, edge),
                }
            })
            .collect();
        Self {
            made_for: MadeFor::now(document, view),
            steps,
            here,
            before: session.line().len().saturating_sub(here),
            more_above,
            more_below,
            reveal: true,
        }
    }
}

/// How a step is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShownStep {
    Above,
    Here,
    Below,
}

impl Tool for LinePanel {
    /// The walked line.
    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let plain = cx.desk.beside_view();
        let cx = &cx.with_view(&plain);
        heading_ui(ui, cx);
        let current = self.shown.take();
        let current = current.filter(|shown| shown.made_for.is_now(cx.document, cx.view));
        let mut shown = current.unwrap_or_else(|| ShownSteps::new(cx.document, cx.view));
        let at_root = cx.document.session.selected() == UnfoldingNode::ROOT;
        let reveal = std::mem::replace(&mut shown.reveal, false);
        let steps = |ui: &mut egui::Ui| {
            ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
            let start = if at_root {
                ShownStep::Here
            } else {
                ShownStep::Above
            };
            let response = chip(ui, cx, "root", start, None).identified(&ids::step(0));
            cx.push_on_click(&response, || Command::Act(Action::Root));
            if at_root && reveal {
                response.scroll_to_me(None);
            }
            if shown.more_above {
                dots(ui, cx);
            }
            for (index, step) in shown.steps.iter().enumerate() {
                let line_step = match (index + 1).cmp(&shown.here) {
                    std::cmp::Ordering::Less => ShownStep::Above,
                    std::cmp::Ordering::Equal => ShownStep::Here,
                    std::cmp::Ordering::Greater => ShownStep::Below,
                };
                let response = chip(ui, cx, &step.text, line_step, step.worse.as_ref())
                    .identified(&ids::step(shown.before + index + 1));
                cx.push_on_click(&response, || Command::Act(Action::Select(step.node)));
                if line_step == ShownStep::Here && reveal {
                    response.scroll_to_me(None);
                }
            }
            if shown.more_below {
                dots(ui, cx);
            }
        };
        // Two rows of steps are in sight in the lowest panel.
        let min = 2.0 * (ui.spacing().interact_size.y + 4.0);
        let area = egui::ScrollArea::vertical()
            .id_salt("line")
            .auto_shrink([false, true])
            .min_scrolled_height(min)
            .show(ui, |ui| {
                // The scroll bar has a separate place.
                ui.set_max_width(ui.available_width() - 8.0);
                ui.horizontal_wrapped(steps);
            });
        // Another height may hide the selected node.
        let height = area.inner_rect.height();
        if std::mem::replace(&mut self.height, height) != height {
            shown.reveal = true;
            ui.ctx().request_repaint();
        }
        self.shown = Some(shown);
    }
}

/// The heading, and at its right the button for the rating graph.
fn heading_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(4.0);
    cx.headed_ui(ui, "Line", |ui| {
        let response = ui.add(cx.quiet_button(CommandId::ShowHistory, 15.0));
        let label = "Rating graph";
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
        cx.run_on_click(response, CommandId::ShowHistory);
    });
}

/// Steps that are left out.
fn dots(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.label(cx.dim("…"));
}

/// One step: the selected one has a ring, one below it is dim, and a blunder or an inaccuracy is
/// underlined and has a sign.
fn chip(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    text: &str,
    line_step: ShownStep,
    worse: Option<&(Loss, String)>,
) -> egui::Response {
    // A row of steps is broken between them, so that none may be wider than a row.
    let widest = ui.max_rect().width() - 2.0 * ui.spacing().button_padding.x - 24.0;
    let mut short = shortened(text, MAX_LETTERS);
    for letters in (4..MAX_LETTERS).rev() {
        if width_of(ui, &short, &font(size::BODY, false)) <= widest {
            break;
        }
        short = shortened(text, letters);
    }
    let sign = worse.map_or("", |(loss, _)| loss.sign());
    let shown = match sign {
        "" => short.clone(),
        sign => format!("{short} {sign}"),
    };
    let (color, ring) = match line_step {
        ShownStep::Above => (cx.theme.text, cx.theme.soft),
        ShownStep::Here => (cx.theme.text, cx.theme.text),
        ShownStep::Below => (cx.theme.dim, cx.theme.soft),
    };
    let mut phrase = egui::RichText::new(words_in_order(&shown)).color(color);
    if !sign.is_empty() {
        phrase = phrase.underline();
    }
    let button = egui::Button::new(phrase)
        .fill(cx.theme.soft)
        .stroke(Stroke::new(2.0, ring))
        .corner_radius(10.0)
        .wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add(button);
    let label = match worse {
        Some((Loss::Slight, _)) => format!("{text}, slightly worse"),
        Some((Loss::Inaccuracy, _)) => format!("{text}, an inaccuracy"),
        Some((Loss::Blunder, _)) => format!("{text}, a blunder"),
        None => text.to_owned(),
    };
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, line_step == ShownStep::Here, &label)
    });
    match worse {
        Some((_, cost)) => response.on_hover_text(format!("{text}\n{cost}")),
        None if short != text => response.on_hover_text(text),
        None => response,
    }
}
