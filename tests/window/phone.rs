//! The window of a phone, held upright and across, and where a screen is touched.

use doomtree::app::{Command, CommandId, Menu, ThemeChoice, ids};
use doomtree::diagram::{GrowthDirection, RatingsFor};
use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::tree::UnfoldingNode;
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key};
use egui_kittest::kittest::Queryable as _;
use support::accessibility::spoken;
use support::screen::{
    Opened, Window, all, asked_by, click_on, enter, found, is_on, is_there, press, run_named,
    settle, shows, text_of, told,
};

#[test]
fn a_slim_window_has_the_board_below_the_tree_and_one_button_for_all_menus() {
    let mut window = slim();
    let (tree, board) = (
        found(&window, &ids::node(UnfoldingNode::ROOT)).rect(),
        found(&window, ids::BOARD).rect(),
    );
    assert!(tree.bottom() < board.top(), "{tree:?} {board:?}");
    for id in [
        CommandId::Palette.id(),
        CommandId::ShowNode.id(),
        CommandId::FoldPly.id(),
    ] {
        let rect = found(&window, id).rect();
        assert!(rect.right() <= 390.0, "{id}: {rect:?}");
    }
    assert!(!is_there(&window, ids::RATINGS));
    asked_by(&mut window, Command::Named(CommandId::ShowNode));
    settle(&mut window);
    let panel = found(&window, ids::RATINGS).rect();
    assert!(panel.left() >= 0.0 && panel.right() <= 390.0, "{panel:?}");
    assert!(!is_there(&window, ids::BOARD), "the sheet has the panel");
    let root = found(&window, &ids::node(UnfoldingNode::ROOT)).rect();
    assert!(root.bottom() < panel.top(), "the tree stays above it");
}

fn sized(size: [f32; 2]) -> Window {
    Opened {
        size,
        ..Opened::default()
    }
    .open()
}

fn slim() -> Window {
    sized([390.0, 780.0])
}

/// A finger touches a screen as large as a table, and leaves it.
fn touch(window: &mut Window) {
    window.event(egui::Event::Touch {
        device_id: egui::TouchDeviceId(1),
        id: egui::TouchId(1),
        phase: egui::TouchPhase::Cancel,
        pos: egui::pos2(5.0, 5.0),
        force: None,
    });
    settle(window);
}

/// Drags a thing up or down.
fn pull(window: &mut Window, id: &str, by: f32) {
    let at = found(window, id).rect().center();
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    for part in 1..=4 {
        window.hover_at(at + egui::vec2(0.0, by * part as f32 / 4.0));
        window.step();
    }
    window.drop_at(at + egui::vec2(0.0, by));
    settle(window);
}

#[test]
fn a_thumb_drags_the_sheet_of_a_phone_to_one_of_three_heights() {
    let mut window = slim();
    let top = |window: &Window| found(window, ids::SHEET).rect().top();
    let middle = top(&window);
    pull(&mut window, ids::SHEET, -200.0);
    let high = top(&window);
    assert!(high < middle - 150.0, "{high} {middle}");
    pull(&mut window, ids::SHEET, 600.0);
    let low = top(&window);
    assert!(low > middle + 200.0, "{low} {middle}");
    assert!(!is_there(&window, ids::BOARD), "only the handle is left");
    // A tap gives the next height.
    click_on(&mut window, ids::SHEET);
    assert_eq!(top(&window), middle);
}

#[test]
fn on_a_phone_the_setup_has_its_board_above_and_a_tree_is_drawn_by_thumb() {
    let mut window = slim();
    run_named(&mut window, CommandId::Setup);
    settle(&mut window);
    let (board, sheet) = (
        found(&window, ids::BOARD).rect(),
        found(&window, ids::SHEET).rect(),
    );
    assert!(board.bottom() <= sheet.top(), "{board:?} {sheet:?}");
    assert!(shows(&window, ids::HINT, "Tap a hex"));
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    let node = found(&window, &ids::own_node("left")).rect();
    let sheet = found(&window, ids::SHEET).rect();
    assert!(node.bottom() < sheet.top(), "{node:?} {sheet:?}");
    enter(&mut window, &ids::tree_value("a · b"), "3 1");
    click_on(&mut window, &ids::own_node("right"));
    enter(&mut window, &ids::tree_value("a · b"), "2 2");
    click_on(&mut window, ids::TREE_ADD_BESIDE);
    let switches = &window.state().document().setup.switches;
    let script = switches.script.as_deref().expect("a script");
    for text in ["end: 3 1", "end: 2 2", "m3 -> m3"] {
        assert!(script.contains(text), "{text} in {script}");
    }
    for named in [CommandId::Undo, CommandId::EditTree] {
        let rect = found(&window, named.id()).rect();
        assert!(rect.right() <= 390.0, "{named:?}: {rect:?}");
    }
}

