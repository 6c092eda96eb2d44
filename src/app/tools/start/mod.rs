//! The start card for new users: instead of the node panel, until it is closed.

mod picture;

use eframe::egui::{self, Context, Rect, Role, Sense, Stroke, StrokeKind, Vec2, vec2};
use egui_material_icons::icons::ICON_CLOSE;

use crate::app::base::{
    Identified as _, Transform, font, ids, name_region, paint::paint, size, strong,
};
use crate::app::document::TEACHING;
use crate::app::intent::{Command, CommandId, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::diagram::{Ink, Shade};
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
pub(crate) enum Way {
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

impl Way {
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
    fn words(self) -> (&'static str, &'static str) {
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
    let place = files.position(|teaching| teaching.file == file);
    place.expect("it comes with the program")
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
        let height = (room / Way::ALL.len() as f32).clamp(MIN_ROW, ROW);
        ui.spacing_mut().item_spacing.y = 2.0;
        for way in Way::ALL {
            if way_ui(ui, cx, way, height).clicked() {
                // Where it hides the tree, the tree should be seen.
                self.chosen = way != Way::Open && !cx.desk.is_slim;
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
fn way_ui(ui: &mut egui::Ui, cx: &Cx<'_>, way: Way, height: f32) -> egui::Response {
    let (title, below) = way.words();
    let wanted = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(wanted, Sense::click());
    let response = response
        .called(Role::Button, format!("{title}: {below}"))
        .identified(&ids::start_way(&format!("{way:?}")));
    let theme = cx.theme;
    let painter = ui.painter_at(rect.expand(3.0));
    let first = way == Way::Tour;
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
    let side = picture::SIZE;
    let at = egui::pos2(rect.left() + 8.0, rect.center().y - side.y / 2.0);
    let frame = Rect::from_min_size(at, side);
    painter.rect_filled(frame, 6.0, theme.ground);
    let line = Stroke::new(1.0, theme.line);
    painter.rect_stroke(frame, 6.0, line, StrokeKind::Inside);
    let drawing = picture::of(way);
    paint(&painter, &Transform::moved(at.to_vec2()), theme, &drawing);
    let left = frame.right() + 12.0;
    let wide = (rect.right() - left - 4.0).max(40.0);
    let words = |text: &str, font_id, color| {
        let text = text.to_owned();
        ui.ctx()
            .fonts_mut(|fonts| fonts.layout(text, font_id, color, wide))
    };
    let title = words(title, font(14.0, true), theme.text);
    let below = words(below, font(size::SMALL, false), theme.dim);
    let high = title.size().y + below.size().y + 1.0;
    let top = egui::pos2(left, rect.center().y - high / 2.0);
    let next = top + vec2(0.0, title.size().y + 1.0);
    painter.galley(top, title, theme.text);
    painter.galley(next, below, theme.dim);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_begin_leads_somewhere_that_is_there() {
        for way in Way::ALL {
            match way.command() {
                Command::OpenTeaching(place) => assert!(place < TEACHING.len(), "{way:?}"),
                Command::OpenText(text) if way == Way::Puzzle => {
                    assert!(crate::session::exercise::is_line(&text));
                }
                Command::OpenText(_)
                | Command::Named(CommandId::Open | CommandId::NewTree | CommandId::FirstLesson) => {
                }
                other => panic!("{way:?} leads to {other:?}"),
            }
            let (title, below) = way.words();
            assert!(title.len() + below.len() < 80 && !below.ends_with('.'));
        }
    }

    #[test]
    fn every_way_has_a_picture_of_its_own_that_stays_in_its_frame() {
        let pictures = Way::ALL.map(picture::of);
        for (index, drawing) in pictures.iter().enumerate() {
            assert!(drawing.shapes.len() > 2);
            assert!(!pictures[..index].contains(drawing));
        }
    }
}
