//! How a tree is rated, chosen in the setup: max-n for more than two players, and what play without
//! end is worth.

use doomtree::game::Player;
use doomtree::tree::Vertex;
use eframe::egui::{Key, Modifiers, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use support::screen::{Window, has, press, press_with, says, scripted, settle};

/// b is indifferent, and by max-n takes what is listed first.
const THREE: &str = "players a b c
    start a: left -> duel, right -> share
    duel b: spare -> won, strike -> lost
    share end: 1/3 1/3 1/3
    won end: 1 0 0
    lost end: 0 0 1";

const ROUND: &str = "players a b c
    start a: on -> back, out -> lost
    back b: round -> start, out -> won
    won end: 1 0 0
    lost end: 0 1 0";

fn rating(window: &Window) -> String {
    let ratings = &window.state().document().session.rated().analysis.ratings;
    ratings.rating(Vertex::ROOT, Player(0)).to_string()
}

/// What is called so and is no text alone.
fn field<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    let named = window.get_all_by_label(label);
    let mut named = named.filter(|node| node.accesskit_node().role() != Role::Label);
    named.next().expect(label)
}

fn choose(window: &mut Window, label: &str) {
    field(window, label).click();
    settle(window);
}

#[test]
fn three_players_are_rated_by_max_n_where_that_is_chosen_and_the_window_says_so() {
    let mut window = scripted(THREE);
    press(&mut window, Key::F2);
    assert_eq!(rating(&window), "1/3");
    assert!(says(&window, "sure of when all others play against it"));
    assert!(!has(&window, "Endless play"), "play ends");
    choose(&mut window, "Rated by");
    choose(&mut window, "max-n: each for itself");
    assert_eq!(rating(&window), "1");
    assert!(says(&window, "a tie goes to the first listed"));
    assert!(says(&window, "rating for a by max-n"));
    press(&mut window, Key::F3);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(rating(&window), "1/3");
}

#[test]
fn max_n_is_greyed_where_positions_recur_and_what_endless_play_is_worth_can_be_typed() {
    let mut window = scripted(ROUND);
    press(&mut window, Key::F2);
    choose(&mut window, "Rated by");
    let greyed = window.get_by_label_contains("positions recur: set a ply limit");
    assert!(greyed.accesskit_node().is_disabled());
    press(&mut window, Key::Escape);
    assert_eq!(rating(&window), "1/3");
    assert!(says(&window, "draw is 1/3"));
    choose(&mut window, "Endless play: 1");
    assert_eq!(rating(&window), "1");
    for (typed, expected) in [("1/4", "1/4"), ("draw", "1/3")] {
        field(&window, "Endless play").focus();
        window.run_steps(2);
        field(&window, "Endless play").type_text(typed);
        window.run_steps(3);
        press(&mut window, Key::Enter);
        assert_eq!(rating(&window), expected);
    }
    field(&window, "Endless play").focus();
    window.run_steps(2);
    field(&window, "Endless play").type_text("2");
    window.run_steps(3);
    assert!(says(&window, "use draw or a number from 0 to 1"));
    press(&mut window, Key::Escape);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(rating(&window), "1/4");
}
