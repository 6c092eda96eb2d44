//! Bookmarks, notes in Markdown, tours and the presentation, in the window.

use crate::situations::saved;
use std::path::PathBuf;

use doomtree::app::{Command, CommandId, MainView, Menu, TourCommand, ids};
use doomtree::diagram::RatingsFor;
use doomtree::game::Player;
use doomtree::save::{BookmarksAndTours, Tour, TourView};
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Event, Key, Modifiers};
use support::screen::{
    Opened, Window, click, click_on, found, has, is_there, line, node_at, numbers_of, press,
    press_with, run, run_named, said_of, settle, shown_nodes, shows, text_of, told, tree_view,
    window,
};

const BOOK: &str = "b2b2/a2b1 a";

fn signposts(window: &Window) -> BookmarksAndTours {
    window.state().document().signposts().clone()
}

fn tour(window: &Window) -> Tour {
    signposts(window).tours[0].clone()
}

/// Types into what has the keyboard.
fn types(window: &mut Window, text: &str) {
    window.input_mut().events.push(Event::Text(text.to_owned()));
    settle(window);
}

fn open(window: &mut Window, path: impl Into<PathBuf>) {
    run(window, Command::OpenFile(path.into()));
}

#[test]
fn a_tour_is_made_in_the_explorer_played_by_keys_saved_and_opened_again() {
    let mut window = window(BOOK);
    run_named(&mut window, CommandId::Tours);
    assert!(
        !text_of(&window, ids::NO_TOUR).is_empty(),
        "an empty panel explains itself"
    );
    // The first step is the start; typing begins at once.
    run_named(&mut window, CommandId::AddTourStep);
    types(&mut window, "# Who wins?");
    press(&mut window, Key::Escape);
    press(&mut window, Key::ArrowDown);
    run_named(&mut window, CommandId::AddTourStep);
    types(&mut window, "**One** move, see [b's answer](line:2>3 pass)");
    press(&mut window, Key::Escape);
    press(&mut window, Key::End);
    run_named(&mut window, CommandId::AddTourStep);
    types(&mut window, "b wins");
    press(&mut window, Key::Escape);
    let made = tour(&window);
    let lines: Vec<&str> = made.steps.iter().map(|step| step.line.as_str()).collect();
    assert_eq!(lines, ["", "2>3", "2>3 pass 0>2 pass"]);
    assert_eq!(made.steps[0].text, "# Who wins?");
    assert_eq!(made.steps[2].text, "b wins");

    // Steps are moved, hidden and deleted, and all of it is undone.
    click_on(&mut window, ids::STEP_UP);
    assert_eq!(tour(&window).steps[1].text, "b wins");
    run_named(&mut window, CommandId::Undo);
    assert_eq!(tour(&window), made);
    assert!(shows(&window, &ids::tour_step(0), "Who wins?"));
    click_on(&mut window, &ids::tour_step(0));
    assert_eq!(line(&window), "");
    click_on(&mut window, ids::HIDE_AT_STEP);
    assert!(tour(&window).steps[0].hidden);
    click_on(&mut window, ids::DELETE_STEP);
    assert_eq!(tour(&window).steps, made.steps[1..]);
    run_named(&mut window, CommandId::Undo);
    click_on(&mut window, &ids::tour_step(1));
    click_on(&mut window, ids::DELETE_STEP);
    assert_eq!(
        tour(&window).steps[1].text,
        "b wins",
        "the one that is shown"
    );
    run_named(&mut window, CommandId::Undo);
    let made = tour(&window);
    assert_eq!(made.steps.len(), 3);
    found(&window, ids::TOUR_TITLE).focus();
    settle(&mut window);
    types(&mut window, " of the book");
    press(&mut window, Key::Escape);
    assert!(tour(&window).title.ends_with(" of the book"));

    // It is played by keys alone.
    click_on(&mut window, &ids::tour_step(0));
    press_with(&mut window, Modifiers::SHIFT, Key::F5);
    assert_eq!(window.state().presents(), Some(Some(0)));
    assert!(shows(&window, ids::TALK_HEAD, &tour(&window).title));
    assert_eq!(numbers_of(&window, ids::TALK_HEAD), [1, 3], "how far it is");
    let file = Menu::File.id();
    assert!(
        has(&window, "Who wins?") && !is_there(&window, &file),
        "no menus"
    );
    assert_eq!(window.state().is_on(CommandId::HideRatings), Some(true));
    let rating = |window: &Window| text_of(window, ids::TALK_RATING);
    assert!(!rating(&window).is_empty() && !rating(&window).contains('0'));
    press(&mut window, Key::H);
    let shown = rating(&window).replace('\u{a0}', " ");
    assert!(shown.contains("a 0 · b 1"), "the answer");
    press(&mut window, Key::PageDown);
    assert_eq!(line(&window), "2>3");
    assert_eq!(window.state().is_on(CommandId::HideRatings), Some(false));
    click(&mut window, "b's answer");
    assert_eq!(line(&window), "2>3 pass", "a link leads through the tree");
    press(&mut window, Key::B);
    assert!(is_there(&window, ids::BLANK) && !is_there(&window, ids::TREE));
    press(&mut window, Key::Space);
    assert_eq!(
        window.state().presents(),
        Some(Some(1)),
        "the first key shows the screen again"
    );
    press(&mut window, Key::Space);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert!(has(&window, "b wins"));
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.state().presents(), Some(Some(2)), "the end");
    press(&mut window, Key::PageUp);
    press(&mut window, Key::Home);
    assert_eq!(window.state().presents(), Some(Some(0)));
    press(&mut window, Key::Escape);
    assert_eq!(window.state().presents(), None);
    assert!(is_there(&window, &file));
    assert_eq!(
        window.state().is_on(CommandId::HideRatings),
        Some(false),
        "as it was before"
    );

    // A board file can't store it, a tree file does.
    let folder = tempfile::tempdir().expect("a folder");
    let board = folder.path().join("mine.board.json");
    run(&mut window, Command::SaveTo(board.clone()));
    // What to do is asked for in `words`.
    assert!(!board.exists() && window.state().document().edits.is_changed());
    let file = folder.path().join("mine.tree.json");
    run(&mut window, Command::SaveTo(file.clone()));
    settle(&mut window);
    let made = signposts(&window);
    let mut again = support::screen::window("a2b1 a");
    open(&mut again, &file);
    settle(&mut again);
    assert_eq!(signposts(&again), made);
    assert!(
        is_there(&again, &ids::tab("Tour")),
        "its tab is there without a search for it"
    );
}

