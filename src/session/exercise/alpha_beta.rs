//! What alpha-beta did at each node of an exercise's tree, in the rules' order, read from its
//! recording.

use crate::game::{Rational, Refusal};
use crate::search::{Interval, Method, Phase, Recording as Steps, Step, UNBOUNDED};
use crate::session::{Rated, RecordOptions, Recorded};
use crate::tree::{Unfolding, UnfoldingNode};

use super::posed::PLAYER;

/// Maximum number of steps per node; an exercise's tree is small.
const STEPS_A_NODE: usize = 8;

/// The events of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Did {
    /// The step that entered it.
    entered: Option<usize>,
    /// The step that left it.
    left: Option<usize>,
    /// The step that cut moves at it.
    cut_at: Option<usize>,
    /// The step at which it was cut itself.
    pruned: Option<usize>,
    /// Its node in the recording.
    node: Option<UnfoldingNode>,
}

/// The recording of alpha-beta on a whole tree.
#[derive(Clone)]
pub(super) struct AlphaBeta {
    recorded: Recorded,
    nodes: Vec<Did>,
    /// The nodes in the order the search left them.
    left: Vec<UnfoldingNode>,
}

impl AlphaBeta {
    /// Searches a tree that is unfolded whole.
    pub fn new(rated: &Rated, unfolding: &Unfolding) -> Result<Self, Refusal> {
        let options = RecordOptions {
            method: Method::AlphaBeta,
            player: PLAYER,
            max_plies: None,
            estimate: rated.graph.graph().estimate(),
            sampling: Default::default(),
            most_events: unfolding.len() * STEPS_A_NODE + 64,
        };
        let recorded = Recorded::of(rated, &[], options)?;
        if recorded.answer.is_none() {
            let what = "alpha-beta came to no end on this tree";
            return Err(Refusal::new(what, "choose a smaller one"));
        }
        let theirs = recorded.recording.unfolding();
        let mut own = vec![None; theirs.len()];
        let mut nodes = vec![Did::default(); unfolding.len()];
        for index in 0..theirs.len() {
            let node = UnfoldingNode(index as u32);
            // Parents are made before their children.
            let mine = match (theirs.parent(node), theirs.edge(node)) {
                (Some(parent), Some(edge)) => own
                    .get(parent.index())
                    .copied()
                    .flatten()
                    .and_then(|parent| unfolding.child(parent, edge)),
                _ => Some(UnfoldingNode::ROOT),
            };
            if let Some(slot) = own.get_mut(index) {
                *slot = mine;
            }
            if let Some(did) = mine.and_then(|mine| nodes.get_mut(mine.index())) {
                did.node = Some(node);
            }
        }
        let of = |node: UnfoldingNode| own.get(node.index()).copied().flatten();
        let mut left = Vec::new();
        let steps = &recorded.recording;
        for (index, event) in steps.events().iter().enumerate() {
            let Some(mine) = of(event.node) else { continue };
            for pruned in steps.pruned(index) {
                if let Some(did) = of(*pruned).and_then(|node| nodes.get_mut(node.index())) {
                    did.pruned = Some(index);
                }
            }
            let Some(did) = nodes.get_mut(mine.index()) else {
                continue;
            };
            match event.step {
                Step::Enter => did.entered = Some(index),
                Step::Cut => did.cut_at = Some(index),
                Step::Return => {
                    did.left = Some(index);
                    left.push(mine);
                }
                // Other events don't matter here.
                _ => {}
            }
        }
        Ok(Self {
            recorded,
            nodes,
            left,
        })
    }

    fn did(&self, node: UnfoldingNode) -> Did {
        self.nodes.get(node.index()).copied().unwrap_or_default()
    }

    fn steps(&self) -> &Steps {
        &self.recorded.recording
    }

    /// The nodes in the order the search left them.
    pub fn left(&self) -> &[UnfoldingNode] {
        &self.left
    }

    /// Whether the search visited a node.
    pub fn visited(&self, node: UnfoldingNode) -> bool {
        self.did(node).entered.is_some()
    }

    /// Whether it left out the move to a node.
    pub fn is_cut(&self, node: UnfoldingNode) -> bool {
        self.did(node).pruned.is_some()
    }

    /// Whether it left out moves of a node.
    pub fn cuts_at(&self, node: UnfoldingNode) -> bool {
        self.did(node).cut_at.is_some()
    }

    /// The final interval of a node; unbounded if it wasn't visited.
    pub fn known(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let event = did.left.and_then(|event| self.steps().events().get(event));
        event.map_or(UNBOUNDED, |event| event.known)
    }

    /// Alpha and beta when the search entered a node, or left out the move to it.
    pub fn window(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let event = did.entered.or(did.pruned);
        let event = event.and_then(|event| self.steps().events().get(event));
        event.map_or(UNBOUNDED, |event| event.window)
    }

    /// The known interval of a node's parent when the search came to the move to the node, or cut
    /// it.
    pub fn known_above(&self, node: UnfoldingNode) -> Interval {
        let did = self.did(node);
        let (Some(event), Some(theirs)) = (did.entered.or(did.pruned), did.node) else {
            return UNBOUNDED;
        };
        let parent = self.steps().unfolding().parent(theirs);
        match parent.map(|parent| self.steps().phase(parent, event)) {
            Some(Phase::Open { known, .. } | Phase::Done { known } | Phase::Hit { known }) => known,
            _ => UNBOUNDED,
        }
    }

    /// The exact number of a bound; `None` if it is infinite.
    pub fn exact(&self, number: f64) -> Option<Rational> {
        self.recorded.numbers.exact(number)
    }

    /// Bounds as text.
    pub fn words(&self, known: Interval) -> Option<String> {
        let text = self.recorded.numbers.bounds(known)?;
        Some(text.replace("≥ ", "≥").replace("≤ ", "≤"))
    }

    /// A number as text.
    pub fn number(&self, number: f64) -> String {
        self.recorded.numbers.text(number)
    }
}
