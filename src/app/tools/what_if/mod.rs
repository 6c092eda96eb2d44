//! What-ifs in the window: the tab that lists the assumptions, and the ratings under them. A line
//! above a view says whether it shows true ratings or those under assumptions, and the effect on
//! the selected node. Commands change the assumptions, each an undoable edit; replaced positions
//! are rated off the UI thread.

mod panel;

use eframe::egui::{self, Align2, Context, Role, Sense};

use crate::app::base::machine::Instant;
use crate::app::base::{Identified as _, fault_text, font, ids, size, waker};
use crate::app::document::{AT_ONCE, Changing, FEW, Message, WhatIfRatings, Worker, key_of};
use crate::app::intent::{Command, CommandId, MainView, SidePanel, WhatIfAction};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::game::{Player, Refusal};
use crate::save::{Assumes, Assumption};
use crate::session::what_if::{InForce, open_change, read_pin, read_position};
use crate::session::{Action, Progress};
use crate::tree::{Vertex, VertexKind};
use crate::work::TurnLength;
use panel::Lead;

pub use panel::WhatIfPanel;

impl Tool for WhatIfPanel {
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::WhatIf)
    }

    fn offers_tab(&self, desk: &Desk) -> bool {
        !desk.document.layer.assumptions.is_empty()
    }

    fn least_width(&self) -> f32 {
        270.0
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn banner_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        banner_ui(ui, cx);
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        go_on(desk, ctx);
    }

    fn work(&self, desk: &Desk) -> Option<BackgroundWork> {
        let busy = desk.document.supposed.is_busy();
        busy.then(|| BackgroundWork::on_thread("a replaced position is being rated"))
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        cancel(desk)
    }

    /// Rating in progress has nothing to do with a frame.
    fn give_up(&mut self, _desk: &mut Desk) {}

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        let document = &desk.document;
        Some(match named {
            CommandId::ForbidMove => {
                let unfolding = document.session.unfolding();
                let parent = unfolding.parent(document.session.selected());
                let graph = document.session.rated().graph.graph();
                parent.is_some_and(|parent| {
                    matches!(
                        graph.kind(unfolding.vertex(parent)),
                        VertexKind::Decision(_)
                    )
                })
            }
            CommandId::TakeBackWhatIf | CommandId::ClearWhatIfs | CommandId::ShowTruth => {
                !document.layer.assumptions.is_empty()
            }
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::WhatIf => desk.shows_side(SidePanel::WhatIf),
            CommandId::ShowTruth => desk.document.supposed.shows_truth(),
            _ => return None,
        })
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        let named = match command {
            Command::Named(named) => *named,
            Command::Assume(assuming) => {
                self.assume(desk, assuming);
                return Some(Responder::Window);
            }
            _ => return None,
        };
        match named {
            CommandId::WhatIf => desk.toggle_side(SidePanel::WhatIf),
            CommandId::PinRating | CommandId::ChangePosition => {
                desk.show_side(SidePanel::WhatIf);
                self.lead = Some(match named {
                    CommandId::PinRating => Lead::Pin,
                    _ => Lead::Position,
                });
                ctx.request_repaint();
            }
            CommandId::ForbidMove => self.forbid(desk),
            CommandId::TakeBackWhatIf => {
                let mut after = desk.document.layer.assumptions.clone();
                after.pop();
                self.set(desk, after);
            }
            CommandId::ClearWhatIfs => self.set(desk, Vec::new()),
            CommandId::ShowTruth => {
                let message = match desk.document.supposed.toggle_truth() {
                    true => "Showing true ratings; assumptions are off",
                    false => "Showing ratings under the assumptions",
                };
                desk.tell(Ok(message.to_owned()));
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

/// Shows in the middle of the window which ratings are shown, if there are assumptions.
fn banner_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let supposed = &cx.document.supposed;
    let count = supposed.what_if.count();
    if count == 0 || cx.view.hidden || cx.desk.compares {
        return;
    }
    let plural = if count == 1 { "" } else { "s" };
    let text = match (cx.desk.middle, supposed.shows_truth()) {
        (MainView::Tree, false) => format!("What if: {count} assumption{plural}"),
        (MainView::Tree, true) => {
            format!("True ratings: {count} what-if assumption{plural} set aside")
        }
        _ => format!("What if: {count} assumption{plural}. This view shows true ratings"),
    };
    let high = 26.0;
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let size_of = egui::vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size_of, Sense::hover());
    ui.spacing_mut().item_spacing.y = before;
    response
        .called(Role::Label, &text)
        .identified(ids::WHAT_IF_BANNER);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, cx.theme.text);
    let sign = CommandId::WhatIf.icon().to_owned();
    let place = rect.left_center() + egui::vec2(14.0, 0.0);
    let icon = egui::FontId::proportional(15.0);
    painter.text(place, Align2::LEFT_CENTER, sign, icon, cx.theme.panel);
    let pos = place + egui::vec2(22.0, 0.0);
    let used = font(size::SMALL, false);
    painter.text(pos, Align2::LEFT_CENTER, &text, used, cx.theme.panel);
}

