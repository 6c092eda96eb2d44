//! What programs that read the window aloud get to know of it, in many situations, as one golden file
//! each: nothing of it is lost or said otherwise unless that is meant.

use std::path::Path;

use doomtree::app::{Command, CommandId, PlayChoices};
use doomtree::games::Setup;
use doomtree::session::Action;
use doomtree::tree::Limits;
use support::accessibility::spoken;
use support::golden;
use support::screen::{Opened, Window, run, run_named, scripted, settle, window};

use super::situations::{self as at, BOOK, saved};

/// The name of a file, and how a window gets there; it may use an empty folder.
type Situation = (&'static str, fn(&Path) -> Window);

const SITUATIONS: &[Situation] = &[
    ("tree", |_| on_book(at::nothing)),
    ("leaf", |_| on_book(at::leaf)),
    ("setup", |_| on_book(at::setup)),
    ("find", |_| on_book(at::find)),
    ("record-panel", |_| {
        on_book(|window| {
            at::recording(window);
            run_named(window, CommandId::CloseRecording);
        })
    }),
    ("recording", |_| {
        on_book(|window| {
            at::recording(window);
            run_named(window, CommandId::RecordingEnd);
            run_named(window, CommandId::StepBack);
        })
    }),
    ("what-if", |_| on_book(at::what_if)),
    ("tour", |_| on_book(at::tour)),
    ("exercise", |_| on_book(at::exercise)),
    ("play-panel", |_| {
        on_book(|window| run_named(window, CommandId::Players))
    }),
    ("game", |_| {
        on_book(|window| {
            at::game(window);
            run_named(window, CommandId::Players);
        })
    }),
    ("review", |_| {
        on_book(|window| {
            at::game(window);
            run_named(window, CommandId::ReviewGame);
        })
    }),
    ("map", |_| on_book(at::map)),
    ("positions", |_| on_book(at::positions)),
    ("statistics", |_| on_book(at::statistics)),
    ("comparison", |_| on_book(at::comparison)),
    ("check", |_| on_book(at::check)),
    ("history", |_| {
        on_file("gamble.board.json", |window| {
            run_named(window, CommandId::NextBlunder);
            run_named(window, CommandId::ShowHistory);
        })
    }),
    ("presentation", |_| on_book(at::talk)),
    ("presentation-tour", |_| on_book(at::tour_talk)),
    ("hidden-ratings", |_| on_book(at::hidden)),
    ("board-focused", |_| on_book(at::board)),
    ("four-players", |_| four_players()),
    ("chance-by-hand", |_| {
        on_file("odds-exact-1x2.board.json", |window| {
            let by_hand = PlayChoices {
                by_hand: true,
                ..PlayChoices::default()
            };
            run(window, Command::ChoosePlay(Box::new(by_hand)));
            run_named(window, CommandId::PlayHere);
            run(window, Command::Act(Action::Move(0)));
        })
    }),
    ("tic-tac-toe", |_| on_game("tic-tac-toe", "x../.o./..x o")),
    ("tic-tac-toe-setup", |_| {
        let mut window = on_game("tic-tac-toe", "x../.o./..x o");
        at::setup(&mut window);
        window
    }),
    ("trilobite", |_| {
        on_file("trilobite-4x4.board.json", at::nothing)
    }),
    ("scripted", |_| {
        scripted(
            "players a b\ntop a: left -> l, right -> r\nl b: l1 -> half, l2 -> one\n\
             r b: r1 -> none, r2 -> one\nhalf end: 1/2 1/2\none end: 1 0\nnone end: 0 1",
        )
    }),
    ("limited", |_| limited()),
    ("dialog-open", |_| {
        on_book(|window| run_named(window, CommandId::Open))
    }),
    ("dialog-save-as", |folder| {
        on_copy(folder, CommandId::SaveAs)
    }),
    ("dialog-export", |_| {
        on_book(|window| run_named(window, CommandId::Export))
    }),
    ("dialog-palette", |_| on_book(at::palette)),
    ("dialog-keys", |_| on_book(at::keys)),
    ("dialog-about", |_| {
        on_book(|window| run_named(window, CommandId::About))
    }),
    ("dialog-question", |_| on_book(at::question)),
    ("dialog-check", |folder| {
        on_copy(folder, CommandId::CheckProgram)
    }),
];

fn on_book(prepare: fn(&mut Window)) -> Window {
    let mut window = window(BOOK);
    prepare(&mut window);
    window
}

fn on_file(name: &str, prepare: fn(&mut Window)) -> Window {
    let mut window = window(BOOK);
    run(&mut window, Command::OpenFile(saved(name)));
    prepare(&mut window);
    window
}

/// A dialog that lists a folder, in one that holds nothing but the open document.
fn on_copy(folder: &Path, named: CommandId) -> Window {
    let copy = folder.join("book.board.json");
    std::fs::copy(saved("book-2x2.board.json"), &copy).expect("a copy");
    let mut window = window(BOOK);
    run(&mut window, Command::OpenFile(copy));
    run_named(&mut window, named);
    // The folder has been listed.
    settle(&mut window);
    window
}

fn on_game(game: &str, position: &str) -> Window {
    let setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    Opened {
        setup: Some(setup),
        ..Opened::default()
    }
    .open()
}

fn four_players() -> Window {
    let mut setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: "a2b2c1d1 a".to_owned(),
        ..Setup::default()
    };
    setup.switches.preset = Some("land-of-lisp-v4".to_owned());
    setup.switches.players = Some(4);
    Opened {
        setup: Some(setup),
        ..Opened::default()
    }
    .open()
}

/// A tree that a limit of plies has cut.
fn limited() -> Window {
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    Opened {
        limits,
        position: "a1b2a3/b2a1b1 a",
        ..Opened::default()
    }
    .open()
}

#[test]
fn what_is_read_aloud_of_every_panel_and_dialog_stays_as_it_is() {
    let test = "--test window what_is_read_aloud";
    let compare = |(name, open): &Situation| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = open(folder.path());
        settle(&mut window);
        // Nothing glides any more.
        window.run_steps(8);
        let name = format!("accessibility/{name}.txt");
        golden::compare(&name, test, &spoken(&window))
    };
    golden::expect(SITUATIONS.iter().map(compare));
}

#[test]
fn every_file_of_what_is_read_aloud_belongs_to_a_situation() {
    let folder = golden::folder().join("accessibility");
    for file in std::fs::read_dir(folder).expect("the golden files") {
        let name = file.expect("a file").file_name();
        let name = name.to_string_lossy().into_owned();
        let stem = name.strip_suffix(".txt").expect("a text");
        assert!(
            SITUATIONS.iter().any(|(name, _)| *name == stem),
            "{name} belongs to no situation: delete it"
        );
    }
}