#[test]
fn in_a_slim_window_a_game_leaves_the_board_where_it_is() {
    let mut setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "a3b2/c1a2 a".to_owned(),
        ..Setup::default()
    };
    setup.switches.preset = Some("land-of-lisp-v4".to_owned());
    let mut window = Opened {
        setup: Some(setup),
        size: [390.0, 780.0],
        ..Opened::default()
    }
    .open();
    settle(&mut window);
    let rects = |window: &Window| [ids::BOARD, ids::TREE].map(|id| found(window, id).rect());
    let before = rects(&window);
    run_named(&mut window, CommandId::PlayHere);
    assert!(is_there(&window, ids::GAME));
    // With ratings the legend has as many rows as before.
    run_named(&mut window, CommandId::HideRatings);
    assert_eq!(rects(&window), before);
    // Without a game its players leave the tree where it is.
    run_named(&mut window, CommandId::Players);
    settle(&mut window);
    assert!(!is_there(&window, ids::TREE), "the board is above them");
    run_named(&mut window, CommandId::StopGame);
    settle(&mut window);
    assert!(is_there(&window, ids::TREE));
}

#[test]
fn on_a_phone_no_choice_of_ratings_covers_another_button() {
    let mut window = slim();
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    for end in ["left", "right"] {
        click_on(&mut window, &ids::own_node(end));
        enter(&mut window, &ids::tree_value("a · b"), "3 1");
    }
    run_named(&mut window, CommandId::EditTree);
    settle(&mut window);
    let share = window.get_by_role_and_label(Role::Button, "Share").rect();
    let first = found(&window, &ids::ratings_for(RatingsFor::Player(Player(0)))).rect();
    assert!(share.right() < first.left(), "{share:?} {first:?}");
    let mut undo = all(&window, CommandId::Undo.id());
    assert!(undo.all(|undo| undo.rect().right() < first.left()));
}

#[test]
fn a_phone_that_is_held_across_has_its_sheet_beside_the_tree() {
    let mut window = sized([844.0, 390.0]);
    let sheet = |window: &Window| found(window, ids::SHEET).rect();
    assert_eq!(window.ctx.zoom_factor(), 1.0, "nothing is made smaller");
    let root = found(&window, &ids::node(UnfoldingNode::ROOT)).rect();
    let board = found(&window, ids::BOARD).rect();
    let middle = sheet(&window).left();
    assert!(root.right() < middle && middle < board.left());
    assert!(board.bottom() < 390.0 && board.right() <= 844.0);
    assert!(board.height() > 100.0, "{board:?}");
    click_on(&mut window, ids::SHEET);
    let wide = sheet(&window).left();
    assert!(wide < middle - 150.0, "{wide} {middle}");
    click_on(&mut window, ids::SHEET);
    assert!(sheet(&window).left() > 800.0, "only the handle is left");
    assert!(!is_there(&window, ids::BOARD));
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    let node = found(&window, &ids::own_node("left")).rect();
    let sheet = sheet(&window);
    assert!(node.right() < sheet.left(), "{node:?} {sheet:?}");
}

#[test]
fn where_a_screen_is_touched_rows_have_the_height_of_a_thumb() {
    let mut window = sized([1280.0, 800.0]);
    let height = |window: &Window, id: &str| found(window, id).rect().height();
    let small = height(&window, CommandId::Fit.id());
    assert!(small < 30.0, "{small}");
    touch(&mut window);
    let large = height(&window, CommandId::Fit.id());
    assert!(large >= 40.0, "{large}");
    run_named(&mut window, CommandId::Export);
    settle(&mut window);
    let row = height(&window, ids::EXPORT_TO_FILE);
    assert!(row >= 44.0, "{row}");
}

