//! Extensive games of other programs.

use doomtree::game::{Player, ratio, whole};
use doomtree::rating::Rating;
use doomtree::tree::Vertex;

use super::{rated, ratings, read, refused};

/// An entry game: a fee on the way, a chance node with rounded numbers, payoffs given once.
const ENTRY: &str = r#"EFG 2 R "Entry, with a fee" { "Entrant" "Incumbent firm" }
"A comment that \"quotes\" a \\."
/* another one */
p "start" 1 1 "enter?" { "Stay out" "Enter" } 0
t "" 2 "out" { 0.5 2 }   // without a comma
c "nature" 1 "" { "boom" .333 "bust" .667 } 1 "fee" { -1/2, 0 }
p "" 2 1 "(2,1)" { "Fight" "Give in" } 0
t "" 3 "war" { 0, 0 }
t "" 4 "peace" { 2, 1 }
t "" 3
"#;

#[test]
fn payoffs_add_up_on_the_way_and_are_given_once() {
    let imported = read(ENTRY).expect("a good game");
    assert_eq!(imported.title.as_deref(), Some("Entry, with a fee"));
    assert_eq!(imported.nodes, 7);
    assert!(
        imported.notices[0].contains("max-n"),
        "{:?}",
        imported.notices
    );
    let rated = super::build(&imported);
    assert!(rated.analysis.ratings.is_max_n());
    assert_eq!(rated.graph.position_text(Vertex::ROOT), "start");
    assert_eq!(ratings(&rated, Vertex::ROOT), [ratio(1, 2), whole(2)]);
    let at = |line: &str| support::dialects::at(&rated, line);
    let boom = ratio(333, 1000);
    // The incumbent gives in: 2 less the fee for the entrant.
    assert_eq!(ratings(&rated, at("Enter boom")), [ratio(3, 2), whole(1)]);
    assert_eq!(ratings(&rated, at("Enter bust")), [ratio(-1, 2), whole(0)]);
    assert_eq!(
        ratings(&rated, at("Enter")),
        [boom * whole(2) - ratio(1, 2), boom]
    );
    assert_eq!(rated.graph.position_text(at("Enter boom")), "(2,1)");
    assert_eq!(rated.graph.position_text(at("Enter boom Fight")), "war");
}

#[test]
fn a_game_with_one_sum_is_rated_as_usual_even_if_it_is_of_version_d() {
    let text = "EFG 2 D \"x\" { \"a\" \"b\" }\n\np \"r\" 2 1 { \"l\" \"r\" } 0\n\
                t \"\" 1 { 1e1 -3 } t \"\" 2 \"o\" { 4.0, 3.00 }";
    let imported = read(text).expect("a good game");
    assert_eq!(imported.notices, Vec::<String>::new());
    assert_eq!(ratings(&rated(text), Vertex::ROOT), [whole(4), whole(3)]);
}

#[test]
fn chance_nodes_may_share_a_set_and_its_branches() {
    let text = "EFG 2 R \"\" { \"a\" \"b\" } p \"r\" 1 1 \"\" { \"l\" \"r\" } 0\n\
        c \"\" 1 \"coin\" { \"h\" 1/3 \"t\" 2/3 } 0 t \"\" 1 \"\" { 3 0 } t \"\" 2 \"\" { 0 3 }\n\
        c \"\" 1 0 t \"\" 2 t \"\" 1";
    assert_eq!(ratings(&rated(text), Vertex::ROOT), [whole(2), whole(1)]);
}

#[test]
fn rounded_probabilities_are_mended_and_told() {
    let text = "EFG 2 R \"\" { \"a\" \"b\" } c \"\" 1 \"\" { \"x\" .33 \"y\" .34 \"z\" .33 \"w\" 0.001 } 0 \
        t \"\" 1 \"\" { 1 0 } t \"\" 1 t \"\" 1 t \"\" 2 \"\" { 0 1 }";
    let imported = read(text).expect("a good game");
    assert!(
        imported
            .notices
            .iter()
            .any(|notice| notice.contains("probabilities"))
    );
    let root = ratings(&rated(text), Vertex::ROOT);
    assert_eq!(root, [ratio(999, 1000), ratio(1, 1000)]);
}

#[test]
fn large_and_long_payoffs_are_kept_or_told() {
    let text =
        |payoff: &str| format!("EFG 2 R \"\" {{ \"a\" \"b\" }} t \"\" 1 \"\" {{ {payoff} 0 }}");
    let exact = read(&text("-123456789012345678")).expect("a good game");
    assert!(exact.notices.is_empty(), "{:?}", exact.notices);
    assert_eq!(
        ratings(&super::build(&exact), Vertex::ROOT)[0],
        whole(-123_456_789_012_345_678)
    );
    let rounded = read(&text("0.1234567890123456789012345")).expect("a good game");
    assert!(
        rounded
            .notices
            .iter()
            .any(|notice| notice.contains("rounded"))
    );
    let large = read(&text("10000000000000000000")).expect("a good game");
    assert_eq!(
        ratings(&super::build(&large), Vertex::ROOT)[0],
        whole(10_i128.pow(19))
    );
    refused(&text("1e20"), "line 1, column 36", "'1e20' is too large");
}

