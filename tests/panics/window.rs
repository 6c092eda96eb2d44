//! The window without a screen: a panic is told in a sentence, and the document is kept.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use doomtree::app::panics::Hook;
use doomtree::app::{Command, CommandId, ids, window_limits};
use doomtree::games::Setup;
use doomtree::session::{Action, add_game};
use doomtree::tree::Vertex;
use eframe::egui::{Key, Modifiers, ViewportCommand, ViewportId};
use support::screen::{
    Opened, Window, click_on, found, is_there, line, root, run, run_named, told,
};
use support::screen::{settle, text_of, wait_for};

use super::planted::Planted;
use super::{report, reports};

/// The hook that speaks, with the folder of its reports. One test at a time has it.
struct Speaking {
    folder: tempfile::TempDir,
    _hook: Hook,
    _alone: MutexGuard<'static, ()>,
}

fn speaking() -> Speaking {
    static ALONE: Mutex<()> = Mutex::new(());
    static ADDED: Once = Once::new();
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    ADDED.call_once(|| add_game(Planted, "1/1/1 a picture").expect("a game of its own"));
    let folder = tempfile::tempdir().expect("a folder");
    let hook = Hook::quiet();
    hook.speak(Some(folder.path().to_owned()));
    Speaking {
        folder,
        _hook: hook,
        _alone: alone,
    }
}

