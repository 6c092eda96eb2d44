//! Copies the attributes of a replaced file to the new one: permissions, owner and group, extended
//! attributes (including access lists). Attributes that can't be copied are reported.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use super::error::name;

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