#[test]
fn a_finger_that_holds_a_button_reads_its_name_without_keys() {
    let mut window = Opened {
        size: [390.0, 780.0],
        step: Some(0.02),
        ..Opened::default()
    }
    .open();
    let at = found(&window, CommandId::Palette.id()).rect().center();
    // A tap before has no name to show.
    click_on(&mut window, &ids::node(UnfoldingNode::ROOT));
    window.event(egui::Event::PointerGone);
    window.run_steps(60);
    // A browser tells of both at once.
    window.input_mut().events.extend([
        egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed: true,
            modifiers: egui::Modifiers::NONE,
        },
        egui::Event::Touch {
            device_id: egui::TouchDeviceId(1),
            id: egui::TouchId(1),
            phase: egui::TouchPhase::Start,
            pos: at,
            force: None,
        },
    ]);
    window.run_steps(60);
    let words = CommandId::Palette.tooltip();
    assert!(
        window.query_by_label(words).is_some(),
        "{}",
        spoken(&window)
    );
}

#[test]
fn on_an_upright_phone_many_moves_are_below_each_other_until_one_asks_otherwise() {
    let mut window = sized([390.0, 780.0]);
    let text = ".../.../... X".to_owned();
    asked_by(&mut window, Command::OpenByDefaults(text));
    settle(&mut window);
    let is_right =
        |window: &Window| window.state().tree_view().style.flow == GrowthDirection::Right;
    assert!(is_right(&window));
    run_named(&mut window, CommandId::GrowRight);
    settle(&mut window);
    assert!(!is_right(&window), "a choice holds");
    // Two moves have room, and so have nine across.
    assert!(!is_right(&slim()));
}

#[test]
fn a_field_stays_in_sight_when_the_keyboard_of_a_phone_opens() {
    let mut window = slim();
    asked_by(&mut window, Command::Named(CommandId::ShowNode));
    settle(&mut window);
    let field = found(&window, ids::NOTE).rect();
    found(&window, ids::NOTE).focus();
    settle(&mut window);
    window.set_size(egui::vec2(390.0, 400.0));
    for _ in 0..5 {
        settle(&mut window);
    }
    let shown = found(&window, ids::NOTE).rect();
    assert!(
        field.bottom() > 400.0 - 28.0,
        "it would be hidden: {field:?}"
    );
    assert!(shown.bottom() <= 400.0, "{shown:?}");
    assert!(found(&window, ids::SHEET).rect().bottom() < shown.top());
}

#[test]
fn on_a_phone_no_key_is_named() {
    let mut window = slim();
    run_named(&mut window, CommandId::HideRatings);
    assert!(
        !is_there(&window, ids::REMINDER),
        "the eye at the top is enough"
    );
    run_named(&mut window, CommandId::FirstLesson);
    settle(&mut window);
    let mut steps = 0;
    while is_there(&window, ids::LESSON_SKIP) {
        let spoken = spoken(&window);
        let labels = spoken.lines().filter(|line| line.contains("Label"));
        for label in labels {
            assert!(!label.contains("ress "), "step {steps}: {label}");
        }
        click_on(&mut window, ids::LESSON_SKIP);
        steps += 1;
    }
    assert!(steps > 4, "{steps}");
}

#[test]
fn a_payoff_is_typed_in_sight_with_the_keyboard_open_upright_and_across() {
    for (size, low) in [
        ([390.0, 844.0], [390.0, 500.0]),
        ([844.0, 390.0], [844.0, 200.0]),
    ] {
        let mut window = sized(size);
        run_named(&mut window, CommandId::NewTree);
        settle(&mut window);
        assert!(is_there(&window, ids::TREE_COUNTED));
        let id = ids::tree_value("a · b");
        found(&window, &id).focus();
        settle(&mut window);
        window.set_size(egui::vec2(low[0], low[1]));
        for _ in 0..5 {
            settle(&mut window);
        }
        let field = found(&window, &id).rect();
        let sheet = found(&window, ids::SHEET).rect();
        assert!(
            field.top() >= 44.0 && field.bottom() <= low[1],
            "{field:?} in {low:?}"
        );
        assert!(
            field.top() >= sheet.bottom() || field.left() >= sheet.right(),
            "{field:?} {sheet:?}"
        );
        assert!(
            !is_there(&window, ids::TREE_COUNTED),
            "what isn't needed is away"
        );
        assert!(!is_there(&window, ids::STATUS));
    }
}

