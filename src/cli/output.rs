//! Bytes out: to standard output, or into a file that is replaced whole or not at all.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::fault::{Done, Fault};
use super::input::shown;
use super::stop::{self, Looking};

/// Where a command writes to.
pub enum Output {
    /// Standard output.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file beside the one that it will replace.
    File(Box<Replacement>),
}

/// A file in the making. Dropping it leaves nothing behind.
pub struct Replacement {
    new: BufWriter<NamedTempFile>,
    path: PathBuf,
    name: String,
    _looking: Looking,
}

impl Output {
    /// Standard output.
    pub fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// The file of that name, or standard output for `-`.
    pub fn to(name: &str) -> Result<Self, Fault> {
        if name == "-" {
            return Ok(Self::standard());
        }
        let looking = Looking::new();
        let path = target(Path::new(name))?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let new = temporary(folder, &path).map_err(|error| cant_write(name, &error))?;
        Ok(Self::File(Box::new(Replacement {
            new: BufWriter::with_capacity(1 << 16, new),
            path,
            name: name.to_owned(),
            _looking: looking,
        })))
    }

    /// Writes what is left; a file takes its place.
    pub fn finish(self) -> Result<Done, Fault> {
        match self {
            Self::Standard(mut out) => out.flush()?,
            Self::File(replacement) => {
                let Replacement {
                    new,
                    path,
                    name,
                    _looking,
                } = *replacement;
                stop::check()?;
                replace(new, &path).map_err(|error| cant_write(&name, &error))?;
            }
        }
        Ok(Done::Complete)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(replacement) => {
                stop::check()?;
                replacement.new.write(bytes)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(replacement) => replacement.new.flush(),
        }
    }
}

/// The file that a name stands for: what a link points to is replaced, not the link.
fn target(name: &Path) -> Result<PathBuf, Fault> {
    let refused = |what: &str, remedy: &str| {
        Err(Fault::Usage(format!("{} is {what}: {remedy}", shown(name))))
    };
    match std::fs::metadata(name) {
        Ok(metadata) if metadata.is_dir() => refused("a folder", "name a file in it"),
        Ok(metadata) if !metadata.is_file() => refused(
            "no regular file",
            "name another, or write to '-' and redirect",
        ),
        Ok(_) => {
            std::fs::canonicalize(name).map_err(|error| cant_write(&name.to_string_lossy(), &error))
        }
        Err(_) => Ok(name.to_owned()),
    }
}

fn temporary(folder: &Path, path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".doomtree-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the process may not grant is taken away when the file is made.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let new = builder.tempfile_in(folder)?;
    if let Ok(old) = std::fs::metadata(path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    Ok(new)
}

fn replace(new: BufWriter<NamedTempFile>, path: &Path) -> io::Result<()> {
    let new = new.into_inner().map_err(io::IntoInnerError::into_error)?;
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn cant_write(name: &str, error: &io::Error) -> Fault {
    Fault::Usage(format!(
        "{} can't be written ({error}): check the folder and its permissions",
        shown(Path::new(name))
    ))
}
