//! What-ifs in the window: the tab that lists the assumptions, and the ratings under them.

mod banner;
mod panel;
mod place;
mod run;
mod work;

use eframe::egui::{self, Context};

use crate::app::intent::{Command, Named, Side};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::tree::VertexKind;
use panel::Lead;

pub use panel::WhatIfPanel;

impl Tool for WhatIfPanel {
    fn side(&self) -> Option<Side> {
        Some(Side::WhatIf)
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
        banner::banner_ui(ui, cx);
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        work::go_on(desk, ctx);
    }

    fn work(&self, desk: &Desk) -> Option<BackgroundWork> {
        let busy = desk.document.supposed.is_busy();
        busy.then(|| BackgroundWork::on_thread("a replaced position is being rated"))
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        work::cancel(desk)
    }

    /// Rating in progress has nothing to do with a frame.
    fn give_up(&mut self, _desk: &mut Desk) {}

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        let document = &desk.document;
        Some(match named {
            Named::ForbidMove => {
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
            Named::TakeBackWhatIf | Named::ClearWhatIfs | Named::ShowTruth => {
                !document.layer.assumptions.is_empty()
            }
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        Some(match named {
            Named::WhatIf => desk.shows_side(Side::WhatIf),
            Named::ShowTruth => desk.document.supposed.shows_truth(),
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
            Named::WhatIf => desk.toggle_side(Side::WhatIf),
            Named::PinRating | Named::ChangePosition => {
                desk.show_side(Side::WhatIf);
                self.lead = Some(match named {
                    Named::PinRating => Lead::Pin,
                    _ => Lead::Position,
                });
                ctx.request_repaint();
            }
            Named::ForbidMove => self.forbid(desk),
            Named::TakeBackWhatIf => {
                let mut after = desk.document.layer.assumptions.clone();
                after.pop();
                self.set(desk, after);
            }
            Named::ClearWhatIfs => self.set(desk, Vec::new()),
            Named::ShowTruth => {
                let told = match desk.document.supposed.toggle_truth() {
                    true => "Showing true ratings; assumptions are off",
                    false => "Showing ratings under the assumptions",
                };
                desk.tell(Ok(told.to_owned()));
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}
