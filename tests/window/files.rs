//! Files in the window: opened, saved, exported, dropped and pasted, and asked for before anything
//! is lost.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use doomtree::app::{
    Command, Explorer, Holds, Named, Settings, TEACHING, open_setup, read_path, window_limits,
};
use doomtree::games::Setup;
use doomtree::tree::{UnfoldingNode, Vertex};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use eframe::egui::{self, Event, Key, Modifiers, ViewportCommand, ViewportId, vec2};

type Window = Harness<'static, Explorer>;

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

/// Runs frames until nothing is read, built or written; gives what the window asked of the system.
fn settle(window: &mut Window) -> Vec<ViewportCommand> {
    let mut asked = Vec::new();
    let mut quiet = 0;
    for _ in 0..4_000 {
        window.step();
        asked.extend(
            window.output().viewport_output[&ViewportId::ROOT]
                .commands
                .iter()
                .cloned(),
        );
        quiet = if window.state().is_busy() {
            0
        } else {
            quiet + 1
        };
        if quiet > 5 {
            return asked;
        }
        if quiet == 0 {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    panic!("the window is still busy");
}

/// Waits for what no progress is shown of: a look at the disk.
fn wait_for(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    let begun = Instant::now();
    while !done(window) {
        assert!(begun.elapsed() < Duration::from_secs(20), "no {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    settle(window);
}

fn run(window: &mut Window, command: Command) -> Vec<ViewportCommand> {
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, command);
    settle(window)
}

fn named(window: &mut Window, named: Named) -> Vec<ViewportCommand> {
    run(window, Command::Named(named))
}

fn press(window: &mut Window, key: Key) -> Vec<ViewportCommand> {
    // One event a frame, so that no frame's answer is missed.
    window.key_down(key);
    let asked = settle(window);
    window.key_up(key);
    settle(window);
    asked
}

fn press_with(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

fn click(window: &mut Window, label: &str) -> Vec<ViewportCommand> {
    window.get_by_label(label).click();
    settle(window)
}

/// Clicks what lies over everything else that is called so.
fn click_last(window: &mut Window, label: &str) {
    let last = window.get_all_by_label(label).last();
    last.expect("a button").click();
    settle(window);
}

fn says(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

/// Types into the box with that label, in place of what stands there.
fn retype(window: &mut Window, label: &str, text: &str) {
    window.get_by_label(label).focus();
    window.step();
    press_with(window, Modifiers::COMMAND, Key::A);
    window.get_by_label(label).type_text(text);
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

fn root(window: &Window) -> String {
    let session = &window.state().document().session;
    session.rated().graph.position_text(Vertex::ROOT)
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
    assert_eq!(window.state().document().words.holds, Holds::Board);
    change_root(&mut window, "a2b2/b1a3 b");
    note(&mut window, "", "look \"again\"\n\u{202e}\u{1}");
    assert!(is_changed(&window));
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    window.get_by_label("Saved mine.board.json");
    assert!(!is_changed(&window));
    let saved = text(&path);
    let expected = BOARD
        .replace("a1b2/b1a3 b", "a2b2/b1a3 b")
        .replace("\"look\"", "\"look \\\"again\\\"\\n\u{202e}\\u0001\"");
    assert_eq!(saved, expected);
    // It is not taken for a file that somebody else has changed.
    named(&mut window, Named::Save);
    assert!(!says(&window, "was changed on the disk"));
    assert_eq!(folder.names(), ["mine.board.json"]);
    named(&mut window, Named::Undo);
    assert!(is_changed(&window), "the file has another note");
    named(&mut window, Named::Redo);
    assert!(!is_changed(&window));
}

#[test]
fn a_tree_is_saved_as_it_is_unfolded_and_its_notes_come_back_folded_or_not() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    window.get_by_label("Saved book.tree.json");
    assert_eq!(window.state().document().words.name, "book.tree.json");
    note(&mut window, "2>3", "above");
    note(&mut window, "2>3 pass 0>3", "below");
    node(&mut window, "2>3 pass");
    press(&mut window, Key::Space);
    named(&mut window, Named::Save);
    assert!(!is_changed(&window));
    let saved = text(&path);
    assert!(
        saved.contains(r#""notes":{"2>3 pass 0>3":"below"}"#),
        "{saved}"
    );
    assert!(saved.contains(r#""note":"above""#), "{saved}");
    named(&mut window, Named::Reload);
    let document = window.state().document();
    assert_eq!(document.session.unfolding().preorder().count(), 3);
    assert_eq!(document.words.holds, Holds::Tree);
    assert!(!is_changed(&window));
    // Saved again without a look at the folded node, it is the same file.
    named(&mut window, Named::Save);
    assert_eq!(text(&path), saved);
    assert_eq!(note_at(&mut window, "2>3"), "above");
    assert_eq!(note_at(&mut window, "2>3 pass 0>3"), "below");
    note(&mut window, "2>3 pass 0>3", "below, changed");
    named(&mut window, Named::Save);
    let saved = text(&path);
    let layer = &window.state().document().layer;
    assert!(layer.elsewhere.is_empty(), "it is at its node again");
    assert!(saved.contains(r#""note":"below, changed""#), "{saved}");
    assert!(!saved.contains(r#""notes""#), "{saved}");
}

#[test]
fn what_is_changed_while_a_file_is_written_is_not_taken_for_saved() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "first");
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, Command::Named(Named::Save));
    let second = Command::SetNote(UnfoldingNode::ROOT, "second".to_owned());
    window.state_mut().run(&ctx, second);
    settle(&mut window);
    assert!(text(&path).contains("\"note\":\"first\""));
    assert!(is_changed(&window));
    named(&mut window, Named::Save);
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
    named(&mut window, Named::Save);
    window.get_by_label_contains(
        "mine.board.json is a board file, which can't hold the note of a node below the start",
    );
    assert_eq!(text(&path), BOARD);
    assert!(window.query_all_by_value("mine.tree.json").next().is_some());
    // A board is offered and yet can't be chosen for this document.
    retype(&mut window, "File name", "other.board.json");
    window.get_by_label_contains("A board file can't hold the note of a node below the start");
    press(&mut window, Key::Enter);
    retype(&mut window, "File name", "mine.tree.json");
    press(&mut window, Key::Enter);
    window.get_by_label("Saved mine.tree.json");
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
    for (name, words) in [
        ("p.positions.json", "p.positions.json holds positions"),
        (
            "false.tree.json",
            "false.tree.json differs from its own rules",
        ),
        ("script.txt", "script.txt is a text"),
    ] {
        let mut window = window();
        let path = folder.path(name);
        let before = text(&path);
        run(&mut window, Command::OpenFile(path.clone()));
        note(&mut window, "", "mine");
        named(&mut window, Named::Save);
        window.get_by_label_contains(words);
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
    named(&mut window, Named::Save);
    window.get_by_label_contains("which can't hold the limits");
    press(&mut window, Key::Enter);
    window.get_by_label("Saved mine.tree.json");
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
        window.get_by_label_contains("Wrote ");
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
    press(&mut window, Key::F5);
    window.get_by_label("Save the changes to book.tree.json?");
    press(&mut window, Key::Escape);
    assert_eq!(note_at(&mut window, ""), "mine");
    press(&mut window, Key::F5);
    press(&mut window, Key::Enter);
    // What was just saved is read again, not what was read before.
    assert_eq!(note_at(&mut window, ""), "mine");
    assert!(text(&path).contains("\"note\":\"mine\""));
    assert!(!is_changed(&window));
    note(&mut window, "", "mine again");
    press(&mut window, Key::F5);
    press(&mut window, Key::D);
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
    window.state_mut().run(&ctx, Command::Named(Named::Quit));
    assert!(settle(&mut window).contains(&ViewportCommand::Close));
    assert!(path.is_file());
}

/// Every way in which the open document would be replaced, with what is shown after it.
fn ways(folder: &Folder) -> Vec<(Command, &'static str)> {
    let path = folder.file("other.board.json", BOARD);
    vec![
        (Command::Named(Named::NewBoard), BOOK),
        (Command::OpenFile(path), "a1b2/b1a3 b"),
        (Command::OpenText("a1 a".to_owned()), "a1 a"),
        (Command::OpenText(BOARD.to_owned()), "a1b2/b1a3 b"),
        (Command::OpenTeaching(3), BOOK),
    ]
}

#[test]
fn an_untouched_document_gives_way_without_a_question() {
    let folder = Folder::new();
    for (way, shown) in ways(&folder) {
        let mut window = window();
        run(&mut window, way.clone());
        assert!(!says(&window, "Save the changes"), "{way:?}");
        assert_eq!(root(&window), shown, "{way:?}");
    }
    let mut window = window();
    let asked = named(&mut window, Named::Quit);
    assert!(asked.contains(&ViewportCommand::Close));
}

#[test]
fn changes_are_asked_for_before_they_are_lost_whichever_way() {
    let folder = Folder::new();
    for (way, shown) in ways(&folder) {
        let mut window = window();
        note(&mut window, "", "mine");
        run(&mut window, way.clone());
        window.get_by_label("Save the changes to b2b2/a2b1 a?");
        assert_eq!(root(&window), BOOK);
        press(&mut window, Key::Escape);
        assert!(!says(&window, "Save the changes"), "{way:?}");
        assert_eq!(note_at(&mut window, ""), "mine", "{way:?}");
        assert!(is_changed(&window));

        run(&mut window, way.clone());
        click(&mut window, "Cancel");
        assert_eq!(note_at(&mut window, ""), "mine", "{way:?}");

        run(&mut window, way.clone());
        press(&mut window, Key::D);
        assert!(!says(&window, "Save the changes"), "{way:?}");
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
    let asked = named(&mut window, Named::Quit);
    assert!(!asked.contains(&ViewportCommand::Close));
    window.get_by_label("Save the changes to book.tree.json?");
    let asked = press(&mut window, Key::Enter);
    assert!(asked.contains(&ViewportCommand::Close));
    assert!(text(&path).contains("\"note\":\"mine too\""));
}

#[test]
fn a_document_without_a_file_is_saved_where_one_chooses_and_then_it_goes_on() {
    let folder = Folder::new();
    let mut window = window();
    note(&mut window, "", "mine");
    let asked = named(&mut window, Named::Quit);
    assert!(!asked.contains(&ViewportCommand::Close));
    press(&mut window, Key::Enter);
    window.get_by_label("Save as");
    assert!(!says(&window, "Save the changes"));
    // Given up there, nothing goes on.
    let asked = press(&mut window, Key::Escape);
    assert!(!asked.contains(&ViewportCommand::Close));
    assert!(!says(&window, "Save as") && !says(&window, "Save the changes"));
    run(&mut window, Command::SaveTo(folder.path("kept.tree.json")));
    assert!(!is_changed(&window));
    note(&mut window, "", "mine, and saved elsewhere");
    named(&mut window, Named::Quit);
    press(&mut window, Key::Enter);
    note(&mut window, "", "mine, without a file");
    change_root(&mut window, "a1 a");
    named(&mut window, Named::NewBoard);
    press(&mut window, Key::D);
    note(&mut window, "", "new");
    named(&mut window, Named::Quit);
    press(&mut window, Key::Enter);
    let path = folder.path("chosen.tree.json");
    retype(&mut window, "File name", &path.to_string_lossy());
    let asked = press(&mut window, Key::Enter);
    assert!(asked.contains(&ViewportCommand::Close));
    assert!(path.is_file());
    note(&mut window, "", "mine again");
    named(&mut window, Named::Quit);
    let asked = press(&mut window, Key::D);
    assert!(asked.contains(&ViewportCommand::Close));
}

#[test]
fn nothing_goes_on_after_a_save_that_failed() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    note(&mut window, "", "mine");
    std::fs::remove_file(&path).expect("a removal");
    std::fs::create_dir(&path).expect("a folder in its place");
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    press(&mut window, Key::Enter);
    // The folder is no file of ours.
    if says(&window, "was changed on the disk") {
        press(&mut window, Key::R);
    }
    window.get_by_label_contains("is a folder");
    assert!(!says(&window, "Save the changes"));
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
    window.get_by_label_contains("bad.tree.json");
    assert!(!says(&window, "Save the changes"));
    assert_eq!(note_at(&mut window, ""), "mine");
    assert!(is_changed(&window));
    named(&mut window, Named::Undo);
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
    window.get_by_label("Save the changes to b2b2/a2b1 a?");
    press(&mut window, Key::Escape);
    assert!(close(&mut window).contains(&ViewportCommand::CancelClose));
    let asked = press(&mut window, Key::D);
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
    assert!(!says(&window, "was changed on the disk"));
    folder.file("mine.board.json", &BOARD.replace("look", "looked"));
    come_to_the_front(&mut window);
    window.get_by_label("mine.board.json was changed on the disk");
    window.get_by_label_contains("You have changed nothing here");
    click(&mut window, "Read it again");
    assert_eq!(note_at(&mut window, ""), "looked");
    assert!(!is_changed(&window));

    note(&mut window, "", "mine");
    folder.file(
        "mine.board.json",
        &BOARD.replace("look", "theirs, a third time"),
    );
    come_to_the_front(&mut window);
    window.get_by_label_contains("your changes here are lost");
    click(&mut window, "Keep mine");
    assert_eq!(note_at(&mut window, ""), "mine");
    come_to_the_front(&mut window);
    assert!(!says(&window, "was changed on the disk"), "asked once only");
    named(&mut window, Named::Undo);
    assert!(is_changed(&window), "the file differs, whatever is undone");
    named(&mut window, Named::Redo);
    named(&mut window, Named::Save);
    assert!(!says(&window, "was changed on the disk"), "it was answered");
    assert!(text(&path).contains("\"note\":\"mine\""));

    folder.file(
        "mine.board.json",
        &BOARD.replace("look", "theirs, a fourth time"),
    );
    note(&mut window, "", "mine again");
    come_to_the_front(&mut window);
    click(&mut window, "Read it again");
    assert_eq!(note_at(&mut window, ""), "theirs, a fourth time");
    assert!(
        !says(&window, "Save the changes"),
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
    for (answer, replaced) in [("Cancel", false), ("Replace it", true)] {
        folder.file("book.tree.json", theirs);
        named(&mut window, Named::Save);
        window.get_by_label("book.tree.json was changed on the disk");
        assert_eq!(text(&path), theirs);
        click(&mut window, answer);
        assert_eq!(text(&path) != theirs, replaced, "{answer}");
        assert_eq!(is_changed(&window), !replaced, "{answer}");
    }
    note(&mut window, "", "mine again");
    folder.file("book.tree.json", theirs);
    named(&mut window, Named::Save);
    click(&mut window, "Save as…");
    retype(&mut window, "File name", "beside.tree.json");
    press(&mut window, Key::Enter);
    window.get_by_label("Saved beside.tree.json");
    assert_eq!(text(&path), theirs);
}

#[test]
fn a_file_that_is_gone_is_told_once_and_written_anew() {
    let folder = Folder::new();
    let (mut window, path) = saved_tree(&folder);
    std::fs::remove_file(&path).expect("a removal");
    come_to_the_front(&mut window);
    window.get_by_label_contains("book.tree.json is no longer on the disk");
    assert!(is_changed(&window), "the document is in no file any more");
    press(&mut window, Key::ArrowDown);
    come_to_the_front(&mut window);
    assert!(!says(&window, "no longer on the disk"), "told once");
    named(&mut window, Named::Save);
    window.get_by_label("Saved book.tree.json");
    assert!(path.is_file());
    assert!(!is_changed(&window));
}

#[test]
fn the_open_dialog_says_what_it_takes_a_text_for() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    for (typed, said) in [
        ("", "Type or paste, or choose below"),
        (
            "a1b2/b1a3 b",
            "This is a position of Dice of Doom, 2 × 2, b to move",
        ),
        (
            "players a b; x b: go -> y; y end: 1 0",
            "This is a script, b to move",
        ),
        (
            BOARD,
            "This is a board file, a position of Dice of Doom, 2 × 2, b to move: Mine",
        ),
        (
            &path.to_string_lossy(),
            "This is a board file, a position of Dice of Doom, 2 × 2, b to move: Mine",
        ),
        ("./not-there.json", "There is no file ./not-there.json"),
        ("b9b2/a2b1 a", "A hex can't have 9 dice (column 2)"),
    ] {
        retype(&mut window, "File or position", typed);
        if typed.is_empty() {
            press(&mut window, Key::Backspace);
        }
        assert!(says(&window, said), "{typed}");
    }
    press(&mut window, Key::Enter);
    assert!(says(&window, "A hex can't have 9 dice"), "it stays open");
    retype(&mut window, "File or position", &path.to_string_lossy());
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
    window.get_by_label("Columns");
    window.get_by_label_contains("a position of Dice of Doom, 2 × 3, a to move");
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
        "File or position",
        &folder.0.path().to_string_lossy(),
    );
    window.get_by_label_contains("This is a folder");
    press(&mut window, Key::Enter);
    window.get_by_label("Folder deep");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    let size = format!("{} bytes", BOARD.len());
    window.get_by_label(&format!("File mine.board.json, {size}"));
    assert!(!says(&window, "picture.png"));
    click(&mut window, "All files");
    window.get_by_label("File picture.png, 0 bytes");
    window.get_by_label("Filter").focus();
    window.step();
    press(&mut window, Key::Backspace);
    window.get_by_label("Folder deep");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    window.get_by_label("Filter").type_text("mine");
    settle(&mut window);
    assert!(!says(&window, "other.board.json"));
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().document().words.name,
        "Mine (mine.board.json)"
    );
    // The next dialog begins where the file lies.
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.get_by_label(&format!("File other.board.json, {size}"));
}

#[test]
fn a_folder_that_can_not_be_read_and_an_empty_one_say_so() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    click(&mut window, "Folder");
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    std::fs::create_dir(folder.path("gone")).expect("a folder");
    click(&mut window, "Folder above");
    let name = folder.0.path().file_name().expect("a name");
    window
        .get_by_label("Filter")
        .type_text(&name.to_string_lossy());
    settle(&mut window);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    std::fs::remove_dir(folder.path("gone")).expect("a removal");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    window.get_by_label("This folder is empty");
    press(&mut window, Key::Backspace);
    // The list is that of before, in which the folder was still there.
    window.get_by_label("Folder empty");
}

#[test]
fn recent_files_are_listed_told_when_they_are_gone_and_forgotten() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let settings_path = folder.path("settings.json");
    let mut window = window_with(Settings::default(), Some(settings_path.clone()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    click(&mut window, "Recent files");
    window.get_by_label_contains("No file was opened yet");
    press(&mut window, Key::Escape);
    run(&mut window, Command::OpenFile(path.clone()));
    // They are remembered at once.
    wait_for(&mut window, "settings", |_| {
        std::fs::read_to_string(&settings_path)
            .is_ok_and(|settings| settings.contains("mine.board.json"))
    });
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    click(&mut window, "Open mine.board.json");
    assert_eq!(
        window.state().document().words.path.as_deref(),
        Some(&*path)
    );
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    std::fs::remove_file(&path).expect("a removal");
    run(&mut window, Command::OpenFile(path.clone()));
    window.get_by_label_contains("it was taken off the list");
    assert!(window.state().settings().recent.is_empty());
    folder.file("mine.board.json", BOARD);
    run(&mut window, Command::OpenFile(path));
    assert_eq!(window.state().settings().recent.len(), 1);
    named(&mut window, Named::ClearRecent);
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
    click(&mut window, "Boards and trees to learn from");
    click(&mut window, &format!("Open {}", TEACHING[2].title));
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
    assert!(
        window
            .query_all_by_value("mine.board.json")
            .next()
            .is_some()
    );
    window.get_by_label_contains("1 board, ");
    // The name is selected without its ending.
    window.get_by_label("File name").type_text("there");
    settle(&mut window);
    assert!(
        window
            .query_all_by_value("there.board.json")
            .next()
            .is_some()
    );
    click(&mut window, "Format");
    click(&mut window, "Tree (JSON)");
    assert!(
        window
            .query_all_by_value("there.tree.json")
            .next()
            .is_some()
    );
    window.get_by_label_contains(" kB, to ");
    click_last(&mut window, "Save");
    window.get_by_label_contains("There is such a file");
    assert_eq!(text(&folder.path("there.tree.json")), "theirs");
    click_last(&mut window, "Replace");
    window.get_by_label("Saved there.tree.json");
    assert_ne!(text(&folder.path("there.tree.json")), "theirs");
    assert_eq!(
        window.state().document().words.name,
        "Mine (there.tree.json)"
    );
    assert_eq!(window.state().document().words.holds, Holds::Tree);
}

#[test]
fn an_export_without_an_ending_gets_that_of_its_format() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path));
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    for format in [
        "Positions (JSON)",
        "Board (JSON)",
        "Text",
        "Graphviz",
        "Tree (JSON)",
    ] {
        click(&mut window, "Format");
        click(&mut window, format);
    }
    click(&mut window, "Format");
    click(&mut window, "Graphviz");
    click(&mut window, "To a file…");
    retype(&mut window, "File name", "picture");
    press(&mut window, Key::Enter);
    window.get_by_label_contains("Wrote ");
    assert!(text(&folder.path("picture.dot")).starts_with("digraph"));
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "To a file…");
    let elsewhere = folder.path("no/such/place.txt");
    retype(&mut window, "File name", &elsewhere.to_string_lossy());
    press(&mut window, Key::Enter);
    window.get_by_label_contains("There is no folder");
    retype(
        &mut window,
        "File name",
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
    window.get_by_label("Drop to open mine.board.json");
    window.input_mut().hovered_files = vec![hovered.clone(), hovered];
    window.step();
    window.get_by_label("Drop to open mine.board.json, the first of 2 files");
    window.input_mut().hovered_files.clear();
    let other = folder.path("other.board.json");
    window.input_mut().dropped_files = vec![Arc::new(Dropped(path)), Arc::new(Dropped(other))];
    settle(&mut window);
    assert_eq!(root(&window), "a1b2/b1a3 b");
    window.get_by_label("Opened mine.board.json, the first of the 2 files that were dropped");
    assert!(!says(&window, "Drop to open"));
    // With changes it asks, like any other way.
    note(&mut window, "", "mine");
    let third = folder.file("third.board.json", &BOARD.replace("a1b2/b1a3 b", "a1 a"));
    window.input_mut().dropped_files = vec![Arc::new(Dropped(third))];
    settle(&mut window);
    window.get_by_label("Save the changes to mine.board.json?");
    press(&mut window, Key::D);
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
    assert!(
        window
            .query_all_by_value("nonsense, really")
            .next()
            .is_some()
    );
    assert!(says(&window, "column"), "the dialog says why");
    assert_eq!(root(&window), BOOK);
    press(&mut window, Key::Escape);
    window.event(Event::Paste("{\"format\":\"chess\"}".to_owned()));
    settle(&mut window);
    window.get_by_label_contains("The format 'chess' is unknown");
    press(&mut window, Key::Escape);
    window.event(Event::Paste(" \n".to_owned()));
    settle(&mut window);
    window.get_by_label_contains("There is no text to open");
}

#[test]
fn a_very_long_paste_does_not_stop_the_window() {
    let mut window = window();
    for (pasted, words) in [
        (
            format!("{{\"x\":\"{}\"}}", "y".repeat(60_000_000)),
            "format",
        ),
        ("z".repeat(20_000_000), "MiB"),
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
            let reading = says(&window, "opening the pasted text");
            assert!(reading || pasted.starts_with('z'));
            assert!(took < Duration::from_secs(2), "{took:?}");
            settle(&mut window);
            assert!(says(&window, words) || says(&window, "column"), "{words}");
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
    let asked = run(&mut window, Command::OpenFile(path));
    assert_eq!(title(&asked).as_deref(), Some("mine.board.json — doomtree"));
    let change = Command::SetNote(UnfoldingNode::ROOT, "new".to_owned());
    let asked = run(&mut window, change);
    assert_eq!(
        title(&asked).as_deref(),
        Some("mine.board.json • — doomtree")
    );
    let asked = named(&mut window, Named::Undo);
    assert_eq!(title(&asked).as_deref(), Some("mine.board.json — doomtree"));
    assert_eq!(title(&press(&mut window, Key::ArrowDown)), None);
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
    window.get_by_label("Saved large.tree.json");
    let saved = text(&path);
    assert!(!saved.contains("max_positions"), "it is whole");
    assert!(read_path(&path, window_limits(), &|| false).is_ok());
}

#[test]
fn what_waits_to_be_written_is_not_written_of_another_document() {
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
    window.get_by_label("large.txt was not written");
    assert!(!path.exists());
    assert_eq!(root(&window), "a1 a");
}

#[test]
fn a_new_board_has_no_file_no_notes_and_nothing_to_undo() {
    let folder = Folder::new();
    let path = folder.file("mine.board.json", BOARD);
    let mut window = window();
    run(&mut window, Command::OpenFile(path.clone()));
    named(&mut window, Named::NewBoard);
    let document = window.state().document();
    assert_eq!(document.words.path, None);
    assert_eq!(document.note(UnfoldingNode::ROOT), "");
    assert!(document.edits.undoable().is_none());
    assert_eq!(root(&window), BOOK);
    named(&mut window, Named::Save);
    window.get_by_label("Save as");
    press(&mut window, Key::Escape);
    assert_eq!(text(&path), BOARD);
}
