//! A finished recording with its tree.

use super::super::Rated;
use super::RecordOptions;
use crate::search::{Interval, Number, Phase, Recording, Step};
use crate::tree::{Edge, Line, UnfoldingNode, Vertex, VertexKind};
use crate::words::{Numbers, average_text, estimate_text};

/// The recording of how an algorithm rated a node.
#[derive(Clone)]
pub struct Recorded {
    /// The options of the recording.
    pub options: RecordOptions,
    /// The moves from the tree's root to the node that was rated.
    pub line: Line,
    /// The tree.
    pub rated: Rated,
    /// The algorithm's result; `None` if the recording ended before it.
    pub answer: Option<Number>,
    /// Whether the exact sizes of cut subtrees are known.
    pub sizes_known: bool,
    /// The text form of numbers.
    pub numbers: Numbers,
    /// The steps.
    pub recording: Recording,
}

impl Recorded {
    /// Whether the algorithm's result may depend on an estimate.
    pub fn is_estimate(&self) -> bool {
        let last = self.recording.events().last();
        last.is_some_and(|event| event.estimated)
    }

    /// Bounds as text, as [`Numbers::told`] has them; the average of random games with `Ø`.
    pub fn value_text(&self, known: Interval, estimated: bool) -> Option<String> {
        let told = self.numbers.value_text(known, estimated)?;
        Some(match self.options.method.samples() {
            true => average_text(&told),
            false => told,
        })
    }

    /// The line of best play that the algorithm knows at its end: at each node the first move whose
    /// value is the node's own. It ends where chance decides and where a table answered. Random games
    /// know one move.
    pub fn best_line(&self) -> Vec<(Vertex, Edge)> {
        let (unfolding, graph) = (self.recording.unfolding(), self.rated.graph.graph());
        let Some(last) = self.recording.events().len().checked_sub(1) else {
            return Vec::new();
        };
        let mv = |node| {
            Some((
                unfolding.vertex(unfolding.parent(node)?),
                unfolding.edge(node)?,
            ))
        };
        let end = &self.recording.events()[last];
        if self.options.method.samples() {
            let chosen = (end.step == Step::Choose).then(|| mv(end.node));
            return chosen.flatten().into_iter().collect();
        }
        let value = |node| match self.recording.phase(node, last) {
            Phase::Done { known } | Phase::Hit { known } => {
                (known.low == known.high).then_some(known.low)
            }
            _ => None,
        };
        let mut node = UnfoldingNode::ROOT;
        let mut line = Vec::new();
        while let (Some(own), VertexKind::Decision(_)) =
            (value(node), graph.kind(unfolding.vertex(node)))
        {
            let mut children = unfolding.children(node);
            let Some(best) = children.find(|child| value(*child) == Some(own)) else {
                break;
            };
            line.extend(mv(best));
            node = best;
        }
        line
    }

    /// The algorithm's result: with `~` if it may depend on an estimate, and with `Ø` before it as the
    /// average of random games.
    pub fn answer_text(&self) -> Option<String> {
        let answer = self.answer.as_ref()?;
        let exact = self.numbers.exact(answer.to_f64());
        let text = exact.map_or_else(|| answer.to_string(), |exact| exact.to_string());
        let text = match self.is_estimate() {
            true => estimate_text(&text),
            false => text,
        };
        Some(match self.options.method.samples() {
            true => average_text(&text),
            false => text,
        })
    }
}
