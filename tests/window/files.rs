//! Files in the window: opened, saved, exported, dropped and pasted, and asked for before anything
//! is lost.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use doomtree::app::{
    Command, CommandId, DocumentContent, Explorer, FirstBoard, PromptAnswer, Settings, TEACHING,
    ids, open_setup, read_path, window_limits,
};
use doomtree::games::Setup;
use doomtree::tree::{UnfoldingNode, Vertex};
use egui_kittest::Harness;

use eframe::egui::{self, Event, Key, Modifiers, ViewportCommand, ViewportId, vec2};

use support::screen::{
    Window, asked_by, asked_by_key, click_on, found, is_there, numbers_of, press, press_with, root,
    run, run_named, settle, shows, text_of, value_of, wait_for,
};

const BOOK: &str = "b2b2/a2b1 a";
const BOARD: &str = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\
    \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\"position\":\"a1b2/b1a3 b\",\
    \"title\":\"Mine\",\"note\":\"look\",\"x\":[1,2]}\n";
const SCRIPT: &str = "players a b\nstart a: go -> won, stay -> lost\nwon end: 1 0\nlost end: 0 1\n";

fn window_with(settings: Settings, settings_path: Option<PathBuf>) -> Window {
    let mut window = Harness::builder()
        .with_size(vec2(1100.0, 760.0))
        .with_max_steps(20)
        .build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            let setup = Setup {
                game: "dice-of-doom".to_owned(),
                position: BOOK.to_owned(),
                ..Setup::default()
            };
            let document = open_setup(setup, window_limits(), wake).expect("the book's board");
            Explorer::with_settings(&creation.egui_ctx, document, settings, settings_path)
        });
    settle(&mut window);
    window
}

fn window() -> Window {
    window_with(Settings::default(), None)
}

/// Whether the dialog that asks before changes are lost is open, for a document that is called so.
fn asks_to_save(window: &Window, name: &str) -> bool {
    is_there(window, &PromptAnswer::Discard.id()) && shows(window, ids::QUESTION, name)
}

/// Whether it is asked what to do with a file that somebody else has changed.
fn asks_for_theirs(window: &Window) -> bool {
    [PromptAnswer::ReadAgain, PromptAnswer::Replace]
        .iter()
        .any(|answer| is_there(window, &answer.id()))
}

fn answer(window: &mut Window, answer: PromptAnswer) {
    click_on(window, &answer.id());
}

/// Whether the document is saved to a file that is called so, and that is told.
fn is_saved_as(window: &Window, name: &str) -> bool {
    let path = window.state().document().words.path.as_deref();
    let own = path
        .and_then(Path::file_name)
        .is_some_and(|own| own == name);
    own && !is_changed(window) && shows(window, ids::NOTICE, name)
}

/// Types into the box that is called so, in place of what stands there.
fn retype(window: &mut Window, id: &str, text: &str) {
    found(window, id).focus();
    window.step();
    press_with(window, Modifiers::COMMAND, Key::A);
    found(window, id).type_text(text);
    settle(window);
}

fn node(window: &mut Window, line: &str) -> UnfoldingNode {
    let session = &window.state().document().session;
    let line = session
        .rated()
        .graph
        .read_line(Vertex::ROOT, line)
        .expect("a line");
    run(
        window,
        Command::Act(doomtree::session::Action::SelectLine(line)),
    );
    window.state().document().session.selected()
}

fn note(window: &mut Window, line: &str, text: &str) {
    let node = node(window, line);
    run(window, Command::SetNote(node, text.to_owned()));
}

fn note_at(window: &mut Window, line: &str) -> String {
    let node = node(window, line);
    window.state().document().note(node).to_owned()
}

fn is_changed(window: &Window) -> bool {
    window.state().document().edits.is_changed()
}

fn change_root(window: &mut Window, position: &str) {
    let mut root = window.state().document().root();
    root.setup.position = position.to_owned();
    run(window, Command::EditRoot(Box::new(root)));
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

/// The window on the book's board, saved as a tree.
fn saved_tree(folder: &Folder) -> (Window, PathBuf) {
    let mut window = window();
    let path = folder.path("book.tree.json");
    run(&mut window, Command::SaveTo(path.clone()));
    (window, path)
}

#[test]
fn a_board_is_saved_to_its_own_file_with_all_that_the_file_said() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    assert_eq!(
        window.state().document().words.holds,
        DocumentContent::Board
    );
    change_root(&mut window, "a2b2/b1a3 b");
    note(&mut window, "", "look \"again\"\n\u{202e}\u{1}");
    assert!(is_changed(&window));
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert!(is_saved_as(&window, "mine.board.json"));
    assert!(!is_changed(&window));
    let saved = text(&path);
    let expected = BOARD
        .replace("a1b2/b1a3 b", "a2b2/b1a3 b")
        .replace("\"look\"", "\"look \\\"again\\\"\\n\u{202e}\\u0001\"");
    assert_eq!(saved, expected);
    // It is not taken for a file that somebody else has changed.
    run_named(&mut window, CommandId::Save);
    assert!(!asks_for_theirs(&window));
    assert_eq!(folder.names(), ["mine.board.json"]);
    run_named(&mut window, CommandId::Undo);
    assert!(is_changed(&window), "the file has another note");
    run_named(&mut window, CommandId::Redo);
    assert!(!is_changed(&window));
}

