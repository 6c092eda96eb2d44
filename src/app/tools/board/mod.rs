//! The board at the left: clickable places, legal attacks with the resulting ratings, and the last
//! move.

mod editor;
mod play;
mod state;
mod words;

use eframe::egui::{
    self, Align2, Context, CursorIcon, FontId, Id, Role, Sense, Stroke, StrokeKind, Vec2,
    WidgetInfo,
};

use self::state::{move_tooltip, place_tooltip, tooltip_beside};
use crate::app::base::{Identified as _, Transform, ids, paint::paint, size, strong};
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::diagram::{
    BoardArrow, BoardDiagram, BoardMarks, BoardMove, TreeView, arrow_labels, best_labelled, board,
    board_radius, changed_places,
};
use crate::game::{Cell, CellShape, Picture};
use crate::session::Action;
use crate::tree::{Edge, UnfoldingNode, Vertex};
use editor::{Editor, edit_menu};

use play::pass;

/// The height of the line about the place under the keyboard cursor, in points: two rows of small
/// text.
const HINT_HEIGHT: f32 = 32.0;

/// Maximum positions searched for a pass.
const LOOKED_AT: usize = 500;

/// The commands that keys do on the board.
const COMMANDS: [CommandId; 5] = [
    CommandId::PreviousHex,
    CommandId::NextHex,
    CommandId::MarkHex,
    CommandId::LeaveBoard,
    CommandId::PassTurn,
];

/// The state of the board panel.
#[derive(Debug, Default)]
pub struct BoardPanel {
    /// The place with the keyboard cursor.
    pub(crate) cursor: usize,
    pub(crate) editor: Editor,
    drawn: Option<DrawnBoard>,
    /// Whether the game has a pass; and the tree and its number of positions for which that was
    /// determined.
    has_pass: Option<(u64, usize, bool)>,
}

impl BoardPanel {
    /// The place with the keyboard cursor, while keys play on the board.
    pub fn cursor(&self, desk: &Desk) -> Option<usize> {
        desk.board_has_keys.get().then_some(self.cursor)
    }
}

/// A cached drawing of the board, and its key.
#[derive(Debug)]
struct DrawnBoard {
    picture: Picture,
    arrows: Vec<BoardArrow>,
    /// The possible labels of each arrow, the longest first.
    labels: Vec<[String; 3]>,
    marks: BoardMarks,
    radius: f64,
    diagram: BoardDiagram,
}

/// The content of the board in a frame.
struct ShownBoard<'a> {
    document: &'a Document,
    view: &'a TreeView<'a>,
    picture: Picture,
    /// The picture before the move that led here.
    before: Option<Picture>,
    /// The legal moves with a source and a target.
    attacks: Vec<play::Attack>,
    /// The legal moves with a target only.
    landings: Vec<play::Landing>,
    /// The branches of the attack that is rolled for.
    branches: Vec<play::Attack>,
    marked: Option<usize>,
    /// Whether the root is shown to be changed.
    setup: bool,
    /// Whether the root is shown, and its game lists edits of its places.
    has_edits: bool,
}

impl<'a> ShownBoard<'a> {
    fn new(
        document: &'a Document,
        view: &'a TreeView<'a>,
        marked: Option<usize>,
        setup: bool,
    ) -> Self {
        let session = &document.session;
        let graph = &session.rated().graph;
        let parent = session.unfolding().parent(session.selected());
        let before = parent.filter(|_| !setup);
        let (attacks, landings) = if setup {
            Default::default()
        } else {
            play::moves_with(document, &view.best_moves(document.session.vertex()))
        };
        let is_root = setup || session.selected() == UnfoldingNode::ROOT;
        let picture = graph.picture(if setup {
            Vertex::ROOT
        } else {
            session.vertex()
        });
        let changed = document
            .supposed
            .changed_at(session.selected(), &document.layer.assumptions)
            .filter(|_| !setup);
        if let Some(changed) = changed {
            // The picture of the previous position: the places that differ are marked.
            return Self {
                document,
                view,
                picture: changed.graph.picture(Vertex::ROOT),
                before: Some(picture),
                attacks: Vec::new(),
                landings: Vec::new(),
                branches: Vec::new(),
                marked: None,
                setup,
                has_edits: false,
            };
        }
        let mut places = 0..picture.cells.len();
        let has_edits = is_root && places.any(|index| !graph.edits(Vertex::ROOT, index).is_empty());
        Self {
            document,
            view,
            picture,
            before: before.map(|parent| graph.picture(session.unfolding().vertex(parent))),
            attacks,
            landings,
            branches: if setup {
                Vec::new()
            } else {
                state::branches(document)
            },
            marked: marked.filter(|_| !setup),
            setup,
            has_edits,
        }
    }