/// The line to the selected node, as text.
fn selected_line(desk: &Desk) -> String {
    desk.document.line_text(desk.document.session.selected())
}

/// The player whose rating is typed.
fn pinned_player(desk: &Desk) -> Player {
    let session = &desk.document.session;
    let kind = session.rated().graph.graph().kind(session.vertex());
    let player = desk.ratings_for.player().or(kind.player());
    player.unwrap_or(Player(0))
}

impl WhatIfPanel {
    /// Sets the assumptions.
    fn set(&mut self, desk: &mut Desk, after: Vec<Assumption>) {
        if desk.document.layer.assumptions != after {
            self.fault = None;
        }
        desk.set_assumptions(after);
    }

    /// Runs a command on what-ifs.
    fn assume(&mut self, desk: &mut Desk, assuming: &WhatIfAction) {
        let mut after = desk.document.layer.assumptions.clone();
        match assuming {
            WhatIfAction::Pin(text) => {
                let rated = desk.document.session.rated();
                match read_pin(rated, text, pinned_player(desk)) {
                    Ok(pins) => put(&mut after, selected_line(desk), Assumes::Pin(pins)),
                    Err(why) => {
                        // It can be corrected.
                        self.rating.clone_from(text);
                        self.fault = Some(fault_text(&why));
                        desk.tell(Err(why.at("Not pinned")));
                        return;
                    }
                }
            }
            WhatIfAction::Change(text) => {
                let rated = desk.document.session.rated();
                match read_position(rated, text) {
                    Ok(position) => {
                        let own = rated.graph.position_text(desk.document.session.vertex());
                        let line = selected_line(desk);
                        if own == position {
                            // It is itself again.
                            let change = Assumes::Change(String::new());
                            after.retain(|it| it.line != line || !it.what.is_like(&change));
                        } else {
                            put(&mut after, line, Assumes::Change(position));
                        }
                    }
                    Err(why) => {
                        self.position.clone_from(text);
                        self.fault = Some(fault_text(&why));
                        desk.tell(Err(why.at("The position stays")));
                        return;
                    }
                }
            }
            &WhatIfAction::Switch(number) => {
                if let Some(own) = after.get_mut(number) {
                    own.off = !own.off;
                    // Canceled work starts again.
                    desk.document.supposed.faults.clear();
                    desk.document.supposed.ask();
                }
            }
            &WhatIfAction::Delete(number) => {
                if number < after.len() {
                    after.remove(number);
                }
            }
            &WhatIfAction::GoTo(number) => {
                let line = after.get(number).map(|assumption| assumption.line.clone());
                let graph = &desk.document.session.rated().graph;
                match line.map(|line| graph.read_line(Vertex::ROOT, &line)) {
                    Some(Ok(line)) => desk.walk(Action::SelectLine(line)),
                    Some(Err(why)) => desk.tell(Err(Refusal::of(why))),
                    None => {}
                }
                return;
            }
        }
        self.set(desk, after);
    }

    /// Forbids the move that leads to the selected node, or allows it again.
    fn forbid(&mut self, desk: &mut Desk) {
        let line = selected_line(desk);
        let mut after = desk.document.layer.assumptions.clone();
        let there = |own: &Assumption| own.line == line && own.what == Assumes::Forbid;
        if after.iter().any(there) {
            after.retain(|assumption| !there(assumption));
            self.set(desk, after);
            return;
        }
        put(&mut after, line, Assumes::Forbid);
        // An assumption that can't be in force isn't stored.
        let rated = desk.document.session.rated();
        let mut tried = WhatIfRatings {
            changed: desk.document.supposed.changed.clone(),
            ..Default::default()
        };
        tried.rate(rated, &after);
        if let Some(InForce::No(why)) = tried.what_if.in_force.last() {
            self.fault = Some(fault_text(&why));
            desk.tell(Err(why.clone().at("Nothing is forbidden")));
            return;
        }
        self.set(desk, after);
    }
}