#[test]
fn a_tree_is_saved_as_it_is_unfolded_and_its_notes_come_back_folded_or_not() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    assert!(is_saved_as(&window, "book.tree.json"));
    assert_eq!(window.state().document().words.name, "book.tree.json");
    note(&mut window, "2>3", "above");
    note(&mut window, "2>3 pass 0>3", "below");
    node(&mut window, "2>3 pass");
    press(&mut window, Key::Space);
    run_named(&mut window, CommandId::Save);
    assert!(!is_changed(&window));
    let saved = text(&path);
    assert!(
        saved.contains(r#""notes":{"2>3 pass 0>3":"below"}"#),
        "{saved}"
    );
    assert!(saved.contains(r#""note":"above""#), "{saved}");
    run_named(&mut window, CommandId::Reload);
    let document = window.state().document();
    assert_eq!(document.session.unfolding().preorder().count(), 3);
    assert_eq!(document.words.holds, DocumentContent::Tree);
    assert!(!is_changed(&window));
    // Saved again without a look at the folded node, it is the same file.
    run_named(&mut window, CommandId::Save);
    assert_eq!(text(&path), saved);
    assert_eq!(note_at(&mut window, "2>3"), "above");
    assert_eq!(note_at(&mut window, "2>3 pass 0>3"), "below");
    note(&mut window, "2>3 pass 0>3", "below, changed");
    run_named(&mut window, CommandId::Save);
    let saved = text(&path);
    let layer = &window.state().document().layer;
    assert!(layer.elsewhere.is_empty(), "it is at its node again");
    assert!(saved.contains(r#""note":"below, changed""#), "{saved}");
    assert!(!saved.contains(r#""notes""#), "{saved}");
}

#[test]
fn another_content_of_the_same_length_and_time_is_not_replaced_unasked() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    let mine = text(&path);
    let theirs = mine.replacen('\n', " ", 1);
    let time = path.metadata().and_then(|found| found.modified());
    let time = time.expect("a time");
    let put = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        let file = std::fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_modified(time))
            .expect("a time");
    };
    put(&theirs);
    note(&mut window, "", "mine");
    run_named(&mut window, CommandId::Save);
    assert!(asks_for_theirs(&window));
    assert_eq!(text(&path), theirs);
    answer(&mut window, PromptAnswer::Cancel);
    // What was written back is nobody's change.
    put(&mine);
    run_named(&mut window, CommandId::Save);
    assert!(!asks_for_theirs(&window));
    assert!(text(&path).contains("\"note\":\"mine\""));
}

#[test]
fn what_is_changed_while_a_file_is_written_is_not_taken_for_saved() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "first");
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::Save));
    let second = Command::SetNote(UnfoldingNode::ROOT, "second".to_owned());
    window.state_mut().run(&ctx, second);
    settle(&mut window);
    assert!(text(&path).contains("\"note\":\"first\""));
    assert!(is_changed(&window));
    run_named(&mut window, CommandId::Save);
    assert!(text(&path).contains("\"note\":\"second\""));
    assert!(!is_changed(&window));
}

#[test]
fn a_board_file_that_can_not_hold_a_note_is_not_replaced_but_a_tree_file_offered() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    note(&mut window, "1>0", "here");
    run_named(&mut window, CommandId::Save);
    assert!(is_there(&window, ids::SAVE_FILE));
    assert!(shows(&window, ids::WRITE_WHY, "mine.board.json"));
    assert_eq!(text(&path), BOARD);
    assert!(value_of(&window, ids::FILE_NAME) == "mine.tree.json");
    // A board is offered and yet can't be chosen for this document.
    retype(&mut window, ids::FILE_NAME, "other.board.json");
    assert!(is_there(&window, ids::FAULT));
    press(&mut window, Key::Enter);
    retype(&mut window, ids::FILE_NAME, "mine.tree.json");
    press(&mut window, Key::Enter);
    assert!(is_saved_as(&window, "mine.tree.json"));
    assert_eq!(folder.names(), ["mine.board.json", "mine.tree.json"]);
    let saved = text(&folder.path("mine.tree.json"));
    for kept in [
        "\"title\":\"Mine\"",
        "\"note\":\"look\"",
        "\"note\":\"here\"",
        "\"board\":{\"x\":[1,2]}",
    ] {
        assert!(saved.contains(kept), "{kept} in {saved}");
    }
    // And the other way round, once there is no note below the start.
    note(&mut window, "1>0", "");
    run(
        &mut window,
        Command::SaveTo(folder.path("again.board.json")),
    );
    assert_eq!(text(&folder.path("again.board.json")), BOARD);
}

#[test]
fn files_that_can_not_hold_the_document_are_left_as_they_are() {
    let folder = Folder::new();
    let (mut tree, path) = saved_tree(&folder);
    run(
        &mut tree,
        Command::ExportTo(folder.path("p.positions.json")),
    );
    let false_tree = text(&path).replacen(
        "\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
        "\"rating\":{\"a\":\"1\",\"b\":\"0\"}",
        1,
    );
    folder.file("false.tree.json", &false_tree);
    folder.file("script.txt", SCRIPT);
    for name in ["p.positions.json", "false.tree.json", "script.txt"] {
        let mut window = window();
        let path = folder.path(name);
        let before = text(&path);
        run(&mut window, Command::OpenFile(path.clone()));
        note(&mut window, "", "mine");
        run_named(&mut window, CommandId::Save);
        assert!(shows(&window, ids::WRITE_WHY, name), "{name}");
        assert_eq!(text(&path), before, "{name}");
        press(&mut window, Key::Escape);
        assert!(is_changed(&window));
    }
}

