//! Finding in the window: what is typed, what is found, the way from hit to hit, and the marks.

use doomtree::app::{Command, CommandId, MainView, ids};
use doomtree::diagram::HIT;
use doomtree::tree::Limits;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use support::screen::{
    Opened, Window, click_on, found, is_there, label_of, line, numbers_in, numbers_of, press,
    press_with, run, run_named, scripted, settle, shows, text_of, value_of, window,
};

fn find(window: &mut Window, text: &str) {
    run(window, Command::Find(text.to_owned()));
}

/// Types into the field.
fn type_text(window: &mut Window, text: &str) {
    press_with(window, Modifiers::COMMAND, Key::F);
    found(window, ids::FIND_FIELD).type_text(text);
    settle(window);
}

/// How many hits there are, as the tab says.
fn total(window: &Window) -> Option<u64> {
    numbers_of(window, ids::FIND_TOTAL).first().copied()
}

/// The numbers of what was told last: which hit it is, and of how many.
fn told(window: &Window) -> Vec<u64> {
    numbers_of(window, ids::NOTICE)
}

/// How many nodes of the tree are marked as hits.
fn marked(window: &Window) -> usize {
    let nodes = window.query_all_by_role(Role::TreeItem);
    let hit = format!(", {HIT}");
    nodes.filter(|node| label_of(node).ends_with(&hit)).count()
}

/// Opens the list of hits by move of the selected node.
fn list_moves(window: &mut Window) {
    click_on(window, ids::FIND_LIST);
    click_on(window, ids::FIND_BY_MOVE);
}

/// How many hits lie at and below a move of the selected node, as its row says.
fn below(window: &Window, mv: &str) -> Option<u64> {
    let rows = (0..).map(ids::hits_below);
    let mut rows = rows.take_while(|row| is_there(window, row));
    let row = rows.find(|row| shows(window, row, mv))?;
    numbers_of(window, &row).last().copied()
}

#[test]
fn what_is_typed_is_found_and_gone_to_with_enter() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end");
    assert_eq!(total(&window), Some(5));
    assert_eq!(
        numbers_of(&window, ids::FIND_PLACE),
        [4],
        "the ply of the first"
    );
    assert_eq!(marked(&window), 5, "hits are marked in the tree");
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert_eq!(numbers_of(&window, ids::FIND_PLACE), [1]);
    assert_eq!(told(&window), [1, 5]);
    press(&mut window, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 1>3 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::Enter);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::Enter);
    assert_eq!(told(&window), [5, 5], "back from the end of the tree");
    press(&mut window, Key::Escape);
    assert!(window.state().find_text().is_empty());
    assert_eq!((marked(&window), total(&window)), (0, None));
    // Where nothing is typed it closes what one types in.
    assert!(is_there(&window, ids::FIND_FIELD));
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, ids::FIND_FIELD));
}

/// Keys that type nothing do what they do anywhere else.
#[test]
fn function_keys_and_shortcuts_work_while_a_filter_is_typed() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end");
    press(&mut window, Key::F4);
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    press_with(&mut window, Modifiers::SHIFT, Key::F4);
    assert_eq!(told(&window), [5, 5], "back from the end of the tree");
    // One goes on typing, until another view is asked for.
    found(&window, ids::FIND_FIELD).type_text(" ply:5");
    settle(&mut window);
    assert_eq!(window.state().find_text(), "end ply:5");
    press_with(&mut window, Modifiers::COMMAND, Key::Num2);
    assert_eq!(window.state().middle(), MainView::Map);
    press(&mut window, Key::Home);
    assert_eq!(line(&window), "");
}

#[test]
fn what_means_nothing_is_refused_and_hints_help() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "end blundr");
    assert!(shows(&window, ids::FIND_FAULT, "'blundr'"));
    assert_eq!(numbers_of(&window, ids::FIND_FAULT), [5], "the column");
    let fault = text_of(&window, ids::FIND_FAULT);
    assert!(fault.contains("blunder"), "what it could be: {fault}");
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), "");
    find(&mut window, "");
    // A word that isn't typed to its end is no fault yet.
    type_text(&mut window, "end blun");
    assert!(is_there(&window, &ids::find_hint("blunder")));
    assert!(!is_there(&window, ids::FIND_FAULT));
    find(&mut window, "");
    type_text(&mut window, "end winner:");
    click_on(&mut window, &ids::find_hint("winner:b"));
    assert_eq!(window.state().find_text(), "end winner:b");
    assert_eq!(total(&window), Some(5));
}

