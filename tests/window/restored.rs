//! What a killed window has left comes back whole: steps to undo, exercises, games, texts that aren't
//! applied, boards that were being built.

use std::path::{Path, PathBuf};

use doomtree::app::{Command, CommandId, ExerciseAction, MainView, PlayChoices, WhatIfAction, ids};
use doomtree::game::Player;
use doomtree::session::play::{MadeMove, Seat};
use doomtree::tree::{Limits, UnfoldingNode};
use serde_json::Value;
use support::Draws;
use support::screen::{
    Opened, Window, begin_build, click_on, found, is_there, line, root, run, run_named, scripted,
    settle, shows, value_of, wait_for,
};

use super::recovery::{files, keeps, note, offers, place, trees, window};

const BOARD: &str = "b2b2/a2b1 a";
/// What a recovery file says where something was undone.
const UNDONE: &str = "\"redo\":[{";
/// The end of the tree in it.
const UNSAVED: &str = "\n,\"unsaved\":";
const OWN_TREE: &str = "s a: left -> e, right -> f\ne end: 1 0\nf end: 0 1";
const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";

/// From now on a window keeps what isn't saved in a folder.
fn keep_in(window: &mut Window, folder: &Path) {
    let ctx = window.ctx.clone();
    window.state_mut().recover_in(&ctx, folder.to_owned());
    settle(window);
}

/// Waits until a recovery file says this, and ends the window without a word.
fn kill(mut window: Window, folder: &Path, words: &str) {
    wait_for(&mut window, "recovery file", |_| keeps(folder, words));
}

/// Another window, in which what was left is restored.
fn restored(file: &Path, folder: &Path) -> Window {
    let mut window = window(file, folder);
    restore(&mut window);
    wait_for(&mut window, "document", |window| {
        window.state().document().words.restored
    });
    window
}

fn restore(window: &mut Window) {
    wait_for(window, "offer", offers);
    click_on(window, &ids::recover_restore(0));
}

fn undo(window: &mut Window) {
    run_named(window, CommandId::Undo);
}

fn is_changed(window: &Window) -> bool {
    window.state().document().edits.is_changed()
}

fn root_note(window: &Window) -> &str {
    window.state().document().note(UnfoldingNode::ROOT)
}

/// A window in which a note, another board, a what-if and a note were made, one after the other, and
/// something was undone.
fn with_steps(file: &Path, folder: &Path) -> Window {
    let mut first = window(file, folder);
    note(&mut first, "one");
    let mut other = first.state().document().root();
    other.setup.position = "b2b2/a3b1 a".to_owned();
    run(&mut first, Command::EditRoot(Box::new(other)));
    run(
        &mut first,
        Command::Assume(WhatIfAction::Pin("1/2".to_owned())),
    );
    note(&mut first, "two");
    note(&mut first, "three");
    undo(&mut first);
    first
}

#[test]
fn steps_are_undone_and_made_again_that_were_made_before_the_kill() {
    let (_home, file, folder) = place();
    kill(with_steps(&file, &folder), &folder, UNDONE);
    let mut second = restored(&file, &folder);
    assert_eq!(root_note(&second), "two");
    assert_eq!(root(&second), "b2b2/a3b1 a");
    undo(&mut second);
    assert_eq!(root_note(&second), "one");
    assert_eq!(second.state().document().layer.assumptions.len(), 1);
    undo(&mut second);
    assert_eq!(second.state().document().layer.assumptions.len(), 0);
    undo(&mut second);
    assert_eq!(root(&second), BOARD);
    assert_eq!(root_note(&second), "one");
    undo(&mut second);
    assert!(root_note(&second).starts_with("All 13 nodes"), "the file's");
    assert!(!second.state().is_enabled(CommandId::Undo));
    assert!(!is_changed(&second), "it is as its file again");
    for _ in 0..5 {
        run_named(&mut second, CommandId::Redo);
    }
    assert_eq!(root_note(&second), "three");
    assert!(!second.state().is_enabled(CommandId::Redo));
}

#[test]
fn a_note_that_was_being_typed_is_undone_as_a_step() {
    let (_home, file, folder) = place();
    let mut first = window(&file, &folder);
    run_named(&mut first, CommandId::EditNote);
    for letter in ["w", "o", "r", "d"] {
        first.event(eframe::egui::Event::Text(letter.to_owned()));
        first.run_steps(2);
    }
    kill(first, &folder, "word");
    let mut second = restored(&file, &folder);
    assert!(root_note(&second).ends_with("positions.word"));
    undo(&mut second);
    assert!(root_note(&second).ends_with("positions."), "the file's");
}

