//! Evaluates a filter step by step: which moves lead to hits, then the number of hits below each
//! position.

use super::{Filter, Is, KindOf, Term, Whose, Won};
use crate::game::{Rational, Refusal};
use crate::rating::{Rating, best_edges, loss_among, worse_moves};
use crate::session::{Rated, ShowProgress};
use crate::tree::{EdgeSet, Graph, Hits, Marked, Vertex, VertexKind, VertexSet};
use crate::work::{Control, finished};

impl Filter {
    /// The hits in a tree.
    ///
    /// # Errors
    /// Why they can't be counted.
    pub fn hits(&self, rated: &Rated) -> Result<Hits, Refusal> {
        finished(self.find(rated, &Control::default(), &|_| {}))
    }

    /// The same in pieces. The progress is the share that is done, roughly.
    ///
    /// # Errors
    /// Why they can't be counted.
    pub async fn find(
        &self,
        rated: &Rated,
        ctl: &Control,
        show: &ShowProgress<'_, f64>,
    ) -> Result<Hits, Refusal> {
        let graph = rated.graph.graph();
        // Two sweeps for the marks; counts by ply take longer.
        let sweeps = if self.plies().is_all() { 3 } else { 6 };
        let all = (sweeps * graph.sweep_size()) as f64;
        let begun = ctl.done();
        let hits = async { Hits::count(graph, self.marked(rated, ctl).await, ctl).await };
        let report = |done: u64| show(((done - begun) as f64 / all).min(1.0));
        ctl.reporting(hits, report).await.map_err(|too_large| {
            let what = format!(
                "Too many positions up to ply {}. Use a smaller ply range, or none.",
                too_large.ply
            );
            Refusal::new(what, "")
        })
    }

    /// The moves that lead to hits.
    async fn marked(&self, rated: &Rated, ctl: &Control) -> Marked {
        let graph = rated.graph.graph();
        let mut finding = Finding::new(rated, self);
        ctl.each(0..graph.len(), |vertex| {
            if finding.holds_at(graph, Vertex(vertex as u32)) {
                finding.holds.insert(vertex as u32);
            }
            1
        })
        .await;
        finding.several = VertexSet::default();
        let root = finding.led.is_empty() && finding.holds.contains(Vertex::ROOT.0);
        finding.marked.root = root;
        ctl.each(0..graph.len(), |vertex| {
            finding.mark_moves(graph, Vertex(vertex as u32));
            1 + graph.degree(Vertex(vertex as u32))
        })
        .await;
        finding.marked
    }
}

/// A filter that is being evaluated.
struct Finding<'a> {
    rated: &'a Rated,
    /// The conditions on a position, the most expensive last.
    at: Vec<Term>,
    /// The conditions on the move to it.
    led: Vec<Term>,
    holds: VertexSet,
    /// The positions with several occurrences, if the filter needs that.
    several: VertexSet,
    marked: Marked,
    text: String,
}

impl<'a> Finding<'a> {
    fn new(rated: &'a Rated, filter: &Filter) -> Self {
        let graph = rated.graph.graph();
        let of_position = |term: &&Term| {
            !matches!(
                term,
                Term::Move(_)
                    | Term::By(_)
                    | Term::Worse(_)
                    | Term::Best
                    | Term::BestPlay
                    | Term::Ply(_)
            )
        };
        let of_move = |term: &&Term| {
            matches!(
                term,
                Term::Move(_) | Term::By(_) | Term::Worse(_) | Term::Best
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
        let several = match at.contains(&Term::Transposition) {
            true => in_several_places(graph, rated.graph.first_with_position().as_deref()),
            false => VertexSet::default(),
        };
        Self {
            at,
            led,
            holds: VertexSet::none(graph.len()),
            several,
            marked: Marked {
                root: false,
                edges: EdgeSet::none(graph),
                ways: on_best.then(|| EdgeSet::none(graph)),
                plies: filter.plies(),
            },
            text: String::new(),
            rated,
        }
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
            | Term::Worse(_)
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
        let worse = match self.led.iter().any(|term| matches!(term, Term::Worse(_))) {
            true => worse_moves(graph, ratings, vertex),
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
                    Term::Worse(least) => loss_among(&worse, edge) >= Some(*least),
                    Term::Best => best.binary_search(&edge).is_ok(),
                    _ => true,
                })
            {
                self.marked.edges.insert(edge);
            }
        }
    }
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
