//! Evaluates a filter step by step: which moves lead to hits, then the number of hits below each
//! position.

use super::{Filter, Is, KindOf, Term, Whose, Won};
use crate::game::{Rational, Refusal};
use crate::rating::{Rating, best_edges, blunders};
use crate::session::Rated;
use crate::tree::{
    Edge, EdgeSet, Graph, HitCounting, Hits, Marked, Task, Vertex, VertexKind, VertexSet,
};

/// A filter that is being evaluated. Dropping it cancels.
pub struct Finding {
    rated: Rated,
    filter: Filter,
    /// The conditions on a position, the most expensive last.
    at: Vec<Term>,
    /// The conditions on the move to it.
    led: Vec<Term>,
    holds: VertexSet,
    /// The positions with several occurrences, if the filter needs that.
    several: VertexSet,
    marked: Marked,
    /// The vertex that comes next.
    next: u32,
    stage: FindingStage,
    text: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Passing {
    Positions,
    Moves,
}

enum FindingStage {
    /// Before the first step.
    New,
    Passing(Passing),
    Counting(Box<HitCounting>),
}

impl Finding {
    /// Starts evaluating a filter.
    pub fn new(rated: &Rated, filter: &Filter) -> Self {
        let graph = rated.graph.graph();
        let of_position = |term: &&Term| {
            !matches!(
                term,
                Term::Move(_)
                    | Term::By(_)
                    | Term::Blunder
                    | Term::Best
                    | Term::BestPlay
                    | Term::Ply(_)
            )
        };
        let of_move = |term: &&Term| {
            matches!(
                term,
                Term::Move(_) | Term::By(_) | Term::Blunder | Term::Best
            )
        };
        let texts = |term: &Term| {
            matches!(
                term,
                Term::Position(_) | Term::ExactPosition(_) | Term::Move(_)
            )
        };
        let mut at: Vec<Term> = filter.terms.iter().filter(of_position).cloned().collect();
        at.sort_by_key(texts);
        let mut led: Vec<Term> = filter.terms.iter().filter(of_move).cloned().collect();
        led.sort_by_key(texts);
        let on_best = filter.terms.contains(&Term::BestPlay);
        Self {
            at,
            led,
            holds: VertexSet::none(graph.len()),
            several: VertexSet::default(),
            marked: Marked {
                root: false,
                edges: EdgeSet::none(graph),
                ways: on_best.then(|| EdgeSet::none(graph)),
                plies: filter.plies(),
            },
            next: 0,
            stage: FindingStage::New,
            text: String::new(),
            rated: rated.clone(),
            filter: filter.clone(),
        }
    }

    /// The filter.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Visits up to `work` more positions and moves; returns `true` when done.
    pub fn step(&mut self, work: usize) -> bool {
        let labels = std::sync::Arc::clone(&self.rated.graph);
        let graph = labels.graph();
        let mut left = work;
        while left > 0 {
            match &mut self.stage {
                FindingStage::New => {
                    if self.at.contains(&Term::Transposition) {
                        let first = labels.first_with_position();
                        self.several = in_several_places(graph, first.as_deref());
                    }
                    self.stage = FindingStage::Passing(Passing::Positions);
                }
                FindingStage::Passing(passing) => {
                    let moves = *passing == Passing::Moves;
                    self.pass(graph, moves, &mut left);
                }
                FindingStage::Counting(counting) => return counting.step(graph, left),
            }
        }
        false
    }

