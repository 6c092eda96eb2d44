//! Trees of textbooks, drawn by keys, with the actions counted: a key, or what is typed into one field.

use doomtree::app::{CommandId, ids};
use doomtree::game::Player;
use doomtree::tree::Vertex;
use eframe::egui::{self, Key, Modifiers};
use support::screen::{
    Window, click_on, found, is_there, press, press_with, run_named, settle, window,
};

/// A window in which a tree is drawn, and how many actions it took so far.
struct Film {
    window: Window,
    actions: u32,
}

impl Film {
    fn new() -> Self {
        let mut window = window("b2b2/a2b1 a");
        run_named(&mut window, CommandId::NewTree);
        Self { window, actions: 1 }
    }

    fn key(&mut self, key: Key) {
        self.actions += 1;
        press(&mut self.window, key);
    }

    fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|key| self.key(*key));
    }

    fn level(&mut self) {
        self.actions += 1;
        press_with(&mut self.window, Modifiers::SHIFT, Key::Tab);
    }

    /// Types something and ends it with a key: one action.
    fn types(&mut self, text: &str, end: Key) {
        self.actions += 1;
        let window = &mut self.window;
        if !is_there(window, ids::TREE_FIELD) {
            let (first, rest) = text.split_at(1);
            window.event(egui::Event::Text(first.to_owned()));
            settle(window);
            if !rest.is_empty() {
                found(window, ids::TREE_FIELD).type_text(rest);
            }
        } else {
            found(window, ids::TREE_FIELD).type_text(text);
        }
        settle(window);
        press(window, end);
    }

    fn ratings(&self) -> Vec<String> {
        let rated = self.window.state().document().session.rated();
        let players = rated.graph.graph().players();
        let ratings = &rated.analysis.ratings;
        let rating = |player| ratings.rating(Vertex::ROOT, player).to_string();
        Player::all(players).map(rating).collect()
    }

    fn nodes(&self) -> u64 {
        let rated = self.window.state().document().session.rated();
        let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        nodes.expect("a small tree")
    }

    fn script(&self) -> String {
        let switches = &self.window.state().document().setup.switches;
        switches.script.clone().expect("a script")
    }
}

#[test]
fn the_textbooks_tree_of_thirteen_nodes_takes_fewer_than_twenty_actions() {
    let mut film = Film::new();
    // A third move of the root, two moves below each, then a third one.
    film.key(Key::Enter);
    film.level();
    film.key(Key::ArrowUp);
    film.level();
    film.keys(&[Key::Home, Key::ArrowDown, Key::ArrowDown]);
    for payoff in [3, 12, 8, 2, 4, 6, 14, 5, 2] {
        film.types(&format!("{payoff} -{payoff}"), Key::Enter);
    }
    assert_eq!(film.nodes(), 13, "{}", film.script());
    assert_eq!(film.ratings(), ["3", "-3"], "{}", film.script());
    assert!(film.actions <= 20, "{} actions", film.actions);
}

#[test]
fn a_tree_of_three_players_is_drawn_by_keys_and_one_click() {
    let mut film = Film::new();
    film.actions += 1;
    click_on(&mut film.window, ids::TREE_MORE_PLAYERS);
    film.level();
    film.level();
    for payoffs in [
        "3 1 2", "1 3 2", "2 2 2", "0 4 2", "1 1 4", "2 0 4", "3 3 0", "1 2 3",
    ] {
        film.types(payoffs, Key::Enter);
    }
    assert_eq!(film.nodes(), 15, "{}", film.script());
    assert_eq!(film.ratings(), ["2", "2", "2"], "{}", film.script());
    assert!(film.actions <= 12, "{} actions", film.actions);
}

#[test]
fn monty_halls_game_gets_its_information_set_by_keys() {
    let mut film = Film::new();
    // Chance hides the car behind one of three doors; the player has chosen the first.
    film.keys(&[
        Key::ArrowUp,
        Key::Space,
        Key::Space,
        Key::ArrowDown,
        Key::Enter,
    ]);
    // The host opens another door: two ways if the car is behind the first.
    film.keys(&[Key::Home, Key::ArrowDown]);
    film.level();
    for car in [1, 2] {
        film.keys(&[Key::Home, Key::ArrowDown]);
        film.keys(&[Key::ArrowRight; 2][..car]);
        film.keys(&[Key::ArrowDown, Key::Delete]);
    }
    // The player stays or switches.
    film.keys(&[Key::Home, Key::ArrowDown, Key::ArrowDown]);
    film.level();
    // Doors that look alike: I at one node, then at the other.
    for first in [0, 1] {
        film.keys(&[Key::Home, Key::ArrowDown, Key::ArrowDown]);
        film.keys(&[Key::ArrowRight; 1][..first]);
        film.keys(&[Key::I, Key::ArrowRight, Key::ArrowRight, Key::I]);
    }
    film.keys(&[Key::Home, Key::ArrowDown, Key::ArrowDown, Key::ArrowDown]);
    for payoffs in ["0 1", "1 0", "0 1", "1 0", "1 0", "0 1", "1 0", "0 1"] {
        film.types(payoffs, Key::Enter);
    }
    let script = film.script();
    assert_eq!(script.matches("\nset ").count(), 2, "{script}");
    assert_eq!(film.nodes(), 16, "{script}");
    let rated = film.window.state().document().session.rated();
    let ratings = &rated.analysis.ratings;
    assert!(!ratings.is_proven(Vertex::ROOT, Player(0)), "{script}");
    assert!(film.actions <= 60, "{} actions", film.actions);
    assert!(!is_there(&film.window, ids::TREE_FAULT));
}
