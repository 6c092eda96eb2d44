//! The start card for new users, with its small pictures: instead of the node panel, until it is closed.

use eframe::egui::{self, Context, Rect, Role, Sense, Stroke, StrokeKind, Vec2, vec2};
use egui_material_icons::icons::ICON_CLOSE;

use crate::app::base::{
    Identified as _, Transform, font, ids, name_region, paint::paint, size, strong,
};
use crate::app::document::TEACHING;
use crate::app::intent::{Command, CommandId, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::diagram::{self, Anchor, Drawing, Ink, Point, Shade, Shape};
use crate::game::Player;

/// The height of an entry, in points, if there is space …
const ROW: f32 = 64.0;

/// … and its minimum.
const MIN_ROW: f32 = 50.0;

/// The height of the card's header and footer.
const AROUND: f32 = 92.0;

/// Three rows of three, with six ratings to find: a win, a tie and a loss among them.
const PUZZLE: &str = "exercise ratings --game tic-tac-toe .ox/oxx/o.. x";

/// An entry of the card: a way to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartEntry {
    /// The first lesson.
    Tour,
    /// The board of the book.
    Book,
    /// Tic-tac-toe, the complete tree.
    TicTacToe,
    /// A board with a tree of more than a billion nodes.
    Billion,
    /// An exercise.
    Puzzle,
    /// An own tree.
    Draw,
    /// A file or a position.
    Open,
}

impl StartEntry {
    /// All of them, from above.
    pub const ALL: [Self; 7] = [
        Self::Tour,
        Self::Book,
        Self::TicTacToe,
        Self::Billion,
        Self::Puzzle,
        Self::Draw,
        Self::Open,
    ];

    /// Its title and description.
    fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::Tour => ("2-minute lesson", "First steps, in this window"),
            Self::Book => ("The book’s board", "Dice of Doom on 2 × 2 hexes"),
            Self::TicTacToe => ("Tic-tac-toe", "549,946 nodes, and a tie"),
            Self::Billion => ("A billion-node board", "1,468,919,491 nodes"),
            Self::Puzzle => ("A puzzle", "Work out the ratings yourself"),
            Self::Draw => ("Draw your own tree", "Moves, chance and payoffs"),
            Self::Open => ("Open a file or a position", "Type, paste or drop it"),
        }
    }

    /// Its command.
    fn command(self) -> Command {
        match self {
            Self::Tour => Command::Named(CommandId::FirstLesson),
            Self::Book => Command::OpenTeaching(example("book-2x2.board.json")),
            Self::TicTacToe => Command::OpenText(".../.../... x".to_owned()),
            Self::Billion => Command::OpenTeaching(example("billion-3x3.board.json")),
            Self::Puzzle => Command::OpenText(PUZZLE.to_owned()),
            Self::Draw => Command::Named(CommandId::NewTree),
            Self::Open => Command::Named(CommandId::Open),
        }
    }
}

/// The index of one of the boards and trees that come with the program.
fn example(file: &str) -> usize {
    let mut files = TEACHING.iter();
    let index = files.position(|teaching| teaching.file == file);
    index.expect("it comes with the program")
}

/// The state of the card.
#[derive(Default)]
pub(crate) struct StartPanel {
    /// The number of the document that is open.
    opened: Option<u64>,
    /// Whether the next one is chosen here.
    chosen: bool,
}