#[test]
fn limits_that_a_board_file_can_not_hold_are_not_lost() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path));
    let mut root = window.state().document().root();
    root.limits.max_plies = Some(2);
    run(&mut window, Command::EditRoot(Box::new(root)));
    run_named(&mut window, CommandId::Save);
    assert!(shows(&window, ids::WRITE_WHY, "mine.board.json"));
    press(&mut window, Key::Enter);
    assert!(is_saved_as(&window, "mine.tree.json"));
    assert!(text(&folder.path("mine.tree.json")).contains("\"max_plies\":2"));
}

#[test]
fn an_export_changes_nothing_of_the_document() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    note(&mut window, "1>0", "here");
    let recent = window.state().settings().recent.clone();
    for name in [
        "a.tree.json",
        "a.positions.json",
        "a.board.json",
        "a.txt",
        "a.dot",
    ] {
        run(&mut window, Command::ExportTo(folder.path(name)));
        assert!(shows(&window, ids::NOTICE, name), "{name}");
        let document = window.state().document();
        assert!(document.edits.is_changed(), "{name}");
        assert_eq!(document.words.path.as_deref(), Some(&*path), "{name}");
    }
    assert_eq!(window.state().settings().recent, recent);
    assert_eq!(text(&path), BOARD);
    let positions = text(&folder.path("a.positions.json"));
    assert!(
        positions.contains(r#""notes":{"":"look","1>0":"here"}"#),
        "{positions}"
    );
}

#[test]
fn reading_a_file_again_asks_for_the_changes_too() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "mine");
    run_named(&mut window, CommandId::Reload);
    assert!(asks_to_save(&window, "book.tree.json"));
    press(&mut window, Key::Escape);
    assert_eq!(note_at(&mut window, ""), "mine");
    run_named(&mut window, CommandId::Reload);
    press(&mut window, Key::Enter);
    // What was just saved is read again, not what was read before.
    assert_eq!(note_at(&mut window, ""), "mine");
    assert!(text(&path).contains("\"note\":\"mine\""));
    assert!(!is_changed(&window));
    note(&mut window, "", "mine again");
    run_named(&mut window, CommandId::Reload);
    press_with(&mut window, Modifiers::ALT, Key::D);
    assert_eq!(note_at(&mut window, ""), "mine");
}

#[test]
fn the_window_closes_when_what_is_being_written_is_written() {
    let folder = Folder::new();
    let mut window = window();
    let ctx = window.ctx.clone();
    let path = folder.path("book.txt");
    window
        .state_mut()
        .run(&ctx, Command::ExportTo(path.clone()));
    window
        .state_mut()
        .run(&ctx, Command::Named(CommandId::Quit));
    assert!(settle(&mut window).contains(&ViewportCommand::Close));
    assert!(path.is_file());
}

/// Every way in which the open document would be replaced, with what is shown after it.
fn ways(folder: &Folder) -> Vec<(Command, &'static str)> {
    let path = folder.file("other.board.json", BOARD);
    vec![
        (Command::New(FirstBoard::Board("dice-of-doom")), BOOK),
        (Command::OpenFile(path), "a1b2/b1a3 b"),
        (Command::OpenText("a1 a".to_owned()), "a1 a"),
        (Command::OpenText(BOARD.to_owned()), "a1b2/b1a3 b"),
        (Command::OpenTeaching(3), BOOK),
    ]
}

#[test]
fn an_unchanged_document_is_replaced_or_closed_without_a_question() {
    let folder = Folder::new();
    for (way, shown) in ways(&folder) {
        let mut window = window();
        run(&mut window, way.clone());
        assert!(!is_there(&window, ids::QUESTION), "{way:?}");
        assert_eq!(root(&window), shown, "{way:?}");
    }
    let mut window = window();
    let asked = asked_by(&mut window, Command::Named(CommandId::Quit));
    assert!(asked.contains(&ViewportCommand::Close));
}

#[test]
fn changes_are_asked_for_before_they_are_lost_whichever_way() {
    let folder = Folder::new();
    for (way, shown) in ways(&folder) {
        let mut window = window();
        note(&mut window, "", "mine");
        run(&mut window, way.clone());
        assert!(asks_to_save(&window, "b2b2/a2b1 a"));
        assert_eq!(root(&window), BOOK);
        press(&mut window, Key::Escape);
        assert!(!is_there(&window, ids::QUESTION), "{way:?}");
        assert_eq!(note_at(&mut window, ""), "mine", "{way:?}");
        assert!(is_changed(&window));

        run(&mut window, way.clone());
        answer(&mut window, PromptAnswer::Cancel);
        assert_eq!(note_at(&mut window, ""), "mine", "{way:?}");

        run(&mut window, way.clone());
        press_with(&mut window, Modifiers::ALT, Key::D);
        assert!(!is_there(&window, ids::QUESTION), "{way:?}");
        assert_eq!(root(&window), shown, "{way:?}");
        assert_ne!(note_at(&mut window, ""), "mine", "{way:?}");
        assert!(!is_changed(&window), "{way:?}");
    }
}

#[test]
fn what_was_asked_for_goes_on_after_the_changes_were_saved() {
    let folder = Folder::new();
    for (way, shown) in ways(&folder) {
        let (mut window, path) = saved_tree(&folder);
        note(&mut window, "", "mine");
        run(&mut window, way.clone());
        press(&mut window, Key::Enter);
        assert!(text(&path).contains("\"note\":\"mine\""), "{way:?}");
        assert_eq!(root(&window), shown, "{way:?}");
        assert_ne!(
            window.state().document().words.path,
            Some(path.clone()),
            "{way:?}"
        );
        assert!(!is_changed(&window));
    }
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "mine too");
    let asked = asked_by(&mut window, Command::Named(CommandId::Quit));
    assert!(!asked.contains(&ViewportCommand::Close));
    assert!(asks_to_save(&window, "book.tree.json"));
    let asked = asked_by_key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(asked.contains(&ViewportCommand::Close));
    assert!(text(&path).contains("\"note\":\"mine too\""));
}

