//! What isn't saved, in a file of its own: a window that is killed loses what was done in its last
//! second, and no more.
//!
//! Each window has two files in a folder of the user's state: the tree as it is saved otherwise, and
//! its origin, which is locked as long as the window lives. The system lets go of a lock however a
//! program ends, so that whoever can lock an origin has found what a window left.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::files::{Ready, read_path};
use super::snapshot::Snapshot;
use super::typed::Typed;
use crate::app::base::{Cancelled, Holds, Job, Stamp, is_missing, state_folder, that_holds};
use crate::app::intent::Moment;
use crate::game::Picture;
use crate::save::{self, Opened};
use crate::session::see;
use crate::tree::Limits;
use crate::words::counted;

/// The ending of an origin.
const ORIGIN: &str = ".recovery.json";
/// The ending of a tree.
const TREE: &str = ".tree.json";
/// So many bytes of an origin are read.
const MOST_ORIGIN: u64 = 1 << 16;
/// An origin is filled up to so many bytes, so that another needs no room that the disk may lack.
const BLOCK: usize = 4_096;
/// A tree of more shown nodes is kept folded, with all its notes.
pub(crate) const MOST_SHOWN: usize = 50_000;

/// Where recovery files lie for whoever is logged in, if the system has a place for them.
pub fn usual_folder() -> Option<PathBuf> {
    Some(state_folder()?.join("recovery"))
}

/// Where an unsaved document came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// What the document is called.
    pub name: String,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// What that holds.
    pub holds: Holds,
    /// The file as it was when it was read or written last.
    pub stamp: Option<Stamp>,
}

/// The recovery file of a window that lives.
pub struct RecoveryFile {
    tree: PathBuf,
    origin: PathBuf,
    /// Locked.
    lock: File,
    /// What the origin says.
    told: Mutex<Vec<u8>>,
}

impl RecoveryFile {
    /// Claims a name in a folder, which is made if it isn't there.
    ///
    /// # Errors
    /// Why there can be no such file, in words.
    pub fn claim(folder: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(fault)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_nanos());
        let mut last = None;
        for number in 0..100 {
            let name = format!("{}-{}", std::process::id(), now + number);
            let origin = folder.join(format!("{name}{ORIGIN}"));
            let made = OpenOptions::new()
                .read(true)
                .write(true)
                .create_new(true)
                .open(&origin);
            match made {
                Ok(lock) => match lock.try_lock() {
                    Ok(()) if !is_missing(&origin) => {
                        return Ok(Self {
                            tree: folder.join(format!("{name}{TREE}")),
                            origin,
                            lock,
                            told: Mutex::default(),
                        });
                    }
                    // Another start has taken it for one that was left, and removes it.
                    Ok(()) | Err(TryLockError::WouldBlock) => {}
                    Err(TryLockError::Error(error)) => {
                        std::fs::remove_file(&origin).ok();
                        return Err(format!("no file can be locked there ({error})"));
                    }
                },
                Err(error) => last = Some(error),
            }
        }
        Err(last.map_or_else(|| "no name is free".to_owned(), fault))
    }

    /// Writes a document, whole or not at all.
    ///
    /// # Errors
    /// Why it isn't written, in a sentence.
    pub fn write(
        &self,
        origin: &Origin,
        snapshot: &Snapshot,
        cancelled: &Cancelled,
    ) -> Result<(), String> {
        let format = that_holds(Holds::Tree).ok_or("there is no format of trees")?;
        self.tell(origin)
            .map_err(|error| format!("{} can't be written ({error})", self.origin.display()))?;
        snapshot.write(&self.tree, format, cancelled, &AtomicU64::new(0))?;
        Ok(())
    }

    /// Says where the document came from, before it is kept: no tree is ever offered as another's. What
    /// is locked can't be replaced, so it is written over, and cut only then.
    fn tell(&self, origin: &Origin) -> std::io::Result<()> {
        let mut text = serde_json::to_vec(origin)?;
        text.resize(text.len().next_multiple_of(BLOCK), b' ');
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if *told == text {
            return Ok(());
        }
        told.clear();
        // What was kept is another document's.
        self.clear();
        let mut file = &self.lock;
        file.rewind()?;
        file.write_all(&text)?;
        file.set_len(text.len() as u64)?;
        file.sync_all()?;
        *told = text;
        Ok(())
    }

    /// Nothing of the document would be lost any more.
    pub fn clear(&self) {
        std::fs::remove_file(&self.tree).ok();
    }
}

impl Drop for RecoveryFile {
    fn drop(&mut self) {
        // What is kept there stays: a window that ends well has cleared it.
        if is_missing(&self.tree) {
            std::fs::remove_file(&self.origin).ok();
        }
    }
}

/// What a recovery file holds, seen without building its tree.
pub struct Preview {
    /// The position at the root.
    pub position: String,
    /// The same, drawn.
    pub picture: Picture,
    /// What somebody has added, in words: `2 notes`.
    pub added: Vec<String>,
}

