//! Figures and tables of games that people write: information sets, payoffs, chance.

use support::cli::doomtree;

/// A signal: the firm sees the schooling, and not the ability.
const SIGNAL: &str = "players Worker Firm; r chance: high 1/3 -> h, low 2/3 -> l; \
    h Worker: learn -> he, work -> hn; l Worker: learn -> le, work -> ln; \
    he Firm: hire -> t1, leave -> t2; hn Firm: hire -> t3, leave -> t4; \
    le Firm: hire -> t5, leave -> t6; ln Firm: hire -> t7, leave -> t8; \
    t1 end: 6 10; t2 end: 0 4; t3 end: 10 10; t4 end: 4 4; t5 end: 3 0; t6 end: -3 4; \
    t7 end: 10 0; t8 end: 4 4; set he le; set hn ln";
const ULTIMATUM: &str = "players Ann Bob; r Ann: fair -> f, greedy -> g; \
    f Bob: yes -> f1, no -> z1; g Bob: yes -> g1, no -> z2; \
    f1 end: 5 5; z1 end: 0 0; g1 end: 8 2; z2 end: 0 0";
const TEXTBOOK: &str = "players MAX MIN; r MAX: left -> b, right -> c; \
    b MIN: x -> e3, y -> e12; c MIN: x -> e2, y -> e4; \
    e3 end: 3 -3; e12 end: 12 -12; e2 end: 2 -2; e4 end: 4 -4";

fn export(script: &str, args: &[&str]) -> String {
    let board = ["export", "--game", "scripted", script];
    doomtree(&[&board, args].concat()).expect(0).to_owned()
}

#[test]
fn every_format_of_a_tree_says_which_nodes_are_in_an_information_set() {
    for (format, wanted, times) in [
        ("dot", "dir=none, style=dashed", 2),
        ("mermaid", " -.- ", 2),
        ("html", "\"i\":1", 2),
        ("graphml", "<data key=\"information_set\">2</data>", 2),
        ("tikz-tree", "\\draw[information set]", 2),
    ] {
        let text = export(SIGNAL, &["--format", format]);
        assert_eq!(text.matches(wanted).count(), times, "{format}: {text}");
        let none = export(ULTIMATUM, &["--format", format]);
        assert!(!none.contains(wanted), "{format}");
    }
    let table = export(SIGNAL, &["--format", "csv"]);
    assert!(
        table
            .lines()
            .next()
            .is_some_and(|head| head.contains(",information_set,"))
    );
    assert!(!export(ULTIMATUM, &["--format", "csv"]).contains("information_set"));
}

#[test]
fn numbers_are_written_as_they_were_typed_and_none_is_cut() {
    let money = "players Ministry \"Central bank\" Regulator; s Ministry: act -> c, wait -> w; \
        c chance: boom 0.35 -> x, bust 0.65 -> y; w end: 0 1250000.50 0; \
        x end: 812500.25 300000 99999.99; y end: 150000.5 -600000 0.5";
    let svg = export(money, &["--format", "svg"]);
    for number in ["812500.25", "99999.99", "381875.4125", "0.5"] {
        assert!(
            svg.contains(&format!(">{number}</text>")),
            "{number}: {svg}"
        );
    }
    for format in ["tikz-tree", "mermaid", "dot", "text", "md"] {
        let text = export(money, &["--format", format]).replace('\\', "");
        let text = text.replace("#46;", ".");
        for number in ["381875.4125", "1250000.5"] {
            assert!(text.contains(number), "{format}: {text}");
        }
        let cut = format.starts_with("tikz") && text.contains("dots");
        assert!(
            !text.contains("001/2") && !text.contains('≈') && !cut,
            "{format}: {text}"
        );
    }
}

