//! Finding in the window: what is typed, what is found, the way from hit to hit, and the marks.

use doomtree::app::{Command, Middle, Named};
use doomtree::tree::Limits;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use support::screen::{
    Opened, Window, click, click_button, has, line, press, press_with, run, run_named, says,
    scripted, settle, window,
};

fn find(window: &mut Window, text: &str) {
    run(window, Command::Find(text.to_owned()));
}

/// Types into the field.
fn type_text(window: &mut Window, text: &str) {
    press_with(window, Modifiers::COMMAND, Key::F);
    window.get_by_label("What to look for").type_text(text);
    settle(window);
}

#[test]
fn what_is_typed_is_found_and_gone_to_with_enter() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end");
    assert!(has(&window, "5 hits") && says(&window, "Before the first of 5"));
    assert!(says(&window, "b wins, hit"), "hits are marked in the tree");
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert!(says(&window, "This is hit 1 of 5") && says(&window, "Hit 1 of 5"));
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 1>3 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::Enter);
    assert!(says(&window, "Hit 5 of 5: back from the end of the tree"));
    press(&mut window, Key::Escape);
    assert!(window.state().find_text().is_empty());
    assert!(!says(&window, "b wins, hit") && !has(&window, "5 hits"));
}

/// Keys that type nothing do what they do anywhere else.
#[test]
fn the_keys_above_the_digits_are_heard_while_somebody_types() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end");
    press(&mut window, Key::F4);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::F4);
    assert!(says(&window, "Hit 5 of 5: back from the end of the tree"));
    // One goes on typing, until another view is asked for.
    window.get_by_label("What to look for").type_text(" ply:5");
    settle(&mut window);
    assert_eq!(window.state().find_text(), "end ply:5");
    press(&mut window, Key::F7);
    assert_eq!(window.state().middle(), Middle::Map);
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
}

#[test]
fn what_means_nothing_is_refused_and_hints_help() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end blundr");
    assert!(says(
        &window,
        "There is no filter called 'blundr' (column 5): use blunder"
    ));
    run_named(&mut window, Named::NextHit);
    assert_eq!(line(&window), "");
    find(&mut window, "");
    // A word that isn't typed to its end is no fault yet.
    type_text(&mut window, "end blun");
    assert!(has(&window, "blunder") && !says(&window, "There is no filter"));
    find(&mut window, "");
    type_text(&mut window, "end winner:");
    click(&mut window, "winner:b");
    assert_eq!(window.state().find_text(), "end winner:b");
    assert!(has(&window, "5 hits"));
}

#[test]
fn the_words_stay_while_somebody_types_and_one_that_is_complete_is_not_offered() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "e");
    assert!(says(&window, "Type transposition:"), "the words stay");
    window.get_by_label("What to look for").type_text("nd");
    settle(&mut window);
    assert!(
        has(&window, "5 hits") && !has(&window, "end"),
        "no chip for the word itself"
    );
    find(&mut window, "xyzzy");
    assert!(says(&window, "There is no filter") && says(&window, "Type transposition:"));
    // The guide's example finds something on the board of the book.
    find(&mut window, "position:a?b1");
    assert!(says(&window, "hit") && !has(&window, "0 hits"));
    find(&mut window, "RATING(b) >= 1/2 end");
    assert!(has(&window, "5 hits"));
}

#[test]
fn a_caret_that_waits_lets_the_window_rest() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end");
    window.run_steps(10);
    assert!(
        !window
            .ctx
            .style_of(eframe::egui::Theme::Light)
            .visuals
            .text_cursor
            .blink
    );
    assert!(
        !window
            .ctx
            .style_of(eframe::egui::Theme::Dark)
            .visuals
            .text_cursor
            .blink
    );
    let delay = window.output().viewport_output[&eframe::egui::ViewportId::ROOT].repaint_delay;
    assert!(delay > std::time::Duration::from_secs(60), "{delay:?}");
}

#[test]
fn what_was_told_of_a_hit_goes_with_the_view_and_hidden_ratings_are_not_offered() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::NextEnd);
    assert!(says(&window, "End 1 of 5"));
    press(&mut window, Key::F7);
    assert!(!says(&window, "End 1 of 5"));
    run_named(&mut window, Named::Find);
    assert!(has(&window, "Blunders") && has(&window, "Best play"));
    run_named(&mut window, Named::HideRatings);
    assert!(!has(&window, "Blunders") && !has(&window, "Best play") && has(&window, "Forks"));
}

