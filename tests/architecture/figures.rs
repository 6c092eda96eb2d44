//! The house in figures: how long functions are, how much they take, how large its circles are. They
//! are held to what they have reached, and printed for another checkout too:
//!
//! ```sh
//! DOOMTREE_SRC=../before/src cargo test --test architecture in_figures -- --nocapture
//! ```

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::circles::circles;
use crate::{Source, sources_of};

/// As many lines a function may have.
const MAX_LINES: usize = 80;
/// With as many parameters a function takes much, `self` among them …
const MANY_PARAMETERS: usize = 6;
/// … and as many functions of the window may.
const MAX_WITH_MANY: usize = 12;
/// As many fields the window may have.
const MAX_FIELDS: usize = 18;

/// A function: its name, the lines from its name to its end, and its parameters.
struct Function {
    name: String,
    lines: usize,
    parameters: usize,
}

/// The place of the bracket that closes the one at `open`.
fn closing(code: &[char], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in code.iter().enumerate().skip(open) {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The parts between commas that stand in no bracket, empty ones left out.
fn parts(code: &[char]) -> usize {
    let (mut depth, mut parts, mut empty) = (0, 0, true);
    for (at, sign) in code.iter().enumerate() {
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if at > 0 && code[at - 1] != '-' => depth -= 1,
            ',' if depth == 0 => {
                parts += usize::from(!empty);
                empty = true;
                continue;
            }
            _ => {}
        }
        empty &= sign.is_whitespace();
    }
    parts + usize::from(!empty)
}

/// The functions of a piece of code, those within others among them.
fn functions(code: &str) -> Vec<Function> {
    let code: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    for start in 0..code.len().saturating_sub(3) {
        let word_before =
            start > 0 && (code[start - 1].is_alphanumeric() || code[start - 1] == '_');
        if code[start..start + 3] != ['f', 'n', ' '] || word_before {
            continue;
        }
        let name: String = code[start + 3..]
            .iter()
            .take_while(|sign| sign.is_alphanumeric() || **sign == '_')
            .collect();
        let Some(open) = (start..code.len()).find(|at| code[*at] == '(') else {
            continue;
        };
        let Some(close) = closing(&code, open) else {
            continue;
        };
        let body = (close..code.len()).find(|at| matches!(code[*at], '{' | ';'));
        let Some(body) = body.filter(|at| code[*at] == '{' && !name.is_empty()) else {
            continue;
        };
        let Some(end) = closing(&code, body) else {
            continue;
        };
        let breaks = code[start..end].iter().filter(|sign| **sign == '\n');
        found.push(Function {
            name,
            lines: breaks.count() + 1,
            parameters: parts(&code[open + 1..close]),
        });
    }
    found
}

/// The fields of a struct, where a piece of code has it.
fn fields(code: &str, name: &str) -> Option<usize> {
    let at = code.find(&format!("struct {name} {{"))?;
    let code: Vec<char> = code[at..].chars().collect();
    let open = code.iter().position(|sign| *sign == '{')?;
    Some(parts(&code[open + 1..closing(&code, open)?]))
}

/// What is measured of a house.
struct Figures {
    files: usize,
    lines: usize,
    window_lines: usize,
    circle: usize,
    /// The folders of the window in which `Explorer` does something.
    explorer_in: Vec<String>,
    fields: usize,
    long: Vec<String>,
    with_many: Vec<String>,
}

/// The lines of a file that are code: no tests, comments or blanks.
fn lines(source: &Source) -> usize {
    let lines = source.code.lines();
    lines.filter(|line| !line.trim().is_empty()).count()
}

fn measured(sources: &[Source]) -> Figures {
    let window = || {
        sources
            .iter()
            .filter(|source| source.path.starts_with("app/"))
    };
    let (mut long, mut with_many) = (Vec::new(), Vec::new());
    let mut explorer_in = Vec::new();
    for source in sources {
        let in_window = source.path.starts_with("app/");
        for function in functions(&source.code) {
            let named = format!("{} of {}", function.name, source.path);
            if function.lines > MAX_LINES {
                long.push(format!("{named}: {} lines", function.lines));
            }
            if in_window && function.parameters >= MANY_PARAMETERS {
                with_many.push(format!("{named}: {} parameters", function.parameters));
            }
        }
        if in_window && source.code.contains("impl Explorer {") {
            let folder = source.path.split('/').take(2).collect::<Vec<_>>().join("/");
            explorer_in.push(folder);
        }
    }
    explorer_in.sort();
    explorer_in.dedup();
    let circles = circles(sources);
    Figures {
        files: sources.len(),
        lines: sources.iter().map(lines).sum(),
        window_lines: window().map(lines).sum(),
        circle: circles.first().map_or(1, Vec::len),
        explorer_in,
        fields: window()
            .find_map(|source| fields(&source.code, "Explorer"))
            .unwrap_or_default(),
        long,
        with_many,
    }
}

#[test]
fn the_size_of_the_source_is_printed_in_figures() {
    let place = std::env::var_os("DOOMTREE_SRC").map(PathBuf::from);
    let place = place.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"));
    let figures = measured(&sources_of(&place));
    println!("| what | how much |\n| --- | --- |");
    for (what, much) in [
        ("files", figures.files),
        ("lines of code, no tests, comments, blanks", figures.lines),
        ("of them in the window", figures.window_lines),
        ("files in the largest circle", figures.circle),
        ("folders with a part of Explorer", figures.explorer_in.len()),
        ("fields of Explorer", figures.fields),
        ("functions over 80 lines", figures.long.len()),
        (
            "functions of the window with six parameters or more",
            figures.with_many.len(),
        ),
    ] {
        println!("| {what} | {much} |");
    }
    assert!(figures.files > 100, "there is no source in {place:?}");
}

#[test]
fn the_window_keeps_its_limits_of_fields_and_parameters() {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let figures = measured(&sources_of(&place));
    assert_eq!(
        figures.explorer_in,
        ["app/shell"],
        "what Explorer does stands in the shell: give the rest to a tool"
    );
    assert!(
        figures.fields <= MAX_FIELDS,
        "Explorer has {} fields: what tools share belongs to the desk, what one of them keeps to it",
        figures.fields
    );
    assert!(
        figures.with_many.len() <= MAX_WITH_MANY,
        "too many functions take much: hand along what belongs together\n{}",
        figures.with_many.join("\n")
    );
}

#[test]
fn no_function_has_over_80_lines() {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let long = measured(&sources_of(&place)).long;
    assert!(
        long.is_empty(),
        "name the parts of what is too long:\n{}",
        long.join("\n")
    );
}

#[test]
fn functions_fields_and_parameters_are_counted() {
    let code = "fn one(a: u8, (b, c): (u8, u8), d: impl Fn(u8, u8) -> Map<u8, u8>) -> u8 {\n\n}\n\
                fn none();\nstruct Explorer {\n  a: Vec<(u8, u8)>,\n  b: [u8; 2],\n}\n\
                impl A { fn two(&mut self, f: fn(u8) -> u8) { fn inner() {} } }";
    let functions = functions(code);
    let told = functions.iter();
    let told: Vec<_> = told
        .map(|it| (it.name.as_str(), it.lines, it.parameters))
        .collect();
    assert_eq!(told, [("one", 3, 3), ("two", 1, 2), ("inner", 1, 0)]);
    assert_eq!(fields(code, "Explorer"), Some(2));
    assert_eq!(fields(code, "Other"), None);
}

/// The rows of ARCHITECTURE.md's table of folders: a folder, and the lines of code that it may have.
fn budgets() -> BTreeMap<String, usize> {
    let text = include_str!("../../ARCHITECTURE.md");
    let (_, table) = text
        .split_once("| folder | what it holds | lines |")
        .expect("a table");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.trim_matches('|').split_once('|'));
    let row = |(folder, rest): (&str, &str)| {
        let (_, lines) = rest.rsplit_once('|')?;
        let lines = lines.trim().replace(',', "").parse().ok()?;
        Some((folder.trim().trim_matches('`').to_owned(), lines))
    };
    cells.filter_map(row).collect()
}

#[test]
fn no_folder_grows_beyond_its_budget() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    let sources = sources_of(&root.join("src"));
    for source in sources.iter().filter(|it| !it.path.ends_with("/tests.rs")) {
        let folder = source.path.split('/').next().unwrap_or_default();
        let folder = folder.trim_end_matches(".rs");
        if !["lib", "main"].contains(&folder) {
            *sums.entry(folder.to_owned()).or_default() += lines(source);
        }
    }
    for (folder, lines) in &sums {
        println!("{folder} {lines}");
    }
    let budgets = budgets();
    assert!(
        sums.keys().eq(budgets.keys()),
        "every folder has one line in ARCHITECTURE.md: {sums:?} {budgets:?}"
    );
    for (folder, lines) in sums {
        let budget = budgets[&folder];
        assert!(
            lines <= budget,
            "{folder} has {lines} lines of code, and ARCHITECTURE.md allows {budget}: take some away, or \
             raise that line and give the reason in the commit"
        );
    }
}
