//! Files on disk: detects external changes of a file, finds out what a path leads to, and lists
//! folders. It also has the content of document files, and the formats for saving documents. Access
//! to files can block, so it runs on background threads.

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::machine::SystemTime;
use crate::export::{FORMATS, Format};
use crate::game::Refusal;
use crate::save::storage;

/// A state of a file for comparison: its content or, for a large file, its modification time, size,
/// and identity on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
    /// The device, the file's number there, and the time of its last change, including nanoseconds.
    #[serde(default)]
    on_disk: Option<(u64, u64, i64, i64)>,
    /// A hash of its content.
    #[serde(default)]
    content: Option<u64>,
}

/// Maximum bytes of a file whose content is hashed.
const MAX_HASHED: u64 = 16 << 20;

impl Stamp {
    /// The state of a file; `None` if it doesn't exist or can't be read.
    pub fn of(path: &Path) -> Option<Self> {
        let found = storage::metadata(path).ok()?;
        let small = found.is_file() && found.len() <= MAX_HASHED;
        Some(Self {
            modified: found.modified().ok(),
            bytes: found.len(),
            on_disk: on_disk(&found),
            content: small.then(|| hashed(path)).flatten(),
        })
    }

    /// Whether two states are the same file. If both have the content, it alone decides. Two writes
    /// may have the same time, and a file that was only touched or copied back is unchanged.
    pub fn same(one: Option<Self>, other: Option<Self>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) if one.content.is_some() && other.content.is_some() => {
                (one.bytes, one.content) == (other.bytes, other.content)
            }
            _ => one == other,
        }
    }
}

#[cfg(unix)]
fn on_disk(found: &storage::Metadata) -> Option<(u64, u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((found.dev(), found.ino(), found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
fn on_disk(_found: &storage::Metadata) -> Option<(u64, u64, i64, i64)> {
    None
}

/// A hash of a file's content, if that is still no longer than it may be.
fn hashed(path: &Path) -> Option<u64> {
    let mut content = Vec::new();
    let file = storage::File::open(path).ok()?;
    file.take(MAX_HASHED + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= MAX_HASHED).then(|| xxh3_64(&content))
}

/// Whether a file is certainly not there.
pub fn is_missing(path: &Path) -> bool {
    match storage::exists(path) {
        Ok(is_there) => !is_there,
        Err(error) => error.kind() == io::ErrorKind::NotADirectory,
    }
}

fn is_folder(path: &Path) -> bool {
    storage::metadata(path).is_ok_and(|found| found.is_dir())
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Nothing, and its folder is there.
    Nothing,
    /// Nothing, and there is no such folder either.
    NoFolder,
    /// A folder.
    Folder,
    /// A file of that many bytes.
    File(u64),
    /// An unreadable path: why.
    Fault(Refusal),
}

/// Finds out what a path leads to.
pub fn path_kind(path: &Path) -> PathKind {
    match storage::metadata(path) {
        Ok(found) if found.is_dir() => PathKind::Folder,
        Ok(found) => PathKind::File(found.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() && !is_folder(folder) => {
                PathKind::NoFolder
            }
            _ => PathKind::Nothing,
        },
        Err(error) => {
            let what = format!("{} can't be read ({error})", path.display());
            PathKind::Fault(Refusal::new(what, "").because(error))
        }
    }
}

/// One file or folder in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// Its name, as it is shown.
    pub name: String,
    /// Its name on the disk.
    pub on_disk: OsString,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The size in bytes.
    pub bytes: u64,
}

/// The content of a folder: folders first, both sorted by name, ignoring case.
///
/// # Errors
/// Why it can't be read.
pub fn list(folder: &Path) -> Result<Vec<FolderEntry>, Refusal> {
    let fault = |error: io::Error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::NotADirectory => "not a folder".to_owned(),
            _ => error.to_string(),
        };
        Refusal::new(format!("Can't open {}: {why}", folder.display()), "").because(error)
    };
    let mut entries = Vec::new();
    for entry in storage::read_dir(folder).map_err(fault)? {
        // One entry that can't be read hides no other.
        let Ok(entry) = entry else { continue };
        let on_disk = entry.file_name();
        // A link counts as its target; a broken one is left out.
        let Ok(found) = storage::metadata(entry.path()) else {
            continue;
        };
        if !found.is_dir() && !found.is_file() {
            continue;
        }
        entries.push(FolderEntry {
            name: crate::game::visible(&on_disk.to_string_lossy()).into_owned(),
            on_disk,
            is_folder: found.is_dir(),
            bytes: found.len(),
        });
    }
    entries.sort_by_cached_key(|entry| {
        (
            !entry.is_folder,
            by_number(&entry.name),
            entry.on_disk.clone(),
        )
    });
    Ok(entries)
}

/// The key for natural sorting: ignoring case, and `2` before `10`. Numbers are padded with zeros
/// to one length.
fn by_number(name: &str) -> String {
    let mut key = String::new();
    let mut number = String::new();
    for letter in name.to_lowercase().chars().chain(['\0']) {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        if !number.is_empty() {
            let digits = number.trim_start_matches('0');
            key.push_str(&format!("{digits:0>20}"));
            number.clear();
        }
        key.push(letter);
    }
    key
}

/// The initial folder of a dialog: that of `path`, otherwise the one where the program was started,
/// otherwise the home folder.
pub fn first_folder(path: Option<&Path>) -> PathBuf {
    let of_path = path
        .and_then(|path| std::path::absolute(path).ok())
        .and_then(|path| path.parent().map(Path::to_owned));
    of_path
        .or_else(|| std::env::current_dir().ok())
        .or_else(home)
        .unwrap_or_else(|| PathBuf::from("/"))
}

