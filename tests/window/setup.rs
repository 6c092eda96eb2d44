//! The setup at the right of the window, without a screen: typed into, stepped and read.

use doomtree::app::{Command, CommandId, Document, DocumentNames, Explorer, ids, window_limits};
use doomtree::game::{Estimate, Player};
use doomtree::games::{Setup, first_setup, random};
use doomtree::tree::Vertex;
use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;
use support::cli::{Answer, program};
use support::screen::{
    Opened, Window, all, click_on, found, is_on, is_there, numbers_of, press, press_with, root,
    settle, shows, text_of,
};

/// A board of 4 × 4 hexes whose graph is far larger than a window builds.
const HUGE: &str = "a3b2a1b3/b1a3b2a1/a2b3a1b2/b3a1b2a3 a";

const SCRIPT: &str = "players a b
    start a: left -> duel, right -> won
    duel b: fight -> won, flee -> lost
    won end: 1 0
    lost end: 0 1";

fn window_of(game: &str, position: &str, script: Option<&str>, size: [f32; 2]) -> Window {
    let mut setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    setup.switches.script = script.map(str::to_owned);
    Opened {
        setup: Some(setup),
        size,
        ..Opened::default()
    }
    .open()
}

/// Presses a key, without waiting for what is built.
fn press_only(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(4);
}

/// A window with its setup open.
fn setup_of(position: &str) -> Window {
    let mut window = window_of("dice-of-doom", position, None, [1440.0, 900.0]);
    press(&mut window, Key::F2);
    window
}

/// Clicks the button for one more.
fn more(window: &mut Window, name: &str) {
    click_on(window, &ids::more(name));
}

/// Clicks the button for one less.
fn fewer(window: &mut Window, name: &str) {
    click_on(window, &ids::fewer(name));
}

/// Makes a player the mover.
fn mover(window: &mut Window, letter: &str) {
    click_on(window, &ids::option("Player to move", letter));
}

/// Chooses from a list.
fn choose(window: &mut Window, name: &str, value: &str) {
    click_on(window, &ids::field(name));
    click_on(window, &ids::option(name, value));
}

fn type_into(window: &mut Window, name: &str, text: &str) {
    support::screen::type_into(window, &ids::field(name), text);
}

fn enter(window: &mut Window, name: &str, text: &str) {
    support::screen::enter(window, &ids::field(name), text);
}

fn value(window: &Window, name: &str) -> String {
    support::screen::value_of(window, &ids::field(name))
}

fn is_focused(window: &Window, name: &str) -> bool {
    found(window, &ids::field(name)).is_focused()
}

/// What is said to be wrong with a field; nothing where all is right.
fn fault(window: &Window, name: &str) -> String {
    text_of(window, &ids::fault(name))
}

/// The numbers in what is said to be wrong with a field.
fn fault_numbers(window: &Window, name: &str) -> Vec<u64> {
    numbers_of(window, &ids::fault(name))
}

fn rating(window: &Window) -> String {
    let ratings = &window.state().document().session.rated().analysis.ratings;
    ratings.rating(Vertex::ROOT, Player(0)).to_string()
}

fn undo(window: &mut Window) {
    press_with(window, Modifiers::COMMAND, Key::Z);
}

fn changes(window: &mut Window) -> usize {
    let ctx = window.ctx.clone();
    let mut changes = 0;
    while window.state().document().edits.undoable().is_some() {
        window
            .state_mut()
            .run(&ctx, Command::Named(CommandId::Undo));
        changes += 1;
    }
    changes
}

#[test]
fn the_setup_is_one_key_or_one_click_away_and_tells_which_tab_is_shown() {
    let mut window = window_of("dice-of-doom", "b2b2/a2b1 a", None, [1440.0, 900.0]);
    assert!(!is_there(&window, &ids::field("rows")));
    let tab = |window: &Window, name: &str| is_on(window, &ids::tab(name));
    assert!(tab(&window, "Node"));
    click_on(&mut window, &ids::tab("Setup"));
    assert!(tab(&window, "Setup") && !tab(&window, "Node"));
    assert_eq!(value(&window, "rows"), "2");
    click_on(&mut window, &ids::tab("Node"));
    assert!(!is_there(&window, &ids::field("rows")));
    press(&mut window, Key::F2);
    assert!(tab(&window, "Setup"));
    press(&mut window, Key::F2);
    assert!(tab(&window, "Node"));
}

