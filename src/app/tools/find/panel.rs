//! The tab on which one looks for something: the field, what can be typed, the hits, and how many
//! lie below each move.

use std::sync::{Arc, Weak};

use eframe::egui::{self, Key, Role, Sense, Stroke, Vec2, WidgetInfo};
use num_bigint::BigUint;

use super::{Find, is_same, look_for, words};
use crate::app::base::{Identified as _, State, heading, ids, move_text, size, strong};
use crate::app::document::Document;
use crate::app::intent::{Command, Named};
use crate::app::parts::{BODY, Cx, SMALL, Tint, select, select_all, table::Rows};
use crate::diagram::TreeView;
use crate::session::Action;
use crate::session::filter::{Filter, Naming, Term, WORDS, Won, hints};
use crate::tree::{Edge, Hits, UnfoldingNode, Vertex, VertexKind};
use crate::words::capitalised;

/// How high a row of the table is.
const ROW: f32 = 25.0;
/// How high a button is.
const HEIGHT: f32 = 26.0;
/// As many ways to go on are shown below what is typed.
const MOST_HINTS: usize = 8;

/// What is said of the selected node, made when another is selected or found.
pub(crate) struct Here {
    pub node: UnfoldingNode,
    pub hits: Weak<Hits>,
    total: String,
    endless: Option<String>,
    pub(crate) place: String,
    /// The hits of each move, in few characters and whole.
    rows: Vec<(Edge, String, String)>,
}

