//! The tree in the window without a screen: controls, marks, tooltips, the menu of a node, and
//! what is hidden.

use doomtree::app::{Command, CommandId, ids};
use doomtree::diagram::{
    LegendEntry, RatingsFor, TreeMarks, TreeView, far_legend, legend as near_legend, node_facts,
};
use doomtree::game::Player;
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};

use support::screen::{
    Opened, Window, all, click_on, copied, doer, found, is_on, is_there, line, node_at, numbers_of,
    press, press_with, run, run_named, said_of, settle, shown_nodes as shown, shows, text_of, told,
    tree_view, value_of,
};

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

/// The least and the last ply that are shown.
fn plies(window: &Window) -> (u32, u32) {
    let session = &window.state().document().session;
    let plies = session
        .unfolding()
        .shown_plies(session.rated().graph.graph());
    (plies.min, plies.max)
}

/// For whom ratings are shown at first.
const FIRST: RatingsFor = RatingsFor::Player(Player(0));

/// What the legend says.
fn legend(window: &Window) -> String {
    text_of(window, ids::LEGEND)
}

/// Whether the legend has these entries, in the words of the core, and no others.
fn has_legend(window: &Window, entries: &[LegendEntry], count: usize) -> bool {
    let words: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
    entries.len() == count && legend(window).ends_with(&format!(" {}", words.join("; ")))
}

/// What is marked of the tree that is shown.
fn marks(window: &Window, view: &TreeView<'_>) -> TreeMarks {
    TreeMarks::new(view, window.state().document().session.best_line())
}

/// What the core says a sign means that only one of two legends has.
fn only_in(some: &[LegendEntry], others: &[LegendEntry]) -> Vec<String> {
    let words = some.iter().map(|entry| entry.text.clone());
    words
        .filter(|words| others.iter().all(|other| other.text != *words))
        .collect()
}

/// The rectangle of the selected node, if it is in sight.
fn selected(window: &Window) -> Option<Rect> {
    let id = ids::node(window.state().document().session.selected());
    all(window, &id).next().map(|node| node.rect())
}

fn canvas(window: &Window) -> Rect {
    found(window, ids::TREE).rect()
}

/// The rectangles of all nodes that have a name.
fn nodes(window: &Window) -> Vec<Rect> {
    let nodes = window.query_all_by_role(Role::TreeItem);
    nodes.map(|node| node.rect()).collect()
}

/// Where the node at the end of a line lies.
fn rect(window: &Window, line: &str) -> Rect {
    found(window, &ids::node(node_at(window, line))).rect()
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
    run_named(&mut window, CommandId::UnfoldBestLine);
    assert_eq!(plies(&window), (2, 10));
    let field = |window: &Window| value_of(window, ids::TREE_PLY);
    assert_eq!(field(&window), "2–10");
    click_on(&mut window, CommandId::UnfoldPly.id());
    assert_eq!(
        (plies(&window), field(&window)),
        ((3, 10), "3–10".to_owned())
    );
    click_on(&mut window, CommandId::FoldPly.id());
    assert_eq!(field(&window), "3–9");
    click_on(&mut window, ids::SHOW);
    click_on(&mut window, CommandId::FoldOthers.id());
    assert_eq!(shown(&window), 4, "the root and its moves");
    click_on(&mut window, CommandId::Fit.id());
    let scale = |window: &Window| numbers_of(window, ids::ZOOM)[0] as f32;
    let fitted = scale(&window);
    click_on(&mut window, CommandId::ZoomIn.id());
    assert!(scale(&window) > fitted * 1.2);
    click_on(&mut window, CommandId::ZoomOut.id());
    click_on(&mut window, CommandId::ZoomOut.id());
    assert!(scale(&window) < fitted);
    for (row, percent) in [
        (CommandId::ActualSize.id().to_owned(), 100.0),
        (ids::zoom(75), 75.0),
        (ids::zoom(150), 150.0),
    ] {
        click_on(&mut window, ids::ZOOM);
        click_on(&mut window, &row);
        assert_eq!(scale(&window), percent);
    }
}