    /// Whether the root is shown, and its game lists edits of its places.
    fn can_be_changed(&self) -> bool {
        self.has_edits
    }

    /// The legal move of a click on this place: from the marked place, with a target only, or the
    /// only attack on it.
    fn offered(&self, to: usize) -> Option<Edge> {
        if let Some(landing) = self.landings.iter().find(|landing| landing.to == to) {
            return Some(landing.edge);
        }
        let is_meant = |from: usize| self.marked.is_none_or(|marked| marked == from);
        let on_it = self.attacks.iter().filter(|attack| attack.to == to);
        let mut meant = on_it.filter(|attack| is_meant(attack.from));
        let first = meant.next()?;
        (self.marked.is_some() || meant.next().is_none()).then_some(first.edge)
    }

    /// The command of a click on a place: attack from the marked place, mark a source, or clear the
    /// mark.
    fn click(&self, index: usize) -> Command {
        if let Some(edge) = self.offered(index) {
            return self.play(edge);
        }
        let source = self.attacks.iter().any(|attack| attack.from == index);
        Command::Mark((source && self.marked != Some(index)).then_some(index))
    }

    fn play(&self, edge: Edge) -> Command {
        let session = &self.document.session;
        let graph = session.rated().graph.graph();
        Command::Act(Action::Move(graph.key(session.vertex(), edge)))
    }

    /// The moves from nowhere with their ratings.
    fn board_moves(&self) -> Vec<BoardMove> {
        let session = &self.document.session;
        let chooser = self.view.chooser(session.vertex());
        let moves = self.landings.iter().map(|landing| BoardMove {
            to: landing.to,
            label: self.view.rating_by(landing.edge, chooser),
            strong: landing.best && !self.view.hidden,
        });
        moves.collect()
    }

    /// The legal attacks with their ratings, then the move that led here.
    fn arrows(&self) -> Vec<BoardArrow> {
        let rolls = !self.branches.is_empty();
        let legal = self.playable().map(|attack| BoardArrow {
            from: attack.from,
            to: attack.to,
            label: String::new(),
            strong: rolls || (attack.best && !self.view.hidden),
            last: false,
        });
        let mut arrows: Vec<_> = legal.collect();
        // The attack that is rolled for is drawn already.
        arrows.extend(self.last_arrow().filter(|_| !rolls));
        arrows
    }

    /// The legal attacks, or the branches of the attack that is rolled for.
    fn playable(&self) -> impl Iterator<Item = &play::Attack> {
        self.attacks.iter().chain(&self.branches)
    }

    fn last_arrow(&self) -> Option<BoardArrow> {
        let session = &self.document.session;
        let assumptions = &self.document.layer.assumptions;
        let supposed = &self.document.supposed;
        let changed = supposed.changed_at(session.selected(), assumptions);
        if self.setup || changed.is_some() {
            return None;
        }
        let session = &self.document.session;
        let unfolding = session.unfolding();
        let parent = unfolding.parent(session.selected())?;
        let edge = unfolding.edge(session.selected())?;
        let graph = &session.rated().graph;
        let touched = graph.touched(unfolding.vertex(parent), edge);
        Some(BoardArrow {
            from: touched.from?,
            to: touched.to?,
            label: String::new(),
            strong: true,
            last: true,
        })
    }
}