impl Here {
    fn new(document: &Document, hits: &Arc<Hits>) -> Self {
        let session = &document.session;
        let graph = session.rated().graph.graph();
        let line = session.line();
        let here = session.vertex();
        let ply = session.unfolding().ply(session.selected()) + graph.cost(here);
        let is_hit = hits.is_hit_line(graph, &line);
        let place = if hits.is_none() {
            String::new()
        } else {
            let of = words::number(hits.total().as_ref());
            match hits.number(graph, &line) {
                Some(place) if is_hit => {
                    format!("Match {} of {of}", words::number(Some(&place)))
                }
                None if is_hit => format!("A match ({of} in all)"),
                Some(before) => words::among(&before, hits.total().as_ref()),
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
            total: words::total(hits),
            endless: words::endless(hits),
            place,
            rows: rows
                .map(|edge| {
                    let count = count(edge);
                    let short = words::short_number(count.as_ref());
                    (edge, short, words::number(count.as_ref()))
                })
                .collect(),
        }
    }
}

/// What is looked for often: the words on a button, the text that it stands for, and the button's
/// name for programs.
struct Chip {
    words: String,
    text: String,
    id: String,
}

fn chips(view: &TreeView<'_>, document: &Document, naming: &Naming) -> Vec<Chip> {
    let graph = view.labels.graph();
    let occurrences = Filter::occurrences(view.labels, document.session.vertex());
    let mut chips = vec![Chip {
        words: "This position".to_owned(),
        text: occurrences.text(naming),
        id: ids::find_chip("here"),
    }];
    let mut chip = |words: &str, text: &str| {
        chips.push(Chip {
            words: words.to_owned(),
            text: text.to_owned(),
            id: ids::find_chip(text),
        });
    };
    // What would tell hidden ratings isn't offered.
    let rated = !view.hidden;
    if rated {
        chip("Blunders", "blunder");
    }
    chip("Choices", "fork");
    if rated {
        chip("Best line", "bestplay");
    }
    chip("Transpositions", "transposition");
    chip("Ends", "end");
    if graph.has_chance() {
        chip("Chance", "chance");
    }
    if !graph.is_complete() {
        chip("Limit reached", "horizon");
        if rated {
            chip("Not proven", "unproven");
        }
    }
    for player in crate::game::Player::all(graph.players()) {
        let text = Term::Winner(Won::By(player)).text(naming);
        chip(&format!("{} wins", view.name(player)), &text);
    }
    chip("Ties", "tie");
    chips
}

impl Find {
    /// The tab.
    pub(super) fn panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let plain = cx.desk.view();
        let cx = &cx.with_view(&plain);
        let Some(naming) = self.read.as_ref().map(|(_, naming)| naming.clone()) else {
            // It is read before the next frame.
            return;
        };
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.add_space(4.0);
        self.field_ui(ui, cx);
        // A word that isn't typed to its end is no fault yet.
        let typing = self.hints_ui(ui, cx, &naming);
        if let Some(fault) = self.fault.as_ref().filter(|_| !typing) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let icon = egui_material_icons::icons::ICON_ERROR.codepoint;
                ui.label(egui::RichText::new(icon).size(15.0).color(cx.theme.error));
                cx.wrong_ui(ui, capitalised(&fault.to_string()))
                    .identified(ids::FIND_FAULT);
            });
        }
        if self.filter.is_some() {
            self.found_ui(ui, cx);
            egui::CollapsingHeader::new(egui::RichText::new("Filter reference").size(size::SMALL))
                .id_salt("all words")
                .show(ui, |ui| words_ui(ui, cx, self));
        } else if self.text.trim().is_empty() {
            chips_ui(ui, cx, &chips(cx.view, cx.document, &naming));
            heading(ui, "Combine filters; a node must match all of them");
            words_ui(ui, cx, self);
        } else {
            heading(ui, "Filters");
            words_ui(ui, cx, self);
        }
    }

    fn field_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let id = egui::Id::unique("find");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let clear = if self.text.is_empty() {
                0.0
            } else {
                HEIGHT + 4.0
            };
            let edit = egui::TextEdit::singleline(&mut self.text)
                .id(id)
                .hint_text("by:a blunder ply:2-5")
                .desired_width(ui.available_width() - clear)
                .margin(egui::Margin::symmetric(7, 5));
            let response = ui
                .scope(|ui| {
                    let frame = Stroke::new(1.0, cx.theme.line);
                    ui.visuals_mut().widgets.inactive.bg_stroke = frame;
                    ui.add(edit)
                })
                .inner;
            let text = self.text.clone();
            response.widget_info(|| {
                let mut info = WidgetInfo::text_edit(true, text.as_str(), text.as_str(), "");
                info.label = Some("Find".to_owned());
                info
            });
            let response = response.identified(ids::FIND_FIELD);
            if std::mem::take(&mut self.focus) {
                response.request_focus();
                select_all(ui.ctx(), id, &self.text);
            }
            let escape = ui.input(|input| input.key_pressed(Key::Escape));
            if response.lost_focus() && escape {
                self.text.clear();
            } else if let Some(shift) = entered(ui).filter(|_| {
                // With Shift the field keeps the keyboard.
                response.lost_focus() || response.has_focus()
            }) {
                response.request_focus();
                cx.run(match shift {
                    true => Named::PreviousHit,
                    false => Named::NextHit,
                });
            }
            if clear > 0.0 {
                let icon = egui_material_icons::icons::ICON_CLOSE.codepoint;
                let icon = egui::RichText::new(icon).size(15.0).color(cx.theme.dim);
                let button = egui::Button::new(icon)
                    .frame_when_inactive(false)
                    .min_size(Vec2::splat(HEIGHT));
                let response = ui.add(button);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Clear search"));
                let response = response.identified(ids::FIND_CLEAR);
                cx.asks_once(&response, || look_for(""));
                response.on_hover_text("Clear the search and its marks (Esc)");
            }
        });
    }

    /// How what is typed could go on, while it is typed; whether it could.
    fn hints_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, naming: &Naming) -> bool {
        let id = egui::Id::unique("find");
        let focused = self.focus || ui.memory(|memory| memory.has_focus(id));
        // A click takes the focus before it is done.
        let clicking = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        self.typing = focused || (self.typing && clicking);
        let hints = if self.typing {
            hints(&self.text, naming)
        } else {
            Vec::new()
        };
        if hints.is_empty() {
            return false;
        }
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for hint in hints.iter().take(MOST_HINTS) {
                let id = ids::find_hint(&hint.word);
                if chip_ui(ui, cx, &hint.word, hint.about, &id) {
                    chosen = Some(hint.text.clone());
                }
            }
        });
        if let Some(text) = chosen {
            self.text = text;
            self.focus = true;
            // Goes on at its end.
            let end = self.text.chars().count();
            select(ui.ctx(), id, end, end);
            ui.ctx().request_repaint();
        }
        true
    }

    /// What was found.
    fn found_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(filter) = self.filter.clone() else {
            return;
        };
        if cx.view.hidden && filter.tells_ratings() {
            ui.add(egui::Label::new(cx.dim(words::kept_back())).wrap())
                .identified(ids::FIND_HIDDEN);
            return;
        }
        let hits = match self.kept(&filter).cloned() {
            None => {
                self.running_ui(ui, cx, &filter);
                return;
            }
            Some(Ok(hits)) => hits,
            Some(Err(why)) => {
                let text = egui::RichText::new(why).color(cx.theme.error);
                ui.add(egui::Label::new(text).wrap());
                return;
            }
        };
        let node = cx.document.session.selected();
        if !self
            .here
            .as_ref()
            .is_some_and(|here| is_same(here, node, &hits))
        {
            self.here = Some(Here::new(cx.document, &hits));
        }
        let Some(here) = &self.here else {
            return;
        };
        ui.add_space(2.0);
        ui.add(egui::Label::new(strong(&here.total).size(size::RATING)).wrap())
            .identified(ids::FIND_TOTAL);
        if let Some(endless) = &here.endless {
            cx.small_ui(ui, endless).identified(ids::FIND_ENDLESS);
        }
        if hits.is_none() {
            ui.label(cx.dim("No matches"));
            return;
        }
        ui.add(egui::Label::new(cx.dim(&here.place)).wrap())
            .identified(ids::FIND_PLACE);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            cx.back_and_forth(ui, [Named::PreviousHit, Named::NextHit]);
        });
        if !here.rows.is_empty() {
            rows_ui(ui, cx, cx.document.session.vertex(), here);
        }
    }

    /// How the search stands.
    fn running_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, filter: &Filter) {
        if cx.document.is_building() {
            ui.label(cx.dim("Search starts when the tree is built"));
        } else if let State::Running(_, told) = self.running.state() {
            ui.horizontal(|ui| {
                let share = *told.now() as f32 / 1_000.0;
                let words = format!("Searching: {:.0} %", (100.0 * share).floor());
                let bar = egui::ProgressBar::new(share)
                    .desired_width((ui.available_width() - 80.0).max(60.0))
                    .desired_height(18.0)
                    .corner_radius(4.0)
                    .fill(cx.theme.soft);
                let words = egui::RichText::new(words).size(size::SMALL);
                ui.add(bar.text(words.color(cx.theme.text)));
                let cancel = ui.small_button(Named::CancelWork.text());
                if cancel.identified(Named::CancelWork.id()).clicked() {
                    cx.run(Named::CancelWork);
                }
            });
        } else if self.running.is_of(filter) && matches!(self.running.state(), State::Cancelled) {
            ui.label(cx.dim("Search canceled"));
            let again = ui.button("Search again").identified(ids::FIND_AGAIN);
            cx.asks(&again, || look_for(&self.text));
        }
    }
}

