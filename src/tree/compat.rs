//! For callers that are still written in steps.
use super::*;
use crate::game::Game;
use crate::work::{Control, finished};

pub struct Explored<G: Game>(PositionGraph<G>);
impl<G: Game> Explored<G> {
    pub(super) fn of(graph: PositionGraph<G>) -> Self {
        Self(graph)
    }
    pub fn graph(&self) -> &Graph {
        self.0.graph()
    }
    pub fn is_sorted(&self) -> bool {
        true
    }
    pub fn step(&mut self, _: usize) -> bool {
        true
    }
    pub fn left(&self) -> u64 {
        0
    }
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
    pub fn finish(self) -> PositionGraph<G> {
        self.0
    }
}
#[derive(Default)]
pub struct Sizing(Option<Sizes>);
impl Sizing {
    pub fn new(_: &Graph) -> Self {
        Self(None)
    }
    pub fn bytes(&self) -> usize {
        0
    }
    pub fn finish(mut self, graph: &Graph) -> (Counts, Counts, LongestLines) {
        self.step(graph, 0);
        let Sizes {
            nodes,
            ends,
            longest,
        } = self.0.unwrap_or_default();
        (nodes, ends, longest)
    }
}
impl Task for Sizing {
    fn step(&mut self, graph: &Graph, _: usize) -> bool {
        if self.0.is_none() {
            self.0 = Some(finished(Sizes::count(graph, &Control::default())));
        }
        true
    }
    fn left(&self, graph: &Graph) -> u64 {
        if self.0.is_some() {
            0
        } else {
            graph.sweep_size()
        }
    }
}
pub struct Parting(usize, Option<Components>);
impl Parting {
    pub fn new(len: usize) -> Self {
        Self(len, None)
    }
    pub fn step(&mut self, graph: &impl Directed, _: usize) -> bool {
        self.1 = Some(finished(Components::find(
            graph,
            self.0,
            &Control::default(),
        )));
        true
    }
    pub fn finish(self) -> Components {
        self.1.unwrap_or_default()
    }
}
pub struct CountingDistinct<G: Game>(std::marker::PhantomData<fn() -> G>);
impl<G: Game> CountingDistinct<G> {
    pub fn new(_: &PositionGraph<G>) -> Self {
        Self(std::marker::PhantomData)
    }
    pub fn step(&mut self, _: &PositionGraph<G>, _: usize) -> bool {
        true
    }
}
impl<G: Game> PositionGraph<G> {
    pub fn take_distinct(&mut self, _: CountingDistinct<G>) {
        finished(self.count_distinct(&Control::default()));
    }
}
pub struct Counting(Option<Counts>);
impl Counting {
    pub fn nodes(_: &Graph) -> Self {
        Self(None)
    }
    pub fn finish(self, graph: &Graph) -> Counts {
        self.0.unwrap_or_else(|| Counts::nodes(graph))
    }
}
impl Task for Counting {
    fn step(&mut self, graph: &Graph, _: usize) -> bool {
        self.0 = Some(Counts::nodes(graph));
        true
    }
    fn left(&self, _: &Graph) -> u64 {
        u64::from(self.0.is_none())
    }
}
