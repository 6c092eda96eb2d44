//! What stands in the window by names that stay when its words change, so that programs find it:
//! those that drive the window, and those that read it aloud. Commands have theirs, `Named::id`.

use eframe::egui;

use super::command::Named;

/// The bar at the top.
pub const TOP: &str = "top";
/// The line at the bottom.
pub const STATUS: &str = "status";
/// The sentence on a panic.
pub const FAILURE: &str = "failure";
/// What closes it.
pub const FAILURE_CLOSE: &str = "failure-close";
/// Where the document is saved from the bare page.
pub const RESCUE_PATH: &str = "rescue-path";
/// What saves it there.
pub const RESCUE: &str = "rescue";
/// What came of it.
pub const RESCUED: &str = "rescued";
/// What draws the window again.
pub const AGAIN: &str = "again";
/// What leaves the bare page, and the program.
pub const LEAVE: &str = "leave";

/// Something to which a name can be given.
pub(super) trait Identified: Sized {
    /// Gives it a name for programs; nothing that anybody sees changes.
    fn identified(self, id: &str) -> Self;

    /// Gives it the name of a command.
    fn does(self, named: Named) -> Self {
        self.identified(named.id())
    }
}

impl Identified for egui::Response {
    fn identified(self, id: &str) -> Self {
        name(&self.ctx, self.id, id);
        self
    }
}

/// Gives all that is shown in a part of the window one name for programs.
pub(super) fn part(ui: &egui::Ui, id: &str) {
    name(ui.ctx(), ui.unique_id(), id);
}

fn name(ctx: &egui::Context, widget: egui::Id, id: &str) {
    ctx.accesskit_node_builder(widget, |node| node.set_author_id(id));
}
