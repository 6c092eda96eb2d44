//! The first lesson: steps that wait for the right key or click in the window itself, with a ring
//! around what to click.

use eframe::egui::{self, Context, Id, LayerId, Order, Stroke, StrokeKind};
use egui_material_icons::icons::ICON_CLOSE;

use crate::app::base::{Identified as _, font, ids, name_region, point_at, pointed, size};
use crate::app::intent::{Command, CommandId, MainView, SidePanel};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::games;
use crate::session::{Action, usual_game};
use crate::tree::{UnfoldingNode, Vertex};

/// A step: its text, in which keys are between `**`; what to click; and whether it is done, by the
/// number of nodes that were shown a frame before.
struct LessonStep {
    text: &'static str,
    target: fn(&Desk) -> Option<String>,
    done: fn(&Desk, usize) -> bool,
}

const STEPS: [LessonStep; 7] = [
    LessonStep {
        text: "This is the tree of a game. At the root, a is to move. **Press ↓**, or click the node below the heavy line.",
        target: |desk| node_after(desk, "1>3"),
        done: |desk, _| line(desk) == "1>3",
    },
    LessonStep {
        text: "The heavy line is best play: a wins. **Press →**, or click the node beside it.",
        target: |desk| node_after(desk, "1>0"),
        done: |desk, _| line(desk) == "1>0",
    },
    LessonStep {
        text: "1→0 is a blunder: a's rating falls from 1 to 0. The panel at the right explains it under Why. **Press Home**, or click the root.",
        target: |_| Some(ids::node(UnfoldingNode::ROOT)),
        done: |desk, _| line(desk).is_empty(),
    },
    LessonStep {
        text: "Now play on the board: **click hex 1**, then **click hex 3** to attack it.",
        target: |desk| Some(ids::place(if desk.marked == Some(1) { 3 } else { 1 })),
        done: |desk, _| line(desk) == "1>3",
    },
    LessonStep {
        text: "A triangle is a collapsed part of the tree. **Press ]**, or click +, to see one ply more.",
        target: |_| Some(CommandId::UnfoldPly.id().to_owned()),
        done: |desk, nodes| nodes_of(desk) > nodes,
    },
    LessonStep {
        text: "**Press H**, or click the eye, to hide all ratings, so that a class can guess first.",
        target: |_| Some(CommandId::HideRatings.id().to_owned()),
        done: |desk, _| desk.hidden,
    },
    LessonStep {
        text: "**Press H** again, or click the eye, to show the ratings.",
        target: |_| Some(CommandId::HideRatings.id().to_owned()),
        done: |desk, _| !desk.hidden,
    },
];

/// The step that points to an explanation in the node's panel.
const EXPLAINED: usize = 2;

/// The sentence after the last step.
const END: &str =
    "That was the first lesson. Ctrl+K finds every command, and Help › Start here has more to try.";

/// The number of nodes that are shown.
fn nodes_of(desk: &Desk) -> usize {
    desk.document.session.unfolding().preorder().count()
}

/// The moves from the root to the selected node.
fn line(desk: &Desk) -> String {
    desk.document.line_text(desk.document.session.selected())
}

/// The id of the node after a line, if it is shown.
fn node_after(desk: &Desk, line: &str) -> Option<String> {
    let session = &desk.document.session;
    let edges = session.rated().graph.read_line(Vertex::ROOT, line).ok()?;
    let unfolding = session.unfolding();
    let mut edges = edges.into_iter();
    let node = edges.try_fold(UnfoldingNode::ROOT, |node, edge| {
        unfolding.child(node, edge)
    });
    node.map(ids::node)
}

/// The board of the lesson.
fn board() -> &'static str {
    games::shown_first(usual_game()).unwrap_or_default()
}

fn is_on_board(desk: &Desk) -> bool {
    desk.document
        .session
        .rated()
        .graph
        .position_text(Vertex::ROOT)
        == board()
}

/// The lesson, while it is given.
#[derive(Default)]
pub(crate) struct Lesson {
    step: Option<usize>,
    /// The number of nodes that were shown in the last frame.
    nodes: usize,
    /// The number of the document that is open.
    opened: u64,
    /// Whether its board is being opened.
    opens: bool,
}

