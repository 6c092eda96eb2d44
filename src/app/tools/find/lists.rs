//! The search behind the strip and the strip's lists: matches by ply, matches by move of the
//! selected node, and the words of the filter. A short search is done at once, others in the
//! background. Texts say how many matches there are, which is selected (or where the node is among
//! them), or why there are none.

use std::sync::{Arc, Weak};

use eframe::egui::{self, Popup, PopupCloseBehavior, RectAlign, Role, Sense, Vec2, WidgetInfo};
use egui_material_icons::icons::{ICON_ARROW_DROP_DOWN, ICON_HELP};
use num_bigint::BigUint;

use super::Find;
use super::strip::{SIGN, sign_ui};
use crate::app::base::{
    Identified as _, SlotStart, SlotState, Wake, ids, move_text, none_found_text,
};
use crate::app::document::Document;
use crate::app::intent::Command;
use crate::app::parts::table::TableRows;
use crate::app::parts::{BODY, Cx, SMALL, Tint};
use crate::diagram::{narrow_count, whole_count};
use crate::game::Refusal;
use crate::session::filter::{Filter, WORDS};
use crate::session::{Action, Rated};
use crate::tree::{Count, Edge, Graph, Hits, HitsByPly, UnfoldingNode, Vertex};
use crate::work::{TurnLength, at_once};

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
        let text = self.listed.text();
        let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
        let button = egui::Button::new((text, sign))
            .stroke(egui::Stroke::new(1.0, cx.theme.line))
            .min_size(Vec2::new(BUTTON, SIGN.y));
        let response = ui
            .add_enabled(some, button)
            .called(Role::Button, text)
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
            SlotState::Known(plies) => {
                let endless = self.here.as_ref().and_then(|here| here.endless.as_ref());
                plies_ui(ui, cx, plies, (endless.is_some(), !self.lists_plies));
                return !ui.is_sizing_pass();
            }
            SlotState::Running(..) => {
                ui.horizontal(|ui| {
                    ui.add(egui::Spinner::new().size(14.0));
                    ui.label(cx.dim("Counting…"));
                });
            }
            SlotState::Cancelled => {
                ui.label(cx.dim("Counting canceled"));
                if ui.button("Count again").clicked() {
                    self.by_ply.again();
                    ui.ctx().request_repaint();
                }
            }
            SlotState::Fault(why) => {
                cx.wrong_ui(ui, why.to_string());
            }
            SlotState::Unknown => {}
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
    [text, number]: [&str; 2],
    label: &str,
    here: bool,
) -> egui::Response {
    let (row, response) = cx.line(ui, cx.row_height(ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, label));
    row.light(&response, here);
    let rect = row.rect.shrink2(Vec2::new(6.0, 0.0));
    let none = number == "0";
    let print = BODY.dim_if(none);
    let used = row.right(rect, print.strong(!none), number);
    let mut left = rect;
    left.max.x = used.left() - 8.0;
    row.print_left(left, print, text);
    response
}

