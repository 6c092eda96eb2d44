//! The page of a check: the verdict, the likely causes, and one disagreement: the data of both
//! sides about the position, and their moves, in two tables with the same columns.

use eframe::egui::{self, Align, Rangef, RichText, Role, Sense, Stroke};

use super::{CheckResult, ShownCheck};
use crate::app::base::{BannerIcon, Identified as _, banner, heading, ids, size, strong};
use crate::app::document::files;
use crate::app::intent::places::tooltip;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{BODY, BoardCard, BoardPair, Column, Cx, RowLook, TableCell, apart};
use crate::diagram::move_words;
use crate::game::visible;
use crate::games::{SetupChange, Switches};
use crate::session::check::{self, Disagreement, KindFound, shown};
use crate::session::{self, Action, Rated};
use crate::tree::{Pictures, Vertex};
use crate::words::{capitalised, grouped};

/// The highest that the boards get, and where they are the same.
const BOARDS: f32 = 210.0;
const SAME_BOARDS: f32 = 130.0;

/// The displayed part of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckPage {
    /// Whether the smaller board is shown, if there is one. Until the user chooses, it is shown if
    /// the open one agrees.
    of_smaller: Option<bool>,
    /// The displayed kind, counted in the report's order.
    kind: usize,
    /// Whether the first of its kind, rather than the smallest.
    pub first: bool,
}

impl CheckPage {
    fn is_of_smaller(self, found: &CheckResult) -> bool {
        let chosen = self.of_smaller;
        found.smaller.is_some() && chosen.unwrap_or_else(|| found.board.report.agrees())
    }

    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        (found, stale): (&CheckResult, bool),
        boards: &mut BoardPair,
    ) {
        self.found_ui(ui, cx, found);
        let checked = match (&found.smaller, self.is_of_smaller(found)) {
            (Some(smaller), true) => smaller,
            _ => &found.board,
        };
        self.checked_ui(ui, cx, checked);
        let kinds = &checked.report.kinds;
        let Some(kind) = kinds.get(self.kind).or(kinds.first()) else {
            return;
        };
        self.kinds_ui(ui, cx, kinds, kind);
        let shown = match self.first {
            true => &kind.first,
            false => &kind.smallest,
        };
        let graph = (!stale && !self.is_of_smaller(found)).then_some(&*found.own);
        disagreement_ui(ui, cx, shown, graph, boards);
    }

    /// The notices about the input, and the number of other boards tried.
    fn found_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, found: &CheckResult) {
        for notice in &found.notices {
            cx.small_ui(ui, capitalised(notice))
                .identified(ids::CHECK_NOTICE);
        }
        if found.tried == 0 {
            return;
        }
        let boards = match found.tried {
            1 => "1 other board checked".to_owned(),
            tried => format!("{} other boards checked", grouped(tried)),
        };
        let Some(smaller) = &found.smaller else {
            let covered = check::covered(&found.coverage).join(" ");
            cx.small_ui(ui, format!("{boards}: all agree. {covered}"))
                .identified(ids::TRIED);
            return;
        };
        let position = smaller.rated.graph.position_text(Vertex::ROOT);
        let chosen = self.is_of_smaller(found);
        ui.horizontal_wrapped(|ui| {
            let mut choose = |ui: &mut egui::Ui, of_smaller: bool, words: &str| {
                let choice = choice_ui(ui, cx, chosen == of_smaller, words);
                if choice.identified(&ids::of_board(of_smaller)).clicked() {
                    *self = Self {
                        of_smaller: Some(of_smaller),
                        ..Self::default()
                    };
                }
            };
            choose(ui, false, "This board");
            let words = format!("The smallest board: {}", visible(&position));
            choose(ui, true, &words);
            if !chosen {
                return;
            }
            let phrase = format!("Open {} as the board", visible(&position));
            let open = ui.add(cx.small_button("Open it"));
            let open = open.identified(ids::OPEN_SMALLER).on_hover_text(phrase);
            cx.push_on_click(&open, || Command::OpenText(position.clone()));
        });
        let text = format!("{boards} until one disagreed.");
        cx.small_ui(ui, &text).identified(ids::TRIED);
    }

    /// Whether a board agrees, and the likely causes if it doesn't.
    fn checked_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, checked: &ShownCheck) {
        let ShownCheck { rated, report } = checked;
        let rules = files::describe_rules(&rated.game, &rated.rules);
        let position = rated.graph.position_text(Vertex::ROOT);
        let sign = match report.agrees() {
            true => BannerIcon::Agree,
            false => BannerIcon::Differ,
        };
        let verdict = check::verdict(report);
        banner(ui, cx.theme, sign, &verdict, ids::CHECK_VERDICT);
        let mut notes = vec![format!("{}, {}.", visible(&position), visible(&rules))];
        let stopped = rated.graph.graph().stopped().is_some();
        notes.extend(check::notes(report, stopped));
        cx.small_ui(ui, notes.join(" "));
        cx.small_ui(ui, check::covered(&report.coverage).join(" "))
            .identified(ids::COVERED);
        let own = check::own_ratings_words(report).join(" ");
        if !own.is_empty() {
            ui.add(egui::Label::new(RichText::new(&own).size(size::BODY)).wrap())
                .identified(ids::OWN_RATINGS);
        }
        let (lead, causes) = check::causes(report);
        if lead.is_empty() {
            return;
        }
        if causes.is_empty() {
            cx.small_ui(ui, &lead);
            return;
        }
        heading(ui, &lead);
        for (cause, words) in report.causes.iter().zip(&causes) {
            ui.horizontal_wrapped(|ui| {
                if causes.len() > 1 {
                    ui.label(cx.dim("•"));
                }
                let phrase = RichText::new(capitalised(words)).size(size::BODY);
                ui.add(egui::Label::new(phrase).wrap())
                    .identified(ids::CAUSE);
                let rules = cause.switch.as_ref();
                let rules = rules.and_then(|(switch, value)| under(rated, switch, value));
                if let Some(rules) = rules {
                    let compare = CommandId::CompareRules;
                    let button = ui.add(cx.small_button("Compare rules…"));
                    let button = button.identified(ids::COMPARE_CAUSE);
                    let text = tooltip(ui.ctx(), compare);
                    if button.on_hover_text(text).clicked() {
                        cx.run(compare);
                        cx.push(Command::CompareWith(Box::new(rules)));
                    }
                }
            });
        }
    }

    /// The kinds to choose from, and which of a kind.
    fn kinds_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, kinds: &[KindFound], shown: &KindFound) {
        heading(ui, "Disagreements");
        ui.horizontal_wrapped(|ui| {
            for (index, kind) in kinds.iter().enumerate() {
                let phrase = format!(
                    "{} {}",
                    capitalised(&kind.kind.name().replace('-', " ")),
                    grouped(kind.count)
                );
                let chosen = std::ptr::eq(kind, shown);
                let choice = choice_ui(ui, cx, chosen, &phrase);
                if choice.identified(&ids::kind(kind.kind.name())).clicked() {
                    self.kind = index;
                }
            }
        });
        if shown.first == shown.smallest {
            cx.small_ui(
                ui,
                format!("No smaller position has {}.", shown.kind.label()),
            );
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let keys = tooltip(ui.ctx(), CommandId::OtherDisagreement);
            for (smallest, text) in [
                (true, "The smallest position"),
                (false, "The first from the root"),
            ] {
                let choice = choice_ui(ui, cx, self.first != smallest, text);
                let choice = choice.identified(&ids::which(smallest));
                if choice.on_hover_text(&keys).clicked() {
                    self.first = !smallest;
                }
            }
        });
    }
}

