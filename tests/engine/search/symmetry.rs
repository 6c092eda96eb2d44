//! Symmetries of the rules: positions that stand for each other have the same ratings, proved by
//! their exact graphs.

use std::collections::BTreeMap;
use std::sync::Arc;

use doomtree::game::{Estimate, Game, Kind, NotationError, Player, Rational, Shown, one};
use doomtree::games::dice_of_doom::{
    Board, Combat, DiceMove, DiceOfDoom, Geometry, PackedPosition, Reinforcement, Rules, TurnState,
};
use doomtree::games::tic_tac_toe::TicTacToe;
use doomtree::games::trilobite::{self, Trilobite};
use doomtree::rating::Rating;
use doomtree::session::random;
use doomtree::tree::Vertex;

use super::{Oracle, options, searched};
use support::dialects::rules;

/// What is wrong with the class of a position, if anything is.
fn fault<G: Game>(game: &Arc<G>, position: G::Position, max_plies: Option<u32>) -> Option<String> {
    let class = game.canonical(&position);
    if game.canonical(&class) != class {
        return Some(format!("{class:?} stands for a class, and not for itself"));
    }
    if class == position {
        return None;
    }
    let ours = Oracle::new(game, position, max_plies);
    let theirs = Oracle::new(game, class, max_plies);
    let all: Vec<Player> = Player::all(game.players()).collect();
    let ratings = |oracle: &Oracle<G>| -> Vec<(Rating, (Rating, Rating))> {
        all_ratings(oracle, all.clone())
    };
    let positions = |oracle: &Oracle<G>| oracle.graph.graph().len();
    let (a, b) = (ratings(&ours), ratings(&theirs));
    if a != b || positions(&ours) != positions(&theirs) {
        let texts = [position, class].map(|position| game.position_text(&position));
        return Some(format!("{texts:?}: {a:?}, not {b:?}"));
    }
    None
}

fn all_ratings<G: Game>(
    oracle: &Oracle<G>,
    players: Vec<Player>,
) -> Vec<(Rating, (Rating, Rating))> {
    let of = |player| {
        let rating = oracle.ratings.rating(Vertex::ROOT, player);
        (rating, oracle.ratings.proven(Vertex::ROOT, player))
    };
    players.into_iter().map(of).collect()
}

/// Every position of the graph of a root, some left out: the faults, and how many were looked at
/// that another one stands for.
fn faults<G: Game>(game: &Arc<G>, root: G::Position, every: usize) -> (Vec<String>, usize) {
    let oracle = Oracle::new(game, root, None);
    let graph = oracle.graph.graph();
    let mut moved = 0;
    let mut faults = Vec::new();
    for vertex in graph.vertices().step_by(every) {
        let position = *oracle.graph.position(vertex);
        moved += usize::from(game.canonical(&position) != position);
        for max_plies in [None, Some(2)] {
            faults.extend(fault(game, position, max_plies));
        }
    }
    (faults, moved)
}

type Dice = DiceOfDoom<1>;

/// A game and a position on a random board.
fn dice_of_doom(
    rules: Rules,
    words: &str,
    rows: usize,
    columns: usize,
    seed: u64,
) -> (Arc<Dice>, PackedPosition<1>) {
    let switches = self::rules(words);
    let text = random(
        "dice-of-doom",
        &switches,
        Some(rows as u64),
        Some(columns as u64),
        seed,
    )
    .expect("a board");
    let board = Board::read(&text, &rules, None).expect("a board");
    let (game, position) = DiceOfDoom::with_board(rules, &board).expect("it fits");
    (Arc::new(game), position)
}

const POOL: Rules = Rules {
    reinforcement: Reinforcement::Pool,
    pool: 3,
    ..Rules::LAND_OF_LISP
};

#[test]
fn every_position_of_tic_tac_toe_has_the_ratings_of_the_one_that_stands_for_it() {
    let game = Arc::new(TicTacToe::new());
    let oracle = Oracle::new(
        &game,
        game.read_position(".../.../... x").expect("empty"),
        None,
    );
    let graph = oracle.graph.graph();
    // Two ways to look: every class has one rating within the one graph …
    let mut classes = BTreeMap::new();
    for vertex in graph.vertices() {
        let position = *oracle.graph.position(vertex);
        let rating = oracle.ratings.rating(vertex, Player(0)).exact();
        let class = game.canonical(&position);
        assert_eq!(
            *classes.entry(class).or_insert(rating),
            rating,
            "{position:?}"
        );
    }
    // … and there are as many as are known to differ: 765 of 5,478.
    assert_eq!((graph.len(), classes.len()), (5_478, 765));
}

