//! The file of an exercise or of a sheet that is being written, and whether it may be.

use std::path::{Path, PathBuf};

use super::Asking;
use crate::app::base::job::Job;
use crate::app::base::words::file_name;
use crate::export::sheet;
use crate::session::exercise::Attempt;

/// A file that is being written.
pub(crate) struct Writing {
    pub(crate) job: Job<Result<(), String>>,
    pub(crate) path: PathBuf,
    /// What of the attempt is in it; `None` for a sheet.
    pub(crate) attempt: Option<Attempt>,
}

/// Whether a file may be written as it is asked for.
pub(crate) fn may_be_written(path: &Path, asking: &Asking, own: bool) -> Result<(), String> {
    let name = file_name(path);
    if asking.sheet && sheet::Form::of_name(&name).is_none() {
        return Err(format!(
            "{name} tells no format of a sheet: let it end with .html or .pdf"
        ));
    }
    if !asking.sheet && !name.ends_with(".json") {
        return Err(format!(
            "{name} doesn't end like an exercise's file: let it end with .exercise.json"
        ));
    }
    if path.exists() && !own && asking.known.as_deref() != Some(path) {
        return Err(format!(
            "There is a file {name} already: press once more to replace it"
        ));
    }
    Ok(())
}
