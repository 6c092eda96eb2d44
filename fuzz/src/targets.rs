//! What has to hold of every reader, whatever it is given. It refuses in one sentence, at a place that
//! the text has; or what it read comes back, once written, as it was read.

use std::fmt::Display;
use std::sync::OnceLock;

use doomtree::cli::rate_line;
use doomtree::game::{NotationError, OpenError, Player, parse_rational, visible};
use doomtree::games::scripted::{Scripted, WrittenTree};
use doomtree::games::{Setup, SwitchSlot, Switches};
use doomtree::rating::RatingOptions;
use doomtree::save::{
    BoardFile, ExerciseFile, FileError, Opened, TreeFile, open_reader, read_theirs, setup_of_text,
    write_positions, write_tree,
};
use doomtree::session::filter::{Filter, Naming, hints};
use doomtree::session::{
    GraphRequest, Loaded, Rated, number_and_unit, open, read_memory, read_size, setup_position,
    size_text, what_if,
};
use doomtree::tree::{Limits, Vertex};

/// A reader, and what is asked of it.
pub struct Target {
    /// Its name, that of its folder in `fuzz/corpus`, and of its file in `fuzz/dictionaries`.
    pub name: &'static str,
    /// The files of `saved_trees` that it begins with beside its corpus end so.
    pub seeds: &'static str,
    /// Panics where something doesn't hold.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    target("board", ".board.json", file),
    target("tree", ".tree.json", file),
    target("positions", "", file),
    target("exercise", "", file),
    target("efg", "", file),
    target("node_link", "", file),
    target("lisp", "", file),
    target("answers", ".jsonl", answers),
    target("notation", "", notation),
    target("script", "", script),
    target("filter", "", filter),
    target("what_if", "", assumed),
    target("amounts", "", amounts),
    target("lines", "", lines),
    #[cfg(feature = "gui")]
    target("settings", "", settings),
    #[cfg(feature = "gui")]
    target("beside", "", beside),
];

const fn target(name: &'static str, seeds: &'static str, run: fn(&[u8])) -> Target {
    Target { name, seeds, run }
}

/// The most positions that are built of whatever was read.
const MAX_POSITIONS: u64 = 400;
/// A file of more nodes isn't compared with its rules.
const MAX_NODES: usize = 400;

/// One sentence, which somebody can read.
fn told(words: &dyn Display) -> String {
    let words = words.to_string();
    assert!(words.len() > 4, "that says nothing: {words:?}");
    assert_eq!(visible(&words), words, "that can't be seen: {words:?}");
    assert!(
        words.chars().count() < 2_000,
        "nobody reads that: {words:?}"
    );
    words
}

/// The place of a fault is one that the text has.
fn within(text: &[u8], line: usize, column: usize, words: &str) {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    assert!(
        (1..=lines.len() + 1).contains(&line),
        "no line {line}: {words}"
    );
    let most = lines.get(line - 1).map_or(0, |line| line.len()) + 1;
    assert!(
        (1..=most).contains(&column),
        "no column {column} in line {line}: {words}"
    );
}

fn told_of_file(text: &[u8], error: &FileError) {
    let words = told(error);
    if let Some((line, column)) = error.place {
        within(text, line, column, &words);
    }
}

fn told_of_text(text: &str, error: &NotationError) {
    let words = told(error);
    match error.line {
        Some(line) => within(text.as_bytes(), line, error.column, &words),
        // What is one line to its reader has no other.
        None => {
            let most = text.chars().count() + 1;
            assert!((1..=most).contains(&error.column), "{words}");
        }
    }
}

/// A file, whatever it holds.
fn file(data: &[u8]) {
    match open_reader(data, "input") {
        Err(error) => told_of_file(data, &error),
        Ok(Opened::Board(board)) => self::board(*board),
        Ok(Opened::Exercise(exercise)) => self::exercise(*exercise),
        Ok(Opened::Tree(file)) => tree(*file),
        Ok(Opened::Imported(imported)) => {
            told_all(&imported.notices);
            opens_small(&imported.setup, RatingOptions::default());
        }
        Ok(Opened::Text(text)) => {
            if see_again(&setup_of_text(&text, None)).is_none() && text.len() < 1 << 12 {
                see_again(&setup_of_text(&text, Some("scripted")));
            }
        }
    }
}

