//! Words and numbers that several rooms write.

use std::path::{Path, PathBuf};

use crate::game::visible;
use crate::words::capitalised;

/// The last part of a path, for a title.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    visible(&name.to_string_lossy()).into_owned()
}

/// The path that somebody typed; `~` stands for the home folder.
pub fn path_of(text: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// Whether what somebody typed is a file rather than a position.
pub fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    if text.len() > 4_096 || text.contains('\n') {
        return false;
    }
    ["./", "../", "/", "~"]
        .iter()
        .any(|start| text.starts_with(start))
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

/// The word that marks a best move.
pub const BEST: &str = "best";

/// What follows a rating in a list where the move is one of the best.
pub(crate) fn listed_best(best: bool) -> String {
    match best {
        true => format!(", {BEST}"),
        false => String::new(),
    }
}

/// What a switch, or another name of files, is called in the window.
pub fn label(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    capitalised(&words)
}
