//! The documents of the project, and their lines.

use std::path::{Path, PathBuf};

/// The README and the pages beside it, in `docs` and in `docs/guide`, by folder and name; without the list
/// of changes.
///
/// # Panics
/// A folder can't be read.
pub fn documents(root: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in ["", "docs", "docs/guide"] {
        let entries = root.join(folder).read_dir().expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.retain(|path| !path.ends_with("CHANGELOG.md"));
    pages.sort();
    pages
}

/// A line of a page.
pub struct PageLine<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Whether it stands in a fence.
    pub code: bool,
    /// The line.
    pub text: &'a str,
}

/// The lines of a page but the fences themselves.
pub fn lines_of(page: &str) -> impl Iterator<Item = PageLine<'_>> {
    let mut code = false;
    (1..).zip(page.lines()).filter_map(move |(number, text)| {
        let fence = text.trim_start().starts_with("```");
        code ^= fence;
        (!fence).then_some(PageLine { number, code, text })
    })
}
