//! Runs commands, and determines whether they are enabled: each tool is asked in turn, and the rest
//! is the window's own.

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{note_command, waker};
use crate::app::dialogs::Dialog;
use crate::app::document::Next;
use crate::app::intent::{Command, ExportChoice, ExportRequest, Middle, Named, Side};
use crate::app::parts::{Desk, Responder};
use crate::game::Refusal;
use crate::games;
use crate::session::Action;

impl Explorer {
    /// Runs a command, as a click or a key would.
    pub fn run(&mut self, ctx: &egui::Context, command: Command) {
        note_command(&command);
        self.desk.keep_typed();
        match command {
            Command::Named(named) => {
                let responder = self.respond(ctx, named);
                self.answered = Some((named, responder));
            }
            command => {
                if self.ask_tools(ctx, &command).is_none() {
                    self.run_own(ctx, command);
                }
            }
        }
        self.settle();
        self.go_on_if_nothing_is_lost(ctx);
    }

    /// The present meaning of a command: the next match is the next difference of a comparison, or
    /// the next cut of a recording; undo takes back a move of the game.
    fn meant(&self, named: Named) -> Named {
        let desk = &self.desk;
        let records = desk.shows(Middle::Recording) && desk.recorded.is_some();
        match named {
            Named::NextHit if desk.compares => Named::NextDifference,
            Named::NextHit if records => Named::NextCut,
            Named::PreviousHit if records => Named::PreviousCut,
            Named::Undo if self.is_enabled(Named::TakeBack) && desk.is_at_game() => Named::TakeBack,
            Named::Redo if self.is_enabled(Named::MakeAgain) && desk.is_at_game() => {
                Named::MakeAgain
            }
            named => named,
        }
    }

    /// Lets the responsible part run a command, and returns it.
    fn respond(&mut self, ctx: &egui::Context, named: Named) -> Responder {
        let named = self.meant(named);
        if !self.is_enabled(named) {
            if named == Named::CompareRules {
                // A key without any effect would be confusing.
                tell_nothing_to_compare(&mut self.desk);
            }
            return Responder::Nobody;
        }
        if let Some(responder) = self.ask_tools(ctx, &Command::Named(named)) {
            return responder;
        }
        match named {
            named if self.run_file(ctx, named) => {}
            named if self.run_edit(ctx, named) => {}
            named if self.run_look(ctx, named) => {}
            _ => return Responder::Nobody,
        }
        Responder::Window
    }

    /// Lets the first responsible tool run a command; `None` if there is none.
    fn ask_tools(&mut self, ctx: &egui::Context, command: &Command) -> Option<Responder> {
        let desk = &mut self.desk;
        let mut tools = self.tools.iter_mut();
        tools.find_map(|tool| tool.run(desk, ctx, command))
    }

    /// Continues with a tool's request, once nothing would be lost by it.
    pub(crate) fn go_on_if_nothing_is_lost(&mut self, ctx: &egui::Context) {
        if let Some(next) = self.desk.next.take() {
            self.guard(ctx, next);
        }
        if std::mem::take(&mut self.desk.remembers) {
            self.remember_now(ctx);
        }
    }

