//! The page of all keys, made from the list of commands.

use eframe::egui;

use crate::app::command::{Menu, Named, Scope};
use crate::app::theme::{Theme, size, strong};

/// A shortcut as it stands on the keys.
pub fn key_text(ctx: &egui::Context, shortcut: &egui::KeyboardShortcut) -> String {
    let mut text = ctx.format_shortcut(shortcut);
    for (name, sign) in [
        ("OpenBracket", "["),
        ("CloseBracket", "]"),
        ("Questionmark", "?"),
        ("Plus", "+"),
        ("Minus", "-"),
    ] {
        text = text.replace(name, sign);
    }
    // A question mark is typed with Shift anyway.
    text.replace("Shift+?", "?")
}

/// Shows the page; `false` when it is closed.
pub(super) fn keys_ui(ui: &mut egui::Ui, theme: &Theme) -> bool {
    ui.heading("Keys");
    ui.add_space(4.0);
    let most = ui.ctx().content_rect().height() - 160.0;
    let wide = ui.available_width();
    egui::ScrollArea::vertical()
        .max_height(most.max(120.0))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            let columns = if wide > 620.0 { 2 } else { 1 };
            ui.columns(columns, |columns| {
                // The menus in two columns of about the same length.
                let rows = |menu: &Menu| 2 + rows_of(*menu).len() + more_rows(*menu).len();
                let all: usize = Menu::ALL.iter().map(rows).sum();
                let mut before = 0;
                for menu in Menu::ALL {
                    let column = usize::from(columns.len() > 1 && before * 2 >= all);
                    menu_ui(&mut columns[column], theme, menu);
                    before += rows(&menu);
                }
            });
        });
    ui.add_space(8.0);
    ui.label(
        egui::RichText::new(
            "In the tree: drag to pan, wheel to zoom, double-click to fold or unfold a node.",
        )
        .color(theme.dim),
    );
    !ui.vertical_centered(|ui| ui.button("Close").clicked())
        .inner
}

/// The commands of a menu that have keys.
fn rows_of(menu: Menu) -> Vec<Named> {
    Named::ALL
        .iter()
        .copied()
        .filter(|named| named.menu().0 == menu && !named.shortcuts().is_empty())
        .collect()
}

/// What goes with a menu and is no command of its own, since it stands for many.
fn more_rows(menu: Menu) -> &'static [(&'static str, &'static str)] {
    match menu {
        Menu::Go => &[("1 – 9", "Make the numbered move")],
        Menu::Board => &[
            ("Arrows", "In the setup: point at the hex beside"),
            ("A – Z", "In the setup: give the hex to a player"),
            ("1 – 9", "In the setup: put so many dice on the hex"),
            ("+, -, wheel", "In the setup: one die more or less"),
            (
                "Space, click",
                "In the setup: give the hex to the next player",
            ),
        ],
        _ => &[],
    }
}

fn menu_ui(ui: &mut egui::Ui, theme: &Theme, menu: Menu) {
    ui.add_space(6.0);
    ui.label(strong(menu.text()).size(size::HEADING).color(theme.dim));
    egui::Grid::new(menu.text())
        .num_columns(2)
        .min_col_width(96.0)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            let row = |ui: &mut egui::Ui, keys: String, words: &str| {
                ui.label(egui::RichText::new(keys).monospace().size(size::SMALL));
                ui.add(egui::Label::new(words).wrap());
                ui.end_row();
            };
            for named in rows_of(menu) {
                let keys: Vec<_> = named.shortcuts().iter().take(2).collect();
                let text = key_text(ui.ctx(), keys[0]);
                let words = match named.scope() {
                    Scope::Window => named.tooltip().to_owned(),
                    Scope::Board => format!("{}, while the board has the keys", named.tooltip()),
                };
                row(ui, text, &words);
            }
            for (keys, words) in more_rows(menu) {
                row(ui, (*keys).to_owned(), words);
            }
        });
}