/// Replaces the assumption of the same kind at its line, or appends it.
fn put(assumptions: &mut Vec<Assumption>, line: String, what: Assumes) {
    assumptions.retain(|assumption| assumption.line != line || !assumption.what.is_like(&what));
    assumptions.push(Assumption {
        line,
        what,
        off: false,
    });
}

/// Takes the graph of a replaced position, starts the next one, and animates changes.
fn go_on(desk: &mut Desk, ctx: &egui::Context) {
    receive_changed(desk);
    begin_changed(desk, ctx);
    let enabled = desk.settings.motion && !desk.document.session.is_unfolding();
    if desk.document.supposed.run_up(ctx, enabled) {
        ctx.request_repaint();
    }
}

fn receive_changed(desk: &mut Desk) {
    while let Some(changing) = &mut desk.document.supposed.changing {
        match changing.worker.receive() {
            Ok(None) => return,
            Ok(Some(Message::Progress(progress))) => changing.progress = progress,
            Ok(Some(Message::Partial(..))) => {}
            Ok(Some(Message::Done(finished))) => {
                let key = changing.key.clone();
                desk.document.supposed.changing = None;
                desk.document.supposed.changed.insert(key, finished.rated);
                desk.document.supposed.ask();
                desk.settle();
            }
            Ok(Some(Message::Failed(why))) => {
                let key = changing.key.clone();
                fail_changed(desk, key, why);
            }
            // It is never asked to pause, nor to grow.
            Ok(Some(Message::Paused(_) | Message::TooLarge)) | Err(()) => {
                let key = changing.key.clone();
                let why = Refusal::new("its build ended without an answer", "");
                fail_changed(desk, key, why);
            }
        }
    }
}

fn fail_changed(desk: &mut Desk, key: (String, String), why: Refusal) {
    desk.document.supposed.changing = None;
    desk.document.supposed.faults.push((key, why));
    desk.document.supposed.ask();
    desk.settle();
}

/// Starts the graph of the first replaced position without one.
fn begin_changed(desk: &mut Desk, ctx: &egui::Context) {
    while desk.document.supposed.changing.is_none() && !desk.document.is_building() {
        let states = &desk.document.supposed.what_if.in_force;
        let mut waiting = desk.document.layer.assumptions.iter().zip(states);
        let waiting = waiting.find(|(_, state)| **state == InForce::Waiting);
        let Some((assumption, key)) = waiting.and_then(|(own, _)| Some((own, key_of(own)?))) else {
            return;
        };
        let rated = desk.document.session.rated();
        let begun = open_change(rated, assumption, &key.1, desk.document.limits);
        let mut build = match begun {
            Ok(build) => build,
            Err(why) => {
                fail_changed(desk, key, why);
                continue;
            }
        };
        let mut steps = 0;
        while steps < AT_ONCE && !build.step(TurnLength::Work(FEW)).done {
            steps += 1;
        }
        if steps < AT_ONCE {
            let rated = build.finish();
            desk.document.supposed.changed.insert(key, rated);
            desk.document.supposed.ask();
            desk.settle();
            continue;
        }
        match Worker::spawn(move || build, Instant::now(), false, waker(ctx)) {
            Ok(worker) => {
                desk.document.supposed.changing = Some(Changing {
                    key,
                    worker,
                    progress: Progress::default(),
                });
                return;
            }
            Err(why) => {
                fail_changed(desk, key, Refusal::of(why).at("no thread could be started"));
            }
        }
    }
}

/// Gives up rating a changed position; `false` if none is.
fn cancel(desk: &mut Desk) -> bool {
    let Some(changing) = desk.document.supposed.changing.take() else {
        return false;
    };
    let why = Refusal::new(
        "its rating was canceled",
        "turn it off and on to start again",
    );
    fail_changed(desk, changing.key, why);
    desk.tell(Ok("Stopped rating the replaced position".to_owned()));
    true
}
