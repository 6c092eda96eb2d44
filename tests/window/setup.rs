//! The setup at the right of the window, without a screen: typed into, stepped and read by the
//! labels that a screen reader hears.

use doomtree::app::{Command, Document, Explorer, Named, Words, open_setup, window_limits};
use doomtree::game::Player;
use doomtree::games::{Setup, first_setup, random};
use doomtree::tree::Vertex;
use eframe::egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use support::cli::{Answer, program};

type Window = Harness<'static, Explorer>;

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
    let mut window = Harness::builder()
        .with_size(vec2(size[0], size[1]))
        .with_max_steps(20)
        .build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            let document = open_setup(setup, window_limits(), wake).expect("a good setup");
            Explorer::new(&creation.egui_ctx, document)
        });
    window.run_steps(4);
    window
}

/// A window with its setup open.
fn setup_of(position: &str) -> Window {
    let mut window = window_of("dice-of-doom", position, None, [1440.0, 900.0]);
    press(&mut window, Key::F2);
    window
}

/// Runs frames until nothing builds.
fn settle(window: &mut Window) {
    for _ in 0..2_000 {
        window.run_steps(2);
        if !window.state().is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.run_steps(4);
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(4);
}

fn press_with(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

fn click(window: &mut Window, label: &str) {
    field(window, label).click();
    window.run_steps(6);
}

/// Comes to a field by the keyboard and writes over what is there.
fn type_into(window: &mut Window, label: &str, text: &str) {
    window.get_by_label(label).focus();
    window.run_steps(2);
    window.get_by_label(label).type_text(text);
    window.run_steps(3);
}

fn enter(window: &mut Window, label: &str, text: &str) {
    type_into(window, label, text);
    press(window, Key::Enter);
    settle(window);
}

/// What is called so and is no text alone.
fn field<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    let named = window.get_all_by_label(label);
    let mut named = named.filter(|node| node.accesskit_node().role() != Role::Label);
    named.next().expect(label)
}

fn value(window: &Window, label: &str) -> String {
    field(window, label).value().unwrap_or_default()
}

/// The root's position.
fn position(window: &Window) -> String {
    let session = &window.state().document().session;
    session.rated().graph.position_text(Vertex::ROOT)
}

fn rating(window: &Window) -> String {
    let ratings = &window.state().document().session.rated().analysis.ratings;
    ratings.rating(Vertex::ROOT, Player(0)).to_string()
}

fn undo(window: &mut Window) {
    press_with(window, Modifiers::COMMAND, Key::Z);
    settle(window);
}

fn changes(window: &mut Window) -> usize {
    let ctx = window.ctx.clone();
    let mut changes = 0;
    while window.state().document().edits.undoable().is_some() {
        window.state_mut().run(&ctx, Command::Named(Named::Undo));
        changes += 1;
    }
    changes
}

#[test]
fn the_setup_is_one_key_or_one_click_away_and_tells_which_tab_is_shown() {
    let mut window = window_of("dice-of-doom", "b2b2/a2b1 a", None, [1440.0, 900.0]);
    assert!(window.query_by_label("Rows").is_none());
    let tab = |window: &Window, name: &str| {
        let node = window.get_by_role_and_label(Role::Tab, name);
        node.accesskit_node().is_selected() == Some(true)
    };
    assert!(tab(&window, "Node"));
    click_tab(&mut window, "Setup");
    assert!(tab(&window, "Setup") && !tab(&window, "Node"));
    assert_eq!(value(&window, "Rows"), "2");
    click_tab(&mut window, "Node");
    assert!(window.query_by_label("Rows").is_none());
    press(&mut window, Key::F2);
    assert!(tab(&window, "Setup"));
    press(&mut window, Key::F2);
    assert!(tab(&window, "Node"));
}

fn click_tab(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Tab, name).click();
    window.run_steps(6);
}