impl Tool for BoardPanel {
    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.board_in_panel_ui(ui, cx);
        self.state_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
        let labels = &desk.document.session.rated().graph;
        let looked_at = labels.graph().len().min(LOOKED_AT);
        let is_now = |(tree, all, _): &(u64, usize, bool)| (*tree, *all) == (desk.tree, looked_at);
        if !self.has_pass.as_ref().is_some_and(is_now) {
            let mut first = labels.graph().vertices().take(looked_at);
            let has_pass = first.any(|vertex| play::pass_at(&**labels, vertex).is_some());
            self.has_pass = Some((desk.tree, looked_at, has_pass));
        }
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::FocusBoard => has_places(desk),
            CommandId::PreviousHex
            | CommandId::NextHex
            | CommandId::MarkHex
            | CommandId::LeaveBoard => desk.board_has_keys.get(),
            CommandId::PassTurn => !desk.edits_root() && pass(&desk.document).is_some(),
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::FocusBoard).then_some(desk.board_has_keys.get())
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &Context) -> bool {
        desk.board_has_keys.get() && desk.edits_root() && self.edit_by_keys(desk, ctx)
    }

    fn run(&mut self, desk: &mut Desk, _ctx: &Context, command: &Command) -> Option<Responder> {
        match *command {
            Command::Mark(index) => desk.marked = index,
            Command::Named(CommandId::FocusBoard) => self.toggle_keys(desk),
            Command::Named(named) if COMMANDS.contains(&named) => {
                self.play_by_keys(desk, named);
                return Some(Responder::Board);
            }
            _ => return None,
        }
        Some(Responder::Window)
    }

    fn give_up(&mut self, desk: &mut Desk) {
        desk.board_has_keys.set(false);
        desk.marked = None;
        *self = Self::default();
    }
}

/// Whether there is a board on which the keys can play.
fn has_places(desk: &Desk) -> bool {
    let graph = &desk.document.session.rated().graph;
    !graph.picture(Vertex::ROOT).cells.is_empty()
}

impl BoardPanel {
    /// Whether any player can pass in this game.
    fn has_pass(&self) -> bool {
        self.has_pass.is_some_and(|(_, _, has)| has)
    }

