//! Dice, dialects and more than two players in the window without a screen: odds before an attack,
//! the roll, what a pass would bring, and by what a rating is estimated.

use doomtree::app::{CommandId, ids};
use doomtree::game::Estimate;
use doomtree::games::{Setup, about};
use doomtree::tree::{Limits, Vertex};
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;

use support::screen::run_named;
use support::screen::{
    Opened, Window, all, click_on, found, hover, is_there, line, numbers_of, press,
    run_named as run, settle, shows, text_of,
};

const BOOK: &str = "b2b2/a2b1 a";

/// The window on a position under a preset, for so many players.
fn under(preset: &str, players: u64, position: &str, plies: Option<u32>) -> Window {
    sized(preset, players, position, plies, [1440.0, 900.0])
}

fn sized(preset: &str, players: u64, position: &str, plies: Option<u32>, size: [f32; 2]) -> Window {
    let mut setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    setup.switches.preset = Some(preset.to_owned());
    setup.switches.players = Some(players);
    let limits = Limits {
        max_plies: plies,
        estimate: Estimate::SHARE,
        ..Limits::default()
    };
    Opened {
        setup: Some(setup),
        limits,
        size,
        ..Opened::default()
    }
    .open()
}

/// The book's board with dice.
fn dice() -> Window {
    under("land-of-lisp-v4", 2, BOOK, Some(4))
}

/// Whether what is found by the name shows all of this.
fn shows_all(window: &Window, id: &str, data: &[&str]) -> bool {
    data.iter().all(|data| shows(window, id, data))
}

#[test]
fn an_attack_tells_its_odds_before_it_is_made() {
    let mut window = dice();
    let (weak, strong) = (ids::attack(2, 0), ids::attack(2, 3));
    assert!(shows_all(&window, &weak, &["2 → 0", "44 %", "…"]));
    assert!(shows_all(&window, &strong, &["2 → 3", "84 %", "…"]));
    let row = ids::move_row(1);
    assert!(shows_all(&window, &row, &["2 → 0", "44 %", "…"]));
    assert!(is_there(&window, &ids::move_head("Chance")));
    assert!(
        !is_there(&window, &ids::move_head("EndsIn")),
        "there are none through chance"
    );
    hover(&mut window, &strong);
    assert!(shows_all(&window, ids::TIP, &["84 %, 21/25: ", "…"]));
    let graph = &window.state().document().session.rated().graph;
    let edge = graph.read_line(Vertex::ROOT, "2>3").expect("a move");
    let rolled = graph.graph().target(edge[0]);
    let about = graph.about(rolled);
    assert!(
        about.contains("21/25") && about.contains("181/216"),
        "{about}"
    );
    assert!(shows(&window, ids::TIP, &about));
}

#[test]
fn the_table_sorts_attacks_by_their_odds() {
    let mut window = dice();
    let first = |window: &Window| {
        let top = |number: usize| found(window, &ids::move_row(number)).rect().top();
        if top(1) < top(2) { 1 } else { 2 }
    };
    assert!(shows(&window, &ids::move_row(2), "2 → 3"));
    assert_eq!(first(&window), 1);
    click_on(&mut window, &ids::move_head("Chance"));
    assert_eq!(first(&window), 1);
    click_on(&mut window, &ids::move_head("Chance"));
    assert_eq!(first(&window), 2);
}

#[test]
fn a_roll_is_decided_on_the_board_below_it_and_by_keys() {
    let mut window = dice();
    click_on(&mut window, &ids::attack(2, 0));
    assert_eq!(line(&window), "2>0");
    assert_eq!(
        numbers_of(&window, ids::MOVER)[..2],
        [2, 2],
        "2 dice against 2"
    );
    for (branch, percent) in [(0, "44 %"), (1, "56 %")] {
        let id = ids::roll(branch);
        assert_eq!(all(&window, &id).count(), 1, "{id}");
        assert!(shows_all(&window, &id, &["2 → 0", percent]), "{id}");
    }
    click_on(&mut window, &ids::roll(1));
    assert_eq!(line(&window), "2>0 fails");
    press(&mut window, Key::ArrowUp);
    assert!(shows(&window, &ids::branch(0), "44 %"));
    click_on(&mut window, &ids::branch(0));
    assert_eq!(line(&window), "2>0 wins");
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Num2);
    assert_eq!(line(&window), "2>0 fails");
    // With the keys on the board: a mark, an attack, and the first branch.
    let mut window = dice();
    run_named(&mut window, CommandId::FocusBoard);
    press(&mut window, Key::Enter);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::Enter);
    let attacked = line(&window);
    assert!(attacked.starts_with("2>"), "{attacked}");
    press(&mut window, Key::Num1);
    assert_eq!(line(&window), format!("{attacked} wins"));
}

