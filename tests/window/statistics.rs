//! The statistics in the window without a screen: tables that are read aloud, what is copied, what is
//! hidden, and how counting is stopped.

use doomtree::app::{Command, CommandId, ids};
use doomtree::diagram::whole_count;
use doomtree::tree::{Count, Limits};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;

use support::screen::{
    Opened, Window, click_on, copied, doer, found, is_there, line, numbers_of, press, run_named,
    scripted, shows, text_of, window,
};

const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";

fn on_statistics(mut window: Window) -> Window {
    run_named(&mut window, CommandId::ShowStatistics);
    window
}

/// The numbers of every row of a table, as they are read aloud.
fn rows(window: &Window, table: &str) -> Vec<Vec<u64>> {
    let rows = (0..).map(|row| ids::table_row(table, row));
    let rows = rows.take_while(|row| is_there(window, row));
    rows.map(|row| numbers_of(window, &row)).collect()
}

/// Whether the ratings are those of a player.
fn ratings_of(window: &Window, player: &str) -> bool {
    let text = text_of(window, ids::STATISTICS_RATINGS);
    let title = text.lines().next().unwrap_or_default();
    title.split(' ').any(|word| word == player)
}

#[test]
fn every_row_is_read_aloud_and_every_plot_says_what_it_shows() {
    let window = on_statistics(window("b2b2/a2b1 a"));
    for (table, row, numbers) in [
        // All, and ends: positions and nodes of the tree.
        ("kinds", 0, &[11, 13][..]),
        ("kinds", 2, &[4, 5]),
        ("winners", 0, &[4, 5]),
        // The ply, nodes, ends, new positions, and 1.00 moves a decision.
        ("plies", 4, &[4, 5, 3, 4, 1, 0]),
        // The rating, positions, those that are proven, and nodes.
        ("ratings", 0, &[0, 11, 11, 13]),
    ] {
        let row = ids::table_row(table, row);
        assert_eq!(numbers_of(&window, &row), numbers, "{row}");
    }
    assert!(shows(&window, &ids::table_row("winners", 0), " b "));
    let plots = window.query_all_by_role(Role::Image).count();
    assert_eq!(plots, 3);
    // What has nothing to show isn't there.
    let window = on_statistics(scripted("s end: 1 0"));
    assert_eq!(window.query_all_by_role(Role::Image).count(), 1);
}

#[test]
fn what_is_shown_is_copied_to_the_last_digit() {
    let mut window = on_statistics(window(LISP));
    doer(&window, CommandId::CopyStatistics).click();
    let text = copied(&mut window).expect("a copy");
    assert!(text.starts_with("table,item,measure,value\r\n"), "{text}");
    assert!(text.contains("tree,all,nodes,212957\r\n"), "{text}");
    assert!(text.contains("ratings of b,"), "{text}");
    run_named(&mut window, CommandId::ShowTree);
    assert!(!window.state().is_enabled(CommandId::CopyStatistics));
}

#[test]
fn hidden_ratings_are_neither_shown_nor_copied_and_others_follow_the_chosen_player() {
    let mut window = on_statistics(window(LISP));
    assert!(ratings_of(&window, "a"));
    press(&mut window, Key::R);
    assert!(ratings_of(&window, "b"));
    let kinds = rows(&window, "kinds").len();
    press(&mut window, Key::H);
    assert!(!is_there(&window, ids::STATISTICS_RATINGS));
    assert_eq!(rows(&window, "ratings").len(), 0);
    assert_eq!(rows(&window, "kinds").len(), kinds - 1, "what is proven");
    run_named(&mut window, CommandId::CopyStatistics);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::CopyStatistics));
    let text = copied(&mut window).expect("a copy");
    assert!(!text.contains("ratings of"), "{text}");
}

#[test]
fn trees_without_end_and_stopped_ones_say_so() {
    let window = on_statistics(scripted("s a: l -> m\nm b: back -> s, on -> e\ne end: 1 0"));
    let known = window.state().statistics().known().expect("statistics");
    assert!(known.goes_on, "a tree without end");
    let all = ids::table_row("kinds", 0);
    assert_eq!(numbers_of(&window, &all), [3]);
    assert!(shows(&window, &all, &whole_count(Count::Infinite)));
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
    assert!(shows(&window, &all, " ≥ "));
    let stopped = &window.state().statistics().known().expect("some").horizons;
    assert!(stopped.positions > 0);
    let kinds = rows(&window, "kinds").into_iter();
    let mut stops = kinds.filter(|row| row.first() == Some(&stopped.positions));
    assert!(stops.next().is_some(), "what a limit stopped");
}

