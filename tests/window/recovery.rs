//! What isn't saved is kept in a recovery file, and offered when the window that kept it is no more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use doomtree::app::{Command, CommandId, PromptAnswer, ids};
use doomtree::tree::UnfoldingNode;

use crate::situations::saved;
use support::screen::{self, Window, click_on, is_there, run, settle, shows, told, wait_for};

/// A window on a file that keeps what isn't saved in a folder.
pub fn window(file: &Path, folder: &Path) -> Window {
    let mut window = screen::window("b2b2/a2b1 a");
    run(&mut window, Command::OpenFile(file.to_owned()));
    let ctx = window.ctx.clone();
    window.state_mut().recover_in(&ctx, folder.to_owned());
    settle(&mut window);
    window
}

/// A copy of the book's tree, and the folder of recovery files.
pub fn place() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.tree.json");
    std::fs::copy(saved("book-2x2.tree.json"), &file).expect("a copy");
    let folder = home.path().join("recovery");
    (home, file, folder)
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// Whether a recovery file says this.
pub fn keeps(folder: &Path, words: &str) -> bool {
    files(folder)
        .iter()
        .any(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains(words)))
}

/// How many documents are kept.
pub fn trees(folder: &Path) -> usize {
    let files = files(folder).into_iter();
    let is_tree = |file: &PathBuf| file.to_string_lossy().ends_with(".tree.json");
    files.filter(is_tree).count()
}

pub fn note(window: &mut Window, words: &str) {
    let node = window.state().document().session.selected();
    run(window, Command::SetNote(node, words.to_owned()));
}

pub fn offers(window: &Window) -> bool {
    is_there(window, &ids::recover_restore(0))
}

#[test]
fn what_a_window_left_is_offered_restored_unsaved_and_offered_no_more_once_it_is_saved() {
    let (_home, file, folder) = place();
    let mut first = window(&file, &folder);
    assert!(files(&folder).is_empty(), "nothing is unsaved");
    note(&mut first, "kept");
    wait_for(&mut first, "recovery file", |_| keeps(&folder, "kept"));
    // While it lives no other window is offered it.
    let other = window(&file, &folder);
    assert!(!offers(&other));
    // It ends without a word.
    drop(first);
    let mut second = window(&file, &folder);
    wait_for(&mut second, "offer", offers);
    assert!(shows(&second, ids::RECOVER, "1 note"));
    click_on(&mut second, &ids::recover_restore(0));
    let node = UnfoldingNode::ROOT;
    wait_for(&mut second, "note", |window| {
        window.state().document().note(node) == "kept"
    });
    let document = second.state().document();
    assert!(document.edits.is_changed());
    assert_eq!(document.words.path.as_deref(), Some(&*file));
    // It is kept as the second's own, and the first's is gone.
    wait_for(&mut second, "file of its own", |_| {
        trees(&folder) == 1 && keeps(&folder, "kept")
    });
    run(&mut second, Command::Named(CommandId::Save));
    wait_for(&mut second, "saved file", |window| {
        !window.state().document().edits.is_changed()
    });
    let saved = std::fs::read_to_string(&file).expect("the file");
    assert!(saved.contains("kept"), "{saved}");
    wait_for(&mut second, "end of it", |_| !keeps(&folder, "kept"));
    drop(second);
    assert!(files(&folder).is_empty(), "{:?}", files(&folder));
    let third = window(&file, &folder);
    assert!(!offers(&third));
}

#[test]
fn a_restore_that_is_given_up_loses_nothing() {
    let (_home, file, folder) = place();
    let mut first = window(&file, &folder);
    note(&mut first, "kept");
    wait_for(&mut first, "recovery file", |_| keeps(&folder, "kept"));
    drop(first);
    let mut second = window(&file, &folder);
    wait_for(&mut second, "offer", offers);
    note(&mut second, "a thought");
    // A write still under way would not be removed before the window is gone.
    wait_for(&mut second, "recovery file", |_| {
        keeps(&folder, "a thought")
    });
    click_on(&mut second, &ids::recover_restore(0));
    wait_for(&mut second, "question", |window| {
        is_there(window, &PromptAnswer::Cancel.id())
    });
    click_on(&mut second, &PromptAnswer::Cancel.id());
    run(&mut second, Command::OpenFile(file.clone()));
    wait_for(&mut second, "question", |window| {
        is_there(window, &PromptAnswer::Discard.id())
    });
    click_on(&mut second, &PromptAnswer::Discard.id());
    wait_for(&mut second, "end of it", |_| !keeps(&folder, "a thought"));
    assert!(keeps(&folder, "kept"));
    drop(second);
    let mut third = window(&file, &folder);
    wait_for(&mut third, "offer", offers);
    // Kept nowhere else, it stays although recovery files are switched off.
    run(&mut third, Command::Named(CommandId::KeepUnsaved));
    click_on(&mut third, &ids::recover_restore(0));
    wait_for(&mut third, "note", |window| {
        window.state().document().note(UnfoldingNode::ROOT) == "kept"
    });
    assert!(keeps(&folder, "kept"));
}

