//! Text that is being typed and isn't in the document yet; and cache keys for a panel's texts, so
//! that they are made again only when they change.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use super::model::Document;
use crate::diagram::{RatingsFor, TreeView};
use crate::rating::Analysis;
use crate::tree::UnfoldingNode;

/// A text that is being typed, and its field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) field: TypedPlace,
    pub(crate) text: String,
}

/// Which text of the document it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedPlace {
    /// The note of a node.
    Note(UnfoldingNode),
    /// The note at the end of a line that isn't known to the tree.
    LineNote(String),
    /// The title of a tour.
    Title(usize),
    /// The text of a tour step.
    Step(usize, usize),
    /// The name of the bookmark of a line.
    Bookmark(String),
}

/// The texts being typed. They become edits as soon as the user does something else.
#[derive(Debug, Default)]
pub(crate) struct TypedTexts(RefCell<Vec<Typed>>);

impl TypedTexts {
    /// Sets the typed text of a field.
    pub fn set(&self, field: TypedPlace, text: String) {
        let mut texts = self.0.borrow_mut();
        texts.retain(|typed| typed.field != field);
        texts.push(Typed { field, text });
    }

    /// The typed text of a field.
    pub fn get(&self, field: &TypedPlace) -> Option<String> {
        let texts = self.0.borrow();
        let typed = texts.iter().find(|typed| typed.field == *field);
        typed.map(|typed| typed.text.clone())
    }

    /// Takes the typed text of a field.
    pub fn take_one(&self, field: &TypedPlace) -> Option<String> {
        let mut texts = self.0.borrow_mut();
        let index = texts.iter().position(|typed| typed.field == *field)?;
        Some(texts.remove(index).text)
    }

    /// The typed note.
    pub fn take_note(&self) -> Option<(UnfoldingNode, String)> {
        let mut texts = self.0.borrow_mut();
        let index = texts
            .iter()
            .position(|typed| matches!(typed.field, TypedPlace::Note(_)))?;
        let typed = texts.remove(index);
        match typed.field {
            TypedPlace::Note(node) => Some((node, typed.text)),
            _ => None,
        }
    }

    /// Whether a note is typed.
    pub fn has_note(&self) -> bool {
        let texts = self.0.borrow();
        texts
            .iter()
            .any(|typed| matches!(typed.field, TypedPlace::Note(_)))
    }

    /// All typed texts.
    pub fn all(&self) -> Vec<Typed> {
        self.0.borrow().clone()
    }

    /// All of them; none is left.
    pub fn take(&self) -> Vec<Typed> {
        self.0.take()
    }
}

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
