//! The whole window as pictures, in both themes, on small and on large screens, compared with the
//! ones that somebody has looked at.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test pictures` writes those that differ anew: look at them
//! before they are committed.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::raster::Raster;
use doomtree::app::{Command, CommandId, Explorer, ThemeChoice, ids, open_setup, window_limits};
use doomtree::games::Setup;
use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::{Harness, SnapshotOptions};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use support::screen::{self, Window};

const SIZES: [[f32; 2]; 3] = [[1024.0, 700.0], [1440.0, 900.0], [1920.0, 1080.0]];

/// A position of Dice of Doom.
pub fn position(position: &str) -> Setup {
    Setup {
        game: "dice-of-doom".to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

pub fn window(setup: Setup, theme: ThemeChoice, size: [f32; 2]) -> Window {
    let mut window = Harness::builder()
        .with_size(vec2(size[0], size[1]))
        .with_max_steps(40)
        .renderer(Raster::default())
        .build_eframe(move |creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = Box::new(move || ctx.request_repaint());
            let mut document = open_setup(setup, window_limits(), wake).expect("a good setup");
            // How long a build takes is another time each time.
            document.took = None;
            Explorer::new(&creation.egui_ctx, document)
        });
    let ctx = window.ctx.clone();
    window.state_mut().use_theme(&ctx, theme);
    settle(&mut window);
    window
}

/// Runs frames until nothing builds and nothing moves, not even a light that fades.
fn settle(window: &mut Window) {
    screen::settle(window);
    window.run();
}

fn run(window: &mut Window, command: Command) {
    screen::run(window, command);
    window.run();
}

/// Packs a picture into fewer bytes.
fn pack(path: &Path) {
    let picture = image::open(path).expect("a picture").to_rgb8();
    let file = std::fs::File::create(path).expect("the picture");
    let (level, filter) = (CompressionType::Best, FilterType::NoFilter);
    let encoder = PngEncoder::new_with_quality(file, level, filter);
    picture.write_with_encoder(encoder).expect("written");
}

/// Compares the window with its picture: in the light theme on every screen, in the dark one on the
/// smallest.
fn compare(name: &str, board: &str, prepare: impl Fn(&mut Window)) {
    let mut failed = Vec::new();
    let light = SIZES.map(|size| (ThemeChoice::Light, "light", size));
    let dark = (ThemeChoice::Dark, "dark", SIZES[0]);
    for (theme, word, size) in light.into_iter().chain([dark]) {
        let mut window = window(position(board), theme, size);
        prepare(&mut window);
        let picture = format!("{name}-{word}-{}x{}", size[0], size[1]);
        let folder = support::root().join("tests/snapshots");
        let path = folder.join(format!("{picture}.png"));
        let options = SnapshotOptions::new().threshold(0.0).output_path(folder);
        if let Err(error) = window.try_snapshot_options(&picture, &options) {
            failed.push(error.to_string());
        }
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            pack(&path);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_books_board_looks_as_it_was_seen() {
    compare("book", "b2b2/a2b1 a", |window| {
        window.key_press(Key::ArrowDown);
        settle(window);
        window.key_press(Key::ArrowDown);
        settle(window);
    });
}

#[test]
fn a_larger_board_looks_as_it_was_seen() {
    compare("haskell", "a1b2a1/b1b2a1/a1a1a3 b", |window| {
        window.key_press(Key::ArrowDown);
        settle(window);
    });
}

#[test]
fn the_setup_looks_as_it_was_seen() {
    compare("setup", "b2b2/a2b1 a", |window| {
        run(window, Command::Named(CommandId::Setup));
    });
}

#[test]
fn the_palette_looks_as_it_was_seen() {
    compare("palette", "b2b2/a2b1 a", |window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::K);
        settle(window);
    });
}

/// A board whose tree has 1,307 nodes: few enough for everything to be there in the first frame, since
/// what stands on the screen in between changes where letters lie in memory, and with it some pixels.
const BOARD: &str = "a1b2a1/b1b2a1/a1a1a3 b";

#[test]
fn the_map_looks_as_it_was_seen() {
    compare("map", BOARD, |window| {
        run(window, Command::Named(CommandId::ShowMap));
        for _ in 0..3 {
            run(window, Command::Named(CommandId::Child));
        }
    });
}

#[test]
fn the_positions_look_as_they_were_seen() {
    compare("positions", BOARD, |window| {
        run(window, Command::Named(CommandId::ShowPositions));
        run(window, Command::Named(CommandId::Child));
    });
}

#[test]
fn the_statistics_look_as_they_were_seen() {
    compare("statistics", BOARD, |window| {
        run(window, Command::Named(CommandId::ShowStatistics));
    });
}

#[test]
fn what_was_found_looks_as_it_was_seen() {
    compare("found", BOARD, |window| {
        run(window, Command::Find("fork mover:b".to_owned()));
        run(window, Command::Named(CommandId::NextHit));
    });
}

#[test]
fn a_large_tree_looks_as_it_was_seen() {
    compare("far", BOARD, |window| {
        run(window, Command::Named(CommandId::UnfoldAll));
        run(window, Command::Named(CommandId::Fit));
    });
}

#[test]
fn a_recording_looks_as_it_was_seen() {
    compare("recording", BOARD, |window| {
        run(window, Command::Named(CommandId::Record));
        run(window, Command::Named(CommandId::RecordingEnd));
        run(window, Command::Named(CommandId::PreviousCut));
        run(window, Command::Named(CommandId::PreviousCut));
    });
}

#[test]
fn the_ratings_along_the_line_look_as_they_were_seen() {
    compare("history", BOARD, |window| {
        run(window, Command::Named(CommandId::BestEnd));
        run(window, Command::Named(CommandId::Parent));
        run(window, Command::Named(CommandId::ShowHistory));
    });
}

/// The board that somebody new sees first.
const FIRST: &str = "b1a3/b2b2 a";

#[test]
fn the_first_minute_looks_as_it_was_seen() {
    compare("start", FIRST, |window| {
        window.state_mut().greet();
        settle(window);
    });
}

#[test]
fn a_dialog_over_the_tree_looks_as_it_was_seen() {
    compare("new", FIRST, |window| {
        run(window, Command::Named(CommandId::NewBoard));
    });
}

#[test]
fn an_exercise_looks_as_it_was_seen() {
    compare("exercise", FIRST, |window| {
        run(window, Command::Named(CommandId::ExerciseHere));
    });
}

#[test]
fn a_what_if_looks_as_it_was_seen() {
    compare("what-if", FIRST, |window| {
        run(window, Command::Named(CommandId::Child));
        run(window, Command::Named(CommandId::ForbidMove));
    });
}

#[test]
fn a_presented_board_looks_as_it_was_seen() {
    compare("presented-board", FIRST, |window| {
        run(window, Command::Named(CommandId::Child));
        run(window, Command::Named(CommandId::Present));
    });
}

/// What two windows have left: a document with a file, and one without it, with a game and a text.
fn left(folder: &Path) {
    std::fs::remove_dir_all(folder).ok();
    std::fs::create_dir_all(folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    let trees = ["book-2x2.tree.json", "tour-horizon.tree.json"];
    let beside = [
        r#"{"origin":{"name":"The book's board (book.tree.json)","path":"/home/me/lecture/book.tree.json"}}"#,
        r#"{"origin":{"name":"Horizon effect"},"draft":"s a","game":{"line":"","seed":1,"choices":{},
        "moves":[{"text":"pass","by":"hand"}]}}"#,
    ];
    for (number, (tree, beside)) in trees.into_iter().zip(beside).enumerate() {
        let path = support::root().join("saved_trees").join(tree);
        let text = std::fs::read_to_string(path).expect("a tree that comes along");
        let text = text.trim_end().strip_suffix('}').expect("an object");
        let name = format!("1-{number}.tree.json");
        write(&name, &format!("{text}\n,\"unsaved\":{beside}}}\n"));
        let file = std::fs::File::options().write(true).open(folder.join(name));
        let ago = Duration::from_secs(60 * [5, 150][number]);
        let moment = SystemTime::now() - ago;
        file.and_then(|file| file.set_modified(moment))
            .expect("a time");
        write(&format!("1-{number}.recovery.json"), "");
    }
}

#[test]
fn the_offer_to_recover_a_tree_looks_as_it_was_seen() {
    // Its path is written in the picture: it must be the same everywhere.
    std::env::set_current_dir(support::root()).expect("the folder of the project");
    let folder = Path::new("target/offered");
    compare("offer", BOARD, |window| {
        left(folder);
        let ctx = window.ctx.clone();
        window.state_mut().recover_in(&ctx, folder.to_owned());
        screen::wait_for(window, "offer", |window| {
            screen::is_there(window, &ids::recover_restore(1))
        });
        window.run();
    });
}
