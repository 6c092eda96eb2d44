//! What was said of ratings: each with the vertex that it is about, and whether it is right.

use std::sync::Arc;

use super::kept::Questions;
use super::kinds::DisagreementKind;
use super::node::{Of, Sides};
use super::probes::{NODES, RIGHT};
use super::ratings::Simulation;
use super::walk::Walk;
use crate::game::Player;
use crate::save::{SaidRating, Theirs};
use crate::session::rated::Rated;
use crate::tree::Vertex;

/// A rating of a position, or of a position after a move.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    /// The position that it is about.
    pub vertex: Vertex,
    /// Whose number one number alone is.
    pub mover: Option<Player>,
    pub node: u32,
    /// The move, if it is given there.
    mv: Option<u32>,
    pub right: bool,
}

impl Claim {
    pub fn said<'a>(&self, theirs: &'a Theirs) -> &'a SaidRating {
        let node = &theirs.nodes[self.node as usize];
        let own = match self.mv {
            None => node.rating.as_ref(),
            Some(index) => {
                let moves = node.moves.as_deref().unwrap_or_default();
                moves.get(index as usize).and_then(|mv| mv.rating.as_ref())
            }
        };
        own.expect("a claim is made where a rating is given")
    }

    /// Whether a program with a fault says the same.
    pub fn is_said_by(&self, sides: &Sides<'_>, simulation: &mut Simulation) -> bool {
        let said = self.said(sides.theirs);
        let own = |player| simulation.predict(self.vertex, player);
        sides.all_right(said, self.mover, own)
    }
}

/// All that a walk has met: wrong ratings first, those of the smallest trees before others.
pub(super) fn claims(walk: &Walk) -> Vec<Claim> {
    let reference = &walk.reference;
    let sides = walk.beside(reference);
    let graph = reference.rated.graph.graph();
    let mut claims = Vec::new();
    for (node, vertex) in &walk.found.visited {
        let their = &walk.theirs.nodes[*node as usize];
        let mover = reference.mover(*vertex);
        let mut claim = |vertex, mv: Option<u32>, said: &SaidRating| {
            let right = sides.rated_so(said, vertex, mover);
            claims.push(Claim {
                vertex,
                mover,
                node: *node,
                mv,
                right,
            });
        };
        if let Some(said) = &their.rating {
            claim(*vertex, None, said);
        }
        let moves = their.moves.as_deref().unwrap_or_default();
        if moves.iter().all(|mv| mv.rating.is_none()) {
            continue;
        }
        let ours = reference.moves(*vertex);
        for (index, mv) in moves.iter().enumerate() {
            let place = sides.place_of(mv, index, &ours);
            if let (Some(said), Some(place)) = (&mv.rating, place) {
                let target = graph.target(ours[place].0);
                if sides.leads_to(mv, target) {
                    claim(target, Some(index as u32), said);
                }
            }
        }
    }
    let size = |vertex| reference.rated.analysis.nodes.of(vertex);
    claims.sort_by(|a, b| {
        let by_size = || match a.right {
            true => std::cmp::Ordering::Equal,
            false => size(a.vertex).compare(size(b.vertex)),
        };
        a.right.cmp(&b.right).then_with(by_size)
    });
    // A few right ones of small trees cost little, and most faults fall there.
    let small = claims.iter().filter(|claim| claim.right).filter(|claim| {
        let nodes = size(claim.vertex).to_u64();
        nodes.is_some_and(|nodes| NODES.contains(&nodes))
    });
    let small: Vec<Claim> = small.copied().collect();
    let step = small.len().div_ceil(RIGHT).max(1);
    let first = small.into_iter().step_by(step);
    first.chain(claims).collect()
}

/// The positions in the order of the questions, with their moves in the program's order.
pub(super) fn questions(walk: &Walk, before: &[Rated]) -> Arc<Questions> {
    let mut visited = walk.found.visited.clone();
    visited.sort_unstable_by_key(|(node, _)| *node);
    let mut questions = Questions {
        vertices: visited.iter().map(|(_, vertex)| *vertex).collect(),
        before: before.to_vec(),
        ..Questions::default()
    };
    let reordered = walk.found.kinds[DisagreementKind::Order as usize].count > 0;
    let reference = &walk.reference;
    let sides = walk.beside(reference);
    let graph = reference.rated.graph.graph();
    for (node, vertex) in visited.iter().filter(|_| reordered) {
        let look = sides.look(*node, *vertex, 0);
        if !look
            .found
            .iter()
            .any(|found| found.kind == DisagreementKind::Order && matches!(found.of, Of::Theirs(_)))
        {
            continue;
        }
        let ours = reference.moves(*vertex);
        let moves = walk.theirs.nodes[*node as usize].moves.as_deref();
        let moves = moves.unwrap_or_default().iter().enumerate();
        let places = moves.filter_map(|(index, mv)| sides.place_of(mv, index, &ours));
        let targets = places.map(|place| graph.target(ours[place].0)).collect();
        questions.moves.insert(*vertex, targets);
    }
    Arc::new(questions)
}
