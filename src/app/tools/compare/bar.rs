//! The bar above a comparison: the two rule sets, and the selected line in both trees, with its end
//! in each and where it leaves one of them.

use eframe::egui::{self, Align, Stroke};

use super::{Compare, FoundDifferences, LEAVE};
use crate::app::base::{
    BannerIcon, Identified as _, banner, ids, label, list_ui, listed, shown_name, size, strong,
};
use crate::app::document::{Document, files};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{Cx, apart};
use crate::diagram::{TreeView, move_words};
use crate::game::{Picture, Player, visible};
use crate::games::{self, Choice, Setup, SetupChange, SetupForm, SetupNumber, SetupPart, Switches};
use crate::rating::best_edges;
use crate::session::{self, AlignedMove, Both, aligned_moves};
use crate::tree::{Edge, Vertex};

/// The approximate width of a setting with its name, of its name, and the maximum width of its
/// value.
const CELL: f32 = 205.0;
const NAME: f32 = 78.0;
const MAX_CHOICE: f32 = 180.0;
/// Below this width the bar has less text.
const NARROW: f32 = 480.0;

/// One of the other rules' settings.
enum OtherRule<'a> {
    Choice(&'a Choice),
    Number(&'a SetupNumber),
}

impl OtherRule<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Choice(choice) => choice.name,
            Self::Number(number) => number.name,
        }
    }
}

impl Compare {
    /// The rules of the open board, the choice of the others, and the button to return.
    pub fn bar_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let rated = cx.document.session.rated();
        let own = files::describe_rules(&rated.game, &rated.rules);
        let setup = self.other_setup(cx.document);
        let form = session::form(&setup);
        frames(ui, cx);
        let text = match ui.available_width() < NARROW {
            true => "with",
            false => "compared with",
        };
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let leave = CommandId::LeaveComparison;
                let close = ui.button("Close").identified(leave.id());
                let close = close.on_hover_text(leave.tooltip());
                cx.push_on_click(&close, || LEAVE);
                let toggle = egui::Button::selectable(self.switches, "Settings");
                let toggle = ui
                    .add_enabled(form.is_some(), toggle)
                    .identified(ids::SWITCHES)
                    .on_hover_text("Show or hide the settings of the other rules");
                if toggle.clicked() {
                    self.switches = !self.switches;
                }
                ui.with_layout(egui::Layout::left_to_right(Align::Center), |ui| {
                    let name =
                        egui::Label::new(strong(visible(&own).into_owned()).size(size::BODY));
                    ui.add(name.truncate())
                        .on_hover_text(visible(&own).into_owned());
                    let with = ui.label(cx.dim(text));
                    let choice = form
                        .as_ref()
                        .and_then(|form| form.choices.iter().find(|choice| choice.name == "rules"));
                    if let Some(choice) = choice {
                        let width = ui.available_width().clamp(80.0, 190.0);
                        choice_ui(ui, cx, &setup, choice, (with.id, width));
                    }
                });
            });
        });
        if let Some(form) = form.filter(|_| self.switches) {
            Self::switches_ui(ui, cx, &setup, &form);
        }
    }

    /// The open board under the other rules, as far as they allow it.
    fn other_setup(&self, document: &Document) -> Setup {
        session::under(&document.setup, &self.other).unwrap_or_else(|_| {
            let first = games::first_setup(&document.setup.game);
            Setup {
                switches: self.other.clone(),
                ..first.unwrap_or_else(|_| document.setup.clone())
            }
        })
    }

    fn switches_ui(ui: &mut egui::Ui, cx: &Cx<'_>, setup: &Setup, form: &SetupForm) {
        let choices = form.choices.iter().filter(|choice| choice.name != "rules");
        let numbers = form.numbers.iter();
        let numbers = numbers.filter(|number| number.part == SetupPart::Rules);
        let switches: Vec<OtherRule<'_>> = choices
            .map(OtherRule::Choice)
            .chain(numbers.map(OtherRule::Number))
            .collect();
        let width = ui.available_width();
        let columns = ((width / CELL).floor() as usize).clamp(1, 4);
        let choice = (width / columns as f32 - NAME - 16.0).min(MAX_CHOICE);
        let grid = egui::Grid::new("compared switches").spacing([8.0, 6.0]);
        grid.min_col_width(0.0).show(ui, |ui| {
            for row in switches.chunks(columns) {
                for switch in row {
                    let name = ui.label(cx.small(label(switch.name())));
                    switch_ui(ui, cx, setup, switch, (name.id, choice));
                }
                ui.end_row();
            }
        });
    }
}

/// A setting of the other rules: its id, and its maximum width.
fn switch_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    setup: &Setup,
    switch: &OtherRule<'_>,
    (named_by, width): (egui::Id, f32),
) {
    match switch {
        OtherRule::Choice(choice) => choice_ui(ui, cx, setup, choice, (named_by, width)),
        OtherRule::Number(number) => {
            let mut value = number.value;
            let field = egui::DragValue::new(&mut value)
                .range(number.range.clone())
                .speed(0.05);
            let field = ui.add(field).labelled_by(named_by);
            if field.changed() && value != number.value {
                let change = SetupChange::Number(number.name, value);
                cx.commands.extend(changed(setup, change));
            }
        }
    }
}

