//! Writes the recovery file of a running window: atomically, with a limited size.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::beside::{DataBesideTree, MAX_BYTES as MAX_HISTORY, StoredLimits, UndoHistory};
use crate::app::base::machine::{Instant, SystemTime, UNIX_EPOCH};
use crate::app::base::{Cancelled, DocumentContent, Stamp, format_for, is_missing, window_number};
use crate::app::document::snapshot::Snapshot;
use crate::app::intent::{Edits, Root};
use crate::game::Refusal;
use crate::save;
use crate::save::storage::{self, File, OpenOptions, TryLockError};
use crate::session::{GraphRequest, Session, open};
use crate::tree::Limits;
use crate::words::short_bytes;
use crate::work::TurnLength;

/// The extension of a window's lock.
pub(super) const LOCK: &str = ".recovery.json";

/// The extension of a recovery file.
pub(super) const TREE: &str = ".tree.json";

/// Maximum size of a recovery file in bytes.
const MAX_BYTES: usize = 64 << 20;

/// A tree of more shown nodes is kept folded, with all its notes.
const MAX_SHOWN: usize = 50_000;

/// The positions of a graph that isn't built.
pub(super) const UNBUILT: u64 = 1;

/// The origin of an unsaved document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The name of the document.
    pub name: String,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// The content of that file.
    pub holds: DocumentContent,
    /// The file as it was when it was read or written last.
    pub stamp: Option<Stamp>,
}

/// The recovery file of a window that lives.
pub struct RecoveryFile {
    tree: PathBuf,
    /// A file that is locked as long as the window lives: the recovery file itself is replaced.
    lock: PathBuf,
    _locked: File,
}

/// The data to write of a document.
pub(crate) struct UnsavedData {
    /// The document with the text being typed. If its graph is incomplete, all additions are by
    /// line.
    pub snapshot: Snapshot,
    /// The root of an unfinished graph: it is being built, or a game has left it.
    pub unbuilt: Option<Root>,
    pub edits: Edits,
    pub beside: DataBesideTree,
}

/// The result of a write.
pub(crate) struct WriteResult {
    pub left_out: Option<Omitted>,
    /// The time for making the tree's text; the rest is disk time.
    pub made: Duration,
}

/// Data that exceeds the size limit of a recovery file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Omitted {
    /// Which nodes are expanded.
    Expanded,
    /// The steps to undo, all or some.
    Steps,
}

impl RecoveryFile {
    /// Claims a name in a folder, which is created if needed.
    ///
    /// # Errors
    /// Why there can be no such file.
    pub fn claim(folder: &Path) -> Result<Self, Refusal> {
        let fault = |error: io::Error| Refusal::of(error).at(&folder.display().to_string());
        storage::create_dir_all(folder).map_err(fault)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_nanos());
        let mut last = None;
        for number in 0..100 {
            let name = format!("{}-{}", window_number(), now + number);
            let lock = folder.join(format!("{name}{LOCK}"));
            let made = OpenOptions::new()
                .read(true)
                .write(true)
                .create_new(true)
                .open(&lock);
            match made {
                Ok(locked) => match locked.try_lock() {
                    Ok(()) if !is_missing(&lock) => {
                        return Ok(Self {
                            tree: folder.join(format!("{name}{TREE}")),
                            lock,
                            _locked: locked,
                        });
                    }
                    // Another start has taken it for one that was left, and removes it.
                    Ok(()) | Err(TryLockError::WouldBlock) => {}
                    Err(TryLockError::Error(error)) => {
                        storage::remove_file(&lock).ok();
                        let what = format!("no file can be locked there ({error})");
                        return Err(Refusal::new(what, "").because(error));
                    }
                },
                Err(error) => last = Some(error),
            }
        }
        Err(last.map_or_else(|| Refusal::new("no name is free", ""), fault))
    }

    /// Writes a document atomically; data beyond the size limit is left out.
    ///
    /// # Errors
    /// Why it isn't written.
    pub(crate) async fn write(
        &self,
        unsaved: UnsavedData,
        cancelled: &Cancelled,
    ) -> Result<WriteResult, Refusal> {
        self.write_within(MAX_BYTES, unsaved, cancelled).await
    }

    async fn write_within(
        &self,
        max: usize,
        unsaved: UnsavedData,
        cancelled: &Cancelled,
    ) -> Result<WriteResult, Refusal> {
        let begun = Instant::now();
        let UnsavedData {
            snapshot,
            unbuilt,
            edits,
            mut beside,
        } = unsaved;
        let snapshot = match &unbuilt {
            Some(root) => {
                beside.bounds = Some(StoredLimits(root.limits));
                at_root(root, snapshot)?
            }
            None => snapshot,
        };
        let (mut text, folded) = tree_within(max, snapshot, cancelled).await?;
        let made = begun.elapsed();
        // Without its last brace.
        let tree = text.trim_ascii_end().len().saturating_sub(1);
        let mut put = |history, text: &mut Vec<u8>| {
            text.truncate(tree);
            beside.history = Some(history);
            beside.end(text).map_err(Refusal::of)
        };
        put(UndoHistory::of(&edits, 0), &mut text)?;
        let room = max.saturating_sub(text.len()).min(MAX_HISTORY);
        let history = UndoHistory::of(&edits, room);
        let lacks = room < MAX_HISTORY && history.steps().0 < edits.in_force().len();
        put(history, &mut text)?;
        save::write_file(&self.tree, |out| out.write_all(&text))?;
        let left_out = match (folded, lacks) {
            (true, _) => Some(Omitted::Expanded),
            (false, true) => Some(Omitted::Steps),
            (false, false) => None,
        };
        Ok(WriteResult { left_out, made })
    }

    /// Nothing of the document would be lost any more.
    pub fn clear(&self) {
        storage::remove_file(&self.tree).ok();
    }
}

