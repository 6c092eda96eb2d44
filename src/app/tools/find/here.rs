//! The strip's data about the selected node: its number among the matches, and the number of
//! matches below each of its moves.

use std::sync::{Arc, Weak};

use num_bigint::BigUint;

use super::words;
use crate::app::document::Document;
use crate::tree::{Edge, Hits, UnfoldingNode};

/// The data about the selected node, updated when another is selected or found.
pub(crate) struct Here {
    node: UnfoldingNode,
    hits: Weak<Hits>,
    /// The number of matches, as short text and in full.
    pub total: [String; 2],
    /// Which of them it is, if it is one.
    pub which: Option<String>,
    /// Its number among them, in a sentence.
    pub place: String,
    pub endless: Option<String>,
    /// The number of matches of each move, as short text and in full.
    pub rows: Vec<(Edge, String, String)>,
}

impl Here {
    pub fn new(document: &Document, hits: &Arc<Hits>) -> Self {
        let session = &document.session;
        let graph = session.rated().graph.graph();
        let line = session.line();
        let here = session.vertex();
        let ply = session.unfolding().ply(session.selected()) + graph.cost(here);
        let is_hit = hits.is_hit_line(graph, &line);
        let number = hits.total();
        let of = words::number(number.as_ref());
        let place = hits.number(graph, &line);
        let which = is_hit.then(|| match &place {
            Some(place) => format!("Match {} of", words::number(Some(place))),
            None => "A match, of".to_owned(),
        });
        let place = if hits.is_none() {
            String::new()
        } else {
            match place {
                Some(place) if is_hit => {
                    format!("Match {} of {of}", words::number(Some(&place)))
                }
                None if is_hit => format!("A match ({of} in all)"),
                Some(before) => words::among(&before, number.as_ref()),
                None => "Position among the matches unknown".to_owned(),
            }
        };
        let followed = line.iter().all(|edge| hits.follows(*edge));
        let count = |edge: Edge| {
            if !followed || !hits.follows(edge) {
                return Some(BigUint::ZERO);
            }
            let below = hits.below(graph.target(edge), ply).exact()?;
            Some(below + u32::from(hits.is_hit(edge, ply)))
        };
        let rows = graph.edges(here);
        Self {
            node: session.selected(),
            hits: Arc::downgrade(hits),
            total: [words::short_number(number.as_ref()), of],
            which,
            place,
            endless: words::endless(hits),
            rows: rows
                .map(|edge| {
                    let count = count(edge);
                    let short = words::short_number(count.as_ref());
                    (edge, short, words::number(count.as_ref()))
                })
                .collect(),
        }
    }

    /// Whether it belongs to this node and these matches.
    pub fn is_of(&self, node: UnfoldingNode, hits: &Arc<Hits>) -> bool {
        self.node == node && std::ptr::eq(self.hits.as_ptr(), Arc::as_ptr(hits))
    }
}
