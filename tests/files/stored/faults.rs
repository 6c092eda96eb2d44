//! Everything that can be wrong with a file, each with its place and a remedy, and no panic.

use doomtree::save::{FileError, Layer, Opened, open_reader};
use doomtree::tree::Limits;

use super::helpers::*;

pub fn book() -> String {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    String::from_utf8(whole_tree(&rated)).expect("text")
}

fn chance() -> String {
    String::from_utf8(whole_tree(&rated(&script(FINITE), Limits::default()))).expect("text")
}

fn graph() -> String {
    let rated = rated(&script(FINITE), Limits::default());
    String::from_utf8(positions(&rated, &Layer::default())).expect("text")
}

pub fn refused(bytes: &[u8]) -> FileError {
    match open_reader(bytes, "dir/x.tree.json") {
        Ok(_) => panic!("this must be refused: {}", String::from_utf8_lossy(bytes)),
        Err(error) => error,
    }
}

/// One sentence, with the file, a remedy after a colon, and no line break.
pub fn one_sentence(error: &FileError) {
    let text = error.to_string();
    assert!(text.contains("'dir/x.tree.json'"), "{text}");
    assert!(!text.contains('\n') && !text.contains(". "), "{text}");
    assert!(
        !error.remedy.is_empty() && text.ends_with(&error.remedy),
        "{text}"
    );
}

/// The fault that a change of the first `from` makes, with its line and some of its words.
fn check(text: &str, from: &str, to: &str, line: usize, words: &str) {
    assert!(text.contains(from), "there is no {from} in {text}");
    let broken = text.replacen(from, to, 1);
    let error = refused(broken.as_bytes());
    one_sentence(&error);
    let shown = error.to_string();
    assert!(shown.contains(words), "{from} -> {to}: {shown}");
    assert_eq!(
        error.place.map(|place| place.0),
        Some(line),
        "{from} -> {to}: {shown}"
    );
}

#[test]
fn every_fault_of_the_header_is_found_at_its_line() {
    let text = book();
    for (from, to, line, words) in [
        ("\"doomtree-tree\"", "\"other\"", 1, "'other' is unknown"),
        ("\"doomtree-tree\"", "7", 1, "must be a text"),
        (
            "{\"format\":\"doomtree-tree\",",
            "{",
            1,
            "begin with its format",
        ),
        ("\"version\":1", "\"version\":2", 1, "version 2"),
        ("\"version\":1", "\"version\":\"1\"", 1, "'version' must be"),
        ("\"version\":1,", "", 1, "'version' isn't before 'minor'"),
        ("\"version\":1", "\"version\":1,\"version\":1", 1, "twice"),
        ("\"minor\":2", "\"minor\":-1", 1, "'minor' must be"),
        (
            "\"directed\":true",
            "\"directed\":false",
            2,
            "'directed' must be true",
        ),
        (
            "\"multigraph\":false",
            "\"multigraph\":true",
            3,
            "'multigraph' must be false",
        ),
        (
            "\"kind\":\"tree\"",
            "\"kind\":\"forest\"",
            3,
            "'kind' must be",
        ),
        (
            "\"kind\":\"tree\"",
            "\"kind\":\"positions\"",
            3,
            "'multigraph' must be true",
        ),
        ("\"game\":\"dice-of-doom\",", "", 3, "no 'game'"),
        (
            "\"game\":",
            "\"game\":\"x\",\"game\":",
            3,
            "'game' is given twice",
        ),
        ("[\"a\",\"b\"]", "[\"a\",\"a\"]", 3, "'players' must be"),
        ("[\"a\",\"b\"]", "[]", 3, "'players' must be"),
        ("\"root\":0", "\"root\":1", 4, "'root' must be 0"),
        (
            "\"max_plies\":null",
            "\"max_plies\":-1",
            4,
            "'max_plies' must be",
        ),
        (
            "\"complete\":true",
            "\"complete\":\"yes\"",
            4,
            "'complete' must be",
        ),
        (
            "\"stopped\":null",
            "\"stopped\":\"tired\"",
            4,
            "'stopped' must be",
        ),
        (
            "\"nodes\":13",
            "\"nodes\":14",
            4,
            "counts 14 nodes, and there are 13",
        ),
        (
            "\"edges\":12",
            "\"edges\":11",
            4,
            "counts 11 edges, and there are 12",
        ),
        (
            "\"counts\":{",
            "\"counts\":{\"x\":{\"a\":1,\"a\":2},",
            4,
            "twice",
        ),
        (
            " \"nodes\":[",
            " \"more\":1,\n \"more\":2,\n \"nodes\":[",
            6,
            "'more' is given twice",
        ),
    ] {
        check(&text, from, to, line, words);
    }
}