#[test]
fn a_tree_of_ones_own_is_drawn_whole_where_small_letters_make_room_for_it() {
    let mut window = sized([844.0, 390.0]);
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    for name in ["", "left", "right"] {
        let node = found(&window, &ids::own_node(name)).rect();
        assert!(
            node.top() > 108.0 && node.bottom() < 320.0,
            "{name} {node:?}"
        );
    }
}

#[test]
fn editing_a_whole_level_ends_at_a_node_of_another_level_and_unfinished_nodes_are_named() {
    let mut window = slim();
    run_named(&mut window, CommandId::NewTree);
    settle(&mut window);
    found(&window, ids::TREE_LEVEL).scroll_to_me();
    settle(&mut window);
    click_on(&mut window, ids::TREE_LEVEL);
    click_on(&mut window, &ids::own_node("right"));
    assert!(is_on(&window, ids::TREE_LEVEL), "the same level");
    click_on(&mut window, &ids::own_node(""));
    assert!(!is_on(&window, ids::TREE_LEVEL));
    run_named(&mut window, CommandId::EditTree);
    settle(&mut window);
    assert!(told(&window).contains("left, right"), "{}", told(&window));
}

#[test]
fn the_controls_of_every_view_have_one_row_on_a_phone() {
    for size in [[390.0, 780.0], [844.0, 390.0]] {
        let mut window = sized(size);
        for view in [
            CommandId::ShowTree,
            CommandId::ShowPositions,
            CommandId::ShowMap,
        ] {
            run_named(&mut window, view);
            settle(&mut window);
            let fit = found(&window, CommandId::Fit.id()).rect();
            assert!(
                fit.bottom() < 110.0 && fit.right() <= 456.0,
                "{view:?} {fit:?}"
            );
        }
    }
}

#[test]
fn on_a_phone_the_legend_leaves_its_room_to_the_rating_graph() {
    for (size, stays) in [([390.0, 780.0], false), ([1280.0, 800.0], true)] {
        let mut window = sized(size);
        assert!(is_there(&window, ids::LEGEND), "{size:?}");
        run_named(&mut window, CommandId::ShowHistory);
        settle(&mut window);
        for view in [
            CommandId::ShowTree,
            CommandId::ShowPositions,
            CommandId::ShowMap,
        ] {
            run_named(&mut window, view);
            settle(&mut window);
            assert_eq!(is_there(&window, ids::LEGEND), stays, "{size:?} {view:?}");
        }
        run_named(&mut window, CommandId::ShowHistory);
        settle(&mut window);
        assert!(is_there(&window, ids::LEGEND), "{size:?}");
    }
}

#[test]
fn the_first_lesson_shows_its_board_and_is_done_by_taps_alone() {
    let mut window = Opened {
        position: "b1a3/b2b2 a",
        size: [390.0, 780.0],
        ..Opened::default()
    }
    .open();
    // What was expanded once and hidden again is still new to a reader.
    run_named(&mut window, CommandId::UnfoldAll);
    for _ in 0..8 {
        run_named(&mut window, CommandId::FoldPly);
    }
    run_named(&mut window, CommandId::FirstLesson);
    settle(&mut window);
    let at = |window: &Window, step: usize| {
        let steps = text_of(window, ids::LESSON);
        assert!(steps.contains(&format!("{step} / 7")), "{steps}");
    };
    at(&window, 1);
    for key in [Key::ArrowDown, Key::ArrowRight, Key::Home] {
        press(&mut window, key);
    }
    at(&window, 4);
    for place in [1, 3] {
        click_on(&mut window, &ids::place(place));
    }
    at(&window, 5);
    click_on(&mut window, CommandId::UnfoldPly.id());
    at(&window, 6);
    for _ in 0..2 {
        click_on(&mut window, CommandId::HideRatings.id());
    }
    assert!(!is_there(&window, ids::LESSON));
}