#[test]
fn a_word_that_is_complete_is_not_offered_and_the_list_of_all_words_types_one() {
    let mut window = window("b2b2/a2b1 a");
    type_text(&mut window, "e");
    assert!(is_there(&window, &ids::find_hint("end")));
    found(&window, ids::FIND_FIELD).type_text("nd");
    settle(&mut window);
    assert_eq!(total(&window), Some(5));
    assert!(
        !is_there(&window, &ids::find_hint("end")),
        "no chip for the word itself"
    );
    let word = ids::find_word("transposition");
    assert!(!is_there(&window, &word));
    click_on(&mut window, ids::FIND_REFERENCE);
    click_on(&mut window, &word);
    assert_eq!(window.state().find_text(), "end transposition");
    assert!(!is_there(&window, &word), "the list closes");
    // What can't be read gives way to the word.
    find(&mut window, "xyzzy");
    assert!(is_there(&window, ids::FIND_FAULT));
    click_on(&mut window, ids::FIND_REFERENCE);
    click_on(&mut window, &ids::find_word("fork"));
    assert_eq!(window.state().find_text(), "fork");
    // The guide's example finds something on the board of the book.
    find(&mut window, "position:a?b1");
    assert!(total(&window).is_some_and(|total| total > 0));
    find(&mut window, "RATING(b) >= 1/2 end");
    assert_eq!(total(&window), Some(5));
}

#[test]
fn the_cursor_in_a_text_field_does_not_blink_and_the_window_stays_idle() {
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
fn the_notice_of_a_match_closes_with_its_view_and_hidden_ratings_take_their_filters_away() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::NextEnd);
    assert_eq!(told(&window), [1, 5]);
    run_named(&mut window, CommandId::ShowMap);
    assert!(!is_there(&window, ids::NOTICE));
    run_named(&mut window, CommandId::Find);
    let offered = |window: &Window| {
        ["blunder", "bestplay", "fork"].map(|text| is_there(window, &ids::find_chip(text)))
    };
    assert_eq!(offered(&window), [true, true, true]);
    run_named(&mut window, CommandId::HideRatings);
    assert_eq!(offered(&window), [false, false, true]);
}

#[test]
fn what_is_looked_for_often_is_one_click_away() {
    let mut window = window("b2b2/a2b1 a");
    for (chip, total) in [
        ("end", 5),
        ("fork", 3),
        ("blunder", 0),
        ("transposition", 4),
        ("winner:b", 5),
        ("winner:a", 0),
        ("tie", 0),
        ("here", 1),
        ("bestplay", 13),
    ] {
        run_named(&mut window, CommandId::Find);
        click_on(&mut window, &ids::find_chip(chip));
        assert_eq!(self::total(&window), Some(total), "{chip}");
        click_on(&mut window, ids::FIND_CLEAR);
        assert_eq!(self::total(&window), None, "{chip}");
    }
}

#[test]
fn a_folded_node_and_every_move_tell_how_many_hits_they_hide() {
    let mut window = window("b2b2/a2b1 a");
    find(&mut window, "end");
    press(&mut window, Key::Space);
    let root = window.query_all_by_role(Role::TreeItem).next();
    let root = label_of(&root.expect("the root"));
    let (_, words) = root.rsplit_once(", ").expect("what is marked");
    assert_eq!(numbers_in(words), [5], "{root}");
    press(&mut window, Key::Space);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    list_moves(&mut window);
    assert_eq!(below(&window, "1 → 3"), Some(2));
    assert_eq!(below(&window, "0 → 2"), Some(2));
    assert!(shows(&window, &ids::hits_below(0), "0 → 2"));
    click_on(&mut window, &ids::hits_below(0));
    assert_eq!(line(&window), "2>3 pass 0>2");
}

#[test]
fn closing_the_search_strip_removes_its_marks_and_keeps_the_typed_filter() {
    let mut window = window("b2b2/a2b1 a");
    let above = |window: &Window| found(window, ids::TREE_PLY).rect().top();
    let before = above(&window);
    for _ in 0..2 {
        click_on(&mut window, ids::TOOLS);
        click_on(&mut window, CommandId::Find.id());
        assert!(is_there(&window, ids::FIND_FIELD) && is_there(&window, ids::WHY));
        find(&mut window, "end");
        assert_eq!(marked(&window), 5);
        assert!(
            above(&window) > before + 30.0,
            "it takes room from the tree"
        );
        click_on(&mut window, ids::FIND_CLOSE);
        assert!(is_there(&window, ids::WHY) && !is_there(&window, ids::FIND_FIELD));
        assert_eq!((marked(&window), above(&window)), (0, before));
    }
    // What was typed is there again, and gone to meanwhile.
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(told(&window), [1, 5]);
    run_named(&mut window, CommandId::Find);
    assert_eq!(window.state().find_text(), "end");
    click_on(&mut window, &ids::tab("Setup"));
    assert_eq!(window.state().is_on(CommandId::Find), Some(true));
    // Escape closes what was opened last, and the strip first.
    run(&mut window, Command::Dismiss);
    assert_eq!(window.state().is_on(CommandId::Find), Some(false));
    assert_eq!(window.state().is_on(CommandId::Setup), Some(true));
}