fn opened(position: &str) -> Window {
    let setup = Setup {
        game: "planted".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    Opened {
        setup: Some(setup),
        limits: window_limits(),
        ..Opened::default()
    }
    .open()
}

/// Selects the node at the end of a line.
fn select(window: &mut Window, text: &str) {
    let session = &window.state().document().session;
    let line = session.rated().graph.read_line(Vertex::ROOT, text);
    run(window, Command::Act(Action::SelectLine(line.expect(text))));
}

/// That the sentence on a panic says this, and names the only report.
#[track_caller]
fn tells(window: &Window, folder: &Path, words: &str) {
    let told = text_of(window, ids::FAILURE);
    assert!(told.contains(words), "{told}");
    assert!(told.contains("planted.rs:"), "{told}");
    let reports = reports(folder);
    let path = reports[0].display().to_string();
    assert!(told.contains(&path), "{told}: {path}");
}

#[test]
fn a_panic_while_painting_is_reported_and_the_window_keeps_the_document() {
    let speaking = speaking();
    let mut window = opened("1/1/1 a picture");
    run(
        &mut window,
        Command::SetNote(doomtree::tree::UnfoldingNode::ROOT, "mine".to_owned()),
    );
    run(&mut window, Command::OpenText("x".repeat(100_000)));
    run_named(&mut window, CommandId::Keys);
    select(&mut window, "1@1 1@2");
    tells(&window, speaking.folder.path(), "planted in the picture");
    // What could have been its cause is closed, and the document is there.
    assert_eq!(line(&window), "");
    assert_eq!(root(&window), "1/1/1 a picture");
    let note = window
        .state()
        .document()
        .note(doomtree::tree::UnfoldingNode::ROOT);
    assert_eq!(note, "mine");
    let report = report(speaking.folder.path());
    for held in [
        concat!("doomtree: ", env!("CARGO_PKG_VERSION"), "\n"),
        std::env::consts::ARCH,
        "message: planted in the picture\n",
        "planted.rs:",
        "position: 1/1/1 a picture\n",
        "game: planted\n",
        "selected line: 1@1 1@2\n",
        "-: SetNote(UnfoldingNode(0), \"mine\")\n",
        "-: OpenText(\"xxxx",
        "-: Named(Keys)\n",
        "backtrace:\n",
    ] {
        assert!(report.contains(held), "{held}: {report}");
    }
    assert!(!report.contains(&"x".repeat(1_000)), "a pasted text");
    // It goes on.
    select(&mut window, "1@1");
    assert_eq!(line(&window), "1@1");
    run_named(&mut window, CommandId::ShowMap);
    assert!(is_there(&window, ids::FAILURE));
    click_on(&mut window, ids::FAILURE_CLOSE);
    assert!(!is_there(&window, ids::FAILURE));
}

/// Types a path on the bare page, and saves there.
fn rescue(window: &mut Window, path: &Path) -> String {
    found(window, ids::RESCUE_PATH).focus();
    settle(window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    settle(window);
    found(window, ids::RESCUE_PATH).type_text(&path.display().to_string());
    settle(window);
    click_on(window, ids::RESCUE);
    text_of(window, ids::RESCUED)
}

#[test]
fn where_every_frame_panics_a_bare_page_saves_tries_again_and_quits() {
    let speaking = speaking();
    let mut window = opened("0/1/0 a picture");
    assert!(is_there(&window, ids::RESCUE), "no bare page");
    assert!(!is_there(&window, ids::STATUS));
    let told = text_of(&window, ids::FAILURE);
    assert!(told.contains("planted in the picture"), "{told}");
    let path = speaking.folder.path().join("kept.tree.json");
    let saved = rescue(&mut window, &path);
    assert!(
        saved.starts_with("Saved ") && saved.contains("kept.tree.json"),
        "{saved}"
    );
    let text = std::fs::read_to_string(&path).expect("a tree file");
    assert!(text.contains("0/1/0 a picture"), "{text}");
    // What is there is never replaced, and an ending that tells nothing is refused.
    let again = rescue(&mut window, &path);
    assert!(again.contains("already exists"), "{again}");
    let refused = rescue(&mut window, &speaking.folder.path().join("kept.doc"));
    assert!(refused.contains("kept.doc"), "{refused}");
    // It still panics.
    let before = reports(speaking.folder.path()).len();
    click_on(&mut window, ids::AGAIN);
    assert!(is_there(&window, ids::RESCUE), "no bare page");
    assert!(
        reports(speaking.folder.path()).len() > before,
        "nothing was tried"
    );
    found(&window, ids::LEAVE).click();
    window.run_steps(1);
    let commands = |window: &Window| {
        let output = &window.output().viewport_output;
        output
            .get(&ViewportId::ROOT)
            .map(|root| root.commands.clone())
            .unwrap_or_default()
    };
    let mut closed = commands(&window).contains(&ViewportCommand::Close);
    for _ in 0..3 {
        window.run_steps(1);
        closed |= commands(&window).contains(&ViewportCommand::Close);
    }
    assert!(closed, "it doesn't close");
}

#[test]
fn what_was_done_just_before_the_bare_page_is_kept_for_the_next_start() {
    let _speaking = speaking();
    let kept = tempfile::tempdir().expect("a folder");
    let keeps = |words: &str| {
        let files = kept.path().read_dir().expect("a folder");
        let mut files = files.map(|file| file.expect("a file").path());
        files.any(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains(words)))
    };
    let mut window = opened("1/1/1 a writing");
    let ctx = window.ctx.clone();
    window.state_mut().recover_in(&ctx, kept.path().to_owned());
    settle(&mut window);
    let note =
        |words: &str| Command::SetNote(doomtree::tree::UnfoldingNode::ROOT, words.to_owned());
    run(&mut window, note("first"));
    wait_for(&mut window, "recovery file", |_| keeps("first"));
    // Sooner than the next write, and nothing can be drawn any more.
    window.state_mut().run(&ctx, note("second"));
    let panicking = Setup {
        game: "planted".to_owned(),
        position: "0/1/0 a picture".to_owned(),
        ..Setup::default()
    };
    let mut root = window.state().document().root();
    root.setup = panicking;
    window
        .state_mut()
        .run(&ctx, Command::EditRoot(Box::new(root)));
    window.run_steps(1);
    for _ in 0..20 {
        window.step();
    }
    assert!(is_there(&window, ids::RESCUE), "no bare page");
    assert!(keeps("second"));
    drop(window);
    assert!(keeps("second"), "it stays for the next start");
}

#[test]
fn a_job_that_panics_says_so_in_its_place_and_leaves_the_document_as_it_was() {
    let speaking = speaking();
    let mut window = opened("1/1/1 a writing");
    let path = speaking.folder.path().join("written.tree.json");
    run(&mut window, Command::SaveTo(path.clone()));
    let status = told(&window);
    assert!(status.contains("written.tree.json"), "{status}");
    assert!(status.contains("planted in the notation"), "{status}");
    tells(&window, speaking.folder.path(), "planted in the notation");
    let report = report(speaking.folder.path());
    assert!(report.contains("thread: doomtree-write\n"), "{report}");
    assert!(!path.exists());
    assert_eq!(root(&window), "1/1/1 a writing");
    // The next one writes a board, which needs no notation there.
    let board = speaking.folder.path().join("written.board.json");
    run(&mut window, Command::SaveTo(board.clone()));
    assert!(board.exists(), "{}", told(&window));
}

#[test]
fn a_build_that_panics_leaves_what_was_built_and_says_so_once() {
    let speaking = speaking();
    let window = opened("30/30/30 a moves");
    assert!(!window.state().is_busy());
    let status = told(&window);
    assert!(status.contains("planted in the moves"), "{status}");
    let told = text_of(&window, ids::FAILURE);
    assert!(told.contains("planted in the moves"), "{told}");
    assert!(!told.contains("more came with it"), "{told}");
    assert_eq!(reports(speaking.folder.path()).len(), 1);
    assert_eq!(root(&window), "30/30/30 a moves");
    assert!(window.state().document().is_cut_short());
    let first = std::fs::read_to_string(&reports(speaking.folder.path())[0]).expect("a report");
    assert!(first.contains("position: 30/30/30 a moves\n"), "{first}");
}