#[test]
fn a_document_without_a_file_is_saved_where_one_chooses_and_then_it_goes_on() {
    let folder = Folder::new();
    let mut window = window();
    note(&mut window, "", "mine");
    let asked = asked_by(&mut window, Command::Named(CommandId::Quit));
    assert!(!asked.contains(&ViewportCommand::Close));
    press(&mut window, Key::Enter);
    assert!(is_there(&window, ids::SAVE_FILE));
    assert!(!is_there(&window, ids::QUESTION));
    // Given up there, nothing goes on.
    let asked = asked_by_key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!asked.contains(&ViewportCommand::Close));
    assert!(!is_there(&window, ids::SAVE_FILE) && !is_there(&window, ids::QUESTION));
    run(&mut window, Command::SaveTo(folder.path("kept.tree.json")));
    assert!(!is_changed(&window));
    note(&mut window, "", "mine, and saved elsewhere");
    run_named(&mut window, CommandId::Quit);
    press(&mut window, Key::Enter);
    note(&mut window, "", "mine, without a file");
    change_root(&mut window, "a1 a");
    run(&mut window, Command::New(FirstBoard::Board("dice-of-doom")));
    press_with(&mut window, Modifiers::ALT, Key::D);
    note(&mut window, "", "new");
    run_named(&mut window, CommandId::Quit);
    press(&mut window, Key::Enter);
    let path = folder.path("chosen.tree.json");
    retype(&mut window, ids::FILE_NAME, &path.to_string_lossy());
    let asked = asked_by_key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(asked.contains(&ViewportCommand::Close));
    assert!(path.is_file());
    note(&mut window, "", "mine again");
    run_named(&mut window, CommandId::Quit);
    let asked = asked_by_key(&mut window, Modifiers::ALT, Key::D);
    assert!(asked.contains(&ViewportCommand::Close));
}

#[test]
fn a_failed_save_cancels_the_command_that_waited_for_it() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "mine");
    std::fs::remove_file(&path).expect("a removal");
    std::fs::create_dir(&path).expect("a folder in its place");
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    press(&mut window, Key::Enter);
    // The folder is no file of ours.
    if asks_for_theirs(&window) {
        press_with(&mut window, Modifiers::ALT, Key::R);
    }
    assert!(is_there(&window, ids::TROUBLE) && shows(&window, ids::TROUBLE, "book.tree.json"));
    assert!(!is_there(&window, ids::QUESTION));
    assert_eq!(root(&window), BOOK);
    assert!(is_changed(&window));
    // Saved in another place later, it doesn't go on either.
    run(&mut window, Command::SaveTo(folder.path("other.tree.json")));
    assert_eq!(root(&window), BOOK);
    assert!(!is_changed(&window));
}

#[test]
fn a_bad_file_is_told_without_a_question_and_changes_nothing() {
    let folder = Folder::new();
    let mut window = window();
    note(&mut window, "", "mine");
    let bad = folder.file("bad.tree.json", "{\"format\":\"doomtree-tree\",");
    run(&mut window, Command::OpenFile(bad));
    assert!(shows(&window, ids::TROUBLE, "bad.tree.json"));
    assert!(!is_there(&window, ids::QUESTION));
    assert_eq!(note_at(&mut window, ""), "mine");
    assert!(is_changed(&window));
    run_named(&mut window, CommandId::Undo);
    assert!(!is_changed(&window));
}

#[test]
fn the_windows_own_close_button_asks_too() {
    let close = |window: &mut Window| {
        let input = window.input_mut();
        let root = input.viewports.entry(ViewportId::ROOT).or_default();
        root.events.push(egui::ViewportEvent::Close);
        settle(window)
    };
    let mut window = window();
    assert!(!close(&mut window).contains(&ViewportCommand::CancelClose));
    note(&mut window, "", "mine");
    assert!(close(&mut window).contains(&ViewportCommand::CancelClose));
    assert!(asks_to_save(&window, "b2b2/a2b1 a"));
    press(&mut window, Key::Escape);
    assert!(close(&mut window).contains(&ViewportCommand::CancelClose));
    let asked = asked_by_key(&mut window, Modifiers::ALT, Key::D);
    assert!(asked.contains(&ViewportCommand::Close));
    // Answered once, it closes.
    assert!(!close(&mut window).contains(&ViewportCommand::CancelClose));
}