/// The recovery file in a folder: its path, its tree without the last brace, and what isn't of the
/// tree.
fn parts(folder: &Path) -> (PathBuf, String, String) {
    let mut files = files(folder).into_iter();
    let path = files.find(|file| file.to_string_lossy().ends_with(".tree.json"));
    let path = path.expect("a recovery file");
    let text = std::fs::read_to_string(&path).expect("a text");
    let (tree, rest) = text.split_once(UNSAVED).expect("two parts");
    let rest = rest.strip_suffix("}\n").expect("a brace");
    (path, tree.to_owned(), rest.to_owned())
}

#[test]
fn what_is_damaged_beside_the_tree_is_lost_with_a_word_and_nothing_else_is() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 4] = [
        ("what isn't in the tree", |rest| {
            rest[..rest.len() / 2].to_owned()
        }),
        ("what isn't in the tree", |_| String::new()),
        ("the steps to undo", |rest| {
            rest.replace("\"undo\":", "\"undid\":")
        }),
        ("4 steps that", |rest| {
            rest.replacen("\"note\":", "\"later\":", 1)
        }),
    ];
    let (_home, file, folder) = place();
    kill(with_steps(&file, &folder), &folder, UNDONE);
    let (path, tree, rest) = parts(&folder);
    let lock = path.to_string_lossy().replace(".tree.", ".recovery.");
    for (lost, damage) in damages {
        let text = format!("{tree}{UNSAVED}{}}}\n", damage(&rest));
        std::fs::write(&path, &text).expect("a damaged file");
        std::fs::write(&lock, "").expect("a lock");
        let mut second = window(&file, &folder);
        wait_for(&mut second, "offer", offers);
        assert!(shows(
            &second,
            ids::RECOVER,
            &format!("{lost} can't be read")
        ));
        click_on(&mut second, &ids::recover_restore(0));
        wait_for(&mut second, "document", |window| {
            window.state().document().words.restored
        });
        assert_eq!(root_note(&second), "two", "{lost}");
        assert_eq!(root(&second), "b2b2/a3b1 a");
        assert!(!second.state().is_enabled(CommandId::Undo), "{lost}");
        assert!(is_changed(&second));
        drop(second);
        std::fs::remove_dir_all(&folder).expect("removed");
        std::fs::create_dir(&folder).expect("an empty folder");
    }
}

#[test]
fn a_recovery_file_opens_like_any_other_and_only_its_tree_goes_on() {
    let (_home, file, folder) = place();
    kill(with_steps(&file, &folder), &folder, UNDONE);
    let (path, _, rest) = parts(&folder);
    assert!(rest.contains("mine.tree.json"), "its origin");
    let Ok(doomtree::save::Opened::Tree(tree)) = doomtree::save::open_path(&path) else {
        panic!("no tree");
    };
    assert!(tree.notices.is_empty(), "{:?}", tree.notices);
    let mut second = window(&path, &file.with_file_name("elsewhere"));
    assert_eq!(root_note(&second), "two");
    run(&mut second, Command::Named(CommandId::Bookmark));
    run(&mut second, Command::Named(CommandId::Save));
    wait_for(&mut second, "saved file", |window| !is_changed(window));
    let saved = std::fs::read_to_string(&path).expect("a text");
    assert!(saved.contains("bookmarks") && !saved.contains("unsaved"));
}

