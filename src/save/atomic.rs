//! The one writer of files: a temporary file beside the old one, synced, then renamed over it.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::Duration;

use super::error::{FileError, name};

/// Writes a file as a whole or not at all.
///
/// What `fill` writes goes to a temporary file in the same folder, which is synced and then
/// renamed. Whatever goes wrong, the file that was there is untouched and the temporary one is
/// removed. The permissions of an existing file are kept; a symbolic link is followed. What killed
/// saves have left in the folder, a minute ago or longer, is removed.
///
/// # Errors
/// The path is a folder, a device or write-protected, its folder can't be written to, the disk is
/// full, or `fill` failed.
pub fn write_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let path = match std::fs::canonicalize(path) {
        Ok(target) => target,
        Err(_) => path.to_owned(),
    };
    let shown = path.display().to_string();
    let refuse = |what: &str, remedy: &str| {
        Err(FileError::new(
            format!("{} {what}", name(&shown)),
            remedy.to_owned(),
        ))
    };
    let old = std::fs::metadata(&path).ok();
    match &old {
        Some(old) if old.is_dir() => return refuse("is a folder", "name a file in it"),
        Some(old) if !old.is_file() => {
            return refuse("isn't a regular file", "name a file");
        }
        Some(old) if old.permissions().readonly() => {
            return refuse("is write-protected", "choose another name");
        }
        _ => {}
    }
    let permissions = old.map(|old| old.permissions());
    write_beside(&path, permissions, fill).map_err(|error| explain(&error, &shown))
}

fn write_beside(
    path: &Path,
    permissions: Option<std::fs::Permissions>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Dropped on any error, which removes it.
    let (_unsaved, file) = Unsaved::begin(|| builder.tempfile_in(&folder))?;
    // As long as it is locked nobody takes it for what a killed save has left.
    file.as_file().try_lock().ok();
    #[cfg(unix)]
    forget_leftovers(&folder, file.as_file()).ok();
    let mut writer = BufWriter::with_capacity(1 << 16, file);
    fill(&mut writer)?;
    let file = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    let mut renaming = unsaved();
    file.persist(path).map_err(|error| error.error)?;
    renaming.saved = true;
    drop(renaming);
    sync_folder(&folder)
}

/// What is being written.
struct Writing {
    /// The temporary files that aren't renamed yet.
    temporary: Vec<PathBuf>,
    /// Whether a file was written whole.
    saved: bool,
}

static UNSAVED: Mutex<Writing> = Mutex::new(Writing {
    temporary: Vec::new(),
    saved: false,
});

fn unsaved() -> MutexGuard<'static, Writing> {
    UNSAVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file as long as it isn't renamed.
struct Unsaved(PathBuf);

impl Unsaved {
    /// Makes a temporary file that is known from its first moment on.
    fn begin(
        make: impl FnOnce() -> io::Result<tempfile::NamedTempFile>,
    ) -> io::Result<(Self, tempfile::NamedTempFile)> {
        let mut unsaved = unsaved();
        let file = make()?;
        unsaved.temporary.push(file.path().to_owned());
        Ok((Self(file.path().to_owned()), file))
    }
}

impl Drop for Unsaved {
    fn drop(&mut self) {
        unsaved().temporary.retain(|path| *path != self.0);
    }
}

/// For a program that ends at once: no file is written any more.
pub struct NothingMore {
    /// Whether a file was being written, which stays as it was.
    pub cut: bool,
    /// Whether a file was written whole before.
    pub saved: bool,
    /// Whoever writes waits for this, and so renames nothing.
    _writing: MutexGuard<'static, Writing>,
}

/// Removes the temporary files of all that is being written, and keeps everybody from writing files
/// as long as the answer lives: what was there stays as it was.
pub fn write_nothing_more() -> NothingMore {
    let mut writing = unsaved();
    let cut = !writing.temporary.is_empty();
    for path in writing.temporary.drain(..) {
        std::fs::remove_file(path).ok();
    }
    NothingMore {
        cut,
        saved: writing.saved,
        _writing: writing,
    }
}

/// How the names of temporary files begin and end.
const PREFIX: &str = ".doomtree-";
const SUFFIX: &str = ".tmp";

/// A temporary file that nobody has written to for so long may be a leftover.
#[cfg(unix)]
const OLD: Duration = Duration::from_secs(60);

/// Removes the temporary files that killed saves have left in a folder: those of the owner of `own`,
/// old, and locked by nobody.
#[cfg(unix)]
fn forget_leftovers(folder: &Path, own: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let owner = own.metadata()?.uid();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_named = name
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if !is_named {
            continue;
        }
        let (Ok(found), path) = (entry.metadata(), entry.path()) else {
            continue;
        };
        let written = found.modified()?;
        let is_old = written.elapsed().is_ok_and(|since| since > OLD);
        if !found.is_file() || found.uid() != owner || !is_old {
            continue;
        }
        let left = std::fs::OpenOptions::new().write(true).open(&path);
        if left.is_ok_and(|left| left.try_lock().is_ok()) {
            std::fs::remove_file(&path).ok();
        }
    }
    Ok(())
}

/// Makes the rename last. A folder that may be written but not read can't be synced; the file is
/// whole all the same.
#[cfg(unix)]
#[expect(
    clippy::disallowed_methods,
    reason = "this is the writer that the ban leaves"
)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match std::fs::File::open(folder) {
        Ok(folder) => match folder.sync_all() {
            // Some file systems can't sync a folder.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            other => other,
        },
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn explain(error: &io::Error, path: &str) -> FileError {
    let path = name(path);
    match error.kind() {
        io::ErrorKind::NotFound => FileError::new(
            format!("the folder of {path} doesn't exist"),
            "make it, or choose another",
        ),
        io::ErrorKind::PermissionDenied => FileError::new(
            format!("the folder of {path} may not be written to"),
            "choose another",
        ),
        io::ErrorKind::StorageFull => FileError::new(
            format!("the disk is full, so {path} is as it was"),
            "make room, or choose another disk",
        ),
        io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => FileError::new(
            format!("{path} would be larger than files may be here, so it is as it was"),
            "write less, or raise the limit ('ulimit -f' or a quota)",
        ),
        _ => FileError::new(
            format!("{path} can't be written ({error})"),
            "try another place; what was there is as it was",
        ),
    }
}