/// The folder for the program's state, if the system has one.
pub fn state_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "doomtree")?;
    let state = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(state.to_owned())
}

/// The home folder.
pub fn home() -> Option<PathBuf> {
    directories::UserDirs::new().map(|folders| folders.home_dir().to_owned())
}

/// The content of a document's own file, which decides how it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DocumentContent {
    /// There is no file.
    #[default]
    Nothing,
    /// A board.
    Board,
    /// A tree.
    Tree,
    /// A position graph.
    Positions,
    /// An extensive game (`.efg`).
    Game,
    /// A position or a script, as text.
    Text,
    /// A tree that differs from its own rules, and is shown as written.
    AsWritten,
}

/// The content of a document saved in a format; `None` if it can't be opened again unchanged.
pub fn holds(format: &Format) -> Option<DocumentContent> {
    match format.id {
        "json" => Some(DocumentContent::Tree),
        "board" => Some(DocumentContent::Board),
        "efg" => Some(DocumentContent::Game),
        _ => None,
    }
}

impl DocumentContent {
    /// A file of this kind, in a sentence about what it can't store.
    pub fn file(self) -> &'static str {
        match self {
            Self::Board => "A board file",
            Self::Game => "An .efg file",
            _ => "The file",
        }
    }
}

/// The format that a document of a kind is saved in.
pub fn format_for(kind: DocumentContent) -> Option<&'static Format> {
    FORMATS.iter().find(|format| holds(format) == Some(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn folders_come_first_and_names_are_sorted_whatever_their_case() {
        let folder = folder();
        for name in ["b.txt", "A.json", "c\nd.json"] {
            std::fs::write(folder.path().join(name), "12").expect("a file");
        }
        for name in ["zoo", "Den"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let found = list(folder.path()).expect("a list");
        let names: Vec<_> = found.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["Den", "zoo", "A.json", "b.txt", "c\\nd.json"]);
        assert!(found[0].is_folder && !found[2].is_folder);
        assert_eq!(found[2].bytes, 2);
    }

    #[test]
    fn numbers_in_names_are_sorted_as_numbers() {
        let mut names = vec![
            "b", "a10.json", "A2.json", "a-1", "a002", "a1", "10", "9", "a",
        ];
        names.sort_by_key(|name| by_number(name));
        assert_eq!(
            names,
            [
                "9", "10", "a", "a-1", "a1", "a002", "A2.json", "a10.json", "b"
            ]
        );
    }

    #[test]
    fn what_can_not_be_listed_is_told_in_a_sentence() {
        let folder = folder();
        let file = folder.path().join("x");
        std::fs::write(&file, "").expect("a file");
        let fault = list(&folder.path().join("none"))
            .expect_err("no folder")
            .to_string();
        assert!(fault.ends_with("there is no such folder"), "{fault}");
        let fault = list(&file).expect_err("no folder").to_string();
        assert!(fault.ends_with("not a folder"), "{fault}");
    }

    #[test]
    fn a_path_leads_to_a_file_a_folder_or_nothing() {
        let folder = folder();
        let file = folder.path().join("x");
        std::fs::write(&file, "123").expect("a file");
        assert_eq!(path_kind(&file), PathKind::File(3));
        assert_eq!(path_kind(folder.path()), PathKind::Folder);
        assert_eq!(path_kind(&folder.path().join("y")), PathKind::Nothing);
        assert_eq!(path_kind(&folder.path().join("no/y")), PathKind::NoFolder);
        assert!(is_missing(&folder.path().join("y")) && !is_missing(&file));
    }

    #[test]
    fn a_file_that_was_written_again_has_another_stamp() {
        let folder = folder();
        let file = folder.path().join("x");
        assert_eq!(Stamp::of(&file), None);
        std::fs::write(&file, "1").expect("a file");
        let before = Stamp::of(&file);
        assert_eq!(Stamp::of(&file), before);
        std::fs::write(&file, "12").expect("a file");
        assert_ne!(Stamp::of(&file), before);
    }

    #[test]
    fn another_content_of_the_same_length_and_time_is_noticed() {
        let folder = folder();
        let file = folder.path().join("x");
        std::fs::write(&file, "one").expect("a file");
        let time = file.metadata().and_then(|found| found.modified());
        let time = time.expect("a time");
        let before = Stamp::of(&file);
        let again = |text: &str| {
            std::fs::write(&file, text).expect("a file");
            let written = std::fs::File::options().write(true).open(&file);
            written
                .and_then(|file| file.set_modified(time))
                .expect("a time");
            Stamp::of(&file)
        };
        assert!(!Stamp::same(again("two"), before));
        // Written back, the content is the same, whatever the disk's timestamps are.
        assert!(Stamp::same(again("one"), before));
        std::fs::remove_file(&file).expect("it is removed");
        assert!(!Stamp::same(Stamp::of(&file), before));
    }

    #[test]
    fn a_large_file_counts_as_changed_if_its_times_or_its_place_on_disk_changed() {
        let folder = folder();
        let [file, other] = ["x", "y"].map(|name| folder.path().join(name));
        let make = |path: &Path| {
            let made = std::fs::File::create(path).expect("a file");
            made.set_len(MAX_HASHED + 1).expect("a length");
            made.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        };
        make(&file);
        let before = Stamp::of(&file);
        assert!(before.is_some_and(|stamp| stamp.content.is_none()));
        assert!(Stamp::same(Stamp::of(&file), before));
        make(&other);
        std::fs::rename(&other, &file).expect("it takes its place");
        assert_eq!(cfg!(unix), !Stamp::same(Stamp::of(&file), before));
    }
}
