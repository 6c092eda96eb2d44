//! A tree of one's own: drawn by keys and clicks, as text beside it, undone, and made of a game's tree.

use doomtree::app::{CommandId, ids};
use doomtree::game::Player;
use doomtree::tree::Vertex;
use eframe::egui::{self, Key, Modifiers};
use support::screen::{
    Window, all, click_on, enter, found, is_there, label_of, press, press_with, run, run_named,
    scripted, settle, text_of, value_of, window,
};

const TREE: &str = "s a: left -> e, right -> f\ne end: 1 0\nf end: 0 1";

fn root_rating(window: &Window) -> String {
    let rated = window.state().document().session.rated();
    let ratings = &rated.analysis.ratings;
    ratings.rating(Vertex::ROOT, Player(0)).to_string()
}

fn nodes(window: &Window) -> usize {
    let rated = window.state().document().session.rated();
    rated.graph.graph().len()
}

fn script(window: &Window) -> &str {
    let switches = &window.state().document().setup.switches;
    switches.script.as_deref().expect("a script")
}

/// A window on a written tree that is drawn.
fn drawn(script: &str) -> Window {
    let mut window = scripted(script);
    run_named(&mut window, CommandId::EditTree);
    window
}

/// Types something where the keyboard is.
fn type_keys(window: &mut Window, text: &str) {
    window.event(egui::Event::Text(text.to_owned()));
    settle(window);
}

/// Types a text behind the one that stands in the field.
fn type_behind(window: &mut Window, text: &str) {
    found(window, ids::SCRIPT).focus();
    settle(window);
    found(window, ids::SCRIPT).type_text(text);
    settle(window);
}

#[test]
fn ten_actions_make_a_tree_of_seven_nodes_with_payoffs() {
    let mut window = window("b2b2/a2b1 a");
    let mut actions = 0;
    let mut act = |window: &mut Window, action: &dyn Fn(&mut Window)| {
        action(window);
        actions += 1;
    };
    act(&mut window, &|w| run_named(w, CommandId::NewTree));
    act(&mut window, &|w| press_with(w, Modifiers::SHIFT, Key::Tab));
    for payoffs in ["3 -3", "7 -7", "1 -1", "5 -5"] {
        act(&mut window, &|w| {
            type_keys(w, &payoffs[..1]);
            found(w, ids::TREE_FIELD).type_text(&payoffs[1..]);
            settle(w);
        });
        act(&mut window, &|w| press(w, Key::Enter));
    }
    assert_eq!(actions, 10);
    assert_eq!(nodes(&window), 7);
    assert_eq!(root_rating(&window), "3");
    assert!(!is_there(&window, ids::TREE_UNFINISHED));
    assert!(script(&window).contains("end: 7 -7"));
}

#[test]
fn the_ultimatum_game_drawn_by_keys_is_rated_by_backward_induction_and_rated_by_offers_the_other() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::NewTree);
    press_with(&mut window, Modifiers::SHIFT, Key::Tab);
    for payoffs in ["5 5", "0 0", "8 2", "0 0"] {
        let (first, rest) = payoffs.split_at(1);
        type_keys(&mut window, first);
        found(&window, ids::TREE_FIELD).type_text(rest);
        settle(&mut window);
        press(&mut window, Key::Enter);
    }
    let both = |window: &Window| {
        let rated = window.state().document().session.rated();
        let ratings = &rated.analysis.ratings;
        let rating = |player| ratings.rating(Vertex::ROOT, Player(player)).to_string();
        [rating(0), rating(1)]
    };
    assert_eq!(both(&window), ["8", "2"]);
    run_named(&mut window, CommandId::EditTree);
    run_named(&mut window, CommandId::Setup);
    let paranoid = ids::option("Multiplayer", "paranoid");
    click_on(&mut window, &ids::field("Multiplayer"));
    click_on(&mut window, &paranoid);
    assert_eq!(both(&window), ["0", "2"]);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(both(&window), ["8", "2"]);
}