#[test]
fn an_exercise_comes_back_with_its_answers_and_what_is_being_typed() {
    let (_home, file, folder) = place();
    let mut first = window(&file, &folder);
    note(&mut first, "mine");
    run_named(&mut first, CommandId::ExerciseHere);
    let exercise = |window: &mut Window, what| run(window, Command::Exercise(what));
    exercise(&mut first, ExerciseAction::Type('1'));
    exercise(&mut first, ExerciseAction::Give);
    let second_blank = first
        .state()
        .exercise()
        .posed()
        .expect("one")
        .blanks()
        .len()
        - 1;
    exercise(&mut first, ExerciseAction::GoTo(second_blank));
    exercise(&mut first, ExerciseAction::Type('7'));
    let attempt = first.state().exercise().attempt().cloned();
    kill(first, &folder, "\"typed\":\"7\"");
    let mut second = window(&file, &folder);
    wait_for(&mut second, "offer", offers);
    assert!(shows(&second, ids::RECOVER, "exercise with 1 answer"));
    click_on(&mut second, &ids::recover_restore(0));
    wait_for(&mut second, "exercise", |window| {
        window.state().exercise().is_on()
    });
    let panel = second.state().exercise();
    assert_eq!(panel.attempt().cloned(), attempt);
    assert_eq!(panel.current(), Some(second_blank));
    assert_eq!(second.state().middle(), MainView::Exercise);
    // What is typed is given like before.
    exercise(&mut second, ExerciseAction::Type('8'));
    wait_for(&mut second, "recovery file", |_| {
        keeps(&folder, "\"typed\":\"78\"")
    });
    // Left by somebody who wants to, it is offered no more; the note is.
    run_named(&mut second, CommandId::LeaveExercise);
    click_on(&mut second, &doomtree::app::PromptAnswer::Discard.id());
    assert_eq!(root_note(&second), "mine");
    wait_for(&mut second, "recovery file", |_| {
        !keeps(&folder, "\"typed\":\"78\"")
    });
    assert_eq!(trees(&folder), 1);
}

#[test]
fn a_trees_text_that_is_not_applied_comes_back_as_it_was_typed() {
    let (_home, file, folder) = place();
    let mut first = scripted(OWN_TREE);
    keep_in(&mut first, &folder);
    run_named(&mut first, CommandId::EditTree);
    found(&first, ids::SCRIPT).focus();
    settle(&mut first);
    found(&first, ids::SCRIPT).type_text("nonsense ");
    settle(&mut first);
    assert!(!is_changed(&first), "nothing is applied");
    let typed = value_of(&first, ids::SCRIPT);
    assert!(typed.contains("nonsense"));
    kill(first, &folder, "nonsense");
    let mut second = restored(&file, &folder);
    assert_eq!(second.state().middle(), MainView::Editor);
    assert_eq!(value_of(&second, ids::SCRIPT), typed);
    assert!(is_there(&second, ids::SCRIPT_FAULT));
    click_on(&mut second, ids::SCRIPT_DISCARD);
    wait_for(&mut second, "end of it", |_| trees(&folder) == 0);
}

/// All moves of the game so far.
fn game(window: &Window) -> String {
    let Some(playing) = window.state().playing() else {
        return String::new();
    };
    let moves: Vec<_> = playing.play().made().iter().map(MadeMove::text).collect();
    moves.join(" ")
}

#[test]
fn a_game_beyond_its_tree_comes_back_with_the_notes_of_the_tree_it_left() {
    let (_home, file, folder) = place();
    let limits = Limits {
        max_plies: Some(2),
        ..Limits::default()
    };
    let mut first = Opened {
        limits,
        ..Opened::default()
    }
    .open();
    keep_in(&mut first, &folder);
    let choices = [Seat::Human, Seat::Computer]
        .into_iter()
        .zip(Player::all(2))
        .fold(PlayChoices::default(), |choices, (seat, player)| {
            choices.with_seat(player, seat)
        });
    run(&mut first, Command::ChoosePlay(Box::new(choices)));
    note(&mut first, "at home");
    run_named(&mut first, CommandId::PlayHere);
    for _ in 0..2 {
        let first_move = doomtree::session::Action::Move(0);
        run(&mut first, Command::Act(first_move));
    }
    let played = game(&first);
    assert!(played.split(' ').count() > 2, "{played}");
    assert_ne!(root(&first), BOARD, "the game has gone on from there");
    let stands = root(&first);
    note(&mut first, "away");
    kill(first, &folder, "away");
    assert!(keeps(&folder, "at home"));
    let mut second = window(&file, &folder);
    wait_for(&mut second, "offer", offers);
    assert!(shows(&second, ids::RECOVER, "a game of"));
    click_on(&mut second, &ids::recover_restore(0));
    wait_for(&mut second, "game", |window| game(window) == played);
    assert_eq!(root(&second), stands);
    // Back at the root of its own, all notes are there; and the step before the game is undone.
    run_named(&mut second, CommandId::StopGame);
    while root(&second) != BOARD {
        undo(&mut second);
    }
    assert_eq!(root_note(&second), "at home");
    let notes: Vec<_> = second.state().document().layer.elsewhere.values().collect();
    let away = notes.iter().any(|own| own.note.as_deref() == Some("away"));
    let nodes = &second.state().document().layer.nodes;
    let shown = nodes
        .values()
        .any(|own| own.note.as_deref() == Some("away"));
    assert!(away || shown);
    undo(&mut second);
    assert_eq!(root_note(&second), "");
}