#[test]
fn bookmarks_are_marked_named_walked_and_undone() {
    let mut window = window(BOOK);
    let bookmark = |window: &mut Window| run_named(window, CommandId::Bookmark);
    press(&mut window, Key::ArrowDown);
    bookmark(&mut window);
    press(&mut window, Key::End);
    bookmark(&mut window);
    assert_eq!(signposts(&window).bookmarks.len(), 2);
    let view = tree_view(&window, RatingsFor::Player(Player(0)), false);
    let node = node_at(&window, "2>3");
    assert!(view.notes.is_bookmarked(node));
    let told = view.describe(node);
    assert_eq!(said_of(&window, node), told, "the tree tells it");
    run_named(&mut window, CommandId::Tours);
    found(&window, ids::BOOKMARK_NAME).focus();
    settle(&mut window);
    types(&mut window, "the end");
    press(&mut window, Key::Escape);
    assert_eq!(signposts(&window).bookmarks[1].name, "the end");
    click_on(&mut window, &ids::bookmark("2>3"));
    assert_eq!(line(&window), "2>3");
    run_named(&mut window, CommandId::NextBookmark);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    run_named(&mut window, CommandId::PreviousBookmark);
    assert_eq!(line(&window), "2>3");
    click_on(&mut window, ids::DELETE_BOOKMARK);
    assert_eq!(signposts(&window).bookmarks.len(), 1);
    for left in [2, 2, 1, 0] {
        run_named(&mut window, CommandId::Undo);
        assert_eq!(signposts(&window).bookmarks.len(), left);
    }
    run_named(&mut window, CommandId::Redo);
    assert_eq!(signposts(&window).bookmarks.len(), 1);
}