#[test]
fn an_end_without_a_payoff_is_left_out_and_says_so_until_it_has_one() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("right"));
    press(&mut window, Key::Enter);
    assert!(script(&window).contains("end: ?"));
    assert_eq!(nodes(&window), 3, "the new end is left out");
    assert!(is_there(&window, ids::TREE_UNFINISHED));
    type_keys(&mut window, "5");
    found(&window, ids::TREE_FIELD);
    found(&window, ids::TREE_FIELD).type_text(" 2");
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(nodes(&window), 4);
    assert_eq!(root_rating(&window), "5");
    assert!(
        is_there(&window, ids::TREE_CHANGED),
        "it is told what changed"
    );
}

/// Types the payoffs of the selected end, and Enter.
fn type_payoffs(window: &mut Window, text: &str) {
    type_keys(window, &text[..1]);
    found(window, ids::TREE_FIELD).type_text(&text[1..]);
    settle(window);
    press(window, Key::Enter);
}

/// Pastes a text where the keyboard is.
fn paste(window: &mut Window, text: &str) {
    window.event(egui::Event::Paste(text.to_owned()));
    settle(window);
}

#[test]
fn the_last_payoff_follows_once_two_ends_add_up_to_the_same_and_not_before() {
    let mut window = drawn("s a: left -> e, right -> f, up -> g\ne end: 1 0\nf end: ?\ng end: ?");
    assert!(!is_there(&window, ids::TREE_REST), "one end tells nothing");
    type_payoffs(&mut window, "2 -1");
    click_on(&mut window, ids::TREE_REST);
    type_keys(&mut window, "5");
    press(&mut window, Key::Enter);
    assert!(
        script(&window).contains("g end: 5 -4"),
        "{}",
        script(&window)
    );
    // Three players have no such sum, and other payoffs end it.
    click_on(&mut window, &ids::own_node("left"));
    type_payoffs(&mut window, "8 8");
    assert!(!is_there(&window, ids::TREE_REST));
    let window = drawn("players a b c\ns a: left -> e, right -> f\ne end: 1 0 0\nf end: 0 1 0");
    assert!(!is_there(&window, ids::TREE_REST));
}

#[test]
fn tab_and_arrows_go_from_end_to_end_as_in_a_table_and_select_what_is_there() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    type_keys(&mut window, "4");
    press(&mut window, Key::Tab);
    assert!(
        script(&window).contains("e end: 4 0"),
        "{}",
        script(&window)
    );
    assert_eq!(value_of(&window, ids::TREE_FIELD), "0 1");
    // What is typed replaces it.
    found(&window, ids::TREE_FIELD).type_text("2 3");
    settle(&mut window);
    press_with(&mut window, Modifiers::SHIFT, Key::Tab);
    assert!(
        script(&window).contains("f end: 2 3"),
        "{}",
        script(&window)
    );
    assert_eq!(value_of(&window, ids::TREE_FIELD), "4 0");
    press(&mut window, Key::ArrowDown);
    assert_eq!(value_of(&window, ids::TREE_FIELD), "2 3");
    press(&mut window, Key::ArrowUp);
    assert_eq!(value_of(&window, ids::TREE_FIELD), "4 0");
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, ids::TREE_FIELD));
}

#[test]
fn a_pasted_column_or_table_fills_the_ends_in_order() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::NewTree);
    press_with(&mut window, Modifiers::SHIFT, Key::Tab);
    paste(&mut window, "3\t-3\n7\t-7\n1\t-1\n5\t-5\n");
    assert_eq!(root_rating(&window), "3");
    assert!(!is_there(&window, ids::TREE_UNFINISHED));
    // A column has the first player's payoffs, from the selected end on.
    press(&mut window, Key::Home);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowDown);
    click_on(&mut window, ids::TREE_REST);
    paste(&mut window, "9\n8");
    assert!(script(&window).contains("end: 9 -9"), "{}", script(&window));
    assert!(script(&window).contains("end: 8 -8"), "{}", script(&window));
    run_named(&mut window, CommandId::Undo);
    assert!(!script(&window).contains("end: 9"), "both go in one step");
    // What has no end is said.
    paste(&mut window, "1\n2\n3\n4\n5\n6");
    assert!(text_of(&window, ids::TREE_FAULT).contains("6 rows"));
}

