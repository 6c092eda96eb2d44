//! Saving and exporting from the window: what is written, on a thread of its own and from a copy of
//! the document, and what comes of it.

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

/// What a file is written for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The document's own file.
    Save {
        /// Whether it is known that somebody else has changed it.
        replace: bool,
    },
    /// A file that is the document's own from then on.
    SaveAs,
    /// A file beside it, with what is chosen.
    Export(Box<ExportChoice>),
}

/// A file that shall be written.
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

/// A file that is being written.
pub(crate) struct Writing {
    pub(crate) request: Request,
    /// The document that it is written of.
    pub(crate) number: u64,
    pub(crate) board: Box<BoardFile>,
    /// How many bytes are written.
    pub(crate) written: Arc<AtomicU64>,
    pub job: Job<Result<Outcome, Refusal>>,
}

/// What became of it.
pub(crate) enum Outcome {
    /// It is written, and is now like this; what should be known of it, in sentences.
    Written(Option<Stamp>, Vec<String>),
    /// Somebody else has changed it.
    Changed,
}

/// What the window knows of the document's file, beside the document itself.
#[derive(Default)]
pub(crate) struct Filing {
    /// What is asked before something is lost.
    pub question: Option<Question>,
    /// What goes on once the document is saved.
    pub next: Option<Next>,
    /// What shall be written, one file after another.
    pub(crate) requests: VecDeque<Request>,
    /// The look at the file of a document, whether somebody has changed it.
    pub look: Option<(u64, Job<Option<Stamp>>)>,
    /// The settings, being written.
    pub remembering: Option<Job<Result<(), Refusal>>>,
    /// Whether they have changed since.
    pub remember_again: bool,
    /// The window's title, as it was set last.
    pub title: String,
    /// The state of the document that may be lost: what is being read takes its place.
    pub discard: Option<Moment>,
    /// What is told of dropped files, once the first is open.
    pub told_of_drop: Option<(PathBuf, String)>,
    /// Counts the documents, so that what was written of one isn't taken for another's.
    pub number: u64,
    /// Whether the window shall close as soon as everything is written.
    pub quits: bool,
    /// Whether the window may close.
    pub closing: bool,
}

impl Writing {
    /// What is done, and how far: `writing book.svg: 12 MB`.
    pub fn label(&self) -> String {
        let label = &self.job.label;
        match self.written.load(Ordering::Relaxed) {
            0 => label.clone(),
            bytes => format!("{label}: {}", short_bytes(bytes)),
        }
    }

    /// Whether it may be given up: the document's own file is written to its end.
    pub fn is_export(&self) -> bool {
        self.request.is_export()
    }
}

/// What is told of a file that was written.
pub(crate) fn saved(name: &str, notices: &[String]) -> String {
    let notices = notices.iter().map(|notice| format!("; {notice}"));
    format!("Saved {}{}", visible(name), notices.collect::<String>())
}

/// Whether two paths name the same file, as far as can be told without looking.
pub(crate) fn same_file(one: Option<&Path>, other: Option<&Path>) -> bool {
    let whole = |path: Option<&Path>| path.and_then(|path| std::path::absolute(path).ok());
    one.is_some() && whole(one) == whole(other)
}
