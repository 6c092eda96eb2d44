//! Walks an external program's output beside the graph of the rules. A tree is walked from its
//! root, breadth first over pairs of nodes and vertices. Single positions are visited in the order
//! of the graph's vertices, which is breadth first too.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::Arc;

use super::coverage::Coverage;
use super::node::{ComparedPair, DisagreementSubject, NodeComparison, PositionText, is_left_out};
use super::reference::{CheckRules, Reference, bare};
use super::report::{DisagreementKind, Findings, NodeFindings, ReadTexts};
use crate::save::{Ends, ProgramOutput, TheirForm};
use crate::session::amount::{ShowProgress, tick};
use crate::session::compare::PairWalk;
use crate::session::rated::{Rated, built};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::work::{Control, PIECE};

/// Position limit for the graph of a position that the board doesn't lead to.
const MAX_ELSEWHERE: u64 = 20_000;

/// Maximum number of such positions whose graph is built.
pub(super) const MAX_ASIDE: usize = 500;

/// Maximum number of nodes compared to measure how much a fault explains, and of visited positions
/// that its board doesn't lead to.
const MAX_MEASURED: u64 = 20_000;

const MAX_ASIDE_MEASURED: usize = 40;

/// Position limit for such a position's graph while measuring.
const MAX_ELSEWHERE_MEASURED: u64 = 500;

/// Receives how much was done, and of how much.
pub(super) type ShowSteps<'a> = ShowProgress<'a, (u64, u64)>;

/// The extent of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkExtent {
    /// To the end.
    All,
    /// To the first disagreement; the order of moves counts only if requested.
    First { order: bool },
    /// As far as needed to measure how much a fault explains.
    Measure,
}

/// The work of comparing a node, or of reading or writing a position, in vertices and edges.
const NODE: usize = 16;

/// A walk.
pub(super) struct Walk {
    pub theirs: Arc<ProgramOutput>,
    pub rules: CheckRules,
    pub reference: Arc<Reference>,
    /// The pairs of a node and a vertex that were reached.
    pub pairs: PairWalk<(u32, Vertex), Edge>,
    pub found: Findings,
    extent: WalkExtent,
    /// Maximum number of dice on a hex, if there are dice.
    most_dice: Option<u8>,
    deepest: Option<u32>,
    pub texts: Arc<ReadTexts>,
    /// The vertices that a node without captured dice may be, of the nodes that no vertex is.
    candidates: Vec<(u32, Vertex)>,
    /// The nodes that a vertex was.
    met: Vec<bool>,
}

impl Walk {
    pub fn new(
        theirs: Arc<ProgramOutput>,
        rules: CheckRules,
        reference: Arc<Reference>,
        extent: WalkExtent,
    ) -> Self {
        let most_dice = rules.most_dice();
        Self {
            most_dice,
            deepest: None,
            pairs: PairWalk::empty(),
            met: vec![false; theirs.nodes.len()],
            found: Findings {
                coverage: Coverage::of(&reference.rated, most_dice),
                looked: vec![false; theirs.nodes.len()],
                ..Findings::default()
            },
            extent,
            texts: Arc::default(),
            candidates: Vec::new(),
            theirs,
            rules,
            reference,
        }
    }

