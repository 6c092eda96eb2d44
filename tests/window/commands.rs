//! Every command of the window, driven once from its menu and once by its key.
//!
//! `drive` has no arm for what it doesn't know: a command without its line here doesn't compile.

use crate::recovery;
use crate::situations::saved;
use doomtree::app::{
    CheckSource, Command, CommandId, ExerciseAction, KEY_ROWS, KeyRow, KeyScope, MainView, Menu,
    PlayChoices, TourCommand, WhatIfAction, ids, key_text,
};
use doomtree::diagram::RatingsFor;
use doomtree::game::Player;
use doomtree::search::Method;
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use eframe::egui::{
    Event, Key, KeyboardShortcut, Modifiers, OutputCommand, ViewportCommand, ViewportId,
};
use support::screen::{
    Opened, Window, all, click_on, found, is_on, is_there, line, press, press_with, root, run,
    said_of, settle, shown_nodes, shows, told, tree_view, wait_for, window,
};

/// What is done before a command.
type Prepare = fn(&mut Window);
/// How one sees that it was done.
type Done = fn(&Window) -> bool;

/// How a command is driven.
struct Drive {
    prepare: Prepare,
    done: Done,
}

fn nothing(_: &mut Window) {}

fn end(window: &mut Window) {
    press(window, Key::End);
}

fn copied(window: &Window, text: &str) -> bool {
    let commands = &window.output().platform_output.commands;
    commands
        .iter()
        .any(|command| matches!(command, OutputCommand::CopyText(copied) if copied == text))
}

/// Whether something is copied that is as it should be.
fn copied_so(window: &Window, is_so: fn(&str) -> bool) -> bool {
    let commands = &window.output().platform_output.commands;
    commands
        .iter()
        .any(|command| matches!(command, OutputCommand::CopyText(copied) if is_so(copied)))
}

fn asked(window: &Window, wanted: &ViewportCommand) -> bool {
    let output = &window.output().viewport_output[&ViewportId::ROOT];
    output.commands.contains(wanted)
}

/// At the first place of a position that stands in two.
fn again(window: &mut Window) {
    run(window, Command::Find("transposition".to_owned()));
    run(window, Command::Named(CommandId::NextHit));
}

fn edit(window: &mut Window) {
    let mut root = window.state().document().root();
    root.setup.position = "b2b2/a3b1 a".to_owned();
    run(window, Command::EditRoot(Box::new(root)));
}

/// After a window was killed, whose work is left for later.
fn left_for_later(window: &mut Window) {
    let (_home, file, folder) = recovery::place();
    let mut killed = recovery::window(&file, &folder);
    recovery::note(&mut killed, "kept");
    wait_for(&mut killed, "recovery file", |_| {
        recovery::keeps(&folder, "kept")
    });
    drop(killed);
    let ctx = window.ctx.clone();
    window.state_mut().recover_in(&ctx, folder);
    wait_for(window, "offer", recovery::offers);
    click_on(window, ids::RECOVER_LATER);
}

/// With a rating that is pinned.
fn pinned(window: &mut Window) {
    let pin = WhatIfAction::Pin("1/2".to_owned());
    run(window, Command::Assume(pin));
}

fn assumptions(window: &Window) -> usize {
    window.state().document().layer.assumptions.len()
}

fn on_board(window: &mut Window) {
    press(window, Key::ArrowDown);
    press(window, Key::ArrowDown);
    run(window, Command::Named(CommandId::FocusBoard));
}