#[test]
fn every_fault_of_a_node_is_found_at_its_line() {
    let text = book();
    let second = "{\"id\":1,\"kind\":\"decision\",\"player\":\"a\"";
    for (from, to, line, words) in [
        ("{\"id\":1,", "{\"id\":2,", 7, "'id' must be 1"),
        ("{\"id\":1,", "{", 7, "no 'id'"),
        (
            second,
            "{\"id\":1,\"kind\":\"draw\",\"player\":\"a\"",
            7,
            "'kind' must be",
        ),
        (second, "{\"id\":1,\"player\":\"a\"", 7, "no 'kind'"),
        (second, "{\"id\":1,\"kind\":\"decision\"", 7, "no 'player'"),
        (
            second,
            "{\"id\":1,\"kind\":\"decision\",\"player\":\"c\"",
            7,
            "'player' must be",
        ),
        (
            second,
            "{\"id\":1,\"kind\":\"terminal\",\"player\":\"a\"",
            7,
            "'player' isn't allowed",
        ),
        ("\"ply\":0", "\"ply\":1", 6, "'ply' must be 0"),
        ("\"ply\":1", "\"ply\":2", 7, "ply 2"),
        (
            "\"ply\":1",
            "\"ply\":1,\"plies_left\":1",
            7,
            "'plies_left' isn't allowed",
        ),
        (
            "{\"a\":\"0\",\"b\":\"1\"}",
            "{\"a\":\"0\"}",
            6,
            "'rating' must be",
        ),
        (
            "{\"a\":\"0\",\"b\":\"1\"}",
            "{\"a\":\"0\",\"b\":\"2/2\"}",
            6,
            "'rating' must be",
        ),
        (
            "{\"a\":\"0\",\"b\":\"1\"}",
            "{\"a\":\"0\",\"b\":\"1\",\"b\":\"1\"}",
            6,
            "'rating' must be",
        ),
        (
            "{\"a\":\"0\",\"b\":\"1\"}",
            "{\"a\":\"0\",\"b\":NaN}",
            6,
            "not valid JSON",
        ),
        (
            "{\"a\":\"0\",\"b\":\"1\"}",
            "{\"a\":\"0\",\"b\":1e999}",
            6,
            "'rating' must be",
        ),
        (
            "{\"id\":1,",
            "{\"estimate\":true,\"id\":1,",
            7,
            "'estimate' isn't allowed",
        ),
        (
            "{\"id\":1,",
            "{\"payoffs\":{},\"id\":1,",
            7,
            "'payoffs' isn't allowed",
        ),
        (
            "{\"id\":1,",
            "{\"omitted\":\"3\",\"id\":1,",
            7,
            "says that the tree is complete",
        ),
        (
            "{\"id\":1,",
            "{\"omitted\":\"-3\",\"id\":1,",
            7,
            "'omitted' must be",
        ),
        ("{\"id\":1,", "{\"note\":1,\"id\":1,", 7, "'note' must be"),
        (
            "{\"id\":1,",
            "{\"id\":1,\"id\":1,",
            7,
            "'id' is given twice",
        ),
        (
            "{\"id\":1,",
            "{\"x\":[{\"y\":1,\"y\":1}],\"id\":1,",
            7,
            "'y' is given twice",
        ),
        (
            "\"winners\":[\"b\"]",
            "\"winners\":[]",
            10,
            "'winners' must be",
        ),
        (
            "\"payoffs\":{\"a\":\"0\"",
            "\"payoffs\":{\"a\":0",
            10,
            "'payoffs' must be",
        ),
        (",\"winners\":[\"b\"]", "", 10, "no 'winners'"),
        ("{\"id\":1,", "7,{\"id\":1,", 7, "must be an object"),
        ("{\"id\":1,", "{\"id\":1 ", 7, "not valid JSON"),
    ] {
        check(&text, from, to, line, words);
    }
}