    fn sides(&self) -> ComparedPair<'_> {
        self.beside(&self.reference)
    }

    /// The output beside another graph: that of a position that the board doesn't lead to.
    pub fn beside<'a>(&'a self, reference: &'a Reference) -> ComparedPair<'a> {
        ComparedPair {
            rules: &self.rules,
            reference,
            theirs: &self.theirs,
            deepest: self.deepest,
        }
    }

    /// Walks as far as requested. `known` has the single positions, if another walk under rules that
    /// write them so has read them. The progress is the steps done, and their approximate total.
    pub async fn run(
        &mut self,
        known: Option<Arc<ReadTexts>>,
        ctl: &Control,
        show: &ShowSteps<'_>,
    ) {
        if self.theirs.form != TheirForm::Lines {
            self.tree(ctl, show).await;
            return;
        }
        self.texts = match known {
            Some(texts) => texts,
            None => self.read(ctl, show).await,
        };
        self.vertices(ctl, show).await;
        if !self.is_enough() {
            self.aside(ctl, show).await;
        }
    }

    fn is_enough(&self) -> bool {
        match self.extent {
            WalkExtent::All => false,
            WalkExtent::First { order: true } => !self.found.agrees(),
            WalkExtent::First { order: false } => !self.found.agrees_in_all_but_order(),
            WalkExtent::Measure => self.found.tally.compared >= MAX_MEASURED,
        }
    }

    // Trees.

    async fn tree(&mut self, ctl: &Control, show: &ShowSteps<'_>) {
        self.deepest = deepest(&self.theirs);
        let root = self.theirs.root;
        self.pairs = PairWalk::new((root, Vertex::ROOT));
        let position = self.theirs.nodes[root as usize].position.as_ref();
        let same = position
            .is_none_or(|position| self.sides().is_at(PositionText::of(position), Vertex::ROOT));
        if !same {
            self.found.tally.compared += 1;
            let at = (root, Vertex::ROOT, 0);
            self.tell(
                DisagreementKind::Position,
                DisagreementSubject::Position,
                at,
                Some(0),
                None,
            );
            return;
        }
        while !self.is_enough()
            && let Some(next) = self.pairs.next()
        {
            self.pair(next);
            let of = self.theirs.nodes.len() as u64;
            tick(ctl, NODE, show, || (self.found.tally.compared, of)).await;
        }
    }

    fn pair(&mut self, index: u32) {
        let here = self.pairs.at(index);
        let (node, vertex) = here.pair;
        let look = self.sides().compare(node, vertex, here.ply);
        self.take(&look, (node, vertex, here.ply), Some(index), None);
        let graph = self.reference.rated.graph.graph();
        let below = look.below.into_iter();
        let below = below.map(|(to, edge)| ((to, graph.target(edge)), edge));
        self.pairs.advance(index, graph.cost(vertex), below);
    }

    // Single positions.

    async fn read(&self, ctl: &Control, show: &ShowSteps<'_>) -> Arc<ReadTexts> {
        let mut texts = ReadTexts::default();
        let of = self.theirs.nodes.len() as u64;
        for (index, node) in self.theirs.nodes.iter().enumerate() {
            let position = node.position.as_ref();
            let text = position.map_or("", |position| position.text());
            texts.add(self.rules.normal(text).unwrap_or_else(|| text.to_owned()));
            tick(ctl, NODE, show, || (index as u64, of)).await;
        }
        Arc::new(texts)
    }

    /// Compares the positions of the graph's vertices.
    async fn vertices(&mut self, ctl: &Control, show: &ShowSteps<'_>) {
        let texts = Arc::clone(&self.texts);
        self.found.tally.repeated = texts.repeated;
        let mut remaining = texts.nodes.len();
        let len = self.reference.rated.graph.graph().len() as u32;
        for vertex in 0..len {
            if self.is_enough() {
                return;
            }
            if self.vertex(&texts, Vertex(vertex)) {
                remaining -= 1;
                if remaining == 0 {
                    return;
                }
            }
            tick(ctl, NODE, show, || (u64::from(vertex), u64::from(len))).await;
        }
    }

    /// Compares the nodes with the position of a vertex; returns whether it is the first with it.
    fn vertex(&mut self, texts: &ReadTexts, vertex: Vertex) -> bool {
        let text = self.reference.rated.graph.position_text(vertex);
        let Some(nodes) = texts.nodes.get(&text) else {
            let bare = bare(&text);
            if self.theirs.is_bare
                && bare != text
                && let Some(nodes) = texts.nodes.get(&bare)
            {
                // Those that another vertex is are left out in the end.
                let nodes = nodes.iter();
                self.candidates.extend(nodes.map(|node| (*node, vertex)));
            }
            return false;
        };
        // With a ply limit the first vertex of a position has the most plies left.
        if nodes.first().is_none_or(|node| self.met[*node as usize]) {
            return false;
        }
        for node in nodes {
            self.compare(*node, vertex);
        }
        true
    }

    fn compare(&mut self, node: u32, vertex: Vertex) {
        self.met[node as usize] = true;
        let look = self.sides().compare(node, vertex, 0);
        self.take(&look, (node, vertex, u32::MAX), None, None);
    }

    /// Compares each node without captured dice with the vertex that it agrees with most.
    fn compare_candidates(&mut self) {
        let mut best: std::collections::BTreeMap<u32, (usize, Vertex)> = Default::default();
        for (node, vertex) in std::mem::take(&mut self.candidates) {
            if self.met[node as usize] {
                continue;
            }
            let differences = self.sides().compare(node, vertex, 0).found.len();
            let own = best.entry(node).or_insert((differences, vertex));
            if differences < own.0 {
                *own = (differences, vertex);
            }
        }
        let mut best: Vec<(Vertex, u32)> = best.iter().map(|(node, own)| (own.1, *node)).collect();
        best.sort_unstable();
        for (vertex, node) in best {
            self.compare(node, vertex);
        }
    }

    /// Compares positions that the board doesn't lead to, each with a separate graph.
    async fn aside(&mut self, ctl: &Control, show: &ShowSteps<'_>) {
        self.compare_candidates();
        let nodes = 0..self.met.len() as u32;
        let aside: Vec<u32> = nodes.filter(|node| !self.met[*node as usize]).collect();
        self.found.tally.unreached = aside.len() as u64;
        // A fault whose graph is incomplete is tried only as far as the graph goes.
        if self.extent != WalkExtent::All && self.reference.is_cut() {
            return;
        }
        let (max, most_elsewhere) = match self.extent {
            WalkExtent::Measure => (MAX_ASIDE_MEASURED, MAX_ELSEWHERE_MEASURED),
            WalkExtent::All | WalkExtent::First { .. } => (MAX_ASIDE, MAX_ELSEWHERE),
        };
        let theirs = Arc::clone(&self.theirs);
        for (index, &node) in aside.iter().enumerate() {
            if self.is_enough() {
                return;
            }
            if index == max {
                self.found.tally.unchecked += (aside.len() - index) as u64;
                return;
            }
            let position = theirs.nodes[node as usize].position.as_ref();
            let text = position.map_or("", |position| position.text());
            let normal = self.texts.canonical_texts.get(node as usize);
            let normal = normal.map_or(text, String::as_str);
            match self.rules.open(Some(normal), most_elsewhere) {
                Ok(build) => {
                    let rated = built(build, ctl, &|_| {}).await;
                    self.compare_aside(node, rated, ctl).await;
                }
                Err(_) if self.rules.nearly_reads(text) => {
                    self.found.tally.compared += 1;
                    let at = (node, Vertex::ROOT, u32::MAX);
                    self.tell(
                        DisagreementKind::Position,
                        DisagreementSubject::Position,
                        at,
                        None,
                        None,
                    );
                }
                Err(_) => {
                    self.found.unreadable.get_or_insert(node);
                }
            }
            tick(ctl, PIECE, show, || (index as u64 + 1, aside.len() as u64)).await;
        }
    }

    async fn compare_aside(&mut self, node: u32, rated: Rated, ctl: &Control) {
        let reference = Reference::new(rated.clone(), &self.rules, None, ctl).await;
        let Some(reference) = reference else {
            self.found.tally.unchecked += 1;
            return;
        };
        let look = self.beside(&reference).compare(node, Vertex::ROOT, 0);
        let at = (node, Vertex::ROOT, u32::MAX);
        self.take(&look, at, None, Some(&rated));
    }

    // Stores the result of comparing a node.

    fn take(
        &mut self,
        look: &NodeComparison,
        at: (u32, Vertex, u32),
        pair: Option<u32>,
        aside: Option<&Rated>,
    ) {
        let tally = &mut self.found.tally;
        tally.compared += 1;
        tally.agreeing += u64::from(look.found.is_empty());
        tally.beyond += u64::from(look.beyond);
        let node = &self.theirs.nodes[at.0 as usize];
        let rated = aside.unwrap_or(&self.reference.rated);
        let kind = rated.graph.graph().kind(at.1);
        let left_out = is_left_out(node, at.2, self.deepest);
        // An empty list in a tree that doesn't distinguish ends from limits.
        let last_ply = left_out && node.ends == Ends::Unsaid && node.moves.is_some();
        if left_out && !(last_ply && kind == VertexKind::End) {
            tally.left_out += 1;
            tally.last_ply += u64::from(last_ply);
        }
        let hidden = self.reference.is_cut() && matches!(kind, VertexKind::Horizon(_));
        self.found.looked[at.0 as usize] |= !hidden;
        if self.extent == WalkExtent::All {
            self.found.is_bare |= look.is_bare;
            if aside.is_none() {
                self.found.visited.push((at.0, at.1));
            }
            self.found.coverage.add(&look.coverage);
            if !left_out || node.rating.is_some() || kind == VertexKind::End {
                self.found.coverage.see(rated, at.1, self.most_dice);
            }
        }
        for found in &look.found {
            self.tell(found.kind, found.of, at, pair, aside);
        }
    }

    fn tell(
        &mut self,
        kind: DisagreementKind,
        of: DisagreementSubject,
        (node, vertex, _): (u32, Vertex, u32),
        pair: Option<u32>,
        aside: Option<&Rated>,
    ) {
        let record = || NodeFindings {
            elsewhere: pair.is_none() && !self.met[node as usize],
            kind,
            of,
            node,
            vertex,
            pair,
            aside: aside.cloned(),
        };
        let smaller = match &self.found.kinds[kind as usize].smallest {
            None => true,
            Some(smallest) => {
                self.size(vertex, aside)
                    .compare(self.size(smallest.vertex, smallest.aside.as_ref()))
                    == Ordering::Less
            }
        };
        if kind != DisagreementKind::Order && self.found.tally.compared <= MAX_MEASURED {
            *self.found.marks.entry((node, kind)).or_default() += 1;
        }
        let of_kind = &mut self.found.kinds[kind as usize];
        of_kind.count += 1;
        if of_kind.first.is_none() {
            of_kind.first = Some(record());
        }
        if smaller {
            of_kind.smallest = Some(record());
        }
    }

    /// The number of nodes of the tree below a vertex of ours.
    fn size<'a>(&'a self, vertex: Vertex, aside: Option<&'a Rated>) -> crate::tree::Count<'a> {
        let rated = aside.unwrap_or(&self.reference.rated);
        rated.analysis.nodes.of(vertex)
    }
}

/// The ply of the deepest leaf of a tree, where all unmarked leaves are assumed to be at a limit;
/// `None` if there are none.
fn deepest(theirs: &ProgramOutput) -> Option<u32> {
    let mut plies = vec![u32::MAX; theirs.nodes.len()];
    let mut queue = VecDeque::from([theirs.root]);
    *plies.get_mut(theirs.root as usize)? = 0;
    let mut deepest = 0;
    while let Some(node) = queue.pop_front() {
        let ply = plies[node as usize];
        deepest = deepest.max(ply);
        let moves = theirs.nodes[node as usize]
            .moves
            .as_deref()
            .unwrap_or_default();
        let chance = moves
            .first()
            .is_some_and(|mv| mv.probability.is_some() || mv.text.as_deref() == Some("wins"));
        let below = if chance { ply } else { ply + 1 };
        for to in moves.iter().filter_map(|mv| mv.to) {
            if plies[to as usize] == u32::MAX {
                plies[to as usize] = below;
                if chance {
                    queue.push_front(to);
                } else {
                    queue.push_back(to);
                }
            }
        }
    }
    Some(deepest)
}