#[test]
fn a_typed_position_is_set_up_by_enter_or_when_its_field_is_left_and_can_be_undone() {
    let mut window = setup_of("b2b2/a2b1 a");
    enter(&mut window, "Position", "a1b2/b1a3 b");
    assert_eq!(root(&window), "a1b2/b1a3 b");
    assert_eq!(value(&window, "Position"), "a1b2/b1a3 b");
    assert!(!is_focused(&window, "Position"), "keys walk again");
    assert_eq!(window.state().document().words.name, "a1b2/b1a3 b");
    type_into(&mut window, "Position", "b-2 b-2 a-1 / a-2 b-1 a-1 a +1");
    assert_eq!(root(&window), "a1b2/b1a3 b", "it is still typed");
    press(&mut window, Key::Tab);
    assert_eq!(root(&window), "b2b2a1/a2b1a1 a +1");
    assert_eq!(value(&window, "columns"), "3");
    undo(&mut window);
    assert_eq!(value(&window, "Position"), "a1b2/b1a3 b");
    // A click elsewhere sets up what is typed, and is heard too.
    type_into(&mut window, "Position", "a1b2/b2a2 b");
    more(&mut window, "rows");
    assert_eq!(root(&window), "a1b2/b2a2/a1b1 b");
    undo(&mut window);
    assert_eq!(root(&window), "a1b2/b2a2 b");
    undo(&mut window);
    undo(&mut window);
    assert_eq!(root(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "Position"), "b2b2/a2b1 a");
    assert!(window.state().document().edits.undoable().is_none());
}