fn drive(named: CommandId) -> Drive {
    use CommandId as N;
    let (prepare, done): (Prepare, Done) = match named {
        N::NewBoard => (nothing, |w| is_there(w, ids::NEW)),
        N::NewTree | N::EditTree => (nothing, |w| is_there(w, &ids::own_node(""))),
        N::Display => (nothing, |w| is_there(w, ids::DISPLAY)),
        N::Open => (nothing, |w| is_there(w, ids::OPEN_BOX)),
        N::Reload => (opened, |w| w.state().is_busy()),
        N::RestoreUnsaved => (left_for_later, recovery::offers),
        N::ClearRecent => (opened, |w| w.state().settings().recent.is_empty()),
        N::Save | N::SaveAs => (nothing, |w| is_there(w, ids::SAVE_FILE)),
        N::Export => (nothing, |w| is_there(w, ids::EXPORT)),
        N::Quit => (nothing, |w| asked(w, &ViewportCommand::Close)),
        N::Undo => (edit, |w| root(w) == "b2b2/a2b1 a"),
        N::Redo => (
            |w| {
                edit(w);
                run(w, Command::Named(N::Undo));
            },
            |w| root(w) == "b2b2/a3b1 a",
        ),
        N::CopyPosition => (nothing, |w| copied(w, "b2b2/a2b1 a")),
        N::CopyWhy => (nothing, |w| {
            copied_so(w, |text| {
                text.starts_with("### ") && text.contains("`b2b2/a2b1 a`")
            })
        }),
        N::CopyLine => (end, |w| copied(w, "2>3 pass 0>2 pass")),
        N::CopyLink => (end, |w| {
            copied(
                w,
                "#b2b2/a2b1%20a&line=2%3E3%20pass%200%3E2%20pass&rules=land-of-lisp",
            )
        }),
        N::Paste => (nothing, |w| asked(w, &ViewportCommand::RequestPaste)),
        N::CancelWork => (
            |w| run(w, Command::Mark(Some(2))),
            |w| !w.state().is_enabled(N::CancelWork),
        ),
        N::Setup => (nothing, |w| w.state().is_on(N::Setup) == Some(true)),
        N::RandomBoard => (nothing, |w| root(w) != "b2b2/a2b1 a"),
        N::CompareRules => (nothing, |w| is_there(w, ids::COMPARISON_VERDICT)),
        N::NextDifference => (
            |w| run(w, Command::Named(N::CompareRules)),
            |w| line(w) == "2>3 pass 0>2 1>3 pass",
        ),
        N::LeaveComparison => (
            |w| run(w, Command::Named(N::CompareRules)),
            |w| !is_there(w, ids::COMPARISON),
        ),
        N::WhatIf => (nothing, |w| w.state().is_on(N::WhatIf) == Some(true)),
        N::PinRating => (nothing, |w| {
            all(w, ids::PIN).any(|field| field.is_focused())
        }),
        N::ChangePosition => (nothing, |w| {
            all(w, ids::CHANGE).any(|field| field.is_focused())
        }),
        N::ForbidMove => (
            |w| {
                end(w);
                press(w, Key::ArrowUp);
            },
            |w| assumptions(w) == 1 && is_there(w, ids::WHAT_IF_BANNER),
        ),
        N::TakeBackWhatIf | N::ClearWhatIfs => (pinned, |w| assumptions(w) == 0),
        N::ShowTruth => (pinned, |w| w.state().is_on(N::ShowTruth) == Some(true)),
        N::FocusBoard => (nothing, |w| w.state().is_on(N::FocusBoard) == Some(true)),
        N::PreviousHex | N::NextHex => (on_board, |w| w.state().board_cursor() != cursor()),
        N::LeaveBoard => (on_board, |w| w.state().board_cursor().is_none()),
        N::MarkHex => (on_board, |w| w.state().is_enabled(N::CancelWork)),
        N::PassTurn => (|w| press(w, Key::ArrowDown), |w| line(w) == "2>3 pass"),
        N::Players => (nothing, |w| w.state().is_on(N::Players) == Some(true)),
        N::PlayHere => (nothing, |w| w.state().playing().is_some()),
        N::StopGame => (playing, |w| w.state().playing().is_none()),
        N::TakeBack => (
            |w| {
                playing(w);
                press(w, Key::Num1);
            },
            |w| line(w).is_empty(),
        ),
        N::MakeAgain => (
            |w| {
                playing(w);
                press(w, Key::Num1);
                run(w, Command::Named(N::TakeBack));
            },
            |w| line(w) == "2>3",
        ),
        N::RollDice => (at_chance, |w| line(w).starts_with("0>1 ")),
        N::ReviewGame => (
            |w| {
                playing(w);
                press(w, Key::Num1);
            },
            |w| w.state().is_on(N::ReviewGame) == Some(true) && is_there(w, ids::HISTORY),
        ),
        N::GoToGame => (
            |w| {
                playing(w);
                press(w, Key::Num1);
                press(w, Key::Home);
            },
            |w| line(w) == "2>3",
        ),
        N::Parent => (end, |w| line(w) == "2>3 pass 0>2"),
        N::Child => (nothing, |w| line(w) == "2>3"),
        N::PreviousSibling => (
            |w| {
                on_board(w);
                run(w, Command::Named(N::FocusBoard));
                press(w, Key::Num2);
            },
            |w| line(w) == "2>3 pass 0>2",
        ),
        N::NextSibling => (
            |w| {
                on_board(w);
                run(w, Command::Named(N::FocusBoard));
                press(w, Key::Num2);
            },
            |w| line(w) == "2>3 pass 1>3",
        ),
        N::Root => (end, |w| line(w).is_empty()),
        N::BestEnd => (nothing, |w| line(w) == "2>3 pass 0>2 pass"),
        N::Back => (end, |w| line(w).is_empty()),
        N::Forward => (
            |w| {
                end(w);
                run(w, Command::Named(N::Back));
            },
            |w| line(w) == "2>3 pass 0>2 pass",
        ),
        N::Find => (nothing, |w| w.state().is_on(N::Find) == Some(true)),
        N::NextHit => (
            |w| run(w, Command::Find("move:0>2".to_owned())),
            |w| line(w) == "2>3 pass 0>2",
        ),
        N::PreviousHit => (
            |w| run(w, Command::Find("move:1>3".to_owned())),
            |w| line(w) == "2>3 pass 1>3",
        ),
        N::NextOccurrence => (again, |w| line(w) == "2>3 pass 1>3 0>2"),
        N::PreviousOccurrence => (again, |w| line(w) == "2>3 pass 1>3 0>2"),
        N::NextBlunder => (gamble, |w| line(w) == BLUNDER),
        N::NextSlip => (
            |w| {
                at_blunder(w);
                press(w, Key::Home);
            },
            |w| line(w) == BLUNDER,
        ),
        N::PreviousSlip => (
            |w| {
                at_blunder(w);
                press(w, Key::End);
            },
            |w| line(w) == BLUNDER,
        ),
        N::NextFork => (nothing, |w| line(w) == "2>3 pass"),
        N::NextEnd => (nothing, |w| line(w) == "2>3 pass 0>2 pass"),
        N::ToggleFold => (nothing, |w| shown_nodes(w) == 1),
        N::GrowRight | N::BestFirst => (nothing, |w| {
            w.state().is_on(N::GrowRight) == Some(true)
                || w.state().is_on(N::BestFirst) == Some(true)
        }),
        N::EdgeForm => (nothing, |w| {
            w.state().settings().tree_edges == doomtree::diagram::EdgeStyle::Straight
        }),
        N::Motion => (nothing, |w| w.state().is_on(N::Motion) == Some(false)),
        N::KeepUnsaved => (nothing, |w| w.state().is_on(N::KeepUnsaved) == Some(false)),
        N::UnfoldBudget => (nothing, |w| {
            w.state().document().session.budget() == 3_000_000 && told(w).contains("3,000,000")
        }),
        N::UnfoldAll => (
            |w| run(w, Command::Act(Action::UnfoldToPly(1))),
            |w| shown_nodes(w) == 13,
        ),
        N::UnfoldBestLine => (
            |w| run(w, Command::Act(Action::UnfoldToPly(0))),
            |w| shown_nodes(w) == 8,
        ),
        N::FoldWorse => (
            |w| {
                let mut root = w.state().document().root();
                root.setup.position = "a1b2a3/b2a1b1 a".to_owned();
                run(w, Command::EditRoot(Box::new(root)));
                run(w, Command::Act(Action::UnfoldToPly(6)));
            },
            |w| {
                let session = &w.state().document().session;
                let graph = session.rated().graph.graph();
                session.unfolding().shown_plies(graph).min < 6
            },
        ),
        N::UnfoldBelow => (|w| press(w, Key::Space), |w| shown_nodes(w) == 13),
        N::UnfoldPly => (
            |w| run(w, Command::Act(Action::UnfoldToPly(1))),
            |w| shown_nodes(w) == 3,
        ),
        N::FoldPly => (nothing, |w| shown_nodes(w) < 13),
        N::FoldOthers => (end, |w| shown_nodes(w) == 8),
        N::Fit => (|w| run(w, Command::Named(N::ZoomIn)), |w| scale(w) < 1.2),
        N::ActualSize => (
            |w| run(w, Command::Named(N::ZoomIn)),
            |w| (scale(w) - 1.0).abs() < 1e-3,
        ),
        N::ZoomIn => (nothing, |w| scale(w) > 1.2),
        N::ZoomOut => (nothing, |w| scale(w) < 0.95),
        N::ShowTree => (
            |w| run(w, Command::Named(N::CompareRules)),
            |w| w.state().is_on(N::CompareRules) == Some(false),
        ),
        N::ShowMap => (nothing, |w| w.state().middle() == MainView::Map),
        N::MapEnds => (on_map, |w| w.state().settings().map_ends),
        N::ZoomToNode => (
            |w| {
                on_map(w);
                press(w, Key::End);
            },
            |w| w.state().map_seen().zoom > 2.0,
        ),
        N::CopyStatistics => (statistics, |w| {
            copied_so(w, |text| text.lines().any(|line| line.contains(',')))
        }),
        N::ShowStatistics => (nothing, |w| {
            w.state().middle() == MainView::Statistics && w.state().statistics().known().is_some()
        }),
        N::ShowPositions => (nothing, |w| shown_positions(w) == 11),
        N::PositionsAbove => (
            |w| {
                narrow(w);
                end(w);
            },
            |w| shown_positions(w) == 3,
        ),
        N::PositionsBelow => (narrow, |w| shown_positions(w) == 3),
        N::WiderNeighbourhood => (narrow, |w| w.state().positions().radius() == Some(2)),
        N::NarrowerNeighbourhood => (positions, |w| w.state().positions().radius() == Some(4)),
        N::ShowRecording => (nothing, |w| w.state().middle() == MainView::Recording),
        N::ShowCheck => (nothing, |w| w.state().middle() == MainView::Check),
        N::CheckProgram => (nothing, |w| is_there(w, ids::CHECK_DIALOG)),
        N::CheckAgain => (
            |w| {
                wrong(w);
                press(w, Key::Home);
                run(w, Command::Named(N::ShowTree));
            },
            |w| w.state().middle() == MainView::Check,
        ),
        N::OtherDisagreement => (wrong, |w| shows(w, ids::DISAGREEMENT_PLACE, "2>3")),
        N::CloseCheck => (wrong, |w| w.state().checking().is_none()),
        N::Record => (nothing, |w| place(w) == Some((0, recorded_steps()))),
        N::RecordBeside => (recorded, |w| w.state().recording().shown() == 2),
        N::OtherRecording => (
            |w| {
                recorded(w);
                run(w, Command::Named(N::RecordBeside));
                settle(w);
            },
            // The panel is about the first one again.
            |w| w.state().recording().method() == Some(Method::AlphaBeta),
        ),
        N::CloseRecording => (recorded, |w| place(w).is_none()),
        N::PlayRecording => (recorded, |w| {
            w.state().is_on(N::PlayRecording) == Some(true)
        }),
        N::StepForward => (recorded, |w| place(w) == Some((1, recorded_steps()))),
        N::StepBack => (
            |w| {
                recorded(w);
                run(w, Command::Named(N::RecordingEnd));
            },
            |w| place(w) == Some((recorded_steps() - 2, recorded_steps())),
        ),
        N::NextCut => (recorded_cuts, |w| at_cut(w)),
        N::PreviousCut => (
            |w| {
                recorded_cuts(w);
                run(w, Command::Named(N::RecordingEnd));
            },
            |w| at_cut(w),
        ),
        N::RecordingStart => (
            |w| {
                recorded(w);
                run(w, Command::Named(N::StepForward));
            },
            |w| place(w) == Some((0, recorded_steps())),
        ),
        N::RecordingEnd => (recorded, |w| {
            place(w) == Some((recorded_steps() - 1, recorded_steps()))
        }),
        N::Faster => (recorded, |w| w.state().recording().speed() == 5.0),
        N::Slower => (recorded, |w| w.state().recording().speed() == 1.0),
        N::Viewpoint => (nothing, |w| {
            is_on(w, &ids::ratings_for(RatingsFor::Player(Player(1))))
        }),
        N::EditNote => (nothing, |w| w.ctx.text_edit_focused()),
        N::Bookmark => (nothing, |w| bookmarks(w) == 1),
        N::NextBookmark | N::PreviousBookmark => (
            |w| {
                end(w);
                run(w, Command::Named(N::Bookmark));
                press(w, Key::Home);
            },
            |w| line(w) == "2>3 pass 0>2 pass",
        ),
        N::Tours => (nothing, |w| w.state().is_on(N::Tours) == Some(true)),
        N::AddTourStep => (nothing, |w| {
            let tours = &w.state().document().signposts().tours;
            tours.len() == 1 && tours[0].steps.len() == 1
        }),
        N::Present => (nothing, |w| w.state().presents().is_some()),
        N::NextTourStep => (talking, |w| w.state().presents() == Some(Some(1))),
        N::LastTourStep => (talking, |w| w.state().presents() == Some(Some(2))),
        N::PreviousTourStep | N::FirstTourStep => (
            |w| {
                talking(w);
                press(w, Key::ArrowRight);
            },
            |w| w.state().presents() == Some(Some(0)),
        ),
        N::BlankScreen => (talking, |w| is_there(w, ids::BLANK)),
        N::LeavePresentation => (talking, |w| w.state().presents().is_none()),
        N::HideRatings => (nothing, |w| {
            let view = tree_view(w, RatingsFor::Player(Player(0)), true);
            said_of(w, UnfoldingNode::ROOT) == view.describe(UnfoldingNode::ROOT)
        }),
        N::NewExercise => (nothing, |w| is_there(w, ids::DRAW)),
        N::ExerciseHere => (nothing, |w| w.state().exercise().is_on()),
        N::LeaveExercise => (exercise, |w| w.state().middle() == MainView::Tree),
        N::NextBlank => (exercise, |w| w.state().exercise().current() == Some(1)),
        N::PreviousBlank => (exercise, |w| {
            w.state()
                .exercise()
                .current()
                .is_some_and(|blank| blank > 1)
        }),
        N::Hint => (exercise, |w| is_there(w, ids::TOLD_HINT)),
        N::CheckAnswer => (exercise, |w| is_there(w, ids::TOLD_FAULT)),
        N::CheckAll => (filled, |w| is_there(w, ids::TOLD_WRONG)),
        N::ShowAnswers => (exercise, |w| is_there(w, ids::ANSWERS)),
        N::SaveExercise => (exercise, |w| is_there(w, ids::EXERCISE_FILE)),
        N::PrintSheet => (exercise, |w| is_there(w, ids::SHEET_FILE)),
        N::ShowBoard => (nothing, |w| !is_there(w, &ids::move_row(1))),
        N::ShowNode => (nothing, |w| !is_there(w, &ids::tab("Node"))),
        N::ShowHistory => (nothing, |w| is_there(w, ids::HISTORY)),
        N::ShowLegend => (nothing, |w| w.state().is_on(N::ShowLegend) == Some(false)),
        N::LargerText => (nothing, |w| w.state().settings().text_size == 110),
        N::SmallerText => (nothing, |w| w.state().settings().text_size == 90),
        N::NormalText => (
            |w| run(w, Command::Named(N::LargerText)),
            |w| w.state().settings().text_size == 100,
        ),
        N::FullScreen => (nothing, |w| asked(w, &ViewportCommand::Fullscreen(true))),
        N::ResetLayout => (
            |w| run(w, Command::Named(N::ShowLegend)),
            |w| w.state().settings().legend,
        ),
        N::FirstLesson => (nothing, |w| is_there(w, ids::LESSON)),
        N::StartHere => (nothing, |w| is_there(w, ids::START)),
        N::Guide => (nothing, |w| is_there(w, ids::GUIDE)),
        N::NodeBoards => (nothing, |w| !w.state().settings().node_boards),
        N::ShowReach => (nothing, |w| w.state().settings().reach),
        N::Palette => (nothing, |w| is_there(w, ids::PALETTE)),
        N::Keys => (nothing, |w| shows(w, ids::KEYS, "1 – 9")),
        N::About => (nothing, |w| shows(w, ids::ABOUT, env!("CARGO_PKG_VERSION"))),
    };
    Drive { prepare, done }
}

