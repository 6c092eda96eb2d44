//! What stands in the middle of the window, and the control above it that chooses.

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use super::command::{Command, Named};
use super::ids::Identified as _;
use super::menu::tooltip;
use super::theme::Theme;

/// What stands in the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Middle {
    /// The tree, as far as it is unfolded.
    #[default]
    Tree,
    /// The map of the whole tree.
    Map,
    /// The position graph around the selected position.
    Positions,
    /// What the graph and the tree hold, in numbers.
    Statistics,
    /// How an algorithm rates a node, step by step.
    Recording,
    /// What somebody's program says of the board, beside the rules.
    Check,
    /// An exercise; nothing else can be chosen meanwhile.
    Exercise,
}

impl Middle {
    /// All that can be chosen, from left to right.
    pub const ALL: &'static [Self] = &[
        Self::Tree,
        Self::Map,
        Self::Positions,
        Self::Statistics,
        Self::Recording,
        Self::Check,
    ];

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Map => "Map",
            Self::Positions => "Positions",
            Self::Statistics => "Statistics",
            Self::Recording => "Recording",
            Self::Check => "Check",
            Self::Exercise => "Exercise",
        }
    }

    /// What shows it.
    pub fn command(self) -> Named {
        match self {
            Self::Tree => Named::ShowTree,
            Self::Map => Named::ShowMap,
            Self::Positions => Named::ShowPositions,
            Self::Statistics => Named::ShowStatistics,
            Self::Recording => Named::ShowRecording,
            Self::Check => Named::ShowCheck,
            Self::Exercise => Named::NewExercise,
        }
    }
}

/// Which of all stands there now; the others are one click away. What isn't there before it was asked
/// for is offered only then.
pub(super) fn middle_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    shown: Middle,
    has_check: bool,
    commands: &mut Vec<Command>,
) {
    let offered =
        |middle: &&Middle| **middle != Middle::Check || has_check || shown == Middle::Check;
    for &middle in Middle::ALL.iter().filter(offered) {
        let is_shown = middle == shown;
        let words =
            egui::RichText::new(middle.text()).color(if is_shown { theme.text } else { theme.dim });
        let button = egui::Button::new(words)
            .min_size(Vec2::new(0.0, 26.0))
            .selected(is_shown)
            .wrap_mode(egui::TextWrapMode::Extend);
        let response = ui.add(button);
        response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, middle.text()));
        let response = response.identified(middle.command().id());
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_selected(is_shown));
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(middle.command()));
        }
        response.on_hover_text(tooltip(ui.ctx(), middle.command()));
    }
}