#[test]
fn a_legend_names_only_what_is_drawn() {
    let legend = |svg: &str, words: &str| svg.contains(&format!(">{words}</text>"));
    let one_way = "players a b; s a: go -> t; t b: on -> e; e end: 1 0";
    assert!(!legend(
        &export(one_way, &["--format", "svg"]),
        "other move"
    ));
    let by_chance =
        "players a b; s a: go -> c; c chance: x 0.6 -> e, y 0.4 -> f; e end: 1 0; f end: 0 1";
    let by_chance = export(by_chance, &["--format", "svg"]);
    assert!(legend(&by_chance, "best line, at chance the likeliest"));
    let aside = "players a b; s a: go -> e, roll -> c; c chance: x 1/2 -> f, y 1/2 -> g; \
        e end: 1 0; f end: 0 1; g end: 1 0";
    let aside = export(aside, &["--format", "svg"]);
    assert!(legend(&aside, "best line") && legend(&aside, "other move"));
}

#[test]
fn two_sets_in_one_row_have_lines_of_their_own() {
    let svg = export(SIGNAL, &["--format", "svg", "--hide", "legend"]);
    let dashed = "stroke-width=\"2\"";
    // Each dash is a path; those of a straight line start at one height.
    let mut dashes = std::collections::BTreeMap::<&str, u32>::new();
    for dash in svg.split('<').filter(|element| element.contains(dashed)) {
        let (_, path) = dash.split_once("d=\"M").expect("a path");
        let start = path.split(['l', 'h']).next().unwrap_or_default();
        let (_, height) = start.split_once(' ').expect("a place");
        *dashes.entry(height).or_default() += 1;
    }
    let lines = dashes.values().filter(|dashes| **dashes > 20).count();
    assert_eq!(lines, 2, "{dashes:?}");
}

#[test]
fn chance_is_after_the_move_of_the_player_who_moved() {
    let script = "players Ann Bob; r Ann: in -> b, out -> o; b Bob: go -> k, stay -> o; \
        k chance: hit 1/2 -> w, miss 1/2 -> o; o end: 1 1; w end: 3 0";
    let dot = export(script, &["--format", "dot"]);
    assert!(dot.contains("chance node after Bob's move"), "{dot}");
    assert!(!dot.contains("chance node after Ann's move"), "{dot}");
    let dot = export(SIGNAL, &["--format", "dot"]);
    assert!(dot.contains("chance node\\n"), "{dot}");
    assert!(!dot.contains("after Worker's move"), "{dot}");
}

#[test]
fn ratings_are_those_of_all_players_where_each_plays_for_its_own_payoff() {
    let all = export(ULTIMATUM, &["--format", "dot"]);
    assert!(all.contains("Ann 8, Bob 2"), "{all}");
    let first = export(ULTIMATUM, &["--format", "dot", "--ratings", "Ann"]);
    assert!(first.contains("\\nAnn 8\""), "{first}");
    let sum = export(TEXTBOOK, &["--format", "dot"]);
    assert!(sum.contains("\\nMAX 3\""), "{sum}");
}

#[test]
fn a_textbook_tree_has_one_number_at_each_leaf() {
    for format in ["svg", "text", "dot"] {
        let args = ["--format", format, "--ratings", "MAX", "--hide", "blunders"];
        let both = export(TEXTBOOK, &args);
        assert!(both.contains("−12"), "{format}: {both}");
        let args = [
            "--format",
            format,
            "--ratings",
            "MAX",
            "--hide",
            "payoffs,blunders",
        ];
        let one = export(TEXTBOOK, &args);
        assert!(
            !one.contains("−12") && one.contains("12"),
            "{format}: {one}"
        );
    }
}

#[test]
fn an_end_with_payoffs_has_nobodys_color() {
    let dot = export(ULTIMATUM, &["--format", "dot"]);
    let end = dot.lines().find(|line| line.contains("8 · 2"));
    assert!(end.is_some_and(|end| !end.contains(", color=")), "{end:?}");
    let won = doomtree(&["export", "b2b2/a2b1 a", "--format", "dot"]);
    assert!(won.expect(0).contains("peripheries=2, color="));
}