/// How many hits lie below each move of the selected node.
fn rows_ui(ui: &mut egui::Ui, cx: &Cx<'_>, source: Vertex, here: &Here) {
    let chance = matches!(cx.view.labels.graph().kind(source), VertexKind::Chance(_));
    let what = match chance {
        true => "Hits at and below each branch",
        false => "Matches by move",
    };
    heading(ui, what);
    let most = ui.ctx().content_rect().height() * 0.5;
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = Rows {
        name: "hits",
        count: here.rows.len(),
        height: ROW,
        most,
    };
    rows.ui(ui, None, |ui, index| {
        let (edge, short, count) = &here.rows[index];
        let mv = move_text(cx.view, source, *edge);
        let (row, response) = cx.line(ui, ROW, Sense::click());
        let none = count == "0";
        let label = format!("{mv}: {count} matches");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let response = response.identified(&ids::hits_below(index));
        row.ground(response.hovered() || response.has_focus(), 3.0);
        let place = row.rect.shrink2(Vec2::new(4.0, 0.0));
        let print = BODY.dim_if(none);
        let numbers = row.right(place, print.strong(!none), short);
        let mut words = place;
        words.max.x = numbers.left() - 8.0;
        row.left(words, print, &mv);
        cx.asks(&response, || Command::Act(Action::Move(index)));
        response.on_hover_text(match short == count {
            true => "Make this move".to_owned(),
            false => format!("{count} matches. Click to play this move."),
        });
    });
}

/// What is looked for often.
fn chips_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chips: &[Chip]) {
    heading(ui, "Find");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(5.0);
        for Chip { words, text, id } in chips {
            if chip_ui(ui, cx, words, text, id) {
                cx.push(look_for(text));
            }
        }
    });
}

/// A small button; whether it was clicked.
fn chip_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str, about: &str, id: &str) -> bool {
    let button = egui::Button::new(egui::RichText::new(text).size(size::SMALL))
        .min_size(Vec2::new(0.0, 24.0))
        .corner_radius(12.0)
        .fill(cx.theme.panel)
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    let response = response.identified(id);
    let clicked = response.clicked();
    if clicked {
        response.surrender_focus();
    }
    response.on_hover_text(about);
    clicked
}

/// What can be typed.
fn words_ui(ui: &mut egui::Ui, cx: &Cx<'_>, find: &mut Find) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for (word, about) in WORDS {
        let response = ui
            .horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let (rect, _) = ui.allocate_exact_size(Vec2::new(86.0, 16.0), Sense::hover());
                let bold = SMALL.strong(true).tint(Tint::Text);
                cx.line_in(ui, rect).left(rect, bold, word);
                let text = cx.small(about);
                ui.add(egui::Label::new(text).wrap());
            })
            .response
            .interact(Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Type {word}: {about}"))
        });
        let response = response.identified(&ids::find_word(word));
        if response.clicked() {
            // What can't be read is replaced, to the rest it is added.
            let kept = find.filter.as_ref().map_or("", |_| find.text.trim_end());
            let space = if kept.is_empty() { "" } else { " " };
            find.text = format!("{kept}{space}{word}");
            find.focus = true;
        }
    }
}

/// Whether Enter was pressed, and then whether with Shift: as it was at that moment, since the key that
/// comes with it may be up again by the end of the frame.
fn entered(ui: &egui::Ui) -> Option<bool> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            egui::Event::Key {
                key: Key::Enter,
                pressed: true,
                modifiers,
                ..
            } => Some(modifiers.shift),
            _ => None,
        })
    })
}