#[test]
fn a_bad_position_is_told_while_it_is_typed_and_changes_nothing() {
    let mut window = setup_of("b2b2/a2b1 a");
    type_into(&mut window, "Position", "b2b9/a2b1 a");
    assert_eq!(fault_numbers(&window, "Position"), [9, 3, 4, 1, 3]);
    press(&mut window, Key::Enter);
    assert_eq!(root(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a", "it stays typed");
    assert!(is_focused(&window, "Position"), "to be corrected");
    assert_eq!(changes(&mut window), 0);
    // Another change doesn't lose it, and a larger maximum makes it good.
    for _ in 0..6 {
        more(&mut window, "max_dice");
    }
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a");
    assert_eq!(fault(&window, "Position"), "");
    click_on(&mut window, ids::SET_UP);
    assert_eq!(root(&window), "b2b9/a2b1 a");
    type_into(&mut window, "Position", "x");
    assert!(fault(&window, "Position").contains("'x'"));
    press(&mut window, Key::Escape);
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a");
    assert_eq!(fault(&window, "Position"), "");
}

#[test]
fn a_lisp_array_is_read_with_its_number_of_columns() {
    let mut window = setup_of("b2b2/a2b1 a");
    let array = "#((1 2) (1 2) (0 2) (1 1) (0 1) (0 1) (1 3) (0 3)) b";
    type_into(&mut window, "Position", array);
    assert_eq!(value(&window, "ArrayColumns"), "2");
    found(&window, &ids::field("ArrayColumns")).focus();
    window.run_steps(3);
    assert_eq!(root(&window), "b2b2/a2b1 a", "its columns may come yet");
    enter(&mut window, "ArrayColumns", "3");
    assert!(fault_numbers(&window, "Position").contains(&3), "rows of 3");
    enter(&mut window, "ArrayColumns", "4");
    click_on(&mut window, ids::SET_UP);
    assert_eq!(root(&window), "b2b2a2b1/a1a1b3a3 b");
    assert!(!is_there(&window, &ids::field("ArrayColumns")));
}

#[test]
fn rows_columns_mover_players_and_dice_change_the_board_one_undo_each() {
    let mut window = setup_of("b2b2/a2b1 a");
    let steps = [
        (ids::more("rows"), "b2b2/a2b1/a1b1 a"),
        (ids::more("columns"), "b2b2a1/a2b1b1/a1b1a1 a"),
        (ids::fewer("rows"), "b2b2a1/a2b1b1 a"),
        (ids::option("Player to move", "b"), "b2b2a1/a2b1b1 b"),
        (ids::more("players"), "b2b2a1/a2b1b1 b"),
        (ids::option("Player to move", "c"), "b2b2a1/a2b1b1 c"),
        (ids::fewer("max_dice"), "b2b2a1/a2b1b1 c"),
    ];
    for (id, expected) in steps {
        click_on(&mut window, &id);
        assert_eq!(root(&window), expected, "{id}");
        assert_eq!(value(&window, "Position"), expected, "{id}");
    }
    assert_eq!(
        window
            .state()
            .document()
            .session
            .rated()
            .graph
            .graph()
            .players(),
        3
    );
    assert_eq!(value(&window, "max_dice"), "2");
    for _ in 0..5 {
        undo(&mut window);
    }
    assert_eq!(
        value(&window, "Position"),
        "b2b2a1/a2b1/a1b1a1 a".replace("/a2b1/", "/a2b1b1/")
    );
    assert_eq!(value(&window, "players"), "2");
    assert_eq!(value(&window, "rows"), "3");
    assert_eq!(changes(&mut window), 2);
    assert_eq!(root(&window), "b2b2/a2b1 a");
}

#[test]
fn what_does_not_fit_is_told_below_its_field_and_changes_nothing() {
    let mut window = setup_of("b2b2/a2b1 a");
    more(&mut window, "players");
    enter(&mut window, "Position", "b2b2/a2c1 a");
    fewer(&mut window, "players");
    assert_eq!(fault_numbers(&window, "players"), [3, 1, 2]);
    assert!(fault(&window, "players").contains("c1"));
    assert_eq!(value(&window, "players"), "3");
    enter(&mut window, "max_dice", "1");
    assert!(fault(&window, "max_dice").contains("b2"));
    assert_eq!(value(&window, "max_dice"), "1", "what was typed stays");
    assert!(is_focused(&window, "max_dice"), "to be corrected");
    type_into(&mut window, "rows", "99");
    assert!(fault(&window, "rows").contains("99 × 2"));
    type_into(&mut window, "columns", "two");
    assert!(fault(&window, "columns").contains("'two'"));
    press(&mut window, Key::Escape);
    assert_eq!(value(&window, "columns"), "2");
    assert_eq!(root(&window), "b2b2/a2c1 a");
    // A good change takes the sentence about the players away; what is typed keeps its own.
    mover(&mut window, "b");
    assert_eq!(fault(&window, "players"), "");
    assert!(fault(&window, "max_dice").contains("b2"));
    assert_eq!(changes(&mut window), 3);
}

#[test]
fn arrows_step_a_number_and_do_not_walk_the_tree() {
    let mut window = setup_of("b2b2/a2b1 a");
    found(&window, &ids::field("max_dice")).focus();
    window.run_steps(2);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::ArrowUp);
    assert_eq!(value(&window, "max_dice"), "5");
    press(&mut window, Key::ArrowDown);
    assert_eq!(value(&window, "max_dice"), "4");
    // Nothing is typed: undo and redo are those of the document.
    undo(&mut window);
    undo(&mut window);
    assert_eq!(value(&window, "max_dice"), "4");
    press_with(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::Z,
    );
    assert_eq!(value(&window, "max_dice"), "5");
    assert!(window.state().document().session.line().is_empty());
}

#[test]
fn a_seed_gives_the_board_that_the_command_line_gives() {
    let mut window = setup_of("b2b2/a2b1 a");
    more(&mut window, "columns");
    more(&mut window, "max_dice");
    enter(&mut window, "Seed", "7");
    let board = Answer::of(program().args([
        "random",
        "--rows",
        "2",
        "--columns",
        "3",
        "--max-dice",
        "4",
        "--seed",
        "7",
        "--any",
    ]));
    assert_eq!(root(&window), board.expect(0).trim());
    assert_eq!(value(&window, "Seed"), "7");
    // The next one takes a seed of its own, which is shown and gives its board again.
    click_on(&mut window, CommandId::RandomBoard.id());
    let seed = value(&window, "Seed");
    let drawn = root(&window);
    assert_ne!(seed, "7");
    let switches = window.state().document().setup.switches.clone();
    let seed_number = seed.parse().expect("a seed");
    let again = random("dice-of-doom", &switches, Some(2), Some(3), seed_number).expect("a board");
    assert_eq!(drawn, again);
    undo(&mut window);
    assert_ne!(root(&window), drawn);
    enter(&mut window, "Seed", &seed);
    assert_eq!(root(&window), drawn);
    // Enter on the seed that is there draws it once more.
    mover(&mut window, "b");
    found(&window, &ids::field("Seed")).focus();
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(root(&window), drawn);
    type_into(&mut window, "Seed", "seven");
    press_with(&mut window, Modifiers::NONE, Key::Enter);
    assert!(fault(&window, "Seed").contains("'seven'"));
    assert_eq!(root(&window), drawn);
}

#[test]
fn a_ply_limit_and_an_estimate_change_the_ratings_and_the_status_says_so() {
    let mut window = setup_of("b2b2/a2b1 a");
    assert_eq!(rating(&window), "0");
    click_on(&mut window, ids::LIMIT_PLIES);
    assert_eq!(value(&window, "PlyLimit"), "4");
    enter(&mut window, "PlyLimit", "1");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [1]);
    assert!(shows(&window, ids::COMPLETE, Estimate::WINNERS.name()));
    assert!(numbers_of(&window, ids::COST).contains(&1), "to ply 1");
    let winners = rating(&window);
    found(&window, &ids::field("Estimate")).scroll_to_me();
    settle(&mut window);
    choose(&mut window, "Estimate", Estimate::SHARE.name());
    assert_eq!(numbers_of(&window, ids::COMPLETE), [1]);
    assert!(shows(&window, ids::COMPLETE, Estimate::SHARE.name()));
    assert_eq!(rating(&window), "1/2");
    assert_ne!(winners, "0", "one ply ahead nobody has won");
    undo(&mut window);
    assert_eq!(rating(&window), winners);
    click_on(&mut window, ids::LIMIT_PLIES);
    assert_eq!(rating(&window), "0");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0], "no limit");
    click_on(&mut window, ids::LIMIT_PLIES);
    assert_eq!(value(&window, "PlyLimit"), "1", "the last limit is known");
    type_into(&mut window, "PlyLimit", "0");
    assert_eq!(fault_numbers(&window, "PlyLimit").last(), Some(&0));
}

