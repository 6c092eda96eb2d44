//! Recovery files of earlier versions: the origin is in the lock, and the data beside the tree are in
//! one of two files, which names its tree by a hash.

use std::io::Read as _;
use std::path::PathBuf;

use serde::Deserialize;

use super::beside::Beside;
use super::file::Origin;
use crate::app::base::is_missing;
use crate::save::storage::{self, File};

/// The extensions of the two files.
pub(super) const BESIDE: [&str; 2] = [".beside-1.json", ".beside-2.json"];
/// Maximum bytes read of an origin.
const MAX_ORIGIN: u64 = 1 << 16;

/// The members that say to which tree a file belongs, and which of two is the later one.
#[derive(Deserialize)]
struct Belongs {
    number: u64,
    tree: String,
}

/// The origin in a lock. The end of a longer one may follow it.
pub(super) fn origin(mut locked: &File) -> Option<Origin> {
    let mut text = String::new();
    (&mut locked)
        .take(MAX_ORIGIN)
        .read_to_string(&mut text)
        .ok()?;
    let mut values = serde_json::Deserializer::from_str(&text).into_iter();
    values.next()?.ok()
}

/// The data beside a tree; empty if there is none.
pub(super) fn beside(paths: &[PathBuf], tree: &[u8]) -> Beside {
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(tree));
    let texts = paths.iter().filter_map(|path| storage::read(path).ok());
    let own = texts.filter_map(|text| {
        let belongs: Belongs = serde_json::from_slice(&text).ok()?;
        (belongs.tree == hash).then_some((belongs.number, text))
    });
    match own.max_by_key(|(number, _)| *number) {
        Some((_, text)) => Beside::read(&text),
        None if paths.iter().all(|path| is_missing(path)) => Beside::default(),
        None => Beside::read(b""),
    }
}
