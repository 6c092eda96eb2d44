//! Opens, saves and exports documents from the window, on background threads. A save or an export
//! works on a copy of the document; the open document stays until the next one is read. Before
//! unsaved work is lost, a prompt is shown ([`Question`]), and after its answer the action
//! ([`Next`]) is run.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use eframe::egui;

use super::files::{self, Ready};
use super::model::{Begun, Words};
use super::recognise::{is_square, kept_rules, lisp_array, setup_of, why_not};
use super::settings::Settings;
use crate::app::base::{Cancelled, Job, Stamp, file_name, page};
use crate::app::intent::{ExportChoice, FirstBoard, Moment};
use crate::export::Format;
use crate::game::{Refusal, visible};
use crate::games::Setup;
use crate::rating::Options;
use crate::save::{self, BoardFile};
use crate::session::Wanted;
use crate::tree::Limits;
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
    /// The settings that it writes, or wrote last.
    pub remembered: Option<Settings>,
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

/// The path of a file; a page has no folders.
pub(crate) fn shown_path(path: &Path) -> String {
    match page::IN_BROWSER {
        true => file_name(path),
        false => path.display().to_string(),
    }
}

/// Whether two paths name the same file, as far as is known without disk access.
pub(crate) fn same_file(one: Option<&Path>, other: Option<&Path>) -> bool {
    let whole = |path: Option<&Path>| path.and_then(|path| std::path::absolute(path).ok());
    one.is_some() && whole(one) == whole(other)
}

/// Maximum bytes of a text that is read synchronously, and can be corrected in a dialog.
pub const MAX_TYPED: usize = 1 << 14;

/// Why something can't be opened.
pub(crate) struct Refused {
    pub(crate) why: Refusal,
    /// The file, where it is certain that there is none.
    pub(crate) missing: Option<PathBuf>,
    /// The typed or pasted text, if it can be corrected.
    pub(crate) typed: Option<String>,
}

/// A document being read.
pub(crate) type Opening = Job<Result<Ready, Refused>>;

pub(crate) fn refused(why: Refusal) -> Refused {
    Refused {
        why,
        missing: None,
        typed: None,
    }
}

/// Reads the typed or pasted text.
pub(crate) async fn read_typed(
    text: &str,
    open: &Setup,
    options: Options,
    usual: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refused> {
    let read = if save::is_file(text) {
        files::read_text(text.as_bytes(), "the pasted text", usual, cancelled).await
    } else {
        begin(text, open, options, usual)
    };
    read.map_err(|error| Refused {
        typed: Some(if text.len() <= MAX_TYPED {
            text.to_owned()
        } else {
            String::new()
        }),
        ..refused(error)
    })
}

fn begin(text: &str, open: &Setup, options: Options, usual: Limits) -> Result<Ready, Refusal> {
    let columns = lisp_array(text)
        .filter(|array| is_square(*array))
        .map(|(_, columns)| columns);
    let setup = setup_of(text, open, columns).map_err(|error| why_not(text, error))?;
    // The rating options of the open board are kept with its rules; limits are a board's own.
    let same = setup.game == open.game && setup.switches == open.switches;
    let options = if same { options } else { Options::default() };
    let wanted = Wanted {
        limits: usual,
        options,
    };
    let kept = kept_rules(&setup, open);
    let begun = Begun::new(setup, wanted, "")?;
    let notice = kept.map(|rules| format!("Opened by the rules of the board before: {rules}"));
    Ok(Ready::Begun(Box::new((begun, Words::default())), notice))
}

/// The action after the prompt.
pub(crate) enum Next {
    /// A new document is started.
    New(FirstBoard),
    /// Another document replaces the open one.
    Show(Box<Ready>),
    /// The exercise ends.
    LeaveExercise,
    /// The window closes.
    Quit,
}

/// The prompt.
pub(crate) enum Question {
    /// Shall the changes be saved first?
    Unsaved(Next),
    /// Save the answers first?
    Exercise(Next),
    /// The file was changed by another program: read it again?
    Changed(Option<Stamp>),
    /// The file was changed by another program: replace it?
    Replace(Request),
}

/// Takes the keyboard from a text that is being typed, so that its panel hands it over.
pub(crate) fn stop_typing(ctx: &egui::Context) {
    if ctx.text_edit_focused()
        && let Some(id) = ctx.memory(|memory| memory.focused())
    {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}