#[test]
fn a_board_beyond_the_most_positions_says_so_and_what_to_do() {
    let mut window = setup_of("b2b2/a2b1 a");
    enter(&mut window, "MostPositions", "5,000");
    assert_eq!(value(&window, "MostPositions"), "5,000");
    enter(&mut window, "Position", HUGE);
    assert_eq!(root(&window), HUGE);
    let known = window
        .state()
        .document()
        .session
        .rated()
        .graph
        .graph()
        .len();
    assert!((3_000..=5_000).contains(&known), "{known}");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [known as u64]);
    let costs = numbers_of(&window, ids::COST);
    assert!(costs.contains(&(known as u64)), "{costs:?}");
    type_into(&mut window, "MostPositions", "many");
    assert!(fault(&window, "MostPositions").contains("'many'"));
}

#[test]
fn a_large_board_shows_its_cost_while_it_builds_and_can_be_canceled_and_resumed() {
    let mut window = setup_of("b2b2/a2b1 a");
    type_into(&mut window, "Position", HUGE);
    press_only(&mut window, Key::Enter);
    assert!(window.state().is_busy(), "the rest is built on a thread");
    let costs = numbers_of(&window, ids::COST);
    assert!(
        costs.len() > 4,
        "positions, moves, a second, memory: {costs:?}"
    );
    assert!(costs.contains(&6_000_000), "up to so many: {costs:?}");
    // Escape in a text leaves the text, and the build goes on.
    type_into(&mut window, "rows", "3");
    press_only(&mut window, Key::Escape);
    assert!(window.state().is_busy());
    let cancel = all(&window, ids::CANCEL_BUILD).last();
    cancel.expect("a button").click();
    settle(&mut window);
    assert!(!window.state().is_busy());
    let graph = &window.state().document().session.rated().graph;
    let known = graph.graph().len();
    assert!(known > 512, "what was found is kept");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [known as u64]);
    let costs = numbers_of(&window, ids::COST);
    assert!(costs.contains(&(known as u64)), "{costs:?}");
    assert_eq!(root(&window), HUGE, "what is there stays");
    let resume = all(&window, ids::RESUME).last();
    resume.expect("a button").click();
    window.run_steps(2);
    assert!(window.state().is_busy());
    // The panel goes on working, and another change takes the place of the build.
    enter(&mut window, "Position", "b2b2/a2b1 a");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0], "no limit");
    assert!(!is_there(&window, ids::RESUME));
}

#[test]
fn a_scripted_game_has_its_limits_and_another_game_can_take_its_place() {
    let mut window = window_of("scripted", "", Some(SCRIPT), [1440.0, 900.0]);
    press(&mut window, Key::F2);
    assert!(is_there(&window, ids::WRITTEN));
    let missing = ["Position", "rows", "Seed", "Estimate"].map(ids::field);
    for missing in missing
        .into_iter()
        .chain([ids::option("Player to move", "a")])
    {
        assert!(!is_there(&window, &missing), "{missing}");
    }
    click_on(&mut window, ids::LIMIT_PLIES);
    enter(&mut window, "PlyLimit", "1");
    assert_eq!(numbers_of(&window, ids::COMPLETE), [1]);
    assert_eq!(
        window
            .state()
            .document()
            .session
            .rated()
            .graph
            .graph()
            .len(),
        3
    );
    undo(&mut window);
    click_on(&mut window, &ids::field("Game"));
    let refused = ids::option("Game", "scripted");
    assert!(found(&window, &refused).accesskit_node().is_disabled());
    click_on(&mut window, &ids::option("Game", "dice-of-doom"));
    assert_eq!(root(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "rows"), "2");
    undo(&mut window);
    assert_eq!(root(&window), "start");
}

