//! Texts and controls that panels repeat: rows, buttons of commands, the buttons that cancel and
//! resume a build, and the placeholder for something that isn't known.

use std::ops::Range;

use eframe::egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use eframe::egui::{
    self, Align, Color32, FontId, Layout, Response, RichText, Role, Stroke, StrokeKind, Vec2,
    WidgetInfo,
};

use super::bar::THUMB;
use super::tool::Cx;
use crate::app::base::{Identified as _, Theme, font, ids, size, strong};
use crate::app::intent::places::tooltip;
use crate::app::intent::{Command, CommandId};

/// A text of which a part is wrong, and underlined.
pub(crate) fn marked(text: &str, wrong: Range<usize>, font: &FontId, theme: &Theme) -> LayoutJob {
    let plain = TextFormat::simple(font.clone(), theme.text);
    let fault = TextFormat {
        underline: Stroke::new(2.0, theme.error),
        color: theme.error,
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    for (part, format) in [
        (&text[..wrong.start], &plain),
        (&text[wrong.clone()], &fault),
        (&text[wrong.end..], &plain),
    ] {
        if !part.is_empty() {
            job.append(part, 0.0, format.clone());
        }
    }
    if text.is_empty() {
        // It has the height of a line too.
        job.append("", 0.0, plain);
    }
    job
}

impl Cx<'_> {
    /// A heading, with widgets at its right.
    pub fn headed_ui(&self, ui: &mut egui::Ui, text: &str, add: impl FnOnce(&mut egui::Ui)) {
        let row = Vec2::new(ui.available_width(), 20.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            ui.label(strong(text).size(size::HEADING).color(self.theme.dim));
            ui.with_layout(Layout::right_to_left(Align::Center), add);
        });
    }

    /// The color of a text, dim unless it matters.
    pub fn text_or_dim(&self, matters: bool) -> Color32 {
        if matters {
            self.theme.text
        } else {
            self.theme.dim
        }
    }

    /// The color of a text, or only that of a line.
    pub fn text_or_line(&self, matters: bool) -> Color32 {
        if matters {
            self.theme.text
        } else {
            self.theme.line
        }
    }

    /// Frames a focused link in a text.
    pub fn link_ring(&self, ui: &egui::Ui, link: &Response) {
        if link.has_focus() {
            let stroke = Stroke::new(1.5, self.theme.text);
            let (rect, outside) = (link.rect.expand(2.0), StrokeKind::Outside);
            ui.painter().rect_stroke(rect, 3.0, stroke, outside);
        }
    }

    /// Less important text.
    pub fn dim(&self, text: impl Into<String>) -> RichText {
        RichText::new(text).color(self.theme.dim)
    }

    /// Small print.
    pub fn small(&self, text: impl Into<String>) -> RichText {
        self.dim(text).size(size::SMALL)
    }

    /// An error in small print.
    pub fn wrong(&self, phrase: impl Into<String>) -> RichText {
        let text = RichText::new(phrase).size(size::SMALL);
        text.color(self.theme.error)
    }

    /// An error in small print, over several lines if needed.
    pub fn wrong_ui(&self, ui: &mut egui::Ui, text: impl Into<String>) -> Response {
        ui.add(egui::Label::new(self.wrong(text)).wrap())
    }

    /// A line of small print, or several where it has no room in one.
    pub fn small_ui(&self, ui: &mut egui::Ui, phrase: impl Into<String>) -> Response {
        let text = self.hint(&phrase.into());
        ui.add(egui::Label::new(self.small(text)).wrap())
    }

    /// What to do, for the keys and the pointer that there are.
    pub fn hint(&self, text: &str) -> String {
        match self.desk.is_touched {
            true => for_a_thumb(text),
            false => text.to_owned(),
        }
    }
}

