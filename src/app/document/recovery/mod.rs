//! Recovery of unsaved work: a window that is killed loses at most its last second.
//!
//! Each window has two files in a folder of the user's state. One has the document in its usual
//! format, with one more member that other readers skip: its origin, and everything that no tree
//! file holds (`beside`), such as the steps to undo (`history`). It is written as a whole, or not at
//! all (`file`). An error in that member can't harm the document. The other one is locked as long as
//! the window lives. The system releases the lock however a program ends. So one that can be locked
//! belongs to a killed window.

mod beside;
mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::playing::{GameMark, KeptGame};
use super::typed::Typed;
use crate::app::base::machine::{Instant, SystemTime};
use crate::app::base::{Cancelled, Job, Wake, is_missing};
use crate::app::document::examples::{Opened as Exercise, Practised};
use crate::app::document::files::read_tree;
use crate::app::document::model::{Document, DocumentNames, StartedDocument};
use crate::app::intent::{Edits, Moment};
use crate::game::{Picture, Refusal};
use crate::games::{Setup, Switches};
use crate::save::storage::{self, File, OpenOptions};
use crate::save::{self, Opened, TreeFile};
use crate::session::exercise::{Answer, Attempt};
use crate::session::{GraphRequest, setup_position};
use crate::tree::Limits;
use crate::words::counted;
use beside::{MAX_BYTES, UndoHistory, unread};
use file::{LOCK, TREE, UNBUILT, WriteResult};

pub(crate) use beside::{DataBesideTree, KeptExercise};
pub(crate) use file::{Omitted, Origin, RecoveryFile, UnsavedData};

/// The folder of recovery files, if the system has one.
pub fn usual_folder() -> Option<PathBuf> {
    Some(crate::app::base::state_folder()?.join("recovery"))
}

/// A state of the document.
#[derive(Clone, PartialEq)]
pub(crate) struct KeptState {
    pub number: u64,
    pub moment: Moment,
    pub typed: Vec<Typed>,
    /// The text of an own tree that isn't applied.
    pub draft: Option<String>,
    pub exercise: Option<ExerciseMark>,
    pub game: Option<GameMark>,
    /// Whether the graph is being built, or waits for a game to come back: another form is written.
    pub unbuilt: bool,
}

/// A state of an exercise with answers that no file has.
#[derive(Clone, PartialEq)]
pub(crate) struct ExerciseMark {
    pub attempt: Attempt,
    pub current: usize,
    pub typed: Option<String>,
    pub pending: Option<Answer>,
}

/// A write of the recovery file.
pub(crate) struct Keeping {
    pub state: KeptState,
    pub job: Job<Result<WriteResult, Refusal>>,
}

/// The recovery file of this window, and those that others have left.
pub(crate) struct Recovery {
    pub folder: PathBuf,
    pub own: Option<Arc<RecoveryFile>>,
    /// The state that it holds.
    pub kept: Option<KeptState>,
    pub keeping: Option<Keeping>,
    /// When the last write started, and how long making its text took.
    pub begun: Option<Instant>,
    pub took: Duration,
    /// Whether the message that it can't be written was shown.
    pub is_reported: bool,
    /// Whether the message that something didn't fit was shown.
    pub told_left_out: bool,
    pub search: Option<Job<Vec<OrphanFile>>>,
    /// The recovery files of killed windows, and whether they were offered.
    pub left: Vec<OrphanFile>,
    pub offered: bool,
    /// Whether they are offered by a message alone: the window was opened to show something else.
    pub is_quiet: bool,
    /// The accepted one, and the document before it. It is removed once its own file is saved.
    pub taken: Option<(u64, OrphanFile)>,
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
            is_reported: false,
            told_left_out: false,
            search: None,
            left: Vec::new(),
            offered: false,
            is_quiet: false,
            taken: None,
        }
    }

    /// Waits briefly for pending writes.
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

/// The files that a window has kept its document in.
#[derive(Clone)]
pub(crate) struct RecoveryFiles {
    tree: PathBuf,
}

impl RecoveryFiles {
    fn new(lock: &Path, name: &str) -> Self {
        let tree = lock.with_file_name(format!("{name}{TREE}"));
        Self { tree }
    }

    fn name(&self) -> String {
        self.tree.display().to_string()
    }

