//! The kinds of files. One that can't be opened is named by its content, with what to do: one row
//! is one kind, the first row that fits names it, and special kinds are above general ones. Whether
//! a text looks like a script, the header of each of our formats (name and version), size limits,
//! and errors are here too. An error is one sentence with the problem, the location and the fix.

use std::fmt;

use crate::game::{Refusal, quoted, repeated, shortened_inside, visible};

/// A kind of file that can't be opened.
struct RefusedKind {
    /// What its content begins with.
    sign: Sign,
    /// What is wrong with it, as the beginning of a sentence.
    what: &'static str,
    /// What to do.
    remedy: &'static str,
}

/// How the beginning of a file is recognized.
enum Sign {
    /// Any of these bytes.
    Bytes(&'static [&'static [u8]]),
    /// Any of these words, whatever their case, after white space.
    Words(&'static [&'static str]),
    /// XML with any of these root elements; any XML without one.
    Xml(&'static [&'static str]),
    /// Anything else, after white space.
    Text(fn(&str) -> bool),
}

const TREE: &str = "use .tree.json";
const ORIGINAL: &str = "open the .tree.json or .board.json that it was made from";
const FOREIGN: &str = "write it as .efg or as node-link JSON: docs/imports.md says what is read";
const UNPACK: &str = "unpack it, and open a file that it holds";

/// Rows of a sign, what is wrong, and what to do.
macro_rules! kinds {
    ($($sign:expr, $what:expr, $remedy:expr;)*) => {
        &[$(RefusedKind { sign: $sign, what: $what, remedy: $remedy }),*]
    };
}

