//! Dice, dialects and more than two players in the window without a screen: odds before an attack,
//! the roll, what a pass would bring, and by what a rating is estimated.

use doomtree::app::Named;
use doomtree::game::Estimate;
use doomtree::games::Setup;
use doomtree::tree::Limits;
use eframe::egui::Key;
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable};

use support::screen::{
    Opened, Window, button, click_button as click, has, line, press, run_named as run, says, settle,
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
        estimate: Estimate::Share,
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

fn hover(window: &mut Window, label: &str) {
    button(window, label).hover();
    settle(window);
    for _ in 0..60 {
        window.step();
    }
}

#[test]
fn an_attack_tells_its_odds_before_it_is_made() {
    let mut window = dice();
    button(&window, "Attack 2 → 0, wins 44 %, rating ~");
    button(&window, "Attack 2 → 3, wins 84 %, rating ~");
    button(&window, "Move 1: 2 → 0, wins 44 %, rating ~");
    button(&window, "Sort by probability");
    assert!(
        !says(&window, "Sort by plies to the end"),
        "there are none through chance"
    );
    hover(&mut window, "Attack 2 → 3");
    assert!(says(&window, "wins 84 %, 21/25: rating ~"));
    let told = window.query_all_by_label_contains("wins 84 %, 21/25");
    let told: Vec<_> = told
        .map(|node| {
            let node = node.accesskit_node();
            node.value().or(node.label()).unwrap_or_default()
        })
        .collect();
    let about = "21/25 by the book's table, truly 181/216";
    assert!(told.iter().any(|told| told.contains(about)), "{told:?}");
}

#[test]
fn the_table_sorts_attacks_by_their_odds() {
    let mut window = dice();
    let first = |window: &Window| {
        let rows: Vec<_> = window.query_all_by_label_contains("Move ").collect();
        let top = |node: &Node<'_>| node.rect().top();
        let row = rows
            .iter()
            .filter(|node| {
                let label = node.accesskit_node().label().unwrap_or_default();
                label.starts_with("Move 1:") || label.starts_with("Move 2:")
            })
            .min_by(|a, b| top(a).total_cmp(&top(b)));
        row.and_then(|row| row.accesskit_node().label())
            .expect("a row")
    };
    assert!(first(&window).starts_with("Move 1: 2 → 0"));
    click(&mut window, "Sort by probability");
    assert!(first(&window).starts_with("Move 1: 2 → 0"));
    click(&mut window, "Sort by probability, now ascending");
    assert!(first(&window).starts_with("Move 2: 2 → 3"));
}

#[test]
fn a_roll_is_decided_on_the_board_below_it_and_by_keys() {
    let mut window = dice();
    click(&mut window, "Attack 2 → 0");
    assert_eq!(line(&window), "2>0");
    assert!(has(&window, "2 dice against 2"));
    for label in [
        "Roll 2 → 0: wins 44 %, rating ~",
        "Roll 2 → 0: fails 56 %, rating ~",
    ] {
        assert_eq!(
            window.query_all_by_label_contains(label).count(),
            1,
            "{label}"
        );
    }
    click(&mut window, "Roll 2 → 0: fails 56 %");
    assert_eq!(line(&window), "2>0 fails");
    press(&mut window, Key::ArrowUp);
    click(&mut window, "Chance: wins 44 %");
    assert_eq!(line(&window), "2>0 wins");
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Num2);
    assert_eq!(line(&window), "2>0 fails");
    // With the keys on the board: a mark, an attack, and the first branch.
    let mut window = dice();
    press(&mut window, Key::B);
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
    click(&mut window, "Attack 2 → 0");
    click(&mut window, "Hex 2");
    click(&mut window, "Hex 0");
    assert_eq!(line(&window), "2>0");
    hover(&mut window, "Hex 0");
    assert!(says(&window, "fails 56 %"));
    assert!(says(&window, "11/25 by the book's table, truly 575/1296"));
}

#[test]
fn hidden_ratings_leave_the_odds() {
    let mut window = dice();
    run(&mut window, Named::HideRatings);
    button(&window, "Attack 2 → 0, wins 44 %, rating ?");
    click(&mut window, "Attack 2 → 0");
    button(&window, "Chance: wins 44 %, rating ?");
    hover(&mut window, "Roll 2 → 0: wins 44 %");
    assert!(says(&window, "rating hidden"));
}

#[test]
fn a_branch_that_never_happens_is_there_and_says_so() {
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    click(&mut window, "Attack 0 → 1, wins 100 %");
    button(&window, "Chance: fails: never, rating 1/2");
    hover(&mut window, "Chance: fails: never");
    assert!(says(&window, "never happens"));
    press(&mut window, Key::Num2);
    assert_eq!(line(&window), "0>1 fails");
}

#[test]
fn best_play_goes_on_through_the_likelier_branch_and_says_so() {
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    assert!(has(
        &window,
        "Best play and the likeliest chance: 0 → 1, wins, pass: a wins."
    ));
    press(&mut window, Key::End);
    assert_eq!(line(&window), "0>1 wins pass");
    // Down the tree too, where nobody has been before.
    let mut window = dice();
    press(&mut window, Key::Num1);
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>0 fails");
    let mut window = under("land-of-lisp-v4", 2, "a4b1 a", None);
    press(&mut window, Key::Num1);
    assert!(has(&window, "Chance: 1 × 1 + 0 × 1/2 = 1 for a."));
}

#[test]
fn the_estimate_is_named_beside_what_rests_on_it() {
    let mut window = dice();
    assert!(says(&window, "rests on estimates by share: between 0 and "));
    assert!(
        says(&window, "estimates by share"),
        "the legend or the status line"
    );
    hover(&mut window, "Move 2: 2 → 3");
    assert!(says(&window, "for a, rests on estimates by share"));
}

#[test]
fn a_pass_says_how_many_dice_it_brings_and_where() {
    let mut window = under("land-of-lisp", 2, "b1b1/a1a1 a +3", None);
    hover(&mut window, "Pass, rating");
    assert!(says(&window, "brings 2 dice to hexes 2 and 3"));
    let mut window = under("haskell", 2, "b1b1/a1a1 a +1", None);
    hover(&mut window, "Pass, rating");
    assert!(!says(&window, "brings"));
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
    let words = "mid-turn, 1 die in the pool, board order reversed";
    assert!(has(&window, words));
    window.get_by_label(words).hover();
    settle(&mut window);
    for _ in 0..60 {
        window.step();
    }
    assert!(says(&window, "Now the last hex comes first"));
}

#[test]
fn a_preset_says_from_which_program_it_comes() {
    let mut window = under("haskell", 2, BOOK, None);
    run(&mut window, Named::Setup);
    assert!(says(&window, "The Haskell port, as its code runs"));
}

#[test]
fn the_ratings_of_six_players_stand_in_a_moves_tooltip() {
    let mut window = under("land-of-lisp-v4", 6, "a2b1c2/d1e2f2/a1d2a1 a", Some(3));
    hover(&mut window, "Move 1: ");
    assert!(says(&window, "Ratings: a "));
    assert!(says(&window, ", f "));
}
