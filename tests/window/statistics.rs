//! The statistics in the window without a screen: tables that are read aloud, what is copied, what is
//! hidden, and how counting is stopped.

use doomtree::app::{Command, Named};
use doomtree::tree::Limits;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, OutputCommand};
use egui_kittest::kittest::Queryable;

use support::screen::{Opened, Window, has, press, run_named, says, scripted, settle, window};

const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";

fn on_statistics(mut window: Window) -> Window {
    run_named(&mut window, Named::ShowStatistics);
    window
}

/// What is copied in the next frames.
fn copied(window: &mut Window) -> Option<String> {
    (0..4).find_map(|_| {
        window.run_steps(1);
        let commands = &window.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    })
}

#[test]
fn every_row_is_read_aloud_and_every_plot_says_what_it_shows() {
    let window = on_statistics(window("b2b2/a2b1 a"));
    for row in [
        "Kind all, Positions 11, Nodes of the tree 13",
        "Kind ends, Positions 4, Nodes of the tree 5",
        "Ends b wins, Positions 4, Nodes of the tree 5",
        "Ply 4, Nodes 5, Ends 3, New positions 4, Moves a decision 1.00",
        "Rating 0, Positions 11, Proven 11, Nodes of the tree 13",
    ] {
        assert!(has(&window, row) || says(&window, row), "{row}");
    }
    let plots = window.query_all_by_role(Role::Image).count();
    assert_eq!(plots, 3);
    // What has nothing to show isn't there.
    let window = on_statistics(scripted("s end: 1 0"));
    assert_eq!(window.query_all_by_role(Role::Image).count(), 1);
}

#[test]
fn what_is_shown_is_copied_to_the_last_digit() {
    let mut window = on_statistics(window(LISP));
    window.get_by_label("Copy as CSV").click();
    let text = copied(&mut window).expect("a copy");
    assert!(text.starts_with("table,item,measure,value\r\n"), "{text}");
    assert!(text.contains("tree,all,nodes,212957\r\n"), "{text}");
    assert!(text.contains("ratings of b,"), "{text}");
    press(&mut window, Key::F6);
    assert!(!window.state().is_enabled(Named::CopyStatistics));
}

#[test]
fn hidden_ratings_are_neither_shown_nor_copied_and_others_follow_the_chosen_player() {
    let mut window = on_statistics(window(LISP));
    assert!(says(&window, "Ratings of a"));
    press(&mut window, Key::R);
    assert!(says(&window, "Ratings of b"));
    press(&mut window, Key::H);
    assert!(!says(&window, "Ratings of b"));
    assert!(!says(&window, "proven for everybody"));
    run_named(&mut window, Named::CopyStatistics);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::CopyStatistics));
    let text = copied(&mut window).expect("a copy");
    assert!(!text.contains("ratings of"), "{text}");
}

#[test]
fn trees_without_end_and_stopped_ones_say_so() {
    let window = on_statistics(scripted("s a: l -> m\nm b: back -> s, on -> e\ne end: 1 0"));
    assert!(says(&window, "of a tree without end"));
    assert!(says(
        &window,
        "Kind all, Positions 3, Nodes of the tree infinite"
    ));
    let limits = Limits {
        max_nodes: Some(40),
        ..Limits::default()
    };
    let opened = Opened {
        position: LISP,
        limits,
        ..Opened::default()
    };
    let window = on_statistics(opened.open());
    assert!(says(&window, "Kind all, Positions ≥ "));
    assert!(says(&window, "Kind stopped by a limit"));
}

#[test]
fn a_large_tree_is_counted_beside_the_window_and_that_can_be_stopped() {
    let mut window = window("b3a2b2/a3b3a2/b2a1b3 a");
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::ShowStatistics));
    window.run_steps(2);
    assert!(window.state().is_busy());
    assert!(says(&window, "Counting"));
    press(&mut window, Key::Escape);
    assert!(window.state().statistics().known().is_none());
    assert!(says(&window, "The tree was not counted"));
    window.get_by_label("Count it").click();
    settle(&mut window);
    let statistics = window.state().statistics().known().expect("statistics");
    let document = window.state().document();
    let all = document.session.rated().graph.graph().len() as u64;
    assert_eq!(statistics.all.positions, all);
    let new: u64 = statistics.plies.iter().map(|ply| ply.new_positions).sum();
    assert_eq!(new, all);
    // Elsewhere and back: nothing is counted again.
    press(&mut window, Key::F6);
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::ShowStatistics));
    window.run_steps(2);
    assert!(!window.state().is_busy());
}