#[test]
fn a_typed_ply_is_unfolded_to_and_anything_else_is_not_taken() {
    let mut window = window(LISP);
    let typed = |window: &mut Window, text: &str, end: Key| {
        click_on(window, ids::TREE_PLY);
        found(window, ids::TREE_PLY).type_text(text);
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
    assert!(told(&window).contains("20,000"));
    // Keys walk again afterwards.
    press(&mut window, Key::ArrowDown);
    assert_ne!(line(&window), "");
}

#[test]
fn controls_that_would_do_nothing_are_greyed() {
    let mut window = window(BOOK);
    let enabled =
        |window: &Window, named: CommandId| !doer(window, named).accesskit_node().is_disabled();
    let (unfold, fold) = (CommandId::UnfoldPly, CommandId::FoldPly);
    assert!(!enabled(&window, unfold), "everything is unfolded");
    assert!(enabled(&window, fold));
    for _ in 0..5 {
        click_on(&mut window, fold.id());
    }
    assert_eq!(shown(&window), 1);
    assert!(enabled(&window, unfold));
    assert!(!enabled(&window, fold));
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
        for _ in 0..5 {
            run_named(&mut window, CommandId::UnfoldPly);
        }
        press(&mut window, Key::F);
        for hidden in [false, true] {
            if hidden {
                press(&mut window, Key::H);
            }
            let nodes = nodes(&window);
            assert_eq!(nodes.len(), 13, "{size:?}");
            let mut over = vec![
                found(&window, ids::LEGEND).rect(),
                found(&window, ids::SHOW).rect(),
                doer(&window, CommandId::Fit).rect(),
            ];
            if hidden {
                over.push(found(&window, ids::REMINDER).rect());
            }
            let all = canvas(&window);
            for over in over {
                assert!(!all.shrink(0.5).intersects(over), "{over:?} at {size:?}");
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
    let first = "2>3 pass 0>2 1>3";
    let badge = |window: &Window, line: &str| ids::next_place(node_at(window, line));
    let again = badge(&window, "2>3 pass 1>3 0>2");
    assert!(shows(&window, &again, first), "it says where the first is");
    click_on(&mut window, &again);
    assert_eq!(line(&window), first);
    let is_first = |window: &Window, line: &str| {
        let badge = badge(window, line);
        is_there(window, &badge) && numbers_of(window, &badge) == [2]
    };
    assert!(is_first(&window, first));
    assert!(is_first(&window, &format!("{first} pass")), "the end below");
    // From the first it leads on.
    let own = badge(&window, first);
    click_on(&mut window, &own);
    assert_eq!(line(&window), "2>3 pass 1>3 0>2");
    click_on(&mut window, &again);
    // Without the other place there is no badge.
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Space);
    let badges = ids::next_place(UnfoldingNode::ROOT);
    let badges = badges.trim_end_matches('0');
    let id = |id: Option<&str>| id.is_some_and(|id| id.starts_with(badges));
    let left = window.query_all_by(|node| id(node.author_id()));
    assert_eq!(left.count(), 0);
}

#[test]
fn the_triangle_below_a_folded_node_unfolds_it_and_a_double_click_folds_it_again() {
    let mut window = window(BOOK);
    let node = rect(&window, "2>3 pass").center();
    click_at(&mut window, node, PointerButton::Primary, 2);
    assert_eq!(shown(&window), 3);
    assert_eq!(line(&window), "2>3 pass", "the first click selects");
    let triangle = ids::unfold(node_at(&window, "2>3 pass"));
    assert_eq!(numbers_of(&window, &triangle), [11], "nodes from there on");
    click_on(&mut window, &triangle);
    assert_eq!(shown(&window), 13);
    assert!(!is_there(&window, &triangle));
}

#[test]
fn what_is_clicked_stays_under_the_pointer_for_the_second_click() {
    let mut window = window(LISP);
    press(&mut window, Key::CloseBracket);
    // A tree that is too large to be read whole is seen from its root.
    assert!(nodes(&window).len() < shown(&window));
    let before = rect(&window, "5>8").center();
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
    let label = "2>3 pass";
    while rect(&book, label).center().y + 130.0 < found(&book, ids::LEGEND).rect().top() {
        let pos = canvas(&book).center();
        wheel(&mut book, pos, vec2(0.0, 80.0), true, Modifiers::NONE);
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
    let label = "2>3 pass";
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
    press(&mut window, Key::F);
    assert!((rect(&window, label).center() - before.center()).length() < 1.0);
}

#[test]
fn the_tree_is_dragged_also_by_its_nodes() {
    let mut window = window(BOOK);
    let label = "2>3 pass";
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
    let choose = |window: &mut Window, named: CommandId| {
        // The control that does the same comes first.
        all(window, named.id()).last().expect("an item").click();
        settle(window);
    };
    open(&mut window, "2>3 pass 1>3");
    assert_eq!(line(&window), "2>3 pass 1>3", "its node is selected first");
    choose(&mut window, CommandId::ToggleFold);
    assert_eq!(
        (line(&window).as_str(), shown(&window)),
        ("2>3 pass 1>3", 10)
    );
    open(&mut window, "2>3 pass 1>3");
    choose(&mut window, CommandId::UnfoldBelow);
    assert_eq!(shown(&window), 13);
    open(&mut window, "2>3 pass 0>3");
    choose(&mut window, CommandId::FoldOthers);
    assert_eq!(
        (line(&window).as_str(), shown(&window)),
        ("2>3 pass 0>3", 6 + 1)
    );
    for (named, text) in [
        (CommandId::CopyPosition, "b2b2/a1a1 a +1"),
        (CommandId::CopyLine, "2>3"),
    ] {
        open(&mut window, "2>3");
        all(&window, named.id()).last().expect("an item").click();
        assert_eq!(copied(&mut window).as_deref(), Some(text));
        assert_eq!(line(&window), "2>3");
    }
    // There is nothing to fold at an end.
    run(&mut window, Command::Named(CommandId::BestEnd));
    let end = selected(&window).expect("the end").center();
    click_at(&mut window, end, PointerButton::Secondary, 1);
    let item = all(&window, CommandId::ToggleFold.id()).last();
    assert!(item.expect("an item").accesskit_node().is_disabled());
}

#[test]
fn a_tooltip_tells_all_that_is_known_of_a_node() {
    let mut window = window(BOOK);
    let note = "First line.\nSecond line.".to_owned();
    run(&mut window, Command::SetNote(UnfoldingNode(2), note));
    let of_note = |window: &Window| {
        let view = tree_view(window, FIRST, false);
        let entries = near_legend(&view, &marks(window, &view));
        entries.last().expect("an entry").text.clone()
    };
    let note = of_note(&window);
    assert!(legend(&window).ends_with(&note), "{}", legend(&window));
    let pos = rect(&window, "2>3 pass").center();
    let hover = |window: &mut Window, pos: Pos2| {
        window.hover_at(pos);
        window.run_steps(20);
    };
    hover(&mut window, pos);
    let facts = |window: &Window, ratings_for, hidden| {
        let view = tree_view(window, ratings_for, hidden);
        node_facts(&view, &marks(window, &view), UnfoldingNode(2))
    };
    let tells = |window: &Window, ratings_for, hidden| {
        let facts = facts(window, ratings_for, hidden);
        let rows = facts.rows.iter();
        let mut words = rows
            .flat_map(|(name, value)| [name, value])
            .chain([&facts.hint]);
        words.all(|words| shows(window, ids::NODE_FACTS, words))
    };
    assert!(tells(&window, FIRST, false) && !tells(&window, RatingsFor::Mover, false));
    // The ratings of both, the plies to the end, the nodes and the ends below.
    let told = numbers_of(&window, ids::NODE_FACTS);
    assert!(told.ends_with(&[0, 1, 2, 11, 5]), "{told:?}");
    assert!(shows(&window, ids::NODE_FACTS, "First line."));
    assert!(!shows(&window, ids::NODE_FACTS, "Second line."));
    run(&mut window, Command::ShowRatings(RatingsFor::Mover));
    hover(&mut window, pos + vec2(1.0, 0.0));
    assert!(tells(&window, RatingsFor::Mover, false));
    let proven = facts(&window, FIRST, false).rows[2].1.clone();
    assert!(shows(&window, ids::NODE_FACTS, &proven));
    run(&mut window, Command::Named(CommandId::HideRatings));
    // The legend has fewer lines now, and the tree moves away below the pointer.
    hover(&mut window, Pos2::ZERO);
    let pos = rect(&window, "2>3 pass").center();
    hover(&mut window, pos + vec2(2.0, 1.0));
    hover(&mut window, pos + vec2(1.0, 1.0));
    assert!(tells(&window, RatingsFor::Mover, true));
    assert!(!shows(&window, ids::NODE_FACTS, &proven));
    // A note that goes takes its mark along.
    run(
        &mut window,
        Command::SetNote(UnfoldingNode(2), String::new()),
    );
    assert!(!legend(&window).contains(&note));
    run(&mut window, Command::Named(CommandId::Undo));
    assert!(legend(&window).contains(&note));
}

#[test]
fn the_legend_follows_what_is_shown_and_can_be_closed() {
    let mut window = window(BOOK);
    let entries = |window: &Window, ratings_for, hidden| {
        let view = tree_view(window, ratings_for, hidden);
        near_legend(&view, &marks(window, &view))
    };
    // Mover, rating, share, best line, moves, end, places again.
    let whole = entries(&window, FIRST, false);
    assert!(has_legend(&window, &whole, 7), "{}", legend(&window));
    run(&mut window, Command::Act(Action::UnfoldToPly(2)));
    // No end and no place again; what is folded instead.
    let folded = entries(&window, FIRST, false);
    assert!(has_legend(&window, &folded, 5), "{}", legend(&window));
    assert_eq!(only_in(&whole, &folded).len(), 3);
    press(&mut window, Key::R);
    press(&mut window, Key::R);
    let mover = entries(&window, RatingsFor::Mover, false);
    assert!(has_legend(&window, &mover, 5), "{}", legend(&window));
    assert_eq!(only_in(&mover, &folded), [mover[1].text.clone()]);
    press(&mut window, Key::H);
    let hidden = entries(&window, RatingsFor::Mover, true);
    assert!(has_legend(&window, &hidden, 3), "{}", legend(&window));
    click_on(&mut window, CommandId::ShowLegend.id());
    assert_eq!(legend(&window), "");
    run_named(&mut window, CommandId::ShowLegend);
    assert_ne!(legend(&window), "");
}

#[test]
fn a_tree_from_far_away_has_a_legend_of_its_own_and_nodes_that_can_be_clicked() {
    let mut window = window(LISP);
    run(&mut window, Command::Act(Action::UnfoldToPly(5)));
    press(&mut window, Key::F);
    let view = tree_view(&window, FIRST, false);
    let far = far_legend(&view, &marks(&window, &view));
    assert!(has_legend(&window, &far, 4), "{}", legend(&window));
    assert_eq!(
        nodes(&window).len(),
        200,
        "so many have a name, however many there are"
    );
    let node = rect(&window, "5>4").center();
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
    found(&window, CommandId::CopyLine.id());
}

#[test]
fn ratings_are_switched_by_player_and_mover_and_by_a_list_for_many() {
    let mut window = window(BOOK);
    let [a, b] = [0, 1].map(|player| RatingsFor::Player(Player(player)));
    let selected = |window: &Window, choice| is_on(window, &ids::ratings_for(choice));
    let tells = |window: &Window, choice, line: &str| {
        let node = node_at(window, line);
        said_of(window, node) == tree_view(window, choice, false).describe(node)
    };
    assert!(selected(&window, a) && tells(&window, a, ""));
    click_on(&mut window, &ids::ratings_for(b));
    assert!(selected(&window, b) && !selected(&window, a));
    assert!(tells(&window, b, "") && !tells(&window, a, ""));
    click_on(&mut window, &ids::ratings_for(RatingsFor::Mover));
    assert!(tells(&window, a, "") && !tells(&window, b, ""));
    assert!(tells(&window, b, "2>3 pass") && !tells(&window, a, "2>3 pass"));
    press(&mut window, Key::R);
    assert!(selected(&window, a), "round again");

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
        let last = RatingsFor::Player(Player(players as u8 - 1));
        let id = ids::ratings_for(last);
        if players > 4 {
            assert!(!is_there(&window, &id));
            assert!(shows(&window, ids::RATINGS_LIST, "p0"));
            click_on(&mut window, ids::RATINGS_LIST);
        }
        found(&window, &id).scroll_to_me();
        settle(&mut window);
        click_on(&mut window, &id);
        let name = &names[players - 1];
        assert!(tells(&window, last, ""), "{players}");
        assert!(said_of(&window, UnfoldingNode::ROOT).contains(name));
        for _ in 0..=players {
            press(&mut window, Key::R);
        }
        assert!(tells(&window, last, ""), "{players}");
    }
}

#[test]
fn hidden_ratings_are_remembered_by_a_word_that_shows_them_again() {
    let mut window = window(BOOK);
    let tells = |window: &Window, hidden: bool| {
        let view = tree_view(window, FIRST, hidden);
        let mut nodes = view.unfolding.preorder();
        nodes.all(|node| said_of(window, node) == view.describe(node))
    };
    assert!(!is_there(&window, ids::REMINDER) && tells(&window, false));
    press(&mut window, Key::H);
    assert!(tells(&window, true) && !tells(&window, false));
    // Who wins the ends is told all the same.
    let view = tree_view(&window, FIRST, true);
    let ends = view.unfolding.preorder().filter(|node| {
        let vertex = view.unfolding.vertex(*node);
        let end = view.labels.graph().is_leaf(vertex);
        end && said_of(&window, *node).contains(&view.winners(vertex))
    });
    assert_eq!(ends.count(), 5);
    click_on(&mut window, ids::REMINDER);
    assert!(!is_there(&window, ids::REMINDER) && tells(&window, false));
}

#[test]
fn a_picture_is_written_as_the_window_shows_the_tree() {
    let mut window = window(BOOK);
    press(&mut window, Key::H);
    let folder = tempfile::tempdir().expect("a folder");
    let hidden = folder.path().join("hidden.svg");
    run(&mut window, Command::ExportTo(hidden.clone()));
    assert!(told(&window).contains("hidden.svg"));
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
        let id =
            |node: egui_kittest::Node<'_>| node.accesskit_node().author_id().map(str::to_owned);
        all.map(id).next_back().flatten().unwrap_or_default()
    };
    doer(&window, CommandId::Fit).focus();
    settle(&mut window);
    press(&mut window, Key::Enter);
    let mut seen = Vec::new();
    found(&window, ids::SHOW).focus();
    settle(&mut window);
    for _ in 0..3 {
        press(&mut window, Key::Tab);
        seen.push(focused(&window));
    }
    assert!(seen.contains(&ids::node(UnfoldingNode::ROOT)), "{seen:?}");
}

#[test]
fn a_tree_of_one_node_has_a_legend_and_no_menu_beside_it_and_says_why_nothing_unfolds() {
    let mut window = window("a1b1/b1a1 a");
    assert_eq!(nodes(&window).len(), 1);
    let view = tree_view(&window, FIRST, false);
    let entries = near_legend(&view, &marks(&window, &view));
    assert!(has_legend(&window, &entries, 1), "{}", legend(&window));
    let all = canvas(&window);
    click_at(
        &mut window,
        all.left_bottom() + vec2(30.0, -120.0),
        PointerButton::Secondary,
        1,
    );
    assert!(!is_there(&window, CommandId::CopyLine.id()));
    press(&mut window, Key::Space);
    // Why nothing is unfolded is asked for in `words`.
    assert!(!told(&window).is_empty());
}

#[test]
fn commands_zoom_around_the_selected_node_as_long_as_it_is_in_sight() {
    let mut window = window(LISP);
    press(&mut window, Key::ArrowDown);
    let before = selected(&window).expect("in sight").center();
    for (named, times) in [(CommandId::ZoomIn, 3), (CommandId::ZoomOut, 5)] {
        for _ in 0..times {
            run_named(&mut window, named);
            let now = selected(&window).expect("in sight").center();
            assert!(
                (now - before).length() < 2.0,
                "{named:?}: {now:?} {before:?}"
            );
        }
    }
}

#[test]
fn hidden_ratings_are_not_told_by_what_is_unfolded() {
    let opened = Opened {
        position: LISP,
        size: [2560.0, 1440.0],
        step: STEP,
        ..Opened::default()
    };
    let mut window = opened.open();
    let first = plies(&window);
    assert!(
        first.0 == 2 && first.1 > 2,
        "the best line goes on: {first:?}"
    );
    press(&mut window, Key::H);
    assert_eq!(plies(&window), (2, 2));
    assert!(!window.state().is_enabled(CommandId::UnfoldBestLine));
    press(&mut window, Key::End);
    // Why it can't be gone to is asked for in `words`.
    assert_eq!(line(&window), "");
    assert!(!told(&window).is_empty());
    press(&mut window, Key::H);
    assert_eq!(plies(&window), first);
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

#[test]
fn a_key_opens_the_menu_of_the_selected_node() {
    let mut window = window(BOOK);
    press(&mut window, Key::ArrowDown);
    press_with(&mut window, Modifiers::SHIFT, Key::F10);
    assert!(is_there(&window, CommandId::ForbidMove.id()));
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, CommandId::ForbidMove.id()));
    press(&mut window, Key::Menu);
    // The first row plays from here.
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert!(window.state().playing().is_some());
    assert_eq!(line(&window), "2>3");
}

