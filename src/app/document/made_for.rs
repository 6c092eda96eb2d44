//! A cache key for a panel's texts, so that they are made again only when it changes.

use std::sync::{Arc, Weak};

use super::model::Document;
use crate::diagram::{RatingsFor, TreeView};
use crate::rating::Analysis;
use crate::tree::UnfoldingNode;

/// A selected node of a rated graph, and how its ratings are shown.
#[derive(Debug)]
pub(crate) struct MadeFor {
    /// Identifies a graph without keeping it alive; while this is held, no other graph gets its
    /// address.
    analysis: Weak<Analysis>,
    node: UnfoldingNode,
    ratings_for: RatingsFor,
    hidden: bool,
    building: bool,
    /// The version of the assumptions.
    supposed: u64,
}

impl MadeFor {
    /// The present key.
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

    /// A key that never matches.
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

    /// Whether this is still the present key.
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

/// The rated graph that a result belongs to.
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
