//! The window: panels around the tree, commands queued during a frame and run in one place.

use std::path::PathBuf;
use std::time::Duration;

use eframe::egui;

use super::Wake;
use super::board_panel::{board_ui, state_ui};
use super::command::{Command, MOVE_KEYS, Named};
use super::dialog::{self, Dialog};
use super::document::{Document, Polled};
use super::files::{self, Export, Ready};
use super::job::Job;
use super::legend::legend;
use super::moves_panel::{line_ui, moves_ui};
use super::node_panel::node_ui;
use super::screenshot::Screenshot;
use super::theme::{Theme, install};
use super::tree_panel::TreePanel;
use crate::diagram::TreeView;
use crate::game::Player;
use crate::games::Setup;
use crate::save;
use crate::session::Action;
use crate::tree::{Labels, Vertex};

/// Something that a user is told.
pub(super) struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// The explorer's window.
pub struct Explorer {
    pub(super) document: Document,
    tree: TreePanel,
    pub(super) viewpoint: Player,
    pub(super) commands: Vec<Command>,
    dialog: Option<Dialog>,
    marked: Option<usize>,
    pub(super) notice: Option<Notice>,
    screenshot: Option<Screenshot>,
    /// A line that is selected as soon as the graph is built far enough.
    pending_line: Option<String>,
    pub(super) opening: Option<Job<Result<Ready, String>>>,
    pub(super) exporting: Option<Job<Result<String, String>>>,
}

/// What is drawn of a document; made anew in each frame from what is open.
fn view(document: &Document, viewpoint: Player) -> TreeView<'_> {
    let rated = document.session.rated();
    let labels: &dyn Labels = &*rated.graph;
    TreeView {
        labels,
        analysis: &rated.analysis,
        unfolding: document.session.unfolding(),
        viewpoint,
    }
}

impl Explorer {
    /// The window on a document.
    pub fn new(ctx: &egui::Context, document: Document) -> Self {
        install(ctx);
        let mut explorer = Self {
            document,
            tree: TreePanel::default(),
            viewpoint: Player(0),
            commands: Vec::new(),
            dialog: None,
            marked: None,
            notice: None,
            screenshot: None,
            pending_line: None,
            opening: None,
            exporting: None,
        };
        explorer.refresh_tree();
        explorer
    }

    /// Takes a picture of the window once everything is built, then closes it.
    pub fn take_screenshot(&mut self, screenshot: Screenshot) {
        self.screenshot = Some(screenshot);
    }

    /// Selects the node at the end of a line, once enough of the graph is built for it.
    pub fn select_line(&mut self, line: &str) {
        self.pending_line = Some(line.to_owned());
        self.select_pending();
    }

    fn select_pending(&mut self) {
        let Some(text) = &self.pending_line else {
            return;
        };
        let read = self
            .document
            .session
            .rated()
            .graph
            .read_line(Vertex::ROOT, text);
        match read {
            Ok(line) => {
                self.pending_line = None;
                self.act(Action::SelectLine(line));
            }
            // What isn't known yet may be found while the graph is built.
            Err(_) if self.document.is_building() => {}
            Err(error) => {
                self.pending_line = None;
                if let Some(screenshot) = &mut self.screenshot {
                    screenshot.fail(format!("--select: {error}"));
                }
                self.tell(Err(error.to_string()));
            }
        }
    }