#[test]
fn in_a_narrow_window_the_drawer_leaves_the_tree_its_room_and_keeps_the_board() {
    for size in [[1024.0, 700.0], [900.0, 560.0], [1190.0, 700.0]] {
        let mut window = Opened {
            size,
            ..Opened::default()
        }
        .open();
        let is_roomy = |window: &Window| canvas(window).width() >= 0.6 * size[0];
        assert!(is_roomy(&window), "{size:?}");
        let before = found(&window, ids::BOARD).rect();
        assert!(before.right() < canvas(&window).left());
        for named in [
            CommandId::ShowNode,
            CommandId::Setup,
            CommandId::WhatIf,
            CommandId::Tours,
        ] {
            run_named(&mut window, named);
            assert!(window.state().is_on(CommandId::ShowNode) == Some(true));
            assert!(is_roomy(&window), "{named:?} at {size:?}");
            let board = found(&window, ids::BOARD).rect();
            assert!(board.left() > canvas(&window).right(), "{named:?}");
        }
        // The board is edited there.
        run_named(&mut window, CommandId::Setup);
        assert!(is_there(&window, ids::EDITING));
        run_named(&mut window, CommandId::ShowNode);
        assert_eq!(found(&window, ids::BOARD).rect(), before);
    }
}

#[test]
fn where_a_browser_says_points_alone_a_wheel_zooms_and_fingers_pan() {
    let mut window = Opened {
        position: BOOK,
        step: Some(1.0 / 60.0),
        ..Opened::default()
    }
    .open();
    let label = "2>3 pass";
    let mut scroll = |points: [f32; 2], frames: usize| {
        let pos = rect(&window, label).center();
        window.event(egui::Event::PointerMoved(pos));
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(points[0], points[1]),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(frames);
        rect(&window, label)
    };
    let before = scroll([0.0, 0.0], 60);
    let notch = scroll([0.0, 100.0], 60);
    assert!(notch.width() > before.width() * 1.05);
    let pad = scroll([0.0, 4.0], 5);
    assert_eq!(pad.width(), notch.width());
    assert!(pad.center().y > notch.center().y);
    let fast = scroll([0.0, 60.0], 60);
    assert_eq!(fast.width(), notch.width(), "the fingers are still on it");
}