#[test]
fn an_exercise_is_answered_by_taps_alone() {
    let mut window = slim();
    run_named(&mut window, CommandId::ExerciseHere);
    settle(&mut window);
    let tap = |window: &mut Window, label: &str| {
        let key = window.get_by_role_and_label(Role::Button, label);
        assert!(key.rect().height() >= 44.0, "{label}: {:?}", key.rect());
        key.click();
        settle(window);
    };
    let blank = window.state().exercise().current();
    for label in ["1", "/", "2", "Erase", "Erase", "Erase", "0", "Answer"] {
        tap(&mut window, label);
    }
    assert!(is_there(&window, ids::TOLD_RIGHT));
    assert_ne!(window.state().exercise().current(), blank);
}

#[test]
fn on_a_phone_a_menu_takes_the_place_of_the_one_before_and_leads_back() {
    for size in [[390.0, 780.0], [844.0, 390.0]] {
        let mut window = sized(size);
        let in_sight = |rect: egui::Rect| {
            assert!(rect.top() >= 0.0 && rect.bottom() <= size[1], "{rect:?}");
            assert!(rect.left() >= 0.0 && rect.right() <= size[0], "{rect:?}");
        };
        let press = |window: &mut Window, label: &str| {
            let button = window.get_by_role_and_label(Role::Button, label);
            in_sight(button.rect());
            button.click();
            settle(window);
        };
        press(&mut window, "Menus");
        for menu in Menu::ALL {
            in_sight(found(&window, &menu.id()).rect());
        }
        click_on(&mut window, &Menu::File.id());
        assert!(is_there(&window, CommandId::NewTree.id()));
        assert!(!is_there(&window, &Menu::Help.id()), "it takes the place");
        press(&mut window, "Examples");
        assert!(!is_there(&window, CommandId::NewTree.id()));
        press(&mut window, "Back from Examples");
        press(&mut window, "Back from File");
        click_on(&mut window, &Menu::View.id());
        // Across, the menu is a list that scrolls.
        found(&window, ids::THEME).scroll_to_me();
        settle(&mut window);
        click_on(&mut window, ids::THEME);
        click_on(&mut window, &ThemeChoice::Dark.id());
        assert!(
            !is_there(&window, &ThemeChoice::Dark.id()),
            "a choice closes it"
        );
        // The next time it begins with all menus.
        press(&mut window, "Menus");
        assert!(is_there(&window, &Menu::Help.id()));
    }
}

#[test]
fn every_dialog_fits_into_a_phone_that_is_held_across() {
    let mut window = sized([844.0, 390.0]);
    for named in [
        CommandId::Open,
        CommandId::Export,
        CommandId::NewBoard,
        CommandId::SaveAs,
        CommandId::Keys,
        CommandId::Guide,
        CommandId::About,
        CommandId::Palette,
    ] {
        run_named(&mut window, named);
        settle(&mut window);
        let dialog = window
            .ctx
            .memory(|memory| memory.area_rect(egui::Id::unique("dialog")));
        let dialog = dialog.unwrap_or_else(|| panic!("{named:?}"));
        assert!(
            dialog.top() >= 0.0 && dialog.bottom() <= 390.0,
            "{named:?}: {dialog:?}"
        );
        // What ends it needs no scrolling, and nothing below it takes its tap.
        let end = |window: &Window| {
            let ends = ["Cancel", "Close"].map(|label| window.query_by_label(label));
            let end = ends.into_iter().flatten().next();
            end.map(|node| node.rect())
        };
        if let Some(end) = end(&window) {
            assert!(dialog.contains_rect(end), "{named:?}: {end:?}");
            window.hover_at(end.center());
            window.drag_at(end.center());
            window.drop_at(end.center());
        } else {
            window.key_press(Key::Escape);
        }
        settle(&mut window);
        assert_eq!(end(&window), None, "{named:?}");
    }
}