#[test]
fn a_typed_position_is_set_up_by_enter_or_when_its_field_is_left_and_can_be_undone() {
    let mut window = setup_of("b2b2/a2b1 a");
    enter(&mut window, "Position", "a1b2/b1a3 b");
    assert_eq!(position(&window), "a1b2/b1a3 b");
    assert_eq!(value(&window, "Position"), "a1b2/b1a3 b");
    assert!(!field(&window, "Position").is_focused(), "keys walk again");
    assert_eq!(window.state().document().words.name, "a1b2/b1a3 b");
    type_into(&mut window, "Position", "b-2 b-2 a-1 / a-2 b-1 a-1 a +1");
    assert_eq!(position(&window), "a1b2/b1a3 b", "it is still typed");
    press(&mut window, Key::Tab);
    settle(&mut window);
    assert_eq!(position(&window), "b2b2a1/a2b1a1 a +1");
    assert_eq!(value(&window, "Columns"), "3");
    undo(&mut window);
    assert_eq!(value(&window, "Position"), "a1b2/b1a3 b");
    // A click elsewhere sets up what is typed, and is heard too.
    type_into(&mut window, "Position", "a1b2/b2a2 b");
    click(&mut window, "Rows: one more");
    settle(&mut window);
    assert_eq!(position(&window), "a1b2/b2a2/a1b1 b");
    undo(&mut window);
    assert_eq!(position(&window), "a1b2/b2a2 b");
    undo(&mut window);
    undo(&mut window);
    assert_eq!(position(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "Position"), "b2b2/a2b1 a");
    assert!(window.state().document().edits.undoable().is_none());
}

