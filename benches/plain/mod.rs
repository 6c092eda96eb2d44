//! The reference: the program of a good programmer in an afternoon for *Land of Lisp*'s rules on
//! 3×3 hexes with two players and three dice, and nothing else.
//!
//! Breadth-first over `u64` positions, which one open-addressing map numbers; successors in one
//! flat array; then one depth-first sweep for ratings and tree sizes. It is meant to be clear and
//! fast, and uses nothing of the library. The benches compare the library with it, and both must
//! find the same numbers.

mod map;

use map::Map;

/// A position in 33 bits. Three planes have nine bits each, bit `n` for the hex `n`: its owner (0:
/// a), whether it has more than one die, whether it has three. Then the player to move, and the
/// dice captured in this turn: 0 at the start of a turn.
type Position = u64;

const HEXES: u64 = 0x1ff;
const MANY: u32 = 9;
const THREE: u32 = 18;
const MOVER: u32 = 27;
const CAPTURED: u32 = 28;

/// The neighbors of each hex, in the order in which attacks are listed.
const NEIGHBOURS: [&[u8]; 9] = [
    &[3, 1, 4],
    &[4, 0, 2, 5],
    &[5, 1],
    &[0, 6, 4, 7],
    &[1, 7, 0, 3, 5, 8],
    &[2, 8, 1, 4],
    &[3, 7],
    &[4, 3, 6, 8],
    &[5, 4, 7],
];

/// The position graph, in breadth-first order; the root is 0.
pub struct Graph {
    /// The positions.
    positions: Vec<Position>,
    /// The start of each position's successors, and the end of the last ones.
    pub first_edge: Vec<u32>,
    /// The successors of all positions.
    pub targets: Vec<u32>,
}

/// The results for every position of a graph.
pub struct Rated {
    /// The rating for a: 1 a win, 0 a loss. With nine hexes there are no ties.
    pub ratings: Vec<u8>,
    /// The nodes of the tree below each position, the position included.
    pub sizes: Vec<u128>,
}

/// A position in notation, such as `a2a2b2/a3b1a3/a3a3b3 a`. `None` unless it is the start of a
/// turn on 3×3 hexes, with two players and up to three dice.
pub fn read(text: &str) -> Option<Position> {
    let mut letters = text.chars().filter(|c| *c != '/' && *c != ' ');
    let owner = |c| match c {
        'a' => Some(0),
        'b' => Some(1),
        _ => None,
    };
    let mut position = 0;
    for hex in 0..9 {
        position |= owner(letters.next()?)? << hex;
        position |= match letters.next()? {
            '1' => 0,
            '2' => 1 << (MANY + hex),
            '3' => 1 << (MANY + hex) | 1 << (THREE + hex),
            _ => return None,
        };
    }
    position |= owner(letters.next()?)? << MOVER;
    letters.next().is_none().then_some(position)
}

/// All positions that can be reached from `root`, and the moves between them.
pub fn build(root: Position) -> Graph {
    let mut positions = vec![root];
    let mut first_edge = vec![0];
    let mut targets = Vec::new();
    let mut map = Map::new();
    map.number(root, 0);
    let mut next = 0;
    while next < positions.len() {
        successors(positions[next], |after| {
            let new = positions.len() as u32;
            let number = map.number(after, new);
            if number == new {
                positions.push(after);
            }
            targets.push(number);
        });
        first_edge.push(targets.len() as u32);
        next += 1;
    }
    Graph {
        positions,
        first_edge,
        targets,
    }
}

/// Calls `reach` with every position that a move leads to, in the order of the rules: the pass,
/// then attacks by source and neighbor.
fn successors(position: Position, mut reach: impl FnMut(Position)) {
    let captured = position >> CAPTURED;
    if captured > 0 {
        reach(pass(position));
    }
    let many = position >> MANY & HEXES;
    let three = position >> THREE & HEXES;
    let mine = own(position);
    let mut sources = mine & many;
    while sources != 0 {
        let source = sources.trailing_zeros();
        sources &= sources - 1;
        // Three dice beat one and two, two beat one.
        let strong = three >> source & 1;
        let weaker = !mine & if strong == 1 { !three } else { !many };
        for &target in NEIGHBOURS[source as usize] {
            if weaker >> target & 1 == 0 {
                continue;
            }
            let target = u32::from(target);
            let lost = 1 + (many >> target & 1);
            let from = 1 << source;
            let to = 1 << target;
            // The source keeps one die; the target gets the mover, and the others: one or two.
            let mut after = position & !((from | to) << MANY | (from | to) << THREE | to);
            after |= (position >> MOVER & 1) << target | strong << (MANY + target);
            after += lost << CAPTURED;
            reach(after);
        }
    }
}

/// The hexes of the mover.
fn own(position: Position) -> u64 {
    let owners = position & HEXES;
    if position >> MOVER & 1 == 1 {
        owners
    } else {
        !owners & HEXES
    }
}

/// The position after a pass: the mover's hexes get a die each as long as one less than the
/// captured dice last, and the other is to move.
fn pass(position: Position) -> Position {
    let mut after = position & ((1 << CAPTURED) - 1) ^ 1 << MOVER;
    let mut open = own(position) & !(position >> THREE);
    for _ in 1..position >> CAPTURED {
        if open == 0 {
            break;
        }
        let hex = open & open.wrapping_neg();
        open ^= hex;
        // One becomes two, two become three.
        after |= if position >> MANY & hex == 0 {
            hex << MANY
        } else {
            hex << THREE
        };
    }
    after
}

/// A position on the stack, with the partial results of its successors.
struct Frame {
    position: u32,
    next_edge: u32,
    a_moves: bool,
    rating: u8,
    size: u128,
}

impl Frame {
    fn new(graph: &Graph, position: u32) -> Self {
        let bits = graph.positions[position as usize];
        let a_moves = bits >> MOVER & 1 == 0;
        Self {
            position,
            next_edge: graph.first_edge[position as usize],
            a_moves,
            // The worst for the mover, until a successor is better.
            rating: u8::from(!a_moves),
            size: 1,
        }
    }
}

/// Not rated yet.
const UNKNOWN: u8 = u8::MAX;

/// Rates every position, and counts the trees below them: depth-first, each position once.
pub fn rate(graph: &Graph) -> Rated {
    let mut ratings = vec![UNKNOWN; graph.positions.len()];
    let mut sizes = vec![0; graph.positions.len()];
    let mut stack = vec![Frame::new(graph, 0)];
    'down: while let Some(frame) = stack.last_mut() {
        let position = frame.position as usize;
        let last_edge = graph.first_edge[position + 1];
        while frame.next_edge < last_edge {
            let child = graph.targets[frame.next_edge as usize];
            let rating = ratings[child as usize];
            if rating == UNKNOWN {
                // Each turn leaves fewer dice than it found.
                debug_assert!(stack.len() < graph.positions.len(), "a position recurs");
                stack.push(Frame::new(graph, child));
                continue 'down;
            }
            frame.rating = if frame.a_moves {
                frame.rating.max(rating)
            } else {
                frame.rating.min(rating)
            };
            frame.size += sizes[child as usize];
            frame.next_edge += 1;
        }
        ratings[position] = if frame.size == 1 {
            payoff(graph.positions[position])
        } else {
            frame.rating
        };
        sizes[position] = frame.size;
        stack.pop();
    }
    Rated { ratings, sizes }
}

/// The payoff of an end for a: the player with the most hexes wins.
fn payoff(position: Position) -> u8 {
    u8::from((position & HEXES).count_ones() <= 4)
}
