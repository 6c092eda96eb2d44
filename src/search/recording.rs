//! A recorded search: its steps, and the state of every node after any of them.

use num_bigint::BigUint;

use super::back_up::{Interval, UNBOUNDED};
use crate::tree::{Unfolding, UnfoldingNode};

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchStep {
    /// It started at the root, with this depth in plies; `u32::MAX`: to the ends.
    Begin(u32),
    /// It entered a node, within a window.
    Enter,
    /// It found the node in its table, which knew enough.
    Hit,
    /// The table stored the known interval of the node.
    Store,
    /// It left the node, with its known interval.
    Return,
    /// It updated the node with a child's value: its best so far, and the window for the next
    /// moves.
    Update,
    /// It cut all unvisited moves of the node; [`Recording::pruned`] lists their targets.
    Cut,
    /// It descended to a node that it had tried before.
    Select,
    /// It tried a move for the first time: the tree has a node more.
    Expand,
    /// A random game of this many plies was played from the node.
    Playout(u32),
    /// The node's mean was updated with that game's value.
    BackUp,
    /// It has chosen the move to the node.
    Choose,
}

impl SearchStep {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Begin(_) => "begin",
            Self::Enter => "enter",
            Self::Hit => "hit",
            Self::Store => "store",
            Self::Return => "return",
            Self::Update => "update",
            Self::Cut => "cut",
            Self::Select => "select",
            Self::Expand => "expand",
            Self::Playout(_) => "playout",
            Self::BackUp => "back-up",
            Self::Choose => "choose",
        }
    }
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The step.
    pub step: SearchStep,
    /// The node at work.
    pub node: UnfoldingNode,
    /// Alpha (`low`) and beta (`high`) there, after the step.
    pub window: Interval,
    /// The known interval of the node after the step.
    pub known: Interval,
    /// Whether that may depend on an estimate: something below was stopped by a limit.
    pub estimated: bool,
    /// The number of random games through the node.
    pub visits: u32,
    /// The number of nodes cut before this step: an index into the list of all of them.
    pub(super) pruned: u32,
}

/// The counters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCounters {
    /// Nodes entered, each as often as it was.
    pub visited: u64,
    /// Random games.
    pub playouts: u64,
    /// Plies of random games beyond the tree.
    pub playout_plies: u64,
    /// The number of cuts.
    pub cuts: u64,
    /// Moves that were left out.
    pub cut_moves: u64,
    /// The number of table hits.
    pub hits: u64,
    /// The number of table stores.
    pub stores: u64,
    /// The nodes in cut subtrees, including their roots.
    pub cut_nodes: BigUint,
    /// The nodes that the table made it unnecessary to visit, those found in it among them.
    pub hit_nodes: BigUint,
}

impl SearchCounters {
    /// Visited nodes and those that weren't: all nodes of the tree, where one search alone was made
    /// and has come to its end.
    pub fn nodes(&self) -> BigUint {
        &self.cut_nodes + &self.hit_nodes + self.visited
    }

    /// The share of all nodes that wasn't visited, from 0 to 1.
    pub fn saved(&self) -> f64 {
        let all = self.nodes();
        let per_million = (&self.cut_nodes + &self.hit_nodes) * 1_000_000_u32;
        if all == BigUint::ZERO {
            return 0.0;
        }
        let share = per_million / all;
        let share = share.iter_u32_digits().next().unwrap_or(0);
        f64::from(share) / 1e6
    }
}

/// The state of a node after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodePhase {
    /// Not visited in this walk.
    Unseen,
    /// On the line to the current node, with a window.
    Open {
        /// Alpha and beta.
        window: Interval,
        /// The interval known so far.
        known: Interval,
    },
    /// Left, with its known interval.
    Done {
        /// The known interval.
        known: Interval,
    },
    /// Answered by the table.
    Hit {
        /// The known interval.
        known: Interval,
    },
    /// It was left out, with all below it.
    Cut,
    /// Visited by random games.
    Sampled {
        /// Their mean; nothing before the first has ended.
        known: Interval,
        /// Number of visits.
        visits: u32,
        /// Whether the walk down is at it, or below it.
        open: bool,
    },
}

/// The number of nodes that a search cut, counted after it.
#[derive(Clone, Debug, Default)]
pub struct CutSizes {
    /// The events that saved visits, with the number of unvisited nodes, in the order of the
    /// events.
    pub saved: Vec<(u32, BigUint)>,
    /// The number of nodes of each cut subtree, including its root, in the order of the cuts; empty
    /// if unknown.
    pub pruned: Vec<BigUint>,
}

/// Number of events between stored counters, so that those of any event are near.
const STRIDE: usize = 256;

