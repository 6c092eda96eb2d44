//! Files, finding, exports, histories and recordings.

use doomtree::app::{Command, CommandId, FirstBoard, ids};
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Event, Key, Modifiers};
use support::screen::{
    Window, click_on, press, press_with, run, run_named, scripted, settle, shows, text_of, window,
};

/// Whether this is the last thing that was told, or its beginning.
#[track_caller]
fn told(window: &Window, words: &str) {
    let told = [ids::NOTICE, ids::TROUBLE]
        .map(|id| text_of(window, id))
        .concat();
    assert!(told.contains(words), "{words:?} in {told:?}");
}

const BOARD: &str = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\
    \"game\":\"dice-of-doom\",\"rules\":\"land-of-lisp\",\"position\":\"a1b2/b1a3 b\"}\n";

#[cfg(unix)]
#[test]
fn what_a_save_could_not_keep_is_said_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    let mut tree = window("b2b2/a2b1 a");
    run(&mut tree, Command::SaveTo(path.clone()));
    std::fs::hard_link(&path, folder.path().join("other")).expect("a link");
    run(&mut tree, Command::SaveTo(path.clone()));
    told(&tree, "Saved book.tree.json; ");
    told(&tree, "is a file of its own now: 1 other name");
    std::fs::hard_link(&path, folder.path().join("third")).expect("a link");
    run(&mut tree, Command::ExportTo(path));
    told(&tree, "is a file of its own now: 1 other name");
}

#[test]
fn why_a_document_is_not_written_to_its_own_file_is_said_with_what_can_hold_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mut tree = window("b2b2/a2b1 a");
    run(&mut tree, Command::SaveTo(path("book.tree.json")));
    told(&tree, "Saved book.tree.json");
    run(&mut tree, Command::ExportTo(path("p.positions.json")));
    told(&tree, "Saved ");
    std::fs::create_dir(path("taken.tree.json")).expect("a folder");
    run(&mut tree, Command::SaveTo(path("taken.tree.json")));
    told(&tree, "is a folder");
    let written = std::fs::read_to_string(path("book.tree.json")).expect("a tree");
    let ratings = [
        "\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
        "\"rating\":{\"a\":\"1\",\"b\":\"0\"}",
    ];
    let script = "players a b\nstart a: go -> won, stay -> lost\nwon end: 1 0\nlost end: 0 1\n";
    for (name, text) in [
        (
            "false.tree.json",
            written.replacen(ratings[0], ratings[1], 1),
        ),
        ("script.txt", script.to_owned()),
        ("note.board.json", BOARD.to_owned()),
        ("limits.board.json", BOARD.to_owned()),
    ] {
        std::fs::write(path(name), text).expect("a file");
    }
    for (name, words) in [
        ("p.positions.json", "p.positions.json stores positions"),
        ("false.tree.json", "doesn't match its own rules"),
        ("script.txt", "script.txt is a text file"),
        (
            "note.board.json",
            "is a board file and can't store the note of a node below the start",
        ),
        ("limits.board.json", "can't store the limits"),
    ] {
        let mut window = window("b2b2/a2b1 a");
        run(&mut window, Command::OpenFile(path(name)));
        let mut root = window.state().document().root();
        root.limits.max_plies = Some(2);
        if name == "note.board.json" {
            press(&mut window, Key::ArrowDown);
            let node = window.state().document().session.selected();
            run(&mut window, Command::SetNote(node, "here".to_owned()));
        } else if name == "limits.board.json" {
            run(&mut window, Command::EditRoot(Box::new(root)));
        } else {
            run(
                &mut window,
                Command::SetNote(UnfoldingNode::ROOT, "mine".to_owned()),
            );
        }
        run_named(&mut window, CommandId::Save);
        assert!(shows(&window, ids::WRITE_WHY, words), "{words}");
    }
}