fn bookmarks(window: &Window) -> usize {
    window.state().document().signposts().bookmarks.len()
}

/// At the first of three steps of a tour, in a presentation.
fn talking(window: &mut Window) {
    for _ in 0..3 {
        run(window, Command::Named(CommandId::AddTourStep));
    }
    press(window, Key::Escape);
    run(window, Command::Tour(TourCommand::Step(0)));
    run(window, Command::Named(CommandId::Present));
}

fn on_map(window: &mut Window) {
    run(window, Command::Named(CommandId::ShowMap));
}

/// At which step the recording stands, and of how many.
fn place(window: &Window) -> Option<(usize, usize)> {
    window.state().recording().place()
}

/// Whether the recording stands where something is cut.
fn at_cut(window: &Window) -> bool {
    let text = window.state().recording().step_text();
    text.is_some_and(|text| text.ends_with(" cut"))
}

/// A check of two wrong ratings.
fn wrong(w: &mut Window) {
    let text = "{\"position\":\"b2b2/a2b1 a\",\"rating\":\"1\"}\n\
                {\"position\":\"b2b2/a1a1 a +1\",\"rating\":\"1\"}\n";
    run(
        w,
        Command::Check(Box::new(CheckSource::Text(text.to_owned()))),
    );
}

/// How many steps alpha-beta takes on the book's board: it begins, enters its 13 nodes, leaves them, and
/// takes all but one of them in.
fn recorded_steps() -> usize {
    1 + 13 + 13 + 12
}