/// The plies with matches; only the first plies if there are infinitely many. The ply of the
/// selected node is visible when the list opens.
fn plies_ui(ui: &mut egui::Ui, cx: &Cx<'_>, plies: &HitsByPly, (endless, is_first): (bool, bool)) {
    let session = &cx.document.session;
    let here = session.unfolding().ply(session.selected());
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = TableRows {
        name: "matches by ply",
        count: plies.len(),
        height: cx.row_height(ROW),
        max: most(ui),
    };
    let is_here = |index: &usize| plies.get(*index).is_some_and(|(ply, _)| ply >= here);
    let middle = (0..plies.len()).find(is_here).filter(|_| is_first);
    rows.ui(ui, middle, |ui, index| {
        let Some((ply, count)) = plies.get(index) else {
            return;
        };
        let (whole, short) = (whole_count(count), narrow_count(count));
        let text = format!("Ply {ply}");
        let label = format!("{text}: {whole} matches");
        // More than 24 characters are shortened.
        let shown = if whole.len() > 24 { &short } else { &whole };
        let response = row_ui(ui, cx, [&text, shown], &label, ply == here);
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
fn moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>, source: Vertex, here: &SelectedMatches) {
    if here.rows.is_empty() {
        ui.label(cx.dim("No moves here: game over"));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = TableRows {
        name: "hits",
        count: here.rows.len(),
        height: cx.row_height(ROW),
        max: most(ui),
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
                cx.line_in(ui, rect).print_left(rect, bold, word);
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

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindDirection {
    /// To the next match.
    Next,
    /// To the previous match.
    Previous,
}

/// A number with thousands separators; `None` is 2^4096 or more.
pub(super) fn number(number: Option<&BigUint>) -> String {
    match number.map(BigUint::to_u64_digits) {
        // Zero has no digit.
        Some(digits) if digits.is_empty() => "0".to_owned(),
        Some(digits) => whole_count(Count::Exact(&digits)),
        None => whole_count(Count::Beyond),
    }
}

/// A number as short text, and in full.
pub(super) fn short_number(number: Option<&BigUint>) -> String {
    match number.map(BigUint::to_u64_digits) {
        Some(digits) if digits.is_empty() => "0".to_owned(),
        Some(digits) => narrow_count(Count::Exact(&digits)),
        None => narrow_count(Count::Beyond),
    }
}

/// The place of a node that doesn't match among those that do: `between hits 3 and 4 of 12`.
pub(super) fn among(before: &BigUint, total: Option<&BigUint>) -> String {
    let of = number(total);
    let next = before + 1_u32;
    if before.bits() == 0 {
        format!("Before match 1 of {of}")
    } else if Some(before) == total {
        format!("After match {of} of {of}")
    } else {
        let (before, next) = (number(Some(before)), number(Some(&next)));
        format!("Between matches {before} and {next} of {of}")
    }
}

/// The searched plies if there are infinitely many matches.
pub(super) fn endless(hits: &Hits) -> Option<String> {
    let last = hits.endless()?;
    Some(format!(
        "Infinitely many matches; showing those up to ply {last}. For others, add a filter: \
         ply:{}-{}",
        last + 1,
        last + 20
    ))
}

/// Why a filter that would reveal ratings isn't applied.
pub(crate) fn kept_back() -> &'static str {
    "Ratings are hidden, and this would reveal them: press H to show them"
}

/// That there is nothing to go to.
pub(crate) fn none(hits: &Hits, names: &str, graph: &Graph) -> String {
    match hits.endless() {
        Some(last) => format!("No {names} up to ply {last}"),
        // Under a limit, what is a blunder isn't known everywhere.
        None if names.contains("blunder") => none_found_text(names, graph),
        None => format!("No {names} in this tree"),
    }
}

/// The reached match: `Blunder 3 of 1,234`, and whether the search wrapped around. Matches are
/// numbered as next and previous walk them, from left to right, so the first one of a ply says
/// that it is that: `Match 7 of 9 from left to right, the first at ply 2`.
pub(crate) fn went_to(
    hits: &Hits,
    name: &str,
    place: Option<BigUint>,
    way: FindDirection,
    (wrapped, only): (bool, bool),
    first_at: Option<u32>,
) -> String {
    let of = number(hits.total().as_ref());
    let which = match &place {
        Some(place) => format!("{name} {} of {of}", number(Some(place))),
        None => format!("{name} of {of}"),
    };
    let within = hits
        .endless()
        .map_or_else(String::new, |last| format!(" up to ply {last}"));
    let how = match (only, wrapped, way) {
        (true, ..) => " (only one)".to_owned(),
        (false, false, _) => match first_at.filter(|_| place != Some(1_u32.into())) {
            Some(ply) => format!(" from left to right, the first at ply {ply}"),
            None => String::new(),
        },
        (false, true, FindDirection::Next) => " (wrapped to the start)".to_owned(),
        (false, true, FindDirection::Previous) => " (wrapped to the end)".to_owned(),
    };
    format!("{which}{within}{how}")
}

/// Positions and moves visited before the next frame.
const AT_ONCE: usize = 30_000;

/// The result of a search: matches, or why there are none.
pub(super) type FindAnswer = Result<Arc<Hits>, Refusal>;

/// Starts the search of a filter; the window is woken when it is done, and on progress.
pub(super) fn begin(
    rated: &Rated,
    filter: &Filter,
    wakers: [Wake; 2],
) -> SlotStart<Arc<Hits>, u32> {
    let [wake, tell] = wakers;
    // The whole graph may be visited before the first pause, if the filter asks for repeated
    // positions.
    let few = rated.graph.graph().len() <= AT_ONCE;
    let turn = TurnLength::Work(AT_ONCE);
    if few && let Some(hits) = at_once(turn, async |ctl| filter.find(rated, ctl, &|_| {}).await) {
        return SlotStart::Done(hits.map(Arc::new));
    }
    let (rated, filter) = (rated.clone(), filter.clone());
    SlotStart::Thread {
        name: "doomtree-find",
        label: "searching for matches".to_owned(),
        wake,
        told: 0,
        work: Box::new(move |cancelled, progress| {
            Box::pin(async move {
                let show = |share: f64| {
                    // The displayed share never decreases.
                    let share = (1_000.0 * share) as u32;
                    let before = *progress.now();
                    if before < share {
                        *progress.now() = share;
                    }
                    if before / 10 < share / 10 {
                        tell();
                    }
                };
                let hits = filter.find(&rated, &cancelled.ctl, &show).await;
                hits.map(Arc::new)
            })
        }),
    }
}

/// Counts matches by ply; the window is woken when that is done.
pub(super) fn begin_by_ply(
    rated: &Rated,
    hits: &Arc<Hits>,
    wake: Wake,
) -> SlotStart<Arc<HitsByPly>, ()> {
    let (labels, hits) = (Arc::clone(&rated.graph), Arc::clone(hits));
    SlotStart::Thread {
        name: "doomtree-plies",
        label: "counting matches by ply".to_owned(),
        wake,
        told: (),
        work: Box::new(move |cancelled, _| {
            Box::pin(async move {
                let counted = HitsByPly::count(labels.graph(), &hits, &cancelled.ctl).await;
                Ok(Arc::new(counted))
            })
        }),
    }
}

/// The data about the selected node, updated when another is selected or found.
pub(crate) struct SelectedMatches {
    node: UnfoldingNode,
    hits: Weak<Hits>,
    /// The number of matches, as short text and in full.
    pub total: [String; 2],
    /// Which of them it is, if it is one.
    pub which: Option<String>,
    /// Its number among them, in a sentence.
    pub location: String,
    pub endless: Option<String>,
    /// The number of matches of each move, as short text and in full.
    pub rows: Vec<(Edge, String, String)>,
}

impl SelectedMatches {
    pub fn new(document: &Document, hits: &Arc<Hits>) -> Self {
        let session = &document.session;
        let graph = session.rated().graph.graph();
        let line = session.line();
        let here = session.vertex();
        let ply = session.unfolding().ply(session.selected()) + graph.cost(here);
        let is_hit = hits.is_hit_line(graph, &line);
        let total = hits.total();
        let of = number(total.as_ref());
        let place = hits.number(graph, &line);
        let which = is_hit.then(|| match &place {
            Some(place) => format!("Match {} of", number(Some(place))),
            None => "A match, of".to_owned(),
        });
        let location = if hits.is_none() {
            String::new()
        } else {
            match place {
                Some(place) if is_hit => {
                    format!("Match {} of {of}", number(Some(&place)))
                }
                None if is_hit => format!("A match ({of} in all)"),
                Some(before) => among(&before, total.as_ref()),
                None => "Position among the matches unknown".to_owned(),
            }
        };
        let followed = line.iter().all(|edge| hits.follows(*edge));
        let count = |edge: Edge| {
            if !followed || !hits.follows(edge) {
                return Some(BigUint::ZERO);
            }
            let below = hits.below(graph.target(edge), ply).exact()?;
            Some(below + u32::from(hits.is_hit(edge, ply)))
        };
        let rows = graph.edges(here);
        Self {
            node: session.selected(),
            hits: Arc::downgrade(hits),
            total: [short_number(total.as_ref()), of],
            which,
            location,
            endless: endless(hits),
            rows: rows
                .map(|edge| {
                    let count = count(edge);
                    let short = short_number(count.as_ref());
                    (edge, short, number(count.as_ref()))
                })
                .collect(),
        }
    }

    /// Whether it belongs to this node and these matches.
    pub fn is_of(&self, node: UnfoldingNode, hits: &Arc<Hits>) -> bool {
        self.node == node && std::ptr::eq(self.hits.as_ptr(), Arc::as_ptr(hits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_between_hits_says_between_which() {
        let at =
            |before: u32, total: u32| among(&BigUint::from(before), Some(&BigUint::from(total)));
        assert_eq!(at(0, 837), "Before match 1 of 837");
        assert_eq!(at(1_200, 1_300), "Between matches 1,200 and 1,201 of 1,300");
        assert_eq!(at(5, 5), "After match 5 of 5");
        let beyond = among(&BigUint::from(5_u32), None);
        assert_eq!(beyond, "Between matches 5 and 6 of at least 2^4096");
        let large: BigUint = BigUint::from(1_u32) << 64_u32;
        assert_eq!(short_number(Some(&large)), "1.8×10¹⁹");
        assert_eq!(short_number(Some(&BigUint::ZERO)), "0");
    }

    #[test]
    fn numbers_are_grouped_however_large() {
        assert_eq!(number(Some(&BigUint::ZERO)), "0");
        assert_eq!(number(Some(&BigUint::from(1_234_567_u32))), "1,234,567");
        let large: BigUint = BigUint::from(1_u32) << 64_u32;
        assert_eq!(number(Some(&large)), "18,446,744,073,709,551,616");
        assert_eq!(number(None), "at least 2^4096");
    }
}
