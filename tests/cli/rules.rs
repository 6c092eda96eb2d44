//! The dialects on the command line: what the real program prints under every preset and mix, and
//! what it refuses.

use serde_json::{Value, json};
use support::cli::{doomtree, fed};

const BOOK: &str = "b2b2/a2b1 a";

/// `rate --json` with rules in words that become flags: `haskell players=3`.
fn rate(words: &str, board: &str, more: &[&str]) -> String {
    let mut args = vec!["rate".to_owned(), board.to_owned(), "--json".to_owned()];
    args.extend(flags(words));
    args.extend(more.iter().map(|word| (*word).to_owned()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let answer = doomtree(&args);
    let line = answer.expect(0);
    assert_eq!(answer.errors, "");
    assert_eq!(line.lines().count(), 1);
    line.to_owned()
}

fn flags(words: &str) -> Vec<String> {
    words
        .split_whitespace()
        .flat_map(|word| match word.split_once('=') {
            None => ["--rules".to_owned(), word.to_owned()],
            Some((name, value)) => [format!("--{}", name.replace('_', "-")), value.to_owned()],
        })
        .collect()
}

fn value(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn every_preset_rates_the_books_board_under_its_own_name() {
    for (preset, rest) in [
        (
            "land-of-lisp",
            r#""max_plies":null,"complete":true,"cyclic":false,"positions":11,"position_moves":11,"tree_nodes":"13","tree_ends":"5","longest_line":5,"rating":{"a":"0","b":"1"},"proven":{"a":["0","0"],"b":["1","1"]},"moves":[{"move":"2>3","rating":{"a":"0","b":"1"},"tree_nodes":"12","#,
        ),
        (
            "haskell",
            r#""max_plies":null,"complete":true,"cyclic":false,"positions":11,"position_moves":11,"tree_nodes":"13","tree_ends":"5","longest_line":5,"rating":{"a":"0","b":"1"},"proven":{"a":["0","0"],"b":["1","1"]},"moves":[{"move":"2>3","rating":{"a":"0","b":"1"},"tree_nodes":"12","#,
        ),
        (
            "realm-of-racket",
            r#""max_plies":null,"complete":true,"cyclic":false,"positions":3,"position_moves":2,"tree_nodes":"3","tree_ends":"1","longest_line":2,"rating":{"a":"1/2","b":"1/2"},"proven":{"a":["1/2","1/2"],"b":["1/2","1/2"]},"moves":[{"move":"2>3","rating":{"a":"1/2","b":"1/2"},"tree_nodes":"2","#,
        ),
    ] {
        let position = match preset {
            "realm-of-racket" => "b2b2/a2b1 a pool=10",
            _ => BOOK,
        };
        let begins = format!("{{\"position\":\"{position}\",\"rules\":\"{preset}\",{rest}");
        let answer = rate(preset, BOOK, &[]);
        assert!(answer.starts_with(&begins), "{answer}");
    }
    let dice = rate("land-of-lisp-v4", "a2b1 a", &[]);
    let begins = "{\"position\":\"a2b1 a\",\"rules\":\"land-of-lisp-v4\",\"max_plies\":null,\
         \"complete\":true,\"cyclic\":false,\"positions\":5,\"position_moves\":3,\
         \"tree_nodes\":\"6\",\"tree_ends\":\"2\",\"longest_line\":2,\
         \"rating\":{\"a\":\"23/25\",\"b\":\"2/25\",\"c\":\"0\",\"d\":\"0\"},\
         \"proven\":{\"a\":[\"23/25\",\"23/25\"],\"b\":[\"2/25\",\"2/25\"],\"c\":[\"0\",\"0\"],\"d\":[\"0\",\"0\"]},\
         \"moves\":[{\"move\":\"0>1\",\"rating\":{\"a\":\"23/25\",\"b\":\"2/25\",\"c\":\"0\",\"d\":\"0\"},\
         \"tree_nodes\":\"5\",";
    assert!(dice.starts_with(begins), "{dice}");
}

#[test]
fn rules_that_equal_no_preset_are_echoed_in_full_in_the_fixed_order_of_keys() {
    for (words, board, echoed) in [
        (
            "realm-of-racket pool=0",
            "a2b1 a",
            r#"{"geometry":"offset-rows","players":2,"max_dice":3,"combat":"stronger-wins","reinforcement":"pool","pool":0,"pass_listed":"first"}"#,
        ),
        (
            "land-of-lisp-v4 odds=exact players=3",
            "a2b1 a",
            r#"{"geometry":"parallelogram","players":3,"max_dice":5,"combat":"dice-roll","odds":"exact","reinforcement":"largest-cluster","pass_listed":"first"}"#,
        ),
        (
            "combat=dice-roll reinforcement=pool pass_listed=last geometry=offset-rows max_dice=9",
            "a2b1 a",
            r#"{"geometry":"offset-rows","players":2,"max_dice":9,"combat":"dice-roll","odds":"book-table","reinforcement":"pool","pool":10,"pass_listed":"last"}"#,
        ),
        // Switch by switch another preset.
        (
            "reinforcement=last-capture-minus-one pass_listed=last",
            "a2b1 a",
            r#""haskell""#,
        ),
        (
            "haskell pass_listed=first reinforcement=captured-minus-one",
            "a2b1 a",
            r#""land-of-lisp""#,
        ),
        (
            "combat=dice-roll reinforcement=largest-cluster players=4 max_dice=5 odds=book-table",
            "a2b1 a",
            r#""land-of-lisp-v4""#,
        ),
    ] {
        let line = rate(words, board, &["--max-plies", "1"]);
        assert!(
            line.contains(&format!("\"rules\":{echoed},\"max_plies\":1,")),
            "{line}"
        );
    }
}

#[test]
fn numbers_under_chance_read_back_to_the_same_bits() {
    // Two dice beat two in 575 of 1,296 throws, four beat one in 2,585 of 2,592.
    for (board, exact) in [
        ("a2b2 a ?0>1", 575.0 / 1296.0),
        ("a4b1 a ?0>1", 2585.0 / 2592.0),
    ] {
        let half = |wins: f64| wins + (1.0 - wins) / 2.0;
        let answer = value(&rate(
            "land-of-lisp-v4 odds=exact",
            board,
            &["--max-plies", "0"],
        ));
        let rating = near(&answer["rating"]["a"]);
        assert!((rating - half(exact)).abs() < 1e-15, "{rating}");
    }
    let line = rate(
        "land-of-lisp-v4 odds=exact",
        "a2b2 a ?0>1",
        &["--max-plies", "0"],
    );
    assert!(line.contains("\"rating\":{\"a\":\"1871/2592\","), "{line}");
    // The same throw under the table: .44 + .56/2.
    let table = rate("land-of-lisp-v4", "a2b2 a ?0>1", &["--max-plies", "0"]);
    assert!(table.contains("\"rating\":{\"a\":\"18/25\","), "{table}");
}

/// The nearest double to a rating.
fn near(rating: &Value) -> f64 {
    let fraction = rating.as_str().and_then(doomtree::game::parse_rational);
    doomtree::game::to_f64(&fraction.expect("a fraction"))
}

#[test]
fn a_throw_can_be_the_root_and_its_branches_are_the_moves() {
    let words = "land-of-lisp-v4 players=2 max_dice=3";
    let root = value(&rate(words, BOOK, &["--max-plies", "3"]));
    let throw = value(&rate(words, "b2b2/a2b1 a ?2>0", &["--max-plies", "2"]));
    let there = value(&rate(words, BOOK, &["--max-plies", "3", "--at", "2>0"]));
    assert_eq!(root["moves"][0]["rating"], throw["rating"]);
    assert_eq!(root["moves"][0]["tree_nodes"], throw["tree_nodes"]);
    assert_eq!(there["position"], json!("b2b2/a2b1 a ?2>0"));
    let branches: Vec<_> = throw["moves"]
        .as_array()
        .expect("branches")
        .iter()
        .collect();
    assert_eq!(branches.len(), 2);
    assert_eq!(
        (&branches[0]["move"], &branches[1]["move"]),
        (&json!("wins"), &json!("fails"))
    );
    let wins = near(&branches[0]["rating"]["a"]);
    let fails = near(&branches[1]["rating"]["a"]);
    let mean = near(&throw["rating"]["a"]);
    assert!((0.44 * wins + 0.56 * fails - mean).abs() < 1e-15);
}

#[test]
fn every_form_of_a_position_is_read_and_written_where_the_dialect_has_it() {
    for (words, board, written) in [
        ("land-of-lisp", "a3b1 a +2", "a3b1 a +2"),
        ("haskell", "a3b1 a +2", "a3b1 a +2"),
        ("haskell combat=dice-roll", "a3b1 a +0", "a3b1 a +0"),
        (
            "haskell combat=dice-roll",
            "a3b1 a +0 ?0>1",
            "a3b1 a +0 ?0>1",
        ),
        ("realm-of-racket", "a3b1 a", "a3b1 a pool=10"),
        ("realm-of-racket pool=4", "a3b1 a", "a3b1 a pool=4"),
        ("realm-of-racket pool=4", "a3b1 a pool=7", "a3b1 a pool=7"),
        ("realm-of-racket", "a3b1 a +", "a3b1 a + pool=10"),
        (
            "realm-of-racket",
            "a3b1 b + pool=0 reversed",
            "a3b1 b + pool=0 reversed",
        ),
        (
            "realm-of-racket",
            "a3b1 a reversed",
            "a3b1 a pool=10 reversed",
        ),
        ("land-of-lisp-v4", "a3b1 a +", "a3b1 a +"),
        ("land-of-lisp-v4", "d3c1 d + ?0>1", "d3c1 d + ?0>1"),
        (
            "realm-of-racket combat=dice-roll",
            "a3b1 a + pool=999 reversed ?0>1",
            "a3b1 a + pool=999 reversed ?0>1",
        ),
    ] {
        let answer = value(&rate(words, board, &["--max-plies", "0"]));
        assert_eq!(answer["position"], json!(written), "{words} {board}");
    }
}

#[test]
fn every_form_that_a_dialect_does_not_have_is_refused_with_its_column_and_a_remedy() {
    let end = |found: &str| format!("unexpected '{found}' after the position");
    for (words, board, fault, column, remedy) in [
        (
            "land-of-lisp",
            "a3b1 a +",
            "captured dice missing".to_owned(),
            9,
            "as in +2",
        ),
        (
            "haskell",
            "a3b1 a +",
            "captured dice missing".to_owned(),
            9,
            "as in +2",
        ),
        (
            "land-of-lisp",
            "a3b1 a +0",
            "'+0' is impossible here".to_owned(),
            9,
            "leave it out for the start of a turn",
        ),
        (
            "haskell",
            "a3b1 a +0",
            "'+0' is impossible here".to_owned(),
            9,
            "leave it out for the start of a turn",
        ),
        (
            "haskell combat=dice-roll",
            "a3b1 a +1000",
            "too many captured dice".to_owned(),
            9,
            "use 0–999",
        ),
        (
            "haskell",
            "a3b1 a +1000",
            "too many captured dice".to_owned(),
            9,
            "use 1–999",
        ),
        (
            "realm-of-racket",
            "a3b1 a +3",
            "don't count captured dice".to_owned(),
            9,
            "write '+' alone",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a +0",
            "don't count captured dice".to_owned(),
            9,
            "write '+' alone",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a pool=3",
            end("pool=3"),
            8,
            "write nothing more, or '+'",
        ),
        (
            "haskell",
            "a3b1 a reversed",
            end("reversed"),
            8,
            "'+' and the captured dice",
        ),
        (
            "haskell",
            "a3b1 a ?0>1",
            end("?0>1"),
            8,
            "'+' and the captured dice",
        ),
        (
            "realm-of-racket",
            "a3b1 a ?0>1",
            end("?0>1"),
            8,
            "'pool=' and its dice, 'reversed'",
        ),
        (
            "realm-of-racket",
            "a3b1 a reversed pool=3",
            end("pool=3"),
            17,
            "in this order",
        ),
        (
            "realm-of-racket",
            "a3b1 a pool=3 +",
            end("+"),
            15,
            "in this order",
        ),
        (
            "realm-of-racket",
            "a3b1 a pool=3 pool=3",
            end("pool=3"),
            15,
            "in this order",
        ),
        (
            "realm-of-racket",
            "a3b1 a pool=",
            "dice missing after 'pool='".to_owned(),
            13,
            "0–999",
        ),
        (
            "realm-of-racket",
            "a3b1 a pool=1000",
            "too many dice in the pool".to_owned(),
            13,
            "0–999",
        ),
        (
            "realm-of-racket",
            "a3b1 a pool=-1",
            "dice missing after 'pool='".to_owned(),
            13,
            "0–999",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a ?1>0",
            "no such attack".to_owned(),
            9,
            "an attack of the player to move",
        ),
        (
            "land-of-lisp-v4",
            "a1b1 a ?0>1",
            "no such attack".to_owned(),
            9,
            "an attack of the player to move",
        ),
        (
            "land-of-lisp-v4",
            "a3a1 a ?0>1",
            "no such attack".to_owned(),
            9,
            "an attack of the player to move",
        ),
        (
            "land-of-lisp-v4",
            "a3a1b1 a ?0>2",
            "no such attack".to_owned(),
            11,
            "an attack of the player to move",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a ?0",
            "no such attack".to_owned(),
            9,
            "as in ?2>3",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a ?0>99999999999999999999",
            "no such attack".to_owned(),
            9,
            "as in ?2>3",
        ),
        (
            "land-of-lisp-v4",
            "a3b1 a ?0>1 +",
            end("+"),
            13,
            "in this order",
        ),
        (
            "land-of-lisp-v4",
            "a3e1 a",
            "unknown player 'e'".to_owned(),
            3,
            "use a–d or --players N",
        ),
        (
            "land-of-lisp-v4 players=2",
            "a3b1 c",
            "unknown player 'c'".to_owned(),
            6,
            "use a–b or --players N",
        ),
        (
            "land-of-lisp-v4",
            "a6b1 a",
            "hex has 6 dice, maximum 5".to_owned(),
            2,
            "use 1–5 or --max-dice 6",
        ),
    ] {
        let mut args = vec!["rate".to_owned(), board.to_owned()];
        args.extend(flags(words));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let answer = doomtree(&args);
        answer.refused(&fault);
        answer.sentence(&format!("(column {column}): "));
        answer.sentence(remedy);
    }
}

#[test]
fn switches_that_mean_nothing_beside_the_others_are_refused_in_a_sentence() {
    let odds = "'odds' needs 'combat' = dice-roll: leave it out, or set";
    let pool = "'pool' needs 'reinforcement' = pool: leave it out, or set";
    for (words, sentence) in [
        ("odds=exact", odds),
        ("haskell odds=book-table", odds),
        ("realm-of-racket odds=exact", odds),
        ("land-of-lisp-v4 combat=stronger-wins odds=exact", odds),
        ("pool=3", pool),
        ("haskell pool=0", pool),
        ("land-of-lisp-v4 pool=10", pool),
        ("realm-of-racket reinforcement=largest-cluster pool=3", pool),
        (
            "realm-of-racket pool=1000",
            "invalid value 1000 for 'pool': use 0 to 999",
        ),
        ("players=1", "invalid value 1 for 'players': use 2 to 6"),
        ("max_dice=0", "invalid value 0 for 'max_dice': use 1 to 9"),
        (
            "geometry=square",
            "invalid value 'square' for 'geometry': use parallelogram or offset-rows",
        ),
        (
            "combat=chess",
            "invalid value 'chess' for 'combat': use stronger-wins or dice-roll",
        ),
        (
            "combat=dice-roll odds=fair",
            "invalid value 'fair' for 'odds': use book-table or exact",
        ),
        (
            "reinforcement=none",
            "use captured-minus-one, last-capture-minus-one, pool or largest-cluster",
        ),
        (
            "pass_listed=never",
            "invalid value 'never' for 'pass_listed': use first or last",
        ),
        ("width=3", "has no setting 'width'"),
        (
            "lisp",
            "no rules called 'lisp': use land-of-lisp, haskell, realm-of-racket or land-of-lisp-v4",
        ),
    ] {
        for command in ["rate", "tree", "count"] {
            let mut args = vec![command.to_owned(), "a2b1 a".to_owned()];
            args.extend(flags(words));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            doomtree(&args).refused(sentence);
        }
    }
    let mut random = vec!["random".to_owned(), "--rows".into(), "2".into()];
    random.extend(["--columns".to_owned(), "2".into()]);
    random.extend(flags("odds=exact"));
    let random: Vec<&str> = random.iter().map(String::as_str).collect();
    doomtree(&random).refused(odds);
}

#[test]
fn requests_line_by_line_take_every_switch_and_name_the_line_of_a_mix_that_makes_no_sense() {
    let requests = [
        json!({"position": BOOK, "rules": "land-of-lisp-v4", "players": 2, "max_dice": 3, "max_plies": 2}),
        json!({"position": "a2b1 a", "rules": "realm-of-racket", "pool": 0}),
        json!({"position": "a2b1 a", "odds": "exact"}),
        json!({"position": "a2b1 a", "combat": "dice-roll", "odds": "exact", "geometry": "offset-rows",
            "reinforcement": "pool", "pool": 1, "pass_listed": "last", "max_plies": 0}),
    ];
    let input: String = requests
        .iter()
        .map(|request| format!("{request}\n"))
        .collect();
    let answer = fed(&["rate", "-"], input.as_bytes());
    let lines: Vec<Value> = answer.expect(1).lines().map(value).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["rating"], json!({"a": "21/50", "b": "29/50"}));
    assert_eq!(lines[1]["position"], json!("a2b1 a pool=0"));
    assert_eq!(lines[1]["rating"], json!({"a": "1", "b": "0"}));
    assert_eq!(lines[2]["line"], json!(3));
    assert!(
        lines[2]["error"]
            .as_str()
            .is_some_and(|text| text.contains("'odds' needs"))
    );
    assert_eq!(lines[3]["position"], json!("a2b1 a pool=1"));
    assert_eq!(lines[3]["rules"]["odds"], json!("exact"));
}

#[test]
fn the_plies_of_a_tree_with_dice_are_counted_as_the_published_sizes_say() {
    let args = [&["count", BOOK, "--json", "--max-plies", "5"][..]].concat();
    let words = flags("land-of-lisp-v4 players=2 max_dice=3");
    let args: Vec<&str> = args
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .collect();
    let answer = value(doomtree(&args).expect(0));
    let mut all = 0;
    let so_far: Vec<u64> = answer["plies"]
        .as_array()
        .expect("plies")
        .iter()
        .map(|ply| {
            all += ply["nodes"]
                .as_str()
                .expect("digits")
                .parse::<u64>()
                .expect("a number");
            all
        })
        .collect();
    assert_eq!(so_far, [1, 7, 11, 29, 59, 146]);
}

#[test]
fn trees_and_boards_of_every_preset_are_exported_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    for (preset, board) in [
        ("land-of-lisp", BOOK),
        ("haskell", BOOK),
        ("realm-of-racket", "a3b2a1/b1a2b3 b + pool=2 reversed"),
        ("land-of-lisp-v4", "a3b2c1/d2a1b5 d + ?3>4"),
    ] {
        for format in ["json", "positions"] {
            let path = folder.path().join(format!("{preset}.{format}.tree.json"));
            let path = path.to_str().expect("a name");
            let limit = ["--max-plies", "3", "--quiet"];
            let args = [
                "export", board, "--rules", preset, "--format", format, "-o", path,
            ];
            doomtree(&[&args[..], &limit].concat()).expect(0);
            doomtree(&["verify", path]).expect(0);
            let file = doomtree(&["rate", path, "--json"]);
            let file = value(file.expect(0));
            let fresh = value(&rate(preset, board, &["--max-plies", "3"]));
            assert_eq!(file, fresh, "{preset} {format}");
        }
    }
}
