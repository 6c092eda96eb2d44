//! Keys and tooltips of commands.

use eframe::egui;

use super::command::Named;

/// A tooltip with its keys.
pub(crate) fn tooltip(ctx: &egui::Context, named: Named) -> String {
    match named.shortcuts().first() {
        Some(keys) => format!("{} ({})", named.tooltip(), key_text(ctx, keys)),
        None => named.tooltip().to_owned(),
    }
}

/// A shortcut as text with key names.
pub fn key_text(ctx: &egui::Context, shortcut: &egui::KeyboardShortcut) -> String {
    let mut text = ctx.format_shortcut(shortcut);
    for (name, sign) in [
        ("OpenBracket", "["),
        ("CloseBracket", "]"),
        ("Questionmark", "?"),
        ("Plus", "+"),
        ("Minus", "-"),
        ("ArrowLeft", "←"),
        ("ArrowRight", "→"),
        ("ArrowUp", "↑"),
        ("ArrowDown", "↓"),
        ("Left", "←"),
        ("Right", "→"),
        ("Up", "↑"),
        ("Down", "↓"),
    ] {
        text = text.replace(name, sign);
    }
    // A question mark is typed with Shift anyway.
    text.replace("Shift+?", "?")
}
