//! The published figures of tic-tac-toe and Trilobite, the examples of Trilobite's author, and a
//! plain solver that shares nothing with ours.

use std::collections::HashMap;

use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::session::{Rated, open};
use doomtree::tree::{EndsByWinners, Limits, PlySweep, Vertex};

fn setup(game: &str, position: &str, line: Option<u64>) -> Setup {
    let mut setup = Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    };
    setup.switches.line = line;
    setup
}

fn rated(setup: &Setup) -> Rated {
    let build = open(setup, Limits::default(), "").expect(&setup.position);
    build.finish()
}

fn empty(width: usize, height: usize) -> String {
    format!("{} a", vec![".".repeat(width); height].join("/"))
}

fn ratings(rated: &Rated, vertex: Vertex) -> [String; 2] {
    [0, 1].map(|player| {
        rated
            .analysis
            .ratings
            .rating(vertex, Player(player))
            .to_string()
    })
}

#[test]
fn tic_tac_toe_has_the_published_nodes_ends_and_positions() {
    let rated = rated(&setup("tic-tac-toe", ".../.../... x", None));
    let graph = rated.graph.graph();
    let mut plies = PlySweep::new(graph, &rated.analysis.nodes, None);
    let nodes: Vec<String> = std::iter::from_fn(|| plies.ply())
        .map(|ply| ply.nodes)
        .collect();
    let published = "1 9 72 504 3024 15120 54720 148176 200448 127872";
    assert_eq!(nodes.join(" "), published);
    let of_root = |counts: &doomtree::tree::Counts| counts.of(Vertex::ROOT).to_string();
    assert_eq!(of_root(&rated.analysis.nodes), "549946");
    assert_eq!(of_root(&rated.analysis.ends), "255168");
    let ends = EndsByWinners::new(graph);
    let mut ends: Vec<String> = ends
        .of(Vertex::ROOT)
        .map(|(winners, count)| {
            let names = winners.iter().map(|winner| rated.graph.player_name(winner));
            format!("{}:{count}", names.collect::<String>())
        })
        .collect();
    ends.sort();
    assert_eq!(ends, ["o:77904", "x:131184", "xo:46080"]);
    assert_eq!(rated.graph.distinct().positions, 5_478);
    assert_eq!(rated.analysis.longest.of(Vertex::ROOT), Some(9));
    assert_eq!(ratings(&rated, Vertex::ROOT), ["1/2", "1/2"]);
}

#[test]
fn trilobite_has_the_published_sizes_and_results() {
    for (width, height, line, positions, nodes, ends, rating) in [
        (3, 3, 3, 694, "3278", "1310", "1/2"),
        (4, 3, 3, 7_157, "277167", "133656", "1"),
        (3, 4, 3, 2_715, "26195", "11004", "1/2"),
        (4, 4, 4, 161_029, "131060741", "47982540", "1/2"),
    ] {
        let rated = rated(&setup("trilobite", &empty(width, height), Some(line)));
        let what = format!("{width} × {height}, {line}");
        assert_eq!(rated.graph.distinct().positions, positions, "{what}");
        let of_root = |counts: &doomtree::tree::Counts| counts.of(Vertex::ROOT).to_string();
        assert_eq!(of_root(&rated.analysis.nodes), nodes, "{what}");
        assert_eq!(of_root(&rated.analysis.ends), ends, "{what}");
        assert_eq!(ratings(&rated, Vertex::ROOT)[0], rating, "{what}");
    }
}

/// The cells beside a cell in the eight directions, as Trilobite's author lists them: nearest
/// first, and at most as many as are needed for a line.
fn test_patterns(width: usize, height: usize, line: usize, cell: usize) -> [Vec<usize>; 8] {
    let (row, column) = ((cell / width) as isize, (cell % width) as isize);
    let directions = [
        (0, -1),
        (0, 1),
        (-1, 0),
        (1, 0),
        (-1, -1),
        (1, 1),
        (1, -1),
        (-1, 1),
    ];
    directions.map(|(down, across)| {
        (1..line as isize)
            .map(|step| (row + down * step, column + across * step))
            .take_while(|(row, column)| {
                (0..height as isize).contains(row) && (0..width as isize).contains(column)
            })
            .map(|(row, column)| row as usize * width + column as usize)
            .collect()
    })
}

