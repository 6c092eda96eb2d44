//! Interned texts of a file: positions, moves and ratings occur many times in a tree.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Text(u32);

/// The texts, each once.
#[derive(Clone, Default)]
pub(super) struct Texts {
    bytes: String,
    ends: Vec<u32>,
    index: HashTable<u32>,
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Texts {
    /// Maximum bytes of all texts together.
    pub const MAX_BYTES: usize = 1 << 30;

    /// Keeps a text; `None` if there are too many.
    pub fn keep(&mut self, text: &str) -> Option<Text> {
        let Self { bytes, ends, index } = self;
        let found = index.find(hash(text), |&text_index| {
            get(bytes, ends, text_index) == text
        });
        if let Some(&found) = found {
            return Some(Text(found));
        }
        if bytes.len() + text.len() > Self::MAX_BYTES {
            return None;
        }
        let new = ends.len() as u32;
        bytes.push_str(text);
        ends.push(bytes.len() as u32);
        index.insert_unique(hash(text), new, |&text_index| {
            hash(get(bytes, ends, text_index))
        });
        Some(Text(new))
    }

    /// The text, if it was kept.
    pub fn find(&self, text: &str) -> Option<Text> {
        let Self { bytes, ends, index } = self;
        let found = index.find(hash(text), |&place| get(bytes, ends, place) == text);
        found.copied().map(Text)
    }

    /// A text that was kept.
    pub fn get(&self, text: Text) -> &str {
        get(&self.bytes, &self.ends, text.0)
    }
}

fn get<'a>(bytes: &'a str, ends: &[u32], text: u32) -> &'a str {
    let index = text as usize;
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start as usize..ends[index] as usize]
}