impl Tool for StartPanel {
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Start)
    }

    fn offers_tab(&self, _: &Desk) -> bool {
        false
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        name_region(ui, ids::START);
        head_ui(ui, cx);
        let room = ui.ctx().content_rect().height() - AROUND - 70.0;
        let height = (room / StartEntry::ALL.len() as f32).clamp(MIN_ROW, ROW);
        ui.spacing_mut().item_spacing.y = 2.0;
        for way in StartEntry::ALL {
            if way_ui(ui, cx, way, height).clicked() {
                // Where it hides the tree, the tree should be seen.
                self.chosen = way != StartEntry::Open && !cx.desk.is_slim;
                cx.push(way.command());
            }
        }
        ui.add_space(8.0);
        let mut always = cx.desk.settings.start_here;
        let response = ui.checkbox(&mut always, "Show at every start");
        let response = response.identified(ids::START_ALWAYS);
        if response.clicked() {
            cx.push(Command::StartHere(always));
        }
    }

    fn sync(&mut self, desk: &mut Desk) {
        // The card is there again after a tour.
        self.chosen |= desk.visited_from.is_some();
        let before = self.opened.replace(desk.opened);
        if before.is_some_and(|before| before != desk.opened) {
            // A user who opens a document has started.
            if !std::mem::take(&mut self.chosen) && desk.side == SidePanel::Start {
                close(desk);
            }
        }
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::StartHere).then(|| desk.shows_side(SidePanel::Start))
    }

    fn run(&mut self, desk: &mut Desk, _: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(CommandId::StartHere) if desk.side == SidePanel::Start => close(desk),
            Command::Named(CommandId::StartHere) => desk.toggle_side(SidePanel::Start),
            Command::StartHere(always) => {
                desk.settings.start_here = *always;
                desk.remembers = true;
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// Closes the card; in a narrow window the tree has its room then.
fn close(desk: &mut Desk) {
    desk.turn_side(SidePanel::Start, false);
    desk.drawer &= !desk.is_narrow;
}

/// The title of the card, and its close button.
fn head_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.horizontal(|ui| {
        ui.label(strong("Start here").size(17.0));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = egui::Button::new(ICON_CLOSE.codepoint)
                .frame_when_inactive(false)
                .min_size(Vec2::splat(28.0));
            let response = ui
                .add(close)
                .called(Role::Button, "Close")
                .identified(ids::START_CLOSE);
            cx.push_once_on_click(&response, || Command::Named(CommandId::StartHere));
            response.on_hover_text("Show the selected node. Help › Start here brings this back.");
        });
    });
    ui.add_space(4.0);
}