fn come_to_the_front(window: &mut Window) {
    window.event(Event::WindowFocused(true));
    window.step();
    for _ in 0..60 {
        window.step();
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_file_that_somebody_else_changed_is_read_again_or_kept() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    come_to_the_front(&mut window);
    assert!(!asks_for_theirs(&window));
    folder.file("mine.board.json", &BOARD.replace("look", "looked"));
    come_to_the_front(&mut window);
    assert!(asks_for_theirs(&window) && shows(&window, ids::QUESTION, "mine.board.json"));
    let nothing_is_lost = text_of(&window, ids::QUESTION);
    answer(&mut window, PromptAnswer::ReadAgain);
    assert_eq!(note_at(&mut window, ""), "looked");
    assert!(!is_changed(&window));

    note(&mut window, "", "mine");
    folder.file(
        "mine.board.json",
        &BOARD.replace("look", "theirs, a third time"),
    );
    come_to_the_front(&mut window);
    let something_is_lost = text_of(&window, ids::QUESTION);
    assert_ne!(something_is_lost, nothing_is_lost);
    answer(&mut window, PromptAnswer::Keep);
    assert_eq!(note_at(&mut window, ""), "mine");
    come_to_the_front(&mut window);
    assert!(!asks_for_theirs(&window), "asked once only");
    run_named(&mut window, CommandId::Undo);
    assert!(is_changed(&window), "the file differs, whatever is undone");
    run_named(&mut window, CommandId::Redo);
    run_named(&mut window, CommandId::Save);
    assert!(!asks_for_theirs(&window), "it was answered");
    assert!(text(&path).contains("\"note\":\"mine\""));

    folder.file(
        "mine.board.json",
        &BOARD.replace("look", "theirs, a fourth time"),
    );
    note(&mut window, "", "mine again");
    come_to_the_front(&mut window);
    answer(&mut window, PromptAnswer::ReadAgain);
    assert_eq!(note_at(&mut window, ""), "theirs, a fourth time");
    assert!(
        !is_there(&window, ids::QUESTION),
        "it was said what is lost"
    );
    assert!(!is_changed(&window));
}

#[test]
fn a_file_that_somebody_else_changed_is_not_replaced_unasked() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "mine");
    let theirs = "{\"theirs\":true}";
    for (answered, replaced) in [(PromptAnswer::Cancel, false), (PromptAnswer::Replace, true)] {
        folder.file("book.tree.json", theirs);
        run_named(&mut window, CommandId::Save);
        assert!(asks_for_theirs(&window) && shows(&window, ids::QUESTION, "book.tree.json"));
        assert_eq!(text(&path), theirs);
        answer(&mut window, answered);
        assert_eq!(text(&path) != theirs, replaced, "{answered:?}");
        assert_eq!(is_changed(&window), !replaced, "{answered:?}");
    }
    note(&mut window, "", "mine again");
    folder.file("book.tree.json", theirs);
    run_named(&mut window, CommandId::Save);
    answer(&mut window, PromptAnswer::SaveAs);
    retype(&mut window, ids::FILE_NAME, "beside.tree.json");
    press(&mut window, Key::Enter);
    assert!(is_saved_as(&window, "beside.tree.json"));
    assert_eq!(text(&path), theirs);
}

#[test]
fn a_file_that_is_gone_is_told_once_and_written_anew() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    std::fs::remove_file(&path).expect("a removal");
    come_to_the_front(&mut window);
    assert!(shows(&window, ids::TROUBLE, "book.tree.json"));
    assert!(is_changed(&window), "the document is in no file any more");
    press(&mut window, Key::ArrowDown);
    come_to_the_front(&mut window);
    assert!(!is_there(&window, ids::TROUBLE), "told once");
    run_named(&mut window, CommandId::Save);
    assert!(is_saved_as(&window, "book.tree.json"));
    assert!(path.is_file());
    assert!(!is_changed(&window));
}

#[test]
fn the_open_dialog_says_what_it_takes_a_text_for() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    let mut hints = Vec::new();
    for (typed, said) in [
        ("", &[][..]),
        ("a1b2/b1a3 b", &["Dice of Doom", "2 × 2", "b"]),
        ("players a b; x b: go -> y; y end: 1 0", &["b"]),
        (BOARD, &["Dice of Doom", "2 × 2", "b", "Mine"]),
        (
            &path.to_string_lossy(),
            &["Dice of Doom", "2 × 2", "b", "Mine"],
        ),
        ("./not-there.json", &["./not-there.json"]),
        ("b9b2/a2b1 a", &["9", "2"]),
    ] {
        retype(&mut window, ids::OPEN_BOX, typed);
        if typed.is_empty() {
            press(&mut window, Key::Backspace);
        }
        let hint = text_of(&window, ids::OPEN_HINT);
        let words: Vec<&str> = hint.split([' ', ':', ')', ',', '\n']).collect();
        for said in said {
            let stands = words.contains(said) || (said.len() > 1 && hint.contains(said));
            assert!(stands, "{said} of {typed}: {hint}");
        }
        hints.push(hint);
    }
    assert_eq!(hints[3], hints[4], "the file, and its text");
    hints.sort();
    hints.dedup();
    assert_eq!(hints.len(), 6, "all else differs: {hints:?}");
    press(&mut window, Key::Enter);
    assert!(is_there(&window, ids::FAULT), "it stays open");
    retype(&mut window, ids::OPEN_BOX, &path.to_string_lossy());
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().document().words.name,
        "Mine (mine.board.json)"
    );
}

#[test]
fn the_columns_of_an_array_are_asked_where_they_can_not_be_guessed() {
    let mut window = window();
    let array = "#((1 2) (1 2) (0 3) (1 1) (0 1) (1 3)) a";
    window.event(Event::Paste(array.to_owned()));
    settle(&mut window);
    assert_eq!(numbers_of(&window, ids::OPEN_COLUMNS), [3]);
    assert!(shows(&window, ids::OPEN_HINT, "2 × 3"));
    press(&mut window, Key::Enter);
    assert_eq!(root(&window), "b2b2a3/b1a1b3 a");
    // A square is taken for one, and the first player begins where nobody is named.
    window.event(Event::Paste("#((1 2) (1 2) (0 2) (1 1))".to_owned()));
    settle(&mut window);
    assert_eq!(root(&window), BOOK);
}

