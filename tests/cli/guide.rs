//! The documents: every command in them runs, what they say of boards is so, and their links lead
//! somewhere.

use std::path::{Path, PathBuf};

use support::cli::{doomtree, program_path};
use support::documents::{documents, lines_of};
use support::outside::{skip, tool};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// All pages.
fn pages() -> Vec<PathBuf> {
    documents(Path::new(ROOT))
}

fn text(page: &Path) -> String {
    std::fs::read_to_string(page).expect("a page")
}

/// The command lines of a page.
fn commands(text: &str) -> Vec<&str> {
    let lines = lines_of(text).filter(|line| line.code);
    let lines = lines.map(|line| line.text.strip_prefix("$ ").unwrap_or(line.text));
    let is_ours = |line: &&str| line.starts_with("doomtree ") || line.contains("| doomtree ");
    lines.filter(is_ours).collect()
}

/// The lines of a page that aren't code.
fn prose(text: &str) -> Vec<&str> {
    let lines = lines_of(text).filter(|line| !line.code);
    lines.map(|line| line.text).collect()
}

/// A folder with all files that the documents' commands read.
fn folder_of_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let here = |name: &str| folder.path().join(name);
    for name in ["saved_trees", "examples"] {
        copy(&Path::new(ROOT).join(name), &here(name));
    }
    let put = |name: &str, from: &str| {
        std::fs::copy(Path::new(ROOT).join(from), here(name)).expect("a copy");
    };
    put("tree.lisp", "fuzz/corpus/lisp/book.lisp");
    put("rate.py", "examples/check/rate.py");
    let tree = std::fs::read_to_string(here("tree.lisp")).expect("a tree");
    std::fs::write(here("mine.lisp"), format!("(prin1 '{tree})")).expect("written");
    std::fs::write(here("boards.txt"), "b2b2/a2b1 a\nb1a3/b2b1 a\n").expect("written");
    std::fs::write(
        here("ratings.jsonl"),
        "{\"position\": \"b2b2/a2b1 a\", \"moves\": [\"2>3\"]}\n",
    )
    .expect("written");
    for (name, format) in [
        ("mine.json", "json"),
        ("graph.json", "json"),
        ("entry.efg", "efg"),
    ] {
        let path = here(name).display().to_string();
        doomtree(&["export", "b2b2/a2b1 a", "--format", format, "-o", &path]).expect(0);
    }
    let path = here("handed-in.exercise.json").display().to_string();
    doomtree(&["exercise", "--seed", "7", "-o", &path]).expect(0);
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).expect("a folder");
    for entry in from.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        let own = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &own),
            false => drop(std::fs::copy(&path, &own).expect("a copy")),
        }
    }
}

/// The program of others that a command calls and that this machine doesn't have.
fn missing(command: &str) -> Option<&'static str> {
    let others = ["sbcl", "racket", "runghc", "node", "python3"];
    others.into_iter().find(|name| {
        let calls = format!("{name} ");
        command.contains(&calls) && tool(name).arg("--version").output().is_err()
    })
}

#[test]
#[cfg(unix)]
fn every_command_of_the_documents_runs() {
    let folder = folder_of_files();
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    std::os::unix::fs::symlink(program_path(), bin.join("doomtree")).expect("a link");
    let mut ran = 0;
    for page in pages() {
        for command in commands(&text(&page)) {
            if let Some(name) = missing(command) {
                skip(&format!("there is no {name}: {command}"));
                continue;
            }
            let mut shell = tool("sh");
            let others = shell
                .get_envs()
                .find_map(|(name, value)| (name == "PATH").then_some(value));
            let others = others.flatten().unwrap_or_default();
            let folders = std::iter::once(bin.clone()).chain(std::env::split_paths(others));
            let folders = std::env::join_paths(folders).expect("folders");
            shell
                .env("PATH", folders)
                .args(["-c", command])
                .current_dir(folder.path());
            let answer = shell
                .stdin(std::process::Stdio::null())
                .output()
                .expect("a shell");
            // A check finds something; a limit is reached.
            let found = command.contains("check") || command.contains("verify");
            let stopped = command.contains("--max-nodes") || command.contains("--max-time");
            let code = answer.status.code();
            let is_right = match code {
                Some(0) => true,
                Some(1) => found,
                Some(3) => stopped,
                _ => false,
            };
            let errors = String::from_utf8_lossy(&answer.stderr);
            assert!(is_right, "{}: {command}: {code:?} {errors}", page.display());
            ran += 1;
        }
    }
    assert!(ran > 40, "{ran} commands");
}

#[test]
fn every_link_of_the_documents_leads_to_a_file() {
    let mut links = 0;
    for page in pages() {
        let text = text(&page);
        let prose = prose(&text).join("\n");
        for link in prose.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let path = page.parent().expect("a folder").join(file);
            assert!(path.exists(), "{}: {target}", page.display());
            links += 1;
        }
    }
    assert!(links > 100, "{links} links");
}

#[test]
fn pages_of_the_guide_are_short_and_begin_with_their_title() {
    for page in pages()
        .iter()
        .filter(|page| page.parent().is_some_and(|of| of.ends_with("guide")))
    {
        let text = text(page);
        assert!(text.starts_with("# "), "{}", page.display());
        let is_list = page.ends_with("commands.md");
        assert!(is_list || text.lines().count() <= 150, "{}", page.display());
        let deep = prose(&text).iter().any(|line| line.starts_with("####"));
        assert!(!deep, "{}", page.display());
    }
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
fn the_boards_of_the_guide_are_what_it_says() {
    let all: Vec<String> = pages().iter().map(|page| text(page)).collect();
    for (command, says) in [
        ("rate 'b1a3/b2b1 a'", &["a 1  b 0   (proven)"][..]),
        (
            "rate 'b1a3/b2b1 a' --rules haskell",
            &["a 1/2  b 1/2   (proven)"],
        ),
        (
            "tree 'a4b1 a' --rules land-of-lisp-v4 --players 2",
            &["fails (0, never)"],
        ),
        (
            "tree 'a4b1 a' --rules land-of-lisp-v4 --players 2 --odds exact",
            &["fails (7/2592)", "at chance the likeliest branch"],
        ),
        (
            "rate 'a2b2c1d1 a' --rules land-of-lisp-v4",
            &["a 289/625  b 308/625  c 14/625  d 14/625", "wins 11/25"],
        ),
        (
            "rate 'b3b3a3/a2b2a3 a' --reinforcement largest-cluster",
            &["infinite nodes", "a 1/2  b 1/2   (proven)"],
        ),
        (
            "rate 'b2b2/a2b1 a' --rules land-of-lisp-v4 --players 2 --max-plies 4 --estimate territory",
            &["estimate beyond: territory"],
        ),
    ] {
        let line = format!("doomtree {command}");
        let is_there = all.iter().any(|text| commands(text).contains(&&*line));
        assert!(is_there, "no page has {line}");
        let words = arguments(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = doomtree(&words);
        for words in says {
            assert!(
                answer.expect(0).contains(words),
                "{line}: {}",
                answer.output
            );
        }
    }
}
