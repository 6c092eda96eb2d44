//! The published figures of tic-tac-toe and Trilobite, the examples of Trilobite's author, and a
//! plain solver that shares nothing with ours.

use rustc_hash::FxHashMap;

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

/// The most cells that are solved.
const MAX: usize = 20;

/// 0 is an empty cell, 1 and 2 are the players.
type Board = [u8; MAX];

/// Negamax on a plain array.
struct Solver {
    width: usize,
    height: usize,
    line: usize,
    patterns: Vec<[Vec<usize>; 8]>,
    /// Whether the mover of a position wins (1), loses (−1) or draws (0).
    known: FxHashMap<Board, i8>,
}

impl Solver {
    fn new(width: usize, height: usize, line: usize) -> Self {
        let cells = 0..width * height;
        Self {
            width,
            height,
            line,
            patterns: cells
                .map(|cell| test_patterns(width, height, line, cell))
                .collect(),
            known: FxHashMap::default(),
        }
    }

    /// Whether the chip on a cell makes a line: each two opposite directions are one.
    fn wins(&self, board: &Board, cell: usize) -> bool {
        let run = |cells: &[usize]| {
            let same = cells
                .iter()
                .take_while(|other| board[**other] == board[cell]);
            same.count()
        };
        self.patterns[cell]
            .chunks(2)
            .any(|pair| 1 + run(&pair[0]) + run(&pair[1]) >= self.line)
    }

    fn solve(&mut self, board: Board, player: u8) -> i8 {
        if let Some(value) = self.known.get(&board) {
            return *value;
        }
        let mut best: Option<i8> = None;
        for column in 0..self.width {
            let mut cells = (0..self.height).rev().map(|row| row * self.width + column);
            let Some(cell) = cells.find(|cell| board[*cell] == 0) else {
                continue;
            };
            let mut after = board;
            after[cell] = player;
            let value = if self.wins(&after, cell) {
                self.known.insert(after, -1);
                1
            } else {
                -self.solve(after, 3 - player)
            };
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(0);
        self.known.insert(board, value);
        value
    }
}

/// The cells and the mover of a position in notation.
fn cells(text: &str) -> (Board, u8) {
    let (cells, mover) = text.split_once(' ').expect("a mover");
    let mut board = [0; MAX];
    for (cell, sign) in board
        .iter_mut()
        .zip(cells.chars().filter(|sign| *sign != '/'))
    {
        *cell = match sign {
            '.' => 0,
            'a' => 1,
            _ => 2,
        };
    }
    (board, if mover == "a" { 1 } else { 2 })
}

/// Compares the number of positions, and the rating of each of them whose number `every` divides.
fn compare(width: usize, height: usize, line: usize, every: usize) {
    let what = format!("{width} × {height}, {line}");
    let rated = rated(&setup(
        "trilobite",
        &empty(width, height),
        Some(line as u64),
    ));
    let mut solver = Solver::new(width, height, line);
    solver.solve([0; MAX], 1);
    let graph = rated.graph.graph();
    assert_eq!(graph.len(), solver.known.len(), "{what}");
    for vertex in graph.vertices().step_by(every) {
        let text = rated.graph.position_text(vertex);
        let (cells, mover) = cells(&text);
        let value = solver.known.get(&cells).copied();
        let first = value.map(|value| if mover == 1 { value } else { -value });
        let expected = match first {
            Some(1) => ["1", "0"],
            Some(0) => ["1/2", "1/2"],
            Some(_) => ["0", "1"],
            None => panic!("{what}: {text} was not reached"),
        };
        assert_eq!(ratings(&rated, vertex), expected, "{what}: {text}");
    }
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
        (3, 3, 5),
    ] {
        compare(width, height, line, 1);
    }
}

// All ratings rest on one another, so that a sample of the positions stands for all.
#[test]
fn boards_of_five_by_four_are_rated_as_by_a_plain_solver() {
    compare(5, 4, 4, 41);
    compare(4, 5, 4, 41);
}