#[test]
fn tab_adds_two_moves_below_an_end_and_one_below_any_other_node() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    press(&mut window, Key::Tab);
    assert!(script(&window).contains("e b: left -> left, right -> right"));
    // The first one has the payoffs, and the other is left out until it has some.
    assert_eq!(nodes(&window), 4, "{}", script(&window));
    press(&mut window, Key::Home);
    press(&mut window, Key::Tab);
    assert!(script(&window).contains("s a: left -> e, right -> f, m3 -> m3"));
}

#[test]
fn a_branch_is_pruned_to_an_end_and_a_node_with_one_move_is_spliced_out() {
    let mut window = drawn("s a: x -> c, y -> f\nc b: z -> d\nd a: u -> e\ne end: 1 0\nf end: 0 1");
    click_on(&mut window, &ids::own_node("x"));
    press_with(&mut window, Modifiers::COMMAND, Key::Backspace);
    assert!(
        script(&window).contains("s a: x -> d"),
        "{}",
        script(&window)
    );
    assert!(!script(&window).contains("c b"));
    press_with(&mut window, Modifiers::COMMAND, Key::Delete);
    assert!(script(&window).contains("d end: ?"), "{}", script(&window));
    run_named(&mut window, CommandId::Undo);
    click_on(&mut window, &ids::own_node("x"));
    click_on(&mut window, ids::TREE_SPLICE);
    assert!(
        script(&window).contains("s a: x -> e"),
        "{}",
        script(&window)
    );
}

#[test]
fn a_branch_dragged_with_ctrl_is_copied_and_selected() {
    let mut window = drawn(WIDE);
    let to = middle(&window, "right");
    let from = middle(&window, "middle");
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    window.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    for share in [0.5, 1.0] {
        window.hover_at(from + (to - from) * share);
        window.step();
    }
    assert!(text_of(&window, ids::TREE_LANDING).starts_with("Copy middle"));
    window.drop_at(to);
    settle(&mut window);
    window.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    assert!(
        script(&window).contains("middle -> m, "),
        "{}",
        script(&window)
    );
    assert!(script(&window).contains("f b"), "{}", script(&window));
    assert_eq!(script(&window).matches("up -> ").count(), 2);
    let undo = text_of(&window, ids::TREE_UNDO);
    assert!(undo.contains("copy middle below right"), "{undo}");
}

#[test]
fn a_probability_has_a_key_takes_the_rest_and_rescales_the_others() {
    let mut window =
        drawn("c chance a: h 1/2 -> x, t 1/4 -> y, u 1/4 -> z; x end: 1 0; y end: 0 1; z end: 0 1");
    click_on(&mut window, &ids::own_node("h"));
    press(&mut window, Key::P);
    assert_eq!(value_of(&window, ids::TREE_FIELD), "1/2");
    found(&window, ids::TREE_FIELD).type_text("1/5");
    settle(&mut window);
    press(&mut window, Key::Enter);
    click_on(&mut window, ids::TREE_RESCALE);
    assert!(
        script(&window).contains("h 1/5 -> x, t 2/5 -> y, u 2/5 -> z"),
        "{}",
        script(&window)
    );
    assert_eq!(nodes(&window), 4);
    enter(&mut window, &ids::tree_value("Probability"), "1/10");
    enter(&mut window, &ids::tree_value("Probability"), "rest");
    assert!(
        script(&window).contains("h 1/5 -> x"),
        "{}",
        script(&window)
    );
}

