//! Opens, saves and exports documents from the window, on background threads, and describes the open
//! one. A save or an export works on a copy of the document; the open document stays until the next
//! one is read. Before unsaved work is lost, a prompt is shown ([`SavePrompt`]), and after its answer the
//! action ([`AfterPrompt`]) is run.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use eframe::egui;

use super::examples::Practised;
use super::model::{Document, DocumentNames, StartedDocument};
use super::recognise::{is_square, kept_rules, lisp_array, setup_of, setup_of_file, why_not};
use super::recovery::{Recovered, Restored};
use super::settings::Settings;
use crate::app::base::{
    Cancelled, Job, Stamp, Wake, duration, file_name, memory, page, shown_name,
};
use crate::app::intent::{ExportChoice, FirstBoard, Moment};
use crate::diagram::{at_least_sign, short_count};
use crate::export::Format;
use crate::game::{OpenError, Refusal, RulesText, SwitchValue, visible};
use crate::games::{self, Setup};
use crate::rating::RatingOptions;
use crate::save::{self, BoardFile, Opened, TreeFile};
use crate::session::{GraphRequest, Loaded, MAX_POSITIONS};
use crate::tree::{Limits, Stopped, Vertex};
use crate::words::{capitalised, counted, grouped, short_bytes};
use crate::work::{Control, finished};

/// The result of opening a file, on its thread.
pub enum Ready {
    /// A board, whose graph has been started.
    Begun(Box<(StartedDocument, DocumentNames)>, Option<String>),
    /// A tree file, read and rated.
    Loaded(Box<Document>, Option<String>),
    /// An exercise, on its board.
    Exercise(Box<Practised>, Option<String>),
    /// A document of a killed window.
    Recovered(Box<Recovered>),
}

impl Ready {
    /// The document, and a message about it.
    pub fn document(self, wake: Wake) -> (Document, Option<String>) {
        match self {
            Self::Begun(begun, notice) => {
                let (begun, words) = *begun;
                (Document::begun(begun, words, wake), notice)
            }
            Self::Loaded(document, notice) => (*document, notice),
            Self::Exercise(practised, notice) => (
                Document::begun(practised.begun, practised.words, wake),
                notice,
            ),
            Self::Recovered(recovered) => {
                let notice = "Restored. Save it to keep it.".to_owned();
                (recovered.document(wake), Some(notice))
            }
        }
    }

    /// The exercise, if it is one.
    pub(crate) fn take_exercise(&mut self) -> Option<super::examples::Opened> {
        match self {
            Self::Exercise(practised, _) => Some(practised.parts()),
            _ => None,
        }
    }

    /// The line to the node that is selected first.
    pub(crate) fn take_line(&mut self) -> Option<String> {
        match self {
            Self::Begun(begun, _) => begun.1.line.take(),
            _ => None,
        }
    }

    /// The restored data beside the document.
    pub(crate) fn take_restored(&mut self) -> Option<Restored> {
        match self {
            Self::Recovered(recovered) => Some(std::mem::take(&mut recovered.restored)),
            _ => None,
        }
    }

    /// The file that it was read from.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Begun(begun, _) => begun.1.path.as_deref(),
            Self::Loaded(document, _) => document.words.path.as_deref(),
            Self::Exercise(practised, _) => practised.path(),
            Self::Recovered(recovered) => recovered.path(),
        }
    }
}

/// The default limits of the window.
pub fn window_limits() -> Limits {
    Limits {
        max_nodes: Some(MAX_POSITIONS),
        ..Limits::default()
    }
}

/// Opens a setup synchronously.
///
/// # Errors
/// The invalid part.
pub fn open_setup(
    setup: Setup,
    wanted: impl Into<GraphRequest>,
    wake: Wake,
) -> Result<Document, OpenError> {
    Document::open(setup, wanted, "", DocumentNames::default(), wake)
}

/// Reads a file and starts or rebuilds its graph, a board's to `limits`.
///
/// # Errors
/// The invalid part.
pub fn read_path(path: &Path, limits: Limits) -> Result<Ready, Refusal> {
    finished(read_file(path, limits, &Cancelled::default()))
}