#[test]
fn what_is_discarded_is_gone_and_what_is_left_for_later_stays_in_a_menu_and_is_offered_again() {
    let (_home, file, folder) = place();
    let mut both: Vec<Window> = (0..2).map(|_| window(&file, &folder)).collect();
    for (number, one) in both.iter_mut().enumerate() {
        note(one, &format!("note {number}"));
        wait_for(one, "recovery file", |_| {
            keeps(&folder, &format!("note {number}"))
        });
    }
    drop(both);
    let mut one = window(&file, &folder);
    wait_for(&mut one, "offer", |window| {
        offers(window) && is_there(window, &ids::recover_restore(1))
    });
    click_on(&mut one, ids::RECOVER_LATER);
    wait_for(&mut one, "end of the dialog", |window| !offers(window));
    assert_eq!(trees(&folder), 2);
    run(&mut one, Command::Named(CommandId::RestoreUnsaved));
    assert!(is_there(&one, &ids::recover_restore(1)));
    click_on(&mut one, ids::RECOVER_LATER);
    drop(one);
    let mut two = window(&file, &folder);
    wait_for(&mut two, "offer", offers);
    // The newest comes first.
    click_on(&mut two, &ids::recover_discard(0));
    wait_for(&mut two, "end of it", |_| !keeps(&folder, "note 1"));
    wait_for(&mut two, "other offer", |window| {
        offers(window) && !is_there(window, &ids::recover_restore(1))
    });
    assert!(keeps(&folder, "note 0"));
    click_on(&mut two, &ids::recover_discard(0));
    wait_for(&mut two, "end of all", |_| files(&folder).is_empty());
    assert!(!offers(&two));
}

#[test]
fn recovery_files_drop_undone_and_discarded_changes_and_keep_none_while_switched_off() {
    let (_home, file, folder) = place();
    let mut one = window(&file, &folder);
    note(&mut one, "a slip");
    wait_for(&mut one, "recovery file", |_| keeps(&folder, "a slip"));
    run(&mut one, Command::Named(CommandId::Undo));
    wait_for(&mut one, "end of it", |_| !keeps(&folder, "a slip"));
    note(&mut one, "another");
    wait_for(&mut one, "recovery file", |_| keeps(&folder, "another"));
    run(&mut one, Command::Named(CommandId::Open));
    run(&mut one, Command::OpenFile(file.clone()));
    wait_for(&mut one, "question", |window| {
        is_there(window, &PromptAnswer::Discard.id())
    });
    click_on(&mut one, &PromptAnswer::Discard.id());
    wait_for(&mut one, "end of it", |_| !keeps(&folder, "another"));
    // Switched off, nothing is kept.
    run(&mut one, Command::Named(CommandId::KeepUnsaved));
    note(&mut one, "a secret");
    for _ in 0..400 {
        one.step();
        std::thread::sleep(Duration::from_millis(3));
    }
    assert!(!keeps(&folder, "a secret"));
    run(&mut one, Command::Named(CommandId::KeepUnsaved));
    wait_for(&mut one, "recovery file", |_| keeps(&folder, "a secret"));
}

#[test]
fn broken_recovery_files_are_kept_and_a_tree_without_its_recovery_data_is_still_offered() {
    let (_home, file, folder) = place();
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("1-1.recovery.json", "");
    std::fs::copy(saved("book-2x2.tree.json"), folder.join("1-1.tree.json")).expect("a copy");
    write("1-2.recovery.json", "");
    write("1-2.tree.json", "{\"format\":");
    write("1-3.recovery.json", "");
    let mut one = window(&file, &folder);
    wait_for(&mut one, "offer", |window| {
        offers(window) && is_there(window, &ids::recover_restore(1))
    });
    assert!(shows(&one, ids::RECOVER, "b2b2/a2b1 a"));
    assert!(!folder.join("1-3.recovery.json").exists(), "it had no tree");
    assert!(folder.join("1-2.tree.json").exists());
    // A folder that can't be made is told once.
    let nowhere = file.join("recovery");
    let mut two = window(&file, &nowhere);
    note(&mut two, "lost");
    wait_for(&mut two, "word", |window| {
        told(window).contains("Unsaved work can't be kept")
    });
}
