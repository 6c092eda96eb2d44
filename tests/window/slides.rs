//! Tours and presentations by the mouse and by a thumb, and slides of which nothing is cut.

use doomtree::app::{Command, CommandId, TEACHING, ids};
use doomtree::tree::UnfoldingNode;
use eframe::egui::{
    Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, pos2,
};
use support::screen::{
    Opened, Window, click_on, found, is_there, line, numbers_of, press, root, run, run_named,
    settle, shows,
};

const SIZES: [[f32; 2]; 4] = [
    [1024.0, 700.0],
    [1280.0, 800.0],
    [1920.0, 1080.0],
    [390.0, 844.0],
];

/// The tours that come along, by their indices and files.
fn tours() -> impl Iterator<Item = (usize, &'static str)> {
    let all = TEACHING.iter().map(|teaching| teaching.file).enumerate();
    all.filter(|(_, file)| file.starts_with("tour-"))
}

/// A tour that is presented over another document.
fn presented(tour: &str, size: [f32; 2], step: Option<f32>) -> Window {
    let mut window = Opened {
        position: "a2b1 a",
        size,
        step,
        ..Opened::default()
    }
    .open();
    let (place, _) = tours().find(|(_, file)| *file == tour).expect("a tour");
    run(&mut window, Command::PresentTeaching(place, 0));
    window
}

fn step(window: &Window) -> Option<usize> {
    window.state().presents().expect("a presentation")
}

/// Presses the pointer at a place of the window, given as shares of its size.
fn click_at(window: &mut Window, x: f32, y: f32) {
    let size = window.ctx.content_rect().size();
    let pos = pos2(x * size.x, y * size.y);
    window.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    settle(window);
}

/// A finger that moves from one place to another.
fn swipe(window: &mut Window, from: Pos2, to: Pos2) {
    for (phase, pos) in [
        (TouchPhase::Start, from),
        (TouchPhase::Move, from.lerp(to, 0.5)),
        (TouchPhase::End, to),
    ] {
        window.event(Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(0),
            phase,
            pos,
            force: None,
        });
    }
    settle(window);
}