#[test]
fn a_bad_position_is_told_while_it_is_typed_and_changes_nothing() {
    let mut window = setup_of("b2b2/a2b1 a");
    type_into(&mut window, "Position", "b2b9/a2b1 a");
    window.get_by_label("a hex can't have 9 dice (column 4): use 1 to 3, or set 'Max dice'");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(position(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a", "it stays typed");
    assert!(field(&window, "Position").is_focused(), "to be corrected");
    assert_eq!(changes(&mut window), 0);
    // Another change doesn't lose it, and a larger maximum makes it good.
    for _ in 0..6 {
        click(&mut window, "Max dice: one more");
    }
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a");
    assert!(window.query_by_label_contains("a hex can't have").is_none());
    click(&mut window, "Set up this board");
    settle(&mut window);
    assert_eq!(position(&window), "b2b9/a2b1 a");
    type_into(&mut window, "Position", "x");
    window.get_by_label_contains("a hex's owner can't be 'x'");
    press(&mut window, Key::Escape);
    assert_eq!(value(&window, "Position"), "b2b9/a2b1 a");
    assert!(window.query_by_label_contains("can't be 'x'").is_none());
}

#[test]
fn a_lisp_array_is_read_with_its_number_of_columns() {
    let mut window = setup_of("b2b2/a2b1 a");
    let array = "#((1 2) (1 2) (0 2) (1 1) (0 1) (0 1) (1 3) (0 3)) b";
    type_into(&mut window, "Position", array);
    assert_eq!(value(&window, "Array columns"), "2");
    window.get_by_label("Array columns").focus();
    window.run_steps(3);
    assert_eq!(position(&window), "b2b2/a2b1 a", "its columns may come yet");
    enter(&mut window, "Array columns", "3");
    window.get_by_label_contains("doesn't make rows of 3");
    enter(&mut window, "Array columns", "4");
    click(&mut window, "Set up this board");
    settle(&mut window);
    assert_eq!(position(&window), "b2b2a2b1/a1a1b3a3 b");
    assert!(window.query_by_label("Array columns").is_none());
}

#[test]
fn rows_columns_mover_players_and_dice_change_the_board_one_undo_each() {
    let mut window = setup_of("b2b2/a2b1 a");
    let steps = [
        ("Rows: one more", "b2b2/a2b1/a1b1 a"),
        ("Columns: one more", "b2b2a1/a2b1b1/a1b1a1 a"),
        ("Rows: one less", "b2b2a1/a2b1b1 a"),
        ("Mover: b", "b2b2a1/a2b1b1 b"),
        ("Players: one more", "b2b2a1/a2b1b1 b"),
        ("Mover: c", "b2b2a1/a2b1b1 c"),
        ("Max dice: one less", "b2b2a1/a2b1b1 c"),
    ];
    for (label, expected) in steps {
        click(&mut window, label);
        settle(&mut window);
        assert_eq!(position(&window), expected, "{label}");
        assert_eq!(value(&window, "Position"), expected, "{label}");
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
    assert_eq!(value(&window, "Max dice"), "2");
    for _ in 0..5 {
        undo(&mut window);
    }
    assert_eq!(
        value(&window, "Position"),
        "b2b2a1/a2b1/a1b1a1 a".replace("/a2b1/", "/a2b1b1/")
    );
    assert_eq!(value(&window, "Players"), "2");
    assert_eq!(value(&window, "Rows"), "3");
    assert_eq!(changes(&mut window), 2);
    assert_eq!(position(&window), "b2b2/a2b1 a");
}

#[test]
fn what_does_not_fit_is_told_below_its_field_and_changes_nothing() {
    let mut window = setup_of("b2b2/a2b1 a");
    click(&mut window, "Players: one more");
    enter(&mut window, "Position", "b2b2/a2c1 a");
    click(&mut window, "Players: one less");
    window.get_by_label_contains("hex 3 is c1, which needs more than 2 players");
    assert_eq!(value(&window, "Players"), "3");
    enter(&mut window, "Max dice", "1");
    window.get_by_label_contains("hex 0 is b2, more than 1 die");
    assert_eq!(value(&window, "Max dice"), "1", "what was typed stays");
    assert!(field(&window, "Max dice").is_focused(), "to be corrected");
    type_into(&mut window, "Rows", "99");
    window.get_by_label_contains("a board can't have 99 × 2 hexes");
    type_into(&mut window, "Columns", "two");
    window.get_by_label("'two' is no whole number: write digits");
    press(&mut window, Key::Escape);
    assert_eq!(value(&window, "Columns"), "2");
    assert_eq!(position(&window), "b2b2/a2c1 a");
    // A good change takes the sentence about the players away; what is typed keeps its own.
    click(&mut window, "Mover: b");
    assert!(
        window
            .query_by_label_contains("needs more than 2")
            .is_none()
    );
    window.get_by_label_contains("more than 1 die");
    assert_eq!(changes(&mut window), 3);
}

#[test]
fn arrows_step_a_number_and_do_not_walk_the_tree() {
    let mut window = setup_of("b2b2/a2b1 a");
    window.get_by_label("Max dice").focus();
    window.run_steps(2);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::ArrowUp);
    settle(&mut window);
    assert_eq!(value(&window, "Max dice"), "5");
    press(&mut window, Key::ArrowDown);
    assert_eq!(value(&window, "Max dice"), "4");
    // Nothing is typed: undo and redo are those of the document.
    undo(&mut window);
    undo(&mut window);
    assert_eq!(value(&window, "Max dice"), "4");
    press_with(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::Z,
    );
    assert_eq!(value(&window, "Max dice"), "5");
    assert!(window.state().document().session.line().is_empty());
}

#[test]
fn a_seed_gives_the_board_that_the_command_line_gives() {
    let mut window = setup_of("b2b2/a2b1 a");
    click(&mut window, "Columns: one more");
    click(&mut window, "Max dice: one more");
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
    ]));
    assert_eq!(position(&window), board.expect(0).trim());
    assert_eq!(value(&window, "Seed"), "7");
    // The next one takes a seed of its own, which is shown and gives its board again.
    click(&mut window, "Random board");
    settle(&mut window);
    let seed = value(&window, "Seed");
    let drawn = position(&window);
    assert_ne!(seed, "7");
    let switches = window.state().document().setup.switches.clone();
    let seed_number = seed.parse().expect("a seed");
    let again = random("dice-of-doom", &switches, Some(2), Some(3), seed_number).expect("a board");
    assert_eq!(drawn, again);
    undo(&mut window);
    assert_ne!(position(&window), drawn);
    enter(&mut window, "Seed", &seed);
    assert_eq!(position(&window), drawn);
    // Enter on the seed that is there draws it once more.
    click(&mut window, "Mover: b");
    window.get_by_label("Seed").focus();
    window.run_steps(2);
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(position(&window), drawn);
    type_into(&mut window, "Seed", "seven");
    press_with(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("'seven' is no whole number: write digits");
    assert_eq!(position(&window), drawn);
}