#[test]
fn a_file_is_found_in_its_folder_with_the_keys_alone() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("deep")).expect("a folder");
    folder.file("deep/mine.board.json", BOARD);
    folder.file("deep/other.board.json", BOARD);
    folder.file("deep/picture.png", "");
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    retype(
        &mut window,
        ids::OPEN_BOX,
        &folder.0.path().to_string_lossy(),
    );
    assert!(!is_there(&window, &ids::entry("deep")));
    press(&mut window, Key::Enter);
    assert!(is_there(&window, &ids::entry("deep")));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    let size = [BOARD.len() as u64];
    let own = ids::entry("mine.board.json");
    let other = ids::entry("other.board.json");
    let picture = ids::entry("picture.png");
    assert_eq!(numbers_of(&window, &own), size);
    assert!(!is_there(&window, &picture));
    click_on(&mut window, ids::FOLDER_ALL);
    assert_eq!(numbers_of(&window, &picture), [0]);
    found(&window, ids::FOLDER_FILTER).focus();
    window.step();
    press(&mut window, Key::Backspace);
    assert!(is_there(&window, &ids::entry("deep")));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    found(&window, ids::FOLDER_FILTER).type_text("mine");
    settle(&mut window);
    assert!(is_there(&window, &own) && !is_there(&window, &other));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().document().words.name,
        "Mine (mine.board.json)"
    );
    // The next dialog begins where the file lies.
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(numbers_of(&window, &other), size);
}

#[test]
fn a_folder_that_can_not_be_read_and_an_empty_one_say_so() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    click_on(&mut window, ids::OPEN_FOLDER);
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    std::fs::create_dir(folder.path("gone")).expect("a folder");
    click_on(&mut window, ids::FOLDER_UP);
    let name = folder.0.path().file_name().expect("a name");
    found(&window, ids::FOLDER_FILTER).type_text(&name.to_string_lossy());
    settle(&mut window);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    std::fs::remove_dir(folder.path("gone")).expect("a removal");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert!(is_there(&window, ids::FOLDER_EMPTY));
    press(&mut window, Key::Backspace);
    // The list is that of before, in which the folder was still there.
    assert!(is_there(&window, &ids::entry("empty")));
}

#[test]
fn recent_files_are_listed_told_when_they_are_gone_and_forgotten() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let settings_path = folder.path("settings.json");
    let mut window = window_with(Settings::default(), Some(settings_path.clone()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    assert!(!is_there(&window, ids::OPEN_NOTHING));
    click_on(&mut window, ids::OPEN_RECENT);
    assert!(is_there(&window, ids::OPEN_NOTHING));
    press(&mut window, Key::Escape);
    run(&mut window, Command::OpenFile(path.clone()));
    // They are remembered at once.
    wait_for(&mut window, "settings", |_| {
        std::fs::read_to_string(&settings_path)
            .is_ok_and(|settings| settings.contains("mine.board.json"))
    });
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    assert!(shows(&window, &ids::offer(0), "mine.board.json"));
    click_on(&mut window, &ids::offer(0));
    assert_eq!(
        window.state().document().words.path.as_deref(),
        Some(&*path)
    );
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    std::fs::remove_file(&path).expect("a removal");
    run(&mut window, Command::OpenFile(path.clone()));
    assert!(shows(&window, ids::TROUBLE, "mine.board.json"));
    assert!(window.state().settings().recent.is_empty());
    folder.file("mine.board.json", BOARD);
    run(&mut window, Command::OpenFile(path));
    assert_eq!(window.state().settings().recent.len(), 1);
    run_named(&mut window, CommandId::ClearRecent);
    assert!(window.state().settings().recent.is_empty());
    wait_for(&mut window, "settings", |_| {
        std::fs::read_to_string(&settings_path)
            .is_ok_and(|settings| !settings.contains("mine.board.json"))
    });
}

#[test]
fn what_comes_with_the_program_opens_from_the_dialog() {
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    click_on(&mut window, ids::OPEN_TEACHING);
    assert!(shows(&window, &ids::offer(2), TEACHING[2].title));
    click_on(&mut window, &ids::offer(2));
    let name = &window.state().document().words.name;
    assert!(name.contains(TEACHING[2].file), "{name}");
    for (place, teaching) in TEACHING.iter().enumerate() {
        let ctx = window.ctx.clone();
        window.state_mut().run(&ctx, Command::OpenTeaching(place));
        // The largest are still being built when they are shown.
        let begun = Instant::now();
        let is_shown = |window: &Window| {
            let name = &window.state().document().words.name;
            name.contains(teaching.file)
        };
        while !is_shown(&window) {
            assert!(begun.elapsed() < Duration::from_secs(20));
            window.step();
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(window.state().document().words.path.is_none());
        // What is shown can be read at a glance.
        let session = &window.state().document().session;
        let nodes = session.unfolding().preorder().count();
        assert!((2..=100).contains(&nodes), "{}: {nodes}", teaching.file);
    }
}

#[test]
fn save_as_takes_a_name_a_format_and_an_answer_about_what_is_there() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    folder.file("there.tree.json", "theirs");
    let mut window = window();
    run(&mut window, Command::OpenFile(path));
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert!(value_of(&window, ids::FILE_NAME) == "mine.board.json");
    assert_eq!(numbers_of(&window, ids::WRITE_TOLD).first(), Some(&1));
    // The name is selected without its ending.
    found(&window, ids::FILE_NAME).type_text("there");
    settle(&mut window);
    assert!(value_of(&window, ids::FILE_NAME) == "there.board.json");
    click_on(&mut window, ids::FORMAT);
    click_on(&mut window, &ids::format("json"));
    assert!(value_of(&window, ids::FILE_NAME) == "there.tree.json");
    assert!(shows(&window, ids::WRITE_TOLD, " kB"));
    assert!(!is_there(&window, ids::FAULT));
    click_on(&mut window, ids::WRITE_NOW);
    assert!(is_there(&window, ids::FAULT), "there is such a file");
    assert_eq!(text(&folder.path("there.tree.json")), "theirs");
    click_on(&mut window, ids::WRITE_NOW);
    assert!(is_saved_as(&window, "there.tree.json"));
    assert_ne!(text(&folder.path("there.tree.json")), "theirs");
    assert_eq!(
        window.state().document().words.name,
        "Mine (there.tree.json)"
    );
    assert_eq!(window.state().document().words.holds, DocumentContent::Tree);
}

#[test]
fn an_export_without_an_ending_gets_that_of_its_format() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path));
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    for format in ["positions", "board", "text", "dot", "json", "dot"] {
        click_on(&mut window, ids::FORMAT);
        click_on(&mut window, &ids::format(format));
    }
    click_on(&mut window, ids::EXPORT_TO_FILE);
    retype(&mut window, ids::FILE_NAME, "picture");
    press(&mut window, Key::Enter);
    assert!(shows(&window, ids::NOTICE, "picture.dot"));
    assert!(text(&folder.path("picture.dot")).starts_with("digraph"));
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    click_on(&mut window, ids::EXPORT_TO_FILE);
    let elsewhere = folder.path("no/such/place.txt");
    retype(&mut window, ids::FILE_NAME, &elsewhere.to_string_lossy());
    press(&mut window, Key::Enter);
    assert!(shows(&window, ids::FAULT, "such"));
    retype(
        &mut window,
        ids::FILE_NAME,
        &folder.path("walked.txt").to_string_lossy(),
    );
    press(&mut window, Key::Enter);
    assert!(folder.path("walked.txt").is_file());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("files are read by their path".to_owned())
    }
}