#[test]
fn a_note_is_read_as_markdown_and_typed_as_text() {
    let mut window = window(BOOK);
    let note = "# A loss\n\nSee [the end](line:2>3 pass 0>2 pass), <b onclick=x>not bold</b>.";
    run(
        &mut window,
        Command::SetNote(UnfoldingNode::ROOT, note.to_owned()),
    );
    assert!(has(&window, "A loss") && has(&window, "See the end, <b onclick=x>not bold</b>."));
    click(&mut window, "the end");
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    press(&mut window, Key::Home);
    run_named(&mut window, CommandId::EditNote);
    assert!(window.ctx.text_edit_focused());
    types(&mut window, " More.");
    press(&mut window, Key::Escape);
    assert!(
        window
            .state()
            .document()
            .note(UnfoldingNode::ROOT)
            .ends_with(" More.")
    );
    assert!(has(
        &window,
        "See the end, <b onclick=x>not bold</b>. More."
    ));
}

#[test]
fn a_presentation_without_a_tour_walks_the_tree_in_large_type() {
    for size in [
        [1024.0, 768.0],
        [800.0, 600.0],
        [1280.0, 720.0],
        [1920.0, 1080.0],
    ] {
        let mut window = Opened {
            size,
            ..Opened::default()
        }
        .open();
        run_named(&mut window, CommandId::Present);
        assert_eq!(window.state().presents(), Some(None));
        let zoom = window.ctx.zoom_factor();
        let wanted = 1.6 * (size[0] / 1024.0_f32).min(size[1] / 768.0);
        assert!((zoom - wanted).abs() < 0.01, "{zoom} at {size:?}");
        press(&mut window, Key::ArrowDown);
        press(&mut window, Key::ArrowDown);
        press(&mut window, Key::ArrowDown);
        press(&mut window, Key::ArrowRight);
        assert_eq!(line(&window), "2>3 pass 0>3");
        press_with(&mut window, Modifiers::COMMAND, Key::Plus);
        assert!(window.ctx.zoom_factor() > zoom);
        // What would open a panel isn't heard.
        press_with(&mut window, Modifiers::COMMAND, Key::K);
        assert!(!is_there(&window, ids::PALETTE));
        press(&mut window, Key::Escape);
        assert!((window.ctx.zoom_factor() - 1.0).abs() < 0.01 || size[0] < 900.0);
    }
}

#[test]
fn escape_ends_a_presentation_whatever_has_the_focus() {
    let mut window = window(BOOK);
    run_named(&mut window, CommandId::Present);
    press(&mut window, Key::Tab);
    assert!(window.ctx.memory(|memory| memory.focused().is_some()));
    press(&mut window, Key::Escape);
    assert_eq!(window.state().presents(), None);
}

#[test]
fn after_a_presentation_the_tree_is_expanded_as_before() {
    for expands in [false, true] {
        let mut window = window("b1a3/b2b2 a");
        if expands {
            run_named(&mut window, CommandId::UnfoldAll);
        }
        let before = shown_nodes(&window);
        run_named(&mut window, CommandId::Present);
        let mut fewest = before;
        for _ in 0..4 {
            press(&mut window, Key::ArrowDown);
            fewest = fewest.min(shown_nodes(&window));
        }
        assert!(fewest < before, "not all of it has room there");
        run_named(&mut window, CommandId::Root);
        press(&mut window, Key::Escape);
        settle(&mut window);
        assert_eq!(shown_nodes(&window), before, "expanded: {expands}");
    }
}

