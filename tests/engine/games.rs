//! One battery that every game and every dialect passes: see `laws`.

use std::collections::BTreeSet;

use super::laws::Laws;
use doomtree::game::Player;
use doomtree::games::{NAMES, Setup, Switches, open};
use doomtree::tree::Limits;
use proptest::prelude::*;
use support::Draws;
use support::dialects::{at, dice, rated, rules};

/// A row of the table: one game under one set of rules, from one position on.
struct Row {
    game: &'static str,
    rules: &'static str,
    /// A position as it is written, or a script.
    board: &'static str,
    places: usize,
    max_plies: Option<u32>,
}

const fn dice_row(rules: &'static str, board: &'static str, places: usize, plies: u32) -> Row {
    Row {
        game: "dice-of-doom",
        rules,
        board,
        places,
        // 0 stands for the whole tree.
        max_plies: if plies == 0 { None } else { Some(plies) },
    }
}

const fn script_row(board: &'static str) -> Row {
    Row {
        game: "scripted",
        rules: "",
        board,
        places: 0,
        max_plies: None,
    }
}

const fn cells_row(
    game: &'static str,
    rules: &'static str,
    board: &'static str,
    places: usize,
) -> Row {
    Row {
        game,
        rules,
        board,
        places,
        max_plies: Some(4),
    }
}

/// Every game, every preset, and mixes of their switches.
const TABLE: &[Row] = &[
    dice_row("land-of-lisp", "b2b2/a2b1 a", 4, 0),
    dice_row("land-of-lisp", "b2b2/a2b1 b", 4, 0),
    dice_row("land-of-lisp", "a1b2a1/b1b2a1/a1a1a3 b", 9, 0),
    dice_row("land-of-lisp", "b2a1a1/a2b2a3/b3b1b1 a +2", 9, 6),
    dice_row("haskell", "a1b2a1/b1b2a1/a1a1a3 b", 9, 0),
    dice_row("haskell", "b2a1a1/a2b2a3/b3b1b1 a +3", 9, 6),
    dice_row("realm-of-racket", "b2b2/a2b1 a pool=10", 4, 0),
    dice_row("realm-of-racket", "a3b2a1/b1a2b3 a pool=3", 6, 8),
    dice_row("realm-of-racket", "a3b2a1/b1a2b3 b + pool=2 reversed", 6, 8),
    dice_row("land-of-lisp-v4", "b2b2/a2b1 a", 4, 3),
    dice_row("land-of-lisp-v4", "a3b2c1/d2a1b5 a", 6, 3),
    dice_row("land-of-lisp-v4", "d3b2c1/d2a1b5 d + ?0>1", 6, 2),
    dice_row("land-of-lisp-v4 players=2 max_dice=2", "a2b1 a", 2, 0),
    dice_row("land-of-lisp-v4 odds=exact players=2", "a3b2/b4a1 b", 4, 3),
    dice_row("land-of-lisp combat=dice-roll", "b2b2/a2b1 a", 4, 4),
    dice_row("land-of-lisp combat=dice-roll", "b2b2/a2b1 a +0 ?2>0", 4, 4),
    dice_row("haskell combat=dice-roll odds=exact", "a3b1b2 a +2", 3, 5),
    dice_row(
        "realm-of-racket combat=dice-roll players=3",
        "a3b2/c1a2 c pool=0 reversed",
        4,
        4,
    ),
    dice_row("haskell players=3 max_dice=5", "a5b4c3/c1b2a1 a", 6, 0),
    dice_row(
        "realm-of-racket geometry=parallelogram pool=2",
        "a3b2/b1a2 a pool=2",
        4,
        0,
    ),
    dice_row(
        "realm-of-racket pass_listed=last",
        "a3b2/b1a2 a + pool=999",
        4,
        0,
    ),
    dice_row(
        "land-of-lisp reinforcement=largest-cluster",
        "b3b3a3/a2b2a3 a",
        6,
        0,
    ),
    dice_row(
        "land-of-lisp reinforcement=largest-cluster players=3",
        "a3b1c2 b +",
        3,
        0,
    ),
    dice_row("land-of-lisp max_dice=1", "a1b1 a +999", 2, 0),
    dice_row(
        "land-of-lisp-v4 players=6 max_dice=9",
        "f9e8d7/c6b5a4 f +",
        6,
        1,
    ),
    dice_row(
        "land-of-lisp-v4 players=6 max_dice=9",
        "a2e8d8f3b4a1f4e3/a3c5e3d9d5b8d5e7/b8a6b7a4a7f8d1f5/a3f7a9f1f8b6e2c2/\
         a4f9f1a7b2a9a2c5/b3e7b5e9e5b9d3e5/b1d4a7d7d5e4e3e4/c1e9f7e1d9c7a9c5 a",
        64,
        1,
    ),
    cells_row("tic-tac-toe", "", ".../.../... x", 9),
    cells_row("tic-tac-toe", "", "xo./.x./..o x", 9),
    cells_row("tic-tac-toe", "", "xxx/oo./... o", 9),
    cells_row("trilobite", "line=3", "..../..../.... a", 12),
    cells_row("trilobite", "line=3", "..../a.../ba.b a", 12),
    cells_row("trilobite", "line=2", "./././. a", 4),
    cells_row(
        "trilobite",
        "line=4",
        "....../....../....../....../....../...a.. b",
        36,
    ),
    script_row(
        "players a b c\nstart a: left -> coin, right -> duel\n\
         coin chance a: heads 1/3 -> won, tails 2/3 -> start\n\
         duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost\n\
         won end: 1 0 0\nlost end: 0 1/2 1/2\n",
    ),
    script_row(
        "start a: left -> coin, right -> \"the end\"\n\
         coin chance b: heads 0 -> \"the end\", tails 1 -> toss\n\
         toss chance b: 1 1/2 -> \"the end\", 2 1/2 -> start\n\"the end\" end: -5 7/2\n",
    ),
    script_row("players \"somebody alone\"\nover end: 1\n"),
];