impl Drop for RecoveryFile {
    fn drop(&mut self) {
        // Stored data stay: a window that closes normally has removed them.
        if is_missing(&self.tree) {
            storage::remove_file(&self.lock).ok();
        }
    }
}

/// The tree file of a document within a size limit, and whether it had to be folded for that.
async fn tree_within(
    max: usize,
    mut snapshot: Snapshot,
    cancelled: &Cancelled,
) -> Result<(Vec<u8>, bool), Refusal> {
    let format = format_for(DocumentContent::Tree);
    let format = format.ok_or_else(|| Refusal::new("there is no format of trees", ""))?;
    if let Some(fault) = snapshot.fault(format) {
        return Err(fault);
    }
    if snapshot.unfolding.preorder().nth(MAX_SHOWN).is_some() {
        snapshot.unfolding.fold_all();
    }
    let mut folded = false;
    loop {
        let mut out = Bounded {
            bytes: Vec::new(),
            max,
            cancelled,
        };
        match snapshot.write_to(format, &mut out, &cancelled.ctl).await {
            Ok(()) => return Ok((out.bytes, folded)),
            Err(error) if error.kind() != io::ErrorKind::FileTooLarge => {
                return Err(Refusal::of(error));
            }
            Err(_) if folded => {
                let most = short_bytes(max as u64);
                let what = format!("the document takes more than {most}");
                return Err(Refusal::new(what, ""));
            }
            Err(_) => {
                snapshot.unfolding.fold_all();
                folded = true;
            }
        }
    }
}

/// The same document with a graph of its root only, which takes no time; all additions are keyed by
/// line.
fn at_root(root: &Root, snapshot: Snapshot) -> Result<Snapshot, Refusal> {
    let limits = Limits {
        max_nodes: Some(UNBUILT),
        max_bytes: None,
        ..root.limits
    };
    let wanted = GraphRequest {
        limits,
        options: root.options,
    };
    let mut build = open(&root.setup, wanted, "")?;
    while !build.step(TurnLength::Work(1)).done {}
    let rated = build.finish();
    let unfolding = Session::new(rated.clone()).unfolding().clone();
    let mut layer = snapshot.layer.clone();
    layer.resolve(&*rated.graph, &unfolding);
    Ok(Snapshot {
        rated,
        unfolding,
        layer,
        ..snapshot
    })
}

/// A writer into memory that refuses to become too long.
struct Bounded<'a> {
    bytes: Vec<u8>,
    max: usize,
    cancelled: &'a Cancelled,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancelled.is_set() {
            return Err(io::Error::other("it was canceled"));
        }
        if self.bytes.len() + bytes.len() > self.max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::document::files::{open_setup, window_limits};
    use crate::app::intent::Edit;
    use crate::diagram::RatingsFor;
    use crate::diagram::TreeStyle;
    use crate::game::Player;
    use crate::games::Setup;
    use crate::session::Action;
    use crate::work::finished;

    /// The book's board, completely unfolded, with a note that was edited in some steps.
    fn unsaved(note: &str, steps: usize) -> UnsavedData {
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            position: "b2b2/a2b1 a".to_owned(),
            ..Setup::default()
        };
        let mut document =
            open_setup(setup, window_limits(), Box::new(|| {})).expect("a good setup");
        document.session.apply(Action::UnfoldAll);
        document.set_note(crate::tree::UnfoldingNode::ROOT, note);
        for step in 0..steps {
            document.edits.push(Edit::Note {
                line: String::new(),
                before: step.to_string(),
                after: (step + 1).to_string(),
            });
        }
        let seen = RatingsFor::Player(Player(0));
        UnsavedData {
            snapshot: Snapshot::of(&document, TreeStyle::default(), seen, false),
            unbuilt: None,
            edits: document.edits.clone(),
            beside: DataBesideTree::default(),
        }
    }

    #[test]
    fn a_recovery_file_says_what_it_left_out_to_stay_within_its_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = RecoveryFile::claim(folder.path()).expect("a file");
        let text = || std::fs::read(&file.tree).expect("a recovery file");
        let cancelled = Cancelled::default();
        let write = |max, note: &str| {
            let written = finished(file.write_within(max, unsaved(note, 50), &cancelled));
            written.map(|written| written.left_out)
        };
        assert_eq!(write(MAX_BYTES, "mine"), Ok(None));
        let whole = text().len();
        let tree = DataBesideTree::split(&text()).expect("two parts").0.len();
        file.clear();
        assert_eq!(write(whole - 1_000, "mine"), Ok(Some(Omitted::Steps)));
        assert!(text().len() <= whole - 1_000 && text().len() > tree);
        assert_eq!(write(tree - 1, "mine"), Ok(Some(Omitted::Expanded)));
        let folded = text();
        let folded = String::from_utf8_lossy(&folded);
        assert!(folded.contains("mine"), "{folded}");
        file.clear();
        let long = "long ".repeat(1_000);
        let refused = write(4_000, &long);
        assert!(refused.is_err_and(|why| why.what.contains("takes more than")));
        assert!(!file.tree.exists());
    }
}
