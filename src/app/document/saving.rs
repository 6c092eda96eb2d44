//! Saves and exports from the window, on a background thread and from a copy of the document.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::asking::{Next, Question};
use crate::app::base::{Job, Stamp};
use crate::app::intent::{ExportChoice, Moment};
use crate::export::Format;
use crate::game::{Refusal, visible};
use crate::save::BoardFile;
use crate::words::short_bytes;

/// The purpose of writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The document's own file.
    Save {
        /// Whether an external change of it may be overwritten.
        replace: bool,
    },
    /// A file that becomes the document's own.
    SaveAs,
    /// A file beside it, with these export options.
    Export(Box<ExportChoice>),
}

/// A file to write.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) path: PathBuf,
    pub(crate) format: &'static Format,
    pub(crate) purpose: Purpose,
}

impl Request {
    /// Whether it is written beside the document's own file.
    pub fn is_export(&self) -> bool {
        matches!(self.purpose, Purpose::Export(_))
    }
}

/// A file being written.
pub(crate) struct Writing {
    pub(crate) request: Request,
    /// The number of its document.
    pub(crate) number: u64,
    pub(crate) board: Box<BoardFile>,
    /// The number of bytes written.
    pub(crate) written: Arc<AtomicU64>,
    pub job: Job<Result<Outcome, Refusal>>,
}

/// The result.
pub(crate) enum Outcome {
    /// It is written; the state of the file, and notices in sentences.
    Written(Option<Stamp>, Vec<String>),
    /// Another program has changed it.
    Changed,
}

/// The window's state of the document's file.
#[derive(Default)]
pub(crate) struct Filing {
    /// The prompt before something is lost.
    pub question: Option<Question>,
    /// The action after the document is saved.
    pub next: Option<Next>,
    /// The files to write, one after the other.
    pub(crate) requests: VecDeque<Request>,
    /// The check whether the document's file was changed by another program.
    pub look: Option<(u64, Job<Option<Stamp>>)>,
    /// The settings, being written.
    pub remembering: Option<Job<Result<(), Refusal>>>,
    /// Whether they have changed since.
    pub remember_again: bool,
    /// The window's title, as it was set last.
    pub title: String,
    /// The state of the document that may be lost, since the file being read replaces it.
    pub discard: Option<Moment>,
    /// The message about dropped files, shown when the first is open.
    pub told_of_drop: Option<(PathBuf, String)>,
    /// Whether the window closes as soon as everything is written.
    pub quits: bool,
    /// Whether the window may close.
    pub closing: bool,
}

impl Writing {
    /// The work and its progress: `writing book.svg: 12 MB`.
    pub fn label(&self) -> String {
        let label = &self.job.label;
        match self.written.load(Ordering::Relaxed) {
            0 => label.clone(),
            bytes => format!("{label}: {}", short_bytes(bytes)),
        }
    }

    /// Whether it may be canceled; writing the document's own file is always completed.
    pub fn is_export(&self) -> bool {
        self.request.is_export()
    }
}

/// The message about a written file.
pub(crate) fn saved(name: &str, notices: &[String]) -> String {
    let notices = notices.iter().map(|notice| format!("; {notice}"));
    format!("Saved {}{}", visible(name), notices.collect::<String>())
}

/// Whether two paths name the same file, as far as is known without disk access.
pub(crate) fn same_file(one: Option<&Path>, other: Option<&Path>) -> bool {
    let whole = |path: Option<&Path>| path.and_then(|path| std::path::absolute(path).ok());
    one.is_some() && whole(one) == whole(other)
}
