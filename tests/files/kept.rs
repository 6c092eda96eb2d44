//! A file that takes another's place has what that had, or it is told what it hasn't.
#![cfg(unix)]

use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::Path;

use doomtree::save::{FileError, write_file};

fn write(path: &Path, text: &str) -> Result<Vec<String>, FileError> {
    write_file(path, |out| out.write_all(text.as_bytes()))
}

fn content(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata()
        .expect("it is there")
        .file_type()
        .is_symlink()
}

#[test]
fn a_link_that_leads_to_nothing_yet_is_written_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("deep")).expect("a folder");
    // Links are read from where they stand.
    symlink("deep/second", path("first")).expect("a link");
    symlink("../there", path("deep/second")).expect("a link");
    assert_eq!(write(&path("first"), "new"), Ok(Vec::new()));
    assert_eq!(content(&path("there")), "new");
    assert!(is_link(&path("first")) && is_link(&path("deep/second")));
    symlink("nowhere/x", path("lost")).expect("a link");
    let error = write(&path("lost"), "new")
        .expect_err("no folder")
        .to_string();
    assert!(error.contains("nowhere/x' doesn't exist"), "{error}");
    assert!(is_link(&path("lost")));
}

#[test]
fn links_in_a_circle_are_refused_and_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    symlink("b", path("a")).expect("a link");
    symlink("a", path("b")).expect("a link");
    let error = write(&path("a"), "new").expect_err("a loop").to_string();
    assert!(
        error.contains("a' is a symbolic link in a loop of links: "),
        "{error}"
    );
    assert!(is_link(&path("a")) && is_link(&path("b")));
}

#[test]
fn another_name_of_the_same_file_keeps_what_it_held_and_this_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, other] = ["x", "y"].map(|name| folder.path().join(name));
    assert_eq!(write(&path, "old"), Ok(Vec::new()));
    std::fs::hard_link(&path, &other).expect("a link");
    let told = write(&path, "new").expect("it is written");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("1 other name of what it was (hard link) still holds"),
        "{told:?}"
    );
    assert_eq!([content(&path), content(&other)], ["new", "old"]);
    assert_eq!(write(&path, "newer"), Ok(Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x");
    write(&path, "old").expect("it is written");
    let set = setxattr(&path, "user.author", b"somebody", XattrFlags::empty());
    if set.is_err() {
        return support::outside::skip("this disk has no extended attributes");
    }
    assert_eq!(write(&path, "new"), Ok(Vec::new()));
    let mut value = [0; 64];
    let length = getxattr(&path, "user.author", &mut value).expect("it is kept");
    assert_eq!(&value[..length], b"somebody");
    // What the next file has of its own is not given to one that had nothing.
    let other = folder.path().join("y");
    write(&other, "plain").expect("it is written");
    assert_eq!(write(&other, "plain too"), Ok(Vec::new()));
    assert_eq!(listxattr(&other, &mut value), Ok(0));
}

/// An access list by which the user 12 345 may do that beside the owner and the group.
#[cfg(target_os = "linux")]
fn access_list(may: u16) -> Vec<u8> {
    const NOBODY: u32 = u32::MAX;
    let owner = (0x01, 6, NOBODY);
    let user = (0x02, may, 12_345);
    let group = (0x04, 4, NOBODY);
    let most = (0x10, may | 4, NOBODY);
    let others = (0x20, 0, NOBODY);
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (kind, may, who) in [owner, user, group, most, others] {
        list.extend(u16::to_le_bytes(kind));
        list.extend(u16::to_le_bytes(may));
        list.extend(u32::to_le_bytes(who));
    }
    list
}

#[test]
#[cfg(target_os = "linux")]
fn the_access_list_is_that_of_the_file_before_and_not_that_of_its_folder() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    const ACCESS: &str = "system.posix_acl_access";
    const OF_FOLDER: &str = "system.posix_acl_default";
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, listed] = ["x", "y"].map(|name| folder.path().join(name));
    let set = |path: &Path, name: &str, value: &[u8]| {
        setxattr(path, name, value, XattrFlags::empty()).is_ok()
    };
    for path in [&plain, &listed] {
        write(path, "old").expect("it is written");
    }
    if !set(&plain, "user.author", b"somebody")
        || !set(&listed, ACCESS, &access_list(4))
        || !set(folder.path(), OF_FOLDER, &access_list(6))
    {
        return support::outside::skip("this disk has no access lists");
    }
    let list = |path: &Path| {
        let mut value = [0; 256];
        let length = getxattr(path, ACCESS, &mut value).ok()?;
        Some(value[..length].to_vec())
    };
    for (path, kept) in [(&plain, None), (&listed, Some(access_list(4)))] {
        assert_eq!(write(path, "new"), Ok(Vec::new()));
        assert_eq!(list(path), kept);
    }
}

#[test]
fn owner_and_group_are_kept_by_who_may_give_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x");
    write(&path, "old").expect("it is written");
    if std::os::unix::fs::chown(&path, Some(12_345), Some(23_456)).is_err() {
        return support::outside::skip("only root may give a file away");
    }
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o2_640);
    std::fs::set_permissions(&path, mode).expect("a mode");
    assert_eq!(write(&path, "new"), Ok(Vec::new()));
    let found = path.metadata().expect("it is there");
    assert_eq!((found.uid(), found.gid()), (12_345, 23_456));
    assert_eq!(found.mode() & 0o7_777, 0o2_640);
}

#[test]
fn no_temporary_file_is_named_where_a_file_can_not_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("file"), "x").expect("a file");
    let long = "x".repeat(300);
    for (name, words) in [
        ("file/x", "is a file: choose another"),
        ("new/", "names a folder: name a file in it"),
        (&*long, "choose a shorter one"),
    ] {
        let error = write(&path(name), "new").expect_err(name).to_string();
        assert!(error.contains(words), "{error}");
        assert!(
            !error.contains(".doomtree-") && !error.contains("os error"),
            "{error}"
        );
    }
    let error = write(Path::new(""), "new")
        .expect_err("no name")
        .to_string();
    assert_eq!(error, "the name of the file to write is empty: give one");
    let full = std::io::Error::from(std::io::ErrorKind::QuotaExceeded);
    let error = write_file(&path("y"), |_| Err(full)).expect_err("full");
    assert!(
        error.to_string().contains("your disk quota is used up"),
        "{error}"
    );
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
}