fn told_all(notices: &[String]) {
    for notice in notices {
        told(notice);
    }
}

fn reread(bytes: &[u8]) -> Opened {
    open_reader(bytes, "input").unwrap_or_else(|error| {
        panic!(
            "what was written isn't read: {error}: {}",
            String::from_utf8_lossy(bytes)
        )
    })
}

fn board(mut board: BoardFile) {
    told_all(&std::mem::take(&mut board.notices));
    let mut bytes = Vec::new();
    board.write(&mut bytes).expect("memory");
    let Opened::Board(mut again) = reread(&bytes) else {
        panic!("a board is read as something else");
    };
    again.notices.clear();
    assert_eq!(*again, board);
    match board.setup() {
        Err(why) => drop(told(&why)),
        Ok(setup) => drop(see_again(&setup)),
    }
}

fn exercise(mut exercise: ExerciseFile) {
    told_all(&std::mem::take(&mut exercise.notices));
    let mut bytes = Vec::new();
    exercise.write(&mut bytes).expect("memory");
    let Opened::Exercise(mut again) = reread(&bytes) else {
        panic!("an exercise is read as something else");
    };
    again.notices.clear();
    assert_eq!(*again, exercise);
    if let Err(why) = exercise.setup() {
        told(&why);
    }
}

/// A tree that is small is compared with its rules. What was read and written once is read and
/// written again as the same bytes.
fn tree(file: TreeFile) {
    told_all(&file.notices);
    if file.node_count() > MAX_NODES {
        return;
    }
    let Some(loaded) = loaded(file) else {
        return;
    };
    let bytes = written(&loaded);
    let Opened::Tree(again) = reread(&bytes) else {
        panic!("a tree is read as something else");
    };
    let again = self::loaded(*again).expect("what was written is opened");
    assert!(
        again.problems.is_empty() || again.as_written,
        "{:?}",
        again.problems
    );
    if again.as_written == loaded.as_written {
        assert_eq!(
            String::from_utf8_lossy(&written(&again)),
            String::from_utf8_lossy(&bytes)
        );
    }
}

fn loaded(file: TreeFile) -> Option<Loaded> {
    match Loaded::of(file, Some(MAX_POSITIONS)) {
        Err(error) => {
            told(&error);
            None
        }
        Ok(loaded) => {
            told_all(&loaded.notices);
            told_all(&loaded.problems);
            Some(loaded)
        }
    }
}

fn written(loaded: &Loaded) -> Vec<u8> {
    let mut bytes = Vec::new();
    let source = loaded.rated.source();
    match &loaded.unfolding {
        Some(shown) => write_tree(&mut bytes, &source, shown, loaded.max_nodes, &loaded.layer),
        None => write_positions(&mut bytes, &source, &loaded.layer),
    }
    .expect("memory");
    bytes
}

/// The position of a setup, written as notation writes it, is read as the same.
fn see_again(setup: &Setup) -> Option<String> {
    match setup_position(setup) {
        Err(error) => {
            told(&error);
            // The places of a script are in its own text.
            if let OpenError::Notation(error @ NotationError { line: None, .. }) = &error {
                told_of_text(&setup.position, error);
            }
            None
        }
        Ok(seen) => {
            let again = Setup {
                position: seen.position.clone(),
                columns: None,
                ..setup.clone()
            };
            let again = setup_position(&again).unwrap_or_else(|error| {
                panic!("what was written isn't read: {error}: {:?}", seen.position)
            });
            assert_eq!(again, seen);
            Some(seen.position)
        }
    }
}

/// A setup is built as far as a few positions go, and rated.
fn opens_small(setup: &Setup, options: RatingOptions) -> Option<Rated> {
    let limits = Limits {
        max_nodes: Some(MAX_POSITIONS),
        ..Limits::default()
    };
    match open(setup, GraphRequest { limits, options }, "") {
        Err(error) => {
            told(&error);
            None
        }
        Ok(build) => Some(build.finish()),
    }
}

