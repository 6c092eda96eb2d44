//! A text that somebody is typing and that the document doesn't have yet.

use std::cell::RefCell;

use crate::tree::UnfoldingNode;

/// A text that somebody is typing, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) field: Field,
    pub(crate) text: String,
}

/// Which text of the document it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The note of a node.
    Note(UnfoldingNode),
    /// The note at the end of a line that isn't known to the tree.
    LineNote(String),
    /// The title of a tour.
    Title(usize),
    /// What is said at a step of a tour.
    Step(usize, usize),
    /// The name of the bookmark of a line.
    Bookmark(String),
}

/// The texts that somebody is typing: they become edits as soon as something else is done.
#[derive(Debug, Default)]
pub(crate) struct TypedTexts(RefCell<Vec<Typed>>);

impl TypedTexts {
    /// What is typed for a text of the document is this now.
    pub fn set(&self, field: Field, text: String) {
        let mut texts = self.0.borrow_mut();
        texts.retain(|typed| typed.field != field);
        texts.push(Typed { field, text });
    }

    /// What is typed for a text of the document.
    pub fn get(&self, field: &Field) -> Option<String> {
        let texts = self.0.borrow();
        let typed = texts.iter().find(|typed| typed.field == *field);
        typed.map(|typed| typed.text.clone())
    }

    /// What is typed for a text of the document; it isn't typed any more.
    pub fn take_one(&self, field: &Field) -> Option<String> {
        let mut texts = self.0.borrow_mut();
        let place = texts.iter().position(|typed| typed.field == *field)?;
        Some(texts.remove(place).text)
    }

    /// The note that is typed.
    pub fn take_note(&self) -> Option<(UnfoldingNode, String)> {
        let mut texts = self.0.borrow_mut();
        let place = texts
            .iter()
            .position(|typed| matches!(typed.field, Field::Note(_)))?;
        let typed = texts.remove(place);
        match typed.field {
            Field::Note(node) => Some((node, typed.text)),
            _ => None,
        }
    }

    /// Whether a note is typed.
    pub fn has_note(&self) -> bool {
        let texts = self.0.borrow();
        texts
            .iter()
            .any(|typed| matches!(typed.field, Field::Note(_)))
    }

    /// All of them, as they stand.
    pub fn all(&self) -> Vec<Typed> {
        self.0.borrow().clone()
    }

    /// All of them; none is left.
    pub fn take(&self) -> Vec<Typed> {
        self.0.take()
    }
}
