//! Atomic writing of files: a temporary file beside the old one, synced, then renamed over it. It
//! gets the old file's permissions, owner and group, and extended attributes (including access
//! lists). Attributes that can't be copied are reported.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::kinds::{FileError, name};
use crate::work::finished;

#[cfg(unix)]
use std::time::Duration;

/// Writes a file atomically, and returns notices, one sentence each.
///
/// The output of `fill` goes to a temporary file in the same folder, which is synced and then
/// renamed. On any error the old file is untouched, and the temporary one is removed. A symbolic
/// link is followed, even if its target doesn't exist yet. Attributes of an existing file
/// (permissions, owner, extended attributes) are kept as far as the system allows. Leftovers of
/// killed saves in the folder, at least a minute old, are removed.
///
/// # Errors
/// The path is a folder, a device, a loop of links or write-protected, its folder can't be written
/// to, the disk is full, or `fill` failed.
pub fn write_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<String>, FileError> {
    finished(write_file_by(path, async |out: &mut dyn Write| fill(out)))
}

/// The same for a `fill` that pauses; dropped in between, it leaves the old file.
///
/// # Errors
/// Those of [`write_file`].
pub async fn write_file_by(
    path: &Path,
    fill: impl AsyncFnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<String>, FileError> {
    let named = path.display().to_string();
    if named.is_empty() {
        let what = "the name of the file to write is empty";
        return Err(FileError::new(what, "give one"));
    }
    let refuse = |what: &str, remedy: &str| {
        let what = format!("{} {what}", name(&named));
        Err(FileError::new(what, remedy))
    };
    let path = match target(path) {
        Ok(Some(path)) => path,
        Ok(None) => {
            return refuse(
                "is a symbolic link in a loop of links",
                "mend the link, or choose another name",
            );
        }
        Err(error) => return Err(explain(&error, &named)),
    };
    let shown = path.display().to_string();
    let old = match std::fs::metadata(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        // If the attributes can't be read, they would be lost.
        Err(error) => return Err(explain(&error, &shown)),
    };
    match &old {
        Some(old) if old.is_dir() => return refuse("is a folder", "name a file in it"),
        None if shown.ends_with(std::path::is_separator) => {
            return refuse("names a folder", "name a file in it");
        }
        Some(old) if !old.is_file() => {
            return refuse("isn't a regular file", "name a file");
        }
        Some(old) if old.permissions().readonly() => {
            return refuse("is write-protected", "choose another name");
        }
        Some(_) if !may_write(&path) => {
            return refuse(
                "may not be written to",
                "choose another name, or change its permissions",
            );
        }
        _ => {}
    }
    let written = write_beside(&path, old.as_ref(), fill).await;
    written.map_err(|error| explain(&error, &shown))
}

/// The file that a path leads to: that of the last of its links, whether it is there or not; `None`
/// where links lead in a circle.
///
/// # Errors
/// A link can't be read.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    /// Maximum number of links followed, as the system does.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..=MAX_LINKS {
        if let Ok(target) = std::fs::canonicalize(&path) {
            return Ok(Some(target));
        }
        match std::fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            // It is no link, or nothing at all.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput | io::ErrorKind::NotFound
                ) =>
            {
                return Ok(Some(path));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

async fn write_beside(
    path: &Path,
    old: Option<&Metadata>,
    fill: impl AsyncFnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Vec<String>> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // Dropped on any error, which removes it. Its `make_in` names the path in errors.
    let make = || builder.make_in(&folder, |path| create(path, old.is_some()));
    let (_unsaved, file) = Unsaved::begin(make)?;
    // While it is locked, no other process takes it for a leftover of a killed save.
    file.as_file().try_lock().ok();
    #[cfg(unix)]
    forget_leftovers(&folder, file.as_file()).ok();
    // Its errors name no temporary file, as those of `file` itself do.
    let mut writer = BufWriter::with_capacity(1 << 16, file.as_file());
    fill(&mut writer).await?;
    writer.flush()?;
    drop(writer);
    let mut notices = match old {
        None => Vec::new(),
        Some(old) => keep(path, old, file.as_file())?,
    };
    file.as_file().sync_all()?;
    let mut renaming = unsaved();
    file.persist(path).map_err(|error| error.error)?;
    renaming.saved = true;
    drop(renaming);
    if let Err(error) = sync_folder(&folder) {
        let file = name(&path.display().to_string());
        notices.push(format!(
            "{file} is saved, but its folder can't be synced ({error}): a power loss now may \
             bring the old file back"
        ));
    }
    Ok(notices)
}

/// Creates a new file. If it replaces another, only its owner may read it until it has the other's
/// permissions.
fn create(path: &Path, is_another: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if is_another { 0o600 } else { 0o666 });
    #[cfg(not(unix))]
    let _ = is_another;
    options.open(path)
}

