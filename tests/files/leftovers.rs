//! What killed saves have left in a folder goes with the next save, and nothing else does.
#![cfg(unix)]

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use doomtree::save::write_file;

fn old(path: &Path) -> File {
    let file = File::create(path).expect("a file");
    let then = SystemTime::now() - Duration::from_secs(120);
    file.set_modified(then).expect("a time");
    file
}

#[test]
fn the_next_save_removes_what_killed_saves_have_left_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    old(&path(".doomtree-abcdef.tmp"));
    old(&path("doomtree-abcdef.tmp"));
    old(&path(".doomtree-abcdef.tmp.json"));
    old(&path("mine.tree.json"));
    // A save that takes long is still at it.
    let saving = old(&path(".doomtree-saving.tmp"));
    saving.lock().expect("a lock");
    // One that has just begun isn't locked yet.
    File::create(path(".doomtree-begun1.tmp")).expect("a file");
    std::fs::create_dir(path(".doomtree-folder.tmp")).expect("a folder");
    let elsewhere = tempfile::NamedTempFile::new().expect("a file");
    std::os::unix::fs::symlink(elsewhere.path(), path(".doomtree-linked.tmp")).expect("a link");
    write_file(&path("new.txt"), |out| out.write_all(b"new")).expect("it is written");
    let mut names: Vec<String> = folder
        .path()
        .read_dir()
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            ".doomtree-abcdef.tmp.json",
            ".doomtree-begun1.tmp",
            ".doomtree-folder.tmp",
            ".doomtree-linked.tmp",
            ".doomtree-saving.tmp",
            "doomtree-abcdef.tmp",
            "mine.tree.json",
            "new.txt",
        ]
    );
    drop(saving);
    write_file(&path("new.txt"), |out| out.write_all(b"newer")).expect("it is written");
    assert!(!path(".doomtree-saving.tmp").exists());
    let text = std::fs::read_to_string(path("new.txt")).expect("the file");
    assert_eq!(text, "newer");
}