#[test]
fn a_large_tree_is_counted_beside_the_window_and_that_can_be_stopped() {
    let mut window = window("b3a2b2/a3b3a2/b2a1b3 a");
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::ShowStatistics));
    window.run_steps(2);
    assert!(window.state().is_busy());
    assert!(is_there(&window, CommandId::CancelWork.id()));
    assert!(!is_there(&window, ids::STATISTICS_COUNT));
    run_named(&mut window, CommandId::CancelWork);
    assert!(window.state().statistics().known().is_none());
    click_on(&mut window, ids::STATISTICS_COUNT);
    let statistics = window.state().statistics().known().expect("statistics");
    let document = window.state().document();
    let all = document.session.rated().graph.graph().len() as u64;
    assert_eq!(statistics.all.positions, all);
    let new: u64 = statistics.plies.iter().map(|ply| ply.new_positions).sum();
    assert_eq!(new, all);
    // Elsewhere and back: nothing is counted again.
    run_named(&mut window, CommandId::ShowTree);
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::ShowStatistics));
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
        let status = numbers_of(&window, ids::STATUS);
        assert!(status.contains(&all), "the status line: {status:?}");
        let kinds = rows(&window, "kinds");
        assert_eq!(kinds[0].first(), Some(&all));
        let chance = statistics.chance.positions;
        let last = ids::table_row("kinds", kinds.len() - 1);
        assert!(shows(&window, &last, &format!("({chance})")));
        let told_apart = statistics.with_plies_left.expect("a limit");
        let graph = document.session.rated().graph.graph();
        assert_eq!(
            told_apart + graph.vertices().filter(|v| graph.is_chance(*v)).count() as u64,
            graph.len() as u64
        );
        let told = numbers_of(&window, ids::STATISTICS_APART);
        assert_eq!(told.contains(&told_apart), told_apart != all);
        // A rating that only chance nodes have says so.
        let mix = &statistics.mixes[0].parts;
        let column = rows(&window, "ratings");
        let column = column.iter().map(|row| row[row.len() - 2]);
        assert_eq!(
            column.collect::<Vec<_>>(),
            mix.iter().map(|part| part.chance).collect::<Vec<_>>()
        );
        assert!(mix.iter().any(|part| part.chance > 0));
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
        let all = numbers_of(&window, &ids::table_row("kinds", 0));
        assert_eq!(all, [46, 70_368_744_177_663]);
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
    let ply = |ply: usize| ids::table_row("plies", ply);
    assert!(!is_there(&window, &ply(100)));
    assert_eq!(numbers_of(&window, ids::SHOW_MORE), [169]);
    click_on(&mut window, ids::SHOW_MORE);
    let scrolled = |window: &Window| window.state().statistics().scrolled();
    press(&mut window, Key::PageDown);
    let page = scrolled(&window);
    assert!(page > 300.0, "{page}");
    let mut pages = 1;
    while !is_there(&window, &ply(150)) && pages < 12 {
        press(&mut window, Key::PageDown);
        pages += 1;
    }
    assert!((4..12).contains(&pages), "{pages}");
    let before = scrolled(&window);
    press(&mut window, Key::PageUp);
    assert!((before - scrolled(&window) - page).abs() < 1.0);
    // Home and End walk the tree, unless the page has the focus.
    press(&mut window, Key::End);
    assert_eq!(line(&window).split(' ').count(), 200);
    found(&window, ids::PAGE).focus();
    window.run_steps(2);
    press(&mut window, Key::Home);
    assert!(scrolled(&window) < 1.0);
    assert_eq!(line(&window).split(' ').count(), 200);
    press(&mut window, Key::End);
    assert!(scrolled(&window) > 3.0 * page);
}

#[test]
fn keys_walk_on_while_the_numbers_are_shown() {
    let mut window = on_statistics(window("b2b2/a2b1 a"));
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "2>3");
    assert!(!window.state().is_enabled(CommandId::ZoomIn));
}