    /// The open document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Does what somebody wants, as a click or a key would.
    pub fn run(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Named(named) => self.run_named(ctx, named),
            Command::Act(action) => self.act(action),
            Command::OpenText(text) => self.open_text(ctx, &text),
            Command::OpenFile(path) => self.open_path(ctx, path),
            Command::ExportTo(path) => self.export(ctx, path),
            Command::Mark(place) => self.marked = place,
            Command::EditRoot(position) => {
                let setup = Setup {
                    position,
                    columns: None,
                    ..self.document.setup.clone()
                };
                let opened = files::open_setup(setup, self.document.limits, waker(ctx));
                self.show_opened(opened.map(|document| (document, None)));
            }
        }
    }

    fn run_named(&mut self, ctx: &egui::Context, named: Named) {
        if let Some(action) = named.action() {
            self.act(action);
            return;
        }
        let session = &self.document.session;
        match named {
            Named::Open => self.dialog = Some(Dialog::open()),
            Named::Export => {
                self.dialog = Some(Dialog::export(files::suggested_name(&self.document)));
            }
            Named::CopyPosition => {
                let text = session.rated().graph.position_text(session.vertex());
                self.tell(Ok(format!("Copied {text}")));
                ctx.copy_text(text);
            }
            Named::CopyLine => {
                let line = session.line();
                let text = session.rated().graph.line_text(Vertex::ROOT, &line);
                self.tell(Ok(if line.is_empty() {
                    "The start has no line: nothing was copied".to_owned()
                } else {
                    format!("Copied a line of {} moves", line.len())
                }));
                if !line.is_empty() {
                    ctx.copy_text(text);
                }
            }
            Named::ToggleFold => self.act(Action::ToggleFold(session.selected())),
            Named::UnfoldPly => self.act(Action::UnfoldToPly(self.shown_plies() + 1)),
            Named::FoldPly => self.act(Action::UnfoldToPly(
                self.shown_plies().saturating_sub(1).max(1),
            )),
            Named::Fit => self.tree.fit(),
            Named::ZoomIn => self.tree.zoom(1.25),
            Named::ZoomOut => self.tree.zoom(0.8),
            Named::Viewpoint => {
                let players = session.rated().graph.graph().players() as u8;
                self.viewpoint = Player((self.viewpoint.0 + 1) % players);
                self.refresh_tree();
            }
            Named::Theme => {
                let dark = ctx.global_style().visuals.dark_mode;
                ctx.set_theme(if dark {
                    egui::Theme::Light
                } else {
                    egui::Theme::Dark
                });
            }
            Named::CancelBuild if self.opening.is_some() => {
                self.opening = None;
                self.tell(Ok("Stopped opening: the open board stays".to_owned()));
            }
            Named::CancelBuild => {
                self.document.cancel();
                self.tell(Ok(
                    "Stopped: what is shown rests on the positions found at first".to_owned(),
                ));
            }
            Named::Keys => self.dialog = Some(Dialog::Keys),
            Named::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            _ => {}
        }
    }

    /// The last ply of which nodes are shown.
    fn shown_plies(&self) -> u32 {
        let unfolding = self.document.session.unfolding();
        unfolding
            .preorder()
            .map(|node| unfolding.ply(node))
            .max()
            .unwrap_or(0)
    }

    fn act(&mut self, action: Action) {
        self.marked = None;
        self.notice = None;
        let change = self.document.session.apply(action);
        let view = view(&self.document, self.viewpoint);
        self.tree.follow(&view, &self.document.session, &change);
        if let Some(text) = change.message {
            self.tell(Ok(text));
        }
    }

    fn refresh_tree(&mut self) {
        let view = view(&self.document, self.viewpoint);
        self.tree.refresh(&view, &self.document.session);
    }

    fn tell(&mut self, told: Result<String, String>) {
        let is_error = told.is_err();
        let (Ok(text) | Err(text)) = told;
        self.notice = Some(Notice { text, is_error });
    }

    /// Opens what somebody typed: a file, or a position of the open game, else of the usual one.
    fn open_text(&mut self, ctx: &egui::Context, text: &str) {
        let text = text.trim();
        if files::is_path(text) {
            self.open_path(ctx, files::path_of(text));
            return;
        }
        let usual = save::setup_of_text(text, None);
        let mut opened = Err(String::new());
        if usual.switches.script.is_none() {
            let setup = Setup {
                position: text.to_owned(),
                columns: None,
                ..self.document.setup.clone()
            };
            opened = files::open_setup(setup, self.document.limits, waker(ctx));
        }
        let opened =
            opened.or_else(|_| files::open_setup(usual, files::window_limits(), waker(ctx)));
        match opened {
            Ok(document) => self.show_opened(Ok((document, None))),
            // What was typed can be corrected.
            Err(error) => self.dialog = Some(Dialog::open_again(text.to_owned(), error)),
        }
    }

    /// Reads a file on a thread of its own; the open document stays until it is there.
    fn open_path(&mut self, ctx: &egui::Context, path: PathBuf) {
        let label = format!("opening {}", path.display());
        let job = Job::spawn("doomtree-open", label, waker(ctx), move |cancelled| {
            files::read_path(&path, &|| cancelled.is_set())
        });
        match job {
            Ok(job) => self.opening = Some(job),
            Err(text) => self.tell(Err(text)),
        }
    }

    /// Writes a file on a thread of its own.
    fn export(&mut self, ctx: &egui::Context, path: PathBuf) {
        let label = format!("writing {}", path.display());
        let job = Export::new(&self.document, path).and_then(|export| {
            Job::spawn("doomtree-export", label, waker(ctx), move |_| {
                export.write()
            })
        });
        match job {
            Ok(job) => self.exporting = Some(job),
            Err(text) => self.tell(Err(text)),
        }
    }

    /// Takes the answers of jobs that are done.
    fn poll_jobs(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.opening.as_ref().and_then(Job::poll) {
            self.opening = None;
            let opened = answer.and_then(|ready| ready);
            self.show_opened(opened.map(|ready| ready.document(waker(ctx))));
            ctx.request_repaint();
        }
        if let Some(answer) = self.exporting.as_ref().and_then(Job::poll) {
            self.exporting = None;
            self.tell(answer.and_then(|told| told));
            ctx.request_repaint();
        }
    }

    /// Whether something is under way that the window waits for.
    pub fn is_busy(&self) -> bool {
        self.document.is_building() || self.opening.is_some() || self.exporting.is_some()
    }

    /// Shows a tree file that was opened before there was a window.
    pub fn notify(&mut self, notice: Option<String>) {
        if let Some(text) = notice {
            self.tell(Ok(text));
        }
    }

    /// Shows what was opened; what can't be opened leaves the open document as it was.
    fn show_opened(&mut self, opened: Result<(Document, Option<String>), String>) {
        match opened {
            Ok((document, notice)) => {
                let before = std::mem::replace(&mut self.document, document);
                before.close();
                self.tree = TreePanel::default();
                self.viewpoint = Player(0);
                self.marked = None;
                self.notice = notice.map(|text| Notice {
                    text,
                    is_error: false,
                });
                self.refresh_tree();
            }
            Err(text) => self.tell(Err(text)),
        }
    }

    /// Turns keys into commands, unless somebody types or a dialog is open.
    fn keys(&mut self, ctx: &egui::Context) {
        // The only texts that are typed stand in dialogs; elsewhere keys walk the tree, whatever
        // has the focus.
        if self.dialog.is_some() {
            return;
        }
        let commands = &mut self.commands;
        let before = commands.len();
        ctx.input_mut(|input| {
            // The most specific first: Ctrl+Shift+C before Ctrl+C.
            let mut shortcuts: Vec<_> = Named::ALL
                .iter()
                .flat_map(|named| named.shortcuts().iter().map(move |keys| (named, keys)))
                .collect();
            shortcuts.sort_by_key(|(_, keys)| {
                let held = keys.modifiers;
                std::cmp::Reverse(
                    [held.command, held.shift, held.alt]
                        .map(u8::from)
                        .iter()
                        .sum::<u8>(),
                )
            });
            for (named, keys) in shortcuts {
                if input.consume_shortcut(keys) {
                    commands.push(Command::Named(*named));
                }
            }
            for (index, key) in MOVE_KEYS.into_iter().enumerate() {
                if input.consume_key(egui::Modifiers::NONE, key) {
                    commands.push(Command::Act(Action::Move(index)));
                }
            }
            // Copying comes as an event of its own where the system has a clipboard.
            input.events.retain(|event| {
                let copy = matches!(event, egui::Event::Copy);
                if copy {
                    commands.push(Command::Named(if input.modifiers.shift {
                        Named::CopyLine
                    } else {
                        Named::CopyPosition
                    }));
                }
                !copy
            });
            for file in &input.raw.dropped_files {
                commands.push(Command::OpenFile(file.path().to_owned()));
            }
        });
        let walked = commands.len() > before;
        if walked && let Some(focused) = ctx.memory(|memory| memory.focused()) {
            // Arrows that walk the tree don't move the focus as well.
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }

    fn panels(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let frame = egui::Frame::new().fill(theme.panel);
        egui::Panel::top("toolbar")
            .exact_size(42.0)
            .frame(frame)
            .show(ui, |ui| self.toolbar_ui(ui, theme));
        egui::Panel::bottom("status")
            .exact_size(28.0)
            .frame(frame)
            .show(ui, |ui| self.status_ui(ui, theme));
        let side = frame.inner_margin(12.0);
        let wide = ui.available_width();
        let Self {
            document,
            tree,
            viewpoint,
            commands,
            marked,
            ..
        } = self;
        let view = view(document, *viewpoint);
        egui::Panel::left("board")
            .default_size(348.0)
            .size_range(260.0..=(wide * 0.45).max(261.0))
            .frame(side)
            .show(ui, |ui| {
                board_ui(ui, theme, document, &view, *marked, commands);
                state_ui(ui, theme, document, &view);
                moves_ui(ui, theme, document, &view, commands);
                line_ui(ui, theme, document, &view, commands);
            });
        // A small window keeps its room for the tree.
        if wide > 900.0 {
            egui::Panel::right("node")
                .default_size(270.0)
                .size_range(220.0..=(wide * 0.4).max(221.0))
                .frame(side)
                .show(ui, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink([false, false])
                        .show(ui, |ui| node_ui(ui, theme, document, &view));
                });
        }
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(theme.ground))
            .show(ui, |ui| {
                let screen = ui.available_rect_before_wrap();
                tree.ui(ui, theme, &view, &document.session, commands);
                legend(ui, screen, theme, &view);
            });
    }
}

/// What wakes the window from another thread.
pub(super) fn waker(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Box::new(move || ctx.request_repaint())
}

impl eframe::App for Explorer {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.poll_jobs(ctx);
        if self.document.poll() == Polled::Done {
            self.refresh_tree();
            self.select_pending();
            ctx.request_repaint();
        }
        let ready = !self.is_busy();
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.step(ctx, ready);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let theme = Theme::of(&ctx);
        self.keys(&ctx);
        self.panels(ui, &theme);
        if let Some(dialog) = &mut self.dialog
            && !dialog::show(&ctx, &theme, dialog, &mut self.commands)
        {
            self.dialog = None;
            // The next keys walk the tree again.
            if let Some(id) = ctx.memory(|memory| memory.focused()) {
                ctx.memory_mut(|memory| memory.surrender_focus(id));
            }
        }
        // The one place where anything changes; it is seen in the next frame.
        let commands = std::mem::take(&mut self.commands);
        if !commands.is_empty() {
            for command in commands {
                self.run(&ctx, command);
            }
            ctx.request_repaint();
        }
        if self.is_busy() {
            // The worker wakes the window; this is for the spinner.
            ctx.request_repaint_after(Duration::from_millis(100));
        }
    }
}