#[test]
fn every_position_of_trilobite_has_the_ratings_of_its_mirror_image() {
    for (width, height, line) in [(4, 3, 3), (3, 3, 3), (5, 2, 3), (2, 4, 2)] {
        let rules = trilobite::Rules {
            width,
            height,
            line,
        };
        let game = Arc::new(Trilobite::new(rules).expect("a board"));
        let rows = vec![".".repeat(width); height].join("/");
        let empty = game.read_position(&format!("{rows} a")).expect("empty");
        let oracle = Oracle::new(&game, empty, None);
        let graph = oracle.graph.graph();
        let mut classes = BTreeMap::new();
        for vertex in graph.vertices() {
            let position = *oracle.graph.position(vertex);
            let rating = oracle.ratings.rating(vertex, Player(0)).exact();
            let class = game.canonical(&position);
            assert_eq!(
                *classes.entry(class).or_insert(rating),
                rating,
                "{position:?}"
            );
        }
        let share = classes.len() as f64 / graph.len() as f64;
        assert!((0.5..0.6).contains(&share), "{width}×{height}: {share}");
    }
}

#[test]
fn under_pool_half_a_turn_with_the_board_order_reversed_changes_no_rating() {
    let mut moved = 0;
    for (geometry, combat, players) in [
        (Geometry::Parallelogram, Combat::StrongerWins, 2),
        (Geometry::OffsetRows, Combat::StrongerWins, 2),
        (Geometry::Parallelogram, Combat::StrongerWins, 3),
        (Geometry::Parallelogram, Combat::DiceRoll, 2),
    ] {
        let rules = Rules {
            geometry,
            combat,
            players,
            max_dice: if combat == Combat::DiceRoll { 2 } else { 3 },
            ..POOL
        };
        let words = format!(
            "land-of-lisp reinforcement=pool players={players} max_dice={}",
            rules.max_dice
        );
        for seed in 0..3 {
            for (rows, columns) in [(2, 2), (1, 4), (2, 3)] {
                let (game, root) = dice_of_doom(rules, &words, rows, columns, seed);
                let (faults, looked_at) = faults(&game, root, 29);
                assert!(faults.is_empty(), "{rules:?}: {faults:#?}");
                moved += looked_at;
            }
        }
    }
    assert!(moved > 100, "{moved}");
}

#[test]
fn where_no_pass_brings_a_die_every_rearrangement_that_keeps_neighbours_changes_no_rating() {
    let still = [
        (
            Rules { pool: 0, ..POOL },
            "land-of-lisp reinforcement=pool pool=0",
        ),
        (
            Rules {
                pool: 0,
                geometry: Geometry::OffsetRows,
                ..POOL
            },
            "land-of-lisp reinforcement=pool pool=0",
        ),
        (
            Rules {
                reinforcement: Reinforcement::LastCaptureMinusOne,
                max_dice: 2,
                ..Rules::LAND_OF_LISP
            },
            "haskell max_dice=2",
        ),
    ];
    let mut moved = 0;
    for (rules, words) in still {
        for seed in 0..6 {
            for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (1, 5)] {
                let (game, root) = dice_of_doom(rules, words, rows, columns, seed);
                let (faults, looked_at) = faults(&game, root, 7);
                assert!(faults.is_empty(), "{rules:?}: {faults:#?}");
                moved += looked_at;
            }
        }
    }
    assert!(moved > 300, "{moved}");
}

#[test]
fn images_that_stand_for_each_other_are_found_from_either_side() {
    let rules = Rules { pool: 0, ..POOL };
    let words = "land-of-lisp reinforcement=pool pool=0";
    for seed in 0..20 {
        let (game, position) = dice_of_doom(rules, words, 3, 3, seed);
        let board = game.board(&position);
        let class = game.canonical(&position);
        for image in [
            half_turned(&board),
            transposed(&board),
            transposed(&half_turned(&board)),
        ] {
            for reversed in [false, true] {
                let image = Board {
                    reversed,
                    ..image.clone()
                };
                let (_, image) = Dice::with_board(rules, &image).expect("it fits");
                assert_eq!(game.canonical(&image), class, "seed {seed}");
            }
        }
    }
}

#[test]
fn where_captured_dice_are_handed_out_in_board_order_every_position_stands_for_itself() {
    let dialects = [
        Rules::LAND_OF_LISP,
        Rules {
            reinforcement: Reinforcement::LargestCluster,
            ..Rules::LAND_OF_LISP
        },
        Rules {
            reinforcement: Reinforcement::LastCaptureMinusOne,
            ..Rules::LAND_OF_LISP
        },
        Rules {
            max_dice: 2,
            ..Rules::LAND_OF_LISP
        },
    ];
    for rules in dialects {
        for seed in 0..10 {
            let (game, position) = dice_of_doom(rules, "land-of-lisp max_dice=2", 3, 3, seed);
            assert_eq!(game.canonical(&position), position, "{rules:?}");
        }
    }
}