/// What is said otherwise where a screen is touched, and there may be no keys.
const BY_THUMB: [(&str, &str); 30] = [
    ("Press H to show them", "The eye at the top shows them"),
    ("press H to show them", "the eye at the top shows them"),
    (
        "Press H to hide the ratings",
        "The eye at the top hides the ratings",
    ),
    ("**Press H**, or click the eye,", "**Tap the eye**"),
    (
        "**Press H** again, or click the eye,",
        "**Tap the eye** again",
    ),
    (
        "The panel at the right explains it under Why.",
        "Why explains it.",
    ),
    ("**Press ]**, or click +,", "**Tap +**"),
    ("**Press ↓**, or click", "**Tap**"),
    ("**Press →**, or click", "**Tap**"),
    ("**Press Home**, or click", "**Tap**"),
    ("**click hex", "**tap hex"),
    ("Click a", "Tap a"),
    ("Right-click for", "Hold it for"),
    ("Scroll to change its dice. ", ""),
    (", or with keys 1–9", ""),
    (
        "Ctrl+K finds every command",
        "The lens at the top finds every command",
    ),
    (" Ctrl+Enter applies it.", ""),
    ("Type a payoff, or press Tab", "Type a payoff, or tap +"),
    ("Press Tab to add", "Tap + to add"),
    (
        "Press F to fit the tree or A for the selected node.",
        "View › Zoom to fit shows the tree.",
    ),
    (" Enter: attack.", ""),
    (" Enter: play.", ""),
    (" Enter: select as attacker.", ""),
    (" Esc: deselect.", ""),
    (" Esc: leave.", ""),
    (" Letter: add a piece. Delete: remove it.", ""),
    (" Letter or Space: owner. Digit, + or −: dice.", ""),
    (" ←/→: target.", ""),
    (" (H)", ""),
    (" (Esc)", ""),
];

/// The same text without keys.
pub(crate) fn for_a_thumb(text: &str) -> String {
    let replaced = |phrase: String, (key, thumb): &(&str, &str)| phrase.replace(key, thumb);
    BY_THUMB.iter().fold(text.to_owned(), replaced)
}

/// Selects a range of characters in a text field.
pub(crate) fn select_text(ctx: &egui::Context, id: egui::Id, from: usize, to: usize) {
    let mut state = egui::TextEdit::load_state(ctx, id).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(from), CCursor::new(to));
    state.cursor.set_char_range(Some(range));
    egui::TextEdit::store_state(ctx, id, state);
}

/// Selects all text of a field, so that typing replaces it.
pub(crate) fn select_all(ctx: &egui::Context, id: egui::Id, text: &str) {
    select_text(ctx, id, 0, text.chars().count());
}

/// The sizes of an icon button, in points: for a pointer, and for a thumb.
const BUTTONS: [Vec2; 2] = [Vec2::new(28.0, 26.0), Vec2::new(36.0, 40.0)];

impl Cx<'_> {
    /// The size of an icon button.
    pub fn button_size(&self) -> Vec2 {
        BUTTONS[usize::from(self.desk.is_touched)]
    }

    /// The height of a row of a list, which is `usual` for a pointer.
    pub fn row_height(&self, usual: f32) -> f32 {
        match self.desk.is_touched {
            true => THUMB.max(usual),
            false => usual,
        }
    }

    /// An icon button of a command.
    pub fn icon_button(&self, ui: &mut egui::Ui, named: CommandId) {
        let enabled = self.desk.states.is_enabled(named);
        let on = self.desk.states.is_on(named) == Some(true);
        let color = if enabled {
            self.theme.text
        } else {
            self.theme.line
        };
        let icon = egui::RichText::new(named.icon()).size(17.0).color(color);
        let button = egui::Button::new(icon)
            .min_size(self.button_size())
            .selected(on);
        let response = ui.add_enabled(enabled, button);
        let label = named.text().trim_end_matches('…');
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, on, label));
        self.run_on_click(response, named);
    }

    /// A button with a command's icon and a text.
    pub fn worded_button(
        &self,
        named: CommandId,
        text: &str,
        height: f32,
    ) -> egui::Button<'static> {
        egui::Button::new(format!("{} {text}", named.icon()))
            .min_size(Vec2::new(0.0, height))
            .stroke(Stroke::new(1.0, self.theme.line))
    }

    /// A button with small text in a frame.
    pub fn small_button(&self, phrase: &str) -> egui::Button<'static> {
        let text = egui::RichText::new(phrase).size(size::SMALL);
        egui::Button::new(text).stroke(Stroke::new(1.0, self.theme.line))
    }

    /// A small button with a command's icon, beside a heading.
    pub fn quiet_button(&self, named: CommandId, sign: f32) -> egui::Button<'static> {
        egui::Button::new(self.dim(named.icon()).size(sign))
            .small()
            .min_size(Vec2::new(24.0, 20.0))
            .stroke(Stroke::NONE)
    }

    /// The buttons for the previous and the next result.
    pub fn back_and_forth(&self, ui: &mut egui::Ui, ways: [CommandId; 2]) {
        for (named, text) in ways.into_iter().zip(["Previous", "Next"]) {
            let response = ui
                .add(self.worded_button(named, text, self.button_size().y))
                .called(Role::Button, named.text());
            self.run_on_click(response, named);
        }
    }

    /// Pushes a command when a button was clicked.
    pub fn push_on_click(&self, response: &Response, command: impl FnOnce() -> Command) {
        if response.clicked() {
            self.push(command());
        }
    }

    /// The same where the button doesn't keep the keyboard.
    pub fn push_once_on_click(&self, response: &Response, command: impl FnOnce() -> Command) {
        if response.was_clicked() {
            self.push(command());
        }
    }

    /// Connects a button with a command: sets its id, runs the command on a click, and adds the
    /// tooltip. A clicked button doesn't keep the keyboard focus, since keys walk the tree.
    pub fn run_on_click(&self, response: Response, named: CommandId) -> Response {
        if response.clicked() {
            response.surrender_focus();
        }
        self.run_on_click_keeping_focus(response, named)
    }

    /// The same where the button keeps the keyboard.
    pub fn run_on_click_keeping_focus(&self, response: Response, named: CommandId) -> Response {
        let response = response.identified(named.id());
        self.push_on_click(&response, || Command::Named(named));
        let text = tooltip(&response.ctx, named);
        response.on_hover_text(text)
    }
}