/// What somebody's own program says.
fn answers(data: &[u8]) {
    match read_theirs(data, "input") {
        Err(error) => told_of_file(data, &error),
        Ok(theirs) => {
            told_all(&theirs.notices);
            assert!((theirs.root as usize) < theirs.nodes.len().max(1));
            for mv in theirs
                .nodes
                .iter()
                .flat_map(|node| node.moves.iter().flatten())
            {
                assert!(mv.to.is_none_or(|to| (to as usize) < theirs.nodes.len()));
            }
        }
    }
}

/// The games and rules that notation is read under.
const RULES: [(&str, &str); 8] = [
    ("dice-of-doom", ""),
    ("dice-of-doom", "haskell"),
    ("dice-of-doom", "racket"),
    ("dice-of-doom", "land-of-lisp-v4 players=3"),
    ("dice-of-doom", "players=6 max_dice=9 geometry=offset-rows"),
    ("tic-tac-toe", ""),
    ("trilobite", "width=3 height=3 line=3"),
    ("trilobite", ""),
];

fn switches(words: &str) -> Switches {
    let mut switches = Switches::default();
    for word in words.split_whitespace() {
        match word.split_once('=') {
            None => switches.preset = Some(word.to_owned()),
            Some((name, value)) => match switches.slot(name) {
                Some(SwitchSlot::Text(slot)) => *slot = Some(value.to_owned()),
                Some(SwitchSlot::Number(slot)) => *slot = value.parse().ok(),
                None => panic!("no switch is called {name}"),
            },
        }
    }
    switches
}

/// A digit for the rules, a position, and on a second line a line of play.
fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut characters = text.chars();
    let number = characters.next().map_or(0, |first| first as usize) % RULES.len();
    let (position, line) = characters.as_str().split_once('\n').unwrap_or_default();
    let (game, rules) = RULES[number];
    let setup = Setup {
        game: game.to_owned(),
        switches: switches(rules),
        position: position.to_owned(),
        columns: None,
    };
    if see_again(&setup).is_none() || position.len() > 40 {
        return;
    }
    if let Some(rated) = opens_small(&setup, RatingOptions::default()) {
        line_again(&rated, line);
    }
}

/// A line of play is refused, or written as it was read.
fn line_again(rated: &Rated, text: &str) {
    match rated.graph.read_line(Vertex::ROOT, text) {
        Err(error) => told_of_text(text, &error),
        Ok(line) => {
            let written = rated.graph.line_text(Vertex::ROOT, &line);
            let again = rated.graph.read_line(Vertex::ROOT, &written);
            assert_eq!(again.expect("what was written is read"), line);
        }
    }
}

/// A script, finished or not.
fn script(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let game = Scripted::new(text);
    if let Err(error) = &game {
        let line = error.line.and_then(|line| text.split('\n').nth(line - 1));
        // Columns count characters.
        let most = line.expect("a script has lines").chars().count() + 1;
        assert!((1..=most).contains(&error.column), "{error}");
    }
    match WrittenTree::read(text) {
        Err(error) => {
            told_of_text(text, &error);
            assert!(game.is_err(), "a game of what isn't read: {error}");
        }
        Ok(written) => {
            let script = written.text();
            let again = WrittenTree::read(&script);
            let again = again.unwrap_or_else(|error| panic!("{error}: {script}"));
            assert_eq!(again.text(), script);
            if let Err(error) = &game {
                told_of_text(text, error);
            }
        }
    }
    if game.is_ok() {
        opens_small(
            &setup_of_text(text, Some("scripted")),
            RatingOptions::default(),
        );
    }
}

/// A board with everything that filters and assumptions speak of.
fn example() -> &'static Rated {
    static EXAMPLE: OnceLock<Rated> = OnceLock::new();
    EXAMPLE.get_or_init(|| {
        let script = "players a b \"c d\"\nstart a: left -> coin, right -> duel\n\
                      coin chance a: heads 1/3 -> won, tails 2/3 -> lost\n\
                      duel b: fight -> coin, flee -> lost\nwon end: 1 0 0\nlost end: 0 1/2 1/2\n";
        let build = open(&setup_of_text(script, None), GraphRequest::default(), "");
        build.expect("a script").finish()
    })
}