/// An exercise on the open tree.
fn exercise(window: &mut Window) {
    run(window, Command::Named(CommandId::ExerciseHere));
}

/// One with a wrong answer that isn't checked yet.
fn filled(window: &mut Window) {
    run(window, Command::Exercise(ExerciseAction::AtOnce(false)));
    exercise(window);
    run(window, Command::Exercise(ExerciseAction::Type('7')));
    run(window, Command::Exercise(ExerciseAction::Give));
}

fn recorded(window: &mut Window) {
    run(window, Command::Named(CommandId::Record));
    settle(window);
}

/// A recording in which something is cut.
fn recorded_cuts(window: &mut Window) {
    let mut root = window.state().document().root();
    root.setup.position = "a1b2a3/b2a1b1 a".to_owned();
    run(window, Command::EditRoot(Box::new(root)));
    recorded(window);
}

/// The line to the first blunder of that tree.
const BLUNDER: &str = "raid";

/// A tree that has blunders.
fn gamble(window: &mut Window) {
    run(window, Command::OpenFile(saved("gamble.board.json")));
}

/// At the first blunder of a tree that has some.
fn at_blunder(window: &mut Window) {
    gamble(window);
    run(window, Command::Named(CommandId::NextBlunder));
}

fn statistics(window: &mut Window) {
    run(window, Command::Named(CommandId::ShowStatistics));
}