/// The rules of a graph with another value of a setting.
fn under(rated: &Rated, switch: &str, value: &str) -> Option<Switches> {
    let change = match value.parse() {
        Ok(number) => SetupChange::Number(switch, number),
        Err(_) => SetupChange::Choice(switch, value),
    };
    let changed = session::changed(&rated.setup(), change).ok()?;
    Some(changed.switches)
}

/// One of several, of which one is chosen.
fn choice_ui(ui: &mut egui::Ui, cx: &Cx<'_>, chosen: bool, text: &str) -> egui::Response {
    let color = cx.text_or_dim(chosen);
    let button = egui::Button::new(RichText::new(text).size(size::BODY).color(color))
        .selected(chosen)
        .stroke(Stroke::new(1.0, cx.theme.line));
    ui.add(button).chosen(egui::Role::RadioButton, chosen, text)
}

/// One disagreement: the difference, its place, both boards, their data, and their moves.
/// `graph` reads its place in the open board's graph, if there is one.
fn disagreement_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    shown: &Disagreement,
    graph: Option<&dyn Pictures>,
    boards: &mut BoardPair,
) {
    let phrase = capitalised(&visible(&shown.text));
    ui.add(egui::Label::new(strong(phrase).size(size::BODY + 1.0)).wrap())
        .identified(ids::DISAGREEMENT);
    ui.horizontal_wrapped(|ui| {
        cx.small_ui(ui, capitalised(&check::location(shown)))
            .identified(ids::DISAGREEMENT_PLACE);
        let line = shown.line.as_deref();
        let read = |graph: &dyn Pictures| graph.read_line(Vertex::ROOT, line?).ok();
        if let Some(line) = graph.and_then(read) {
            let text = "Select the node in the tree by the rules";
            let show = ui.add(cx.small_button("Show in the tree"));
            let show = show.identified(ids::SHOW_IN_TREE);
            if show.on_hover_text(text).clicked() {
                cx.push(Command::Act(Action::SelectLine(line)));
                cx.run(CommandId::ShowTree);
            }
        }
    });
    if let (Some(theirs), Some(ours)) = (&shown.theirs.picture, &shown.ours.picture) {
        let after = |picture: &crate::game::Picture, position: &Option<String>| match (
            &shown.mv,
            position.as_ref() == Some(&picture.text),
        ) {
            (Some(mv), false) => format!("after {}", visible(mv)),
            _ => visible(&picture.text).into_owned(),
        };
        let card = |name: &str, picture, position| {
            // What the board doesn't show, such as captured dice, is shown with it.
            let mut figures = after(picture, position);
            if theirs.state != ours.state {
                figures = format!("{figures} · {}", visible(&picture.state));
            }
            BoardCard {
                name: name.to_owned(),
                text: match figures == visible(&picture.text) {
                    true => format!("{name}: {figures}"),
                    false => format!("{name}: {}, {figures}", visible(&picture.text)),
                },
                figures,
                picture,
            }
        };
        let cards = [
            card("Your program", theirs, &shown.theirs.position),
            card("Rules", ours, &shown.ours.position),
        ];
        let apart = apart([theirs, ours]);
        let max = if apart.is_empty() {
            SAME_BOARDS
        } else {
            BOARDS
        };
        boards.ui(ui, cx, &cards, &apart, max);
    }
    facts_ui(ui, cx, shown);
    moves_ui(ui, cx, shown);
}