#[test]
fn a_ply_of_the_list_leads_to_its_first_hit() {
    let mut window = window("b2b2/a2b1 a");
    find(&mut window, "end");
    click_on(&mut window, ids::FIND_LIST);
    let plies = |window: &Window| -> Vec<[u64; 2]> {
        (0..20)
            .filter(|ply| is_there(window, &ids::find_ply(*ply)))
            .filter_map(|ply| numbers_of(window, &ids::find_ply(ply)).try_into().ok())
            .collect()
    };
    assert_eq!(plies(&window), [[4, 3], [5, 2]]);
    click_on(&mut window, &ids::find_ply(5));
    assert!(plies(&window).is_empty(), "the list closes");
    assert_eq!(line(&window), "2>3 pass 0>2 1>3 pass");
    assert_eq!(
        told(&window),
        [2, 5, 5],
        "its number among all, and its ply"
    );
    // From there on the order is that of the tree, of what is typed.
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(told(&window), [3, 5]);
    run(&mut window, Command::FindInPly(4));
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    assert_eq!(window.state().find_text(), "end");
    // A ply without any has nothing to go to.
    run(&mut window, Command::FindInPly(2));
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
}

#[test]
fn the_list_by_ply_opens_at_the_ply_of_the_selected_node() {
    // The list goes to ply 60, and fewer have room at once.
    let mut window = scripted("top a: round -> top, on -> end; end end: 1 0");
    find(&mut window, "end");
    for _ in 0..30 {
        press(&mut window, Key::Num1);
    }
    let shown = |window: &Window, ply| is_there(window, &ids::find_ply(ply));
    click_on(&mut window, ids::FIND_LIST);
    assert!(shown(&window, 30) && !shown(&window, 1) && !shown(&window, 59));
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::Root);
    click_on(&mut window, ids::FIND_LIST);
    assert!(shown(&window, 1) && !shown(&window, 59));
}

#[test]
fn where_hits_are_without_end_the_list_says_up_to_which_ply_it_goes() {
    let mut window = scripted("top a: round -> top, on -> end; end end: 1 0");
    find(&mut window, "end");
    click_on(&mut window, ids::FIND_LIST);
    assert_eq!(numbers_of(&window, &ids::find_ply(3)), [3, 1]);
    assert_eq!(numbers_of(&window, ids::FIND_PLIES_NOTE), [61]);
    click_on(&mut window, &ids::find_ply(3));
    assert_eq!(line(&window), "round round on");
}

#[test]
fn going_on_begins_again_at_the_start_and_says_so() {
    let mut window = window("b2b2/a2b1 a");
    for number in 1..=5 {
        run_named(&mut window, CommandId::NextEnd);
        assert_eq!(told(&window), [number, 5]);
    }
    run_named(&mut window, CommandId::NextEnd);
    assert_eq!(told(&window), [1, 5], "on from the start of the tree");
    assert_eq!(line(&window), "2>3 pass 0>2 pass");
    run_named(&mut window, CommandId::Root);
    run_named(&mut window, CommandId::NextOccurrence);
    assert_eq!(told(&window), [1, 1], "there is no other");
    // What was typed isn't forgotten over that.
    find(&mut window, "fork");
    run_named(&mut window, CommandId::NextEnd);
    assert_eq!(window.state().find_text(), "fork");
    assert_eq!(total(&window), Some(3));
}

#[test]
fn the_first_hit_from_the_start_is_one_of_the_fewest_moves() {
    let mut window = window("b1a3/b2b2 a");
    find(&mut window, "blunder");
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), "1>0");
    // From there on the order is that of the tree.
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), "1>3 pass");
}

#[test]
fn hidden_ratings_arent_told_by_what_is_found() {
    let mut window = window("a2b2/b3a1 b");
    find(&mut window, "bestplay");
    assert!(marked(&window) > 0);
    run_named(&mut window, CommandId::HideRatings);
    assert!(is_there(&window, ids::FIND_HIDDEN));
    assert_eq!((marked(&window), total(&window)), (0, None));
    for named in [CommandId::NextHit, CommandId::NextBlunder] {
        run_named(&mut window, CommandId::Root);
        run_named(&mut window, named);
        assert_eq!(line(&window), "");
        assert!(is_there(&window, ids::TROUBLE), "{named:?}");
    }
    // What tells none goes on.
    run_named(&mut window, CommandId::NextEnd);
    assert!(!line(&window).is_empty());
    run_named(&mut window, CommandId::HideRatings);
    assert!(marked(&window) > 0);
}