impl Lesson {
    fn go_to(&mut self, desk: &mut Desk, step: usize) {
        self.step = (step < STEPS.len()).then_some(step);
        if desk.is_slim {
            // A phone's sheet has either the board or what is explained.
            desk.drawer = step == EXPLAINED;
        }
        if self.step.is_none() {
            desk.tell(Ok(END.to_owned()));
        }
    }
}

impl Tool for Lesson {
    fn strip_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let step = self.step.map(|slot| (slot, &STEPS[slot]));
        point_at(ui.ctx(), step.and_then(|(_, step)| (step.target)(cx.desk)));
        let Some((index, step)) = step else {
            return;
        };
        let frame = egui::Frame::new()
            .fill(cx.theme.soft)
            .inner_margin(egui::Margin::symmetric(12, 8));
        egui::Panel::top("lesson").frame(frame).show(ui, |ui| {
            name_region(ui, ids::LESSON);
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let cross = egui::RichText::new(ICON_CLOSE.codepoint).size(16.0);
                    let leave = ui.add(egui::Button::new(cross).frame(false));
                    let leave = leave.called(egui::Role::Button, "Leave the lesson");
                    let leave = leave.identified(CommandId::FirstLesson.id());
                    cx.push_once_on_click(&leave, || Command::Named(CommandId::FirstLesson));
                    leave.on_hover_text("Leave the lesson");
                    let skip = ui.add(cx.small_button("Skip")).identified(ids::LESSON_SKIP);
                    cx.push_once_on_click(&skip, || Command::SkipLessonStep);
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        let number = format!("{} / {}", index + 1, STEPS.len());
                        ui.label(cx.small(number));
                        text_ui(ui, cx, &cx.hint(step.text));
                    });
                });
            });
        });
        if let Some(rect) = pointed(ui.ctx()) {
            let layer = LayerId::new(Order::Middle, Id::unique("lesson"));
            let stroke = Stroke::new(3.0, cx.theme.warning);
            let painter = ui.ctx().layer_painter(layer);
            painter.rect_stroke(rect.expand(3.0), 8.0, stroke, StrokeKind::Outside);
        }
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        let another = std::mem::replace(&mut self.opened, desk.opened) != desk.opened;
        if another && !std::mem::take(&mut self.opens) || desk.presents {
            self.step = None;
        }
        if self.step.is_none() {
            return;
        }
        let nodes = std::mem::replace(&mut self.nodes, nodes_of(desk));
        // Quick keys may have done several steps since the last frame.
        while let Some(step) = self.step
            && is_on_board(desk)
            && (STEPS[step].done)(desk, nodes)
        {
            self.go_to(desk, step + 1);
            ctx.request_repaint();
        }
    }

    fn is_on(&self, _: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::FirstLesson).then_some(self.step.is_some())
    }

    fn run(&mut self, desk: &mut Desk, _: &Context, command: &Command) -> Option<Responder> {
        match (command, self.step) {
            (Command::Named(CommandId::FirstLesson), None) => {
                self.opens = !is_on_board(desk);
                if self.opens {
                    desk.commands
                        .push(Command::OpenByDefaults(board().to_owned()));
                }
                desk.show_middle(MainView::Tree);
                desk.walk(Action::Root);
                desk.hidden = false;
                desk.side = SidePanel::Node;
                self.go_to(desk, 0);
            }
            (Command::Named(CommandId::FirstLesson), Some(_)) => self.step = None,
            (Command::SkipLessonStep, Some(step)) => self.go_to(desk, step + 1),
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// A text in which the parts between `**` are strong.
fn text_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) {
    let mut job = egui::text::LayoutJob::default();
    for (index, run) in text.split("**").enumerate() {
        let format = egui::TextFormat {
            font_id: font(size::BODY, index % 2 == 1),
            color: cx.theme.text,
            ..egui::TextFormat::default()
        };
        job.append(run, 0.0, format);
    }
    let plain = text.replace("**", "");
    ui.add(egui::Label::new(job).wrap())
        .called(egui::Role::Label, plain);
}
