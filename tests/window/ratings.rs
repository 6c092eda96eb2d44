//! How a tree is rated, chosen in the setup: max-n or paranoid, and what play without
//! end is worth.

use doomtree::app::{CommandId, ids};
use doomtree::game::Player;
use doomtree::rating::Multiplayer;
use doomtree::tree::Vertex;
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};

use support::screen::{
    Window, click_on, enter, found, is_there, press, run_named, scripted, shows, text_of, type_into,
};

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

fn max_n() -> String {
    ids::option("Multiplayer", Multiplayer::MaxN.name())
}

#[test]
fn three_players_of_an_own_tree_are_rated_by_max_n_unless_paranoid_is_chosen_and_the_window_says_so()
 {
    let mut window = scripted(THREE);
    press(&mut window, Key::F2);
    assert_eq!(rating(&window), "1");
    let legend = |window: &Window, way: Multiplayer| {
        let entries = window.query_all_by_label_contains(way.name());
        entries.count() > 0
    };
    assert!(
        legend(&window, Multiplayer::MaxN),
        "the picture says so too"
    );
    let by_max_n = text_of(&window, ids::ABOUT_RATING);
    assert!(!by_max_n.is_empty());
    assert!(!is_there(&window, &ids::field("Endless")), "play ends");
    click_on(&mut window, &ids::field("Multiplayer"));
    click_on(
        &mut window,
        &ids::option("Multiplayer", Multiplayer::Paranoid.name()),
    );
    assert_eq!(rating(&window), "1/3");
    assert_ne!(text_of(&window, ids::ABOUT_RATING), by_max_n);
    assert!(legend(&window, Multiplayer::Paranoid));
    run_named(&mut window, CommandId::CompareRules);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(rating(&window), "1");
}

#[test]
fn max_n_is_greyed_where_positions_recur_and_what_endless_play_is_worth_can_be_typed() {
    let mut window = scripted(ROUND);
    press(&mut window, Key::F2);
    click_on(&mut window, &ids::field("Multiplayer"));
    assert!(found(&window, &max_n()).accesskit_node().is_disabled());
    press(&mut window, Key::Escape);
    assert_eq!(rating(&window), "1/3");
    assert!(shows(&window, ids::ABOUT_ENDLESS, "1/3"));
    click_on(&mut window, &ids::option("Endless", "1"));
    assert_eq!(rating(&window), "1");
    for (typed, expected) in [("1/4", "1/4"), ("draw", "1/3")] {
        enter(&mut window, &ids::field("Endless"), typed);
        assert_eq!(rating(&window), expected);
    }
    type_into(&mut window, &ids::field("Endless"), "2");
    let fault = text_of(&window, &ids::fault("Endless"));
    assert!(fault.contains("0 to 1"), "{fault}");
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(rating(&window), "1/4");
}