#[test]
fn positions_are_those_of_the_status_line_and_others_have_names_of_their_own() {
    let plies = |plies| Limits {
        max_plies: Some(plies),
        ..Limits::default()
    };
    let switches = |players| doomtree::games::Switches {
        preset: Some("land-of-lisp-v4".to_owned()),
        players: Some(players),
        ..Default::default()
    };
    for (position, players, limits) in [("a2b2c1d1 a", 4, plies(6)), ("b2b2/a2b1 a", 2, plies(4))] {
        let setup = doomtree::games::Setup {
            game: "dice-of-doom".to_owned(),
            position: position.to_owned(),
            switches: switches(players),
            ..Default::default()
        };
        let opened = Opened {
            setup: Some(setup),
            limits,
            ..Opened::default()
        };
        let window = on_statistics(opened.open());
        let document = window.state().document();
        let all = document.positions;
        let statistics = window.state().statistics().known().expect("statistics");
        assert_eq!(statistics.all.positions, all, "{position}");
        assert!(
            says(&window, &format!("{all} positions")),
            "the status line"
        );
        assert!(says(&window, &format!("Kind all, Positions {all}, ")));
        let chance = statistics.chance.positions;
        assert!(says(&window, &format!("chance nodes ({chance})")));
        let told_apart = statistics.with_plies_left.expect("a limit");
        let graph = document.session.rated().graph.graph();
        assert_eq!(
            told_apart + graph.vertices().filter(|v| graph.is_chance(*v)).count() as u64,
            graph.len() as u64
        );
        assert_eq!(
            says(&window, &format!("there are {told_apart}")),
            told_apart != all
        );
        // A rating that only chance nodes have says so.
        assert!(says(&window, "Chance nodes "));
    }
}

#[test]
fn no_number_is_cut_however_narrow_the_window_is() {
    let mut script = String::new();
    for index in 0..45 {
        script.push_str(&format!("n{index} a: l -> n{0}, r -> n{0}\n", index + 1));
    }
    script.push_str("n45 end: 1 0");
    for width in [700.0, 1_024.0, 1_440.0, 2_600.0] {
        let window = on_statistics(
            Opened {
                script: Some(&script),
                size: [width, 900.0],
                ..Opened::default()
            }
            .open(),
        );
        // Labels tell all digits; painted texts are looked at one by one.
        assert!(says(
            &window,
            "Kind all, Positions 46, Nodes of the tree 70,368,744,177,663"
        ));
        for text in painted(&window) {
            assert!(
                !text.ends_with('…') || !text.starts_with(|c: char| c.is_ascii_digit()),
                "{text}"
            );
        }
    }
}

/// All texts of the last frame as they were painted.
fn painted(window: &Window) -> Vec<String> {
    fn collect(shape: &eframe::egui::Shape, texts: &mut Vec<String>) {
        match shape {
            eframe::egui::Shape::Text(text) => {
                let rows = text.galley.rows.iter();
                texts.extend(rows.map(|row| row.glyphs.iter().map(|glyph| glyph.chr).collect()));
            }
            eframe::egui::Shape::Vec(shapes) => {
                shapes.iter().for_each(|shape| collect(shape, texts))
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for clipped in &window.output().shapes {
        collect(&clipped.shape, &mut texts);
    }
    texts
}

#[test]
fn the_page_is_scrolled_by_keys_and_long_tables_are_shortened_until_all_is_asked_for() {
    let mut script = String::new();
    for index in 0..200 {
        script.push_str(&format!("n{index} a: l -> n{}\n", index + 1));
    }
    script.push_str("n200 end: 1 0");
    let mut window = on_statistics(scripted(&script));
    assert!(!says(&window, "Ply 100, Nodes 1"));
    support::screen::click_button(&mut window, "Show 169 more");
    let scrolled = |window: &Window| window.state().statistics().scrolled();
    press(&mut window, Key::PageDown);
    let page = scrolled(&window);
    assert!(page > 300.0, "{page}");
    let mut pages = 1;
    while !says(&window, "Ply 150, Nodes 1") && pages < 12 {
        press(&mut window, Key::PageDown);
        pages += 1;
    }
    assert!((4..12).contains(&pages), "{pages}");
    let before = scrolled(&window);
    press(&mut window, Key::PageUp);
    assert!((before - scrolled(&window) - page).abs() < 1.0);
    // Home and End walk the tree, unless the page has the focus.
    press(&mut window, Key::End);
    assert_eq!(support::screen::line(&window).split(' ').count(), 200);
    window.get_by_label_contains("Statistics: Page Up").focus();
    window.run_steps(2);
    press(&mut window, Key::Home);
    assert!(scrolled(&window) < 1.0);
    assert_eq!(support::screen::line(&window).split(' ').count(), 200);
    press(&mut window, Key::End);
    assert!(scrolled(&window) > 3.0 * page);
}

#[test]
fn keys_walk_on_while_the_numbers_are_shown() {
    let mut window = on_statistics(window("b2b2/a2b1 a"));
    press(&mut window, Key::ArrowDown);
    assert_eq!(support::screen::line(&window), "2>3");
    assert!(!window.state().is_enabled(Named::ZoomIn));
}