#[test]
fn players_and_nodes_are_named_in_place_with_spaces_and_in_any_script() {
    let mut window = drawn(TREE);
    enter(&mut window, &ids::tree_value("Player 1"), "Rosa Luxemburg");
    enter(&mut window, &ids::tree_value("Player 2"), "Ученик");
    assert!(
        script(&window).starts_with("players \"Rosa Luxemburg\" Ученик\n"),
        "{}",
        script(&window)
    );
    enter(&mut window, &ids::tree_value("Player 2"), "Rosa Luxemburg");
    let told = [script(&window), &text_of(&window, ids::TREE_FAULT)].concat();
    assert!(told.contains("Another player is called"), "{told}");
    // A click on the mark of the selected node names its player there.
    click_on(&mut window, &ids::own_node(""));
    let mark = found(&window, &ids::own_node("")).rect().left_center() + egui::vec2(20.0, 0.0);
    window.hover_at(mark);
    window.step();
    window.drag_at(mark);
    window.step();
    window.drop_at(mark);
    settle(&mut window);
    assert_eq!(value_of(&window, ids::TREE_FIELD), "Rosa Luxemburg");
    found(&window, ids::TREE_FIELD).type_text("Ada");
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert!(
        script(&window).starts_with("players Ada Ученик\n"),
        "{}",
        script(&window)
    );
    enter(&mut window, &ids::tree_value("Node"), "the first node");
    assert!(
        script(&window).contains("\"the first node\" Ada: "),
        "{}",
        script(&window)
    );
}

#[test]
fn escape_drops_what_is_typed_and_enter_keeps_it() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    type_keys(&mut window, "9");
    press(&mut window, Key::Escape);
    assert_eq!(script(&window), TREE);
    assert!(!is_there(&window, ids::TREE_FIELD));
    type_keys(&mut window, "9");
    press(&mut window, Key::Enter);
    assert!(
        script(&window).contains("e end: 9 0"),
        "{}",
        script(&window)
    );
}

#[test]
fn what_is_undone_is_named_and_comes_back() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    type_keys(&mut window, "4");
    press(&mut window, Key::Enter);
    let undo = text_of(&window, ids::TREE_UNDO);
    assert!(undo.contains("left 1 · 0 → 4 · 0"), "{undo}");
    let after = script(&window).to_owned();
    run_named(&mut window, CommandId::Undo);
    assert_eq!(script(&window), TREE);
    run_named(&mut window, CommandId::Redo);
    assert_eq!(script(&window), after);
    click_on(&mut window, ids::TREE_UNDO);
    assert_eq!(script(&window), TREE);
}

#[test]
fn arrows_walk_space_changes_the_mover_and_delete_removes_a_branch() {
    let mut window = drawn(TREE);
    press(&mut window, Key::Home);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::Delete);
    assert!(!script(&window).contains("-> f"), "{}", script(&window));
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Space);
    assert!(script(&window).contains("s b: left"));
    press(&mut window, Key::Space);
    assert!(script(&window).contains("s chance b: left 1 -> e"));
    press(&mut window, Key::Space);
    assert!(script(&window).contains("s a: left"));
}

#[test]
fn a_renamed_move_takes_its_notes_along() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    let node = window.state().document().session.selected();
    let note = "the better one".to_owned();
    run(
        &mut window,
        doomtree::app::Command::SetNote(node, note.clone()),
    );
    press(&mut window, Key::F2);
    found(&window, ids::TREE_FIELD).type_text("forth");
    settle(&mut window);
    press(&mut window, Key::Enter);
    assert!(script(&window).contains("forth -> e"));
    let noted = |window: &Window| {
        let document = window.state().document();
        document.note(document.session.selected()).to_owned()
    };
    assert_eq!(noted(&window), note);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(noted(&window), note);
}

#[test]
fn probabilities_that_do_not_sum_to_one_are_said_at_their_place() {
    let mut window = drawn("c chance a: h 1/2 -> x, t 1/2 -> y; x end: 1 0; y end: 0 1");
    click_on(&mut window, &ids::own_node("h"));
    enter(&mut window, &ids::tree_value("Probability"), "1/3");
    assert!(
        script(&window).contains("c chance a ?: h 1/3"),
        "{}",
        script(&window)
    );
    assert!(text_of(&window, ids::TREE_SUM).contains("5/6"));
    assert_eq!(nodes(&window), 1, "nothing is known of it");
    enter(&mut window, &ids::tree_value("Probability"), "1/2");
    assert_eq!(nodes(&window), 3);
}