#[test]
fn a_ply_limit_and_an_estimate_change_the_ratings_and_the_status_says_so() {
    let mut window = setup_of("b2b2/a2b1 a");
    assert_eq!(rating(&window), "0");
    click(&mut window, "Limit the plies");
    settle(&mut window);
    assert_eq!(value(&window, "Ply limit"), "4");
    enter(&mut window, "Ply limit", "1");
    window.get_by_label("to ply 1, estimates by winners");
    window.get_by_label_contains("Complete to ply 1");
    let winners = rating(&window);
    field(&window, "Estimate").scroll_to_me();
    settle(&mut window);
    click(&mut window, "Estimate");
    click(&mut window, "share: the part of the board");
    settle(&mut window);
    window.get_by_label("to ply 1, estimates by share");
    assert_eq!(rating(&window), "1/2");
    assert_ne!(winners, "0", "one ply ahead nobody has won");
    undo(&mut window);
    assert_eq!(rating(&window), winners);
    click(&mut window, "Limit the plies");
    settle(&mut window);
    assert_eq!(rating(&window), "0");
    window.get_by_label("complete, every rating proven");
    click(&mut window, "Limit the plies");
    assert_eq!(value(&window, "Ply limit"), "1", "the last limit is known");
    type_into(&mut window, "Ply limit", "0");
    window.get_by_label_contains("the ply limit can't be 0");
}

#[test]
fn a_board_beyond_the_most_positions_says_so_and_what_to_do() {
    let mut window = setup_of("b2b2/a2b1 a");
    enter(&mut window, "Most positions", "5,000");
    assert_eq!(value(&window, "Most positions"), "5,000");
    enter(&mut window, "Position", HUGE);
    assert_eq!(position(&window), HUGE);
    window.get_by_label_contains("Stopped at ");
    window.get_by_label_contains("Allow more positions, or limit the plies.");
    let known = window
        .state()
        .document()
        .session
        .rated()
        .graph
        .graph()
        .len();
    assert!((3_000..=5_000).contains(&known), "{known}");
    type_into(&mut window, "Most positions", "many");
    window.get_by_label("'many' is no whole number: write digits");
}

#[test]
fn a_large_board_shows_its_cost_while_it_builds_and_can_be_cancelled_and_built_again() {
    let mut window = setup_of("b2b2/a2b1 a");
    type_into(&mut window, "Position", HUGE);
    press(&mut window, Key::Enter);
    assert!(window.state().is_busy(), "the rest is built on a thread");
    window.get_by_label("Positions so far");
    window.get_by_label("Positions a second");
    window.get_by_label("Memory so far");
    window.get_by_label("Building, up to 6,000,000 positions.");
    // Escape in a text leaves the text, and the build goes on.
    type_into(&mut window, "Rows", "3");
    press(&mut window, Key::Escape);
    assert!(window.state().is_busy());
    let cancel = window.get_all_by_label("Cancel").last().expect("a button");
    cancel.click();
    settle(&mut window);
    assert!(!window.state().is_busy());
    window.get_by_label_contains("Cancelled: only ");
    let graph = &window.state().document().session.rated().graph;
    assert!(graph.graph().len() > 512, "what was found is kept");
    assert_eq!(position(&window), HUGE, "what is there stays");
    click(&mut window, "Build again");
    assert!(window.state().is_busy());
    // The panel goes on working, and another change takes the place of the build.
    enter(&mut window, "Position", "b2b2/a2b1 a");
    window.get_by_label_contains("Complete in ");
    assert!(window.query_by_label("Build again").is_none());
}

