//! Text that is being typed and isn't in the document yet.

use std::cell::RefCell;

use crate::tree::UnfoldingNode;

/// A text that is being typed, and its field.
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
    pub fn set(&self, field: Field, text: String) {
        let mut texts = self.0.borrow_mut();
        texts.retain(|typed| typed.field != field);
        texts.push(Typed { field, text });
    }

    /// The typed text of a field.
    pub fn get(&self, field: &Field) -> Option<String> {
        let texts = self.0.borrow();
        let typed = texts.iter().find(|typed| typed.field == *field);
        typed.map(|typed| typed.text.clone())
    }

    /// Takes the typed text of a field.
    pub fn take_one(&self, field: &Field) -> Option<String> {
        let mut texts = self.0.borrow_mut();
        let place = texts.iter().position(|typed| typed.field == *field)?;
        Some(texts.remove(place).text)
    }

    /// The typed note.
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

    /// All typed texts.
    pub fn all(&self) -> Vec<Typed> {
        self.0.borrow().clone()
    }

    /// All of them; none is left.
    pub fn take(&self) -> Vec<Typed> {
        self.0.take()
    }
}
