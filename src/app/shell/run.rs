//! The one place where a command is done, and where it is told whether it can be.

use std::time::Duration;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::panics::note_command;
use crate::app::dialogs::Dialog;
use crate::app::document::settings::ThemeChoice;
use crate::app::document::view::{tree_view, view};
use crate::app::intent::command::{Command, Named};
use crate::app::intent::places::{Middle, Side};
use crate::app::shell::explorer::SMALLEST_WINDOW;
use crate::app::tools::board::pass;
use crate::diagram::RatingsFor;
use crate::game::Player;
use crate::session::Action;
use crate::words::short_number;

/// The numbers of nodes that one command can be let unfold.
const BUDGETS: [usize; 3] = [100_000, 1_000_000, 3_000_000];

/// How far one command pans, in points.
const PAN: f32 = 80.0;

/// Who does a command with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Responder {
    /// Nobody: it would do nothing now.
    Nobody,
    /// The walk through the tree.
    Session,
    /// The map.
    Map,
    /// The tree of an exercise.
    Exercise,
    /// The tree of a recording.
    Recording,
    /// The position graph.
    Positions,
    /// The board.
    Board,
    /// The window itself.
    Window,
}

impl Explorer {
    /// Does what somebody wants, as a click or a key would.
    pub fn run(&mut self, ctx: &egui::Context, command: Command) {
        note_command(&command);
        self.keep_note();
        match command {
            Command::Named(named) => self.run_named(ctx, named),
            Command::Act(action) => self.act(action),
            Command::OpenText(text) => self.open_text(ctx, &text),
            Command::OpenFile(path) => self.open_path(ctx, path),
            Command::OpenTeaching(place) => self.open_teaching(ctx, place),
            Command::SaveTo(path) => self.save_to(ctx, path),
            Command::ExportTo(path) => self.export_to(ctx, path),
            Command::ChooseFile(choice) => self.ask_where_to_export(ctx, *choice),
            Command::Answer(answer) => self.answer(ctx, answer),
            Command::Mark(place) => self.board.marked = place,
            Command::EditRoot(root) => self.edit_root(ctx, *root),
            Command::SetNote(node, note) => {
                self.set_note(node, note);
                self.remark_tree();
            }
            Command::CompareWith(switches) => self.compare_with(ctx, *switches),
            Command::ShowRatings(ratings_for) => {
                self.ratings_for = ratings_for;
                self.refresh_tree();
            }
            Command::MapTo(plies) => self.map.choose_plies(plies),
            Command::ChoosePlay(choices) => self.choose_play(*choices),
            Command::ChooseRecording(choices) => self.recording.choices = *choices,
            Command::Check(source) => self.check(ctx, *source),
            Command::GoToStep(step) => self.recording.go_to(step),
            Command::Find(text) => self.find(ctx, text),
            Command::LeaveFind => self.show_find(false),
            Command::Assume(assuming) => self.assume(assuming),
            Command::Tour(command) => self.run_tour(ctx, command),
            Command::Exercise(what) => self.run_exercise(ctx, what),
        }
    }

    fn run_named(&mut self, ctx: &egui::Context, named: Named) {
        let responder = self.respond(ctx, named);
        self.answered = Some((named, responder));
    }