#[test]
fn every_fault_of_an_edge_is_found_at_its_line() {
    let text = book();
    let first = "{\"source\":0,\"target\":1,";
    for (from, to, line, words) in [
        (
            first,
            "{\"source\":0,\"target\":2,",
            21,
            "the next must lead to 1",
        ),
        (
            first,
            "{\"source\":13,\"target\":1,",
            21,
            "'source' must be",
        ),
        (
            first,
            "{\"source\":-1,\"target\":1,",
            21,
            "'source' must be",
        ),
        (first, "{\"target\":1,", 21, "no 'source'"),
        (
            first,
            "{\"source\":0,\"target\":1,\"key\":0,",
            21,
            "'key' isn't allowed",
        ),
        (
            first,
            "{\"probability\":\"1\",\"source\":0,\"target\":1,",
            21,
            "'probability' isn't allowed",
        ),
        (first, "{\"source\":2,\"target\":1,", 21, "depth-first"),
        ("\"move\":\"2>3\"", "\"move\":\"\"", 21, "'move' must be"),
        (",\"move\":\"2>3\"", "", 21, "no 'move'"),
        (
            "\"target\":12,\"move\":\"pass\"}",
            "\"target\":12,\"move\":\"pass\"},{\"source\":0,\"target\":13,\"move\":\"x\"}",
            32,
            "'target' must be",
        ),
    ] {
        check(&text, from, to, line, words);
    }
}

#[test]
fn every_fault_of_chance_and_of_positions_is_found_at_its_line() {
    let text = chance();
    for (from, to, words) in [
        (
            "\"probability\":\"1/3\"",
            "\"probability\":\"1/4\"",
            "sum to 11/12",
        ),
        (
            "\"probability\":\"1/3\"",
            "\"probability\":\"2/6\"",
            "'probability' must be",
        ),
        (
            "\"probability\":\"1/3\"",
            "\"probability\":\"4/3\"",
            "'probability' must be",
        ),
        (
            "\"probability\":\"1/3\"",
            "\"probability\":0.3",
            "'probability' must be",
        ),
        (",\"probability\":\"1/3\"", "", "no 'probability'"),
        ("\"move\":\"flee\"", "\"move\":\"run\"", "'run' twice"),
    ] {
        let line = 1 + text
            .lines()
            .position(|line| {
                line.contains(if words.contains("sum") {
                    "\"chance\""
                } else {
                    from
                })
            })
            .expect("a line");
        // The second of two equal moves is the one that is wrong.
        let line = line + usize::from(words.contains("twice"));
        check(&text, from, to, line, words);
    }
    let text = graph();
    for (from, to, words) in [
        ("\"key\":1", "\"key\":2", "key 2"),
        ("\"key\":0,", "", "no 'key'"),
        (
            "{\"source\":0,\"target\":1,",
            "{\"source\":0,\"target\":2,",
            "breadth-first",
        ),
        ("{\"source\":1,", "{\"source\":0,", "key 0"),
        ("{\"id\":1,", "{\"id\":1,\"ply\":1,", "'ply' isn't allowed"),
        (
            "{\"id\":1,",
            "{\"id\":1,\"plies_left\":1,",
            "'plies_left' isn't allowed",
        ),
        (
            "{\"id\":1,",
            "{\"id\":1,\"omitted\":\"1\",",
            "'omitted' isn't allowed",
        ),
    ] {
        let line = 1 + text
            .lines()
            .position(|line| line.contains(from))
            .expect("a line");
        check(&text, from, to, line, words);
    }
}

#[test]
fn a_node_without_its_moves_is_found() {
    let text = book();
    let last = text.lines().nth(31).expect("the last edge").to_owned();
    let broken =
        text.replacen(&format!(",\n{last}"), "", 1)
            .replacen("\"edges\":12", "\"edges\":11", 2);
    let error = refused(broken.as_bytes());
    assert!(error.what.contains("no edge leads to node 12"), "{error}");
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    let text = book();
    // Without its last line break it is still whole.
    for length in 1..text.len() - 1 {
        let error = refused(&text.as_bytes()[..length]);
        one_sentence(&error);
        assert!(error.what.contains("is truncated"), "{length}: {error}");
    }
    let error = refused(format!("{text}x").as_bytes());
    assert!(error.to_string().contains("not valid JSON"), "{error}");
}

