//! A window of the desktop, which is in no page.

use std::path::PathBuf;

use eframe::egui::DroppedFileHandle;

use super::Element;

/// Whether the window is in a page.
pub(crate) const IN_BROWSER: bool = false;

/// The link that the user has gone to; none here.
pub(crate) fn arrived_at() -> Option<String> {
    None
}

/// Shows a link as the page's address, as a step of its history or in place of the last.
pub(crate) fn show_link(_link: &str, _new_step: bool) {}

/// Goes back a step in the page's history.
pub(crate) fn go_back() {}

/// The address before a link; empty here, since a link alone can be opened.
pub(crate) fn address() -> String {
    String::new()
}

/// Offers a link to the device's other programs: only a page does.
pub(crate) fn share(_link: &str) -> bool {
    false
}

/// Shows the title of the window as that of the page.
pub(crate) fn show_title(_title: &str) {}

/// Whether the page mirrors the window for a screen reader; the desktop has its own way.
pub(crate) fn is_read_aloud() -> bool {
    false
}

/// The widgets that were clicked in the mirror.
pub(crate) fn clicked_aloud() -> Vec<u64> {
    Vec::new()
}

/// Mirrors the window.
pub(crate) fn mirror(_elements: &[Element]) {}

/// Has a text read aloud. Here the widgets are.
pub(crate) fn say(_words: &str) {}

/// The path of a file that was dropped.
///
/// # Errors
/// None here.
pub(crate) async fn path_of(file: &DroppedFileHandle) -> Result<PathBuf, String> {
    Ok(file.path().to_owned())
}