/// A file being written.
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
    /// Writers wait for this lock, so nothing is renamed.
    _writing: MutexGuard<'static, Writing>,
}

/// Removes the temporary files of all writes in progress, and blocks all writes as long as the
/// result lives. Existing files are unchanged.
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

/// The prefix and the suffix of temporary files' names.
const PREFIX: &str = ".doomtree-";
const SUFFIX: &str = ".tmp";

/// The age after which an unchanged temporary file may be a leftover.
#[cfg(unix)]
const MIN_LEFTOVER_AGE: Duration = Duration::from_secs(60);

/// Removes the temporary files that killed saves have left in a folder: those of the owner of
/// `own`, old, and not locked.
#[cfg(unix)]
fn forget_leftovers(folder: &Path, own: &File) -> io::Result<()> {
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
        let is_old = written
            .elapsed()
            .is_ok_and(|since| since > MIN_LEFTOVER_AGE);
        if !found.is_file() || found.uid() != owner || !is_old {
            continue;
        }
        let left = OpenOptions::new().write(true).open(&path);
        if left.is_ok_and(|file| file.try_lock().is_ok()) {
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
    match File::open(folder) {
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
    use io::ErrorKind::{
        FileTooLarge, InvalidFilename, NotADirectory, NotFound, PermissionDenied, QuotaExceeded,
        ReadOnlyFilesystem, StorageFull,
    };
    let path = name(path);
    let (what, remedy) = match error.kind() {
        NotFound => (
            format!("the folder of {path} doesn't exist"),
            "create it, or choose another",
        ),
        NotADirectory => (
            format!("what should be the folder of {path} is a file"),
            "choose another",
        ),
        PermissionDenied => (
            format!("the folder of {path} may not be written to"),
            "choose another",
        ),
        ReadOnlyFilesystem => (format!("{path} is on a read-only disk"), "choose another"),
        StorageFull => (
            format!("the disk is full, so {path} wasn't changed"),
            "free some space, or choose another disk",
        ),
        QuotaExceeded => (
            format!("your disk quota is used up, so {path} wasn't changed"),
            "free some space, or choose another disk",
        ),
        FileTooLarge => (
            format!("the system doesn't allow a file this large, so {path} wasn't changed"),
            "write less, or raise the limit",
        ),
        InvalidFilename => (
            format!("the disk doesn't allow the name {path}"),
            "choose a shorter one",
        ),
        _ => (
            format!("{path} can't be written ({error})"),
            "try another folder; the old file is unchanged",
        ),
    };
    FileError::new(what, remedy)
}

/// Whether the user may write to an existing file.
#[cfg(unix)]
pub(super) fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    use rustix::io::Errno;
    let may = accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS);
    // If the system can't say, it refuses later.
    !matches!(may, Err(Errno::ACCESS | Errno::PERM | Errno::ROFS))
}

#[cfg(not(unix))]
pub(super) fn may_write(_path: &Path) -> bool {
    true
}