impl Preview {
    fn of(tree: &Path) -> Result<Self, String> {
        let opened = save::open_path(tree).map_err(|error| error.to_string())?;
        let Opened::Tree(file) = opened else {
            return Err("it holds no tree".to_owned());
        };
        let header = &file.header;
        let setup = header.setup()?;
        let seen = see(&setup).map_err(|error| error.to_string())?;
        let notes = (0..file.node_count()).filter(|node| file.note(*node).is_some());
        let elsewhere = header.by_line.values().filter(|own| own.note.is_some());
        let amounts = [
            (notes.count() + elsewhere.count(), "note"),
            (header.assumptions.len(), "assumption"),
            (header.signposts.bookmarks.len(), "bookmark"),
            (header.signposts.tours.len(), "tour"),
        ];
        let added = amounts.into_iter().filter(|(number, _)| *number > 0);
        Ok(Self {
            position: seen.position,
            picture: seen.picture,
            added: added.map(|(number, one)| counted(number, one)).collect(),
        })
    }
}

/// What a window has left that is no more.
pub struct Left {
    /// Where it came from.
    pub origin: Origin,
    /// When it was kept.
    pub kept: Option<SystemTime>,
    /// What it is; or why it can't be read, in a sentence.
    pub preview: Result<Preview, String>,
    tree: PathBuf,
    told: PathBuf,
    /// Locked, so that no other window finds it.
    _lock: File,
}

impl Left {
    /// All that lies in a folder, the newest first, locked.
    pub fn find(folder: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let mut all: Vec<Self> = entries
            .filter_map(|entry| Self::take(&entry.ok()?.path()))
            .collect();
        all.sort_by_key(|left| std::cmp::Reverse(left.kept));
        all
    }

    fn take(told: &Path) -> Option<Self> {
        let name = told.file_name()?.to_str()?.strip_suffix(ORIGIN)?;
        let tree = told.with_file_name(format!("{name}{TREE}"));
        let mut lock = OpenOptions::new().read(true).write(true).open(told).ok()?;
        // The window lives, or nobody can tell.
        lock.try_lock().ok()?;
        if is_missing(&tree) {
            // A window that had nothing to lose.
            std::fs::remove_file(told).ok();
            return None;
        }
        let found = std::fs::metadata(&tree);
        let mut text = String::new();
        let read = (&mut lock).take(MOST_ORIGIN).read_to_string(&mut text);
        // The tree is there, whatever became of its origin.
        let origin = read.ok().and_then(|_| first_value(&text));
        Some(Self {
            origin: origin.unwrap_or_default(),
            kept: found.and_then(|found| found.modified()).ok(),
            preview: Preview::of(&tree),
            tree,
            told: told.to_owned(),
            _lock: lock,
        })
    }

    /// The file that holds it.
    pub fn path(&self) -> &Path {
        &self.tree
    }

    /// Removes it: it is kept elsewhere, or nobody wants it.
    pub fn forget(self) {
        std::fs::remove_file(&self.tree).ok();
        std::fs::remove_file(&self.told).ok();
    }
}

/// The origin that a text begins with; the end of a longer one may stand behind it.
fn first_value(text: &str) -> Option<Origin> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    values.next()?.ok()
}

/// Reads a recovery file: the document as it was kept, unsaved and with the file that it came from.
///
/// # Errors
/// Why it can't be read, in a sentence.
pub fn read(
    tree: &Path,
    origin: &Origin,
    limits: Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Ready, String> {
    let mut ready = read_path(tree, limits, cancelled)?;
    ready.come_from(origin);
    Ok(ready)
}

/// A state of the document.
#[derive(Clone, PartialEq)]
pub(crate) struct Kept {
    pub number: u64,
    pub moment: Moment,
    pub typed: Vec<Typed>,
}

/// A write of the recovery file.
pub(crate) struct Keeping {
    pub state: Kept,
    pub begun: Instant,
    pub job: Job<Result<(), String>>,
}

/// The recovery file of this window, and those that others have left.
pub(crate) struct Recovery {
    pub folder: PathBuf,
    pub own: Option<Arc<RecoveryFile>>,
    /// The state that it holds.
    pub kept: Option<Kept>,
    pub keeping: Option<Keeping>,
    /// When the last write began, and how long it took.
    pub begun: Option<Instant>,
    pub took: Duration,
    /// Whether it was told that it can't be written.
    pub told: bool,
    pub search: Option<Job<Vec<Left>>>,
    /// What is offered.
    pub left: Vec<Left>,
    /// What was taken, and the document before it: it is forgotten once its own file holds it.
    pub taken: Option<(u64, Left)>,
}

impl Recovery {
    /// Nothing is kept in a folder yet.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            own: None,
            kept: None,
            keeping: None,
            begun: None,
            took: Duration::ZERO,
            told: false,
            search: None,
            left: Vec::new(),
            taken: None,
        }
    }

    /// Waits until nothing is being written any more, but not for long.
    pub fn finish(&mut self) {
        if let Some(keeping) = self.keeping.take() {
            keeping.job.wait(Duration::from_secs(2));
        }
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        // A write that is under way holds the lock: the next start would take the window for alive.
        self.finish();
    }
}
