//! How the open tree is looked at.

use super::model::Document;
use super::settings::Settings;
use crate::diagram::{RatingsFor, TreeStyle, TreeView};
use crate::tree::Labels;

/// What is drawn of a document.
pub(crate) fn view(document: &Document, ratings_for: RatingsFor, hidden: bool) -> TreeView<'_> {
    let rated = document.session.rated();
    let labels: &dyn Labels = &*rated.graph;
    TreeView {
        labels,
        analysis: &rated.analysis,
        unfolding: document.session.unfolding(),
        notes: &document.layer,
        what_if: document.supposed.shown(),
        ratings_for,
        hidden,
        ends: document.ends.as_ref(),
        style: TreeStyle::default(),
        elements: Default::default(),
    }
}

/// The same as the tree in the middle is drawn.
pub(crate) fn tree_view<'a>(
    document: &'a Document,
    ratings_for: RatingsFor,
    hidden: bool,
    settings: &Settings,
) -> TreeView<'a> {
    TreeView {
        style: settings.tree_style(),
        ..view(document, ratings_for, hidden)
    }
}