/// How many positions are shown.
fn shown_positions(window: &Window) -> usize {
    let scene = window.state().positions().scene();
    scene.map_or(0, |scene| scene.positions().len())
}

fn positions(window: &mut Window) {
    run(window, Command::Named(CommandId::ShowPositions));
}

/// The positions that are a move away.
fn narrow(window: &mut Window) {
    positions(window);
    for _ in 0..4 {
        run(window, Command::Named(CommandId::NarrowerNeighbourhood));
    }
}

/// A game of somebody against the computer.
fn playing(window: &mut Window) {
    run(window, Command::Named(CommandId::PlayHere));
}

/// A game in which somebody chooses what chance does, and may roll.
fn at_chance(window: &mut Window) {
    run(
        window,
        Command::OpenFile(saved("odds-exact-1x2.board.json")),
    );
    let by_hand = PlayChoices {
        by_hand: true,
        ..PlayChoices::default()
    };
    run(window, Command::ChoosePlay(Box::new(by_hand)));
    playing(window);
    press(window, Key::Num1);
}

/// A document that came from a file.
fn opened(window: &mut Window) {
    run(window, Command::OpenFile(saved("book-2x2.board.json")));
}

fn scale(window: &Window) -> f32 {
    window.state().tree_scale()
}

/// The hex that the keys point at when they come to the board.
fn cursor() -> Option<usize> {
    let mut window = window("b2b2/a2b1 a");
    on_board(&mut window);
    window.state().board_cursor()
}