#[test]
fn what_is_noted_while_a_board_is_built_comes_back_and_it_is_built_on() {
    let (_home, file, folder) = place();
    let mut first = window(&file, &folder);
    begin_build(&mut first, LARGE);
    let ctx = first.ctx.clone();
    let words = Command::SetNote(UnfoldingNode::ROOT, "early".to_owned());
    first.state_mut().run(&ctx, words);
    while !keeps(&folder, "early") {
        assert!(first.state().document().is_building(), "it came too late");
        first.step();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    drop(first);
    is_built_on(&file, &folder);
}

/// Another window restores the large board, and goes on building it.
fn is_built_on(file: &Path, folder: &Path) {
    let mut second = window(file, folder);
    wait_for(&mut second, "offer", offers);
    found(&second, &ids::recover_restore(0)).click();
    for _ in 0..5_000 {
        second.step();
        std::thread::sleep(std::time::Duration::from_millis(2));
        if second.state().document().words.restored {
            break;
        }
    }
    assert_eq!(root_note(&second), "early");
    assert!(second.state().document().is_building(), "it goes on");
    assert_eq!(root(&second), LARGE);
    assert_eq!(line(&second), "");
}

/// A JSON value in which up to three values are left out, doubled, or replaced.
fn altered(draws: &mut Draws, value: &Value) -> Value {
    fn nth<'a>(value: &'a mut Value, at: &mut usize) -> Option<&'a mut Value> {
        if *at == 0 {
            return Some(value);
        }
        *at -= 1;
        match value {
            Value::Array(values) => values.iter_mut().find_map(|value| nth(value, at)),
            Value::Object(values) => values.values_mut().find_map(|value| nth(value, at)),
            _ => None,
        }
    }
    let mut value = value.clone();
    for _ in 0..1 + draws.below(3) {
        let mut at = 1 + draws.below(90);
        let Some(one) = nth(&mut value, &mut at) else {
            continue;
        };
        *one = match (draws.below(8), one.take()) {
            (0 | 1, Value::Array(mut values)) if !values.is_empty() => {
                values.remove(draws.below(values.len()));
                values.into()
            }
            (2 | 3, Value::Array(mut values)) if !values.is_empty() => {
                values.push(values[draws.below(values.len())].clone());
                values.into()
            }
            (_, Value::Array(mut values)) if !values.is_empty() => {
                values.rotate_left(1);
                values.into()
            }
            (0..4, Value::Number(_)) => draws.below(6).into(),
            (4, _) => Value::Null,
            (5, _) => "0>2 \u{1}".into(),
            (6, _) => u64::MAX.into(),
            (_, old) => old,
        };
    }
    value
}

#[test]
fn a_document_is_restored_whatever_stands_beside_it_and_what_is_undone_then_breaks_nothing() {
    let (_home, file, folder) = place();
    kill(with_steps(&file, &folder), &folder, UNDONE);
    let (path, tree, rest) = parts(&folder);
    let lock = path.to_string_lossy().replace(".tree.", ".recovery.");
    let kept: Value = serde_json::from_str(&rest).expect("JSON");
    let (mut draws, mut steps) = (Draws::new(11), 0);
    for _ in 0..60 {
        let text = altered(&mut draws, &kept).to_string();
        std::fs::remove_dir_all(&folder).expect("removed");
        std::fs::create_dir(&folder).expect("an empty folder");
        let text = format!("{tree}{UNSAVED}{text}}}\n");
        std::fs::write(&path, &text).expect("written");
        std::fs::write(&lock, "").expect("written");
        let mut second = restored(&file, &folder);
        assert_eq!(root_note(&second), "two", "{text}");
        assert_eq!(root(&second), "b2b2/a3b1 a", "{text}");
        for named in [CommandId::Undo, CommandId::Redo] {
            for _ in 0..8 {
                if second.state().is_enabled(named) {
                    run_named(&mut second, named);
                    steps += 1;
                }
            }
        }
        assert!(is_there(&second, ids::TREE), "a bare page: {text}");
    }
    assert!(steps > 200, "{steps}: hardly any were read");
}