/// All steps of a search, in order, on the part of the tree that it visited.
#[derive(Clone, Debug)]
pub struct Recording {
    events: Vec<Event>,
    unfolding: Unfolding,
    pruned: Vec<UnfoldingNode>,
    /// The start of each node's events in `of_nodes`.
    first: Vec<u32>,
    of_nodes: Vec<u32>,
    tallies: Vec<SearchCounters>,
    /// The events that saved nodes, with their number.
    saved: Vec<(u32, BigUint)>,
    /// The number of nodes of each subtree in `pruned`; empty if unknown.
    sizes: Vec<BigUint>,
    /// The starts of walks.
    begins: Vec<u32>,
    /// The events with a cut or a random game.
    cuts: Vec<u32>,
}

impl Recording {
    /// Puts a recording together.
    pub(super) fn new(
        events: Vec<Event>,
        unfolding: Unfolding,
        pruned: Vec<UnfoldingNode>,
        sizes: CutSizes,
    ) -> Self {
        let CutSizes {
            saved,
            pruned: sizes,
        } = sizes;
        let mut recording = Self {
            first: vec![0; unfolding.len() + 1],
            of_nodes: Vec::new(),
            tallies: Vec::new(),
            begins: Vec::new(),
            cuts: Vec::new(),
            events,
            unfolding,
            pruned,
            saved,
            sizes,
        };
        recording.index();
        recording
    }