static KINDS: &[RefusedKind] = kinds![
    Sign::Bytes(&[b"%PDF-"]), "a PDF can't be opened", ORIGINAL;
    Sign::Bytes(&[b"\x89PNG"]), "a picture (PNG) can't be opened", ORIGINAL;
    Sign::Bytes(&[b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM6"]), "a picture can't be opened", ORIGINAL;
    Sign::Bytes(&[b"%!PS"]), "a PostScript file can't be opened", ORIGINAL;
    Sign::Bytes(&[b"PK\x03\x04", b"PK\x05\x06"]),
        "an archive (ZIP, or an office document) can't be opened", UNPACK;
    Sign::Bytes(&[b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"(\xb5/\xfd"]),
        "a compressed file can't be opened", UNPACK;
    Sign::Bytes(&[b"\x7fELF", b"MZ\x90", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"]),
        "a program can't be opened", PROGRAM;
    Sign::Bytes(&[b"SQLite format 3"]), "a database can't be opened", FOREIGN;
    Sign::Bytes(&[b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"]),
        "a pickle of Python's can't be opened", FOREIGN;
    Sign::Text(is_nfg), "a strategic game (.nfg) has no tree",
        "open the extensive game (.efg) that it was made from";
    Sign::Bytes(&[b"#AGG\n", b"#AGG\r", b"#BAGG\n", b"#BAGG\r"]), "an action graph game (.agg, .bagg) has no tree",
        "open the extensive game (.efg) that it was made from";
    Sign::Xml(&["gambit:document"]), "a workbook of Gambit (.gbt) can't be opened",
        "save the game in Gambit as .efg, and open that";
    Sign::Xml(&["gte", "extensiveform", "strategicform"]),
        "a game of Game Theory Explorer (XML) can't be opened",
        "write it as .efg, and open that";
    Sign::Xml(&["graphml"]), "a GraphML export can't be opened",
        "use .tree.json, or networkx's node-link JSON";
    Sign::Xml(&["gexf"]), "a GEXF graph can't be opened", FOREIGN;
    Sign::Xml(&["svg"]), "a picture (SVG) can't be opened", ORIGINAL;
    Sign::Xml(&["html", "!doctype html"]), "an HTML page can't be opened",
        "look at it in a browser, and open the .tree.json that it was made from";
    Sign::Xml(&[]), "an XML file can't be opened", FOREIGN;
    Sign::Text(is_dot), "a Graphviz graph (DOT) can't be opened", TREE;
    Sign::Text(is_mermaid), "a Mermaid diagram can't be opened", TREE;
    Sign::Text(is_tikz), "a TikZ picture can't be opened", TREE;
    Sign::Text(is_latex), "a LaTeX document can't be opened", ORIGINAL;
    Sign::Words(&["graph [", "graph[", "creator \""]), "a GML graph can't be opened", FOREIGN;
    Sign::Words(&["*vertices", "*network"]), "a Pajek network can't be opened", FOREIGN;
    Sign::Text(is_markdown), "a Markdown report can't be opened", TREE;
    Sign::Text(is_drawn), "a tree as text can't be opened",
        "use .tree.json, or the script that it was made from";
    Sign::Text(is_printed), "what doomtree prints can't be opened", TREE;
    Sign::Text(is_pgn), "a record of chess games (PGN) can't be opened", GAMES;
    Sign::Text(is_fen), "a position of chess (FEN) can't be opened", GAMES;
    Sign::Text(is_sgf), "a record of games (SGF) can't be opened", GAMES;
    Sign::Text(is_json_list), "a list in JSON can't be opened",
        "write an object with 'nodes' and 'edges': docs/imports.md says what is read";
    Sign::Text(is_program), "the text of a program can't be opened", PROGRAM;
    Sign::Text(is_table), "a table (CSV) can't be opened", TREE;
    Sign::Text(is_utf_16), "a text in UTF-16 without a byte order mark can't be opened",
        "save it as UTF-8";
];

const GAMES: &str = "open a board of Dice of Doom, tic-tac-toe or Trilobite, or a tree written as \
                     text";

const PROGRAM: &str = "check what it prints: docs/check.md says how";

/// Why a file can't be opened, by its first bytes; `None` if no kind is recognized.
pub(super) fn refused(head: &[u8]) -> Option<FileError> {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    let fits = |kind: &&RefusedKind| match kind.sign {
        Sign::Bytes(signs) => signs.iter().any(|sign| head.starts_with(sign)),
        Sign::Words(words) => words.iter().any(|word| begins(text, word)),
        Sign::Xml(names) => is_xml(text, names),
        Sign::Text(is) => is(text),
    };
    let kind = KINDS.iter().find(fits)?;
    Some(FileError::new(kind.what, kind.remedy))
}

/// Kinds of JSON, by the members that all of them have at the top.
const JSON: &[(&[&str], &str, &str)] = &[
    (
        &["name", "children"],
        "a tree as D3 reads it, with children in children, can't be opened",
        NESTED,
    ),
    (
        &["children"],
        "a tree with children in children can't be opened",
        NESTED,
    ),
    (
        &["elements"],
        "a graph as Cytoscape reads it can't be opened",
        LINKED,
    ),
    (
        &["adjacency"],
        "a graph as lists of neighbors can't be opened",
        LINKED,
    ),
    (&["nbformat"], "a notebook can't be opened", PROGRAM),
    (
        &["cells", "metadata"],
        "a notebook can't be opened",
        PROGRAM,
    ),
    (
        &["$schema"],
        "a chart or a schema in JSON can't be opened",
        LINKED,
    ),
    (&["position", "rating"], ANSWER, CHECK),
    (&["position", "moves"], ANSWER, CHECK),
    (&["position", "winners"], ANSWER, CHECK),
    (&["position", "payoffs"], ANSWER, CHECK),
    (&["rating"], ANSWER, CHECK),
];

const NESTED: &str = "write it flat, with 'nodes' and 'edges' (docs/imports.md), or as a script";
const LINKED: &str = "write node-link JSON, with 'nodes' and 'edges': docs/imports.md";
const ANSWER: &str = "what a program says about a position holds no tree";
const CHECK: &str = "compare it: 'doomtree check BOARD FILE', or Check a program in the window";

/// Why an object in JSON with these members can't be opened, with the remedy; `None` if no kind is
/// recognized.
pub(super) fn refused_json(has: impl Fn(&str) -> bool) -> Option<(&'static str, &'static str)> {
    let mut kinds = JSON.iter();
    let (_, what, remedy) = kinds.find(|(members, ..)| members.iter().all(|one| has(one)))?;
    Some((what, remedy))
}

fn begins(text: &str, word: &str) -> bool {
    let start = text.get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a text is XML with one of these root elements, after declarations and comments.
fn is_xml(mut text: &str, names: &[&str]) -> bool {
    if !text.starts_with('<') || names.is_empty() {
        return text.starts_with('<');
    }
    loop {
        text = text.trim_start();
        let is_root = names.iter().any(|name| {
            let rest = text.get(1 + name.len()..).unwrap_or_default();
            text.starts_with('<')
                && begins(&text[1..], name)
                && !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || ":-_".contains(c))
        });
        let end = match text {
            _ if is_root => return true,
            _ if text.starts_with("<!--") => "-->",
            _ if text.starts_with("<?") || text.starts_with("<!") => ">",
            _ => return false,
        };
        let Some((_, rest)) = text.split_once(end) else {
            return false;
        };
        text = rest;
    }
}

/// The text without comments of C and of the shell before it.
fn after_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let end = match text {
            _ if text.starts_with("//") || text.starts_with('#') => "\n",
            _ if text.starts_with("/*") => "*/",
            _ => return text,
        };
        text = text.split_once(end).map_or("", |(_, rest)| rest);
    }
}

fn is_nfg(text: &str) -> bool {
    let version = text.get(3..).map(str::trim_start);
    begins(text, "nfg ")
        && version.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_sgf(text: &str) -> bool {
    let rest = text.strip_prefix("(;").map(str::trim_start);
    let name = rest
        .and_then(|rest| rest.split_once('['))
        .map(|(name, _)| name);
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn is_dot(text: &str) -> bool {
    let Some((before, _)) = after_comments(text).split_once('{') else {
        return false;
    };
    let mut words = before.split_whitespace().peekable();
    words.next_if(|word| word.eq_ignore_ascii_case("strict"));
    let kind = words.next().unwrap_or_default();
    let is_graph = ["graph", "digraph"]
        .iter()
        .any(|word| kind.eq_ignore_ascii_case(word));
    is_graph && !before.contains(':')
}

fn is_mermaid(text: &str) -> bool {
    let is_diagram = |line: &str| {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "flowchart" | "graph" => words.next().is_some_and(|word| {
                ["TB", "TD", "BT", "LR", "RL"].contains(&word.trim_end_matches(';'))
            }),
            "sequenceDiagram" | "stateDiagram" | "stateDiagram-v2" | "mindmap" => true,
            word => word.starts_with("%%{"),
        }
    };
    let front = text.starts_with("---") || text.starts_with("```") || text.starts_with("%%");
    let max = if front { usize::MAX } else { 1 };
    text.lines().take(max).any(is_diagram)
}

fn is_latex(text: &str) -> bool {
    let sure = [
        "\\documentclass",
        "\\begin{",
        "\\usepackage",
        "\\usetikz",
        "\\tikz",
    ];
    let is_begun = text.starts_with('\\') || text.starts_with('%');
    is_begun && sure.iter().any(|word| text.contains(word))
}

fn is_tikz(text: &str) -> bool {
    is_latex(text) && text.to_ascii_lowercase().contains("tikz")
}

fn is_markdown(text: &str) -> bool {
    let signs = ["\n- Game: ", "\n## ", "\n| --- |", "\n```text\n"];
    text.starts_with("# ") && signs.iter().any(|sign| text.contains(sign))
}

/// Whether a text is what `rate`, `count` or `tree` print.
fn is_printed(text: &str) -> bool {
    let columns = |line: &str| {
        line.split("  ")
            .filter(|part| !part.trim().is_empty())
            .count()
    };
    let mut lines = text.lines();
    let (first, second) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    let is_tree = columns(first) > 1 && second.starts_with("  ") && columns(second) > 2;
    let is_answer = second.contains(" to move") && text.contains("\n\n");
    (is_tree || is_answer) && !reads_as_script(text)
}

/// Whether a text is a tree as the export to text writes it.
fn is_drawn(text: &str) -> bool {
    text.contains("\n+---> ") && text.contains("\n|  ")
}

fn is_pgn(text: &str) -> bool {
    let tag = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(" \""));
    tag.is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn is_fen(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    let is_piece = |letter: char| "pnbrqkPNBRQK12345678/".contains(letter);
    board.matches('/').count() == 7
        && board.chars().all(is_piece)
        && board.matches('k').count() == 1
        && board.matches('K').count() == 1
}

fn is_json_list(text: &str) -> bool {
    let first = text.strip_prefix('[').map(str::trim_start);
    first.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "{[]\"-".contains(c)))
}

fn is_program(text: &str) -> bool {
    let signs = [
        "#!",
        "#lang",
        "#include",
        "(def",
        "(in-package",
        "(load ",
        "(require",
        "{-#",
        "module ",
        "import ",
        "from ",
        "package ",
        "def ",
        "fn ",
        "function ",
        "const ",
        "class ",
        "public ",
        "using ",
        "use ",
        "let ",
        "var ",
    ];
    // Behind its comments.
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with([';', '-']);
    let lines: Vec<&str> = text.lines().skip_while(is_comment).collect();
    let code = lines.join("\n");
    let begun = signs.iter().any(|sign| code.starts_with(sign));
    let sure = ["#!", "#lang", "#include", "(def"]
        .iter()
        .any(|sign| code.starts_with(sign));
    begun && (sure || !reads_as_script(text) && code.lines().count() > 1)
}

/// Whether the first two lines have as many separators.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let is_open = first.starts_with(|c: char| "(#[{;/".contains(c));
    [',', ';', '\t'].iter().any(|separator| {
        let count = |line: &str| line.matches(*separator).count();
        let columns = count(first);
        let alike = second.is_some_and(|second| count(second) >= columns);
        !is_open && columns > 0 && (alike || columns > 4) && !reads_as_script(text)
    })
}

fn is_utf_16(text: &str) -> bool {
    let is_zero = |start| {
        let mut letters = text.chars().take(8).skip(start).step_by(2);
        letters.all(|letter| letter == '\0')
    };
    text.contains('\0') && is_zero(0) != is_zero(1)
}

/// Whether a text starts as a script does, with the players or with a node. No position does.
pub(super) fn reads_as_script(text: &str) -> bool {
    let head = text.trim_start();
    if head.starts_with('{') || head.starts_with("#(") {
        return false;
    }
    let is_node = |statement: &str| {
        let node = statement.split_once(':');
        node.is_some_and(|(before, _)| before.split_whitespace().count() >= 2)
    };
    let statements = text.split(['\n', ';']).map(str::trim_start);
    let mut statements = statements.filter(|line| !line.is_empty() && !line.starts_with('#'));
    first_word(text) == Some("players") || statements.next().is_some_and(is_node)
}

/// The first word outside of comments.
fn first_word(text: &str) -> Option<&str> {
    text.lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#(")))?
        .split_whitespace()
        .next()
}

/// The `format` of a board file.
pub const BOARD_FORMAT: &str = "doomtree-board";

/// The `format` of an exercise file.
pub const EXERCISE_FORMAT: &str = "doomtree-exercise";

/// The `format` of a tree file.
pub const TREE_FORMAT: &str = "doomtree-tree";

/// The version of both formats. A file with a higher one is refused.
pub const VERSION: u64 = 1;

/// The minor version of board and exercise files. A file with a higher one opens with a notice.
pub const MINOR: u64 = 0;

/// The same of tree files. Since 1, nodes say what follows from their ratings. Since 2, ratings are
/// texts in every game; before, they were doubles in games with chance.
pub const TREE_MINOR: u64 = 2;

/// The member at the end of a recovery file that isn't of its tree: readers of trees skip it.
pub const UNSAVED: &str = "unsaved";

/// A line and a column, counted from 1.
pub type LineColumn = (usize, usize);

/// Why a file can't be opened, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileError {
    /// The problem.
    pub what: String,
    /// The file's path, where there is one.
    pub file: Option<String>,
    /// The line and the column of the problem in the file, counted from 1.
    pub place: Option<LineColumn>,
    /// How to fix it.
    pub remedy: String,
}

impl FileError {
    /// A fault of a file as a whole.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            file: None,
            place: None,
            remedy: remedy.into(),
        }
    }

    /// The same fault, at a line and a column.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    /// The same fault, in the file of that name.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.what))?;
        match (&self.place, &self.file) {
            (Some((line, column)), Some(file)) => {
                write!(f, " (line {line}, column {column} of {})", name(file))?;
            }
            (Some((line, column)), None) => write!(f, " (line {line}, column {column})")?,
            (None, Some(file)) => write!(f, " ({})", name(file))?,
            (None, None) => {}
        }
        write!(f, ": {}", visible(&self.remedy))
    }
}

