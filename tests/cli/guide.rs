//! The guide: every command in it runs, and shows what the guide says of it.

use support::cli::doomtree;

/// The commands of the guide, as lists of arguments.
fn commands() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    let lines = guide
        .lines()
        .filter_map(|line| line.strip_prefix("doomtree "));
    lines.map(arguments).collect()
}

/// A line as a shell splits it, as far as the guide's go: words, and texts in single quotes.
fn arguments(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| -> Vec<String> {
            if index % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

#[test]
fn every_command_of_the_guide_runs() {
    let commands = commands();
    let folder = tempfile::tempdir().expect("a folder");
    assert!(commands.len() >= 7, "{commands:?}");
    for command in commands {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        // What is written to a file is written to a folder of its own.
        let file = words.iter().position(|word| *word == "-o");
        let path = file.map(|at| folder.path().join(words[at + 1]));
        let path = path.map(|path| path.to_string_lossy().into_owned());
        if let (Some(at), Some(path)) = (file, &path) {
            words[at + 1] = path;
        }
        let printed = doomtree(&words).expect(0).to_owned();
        match &path {
            Some(path) => assert!(std::fs::metadata(path).is_ok_and(|file| file.len() > 0)),
            None => assert!(!printed.is_empty(), "{command:?}"),
        }
    }
}

#[test]
fn the_boards_of_the_guide_are_what_it_says() {
    let answers: Vec<String> = commands()
        .iter()
        .filter(|command| !command.iter().any(|word| word == "-o"))
        .map(|command| {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            doomtree(&words).expect(0).to_owned()
        })
        .collect();
    let says = |which: usize, words: &str| {
        assert!(
            answers[which].contains(words),
            "{words}: {}",
            answers[which]
        );
    };
    says(0, "a 1  b 0   (proven)");
    says(1, "a 1/2  b 1/2   (proven)");
    says(2, "fails (0, never)");
    says(3, "fails (7/2592)");
    says(3, "at chance the likeliest branch");
    says(4, "a 289/625  b 308/625  c 14/625  d 14/625");
    says(4, "wins 11/25");
    says(5, "infinite nodes");
    says(5, "a 1/2  b 1/2   (proven)");
    says(6, "estimate beyond: territory");
}
