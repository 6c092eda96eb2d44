//! Tic-tac-toe and Trilobite in the window without a screen: played with clicks and keys, pointed
//! at, set up and changed, and no word of dice or hexes anywhere.

use doomtree::app::Named;
use doomtree::games::{Setup, first_setup};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable};

use eframe::egui::Key;
use eframe::egui::accesskit::Role;

use support::screen::{
    Opened, Window, button, click_button as click, line, press, root, run_named as run, says,
    settle,
};

const FORK: &str = "x../.o./..x o";

fn window_of(game: &str, position: &str) -> Window {
    let setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    Opened {
        setup: Some(setup),
        size: [1440.0, 1190.0],
        ..Opened::default()
    }
    .open()
}

fn tic_tac_toe(position: &str) -> Window {
    window_of("tic-tac-toe", position)
}

fn trilobite(position: &str) -> Window {
    window_of("trilobite", position)
}

/// No label on the screen has a word of the other game.
#[track_caller]
fn no_dice_and_no_hexes(window: &Window) {
    for word in [
        "hex", "Hex", "dice", "Dice ", "die", "ttack", "Square", "owned",
    ] {
        let found = window
            .query_all_by_label_contains(word)
            .filter_map(|node| node.accesskit_node().label())
            .find(|label| !label.contains("dice-of-doom"));
        assert_eq!(found, None, "{word}");
    }
}

#[test]
fn a_click_on_an_empty_cell_plays_there_and_its_rating_stands_on_it() {
    let mut window = tic_tac_toe(FORK);
    no_dice_and_no_hexes(&window);
    assert!(says(&window, "Cell 1: empty, play o@1, rating 1/2, best"));
    assert!(says(&window, "Cell 0: x"));
    click(&mut window, "Cell 2: empty, play o@2, rating 1");
    assert_eq!(line(&window), "o@2");
    assert!(says(&window, "Cell 2: o"));
    // A taken cell is no move.
    click(&mut window, "Cell 0: x");
    assert_eq!(line(&window), "o@2");
    click(&mut window, "Cell 6: empty, play x@6");
    assert_eq!(line(&window), "o@2 x@6");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), "o@2 x@6 o@1");
    no_dice_and_no_hexes(&window);
}

#[test]
fn pointing_at_a_cell_tells_what_the_move_leads_to() {
    let mut window = tic_tac_toe(FORK);
    button(&window, "Cell 2: empty").hover();
    settle(&mut window);
    let result = "o@2: leads to x.o/.o./..x x, rating 1 for x";
    assert!(says(&window, result));
    assert!(says(&window, "Click to play it"));
    no_dice_and_no_hexes(&window);
    press(&mut window, Key::H);
    assert!(says(&window, "Cell 2: empty, play o@2, rating ?"));
    assert!(!says(&window, ", best"));
    assert!(!says(&window, result));
}

#[test]
fn arrows_step_over_the_empty_cells_and_enter_plays() {
    let mut window = tic_tac_toe(FORK);
    press(&mut window, Key::B);
    assert!(says(
        &window,
        "Cell 1: empty. o@1: rating 1/2 (best). Enter plays it"
    ));
    press(&mut window, Key::ArrowRight);
    assert!(says(
        &window,
        "Cell 2: empty. o@2: rating 1. Enter plays it"
    ));
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowRight);
    assert!(says(&window, "Cell 5: empty. "), "the centre is taken");
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "o@3");
    no_dice_and_no_hexes(&window);
    press(&mut window, Key::ArrowUp);
    assert_eq!(line(&window), "", "up goes on walking the tree");
}

#[test]
fn a_chip_falls_where_the_column_says_and_only_there() {
    let mut window = trilobite("..../..../..../.... a");
    no_dice_and_no_hexes(&window);
    click(&mut window, "Cell 1: empty");
    assert_eq!(line(&window), "", "no chip stays up there");
    click(&mut window, "Cell 13: empty, play a@col1, rating 1/2");
    assert_eq!(line(&window), "a@col1");
    click(&mut window, "Cell 9: empty, play b@col1");
    assert_eq!(line(&window), "a@col1 b@col1");
    assert!(says(&window, "Cell 9: b"));
    assert!(says(&window, "14 empty cells"));
    no_dice_and_no_hexes(&window);
}