    /// The window's own commands with parameters.
    fn run_own(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Act(action) => self.desk.walk(action),
            Command::OpenText(text) => self.open_text(ctx, &text, false),
            Command::OpenByDefaults(text) => self.open_text(ctx, &text, true),
            Command::OpenGuide(name) => match &mut self.dialog {
                Some(Dialog::Guide(guide)) => guide.open(&name),
                _ => self.dialog = Some(Dialog::guide(&name)),
            },
            Command::OpenFile(path) => self.open_path(ctx, path),
            Command::OpenTeaching(place) => self.open_teaching(ctx, place),
            Command::PresentTeaching(place, step) => self.present_teaching(ctx, place, step),
            Command::Recover(place) => self.recover_left(ctx, place),
            Command::ForgetLeft(place) => self.forget_left(place),
            Command::SaveTo(path) => self.save_to(ctx, path),
            Command::ExportTo(path) => {
                let choice = self.desk.settings.export.clone();
                self.export(ctx, ExportRequest { choice, path });
            }
            Command::ExportFromHere => {
                // The options of a single request aren't remembered.
                let mut choice = self.desk.settings.export.clone();
                choice.from_selected = true;
                self.dialog = Some(Dialog::export(&self.desk, choice));
            }
            Command::Export(request) => self.export(ctx, *request),
            Command::KeepExport(choice) => {
                // The part is chosen each time.
                let from_selected = self.desk.settings.export.from_selected;
                self.desk.settings.export = ExportChoice {
                    from_selected,
                    ..*choice
                };
            }
            Command::ChooseFile(choice) => self.ask_where_to_export(ctx, *choice),
            Command::Answer(answer) => self.answer(ctx, answer),
            Command::CancelBuild => self.desk.document.cancel(),
            Command::Resume => self.desk.document.resume(waker(ctx)),
            Command::EditRoot(root) => self.desk.edit_root(ctx, *root),
            Command::EditTree(edit) => self.desk.edit_tree(ctx, *edit),
            Command::SetNote(node, note) => self.desk.set_note(node, note),
            Command::SetLineNote(line, note) => self.desk.set_line_note(line, note),
            Command::ShowSide(side) => self.desk.side = side,
            Command::ShowRatings(ratings_for) => self.desk.ratings_for = ratings_for,
            Command::New(tree) => self.desk.next = Some(Next::New(tree)),
            Command::UseTheme(theme) => self.choose_theme(ctx, theme),
            Command::NextPane(forward) => self.next_pane(ctx, forward),
            Command::Dismiss => self.dismiss(),
            _ => {}
        }
    }

    /// The commands for files, and those that open a dialog.
    fn run_file(&mut self, ctx: &egui::Context, named: Named) -> bool {
        match named {
            Named::NewBoard => self.dialog = Some(Dialog::New),
            Named::Open => self.dialog = Some(Dialog::open(ctx, &self.desk, String::new(), None)),
            Named::Reload => self.reload(ctx),
            Named::Save => self.save(ctx),
            Named::SaveAs => self.ask_where_to_save(ctx, None),
            Named::Export => {
                let choice = self.desk.settings.export.clone();
                self.dialog = Some(Dialog::export(&self.desk, choice));
            }
            Named::ClearRecent => {
                self.desk.settings.recent.clear();
                self.desk.remembers = true;
            }
            Named::Quit => self.desk.next = Some(Next::Quit),
            Named::CheckProgram => self.dialog = Some(Dialog::check(ctx, &self.desk)),
            Named::Palette => self.dialog = Some(Dialog::palette()),
            Named::Guide => self.dialog = Some(Dialog::guide("")),
            Named::Keys => self.dialog = Some(Dialog::Keys),
            Named::Display => self.dialog = Some(Dialog::Display),
            Named::About => self.dialog = Some(Dialog::About),
            _ => return false,
        }
        true
    }

    /// The commands for changes and the clipboard.
    fn run_edit(&mut self, ctx: &egui::Context, named: Named) -> bool {
        let desk = &mut self.desk;
        match named {
            Named::Undo => desk.undo(ctx),
            Named::Redo => desk.redo(ctx),
            Named::CopyPosition => {
                let session = &desk.document.session;
                let text = session.rated().graph.position_text(session.vertex());
                let told = format!("Copied {text}");
                desk.copy(ctx, text, told);
            }
            Named::CopyLine => match desk.document.session.line().len() {
                0 => {
                    let told = "The root has no line to copy";
                    desk.tell(Ok(told.to_owned()));
                }
                moves => {
                    let text = desk.document.line_text(desk.document.session.selected());
                    desk.copy(
                        ctx,
                        text,
                        format!("Copied {}", crate::words::counted(moves, "move")),
                    );
                }
            },
            Named::CopyLink => self.copy_link(ctx),
            Named::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Named::CancelWork => self.cancel_work(),
            _ => return false,
        }
        true
    }

    /// The commands for the display.
    fn run_look(&mut self, ctx: &egui::Context, named: Named) -> bool {
        let desk = &mut self.desk;
        let settings = &mut desk.settings;
        match named {
            Named::Viewpoint => desk.ratings_for = desk.next_ratings(),
            Named::HideRatings => {
                desk.hidden = !desk.hidden;
                desk.hidden_for_game = false;
            }
            Named::ShowBoard => {
                settings.board_panel = !settings.board_panel;
                let keeps = settings.board_panel && desk.board_has_keys.get();
                desk.board_has_keys.set(keeps);
            }
            Named::ShowNode => desk.toggle_panel(),
            Named::ShowLegend => settings.legend = !settings.legend,
            Named::KeepUnsaved => settings.recovery = !settings.recovery,
            Named::LargerText | Named::SmallerText => {
                self.step_text(ctx, named == Named::LargerText);
            }
            Named::NormalText => {
                settings.text_size = 100;
                self.show_settings(ctx);
            }
            Named::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!full));
            }
            Named::ResetLayout => self.reset_layout(ctx),
            named => {
                let mut shown = Middle::ALL.iter();
                let Some(middle) = shown.find(|middle| middle.command() == named) else {
                    return false;
                };
                desk.show_middle(*middle);
            }
        }
        true
    }

    /// Closes what was opened last over or beside the tree. An exercise stays, since its answers
    /// would be lost.
    fn dismiss(&mut self) {
        let desk = &mut self.desk;
        if desk.marked.take().is_some() || desk.practises {
            return;
        }
        if desk.compares {
            desk.compares = false;
        } else if desk.side != Side::Setup {
            desk.side = Side::Node;
        }
    }

    /// Cancels the first work in progress that can be canceled. A build isn't: its results took
    /// long, and its own button cancels it.
    fn cancel_work(&mut self) {
        let desk = &mut self.desk;
        if desk.document.session.is_unfolding() {
            desk.walk(Action::Stop);
        } else if self.opening.take().is_some() {
            desk.tell(Ok("Canceled opening. The document is unchanged.".to_owned()));
        } else if self.cancel_export() || self.cancel_waiting() {
            // An export keeps the old file; the document's own file is always written completely.
        } else if self.cancel_tools() {
            // It says so.
        } else {
            self.desk.marked = None;
        }
    }

    /// Cancels the work of the first busy tool; returns whether there was one.
    fn cancel_tools(&mut self) -> bool {
        let desk = &mut self.desk;
        self.tools.iter_mut().any(|tool| tool.cancel(desk))
    }

    /// The last command with a name and who did it, once.
    pub fn take_answered(&mut self) -> Option<(Named, Responder)> {
        self.answered.take()
    }

    /// Whether a command would do anything now; one that would not is grayed.
    pub fn is_enabled(&self, named: Named) -> bool {
        let (desk, named) = (&self.desk, self.meant(named));
        let mut tools = self.tools.iter();
        let of_tool = tools.find_map(|tool| tool.is_enabled(desk, named));
        of_tool.unwrap_or_else(|| match named {
            named if !named.is_offered() => false,
            Named::Undo => desk.document.edits.undoable().is_some(),
            Named::Redo => desk.document.edits.redoable().is_some(),
            Named::Reload => desk.document.words.path.is_some(),
            Named::ClearRecent => !desk.settings.recent.is_empty(),
            Named::CancelWork => self.is_busy_beside_the_build() || desk.marked.is_some(),
            _ => true,
        })
    }

    /// Whether a command that switches something has it on; `None` for any other.
    pub fn is_on(&self, named: Named) -> Option<bool> {
        let desk = &self.desk;
        let mut tools = self.tools.iter();
        tools
            .find_map(|tool| tool.is_on(desk, named))
            .or_else(|| match named {
                Named::HideRatings => Some(desk.hidden),
                Named::ShowBoard => Some(desk.settings.board_panel),
                Named::ShowNode => Some(desk.shows_panel()),
                Named::ShowLegend => Some(desk.settings.legend),
                Named::KeepUnsaved => Some(desk.settings.recovery),
                named => {
                    let mut shown = Middle::ALL.iter();
                    let middle = shown.find(|middle| middle.command() == named)?;
                    Some(desk.middle == *middle)
                }
            })
    }
}

/// Shows that the open board has no rules to compare with.
fn tell_nothing_to_compare(desk: &mut Desk) {
    let game = &desk.document.setup.game;
    let what = match games::title(game) {
        Some(title) => title,
        None if games::takes_script(game) => "a script",
        None => game,
    };
    let told = format!("{what} has only one rule set");
    desk.tell(Err(Refusal::new(told, "")));
}