#[test]
fn the_buttons_add_moves_and_players_and_change_the_mover() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node(""));
    click_on(&mut window, ids::TREE_ADD_BELOW);
    assert!(script(&window).contains("m3 -> m3"));
    click_on(&mut window, ids::TREE_ADD_BESIDE);
    assert!(script(&window).contains("m4 -> m4"));
    click_on(&mut window, &ids::tree_kind("b moves"));
    assert!(script(&window).contains("m4 b: ?"));
    click_on(&mut window, ids::TREE_MORE_PLAYERS);
    assert!(script(&window).starts_with("players a b c"));
    click_on(&mut window, ids::TREE_FEWER_PLAYERS);
    click_on(&mut window, ids::TREE_REMOVE);
    assert!(!script(&window).contains("m4"));
    click_on(&mut window, ids::TREE_LEFT);
    let told = || {
        let name = value_of(&window, &ids::tree_value("Name"));
        [script(&window), &text_of(&window, ids::TREE_FAULT), &name].concat()
    };
    assert!(told().contains("left -> e, m3 -> m3, right"), "{}", told());
}

#[test]
fn a_node_of_a_player_who_was_just_added_is_drawn() {
    let mut window = drawn("s a: left -> e\ne end: 1 0");
    click_on(&mut window, &ids::own_node("left"));
    click_on(&mut window, ids::TREE_MORE_PLAYERS);
    click_on(&mut window, &ids::tree_kind("c moves"));
    assert!(script(&window).contains("\ne c "), "{}", script(&window));
    settle(&mut window);
    assert!(is_there(&window, &ids::own_node("left")), "it is drawn");
}

#[test]
fn a_branch_is_copied_and_pasted_as_text() {
    let mut window = drawn(TREE);
    click_on(&mut window, &ids::own_node("left"));
    window.event(egui::Event::Copy);
    window.step();
    let copied = support::screen::copied(&mut window);
    if let Some(copied) = copied {
        assert!(copied.contains("e end: 1 0"));
    }
    click_on(&mut window, &ids::own_node(""));
    window.event(egui::Event::Paste(
        "players a b\nq a: z -> w\nw end: 8 1".to_owned(),
    ));
    settle(&mut window);
    assert!(script(&window).contains("q -> q"), "{}", script(&window));
    assert_eq!(root_rating(&window), "8");
    let document = window.state().document();
    let line = document.line_text(document.session.selected());
    assert_eq!(line, "q", "what came is selected");
}

#[test]
fn a_part_of_a_game_is_copied_as_a_tree_of_ones_own_with_the_same_rating() {
    let mut window = window("b1a3/b2b2 a");
    let rating = root_rating(&window);
    run_named(&mut window, CommandId::EditTree);
    assert!(script(&window).contains("start a:"));
    assert_eq!(root_rating(&window), rating);
    assert!(is_there(&window, &ids::own_node("")));
}

#[test]
fn a_written_tree_is_changed_as_text_rated_anew_and_undone() {
    let mut window = drawn(TREE);
    assert_eq!(value_of(&window, ids::SCRIPT), TREE);
    let before = root_rating(&window);
    type_behind(&mut window, " # the second end");
    assert!(!is_there(&window, ids::SCRIPT_FAULT));
    press_with(&mut window, Modifiers::COMMAND, Key::Enter);
    assert_eq!(script(&window), format!("{TREE} # the second end"));
    assert_eq!(root_rating(&window), before);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(script(&window), TREE);
    assert_eq!(value_of(&window, ids::SCRIPT), TREE);
}

#[test]
fn a_text_that_is_no_tree_stays_until_it_is_applied_or_discarded() {
    let mut window = drawn(TREE);
    type_behind(&mut window, "\ng end: x 1");
    let fault = text_of(&window, ids::SCRIPT_FAULT);
    assert!(fault.contains("line 4"), "{fault}");
    assert_eq!(script(&window), TREE, "the tree stays");
    run(
        &mut window,
        doomtree::app::Command::OpenText("b2b2/a2b1 a".to_owned()),
    );
    assert_eq!(script(&window), TREE, "nothing is opened over it");
    assert!(value_of(&window, ids::SCRIPT).contains("g end: x 1"));
    click_on(&mut window, ids::SCRIPT_DISCARD);
    assert_eq!(value_of(&window, ids::SCRIPT), TREE);
    run(
        &mut window,
        doomtree::app::Command::OpenText("b2b2/a2b1 a".to_owned()),
    );
    assert!(window.state().document().setup.switches.script.is_none());
}