impl Row {
    fn setup(&self) -> Setup {
        Setup::of_board(self.game, rules(self.rules), self.board, None)
    }

    fn laws(&self) -> Laws {
        let scripted = self.game == "scripted";
        let most_dice = || rules(self.rules).max_dice.unwrap_or(5);
        Laws {
            limits: Limits {
                max_plies: self.max_plies,
                ..Limits::default()
            },
            position: if scripted {
                self.board
                    .lines()
                    .find(|line| !line.starts_with("players"))
                    .and_then(|line| line.split(' ').next())
                    .expect("a first node")
                    .to_owned()
            } else {
                self.board.to_owned()
            },
            places: self.places,
            constant_sum: !scripted,
            moves_change: !scripted,
            most_dice: (self.game == "dice-of-doom").then(most_dice),
        }
    }
}

#[test]
fn every_game_and_every_dialect_keeps_every_law() {
    for row in TABLE {
        println!("{} {} {}", row.game, row.rules, row.board);
        open(&row.setup(), row.laws()).expect("a good setup");
    }
}

#[test]
fn every_game_and_every_preset_stands_in_the_table() {
    let games: BTreeSet<_> = TABLE.iter().map(|row| row.game).collect();
    assert_eq!(games, NAMES.into(), "a game without the battery's laws");
    for (preset, _) in doomtree::games::dice_of_doom::Rules::PRESETS {
        assert!(TABLE.iter().any(|row| row.rules == preset), "{preset}");
    }
}

#[test]
fn positions_that_differ_in_any_part_of_the_rules_are_different() {
    for (words, texts) in [
        (
            "land-of-lisp",
            &[
                "a2b1 a",
                "a2b1 b",
                "a1b1 a",
                "a2a1 a",
                "a2b1 a +1",
                "a2b1 a +2",
                "a2b1 b +1",
            ][..],
        ),
        ("haskell", &["a2b1 a", "a2b1 a +1", "a2b1 a +2"]),
        (
            "realm-of-racket",
            &[
                "a2b1 a pool=10",
                "a2b1 a pool=9",
                "a2b1 a pool=9 reversed",
                "a2b1 a + pool=9",
                "a2b1 a + pool=9 reversed",
            ],
        ),
        (
            "land-of-lisp-v4",
            &[
                "a2b2 a",
                "a2b2 b",
                "a2b2 c",
                "a2b2 a +",
                "a2b2 a ?0>1",
                "a2b2 a + ?0>1",
                "a2b2 b ?1>0",
            ],
        ),
        (
            "haskell combat=dice-roll",
            &["a2b2 a", "a2b2 a +0", "a2b2 a +1", "a2b2 a +0 ?0>1"],
        ),
        ("land-of-lisp", &["a1b1/b1a1 a", "a1b1b1a1 a"]),
    ] {
        let written: BTreeSet<String> = texts
            .iter()
            .map(|text| {
                rated(&dice(words, text), support::plies(0))
                    .graph
                    .position_text(doomtree::tree::Vertex::ROOT)
            })
            .collect();
        assert_eq!(
            written,
            texts.iter().map(|text| (*text).to_owned()).collect()
        );
    }
}