#[test]
fn an_end_tells_who_has_won_with_a_line_or_that_it_is_a_tie() {
    let mut window = tic_tac_toe("x.o/.x./x.o o");
    click(&mut window, "Cell 5: empty, play o@5, rating 0, best");
    assert!(says(&window, "o wins"));
    assert!(says(&window, "game over"));
    assert!(says(
        &window,
        "The game is over: o wins with a line, worth 0 to x and 1 to o."
    ));
    no_dice_and_no_hexes(&window);
    let window = tic_tac_toe("xox/oxx/oxo o");
    assert!(says(&window, "x and o tie"));
    assert!(!says(&window, "with a line"));
}

#[test]
fn in_the_setup_clicks_and_keys_put_and_take_chips_that_fit() {
    let mut window = tic_tac_toe("x../.../... o");
    run(&mut window, Named::Setup);
    assert!(says(&window, "Editing the root"));
    assert!(says(&window, "Click a cell to put or take a piece"));
    no_dice_and_no_hexes(&window);
    click(&mut window, "Cell 4: empty");
    assert_eq!(root(&window), "x../.o./... x");
    click(&mut window, "Cell 4: o");
    assert_eq!(root(&window), "x../.../... o");
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::O);
    assert_eq!(root(&window), "x../..o/... x");
    press(&mut window, Key::Delete);
    assert_eq!(root(&window), "x../.../... o");
    press(&mut window, Key::X);
    assert_eq!(root(&window), "x../.../... o");
    assert!(says(&window, "x can't have a piece here"));
    run(&mut window, Named::Undo);
    assert_eq!(root(&window), "x../..o/... x");
    button(&window, "Cell 8: empty").click_secondary();
    settle(&mut window);
    window.get_by_label("x").click();
    settle(&mut window);
    assert_eq!(root(&window), "x../..o/..x o");
}

#[test]
fn in_the_setup_chips_of_trilobite_rest_on_others() {
    let mut window = trilobite(".../b../a.. a");
    run(&mut window, Named::Setup);
    click(&mut window, "Cell 1: empty");
    assert_eq!(root(&window), ".../b../a.. a");
    click(&mut window, "Cell 0: empty");
    assert_eq!(root(&window), "a../b../a.. b");
    click(&mut window, "Cell 3: b");
    assert_eq!(root(&window), "a../b../a.. b", "a chip lies on it");
}

/// What is called so and is no text alone.
fn field<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    let named = window.get_all_by_label(label);
    let mut named = named.filter(|node| node.accesskit_node().role() != Role::Label);
    named.next().expect(label)
}

fn enter(window: &mut Window, label: &str, text: &str) {
    window.get_by_label(label).focus();
    window.run_steps(2);
    window.get_by_label(label).type_text(text);
    window.run_steps(3);
    press(window, Key::Enter);
}

fn choose(window: &mut Window, name: &str, value: &str) {
    field(window, name).click();
    window.run_steps(6);
    field(window, value).click();
    settle(window);
}

#[test]
fn both_games_can_be_chosen_sized_and_drawn_in_the_setup() {
    let book = first_setup("dice-of-doom").expect("the book's board");
    let mut window = window_of("dice-of-doom", &book.position);
    run(&mut window, Named::Setup);
    choose(&mut window, "Estimate", "share: the part of the board");
    // tic-tac-toe has no such estimate, and is opened all the same.
    choose(&mut window, "Game", "tic-tac-toe");
    assert_eq!(root(&window), ".../.../... x");
    assert!(says(&window, "549,946 nodes"));
    for missing in ["Mover: x", "Rows", "Width", "Estimate", "Max dice"] {
        assert!(!support::screen::has(&window, missing), "{missing}");
    }
    enter(&mut window, "Seed", "1");
    assert_eq!(root(&window), "..o/x../xo. x");
    no_dice_and_no_hexes(&window);
    choose(&mut window, "Game", "trilobite");
    assert_eq!(root(&window), "..../..../..../.... a");
    assert!(says(&window, "161,029 positions"));
    enter(&mut window, "Width", "3");
    assert_eq!(root(&window), ".../.../.../... a");
    enter(&mut window, "Height", "3");
    assert_eq!(field(&window, "Line").value().as_deref(), Some("3"));
    assert!(says(&window, "694 positions"));
    enter(&mut window, "Seed", "5");
    let drawn = root(&window);
    assert_eq!(drawn.matches('/').count(), 2);
    no_dice_and_no_hexes(&window);
    // A typed position may have another size.
    enter(&mut window, "Position", "../ab a");
    assert_eq!(root(&window), "../ab a");
    run(&mut window, Named::Undo);
    assert_eq!(root(&window), drawn);
    enter(&mut window, "Position", "../b.. a");
    assert!(says(&window, "row 2 has 3 cells"));
}