    /// The text of the tree, and the data beside it; empty if those can't be read.
    fn read(&self) -> Result<(Vec<u8>, DataBesideTree), Refusal> {
        let text = storage::read(&self.tree);
        let text = text.map_err(|error| {
            let what = format!("{} can't be read ({error})", self.name());
            Refusal::new(what, "").because(error)
        })?;
        let both = DataBesideTree::split(&text);
        let (tree, mut beside) = both.unwrap_or_else(|| (text, DataBesideTree::read(b"")));
        let exercise = &mut beside.exercise;
        if exercise
            .take_if(|kept| kept.clone().restored().is_none())
            .is_some()
        {
            beside.lost.push(unread("an exercise"));
        }
        Ok((tree, beside))
    }

    fn remove(&self) {
        storage::remove_file(&self.tree).ok();
    }
}

/// The preview of a recovery file, without building its tree.
pub(crate) struct RecoveryPreview {
    /// The game, its rules and the position at the root.
    pub setup: Setup,
    /// The line to the node that was selected.
    pub selected: String,
    /// The position, drawn.
    pub picture: Picture,
    /// The user's additions, as text: `2 notes`.
    pub added: Vec<String>,
}

impl RecoveryPreview {
    fn of(text: &[u8], beside: &DataBesideTree, name: &str) -> Result<Self, Refusal> {
        let opened = save::open_reader(text, name)?;
        let Opened::Tree(file) = opened else {
            return Err(Refusal::new("it holds no tree", ""));
        };
        let header = &file.header;
        let setup = header.setup()?;
        let seen = setup_position(&setup)?;
        let notes = (0..file.node_count()).filter(|node| file.note(*node).is_some());
        let elsewhere = header.by_line.values().filter(|layer| layer.note.is_some());
        let amounts = [
            (notes.count() + elsewhere.count(), "note"),
            (header.assumptions.len(), "assumption"),
            (header.signposts.bookmarks.len(), "bookmark"),
            (header.signposts.tours.len(), "tour"),
        ];
        let added = amounts.into_iter().filter(|(number, _)| *number > 0);
        Ok(Self {
            setup: Setup {
                game: seen.game,
                switches: Switches::of_rules(&seen.rules),
                position: seen.position,
                columns: None,
            },
            selected: beside.selected.clone().unwrap_or_default(),
            picture: seen.picture,
            added: added
                .map(|(number, one)| counted(number, one))
                .chain(beside.messages())
                .collect(),
        })
    }
}

/// The recovery files of a killed window.
pub(crate) struct OrphanFile {
    /// The origin of the document.
    pub origin: Origin,
    /// When it was kept.
    pub kept: Option<SystemTime>,
    /// The preview; or why it can't be read.
    pub preview: Result<RecoveryPreview, Refusal>,
    files: RecoveryFiles,
    lock: PathBuf,
    /// So that no other window finds it.
    _locked: File,
}

impl OrphanFile {
    /// All recovery files in a folder, the newest first, locked.
    pub fn find(folder: &Path) -> Vec<Self> {
        let Ok(entries) = storage::read_dir(folder) else {
            return Vec::new();
        };
        let mut all: Vec<Self> = entries
            .filter_map(|entry| Self::take(&entry.ok()?.path()))
            .collect();
        all.sort_by_key(|orphan_file| std::cmp::Reverse(orphan_file.kept));
        all
    }

    fn take(lock: &Path) -> Option<Self> {
        let name = lock.file_name()?.to_str()?.strip_suffix(LOCK)?;
        let files = RecoveryFiles::new(lock, name);
        let locked = OpenOptions::new().read(true).write(true).open(lock).ok()?;
        // The window lives, or that is unknown.
        locked.try_lock().ok()?;
        if is_missing(&files.tree) {
            // A window without unsaved work.
            files.remove();
            storage::remove_file(lock).ok();
            return None;
        }
        let found = storage::metadata(&files.tree);
        let (origin, preview) = match files.read() {
            Ok((text, beside)) => {
                let preview = RecoveryPreview::of(&text, &beside, &files.name());
                (beside.origin, preview)
            }
            Err(why) => (Origin::default(), Err(why)),
        };
        Some(Self {
            origin,
            kept: found.and_then(|found| found.modified()).ok(),
            preview,
            files,
            lock: lock.to_owned(),
            _locked: locked,
        })
    }

    /// The file that holds it.
    pub fn path(&self) -> &Path {
        &self.files.tree
    }

    /// The files that hold it.
    pub(crate) fn files(&self) -> RecoveryFiles {
        self.files.clone()
    }

