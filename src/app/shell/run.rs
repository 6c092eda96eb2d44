//! Runs commands, and determines whether they are enabled: each tool of the list is asked in turn,
//! and the rest is the window's own. The list of all views and tools ([`Tools`]) and the dialog
//! that is open are here too.

use std::any::Any;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{note_command, waker};
use crate::app::dialogs::Dialog;
use crate::app::document::AfterPrompt;
use crate::app::intent::{Command, CommandId, ExportChoice, ExportRequest, MainView, SidePanel};
use crate::app::parts::{Desk, Responder, Tool};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::check::CheckPanel;
use crate::app::tools::compare::ComparePanel;
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::find::Find;
use crate::app::tools::history::HistoryStrip;
use crate::app::tools::lesson::Lesson;
use crate::app::tools::line::LinePanel;
use crate::app::tools::moves::MovesPanel;
use crate::app::tools::node::NodePanel;
use crate::app::tools::play::PlayPanel;
use crate::app::tools::setup::SetupPanel;
use crate::app::tools::start::StartPanel;
use crate::app::tools::tour::TourPanel;
use crate::app::tools::tree_editor::TreeEditor;
use crate::app::tools::what_if::WhatIfPanel;
use crate::app::views::map::MapPanel;
use crate::app::views::positions::PositionsPanel;
use crate::app::views::recording::RecordingPanel;
use crate::app::views::statistics::StatisticsPanel;
use crate::app::views::tree::panel::TreePanel;
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
        self.resume_if_nothing_is_lost(ctx);
    }

    /// The present meaning of a command: the next match is the next difference of a comparison, or
    /// the next cut of a recording; undo takes back a move of the game.
    fn resolve_alias(&self, named: CommandId) -> CommandId {
        let desk = &self.desk;
        let records = desk.shows(MainView::Recording) && desk.recorded.is_some();
        match named {
            CommandId::NextHit if desk.compares => CommandId::NextDifference,
            CommandId::NextHit if records => CommandId::NextCut,
            CommandId::PreviousHit if records => CommandId::PreviousCut,
            CommandId::Undo if self.is_enabled(CommandId::TakeBack) && desk.is_at_game() => {
                CommandId::TakeBack
            }
            CommandId::Redo if self.is_enabled(CommandId::MakeAgain) && desk.is_at_game() => {
                CommandId::MakeAgain
            }
            named => named,
        }
    }

    /// Lets the responsible part run a command, and returns it.
    fn respond(&mut self, ctx: &egui::Context, named: CommandId) -> Responder {
        let named = self.resolve_alias(named);
        if !self.is_enabled(named) {
            if named == CommandId::CompareRules {
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
    pub(crate) fn resume_if_nothing_is_lost(&mut self, ctx: &egui::Context) {
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
            Command::Recover(slot) => self.recover_left(ctx, slot),
            Command::ForgetLeft(index) => self.forget_left(index),
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
            Command::New(tree) => self.desk.next = Some(AfterPrompt::New(tree)),
            Command::UseTheme(theme) => self.choose_theme(ctx, theme),
            Command::NextPane(forward) => self.next_pane(ctx, forward),
            Command::Dismiss => self.dismiss(),
            _ => {}
        }
    }

    /// The commands for files, and those that open a dialog.
    fn run_file(&mut self, ctx: &egui::Context, named: CommandId) -> bool {
        match named {
            CommandId::NewBoard => self.dialog = Some(Dialog::New),
            CommandId::Open => {
                self.dialog = Some(Dialog::open(ctx, &self.desk, String::new(), None))
            }
            CommandId::Reload => self.reload(ctx),
            CommandId::RestoreUnsaved => self.show_left(),
            CommandId::Save => self.save(ctx),
            CommandId::SaveAs => self.ask_where_to_save(ctx, None),
            CommandId::Export => {
                let choice = self.desk.settings.export.clone();
                self.dialog = Some(Dialog::export(&self.desk, choice));
            }
            CommandId::ClearRecent => {
                self.desk.settings.recent.clear();
                self.desk.remembers = true;
            }
            CommandId::Quit => self.desk.next = Some(AfterPrompt::Quit),
            CommandId::CheckProgram => self.dialog = Some(Dialog::check(ctx, &self.desk)),
            CommandId::Palette => self.dialog = Some(Dialog::palette()),
            CommandId::Guide => self.dialog = Some(Dialog::guide("")),
            CommandId::Keys => self.dialog = Some(Dialog::Keys),
            CommandId::Display => self.dialog = Some(Dialog::Display),
            CommandId::About => self.dialog = Some(Dialog::About),
            _ => return false,
        }
        true
    }

    /// The commands for changes and the clipboard.
    fn run_edit(&mut self, ctx: &egui::Context, named: CommandId) -> bool {
        let desk = &mut self.desk;
        match named {
            CommandId::Undo => desk.undo(ctx),
            CommandId::Redo => desk.redo(ctx),
            CommandId::CopyPosition => {
                let session = &desk.document.session;
                let text = session.rated().graph.position_text(session.vertex());
                let report = format!("Copied {text}");
                desk.copy(ctx, text, report);
            }
            CommandId::CopyLine => match desk.document.session.line().len() {
                0 => {
                    let message = "The root has no line to copy";
                    desk.tell(Ok(message.to_owned()));
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
            CommandId::CopyLink => self.copy_link(ctx),
            CommandId::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            CommandId::CancelWork => self.cancel_work(),
            _ => return false,
        }
        true
    }

    /// The commands for the display.
    fn run_look(&mut self, ctx: &egui::Context, named: CommandId) -> bool {
        let desk = &mut self.desk;
        let settings = &mut desk.settings;
        match named {
            CommandId::Viewpoint => desk.ratings_for = desk.next_ratings(),
            CommandId::HideRatings => {
                desk.hidden = !desk.hidden;
                desk.hidden_for_game = false;
            }
            CommandId::ShowBoard => {
                settings.board_panel = !settings.board_panel;
                let keeps = settings.board_panel && desk.board_has_keys.get();
                desk.board_has_keys.set(keeps);
            }
            CommandId::ShowNode => desk.toggle_panel(),
            CommandId::ShowLegend => settings.legend = !settings.legend,
            CommandId::KeepUnsaved => settings.recovery = !settings.recovery,
            CommandId::LargerText | CommandId::SmallerText => {
                self.step_text(ctx, named == CommandId::LargerText);
            }
            CommandId::NormalText => {
                settings.text_size = 100;
                self.show_settings(ctx);
            }
            CommandId::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!full));
            }
            CommandId::ResetLayout => self.reset_layout(ctx),
            named => {
                let mut shown = MainView::ALL.iter();
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
        } else if desk.side != SidePanel::Setup {
            desk.side = SidePanel::Node;
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
    pub fn take_answered(&mut self) -> Option<(CommandId, Responder)> {
        self.answered.take()
    }

    /// Whether a command would do anything now; one that would not is grayed.
    pub fn is_enabled(&self, named: CommandId) -> bool {
        let (desk, named) = (&self.desk, self.resolve_alias(named));
        let mut tools = self.tools.iter();
        let of_tool = tools.find_map(|tool| tool.is_enabled(desk, named));
        of_tool.unwrap_or_else(|| match named {
            named if !named.is_offered() => false,
            CommandId::Undo => desk.document.edits.undoable().is_some(),
            CommandId::Redo => desk.document.edits.redoable().is_some(),
            CommandId::Reload => desk.document.words.path.is_some(),
            CommandId::RestoreUnsaved => self.has_left(),
            CommandId::ClearRecent => !desk.settings.recent.is_empty(),
            CommandId::ShowLegend => desk.has_room_for_legend(),
            CommandId::CancelWork => self.is_busy_beside_the_build() || desk.marked.is_some(),
            _ => true,
        })
    }

    /// Whether a command that switches something has it on; `None` for any other.
    pub fn is_on(&self, named: CommandId) -> Option<bool> {
        let desk = &self.desk;
        let mut tools = self.tools.iter();
        tools
            .find_map(|tool| tool.is_on(desk, named))
            .or_else(|| match named {
                CommandId::HideRatings => Some(desk.hidden),
                CommandId::ShowBoard => Some(desk.settings.board_panel),
                CommandId::ShowNode => Some(desk.shows_panel()),
                CommandId::ShowLegend => Some(desk.shows_legend()),
                CommandId::KeepUnsaved => Some(desk.settings.recovery),
                named => {
                    let mut shown = MainView::ALL.iter();
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
    let message = format!("{what} has only one rule set");
    desk.tell(Err(Refusal::new(message, "")));
}

/// Creates a tool in its initial state.
type Make = fn() -> Box<dyn Tool>;

fn make<T: Tool + Default>() -> Box<dyn Tool> {
    Box::new(T::default())
}

/// The order decides who handles a command, whether it is enabled, and which work is canceled. An
/// exercise affects every command, a presentation the text size. A comparison covers the middle.
/// Each view gets the commands for its own picture before the tree, which gets those that no other
/// wants. The order is also that of the panel at the left.
pub(super) const TOOLS: [Make; 21] = [
    make::<ExercisePanel>,
    make::<TourPanel>,
    make::<TreeEditor>,
    make::<BoardPanel>,
    make::<PlayPanel>,
    make::<MovesPanel>,
    make::<LinePanel>,
    make::<ComparePanel>,
    make::<CheckPanel>,
    make::<MapPanel>,
    make::<StatisticsPanel>,
    make::<RecordingPanel>,
    make::<PositionsPanel>,
    make::<TreePanel>,
    make::<WhatIfPanel>,
    make::<Find>,
    make::<HistoryStrip>,
    make::<NodePanel>,
    make::<SetupPanel>,
    make::<StartPanel>,
    make::<Lesson>,
];

/// The views and tools of a window.
pub(crate) struct Tools(Vec<Box<dyn Tool>>);

impl Default for Tools {
    fn default() -> Self {
        Self(TOOLS.iter().map(|make| make()).collect())
    }
}

impl Tools {
    /// All of them, in the order they are asked.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Tool> {
        self.0.iter().map(|tool| &**tool)
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Tool>> {
        self.0.iter_mut()
    }

    /// One of them, for actions of several together.
    pub fn one<T: Tool>(&self) -> &T {
        let mut tools = self.iter();
        let t = tools.find_map(|tool| (tool as &dyn Any).downcast_ref());
        t.expect("every tool stands in the list")
    }

    /// The same, to be changed.
    pub fn one_mut<T: Tool>(&mut self) -> &mut T {
        let mut tools = self.0.iter_mut();
        let t = tools.find_map(|tool| (&mut **tool as &mut dyn Any).downcast_mut());
        t.expect("every tool stands in the list")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::intent::{MainView, SidePanel};

    /// The index of a tool in that order.
    fn place<T: Tool>(tools: &Tools) -> usize {
        let is_own = |tool: &dyn Tool| (tool as &dyn Any).is::<T>();
        let index = tools.iter().position(is_own);
        index.expect("it stands in the list")
    }

    #[test]
    fn exercises_and_presentations_are_asked_about_a_command_before_other_tools() {
        let tools = Tools::default();
        assert_eq!(place::<ExercisePanel>(&tools), 0);
        assert_eq!(place::<TourPanel>(&tools), 1);
        let tree = place::<TreePanel>(&tools);
        let views = [
            place::<MapPanel>(&tools),
            place::<StatisticsPanel>(&tools),
            place::<RecordingPanel>(&tools),
            place::<PositionsPanel>(&tools),
        ];
        let compare = place::<ComparePanel>(&tools);
        for view in views {
            // A covering tool comes before the views, and the tree takes the rest.
            assert!(compare < view && view < tree);
        }
        // The panel at the left, from above.
        let remaining = [
            place::<BoardPanel>(&tools),
            place::<PlayPanel>(&tools),
            place::<MovesPanel>(&tools),
            place::<LinePanel>(&tools),
        ];
        assert!(remaining.is_sorted());
    }

    #[test]
    fn every_view_and_every_side_panel_belongs_to_exactly_one_tool() {
        let tools = Tools::default();
        let middles = MainView::ALL
            .iter()
            .chain([&MainView::Exercise, &MainView::Editor]);
        for middle in middles {
            let own = tools.iter().filter(|tool| tool.middle() == Some(*middle));
            assert_eq!(own.count(), 1, "{middle:?}");
        }
        let mut sides: Vec<SidePanel> = tools.iter().filter_map(Tool::side).collect();
        assert!(sides.contains(&SidePanel::default()));
        let all = sides.len();
        sides.sort_by_key(|side| *side as u8);
        sides.dedup();
        assert_eq!(sides.len(), all);
        // None is left out: they are numbered from the first to the last.
        let last = sides.last().map(|side| *side as usize);
        assert_eq!(last, Some(all - 1));
    }
}