impl std::error::Error for FileError {}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Self {
        Self::of(error)
    }
}

/// A path in quotes, with invisible characters made visible. A very long one keeps its start and
/// its file name.
pub(crate) fn name(path: &str) -> String {
    const MAX: usize = 240;
    format!("'{}'", visible(&shortened_inside(usual(path), MAX)))
}

/// A path as people write it: Windows puts `\\?\` before one that it has looked up.
fn usual(path: &str) -> &str {
    match path.strip_prefix(r"\\?\") {
        Some(rest) if rest.as_bytes().get(1) == Some(&b':') => rest,
        _ => path,
    }
}

/// A text of the file in quotes, cut after a line's length.
pub(crate) fn shown(text: &str) -> String {
    quoted(text)
}

/// The JSON parser's message without the location, shortened to a readable length, since it repeats
/// the input.
pub(crate) fn json_fault(error: &serde_json::Error) -> String {
    let what = error.to_string();
    repeated(
        what.rsplit_once(" at line ")
            .map_or(&*what, |(what, _)| what),
    )
}

/// Maximum number of nodes in a file.
pub const MAX_NODES: u64 = 50_000_000;

/// Maximum number of edges in a file.
pub const MAX_EDGES: u64 = 100_000_000;

/// Maximum bytes of a node's or an edge's record.
pub const MAX_RECORD_BYTES: u64 = 1 << 20;