#[test]
fn rules_are_chosen_from_a_list_and_switches_come_and_go_with_them() {
    let mut window = setup_of("b2b2/a2b1 a");
    assert!(!is_there(&window, &ids::field("odds")));
    choose(&mut window, "rules", "land-of-lisp-v4");
    assert_eq!(root(&window), "b2b2/a2b1 a");
    choose(&mut window, "odds", "exact");
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.odds.as_deref(), Some("exact"));
    choose(&mut window, "rules", "realm-of-racket");
    assert_eq!(root(&window), "b2b2/a2b1 a pool=10");
    assert_eq!(value(&window, "pool"), "10");
    assert!(!is_there(&window, &ids::field("odds")));
    choose(&mut window, "pass_listed", "last");
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.pass_listed.as_deref(), Some("last"));
    choose(&mut window, "rules", "land-of-lisp");
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.preset.as_deref(), Some("land-of-lisp"));
    assert_eq!(switches.pass_listed, None);
}

#[test]
fn a_new_board_belongs_to_no_file_and_opens_with_its_node() {
    let mut window = window_of("scripted", "", Some(SCRIPT), [1440.0, 900.0]);
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    click_on(&mut window, &ids::new_board("dice-of-doom"));
    settle(&mut window);
    let document = window.state().document();
    assert_eq!(document.words.path, None);
    assert!(document.edits.undoable().is_none());
    assert!(is_there(&window, ids::WHY) && !is_there(&window, ids::EDITING));
}

#[test]
fn tab_leads_from_field_to_field_in_their_order() {
    let mut window = setup_of("b2b2/a2b1 a");
    let fields = [
        ids::field("Position"),
        ids::fewer("rows"),
        ids::field("rows"),
        ids::more("rows"),
        ids::fewer("columns"),
        ids::field("columns"),
        ids::more("columns"),
        ids::option("Player to move", "a"),
        ids::option("Player to move", "b"),
        ids::field("Seed"),
        CommandId::RandomBoard.id().to_owned(),
        ids::field("Game"),
        ids::field("rules"),
        ids::field("geometry"),
        ids::field("combat"),
        ids::field("reinforcement"),
        ids::field("pass_listed"),
        ids::field("players"),
        ids::more("players"),
        ids::fewer("max_dice"),
        ids::field("max_dice"),
        ids::more("max_dice"),
        ids::LIMIT_PLIES.to_owned(),
        ids::field("MostPositions"),
        ids::field("Memory"),
        ids::field("Estimate"),
    ];
    for name in fields {
        press(&mut window, Key::Tab);
        assert!(found(&window, &name).is_focused(), "{name}");
    }
    found(&window, &ids::option("Player to move", "b")).focus();
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(root(&window), "b2b2/a2b1 b");
}

#[test]
fn the_setup_fits_small_windows_and_narrow_panels_and_is_idle_when_nothing_happens() {
    for size in [[1024.0, 700.0], [900.0, 560.0], [1920.0, 1080.0]] {
        let mut window = window_of("dice-of-doom", "b2b2/a2b1 a", None, size);
        press(&mut window, Key::F2);
        window.run_steps(10);
        let field = found(&window, &ids::field("Position")).rect();
        assert!(field.right() <= size[0] - 11.0, "{field:?}");
        assert!(field.width() > 240.0, "{field:?}");
        window.run();
        let delay = window.output().viewport_output[&eframe::egui::ViewportId::ROOT].repaint_delay;
        assert!(delay > std::time::Duration::from_secs(1), "{delay:?}");
    }
}

#[test]
fn a_board_that_was_opened_at_the_end_of_a_line_is_changed_from_there() {
    let mut window = Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .with_max_steps(20)
        .build_eframe(|creation| {
            let setup = first_setup("dice-of-doom").expect("the book's board");
            let wake = Box::new(|| ());
            let document = Document::open(
                setup,
                window_limits(),
                "2>3 pass",
                DocumentNames::default(),
                wake,
            );
            Explorer::new(&creation.egui_ctx, document.expect("a good line"))
        });
    press(&mut window, Key::F2);
    assert_eq!(value(&window, "Position"), "b2b2/a1a1 b");
    more(&mut window, "max_dice");
    assert_eq!(root(&window), "b2b2/a1a1 b");
}