/// Copies the attributes of the file at `path` to `new`, and returns one sentence for each that
/// can't be copied.
///
/// # Errors
/// The permissions can't be set, so that others might read the file.
pub(super) fn keep(path: &Path, old: &Metadata, new: &File) -> io::Result<Vec<String>> {
    #[cfg(unix)]
    {
        unix::keep(&name(&path.display().to_string()), path, old, new)
    }
    #[cfg(not(unix))]
    {
        let _ = (path, name);
        new.set_permissions(old.permissions())?;
        Ok(Vec::new())
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    use super::{File, Metadata, Path, io};
    use crate::words::{counted, joined, plural};

    pub(super) fn keep(
        shown: &str,
        path: &Path,
        old: &Metadata,
        new: &File,
    ) -> io::Result<Vec<String>> {
        let mut notices = Vec::new();
        let mut mode = old.permissions().mode();
        let lost = keep_owner(old, new)?;
        if !lost.is_empty() {
            // Permissions granted to one owner or group aren't passed to another.
            mode &= 0o777;
            if lost.contains(&"group") {
                mode &= 0o707 | (mode & 0o007) << 3;
            }
            let lost = joined(&lost);
            notices.push(format!(
                "the {lost} of {shown} couldn't be kept: it is yours now"
            ));
        }
        let lost = super::attributes::keep(path, new);
        // After the owner, since changing that clears some of them, and after the access list.
        new.set_permissions(std::fs::Permissions::from_mode(mode))?;
        match lost {
            Err(error) => notices.push(format!(
                "the extended attributes of {shown} couldn't be kept ({error})"
            )),
            Ok(lost) if lost.is_empty() => {}
            Ok(lost) => {
                let names: Vec<String> =
                    lost.iter().map(|name| crate::game::quoted(name)).collect();
                let word = plural(lost.len(), "attribute", "attributes");
                notices.push(format!(
                    "the extended {word} {} of {shown} couldn't be kept",
                    joined(&names)
                ));
            }
        }
        if let Some(others) = old.nlink().checked_sub(1).filter(|others| *others > 0) {
            let holds = plural(others, "holds", "hold");
            notices.push(format!(
                "{shown} is a file of its own now: {} of what it was (hard {}) still {holds} what \
                 was written before",
                counted(others, "other name"),
                plural(others, "link", "links")
            ));
        }
        Ok(notices)
    }

    /// Gives a file the owner and the group of another; returns those that couldn't be set.
    fn keep_owner(old: &Metadata, new: &File) -> io::Result<Vec<&'static str>> {
        let made = new.metadata()?;
        let owner = (old.uid() != made.uid()).then(|| old.uid());
        let group = (old.gid() != made.gid()).then(|| old.gid());
        if (owner, group) == (None, None) || fchown(new, owner, group).is_ok() {
            return Ok(Vec::new());
        }
        // A user who may not change the owner may still set one of their own groups.
        let group_kept = group.is_none() || fchown(new, None, group).is_ok();
        let owner = owner.map(|_| "owner");
        Ok(owner
            .into_iter()
            .chain((!group_kept).then_some("group"))
            .collect())
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod attributes {
    use rustix::fs::{
        XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr, getxattr, listxattr,
    };
    use rustix::io::Errno;

    use super::{File, Path, io};

    /// Maximum bytes of a value, and of all names.
    const MAX: usize = 1 << 16;
    /// The access list, which a new file may inherit from its folder.
    const ACCESS: &str = "system.posix_acl_access";
    /// Attributes of the old content, which are dropped with it.
    const OF_CONTENT: [&str; 3] = ["security.capability", "security.evm", "security.ima"];

    /// Gives a file the attributes of another; the names of those that it couldn't be given.
    pub(super) fn keep(path: &Path, new: &File) -> io::Result<Vec<String>> {
        let mut list = vec![0; MAX];
        let theirs = match listxattr(path, &mut list) {
            // Its file system has none.
            Err(Errno::NOTSUP) => return Ok(Vec::new()),
            found => names(&list, found?),
        };
        let own = flistxattr(new, &mut list).map_or_else(|_| Vec::new(), |len| names(&list, len));
        if own.iter().any(|name| name == ACCESS) && !theirs.iter().any(|name| name == ACCESS) {
            fremovexattr(new, ACCESS)?;
        }
        let mut lost = Vec::new();
        let (mut value, mut found) = (vec![0; MAX], vec![0; MAX]);
        for name in theirs {
            if OF_CONTENT.contains(&&*name) {
                continue;
            }
            let kept = getxattr(path, &name, &mut value).and_then(|len| {
                let value = &value[..len];
                match fgetxattr(new, &name, &mut found) {
                    Ok(len) if found[..len] == *value => Ok(()),
                    _ => fsetxattr(new, &name, value, XattrFlags::empty()),
                }
            });
            if kept.is_err() {
                lost.push(name);
            }
        }
        Ok(lost)
    }

    fn names(list: &[u8], len: usize) -> Vec<String> {
        let names = list[..len].split(|byte| *byte == 0);
        let names = names.filter(|name| !name.is_empty());
        names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect()
    }
}

#[cfg(all(
    unix,
    not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
))]
mod attributes {
    use super::{File, Path, io};

    /// No known attributes on this system.
    pub(super) fn keep(_path: &Path, _new: &File) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }
}