    /// Removes it: it was saved elsewhere, or discarded.
    pub fn forget(self) {
        self.files.remove();
        storage::remove_file(&self.lock).ok();
    }
}

/// A read recovery file: everything needed to show it again.
pub struct Recovered {
    document: Read,
    words: DocumentNames,
    edits: Option<Edits>,
    /// The data beside the document.
    pub(crate) restored: Restored,
}

/// The restored data beside the document.
#[derive(Default)]
pub(crate) struct Restored {
    pub selected: Option<String>,
    pub draft: Option<String>,
    pub exercise: Option<RestoredExercise>,
    pub game: Option<KeptGame>,
}

/// An exercise in progress, read.
pub(crate) struct RestoredExercise {
    pub parts: Exercise,
    pub prefix: String,
    pub current: usize,
    pub typed: Option<String>,
}

impl KeptExercise {
    fn restored(self) -> Option<RestoredExercise> {
        let text = self.file.get().as_bytes();
        let Ok(Opened::Exercise(file)) = save::open_reader(text, "the exercise") else {
            return None;
        };
        let (parts, _) = Practised::parts_of_file(*file, self.path).ok()?;
        Some(RestoredExercise {
            parts,
            prefix: self.prefix,
            current: self.current,
            typed: self.typed,
        })
    }
}

enum Read {
    /// A tree, rated.
    Whole(Box<Document>),
    /// A started graph, and the tree of its root with all additions by line.
    Begun(Box<StartedDocument>, Box<TreeFile>),
}

impl Recovered {
    /// The document as it was kept, unsaved and with the file that it came from.
    pub(crate) fn document(self, wake: Wake) -> Document {
        let mut document = match self.document {
            Read::Whole(document) => *document,
            Read::Begun(begun, file) => {
                let mut document = Document::begun(*begun, self.words.clone(), wake);
                let (layer, _) = save::layer_of(*file, &*document.session.rated().graph);
                document.layer = layer;
                document
            }
        };
        document.words = self.words;
        match self.edits {
            Some(edits) => document.edits = edits,
            None => document.edits.differs(),
        }
        document
    }

    /// The file that it came from.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.words.path.as_deref()
    }
}

/// Reads a recovery file. An incomplete graph is started, to at most `limits`.
///
/// # Errors
/// Why it can't be read.
pub(crate) async fn read(
    files: &RecoveryFiles,
    origin: &Origin,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Recovered, Refusal> {
    let (text, beside) = files.read()?;
    let name = files.name();
    let opened = save::open_by(&cancelled.ctl, &mut &*text, &name).await?;
    let Opened::Tree(file) = opened else {
        return Err(Refusal::new(format!("{name} holds no tree"), ""));
    };
    let header = &file.header;
    let words = DocumentNames {
        name: match origin.name.is_empty() {
            true => header.position.clone(),
            false => origin.name.clone(),
        },
        path: origin.path.clone(),
        holds: origin.holds,
        stamp: origin.stamp,
        restored: true,
        ..DocumentNames::default()
    };
    let document = if header.limits().max_nodes == Some(UNBUILT) {
        let bounds = beside.bounds.map_or(limits, |bounds| bounds.0);
        let wanted = GraphRequest {
            limits: Limits {
                max_nodes: bounds.max_nodes,
                max_bytes: bounds.max_bytes,
                ..header.limits()
            },
            options: header.options,
        };
        let begun = StartedDocument::new(header.setup()?, wanted, "")?;
        Read::Begun(Box::new(begun), file)
    } else {
        let loaded = read_tree(*file, &cancelled.ctl).await?;
        Read::Whole(Box::new(Document::loaded(loaded, words.clone())))
    };
    Ok(Recovered {
        document,
        words,
        edits: beside.history.as_ref().map(UndoHistory::edits),
        restored: Restored {
            selected: beside.selected,
            draft: beside.draft,
            exercise: beside.exercise.and_then(KeptExercise::restored),
            game: beside.game,
        },
    })
}

/// Reads the data beside a tree as a window does, and writes it again, with the messages about it.
/// For tests, which have no tree for it.
#[doc(hidden)]
pub fn beside_again(text: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut beside = DataBesideTree::read(text);
    let messages = beside.messages();
    let history = beside.history.as_ref();
    beside.history = history.map(|history| UndoHistory::of(&history.edits(), MAX_BYTES));
    Some((serde_json::to_vec(&beside).ok()?, messages))
}