    fn index(&mut self) {
        let mut tally = SearchCounters::default();
        let mut saved = self.saved.iter().peekable();
        let mut first = vec![0_u32; self.unfolding.len() + 1];
        for (index, event) in self.events.iter().enumerate() {
            if index.is_multiple_of(STRIDE) {
                self.tallies.push(tally.clone());
            }
            let spared = saved.next_if(|(at, _)| *at as usize == index);
            self.count(&mut tally, index, spared.map(|(_, nodes)| nodes));
            match event.step {
                SearchStep::Begin(_) => self.begins.push(index as u32),
                SearchStep::Cut | SearchStep::Playout(_) => self.cuts.push(index as u32),
                _ => {}
            }
            first[event.node.index() + 1] += 1;
            for node in self.pruned(index) {
                first[node.index() + 1] += 1;
            }
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let mut of_nodes = vec![0; first.last().map_or(0, |all| *all as usize)];
        for (index, event) in self.events.iter().enumerate() {
            for node in std::iter::once(&event.node).chain(self.pruned(index)) {
                let slot = &mut next[node.index()];
                of_nodes[*slot as usize] = index as u32;
                *slot += 1;
            }
        }
        (self.first, self.of_nodes) = (first, of_nodes);
    }

    fn count(&self, tally: &mut SearchCounters, index: usize, saved: Option<&BigUint>) {
        match self.events[index].step {
            SearchStep::Enter => tally.visited += 1,
            SearchStep::Hit => tally.hits += 1,
            SearchStep::Store => tally.stores += 1,
            SearchStep::Cut => {
                tally.cuts += 1;
                tally.cut_moves += self.pruned(index).len() as u64;
            }
            SearchStep::Expand => tally.visited += 1,
            SearchStep::Playout(plies) => {
                tally.playouts += 1;
                tally.playout_plies += u64::from(plies);
            }
            SearchStep::Begin(_)
            | SearchStep::Return
            | SearchStep::Update
            | SearchStep::Select
            | SearchStep::BackUp
            | SearchStep::Choose => {}
        }
        if let Some(nodes) = saved {
            match self.events[index].step {
                SearchStep::Cut => tally.cut_nodes += nodes,
                _ => tally.hit_nodes += nodes,
            }
        }
    }

    /// The steps.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The visited part of the tree, with the moves that were cut. Its root is the node where the
    /// search started.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// The nodes that an event left out.
    pub fn pruned(&self, event: usize) -> &[UnfoldingNode] {
        pruned_by(&self.events, &self.pruned, event)
    }

    /// The counters after an event.
    pub fn tally(&self, event: usize) -> SearchCounters {
        let from = event / STRIDE * STRIDE;
        let Some(mut tally) = self.tallies.get(event / STRIDE).cloned() else {
            return SearchCounters::default();
        };
        let mut saved = self.saved.partition_point(|(at, _)| (*at as usize) < from);
        for index in from..=event.min(self.events.len().saturating_sub(1)) {
            let spared = self.saved.get(saved);
            let spared = spared.filter(|(at, _)| *at as usize == index);
            saved += usize::from(spared.is_some());
            self.count(&mut tally, index, spared.map(|(_, nodes)| nodes));
        }
        tally
    }

    /// The number of nodes of a cut subtree, including its root, after an event; `None` if the node
    /// isn't cut, or the number is unknown.
    pub fn cut_size(&self, node: UnfoldingNode, event: usize) -> Option<&BigUint> {
        let event = self.last_event(node, event)?;
        let index = self.pruned(event).iter().position(|cut| *cut == node)?;
        let first = self.events[event].pruned as usize;
        self.sizes.get(first + index)
    }

    /// The events that are about a node, or left it out.
    fn of_node(&self, node: UnfoldingNode) -> &[u32] {
        let at = |index: usize| self.first.get(index).map_or(0, |first| *first as usize);
        let range = at(node.index())..at(node.index() + 1);
        self.of_nodes.get(range).unwrap_or(&[])
    }

    /// The last event up to `event` that is about a node, within the same walk.
    pub fn last_event(&self, node: UnfoldingNode, event: usize) -> Option<usize> {
        let events = self.of_node(node);
        let after = events.partition_point(|at| *at as usize <= event);
        let last = events[..after].last().map(|at| *at as usize)?;
        let begin = self.begins.partition_point(|at| *at as usize <= event);
        let begin = begin.checked_sub(1).map(|walk| self.begins[walk] as usize);
        begin.is_none_or(|begin| begin <= last).then_some(last)
    }

    /// Whether a node was visited up to an event, in any walk.
    pub fn is_visited(&self, node: UnfoldingNode, event: usize) -> bool {
        let up_to = self.of_node(node).iter().map(|at| *at as usize);
        // Events of other nodes are listed too, if they cut this one.
        up_to
            .take_while(|at| *at <= event)
            .any(|at| self.events[at].node == node)
    }

    /// The state of a node after an event.
    pub fn phase(&self, node: UnfoldingNode, event: usize) -> NodePhase {
        let Some(last) = self.last_event(node, event) else {
            return NodePhase::Unseen;
        };
        let at = &self.events[last];
        let (window, known) = (at.window, at.known);
        match at.step {
            _ if at.node != node => NodePhase::Cut,
            SearchStep::Begin(_) => NodePhase::Open {
                window: UNBOUNDED,
                known: UNBOUNDED,
            },
            SearchStep::Return => NodePhase::Done { known },
            SearchStep::Hit => NodePhase::Hit { known },
            SearchStep::Enter | SearchStep::Update | SearchStep::Cut | SearchStep::Store => {
                NodePhase::Open { window, known }
            }
            SearchStep::Select
            | SearchStep::Expand
            | SearchStep::Playout(_)
            | SearchStep::BackUp
            | SearchStep::Choose => {
                // The value of a random game isn't the node's own value yet.
                let played = matches!(at.step, SearchStep::Playout(_)) && at.visits == 0;
                NodePhase::Sampled {
                    known: if played { UNBOUNDED } else { known },
                    visits: at.visits,
                    open: !matches!(at.step, SearchStep::BackUp | SearchStep::Choose),
                }
            }
        }
    }

    /// Whether the known interval of a node after an event may depend on an estimate.
    pub fn is_estimate(&self, node: UnfoldingNode, event: usize) -> bool {
        let last = self.last_event(node, event);
        last.is_some_and(|last| self.events[last].node == node && self.events[last].estimated)
    }

    /// The current node after an event, the last of its line: the node whose moves are visited.
    pub fn top(&self, event: usize) -> UnfoldingNode {
        let Some(at) = self.events.get(event) else {
            return UnfoldingNode::ROOT;
        };
        match at.step {
            SearchStep::Return | SearchStep::Hit => {
                self.unfolding.parent(at.node).unwrap_or(at.node)
            }
            _ => at.node,
        }
    }

    /// The call stack after an event, the root's call first.
    pub fn stack(&self, event: usize) -> Vec<UnfoldingNode> {
        let mut stack = vec![self.top(event)];
        while let Some(parent) = stack.last().and_then(|node| self.unfolding.parent(*node)) {
            stack.push(parent);
        }
        stack.reverse();
        stack
    }

    /// The next event after `event` that cut something or played a random game, or the last one
    /// before it.
    pub fn cut(&self, event: usize, forward: bool) -> Option<usize> {
        let found = match forward {
            true => {
                let after = self.cuts.partition_point(|cut| *cut as usize <= event);
                self.cuts.get(after)
            }
            false => {
                let before = self.cuts.partition_point(|cut| (*cut as usize) < event);
                self.cuts[..before].last()
            }
        };
        found.map(|cut| *cut as usize)
    }
}

/// The nodes that an event left out, among those that all events did.
pub(super) fn pruned_by<'a>(
    events: &[Event],
    pruned: &'a [UnfoldingNode],
    event: usize,
) -> &'a [UnfoldingNode] {
    let Some(at) = events.get(event) else {
        return &[];
    };
    let next = events.get(event + 1);
    let end = next.map_or(pruned.len(), |next| next.pruned as usize);
    pruned.get(at.pruned as usize..end).unwrap_or(&[])
}
