//! The tree in the window without a screen: controls, marks, tooltips, the menu of a node, and
//! what is hidden.

use doomtree::app::{Command, Named};
use doomtree::diagram::RatingsFor;
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use egui_kittest::kittest::{NodeT as _, Queryable};

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};

use support::screen::{Opened, Window, click, line, press, run, says, settle};

const BOOK: &str = "b2b2/a2b1 a";
const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";

/// Two clicks in a row are a double click.
const STEP: Option<f32> = Some(0.05);

fn window(position: &str) -> Window {
    Opened {
        position,
        step: STEP,
        ..Opened::default()
    }
    .open()
}

fn scripted(script: &str) -> Window {
    Opened {
        script: Some(script),
        step: STEP,
        ..Opened::default()
    }
    .open()
}

fn shown(window: &Window) -> usize {
    let session = &window.state().document().session;
    session.unfolding().preorder().count()
}

/// The least and the last ply that are shown.
fn plies(window: &Window) -> (u32, u32) {
    let session = &window.state().document().session;
    let plies = session
        .unfolding()
        .shown_plies(session.rated().graph.graph());
    (plies.least, plies.most)
}

fn legend(window: &Window) -> String {
    let legend = window.query_by_label_contains("Legend: ");
    legend.map_or_else(String::new, |node| {
        let words = node.value().unwrap_or_default();
        words.trim_start_matches("Legend: ").to_owned()
    })
}

/// Whether what is called so is the chosen one.
fn is_chosen(node: &egui_kittest::Node<'_>) -> bool {
    let node = node.accesskit_node();
    node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True)
}

/// The rectangle of the selected node, if it is in sight.
fn selected(window: &Window) -> Option<Rect> {
    let mut nodes = window.query_all_by_role(Role::TreeItem);
    Some(nodes.find(is_chosen)?.rect())
}

fn canvas(window: &Window) -> Rect {
    window.get_by_role_and_label(Role::Canvas, "Tree").rect()
}

/// The highest node with these words in its name.
fn highest(window: &Window, words: &str) -> Rect {
    let nodes = window.query_all_by_label_contains(words);
    let rects = nodes.map(|node| node.rect());
    rects
        .min_by(|a, b| a.top().total_cmp(&b.top()))
        .expect(words)
}

/// The rectangles of all nodes that have a name.
fn nodes(window: &Window) -> Vec<Rect> {
    let nodes = window.query_all_by_role(Role::TreeItem);
    nodes.map(|node| node.rect()).collect()
}

fn rect(window: &Window, label: &str) -> Rect {
    window.get_by_label_contains(label).rect()
}