#[test]
fn what_became_of_the_documents_file_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.board.json");
    std::fs::write(&path, BOARD).expect("a file");
    let mut window = window("b2b2/a2b1 a");
    run(&mut window, Command::OpenFile(path.clone()));
    run(
        &mut window,
        Command::SetNote(UnfoldingNode::ROOT, "mine".to_owned()),
    );
    run(&mut window, Command::New(FirstBoard::Random));
    let question = "Save the changes to mine.board.json?";
    assert!(shows(&window, ids::QUESTION, question));
    press(&mut window, Key::Escape);
    std::fs::write(&path, BOARD.replace("a1b2", "a2b2")).expect("a file");
    run_named(&mut window, CommandId::Save);
    let question = "mine.board.json was changed by another program";
    assert!(shows(&window, ids::QUESTION, question));
    press(&mut window, Key::Escape);
    std::fs::remove_file(&path).expect("a removal");
    window.event(Event::WindowFocused(true));
    for _ in 0..60 {
        window.step();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    told(&window, "was deleted from disk. Save it");
    run(&mut window, Command::OpenFile(path));
    told(&window, "It was removed from the list");
    for (pasted, words) in [
        ("nonsense, really", "Not a file and not a position"),
        ("{\"format\":\"chess\"}", "The format 'chess' is unknown"),
        ("(0 #((0 1)) NIL", "found"),
    ] {
        window.event(Event::Paste(pasted.to_owned()));
        settle(&mut window);
        assert!(shows(&window, ids::FAULT, words), "{words}");
        press(&mut window, Key::Escape);
    }
    window.event(Event::Paste(" \n".to_owned()));
    settle(&mut window);
    told(&window, "The clipboard has no text");
    let payoffs = "EFG 2 R \"Entry\" { \"Ann\" \"Bob\" }\n\np \"door\" 1 1 { \"in\" \"out\" } 0\n\
        t \"left\" 1 { 1, 5 }\nt \"right\" 2 { 2, 1 }\n";
    let mut other = self::window("b2b2/a2b1 a");
    other.event(Event::Paste(payoffs.to_owned()));
    settle(&mut other);
    told(&other, "The payoffs have no constant sum: rated by max-n");
}

#[test]
fn going_from_hit_to_hit_says_where_it_begins_again_and_why_it_does_not_go() {
    let mut window = window("b2b2/a2b1 a");
    run_named(&mut window, CommandId::NextEnd);
    run_named(&mut window, CommandId::PreviousHit);
    told(&window, "End 5 of 5 (wrapped to the end)");
    run_named(&mut window, CommandId::NextEnd);
    told(&window, "End 1 of 5 (wrapped to the start)");
    run_named(&mut window, CommandId::Root);
    run_named(&mut window, CommandId::NextOccurrence);
    told(&window, "Occurrence 1 of 1 (only one)");
    run(&mut window, Command::Find("end blundr".to_owned()));
    let fault = "Unknown filter 'blundr' (column 5): use blunder";
    assert!(shows(&window, ids::FIND_FAULT, fault));
    run_named(&mut window, CommandId::HideRatings);
    run_named(&mut window, CommandId::NextBlunder);
    told(&window, "Ratings are hidden, and this would reveal them");
    run_named(&mut window, CommandId::NextSlip);
    told(
        &window,
        "Ratings are hidden, and this would reveal blunders",
    );
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    click_on(&mut window, &ids::export_part("best-line"));
    let why = "The best line would reveal hidden ratings";
    assert!(shows(&window, ids::FAULT, why));
    press(&mut window, Key::Escape);
    run_named(&mut window, CommandId::ShowMap);
    assert!(shows(&window, ids::MAP_NODE, "a to move, rating hidden"));
    let mut unwalked = self::window("b2b2/a2b1 a");
    run_named(&mut unwalked, CommandId::ShowPositions);
    run_named(&mut unwalked, CommandId::HideRatings);
    press(&mut unwalked, Key::End);
    told(&unwalked, "Ratings are hidden");
}

#[test]
fn why_nothing_is_recorded_is_said_with_the_remedy() {
    let mut window = scripted(
        "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
         won end: 1 0\nlost end: 0 1",
    );
    run_named(&mut window, CommandId::Record);
    let why = "The search would never end";
    assert!(shows(&window, ids::RECORDING_FAULT, why));
    run_named(&mut window, CommandId::HideRatings);
    let why = "Ratings are hidden, and a recording would reveal them";
    assert!(shows(&window, ids::RECORDING_HIDDEN, why));
}