    fn pass(&mut self, graph: &Graph, moves: bool, left: &mut usize) {
        while (self.next as usize) < graph.len() {
            if *left == 0 {
                return;
            }
            let vertex = Vertex(self.next);
            self.next += 1;
            *left -= 1;
            if moves {
                *left = left.saturating_sub(graph.degree(vertex));
                self.mark_moves(graph, vertex);
            } else if self.holds_at(graph, vertex) {
                self.holds.insert(vertex.0);
            }
        }
        self.next = 0;
        self.stage = if moves {
            let none = Marked {
                root: false,
                edges: EdgeSet::default(),
                ways: None,
                plies: self.marked.plies,
            };
            let marked = std::mem::replace(&mut self.marked, none);
            self.holds = VertexSet::default();
            FindingStage::Counting(Box::new(HitCounting::new(graph, marked)))
        } else {
            self.several = VertexSet::default();
            self.marked.root = self.led.is_empty() && self.holds.contains(Vertex::ROOT.0);
            FindingStage::Passing(Passing::Moves)
        };
    }

    /// The share that is done, roughly.
    pub fn share(&self) -> f64 {
        /// The shares of the work for visiting all positions, and all moves.
        const PASSES: [f64; 2] = [0.15, 0.2];
        let graph = self.rated.graph.graph();
        let passed = f64::from(self.next) / graph.len().max(1) as f64;
        let before = PASSES[0] + PASSES[1];
        match &self.stage {
            FindingStage::New => 0.0,
            FindingStage::Passing(Passing::Positions) => PASSES[0] * passed,
            FindingStage::Passing(Passing::Moves) => PASSES[0] + PASSES[1] * passed,
            FindingStage::Counting(counting) => before + (1.0 - before) * counting.share(graph),
        }
    }

    /// Completes the work, and returns the hits.
    ///
    /// # Errors
    /// Why they can't be counted.
    pub fn finish(mut self) -> Result<Hits, Refusal> {
        while !self.step(usize::MAX) {}
        let graph = self.rated.graph.graph();
        let FindingStage::Counting(counting) = self.stage else {
            return Err(Refusal::new("The matches weren't counted", "search again"));
        };
        counting.finish(graph).map_err(|too_large| {
            let what = format!(
                "Too many positions up to ply {}. Use a smaller ply range, or none.",
                too_large.ply
            );
            Refusal::new(what, "")
        })
    }

    /// Whether all conditions on a position hold.
    fn holds_at(&mut self, graph: &Graph, vertex: Vertex) -> bool {
        let Self {
            rated,
            at,
            several,
            text,
            ..
        } = self;
        let ratings = &rated.analysis.ratings;
        let kind = graph.kind(vertex);
        let mut written = false;
        at.iter().all(|term| match term {
            Term::Position(_) | Term::ExactPosition(_) => {
                if !std::mem::replace(&mut written, true) {
                    text.clear();
                    rated.graph.write_position(vertex, text);
                }
                match term {
                    Term::Position(pattern) => pattern.is_in(text),
                    Term::ExactPosition(exact) => exact == text,
                    _ => false,
                }
            }
            Term::Rating(whose, is, number) => {
                let player = match whose {
                    Whose::Player(player) => Some(*player),
                    Whose::Mover => kind.player(),
                };
                player.is_some_and(|player| {
                    let rating = ratings.rating(vertex, player);
                    is.holds_of(&rating, *number)
                })
            }
            Term::Proven(proven) => ratings.all_proven(vertex) == *proven,
            Term::Winner(won) => kind == VertexKind::End && has_won(graph, vertex, *won),
            Term::Mover(player) => matches!(
                kind,
                VertexKind::Decision(mover) | VertexKind::Horizon(mover) if mover == *player
            ),
            Term::Kind(wanted) => match kind {
                VertexKind::Decision(_) => *wanted == KindOf::Decision,
                VertexKind::Chance(_) => *wanted == KindOf::Chance,
                VertexKind::End => *wanted == KindOf::End,
                VertexKind::Horizon(_) => *wanted == KindOf::Horizon,
            },
            Term::Moves(is, number) => {
                let moves = u32::try_from(graph.degree(vertex)).unwrap_or(u32::MAX);
                is.allows(moves.cmp(number))
            }
            Term::Fork => matches!(kind, VertexKind::Decision(_)) && graph.degree(vertex) > 1,
            Term::Transposition => several.contains(vertex.0),
            // These are no matter of the position.
            Term::Move(_)
            | Term::By(_)
            | Term::Blunder
            | Term::Best
            | Term::BestPlay
            | Term::Ply(_) => true,
        })
    }