/// Presses and lets go of a button of the mouse.
fn click_at(window: &mut Window, pos: Pos2, button: PointerButton, times: usize) {
    window.event(egui::Event::PointerMoved(pos));
    window.run_steps(1);
    for _ in 0..times {
        for pressed in [true, false] {
            window.event(egui::Event::PointerButton {
                pos,
                button,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
    }
    settle(window);
}

fn wheel(window: &mut Window, pos: Pos2, delta: Vec2, by_fingers: bool, modifiers: Modifiers) {
    window.event(egui::Event::PointerMoved(pos));
    window.run_steps(1);
    let (unit, source) = if by_fingers {
        (
            egui::MouseWheelUnit::Point,
            egui::MouseWheelSource::Trackpad,
        )
    } else {
        (egui::MouseWheelUnit::Line, egui::MouseWheelSource::Unknown)
    };
    window.event(egui::Event::ModifiersChanged(modifiers));
    window.event(egui::Event::MouseWheel {
        unit,
        delta,
        phase: egui::TouchPhase::Move,
        source,
        modifiers,
    });
    window.run_steps(10);
    window.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

#[test]
fn the_controls_unfold_fold_and_zoom_and_say_how_far() {
    let mut window = window(LISP);
    assert_eq!(plies(&window), (2, 7));
    let field = |window: &Window| {
        let field = window.get_by_role_and_label(Role::TextInput, "Ply");
        field.value().unwrap_or_default()
    };
    assert_eq!(field(&window), "2–7");
    click(&mut window, "Unfold a ply");
    assert_eq!((plies(&window), field(&window)), ((3, 7), "3–7".to_owned()));
    click(&mut window, "Fold a ply");
    assert_eq!(field(&window), "3–6");
    click(&mut window, "Fold others");
    assert_eq!(shown(&window), 4, "the root and its moves");
    click(&mut window, "Fit");
    let scale = |window: &Window| {
        let label = window.get_by_label_contains("Actual size, now ");
        let label = label.accesskit_node().label().unwrap_or_default();
        let percent = label.trim_start_matches("Actual size, now ");
        percent
            .trim_end_matches(" %")
            .parse::<f32>()
            .expect("a number")
    };
    let fitted = scale(&window);
    click(&mut window, "Zoom in");
    assert!(scale(&window) > fitted * 1.2);
    click(&mut window, "Zoom out");
    click(&mut window, "Zoom out");
    assert!(scale(&window) < fitted);
    window.get_by_label_contains("Actual size, now ").click();
    settle(&mut window);
    assert_eq!(scale(&window), 100.0);
}

#[test]
fn a_typed_ply_is_unfolded_to_and_anything_else_is_not_taken() {
    let mut window = window(LISP);
    let typed = |window: &mut Window, text: &str, end: Key| {
        window.get_by_role_and_label(Role::TextInput, "Ply").click();
        settle(window);
        window
            .get_by_role_and_label(Role::TextInput, "Ply")
            .type_text(text);
        settle(window);
        press(window, end);
    };
    typed(&mut window, "1", Key::Enter);
    assert_eq!(plies(&window), (1, 1));
    typed(&mut window, "x3", Key::Enter);
    assert_eq!(plies(&window), (3, 3));
    typed(&mut window, "1", Key::Escape);
    assert_eq!(plies(&window), (3, 3), "given up");
    typed(&mut window, "none", Key::Enter);
    assert_eq!(plies(&window), (3, 3));
    run(&mut window, Command::Act(Action::Budget(20_000)));
    typed(&mut window, "999999999", Key::Enter);
    window.get_by_label_contains("Unfolded 20,000 more nodes");
    // Keys walk again afterwards.
    press(&mut window, Key::ArrowDown);
    assert_ne!(line(&window), "");
}

#[test]
fn controls_that_would_do_nothing_are_greyed() {
    let mut window = window(BOOK);
    let enabled = |window: &Window, label: &str| {
        let node = window.get_by_label(label);
        !node.accesskit_node().is_disabled()
    };
    assert!(!enabled(&window, "Unfold a ply"), "everything is unfolded");
    assert!(enabled(&window, "Fold a ply"));
    for _ in 0..5 {
        click(&mut window, "Fold a ply");
    }
    assert_eq!(shown(&window), 1);
    assert!(enabled(&window, "Unfold a ply"));
    assert!(!enabled(&window, "Fold a ply"));
}

#[test]
fn neither_controls_nor_legend_nor_reminder_lie_over_a_fitted_tree() {
    for size in [[900.0, 560.0], [1024.0, 700.0], [1920.0, 1080.0]] {
        let mut window = Opened {
            position: BOOK,
            size,
            step: STEP,
            ..Opened::default()
        }
        .open();
        press(&mut window, Key::F);
        for hidden in [false, true] {
            if hidden {
                press(&mut window, Key::H);
            }
            let nodes = nodes(&window);
            assert_eq!(nodes.len(), 13, "{size:?}");
            let mut over = vec![
                rect(&window, "Legend: "),
                rect(&window, "Fold others"),
                window.get_by_label("Fit").rect(),
            ];
            if hidden {
                over.push(rect(&window, "Ratings hidden: "));
            }
            let all = canvas(&window);
            for over in over {
                assert!(all.contains_rect(over), "{over:?} at {size:?}");
                for node in &nodes {
                    assert!(!node.intersects(over), "{node:?} {over:?} at {size:?}");
                }
            }
        }
    }
}

#[test]
fn a_badge_leads_from_place_to_place_of_its_position() {
    let mut window = window(BOOK);
    let again = "Reached by 2 lines shown here; first at 2>3 pass 0>2 1>3";
    click(&mut window, again);
    assert_eq!(line(&window), "2>3 pass 0>2 1>3");
    assert_eq!(
        window
            .query_all_by_label("Reached by 2 lines shown here; this is the first")
            .count(),
        2,
        "the position and the end below it"
    );
    // From the first it leads on.
    let first = window
        .get_all_by_label("Reached by 2 lines shown here; this is the first")
        .next();
    first.expect("a badge").click();
    settle(&mut window);
    assert_eq!(line(&window), "2>3 pass 1>3 0>2");
    click(&mut window, again);
    // Without the other place there is no badge.
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Space);
    assert_eq!(window.query_all_by_label_contains("Reached by").count(), 0);
}

#[test]
fn the_triangle_below_a_folded_node_unfolds_it_and_a_double_click_folds_it_again() {
    let mut window = window(BOOK);
    let node = rect(&window, "pass: b2b2/a1a1 b,").center();
    click_at(&mut window, node, PointerButton::Primary, 2);
    assert_eq!(shown(&window), 3);
    assert_eq!(line(&window), "2>3 pass", "the first click selects");
    click(&mut window, "Unfold: 10 nodes below");
    assert_eq!(shown(&window), 13);
    assert_eq!(window.query_all_by_label_contains("Unfold: ").count(), 0);
}

#[test]
fn what_is_clicked_stays_under_the_pointer_for_the_second_click() {
    let mut window = window(LISP);
    press(&mut window, Key::CloseBracket);
    // A tree that is too large to be read whole is seen from its root.
    assert!(nodes(&window).len() < shown(&window));
    let before = highest(&window, "5>8: ").center();
    click_at(&mut window, before, PointerButton::Primary, 1);
    assert_eq!(line(&window), "5>8");
    let still = |window: &Window| {
        let at = selected(window).expect("the selected node").center();
        assert!((at - before).length() < 1.0, "{before:?} {at:?}");
    };
    still(&window);
    press(&mut window, Key::Space);
    still(&window);
    // Also where the moves below it are out of sight.
    let mut book = self::window(BOOK);
    let label = "pass: b2b2/a1a1 b,";
    while rect(&book, label).center().y + 130.0 < rect(&book, "Legend: ").top() {
        run(&mut book, Command::Named(Named::PanUp));
    }
    let low = rect(&book, label).center();
    click_at(&mut book, low, PointerButton::Primary, 1);
    assert_eq!(line(&book), "2>3 pass");
    assert!((rect(&book, label).center() - low).length() < 1.0);
    // By the keyboard the way down comes into sight.
    press(&mut window, Key::Space);
    for _ in 0..6 {
        press(&mut window, Key::ArrowDown);
    }
    let all = canvas(&window);
    let selected = selected(&window).expect("the selected node is in sight");
    assert!(all.shrink(20.0).contains_rect(selected));
}

#[test]
fn a_wheel_zooms_around_the_pointer_and_fingers_and_shift_pan() {
    let mut window = window(BOOK);
    let label = "pass: b2b2/a1a1 b,";
    let before = rect(&window, label);
    let still = before.center();
    wheel(&mut window, still, vec2(0.0, 2.0), false, Modifiers::NONE);
    let larger = rect(&window, label);
    assert!(
        larger.width() > before.width() * 1.05,
        "{before:?} {larger:?}"
    );
    assert!((larger.center() - still).length() < 1.0);
    wheel(&mut window, still, vec2(7.0, 30.0), true, Modifiers::NONE);
    let moved = rect(&window, label);
    assert!((moved.width() - larger.width()).abs() < 0.1);
    assert!((moved.center() - larger.center() - vec2(7.0, 30.0)).length() < 2.0);
    wheel(
        &mut window,
        moved.center(),
        vec2(0.0, 1.0),
        false,
        Modifiers::SHIFT,
    );
    let sideways = rect(&window, label);
    assert!((sideways.width() - larger.width()).abs() < 0.1);
    assert!(sideways.center().x != moved.center().x && sideways.center().y == moved.center().y);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    settle(&mut window);
    assert!(rect(&window, label).center().y < sideways.center().y - 50.0);
    press(&mut window, Key::F);
    assert!((rect(&window, label).center() - before.center()).length() < 1.0);
}

#[test]
fn the_tree_is_dragged_also_by_its_nodes() {
    let mut window = window(BOOK);
    let label = "pass: b2b2/a1a1 b,";
    let before = rect(&window, label).center();
    window.drag_at(before);
    window.run_steps(1);
    for step in 1..=5 {
        window.hover_at(before + vec2(8.0, 4.0) * step as f32);
        window.run_steps(1);
    }
    window.drop_at(before + vec2(40.0, 20.0));
    settle(&mut window);
    let after = rect(&window, label).center();
    assert!(
        (after - before - vec2(40.0, 20.0)).length() < 1.0,
        "{before:?} {after:?}"
    );
    assert_eq!(line(&window), "", "a drag is no click");
}

#[test]
fn the_menu_of_a_node_selects_it_and_folds_unfolds_and_copies() {
    let mut window = window(BOOK);
    let open = |window: &mut Window, label: &str| {
        let pos = rect(window, label).center();
        click_at(window, pos, PointerButton::Secondary, 1);
    };
    let choose = |window: &mut Window, item: &str| {
        // The control of the same name comes first.
        let items: Vec<_> = window.get_all_by_label(item).collect();
        items.last().expect("an item").click();
        drop(items);
        settle(window);
    };
    open(&mut window, "1>3: b2b1/a1b1 b +1");
    assert_eq!(line(&window), "", "opening the menu selects nothing");
    choose(&mut window, "Fold");
    assert_eq!(
        (line(&window).as_str(), shown(&window)),
        ("2>3 pass 1>3", 10)
    );
    open(&mut window, "1>3: b2b1/a1b1 b +1");
    choose(&mut window, "Unfold below");
    assert_eq!(shown(&window), 13);
    open(&mut window, "0>3: b1b2/a1b1 b +1");
    choose(&mut window, "Fold others");
    assert_eq!(
        (line(&window).as_str(), shown(&window)),
        ("2>3 pass 0>3", 6 + 1)
    );
    let copied = |window: &Window| {
        let commands = &window.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    };
    for (item, text) in [("Copy position", "b2b2/a1a1 a +1"), ("Copy line", "2>3")] {
        open(&mut window, "2>3: b2b2/a1a1 a +1");
        let items: Vec<_> = window.get_all_by_label(item).collect();
        items.last().expect("an item").click();
        drop(items);
        let mut found = None;
        for _ in 0..6 {
            window.run_steps(1);
            found = found.or_else(|| copied(&window));
        }
        assert_eq!(found.as_deref(), Some(text));
        assert_eq!(line(&window), "2>3");
    }
    // There is nothing to fold at an end.
    run(&mut window, Command::Named(Named::BestEnd));
    let end = selected(&window).expect("the end").center();
    click_at(&mut window, end, PointerButton::Secondary, 1);
    let items: Vec<_> = window.get_all_by_label("Unfold").collect();
    assert!(
        items
            .last()
            .expect("an item")
            .accesskit_node()
            .is_disabled()
    );
}

#[test]
fn a_tooltip_tells_all_that_is_known_of_a_node() {
    let mut window = window(BOOK);
    let note = "First line.\nSecond line.".to_owned();
    run(&mut window, Command::SetNote(UnfoldingNode(2), note));
    assert!(legend(&window).ends_with("note"), "{}", legend(&window));
    let pos = rect(&window, "pass: b2b2/a1a1 b,").center();
    let hover = |window: &mut Window, pos: Pos2| {
        window.hover_at(pos);
        window.run_steps(12);
    };
    hover(&mut window, pos);
    for words in [
        "Rating for a",
        "0, proven",
        "1, proven",
        "ends in 2 plies",
        "11 nodes, 5 ends",
        "First line.",
        "Click to select, double-click or Space to fold",
    ] {
        assert!(window.query_all_by_label(words).count() >= 1, "{words}");
    }
    run(&mut window, Command::ShowRatings(RatingsFor::Mover));
    hover(&mut window, pos + vec2(1.0, 0.0));
    window.get_by_label("Rating for b, the mover");
    run(&mut window, Command::Named(Named::HideRatings));
    let pos = rect(&window, "pass: b2b2/a1a1 b,").center();
    hover(&mut window, pos + vec2(2.0, 1.0));
    window.get_by_label("Ratings");
    assert_eq!(window.query_all_by_label("1, proven").count(), 0);
    // A note that goes takes its mark along.
    run(
        &mut window,
        Command::SetNote(UnfoldingNode(2), String::new()),
    );
    assert!(!legend(&window).contains("note"));
    run(&mut window, Command::Named(Named::Undo));
    assert!(legend(&window).contains("note"));
}

#[test]
fn the_legend_follows_what_is_shown_and_can_be_closed() {
    let mut window = window(BOOK);
    assert_eq!(
        legend(&window),
        "mover; rating for a; share; best line; best, other move; end; places, again"
    );
    run(&mut window, Command::Act(Action::UnfoldToPly(2)));
    assert_eq!(
        legend(&window),
        "mover; rating for a; share; best line; other move; \
         folded: nodes below, mix of their ends"
    );
    press(&mut window, Key::R);
    press(&mut window, Key::R);
    assert!(legend(&window).starts_with("mover; mover's rating; share"));
    press(&mut window, Key::H);
    assert_eq!(
        legend(&window),
        "mover; rating, hidden; folded: nodes below"
    );
    click(&mut window, "Hide the legend");
    assert_eq!(legend(&window), "");
    press(&mut window, Key::L);
    assert_ne!(legend(&window), "");
}

#[test]
fn a_tree_from_far_away_has_a_legend_of_its_own_and_nodes_that_can_be_clicked() {
    let mut window = window(LISP);
    run(&mut window, Command::Act(Action::UnfoldToPly(5)));
    press(&mut window, Key::F);
    assert_eq!(
        legend(&window),
        "a ahead; b ahead; hollow, or half as long: end; best line"
    );
    assert_eq!(
        nodes(&window).len(),
        200,
        "so many have a name, however many there are"
    );
    let node = highest(&window, "5>4: ").center();
    click_at(&mut window, node, PointerButton::Primary, 1);
    assert_eq!(line(&window), "5>4");
}

#[test]
fn a_node_without_a_name_is_found_by_its_place() {
    let moves: Vec<String> = (0..300).map(|number| format!("m{number} -> won")).collect();
    let script = format!("start a: {}\nwon end: 1 0", moves.join(", "));
    let mut window = scripted(&script);
    press(&mut window, Key::F);
    let named = nodes(&window);
    assert_eq!(named.len(), 200, "the root and 199 of its moves");
    let row = named.iter().map(|rect| rect.center().y).fold(0.0, f32::max);
    let mut row: Vec<f32> = named
        .iter()
        .filter(|rect| rect.center().y == row)
        .map(|rect| rect.center().x)
        .collect();
    row.sort_by(f32::total_cmp);
    let step = (row[198] - row[0]) / 198.0;
    let y = named.iter().map(|rect| rect.center().y).fold(0.0, f32::max);
    let last = Pos2::new(row[0] + step * 299.0, y);
    click_at(&mut window, last, PointerButton::Primary, 1);
    assert_eq!(line(&window), "m299");
    click_at(&mut window, last, PointerButton::Secondary, 1);
    window.get_by_label("Copy line");
}

#[test]
fn ratings_are_switched_by_player_and_mover_and_by_a_list_for_many() {
    let mut window = window(BOOK);
    let selected = |window: &Window, label: &str| is_chosen(&window.get_by_label(label));
    assert!(selected(&window, "Ratings for a"));
    click(&mut window, "Ratings for b");
    assert!(selected(&window, "Ratings for b") && !selected(&window, "Ratings for a"));
    window.get_by_label_contains("start: b2b2/a2b1 a, a to move, rating 1 for b");
    click(&mut window, "Ratings for mover");
    window.get_by_label_contains("start: b2b2/a2b1 a, a to move, rating 0 for a");
    window.get_by_label_contains("pass: b2b2/a1a1 b, b to move, rating 1 for b");
    press(&mut window, Key::R);
    assert!(selected(&window, "Ratings for a"), "round again");

    for players in [3_usize, 4, 5, 26] {
        let names: Vec<String> = (0..players).map(|player| format!("p{player}")).collect();
        let mut payoffs = vec!["0"; players];
        payoffs[players - 1] = "1";
        let script = format!(
            "players {}\nstart p0: go -> won, stay -> won\nwon end: {}",
            names.join(" "),
            payoffs.join(" ")
        );
        let mut window = scripted(&script);
        let last = format!("Ratings for {}", names[players - 1]);
        if players > 4 {
            assert_eq!(window.query_all_by_label(&last).count(), 0);
            click(&mut window, "Ratings for: p0");
        }
        window.get_by_label(&last).scroll_to_me();
        settle(&mut window);
        click(&mut window, &last);
        assert_eq!(
            window
                .query_all_by_label_contains(&format!("to move, rating 1 for p{}", players - 1))
                .count(),
            1,
            "{players}"
        );
        for _ in 0..=players {
            press(&mut window, Key::R);
        }
        let again = format!("to move, rating 1 for p{}", players - 1);
        assert_eq!(window.query_all_by_label_contains(&again).count(), 1);
    }
}

#[test]
fn hidden_ratings_are_remembered_by_a_word_that_shows_them_again() {
    let mut window = window(BOOK);
    assert_eq!(
        window
            .query_all_by_label_contains("Ratings hidden: ")
            .count(),
        0
    );
    press(&mut window, Key::H);
    window.get_by_label_contains("start: b2b2/a2b1 a, a to move, rating hidden");
    assert_eq!(window.query_all_by_label_contains(", b wins").count(), 5);
    click(&mut window, "Ratings hidden: show them");
    window.get_by_label_contains("start: b2b2/a2b1 a, a to move, rating 0 for a");
    assert_eq!(
        window
            .query_all_by_label_contains("Ratings hidden: ")
            .count(),
        0
    );
}

#[test]
fn a_picture_is_written_as_the_window_shows_the_tree() {
    let mut window = window(BOOK);
    press(&mut window, Key::H);
    let folder = tempfile::tempdir().expect("a folder");
    let hidden = folder.path().join("hidden.svg");
    run(&mut window, Command::ExportTo(hidden.clone()));
    window.get_by_label_contains("Wrote ");
    press(&mut window, Key::H);
    run(
        &mut window,
        Command::ShowRatings(RatingsFor::Player(Player(1))),
    );
    let seen = folder.path().join("seen.svg");
    run(&mut window, Command::ExportTo(seen.clone()));
    let [hidden, seen] = [hidden, seen].map(|path| std::fs::read_to_string(path).expect("a file"));
    assert!(hidden.contains(">?</text>") && !hidden.contains(">0</text>"));
    assert!(seen.contains(">1</text>") && seen.contains("rating for b"));
}

#[test]
fn the_controls_come_before_the_nodes_for_the_keyboard() {
    let mut window = window(BOOK);
    let focused = |window: &Window| {
        let all = window.query_all(egui_kittest::kittest::by().predicate(|node| node.is_focused()));
        let labels: Vec<String> = all
            .map(|node| node.accesskit_node().label().unwrap_or_default().clone())
            .collect();
        labels.last().cloned().unwrap_or_default()
    };
    window.get_by_label("Fit").focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    let mut seen = Vec::new();
    window.get_by_label("Fold others").focus();
    settle(&mut window);
    for _ in 0..3 {
        press(&mut window, Key::Tab);
        seen.push(focused(&window));
    }
    assert!(
        seen.iter().any(|label| label.starts_with("start: ")),
        "{seen:?}"
    );
}

#[test]
fn a_single_node_and_the_empty_space_around_it_are_quiet() {
    let mut window = window("a1b1/b1a1 a");
    assert_eq!(nodes(&window).len(), 1);
    assert_eq!(legend(&window), "end");
    let all = canvas(&window);
    click_at(
        &mut window,
        all.left_bottom() + vec2(30.0, -120.0),
        PointerButton::Secondary,
        1,
    );
    assert_eq!(window.query_all_by_label("Copy line").count(), 0);
    press(&mut window, Key::Space);
    assert!(
        window
            .query_all_by_label_contains("nothing to unfold")
            .count()
            > 0
    );
}

#[test]
fn keys_zoom_around_the_selected_node_as_long_as_it_is_in_sight() {
    let mut window = window(LISP);
    press(&mut window, Key::ArrowDown);
    let before = selected(&window).expect("in sight").center();
    for (key, times) in [(Key::Plus, 3), (Key::Minus, 5)] {
        for _ in 0..times {
            press(&mut window, key);
            let now = selected(&window).expect("in sight").center();
            assert!((now - before).length() < 2.0, "{key:?}: {now:?} {before:?}");
        }
    }
}

#[test]
fn hidden_ratings_are_not_told_by_what_is_unfolded() {
    let mut window = window(LISP);
    assert_eq!(plies(&window), (2, 7));
    press(&mut window, Key::H);
    assert_eq!(plies(&window), (2, 2));
    assert!(!window.state().is_enabled(Named::UnfoldBestLine));
    press(&mut window, Key::End);
    assert!(says(&window, "this would tell the best line"));
    press(&mut window, Key::H);
    assert_eq!(plies(&window), (2, 7));
}

#[test]
fn a_wide_tree_from_far_away_uses_more_of_the_height() {
    let mut window = window(LISP);
    run(&mut window, Command::Act(Action::UnfoldToPly(5)));
    press(&mut window, Key::F);
    let nodes = nodes(&window);
    let top = nodes.iter().map(Rect::top).fold(f32::MAX, f32::min);
    let bottom = nodes.iter().map(Rect::bottom).fold(f32::MIN, f32::max);
    let share = (bottom - top) / canvas(&window).height();
    assert!(share > 0.6, "{share}");
}