/// Matching pennies: the second player doesn't know what the first one chose.
pub const PENNIES: &str = "EFG 2 R \"pennies\" { \"Ann\" \"Bob\" }\n\"\"\n\n\
    p \"first\" 1 1 \"\" { \"H\" \"T\" } 0\n\
    p \"after H\" 2 7 \"blind\" { \"H\" \"T\" } 0\nt \"\" 1 \"\" { 1, -1 }\nt \"\" 2 \"\" { -1, 1 }\n\
    p \"after T\" 2 7 \"blind\" { \"H\" \"T\" } 0\nt \"\" 2 \"\" { -1, 1 }\nt \"\" 1 \"\" { 1, -1 }\n";

#[test]
fn an_information_set_with_several_nodes_is_opened_and_its_ratings_are_open() {
    let imported = read(PENNIES).expect("a good game");
    let script = imported.setup.switches.script.as_deref().expect("a script");
    assert!(
        script.contains("\nset \"after H\" \"after T\"\n"),
        "{script}"
    );
    let notice = imported.notices.iter();
    assert!(
        notice
            .clone()
            .any(|notice| notice.contains("1 information set"))
    );
    let rated = super::build(&imported);
    let ratings = &rated.analysis.ratings;
    let number = |over: i128| Rating::Exact(ratio(over, 1));
    assert_eq!(
        ratings.proven(Vertex::ROOT, Player(0)),
        (number(-1), number(1))
    );
    assert!(rated.graph.graph().hides_positions());
}

#[test]
fn the_moves_of_a_set_need_to_be_said_only_once_and_are_the_same_everywhere() {
    let again = "\"after T\" 2 7 \"blind\" { \"H\" \"T\" }";
    let shorter = PENNIES.replacen(again, "\"after T\" 2 7 \"blind\"", 1);
    let script = |text: &str| read(text).expect("a good game").setup.switches.script;
    assert_eq!(script(&shorter), script(PENNIES));
    let other = PENNIES.replacen(again, "\"after T\" 2 7 \"blind\" { \"H\" }", 1);
    let what = "information set 7 of 'Bob' has other moves here than in line 5";
    refused(&other, "line 8", what);
}

#[test]
fn faults_are_told_with_their_places() {
    let with = |tree: &str| format!("EFG 2 R \"\" {{ \"a\" \"b\" }}\n{tree}");
    for (tree, place, words) in [
        ("", "line 2, column 1", "a node (p, c or t) is missing"),
        (
            "x \"\"",
            "line 2, column 1",
            "a node (p, c or t) is missing",
        ),
        ("t \"", "line 2, column 3", "isn't closed"),
        ("t \"\" x", "line 2, column 6", "number of the outcome"),
        ("t \"\" 1", "line 2, column 6", "outcome 1 has no payoffs"),
        (
            "t \"\" 1 { 1 }",
            "line 2, column 6",
            "needs 2 payoffs, one per player; you gave 1",
        ),
        (
            "t \"\" 1 { 1 2 3 }",
            "line 2, column 14",
            "2 payoffs, one per player; you gave 3",
        ),
        ("t \"\" 1 { 1, x }", "line 2, column 13", "'x' is no number"),
        ("t \"\" 0 { 1, 0 }", "line 2, column 6", "outcome 0"),
        (
            "t \"\" 1 { 1, 0 } t",
            "line 2, column 17",
            "the tree is complete",
        ),
        ("p \"\" 3 1 { \"m\" } 0", "line 2, column 6", "no player 3"),
        ("p \"\" 0 1 { \"m\" } 0", "line 2, column 6", "no player 0"),
        (
            "p \"\" -1 1 { \"m\" } 0",
            "line 2, column 6",
            "no player -1",
        ),
        ("p \"\" 1 1 { } 0", "line 2, column 8", "no moves"),
        ("p \"\" 1 1 0", "line 2, column 10", "'{' before the moves"),
        (
            "p \"\" 1 1 { \"m\" } 0",
            "line 2, column 19",
            "a node (p, c or t) is missing",
        ),
        (
            "c \"\" 1 \"\" { \"m\" 1/2 \"n\" 1/3 } 0 t \"\" 1 { 1 0 } t \"\" 1",
            "line 2, column 1",
            "sum to 5/6",
        ),
        (
            "c \"\" 1 \"\" { \"m\" -1 \"n\" 2 } 0 t \"\" 1 { 1 0 } t \"\" 1",
            "line 2, column 1",
            "probability -1",
        ),
        (
            "c \"\" 1 \"\" { \"m\" 1 } 0 c \"\" 1 0",
            "line 2",
            "a node (p, c or t) is missing",
        ),
        ("/* x", "line 2, column 1", "comment isn't closed"),
        ("/x", "line 2, column 1", "'/'"),
        (
            "p \"\" 1 1 { \"m\" \"n\" } 0 t \"\" 1 { 1 0 }\nt \"\" 1 { 0 1 }",
            "line 3, column 6",
            "other payoffs here than in line 2",
        ),
    ] {
        refused(&with(tree), place, words);
    }
    refused("EFG 1 R \"\" { \"a\" }", "line 1, column 5", "'1'");
    refused("EFG 2 R { \"a\" }", "line 1, column 9", "the title");
    refused("EFG 2 R \"\" { } t \"\" 1 { }", "line 1", "no players");
    let many = "\"p\" ".repeat(27);
    refused(
        &format!("EFG 2 R \"\" {{ {many} }}"),
        "line 1",
        "more than 26 players",
    );
}