#[test]
fn a_hex_of_a_roll_can_be_clicked_without_harm_and_tells_what_is_rolled() {
    let mut window = dice();
    click_on(&mut window, &ids::attack(2, 0));
    click_on(&mut window, &ids::place(2));
    click_on(&mut window, &ids::place(0));
    assert_eq!(line(&window), "2>0");
    hover(&mut window, &ids::place(0));
    assert!(shows_all(&window, ids::TIP, &["56 %", "11/25", "575/1296"]));
}

#[test]
fn hidden_ratings_leave_the_odds() {
    let mut window = dice();
    run(&mut window, CommandId::HideRatings);
    assert!(shows_all(&window, &ids::attack(2, 0), &["44 %", "?"]));
    click_on(&mut window, &ids::attack(2, 0));
    assert!(shows_all(&window, &ids::branch(0), &["44 %", "?"]));
    hover(&mut window, &ids::roll(0));
    assert!(shows(&window, ids::TIP, "11/25"));
    assert!(!shows(&window, ids::TIP, "…"), "no rating");
}

#[test]
fn a_branch_that_never_happens_is_there_and_says_so() {
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    assert!(shows(&window, &ids::attack(0, 1), "100 %"));
    click_on(&mut window, &ids::attack(0, 1));
    let branch = ids::branch(1);
    assert_eq!(numbers_of(&window, &branch), [0, 1, 2], "it is never drawn");
    hover(&mut window, &branch);
    let told = text_of(&window, ids::TIP);
    assert!(!told.contains('%') && !told.contains("0/1"), "{told}");
    press(&mut window, Key::Num2);
    assert_eq!(line(&window), "0>1 fails");
}

#[test]
fn best_play_goes_on_through_the_likelier_branch_and_says_so() {
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    assert!(shows(&window, ids::WHY, ": 0 → 1, wins, pass: "));
    press(&mut window, Key::End);
    assert_eq!(line(&window), "0>1 wins pass");
    // Down the tree too, where nobody has been before.
    let mut window = dice();
    press(&mut window, Key::Num1);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>0 fails");
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    press(&mut window, Key::Num1);
    assert!(shows(&window, ids::WHY, "1 × 1 + 0 × 1/2 = 1"));
}

#[test]
fn the_estimate_is_named_beside_what_rests_on_it() {
    let mut window = dice();
    let share = Estimate::SHARE.name();
    assert!(shows(&window, ids::GUESS, share));
    assert_eq!(numbers_of(&window, ids::PROVEN)[0], 0, "from 0 on");
    assert!(shows(&window, ids::COMPLETE, share));
    hover(&mut window, &ids::move_row(2));
    assert!(shows(&window, ids::TIP, share));
}

#[test]
fn a_pass_says_how_many_dice_it_brings_and_where() {
    let mut window = under("land-of-lisp", 2, "b1b1/a1a1 a +3", None);
    hover(&mut window, ids::PASS);
    let told = numbers_of(&window, ids::TIP);
    assert!(told.starts_with(&[2, 2, 3]), "2 dice to 2 and 3: {told:?}");
    let mut window = under("haskell", 2, "b1b1/a1a1 a +1", None);
    hover(&mut window, ids::PASS);
    let told = numbers_of(&window, ids::TIP);
    assert!(
        told.starts_with(&[1, 1, 1, 1]),
        "the position alone: {told:?}"
    );
}

#[test]
fn the_pool_and_the_board_order_are_told_in_full_in_a_narrow_window_too() {
    let mut window = sized(
        "realm-of-racket",
        2,
        "b2b2/a2b1 a + pool=1 reversed",
        None,
        [1024.0, 700.0],
    );
    let graph = &window.state().document().session.rated().graph;
    let (state, about) = (graph.picture(Vertex::ROOT).state, graph.about(Vertex::ROOT));
    assert!(shows(&window, ids::TURN, &state), "{state}");
    assert!(!about.is_empty());
    window.get_by_label(&state).hover();
    settle(&mut window);
    window.run_steps(60);
    let told = window.query_all_by_label_contains(&about);
    assert!(told.count() > 0, "{about}");
}

#[test]
fn a_preset_says_from_which_program_it_comes() {
    let mut window = under("haskell", 2, BOOK, None);
    run(&mut window, CommandId::Setup);
    let from = about("dice-of-doom", "rules", "haskell");
    assert!(!from.is_empty());
    assert!(shows(&window, ids::ABOUT_RULES, from));
}

#[test]
fn the_ratings_of_six_players_stand_in_a_moves_tooltip() {
    let mut window = under("land-of-lisp-v4", 6, "a2b1c2/d1e2f2/a1d2a1 a", Some(3));
    hover(&mut window, &ids::move_row(1));
    for player in [" a ", ", b ", ", c ", ", d ", ", e ", ", f "] {
        assert!(shows(&window, ids::TIP, player), "{player}");
    }
}