    /// The board with the move that led here, and the legal attacks with the ratings they lead to.
    /// While the setup is open, the root is shown and can be changed.
    fn board_in_panel_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let setup = cx.desk.edits_root();
        let shown = ShownBoard::new(cx.document, cx.view, cx.desk.marked, setup);
        if setup {
            ui.add_space(4.0);
            ui.label(strong("Editing the start position").size(size::HEADING))
                .identified(ids::EDITING);
        }
        if shown.picture.cells.is_empty() {
            cx.desk.board_has_keys.set(false);
            notation_ui(ui, cx, &shown.picture.text);
            return;
        }
        self.cursor = self.cursor.min(shown.picture.cells.len() - 1);
        let share = if cx.desk.has_one_column() { 0.28 } else { 0.46 };
        let max = (ui.available_height() * share).clamp(150.0, 480.0);
        self.board_ui(ui, cx, &shown, max);
        let has_keys = cx.desk.board_has_keys.get();
        // Where a finger taps, its line has its room before, so that nothing moves.
        if has_keys || setup || cx.desk.is_touched {
            let hint = match has_keys || setup {
                true => cx.hint(&words::hint(&shown, self.cursor, has_keys)),
                false => String::new(),
            };
            let (rect, response) = ui
                .allocate_exact_size(Vec2::new(ui.available_width(), HINT_HEIGHT), Sense::hover());
            response.called(Role::Label, &hint).identified(ids::HINT);
            let font = FontId::proportional(size::SMALL);
            let galley = ui.painter().layout(hint, font, cx.theme.dim, rect.width());
            ui.painter_at(rect).galley(rect.min, galley, cx.theme.dim);
        }
        if setup {
            cx.commands
                .extend(self.editor.edit(cx.document).map(Command::EditRoot));
        } else {
            self.editor.clear();
        }
    }

    /// The board in a presentation, as large as possible, at most `max` high.
    pub fn talk_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, max: f32) {
        let shown = ShownBoard::new(cx.document, cx.view, cx.desk.marked, false);
        if shown.picture.cells.is_empty() {
            notation_ui(ui, cx, &shown.picture.text);
            return;
        }
        self.board_ui(ui, cx, &shown, max);
        // Keys belong to the tour.
        cx.desk.board_has_keys.set(false);
    }

    fn board_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>, max: f32) {
        let width = ui.available_width();
        let radius = board_radius(&shown.picture, f64::from(width), f64::from(max));
        self.draw(shown, radius, self.cursor(cx.desk));
        let Some(drawn) = &self.drawn else {
            return;
        };
        let diagram = &drawn.diagram;
        let height = diagram.bounds.height() as f32;
        let (screen, canvas) = ui.allocate_exact_size(Vec2::new(width, height), Sense::click());
        let has_keys = cx.desk.board_has_keys.get();
        let canvas = canvas
            .called(Role::Canvas, words::board(has_keys))
            .identified(ids::BOARD);
        let middle = diagram.bounds.centre();
        let middle = Vec2::new(middle.x as f32, middle.y as f32);
        let transform = Transform::moved((screen.center().to_vec2() - middle).round());
        paint(
            &ui.painter_at(screen),
            &transform,
            cx.theme,
            &diagram.drawing,
        );
        if has_keys {
            let ring = screen.expand(4.0);
            let stroke = Stroke::new(1.5, cx.theme.text);
            ui.painter()
                .rect_stroke(ring, 8.0, stroke, StrokeKind::Inside);
        }
        let sight = BoardSight {
            shown,
            drawn,
            screen,
            transform,
        };
        let mut clicked = sight.places_ui(ui, cx);
        let played = sight.moves_ui(ui, cx);
        let place_at = |at| diagram.place_at(transform.scene_from_screen(at));
        if shown.setup && canvas.contains_pointer() {
            let pointer = ui.input(|input| input.pointer.latest_pos());
            if let Some(place) = pointer.and_then(place_at) {
                self.editor.wheel(ui, place);
            }
        }
        if canvas.clicked() {
            cx.desk.board_has_keys.set(true);
            // The upper and lower corners of a hex are outside of its clickable rectangle.
            clicked = canvas.interact_pointer_pos().and_then(place_at);
            if clicked.is_none() && shown.marked.is_some() {
                cx.push(Command::Mark(None));
            }
        }
        if let Some(place) = clicked.or(played) {
            cx.desk.board_has_keys.set(true);
            self.cursor = place;
        }
        match clicked {
            Some(slot) if shown.setup => self.editor.next_owner(slot),
            Some(index) => cx.push(shown.click(index)),
            None => {}
        }
    }

    /// Draws the board, unless it is drawn already.
    fn draw(&mut self, shown: &ShownBoard<'_>, radius: f64, cursor: Option<usize>) {
        let arrows = shown.arrows();
        let labels: Vec<[String; 3]> = shown
            .playable()
            .map(|attack| arrow_labels(shown.view, shown.document.session.vertex(), attack.edge))
            .collect();
        let before = shown.before.as_ref();
        let marks = BoardMarks {
            marked: shown.marked,
            cursor,
            touched: before.map_or_else(Vec::new, |before| changed_places(before, &shown.picture)),
            moves: shown.board_moves(),
        };
        if let Some(drawn) = &self.drawn
            && drawn.picture == shown.picture
            && drawn.arrows == arrows
            && drawn.labels == labels
            && drawn.marks == marks
            && drawn.radius == radius
        {
            return;
        }
        self.drawn = Some(DrawnBoard {
            diagram: best_labelled(&arrows, &labels, |arrows| {
                board(&shown.picture, arrows, &marks, radius)
            }),
            picture: shown.picture.clone(),
            arrows,
            labels,
            marks,
            radius,
        });
    }
}

/// The place of the board on the screen in a frame.
struct BoardSight<'a> {
    shown: &'a ShownBoard<'a>,
    drawn: &'a DrawnBoard,
    screen: egui::Rect,
    transform: Transform,
}