    /// Lets whoever a command is for do it, and tells who that was.
    fn respond(&mut self, ctx: &egui::Context, named: Named) -> Responder {
        if !self.is_enabled(named) {
            if named == Named::CompareRules {
                // A key that does nothing would leave everybody guessing.
                self.tell_nothing_to_compare();
            }
            return Responder::Nobody;
        }
        if let Some(action) = named.action() {
            if self.hidden && named == Named::BestEnd {
                self.go_to_walked_end();
            } else {
                self.act(self.as_drawn(action));
            }
            return Responder::Session;
        }
        if self.middle == Middle::Map && self.comparing.is_none() && self.map.run(named) {
            return Responder::Map;
        }
        if self.middle == Middle::Exercise && self.run_exercise_view(named) {
            return Responder::Exercise;
        }
        if self.middle == Middle::Recording
            && self.comparing.is_none()
            && self.recording.run_view(named)
        {
            return Responder::Recording;
        }
        if self.middle == Middle::Positions && self.comparing.is_none() {
            let seen = view(&self.document, self.ratings_for, self.hidden);
            if self.positions.run(named, &self.document, &seen) {
                self.tell_positions();
                return Responder::Positions;
            }
        }
        match named {
            Named::NewBoard => self.new_board(ctx),
            Named::Open => self.ask_what_to_open(ctx),
            Named::Reload => self.reload(ctx),
            // A tree file would tell the ratings.
            Named::Save if self.exercise.is_on() => self.ask_where(ctx, false),
            Named::SaveAs if self.exercise.is_on() => self.ask_where_anew(false),
            Named::Save => self.save(ctx),
            Named::SaveAs => self.ask_where_to_save(ctx, None),
            Named::Export => self.ask_what_to_export(),
            Named::ClearRecent => self.clear_recent(ctx),
            Named::Quit => self.quit(ctx),

            Named::Undo => {
                self.undo(ctx);
                self.remark_tree();
            }
            Named::Redo => {
                self.redo(ctx);
                self.remark_tree();
            }
            Named::CopyPosition => self.copy_position(ctx),
            Named::CopyLine => self.copy_line(ctx),
            Named::CopyWhy => self.copy_why(ctx),
            Named::CopyStatistics => self.copy_statistics(ctx),
            Named::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Named::CancelWork => self.cancel_work(),

            Named::Setup => self.show_setup(ctx, self.side != Side::Setup),
            Named::RandomBoard => self.random_board(ctx),
            Named::BuildAgain => self.build_again(ctx),
            Named::CompareRules => self.compare_rules(ctx),
            Named::NextDifference => self.next_difference(),
            Named::LeaveComparison => self.leave_comparison(),
            Named::FocusBoard => self.toggle_board_focus(),
            Named::PreviousHex
            | Named::NextHex
            | Named::MarkHex
            | Named::UnmarkHex
            | Named::LeaveBoard
            | Named::PassTurn => {
                self.play_on_board(named);
                return Responder::Board;
            }

            Named::Players => self.show_players(self.side != Side::Players),
            Named::PlayHere
            | Named::StopGame
            | Named::TakeBack
            | Named::MakeAgain
            | Named::RollDice
            | Named::GoToGame => self.run_in_game(named),
            Named::ReviewGame => self.review_game(),

            // Whoever comes back by the key goes on typing.
            Named::Find => self.show_find(true),
            Named::NextHit
            | Named::PreviousHit
            | Named::NextOccurrence
            | Named::PreviousOccurrence
            | Named::NextBlunder
            | Named::PreviousBlunder
            | Named::NextFork
            | Named::PreviousFork
            | Named::NextEnd
            | Named::PreviousEnd => self.run_find(ctx, named),

            Named::NextSlip | Named::PreviousSlip => self.go_to_slip(named),

            Named::ToggleFold => self.act(Action::ToggleFold(self.document.session.selected())),
            Named::Fit => self.tree.fit(),
            Named::ActualSize => self.actual_size(),
            Named::ZoomIn => self.zoom_tree(1.25),
            Named::ZoomOut => self.zoom_tree(0.8),
            Named::UnfoldBudget => self.choose_budget(),
            Named::GrowRight => {
                self.settings.tree_to_the_right = !self.settings.tree_to_the_right;
                self.refresh_tree();
            }
            Named::EdgeForm => self.settings.tree_edges = self.settings.tree_edges.next(),
            Named::BestFirst => {
                self.settings.best_first = !self.settings.best_first;
                self.refresh_tree();
            }
            Named::Motion => self.settings.motion = !self.settings.motion,
            Named::PanLeft => self.tree.pan(PAN, 0.0),
            Named::PanRight => self.tree.pan(-PAN, 0.0),
            Named::PanUp => self.tree.pan(0.0, PAN),
            Named::PanDown => self.tree.pan(0.0, -PAN),

            Named::ShowTree => self.show_middle(Middle::Tree),
            Named::ShowMap => {
                self.show_middle(Middle::Map);
                self.map.count_again();
            }
            Named::MapEnds => self.settings.map_ends = !self.settings.map_ends,
            Named::ShowPositions => self.show_middle(Middle::Positions),
            Named::ShowStatistics => self.show_middle(Middle::Statistics),
            Named::ShowRecording => self.show_recording(),
            Named::ShowCheck => self.show_middle(Middle::Check),
            Named::CheckProgram => self.ask_what_to_check(ctx),
            Named::CheckAgain => self.check_again(ctx),
            Named::OtherDisagreement => self.other_disagreement(),
            Named::CloseCheck => self.close_check(),
            Named::Record
            | Named::RecordBeside
            | Named::OtherRecording
            | Named::CloseRecording
            | Named::PlayRecording
            | Named::StepForward
            | Named::StepBack
            | Named::NextCut
            | Named::PreviousCut
            | Named::RecordingStart
            | Named::RecordingEnd
            | Named::Faster
            | Named::Slower => self.run_recording(ctx, named),
            Named::Viewpoint => {
                self.ratings_for = self.next_ratings();
                self.refresh_tree();
            }
            Named::HideRatings => {
                self.hidden = !self.hidden;
                self.refresh_tree();
            }
            Named::ShowBoard => {
                self.settings.board_panel = !self.settings.board_panel;
                self.board.focused &= self.settings.board_panel;
            }
            Named::ShowNode => self.settings.node_panel = !self.settings.node_panel,
            Named::ShowHistory => self.toggle_history(),
            Named::ShowLegend => self.settings.legend = !self.settings.legend,
            Named::Theme => {
                self.settings.theme = if ctx.global_style().visuals.dark_mode {
                    ThemeChoice::Light
                } else {
                    ThemeChoice::Dark
                };
                self.theme_for_now = None;
                self.show_settings(ctx);
            }
            Named::SystemTheme => {
                self.settings.theme = ThemeChoice::System;
                self.theme_for_now = None;
                self.show_settings(ctx);
            }
            Named::LargerText | Named::SmallerText | Named::NormalText
                if self.step_talk_size(ctx, named) => {}
            Named::LargerText | Named::SmallerText => {
                self.step_text(ctx, named == Named::LargerText);
            }
            Named::NormalText => {
                self.settings.text_size = 100;
                self.show_settings(ctx);
            }
            Named::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!full));
            }
            Named::ResetLayout => self.reset_layout(ctx),

            Named::WhatIf
            | Named::PinRating
            | Named::ForbidMove
            | Named::ChangePosition
            | Named::TakeBackWhatIf
            | Named::ClearWhatIfs
            | Named::ShowTruth => self.run_what_if(ctx, named),
            Named::EditNote
            | Named::Bookmark
            | Named::NextBookmark
            | Named::PreviousBookmark
            | Named::Tours
            | Named::AddTourStep
            | Named::Present
            | Named::NextTourStep
            | Named::PreviousTourStep
            | Named::FirstTourStep
            | Named::LastTourStep
            | Named::BlankScreen
            | Named::LeavePresentation => self.run_tour_named(ctx, named),
            Named::NewExercise
            | Named::ExerciseHere
            | Named::LeaveExercise
            | Named::NextBlank
            | Named::PreviousBlank
            | Named::Hint
            | Named::CheckAnswer
            | Named::CheckAll
            | Named::ShowAnswers
            | Named::SaveExercise
            | Named::PrintSheet => self.run_exercise_named(ctx, named),

            Named::Palette => self.dialog = Some(Dialog::palette()),
            Named::Keys => self.dialog = Some(Dialog::Keys),
            Named::About => self.dialog = Some(Dialog::About),

            Named::Parent
            | Named::Child
            | Named::PreviousSibling
            | Named::NextSibling
            | Named::Root
            | Named::BestEnd
            | Named::Back
            | Named::Forward
            | Named::UnfoldPly
            | Named::FoldPly
            | Named::UnfoldBelow
            | Named::FoldOthers
            | Named::PositionsAbove
            | Named::PositionsBelow
            | Named::WiderNeighbourhood
            | Named::NarrowerNeighbourhood
            | Named::UnfoldAll
            | Named::UnfoldBestLine
            | Named::FoldWorse
            | Named::ZoomToNode => return Responder::Nobody,
        }
        Responder::Window
    }

    /// The last command with a name and who did it, once.
    pub fn take_answered(&mut self) -> Option<(Named, Responder)> {
        self.answered.take()
    }

    /// Whether a command would do anything now; one that would not is greyed.
    pub fn is_enabled(&self, named: Named) -> bool {
        if let Some(enabled) = self.exercise.is_enabled(named) {
            return enabled;
        }
        let of_view = self.positions.is_enabled(named, &self.document);
        if let (Some(enabled), Middle::Positions) = (of_view, self.middle) {
            return enabled;
        }
        if let Some(enabled) = self.recording.is_enabled(named) {
            return enabled;
        }
        if let Some(enabled) = self.is_what_if_enabled(named) {
            return enabled;
        }
        if let Some(enabled) = self.is_tour_enabled(named) {
            return enabled;
        }
        match named {
            Named::CopyStatistics => {
                self.middle == Middle::Statistics && self.statistics.known().is_some()
            }
            Named::Fit
            | Named::ActualSize
            | Named::ZoomIn
            | Named::ZoomOut
            | Named::PanLeft
            | Named::PanRight
            | Named::PanUp
            | Named::PanDown => self.middle != Middle::Statistics,
            Named::PositionsAbove
            | Named::PositionsBelow
            | Named::WiderNeighbourhood
            | Named::NarrowerNeighbourhood => false,
            Named::Back => self.document.session.can_go_back(),
            Named::Forward => self.document.session.can_go_forward(),
            Named::Undo => self.document.edits.undoable().is_some(),
            Named::Redo => self.document.edits.redoable().is_some(),
            Named::Reload => self.document.words.path.is_some(),
            Named::BuildAgain => self.document.is_cut_short(),
            Named::ClearRecent => !self.settings.recent.is_empty(),
            Named::CancelWork => self.is_busy() || self.board.marked.is_some(),
            Named::CompareRules => self.can_compare(),
            Named::NextDifference => self.has_differences(),
            Named::LeaveComparison => self.comparing.is_some(),
            Named::CheckAgain => self.checking.source().is_some() && !self.checking.is_busy(),
            Named::OtherDisagreement => self.has_disagreements(),
            Named::CloseCheck => self.checking.is_there(),
            Named::FocusBoard => self.has_places(),
            Named::PreviousHex | Named::NextHex | Named::MarkHex | Named::LeaveBoard => {
                self.board.focused
            }
            Named::UnmarkHex => self.board.marked.is_some(),
            Named::PassTurn => {
                self.is_on(Named::Setup) != Some(true) && pass(&self.document).is_some()
            }
            Named::PlayHere
            | Named::StopGame
            | Named::TakeBack
            | Named::MakeAgain
            | Named::RollDice
            | Named::GoToGame => self.is_game_enabled(named),
            Named::ReviewGame => self.can_review(),
            Named::UnfoldPly => self.tree.plies().folded,
            Named::FoldPly => self.tree.plies().most > 0,
            Named::ZoomToNode | Named::MapEnds => {
                self.middle == Middle::Map && self.comparing.is_none()
            }
            Named::UnfoldAll => self.tree.plies().folded,
            // Which moves are best is what is hidden.
            Named::FoldWorse | Named::UnfoldBestLine => !self.hidden,
            _ => true,
        }
    }

    /// Whether a command that switches something has it on; `None` for any other.
    pub fn is_on(&self, named: Named) -> Option<bool> {
        Some(match named {
            Named::Setup => self.side == Side::Setup && self.settings.node_panel,
            Named::Players => self.side == Side::Players && self.settings.node_panel,
            Named::Find => self.side == Side::Find && self.settings.node_panel,
            Named::Tours => self.side == Side::Tour && self.settings.node_panel,
            Named::CompareRules => self.comparing.is_some(),
            Named::FocusBoard => self.board.focused,
            Named::ShowTree => self.middle == Middle::Tree,
            Named::ShowMap => self.middle == Middle::Map,
            Named::MapEnds => self.settings.map_ends,
            Named::ShowPositions => self.middle == Middle::Positions,
            Named::ShowStatistics => self.middle == Middle::Statistics,
            Named::ShowRecording => self.middle == Middle::Recording,
            Named::ShowCheck => self.middle == Middle::Check,
            Named::PlayRecording => self.recording.is_playing(),
            Named::HideRatings => self.hidden,
            Named::WhatIf => self.side == Side::WhatIf && self.settings.node_panel,
            Named::ShowTruth => self.document.supposed.shows_truth(),
            Named::GrowRight => self.settings.tree_to_the_right,
            Named::BestFirst => self.settings.best_first,
            Named::Motion => self.settings.motion,
            Named::ShowBoard => self.settings.board_panel,
            Named::ShowNode => self.settings.node_panel,
            Named::ShowHistory => self.history_is_shown(),
            Named::ReviewGame => self.reviews_game(),
            Named::ShowLegend => self.settings.legend,
            Named::SystemTheme => self.settings.theme == ThemeChoice::System,
            _ => return None,
        })
    }

    /// The next of the numbers of nodes that one command unfolds.
    fn choose_budget(&mut self) {
        let now = self.settings.unfold_budget;
        let next = BUDGETS.into_iter().find(|budget| *budget > now);
        let budget = next.unwrap_or(BUDGETS[0]);
        self.settings.unfold_budget = budget;
        self.document.session.apply(Action::Budget(budget));
        let nodes = short_number(budget);
        self.tell(Ok(format!("One command unfolds {nodes} nodes at most")));
    }

    /// Where ratings are hidden the end of the best line is a secret, that of the walked one is not.
    fn go_to_walked_end(&mut self) {
        if self.document.session.visited_child().is_some() {
            self.act(Action::WalkedEnd);
            let told = "The end of the line that was walked: that of the best line is hidden";
            self.tell(Ok(told.to_owned()));
        } else {
            let why = "Ratings are hidden, and this would tell the best line: show them first (H)";
            self.tell(Err(why.to_owned()));
        }
    }

    /// Siblings are walked as they stand in the drawing.
    fn as_drawn(&self, action: Action) -> Action {
        let step = match action {
            Action::PreviousSibling if self.settings.best_first => -1,
            Action::NextSibling if self.settings.best_first => 1,
            _ => return action,
        };
        let selected = self.document.session.selected();
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        let sibling = self.tree.sibling(&view, selected, step);
        Action::Select(sibling.unwrap_or(selected))
    }

    /// Shows something else in the middle, instead of a comparison too.
    pub(crate) fn show_middle(&mut self, middle: Middle) {
        if self.comparing.is_some() {
            self.leave_comparison();
        }
        if self.middle != middle {
            // What was told belongs to what was seen.
            self.notice = None;
        }
        self.middle = middle;
    }

    /// After the last player come the ratings for the mover, then those for the first player.
    fn next_ratings(&self) -> RatingsFor {
        let players = self.document.session.rated().graph.graph().players();
        match self.ratings_for {
            RatingsFor::Player(player) if player.index() + 1 < players => {
                RatingsFor::Player(Player(player.0 + 1))
            }
            RatingsFor::Player(_) => RatingsFor::Mover,
            RatingsFor::Mover => RatingsFor::Player(Player(0)),
        }
    }

    /// Brings theme and text size onto the screen.
    pub(crate) fn show_settings(&self, ctx: &egui::Context) {
        let theme = self.theme_for_now.unwrap_or(self.settings.theme);
        ctx.set_theme(theme.preference());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        self.fit_text(ctx);
    }

    /// Shows text in the size that was chosen, or in the largest that the window has room for.
    pub(crate) fn fit_text(&self, ctx: &egui::Context) {
        let chosen = f32::from(self.settings.text_size) / 100.0;
        let size = self.talk_size(ctx);
        let size = size.unwrap_or_else(|| chosen.min(largest_text(ctx)));
        if (size - ctx.zoom_factor()).abs() > 0.001 {
            ctx.set_zoom_factor(size);
        }
    }

    /// One step larger or smaller text.
    fn step_text(&mut self, ctx: &egui::Context, up: bool) {
        let room = largest_text(ctx);
        if up && f32::from(self.settings.text_size) / 100.0 >= room {
            self.tell(Ok(
                "The window has no room for larger text: make the window larger first".to_owned(),
            ));
            return;
        }
        self.settings.step_text_size(up);
        self.show_settings(ctx);
    }

    fn reset_layout(&mut self, ctx: &egui::Context) {
        self.settings.reset_layout();
        // The panels' own widths are kept by egui.
        ctx.data_mut(|data| data.remove_by_type::<egui::containers::panel::PanelState>());
        self.show_settings(ctx);
        self.tell(Ok("Everything is laid out as it came".to_owned()));
    }

    /// Remembers the window's size as it is now.
    pub(crate) fn remember(&mut self, ctx: &egui::Context) {
        self.fit_text(ctx);
        let zoom = ctx.zoom_factor();
        ctx.input(|input| {
            let window = input.viewport();
            self.settings.maximized = window.maximized.unwrap_or(false);
            let full = window.fullscreen.unwrap_or(false);
            if let Some(inner) = window.inner_rect
                && !full
                && !self.settings.maximized
            {
                // The window's points, not those of larger or smaller text.
                self.settings.window = Some([inner.width() * zoom, inner.height() * zoom]);
            }
        });
    }

    /// Writes what is remembered, where it has a place.
    pub(crate) fn write_settings(&self) {
        if let Some(path) = &self.settings_path {
            if let Some(job) = &self.filing.remembering {
                job.wait(Duration::from_secs(2));
            }
            // The window is closing: nobody is left to tell of a full disk.
            self.settings.write(path).ok();
        }
    }
}

/// The largest text, as a factor, with which the smallest layout has room in the window.
fn largest_text(ctx: &egui::Context) -> f32 {
    let room = ctx.content_rect().size() * ctx.zoom_factor();
    let [width, height] = SMALLEST_WINDOW;
    (room.x / width).min(room.y / height).max(0.5)
}