fn choice_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    setup: &Setup,
    choice: &Choice,
    (named_by, width): (egui::Id, f32),
) {
    let chosen = choice.chosen.unwrap_or("Custom");
    let list = egui::ComboBox::from_id_salt(("compare", choice.name))
        .selected_text(shown_name(chosen))
        .width(width)
        .truncate();
    let list = list_ui(ui, list, |ui| {
        for offer in &choice.offers {
            let name = shown_name(offer.name);
            let text = match offer.refused {
                Some(why) => format!("{name}: {why}"),
                None => name.to_owned(),
            };
            let button = egui::Button::selectable(offer.name == chosen, text);
            let change = SetupChange::Choice(choice.name, offer.name);
            let response = ui.add_enabled(offer.refused.is_none(), button);
            listed(ui, &response, offer.name == chosen);
            if response.clicked() {
                cx.commands.extend(changed(setup, change));
            }
        }
    });
    let list = list.labelled_by(named_by);
    list.identified(&ids::compared_switch(choice.name));
}

/// The command that compares with the rules after a change; `None` if they aren't available.
fn changed(setup: &Setup, change: SetupChange<'_>) -> Option<Command> {
    let switches: Switches = session::changed(setup, change).ok()?.switches;
    Some(Command::CompareWith(Box::new(switches)))
}

/// Combo boxes have a visible frame.
fn frames(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let line = Stroke::new(1.0, cx.theme.line);
    let widgets = &mut ui.visuals_mut().widgets;
    for widget in [
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.open,
    ] {
        widget.bg_stroke = line;
    }
}

/// The end of the selected line in both trees.
pub(crate) struct LineEnds<'a> {
    pub found: &'a FoundDifferences,
    pub document: &'a Document,
    /// Both trees as they are drawn, the open one first.
    pub views: Both<TreeView<'a>>,
    /// The vertices; the other tree's is the last one that the line has there.
    pub vertices: Both<Vertex>,
    /// The move of the line that the other tree doesn't have, and its ply.
    pub left: Option<(usize, String)>,
    /// The pictures of both.
    pub pictures: Both<Picture>,
    /// The places in which they differ.
    pub apart: Vec<usize>,
    /// The moves of both, side by side; the open tree's alone where the line has left the other.
    pub moves: Vec<AlignedMove>,
    /// The best moves of both.
    pub best: Both<Vec<Edge>>,
    /// The player for whom the moves are rated.
    pub player: Player,
}

impl<'a> LineEnds<'a> {
    pub fn new(
        document: &'a Document,
        tree_view: &TreeView<'a>,
        found: &'a FoundDifferences,
    ) -> Self {
        let other = found.other_view(tree_view.ratings_for, tree_view.hidden);
        let [a, b] = &found.rated;
        let graphs = [a.graph.graph(), b.graph.graph()];
        let mut at = Vertex::ROOT;
        let mut there = Vertex::ROOT;
        let mut left = None;
        for (ply, edge) in document.session.line().into_iter().enumerate() {
            let mv = a.graph.move_text(at, edge);
            at = graphs[0].target(edge);
            if left.is_some() {
                continue;
            }
            let same = graphs[1]
                .edges(there)
                .find(|edge| b.graph.move_text(there, *edge) == mv);
            match same {
                Some(edge) => there = graphs[1].target(edge),
                None => left = Some((ply, mv)),
            }
        }
        let pictures = [a.graph.picture(at), b.graph.picture(there)];
        let moves = match &left {
            None => aligned_moves([a, b], [at, there]),
            Some(_) => graphs[0]
                .edges(at)
                .map(|edge| AlignedMove {
                    text: a.graph.move_text(at, edge),
                    edges: [Some(edge), None],
                })
                .collect(),
        };
        Self {
            // Boards at different plies aren't compared.
            apart: match left {
                None => apart([&pictures[0], &pictures[1]]),
                Some(_) => Vec::new(),
            },
            found,
            document,
            best: [
                best_edges(graphs[0], &a.analysis.ratings, at),
                best_edges(graphs[1], &b.analysis.ratings, there),
            ],
            views: [*tree_view, other],
            vertices: [at, there],
            left,
            pictures,
            moves,
            player: tree_view.chooser(at),
        }
    }

    /// The name of a side's rules.
    pub fn name(&self, side: usize) -> &str {
        &self.found.names.0[side]
    }

    /// Whether a ply limit is set.
    pub fn is_limited(&self) -> bool {
        self.found.rated[0].limits.max_plies.is_some()
    }

    /// A vertex's rating on one side for the player of the ratings.
    pub fn rating(&self, side: usize, vertex: Vertex) -> String {
        let players = self.views[side].labels.graph().players();
        match self.player.index() < players {
            true => self.views[side].rating_of(vertex, self.player),
            false => "–".to_owned(),
        }
    }

    /// That the selected line isn't in the other tree, where it isn't.
    pub fn departure_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some((ply, mv)) = &self.left else {
            return;
        };
        let text = format!(
            "{} has no move {} at ply {ply}. Showing the last shared position.",
            visible(self.name(1)),
            move_words(&visible(mv)),
        );
        banner(ui, cx.theme, BannerIcon::Differ, &text, ids::DEPARTURE);
    }
}