/// Presses a key in the next frame alone, so that what is asked of the system then can be seen.
fn key(window: &mut Window, keys: KeyboardShortcut) {
    let input = window.input_mut();
    input.events.push(Event::Key {
        key: keys.logical_key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: keys.modifiers,
    });
}

/// Whether a command is done within a few frames. What is asked of the system stands in the output
/// of one frame alone.
fn is_done(window: &mut Window, done: Done) -> bool {
    for _ in 0..6 {
        window.run_steps(1);
        if done(window) {
            return true;
        }
    }
    settle(window);
    done(window)
}

#[test]
fn every_command_can_be_chosen_in_its_menu() {
    let mut window = window("b2b2/a2b1 a");
    for menu in Menu::ALL {
        for named in CommandId::of_menu(menu) {
            let Drive { prepare, done } = drive(named);
            Opened::default().reopen(&mut window);
            prepare(&mut window);
            let left = found(&window, &menu.id()).rect().left();
            found(&window, &menu.id()).click();
            window.run_steps(3);
            // Buttons elsewhere may do it as well; the menu opens below its own.
            let item =
                all(&window, named.id()).find(|item| (item.rect().left() - left).abs() < 30.0);
            let item = item.unwrap_or_else(|| panic!("{named:?} isn't in its menu"));
            item.click();
            assert!(is_done(&mut window, done), "{named:?} by its menu");
        }
    }
}

