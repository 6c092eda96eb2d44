//! Nothing follows silently: what a new document keeps is said, a limit is seen and lifted, a result
//! is shown for a while, and hints are hidden while a game is played.

use doomtree::app::{Command, CommandId, ids};
use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::session::Action;
use doomtree::session::play::Seat;
use doomtree::tree::Limits;
use eframe::egui::{Key, Modifiers, Rect};
use support::screen::{
    Opened, Window, click_on, found, is_there, press, press_with, root, run, run_named, settle,
    text_of, type_into, window,
};

const OTHER: &str = "a1b2/a1b1 a";

/// A board by other rules than the usual ones, with a ply limit.
fn haskell() -> Window {
    let mut setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "b2b2/a2b1 a".to_owned(),
        ..Setup::default()
    };
    setup.switches.preset = Some("haskell".to_owned());
    let limits = Limits {
        max_plies: Some(2),
        ..Limits::default()
    };
    Opened {
        setup: Some(setup),
        limits,
        ..Opened::default()
    }
    .open()
}

fn preset(window: &Window) -> Option<&str> {
    window.state().document().setup.switches.preset.as_deref()
}

#[test]
fn a_board_that_opens_by_the_rules_of_the_one_before_says_so_and_has_no_limit_of_it() {
    let mut window = haskell();
    run(&mut window, Command::OpenText(OTHER.to_owned()));
    let limits = window.state().document().root().limits;
    assert_eq!((root(&window).as_str(), limits.max_plies), (OTHER, None));
    assert_eq!(preset(&window), Some("haskell"));
    let told = text_of(&window, ids::NOTICE);
    assert!(told.contains("Haskell port"), "{told}");
    run(&mut window, Command::OpenByDefaults(OTHER.to_owned()));
    assert_eq!(preset(&window), None);
    assert!(!is_there(&window, ids::NOTICE));
}

#[test]
fn the_dialog_names_the_rules_that_would_follow_and_a_click_uses_the_default_ones() {
    let mut window = haskell();
    run_named(&mut window, CommandId::Open);
    type_into(&mut window, ids::OPEN_BOX, OTHER);
    let hint = text_of(&window, ids::OPEN_HINT);
    assert!(hint.contains("Haskell port"), "{hint}");
    click_on(&mut window, ids::OPEN_RULES);
    let hint = text_of(&window, ids::OPEN_HINT);
    assert!(hint.contains("default rules"), "{hint}");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!((root(&window).as_str(), preset(&window)), (OTHER, None));
    // By the usual rules nothing follows.
    run_named(&mut window, CommandId::Open);
    type_into(&mut window, ids::OPEN_BOX, "b2b2/a2b1 a");
    assert!(!is_there(&window, ids::OPEN_RULES));
}

#[test]
fn a_limit_is_seen_beside_the_name_and_a_click_lifts_it() {
    let mut window = haskell();
    let nodes = |window: &Window| window.state().document().positions;
    let before = nodes(&window);
    assert!(text_of(&window, ids::LIFT_PLIES).contains("Ply limit 2"));
    click_on(&mut window, ids::LIFT_PLIES);
    settle(&mut window);
    assert!(!is_there(&window, ids::LIFT_PLIES));
    assert!(nodes(&window) > before);
    run_named(&mut window, CommandId::Undo);
    assert!(is_there(&window, ids::LIFT_PLIES));
}

#[test]
fn a_result_is_shown_for_a_while_and_an_error_until_the_next_command() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::CopyPosition);
    assert!(is_there(&window, ids::NOTICE));
    for _ in 0..24 {
        window.step();
    }
    assert!(!is_there(&window, ids::NOTICE));
    run(&mut window, Command::OpenFile("/there/is/none.json".into()));
    settle(&mut window);
    for _ in 0..40 {
        window.step();
    }
    assert!(is_there(&window, ids::TROUBLE));
    // The status line has been there all the time.
    assert!(is_there(&window, ids::SIZE));
    click_on(&mut window, ids::TROUBLE);
    assert!(!is_there(&window, ids::TROUBLE));
}

#[test]
fn ratings_are_hidden_while_a_game_is_played_and_shown_at_its_end() {
    let hidden = |window: &Window| window.state().is_on(CommandId::HideRatings) == Some(true);
    let mut window = window("b2b2/a2b1 a");
    for player in Player::all(2) {
        let choices = window.state().settings().play.clone();
        let choices = choices.with_seat(player, Seat::Human);
        run(&mut window, Command::ChoosePlay(Box::new(choices)));
    }
    run_named(&mut window, CommandId::PlayHere);
    assert!(hidden(&window));
    // An eye shows them, and hides them again.
    run_named(&mut window, CommandId::HideRatings);
    assert!(!hidden(&window));
    run_named(&mut window, CommandId::StopGame);
    run_named(&mut window, CommandId::PlayHere);
    assert!(hidden(&window));
    for _ in 0..5 {
        run(&mut window, Command::Act(Action::Move(0)));
        settle(&mut window);
    }
    assert!(window.state().playing().is_some());
    assert!(!hidden(&window), "the game is over");
    run_named(&mut window, CommandId::StopGame);
    // What was hidden before a game stays so.
    run(&mut window, Command::Act(Action::Root));
    run_named(&mut window, CommandId::HideRatings);
    run_named(&mut window, CommandId::PlayHere);
    run_named(&mut window, CommandId::StopGame);
    assert!(hidden(&window));
}