#[test]
fn a_file_is_dropped_on_the_window() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    let hovered = egui::HoveredFile {
        path: Some(path.clone()),
        ..egui::HoveredFile::default()
    };
    window.input_mut().hovered_files = vec![hovered.clone()];
    window.run_steps(2);
    assert!(shows(&window, ids::DROP, "mine.board.json"));
    assert!(numbers_of(&window, ids::DROP).is_empty());
    window.input_mut().hovered_files = vec![hovered.clone(), hovered];
    window.step();
    assert!(shows(&window, ids::DROP, "mine.board.json"));
    assert_eq!(numbers_of(&window, ids::DROP), [2], "the first of two");
    window.input_mut().hovered_files.clear();
    let other = folder.path("other.board.json");
    window.input_mut().dropped_files = vec![Arc::new(Dropped(path)), Arc::new(Dropped(other))];
    settle(&mut window);
    assert_eq!(root(&window), "a1b2/b1a3 b");
    assert!(shows(&window, ids::NOTICE, "mine.board.json"));
    assert_eq!(numbers_of(&window, ids::NOTICE), [2], "the first of two");
    assert!(!is_there(&window, ids::DROP));
    // With changes it asks, like any other way.
    note(&mut window, "", "mine");
    let third = folder.file("third.board.json", &BOARD.replace("a1b2/b1a3 b", "a1 a"));
    window.input_mut().dropped_files = vec![Arc::new(Dropped(third))];
    settle(&mut window);
    assert!(asks_to_save(&window, "mine.board.json"));
    press_with(&mut window, Modifiers::ALT, Key::D);
    assert_eq!(root(&window), "a1 a");
}

#[test]
fn positions_scripts_and_files_are_pasted() {
    let folder = Folder::new();
    let (tree, path) = saved_tree(&folder);
    drop(tree);
    let tree = text(&path);
    let mut window = window();
    for (pasted, shown) in [
        ("  a1b2/b1a3 b\n", "a1b2/b1a3 b"),
        (SCRIPT, "start"),
        (&*tree, BOOK),
        (BOARD, "a1b2/b1a3 b"),
        (&*path.to_string_lossy(), BOOK),
    ] {
        window.event(Event::Paste(pasted.to_owned()));
        settle(&mut window);
        assert_eq!(root(&window), shown, "{pasted}");
    }
    window.event(Event::Paste("nonsense, really".to_owned()));
    settle(&mut window);
    assert!(value_of(&window, ids::OPEN_BOX) == "nonsense, really");
    assert!(is_there(&window, ids::FAULT), "the dialog says why");
    assert!(
        !numbers_of(&window, ids::FAULT).is_empty(),
        "in which column"
    );
    assert_eq!(root(&window), BOOK);
    press(&mut window, Key::Escape);
    window.event(Event::Paste("{\"format\":\"chess\"}".to_owned()));
    settle(&mut window);
    assert!(shows(&window, ids::FAULT, "'chess'"));
    press(&mut window, Key::Escape);
    window.event(Event::Paste(" \n".to_owned()));
    settle(&mut window);
    assert!(is_there(&window, ids::TROUBLE) || is_there(&window, ids::NOTICE));
}

