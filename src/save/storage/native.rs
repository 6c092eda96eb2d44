//! The files of the machine.

pub use std::fs::{File, Metadata, metadata};
#[cfg(feature = "gui")]
pub use std::fs::{
    OpenOptions, TryLockError, create_dir_all, read, read_dir, read_to_string, remove_file, rename,
};

/// Whether there is something at a path.
///
/// # Errors
/// It can't be known.
#[cfg(feature = "gui")]
pub fn exists(path: &std::path::Path) -> std::io::Result<bool> {
    path.try_exists()
}