#[test]
fn in_a_narrow_window_the_moves_are_a_tab_beside_the_node() {
    let mut window = Opened {
        size: [1024.0, 700.0],
        ..Opened::default()
    }
    .open();
    run_named(&mut window, CommandId::ShowNode);
    assert!(!is_there(&window, &ids::move_row(1)));
    click_on(&mut window, &ids::tab("Moves"));
    settle(&mut window);
    click_on(&mut window, &ids::move_row(1));
    assert_eq!(support::screen::line(&window), "2>3");
    assert!(is_there(&window, &ids::tab("Node")));
    // In a wide window they have their own panel again.
    window.set_size(eframe::egui::vec2(1440.0, 900.0));
    settle(&mut window);
    assert!(!is_there(&window, &ids::tab("Moves")));
    assert!(is_there(&window, &ids::move_row(1)));
}

#[test]
fn tab_enters_each_group_once_and_goes_back_the_same_way() {
    let mut window = window("b1a3/b2b2 a");
    let focused = |window: &Window| window.ctx.memory(|memory| memory.focused());
    let mut walk = |key: Modifiers| {
        let mut stops: Vec<Rect> = Vec::new();
        let mut first = None;
        for _ in 0..60 {
            press_with(&mut window, key, Key::Tab);
            let Some(now) = focused(&window) else {
                continue;
            };
            if first == Some(now) {
                break;
            }
            first.get_or_insert(now);
            let response = window.ctx.read_response(now);
            stops.push(response.expect("a control").rect);
        }
        stops
    };
    let forward = walk(Modifiers::NONE);
    let back = walk(Modifiers::SHIFT);
    assert!(forward.len() <= 16, "{} stops: {forward:?}", forward.len());
    assert!(back.len() <= 16, "{} stops back: {back:?}", back.len());
    let tree = found(&window, ids::TREE).rect();
    let board = found(&window, ids::BOARD).rect();
    for stops in [&forward, &back] {
        let count = |holds: &dyn Fn(&Rect) -> bool| stops.iter().filter(|stop| holds(stop)).count();
        // The bar at the top, the board, the tree as a whole and one node of it.
        assert_eq!(count(&|stop| stop.bottom() <= 42.0), 1, "{stops:?}");
        assert_eq!(count(&|stop| board.contains_rect(*stop)), 1, "{stops:?}");
        assert_eq!(count(&|stop| tree.contains_rect(*stop)), 2, "{stops:?}");
    }
}

#[test]
fn the_first_lesson_waits_for_the_keys_that_it_names_and_can_be_left_by_mouse() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::FirstLesson);
    settle(&mut window);
    assert_eq!(root(&window), "b1a3/b2b2 a");
    let step = |window: &Window| text_of(window, ids::LESSON);
    let keys: [&[Key]; 7] = [
        &[Key::ArrowDown],
        &[Key::ArrowRight],
        &[Key::Home],
        &[Key::Num1],
        &[Key::CloseBracket],
        &[Key::H],
        &[Key::H],
    ];
    for (index, keys) in keys.into_iter().enumerate() {
        assert!(
            step(&window).contains(&format!("{} / 7", index + 1)),
            "{}",
            step(&window)
        );
        // What it doesn't wait for changes nothing.
        press(&mut window, Key::F);
        assert!(step(&window).contains(&format!("{} / 7", index + 1)));
        keys.iter().for_each(|key| press(&mut window, *key));
    }
    assert!(!is_there(&window, ids::LESSON));
    assert!(support::screen::told(&window).contains("first lesson"));
    // Keys that are typed faster than frames come do it too.
    run_named(&mut window, CommandId::FirstLesson);
    keys.into_iter()
        .flatten()
        .for_each(|key| window.key_press(*key));
    settle(&mut window);
    assert!(!is_there(&window, ids::LESSON));
    run_named(&mut window, CommandId::FirstLesson);
    click_on(&mut window, ids::LESSON_SKIP);
    assert!(step(&window).contains("2 / 7"));
    let leaves = CommandId::FirstLesson.id();
    click_on(&mut window, leaves);
    assert!(!is_there(&window, ids::LESSON));
}

#[test]
fn what_was_chosen_for_an_export_is_there_again_after_cancel() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::Export);
    settle(&mut window);
    let format = |window: &Window| window.state().settings().export.format.clone();
    let before = format(&window);
    click_on(&mut window, ids::FORMAT);
    click_on(&mut window, &ids::format("dot"));
    settle(&mut window);
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, ids::EXPORT));
    assert_ne!(before, "dot");
    assert_eq!(format(&window), "dot");
}