#[test]
fn a_script_is_opened_as_text_and_its_faults_are_told_by_line_and_column() {
    let mut window = window("b2b2/a2b1 a");
    let text = "r a: x -> e, y -> f; e end: 1 0; f end: 0 1";
    run(
        &mut window,
        doomtree::app::Command::OpenText(text.to_owned()),
    );
    assert_eq!(script(&window), text);
    let wrong = text.replace("f end", "g end");
    run(&mut window, doomtree::app::Command::OpenText(wrong));
    let fault = text_of(&window, ids::FAULT);
    assert!(
        fault.contains("'f'") && fault.contains("column 19"),
        "{fault}"
    );
}

#[test]
fn a_text_too_long_for_a_frame_is_not_drawn() {
    let ends: String = (0..12_000)
        .map(|end| format!("\nend{end} end: 1 0"))
        .collect();
    let window = scripted(&format!("{TREE}{ends}"));
    assert!(!window.state().is_enabled(CommandId::EditTree));
    assert_eq!(all(&window, ids::SCRIPT).count(), 0);
}

/// Three moves, one of which leads on.
const WIDE: &str = "players a b
s a: left -> e, middle -> m, right -> f
e end: 1 0
m b: up -> u, down -> d
u end: 5 2
d end: 4 3
f end: 0 1
";

/// The middle of a drawn node.
fn middle(window: &Window, line: &str) -> egui::Pos2 {
    found(window, &ids::own_node(line)).rect().center()
}

/// Takes a node with the mouse, and holds it somewhere else.
fn hold(window: &mut Window, line: &str, to: egui::Pos2) {
    let from = middle(window, line);
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for share in [0.4, 0.8, 1.0] {
        window.hover_at(from + (to - from) * share);
        window.step();
    }
}

/// The same, and lets it go there.
fn drag(window: &mut Window, line: &str, to: egui::Pos2) {
    hold(window, line, to);
    window.drop_at(to);
    settle(window);
}

#[test]
fn what_was_finished_lacks_its_payoff_again_when_that_is_undone() {
    let mut window = drawn("s a: left -> e, right -> f\ne end: 1 0\nf end: ?");
    let said = |window: &Window| label_of(&found(window, &ids::own_node("right")));
    let open = said(&window);
    click_on(&mut window, &ids::own_node("right"));
    type_keys(&mut window, "7 2");
    press(&mut window, Key::Enter);
    assert_ne!(said(&window), open);
    run_named(&mut window, CommandId::Undo);
    assert_eq!(said(&window), open);
}

#[test]
fn a_branch_is_dragged_among_its_siblings_in_one_step_that_is_named_and_undone() {
    let mut window = drawn(WIDE);
    let before = middle(&window, "left") - egui::vec2(60.0, 0.0);
    drag(&mut window, "right", before);
    assert!(
        script(&window).contains("s a: right -> f, left -> e, middle -> m"),
        "{}",
        script(&window)
    );
    assert!(value_of(&window, ids::SCRIPT).contains("right -> f, left"));
    assert!(text_of(&window, ids::TREE_UNDO).contains("move right"));
    run_named(&mut window, CommandId::Undo);
    assert_eq!(script(&window), WIDE);
    let between = middle(&window, "left").lerp(middle(&window, "middle"), 0.5);
    drag(&mut window, "right", between);
    assert!(script(&window).contains("s a: left -> e, right -> f, middle -> m"));
    // What was dragged is selected, though all behind it have moved up.
    let last = middle(&window, "middle");
    drag(&mut window, "left", last);
    assert!(script(&window).contains("m b: up -> u, down -> d, left -> e"));
    let document = window.state().document();
    let line = document.line_text(document.session.selected());
    assert_eq!(line, "middle left");
}