#[test]
fn a_scripted_game_has_its_limits_and_another_game_can_take_its_place() {
    let mut window = window_of("scripted", "", Some(SCRIPT), [1440.0, 900.0]);
    press(&mut window, Key::F2);
    window.get_by_label_contains("only its limits and its ratings can be changed here");
    for missing in ["Position", "Rows", "Seed", "Estimate", "Mover: a"] {
        assert!(window.query_by_label(missing).is_none(), "{missing}");
    }
    click(&mut window, "Limit the plies");
    enter(&mut window, "Ply limit", "1");
    window.get_by_label_contains("Complete to ply 1 ");
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
    click(&mut window, "Game");
    let refused = window.get_by_label("scripted: open its script");
    assert!(refused.accesskit_node().is_disabled());
    click(&mut window, "dice-of-doom");
    settle(&mut window);
    assert_eq!(position(&window), "b2b2/a2b1 a");
    assert_eq!(value(&window, "Rows"), "2");
    undo(&mut window);
    assert_eq!(position(&window), "start");
}

#[test]
fn rules_are_chosen_from_a_list_and_switches_come_and_go_with_them() {
    let mut window = setup_of("b2b2/a2b1 a");
    assert!(window.query_by_label("Odds").is_none());
    click(&mut window, "Rules");
    click(&mut window, "land-of-lisp-v4");
    settle(&mut window);
    assert_eq!(position(&window), "b2b2/a2b1 a");
    click(&mut window, "Odds");
    click(&mut window, "exact");
    settle(&mut window);
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.odds.as_deref(), Some("exact"));
    click(&mut window, "Rules");
    click(&mut window, "realm-of-racket");
    settle(&mut window);
    assert_eq!(position(&window), "b2b2/a2b1 a pool=10");
    assert_eq!(value(&window, "Pool"), "10");
    assert!(window.query_by_label("Odds").is_none());
    click(&mut window, "Pass listed");
    click(&mut window, "last");
    settle(&mut window);
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.pass_listed.as_deref(), Some("last"));
    click(&mut window, "Rules");
    window.get_by_label("land-of-lisp").click();
    settle(&mut window);
    let switches = &window.state().document().setup.switches;
    assert_eq!(switches.preset.as_deref(), Some("land-of-lisp"));
    assert_eq!(switches.pass_listed, None);
}

#[test]
fn a_new_board_belongs_to_no_file_and_waits_for_its_position() {
    let mut window = window_of("scripted", "", Some(SCRIPT), [1440.0, 900.0]);
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    settle(&mut window);
    let document = window.state().document();
    assert_eq!(document.words.path, None);
    assert!(document.edits.undoable().is_none());
    assert!(window.get_by_label("Position").is_focused());
    window.get_by_label("Position").type_text("a3b1/b1a1 b");
    window.run_steps(2);
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(position(&window), "a3b1/b1a1 b");
}

#[test]
fn tab_leads_from_field_to_field_in_their_order() {
    let mut window = setup_of("b2b2/a2b1 a");
    let fields = [
        "Position",
        "Rows: one less",
        "Rows",
        "Rows: one more",
        "Columns: one less",
        "Columns",
        "Columns: one more",
        "Mover: a",
        "Mover: b",
        "Seed",
        "Random board",
        "Game",
        "Rules",
        "Geometry",
        "Combat",
        "Reinforcement",
        "Pass listed",
        "Players",
        "Players: one more",
        "Max dice: one less",
        "Max dice",
        "Max dice: one more",
        "Limit the plies",
        "Most positions",
        "Memory",
        "Estimate",
    ];
    for name in fields {
        press(&mut window, Key::Tab);
        assert!(field(&window, name).is_focused(), "{name}");
    }
    window.get_by_label("Mover: b").focus();
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(position(&window), "b2b2/a2b1 b");
}

#[test]
fn the_setup_fits_small_windows_and_narrow_panels_and_is_idle_when_nothing_happens() {
    for size in [[1024.0, 700.0], [900.0, 560.0], [1920.0, 1080.0]] {
        let mut window = window_of("dice-of-doom", "b2b2/a2b1 a", None, size);
        press(&mut window, Key::F2);
        window.run_steps(10);
        let field = window.get_by_label("Position").rect();
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
            let document =
                Document::open(setup, window_limits(), "2>3 pass", Words::default(), wake);
            Explorer::new(&creation.egui_ctx, document.expect("a good line"))
        });
    press(&mut window, Key::F2);
    assert_eq!(value(&window, "Position"), "b2b2/a1a1 b");
    click(&mut window, "Max dice: one more");
    assert_eq!(position(&window), "b2b2/a1a1 b");
}