#[test]
fn a_hash_that_does_not_match_is_a_notice_and_a_higher_minor_too() {
    let text = book();
    let file = read(text.replace("\"minor\":2", "\"minor\":3").as_bytes()).expect("a file");
    assert_eq!(file.notices.len(), 2, "{:?}", file.notices);
    assert!(file.notices.iter().any(|notice| notice.contains("1.3")));
    assert!(
        file.notices
            .iter()
            .any(|notice| notice.contains("edited or damaged"))
    );
    assert!(read(text.as_bytes()).expect("a file").notices.is_empty());
}

#[test]
fn boards_are_refused_with_a_reason() {
    let board = "{\"format\":\"doomtree-board\",\"version\":1,\"minor\":0,\n\"game\":\"dice-of-doom\",\
                 \"rules\":\"land-of-lisp\",\"position\":\"b2b2/a2b1 a\",\"title\":null,\"note\":null}";
    assert!(matches!(
        open_reader(board.as_bytes(), "b"),
        Ok(Opened::Board(_))
    ));
    for (from, to, words) in [
        ("\"version\":1", "\"version\":9", "version 9"),
        ("\"position\":", "\"posit\":", "no 'position'"),
        ("\"title\":null", "\"title\":[]", "'title' must be"),
        ("\"title\":null", "\"note\":null", "'note' is given twice"),
        (
            "\"title\":null",
            "\"x\":{\"a\":1,\"\\u0061\":2}",
            "'a' is given twice",
        ),
        ("doomtree-board", "doomtree-bored", "unknown"),
        ("\"format\":\"doomtree-board\",", "", "no 'format'"),
        ("\"rules\":\"land-of-lisp\",", "", "no 'rules'"),
    ] {
        let error = refused(board.replacen(from, to, 1).as_bytes());
        one_sentence(&error);
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_fault_is_at_the_value_that_is_wrong_also_in_a_file_of_one_line() {
    let text = book().replace('\n', "");
    for (from, to, wrong) in [
        ("\"version\":1", "\"version\":77", "77"),
        ("\"minor\":2", "\"minor\":\"Q\"", "\"Q\""),
        ("\"directed\":true", "\"directed\":\"Q\"", "\"Q\""),
        ("\"kind\":\"tree\"", "\"kind\": \"Q\"", "\"Q\""),
        ("\"game\":\"dice-of-doom\"", "\"game\":77", "77"),
        (
            "\"players\":[\"a\",\"b\"]",
            "\"players\":[\"Q\",\"Q\"]",
            "[\"Q\"",
        ),
        ("\"root\":0", "\"root\":77", "77"),
        (
            "\"nodes\":13,\"edges\":12}}",
            "\"nodes\":77,\"edges\":12}}",
            "77",
        ),
        (
            "\"nodes\":13,\"edges\":12}}",
            "\"nodes\":13,\"edges\":77}}",
            "77",
        ),
        ("\"ply\":2", "\"ply\":77", "{\"id\":2,"),
        ("\"target\":3", "\"target\":7", "7,"),
        ("\"source\":2", "\"source\":5", "5,"),
        ("\"end\":{\"nodes\":13", "\"end\":{\"nodes\":77", "77"),
        (
            "\"end\":{\"nodes\":13,\"edges\":12",
            "\"end\":{\"nodes\":13,\"edges\":77",
            "77",
        ),
        ("\"hash\":\"", "\"hash\":\"Q", "\"Q"),
    ] {
        let broken = text.replacen(from, to, 1);
        let begin = broken.find(to).expect(from);
        let at = match wrong.starts_with('{') {
            true => broken.find(wrong),
            false => broken[begin..].find(wrong).map(|at| begin + at),
        };
        let error = refused(broken.as_bytes());
        let column = broken[..at.expect(wrong)].chars().count() + 1;
        assert_eq!(error.place, Some((1, column)), "{to}: {error}");
    }
}