/// An entry: its picture, its title and its description.
fn way_ui(ui: &mut egui::Ui, cx: &Cx<'_>, way: StartEntry, height: f32) -> egui::Response {
    let (title, below) = way.label();
    let wanted = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(wanted, Sense::click());
    let response = response
        .called(Role::Button, format!("{title}: {below}"))
        .identified(&ids::start_way(&format!("{way:?}")));
    let theme = cx.theme;
    let painter = ui.painter_at(rect.expand(3.0));
    let first = way == StartEntry::Tour;
    if first || response.hovered() {
        let ground = match first {
            true => theme.color(Ink::Player(Player(0), Shade::Area)),
            false => theme.soft,
        };
        painter.rect_filled(rect, 8.0, ground);
    }
    if response.has_focus() {
        let stroke = Stroke::new(2.0, theme.text);
        painter.rect_stroke(rect.shrink(1.0), 8.0, stroke, StrokeKind::Inside);
    }
    let side = SIZE;
    let at = egui::pos2(rect.left() + 8.0, rect.center().y - side.y / 2.0);
    let frame = Rect::from_min_size(at, side);
    painter.rect_filled(frame, 6.0, theme.ground);
    let line = Stroke::new(1.0, theme.line);
    painter.rect_stroke(frame, 6.0, line, StrokeKind::Inside);
    let drawing = of(way);
    paint(&painter, &Transform::moved(at.to_vec2()), theme, &drawing);
    let left = frame.right() + 12.0;
    let wide = (rect.right() - left - 4.0).max(40.0);
    let text_of = |text: &str, font_id, color| {
        let text = text.to_owned();
        ui.ctx()
            .fonts_mut(|fonts| fonts.layout(text, font_id, color, wide))
    };
    let title = text_of(title, font(14.0, true), theme.text);
    let below = text_of(below, font(size::SMALL, false), theme.dim);
    let high = title.size().y + below.size().y + 1.0;
    let top = egui::pos2(left, rect.center().y - high / 2.0);
    let next = top + vec2(0.0, title.size().y + 1.0);
    painter.galley(top, title, theme.text);
    painter.galley(next, below, theme.dim);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// The size of a picture, in points.
const SIZE: Vec2 = Vec2::new(66.0, 46.0);

const A: Ink = Ink::Player(Player(0), Shade::Full);

const B: Ink = Ink::Player(Player(1), Shade::Full);

/// The picture of an entry.
fn of(way: StartEntry) -> Drawing {
    let mut drawing = Drawing::default();
    match way {
        StartEntry::Tour => tour(&mut drawing),
        StartEntry::Book => board(&mut drawing),
        StartEntry::TicTacToe => cells(&mut drawing),
        StartEntry::Billion => map(&mut drawing),
        StartEntry::Puzzle => puzzle(&mut drawing),
        StartEntry::Draw => own_tree(&mut drawing),
        StartEntry::Open => page(&mut drawing),
    }
    drawing
}

fn segment(drawing: &mut Drawing, from: (f64, f64), to: (f64, f64), stroke: diagram::Stroke) {
    drawing.add(Shape::Segment {
        points: [Point::new(from.0, from.1), Point::new(to.0, to.1)],
        stroke,
    });
}

fn node(drawing: &mut Drawing, at: (f64, f64), size: [f64; 2], fill: Ink, stroke: diagram::Stroke) {
    drawing.add(Shape::Box {
        rect: diagram::Rect::around(Point::new(at.0, at.1), size[0], size[1]),
        rounding: 3.0,
        fill: Some(fill),
        stroke: Some(stroke),
    });
}

fn draw_text(drawing: &mut Drawing, at: (f64, f64), text: &str, size: f64, ink: Ink) {
    let at = Point::new(at.0, at.1);
    drawing.strong_text(at, Anchor::Middle, text, size, ink);
}

/// A tree with text beside it.
fn tour(drawing: &mut Drawing) {
    let thin = diagram::Stroke::new(1.2, Ink::Dim);
    for to in [(11.0, 33.0), (29.0, 33.0)] {
        segment(drawing, (20.0, 13.0), to, thin);
    }
    for (at, ink) in [
        ((20.0, 13.0), Ink::Dim),
        ((11.0, 33.0), B),
        ((29.0, 33.0), A),
    ] {
        node(
            drawing,
            at,
            [13.0, 10.0],
            Ink::Panel,
            diagram::Stroke::new(1.5, ink),
        );
    }
    for (y, to) in [(13.0, 58.0), (20.0, 58.0), (27.0, 51.0)] {
        segment(
            drawing,
            (41.0, y),
            (to, y),
            diagram::Stroke::new(2.0, Ink::Dim),
        );
    }
    let corners = [(45.0, 32.0), (53.0, 36.0), (45.0, 40.0)];
    drawing.add(Shape::Polygon {
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
        fill: Some(Ink::Text),
        stroke: None,
    });
}

/// The hexes of the book's board.
fn board(drawing: &mut Drawing) {
    const RADIUS: f64 = 10.0;
    let across = RADIUS * 3f64.sqrt();
    for (row, column, ink, dice) in [
        (0, 0, B, "2"),
        (0, 1, B, "2"),
        (1, 0, A, "2"),
        (1, 1, B, "1"),
    ] {
        let x = 29.0 + across * (f64::from(column) - 0.5 * f64::from(row));
        let y = 15.5 + 1.5 * RADIUS * f64::from(row);
        let corner = |index: u32| {
            let angle = std::f64::consts::FRAC_PI_3 * (f64::from(index) + 0.5);
            let reach = RADIUS - 0.6;
            Point::new(x + reach * angle.cos(), y + reach * angle.sin())
        };
        drawing.add(Shape::Polygon {
            points: (0..6).map(corner).collect(),
            fill: Some(ink),
            stroke: None,
        });
        draw_text(drawing, (x, y), dice, 11.0, Ink::OnPlayer);
    }
}

/// Three rows of three with crosses and rings.
fn cells(drawing: &mut Drawing) {
    let line = diagram::Stroke::new(1.2, Ink::Dim);
    for at in [-6.0, 6.0] {
        segment(drawing, (33.0 + at, 6.0), (33.0 + at, 40.0), line);
        segment(drawing, (16.0, 23.0 + at), (50.0, 23.0 + at), line);
    }
    for (x, y) in [(33.0, 23.0), (21.0, 11.0)] {
        for way in [-1.0, 1.0] {
            let (from, to) = ((x - 3.5, y - 3.5 * way), (x + 3.5, y + 3.5 * way));
            segment(drawing, from, to, diagram::Stroke::new(2.0, A));
        }
    }
    for (x, y) in [(45.0, 11.0), (21.0, 35.0)] {
        for (radius, fill) in [(4.5, B), (2.6, Ink::Ground)] {
            let centre = Point::new(x, y);
            drawing.add(Shape::Disc {
                centre,
                radius,
                fill,
            });
        }
    }
}

/// Rows of areas, each divided further than the one above.
fn map(drawing: &mut Drawing) {
    let rows: [&[(f64, Ink)]; 5] = [
        &[(54.0, A)],
        &[(20.0, A), (34.0, A)],
        &[(8.0, A), (12.0, B), (14.0, A), (20.0, A)],
        &[(4.0, B), (9.0, A), (6.0, B), (11.0, A), (7.0, B), (17.0, A)],
        &[
            (6.0, B),
            (5.0, A),
            (9.0, B),
            (4.0, A),
            (10.0, B),
            (8.0, A),
            (12.0, B),
        ],
    ];
    for (row, areas) in rows.iter().enumerate() {
        let (mut x, y) = (6.0, 6.0 + 7.0 * row as f64);
        for (wide, ink) in *areas {
            drawing.add(Shape::Box {
                rect: diagram::Rect {
                    min: Point::new(x, y),
                    max: Point::new(x + wide - 0.8, y + 6.0),
                },
                rounding: 0.0,
                fill: Some(*ink),
                stroke: None,
            });
            x += wide;
        }
    }
}

/// A question above two numbers.
fn puzzle(drawing: &mut Drawing) {
    let thin = diagram::Stroke::new(1.2, Ink::Dim);
    for to in [(18.0, 34.0), (48.0, 34.0)] {
        segment(drawing, (33.0, 13.0), to, thin);
    }
    let asked = diagram::Stroke::new(1.6, Ink::Text);
    node(drawing, (33.0, 13.0), [20.0, 14.0], Ink::Soft, asked);
    draw_text(drawing, (33.0, 13.0), "?", 11.0, Ink::Text);
    for (x, ink, text) in [(18.0, A, "1"), (48.0, B, "0")] {
        let frame = diagram::Stroke::new(1.6, ink);
        node(drawing, (x, 34.0), [18.0, 13.0], Ink::Panel, frame);
        draw_text(drawing, (x, 34.0), text, 10.5, ink);
    }
}

/// A tree with a free place for one more node.
fn own_tree(drawing: &mut Drawing) {
    let thin = diagram::Stroke::new(1.2, Ink::Dim);
    for to in [(19.0, 33.0), (47.0, 33.0)] {
        segment(drawing, (31.0, 12.0), to, thin);
    }
    node(drawing, (31.0, 12.0), [18.0, 12.0], Ink::Panel, thin);
    let frame = diagram::Stroke::new(1.6, A);
    node(drawing, (19.0, 33.0), [18.0, 13.0], Ink::Panel, frame);
    draw_text(drawing, (19.0, 33.0), "4", 10.5, A);
    let dashed = diagram::Stroke::dashed(1.4, Ink::Text, 2.5);
    node(drawing, (47.0, 33.0), [16.0, 15.0], Ink::Panel, dashed);
    for (from, to) in [((43.0, 33.0), (51.0, 33.0)), ((47.0, 29.0), (47.0, 37.0))] {
        segment(drawing, from, to, diagram::Stroke::new(1.6, Ink::Text));
    }
}

/// A sheet of paper with a folded corner.
fn page(drawing: &mut Drawing) {
    let corners = [
        (22.0, 5.0),
        (37.0, 5.0),
        (44.0, 12.0),
        (44.0, 41.0),
        (22.0, 41.0),
    ];
    drawing.add(Shape::Polygon {
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
        fill: Some(Ink::Panel),
        stroke: Some(diagram::Stroke::new(1.4, Ink::Dim)),
    });
    for (from, to) in [((37.0, 5.0), (37.0, 12.0)), ((37.0, 12.0), (44.0, 12.0))] {
        segment(drawing, from, to, diagram::Stroke::new(1.4, Ink::Dim));
    }
    for (y, to) in [(19.0, 39.0), (26.0, 39.0), (33.0, 34.0)] {
        segment(
            drawing,
            (27.0, y),
            (to, y),
            diagram::Stroke::new(2.0, Ink::Dim),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_start_card_opens_something_that_exists() {
        for way in StartEntry::ALL {
            match way.command() {
                Command::OpenTeaching(index) => assert!(index < TEACHING.len(), "{way:?}"),
                Command::OpenText(text) if way == StartEntry::Puzzle => {
                    assert!(crate::session::exercise::is_line(&text));
                }
                Command::OpenText(_)
                | Command::Named(CommandId::Open | CommandId::NewTree | CommandId::FirstLesson) => {
                }
                other => panic!("{way:?} leads to {other:?}"),
            }
            let (title, below) = way.label();
            assert!(title.len() + below.len() < 80 && !below.ends_with('.'));
        }
    }

    #[test]
    fn every_entry_of_the_start_card_has_a_picture_of_its_own() {
        let pictures = StartEntry::ALL.map(super::of);
        for (index, drawing) in pictures.iter().enumerate() {
            assert!(drawing.shapes.len() > 2);
            assert!(!pictures[..index].contains(drawing));
        }
    }
}
