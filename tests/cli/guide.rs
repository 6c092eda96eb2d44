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
    // A watching check never ends.
    lines
        .filter(is_ours)
        .filter(|line| !line.contains("--watch"))
        .collect()
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
    std::fs::write(here("mine.rkt"), of_the_book("racket")).expect("written");
    std::fs::write(here("tree.rkt"), RACKET).expect("written");
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
    let others = ["sbcl", "racket", "runghc", "node", "python3", "jq", "dot"];
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

/// What the reader of a book has typed, as far as the page calls it: the tree of the book, where b wins
/// everywhere, and one of three nodes.
const LISP: &str = "\
(defparameter *board-size* 2)
(defun player-letter (n) (code-char (+ 97 n)))
(defun rate-position (tree player)
  (declare (ignore tree))
  player)
(defun game-tree (board player spare first-move)
  (declare (ignore spare first-move))
  (list player board
        '(((2 3)
           (0 #((1 2) (1 2) (0 1) (0 1))
            ((nil
              (1 #((1 2) (1 2) (0 1) (0 1))
               (((0 2)
                 (1 #((1 1) (1 2) (1 1) (0 1))
                  ((nil (0 #((1 1) (1 2) (1 1) (0 1)) nil))
                   ((1 3)
                    (1 #((1 1) (1 1) (1 1) (1 1))
                     ((nil (0 #((1 2) (1 1) (1 1) (1 1)) nil))))))))
                ((0 3)
                 (1 #((1 1) (1 2) (0 1) (1 1))
                  ((nil (0 #((1 1) (1 2) (0 1) (1 1)) nil)))))
                ((1 3)
                 (1 #((1 2) (1 1) (0 1) (1 1))
                  ((nil (0 #((1 2) (1 1) (0 1) (1 1)) nil))
                   ((0 2)
                    (1 #((1 1) (1 1) (1 1) (1 1))
                     ((nil (0 #((1 2) (1 1) (1 1) (1 1)) nil)))))))))))))))))";
const RACKET: &str = "\
#lang racket
(struct game (board player moves))
(struct move (action gt))
(struct territory (index player dice x y))
(define BOARD 2)
(define (distribute board player pool) (values (- pool 2) board))
(define (board . hexes)
  (for/list ([hex hexes] [n (in-naturals)]) (territory n (first hex) (second hex) 0 0)))
(define (game-tree start player pool)
  (define end (game (reverse (board '(1 2) '(1 2) '(0 2) '(0 2))) 1 '()))
  (define taken (game (board '(1 2) '(1 2) '(0 1) '(0 1)) 0 (list (move '() end))))
  (game start player (list (move '(2 3) taken))))
(provide (all-defined-out))";

/// The program of that page in a language.
fn of_the_book(language: &str) -> String {
    let page = text(&Path::new(ROOT).join("docs/guide/from-the-book.md"));
    let begin = format!("```{language}\n");
    let (_, block) = page.split_once(&begin).expect("a block");
    block.split("```").next().expect("its end").to_owned()
}

#[test]
fn the_lines_that_print_a_books_tree_are_read_by_a_check() {
    let folder = tempfile::tempdir().expect("a folder");
    for (program, args, file, own, (language, rules, nodes)) in [
        (
            "sbcl",
            &["--script"][..],
            "doom.lisp",
            LISP,
            ("lisp", "land-of-lisp", 13),
        ),
        (
            "racket",
            &[],
            "tree.rkt",
            RACKET,
            ("racket", "realm-of-racket", 3),
        ),
    ] {
        if tool(program).arg("--version").output().is_err() {
            skip(&format!("there is no {program}"));
            continue;
        }
        let name = format!("mine.{language}");
        std::fs::write(folder.path().join(file), own).expect("written");
        std::fs::write(folder.path().join(&name), of_the_book(language)).expect("written");
        let mut printed = tool(program);
        let printed = printed
            .args(args)
            .arg(&name)
            .current_dir(folder.path())
            .output();
        let printed = printed.expect("it runs");
        let errors = String::from_utf8_lossy(&printed.stderr);
        assert!(printed.status.success(), "{errors}");
        let args = ["check", "b2b2/a2b1 a", "-", "--rules", rules];
        let answer = support::cli::fed(&args, &printed.stdout);
        let verdict = format!("Everything agrees: {nodes} positions");
        assert!(answer.expect(0).contains(&verdict), "{}", answer.output);
    }
}

/// The pictures of the gallery are what its commands draw. `UPDATE_GOLDEN=1` writes them.
#[test]
fn every_figure_of_the_gallery_is_made_by_its_command() {
    let page = text(&Path::new(ROOT).join("docs/guide/gallery.md"));
    let pictures = Path::new(ROOT).join("docs/pictures/gallery");
    let folder = tempfile::tempdir().expect("a folder");
    let mut shown: Vec<&str> = page
        .split("pictures/gallery/")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    for command in commands(&page) {
        let args = arguments(command);
        let name = args.last().expect("a file");
        let made = folder.path().join(name);
        let own = [&args[1..args.len() - 1], &[made.display().to_string()]].concat();
        let words: Vec<&str> = own.iter().map(String::as_str).collect();
        doomtree(&words).expect(0);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::copy(&made, pictures.join(name)).expect("a copy");
        }
        let kept = std::fs::read(pictures.join(name)).expect("a picture");
        assert!(
            std::fs::read(&made).expect("it") == kept,
            "{name} isn't what its command draws"
        );
        let place = shown
            .iter()
            .position(|other| other == name)
            .expect("it is shown");
        shown.remove(place);
    }
    assert!(shown.is_empty(), "no command makes {shown:?}");
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
            "rate --game scripted 'players a b c; start a: safe -> s, risk -> r; r b: kind -> k, mean -> m; s end: 1/2 1/4 1/4; k end: 3/4 1/4 0; m end: 0 0 1' --multiplayer paranoid",
            &["best moves   safe"],
        ),
        (
            "rate --game scripted 'players a b c; start a: safe -> s, risk -> r; r b: kind -> k, mean -> m; s end: 1/2 1/4 1/4; k end: 3/4 1/4 0; m end: 0 0 1'",
            &["best moves   risk"],
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