#[test]
fn a_branch_that_is_dropped_on_a_node_hangs_there_with_its_notes_and_is_rated_anew() {
    let mut window = drawn(WIDE);
    click_on(&mut window, &ids::own_node("middle up"));
    let node = window.state().document().session.selected();
    let note = doomtree::app::Command::SetNote(node, "generous".to_owned());
    run(&mut window, note);
    assert_eq!(root_rating(&window), "4", "b takes the larger payoff");
    let to = middle(&window, "right");
    drag(&mut window, "middle up", to);
    assert!(
        script(&window).contains("f b estimate 0 1: up -> u"),
        "{}",
        script(&window)
    );
    assert_eq!(nodes(&window), 6, "no node comes or goes");
    assert_eq!(root_rating(&window), "5");
    assert!(text_of(&window, ids::TREE_UNDO).contains("move up below right"));
    assert_eq!(value_of(&window, ids::TREE_NOTE), "generous");
    run_named(&mut window, CommandId::Undo);
    assert_eq!(script(&window), WIDE);
    click_on(&mut window, &ids::own_node("middle up"));
    assert_eq!(value_of(&window, ids::TREE_NOTE), "generous");
}

#[test]
fn escape_a_place_below_itself_and_a_small_slip_leave_a_dragged_branch_where_it_is() {
    let mut window = drawn(WIDE);
    let to = middle(&window, "left");
    hold(&mut window, "right", to);
    assert!(is_there(&window, ids::TREE_LANDING));
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, ids::TREE_LANDING));
    window.drop_at(to);
    settle(&mut window);
    assert_eq!(script(&window), WIDE);
    assert!(
        is_there(&window, &ids::own_node("")),
        "the editor is still there"
    );
    let below = middle(&window, "middle up");
    drag(&mut window, "middle", below);
    assert_eq!(script(&window), WIDE, "a branch doesn't hang below itself");
    assert!(!is_there(&window, ids::TREE_FAULT), "nothing is tried");
    // A hand that rests on a node, and trembles, has selected it.
    let slip = middle(&window, "right") + egui::vec2(3.0, 2.0);
    hold(&mut window, "right", slip);
    window.run_steps(4);
    window.drop_at(slip);
    settle(&mut window);
    assert_eq!(script(&window), WIDE);
    let document = window.state().document();
    assert_eq!(document.line_text(document.session.selected()), "right");
}

#[test]
fn a_node_that_is_not_finished_has_a_note_that_is_undone_saved_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.json");
    let mut window = drawn("s a: left -> e, right -> f\ne end: 1 0\nf b: on -> g\ng end: ?");
    let note = |window: &Window, line: &str| {
        let document = window.state().document();
        document.line_note(line).to_owned()
    };
    for (line, text) in [("right", "to do"), ("right on", "ask somebody")] {
        click_on(&mut window, &ids::own_node(line));
        assert_eq!(value_of(&window, ids::TREE_NOTE), "");
        found(&window, ids::TREE_NOTE).focus();
        settle(&mut window);
        found(&window, ids::TREE_NOTE).type_text(text);
        settle(&mut window);
    }
    click_on(&mut window, &ids::own_node("left"));
    assert_eq!(note(&window, "right on"), "ask somebody");
    run_named(&mut window, CommandId::Undo);
    assert_eq!(note(&window, "right on"), "");
    assert_eq!(note(&window, "right"), "to do");
    run_named(&mut window, CommandId::Redo);
    run(&mut window, doomtree::app::Command::SaveTo(path.clone()));
    settle(&mut window);
    let mut again = support::screen::window("b2b2/a2b1 a");
    run(&mut again, doomtree::app::Command::OpenFile(path));
    settle(&mut again);
    run_named(&mut again, CommandId::EditTree);
    for (line, text) in [("right", "to do"), ("right on", "ask somebody")] {
        click_on(&mut again, &ids::own_node(line));
        assert_eq!(value_of(&again, ids::TREE_NOTE), text);
    }
    // A node that is finished now has the note that it had before.
    type_keys(&mut again, "3");
    type_keys(&mut again, " 1");
    press(&mut again, Key::Enter);
    click_on(&mut again, &ids::own_node("right on"));
    assert_eq!(nodes(&again), 4);
    assert_eq!(value_of(&again, ids::TREE_NOTE), "ask somebody");
    press(&mut again, Key::Delete);
    run_named(&mut again, CommandId::Undo);
    click_on(&mut again, &ids::own_node("right on"));
    assert_eq!(value_of(&again, ids::TREE_NOTE), "ask somebody");
}

