//! The information sets of the open tree, and the banner about ratings that depend on them.

use eframe::egui::{self, RichText, Role};

use crate::app::base::{Identified as _, ids, size};
use crate::app::intent::{Command, Middle, TreeEdit};
use crate::app::parts::{Cx, Desk};
use crate::games::scripted::{TreeChange, written_of};
use crate::words::counted;

/// The information sets of the open tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenSets {
    /// The tree for which they were counted.
    tree: u64,
    count: usize,
    /// Whether it is rated as if players could tell their nodes apart.
    is_known: bool,
}

impl OpenSets {
    /// Counts them, once per tree.
    pub fn look(&mut self, desk: &Desk) {
        if self.tree == desk.tree {
            return;
        }
        let setup = &desk.document.setup;
        let script = setup.switches.script.as_deref();
        let may_have = script.is_some_and(|script| script.contains("set"));
        let tree = may_have.then(|| written_of(setup)).flatten();
        *self = Self {
            tree: desk.tree,
            count: tree.as_ref().map_or(0, |tree| tree.sets().len()),
            is_known: tree.is_some_and(|tree| tree.is_known),
        };
    }

    /// Says that ratings are open, or that another game is rated, with the way to the other.
    pub fn banner_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Self {
            count, is_known, ..
        } = self;
        if count == 0 || cx.view.hidden || cx.desk.compares || cx.desk.middle == Middle::Editor {
            return;
        }
        let (words, button) = match is_known {
            true => (
                "Rated as if players knew where they are. This is another game.".to_owned(),
                "Rate what players know",
            ),
            false => (
                format!(
                    "Players can't tell some nodes apart ({}). Ratings that depend on this are open.",
                    counted(count, "information set")
                ),
                "Rate as if players knew",
            ),
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.text)
            .inner_margin(egui::Margin::symmetric(14, 4));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let text = RichText::new(&words)
                    .size(size::SMALL)
                    .color(cx.theme.panel);
                ui.add(egui::Label::new(text).wrap())
                    .identified(ids::SETS_BANNER);
                let text = RichText::new(button).size(size::SMALL).underline();
                let response = ui
                    .add(egui::Button::new(text.color(cx.theme.panel)).frame(false))
                    .called(Role::Button, button)
                    .identified(ids::SETS_KNOWN);
                if response.clicked() {
                    rate_as(cx, !is_known);
                }
            });
        });
    }
}

/// Rates the open tree as if players knew where they are, or by what they know.
fn rate_as(cx: &Cx<'_>, is_known: bool) {
    let change = TreeChange::Known(is_known);
    if let Some(tree) = written_of(&cx.document.setup)
        && let Ok(after) = change.apply(&tree)
    {
        cx.push(Command::EditTree(Box::new(TreeEdit {
            script: after.text(),
            told: change.told(&tree, &after),
            renamed: None,
        })));
    }
}
