//! The lists of the strip: matches by ply, matches by move of the selected node, and the words of
//! the filter.

use eframe::egui::{self, Popup, PopupCloseBehavior, RectAlign, Role, Sense, Vec2, WidgetInfo};
use egui_material_icons::icons::{ICON_ARROW_DROP_DOWN, ICON_HELP};

use super::Find;
use super::here::Here;
use super::strip::{SIGN, sign_ui};
use crate::app::base::{Identified as _, State, ids, move_text};
use crate::app::intent::Command;
use crate::app::parts::{BODY, Cx, SMALL, Tint, table::Rows};
use crate::diagram::{narrow_count, whole_count};
use crate::session::Action;
use crate::session::filter::WORDS;
use crate::tree::{HitsByPly, Vertex};

/// The height of a row.
const ROW: f32 = 28.0;
/// The width of the list …
const LIST: f32 = 260.0;
/// … and of the list of words.
const REFERENCE: f32 = 420.0;
/// The width of the list's button.
const BUTTON: f32 = 92.0;

/// The content of the match list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Listed {
    /// The plies that have some.
    #[default]
    Plies,
    /// Those at and below each move of the selected node.
    Moves,
}

impl Listed {
    const ALL: [Self; 2] = [Self::Plies, Self::Moves];

    fn text(self) -> &'static str {
        match self {
            Self::Plies => "By ply",
            Self::Moves => "By move",
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Plies => ids::FIND_BY_PLY,
            Self::Moves => ids::FIND_BY_MOVE,
        }
    }
}

/// Maximum height of a list.
fn most(ui: &egui::Ui) -> f32 {
    (ui.ctx().content_rect().height() * 0.5).max(4.0 * ROW)
}

impl Find {
    /// The button that lists matches.
    pub(super) fn list_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let some = self
            .hits(cx.view.hidden)
            .is_some_and(|hits| !hits.is_none());
        let words = self.listed.text();
        let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
        let button = egui::Button::new((words, sign))
            .stroke(egui::Stroke::new(1.0, cx.theme.line))
            .min_size(Vec2::new(BUTTON, SIGN.y));
        let response = ui
            .add_enabled(some, button)
            .called(Role::Button, words)
            .identified(ids::FIND_LIST);
        let mut shows_plies = false;
        Popup::menu(&response)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .align(RectAlign::BOTTOM_END)
            .width(LIST)
            .show(|ui| {
                ui.set_width(LIST);
                ui.horizontal(|ui| {
                    ui.spacing_mut().button_padding.x = 10.0;
                    for listed in Listed::ALL {
                        let chosen = self.listed == listed;
                        let tab = egui::Button::selectable(chosen, listed.text());
                        let tab = ui.add(tab.min_size(SIGN)).identified(listed.id());
                        if tab.clicked() {
                            self.listed = listed;
                        }
                    }
                });
                match (self.listed, &self.here) {
                    (Listed::Plies, _) => shows_plies = self.plies_ui(ui, cx),
                    (Listed::Moves, Some(here)) => {
                        moves_ui(ui, cx, cx.document.session.vertex(), here);
                    }
                    (Listed::Moves, None) => {}
                }
            });
        self.lists_plies = shows_plies;
        response.on_hover_text("List the matches by ply, or by move of the selected node");
    }

    /// The plies with matches, as far as they are counted; returns whether they are shown.
    fn plies_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        match self.by_ply.state() {
            State::Known(plies) => {
                let endless = self.here.as_ref().and_then(|here| here.endless.as_ref());
                plies_ui(ui, cx, plies, (endless.is_some(), !self.lists_plies));
                return !ui.is_sizing_pass();
            }
            State::Running(..) => {
                ui.horizontal(|ui| {
                    ui.add(egui::Spinner::new().size(14.0));
                    ui.label(cx.dim("Counting…"));
                });
            }
            State::Cancelled => {
                ui.label(cx.dim("Counting canceled"));
                if ui.button("Count again").clicked() {
                    self.by_ply.again();
                    ui.ctx().request_repaint();
                }
            }
            State::Fault(why) => {
                cx.wrong_ui(ui, why.to_string());
            }
            State::Unknown => {}
        }
        false
    }

    /// The button that lists the words of the filter.
    pub(super) fn reference_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let response = sign_ui(ui, cx, ICON_HELP.codepoint, "Filter reference");
        let response = response.identified(ids::FIND_REFERENCE);
        Popup::menu(&response)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .align(RectAlign::BOTTOM_END)
            .width(REFERENCE)
            .show(|ui| {
                ui.set_width(REFERENCE);
                cx.small_ui(ui, "Combine filters; a node must match all of them");
                let scroll = egui::ScrollArea::vertical().max_height(1.3 * most(ui));
                scroll.show(ui, |ui| words_ui(ui, cx, self));
            });
        response.on_hover_text("Filter reference: what can be typed");
    }
}