#[test]
fn a_node_with_a_note_says_so_while_the_tree_is_drawn() {
    let mut window = scripted(TREE);
    let node = window.state().document().session.selected();
    let note = doomtree::app::Command::SetNote(node, "here it begins".to_owned());
    run(&mut window, note);
    run_named(&mut window, CommandId::EditTree);
    let said = |window: &Window, line: &str| label_of(&found(window, &ids::own_node(line)));
    let (with, without) = (said(&window, ""), said(&window, "left"));
    assert!(
        with.ends_with("note") && !without.ends_with("note"),
        "{with}"
    );
}

#[test]
fn nothing_is_looked_for_while_the_tree_is_drawn() {
    let mut window = drawn(TREE);
    for named in [CommandId::Find, CommandId::NextHit, CommandId::NextEnd] {
        assert!(!window.state().is_enabled(named), "{named:?}");
    }
    press(&mut window, Key::F4);
    run_named(&mut window, CommandId::EditTree);
    assert!(!is_there(&window, ids::FIND_FIELD));
    assert!(window.state().is_enabled(CommandId::Find));
}

#[test]
fn a_branch_goes_with_all_below_it_while_its_sibling_s_payoffs_are_shown() {
    // The sibling stands last in the script, behind all that goes.
    let script_of = "s a: left -> e, right -> x\nx b: p -> y, q -> z\n\
                     y end: 1 0\nz end: 0 1\ne end: 1 0";
    for by_key in [true, false] {
        let mut window = drawn(script_of);
        click_on(&mut window, &ids::own_node("right"));
        match by_key {
            true => press(&mut window, Key::Delete),
            false => click_on(&mut window, ids::TREE_REMOVE),
        }
        assert!(script(&window).ends_with("\ns a: left -> e\ne end: 1 0\n"));
        run_named(&mut window, CommandId::Undo);
        assert_eq!(nodes(&window), 5);
    }
}

#[test]
fn nodes_are_joined_to_an_information_set_and_rated_as_if_players_knew() {
    let mut window = drawn(
        "s a: heads -> h, tails -> t\nh b: heads -> won, tails -> lost\n\
         t b: heads -> lost, tails -> won\nwon end: 1 0\nlost end: 0 1",
    );
    assert_eq!(root_rating(&window), "0");
    click_on(&mut window, &ids::own_node("heads"));
    window.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    click_on(&mut window, &ids::own_node("tails"));
    window.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    assert!(
        script(&window).ends_with("set h t\n"),
        "{}",
        script(&window)
    );
    run_named(&mut window, CommandId::EditTree);
    settle(&mut window);
    let said = |window: &Window| text_of(window, ids::SETS_BANNER);
    assert!(
        said(&window).contains("(1 information set)"),
        "{}",
        said(&window)
    );
    let is_proven = |window: &Window| {
        let rated = window.state().document().session.rated();
        rated.analysis.ratings.is_proven(Vertex::ROOT, Player(0))
    };
    assert!(!is_proven(&window));
    run_named(&mut window, CommandId::Record);
    settle(&mut window);
    assert!(text_of(&window, ids::RECORDING_FAULT).contains("don't know where they are"));
    run_named(&mut window, CommandId::ShowTree);
    click_on(&mut window, ids::SETS_KNOWN);
    assert!(said(&window).contains("another game"), "{}", said(&window));
    assert!(is_proven(&window));
    run_named(&mut window, CommandId::Undo);
    assert!(!is_proven(&window));
    run_named(&mut window, CommandId::EditTree);
    click_on(&mut window, &ids::own_node("tails"));
    click_on(&mut window, ids::SETS_SPLIT);
    assert!(!script(&window).contains("\nset"), "{}", script(&window));
}