#[test]
fn a_very_long_paste_does_not_stop_the_window() {
    let mut window = window();
    for pasted in [
        format!("{{\"x\":\"{}\"}}", "y".repeat(60_000_000)),
        "z".repeat(20_000_000),
    ] {
        for in_dialog in [false, true] {
            if in_dialog {
                press_with(&mut window, Modifiers::COMMAND, Key::O);
            }
            let event = Event::Paste(pasted.clone());
            let begun = Instant::now();
            window.event(event);
            window.step();
            window.step();
            let took = begun.elapsed();
            // It is read on a thread of its own, which takes longer than a frame.
            let reading = is_there(&window, CommandId::CancelWork.id());
            assert!(reading || pasted.starts_with('z'));
            assert!(took < Duration::from_secs(2), "{took:?}");
            settle(&mut window);
            assert!(is_there(&window, ids::FAULT), "the dialog says why");
            assert_eq!(root(&window), BOOK);
            press(&mut window, Key::Escape);
        }
    }
}

#[test]
fn the_windows_title_says_what_is_open_and_whether_it_is_changed() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    let title = |asked: &[ViewportCommand]| {
        asked.iter().rev().find_map(|command| match command {
            ViewportCommand::Title(title) => Some(title.clone()),
            _ => None,
        })
    };
    let asked = asked_by(&mut window, Command::OpenFile(path));
    assert_eq!(title(&asked).as_deref(), Some("mine.board.json — doomtree"));
    let change = Command::SetNote(UnfoldingNode::ROOT, "new".to_owned());
    let asked = asked_by(&mut window, change);
    assert_eq!(
        title(&asked).as_deref(),
        Some("mine.board.json • — doomtree")
    );
    let asked = asked_by(&mut window, Command::Named(CommandId::Undo));
    assert_eq!(title(&asked).as_deref(), Some("mine.board.json — doomtree"));
    assert_eq!(
        title(&asked_by_key(&mut window, Modifiers::NONE, Key::ArrowDown)),
        None
    );
}

#[test]
fn a_tree_that_is_still_being_built_is_saved_when_it_is_whole() {
    let folder = Folder::new();
    let mut window = window();
    let ctx = window.ctx.clone();
    let large = "a2a2b2/a3b1a3/a3a3b3 a";
    window
        .state_mut()
        .run(&ctx, Command::OpenText(large.to_owned()));
    assert!(window.state().document().is_building());
    let path = folder.path("large.tree.json");
    window.state_mut().run(&ctx, Command::SaveTo(path.clone()));
    window.step();
    assert!(!path.exists());
    settle(&mut window);
    assert!(is_saved_as(&window, "large.tree.json"));
    let saved = text(&path);
    assert!(!saved.contains("max_positions"), "it is whole");
    assert!(read_path(&path, window_limits()).is_ok());
}

#[test]
fn an_export_that_still_waits_is_dropped_when_another_document_opens() {
    let folder = Folder::new();
    let mut window = window();
    let ctx = window.ctx.clone();
    let large = "a2a2b2/a3b1a3/a3a3b3 a".to_owned();
    let path = folder.path("large.txt");
    for command in [
        Command::OpenText(large),
        Command::ExportTo(path.clone()),
        Command::OpenText("a1 a".to_owned()),
    ] {
        window.state_mut().run(&ctx, command);
    }
    settle(&mut window);
    assert!(shows(&window, ids::NOTICE, "large.txt"));
    assert!(!path.exists());
    assert_eq!(root(&window), "a1 a");
}

#[test]
fn a_new_board_has_no_file_no_notes_and_nothing_to_undo() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    run(&mut window, Command::New(FirstBoard::Board("dice-of-doom")));
    let document = window.state().document();
    assert_eq!(document.words.path, None);
    assert_eq!(document.note(UnfoldingNode::ROOT), "");
    assert!(document.edits.undoable().is_none());
    assert_eq!(root(&window), BOOK);
    run_named(&mut window, CommandId::Save);
    assert!(is_there(&window, ids::SAVE_FILE));
    press(&mut window, Key::Escape);
    assert_eq!(text(&path), BOARD);
}

#[test]
fn a_tree_of_ones_own_is_saved_as_an_extensive_game_and_what_such_a_file_lacks_is_said() {
    let folder = Folder::new();
    let mut window = window();
    let path = folder.path("coin.efg");
    run(&mut window, Command::SaveTo(path.clone()));
    settle(&mut window);
    assert!(
        support::screen::told(&window).contains("can't store a board"),
        "{}",
        support::screen::told(&window)
    );
    run(&mut window, Command::OpenText(SCRIPT.to_owned()));
    settle(&mut window);
    // All of it is written, however little is expanded.
    run_named(&mut window, CommandId::ToggleFold);
    run(&mut window, Command::SaveTo(path.clone()));
    wait_for(&mut window, "the file", |_| path.exists());
    settle(&mut window);
    let written = text(&path);
    assert!(
        written.starts_with("EFG 2 R") && written.contains("t \"won\""),
        "{written}"
    );
    run(&mut window, Command::OpenFile(path.clone()));
    settle(&mut window);
    assert_eq!(window.state().document().words.holds, DocumentContent::Game);
    // It is saved where it is.
    note(&mut window, "", "about the game");
    run_named(&mut window, CommandId::Save);
    settle(&mut window);
    assert!(text(&path).contains("about the game"), "{}", text(&path));
    note(&mut window, "go", "of a node");
    run_named(&mut window, CommandId::Save);
    settle(&mut window);
    assert!(shows(
        &window,
        ids::WRITE_WHY,
        "is an .efg file and can't store the note"
    ));
}