#[test]
fn no_slide_of_a_tour_that_comes_along_is_cut() {
    let mut cut = Vec::new();
    for size in SIZES {
        for (_, tour) in tours() {
            let mut window = presented(tour, size, None);
            let [.., all] = numbers_of(&window, ids::TALK_HEAD)[..] else {
                panic!("the head tells how far it is");
            };
            for slide in 0..all as usize {
                // A text that must be scrolled would be scrolled first.
                assert_eq!(
                    step(&window),
                    Some(slide),
                    "{tour} at {size:?}: the text is cut"
                );
                let [room, whole] = window.state().slide().expect("a tree");
                if !room.expand(0.6).contains_rect(whole) {
                    cut.push(format!(
                        "{tour} {} at {size:?}: {whole:?} in {room:?}",
                        slide + 1
                    ));
                }
                run_named(&mut window, CommandId::NextTourStep);
            }
            assert_eq!(step(&window), Some(all as usize - 1));
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}

#[test]
fn a_slide_shows_its_node_with_the_moves_below_it() {
    for size in SIZES {
        let mut window = presented("tour-reading.tree.json", size, None);
        loop {
            let session = &window.state().document().session;
            let graph = session.rated().graph.graph();
            let selected = session.selected();
            let shown = session.unfolding().children(selected).len();
            assert_eq!(shown, graph.degree(session.vertex()), "{}", line(&window));
            let before = step(&window);
            run_named(&mut window, CommandId::NextTourStep);
            if step(&window) == before {
                break;
            }
        }
    }
}

#[test]
fn a_tour_is_walked_and_left_by_the_mouse_alone() {
    let mut window = presented("tour-reading.tree.json", [1280.0, 800.0], Some(0.1));
    assert_eq!(
        numbers_of(&window, ids::TALK_BAR),
        [1, 10],
        "it is there at first"
    );
    click_on(&mut window, CommandId::NextTourStep.id());
    assert_eq!(step(&window), Some(1));
    click_on(&mut window, CommandId::PreviousTourStep.id());
    assert_eq!(step(&window), Some(0));
    // The right third goes on, the left third back, the middle does nothing.
    for (x, wanted) in [(0.97, 1), (0.97, 2), (0.5, 2), (0.02, 1)] {
        click_at(&mut window, x, 0.97);
        assert_eq!(step(&window), Some(wanted), "{x}");
    }
    // A node is selected.
    let node = ids::node(UnfoldingNode::ROOT);
    click_on(&mut window, &node);
    assert_eq!((step(&window), line(&window)), (Some(1), String::new()));
    window.run_steps(80);
    assert!(
        !is_there(&window, ids::TALK_BAR),
        "where nothing moves it goes"
    );
    window.hover_at(pos2(300.0, 300.0));
    window.run_steps(2);
    assert!(is_there(&window, ids::TALK_BAR));
    click_on(&mut window, CommandId::BlankScreen.id());
    assert!(is_there(&window, ids::BLANK));
    click_at(&mut window, 0.5, 0.5);
    assert!(!is_there(&window, ids::BLANK) && step(&window) == Some(1));
    click_on(&mut window, CommandId::LeavePresentation.id());
    assert_eq!(window.state().presents(), None);
    assert_eq!(root(&window), "a2b1 a", "the document before is open");
}

#[test]
fn a_thumb_turns_the_pages_of_a_tour() {
    let mut window = presented("tour-lesson.tree.json", [390.0, 844.0], None);
    let (left, right) = (pos2(60.0, 500.0), pos2(300.0, 520.0));
    swipe(&mut window, right, left);
    assert_eq!(step(&window), Some(1));
    swipe(&mut window, left, right);
    assert_eq!(step(&window), Some(0));
    // Down the screen, and on the first page, it turns nothing.
    swipe(&mut window, pos2(200.0, 300.0), pos2(220.0, 600.0));
    swipe(&mut window, left, right);
    assert_eq!(step(&window), Some(0));
    let [room, whole] = window.state().slide().expect("a tree");
    assert!(room.expand(0.6).contains_rect(whole), "it is whole again");
    for named in [CommandId::NextTourStep, CommandId::LeavePresentation] {
        let button = found(&window, named.id()).rect();
        assert!(
            button.height() * window.ctx.zoom_factor() >= 44.0,
            "{button:?}"
        );
    }
}

#[test]
fn a_tour_on_a_phone_that_is_held_across_has_its_tree_beside_the_text() {
    let mut window = presented("tour-lesson.tree.json", [844.0, 390.0], None);
    let (place, _) = tours()
        .find(|(_, file)| *file == "tour-lesson.tree.json")
        .expect("a tour");
    for step in [4, 11, 15] {
        run(&mut window, Command::PresentTeaching(place, step));
        settle(&mut window);
        let [room, whole] = window.state().slide().expect("a tree");
        let size = room.size() * window.ctx.zoom_factor();
        assert!(size.x > 480.0 && size.y > 220.0, "{step}: {size}");
        assert!(room.expand(0.6).contains_rect(whole), "{step}");
    }
}

#[test]
fn after_a_tour_the_document_before_is_open_as_it_was() {
    let mut window = Opened::default().open();
    press(&mut window, Key::ArrowDown);
    run(
        &mut window,
        Command::SetNote(UnfoldingNode::ROOT, "mine".to_owned()),
    );
    run_named(&mut window, CommandId::ShowMap);
    let (place, _) = tours().next().expect("a tour");
    run(&mut window, Command::PresentTeaching(place, 2));
    assert!(!is_there(&window, ids::QUESTION), "nothing is lost");
    assert_eq!(step(&window), Some(2));
    run_named(&mut window, CommandId::NextTourStep);
    press(&mut window, Key::Escape);
    assert_eq!(
        (root(&window), line(&window)),
        ("b2b2/a2b1 a".to_owned(), "2>3".to_owned())
    );
    assert!(is_there(&window, ids::MAP));
    let document = window.state().document();
    assert_eq!(document.note(UnfoldingNode::ROOT), "mine");
    assert!(document.edits.is_changed());
    run_named(&mut window, CommandId::Undo);
    assert_eq!(window.state().document().note(UnfoldingNode::ROOT), "");
}

#[test]
fn what_is_opened_in_a_tour_asks_for_the_changes_of_the_document_before() {
    let mut window = Opened::default().open();
    run(
        &mut window,
        Command::SetNote(UnfoldingNode::ROOT, "mine".to_owned()),
    );
    let (place, _) = tours().next().expect("a tour");
    run(&mut window, Command::PresentTeaching(place, 0));
    run(&mut window, Command::OpenText("a1 a".to_owned()));
    assert!(is_there(&window, ids::QUESTION) && shows(&window, ids::QUESTION, "b2b2/a2b1 a"));
    assert_eq!(window.state().presents(), None);
    press(&mut window, Key::Escape);
    assert_eq!(root(&window), "b2b2/a2b1 a");
}