#[test]
fn every_key_does_its_command() {
    let mut window = window("b2b2/a2b1 a");
    for &named in CommandId::ALL {
        let Some(keys) = named.shortcuts().first() else {
            continue;
        };
        let Drive { prepare, done } = drive(named);
        Opened::default().reopen(&mut window);
        prepare(&mut window);
        key(&mut window, *keys);
        assert!(is_done(&mut window, done), "{named:?} by its key");
    }
}

#[test]
fn every_command_and_every_button_that_does_something_is_found_in_the_palette() {
    let mut window = window("b2b2/a2b1 a");
    for &named in CommandId::ALL {
        let by_keys_alone = named.menu().is_none() && named.scope() != KeyScope::Window;
        if named == CommandId::Palette || by_keys_alone {
            continue;
        }
        let Drive { prepare, done } = drive(named);
        Opened::default().reopen(&mut window);
        prepare(&mut window);
        press_with(&mut window, Modifiers::COMMAND, Key::K);
        let field = found(&window, ids::PALETTE);
        field.type_text(named.text().trim_end_matches('…'));
        settle(&mut window);
        let enter = KeyboardShortcut::new(Modifiers::NONE, Key::Enter);
        key(&mut window, enter);
        assert!(is_done(&mut window, done), "{named:?} by the palette");
    }
}

#[test]
fn there_are_at_most_seventy_commands_in_seven_menus_and_thirty_rows_of_keys() {
    let listed = CommandId::ALL.iter().filter(|named| named.menu().is_some());
    assert!(listed.count() <= 70);
    assert_eq!(Menu::ALL.len(), 7);
    let rows = KEY_ROWS.iter().flat_map(|(_, rows)| rows.iter());
    assert!(rows.count() <= 30);
}

#[test]
fn the_page_of_keys_lists_every_key_of_a_menus_command_once() {
    let rows = KEY_ROWS.iter().flat_map(|(_, rows)| rows.iter());
    let mut listed: Vec<CommandId> = rows
        .flat_map(|row| match row {
            KeyRow::Of(commands) | KeyRow::As(commands, _) => commands.to_vec(),
            KeyRow::Said(..) => Vec::new(),
        })
        .collect();
    let with_keys = CommandId::ALL
        .iter()
        .copied()
        .filter(|named| named.menu().is_some() && !named.shortcuts().is_empty());
    let mut wanted: Vec<CommandId> = with_keys.collect();
    listed.sort_by_key(|named| *named as usize);
    wanted.sort_by_key(|named| *named as usize);
    assert_eq!(listed, wanted);
}

#[test]
fn no_letter_without_a_modifier_changes_the_document_starts_a_search_or_leaves_a_view() {
    use CommandId as N;
    let walks_or_looks = [N::Fit, N::Viewpoint, N::HideRatings, N::PassTurn];
    for &named in CommandId::ALL {
        for keys in named.shortcuts() {
            let letter = keys.logical_key as u32;
            let is_letter = (Key::A as u32..=Key::Z as u32).contains(&letter);
            if is_letter && keys.modifiers.is_none() {
                let local = matches!(named.scope(), KeyScope::Talk | KeyScope::Recording);
                assert!(local || walks_or_looks.contains(&named), "{named:?}");
                assert_ne!(named.scope(), KeyScope::Window, "{named:?}");
            }
        }
    }
}

