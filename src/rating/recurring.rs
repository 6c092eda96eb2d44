//! Bounds, for one player, of the vertices that can reach a cycle: component by component, children
//! first.

use super::cycles::{self, Bounds};
use super::part::{Component, Taking};
use super::pieces::{Pieces, WorkBudget};
use crate::game::Player;
use crate::tree::{Graph, Vertex};

/// Narrows bounds step by step.
pub(super) struct Recurring {
    player: Player,
    /// The value of endless play.
    endless: f64,
    work: WorkBudget,
    /// The part that is dealt with.
    next: usize,
    stage: RecurringStage,
    /// One per vertex: the lower and the upper bound, once they are known …
    bounds: Vec<[f64; 2]>,
    /// … and whether they are.
    known: Vec<bool>,
    /// Temporary entries per vertex, used while a component is extracted.
    place: Vec<u32>,
}

enum RecurringStage {
    Taking(Taking),
    /// Looks up the bounds of the positions after the component.
    Gathering {
        part: Component,
        exits: Vec<u32>,
        bounds: Vec<Bounds>,
    },
    Solving(Pieces<Vec<Bounds>>),
    /// Stores the result: the number stored so far.
    Writing(Vec<Bounds>, usize),
}

impl Recurring {
    pub fn new(graph: &Graph, player: Player, endless: f64, work: WorkBudget) -> Self {
        Self {
            player,
            endless,
            work,
            next: 0,
            stage: RecurringStage::Taking(Taking::new()),
            bounds: vec![[0.0; 2]; graph.len()],
            known: vec![false; graph.len()],
            place: vec![0; graph.len()],
        }
    }

    /// Continues; returns `true` when all bounds are known. `acyclic` returns the ratings of the
    /// other vertices.
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
            // An empty component costs 1 too, so that a step ends even with many of them.
            *left -= 1;
            self.go_on(graph, &acyclic, left);
        }
        true
    }

    fn go_on(&mut self, graph: &Graph, acyclic: &impl Fn(u32) -> f64, left: &mut usize) {
        // The vertices found last are nearest to the ends, and come first: values then spread in
        // one sweep.
        let vertices = graph.components().part(self.next);
        let stage = std::mem::replace(&mut self.stage, RecurringStage::Taking(Taking::new()));
        self.stage = match stage {
            RecurringStage::Taking(mut taking) => {
                let place = &mut self.place;
                if taking.advance(graph, self.player, vertices, place, left) {
                    let (part, exits) = taking.finish();
                    let bounds = Vec::with_capacity(vertices.len() + exits.len());
                    RecurringStage::Gathering {
                        part,
                        exits,
                        bounds,
                    }
                } else {
                    RecurringStage::Taking(taking)
                }
            }
            RecurringStage::Gathering {
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
                    RecurringStage::Solving(Pieces::new(&self.work, solving))
                } else {
                    RecurringStage::Gathering {
                        part,
                        exits,
                        bounds,
                    }
                }
            }
            RecurringStage::Solving(mut solving) => match solving.step(left) {
                Some(bounds) => RecurringStage::Writing(bounds, 0),
                None => RecurringStage::Solving(solving),
            },
            RecurringStage::Writing(bounds, first) => {
                let end = vertices.len().min(first.saturating_add(*left));
                *left -= end - first;
                for place in first..end {
                    let Bounds { low, high } = bounds[place];
                    self.bounds[vertices[place] as usize] = [low, high];
                    self.known[vertices[place] as usize] = true;
                }
                if end < vertices.len() {
                    RecurringStage::Writing(bounds, end)
                } else {
                    self.next += 1;
                    RecurringStage::Taking(Taking::new())
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

    /// Frees the temporary data, and keeps the bounds.
    pub fn settle(&mut self) {
        self.known = Vec::new();
        self.place = Vec::new();
    }

    /// The bounds of a vertex.
    pub fn of(&self, vertex: Vertex) -> Bounds {
        let [low, high] = self.bounds[vertex.index()];
        Bounds { low, high }
    }

    /// The approximate work left, assuming one or two visits per move.
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