/// A user action on a build, or on the search in a tree that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    /// Cancel it, and rate its results.
    Cancel,
    /// Go on with it.
    Resume,
}

impl BuildStep {
    /// The button; emphasized if it resumes, since that is the only thing to do then.
    pub fn button_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let theme = cx.theme;
        let (grows, given_up) = (cx.document.grows(), cx.document.proofs().given_up > 0);
        let (text, id, tooltip, fill, ink) = match self {
            Self::Cancel => (
                "Cancel",
                ids::CANCEL_BUILD,
                match grows {
                    false => "Stop the build and rate what was found so far",
                    true => "Stop the search; what is proven stays",
                },
                theme.panel,
                theme.text,
            ),
            Self::Resume => (
                "Resume",
                ids::RESUME,
                match (grows, given_up) {
                    (false, _) => "Continue the build where it stopped",
                    (true, false) => "Continue the search",
                    (true, true) => "Search again, with four times as many nodes for each rating",
                },
                theme.text,
                theme.panel,
            ),
        };
        let phrase = egui::RichText::new(text)
            .font(font(size::SMALL, true))
            .color(ink);
        let button = egui::Button::new(phrase)
            .fill(fill)
            .stroke(egui::Stroke::new(1.0, theme.line))
            .min_size(egui::Vec2::new(72.0, 20.0));
        let response = ui.add(button).identified(id).on_hover_text(tooltip);
        cx.push_once_on_click(&response, || match self {
            Self::Cancel => Command::CancelBuild,
            Self::Resume => Command::Resume,
        });
    }
}

/// Why something isn't known.
pub(crate) enum WhyUnknown {
    /// Something else must be done first.
    Later,
    /// Being computed.
    Running,
    /// Stopped; a button with this text and id starts it.
    Stopped(&'static str, &'static str),
}

/// Shows the work in progress with a button to cancel it, or why there is none, with a button to
/// start it; returns whether the button was clicked.
pub(crate) fn waiting_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    text: String,
    waiting: WhyUnknown,
) -> bool {
    if !matches!(waiting, WhyUnknown::Stopped(..)) {
        ui.add(egui::Spinner::new().size(16.0));
    }
    ui.label(cx.dim(text));
    match waiting {
        WhyUnknown::Later => false,
        WhyUnknown::Running => {
            let cancel = ui.button(CommandId::CancelWork.text());
            if cancel.identified(CommandId::CancelWork.id()).clicked() {
                cx.run(CommandId::CancelWork);
            }
            false
        }
        WhyUnknown::Stopped(begin, id) => ui.button(begin).identified(id).clicked(),
    }
}