/// Reads a file by turns.
///
/// # Errors
/// The invalid part.
pub(crate) async fn read_file(
    path: &Path,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    // Taken first: a write during reading makes it a changed file.
    let stamp = Stamp::of(path);
    let (mut file, _) = save::open_file(path)?;
    let opened = save::open_by(&cancelled.ctl, &mut file, &path.display().to_string()).await?;
    let words = DocumentNames {
        path: Some(path.to_owned()),
        stamp,
        ..DocumentNames::default()
    };
    ready(opened, &file_name(path), words, limits, cancelled).await
}

/// Reads the content of a file from memory by turns; the document has no file.
///
/// # Errors
/// The invalid part.
pub async fn read_text(
    mut text: &[u8],
    name: &str,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    let opened = save::open_by(&cancelled.ctl, &mut text, name).await?;
    ready(opened, name, DocumentNames::default(), limits, cancelled).await
}

/// A title with the name of the file that has it.
pub fn titled(title: Option<&str>, name: &str) -> String {
    match title.map(str::trim) {
        Some(title) if !title.is_empty() => format!("{title} ({name})"),
        _ => name.to_owned(),
    }
}

async fn ready(
    opened: Opened,
    name: &str,
    words: DocumentNames,
    limits: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, Refusal> {
    let text_of = |title: Option<&str>| DocumentNames {
        name: titled(title, name),
        ..words.clone()
    };
    let place = |error: OpenError| Refusal::of(error).at(name);
    match opened {
        Opened::Board(board) => {
            let setup = board.setup().map_err(|why| why.at(name))?;
            let begun = StartedDocument::new(setup, limits, "").map_err(place)?;
            let notice = board.notices.first().cloned();
            let words = DocumentNames {
                board: Some(board.clone()),
                ..text_of(board.title.as_deref())
            };
            Ok(Ready::Begun(Box::new((begun, words)), notice))
        }
        Opened::Exercise(exercise) => {
            Practised::of_file(*exercise, name, text_of(None), limits).map_err(|why| why.at(name))
        }
        Opened::Imported(imported) => {
            let words = DocumentNames {
                title: imported.title.clone(),
                note: imported.note,
                ..text_of(imported.title.as_deref())
            };
            let notice = Some(imported.notices.join("; ")).filter(|notice| !notice.is_empty());
            let begun = StartedDocument::new(imported.setup, limits, "").map_err(place)?;
            let notice = notice.as_deref().map(capitalised);
            Ok(Ready::Begun(Box::new((begun, words)), notice))
        }
        Opened::Text(text) => {
            let setup = setup_of_file(&text).map_err(place)?;
            let begun = StartedDocument::new(setup, limits, "").map_err(place)?;
            Ok(Ready::Begun(Box::new((begun, text_of(None))), None))
        }
        Opened::Tree(file) => {
            let words = text_of(file.header.title.as_deref());
            let loaded = read_tree(*file, &cancelled.ctl).await?;
            let notice = loaded.notices.first().cloned();
            let document = Document::loaded(loaded, words);
            Ok(Ready::Loaded(Box::new(document), notice))
        }
    }
}

/// Rebuilds and rates the graph of a tree file.
pub(super) async fn read_tree(file: TreeFile, ctl: &Control) -> Result<Loaded, Refusal> {
    Ok(Loaded::find(file, Some(MAX_POSITIONS), ctl, &|_| {}).await?)
}

/// A share in whole percent, never the whole while anything is left.
pub fn percent(share: f32) -> String {
    format!("{} %", (100.0 * share).clamp(0.0, 99.0) as u32)
}

/// A name for the document's file, without the extension.
pub fn suggested_stem(document: &Document) -> String {
    let stem = match &document.words.path {
        Some(path) => {
            let name = file_name(path);
            let stem = Format::of_name(&name).map_or(&*name, |(_, stem)| stem);
            return stem.to_owned();
        }
        None => document.words.name.as_str(),
    };
    let safe: String = stem
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(40)
        .collect();
    match safe.trim_matches('-') {
        "" => "tree".to_owned(),
        stem => stem.to_owned(),
    }
}

/// The rules and the size of the board as short text.
pub fn describe_setup(document: &Document) -> String {
    let rated = document.session.rated();
    let rules = describe_rules(&rated.game, &rated.rules);
    let places = rated.graph.picture(Vertex::ROOT).cells;
    let rows = places.iter().filter(|cell| {
        places
            .first()
            .is_some_and(|first| (cell.y - first.y).abs() < 0.1)
    });
    match rows.count() {
        0 => rules,
        columns => format!("{rules}, {} × {columns}", places.len() / columns),
    }
}

/// A setting of the rules, as text: `reinforcement: shared pool`.
pub fn describe_setting(name: &str, value: &str) -> String {
    format!("{}: {}", name.replace('_', " "), shown_name(value))
}

/// The rules of a game, as text.
pub fn describe_rules(game: &str, rules: &RulesText) -> String {
    match rules {
        RulesText::None => shown_name(game).to_owned(),
        RulesText::Preset(name) => shown_name(name).to_owned(),
        rules if !games::presets(game).is_empty() => {
            let name = games::rules_name(game, rules);
            let parts = name.split(',').map(|part| match part.split_once('=') {
                Some((name, value)) => describe_setting(name, value),
                None => shown_name(part).to_owned(),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        RulesText::Switches(switches) => {
            let values: Vec<String> = switches
                .iter()
                .filter_map(|(name, value)| match value {
                    // The size follows the rules.
                    SwitchValue::Number(_) if matches!(*name, "width" | "height") => None,
                    SwitchValue::Number(number) => {
                        Some(format!("{} {number}", name.replace('_', " ")))
                    }
                    SwitchValue::Text(_) => None,
                })
                .collect();
            if values.is_empty() {
                shown_name(game).to_owned()
            } else {
                format!("{}, {}", shown_name(game), values.join(", "))
            }
        }
    }
}

/// The size of the tree, and whether it is complete.
pub fn describe_size(document: &Document) -> [String; 2] {
    let rated = document.session.rated();
    let graph = rated.graph.graph();
    let known = at_least_sign(graph);
    let least = |number: String, unit: &str| format!("{known}{}", counted(number, unit));
    let size = [
        least(short_count(rated.analysis.nodes.of(Vertex::ROOT)), "node"),
        least(grouped(document.positions), "position"),
        least(short_count(rated.analysis.ends.of(Vertex::ROOT)), "end"),
    ]
    .join(", ");
    let complete = match (graph.stopped(), graph.max_plies()) {
        (Some(Stopped::MaxNodes(max)), _) => {
            let by = match document.stopped_by_bytes() {
                Some(_) => " by the memory limit",
                None => "",
            };
            let most = counted(max, "position");
            format!("Incomplete: stopped{by} at {most}")
        }
        (Some(Stopped::Frontier), _) => "Rated where you look".to_owned(),
        (None, Some(plies)) if !graph.is_complete() => {
            format!(
                "To ply {plies}; not proven at the limit (estimate: {})",
                rated.limits.estimate.name()
            )
        }
        _ => match (
            rated.graph.unfinished(),
            rated.analysis.ratings.everything_proven(),
        ) {
            (Some(open), _) if graph.is_complete() => {
                format!("Rated without what isn't finished: {open}")
            }
            (Some(open), _) => format!("Not rated: {open}"),
            (None, true) => "Complete: every rating is proven".to_owned(),
            (None, false) => "Complete, but not every rating is proven".to_owned(),
        },
    };
    [size, complete]
}

/// The duration of the build, and its memory.
pub fn describe_cost(document: &Document) -> String {
    let memory = memory(document.session.rated().bytes);
    match document.took {
        Some(took) => format!("built in {}, {memory}", duration(took.as_secs_f64())),
        None => memory,
    }
}

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
pub(crate) struct WriteRequest {
    pub(crate) path: PathBuf,
    pub(crate) format: &'static Format,
    pub(crate) purpose: Purpose,
}

impl WriteRequest {
    /// Whether it is written beside the document's own file.
    pub fn is_export(&self) -> bool {
        matches!(self.purpose, Purpose::Export(_))
    }
}

/// A file being written.
pub(crate) struct FileWrite {
    pub(crate) request: WriteRequest,
    /// The number of its document.
    pub(crate) number: u64,
    pub(crate) board: Box<BoardFile>,
    /// The number of bytes written.
    pub(crate) written: Arc<AtomicU64>,
    pub job: Job<Result<SaveResult, Refusal>>,
}

/// The result.
pub(crate) enum SaveResult {
    /// It is written; the state of the file, and notices in sentences.
    Written(Option<Stamp>, Vec<String>),
    /// Another program has changed it.
    Changed,
}

/// The window's state of the document's file.
#[derive(Default)]
pub(crate) struct Filing {
    /// The prompt before something is lost.
    pub question: Option<SavePrompt>,
    /// The action after the document is saved.
    pub next: Option<AfterPrompt>,
    /// The files to write, one after the other.
    pub(crate) requests: VecDeque<WriteRequest>,
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

impl FileWrite {
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
pub(crate) struct OpenRefused {
    pub(crate) why: Refusal,
    /// The file, where it is certain that there is none.
    pub(crate) missing: Option<PathBuf>,
    /// The typed or pasted text, if it can be corrected.
    pub(crate) typed: Option<String>,
}

/// A document being read.
pub(crate) type Opening = Job<Result<Ready, OpenRefused>>;

pub(crate) fn refused(why: Refusal) -> OpenRefused {
    OpenRefused {
        why,
        missing: None,
        typed: None,
    }
}

/// Reads the typed or pasted text.
pub(crate) async fn read_typed(
    text: &str,
    open: &Setup,
    options: RatingOptions,
    usual: Limits,
    cancelled: &Cancelled,
) -> Result<Ready, OpenRefused> {
    let read = if save::is_file(text) {
        read_text(text.as_bytes(), "the pasted text", usual, cancelled).await
    } else {
        begin(text, open, options, usual)
    };
    read.map_err(|error| OpenRefused {
        typed: Some(if text.len() <= MAX_TYPED {
            text.to_owned()
        } else {
            String::new()
        }),
        ..refused(error)
    })
}

fn begin(
    text: &str,
    open: &Setup,
    options: RatingOptions,
    usual: Limits,
) -> Result<Ready, Refusal> {
    let columns = lisp_array(text)
        .filter(|array| is_square(*array))
        .map(|(_, columns)| columns);
    let setup = setup_of(text, open, columns).map_err(|error| why_not(text, error))?;
    // The rating options of the open board are kept with its rules; limits are a board's own.
    let same = setup.game == open.game && setup.switches == open.switches;
    let options = if same {
        options
    } else {
        RatingOptions::default()
    };
    let wanted = GraphRequest {
        limits: usual,
        options,
    };
    let kept = kept_rules(&setup, open);
    let begun = StartedDocument::new(setup, wanted, "")?;
    let notice = kept.map(|rules| format!("Opened by the rules of the board before: {rules}"));
    Ok(Ready::Begun(
        Box::new((begun, DocumentNames::default())),
        notice,
    ))
}

/// The action after the prompt.
pub(crate) enum AfterPrompt {
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
pub(crate) enum SavePrompt {
    /// Shall the changes be saved first?
    Unsaved(AfterPrompt),
    /// Save the answers first?
    Exercise(AfterPrompt),
    /// The file was changed by another program: read it again?
    Changed(Option<Stamp>),
    /// The file was changed by another program: replace it?
    Replace(WriteRequest),
}

/// Takes the keyboard from a text that is being typed, so that its panel hands it over.
pub(crate) fn stop_typing(ctx: &egui::Context) {
    if ctx.text_edit_focused()
        && let Some(id) = ctx.memory(|memory| memory.focused())
    {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}