    /// Marks the moves of a vertex that lead to hits.
    fn mark_moves(&mut self, graph: &Graph, vertex: Vertex) {
        let ratings = &self.rated.analysis.ratings;
        let needs = |wanted: &Term| self.led.contains(wanted);
        let way = self.marked.ways.is_some();
        let best = match way || needs(&Term::Best) {
            true => best_edges(graph, ratings, vertex),
            false => Vec::new(),
        };
        let blunders = match needs(&Term::Blunder) {
            true => blunders(graph, ratings, vertex),
            false => Vec::new(),
        };
        let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        for edge in graph.edges(vertex) {
            if let Some(ways) = &mut self.marked.ways
                && (chance || best.binary_search(&edge).is_ok())
            {
                ways.insert(edge);
            }
            if self.holds.contains(graph.target(edge).0)
                && self.led.iter().all(|term| match term {
                    Term::Move(pattern) => {
                        self.text.clear();
                        self.rated.graph.write_move(vertex, edge, &mut self.text);
                        pattern.is(&self.text)
                    }
                    Term::By(player) => graph.kind(vertex) == VertexKind::Decision(*player),
                    Term::Blunder => holds(&blunders, edge),
                    Term::Best => holds(&best, edge),
                    _ => true,
                })
            {
                self.marked.edges.insert(edge);
            }
        }
    }
}

/// Whether an edge is among those of a vertex, which are listed in their order.
fn holds(edges: &[Edge], edge: Edge) -> bool {
    edges.binary_search(&edge).is_ok()
}

fn has_won(graph: &Graph, vertex: Vertex, won: Won) -> bool {
    let winners = graph.winners(vertex).unwrap_or_default();
    match won {
        Won::By(player) => winners.len() == 1 && winners.contains(player),
        Won::Tie => winners.len() > 1,
    }
}

impl Is {
    /// Whether an ordering satisfies the comparison.
    fn allows(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    /// Whether a rating satisfies the comparison; ratings that tie count as equal.
    fn holds_of(self, rating: &Rating, number: Rational) -> bool {
        let number = Rating::Exact(number);
        self.allows(match rating.ties_with(&number) {
            true => std::cmp::Ordering::Equal,
            false => rating.compare(&number),
        })
    }
}

/// The vertices whose position occurs several times in the tree: more than one line leads to it.
fn in_several_places(graph: &Graph, first_with_position: Option<&[Vertex]>) -> VertexSet {
    let mut once = VertexSet::none(graph.len());
    let mut several = VertexSet::none(graph.len());
    once.insert(Vertex::ROOT.0);
    let mut queue = Vec::new();
    for vertex in graph.vertices() {
        for target in graph.targets(vertex) {
            if !once.contains(target.0) {
                once.insert(target.0);
            } else if !several.contains(target.0) {
                several.insert(target.0);
                queue.push(*target);
            }
        }
    }
    // All positions below such a position occur several times, too.
    while let Some(vertex) = queue.pop() {
        for target in graph.targets(vertex) {
            if !several.contains(target.0) {
                several.insert(target.0);
                queue.push(*target);
            }
        }
    }
    let Some(first) = first_with_position else {
        return several;
    };
    // With a ply limit a position may be at several vertices.
    let mut seen = VertexSet::none(graph.len());
    let mut classes = VertexSet::none(graph.len());
    for vertex in graph.vertices() {
        let class = first[vertex.index()].0;
        if seen.contains(class) || several.contains(vertex.0) {
            classes.insert(class);
        }
        seen.insert(class);
    }
    for vertex in graph.vertices() {
        if classes.contains(first[vertex.index()].0) {
            several.insert(vertex.0);
        }
    }
    several
}