#[test]
fn a_board_whose_next_pass_brings_dice_stands_only_for_itself() {
    // Written as it can't come about in play: the next pass brings three dice.
    let rules = Rules {
        reinforcement: Reinforcement::LastCaptureMinusOne,
        max_dice: 2,
        ..Rules::LAND_OF_LISP
    };
    let board = Board::read("b2a1/a2b1 a +4", &rules, None).expect("a board");
    assert_eq!(board.turn, TurnState::MidTurn(Some(4)));
    let (game, position) = Dice::with_board(rules, &board).expect("it fits");
    assert_eq!(game.canonical(&position), position);
}

#[test]
fn exchanging_the_players_exchanges_the_ratings() {
    for words in ["land-of-lisp", "haskell", "realm-of-racket pool=2"] {
        let rules = Rules::from_switches(&rules(words)).expect("rules");
        for seed in 0..10 {
            let (game, position) = dice_of_doom(rules, words, 2, 3, seed);
            let (_, swapped) =
                Dice::with_board(rules, &swapped(&game.board(&position))).expect("it fits");
            let ours = all_ratings(
                &Oracle::new(&game, position, None),
                vec![Player(0), Player(1)],
            );
            let theirs = all_ratings(
                &Oracle::new(&game, swapped, None),
                vec![Player(1), Player(0)],
            );
            assert_eq!(ours, theirs, "{words}, seed {seed}");
        }
    }
}

/// Dice of Doom with a symmetry that it doesn't have: half a turn, whatever a pass hands out.
struct HalfTurned(Dice);

impl Game for HalfTurned {
    type Position = PackedPosition<1>;
    type Move = DiceMove;

    fn name(&self) -> &str {
        "half-turned"
    }
    fn players(&self) -> usize {
        self.0.players()
    }
    fn moves(&self, position: &Self::Position, out: &mut Vec<DiceMove>) -> Kind {
        self.0.moves(position, out)
    }
    fn play(&self, position: &Self::Position, mv: DiceMove) -> Self::Position {
        self.0.play(position, mv)
    }
    fn payoff(&self, position: &Self::Position, player: Player) -> Rational {
        self.0.payoff(position, player)
    }
    fn payoff_sum(&self) -> Option<Rational> {
        Some(one())
    }
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        let board = half_turned(&self.0.board(position));
        let turned = Dice::with_board(Rules::LAND_OF_LISP, &board);
        turned.map_or(*position, |(_, turned)| turned.min(*position))
    }
    fn estimate(&self, position: &Self::Position, estimate: Estimate, player: Player) -> Rational {
        self.0.estimate(position, estimate, player)
    }
    fn write_position(&self, position: &Self::Position, out: &mut String) {
        self.0.write_position(position, out);
    }
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        self.0.read_position(text)
    }
    fn write_move(&self, position: &Self::Position, mv: DiceMove, out: &mut String) {
        self.0.write_move(position, mv, out);
    }
}

impl Shown for HalfTurned {}

#[test]
fn a_planted_false_symmetry_is_found_by_the_ratings() {
    let mut wrong_classes = 0;
    let mut wrong_ratings = 0;
    for seed in 0..200 {
        let (game, position) = dice_of_doom(Rules::LAND_OF_LISP, "land-of-lisp", 2, 3, seed);
        let wrong = Arc::new(HalfTurned((*game).clone()));
        if seed < 40 {
            wrong_classes += faults(&wrong, position, 5).0.len();
        }
        let ours = searched(&wrong, position, options());
        let right = searched(&game, position, options());
        wrong_ratings += usize::from(ours != right);
    }
    assert!(wrong_classes > 0, "the law has no teeth");
    println!("{wrong_classes} wrong classes, {wrong_ratings} wrong answers");
}

/// The board turned by half a circle, its order unchanged.
fn half_turned(board: &Board) -> Board {
    let last = board.hexes.len() as u8 - 1;
    Board {
        hexes: board.hexes.iter().rev().copied().collect(),
        attack: board.attack.map(|(from, to)| (last - from, last - to)),
        ..board.clone()
    }
}

/// A board of as many rows as columns with its rows and columns exchanged.
fn transposed(board: &Board) -> Board {
    let side = board.columns;
    let to = |hex: usize| hex % side * side + hex / side;
    Board {
        hexes: (0..board.hexes.len())
            .map(|hex| board.hexes[to(hex)])
            .collect(),
        ..board.clone()
    }
}

/// The board of two players with everything of one given to the other.
fn swapped(board: &Board) -> Board {
    let other = |player: Player| Player(1 - player.0);
    let mut board = board.clone();
    board.mover = other(board.mover);
    for hex in &mut board.hexes {
        hex.owner = other(hex.owner);
    }
    board
}
