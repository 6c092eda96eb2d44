//! Finds the recovery files of killed windows, previews them without building, and reads them.

use std::path::{Path, PathBuf};

use super::beside::{Beside, History, KeptExercise, MAX_BYTES, unread};
use super::file::{LOCK, Origin, TREE, UNBUILT};
use crate::app::base::clock::SystemTime;
use crate::app::base::{Cancelled, Wake, is_missing};
use crate::app::document::files::read_tree;
use crate::app::document::model::{Begun, Document, Words};
use crate::app::document::playing::KeptGame;
use crate::app::document::teaching::{Opened as Exercise, Practised};
use crate::app::intent::Edits;
use crate::game::{Picture, Refusal};
use crate::games::{Setup, Switches};
use crate::save::storage::{self, File, OpenOptions};
use crate::save::{self, Opened, TreeFile};
use crate::session::{Wanted, see};
use crate::tree::Limits;
use crate::words::counted;

/// The files that a window has kept its document in.
#[derive(Clone)]
pub(crate) struct Files {
    tree: PathBuf,
}

impl Files {
    fn new(lock: &Path, name: &str) -> Self {
        let tree = lock.with_file_name(format!("{name}{TREE}"));
        Self { tree }
    }

    fn name(&self) -> String {
        self.tree.display().to_string()
    }

    /// The text of the tree, and the data beside it; empty if those can't be read.
    fn read(&self) -> Result<(Vec<u8>, Beside), Refusal> {
        let text = storage::read(&self.tree);
        let text = text.map_err(|error| {
            let what = format!("{} can't be read ({error})", self.name());
            Refusal::new(what, "").because(error)
        })?;
        let both = Beside::split(&text);
        let (tree, mut beside) = both.unwrap_or_else(|| (text, Beside::read(b"")));
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
pub struct Preview {
    /// The game, its rules and the position at the root.
    pub setup: Setup,
    /// The line to the node that was selected.
    pub selected: String,
    /// The position, drawn.
    pub picture: Picture,
    /// The user's additions, as text: `2 notes`.
    pub added: Vec<String>,
}

impl Preview {
    fn of(text: &[u8], beside: &Beside, name: &str) -> Result<Self, Refusal> {
        let opened = save::open_reader(text, name)?;
        let Opened::Tree(file) = opened else {
            return Err(Refusal::new("it holds no tree", ""));
        };
        let header = &file.header;
        let setup = header.setup()?;
        let seen = see(&setup)?;
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
pub struct OrphanFile {
    /// The origin of the document.
    pub origin: Origin,
    /// When it was kept.
    pub kept: Option<SystemTime>,
    /// The preview; or why it can't be read.
    pub preview: Result<Preview, Refusal>,
    files: Files,
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
        all.sort_by_key(|left| std::cmp::Reverse(left.kept));
        all
    }

    fn take(lock: &Path) -> Option<Self> {
        let name = lock.file_name()?.to_str()?.strip_suffix(LOCK)?;
        let files = Files::new(lock, name);
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
                let preview = Preview::of(&text, &beside, &files.name());
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
    pub(crate) fn files(&self) -> Files {
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
    words: Words,
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
    Begun(Box<Begun>, Box<TreeFile>),
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
    files: &Files,
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
    let words = Words {
        name: match origin.name.is_empty() {
            true => header.position.clone(),
            false => origin.name.clone(),
        },
        path: origin.path.clone(),
        holds: origin.holds,
        stamp: origin.stamp,
        restored: true,
        ..Words::default()
    };
    let document = if header.limits().max_nodes == Some(UNBUILT) {
        let bounds = beside.bounds.map_or(limits, |bounds| bounds.0);
        let wanted = Wanted {
            limits: Limits {
                max_nodes: bounds.max_nodes,
                max_bytes: bounds.max_bytes,
                ..header.limits()
            },
            options: header.options,
        };
        let begun = Begun::new(header.setup()?, wanted, "")?;
        Read::Begun(Box::new(begun), file)
    } else {
        let loaded = read_tree(*file, &cancelled.ctl).await?;
        Read::Whole(Box::new(Document::loaded(loaded, words.clone())))
    };
    Ok(Recovered {
        document,
        words,
        edits: beside.history.as_ref().map(History::edits),
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
    let mut beside = Beside::read(text);
    let told = beside.messages();
    let history = beside.history.as_ref();
    beside.history = history.map(|history| History::of(&history.edits(), MAX_BYTES));
    Some((serde_json::to_vec(&beside).ok()?, told))
}