const ROW: f32 = 24.0;
/// Below this width the position after a move is shown by its rating alone.
const NARROW: f32 = 520.0;

/// The data of both sides about one subject; a difference is shown by a sign and in bold.
struct CheckRow {
    name: String,
    id: String,
    sides: [String; 2],
    differs: bool,
}

/// The places of the subject, both sides, and the sign between them.
fn places(width: f32) -> [Rangef; 4] {
    let name = Rangef::new(6.0, 6.0 + (width * 0.18).clamp(64.0, 130.0));
    let left = name.max + 10.0;
    let room = (width - left - 24.0) / 2.0;
    let [theirs, ours] = [0.0, 1.0].map(|side| {
        let left = left + side * (room + 24.0);
        Rangef::new(left, left + room)
    });
    [name, theirs, ours, Rangef::new(theirs.max, ours.min)]
}

/// A table of both sides below its name.
fn table_ui(ui: &mut egui::Ui, cx: &Cx<'_>, (name, head): (&str, &str), rows: &[CheckRow]) {
    if rows.is_empty() {
        return;
    }
    let side = |head, side: usize| {
        Column::new(Align::Min, head, move |row: &CheckRow| {
            TableCell::from(&*row.sides[side]).print(BODY.strong(row.differs))
        })
    };
    let sign = |row: &CheckRow| {
        let sign = if row.differs { "≠" } else { "" };
        TableCell::from(sign).print(BODY.strong(true))
    };
    let columns = [
        Column::new(Align::Min, head, |row: &CheckRow| row.name.clone()),
        side("Your program", 0),
        side("Rules", 1),
        Column::new(Align::Center, "", sign),
    ];
    let places = places(ui.available_width());
    heading(ui, name);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (line, _) = cx.line(ui, 20.0, Sense::hover());
        line.heads(&columns, places.map(|place| line.column_rect(place)));
        for row in rows {
            let (line, response) = cx.line(ui, ROW, Sense::hover());
            let CheckRow { name, sides, .. } = row;
            let text = format!("{name}: yours {}, rules {}", sides[0], sides[1]);
            let response = response
                .called(Role::Label, &text)
                .identified(&ids::both_say(&row.id));
            line.ground(row.differs, 3.0);
            for (column, range) in columns.iter().zip(places) {
                line.cell(
                    (ui, cx),
                    (column, line.column_rect(range)),
                    row,
                    RowLook::default(),
                );
            }
            response.on_hover_text(text);
        }
    });
}

/// The data of both sides about the position.
pub(super) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let facts = check::facts(found).into_iter();
    let rows = facts.map(|fact| CheckRow {
        name: capitalised(fact.name),
        id: fact.name.to_owned(),
        differs: fact.differs,
        sides: fact.sides,
    });
    table_ui(ui, cx, ("The position", ""), &rows.collect::<Vec<_>>());
}

/// Their moves beside the rules'.
pub(super) fn moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let narrow = ui.available_width() < NARROW;
    let is_reported = found.theirs.moves.is_some();
    let rows = check::moves(found).into_iter().map(|mv| {
        let sides = [mv.theirs, mv.ours].map(|side| match side {
            None if is_reported => "not listed".to_owned(),
            None => "–".to_owned(),
            Some(side) => {
                let position = side.position.as_ref().filter(|_| !narrow);
                let parts = [position, side.rating.as_ref()];
                let parts: Vec<String> = parts
                    .into_iter()
                    .flatten()
                    .map(|part| shown(Some(part)))
                    .collect();
                match parts.is_empty() {
                    true => "listed".to_owned(),
                    false => parts.join(", rated "),
                }
            }
        });
        CheckRow {
            name: move_words(&mv.name()),
            id: mv.name(),
            sides,
            differs: mv.differs(),
        }
    });
    table_ui(ui, cx, ("Moves", "Move"), &rows.collect::<Vec<_>>());
}
