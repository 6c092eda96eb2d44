//! What programs that read a window aloud get to know of it, as text.

use std::fmt::Write as _;

use eframe::egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{AccessKitNode, NodeT as _};

use crate::screen::Window;

/// Everything in a window as an indented line each: its role, what it is called, its value and its
/// state. What stands in containers without any property stands where they would; there are no places,
/// no names for programs, and nothing that another machine or moment would change. Where a dialog lies
/// over the window, it is all that is told.
pub fn spoken(window: &Window) -> String {
    let mut text = String::new();
    let root = window.root();
    let dialog = root
        .children_recursive()
        .find(|node| node.accesskit_node().role() == Role::Dialog);
    let mut open = vec![(dialog.unwrap_or(root).accesskit_node(), 0)];
    while let Some((node, depth)) = open.pop() {
        // The letters of what has said them already.
        if node.role() == Role::TextRun {
            continue;
        }
        let said = properties(&node);
        let is_shown = !said.is_empty() || !is_container(node.role());
        if is_shown {
            let indent = "  ".repeat(depth);
            writeln!(text, "{indent}{:?}{said}", node.role()).expect("memory takes it");
        }
        let depth = depth + usize::from(is_shown);
        let below = node.children();
        open.extend(below.rev().map(|child| (child, depth)));
    }
    text
}

/// How many things there are in a window; it changes with nearly everything that is shown.
pub fn count(window: &Window) -> usize {
    let mut count = 0;
    let mut open = vec![window.root().accesskit_node()];
    while let Some(node) = open.pop() {
        count += 1;
        open.extend(node.children());
    }
    count
}

fn is_container(role: Role) -> bool {
    matches!(
        role,
        Role::Unknown
            | Role::GenericContainer
            | Role::Group
            | Role::Pane
            | Role::ScrollView
            | Role::Section
            | Role::Window
    )
}

fn properties(node: &AccessKitNode<'_>) -> String {
    let mut said = String::new();
    let mut say = |text: &str| {
        said.push(' ');
        said.push_str(text);
    };
    let data = node.data();
    // What a label says is its value.
    let is_label = node.role() == Role::Label;
    if let Some(label) = node.label() {
        say(&format!("{:?}", settled(&label)));
    }
    if let Some(value) = node.value() {
        let value = settled(&value);
        match is_label {
            true => say(&format!("{value:?}")),
            false => say(&format!("value={value:?}")),
        }
    }
    // Where a panel ends is a place.
    let number = node.numeric_value();
    if let Some(number) = number.filter(|_| node.role() != Role::Splitter) {
        say(&format!("number={}", (number * 1e6).round() / 1e6));
    }
    let description = node.description();
    let repeats =
        |text: &String| node.label().as_ref() == Some(text) || node.value().as_ref() == Some(text);
    if let Some(description) = description.filter(|text| !repeats(text)) {
        say(&format!("description={:?}", settled(&description)));
    }
    if let Some(hint) = data.placeholder() {
        say(&format!("hint={:?}", settled(hint)));
    }
    match node.toggled() {
        Some(Toggled::True) => say("on"),
        Some(Toggled::False) => say("off"),
        Some(Toggled::Mixed) => say("mixed"),
        None => {}
    }
    match node.is_selected() {
        Some(true) => say("selected"),
        Some(false) => say("unselected"),
        None => {}
    }
    match data.is_expanded() {
        Some(true) => say("expanded"),
        Some(false) => say("collapsed"),
        None => {}
    }
    if node.is_disabled() {
        say("disabled");
    }
    if node.is_modal() {
        say("modal");
    }
    if node.is_focused_in_tree() && !node.is_root() {
        say("focused");
    }
    said
}

/// A text without what another machine, moment or size would change: how long something took, what was
/// drawn at random, versions, how large the tree is drawn, and absolute paths.
fn settled(text: &str) -> String {
    let text = text.replace("less than 1 ms", "0 ms");
    let words: Vec<&str> = text.split(' ').collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let mut settled: Vec<String> = Vec::new();
    for (at, &now) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", word);
        let is_unit = |word: &str| matches!(word.trim_end_matches([',', '.']), "ms" | "s");
        let is_time = |at: usize| word(at).parse::<f64>().is_ok() && is_unit(word(at + 1));
        settled.push(if before == "in" && is_time(at) {
            "so".to_owned()
        } else if at >= 2 && word(at - 2) == "in" && is_time(at - 1) {
            format!("long{}", now.trim_start_matches(['m', 's']))
        } else if before == "is" && word(at.saturating_sub(2)) == "seed" {
            "….".to_owned()
        } else if before == "Version" || before == "now" && word(at + 1) == "%" {
            "…".to_owned()
        } else if now.len() > 1 && now.starts_with('/') {
            "<path>".to_owned()
        } else {
            now.to_owned()
        });
    }
    settled.join(" ")
}

#[cfg(test)]
mod tests {
    use super::settled;

    #[test]
    fn times_seeds_and_paths_are_left_out() {
        assert_eq!(settled("built in 12 ms, 3 kB"), "built in so long, 3 kB");
        assert_eq!(
            settled("Complete in less than 1 ms."),
            "Complete in so long."
        );
        assert_eq!(settled("This game's seed is 77."), "This game's seed is ….");
        assert_eq!(settled("Folder /tmp/x"), "Folder <path>");
        assert_eq!(settled("Size, now 115 %"), "Size, now … %");
        assert_eq!(settled("1 ply in 2 places"), "1 ply in 2 places");
    }
}