/// Two lines that meet on the same board, with the same mover in the middle of a turn, after
/// capturing different dice.
#[test]
fn captured_dice_are_part_of_a_position_only_where_they_are_counted() {
    // a takes the two dice first and then the one, or the other way round.
    let (board, lines) = ("a3b2/a3b1 a", ["0>1 2>3", "2>3 0>1"]);
    for (words, same) in [
        ("land-of-lisp", true),
        ("haskell", false),
        ("realm-of-racket geometry=parallelogram", true),
        ("land-of-lisp reinforcement=largest-cluster", true),
    ] {
        let rated = rated(&dice(words, board), Limits::default());
        let [first, second] = lines.map(|line| at(&rated, line));
        assert_eq!(first == second, same, "{words}");
    }
}

/// A random position of Dice of Doom under any mix of rules.
fn any_setup() -> impl Strategy<Value = (Setup, usize)> {
    let size = prop_oneof![
        4 => (1_usize..=4, 1_usize..=4),
        1 => (1_usize..=8, 1_usize..=8),
        1 => (1_usize..=2, 1_usize..=32),
    ];
    (2_u64..=6, 1_u64..=9, size, any::<u64>()).prop_map(|(players, max_dice, size, seed)| {
        let mut draws = Draws::new(seed);
        let mut one_of = |names: &[&str]| Some(names[draws.below(names.len())].to_owned());
        let mut switches = Switches {
            geometry: one_of(&["parallelogram", "offset-rows"]),
            players: Some(players),
            max_dice: Some(max_dice),
            combat: one_of(&["stronger-wins", "dice-roll"]),
            reinforcement: one_of(&[
                "captured-minus-one",
                "last-capture-minus-one",
                "pool",
                "largest-cluster",
            ]),
            pass_listed: one_of(&["first", "last"]),
            ..Switches::default()
        };
        let rolls = switches.combat.as_deref() == Some("dice-roll");
        if rolls {
            switches.odds = one_of(&["book-table", "exact"]);
        }
        let letter = |draws: &mut Draws| Player(draws.below(players as usize) as u8).letter();
        let rows: Vec<String> = (0..size.0)
            .map(|_| {
                let hex = |draws: &mut Draws| {
                    let owner = letter(draws);
                    format!("{owner}{}", draws.below(max_dice as usize) + 1)
                };
                (0..size.1).map(|_| hex(&mut draws)).collect()
            })
            .collect();
        let mut position = format!("{} {}", rows.join("/"), letter(&mut draws));
        let reinforcement = switches.reinforcement.as_deref().expect("it was drawn");
        if draws.below(4) == 0 {
            position.push_str(" +");
            if reinforcement.ends_with("minus-one") {
                position.push_str(&(draws.below(998) + usize::from(!rolls)).to_string());
            }
        }
        if reinforcement == "pool" {
            position.push_str(&format!(" pool={}", draws.below(1_000)));
            if draws.below(2) == 0 {
                position.push_str(" reversed");
            }
        }
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            switches,
            position,
            columns: None,
        };
        (setup, size.0 * size.1)
    })
}

fn any_limits(most_nodes: u64) -> impl Strategy<Value = Limits> {
    (prop::option::of(0_u32..6), 1..=most_nodes).prop_map(|(max_plies, max_nodes)| Limits {
        max_plies,
        max_nodes: Some(max_nodes),
        ..Limits::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_board_of_any_dialect_keeps_every_law(
        (setup, places) in any_setup(), limits in any_limits(60),
    ) {
        let laws = Laws {
            limits,
            position: setup.position.clone(),
            places,
            constant_sum: true,
            moves_change: true,
            most_dice: setup.switches.max_dice,
        };
        open(&setup, laws).expect("a good setup");
    }

    #[test]
    fn whatever_is_read_is_written_so_that_it_is_read_again(
        (setup, _) in any_setup(), at in any::<prop::sample::Index>(), with in any::<prop::sample::Index>(),
    ) {
        const SIGNS: [&str; 16] =
            ["", "a", "b", "f", "0", "1", "9", "/", " ", "+", "?", ">", "pool=", "reversed", "-", "é"];
        let mut text = setup.position.clone();
        let place = at.index(text.len());
        text.replace_range(place..=place, SIGNS[with.index(SIGNS.len())]);
        let changed = Setup { position: text, ..setup };
        if let Ok(read) = doomtree::games::with_position(&changed, &changed.position, None) {
            let again = doomtree::games::with_position(&read, &read.position, None);
            prop_assert_eq!(again, Ok(read));
        }
    }
}