impl BoardSight<'_> {
    /// The clickable places; returns the clicked one.
    fn places_ui(&self, ui: &egui::Ui, cx: &Cx<'_>) -> Option<usize> {
        let shown = self.shown;
        let mut clicked = None;
        for (index, cell) in shown.picture.cells.iter().enumerate() {
            let corners = &self.drawn.diagram.places[index];
            let at = self.transform.screen_from_scene(middle_of(corners));
            let rect = egui::Rect::from_center_size(at, reach(cell, self.drawn.radius));
            let response = ui.interact(rect, Id::unique("place").with(index), Sense::click());
            let selected = shown.marked == Some(index);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, selected, words::cell_name(shown, index))
            });
            let response = response.identified(&ids::place(index));
            if response.has_focus() || response.hovered() {
                let color = cx.text_or_dim(response.has_focus());
                let corners = corners.iter();
                let corners = corners.map(|corner| self.transform.screen_from_scene(*corner));
                let line = egui::Shape::closed_line(corners.collect(), Stroke::new(2.0, color));
                ui.painter_at(self.screen).add(line);
            }
            if response.clicked() {
                clicked = Some(index);
            }
            if shown.can_be_changed() {
                edit_menu(&response, cx, index);
            }
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            tooltip_beside(&response, self.screen).show(|ui| place_tooltip(ui, cx, shown, index));
        }
        clicked
    }

    /// The clickable arrows, which make their moves; returns the target of the clicked one.
    fn moves_ui(&self, ui: &egui::Ui, cx: &Cx<'_>) -> Option<usize> {
        let shown = self.shown;
        let mut played = None;
        for (attack, arrow) in shown.playable().zip(&self.drawn.diagram.arrows) {
            let Some(arrow) = arrow else {
                continue;
            };
            let rect = self.transform.screen_rect(arrow.hit);
            let vertex = shown.document.session.vertex();
            let number = shown.view.labels.graph().key(vertex, attack.edge);
            let id = Id::unique("attack").with((attack.from, attack.to, number));
            let response = ui.interact(rect, id, Sense::click());
            let rolls = !shown.branches.is_empty();
            response.widget_info(|| {
                let label = match rolls {
                    true => state::branch_label(shown, attack),
                    false => words::attack(shown, attack),
                };
                WidgetInfo::labeled(Role::Button, true, label)
            });
            let response = response.identified(&match rolls {
                true => ids::roll(number),
                false => ids::attack(attack.from, attack.to),
            });
            if response.hovered() || response.has_focus() {
                let stroke = Stroke::new(2.0, cx.theme.text);
                let corner = rect.height() / 2.0;
                let painter = ui.painter_at(self.screen);
                painter.rect_stroke(rect, corner, stroke, StrokeKind::Outside);
            }
            if response.clicked() {
                played = Some(attack.to);
                cx.push(shown.play(attack.edge));
            }
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            tooltip_beside(&response, self.screen)
                .show(|ui| move_tooltip(ui, cx, shown, attack.edge));
        }
        played
    }
}

/// The clickable rectangle of a place: most of it, and nothing of its neighbors.
fn reach(cell: &Cell, radius: f64) -> Vec2 {
    let (width, height) = match cell.shape {
        CellShape::Hex => (1.62, 1.2),
        CellShape::Square => (1.9, 1.9),
    };
    Vec2::new((width * radius) as f32, (height * radius) as f32)
}

fn middle_of(corners: &[crate::diagram::Point]) -> crate::diagram::Point {
    let count = corners.len().max(1) as f64;
    corners.iter().fold(Default::default(), |sum, corner| {
        crate::diagram::Point::moved(sum, corner.x / count, corner.y / count)
    })
}

/// A position without places: its notation.
fn notation_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) {
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 90.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect(
        rect,
        6.0,
        cx.theme.ground,
        Stroke::new(1.0, cx.theme.line),
        StrokeKind::Inside,
    );
    let font = FontId::proportional(18.0);
    let galley = ui
        .painter()
        .layout(text.to_owned(), font, cx.theme.text, width - 24.0);
    let at = Align2::CENTER_CENTER
        .anchor_size(rect.center(), galley.size())
        .min;
    ui.painter_at(rect).galley(at, galley, cx.theme.text);
}