#[test]
fn a_bare_rating_is_that_of_the_player_whose_ratings_are_shown() {
    let mut window = scripted("top a: l -> x, r -> y; x end: 1 0; y end: 0 1");
    find(&mut window, "rating=1 end");
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), "l");
    run_named(&mut window, CommandId::Viewpoint);
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), "r");
}

#[test]
fn hits_without_end_are_those_of_the_first_plies_and_that_is_said() {
    let mut window = scripted("top a: round -> top, on -> end; end end: 1 0");
    find(&mut window, "end");
    assert_eq!(total(&window), Some(61));
    assert!(is_there(&window, ids::FIND_ENDLESS));
    find(&mut window, "end ply:70-75");
    assert_eq!(total(&window), Some(6));
    run_named(&mut window, CommandId::NextHit);
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
    assert!(shows(
        &window,
        ids::FIND_TOTAL,
        "2,037,035,976,334,486,086,268,445,688,409,378,161,051,468"
    ));
    run_named(&mut window, CommandId::NextHit);
    assert_eq!(line(&window), ["l"; 300].join(" "));
    run_named(&mut window, CommandId::PreviousHit);
    assert_eq!(line(&window), ["r"; 300].join(" "));
    // The move stands before a number that has room.
    run_named(&mut window, CommandId::Root);
    list_moves(&mut window);
    assert!(shows(&window, &ids::hits_below(0), "l"));
    assert!(shows(&window, &ids::hits_below(0), "1,018,517,988"));
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::PreviousHit);
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
        .run(&ctx, Command::Named(CommandId::CancelWork));
    assert!(!window.state().is_busy());
    settle(&mut window);
    assert!(is_there(&window, ids::FIND_AGAIN) && total(&window).is_none());
    click_on(&mut window, ids::FIND_AGAIN);
    assert!(total(&window).is_some() && !is_there(&window, ids::FIND_AGAIN));
    run_named(&mut window, CommandId::NextHit);
    // The root is a hit, and nothing is nearer.
    assert_eq!(told(&window).first(), Some(&1));
}

#[test]
fn another_board_is_searched_anew() {
    let mut window = window("b2b2/a2b1 a");
    find(&mut window, "end");
    assert_eq!(total(&window), Some(5));
    run(&mut window, Command::OpenText("a3b2 a".to_owned()));
    assert_ne!(total(&window), Some(5));
    run_named(&mut window, CommandId::NextHit);
    assert!(!line(&window).is_empty());
}

#[test]
fn f4_without_anything_to_look_for_shows_where_it_is_typed() {
    let mut window = window("b2b2/a2b1 a");
    press(&mut window, Key::F4);
    assert_eq!(window.state().is_on(CommandId::Find), Some(true));
    assert!(is_there(&window, ids::FIND_FIELD) && is_there(&window, ids::NOTICE));
    assert!(told(&window).is_empty(), "there is no hit");
}

#[test]
fn the_map_marks_hits_and_its_legend_says_so() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::ShowMap);
    let hits = |window: &Window| {
        let legend = value_of(window, ids::LEGEND);
        legend.split("; ").any(|entry| entry == HIT)
    };
    assert!(!hits(&window));
    find(&mut window, "end");
    assert!(hits(&window));
    // Zoomed to a node that fills the map, below which the line goes on; and with another way of
    // counting plies.
    for text in ["end ply:4", "bestplay", "blunder"] {
        find(&mut window, text);
        run_named(&mut window, CommandId::NextHit);
        run_named(&mut window, CommandId::ActualSize);
    }
    assert!(!hits(&window), "there is no blunder");
}

#[test]
fn ctrl_f_replaces_the_last_filter_and_shift_enter_goes_to_the_match_before() {
    let mut window = window("b2b2/a2b1 a");
    press_with(&mut window, Modifiers::COMMAND, Key::F);
    found(&window, ids::FIND_FIELD).type_text("end");
    settle(&mut window);
    assert_eq!(total(&window), Some(5));
    for (modifiers, hit) in [
        (Modifiers::NONE, 1),
        (Modifiers::NONE, 2),
        (Modifiers::SHIFT, 1),
    ] {
        press_with(&mut window, modifiers, Key::Enter);
        assert_eq!(told(&window), [hit, 5]);
    }
    press_with(&mut window, Modifiers::COMMAND, Key::F);
    found(&window, ids::FIND_FIELD).type_text("tie");
    settle(&mut window);
    assert_eq!(value_of(&window, ids::FIND_FIELD), "tie");
    assert!(
        !is_there(&window, ids::NOTICE),
        "which hit it was, of what is looked for no more"
    );
}