/// Maximum bytes of a board file, and of everything before a tree file's nodes, including the
/// script of a scripted game.
pub const MAX_HEADER_BYTES: u64 = 1 << 28;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_open_are_not_mistaken_for_a_kind_that_is_refused() {
        for text in [
            "b2b2/a2b1 a",
            "x.o/.x./... o",
            "#aggressive play\nr a: x -> y; y end: 1 0",
            "nfg a: x -> y; y end: 1 0",
            "(; here\n0 #((0 3)) NIL)",
            "players a b\nstart a: x -> y",
            "graph a: x -> y; y end: 1 0",
            "from a: import -> y; y end: 1 0",
            "digraph a: \"{\" -> y; y end: 1 0",
            "# a title\n\nplayers a b\nx end: 1 0",
            "x a: l -> y, r -> z\ny end: 1 0\nz end: 1 0",
            "#((1 2) (1 2) (0 2) (1 1))",
            "(0 #((0 3)) NIL)",
            "; printed, here\n; and here, too\n(0 #((0 3)) NIL)",
            "../.. a",
            "",
        ] {
            assert_eq!(refused(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_long_path_prefix_of_a_windows_drive_is_not_shown() {
        assert_eq!(name(r"\\?\C:\mine\a.json"), r"'C:\mine\a.json'");
        assert_eq!(name(r"\\?\UNC\server\a.json"), r"'\\?\UNC\server\a.json'");
    }
}
