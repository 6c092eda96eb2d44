//! The boards and trees worth teaching with, in the window: each opens with its title, its note and
//! a tree that can be read at a glance.

use doomtree::app::{Command, TEACHING};
use doomtree::diagram::prose;
use doomtree::save::{Opened, open_reader};
use egui_kittest::kittest::Queryable;

use support::screen::window;

/// The note of a file: a board's, or that of a tree's root.
fn note_of(file: &str, text: &str) -> String {
    let note = match open_reader(text.as_bytes(), file).expect(file) {
        Opened::Board(board) => board.note,
        Opened::Tree(_) => {
            let root = text.lines().find(|line| line.starts_with("{\"id\":0,"));
            let note = root.and_then(|root| root.split_once("\"note\":\""));
            note.and_then(|(_, note)| note.split_once('"'))
                .map(|(note, _)| note.to_owned())
        }
        Opened::Text(_) | Opened::Imported(_) | Opened::Exercise(_) => None,
    };
    note.expect(file)
}

#[test]
fn every_saved_board_and_tree_opens_with_its_title_its_note_and_a_tree_to_look_at() {
    let mut window = window("a2b1 a");
    let folder = support::root().join("saved_trees");
    for teaching in TEACHING {
        let file = teaching.file;
        let ctx = window.ctx.clone();
        let open = Command::OpenFile(folder.join(file));
        window.state_mut().run(&ctx, open);
        // The largest are still being built when they are shown.
        let shown = (0..2_000).any(|_| {
            window.run_steps(2);
            std::thread::sleep(std::time::Duration::from_millis(1));
            let words = &window.state().document().words;
            words.name == format!("{} ({file})", teaching.title)
        });
        assert!(shown, "{file}");
        let note = note_of(file, teaching.text);
        for block in prose(&note) {
            let words: String = block.runs.iter().map(|run| run.text.as_str()).collect();
            let shown = window.query_all_by_label(&words).next();
            assert!(shown.is_some(), "{file} doesn't show its note: {words}");
        }
        let session = &window.state().document().session;
        let nodes = session.unfolding().preorder().count();
        assert!((2..=100).contains(&nodes), "{file} shows {nodes} nodes");
    }
}