#[test]
fn a_step_of_a_tour_shows_the_recording_at_its_cut() {
    let mut window = window("a2b1 a");
    open(&mut window, saved("tour-alpha-beta.tree.json"));
    settle(&mut window);
    run_named(&mut window, CommandId::Present);
    for _ in 0..7 {
        press(&mut window, Key::ArrowRight);
    }
    assert_eq!(window.state().presents(), Some(Some(7)));
    assert_eq!(window.state().middle(), MainView::Recording);
    let text = window.state().recording().step_text().expect("a recording");
    assert!(text.ends_with("is cut"), "{text}");
    press(&mut window, Key::ArrowLeft);
    assert!(
        !window
            .state()
            .recording()
            .step_text()
            .expect("one")
            .ends_with("is cut")
    );
    press(&mut window, Key::Home);
    assert_eq!(window.state().middle(), MainView::Tree);
    press(&mut window, Key::Escape);
}

#[test]
fn a_long_text_is_scrolled_before_the_next_step() {
    let mut window = Opened {
        size: [1024.0, 768.0],
        ..Opened::default()
    }
    .open();
    let mut long = signposts(&window);
    let step = |text: String| doomtree::save::TourStep {
        text,
        ..Default::default()
    };
    long.tours.push(Tour {
        title: "Long".to_owned(),
        steps: vec![step("many words ".repeat(150)), step("last".to_owned())],
        ..Tour::default()
    });
    run(
        &mut window,
        Command::Tour(TourCommand::Change(Box::new(long))),
    );
    run_named(&mut window, CommandId::Present);
    press(&mut window, Key::Space);
    assert_eq!(
        window.state().presents(),
        Some(Some(0)),
        "there is more to read"
    );
    for _ in 0..20 {
        press(&mut window, Key::Space);
    }
    assert_eq!(window.state().presents(), Some(Some(1)));
}

#[test]
fn a_line_that_the_tree_does_not_have_is_told_and_kept() {
    let mut window = window(BOOK);
    let mut other = signposts(&window);
    other.tours.push(Tour {
        title: "Elsewhere".to_owned(),
        steps: vec![doomtree::save::TourStep {
            line: "0>9 gone".to_owned(),
            text: "lost".to_owned(),
            ..Default::default()
        }],
        ..Tour::default()
    });
    run(
        &mut window,
        Command::Tour(TourCommand::Change(Box::new(other.clone()))),
    );
    run_named(&mut window, CommandId::Tours);
    let step = ids::tour_step(0);
    assert!(shows(&window, &step, "lost"));
    assert!(found(&window, &step).rect().height() > 10.0);
    click_on(&mut window, &step);
    assert_eq!(line(&window), "");
    assert!(told(&window).contains("0>9"), "the window tells it");
    assert_eq!(signposts(&window), other);
}

#[test]
fn a_step_of_a_tour_shows_the_view_that_is_chosen_for_it() {
    let mut window = window(BOOK);
    run_named(&mut window, CommandId::Tours);
    run_named(&mut window, CommandId::AddTourStep);
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::ShowMap);
    run_named(&mut window, CommandId::AddTourStep);
    press(&mut window, Key::Escape);
    let views = |window: &Window| -> Vec<TourView> {
        tour(window).steps.iter().map(|step| step.view).collect()
    };
    // A step is added as its node is seen.
    assert_eq!(views(&window), [TourView::Tree, TourView::Map]);
    click_on(&mut window, &ids::step_view("positions"));
    assert_eq!(views(&window), [TourView::Tree, TourView::Positions]);
    run(
        &mut window,
        Command::Tour(TourCommand::ViewAt(0, TourView::Map)),
    );
    run(&mut window, Command::Tour(TourCommand::Step(0)));
    run_named(&mut window, CommandId::Present);
    for middle in [MainView::Map, MainView::Positions] {
        assert_eq!(window.state().middle(), middle);
        // Nothing but the view itself stands there.
        assert!(!is_there(&window, CommandId::Fit.id()));
        press(&mut window, Key::ArrowRight);
    }
    press(&mut window, Key::Escape);
    assert_eq!(window.state().presents(), None);
}
