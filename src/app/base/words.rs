//! Texts and numbers that several panels show.

use crate::tree::Graph;
use std::path::{Path, PathBuf};

use crate::game::{Refusal, visible};
use crate::save::starts_as_path;
use crate::words::capitalised;

/// The last part of a path, for a title.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    visible(&name.to_string_lossy()).into_owned()
}

/// The path that the user typed; `~` is the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Whether the typed text is a file rather than a position.
pub fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    if text.len() > 4_096 || text.contains('\n') {
        return false;
    }
    starts_as_path(text)
        || text.starts_with('~')
        || [".json", ".efg", ".lisp", ".sexp"]
            .iter()
            .any(|ending| text.ends_with(ending))
        || (!text.contains(' ') && path.exists())
}

/// A number of bytes, rounded.
pub fn memory(bytes: usize) -> String {
    let bytes = bytes as f64;
    if bytes < 1e6 {
        format!("{:.0} kB", (bytes / 1e3).max(1.0))
    } else if bytes < 1e9 {
        format!("{:.0} MB", (bytes / 1e6).min(999.0))
    } else {
        format!("{:.1} GB", bytes / 1e9)
    }
}

/// A time, rounded.
pub fn duration(seconds: f64) -> String {
    if seconds < 0.001 {
        "less than 1 ms".to_owned()
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}

/// The label of a best move.
pub const BEST: &str = "best";

/// Text after a rating in a list if the move is one of the best.
pub(crate) fn listed_best(best: bool) -> String {
    match best {
        true => format!(", {BEST}"),
        false => String::new(),
    }
}

/// The names of games, presets and setting values, in files and in the window.
const NAMES: [(&str, &str); 17] = [
    ("dice-of-doom", "Dice of Doom"),
    ("tic-tac-toe", "Tic-tac-toe"),
    ("trilobite", "Trilobite"),
    ("scripted", "Written tree"),
    ("land-of-lisp", "Land of Lisp"),
    ("land-of-lisp-v4", "Land of Lisp v4 (dice)"),
    ("haskell", "Haskell port"),
    ("realm-of-racket", "Realm of Racket"),
    ("captured-minus-one", "captured dice − 1"),
    ("last-capture-minus-one", "last capture − 1"),
    ("pool", "shared pool"),
    ("largest-cluster", "largest group"),
    ("offset-rows", "offset rows"),
    ("stronger-wins", "more dice win"),
    ("dice-roll", "dice roll"),
    ("book-table", "book’s table"),
    ("your own", "custom"),
];

/// The window's name of a game, a preset or a setting value; other names are unchanged.
pub fn shown_name(name: &str) -> &str {
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map_or(name, |(_, shown)| shown)
}

/// The window's label of a setting, or of another name in files.
pub fn label(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    capitalised(&words)
}

/// The same fault with a capital letter.
pub fn as_sentence(fault: Refusal) -> Refusal {
    Refusal {
        what: capitalised(&fault.what),
        ..fault
    }
}

/// A message of the command line in the words of the window: flags become fields of the setup.
pub fn in_the_window(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    if let Some((before, after)) = sentence.split_once(" or --max-dice ") {
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        sentence = format!("{before}, or raise “Max dice” in Setup{rest}");
    }
    for (flag, here) in [
        (" or --players N", ", or add players in Setup"),
        ("use --columns N", "set “Columns”"),
        ("leave out --columns", "clear “Columns”"),
    ] {
        sentence = sentence.replace(flag, here);
    }
    for name in ["players", "max_dice", "columns", "width", "height", "line"] {
        let here = format!("“{}”", label(name));
        sentence = sentence.replace(&format!("for '{name}'"), &format!("for {here}"));
        sentence = sentence.replace(&format!("'{name}' is "), &format!("{here} is "));
    }
    sentence
}

/// That a tree has none of something: `No blunder in this tree`, under a limit `No proven blunder to
/// ply 5`.
pub(crate) fn none_in(names: &str, graph: &Graph) -> String {
    match known_up_to(graph) {
        ("", _) => format!("No {names} in this tree"),
        (proven, to) if to.is_empty() => format!("No{proven} {names} in this tree"),
        (proven, to) => format!("No{proven} {names}{to}"),
    }
}

/// How far it is known what isn't there: nothing in a complete tree, ` proven`, and ` to ply 5`.
fn known_up_to(graph: &Graph) -> (&'static str, String) {
    let plies = graph.max_plies().filter(|_| graph.stopped().is_none());
    match plies {
        _ if graph.is_complete() => ("", String::new()),
        Some(plies) => (" proven", format!(" to ply {plies}")),
        None => (" proven", String::new()),
    }
}

/// A number of blunders: `2 blunders`, `no blunder`, under a limit `no proven blunder to ply 5`.
pub(crate) fn blunders_text(graph: &Graph, count: usize) -> String {
    let (proven, to) = known_up_to(graph);
    match count {
        0 => format!("no{proven} blunder{to}"),
        1 => "1 blunder".to_owned(),
        many => format!("{many} blunders"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_the_window_names_no_flag() {
        for (said, here) in [
            (
                "use 1–3 or --max-dice 4",
                "use 1–3, or raise “Max dice” in Setup",
            ),
            ("use a–b or --players N", "use a–b, or add players in Setup"),
            (
                "number of columns missing: use --columns N",
                "number of columns missing: set “Columns”",
            ),
            ("nothing of the kind", "nothing of the kind"),
        ] {
            assert_eq!(in_the_window(said), here);
        }
    }
}
