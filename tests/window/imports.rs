//! Other programs' trees in the window: pasted, dropped, and found in the list of a folder.

use std::sync::Arc;

use doomtree::app::{Command, CommandId, ids};
use eframe::egui::{self, Event};

use support::screen::{Opened, is_there, numbers_of, root, run, run_named, settle};

const EFG: &str = "EFG 2 R \"Entry\" { \"Ann\" \"Bob\" }\n\np \"door\" 1 1 { \"in\" \"out\" } 0\n\
    t \"left\" 1 { 1, 5 }\nt \"right\" 2 { 2, 1 }\n";
const JSON: &str = "{\"directed\":true,\"nodes\":[{\"id\":\"hall\",\"player\":\"a\"},\
    {\"id\":\"won\",\"payoff\":1}],\"links\":[{\"source\":\"hall\",\"target\":\"won\"}]}";
const LISP: &str = "(0 #((0 2) (1 1) (1 1) (1 1)) (((0 1) (0 #((0 1) (0 1) (1 1) (1 1)) NIL))))";

#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("files are read by their path".to_owned())
    }
}

#[test]
fn trees_of_other_programs_are_pasted() {
    let mut window = Opened::default().open();
    for (pasted, shown) in [
        (EFG, "door"),
        (JSON, "hall"),
        (LISP, "a2b1/b1b1 a"),
        ("\n; from the listener\n(0 #((0 1)) NIL)\n", "a1 a"),
    ] {
        window.event(Event::Paste(pasted.to_owned()));
        settle(&mut window);
        assert_eq!(root(&window), shown, "{pasted}");
    }
    window.event(Event::Paste("(0 #((0 1)) NIL".to_owned()));
    settle(&mut window);
    assert!(is_there(&window, ids::FAULT), "the dialog says why");
    assert!(!numbers_of(&window, ids::FAULT).is_empty(), "and where");
    assert_eq!(root(&window), "a1 a");
}

#[test]
fn a_game_without_one_sum_is_rated_by_max_n_and_the_window_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("entry.efg");
    std::fs::write(&path, EFG).expect("a file");
    let mut window = Opened::default().open();
    window.input_mut().dropped_files = vec![Arc::new(Dropped(path.clone()))];
    settle(&mut window);
    assert_eq!(root(&window), "door");
    let document = window.state().document();
    assert!(document.session.rated().analysis.ratings.is_max_n());
    assert!(is_there(&window, ids::NOTICE), "it is said");
    // Saving writes the game again, and no JSON over it. What it can't store asks for another name.
    run_named(&mut window, CommandId::Save);
    settle(&mut window);
    assert!(!is_there(&window, ids::SAVE_FILE));
    let written = std::fs::read_to_string(&path).expect("the file");
    assert!(
        written.starts_with("EFG 2 R") && written.contains("\"door\""),
        "{written}"
    );
    let node = doomtree::tree::UnfoldingNode(1);
    run(&mut window, Command::SetNote(node, "of a node".to_owned()));
    run_named(&mut window, CommandId::Save);
    assert!(is_there(&window, ids::SAVE_FILE));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), written);
}