#[test]
fn no_two_commands_share_a_key_or_a_name() {
    let mut seen = std::collections::BTreeMap::new();
    let mut names = std::collections::BTreeMap::new();
    for &named in CommandId::ALL {
        assert!(!named.tooltip().is_empty() && !named.icon().is_empty());
        if let Some(other) = names.insert(named.text(), named) {
            panic!("{named:?} and {other:?} are called the same");
        }
        for keys in named.shortcuts() {
            let name = format!("{:?} {:?} {keys:?}", named.scope(), keys.modifiers);
            if let Some(other) = seen.insert(name, named) {
                panic!("{named:?} and {other:?} share {keys:?}");
            }
        }
    }
}

/// The table of the guide, as it should be.
fn table() -> String {
    let ctx = window("b2b2/a2b1 a").ctx.clone();
    let mut table = String::new();
    for menu in Menu::ALL {
        table.push_str(&format!(
            "\n| {} | key | |\n| --- | --- | --- |\n",
            menu.text()
        ));
        for named in CommandId::of_menu(menu) {
            let keys = named.shortcuts().first();
            let keys = keys.map_or_else(String::new, |keys| format!("`{}`", key_text(&ctx, keys)));
            let name = named.text().trim_end_matches('…');
            table.push_str(&format!("| {name} | {keys} | {} |\n", named.tooltip()));
        }
    }
    table
}

#[test]
fn the_guide_lists_every_command_with_its_key() {
    const BEGIN: &str = "<!-- commands -->\n";
    const END: &str = "\n<!-- end of commands -->";
    let path = support::root().join("docs/guide/commands.md");
    let guide = std::fs::read_to_string(&path).expect("the guide");
    let (before, rest) = guide.split_once(BEGIN).expect("the place of the table");
    let (listed, after) = rest.split_once(END).expect("its end");
    let table = table();
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).expect("written");
    } else {
        assert!(
            listed == table,
            "the guide is behind: run UPDATE_GUIDE=1 cargo test --test window guide"
        );
    }
}

/// The prose of all pages of the guide but the list of commands.
fn prose() -> String {
    let pages = std::fs::read_dir(support::root().join("docs/guide")).expect("the guide");
    let pages = pages.map(|page| page.expect("a page").path());
    let mut prose = String::new();
    for page in pages.filter(|page| !page.ends_with("commands.md")) {
        prose.push_str(&std::fs::read_to_string(page).expect("a page"));
        prose.push('\n');
    }
    prose.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_keys_in_the_guides_prose_do_what_it_says() {
    use CommandId as N;
    let ctx = window("b2b2/a2b1 a").ctx.clone();
    let prose = prose();
    for (named, words) in [
        (N::Palette, "{} finds every command"),
        (N::Keys, "| {} or `F1` | every keyboard shortcut |"),
        (N::Child, "| {} | the child you visited last"),
        (N::Parent, "| {} | the parent |"),
        (N::Root, "| {} | the root |"),
        (N::BestEnd, "| {} | the end of the best line |"),
        (N::Back, "| {} `Alt+→` | back to the node selected before"),
        (N::PassTurn, "| {} | the pass, wherever it is legal |"),
        (N::Viewpoint, "{} switches to the"),
        (N::HideRatings, "{} hides all ratings"),
        (
            N::ToggleFold,
            "| {}, double-click | expands or collapses a node |",
        ),
        (N::Fit, "{} fits everything expanded"),
        (N::ShowMap, "{} shows the whole tree as a map"),
        (N::Find, "{} opens Find above the view"),
        (N::NextHit, "| `Enter`, {} | the next match |"),
        (N::PreviousHit, "| `Shift+Enter`, {} | the previous match |"),
        (N::ShowPositions, "{} shows each position once"),
        (N::ShowTree, "{} returns to the tree"),
        (N::ShowStatistics, "{} counts the graph"),
        (N::PlayRecording, "| {} | play or pause"),
        (N::Setup, "{} opens Setup"),
        (N::PlayHere, "Select a position and press {}"),
        (
            N::Undo,
            "| {}, *Play › Take back* | takes back your last move",
        ),
        (N::Present, "{} shows the tour in full screen"),
    ] {
        let keys = named.shortcuts().iter().map(|keys| key_text(&ctx, keys));
        let said: Vec<String> = keys
            .map(|keys| words.replace("{}", &format!("`{keys}`")))
            .collect();
        assert!(
            said.iter().any(|words| prose.contains(words.as_str())),
            "the guide doesn't say: {}",
            said.join(", or ")
        );
    }
}
