//! One player's bounds of vertices that can reach a cycle, part by part, children first.

use super::cycles::{self, Bounds};
use super::part::{Part, Taking};
use super::pieces::{Pieces, Work};
use crate::game::Player;
use crate::tree::{Graph, Vertex};

/// Bounds that are being found.
pub(super) struct Recurring {
    player: Player,
    /// What play without end is worth.
    endless: f64,
    work: Work,
    /// The part that is dealt with.
    next: usize,
    stage: Stage,
    /// One a vertex: the lower and the upper bound, once they are known …
    bounds: Vec<[f64; 2]>,
    /// … and whether they are.
    known: Vec<bool>,
    /// What the taking of a part notes of a vertex.
    place: Vec<u32>,
}

enum Stage {
    Taking(Taking),
    /// Looks up the bounds of what the part leads to.
    Gathering {
        part: Part,
        exits: Vec<u32>,
        bounds: Vec<Bounds>,
    },
    Solving(Pieces<Vec<Bounds>>),
    /// Writes down what was found: how many are written.
    Writing(Vec<Bounds>, usize),
}

impl Recurring {
    pub fn new(graph: &Graph, player: Player, endless: f64, work: Work) -> Self {
        Self {
            player,
            endless,
            work,
            next: 0,
            stage: Stage::Taking(Taking::new()),
            bounds: vec![[0.0; 2]; graph.len()],
            known: vec![false; graph.len()],
            place: vec![0; graph.len()],
        }
    }

    /// Goes on; `true` when all bounds are known. `acyclic` are the ratings of the other vertices.
    pub fn advance(
        &mut self,
        graph: &Graph,
        acyclic: impl Fn(u32) -> f64,
        left: &mut usize,
    ) -> bool {
        while self.next < graph.components().len() {
            if *left == 0 {
                return false;
            }
            // Even an empty piece counts, so that many small parts are cut somewhere.
            *left -= 1;
            self.go_on(graph, &acyclic, left);
        }
        true
    }

    fn go_on(&mut self, graph: &Graph, acyclic: &impl Fn(u32) -> f64, left: &mut usize) {
        // What was discovered last is nearest to the ends, and comes first: numbers come in one
        // sweep.
        let vertices = graph.components().part(self.next);
        let stage = std::mem::replace(&mut self.stage, Stage::Taking(Taking::new()));
        self.stage = match stage {
            Stage::Taking(mut taking) => {
                let place = &mut self.place;
                if taking.advance(graph, self.player, vertices, place, left) {
                    let (part, exits) = taking.finish();
                    let bounds = Vec::with_capacity(vertices.len() + exits.len());
                    Stage::Gathering {
                        part,
                        exits,
                        bounds,
                    }
                } else {
                    Stage::Taking(taking)
                }
            }
            Stage::Gathering {
                part,
                exits,
                mut bounds,
            } => {
                let end = bounds.capacity().min(bounds.len().saturating_add(*left));
                *left -= end - bounds.len();
                for place in bounds.len()..end {
                    bounds.push(match place.checked_sub(vertices.len()) {
                        None => Bounds::default(),
                        Some(exit) => self.exit(exits[exit], acyclic),
                    });
                }
                if bounds.len() == vertices.len() + exits.len() {
                    let solving = cycles::solve(part, self.endless, bounds, self.work.clone());
                    Stage::Solving(Pieces::new(&self.work, solving))
                } else {
                    Stage::Gathering {
                        part,
                        exits,
                        bounds,
                    }
                }
            }
            Stage::Solving(mut solving) => match solving.step(left) {
                Some(bounds) => Stage::Writing(bounds, 0),
                None => Stage::Solving(solving),
            },
            Stage::Writing(bounds, first) => {
                let end = vertices.len().min(first.saturating_add(*left));
                *left -= end - first;
                for place in first..end {
                    let Bounds { low, high } = bounds[place];
                    self.bounds[vertices[place] as usize] = [low, high];
                    self.known[vertices[place] as usize] = true;
                }
                if end < vertices.len() {
                    Stage::Writing(bounds, end)
                } else {
                    self.next += 1;
                    Stage::Taking(Taking::new())
                }
            }
        };
    }

    fn exit(&self, vertex: u32, acyclic: &impl Fn(u32) -> f64) -> Bounds {
        if self.known[vertex as usize] {
            let [low, high] = self.bounds[vertex as usize];
            return Bounds { low, high };
        }
        let rating = acyclic(vertex);
        Bounds {
            low: rating,
            high: rating,
        }
    }

    /// Gives up what is needed to find bounds, and keeps them.
    pub fn settle(&mut self) {
        self.known = Vec::new();
        self.place = Vec::new();
    }

    /// The bounds of a vertex.
    pub fn of(&self, vertex: Vertex) -> Bounds {
        let [low, high] = self.bounds[vertex.index()];
        Bounds { low, high }
    }

    /// How much is left to do, if no part took more than a look or two at its moves.
    pub fn left(&self, graph: &Graph) -> u64 {
        let components = graph.components();
        let done = self
            .next
            .checked_sub(1)
            .map_or(0, |last| components.end(last));
        4 * (components.nodes().len() - done) as u64
    }

    pub fn bytes(&self) -> usize {
        16 * self.bounds.capacity() + self.known.capacity() + 4 * self.place.capacity()
    }
}
