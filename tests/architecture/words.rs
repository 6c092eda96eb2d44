//! The English of the documents: words that readers stumble over don't come back. `words.txt` has them,
//! one a line, with what to write instead.

use std::path::{Path, PathBuf};

const WORDS: &str = include_str!("words.txt");

/// Where a word is right all the same: the end of a page's path, the words around it, and why.
const ALLOWED: [(&str, &str, &str); 0] = [];

/// The documents: of these folders all pages but the list of changes.
fn documents(root: &Path) -> Vec<PathBuf> {
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

/// The lines of a page without what stands in fences and backticks.
fn prose(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        let words = match inside || fence {
            true => String::new(),
            false => line.split('`').step_by(2).collect::<Vec<_>>().join(" · "),
        };
        lines.push(words.to_lowercase());
    }
    lines
}

/// Whether some words stand in a line, each of them whole.
fn has(line: &str, words: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    line.match_indices(words).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        !is_letter(before) && !is_letter(after)
    })
}

/// Each word of the list in a text: its line, and what to write instead.
fn faults(text: &str) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(prose(text)) {
        for row in WORDS.lines() {
            let (words, instead) = row.split_once('\t').expect("a tab");
            if has(&line, words) {
                faults.push((number, format!("'{words}': {instead}")));
            }
        }
    }
    faults
}

#[test]
fn the_documents_have_none_of_the_words_that_readers_stumble_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut used = vec![false; ALLOWED.len()];
    for page in documents(root) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let lines: Vec<&str> = text.lines().collect();
        for (number, fault) in faults(&text) {
            let allowed = ALLOWED.iter().position(|(end, words, _)| {
                page.ends_with(end) && lines[number - 1].contains(words)
            });
            match allowed {
                Some(place) => used[place] = true,
                None => found.push(format!("{}:{number}: {fault}", page.display())),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(
        used.iter().all(|used| *used),
        "an exception is no longer needed: {used:?}"
    );
}

#[test]
fn a_planted_word_is_found_in_prose_and_not_in_code() {
    let text =
        "Every colour, and\n`colour` in code.\n```sh\ncolour\n```\nA discoloured line, for ever.\n";
    let found: Vec<usize> = faults(text).iter().map(|(line, _)| *line).collect();
    assert_eq!(found, [1, 6]);
}
