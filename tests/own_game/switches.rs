//! A game that doomtree doesn't know and whose rules have switches, that of `examples/subtract`:
//! they are set by name, kept in its files, changed in the setup, and flags of its program.

use std::process::Command;

use super::add;
use doomtree::game::{Player, SwitchValue};
use doomtree::games::{Setup, SetupChange, Switches};
use doomtree::save::{self, BoardFile, Opened};
use doomtree::session::{changed, first_setup, form, open, setup_position, under};
use doomtree::tree::{Limits, Vertex};
use support::outside::skip;

/// The heap of 7 under rules in words.
fn setup(rules: &str) -> Setup {
    add();
    let mut setup = first_setup("subtract").expect("its first position");
    if !rules.is_empty() {
        setup.switches = Switches::read(rules).expect(rules);
    }
    setup
}

/// What the heap is worth to the first player.
fn rating(setup: &Setup) -> String {
    let rated = open(setup, Limits::default(), "").expect("a heap").finish();
    let rating = rated.analysis.ratings.rating(Vertex::ROOT, Player(0));
    rating.to_string()
}

fn refused(rules: &str) -> String {
    let error = setup_position(&setup(rules)).expect_err(rules);
    error.to_string()
}

#[test]
fn its_switches_change_its_ratings_and_bad_values_are_told() {
    // Whoever leaves a multiple of one more than can be taken wins, or the one beside it.
    for (rules, worth) in [
        ("", "1"),
        ("most=2", "1"),
        ("most=6", "0"),
        ("most=6,last=loses", "1"),
        ("last=loses", "0"),
    ] {
        assert_eq!(rating(&setup(rules)), worth, "{rules}");
    }
    let told = refused("most=10");
    assert_eq!(told, "invalid value 10 for 'most': use 1 to 9");
    let told = refused("last=draws");
    assert_eq!(told, "invalid value 'draws' for 'last': use wins or loses");
    assert_eq!(
        refused("max_dice=3"),
        "subtract has no setting 'max_dice': leave it out"
    );
    let unknown = Switches::read("least=1").expect_err("no such switch");
    assert!(unknown.to_string().contains("no switch called 'least'"));
}

#[test]
fn its_files_keep_its_switches() {
    let ruled = setup("most=4,last=loses");
    let rated = open(&ruled, Limits::default(), "")
        .expect("a heap")
        .finish();
    let board = BoardFile::new(&rated.game, &rated.rules, "7 a");
    let mut bytes = Vec::new();
    board.write(&mut bytes).expect("memory");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains(r#"{"most":4,"last":"loses"}"#), "{text}");
    let Ok(Opened::Board(read)) = save::open_reader(&bytes[..], "a test") else {
        panic!("{text}");
    };
    assert_eq!(read.setup(), Ok(ruled.clone()));
    assert_eq!(rated.setup(), ruled);
}

#[test]
fn its_setup_offers_them_and_changes_them() {
    let before = setup("");
    let offered = form(&before).expect("switches");
    let most = &offered.numbers[0];
    assert_eq!(
        (most.name, most.value, most.range.clone()),
        ("most", 2, 1..=9)
    );
    let last = &offered.choices[0];
    assert_eq!((last.name, last.chosen), ("last", Some("wins")));
    let names: Vec<_> = last.offers.iter().map(|offer| offer.name).collect();
    assert_eq!(names, ["wins", "loses"]);
    let after = changed(&before, SetupChange::Number("most", 6)).expect("six");
    let after = changed(&after, SetupChange::Choice("last", "loses")).expect("loses");
    assert_eq!(after.switches.get("most"), Some(SwitchValue::Number(6)));
    assert_eq!(
        (rating(&after), after.position.as_str()),
        ("1".to_owned(), "7 a")
    );
    assert!(changed(&before, SetupChange::Number("most", 0)).is_err());
    assert!(changed(&before, SetupChange::Number("least", 1)).is_err());
    let other = under(&before, &Switches::read("most=3").expect("a switch"));
    assert_eq!(other.map(|other| rating(&other)), Ok("1".to_owned()));
    // A game without switches has nothing to choose.
    assert_eq!(form(&first_setup("nim").expect("its first position")), None);
}

#[test]
fn they_are_flags_and_members_of_a_line_of_json() {
    let tests = std::env::current_exe().expect("this program");
    let built = tests.ancestors().nth(2).expect("a folder").join("examples");
    let program = built.join(format!("subtract{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        skip("the example isn't built: run cargo build --examples");
        return;
    }
    let answer = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).output();
        let output = output.expect("the example");
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&text).into_owned()
    };
    let help = answer(&["rate", "--help"]);
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("--most <N> The most that are taken at once: 1 to 9"),
        "{help}"
    );
    let flags = answer(&["rate", "7 a", "--most", "6", "--last", "loses", "--json"]);
    assert!(flags.contains(r#""rating":{"a":"1","b":"0"}"#), "{flags}");
    assert!(
        flags.contains(r#""rules":{"most":6,"last":"loses"}"#),
        "{flags}"
    );
    let wrong = answer(&["rate", "7 a", "--most", "10"]);
    assert!(
        wrong.contains("invalid value 10 for 'most': use 1 to 9"),
        "{wrong}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let lines = folder.path().join("lines.jsonl");
    let line = "{\"position\":\"7 a\",\"most\":6}\n{\"position\":\"7 a\",\"most\":\"x\"}\n";
    std::fs::write(&lines, line).expect("a file");
    let mut program = Command::new(&program);
    let input = std::fs::File::open(&lines).expect("the file");
    let output = program.args(["rate", "--json", "-"]).stdin(input).output();
    let output = String::from_utf8_lossy(&output.expect("the example").stdout).into_owned();
    assert!(
        output.contains(r#""rules":{"most":6,"last":"wins"}"#),
        "{output}"
    );
    assert!(
        output.contains("the text \\\"x\\\" is not a whole number"),
        "{output}"
    );
}
