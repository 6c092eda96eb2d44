//! What the texts of a panel were made for, so that they are made again only when that changes.

use std::sync::{Arc, Weak};

use super::model::Document;
use crate::diagram::{RatingsFor, TreeView};
use crate::rating::Analysis;
use crate::tree::UnfoldingNode;

/// A selected node of a rated graph, and how its ratings are shown.
#[derive(Debug)]
pub(crate) struct MadeFor {
    /// Tells one graph from the next without keeping it; as long as this is held no other graph
    /// takes its place in memory.
    analysis: Weak<Analysis>,
    node: UnfoldingNode,
    ratings_for: RatingsFor,
    hidden: bool,
    building: bool,
    /// Counts what is assumed.
    supposed: u64,
}

impl MadeFor {
    /// What is shown now.
    pub fn now(document: &Document, view: &TreeView<'_>) -> Self {
        Self {
            analysis: Arc::downgrade(&document.session.rated().analysis),
            node: document.session.selected(),
            ratings_for: view.ratings_for,
            hidden: view.hidden,
            building: document.is_building(),
            supposed: document.supposed.version(),
        }
    }

    /// What is never shown.
    pub fn never() -> Self {
        Self {
            analysis: Weak::new(),
            node: UnfoldingNode::ROOT,
            ratings_for: RatingsFor::Mover,
            hidden: false,
            building: false,
            supposed: 0,
        }
    }

    /// Whether that is still what is shown.
    pub fn is_now(&self, document: &Document, view: &TreeView<'_>) -> bool {
        std::ptr::eq(
            self.analysis.as_ptr(),
            Arc::as_ptr(&document.session.rated().analysis),
        ) && self.node == document.session.selected()
            && self.ratings_for == view.ratings_for
            && self.hidden == view.hidden
            && self.building == document.is_building()
            && self.supposed == document.supposed.version()
    }
}

/// A rated graph that something was found of.
#[derive(Clone, Debug)]
pub(crate) struct OfTree(Weak<Analysis>);

impl OfTree {
    /// The open one.
    pub fn now(document: &Document) -> Self {
        Self(Arc::downgrade(&document.session.rated().analysis))
    }
}

impl PartialEq for OfTree {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}