#[test]
fn what_is_looked_for_often_is_one_click_away() {
    let mut window = window("b2b2/a2b1 a");
    for (chip, total) in [
        ("Ends", "5 hits"),
        ("Forks", "3 hits"),
        ("Blunders", "0 hits"),
        ("In several places", "4 hits"),
        ("b wins", "5 hits"),
        ("a wins", "0 hits"),
        ("Ties", "0 hits"),
        ("This position", "1 hit"),
        ("Best play", "13 hits"),
    ] {
        run_named(&mut window, Named::Find);
        click_button(&mut window, chip);
        assert!(has(&window, total), "{chip}");
        click(&mut window, "Look for nothing");
        assert!(!has(&window, total), "{chip}");
    }
}

#[test]
fn a_folded_node_and_every_move_tell_how_many_hits_they_hide() {
    let mut window = window("b2b2/a2b1 a");
    find(&mut window, "end");
    press(&mut window, Key::Space);
    assert!(says(&window, "5 hits below"));
    press(&mut window, Key::Space);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    assert!(has(&window, "Hits below 1 → 3: 2"));
    click(&mut window, "Hits below 0 → 2: 2");
    assert_eq!(line(&window), "2>3 pass 0>2");
}

#[test]
fn the_tabs_lead_to_finding_and_back() {
    let mut window = window("b2b2/a2b1 a");
    for _ in 0..2 {
        click(&mut window, "Find");
        assert!(has(&window, "What to look for") && !has(&window, "Why"));
        click(&mut window, "Node");
        assert!(has(&window, "Why") && !has(&window, "What to look for"));
    }
    click(&mut window, "Find");
    click(&mut window, "Setup");
    assert_eq!(window.state().is_on(Named::Find), Some(false));
    click(&mut window, "Find");
    assert_eq!(window.state().is_on(Named::Setup), Some(false));
}

#[test]
fn going_on_begins_again_at_the_start_and_says_so() {
    let mut window = window("b2b2/a2b1 a");
    for number in 1..=5 {
        run_named(&mut window, Named::NextEnd);
        assert!(says(&window, &format!("End {number} of 5")), "{number}");
    }
    run_named(&mut window, Named::NextEnd);
    assert!(says(&window, "End 1 of 5: on from the start of the tree"));
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    run_named(&mut window, Named::Root);
    run_named(&mut window, Named::NextOccurrence);
    assert!(says(&window, "Place 1 of 1: there is no other"));
    // What was typed isn't forgotten over that.
    find(&mut window, "fork");
    run_named(&mut window, Named::NextEnd);
    assert_eq!(window.state().find_text(), "fork");
    assert!(has(&window, "3 hits"));
}

#[test]
fn hidden_ratings_arent_told_by_what_is_found() {
    let mut window = window("a2b2/b3a1 b");
    find(&mut window, "bestplay");
    assert!(says(&window, ", hit"));
    run_named(&mut window, Named::HideRatings);
    assert!(says(&window, "Ratings are hidden") && !says(&window, ", hit"));
    for named in [Named::NextHit, Named::NextBlunder, Named::PreviousBlunder] {
        run_named(&mut window, Named::Root);
        run_named(&mut window, named);
        assert_eq!(line(&window), "");
        assert!(says(
            &window,
            "Ratings are hidden, and this would tell them"
        ));
    }
    // What tells none goes on.
    run_named(&mut window, Named::NextEnd);
    assert!(!line(&window).is_empty());
    run_named(&mut window, Named::HideRatings);
    assert!(says(&window, ", hit"));
}

#[test]
fn a_bare_rating_is_that_of_the_player_whose_ratings_are_shown() {
    let mut window = scripted("top a: l -> x, r -> y; x end: 1 0; y end: 0 1");
    find(&mut window, "rating=1 end");
    run_named(&mut window, Named::NextHit);
    assert_eq!(line(&window), "l");
    run_named(&mut window, Named::Viewpoint);
    run_named(&mut window, Named::NextHit);
    assert_eq!(line(&window), "r");
}

#[test]
fn hits_without_end_are_those_of_the_first_plies_and_that_is_said() {
    let mut window = scripted("top a: round -> top, on -> end; end end: 1 0");
    find(&mut window, "end");
    assert!(has(&window, "61 hits") && says(&window, "There are hits without end"));
    find(&mut window, "end ply:70-75");
    assert!(has(&window, "6 hits"));
    run_named(&mut window, Named::NextHit);
    assert_eq!(line(&window).split(' ').count(), 75);
}