/// Whether the chip on a cell makes a line: each two opposite directions are one.
fn wins(board: &[u8], width: usize, line: usize, cell: usize) -> bool {
    let height = board.len() / width;
    let patterns = test_patterns(width, height, line, cell);
    let run = |cells: &[usize]| {
        let same = cells
            .iter()
            .take_while(|other| board[**other] == board[cell]);
        same.count()
    };
    patterns
        .chunks(2)
        .any(|pair| 1 + run(&pair[0]) + run(&pair[1]) >= line)
}

#[test]
fn the_patterns_are_those_that_trilobites_author_prints() {
    // A board of 10 × 10 and lines of 5.
    let printed = |cell| test_patterns(10, 10, 5, cell).map(|cells| format!("{cells:?}"));
    assert_eq!(
        printed(44),
        [
            "[43, 42, 41, 40]",
            "[45, 46, 47, 48]",
            "[34, 24, 14, 4]",
            "[54, 64, 74, 84]",
            "[33, 22, 11, 0]",
            "[55, 66, 77, 88]",
            "[53, 62, 71, 80]",
            "[35, 26, 17, 8]"
        ]
    );
    assert_eq!(
        printed(32),
        [
            "[31, 30]",
            "[33, 34, 35, 36]",
            "[22, 12, 2]",
            "[42, 52, 62, 72]",
            "[21, 10]",
            "[43, 54, 65, 76]",
            "[41, 50]",
            "[23, 14, 5]"
        ]
    );
    assert_eq!(
        printed(29),
        [
            "[28, 27, 26, 25]",
            "[]",
            "[19, 9]",
            "[39, 49, 59, 69]",
            "[18, 7]",
            "[]",
            "[38, 47, 56, 65]",
            "[]"
        ]
    );
}

/// What is known of every position that was reached: whether its mover wins (1), loses (−1) or
/// draws (0).
type Known = HashMap<Vec<u8>, i8>;

/// Negamax on a plain array: 0 is an empty cell, 1 and 2 are the players.
fn solve(board: &mut Vec<u8>, width: usize, line: usize, player: u8, known: &mut Known) -> i8 {
    if let Some(value) = known.get(board) {
        return *value;
    }
    let mut best: Option<i8> = None;
    for column in 0..width {
        let mut cells = (0..board.len() / width)
            .rev()
            .map(|row| row * width + column);
        let Some(cell) = cells.find(|cell| board[*cell] == 0) else {
            continue;
        };
        board[cell] = player;
        let value = if wins(board, width, line, cell) {
            known.insert(board.clone(), -1);
            1
        } else {
            -solve(board, width, line, 3 - player, known)
        };
        board[cell] = 0;
        best = best.max(Some(value));
    }
    let value = best.unwrap_or(0);
    known.insert(board.clone(), value);
    value
}

/// The cells and the mover of a position in notation.
fn cells(text: &str) -> (Vec<u8>, u8) {
    let (board, mover) = text.split_once(' ').expect("a mover");
    let cells = board.chars().filter(|sign| *sign != '/');
    let number = |sign| match sign {
        '.' => 0,
        'a' => 1,
        _ => 2,
    };
    (
        cells.map(number).collect(),
        if mover == "a" { 1 } else { 2 },
    )
}

#[test]
fn every_position_of_small_boards_is_rated_as_by_a_plain_solver() {
    for (width, height, line) in [
        (1, 1, 1),
        (5, 1, 2),
        (1, 6, 3),
        (3, 3, 2),
        (3, 3, 3),
        (4, 3, 3),
        (3, 4, 3),
        (5, 3, 3),
        (3, 5, 4),
        (4, 4, 3),
        (4, 4, 4),
        (3, 3, 5),
        (5, 4, 4),
        (4, 5, 4),
    ] {
        let what = format!("{width} × {height}, {line}");
        let rated = rated(&setup(
            "trilobite",
            &empty(width, height),
            Some(line as u64),
        ));
        let mut known = Known::new();
        solve(&mut vec![0; width * height], width, line, 1, &mut known);
        let graph = rated.graph.graph();
        assert_eq!(graph.len(), known.len(), "{what}");
        for vertex in graph.vertices() {
            let text = rated.graph.position_text(vertex);
            let (cells, mover) = cells(&text);
            let value = known
                .get(&cells)
                .unwrap_or_else(|| panic!("{what}: {text}"));
            let first = if mover == 1 { *value } else { -value };
            let expected = match first {
                1 => ["1", "0"],
                0 => ["1/2", "1/2"],
                _ => ["0", "1"],
            };
            assert_eq!(ratings(&rated, vertex), expected, "{what}: {text}");
        }
    }
}
