//! A save is whole or not at all: whatever goes wrong, the old file stays.

use std::io::{self, Write};
use std::path::Path;

use doomtree::save::{Layer, Opened, open_path, write_file, write_tree};
use doomtree::tree::Limits;

use super::helpers::*;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test looks at what was written"
)]
fn content(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

#[test]
fn a_saved_tree_is_opened_by_its_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.tree.json");
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let unfolding = unfolded(&rated, None, 100);
    for _ in 0..2 {
        write_file(&path, |out| {
            write_tree(out, &rated.source(), &unfolding, None, &Layer::default())
        })
        .expect("a save");
    }
    assert_eq!(names(folder.path()), ["book.tree.json"]);
    let Ok(Opened::Tree(file)) = open_path(&path) else {
        panic!("a tree was saved");
    };
    assert_eq!(
        (file.node_count(), file.edge_count(), kind(&file)),
        (13, 12, "tree")
    );
}

#[test]
fn a_failed_save_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    write_file(&path, |out| out.write_all(b"old")).expect("a save");
    for kind in [
        io::ErrorKind::StorageFull,
        io::ErrorKind::Other,
        io::ErrorKind::BrokenPipe,
    ] {
        let error = write_file(&path, |out| {
            out.write_all(&[b'x'; 200_000])?;
            Err(io::Error::from(kind))
        })
        .expect_err("the save failed");
        assert!(error.to_string().contains("old'"), "{error}");
        assert_eq!(content(&path), "old");
        assert_eq!(names(folder.path()), ["old"]);
    }
}

/// A disk that is full after a while.
struct Full {
    left: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.left);
        self.left -= count;
        if count == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_fills_up_anywhere_in_a_tree_is_an_error() {
    let rated = rated(&dice("b2b2/a2b1 a"), Limits::default());
    let unfolding = unfolded(&rated, None, 100);
    let length = whole_tree(&rated).len();
    for left in 0..length {
        let error = write_tree(
            &mut Full { left },
            &rated.source(),
            &unfolding,
            None,
            &Layer::default(),
        )
        .expect_err("the disk is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    assert!(
        write_tree(
            &mut Full { left: length },
            &rated.source(),
            &unfolding,
            None,
            &Layer::default()
        )
        .is_ok()
    );
}

#[test]
fn a_panic_while_saving_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    write_file(&path, |out| out.write_all(b"old")).expect("a save");
    let result = std::panic::catch_unwind(|| write_file(&path, |_| panic!("on purpose")));
    assert!(result.is_err());
    assert_eq!(content(&path), "old");
    assert_eq!(names(folder.path()), ["old"]);
}

#[test]
fn what_can_not_be_written_is_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, words) in [
        (folder.path().to_owned(), "is a folder"),
        (folder.path().join("none/x"), "doesn't exist"),
        ("/dev/full".into(), "isn't a regular file"),
    ] {
        let error = write_file(&path, |out| out.write_all(b"x")).expect_err("refused");
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    write_file(&path, |out| out.write_all(b"old")).expect("a save");
    let mode = |path: &Path| {
        std::fs::metadata(path)
            .expect("a file")
            .permissions()
            .mode()
            & 0o777
    };
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("a change");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    write_file(&link, |out| out.write_all(b"new")).expect("a save");
    assert_eq!(content(&path), "new");
    assert_eq!(mode(&path), 0o640);
    assert!(
        std::fs::symlink_metadata(&link)
            .expect("a link")
            .file_type()
            .is_symlink()
    );
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o440)).expect("a change");
    let error = write_file(&path, |out| out.write_all(b"x")).expect_err("refused");
    assert!(error.to_string().contains("write-protected"), "{error}");
    assert_eq!(content(&path), "new");
}