/// A row with text at its left and a number at its right.
fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    [words, number]: [&str; 2],
    label: &str,
    here: bool,
) -> egui::Response {
    let (row, response) = cx.line(ui, ROW, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, label));
    row.light(&response, here);
    let place = row.rect.shrink2(Vec2::new(6.0, 0.0));
    let none = number == "0";
    let print = BODY.dim_if(none);
    let used = row.right(place, print.strong(!none), number);
    let mut left = place;
    left.max.x = used.left() - 8.0;
    row.left(left, print, words);
    response
}

/// The plies with matches; only the first plies if there are infinitely many. The ply of the
/// selected node is visible when the list opens.
fn plies_ui(ui: &mut egui::Ui, cx: &Cx<'_>, plies: &HitsByPly, (endless, is_first): (bool, bool)) {
    let session = &cx.document.session;
    let here = session.unfolding().ply(session.selected());
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = Rows {
        name: "matches by ply",
        count: plies.len(),
        height: ROW,
        most: most(ui),
    };
    let is_here = |index: &usize| plies.get(*index).is_some_and(|(ply, _)| ply >= here);
    let middle = (0..plies.len()).find(is_here).filter(|_| is_first);
    rows.ui(ui, middle, |ui, index| {
        let Some((ply, count)) = plies.get(index) else {
            return;
        };
        let (whole, short) = (whole_count(count), narrow_count(count));
        let words = format!("Ply {ply}");
        let label = format!("{words}: {whole} matches");
        // More than 24 characters are shortened.
        let shown = if whole.len() > 24 { &short } else { &whole };
        let response = row_ui(ui, cx, [&words, shown], &label, ply == here);
        let response = response.identified(&ids::find_ply(ply));
        if response.clicked() {
            cx.push(Command::FindInPly(ply));
            ui.close();
        }
        response.on_hover_text(match shown == &whole {
            true => "Go to the first match of this ply".to_owned(),
            false => format!("{whole} matches. Click to go to the first one."),
        });
    });
    let last = plies.len().checked_sub(1).and_then(|last| plies.get(last));
    let note = match (plies.stopped(), last) {
        (Some(last), _) => format!("Counted to ply {last}. For more, add ply:{}", last + 1),
        (None, Some((last, _))) if endless => {
            format!("Counted up to ply {last}: the tree is infinite")
        }
        _ => return,
    };
    ui.add_space(6.0);
    cx.small_ui(ui, note).identified(ids::FIND_PLIES_NOTE);
}

/// The number of matches at and below each move of the selected node.
fn moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>, source: Vertex, here: &Here) {
    if here.rows.is_empty() {
        ui.label(cx.dim("No moves here: game over"));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = Rows {
        name: "hits",
        count: here.rows.len(),
        height: ROW,
        most: most(ui),
    };
    rows.ui(ui, None, |ui, index| {
        let (edge, short, count) = &here.rows[index];
        let mv = move_text(cx.view, source, *edge);
        let label = format!("{mv}: {count} matches");
        let response = row_ui(ui, cx, [&mv, short], &label, false);
        let response = response.identified(&ids::hits_below(index));
        if response.clicked() {
            cx.push(Command::Act(Action::Move(index)));
            ui.close();
        }
        response.on_hover_text(match short == count {
            true => "Make this move".to_owned(),
            false => format!("{count} matches. Click to play this move."),
        });
    });
}

/// The words of the filter.
fn words_ui(ui: &mut egui::Ui, cx: &Cx<'_>, find: &mut Find) {
    for (word, about) in WORDS {
        let response = ui
            .horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let (rect, _) = ui.allocate_exact_size(Vec2::new(96.0, 16.0), Sense::hover());
                let bold = SMALL.strong(true).tint(Tint::Text);
                cx.line_in(ui, rect).left(rect, bold, word);
                let text = cx.small(about);
                ui.add(egui::Label::new(text).wrap());
            })
            .response
            .interact(Sense::click())
            .called(Role::Button, format!("Type {word}: {about}"))
            .identified(&ids::find_word(word));
        if response.clicked() {
            // An invalid text is replaced, otherwise the word is appended.
            let kept = find.filter.as_ref().map_or("", |_| find.text.trim_end());
            let space = if kept.is_empty() { "" } else { " " };
            find.text = format!("{kept}{space}{word}");
            find.focus = true;
            ui.close();
        }
    }
}
