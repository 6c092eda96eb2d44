//! The English of the documents: words that readers stumble over don't come back. `words.txt` has them,
//! one a line, with what to write instead.

use std::path::Path;

use support::documents::{documents, lines_of};

const WORDS: &str = include_str!("words.txt");

/// Whether some words stand in a line, each of them whole.
fn has(line: &str, words: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    line.match_indices(words).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        !is_letter(before) && !is_letter(after)
    })
}

/// Each word of the list in a page's prose: its line, and what to write instead.
fn faults(page: &str) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    for line in lines_of(page).filter(|line| !line.code) {
        let outside_backticks: Vec<&str> = line.text.split('`').step_by(2).collect();
        let prose = outside_backticks.join(" · ").to_lowercase();
        for row in WORDS.lines() {
            let (words, instead) = row.split_once('\t').expect("a tab");
            if has(&prose, words) {
                faults.push((line.number, format!("'{words}': {instead}")));
            }
        }
    }
    faults
}

#[test]
fn the_documents_have_none_of_the_words_that_readers_stumble_over() {
    let mut found = Vec::new();
    for page in documents(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        let text = std::fs::read_to_string(&page).expect("a page");
        for (number, fault) in faults(&text) {
            found.push(format!("{}:{number}: {fault}", page.display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_planted_word_is_found_in_prose_and_not_in_code() {
    let text =
        "Every colour, and\n`colour` in code.\n```sh\ncolour\n```\nA discoloured line, for ever.\n";
    let found: Vec<usize> = faults(text).iter().map(|(line, _)| *line).collect();
    assert_eq!(found, [1, 6]);
}