fn filter(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let naming = Naming::of(&*example().graph);
    match Filter::read(text, &naming) {
        Err(error) => told_of_text(text, &error),
        Ok(filter) => {
            let written = filter.text(&naming);
            let again = Filter::read(&written, &naming);
            let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
            assert_eq!(again, filter, "{written}");
        }
    }
    for hint in hints(text, &naming) {
        assert!(hint.text.ends_with(&hint.word) && !hint.about.is_empty());
    }
}

/// A rating that is pinned, or a position on the way, or a line.
fn assumed(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let rated = example();
    match what_if::read_pin(rated, text, Player(0)) {
        Err(why) => drop(told(&why)),
        Ok(pins) => {
            let words: Vec<String> = pins
                .iter()
                .map(|(name, number)| format!("{name} {number}"))
                .collect();
            // A name of two words can't be typed.
            if pins.iter().all(|(name, _)| !name.contains(' ')) {
                let again = what_if::read_pin(rated, &words.join(" "), Player(0));
                assert_eq!(again, Ok(pins));
            }
        }
    }
    match what_if::read_position(rated, text) {
        Err(why) => drop(told(&why)),
        Ok(position) => {
            assert_eq!(
                what_if::read_position(rated, &position),
                Ok(position.clone())
            );
        }
    }
    line_again(rated, text);
}

/// Numbers, and amounts with units.
fn amounts(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Some(number) = parse_rational(text) {
        assert_eq!(parse_rational(&number.to_string()), Some(number));
    }
    match read_size(text) {
        Err(why) => drop(told(&why)),
        Ok(bytes) => assert_eq!(read_size(&size_text(bytes)), Ok(bytes)),
    }
    if let Err(why) = read_memory(text) {
        told(&why);
    }
    number_and_unit(text);
}

/// A line of `rate -`: a position, or a JSON object. A position that was answered is answered the
/// same as it is written in the answer.
fn lines(data: &[u8]) {
    // What stands before an object is none of it; no notation has a brace.
    let text = std::str::from_utf8(data).unwrap_or_default().trim_end();
    let object = text.find('{').map(|at| &text[at..]);
    let asked: Option<serde_json::Value> = object.and_then(|text| serde_json::from_str(text).ok());
    let asks_for_more = |asked: &serde_json::Value| {
        let number = asked.get("max_nodes").and_then(serde_json::Value::as_u64);
        number.is_some_and(|number| number > MAX_POSITIONS)
    };
    if asked.as_ref().is_some_and(asks_for_more) {
        return;
    }
    let bytes = match rate_line(data, MAX_POSITIONS) {
        Err(why) => return drop(told(&why)),
        Ok(bytes) => bytes,
    };
    let (end, line) = bytes.split_last().expect("an answer");
    assert!(*end == b'\n' && !line.contains(end), "not one line");
    let answer: serde_json::Value = serde_json::from_slice(line).expect("JSON");
    // A script's position is a name in it.
    if object.is_none() && answer["rules"].get("script").is_none() {
        let position = answer["position"].as_str().expect("a position");
        let again = rate_line(position.as_bytes(), MAX_POSITIONS);
        assert_eq!(again, Ok(bytes), "{position}");
    }
}

/// What goes beside a recovery file is read, or nothing is restored of it.
#[cfg(feature = "gui")]
fn beside(data: &[u8]) {
    let Some((bytes, words)) = doomtree::app::beside_again(data) else {
        return;
    };
    told_all(&words);
    let (again, words_again) =
        doomtree::app::beside_again(&bytes).expect("what was written is read");
    assert_eq!(
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(&bytes)
    );
    assert!(words_again.len() <= words.len(), "{words:?}");
}

/// A settings file: used within its bounds, or set aside with a sentence.
#[cfg(feature = "gui")]
fn settings(data: &[u8]) {
    use doomtree::app::Settings;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.json");
    std::fs::write(&path, data).expect("written");
    let (settings, why) = Settings::read(&path);
    if let Some(why) = why {
        told(&why.replace(&folder.path().display().to_string(), ""));
        assert_eq!(settings, Settings::default());
    }
    settings.write(&path).expect("written");
    assert_eq!(Settings::read(&path), (settings, None));
}
