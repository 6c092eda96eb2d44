//! The page of all keys, made from the list of commands.

use eframe::egui;

use crate::app::base::{ids, part, size, strong};
use crate::app::intent::{Menu, Named, Scope, key_text};
use crate::app::parts::Cx;

/// How wide a column wants to be, in points.
const COLUMN: f32 = 272.0;

/// Shows the page; `false` when it is closed.
pub(crate) fn keys_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    part(ui, ids::KEYS);
    ui.heading("Keys");
    let most = ui.ctx().content_rect().height() - 170.0;
    let count = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
    egui::ScrollArea::vertical()
        .max_height(most.max(120.0))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.columns(count, |columns| {
                for (column, menus) in columns.iter_mut().zip(in_columns(count)) {
                    for menu in menus {
                        menu_ui(column, cx, menu);
                    }
                }
            });
        });
    ui.add_space(8.0);
    ui.label(
        cx.dim("In the tree: drag to pan, wheel to zoom, double-click to fold or unfold a node."),
    );
    ui.add_space(4.0);
    !ui.vertical_centered(|ui| ui.button("Close").clicked())
        .inner
}

/// How many lines a menu's part of the page takes.
fn lines(menu: Menu) -> usize {
    2 + rows_of(menu).len() + more_rows(menu).len()
}

/// The menus, in their order, in columns of about the same length.
fn in_columns(count: usize) -> Vec<Vec<Menu>> {
    let all: usize = Menu::ALL.into_iter().map(lines).sum();
    let mut columns = vec![Vec::new(); count];
    let mut before = 0;
    for menu in Menu::ALL {
        let middle = before + lines(menu) / 2;
        columns[(middle * count / all.max(1)).min(count - 1)].push(menu);
        before += lines(menu);
    }
    columns
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
            ("Arrows", "Place beside, in the setup"),
            ("A – Z", "Owner, in the setup"),
            ("Delete", "Take a piece, in the setup"),
            ("1 – 9", "Dice, in the setup"),
            ("+, -, wheel", "A die more or less, in the setup"),
            ("Space, click", "Next owner, or a piece, in the setup"),
        ],
        _ => &[],
    }
}

fn menu_ui(ui: &mut egui::Ui, cx: &Cx<'_>, menu: Menu) {
    ui.add_space(8.0);
    ui.label(strong(menu.text()).size(size::HEADING).color(cx.theme.dim));
    egui::Grid::new(menu.text())
        .num_columns(2)
        .min_col_width(92.0)
        .spacing([10.0, 2.0])
        .show(ui, |ui| {
            let row = |ui: &mut egui::Ui, keys: String, words: &str, tooltip: &str| {
                ui.label(egui::RichText::new(keys).monospace().size(size::SMALL));
                ui.label(words).on_hover_text(tooltip);
                ui.end_row();
            };
            for named in rows_of(menu) {
                let keys = key_text(ui.ctx(), &named.shortcuts()[0]);
                let words = named.text().trim_end_matches('…');
                let words = match named.scope() {
                    Scope::Window => words.to_owned(),
                    Scope::Board => format!("{words}, on the board"),
                    Scope::Talk => format!("{words}, presenting"),
                };
                row(ui, keys, &words, named.tooltip());
            }
            for (keys, words) in more_rows(menu) {
                row(ui, (*keys).to_owned(), words, words);
            }
        });
}