#[test]
fn a_tree_that_nobody_could_unfold_is_gone_through_hit_by_hit() {
    let mut script = String::new();
    for index in 0..300 {
        script.push_str(&format!("n{index} a: l -> n{0}, r -> n{0}\n", index + 1));
    }
    let mut window = scripted(&(script + "n300 end: 1 0"));
    find(&mut window, "end");
    // 2^300.
    assert!(says(
        &window,
        "2,037,035,976,334,486,086,268,445,688,409,378,161,051,468"
    ));
    run_named(&mut window, Named::NextHit);
    assert_eq!(line(&window), ["l"; 300].join(" "));
    run_named(&mut window, Named::PreviousHit);
    assert_eq!(line(&window), ["r"; 300].join(" "));
    // The move stands before a number that has room.
    run_named(&mut window, Named::Root);
    assert!(has(&window, "1.0×10⁹⁰") || says(&window, "Hits below l: 1,018,517,988"));
    run_named(&mut window, Named::PreviousHit);
    let node = window.state().document().session.selected();
    let ply = window.state().document().session.unfolding().ply(node);
    assert_eq!(ply, 300);
}

/// A board whose search takes longer than a frame.
fn large() -> Window {
    Opened {
        position: "b3a2a3/a3b3b2/b2b1a2 a",
        limits: Limits {
            max_nodes: Some(40_000),
            ..Limits::default()
        },
        ..Opened::default()
    }
    .open()
}

#[test]
fn a_long_search_runs_beside_the_window_and_can_be_cancelled() {
    let mut window = large();
    let ctx = window.ctx.clone();
    let text = "position:a3*b3 fork".to_owned();
    window.state_mut().run(&ctx, Command::Find(text.clone()));
    assert!(window.state().is_busy());
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::CancelWork));
    assert!(!window.state().is_busy());
    settle(&mut window);
    assert!(has(&window, "The search was cancelled") && !says(&window, "Hits at and below"));
    click(&mut window, "Look again");
    assert!(says(&window, "Hits at and below each move"));
    run_named(&mut window, Named::NextHit);
    // The root is the first.
    assert!(says(&window, "Hit 2 of"));
}

#[test]
fn another_board_is_searched_anew() {
    let mut window = window("b2b2/a2b1 a");
    find(&mut window, "end");
    assert!(has(&window, "5 hits"));
    run(&mut window, Command::OpenText("a3b2 a".to_owned()));
    assert!(!has(&window, "5 hits"));
    run_named(&mut window, Named::NextHit);
    assert!(!line(&window).is_empty());
}

#[test]
fn f4_without_anything_to_look_for_shows_where_it_is_typed() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::F4);
    assert_eq!(window.state().is_on(Named::Find), Some(true));
    assert!(says(&window, "Type what you look for"));
}

#[test]
fn the_map_marks_hits_and_its_legend_says_so() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, Named::ShowMap);
    assert!(!says(&window, "holds hits"));
    find(&mut window, "end");
    assert!(says(&window, "hit; thin: holds hits"));
    // Zoomed to a node that fills the map, below which the line goes on; and with another way of
    // counting plies.
    for text in ["end ply:4", "bestplay", "blunder"] {
        find(&mut window, text);
        run_named(&mut window, Named::NextHit);
        run_named(&mut window, Named::ActualSize);
    }
    assert!(!says(&window, "holds hits"), "there is no blunder");
}

#[test]
fn the_key_for_finding_takes_what_stood_there_away_and_shift_goes_back() {
    let mut window = window("b2b2/a2b1 a");
    press_with(&mut window, Modifiers::COMMAND, Key::F);
    let kept = |window: &Window| {
        let field = window.get_by_label("What to look for");
        field.value().unwrap_or_default()
    };
    window.get_by_label("What to look for").type_text("end");
    settle(&mut window);
    assert!(says(&window, "5 hits"));
    for (modifiers, hit) in [
        (Modifiers::NONE, "Hit 1 of 5"),
        (Modifiers::NONE, "Hit 2 of 5"),
        (Modifiers::SHIFT, "Hit 1 of 5"),
    ] {
        press_with(&mut window, modifiers, Key::Enter);
        assert!(says(&window, hit), "{hit}");
    }
    press_with(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_label("What to look for").type_text("tie");
    settle(&mut window);
    assert_eq!(kept(&window), "tie");
    assert!(
        !says(&window, "Hit 1 of 5"),
        "which hit it was, of what is looked for no more"
    );
}
