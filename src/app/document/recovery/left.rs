//! Finds the recovery files of killed windows, previews them without building, and reads them.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::beside::{Beside, KeptExercise, hash};
use super::file::{BESIDE, ORIGIN, Origin, TREE, UNBUILT};
use super::history::{History, MAX_BYTES};
use super::root::Bounds;
use crate::app::base::clock::SystemTime;
use crate::app::base::{Cancelled, Wake, is_missing};
use crate::app::document::files::read_tree;
use crate::app::document::model::{Begun, Document, Words};
use crate::app::document::playing::KeptGame;
use crate::app::document::practised::{Opened as Exercise, Practised};
use crate::app::intent::Edits;
use crate::game::{Picture, Refusal};
use crate::save::storage::{self, File, OpenOptions};
use crate::save::{self, Opened, TreeFile};
use crate::session::{Wanted, see};
use crate::tree::Limits;
use crate::words::counted;

/// Maximum bytes read of an origin …
const MAX_ORIGIN: u64 = 1 << 16;
/// … and of the data beside a tree.
const MAX_BESIDE: u64 = 1 << 28;

/// The files that a window has kept its document in.
#[derive(Clone)]
pub(crate) struct Files {
    tree: PathBuf,
    beside: [PathBuf; 2],
}

impl Files {
    fn new(told: &Path, name: &str) -> Self {
        let file = |ending| told.with_file_name(format!("{name}{ending}"));
        Self {
            tree: file(TREE),
            beside: BESIDE.map(file),
        }
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
        let tree = hash(&text);
        let all = self.beside.iter().filter_map(|path| {
            let mut beside = Vec::new();
            let file = File::open(path).ok()?;
            file.take(MAX_BESIDE).read_to_end(&mut beside).ok()?;
            Beside::read(&beside, &tree)
        });
        let newest = all.max_by_key(|(number, _)| *number);
        Ok((text, newest.unwrap_or_default().1))
    }

    fn remove(&self) {
        for file in std::iter::once(&self.tree).chain(&self.beside) {
            storage::remove_file(file).ok();
        }
    }
}

/// The preview of a recovery file, without building its tree.
pub struct Preview {
    /// The position at the root.
    pub position: String,
    /// The same, drawn.
    pub picture: Picture,
    /// The user's additions, as text: `2 notes`.
    pub added: Vec<String>,
}

impl Preview {
    fn of(kept: &Files) -> Result<Self, Refusal> {
        let (text, beside) = kept.read()?;
        let opened = save::open_reader(&*text, &kept.name())?;
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
            position: seen.position,
            picture: seen.picture,
            added: added
                .map(|(number, one)| counted(number, one))
                .chain(beside.told())
                .collect(),
        })
    }
}

/// The recovery files of a killed window.
pub struct Left {
    /// The origin of the document.
    pub origin: Origin,
    /// When it was kept.
    pub kept: Option<SystemTime>,
    /// The preview; or why it can't be read.
    pub preview: Result<Preview, Refusal>,
    files: Files,
    told: PathBuf,
    /// Locked, so that no other window finds it.
    _lock: File,
}

impl Left {
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

    fn take(told: &Path) -> Option<Self> {
        let name = told.file_name()?.to_str()?.strip_suffix(ORIGIN)?;
        let files = Files::new(told, name);
        let mut lock = OpenOptions::new().read(true).write(true).open(told).ok()?;
        // The window lives, or that is unknown.
        lock.try_lock().ok()?;
        if is_missing(&files.tree) {
            // A window without unsaved work.
            files.remove();
            storage::remove_file(told).ok();
            return None;
        }
        let found = storage::metadata(&files.tree);
        let mut text = String::new();
        let read = (&mut lock).take(MAX_ORIGIN).read_to_string(&mut text);
        // The tree is there, whatever became of its origin.
        let origin = read.ok().and_then(|_| first_value(&text));
        Some(Self {
            origin: origin.unwrap_or_default(),
            kept: found.and_then(|found| found.modified()).ok(),
            preview: Preview::of(&files),
            files,
            told: told.to_owned(),
            _lock: lock,
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
        storage::remove_file(&self.told).ok();
    }
}

/// The origin at the start of a text; the end of a longer one may follow.
fn first_value(text: &str) -> Option<Origin> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    values.next()?.ok()
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

/// An exercise in progress.
pub(crate) struct RestoredExercise {
    pub parts: Exercise,
    pub prefix: String,
    pub current: usize,
    pub typed: Option<String>,
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
        let bounds = beside.bounds.unwrap_or_else(|| Bounds::of(limits));
        let wanted = Wanted {
            limits: bounds.on(header.limits()),
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
            exercise: beside.exercise.and_then(exercise),
            game: beside.game,
        },
    })
}

fn exercise(kept: KeptExercise) -> Option<RestoredExercise> {
    let text = kept.file.get().as_bytes();
    let Ok(Opened::Exercise(file)) = save::open_reader(text, "the exercise") else {
        return None;
    };
    let (parts, _) = Practised::parts_of_file(*file, kept.path).ok()?;
    Some(RestoredExercise {
        parts,
        prefix: kept.prefix,
        current: kept.current,
        typed: kept.typed,
    })
}

/// Reads the data beside a tree as a window does, and writes it again, with the messages about it;
/// `None` if it can't be read. For tests, which have no tree for it.
#[doc(hidden)]
pub fn beside_again(text: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let (number, mut beside) = Beside::read_of_any_tree(text)?;
    let told = beside.told();
    let history = beside.history.as_ref();
    beside.history = history.map(|history| History::of(&history.edits(), MAX_BYTES));
    let is_read = |kept: &KeptExercise| exercise(kept.clone()).is_some();
    beside.exercise = beside.exercise.filter(is_read);
    Some((beside.written(b"", number).ok()?, told))
}
